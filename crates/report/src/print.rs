//! Conditions and values as a person would write them in the source language.
//!
//! `not (x <= 10)` is printed as `x > 10`, `x + -1*y <= -1` as `x < y`.

mod choice;
mod machine;

use std::cell::Cell;
use std::collections::hash_map::Entry;

use ir::entry::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId};
use value::{BvOp, FloatOp, Int, IntOp, Op, RealOp, SortKind, Value};

/// How tightly a printed expression binds.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Atom,
}

struct Printed {
    text: String,
    level: Level,
}

/// The term in the language's notation.
pub fn print(pool: &Pool, term: TermId, words: &Words) -> String {
    Printer::new(pool, words).term(term).text
}

/// A conjunction of conditions. Of several bounds on the same side of one expression, as a loop
/// leaves them, the tightest says all.
pub fn print_all(pool: &Pool, terms: &[TermId], words: &Words) -> String {
    let (mut conjuncts, mut seen) = (Vec::new(), FxHashSet::default());
    terms.iter().for_each(|term| flatten(pool, *term, &mut seen, &mut conjuncts));
    let printer = Printer::new(pool, words);
    let mut parts = printer.take_choices(&mut conjuncts);
    let kept = tightest(pool, &conjuncts);
    let others = kept
        .iter()
        .filter(|term| pool.as_bool(**term) != Some(true) && !is_text(pool, **term))
        .map(|term| printer.pinned(*term, &kept).unwrap_or_else(|| wrap(printer.term(*term), Level::Not)));
    parts.extend(others);
    let mut said = FxHashSet::default();
    parts.retain(|part| said.insert(part.clone()));
    if parts.is_empty() { words.true_.into() } else { parts.join(&format!(" {} ", words.and)) }
}

/// A text is one, and the keys of a dict differ: nobody has to say so.
fn is_text(pool: &Pool, term: TermId) -> bool {
    matches!(pool.node(term), Node::App(Op::IsText | Op::SeqIsDistinct, _))
}

/// What is said twice is kept once.
fn flatten(pool: &Pool, term: TermId, seen: &mut FxHashSet<TermId>, conjuncts: &mut Vec<TermId>) {
    if !seen.insert(term) {
        return;
    }
    match pool.node(term) {
        Node::App(Op::And, args) => args.iter().for_each(|arg| flatten(pool, *arg, seen, conjuncts)),
        _ => conjuncts.push(term),
    }
}

/// Which side of what is bounded.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Side {
    of: TermId,
    is_upper: bool,
    /// Of a machine integer: as a signed or unsigned number.
    is_signed: Option<bool>,
}

/// Each bound stands where the first one on its side stood.
fn tightest(pool: &Pool, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut kept: Vec<TermId> = Vec::with_capacity(conjuncts.len());
    let mut places: FxHashMap<Side, usize> = FxHashMap::default();
    for &term in conjuncts {
        let Some((side, limit)) = bound(pool, term) else {
            kept.push(term);
            continue;
        };
        match places.entry(side) {
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(term);
            }
            Entry::Occupied(place) => {
                let known = bound(pool, kept[*place.get()]).expect("only bounds have a place").1;
                let is_tighter = if side.is_upper { limit < known } else { limit > known };
                if is_tighter {
                    kept[*place.get()] = term;
                }
            }
        }
    }
    kept
}

/// `e <= c`, `c <= e` or a negation: the side, and the last number on it that is allowed.
fn bound(pool: &Pool, term: TermId) -> Option<(Side, Int)> {
    let (comparison, holds) = match pool.node(term) {
        Node::App(Op::Not, args) => (args[0], false),
        _ => (term, true),
    };
    let Node::App(op, args) = pool.node(comparison) else { return None };
    let (is_signed, is_strict) = match op {
        Op::Int(IntOp::Le) => (None, false),
        Op::Bv(BvOp::SLe) => (Some(true), false),
        Op::Bv(BvOp::SLt) => (Some(true), true),
        Op::Bv(BvOp::ULe) => (Some(false), false),
        Op::Bv(BvOp::ULt) => (Some(false), true),
        _ => return None,
    };
    let constant = |term: TermId| match (pool.as_const(term)?, is_signed) {
        (Value::Int(int), None) => Some(int.clone()),
        (Value::Bv(bits), Some(true)) => Some(Int::from(bits.signed())),
        (Value::Bv(bits), Some(false)) => i128::try_from(bits.bits()).ok().map(Int::from),
        _ => None,
    };
    let (of, limit, is_left) = match (constant(args[0]), constant(args[1])) {
        (None, Some(limit)) => (args[0], limit, true),
        (Some(limit), None) => (args[1], limit, false),
        _ => return None,
    };
    let is_upper = is_left == holds;
    // What is strict and holds, or is not and does not, leaves the limit itself out.
    let limit = match (is_strict == holds, is_upper) {
        (false, _) => limit,
        (true, true) => &limit - &Int::ONE,
        (true, false) => &limit + &Int::ONE,
    };
    Some((Side { of, is_upper, is_signed }, limit))
}

