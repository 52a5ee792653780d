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
}
