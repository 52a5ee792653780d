//! When two versions' states are the same, as a condition.
//!
//! References are compared by a one-to-one relation between the two heaps, built while values are
//! compared. Every pair that enters it adds the condition that the contents agree, whatever the
//! path to it was: so the condition says too much rather than too little.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use equiv::observe::has_references;
use equiv::{Problem, Side};
use ir::CellRole;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId};
use value::{Op, Sort, SortKind, Symbol, Value};

use crate::machine::{Machine, SymCall, SymOutcome};
use crate::outside::Object;

/// Which heap slot holds what kind of reference's contents.
pub struct Heaps {
    /// Slot and element sort, by kind; those both versions have.
    by_kind: BTreeMap<Symbol, Vec<(usize, Sort)>>,
    /// Slots that one version has: an object that is in both has nothing there.
    one_sided: BTreeMap<Symbol, Vec<(Side, usize, Sort)>>,
    /// Slots of other cells that both versions have, with their role.
    plain: Vec<(usize, Sort, CellRole)>,
    /// Slots that only the new version has.
    pub only_new: Vec<usize>,
    /// Atoms that stand for different code in the two versions.
    changed_code: FxHashSet<Symbol>,
    /// Atoms that stand for the same code in both versions, with the slots that it reads.
    code_reads: FxHashMap<Symbol, Vec<usize>>,
}

impl Heaps {
    pub fn new(problem: &Problem) -> Heaps {
        let slots = |side: Side| -> FxHashMap<usize, (Sort, CellRole)> {
            let cells = problem.program(side).cells.iter();
            cells.map(|(id, cell)| (problem.matching.slot(side, id).0, (cell.sort, cell.role))).collect()
        };
        let (old, new) = (slots(Side::Old), slots(Side::New));
        let changed_code = problem.matching.changed_code().clone();
        let mut heaps = Heaps {
            by_kind: BTreeMap::new(),
            one_sided: BTreeMap::new(),
            plain: Vec::new(),
            only_new: Vec::new(),
            changed_code,
            code_reads: problem
                .matching
                .code_reads()
                .iter()
                .map(|(atom, slots)| (*atom, slots.iter().map(|slot| slot.0).collect()))
                .collect(),
        };
        for slot in 0..problem.matching.slots() {
            if let Some((sides, kind, element)) = heap_slot(old.get(&slot), new.get(&slot)) {
                match sides {
                    None => heaps.by_kind.entry(kind).or_default().push((slot, element)),
                    Some(side) => heaps.one_sided.entry(kind).or_default().push((side, slot, element)),
                }
            }
            match (old.get(&slot), new.contains_key(&slot)) {
                (Some((_, CellRole::Heap)), true) => {}
                (Some((sort, role)), true) => heaps.plain.push((slot, *sort, *role)),
                (None, true) => heaps.only_new.push(slot),
                (_, false) => {}
            }
        }
        heaps
    }
}

/// The kind of reference and the sort of the contents of a heap's slot, and the side that alone has
/// it.
fn heap_slot(old: Option<&(Sort, CellRole)>, new: Option<&(Sort, CellRole)>) -> Option<(Option<Side>, Symbol, Sort)> {
    let (side, (sort, role)) = match (old, new) {
        (Some(cell), Some(_)) => (None, cell),
        (Some(cell), None) => (Some(Side::Old), cell),
        (None, Some(cell)) => (Some(Side::New), cell),
        (None, None) => return None,
    };
    let SortKind::Map(key, element) = sort.kind() else { return None };
    match key.kind() {
        SortKind::Ref(kind) if *role == CellRole::Heap => Some((side, *kind, *element)),
        _ => None,
    }
}

