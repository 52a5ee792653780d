pub fn f(x: i64) -> u8 {
    x.clamp(0, 255) as u8
}
