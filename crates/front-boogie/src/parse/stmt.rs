//! Statements.

use crate::ast::{Access, Body, Call, CallPrefix, Condition, Expr, Stmt, StmtKind, Target};
use crate::lexer::TokenKind;

use super::{Failed, Parse, Parser};

impl Parser<'_> {
    /// `{ var …; … }`
    pub(super) fn body(&mut self) -> Parse<Body> {
        self.expect(TokenKind::OpenBrace)?;
        let mut locals = Vec::new();
        while self.kind() == TokenKind::Var {
            match self.var_decl() {
                Ok(decl) => locals.push(decl),
                Err(Failed) => self.skip_statement(),
            }
        }
        let stmts = self.stmts();
        self.expect(TokenKind::CloseBrace)?;
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
            TokenKind::CloseBrace
                | TokenKind::End
                | TokenKind::Procedure
                | TokenKind::Implementation
                | TokenKind::Function
                | TokenKind::Axiom
                | TokenKind::Const
                | TokenKind::Type
        )
    }

    /// `hide f;`, `reveal *;`, `push;`, `pop;`: which axioms a verifier should look at.
    fn skip_hint(&mut self) -> bool {
        let scope = (self.is_word("push") || self.is_word("pop")) && self.peek(1) == TokenKind::Semicolon;
        let visibility = (self.is_word("hide") || self.is_word("reveal"))
            && matches!(self.peek(1), TokenKind::Ident | TokenKind::Star)
            && self.peek(2) == TokenKind::Semicolon;
        if scope || visibility {
            while !self.eat(TokenKind::Semicolon) {
                self.take();
            }
        }
        scope || visibility
    }

    /// After an error: on to the next statement, over whole blocks.
    fn skip_statement(&mut self) {
        let mut depth = 0;
        while self.kind() != TokenKind::End {
            match self.kind() {
                TokenKind::Semicolon if depth == 0 => {
                    self.take();
                    return;
                }
                TokenKind::OpenBrace | TokenKind::OpenAttribute => depth += 1,
                TokenKind::CloseBrace if depth == 0 => return,
                TokenKind::CloseBrace => depth -= 1,
                TokenKind::Procedure | TokenKind::Implementation | TokenKind::Axiom | TokenKind::Function => return,
                _ => {}
            }
            self.take();
        }
    }

    fn stmt(&mut self) -> Parse<StmtKind> {
        let kind = match self.kind() {
            TokenKind::If => return self.if_(),
            TokenKind::While => return self.while_(),
            TokenKind::Ident if self.peek(1) == TokenKind::Colon => {
                let label = self.name()?;
                self.take();
                return Ok(StmtKind::Label(label.symbol));
            }
            TokenKind::Assert => {
                self.take();
                StmtKind::Assert(self.attributes()?, self.expr()?)
            }
            TokenKind::Assume => {
                self.take();
                StmtKind::Assume(self.attributes()?, self.expr()?)
            }
            TokenKind::Havoc => {
                self.take();
                StmtKind::Havoc(self.list(Self::name)?)
            }
            TokenKind::Call | TokenKind::Free => self.call()?,
            TokenKind::Break => {
                self.take();
                let label = if self.kind() == TokenKind::Ident { Some(self.name()?) } else { None };
                StmtKind::Break(label)
            }
            TokenKind::Return => {
                self.take();
                self.attributes()?;
                StmtKind::Return
            }
            TokenKind::Goto => {
                self.take();
                self.attributes()?;
                StmtKind::Goto(self.list(Self::name)?)
            }
            TokenKind::Ident if matches!(self.peek(1), TokenKind::Ident | TokenKind::Call | TokenKind::Semicolon) => {
                self.concurrent()?
            }
            TokenKind::Ident => self.assignment()?,
            TokenKind::Var => {
                return Err(self.fail(self.at(), "variables are declared at the start of the body"));
            }
            _ => return Err(self.expected("a statement")),
        };
        self.expect(TokenKind::Semicolon)?;
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
            while self.eat(TokenKind::Bar) {
                calls.push(self.call_of(CallPrefix::None)?);
            }
            return Ok(StmtKind::Concurrent("par", calls));
        }
        self.take();
        Err(self.expected("`:=`"))
    }

    fn call(&mut self) -> Parse<StmtKind> {
        let mut prefix = CallPrefix::None;
        if self.eat(TokenKind::Free) {
            prefix = CallPrefix::Free;
        } else if self.eat_word("async") {
            prefix = CallPrefix::Async;
        }
        self.expect(TokenKind::Call)?;
        let attributes = self.attributes()?;
        if self.eat(TokenKind::Forall) {
            prefix = CallPrefix::Forall;
        }
        let mut call = self.call_of(prefix)?;
        call.attributes = attributes;
        Ok(StmtKind::Call(call))
    }

    /// `x, y := p(a, b)` or `p(a, b)`.
    fn call_of(&mut self, prefix: CallPrefix) -> Parse<Call> {
        let mut outs = Vec::new();
        if self.peek(1) != TokenKind::OpenParen {
            outs = self.list(Self::name)?;
            self.expect(TokenKind::Assign)?;
        }
        let procedure = self.name()?;
        self.expect(TokenKind::OpenParen)?;
        let args = self.list_until(TokenKind::CloseParen, |parser| {
            if parser.kind() == TokenKind::Star && matches!(parser.peek(1), TokenKind::Comma | TokenKind::CloseParen) {
                parser.take();
                return Ok(None);
            }
            parser.expr().map(Some)
        })?;
        Ok(Call { attributes: Vec::new(), prefix, outs, procedure, args })
    }

    fn assignment(&mut self) -> Parse<StmtKind> {
        if self.peek(1) == TokenKind::OpenParen {
            let ctor = self.name()?;
            self.take();
            let names = self.list_until(TokenKind::CloseParen, Self::name)?;
            self.expect(TokenKind::Assign)?;
            self.attributes()?;
            return Ok(StmtKind::Unpack(ctor, names, self.expr()?));
        }
        let targets = self.list(Self::target)?;
        self.expect(TokenKind::Assign)?;
        self.attributes()?;
        Ok(StmtKind::Assign(targets, self.list(Self::expr)?))
    }

    fn target(&mut self) -> Parse<Target> {
        let name = self.name()?;
        let mut path = Vec::new();
        loop {
            if self.eat(TokenKind::OpenBracket) {
                path.push(Access::Index(self.list_until(TokenKind::CloseBracket, Self::expr)?));
            } else if self.eat(TokenKind::Arrow) {
                path.push(Access::Field(self.name()?));
            } else {
                return Ok(Target { name, path });
            }
        }
    }

    /// `(e)` or `(*)`.
    fn guard(&mut self) -> Parse<Option<Expr>> {
        self.expect(TokenKind::OpenParen)?;
        let guard = if self.eat(TokenKind::Star) { None } else { Some(self.expr()?) };
        self.expect(TokenKind::CloseParen)?;
        Ok(guard)
    }

    fn block(&mut self) -> Parse<Vec<Stmt>> {
        self.expect(TokenKind::OpenBrace)?;
        let stmts = self.stmts();
        self.expect(TokenKind::CloseBrace)?;
        Ok(stmts)
    }

    fn if_(&mut self) -> Parse<StmtKind> {
        self.expect(TokenKind::If)?;
        self.attributes()?;
        let guard = self.guard()?;
        let then = self.block()?;
        let otherwise = if !self.eat(TokenKind::Else) {
            None
        } else if self.kind() == TokenKind::If {
            let at = self.at();
            let kind = self.nested(Self::if_)?;
            Some(vec![Stmt { kind, at: at.to(self.last_at()) }])
        } else {
            Some(self.block()?)
        };
        Ok(StmtKind::If(guard, then, otherwise))
    }

    fn while_(&mut self) -> Parse<StmtKind> {
        self.expect(TokenKind::While)?;
        let guard = self.guard()?;
        let mut invariants = Vec::new();
        while matches!(self.kind(), TokenKind::Free | TokenKind::Invariant) {
            let free = self.eat(TokenKind::Free);
            self.expect(TokenKind::Invariant)?;
            invariants.push(self.condition(free)?);
        }
        Ok(StmtKind::While(guard, invariants, self.block()?))
    }

    /// After `requires` and the like: attributes, formula, `;`.
    pub(super) fn condition(&mut self, free: bool) -> Parse<Condition> {
        let attributes = self.attributes()?;
        let condition = self.expr()?;
        self.expect(TokenKind::Semicolon)?;
        Ok(Condition { free, attributes, condition })
    }
}
