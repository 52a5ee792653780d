//! Terms: what an expression becomes, in code or inside a quantifier.
//!
//! Outside of quantifiers an operation is an instruction and its result a value. Inside, it is a
//! node of the quantifier's body, unless it does not depend on what is bound: then it is computed
//! before the quantifier and captured. In an axiom there is no code at all.

use ir::ValueId;
use ir::build::FunctionBuilder;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use value::{Binder, Expr, FunctionSymbol, Op, Quantifier, Sort, Symbol, Value};

use crate::types::Substitution;

use super::Lowering;

#[derive(Clone)]
pub(super) enum Term {
    Const(Value, Sort),
    Value(ValueId),
    /// A part of a quantifier or axiom. In it `Bound` counts binders from the outermost, so that
    /// the part may be put deeper; [`relative`] turns the numbers round in the end.
    Logic(Expr, Sort),
}

/// What the names in an expression stand for.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) locals: Vec<Slot>,
    pub(super) types: Substitution,
    /// The globals at the start of the procedure, or before the call.
    pub(super) old: FxHashMap<u32, Term>,
    pub(super) in_old: bool,
}

#[derive(Clone)]
pub(super) enum Slot {
    Variable(ir::build::VarId),
    Term(Term),
}

/// Expressions are lowered in a scope: with a builder into code, without into a formula.
pub(super) struct Scope<'l, 'a> {
    pub(super) lowering: &'l mut Lowering<'a>,
    pub(super) builder: Option<FunctionBuilder>,
    pub(super) frame: Frame,
    pub(super) bound: FxHashMap<u32, Term>,
    /// Binders around the current place.
    pub(super) level: u32,
    captured: Vec<ValueId>,
    /// Set where a formula meets something that has no counterpart.
    pub(super) failed: bool,
    /// Definitions replaced so far in this function.
    pub(super) replaced: u32,
    /// Accesses of maps count: this is the code of a statement, not a condition on it.
    pub(super) checks_accesses: bool,
}

impl<'l, 'a> Scope<'l, 'a> {
    pub(super) fn new(lowering: &'l mut Lowering<'a>, builder: Option<FunctionBuilder>, frame: Frame) -> Self {
        let (bound, captured) = (FxHashMap::default(), Vec::new());
        Scope {
            lowering,
            builder,
            frame,
            bound,
            level: 0,
            captured,
            failed: false,
            replaced: 0,
            checks_accesses: false,
        }
    }

    /// The builder, in code.
    pub(super) fn code(&mut self) -> &mut FunctionBuilder {
        self.builder.as_mut().expect("a procedure is lowered with a builder")
    }

    pub(super) fn sort(&self, term: &Term) -> Sort {
        match term {
            Term::Const(_, sort) | Term::Logic(_, sort) => *sort,
            Term::Value(value) => self.builder.as_ref().expect("values exist in code only").sort(*value),
        }
    }

    /// The term as a value, in code and outside of quantifiers.
    pub(super) fn value(&mut self, term: Term) -> ValueId {
        match term {
            Term::Const(value, sort) => self.code().constant(value, sort),
            Term::Value(value) => value,
            Term::Logic(..) => panic!("a part of a quantifier is used outside of it"),
        }
    }

    /// The term as a part of the quantifier or axiom around it.
    pub(super) fn expr(&mut self, term: Term) -> Expr {
        match term {
            Term::Const(value, sort) => Expr::Const(value, sort),
            Term::Value(value) => {
                let known = self.captured.iter().position(|each| *each == value);
                let index = known.unwrap_or_else(|| {
                    self.captured.push(value);
                    self.captured.len() - 1
                });
                Expr::Captured(index as u32)
            }
            Term::Logic(expr, _) => expr,
        }
    }

