pub fn client(a: &mut i32, x: i32) -> i32 {
    *a = x;
    if x == 3 {
        panic!("no");
    }
    0
}
