pub fn client(x: &mut i32, by: i32) { *x = x.wrapping_add(by); }
