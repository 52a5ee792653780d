pub fn larger<'a>(a: &'a u32, b: &'a u32) -> &'a u32 {
    if *a < *b { a } else { b }
}
