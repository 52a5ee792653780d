pub fn client(a: &[i32], i: usize) -> Option<i32> { a.get(i).copied() }
