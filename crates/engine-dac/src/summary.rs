//! What a function without loops does, as terms.
//!
//! Instructions mean what [`semantics::step`] says. Every block gets the condition under which it runs; where
//! ways meet, [`semantics::Guards`] chooses values by these conditions. So the size stays that of the code, however many ways there are through it. Calls
//! are left unopened: each is a [`Site`] with the condition under which it is made (the paper's
//! call witness), what it is given, and unknowns for what it gives back.
//!
//! The n-th choice is the n-th element of one sequence, the same for both versions; so the number
//! of choices made is state, like the number of objects made and what happened outside.

use std::collections::BTreeSet;

use arena::{Id, IdVec};
use ir::cfg::reverse_postorder;
use ir::{BlockId, Body, CellId, FnId, Function, FunctionKind, Program, Target, Terminator, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::step::{self, Store};
use semantics::{Guarded, Guards};
use term::{Pool, TermId};
use value::{FunctionSymbol, IntOp, Op, Sort, Symbol};

/// State beside the program's cells: how many choices and objects were made, what happened outside.
pub(crate) const CHOICES: usize = 0;
pub(crate) const OBJECTS: usize = 1;
pub(crate) const WORLD: usize = 2;
const COUNTERS: [&str; 3] = ["choices made", "objects made", "world"];

/// The pieces of state of one version: its cells, then the counters.
pub(crate) struct StateLayout {
    pub(crate) names: Vec<Symbol>,
    pub(crate) sorts: Vec<Sort>,
    cells: usize,
}

impl StateLayout {
    pub(crate) fn of(program: &Program) -> StateLayout {
        let mut names: Vec<Symbol> = program.cells.iter().map(|(_, cell)| cell.name).collect();
        let mut sorts: Vec<Sort> = program.cells.iter().map(|(_, cell)| cell.sort).collect();
        let cells = names.len();
        names.extend(COUNTERS.map(Symbol::new));
        sorts.extend([Sort::int(); COUNTERS.len()]);
        StateLayout { names, sorts, cells }
    }

    pub(crate) fn counter(&self, which: usize) -> usize {
        self.cells + which
    }

    pub(crate) fn is_counter(&self, index: usize) -> bool {
        index >= self.cells
    }
}

/// What a function may do, with everything it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) reads: BTreeSet<usize>,
    pub(crate) writes: BTreeSet<usize>,
    pub(crate) fails: bool,
    pub(crate) raises: bool,
    pub(crate) is_stuck: bool,
}

/// The effects of every function.
pub(crate) fn effects(program: &Program, layout: &StateLayout) -> IdVec<FnId, Effects> {
    ir::effects::effects(program).iter().map(|(_, effects)| of_state(effects, layout)).collect()
}

fn of_state(effects: &ir::effects::Effects, layout: &StateLayout) -> Effects {
    let counters = [(effects.chooses, CHOICES), (effects.allocates, OBJECTS), (effects.is_outside, WORLD)];
    let counted = counters.into_iter().filter(|(counts, _)| *counts).map(|(_, which)| layout.counter(which));
    let writes: BTreeSet<usize> = effects.writes.iter().map(|cell| cell.index()).chain(counted).collect();
    // What is written under a condition is read where the condition fails.
    let reads = effects.reads.iter().map(|cell| cell.index()).chain(writes.iter().copied()).collect();
    let is_stuck = effects.is_stuck;
    Effects { reads, writes, fails: effects.traps || is_stuck, raises: effects.raises, is_stuck }
}

/// How a function, or a call, ends. The conditions exclude each other.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) returned: TermId,
    pub(crate) results: Vec<TermId>,
    pub(crate) raised: TermId,
    pub(crate) raised_value: Option<TermId>,
    /// By a trap.
    pub(crate) failed: TermId,
    /// Where nothing more is known.
    pub(crate) stuck: TermId,
    /// The state, if it returned or raised.
    pub(crate) state: Vec<TermId>,
}

