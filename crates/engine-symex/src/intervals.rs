//! Conditions that bound one variable, joined: `x > 0 and x <= 1, or x > 1 and x <= 2` is
//! `x > 0 and x <= 2`.

use std::collections::{BTreeMap, BTreeSet};

use term::{Node, Pool, TermId};
use value::{BvOp, Int, IntOp, Op, Value};

use crate::difference::Cases;

/// The whole numbers between two bounds, but for some.
#[derive(Clone, Default)]
struct Interval {
    low: Option<Int>,
    high: Option<Int>,
    without: BTreeSet<Int>,
}

/// The cases, with those that bound a variable and are otherwise the same taken together.
pub(crate) fn join(pool: &mut Pool, cases: Cases) -> Cases {
    let mut variables: Vec<(TermId, Reading)> = Vec::new();
    for reading in [Reading::Number, Reading::Unsigned, Reading::Signed] {
        for (variable, _) in cases.iter().flatten().filter_map(|literal| bound(pool, *literal, reading)) {
            // An equation bounds a machine integer however it is read: the first bound decides.
            if !variables.iter().any(|(known, _)| *known == variable)
                && (reading != Reading::Unsigned || is_compared_unsigned(pool, &cases, variable))
            {
                variables.push((variable, reading));
            }
        }
    }
    variables.sort_unstable();
    variables.into_iter().fold(cases, |cases, (variable, reading)| join_on(pool, cases, variable, reading))
}

fn is_compared_unsigned(pool: &Pool, cases: &Cases, variable: TermId) -> bool {
    cases.iter().flatten().any(|literal| {
        let comparison = match pool.node(*literal) {
            Node::App(Op::Not, args) => args[0],
            _ => *literal,
        };
        matches!(pool.node(comparison), Node::App(Op::Bv(BvOp::ULe), args) if args.contains(&variable))
    })
}

/// What the number is that bounds are on.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    Number,
    /// Of a machine integer.
    Signed,
    Unsigned,
}

fn join_on(pool: &mut Pool, cases: Cases, variable: TermId, reading: Reading) -> Cases {
    // What is left of a case without its bounds, and the intervals it comes with.
    let mut groups: BTreeMap<Vec<TermId>, Vec<Interval>> = BTreeMap::new();
    let mut order = Vec::new();
    for case in cases {
        let mut interval = Interval::default();
        let mut rest = Vec::new();
        for literal in case {
            match bound(pool, literal, reading).filter(|(bounded, _)| *bounded == variable) {
                Some((_, bound)) => interval.meet(bound),
                None => rest.push(literal),
            }
        }
        if !order.contains(&rest) {
            order.push(rest.clone());
        }
        groups.entry(rest).or_default().push(interval);
    }
    let mut joined = Vec::new();
    for rest in order {
        for interval in united(groups.remove(&rest).unwrap_or_default()) {
            let mut case = interval.literals(pool, variable, reading);
            case.extend(&rest);
            joined.push(case);
        }
    }
    joined
}

/// Does the literal put a bound on a variable and nothing else?
pub(crate) fn is_bound(pool: &Pool, literal: TermId) -> bool {
    [Reading::Number, Reading::Signed, Reading::Unsigned].iter().any(|reading| bound(pool, literal, *reading).is_some())
}

