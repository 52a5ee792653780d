//! Which values are read later.

use arena::IdVec;
use rustc_hash::FxHashSet;

use crate::{Block, BlockId, Body, Inst, ValueId};

/// The values that may still be read: from the start of the block on (its parameters among them),
/// or from the end of the block on (its end's targets and their arguments).
pub fn live(body: &Body, block: BlockId, from_start: bool) -> FxHashSet<ValueId> {
    let at_start = live_at_start(body);
    if from_start { at_start[block].clone() } else { live_at_end(body, &body.blocks[block], &at_start) }
}

/// The values that may be read from the start of each block on, its parameters among them.
pub fn live_at_start(body: &Body) -> IdVec<BlockId, FxHashSet<ValueId>> {
    let mut live: IdVec<BlockId, FxHashSet<ValueId>> = IdVec::filled(FxHashSet::default(), body.blocks.len());
    let order = super::reverse_postorder(body);
    loop {
        let mut changed = false;
        for id in order.iter().rev() {
            let block = &body.blocks[*id];
            let mut here = live_at_end(body, block, &live);
            here.extend(block.end.uses());
            for inst in block.insts.iter().rev() {
                if let Some(result) = inst.result() {
                    here.remove(&result);
                }
                here.extend(Inst::uses(inst));
            }
            changed |= here.len() != live[*id].len();
            live[*id] = here;
        }
        if !changed {
            return live;
        }
    }
}

fn live_at_end(body: &Body, block: &Block, at_start: &IdVec<BlockId, FxHashSet<ValueId>>) -> FxHashSet<ValueId> {
    let mut live = FxHashSet::default();
    for target in block.end.targets() {
        let params = &body.blocks[target.block].params;
        live.extend(at_start[target.block].iter().filter(|value| !params.contains(value)));
        live.extend(target.args.iter().copied());
    }
    live
}
