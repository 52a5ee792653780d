pub fn f(a: u128, b: u128) -> u128 { a.wrapping_add(b) }