/// Builds the condition that two states are alike.
pub struct Comparison<'a> {
    pool: &'a mut Pool,
    heaps: &'a Heaps,
    old: &'a [TermId],
    new: &'a [TermId],
    /// References up to this number are the same objects in both.
    shared: u32,
    new_of: FxHashMap<(Symbol, u32), u32>,
    old_of: FxHashMap<(Symbol, u32), u32>,
    pending: Vec<(Symbol, u32, u32)>,
    /// Is what leaves the program compared, not what it goes on with?
    observing: bool,
    /// Code that is the same in both versions and that an observer gets hold of.
    given_away: FxHashSet<Symbol>,
    /// Is the condition so far also necessary?
    is_exact: bool,
    /// Conditions that are taken to hold, or not to.
    taken: FxHashMap<TermId, bool>,
    /// A condition on which it hangs which object a reference is.
    open: Option<TermId>,
}

impl<'a> Comparison<'a> {
    fn new(pool: &'a mut Pool, heaps: &'a Heaps, old: &'a [TermId], new: &'a [TermId], shared: u32) -> Self {
        let (new_of, old_of) = (FxHashMap::default(), FxHashMap::default());
        Comparison {
            pool,
            heaps,
            old,
            new,
            shared,
            new_of,
            old_of,
            pending: Vec::new(),
            observing: false,
            given_away: FxHashSet::default(),
            is_exact: true,
            taken: FxHashMap::default(),
            open: None,
        }
    }

