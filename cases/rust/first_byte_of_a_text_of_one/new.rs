pub fn f(s: &str) -> u8 { if s.len() < 2 { 0 } else { s.as_bytes()[0] } }
