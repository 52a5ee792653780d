//! Both versions side by side, for the search.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cancel::Token;
use confine::{End, Trust};
use engine_native::{Call, Certainty, Seen, Stopped, Versions};
use equiv::Side;
use serde_json::{Value, json};

use crate::worker::{Exceptions, Layout, NotRun, Worker};

/// What is known before anything is run.
#[derive(Clone, Debug)]
pub struct Asked {
    pub layouts: [Layout; 2],
    /// Types of parameters that the user says, by name.
    pub types: Vec<(String, String)>,
    /// Types of parameters that follow from what is done with them.
    pub guessed: Vec<(String, String)>,
    /// The lines of old's and new's files that are not the same.
    pub changed: [Vec<(PathBuf, Vec<usize>)>; 2],
    pub exceptions: Exceptions,
    pub seed: u64,
    pub trust: Trust,
}

/// Two versions, each in a process that is kept.
pub struct Both {
    asked: Asked,
    workers: [Worker; 2],
    /// Whose process makes up inputs: old's, or new's where old cannot be loaded.
    maker: Side,
    /// What both sources say that inputs could be made of.
    mined: Value,
    /// The globals that both versions have, the private members of objects that only one has, and how often globals are
    /// looked at.
    common: Value,
    /// A process that begins no further call for this long hangs where no signal reaches it.
    patience: Duration,
    /// How long it takes to load the modules once more.
    reload: Duration,
    /// How often a process had to be started again.
    restarts: usize,
    /// How long ago, in batches, a line was run for the first time.
    quiet: usize,
    batches: usize,
    lines: Option<Lines>,
}

/// The changed lines with code in them, as files with numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    pub reached: usize,
    pub missed: Vec<(Side, String, usize)>,
}

const LOAD: Duration = Duration::from_secs(10);
const HANGS: Duration = Duration::from_millis(1500);
/// A batch takes some hundredths of a second, and begins with loading the modules.
const PACE: Duration = Duration::from_millis(60);
const PROPOSE: Duration = Duration::from_secs(4);
/// After so many ends of a process nothing more is tried.
const MOST_RESTARTS: usize = 6;
/// The same calls, in modules loaded anew, within one fresh process.
const TIMES: usize = 3;
/// Lines are watched all of the time until so many batches showed none for the first time.
const WATCHFUL: usize = 6;

/// So begins the text of a call of another function than the client.
pub const STEP: char = '#';

/// So the interpreter's side says that a call does not fit the parameters.
const REFUSES: &str = "refuses the call";

/// How a call ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It does not fit the parameters.
    Refused,
    /// As code does that was not written for such a type.
    Stumbled,
    Other,
}

impl Both {
    /// Loads both versions, by then.
    pub fn start(asked: Asked, until: Instant) -> Result<Both, NotRun> {
        let begun = Instant::now();
        let loading = LOAD.min(until.saturating_duration_since(begun));
        let [old, new] = asked.layouts.clone();
        let [old_changed, new_changed] = asked.changed.clone();
        let worker = |layout: Layout, changed: Vec<(PathBuf, Vec<usize>)>| {
            let mut worker = Worker::new(layout);
            worker.changed = changed;
            worker.exceptions = asked.exceptions;
            worker
        };
        let workers = [worker(old, old_changed), worker(new, new_changed)];
        let mut both = Both {
            asked,
            workers,
            maker: Side::Old,
            mined: json!([]),
            common: json!([[], [], 1, []]),
            patience: HANGS,
            reload: Duration::ZERO,
            restarts: 0,
            quiet: 0,
            batches: 0,
            lines: None,
        };
        both.at_once(|worker, trust| worker.begin(trust)).into_iter().collect::<Result<(), NotRun>>()?;
        let [old, new] = both.at_once(|worker, trust| worker.ask(&json!(["load"]), loading, trust));
        // Who takes long to load the modules may take so long again.
        both.patience = HANGS.max(begun.elapsed() * 3);
        let loaded = |answer: Result<Result<Value, End>, NotRun>| match answer? {
            Ok(said) => Ok(said),
            Err(end) => Err(NotRun::Failed(format!("a version cannot be loaded: {end}"), "")),
        };
        let (old, new) = (loaded(old)?, loaded(new)?);
        for said in [&old, &new] {
            if let Some(module) = said["lacks"].as_str() {
                let python = both.workers[0].layout.python.clone();
                return Err(NotRun::Lacks { module: module.to_owned(), python });
            }
            if let Some(why) = said["nothing"].as_str() {
                return Err(NotRun::Failed(format!("a version cannot be loaded: {why}"), ""));
            }
        }
        let took = |said: &Value| said["took"].as_f64().unwrap_or(0.0);
        both.reload = Duration::from_secs_f64(took(&old).max(took(&new)).clamp(0.0, 10.0));
        let names = |said: &Value, what: &str| -> BTreeSet<String> {
            let names = said[what].as_array().into_iter().flatten();
            names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
        };
        let [globals, private, functions] =
            ["globals", "private", "callables"].map(|what| [&old, &new].map(|said| names(said, what)));
        let common: Vec<&String> = globals[0].intersection(&globals[1]).collect();
        // What only one version keeps for itself in its objects is nobody's business.
        let hidden: Vec<&String> = private[0].symmetric_difference(&private[1]).collect();
        let pace = [&old, &new].into_iter().filter_map(|said| said["pace"].as_u64()).max().unwrap_or(1);
        let functions: Vec<&String> = functions[0].intersection(&functions[1]).collect();
        both.common = json!([common, hidden, pace, functions]);
        both.mined = json!([old["mined"], new["mined"]]);
        match (old["failure"].as_str(), new["failure"].as_str()) {
            (Some(why), Some(_)) => return Err(NotRun::Failed(format!("neither version can be loaded: {why}"), "")),
            (Some(_), None) => both.maker = Side::New,
            (None, _) => {}
        }
        for side in Side::BOTH {
            // What is tried to make objects may end the process: then nothing is tried.
            let prepared = both.prepare(side).or_else(|_| {
                both.restarts += 1;
                both.prepare(side)
            });
            prepared.map_err(|Stopped(why)| NotRun::Failed(why, ""))?;
        }
        Ok(both)
    }

