//! Which functions and cells of the two versions correspond, and which functions changed.
//!
//! Functions match by name. A pair has the *same code* if the bodies are equal with callees and
//! cells compared by name; it is *unchanged* if, besides, everything it can call is unchanged.
//! Marks decide what to try first and what to say; that unchanged functions behave the same when
//! run on equal states is the one fact proofs take from here, and it holds by construction: equal
//! code over equal state.

use std::collections::BTreeSet;

use arena::IdVec;
use ir::calls::{callees, spread};
use ir::effects::Effects;
use ir::{CellId, FnId, Function, FunctionKind, Inst, Program, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Sort, Symbol, Value};

/// A cell of either version; cells with the same name and sort share a slot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CellSlot(pub usize);

pub struct Matching {
    new_of: IdVec<FnId, Option<FnId>>,
    old_of: IdVec<FnId, Option<FnId>>,
    same_code: IdVec<FnId, bool>,
    unchanged: IdVec<FnId, bool>,
    seems_unchanged: IdVec<FnId, bool>,
    /// Atoms that stand for code which is not the same in both versions.
    changed_code: FxHashSet<Symbol>,
    /// The cells that the other code reads, or what it calls or passes on.
    code_reads: FxHashMap<Symbol, Vec<CellSlot>>,
    old_slots: IdVec<CellId, CellSlot>,
    new_slots: IdVec<CellId, CellSlot>,
    slots: usize,
}

impl Matching {
    /// `entries`: the functions that the front end wrote around the client, old and new.
    pub fn new(old: &Program, new: &Program, entries: (FnId, FnId)) -> Matching {
        let by_name: FxHashMap<Symbol, FnId> = new.functions.iter().map(|(id, f)| (f.name, id)).collect();
        let new_of: IdVec<FnId, Option<FnId>> =
            old.functions.iter().map(|(_, function)| by_name.get(&function.name).copied()).collect();
        let mut old_of = IdVec::filled(None, new.functions.len());
        for (id, partner) in new_of.iter() {
            if let Some(partner) = partner {
                old_of[*partner] = Some(id);
            }
        }
        let (old_slots, new_slots, slots) = match_cells(old, new);
        let compare = Compare { old, new, new_of: &new_of, old_slots: &old_slots, new_slots: &new_slots };
        let compared = new_of.iter().map(|(id, partner)| {
            partner.is_some_and(|partner| compare.functions(&old.functions[id], &new.functions[partner]))
        });
        let alike: IdVec<FnId, bool> = compared.collect();
        // What the front end could not express may differ, and so may all that comes after it.
        let hides = |id: FnId, partner: FnId| {
            // An entry that is not all expressed stands for the client itself.
            let of_entry = || old.functions[entries.0].gets_stuck() || new.functions[entries.1].gets_stuck();
            hides_source(&old.functions[id]) || hides_source(&new.functions[partner]) || id == entries.0 && of_entry()
        };
        let is_same = |(id, partner): (FnId, &Option<FnId>)| alike[id] && partner.is_some_and(|new| !hides(id, new));
        let same_code: IdVec<FnId, bool> = new_of.iter().map(is_same).collect();
        let unmatched = unmatched_code(old, new, &new_of);
        let unchanged = propagate(old, &same_code, &unmatched);
        let seems_unchanged = propagate(old, &alike, &unmatched);
        let changed_code = changed_code(old, unmatched, &unchanged);
        let code_reads = code_reads(old, &changed_code, &old_slots);
        Matching {
            new_of,
            old_of,
            same_code,
            unchanged,
            seems_unchanged,
            changed_code,
            code_reads,
            old_slots,
            new_slots,
            slots,
        }
    }

    /// The new version of an old function.
    pub fn new_of(&self, old: FnId) -> Option<FnId> {
        self.new_of[old]
    }

    pub fn old_of(&self, new: FnId) -> Option<FnId> {
        self.old_of[new]
    }

    /// Its own code is the same in the new version; what it calls may differ.
    pub fn has_same_code(&self, old: FnId) -> bool {
        self.same_code[old]
    }

    /// It and everything it can call is the same.
    pub fn is_unchanged(&self, old: FnId) -> bool {
        self.unchanged[old]
    }

    /// It and everything it can call is the same as far as it is expressed. Proves nothing.
    pub fn seems_unchanged(&self, old: FnId) -> bool {
        self.seems_unchanged[old]
    }

    /// Code that is passed around as a value and is not the same in both versions.
    pub fn changed_code(&self) -> &FxHashSet<Symbol> {
        &self.changed_code
    }

