pub fn f(c: char) -> bool {
    c.is_ascii_digit() || c == '_'
}
