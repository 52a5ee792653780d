//! What a program means in logic (`ir::interp` is its concrete twin).
//!
//! Operators mean the same in terms as everywhere; here are states and control: a [`Machine`] is
//! one version's symbolic state, a [`Runner`] runs it until something has to be decided, a
//! [`Path`] is the condition under which it got there, and [`compare`] says when two versions'
//! states are alike.

mod code;
pub mod compare;
mod condition;
mod exhaust;
mod machine;
mod path;

pub use code::{Code, CodeTable};
pub use condition::condition;
pub use machine::{AtCall, Event, Externals, Frame, Machine, Runner, Stuck, SymCall, SymOutcome, Turn};
pub use path::{Feasible, Model, Path};
