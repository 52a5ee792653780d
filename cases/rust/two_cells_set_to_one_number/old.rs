use std::cell::Cell;
pub fn f(a: &Cell<i32>, b: &Cell<i32>) -> i32 { a.set(2); b.set(2); a.get() }
