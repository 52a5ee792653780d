//! A client against two versions of what it calls.

use std::sync::Arc;

use ir::calls::{comes_back, reachable};
use ir::entry::{Assumption, Entry, Library, Notation, Pair};
use ir::{Block, Body, FnId, FunctionKind, Inst, Program, Terminator, Trap};
use value::{Sort, Symbol, Value};

use crate::goal::Goal;
use crate::library;
use crate::matching::Matching;
use crate::replay::Ended;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Old,
    New,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Old, Side::New];
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::Old => "old",
            Side::New => "new",
        })
    }
}

/// What to make of inputs on which a version runs for ever.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Termination {
    /// Never returning is an outcome like others, where it is certain. A proof may assume that
    /// both versions return on the same inputs, once no input was found that shows otherwise.
    #[default]
    Report,
    /// Only inputs on which both versions return are compared.
    Ignore,
    /// A proof must show that both versions return on the same inputs.
    Prove,
}

pub struct Problem {
    /// The client as the user named it.
    pub client: String,
    /// The client's parameters, as the source names them.
    pub parameters: Vec<String>,
    pub old: Entry,
    pub new: Entry,
    pub matching: Matching,
    pub assumptions: Vec<Assumption>,
    /// The cell that is true where a run ended in a failure that no answer is about.
    pub slips: Option<Symbol>,
    /// All that the client reaches is the same code, understood or not.
    is_same_code: bool,
    pub library: Library,
    pub notation: Box<dyn Notation>,
    pub termination: Termination,
    pub goal: Goal,
}

/// Is it the function's name, or the last part of it?
pub fn is_name_of(name: &str, function: &str) -> bool {
    match function.strip_suffix(name) {
        Some(before) => before.is_empty() || before.ends_with('.') || before.ends_with("::"),
        None => false,
    }
}

impl Problem {
    /// Do both versions do the same?
    pub fn new(pair: Pair) -> Problem {
        Problem::asking(pair, Goal::default())
    }

    /// Traps that are no failures by the goal end runs that do not count, in both versions; where facts about
    /// library functions are to be found, these become functions of logic.
    pub fn asking(mut pair: Pair, goal: Goal) -> Problem {
        if let Goal::OnlyNewFails(spec) = &goal {
            for entry in [&mut pair.old, &mut pair.new] {
                block_traps(&mut entry.program, &|trap| !spec.traps.count(trap));
            }
        }
        if let Goal::SameUnderFacts(effects) = &goal {
            for entry in [&mut pair.old, &mut pair.new] {
                library::open(&mut entry.program, effects);
            }
        }
        let matching = Matching::new(&pair.old.program, &pair.new.program, (pair.old.entry, pair.new.entry));
        Problem {
            client: pair.client,
            parameters: pair.parameters,
            old: pair.old,
            new: pair.new,
            matching,
            assumptions: pair.assumptions,
            slips: pair.slips,
            is_same_code: pair.is_same_code,
            library: pair.library,
            notation: pair.notation,
            termination: Termination::default(),
            goal,
        }
    }

    /// Inputs on which old ends in one of these traps are dropped. What is unchanged stays so: where
    /// both versions would end in the trap there is nothing to compare.
    pub fn ignore_old_traps(&mut self, is_ignored: impl Fn(Trap) -> bool) {
        block_traps(&mut self.old.program, &is_ignored);
    }

    pub fn entry(&self, side: Side) -> &Entry {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    pub fn program(&self, side: Side) -> &Program {
        &self.entry(side).program
    }

    /// Names and sorts of the plain inputs, the same for both versions.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, Sort)> {
        let entry = &self.old.program.functions[self.old.entry];
        entry.params.iter().map(|param| (param.name.as_str(), param.sort))
    }

    /// Functions of these names are the library: the client meets the change where it calls one of
    /// them, not only where code differs. A name may leave out the module in front of it.
    pub fn name_library(&mut self, names: &[String]) {
        let is_named = |function: &str| names.iter().any(|name| is_name_of(name, function));
        let named: Vec<FnId> = self
            .old
            .program
            .functions
            .iter()
            .filter(|(_, row)| is_named(row.name.as_str()))
            .map(|(id, _)| id)
            .collect();
        named.into_iter().for_each(|id| self.matching.set_apart(id));
    }

    /// Can a function of the source that the client reaches, in either version, lead back to itself?
    pub fn recurses(&self) -> bool {
        Side::BOTH.into_iter().any(|side| {
            let entry = self.entry(side);
            let is_source = |id: &FnId| entry.program.functions[*id].is_source();
            let mut functions = reachable(&entry.program, entry.client).into_iter().filter(is_source);
            functions.any(|id| comes_back(&entry.program, id))
        })
    }

    /// Did this run of one version end in a failure that no answer is about?
    pub fn slipped(&self, side: Side, ended: &Ended) -> bool {
        let cell = self.slips.and_then(|cell| self.program(side).cell(cell));
        cell.is_some_and(|cell| ended.state.cells[cell] == Value::Bool(true))
    }

    /// Is there an `assume` in code that is not the same in both versions?
    pub fn has_changed_assumes(&self) -> bool {
        let is_changed = |side: Side, id: FnId| match side {
            Side::Old => !self.matching.has_same_code(id),
            Side::New => self.matching.old_of(id).is_none_or(|old| !self.matching.has_same_code(old)),
        };
        let assumes = |inst: &Inst| matches!(inst, Inst::Assume { .. });
        Side::BOTH.into_iter().any(|side| {
            let entry = self.entry(side);
            let changed = reachable(&entry.program, entry.entry).into_iter().filter(|id| is_changed(side, *id));
            let mut bodies = changed.filter_map(|id| entry.program.functions[id].body());
            bodies.any(|body| body.blocks.rows().iter().any(|block| block.insts.iter().any(assumes)))
        })
    }

    /// Is everything that the entry can reach the same in both versions?
    pub fn is_identical(&self) -> bool {
        self.is_same_code || self.matching.is_unchanged(self.old.entry)
    }
}

fn ends_in(block: &Block, is_ignored: &impl Fn(Trap) -> bool) -> bool {
    matches!(block.end, Terminator::Trap(trap) if is_ignored(trap))
}

/// Puts a false assumption before each of these traps.
fn block_traps(program: &mut Program, is_ignored: &impl Fn(Trap) -> bool) {
    for (_, function) in program.functions.iter_mut() {
        let traps = |body: &Body| body.blocks.rows().iter().any(|block| ends_in(block, is_ignored));
        if function.body().is_some_and(traps)
            && let FunctionKind::Defined(body) = &mut Arc::make_mut(function).kind
        {
            block_traps_of(body, is_ignored);
        }
    }
}

fn block_traps_of(body: &mut Body, is_ignored: &impl Fn(Trap) -> bool) {
    for (id, block) in body.blocks.iter_mut().filter(|(_, block)| ends_in(block, is_ignored)) {
        let result = body.sorts.push(Sort::bool());
        block.insts.push(Inst::Const { result, value: Value::Bool(false) });
        block.insts.push(Inst::Assume { condition: result });
        let spans = &mut body.spans[id];
        let end = spans.last().copied().unwrap_or(ir::Span::none());
        spans.extend([end, end]);
    }
}
