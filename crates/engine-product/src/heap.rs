//! What is left of the heap when only what can still be reached counts.

use equiv::{Problem, Side};
use rustc_hash::FxHashSet;
use semantics::{Machine, SymOutcome};
use term::{Pool, TermId};
use value::{Op, SortKind, Symbol, Value};

/// Removes what no live value refers to from the heap, if all is known that is referred to.
pub(crate) fn drop_garbage(
    problem: &Problem,
    side: Side,
    pool: &mut Pool,
    machine: &mut Machine,
    outcome: Option<&SymOutcome>,
) -> bool {
    let heap_slots: Vec<(usize, Symbol)> = problem
        .program(side)
        .cells
        .iter()
        .filter_map(|(id, cell)| {
            let SortKind::Map(key, _) = cell.sort.kind() else { return None };
            let SortKind::Ref(kind) = key.kind() else { return None };
            let is_heap = cell.role == ir::CellRole::Heap;
            is_heap.then(|| (problem.matching.slot(side, id).0, *kind))
        })
        .collect();
    let is_heap = |slot: usize| heap_slots.iter().any(|(heap, _)| *heap == slot);
    let values = machine.terms().count() - machine.cells.len();
    let mut work: Vec<TermId> = machine.terms().take(values).collect();
    work.extend(machine.cells.iter().enumerate().filter(|(slot, _)| !is_heap(*slot)).map(|(_, term)| *term));
    match outcome {
        Some(SymOutcome::Returned(values)) => work.extend(values.iter().copied()),
        Some(SymOutcome::Raised(value)) => work.push(*value),
        Some(SymOutcome::Trapped) | None => {}
    }
    let mut reached: FxHashSet<(Symbol, u32)> = FxHashSet::default();
    let mut is_complete = true;
    while let Some(term) = work.pop() {
        let mut found = FxHashSet::default();
        is_complete &= semantics::compare::collect_references(pool, term, &mut found);
        let mut found: Vec<(Symbol, u32)> = found.into_iter().collect();
        found.sort_unstable();
        for (kind, number) in found {
            if !reached.insert((kind, number)) {
                continue;
            }
            for (slot, _) in heap_slots.iter().filter(|(_, heap)| *heap == kind) {
                let (_, writes) = pool.constant_writes(machine.cells[*slot]);
                work.extend(writes.get(&Value::Ref(number)));
            }
        }
    }
    if !is_complete {
        return false;
    }
    for (slot, kind) in heap_slots {
        let SortKind::Map(key_sort, _) = *pool.sort(machine.cells[slot]).kind() else { continue };
        let (base, writes) = pool.constant_writes(machine.cells[slot]);
        let mut map = base;
        for (key, value) in writes {
            let Value::Ref(number) = key else { continue };
            if reached.contains(&(kind, number)) {
                let key = pool.constant(Value::Ref(number), key_sort);
                map = pool.app(Op::Store, &[map, key, value]);
            }
        }
        machine.cells[slot] = map;
    }
    true
}

/// Writes what a call made of the objects that it could reach into all that there are.
pub(crate) fn update(pool: &mut Pool, whole: TermId, made: TermId) -> TermId {
    let SortKind::Map(key_sort, _) = *pool.sort(whole).kind() else { return made };
    let SortKind::Ref(_) = key_sort.kind() else { return made };
    let (_, writes) = pool.constant_writes(made);
    let mut map = whole;
    for (key, value) in writes {
        let key = pool.constant(key, key_sort);
        map = pool.app(Op::Store, &[map, key, value]);
    }
    map
}

/// Does the cell hold a reference to an object made since there were that many?
pub(crate) fn refers_to_newer(pool: &mut Pool, cell: TermId, references: u32) -> bool {
    let held: Vec<TermId> = match pool.sort(cell).kind() {
        SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)) => {
            let (_, writes) = pool.constant_writes(cell);
            writes.into_values().collect()
        }
        _ => vec![cell],
    };
    let mut found = FxHashSet::default();
    let is_complete = held.iter().all(|term| semantics::compare::collect_references(pool, *term, &mut found));
    !is_complete || found.iter().any(|(_, number)| *number > references)
}

/// Removes the objects made since there were that many, if the outcome refers to none of them.
pub(crate) fn drop_newer(pool: &mut Pool, machine: &mut Machine, outcome: &SymOutcome, references: u32) {
    let values: Vec<TermId> = match outcome {
        SymOutcome::Returned(values) => values.to_vec(),
        SymOutcome::Raised(value) => vec![*value],
        SymOutcome::Trapped => Vec::new(),
    };
    let mut found = FxHashSet::default();
    for value in values {
        semantics::compare::collect_references(pool, value, &mut found);
    }
    if machine.references == references || found.iter().any(|(_, number)| *number > references) {
        return;
    }
    for slot in 0..machine.cells.len() {
        let SortKind::Map(key_sort, _) = *pool.sort(machine.cells[slot]).kind() else { continue };
        let SortKind::Ref(_) = key_sort.kind() else { continue };
        let (base, writes) = pool.constant_writes(machine.cells[slot]);
        let mut map = base;
        for (key, value) in writes {
            if matches!(key, Value::Ref(number) if number <= references) {
                let key = pool.constant(key, key_sort);
                map = pool.app(Op::Store, &[map, key, value]);
            }
        }
        machine.cells[slot] = map;
    }
    machine.references = references;
}
