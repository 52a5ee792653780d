pub fn f(b: u8) -> u8 {
    b.to_ascii_lowercase()
}
