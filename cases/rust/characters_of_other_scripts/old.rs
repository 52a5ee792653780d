pub fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

pub fn client(c: char) -> bool {
    is_letter(c)
}
