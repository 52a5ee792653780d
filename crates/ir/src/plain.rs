//! The notation of a program that was written in the intermediate language itself.

use value::{Sort, Value};

use crate::Program;
use crate::entry::{Notation, Shown};
use crate::interp::State;
use crate::words::Words;

/// Values as the intermediate language writes them.
pub struct Plain;

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
