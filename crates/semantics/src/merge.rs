//! Several states as one: where ways meet, values are chosen by the conditions under which they were gone.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use term::{Pool, TermId};
use value::{Op, SortKind, Value};

use crate::parts::choose_between_sums;

/// A state that is reached under a condition: its terms, in a fixed order.
#[derive(Clone, Debug)]
pub struct Guarded {
    pub guard: TermId,
    pub terms: Vec<TermId>,
    /// How many ways lead to it.
    pub ways: u64,
    /// The objects that the code made on some way to it.
    pub made: BTreeSet<u32>,
}

impl Guarded {
    /// What one way leads to.
    pub fn one(guard: TermId, terms: Vec<TermId>) -> Guarded {
        Guarded { guard, terms, ways: 1, made: BTreeSet::new() }
    }
}

/// How conditions were split, so that they can be put together again.
#[derive(Default)]
pub struct Guards {
    splits: FxHashMap<TermId, (TermId, TermId)>,
    /// Is it noted where values of different kinds become one?
    pub keeps_kinds: bool,
    /// It was so.
    pub is_mixed: bool,
}

impl Guards {
    /// The part of the guard in which the condition holds.
    pub fn split(&mut self, pool: &mut Pool, guard: TermId, condition: TermId) -> TermId {
        let both = pool.and(guard, condition);
        if both != guard && pool.as_bool(both).is_none() {
            self.splits.insert(both, (guard, condition));
        }
        both
    }

    /// What two guards are the parts of, and the condition of the first, if they are the two parts of one.
    fn parent(&self, pool: &mut Pool, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let (parent, x) = *self.splits.get(&a)?;
        let (other, y) = *self.splits.get(&b)?;
        (parent == other && pool.not(x) == y).then_some((parent, x))
    }

    /// All states as one, whose guards exclude each other; `None` if none is reached.
    pub fn merge(&mut self, pool: &mut Pool, mut states: Vec<Guarded>) -> Option<Guarded> {
        states.retain(|state| pool.as_bool(state.guard) != Some(false));
        while let Some((first, second, parent, condition)) = self.parts(pool, &states) {
            let of_second = states.remove(second);
            let of_first = states.remove(first);
            states.insert(first, self.join(pool, parent, condition, of_first, of_second));
        }
        let mut merged = states.pop()?;
        // The last state's terms stand where no other is reached.
        while let Some(state) = states.pop() {
            let (guard, condition) = (pool.or(state.guard, merged.guard), state.guard);
            merged = self.join(pool, guard, condition, state, merged);
        }
        Some(merged)
    }

    /// Two of the states that are the parts of one guard.
    fn parts(&self, pool: &mut Pool, states: &[Guarded]) -> Option<(usize, usize, TermId, TermId)> {
        for second in (1..states.len()).rev() {
            for first in (0..second).rev() {
                if let Some((parent, condition)) = self.parent(pool, states[first].guard, states[second].guard) {
                    return Some((first, second, parent, condition));
                }
            }
        }
        None
    }

    fn join(&mut self, pool: &mut Pool, guard: TermId, condition: TermId, a: Guarded, b: Guarded) -> Guarded {
        let choosing = Choosing { condition, unshared: a.made.symmetric_difference(&b.made).copied().collect() };
        let terms = a.terms.iter().zip(&b.terms).map(|(a, b)| self.choose(pool, &choosing, *a, *b)).collect();
        Guarded { guard, terms, ways: a.ways.saturating_add(b.ways), made: &a.made | &b.made }
    }

    fn choose(&mut self, pool: &mut Pool, choosing: &Choosing, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        self.is_mixed |= self.keeps_kinds && choosing.mixes(pool, a, b);
        choosing.choose(pool, a, b)
    }
}

/// Writes of two maps that are looked at one by one.
const MOST_WRITES: usize = 64;

/// The first where the condition holds, else the second.
struct Choosing {
    condition: TermId,
    /// Objects that were made on the way of the one or of the other, but not on both. Nobody knows an object of a way
    /// that was not gone. One that both know may be written on one of them alone, and one that holds what all objects
    /// hold at first is as if never written.
    unshared: BTreeSet<u32>,
}

