pub fn f(x: u8) -> bool {
    assert!(x != 3);
    false
}
