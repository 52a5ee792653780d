pub fn f(v: &[&str]) -> Option<usize> { v.len().checked_mul(16) }
