//! Work that can be told to stop.
//!
//! Whoever starts work on a thread gives it a [`Token`] ([`Token::within`]). When the token is cancelled,
//! what the work waits for is ended (a solver's question, a compiler: [`on_cancel`]), and the work itself
//! comes to an end at the next [`point`]: by unwinding, so that everything it holds is released.
//!
//! Code that runs without a token is never cancelled.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One piece of work, for those who may cancel it and for itself.
#[derive(Clone, Default)]
pub struct Token(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_cancelled: AtomicBool,
    /// What ends the things that the work waits for, each with a number.
    enders: Mutex<Enders>,
}

#[derive(Default)]
struct Enders {
    next: u64,
    all: Vec<(u64, Box<dyn Fn() + Send>)>,
}

/// What unwinds the work. It is no panic: nobody is told.
pub struct Cancelled;

thread_local! {
    static CURRENT: RefCell<Option<Token>> = const { RefCell::new(None) };
}

impl Token {
    pub fn new() -> Token {
        Token::default()
    }

    /// Runs work on this thread that the token cancels.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Token>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Ends what the work waits for, and the work at its next point.
    pub fn cancel(&self) {
        let enders = self.0.enders.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        enders.all.iter().for_each(|(_, end)| end());
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }
}

/// The token of the work on this thread, for threads that it starts.
pub fn current() -> Option<Token> {
    CURRENT.with_borrow(Clone::clone)
}

/// Is the work on this thread cancelled?
pub fn is_cancelled() -> bool {
    CURRENT.with_borrow(|token| token.as_ref().is_some_and(Token::is_cancelled))
}

/// Ends the work here, if it is cancelled.
pub fn point() {
    if is_cancelled() && !std::thread::panicking() {
        resume_unwind(Box::new(Cancelled));
    }
}

/// As long as this lives, cancelling the work on this thread calls the function it was made with.
pub struct Guard(Option<(Token, u64)>);

/// Calls `end` when the work on this thread is cancelled, at once if it already is. Another thread calls it,
/// and not after the guard is gone.
pub fn on_cancel(end: impl Fn() + Send + 'static) -> Guard {
    let Some(token) = current() else { return Guard(None) };
    let mut enders = token.0.enders.lock().unwrap_or_else(PoisonError::into_inner);
    if token.is_cancelled() {
        end();
    }
    let number = enders.next;
    enders.next += 1;
    enders.all.push((number, Box::new(end)));
    drop(enders);
    Guard(Some((token, number)))
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some((token, number)) = &self.0 {
            let mut enders = token.0.enders.lock().unwrap_or_else(PoisonError::into_inner);
            enders.all.retain(|(known, _)| known != number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn cancelled_work_ends_at_its_next_point() {
        let token = Token::new();
        let work = || {
            point();
            token.cancel();
            point();
        };
        let ended = catch_unwind(AssertUnwindSafe(|| token.within(work))).expect_err("it is cancelled");
        assert!(ended.is::<Cancelled>());
        // Nothing is left on the thread.
        point();
        assert!(current().is_none());
    }

    #[test]
    fn what_the_work_waits_for_is_ended_as_long_as_it_waits() {
        let (token, ended) = (Token::new(), Arc::new(AtomicUsize::new(0)));
        let counting = |by: usize| {
            let ended = ended.clone();
            move || _ = ended.fetch_add(by, Ordering::SeqCst)
        };
        token.within(|| {
            drop(on_cancel(counting(1)));
            let _waiting = on_cancel(counting(10));
            token.cancel();
            let _late = on_cancel(counting(100));
        });
        assert_eq!(ended.load(Ordering::SeqCst), 110);
    }

    #[test]
    fn other_work_goes_on() {
        let (one, other) = (Token::new(), Token::new());
        one.cancel();
        other.within(|| {
            one.within(|| assert!(is_cancelled()));
            assert!(!is_cancelled());
            point();
        });
    }
}
