//! Summaries of regions: what a branching piece of code does, as conditional values.
//!
//! Veritesting, as Java Ranger has it: where a state would fork at the head of a [region](ir::regions), the
//! region's summary is put in place of all the ways through it. A summary is made once for a region and a
//! *shape* of the state at its head: what is a constructor or a constant there is part of the shape, everything
//! else is a *formal*. Its outputs are terms over the formals: for each end of the region (going on at the
//! exit, returning, raising, trapping) the condition under which it ends so, the values and cells it leaves
//! behind, and the effects it ran. At each visit the formals are replaced by what stands there.
//!
//! Invariant: an instance says exactly what the ways it replaces say. What cannot be put so (loops without a
//! known end, calls outside, choices, what is not understood) makes it unusable where it can be reached; then,
//! and where it would be large, save no way or mix kinds of values, the ways are followed one by one.

use std::collections::BTreeMap;
use std::rc::Rc;

use arena::{Id, IdVec};
use equiv::CellSlot;
use equiv::observe::has_references;
use equiv::regions::Unmerged;
use ir::cfg::live_at_start;
use ir::loops::Loops;
use ir::regions::{Region, Regions, in_turn, ordered};
use ir::{BlockId, Body, CellId, FnId, FunctionKind, Inst, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::eval::Evaluator;
use term::{Node, Pool, TermId};
use value::{FunctionSymbol, Op, Sort, Symbol, Value};

use crate::code::CodeTable;
use crate::guarded::{self, Ends, Piece, World, split};
use crate::machine::{Machine, Runner, SymOutcome};
use crate::merge::{FIRST_NEW, Guarded, Guards};
use crate::outside::renumbered;
use crate::setting::Version;
use crate::step::{self, Store};

/// When ways become one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// They do not, but it is counted how many could; once there are many, whoever runs them begins again.
    Auto,
    Always,
    #[default]
    Never,
}

/// Terms that an instance may add.
const MOST_TERMS: usize = 4_000;
/// Terms that making a summary may add.
const MOST_TERMS_MADE: usize = 30_000;
/// Calls within calls that are taken in.
const MOST_CALLS: usize = 12;
/// Constructors within constructors that are part of a shape.
const DEEPEST: usize = 200;

/// A region of a program: of several at one head, which.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId {
    pub function: FnId,
    pub head: BlockId,
    pub index: usize,
}

/// One end of a region.
#[derive(Clone, Debug)]
pub struct Exit {
    pub guard: TermId,
    pub place: Place,
    /// What the cells of the shape hold.
    pub cells: Vec<TermId>,
    pub trace: TermId,
    /// How many ways end so.
    pub ways: u64,
}

#[derive(Clone, Debug)]
pub enum Place {
    /// At the exit, with its parameters and what else is read from there on.
    At(Vec<TermId>),
    Ends(SymOutcome),
}

impl Exit {
    /// All that it says: the guard first.
    pub fn terms_mut(&mut self) -> Vec<&mut TermId> {
        let of_place: Vec<&mut TermId> = match &mut self.place {
            Place::At(values) => values.iter_mut().collect(),
            Place::Ends(outcome) => outcome.terms_mut().collect(),
        };
        std::iter::once(&mut self.guard).chain(of_place).chain(&mut self.cells).chain([&mut self.trace]).collect()
    }
}

/// What a region does, for one shape of the state at its head.
#[derive(Clone, Debug)]
pub struct Summary {
    pub exits: Vec<Exit>,
    /// Where it says nothing.
    stuck: TermId,
    /// Objects that its code makes.
    objects: u32,
}

/// A region with what it reads and leaves.
struct Layout {
    region: Region,
    /// Its blocks in the order in which they are run.
    blocks: Vec<BlockId>,
    /// Values from outside that its code uses.
    inputs: Vec<ValueId>,
    /// The exit's parameters, then values it defines that are read from there on.
    outputs: Vec<ValueId>,
    /// How many of them are parameters.
    params: usize,
    carried: BTreeMap<BlockId, Vec<ValueId>>,
}

/// A function as a piece.
struct Whole {
    blocks: Vec<BlockId>,
    carried: BTreeMap<BlockId, Vec<ValueId>>,
}

type Key = (RegionId, bool, Vec<TermId>);
/// The regions of a function, by their heads.
type Layouts = FxHashMap<BlockId, Vec<Layout>>;
type Made = Result<Rc<Summary>, Unmerged>;

