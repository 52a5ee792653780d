//! How the versions differ: the condition on the client's inputs, put shortly.
//!
//! Exploration yields it as a disjunction of path conditions, which says far more about the paths
//! than about the inputs. A part of a path condition that can be left out without letting in an
//! input on which the versions agree is left out, and so is a path whose inputs the others have.

use std::time::{Duration, Instant};

use equiv::Condition;
use equiv::coverage::Difference;
use rustc_hash::FxHashSet;
use smt::{Answer, Effort, Logic, Solver};
use term::{Node, Pool, TermId};
use value::{IntOp, Op};

use crate::intervals;

/// Conjunctions, of which any one is enough.
pub(crate) type Cases = Vec<Vec<TermId>>;

/// Time for putting it shortly.
const TIME: Duration = Duration::from_millis(300);
const MOST_CASES: usize = 40;

/// What the paths along which the versions differ say about the inputs. `None`: too much to be written down.
pub(crate) fn describe(
    logic: &Logic,
    pool: &mut Pool,
    inputs: &[TermId],
    always: &[TermId],
    cases: Cases,
    is_exact: bool,
) -> Option<Difference> {
    let all = disjunction(pool, &cases);
    let mut cases: Cases = cases.into_iter().map(|case| literals(pool, &case, always)).collect();
    cases = intervals::join(pool, cases);
    let is_short = |case: &Vec<TermId>| case.iter().all(|literal| intervals::is_bound(pool, *literal));
    let is_one = cases.len() == 1 && cases[0].len() == 1;
    if cases.len() <= MOST_CASES && !is_one && !cases.iter().all(is_short) {
        cases = Shortening::new(logic, pool, always, all).shorten(cases);
        cases = intervals::join(pool, cases);
    }
    let is_exact = is_exact && Shortening::new(logic, pool, always, all).define(&mut cases);
    let condition = semantics::condition(pool, inputs, &cases)?;
    let is_input = |variable| inputs.contains(&pool.variable(variable).term);
    let is_about_inputs = pool.free_variables([all]).into_iter().all(is_input);
    Some(Difference { condition, is_exact: is_exact && is_about_inputs })
}

/// Exactly the inputs of these cases, put shortly.
pub(crate) fn shortly(
    logic: &Logic,
    pool: &mut Pool,
    inputs: &[TermId],
    always: &[TermId],
    cases: Cases,
) -> Option<Condition> {
    // A condition on what the outside gives says nothing to a caller.
    describe(logic, pool, inputs, always, cases, true).filter(|found| found.is_exact).map(|found| found.condition)
}

/// Is there an input on which none of the cases holds?
pub(crate) fn leaves_some(logic: &Logic, pool: &mut Pool, always: &[TermId], cases: &Cases) -> bool {
    let all = disjunction(pool, cases);
    let not = pool.not(all);
    let mut shortening = Shortening::new(logic, pool, always, all);
    let effort = Effort { time: TIME };
    matches!(shortening.solver.check_with(shortening.pool, &[not], effort), Answer::Sat(_))
}

pub(crate) fn disjunction(pool: &mut Pool, cases: &Cases) -> TermId {
    let mut any = pool.bool(false);
    for case in cases {
        let all = pool.conjunction(case.iter().copied());
        any = pool.or(any, all);
    }
    any
}

/// The conjuncts, each once, without those that always hold.
pub(crate) fn literals(pool: &Pool, case: &[TermId], always: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<TermId> = always.iter().copied().collect();
    let mut work: Vec<TermId> = case.iter().rev().copied().collect();
    while let Some(term) = work.pop() {
        match pool.node(term) {
            Node::App(Op::And, args) => work.extend([args[1], args[0]]),
            _ if pool.as_bool(term) == Some(true) => {}
            _ if seen.insert(term) => found.push(term),
            _ => {}
        }
    }
    found
}

struct Shortening<'a> {
    pool: &'a mut Pool,
    solver: Solver,
    /// All of the condition.
    all: TermId,
    deadline: Instant,
}

impl<'a> Shortening<'a> {
    fn new(logic: &Logic, pool: &'a mut Pool, always: &[TermId], all: TermId) -> Shortening<'a> {
        let mut solver = logic.solver();
        always.iter().for_each(|term| solver.assume(*term));
        Shortening { pool, solver, all, deadline: Instant::now() + TIME }
    }

    fn shorten(mut self, cases: Cases) -> Cases {
        let mut kept: Cases = cases.into_iter().map(|case| self.widen(case)).collect();
        kept.sort_by_key(Vec::len);
        let mut index = kept.len();
        // The longest goes first.
        while index > 0 && kept.len() > 1 {
            index -= 1;
            let others: Cases =
                kept.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, case)| case.clone()).collect();
            let any_other = disjunction(self.pool, &others);
            if self.implies(&kept[index], any_other) {
                kept.remove(index);
            }
        }
        kept
    }

    /// The case with as few conjuncts as keep it within the condition.
    fn widen(&mut self, mut case: Vec<TermId>) -> Vec<TermId> {
        let mut index = 0;
        while index < case.len() {
            let mut without = case.clone();
            without.remove(index);
            if self.implies(&without, self.all) {
                case = without;
            } else {
                index += 1;
            }
        }
        case
    }

    /// A reader takes `xs[i]` for an element and `a / b` for a quotient: where a case does not say
    /// that they are, it is made to. Do the cases still say all of the condition?
    fn define(&mut self, cases: &mut Cases) -> bool {
        let mut changed = false;
        for case in cases.iter_mut() {
            for needed in self.needed(case) {
                if self.pool.as_bool(needed) != Some(true) && !self.implies(case, needed) {
                    case.push(needed);
                    changed = true;
                }
            }
        }
        if !changed {
            return true;
        }
        let any = disjunction(self.pool, cases);
        self.implies(&[self.all], any)
    }

    /// What must hold for each part of the case to mean what it looks like.
    fn needed(&mut self, case: &[TermId]) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut work = case.to_vec();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let Some((op, args)) = self.pool.node(term).app() else { continue };
            let (op, args) = (op.clone(), args.to_vec());
            work.extend(&args);
            let zero = self.pool.int(0);
            match (&op, &args[..]) {
                (Op::SeqNth, [sequence, index]) => {
                    let length = self.pool.app(Op::SeqLen, &[*sequence]);
                    found.push(self.pool.app(Op::Int(IntOp::Le), &[zero, *index]));
                    found.push(self.pool.app(Op::Int(IntOp::Lt), &[*index, length]));
                }
                (Op::Int(IntOp::Div(_) | IntOp::Mod(_)), [_, divisor]) => {
                    let is_zero = self.pool.eq(*divisor, zero);
                    found.push(self.pool.not(is_zero));
                }
                _ => {}
            }
        }
        found.reverse();
        found.dedup();
        found
    }

    fn implies(&mut self, case: &[TermId], conclusion: TermId) -> bool {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        let not = self.pool.not(conclusion);
        let question: Vec<TermId> = case.iter().copied().chain([not]).collect();
        let effort = Effort { time: left.min(Duration::from_millis(50)) };
        matches!(self.solver.check_with(self.pool, &question, effort), Answer::Unsat)
    }
}
