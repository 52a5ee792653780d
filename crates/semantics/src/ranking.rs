//! What cannot go on for ever.
//!
//! A loop, or a recursion, ends if something that cannot get less without end gets less with every
//! turn: an integer with a lower bound, a bit-vector, or a pair of such, the first before the
//! second.

use std::time::Duration;

use rustc_hash::FxHashMap;
use smt::{Effort, Logic};
use term::{Pool, TermId, VarId};
use value::{BvOp, IntOp, Op, SortKind};

/// Patience for one question.
pub const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Copy, Clone)]
enum Measure {
    Int(TermId),
    /// A bit-vector that gets less (or, `up`, more) in that order.
    Bits {
        term: TermId,
        signed: bool,
        up: bool,
    },
}

/// One turn: what holds when it begins, and what it makes of the variables.
pub struct Turn {
    pub premises: Vec<TermId>,
    pub updates: FxHashMap<VarId, TermId>,
}

/// Does one measure over these terms get less with each of these turns? The premises and updates
/// must be free of calls.
pub fn ends(logic: &Logic, pool: &mut Pool, terms: &[TermId], turns: &[Turn]) -> bool {
    let measures = measures(pool, terms);
    let mut solver = logic.solver();
    let mut holds = |pool: &mut Pool, turn: &Turn, goal: TermId| {
        solver.proves(pool, &turn.premises, goal, Effort { time: PATIENCE })
    };
    for first in &measures {
        let mut rest = Vec::new();
        for turn in turns {
            let less = first.less(pool, &turn.updates);
            if !holds(pool, turn, less) {
                rest.push(turn);
            }
        }
        if rest.is_empty() {
            return true;
        }
        if rest.len() == turns.len() || measures.len() > 12 {
            continue;
        }
        for second in &measures {
            let falls = |pool: &mut Pool, turn: &Turn| {
                let (less, same) = (second.less(pool, &turn.updates), first.same(pool, &turn.updates));
                pool.and(less, same)
            };
            if rest.iter().all(|turn| {
                let goal = falls(pool, turn);
                holds(pool, turn, goal)
            }) {
                return true;
            }
        }
    }
    false
}

fn measures(pool: &mut Pool, terms: &[TermId]) -> Vec<Measure> {
    let mut ints = Vec::new();
    let mut found = Vec::new();
    for term in terms {
        match pool.sort(*term).kind() {
            SortKind::Int => ints.push(*term),
            SortKind::Seq(_) => ints.push(pool.seq_len(*term)),
            SortKind::Bv(_) => {
                for (signed, up) in [(true, false), (true, true), (false, false), (false, true)] {
                    found.push(Measure::Bits { term: *term, signed, up });
                }
            }
            _ => {}
        }
    }
    let zero = pool.int(0);
    for term in &ints {
        let negative = pool.app(Op::Int(IntOp::Sub), &[zero, *term]);
        found.extend([Measure::Int(*term), Measure::Int(negative)]);
    }
    if ints.len() <= 8 {
        for a in &ints {
            for b in ints.iter().filter(|b| *b != a) {
                found.push(Measure::Int(pool.app(Op::Int(IntOp::Sub), &[*a, *b])));
            }
        }
    }
    found
}

impl Measure {
    /// The measure is less after the turn than before, and was not too low before.
    fn less(self, pool: &mut Pool, updates: &FxHashMap<VarId, TermId>) -> TermId {
        const LOWEST: i64 = -1_000_000;
        match self {
            Measure::Int(term) => {
                let (after, lowest) = (pool.substitute(term, updates), pool.int(LOWEST));
                let less = pool.app(Op::Int(IntOp::Lt), &[after, term]);
                let bounded = pool.app(Op::Int(IntOp::Le), &[lowest, term]);
                pool.and(less, bounded)
            }
            Measure::Bits { term, signed, up } => {
                let after = pool.substitute(term, updates);
                let op = if signed { BvOp::SLt } else { BvOp::ULt };
                let (low, high) = if up { (term, after) } else { (after, term) };
                pool.app(Op::Bv(op), &[low, high])
            }
        }
    }

    fn same(self, pool: &mut Pool, updates: &FxHashMap<VarId, TermId>) -> TermId {
        let (Measure::Int(term) | Measure::Bits { term, .. }) = self;
        let after = pool.substitute(term, updates);
        pool.eq(after, term)
    }
}

/// That lengths are not negative.
pub fn lengths(pool: &mut Pool, terms: &[TermId]) -> Vec<TermId> {
    let sequences: Vec<TermId> = terms.iter().copied().filter(|term| pool.sort(*term).element().is_some()).collect();
    let natural = |term: TermId| {
        let (zero, length) = (pool.int(0), pool.seq_len(term));
        pool.app(Op::Int(IntOp::Le), &[zero, length])
    };
    sequences.into_iter().map(natural).collect()
}