/// The summaries of one version.
#[derive(Default)]
pub struct Summaries {
    pub merge: Merge,
    /// Forks at heads of regions so far, where they are only counted.
    pub forks: u64,
    /// Instances used so far, and the ways that they stood for.
    pub instances: u64,
    pub ways: u64,
    layouts: FxHashMap<FnId, Rc<Layouts>>,
    wholes: FxHashMap<FnId, Option<Rc<Whole>>>,
    /// The slots that a region's code was seen to touch.
    slots: FxHashMap<RegionId, Vec<usize>>,
    made: FxHashMap<Key, Made>,
    /// Why a region was last not merged.
    pub unmerged: BTreeMap<RegionId, Unmerged>,
    formals: FxHashMap<Sort, Vec<TermId>>,
    /// Put in place of what was made, for tests.
    pub fault: Option<Box<dyn Fault>>,
}

/// Makes a summary say something else.
pub trait Fault {
    fn spoil(&mut self, pool: &mut Pool, region: RegionId, summary: &mut Summary);
}

/// A region that was replaced by its summary.
pub struct Merged {
    pub region: RegionId,
    /// The state at its head, and the depth of the stack there.
    pub before: Machine,
    /// Its exit, if it has one, and the values that are read from there on.
    pub exit: Option<BlockId>,
    pub outputs: Vec<ValueId>,
    /// The states at its ends.
    pub states: Vec<(TermId, Machine)>,
    pub ways: u64,
}

impl Summaries {
    /// How many summaries were made, one for each shape.
    pub fn made(&self) -> usize {
        self.made.values().filter(|made| made.is_ok()).count()
    }

    /// The regions of a function.
    pub fn regions(&mut self, program: &Program, function: FnId) -> Vec<RegionId> {
        let Some(body) = program.functions[function].body() else { return Vec::new() };
        let layouts = self.layouts(function, body, &Loops::of(body));
        let mut found: Vec<RegionId> = layouts
            .iter()
            .flat_map(|(head, all)| (0..all.len()).map(|index| RegionId { function, head: *head, index }))
            .collect();
        found.sort_unstable();
        found
    }

    fn layouts(&mut self, function: FnId, body: &Body, loops: &Loops) -> Rc<Layouts> {
        let make = || {
            let regions = Regions::of(body, loops);
            let mut layouts = Layouts::default();
            if regions.all().next().is_none() {
                return Rc::new(layouts);
            }
            let live = live_at_start(body);
            for region in regions.all() {
                if let Some(layout) = Layout::new(body, loops, region, &live) {
                    layouts.entry(region.head).or_default().push(layout);
                }
            }
            Rc::new(layouts)
        };
        self.layouts.entry(function).or_insert_with(make).clone()
    }

    /// `None`: a loop is entered other than at its head.
    fn whole(&mut self, function: FnId, body: &Body, loops: &Loops) -> Option<Rc<Whole>> {
        let make = || {
            let blocks = in_turn(body, loops, &ordered(body, loops))?;
            let carried = match loops.all.is_empty() {
                true => BTreeMap::new(),
                false => carried(body, loops, &blocks, None, &live_at_start(body)),
            };
            Some(Rc::new(Whole { blocks, carried }))
        };
        self.wholes.entry(function).or_insert_with(make).clone()
    }

    fn formal(&mut self, pool: &mut Pool, sort: Sort, index: usize) -> TermId {
        let known = self.formals.entry(sort).or_default();
        while known.len() <= index {
            let name = format!("formal {}", known.len());
            known.push(pool.fresh(&name, sort));
        }
        known[index]
    }
}

type Live = IdVec<BlockId, FxHashSet<ValueId>>;