/// A call that is not opened.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) callee: FnId,
    /// It is made.
    pub(crate) witness: TermId,
    pub(crate) args: Vec<TermId>,
    pub(crate) state: Vec<TermId>,
    pub(crate) end: End,
}

pub(crate) struct Summary {
    pub(crate) end: End,
    pub(crate) sites: Vec<Site>,
    /// Runs on which these are false do not count.
    pub(crate) constraints: Vec<TermId>,
}

impl Summary {
    /// Of a function that is not looked into.
    pub(crate) fn unknown(pool: &mut Pool) -> Summary {
        let no = pool.bool(false);
        let end = End {
            returned: no,
            results: Vec::new(),
            raised: no,
            raised_value: None,
            failed: no,
            stuck: no,
            state: Vec::new(),
        };
        Summary { end, sites: Vec::new(), constraints: Vec::new() }
    }
}

/// Unknowns that both versions share: the sequences of choices.
#[derive(Default)]
pub(crate) struct Shared {
    choices: FxHashMap<Sort, TermId>,
}

impl Shared {
    fn choice(&mut self, pool: &mut Pool, number: TermId, sort: Sort) -> TermId {
        let name = format!("choice of {sort}");
        let sequence = *self.choices.entry(sort).or_insert_with(|| pool.fresh(&name, Sort::map(Sort::int(), sort)));
        pool.app(Op::Select, &[sequence, number])
    }
}

/// One version, ready to be summarised.
pub(crate) struct Version<'a> {
    pub(crate) program: &'a Program,
    pub(crate) layout: StateLayout,
    pub(crate) effects: IdVec<FnId, Effects>,
    /// The flag that failures clear.
    pub(crate) flag: Option<usize>,
    /// No code sets the flag again once it is cleared.
    pub(crate) is_only_cleared: bool,
    /// Calls of these are opened.
    pub(crate) inlined: FxHashSet<FnId>,
}

/// The summary of a function for these arguments and this state.
pub(crate) fn summarise(
    pool: &mut Pool,
    shared: &mut Shared,
    version: &Version<'_>,
    function: FnId,
    args: &[TermId],
    state: &[TermId],
) -> Summary {
    let mut run = Run { pool, shared, version, sites: Vec::new(), constraints: Vec::new() };
    let always = run.pool.bool(true);
    let end = run.function(function, args, state.to_vec(), always);
    Summary { end, sites: run.sites, constraints: run.constraints }
}

struct Run<'r, 'a> {
    pool: &'r mut Pool,
    shared: &'r mut Shared,
    version: &'r Version<'a>,
    sites: Vec<Site>,
    constraints: Vec<TermId>,
}

/// A function's ends so far.
#[derive(Default)]
struct Ends {
    returned: Vec<Guarded>,
    raised: Vec<Guarded>,
    failed: Vec<TermId>,
    stuck: Vec<TermId>,
}

/// A way: when, with which arguments, in which state.
fn guarded(guard: TermId, args: impl IntoIterator<Item = TermId>, state: &[TermId]) -> Guarded {
    Guarded { guard, terms: args.into_iter().chain(state.iter().copied()).collect() }
}

/// A function's values, and a state in which objects and choices are counted by terms.
struct Counted<'s> {
    values: &'s mut [Option<TermId>],
    state: &'s mut [TermId],
    layout: &'s StateLayout,
    shared: &'s mut Shared,
}

impl Counted<'_> {
    fn count(&mut self, pool: &mut Pool, which: usize) -> &mut TermId {
        let counter = &mut self.state[self.layout.counter(which)];
        let one = pool.int(1);
        *counter = pool.app(Op::Int(IntOp::Add), &[*counter, one]);
        counter
    }
}

