//! No verdict contradicts the truth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use equiv::replay::replay;
use equiv::{Problem, Replay, Verdict};
use front_python::{Client, Version};
use ir::entry::Source;
use ir::interp::Limits;
use portfolio::{Engine, Options, check};
use soak::{DOMAIN, Pair, Width, pair};
use value::Value;

/// The truth by running every input the client lets through, and some that it does not.
fn truth(problem: &Problem) -> Option<bool> {
    let mut same = true;
    for x in DOMAIN.start() - 1..=DOMAIN.end() + 1 {
        for y in DOMAIN.start() - 1..=DOMAIN.end() + 1 {
            match replay(problem, &[Value::int(x), Value::int(y)], Limits::default()) {
                Replay::Same => {}
                Replay::Differs(_) => same = false,
                Replay::NoObservation(..) => return None,
            }
        }
    }
    Some(same)
}

fn problem(pair: &Pair) -> Problem {
    let version = |name: &str, text: &str| Version::file(Source { name: name.into(), text: text.into() });
    let client = Client { function: "client".into(), file: None };
    let options = front_python::Options::default();
    let lowered = front_python::lower(&version("old.py", &pair.old), &version("new.py", &pair.new), &client, &options);
    Problem::new(lowered.unwrap_or_else(|error| panic!("{error}\n{}\n{}", pair.old, pair.new)))
}

#[derive(Default, Debug)]
struct Tally {
    equal: AtomicU64,
    different: AtomicU64,
    undecided: AtomicU64,
    no_truth: AtomicU64,
}

fn one(seed: u64, width: Width, tally: &Tally) -> Result<(), String> {
    let pair = pair(seed, width);
    let problem = problem(&pair);
    let Some(same) = truth(&problem) else {
        tally.no_truth.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    let mut engines = vec![Engine::Lazy];
    if seed.is_multiple_of(10) {
        engines.push(Engine::Auto);
    }
    if seed.is_multiple_of(40) {
        engines.push(Engine::Relational);
    }
    for engine in engines {
        let options =
            Options { engine, timeout: Duration::from_secs(5), identical_shortcut: false, ..Options::default() };
        let counter = match (check(&problem, &options).verdict, same) {
            (Verdict::Equivalent(_), true) => &tally.equal,
            (Verdict::Different(_), false) => &tally.different,
            (Verdict::Undecided(_), _) => &tally.undecided,
            (verdict, same) => {
                let said = if matches!(verdict, Verdict::Equivalent(_)) { "equivalent" } else { "different" };
                let Pair { old, new } = &pair;
                return Err(format!(
                    "pair {seed}: {engine:?} said {said}, but same = {same}\n--- old\n{old}--- new\n{new}"
                ));
            }
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

#[test]
fn no_verdict_contradicts_exhaustive_runs() {
    soak(Width::Slice, 5_000);
}

#[test]
fn no_verdict_on_the_whole_core_contradicts_exhaustive_runs() {
    soak(Width::Core, 2_000);
}

fn soak(width: Width, count: u64) {
    let count: u64 = std::env::var("SOAK").ok().and_then(|count| count.parse().ok()).unwrap_or(count);
    let (tally, next, failures) = (Tally::default(), AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    if let Err(failure) = one(seed, width, &tally) {
                        failures.lock().expect("no thread panics with it").push(failure);
                    }
                }
            };
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread.spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let failures = failures.into_inner().expect("no thread panics with it");
    assert!(failures.is_empty(), "{} wrong of {count}; the first:\n{}", failures.len(), failures[0]);
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (decided, undecided) = (get(&tally.equal) + get(&tally.different), get(&tally.undecided));
    // A soak that settles little, or sees one kind only, tests little.
    assert!(decided > 9 * undecided, "{tally:?}");
    assert!(get(&tally.equal) * 8 > decided && get(&tally.different) * 8 > decided, "{tally:?}");
    assert!(get(&tally.no_truth) * 10 < count, "{tally:?}");
}
