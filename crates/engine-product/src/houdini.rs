//! Keeps the candidates that are proved: the largest subset closed under every step.
//!
//! [`semantics::houdini`] over the steps of a product: assume all candidates at a pair of cut points, take a
//! step, drop those that do not hold after it.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use semantics::houdini::{Patience, surviving, until_stable};
use smt::{Effort, Logic, Solver};
use term::{Pool, TermId};

use crate::definitions::{Definitions, Flat};
use crate::equalities;
use cut_graph::{PairId, Product, Step};

/// The conditions at each pair of cut points.
pub(crate) type Invariants = FxHashMap<PairId, Vec<TermId>>;

/// Patience for one question.
const PATIENCE: Duration = Duration::from_millis(700);

/// What may be used besides the invariants.
pub(crate) struct Theory<'a> {
    /// Holds of all values.
    pub(crate) background: Vec<TermId>,
    pub(crate) logic: &'a Logic,
    pub(crate) definitions: &'a Definitions,
    /// How often the equations of calls are unfolded.
    pub(crate) depth: usize,
    /// May the equation of a function that always returns be used for a call that is not made?
    pub(crate) trusted: bool,
}

impl Theory<'_> {
    /// The terms without calls, and what holds of what stands for the calls.
    pub(crate) fn flatten(&self, pool: &mut Pool, terms: &[TermId]) -> (Vec<TermId>, Vec<TermId>) {
        if self.definitions.is_empty() {
            return (terms.to_vec(), Vec::new());
        }
        let mut all = terms.to_vec();
        all.extend(self.definitions.facts(pool, terms, self.depth, self.trusted));
        let (mut flat, mut facts) = Flat::default().flatten(pool, self.definitions, &all);
        facts.extend(flat.split_off(terms.len()));
        (flat, facts)
    }

    /// What holds when the step is taken.
    pub(crate) fn premises(&self, step: &Step, invariants: &Invariants) -> Vec<TermId> {
        let mut premises = self.background.clone();
        premises.extend(invariants[&step.from].iter().copied());
        premises.push(step.condition);
        premises
    }
}

/// The largest inductive subset.
pub(crate) fn strengthen(
    pool: &mut Pool,
    product: &Product,
    mut candidates: Invariants,
    theory: &Theory<'_>,
    deadline: Instant,
) -> Option<Invariants> {
    let mut solver = theory.logic.solver();
    let steps = (0..product.steps.len()).rev().collect();
    let is_stable = until_stable(steps, deadline, |index: &usize| {
        let step = &product.steps[*index];
        let before = candidates[&step.to].len();
        let kept = kept_by(pool, &mut solver, step, &candidates, theory, deadline);
        if kept.len() == before {
            return Vec::new();
        }
        candidates.insert(step.to, kept);
        // What leaves that pair rests on less now.
        let rests_on_it = |other: &usize| product.steps[*other].from == step.to;
        (0..product.steps.len()).filter(rests_on_it).collect()
    });
    is_stable.then_some(candidates)
}

/// The candidates at the end of a step that follow from those at its start.
fn kept_by(
    pool: &mut Pool,
    solver: &mut Solver,
    step: &Step,
    candidates: &Invariants,
    theory: &Theory<'_>,
    deadline: Instant,
) -> Vec<TermId> {
    if candidates[&step.to].is_empty() {
        return Vec::new();
    }
    let mut terms: Vec<TermId> =
        candidates[&step.to].iter().map(|term| pool.substitute(*term, &step.updates)).collect();
    let count = terms.len();
    terms.extend(theory.premises(step, candidates));
    let (mut terms, facts) = theory.flatten(pool, &terms);
    let mut premises = terms.split_off(count);
    premises.extend(facts);
    equalities::merge(pool, &mut premises, &mut terms);
    let after = candidates[&step.to].iter().copied().zip(terms).collect();
    solver.retract_to(0);
    premises.iter().for_each(|term| solver.assume(*term));
    let patience = Patience { together: PATIENCE, alone: PATIENCE, each: Duration::MAX, deadline };
    surviving(pool, solver, after, &patience).into_iter().map(|(term, _)| term).collect()
}

/// Adds those of the candidates that hold at the start of a loop and are kept by its turns, each by
/// itself with what is known to hold. The others may need each other, and are left out.
pub(crate) fn add_each(
    pool: &mut Pool,
    product: &Product,
    invariants: &mut Invariants,
    candidates: &Invariants,
    theory: &Theory<'_>,
    deadline: Instant,
) {
    const MOST: usize = 40;
    let mut solver = theory.logic.solver();
    for at in &product.pairs {
        for candidate in candidates.get(at).into_iter().flatten().take(MOST) {
            let holds = product.steps.iter().filter(|step| step.to == *at).all(|step| {
                let mut terms = vec![pool.substitute(*candidate, &step.updates)];
                terms.extend(theory.premises(step, invariants));
                terms.extend((step.from == *at).then_some(*candidate));
                let (mut terms, facts) = theory.flatten(pool, &terms);
                let mut premises = terms.split_off(1);
                premises.extend(facts);
                equalities::merge(pool, &mut premises, &mut terms);
                Instant::now() < deadline && solver.proves(pool, &premises, terms[0], Effort { time: PATIENCE / 2 })
            });
            if holds {
                invariants.entry(*at).or_default().push(*candidate);
            }
        }
    }
}

/// Proves once more, with a fresh solver and one plain question each, that the invariants hold at
/// the start, after every step, and imply the goals.
pub(crate) fn certify(
    pool: &mut Pool,
    product: &Product,
    invariants: &Invariants,
    goals: &[(PairId, TermId)],
    theory: &Theory<'_>,
) -> Result<(), PairId> {
    let start = product.pairs[0];
    if !invariants[&start].is_empty() {
        return Err(start);
    }
    let mut solver = theory.logic.solver();
    let mut holds = |pool: &mut Pool, premises: &[TermId], goal: TermId| {
        let negated = pool.not(goal);
        if pool.as_bool(negated) == Some(false) {
            return true;
        }
        let mut terms = premises.to_vec();
        terms.push(negated);
        let (mut terms, facts) = theory.flatten(pool, &terms);
        terms.extend(facts);
        equalities::merge(pool, &mut terms, &mut []);
        solver.refutes(pool, &terms, Effort { time: 4 * PATIENCE })
    };
    for step in &product.steps {
        let premises = theory.premises(step, invariants);
        for invariant in &invariants[&step.to] {
            let after = pool.substitute(*invariant, &step.updates);
            if !holds(pool, &premises, after) {
                return Err(step.to);
            }
        }
    }
    for (pair, goal) in goals {
        let mut premises: Vec<TermId> = theory.background.clone();
        premises.extend(invariants[pair].iter().copied());
        if !holds(pool, &premises, *goal) {
            return Err(*pair);
        }
    }
    Ok(())
}
