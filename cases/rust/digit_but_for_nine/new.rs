pub fn f(c: char) -> bool {
    matches!(c, '0'..='8' | '_')
}
