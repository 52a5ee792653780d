pub fn f(x: i64) -> u8 {
    x.clamp(0, 254) as u8
}
