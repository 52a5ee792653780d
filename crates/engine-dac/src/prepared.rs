//! Both versions made ready for a modular proof: without loops, functions mapped to each other, and
//! what may be known of their state beforehand.

use std::collections::BTreeMap;

use arena::Id;
use equiv::{Gap, Place, Problem, Side, Spec, Why};
use ir::calls::recursive;
use ir::{FnId, Inst, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Pool, TermId};
use value::{Op, Symbol, Value};

use crate::compose::Source;
use crate::outline_loops::{LoopFree, extract_loops};
use crate::summary::{StateLayout, Version, effects};

/// Which calls are opened in a modular proof.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Opening {
    /// Those that have no partner.
    Unmapped,
    /// All that do not lead back to themselves, but for the language's own functions.
    AllButRecursive,
}

/// Both versions without loops, mapped to each other.
pub(crate) struct Prepared<'p> {
    pub(crate) problem: &'p Problem,
    spec: &'p Spec,
    old: LoopFree,
    new: LoopFree,
    mapped: &'p [(String, String)],
}

impl<'p> Prepared<'p> {
    pub(crate) fn new(
        problem: &'p Problem,
        spec: &'p Spec,
        mapped: &'p [(String, String)],
    ) -> Result<Prepared<'p>, Gap> {
        let loop_free = |side: Side| {
            let entry = problem.entry(side);
            extract_loops(&entry.program, entry.entry)
                .map_err(|irreducible| Gap::new(Why::IrreducibleLoop, Some(Place { side, span: irreducible.0 })))
        };
        Ok(Prepared { problem, spec, old: loop_free(Side::Old)?, new: loop_free(Side::New)?, mapped })
    }

    /// The new function that an old one is mapped to.
    pub(crate) fn partner(&self, old: FnId) -> Option<FnId> {
        let name = self.old.program.functions[old].name;
        let (origin, rest) = match self.old.origins.get(&old) {
            Some(origin) => {
                let origin = self.old.program.functions[*origin].name;
                (origin, &name.as_str()[origin.as_str().len()..])
            }
            None => (name, ""),
        };
        let mapped = self.mapped.iter().find(|(old, _)| old == origin.as_str());
        let wanted = match mapped {
            Some((_, new)) => Symbol::new(&format!("{new}{rest}")),
            None => name,
        };
        let new = self.new.program.function(wanted)?;
        let (f, g) = (&self.old.program.functions[old], &self.new.program.functions[new]);
        (f.body().is_some() && g.body().is_some()).then_some(new)
    }

    pub(crate) fn is_unchanged(&self, old: FnId) -> bool {
        let origin = self.old.origins.get(&old).copied().unwrap_or(old);
        self.mapped.is_empty() && self.problem.matching.is_unchanged(origin)
    }

    /// Both versions, with the state that is one unknown for both.
    pub(crate) fn sources<'s>(
        &'s self,
        pool: &mut Pool,
        opening: Opening,
    ) -> (Source<'s>, Source<'s>, Vec<(usize, TermId)>) {
        let (mut old, mut new) = (self.source(Side::Old, opening), self.source(Side::New, opening));
        let (of_old, of_new) = (input_cells(self.problem, Side::Old), input_cells(self.problem, Side::New));
        let mut params = Vec::new();
        for (name, (cell, param)) in of_old {
            if let Some((other, same)) = of_new.get(&name)
                && param == *same
            {
                let unknown = pool.fresh(name.as_str(), old.version.layout.sorts[cell]);
                old.constants.insert(cell, unknown);
                new.constants.insert(*other, unknown);
                params.push((param, unknown));
            }
        }
        (old, new, params)
    }

    fn source<'s>(&'s self, side: Side, opening: Opening) -> Source<'s> {
        let loop_free = match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        };
        let program = &loop_free.program;
        let layout = StateLayout::of(program);
        let effects = effects(program, &layout);
        let recursive = recursive(program);
        let partners: FxHashSet<FnId> = match side {
            Side::Old => self.old.program.functions.ids().filter(|id| self.partner(*id).is_some()).collect(),
            Side::New => self.old.program.functions.ids().filter_map(|id| self.partner(id)).collect(),
        };
        let is_own_of_front_end = |id: FnId| id != self.problem.entry(side).entry && !program.functions[id].is_source();
        let is_opened = |id: &FnId| {
            program.functions[*id].body().is_some()
                && !recursive.contains(id)
                && match opening {
                    Opening::Unmapped => !partners.contains(id),
                    Opening::AllButRecursive => !partners.contains(id) || !is_own_of_front_end(*id),
                }
        };
        let inlined = program.functions.ids().filter(is_opened).collect();
        let flag = self.spec.flag_of(program);
        let is_only_cleared = flag.is_some_and(|flag| is_only_cleared(program, flag));
        let version = Version { program, layout, effects, flag, is_only_cleared, inlined };
        Source { version, loop_free, constants: FxHashMap::default() }
    }
}

