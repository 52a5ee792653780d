//! Integers: sums and products in normal form, comparisons as `polynomial <= constant`.

use value::{BvOp, Int, IntOp, Op, Rounding, Value};

use super::Poly;
use crate::{Node, Pool, TermId};

impl Pool {
    pub(super) fn simplify_int(&mut self, op: IntOp, args: &[TermId]) -> Option<TermId> {
        let zero = self.int(0);
        match (op, args) {
            (IntOp::Neg, [a]) => Some(self.normal_sum(zero, *a, &Int::from(-1))),
            (IntOp::Add, [a, b]) => Some(self.normal_sum(*a, *b, &Int::ONE)),
            (IntOp::Sub, [a, b]) => Some(self.normal_sum(*a, *b, &Int::from(-1))),
            (IntOp::Mul, [a, b]) => self
                .normal_product(*a, *b)
                .or_else(|| (self.as_int(*a).is_none() && b < a).then(|| self.raw(Op::Int(IntOp::Mul), &[*b, *a]))),
            (IntOp::Le, [a, b]) => Some(self.compare(*a, *b, Int::ZERO)),
            (IntOp::Lt, [a, b]) => Some(self.compare(*a, *b, Int::ONE)),
            (IntOp::Div(rounding), [a, b]) => self.simplify_div(rounding, *a, *b),
            (IntOp::Mod(rounding), [a, b]) => self.simplify_mod(rounding, *a, *b),
            (IntOp::Pow, [a, b]) => {
                let exponent = self.as_int(*b)?.to_usize().filter(|exponent| *exponent <= 4)?;
                let mut product = self.int(1);
                for _ in 0..exponent {
                    product = self.app(Op::Int(IntOp::Mul), &[product, *a]);
                }
                Some(product)
            }
            (IntOp::Shl, [a, b]) => {
                let factor = power_of_two(self.as_int(*b)?)?;
                let factor = self.int(factor);
                Some(self.app(Op::Int(IntOp::Mul), &[*a, factor]))
            }
            (IntOp::Shr, [a, b]) => {
                let divisor = power_of_two(self.as_int(*b)?)?;
                let divisor = self.int(divisor);
                Some(self.app(Op::Int(IntOp::Div(Rounding::Euclid)), &[*a, divisor]))
            }
            (IntOp::And | IntOp::Or | IntOp::Xor, [a, b]) => self.simplify_bitwise(op, *a, *b),
            _ => None,
        }
    }

    /// `a + slack <= b`, as `p <= c` or `not (p <= c)` with the first coefficient of `p` positive
    /// and the coefficients without a common divisor.
    fn compare(&mut self, a: TermId, b: TermId, slack: Int) -> TermId {
        let difference = self.poly(a).plus(&self.poly(b), &Int::from(-1)).plus(&Poly::constant(slack), &Int::ONE);
        let (mut p, constant) = difference.split_constant();
        let mut bound = -&constant;
        let Some(leading) = p.leading() else { return self.bool(!bound.is_negative()) };
        let flip = leading.is_negative();
        if flip {
            // -p <= c is p >= -c, that is not (p <= -c - 1).
            p = Poly::default().plus(&p, &Int::from(-1));
            bound = &-&bound - &Int::ONE;
        }
        let divisor = p.content();
        if !divisor.is_one() {
            p.divide(&divisor);
            bound = bound.div(&divisor, Rounding::Floor);
        }
        let (p, bound) = (self.poly_term(&p), self.int(bound));
        let at_most = self.raw(Op::Int(IntOp::Le), &[p, bound]);
        if flip { self.not(at_most) } else { at_most }
    }

    /// With and without sign, bits are one number where they are none below zero.
    fn eq_readings(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (Node::App(Op::Bv(BvOp::ToSigned), x), Node::App(Op::Bv(BvOp::ToInt), y)) = (self.node(a), self.node(b))
        else {
            return None;
        };
        let bits = (x[0] == y[0]).then_some(x[0])?;
        let sort = self.sort(bits);
        let zero = self.constant(Value::default_of(sort), sort);
        Some(self.app(Op::Bv(BvOp::SLe), &[zero, bits]))
    }

