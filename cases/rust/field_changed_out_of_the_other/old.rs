pub struct P {
    pub x: i32,
    pub y: i32,
}
pub fn f(p: P, dx: i32) -> P {
    P { x: p.x.wrapping_add(dx), y: p.y }
}
