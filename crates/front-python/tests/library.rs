//! Programs that use the methods and functions of the language's own types, each compared with CPython.

mod cpython;
mod generate_library;

use std::collections::BTreeMap;

use cpython::{Kind, agrees, here, in_cpython};
use generate_library::program;

/// `PROGRAMS=n` asks for another number.
fn programs() -> u64 {
    std::env::var("PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500)
}

#[test]
fn random_uses_of_builtin_types_agree_with_cpython() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    let mut stopped: BTreeMap<String, usize> = BTreeMap::new();
    let seeds: Vec<u64> = (0..programs()).collect();
    for seeds in seeds.chunks(1000) {
        let programs: Vec<String> = seeds.iter().map(|seed| program(*seed)).collect();
        for ((seed, program), there) in seeds.iter().zip(&programs).zip(&in_cpython(&programs)) {
            if ruff_python_parser::parse_module(program).is_err() {
                continue;
            }
            let Ok(here) = std::panic::catch_unwind(|| here(program, None)) else {
                wrong.push(format!("seed {seed} crashes\n{program}"));
                continue;
            };
            if !agrees(&here, there) {
                let shown: Vec<&str> = program.lines().filter(|line| line.starts_with("        ")).collect();
                let shown = shown.join("\n");
                wrong.push(format!("seed {seed}\n{shown}\n  here: {}\n  CPython: {}\n", here.what, there.what));
            }
            match here.kind {
                Kind::Returned | Kind::Raised => seen += 1,
                Kind::Stopped => *stopped.entry(here.what).or_insert(0) += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ; the first:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    let count: usize = stopped.values().sum();
    assert!(count * 4 < seen, "{count} give no observation beside {seen}: {stopped:#?}");
}
