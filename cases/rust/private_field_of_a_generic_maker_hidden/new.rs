pub struct Even(u32);

impl Even {
    pub fn new<T: Into<u32>>(x: T) -> Even {
        Even(x.into() / 2 * 2)
    }
}

pub fn f(x: &Even) -> u32 {
    let _ = x;
    0
}
