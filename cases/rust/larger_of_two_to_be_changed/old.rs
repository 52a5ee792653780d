pub fn larger<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 {
    if *a >= *b { a } else { b }
}
