//! Random programs with classes, each compared with CPython.

mod cpython;
mod generate_objects;

use std::collections::BTreeMap;

use cpython::{Kind, agrees, here, in_cpython};
use generate_objects::program;

/// `PROGRAMS=n` asks for another number.
fn programs() -> u64 {
    std::env::var("PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(120)
}

#[test]
fn random_programs_with_classes_agree_with_cpython() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    let mut stopped: BTreeMap<String, usize> = BTreeMap::new();
    let seeds: Vec<u64> = (0..programs()).collect();
    for seeds in seeds.chunks(1000) {
        let programs: Vec<String> = seeds.iter().map(|seed| program(*seed)).collect();
        for ((seed, program), there) in seeds.iter().zip(&programs).zip(&in_cpython(&programs)) {
            let Ok(here) = std::panic::catch_unwind(|| here(program, None)) else {
                wrong.push(format!("seed {seed} crashes\n{program}"));
                continue;
            };
            if !agrees(&here, there) {
                wrong.push(format!("seed {seed}\n{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
            }
            match here.kind {
                Kind::Returned | Kind::Raised => seen += 1,
                Kind::Stopped => *stopped.entry(here.what).or_insert(0) += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ; the first:\n{}", wrong.len(), wrong[0]);
    let count: usize = stopped.values().sum();
    assert!(count < seen, "{count} give no observation beside {seen}: {stopped:#?}");
}
