//! Several states as one: where ways meet, values are chosen by the conditions under which they were gone.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Pool, TermId};

use crate::machine::Machine;

/// A state that is reached under a condition: its terms, in a fixed order.
#[derive(Clone, Debug)]
pub struct Guarded {
    pub guard: TermId,
    pub terms: Vec<TermId>,
}

/// How conditions were split, so that they can be put together again.
#[derive(Default)]
pub struct Guards {
    splits: FxHashMap<TermId, (TermId, TermId)>,
}

impl Guards {
    /// The part of the guard in which the condition holds.
    pub fn split(&mut self, pool: &mut Pool, guard: TermId, condition: TermId) -> TermId {
        let both = pool.and(guard, condition);
        self.splits.insert(both, (guard, condition));
        both
    }

    /// One of two conditions that exclude each other.
    fn either(&self, pool: &mut Pool, a: TermId, b: TermId) -> TermId {
        if let (Some((parent, x)), Some((other, y))) = (self.splits.get(&a), self.splits.get(&b))
            && parent == other
            && pool.not(*x) == *y
        {
            return *parent;
        }
        pool.or(a, b)
    }

    /// All states as one, whose guards exclude each other; `None` if none is reached.
    pub fn merge(&self, pool: &mut Pool, mut states: Vec<Guarded>) -> Option<Guarded> {
        states.retain(|state| pool.as_bool(state.guard) != Some(false));
        let mut merged = states.pop()?;
        // The last state's terms stand where no other is reached.
        while let Some(state) = states.pop() {
            for (term, other) in merged.terms.iter_mut().zip(&state.terms) {
                *term = pool.ite(state.guard, *other, *term);
            }
            merged.guard = self.either(pool, merged.guard, state.guard);
        }
        Some(merged)
    }
}

/// Two states of one version as one: the first where the condition holds, else the second. `None`: they do not
/// stand at one place, or differ in what no term says.
pub fn merge(pool: &mut Pool, condition: TermId, then: &Machine, otherwise: &Machine) -> Option<Machine> {
    let mut merged = then.at_same_place(otherwise)?;
    for (term, other) in merged.terms_mut().zip(otherwise.terms()) {
        // Where the sorts differ, one of them was never set: nobody reads it.
        if pool.sort(*term) == pool.sort(other) {
            *term = pool.ite(condition, *term, other);
        }
    }
    Some(merged)
}

/// Are both the same, or is there none?
pub(crate) fn is_one<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}
