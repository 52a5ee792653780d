pub fn client(a: &[u8], i: usize) -> u8 { if i < a.len() { a[i] } else { 0 } }
