//! The control flow of a function: order of blocks, loop heads, and tidying after construction.

use arena::IdVec;
use rustc_hash::FxHashMap;

use crate::{Block, BlockId, Body, Inst, Span, Terminator, ValueId};

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

/// Drops unreachable blocks, parameters that always get the same value, and instructions and
/// parameters whose result nobody uses; joins a block with its only predecessor; numbers blocks and values anew in
/// reverse postorder, so that the same code gets the same numbers however it was built.
pub fn tidy(mut body: Body) -> Body {
    drop_unreachable(&mut body);
    drop_single_valued_params(&mut body);
    join_chains(&mut body);
    drop_unused(&mut body);
    renumber(&body)
}

fn drop_unreachable(body: &mut Body) {
    let mut reached = IdVec::filled(false, body.blocks.len());
    for block in reverse_postorder(body) {
        reached[block] = true;
    }
    for (id, block) in body.blocks.iter_mut() {
        if !reached[id] {
            *block = Block {
                params: Vec::new(),
                insts: Vec::new(),
                end: Terminator::Unsupported(value::Symbol::new("unreachable")),
            };
            body.spans[id] = vec![Span::none()];
        }
    }
}

/// The number of leading parameters that a call fills itself: its results, or what was raised.
fn filled_by_call(body: &Body) -> IdVec<BlockId, usize> {
    let mut filled = IdVec::filled(0, body.blocks.len());
    for (_, block) in body.blocks.iter() {
        if let Terminator::Call { .. } = &block.end {
            for target in block.end.targets() {
                // Two calls may fill different numbers of them.
                let first = body.blocks[target.block].params.len() - target.args.len();
                filled[target.block] = first.max(filled[target.block]);
            }
        }
    }
    filled
}

