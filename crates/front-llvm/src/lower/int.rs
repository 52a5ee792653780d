//! Integers of any width, as bit-vectors or as mathematical integers.
//!
//! A mathematical integer stands for the signed value. What C does without `nsw` (unsigned
//! arithmetic) and what looks at bits wraps to the width, exactly.

use ir::{Trap, ValueId};
use value::{BvOp, FloatFormat, FloatOp, Int, IntOp, Op, Rounding, Sort, Value};

use super::emit::{Emit, Emitted, Fail};
use crate::layout::Scalar;
use crate::sorts::Floats;

impl Emit<'_> {
    pub(crate) fn int(&mut self, width: u32, value: i128) -> ValueId {
        self.constant(self.sorts.int_value(width, value), self.sorts.int(width))
    }

    fn big(&mut self, value: Int) -> ValueId {
        self.constant(Value::Int(value), Sort::int())
    }

    fn power(&mut self, exponent: u32) -> ValueId {
        let power = Int::ONE.shl(&Int::from(i64::from(exponent))).unwrap_or(Int::ZERO);
        self.big(power)
    }

    fn bv(&mut self, op: BvOp, args: &[ValueId]) -> ValueId {
        self.apply(Op::Bv(op), args)
    }

    pub(crate) fn math(&mut self, op: IntOp, args: &[ValueId]) -> ValueId {
        self.apply(Op::Int(op), args)
    }

    /// A mathematical integer brought into the signed range of the width.
    fn wrap(&mut self, value: ValueId, width: u32) -> ValueId {
        let (half, all) = (self.power(width - 1), self.power(width));
        let shifted = self.math(IntOp::Add, &[value, half]);
        let within = self.math(IntOp::Mod(Rounding::Floor), &[shifted, all]);
        self.math(IntOp::Sub, &[within, half])
    }

    /// The unsigned reading: a bit-vector as it is, or a mathematical integer modulo `2^width`.
    pub(crate) fn unsigned(&mut self, value: ValueId, width: u32) -> ValueId {
        if self.sorts.is_machine() {
            return value;
        }
        let all = self.power(width);
        self.math(IntOp::Mod(Rounding::Floor), &[value, all])
    }

    /// Back from an unsigned reading.
    pub(crate) fn of_unsigned(&mut self, value: ValueId, width: u32) -> ValueId {
        if self.sorts.is_machine() { value } else { self.wrap(value, width) }
    }

    /// Leaves out inputs that the width cannot hold.
    pub(crate) fn assume_fits(&mut self, value: ValueId, width: u32) -> Emitted<()> {
        if !self.sorts.is_machine() {
            let end = self.power(width - 1);
            let start = self.math(IntOp::Neg, &[end]);
            let (above, below) = (self.math(IntOp::Le, &[start, value]), self.math(IntOp::Lt, &[value, end]));
            let fits = self.and(above, below);
            self.b.assume(fits);
        }
        Ok(())
    }

    pub(crate) fn unsigned_constant(&mut self, width: u32, value: u128) -> ValueId {
        if self.sorts.is_machine() {
            return self.constant(Value::bv(width, value), Sort::bv(width));
        }
        self.big(Int::from(value))
    }

    /// Unsigned bits above others, which are `low_width` wide.
    pub(crate) fn join_bits(&mut self, high: ValueId, low: ValueId, low_width: u64) -> ValueId {
        if self.sorts.is_machine() {
            return self.bv(BvOp::Concat, &[high, low]);
        }
        let power = self.power(u32::try_from(low_width).unwrap_or(0));
        let high = self.math(IntOp::Mul, &[high, power]);
        self.math(IntOp::Add, &[high, low])
    }

    /// Some bits of an unsigned number.
    pub(crate) fn take_bits(&mut self, value: ValueId, of: u32, from: u32, width: u32) -> ValueId {
        if width == of {
            return value;
        }
        if self.sorts.is_machine() {
            return self.bv(BvOp::Extract { high: from + width - 1, low: from }, &[value]);
        }
        let (low, all) = (self.power(from), self.power(width));
        let shifted = self.math(IntOp::Div(Rounding::Floor), &[value, low]);
        self.math(IntOp::Mod(Rounding::Floor), &[shifted, all])
    }

    pub(crate) fn replace_bits(&mut self, old: ValueId, of: u32, part: ValueId, width: u32, at: u32) -> ValueId {
        let mut bits = part;
        if at > 0 {
            let low = self.take_bits(old, of, 0, at);
            bits = self.join_bits(bits, low, u64::from(at));
        }
        if at + width < of {
            let high = self.take_bits(old, of, at + width, of - at - width);
            bits = self.join_bits(high, bits, u64::from(at + width));
        }
        bits
    }

    /// A scalar read as one of the same size.
    pub(crate) fn convert(&mut self, value: ValueId, from: Scalar, to: Scalar) -> Emitted<ValueId> {
        match (from, to) {
            _ if from == to => Ok(value),
            (Scalar::Int(from), Scalar::Int(to)) => Ok(self.resize(value, from, to, false)),
            (Scalar::F32 | Scalar::F64, Scalar::Int(_)) if self.sorts.floats == Floats::Ieee => {
                // The bits of a NaN are not kept.
                let nan = self.apply(Op::Float(FloatOp::IsNan), &[value]);
                self.refuse(nan, Fail::Unsupported("the bits of a NaN"))?;
                let bits = self.apply(Op::Float(FloatOp::ToBits), &[value]);
                Ok(self.int_of_bits(bits))
            }
            (Scalar::Int(_), Scalar::F32 | Scalar::F64) if self.sorts.floats == Floats::Ieee => {
                let format = if to == Scalar::F32 { FloatFormat::F32 } else { FloatFormat::F64 };
                let bits = self.bits_of_int(value, format.width());
                Ok(self.apply(Op::Float(FloatOp::FromBits(format)), &[bits]))
            }
            (Scalar::Int(_), Scalar::Ptr) => match self.known(value) {
                Some(zero) if *zero == self.sorts.int_value(64, 0) => Ok(self.null()),
                // Nothing lies at the first addresses.
                Some(number) => match small(number) {
                    Some(address) => self.advance_null(address, &[]),
                    None => self.unsupported("an integer as a pointer"),
                },
                None if from == Scalar::Int(64) => {
                    let end = self.word(FIRST_ADDRESSES);
                    let is_small = self.word_below(value, end);
                    self.require(is_small, Fail::Unsupported("an integer as a pointer"))?;
                    self.advance_null(0, &[(1, value)])
                }
                None => self.unsupported("an integer as a pointer"),
            },
            (Scalar::Ptr, Scalar::Int(_)) => self.unsupported("a pointer as an integer"),
            _ => self.unsupported("a value read as another kind"),
        }
    }

    fn int_of_bits(&mut self, bits: ValueId) -> ValueId {
        if self.sorts.is_machine() { bits } else { self.bv(BvOp::ToSigned, &[bits]) }
    }

    fn bits_of_int(&mut self, value: ValueId, width: u32) -> ValueId {
        if self.sorts.is_machine() { value } else { self.bv(BvOp::FromInt(width), &[value]) }
    }

    /// To another width, by cutting or by extending with zeros or the sign.
    pub(crate) fn resize(&mut self, value: ValueId, from: u32, to: u32, signed: bool) -> ValueId {
        match (from, to) {
            _ if from == to => value,
            (1, _) => {
                let one = self.int(to, if signed { -1 } else { 1 });
                let zero = self.int(to, 0);
                let number = self.ite(value, one, zero);
                if !signed {
                    self.truths.insert(number, value);
                }
                number
            }
            (_, 1) => self.lowest_bit(value, from),
            _ if to < from => {
                if let Some(truth) = self.truths.get(&value).copied() {
                    return self.resize(truth, 1, to, false);
                }
                if !self.sorts.is_machine() {
                    return self.wrap(value, to);
                }
                self.bv(BvOp::Extract { high: to - 1, low: 0 }, &[value])
            }
            _ if !signed && self.truths.contains_key(&value) => {
                let truth = self.truths[&value];
                self.resize(truth, 1, to, false)
            }
            _ if self.sorts.is_machine() => {
                self.bv(if signed { BvOp::SignExtend(to) } else { BvOp::ZeroExtend(to) }, &[value])
            }
            _ if signed => value,
            _ => self.unsigned(value, from),
        }
    }

    fn lowest_bit(&mut self, value: ValueId, width: u32) -> ValueId {
        if let Some(truth) = self.truths.get(&value) {
            return *truth;
        }
        let bit = self.unsigned(value, width);
        let bit = self.take_bits(bit, width, 0, 1);
        let one = self.unsigned_constant(1, 1);
        self.eq(bit, one)
    }

    /// An index of an address: a signed number as a word.
    pub(crate) fn word_of(&mut self, value: ValueId, width: u32) -> ValueId {
        match width.cmp(&64) {
            std::cmp::Ordering::Less => self.resize(value, width, 64, true),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.resize(value, width, 64, false),
        }
    }

    pub(crate) fn binary(&mut self, op: &str, nsw: bool, width: u32, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        if width == 1 {
            return self.binary_bool(op, a, b);
        }
        self.check_operands(op, width, a, b)?;
        // Rust defines what overflow does, and checks where it does not.
        if nsw && self.context.stops && self.sorts.is_machine() && !self.context.is_rust {
            self.check_overflow(op, width, a, b)?;
        }
        if self.sorts.is_machine() { self.binary_bits(op, a, b) } else { self.binary_math(op, nsw, width, a, b) }
    }

    fn binary_bool(&mut self, op: &str, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        match op {
            "and" | "mul" => Ok(self.and(a, b)),
            "or" => Ok(self.or(a, b)),
            "xor" | "add" | "sub" => {
                if let Some(Value::Bool(true)) = self.known(b) {
                    return Ok(self.not(a));
                }
                let same = self.eq(a, b);
                Ok(self.not(same))
            }
            _ => self.unsupported("arithmetic on one bit"),
        }
    }

    /// Division by zero, a quotient that does not fit, a shift too far.
    fn check_operands(&mut self, op: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<()> {
        match op {
            "sdiv" | "udiv" | "srem" | "urem" => {
                let zero = self.int(width, 0);
                let by_zero = if self.sorts.is_machine() || op.starts_with('s') {
                    self.eq(b, zero)
                } else {
                    let unsigned = self.unsigned(b, width);
                    self.eq(unsigned, zero)
                };
                self.refuse(by_zero, Fail::Trap(Trap::DivisionByZero))?;
                if op.starts_with('s') && self.sorts.is_machine() {
                    let (lowest, minus_one) = (self.int(width, i128::MIN >> (128 - width)), self.int(width, -1));
                    let by_minus_one = self.eq(b, minus_one);
                    let of_lowest = self.eq(a, lowest);
                    let overflows = self.and(by_minus_one, of_lowest);
                    self.refuse(overflows, Fail::Trap(Trap::DivisionOverflow))?;
                }
                Ok(())
            }
            "shl" | "lshr" | "ashr" => {
                let limit = self.int(width, i128::from(width));
                let within = self.compare("ult", width, b, limit)?;
                self.require(within, Fail::Trap(Trap::ShiftTooFar))
            }
            _ => Ok(()),
        }
    }

    /// Ends the path if the signed result does not fit.
    fn check_overflow(&mut self, op: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<()> {
        let (least, most) = (i128::MIN >> (128 - width), i128::MAX >> (128 - width));
        let by_constant = match (op, self.known(b)) {
            ("add" | "sub", Some(Value::Bv(bits))) => Some(bits.signed()),
            _ => None,
        };
        let overflows = match (op, by_constant) {
            // A bound on the other operand is easier to reason about.
            ("add" | "sub", Some(by)) => {
                let by = if op == "add" { by } else { by.wrapping_neg() };
                let (bound, predicate) = if by >= 0 { (most - by, "sgt") } else { (least - by, "slt") };
                let bound = self.int(width, bound);
                self.compare(predicate, width, a, bound)?
            }
            ("add" | "sub" | "mul", None) if width <= 64 => {
                let wide = if op == "mul" { width * 2 } else { width + 1 };
                let (x, y) = (self.resize(a, width, wide, true), self.resize(b, width, wide, true));
                let exact = self.binary_bits(op, x, y)?;
                let wrapped = self.binary_bits(op, a, b)?;
                let wrapped = self.resize(wrapped, width, wide, true);
                let same = self.eq(exact, wrapped);
                self.not(same)
            }
            _ => return Ok(()),
        };
        self.refuse(overflows, Fail::Trap(Trap::SignedOverflow))
    }

    fn binary_bits(&mut self, op: &str, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        let op = match op {
            "add" => BvOp::Add,
            "sub" => BvOp::Sub,
            "mul" => BvOp::Mul,
            "udiv" => BvOp::UDiv,
            "sdiv" => BvOp::SDiv,
            "urem" => BvOp::URem,
            "srem" => BvOp::SRem,
            "shl" => BvOp::Shl,
            "lshr" => BvOp::LShr,
            "ashr" => BvOp::AShr,
            "and" => BvOp::And,
            "or" => BvOp::Or,
            "xor" => BvOp::Xor,
            _ => return self.unsupported("an unknown operation"),
        };
        Ok(self.bv(op, &[a, b]))
    }

    fn binary_math(&mut self, op: &str, nsw: bool, width: u32, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        let plain = match op {
            "add" => IntOp::Add,
            "sub" => IntOp::Sub,
            "mul" => IntOp::Mul,
            "shl" => IntOp::Shl,
            "sdiv" => return Ok(self.math(IntOp::Div(Rounding::Trunc), &[a, b])),
            "srem" => return Ok(self.math(IntOp::Mod(Rounding::Trunc), &[a, b])),
            "ashr" => return Ok(self.math(IntOp::Shr, &[a, b])),
            "and" => return Ok(self.mask(a, b)),
            "or" => return Ok(self.math(IntOp::Or, &[a, b])),
            "xor" => return Ok(self.math(IntOp::Xor, &[a, b])),
            "udiv" | "urem" | "lshr" => {
                let (a, b) = (self.unsigned(a, width), self.unsigned(b, width));
                let op = match op {
                    "udiv" => IntOp::Div(Rounding::Floor),
                    "urem" => IntOp::Mod(Rounding::Floor),
                    _ => IntOp::Shr,
                };
                let result = self.math(op, &[a, b]);
                return Ok(self.wrap(result, width));
            }
            _ => return self.unsupported("an unknown operation"),
        };
        let plain = match (plain, self.known(b).and_then(Value::as_int).and_then(Int::to_i64)) {
            (IntOp::Shl, Some(distance)) => {
                let factor = self.power(u32::try_from(distance).unwrap_or(0));
                self.math(IntOp::Mul, &[a, factor])
            }
            (op, _) => self.math(op, &[a, b]),
        };
        Ok(if nsw { plain } else { self.wrap(plain, width) })
    }

    /// `a & b`; with the lowest k bits as a mask it is a remainder.
    fn mask(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let low_bits = |value: Option<&Value>| {
            let mask = value?.as_int()?.to_i64().filter(|mask| *mask > 0)?;
            (mask & (mask + 1) == 0).then(|| 64 - mask.leading_zeros())
        };
        match (low_bits(self.known(a)), low_bits(self.known(b))) {
            (_, Some(bits)) => {
                let all = self.power(bits);
                self.math(IntOp::Mod(Rounding::Floor), &[a, all])
            }
            (Some(bits), _) => {
                let all = self.power(bits);
                self.math(IntOp::Mod(Rounding::Floor), &[b, all])
            }
            _ => self.math(IntOp::And, &[a, b]),
        }
    }

    pub(crate) fn compare(&mut self, predicate: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        if let Some(truth) = self.compare_truth(predicate, width, a, b) {
            return Ok(truth);
        }
        let (a, b) = if width == 1 && !matches!(predicate, "eq" | "ne") {
            (self.resize(a, 1, 8, predicate.starts_with('s')), self.resize(b, 1, 8, predicate.starts_with('s')))
        } else {
            (a, b)
        };
        let width = width.max(8);
        let swapped = predicate.contains('g');
        let (low, high) = if swapped { (b, a) } else { (a, b) };
        match predicate {
            "eq" => Ok(self.eq(a, b)),
            "ne" => {
                let same = self.eq(a, b);
                Ok(self.not(same))
            }
            _ if self.sorts.is_machine() => {
                let op = match predicate {
                    "ult" | "ugt" => BvOp::ULt,
                    "ule" | "uge" => BvOp::ULe,
                    "slt" | "sgt" => BvOp::SLt,
                    "sle" | "sge" => BvOp::SLe,
                    _ => return self.unsupported("an unknown comparison"),
                };
                Ok(self.bv(op, &[low, high]))
            }
            _ => {
                let (low, high) = if predicate.starts_with('u') {
                    (self.unsigned(low, width), self.unsigned(high, width))
                } else {
                    (low, high)
                };
                let op = if predicate.ends_with('t') { IntOp::Lt } else { IntOp::Le };
                Ok(self.math(op, &[low, high]))
            }
        }
    }

    /// A number made of a truth value compared with 0 or 1 is that truth value, or its opposite.
    fn compare_truth(&mut self, predicate: &str, width: u32, a: ValueId, b: ValueId) -> Option<ValueId> {
        let truth = *self.truths.get(&a)?;
        let constant = self.known(b)?.clone();
        let is = |value: i128| constant == self.sorts.int_value(width, value);
        match predicate {
            "ne" if is(0) => Some(truth),
            "eq" if is(1) => Some(truth),
            "eq" if is(0) => Some(self.not(truth)),
            "ne" if is(1) => Some(self.not(truth)),
            _ => None,
        }
    }
}

/// No object stands below.
const FIRST_ADDRESSES: i64 = 4096;

/// An address in the first page, which holds no object.
fn small(number: &Value) -> Option<i64> {
    let number = match number {
        Value::Bv(bits) => i64::try_from(bits.signed()).ok()?,
        Value::Int(int) => int.to_i64()?,
        _ => return None,
    };
    (0..FIRST_ADDRESSES).contains(&number).then_some(number)
}