struct Printer<'a> {
    pool: &'a Pool,
    words: &'a Words,
    /// Nodes that may still be written: a term shares its parts, its text does not.
    left: Cell<usize>,
}

/// Entries of a table.
const LONGEST_TABLE: usize = 8;

/// More than anyone reads.
const LONGEST: usize = 1_000;

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool, words: &'a Words) -> Printer<'a> {
        Printer { pool, words, left: Cell::new(LONGEST) }
    }

    /// `e == c` for a bound on a machine integer that another one meets.
    fn pinned(&self, term: TermId, all: &[TermId]) -> Option<String> {
        self.words.machine.as_ref()?;
        let (side, limit) = bound(self.pool, term)?;
        let other = Side { is_upper: !side.is_upper, ..side };
        let is_met =
            all.iter().any(|term| bound(self.pool, *term).is_some_and(|known| known == (other, limit.clone())));
        let of = self.machine_side(side.of, side.is_signed?);
        is_met.then(|| format!("{} == {limit}", wrap(of, Level::Sum)))
    }

    fn term(&self, term: TermId) -> Printed {
        let Some(left) = self.left.get().checked_sub(1) else { return atom("...".into()) };
        self.left.set(left);
        if self.words.machine.is_some() && machine::width(self.pool.sort(term)).is_some() {
            return self.machine_term(term);
        }
        match choice::allowed(self.pool, self.words, term) {
            Some((choice, kinds)) => choice::said(choice, &kinds, self.words),
            None => self.unread(term),
        }
    }

    /// Without regard to what machine integers are.
    fn unread(&self, term: TermId) -> Printed {
        match self.pool.node(term) {
            Node::Var(variable) => {
                let text = self.pool.variable(*variable).name.to_string();
                // `width(w) after draw(w)` is no part of an expression without brackets.
                let is_phrase = text.contains(" after ") && !text.starts_with("after ");
                Printed { text, level: if is_phrase { Level::Conditional } else { Level::Atom } }
            }
            Node::Const(value) => self.constant(value, term),
            Node::App(op, args) => self.app(op, args, term),
        }
    }

    fn constant(&self, value: &Value, term: TermId) -> Printed {
        match value {
            Value::Bool(true) => atom(self.words.true_.into()),
            Value::Bool(false) => atom(self.words.false_.into()),
            Value::Int(int) if int.is_negative() => Printed { text: int.to_string(), level: Level::Product },
            Value::Bv(bv) => atom(bv.signed().to_string()),
            Value::Float(float) => atom(float.to_string()),
            // As for the operator: a wrapped value is what it wraps.
            Value::Data(index, fields) if fields.len() == 1 => {
                let sort = self.pool.sort(term);
                let field = sort.datatype().map(|datatype| datatype.ctors()[*index as usize].fields[0].1);
                match (&fields[0], field) {
                    (Value::Bool(bool), _) => atom(if *bool { self.words.true_ } else { self.words.false_ }.into()),
                    (Value::Int(int), _) if int.is_negative() => {
                        Printed { text: int.to_string(), level: Level::Product }
                    }
                    (field, Some(sort)) => atom(field.display(sort)),
                    (_, None) => atom(value.display(sort)),
                }
            }
            value => atom(value.display(self.pool.sort(term))),
        }
    }

    fn app(&self, op: &Op, args: &[TermId], term: TermId) -> Printed {
        if self.words.machine.is_some()
            && let Some(printed) = self.machine_comparison(op, args, true)
        {
            return printed;
        }
        match (op, args) {
            (Op::Not, [a]) => self.negation(*a),
            (Op::And, [a, b]) => self.infix(self.words.and, *a, *b, Level::And),
            (Op::Or, [a, b]) => self.infix(self.words.or, *a, *b, Level::Or),
            (Op::Eq, [a, b]) => self.comparison("==", "==", *a, *b),
            (Op::Int(IntOp::Le), [a, b]) => self.comparison("<=", "<", *a, *b),
            (Op::Int(IntOp::Add | IntOp::Mul), _) => self.sum(parts(&self.pool.monomials(term))),
            (Op::Int(IntOp::Div(_)), [a, b]) => self.infix(self.words.div, *a, *b, Level::Product),
            (Op::Int(IntOp::Mod(_)), [a, b]) => self.infix(self.words.modulo, *a, *b, Level::Product),
            (Op::Ite, [c, a, b]) => {
                let part = |term: TermId| wrap(self.term(term), Level::Or);
                let text = self.words.if_else.replace("{c}", &part(*c)).replace("{a}", &part(*a));
                Printed { text: text.replace("{b}", &part(*b)), level: Level::Conditional }
            }
            (Op::IsText | Op::SeqIsDistinct, _) => atom(self.words.true_.into()),
            (Op::SeqConcat, [a, b]) => self.infix("+", *a, *b, Level::Sum),
            (Op::SeqLen, [s]) => atom(format!("len({})", self.term(*s).text)),
            (Op::SeqNth, [s, i]) => atom(format!("{}[{}]", wrap(self.term(*s), Level::Atom), self.term(*i).text)),
            (Op::Select, [m, k]) if let Node::App(Op::SeqMembers, keys) = self.pool.node(*m) => {
                let text = format!("{} in {}", wrap(self.term(*k), Level::Sum), self.term(keys[0]).text);
                Printed { text, level: Level::Compare }
            }
            (Op::Select, [m, k]) if let Node::App(Op::SeqBeside, keys) = self.pool.node(*m) => {
                atom(format!("{}[{}]", wrap(self.term(keys[1]), Level::Atom), self.term(*k).text))
            }
            (Op::Select, [m, k]) => {
                let map = self.table(*m).unwrap_or_else(|| wrap(self.term(*m), Level::Atom));
                atom(format!("{map}[{}]", self.term(*k).text))
            }
            (Op::SeqSlice, [s, from, to]) => {
                let from = if self.pool.as_int(*from).is_some_and(value::Int::is_zero) {
                    String::new()
                } else {
                    self.term(*from).text
                };
                atom(format!("{}[{from}:{}]", wrap(self.term(*s), Level::Atom), self.term(*to).text))
            }
            (Op::Apply(function), args) => {
                let args: Vec<String> = args.iter().map(|arg| self.term(*arg).text).collect();
                // What tells functions of one name apart is of no interest to a reader.
                let name = function.name.as_str().split('\u{27e8}').next().unwrap_or_default();
                atom(format!("{name}({})", args.join(", ")))
            }
            (Op::SeqWrap(_) | Op::MapWrap(..), [s]) => self.term(*s),
            (Op::Construct(_), [field]) => self.term(*field),
            (op, [a, b]) if let Some(sign) = infix_sign(op) => {
                let level = match sign {
                    "<" | "<=" | "==" => Level::Compare,
                    "+" | "-" => Level::Sum,
                    "*" | "/" | "%" | "**" => Level::Product,
                    // Languages disagree on how tightly the bit operators bind.
                    _ => Level::Conditional,
                };
                self.infix(sign, *a, *b, level)
            }
            (Op::Bv(BvOp::Neg) | Op::Float(FloatOp::Neg) | Op::Real(RealOp::Neg), [a]) => {
                Printed { text: format!("-{}", wrap(self.term(*a), Level::Atom)), level: Level::Product }
            }
            // Changes of width are not what a reader of the source sees.
            (Op::Bv(BvOp::SignExtend(_) | BvOp::ZeroExtend(_) | BvOp::ToSigned | BvOp::ToInt), [a]) => self.term(*a),
            _ => {
                let args: Vec<String> = args.iter().map(|arg| self.term(*arg).text).collect();
                atom(format!("{op}({})", args.join(", ")))
            }
        }
    }

    /// A constant table, entry by entry from the first on: `{4, 5, 6}`.
    fn table(&self, map: TermId) -> Option<String> {
        self.words.machine.as_ref()?;
        let Value::Map(table) = self.pool.as_const(map)? else { return None };
        let SortKind::Map(_, element) = self.pool.sort(map).kind() else { return None };
        let written = |value: &Value| match value {
            Value::Bv(bits) => bits.signed().to_string(),
            Value::Bool(true) => self.words.true_.into(),
            Value::Bool(false) => self.words.false_.into(),
            other => other.display(*element),
        };
        let last = match table.entries().last()?.0 {
            Value::Bv(bits) => usize::try_from(bits.bits()).ok()?,
            _ => return None,
        };
        let key = |at: usize| Value::bv(64, at as u128);
        let shown = (0..=last.min(LONGEST_TABLE - 1)).map(|at| written(table.select(&key(at))));
        let rest = (last >= LONGEST_TABLE).then(|| "...".to_owned());
        Some(format!("{{{}}}", shown.chain(rest).collect::<Vec<_>>().join(", ")))
    }

    fn negation(&self, a: TermId) -> Printed {
        if self.words.machine.is_some()
            && let Node::App(op, args) = self.pool.node(a)
            && let Some(printed) = self.machine_comparison(op, args, false)
        {
            return printed;
        }
        match self.pool.node(a) {
            Node::App(Op::Int(IntOp::Le), args) => self.comparison(">", ">=", args[0], args[1]),
            Node::App(Op::Eq, args) => self.comparison("!=", "!=", args[0], args[1]),
            Node::App(Op::Bv(BvOp::SLe | BvOp::ULe), args) => self.infix("<", args[1], args[0], Level::Compare),
            // A disjunction is kept as a negated conjunction of negations.
            Node::App(Op::And, args) => {
                let part = |term: TermId| match self.pool.node(term) {
                    Node::App(Op::Not, inner) => wrap(self.term(inner[0]), Level::And),
                    _ => wrap(self.negation(term), Level::And),
                };
                let text = format!("{} {} {}", part(args[0]), self.words.or, part(args[1]));
                Printed { text, level: Level::Or }
            }
            _ => {
                let space = if self.words.not.ends_with(char::is_alphabetic) { " " } else { "" };
                let inner = wrap(self.term(a), Level::Atom);
                Printed { text: format!("{}{space}{inner}", self.words.not), level: Level::Not }
            }
        }
    }

    /// `p <sign> c` for a polynomial in normal form, with what is negative moved to the right;
    /// `strict` is the sign for `c = -1` after moving one across.
    fn comparison(&self, sign: &str, strict: &str, p: TermId, c: TermId) -> Printed {
        let compare = |left: Printed, sign: &str, right: Printed| Printed {
            text: format!("{} {sign} {}", wrap(left, Level::Sum), wrap(right, Level::Sum)),
            level: Level::Compare,
        };
        let Some(constant) = self.pool.as_int(c) else { return compare(self.term(p), sign, self.term(c)) };
        let poly = self.pool.monomials(p);
        let positive = self.sum(parts(&poly).filter(|(_, coefficient)| !coefficient.is_negative()));
        let flipped: Vec<(&[TermId], Int)> = parts(&poly)
            .filter(|(_, coefficient)| coefficient.is_negative())
            .map(|(factors, coefficient)| (factors, -coefficient))
            .collect();
        if flipped.is_empty() {
            if sign == ">" && constant.to_i64() == Some(-1) && self.words.machine.is_some() {
                return compare(positive, ">=", atom("0".into()));
            }
            return compare(positive, sign, self.constant(&Value::Int(constant.clone()), c));
        }
        let (sign, constant) = if constant.to_i64() == Some(-1) && sign != strict {
            (strict, Int::ZERO)
        } else {
            (sign, constant.clone())
        };
        let rest = (&[][..], &constant);
        let right = flipped.iter().map(|(factors, coefficient)| (*factors, coefficient));
        compare(positive, sign, self.sum(right.chain((!constant.is_zero()).then_some(rest))))
    }

    fn sum<'b>(&self, monomials: impl Iterator<Item = (&'b [TermId], &'b Int)>) -> Printed {
        // What is taken away comes after what is there, the constant last.
        let (constant, rest): (Vec<_>, Vec<_>) = monomials.partition(|(factors, _)| factors.is_empty());
        let (less, more): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, coefficient)| coefficient.is_negative());
        let parts: Vec<(&[TermId], &Int)> = more.into_iter().chain(less).chain(constant).collect();
        match &parts[..] {
            [] => return atom("0".into()),
            [([factor], coefficient)] if coefficient.is_one() => return self.term(*factor),
            _ => {}
        }
        let mut text = String::new();
        for (index, (factors, coefficient)) in parts.iter().enumerate() {
            text += match (coefficient.is_negative(), index) {
                (true, 0) => "-",
                (true, _) => " - ",
                (false, 0) => "",
                (false, _) => " + ",
            };
            // A sign binds more tightly than `%`.
            let least = if coefficient.is_negative() && index == 0 { Level::Atom } else { Level::Product };
            text += &self.product(factors, &coefficient.abs(), least);
        }
        let level = match &parts[..] {
            [([], coefficient)] if !coefficient.is_negative() => Level::Atom,
            [_] => Level::Product,
            _ => Level::Sum,
        };
        Printed { text, level }
    }

    fn product(&self, factors: &[TermId], coefficient: &Int, least: Level) -> String {
        if let ([factor], true) = (factors, coefficient.is_one()) {
            return wrap(self.term(*factor), least);
        }
        let mut parts = Vec::new();
        if factors.is_empty() || !coefficient.is_one() {
            parts.push(coefficient.to_string());
        }
        parts.extend(factors.iter().map(|factor| wrap(self.term(*factor), Level::Atom)));
        parts.join("*")
    }

    fn infix(&self, sign: &str, a: TermId, b: TermId, level: Level) -> Printed {
        let tighter = match level {
            Level::And => Level::Not,
            Level::Or => Level::And,
            Level::Compare => Level::Sum,
            Level::Sum => Level::Product,
            _ => Level::Atom,
        };
        // `and` and `or` associate; the others are bracketed on the right.
        let left = wrap(self.term(a), if matches!(level, Level::And | Level::Or) { level } else { tighter });
        Printed { text: format!("{left} {sign} {}", wrap(self.term(b), tighter)), level }
    }
}

