//! A client against two versions of what it calls.

use std::sync::Arc;

use ir::entry::{Assumption, Entry, Notation, Pair};
use ir::{Block, Body, FunctionKind, Inst, Program, Terminator};
use value::{Sort, Value};

use crate::matching::Matching;

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

pub struct Problem {
    /// The client as the user named it.
    pub client: String,
    /// The client's parameters, as the source names them.
    pub parameters: Vec<String>,
    pub old: Entry,
    pub new: Entry,
    pub matching: Matching,
    pub assumptions: Vec<Assumption>,
    pub notation: Box<dyn Notation>,
}

impl Problem {
    pub fn new(pair: Pair) -> Problem {
        let matching = Matching::new(&pair.old.program, &pair.new.program, (pair.old.entry, pair.new.entry));
        Problem {
            client: pair.client,
            parameters: pair.parameters,
            old: pair.old,
            new: pair.new,
            matching,
            assumptions: pair.assumptions,
            notation: pair.notation,
        }
    }

    /// Inputs on which old ends in one of these traps are dropped. What is unchanged stays so: where
    /// both versions would end in the trap there is nothing to compare.
    pub fn ignore_old_traps(&mut self, is_ignored: impl Fn(&str) -> bool) {
        for (_, function) in self.old.program.functions.iter_mut() {
            let traps = |body: &Body| body.blocks.rows().iter().any(|block| ends_in(block, &is_ignored));
            if function.body().is_some_and(traps)
                && let FunctionKind::Defined(body) = &mut Arc::make_mut(function).kind
            {
                block_traps(body, &is_ignored);
            }
        }
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

    /// Does anything the entry can reach differ at all?
    pub fn is_identical(&self) -> bool {
        self.matching.is_unchanged(self.old.entry)
    }
}

fn ends_in(block: &Block, is_ignored: &impl Fn(&str) -> bool) -> bool {
    matches!(&block.end, Terminator::Trap(what) if is_ignored(what.as_str()))
}

/// Puts a false assumption before each of these traps.
fn block_traps(body: &mut Body, is_ignored: &impl Fn(&str) -> bool) {
    for (id, block) in body.blocks.iter_mut().filter(|(_, block)| ends_in(block, is_ignored)) {
        let result = body.sorts.push(Sort::bool());
        block.insts.push(Inst::Const { result, value: Value::Bool(false) });
        block.insts.push(Inst::Assume { condition: result });
        let spans = &mut body.spans[id];
        let end = spans.last().copied().unwrap_or(ir::Span::none());
        spans.extend([end, end]);
    }
}
