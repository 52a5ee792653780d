pub fn f(a: i32, b: i32) -> (i32, i32) {
    (a.min(b), a.max(b).max(0))
}
