//! The pure, total operators, their sorts and their meaning.

use std::fmt;
use std::sync::{Arc, LazyLock};

use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::{
    Bv, Ctor, Float, FloatFormat, FloatStyle, Int, MapValue, MathFn, Quantifier, Real, RegexOp, RoundTo, Rounding,
    Sort, SortKind, Symbol, TextOp, Value,
};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Same value, for any sort: bit equality on floats, same reference on references.
    Eq,
    /// `ite(c, a, b)`: `a` if `c`, else `b`.
    Ite,
    Not,
    And,
    Or,
    Int(IntOp),
    Real(RealOp),
    Bv(BvOp),
    Float(FloatOp),
    /// Of a text: a sequence of code points.
    Text(TextOp),
    /// Of a regular expression and a text.
    Regex(RegexOp),

    /// A sequence of the operands, all of that sort.
    SeqOf(Sort),
    SeqLen,
    /// `nth(s, i)`; the sort's default value if `i` is out of range.
    SeqNth,
    /// `update(s, i, v)`; `s` if `i` is out of range.
    SeqUpdate,
    SeqConcat,
    /// `slice(s, from, to)`: elements from `max(from, 0)` up to but not including `min(to, len)`.
    SeqSlice,
    /// Each element wrapped by a constructor with one field.
    SeqWrap(Ctor),
    /// Is each element a code point, from 0 to [`LAST_CODE_POINT`]? Of a sequence of texts: is each of them one?
    IsText,
    /// Does no element of the sequence occur twice?
    SeqIsDistinct,
    /// The map that says of everything whether it is an element of the sequence.
    SeqMembers,
    /// `beside(keys, values)`: for each key the value at its last place; the default value for what is no key, and
    /// where there is no value.
    SeqBeside,
    /// `drop(s, v)`: without the first element that is that value.
    SeqDrop,

    /// The map of that sort with the operand everywhere.
    MapOf(Sort),
    /// Each element wrapped by the second constructor, which has one field; the default value of the
    /// field becomes the first, which has none.
    MapWrap(Ctor, Ctor),
    /// `table(present, values, ..)`: the entries of the keys that are present, as the [`Table`] says.
    MapTable(Arc<Table>),
    /// `chosen(present)`: each key that is present, wrapped by the second constructor, is its own value; the others have the
    /// first, which has no fields.
    MapChosen(Ctor, Ctor),
    Select,
    Store,

    Construct(Ctor),
    Is(Ctor),
    /// Field of a constructor by position; the field's default value if it was made by another one.
    Field(Ctor, usize),

    /// A function of which only its axioms are known.
    Apply(Arc<FunctionSymbol>),
    /// The operands are what the body captures.
    Quantifier(Arc<Quantifier>),
}

/// How the entries of a table are made: `entry([key(k), value(v)], ..)` stands at `key(k)`, where the rest are operands, and
/// `nothing()` where no key is present. All constructors are of one sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub nothing: Ctor,
    pub key: Ctor,
    /// Its first field is a sequence of that sort.
    pub entry: Ctor,
    pub value: Ctor,
}

impl Table {
    /// The sorts of the operands, if the constructors fit.
    fn operands(&self) -> Option<Vec<Sort>> {
        let sort = self.nothing.sort();
        let alike = [self.key, self.entry, self.value].iter().all(|ctor| ctor.sort() == sort);
        let key = only_field(self.key)?;
        let value = only_field(self.value)?;
        let [(_, first), rest @ ..] = &self.entry.definition().fields[..] else { return None };
        let fits = alike && *first == Sort::seq(sort) && self.nothing.definition().fields.is_empty();
        let rest = rest.iter().map(|(_, sort)| *sort);
        fits.then(|| [Sort::map(key, Sort::bool()), Sort::map(key, value)].into_iter().chain(rest).collect())
    }
}

