//! Bit-vectors: neutral elements, order of operands, slices of concatenations and extensions.

use value::{Bv, BvOp, Op, Value};

use super::logic::is_bits;
use crate::{Node, Pool, TermId};

impl Pool {
    fn bv(&mut self, width: u32, bits: u128) -> TermId {
        self.constant(Value::bv(width, bits), value::Sort::bv(width))
    }

    fn is_bv(&self, term: TermId, ones: bool) -> bool {
        self.as_const(term).is_some_and(|value| is_bits(value, ones))
    }

    pub(super) fn simplify_bv(&mut self, op: BvOp, args: &[TermId]) -> Option<TermId> {
        let width = self.sort(args[0]).bv_width().unwrap_or(0);
        if let Some(sum) = self.bits_sum(op, args) {
            return Some(sum);
        }
        match (op, args) {
            (BvOp::Add | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor, [a, b])
                if self.as_const(*a).is_some() || (self.as_const(*b).is_none() && b < a) =>
            {
                Some(self.app(Op::Bv(op), &[*b, *a]))
            }
            (BvOp::Add | BvOp::Or | BvOp::Xor | BvOp::Sub, [a, b]) if self.is_bv(*b, false) => Some(*a),
            (BvOp::Shl | BvOp::LShr | BvOp::AShr, [a, b]) if self.is_bv(*b, false) => Some(*a),
            (BvOp::And | BvOp::Mul, [_, b]) if self.is_bv(*b, false) => Some(*b),
            (BvOp::And, [a, b]) if self.is_bv(*b, true) => Some(*a),
            (BvOp::Or, [_, b]) if self.is_bv(*b, true) => Some(*b),
            (BvOp::And | BvOp::Or, [a, b]) if a == b => Some(*a),
            (BvOp::Sub | BvOp::Xor, [a, b]) if a == b => Some(self.bv(width, 0)),
            (BvOp::Mul | BvOp::UDiv | BvOp::SDiv, [a, b]) if self.as_const(*b) == Some(&Value::bv(width, 1)) => {
                Some(*a)
            }
            (BvOp::Sub, [a, b]) if let Some(Value::Bv(constant)) = self.as_const(*b) => {
                let negated = self.bv(width, constant.bits().wrapping_neg());
                Some(self.app(Op::Bv(BvOp::Add), &[*a, negated]))
            }
            (BvOp::Add, [a, b]) => self.add_constants(*a, *b, width),
            (BvOp::ULt | BvOp::SLt, [a, b]) if a == b => Some(self.bool(false)),
            (BvOp::ULe | BvOp::SLe, [a, b]) if a == b => Some(self.bool(true)),
            (BvOp::ULe, [a, b]) => self.unsigned_at_most(*a, *b, width),
            (BvOp::SLe, [a, b]) => self.signed_at_most(*a, *b, width),
            // One form of each comparison: a < b is not (b <= a).
            (BvOp::ULt, [a, b]) => {
                let le = self.app(Op::Bv(BvOp::ULe), &[*b, *a]);
                Some(self.not(le))
            }
            (BvOp::SLt, [a, b]) => {
                let le = self.app(Op::Bv(BvOp::SLe), &[*b, *a]);
                Some(self.not(le))
            }
            (BvOp::Not | BvOp::Neg, [a]) => match self.node(*a) {
                Node::App(Op::Bv(inner), args) if *inner == op => Some(args[0]),
                _ => None,
            },
            (BvOp::ZeroExtend(to) | BvOp::SignExtend(to), [a]) if to == width => Some(*a),
            (BvOp::Extract { high, low }, [a]) => self.simplify_extract(high, low, *a, width),
            _ => None,
        }
    }

