//! Declarations.

use crate::ast::{
    Attributes, AxiomDecl, ConstDecl, DatatypeDecl, Decl, Extends, FunctionDecl, ImplementationDecl, Name,
    ProcedureDecl, Program, Signature, Spec, Type, TypeDecl, VarDecl, Variable,
};
use crate::lexer::TokenKind;

use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn program(&mut self, program: &mut Program) {
        while self.kind() != TokenKind::End {
            let start = self.next;
            if self.decl(&mut program.decls).is_err() {
                self.skip_declaration(start);
            }
        }
    }

    fn at_declaration(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Type
                | TokenKind::Const
                | TokenKind::Function
                | TokenKind::Axiom
                | TokenKind::Var
                | TokenKind::Procedure
                | TokenKind::Implementation
                | TokenKind::End
        ) || self.is_word("datatype")
    }

    /// After an error in a declaration that began at `start`: on to a word that begins another.
    /// Inside braces `var` begins a local.
    fn skip_declaration(&mut self, start: usize) {
        if self.next == start {
            self.take();
        }
        let mut depth = 0;
        while !self.at_declaration() || (depth > 0 && self.kind() == TokenKind::Var) {
            match self.take().kind {
                TokenKind::OpenBrace | TokenKind::OpenAttribute => depth += 1,
                TokenKind::CloseBrace => depth -= 1,
                _ => {}
            }
        }
    }

    fn decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        match self.kind() {
            TokenKind::Type => self.type_decl(decls),
            TokenKind::Const => self.const_decl(decls),
            TokenKind::Function => self.function_decl(decls),
            TokenKind::Axiom => {
                decls.push(Decl::Axiom(self.axiom()?));
                Ok(())
            }
            TokenKind::Var => {
                decls.push(Decl::Var(self.var_decl()?));
                Ok(())
            }
            TokenKind::Procedure => {
                decls.push(Decl::Procedure(self.procedure_decl()?));
                Ok(())
            }
            TokenKind::Implementation => {
                decls.push(Decl::Implementation(self.implementation_decl()?));
                Ok(())
            }
            TokenKind::Ident if self.is_word("datatype") => {
                decls.push(Decl::Datatype(self.datatype_decl()?));
                Ok(())
            }
            TokenKind::Ident if self.is_word("pure") || self.is_word("hideable") || self.is_word("revealed") => {
                self.take();
                Ok(())
            }
            _ => Err(self.expected("a declaration (`type`, `const`, `function`, `axiom`, `var`, `procedure`, …)")),
        }
    }

    fn axiom(&mut self) -> Parse<AxiomDecl> {
        self.expect(TokenKind::Axiom)?;
        let attributes = self.attributes()?;
        let formula = self.expr()?;
        self.expect(TokenKind::Semicolon)?;
        Ok(AxiomDecl { attributes, formula })
    }

    fn type_decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        self.expect(TokenKind::Type)?;
        let attributes = self.attributes()?;
        let finite = self.eat_word("finite");
        loop {
            let name = self.name()?;
            let mut params = Vec::new();
            while self.kind() == TokenKind::Ident {
                params.push(self.name()?);
            }
            let synonym = if self.eat(TokenKind::Equals) { Some(self.ty()?) } else { None };
            decls.push(Decl::Type(TypeDecl { attributes: attributes.clone(), finite, name, params, synonym }));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(())
    }

    fn datatype_decl(&mut self) -> Parse<DatatypeDecl> {
        self.take();
        let attributes = self.attributes()?;
        let name = self.name()?;
        let params = self.type_params()?;
        self.expect(TokenKind::OpenBrace)?;
        let ctors = self.list_until(TokenKind::CloseBrace, |parser| {
            parser.attributes()?;
            let ctor = parser.name()?;
            parser.expect(TokenKind::OpenParen)?;
            let mut fields = Vec::new();
            for group in parser.list_until(TokenKind::CloseParen, |parser| parser.variables(false))? {
                fields.extend(group.into_iter().map(|field| (field.name, field.ty)));
            }
            Ok((ctor, fields))
        })?;
        self.eat(TokenKind::Semicolon);
        Ok(DatatypeDecl { attributes, name, params, ctors })
    }

    fn const_decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        self.expect(TokenKind::Const)?;
        let attributes = self.attributes()?;
        let unique = self.eat(TokenKind::Unique);
        let names = self.list(Self::name)?;
        self.expect(TokenKind::Colon)?;
        let ty = self.ty()?;
        let extends = if self.eat(TokenKind::Extends) { Some(self.extends()?) } else { None };
        decls.push(Decl::Const(ConstDecl { attributes, unique, names, ty, extends }));
        if !self.uses(decls)? {
            self.expect(TokenKind::Semicolon)?;
        }
        Ok(())
    }

    fn extends(&mut self) -> Parse<Extends> {
        let mut parents = Vec::new();
        if matches!(self.kind(), TokenKind::Unique | TokenKind::Ident) && !self.is_word("complete") {
            parents = self.list(|parser| Ok((parser.eat(TokenKind::Unique), parser.name()?)))?;
        }
        Ok(Extends { parents, complete: self.eat_word("complete") })
    }

    /// `uses { axiom …; }`: axioms, wherever they stand.
    fn uses(&mut self, decls: &mut Vec<Decl>) -> Parse<bool> {
        if !self.eat_word("uses") {
            return Ok(false);
        }
        self.expect(TokenKind::OpenBrace)?;
        while self.kind() != TokenKind::CloseBrace {
            self.eat_word("hideable");
            decls.push(Decl::Axiom(self.axiom()?));
        }
        self.take();
        Ok(true)
    }

    fn function_decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        self.expect(TokenKind::Function)?;
        let attributes = self.attributes()?;
        let name = self.name()?;
        let type_params = self.type_params()?;
        self.expect(TokenKind::OpenParen)?;
        let params = self.function_params()?;
        let result = if self.eat(TokenKind::Returns) {
            self.expect(TokenKind::OpenParen)?;
            self.attributes()?;
            if self.kind() == TokenKind::Ident && self.peek(1) == TokenKind::Colon {
                self.take();
                self.take();
            }
            let result = self.ty()?;
            self.expect(TokenKind::CloseParen)?;
            result
        } else if self.eat(TokenKind::Colon) {
            self.ty()?
        } else {
            return Err(self.expected("`returns` or `:` and the type of the result"));
        };
        let mut body = None;
        let mut ended = false;
        if self.eat(TokenKind::OpenBrace) {
            body = Some(self.expr()?);
            self.expect(TokenKind::CloseBrace)?;
            ended = true;
        }
        decls.push(Decl::Function(FunctionDecl { attributes, name, type_params, params, result, body }));
        ended |= self.uses(decls)?;
        if !ended {
            self.expect(TokenKind::Semicolon)?;
        }
        Ok(())
    }

    /// `x, y: int, z: bool)` or `int, bool)`.
    fn function_params(&mut self) -> Parse<Vec<(Option<Name>, Type)>> {
        let mut params: Vec<(Option<Name>, Type)> = Vec::new();
        // Names still without a type: `x, y` of `x, y: int`, or types if no colon follows.
        let mut waiting: Vec<Type> = Vec::new();
        if self.eat(TokenKind::CloseParen) {
            return Ok(params);
        }
        loop {
            self.attributes()?;
            let ty = self.ty()?;
            if self.eat(TokenKind::Colon) {
                let names: Option<Vec<Name>> = waiting.drain(..).chain([ty]).map(plain_name).collect();
                let Some(names) = names else {
                    return Err(self.fail(self.last_at(), "expected a name before `:`, found a type"));
                };
                let ty = self.ty()?;
                params.extend(names.into_iter().map(|name| (Some(name), ty.clone())));
            } else {
                waiting.push(ty);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen)?;
        params.extend(waiting.into_iter().map(|ty| (None, ty)));
        Ok(params)
    }

    /// `var x, y: int where e, z: bool;`
    pub(super) fn var_decl(&mut self) -> Parse<VarDecl> {
        self.expect(TokenKind::Var)?;
        let attributes = self.attributes()?;
        let vars = self.list(|parser| parser.variables(true))?.into_iter().flatten().collect();
        self.expect(TokenKind::Semicolon)?;
        Ok(VarDecl { attributes, vars })
    }

    /// `x, y: int where e`: one type, perhaps several names.
    pub(super) fn variables(&mut self, may_have_where: bool) -> Parse<Vec<Variable>> {
        let mut names: Vec<(Attributes, Name)> = Vec::new();
        loop {
            names.push((self.attributes()?, self.name()?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Colon)?;
        let ty = self.ty()?;
        let where_ = if may_have_where && self.eat(TokenKind::Where) { Some(self.expr()?) } else { None };
        Ok(names
            .into_iter()
            .map(|(attributes, name)| Variable { attributes, name, ty: ty.clone(), where_: where_.clone() })
            .collect())
    }

    fn signature(&mut self) -> Parse<Signature> {
        let type_params = self.type_params()?;
        self.expect(TokenKind::OpenParen)?;
        let ins = self.formals()?;
        let mut outs = Vec::new();
        if self.eat(TokenKind::Returns) {
            self.expect(TokenKind::OpenParen)?;
            outs = self.formals()?;
        }
        Ok(Signature { type_params, ins, outs })
    }

    fn formals(&mut self) -> Parse<Vec<Variable>> {
        let groups = self.list_until(TokenKind::CloseParen, |parser| parser.variables(true))?;
        Ok(groups.into_iter().flatten().collect())
    }

    fn procedure_decl(&mut self) -> Parse<ProcedureDecl> {
        self.expect(TokenKind::Procedure)?;
        let attributes = self.attributes()?;
        let name = self.name()?;
        let signature = self.signature()?;
        let has_body = !self.eat(TokenKind::Semicolon);
        let specs = self.specs()?;
        let body = if has_body {
            if self.kind() != TokenKind::OpenBrace {
                return Err(self.expected("`;`, a contract (`requires`, `ensures`, `modifies`) or a body"));
            }
            Some(self.body()?)
        } else {
            None
        };
        Ok(ProcedureDecl { attributes, name, signature, specs, body })
    }

    fn specs(&mut self) -> Parse<Vec<Spec>> {
        let mut specs = Vec::new();
        loop {
            let free = self.kind() == TokenKind::Free;
            if free {
                self.take();
            }
            match self.kind() {
                TokenKind::Requires => {
                    self.take();
                    specs.push(Spec::Requires(self.condition(free)?));
                }
                TokenKind::Ensures => {
                    self.take();
                    specs.push(Spec::Ensures(self.condition(free)?));
                }
                TokenKind::Modifies => {
                    self.take();
                    let names = if self.kind() == TokenKind::Semicolon { Vec::new() } else { self.list(Self::name)? };
                    self.expect(TokenKind::Semicolon)?;
                    specs.push(Spec::Modifies(names));
                }
                _ if free => return Err(self.expected("`requires` or `ensures`")),
                _ => return Ok(specs),
            }
        }
    }

    fn implementation_decl(&mut self) -> Parse<ImplementationDecl> {
        self.expect(TokenKind::Implementation)?;
        let attributes = self.attributes()?;
        let name = self.name()?;
        let signature = self.signature()?;
        Ok(ImplementationDecl { attributes, name, signature, body: self.body()? })
    }
}

fn plain_name(ty: Type) -> Option<Name> {
    match ty {
        Type::Named { name, args } if args.is_empty() => Some(name),
        Type::Named { .. } | Type::Bool | Type::Int | Type::Real | Type::Map(_) => None,
    }
}