fn only_field(ctor: Ctor) -> Option<Sort> {
    match &ctor.definition().fields[..] {
        [(_, field)] => Some(*field),
        _ => None,
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IntOp {
    Neg,
    Add,
    Sub,
    Mul,
    /// 0 if the divisor is 0.
    Div(Rounding),
    /// The dividend if the divisor is 0.
    Mod(Rounding),
    Lt,
    Le,
    /// 0 if the exponent is negative.
    Pow,
    /// Bitwise on infinite two's complement.
    And,
    Or,
    Xor,
    /// 0 if the distance is negative.
    Shl,
    /// Rounds down; 0 if the distance is negative.
    Shr,
    /// Decimal text.
    ToText,
    /// Text in the base 2, 8 or 16, with small letters.
    ToTextIn(u32),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RealOp {
    Neg,
    Add,
    Sub,
    Mul,
    /// 0 if the divisor is 0.
    Div,
    Lt,
    Le,
    FromInt,
    /// The largest integer that is not larger.
    Floor,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BvOp {
    Not,
    Neg,
    Add,
    Sub,
    Mul,
    /// All ones if the divisor is 0 (as SMT-LIB).
    UDiv,
    /// 1 or -1 by the dividend's sign if the divisor is 0 (as SMT-LIB); wraps.
    SDiv,
    /// The dividend if the divisor is 0.
    URem,
    /// The dividend if the divisor is 0; the sign of the dividend.
    SRem,
    /// 0 if the distance is the width or more.
    Shl,
    LShr,
    /// All sign bits if the distance is the width or more.
    AShr,
    And,
    Or,
    Xor,
    ULt,
    ULe,
    SLt,
    SLe,
    /// The first operand holds the high bits.
    Concat,
    /// Bits `high` down to `low`, both included.
    Extract {
        high: u32,
        low: u32,
    },
    /// To that width.
    ZeroExtend(u32),
    SignExtend(u32),
    /// As an unsigned number.
    ToInt,
    /// As a two's complement number.
    ToSigned,
    /// Modulo `2^width`.
    FromInt(u32),
}

/// Arithmetic rounds to nearest, ties to even.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatOp {
    Neg,
    Abs,
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`: the remainder of division truncated.
    Rem,
    Sqrt,
    /// `a * b + c`, rounded once.
    Fma,
    Lt,
    Le,
    /// IEEE equality: NaN equals nothing, the zeros are equal.
    Eq,
    IsNan,
    Round(RoundTo),
    /// To another format.
    Convert(FloatFormat),
    FromBits(FloatFormat),
    ToBits,
    FromInt(FloatFormat),
    /// Truncates; 0 for NaN and the infinities.
    ToInt,
    FromReal(FloatFormat),
    /// 0 for NaN and the infinities.
    ToReal,
    /// From a bit-vector read as two's complement.
    FromSigned(FloatFormat),
    /// From a bit-vector read as unsigned.
    FromUnsigned(FloatFormat),
    /// Truncates to a two's complement bit-vector of that width; 0 if it does not fit.
    ToSigned(u32),
    /// Truncates to an unsigned bit-vector of that width; 0 if it does not fit.
    ToUnsigned(u32),
    /// The shortest decimal text that reads back as the same number: `1.5`, `1e+16`, `-0.0`, `nan`.
    ToText,
    /// Decimal text with so many digits, which the second operand says; the number is rounded once.
    Format(FloatStyle),
    /// Of doubles, as the C library has it.
    Pow,
    Atan2,
    Math(MathFn),
}

/// An uninterpreted function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionSymbol {
    pub name: Symbol,
    pub params: Vec<Sort>,
    pub result: Sort,
}

/// An operator was given operands of the wrong number or sorts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllSorted(pub String);

impl fmt::Display for IllSorted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for IllSorted {}

pub const LAST_CODE_POINT: i64 = 0x10_ffff;

/// A sequence of more elements would fill the memory.
const LONGEST: usize = 1 << 22;

/// A number of more digits is not written.
const MOST_DIGITS: usize = 10_000;

impl Op {
    /// The sort of the result, or why the operands do not fit.
    pub fn result(&self, args: &[Sort]) -> Result<Sort, IllSorted> {
        self.result_if_fits(args).ok_or_else(|| {
            let args: Vec<String> = args.iter().map(Sort::to_string).collect();
            IllSorted(format!("`{self}` does not take ({})", args.join(", ")))
        })
    }

    fn result_if_fits(&self, args: &[Sort]) -> Option<Sort> {
        let (bool, int) = (Sort::bool(), Sort::int());
        let given = |expected: &[Sort], result: Sort| (args == expected).then_some(result);
        match self {
            Op::Eq => matches!(args, [a, b] if a == b).then_some(bool),
            Op::Ite => matches!(args, [c, a, b] if *c == bool && a == b).then(|| args[1]),
            Op::Not => given(&[bool], bool),
            Op::And | Op::Or => given(&[bool, bool], bool),
            Op::Int(op) => match op {
                IntOp::Neg => given(&[int], int),
                IntOp::ToText | IntOp::ToTextIn(_) => given(&[int], Sort::string()),
                IntOp::Lt | IntOp::Le => given(&[int, int], bool),
                IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Div(_) | IntOp::Mod(_) | IntOp::Pow => {
                    given(&[int, int], int)
                }
                IntOp::And | IntOp::Or | IntOp::Xor | IntOp::Shl | IntOp::Shr => given(&[int, int], int),
            },
            Op::Real(op) => {
                let real = Sort::real();
                match op {
                    RealOp::Neg => given(&[real], real),
                    RealOp::FromInt => given(&[int], real),
                    RealOp::Floor => given(&[real], int),
                    RealOp::Lt | RealOp::Le => given(&[real, real], bool),
                    RealOp::Add | RealOp::Sub | RealOp::Mul | RealOp::Div => given(&[real, real], real),
                }
            }
            Op::Bv(op) => op.result(args),
            Op::Float(op) => op.result(args),
            Op::Text(op) => given(&[Sort::string()], op.result()),
            Op::Regex(op) => given(&op.operands(), op.result()),
            Op::SeqOf(element) => args.iter().all(|arg| arg == element).then(|| Sort::seq(*element)),
            Op::SeqLen => (args.len() == 1 && args[0].element().is_some()).then_some(int),
            Op::SeqNth => args.first()?.element().filter(|_| args[1..] == [int]),
            Op::SeqUpdate => {
                let element = args.first()?.element()?;
                (args[1..] == [int, element]).then(|| args[0])
            }
            Op::SeqConcat => matches!(args, [a, b] if a == b && a.element().is_some()).then(|| args[0]),
            Op::SeqSlice => args.first()?.element().filter(|_| args[1..] == [int, int]).map(|_| args[0]),
            Op::IsText => given(&[Sort::string()], bool).or_else(|| given(&[Sort::seq(Sort::string())], bool)),
            Op::SeqIsDistinct => (args.len() == 1 && args[0].element().is_some()).then_some(bool),
            Op::SeqMembers => match args {
                [keys] => Some(Sort::map(keys.element()?, bool)),
                _ => None,
            },
            Op::SeqBeside => match args {
                [keys, values] => Some(Sort::map(keys.element()?, values.element()?)),
                _ => None,
            },
            Op::SeqDrop => args.first()?.element().filter(|element| args[1..] == [*element]).map(|_| args[0]),
            Op::SeqWrap(ctor) => match &ctor.definition().fields[..] {
                [(_, field)] => given(&[Sort::seq(*field)], Sort::seq(ctor.sort())),
                _ => None,
            },
            Op::MapOf(sort) => match sort.kind() {
                SortKind::Map(_, value) => given(&[*value], *sort),
                _ => None,
            },
            Op::MapWrap(nothing, something) => {
                let alike = nothing.sort() == something.sort() && nothing.definition().fields.is_empty();
                match (args.first()?.kind(), &something.definition().fields[..]) {
                    (SortKind::Map(key, value), [(_, field)]) if value == field && alike && args.len() == 1 => {
                        Some(Sort::map(*key, something.sort()))
                    }
                    _ => None,
                }
            }
            Op::MapTable(table) => {
                let sort = table.key.sort();
                given(&table.operands()?, Sort::map(sort, sort))
            }
            Op::MapChosen(nothing, key) => {
                let alike = nothing.sort() == key.sort() && nothing.definition().fields.is_empty();
                let present = Sort::map(only_field(*key)?, bool);
                (alike && args == [present]).then(|| Sort::map(key.sort(), key.sort()))
            }
            Op::Select => match (args.first()?.kind(), &args[1..]) {
                (SortKind::Map(key, value), [k]) if k == key => Some(*value),
                _ => None,
            },
            Op::Store => match (args.first()?.kind(), &args[1..]) {
                (SortKind::Map(key, value), [k, v]) if k == key && v == value => Some(args[0]),
                _ => None,
            },
            Op::Construct(ctor) => {
                let fields = &ctor.definition().fields;
                let fits = fields.len() == args.len() && fields.iter().zip(args).all(|((_, sort), arg)| sort == arg);
                fits.then(|| ctor.sort())
            }
            Op::Is(ctor) => given(&[ctor.sort()], bool),
            Op::Field(ctor, index) => given(&[ctor.sort()], ctor.definition().fields.get(*index)?.1),
            Op::Apply(function) => given(&function.params, function.result),
            Op::Quantifier(quantifier) => {
                let result = match quantifier.binder {
                    crate::Binder::Forall | crate::Binder::Exists => bool,
                    crate::Binder::Lambda => quantifier.lambda_sort()?,
                };
                given(&quantifier.captured, result)
            }
        }
    }

    /// What the operator gives for these operands, which must fit it and whose result has that
    /// sort. `None` where it has no concrete meaning (uninterpreted functions, quantifiers over more
    /// than a few values) or the result would fill the memory.
    pub fn eval(&self, args: &[Value], result: Sort) -> Option<Value> {
        match args {
            [] => self.eval_refs(&[], result),
            [a] => self.eval_refs(&[a], result),
            [a, b] => self.eval_refs(&[a, b], result),
            args => self.eval_refs(&args.iter().collect::<Vec<_>>(), result),
        }
    }

    /// As [`Op::eval`], for operands that lie apart.
    pub fn eval_refs(&self, args: &[&Value], result: Sort) -> Option<Value> {
        match (self, args) {
            (Op::SeqNth, _) => self.eval_in_range(args).or_else(|| Some(Value::default_of(result))),
            (Op::Store, [Value::Map(map), key, value]) if let SortKind::Map(sort, _) = result.kind() => {
                Some(Value::Map(Arc::new(map.store_at(*sort, Value::clone(key), Value::clone(value)))))
            }
            (Op::MapWrap(nothing, something), [Value::Map(map)]) if let SortKind::Map(sort, _) = result.kind() => {
                let usual = Value::default_of(something.definition().fields[0].1);
                let wrap = |value: &Value| match *value == usual {
                    true => Value::data(*nothing, []),
                    false => Value::data(*something, [value.clone()]),
                };
                let empty = MapValue::constant(wrap(map.default_value()));
                let wrapped =
                    map.entries().fold(empty, |made, (key, value)| made.store_at(*sort, key.clone(), wrap(value)));
                Some(Value::Map(Arc::new(wrapped)))
            }
            (Op::SeqMembers, [Value::Seq(keys)]) if let SortKind::Map(sort, _) = result.kind() => {
                let empty = MapValue::constant(Value::Bool(false));
                let map = keys.iter().fold(empty, |map, key| map.store_at(*sort, key.clone(), Value::Bool(true)));
                Some(Value::Map(Arc::new(map)))
            }
            (Op::SeqBeside, [Value::Seq(keys), Value::Seq(values)])
                if let SortKind::Map(sort, element) = result.kind() =>
            {
                let default = Value::default_of(*element);
                let beside = keys.iter().enumerate().map(|(at, key)| (key, values.get(at).unwrap_or(&default)));
                let empty = MapValue::constant(default.clone());
                let map = beside.fold(empty, |map, (key, value)| map.store_at(*sort, key.clone(), value.clone()));
                Some(Value::Map(Arc::new(map)))
            }
            (Op::MapTable(table), [Value::Map(present), Value::Map(values), rest @ ..]) => {
                let made = |key: &Value| {
                    let pair =
                        [Value::data(table.key, [key.clone()]), Value::data(table.value, [values.select(key).clone()])];
                    let fields = std::iter::once(Value::seq(pair.into())).chain(rest.iter().copied().cloned());
                    Value::data(table.entry, fields.collect::<Arc<[Value]>>())
                };
                entries_of_present(present, table.nothing, table.key, made)
            }
            (Op::MapChosen(nothing, key), [Value::Map(present)]) => {
                entries_of_present(present, *nothing, *key, |one| Value::data(*key, [one.clone()]))
            }
            _ => self.eval_in_range(args),
        }
    }

    /// As [`Op::eval`] where the sort of the result is not needed. `None` also for an element out
    /// of range and a write to a key whose sort may have few values.
    pub(crate) fn eval_in_range(&self, args: &[&Value]) -> Option<Value> {
        use Value::{Bool, Data, Map, Seq};
        Some(match (self, args) {
            (Op::Eq, [a, b]) => Bool(a == b),
            (Op::Ite, [Bool(c), a, b]) => Value::clone(if *c { a } else { b }),
            (Op::Not, [Bool(a)]) => Bool(!a),
            (Op::And, [Bool(a), Bool(b)]) => Bool(*a && *b),
            (Op::Or, [Bool(a), Bool(b)]) => Bool(*a || *b),
            (Op::Int(op), args) => op.eval(args)?,
            (Op::Real(op), args) => op.eval(args),
            (Op::Bv(op), args) => op.eval(args),
            (Op::Float(FloatOp::Format(style)), [Value::Float(float), Value::Int(digits)]) => {
                Value::string(&float.to_styled_text(*style, digits.to_usize().filter(|digits| *digits <= MOST_DIGITS)?))
            }
            (Op::Float(op), args) => op.eval(args),
            (Op::Text(op), [Seq(s)]) => op.eval(s),
            (Op::Regex(op), args) => op.eval(args)?,
            (Op::SeqOf(_), elements) => Value::seq(elements.iter().copied().cloned().collect()),
            (Op::SeqLen, [Seq(s)]) => Value::Int(Int::from(s.len())),
            (Op::SeqNth, [Seq(s), Value::Int(i)]) => i.to_usize().and_then(|i| s.get(i))?.clone(),
            (Op::SeqUpdate, [Seq(s), Value::Int(i), v]) => match i.to_usize().filter(|i| *i < s.len()) {
                Some(i) => {
                    let mut elements = (**s).clone();
                    elements[i] = Value::clone(v);
                    Value::seq(elements)
                }
                None => Seq(s.clone()),
            },
            (Op::SeqConcat, [Seq(a), Seq(b)]) => match (a.is_empty(), b.is_empty()) {
                (_, true) => Seq(a.clone()),
                (true, _) => Seq(b.clone()),
                _ if a.len() + b.len() > LONGEST => return None,
                _ => Value::seq(a.iter().chain(b.iter()).cloned().collect()),
            },
            (Op::SeqSlice, [Seq(s), Value::Int(from), Value::Int(to)]) => {
                let clamp = |i: &Int| if i.is_negative() { 0 } else { i.to_usize().unwrap_or(s.len()).min(s.len()) };
                Value::seq(s.get(clamp(from)..clamp(to)).unwrap_or_default().to_vec())
            }
            (Op::IsText, [Seq(s)]) => Bool(s.iter().all(is_text)),
            (Op::SeqIsDistinct, [Seq(s)]) => Bool(s.iter().collect::<std::collections::BTreeSet<_>>().len() == s.len()),
            (Op::SeqDrop, [Seq(s), v]) => {
                let found = s.iter().position(|element| element == *v);
                let kept = s.iter().enumerate().filter(|(at, _)| Some(*at) != found);
                Value::seq(kept.map(|(_, element)| element.clone()).collect())
            }
            // How a map is written hangs on the sort of its keys.
            (Op::SeqMembers | Op::SeqBeside | Op::MapTable(_) | Op::MapChosen(..), _) => return None,
            (Op::SeqWrap(ctor), [Seq(s)]) => {
                Value::seq(s.iter().map(|element| Value::data(*ctor, [element.clone()])).collect())
            }
            (Op::MapOf(_), [default]) => Map(Arc::new(MapValue::constant(Value::clone(default)))),
            (Op::Select, [Map(map), key]) => map.select(key).clone(),
            (Op::Store, [Map(map), key, value]) => match key {
                Data(..) | Map(_) => return None,
                _ => Map(Arc::new(map.store(Value::clone(key), Value::clone(value)))),
            },
            (Op::Construct(ctor), fields) => {
                Value::data(*ctor, fields.iter().copied().cloned().collect::<Arc<[Value]>>())
            }
            (Op::Is(ctor), [Data(index, _)]) => Bool(*index as usize == ctor.index),
            (Op::Field(ctor, position), [Data(index, fields)]) => {
                if *index as usize == ctor.index {
                    fields[*position].clone()
                } else {
                    Value::default_of(ctor.definition().fields[*position].1)
                }
            }
            (Op::Apply(_), _) => return None,
            (Op::Quantifier(quantifier), captured) => quantifier.eval(captured)?,
            (op, args) => panic!("`{op}` applied to {args:?}"),
        })
    }
}

/// A code point, or a text of them?
fn is_text(element: &Value) -> bool {
    match element {
        Value::Seq(codes) => codes.iter().all(is_text),
        other => other.as_int().is_some_and(|code| Int::ZERO <= *code && *code <= Int::from(LAST_CODE_POINT)),
    }
}

impl IntOp {
    fn eval(self, args: &[&Value]) -> Option<Value> {
        let int = |i: usize| args[i].as_int().unwrap_or_else(|| panic!("`{self:?}` applied to {args:?}"));
        let a = int(0);
        Some(match self {
            IntOp::Neg => Value::Int(-a),
            IntOp::ToText => Value::string(&a.to_string()),
            IntOp::ToTextIn(base) => Value::string(&a.to_big().to_str_radix(base)),
            IntOp::Add => Value::Int(a + int(1)),
            IntOp::Sub => Value::Int(a - int(1)),
            IntOp::Mul => Value::Int(a * int(1)),
            IntOp::Div(rounding) => Value::Int(a.div(int(1), rounding)),
            IntOp::Mod(rounding) => Value::Int(a.rem(int(1), rounding)),
            IntOp::Lt => Value::Bool(a < int(1)),
            IntOp::Le => Value::Bool(a <= int(1)),
            IntOp::Pow => Value::Int(a.pow(int(1))?),
            IntOp::And => Value::Int(a.bit_and(int(1))),
            IntOp::Or => Value::Int(a.bit_or(int(1))),
            IntOp::Xor => Value::Int(a.bit_xor(int(1))),
            IntOp::Shl => Value::Int(a.shl(int(1))?),
            IntOp::Shr => Value::Int(a.shr(int(1))),
        })
    }
}

impl RealOp {
    fn eval(self, args: &[&Value]) -> Value {
        let real = |i: usize| match args[i] {
            Value::Real(real) => &**real,
            other => panic!("`{self:?}` applied to {other:?}"),
        };
        let give = |real: Real| Value::Real(Arc::new(real));
        match self {
            RealOp::FromInt => give(Real::from_integer(args[0].as_int().expect("an int").to_big())),
            RealOp::Floor => Value::Int(Int::from(real(0).floor().to_integer())),
            RealOp::Neg => give(-real(0)),
            RealOp::Add => give(real(0) + real(1)),
            RealOp::Sub => give(real(0) - real(1)),
            RealOp::Mul => give(real(0) * real(1)),
            RealOp::Div if real(1).is_zero() => give(Real::zero()),
            RealOp::Div => give(real(0) / real(1)),
            RealOp::Lt => Value::Bool(real(0) < real(1)),
            RealOp::Le => Value::Bool(real(0) <= real(1)),
        }
    }
}

impl BvOp {
    fn result(self, args: &[Sort]) -> Option<Sort> {
        let first = args.first()?;
        if let BvOp::FromInt(width) = self {
            return (args == [Sort::int()] && (1..=128).contains(&width)).then(|| Sort::bv(width));
        }
        let width = first.bv_width()?;
        let alone = args.len() == 1;
        let twins = args.len() == 2 && args[0] == args[1];
        match self {
            BvOp::Not | BvOp::Neg => alone.then_some(*first),
            BvOp::ToInt | BvOp::ToSigned => alone.then(Sort::int),
            BvOp::Extract { high, low } => (alone && low <= high && high < width).then(|| Sort::bv(high - low + 1)),
            BvOp::ZeroExtend(to) | BvOp::SignExtend(to) => (alone && to >= width && to <= 128).then(|| Sort::bv(to)),
            BvOp::Concat => {
                let sum = width + args.get(1)?.bv_width()?;
                (args.len() == 2 && sum <= 128).then(|| Sort::bv(sum))
            }
            BvOp::ULt | BvOp::ULe | BvOp::SLt | BvOp::SLe => twins.then(Sort::bool),
            _ => twins.then_some(*first),
        }
    }

    fn eval(self, args: &[&Value]) -> Value {
        if let BvOp::FromInt(width) = self {
            return Value::bv(width, args[0].as_int().expect("an int").low_bits(width));
        }
        let bv = |i: usize| match args[i] {
            Value::Bv(bv) => *bv,
            other => panic!("`{self:?}` applied to {other:?}"),
        };
        let a = bv(0);
        let width = a.width;
        let give = |bits: u128| Value::bv(width, bits);
        let shift = |i: usize| u32::try_from(bv(i).bits()).ok().filter(|distance| *distance < width);
        match self {
            BvOp::FromInt(_) => unreachable!("answered above"),
            BvOp::Not => give(!a.bits()),
            BvOp::Neg => give(a.bits().wrapping_neg()),
            BvOp::Add => give(a.bits().wrapping_add(bv(1).bits())),
            BvOp::Sub => give(a.bits().wrapping_sub(bv(1).bits())),
            BvOp::Mul => give(a.bits().wrapping_mul(bv(1).bits())),
            BvOp::UDiv => give(a.bits().checked_div(bv(1).bits()).unwrap_or(u128::MAX)),
            BvOp::URem => give(a.bits().checked_rem(bv(1).bits()).unwrap_or(a.bits())),
            BvOp::SDiv if bv(1).bits() == 0 => give(if a.signed() < 0 { 1 } else { u128::MAX }),
            BvOp::SDiv => give(a.signed().wrapping_div(bv(1).signed()) as u128),
            BvOp::SRem if bv(1).bits() == 0 => give(a.bits()),
            BvOp::SRem => give(a.signed().wrapping_rem(bv(1).signed()) as u128),
            BvOp::Shl => give(shift(1).map_or(0, |distance| a.bits() << distance)),
            BvOp::LShr => give(shift(1).map_or(0, |distance| a.bits() >> distance)),
            BvOp::AShr => give((a.signed() >> shift(1).unwrap_or(127)) as u128),
            BvOp::And => give(a.bits() & bv(1).bits()),
            BvOp::Or => give(a.bits() | bv(1).bits()),
            BvOp::Xor => give(a.bits() ^ bv(1).bits()),
            BvOp::ULt => Value::Bool(a.bits() < bv(1).bits()),
            BvOp::ULe => Value::Bool(a.bits() <= bv(1).bits()),
            BvOp::SLt => Value::Bool(a.signed() < bv(1).signed()),
            BvOp::SLe => Value::Bool(a.signed() <= bv(1).signed()),
            BvOp::Concat => Value::bv(width + bv(1).width, (a.bits() << bv(1).width) | bv(1).bits()),
            BvOp::Extract { high, low } => Value::bv(high - low + 1, a.bits() >> low),
            BvOp::ZeroExtend(to) => Value::bv(to, a.bits()),
            BvOp::SignExtend(to) => Value::bv(to, a.signed() as u128),
            BvOp::ToInt => Value::Int(Int::from(a.bits())),
            BvOp::ToSigned => Value::Int(Int::from(a.signed())),
        }
    }
}

impl FloatOp {
    fn result(self, args: &[Sort]) -> Option<Sort> {
        let first = *args.first()?;
        match self {
            FloatOp::FromInt(format) => return (args == [Sort::int()]).then(|| Sort::float(format)),
            FloatOp::FromReal(format) => return (args == [Sort::real()]).then(|| Sort::float(format)),
            FloatOp::FromBits(format) => return (args == [Sort::bv(format.width())]).then(|| Sort::float(format)),
            FloatOp::FromSigned(format) | FloatOp::FromUnsigned(format) => {
                return (args.len() == 1 && first.bv_width().is_some()).then(|| Sort::float(format));
            }
            _ => {}
        }
        let SortKind::Float(format) = first.kind() else { return None };
        if let FloatOp::Format(_) = self {
            let is_fit = *format == FloatFormat::F64 && args[1..] == [Sort::int()];
            return is_fit.then(Sort::string);
        }
        let arity = match self {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Rem => 2,
            FloatOp::Lt | FloatOp::Le | FloatOp::Eq => 2,
            FloatOp::Pow | FloatOp::Atan2 => 2,
            FloatOp::Fma => 3,
            _ => 1,
        };
        let is_wide = *format == FloatFormat::F64;
        if matches!(self, FloatOp::Pow | FloatOp::Atan2 | FloatOp::Math(_) | FloatOp::ToText) && !is_wide {
            return None;
        }
        let result = match self {
            FloatOp::ToText => Sort::string(),
            FloatOp::Lt | FloatOp::Le | FloatOp::Eq | FloatOp::IsNan => Sort::bool(),
            FloatOp::Convert(format) => Sort::float(format),
            FloatOp::ToBits => Sort::bv(format.width()),
            FloatOp::ToInt => Sort::int(),
            FloatOp::ToReal => Sort::real(),
            FloatOp::ToSigned(width) | FloatOp::ToUnsigned(width) => {
                return (args.len() == 1 && (1..=128).contains(&width)).then(|| Sort::bv(width));
            }
            _ => first,
        };
        (args.len() == arity && args.iter().all(|arg| *arg == first)).then_some(result)
    }

    fn eval(self, args: &[&Value]) -> Value {
        match (self, args[0]) {
            (FloatOp::FromInt(format), Value::Int(int)) => return Value::Float(Float::from_int(format, int)),
            (FloatOp::FromReal(format), Value::Real(real)) => return Value::Float(Float::from_real(format, real)),
            (FloatOp::FromBits(format), Value::Bv(bv)) => {
                return Value::Float(Float::from_bits(format, bv.bits() as u64));
            }
            (FloatOp::FromSigned(format), Value::Bv(bv)) => {
                return Value::Float(Float::from_int(format, &Int::from(bv.signed())));
            }
            (FloatOp::FromUnsigned(format), Value::Bv(bv)) => {
                return Value::Float(Float::from_int(format, &Int::from(bv.bits())));
            }
            _ => {}
        }
        let float = |i: usize| match args[i] {
            Value::Float(float) => *float,
            other => panic!("`{self:?}` applied to {other:?}"),
        };
        let a = float(0);
        let (x, y) = (a.to_f64(), if args.len() > 1 { float(1).to_f64() } else { 0.0 });
        // `+ - * /` and sqrt of singles computed in double and rounded once more are exact,
        // because a double has more than twice the bits.
        let give = |value: f64| Value::Float(Float::of(a.format, value));
        match self {
            FloatOp::FromInt(_)
            | FloatOp::FromReal(_)
            | FloatOp::FromBits(_)
            | FloatOp::FromSigned(_)
            | FloatOp::Format(_)
            | FloatOp::FromUnsigned(_) => unreachable!("answered above"),
            FloatOp::Neg => give(-x),
            FloatOp::Abs => give(x.abs()),
            FloatOp::Add => give(x + y),
            FloatOp::Sub => give(x - y),
            FloatOp::Mul => give(x * y),
            FloatOp::Div => give(x / y),
            FloatOp::Rem => give(x % y),
            FloatOp::Sqrt => give(x.sqrt()),
            FloatOp::Fma => match a.format {
                FloatFormat::F64 => give(x.mul_add(y, float(2).to_f64())),
                FloatFormat::F32 => Value::Float(Float::f32(a.to_f32().mul_add(float(1).to_f32(), float(2).to_f32()))),
            },
            FloatOp::Lt => Value::Bool(x < y),
            FloatOp::Le => Value::Bool(x <= y),
            FloatOp::Eq => Value::Bool(x == y),
            FloatOp::IsNan => Value::Bool(x.is_nan()),
            FloatOp::Round(to) => Value::Float(a.round_to_integral(to)),
            FloatOp::Convert(format) => Value::Float(Float::of(format, x)),
            FloatOp::ToBits => Value::bv(a.format.width(), u128::from(a.bits())),
            FloatOp::ToInt => Value::Int(a.to_int()),
            FloatOp::ToReal => Value::Real(Arc::new(a.to_real())),
            FloatOp::ToText => Value::string(&a.to_shortest_text()),
            FloatOp::Pow => give(x.powf(y)),
            FloatOp::Atan2 => give(x.atan2(y)),
            FloatOp::Math(function) => give(function.of(x)),
            FloatOp::ToSigned(width) => {
                let bv = Bv::new(width, a.to_int().low_bits(width));
                let fits = x.is_finite() && Int::from(bv.signed()) == a.to_int();
                Value::bv(width, if fits { bv.bits() } else { 0 })
            }
            FloatOp::ToUnsigned(width) => {
                let bits = a.to_int().low_bits(width);
                let fits = x.is_finite() && Int::from(bits) == a.to_int();
                Value::bv(width, if fits { bits } else { 0 })
            }
        }
    }
}

/// The operators without parameters, with their names in the text form.
const PLAIN: &[(&str, Op)] = &[
    ("eq", Op::Eq),
    ("ite", Op::Ite),
    ("not", Op::Not),
    ("and", Op::And),
    ("or", Op::Or),
    ("neg", Op::Int(IntOp::Neg)),
    ("add", Op::Int(IntOp::Add)),
    ("sub", Op::Int(IntOp::Sub)),
    ("mul", Op::Int(IntOp::Mul)),
    ("div.floor", Op::Int(IntOp::Div(Rounding::Floor))),
    ("div.trunc", Op::Int(IntOp::Div(Rounding::Trunc))),
    ("div.euclid", Op::Int(IntOp::Div(Rounding::Euclid))),
    ("mod.floor", Op::Int(IntOp::Mod(Rounding::Floor))),
    ("mod.trunc", Op::Int(IntOp::Mod(Rounding::Trunc))),
    ("mod.euclid", Op::Int(IntOp::Mod(Rounding::Euclid))),
    ("lt", Op::Int(IntOp::Lt)),
    ("le", Op::Int(IntOp::Le)),
    ("pow", Op::Int(IntOp::Pow)),
    ("bits.and", Op::Int(IntOp::And)),
    ("bits.or", Op::Int(IntOp::Or)),
    ("bits.xor", Op::Int(IntOp::Xor)),
    ("shl", Op::Int(IntOp::Shl)),
    ("shr", Op::Int(IntOp::Shr)),
    ("text", Op::Int(IntOp::ToText)),
    ("text.binary", Op::Int(IntOp::ToTextIn(2))),
    ("text.octal", Op::Int(IntOp::ToTextIn(8))),
    ("text.hex", Op::Int(IntOp::ToTextIn(16))),
    ("real.neg", Op::Real(RealOp::Neg)),
    ("real.add", Op::Real(RealOp::Add)),
    ("real.sub", Op::Real(RealOp::Sub)),
    ("real.mul", Op::Real(RealOp::Mul)),
    ("real.div", Op::Real(RealOp::Div)),
    ("real.lt", Op::Real(RealOp::Lt)),
    ("real.le", Op::Real(RealOp::Le)),
    ("real.from_int", Op::Real(RealOp::FromInt)),
    ("real.floor", Op::Real(RealOp::Floor)),
    ("bv.not", Op::Bv(BvOp::Not)),
    ("bv.neg", Op::Bv(BvOp::Neg)),
    ("bv.add", Op::Bv(BvOp::Add)),
    ("bv.sub", Op::Bv(BvOp::Sub)),
    ("bv.mul", Op::Bv(BvOp::Mul)),
    ("bv.udiv", Op::Bv(BvOp::UDiv)),
    ("bv.sdiv", Op::Bv(BvOp::SDiv)),
    ("bv.urem", Op::Bv(BvOp::URem)),
    ("bv.srem", Op::Bv(BvOp::SRem)),
    ("bv.shl", Op::Bv(BvOp::Shl)),
    ("bv.lshr", Op::Bv(BvOp::LShr)),
    ("bv.ashr", Op::Bv(BvOp::AShr)),
    ("bv.and", Op::Bv(BvOp::And)),
    ("bv.or", Op::Bv(BvOp::Or)),
    ("bv.xor", Op::Bv(BvOp::Xor)),
    ("bv.ult", Op::Bv(BvOp::ULt)),
    ("bv.ule", Op::Bv(BvOp::ULe)),
    ("bv.slt", Op::Bv(BvOp::SLt)),
    ("bv.sle", Op::Bv(BvOp::SLe)),
    ("bv.concat", Op::Bv(BvOp::Concat)),
    ("bv.to_int", Op::Bv(BvOp::ToInt)),
    ("bv.to_signed", Op::Bv(BvOp::ToSigned)),
    ("f.neg", Op::Float(FloatOp::Neg)),
    ("f.abs", Op::Float(FloatOp::Abs)),
    ("f.add", Op::Float(FloatOp::Add)),
    ("f.sub", Op::Float(FloatOp::Sub)),
    ("f.mul", Op::Float(FloatOp::Mul)),
    ("f.div", Op::Float(FloatOp::Div)),
    ("f.rem", Op::Float(FloatOp::Rem)),
    ("f.sqrt", Op::Float(FloatOp::Sqrt)),
    ("f.fma", Op::Float(FloatOp::Fma)),
    ("f.lt", Op::Float(FloatOp::Lt)),
    ("f.le", Op::Float(FloatOp::Le)),
    ("f.eq", Op::Float(FloatOp::Eq)),
    ("f.is_nan", Op::Float(FloatOp::IsNan)),
    ("f.round.zero", Op::Float(FloatOp::Round(RoundTo::Zero))),
    ("f.round.down", Op::Float(FloatOp::Round(RoundTo::Down))),
    ("f.round.up", Op::Float(FloatOp::Round(RoundTo::Up))),
    ("f.round.even", Op::Float(FloatOp::Round(RoundTo::NearestEven))),
    ("f.round.away", Op::Float(FloatOp::Round(RoundTo::NearestAway))),
    ("f.to_bits", Op::Float(FloatOp::ToBits)),
    ("f.to_int", Op::Float(FloatOp::ToInt)),
    ("f.to_real", Op::Float(FloatOp::ToReal)),
    ("f.to_f32", Op::Float(FloatOp::Convert(FloatFormat::F32))),
    ("f.to_f64", Op::Float(FloatOp::Convert(FloatFormat::F64))),
    ("f32.from_bits", Op::Float(FloatOp::FromBits(FloatFormat::F32))),
    ("f64.from_bits", Op::Float(FloatOp::FromBits(FloatFormat::F64))),
    ("f32.from_int", Op::Float(FloatOp::FromInt(FloatFormat::F32))),
    ("f64.from_int", Op::Float(FloatOp::FromInt(FloatFormat::F64))),
    ("f32.from_real", Op::Float(FloatOp::FromReal(FloatFormat::F32))),
    ("f64.from_real", Op::Float(FloatOp::FromReal(FloatFormat::F64))),
    ("f32.from_signed", Op::Float(FloatOp::FromSigned(FloatFormat::F32))),
    ("f64.from_signed", Op::Float(FloatOp::FromSigned(FloatFormat::F64))),
    ("f32.from_unsigned", Op::Float(FloatOp::FromUnsigned(FloatFormat::F32))),
    ("f64.from_unsigned", Op::Float(FloatOp::FromUnsigned(FloatFormat::F64))),
    ("f.to_text", Op::Float(FloatOp::ToText)),
    ("f.fixed", Op::Float(FloatOp::Format(FloatStyle::Fixed))),
    ("f.scientific", Op::Float(FloatOp::Format(FloatStyle::Scientific))),
    ("f.general", Op::Float(FloatOp::Format(FloatStyle::General))),
    ("f.general.full", Op::Float(FloatOp::Format(FloatStyle::GeneralFull))),
    ("f.general.point", Op::Float(FloatOp::Format(FloatStyle::GeneralPoint))),
    ("f.pow", Op::Float(FloatOp::Pow)),
    ("f.atan2", Op::Float(FloatOp::Atan2)),
    ("f.exp", Op::Float(FloatOp::Math(MathFn::Exp))),
    ("f.expm1", Op::Float(FloatOp::Math(MathFn::Expm1))),
    ("f.log", Op::Float(FloatOp::Math(MathFn::Log))),
    ("f.log1p", Op::Float(FloatOp::Math(MathFn::Log1p))),
    ("f.log2", Op::Float(FloatOp::Math(MathFn::Log2))),
    ("f.log10", Op::Float(FloatOp::Math(MathFn::Log10))),
    ("f.sin", Op::Float(FloatOp::Math(MathFn::Sin))),
    ("f.cos", Op::Float(FloatOp::Math(MathFn::Cos))),
    ("f.tan", Op::Float(FloatOp::Math(MathFn::Tan))),
    ("f.asin", Op::Float(FloatOp::Math(MathFn::Asin))),
    ("f.acos", Op::Float(FloatOp::Math(MathFn::Acos))),
    ("f.atan", Op::Float(FloatOp::Math(MathFn::Atan))),
    ("f.sinh", Op::Float(FloatOp::Math(MathFn::Sinh))),
    ("f.cosh", Op::Float(FloatOp::Math(MathFn::Cosh))),
    ("f.tanh", Op::Float(FloatOp::Math(MathFn::Tanh))),
    ("f.cbrt", Op::Float(FloatOp::Math(MathFn::Cbrt))),
    ("text.upper", Op::Text(TextOp::Upper)),
    ("text.lower", Op::Text(TextOp::Lower)),
    ("text.title", Op::Text(TextOp::Title)),
    ("text.capitalize", Op::Text(TextOp::Capitalize)),
    ("text.swap", Op::Text(TextOp::Swap)),
    ("text.fold", Op::Text(TextOp::Fold)),
    ("text.digits", Op::Text(TextOp::Digits)),
    ("text.quote", Op::Text(TextOp::Quote)),
    ("text.is_alpha", Op::Text(TextOp::IsAlpha)),
    ("text.is_decimal", Op::Text(TextOp::IsDecimal)),
    ("text.is_digit", Op::Text(TextOp::IsDigit)),
    ("text.is_numeric", Op::Text(TextOp::IsNumeric)),
    ("text.is_alnum", Op::Text(TextOp::IsAlnum)),
    ("text.is_upper", Op::Text(TextOp::IsUpper)),
    ("text.is_lower", Op::Text(TextOp::IsLower)),
    ("text.is_title", Op::Text(TextOp::IsTitle)),
    ("text.is_printable", Op::Text(TextOp::IsPrintable)),
    ("text.is_name", Op::Text(TextOp::IsName)),
    ("regex.is_known", Op::Regex(RegexOp::IsKnown)),
    ("regex.flags", Op::Regex(RegexOp::Flags)),
    ("regex.groups", Op::Regex(RegexOp::Groups)),
    ("regex.group", Op::Regex(RegexOp::Group)),
    ("regex.name", Op::Regex(RegexOp::Name)),
    ("regex.is_always", Op::Regex(RegexOp::IsAlways)),
    ("regex.match", Op::Regex(RegexOp::Match)),
    ("regex.full_match", Op::Regex(RegexOp::FullMatch)),
    ("regex.search", Op::Regex(RegexOp::Search)),
    ("regex.all", Op::Regex(RegexOp::All)),
    ("regex.fits", Op::Regex(RegexOp::Fits)),
    ("regex.replace", Op::Regex(RegexOp::Replace)),
    ("regex.texts", Op::Regex(RegexOp::Texts)),
    ("regex.pieces", Op::Regex(RegexOp::Pieces)),
    ("regex.escape", Op::Regex(RegexOp::Escape)),
    ("seq.len", Op::SeqLen),
    ("seq.nth", Op::SeqNth),
    ("seq.update", Op::SeqUpdate),
    ("seq.concat", Op::SeqConcat),
    ("seq.slice", Op::SeqSlice),
    ("is_text", Op::IsText),
    ("seq.is_distinct", Op::SeqIsDistinct),
    ("seq.members", Op::SeqMembers),
    ("seq.beside", Op::SeqBeside),
    ("seq.drop", Op::SeqDrop),
    ("select", Op::Select),
    ("store", Op::Store),
];

/// The names of the operators with parameters in brackets.
const WITH_PARAMETERS: &[&str] = &[
    "seq.of",
    "seq.wrap",
    "map.of",
    "map.wrap",
    "map.table",
    "map.chosen",
    "apply",
    "bv.extract",
    "bv.zext",
    "bv.sext",
    "bv.from_int",
    "f.to_signed",
    "f.to_unsigned",
];

/// The map from the keys that are present to what is made for each; `None` if almost all are.
fn entries_of_present(present: &MapValue, nothing: Ctor, key: Ctor, made: impl Fn(&Value) -> Value) -> Option<Value> {
    let few = only_field(key)?.few_values();
    if *present.default_value() != Value::Bool(false) && few.is_none() {
        return None;
    }
    let keys: Vec<Value> = match few {
        Some(_) => Value::all_of(only_field(key)?)
            .into_iter()
            .filter(|key| *present.select(key) == Value::Bool(true))
            .collect(),
        None => present.entries().map(|(key, _)| key.clone()).collect(),
    };
    let empty = MapValue::constant(Value::data(nothing, []));
    let map = keys.iter().fold(empty, |map, one| map.store_at(key.sort(), Value::data(key, [one.clone()]), made(one)));
    Some(Value::Map(Arc::new(map)))
}

impl Op {
    /// Every operator without parameters.
    pub fn plain() -> impl Iterator<Item = (&'static str, &'static Op)> {
        PLAIN.iter().map(|(name, op)| (*name, op))
    }

    /// The operator without parameters of that name.
    pub fn from_plain_name(name: &str) -> Option<Op> {
        static BY_NAME: LazyLock<FxHashMap<&str, &Op>> = LazyLock::new(|| Op::plain().collect());
        BY_NAME.get(name).map(|op| (*op).clone())
    }

    /// Does an operator that belongs to no constructor have that name?
    pub(crate) fn is_reserved(name: &str) -> bool {
        WITH_PARAMETERS.contains(&name) || Op::from_plain_name(name).is_some()
    }
}

/// The name in the text form: `add`, `bv.extract[7:0]`, `Value.Int`, `Value.Int?`, `Value.Int.i`.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::SeqOf(element) => write!(f, "seq.of[{element}]"),
            Op::SeqWrap(ctor) => write!(f, "seq.wrap[{ctor}]"),
            Op::MapOf(sort) => write!(f, "map.of[{sort}]"),
            Op::MapWrap(nothing, something) => write!(f, "map.wrap[{nothing} {something}]"),
            Op::MapTable(table) => {
                write!(f, "map.table[{} {} {} {}]", table.nothing, table.key, table.entry, table.value)
            }
            Op::MapChosen(nothing, key) => write!(f, "map.chosen[{nothing} {key}]"),
            Op::Construct(ctor) => write!(f, "{ctor}"),
            Op::Is(ctor) => ctor.write(f, "?"),
            Op::Field(ctor, index) => ctor.write(f, &format!(".{}", ctor.definition().fields[*index].0)),
            Op::Apply(function) => write!(f, "apply[{}]", function.name.name()),
            Op::Quantifier(quantifier) => write!(f, "{}", quantifier.binder),
            Op::Bv(BvOp::Extract { high, low }) => write!(f, "bv.extract[{high}:{low}]"),
            Op::Bv(BvOp::ZeroExtend(to)) => write!(f, "bv.zext[{to}]"),
            Op::Bv(BvOp::SignExtend(to)) => write!(f, "bv.sext[{to}]"),
            Op::Bv(BvOp::FromInt(width)) => write!(f, "bv.from_int[{width}]"),
            Op::Float(FloatOp::ToSigned(width)) => write!(f, "f.to_signed[{width}]"),
            Op::Float(FloatOp::ToUnsigned(width)) => write!(f, "f.to_unsigned[{width}]"),
            plain => {
                let row = PLAIN.iter().find(|(_, op)| op == plain);
                f.write_str(row.expect("every operator without parameters is in the table").0)
            }
        }
    }
}

impl Quantifier {
    /// The sort of the map a lambda makes: from its bound variable to its body.
    fn lambda_sort(&self) -> Option<Sort> {
        match &self.bound[..] {
            [(_, key)] => Some(Sort::map(*key, self.body_sort()?)),
            _ => None,
        }
    }
}

impl crate::Quantifier {
    /// The sort of the body, if it is well-sorted.
    pub fn body_sort(&self) -> Option<Sort> {
        expr_sort(&self.body, &mut vec![&self.bound], &self.captured)
    }
}

fn expr_sort(expr: &crate::Expr, scopes: &mut Vec<&[(Symbol, Sort)]>, captured: &[Sort]) -> Option<Sort> {
    use crate::Expr;
    match expr {
        Expr::Const(_, sort) => Some(*sort),
        Expr::Bound(depth, index) => {
            let scope = scopes.len().checked_sub(1 + *depth as usize)?;
            scopes[scope].get(*index as usize).map(|(_, sort)| *sort)
        }
        Expr::Captured(index) => captured.get(*index as usize).copied(),
        Expr::Apply(op, args) => {
            let args: Option<Vec<Sort>> = args.iter().map(|arg| expr_sort(arg, scopes, captured)).collect();
            op.result(&args?).ok()
        }
        Expr::Binder(inner) => match inner.binder {
            crate::Binder::Forall | crate::Binder::Exists => Some(Sort::bool()),
            crate::Binder::Lambda => inner.bound.first().map(|(_, key)| *key).and_then(|key| {
                // The borrow of the inner scope ends with this arm.
                let mut scopes = scopes.clone();
                scopes.push(&inner.bound);
                Some(Sort::map(key, expr_sort(&inner.body, &mut scopes, captured)?))
            }),
        },
    }
}
