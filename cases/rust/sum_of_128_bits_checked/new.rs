pub fn f(a: u128, b: u128) -> u128 { if a > u128::MAX - b { u128::MAX } else { a + b } }
