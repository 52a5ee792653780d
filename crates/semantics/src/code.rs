//! What the explorer asks about a function's code: loops, effects, and what lies ahead.

use arena::IdVec;
use equiv::twins::{Classes, Effects};
use ir::calls::{reachable, spread};
use ir::cfg::predecessors;
use ir::loops::Loops;
use ir::{BlockId, FnId, Program, Terminator};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Facts about one function's blocks.
pub struct Code {
    pub loops: Loops,
    pub effects: Classes,
    /// From this block on (itself included), can a call of a changed function be reached?
    pub reaches_change: IdVec<BlockId, bool>,
    /// Does any line of the source stand for it?
    pub is_source: bool,
}

impl Code {
    fn new(effects: &Effects<'_>, program: &Program, function: FnId, is_changed: impl Fn(FnId) -> bool) -> Code {
        let function = &program.functions[function];
        let body = function.body().expect("only defined functions are run");
        let calls_changed = |block: BlockId| match &body.blocks[block].end {
            Terminator::Call { callee, .. } => is_changed(*callee),
            _ => false,
        };
        Code {
            loops: Loops::of(body),
            effects: Classes::of(effects, function),
            reaches_change: spread(&predecessors(body), calls_changed),
            is_source: function.is_source(),
        }
    }
}

/// The code of one version, looked into when first asked.
pub struct CodeTable<'a> {
    program: &'a Program,
    effects: Effects<'a>,
    known: FxHashMap<FnId, Rc<Code>>,
    reached: FxHashMap<FnId, BTreeSet<FnId>>,
    changed: IdVec<FnId, bool>,
}

impl<'a> CodeTable<'a> {
    pub fn new(program: &'a Program, changed: IdVec<FnId, bool>) -> CodeTable<'a> {
        CodeTable {
            program,
            effects: Effects::new(program),
            known: FxHashMap::default(),
            reached: FxHashMap::default(),
            changed,
        }
    }

    pub fn code(&mut self, function: FnId) -> Rc<Code> {
        let (program, effects, changed) = (self.program, &self.effects, &self.changed);
        let make = || Rc::new(Code::new(effects, program, function, |callee| changed[callee]));
        self.known.entry(function).or_insert_with(make).clone()
    }

    /// Can a call of one function lead to a call of the other, or is it the same?
    pub fn reaches(&mut self, from: FnId, to: FnId) -> bool {
        let program = self.program;
        let reached = self.reached.entry(from).or_insert_with(|| reachable(program, from));
        reached.contains(&to)
    }
}
