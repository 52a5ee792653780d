//! Bodies to blocks.
//!
//! A loop invariant is asserted each time control reaches the head of the loop, as Boogie defines
//! it; a free one is assumed. Options can leave invariants out.

use std::collections::BTreeSet;

use ir::build::FunctionBuilder;
use ir::{BlockId, Function, Param, Trap};
use rustc_hash::FxHashMap;
use value::{Sort, Symbol};

use crate::typed::{self, Body, Condition, Expr, Place, Procedure, Stmt, StmtKind};
use crate::types::{Substitution, Ty};
use crate::{Choices, Invariants};

use super::choice::{self, Way, leading_guard};
use super::reach;
use super::term::{Frame, Scope, Slot, Term};
use super::{Lowering, instance_name};

/// A body while it is lowered.
pub(super) struct Code<'l, 'a> {
    pub(super) scope: Scope<'l, 'a>,
    procedure: &'a Procedure,
    labels: FxHashMap<Symbol, BlockId>,
    starts: FxHashMap<Symbol, &'a [Stmt]>,
    /// Where a break out of a statement leads.
    after: FxHashMap<u32, BlockId>,
}

impl<'a> Lowering<'a> {
    pub(super) fn signature(&mut self, procedure: &Procedure, type_args: &[Ty]) -> (Vec<Param>, Vec<Sort>) {
        let types = substitution(procedure, type_args);
        let mut sort = |formal: &typed::Variable| self.sorts.sort(&formal.ty.substitute(&types));
        let (ins, outs) = procedure.formals.split_at(procedure.ins);
        let params = ins.iter().map(|formal| Param { name: formal.name, sort: sort(formal) }).collect();
        (params, outs.iter().map(sort).collect())
    }

    pub(super) fn body(&mut self, procedure: u32, type_args: Vec<Ty>) -> Function {
        let procedure = &self.program.procedures[procedure as usize];
        let body = &procedure.bodies[0];
        let (mut params, results) = self.signature(procedure, &type_args);
        for (param, formal) in params.iter_mut().zip(&body.variables) {
            param.name = formal.name;
        }
        let name = instance_name(procedure.name, &type_args);
        let mut builder = FunctionBuilder::new(&name, params, results, None);
        builder.set_span(self.span(procedure.at));
        if procedure.bodies.len() > 1 {
            builder.unsupported("procedure with several implementations");
            return builder.finish();
        }
        let frame = Frame { types: substitution(procedure, &type_args), ..Frame::default() };
        let scope = Scope::new(self, Some(builder), frame);
        let mut code = Code::new(scope, procedure);
        code.whole();
        let builder = code.scope.builder.take().expect("a procedure is lowered with a builder");
        let mut function = builder.finish();
        let droppable = match self.options.choices {
            Choices::Read => usize::MAX,
            // What variables begin with comes first, and is not written down.
            Choices::Written => body.variables.len() - procedure.ins,
        };
        choice::drop_unused_choices(&mut function, droppable);
        function
    }
}

fn substitution(procedure: &Procedure, type_args: &[Ty]) -> Substitution {
    procedure.type_params.iter().map(|param| param.number).zip(type_args.iter().cloned()).collect()
}

impl<'l, 'a> Code<'l, 'a> {
    pub(super) fn new(scope: Scope<'l, 'a>, procedure: &'a Procedure) -> Self {
        let (labels, starts, after) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Code { scope, procedure, labels, starts, after }
    }

    fn whole(&mut self) {
        let body = &self.procedure.bodies[0];
        choice::label_starts(&body.stmts, &mut self.starts);
        self.declare_variables();
        self.keep_old();
        self.assume_wheres();
        self.stmts(&body.stmts);
        if !self.scope.code().is_ended() {
            let span = self.scope.lowering.span(body.end);
            self.scope.code().set_span(span);
            self.return_();
        }
    }

