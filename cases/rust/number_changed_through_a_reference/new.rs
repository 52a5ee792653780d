pub fn client(x: &mut i32, by: i32) { let old = *x; *x = old.wrapping_sub(by.wrapping_neg()); }
