pub fn client(x: u8) -> bool {
    x == 3
}
