//! No verdict on loops without a bound contradicts how the pair was made, or what runs show.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use equiv::replay::replay;
use equiv::{Problem, Replay, Verdict};
use front_python::{Client, Version};
use ir::entry::Source;
use ir::interp::Limits;
use portfolio::{Engine, Options, check};
use soak::{LoopPair, Pair, loop_pair};
use value::Value;

fn problem(pair: &Pair) -> Problem {
    let version = |name: &str, text: &str| Version::file(Source { name: name.into(), text: text.into() });
    let client = Client { function: "client".into(), file: None };
    let options = front_python::Options::default();
    let lowered = front_python::lower(&version("old.py", &pair.old), &version("new.py", &pair.new), &client, &options);
    Problem::new(lowered.unwrap_or_else(|error| panic!("{error}\n{}\n{}", pair.old, pair.new)))
}

/// Does some small input tell the versions apart?
fn differs(problem: &Problem) -> bool {
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    (-5..=12).any(|n| {
        (-2..=2).any(|k| matches!(replay(problem, &[Value::int(n), Value::int(k)], limits), Replay::Differs(_)))
    })
}

#[derive(Default, Debug)]
struct Tally {
    equal: AtomicU64,
    different: AtomicU64,
    undecided: AtomicU64,
}

fn one(seed: u64, tally: &Tally) -> Result<(), String> {
    let LoopPair { pair, is_equal } = loop_pair(seed);
    let problem = problem(&pair);
    let differs = differs(&problem);
    let wrong = |said: &str| {
        let Pair { old, new } = &pair;
        Err(format!("pair {seed}: {said}, but equal = {is_equal}, differs = {differs}\n--- old\n{old}--- new\n{new}"))
    };
    if is_equal && differs {
        return wrong("the interpreter tells them apart");
    }
    let timeout = Duration::from_millis(2_500);
    let options = Options { engine: Engine::Relational, timeout, identical_shortcut: false, ..Options::default() };
    match check(&problem, &options).verdict {
        Verdict::Equivalent(_) if differs => return wrong("said equivalent"),
        Verdict::Different(_) if is_equal => return wrong("said different"),
        Verdict::Equivalent(_) => tally.equal.fetch_add(1, Ordering::Relaxed),
        Verdict::Different(_) => tally.different.fetch_add(1, Ordering::Relaxed),
        Verdict::Undecided(_) => tally.undecided.fetch_add(1, Ordering::Relaxed),
    };
    Ok(())
}

#[test]
fn no_verdict_contradicts_construction_or_runs() {
    let given = |name: &str| std::env::var(name).ok().and_then(|count| count.parse::<u64>().ok());
    let count = given("SOAK_LOOPS").unwrap_or(60);
    // Only so long, and from that number on: for runs by hand.
    let seconds = given("SOAK_SECONDS").unwrap_or(u64::MAX);
    let (tally, next, failures) =
        (Tally::default(), AtomicU64::new(given("SOAK_FROM").unwrap_or(0)), Mutex::new(Vec::new()));
    let (start, last) = (Instant::now(), next.load(Ordering::Relaxed) + count);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                while start.elapsed().as_secs() < seconds {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= last {
                        break;
                    }
                    if let Err(failure) = one(seed, &tally) {
                        failures.lock().expect("no thread panics with it").push(failure);
                    }
                }
            };
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread.spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let failures = failures.into_inner().expect("no thread panics with it");
    assert!(failures.is_empty(), "{} wrong; the first:\n{}", failures.len(), failures[0]);
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (equal, different, undecided) = (get(&tally.equal), get(&tally.different), get(&tally.undecided));
    if given("SOAK_LOOPS").is_some() {
        let counts = format!("{equal} equivalent, {different} different, {undecided} undecided, none wrong");
        let _ = writeln!(std::io::stderr(), "{counts}");
    }
    assert!(equal > 0 && different > 0, "{tally:?}");
}
