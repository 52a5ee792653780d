pub fn client(a: &mut i32, x: i32) {
    *a = x;
    assert!(x >= 0, "negative: {x}");
}
