pub fn f(s: &str) -> bool { s.len() > 2 && s.starts_with("--") }
