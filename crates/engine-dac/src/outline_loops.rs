//! Loops become procedures that call themselves last (section 9 of the paper).
//!
//! A loop is replaced by a call of a new function. Its parameters are what the loop head takes and
//! what the loop uses from outside; a jump back to the head becomes a call of itself. Unlike the
//! paper's, it need not run the last round twice: it gives back which way it was left and the
//! values needed there, so it stays deterministic and nothing is repeated.
//!
//! Loops with more than one entry are left out: [`Irreducible`].

use std::collections::BTreeSet;
use std::sync::Arc;

use arena::IdVec;
use ir::cfg::{loop_heads, reverse_postorder, tidy};
use ir::dominators::{Dominators, definitions};
use ir::{
    Args, Block, BlockId, Body, FnId, Function, FunctionKind, Inst, Param, Program, Span, Target, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Sort, Symbol, Value};

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
        while let Some(head) = innermost_loop(&made.program.functions[function])? {
            count += 1;
            extract(&mut made, function, &head, count);
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

/// The defined functions that can be called from the entry, itself first.
pub(crate) fn reachable(program: &Program, entry: FnId) -> Vec<FnId> {
    let mut found = vec![entry];
    let mut next = 0;
    while next < found.len() {
        for callee in equiv::matching::callees(&program.functions[found[next]]) {
            if program.functions[callee].body().is_some() && !found.contains(&callee) {
                found.push(callee);
            }
        }
        next += 1;
    }
    found
}

/// A head and the blocks of its loop.
struct Loop {
    head: BlockId,
    members: BTreeSet<BlockId>,
    /// Blocks after it that never come to a return. The loop's function has them too: a loop that
    /// fails does so itself, not its caller.
    dead_ends: BTreeSet<BlockId>,
}

impl Loop {
    /// Does the loop's function have the block?
    fn holds(&self, block: BlockId) -> bool {
        self.members.contains(&block) || self.dead_ends.contains(&block)
    }

    /// The dead ends that are come to without the loop as well.
    fn shared(&self, body: &Body) -> BTreeSet<BlockId> {
        let mut found = BTreeSet::new();
        let mut work: Vec<BlockId> = reverse_postorder(body).into_iter().filter(|block| !self.holds(*block)).collect();
        while let Some(block) = work.pop() {
            let next = body.blocks[block].end.targets().into_iter().map(|target| target.block);
            work.extend(next.filter(|to| self.dead_ends.contains(to) && found.insert(*to)));
        }
        found
    }
}

/// The blocks that the members lead to and that lead to no return; none if there is a loop among them.
fn dead_ends(body: &Body, members: &BTreeSet<BlockId>, heads: &IdVec<BlockId, bool>) -> BTreeSet<BlockId> {
    let order = reverse_postorder(body);
    let mut returns: IdVec<BlockId, bool> = IdVec::filled(false, body.blocks.len());
    loop {
        let before = returns.clone();
        for block in order.iter().rev() {
            let end = &body.blocks[*block].end;
            let comes_to = end.targets().iter().any(|target| returns[target.block]);
            returns[*block] = comes_to || matches!(end, Terminator::Return(_));
        }
        if before == returns {
            break;
        }
    }
    let mut found = BTreeSet::new();
    let mut work: Vec<BlockId> = members.iter().copied().collect();
    while let Some(block) = work.pop() {
        for target in body.blocks[block].end.targets() {
            if !members.contains(&target.block) && !returns[target.block] && found.insert(target.block) {
                work.push(target.block);
            }
        }
    }
    if found.iter().any(|block| heads[*block]) { BTreeSet::new() } else { found }
}

/// A loop that has no other loop inside, if there is any loop; the first in the order of the code.
fn innermost_loop(function: &Function) -> Result<Option<Loop>, Irreducible> {
    let Some(body) = function.body() else { return Ok(None) };
    let heads = loop_heads(body);
    if !heads.iter().any(|(_, is_head)| *is_head) {
        return Ok(None);
    }
    let dominators = Dominators::of(body);
    let order = reverse_postorder(body);
    let mut position: IdVec<BlockId, usize> = IdVec::filled(usize::MAX, body.blocks.len());
    order.iter().enumerate().for_each(|(index, block)| position[*block] = index);
    let mut predecessors: IdVec<BlockId, Vec<BlockId>> = IdVec::filled(Vec::new(), body.blocks.len());
    for block in &order {
        body.blocks[*block].end.targets().iter().for_each(|target| predecessors[target.block].push(*block));
    }
    let mut best: Option<Loop> = None;
    for head in order.iter().copied().filter(|block| heads[*block]) {
        let latches = predecessors[head].iter().copied().filter(|from| position[*from] >= position[head]);
        let mut members = BTreeSet::from([head]);
        let mut work: Vec<BlockId> = latches.collect();
        if work.iter().any(|latch| !dominators.dominates(head, *latch)) {
            return Err(Irreducible(first_span(body, head)));
        }
        while let Some(block) = work.pop() {
            if members.insert(block) {
                work.extend_from_slice(&predecessors[block]);
            }
        }
        let is_innermost = members.iter().all(|member| *member == head || !heads[*member]);
        if is_innermost && best.is_none() {
            let dead_ends = dead_ends(body, &members, &heads);
            best = Some(Loop { head, members, dead_ends });
        }
    }
    Ok(best)
}

fn first_span(body: &Body, block: BlockId) -> Span {
    body.spans[block].iter().copied().find(|span| !span.is_none()).unwrap_or(Span::none())
}

/// What crosses the border of a loop.
struct Border {
    /// Values from outside that are used inside.
    inward: Vec<ValueId>,
    /// Values from inside that are used outside.
    outward: Vec<ValueId>,
    /// The blocks it is left for.
    exits: Vec<BlockId>,
}

fn border(body: &Body, inside: &Loop) -> Border {
    let defined = definitions_by_block(body);
    let (mut inward, mut outward, mut exits) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let shared = inside.shared(body);
    for block in reverse_postorder(body) {
        let used = used_in(&body.blocks[block]);
        if inside.holds(block) {
            inward.extend(used.iter().filter(|value| !inside.holds(defined[**value])));
            let targets = body.blocks[block].end.targets();
            exits.extend(targets.iter().map(|target| target.block).filter(|to| !inside.holds(*to)));
        }
        if !inside.holds(block) || shared.contains(&block) {
            outward.extend(used.iter().filter(|value| inside.members.contains(&defined[**value])));
        }
    }
    Border {
        inward: inward.into_iter().collect(),
        outward: outward.into_iter().collect(),
        exits: exits.into_iter().collect(),
    }
}

fn used_in(block: &Block) -> Vec<ValueId> {
    let insts = block.insts.iter().flat_map(|inst| inst.uses().iter().copied());
    let targets = block.end.targets();
    let args: Vec<ValueId> = targets.iter().flat_map(|target| target.args.iter().copied()).collect();
    insts.chain(block.end.uses().iter().copied()).chain(args).collect()
}

fn definitions_by_block(body: &Body) -> IdVec<ValueId, BlockId> {
    let mut defined = IdVec::filled(Body::ENTRY, body.sorts.len());
    for (value, place) in definitions(body).iter() {
        if let Some((block, _)) = place {
            defined[value] = *block;
        }
    }
    for (id, block) in body.blocks.iter() {
        block.params.iter().for_each(|param| defined[*param] = id);
    }
    defined
}

/// Moves one loop of the function into a function of its own.
fn extract(made: &mut LoopFree, function: FnId, inside: &Loop, count: usize) {
    let old = made.program.functions[function].clone();
    let body = old.body().expect("a function with a loop has a body");
    let border = border(body, inside);
    let name = Symbol::new(&format!("{}.loop{count}", old.name));
    let own = made.program.functions.next_id();
    let mut inner = Inner::new(body, inside, &border, own);
    inner.copy();
    let results = inner.results();
    let names = inner.result_names(&old);
    let head_params = &body.blocks[inside.head].params;
    let params = head_params
        .iter()
        .chain(&border.inward)
        .map(|value| Param { name: name_of(body, &old, *value), sort: body.sorts[*value] })
        .collect();
    let kind = FunctionKind::Defined(tidy(inner.body));
    let loop_function = Function { name, params, results: results.clone(), raises: old.raises, kind };
    made.program.functions.push(Arc::new(loop_function));
    made.results.insert(own, names);
    made.origins.insert(own, function);
    let mut rest = (*old).clone();
    rest.kind = FunctionKind::Defined(tidy(outer(body, inside, &border, own, &results)));
    made.program.functions[function] = Arc::new(rest);
}

/// The source's name of a value, or one made of its number.
fn name_of(body: &Body, function: &Function, value: ValueId) -> Symbol {
    if let Some(position) = body.blocks[Body::ENTRY].params.iter().position(|param| *param == value) {
        return function.params[position].name;
    }
    match body.names.get(&value) {
        Some(name) => *name,
        None => Symbol::new(&format!("{value}")),
    }
}

/// The loop's function while it is made.
struct Inner<'a> {
    old: &'a Body,
    inside: &'a Loop,
    border: &'a Border,
    own: FnId,
    dominators: Dominators,
    defined: IdVec<ValueId, BlockId>,
    body: Body,
    blocks: FxHashMap<BlockId, BlockId>,
}

