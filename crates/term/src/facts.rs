//! What a path condition says without a solver.
//!
//! A conjunction of literals is kept as the set of its literals and an interval for each
//! polynomial that was compared with a constant. A question is answered `Some` only if it follows;
//! `None` means "ask the solver", never "no".

use rustc_hash::FxHashMap;
use value::{Int, IntOp, Op, Rounding, Value};

use crate::eval::Evaluator;
use crate::{Node, Pool, TermId};

/// Bounds of an integer term, both included; `None`: unbounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    pub low: Option<Int>,
    pub high: Option<Int>,
}

/// A set of facts that can be taken back in reverse order.
#[derive(Default, Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    literals: FxHashMap<TermId, bool>,
    bounds: FxHashMap<TermId, Interval>,
    /// The literals that no interval stands for.
    others: Vec<(TermId, bool)>,
    undo: Vec<Undo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Undo {
    Literal(TermId, Option<bool>),
    Other,
    Bounds(TermId, Option<Interval>),
}

/// How deep a condition is looked into.
const DEPTH: u32 = 12;

impl Facts {
    /// A point to come back to.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Takes back everything assumed since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop().expect("longer than the mark") {
                Undo::Literal(term, Some(holds)) => {
                    self.literals.insert(term, holds);
                }
                Undo::Literal(term, None) => {
                    self.literals.remove(&term);
                }
                Undo::Other => {
                    self.others.pop();
                }
                Undo::Bounds(term, Some(interval)) => {
                    self.bounds.insert(term, interval);
                }
                Undo::Bounds(term, None) => {
                    self.bounds.remove(&term);
                }
            }
        }
    }

    pub fn assume(&mut self, pool: &Pool, condition: TermId) {
        self.assume_as(pool, condition, true);
    }

    fn assume_as(&mut self, pool: &Pool, condition: TermId, holds: bool) {
        if self.literals.get(&condition) == Some(&holds) {
            return;
        }
        let mut is_other = false;
        match pool.node(condition) {
            Node::App(Op::Not, args) => return self.assume_as(pool, args[0], !holds),
            Node::App(Op::And, args) if holds => {
                let (a, b) = (args[0], args[1]);
                self.assume_as(pool, a, true);
                self.assume_as(pool, b, true);
            }
            Node::App(Op::Int(IntOp::Le), args) if let Some(bound) = pool.as_int(args[1]) => {
                if holds {
                    self.narrow(args[0], Interval { low: None, high: Some(bound.clone()) });
                } else {
                    self.narrow(args[0], Interval { low: Some(bound + &Int::ONE), high: None });
                }
            }
            Node::App(Op::Eq, args) if let Some(value) = pool.as_int(args[1]) => {
                if holds {
                    self.narrow(args[0], Interval { low: Some(value.clone()), high: Some(value.clone()) });
                } else {
                    self.exclude(args[0], value);
                    is_other = true;
                }
            }
            _ => is_other = true,
        }
        let known = self.literals.insert(condition, holds);
        self.undo.push(Undo::Literal(condition, known));
        if is_other {
            self.others.push((condition, holds));
            self.undo.push(Undo::Other);
        }
    }

    /// Does the assignment satisfy everything assumed?
    pub fn hold_under(&self, pool: &Pool, evaluator: &mut Evaluator) -> bool {
        let within = |interval: &Interval, value: &Int| {
            interval.low.as_ref().is_none_or(|low| low <= value)
                && interval.high.as_ref().is_none_or(|high| value <= high)
        };
        self.others.iter().all(|(term, holds)| evaluator.eval(pool, *term) == Some(Value::Bool(*holds)))
            && self.bounds.iter().all(|(term, interval)| {
                matches!(evaluator.eval(pool, *term), Some(Value::Int(value)) if within(interval, &value))
            })
    }

    fn narrow(&mut self, term: TermId, by: Interval) {
        let known = self.bounds.get(&term).cloned();
        let met = known.clone().unwrap_or_default().meet(&by);
        if known.as_ref() != Some(&met) {
            self.bounds.insert(term, met);
            self.undo.push(Undo::Bounds(term, known));
        }
    }

    /// `term != value` moves a bound that stands at the value.
    fn exclude(&mut self, term: TermId, value: &Int) {
        let Some(known) = self.bounds.get(&term).cloned() else { return };
        if known.low.as_ref() == Some(value) {
            self.narrow(term, Interval { low: Some(value + &Int::ONE), high: None });
        }
        if known.high.as_ref() == Some(value) {
            self.narrow(term, Interval { low: None, high: Some(value - &Int::ONE) });
        }
    }

    /// Whether the condition follows, or its negation does.
    pub fn decide(&self, pool: &Pool, condition: TermId) -> Option<bool> {
        self.decide_within(pool, condition, DEPTH)
    }

    fn decide_within(&self, pool: &Pool, condition: TermId, depth: u32) -> Option<bool> {
        if let Some(holds) = self.literals.get(&condition) {
            return Some(*holds);
        }
        let depth = depth.checked_sub(1)?;
        match pool.node(condition) {
            Node::Const(_) => pool.as_bool(condition),
            Node::Var(_) => None,
            Node::App(Op::Not, args) => self.decide_within(pool, args[0], depth).map(|holds| !holds),
            Node::App(Op::And, args) => {
                match (self.decide_within(pool, args[0], depth), self.decide_within(pool, args[1], depth)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Node::App(Op::Ite, args) => match self.decide_within(pool, args[0], depth) {
                Some(taken) => self.decide_within(pool, args[if taken { 1 } else { 2 }], depth),
                None => {
                    let (a, b) = (self.decide_within(pool, args[1], depth), self.decide_within(pool, args[2], depth));
                    a.filter(|_| a == b)
                }
            },
            Node::App(Op::Int(IntOp::Le), args) => {
                let (p, bound) = (self.interval(pool, args[0], depth), self.interval(pool, args[1], depth));
                if matches!((&p.high, &bound.low), (Some(high), Some(low)) if high <= low) {
                    Some(true)
                } else if matches!((&p.low, &bound.high), (Some(low), Some(high)) if low > high) {
                    Some(false)
                } else {
                    None
                }
            }
            Node::App(Op::Eq, args) if pool.sort(args[0]) == value::Sort::int() => {
                let (a, b) = (self.interval(pool, args[0], depth), self.interval(pool, args[1], depth));
                if a.is_apart(&b) || b.is_apart(&a) {
                    Some(false)
                } else {
                    (a.low.is_some() && a.low == a.high && a == b).then_some(true)
                }
            }
            _ => None,
        }
    }

    fn is_text(&self, pool: &Pool, sequence: TermId) -> bool {
        // An element of a sequence of texts is one, and beyond its end empty.
        if let Node::App(Op::SeqNth, args) = pool.node(sequence)
            && self.is_text(pool, args[0])
        {
            return true;
        }
        let said = pool.existing(&Op::IsText, &[sequence], value::Sort::bool());
        said.is_some_and(|said| self.literals.get(&said) == Some(&true))
    }

    /// Bounds of an integer term that follow.
    pub fn interval(&self, pool: &Pool, term: TermId, depth: u32) -> Interval {
        if let Some(value) = pool.as_int(term) {
            return Interval { low: Some(value.clone()), high: Some(value.clone()) };
        }
        let known = self.bounds.get(&term).cloned().unwrap_or_default();
        let Some(depth) = depth.checked_sub(1) else { return known };
        let derived = match pool.node(term) {
            Node::App(Op::Int(IntOp::Add), args) => {
                self.interval(pool, args[0], depth).plus(&self.interval(pool, args[1], depth))
            }
            Node::App(Op::Int(IntOp::Mul), args) if let Some(factor) = pool.as_int(args[0]) => {
                self.interval(pool, args[1], depth).scaled(factor)
            }
            Node::App(Op::Int(IntOp::Mul), args) if args[0] == args[1] => Interval { low: Some(Int::ZERO), high: None },
            Node::App(Op::Int(IntOp::Mod(Rounding::Euclid)), args) => match pool.as_int(args[1]) {
                Some(divisor) if !divisor.is_zero() => {
                    Interval { low: Some(Int::ZERO), high: Some(&divisor.abs() - &Int::ONE) }
                }
                _ => Interval::default(),
            },
            Node::App(Op::Int(IntOp::Div(Rounding::Euclid)), args) => match pool.as_int(args[1]) {
                Some(divisor) if !divisor.is_negative() && !divisor.is_zero() => {
                    self.interval(pool, args[0], depth).map(|bound| bound.div(divisor, Rounding::Floor))
                }
                _ => Interval::default(),
            },
            Node::App(Op::SeqNth, args) if self.is_text(pool, args[0]) => {
                Interval { low: Some(Int::ZERO), high: Some(Int::from(value::LAST_CODE_POINT)) }
            }
            Node::App(Op::SeqLen, _) => Interval { low: Some(Int::ZERO), high: None },
            Node::App(Op::Ite, args) => match self.decide_within(pool, args[0], depth) {
                Some(taken) => self.interval(pool, args[if taken { 1 } else { 2 }], depth),
                None => self.interval(pool, args[1], depth).join(&self.interval(pool, args[2], depth)),
            },
            _ => Interval::default(),
        };
        known.meet(&derived)
    }
}

impl Interval {
    fn meet(&self, other: &Interval) -> Interval {
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        let high = match (&self.high, &other.high) {
            (Some(a), Some(b)) => Some(a.min(b).clone()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Interval { low, high }
    }

    fn join(&self, other: &Interval) -> Interval {
        let low = self.low.as_ref().zip(other.low.as_ref()).map(|(a, b)| a.min(b).clone());
        let high = self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a.max(b).clone());
        Interval { low, high }
    }

    fn plus(&self, other: &Interval) -> Interval {
        let low = self.low.as_ref().zip(other.low.as_ref()).map(|(a, b)| a + b);
        let high = self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a + b);
        Interval { low, high }
    }

    fn scaled(&self, factor: &Int) -> Interval {
        let scaled = self.map(|bound| bound * factor);
        if factor.is_negative() { Interval { low: scaled.high, high: scaled.low } } else { scaled }
    }

    fn map(&self, f: impl Fn(&Int) -> Int) -> Interval {
        Interval { low: self.low.as_ref().map(&f), high: self.high.as_ref().map(&f) }
    }

    /// All of it lies below the other.
    fn is_apart(&self, other: &Interval) -> bool {
        matches!((&self.high, &other.low), (Some(high), Some(low)) if high < low)
    }
}
