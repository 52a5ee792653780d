pub fn f(a: &mut u32, b: &mut u32) {
    *a = *b;
}
