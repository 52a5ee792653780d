//! Both versions side by side, for the search.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use compile_c::{CompileError, Language, Scratch};
use confine::{StartError, Trust};
use engine_native::{Call, Certainty, Seen, Stopped, Versions};
use equiv::Side;
use front_llvm::SourceType;

use crate::make::Maker;
use crate::mine::Mined;
use crate::observe::{Ending, Observer, Shown, counts};
use crate::program::{self, Build};
use crate::smaller::smaller;
use crate::value::{Param, Value, can_make, write};
use crate::wire::{self, Wire};
use crate::worker::{Accidents, Answer, Returned, Worker};
use compile_c::driver::{Callee, Watched};

/// What is known before anything is run.
#[derive(Clone, Debug)]
pub struct Asked {
    pub versions: [Callee; 2],
    pub seed: u64,
    pub trust: Trust,
}

/// Why nothing was run.
#[derive(Debug)]
pub enum NotRun {
    Unconfined(&'static str),
    Failed(String),
}

impl From<CompileError> for NotRun {
    fn from(error: CompileError) -> NotRun {
        match error {
            CompileError::CannotConfine(why) => NotRun::Unconfined(why),
            error => NotRun::Failed(error.to_string()),
        }
    }
}

/// Two versions, each in a process that is kept.
pub struct Both {
    asked: Asked,
    params: Vec<Param>,
    /// The variables that both versions have. One that does not begin alike has no size here: it is another one.
    globals: Vec<Watched>,
    /// What they hold in the beginning.
    initial: Returned,
    programs: [PathBuf; 2],
    controls: Controls,
    workers: [Option<Worker>; 2],
    maker: Maker,
    /// What the calls that were proposed are made of.
    known: HashMap<String, Vec<Value>>,
    restarts: usize,
    batches: usize,
    folder: std::sync::Arc<Scratch>,
}

/// The other builds, made while the search goes on.
enum Controls {
    Making(JoinHandle<Result<[PathBuf; 2], CompileError>>),
    Made([PathBuf; 2]),
    Failed(String),
}

/// After so many ends of a process nothing more is tried.
const MOST_RESTARTS: usize = 8;
/// More calls are not remembered.
const MOST_KNOWN: usize = 20_000;
const MOST_GLOBALS: usize = 32;

impl Both {
    /// Compiles both versions and sees that they start.
    pub fn start(asked: Asked) -> Result<Both, NotRun> {
        let params = params(&asked.versions)?;
        let [old, new] = &asked.versions;
        let common = old.globals.iter().filter(|global| new.globals.contains(global)).take(MOST_GLOBALS);
        let common: Vec<Watched> = common.cloned().collect();
        let folder = std::sync::Arc::new(Scratch::new()?);
        let server = program::server(&folder)?;
        let programs = make_both(&asked.versions, &common, Build::Search, &server, &folder)?;
        let controls = {
            let (versions, globals, folder) = (asked.versions.clone(), common.clone(), folder.clone());
            std::thread::spawn(move || make_both(&versions, &globals, Build::Control, &server, &folder))
        };
        let mut mined = Mined::default();
        for version in &asked.versions {
            for file in std::iter::once(&version.client).chain(&version.others) {
                mined.add(&std::fs::read_to_string(file).unwrap_or_default());
            }
        }
        let maker = Maker::new(asked.versions[0].language, params.clone(), mined, asked.seed);
        let mut both = Both {
            asked,
            params,
            globals: common,
            initial: Returned::default(),
            programs,
            controls: Controls::Making(controls),
            workers: [None, None],
            maker,
            known: HashMap::new(),
            restarts: 0,
            batches: 0,
            folder,
        };
        both.begin()?;
        Ok(both)
    }

