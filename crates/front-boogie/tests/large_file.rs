//! A large file costs what is reached of it.

mod generate;

use std::time::{Duration, Instant};

use front_boogie::{Options, functions, lower, parse};
use ir::entry::Source;

fn source() -> Source {
    Source { name: "large.bpl".to_string(), text: generate::smack(50, 200) }
}

/// The best of a few runs: the machine may be busy with something else.
fn best(mut run: impl FnMut()) -> Duration {
    let times = (0..5).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.min().expect("there are runs")
}

#[test]
fn a_large_file_parses_quickly() {
    let source = source();
    assert!(source.text.lines().count() >= 3_000, "{} lines", source.text.lines().count());
    let time = best(|| assert!(parse(&source).is_ok()));
    // Unoptimised builds are given more.
    let limit = if cfg!(debug_assertions) { 500 } else { 100 };
    assert!(time < Duration::from_millis(limit), "{time:?}");
}

#[test]
fn one_procedure_reaches_few_axioms() {
    let sources = [source()];
    assert_eq!(functions(&sources).unwrap().len(), 50);
    let pair = lower(&sources, &sources, "proc10", None, &Options::default()).unwrap();
    // proc10 calls proc9: two procedures and the entry, each with one function and its axiom.
    assert_eq!(pair.old.program.functions.len(), 3);
    assert_eq!(pair.old.program.axioms.len(), 2);
    // The one global, and whether the run was blocked.
    assert_eq!(pair.old.program.cells.len(), 2);
}

#[test]
fn lowering_does_not_grow_with_the_file() {
    let large = [source()];
    let time = best(|| drop(lower(&large, &large, "proc10", None, &Options::default()).unwrap()));
    let limit = if cfg!(debug_assertions) { 2_000 } else { 200 };
    assert!(time < Duration::from_millis(limit), "{time:?}");
}
