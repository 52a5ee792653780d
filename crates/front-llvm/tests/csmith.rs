//! Programs made by csmith print the same checksum here as when compiled.
//!
//! `CSMITH=500 cargo test -p front-llvm --test csmith` runs that many.

mod support;

use std::process::Command;

use ir::interp::{Outcome, Stop};
use support::{Folder, clangs, llvm_ir, lower_one, run, run_native, written};
use value::Value;

fn generate(folder: &Folder, seed: u64) -> Option<std::path::PathBuf> {
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--max-funcs", "5", "--max-block-depth", "3", "--no-packed-struct"])
        .current_dir(&folder.0)
        .output()
        .ok()?;
    // What a volatile variable holds nobody knows.
    let text = String::from_utf8_lossy(&output.stdout).replace("volatile ", "");
    output.status.success().then(|| folder.write("random.c", &text))
}

/// Seeds whose programs end soon; most others run for ever.
const ENDING: [u64; 12] = [2, 3, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19];

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Same,
    /// A construct that is not supported was reached, or the program runs too long.
    Gap(String),
    NotRun,
}

fn compare(clang: &str, seed: u64) -> Answer {
    let folder = Folder::new();
    let Some(source) = generate(&folder, seed) else { return Answer::NotRun };
    let include = ["-I/usr/include/csmith"];
    let expected = run_native(clang, &[&source], &include, &folder.0.join("native"));
    if !expected.contains("checksum") {
        return Answer::NotRun;
    }
    let pair = lower_one(&llvm_ir(clang, &source, &include), "main", Default::default());
    let (outcome, state) = run(&pair, &[Value::bv(32, 1)], 30_000_000);
    match outcome {
        Ok(Outcome::Returned(_)) => {
            assert_eq!(written(&pair, &state), expected, "seed {seed}");
            Answer::Same
        }
        Ok(other) => panic!("seed {seed}: {other:?}, but natively {expected}"),
        Err(Stop::OutOfFuel) => Answer::Gap("out of fuel".into()),
        Err(Stop::Unsupported { what, at }) => Answer::Gap(format!("{what} at line {}", at.line)),
        Err(other) => Answer::Gap(format!("{other:?}")),
    }
}

#[test]
fn checksums_are_those_of_the_compiled_program() {
    let asked: Option<u64> = std::env::var("CSMITH").ok().and_then(|count| count.parse().ok());
    let first = std::env::var("CSMITH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let clangs = clangs();
    assert!(Command::new("csmith").arg("--version").output().is_ok(), "csmith is needed: scripts/setup installs it");
    let mut gaps = std::collections::BTreeMap::new();
    let (mut same, mut ran) = (0, 0);
    // Without being asked for more: some that end.
    let seeds = asked.map_or(ENDING.to_vec(), |count| (first..first + count).collect());
    for seed in seeds {
        let clang = &clangs[seed as usize % clangs.len()];
        match compare(clang, seed) {
            Answer::Same => {
                same += 1;
                ran += 1;
            }
            Answer::Gap(what) => {
                ran += 1;
                gaps.entry(what).or_insert_with(Vec::new).push(seed);
            }
            Answer::NotRun => {}
        }
    }
    let report = format!("{same} of {ran} the same; gaps: {gaps:#?}");
    assert!(ran > 0 && same * 10 >= ran * 7, "{report}");
    if asked.is_some() {
        std::fs::write(std::env::temp_dir().join("csmith-report.txt"), report).expect("the report can be written");
    }
}