    /// Starts both, and looks at what the globals hold.
    fn begin(&mut self) -> Result<(), NotRun> {
        let mut held = Vec::new();
        for side in Side::BOTH {
            let mut worker = self.worker(side)?;
            let (answers, _) = worker.run(&[wire::globals()]);
            match answers.into_iter().next() {
                Some(Answer::Returned(returned)) => held.push(returned),
                _ => return Err(NotRun::Failed("a version does not start".to_owned())),
            }
            self.workers[side as usize] = Some(worker);
        }
        self.initial = held.swap_remove(0);
        let others = &held[0].globals;
        let begins_otherwise = self.initial.globals.iter().zip(others).map(|(a, b)| a != b).collect::<Vec<_>>();
        for (global, _) in self.globals.iter_mut().zip(begins_otherwise).filter(|(_, otherwise)| *otherwise) {
            global.ty.size = 0;
        }
        Ok(())
    }

    fn worker(&self, side: Side) -> Result<Worker, NotRun> {
        start(&self.programs[side as usize], Accidents::of(0), self.asked.trust)
    }

    fn prepared(&mut self) -> Result<(), Stopped> {
        for side in Side::BOTH {
            if self.workers[side as usize].is_none() {
                self.restarts += 1;
                if self.restarts > MOST_RESTARTS {
                    return Err(Stopped("it took too long too often".to_owned()));
                }
                self.workers[side as usize] = Some(self.worker(side).map_err(stopped)?);
            }
        }
        Ok(())
    }

