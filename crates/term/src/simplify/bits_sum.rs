//! Bit-vectors as sums: the normal form of addition, subtraction, multiplication and shifts to the
//! left, which all count modulo a power of two.
//!
//! `(x << 2) + x - 3` is `5*x - 3`: products of factors in order, each with a coefficient, and a
//! constant. As a term it is a left-leaning sum, what is subtracted after what is added, the
//! constant last, or first where nothing else is added. Products of sums are left as they are, since more products are harder to decide;
//! only where two terms are compared are they multiplied out.

use smallvec::SmallVec;
use value::{BvOp, Op, Sort, Value};

use crate::{Node, Pool, TermId};

/// Factors in order; none for the constant.
type Factors = SmallVec<[TermId; 2]>;

/// Most parts a sum may have.
const PARTS: usize = 12;
/// Most parts a sum may have when it is multiplied out.
const PARTS_MULTIPLIED: usize = 64;
/// Most factors of a part.
const DEGREE: usize = 6;
/// Shifts by at least so many bits are shown as shifts, the others as products.
const SHIFT: u32 = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    width: u32,
    /// In order; no coefficient is zero.
    parts: SmallVec<[(Factors, u128); 4]>,
}

impl Sum {
    fn new(width: u32) -> Sum {
        Sum { width, parts: SmallVec::new() }
    }

    fn add(&mut self, factors: Factors, coefficient: u128) {
        let reduced = |number: u128| number & super::bits::mask(self.width);
        match self.parts.binary_search_by(|(known, _)| known.cmp(&factors)) {
            Ok(index) => {
                let sum = reduced(self.parts[index].1.wrapping_add(coefficient));
                if sum == 0 {
                    self.parts.remove(index);
                } else {
                    self.parts[index].1 = sum;
                }
            }
            Err(_) if reduced(coefficient) == 0 => {}
            Err(index) => self.parts.insert(index, (factors, reduced(coefficient))),
        }
    }

    fn times(&self, other: &Sum) -> Option<Sum> {
        if self.parts.len() * other.parts.len() > PARTS_MULTIPLIED {
            return None;
        }
        let mut product = Sum::new(self.width);
        for (x, a) in &self.parts {
            for (y, b) in &other.parts {
                let mut factors: Factors = x.iter().chain(y).copied().collect();
                if factors.len() > DEGREE {
                    return None;
                }
                factors.sort_unstable();
                product.add(factors, a.wrapping_mul(*b));
            }
        }
        Some(product)
    }
}

impl Pool {
    /// The normal form of an operation on bit-vectors that is a sum; `None` if it is none, or too long.
    pub(super) fn bits_sum(&mut self, op: BvOp, args: &[TermId]) -> Option<TermId> {
        let width = self.sort(args[0]).bv_width()?;
        let mut sum = Sum::new(width);
        let work: SmallVec<[(TermId, u128); 8]> = match (op, args) {
            (BvOp::Add, [a, b]) => SmallVec::from_iter([(*a, 1), (*b, 1)]),
            (BvOp::Sub, [a, b]) => SmallVec::from_iter([(*a, 1), (*b, u128::MAX)]),
            (BvOp::Neg, [a]) => SmallVec::from_iter([(*a, u128::MAX)]),
            (BvOp::Mul, [a, b]) => match (self.number(*a), self.number(*b)) {
                (Some(factor), _) => SmallVec::from_iter([(*b, factor)]),
                (_, Some(factor)) => SmallVec::from_iter([(*a, factor)]),
                (None, None) => {
                    let (factors, coefficient) = self.bits_factors([*a, *b]);
                    if factors.len() > DEGREE {
                        return None;
                    }
                    sum.add(factors, coefficient);
                    SmallVec::new()
                }
            },
            (BvOp::Shl, [a, b]) => {
                let by = self.number(*b).filter(|by| *by < u128::from(width))?;
                SmallVec::from_iter([(*a, 1 << by)])
            }
            _ => return None,
        };
        self.collect_bits(&mut sum, work, PARTS, false)?;
        Some(self.bits_sum_term(&sum))
    }

