//! What runs showed so far of one question, and the processes they were made in.
//!
//! A question may be looked at more than once: before its code is understood, beside the engines, and after them. The
//! processes are kept in between, with all that was learned in them; they live on a thread of their own, because a
//! process ends with the thread that began it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cancel::Token;
use report::{Finding, VerdictKind};

use crate::check::Settings;
use crate::failure::Result;
use crate::native::{NotRun, Search, Searched, Time};
use crate::question::Front;
use crate::{clock, search};

#[derive(Default)]
pub(crate) struct Looks {
    tried: Mutex<Option<Finding>>,
    runner: Mutex<Option<Runner>>,
}

impl Looks {
    /// Looks once more; `make` says how both versions are run, if they are not yet. `None`: they cannot be.
    pub(crate) fn look(&self, make: impl FnOnce() -> Option<Box<dyn Search>>, time: Time) -> Option<Answer> {
        let is_running = held(&self.runner).is_some();
        if !is_running {
            let runner = Runner::start(make()?);
            *held(&self.runner) = Some(runner);
        }
        let answers = held(&self.runner).as_ref()?.search(time)?;
        loop {
            match answers.recv_timeout(WAITING) {
                Ok(searched) => return Some(searched),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if cancel::is_cancelled() => {
                    // Nobody waits for what it does now.
                    *held(&self.runner) = None;
                    cancel::point();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    pub(crate) fn keep(&self, finding: Option<Finding>) {
        *held(&self.tried) = finding;
    }

    pub(crate) fn is_done(&self) -> bool {
        held(&self.tried).is_some()
    }

    /// The difference that was seen.
    pub(crate) fn found(&self) -> Option<Finding> {
        held(&self.tried).clone().filter(|finding| finding.kind == VerdictKind::Different)
    }

    /// The finding, with what was run.
    pub(crate) fn with(&self, finding: Finding) -> Finding {
        search::with_runs_of(finding, held(&self.tried).clone())
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Answer = std::result::Result<Searched, NotRun>;
type Asked = (Time, Sender<Answer>);

/// The thread that holds the processes. It ends, and they with it, when nobody asks any more.
struct Runner {
    asks: Sender<Asked>,
    token: Token,
}

/// How often it is looked whether whoever waits is still to wait.
const WAITING: Duration = Duration::from_millis(10);

impl Runner {
    fn start(mut search: Box<dyn Search>) -> Runner {
        let (asks, asked) = channel::<Asked>();
        let token = Token::new();
        let own = token.clone();
        clock::spawn(move || {
            let answer_all = || asked.iter().for_each(|(time, answer)| _ = answer.send(search.search(time)));
            // Who is cancelled has nobody to answer.
            _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| own.within(answer_all)));
        });
        Runner { asks, token }
    }

    /// Where the answer will be. `None`: the thread has ended.
    fn search(&self, time: Time) -> Option<Receiver<Answer>> {
        let (answer, answers) = channel();
        self.asks.send((time, answer)).ok()?;
        Some(answers)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.token.cancel();
    }
}

/// So long engines are left alone: what is cheap has answered by then, and no process was started.
const ALONE: Duration = Duration::from_millis(400);
/// So long where the machine is busy with other things, and they got little of it.
const ALONE_ON_A_BUSY_MACHINE: Duration = Duration::from_millis(1200);

/// Waits until it is time to look. `false`: the work has ended.
fn is_time_to_look(ends: &Receiver<()>) -> bool {
    let (begun, used) = (Instant::now(), processor_time());
    let is_starved = || processor_time().saturating_sub(used) < ALONE / 2;
    let mut wait = ALONE;
    loop {
        if ends.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            return false;
        }
        if begun.elapsed() >= ALONE_ON_A_BUSY_MACHINE || !is_starved() {
            return true;
        }
        wait = ALONE / 8;
    }
}

/// What this process used of the processors so far; nothing where the system does not say it.
fn processor_time() -> Duration {
    /// Hundredths of a second.
    const TICK: Duration = Duration::from_millis(10);
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything.
    let fields = told.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: u32 = fields.filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// Does the work; once it takes longer than the cheap does, both versions are run beside it for a moment. A difference
/// that is seen ends the work.
pub(crate) fn beside(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
    looks: &Looks,
    work: impl FnOnce() -> Result<Finding>,
) -> Result<Finding> {
    if looks.is_done() || !search::is_first_asked(settings) {
        return work();
    }
    let (working, looking) = (Token::new(), Token::new());
    let through = working.clone();
    let outer = cancel::on_cancel(move || through.cancel());
    let worked = thread::scope(|scope| {
        let (ended, ends) = channel::<()>();
        let (working_too, looking_too) = (working.clone(), looking.clone());
        let look = move || {
            if !is_time_to_look(&ends) {
                return;
            }
            let first = || looks.keep(search::beside(front, client, settings, deadline, looks));
            _ = clock::guarded(|| looking_too.within(first));
            if looks.found().is_some() {
                working_too.cancel();
            }
        };
        // Without a thread the work is done alone.
        let started = thread::Builder::new().stack_size(clock::STACK).spawn_scoped(scope, look);
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| working.within(work)));
        if started.is_err() || !matches!(&worked, Ok(Ok(finding)) if finding.kind == VerdictKind::Undecided) {
            looking.cancel();
        }
        drop(ended);
        worked
    });
    drop(outer);
    cancel::point();
    match (worked, looks.found()) {
        (Ok(Ok(finding)), Some(found)) if finding.kind == VerdictKind::Undecided => Ok(found),
        (Ok(result), _) => result,
        (Err(_), Some(found)) => Ok(found),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
