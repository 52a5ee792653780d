//! Which of the conditions that were found are worth showing.
//!
//! A proof keeps every condition that holds; most follow from a few of them. What follows from the
//! others is left out, bounds before equations.

use smt::{Answer, Effort, Solver};
use term::{Node, Pool, TermId};
use value::Op;

/// Most conditions looked at for one place.
const MOST: usize = 40;

/// The conditions without those that follow from the rest.
pub(crate) fn essential(pool: &mut Pool, conditions: &[TermId]) -> Vec<TermId> {
    let mut kept: Vec<TermId> = conditions.to_vec();
    kept.sort_by_key(|term| (!is_equation(pool, *term), pool.free_variables([*term]).len(), *term));
    kept.truncate(MOST);
    let mut solver = Solver::new();
    let mut index = kept.len();
    while index > 0 {
        index -= 1;
        let others = kept.iter().enumerate().filter(|(place, _)| *place != index).map(|(_, term)| *term);
        solver.retract_to(0);
        others.for_each(|term| solver.assume(term));
        let negated = pool.not(kept[index]);
        if let Answer::Unsat = solver.check_with(pool, &[negated], Effort::millis(100)) {
            kept.remove(index);
        }
    }
    kept
}

fn is_equation(pool: &Pool, term: TermId) -> bool {
    matches!(pool.node(term), Node::App(Op::Eq, _))
}
