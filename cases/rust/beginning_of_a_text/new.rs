pub fn f(s: &str) -> bool { s.len() >= 2 && &s.as_bytes()[..2] == b"--" }