    fn body(&self) -> &'a Body {
        &self.procedure.bodies[0]
    }

    /// In-parameters are what they are; the others start with any value.
    fn declare_variables(&mut self) {
        for (index, variable) in self.body().variables.iter().enumerate() {
            let slot = if index < self.procedure.ins {
                Slot::Term(Term::Value(self.scope.code().param(index)))
            } else {
                let sort = self.scope.sort_of(&variable.ty);
                let builder = self.scope.code();
                let slot = builder.variable(sort);
                builder.name_variable(slot, &variable.name);
                let any = builder.choose(sort);
                builder.define(slot, any);
                Slot::Variable(slot)
            };
            self.scope.frame.locals.push(slot);
        }
    }

    fn keep_old(&mut self) {
        let mut globals = BTreeSet::new();
        typed::for_each_stmt(&self.body().stmts, &mut |stmt| {
            stmt.for_each_expr(&mut |expr| reach::old_globals(expr, &mut globals));
        });
        self.procedure.ensures.iter().for_each(|ensures| reach::old_globals(&ensures.condition, &mut globals));
        for global in globals {
            let now = self.scope.global(global);
            self.scope.frame.old.insert(global, now);
        }
    }

    fn assume_wheres(&mut self) {
        for (index, variable) in self.body().variables.iter().enumerate() {
            let declared = self.procedure.formals.get(index).and_then(|formal| formal.where_.as_ref());
            if let Some(where_) = variable.where_.as_ref().or(declared) {
                self.assume(where_);
            }
        }
    }

    /// What the procedure ensures is asserted where it returns.
    fn return_(&mut self) {
        let checks = std::mem::replace(&mut self.scope.checks_accesses, false);
        for ensures in self.procedure.ensures.iter().filter(|ensures| !ensures.free) {
            self.assert(&ensures.condition, Trap::Postcondition);
        }
        self.scope.checks_accesses = checks;
        let outs: Vec<Slot> = self.scope.frame.locals[self.procedure.ins..self.procedure.formals.len()].to_vec();
        let mut values = Vec::new();
        for out in outs {
            match out {
                Slot::Variable(variable) => values.push(self.scope.code().read(variable)),
                Slot::Term(term) => values.push(self.scope.value(term)),
            }
        }
        self.scope.code().return_(&values);
    }

    fn stmts(&mut self, stmts: &'a [Stmt]) {
        for (index, stmt) in stmts.iter().enumerate() {
            // After a jump only a label can be reached.
            if self.scope.code().is_ended() && !matches!(stmt.kind, StmtKind::Label(_)) {
                continue;
            }
            let span = self.scope.lowering.span(stmt.at);
            self.scope.code().set_span(span);
            self.scope.checks_accesses = !matches!(stmt.kind, StmtKind::Assert(_) | StmtKind::Assume(_));
            self.stmt(&stmt.kind, &stmts[index + 1..]);
        }
    }

    /// `rest`: the statements after it.
    fn stmt(&mut self, stmt: &'a StmtKind, rest: &'a [Stmt]) {
        match stmt {
            StmtKind::Label(label) => {
                let block = self.label(*label);
                let builder = self.scope.code();
                if !builder.is_ended() {
                    builder.jump(block, &[]);
                }
                builder.switch_to(block);
            }
            StmtKind::Assert(condition) => self.assert(condition, Trap::Assertion),
            StmtKind::Assume(condition) => self.assume(condition),
            StmtKind::Havoc(places) => self.havoc(places),
            StmtKind::Assign(assignments) => {
                let mut values = Vec::new();
                for (_, value) in assignments {
                    let term = self.scope.term(value);
                    values.push(self.scope.value(term));
                }
                for ((place, _), value) in assignments.iter().zip(values) {
                    self.assign(*place, value);
                }
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::If(number, guard, then, otherwise) => self.if_(*number, guard.as_ref(), then, otherwise),
            StmtKind::While(number, guard, invariants, body) => {
                self.while_(*number, guard.as_ref(), invariants, body, rest);
            }
            StmtKind::Break(number) => {
                let after = self.after[number];
                self.scope.code().jump(after, &[]);
            }
            StmtKind::Return => self.return_(),
            StmtKind::Goto(labels) => {
                let ways: Vec<Way<'a>> = labels
                    .iter()
                    .map(|label| Way { block: self.label(*label), guard: leading_guard(self.starts[label]) })
                    .collect();
                self.choose(&ways);
            }
            StmtKind::Unsupported(what) => self.scope.code().unsupported(what),
        }
    }

    fn label(&mut self, label: Symbol) -> BlockId {
        if let Some(block) = self.labels.get(&label) {
            return *block;
        }
        let block = self.scope.code().block();
        self.labels.insert(label, block);
        block
    }

    fn havoc(&mut self, places: &[Place]) {
        for place in places {
            let sort = match place {
                Place::Local(local) => self.scope.sort_of(&self.body().variables[*local as usize].ty),
                Place::Global(global) => self.scope.lowering.cell(*global).1,
            };
            let any = self.scope.code().choose(sort);
            self.assign(*place, any);
        }
        for place in places {
            let program = self.scope.lowering.program;
            let where_ = match place {
                Place::Local(local) => {
                    let declared = self.procedure.formals.get(*local as usize).and_then(|each| each.where_.as_ref());
                    self.body().variables[*local as usize].where_.as_ref().or(declared)
                }
                Place::Global(global) => program.globals[*global as usize].where_.as_ref(),
            };
            if let Some(where_) = where_ {
                self.assume(where_);
            }
        }
    }

    fn branch(&mut self, guard: &'a Expr, then: BlockId, otherwise: BlockId) {
        let condition = self.scope.term(guard);
        let condition = self.scope.value(condition);
        self.scope.code().branch(condition, then, otherwise);
    }

    /// Lowers a block of statements that begins in `block` and goes on to `next`.
    fn part(&mut self, block: BlockId, stmts: &'a [Stmt], next: BlockId) {
        self.scope.code().seal(block);
        self.scope.code().switch_to(block);
        self.stmts(stmts);
        if !self.scope.code().is_ended() {
            self.scope.code().jump(next, &[]);
        }
    }

    fn if_(&mut self, number: u32, guard: Option<&'a Expr>, then: &'a [Stmt], otherwise: &'a [Stmt]) {
        let builder = self.scope.code();
        let (then_block, else_block, after) = (builder.block(), builder.block(), builder.block());
        self.after.insert(number, after);
        match guard {
            Some(guard) => self.branch(guard, then_block, else_block),
            None => self.choose(&[
                Way { block: then_block, guard: leading_guard(then) },
                Way { block: else_block, guard: leading_guard(otherwise) },
            ]),
        }
        self.part(then_block, then, after);
        self.part(else_block, otherwise, after);
        self.go_on(after);
    }

    /// Goes on in a block that all ways to it are known of.
    fn go_on(&mut self, block: BlockId) {
        let builder = self.scope.code();
        builder.seal(block);
        // With no way to it the code that follows cannot be reached, unless at a label.
        if builder.is_reached(block) {
            builder.switch_to(block);
        }
    }

    fn while_(
        &mut self,
        number: u32,
        guard: Option<&'a Expr>,
        invariants: &'a [Condition],
        body: &'a [Stmt],
        rest: &'a [Stmt],
    ) {
        let builder = self.scope.code();
        let (head, body_block, after) = (builder.block(), builder.block(), builder.block());
        builder.jump(head, &[]);
        builder.switch_to(head);
        self.after.insert(number, after);
        if self.scope.lowering.options.invariants == Invariants::Assert {
            let outer = std::mem::replace(&mut self.scope.checks_accesses, false);
            for invariant in invariants {
                match invariant.free {
                    true => self.assume(&invariant.condition),
                    false => self.assert(&invariant.condition, Trap::Invariant),
                }
            }
            self.scope.checks_accesses = outer;
        }
        match guard {
            Some(guard) => self.branch(guard, body_block, after),
            None => self.choose(&[
                Way { block: body_block, guard: leading_guard(body) },
                Way { block: after, guard: leading_guard(rest) },
            ]),
        }
        self.part(body_block, body, head);
        self.scope.code().seal(head);
        self.go_on(after);
    }
}
