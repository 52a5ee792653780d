pub fn client(x: u8) -> u8 {
    if x == 3 {
        panic!("no")
    }
    0
}