fn drop_single_valued_params(body: &mut Body) {
    let filled = filled_by_call(body);
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    loop {
        let mut incoming: FxHashMap<ValueId, Option<ValueId>> = FxHashMap::default();
        for (_, block) in body.blocks.iter() {
            for target in block.end.targets() {
                let params = &body.blocks[target.block].params;
                let skip = params.len() - target.args.len();
                for (param, arg) in params[skip..].iter().zip(&target.args) {
                    let arg = resolve(&replaced, *arg);
                    if arg == *param {
                        continue;
                    }
                    let known = incoming.entry(*param).or_insert(Some(arg));
                    if *known != Some(arg) {
                        *known = None;
                    }
                }
            }
        }
        let mut changed = false;
        let ids: Vec<BlockId> = body.blocks.ids().filter(|id| *id != Body::ENTRY).collect();
        let mut dropped: IdVec<BlockId, Vec<usize>> = IdVec::filled(Vec::new(), body.blocks.len());
        for id in ids {
            let first = filled[id];
            for (index, param) in body.blocks[id].params.iter().enumerate().skip(first) {
                if let Some(Some(value)) = incoming.get(param) {
                    let value = resolve(&replaced, *value);
                    if value != *param {
                        replaced.insert(*param, value);
                        dropped[id].push(index);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
        let counts: IdVec<BlockId, usize> = body.blocks.iter().map(|(_, block)| block.params.len()).collect();
        for (_, block) in body.blocks.iter_mut() {
            for target in block.end.targets_mut() {
                let skip = counts[target.block] - target.args.len();
                for index in dropped[target.block].iter().rev() {
                    target.args.remove(index - skip);
                }
            }
        }
        for (id, block) in body.blocks.iter_mut() {
            for index in dropped[id].iter().rev() {
                block.params.remove(*index);
            }
        }
    }
    substitute(body, |value| resolve(&replaced, value));
}

fn resolve(replaced: &FxHashMap<ValueId, ValueId>, mut value: ValueId) -> ValueId {
    while let Some(&next) = replaced.get(&value) {
        value = next;
    }
    value
}

/// Replaces every use (not the definitions).
pub fn substitute(body: &mut Body, with: impl Fn(ValueId) -> ValueId) {
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

/// Appends a block to its predecessor if each is the other's only neighbour.
fn join_chains(body: &mut Body) {
    let mut edges: IdVec<BlockId, usize> = IdVec::filled(0, body.blocks.len());
    for (_, block) in body.blocks.iter() {
        for target in block.end.targets() {
            edges[target.block] += 1;
        }
    }
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for block in reverse_postorder(body) {
        while let Terminator::Jump(target) = &body.blocks[block].end
            && edges[target.block] == 1
            && target.block != block
            && target.block != Body::ENTRY
        {
            let (next, args) = (target.block, target.args.clone());
            let joined = std::mem::replace(
                &mut body.blocks[next],
                Block { params: vec![], insts: vec![], end: Terminator::Unsupported(value::Symbol::new("joined")) },
            );
            let spans = std::mem::replace(&mut body.spans[next], vec![Span::none()]);
            for (param, arg) in joined.params.iter().zip(args) {
                replaced.insert(*param, arg);
            }
            body.blocks[block].insts.extend(joined.insts);
            body.blocks[block].end = joined.end;
            body.spans[block].pop();
            body.spans[block].extend(spans);
            edges[next] = 0;
        }
    }
    substitute(body, |value| resolve(&replaced, value));
}

/// Drops instructions and parameters whose result nobody uses, also where they only feed each
/// other around a loop.
fn drop_unused(body: &mut Body) {
    let used = used_values(body);
    drop_unused_params(body, &used);
    let keep = |inst: &Inst| match inst {
        Inst::Const { result, .. } | Inst::Apply { result, .. } | Inst::Get { result, .. } => used[*result],
        Inst::Set { .. } | Inst::Alloc { .. } | Inst::Choose { .. } | Inst::Assume { .. } => true,
    };
    for (id, block) in body.blocks.iter_mut() {
        let kept: Vec<bool> = block.insts.iter().map(keep).collect();
        block.insts.retain(keep);
        // The last span is that of the end.
        let mut kept = kept.into_iter().chain([true]);
        body.spans[id].retain(|_| kept.next().unwrap_or(true));
    }
}

/// Values that an effect, the way taken or an outcome depends on.
fn used_values(body: &Body) -> IdVec<ValueId, bool> {
    let mut definition: IdVec<ValueId, Option<(BlockId, usize)>> = IdVec::filled(None, body.sorts.len());
    // What each parameter is given on the edges to its block.
    let mut given: IdVec<ValueId, Vec<ValueId>> = IdVec::filled(Vec::new(), body.sorts.len());
    let mut work = Vec::new();
    for (id, block) in body.blocks.iter() {
        for (index, inst) in block.insts.iter().enumerate() {
            match inst {
                Inst::Const { result, .. } | Inst::Apply { result, .. } | Inst::Get { result, .. } => {
                    definition[*result] = Some((id, index));
                }
                // These have an effect: the next reference, the next choice, a blocked run.
                Inst::Set { .. } | Inst::Alloc { .. } | Inst::Choose { .. } | Inst::Assume { .. } => {
                    work.extend_from_slice(inst.uses());
                }
            }
        }
        work.extend_from_slice(block.end.uses());
        for target in block.end.targets() {
            let params = &body.blocks[target.block].params;
            let skip = params.len() - target.args.len();
            for (param, arg) in params[skip..].iter().zip(&target.args) {
                given[*param].push(*arg);
            }
        }
    }
    let mut used: IdVec<ValueId, bool> = IdVec::filled(false, body.sorts.len());
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut used[value], true) {
            work.append(&mut given[value]);
            if let Some((block, index)) = definition[value] {
                work.extend_from_slice(body.blocks[block].insts[index].uses());
            }
        }
    }
    used
}

fn drop_unused_params(body: &mut Body, used: &IdVec<ValueId, bool>) {
    let filled = filled_by_call(body);
    let kept = |id: BlockId, block: &Block| -> Vec<bool> {
        let fixed = if id == Body::ENTRY { block.params.len() } else { filled[id] };
        block.params.iter().enumerate().map(|(index, param)| index < fixed || used[*param]).collect()
    };
    let kept: IdVec<BlockId, Vec<bool>> = body.blocks.iter().map(|(id, block)| kept(id, block)).collect();
    for (id, block) in body.blocks.iter_mut() {
        let mut keep = kept[id].iter();
        block.params.retain(|_| *keep.next().expect("one a parameter"));
        for target in block.end.targets_mut() {
            let skip = kept[target.block].len() - target.args.len();
            let mut keep = kept[target.block][skip..].iter();
            target.args.retain(|_| *keep.next().expect("one an argument"));
        }
    }
}

fn renumber(body: &Body) -> Body {
    let order = reverse_postorder(body);
    let mut block_ids: IdVec<BlockId, Option<BlockId>> = IdVec::filled(None, body.blocks.len());
    let mut value_ids: IdVec<ValueId, Option<ValueId>> = IdVec::filled(None, body.sorts.len());
    let mut new = Body::default();
    for (index, id) in order.iter().enumerate() {
        block_ids[*id] = Some(arena::Id::new(index));
        let block = &body.blocks[*id];
        let results = block.insts.iter().filter_map(Inst::result);
        for value in block.params.iter().copied().chain(results) {
            value_ids[value] = Some(new.sorts.push(body.sorts[value]));
        }
    }
    let value = |id: ValueId| value_ids[id].expect("every used value is defined in a reachable block");
    for id in order {
        let mut block = body.blocks[id].clone();
        for target in block.end.targets_mut() {
            target.block = block_ids[target.block].expect("a reachable block leads to reachable blocks");
        }
        new.blocks.push(block);
        new.spans.push(body.spans[id].clone());
    }
    rename(&mut new, value);
    new
}
