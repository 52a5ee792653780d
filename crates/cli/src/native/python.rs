//! Runs calls in CPython, in one confined process for each version.

use std::path::PathBuf;
use std::time::Duration;

use confine::Trust;
pub use native_python::Layout;
use native_python::Worker;
use report::Example;
use serde_json::json;

use super::sources::Placed;
use super::{Native, NotRun, Observed, pytest, unconfined};
use crate::failure::{Failure, Result};
use crate::question::Question;

/// Both versions, run by CPython.
pub struct Python {
    workers: [Worker; 2],
    question: Question,
}

impl Python {
    pub fn new(layouts: [Layout; 2], question: Question) -> Python {
        Python { workers: layouts.map(Worker::new), question }
    }
}

impl Native for Python {
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<[Vec<Observed>; 2], NotRun> {
        let [old, new] = &mut self.workers;
        let token = cancel::current();
        let beside = || match &token {
            Some(token) => token.within(|| run(old, calls, trust)),
            None => run(old, calls, trust),
        };
        std::thread::scope(|scope| {
            let old = scope.spawn(beside);
            let new = run(new, calls, trust);
            Ok([old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?, new?])
        })
    }

    fn watch(&mut self, changed: [Vec<(PathBuf, Vec<usize>)>; 2]) {
        for (worker, changed) in self.workers.iter_mut().zip(changed) {
            worker.changed = changed;
        }
        self.rest();
    }

    fn hurry(&mut self, seconds: f64) {
        for worker in &mut self.workers {
            worker.seconds = seconds;
        }
        self.rest();
    }

    fn rest(&mut self) {
        self.workers.iter_mut().for_each(Worker::rest);
    }

    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String> {
        let [old, new] = &self.workers;
        let placed = [Placed::of(&old.layout, &self.question.old), Placed::of(&new.layout, &self.question.new)];
        Ok(pytest::write(example, &placed, &self.question, names))
    }

    fn at_once(&self) -> usize {
        8
    }

    fn runs_in(&self) -> &'static str {
        "CPython"
    }
}

/// One program alone.
pub struct One(Worker);

impl One {
    pub fn new(layout: Layout) -> One {
        One(Worker::new(layout))
    }

    pub fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<Vec<Observed>, NotRun> {
        run(&mut self.0, calls, trust)
    }
}

/// The child itself gives up after one second; this is for code that does not let it.
const ONE_CALL: Duration = Duration::from_secs(4);
/// A version that ends its process more often than this is left alone.
const MOST_CHILDREN: usize = 12;

/// Runs every call, each in freshly loaded modules.
fn run(worker: &mut Worker, calls: &[String], trust: Trust) -> std::result::Result<Vec<Observed>, NotRun> {
    let (mut observed, mut started) = (Vec::new(), 0);
    for call in calls {
        started += usize::from(!worker.is_running());
        if started > MOST_CHILDREN {
            observed.push(Observed::nothing("its process was ended too often"));
            continue;
        }
        observed.push(match worker.ask(&json!(call), ONE_CALL, trust)? {
            Ok(seen) => Observed::new(seen),
            Err(end) => Observed::nothing(&end.to_string()),
        });
    }
    Ok(observed)
}

impl From<native_python::NotRun> for NotRun {
    fn from(why: native_python::NotRun) -> NotRun {
        match why {
            native_python::NotRun::Unconfined(why) => unconfined("CPython", why),
            native_python::NotRun::Lacks { module, python } => {
                NotRun::Lacks { module, python: python.0.display().to_string() }
            }
            native_python::NotRun::Failed(message, advice) => NotRun::Failed(Failure::new(message, advice)),
        }
    }
}
