//! Random programs about generators, calls and managers do the same here as in CPython.

mod cpython;
mod generate_functions;

use std::collections::BTreeMap;

use cpython::{Kind, agrees, in_cpython, lower, run};

/// `PROGRAMS=n` asks for another number.
fn programs() -> u64 {
    std::env::var("PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

#[test]
fn random_programs_about_functions_agree_with_cpython() {
    let mut wrong = Vec::new();
    let mut stopped: BTreeMap<String, usize> = BTreeMap::new();
    let (mut returned, mut raised) = (0, 0);
    let seeds: Vec<u64> = (0..programs()).collect();
    for seeds in seeds.chunks(2_000) {
        let programs: Vec<String> = seeds.iter().map(|seed| generate_functions::program(*seed)).collect();
        let there = in_cpython(&programs);
        for ((seed, program), there) in seeds.iter().zip(&programs).zip(&there) {
            if ruff_python_parser::parse_module(program).is_err() {
                continue;
            }
            let Ok(pair) = std::panic::catch_unwind(|| lower(program, None)) else {
                wrong.push(format!("seed {seed} crashes\n{program}"));
                continue;
            };
            if seed.is_multiple_of(10) {
                ir::well_formed::assert(&pair.old.program);
            }
            let here = run(&pair.old.program, pair.old.entry);
            if !agrees(&here, there) {
                wrong.push(format!("seed {seed}\n{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
            }
            match here.kind {
                Kind::Returned => returned += 1,
                Kind::Raised => raised += 1,
                Kind::Stopped => *stopped.entry(here.what).or_insert(0) += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ; the first:\n{}", wrong.len(), wrong[0]);
    let seen = returned + raised;
    let count: usize = stopped.values().sum();
    assert!(count * 4 < seen, "{count} of {seen} give no observation: {stopped:#?}");
    assert!(raised * 20 > seen, "{raised} of {seen} raise");
}
