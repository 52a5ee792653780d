//! Proofs part by part, for what merged paths leave behind.
//!
//! A merged state says everything at once, and a solver that is asked about everything at once tries all
//! combinations of the choices in it. Where the parts have nothing to do with each other they are asked about one by
//! one: a conjunction holds if each conjunct does, and a sum of parts that share no variable is always 0 if each
//! part always has the value that it has on some input, and these add up to 0.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::Answer;
use term::eval::Evaluator;
use term::{Assignment, Node, Pool, TermId, VarId};
use value::{Bv, BvOp, IntOp, Op, SortKind, Value};

use crate::path::{Path, resolve_within};

/// Does the condition follow from the path, as far as its parts show?
pub fn holds_by_parts(pool: &mut Pool, path: &mut Path, condition: TermId, millis: u64) -> bool {
    let mut work = vec![condition];
    while let Some(next) = work.pop() {
        match pool.node(next) {
            Node::App(Op::And, args) => work.extend_from_slice(args),
            _ if path.decide(pool, next) == Some(true) => {}
            _ => {
                if !sum_holds(pool, path, next, millis) && !always(pool, path, next, millis) {
                    return false;
                }
            }
        }
    }
    true
}

fn always(pool: &mut Pool, path: &mut Path, condition: TermId, millis: u64) -> bool {
    if pool.as_bool(condition).or_else(|| path.decide(pool, condition)) == Some(true) {
        return true;
    }
    let not = pool.not(condition);
    matches!(path.ask(pool, not, millis), Answer::Unsat)
}

/// An equation between sums, part by part.
fn sum_holds(pool: &mut Pool, path: &mut Path, equation: TermId, millis: u64) -> bool {
    let Node::App(Op::Eq, args) = pool.node(equation) else { return false };
    let (a, b) = (args[0], args[1]);
    let Some([_, subtract, _]) = arithmetic(pool, a) else { return false };
    let difference = pool.app(subtract, &[a, b]);
    let parts = parts(pool, difference);
    if parts.len() < 2 {
        return false;
    }
    let assignment = match &path.model {
        Some(model) => model.borrow().assignment().clone(),
        None => Assignment::default(),
    };
    let mut evaluator = Evaluator::new(assignment);
    if !evaluator.holds(pool, equation) {
        return false;
    }
    parts.into_iter().all(|part| {
        let Some(value) = evaluator.eval(pool, part) else { return false };
        let value = pool.constant(value, pool.sort(part));
        let stays = pool.eq(part, value);
        holds_by_cases(pool, stays) || always(pool, path, stays, millis)
    })
}

/// Does the condition hold whichever branch its conditionals take, which all have one test?
fn holds_by_cases(pool: &mut Pool, condition: TermId) -> bool {
    let Some(test) = first_test(pool, condition) else { return false };
    let opposite = pool.not(test);
    [true, false].into_iter().all(|taken| {
        let decide = |_: &Pool, asked: TermId| match asked {
            _ if asked == test => Some(taken),
            _ if asked == opposite => Some(!taken),
            _ => None,
        };
        let resolved = resolve_within(pool, condition, &decide, &mut FxHashMap::default());
        pool.as_bool(resolved) == Some(true)
    })
}

/// The test of some conditional in the term.
fn first_test(pool: &Pool, term: TermId) -> Option<TermId> {
    let (mut seen, mut work) = (FxHashSet::default(), vec![term]);
    while let Some(next) = work.pop() {
        match pool.node(next) {
            Node::App(Op::Ite, args) => return Some(args[0]),
            Node::App(_, args) => work.extend(args.iter().filter(|arg| seen.insert(**arg))),
            Node::Var(_) | Node::Const(_) => {}
        }
    }
    None
}

/// How numbers of the term's sort are added, subtracted and multiplied.
fn arithmetic(pool: &Pool, term: TermId) -> Option<[Op; 3]> {
    match pool.sort(term).kind() {
        SortKind::Int => Some([IntOp::Add, IntOp::Sub, IntOp::Mul].map(Op::Int)),
        SortKind::Bv(_) => Some([BvOp::Add, BvOp::Sub, BvOp::Mul].map(Op::Bv)),
        _ => None,
    }
}

