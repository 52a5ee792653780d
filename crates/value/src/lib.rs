//! Sorts, concrete values, and the pure, total operators on them.
//!
//! The IR, the logical terms and the interpreter all speak of the same [`Op`]s, so an operation
//! has one meaning, [`Op::eval`], written once. The solver's translation is the only second
//! opinion, and the tests compare the two operation by operation.
//!
//! Operators are total: a wrong divisor, index or constructor gives the value documented at the
//! operator, never a panic. A front end that cares writes a branch before it.

mod float;
mod int;
pub mod linear;
mod op;
mod quantifier;
pub mod regex;
mod sort;
mod symbol;
mod text;
mod unicode;
mod value;

pub use float::{Float, FloatFormat, FloatStyle, MathFn, RoundTo};
pub use int::{Int, Rounding};
pub use op::{BvOp, FloatOp, FunctionSymbol, IllSorted, IntOp, LAST_CODE_POINT, Op, RealOp, Table};
pub use quantifier::{Binder, Expr, Quantifier};
pub use regex::RegexOp;
pub use sort::{Constructor, Ctor, DataDef, Datatype, Sort, SortExpr, SortKind};
pub use symbol::Symbol;
pub use text::TextOp;
pub use value::{Bv, MapValue, Real, Value};
