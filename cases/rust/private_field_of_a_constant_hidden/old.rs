pub struct Even(u32);

pub const FOUR: Even = Even(4);

pub fn f(x: &Even) -> u32 {
    x.0 % 2
}
