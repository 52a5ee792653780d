//! A program between its loops.
//!
//! Each version becomes a [`Graph`] of cut points (start, loop heads, ends) with plain variables, found by
//! executing it ([`Extraction`]). Calls of functions that call themselves are terms ([`function`]). A
//! [`Product`] is two graphs run side by side under a schedule. What engines prove about them is theirs.

mod cut_point;
mod extract;
pub mod function;
mod graph;
pub mod heap;
mod names;
mod product;
mod resolve;
mod shape;

pub use extract::{Extracted, Extraction, NoGraph};
pub use function::{Opaque, Shared};
pub use graph::{Call, CallSite, CutPoint, Edge, Graph, Location, NodeId};
pub use product::{Move, PairId, Product, Schedule, Step, variable_of};
