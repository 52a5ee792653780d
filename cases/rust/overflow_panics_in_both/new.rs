pub fn next(x: i32) -> i32 {
    match x.checked_add(1) {
        Some(y) => y,
        None => panic!("no successor"),
    }
}

pub fn client(x: i32) -> i32 {
    next(x)
}
