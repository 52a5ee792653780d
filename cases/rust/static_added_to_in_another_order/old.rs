static mut N: u32 = 0;
pub fn f(x: u32) -> u32 { unsafe { N = N.wrapping_add(x); N } }