    /// `(x + c) + d` is `x + (c + d)`.
    fn add_constants(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let Value::Bv(second) = *self.as_const(b)? else { return None };
        let Node::App(Op::Bv(BvOp::Add), args) = self.node(a) else { return None };
        let (x, c) = (args[0], args[1]);
        let Value::Bv(first) = *self.as_const(c)? else { return None };
        let sum = Bv::new(width, first.bits().wrapping_add(second.bits()));
        let sum = self.bv(width, sum.bits());
        Some(self.app(Op::Bv(BvOp::Add), &[x, sum]))
    }

    fn simplify_extract(&mut self, high: u32, low: u32, a: TermId, width: u32) -> Option<TermId> {
        if low == 0 && high + 1 == width {
            return Some(a);
        }
        match self.node(a).clone() {
            Node::App(Op::Bv(BvOp::Extract { low: below, .. }), args) => {
                Some(self.app(Op::Bv(BvOp::Extract { high: high + below, low: low + below }), &[args[0]]))
            }
            Node::App(Op::Bv(BvOp::Concat), args) => {
                let border = self.sort(args[1]).bv_width()?;
                if high < border {
                    Some(self.app(Op::Bv(BvOp::Extract { high, low }), &[args[1]]))
                } else if low >= border {
                    let op = BvOp::Extract { high: high - border, low: low - border };
                    Some(self.app(Op::Bv(op), &[args[0]]))
                } else {
                    None
                }
            }
            Node::App(Op::Bv(BvOp::ZeroExtend(_) | BvOp::SignExtend(_)), args) => {
                let inner = self.sort(args[0]).bv_width()?;
                (high < inner).then(|| self.app(Op::Bv(BvOp::Extract { high, low }), &[args[0]]))
            }
            _ => None,
        }
    }

    /// A number that the term, read without sign, never exceeds.
    fn most(&self, term: TermId, depth: u32) -> u128 {
        let all = mask(self.sort(term).bv_width().unwrap_or(128));
        if depth == 0 {
            return all;
        }
        let most = |term: TermId| self.most(term, depth - 1);
        match self.node(term) {
            Node::Const(Value::Bv(bits)) => bits.bits(),
            Node::App(Op::Bv(op), args) => match (op, self.number(*args.last().unwrap_or(&term))) {
                (BvOp::ZeroExtend(_), _) => most(args[0]),
                (BvOp::And, _) => most(args[0]).min(most(args[1])),
                (BvOp::URem, Some(by)) if by > 0 => most(args[0]).min(by - 1),
                (BvOp::UDiv, Some(by)) if by > 0 => most(args[0]) / by,
                (BvOp::LShr, Some(by)) if by < 128 => most(args[0]) >> by,
                _ => all,
            },
            Node::App(Op::Ite, args) => most(args[1]).max(most(args[2])),
            _ => all,
        }
    }

    pub(super) fn number(&self, term: TermId) -> Option<u128> {
        match self.as_const(term)? {
            Value::Bv(bits) => Some(bits.bits()),
            _ => None,
        }
    }

    fn unsigned_at_most(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        match (self.number(a), self.number(b)) {
            (None, Some(limit)) if self.most(a, DEEPEST) <= limit => return Some(self.bool(true)),
            (Some(0), None) => return Some(self.bool(true)),
            (Some(limit), None) if self.most(b, DEEPEST) < limit => return Some(self.bool(false)),
            _ => {}
        }
        let (x, y) = (self.before_extension(a, false, width)?, self.before_extension(b, false, width)?);
        self.compare_before(BvOp::ULe, x, y)
    }

    fn signed_at_most(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let half = mask(width - 1);
        let (most_a, most_b) = (self.most(a, DEEPEST), self.most(b, DEEPEST));
        if most_a <= half && most_b <= half && width > 1 {
            // Neither has its sign set.
            return Some(self.app(Op::Bv(BvOp::ULe), &[a, b]));
        }
        if self.number(a).is_some_and(|low| low > half) && most_b <= half {
            return Some(self.bool(true));
        }
        if self.number(b).is_some_and(|high| high > half) && most_a <= half {
            return Some(self.bool(false));
        }
        let (x, y) = (self.before_extension(a, true, width)?, self.before_extension(b, true, width)?);
        self.compare_before(BvOp::SLe, x, y)
    }

