pub fn f(s: &str) -> bool {
    s.starts_with("ab")
}
