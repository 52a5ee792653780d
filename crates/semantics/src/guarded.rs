//! All ways through a piece of code at once.
//!
//! Instructions mean what [`step`] says. Every block gets the condition under which it runs, its *guard*; where
//! ways meet, values are chosen by these conditions ([`Guards`]). So the size stays that of the code, however
//! many ways there are through it. Loops are gone round as long as some way goes round. What calls do, and what
//! state there is, is up to a [`World`].

use std::collections::{BTreeMap, BTreeSet};

use arena::{Id, IdVec};
use ir::{BlockId, Body, FnId, Inst, Target, Terminator, ValueId};
use term::{Pool, TermId};
use value::{Sort, Value};

use crate::merge::{Guarded, Guards};
use crate::step::{self, Store};

/// What code acts on, and what becomes of what it does not do by itself.
pub trait World {
    type Store<'s>: Store
    where
        Self: 's;

    /// Where instructions find values and state.
    fn store<'s>(&'s mut self, values: &'s mut [Option<TermId>], state: &'s mut [TermId]) -> Self::Store<'s>;

    /// Can it be run? Else the way is stuck there.
    fn runs(&mut self, _: &Inst) -> bool {
        true
    }

    /// Runs on which the guard holds and the condition does not do not count.
    fn assume(&mut self, pool: &mut Pool, guard: TermId, condition: TermId);

    /// The instructions of a block were run.
    fn ran(&mut self, _: &mut Pool, _: FnId, _: BlockId, _: &mut [TermId]) {}

    /// A call under a guard.
    fn call(&mut self, pool: &mut Pool, callee: FnId, args: &[TermId], state: Vec<TermId>, guard: TermId) -> Ends;

    /// Is what is not understood reached in vain, because it has failed before?
    fn has_failed(&mut self, pool: &mut Pool, _: &[TermId]) -> TermId {
        pool.bool(false)
    }

    /// Does anyone look at what a trap leaves behind?
    fn keeps_state_of_traps(&self) -> bool {
        false
    }

    /// Is it noted where values of different kinds become one?
    fn keeps_kinds(&self) -> bool {
        false
    }

    /// Is it too much already?
    fn is_enough(&self, _: &Pool) -> bool {
        false
    }
}

/// How a piece of code, or a call, ends. The guards exclude each other.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The results, then the state.
    pub returned: Option<Guarded>,
    /// What was raised, then the state; one for each kind of thing that is raised, where kinds are kept.
    pub raised: Vec<Guarded>,
    /// At the exit: its parameters, what is carried there, then the state.
    pub left: Option<Guarded>,
    /// The state, where the world keeps it.
    pub trapped: Option<Guarded>,
    /// Where nothing more is known.
    pub stuck: TermId,
    /// Values of different kinds became one.
    pub is_mixed: bool,
}

impl Ends {
    pub fn none(pool: &mut Pool) -> Ends {
        let no = pool.bool(false);
        Ends { returned: None, raised: Vec::new(), left: None, trapped: None, stuck: no, is_mixed: false }
    }

    pub fn stuck(pool: &mut Pool, guard: TermId) -> Ends {
        Ends { stuck: guard, ..Ends::none(pool) }
    }
}

/// Blocks of a function that are run together.
pub struct Piece<'b> {
    pub function: FnId,
    pub body: &'b Body,
    /// In the order in which they are run where ways wait at several ([`ir::regions::in_turn`]).
    pub blocks: &'b [BlockId],
    pub exit: Option<BlockId>,
    /// Values that each block gets from loops in front of it, besides its parameters.
    pub carried: &'b BTreeMap<BlockId, Vec<ValueId>>,
}

/// Rounds of one loop.
const MOST_ROUNDS: usize = 40;

/// Runs the piece from these ways into its blocks (what the block takes, then the state). Values that it defines
/// are left in `values`.
pub fn run<W: World>(
    pool: &mut Pool,
    world: &mut W,
    piece: &Piece<'_>,
    values: &mut [Option<TermId>],
    guards: Guards,
    ways: Vec<(BlockId, Guarded)>,
) -> Ends {
    let mut place: IdVec<BlockId, usize> = IdVec::filled(usize::MAX, piece.body.blocks.len());
    piece.blocks.iter().enumerate().for_each(|(index, block)| place[*block] = index);
    let mut running = Running {
        pool,
        world,
        piece,
        values,
        place,
        waiting: BTreeMap::new(),
        rounds: vec![0; piece.blocks.len()],
        guards,
        returned: Vec::new(),
        raised: Vec::new(),
        left: Vec::new(),
        trapped: Vec::new(),
        stuck: Vec::new(),
    };
    running.guards.keeps_kinds = running.world.keeps_kinds();
    for (block, way) in ways {
        running.arrive(block, way);
    }
    running.run();
    running.finish()
}

