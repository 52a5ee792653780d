pub fn next(x: i32) -> i32 {
    x.wrapping_add(1)
}

pub fn client(x: i32) -> i32 {
    next(x)
}
