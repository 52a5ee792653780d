//! Where control goes on, if the program leaves that open: `goto A, B`, `if (*)`.
//!
//! A way whose first statement is `assume g` is only open where `g` holds: taking it elsewhere
//! gives a run that does not count. So the guards decide first, and a choice is made only where
//! more than one way is open. Code that writes its branches as gotos and assumes, as compilers to
//! Boogie do, so makes no choice at all.

use ir::BlockId;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Op, Sort, Symbol, Value};

use crate::ast::{Binary, Unary};
use crate::typed::{Expr, ExprKind, Stmt, StmtKind};

use super::code::Code;
use super::term::Term;

/// A block and the condition without which a run through it does not count.
#[derive(Copy, Clone)]
pub(super) struct Way<'a> {
    pub(super) block: BlockId,
    pub(super) guard: Option<&'a Expr>,
}

impl<'a> Code<'_, 'a> {
    /// Ends the current block: on along one of the ways, whichever is open.
    pub(super) fn choose(&mut self, ways: &[Way<'a>]) {
        match ways {
            [] => panic!("a goto names a label"),
            [way] => self.scope.code().jump(way.block, &[]),
            [a, b] if are_opposite(a.guard, b.guard) => {
                let guard = a.guard.expect("opposite guards are there");
                let condition = self.scope.term(guard);
                let condition = self.scope.value(condition);
                self.scope.code().branch(condition, a.block, b.block);
            }
            _ if ways.iter().all(|way| way.guard.is_none()) => self.choose_any(ways),
            [first, rest @ ..] => {
                let builder = self.scope.code();
                let (open, other, both) = (builder.block(), builder.block(), builder.block());
                self.branch_if_any(std::slice::from_ref(first), open, other);
                self.start(open);
                self.branch_if_any(rest, both, first.block);
                self.start(both);
                let builder = self.scope.code();
                let chosen = builder.choose(Sort::bool());
                builder.branch(chosen, first.block, other);
                self.start(other);
                self.choose(rest);
            }
        }
    }

    fn start(&mut self, block: BlockId) {
        let builder = self.scope.code();
        builder.seal(block);
        builder.switch_to(block);
    }

    /// Ends the current block: to `open` if one of the ways is.
    fn branch_if_any(&mut self, ways: &[Way<'a>], open: BlockId, otherwise: BlockId) {
        let mut any = super::expr::bool_const(false);
        for way in ways {
            let guard = match way.guard {
                Some(guard) => self.scope.term(guard),
                None => super::expr::bool_const(true),
            };
            any = match any {
                Term::Const(Value::Bool(false), _) => guard,
                any => self.scope.apply(Op::Or, vec![any, guard]),
            };
        }
        let any = self.scope.value(any);
        self.scope.code().branch(any, open, otherwise);
    }

    fn choose_any(&mut self, ways: &[Way<'a>]) {
        let builder = self.scope.code();
        if let [a, b] = ways {
            let chosen = builder.choose(Sort::bool());
            return builder.branch(chosen, a.block, b.block);
        }
        let chosen = builder.choose(Sort::int());
        let (last, others) = ways.split_last().expect("a goto names a label");
        let cases = others.iter().enumerate().map(|(index, way)| (Value::int(index as i64), way.block));
        builder.switch(chosen, cases.collect(), last.block);
    }
}

/// What code assumes before it does anything else.
pub(super) fn leading_guard(stmts: &[Stmt]) -> Option<&Expr> {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assume(Expr { kind: ExprKind::Bool(true), .. })
            | StmtKind::Assert(Expr { kind: ExprKind::Bool(true), .. })
            | StmtKind::Label(_) => {}
            StmtKind::Assume(guard) => return Some(guard),
            _ => return None,
        }
    }
    None
}

/// Where each label's code begins.
pub(super) fn label_starts<'a>(stmts: &'a [Stmt], starts: &mut FxHashMap<Symbol, &'a [Stmt]>) {
    for (index, stmt) in stmts.iter().enumerate() {
        match &stmt.kind {
            StmtKind::Label(label) => {
                starts.insert(*label, &stmts[index + 1..]);
            }
            StmtKind::If(_, _, then, otherwise) => {
                label_starts(then, starts);
                label_starts(otherwise, starts);
            }
            StmtKind::While(_, _, _, body) => label_starts(body, starts),
            _ => {}
        }
    }
}

/// Is one the other's negation, plain to see?
fn are_opposite(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let negates = |a: &Expr, b: &Expr| matches!(&a.kind, ExprKind::Unary(Unary::Not, inner) if **inner == *b);
    if negates(a, b) || negates(b, a) {
        return true;
    }
    let (ExprKind::Binary(op, left), ExprKind::Binary(other, right)) = (&a.kind, &b.kind) else { return false };
    // Numbers are ordered totally, except floats.
    let total = matches!(left.0.ty, crate::types::Ty::Int | crate::types::Ty::Real);
    let same = left == right;
    let swapped = left.0 == right.1 && left.1 == right.0;
    match (op, other) {
        (Binary::Eq, Binary::Ne) | (Binary::Ne, Binary::Eq) => same || swapped,
        (Binary::Lt, Binary::Ge) | (Binary::Ge, Binary::Lt) | (Binary::Le, Binary::Gt) | (Binary::Gt, Binary::Le) => {
            total && same
        }
        (Binary::Lt, Binary::Le) | (Binary::Le, Binary::Lt) | (Binary::Gt, Binary::Ge) | (Binary::Ge, Binary::Gt) => {
            total && swapped
        }
        _ => false,
    }
}

/// Removes choices that nothing depends on: a local that is assigned before it is read, say. The
/// other choices stay as free as they were, and line up better with those of another version. Only the
/// first so many of the function's choices may go.
pub(super) fn drop_unused_choices(function: &mut ir::Function, droppable: usize) {
    let ir::FunctionKind::Defined(body) = &mut function.kind else { return };
    let mut used: arena::IdVec<ir::ValueId, bool> = arena::IdVec::filled(false, body.sorts.len());
    for (_, block) in body.blocks.iter() {
        let targets = block.end.targets();
        let values = block.insts.iter().flat_map(|inst| inst.uses()).chain(block.end.uses());
        values.chain(targets.iter().flat_map(|target| &target.args)).for_each(|value| used[*value] = true);
    }
    let insts = body.blocks.iter().flat_map(|(_, block)| &block.insts);
    let choices = insts.filter_map(|inst| match inst {
        ir::Inst::Choose { result } => Some(*result),
        _ => None,
    });
    let dropped: FxHashSet<ir::ValueId> = choices.take(droppable).filter(|choice| !used[*choice]).collect();
    if dropped.is_empty() {
        return;
    }
    let is_dropped = |inst: &ir::Inst| inst.result().is_some_and(|result| dropped.contains(&result));
    let spans = &mut body.spans;
    for (id, block) in body.blocks.iter_mut() {
        let keep: Vec<bool> = block.insts.iter().map(|inst| !is_dropped(inst)).collect();
        let mut kept = keep.iter();
        block.insts.retain(|_| *kept.next().unwrap_or(&true));
        let mut kept = keep.iter();
        spans[id].retain(|_| *kept.next().unwrap_or(&true));
    }
    *body = ir::cfg::tidy(std::mem::take(body));
}
