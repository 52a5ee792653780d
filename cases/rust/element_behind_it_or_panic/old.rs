pub fn f(v: &[u8], i: usize) -> u8 {
    if i >= v.len() {
        panic!("out")
    }
    v[i]
}
