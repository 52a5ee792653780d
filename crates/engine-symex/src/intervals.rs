//! Conditions that bound one variable, joined: `x > 0 and x <= 1, or x > 1 and x <= 2` is
//! `x > 0 and x <= 2`.

use std::collections::{BTreeMap, BTreeSet};

use term::{Node, Pool, TermId};
use value::{Int, IntOp, Op};

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
    let mut variables: Vec<TermId> =
        cases.iter().flatten().filter_map(|literal| bound(pool, *literal).map(|(variable, _)| variable)).collect();
    variables.sort_unstable();
    variables.dedup();
    variables.into_iter().fold(cases, |cases, variable| join_on(pool, cases, variable))
}

fn join_on(pool: &mut Pool, cases: Cases, variable: TermId) -> Cases {
    // What is left of a case without its bounds, and the intervals it comes with.
    let mut groups: BTreeMap<Vec<TermId>, Vec<Interval>> = BTreeMap::new();
    let mut order = Vec::new();
    for case in cases {
        let mut interval = Interval::default();
        let mut rest = Vec::new();
        for literal in case {
            match bound(pool, literal).filter(|(bounded, _)| *bounded == variable) {
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
            let mut case = interval.literals(pool, variable);
            case.extend(&rest);
            joined.push(case);
        }
    }
    joined
}

/// Does the literal put a bound on a variable and nothing else?
pub(crate) fn is_bound(pool: &Pool, literal: TermId) -> bool {
    bound(pool, literal).is_some()
}

/// The bound that a literal puts on a variable, if it does nothing else.
fn bound(pool: &Pool, literal: TermId) -> Option<(TermId, Interval)> {
    let (literal, holds) = match pool.node(literal) {
        Node::App(Op::Not, args) => (args[0], false),
        _ => (literal, true),
    };
    let Node::App(op, args) = pool.node(literal) else { return None };
    let limit = pool.as_int(*args.get(1)?)?.clone();
    match op {
        Op::Int(IntOp::Le) => {
            let (variable, is_plain) = signed_variable(pool, args[0])?;
            let mut interval = Interval::default();
            match (is_plain, holds) {
                (true, true) => interval.high = Some(limit),
                (true, false) => interval.low = Some(&limit + &Int::ONE),
                (false, true) => interval.low = Some(-&limit),
                (false, false) => interval.high = Some(&-&limit - &Int::ONE),
            }
            Some((variable, interval))
        }
        Op::Eq if matches!(pool.node(args[0]), Node::Var(_)) => {
            let interval = match holds {
                true => Interval { low: Some(limit.clone()), high: Some(limit), without: BTreeSet::new() },
                false => Interval { without: BTreeSet::from([limit]), ..Interval::default() },
            };
            Some((args[0], interval))
        }
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

    fn literals(&self, pool: &mut Pool, variable: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        if let (Some(low), Some(high)) = (&self.low, &self.high)
            && low == high
        {
            let value = pool.int(low.clone());
            return vec![pool.eq(variable, value)];
        }
        if let Some(low) = &self.low {
            let below = pool.int(low - &Int::ONE);
            let at_most = pool.app(Op::Int(IntOp::Le), &[variable, below]);
            found.push(pool.not(at_most));
        }
        if let Some(high) = &self.high {
            let high = pool.int(high.clone());
            found.push(pool.app(Op::Int(IntOp::Le), &[variable, high]));
        }
        for gap in &self.without {
            let gap = pool.int(gap.clone());
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