    /// The changed lines, and which of them ran so far.
    pub fn lines(&mut self) -> Lines {
        if let Some(lines) = self.lines.take() {
            return lines;
        }
        let mut lines = Lines::default();
        for side in Side::BOTH {
            let worker = &mut self.workers[side as usize];
            if !worker.is_running() {
                continue;
            }
            let Ok(Ok(said)) = worker.ask(&json!(["lines"]), LOAD, self.asked.trust) else { continue };
            lines.reached += said["reached"].as_array().map_or(0, Vec::len);
            for row in said["missed"].as_array().into_iter().flatten() {
                let line = row[1].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0);
                lines.missed.push((side, row[0].as_str().unwrap_or_default().to_owned(), line));
            }
        }
        lines
    }

    /// What was reached is asked for before processes end.
    fn keep_lines(&mut self) {
        if self.lines.is_none() {
            self.lines = Some(self.lines());
        }
    }

    fn fresh_process(&self, side: Side, round: u32) -> Fresh {
        let mut worker = Worker::plain(self.asked.layouts[side as usize].clone());
        worker.exceptions = self.asked.exceptions;
        worker.hash_seed = 1 + 7919 * round;
        let (common, patience, trust) = (self.common.clone(), self.patience, self.asked.trust);
        Fresh { worker, common, patience, trust }
    }

    /// Both at the same time.
    fn at_once<T: Send>(&mut self, work: impl Fn(&mut Worker, Trust) -> T + Sync) -> [T; 2] {
        let trust = self.asked.trust;
        let [old, new] = &mut self.workers;
        // A child lives as long as the thread that started it: it is started here.
        if !old.is_running() || !new.is_running() {
            return [work(old, trust), work(new, trust)];
        }
        let token = cancel::current();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| within(token.as_ref(), || work(new, trust)));
            let old = work(old, trust);
            let new = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            [old, new]
        })
    }

    /// Tells a process what it needs besides its job.
    fn prepare(&mut self, side: Side) -> Result<(), Stopped> {
        let (trust, seed) = (self.asked.trust, self.asked.seed + self.restarts as u64);
        let pairs = |rows: &[(String, String)]| {
            rows.iter().map(|(name, type_)| (name.clone(), json!(type_))).collect::<serde_json::Map<_, _>>()
        };
        let options = json!({
            "seed": seed, "types": pairs(&self.asked.types), "guessed": pairs(&self.asked.guessed),
            "mined": self.mined, "restarts": self.restarts,
        });
        let makes = (side == self.maker).then(|| json!(["prepare", options]));
        for request in std::iter::once(share(&self.common)).chain(makes) {
            let answer = self.workers[side as usize].ask(&request, LOAD, trust).map_err(stopped)?;
            answer.map_err(|end| Stopped(end.to_string()))?;
        }
        Ok(())
    }

    fn prepared(&mut self) -> Result<(), Stopped> {
        for side in Side::BOTH {
            if !self.workers[side as usize].is_running() {
                self.restarts += 1;
                if self.restarts > MOST_RESTARTS {
                    return Err(Stopped("its process was ended too often".to_owned()));
                }
                self.prepare(side)?;
            }
        }
        Ok(())
    }

    /// Puts a request about rows to both versions; a row that a process does not get over shows nothing.
    fn about(&mut self, rows: &[Value], request: impl Fn(&[Value]) -> Value + Sync) -> Result<[Value; 2], Stopped> {
        let mut left: Vec<usize> = (0..rows.len()).collect();
        loop {
            self.prepared()?;
            let some: Vec<Value> = left.iter().map(|at| rows[*at].clone()).collect();
            let asked = request(&some);
            let patience = self.patience;
            let answers = self.at_once(|worker, trust| worker.ask_many(&asked, patience, trust));
            let mut said = Vec::new();
            for answer in answers {
                match answer.map_err(stopped)? {
                    Ok(value) => said.push(value),
                    Err((_, number)) if number < left.len() => {
                        left.remove(number);
                        break;
                    }
                    Err((end, _)) => return Err(Stopped(end.to_string())),
                }
            }
            if let [old, new] = &said[..] {
                return Ok([old, new].map(|said| spread(said, &left, rows.len())));
            }
            if left.is_empty() {
                return Ok([json!({ "seen": [], "new": [] }), json!({ "seen": [], "new": [] })]);
            }
        }
    }
}

