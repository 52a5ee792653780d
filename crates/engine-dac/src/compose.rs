//! Composed procedures: for every pair of mapped functions, one that runs both (section 4, figure 6).
//!
//! A [`Composed`] has the summaries of both functions over their own inputs, and a [`CallPair`] for
//! every two calls, one of each side, whose callees are mapped to each other: if both are made and
//! come back, the contract of the callees' own composed procedure relates what they were given and
//! gave. As this adds no behaviour and takes none away (the paper's theorem 1), any call pairs may
//! be used and any left out.

use std::collections::BTreeSet;

use equiv::clause::Variable;
use equiv::{Clause, Side};
use ir::FnId;
use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId, VarId};
use value::{Sort, Symbol};

use crate::outline_loops::LoopFree;
use crate::summary::{End, Shared, Site, Summary, Version, summarise};

/// A variable of a function's interface.
#[derive(Clone, Debug)]
pub(crate) struct Formal {
    pub(crate) name: Symbol,
    pub(crate) sort: Sort,
    pub(crate) term: TermId,
    pub(crate) kind: Role,
    /// The variable, or the part of one.
    pub(crate) clause: Clause,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Param(usize),
    State(usize),
    Result(usize),
    RaisedValue,
    Raised,
    Failed,
    Stuck,
}

impl Role {
    /// How the function ended, rather than with what.
    pub(crate) fn is_way(self) -> bool {
        matches!(self, Role::Raised | Role::Failed | Role::Stuck)
    }
}

/// One side of a composed procedure.
pub(crate) struct Half {
    pub(crate) function: FnId,
    pub(crate) ins: Vec<Formal>,
    pub(crate) outs: Vec<Formal>,
    pub(crate) summary: Summary,
}

impl Half {
    pub(crate) fn out(&self, kind: Role) -> Option<&Formal> {
        self.outs.iter().find(|formal| formal.kind == kind)
    }
}

pub(crate) struct Composed {
    pub(crate) name: Symbol,
    pub(crate) old: Half,
    pub(crate) new: Half,
    pub(crate) calls: Vec<CallPair>,
    /// Old came to an end without failing, in terms of the formals, or to where nothing is known.
    pub(crate) passes: TermId,
    /// The code is the same, with everything it calls.
    pub(crate) is_unchanged: bool,
    /// It is not looked into.
    pub(crate) is_closed: bool,
}

/// Two calls whose callees are mapped.
pub(crate) struct CallPair {
    pub(crate) callee: usize,
    pub(crate) old: usize,
    pub(crate) new: usize,
    /// They stand for each other: the callees' precondition should hold here.
    pub(crate) is_aligned: bool,
}

/// One version and its loops.
pub(crate) struct Source<'a> {
    pub(crate) version: Version<'a>,
    pub(crate) loop_free: &'a LoopFree,
    /// State that both versions take from one input and never write: the same unknown in both.
    pub(crate) constants: FxHashMap<usize, TermId>,
}

/// All composed procedures that the pair of entries reaches; the entries' is the first.
pub(crate) fn compose(
    pool: &mut Pool,
    shared: &mut Shared,
    old: &Source<'_>,
    new: &Source<'_>,
    entries: (FnId, FnId),
    mapping: &dyn Fn(FnId) -> Option<FnId>,
    is_unchanged: &dyn Fn(FnId) -> bool,
) -> Vec<Composed> {
    let mut pairs: Vec<(FnId, FnId)> = vec![entries];
    let mut all: Vec<Composed> = Vec::new();
    while all.len() < pairs.len() {
        let (f, g) = pairs[all.len()];
        let touched = touched(old, f).into_iter().chain(touched(new, g)).collect();
        // Of the front end's own functions it is enough to know that they are the same.
        let origin = old.loop_free.origins.get(&f).copied().unwrap_or(f);
        let is_source = old.version.program.functions[origin].is_source();
        let is_closed = is_unchanged(f) && !is_source && !all.is_empty();
        let halves = (
            half(pool, shared, old, f, Side::Old, &touched, is_closed),
            half(pool, shared, new, g, Side::New, &touched, is_closed),
        );
        let mut composed = make(pool, old, halves, is_unchanged(f));
        composed.is_closed = is_closed;
        pair_calls(&mut composed, &mut pairs, mapping);
        all.push(composed);
    }
    all
}

