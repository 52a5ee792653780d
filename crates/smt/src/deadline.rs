//! Ends questions that take too long: one thread for all of them, which mostly sleeps.
//!
//! Z3's own clock wakes a thread for every question and waits for it afterwards, which takes longer than most
//! questions do.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

struct Deadline {
    number: u64,
    at: Instant,
    end: Box<dyn Fn() + Send>,
    is_over: bool,
}

struct Deadlines {
    next: u64,
    /// One for each question that is asked just now.
    all: Vec<Deadline>,
    /// The thread is there.
    is_kept: bool,
    /// When it looks again, unless it is woken.
    looks: Option<Instant>,
}

/// A question that has only been about to begin is not ended by the first call.
const AGAIN: Duration = Duration::from_millis(10);

static DEADLINES: Mutex<Deadlines> = Mutex::new(Deadlines { next: 0, all: Vec::new(), is_kept: false, looks: None });
static EARLIER: Condvar = Condvar::new();

fn locked() -> MutexGuard<'static, Deadlines> {
    DEADLINES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As long as this lives, its function may be called.
pub(crate) struct Guard(u64);

/// Calls `end` when so much time has passed while the guard lives, and again until it is gone. Another thread calls it.
pub(crate) fn after(time: Duration, end: impl Fn() + Send + 'static) -> Guard {
    let at = Instant::now() + time;
    let mut deadlines = locked();
    let number = deadlines.next;
    deadlines.next += 1;
    deadlines.all.push(Deadline { number, at, end: Box::new(end), is_over: false });
    if !deadlines.is_kept {
        deadlines.is_kept = true;
        std::thread::spawn(keep);
    } else if deadlines.looks.is_some_and(|looks| at < looks) {
        EARLIER.notify_one();
    }
    Guard(number)
}

impl Guard {
    /// Has the time passed?
    pub(crate) fn is_over(&self) -> bool {
        locked().all.iter().any(|deadline| deadline.number == self.0 && deadline.is_over)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        locked().all.retain(|deadline| deadline.number != self.0);
    }
}

/// Until nothing is left to end.
fn keep() {
    let mut deadlines = locked();
    loop {
        let now = Instant::now();
        for deadline in deadlines.all.iter_mut().filter(|deadline| deadline.at <= now) {
            (deadline.end)();
            deadline.is_over = true;
            deadline.at = now + AGAIN;
        }
        let Some(next) = deadlines.all.iter().map(|deadline| deadline.at).min() else { break };
        deadlines.looks = Some(next);
        deadlines = EARLIER.wait_timeout(deadlines, next - now).unwrap_or_else(PoisonError::into_inner).0;
    }
    deadlines.looks = None;
    deadlines.is_kept = false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn counting(count: &Arc<AtomicUsize>) -> impl Fn() + Send + use<> {
        let count = count.clone();
        move || _ = count.fetch_add(1, Ordering::SeqCst)
    }

    #[test]
    fn what_takes_too_long_is_ended_and_nothing_else() {
        let count = Arc::new(AtomicUsize::new(0));
        let long = after(Duration::from_secs(60), counting(&count));
        let short = after(Duration::from_millis(20), counting(&count));
        drop(after(Duration::from_millis(5), counting(&count)));
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!((short.is_over(), long.is_over()), (true, false));
        drop(short);
        let ended = count.load(Ordering::SeqCst);
        assert!(ended > 1, "only once");
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(count.load(Ordering::SeqCst), ended);
    }
}
