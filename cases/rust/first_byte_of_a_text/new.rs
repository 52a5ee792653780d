pub fn f(s: &str) -> u8 { s.bytes().next().unwrap_or(0) }
