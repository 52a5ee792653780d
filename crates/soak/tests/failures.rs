//! No verdict on failures contradicts the truth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use equiv::replay::replay_given;
use equiv::{Counterexample, Given, Goal, Problem, Replay, Side, Spec, Verdict};
use front_boogie::Assertions;
use ir::entry::Source;
use ir::interp::Limits;
use portfolio::{Mode, Options, check};
use soak::assertions::{LARGEST, Program, pair};
use value::{Sort, Value};

/// Choices that are tried; runs that make more are not known by trying.
const CHOICES: u32 = 4;

fn problem(old: &Program, new: &Program) -> Problem {
    let source = |name: &str, program: &Program| vec![Source { name: name.into(), text: program.write() }];
    let options = front_boogie::Options { assertions: Assertions::Flag, ..front_boogie::Options::default() };
    let (old_source, new_source) = (source("old.bpl", old), source("new.bpl", new));
    let pair = front_boogie::lower(&old_source, &new_source, &old.entry(), None, &options);
    let pair = pair.unwrap_or_else(|error| panic!("{error}\n{}\n{}", old.write(), new.write()));
    Problem::asking(pair, Goal::OnlyNewFails(Spec::of_flag("ok")))
}

/// Is there an input, and are there choices, on which only new fails? By trying all of them.
fn truth(problem: &Problem) -> bool {
    let count = problem.inputs().count();
    let mut inputs = vec![0; count];
    loop {
        let values: Vec<Value> = inputs.iter().map(|value| Value::int(*value)).collect();
        for bits in 0..1u32 << CHOICES {
            let choice = |index: u32| (Sort::bool(), Value::Bool(bits >> index & 1 == 1));
            let choices: Vec<(Sort, Value)> = (0..CHOICES).map(choice).collect();
            let given = Given { inputs: values.clone(), choices };
            if matches!(replay_given(problem, &given, Limits::default()), Replay::Differs(_)) {
                return true;
            }
            if !chooses(problem) {
                break;
            }
        }
        let Some(place) = inputs.iter().position(|value| *value < LARGEST) else { return false };
        inputs[place] += 1;
        inputs[..place].fill(0);
    }
}

/// Does it fail by choices beyond those that were tried? It is run once more.
fn makes_more_choices(problem: &Problem, found: &Counterexample) -> bool {
    let again = replay_given(problem, found.given(), Limits::default());
    found.choices().len() > CHOICES as usize && matches!(again, Replay::Differs(_))
}

fn chooses(problem: &Problem) -> bool {
    let functions = Side::BOTH.into_iter().flat_map(|side| problem.program(side).functions.rows());
    let mut insts = functions.filter_map(|function| function.body()).flat_map(|body| body.blocks.rows());
    insts.any(|block| block.insts.iter().any(|inst| matches!(inst, ir::Inst::Choose { .. })))
}

#[derive(Default, Debug)]
struct Tally {
    correct: AtomicU64,
    fails: AtomicU64,
    undecided: AtomicU64,
}

fn one(seed: u64, sound: &Tally, nonmodular: &Tally) -> Result<(), String> {
    let (old, new) = pair(seed);
    let problem = problem(&old, &new);
    let fails = truth(&problem);
    for (mode, tally) in [(Mode::Sound, sound), (Mode::Nonmodular, nonmodular)] {
        let timeout = Duration::from_secs(2);
        let answer = check(&problem, &Options { mode, timeout, ..Options::default() });
        let (count, wrong) = match answer.verdict {
            Verdict::Equivalent(_) => (&tally.correct, fails),
            Verdict::Different(found) => (&tally.fails, !fails && !makes_more_choices(&problem, &found)),
            Verdict::Undecided(_) => (&tally.undecided, false),
        };
        count.fetch_add(1, Ordering::Relaxed);
        if wrong {
            let (old, new) = (old.write(), new.write());
            return Err(format!("{mode:?} is wrong on seed {seed}: new fails alone: {fails}\n{old}\n-----\n{new}"));
        }
    }
    Ok(())
}

/// `FAILURES=3000` tries that many pairs.
#[test]
fn no_wrong_verdict_on_failures() {
    let count: u64 = std::env::var("FAILURES").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let first: u64 = std::env::var("FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (sound, nonmodular) = (Tally::default(), Tally::default());
    let (next, failures) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        return;
                    }
                    if let Err(why) = one(seed, &sound, &nonmodular) {
                        failures.lock().expect("no thread fails while it holds the lock").push(why);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("all threads are done");
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n=====\n"));
    let settled = |tally: &Tally| tally.correct.load(Ordering::Relaxed) + tally.fails.load(Ordering::Relaxed);
    // Most pairs must be settled, or the test says little.
    assert!(settled(&sound) * 10 >= count * 6, "sound: {sound:?}, nonmodular: {nonmodular:?}");
    if std::env::var_os("NOTES").is_some() {
        panic!("as asked for: sound {sound:?}, nonmodular {nonmodular:?}");
    }
}
