//! Logical terms: hash-consed, typed, and simplified while they are built.
//!
//! Equal terms are the same id, so many questions end here, before a solver sees them. A term is
//! a variable, a constant, or one of the shared operators (`value::Op`) applied to terms; its
//! meaning is the operator's. Every rewrite keeps that meaning for all operands, also those where
//! an operator falls back to a default; the tests compare each rule with the evaluator and, in
//! `smt`, with the solver.
//!
//! * [`Pool`]: makes terms. [`simplify`]: the rules, a file for each family of operators.
//! * [`eval`]: the value of a term under an assignment. [`facts`]: what a path condition says
//!   without a solver.

pub mod eval;
pub mod facts;
mod pool;
mod simplify;

pub use eval::Assignment;
pub use facts::Facts;
pub use pool::{Node, Pool, TermId, VarId, Variable};
