pub fn larger<T: Ord>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
pub fn larger_byte(a: u8, b: u8) -> u8 {
    larger(a, b)
}
