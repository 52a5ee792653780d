//! No verdict contradicts the truth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use equiv::regions::Shown;
use equiv::replay::replay;
use equiv::{Problem, Replay, Verdict};
use front_python::{Client, Version};
use ir::entry::Source;
use ir::interp::Limits;
use portfolio::{Engine, Merge, Options, check, prove_summaries};
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
                Replay::NoObservation(..) | Replay::Unclear(_) => return None,
            }
        }
    }
    Some(same)
}

fn problem(pair: &Pair) -> Problem {
    let version = |name: &str, text: &str| Version::file(Source { name: name.into(), text: text.into() });
    let client = Client { function: "client".into(), file: None };
    let types = ["x", "y"].map(|name| (name.to_owned(), "int".to_owned())).to_vec();
    let options = front_python::Options { types, ..front_python::Options::default() };
    let lowered = front_python::lower(&version("old.py", &pair.old), &version("new.py", &pair.new), &client, &options);
    Problem::new(lowered.unwrap_or_else(|error| panic!("{error}\n{}\n{}", pair.old, pair.new)))
}

#[derive(Default, Debug)]
struct Tally {
    equal: AtomicU64,
    different: AtomicU64,
    undecided: AtomicU64,
    no_truth: AtomicU64,
    /// Put to the eager twin; settled by it; and of these, with fewer paths than the lazy exploration took.
    eager_asked: AtomicU64,
    eager: AtomicU64,
    eager_shorter: AtomicU64,
    /// Asked with paths merged: some were; and those that were settled.
    merged: AtomicU64,
    merged_settled: AtomicU64,
    /// Uses of summaries that were compared with their paths, and those that were proved equal.
    summaries: AtomicU64,
    summaries_equal: AtomicU64,
}