/// How a way has gone so far.
#[derive(Clone)]
struct Gone {
    guard: TermId,
    ways: u64,
    made: BTreeSet<u32>,
}

impl Gone {
    fn with(&self, terms: Vec<TermId>) -> Guarded {
        Guarded { guard: self.guard, terms, ways: self.ways, made: self.made.clone() }
    }

    /// And then in a call, to this end of it.
    fn then(&self, called: &Guarded) -> Gone {
        let ways = self.ways.saturating_mul(called.ways);
        Gone { guard: called.guard, ways, made: &self.made | &called.made }
    }
}

struct Running<'r, 'b, W> {
    pool: &'r mut Pool,
    world: &'r mut W,
    piece: &'r Piece<'b>,
    values: &'r mut [Option<TermId>],
    place: IdVec<BlockId, usize>,
    /// The ways into blocks that are still to be run, by place.
    waiting: BTreeMap<usize, Vec<Guarded>>,
    rounds: Vec<usize>,
    guards: Guards,
    returned: Vec<Guarded>,
    raised: Vec<Guarded>,
    left: Vec<Guarded>,
    trapped: Vec<Guarded>,
    stuck: Vec<TermId>,
}

impl<W: World> Running<'_, '_, W> {
    fn value(&self, value: ValueId) -> TermId {
        self.values[value.index()].expect("a value is defined before it is used")
    }

    fn run(&mut self) {
        while let Some((place, ways)) = self.waiting.pop_first() {
            let Some(way) = self.guards.merge(self.pool, ways) else { continue };
            self.rounds[place] += 1;
            let is_enough = self.rounds[place] > MOST_ROUNDS || self.world.is_enough(self.pool);
            match is_enough {
                true => self.stuck.push(way.guard),
                false => self.block(self.piece.blocks[place], way),
            }
        }
    }

    fn arrive(&mut self, block: BlockId, way: Guarded) {
        match self.place[block] {
            usize::MAX => {
                assert!(self.piece.exit == Some(block), "a way leads out by the exit");
                self.left.push(way);
            }
            place => self.waiting.entry(place).or_default().push(way),
        }
    }

    fn carried(&self, block: BlockId) -> &[ValueId] {
        self.piece.carried.get(&block).map_or(&[], |values| values)
    }

    fn block(&mut self, id: BlockId, way: Guarded) {
        let Guarded { guard, mut terms, ways, made } = way;
        let mut gone = Gone { guard, ways, made };
        let body = self.piece.body;
        let block = &body.blocks[id];
        let carried = self.carried(id).to_vec();
        let mut state = terms.split_off(block.params.len() + carried.len());
        for (value, term) in block.params.iter().chain(&carried).zip(terms) {
            self.values[value.index()] = Some(term);
        }
        for inst in &block.insts {
            if !self.world.runs(inst) {
                self.stuck.push(guard);
                return;
            }
            let mut store = self.world.store(self.values, &mut state);
            let assumed = step::run(self.pool, &body.sorts, inst, &mut store);
            drop(store);
            if let Some(condition) = assumed {
                self.world.assume(self.pool, guard, condition);
            }
            if let Inst::Alloc { result } = inst
                && let Some(Value::Ref(number)) = self.pool.as_const(self.value(*result))
            {
                gone.made.insert(*number);
            }
        }
        self.world.ran(self.pool, self.piece.function, id, &mut state);
        self.end(&block.end, state, &gone);
    }

    fn go(&mut self, target: &Target, first: &[TermId], state: &[TermId], gone: &Gone) {
        if self.pool.as_bool(gone.guard) == Some(false) {
            return;
        }
        let args = target.args.iter().map(|arg| self.value(*arg));
        let carried = self.carried(target.block).iter().map(|value| self.value(*value));
        let terms = first.iter().copied().chain(args).chain(carried).chain(state.iter().copied()).collect();
        self.arrive(target.block, gone.with(terms));
    }

