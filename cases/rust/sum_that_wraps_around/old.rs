pub fn f(a: u16, b: u16) -> u16 {
    let s = a as u32 + b as u32;
    if s > 0xffff {
        0xffff
    } else {
        s as u16
    }
}
