//! Bounds of bit-vectors that conditions state.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId};
use value::{BvOp, Int, Op, Value};

#[derive(Clone)]
pub(crate) struct Bounds {
    pub(crate) low: Int,
    pub(crate) high: Int,
}

/// By the bit-vector, and whether it is read as a signed number.
pub(crate) type Known = FxHashMap<(TermId, bool), Bounds>;

pub(crate) fn power(exponent: u32) -> Int {
    Int::ONE.shl(&Int::from(i64::from(exponent))).expect("a power of two of few bits")
}

/// All numbers of that width.
pub(crate) fn full(width: u32, is_signed: bool) -> Bounds {
    match is_signed {
        true => Bounds { low: -&power(width - 1), high: &power(width - 1) - &Int::ONE },
        false => Bounds { low: Int::ZERO, high: &power(width) - &Int::ONE },
    }
}

pub(crate) fn constant(pool: &Pool, term: TermId, is_signed: bool) -> Option<Int> {
    match pool.as_const(term)? {
        Value::Bv(bits) if is_signed => Some(Int::from(bits.signed())),
        Value::Bv(bits) => Some(Int::from(bits.bits())),
        _ => None,
    }
}

pub(crate) fn known(pool: &Pool, conditions: &[TermId]) -> Known {
    let mut found = Known::default();
    let mut work: Vec<(TermId, bool)> = conditions.iter().map(|condition| (*condition, true)).collect();
    while let Some((term, holds)) = work.pop() {
        match pool.node(term) {
            Node::App(Op::Not, args) => work.push((args[0], !holds)),
            Node::App(Op::And, args) if holds => work.extend(args.iter().map(|arg| (*arg, true))),
            Node::App(Op::Or, args) if !holds => work.extend(args.iter().map(|arg| (*arg, false))),
            Node::App(Op::Bv(op @ (BvOp::ULt | BvOp::ULe | BvOp::SLt | BvOp::SLe)), args) => {
                let is_signed = matches!(op, BvOp::SLt | BvOp::SLe);
                // What is not below is the other way round, and then equality counts where it did not.
                let is_strict = matches!(op, BvOp::ULt | BvOp::SLt) == holds;
                let (small, large) = if holds { (args[0], args[1]) } else { (args[1], args[0]) };
                narrow(pool, &mut found, (small, large), is_signed, is_strict);
            }
            _ => {}
        }
    }
    found
}

/// One of the two is a constant.
fn narrow(pool: &Pool, found: &mut Known, (small, large): (TermId, TermId), is_signed: bool, is_strict: bool) {
    let Some(width) = pool.sort(small).bv_width() else { return };
    let apart = if is_strict { Int::ONE } else { Int::ZERO };
    let whole = full(width, is_signed);
    match (constant(pool, small, is_signed), constant(pool, large, is_signed)) {
        (None, Some(bound)) => {
            let bounds = found.entry((small, is_signed)).or_insert(whole);
            bounds.high = (&bound - &apart).min(bounds.high.clone());
        }
        (Some(bound), None) => {
            let bounds = found.entry((large, is_signed)).or_insert(whole);
            bounds.low = (&bound + &apart).max(bounds.low.clone());
        }
        _ => {}
    }
}
