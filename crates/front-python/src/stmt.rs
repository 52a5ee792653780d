//! Statements.

use ir::{BlockId, ValueId};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;
use value::{Sort, Value};

use crate::function::{Exit, Finally, Frame, Lowerer, Operand};
use crate::module::is_main_guard;
use crate::recursion;
use crate::runtime::ctors;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            if !self.is_alive() {
                return;
            }
            self.at(stmt.range());
            match self.code {
                None => self.top_level_stmt(stmt),
                Some(_) => self.stmt(stmt),
            }
        }
    }

    pub(crate) fn stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Expr(stmt) => {
                self.statement_value(&stmt.value, false);
            }
            Stmt::Assign(stmt) => {
                let unpacked = match &stmt.targets[..] {
                    [Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. })] => {
                        self.collect_for(elts, &stmt.value)
                    }
                    _ => None,
                };
                let value = unpacked.unwrap_or_else(|| self.statement_value(&stmt.value, true));
                for target in &stmt.targets {
                    self.assign(target, value);
                }
            }
            Stmt::AnnAssign(stmt) => {
                if let Some(value) = &stmt.value {
                    let value = self.statement_value(value, true);
                    self.assign(&stmt.target, value);
                }
                self.annotation(&stmt.annotation);
            }
            Stmt::AugAssign(stmt) => self.aug_assign(stmt),
            Stmt::Return(stmt) => {
                let value = stmt.value.as_deref().map_or(Operand::None, |value| self.statement_value(value, true));
                self.at(stmt.range());
                self.exit(Exit::Return, value);
            }
            Stmt::Break(_) => self.exit(Exit::Break, Operand::None),
            Stmt::Continue(_) => self.exit(Exit::Continue, Operand::None),
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            Stmt::If(stmt) => self.if_stmt(stmt),
            Stmt::While(stmt) => self.while_stmt(stmt),
            Stmt::For(stmt) if stmt.is_async => self.unsupported("async"),
            Stmt::For(stmt) => self.for_stmt(stmt),
            Stmt::Try(stmt) if stmt.is_star => self.unsupported("except*"),
            Stmt::Try(stmt) => self.try_stmt(stmt),
            Stmt::Raise(stmt) => self.raise_stmt(stmt),
            Stmt::Assert(stmt) => self.assert_stmt(stmt),
            Stmt::Delete(stmt) => {
                for target in &stmt.targets {
                    self.delete(target);
                }
            }
            Stmt::FunctionDef(def) => self.def_stmt(def),
            Stmt::ClassDef(class) => self.class_stmt(class),
            Stmt::Import(stmt) => self.import_stmt(stmt),
            Stmt::ImportFrom(stmt) => self.import_from_stmt(stmt),
            Stmt::With(stmt) if stmt.is_async => self.unsupported("async"),
            Stmt::With(stmt) => self.with_stmt(&stmt.items, &stmt.body),
            Stmt::Match(stmt) => self.match_stmt(stmt),
            Stmt::TypeAlias(_) => self.unsupported("a type alias"),
            Stmt::IpyEscapeCommand(_) => self.unsupported("a notebook command"),
        }
    }

    // Ways out.

    /// Leaves by `return`, `break` or `continue`, through what lies on the way.
    fn exit(&mut self, exit: Exit, value: Operand) {
        let value = self.boxed(value);
        let mut unbind = Vec::new();
        for index in (0..self.frames.len()).rev() {
            match &mut self.frames[index] {
                Frame::Unbind(name) => unbind.push(name.clone()),
                Frame::Loop { next, exit: end } => {
                    let target = match exit {
                        Exit::Return => continue,
                        Exit::Break => *end,
                        Exit::Continue => *next,
                    };
                    return self.leave(&unbind, |lowerer| lowerer.b.jump(target, &[]));
                }
                Frame::Finally(finally) => {
                    let known = finally.exits.iter().position(|known| *known == exit);
                    let number = known.unwrap_or_else(|| {
                        finally.exits.push(exit);
                        finally.exits.len() - 1
                    });
                    let (entry, kind, carried) = (finally.entry, finally.kind, finally.value);
                    return self.leave(&unbind, |lowerer| {
                        let number = lowerer.b.int(number + FIRST_EXIT);
                        lowerer.b.define(kind, number);
                        lowerer.b.define(carried, value);
                        lowerer.b.jump(entry, &[]);
                    });
                }
            }
        }
        match exit {
            Exit::Return => self.leave(&unbind, |lowerer| lowerer.return_from(Operand::Value(value))),
            // The parser reports these; they cannot be run.
            Exit::Break | Exit::Continue => self.unsupported("a jump outside a loop"),
        }
    }

    fn leave(&mut self, unbind: &[String], jump: impl FnOnce(&mut Self)) {
        let bound = self.bound.clone();
        for name in unbind {
            self.unbind_name(name);
        }
        jump(self);
        self.dead();
        self.bound = bound;
    }

    // Conditions and loops.

    fn if_stmt(&mut self, stmt: &'a ast::StmtIf) {
        let end = self.b.block();
        let mut meet = Meet::default();
        let mut test = Some(&*stmt.test);
        let mut body = &stmt.body[..];
        let mut rest = stmt.elif_else_clauses.iter();
        loop {
            let Some(condition) = test else {
                self.block(body);
                break;
            };
            let condition = if is_main_guard(condition) && self.code.is_none() {
                self.b.bool(false)
            } else {
                self.condition(condition)
            };
            let (then, otherwise) = (self.b.block(), self.b.block());
            self.b.branch(condition, then, otherwise);
            self.b.seal(then);
            self.b.seal(otherwise);
            self.b.switch_to(then);
            let before = self.bound.clone();
            self.block(body);
            meet.end(self, end);
            self.bound = before;
            self.b.switch_to(otherwise);
            let Some(clause) = rest.next() else { break };
            self.at(clause.range());
            (test, body) = (clause.test.as_ref(), &clause.body);
        }
        meet.end(self, end);
        meet.go_on(self, end);
    }

    fn while_stmt(&mut self, stmt: &'a ast::StmtWhile) {
        let (head, body, otherwise, end) = (self.b.block(), self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let before = self.bound.clone();
        self.at(stmt.test.range());
        let condition = self.condition(&stmt.test);
        self.b.branch(condition, body, otherwise);
        self.b.seal(body);
        self.b.seal(otherwise);
        self.b.switch_to(body);
        self.loop_body(&stmt.body, head, end);
        self.b.seal(head);
        self.bound = before;
        self.after_loop(otherwise, &stmt.orelse, end);
    }

    pub(crate) fn loop_body(&mut self, body: &'a [Stmt], next: BlockId, exit: BlockId) {
        self.frames.push(Frame::Loop { next, exit });
        self.block(body);
        self.frames.pop();
        if self.is_alive() {
            self.b.jump(next, &[]);
        }
    }

    /// The `else` of a loop, and where all ways out of it meet.
    pub(crate) fn after_loop(&mut self, otherwise: BlockId, orelse: &'a [Stmt], end: BlockId) {
        self.b.switch_to(otherwise);
        let before = self.bound.clone();
        self.block(orelse);
        if self.is_alive() {
            self.b.jump(end, &[]);
        }
        self.bound = before;
        self.b.seal(end);
        self.b.switch_to(end);
    }

    // Exceptions.

    fn raise_stmt(&mut self, stmt: &'a ast::StmtRaise) {
        let Some(exception) = &stmt.exc else {
            match self.handled.last() {
                Some(Some(handled)) => {
                    let exception = self.b.read(*handled);
                    self.raise_value(exception);
                }
                Some(None) | None => self.unsupported("raise without an exception outside except"),
            }
            return;
        };
        let exception = match stmt.cause {
            None => self.raised(exception),
            Some(_) => self.expr(exception),
        };
        let cause = stmt.cause.as_deref().map(|cause| self.expr(cause));
        self.at(stmt.range());
        let exception = self.boxed(exception);
        let exception = self.py("to_raise", &[exception])[0];
        if let Some(cause) = cause {
            let cause = self.boxed(cause);
            self.py("check_cause", &[cause]);
        }
        self.raise_value(exception);
    }

    fn assert_stmt(&mut self, stmt: &'a ast::StmtAssert) {
        let test = self.condition(&stmt.test);
        let (good, bad) = (self.b.block(), self.b.block());
        self.b.branch(test, good, bad);
        self.b.seal(good);
        self.b.seal(bad);
        self.b.switch_to(bad);
        if self.lowering.shared.flag_assertions {
            let (sort, role, initial) = (Sort::bool(), ir::CellRole::Hidden, value::Value::Bool(true));
            let cell = self.lowering.shared.cells.get(crate::ASSERTIONS, sort, role, initial);
            let cleared = self.b.bool(false);
            self.b.set(cell, cleared);
        }
        let args = match &stmt.msg {
            Some(message) => vec![self.expr(message)],
            None => vec![],
        };
        let args = self.items(&args);
        let class = self.atom("AssertionError");
        let slip = self.b.bool(false);
        let exception = self.b.construct(ctors().exception, &[class, args, slip]);
        self.raise_value(exception);
        self.b.switch_to(good);
    }

    fn try_stmt(&mut self, stmt: &'a ast::StmtTry) {
        if stmt.finalbody.is_empty() {
            return self.try_except(stmt);
        }
        let last = |lowerer: &mut Self, _: &Finally| lowerer.block(&stmt.finalbody);
        let body = |lowerer: &mut Self| {
            let is_guarded = lowerer.is_guarded;
            lowerer.is_guarded |= recursion::ends_what_is_raised(&stmt.finalbody);
            lowerer.try_except(stmt);
            lowerer.is_guarded = is_guarded;
        };
        self.protected(body, last, Swallows::Nothing);
    }

    /// `with`: what the manager does when the block is entered and left is up to its class, or a step outside.
    fn with_stmt(&mut self, items: &'a [ast::WithItem], body: &'a [Stmt]) {
        let Some((item, rest)) = items.split_first() else { return self.block(body) };
        let manager = self.expr(&item.context_expr);
        self.at(item.context_expr.range());
        let manager = Operand::Value(self.boxed(manager));
        let kept = self.kept_alive();
        let place = self.placed_in(manager, body);
        let entered = match self.steps_outside() {
            true => self.if_manager(
                manager,
                |lowerer| lowerer.py_value("enter_object", &[manager]),
                |lowerer| lowerer.manager_step("with", &[manager]),
            ),
            false => self.py_value("enter_object", &[manager]),
        };
        let inner = |lowerer: &mut Self| {
            if let Some(target) = &item.optional_vars {
                lowerer.assign(target, entered);
            }
            lowerer.with_stmt(rest, body);
        };
        let last = |lowerer: &mut Self, finally: &Finally| {
            let manager = Operand::Value(lowerer.at_place(place));
            lowerer.leave_manager(manager, finally);
        };
        self.protected(inner, last, Swallows::Exceptions);
        self.let_go(kept);
    }

    /// The manager is told how its block ended, and may swallow an exception.
    fn leave_manager(&mut self, manager: Operand, finally: &Finally) {
        let kind = self.b.read(finally.kind);
        let raised = self.b.int(RAISED);
        let is_raised = self.b.eq(kind, raised);
        let (caught, plain, swallowed, end) = (self.b.block(), self.b.block(), self.b.block(), self.b.block());
        self.b.branch(is_raised, caught, plain);
        self.b.seal(caught);
        self.b.seal(plain);
        self.b.switch_to(caught);
        let exception = self.b.read(finally.value);
        let raised = Operand::Value(exception);
        let result = self.exit_of(manager, raised, |lowerer| {
            lowerer.if_object(
                manager,
                |lowerer| {
                    let (kind, trace) = (lowerer.py_value("type_of", &[raised]), lowerer.traceback());
                    lowerer.py_value("own_exit", &[manager, kind, raised, trace])
                },
                |lowerer| lowerer.manager_step("end of with by an exception", &[manager, raised]),
            )
        });
        let is_swallowed = self.truth(result);
        self.b.branch(is_swallowed, swallowed, end);
        self.b.seal(swallowed);
        self.b.switch_to(swallowed);
        let normal = self.b.int(NORMAL);
        self.b.define(finally.kind, normal);
        self.b.jump(end, &[]);
        self.b.switch_to(plain);
        self.exit_of(manager, Operand::None, |lowerer| {
            lowerer.if_object(
                manager,
                |lowerer| lowerer.py_value("own_exit", &[manager, Operand::None, Operand::None, Operand::None]),
                |lowerer| lowerer.manager_step("end of with", &[manager]),
            )
        });
        self.b.jump(end, &[]);
        self.b.seal(end);
        self.b.switch_to(end);
    }

    /// What the end of a block gives: of a manager that is modelled, or of another.
    fn exit_of(&mut self, manager: Operand, raised: Operand, other: impl FnOnce(&mut Self) -> Operand) -> Operand {
        let own = |lowerer: &mut Self| lowerer.py_value("leave_manager", &[manager, raised]);
        self.if_of(ctors().iterator, manager, own, other)
    }

    /// `branch` where the value is of the program, else `otherwise`.
    fn if_manager(
        &mut self,
        manager: Operand,
        branch: impl Fn(&mut Self) -> Operand,
        otherwise: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let other = |lowerer: &mut Self| lowerer.if_object(manager, &branch, otherwise);
        self.if_of(ctors().iterator, manager, &branch, other)
    }

    /// `branch` where the value is of that kind, else `otherwise`.
    fn if_of(
        &mut self,
        ctor: value::Ctor,
        value: Operand,
        branch: impl FnOnce(&mut Self) -> Operand,
        otherwise: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let is = self.is(ctor, value);
        let (yes, no, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        self.b.branch(is, yes, no);
        self.b.seal(yes);
        self.b.seal(no);
        let stuck = self.stuck;
        self.b.switch_to(yes);
        let given = branch(self);
        let given = self.boxed(given);
        self.b.jump(end, &[given]);
        self.stuck = stuck;
        self.b.switch_to(no);
        let given = otherwise(self);
        let given = self.boxed(given);
        self.b.jump(end, &[given]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    /// Runs `last` however `body` is left.
    fn protected(&mut self, body: impl FnOnce(&mut Self), last: impl FnOnce(&mut Self, &Finally), swallows: Swallows) {
        let (entry, caught, end) = (self.b.block(), self.b.block(), self.b.block());
        let exception = self.b.block_param(caught, ctors().value);
        let (kind, value) = (self.b.variable(Sort::int()), self.b.variable(ctors().value));
        let (normal, none) = (self.b.int(NORMAL), self.boxed(Operand::None));
        self.b.define(kind, normal);
        self.b.define(value, none);
        let kept = self.kept_alive();
        self.keep_alive(kind);
        self.keep_alive(value);
        let before = self.bound.clone();
        let outer = self.handler.replace(caught);
        self.frames.push(Frame::Finally(Finally { entry, kind, value, exits: Vec::new() }));
        body(self);
        let Some(Frame::Finally(finally)) = self.frames.pop() else { unreachable!("pushed above") };
        self.handler = outer;
        let is_normal = self.is_alive();
        if is_normal {
            self.b.jump(entry, &[]);
        }
        let after = std::mem::replace(&mut self.bound, before);
        self.b.seal(caught);
        let is_caught = self.b.is_reached(caught);
        if is_caught {
            self.b.switch_to(caught);
            let raised = self.b.int(RAISED);
            self.b.define(kind, raised);
            self.b.define(value, exception);
            self.b.jump(entry, &[]);
        }
        self.b.seal(entry);
        self.b.switch_to(entry);
        self.handled.push(None);
        let before = self.bound.clone();
        last(self, &finally);
        let gained: Vec<String> = self.bound.difference(&before).cloned().collect();
        self.handled.pop();
        if self.is_alive() {
            self.after_finally(&finally, is_caught, end);
        }
        self.let_go(kept);
        self.b.seal(end);
        self.b.switch_to(end);
        if is_normal && swallows == Swallows::Nothing {
            self.bound = after;
            self.bound.extend(gained);
        }
    }

    /// Goes on as the `finally` was entered.
    fn after_finally(&mut self, finally: &Finally, is_caught: bool, end: BlockId) {
        let kind = self.b.read(finally.kind);
        let value = self.b.read(finally.value);
        let mut cases = Vec::new();
        if is_caught {
            cases.push((Value::int(RAISED as i64), self.b.block()));
        }
        for number in 0..finally.exits.len() {
            cases.push((Value::int((number + FIRST_EXIT) as i64), self.b.block()));
        }
        let normal = self.b.block();
        if cases.is_empty() {
            self.b.jump(normal, &[]);
        } else {
            self.b.switch(kind, cases.clone(), normal);
        }
        self.b.seal(normal);
        self.b.switch_to(normal);
        self.b.jump(end, &[]);
        for (_, block) in &cases {
            self.b.seal(*block);
        }
        let mut blocks = cases.into_iter().map(|(_, block)| block);
        if is_caught {
            let block = blocks.next().expect("made above");
            self.b.switch_to(block);
            self.raise_value(value);
        }
        for (block, exit) in blocks.zip(&finally.exits) {
            self.b.switch_to(block);
            let value = self.operand(value);
            self.exit(*exit, value);
        }
    }

    fn try_except(&mut self, stmt: &'a ast::StmtTry) {
        if stmt.handlers.is_empty() {
            self.block(&stmt.body);
            return self.block(&stmt.orelse);
        }
        let (caught, end) = (self.b.block(), self.b.block());
        let exception = self.b.block_param(caught, ctors().value);
        let mut meet = Meet::default();
        let before = self.bound.clone();
        let outer = self.handler.replace(caught);
        let is_guarded = self.is_guarded;
        self.is_guarded |= self.may_catch_recursion(&stmt.handlers);
        self.block(&stmt.body);
        self.is_guarded = is_guarded;
        self.handler = outer;
        self.block(&stmt.orelse);
        meet.end(self, end);
        self.b.seal(caught);
        self.bound = before;
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            self.handlers(stmt, exception, &mut meet, end);
        }
        meet.go_on(self, end);
    }

    fn handlers(&mut self, stmt: &'a ast::StmtTry, exception: ValueId, meet: &mut Meet, end: BlockId) {
        let handled = self.b.variable(ctors().value);
        self.b.define(handled, exception);
        self.handled.push(Some(handled));
        let kept = self.kept_alive();
        self.keep_alive(handled);
        let before = self.bound.clone();
        for handler in &stmt.handlers {
            let ast::ExceptHandler::ExceptHandler(handler) = handler;
            self.at(handler.range());
            let other = self.b.block();
            if let Some(class) = &handler.type_ {
                let class = self.expr(class);
                let class = self.boxed(class);
                let catches = self.py("catches", &[exception, class])[0];
                let body = self.b.block();
                self.b.branch(catches, body, other);
                self.b.seal(body);
                self.b.switch_to(body);
            }
            self.b.seal(other);
            self.handler_body(handler, exception);
            meet.end(self, end);
            self.bound = before.clone();
            self.b.switch_to(other);
        }
        self.handled.pop();
        self.let_go(kept);
        if self.is_alive() {
            self.raise_value(exception);
        }
    }

    fn handler_body(&mut self, handler: &'a ast::ExceptHandlerExceptHandler, exception: ValueId) {
        let Some(name) = &handler.name else { return self.block(&handler.body) };
        // As `try: … finally: del name`, where only raising needs a block of its own.
        let caught = self.b.block();
        let raised = self.b.block_param(caught, ctors().value);
        self.assign_name(name, Operand::Value(exception));
        let outer = self.handler.replace(caught);
        self.frames.push(Frame::Unbind(name.to_string()));
        self.block(&handler.body);
        self.frames.pop();
        self.handler = outer;
        let alive = self.b.current();
        self.b.seal(caught);
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            self.unbind_name(name);
            self.raise_value(raised);
        }
        self.b.switch_to(alive);
        if self.is_alive() {
            self.unbind_name(name);
        }
    }
}

/// What the end of a protected block may keep from going on.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Swallows {
    Nothing,
    Exceptions,
}

/// What `kind` of a `finally` means.
const NORMAL: usize = 0;
const RAISED: usize = 1;
const FIRST_EXIT: usize = 2;

/// What is surely bound where several ways meet.
#[derive(Default)]
pub(crate) struct Meet {
    bound: Option<FxHashSet<String>>,
}

impl Meet {
    /// One way ends here, and goes on at `end`.
    pub(crate) fn end(&mut self, lowerer: &mut Lowerer<'_, '_>, end: BlockId) {
        if !lowerer.is_alive() {
            return;
        }
        lowerer.b.jump(end, &[]);
        self.bound = Some(match self.bound.take() {
            None => lowerer.bound.clone(),
            Some(bound) => bound.intersection(&lowerer.bound).cloned().collect(),
        });
    }

    pub(crate) fn go_on(self, lowerer: &mut Lowerer<'_, '_>, end: BlockId) {
        lowerer.b.seal(end);
        lowerer.b.switch_to(end);
        if let Some(bound) = self.bound {
            lowerer.bound = bound;
        }
    }
}
