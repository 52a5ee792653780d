pub fn f(v: &[u8], i: usize) -> u8 { unsafe { *v.get_unchecked(i) } }
