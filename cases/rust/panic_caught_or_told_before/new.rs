pub fn f(x: u8) -> bool {
    x == 3
}