/// Work that is cancelled together with what it is a part of.
fn within<T>(token: Option<&Token>, work: impl FnOnce() -> T) -> T {
    match token {
        Some(token) => token.within(work),
        None => work(),
    }
}

/// Tells a process what both versions have to know of each other.
fn share(common: &Value) -> Value {
    json!(["share", common[0], common[1], common[2], common[3]])
}

/// A version in a process of its own, which is yet to be started.
struct Fresh {
    worker: Worker,
    common: Value,
    patience: Duration,
    trust: Trust,
}

impl Fresh {
    /// What the last of the calls shows.
    fn run(mut self, calls: &[String]) -> Result<(Seen<Ending>, Value), Stopped> {
        let nothing = || Seen { digest: None, ending: Ending::Other };
        if self.worker.ask(&share(&self.common), LOAD, self.trust).map_err(stopped)?.is_err() {
            return Ok((nothing(), Value::Null));
        }
        // Where loading takes long, each of the processes loads once.
        let times = if self.patience > HANGS { 1 } else { TIMES };
        match self.worker.ask_many(&json!(["show", calls, times]), self.patience, self.trust).map_err(stopped)? {
            Ok(said) => Ok((seen(&json!([said["digest"], said["kind"]])), said)),
            Err(_) => Ok((nothing(), Value::Null)),
        }
    }
}

/// The answer about some of the rows as one about all of them.
fn spread(said: &Value, left: &[usize], count: usize) -> Value {
    let mut seen = vec![json!([null, "it took too long"]); count];
    for (at, row) in left.iter().zip(said["seen"].as_array().into_iter().flatten()) {
        seen[*at] = row.clone();
    }
    let told = |what: &str| -> Vec<&usize> {
        let numbers = said[what].as_array().into_iter().flatten();
        numbers.filter_map(|number| left.get(number.as_u64()? as usize)).collect()
    };
    json!({ "seen": seen, "new": told("new"), "hot": told("hot") })
}

fn stopped(why: NotRun) -> Stopped {
    Stopped(match why {
        NotRun::Unconfined(why) => why.to_owned(),
        NotRun::Failed(why, _) => why,
        NotRun::Lacks { module, .. } => format!("there is no module {module}"),
    })
}

fn seen(row: &Value) -> Seen<Ending> {
    let ending = match row[1].as_str() {
        Some(REFUSES) => Ending::Refused,
        Some("TypeError" | "AttributeError") => Ending::Stumbled,
        _ => Ending::Other,
    };
    Seen { digest: row[0].as_str().map(str::to_owned), ending }
}

fn all_seen(answer: &Value) -> Vec<Seen<Ending>> {
    answer["seen"].as_array().into_iter().flatten().map(seen).collect()
}

impl Versions for Both {
    type Shown = Value;
    type Ending = Ending;