/// The bound that a literal puts on a variable, if it does nothing else.
fn bound(pool: &Pool, literal: TermId, reading: Reading) -> Option<(TermId, Interval)> {
    let (literal, holds) = match pool.node(literal) {
        Node::App(Op::Not, args) => (args[0], false),
        _ => (literal, true),
    };
    let Node::App(op, args) = pool.node(literal) else { return None };
    let [a, b] = args[..] else { return None };
    let from_above = |limit: Int| match holds {
        true => Interval { high: Some(limit), ..Interval::default() },
        false => Interval { low: Some(&limit + &Int::ONE), ..Interval::default() },
    };
    let from_below = |limit: Int| match holds {
        true => Interval { low: Some(limit), ..Interval::default() },
        false => Interval { high: Some(&limit - &Int::ONE), ..Interval::default() },
    };
    let is_variable = |term: TermId| matches!(pool.node(term), Node::Var(_));
    match (op, reading) {
        (Op::Int(IntOp::Le), Reading::Number) => {
            let limit = pool.as_int(b)?.clone();
            let (variable, is_plain) = signed_variable(pool, a)?;
            Some((variable, if is_plain { from_above(limit) } else { from_below(-&limit) }))
        }
        (Op::Bv(BvOp::SLe), Reading::Signed) | (Op::Bv(BvOp::ULe), Reading::Unsigned) => {
            match (number(pool, a, reading), number(pool, b, reading)) {
                (None, Some(limit)) if is_variable(a) => Some((a, from_above(limit))),
                (Some(limit), None) if is_variable(b) => Some((b, from_below(limit))),
                _ => None,
            }
        }
        (Op::Eq, _) if is_variable(a) => {
            let limit = number(pool, b, reading)?;
            let interval = match holds {
                true => Interval { low: Some(limit.clone()), high: Some(limit), without: BTreeSet::new() },
                false => Interval { without: BTreeSet::from([limit]), ..Interval::default() },
            };
            Some((a, interval))
        }
        _ => None,
    }
}

fn number(pool: &Pool, term: TermId, reading: Reading) -> Option<Int> {
    match (pool.as_const(term)?, reading) {
        (Value::Int(int), Reading::Number) => Some(int.clone()),
        (Value::Bv(bits), Reading::Signed) => Some(Int::from(bits.signed())),
        (Value::Bv(bits), Reading::Unsigned) => i128::try_from(bits.bits()).ok().map(Int::from),
        _ => None,
    }
}

