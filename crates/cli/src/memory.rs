//! A limit on memory that ends in an answer, not in an abort.
//!
//! Whoever waits for work asks now and then whether the process has grown over the limit, and then
//! leaves the work behind. A single request that would go over it never returns: its thread sleeps
//! until the answer is given and the process ends.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// In bytes; 0: no limit.
static LIMIT: AtomicU64 = AtomicU64::new(0);
/// Something was refused.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// Requests below this are only counted by whoever looks.
const LARGE: usize = 1 << 20;
const PAGE: u64 = 4096;

thread_local! {
    /// The thread that gives the answer is refused nothing.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

/// Sets the limit. The calling thread is the one that gives the answer.
pub fn limit(megabytes: u64) {
    ANSWERS.set(true);
    let asked = megabytes.saturating_mul(1 << 20);
    // Where the machine has less, the system would end the process first.
    let there = available().map_or(u64::MAX, |free| resident().saturating_add(free / 10 * 9));
    LIMIT.store(asked.min(there).max(1), Ordering::Relaxed);
}

/// The limit in megabytes.
pub fn megabytes() -> u64 {
    LIMIT.load(Ordering::Relaxed) >> 20
}

/// Has the process grown over the limit?
pub fn is_over() -> bool {
    IS_OVER.load(Ordering::Relaxed) || is_too_much(0)
}

fn is_too_much(more: u64) -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    limit > 0 && resident().saturating_add(more) > limit
}

/// The memory that the process uses, in bytes; 0 where the system does not say.
fn resident() -> u64 {
    let mut text = [0; 128];
    let words = first_bytes("/proc/self/statm", &mut text);
    words.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE
}

/// What the system can still give, in bytes.
fn available() -> Option<u64> {
    let mut text = [0; 4096];
    let words = first_bytes("/proc/meminfo", &mut text);
    let line = words.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let machine = line.and_then(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok()).map(|kb| kb * 1024);
    let number = |file: &str| first_bytes(file, &mut [0; 64]).trim().parse::<u64>().ok();
    let group = || Some(number("/sys/fs/cgroup/memory.max")?.saturating_sub(number("/sys/fs/cgroup/memory.current")?));
    machine.into_iter().chain(group()).min()
}

/// Reads without asking for memory.
fn first_bytes<'b>(file: &str, buffer: &'b mut [u8]) -> &'b str {
    let read = std::fs::File::open(file).and_then(|mut file| file.read(buffer)).unwrap_or(0);
    std::str::from_utf8(&buffer[..read]).unwrap_or_default()
}

/// The system's allocator with the limit.
pub struct Limited;

impl Limited {
    /// Returns only if the request may be made.
    fn ask(size: usize) {
        if size >= LARGE && is_too_much(size as u64) {
            Self::refuse();
        }
    }

    fn refuse() {
        let answers = ANSWERS.try_with(Cell::get).unwrap_or(true);
        IS_OVER.store(true, Ordering::Relaxed);
        if !answers {
            // The thread that answers leaves without this one.
            loop {
                std::thread::sleep(Duration::from_secs(3600));
            }
        }
    }
}

// SAFETY: every request goes to the system's allocator as it is, and its answer is handed on.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::ask(layout.size());
        // SAFETY: the caller's promises are those that the system's allocator wants.
        let given = unsafe { System.alloc(layout) };
        if given.is_null() {
            Self::refuse();
        }
        given
    }

    unsafe fn dealloc(&self, given: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(given, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::ask(layout.size());
        // SAFETY: as above.
        let given = unsafe { System.alloc_zeroed(layout) };
        if given.is_null() {
            Self::refuse();
        }
        given
    }

    unsafe fn realloc(&self, given: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::ask(size.saturating_sub(layout.size()));
        // SAFETY: as above.
        let moved = unsafe { System.realloc(given, layout, size) };
        if moved.is_null() {
            Self::refuse();
        }
        moved
    }
}
