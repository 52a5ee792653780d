use std::sync::atomic::{AtomicI32, Ordering};

static COUNT: AtomicI32 = AtomicI32::new(0);

pub fn client(x: i32) -> i32 {
    if x < 0 {
        panic!("negative");
    }
    COUNT.fetch_add(1, Ordering::SeqCst)
}