    /// Makes the calls in both versions at the same time.
    fn answers(&mut self, requests: &[Vec<u8>]) -> Result<[Vec<Answer>; 2], Stopped> {
        self.prepared()?;
        let [Some(old), Some(new)] = &mut self.workers else { return Err(Stopped("nothing runs".to_owned())) };
        let (old, new) = std::thread::scope(|scope| {
            let other = scope.spawn(|| new.run(requests));
            let old = old.run(requests);
            (old, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        for (side, (_, is_alive)) in Side::BOTH.into_iter().zip([&old, &new]) {
            if !is_alive {
                self.workers[side as usize] = None;
            }
        }
        Ok([old.0, new.0])
    }

    fn observe(&self, side: Side, wire: &Wire, answer: &Answer) -> (Seen<Ending>, Shown) {
        let version = &self.asked.versions[side as usize];
        let observer = Observer { version, globals: &self.globals, is_old: side == Side::Old };
        observer.observe(wire, answer, Some(&self.initial))
    }

    fn word(&self, param: &Param, value: &Value) -> String {
        write(self.language(), &self.params, &param.ty, value)
    }

    fn language(&self) -> Language {
        self.asked.versions[0].language
    }

    fn text(&self, values: &[Value]) -> String {
        let words: Vec<String> = self.params.iter().zip(values).map(|(param, value)| self.word(param, value)).collect();
        words.join(", ")
    }

    fn wire(&self, call: &str) -> Option<Wire> {
        self.known.get(call).map(|values| Wire::of(&self.params, values))
    }

    /// Can what a call leaves behind matter to a later one?
    fn leaves_state(&self) -> bool {
        self.asked.versions.iter().any(|version| version.leaves_state)
    }

    /// How many of the answers were given by calls in the state that those before left. A call that ended its process, as
    /// it may where what it does is undefined, left none: what is called afterwards begins anew.
    fn before_an_end(&self, answers: &[Answer]) -> usize {
        let ended = answers.iter().position(|answer| !matches!(answer, Answer::Returned(_)));
        ended.filter(|_| self.leaves_state()).map_or(answers.len(), |at| at + 1)
    }

    /// The same for both: where a call ends the processes of both versions, both begin anew and are alike again.
    fn before_a_one_sided_end(&self, [old, new]: &[Vec<Answer>; 2]) -> usize {
        let ends = |answer: &Answer| !matches!(answer, Answer::Returned(_));
        let one_sided = old.iter().zip(new).position(|(old, new)| ends(old) != ends(new));
        one_sided.filter(|_| self.leaves_state()).map_or(old.len().min(new.len()), |at| at + 1)
    }

    /// The other build of a version.
    fn control(&mut self, side: Side) -> Result<PathBuf, Stopped> {
        if let Controls::Making(_) = &self.controls {
            let Controls::Making(making) = std::mem::replace(&mut self.controls, Controls::Failed(String::new()))
            else {
                return Err(Stopped(String::new()));
            };
            self.controls = match making.join() {
                Ok(Ok(made)) => Controls::Made(made),
                Ok(Err(error)) => Controls::Failed(error.to_string()),
                Err(panic) => std::panic::resume_unwind(panic),
            };
        }
        match &self.controls {
            Controls::Made(made) => Ok(made[side as usize].clone()),
            Controls::Failed(why) => Err(Stopped(why.clone())),
            Controls::Making(_) => Err(Stopped(String::new())),
        }
    }

    /// The names and values of the arguments of a call.
    pub fn arguments(&self, call: &str) -> Vec<(String, String)> {
        let Some(values) = self.known.get(call) else { return Vec::new() };
        let row = |(param, value): (&Param, &Value)| (param.name.clone(), self.word(param, value));
        self.params.iter().zip(values).map(row).collect()
    }
}

impl Drop for Both {
    fn drop(&mut self) {
        // What is still being made goes into the folder.
        if let Controls::Making(making) = std::mem::replace(&mut self.controls, Controls::Failed(String::new())) {
            let folder = self.folder.clone();
            std::thread::spawn(move || (making.join().is_ok(), folder));
        }
    }
}

fn params([old, new]: &[Callee; 2]) -> Result<Vec<Param>, NotRun> {
    let failed = |why: &str| Err(NotRun::Failed(why.to_owned()));
    // Whether something may be written through a pointer makes no other value.
    let plain = |ty: &SourceType| if old.language == Language::Rust { ty.clone() } else { ty.clone().unqualified() };
    let all = |callee: &Callee| callee.params.iter().map(plain).collect::<Vec<_>>();
    if all(old) != all(new) {
        return failed("the versions do not take the same parameters");
    }
    if plain(&old.result) != plain(&new.result) {
        return failed("the versions do not return the same type");
    }
    if old.params.iter().any(|ty| !can_make(ty, old.language)) {
        return failed("it takes what cannot be made up");
    }
    let name = |at: usize| match old.names.get(at) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("a{at}"),
    };
    Ok(old.params.iter().enumerate().map(|(at, ty)| Param { name: name(at), ty: ty.clone() }).collect())
}

fn make_both(
    [old, new]: &[Callee; 2],
    globals: &[Watched],
    build: Build,
    server: &Path,
    folder: &Scratch,
) -> Result<[PathBuf; 2], CompileError> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| program::make(new, globals, false, build, server, folder));
        let old = program::make(old, globals, true, build, server, folder);
        let new = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok([old?, new?])
    })
}

fn start(program: &Path, accidents: Accidents, trust: Trust) -> Result<Worker, NotRun> {
    Worker::start(program, accidents, trust).map_err(|error| match error {
        StartError::CannotConfine(why) => NotRun::Unconfined(why),
        StartError::Failed(error) => NotRun::Failed(error.to_string()),
    })
}

fn nothing() -> Seen<Ending> {
    Seen { digest: None, ending: Ending::Other }
}

fn stopped(why: NotRun) -> Stopped {
    Stopped(match why {
        NotRun::Unconfined(why) => why.to_owned(),
        NotRun::Failed(why) => why,
    })
}

impl Versions for Both {
    type Shown = Shown;
    type Ending = Ending;

