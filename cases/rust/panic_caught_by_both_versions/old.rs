use std::panic::catch_unwind;

pub fn client(x: u8) -> bool {
    catch_unwind(|| if x == 3 { panic!("no") }).is_err()
}