    /// Does the value, as it is written, hold code that is not the same in both versions? The
    /// program may go on with it, as it will be told apart when it is called; an observer cannot.
    /// Other code that it holds is remembered.
    fn gives_away_changed_code(&mut self, term: TermId) -> bool {
        if !self.observing || (self.heaps.changed_code.is_empty() && self.heaps.code_reads.is_empty()) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.pool.node(term) {
                // A loop's variable stands for whatever code it may hold.
                Node::Var(_) => {
                    if may_hold_atoms(self.pool.sort(term)) {
                        if !self.heaps.changed_code.is_empty() {
                            return true;
                        }
                        self.given_away.extend(self.heaps.code_reads.keys());
                    }
                }
                Node::Const(value) => {
                    if holds_atom(value, &|atom| self.heaps.changed_code.contains(&atom)) {
                        return true;
                    }
                    let held = self.heaps.code_reads.keys();
                    self.given_away.extend(held.filter(|code| holds_atom(value, &|atom| atom == **code)));
                }
                Node::App(_, args) => work.extend_from_slice(args),
            }
        }
        false
    }

    /// Two values of one sort.
    fn same(&mut self, a: TermId, b: TermId) -> TermId {
        if self.gives_away_changed_code(a) || self.gives_away_changed_code(b) {
            self.is_exact = false;
            return self.pool.bool(false);
        }
        let sort = self.pool.sort(a);
        if !has_references(sort) || (a == b && largest_reference(self.pool, a) <= self.shared) {
            return self.pool.eq(a, b);
        }
        if let SortKind::Ref(kind) = sort.kind() {
            let (Some(Value::Ref(x)), Some(Value::Ref(y))) = (self.pool.as_const(a), self.pool.as_const(b)) else {
                return self.by_cases(a, b);
            };
            let (x, y) = (*x, *y);
            let same = self.same_reference(*kind, x, y);
            return self.pool.bool(same);
        }
        if let (Some((x, fields_x)), Some((y, fields_y))) = (self.pool.as_construct(a), self.pool.as_construct(b)) {
            if x != y {
                return self.pool.bool(false);
            }
            let mut all = self.pool.bool(true);
            for (x, y) in fields_x.iter().zip(&fields_y) {
                let one = self.same(*x, *y);
                all = self.pool.and(all, one);
            }
            return all;
        }
        if let (Some(x), Some(y)) = (self.pool.as_elements(a), self.pool.as_elements(b)) {
            if x.len() != y.len() {
                return self.pool.bool(false);
            }
            let mut all = self.pool.bool(true);
            for (x, y) in x.iter().zip(&y) {
                let one = self.same(*x, *y);
                all = self.pool.and(all, one);
            }
            return all;
        }
        if a == b {
            // The same expression; its references must be the same objects, each to itself, also
            // those that it does not yield.
            self.is_exact = false;
            let mut references = FxHashSet::default();
            collect_references(self.pool, a, &mut references);
            let mut references: Vec<(Symbol, u32)> = references.into_iter().collect();
            references.sort_unstable();
            let all = references.into_iter().all(|(kind, number)| self.same_reference(kind, number, number));
            return self.pool.bool(all);
        }
        if let SortKind::Map(key, _) = *sort.kind()
            && let Some(same) = self.same_map(a, b, key)
        {
            return same;
        }
        if let (Some(parts_a), Some(parts_b)) = (concat_parts(self.pool, a), concat_parts(self.pool, b))
            && parts_a.len() == parts_b.len()
        {
            let are_as_long = parts_a.iter().zip(&parts_b).all(|(x, y)| self.pool.seq_len(*x) == self.pool.seq_len(*y));
            if !are_as_long {
                if holds_no_reference(self.pool, a) && holds_no_reference(self.pool, b) {
                    return self.pool.eq(a, b);
                }
                // Piece by piece is enough, though not necessary.
                self.is_exact = false;
            }
            let mut all = self.pool.bool(true);
            for (x, y) in parts_a.into_iter().zip(parts_b) {
                let one = self.same(x, y);
                all = self.pool.and(all, one);
            }
            return all;
        }
        self.by_cases(a, b)
    }

    /// Two maps that are one map without references, with writes to constant keys: element by element.
    fn same_map(&mut self, a: TermId, b: TermId, key: Sort) -> Option<TermId> {
        let (base, writes_a) = self.pool.constant_writes(a);
        let (base_b, writes_b) = self.pool.constant_writes(b);
        if base != base_b || !holds_no_reference(self.pool, base) {
            return None;
        }
        let keys: BTreeSet<&Value> = writes_a.keys().chain(writes_b.keys()).collect();
        let mut all = self.pool.bool(true);
        for at in keys {
            let at = self.pool.constant(at.clone(), key);
            let (x, y) = (self.pool.app(Op::Select, &[a, at]), self.pool.app(Op::Select, &[b, at]));
            let one = self.same(x, y);
            all = self.pool.and(all, one);
        }
        Some(all)
    }

    fn by_cases(&mut self, a: TermId, b: TermId) -> TermId {
        let is_plain = holds_no_reference(self.pool, a) && holds_no_reference(self.pool, b);
        if self.observing && !is_plain {
            match (self.as_taken(a), self.as_taken(b)) {
                (Ok(x), Ok(y)) if x != a || y != b => return self.same(x, y),
                (Err(condition), _) | (_, Err(condition)) => self.open = self.open.or(Some(condition)),
                _ => {}
            }
        }
        // Objects that only one of the cases has are compared all the same.
        self.is_exact &= is_plain;
        if let Node::App(Op::Ite, args) = self.pool.node(a) {
            let (c, x, y) = (args[0], args[1], args[2]);
            let (x, y) = (self.same(x, b), self.same(y, b));
            return self.pool.ite(c, x, y);
        }
        if let Node::App(Op::Ite, args) = self.pool.node(b) {
            let (c, x, y) = (args[0], args[1], args[2]);
            let (x, y) = (self.same(a, x), self.same(a, y));
            return self.pool.ite(c, x, y);
        }
        // Wrapped plain values hold no references, whatever the sort allows.
        if let (Node::App(Op::SeqWrap(x), _), Node::App(Op::SeqWrap(y), _)) = (self.pool.node(a), self.pool.node(b))
            && x == y
            && !has_references(x.definition().fields[0].1)
        {
            return self.pool.eq(a, b);
        }
        if holds_no_reference(self.pool, a) && holds_no_reference(self.pool, b) {
            return self.pool.eq(a, b);
        }
        self.pool.bool(false)
    }

    /// What the expression is, as the conditions are taken; or the first that is not taken yet.
    fn as_taken(&mut self, term: TermId) -> Result<TermId, TermId> {
        match self.pool.node(term) {
            Node::App(Op::Ite, args) => {
                let (condition, then, otherwise) = (args[0], args[1], args[2]);
                let holds = *self.taken.get(&condition).ok_or(condition)?;
                Ok(if holds { then } else { otherwise })
            }
            // An element of a table.
            Node::App(Op::Select, args) => {
                let (table, at) = (args[0], args[1]);
                let (base, elements) = self.pool.constant_writes(table);
                let Some(Value::Map(rest)) = self.pool.as_const(base).cloned() else { return Ok(term) };
                let (sort, element) = (self.pool.sort(at), self.pool.sort(term));
                for (key, value) in elements {
                    let key = self.pool.constant(key, sort);
                    let condition = self.pool.eq(at, key);
                    let known = self.pool.as_bool(condition).or_else(|| self.taken.get(&condition).copied());
                    if known.ok_or(condition)? {
                        return Ok(value);
                    }
                }
                Ok(self.pool.constant(rest.default_value().clone(), element))
            }
            _ => Ok(term),
        }
    }

    /// Enters a pair into the relation, if that keeps it one-to-one.
    fn same_reference(&mut self, kind: Symbol, old: u32, new: u32) -> bool {
        if old == 0 || new == 0 || old <= self.shared || new <= self.shared {
            if old != new {
                return false;
            }
            if old == 0 {
                return true;
            }
        }
        match (self.new_of.get(&(kind, old)), self.old_of.get(&(kind, new))) {
            (Some(known), _) if *known == new => return true,
            (None, None) => {}
            _ => return false,
        }
        self.new_of.insert((kind, old), new);
        self.old_of.insert((kind, new), old);
        self.pending.push((kind, old, new));
        true
    }

    /// The contents of all related objects agree.
    fn contents(&mut self) -> TermId {
        let mut all = self.pool.bool(true);
        while let Some((kind, old, new)) = self.pending.pop() {
            for (slot, _) in self.heaps.by_kind.get(&kind).into_iter().flatten() {
                let (heap_old, heap_new) = (self.old[*slot], self.new[*slot]);
                let SortKind::Map(key, _) = *self.pool.sort(heap_old).kind() else { continue };
                let (k, l) = (self.pool.constant(Value::Ref(old), key), self.pool.constant(Value::Ref(new), key));
                let x = self.pool.app(Op::Select, &[heap_old, k]);
                let y = self.pool.app(Op::Select, &[heap_new, l]);
                let one = self.same(x, y);
                all = self.pool.and(all, one);
                if self.pool.as_bool(all) == Some(false) {
                    return all;
                }
            }
            for (side, slot, element) in self.heaps.one_sided.get(&kind).into_iter().flatten() {
                let (heap, number) = match side {
                    Side::Old => (self.old[*slot], old),
                    Side::New => (self.new[*slot], new),
                };
                let SortKind::Map(key, _) = *self.pool.sort(heap).kind() else { continue };
                let reference = self.pool.constant(Value::Ref(number), key);
                let found = self.pool.app(Op::Select, &[heap, reference]);
                let nothing = self.pool.constant(Value::default_of(*element), *element);
                let one = self.pool.eq(found, nothing);
                all = self.pool.and(all, one);
            }
        }
        all
    }

    /// The same external calls in the same order.
    fn calls(&mut self, old: Option<&Rc<SymCall>>, new: Option<&Rc<SymCall>>) -> TermId {
        if self.passes_changed_code(old) || self.passes_changed_code(new) {
            self.is_exact = false;
            return self.pool.bool(false);
        }
        let (mut old, mut new) = (old, new);
        let mut all = self.pool.bool(true);
        loop {
            let (x, y) = match (old, new) {
                (None, None) => return all,
                (Some(x), Some(y)) if x.answer == y.answer => return all,
                (Some(x), Some(y)) if x.name == y.name && x.args.len() == y.args.len() && self.read_alike(x, y) => {
                    (x, y)
                }
                _ => return self.pool.bool(false),
            };
            for (a, b) in x.args.iter().zip(&y.args).chain(x.read.iter().zip(&y.read).filter(|(a, b)| a != b)) {
                // What a reference pointed to at the time of the call is not known any more.
                let plain = holds_no_reference(self.pool, *a) && holds_no_reference(self.pool, *b);
                self.is_exact &= plain;
                let one = if plain && self.pool.sort(*a) == self.pool.sort(*b) {
                    self.pool.eq(*a, *b)
                } else {
                    self.pool.bool(false)
                };
                all = self.pool.and(all, one);
            }
            (old, new) = (x.before.as_ref(), y.before.as_ref());
        }
    }

    /// Code outside knows the same objects, in which it sees the same.
    fn handed(&mut self, old: &[Object], new: &[Object]) -> bool {
        self.is_exact &= old.is_empty() && new.is_empty();
        old.len() == new.len()
            && old.iter().zip(new).all(|((kind, x), (of, y))| kind == of && self.same_reference(*kind, *x, *y))
    }

    /// Did two calls find the same, but for what can be compared later?
    fn read_alike(&self, x: &SymCall, y: &SymCall) -> bool {
        let plain = |term: TermId| holds_no_reference(self.pool, term);
        let pairs = x.read.iter().zip(&y.read);
        x.read.len() == y.read.len() && pairs.into_iter().all(|(a, b)| a == b || (plain(*a) && plain(*b)))
    }

    /// Can one of the functions outside come by code that is not the same in both versions?
    fn passes_changed_code(&mut self, last: Option<&Rc<SymCall>>) -> bool {
        let calls = std::iter::successors(last, |call| call.before.as_ref());
        let mut values = calls.flat_map(|call| call.args.iter().chain(&call.read));
        values.any(|value| self.gives_away_changed_code(*value))
    }

    /// What the code that an observer gets hold of reads is the same, so that calling it shows
    /// nothing.
    fn code(&mut self) -> TermId {
        let mut all = self.pool.bool(true);
        let mut seen = FxHashSet::default();
        loop {
            let contents = self.contents();
            all = self.pool.and(all, contents);
            let Some(code) = self.given_away.iter().find(|code| !seen.contains(*code)).copied() else { return all };
            seen.insert(code);
            for slot in self.heaps.code_reads[&code].clone() {
                let Some((_, sort, _)) = self.heaps.plain.iter().find(|(plain, _, _)| *plain == slot) else { continue };
                let is_heap = matches!(sort.kind(), SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)));
                if !is_heap {
                    self.is_exact = false;
                    let one = self.same(self.old[slot], self.new[slot]);
                    all = self.pool.and(all, one);
                }
            }
        }
    }

    fn outcomes(&mut self, old: &SymOutcome, new: &SymOutcome) -> TermId {
        match (old, new) {
            (SymOutcome::Returned(x), SymOutcome::Returned(y)) if x.len() == y.len() => {
                let mut all = self.pool.bool(true);
                for (x, y) in x.iter().zip(y) {
                    let one = if self.pool.sort(*x) == self.pool.sort(*y) {
                        self.same(*x, *y)
                    } else {
                        self.pool.bool(false)
                    };
                    all = self.pool.and(all, one);
                }
                all
            }
            (SymOutcome::Raised(x), SymOutcome::Raised(y)) if self.pool.sort(*x) == self.pool.sort(*y) => {
                self.same(*x, *y)
            }
            (SymOutcome::Trapped, SymOutcome::Trapped) => self.pool.bool(true),
            _ => self.pool.bool(false),
        }
    }

    /// The condition under which an observer surely sees no difference, and whether one is surely seen where it does not
    /// hold.
    fn observed(&mut self, old: (&Machine, &SymOutcome), new: (&Machine, &SymOutcome)) -> (TermId, bool) {
        let mut all = self.outcomes(old.1, new.1);
        let calls = self.calls(old.0.calls.as_ref(), new.0.calls.as_ref());
        all = self.pool.and(all, calls);
        if !self.handed(&old.0.handed, &new.0.handed) {
            return (self.pool.bool(false), false);
        }
        // Nobody is left to look at what a trap leaves behind.
        let trapped = matches!((old.1, new.1), (SymOutcome::Trapped, SymOutcome::Trapped));
        let heaps = self.heaps;
        for (slot, sort, role) in &heaps.plain {
            let one = match role {
                CellRole::Hidden | CellRole::Heap => continue,
                CellRole::Global if trapped => continue,
                CellRole::Output => self.same(old.0.cells[*slot], new.0.cells[*slot]),
                CellRole::Global => {
                    if untouched(self.pool, old.0, *slot, *sort) && untouched(self.pool, new.0, *slot, *sort) {
                        continue;
                    }
                    self.same(old.0.cells[*slot], new.0.cells[*slot])
                }
            };
            all = self.pool.and(all, one);
            if self.pool.as_bool(all) == Some(false) {
                return (all, self.is_exact);
            }
        }
        let rest = self.code();
        (self.pool.and(all, rest), self.is_exact)
    }
}