fn zero(pool: &mut Pool, like: TermId) -> TermId {
    number(pool, like, 0)
}

fn one(pool: &mut Pool, like: TermId) -> TermId {
    number(pool, like, 1)
}

fn number(pool: &mut Pool, like: TermId, number: u128) -> TermId {
    let sort = pool.sort(like);
    match sort.kind() {
        SortKind::Bv(width) => pool.constant(Value::Bv(Bv::new(*width, number)), sort),
        _ => pool.int(number),
    }
}

/// The summands of a number, and whether each is subtracted.
fn summands(pool: &Pool, term: TermId) -> Vec<(TermId, bool)> {
    let mut found = Vec::new();
    let mut work = vec![(term, false)];
    while let Some((next, is_subtracted)) = work.pop() {
        match pool.node(next) {
            Node::App(Op::Int(IntOp::Add) | Op::Bv(BvOp::Add), args) => {
                work.extend([(args[1], is_subtracted), (args[0], is_subtracted)]);
            }
            Node::App(Op::Int(IntOp::Sub) | Op::Bv(BvOp::Sub), args) => {
                work.extend([(args[1], !is_subtracted), (args[0], is_subtracted)]);
            }
            _ => found.push((next, is_subtracted)),
        }
    }
    found
}

/// Sums of the summands that share variables.
fn parts(pool: &mut Pool, sum: TermId) -> Vec<TermId> {
    let Some([add, subtract, _]) = arithmetic(pool, sum) else { return Vec::new() };
    let mut parts: Vec<(FxHashSet<VarId>, TermId)> = Vec::new();
    for (summand, is_subtracted) in summands(pool, sum) {
        let mut variables: FxHashSet<VarId> = pool.free_variables([summand]).into_iter().collect();
        let start = zero(pool, summand);
        let mut part = pool.app(if is_subtracted { subtract.clone() } else { add.clone() }, &[start, summand]);
        let (shared, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|(known, _)| !known.is_disjoint(&variables));
        for (known, other) in shared {
            variables.extend(known);
            part = pool.app(add.clone(), &[other, part]);
        }
        parts = others;
        parts.push((variables, part));
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// The first number where the condition holds, else the second: what they have in common stands outside of the
/// choice. `None`: they have nothing in common.
pub(crate) fn choose_between_sums(pool: &mut Pool, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
    let [add, subtract, multiply] = arithmetic(pool, a)?;
    let most = summands(pool, a).len().max(summands(pool, b).len());
    if most < 2 {
        return None;
    }
    let difference = pool.app(subtract, &[a, b]);
    if summands(pool, difference).len() >= most {
        return None;
    }
    let zero = zero(pool, a);
    let chosen = match pool.as_const(difference) {
        // One form for all numbers that are added or not: so many times 1 or 0.
        Some(_) => {
            let one = one(pool, a);
            let counted = pool.ite(condition, one, zero);
            pool.app(multiply, &[difference, counted])
        }
        None => pool.ite(condition, difference, zero),
    };
    Some(pool.app(add, &[b, chosen]))
}

#[cfg(test)]
mod tests {
    use value::Sort;

    use super::*;

    /// `ite(test, 20, 0) - 20 * ite(other, 1, 0) = 0`, where the tests are of one variable with these bounds.
    fn sums_are_the_same(bound: i64, other: i64) -> bool {
        let mut pool = Pool::default();
        let (x, zero, one, twenty) = (pool.fresh("x", Sort::int()), pool.int(0), pool.int(1), pool.int(20));
        let [bound, other] = [bound, other].map(|bound| pool.int(bound));
        let above = pool.app(Op::Int(IntOp::Lt), &[bound, x]);
        let below = pool.app(Op::Int(IntOp::Le), &[x, other]);
        let (chosen, counted) = (pool.ite(above, twenty, zero), pool.ite(below, zero, one));
        let counted = pool.app(Op::Int(IntOp::Mul), &[twenty, counted]);
        let same = pool.eq(chosen, counted);
        holds_by_cases(&mut pool, same)
    }

    #[test]
    fn a_number_that_is_chosen_is_one_that_is_counted() {
        assert!(sums_are_the_same(19, 19));
        assert!(!sums_are_the_same(19, 20));
    }
}