    /// Code that is passed around as a value and is the same in both versions, with the cells that
    /// it reads: it does the same if these hold the same.
    pub fn code_reads(&self) -> &FxHashMap<Symbol, Vec<CellSlot>> {
        &self.code_reads
    }

    /// Does the atom stand for code, and is that code changed?
    pub fn code_of(&self, atom: Symbol) -> Option<bool> {
        match self.changed_code.contains(&atom) {
            true => Some(true),
            false => self.code_reads.contains_key(&atom).then_some(false),
        }
    }

    /// Takes the function for a part of the library, also where its own code is the same: what it
    /// calls is then met at its call. Nothing follows from code that is not called the same.
    pub(crate) fn set_apart(&mut self, old: FnId) {
        self.same_code[old] &= self.unchanged[old];
    }

    pub fn slot(&self, side: crate::Side, cell: CellId) -> CellSlot {
        self.slots_of(side)[cell]
    }

    /// Where the cells of a version stand.
    pub fn slots_of(&self, side: crate::Side) -> &IdVec<CellId, CellSlot> {
        match side {
            crate::Side::Old => &self.old_slots,
            crate::Side::New => &self.new_slots,
        }
    }

    /// How many slots the cells of both versions take together.
    pub fn slots(&self) -> usize {
        self.slots
    }
}

fn match_cells(old: &Program, new: &Program) -> (IdVec<CellId, CellSlot>, IdVec<CellId, CellSlot>, usize) {
    let mut known: FxHashMap<(Symbol, Sort), CellSlot> = FxHashMap::default();
    let mut slot_of = |name: Symbol, sort: Sort| {
        let next = CellSlot(known.len());
        *known.entry((name, sort)).or_insert(next)
    };
    let old_slots = old.cells.iter().map(|(_, cell)| slot_of(cell.name, cell.sort)).collect();
    let new_slots = new.cells.iter().map(|(_, cell)| slot_of(cell.name, cell.sort)).collect();
    (old_slots, new_slots, known.len())
}

fn changed_code(old: &Program, unmatched: FxHashSet<Symbol>, unchanged: &IdVec<FnId, bool>) -> FxHashSet<Symbol> {
    let changed = old.code.iter().filter(|(_, id)| !unchanged[*id]).map(|(atom, _)| *atom);
    changed.chain(unmatched).collect()
}

fn code_reads(
    old: &Program,
    changed: &FxHashSet<Symbol>,
    slots: &IdVec<CellId, CellSlot>,
) -> FxHashMap<Symbol, Vec<CellSlot>> {
    let unchanged = old.code.iter().filter(|(atom, _)| !changed.contains(atom));
    unchanged
        .map(|(atom, function)| {
            let mut read: Vec<CellSlot> = Effects::of(old, *function).reads.iter().map(|cell| slots[*cell]).collect();
            read.sort_unstable();
            read.dedup();
            (*atom, read)
        })
        .collect()
}

/// Atoms that stand for code in one version, and in the other for none or for other code.
fn unmatched_code(old: &Program, new: &Program, new_of: &IdVec<FnId, Option<FnId>>) -> FxHashSet<Symbol> {
    let new_code: FxHashMap<Symbol, FnId> = new.code.iter().copied().collect();
    let old_code: FxHashMap<Symbol, FnId> = old.code.iter().copied().collect();
    let partner = |atom: &Symbol| old_code.get(atom).and_then(|id| new_of[*id]);
    let atoms = old.code.iter().chain(&new.code).map(|(atom, _)| *atom);
    atoms.filter(|atom| partner(atom).is_none_or(|new| new_code.get(atom) != Some(&new))).collect()
}

/// Unchanged: same code, and all that it calls or passes around unchanged.
fn propagate(old: &Program, same_code: &IdVec<FnId, bool>, unmatched: &FxHashSet<Symbol>) -> IdVec<FnId, bool> {
    let mut callers: IdVec<FnId, Vec<FnId>> = IdVec::filled(Vec::new(), old.functions.len());
    let mut passes_unmatched = IdVec::filled(false, old.functions.len());
    let code: FxHashMap<Symbol, FnId> = old.code.iter().copied().collect();
    for (id, function) in old.functions.iter() {
        for callee in callees(function) {
            callers[callee].push(id);
        }
        if !code.is_empty() || !unmatched.is_empty() {
            let mut passed = FxHashSet::default();
            constants(old, function).for_each(|value| {
                each_atom(value, &mut |atom| {
                    passed.extend(code.get(&atom));
                    passes_unmatched[id] |= unmatched.contains(&atom);
                });
            });
            passed.into_iter().for_each(|function| callers[function].push(id));
        }
    }
    let changed = spread(&callers, |id| !same_code[id] || passes_unmatched[id]);
    changed.iter().map(|(_, changed)| !changed).collect()
}