/// The condition under which both ended alike and left the same state behind, for code that goes
/// on: objects that existed before the versions parted (`shared`) are themselves in both.
pub fn same_state(
    pool: &mut Pool,
    heaps: &Heaps,
    old: (&Machine, &SymOutcome),
    new: (&Machine, &SymOutcome),
    shared: u32,
) -> TermId {
    if old.0.choices != new.0.choices {
        return pool.bool(false);
    }
    let mut comparison = Comparison::new(pool, heaps, &old.0.cells, &new.0.cells, shared);
    let mut all = comparison.outcomes(old.1, new.1);
    let calls = comparison.calls(old.0.calls.as_ref(), new.0.calls.as_ref());
    all = comparison.pool.and(all, calls);
    if !comparison.handed(&old.0.handed, &new.0.handed) {
        return comparison.pool.bool(false);
    }
    for (slot, _, _) in &heaps.plain {
        let one = comparison.same(old.0.cells[*slot], new.0.cells[*slot]);
        all = comparison.pool.and(all, one);
        if comparison.pool.as_bool(all) == Some(false) {
            return all;
        }
    }
    // Objects from before: what was written into them must agree.
    for (kind, cells) in &heaps.by_kind {
        for (slot, _) in cells {
            let (x, y) = (old.0.cells[*slot], new.0.cells[*slot]);
            if x == y && largest_reference(comparison.pool, x) <= shared {
                continue;
            }
            let (base_x, writes_x) = comparison.pool.constant_writes(x);
            let (base_y, writes_y) = comparison.pool.constant_writes(y);
            if base_x != base_y {
                return comparison.pool.bool(false);
            }
            for key in writes_x.keys().chain(writes_y.keys()) {
                let Value::Ref(number) = key else { continue };
                let (of_old, of_new) = (writes_x.get(key), writes_y.get(key));
                // One term may lead to new objects that are not the same.
                let leads_to_new = of_old.is_some_and(|term| largest_reference(comparison.pool, *term) > shared);
                if (1..=shared).contains(number) && (of_old != of_new || leads_to_new) {
                    comparison.same_reference(*kind, *number, *number);
                }
            }
        }
    }
    let contents = comparison.contents();
    comparison.pool.and(all, contents)
}

