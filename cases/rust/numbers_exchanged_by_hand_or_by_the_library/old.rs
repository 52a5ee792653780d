pub fn f(a: &mut u32, b: &mut u32) {
    let t = *a;
    *a = *b;
    *b = t;
}
