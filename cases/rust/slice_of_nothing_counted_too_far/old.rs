pub fn f(v: &[()]) -> bool { v.len().checked_add(1).is_some() }