/// The condition under which an observer surely sees no difference at the end.
pub fn same_observation(
    pool: &mut Pool,
    heaps: &Heaps,
    old: (&Machine, &SymOutcome),
    new: (&Machine, &SymOutcome),
) -> TermId {
    observation(pool, heaps, old, new).0
}

/// On so many conditions it may hang which objects are compared; on more, they are compared all at once.
const MOST_CONDITIONS: usize = 24;

/// The same, and whether an observer surely sees one where it does not hold.
pub fn observation(
    pool: &mut Pool,
    heaps: &Heaps,
    old: (&Machine, &SymOutcome),
    new: (&Machine, &SymOutcome),
) -> (TermId, bool) {
    by_conditions(pool, heaps, old, new, FxHashMap::default(), &mut MOST_CONDITIONS.clone())
}

/// Each condition on which it hangs which objects are compared is taken both ways.
fn by_conditions(
    pool: &mut Pool,
    heaps: &Heaps,
    old: (&Machine, &SymOutcome),
    new: (&Machine, &SymOutcome),
    taken: FxHashMap<TermId, bool>,
    left: &mut usize,
) -> (TermId, bool) {
    let mut comparison = Comparison::new(pool, heaps, &old.0.cells, &new.0.cells, 0);
    (comparison.observing, comparison.taken) = (true, taken.clone());
    let (same, is_exact) = comparison.observed(old, new);
    let open = comparison.open.filter(|_| *left > 0 && pool.as_bool(same) != Some(true));
    let Some(condition) = open else { return (same, is_exact) };
    *left -= 1;
    let [(then, of_then), (otherwise, of_otherwise)] = [true, false].map(|holds| {
        let mut taken = taken.clone();
        taken.insert(condition, holds);
        by_conditions(pool, heaps, old, new, taken, left)
    });
    (pool.ite(condition, then, otherwise), of_then && of_otherwise)
}

