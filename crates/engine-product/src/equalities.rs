//! Variables that the premises call equal are made one.
//!
//! What the versions then compute from them is one term, and needs no solver: two divisions of
//! machine words are hard to prove equal even if their operands are.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId, VarId};
use value::{Int, IntOp, Op};

/// The premises and the other terms, with one variable for those that the premises call equal.
pub(crate) fn merge(pool: &mut Pool, premises: &mut Vec<TermId>, others: &mut [TermId]) {
    let mut by: FxHashMap<VarId, TermId> = FxHashMap::default();
    for premise in premises.iter_mut() {
        *premise = pool.substitute(*premise, &by);
        if let Some((variable, instead)) = equal_variables(pool, *premise) {
            let one = FxHashMap::from_iter([(variable, instead)]);
            by.values_mut().for_each(|value| *value = pool.substitute(*value, &one));
            by.insert(variable, instead);
            *premise = pool.bool(true);
        }
    }
    premises.iter_mut().for_each(|premise| *premise = pool.substitute(*premise, &by));
    premises.retain(|premise| pool.as_bool(*premise) != Some(true));
    others.iter_mut().for_each(|term| *term = pool.substitute(*term, &by));
}

/// `a = b` of two variables: replace the one by the other.
fn equal_variables(pool: &Pool, premise: TermId) -> Option<(VarId, TermId)> {
    let Node::App(Op::Eq, sides) = pool.node(premise) else { return None };
    match (pool.node(sides[0]), pool.node(sides[1])) {
        (Node::Var(a), Node::Var(_)) => Some((*a, sides[1])),
        (Node::App(Op::Int(IntOp::Add), _), _) if pool.as_int(sides[1]).is_some_and(Int::is_zero) => {
            difference_of_variables(pool, sides[0])
        }
        _ => None,
    }
}

/// `a - b`, as sums are written.
fn difference_of_variables(pool: &Pool, sum: TermId) -> Option<(VarId, TermId)> {
    let minus_one = Int::from(-1);
    let factors = pool.linear_factors(sum);
    let [(x, of_x), (y, of_y)] = &factors[..] else { return None };
    let (Node::Var(a), Node::Var(_)) = (pool.node(*x), pool.node(*y)) else { return None };
    let is_difference = (of_x.is_one() && *of_y == minus_one) || (of_y.is_one() && *of_x == minus_one);
    // No constant, and nothing besides, is part of the sum.
    let Node::App(_, parts) = pool.node(sum) else { return None };
    let is_whole = parts.iter().all(|part| match pool.node(*part) {
        Node::Var(_) => true,
        Node::App(Op::Int(IntOp::Mul), args) => pool.as_int(args[0]) == Some(&minus_one),
        _ => false,
    });
    (is_difference && is_whole).then_some((*a, *y))
}
