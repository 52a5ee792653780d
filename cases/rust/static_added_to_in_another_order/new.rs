static mut N: u32 = 0;
pub fn f(x: u32) -> u32 { unsafe { N = x.wrapping_add(N); N } }
