//! Decides terms with Z3. The only crate that knows it.
//!
//! [`Solver`] holds a stack of assumptions and answers whether they can hold together. A `Sat`
//! carries a model that this project's own evaluator has found to satisfy every assumption;
//! `Unsat` rests on Z3 alone; everything else is `Unknown` with the reason, never a yes.
//!
//! Engines get a [`Logic`] and make their terms and solvers of it: so axioms, logging and plain terms hold
//! everywhere, and another [`Backend`] could answer.
//!
//! What Z3 is given may be weaker than the term (an operator it does not have becomes an unknown
//! of the right sort, with true facts about it), never stronger: so `Unsat` carries over, and a
//! model of the weaker formula is caught by the evaluator.
//!
//! Z3's context costs ten milliseconds and loading it another one or two, so both are done when the
//! first question really needs them.

mod context;
mod cost;
mod deadline;
mod incremental;
mod logic;
mod model;
mod solver;
mod sorts;
mod translate;
mod z3;

pub use logic::{Logic, QuerySink};
pub use solver::{Answer, Backend, Effort, MakeBackend, Solver, Statistics};

/// Z3's version, as the library reports it.
pub fn version() -> (u32, u32, u32) {
    context::version()
}
