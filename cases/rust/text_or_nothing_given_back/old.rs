pub fn client(x: u8) -> Option<&'static str> {
    if x > 3 { Some("a") } else { None }
}