/// The names of the state that a function reads (or may fail to write), and of the flag.
fn touched(source: &Source<'_>, function: FnId) -> BTreeSet<Symbol> {
    let version = &source.version;
    let indices = version.effects[function].reads.iter().copied().chain(version.flag);
    let indices = indices.filter(|index| !source.constants.contains_key(index));
    indices.map(|index| version.layout.names[index]).collect()
}

/// `touched`: what either version touches, so that it can be related.
fn half(
    pool: &mut Pool,
    shared: &mut Shared,
    source: &Source<'_>,
    function: FnId,
    side: Side,
    touched: &BTreeSet<Symbol>,
    is_closed: bool,
) -> Half {
    let version = &source.version;
    let definition = &version.program.functions[function];
    let effects = &version.effects[function];
    let formal = |pool: &mut Pool, name: Symbol, sort: Sort, kind: Role, is_after: bool| {
        let variable = Variable::new(name, side, is_after);
        let mark = if is_after { "'" } else { "" };
        let term = pool.fresh(&format!("{}.{side}{mark}", variable.name), sort);
        Formal { name, sort, term, kind, clause: Clause::Variable(variable) }
    };
    let mut ins: Vec<Formal> = Vec::new();
    for (index, param) in definition.params.iter().enumerate() {
        ins.push(formal(pool, param.name, param.sort, Role::Param(index), false));
    }
    let mut outs: Vec<Formal> = Vec::new();
    let names = source.loop_free.results.get(&function);
    for (index, sort) in definition.results.iter().enumerate() {
        let name = match names {
            Some(names) => names[index],
            None if definition.results.len() == 1 => Symbol::new("result"),
            None => Symbol::new(&format!("result{index}")),
        };
        outs.push(formal(pool, name, *sort, Role::Result(index), true));
    }
    let layout = &version.layout;
    let mut state: Vec<TermId> = Vec::new();
    for (index, (name, sort)) in layout.names.iter().zip(&layout.sorts).enumerate() {
        if let Some(constant) = source.constants.get(&index) {
            state.push(*constant);
            continue;
        }
        let cell = formal(pool, *name, *sort, Role::State(index), false);
        state.push(cell.term);
        if touched.contains(name) {
            ins.push(cell);
            outs.push(formal(pool, *name, *sort, Role::State(index), true));
        }
    }
    let ways = [
        (effects.raises, Role::Raised, "raises"),
        (effects.fails, Role::Failed, "fails"),
        (effects.is_stuck, Role::Stuck, "is stuck"),
    ];
    for (_, kind, name) in ways.into_iter().filter(|(may, _, _)| *may) {
        outs.push(formal(pool, Symbol::new(name), Sort::bool(), kind, true));
    }
    if let Some(sort) = definition.raises.filter(|_| effects.raises) {
        outs.push(formal(pool, Symbol::new("raised"), sort, Role::RaisedValue, true));
    }
    let args: Vec<TermId> =
        ins.iter().filter(|each| matches!(each.kind, Role::Param(_))).map(|each| each.term).collect();
    let summary = match is_closed {
        true => Summary::unknown(pool),
        false => summarise(pool, shared, version, function, &args, &state),
    };
    Half { function, ins, outs, summary }
}

fn make(pool: &mut Pool, old: &Source<'_>, (old_half, new_half): (Half, Half), is_unchanged: bool) -> Composed {
    let name = old.version.program.functions[old_half.function].name;
    let mut passes = pool.bool(true);
    if let Some(formal) = old_half.out(Role::Failed) {
        passes = pool.not(formal.term);
    }
    if let Some(flag) = old.version.flag {
        let known = old_half
            .out(Role::State(flag))
            .or_else(|| old_half.ins.iter().find(|formal| formal.kind == Role::State(flag)));
        if let Some(formal) = known {
            // Where old is stuck, the flag says nothing; it may still pass.
            let stuck = old_half.out(Role::Stuck).map(|formal| formal.term);
            let holds = stuck.map_or(formal.term, |stuck| pool.or(stuck, formal.term));
            passes = pool.and(passes, holds);
        }
    }
    Composed { name, old: old_half, new: new_half, calls: Vec::new(), passes, is_unchanged, is_closed: false }
}

