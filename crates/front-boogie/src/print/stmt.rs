//! Statements.

use crate::ast::*;

use super::Printer;
use super::expr::Level;

impl Printer {
    pub(super) fn body(&mut self, body: &Body) {
        self.put("{\n");
        self.indent += 1;
        for decl in &body.locals {
            self.start_line();
            self.var_decl(decl);
        }
        self.stmts(&body.stmts);
        self.indent -= 1;
        self.put("}\n");
    }

    pub(super) fn start_line(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.indent));
    }

    pub(super) fn block(&mut self, stmts: &[Stmt]) {
        self.put("{\n");
        self.indent += 1;
        self.stmts(stmts);
        self.indent -= 1;
        self.start_line();
        self.put("}");
    }

    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.start_line();
            self.stmt(&stmt.kind);
            self.put("\n");
        }
    }

    pub(super) fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Label(label) => {
                self.name(label);
                self.put(":");
                return;
            }
            StmtKind::If(guard, then, otherwise) => return self.if_(guard, then, otherwise),
            StmtKind::While(guard, invariants, body) => {
                self.put("while ");
                self.guard(guard);
                self.put("\n");
                for invariant in invariants {
                    self.start_line();
                    self.put("  ");
                    self.condition("invariant", invariant);
                }
                self.start_line();
                return self.block(body);
            }
            StmtKind::Assert(attributes, condition) => {
                self.put("assert ");
                self.attributes(attributes);
                self.expr(condition, Level::Any);
            }
            StmtKind::Assume(attributes, condition) => {
                self.put("assume ");
                self.attributes(attributes);
                self.expr(condition, Level::Any);
            }
            StmtKind::Havoc(names) => {
                self.put("havoc ");
                self.names(names);
            }
            StmtKind::Assign(targets, values) => {
                self.list(targets, Self::target);
                self.put(" := ");
                self.list(values, |printer, value| printer.expr(value, Level::Any));
            }
            StmtKind::Unpack(ctor, names, value) => {
                self.name(&ctor.symbol);
                self.put("(");
                self.names(names);
                self.put(") := ");
                self.expr(value, Level::Any);
            }
            StmtKind::Call(call) => {
                self.put(match call.prefix {
                    CallPrefix::None | CallPrefix::Forall => "call ",
                    CallPrefix::Free => "free call ",
                    CallPrefix::Async => "async call ",
                });
                self.attributes(&call.attributes);
                if call.prefix == CallPrefix::Forall {
                    self.put("forall ");
                }
                self.call(call);
            }
            StmtKind::Break(label) => {
                self.put("break");
                if let Some(label) = label {
                    self.put(" ");
                    self.name(&label.symbol);
                }
            }
            StmtKind::Return => self.put("return"),
            StmtKind::Goto(labels) => {
                self.put("goto ");
                self.names(labels);
            }
            StmtKind::Concurrent(word, calls) => {
                self.put(word);
                for (index, call) in calls.iter().enumerate() {
                    self.put(if index == 0 { " " } else { " | " });
                    self.call(call);
                }
            }
        }
        self.put(";");
    }

    pub(super) fn target(&mut self, target: &Target) {
        self.name(&target.name.symbol);
        for access in &target.path {
            match access {
                Access::Index(indices) => self.bracketed(indices),
                Access::Field(field) => {
                    self.put("->");
                    self.name(&field.symbol);
                }
            }
        }
    }

    pub(super) fn bracketed(&mut self, indices: &[Expr]) {
        self.put("[");
        self.list(indices, |printer, index| printer.expr(index, Level::Any));
        self.put("]");
    }

    pub(super) fn call(&mut self, call: &Call) {
        if !call.outs.is_empty() {
            self.names(&call.outs);
            self.put(" := ");
        }
        self.name(&call.procedure.symbol);
        self.put("(");
        self.list(&call.args, |printer, arg| match arg {
            Some(arg) => printer.expr(arg, Level::Any),
            None => printer.put("*"),
        });
        self.put(")");
    }

    pub(super) fn guard(&mut self, guard: &Option<Expr>) {
        self.put("(");
        match guard {
            Some(guard) => self.expr(guard, Level::Any),
            None => self.put("*"),
        }
        self.put(")");
    }

    pub(super) fn if_(&mut self, guard: &Option<Expr>, then: &[Stmt], otherwise: &Option<Vec<Stmt>>) {
        self.put("if ");
        self.guard(guard);
        self.put(" ");
        self.block(then);
        match otherwise.as_deref() {
            None => {}
            Some([Stmt { kind: StmtKind::If(guard, then, otherwise), .. }]) => {
                self.put(" else ");
                self.if_(guard, then, otherwise);
            }
            Some(stmts) => {
                self.put(" else ");
                self.block(stmts);
            }
        }
    }
}
