//! The rules every program keeps, and the check that it does.
//!
//! Declarations:
//! * Functions have distinct names; so do cells. Uninterpreted functions of one name have one
//!   signature. Datatypes of one name are one datatype, and no two operators of datatypes have
//!   the same name.
//! * A datatype's default value is finite: its first constructor does not lead back to itself
//!   through first constructors (a sequence in between ends the chain, a map does not).
//! * A cell starts with a value of its sort. A heap cell is a map keyed by references.
//! * An axiom is a well-sorted, boolean, closed formula.
//! * An external function reads and writes cells that exist. The first argument of one that reaches
//!   objects is an atom, its key. What comes from outside is made by a constructor of one integer.
//!
//! Tables of a function:
//! * There is a block. There are as many spans as instructions and ends.
//! * Every value, block, cell and function mentioned exists, and every value is defined once.
//!
//! Flow:
//! * Nothing leads to the entry, whose parameters have the sorts of the function's.
//! * A definition dominates its uses: every way from the entry to the use leads through it. In
//!   code that cannot be reached, this holds of anything.
//! * A target gets as many arguments as it has parameters, of their sorts. After a call the
//!   results (or what was raised) come before the target's own arguments.
//!
//! Sorts:
//! * Operands fit their operator, whose result has the sort of the value it defines. A constant
//!   is of its value's sort. What is read from or written to a cell is of the cell's sort. What is
//!   allocated is a reference. Conditions are boolean.
//! * The cases of a switch are of the sort of what it switches on, and differ from each other.
//! * A function returns what it says; it raises only what it says. A call has the arguments the
//!   callee takes. A callee that raises is called with a target for it, or by a function that
//!   raises the same sort.
//! * A quantifier's body and triggers are well-sorted and its body boolean, unless it is a lambda,
//!   which binds one variable. Under a binder, what is bound and captured exists; binders there are
//!   expressions of their own (not operators) and capture nothing themselves.

mod body;
mod declarations;
mod formula;

use std::fmt;

use crate::Program;

/// A broken rule, said in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// "function `f`, block b2", "cell `x`".
    pub place: String,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Every violation of the rules, in the order of the program.
pub fn check(program: &Program) -> Result<(), Vec<Violation>> {
    let mut violations = Violations { place: String::new(), found: Vec::new() };
    declarations::check(program, &mut violations);
    for (_, function) in program.functions.iter() {
        body::check(program, function, &mut violations);
    }
    if violations.found.is_empty() { Ok(()) } else { Err(violations.found) }
}

/// Panics with the violations, if there are any, and the text of the functions they are in.
pub fn assert(program: &Program) {
    let Err(violations) = check(program) else { return };
    let sentences: Vec<String> = violations.iter().take(20).map(Violation::to_string).collect();
    panic!("the program is not well-formed:\n{}", sentences.join("\n"));
}

struct Violations {
    /// What is being looked at.
    place: String,
    found: Vec<Violation>,
}

impl Violations {
    fn at(&mut self, place: impl Into<String>) {
        self.place = place.into();
    }

    fn add(&mut self, message: impl Into<String>) {
        self.found.push(Violation { place: self.place.clone(), message: message.into() });
    }

    fn unless(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.add(message());
        }
    }
}
