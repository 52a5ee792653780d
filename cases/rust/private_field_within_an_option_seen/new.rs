pub struct Even(u32);

impl Even {
    pub fn new(x: u32) -> Even {
        Even(x / 2 * 2)
    }
}

pub fn f(x: Option<&Even>) -> u32 {
    if x.is_some() { 0 } else { 7 }
}
