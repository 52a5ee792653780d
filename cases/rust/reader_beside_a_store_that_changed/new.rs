use std::sync::atomic::{AtomicI32, Ordering};

static LEVEL: AtomicI32 = AtomicI32::new(3);

pub fn set(level: i32) {
    LEVEL.store(level.max(0), Ordering::SeqCst);
}

pub fn get(x: i32) -> i32 {
    x.wrapping_add(x).wrapping_add(LEVEL.load(Ordering::SeqCst))
}