/// Two call sites of each mapped pair of callees; every combination, if they are not too many.
fn pair_calls(composed: &mut Composed, pairs: &mut Vec<(FnId, FnId)>, mapping: &dyn Fn(FnId) -> Option<FnId>) {
    const MOST: usize = 200;
    let ordinals = |sites: &[Site]| -> Vec<usize> {
        let mut counts: FxHashMap<FnId, usize> = FxHashMap::default();
        sites
            .iter()
            .map(|site| {
                let count = counts.entry(site.callee).or_default();
                *count += 1;
                *count
            })
            .collect()
    };
    let (old_sites, new_sites) = (&composed.old.summary.sites, &composed.new.summary.sites);
    let (old_ordinals, new_ordinals) = (ordinals(old_sites), ordinals(new_sites));
    let many = old_sites.len() * new_sites.len() > MOST;
    let last = |sites: &[Site], ordinals: &[usize], callee: FnId| {
        sites.iter().zip(ordinals).filter(|(site, _)| site.callee == callee).map(|(_, ordinal)| *ordinal).max()
    };
    for (o, old_site) in old_sites.iter().enumerate() {
        let Some(partner) = mapping(old_site.callee) else { continue };
        let most = last(new_sites, &new_ordinals, partner).unwrap_or(0);
        for (n, new_site) in new_sites.iter().enumerate().filter(|(_, site)| site.callee == partner) {
            // With fewer calls on one side, its last one stands for all that remain.
            let old_most = last(old_sites, &old_ordinals, old_site.callee).unwrap_or(0);
            let is_aligned = old_ordinals[o].min(most) == new_ordinals[n].min(old_most);
            if many && !is_aligned {
                continue;
            }
            let pair = (old_site.callee, new_site.callee);
            let callee = pairs.iter().position(|known| *known == pair).unwrap_or_else(|| {
                pairs.push(pair);
                pairs.len() - 1
            });
            composed.calls.push(CallPair { callee, old: o, new: n, is_aligned });
        }
    }
}

impl Composed {
    /// The formals of the outputs as what the bodies compute.
    pub(crate) fn own_outputs(&self, pool: &Pool) -> FxHashMap<VarId, TermId> {
        let mut by = FxHashMap::default();
        for half in [&self.old, &self.new] {
            outputs(pool, half, &half.summary.end, &mut by);
        }
        by
    }

    /// The formals of this composed procedure at a pair of calls of it.
    pub(crate) fn at_calls(&self, pool: &Pool, old: &Site, new: &Site) -> FxHashMap<VarId, TermId> {
        let mut by = FxHashMap::default();
        for (half, site) in [(&self.old, old), (&self.new, new)] {
            for formal in &half.ins {
                let term = match formal.kind {
                    Role::Param(index) => site.args[index],
                    Role::State(index) => site.state[index],
                    _ => continue,
                };
                by.insert(variable(pool, formal.term), term);
            }
            outputs(pool, half, &site.end, &mut by);
        }
        by
    }
}

fn outputs(pool: &Pool, half: &Half, end: &End, by: &mut FxHashMap<VarId, TermId>) {
    for formal in &half.outs {
        let term = match formal.kind {
            Role::Result(index) => end.results[index],
            Role::State(index) => end.state[index],
            Role::RaisedValue => match end.raised_value {
                Some(value) => value,
                None => continue,
            },
            Role::Raised => end.raised,
            Role::Failed => end.failed,
            Role::Stuck => end.stuck,
            Role::Param(_) => continue,
        };
        by.insert(variable(pool, formal.term), term);
    }
}

pub(crate) fn variable(pool: &Pool, term: TermId) -> VarId {
    match pool.node(term) {
        Node::Var(variable) => *variable,
        _ => panic!("a formal is a variable"),
    }
}
