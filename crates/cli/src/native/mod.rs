//! Runs calls in the real thing, the interpreter or compiled code, which shares nothing with the
//! rest of safebump. Strangers' code runs confined.

pub mod compiled;
pub mod compiled_search;
mod ctest;
mod pytest;
pub mod python;
pub mod rust;
pub mod search;
mod sources;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use confine::Trust;
use engine_native::Budget;
use report::{Example, Runs};
use serde_json::{Value, json};

use crate::failure::{Failure, Result};

/// Both versions of a client, to be called.
pub trait Native: Send {
    /// Runs every call with old and with new, each in a fresh state. A call is given by its
    /// arguments, as [`arguments`] makes them.
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<[Vec<Observed>; 2], NotRun>;

    /// From now on it is seen whether a call runs one of these lines of old's and new's files. Not
    /// every language can see that.
    fn watch(&mut self, _changed: [Vec<(PathBuf, Vec<usize>)>; 2]) {}

    /// From now on a call that takes longer than this shows nothing. Not every language can be hurried.
    fn hurry(&mut self, _seconds: f64) {}

    /// How many calls are best run together.
    fn at_once(&self) -> usize {
        usize::MAX
    }

    /// Ends the processes that are kept for further calls: the next calls meet fresh ones.
    fn rest(&mut self) {}

    /// The text of a test that fails as long as the two versions differ on this input.
    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String>;

    /// What runs the calls, for messages.
    fn runs_in(&self) -> &'static str;
}

/// Both versions of a client, in which a difference is looked for, again and again.
pub trait Search: Send {
    fn search(&mut self, time: Time) -> std::result::Result<Searched, NotRun>;
}

/// How long a difference is looked for.
#[derive(Copy, Clone, Debug)]
pub struct Time {
    pub until: Instant,
    /// A search takes no longer once both versions run.
    pub longest: Duration,
    pub runs: usize,
    /// Other inputs are made up with another one.
    pub seed: u64,
}

/// What was found in time may be confirmed later.
pub(crate) const CONFIRMING: Duration = Duration::from_millis(800);
/// What was compiled and loaded is run, if only for so long.
const SHORTEST: Duration = Duration::from_millis(250);

impl Time {
    /// For a search that begins now: making both versions run does not count.
    fn budget(self) -> Budget {
        let now = Instant::now();
        let until = self.until.min(now + self.longest).max(now + SHORTEST);
        Budget { until, confirmed_by: until.max(self.until) + CONFIRMING, runs: self.runs }
    }
}

/// What came of running both versions.
pub struct Searched {
    pub example: Option<Example>,
    pub runs: Runs,
}

/// Why nothing was run.
#[derive(Debug)]
pub enum NotRun {
    /// It would have had to run unconfined, and nobody trusts it.
    Unconfined(String),
    Failed(Failure),
    /// A version needs a module that this interpreter has not.
    Lacks {
        module: String,
        python: String,
    },
}

impl NotRun {
    pub fn failure(self) -> Failure {
        match self {
            NotRun::Unconfined(why) => Failure::new(why, ""),
            NotRun::Failed(failure) => failure,
            NotRun::Lacks { module, python } => {
                let message = format!("a version cannot be loaded: there is no module {module}");
                Failure::new(message, report::advice::to_install(&module, &python))
            }
        }
    }
}

impl From<Failure> for NotRun {
    fn from(failure: Failure) -> NotRun {
        NotRun::Failed(failure)
    }
}

/// What could not be confined in `what`.
fn unconfined(what: &str, why: &str) -> NotRun {
    NotRun::Unconfined(format!(
        "nothing was run in {what}: this machine cannot confine strangers' code ({why}); --trust runs it all the same"
    ))
}

/// The arguments of a call, as the language writes them.
pub fn arguments(call: &str) -> String {
    let start = call.find('(').unwrap_or(0);
    let inside = call[start..].strip_prefix('(').unwrap_or(&call[start..]);
    inside.strip_suffix(')').unwrap_or(inside).to_owned()
}

/// What one call showed; an outcome of null is no observation.
#[derive(Clone, Debug)]
pub struct Observed(Value);

impl Observed {
    /// `returns` with the value as the language writes it, `raises` with the type, or `traps`;
    /// `None`: nothing that can be compared.
    pub fn outcome(&self) -> Option<(&str, &str)> {
        let kind = self.0["outcome"][0].as_str()?;
        let text = if kind == "returns" { self.0["text"].as_str()? } else { self.0["outcome"][1].as_str()? };
        Some((kind, text))
    }

    fn new(seen: Value) -> Observed {
        Observed(seen)
    }

    /// Nothing was seen, for this reason.
    fn nothing(why: &str) -> Observed {
        Observed(json!({ "outcome": null, "why": why }))
    }