impl Layout {
    /// `None`: a loop in it is entered other than at its head.
    fn new(body: &Body, loops: &Loops, region: &Region, live: &Live) -> Option<Layout> {
        let blocks = in_turn(body, loops, &region.blocks)?;
        let mut defined = FxHashSet::default();
        let mut used: Vec<ValueId> = Vec::new();
        let use_end = |block: BlockId, used: &mut Vec<ValueId>| {
            let end = &body.blocks[block].end;
            used.extend(end.uses());
            end.targets().iter().for_each(|target| used.extend(&target.args));
        };
        use_end(region.head, &mut used);
        for id in &region.blocks {
            let block = &body.blocks[*id];
            defined.extend(block.params.iter().copied());
            for inst in &block.insts {
                used.extend(inst.uses());
                defined.extend(inst.result());
            }
            use_end(*id, &mut used);
        }
        used.retain(|value| !defined.contains(value));
        used.sort_unstable();
        used.dedup();
        let mut outputs = region.exit.map(|exit| body.blocks[exit].params.clone()).unwrap_or_default();
        let params = outputs.len();
        if let Some(exit) = region.exit {
            let mut others: Vec<ValueId> = live[exit]
                .iter()
                .copied()
                .filter(|value| defined.contains(value) && !outputs.contains(value))
                .collect();
            others.sort_unstable();
            outputs.extend(others);
        }
        let carried = carried(body, loops, &region.blocks, region.exit, live);
        Some(Layout { region: region.clone(), blocks, inputs: used, outputs, params, carried })
    }
}

/// For each block behind a loop: the values of the loop that are read from there on.
fn carried(
    body: &Body,
    loops: &Loops,
    blocks: &[BlockId],
    exit: Option<BlockId>,
    live: &Live,
) -> BTreeMap<BlockId, Vec<ValueId>> {
    let mut found: BTreeMap<BlockId, Vec<ValueId>> = BTreeMap::new();
    for each in loops.all.iter().filter(|each| blocks.contains(&each.head)) {
        let members: Vec<BlockId> = each.members().collect();
        for target in blocks.iter().copied().chain(exit).filter(|target| !each.blocks[*target]) {
            let params = &body.blocks[target].params;
            for member in &members {
                let block = &body.blocks[*member];
                let defined = block.params.iter().copied().chain(block.insts.iter().filter_map(Inst::result));
                let read = defined.filter(|value| live[target].contains(value) && !params.contains(value));
                found.entry(target).or_default().extend(read);
            }
        }
    }
    for values in found.values_mut() {
        values.sort_unstable();
        values.dedup();
    }
    found
}

/// Do both sequences of effects have the same effects, whatever the ways that were merged? `Err`: that is a
/// question, whether the condition always holds.
pub fn same_effects(pool: &mut Pool, a: Option<TermId>, b: Option<TermId>) -> Result<bool, TermId> {
    let none = pool.int(0);
    let (a, b) = (a.unwrap_or(none), b.unwrap_or(none));
    if a == b {
        return Ok(true);
    }
    let mut work = vec![a, b];
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        match pool.node(term) {
            Node::App(Op::Ite, _) => return Err(pool.eq(a, b)),
            Node::App(_, args) if seen.insert(term) => work.extend_from_slice(args),
            _ => {}
        }
    }
    Ok(false)
}

/// The effects as they are run on one input; `None` where that cannot be told.
pub fn effects_on(pool: &Pool, trace: Option<TermId>, input: &mut Evaluator) -> Option<Vec<TermId>> {
    let mut effects = Vec::new();
    let Some(mut trace) = trace else { return Some(effects) };
    loop {
        match pool.node(trace) {
            Node::App(Op::Ite, args) => {
                let taken = input.eval(pool, args[0])?.as_bool()?;
                trace = args[if taken { 1 } else { 2 }];
            }
            Node::App(_, args) => {
                effects.push(args[1]);
                trace = args[0];
            }
            _ => return Some(effects),
        }
    }
}

/// The effects run so far, with one more.
pub(crate) fn after_effect(pool: &mut Pool, trace: TermId, class: u64) -> TermId {
    let params = vec![Sort::int(); 2];
    let symbol = FunctionSymbol { name: Symbol::new("<effect>"), params, result: Sort::int() };
    let class = pool.int(u128::from(class));
    pool.app(Op::Apply(symbol.into()), &[trace, class])
}

