pub struct Counter { pub n: u32, pub most: u32 }
pub fn f(c: &mut Counter) -> bool {
    let fits = c.n < c.most;
    c.n += fits as u32;
    fits
}