    /// Are the terms the same sum, or never the same? They are multiplied out for this.
    pub(super) fn same_bits_sum(&self, a: TermId, b: TermId) -> Option<bool> {
        let is_sum = |term: TermId| {
            let Node::App(Op::Bv(op), _) = self.node(term) else { return false };
            matches!(op, BvOp::Add | BvOp::Sub | BvOp::Neg | BvOp::Mul | BvOp::Shl)
        };
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let mut difference = Sum::new(self.sort(a).bv_width()?);
        let work = SmallVec::from_iter([(a, 1), (b, u128::MAX)]);
        self.collect_bits(&mut difference, work, PARTS_MULTIPLIED, true)?;
        match &difference.parts[..] {
            [] => Some(true),
            [(factors, _)] if factors.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Adds multiples of terms to the sum, as far as these are sums themselves.
    fn collect_bits(
        &self,
        sum: &mut Sum,
        mut work: SmallVec<[(TermId, u128); 8]>,
        most: usize,
        multiplies_out: bool,
    ) -> Option<()> {
        let mut left = 4 * most;
        while let Some((term, factor)) = work.pop() {
            left = left.checked_sub(1)?;
            match self.node(term) {
                Node::Const(Value::Bv(bits)) => sum.add(Factors::new(), bits.bits().wrapping_mul(factor)),
                Node::App(Op::Bv(op), args) => match (op, &args[..]) {
                    (BvOp::Add, [a, b]) => work.extend([(*a, factor), (*b, factor)]),
                    (BvOp::Sub, [a, b]) => work.extend([(*a, factor), (*b, factor.wrapping_neg())]),
                    (BvOp::Neg, [a]) => work.push((*a, factor.wrapping_neg())),
                    // All bits turned round: -x - 1.
                    (BvOp::Not, [a]) => {
                        work.push((*a, factor.wrapping_neg()));
                        sum.add(Factors::new(), factor.wrapping_neg());
                    }
                    (BvOp::Mul, [a, b]) if let Some(by) = self.number(*b) => work.push((*a, factor.wrapping_mul(by))),
                    (BvOp::Shl, [a, b])
                        if let Some(by) = self.number(*b)
                            && by < u128::from(sum.width) =>
                    {
                        work.push((*a, factor.wrapping_mul(1 << by)));
                    }
                    (BvOp::Mul, [a, b]) if multiplies_out => {
                        let mut of = [Sum::new(sum.width), Sum::new(sum.width)];
                        for (part, term) in of.iter_mut().zip([*a, *b]) {
                            self.collect_bits(part, SmallVec::from_iter([(term, 1)]), most, true)?;
                        }
                        for (factors, coefficient) in of[0].times(&of[1])?.parts {
                            sum.add(factors, coefficient.wrapping_mul(factor));
                        }
                    }
                    (BvOp::Mul, [a, b]) => {
                        let (factors, coefficient) = self.bits_factors([*a, *b]);
                        sum.add(factors, coefficient.wrapping_mul(factor));
                    }
                    _ => sum.add(SmallVec::from_iter([term]), factor),
                },
                _ => sum.add(SmallVec::from_iter([term]), factor),
            }
            if sum.parts.len() > most {
                return None;
            }
        }
        Some(())
    }

    /// The factors of a product, and the constant among them.
    fn bits_factors(&self, args: [TermId; 2]) -> (Factors, u128) {
        let (mut factors, mut coefficient) = (Factors::new(), 1u128);
        let mut work: SmallVec<[TermId; 8]> = SmallVec::from_slice(&args);
        while let Some(term) = work.pop() {
            match self.node(term) {
                Node::App(Op::Bv(BvOp::Mul), args) if factors.len() + work.len() < DEGREE => {
                    work.extend_from_slice(args)
                }
                Node::App(Op::Bv(BvOp::Shl), args)
                    if let (Some(by), Some(width)) = (self.number(args[1]), self.sort(term).bv_width())
                        && by < u128::from(width) =>
                {
                    coefficient = coefficient.wrapping_mul(1 << by);
                    work.push(args[0]);
                }
                Node::App(Op::Bv(BvOp::Neg), args) => {
                    coefficient = coefficient.wrapping_neg();
                    work.push(args[0]);
                }
                Node::Const(Value::Bv(bits)) => coefficient = coefficient.wrapping_mul(bits.bits()),
                _ => factors.push(term),
            }
        }
        factors.sort_unstable();
        (factors, coefficient)
    }

    fn bits_sum_term(&mut self, sum: &Sum) -> TermId {
        let width = sum.width;
        let half = 1u128 << (width - 1);
        let constant = sum.parts.first().filter(|(factors, _)| factors.is_empty()).map(|(_, number)| *number);
        let products = || sum.parts.iter().filter(|(factors, _)| !factors.is_empty());
        if let (Some(constant), [(_, _), (factors, coefficient)]) = (constant, &sum.parts[..])
            && [constant, *coefficient] == [super::bits::mask(width); 2]
            && let [only] = factors[..]
        {
            return self.raw(Op::Bv(BvOp::Not), &[only]);
        }
        let number = |pool: &mut Pool, bits: u128| pool.constant(Value::bv(width, bits), Sort::bv(width));
        let mut constant = constant;
        let mut total = None;
        for (factors, coefficient) in products().filter(|(_, coefficient)| *coefficient <= half) {
            let part = self.bits_part(factors, *coefficient, width);
            total = Some(match total {
                None => part,
                Some(total) => self.raw(Op::Bv(BvOp::Add), &[total, part]),
            });
        }
        for (factors, coefficient) in products().filter(|(_, coefficient)| *coefficient > half) {
            let part = self.bits_part(factors, coefficient.wrapping_neg() & super::bits::mask(width), width);
            // Where nothing is added, it is taken from the constant.
            let from = total.or_else(|| constant.take().map(|constant| number(self, constant)));
            total = Some(match from {
                None => self.raw(Op::Bv(BvOp::Neg), &[part]),
                Some(from) => self.raw(Op::Bv(BvOp::Sub), &[from, part]),
            });
        }
        match (total, constant) {
            (None, constant) => number(self, constant.unwrap_or(0)),
            (Some(total), None) => total,
            (Some(total), Some(constant)) => {
                let constant = number(self, constant);
                self.raw(Op::Bv(BvOp::Add), &[total, constant])
            }
        }
    }

    /// `coefficient * (factor * (factor ...))`
    fn bits_part(&mut self, factors: &[TermId], coefficient: u128, width: u32) -> TermId {
        let mut product = factors[0];
        for factor in &factors[1..] {
            product = self.raw(Op::Bv(BvOp::Mul), &[product, *factor]);
        }
        let (op, by) = match coefficient {
            1 => return product,
            power if power.is_power_of_two() && power.trailing_zeros() >= SHIFT => {
                (BvOp::Shl, u128::from(power.trailing_zeros()))
            }
            other => (BvOp::Mul, other),
        };
        let by = self.constant(Value::bv(width, by), Sort::bv(width));
        self.raw(Op::Bv(op), &[product, by])
    }
}
