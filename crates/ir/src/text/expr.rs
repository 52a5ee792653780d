//! Reads constants, operators, and the expressions of axioms and quantifiers.

use std::sync::Arc;

use value::{
    Binder, BvOp, Ctor, Expr, Float, FloatOp, Int, MapValue, Op, Quantifier, Real, Sort, SortKind, Symbol, Table, Value,
};

use super::lex::{Token, TokenKind, unescape};
use super::parse::{Parser, Result};

/// The names that an expression under binders may use.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// The variables of the binders around, outermost first.
    pub(super) bound: Vec<Vec<&'a str>>,
    pub(super) captured: Vec<&'a str>,
}

impl<'a> Parser<'a> {
    // Constants.

    /// Can only a constant start with the next token?
    pub(super) fn at_constant(&self) -> bool {
        match self.peek().kind {
            TokenKind::Number | TokenKind::Text | TokenKind::Atom | TokenKind::Punctuation(b'[' | b'{') => true,
            TokenKind::Name => matches!(self.peek_word(), Some("true" | "false")),
            TokenKind::Quoted | TokenKind::Arrow | TokenKind::Punctuation(_) | TokenKind::End => false,
        }
    }

    /// A constant and its sort.
    pub(super) fn constant(&mut self) -> Result<(Value, Sort)> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number => self.number(),
            TokenKind::Text => Ok((Value::string(&self.quoted()?), Sort::string())),
            TokenKind::Atom => Ok((Value::Atom(Symbol::new(&self.quoted()?)), Sort::atom())),
            TokenKind::Punctuation(b'[') => self.seq_constant(),
            TokenKind::Punctuation(b'{') => self.map_constant(),
            TokenKind::Name if self.eat_word("true") => Ok((Value::Bool(true), Sort::bool())),
            TokenKind::Name if self.eat_word("false") => Ok((Value::Bool(false), Sort::bool())),
            TokenKind::Name | TokenKind::Quoted => self.data_constant(),
            TokenKind::Arrow | TokenKind::Punctuation(_) | TokenKind::End => self.error(token, "expected a constant"),
        }
    }

    /// The text between the quotes of the next token.
    pub(super) fn quoted(&mut self) -> Result<std::borrow::Cow<'a, str>> {
        let token = self.next();
        match unescape(self.slice(token)) {
            Some(text) => Ok(text),
            None => self.error(token, "a wrong escape in this text"),
        }
    }

    /// `5`, `5:bv8`, `1/2:real`, `0x7f:f32`, `2:ref[list]`
    fn number(&mut self) -> Result<(Value, Sort)> {
        let token = self.next();
        let digits = self.slice(token);
        let divisor = if self.eat(b'/') {
            let token = self.next();
            Some(self.slice(token))
        } else {
            None
        };
        let sort = if self.eat(b':') { Some(self.sort()?) } else { None };
        match number(digits, divisor, sort) {
            Some(constant) => Ok(constant),
            None => self.error(token, "this number does not fit its sort"),
        }
    }

    /// `[1, 2]:int`
    fn seq_constant(&mut self) -> Result<(Value, Sort)> {
        let at = self.peek();
        let elements = self.list(b'[', b']', Self::constant)?;
        self.expect(b':')?;
        let element = self.sort()?;
        if let Some((_, other)) = elements.iter().find(|(_, sort)| *sort != element) {
            return self.error(at, format!("a sequence of {element} with a {other} in it"));
        }
        Ok((Value::seq(elements.into_iter().map(|(value, _)| value).collect()), Sort::seq(element)))
    }

    /// `{else 0, 'a' -> 1}:atom`
    fn map_constant(&mut self) -> Result<(Value, Sort)> {
        let at = self.next();
        if !self.eat_word("else") {
            return self.error(self.peek(), "expected `else` and what the other keys have");
        }
        let (default, value_sort) = self.constant()?;
        let mut map = MapValue::constant(default);
        let mut sorts = Vec::new();
        while self.eat(b',') {
            let (key, key_sort) = self.constant()?;
            self.expect_arrow()?;
            let (value, sort) = self.constant()?;
            sorts.push((key_sort, sort));
            map = map.store_at(key_sort, key, value);
        }
        self.expect(b'}')?;
        self.expect(b':')?;
        let key_sort = self.sort()?;
        if sorts.iter().any(|sorts| *sorts != (key_sort, value_sort)) {
            return self.error(at, format!("an entry is not from {key_sort} to {value_sort}"));
        }
        Ok((Value::Map(Arc::new(map)), Sort::map(key_sort, value_sort)))
    }

    /// `Value.Int(5)`
    fn data_constant(&mut self) -> Result<(Value, Sort)> {
        let at = self.peek();
        let name = self.name("a constant")?;
        let Some(Op::Construct(ctor)) = self.data_ops.get(name) else {
            return self.error(at, format!("`{name}` is no constructor"));
        };
        let ctor = *ctor;
        let fields = self.list(b'(', b')', Self::constant)?;
        let given = fields.iter().map(|(_, sort)| *sort);
        let wanted = ctor.definition().fields.iter().map(|(_, sort)| *sort);
        if !given.eq(wanted) {
            return self.error(at, format!("these are not the fields of `{name}`"));
        }
        let fields: Vec<Value> = fields.into_iter().map(|(value, _)| value).collect();
        Ok((Value::data(ctor, fields), ctor.sort()))
    }

    // Operators.

    /// An operator's name and its parameters in brackets.
    pub(super) fn operator(&mut self) -> Result<Op> {
        let token = self.peek();
        let name = self.name("an operator")?;
        if token.kind == TokenKind::Name {
            if let Some(op) = Op::from_plain_name(name) {
                return Ok(op);
            }
            if self.is(b'[') {
                return self.operator_with_parameters(token, name);
            }
        }
        if let Some(op) = self.data_ops.get(name) {
            return Ok(op.clone());
        }
        match self.symbols.get(name) {
            Some(symbol) => Ok(Op::Apply(symbol.clone())),
            None => self.error(token, format!("no operator `{name}`")),
        }
    }

    pub(super) fn constructor(&mut self) -> Result<Ctor> {
        let at = self.peek();
        let name = self.name("a constructor")?;
        match self.data_ops.get(name) {
            Some(Op::Construct(ctor)) => Ok(*ctor),
            _ => self.error(at, format!("`{name}` is no constructor")),
        }
    }

    fn operator_with_parameters(&mut self, at: Token, name: &str) -> Result<Op> {
        self.expect(b'[')?;
        let op = match name {
            "seq.of" => Op::SeqOf(self.sort()?),
            "map.of" => Op::MapOf(self.sort()?),
            "seq.wrap" => Op::SeqWrap(self.constructor()?),
            "map.wrap" => Op::MapWrap(self.constructor()?, self.constructor()?),
            "map.table" => {
                let (nothing, key) = (self.constructor()?, self.constructor()?);
                let (entry, value) = (self.constructor()?, self.constructor()?);
                Op::MapTable(Arc::new(Table { nothing, key, entry, value }))
            }
            "map.chosen" => Op::MapChosen(self.constructor()?, self.constructor()?),
            "apply" => {
                let at = self.peek();
                let name = self.name("a symbol")?;
                match self.symbols.get(name) {
                    Some(symbol) => Op::Apply(symbol.clone()),
                    None => return self.error(at, format!("no symbol `{name}` is declared above")),
                }
            }
            "bv.extract" => {
                let high = self.u32()?;
                self.expect(b':')?;
                Op::Bv(BvOp::Extract { high, low: self.u32()? })
            }
            "bv.zext" => Op::Bv(BvOp::ZeroExtend(self.u32()?)),
            "bv.sext" => Op::Bv(BvOp::SignExtend(self.u32()?)),
            "bv.from_int" => Op::Bv(BvOp::FromInt(self.u32()?)),
            "f.to_signed" => Op::Float(FloatOp::ToSigned(self.u32()?)),
            "f.to_unsigned" => Op::Float(FloatOp::ToUnsigned(self.u32()?)),
            _ => return self.error(at, format!("no operator `{name}[..]`")),
        };
        self.expect(b']')?;
        Ok(op)
    }

    pub(super) fn u32(&mut self) -> Result<u32> {
        let token = self.next();
        match self.slice(token).parse() {
            Ok(number) if token.kind == TokenKind::Number => Ok(number),
            _ => self.error(token, "expected a small number"),
        }
    }

    // Expressions under binders.

    /// The formula of an axiom.
    pub(super) fn closed_expr(&mut self) -> Result<Expr> {
        self.expr(&mut Scope::default())
    }

    fn expr(&mut self, scope: &mut Scope<'a>) -> Result<Expr> {
        if self.at_constant() {
            let (value, sort) = self.constant()?;
            return Ok(Expr::Const(value, sort));
        }
        let token = self.peek();
        if self.peek_second() == TokenKind::Punctuation(b'(') {
            if let Some(binder) = self.binder() {
                let bound = self.bound_variables()?;
                let quantifier = self.quantifier_rest(binder, bound, Vec::new(), scope)?;
                return Ok(Expr::Binder(Arc::new(quantifier)));
            }
            return self.expr_apply(scope);
        }
        match self.peek_word() {
            Some("const") => {
                self.at += 1;
                let (value, sort) = self.constant()?;
                Ok(Expr::Const(value, sort))
            }
            Some("bound") if self.peek_second() == TokenKind::Punctuation(b'[') => {
                self.at += 2;
                let depth = self.u32()?;
                self.expect(b',')?;
                let index = self.u32()?;
                self.expect(b']')?;
                Ok(Expr::Bound(depth, index))
            }
            Some("captured") if self.peek_second() == TokenKind::Punctuation(b'[') => {
                self.at += 2;
                let index = self.u32()?;
                self.expect(b']')?;
                Ok(Expr::Captured(index))
            }
            _ if self.peek_second() == TokenKind::Punctuation(b'[') => self.expr_apply(scope),
            _ => {
                let name = self.name("an expression")?;
                match scope.find(name) {
                    Some(expr) => Ok(expr),
                    None => self.error(token, format!("no variable `{name}` here")),
                }
            }
        }
    }

    fn expr_apply(&mut self, scope: &mut Scope<'a>) -> Result<Expr> {
        let op = self.operator()?;
        let args = self.list(b'(', b')', |parser| parser.expr(scope))?;
        Ok(Expr::Apply(op, args))
    }

    /// Takes the name of a binder if it is next.
    pub(super) fn binder(&mut self) -> Option<Binder> {
        let binder = match self.peek_word()? {
            "forall" => Binder::Forall,
            "exists" => Binder::Exists,
            "lambda" => Binder::Lambda,
            _ => return None,
        };
        self.at += 1;
        Some(binder)
    }

    /// `(x: int, y: bool)`
    pub(super) fn bound_variables(&mut self) -> Result<Vec<(&'a str, Sort)>> {
        self.list(b'(', b')', |parser| {
            let name = parser.name("the name of a bound variable")?;
            parser.expect(b':')?;
            Ok((name, parser.sort()?))
        })
    }

    /// What follows the variables: triggers and body.
    pub(super) fn quantifier_rest(
        &mut self,
        binder: Binder,
        bound: Vec<(&'a str, Sort)>,
        captured: Vec<Sort>,
        scope: &mut Scope<'a>,
    ) -> Result<Quantifier> {
        scope.bound.push(bound.iter().map(|(name, _)| *name).collect());
        let mut triggers = Vec::new();
        while self.eat_word("on") {
            triggers.push(self.list(b'{', b'}', |parser| parser.expr(scope))?);
        }
        self.expect(b':')?;
        let body = self.expr(scope)?;
        scope.bound.pop();
        let bound = bound.into_iter().map(|(name, sort)| (Symbol::new(name), sort)).collect();
        Ok(Quantifier { binder, bound, captured, body, triggers })
    }
}