    /// `p = c` with the same normal form of `p`.
    pub(super) fn eq_int(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(same) = self.eq_readings(a, b).or_else(|| self.eq_readings(b, a)) {
            return Some(same);
        }
        let difference = self.poly(a).plus(&self.poly(b), &Int::from(-1));
        let (mut p, constant) = difference.split_constant();
        let mut value = -&constant;
        let Some(leading) = p.leading() else { return Some(self.bool(value.is_zero())) };
        if leading.is_negative() {
            p = Poly::default().plus(&p, &Int::from(-1));
            value = -&value;
        }
        let divisor = p.content();
        if !divisor.is_one() {
            if !value.rem(&divisor, Rounding::Euclid).is_zero() {
                return Some(self.bool(false));
            }
            p.divide(&divisor);
            value = value.div(&divisor, Rounding::Trunc);
        }
        let (p, value) = (self.poly_term(&p), self.int(value));
        // `ite(c, 1, 0) = 1` is left to the rule for conditionals.
        let conditional = matches!(self.node(p), crate::Node::App(Op::Ite, _));
        match (conditional, (p, value) == (a, b) || (p, value) == (b, a)) {
            (true, true) => None,
            (true, false) => Some(self.eq(p, value)),
            (false, _) => Some(self.raw(Op::Eq, &[p, value])),
        }
    }

    fn simplify_div(&mut self, rounding: Rounding, a: TermId, b: TermId) -> Option<TermId> {
        let divisor = self.as_int(b)?.clone();
        if divisor.is_zero() {
            return Some(self.int(0));
        }
        // The divisible part can be taken out: (k*p + r) / k is p + r / k. Not when truncating.
        let exact = self.split_multiple(a, &divisor);
        if let Some((quotient, rest)) = exact
            && (rounding != Rounding::Trunc || self.as_int(rest).is_some_and(Int::is_zero))
        {
            let rest = self.app(Op::Int(IntOp::Div(rounding)), &[rest, b]);
            return Some(self.normal_sum(quotient, rest, &Int::ONE));
        }
        if rounding != Rounding::Trunc
            && let Some(simpler) = self.div_within(a, &divisor)
        {
            return Some(simpler);
        }
        // For a positive divisor rounding down and rounding as Euclid are the same.
        (rounding == Rounding::Floor && !divisor.is_negative())
            .then(|| self.app(Op::Int(IntOp::Div(Rounding::Euclid)), &[a, b]))
    }

