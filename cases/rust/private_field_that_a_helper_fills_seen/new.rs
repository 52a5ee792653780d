pub struct Level {
    n: u32,
}

impl Level {
    pub fn new() -> Level {
        Level { n: 3 }
    }

    pub fn zero() -> Level {
        Level { n: 0 }
    }

    pub fn least() -> u32 {
        Level::zero().n
    }
}

pub fn f(p: &Level) -> bool {
    true
}