    fn propose(&mut self, count: usize) -> Result<Vec<Call>, Stopped> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let mut calls: Vec<Call> = Vec::new();
        // A function of few inputs has soon seen them all.
        for _ in 0..count * 4 {
            let values = self.maker.next();
            let text = self.text(&values);
            if calls.len() == count {
                break;
            }
            if self.known.insert(text.clone(), values).is_none() || self.leaves_state() {
                calls.push(Call { text, certainty: Certainty::Declared });
            }
        }
        Ok(calls)
    }

    fn run(&mut self, calls: &[Call]) -> Result<[Vec<Seen<Ending>>; 2], Stopped> {
        self.batches += 1;
        let traced = self.batches < 30 || self.batches.is_multiple_of(4);
        let wires: Vec<Wire> = calls.iter().filter_map(|call| self.wire(&call.text)).collect();
        let mut requests = vec![wire::fresh()];
        requests.extend(wires.iter().map(|wire| wire.request(traced)));
        let both = self.answers(&requests)?;
        for answers in &both {
            for (call, answer) in calls.iter().zip(answers) {
                let Answer::Returned(returned) = answer else { continue };
                if returned.is_new
                    && let Some(values) = self.known.get(&call.text)
                {
                    self.maker.keep(values.clone());
                }
                for number in &returned.compared {
                    self.maker.saw_compared(i128::from(*number as i64));
                }
            }
        }
        let known = self.before_a_one_sided_end(&both);
        let seen = |side: Side| {
            let answers = wires.iter().zip(&both[side as usize]).enumerate();
            let seen = |(at, (wire, answer))| if at < known { self.observe(side, wire, answer).0 } else { nothing() };
            answers.map(seen).collect()
        };
        Ok(Side::BOTH.map(seen))
    }

    fn alone(&mut self, sequences: &[Vec<String>]) -> Result<[Vec<Seen<Ending>>; 2], Stopped> {
        let mut found: [Vec<Seen<Ending>>; 2] = [Vec::new(), Vec::new()];
        for sequence in sequences {
            let wires: Vec<Wire> = sequence.iter().filter_map(|call| self.wire(call)).collect();
            let mut requests = Vec::new();
            if self.leaves_state() {
                requests.push(wire::fresh());
            }
            requests.extend(wires.iter().map(|wire| wire.request(false)));
            let both = self.answers(&requests)?;
            for side in Side::BOTH {
                let answers = &both[side as usize];
                let seen = match (wires.last(), answers.last()) {
                    (Some(wire), Some(answer)) if self.before_an_end(answers) == answers.len() => {
                        self.observe(side, wire, answer).0
                    }
                    _ => nothing(),
                };
                found[side as usize].push(seen);
            }
        }
        Ok(found)
    }

    fn fresh(&mut self, side: Side, round: u32, calls: &[String]) -> Result<(Seen<Ending>, Shown), Stopped> {
        let program = if round == 1 { self.control(side)? } else { self.programs[side as usize].clone() };
        let mut worker = start(&program, Accidents::of(round), self.asked.trust).map_err(stopped)?;
        let wires: Vec<Wire> = calls.iter().filter_map(|call| self.wire(call)).collect();
        let requests: Vec<Vec<u8>> = wires.iter().map(|wire| wire.request(false)).collect();
        let (mut answers, _) = worker.run(&requests);
        if self.before_an_end(&answers) < answers.len() {
            answers.clear();
        }
        let answer = answers.last().unwrap_or(&Answer::Nothing);
        let wire = wires.last().ok_or_else(|| Stopped("the call is not known".to_owned()))?;
        Ok(self.observe(side, wire, answer))
    }

    fn counts(&self, _: Certainty, old: &Seen<Ending>, new: &Seen<Ending>) -> bool {
        counts(&old.ending, &new.ending)
    }

    fn smaller(&mut self, call: &str) -> Result<Vec<String>, Stopped> {
        let Some(values) = self.known.get(call) else { return Ok(Vec::new()) };
        let smaller = smaller(&self.params, values);
        Ok(smaller
            .into_iter()
            .map(|values| {
                let text = self.text(&values);
                self.known.insert(text.clone(), values);
                text
            })
            .collect())
    }
}
