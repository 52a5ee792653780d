pub fn f(x: u8) -> u8 {
    if x == 3 {
        panic!("three");
    }
    x
}
