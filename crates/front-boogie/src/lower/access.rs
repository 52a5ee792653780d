//! Accesses of maps as something that can fail: is the index valid?
//!
//! Which indices are valid is an input, the same for both versions, so the question becomes whether
//! new touches what old does not. What is known of all valid indices is built into how they are
//! given: all but 0 (then only 0 is asked about), or all up to a highest one.

use ir::{Cell, CellId, CellRole};
use value::{IntOp, Op, Sort, Symbol, Value};

use crate::typed::{Expr, ExprKind};
use crate::{Accesses, Valid};

use super::Lowering;
use super::term::{Scope, Term};

/// The cells that say which indices are valid.
#[derive(Clone, Default)]
pub(super) struct Cells {
    valid: Option<CellId>,
    null: Option<CellId>,
    highest: Option<CellId>,
    all: Option<CellId>,
    none: Option<CellId>,
}

impl Lowering<'_> {
    pub(super) fn declare_valid(&mut self) {
        let Accesses::Checked(known) = self.options.accesses else { return };
        let mut cell = |name: &str, sort: Sort| {
            let (name, initial) = (Symbol::new(name), Value::default_of(sort));
            Some(self.ir.cells.push(Cell { name, sort, role: CellRole::Hidden, initial }))
        };
        self.valid = match known {
            Valid { all_but_null: true, downward: true } => Cells::default(),
            Valid { all_but_null: true, .. } => Cells { null: cell("valid(0)", Sort::bool()), ..Cells::default() },
            Valid { downward: true, .. } => Cells {
                highest: cell("highest-valid", Sort::int()),
                all: cell("all-valid", Sort::bool()),
                none: cell("none-valid", Sort::bool()),
                ..Cells::default()
            },
            Valid { .. } => Cells { valid: cell("valid", Sort::map(Sort::int(), Sort::bool())), ..Cells::default() },
        };
    }
}

impl<'a> Scope<'_, 'a> {
    /// Is the expression computed only where its value is needed? It may have none, or touch what is not
    /// valid: `p != 0 && Mem[p] > 0` touches nothing at 0.
    pub(super) fn waits(&mut self, expr: &'a Expr) -> bool {
        let mut touches = false;
        if self.lowering.options.accesses != Accesses::Nothing && self.checks_accesses {
            expr.walk(&mut |part| touches |= matches!(part.kind, ExprKind::Select(..) | ExprKind::Update(..)));
        }
        touches || self.lowering.may_lack_meaning(expr)
    }

    /// Clears the flag if the index is not valid.
    pub(super) fn check_access(&mut self, index: &Term) {
        let Some(ok) = self.lowering.ok else { return };
        if !self.checks_accesses || self.level > 0 || self.builder.is_none() || self.sort(index) != Sort::int() {
            return;
        }
        let cells = self.lowering.valid.clone();
        let index = self.value(index.clone());
        let builder = self.code();
        let valid = if let Some(cell) = cells.valid {
            let map = builder.get(cell, Sort::map(Sort::int(), Sort::bool()));
            builder.apply(Op::Select, &[map, index])
        } else if let Some(cell) = cells.null {
            let zero = builder.int(0);
            let is_null = builder.eq(index, zero);
            let other = builder.not(is_null);
            let null = builder.get(cell, Sort::bool());
            builder.apply(Op::Or, &[other, null])
        } else if let (Some(highest), Some(all), Some(none)) = (cells.highest, cells.all, cells.none) {
            let highest = builder.get(highest, Sort::int());
            let below = builder.int_op(IntOp::Le, &[index, highest]);
            let none = builder.get(none, Sort::bool());
            let some = builder.not(none);
            let below = builder.apply(Op::And, &[some, below]);
            let all = builder.get(all, Sort::bool());
            builder.apply(Op::Or, &[all, below])
        } else {
            return;
        };
        let so_far = builder.get(ok, Sort::bool());
        let both = builder.apply(Op::And, &[so_far, valid]);
        builder.set(ok, both);
    }
}