/// `x` or `-x`: the variable, and whether it stands there without a sign.
fn signed_variable(pool: &Pool, term: TermId) -> Option<(TermId, bool)> {
    let is_variable = |term: TermId| matches!(pool.node(term), Node::Var(_));
    let is_minus_one = |term: TermId| pool.as_int(term).is_some_and(|factor| -factor == Int::ONE);
    match pool.node(term) {
        Node::Var(_) => Some((term, true)),
        Node::App(Op::Int(IntOp::Mul), args) => match args[..] {
            [factor, variable] | [variable, factor] if is_minus_one(factor) && is_variable(variable) => {
                Some((variable, false))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Interval {
    fn meet(&mut self, other: Interval) {
        let tighter = |mine: Option<Int>, other: Option<Int>, pick: fn(Int, Int) -> Int| match (mine, other) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        self.low = tighter(self.low.take(), other.low, Int::max);
        self.high = tighter(self.high.take(), other.high, Int::min);
        self.without.extend(other.without);
        self.trim();
    }

    /// Moves the bounds past what is left out, and forgets what is left out beyond them.
    fn trim(&mut self) {
        while let Some(low) = self.low.clone().filter(|low| self.without.remove(low)) {
            self.low = Some(&low + &Int::ONE);
        }
        while let Some(high) = self.high.clone().filter(|high| self.without.remove(high)) {
            self.high = Some(&high - &Int::ONE);
        }
        let (low, high) = (self.low.clone(), self.high.clone());
        self.without
            .retain(|gap| low.as_ref().is_none_or(|low| gap > low) && high.as_ref().is_none_or(|high| gap < high));
    }

    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn literals(&self, pool: &mut Pool, variable: TermId, reading: Reading) -> Vec<TermId> {
        let sort = pool.sort(variable);
        let (least, most) = match (sort.bv_width(), reading) {
            (Some(width), Reading::Signed) => (Some(-(1i128 << (width - 1))), Some((1i128 << (width - 1)) - 1)),
            (Some(width), _) if width < 127 => (Some(0), Some((1i128 << width) - 1)),
            _ => (None, None),
        };
        let constant = |pool: &mut Pool, number: &Int| match sort.bv_width() {
            Some(width) => pool.constant(Value::bv(width, number.low_bits(width)), sort),
            None => pool.int(number.clone()),
        };
        let at_most = |pool: &mut Pool, a: TermId, b: TermId| match reading {
            Reading::Number => pool.app(Op::Int(IntOp::Le), &[a, b]),
            Reading::Signed => pool.app(Op::Bv(BvOp::SLe), &[a, b]),
            Reading::Unsigned => pool.app(Op::Bv(BvOp::ULe), &[a, b]),
        };
        let mut found = Vec::new();
        let is_beyond = |limit: &Option<Int>, end: Option<i128>, is_past: fn(&Int, &Int) -> bool| {
            limit.as_ref().zip(end).is_some_and(|(limit, end)| is_past(limit, &Int::from(end)))
        };
        if is_beyond(&self.low, most, |low, most| low > most)
            || is_beyond(&self.high, least, |high, least| high < least)
        {
            return vec![pool.bool(false)];
        }
        if let (Some(low), Some(high)) = (&self.low, &self.high)
            && low == high
        {
            let value = constant(pool, low);
            return vec![pool.eq(variable, value)];
        }
        if let Some(low) = self.low.as_ref().filter(|low| least.is_none_or(|least| **low > Int::from(least))) {
            let below = constant(pool, &(low - &Int::ONE));
            let below = at_most(pool, variable, below);
            found.push(pool.not(below));
        }
        if let Some(high) = self.high.as_ref().filter(|high| most.is_none_or(|most| **high < Int::from(most))) {
            let high = constant(pool, high);
            found.push(at_most(pool, variable, high));
        }
        for gap in &self.without {
            let gap = constant(pool, gap);
            let is = pool.eq(variable, gap);
            found.push(pool.not(is));
        }
        found
    }
}

/// Intervals that touch or overlap become one. Those with gaps stay as they are.
fn united(intervals: Vec<Interval>) -> Vec<Interval> {
    let (mut whole, mut with_gaps): (Vec<Interval>, Vec<Interval>) =
        intervals.into_iter().filter(|interval| !interval.is_empty()).partition(|interval| interval.without.is_empty());
    // No lower bound comes first.
    whole.sort_by(|a, b| a.low.cmp(&b.low));
    let mut united: Vec<Interval> = Vec::new();
    for next in whole {
        let touches = |last: &Interval| match (&last.high, &next.low) {
            (Some(high), Some(low)) => *low <= high + &Int::ONE,
            (None, _) | (_, None) => true,
        };
        match united.last_mut() {
            Some(last) if touches(last) => {
                last.high = match (last.high.take(), next.high) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    _ => None,
                };
            }
            _ => united.push(next),
        }
    }
    united.append(&mut with_gaps);
    united
}

#[cfg(test)]
mod tests {
    use term::Pool;
    use value::Sort;

    use super::*;

    fn at_most(pool: &mut Pool, x: TermId, limit: i64) -> TermId {
        let limit = pool.int(limit);
        pool.app(Op::Int(IntOp::Le), &[x, limit])
    }

    fn between(pool: &mut Pool, x: TermId, above: i64, limit: i64) -> Vec<TermId> {
        let low = at_most(pool, x, above);
        vec![pool.not(low), at_most(pool, x, limit)]
    }

    #[test]
    fn neighbours_are_joined_and_others_are_not() {
        let mut pool = Pool::new();
        let x = pool.fresh("x", Sort::int());
        let cases = [(0, 1), (1, 2), (3, 5)].map(|(above, limit)| between(&mut pool, x, above, limit));
        let joined = join(&mut pool, cases.to_vec());
        assert_eq!(joined, [between(&mut pool, x, 0, 2), between(&mut pool, x, 3, 5)]);
    }

    #[test]
    fn what_is_left_out_at_a_bound_moves_it() {
        let mut pool = Pool::new();
        let x = pool.fresh("x", Sort::int());
        let zero = pool.int(0);
        let is_zero = pool.eq(x, zero);
        let case = vec![at_most(&mut pool, x, 0), pool.not(is_zero)];
        let below = at_most(&mut pool, x, -1);
        assert_eq!(join(&mut pool, vec![case]), [vec![below]]);
    }

    #[test]
    fn cases_that_differ_elsewhere_stay_apart() {
        let mut pool = Pool::new();
        let (x, a) = (pool.fresh("x", Sort::int()), pool.fresh("a", Sort::bool()));
        let (mut first, second) = (between(&mut pool, x, 0, 1), between(&mut pool, x, 1, 2));
        first.push(a);
        assert_eq!(join(&mut pool, vec![first, second]).len(), 2);
    }
}