/// Was a global, and every object from before the client's call if it refers to any, left as it
/// was when the client was called?
fn untouched(pool: &mut Pool, machine: &Machine, slot: usize, sort: Sort) -> bool {
    let Some(at_call) = machine.at_call.clone() else { return false };
    if at_call.cells[slot] != machine.cells[slot] {
        return false;
    }
    if !has_references(sort) || largest_reference(pool, machine.cells[slot]) == 0 {
        return true;
    }
    (0..machine.cells.len()).all(|other| {
        let (before, after) = (at_call.cells[other], machine.cells[other]);
        let SortKind::Map(key, _) = pool.sort(after).kind() else { return true };
        let is_heap = matches!(key.kind(), SortKind::Ref(_));
        !is_heap || before == after || keeps_objects(pool, before, after, at_call.references)
    })
}

/// Do both heaps agree, as they are written, on the objects numbered up to `newest`?
pub fn keeps_objects(pool: &mut Pool, before: TermId, after: TermId, newest: u32) -> bool {
    let (base_before, writes_before) = pool.constant_writes(before);
    let (base_after, writes_after) = pool.constant_writes(after);
    let is_old = |key: &Value| matches!(key, Value::Ref(number) if *number <= newest);
    base_before == base_after
        && writes_before.iter().all(|(key, value)| writes_after.get(key) == Some(value))
        && writes_after.keys().all(|key| !is_old(key) || writes_before.contains_key(key))
}

