//! What the explorer asks about a function's code: loops, effects, and what lies ahead.

use arena::IdVec;
use equiv::twins::{Classes, Effects};
use ir::cfg::{loop_heads, reverse_postorder};
use ir::{BlockId, FnId, Program, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Facts about one function's blocks.
pub struct Code {
    /// For each loop head, the blocks of its loop.
    members: FxHashMap<BlockId, IdVec<BlockId, bool>>,
    /// The head of the innermost loop a block is in.
    innermost: IdVec<BlockId, Option<BlockId>>,
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
        let mut predecessors: IdVec<BlockId, Vec<BlockId>> = IdVec::filled(Vec::new(), body.blocks.len());
        for (id, block) in body.blocks.iter() {
            for target in block.end.targets() {
                predecessors[target.block].push(id);
            }
        }
        let order = reverse_postorder(body);
        let mut position: IdVec<BlockId, usize> = IdVec::filled(0, body.blocks.len());
        for (index, block) in order.iter().enumerate() {
            position[*block] = index;
        }
        let heads = loop_heads(body);
        let mut members = FxHashMap::default();
        for (head, _) in heads.iter().filter(|(_, is_head)| **is_head) {
            let mut inside = IdVec::filled(false, body.blocks.len());
            inside[head] = true;
            let latches = predecessors[head].iter().copied().filter(|block| position[*block] >= position[head]);
            let mut work: Vec<BlockId> = latches.collect();
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut inside[block], true) {
                    work.extend_from_slice(&predecessors[block]);
                }
            }
            members.insert(head, inside);
        }
        let size = |inside: &IdVec<BlockId, bool>| inside.rows().iter().filter(|member| **member).count();
        let mut sized: Vec<(usize, BlockId)> = members.iter().map(|(head, inside)| (size(inside), *head)).collect();
        sized.sort_unstable();
        let innermost = body
            .blocks
            .ids()
            .map(|block| sized.iter().find(|(_, head)| members[head][block]).map(|(_, head)| *head))
            .collect();
        let mut reaches_change: IdVec<BlockId, bool> = body
            .blocks
            .iter()
            .map(|(_, block)| matches!(&block.end, Terminator::Call { callee, .. } if is_changed(*callee)))
            .collect();
        let mut work: Vec<BlockId> = reaches_change.iter().filter(|(_, reaches)| **reaches).map(|(id, _)| id).collect();
        while let Some(block) = work.pop() {
            for before in &predecessors[block] {
                if !std::mem::replace(&mut reaches_change[*before], true) {
                    work.push(*before);
                }
            }
        }
        Code {
            members,
            innermost,
            effects: Classes::of(effects, function),
            reaches_change,
            is_source: function.is_source(),
        }
    }

    pub fn loop_of(&self, block: BlockId) -> Option<BlockId> {
        self.innermost[block]
    }

    /// Is `to` the head of a loop that `from` is not in?
    pub fn enters_loop(&self, from: BlockId, to: BlockId) -> bool {
        self.members.get(&to).is_some_and(|inside| !inside[from])
    }
}

/// The code of one version, looked into when first asked.
pub struct CodeTable<'a> {
    program: &'a Program,
    effects: Effects<'a>,
    known: FxHashMap<FnId, Rc<Code>>,
    reached: FxHashMap<FnId, FxHashSet<FnId>>,
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
        let reached =
            self.reached.entry(from).or_insert_with(|| equiv::matching::reachable(program, from).into_iter().collect());
        reached.contains(&to)
    }
}