impl<'p> Runner<'_, 'p> {
    /// The region at the end of the top frame's block, by its summary. `None`: its ways are to be followed.
    pub(crate) fn merged(&mut self, machine: &Machine) -> Option<Merged> {
        let summaries = self.summaries.as_deref_mut()?;
        if self.cuts.is_some() || self.opaque.is_some() || summaries.merge == Merge::Never {
            return None;
        }
        let frame = machine.frames.last()?;
        let (function, head) = (frame.function, frame.block);
        let body = self.version.program.functions[function].body()?;
        let layouts = summaries.layouts(function, body, &frame.code.loops);
        let at_head = layouts.get(&head)?;
        if summaries.merge == Merge::Auto {
            summaries.forks += 1;
            return None;
        }
        let mut regions = at_head.iter().enumerate();
        regions.find_map(|(index, layout)| {
            let region = RegionId { function, head, index };
            let merged = self.instance(machine, region, layout);
            if let Err(why) = &merged {
                self.summaries().unmerged.insert(region, *why);
            }
            merged.ok()
        })
    }

    fn instance(&mut self, machine: &Machine, region: RegionId, layout: &Layout) -> Result<Merged, Unmerged> {
        let before = self.pool.len();
        let (summary, shape) = self.summary(machine, region, layout)?;
        let slots = self.summaries().slots.get(&region).cloned().unwrap_or_default();
        let start = machine.trace.unwrap_or_else(|| self.pool.int(0));
        let mut instance = Instance { by: shape.leaves, objects: machine.references, done: FxHashMap::default() };
        let trace = self.summaries.as_deref_mut().expect("asked before").formal(self.pool, Sort::int(), TRACE);
        instance.by.insert(trace, start);
        let stuck = instance.term(self.pool, summary.stuck);
        if !self.is_false(stuck) {
            return Err(Unmerged::NotSummarised);
        }
        let mut states = Vec::new();
        let mut ways: u64 = 0;
        for exit in &summary.exits {
            let guard = instance.term(self.pool, exit.guard);
            if self.is_false(guard) {
                continue;
            }
            ways = ways.saturating_add(exit.ways);
            let mut state = machine.clone();
            state.references += summary.objects;
            for (slot, term) in slots.iter().zip(&exit.cells) {
                state.cells[*slot] = instance.term(self.pool, *term);
            }
            let trace = instance.term(self.pool, exit.trace);
            state.trace = if trace == start { machine.trace } else { Some(trace) };
            match &exit.place {
                Place::At(values) => {
                    let values: Vec<TermId> = values
                        .iter()
                        .map(|term| {
                            let term = instance.term(self.pool, *term);
                            self.path.resolve(self.pool, term)
                        })
                        .collect();
                    let exit = layout.region.exit.expect("it is left there");
                    let frame = state.frames.last_mut().expect("a frame");
                    frame.arrive(exit, layout.outputs.iter().copied().zip(values));
                }
                Place::Ends(outcome) => {
                    let mut outcome = outcome.clone();
                    outcome.terms_mut().for_each(|term| *term = instance.term(self.pool, *term));
                    state.ending = Some(outcome);
                }
            }
            states.push((guard, state));
        }
        if ways <= states.len() as u64 {
            return Err(Unmerged::SavesNothing);
        }
        if self.pool.len() - before > MOST_TERMS + MOST_TERMS_MADE {
            return Err(Unmerged::TooLarge);
        }
        let summaries = self.summaries();
        summaries.instances += 1;
        summaries.ways = summaries.ways.saturating_add(ways);
        *self.steps += layout.region.blocks.len() as u64;
        let (exit, outputs) = (layout.region.exit, layout.outputs.clone());
        Ok(Merged { region, before: machine.clone(), exit, outputs, states, ways })
    }

    fn summaries(&mut self) -> &mut Summaries {
        self.summaries.as_deref_mut().expect("asked before")
    }

    fn is_false(&self, condition: TermId) -> bool {
        self.pool.as_bool(condition).or_else(|| self.path.decide(self.pool, condition)) == Some(false)
    }

    /// The summary for the shape of this state, made if there is none yet.
    fn summary(&mut self, machine: &Machine, id: RegionId, layout: &Layout) -> Result<(Rc<Summary>, Shape), Unmerged> {
        loop {
            let mut shape = Shape::default();
            let slots = self.summaries().slots.get(&id).cloned().unwrap_or_default();
            let frame = machine.frames.last().expect("a frame");
            let given: Vec<TermId> = layout.inputs.iter().map(|value| frame.values[value.index()]).collect();
            let given = given.into_iter().chain(slots.iter().map(|slot| machine.cells[*slot]));
            let summaries = self.summaries.as_deref_mut().expect("asked before");
            let given: Vec<TermId> = given.map(|term| shape.generalised(self.pool, summaries, term, 0)).collect();
            let key = (id, self.joint, given);
            if let Some(made) = summaries.made.get(&key) {
                return made.clone().map(|summary| (summary, shape));
            }
            match self.make(machine, id, layout, &slots, &key.2) {
                Ok(made) => {
                    self.summaries().made.insert(key, made.clone());
                    return made.map(|summary| (summary, shape));
                }
                Err(Touches(slot)) => {
                    let slots = self.summaries().slots.entry(id).or_default();
                    slots.push(slot);
                    slots.sort_unstable();
                    // What was made for fewer cells is of no use.
                    self.summaries().made.retain(|(known, _, _), _| *known != id);
                }
            }
        }
    }

    fn make(
        &mut self,
        machine: &Machine,
        id: RegionId,
        layout: &Layout,
        slots: &[usize],
        given: &[TermId],
    ) -> Result<Made, Touches> {
        let function = &self.version.program.functions[id.function];
        let body = function.body().expect("a frame's function has a body");
        let mut values: Vec<Option<TermId>> = vec![None; body.sorts.len()];
        layout.inputs.iter().zip(given).for_each(|(value, term)| values[value.index()] = Some(*term));
        let summaries = self.summaries.as_deref_mut().expect("asked before");
        let trace = summaries.formal(self.pool, Sort::int(), TRACE);
        let state: Vec<TermId> = given[layout.inputs.len()..].iter().copied().chain([trace]).collect();
        let (always, mut guards) = (self.pool.bool(true), Guards::default());
        let value = |id: ValueId| values[id.index()].expect("what the head uses is an input");
        let arms = step::arms(self.pool, &body.blocks[id.head].end, value);
        let ways = split(self.pool, &mut guards, always, &arms).into_iter().map(|(guard, target)| {
            let args = target.args.iter().map(|arg| value(*arg));
            (target.block, Guarded::one(guard, args.chain(state.iter().copied()).collect()))
        });
        let ways: Vec<(BlockId, Guarded)> = ways.collect();
        let mut inside = Inside {
            version: self.version,
            codes: self.codes,
            summaries,
            joint: self.joint,
            slots,
            cells: &machine.cells,
            touched: None,
            objects: 0,
            calls: vec![id.function],
            most_terms: self.pool.len() + MOST_TERMS_MADE,
        };
        let (blocks, exit, carried) = (&layout.blocks, layout.region.exit, &layout.carried);
        let piece = Piece { function: id.function, body, blocks, exit, carried };
        let ends = guarded::run(self.pool, &mut inside, &piece, &mut values, guards, ways);
        if let Some(slot) = inside.touched {
            return Err(Touches(slot));
        }
        let objects = inside.objects;
        let made = layout.summary(self.pool, ends, &values, function.results.len(), objects);
        let summaries = self.summaries.as_deref_mut().expect("asked before");
        Ok(made.map(|mut summary| {
            if let Some(fault) = &mut summaries.fault {
                fault.spoil(self.pool, id, &mut summary);
            }
            Rc::new(summary)
        }))
    }
}

