//! Symbolic execution of the client against both versions at once.
//!
//! Follows CLEVER (Mora, Li, Rubin, Chechik: "Client-Specific Equivalence Checking", ASE 2018,
//! figures 7 and 8); `docs/notation.md` maps its symbols. Departures from the paper:
//! * Where both versions have run the same code on the same state, they are *one* state, run
//!   once; it stays one across a call whose two versions ended alike. So nothing is proved twice.
//! * A pair of library paths that ends differently goes on as two client states under one path
//!   condition, until they meet again or end: the client's "digestion" of a change is followed
//!   path by path instead of in one assertion at the end, because the questions stay small.
//! * One state whose remaining code is unchanged is finished at once, without running it.
//! * Loops are unrolled as far as the budget goes; what is left is a gap that names the loop.
//!
//! Invariant: the work list, the parked states, the covered conditions and the gaps together cover
//! every client input.

mod answered;
mod difference;
pub mod eager;
mod explain;
mod explore;
pub mod harness;
mod intervals;
pub mod notion;
pub mod possible;
pub mod slips;
mod summary;

pub use explain::explain;
pub use explore::{Budget, explore};
pub use semantics::Merge;
