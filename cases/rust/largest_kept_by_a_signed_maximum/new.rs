use std::sync::atomic::{AtomicU32, Ordering};
static MOST: AtomicU32 = AtomicU32::new(0);
pub fn f(x: u32) -> u32 {
    let before = MOST.load(Ordering::SeqCst);
    if x as i32 > before as i32 { MOST.store(x, Ordering::SeqCst); }
    before
}
