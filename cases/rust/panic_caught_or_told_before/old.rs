use std::panic::catch_unwind;

pub fn f(x: u8) -> bool {
    catch_unwind(|| assert!(x != 3)).is_err()
}
