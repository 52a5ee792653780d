//! What a function without loops does, as terms.
//!
//! All ways through it are run at once, as summaries of regions are made ([`semantics::guarded`]): so the size
//! stays that of the code, however many ways there are. Calls are left unopened: each is a [`Site`] with the
//! condition under which it is made (the paper's call witness), what it is given, and unknowns for what it gives
//! back.
//!
//! The n-th choice is the n-th element of one sequence, the same for both versions; so the number
//! of choices made is state, like the number of objects made and what happened outside.

use std::collections::{BTreeMap, BTreeSet};

use arena::{Id, IdVec};
use ir::cfg::reverse_postorder;
use ir::{Body, CellId, FnId, Function, FunctionKind, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::guarded::{self, Ends, Piece, World};
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
    let mut run = Run { shared, version, sites: Vec::new(), constraints: Vec::new() };
    let always = pool.bool(true);
    let ends = run.function(pool, function, args, state.to_vec(), always);
    let end = version.end(pool, ends, &version.program.functions[function]);
    Summary { end, sites: run.sites, constraints: run.constraints }
}

impl Version<'_> {
    /// The ends with one state for returning and raising.
    fn end(&self, pool: &mut Pool, ends: Ends, function: &Function) -> End {
        let no = pool.bool(false);
        let Ends { returned, raised, trapped, stuck, .. } = ends;
        let raised = raised.into_iter().next();
        let results = function.results.len();
        let state = match (&returned, &raised) {
            (Some(returned), Some(raised)) => {
                let both = returned.terms[results..].iter().zip(&raised.terms[1..]);
                both.map(|(a, b)| pool.ite(raised.guard, *b, *a)).collect()
            }
            (Some(returned), None) => returned.terms[results..].to_vec(),
            (None, Some(raised)) => raised.terms[1..].to_vec(),
            (None, None) => self.any_state(pool),
        };
        let results = match &returned {
            Some(way) => way.terms[..results].to_vec(),
            None => function.results.iter().map(|sort| pool.fresh("result", *sort)).collect(),
        };
        End {
            returned: returned.map_or(no, |way| way.guard),
            results,
            raised: raised.as_ref().map_or(no, |way| way.guard),
            raised_value: raised.map(|way| way.terms[0]),
            failed: trapped.map_or(no, |way| way.guard),
            stuck,
            state,
        }
    }

    fn any_state(&self, pool: &mut Pool) -> Vec<TermId> {
        let pieces = self.layout.names.iter().zip(&self.layout.sorts);
        pieces.map(|(cell, sort)| pool.fresh(&format!("{cell} after"), *sort)).collect()
    }
}

impl End {
    /// With the state for each way of ending.
    fn ends(self, pool: &mut Pool) -> Ends {
        let way = |guard: TermId, first: Vec<TermId>| Guarded::one(guard, [first, self.state.clone()].concat());
        let raised = self.raised_value.map(|value| way(self.raised, vec![value]));
        Ends {
            returned: Some(way(self.returned, self.results.clone())),
            raised: raised.into_iter().collect(),
            trapped: Some(Guarded::one(self.failed, Vec::new())),
            stuck: self.stuck,
            ..Ends::none(pool)
        }
    }
}

/// Calls are left unopened, unless the version says otherwise.
struct Run<'r, 'a> {
    shared: &'r mut Shared,
    version: &'r Version<'a>,
    sites: Vec<Site>,
    constraints: Vec<TermId>,
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

    fn cell(&mut self, cell: CellId) -> TermId {
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

impl World for Run<'_, '_> {
    type Store<'s>
        = Counted<'s>
    where
        Self: 's;

    fn store<'s>(&'s mut self, values: &'s mut [Option<TermId>], state: &'s mut [TermId]) -> Counted<'s> {
        Counted { values, state, layout: &self.version.layout, shared: self.shared }
    }

    fn assume(&mut self, pool: &mut Pool, guard: TermId, condition: TermId) {
        let not = pool.not(guard);
        self.constraints.push(pool.or(not, condition));
    }

