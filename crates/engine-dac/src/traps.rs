//! Which traps count as failures.

use std::sync::Arc;

use ir::entry::Pair;
use ir::{FunctionKind, Inst, Terminator};
use value::{Sort, Value};

/// Traps of accesses to memory that is not there.
pub const MEMORY: [&str; 4] =
    ["null pointer", "out of bounds", "a write to a constant", "free of what was not allocated"];

/// Runs that end in another trap than these do not count: they neither pass nor fail.
pub fn count_only(pair: &mut Pair, words: &[&str]) {
    for entry in [&mut pair.old, &mut pair.new] {
        let ids: Vec<ir::FnId> = entry.program.functions.ids().collect();
        for id in ids {
            let function = Arc::make_mut(&mut entry.program.functions[id]);
            let FunctionKind::Defined(body) = &mut function.kind else { continue };
            let sorts = &mut body.sorts;
            for (block_id, block) in body.blocks.iter_mut() {
                let is_other = matches!(&block.end, Terminator::Trap(word) if !words.contains(&word.as_str()));
                if is_other {
                    let condition = sorts.push(Sort::bool());
                    block.insts.push(Inst::Const { result: condition, value: Value::Bool(false) });
                    block.insts.push(Inst::Assume { condition });
                    let end = body.spans[block_id].last().copied();
                    body.spans[block_id].extend([end, end].into_iter().flatten());
                }
            }
        }
    }
}
