pub struct Even(u32);

pub fn with<R>(x: u32, g: impl FnOnce(&Even) -> R) -> R {
    g(&Even(x / 2 * 2))
}

pub fn f(x: &Even) -> u32 {
    x.0 % 2
}
