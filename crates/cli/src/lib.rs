//! The command line: arguments, files, the clock, exit codes.
//!
//! A [`question::Question`] is what the user asks; [`check`] or [`impact`] answers it with a report;
//! [`command`] is each command as a whole. The binary adds printing; the case runner asks in the
//! same way.

pub mod accept;
pub mod args;
mod assume;
pub mod audit;
pub mod boogie;
mod build;
pub mod cache;
pub mod check;
pub mod clock;
pub mod command;
pub mod config;
mod confirm;
pub mod dac;
pub mod demo;
pub mod disagreement;
pub mod environment;
pub mod explain;
pub mod failure;
pub mod impact;
mod later;
pub mod llvm;
mod locate;
pub mod lock;
mod looks;
pub mod made;
mod mapping;
pub mod memory;
pub mod native;
pub mod pair;
pub mod pieces;
pub mod pool;
pub mod progress;
pub mod python;
pub mod question;
pub mod read;
pub mod release;
pub mod revisions;
mod roots;
mod rust;
mod search;
pub mod store;
pub mod summaries;
pub mod temporary;
mod undefined;
pub mod upgrade;
pub mod validate;
pub mod watch;
pub mod work;