    /// Why nothing was seen.
    pub fn why_nothing(&self) -> Option<&str> {
        if !self.has_started() && self.0["outcome"].is_array() {
            return self.0["outcome"][2].as_str().or(Some("it does not start"));
        }
        self.0["outcome"].is_null().then(|| self.0["why"].as_str().unwrap_or("no reason is known"))
    }

    /// Was the client called? What its module does while it is loaded comes before.
    fn has_started(&self) -> bool {
        self.0["started"].as_bool().unwrap_or(true)
    }

    /// What was returned, as a report writes it, where that can be held against what a model says.
    pub fn told(&self) -> Option<&str> {
        self.0["told"].as_str()
    }

    /// The arguments before and after, as reports write them; those that cannot be compared have no text.
    pub fn handed(&self) -> Option<Vec<[Option<&str>; 2]>> {
        let rows = self.0["handed"].as_array()?;
        Some(rows.iter().map(|row| [row[0].as_str(), row[1].as_str()]).collect())
    }

    /// Does the global hold something else than before, and what? `None`: nothing is known of it.
    pub fn global(&self, name: &str) -> Option<(bool, Option<&str>)> {
        let row = &self.0["written"][name];
        Some((row[0].as_bool()?, row[1].as_str()))
    }

    /// What compiled code wrote to its standard output.
    pub fn stream(&self) -> Option<&str> {
        self.0["streams"].as_str()
    }

    /// What was printed.
    pub fn output(&self) -> Option<&str> {
        self.0["output"].as_str()
    }

    /// Was a line run that was asked for with [`Native::watch`]? `None`: that was not looked at.
    pub fn reached(&self) -> Option<bool> {
        self.0["reached"].as_bool()
    }

    /// All of it, as a file would show it.
    pub fn text(&self) -> String {
        format!("{:#}", self.0)
    }
}

/// Do the calls look the same to whoever makes them: the outcome, the arguments afterwards, the output? What
/// code outside keeps for itself does not count. `None`: as in [`same`].
pub fn look_the_same(old: &Observed, new: &Observed) -> Option<bool> {
    let without_globals = |seen: &Observed| {
        let mut seen = seen.clone();
        seen.0["changed"] = json!([]);
        seen
    };
    same(&without_globals(old), &without_globals(new), false)
}

/// Are the observations the same? `None` if one side gave none, or neither came as far as the client:
/// what keeps both from being loaded is not what is compared.
pub fn same(old: &Observed, new: &Observed, messages: bool) -> Option<bool> {
    if !old.has_started() && !new.has_started() {
        return None;
    }
    let (old, new) = (&old.0, &new.0);
    if old["outcome"].is_null() || new["outcome"].is_null() {
        return None;
    }
    let outcome = |seen: &Value| {
        let parts = seen["outcome"].as_array().cloned().unwrap_or_default();
        let keep = if messages { 3 } else { 2 };
        parts.into_iter().take(keep).collect::<Vec<_>>()
    };
    let changed = [old, new].into_iter().filter_map(|seen| seen["changed"].as_array()).flatten();
    let globals_are_equal = changed.filter_map(Value::as_str).all(|name| {
        let (a, b) = (old["globals"].get(name), new["globals"].get(name));
        a.is_none() || b.is_none() || a == b
    });
    Some(
        outcome(old) == outcome(new)
            && old["caught_as"] == new["caught_as"]
            && old["args"] == new["args"]
            && old["output"] == new["output"]
            && globals_are_equal,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(started: bool, outcome: Value) -> Observed {
        Observed(
            json!({ "started": started, "outcome": outcome, "args": [], "output": "", "globals": {}, "changed": [] }),
        )
    }

    #[test]
    fn a_run_that_does_not_start_is_no_observation() {
        let (failed, returned) = (json!(["raises", "ImportError", "no module"]), json!(["returns", "int:1"]));
        assert_eq!(same(&seen(false, failed.clone()), &seen(false, failed.clone()), false), None);
        assert_eq!(same(&Observed::nothing("refused"), &seen(true, returned.clone()), false), None);
        // One version alone that cannot be loaded is another matter.
        assert_eq!(same(&seen(true, returned.clone()), &seen(false, failed), false), Some(false));
        assert_eq!(same(&seen(true, returned.clone()), &seen(true, returned), false), Some(true));
    }

    #[test]
    fn what_cannot_be_confined_is_refused_with_a_way_out() {
        let refused = unconfined("CPython", "its kernel has no Landlock");
        let NotRun::Unconfined(why) = refused else { panic!("{refused:?}") };
        assert!(why.contains("no Landlock") && why.contains("--trust"), "{why}");
    }
}