/// A slot that is not among those that the region is known to touch.
struct Touches(usize);

/// Which formal integer stands for the trace.
const TRACE: usize = 0;

impl Layout {
    fn summary(
        &self,
        pool: &mut Pool,
        ends: Ends,
        values: &[Option<TermId>],
        results: usize,
        objects: u32,
    ) -> Result<Summary, Unmerged> {
        if pool.as_bool(ends.stuck) == Some(true) {
            return Err(Unmerged::NotSummarised);
        }
        if ends.is_mixed {
            return Err(Unmerged::MixesKinds);
        }
        let mut exits = Vec::new();
        let mut exit = |way: Guarded, first: usize, place: &dyn Fn(&[TermId]) -> Place| {
            let (first, state) = way.terms.split_at(first);
            let (trace, cells) = state.split_last().expect("the trace comes last");
            let (guard, ways) = (way.guard, way.ways);
            exits.push(Exit { guard, place: place(first), cells: cells.to_vec(), trace: *trace, ways });
        };
        if let Some(way) = ends.left {
            let carried = self.region.exit.and_then(|exit| self.carried.get(&exit));
            let carried: &[ValueId] = carried.map_or(&[], |values| values);
            let at_exit = |first: &[TermId]| {
                let (params, from_loops) = first.split_at(self.params);
                let others = self.outputs[self.params..].iter().map(|value| {
                    let from_loop = carried.iter().position(|known| known == value).map(|place| from_loops[place]);
                    from_loop.or(values[value.index()]).expect("what is read behind the exit is defined in front of it")
                });
                Place::At(params.iter().copied().chain(others).collect())
            };
            exit(way, self.params + carried.len(), &at_exit);
        }
        if let Some(way) = ends.returned {
            exit(way, results, &|first| Place::Ends(SymOutcome::Returned(SmallVec::from_slice(first))));
        }
        for way in ends.raised {
            exit(way, 1, &|first| Place::Ends(SymOutcome::Raised(first[0])));
        }
        if let Some(way) = ends.trapped {
            exit(way, 0, &|_| Place::Ends(SymOutcome::Trapped));
        }
        Ok(Summary { exits, stuck: ends.stuck, objects })
    }
}

