//! What procedures without a body depend on.
//!
//! Such a procedure does the same in both versions when it finds the same. What it looks at is not written anywhere: it
//! may be every global, or, by default, no more than what its declaration names (`modifies`, contracts, where clauses) in
//! either version. Both versions get the same list, so that a call here and a call there are compared by the same globals.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::entry::{Assumption, AssumptionKind};
use ir::{CellId, FnId, FunctionKind};
use value::Symbol;

use crate::{Assertions, Externals};

use super::{Lowering, reach};

/// Says what each procedure without a body reads. What `dac` takes for granted by that; `check` says it of the procedures
/// that a proof has met.
pub(super) fn set_reads(old: &mut Lowering, new: &mut Lowering) -> Option<Assumption> {
    let mut named: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    for side in [&*old, &*new] {
        for (procedure, id) in side.externals() {
            let globals = reach::declared(side.program, procedure);
            let names = globals.iter().map(|global| side.program.globals[*global as usize].name);
            named.entry(side.ir.functions[id].name).or_default().extend(names);
        }
    }
    let of_old = old.set_reads(&named);
    let of_new = new.set_reads(&named);
    let is_dac = old.options.assertions != Assertions::Trap;
    (is_dac && (of_old || of_new)).then(|| Assumption {
        kind: AssumptionKind::External,
        detail: "procedures without a body depend on no other variables than their declarations name".to_owned(),
    })
}

impl Lowering<'_> {
    /// The procedures without a body that were met, in the order in which they were.
    fn externals(&self) -> Vec<(u32, FnId)> {
        let is_external = |id: &FnId| matches!(self.ir.functions[*id].kind, FunctionKind::External { .. });
        let met = self.procedures.iter().filter(|(_, id)| is_external(id));
        let mut found: Vec<(u32, FnId)> = met.map(|((procedure, _), id)| (*procedure, *id)).collect();
        found.sort_by_key(|(_, id)| *id);
        found
    }

    /// Does one of them leave a global of the program out?
    fn set_reads(&mut self, named: &BTreeMap<Symbol, BTreeSet<Symbol>>) -> bool {
        let globals: BTreeSet<CellId> = self.cell_ids.values().map(|(id, _)| *id).collect();
        let all: Vec<CellId> = self.ir.cells.ids().filter(|cell| !self.is_own(*cell)).collect();
        let mut leaves_out = false;
        for (_, id) in self.externals() {
            let names = &named[&self.ir.functions[id].name];
            let is_read = |cell: &CellId| {
                self.options.externals == Externals::All
                    || !globals.contains(cell)
                    || names.contains(&self.ir.cells[*cell].name)
            };
            let read: Vec<CellId> = all.iter().copied().filter(is_read).collect();
            leaves_out |= read.len() < all.len();
            if let FunctionKind::External { reads, .. } = &mut Arc::make_mut(&mut self.ir.functions[id]).kind {
                *reads = read;
            }
        }
        leaves_out
    }
}
