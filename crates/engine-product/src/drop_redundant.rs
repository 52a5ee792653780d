//! Which of the conditions that were found are worth showing.
//!
//! A proof keeps every condition that holds; most follow from a few of them. What follows from the
//! others is left out, bounds before equations.

use smt::{Effort, Logic};
use term::{Node, Pool, TermId};
use value::Op;

/// Most conditions looked at for one place.
const MOST: usize = 40;

/// The conditions without those that follow from the rest.
pub(crate) fn essential(logic: &Logic, pool: &mut Pool, conditions: &[TermId]) -> Vec<TermId> {
    let mut kept: Vec<TermId> = conditions.to_vec();
    kept.sort_by_key(|term| (!is_equation(pool, *term), pool.free_variables([*term]).len(), *term));
    kept.truncate(MOST);
    let mut solver = logic.solver();
    let mut index = kept.len();
    while index > 0 {
        index -= 1;
        let others = [&kept[..index], &kept[index + 1..]].concat();
        if solver.proves(pool, &others, kept[index], Effort::millis(100)) {
            kept.remove(index);
        }
    }
    kept
}

fn is_equation(pool: &Pool, term: TermId) -> bool {
    matches!(pool.node(term), Node::App(Op::Eq, _))
}