    pub(super) fn apply(&mut self, op: Op, args: Vec<Term>) -> Term {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(arg)).collect();
        let sort = op.result(&sorts).unwrap_or_else(|why| panic!("{why}"));
        if let Some(value) = folded(&op, &args, sort) {
            return Term::Const(value, sort);
        }
        let has_logic = args.iter().any(|arg| matches!(arg, Term::Logic(..)));
        let has_value = args.iter().any(|arg| matches!(arg, Term::Value(_)));
        if self.builder.is_some() && !has_logic && (self.level == 0 || has_value) {
            let args: Vec<ValueId> = args.into_iter().map(|arg| self.value(arg)).collect();
            return Term::Value(self.code().apply(op, &args));
        }
        let args = args.into_iter().map(|arg| self.expr(arg)).collect();
        Term::Logic(Expr::Apply(op, args), sort)
    }

    /// A function of which nothing is known but that it is one.
    pub(super) fn uninterpreted(&mut self, name: &str, args: Vec<Term>, result: Sort) -> Term {
        let params = args.iter().map(|arg| self.sort(arg)).collect();
        let symbol = FunctionSymbol { name: self.lowering.own_name(name), params, result };
        self.apply(Op::Apply(Arc::new(symbol)), args)
    }

    /// `then` if the condition holds, else `otherwise`; in code only the one that is needed is
    /// computed, because the other may have no concrete meaning.
    pub(super) fn either(
        &mut self,
        condition: Term,
        then: impl FnOnce(&mut Self) -> Term,
        otherwise: impl FnOnce(&mut Self) -> Term,
    ) -> Term {
        match condition {
            Term::Const(Value::Bool(true), _) => then(self),
            Term::Const(Value::Bool(false), _) => otherwise(self),
            Term::Value(condition) if self.level == 0 => {
                let builder = self.code();
                let (then_block, else_block, join) = (builder.block(), builder.block(), builder.block());
                builder.branch(condition, then_block, else_block);
                builder.seal(then_block);
                builder.seal(else_block);
                builder.switch_to(then_block);
                let term = then(self);
                let sort = self.sort(&term);
                let value = self.value(term);
                let builder = self.code();
                let result = builder.block_param(join, sort);
                builder.jump(join, &[value]);
                builder.switch_to(else_block);
                let term = otherwise(self);
                let value = self.value(term);
                let builder = self.code();
                builder.jump(join, &[value]);
                builder.seal(join);
                builder.switch_to(join);
                Term::Value(result)
            }
            condition => {
                let (then, otherwise) = (then(self), otherwise(self));
                self.apply(Op::Ite, vec![condition, then, otherwise])
            }
        }
    }

    /// Here the program says something that has no counterpart. In code no way leads on.
    pub(super) fn unsupported(&mut self, what: &str, sort: Sort) -> Term {
        match &mut self.builder {
            Some(builder) => {
                builder.unsupported(what);
                let unreached = builder.block();
                builder.seal(unreached);
                builder.switch_to(unreached);
            }
            None => self.failed = true,
        }
        Term::Const(Value::default_of(sort), sort)
    }

    /// A quantifier or lambda; `body` gives the body and the triggers.
    pub(super) fn binder(
        &mut self,
        binder: Binder,
        bound: &[(u32, Symbol, Sort)],
        body: impl FnOnce(&mut Self) -> (Term, Vec<Vec<Term>>),
    ) -> Term {
        let outermost = self.level == 0;
        if outermost {
            self.captured.clear();
        }
        for (index, (number, _, sort)) in bound.iter().enumerate() {
            self.bound.insert(*number, Term::Logic(Expr::Bound(self.level, index as u32), *sort));
        }
        self.level += 1;
        let (body, triggers) = body(self);
        let body_sort = self.sort(&body);
        let body = self.expr(body);
        let triggers: Vec<Vec<Expr>> =
            triggers.into_iter().map(|set| set.into_iter().map(|pattern| self.expr(pattern)).collect()).collect();
        self.level -= 1;
        let triggers = triggers.into_iter().filter(|set| is_trigger(set, self.level, bound.len())).collect();
        let sort = match binder {
            Binder::Forall | Binder::Exists => Sort::bool(),
            Binder::Lambda => Sort::map(bound[0].2, body_sort),
        };
        let bound = bound.iter().map(|(_, name, sort)| (*name, *sort)).collect();
        let mut quantifier = Quantifier { binder, bound, captured: Vec::new(), body, triggers };
        if !outermost {
            return Term::Logic(Expr::Binder(Arc::new(quantifier)), sort);
        }
        relative(&mut quantifier, 1);
        let captured = std::mem::take(&mut self.captured);
        let Some(builder) = &mut self.builder else {
            return Term::Logic(Expr::Binder(Arc::new(quantifier)), sort);
        };
        quantifier.captured = captured.iter().map(|value| builder.sort(*value)).collect();
        Term::Value(builder.apply(Op::Quantifier(Arc::new(quantifier)), &captured))
    }
}

/// The value of an operator on constants.
fn folded(op: &Op, args: &[Term], sort: Sort) -> Option<Value> {
    let values: Option<Vec<Value>> = args
        .iter()
        .map(|arg| match arg {
            Term::Const(value, _) => Some(value.clone()),
            Term::Value(_) | Term::Logic(..) => None,
        })
        .collect();
    match op {
        Op::Apply(_) | Op::Quantifier(_) => None,
        _ => op.eval(&values?, sort),
    }
}

/// Turns the numbers of bound variables round: from counting binders from the outermost to
/// counting from the innermost. `depth`: binders around the body.
fn relative(quantifier: &mut Quantifier, depth: u32) {
    relative_in(&mut quantifier.body, depth);
    quantifier.triggers.iter_mut().flatten().for_each(|pattern| relative_in(pattern, depth));
}

fn relative_in(expr: &mut Expr, depth: u32) {
    match expr {
        Expr::Const(..) | Expr::Captured(_) => {}
        Expr::Bound(level, _) => *level = depth - 1 - *level,
        Expr::Apply(_, args) => args.iter_mut().for_each(|arg| relative_in(arg, depth)),
        Expr::Binder(inner) => relative(Arc::make_mut(inner), depth + 1),
    }
}

/// Can the solver match these patterns? Each must be an application that is not arithmetic, and
/// together they must mention every variable of the binder at that level.
fn is_trigger(patterns: &[Expr], level: u32, bound: usize) -> bool {
    let matches = |pattern: &Expr| match pattern {
        Expr::Apply(op, _) => {
            matches!(op, Op::Apply(_) | Op::Select | Op::Store | Op::Construct(_) | Op::Field(..) | Op::Is(_))
        }
        _ => false,
    };
    let mut seen = vec![false; bound];
    patterns.iter().for_each(|pattern| mark_bound(pattern, level, &mut seen));
    !patterns.is_empty() && patterns.iter().all(matches) && seen.into_iter().all(|seen| seen)
}

fn mark_bound(expr: &Expr, at: u32, seen: &mut [bool]) {
    match expr {
        Expr::Bound(level, index) if *level == at => seen[*index as usize] = true,
        Expr::Const(..) | Expr::Captured(_) | Expr::Bound(..) => {}
        Expr::Apply(_, args) => args.iter().for_each(|arg| mark_bound(arg, at, seen)),
        Expr::Binder(inner) => mark_bound(&inner.body, at, seen),
    }
}
