pub fn f(v: &[u8], i: usize) -> u8 {
    *v.get(i).expect("out")
}
