//! The intermediate verification language that every front end lowers to.
//!
//! A [`Program`] is tables of state cells and functions. A function is blocks with parameters
//! (SSA); its instructions are pure operators plus reads and writes of state cells. What can go
//! wrong in the source language is an explicit branch, written by the front end.
//!
//! * [`program`]: the tables. [`build`]: making functions, with variables turned into SSA.
//! * [`text`]: a text form that round-trips. [`well_formed`]: every rule, checked.
//! * [`cfg`](mod@cfg): order of blocks and tidying. [`dominators`]: which blocks all ways lead through.
//! * [`calls`]: who calls whom. [`effects`]: what running a function may do. [`loops`]: natural loops.
//!   [`outline`]: a region of blocks as a function of its own. [`regions`]: blocks behind a choice that come together again.
//! * [`entry`]: what a front end delivers.
//! * [`trap`]: why a program ends without a result. [`interp`]: runs a program on concrete values.

pub mod build;
pub mod calls;
pub mod cfg;
pub mod dominators;
pub mod effects;
pub mod entry;
pub mod interp;
pub mod loops;
pub mod outline;
pub mod plain;
pub mod program;
pub mod regions;
pub mod text;
pub mod trap;
pub mod well_formed;
mod words;

pub use program::*;
pub use trap::Trap;
