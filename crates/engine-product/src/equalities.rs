//! Variables that the premises call equal are made one.
//!
//! What the versions then compute from them is one term, and needs no solver: two divisions of
//! machine words are hard to prove equal even if their operands are.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId, VarId};
use value::Op;

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
        _ => None,
    }
}