    fn propose(&mut self, count: usize) -> Result<Vec<Call>, Stopped> {
        let answer = loop {
            self.prepared()?;
            let worker = &mut self.workers[self.maker as usize];
            // Making up inputs may end the process, too. That is done so often, and no more.
            if let Ok(answer) = worker.ask(&json!(["propose", count]), PROPOSE, self.asked.trust).map_err(stopped)? {
                break answer;
            }
        };
        let call = |row: &Value| {
            let certainty = match row[1].as_str()? {
                "d" => Certainty::Declared,
                "e" => Certainty::Evident,
                "m" => Certainty::MadeUp,
                _ => Certainty::Unknown,
            };
            Some(Call { text: row[0].as_str()?.to_owned(), certainty })
        };
        Ok(answer.as_array().into_iter().flatten().filter_map(call).collect())
    }

    fn run(&mut self, calls: &[Call]) -> Result<[Vec<Seen<Ending>>; 2], Stopped> {
        self.batches += 1;
        self.quiet += 1;
        let watches = self.quiet < WATCHFUL || self.batches.is_multiple_of(8);
        let rows: Vec<Value> = calls.iter().map(|call| json!(call.text)).collect();
        let both = self.about(&rows, |some| json!(["batch", some, watches]))?;
        let [old, new] = &both;
        let told = |what: &str| -> Vec<&Value> {
            both.iter().flat_map(|said| said[what].as_array().into_iter().flatten()).collect()
        };
        let (newly, hot) = (told("new"), told("hot"));
        if !newly.is_empty() {
            self.quiet = 0;
        }
        let rows_seen = |said: &'_ Value| said["seen"].as_array().cloned().unwrap_or_default();
        let words = rows_seen(old).into_iter().zip(rows_seen(new));
        let kinds: Vec<Value> =
            words.map(|(old, new)| if new[0].is_null() && !old[0].is_null() { new } else { old }[1].clone()).collect();
        let maker = &mut self.workers[self.maker as usize];
        if maker.is_running() {
            // Without it nothing is learned, and no harm is done.
            let _ = maker.ask(&json!(["learn", rows, kinds, newly, hot]), PROPOSE, self.asked.trust);
        }
        Ok(both.each_ref().map(all_seen))
    }

    fn alone(&mut self, sequences: &[Vec<String>]) -> Result<[Vec<Seen<Ending>>; 2], Stopped> {
        let rows: Vec<Value> = sequences.iter().map(|calls| json!(calls)).collect();
        let both = self.about(&rows, |some| json!(["alone", some]))?;
        Ok(both.each_ref().map(all_seen))
    }

    fn fresh(&mut self, side: Side, round: u32, calls: &[String]) -> Result<(Seen<Ending>, Value), Stopped> {
        self.keep_lines();
        self.fresh_process(side, round).run(calls)
    }

    fn both_fresh(&mut self, round: u32, calls: &[String]) -> Result<[(Seen<Ending>, Value); 2], Stopped> {
        self.keep_lines();
        let [old, new] = Side::BOTH.map(|side| self.fresh_process(side, round));
        let token = cancel::current();
        std::thread::scope(|scope| {
            let new = scope.spawn(|| within(token.as_ref(), || new.run(calls)));
            let old = old.run(calls);
            let new = new.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok([old?, new?])
        })
    }

    fn is_step(&self, call: &str) -> bool {
        call.starts_with(STEP)
    }

    fn pace(&self) -> Duration {
        PACE + self.reload * 3
    }

    fn counts(&self, certainty: Certainty, old: &Seen<Ending>, new: &Seen<Ending>) -> bool {
        let stumbles = |seen: &Seen<Ending>| seen.ending == Ending::Stumbled;
        match certainty {
            // Nobody could call old so.
            _ if old.ending == Ending::Refused => false,
            Certainty::MadeUp => false,
            Certainty::Declared => true,
            Certainty::Evident => !stumbles(old),
            Certainty::Unknown => !stumbles(old) && !stumbles(new),
        }
    }

    fn smaller(&mut self, call: &str) -> Result<Vec<String>, Stopped> {
        self.prepared()?;
        let maker = &mut self.workers[self.maker as usize];
        let answer = maker.ask(&json!(["smaller", call]), PROPOSE, self.asked.trust).map_err(stopped)?;
        let answer = answer.map_err(|end| Stopped(end.to_string()))?;
        Ok(answer.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect())
    }
}
