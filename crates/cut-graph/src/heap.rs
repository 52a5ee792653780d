//! What is left of the heap when only what can still be reached counts.

use std::collections::BTreeMap;

use equiv::{Problem, Side};
use rustc_hash::FxHashSet;
use semantics::{Machine, SymOutcome};
use term::{Node, Pool, TermId};
use value::{Op, Sort, SortKind, Symbol, Value};

/// Removes what no live value refers to from the heap, if all is known that is referred to. The
/// first `kept` objects count as referred to.
pub fn drop_garbage(
    problem: &Problem,
    side: Side,
    pool: &mut Pool,
    machine: &mut Machine,
    outcome: Option<&SymOutcome>,
    kept: u32,
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
    work.extend(outcome.into_iter().flat_map(SymOutcome::terms));
    let mut reached: FxHashSet<(Symbol, u32)> = FxHashSet::default();
    for (slot, kind) in &heap_slots {
        let (_, writes) = pool.constant_writes(machine.cells[*slot]);
        for (key, value) in writes {
            let Value::Ref(number) = key else { continue };
            if number <= kept {
                reached.insert((*kind, number));
                work.push(value);
            }
        }
    }
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

/// Writes what a call made of the objects that it saw, and the objects that it made, into all that
/// there are.
pub fn update(pool: &mut Pool, whole: TermId, seen: TermId, made: TermId) -> TermId {
    let Some(key_sort) = reference_sort(pool, whole) else { return made };
    // What holds the default is no write.
    let mut keys: Vec<Value> = pool.constant_writes(seen).1.into_keys().collect();
    keys.extend(pool.constant_writes(made).1.into_keys());
    let mut map = whole;
    for key in keys {
        let key = pool.constant(key, key_sort);
        let value = pool.app(Op::Select, &[made, key]);
        map = pool.app(Op::Store, &[map, key, value]);
    }
    map
}

/// Gives the objects made since there were that many the next numbers in the order in which the
/// outcome and the cells refer to them. Is that possible?
pub fn number_newer(pool: &mut Pool, machine: &mut Machine, outcome: &mut SymOutcome, references: u32) -> bool {
    let mut numbers: Vec<u32> = Vec::new();
    let mut roots: Vec<TermId> = outcome.terms().collect();
    let mut newer: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
    for cell in machine.cells.clone() {
        if reference_sort(pool, cell).is_none() {
            roots.push(cell);
            continue;
        }
        for (key, value) in pool.constant_writes(cell).1 {
            match key {
                Value::Ref(number) if number > references => newer.entry(number).or_default().push(value),
                _ => roots.push(value),
            }
        }
    }
    roots.reverse();
    while let Some(term) = roots.pop() {
        let mut found = FxHashSet::default();
        if !semantics::compare::collect_references(pool, term, &mut found) {
            return false;
        }
        let mut found: Vec<u32> = found.into_iter().map(|(_, number)| number).filter(|n| *n > references).collect();
        found.sort_unstable();
        for number in found {
            if !numbers.contains(&number) {
                numbers.push(number);
                roots.extend(newer.get(&number).into_iter().flatten());
            }
        }
    }
    let next = |number: u32| match numbers.iter().position(|known| *known == number) {
        Some(index) => references + 1 + index as u32,
        None => number,
    };
    let mut is_possible = true;
    let mut renumbered = |pool: &mut Pool, term: TermId| {
        let changed = renumber(pool, term, &next);
        is_possible &= changed.is_some();
        changed.unwrap_or(term)
    };
    outcome.terms_mut().for_each(|term| *term = renumbered(pool, *term));
    machine.cells.iter_mut().for_each(|cell| *cell = renumbered(pool, *cell));
    machine.references = references + numbers.len() as u32;
    is_possible
}

/// The term with other numbers for its references; `None`: some are where they cannot be changed.
pub fn renumber(pool: &mut Pool, term: TermId, next: &dyn Fn(u32) -> u32) -> Option<TermId> {
    if let Some(key_sort) = reference_sort(pool, term) {
        let (base, writes) = pool.constant_writes(term);
        let mut map = base;
        for (key, value) in writes {
            let Value::Ref(number) = key else { return None };
            let (key, value) = (pool.constant(Value::Ref(next(number)), key_sort), renumber(pool, value, next)?);
            map = pool.app(Op::Store, &[map, key, value]);
        }
        return Some(map);
    }
    let mut found = FxHashSet::default();
    semantics::compare::collect_references(pool, term, &mut found);
    if found.iter().all(|(_, number)| next(*number) == *number) {
        return Some(term);
    }
    let sort = pool.sort(term);
    match pool.node(term).clone() {
        Node::Var(_) => Some(term),
        Node::Const(value) => Some(pool.constant(renumber_value(&value, next)?, sort)),
        Node::App(op, args) => {
            let args: Option<Vec<TermId>> = args.iter().map(|arg| renumber(pool, *arg, next)).collect();
            Some(pool.app(op, &args?))
        }
    }
}

fn renumber_value(value: &Value, next: &dyn Fn(u32) -> u32) -> Option<Value> {
    let all = |values: &[Value]| values.iter().map(|value| renumber_value(value, next)).collect::<Option<Vec<_>>>();
    match value {
        Value::Ref(number) => Some(Value::Ref(next(*number))),
        Value::Seq(elements) => Some(Value::seq(all(elements)?)),
        Value::Data(ctor, fields) => Some(Value::Data(*ctor, all(fields)?.into())),
        Value::Map(_) => None,
        plain => Some(plain.clone()),
    }
}

/// The sort of the references that the map's keys are, if it is such a map.
fn reference_sort(pool: &Pool, map: TermId) -> Option<Sort> {
    let SortKind::Map(key, _) = *pool.sort(map).kind() else { return None };
    matches!(key.kind(), SortKind::Ref(_)).then_some(key)
}
