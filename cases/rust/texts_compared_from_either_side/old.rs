pub fn client(a: &[u8], b: &[u8]) -> bool {
    a < b
}