    fn simplify_mod(&mut self, rounding: Rounding, a: TermId, b: TermId) -> Option<TermId> {
        let divisor = self.as_int(b)?.clone();
        if divisor.is_zero() {
            return Some(a);
        }
        if let Some((_, rest)) = self.split_multiple(a, &divisor)
            && (rounding != Rounding::Trunc || self.as_int(rest).is_some_and(Int::is_zero))
        {
            return Some(self.app(Op::Int(IntOp::Mod(rounding)), &[rest, b]));
        }
        // `x mod kd mod d` is `x mod d`.
        if rounding != Rounding::Trunc
            && let Some((IntOp::Mod(_), x, known)) = self.by_positive(a)
            && !divisor.is_negative()
            && known.rem(&divisor, Rounding::Euclid).is_zero()
        {
            return Some(self.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[x, b]));
        }
        (rounding == Rounding::Floor && !divisor.is_negative())
            .then(|| self.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[a, b]))
    }

    /// `x / k / d` is `x / kd`, and `x mod kd / d` is `x / d mod k`, for positive divisors.
    fn div_within(&mut self, a: TermId, divisor: &Int) -> Option<TermId> {
        let (op, x, known) = self.by_positive(a).filter(|_| !divisor.is_negative())?;
        match op {
            IntOp::Div(_) => {
                let product = self.int(&known * divisor);
                Some(self.app(Op::Int(IntOp::Div(Rounding::Euclid)), &[x, product]))
            }
            _ if known.rem(divisor, Rounding::Euclid).is_zero() => {
                let (divisor, rest) = (self.int(divisor.clone()), self.int(known.div(divisor, Rounding::Euclid)));
                let quotient = self.app(Op::Int(IntOp::Div(Rounding::Euclid)), &[x, divisor]);
                Some(self.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[quotient, rest]))
            }
            _ => None,
        }
    }

    /// A quotient or a remainder by a positive number: the operator, the dividend and the number.
    fn by_positive(&self, term: TermId) -> Option<(IntOp, TermId, Int)> {
        let Node::App(Op::Int(op @ (IntOp::Div(Rounding::Euclid) | IntOp::Mod(Rounding::Euclid))), args) =
            self.node(term)
        else {
            return None;
        };
        let divisor = self.as_int(args[1])?;
        (!divisor.is_negative() && !divisor.is_zero()).then(|| (*op, args[0], divisor.clone()))
    }

    /// `a = divisor * quotient + rest` with every coefficient of the rest between 0 and the
    /// divisor; `None` if the quotient is zero.
    fn split_multiple(&mut self, a: TermId, divisor: &Int) -> Option<(TermId, TermId)> {
        let poly = self.poly(a);
        let (mut quotient, mut rest) = (Poly::default(), Poly::default());
        for (factors, coefficient) in poly.monomials() {
            let (q, r) = (coefficient.div(divisor, Rounding::Euclid), coefficient.rem(divisor, Rounding::Euclid));
            let mut one = Poly::constant(Int::ONE);
            for factor in factors {
                one = one.times(&self.poly(*factor));
            }
            quotient = quotient.plus(&one, &q);
            rest = rest.plus(&one, &r);
        }
        (quotient != Poly::default()).then(|| (self.poly_term(&quotient), self.poly_term(&rest)))
    }

    fn simplify_bitwise(&mut self, op: IntOp, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(if op == IntOp::Xor { self.int(0) } else { a });
        }
        if self.as_int(a).is_some() || (self.as_int(b).is_none() && b < a) {
            return Some(self.app(Op::Int(op), &[b, a]));
        }
        // `a | b` is `a + b - (a & b)`, `a ^ b` is `a + b - 2 * (a & b)`.
        let shared = match op {
            IntOp::And => return self.as_int(b).cloned().and_then(|mask| self.masked(a, &mask)),
            IntOp::Or => Int::from(-1),
            _ => Int::from(-2),
        };
        let sum = self.normal_sum(a, b, &Int::ONE);
        let both = self.app(Op::Int(IntOp::And), &[a, b]);
        Some(self.normal_sum(sum, both, &shared))
    }

    /// `a & mask` by remainders: a run of ones from bit `l` up to `h` keeps `a mod 2^h - a mod 2^l`.
    fn masked(&mut self, a: TermId, mask: &Int) -> Option<TermId> {
        if mask.is_negative() {
            // `a & ~m` is `a - (a & m)`.
            let rest = self.masked(a, &(&-mask - &Int::ONE))?;
            return Some(self.normal_sum(a, rest, &Int::from(-1)));
        }
        let mut result = self.int(0);
        for (low, high) in runs_of_ones(mask)? {
            for (bit, sign) in [(high, 1), (low, -1)] {
                let modulus = self.int(power_of_two(&Int::from(bit as usize))?);
                let remainder = self.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[a, modulus]);
                result = self.normal_sum(result, remainder, &Int::from(sign));
            }
        }
        Some(result)
    }
}

/// Most runs of ones that a mask is taken apart into.
const RUNS: usize = 4;

/// First bit and bit after the last of each run of ones in a natural number; `None` if many.
fn runs_of_ones(mask: &Int) -> Option<Vec<(u64, u64)>> {
    let mut runs = Vec::new();
    let (mut rest, mut bit) = (mask.clone(), 0);
    while !rest.is_zero() {
        if runs.len() == RUNS || rest.bits() > 4096 {
            return None;
        }
        // The lowest one stands at the end of `rest ^ (rest - 1)`; adding it carries past the run.
        let low = rest.bit_xor(&(&rest - &Int::ONE)).bits() - 1;
        rest = rest.shr(&Int::from(low as usize));
        let length = rest.bit_xor(&(&rest + &Int::ONE)).bits() - 1;
        rest = rest.shr(&Int::from(length as usize));
        runs.push((bit + low, bit + low + length));
        bit += low + length;
    }
    Some(runs)
}

fn power_of_two(exponent: &Int) -> Option<Int> {
    let exponent = exponent.to_usize().filter(|exponent| *exponent <= 4096)?;
    Int::ONE.shl(&Int::from(exponent))
}
