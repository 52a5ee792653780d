//! The control flow of a function: order of blocks, loop heads, and tidying after construction.

mod live;
mod tidy;

use arena::IdVec;

use crate::{BlockId, Body, Inst, Terminator, ValueId};

pub use live::{live, live_at_start};
pub use tidy::tidy;

/// Blocks reachable from the entry, each after its predecessors except along back edges.
pub fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = IdVec::filled(false, body.blocks.len());
    let targets = |block: BlockId| body.blocks[block].end.targets().into_iter();
    let mut stack = vec![(Body::ENTRY, targets(Body::ENTRY))];
    seen[Body::ENTRY] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(target) if !seen[target.block] => {
                seen[target.block] = true;
                stack.push((target.block, targets(target.block)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The reachable blocks that lead to each block.
pub fn predecessors(body: &Body) -> IdVec<BlockId, Vec<BlockId>> {
    let mut found: IdVec<BlockId, Vec<BlockId>> = IdVec::filled(Vec::new(), body.blocks.len());
    for block in reverse_postorder(body) {
        body.blocks[block].end.targets().iter().for_each(|target| found[target.block].push(block));
    }
    found
}

/// Which blocks a back edge leads to.
pub fn loop_heads(body: &Body) -> IdVec<BlockId, bool> {
    #[derive(Copy, Clone, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut heads = IdVec::filled(false, body.blocks.len());
    let mut marks: IdVec<BlockId, Mark> = IdVec::filled(Mark::New, body.blocks.len());
    let targets = |block: BlockId| body.blocks[block].end.targets().into_iter();
    let mut stack = vec![(Body::ENTRY, targets(Body::ENTRY))];
    marks[Body::ENTRY] = Mark::Open;
    while let Some((block, rest)) = stack.last_mut() {
        let Some(target) = rest.next() else {
            marks[*block] = Mark::Done;
            stack.pop();
            continue;
        };
        match marks[target.block] {
            Mark::New => {
                marks[target.block] = Mark::Open;
                stack.push((target.block, targets(target.block)));
            }
            Mark::Open => heads[target.block] = true,
            Mark::Done => {}
        }
    }
    heads
}

/// Replaces every use (not the definitions).
pub fn substitute(body: &mut Body, mut with: impl FnMut(ValueId) -> ValueId) {
    for (_, block) in body.blocks.iter_mut() {
        for inst in &mut block.insts {
            match inst {
                Inst::Const { .. } | Inst::Get { .. } | Inst::Alloc { .. } | Inst::Choose { .. } => {}
                Inst::Apply { args, .. } => args.iter_mut().for_each(|arg| *arg = with(*arg)),
                Inst::Set { value, .. } => *value = with(*value),
                Inst::Assume { condition } => *condition = with(*condition),
            }
        }
        match &mut block.end {
            Terminator::Branch { condition, .. } => *condition = with(*condition),
            Terminator::Switch { on, .. } => *on = with(*on),
            Terminator::Call { args, .. } | Terminator::Return(args) => {
                args.iter_mut().for_each(|arg| *arg = with(*arg));
            }
            Terminator::Raise(value) => *value = with(*value),
            Terminator::Jump(_) | Terminator::Trap(_) | Terminator::Unsupported(_) => {}
        }
        for target in block.end.targets_mut() {
            target.args.iter_mut().for_each(|arg| *arg = with(*arg));
        }
    }
}

/// Gives every value another number, where it is defined and where it is used.
pub(crate) fn rename(body: &mut Body, with: impl Fn(ValueId) -> ValueId) {
    for (_, block) in body.blocks.iter_mut() {
        block.params.iter_mut().for_each(|param| *param = with(*param));
        for inst in &mut block.insts {
            match inst {
                Inst::Const { result, .. }
                | Inst::Apply { result, .. }
                | Inst::Get { result, .. }
                | Inst::Alloc { result }
                | Inst::Choose { result } => *result = with(*result),
                Inst::Set { .. } | Inst::Assume { .. } => {}
            }
        }
    }
    substitute(body, with);
}
