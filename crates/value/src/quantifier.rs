//! Quantifiers and other binders: an expression over bound variables and captured arguments.

use std::fmt;
use std::sync::Arc;

use crate::{Op, Sort, Symbol, Value};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binder {
    Forall,
    Exists,
    /// The map whose value at the (one) bound variable is the body.
    Lambda,
}

impl fmt::Display for Binder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
        })
    }
}

/// A binder, its bound variables and its body. The captured arguments are the operands of the
/// [`Op::Quantifier`] that holds it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantifier {
    pub binder: Binder,
    pub bound: Vec<(Symbol, Sort)>,
    pub captured: Vec<Sort>,
    pub body: Expr,
    /// Sets of patterns for the solver's instantiation.
    pub triggers: Vec<Vec<Expr>>,
}

/// A pure expression. `Bound(depth, i)`: variable i of the binder `depth` levels out, 0 the
/// innermost.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Const(Value, Sort),
    Bound(u32, u32),
    /// The i-th captured argument of the outermost binder.
    Captured(u32),
    Apply(Op, Vec<Expr>),
    /// A binder inside a binder; captures nothing by itself.
    Binder(Arc<Quantifier>),
}
