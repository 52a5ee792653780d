//! Runs work on a thread of its own while the main thread watches the clock.
//!
//! The thread has a large stack: walks over deeply nested sources recurse. When the limit is
//! reached the work is cancelled: what it waits for is ended, and it unwinds at its next point
//! ([`cancel`]). Nobody waits long for that.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cancel::Token;

use crate::memory;

/// Touched only as far as it is used.
pub(crate) const STACK: usize = 1 << 30;
/// Where the system does not grant that much.
const SMALL_STACK: usize = 64 << 20;

/// The engines stop by themselves at a limit; what does not is left behind this much later.
pub const GRACE: Duration = Duration::from_millis(900);

/// How long work that was cancelled is waited for.
const ENDING: Duration = Duration::from_millis(200);

/// How often the memory is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Why work has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    OutOfTime,
    /// There was no time left to begin it.
    NotBegun,
    /// It would have taken more memory than there may be.
    OutOfMemory,
    /// It panicked, with this message.
    Crashed(String),
}

/// Runs the work, for at most this long.
pub fn run<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Cut> {
    let (sender, receiver) = channel();
    let token = Token::new();
    let own = token.clone();
    spawn(move || {
        // The receiver is gone only if the time is up.
        let _ = sender.send(own.within(|| guarded(work)));
    });
    let end = Instant::now() + limit;
    let cut = loop {
        let left = end.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left.min(LOOK)) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(Cut::Crashed("its thread ended".to_owned())),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => break Cut::OutOfTime,
            Err(RecvTimeoutError::Timeout) if memory::is_over() => break Cut::OutOfMemory,
            // Whoever waits was told to stop.
            Err(RecvTimeoutError::Timeout) if cancel::is_cancelled() => break Cut::NotBegun,
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    token.cancel();
    let _ = receiver.recv_timeout(ENDING);
    cancel::point();
    Err(cut)
}

/// Starts a thread with a large stack, or the largest the system grants.
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    // `spawn` takes the work with it when it fails: hand over a box that can be taken twice.
    let work = std::sync::Arc::new(std::sync::Mutex::new(Some(work)));
    for stack in [STACK, SMALL_STACK] {
        let work = work.clone();
        let started = thread::Builder::new().stack_size(stack).spawn(move || {
            let work = work.lock().ok().and_then(|mut work| work.take());
            if let Some(work) = work {
                work();
            }
        });
        if started.is_ok() {
            return;
        }
    }
}

/// The result, or the panic's message.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Cut> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Cut::Crashed(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_takes_too_long_is_left_behind() {
        let cut = run(Duration::from_millis(20), || thread::sleep(Duration::from_secs(5)));
        assert_eq!(cut, Err(Cut::OutOfTime));
    }

    #[test]
    fn work_that_is_cut_ends_with_what_it_holds() {
        struct Held(std::sync::Arc<()>);
        let held = std::sync::Arc::new(());
        let inside = Held(held.clone());
        let cut: Result<(), Cut> = run(Duration::from_millis(20), move || {
            let _kept = &inside.0;
            loop {
                thread::sleep(Duration::from_millis(1));
                cancel::point();
            }
        });
        assert_eq!(cut, Err(Cut::OutOfTime));
        assert_eq!(std::sync::Arc::strong_count(&held), 1, "nothing is left of it");
    }

    #[test]
    fn a_panic_is_an_answer() {
        let cut: Result<(), Cut> = run(Duration::from_secs(5), || panic!("a broken promise"));
        assert_eq!(cut, Err(Cut::Crashed("a broken promise".to_owned())));
    }
}
