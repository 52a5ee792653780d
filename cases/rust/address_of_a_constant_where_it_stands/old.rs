pub fn is_it(a: &i32) -> bool {
    std::ptr::eq(a, &5)
}
