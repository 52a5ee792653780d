static mut N: u32 = 0;
pub fn f() -> u32 { unsafe { N += 1; if N > 3 { 3 } else { N } } }
