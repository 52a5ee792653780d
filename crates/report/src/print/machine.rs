//! Machine integers as C and Rust write them.
//!
//! A bit-vector has no sign, an expression of the source has. So every printed expression says what
//! of the bit-vector it has the value of, and what uses it asks for the reading that it needs: a
//! signed comparison for the signed one, a shift to the right for either. Where the expression has
//! another, a cast is written: `(unsigned char) (x + 1) < 10`.

use ir::entry::{Casts, MachinePart};
use term::{Node, TermId};
use value::{BvOp, Op, Sort, SortKind, Value};

use super::{Level, Printed, Printer, wrap};

/// What the value of a printed expression is, of a bit-vector.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Reading {
    Signed,
    Unsigned,
    /// Both are the same number.
    Either,
    /// The expression is wider; its low bits are the bit-vector.
    LowBits,
}

use Reading::{Either, LowBits, Signed, Unsigned};

struct Word {
    printed: Printed,
    reading: Reading,
}

/// Integers narrower than this are computed in this width.
const INT: u32 = 32;

pub(super) fn width(sort: Sort) -> Option<u32> {
    match sort.kind() {
        SortKind::Bv(width) => Some(*width),
        _ => None,
    }
}

impl Printer<'_> {
    fn casts(&self) -> Casts {
        self.words.machine.as_ref().map_or(Casts::C, |machine| machine.casts)
    }

    /// The bit-vector's expression, whichever reading that has.
    pub(super) fn machine_term(&self, term: TermId) -> Printed {
        self.word(term).printed
    }

    /// A comparison of machine integers, if the operator is one; `holds`: not its negation.
    pub(super) fn machine_comparison(&self, op: &Op, args: &[TermId], holds: bool) -> Option<Printed> {
        let [a, b] = *args else { return None };
        width(self.pool.sort(a))?;
        let (sign, negated, reading) = match op {
            Op::Eq => return Some(self.machine_equality(a, b, if holds { "==" } else { "!=" })),
            Op::Bv(BvOp::SLe) => ("<=", ">", Signed),
            Op::Bv(BvOp::SLt) => ("<", ">=", Signed),
            Op::Bv(BvOp::ULe) => ("<=", ">", Unsigned),
            Op::Bv(BvOp::ULt) => ("<", ">=", Unsigned),
            _ => return None,
        };
        let sign = if holds { sign } else { negated };
        let is_turned = self.pool.as_const(a).is_some() || (!holds && self.pool.as_const(b).is_none());
        let (a, sign, b) = if is_turned { (b, turned(sign), a) } else { (a, sign, b) };
        Some(compare(self.read(a, reading), sign, self.read(b, reading)))
    }

    fn machine_equality(&self, a: TermId, b: TermId, sign: &str) -> Printed {
        let (a, b) = if self.pool.as_const(a).is_some() { (b, a) } else { (a, b) };
        let (x, y) = (self.word(a), self.word(b));
        let is_wide = width(self.pool.sort(a)).is_some_and(|width| width >= INT) && self.casts() == Casts::C;
        let reading = match (x.reading, y.reading) {
            (reading, _) if reading != LowBits && self.pool.as_const(b).is_some() => reading,
            (Either, reading) | (reading, Either) if reading != LowBits => reading,
            (x, y) if x == y && x != LowBits => x,
            (Signed | Unsigned, Signed | Unsigned) if is_wide => return compare(x.printed, sign, y.printed),
            _ => Unsigned,
        };
        compare(self.read(a, reading), sign, self.read(b, reading))
    }

    /// The number that `limit` bounds, read as the comparison does.
    pub(super) fn machine_side(&self, term: TermId, is_signed: bool) -> Printed {
        self.read(term, if is_signed { Signed } else { Unsigned })
    }

    /// An expression with that value of the bit-vector.
    fn read(&self, term: TermId, reading: Reading) -> Printed {
        let sort = self.pool.sort(term);
        if let (Some(Value::Bv(bits)), true) = (self.pool.as_const(term), reading != LowBits) {
            return match reading {
                Unsigned => number(&bits.bits().to_string()),
                _ => number(&bits.signed().to_string()),
            };
        }
        let word = self.word(term);
        if word.reading == reading || word.reading == Either || matches!(reading, LowBits | Either) {
            return word.printed;
        }
        // One cast is enough: what it casts need only have the right low bits.
        let inner = match self.pool.node(term) {
            Node::App(Op::Bv(BvOp::Extract { low: 0, .. }), args) if self.named(term).is_none() => {
                self.word(args[0]).printed
            }
            _ => word.printed,
        };
        self.cast(inner, width(sort).unwrap_or(INT), reading == Signed)
    }

    fn cast(&self, inner: Printed, width: u32, is_signed: bool) -> Printed {
        match self.casts() {
            Casts::Rust => {
                let letter = if is_signed { 'i' } else { 'u' };
                Printed { text: format!("{} as {letter}{width}", wrap(inner, Level::Atom)), level: Level::Conditional }
            }
            Casts::C => {
                let name = match (width, is_signed) {
                    (8, true) => "signed char",
                    (8, false) => "unsigned char",
                    (16, true) => "short",
                    (16, false) => "unsigned short",
                    (32, true) => "int",
                    (32, false) => "unsigned",
                    (64, true) => "long",
                    (64, false) => "unsigned long",
                    (_, true) => "__int128",
                    (_, false) => "unsigned __int128",
                };
                Printed { text: format!("({name}) {}", wrap(inner, Level::Atom)), level: Level::Product }
            }
        }
    }

    /// The name that the source has for these bits of an input.
    fn named(&self, term: TermId) -> Option<&MachinePart> {
        let (variable, low) = match self.pool.node(term) {
            Node::App(Op::Bv(BvOp::Extract { low, .. }), args) => (args[0], *low),
            _ => (term, 0),
        };
        let Node::Var(variable) = self.pool.node(variable) else { return None };
        let name = &self.pool.variable(*variable).name;
        let inputs = &self.words.machine.as_ref()?.inputs;
        let input = inputs.iter().find(|input| input.name.as_str() == &**name)?;
        let width = width(self.pool.sort(term))?;
        input.parts.iter().find(|part| part.low == low && part.width == width)
    }

    fn word(&self, term: TermId) -> Word {
        let Some(left) = self.left.get().checked_sub(1) else {
            return Word { printed: super::atom("...".into()), reading: Either };
        };
        self.left.set(left);
        let width = width(self.pool.sort(term)).unwrap_or(INT);
        if let Some(part) = self.named(term) {
            let reading = if part.is_signed { Signed } else { Unsigned };
            return Word { printed: super::atom(part.text.clone()), reading };
        }
        match self.pool.node(term) {
            Node::Const(Value::Bv(bits)) => {
                let is_plain = bits.signed() >= 0;
                // Of so few bits there is no signed type.
                let is_odd = !matches!(width, 8 | 16 | 32 | 64 | 128);
                let text = if is_odd { bits.bits().to_string() } else { bits.signed().to_string() };
                let reading = match (is_plain, is_odd) {
                    (true, _) => Either,
                    (false, true) => Unsigned,
                    (false, false) => Signed,
                };
                Word { printed: number(&text), reading }
            }
            Node::App(op, args) => self.operation(op, args, width).unwrap_or_else(|| self.plain(term)),
            _ => self.plain(term),
        }
    }

    fn plain(&self, term: TermId) -> Word {
        Word { printed: self.unread(term), reading: Signed }
    }

    fn operation(&self, op: &Op, args: &[TermId], width: u32) -> Option<Word> {
        let word = |printed: Printed, reading: Reading| Some(Word { printed, reading });
        let bits = match (op, args) {
            (Op::Bv(bits), _) => bits,
            (Op::Ite, [c, a, b]) => {
                let (a, b) = (self.word(*a), self.word(*b));
                let reading = self.joint(&a, &b, width, true);
                let condition = wrap(self.term(*c), Level::Or);
                let part = |word: Word| wrap(word.printed, Level::Or);
                let text = self.words.if_else.replace("{c}", &condition).replace("{a}", &part(a));
                return word(Printed { text: text.replace("{b}", &part(b)), level: Level::Conditional }, reading);
            }
            _ => return None,
        };
        match (bits, args) {
            (BvOp::Add, [a, b]) if let Some(less) = self.negative(*b) => {
                let a = self.word(*a);
                let reading = self.computed(a.reading, width);
                word(infix(a.printed, "-", number(&less), Level::Sum), reading)
            }
            (BvOp::Add, [a, b]) => self.arithmetic("+", *a, *b, width, Level::Sum),
            (BvOp::Sub, [a, b]) if self.is_zero(*a) => self.operation(&Op::Bv(BvOp::Neg), &[*b], width),
            (BvOp::Sub, [a, b]) => self.arithmetic("-", *a, *b, width, Level::Sum),
            (BvOp::Mul, [a, b]) => self.arithmetic("*", *a, *b, width, Level::Product),
            (BvOp::Neg | BvOp::Not, [a]) => {
                let a = self.word(*a);
                let reading = self.computed(a.reading, width);
                let sign = if *bits == BvOp::Neg { "-" } else { "~" };
                word(
                    Printed { text: format!("{sign}{}", wrap(a.printed, Level::Atom)), level: Level::Product },
                    reading,
                )
            }
            (BvOp::SDiv, [a, b]) => word(self.both(*a, "/", *b, Signed), Signed),
            (BvOp::SRem, [a, b]) => word(self.both(*a, "%", *b, Signed), Signed),
            (BvOp::UDiv, [a, b]) => word(self.both(*a, "/", *b, Unsigned), Unsigned),
            (BvOp::URem, [a, b]) => word(self.both(*a, "%", *b, Unsigned), Unsigned),
            (BvOp::Shl, [a, b]) => {
                let a = self.word(*a);
                let reading = self.computed(a.reading, width);
                word(infix(a.printed, "<<", self.read(*b, Unsigned), Level::Conditional), reading)
            }
            (BvOp::LShr | BvOp::AShr, [a, b]) => {
                let reading = if *bits == BvOp::LShr { Unsigned } else { Signed };
                word(infix(self.read(*a, reading), ">>", self.read(*b, Unsigned), Level::Conditional), reading)
            }
            (BvOp::And, [a, b]) => self.bitwise("&", *a, *b, width),
            (BvOp::Or, [a, b]) => self.bitwise("|", *a, *b, width),
            (BvOp::Xor, [a, b]) => self.bitwise("^", *a, *b, width),
            (BvOp::SignExtend(_), [a]) => word(self.read(*a, Signed), Signed),
            (BvOp::ZeroExtend(_), [a]) => word(self.read(*a, Unsigned), Either),
            (BvOp::Extract { low, .. }, [a]) => Some(self.extracted(*a, *low, width)),
            (BvOp::Concat, [high, low]) => {
                let shift = self::width(self.pool.sort(*low)).unwrap_or(0);
                let high = self.cast(self.read(*high, Unsigned), width, false);
                let high = infix(high, "<<", number(&shift.to_string()), Level::Conditional);
                word(infix(high, "|", self.read(*low, Unsigned), Level::Conditional), Unsigned)
            }
            _ => None,
        }
    }

    fn extracted(&self, of: TermId, low: u32, width: u32) -> Word {
        let mut inner = self.word(of).printed;
        if low > 0 {
            inner = infix(inner, ">>", number(&low.to_string()), Level::Conditional);
        }
        match width {
            8 | 16 | 32 | 64 => Word { printed: self.cast(inner, width, false), reading: Unsigned },
            _ => {
                let mask = u128::MAX >> (128 - width.clamp(1, 128));
                Word { printed: infix(inner, "&", number(&mask.to_string()), Level::Conditional), reading: Unsigned }
            }
        }
    }

    fn both(&self, a: TermId, sign: &str, b: TermId, reading: Reading) -> Printed {
        infix(self.read(a, reading), sign, self.read(b, reading), Level::Product)
    }

    fn arithmetic(&self, sign: &str, a: TermId, b: TermId, width: u32, level: Level) -> Option<Word> {
        let (a, b) = (self.word(a), self.word(b));
        let reading = self.computed(self.joint(&a, &b, width, false), width);
        Some(Word { printed: infix(a.printed, sign, b.printed, level), reading })
    }

    fn bitwise(&self, sign: &str, a: TermId, b: TermId, width: u32) -> Option<Word> {
        let (a, b) = if self.pool.as_const(a).is_some() { (b, a) } else { (a, b) };
        let (x, y) = (self.word(a), self.word(b));
        let reading = match self.pool.as_const(b) {
            Some(Value::Bv(mask)) if sign == "&" && mask.signed() >= 0 => Either,
            _ => self.joint(&x, &y, width, true),
        };
        let right = self.mask(b).unwrap_or(y.printed);
        Some(Word { printed: infix(x.printed, sign, right, Level::Conditional), reading })
    }

    /// Constants of more than a byte are read as bits.
    fn mask(&self, term: TermId) -> Option<Printed> {
        match self.pool.as_const(term)? {
            Value::Bv(bits) if !(-256..256).contains(&bits.signed()) => {
                Some(super::atom(format!("{:#x}", bits.bits())))
            }
            _ => None,
        }
    }

    /// What an operator gives that may overflow.
    fn computed(&self, reading: Reading, width: u32) -> Reading {
        match reading {
            _ if width < INT && self.casts() == Casts::C => LowBits,
            Either => Signed,
            reading => reading,
        }
    }

    /// What operands of these readings give together. `is_exact`: the operator works bit by bit, or
    /// gives one of them.
    fn joint(&self, a: &Word, b: &Word, width: u32, is_exact: bool) -> Reading {
        match (a.reading, b.reading) {
            (LowBits, _) | (_, LowBits) => LowBits,
            (Either, Either) if !is_exact => Signed,
            (Either, reading) | (reading, Either) => reading,
            (a, b) if a == b => a,
            _ if width < INT || self.casts() == Casts::Rust => LowBits,
            _ => Unsigned,
        }
    }

    fn negative(&self, term: TermId) -> Option<String> {
        match self.pool.as_const(term)? {
            Value::Bv(bits) if bits.signed() < 0 && bits.width >= 8 => Some((-bits.signed()).to_string()),
            _ => None,
        }
    }

    fn is_zero(&self, term: TermId) -> bool {
        matches!(self.pool.as_const(term), Some(Value::Bv(bits)) if bits.bits() == 0)
    }
}

fn turned(sign: &str) -> &str {
    match sign {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        other => other,
    }
}

fn number(text: &str) -> Printed {
    let level = if text.starts_with('-') { Level::Product } else { Level::Atom };
    Printed { text: text.to_owned(), level }
}

fn compare(a: Printed, sign: &str, b: Printed) -> Printed {
    Printed { text: format!("{} {sign} {}", wrap(a, Level::Sum), wrap(b, Level::Sum)), level: Level::Compare }
}

fn infix(a: Printed, sign: &str, b: Printed, level: Level) -> Printed {
    let (left, right) = match level {
        Level::Sum => (Level::Sum, Level::Product),
        Level::Product => (Level::Product, Level::Atom),
        _ => (Level::Atom, Level::Atom),
    };
    Printed { text: format!("{} {sign} {}", wrap(a, left), wrap(b, right)), level }
}
