//! The question and its answers.
//!
//! A [`Problem`] is a client lowered against two versions, with the functions of the two matched, and
//! a [`Goal`]: what is asked about them.
//! An engine turns it into a [`Coverage`]: for which inputs it found the observations equal, on
//! which it saw them differ, and what stayed open. Only `portfolio` makes a [`Verdict`] of that.
//!
//! * [`condition`]: on which inputs something holds, as terms. [`gap`]: why something could not be told.
//!   [`clause`]: what holds between two functions.
//! * [`matching`]: which functions correspond, which changed. [`twins`]: which code within them.
//! * [`inputs`]: inputs worth trying. [`library`]: functions without code, as functions of logic.
//!   [`fact`]: what is said about them.
//! * [`goal`]: what makes an input a counterexample. [`equal_outputs`], [`renamed`]: what a goal needs changed
//!   in the programs before they are compared.
//! * [`regions`]: pieces of code that are followed as one.
//! * [`observe`]: what an observer sees of a run. [`replay`]: runs both versions on an input.

pub mod clause;
pub mod condition;
pub mod coverage;
pub mod equal_outputs;
pub mod fact;
pub mod gap;
pub mod goal;
pub mod inputs;
pub mod library;
pub mod matching;
pub mod observe;
pub mod problem;
pub mod regions;
pub mod renamed;
pub mod replay;
pub mod shrink;
pub mod twins;

pub use clause::Clause;
pub use condition::{Condition, Values};
pub use coverage::{Context, Coverage, Method, Place, Proof, Reason, Statistics, Status, Verdict};
pub use fact::{Claim, Fact};
pub use gap::{Gap, GapKind, Why};
pub use goal::{Goal, Notion, Spec, Traps};
pub use matching::{CellSlot, Matching};
pub use observe::{Observation, Observer};
pub use problem::{Problem, Side, Termination};
pub use replay::{Counterexample, Given, Replay, entered};
