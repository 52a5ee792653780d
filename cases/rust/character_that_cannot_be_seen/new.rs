pub fn f(c: char) -> u32 {
    0
}