fn one(seed: u64, width: Width, tally: &Tally) -> Result<(), String> {
    let pair = pair(seed, width);
    let problem = problem(&pair);
    let Some(same) = truth(&problem) else {
        tally.no_truth.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    let mut engines = vec![Engine::Lazy];
    // Each run of the eager twin starts the solver, which most lazy ones can do without.
    if seed.is_multiple_of(10) || std::env::var_os("SOAK").is_some() {
        engines.push(Engine::Eager);
    }
    if seed.is_multiple_of(10) {
        engines.push(Engine::Auto);
    }
    if seed.is_multiple_of(40) {
        engines.push(Engine::Relational);
    }
    if seed.is_multiple_of(5) || std::env::var_os("SOAK").is_some() {
        merged(seed, &pair, &problem, same, tally)?;
    }
    let mut lazy_paths = 0;
    for engine in engines {
        let options =
            Options { engine, timeout: Duration::from_secs(5), identical_shortcut: false, ..Options::default() };
        let answer = check(&problem, &options);
        let paths = answer.coverage.statistics.client_paths + answer.coverage.statistics.library_path_pairs;
        if engine == Engine::Lazy {
            lazy_paths = paths;
        }
        if engine == Engine::Eager {
            tally.eager_asked.fetch_add(1, Ordering::Relaxed);
            if !matches!(answer.verdict, Verdict::Undecided(_)) {
                tally.eager.fetch_add(1, Ordering::Relaxed);
                tally.eager_shorter.fetch_add(u64::from(paths < lazy_paths), Ordering::Relaxed);
                check_verdict(seed, engine, &pair, &answer.verdict, same)?;
            }
            continue;
        }
        check_verdict(seed, engine, &pair, &answer.verdict, same)?;
        let counter = match (answer.verdict, same) {
            (Verdict::Equivalent(_), true) => &tally.equal,
            (Verdict::Different(_), false) => &tally.different,
            (Verdict::Undecided(_), _) => &tally.undecided,
            _ => unreachable!("checked before"),
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Paths as one: the verdict is that of the runs, and every summary is equal to its paths.
fn merged(seed: u64, pair: &Pair, problem: &Problem, same: bool, tally: &Tally) -> Result<(), String> {
    let (engine, timeout) = (Engine::Lazy, Duration::from_secs(5));
    let options = Options { engine, timeout, identical_shortcut: false, merge: Merge::Always, ..Options::default() };
    let answer = check(problem, &options);
    check_verdict(seed, engine, pair, &answer.verdict, same)?;
    tally.merged.fetch_add(u64::from(answer.coverage.statistics.merged > 0), Ordering::Relaxed);
    let settled = !matches!(answer.verdict, Verdict::Undecided(_));
    tally.merged_settled.fetch_add(u64::from(settled), Ordering::Relaxed);
    let proofs = prove_summaries(problem, timeout);
    let wrong = proofs.instances().find(|instance| matches!(instance.shown, Shown::Different(_)));
    tally.summaries.fetch_add(proofs.instances().count() as u64, Ordering::Relaxed);
    let equal = proofs.instances().filter(|instance| instance.shown == Shown::Equal).count();
    tally.summaries_equal.fetch_add(equal as u64, Ordering::Relaxed);
    match wrong {
        Some(wrong) => Err(format!("pair {seed}: a summary is not equal to its paths: {wrong:?}\n{}", pair.old)),
        None => Ok(()),
    }
}

fn check_verdict(seed: u64, engine: Engine, pair: &Pair, verdict: &Verdict, same: bool) -> Result<(), String> {
    let said = match (verdict, same) {
        (Verdict::Equivalent(_), true) | (Verdict::Different(_), false) | (Verdict::Undecided(_), _) => return Ok(()),
        (Verdict::Equivalent(_), false) => "equivalent",
        (Verdict::Different(_), true) => "different",
    };
    let Pair { old, new } = pair;
    Err(format!("pair {seed}: {engine:?} said {said}, but same = {same}\n--- old\n{old}--- new\n{new}"))
}

/// Where the versions differ, the condition says so of the right inputs.
#[test]
fn the_condition_of_difference_is_that_of_exhaustive_runs() {
    let wanted = if std::env::var_os("SOAK").is_some() { 500 } else { 40 };
    let (mut found, mut exact) = (0, 0);
    for seed in 0.. {
        let pair = pair(seed, Width::Slice);
        let problem = problem(&pair);
        if truth(&problem) != Some(false) {
            continue;
        }
        let options = Options { characterise: true, timeout: Duration::from_secs(5), ..Options::default() };
        let Some(difference) = check(&problem, &options).coverage.difference else { continue };
        found += 1;
        exact += u32::from(difference.is_exact);
        for x in DOMAIN.start() - 1..=DOMAIN.end() + 1 {
            for y in DOMAIN.start() - 1..=DOMAIN.end() + 1 {
                let inputs = [Value::int(x), Value::int(y)];
                let differs = matches!(replay(&problem, &inputs, Limits::default()), Replay::Differs(_));
                let said = difference.condition.holds(&inputs);
                let is_right = if difference.is_exact { said == Some(differs) } else { differs || said != Some(true) };
                let Pair { old, new } = &pair;
                assert!(is_right, "pair {seed}, {x}, {y}: {:?}\n--- old\n{old}--- new\n{new}", difference.condition);
            }
        }
        if found == wanted {
            break;
        }
    }
    assert!(exact * 10 > found * 9, "{exact} of {found} are exact");
}

#[test]
fn no_verdict_contradicts_exhaustive_runs() {
    soak(Width::Slice, 900);
}

#[test]
fn no_verdict_on_the_whole_core_contradicts_exhaustive_runs() {
    soak(Width::Core, 250);
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
    // Merging that is seldom done, or seldom proved, is not tested either.
    let (asked, merged) = (get(&tally.merged_settled), get(&tally.merged));
    let (used, equal) = (get(&tally.summaries), get(&tally.summaries_equal));
    assert!(merged * 3 > asked && equal * 10 > used * 9, "{tally:?}");
    // The twin is a reference where it gives an answer, and the lazy exploration seldom takes more paths.
    assert!(
        get(&tally.eager) * 4 > get(&tally.eager_asked) && get(&tally.eager_shorter) * 10 < get(&tally.eager),
        "{tally:?}"
    );
}
