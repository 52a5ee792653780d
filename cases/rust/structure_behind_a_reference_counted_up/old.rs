pub struct Counter { pub n: u32, pub most: u32 }
pub fn f(c: &mut Counter) -> bool {
    if c.n < c.most { c.n += 1; true } else { false }
}
