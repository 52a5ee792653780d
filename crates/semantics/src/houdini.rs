//! Which candidates survive.
//!
//! Follows Flanagan and Leino's Houdini: assume all candidates, and drop those that do not follow, until
//! nothing changes. What is left is inductive.

use std::time::{Duration, Instant};

use smt::{Answer, Effort, Solver};
use term::eval::Evaluator;
use term::{Pool, TermId};
use value::Value;

/// How long questions may take.
pub struct Patience {
    /// About all candidates that are left.
    pub together: Duration,
    /// About one.
    pub alone: Duration,
    /// About each one of them, in all.
    pub each: Duration,
    pub deadline: Instant,
}

/// Those of the goals that are shown to follow from what the solver assumes. A model drops the goals that
/// it refutes; what cannot be told of all together is asked of each.
pub fn surviving<T>(
    pool: &mut Pool,
    solver: &mut Solver,
    mut goals: Vec<(T, TermId)>,
    patience: &Patience,
) -> Vec<(T, TermId)> {
    loop {
        let all = pool.conjunction(goals.iter().map(|(_, goal)| *goal));
        if pool.as_bool(all) == Some(true) {
            return goals;
        }
        let negated = pool.not(all);
        let before = goals.len();
        match solver.check_with(pool, &[negated], Effort { time: patience.together }) {
            Answer::Unsat => return goals,
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(model);
                goals.retain(|(_, goal)| evaluator.eval(pool, *goal) != Some(Value::Bool(false)));
            }
            // What is false is asked of no solver once more: it would be the same question.
            Answer::Unknown(_) => goals.retain(|(_, goal)| pool.as_bool(*goal) != Some(false)),
        }
        if goals.len() == before {
            return each(pool, solver, goals, patience);
        }
    }
}

fn each<T>(pool: &mut Pool, solver: &mut Solver, goals: Vec<(T, TermId)>, patience: &Patience) -> Vec<(T, TermId)> {
    let until =
        Instant::now().checked_add(patience.each).map_or(patience.deadline, |until| until.min(patience.deadline));
    let mut follows = |goal: TermId| {
        let left = until.saturating_duration_since(Instant::now());
        let negated = pool.not(goal);
        !left.is_zero() && solver.check_with(pool, &[negated], Effort { time: left.min(patience.alone) }).is_unsat()
    };
    goals.into_iter().filter(|(_, goal)| follows(*goal)).collect()
}

/// Checks items, the last first, until none drops what another rests on: `check` gives those that are to be
/// checked again. False: out of time.
pub fn until_stable<I: PartialEq>(mut items: Vec<I>, deadline: Instant, mut check: impl FnMut(&I) -> Vec<I>) -> bool {
    while let Some(item) = items.pop() {
        if Instant::now() >= deadline {
            return false;
        }
        for again in check(&item) {
            if !items.contains(&again) {
                items.push(again);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Logic;
    use value::{IntOp, Op, Sort};

    fn patience() -> Patience {
        let second = Duration::from_secs(1);
        Patience { together: second, alone: second, each: second, deadline: Instant::now() + second }
    }

    /// `x <= bound` for each of these bounds, where 3 <= x <= 5.
    fn left(bounds: &[i64], is_possible: bool) -> Vec<i64> {
        let logic = Logic::default();
        let (mut pool, mut solver) = (logic.pool(), logic.solver());
        let x = pool.fresh("x", Sort::int());
        let mut le = |a: TermId, bound: i64, is_upper: bool| {
            let bound = pool.int(bound);
            pool.app(Op::Int(IntOp::Le), &if is_upper { [a, bound] } else { [bound, a] })
        };
        solver.assume(le(x, 3, false));
        solver.assume(le(x, if is_possible { 5 } else { 2 }, true));
        let goals = bounds.iter().map(|bound| (*bound, le(x, *bound, true))).collect();
        surviving(&mut pool, &mut solver, goals, &patience()).into_iter().map(|(bound, _)| bound).collect()
    }

    #[test]
    fn what_does_not_follow_is_dropped() {
        assert_eq!(left(&[2, 4, 5, 9, 3], true), [5, 9]);
    }

    #[test]
    fn everything_follows_from_what_cannot_be() {
        assert_eq!(left(&[2, 4, -7], false), [2, 4, -7]);
    }

    #[test]
    fn nothing_follows_without_time() {
        let logic = Logic::default();
        let (mut pool, mut solver) = (logic.pool(), logic.solver());
        let x = pool.fresh("x", Sort::bool());
        let none = Patience { deadline: Instant::now(), ..patience() };
        assert!(each(&mut pool, &mut solver, vec![((), x)], &none).is_empty());
    }

    #[test]
    fn what_rests_on_a_dropped_item_is_checked_again() {
        let mut seen = Vec::new();
        let is_stable = until_stable(vec![1, 2, 3], Instant::now() + Duration::from_secs(60), |item| {
            seen.push(*item);
            if seen.len() == 2 { vec![3, 1] } else { Vec::new() }
        });
        assert!(is_stable);
        assert_eq!(seen, [3, 2, 3, 1]);
        assert!(!until_stable(vec![1], Instant::now(), |_| Vec::new()));
    }
}
