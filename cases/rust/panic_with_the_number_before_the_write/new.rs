pub fn client(a: &mut i32, x: i32) {
    if x < 0 {
        panic!("{}", x);
    }
    *a = x;
}
