//! Could what was seen happen at all?
//!
//! A run is one in some world: there, all that the source says of its functions and constants holds. What a run reads of
//! these are inputs, and the axioms about them are assumed where it begins; what it does not read need not be known. So a
//! run is possible unless there is no world at all, because axioms contradict each other, or none with as many things of a
//! type as the run tells apart: `axiom (forall x, y: T :: x == y);`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use equiv::{Counterexample, Coverage, Gap, Side, Why};
use smt::{Effort, Logic};
use value::{Sort, SortKind, Value};

use crate::Run;

/// Patience for one question.
const PATIENCE: Duration = Duration::from_millis(300);

/// Things that a run tells apart, by type.
type Things = BTreeMap<String, (Sort, BTreeSet<u32>)>;

impl Run<'_> {
    /// What was found, without differences that no world shows.
    pub(crate) fn in_some_world(&self, mut coverage: Coverage) -> Coverage {
        if coverage.differs.is_empty() {
            return coverage;
        }
        if let Some(side) = *self.contradicts.get_or_init(|| self.contradiction()) {
            coverage.differs.clear();
            coverage.open.push(Gap::nowhere(Why::AxiomsContradict(side)));
            return coverage;
        }
        coverage.differs.retain(|found| !self.is_excluded(found));
        if coverage.differs.is_empty() {
            coverage.open.push(Gap::nowhere(Why::AxiomsExclude));
        }
        coverage
    }

    pub(crate) fn is_contradiction(&self, coverage: &Coverage) -> bool {
        coverage.open.iter().any(|gap| matches!(gap.why, Why::AxiomsContradict(_)))
    }

    /// The version that is said of what cannot be.
    fn contradiction(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.has_no_world(*side, &Things::new()))
    }

    fn is_excluded(&self, found: &Counterexample) -> bool {
        let mut things = Things::new();
        let inputs = self.problem.inputs().map(|(_, sort)| sort).zip(found.inputs());
        let choices = found.choices().iter().map(|(sort, value)| (*sort, value));
        inputs.chain(choices).for_each(|(sort, value)| note(sort, value, &mut things));
        things.retain(|_, (_, numbers)| numbers.len() > 1);
        !things.is_empty() && Side::BOTH.into_iter().any(|side| self.has_no_world(side, &things))
    }

    /// Is it shown that nowhere there are these things, all different, and what is said of that version holds?
    fn has_no_world(&self, side: Side, things: &Things) -> bool {
        let world = &self.problem.program(side).world;
        if world.is_empty() {
            return false;
        }
        let logic = Logic { axioms: world.as_slice().into(), ..self.logic() };
        let (mut pool, mut solver) = (logic.pool(), logic.solver());
        // Something has to be asked for the axioms to be looked at.
        let mut asked = vec![pool.fresh("nothing", Sort::bool())];
        for (sort, numbers) in things.values() {
            let all: Vec<_> = numbers.iter().map(|number| pool.fresh(&format!("thing{number}"), *sort)).collect();
            for (position, thing) in all.iter().enumerate() {
                for other in &all[position + 1..] {
                    let equal = pool.eq(*thing, *other);
                    asked.push(pool.not(equal));
                }
            }
        }
        solver.refutes(&mut pool, &asked, Effort { time: PATIENCE })
    }
}

/// The things of types of which nothing is known that the value has in it.
fn note(sort: Sort, value: &Value, things: &mut Things) {
    match (sort.kind(), value) {
        (SortKind::Opaque(_), Value::Opaque(number)) => {
            things.entry(sort.to_string()).or_insert_with(|| (sort, BTreeSet::new())).1.insert(*number);
        }
        (SortKind::Map(key, of), Value::Map(map)) => {
            note(*of, map.default_value(), things);
            for (at, value) in map.entries() {
                note(*key, at, things);
                note(*of, value, things);
            }
        }
        (SortKind::Seq(of), Value::Seq(elements)) => elements.iter().for_each(|element| note(*of, element, things)),
        (SortKind::Data(datatype), Value::Data(index, fields)) => {
            let sorts = datatype.ctors()[*index as usize].fields.iter().map(|(_, sort)| *sort);
            sorts.zip(fields.iter()).for_each(|(sort, field)| note(sort, field, things));
        }
        _ => {}
    }
}
