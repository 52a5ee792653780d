//! A region of blocks as a function of its own.
//!
//! The region is entered at its head only. Its function takes what the head takes and the values from
//! outside that it reads; it gives back which way it was left, what the block there takes, and the
//! values it defines that are read outside. So it is deterministic, and nothing is run twice. A jump
//! back to the head becomes a call of itself: the function of a loop has no loop.

use std::collections::BTreeSet;
use std::sync::Arc;

use arena::IdVec;
use rustc_hash::FxHashMap;
use value::{Sort, Symbol, Value};

use crate::cfg::{loop_heads, reverse_postorder, substitute, tidy};
use crate::dominators::{Dominators, definitions};
use crate::{
    Args, Block, BlockId, Body, FnId, Function, FunctionKind, Inst, Param, Program, Span, Target, Terminator, ValueId,
};

/// Blocks that are to become a function.
pub struct Region {
    /// Where it is entered.
    head: BlockId,
    members: BTreeSet<BlockId>,
    /// Blocks after it that never come to a return. Its function has them too: what fails inside does
    /// so itself, not its caller.
    dead_ends: BTreeSet<BlockId>,
}

/// The function that a region became.
pub struct Outlined {
    pub function: FnId,
    /// What its results are called.
    pub results: Vec<Symbol>,
}

/// Moves a region of the function into a function of that name, which it calls instead.
pub fn outline(program: &mut Program, function: FnId, region: &Region, name: Symbol) -> Outlined {
    let old = program.functions[function].clone();
    let body = old.body().expect("a function with a region has a body");
    let border = border(body, region);
    let own = program.functions.next_id();
    let mut inner = Inner::new(body, region, &border, own);
    inner.copy();
    let results = results(body, &border);
    let result_names = inner.result_names(&old);
    let head_params = &body.blocks[region.head].params;
    let params = head_params
        .iter()
        .chain(&border.inward)
        .map(|value| Param { name: name_of(body, &old, *value), sort: body.sorts[*value] })
        .collect();
    let kind = FunctionKind::Defined(tidy(inner.body));
    program.functions.push(Arc::new(Function { name, params, results: results.clone(), raises: old.raises, kind }));
    let mut rest = (*old).clone();
    rest.kind = FunctionKind::Defined(tidy(outer(body, region, &border, own, &results)));
    program.functions[function] = Arc::new(rest);
    Outlined { function: own, results: result_names }
}

impl Region {
    /// `members`: with the head, which alone is come to from outside.
    pub fn new(body: &Body, head: BlockId, members: BTreeSet<BlockId>) -> Region {
        let dead_ends = dead_ends(body, &members);
        Region { head, members, dead_ends }
    }

    /// Does the region's function have the block?
    fn holds(&self, block: BlockId) -> bool {
        self.members.contains(&block) || self.dead_ends.contains(&block)
    }

    /// The dead ends that are come to without the region as well.
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
fn dead_ends(body: &Body, members: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
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
    let heads = loop_heads(body);
    if found.iter().any(|block| heads[*block]) { BTreeSet::new() } else { found }
}

/// What crosses the border of a region.
struct Border {
    /// Values from outside that are used region.
    inward: Vec<ValueId>,
    /// Values from inside that are used outside.
    outward: Vec<ValueId>,
    /// The blocks it is left for.
    exits: Vec<BlockId>,
}

fn border(body: &Body, region: &Region) -> Border {
    let defined = definitions_by_block(body);
    let (mut inward, mut outward, mut exits) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let shared = region.shared(body);
    for block in reverse_postorder(body) {
        let used = used_in(&body.blocks[block]);
        if region.holds(block) {
            inward.extend(used.iter().filter(|value| !region.holds(defined[**value])));
            let targets = body.blocks[block].end.targets();
            exits.extend(targets.iter().map(|target| target.block).filter(|to| !region.holds(*to)));
        }
        if !region.holds(block) || shared.contains(&block) {
            outward.extend(used.iter().filter(|value| region.members.contains(&defined[**value])));
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

/// The block that each value is defined in.
fn definitions_by_block(body: &Body) -> IdVec<ValueId, BlockId> {
    definitions(body).iter().map(|(_, place)| place.map_or(Body::ENTRY, |(block, _)| block)).collect()
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

/// The region's function while it is made.
struct Inner<'a> {
    old: &'a Body,
    region: &'a Region,
    border: &'a Border,
    own: FnId,
    dominators: Dominators,
    defined: IdVec<ValueId, BlockId>,
    body: Body,
    blocks: FxHashMap<BlockId, BlockId>,
}

impl<'a> Inner<'a> {
    fn new(old: &'a Body, region: &'a Region, border: &'a Border, own: FnId) -> Inner<'a> {
        // Values keep their numbers; those of outside become parameters.
        let (sorts, names, origin) = (old.sorts.clone(), old.names.clone(), old.origin);
        let body = Body { sorts, names, origin, ..Body::default() };
        let (dominators, defined) = (Dominators::of(old), definitions_by_block(old));
        Inner { old, region, border, own, dominators, defined, body, blocks: FxHashMap::default() }
    }

    fn value(&mut self, sort: Sort) -> ValueId {
        self.body.sorts.push(sort)
    }

    fn block(&mut self, params: Vec<ValueId>, insts: Vec<Inst>, end: Terminator, span: Span) -> BlockId {
        self.body.spans.push(vec![span; insts.len() + 1]);
        self.body.blocks.push(Block { params, insts, end })
    }

    fn copy(&mut self) {
        let Region { head, members, dead_ends } = self.region;
        let others = members.iter().filter(|member| *member != head).chain(dead_ends);
        let order: Vec<BlockId> = std::iter::once(head).chain(others).copied().collect();
        for member in &order {
            let mut block = self.old.blocks[*member].clone();
            if *member == self.region.head {
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
                if target.block == self.region.head {
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
        let span = self.old.first_span(self.region.head);
        let results: Vec<ValueId> = results(self.old, self.border).into_iter().map(|sort| self.value(sort)).collect();
        let done = self.block(results.clone(), Vec::new(), Terminator::Return(results.into_iter().collect()), span);
        let sorts: Vec<Sort> =
            self.old.blocks[self.region.head].params.iter().map(|param| self.old.sorts[*param]).collect();
        let params: Vec<ValueId> = sorts.into_iter().map(|sort| self.value(sort)).collect();
        let args: Args = params.iter().chain(&self.border.inward).copied().collect();
        let returned = Target { block: done, args: Args::new() };
        let end = Terminator::Call { callee: self.own, args, returned, raised: None };
        self.block(params, Vec::new(), end, span)
    }

    /// An edge out of the region: gives back which way it is and what is needed there.
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

/// The function with the region replaced by a call.
fn outer(old: &Body, region: &Region, border: &Border, own: FnId, results: &[Sort]) -> Body {
    let mut body = old.clone();
    let span = old.first_span(region.head);
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
        old.blocks[region.head].params.iter().map(|param| body.sorts.push(old.sorts[*param])).collect();
    substitute(&mut body, |value| replaced.get(&value).copied().unwrap_or(value));
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
    let ids: Vec<BlockId> = body.blocks.ids().filter(|id| !region.members.contains(id)).collect();
    for id in ids {
        for target in body.blocks[id].end.targets_mut() {
            if target.block == region.head {
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
