pub fn f(c: char) -> bool {
    matches!(c, '0'..='9' | '_')
}
