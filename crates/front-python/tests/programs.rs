//! Small programs, each compared with CPython.

mod cpython;

use cpython::{Kind, agrees, here, in_cpython};

const PROGRAMS: &str = include_str!("cpython/programs.py");

#[test]
fn programs_do_what_cpython_says() {
    let programs: Vec<String> =
        PROGRAMS.split("\n# ---").map(|text| text.split_once('\n').map_or("", |(_, rest)| rest).to_string()).collect();
    let there = in_cpython(&programs);
    assert_eq!(programs.len(), there.len(), "one answer for each program");
    let mut wrong = Vec::new();
    for (program, there) in programs.iter().zip(&there) {
        let here = here(program, None);
        let may_stop = program.contains("# unsupported");
        if !agrees(&here, there) || (here.kind == Kind::Stopped) != may_stop {
            wrong.push(format!("{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
