//! The process that runs one version.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use confine::{Child, Limits, Policy, Seal, StartError, Trust, libraries, loader};

use crate::wire;

/// What must not make a difference, and is another in another process.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Accidents {
    /// What memory holds that was never written.
    pub(crate) fill: u8,
    /// By how many bytes the stack is shifted.
    pub(crate) shift: u32,
    /// Are objects laid out from the last?
    pub(crate) reversed: bool,
}

impl Accidents {
    pub(crate) fn of(round: u32) -> Accidents {
        match round % 3 {
            0 => Accidents { fill: 0xa5, shift: 0, reversed: false },
            1 => Accidents { fill: 0, shift: 1040, reversed: true },
            _ => Accidents { fill: 0x3c, shift: 272, reversed: false },
        }
    }
}

/// What the server says of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Returned(Returned),
    /// The process ended over it: how, as `waitpid` has it, and what it had touched.
    Ended {
        status: i32,
        fault: Fault,
        output: Vec<u8>,
    },
    /// Nobody said anything.
    Nothing,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// It went beyond what it was given.
    BeyondGiven,
    StackUsedUp,
    /// It followed a null pointer.
    Null,
    /// It did not get as far as the call.
    NotStarted,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Returned {
    /// The type of what was thrown.
    pub(crate) thrown: Option<String>,
    pub(crate) value: Vec<u8>,
    /// Where the result leads, and what is there.
    pub(crate) followed: Option<(u64, Vec<u8>)>,
    /// Where the objects of the call are, and what they hold; `None`: freed.
    pub(crate) objects: Vec<(u64, Option<Vec<u8>>)>,
    pub(crate) globals: Vec<Vec<u8>>,
    /// What stands behind references, as text.
    pub(crate) marks: Vec<String>,
    pub(crate) output: Vec<u8>,
    pub(crate) is_new: bool,
    pub(crate) compared: Vec<u64>,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
}

/// The server ends a call by itself; this is for when it does not.
const ONE_CALL: Duration = Duration::from_secs(4);
/// So long the calls of one request may take in all.
const ALL: Duration = Duration::from_millis(1200);

impl Worker {
    pub(crate) fn start(program: &Path, accidents: Accidents, trust: Trust) -> Result<Worker, StartError> {
        let policy = Policy {
            reads: libraries().into_iter().chain([program.to_path_buf(), PathBuf::from("/dev/null")]).collect(),
            programs: std::iter::once(program.to_path_buf()).chain(loader()).collect(),
            forks: true,
            seal: Seal::Computing,
            limits: Limits { answer: 8 << 20, memory: 2 << 30, ..Limits::default() },
            environment: Vec::new(),
        };
        let seal = if confine::cannot_confine().is_none() { policy.seal() } else { String::new() };
        let Accidents { fill, shift, reversed } = accidents;
        let args = [seal, fill.to_string(), shift.to_string(), u8::from(reversed).to_string()].map(OsString::from);
        Ok(Worker { child: Child::start(program, &args, &policy, trust)? })
    }

    /// Makes the calls; after a while the rest is left. `false`: the process is of no more use.
    pub(crate) fn run(&mut self, requests: &[Vec<u8>]) -> (Vec<Answer>, bool) {
        let calls = requests.iter().filter(|request| **request != wire::fresh()).count();
        let mut answers = Vec::new();
        let by = Instant::now() + ALL;
        let mut is_alive = self.child.send(&requests.concat()).is_ok();
        while is_alive && answers.len() < calls {
            if Instant::now() > by {
                is_alive = false;
                break;
            }
            match self.child.next(ONE_CALL) {
                Ok(line) => answers.push(parse(&line)),
                Err(_) => is_alive = false,
            }
        }
        answers.resize(calls, Answer::Nothing);
        (answers, is_alive)
    }
}

fn parse(line: &str) -> Answer {
    let mut words = line.split(' ');
    match words.next() {
        Some("r") => returned(words).map_or(Answer::Nothing, Answer::Returned),
        Some("e") => ended(words).unwrap_or(Answer::Nothing),
        _ => Answer::Nothing,
    }
}

fn returned<'l>(mut words: impl Iterator<Item = &'l str>) -> Option<Returned> {
    let mut found = Returned::default();
    while let Some(word) = words.next() {
        match word {
            "v" => found.value = bytes(words.next()?)?,
            "t" => found.thrown = Some(String::from_utf8_lossy(&bytes(words.next()?)?).into_owned()),
            "f" => found.followed = Some((words.next()?.parse().ok()?, bytes(words.next()?)?)),
            "m" => found.marks.push(String::from_utf8_lossy(&bytes(words.next()?)?).into_owned()),
            "g" => found.globals.push(bytes(words.next()?)?),
            "o" => {
                let place = words.next()?.parse().ok()?;
                let held = words.next()?;
                found.objects.push((place, if held == "freed" { None } else { Some(bytes(held)?) }));
            }
            "n" => found.is_new = true,
            "c" => found.compared.push(words.next()?.parse().ok()?),
            "p" => found.output = bytes(words.next()?)?,
            _ => return None,
        }
    }
    Some(found)
}

fn ended<'l>(mut words: impl Iterator<Item = &'l str>) -> Option<Answer> {
    let status = words.next()?.parse().ok()?;
    let fault = match words.next()? {
        "0" => Fault::None,
        "1" => Fault::BeyondGiven,
        "2" => Fault::StackUsedUp,
        "4" => Fault::Null,
        _ => Fault::NotStarted,
    };
    let output = match words.next()? {
        "p" => bytes(words.next()?)?,
        _ => return None,
    };
    Some(Answer::Ended { status, fault, output })
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    if digits == "-" {
        return Some(Vec::new());
    }
    let digits = digits.as_bytes();
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    digits.chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}
