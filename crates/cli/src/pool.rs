//! Several pieces of work at once, each with a limit of its own.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::clock::{self, Cut};
use crate::memory;

/// How a piece of work ended, and how long it took.
#[derive(Debug)]
pub struct Ended<T> {
    pub result: Result<T, Cut>,
    pub elapsed: Duration,
}

/// Runs the work for each index below `count`, at most `jobs` at once, and gives the results by
/// index. `limit` is asked when a piece begins, with the number of those that have not begun; the
/// work gets its answer too, and is left behind if it runs over; without any time it does not begin.
/// `done` hears of each result as it comes.
pub fn each<T: Send + 'static>(
    jobs: usize,
    count: usize,
    limit: impl Fn(usize) -> Duration + Send + Sync + 'static,
    work: impl Fn(usize, Duration) -> T + Send + Sync + 'static,
    mut done: impl FnMut(usize, &Ended<T>),
) -> Vec<Ended<T>> {
    let (limit, work) = (Arc::new(limit), Arc::new(work));
    let next = Arc::new(Mutex::new(0..count));
    let (sender, receiver) = channel();
    for _ in 0..jobs.clamp(1, count.max(1)) {
        let (limit, work, next, sender) = (limit.clone(), work.clone(), next.clone(), sender.clone());
        let asking = cancel::current().unwrap_or_default();
        thread::spawn(move || {
            let take = || next.lock().ok().and_then(|mut next| next.next()).filter(|_| !asking.is_cancelled());
            while let Some(index) = take() {
                let (limit, work) = (limit(count - index), work.clone());
                let start = Instant::now();
                let result = match limit.is_zero() {
                    true => Err(Cut::NotBegun),
                    false if memory::is_over() => Err(Cut::OutOfMemory),
                    false => asking.within(|| clock::run(limit + clock::GRACE, move || work(index, limit))),
                };
                if sender.send((index, Ended { result, elapsed: start.elapsed() })).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    let mut results: Vec<Option<Ended<T>>> = (0..count).map(|_| None).collect();
    for (index, ended) in receiver {
        done(index, &ended);
        results[index] = Some(ended);
    }
    let ended = || Ended { result: Err(Cut::Crashed("its thread ended".to_owned())), elapsed: Duration::ZERO };
    results.into_iter().map(|result| result.unwrap_or_else(ended)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_by_index_and_what_overruns_is_cut() {
        let limit = |_| Duration::from_millis(1);
        let work = |index: usize, _| {
            if index == 1 {
                thread::sleep(Duration::from_secs(60));
            }
            assert!(index != 2, "a broken promise");
            index * 10
        };
        let mut heard = 0;
        let results = each(2, 4, limit, work, |_, _| heard += 1);
        let results: Vec<_> = results.into_iter().map(|ended| ended.result).collect();
        let crashed = Cut::Crashed("a broken promise".to_owned());
        assert_eq!(results, [Ok(0), Err(Cut::OutOfTime), Err(crashed), Ok(30)]);
        assert_eq!(heard, 4);
    }
}
