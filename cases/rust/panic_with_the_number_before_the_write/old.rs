pub fn client(a: &mut i32, x: i32) {
    *a = x;
    if x < 0 {
        panic!("{}", x);
    }
}
