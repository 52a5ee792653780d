//! Floating point: IEEE numbers, or reals.

use ir::{Trap, ValueId};
use value::{Float, FloatFormat, FloatOp, IntOp, Op, RealOp, RoundTo, Sort, Value};

use super::emit::{Emit, Emitted, Fail};
use crate::sorts::{Floats, Ints};

impl Emit<'_> {
    fn is_real(&self) -> bool {
        self.sorts.floats == Floats::Real
    }

    pub(crate) fn ieee(&mut self, op: FloatOp, args: &[ValueId]) -> ValueId {
        self.apply(Op::Float(op), args)
    }

    pub(crate) fn real(&mut self, op: RealOp, args: &[ValueId]) -> ValueId {
        self.apply(Op::Real(op), args)
    }

    fn real_zero(&mut self) -> ValueId {
        self.constant(value::Value::default_of(Sort::real()), Sort::real())
    }

    /// The inverse of a constant power of two. A product with it is the quotient, to the last bit:
    /// both are the same real number rounded once.
    fn inverse_of_power(&mut self, divisor: ValueId) -> Option<ValueId> {
        let (format, inverse) = match self.known(divisor)? {
            Value::Float(divisor) => (divisor.format, 1.0 / divisor.to_f64()),
            _ => return None,
        };
        let is_power = |float: f64| float.is_normal() && float.to_bits() << 12 == 0;
        let within = format == FloatFormat::F64 || (inverse as f32).is_normal();
        if !is_power(inverse) || !is_power(1.0 / inverse) || !within {
            return None;
        }
        Some(self.constant(Value::Float(Float::of(format, inverse)), Sort::float(format)))
    }

    pub(crate) fn float_binary(&mut self, op: &str, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        if !self.is_real() {
            let op = match op {
                "fadd" => FloatOp::Add,
                "fsub" => FloatOp::Sub,
                "fmul" => FloatOp::Mul,
                "fdiv" => match self.inverse_of_power(b) {
                    Some(inverse) => return Ok(self.ieee(FloatOp::Mul, &[a, inverse])),
                    None => FloatOp::Div,
                },
                "frem" => FloatOp::Rem,
                _ => return self.unsupported("an unknown operation"),
            };
            return Ok(self.ieee(op, &[a, b]));
        }
        let op = match op {
            "fadd" => RealOp::Add,
            "fsub" => RealOp::Sub,
            "fmul" => RealOp::Mul,
            "fdiv" => {
                let zero = self.real_zero();
                let by_zero = self.eq(b, zero);
                self.refuse(by_zero, Fail::Unsupported("a real divided by zero"))?;
                RealOp::Div
            }
            _ => return self.unsupported("a remainder of reals"),
        };
        Ok(self.real(op, &[a, b]))
    }

    pub(crate) fn float_negate(&mut self, a: ValueId) -> ValueId {
        if self.is_real() { self.real(RealOp::Neg, &[a]) } else { self.ieee(FloatOp::Neg, &[a]) }
    }

    pub(crate) fn float_abs(&mut self, a: ValueId) -> ValueId {
        if !self.is_real() {
            return self.ieee(FloatOp::Abs, &[a]);
        }
        let zero = self.real_zero();
        let negative = self.real(RealOp::Lt, &[a, zero]);
        let opposite = self.real(RealOp::Neg, &[a]);
        self.ite(negative, opposite, a)
    }

    pub(crate) fn float_less(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if self.is_real() { self.real(RealOp::Lt, &[a, b]) } else { self.ieee(FloatOp::Lt, &[a, b]) }
    }

    pub(crate) fn float_nan(&mut self, a: ValueId) -> ValueId {
        if self.is_real() { self.bool(false) } else { self.ieee(FloatOp::IsNan, &[a]) }
    }

    pub(crate) fn float_compare(&mut self, predicate: &str, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        let unordered = match predicate {
            "true" => return Ok(self.bool(true)),
            "false" => return Ok(self.bool(false)),
            _ => predicate.starts_with('u'),
        };
        let either_nan = |emit: &mut Self| {
            let (first, second) = (emit.float_nan(a), emit.float_nan(b));
            emit.or(first, second)
        };
        let ordered = match predicate {
            "ord" => {
                let nan = either_nan(self);
                return Ok(self.not(nan));
            }
            "uno" => return Ok(either_nan(self)),
            "oeq" | "ueq" => self.float_equal(a, b),
            "one" => {
                let (less, greater) = (self.float_less(a, b), self.float_less(b, a));
                return Ok(self.or(less, greater));
            }
            "une" => {
                let same = self.float_equal(a, b);
                return Ok(self.not(same));
            }
            "olt" | "ult" => self.float_less(a, b),
            "ogt" | "ugt" => self.float_less(b, a),
            "ole" | "ule" => self.float_at_most(a, b),
            "oge" | "uge" => self.float_at_most(b, a),
            _ => return self.unsupported("an unknown comparison"),
        };
        if !unordered || self.is_real() {
            return Ok(ordered);
        }
        let nan = either_nan(self);
        Ok(self.or(ordered, nan))
    }

    fn float_equal(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if self.is_real() { self.eq(a, b) } else { self.ieee(FloatOp::Eq, &[a, b]) }
    }

    fn float_at_most(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if self.is_real() { self.real(RealOp::Le, &[a, b]) } else { self.ieee(FloatOp::Le, &[a, b]) }
    }

    /// To the other format; reals have none.
    pub(crate) fn float_resize(&mut self, a: ValueId, to: FloatFormat) -> ValueId {
        if self.is_real() { a } else { self.ieee(FloatOp::Convert(to), &[a]) }
    }

    pub(crate) fn float_from_int(&mut self, a: ValueId, width: u32, signed: bool, to: FloatFormat) -> ValueId {
        let (a, width) = if width == 1 { (self.resize(a, 1, 8, signed), 8) } else { (a, width) };
        match (self.sorts.floats, self.sorts.ints) {
            (Floats::Ieee, Ints::Machine) => {
                self.ieee(if signed { FloatOp::FromSigned(to) } else { FloatOp::FromUnsigned(to) }, &[a])
            }
            (floats, ints) => {
                let a = match (ints, signed) {
                    (Ints::Machine, true) => self.apply(Op::Bv(value::BvOp::ToSigned), &[a]),
                    (Ints::Machine, false) => self.apply(Op::Bv(value::BvOp::ToInt), &[a]),
                    (Ints::Unbounded, true) => a,
                    (Ints::Unbounded, false) => self.unsigned(a, width),
                };
                match floats {
                    Floats::Ieee => self.ieee(FloatOp::FromInt(to), &[a]),
                    Floats::Real => self.real(RealOp::FromInt, &[a]),
                }
            }
        }
    }

    /// Truncates to an integer. C leaves open what becomes of a value that does not fit; the machine goes on.
    pub(crate) fn float_to_int(&mut self, a: ValueId, width: u32, signed: bool) -> Emitted<ValueId> {
        if width > 64 {
            return self.unsupported("a float as an integer of more than 64 bits");
        }
        if self.is_real() && self.sorts.ints == Ints::Unbounded {
            return Ok(self.fitting_int(a, width, signed));
        }
        let fits = self.fits_integer(a, width, signed);
        if self.context.stops && !self.context.is_rust {
            self.require(fits, Fail::Trap(Trap::FloatTooLarge))?;
            return Ok(self.fitting_int(a, width, signed));
        }
        if let Some(whole) = self.int_of_machine(a, width, signed) {
            return Ok(whole);
        }
        let any = |emit: &mut Self| emit.b.choose(emit.sorts.int(width));
        let found =
            self.either(fits, |emit| Ok(vec![emit.fitting_int(a, width, signed)]), |emit| Ok(vec![any(emit)]))?;
        Ok(found[0])
    }

    /// What a 64-bit x86 makes of any float: its instructions give the least number of 32 or 64 bits for what does not fit,
    /// and compilers take what is narrower, or 32 bits without a sign, out of a wider one. `None`: that hangs on the compiler.
    fn int_of_machine(&mut self, a: ValueId, width: u32, signed: bool) -> Option<ValueId> {
        let is_known = cfg!(target_arch = "x86_64") && !self.is_real() && self.sorts.ints == Ints::Machine;
        let wide = match (width, signed) {
            (64, true) | (32, false) => 64,
            (32, true) | (2..=16, _) => 32,
            _ => return None,
        };
        if !is_known {
            return None;
        }
        let fits = self.fits_integer(a, wide, true);
        let (whole, least) = (self.fitting_int(a, wide, true), self.int(wide, bounds(wide, true).0));
        let whole = self.ite(fits, whole, least);
        Some(self.resize(whole, wide, width, false))
    }

    /// Truncates what fits.
    pub(crate) fn fitting_int(&mut self, a: ValueId, width: u32, signed: bool) -> ValueId {
        let is_machine = self.sorts.ints == Ints::Machine;
        let whole = if self.is_real() {
            self.real_trunc(a)
        } else if is_machine && width > 1 {
            return self.ieee(if signed { FloatOp::ToSigned(width) } else { FloatOp::ToUnsigned(width) }, &[a]);
        } else {
            self.ieee(FloatOp::ToInt, &[a])
        };
        match (is_machine, width) {
            (true, 1) => {
                let bits = self.apply(Op::Bv(value::BvOp::FromInt(1)), &[whole]);
                self.resize_bit(bits)
            }
            (true, _) => self.apply(Op::Bv(value::BvOp::FromInt(width)), &[whole]),
            (false, 1) => self.resize(whole, 8, 1, false),
            (false, _) => self.of_whole(whole, width, signed),
        }
    }

    fn of_whole(&mut self, whole: ValueId, width: u32, signed: bool) -> ValueId {
        if signed { whole } else { self.of_unsigned(whole, width) }
    }

    fn resize_bit(&mut self, bit: ValueId) -> ValueId {
        let one = self.unsigned_constant(1, 1);
        self.eq(bit, one)
    }

    fn math_constant(&mut self, value: i128) -> ValueId {
        self.constant(value::Value::Int(value::Int::from(value)), Sort::int())
    }

    /// Is there an integer of that width for it?
    fn fits_integer(&mut self, a: ValueId, width: u32, signed: bool) -> ValueId {
        let (low, high) = bounds(width, signed);
        if self.is_real() {
            let whole = self.real_trunc(a);
            let (low, high) = (self.math_constant(low), self.math_constant(high));
            let (above, below) = (self.math(IntOp::Le, &[low, whole]), self.math(IntOp::Le, &[whole, high]));
            return self.and(above, below);
        }
        // The limits of the integer widths are powers of two, so they are floats of both formats.
        let whole = self.ieee(FloatOp::Round(RoundTo::Zero), &[a]);
        let format = if self.b.sort(a) == Sort::float(FloatFormat::F32) { FloatFormat::F32 } else { FloatFormat::F64 };
        let limit = |emit: &mut Self, value: f64| {
            let float = value::Value::Float(value::Float::of(format, value));
            emit.constant(float, Sort::float(format))
        };
        let (low, above) = (limit(self, low as f64), limit(self, (high + 1) as f64));
        let at_least = self.ieee(FloatOp::Le, &[low, whole]);
        let less = self.ieee(FloatOp::Lt, &[whole, above]);
        self.and(at_least, less)
    }

    fn real_trunc(&mut self, a: ValueId) -> ValueId {
        let zero = self.real_zero();
        let negative = self.real(RealOp::Lt, &[a, zero]);
        let opposite = self.real(RealOp::Neg, &[a]);
        let (down, up) = (self.real(RealOp::Floor, &[a]), self.real(RealOp::Floor, &[opposite]));
        let up = self.math(IntOp::Neg, &[up]);
        self.ite(negative, up, down)
    }

    /// floor, ceil, trunc, round (halves away from zero), rint (halves to even).
    pub(crate) fn float_round(&mut self, a: ValueId, to: RoundTo) -> Emitted<ValueId> {
        if !self.is_real() {
            return Ok(self.ieee(FloatOp::Round(to), &[a]));
        }
        let whole = match to {
            RoundTo::Down => self.real(RealOp::Floor, &[a]),
            RoundTo::Up => {
                let opposite = self.real(RealOp::Neg, &[a]);
                let down = self.real(RealOp::Floor, &[opposite]);
                self.math(IntOp::Neg, &[down])
            }
            RoundTo::Zero => self.real_trunc(a),
            RoundTo::NearestEven | RoundTo::NearestAway => return self.unsupported("rounding of reals to nearest"),
        };
        Ok(self.real(RealOp::FromInt, &[whole]))
    }
}

/// The least and greatest integer of a width.
fn bounds(width: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}