impl Store for Counted<'_> {
    fn value(&self, value: ValueId) -> TermId {
        self.values[value.index()].expect("a value is defined before it is used")
    }

    fn define(&mut self, value: ValueId, term: TermId) {
        self.values[value.index()] = Some(term);
    }

    fn cell(&self, cell: CellId) -> TermId {
        self.state[cell.index()]
    }

    fn write(&mut self, cell: CellId, term: TermId) {
        self.state[cell.index()] = term;
    }

    fn object(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        let name = Symbol::new(&format!("object of {sort}"));
        let symbol = FunctionSymbol { name, params: vec![Sort::int()], result: sort };
        let number = *self.count(pool, OBJECTS);
        pool.app(Op::Apply(symbol.into()), &[number])
    }

    fn choice(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        let number = self.state[self.layout.counter(CHOICES)];
        self.count(pool, CHOICES);
        self.shared.choice(pool, number, sort)
    }
}

/// A function while its blocks are gone through.
struct Frame<'b> {
    body: &'b Body,
    values: Vec<Option<TermId>>,
    /// The ways into each block: its parameters, then the state.
    incoming: IdVec<BlockId, Vec<Guarded>>,
    guards: Guards,
    ends: Ends,
}

impl Frame<'_> {
    fn value(&self, value: ValueId) -> TermId {
        self.values[value.index()].expect("a value is defined before it is used")
    }
}

