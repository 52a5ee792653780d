pub fn f(a: u16, b: u16) -> u16 {
    a.wrapping_add(b)
}
