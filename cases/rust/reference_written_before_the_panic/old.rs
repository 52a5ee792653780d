pub fn client(a: &mut i32, x: i32) -> i32 {
    if x == 3 {
        panic!("no");
    }
    *a = x;
    0
}
