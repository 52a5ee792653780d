pub fn f(v: &[&str]) -> Option<usize> { Some(v.len() << 4) }
