pub struct P {
    pub x: i32,
    pub y: i32,
}
pub fn f(p: P, dx: i32) -> P {
    let mut p = p;
    p.x = p.x.wrapping_add(dx);
    p
}
