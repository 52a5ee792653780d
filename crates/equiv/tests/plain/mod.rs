//! Problems written in the intermediate language.

use equiv::replay::replay;
use equiv::{Problem, Replay};
use ir::entry::{Entry, Notation, Pair, Shown, Words};
use ir::interp::{Limits, State, Stop};
use ir::{Program, text};
use value::{Sort, Symbol, Value};

/// Values as the intermediate language writes them.
struct Plain;

static WORDS: Words = Words {
    and: "and",
    or: "or",
    not: "not",
    true_: "true",
    false_: "false",
    div: "div",
    modulo: "mod",
    if_else: "if {c} then {a} else {b}",
    machine: None,
    choices: Vec::new(),
};

impl Notation for Plain {
    fn show(&self, _: &Program, value: &Value, _: Sort, _: &State) -> Shown {
        Shown::Repr(format!("{value:?}"))
    }

    fn write(&self, shown: &Shown) -> String {
        format!("{shown:?}")
    }

    fn words(&self) -> &Words {
        &WORDS
    }

    fn raised(&self, _: &Program, value: &Value, _: &State) -> String {
        format!("{value:?}")
    }
}

fn entry(source: &str) -> Entry {
    let program = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    ir::well_formed::assert(&program);
    let main = program.function(Symbol::new("main")).expect("there is a main");
    Entry { entry: main, client: main, program }
}

pub(crate) fn pair(old: &str, new: &str) -> Pair {
    Pair {
        client: "main".into(),
        parameters: Vec::new(),
        old: entry(old),
        new: entry(new),
        assumptions: Vec::new(),
        slips: None,
        library: Default::default(),
        notation: Box::new(Plain),
    }
}

/// What a run of both versions on an input shows.
pub(crate) fn on(problem: &Problem, x: i64) -> &'static str {
    match replay(problem, &[Value::int(x)], Limits::default()) {
        Replay::Same => "same",
        Replay::Differs(_) => "differs",
        Replay::NoObservation(_, Stop::Blocked) => "blocked",
        Replay::NoObservation(..) => "nothing",
    }
}
