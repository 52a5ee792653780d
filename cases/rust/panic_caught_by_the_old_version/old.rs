use std::panic::catch_unwind;

pub fn client(x: u8) -> u8 {
    match catch_unwind(|| if x == 3 { panic!("no") }) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}
