//! LLVM's intrinsic functions.

use std::rc::Rc;

use ::value::{BvOp, FloatFormat, FloatOp, Op, Value};
use ir::{Trap, ValueId};

use super::emit::{Emitted, Fail};
use super::function::Lower;
use super::value::Val;
use crate::analysis::{BlockOperation, block_operation};
use crate::reader::syntax::{Call, Constant, Operand, Type};

impl<'m> Lower<'_, 'm> {
    /// `name` without `llvm.`.
    pub(crate) fn intrinsic(&mut self, name: &'m str, call: &Call<'m>) -> Emitted<Option<Val>> {
        match block_operation(&format!("llvm.{name}")) {
            Some(BlockOperation::Copy) => return self.copy_call(call).map(|()| None),
            Some(BlockOperation::Fill) => return self.fill_call(call).map(|()| None),
            None => {}
        }
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        match first {
            "lifetime" | "dbg" | "invariant" => Ok(None),
            "donothing" | "assume" | "prefetch" | "stacksave" | "stackrestore" | "var" => self.no_effect(first, call),
            "trap" | "ubsantrap" => self.emit.trap(Trap::Instruction),
            "debugtrap" => Ok(None),
            "eh" if rest.starts_with("typeid") => self.type_id(call),
            "expect" => self.operand(&call.args[0].value, &call.args[0].ty).map(Some),
            "is" if rest.starts_with("constant") => Ok(Some(Val::One(self.emit.bool(false)))),
            "is" if rest.starts_with("fpclass") => self.float_class(call).map(|value| Some(Val::One(value))),
            "fptosi" | "fptoui" if rest.starts_with("sat") => {
                self.saturating_conversion(first == "fptosi", call).map(|value| Some(Val::One(value)))
            }
            "powi" => self.pure("powi", call).map(Some),
            "objectsize" => Ok(Some(Val::One(self.emit.int(64, -1)))),
            "fabs" | "floor" | "ceil" | "trunc" | "round" | "roundeven" | "rint" | "nearbyint" | "sqrt" | "fma"
            | "fmuladd" | "copysign" | "minnum" | "maxnum" | "sin" | "cos" | "exp" | "exp2" | "log" | "log2"
            | "log10" | "pow" | "tan" => self.math_intrinsic(first, call).map(Some),
            _ => {
                let ty = call.args.first().map_or(Type::Void, |arg| arg.ty.clone());
                let element = match &ty {
                    Type::Vector(_, element) => (**element).clone(),
                    other => other.clone(),
                };
                let Type::Int(width) = element else { return self.emit.unsupported(&format!("the intrinsic {name}")) };
                let is_too_wide = width > 128 || (width > 64 && !goes_up_to_128(name));
                if is_too_wide || matches!(ty, Type::Vector(..)) {
                    return self.emit.unsupported(&format!("the intrinsic {name}"));
                }
                self.int_intrinsic(name, width, call).map(Some)
            }
        }
    }

    /// Functions that only matter to a compiler, if their result is not used.
    fn no_effect(&mut self, name: &str, call: &Call<'m>) -> Emitted<Option<Val>> {
        match name {
            "stacksave" => Ok(Some(Val::Pointer(super::pointer::Pointer::Dynamic(self.emit.null())))),
            "assume" => {
                let holds = self.argument(call, 0)?;
                self.emit.require(holds, Fail::Trap(Trap::FalseAssumption))?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn math_intrinsic(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let ty = call.args[0].ty.clone();
        let args: Emitted<Vec<Val>> = call.args.iter().map(|arg| self.operand(&arg.value, &arg.ty)).collect();
        let args = args?;
        // `fmuladd` may be fused or not: on the machines we compare with it is not.
        if name == "fmuladd" {
            let product = self.binary("fmul", false, &ty, args[0].clone(), args[1].clone())?;
            return self.binary("fadd", false, &ty, product, args[2].clone());
        }
        let name = match name {
            "minnum" => "fmin",
            "maxnum" => "fmax",
            other => other,
        };
        let name = if ty == Type::Float { format!("{name}f") } else { name.to_string() };
        match self.math_function(&name, call) {
            Some(result) => result.and_then(|value| value.ok_or(super::emit::Cut)),
            None => self.emit.unsupported(&format!("the intrinsic {name}")),
        }
    }

    /// A float as an integer, where what is too large becomes the largest and what is no number 0.
    fn saturating_conversion(&mut self, signed: bool, call: &Call<'m>) -> Emitted<ValueId> {
        let (Type::Int(width), ty) = (call.result.clone(), call.args[0].ty.clone()) else {
            return self.emit.unsupported("a conversion of vectors");
        };
        let format = match ty {
            Type::Float => FloatFormat::F32,
            Type::Double => FloatFormat::F64,
            _ => return self.emit.unsupported("a number of a kind that is not known here"),
        };
        if self.emit.sorts.floats == crate::sorts::Floats::Real || !(2..=64).contains(&width) {
            return self.emit.unsupported("a conversion that saturates");
        }
        let value = self.argument(call, 0)?;
        let (low, high) = limits(if signed { "s" } else { "u" }, width);
        // The first number beyond, which is a power of two, and the last one that is within.
        let above = 2f64.powi(if signed { width as i32 - 1 } else { width as i32 });
        let [above, low_float] = [above, low as f64].map(|limit| {
            let limit = self.emit.sorts.float_value(format, limit.to_bits()).unwrap_or(Value::Bool(false));
            self.emit.constant(limit, self.emit.sorts.float(format))
        });
        let is_nan = self.emit.float_nan(value);
        let is_above = self.emit.float_compare("oge", value, above)?;
        let is_below = self.emit.float_compare("ole", value, low_float)?;
        let is_outside = self.emit.or(is_above, is_below);
        let is_outside = self.emit.or(is_outside, is_nan);
        let found = self.emit.either(
            is_outside,
            |emit| {
                let [low, high, zero] = [low, high, 0].map(|limit| emit.int(width, limit));
                let limit = emit.ite(is_below, low, high);
                Ok(vec![emit.ite(is_nan, zero, limit)])
            },
            |emit| Ok(vec![emit.fitting_int(value, width, signed)]),
        )?;
        Ok(found[0])
    }

    /// Sums, differences and products of so many bits that there is no room for the exact result.
    fn with_overflow_of_wide(&mut self, name: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<Val> {
        let result = self.emit.binary(&name[1..], false, width, a, b)?;
        let zero = self.emit.int(width, 0);
        let overflows = match name {
            "uadd" => self.emit.compare("ult", width, result, a)?,
            "usub" => self.emit.compare("ult", width, a, b)?,
            "sadd" | "ssub" => {
                let (is_less, is_negative) =
                    (self.emit.compare("slt", width, result, a)?, self.emit.compare("slt", width, b, zero)?);
                // A sum is less than its first part if the other is negative, and a difference if it is positive.
                let is_positive = self.emit.compare("sgt", width, b, zero)?;
                let expected = if name == "sadd" { is_negative } else { is_positive };
                let as_expected = self.emit.eq(is_less, expected);
                self.emit.not(as_expected)
            }
            "umul" => {
                let is_zero = self.emit.eq(b, zero);
                let one = self.emit.int(width, 1);
                let by = self.emit.ite(is_zero, one, b);
                let back = self.emit.binary("udiv", false, width, result, by)?;
                let (is_same, is_not_zero) = (self.emit.eq(back, a), self.emit.not(is_zero));
                let is_other = self.emit.not(is_same);
                self.emit.and(is_not_zero, is_other)
            }
            _ => return self.emit.unsupported(&format!("the intrinsic {name} of {width} bits")),
        };
        Ok(Val::Many(Rc::new(vec![Val::One(result), Val::One(overflows)])))
    }

    /// Is a float of one of the kinds in the mask? The signs are not told apart.
    fn float_class(&mut self, call: &Call<'m>) -> Emitted<ValueId> {
        let mask = match call.args.get(1).map(|arg| &arg.value) {
            Some(Operand::Constant(Constant::Int(mask))) => *mask,
            _ => return self.emit.unsupported("kinds of floats that are not constant"),
        };
        let format = match call.args[0].ty {
            Type::Float => FloatFormat::F32,
            Type::Double => FloatFormat::F64,
            _ => return self.emit.unsupported("a number of a kind that is not known here"),
        };
        if self.emit.sorts.floats == crate::sorts::Floats::Real {
            return self.emit.unsupported("the kinds of floats among the reals");
        }
        let least = if format == FloatFormat::F32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
        let float = |lower: &mut Self, value: f64| {
            let value = lower.emit.sorts.float_value(format, value.to_bits()).unwrap_or(Value::Bool(false));
            lower.emit.constant(value, lower.emit.sorts.float(format))
        };
        let value = self.argument(call, 0)?;
        let magnitude = self.emit.float_abs(value);
        let (zero, least, infinity) = (float(self, 0.0), float(self, least), float(self, f64::INFINITY));
        let (positive, below) = (self.emit.float_less(zero, magnitude), self.emit.float_less(magnitude, least));
        let (finite, nan) = (self.emit.float_less(magnitude, infinity), self.emit.float_nan(value));
        let not_below = self.emit.not(below);
        let kinds = [
            (0x3, nan),
            (0x204, self.emit.float_compare("oeq", magnitude, infinity)?),
            (0x60, self.emit.float_compare("oeq", magnitude, zero)?),
            (0x90, self.emit.and(positive, below)),
            (0x108, self.emit.and(not_below, finite)),
        ];
        let (mut left, mut is) = (mask, self.emit.bool(false));
        for (kind, holds) in kinds {
            if mask & kind == kind {
                left &= !kind;
                is = self.emit.or(is, holds);
            }
        }
        if left != 0 {
            return self.emit.unsupported("the sign of a kind of floats");
        }
        Ok(is)
    }

    fn int_intrinsic(&mut self, name: &str, width: u32, call: &Call<'m>) -> Emitted<Val> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let a = self.argument(call, 0)?;
        match first {
            "bswap" => return Ok(Val::One(self.byte_swap(a, width))),
            "bitreverse" => return Ok(Val::One(self.bit_reverse(a, width))),
            "ctpop" => return Ok(Val::One(self.count_ones(a, width))),
            "ctlz" | "cttz" => {
                let zero_is_undefined = self.argument(call, 1)?;
                return self.count_zeros(a, width, first == "ctlz", zero_is_undefined).map(Val::One);
            }
            "abs" => {
                let zero = self.emit.int(width, 0);
                let negative = self.emit.compare("slt", width, a, zero)?;
                let opposite = self.emit.binary("sub", true, width, zero, a)?;
                return Ok(Val::One(self.emit.ite(negative, opposite, a)));
            }
            _ => {}
        }
        let b = self.argument(call, 1)?;
        match first {
            "smax" | "smin" | "umax" | "umin" => {
                let predicate = match first {
                    "smax" => "sgt",
                    "smin" => "slt",
                    "umax" => "ugt",
                    _ => "ult",
                };
                let first = self.emit.compare(predicate, width, a, b)?;
                Ok(Val::One(self.emit.ite(first, a, b)))
            }
            "scmp" | "ucmp" => {
                let Type::Int(to) = call.result else { return self.emit.unsupported("a comparison of vectors") };
                let sign = if first == "scmp" { 's' } else { 'u' };
                let less = self.emit.compare(&format!("{sign}lt"), width, a, b)?;
                let greater = self.emit.compare(&format!("{sign}gt"), width, a, b)?;
                let (minus, zero, plus) = (self.emit.int(to, -1), self.emit.int(to, 0), self.emit.int(to, 1));
                let other = self.emit.ite(greater, plus, zero);
                Ok(Val::One(self.emit.ite(less, minus, other)))
            }
            "sadd" | "ssub" | "smul" | "uadd" | "usub" | "umul" => {
                if rest.starts_with("with.overflow") && width > 64 {
                    self.with_overflow_of_wide(first, width, a, b)
                } else if rest.starts_with("with.overflow") {
                    self.with_overflow(first, width, a, b)
                } else if rest.starts_with("sat") {
                    self.saturating(first, width, a, b).map(Val::One)
                } else {
                    self.emit.unsupported(&format!("the intrinsic {name}"))
                }
            }
            "fshl" | "fshr" => {
                let distance = self.argument(call, 2)?;
                self.funnel_shift(first == "fshl", width, a, b, distance).map(Val::One)
            }
            _ => self.emit.unsupported(&format!("the intrinsic {name}")),
        }
    }

    fn bit(&mut self, a: ValueId, width: u32, at: u32) -> ValueId {
        let bits = self.emit.unsigned(a, width);
        self.emit.take_bits(bits, width, at, 1)
    }

    /// Pieces of `size` bits in the opposite order.
    fn reverse(&mut self, a: ValueId, width: u32, size: u32) -> ValueId {
        let bits = self.emit.unsigned(a, width);
        let mut reversed = self.emit.take_bits(bits, width, 0, size);
        for at in (size..width).step_by(size as usize) {
            let piece = self.emit.take_bits(bits, width, at, size);
            // What came first ends up highest.
            reversed = self.emit.join_bits(reversed, piece, u64::from(size));
        }
        self.emit.of_unsigned(reversed, width)
    }

    pub(crate) fn byte_swap(&mut self, a: ValueId, width: u32) -> ValueId {
        self.reverse(a, width, 8)
    }

    fn bit_reverse(&mut self, a: ValueId, width: u32) -> ValueId {
        self.reverse(a, width, 1)
    }

    fn count_ones(&mut self, a: ValueId, width: u32) -> ValueId {
        let mut sum = self.emit.int(width, 0);
        for at in 0..width {
            let bit = self.bit(a, width, at);
            let one = self.emit.unsigned_constant(1, 1);
            let set = self.emit.eq(bit, one);
            let term = self.emit.resize(set, 1, width, false);
            sum = self.plain_add(sum, term);
        }
        sum
    }

    fn plain_add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = if self.emit.sorts.is_machine() { Op::Bv(BvOp::Add) } else { Op::Int(::value::IntOp::Add) };
        self.emit.apply(op, &[a, b])
    }

    fn count_zeros(&mut self, a: ValueId, width: u32, leading: bool, zero_is_undefined: ValueId) -> Emitted<ValueId> {
        let zero = self.emit.int(width, 0);
        let is_zero = self.emit.compare("eq", width, a, zero)?;
        if let (Some(Value::Bool(true)), Some(result)) = (self.emit.known(zero_is_undefined), self.result) {
            self.poison.insert(result, is_zero);
        }
        let mut count = self.emit.int(width, i128::from(width));
        // From the far end to the near one, so that the nearest bit that is set decides.
        for distance in (0..width).rev() {
            let at = if leading { width - 1 - distance } else { distance };
            let bit = self.bit(a, width, at);
            let one = self.emit.unsigned_constant(1, 1);
            let set = self.emit.eq(bit, one);
            let here = self.emit.int(width, i128::from(distance));
            count = self.emit.ite(set, here, count);
        }
        Ok(count)
    }

    /// The operation on twice the width, where nothing is lost.
    fn wide(&mut self, name: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        let signed = name.starts_with('s');
        let (a, b) = (self.emit.resize(a, width, width * 2, signed), self.emit.resize(b, width, width * 2, signed));
        self.emit.binary(&name[1..], true, width * 2, a, b)
    }

    /// Does the wide result fit the width again?
    fn fits(&mut self, name: &str, width: u32, wide: ValueId) -> Emitted<ValueId> {
        let (low, high) = limits(name, width);
        let (low, high) = (self.emit.int(width * 2, low), self.emit.int(width * 2, high));
        let above = self.emit.compare("sge", width * 2, wide, low)?;
        let below = self.emit.compare("sle", width * 2, wide, high)?;
        Ok(self.emit.and(above, below))
    }

    fn with_overflow(&mut self, name: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<Val> {
        if name == "umul" && width == 64 && !self.emit.sorts.is_machine() {
            return self.emit.unsupported("an unsigned product of 64 bits with overflow");
        }
        let wide = self.wide(name, width, a, b)?;
        let fits = if name == "umul" {
            // As unsigned: the high half is zero.
            let high = self.emit.int(width * 2, limits(name, width).1);
            self.emit.compare("ule", width * 2, wide, high)?
        } else {
            self.fits(name, width, wide)?
        };
        let narrow = self.emit.resize(wide, width * 2, width, false);
        let overflows = self.emit.not(fits);
        Ok(Val::Many(Rc::new(vec![Val::One(narrow), Val::One(overflows)])))
    }

    fn saturating(&mut self, name: &str, width: u32, a: ValueId, b: ValueId) -> Emitted<ValueId> {
        let wide = self.wide(name, width, a, b)?;
        let (low, high) = limits(name, width);
        let (wide_low, wide_high) = (self.emit.int(width * 2, low), self.emit.int(width * 2, high));
        let below = self.emit.compare("slt", width * 2, wide, wide_low)?;
        let above = self.emit.compare("sgt", width * 2, wide, wide_high)?;
        let narrow = self.emit.resize(wide, width * 2, width, false);
        let (least, most) = (self.emit.int(width, low), self.emit.int(width, high));
        let upper = self.emit.ite(above, most, narrow);
        Ok(self.emit.ite(below, least, upper))
    }

    fn funnel_shift(&mut self, left: bool, width: u32, a: ValueId, b: ValueId, distance: ValueId) -> Emitted<ValueId> {
        if !self.emit.sorts.is_machine() {
            return self.emit.unsupported("a rotation of a mathematical integer");
        }
        let modulus = self.emit.int(width, i128::from(width));
        let distance = self.emit.apply(Op::Bv(BvOp::URem), &[distance, modulus]);
        let both = self.emit.apply(Op::Bv(BvOp::Concat), &[a, b]);
        let distance = self.emit.apply(Op::Bv(BvOp::ZeroExtend(width * 2)), &[distance]);
        let op = if left { BvOp::Shl } else { BvOp::LShr };
        let shifted = self.emit.apply(Op::Bv(op), &[both, distance]);
        let low = if left { width } else { 0 };
        Ok(self.emit.apply(Op::Bv(BvOp::Extract { high: low + width - 1, low }), &[shifted]))
    }

    /// min and max of floats, as the C library has them: a number wins over a NaN.
    /// Which of two zeros it gives is left open by C.
    pub(crate) fn float_extreme(&mut self, a: ValueId, b: ValueId, greatest: bool) -> Emitted<ValueId> {
        let (equal, same) = (self.emit.float_compare("oeq", a, b)?, self.emit.eq(a, b));
        let differ = self.emit.not(same);
        let zeros = self.emit.and(equal, differ);
        self.emit.refuse(zeros, Fail::Unsupported("the lesser or greater of two zeros"))?;
        let (nan_a, nan_b) = (self.emit.float_nan(a), self.emit.float_nan(b));
        let first = if greatest { self.emit.float_less(b, a) } else { self.emit.float_less(a, b) };
        let chosen = self.emit.ite(first, a, b);
        let chosen = self.emit.ite(nan_b, a, chosen);
        Ok(self.emit.ite(nan_a, b, chosen))
    }

    /// The magnitude of one float with the sign of another. The sign of a NaN is not kept.
    pub(crate) fn copy_sign(&mut self, a: ValueId, sign: ValueId) -> Emitted<ValueId> {
        if self.emit.sorts.floats == crate::sorts::Floats::Real {
            return self.emit.unsupported("the sign of a zero among the reals");
        }
        let nan = self.emit.float_nan(sign);
        self.emit.refuse(nan, Fail::Unsupported("the sign of a NaN"))?;
        let bits = self.emit.ieee(FloatOp::ToBits, &[sign]);
        let width = self.emit.b.sort(bits).bv_width().unwrap_or(64);
        let top = self.emit.apply(Op::Bv(BvOp::Extract { high: width - 1, low: width - 1 }), &[bits]);
        let one = self.emit.constant(Value::bv(1, 1), ::value::Sort::bv(1));
        let negative = self.emit.eq(top, one);
        let positive = self.emit.float_abs(a);
        let opposite = self.emit.float_negate(positive);
        Ok(self.emit.ite(negative, opposite, positive))
    }
}

/// The least and greatest result of an operation of that name.
fn limits(name: &str, width: u32) -> (i128, i128) {
    if name.starts_with('s') { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// Is the function of integers followed for more than 64 bits?
fn goes_up_to_128(name: &str) -> bool {
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    match first {
        "bswap" | "bitreverse" | "ctpop" | "ctlz" | "cttz" | "abs" | "smax" | "smin" | "umax" | "umin" | "scmp"
        | "ucmp" => true,
        "sadd" | "ssub" | "uadd" | "usub" | "umul" => rest.starts_with("with.overflow"),
        _ => false,
    }
}