/// The state at a head: constructors and constants as they are, formals for the rest.
#[derive(Default)]
struct Shape {
    /// What each formal stands for.
    leaves: FxHashMap<TermId, TermId>,
    known: FxHashMap<TermId, TermId>,
    used: FxHashMap<Sort, usize>,
}

impl Shape {
    fn generalised(&mut self, pool: &mut Pool, summaries: &mut Summaries, term: TermId, depth: usize) -> TermId {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let general = match pool.node(term).clone() {
            Node::Const(_) => term,
            Node::App(op, args) if is_form(&op) && depth < DEEPEST => {
                let args: SmallVec<[TermId; 4]> =
                    args.iter().map(|arg| self.generalised(pool, summaries, *arg, depth + 1)).collect();
                pool.app(op, &args)
            }
            Node::Var(_) | Node::App(..) => {
                let sort = pool.sort(term);
                // The first integer is the trace.
                let used = self.used.entry(sort).or_insert(usize::from(sort == Sort::int()));
                *used += 1;
                let formal = summaries.formal(pool, sort, *used - 1);
                self.leaves.insert(formal, term);
                formal
            }
        };
        self.known.insert(term, general);
        general
    }
}

/// Does it put a value together, so that its form is known?
fn is_form(op: &Op) -> bool {
    matches!(
        op,
        Op::Construct(_)
            | Op::SeqOf(_)
            | Op::SeqWrap(_)
            | Op::SeqConcat
            | Op::Store
            | Op::MapOf(_)
            | Op::MapWrap(..)
            | Op::MapTable(_)
            | Op::MapChosen(..)
    )
}

/// Puts what stands at a head in the place of formals, and new numbers in the place of new objects'.
struct Instance {
    by: FxHashMap<TermId, TermId>,
    /// Objects there are already.
    objects: u32,
    done: FxHashMap<TermId, TermId>,
}

impl Instance {
    fn term(&mut self, pool: &mut Pool, term: TermId) -> TermId {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if self.done.contains_key(&next) {
                work.pop();
                continue;
            }
            let sort = pool.sort(next);
            let replaced = match pool.node(next).clone() {
                Node::Var(_) => self.by.get(&next).copied().unwrap_or(next),
                Node::Const(value) if has_references(sort) => {
                    let objects = self.objects;
                    let number =
                        |known: u32| if known >= FIRST_NEW { objects + 1 + (known - FIRST_NEW) } else { known };
                    pool.constant(renumbered(&value, sort, &number), sort)
                }
                Node::Const(_) => next,
                Node::App(op, args) => {
                    let before = work.len();
                    work.extend(args.iter().filter(|arg| !self.done.contains_key(arg)));
                    if work.len() > before {
                        continue;
                    }
                    let new: SmallVec<[TermId; 4]> = args.iter().map(|arg| self.done[arg]).collect();
                    if new[..] == args[..] { next } else { pool.app(op, &new) }
                }
            };
            self.done.insert(next, replaced);
            work.pop();
        }
        self.done[&term]
    }
}

/// Code of one version, run on a shape.
struct Inside<'a, 'p> {
    version: Version<'p>,
    codes: &'a mut CodeTable<'p>,
    summaries: &'a mut Summaries,
    joint: bool,
    /// The slots that the state has, in order; the trace comes last.
    slots: &'a [usize],
    /// All cells as they are.
    cells: &'a [TermId],
    /// A slot that was touched and that the state does not have.
    touched: Option<usize>,
    objects: u32,
    /// The functions that are being run.
    calls: Vec<FnId>,
    most_terms: usize,
}

impl World for Inside<'_, '_> {
    type Store<'s>
        = Kept<'s>
    where
        Self: 's;