fn parts(monomials: &[(Vec<TermId>, Int)]) -> impl Iterator<Item = (&[TermId], &Int)> {
    monomials.iter().map(|(factors, coefficient)| (&factors[..], coefficient))
}

fn infix_sign(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Bv(BvOp::Add) | Op::Float(FloatOp::Add) | Op::Real(RealOp::Add) => "+",
        Op::Bv(BvOp::Sub) | Op::Float(FloatOp::Sub) | Op::Real(RealOp::Sub) => "-",
        Op::Bv(BvOp::Mul) | Op::Float(FloatOp::Mul) | Op::Real(RealOp::Mul) => "*",
        Op::Bv(BvOp::UDiv | BvOp::SDiv) | Op::Float(FloatOp::Div) | Op::Real(RealOp::Div) => "/",
        Op::Bv(BvOp::URem | BvOp::SRem) => "%",
        Op::Bv(BvOp::And) | Op::Int(IntOp::And) => "&",
        Op::Bv(BvOp::Or) | Op::Int(IntOp::Or) => "|",
        Op::Bv(BvOp::Xor) | Op::Int(IntOp::Xor) => "^",
        Op::Bv(BvOp::Shl) | Op::Int(IntOp::Shl) => "<<",
        Op::Bv(BvOp::LShr | BvOp::AShr) | Op::Int(IntOp::Shr) => ">>",
        Op::Bv(BvOp::ULe | BvOp::SLe) | Op::Float(FloatOp::Le) | Op::Real(RealOp::Le) => "<=",
        Op::Bv(BvOp::ULt | BvOp::SLt) | Op::Float(FloatOp::Lt) | Op::Real(RealOp::Lt) => "<",
        Op::Float(FloatOp::Eq) => "==",
        Op::Int(IntOp::Pow) => "**",
        _ => return None,
    })
}

fn atom(text: String) -> Printed {
    Printed { text, level: Level::Atom }
}

fn wrap(printed: Printed, least: Level) -> String {
    if printed.level < least { format!("({})", printed.text) } else { printed.text }
}
