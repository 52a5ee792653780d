pub struct Percent(u8);

impl Percent {
    pub fn new(x: u8) -> Percent {
        Percent(x.min(100))
    }
}

pub fn shown(p: Percent) -> u8 {
    if p.0 > 100 { 0 } else { p.0 }
}
