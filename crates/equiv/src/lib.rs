//! The question and its answers.
//!
//! A [`Problem`] is a client lowered against two versions, with the functions of the two matched.
//! An engine turns it into a [`Coverage`]: for which inputs it found the observations equal, on
//! which it saw them differ, and what stayed open. Only `portfolio` makes a [`Verdict`] of that.
//!
//! * [`matching`]: which functions correspond, which changed. [`twins`]: which code within them.
//! * [`inputs`]: inputs worth trying.
//! * [`observe`]: what an observer sees of a run. [`replay`]: runs both versions on an input.

pub mod coverage;
pub mod inputs;
pub mod matching;
pub mod observe;
pub mod problem;
pub mod replay;
pub mod shrink;
pub mod twins;

pub use coverage::{Context, Coverage, Gap, GapKind, Place, Proof, Reason, Statistics, Status, Verdict};
pub use matching::{CellSlot, Matching};
pub use observe::{Observation, Observer};
pub use problem::{Problem, Side, Termination};
pub use replay::{Counterexample, Replay};
