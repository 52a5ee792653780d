//! Calls, and the contracts on both sides of them.
//!
//! A call asserts what the callee requires. A callee with an implementation assumes what it
//! requires for free, runs, and asserts what it ensures where it returns; what it ensures for free is
//! assumed. A callee without one is an external function; all that it ensures is assumed of its results
//! and of the globals it modifies.

use std::collections::BTreeSet;

use ir::{Trap, ValueId};
use rustc_hash::FxHashMap;

use crate::ast::{Binary, CallPrefix};
use crate::typed::{Call, Expr, ExprKind, Place, Procedure};
use crate::types::{Substitution, Ty};

use super::code::Code;
use super::reach;
use super::term::{Frame, Slot, Term};

/// A procedure lowered for more types than this calls itself for ever new ones.
const MOST_INSTANCES: usize = 50;

impl<'a> Code<'_, 'a> {
    pub(super) fn call(&mut self, call: &'a Call) {
        match call.prefix {
            CallPrefix::None | CallPrefix::Free => {}
            CallPrefix::Async => return self.scope.code().unsupported("async call"),
            CallPrefix::Forall => return self.scope.code().unsupported("call forall"),
        }
        let callee = &self.scope.lowering.program.procedures[call.procedure as usize];
        let type_args: Vec<Ty> = call.type_args.iter().map(|ty| self.scope.ty(ty)).collect();
        if !type_args.is_empty() {
            let same = self.scope.lowering.procedures.keys().filter(|(procedure, _)| *procedure == call.procedure);
            if same.count() > MOST_INSTANCES {
                return self.scope.code().unsupported("procedure that calls itself for ever new types");
            }
        }
        let types: Substitution =
            callee.type_params.iter().map(|param| param.number).zip(type_args.iter().cloned()).collect();
        let mut args: Vec<ValueId> = Vec::new();
        for (arg, formal) in call.args.iter().zip(&callee.formals) {
            args.push(match arg {
                Some(arg) => {
                    let term = self.scope.term(arg);
                    self.scope.value(term)
                }
                None => {
                    let sort = self.scope.lowering.sorts.sort(&formal.ty.substitute(&types));
                    self.scope.code().choose(sort)
                }
            });
        }
        let locals: Vec<Slot> = args.iter().map(|arg| Slot::Term(Term::Value(*arg))).collect();
        let mut frame = Frame { locals, types, ..Frame::default() };
        let is_external = callee.bodies.is_empty();
        self.within(&mut frame, |code| {
            for requires in &callee.requires {
                match requires.free {
                    true if is_external => {}
                    true => code.assume(&requires.condition),
                    false if call.prefix == CallPrefix::Free => {}
                    false => code.assert(&requires.condition, Trap::Precondition),
                }
            }
        });
        self.run_callee(call, callee, &type_args, &args, frame);
    }

    fn run_callee(
        &mut self,
        call: &'a Call,
        callee: &'a Procedure,
        type_args: &[Ty],
        args: &[ValueId],
        mut frame: Frame,
    ) {
        let is_external = callee.bodies.is_empty();
        let assumed: Vec<&'a Expr> = callee
            .ensures
            .iter()
            .filter(|ensures| ensures.free || is_external)
            .map(|ensures| &ensures.condition)
            .collect();
        frame.old = self.before(&assumed);
        let id = self.scope.lowering.procedure(call.procedure, type_args.to_vec());
        let sorts = self.scope.lowering.ir.functions[id].results.clone();
        let results = self.scope.code().call(id, args, &sorts, None);
        frame.locals.extend(results.iter().map(|result| Slot::Term(Term::Value(*result))));
        self.within(&mut frame, |code| {
            if is_external {
                let outs = callee.formals[callee.ins..].iter().filter_map(|formal| formal.where_.as_ref());
                outs.for_each(|where_| code.assume(where_));
                for global in &callee.modifies {
                    let program = code.scope.lowering.program;
                    if let Some(where_) = &program.globals[*global as usize].where_ {
                        code.assume(where_);
                    }
                }
            }
            assumed.iter().for_each(|ensures| code.assume(ensures));
        });
        for (place, result) in call.outs.iter().zip(results) {
            self.assign(*place, result);
        }
    }

    /// The globals that these conditions want the old value of, as they are now.
    fn before(&mut self, conditions: &[&'a Expr]) -> FxHashMap<u32, Term> {
        let mut globals = BTreeSet::new();
        conditions.iter().for_each(|condition| reach::old_globals(condition, &mut globals));
        globals.into_iter().map(|global| (global, self.scope.global(global))).collect()
    }

    /// Does something with the names standing for something else.
    fn within(&mut self, frame: &mut Frame, run: impl FnOnce(&mut Self)) {
        std::mem::swap(&mut self.scope.frame, frame);
        let checks = std::mem::replace(&mut self.scope.checks_accesses, false);
        run(self);
        self.scope.checks_accesses = checks;
        std::mem::swap(&mut self.scope.frame, frame);
    }

    /// Runs on which the condition is false do not count. That they do not is seen, like a trap of its
    /// own kind: a run that only one version stops is none that both do alike.
    pub(super) fn assume(&mut self, condition: &'a Expr) {
        // One by one, so that a part without concrete meaning comes after those that decide.
        if let ExprKind::Binary(Binary::And, parts) = &condition.kind {
            self.assume(&parts.0);
            return self.assume(&parts.1);
        }
        let checks = std::mem::replace(&mut self.scope.checks_accesses, false);
        let term = self.scope.term(condition);
        self.scope.checks_accesses = checks;
        if !is_true(&term) {
            let value = self.scope.value(term);
            let blocked = self.scope.lowering.blocked;
            let builder = self.scope.code();
            let Some(blocked) = blocked else { return builder.assume(value) };
            let (holds, fails) = (builder.block(), builder.block());
            builder.branch(value, holds, fails);
            builder.seal(holds);
            builder.seal(fails);
            builder.switch_to(fails);
            let yes = builder.constant(value::Value::Bool(true), value::Sort::bool());
            builder.set(blocked, yes);
            builder.trap(Trap::Assumption);
            builder.switch_to(holds);
        }
    }

    pub(super) fn assert(&mut self, condition: &'a Expr, trap: Trap) {
        if self.scope.lowering.options.assertions == crate::Assertions::Ignore {
            return;
        }
        if let ExprKind::Binary(Binary::And, parts) = &condition.kind {
            self.assert(&parts.0, trap);
            return self.assert(&parts.1, trap);
        }
        let term = self.scope.term(condition);
        if is_true(&term) {
            return;
        }
        let value = self.scope.value(term);
        let builder = self.scope.builder.as_mut().expect("a procedure is lowered with a builder");
        if let Some(ok) = self.scope.lowering.ok {
            let so_far = builder.get(ok, value::Sort::bool());
            let both = builder.apply(value::Op::And, &[so_far, value]);
            return builder.set(ok, both);
        }
        let (holds, fails) = (builder.block(), builder.block());
        builder.branch(value, holds, fails);
        builder.seal(holds);
        builder.seal(fails);
        builder.switch_to(fails);
        builder.trap(trap);
        builder.switch_to(holds);
    }

    pub(super) fn assign(&mut self, place: Place, value: ValueId) {
        match place {
            Place::Local(local) => match &self.scope.frame.locals[local as usize] {
                Slot::Variable(variable) => {
                    let variable = *variable;
                    self.scope.code().define(variable, value);
                }
                Slot::Term(_) => panic!("an in-parameter is assigned"),
            },
            Place::Global(global) => {
                let (cell, _) = self.scope.lowering.cell(global);
                self.scope.code().set(cell, value);
            }
        }
    }
}

fn is_true(term: &Term) -> bool {
    matches!(term, Term::Const(value::Value::Bool(true), _))
}
