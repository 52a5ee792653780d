//! Expressions, with parentheses where they are needed.

use std::fmt::Write as _;

use num_bigint::BigInt;
use value::Real;

use crate::ast::*;

use super::Printer;

/// How tightly the surroundings hold an expression.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Any,
    Implication,
    Logical,
    Comparison,
    Concatenation,
    Sum,
    Product,
    Power,
    Is,
    Prefix,
    Postfix,
}

impl Level {
    fn tighter(self) -> Level {
        use Level::*;
        match self {
            Any => Implication,
            Implication => Logical,
            Logical => Comparison,
            Comparison => Concatenation,
            Concatenation => Sum,
            Sum => Product,
            Product => Power,
            Power => Is,
            Is => Prefix,
            Prefix | Postfix => Postfix,
        }
    }
}

/// The operator's own level, and the levels of its operands.
fn levels(op: Binary) -> (Level, Level, Level) {
    let left = |level: Level| (level, level, level.tighter());
    let alone = |level: Level| (level, level.tighter(), level.tighter());
    match op {
        Binary::Iff => left(Level::Any),
        Binary::Implies => (Level::Implication, Level::Logical, Level::Implication),
        // `a <== b <== c` groups to the left, but `==>` may not stand beside it.
        Binary::Explies => alone(Level::Implication),
        // Chains of one operator are left-nested; `&&` and `||` do not mix: see `binary`.
        Binary::And | Binary::Or => left(Level::Logical),
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge | Binary::Extending => {
            alone(Level::Comparison)
        }
        Binary::Concat => left(Level::Concatenation),
        Binary::Add | Binary::Sub => left(Level::Sum),
        Binary::Mul | Binary::Div | Binary::Mod | Binary::RealDiv => left(Level::Product),
        Binary::Pow => (Level::Power, Level::Is, Level::Power),
    }
}

impl Printer {
    pub(super) fn expr(&mut self, expr: &Expr, level: Level) {
        match &expr.kind {
            ExprKind::Bool(value) => self.put(if *value { "true" } else { "false" }),
            ExprKind::Int(value) => {
                let _ = write!(self.text, "{value}");
            }
            ExprKind::Real(value) => {
                let text = decimal(value);
                self.put(&text);
            }
            ExprKind::Bv(value, width) => {
                let _ = write!(self.text, "{value}bv{width}");
            }
            ExprKind::Float(text) => self.put(text),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Code(text) => self.put(text),
            ExprKind::Apply(name, args) => {
                self.name(&name.symbol);
                self.put("(");
                self.list(args, |printer, arg| printer.expr(arg, Level::Any));
                self.put(")");
            }
            ExprKind::Unary(op, value) => self.wrapped(level > Level::Prefix, |printer| {
                printer.put(match op {
                    Unary::Neg => "-",
                    Unary::Not => "!",
                });
                printer.expr(value, Level::Prefix);
            }),
            ExprKind::Binary(op, operands) => self.binary(*op, operands, level),
            ExprKind::Select(map, indices) => {
                self.expr(map, Level::Postfix);
                self.bracketed(indices);
            }
            ExprKind::Update(map, indices, value) => {
                self.expr(map, Level::Postfix);
                self.put("[");
                self.list(indices, |printer, index| printer.expr(index, Level::Any));
                self.put(" := ");
                self.expr(value, Level::Any);
                self.put("]");
            }
            ExprKind::Extract(value, high, low) => {
                self.expr(value, Level::Postfix);
                let _ = write!(self.text, "[{high}:{low}]");
            }
            ExprKind::Field(value, field) => {
                self.expr(value, Level::Postfix);
                self.put("->");
                self.name(&field.symbol);
            }
            ExprKind::FieldUpdate(value, field, to) => {
                self.expr(value, Level::Postfix);
                self.put("->(");
                self.name(&field.symbol);
                self.put(" := ");
                self.expr(to, Level::Any);
                self.put(")");
            }
            ExprKind::Is(value, ctor) => self.wrapped(level > Level::Is, |printer| {
                printer.expr(value, Level::Prefix);
                printer.put(" is ");
                printer.name(&ctor.symbol);
            }),
            ExprKind::If(parts) => self.wrapped(true, |printer| {
                printer.put("if ");
                printer.expr(&parts.0, Level::Any);
                printer.put(" then ");
                printer.expr(&parts.1, Level::Any);
                printer.put(" else ");
                printer.expr(&parts.2, Level::Any);
            }),
            ExprKind::Old(value) => self.word("old", value),
            ExprKind::ToInt(value) => self.word("int", value),
            ExprKind::ToReal(value) => self.word("real", value),
            // A type goes on as far as it can, so this always stands in parentheses.
            ExprKind::Coerce(value, ty) => self.wrapped(true, |printer| {
                printer.expr(value, Level::Postfix);
                printer.put(": ");
                printer.ty(ty);
            }),
            ExprKind::Let(let_) => self.wrapped(true, |printer| printer.let_(let_)),
            ExprKind::Quantified(quantified) => self.wrapped(true, |printer| printer.quantified(quantified)),
        }
    }

    pub(super) fn wrapped(&mut self, wrap: bool, inner: impl FnOnce(&mut Self)) {
        if wrap {
            self.put("(");
        }
        inner(self);
        if wrap {
            self.put(")");
        }
    }

    pub(super) fn word(&mut self, word: &str, value: &Expr) {
        self.put(word);
        self.put("(");
        self.expr(value, Level::Any);
        self.put(")");
    }

    pub(super) fn binary(&mut self, op: Binary, operands: &(Expr, Expr), level: Level) {
        let (own, left, right) = levels(op);
        // `a && b || c` is not Boogie, so a chain on the left must be of the same operator.
        let mixes = |operand: &Expr| match &operand.kind {
            ExprKind::Binary(other, _) => matches!(other, Binary::And | Binary::Or) && *other != op,
            _ => false,
        };
        let left = if own == Level::Logical && mixes(&operands.0) { own.tighter() } else { left };
        self.wrapped(level > own, |printer| {
            printer.expr(&operands.0, left);
            printer.put(" ");
            printer.put(op.text());
            printer.put(" ");
            printer.expr(&operands.1, right);
        });
    }

    pub(super) fn let_(&mut self, let_: &Let) {
        self.put("var ");
        self.list(&let_.names, |printer, (name, ty)| {
            printer.name(&name.symbol);
            if let Some(ty) = ty {
                printer.put(": ");
                printer.ty(ty);
            }
        });
        self.put(" := ");
        self.list(&let_.values, |printer, value| printer.expr(value, Level::Any));
        self.put("; ");
        self.expr(&let_.body, Level::Any);
    }

    pub(super) fn quantified(&mut self, quantified: &Quantified) {
        self.put(match quantified.binder {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
        });
        self.type_params(&quantified.type_params);
        self.put(" ");
        self.list(&quantified.bound, Self::variable);
        self.put(" :: ");
        self.attributes(&quantified.attributes);
        for trigger in &quantified.triggers {
            self.put(if trigger.positive { "{ " } else { "{:nopats " });
            self.list(&trigger.patterns, |printer, pattern| printer.expr(pattern, Level::Any));
            self.put(" } ");
        }
        self.expr(&quantified.body, Level::Any);
    }
}

/// A number read from a decimal, as a decimal.
pub(crate) fn decimal(value: &Real) -> String {
    let ten = BigInt::from(10);
    let mut digits = 1usize;
    let mut scaled = value * &ten;
    while !scaled.is_integer() {
        scaled *= &ten;
        digits += 1;
    }
    let text = scaled.to_integer().to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let text = format!("{text:0>width$}", width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{fraction}")
}
