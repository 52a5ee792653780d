//! Problems written in the intermediate language.

use equiv::replay::replay;
use equiv::{Problem, Replay};
use ir::entry::{Entry, Pair};
use ir::interp::{Limits, Stop};
use ir::plain::Plain;
use ir::text;
use value::{Symbol, Value};

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
        is_same_code: false,
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
        Replay::NoObservation(..) | Replay::Unclear(_) => "nothing",
    }
}
