//! When one version turns a loop while the other waits.
//!
//! As long as both move, neither runs for ever without the other. A loop of one side alone must be
//! shown to end by itself.

use term::{Pool, TermId};

use crate::houdini::{Invariants, Theory};
use cut_graph::{Move, PairId, Product, Step};
use semantics::ranking::{self, Turn};

/// Does every loop that one side turns alone end?
pub(crate) fn always_end(
    pool: &mut Pool,
    product: &Product,
    invariants: &Invariants,
    theory: &Theory<'_>,
    variables: impl Fn(PairId) -> Vec<TermId>,
) -> bool {
    let reached = |pool: &Pool, pair: &PairId| invariants[pair].iter().all(|term| pool.as_bool(*term) != Some(false));
    for at in &product.pairs {
        if !reached(pool, at) {
            continue;
        }
        for moved in [Move::Old, Move::New] {
            let returns = |step: &&Step| {
                step.from == *at && step.moved == moved && reaches_alone(pool, product, invariants, step.to, *at, moved)
            };
            let steps: Vec<&Step> = product.steps.iter().filter(returns).collect();
            // A loop over several nodes has no simple measure.
            if steps.iter().any(|step| step.to != *at) {
                return false;
            }
            if steps.is_empty() {
                continue;
            }
            let turns: Vec<Turn> = steps.iter().map(|step| turn(pool, step, invariants, theory)).collect();
            if !ranking::ends(theory.logic, pool, &variables(*at), &turns) {
                return false;
            }
        }
    }
    true
}

fn turn(pool: &mut Pool, step: &Step, invariants: &Invariants, theory: &Theory<'_>) -> Turn {
    let mut terms: Vec<(Option<term::VarId>, TermId)> =
        step.updates.iter().map(|(v, term)| (Some(*v), *term)).collect();
    terms.sort_unstable();
    terms.extend(theory.premises(step, invariants).into_iter().map(|term| (None, term)));
    let (flat, facts) = theory.flatten(pool, &terms.iter().map(|(_, term)| *term).collect::<Vec<_>>());
    let mut turn = Turn { premises: facts, updates: Default::default() };
    for ((variable, _), term) in terms.iter().zip(flat) {
        match variable {
            Some(variable) => {
                turn.updates.insert(*variable, term);
            }
            None => turn.premises.push(term),
        }
    }
    turn
}

/// Can the pair be reached again by steps of one side alone?
fn reaches_alone(
    pool: &Pool,
    product: &Product,
    invariants: &Invariants,
    from: PairId,
    to: PairId,
    moved: Move,
) -> bool {
    let mut seen = vec![from];
    let mut work = vec![from];
    while let Some(pair) = work.pop() {
        if invariants[&pair].iter().any(|term| pool.as_bool(*term) == Some(false)) {
            continue;
        }
        if pair == to {
            return true;
        }
        for step in product.steps.iter().filter(|step| step.from == pair && step.moved == moved) {
            if !seen.contains(&step.to) {
                seen.push(step.to);
                work.push(step.to);
            }
        }
    }
    false
}
