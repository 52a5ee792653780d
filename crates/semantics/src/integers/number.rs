//! An integer that is congruent to a bit-vector, with bounds.

use term::{Pool, TermId};
use value::{Int, IntOp, Op, Rounding};

use super::bounds::{Bounds, full, power};

#[derive(Clone)]
pub(super) struct Number {
    pub(super) term: TermId,
    pub(super) low: Int,
    pub(super) high: Int,
    /// It is a multiple of that power of two.
    pub(super) zeros: u32,
}

impl Number {
    pub(super) fn constant(pool: &mut Pool, value: Int) -> Number {
        let zeros = (0..128).find(|zeros| !value.rem(&power(zeros + 1), Rounding::Euclid).is_zero()).unwrap_or(128);
        Number { term: pool.int(value.clone()), low: value.clone(), high: value, zeros }
    }

    pub(super) fn within(&self, bounds: &Bounds) -> bool {
        bounds.low <= self.low && self.high <= bounds.high
    }

    /// That it is within its bounds.
    pub(super) fn range(&self, pool: &mut Pool) -> [TermId; 2] {
        let (low, high) = (pool.int(self.low.clone()), pool.int(self.high.clone()));
        [pool.app(Op::Int(IntOp::Le), &[low, self.term]), pool.app(Op::Int(IntOp::Le), &[self.term, high])]
    }

    pub(super) fn plus(&self, pool: &mut Pool, other: &Number) -> Number {
        let term = pool.app(Op::Int(IntOp::Add), &[self.term, other.term]);
        let (low, high) = (&self.low + &other.low, &self.high + &other.high);
        Number { term, low, high, zeros: self.zeros.min(other.zeros) }
    }

    pub(super) fn scaled(&self, pool: &mut Pool, factor: &Int) -> Number {
        let factor = Number::constant(pool, factor.clone());
        self.times(pool, &factor)
    }

    pub(super) fn negated(&self, pool: &mut Pool) -> Number {
        self.scaled(pool, &Int::from(-1))
    }

    pub(super) fn times(&self, pool: &mut Pool, other: &Number) -> Number {
        let term = pool.app(Op::Int(IntOp::Mul), &[self.term, other.term]);
        let corners =
            [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let low = corners.iter().min().expect("there are four").clone();
        let high = corners.iter().max().expect("there are four").clone();
        Number { term, low, high, zeros: self.zeros.saturating_add(other.zeros).min(128) }
    }

    /// Divided by a positive number and rounded down.
    pub(super) fn divided(&self, pool: &mut Pool, by: &Int) -> Number {
        let divisor = pool.int(by.clone());
        let term = pool.app(Op::Int(IntOp::Div(Rounding::Euclid)), &[self.term, divisor]);
        let (low, high) = (self.low.div(by, Rounding::Floor), self.high.div(by, Rounding::Floor));
        Number { term, low, high, zeros: 0 }
    }

    /// The rest of a division by a positive number.
    pub(super) fn modulo(&self, pool: &mut Pool, by: &Int) -> Number {
        let bounds = Bounds { low: Int::ZERO, high: by - &Int::ONE };
        if self.within(&bounds) {
            return self.clone();
        }
        let divisor = pool.int(by.clone());
        let term = pool.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[self.term, divisor]);
        // What divides both divides the rest.
        let zeros = (0..=self.zeros.min(127)).rev().find(|zeros| by.rem(&power(*zeros), Rounding::Euclid).is_zero());
        Number { term, low: bounds.low, high: bounds.high, zeros: zeros.unwrap_or(0) }
    }

    /// Divided by a positive number and rounded towards zero: the quotient and the rest, which has its own sign.
    pub(super) fn truncated(&self, pool: &mut Pool, by: &Int) -> (Number, Number) {
        let (quotient, rest) = (self.divided(pool, by), self.modulo(pool, by));
        if !self.low.is_negative() {
            return (quotient, rest);
        }
        let opposite = self.negated(pool);
        let below = (opposite.divided(pool, by).negated(pool), opposite.modulo(pool, by).negated(pool));
        let zero = pool.int(0);
        let is_negative = pool.app(Op::Int(IntOp::Lt), &[self.term, zero]);
        let most = by - &Int::ONE;
        let rest = Number { term: pool.ite(is_negative, below.1.term, rest.term), low: -&most, high: most, zeros: 0 };
        let (low, high) = (self.low.div(by, Rounding::Trunc), self.high.div(by, Rounding::Trunc));
        (Number { term: pool.ite(is_negative, below.0.term, quotient.term), low, high, zeros: 0 }, rest)
    }

    /// The number that a bit-vector of that width stands for.
    pub(super) fn reduced(&self, pool: &mut Pool, width: u32, is_signed: bool) -> Number {
        let whole = full(width, is_signed);
        if self.within(&whole) {
            return self.clone();
        }
        let (modulus, reach) = (power(width), &whole.high - &whole.low);
        // Beyond one end by less than once round.
        for (by, bounds) in [
            (modulus.clone(), Bounds { low: &whole.low - &modulus, high: whole.high.clone() }),
            (-&modulus, Bounds { low: whole.low.clone(), high: &whole.high + &modulus }),
        ] {
            if self.within(&bounds) {
                let back = Number::constant(pool, by.clone());
                let moved = self.plus(pool, &back);
                let (low, high) = (pool.int(whole.low.clone()), pool.int(whole.high.clone()));
                let is_beyond = match by.is_negative() {
                    true => pool.app(Op::Int(IntOp::Lt), &[high, self.term]),
                    false => pool.app(Op::Int(IntOp::Lt), &[self.term, low]),
                };
                let term = pool.ite(is_beyond, moved.term, self.term);
                return Number { term, low: whole.low, high: whole.high, zeros: self.zeros.min(width) };
            }
        }
        let rest = self.modulo(pool, &(&reach + &Int::ONE));
        if is_signed { rest.reduced(pool, width, true) } else { rest }
    }
}
