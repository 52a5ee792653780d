pub fn f(x: u32) -> u32 { debug_assert!(!(x >= 10)); x }
