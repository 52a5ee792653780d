pub fn larger<T: Ord>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
