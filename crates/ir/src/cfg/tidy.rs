//! Cleans up after construction, keeping the meaning.

use arena::IdVec;
use rustc_hash::FxHashMap;

use super::{rename, reverse_postorder, substitute};
use crate::{Block, BlockId, Body, Inst, Span, Terminator, ValueId};

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

/// Drops parameters that get only one value, or themselves, on every edge.
///
/// A parameter that is replaced may leave others with one value only: those are looked at again.
fn drop_single_valued_params(body: &mut Body) {
    let fixed = fixed_params(body);
    let given = given_to_params(body);
    let mut queue: Vec<ValueId> = Vec::new();
    for (id, block) in body.blocks.iter() {
        queue.extend_from_slice(&block.params[fixed[id]..]);
    }
    let mut receivers: IdVec<ValueId, Vec<ValueId>> = IdVec::filled(Vec::new(), body.sorts.len());
    for param in &queue {
        given[*param].iter().for_each(|arg| receivers[*arg].push(*param));
    }
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    queue.reverse();
    while let Some(param) = queue.pop() {
        if replaced.contains_key(&param) {
            continue;
        }
        let mut values = given[param].iter().map(|arg| resolve(&mut replaced, *arg)).filter(|arg| *arg != param);
        let Some(value) = values.next() else { continue };
        if values.any(|other| other != value) {
            continue;
        }
        replaced.insert(param, value);
        let mut moved = std::mem::take(&mut receivers[param]);
        moved.retain(|receiver| !replaced.contains_key(receiver));
        queue.extend_from_slice(&moved);
        // The smaller list moves: so none moves often.
        if moved.len() > receivers[value].len() {
            std::mem::swap(&mut moved, &mut receivers[value]);
        }
        receivers[value].append(&mut moved);
    }
    retain_params(body, |_, _, param| !replaced.contains_key(&param));
    substitute_replaced(body, replaced);
}

/// How many leading parameters of each block must stay: the function's, and what a call fills.
fn fixed_params(body: &Body) -> IdVec<BlockId, usize> {
    let mut fixed = filled_by_call(body);
    fixed[Body::ENTRY] = body.blocks[Body::ENTRY].params.len();
    fixed
}

/// What each parameter is given on the edges to its block, except by calls themselves.
fn given_to_params(body: &Body) -> IdVec<ValueId, Vec<ValueId>> {
    let mut given: IdVec<ValueId, Vec<ValueId>> = IdVec::filled(Vec::new(), body.sorts.len());
    for (_, block) in body.blocks.iter() {
        for target in block.end.targets() {
            let params = &body.blocks[target.block].params;
            let skip = params.len() - target.args.len();
            for (param, arg) in params[skip..].iter().zip(&target.args) {
                given[*param].push(*arg);
            }
        }
    }
    given
}

/// Drops the other parameters, and the arguments for them. Those a call fills must be kept.
fn retain_params(body: &mut Body, keep: impl Fn(BlockId, usize, ValueId) -> bool) {
    let kept = |(id, block): (BlockId, &Block)| -> Vec<bool> {
        block.params.iter().enumerate().map(|(index, param)| keep(id, index, *param)).collect()
    };
    let kept: IdVec<BlockId, Vec<bool>> = body.blocks.iter().map(kept).collect();
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

/// What stands for the value in the end; shortens the way there for the next time.
fn resolve(replaced: &mut FxHashMap<ValueId, ValueId>, value: ValueId) -> ValueId {
    let mut last = value;
    while let Some(&next) = replaced.get(&last) {
        last = next;
    }
    let mut at = value;
    while at != last {
        at = replaced.insert(at, last).expect("seen above");
    }
    last
}

fn substitute_replaced(body: &mut Body, mut replaced: FxHashMap<ValueId, ValueId>) {
    if !replaced.is_empty() {
        substitute(body, |value| resolve(&mut replaced, value));
    }
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
    substitute_replaced(body, replaced);
}

/// Drops instructions and parameters whose result nobody uses, also where they only feed each
/// other around a loop.
fn drop_unused(body: &mut Body) {
    let fixed = fixed_params(body);
    let used = used_values(body, &fixed);
    retain_params(body, |block, index, param| index < fixed[block] || used[param]);
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
fn used_values(body: &Body, fixed: &IdVec<BlockId, usize>) -> IdVec<ValueId, bool> {
    let mut definition: IdVec<ValueId, Option<(BlockId, usize)>> = IdVec::filled(None, body.sorts.len());
    let mut given = given_to_params(body);
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
        // A parameter that a call fills stays, and so does what a jump to the same block gives it.
        for param in &block.params[..fixed[id]] {
            work.extend_from_slice(&given[*param]);
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

fn renumber(body: &Body) -> Body {
    let order = reverse_postorder(body);
    let mut block_ids: IdVec<BlockId, Option<BlockId>> = IdVec::filled(None, body.blocks.len());
    let mut value_ids: IdVec<ValueId, Option<ValueId>> = IdVec::filled(None, body.sorts.len());
    let mut new = Body { origin: body.origin, ..Body::default() };
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
    let names = body.names.iter().filter_map(|(value, name)| Some((value_ids[*value]?, *name)));
    new.names = names.collect();
    rename(&mut new, value);
    new.names = body.names.iter().filter_map(|(id, name)| Some((value_ids[*id]?, *name))).collect();
    new
}
