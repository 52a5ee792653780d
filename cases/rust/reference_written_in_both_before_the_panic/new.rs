pub fn client(a: &mut i32, x: i32) -> i32 {
    if x != 3 {
        *a = x;
        return 0;
    }
    *a = 3;
    panic!("not {}", x)
}