impl<'a> Inner<'a> {
    fn new(old: &'a Body, inside: &'a Loop, border: &'a Border, own: FnId) -> Inner<'a> {
        // Values keep their numbers; those of outside become parameters.
        let (sorts, names, origin) = (old.sorts.clone(), old.names.clone(), old.origin);
        let body = Body { sorts, names, origin, ..Body::default() };
        let (dominators, defined) = (Dominators::of(old), definitions_by_block(old));
        Inner { old, inside, border, own, dominators, defined, body, blocks: FxHashMap::default() }
    }

    fn value(&mut self, sort: Sort) -> ValueId {
        self.body.sorts.push(sort)
    }

    fn block(&mut self, params: Vec<ValueId>, insts: Vec<Inst>, end: Terminator, span: Span) -> BlockId {
        self.body.spans.push(vec![span; insts.len() + 1]);
        self.body.blocks.push(Block { params, insts, end })
    }

    fn copy(&mut self) {
        let Loop { head, members, dead_ends } = self.inside;
        let others = members.iter().filter(|member| *member != head).chain(dead_ends);
        let order: Vec<BlockId> = std::iter::once(head).chain(others).copied().collect();
        for member in &order {
            let mut block = self.old.blocks[*member].clone();
            if *member == self.inside.head {
                block.params.extend(&self.border.inward);
            }
            self.body.spans.push(self.old.spans[*member].clone());
            let id = self.body.blocks.push(block);
            self.blocks.insert(*member, id);
        }
        let again = self.again();
        for member in order {
            let id = self.blocks[&member];
            let mut end = self.body.blocks[id].end.clone();
            for target in end.targets_mut() {
                if target.block == self.inside.head {
                    target.block = again;
                } else if let Some(copy) = self.blocks.get(&target.block) {
                    target.block = *copy;
                } else {
                    *target = self.leave(member, target);
                }
            }
            self.body.blocks[id].end = end;
        }
    }

    /// The one place where the function calls itself.
    fn again(&mut self) -> BlockId {
        let span = first_span(self.old, self.inside.head);
        let results: Vec<ValueId> = self.results().into_iter().map(|sort| self.value(sort)).collect();
        let done = self.block(results.clone(), Vec::new(), Terminator::Return(results.into_iter().collect()), span);
        let sorts: Vec<Sort> =
            self.old.blocks[self.inside.head].params.iter().map(|param| self.old.sorts[*param]).collect();
        let params: Vec<ValueId> = sorts.into_iter().map(|sort| self.value(sort)).collect();
        let args: Args = params.iter().chain(&self.border.inward).copied().collect();
        let returned = Target { block: done, args: Args::new() };
        let end = Terminator::Call { callee: self.own, args, returned, raised: None };
        self.block(params, Vec::new(), end, span)
    }

    /// An edge out of the loop: gives back which way it is and what is needed there.
    fn leave(&mut self, from: BlockId, target: &Target) -> Target {
        let span = self.old.span_of_end(from);
        // A call fills the first parameters of its target itself.
        let params = &self.old.blocks[target.block].params;
        let filled = params.len() - target.args.len();
        let own: Vec<ValueId> = params[..filled]
            .iter()
            .map(|param| self.old.sorts[*param])
            .collect::<Vec<_>>()
            .into_iter()
            .map(|sort| self.value(sort))
            .collect();
        let mut insts = Vec::new();
        let mut given = Vec::new();
        if self.border.exits.len() > 1 {
            let way = self.border.exits.iter().position(|exit| *exit == target.block).expect("an exit");
            given.push(self.constant(&mut insts, Value::int(way as i64), Sort::int()));
        }
        for exit in self.border.exits.clone() {
            let sorts: Vec<Sort> = self.old.blocks[exit].params.iter().map(|param| self.old.sorts[*param]).collect();
            if exit == target.block {
                given.extend(own.iter().copied().chain(target.args.iter().copied()));
            } else {
                for sort in sorts {
                    given.push(self.constant(&mut insts, Value::default_of(sort), sort));
                }
            }
        }
        for value in self.border.outward.clone() {
            if self.dominators.dominates(self.defined[value], from) {
                given.push(value);
            } else {
                let sort = self.old.sorts[value];
                given.push(self.constant(&mut insts, Value::default_of(sort), sort));
            }
        }
        let end = Terminator::Return(given.into_iter().collect());
        let block = self.block(own, insts, end, span);
        Target { block, args: Args::new() }
    }

    fn constant(&mut self, insts: &mut Vec<Inst>, value: Value, sort: Sort) -> ValueId {
        let result = self.value(sort);
        insts.push(Inst::Const { result, value });
        result
    }

    fn results(&self) -> Vec<Sort> {
        results(self.old, self.border)
    }

    fn result_names(&self, function: &Function) -> Vec<Symbol> {
        let mut names = Vec::new();
        if self.border.exits.len() > 1 {
            names.push(Symbol::new("way out"));
        }
        for exit in &self.border.exits {
            names.extend(self.old.blocks[*exit].params.iter().map(|param| name_of(self.old, function, *param)));
        }
        names.extend(self.border.outward.iter().map(|value| name_of(self.old, function, *value)));
        names
    }
}

/// The way out if there are several, the parameters of each exit, what is used outside.
fn results(old: &Body, border: &Border) -> Vec<Sort> {
    let way = (border.exits.len() > 1).then(Sort::int);
    let of_exits = border.exits.iter().flat_map(|exit| &old.blocks[*exit].params);
    way.into_iter().chain(of_exits.chain(&border.outward).map(|value| old.sorts[*value])).collect()
}

/// The function with the loop replaced by a call.
fn outer(old: &Body, inside: &Loop, border: &Border, own: FnId, results: &[Sort]) -> Body {
    let mut body = old.clone();
    let span = first_span(old, inside.head);
    let given: Vec<ValueId> = results.iter().map(|sort| body.sorts.push(*sort)).collect();
    let mut rest = given.as_slice();
    let way = (border.exits.len() > 1).then(|| take(&mut rest, 1)[0]);
    let targets: Vec<Target> = border
        .exits
        .iter()
        .map(|exit| {
            let args = take(&mut rest, old.blocks[*exit].params.len());
            Target { block: *exit, args: args.iter().copied().collect() }
        })
        .collect();
    let replaced: FxHashMap<ValueId, ValueId> = border.outward.iter().copied().zip(rest.iter().copied()).collect();
    for (value, new) in border.outward.iter().zip(rest) {
        if let Some(name) = old.names.get(value) {
            body.names.insert(*new, *name);
        }
    }
    let params: Vec<ValueId> =
        old.blocks[inside.head].params.iter().map(|param| body.sorts.push(old.sorts[*param])).collect();
    ir::cfg::substitute(&mut body, |value| replaced.get(&value).copied().unwrap_or(value));
    let mut insts = Vec::new();
    if targets.is_empty() {
        // Nobody comes here: a loop without a way out does not return.
        let result = body.sorts.push(Sort::bool());
        insts.extend([Inst::Const { result, value: Value::Bool(false) }, Inst::Assume { condition: result }]);
    }
    let end = match (way, targets.as_slice()) {
        (_, []) => Terminator::Unsupported(Symbol::new("a loop without a way out")),
        (None, [only]) => Terminator::Jump(only.clone()),
        (way, [others @ .., last]) => Terminator::Switch {
            on: way.expect("several exits are told apart"),
            cases: others
                .iter()
                .enumerate()
                .map(|(index, target)| (Value::int(index as i64), target.clone()))
                .collect(),
            default: last.clone(),
        },
    };
    body.spans.push(vec![span; insts.len() + 1]);
    let after = body.blocks.push(Block { params: given, insts, end });
    let args: Args = params.iter().copied().chain(border.inward.iter().copied()).collect();
    let returned = Target { block: after, args: Args::new() };
    let call = Terminator::Call { callee: own, args, returned, raised: None };
    body.spans.push(vec![span]);
    let before = body.blocks.push(Block { params, insts: Vec::new(), end: call });
    let members: FxHashSet<BlockId> = inside.members.iter().copied().collect();
    let ids: Vec<BlockId> = body.blocks.ids().collect();
    for id in ids.into_iter().filter(|id| !members.contains(id)) {
        for target in body.blocks[id].end.targets_mut() {
            if target.block == inside.head {
                target.block = before;
            }
        }
    }
    body
}

fn take<'s>(rest: &mut &'s [ValueId], count: usize) -> &'s [ValueId] {
    let (taken, left) = rest.split_at(count);
    *rest = left;
    taken
}
