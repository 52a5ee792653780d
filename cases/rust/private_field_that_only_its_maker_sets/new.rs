pub struct Percent(u8);

impl Percent {
    pub fn new(x: u8) -> Percent {
        Percent(x.min(100))
    }
}

pub fn shown(p: Percent) -> u8 {
    p.0
}
