pub fn client(a: &[u8], i: usize) -> u8 { a[i] }
