pub fn f(_v: &[()]) -> bool { true }
