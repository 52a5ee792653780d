pub fn f(s: &str) -> bool {
    let b = s.as_bytes();
    b.len() >= 2 && b[0] == b'a' && b[1] == b'b'
}
