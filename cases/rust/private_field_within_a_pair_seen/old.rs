pub struct Even(u32);

impl Even {
    pub fn new(x: u32) -> Even {
        Even(x / 2 * 2)
    }
}

pub fn f(x: (Even, u32)) -> u32 {
    x.0.0 % 4 + x.1 % 3
}
