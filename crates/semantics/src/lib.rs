//! What a program means in logic (`ir::interp` is its concrete twin).
//!
//! Operators mean the same in terms as everywhere; here are instructions ([`step`]), states and
//! control: a [`Machine`] is
//! one version's symbolic state, a [`Runner`] runs it until something has to be decided, a
//! [`Path`] is the condition under which it got there, and [`compare`] says when two versions'
//! states are alike. [`houdini`] says which candidates
//! survive. A [`Setting`] is what all runs of a problem share, a [`Walk`] the list of
//! states that are still to be run.

mod code;
pub mod compare;
mod condition;
mod exhaust;
pub mod guarded;
pub mod houdini;
mod integers;
mod machine;
mod merge;
mod outside;
mod parts;
mod path;
pub mod ranking;
mod setting;
pub mod step;
mod summary;
mod walk;

pub use code::{Code, CodeTable};
pub use condition::{condition, values};
pub use machine::{AtCall, Ending, Event, Externals, Frame, Machine, Runner, Stuck, SymCall, SymOutcome, Turn};
pub use merge::{Guarded, Guards};
pub use parts::holds_by_parts;
pub use path::{Feasible, Model, Path};
pub use setting::{BLOCKS_WITHOUT_CHOICE, Setting, Version, shape};
pub use summary::{Exit, Fault, Merge, Merged, Place, RegionId, Summaries, Summary, effects_on, same_effects};
pub use walk::{Next, Visitor, Walk, Way};
