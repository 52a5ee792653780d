//! Statements.

use crate::ast::{Access, Body, Call, CallPrefix, Condition, Expr, Stmt, StmtKind, Target};
use crate::lexer::Kind;

use super::{Failed, Parse, Parser};

impl Parser<'_> {
    /// `{ var …; … }`
    pub(super) fn body(&mut self) -> Parse<Body> {
        self.expect(Kind::OpenBrace)?;
        let mut locals = Vec::new();
        while self.kind() == Kind::Var {
            match self.var_decl() {
                Ok(decl) => locals.push(decl),
                Err(Failed) => self.skip_statement(),
            }
        }
        let stmts = self.stmts();
        self.expect(Kind::CloseBrace)?;
        Ok(Body { locals, stmts, end: self.last_at() })
    }

    /// Statements up to a closing brace, which is not taken.
    fn stmts(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        while !self.at_end_of_stmts() {
            let at = self.at();
            if self.skip_hint() {
                continue;
            }
            match self.nested(Self::stmt) {
                Ok(kind) => stmts.push(Stmt { kind, at: at.to(self.last_at()) }),
                Err(Failed) => self.skip_statement(),
            }
        }
        stmts
    }

    fn at_end_of_stmts(&self) -> bool {
        matches!(
            self.kind(),
            Kind::CloseBrace
                | Kind::End
                | Kind::Procedure
                | Kind::Implementation
                | Kind::Function
                | Kind::Axiom
                | Kind::Const
                | Kind::Type
        )
    }

    /// `hide f;`, `reveal *;`, `push;`, `pop;`: which axioms a verifier should look at.
    fn skip_hint(&mut self) -> bool {
        let scope = (self.is_word("push") || self.is_word("pop")) && self.peek(1) == Kind::Semicolon;
        let visibility = (self.is_word("hide") || self.is_word("reveal"))
            && matches!(self.peek(1), Kind::Ident | Kind::Star)
            && self.peek(2) == Kind::Semicolon;
        if scope || visibility {
            while !self.eat(Kind::Semicolon) {
                self.take();
            }
        }
        scope || visibility
    }

    /// After an error: on to the next statement, over whole blocks.
    fn skip_statement(&mut self) {
        let mut depth = 0;
        while self.kind() != Kind::End {
            match self.kind() {
                Kind::Semicolon if depth == 0 => {
                    self.take();
                    return;
                }
                Kind::OpenBrace | Kind::OpenAttribute => depth += 1,
                Kind::CloseBrace if depth == 0 => return,
                Kind::CloseBrace => depth -= 1,
                Kind::Procedure | Kind::Implementation | Kind::Axiom | Kind::Function => return,
                _ => {}
            }
            self.take();
        }
    }

    fn stmt(&mut self) -> Parse<StmtKind> {
        let kind = match self.kind() {
            Kind::If => return self.if_(),
            Kind::While => return self.while_(),
            Kind::Ident if self.peek(1) == Kind::Colon => {
                let label = self.name()?;
                self.take();
                return Ok(StmtKind::Label(label.symbol));
            }
            Kind::Assert => {
                self.take();
                StmtKind::Assert(self.attributes()?, self.expr()?)
            }
            Kind::Assume => {
                self.take();
                StmtKind::Assume(self.attributes()?, self.expr()?)
            }
            Kind::Havoc => {
                self.take();
                StmtKind::Havoc(self.list(Self::name)?)
            }
            Kind::Call | Kind::Free => self.call()?,
            Kind::Break => {
                self.take();
                let label = if self.kind() == Kind::Ident { Some(self.name()?) } else { None };
                StmtKind::Break(label)
            }
            Kind::Return => {
                self.take();
                self.attributes()?;
                StmtKind::Return
            }
            Kind::Goto => {
                self.take();
                self.attributes()?;
                StmtKind::Goto(self.list(Self::name)?)
            }
            Kind::Ident if matches!(self.peek(1), Kind::Ident | Kind::Call | Kind::Semicolon) => self.concurrent()?,
            Kind::Ident => self.assignment()?,
            Kind::Var => {
                return Err(self.fail(self.at(), "variables are declared at the start of the body"));
            }
            _ => return Err(self.expected("a statement")),
        };
        self.expect(Kind::Semicolon)?;
        Ok(kind)
    }

    fn concurrent(&mut self) -> Parse<StmtKind> {
        if self.eat_word("yield") {
            return Ok(StmtKind::Concurrent("yield", Vec::new()));
        }
        if self.is_word("async") {
            return self.call();
        }
        if self.eat_word("par") {
            let mut calls = vec![self.call_of(CallPrefix::None)?];
            while self.eat(Kind::Bar) {
                calls.push(self.call_of(CallPrefix::None)?);
            }
            return Ok(StmtKind::Concurrent("par", calls));
        }
        self.take();
        Err(self.expected("`:=`"))
    }

    fn call(&mut self) -> Parse<StmtKind> {
        let mut prefix = CallPrefix::None;
        if self.eat(Kind::Free) {
            prefix = CallPrefix::Free;
        } else if self.eat_word("async") {
            prefix = CallPrefix::Async;
        }
        self.expect(Kind::Call)?;
        let attributes = self.attributes()?;
        if self.eat(Kind::Forall) {
            prefix = CallPrefix::Forall;
        }
        let mut call = self.call_of(prefix)?;
        call.attributes = attributes;
        Ok(StmtKind::Call(call))
    }

    /// `x, y := p(a, b)` or `p(a, b)`.
    fn call_of(&mut self, prefix: CallPrefix) -> Parse<Call> {
        let mut outs = Vec::new();
        if self.peek(1) != Kind::OpenParen {
            outs = self.list(Self::name)?;
            self.expect(Kind::Assign)?;
        }
        let procedure = self.name()?;
        self.expect(Kind::OpenParen)?;
        let args = self.list_until(Kind::CloseParen, |parser| {
            if parser.kind() == Kind::Star && matches!(parser.peek(1), Kind::Comma | Kind::CloseParen) {
                parser.take();
                return Ok(None);
            }
            parser.expr().map(Some)
        })?;
        Ok(Call { attributes: Vec::new(), prefix, outs, procedure, args })
    }

    fn assignment(&mut self) -> Parse<StmtKind> {
        if self.peek(1) == Kind::OpenParen {
            let ctor = self.name()?;
            self.take();
            let names = self.list_until(Kind::CloseParen, Self::name)?;
            self.expect(Kind::Assign)?;
            self.attributes()?;
            return Ok(StmtKind::Unpack(ctor, names, self.expr()?));
        }
        let targets = self.list(Self::target)?;
        self.expect(Kind::Assign)?;
        self.attributes()?;
        Ok(StmtKind::Assign(targets, self.list(Self::expr)?))
    }

    fn target(&mut self) -> Parse<Target> {
        let name = self.name()?;
        let mut path = Vec::new();
        loop {
            if self.eat(Kind::OpenBracket) {
                path.push(Access::Index(self.list_until(Kind::CloseBracket, Self::expr)?));
            } else if self.eat(Kind::Arrow) {
                path.push(Access::Field(self.name()?));
            } else {
                return Ok(Target { name, path });
            }
        }
    }

    /// `(e)` or `(*)`.
    fn guard(&mut self) -> Parse<Option<Expr>> {
        self.expect(Kind::OpenParen)?;
        let guard = if self.eat(Kind::Star) { None } else { Some(self.expr()?) };
        self.expect(Kind::CloseParen)?;
        Ok(guard)
    }

    fn block(&mut self) -> Parse<Vec<Stmt>> {
        self.expect(Kind::OpenBrace)?;
        let stmts = self.stmts();
        self.expect(Kind::CloseBrace)?;
        Ok(stmts)
    }

    fn if_(&mut self) -> Parse<StmtKind> {
        self.expect(Kind::If)?;
        self.attributes()?;
        let guard = self.guard()?;
        let then = self.block()?;
        let otherwise = if !self.eat(Kind::Else) {
            None
        } else if self.kind() == Kind::If {
            let at = self.at();
            let kind = self.nested(Self::if_)?;
            Some(vec![Stmt { kind, at: at.to(self.last_at()) }])
        } else {
            Some(self.block()?)
        };
        Ok(StmtKind::If(guard, then, otherwise))
    }

    fn while_(&mut self) -> Parse<StmtKind> {
        self.expect(Kind::While)?;
        let guard = self.guard()?;
        let mut invariants = Vec::new();
        while matches!(self.kind(), Kind::Free | Kind::Invariant) {
            let free = self.eat(Kind::Free);
            self.expect(Kind::Invariant)?;
            invariants.push(self.condition(free)?);
        }
        Ok(StmtKind::While(guard, invariants, self.block()?))
    }

    /// After `requires` and the like: attributes, formula, `;`.
    pub(super) fn condition(&mut self, free: bool) -> Parse<Condition> {
        let attributes = self.attributes()?;
        let condition = self.expr()?;
        self.expect(Kind::Semicolon)?;
        Ok(Condition { free, attributes, condition })
    }
}
