pub fn client(a: &[i32], i: usize) -> Option<i32> { if i < a.len() { Some(a[i]) } else { None } }
