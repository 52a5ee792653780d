pub fn f(v: &[u8], i: usize) -> u8 {
    *v.get(i + 1).expect("out")
}
