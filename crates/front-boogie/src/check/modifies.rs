//! What procedures modify that do not say so.
//!
//! Tools print programs without `modifies` clauses and leave it to Boogie to infer them. A procedure with a body and
//! without such a clause modifies what its bodies assign or havoc, and what the procedures modify that it calls. One
//! with a clause means what it says: what it lacks is an error.

use rustc_hash::{FxHashMap, FxHashSet};
use value::Symbol;

use super::{Checker, ValueName};
use crate::ast::{self, Decl, Spec, Stmt, StmtKind};

/// What a procedure without a clause does, by the names that its bodies use.
#[derive(Default)]
struct Found {
    written: FxHashSet<Symbol>,
    called: FxHashSet<Symbol>,
}

impl Checker<'_> {
    /// Fills in the clauses that are missing, until nothing is added.
    pub(super) fn infer_modifies(&mut self, program: &ast::Program) {
        let inferred = without_clause(program);
        loop {
            let mut changed = false;
            for (name, found) in &inferred {
                let Some(index) = self.procedures.get(name).copied() else { continue };
                let written = found.written.iter().filter_map(|name| match self.values.get(name) {
                    Some(ValueName::Global(global)) => Some(*global),
                    Some(ValueName::Const(_)) | None => None,
                });
                let callees = found.called.iter().filter_map(|callee| self.procedures.get(callee).copied());
                let of_callees = callees.flat_map(|callee| &self.program.procedures[callee as usize].modifies);
                let mut all: Vec<u32> = written.chain(of_callees.copied()).collect();
                all.sort_unstable();
                all.dedup();
                let procedure = &mut self.program.procedures[index as usize];
                procedure.lacks_clause = true;
                changed |= procedure.modifies != all;
                procedure.modifies = all;
            }
            if !changed {
                return;
            }
        }
    }
}

/// The procedures that have a body and no clause, in the order of the file.
fn without_clause(program: &ast::Program) -> Vec<(Symbol, Found)> {
    let mut found: FxHashMap<Symbol, Found> = FxHashMap::default();
    let mut order = Vec::new();
    for decl in &program.decls {
        let Decl::Procedure(decl) = decl else { continue };
        if !decl.specs.iter().any(|spec| matches!(spec, Spec::Modifies(_))) {
            order.push(decl.name.symbol);
            let mine = found.entry(decl.name.symbol).or_default();
            if let Some(body) = &decl.body {
                mine.look_through(&decl.signature, body);
            }
        }
    }
    for decl in &program.decls {
        if let Decl::Implementation(decl) = decl
            && let Some(mine) = found.get_mut(&decl.name.symbol)
        {
            mine.look_through(&decl.signature, &decl.body);
        }
    }
    order.into_iter().filter_map(|name| Some((name, found.remove(&name)?))).collect()
}

impl Found {
    fn look_through(&mut self, signature: &ast::Signature, body: &ast::Body) {
        let formals = signature.ins.iter().chain(&signature.outs);
        let locals = body.locals.iter().flat_map(|decl| &decl.vars);
        let own: FxHashSet<Symbol> = formals.chain(locals).map(|variable| variable.name.symbol).collect();
        let mut inner = Found::default();
        inner.stmts(&body.stmts);
        self.written.extend(inner.written.difference(&own));
        self.called.extend(inner.called);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Havoc(names) | StmtKind::Unpack(_, names, _) => self.write(names.iter()),
            StmtKind::Assign(targets, _) => self.write(targets.iter().map(|target| &target.name)),
            StmtKind::Call(call) => self.call(call),
            StmtKind::Concurrent(_, calls) => calls.iter().for_each(|call| self.call(call)),
            StmtKind::If(_, then, otherwise) => {
                self.stmts(then);
                self.stmts(otherwise.as_deref().unwrap_or_default());
            }
            StmtKind::While(_, _, body) => self.stmts(body),
            StmtKind::Label(_)
            | StmtKind::Assert(..)
            | StmtKind::Assume(..)
            | StmtKind::Break(_)
            | StmtKind::Return
            | StmtKind::Goto(_) => {}
        }
    }

    fn write<'n>(&mut self, names: impl Iterator<Item = &'n ast::Name>) {
        self.written.extend(names.map(|name| name.symbol));
    }

    fn call(&mut self, call: &ast::Call) {
        self.write(call.outs.iter());
        self.called.insert(call.procedure.symbol);
    }
}
