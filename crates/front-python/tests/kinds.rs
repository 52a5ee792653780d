//! Programs with classes, named tuples, enumerations and exceptions of their own, each compared with CPython.

mod cpython;

use cpython::{Kind, agrees, here, in_cpython};

#[test]
fn programs_with_classes_do_what_cpython_says() {
    compare(include_str!("cpython/objects.py"));
}

#[test]
fn programs_with_named_tuples_do_what_cpython_says() {
    compare(include_str!("cpython/named.py"));
}

#[test]
fn programs_with_enumerations_do_what_cpython_says() {
    compare(include_str!("cpython/enums.py"));
}

#[test]
fn programs_with_exceptions_of_their_own_do_what_cpython_says() {
    compare(include_str!("cpython/errors.py"));
}

#[test]
fn programs_with_dicts_that_make_what_they_miss_do_what_cpython_says() {
    compare(include_str!("cpython/containers.py"));
}

fn compare(programs: &str) {
    let programs: Vec<(&str, String)> = programs
        .split("\n# ---")
        .map(|text| text.split_once('\n').map_or(("", String::new()), |(title, rest)| (title, rest.to_string())))
        .collect();
    let there = in_cpython(&programs.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for ((title, program), there) in programs.iter().zip(&there) {
        let Ok(here) = std::panic::catch_unwind(|| here(program, None)) else {
            wrong.push(format!("{program}\n  crashes"));
            continue;
        };
        let may_stop = title.contains("# unsupported");
        if !agrees(&here, there) || (here.kind == Kind::Stopped) != may_stop {
            wrong.push(format!("#{title}\n{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