    fn call(&mut self, pool: &mut Pool, callee: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> Ends {
        let function = &self.version.program.functions[callee];
        let end = match &function.kind {
            FunctionKind::Pure => pure(pool, function, args, state, guard),
            FunctionKind::External { reads, .. } => {
                let reads: Vec<usize> = reads.iter().map(|cell| cell.index()).collect();
                self.external(pool, callee, args, &reads, state, guard)
            }
            FunctionKind::Defined(_) if self.version.inlined.contains(&callee) => {
                return self.function(pool, callee, args, state, guard);
            }
            FunctionKind::Defined(_) => self.site(pool, callee, args, state, guard),
        };
        end.ends(pool)
    }

    /// What has failed before need not be understood.
    fn has_failed(&mut self, pool: &mut Pool, state: &[TermId]) -> TermId {
        match self.version.flag.filter(|_| self.version.is_only_cleared) {
            Some(flag) => pool.not(state[flag]),
            None => pool.bool(false),
        }
    }
}

fn pure(pool: &mut Pool, function: &Function, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
    let no = pool.bool(false);
    let results = step::pure(pool, function, args).to_vec();
    End { returned: guard, results, raised: no, raised_value: None, failed: no, stuck: no, state }
}

impl Run<'_, '_> {
    fn function(&mut self, pool: &mut Pool, id: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> Ends {
        let version = self.version;
        let body = version.program.functions[id].body().expect("only defined functions are summarised");
        let (blocks, carried) = (reverse_postorder(body), BTreeMap::new());
        let piece = Piece { function: id, body, blocks: &blocks, exit: None, carried: &carried };
        let mut values = vec![None; body.sorts.len()];
        let way = Guarded::one(guard, args.iter().copied().chain(state).collect());
        guarded::run(pool, self, &piece, &mut values, Guards::default(), vec![(Body::ENTRY, way)])
    }

    /// What a function outside gives depends on its arguments, what it reads, and all that happened
    /// outside before.
    fn external(
        &mut self,
        pool: &mut Pool,
        callee: FnId,
        args: &[TermId],
        reads: &[usize],
        mut state: Vec<TermId>,
        guard: TermId,
    ) -> End {
        let function = &self.version.program.functions[callee];
        let world = self.version.layout.counter(WORLD);
        let mut given = args.to_vec();
        given.extend(reads.iter().map(|cell| state[*cell]));
        given.push(state[world]);
        let params: Vec<Sort> = given.iter().map(|term| pool.sort(*term)).collect();
        let ask = |pool: &mut Pool, what: &str, result: Sort| {
            let name = Symbol::new(&format!("{} {what}", function.name));
            let symbol = FunctionSymbol { name, params: params.clone(), result };
            pool.app(Op::Apply(symbol.into()), &given)
        };
        let no = pool.bool(false);
        let results =
            function.results.iter().enumerate().map(|(index, sort)| ask(pool, &format!("gives {index}"), *sort));
        let results: Vec<TermId> = results.collect();
        let (raises, raised_value) = match function.raises {
            Some(sort) => (ask(pool, "raises", Sort::bool()), Some(ask(pool, "raised", sort))),
            None => (no, None),
        };
        for cell in self.version.effects[callee].writes.clone() {
            let (name, sort) = (self.version.layout.names[cell], self.version.layout.sorts[cell]);
            state[cell] = ask(pool, &format!("writes {name}"), sort);
        }
        let not_raises = pool.not(raises);
        End {
            returned: pool.and(guard, not_raises),
            results,
            raised: pool.and(guard, raises),
            raised_value,
            failed: no,
            stuck: no,
            state,
        }
    }

    /// A call with unknown effect.
    fn site(&mut self, pool: &mut Pool, callee: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> End {
        let function = &self.version.program.functions[callee];
        let effects = self.version.effects[callee].clone();
        let name = function.name;
        let no = pool.bool(false);
        let results = function.results.iter().map(|sort| pool.fresh(&format!("{name} gives"), *sort)).collect();
        let mut after = state.clone();
        for cell in &effects.writes {
            let (cell_name, sort) = (self.version.layout.names[*cell], self.version.layout.sorts[*cell]);
            after[*cell] = pool.fresh(&format!("{cell_name} after {name}"), sort);
        }
        let flag = |pool: &mut Pool, may: bool, what: &str| {
            if may { pool.fresh(&format!("{name} {what}"), Sort::bool()) } else { no }
        };
        // In this order: each only where none before it holds.
        let failed = flag(pool, effects.fails, "fails");
        let stuck = flag(pool, effects.is_stuck, "is stuck");
        let raised = flag(pool, effects.raises, "raises");
        let raised_value =
            function.raises.filter(|_| effects.raises).map(|sort| pool.fresh(&format!("{name} raised"), sort));
        let mut rest = guard;
        let mut next = |pool: &mut Pool, condition: TermId| {
            let here = pool.and(rest, condition);
            let not = pool.not(condition);
            rest = pool.and(rest, not);
            here
        };
        let (failed, stuck, raised) = (next(pool, failed), next(pool, stuck), next(pool, raised));
        let end = End { returned: rest, results, raised, raised_value, failed, stuck, state: after };
        let site = Site { callee, witness: guard, args: args.to_vec(), state, end: end.clone() };
        self.sites.push(site);
        end
    }
}