    /// Both sides before they were extended, if from the same width.
    fn compare_before(&mut self, op: BvOp, a: Before, b: Before) -> Option<TermId> {
        let narrow = match (a, b) {
            (Before::Term(a, from), Before::Term(_, to)) if from == to => self.sort(a).bv_width()?,
            (Before::Term(_, width), Before::Number(_)) | (Before::Number(_), Before::Term(_, width)) => width,
            _ => return None,
        };
        let mut side = |before: Before| match before {
            Before::Term(term, _) => Some(term),
            Before::Number(number) => {
                let kept = Bv::new(narrow, number as u128);
                let back = if op == BvOp::SLe { kept.signed() } else { i128::try_from(kept.bits()).ok()? };
                (back == number).then(|| self.bv(narrow, kept.bits()))
            }
        };
        let (a, b) = (side(a)?, side(b)?);
        Some(self.app(Op::Bv(op), &[a, b]))
    }

    fn before_extension(&self, term: TermId, signed: bool, width: u32) -> Option<Before> {
        match self.node(term) {
            Node::Const(Value::Bv(bits)) => {
                Some(Before::Number(if signed { bits.signed() } else { i128::try_from(bits.bits()).ok()? }))
            }
            Node::App(Op::Bv(op), args) if width <= 64 => match (op, signed) {
                (BvOp::ZeroExtend(_), false) | (BvOp::SignExtend(_), true) => {
                    Some(Before::Term(args[0], self.sort(args[0]).bv_width()?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `a = b`, where something is added to `a`, or `a` is extended.
    pub(super) fn eq_bits(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.sort(a).bv_width()?;
        if let Some(same) = self.same_bits_sum(a, b) {
            return Some(self.bool(same));
        }
        let Node::App(Op::Bv(op), args) = self.node(a) else { return None };
        let (op, args) = (*op, args.clone());
        match op {
            BvOp::Add => {
                let added = self.number(args[1])?;
                if let Some(sum) = self.number(b) {
                    let rest = self.bv(width, sum.wrapping_sub(added));
                    return Some(self.eq(args[0], rest));
                }
                let (other, other_added) = match self.node(b) {
                    Node::App(Op::Bv(BvOp::Add), inner) if self.number(inner[1]).is_some() => {
                        (inner[0], self.number(inner[1])?)
                    }
                    _ => (b, 0),
                };
                // Constants that are equal would make the terms equal.
                (other == args[0]).then(|| self.bool(added == other_added))
            }
            BvOp::ZeroExtend(_) | BvOp::SignExtend(_) => {
                let narrow = self.sort(args[0]).bv_width()?;
                let Some(number) = self.number(b) else {
                    let Node::App(Op::Bv(other), inner) = self.node(b) else { return None };
                    let (is_same, inner) = (*other == op, inner[0]);
                    return (is_same && self.sort(inner) == self.sort(args[0])).then(|| self.eq(args[0], inner));
                };
                let kept = Bv::new(narrow, number);
                let back = match op {
                    BvOp::ZeroExtend(_) => kept.bits(),
                    _ => Bv::new(width, kept.signed() as u128).bits(),
                };
                if back != number {
                    return Some(self.bool(false));
                }
                let kept = self.bv(narrow, kept.bits());
                Some(self.eq(args[0], kept))
            }
            _ => None,
        }
    }
}

/// One side of a comparison before it was extended.
#[derive(Copy, Clone)]
enum Before {
    Term(TermId, u32),
    Number(i128),
}

/// How far down a term is looked at for its largest value.
const DEEPEST: u32 = 6;

pub(super) fn mask(width: u32) -> u128 {
    if width == 0 { 0 } else { u128::MAX >> (128 - width.min(128)) }
}
