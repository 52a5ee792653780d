//! Small programs, each compared with CPython.

mod cpython;

use cpython::{Kind, agrees, here, in_cpython};

const PROGRAMS: &[&str] = &[
    include_str!("cpython/programs.py"),
    include_str!("cpython/generators.py"),
    include_str!("cpython/calls.py"),
    include_str!("cpython/functions.py"),
    include_str!("cpython/classes.py"),
    include_str!("cpython/iterators.py"),
];

#[test]
fn programs_do_what_cpython_says() {
    let split = |text: &str| -> Vec<String> {
        let text = format!("\n{text}");
        let rest = |text: &str| text.split_once('\n').map_or("", |(_, rest)| rest).to_string();
        text.split("\n# ---").map(rest).filter(|text| !text.trim().is_empty()).collect()
    };
    let programs: Vec<String> = PROGRAMS.iter().flat_map(|text| split(text)).collect();
    let there = in_cpython(&programs);
    assert_eq!(programs.len(), there.len(), "one answer for each program");
    let mut wrong = Vec::new();
    for (program, there) in programs.iter().zip(&there) {
        let here = here(program, None);
        let may_stop = program.contains(": # unsupported");
        if !agrees(&here, there) || (here.kind == Kind::Stopped) != may_stop {
            wrong.push(format!("{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
