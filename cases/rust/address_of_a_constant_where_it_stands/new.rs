pub fn is_it(_: &i32) -> bool {
    false
}
