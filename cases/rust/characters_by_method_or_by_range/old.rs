pub fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

pub fn client(c: char) -> bool {
    is_digit(c)
}