/// The constants in a function, and what the cells that it reads hold to begin with.
fn constants<'a>(program: &'a Program, function: &'a Function) -> impl Iterator<Item = &'a Value> {
    let insts = function.body().into_iter().flat_map(|body| body.blocks.rows()).flat_map(|block| &block.insts);
    insts.filter_map(|inst| match inst {
        Inst::Const { value, .. } => Some(value),
        Inst::Get { cell, .. } => Some(&program.cells[*cell].initial),
        _ => None,
    })
}

/// What atoms a constant holds.
fn each_atom(value: &Value, see: &mut dyn FnMut(Symbol)) {
    match value {
        Value::Atom(atom) => see(*atom),
        Value::Data(_, fields) => fields.iter().for_each(|field| each_atom(field, see)),
        Value::Seq(elements) => elements.iter().for_each(|element| each_atom(element, see)),
        Value::Map(map) => {
            each_atom(map.default_value(), see);
            map.entries().for_each(|(_, value)| each_atom(value, see));
        }
        _ => {}
    }
}

struct Compare<'a> {
    old: &'a Program,
    new: &'a Program,
    new_of: &'a IdVec<FnId, Option<FnId>>,
    old_slots: &'a IdVec<CellId, CellSlot>,
    new_slots: &'a IdVec<CellId, CellSlot>,
}

impl Compare<'_> {
    fn functions(&self, old: &Function, new: &Function) -> bool {
        let sorts = |function: &Function| function.params.iter().map(|param| param.sort).collect::<Vec<_>>();
        if sorts(old) != sorts(new) || old.results != new.results || old.raises != new.raises {
            return false;
        }
        match (&old.kind, &new.kind) {
            (FunctionKind::Defined(a), FunctionKind::Defined(b)) => {
                a.sorts == b.sorts
                    && a.blocks.len() == b.blocks.len()
                    && a.blocks.rows().iter().zip(b.blocks.rows()).all(|(a, b)| {
                        a.params == b.params
                            && a.insts.len() == b.insts.len()
                            && a.insts.iter().zip(&b.insts).all(|(a, b)| self.insts(a, b))
                            && self.ends(&a.end, &b.end)
                    })
            }
            (FunctionKind::External { writes: a, .. }, FunctionKind::External { writes: b, .. }) => {
                self.shared(a, self.old_slots, self.new_slots) == self.shared(b, self.new_slots, self.old_slots)
            }
            (FunctionKind::Pure, FunctionKind::Pure) => true,
            _ => false,
        }
    }

    /// The slots of those of the cells that the other version has as well.
    fn shared(
        &self,
        cells: &[CellId],
        slots: &IdVec<CellId, CellSlot>,
        others: &IdVec<CellId, CellSlot>,
    ) -> BTreeSet<CellSlot> {
        cells.iter().map(|cell| slots[*cell]).filter(|slot| others.rows().contains(slot)).collect()
    }

    fn insts(&self, old: &Inst, new: &Inst) -> bool {
        match (old, new) {
            (Inst::Get { result: a, cell: x }, Inst::Get { result: b, cell: y }) => a == b && self.cells(*x, *y),
            (Inst::Set { value: a, cell: x }, Inst::Set { value: b, cell: y }) => a == b && self.cells(*x, *y),
            (old, new) => old == new,
        }
    }

    /// The same slot, and the same contents to begin with.
    fn cells(&self, old: CellId, new: CellId) -> bool {
        self.old_slots[old] == self.new_slots[new]
            && self.old.cells[old].initial == self.new.cells[new].initial
            && self.old.cells[old].role == self.new.cells[new].role
    }

    fn ends(&self, old: &Terminator, new: &Terminator) -> bool {
        match (old, new) {
            (
                Terminator::Call { callee: f, args: a, returned: x, raised: r },
                Terminator::Call { callee: g, args: b, returned: y, raised: s },
            ) => a == b && x == y && r == s && self.new_of[*f] == Some(*g),
            (old, new) => old == new,
        }
    }
}

/// Does the function stand for code of the user's that was not all lowered?
fn hides_source(function: &Function) -> bool {
    function.is_source() && function.gets_stuck()
}