impl<'a> Run<'_, 'a> {
    fn function(&mut self, id: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
        let function: &'a Function = &self.version.program.functions[id];
        let body = function.body().expect("only defined functions are summarised");
        let mut frame = Frame {
            body,
            values: vec![None; body.sorts.len()],
            incoming: body.blocks.iter().map(|_| Vec::new()).collect(),
            guards: Guards::default(),
            ends: Ends::default(),
        };
        frame.incoming[Body::ENTRY].push(guarded(guard, args.iter().copied(), &state));
        for block in reverse_postorder(body) {
            let ways = std::mem::take(&mut frame.incoming[block]);
            if let Some(way) = frame.guards.merge(self.pool, ways) {
                self.block(&mut frame, block, way);
            }
        }
        self.finish(frame, function)
    }

    fn block(&mut self, frame: &mut Frame<'_>, id: BlockId, Guarded { guard, mut terms }: Guarded) {
        let body = frame.body;
        let block = &body.blocks[id];
        let mut state = terms.split_off(block.params.len());
        for (param, arg) in block.params.iter().zip(terms) {
            frame.values[param.index()] = Some(arg);
        }
        for inst in &block.insts {
            let (layout, shared) = (&self.version.layout, &mut *self.shared);
            let mut counted = Counted { values: &mut frame.values, state: &mut state, layout, shared };
            if let Some(condition) = step::run(self.pool, &body.sorts, inst, &mut counted) {
                let constraint = self.implies(guard, condition);
                self.constraints.push(constraint);
            }
        }
        self.end(frame, id, state, guard);
    }

    fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.pool.not(a);
        self.pool.or(not_a, b)
    }

    fn go(&mut self, frame: &mut Frame<'_>, target: &Target, first: &[TermId], state: Vec<TermId>, guard: TermId) {
        let args = first.iter().copied().chain(target.args.iter().map(|arg| frame.value(*arg)));
        let way = guarded(guard, args, &state);
        frame.incoming[target.block].push(way);
    }

    fn end(&mut self, frame: &mut Frame<'_>, id: BlockId, state: Vec<TermId>, guard: TermId) {
        let body = frame.body;
        let end = &body.blocks[id].end;
        let mut arms = step::arms(self.pool, end, |value| frame.value(value));
        if let Some((_, last)) = arms.pop() {
            let mut rest = guard;
            for (condition, target) in arms {
                let not = self.pool.not(condition);
                let taken = frame.guards.split(self.pool, rest, condition);
                rest = frame.guards.split(self.pool, rest, not);
                self.go(frame, target, &[], state.clone(), taken);
            }
            return self.go(frame, last, &[], state, rest);
        }
        match end {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                unreachable!("they go on by themselves")
            }
            Terminator::Call { callee, args, returned, raised } => {
                let args: Vec<TermId> = args.iter().map(|arg| frame.value(*arg)).collect();
                let end = self.call(*callee, &args, state, guard);
                let ends = &mut frame.ends;
                ends.failed.push(end.failed);
                ends.stuck.push(end.stuck);
                if self.pool.as_bool(end.raised) != Some(false) {
                    let value = end.raised_value.expect("what may raise says what");
                    match raised {
                        Some(target) => self.go(frame, target, &[value], end.state.clone(), end.raised),
                        None => {
                            frame.ends.raised.push(guarded(end.raised, [value], &end.state));
                        }
                    }
                }
                self.go(frame, returned, &end.results, end.state, end.returned);
            }
            Terminator::Return(values) => {
                let way = guarded(guard, values.iter().map(|value| frame.value(*value)), &state);
                frame.ends.returned.push(way);
            }
            Terminator::Raise(value) => {
                let way = guarded(guard, [frame.value(*value)], &state);
                frame.ends.raised.push(way);
            }
            Terminator::Trap(_) => frame.ends.failed.push(guard),
            Terminator::Unsupported(_) => {
                // What has failed before need not be understood.
                let flag = self.version.flag.filter(|_| self.version.is_only_cleared);
                let passes = flag.map_or_else(|| self.pool.bool(true), |flag| state[flag]);
                let fails = self.pool.not(passes);
                let (stuck, failed) = (self.pool.and(guard, passes), self.pool.and(guard, fails));
                frame.ends.stuck.push(stuck);
                frame.ends.failed.push(failed);
            }
        }
    }

    fn finish(&mut self, frame: Frame<'_>, function: &Function) -> End {
        let Frame { ends, guards, .. } = frame;
        let no = self.pool.bool(false);
        let any = |pool: &mut Pool, conditions: &[TermId]| conditions.iter().fold(no, |any, each| pool.or(any, *each));
        let (failed, stuck) = (any(self.pool, &ends.failed), any(self.pool, &ends.stuck));
        let returned = guards.merge(self.pool, ends.returned);
        let raised = guards.merge(self.pool, ends.raised);
        let results = function.results.len();
        let state = match (&returned, &raised) {
            (Some(returned), Some(raised)) => {
                let both = returned.terms[results..].iter().zip(&raised.terms[1..]);
                both.map(|(a, b)| self.pool.ite(raised.guard, *b, *a)).collect()
            }
            (Some(returned), None) => returned.terms[results..].to_vec(),
            (None, Some(raised)) => raised.terms[1..].to_vec(),
            (None, None) => self.any_state("after"),
        };
        let results = match &returned {
            Some(way) => way.terms[..results].to_vec(),
            None => function.results.iter().map(|sort| self.pool.fresh("result", *sort)).collect(),
        };
        End {
            returned: returned.map_or(no, |way| way.guard),
            results,
            raised: raised.as_ref().map_or(no, |way| way.guard),
            raised_value: raised.map(|way| way.terms[0]),
            failed,
            stuck,
            state,
        }
    }

    fn any_state(&mut self, name: &str) -> Vec<TermId> {
        let layout = &self.version.layout;
        layout
            .names
            .iter()
            .zip(&layout.sorts)
            .map(|(cell, sort)| self.pool.fresh(&format!("{cell} {name}"), *sort))
            .collect()
    }

    fn call(&mut self, callee: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
        let function: &'a Function = &self.version.program.functions[callee];
        match &function.kind {
            FunctionKind::Pure => self.pure(function, args, state, guard),
            FunctionKind::External { reads, .. } => {
                let reads: Vec<usize> = reads.iter().map(|cell| cell.index()).collect();
                self.external(callee, function, args, &reads, state, guard)
            }
            FunctionKind::Defined(_) if self.version.inlined.contains(&callee) => {
                self.function(callee, args, state, guard)
            }
            FunctionKind::Defined(_) => self.site(callee, function, args, state, guard),
        }
    }

    fn pure(&mut self, function: &Function, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
        let no = self.pool.bool(false);
        let results = step::pure(self.pool, function, args).to_vec();
        End { returned: guard, results, raised: no, raised_value: None, failed: no, stuck: no, state }
    }

    /// What a function outside gives depends on its arguments, what it reads, and all that happened
    /// outside before.
    fn external(
        &mut self,
        callee: FnId,
        function: &Function,
        args: &[TermId],
        reads: &[usize],
        mut state: Vec<TermId>,
        guard: TermId,
    ) -> End {
        let world = self.version.layout.counter(WORLD);
        let mut given = args.to_vec();
        given.extend(reads.iter().map(|cell| state[*cell]));
        given.push(state[world]);
        let params: Vec<Sort> = given.iter().map(|term| self.pool.sort(*term)).collect();
        let ask = |pool: &mut Pool, what: &str, result: Sort| {
            let name = Symbol::new(&format!("{} {what}", function.name));
            let symbol = FunctionSymbol { name, params: params.clone(), result };
            pool.app(Op::Apply(symbol.into()), &given)
        };
        let no = self.pool.bool(false);
        let results =
            function.results.iter().enumerate().map(|(index, sort)| ask(self.pool, &format!("gives {index}"), *sort));
        let results: Vec<TermId> = results.collect();
        let (raises, raised_value) = match function.raises {
            Some(sort) => (ask(self.pool, "raises", Sort::bool()), Some(ask(self.pool, "raised", sort))),
            None => (no, None),
        };
        for cell in self.version.effects[callee].writes.clone() {
            let (name, sort) = (self.version.layout.names[cell], self.version.layout.sorts[cell]);
            state[cell] = ask(self.pool, &format!("writes {name}"), sort);
        }
        let not_raises = self.pool.not(raises);
        End {
            returned: self.pool.and(guard, not_raises),
            results,
            raised: self.pool.and(guard, raises),
            raised_value,
            failed: no,
            stuck: no,
            state,
        }
    }

    /// A call with unknown effect.
    fn site(&mut self, callee: FnId, function: &Function, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
        let effects = self.version.effects[callee].clone();
        let name = function.name;
        let no = self.pool.bool(false);
        let results = function.results.iter().map(|sort| self.pool.fresh(&format!("{name} gives"), *sort)).collect();
        let mut after = state.clone();
        for cell in &effects.writes {
            let (cell_name, sort) = (self.version.layout.names[*cell], self.version.layout.sorts[*cell]);
            after[*cell] = self.pool.fresh(&format!("{cell_name} after {name}"), sort);
        }
        let flag = |pool: &mut Pool, may: bool, what: &str| {
            if may { pool.fresh(&format!("{name} {what}"), Sort::bool()) } else { no }
        };
        // In this order: each only where none before it holds.
        let failed = flag(self.pool, effects.fails, "fails");
        let stuck = flag(self.pool, effects.is_stuck, "is stuck");
        let raised = flag(self.pool, effects.raises, "raises");
        let raised_value =
            function.raises.filter(|_| effects.raises).map(|sort| self.pool.fresh(&format!("{name} raised"), sort));
        let mut rest = guard;
        let mut next = |pool: &mut Pool, condition: TermId| {
            let here = pool.and(rest, condition);
            let not = pool.not(condition);
            rest = pool.and(rest, not);
            here
        };
        let (failed, stuck, raised) = (next(self.pool, failed), next(self.pool, stuck), next(self.pool, raised));
        let end = End { returned: rest, results, raised, raised_value, failed, stuck, state: after };
        let site = Site { callee, witness: guard, args: args.to_vec(), state, end: end.clone() };
        self.sites.push(site);
        end
    }
}
