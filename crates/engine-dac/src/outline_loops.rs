//! Loops become procedures that call themselves last (section 9 of the paper).
//!
//! A loop is replaced by a call of a new function ([`ir::outline`]). Unlike the paper's, it need not run
//! the last round twice: it gives back which way it was left and the values needed there.
//!
//! Loops with more than one entry are left out: [`Irreducible`].

use std::sync::Arc;

use ir::calls::reachable;
use ir::dominators::Dominators;
use ir::loops::{Loop, Loops};
use ir::outline::{Outlined, Region, outline};
use ir::{BlockId, Body, FnId, Function, FunctionKind, Program, Span, Terminator};
use rustc_hash::FxHashMap;
use value::Symbol;

/// A program without loops.
pub(crate) struct LoopFree {
    pub(crate) program: Program,
    /// What the results of a loop's function are called.
    pub(crate) results: FxHashMap<FnId, Vec<Symbol>>,
    /// The function that each loop's function was taken out of.
    pub(crate) origins: FxHashMap<FnId, FnId>,
}

/// A loop that can be entered at more than one place.
pub(crate) struct Irreducible(pub(crate) Span);

/// Takes the loops out of everything the entry reaches.
pub(crate) fn extract_loops(program: &Program, entry: FnId) -> Result<LoopFree, Irreducible> {
    let mut made = LoopFree { program: program.clone(), results: FxHashMap::default(), origins: FxHashMap::default() };
    for function in reachable(program, entry) {
        thread_jumps(&mut made.program, function);
        let mut count = 0;
        while let Some(region) = innermost_loop(&made.program.functions[function])? {
            count += 1;
            let name = Symbol::new(&format!("{}.loop{count}", program.functions[function].name));
            let Outlined { function: own, results } = outline(&mut made.program, function, &region, name);
            made.results.insert(own, results);
            made.origins.insert(own, function);
        }
    }
    Ok(made)
}

/// Lets edges to blocks that only jump on lead where these jump. So two ways out of a loop that mean
/// the same are one.
fn thread_jumps(program: &mut Program, function: FnId) {
    let is_plain = |body: &Body, block: BlockId| {
        let block = &body.blocks[block];
        matches!(block.end, Terminator::Jump(_)) && block.params.is_empty() && block.insts.is_empty()
    };
    let Some(body) = program.functions[function].body() else { return };
    if !body.blocks.ids().any(|block| is_plain(body, block)) {
        return;
    }
    let old = body.clone();
    let FunctionKind::Defined(body) = &mut Arc::make_mut(&mut program.functions[function]).kind else { return };
    for (_, block) in body.blocks.iter_mut() {
        for target in block.end.targets_mut() {
            // An endless loop of jumps stays one.
            for _ in 0..old.blocks.len() {
                let Terminator::Jump(next) = &old.blocks[target.block].end else { break };
                if !is_plain(&old, target.block) {
                    break;
                }
                *target = next.clone();
            }
        }
    }
}

/// A loop that has no other loop inside, if there is any loop; the first in the order of the code.
fn innermost_loop(function: &Function) -> Result<Option<Region>, Irreducible> {
    let Some(body) = function.body() else { return Ok(None) };
    let loops = Loops::of(body);
    let dominators = Dominators::of(body);
    if let Some(entered_twice) = loops.all.iter().find(|each| !each.has_one_entry(&dominators)) {
        return Err(Irreducible(body.first_span(entered_twice.head)));
    }
    let is_innermost = |each: &&Loop| loops.all.iter().all(|other| other.head == each.head || !each.blocks[other.head]);
    let first = loops.all.iter().find(is_innermost);
    Ok(first.map(|each| Region::new(body, each.head, each.members().collect())))
}
