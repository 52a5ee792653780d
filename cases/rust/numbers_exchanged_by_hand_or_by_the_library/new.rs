pub fn f(a: &mut u32, b: &mut u32) {
    std::mem::swap(a, b);
}