impl Scope<'_> {
    /// What the name means: the innermost variable of that name, else what is captured under it.
    pub(super) fn find(&self, name: &str) -> Option<Expr> {
        for (depth, variables) in self.bound.iter().rev().enumerate() {
            if let Some(index) = variables.iter().position(|variable| *variable == name) {
                return Some(Expr::Bound(depth as u32, index as u32));
            }
        }
        let index = self.captured.iter().position(|captured| *captured == name)?;
        Some(Expr::Captured(index as u32))
    }
}

/// The number that the digits write, over the divisor if there is one.
fn number(digits: &str, divisor: Option<&str>, sort: Option<Sort>) -> Option<(Value, Sort)> {
    let hex = digits.strip_prefix("0x").map(|digits| u128::from_str_radix(digits, 16));
    let int = || match &hex {
        Some(bits) => bits.clone().ok().map(Int::from),
        None => Int::parse(digits),
    };
    let Some(sort) = sort else {
        return match int() {
            _ if divisor.is_some() => None,
            Some(int) => Some((Value::Int(int), Sort::int())),
            None if hex.is_some() => None,
            None => Some((Value::Float(Float::f64(digits.parse().ok()?)), Sort::float(value::FloatFormat::F64))),
        };
    };
    if let SortKind::Real = sort.kind() {
        let divisor = divisor.map_or(Some(Int::ONE), Int::parse).filter(|divisor| !divisor.is_zero())?;
        return Some((Value::Real(Arc::new(Real::new(int()?.to_big(), divisor.to_big()))), sort));
    }
    let value = match sort.kind() {
        _ if divisor.is_some() => return None,
        SortKind::Int => Value::Int(int()?),
        SortKind::Bv(width) => Value::bv(*width, int()?.low_bits(*width)),
        SortKind::Float(format) => Value::Float(match (&hex, format) {
            (Some(bits), _) => Float::from_bits(*format, u64::try_from(bits.clone().ok()?).ok()?),
            (None, value::FloatFormat::F32) => Float::f32(digits.parse().ok()?),
            (None, value::FloatFormat::F64) => Float::f64(digits.parse().ok()?),
        }),
        SortKind::Ref(_) => Value::Ref(digits.parse().ok()?),
        SortKind::Opaque(_) => Value::Opaque(digits.parse().ok()?),
        SortKind::Real | SortKind::Bool | SortKind::Atom | SortKind::Seq(_) | SortKind::Map(..) | SortKind::Data(_) => {
            return None;
        }
    };
    Some((value, sort))
}