/// The cells that the entry fills from one of its parameters and nothing else writes, by name, with
/// the parameter.
fn input_cells(problem: &Problem, side: Side) -> BTreeMap<Symbol, (usize, usize)> {
    let program = problem.program(side);
    let entry = problem.entry(side).entry;
    let mut found: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    for (id, function) in program.functions.iter() {
        if let ir::FunctionKind::External { writes, .. } = &function.kind {
            found.extend(writes.iter().map(|cell| (cell.index(), None)));
        }
        let Some(body) = function.body() else { continue };
        for (block, code) in body.blocks.iter() {
            for inst in &code.insts {
                let Inst::Set { cell, value } = inst else { continue };
                let is_start = id == entry && block == ir::Body::ENTRY;
                let param = code.params.iter().position(|param| param == value).filter(|_| is_start);
                let again = found.contains_key(&cell.index());
                found.insert(cell.index(), param.filter(|_| !again));
            }
        }
    }
    let is_read_first = |cell: usize| {
        // What the entry reads before it fills the cell would be something else.
        let body = program.functions[entry].body();
        let insts = body.into_iter().flat_map(|body| &body.blocks[ir::Body::ENTRY].insts);
        insts
            .take_while(|inst| !matches!(inst, Inst::Set { cell: set, .. } if set.index() == cell))
            .any(|inst| matches!(inst, Inst::Get { cell: read, .. } if read.index() == cell))
    };
    found
        .into_iter()
        .filter_map(|(cell, param)| Some((cell, param?)))
        .filter(|(cell, _)| !is_read_first(*cell))
        .map(|(cell, param)| (program.cells[Id::new(cell)].name, (cell, param)))
        .collect()
}

/// Is the flag only ever cleared? Then no call sets it again.
pub(crate) fn is_only_cleared(program: &Program, flag: usize) -> bool {
    let reads_flag = |body: &ir::Body, value: ir::ValueId| {
        body.blocks
            .rows()
            .iter()
            .flat_map(|block| &block.insts)
            .any(|inst| matches!(inst, Inst::Get { result, cell } if *result == value && cell.index() == flag))
    };
    let clears = |body: &ir::Body, value: ir::ValueId| {
        body.blocks.rows().iter().flat_map(|block| &block.insts).any(|inst| match inst {
            Inst::Apply { result, op: Op::And, args } if *result == value => {
                args.iter().any(|arg| reads_flag(body, *arg))
            }
            Inst::Const { result, value: constant } => *result == value && *constant == Value::Bool(false),
            _ => false,
        })
    };
    program.functions.iter().filter_map(|(_, function)| function.body()).all(|body| {
        body.blocks.rows().iter().flat_map(|block| &block.insts).all(|inst| match inst {
            Inst::Set { cell, value } if cell.index() == flag => clears(body, *value),
            _ => true,
        })
    })
}
