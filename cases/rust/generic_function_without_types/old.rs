pub fn larger<T: Ord>(a: T, b: T) -> T {
    if a > b { a } else { b }
}
