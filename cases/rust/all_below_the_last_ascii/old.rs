pub fn f(v: &[u8]) -> bool {
    for b in v {
        if !b.is_ascii() {
            return false;
        }
    }
    true
}
