pub fn f(v: &[u8]) -> bool {
    v.iter().all(|b| *b < 127)
}