    fn store<'s>(&'s mut self, values: &'s mut [Option<TermId>], state: &'s mut [TermId]) -> Kept<'s> {
        let (slots, cells, places) = (self.slots, self.cells, self.version.slots);
        Kept { values, state, slots, cells, places, touched: &mut self.touched, objects: &mut self.objects }
    }

    fn runs(&mut self, inst: &Inst) -> bool {
        !matches!(inst, Inst::Choose { .. } | Inst::Assume { .. })
    }

    fn assume(&mut self, _: &mut Pool, _: TermId, _: TermId) {
        unreachable!("a way is stuck at what it assumes")
    }

    fn ran(&mut self, pool: &mut Pool, function: FnId, block: BlockId, state: &mut [TermId]) {
        let code = self.codes.code(function);
        if self.joint || !code.is_source {
            return;
        }
        let trace = state.last_mut().expect("the trace comes last");
        for class in code.effects.in_block(block) {
            *trace = after_effect(pool, *trace, class);
        }
    }

    fn call(&mut self, pool: &mut Pool, callee: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> Ends {
        let is_same = || self.version.matching.is_some_and(|matching| matching.has_same_code(callee));
        let function = &self.version.program.functions[callee];
        if (self.joint && !is_same()) || self.version.client == Some(callee) {
            return Ends::stuck(pool, guard);
        }
        match &function.kind {
            FunctionKind::External { .. } => Ends::stuck(pool, guard),
            FunctionKind::Pure => {
                let results = step::pure(pool, function, args);
                let terms = results.into_iter().chain(state).collect();
                Ends { returned: Some(Guarded::one(guard, terms)), ..Ends::none(pool) }
            }
            FunctionKind::Defined(_) if self.calls.len() > MOST_CALLS || self.calls.contains(&callee) => {
                Ends::stuck(pool, guard)
            }
            FunctionKind::Defined(body) => {
                let code = self.codes.code(callee);
                let Some(whole) = self.summaries.whole(callee, body, &code.loops) else {
                    return Ends::stuck(pool, guard);
                };
                let piece =
                    Piece { function: callee, body, blocks: &whole.blocks, exit: None, carried: &whole.carried };
                let mut values = vec![None; body.sorts.len()];
                let way = Guarded::one(guard, args.iter().copied().chain(state).collect());
                self.calls.push(callee);
                let ends = guarded::run(pool, self, &piece, &mut values, Guards::default(), vec![(Body::ENTRY, way)]);
                self.calls.pop();
                ends
            }
        }
    }

    fn keeps_state_of_traps(&self) -> bool {
        true
    }

    fn keeps_kinds(&self) -> bool {
        true
    }

    fn is_enough(&self, pool: &Pool) -> bool {
        self.touched.is_some() || pool.len() > self.most_terms
    }
}

/// A function's values, and those cells that a region touches.
struct Kept<'s> {
    values: &'s mut [Option<TermId>],
    state: &'s mut [TermId],
    slots: &'s [usize],
    cells: &'s [TermId],
    places: &'s IdVec<CellId, CellSlot>,
    touched: &'s mut Option<usize>,
    objects: &'s mut u32,
}

impl Kept<'_> {
    fn place(&self, cell: CellId) -> Result<usize, usize> {
        let CellSlot(slot) = self.places[cell];
        self.slots.binary_search(&slot).map_err(|_| slot)
    }
}

impl Store for Kept<'_> {
    fn value(&self, value: ValueId) -> TermId {
        self.values[value.index()].expect("a value is defined before it is used")
    }

    fn define(&mut self, value: ValueId, term: TermId) {
        self.values[value.index()] = Some(term);
    }

    fn cell(&mut self, cell: CellId) -> TermId {
        match self.place(cell) {
            Ok(place) => self.state[place],
            Err(slot) => {
                *self.touched = Some(slot);
                self.cells[slot]
            }
        }
    }

    fn write(&mut self, cell: CellId, term: TermId) {
        match self.place(cell) {
            Ok(place) => self.state[place] = term,
            Err(slot) => *self.touched = Some(slot),
        }
    }

    fn object(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        *self.objects += 1;
        pool.constant(Value::Ref(FIRST_NEW + *self.objects - 1), sort)
    }

    fn choice(&mut self, _: &mut Pool, _: Sort) -> TermId {
        unreachable!("a way is stuck at a choice")
    }
}