    fn end(&mut self, end: &Terminator, state: Vec<TermId>, gone: &Gone) {
        let guard = gone.guard;
        let with = |terms: Vec<TermId>| gone.with([terms, state.clone()].concat());
        match end {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                let values = &*self.values;
                let value = |id: ValueId| values[id.index()].expect("a value is defined before it is used");
                let arms = step::arms(self.pool, end, value);
                for (guard, target) in split(self.pool, &mut self.guards, guard, &arms) {
                    self.go(target, &[], &state, &Gone { guard, ..gone.clone() });
                }
            }
            Terminator::Call { callee, args, returned, raised } => {
                let args: Vec<TermId> = args.iter().map(|arg| self.value(*arg)).collect();
                let ends = self.world.call(self.pool, *callee, &args, state, guard);
                self.after_call(ends, returned, raised.as_ref(), gone);
            }
            Terminator::Return(values) => {
                let way = with(values.iter().map(|value| self.value(*value)).collect());
                self.returned.push(way);
            }
            Terminator::Raise(value) => {
                let way = with(vec![self.value(*value)]);
                self.raised.push(way);
            }
            Terminator::Trap(_) => self.trap(&state, gone),
            Terminator::Unsupported(_) => {
                let failed = self.world.has_failed(self.pool, &state);
                let goes_on = self.pool.not(failed);
                let (stuck, trapped) = (self.pool.and(guard, goes_on), self.pool.and(guard, failed));
                self.stuck.push(stuck);
                self.trap(&state, &Gone { guard: trapped, ..gone.clone() });
            }
        }
    }

    fn trap(&mut self, state: &[TermId], gone: &Gone) {
        let terms = if self.world.keeps_state_of_traps() { state.to_vec() } else { Vec::new() };
        self.trapped.push(gone.with(terms));
    }

    fn after_call(&mut self, ends: Ends, returned: &Target, raised: Option<&Target>, gone: &Gone) {
        self.trapped.extend(ends.trapped.map(|way| gone.then(&way).with(way.terms)));
        self.stuck.push(ends.stuck);
        self.guards.is_mixed |= ends.is_mixed;
        for way in ends.raised {
            let gone = gone.then(&way);
            match raised {
                Some(target) => self.go(target, &way.terms[..1], &way.terms[1..], &gone),
                None => self.raised.push(gone.with(way.terms)),
            }
        }
        if let Some(way) = ends.returned {
            let results = self.piece.body.blocks[returned.block].params.len() - returned.args.len();
            let (results, state) = way.terms.split_at(results);
            self.go(returned, results, state, &gone.then(&way));
        }
    }

    fn finish(mut self) -> Ends {
        let no = self.pool.bool(false);
        let stuck = self.stuck.iter().fold(no, |any, each| self.pool.or(any, *each));
        let trapped = self.guards.merge(self.pool, std::mem::take(&mut self.trapped));
        let returned = self.guards.merge(self.pool, std::mem::take(&mut self.returned));
        let left = self.guards.merge(self.pool, std::mem::take(&mut self.left));
        let raised = std::mem::take(&mut self.raised);
        let raised = self.by_kind(raised);
        let is_mixed = self.guards.is_mixed;
        Ends { returned, raised, left, trapped, stuck, is_mixed }
    }

    /// What is raised, merged as far as the kinds are the same.
    fn by_kind(&mut self, ways: Vec<Guarded>) -> Vec<Guarded> {
        let mut kinds: Vec<(Vec<TermId>, Vec<Guarded>)> = Vec::new();
        for way in ways {
            let kind = if self.guards.keeps_kinds { kind(self.pool, way.terms[0]) } else { Vec::new() };
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, ways)) => ways.push(way),
                None => kinds.push((kind, vec![way])),
            }
        }
        kinds.into_iter().filter_map(|(_, ways)| self.guards.merge(self.pool, ways)).collect()
    }
}

/// The atoms in a value of a known form: the class of an exception.
fn kind(pool: &mut Pool, value: TermId) -> Vec<TermId> {
    let fields = pool.as_construct(value).map(|(_, fields)| fields).unwrap_or_default();
    fields.into_iter().filter(|field| pool.sort(*field) == Sort::atom()).collect()
}

/// The arms with the parts of the guard in which they are taken.
pub(crate) fn split<'b>(
    pool: &mut Pool,
    guards: &mut Guards,
    guard: TermId,
    arms: &[(TermId, &'b Target)],
) -> Vec<(TermId, &'b Target)> {
    let mut taken = Vec::new();
    let mut rest = guard;
    for (index, (condition, target)) in arms.iter().enumerate() {
        if index + 1 == arms.len() {
            taken.push((rest, *target));
            break;
        }
        let not = pool.not(*condition);
        taken.push((guards.split(pool, rest, *condition), *target));
        rest = guards.split(pool, rest, not);
    }
    taken
}
