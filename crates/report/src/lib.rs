//! What a check found, in the words and formats its readers need.
//!
//! A [`Finding`] is everything that can be said about one client, taken out of the problem and its
//! answer once: plain data, without references into programs, that may travel between threads. A
//! [`Report`] is one finding or a table of them. Each format is a module that turns a report into
//! a string; nothing here prints.
//!
//! * [`finding`]: from problem and answer to a finding. [`example`]: the counterexample as the
//!   source would write it. [`changes`]: the changed lines that ran.
//! * [`advice`]: what a gap means and what to try, for every kind of gap.
//! * [`facts`]: claims about library functions in words. [`validation`]: the dialogue about them.
//! * `relative`: the text of a differential check of assertions. [`contracts`]: contracts, written and read.
//! * [`regions`]: what `summaries` found. [`upgrade`]: what a dependency bump does to a project.
//! * `spoken`: sentences that the formats share. [`location`]: the user's line that a finding points to.
//! * [`text`], [`json`], [`sarif`], [`github`], [`html`], [`markdown`], [`junit`]: the formats.

pub mod advice;
pub mod changes;
pub mod conditions;
pub mod contracts;
pub mod example;
pub mod facts;
pub mod finding;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod location;
pub mod markdown;
pub mod print;
pub mod regions;
mod relative;
pub mod sarif;
mod spoken;
pub mod stored;
pub mod summaries;
pub mod text;
pub mod upgrade;
pub mod validation;

pub use changes::Hunk;
pub use example::{Example, Input, Outcome, Replayed, Seen, Word};
pub use finding::{ContractRow, FailOn, Finding, GapRow, OnlyIn, Relative, Report, Runs, VerdictKind};
pub use location::Location;
