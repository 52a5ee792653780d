//! Expressions. From weak to strong: `<==>`, `==>` and `<==`, `&&` and `||`, comparisons, `++`,
//! `+ -`, `* div mod /`, `**`, `is`, prefix `- !`, postfix.

use num_bigint::BigInt;
use num_rational::BigRational;
use value::{Int, Symbol};

use crate::ast::{At, Attributes, Binary, Binder, Expr, ExprKind, Let, Quantified, Trigger, Unary, Variable};
use crate::lexer::TokenKind;

use super::{Parse, Parser};

fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
    let at = left.at.to(right.at);
    Expr { kind: ExprKind::Binary(op, Box::new((left, right))), at }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.nested(|parser| {
            let mut left = parser.implication()?;
            while parser.eat(TokenKind::Iff) {
                left = binary(Binary::Iff, left, parser.implication()?);
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Parse<Expr> {
        let mut left = self.logical()?;
        if self.eat(TokenKind::Implies) {
            // To the right.
            let right = self.nested(Self::implication)?;
            return Ok(binary(Binary::Implies, left, right));
        }
        while self.eat(TokenKind::Explies) {
            left = binary(Binary::Explies, left, self.logical()?);
        }
        if self.kind() == TokenKind::Implies {
            return Err(self.fail(self.at(), "`==>` beside `<==` needs parentheses"));
        }
        Ok(left)
    }

    fn logical(&mut self) -> Parse<Expr> {
        let mut left = self.comparison()?;
        let (kind, op, other) = match self.kind() {
            TokenKind::And => (TokenKind::And, Binary::And, TokenKind::Or),
            TokenKind::Or => (TokenKind::Or, Binary::Or, TokenKind::And),
            _ => return Ok(left),
        };
        while self.eat(kind) {
            left = binary(op, left, self.comparison()?);
        }
        if self.kind() == other {
            return Err(self.fail(self.at(), format!("{other} beside {kind} needs parentheses")));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Parse<Expr> {
        let left = self.concatenation()?;
        let Some(op) = comparison(self.kind()) else { return Ok(left) };
        self.take();
        let right = self.concatenation()?;
        if comparison(self.kind()).is_some() {
            return Err(self.fail(self.at(), "comparisons do not chain: use `&&`, or parentheses"));
        }
        Ok(binary(op, left, right))
    }

    fn concatenation(&mut self) -> Parse<Expr> {
        let mut left = self.sum()?;
        while self.eat(TokenKind::PlusPlus) {
            left = binary(Binary::Concat, left, self.sum()?);
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parse<Expr> {
        let mut left = self.product()?;
        loop {
            let op = match self.kind() {
                TokenKind::Plus => Binary::Add,
                TokenKind::Minus => Binary::Sub,
                _ => return Ok(left),
            };
            self.take();
            left = binary(op, left, self.product()?);
        }
    }

    fn product(&mut self) -> Parse<Expr> {
        let mut left = self.power()?;
        loop {
            let op = match self.kind() {
                TokenKind::Star => Binary::Mul,
                TokenKind::Div => Binary::Div,
                TokenKind::Mod => Binary::Mod,
                TokenKind::Slash => Binary::RealDiv,
                _ => return Ok(left),
            };
            self.take();
            left = binary(op, left, self.power()?);
        }
    }

    fn power(&mut self) -> Parse<Expr> {
        let left = self.is_constructor()?;
        if self.eat(TokenKind::StarStar) {
            let right = self.nested(Self::power)?;
            return Ok(binary(Binary::Pow, left, right));
        }
        Ok(left)
    }

    fn is_constructor(&mut self) -> Parse<Expr> {
        let value = self.prefix()?;
        if !self.eat_word("is") {
            return Ok(value);
        }
        let name = self.name()?;
        let at = value.at.to(name.at);
        Ok(Expr { kind: ExprKind::Is(Box::new(value), name), at })
    }

    fn prefix(&mut self) -> Parse<Expr> {
        let op = match self.kind() {
            TokenKind::Minus => Unary::Neg,
            TokenKind::Not => Unary::Not,
            _ => return self.postfix(),
        };
        let at = self.at();
        self.take();
        let value = self.nested(Self::prefix)?;
        let at = at.to(value.at);
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(value)), at })
    }

    fn postfix(&mut self) -> Parse<Expr> {
        let mut value = self.atom()?;
        loop {
            let start = value.at;
            let boxed = Box::new(value);
            let kind = match self.kind() {
                TokenKind::OpenBracket => self.brackets(boxed)?,
                TokenKind::Arrow => {
                    self.take();
                    if self.eat(TokenKind::OpenParen) {
                        let field = self.name()?;
                        self.expect(TokenKind::Assign)?;
                        let to = self.expr()?;
                        self.expect(TokenKind::CloseParen)?;
                        ExprKind::FieldUpdate(boxed, field, Box::new(to))
                    } else {
                        ExprKind::Field(boxed, self.name()?)
                    }
                }
                TokenKind::Colon => {
                    self.take();
                    ExprKind::Coerce(boxed, self.ty()?)
                }
                _ => return Ok(*boxed),
            };
            value = Expr { kind, at: start.to(self.last_at()) };
        }
    }

    /// `[i, j]`, `[i, j := e]` or `[8:0]`.
    fn brackets(&mut self, value: Box<Expr>) -> Parse<ExprKind> {
        self.expect(TokenKind::OpenBracket)?;
        if (self.peek(0), self.peek(1), self.peek(2)) == (TokenKind::Nat, TokenKind::Colon, TokenKind::Nat) {
            let high = self.small_number()?;
            self.take();
            let low = self.small_number()?;
            self.expect(TokenKind::CloseBracket)?;
            return Ok(ExprKind::Extract(value, high, low));
        }
        let indices = match self.kind() {
            TokenKind::CloseBracket | TokenKind::Assign => Vec::new(),
            _ => self.list(Self::expr)?,
        };
        let kind = if self.eat(TokenKind::Assign) {
            ExprKind::Update(value, indices, Box::new(self.expr()?))
        } else {
            ExprKind::Select(value, indices)
        };
        self.expect(TokenKind::CloseBracket)?;
        Ok(kind)
    }

    pub(super) fn small_number(&mut self) -> Parse<u32> {
        let token = self.expect(TokenKind::Nat)?;
        match self.text_of(token).parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.fail(token.at(self.file), "the number is too large here")),
        }
    }

    fn atom(&mut self) -> Parse<Expr> {
        let at = self.at();
        let kind = self.atom_kind(at)?;
        Ok(Expr { kind, at: at.to(self.last_at()) })
    }

    fn atom_kind(&mut self, at: At) -> Parse<ExprKind> {
        let token = self.token();
        let text = self.text_of(token);
        Ok(match token.kind {
            TokenKind::True | TokenKind::False => {
                self.take();
                ExprKind::Bool(token.kind == TokenKind::True)
            }
            TokenKind::Nat => {
                self.take();
                ExprKind::Int(Int::parse(text).expect("digits are a number"))
            }
            TokenKind::Decimal => {
                self.take();
                match decimal(text) {
                    Some(real) => ExprKind::Real(real),
                    None => return Err(self.fail(at, "the exponent is too large")),
                }
            }
            TokenKind::BvLit => {
                self.take();
                let (digits, width) = text.split_once("bv").expect("the token has a `bv`");
                let value = Int::parse(digits).expect("digits are a number");
                let Ok(width) = width.parse::<u32>() else {
                    return Err(self.fail(at, "the width is too large"));
                };
                if value.bits() > u64::from(width) {
                    return Err(self.fail(at, format!("{digits} does not fit into {width} bits")));
                }
                ExprKind::Bv(value, width)
            }
            TokenKind::FloatLit => {
                self.take();
                ExprKind::Float(Symbol::new(text))
            }
            TokenKind::Ident => {
                let name = self.name()?;
                if self.eat(TokenKind::OpenParen) {
                    ExprKind::Apply(name, self.list_until(TokenKind::CloseParen, Self::expr)?)
                } else {
                    ExprKind::Name(name.symbol)
                }
            }
            TokenKind::Old => ExprKind::Old(self.in_parens()?),
            TokenKind::Int => ExprKind::ToInt(self.in_parens()?),
            TokenKind::Real => ExprKind::ToReal(self.in_parens()?),
            TokenKind::OpenParen => {
                self.take();
                let inner = self.expr()?;
                self.expect(TokenKind::CloseParen)?;
                inner.kind
            }
            TokenKind::If => {
                self.take();
                let condition = self.expr()?;
                self.expect(TokenKind::Then)?;
                let then = self.expr()?;
                self.expect(TokenKind::Else)?;
                let otherwise = self.expr()?;
                ExprKind::If(Box::new((condition, then, otherwise)))
            }
            TokenKind::Forall => self.quantified(Binder::Forall)?,
            TokenKind::Exists => self.quantified(Binder::Exists)?,
            TokenKind::Lambda => self.quantified(Binder::Lambda)?,
            TokenKind::Var => self.let_()?,
            TokenKind::OpenCode => self.code()?,
            _ => return Err(self.expected("an expression")),
        })
    }

    /// After a word like `old`: `(e)`.
    fn in_parens(&mut self) -> Parse<Box<Expr>> {
        self.take();
        self.expect(TokenKind::OpenParen)?;
        let inner = self.expr()?;
        self.expect(TokenKind::CloseParen)?;
        Ok(Box::new(inner))
    }

    fn quantified(&mut self, binder: Binder) -> Parse<ExprKind> {
        self.take();
        let type_params = self.type_params()?;
        let bound = if self.kind() == TokenKind::ColonColon && !type_params.is_empty() {
            Vec::new()
        } else {
            self.bound_variables()?
        };
        self.expect(TokenKind::ColonColon)?;
        let (mut attributes, mut triggers) = (Attributes::new(), Vec::new());
        loop {
            match self.kind() {
                TokenKind::OpenAttribute => {
                    let attribute = self.attribute()?;
                    if &*attribute.name == "nopats" {
                        let patterns = attribute.args.into_iter().filter_map(|arg| match arg {
                            crate::ast::AttributeArg::Expr(expr) => Some(expr),
                            crate::ast::AttributeArg::Text(_) => None,
                        });
                        triggers.push(Trigger { positive: false, patterns: patterns.collect() });
                    } else {
                        attributes.push(attribute);
                    }
                }
                TokenKind::OpenBrace => {
                    self.take();
                    let patterns = self.list_until(TokenKind::CloseBrace, Self::expr)?;
                    triggers.push(Trigger { positive: true, patterns });
                }
                _ => break,
            }
        }
        let body = self.expr()?;
        Ok(ExprKind::Quantified(Box::new(Quantified { binder, type_params, bound, attributes, triggers, body })))
    }

    /// `x, y: int, z: bool`.
    fn bound_variables(&mut self) -> Parse<Vec<Variable>> {
        Ok(self.list(|parser| parser.variables(false))?.into_iter().flatten().collect())
    }

    /// `(var x, y := e, f; body)`, with the parenthesis taken.
    fn let_(&mut self) -> Parse<ExprKind> {
        self.expect(TokenKind::Var)?;
        let names = self.list(|parser| {
            parser.attributes()?;
            let name = parser.name()?;
            let ty = if parser.eat(TokenKind::Colon) { Some(parser.ty()?) } else { None };
            Ok((name, ty))
        })?;
        self.expect(TokenKind::Assign)?;
        let values = self.list(Self::expr)?;
        self.expect(TokenKind::Semicolon)?;
        self.attributes()?;
        let body = self.expr()?;
        Ok(ExprKind::Let(Box::new(Let { names, values, body })))
    }

    fn code(&mut self) -> Parse<ExprKind> {
        let start = self.take();
        while !matches!(self.kind(), TokenKind::CloseCode | TokenKind::End) {
            self.take();
        }
        let end = self.expect(TokenKind::CloseCode)?;
        Ok(ExprKind::Code(self.text[start.start as usize..end.end as usize].to_string()))
    }
}

fn comparison(kind: TokenKind) -> Option<Binary> {
    Some(match kind {
        TokenKind::Eq => Binary::Eq,
        TokenKind::Ne => Binary::Ne,
        TokenKind::Lt => Binary::Lt,
        TokenKind::Le => Binary::Le,
        TokenKind::Gt => Binary::Gt,
        TokenKind::Ge => Binary::Ge,
        TokenKind::Extending => Binary::Extending,
        _ => return None,
    })
}

/// `1.5e-3` exactly. `None` if the exponent would fill the memory.
fn decimal(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().expect("digits are a number");
    let exponent: i64 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if exponent.abs() > 100_000 {
        return None;
    }
    let scale = BigInt::from(10).pow(exponent.unsigned_abs() as u32);
    Some(if exponent < 0 { BigRational::new(digits, scale) } else { BigRational::from_integer(digits * scale) })
}