/// Can a value of this sort hold an atom?
pub(crate) fn may_hold_atoms(sort: Sort) -> bool {
    sort.may_hold(&|kind| matches!(kind, SortKind::Atom))
}

fn holds_atom(value: &Value, wanted: &dyn Fn(Symbol) -> bool) -> bool {
    match value {
        Value::Atom(atom) => wanted(*atom),
        Value::Data(_, fields) => fields.iter().any(|field| holds_atom(field, wanted)),
        Value::Seq(elements) => elements.iter().any(|element| holds_atom(element, wanted)),
        Value::Map(map) => {
            holds_atom(map.default_value(), wanted) || map.entries().any(|(_, value)| holds_atom(value, wanted))
        }
        _ => false,
    }
}

/// Does the expression, as it is written, yield no reference?
pub fn holds_no_reference(pool: &Pool, term: TermId) -> bool {
    match pool.node(term) {
        Node::Const(_) => largest_reference(pool, term) == 0,
        Node::Var(_) => !has_references(pool.sort(term)),
        Node::App(Op::SeqWrap(ctor) | Op::MapWrap(_, ctor), _) => !has_references(ctor.definition().fields[0].1),
        Node::App(Op::MapChosen(_, key), _) => !has_references(key.definition().fields[0].1),
        Node::App(Op::MapTable(table), args) => {
            let fields = [table.key, table.value].map(|ctor| ctor.definition().fields[0].1);
            !fields.into_iter().any(has_references) && args[2..].iter().all(|arg| holds_no_reference(pool, *arg))
        }
        Node::App(Op::Construct(_) | Op::SeqOf(_) | Op::SeqConcat, args) => {
            args.iter().all(|arg| holds_no_reference(pool, *arg))
        }
        Node::App(Op::SeqSlice | Op::SeqDrop, args) => holds_no_reference(pool, args[0]),
        Node::App(Op::SeqUpdate | Op::Store, args) => {
            holds_no_reference(pool, args[0]) && holds_no_reference(pool, args[2])
        }
        Node::App(Op::Ite, args) => holds_no_reference(pool, args[1]) && holds_no_reference(pool, args[2]),
        Node::App(..) => !has_references(pool.sort(term)),
    }
}

