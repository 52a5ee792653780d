//! A line on a terminal that says how far a long check is.
//!
//! The work counts in [`Progress`]; a [`Line`] shows the counts until it is dropped. What is over
//! quickly shows nothing.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How many clients there are, are done, and are affected.
#[derive(Debug, Default)]
pub struct Progress {
    total: AtomicUsize,
    done: AtomicUsize,
    affected: AtomicUsize,
    fetching: AtomicBool,
}

impl Progress {
    /// Releases are being fetched, or are there.
    pub fn fetch(&self, is_fetching: bool) {
        self.fetching.store(is_fetching, Ordering::Relaxed);
    }

    /// So many more.
    pub fn expect(&self, more: usize) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    pub fn count(&self, affected: bool) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.affected.fetch_add(usize::from(affected), Ordering::Relaxed);
    }

    fn text(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        if self.fetching.load(Ordering::Relaxed) {
            return format!("fetching both releases, {seconds:.0} s");
        }
        match of(&self.total) {
            0 | 1 => format!("checking, {seconds:.0} s"),
            total => format!("{} of {total} checked, {} affected, {seconds:.0} s", of(&self.done), of(&self.affected)),
        }
    }
}

/// The line on the screen.
pub struct Line {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

const FIRST: Duration = Duration::from_millis(400);
const EVERY: Duration = Duration::from_millis(200);

impl Line {
    /// Shows the counts, if standard error is a terminal that can take a line back.
    pub fn show(progress: &Arc<Progress>) -> Line {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if dumb || !std::io::stderr().is_terminal() {
            return Line { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let progress = progress.clone();
        let start = Instant::now();
        let thread = std::thread::spawn(move || {
            let mut wait = FIRST;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                write(&format!("\r{}\x1b[K", progress.text(start.elapsed())));
                wait = EVERY;
            }
            if wait == EVERY {
                write("\r\x1b[K");
            }
        });
        Line { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The line is taken back before anything else is written.
            let _ = thread.join();
        }
    }
}

fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_counted_and_one_is_timed() {
        let progress = Progress::default();
        assert_eq!(progress.text(Duration::from_secs(3)), "checking, 3 s");
        progress.expect(66);
        progress.count(true);
        progress.count(false);
        assert_eq!(progress.text(Duration::from_secs(2)), "2 of 66 checked, 1 affected, 2 s");
    }
}