impl Choosing {
    fn choose(&self, pool: &mut Pool, a: TermId, b: TermId) -> TermId {
        let key = match *pool.sort(a).kind() {
            SortKind::Map(key, _) => key,
            SortKind::Data(_) => return self.choose_fields(pool, a, b),
            _ => {
                let of_sums = choose_between_sums(pool, self.condition, a, b);
                return of_sums.unwrap_or_else(|| pool.ite(self.condition, a, b));
            }
        };
        let (base, writes_a) = pool.constant_writes(a);
        let (base_b, writes_b) = pool.constant_writes(b);
        if base != base_b || writes_a.len().max(writes_b.len()) > MOST_WRITES {
            return pool.ite(self.condition, a, b);
        }
        // One map with writes to constant keys: it is chosen what is written.
        let mut map = base;
        let keys: BTreeSet<&Value> = writes_a.keys().chain(writes_b.keys()).collect();
        for at in keys {
            let key = pool.constant(at.clone(), key);
            let value = match (writes_a.get(at), writes_b.get(at)) {
                (Some(only), None) | (None, Some(only)) if self.is_unshared(at) => *only,
                _ => {
                    let (x, y) = (pool.app(Op::Select, &[a, key]), pool.app(Op::Select, &[b, key]));
                    if x == y { x } else { self.choose(pool, x, y) }
                }
            };
            map = pool.app(Op::Store, &[map, key, value]);
        }
        map
    }

    /// Values of one kind, field by field.
    fn choose_fields(&self, pool: &mut Pool, a: TermId, b: TermId) -> TermId {
        match (pool.as_construct(a), pool.as_construct(b)) {
            (Some((x, fields_x)), Some((y, fields_y))) if x == y => {
                let fields = fields_x.iter().zip(&fields_y);
                let fields: Vec<TermId> =
                    fields.map(|(a, b)| if a == b { *a } else { self.choose(pool, *a, *b) }).collect();
                pool.app(Op::Construct(x), &fields)
            }
            _ => pool.ite(self.condition, a, b),
        }
    }

    fn is_unshared(&self, at: &Value) -> bool {
        matches!(at, Value::Ref(number) if self.unshared.contains(number))
    }

    /// Are they different objects, different code, or values of different kinds, or may they be? What is known of
    /// each would not be known of a choice between them.
    fn mixes(&self, pool: &mut Pool, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        match *pool.sort(a).kind() {
            SortKind::Ref(_) => true,
            SortKind::Atom => pool.as_const(a).is_some() || pool.as_const(b).is_some(),
            SortKind::Data(_) => match (pool.as_construct(a), pool.as_construct(b)) {
                (Some((x, fields_x)), Some((y, fields_y))) => {
                    x != y || fields_x.iter().zip(&fields_y).any(|(a, b)| self.mixes(pool, *a, *b))
                }
                (None, None) => false,
                _ => true,
            },
            SortKind::Seq(element) if matches!(element.kind(), SortKind::Data(_) | SortKind::Ref(_)) => {
                match (pool.as_elements(a), pool.as_elements(b)) {
                    (Some(x), Some(y)) => x.len() != y.len() || x.iter().zip(&y).any(|(a, b)| self.mixes(pool, *a, *b)),
                    _ => false,
                }
            }
            SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)) => self.mixes_contents(pool, a, b),
            _ => false,
        }
    }

    fn mixes_contents(&self, pool: &mut Pool, a: TermId, b: TermId) -> bool {
        let (base, writes_a) = pool.constant_writes(a);
        let (base_b, writes_b) = pool.constant_writes(b);
        if base != base_b || writes_a.len().max(writes_b.len()) > MOST_WRITES {
            return true;
        }
        let SortKind::Map(key, _) = *pool.sort(a).kind() else { return true };
        let keys: Vec<&Value> = writes_a.keys().chain(writes_b.keys()).collect();
        keys.into_iter().any(|at| {
            if self.is_unshared(at) {
                return false;
            }
            let key = pool.constant(at.clone(), key);
            let (x, y) = (pool.app(Op::Select, &[a, key]), pool.app(Op::Select, &[b, key]));
            self.mixes(pool, x, y)
        })
    }
}

/// Objects that a summary's own code makes have numbers from here on.
pub(crate) const FIRST_NEW: u32 = 1 << 30;
