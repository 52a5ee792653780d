//! What a procedure reaches: the procedures it calls and the globals they and their contracts
//! speak of.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::typed::{self, Expr, ExprKind, Place, StmtKind};

/// The globals that code reachable from the procedure reads or writes, and those of which a where clause speaks: all
/// where clauses hold when it is entered.
pub(super) fn globals(program: &typed::Program, procedure: u32) -> BTreeSet<u32> {
    let mut reach = Reach { program, procedures: FxHashSet::default(), open: Vec::new(), globals: BTreeSet::new() };
    reach.procedure(procedure);
    while let Some(next) = reach.open.pop() {
        reach.visit(&program.procedures[next as usize]);
    }
    let told = program.globals.iter().enumerate().filter(|(_, global)| global.where_.is_some());
    told.for_each(|(global, _)| reach.global(global as u32));
    reach.globals
}

/// The globals that the declaration of a procedure names: in its contract, in its modifies clause, in its where clauses.
pub(super) fn declared(program: &typed::Program, procedure: u32) -> BTreeSet<u32> {
    let mut reach = Reach { program, procedures: FxHashSet::default(), open: Vec::new(), globals: BTreeSet::new() };
    let procedure = &program.procedures[procedure as usize];
    reach.contract(procedure);
    procedure.modifies.iter().for_each(|global| reach.global(*global));
    reach.globals
}

struct Reach<'a> {
    program: &'a typed::Program,
    procedures: FxHashSet<u32>,
    open: Vec<u32>,
    globals: BTreeSet<u32>,
}

impl<'a> Reach<'a> {
    fn procedure(&mut self, procedure: u32) {
        if self.procedures.insert(procedure) {
            self.open.push(procedure);
        }
    }

    fn global(&mut self, global: u32) {
        if self.globals.insert(global)
            && let Some(where_) = &self.program.globals[global as usize].where_
        {
            self.expr(where_);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Global(global) => self.global(*global),
            ExprKind::Quantified(quantified) => quantified.triggers.iter().flatten().for_each(|each| self.expr(each)),
            _ => {}
        });
    }

    fn contract(&mut self, procedure: &'a typed::Procedure) {
        let contract = procedure.requires.iter().chain(&procedure.ensures).map(|condition| &condition.condition);
        contract.for_each(|condition| self.expr(condition));
        procedure.formals.iter().filter_map(|formal| formal.where_.as_ref()).for_each(|where_| self.expr(where_));
    }

    fn visit(&mut self, procedure: &'a typed::Procedure) {
        self.contract(procedure);
        if procedure.bodies.is_empty() {
            procedure.modifies.iter().for_each(|global| self.global(*global));
        }
        for body in &procedure.bodies {
            body.variables.iter().filter_map(|local| local.where_.as_ref()).for_each(|where_| self.expr(where_));
            typed::for_each_stmt(&body.stmts, &mut |stmt| {
                stmt.for_each_expr(&mut |expr| self.expr(expr));
                match &stmt.kind {
                    StmtKind::Havoc(places) => self.places(places.iter()),
                    StmtKind::Assign(assignments) => self.places(assignments.iter().map(|(place, _)| place)),
                    StmtKind::Call(call) => {
                        self.places(call.outs.iter());
                        self.procedure(call.procedure);
                    }
                    _ => {}
                }
            });
        }
    }

    fn places<'p>(&mut self, places: impl Iterator<Item = &'p Place>) {
        for place in places {
            if let Place::Global(global) = place {
                self.global(*global);
            }
        }
    }
}

/// The globals that the expression wants the old value of.
pub(super) fn old_globals<'a>(expr: &'a Expr, found: &mut BTreeSet<u32>) {
    expr.walk(&mut |part: &'a Expr| {
        if let ExprKind::Old(inner) = &part.kind {
            inner.walk(&mut |part| {
                if let ExprKind::Global(global) = part.kind {
                    found.insert(global);
                }
            });
        }
    });
}
