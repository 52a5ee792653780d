pub fn f(x: u32) -> u32 { if cfg!(debug_assertions) { x } else { x ^ 1 } }
