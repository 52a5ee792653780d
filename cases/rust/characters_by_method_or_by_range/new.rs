pub fn is_digit(c: char) -> bool {
    ('0'..='9').contains(&c)
}

pub fn client(c: char) -> bool {
    is_digit(c)
}
