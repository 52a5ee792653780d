pub fn f(s: &str) -> u8 { if s.is_empty() { 0 } else { s.as_bytes()[0] } }