fn concat_parts(pool: &Pool, term: TermId) -> Option<Vec<TermId>> {
    let mut parts = Vec::new();
    let mut work = vec![term];
    while let Some(next) = work.pop() {
        match pool.node(next) {
            Node::App(Op::SeqConcat, args) => work.extend([args[1], args[0]]),
            _ => parts.push(next),
        }
    }
    (parts.len() > 1).then_some(parts)
}

/// The largest reference number that occurs in a term; `u32::MAX` if a variable could be one.
fn largest_reference(pool: &Pool, term: TermId) -> u32 {
    let mut references = FxHashSet::default();
    if !collect_references(pool, term, &mut references) {
        return u32::MAX;
    }
    references.into_iter().map(|(_, number)| number).max().unwrap_or(0)
}

/// Collects the constant references in a term; false if it has a variable that could be one.
pub fn collect_references(pool: &Pool, term: TermId, found: &mut FxHashSet<(Symbol, u32)>) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![term];
    let mut complete = true;
    while let Some(term) = work.pop() {
        if !seen.insert(term) || !has_references(pool.sort(term)) && !matches!(pool.node(term), Node::App(..)) {
            continue;
        }
        match pool.node(term) {
            Node::Var(_) => complete = false,
            Node::Const(value) => references_of_value(value, pool.sort(term), found),
            Node::App(_, args) => work.extend_from_slice(args),
        }
    }
    complete
}

fn references_of_value(value: &Value, sort: Sort, found: &mut FxHashSet<(Symbol, u32)>) {
    match (value, sort.kind()) {
        (Value::Ref(number), SortKind::Ref(kind)) => {
            found.insert((*kind, *number));
        }
        (Value::Seq(elements), SortKind::Seq(element)) if has_references(*element) => {
            elements.iter().for_each(|value| references_of_value(value, *element, found));
        }
        (Value::Data(index, fields), SortKind::Data(datatype)) => {
            let sorts = datatype.ctors()[*index as usize].fields.iter();
            sorts.zip(fields.iter()).for_each(|((_, sort), value)| references_of_value(value, *sort, found));
        }
        (Value::Map(map), SortKind::Map(key, element)) => {
            references_of_value(map.default_value(), *element, found);
            for (k, v) in map.entries() {
                references_of_value(k, *key, found);
                references_of_value(v, *element, found);
            }
        }
        _ => {}
    }
}
