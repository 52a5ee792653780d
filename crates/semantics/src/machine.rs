//! One version's symbolic state, and running it until something has to be decided.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use arena::IdVec;
use equiv::{CellSlot, Gap, Place, Side, Why};
use ir::{BlockId, Body, CellId, FnId, Function, FunctionKind, Reach, Span, Target, Terminator, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{Pool, TermId};
use value::{Ctor, Op, Sort, SortKind, Symbol, Value};

use crate::code::{Code, CodeTable};
use crate::outside::Object;
use crate::path::Path;
use crate::setting::Version;
use crate::step::{self, Store};
use crate::summary::{Merged, Summaries, after_effect};

#[derive(Clone)]
pub struct Machine {
    pub frames: Vec<Frame>,
    /// By slot, so that both versions' states have one layout.
    pub cells: Vec<TermId>,
    pub references: u32,
    pub choices: usize,
    /// The state when the client was called.
    pub at_call: Option<Rc<AtCall>>,
    /// The effects run since the versions parted, in order; `None`: none.
    pub trace: Option<TermId>,
    /// The top frame is about to end so.
    pub(crate) ending: Option<SymOutcome>,
    /// It stands at a cut block that it is to go on from.
    pub leaving_cut: bool,
    /// The last external call so far.
    pub calls: Option<Rc<SymCall>>,
    /// The objects that code outside knows, in the order in which it came to know them.
    pub(crate) handed: Rc<Vec<Object>>,
}

pub struct AtCall {
    pub cells: Vec<TermId>,
    pub references: u32,
}

#[derive(Clone)]
pub struct Frame {
    pub function: FnId,
    pub block: BlockId,
    /// The instruction of the block to go on with.
    next: usize,
    pub(crate) code: Rc<Code>,
    pub(crate) values: Vec<TermId>,
    /// How often each loop made us choose since it was entered.
    turns: SmallVec<[(BlockId, u32); 2]>,
}

#[derive(Clone, Debug)]
pub enum SymOutcome {
    Returned(SmallVec<[TermId; 2]>),
    Raised(TermId),
    Trapped,
}

/// How a call ends, whatever it gives.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    Returned,
    Raised,
    Trapped,
}

impl SymOutcome {
    pub fn ending(&self) -> Ending {
        match self {
            SymOutcome::Returned(_) => Ending::Returned,
            SymOutcome::Raised(_) => Ending::Raised,
            SymOutcome::Trapped => Ending::Trapped,
        }
    }

    /// What is given back or raised.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        let terms = match self {
            SymOutcome::Returned(values) => &values[..],
            SymOutcome::Raised(value) => std::slice::from_ref(value),
            SymOutcome::Trapped => &[],
        };
        terms.iter().copied()
    }

    pub fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let terms = match self {
            SymOutcome::Returned(values) => &mut values[..],
            SymOutcome::Raised(value) => std::slice::from_mut(value),
            SymOutcome::Trapped => &mut [],
        };
        terms.iter_mut()
    }
}

/// Why a run paused.
pub enum Event {
    /// Both continuations are possible: the condition and the state for each.
    Fork(Vec<(TermId, Machine)>),
    /// A region was replaced by its summary: on to the states at its ends. Only where that is watched.
    Merged(Box<Merged>),
    /// The stack is down to the floor (or everything ended, by a trap).
    Left(SymOutcome),
    /// The top frame is about to call a changed function.
    ChangedCall(FnId),
    /// The run goes on only where this holds: an `assume`.
    Assume(TermId),
    /// In one state: nothing that changed lies ahead.
    Settled,
    /// The top frame is at the start of a cut block.
    Cut,
    /// The top frame is about to call a function that is not to be entered.
    OpaqueCall(FnId),
    /// It ran for longer than it was given patience, and nothing had to be decided.
    Spinning,
    Stuck(Stuck),
}

pub enum Stuck {
    Unsupported(Symbol, Span),
    External(Symbol, Span),
}

impl Stuck {
    /// What cannot be told because this version goes no further.
    pub fn gap(self, side: Side) -> Gap {
        let (why, span) = match self {
            Stuck::Unsupported(what, span) => (Why::NotUnderstood(what), span),
            Stuck::External(what, span) => (Why::NoCode(what), span),
        };
        Gap::new(why, Some(Place { side, span }))
    }
}

/// An external call, and those before it.
pub struct SymCall {
    pub before: Option<Rc<SymCall>>,
    pub name: Symbol,
    pub args: Vec<TermId>,
    /// What it could read.
    pub read: Vec<TermId>,
    /// Which of the answers it got. Equal answers: the same call after the same calls.
    pub answer: usize,
}

impl SymCall {
    /// What a report calls it.
    pub fn title(&self, pool: &Pool) -> String {
        crate::outside::title(pool, &self.args).unwrap_or_else(|| self.name.to_string())
    }
}

/// The name, the arguments, what it reads, and the answer to the call before.
type Question = (Symbol, Vec<TermId>, Vec<TermId>, Option<usize>);

/// Unknowns for the results and what is written; whether it raises, and what.
type Answer = (Vec<TermId>, Option<(TermId, TermId)>);

/// What external calls give: the same to the same question.
#[derive(Default)]
pub struct Externals {
    questions: FxHashMap<Question, usize>,
    answers: Vec<Answer>,
    /// The functions that were called.
    pub names: BTreeSet<String>,
}

impl Externals {
    /// The answer to a step's question. What comes from outside is made by the constructor.
    pub(crate) fn answer_step(
        &mut self,
        pool: &mut Pool,
        question: Question,
        sorts: &[Sort],
        from_outside: Option<Ctor>,
    ) -> usize {
        if let Some(known) = self.questions.get(&question) {
            return *known;
        }
        let number = self.answers.len();
        let name = format!("outside.{number}");
        let unknowns = sorts.iter().map(|sort| unknown(pool, &name, *sort, from_outside)).collect();
        self.answers.push((unknowns, None));
        self.questions.insert(question, number);
        number
    }

    /// What an answer is made of.
    pub(crate) fn unknowns(&self, answer: usize) -> &[TermId] {
        &self.answers[answer].0
    }

    fn answer(&mut self, pool: &mut Pool, question: Question, sorts: &[Sort], raises: Option<Sort>) -> usize {
        if let Some(known) = self.questions.get(&question) {
            return *known;
        }
        let (name, number) = (question.0, self.answers.len());
        self.names.insert(name.to_string());
        let unknowns = sorts.iter().map(|sort| pool.fresh(&format!("{name}.{number}"), *sort)).collect();
        let raises = raises.map(|sort| {
            let is_raised = pool.fresh(&format!("{name}.{number} raises"), Sort::bool());
            (is_raised, pool.fresh(&format!("{name}.{number} raised"), sort))
        });
        self.answers.push((unknowns, raises));
        self.questions.insert(question, number);
        number
    }
}

/// Something of that sort that comes from outside.
fn unknown(pool: &mut Pool, name: &str, sort: Sort, from_outside: Option<Ctor>) -> TermId {
    let made_by = |sort: Sort| from_outside.filter(|ctor| ctor.sort() == sort);
    match sort.kind() {
        SortKind::Data(_) if let Some(ctor) = made_by(sort) => {
            let number = pool.fresh(name, Sort::int());
            pool.app(Op::Construct(ctor), &[number])
        }
        SortKind::Seq(element) if let Some(ctor) = made_by(*element) => {
            let numbers = pool.fresh(name, Sort::seq(Sort::int()));
            pool.app(Op::SeqWrap(ctor), &[numbers])
        }
        _ => pool.fresh(name, sort),
    }
}

/// A choice made in a loop or recursion.
pub struct Turn {
    /// How many there were since the loop was entered, or how deep the recursion is.
    pub count: u32,
    /// The loop's head; `None`: a recursion.
    pub head: Option<(FnId, BlockId)>,
    /// The function that the loop is in, or that calls itself.
    pub function: FnId,
    pub at: Span,
}

/// What a run of one version has at hand.
pub struct Runner<'a, 'p> {
    pub version: Version<'p>,
    pub pool: &'a mut Pool,
    pub path: &'a mut Path,
    pub codes: &'a mut CodeTable<'p>,
    pub choices: &'a mut Vec<(Sort, TermId)>,
    /// Stop at calls of changed functions.
    pub joint: bool,
    /// Stop where nothing changed lies ahead: both versions are in this state.
    pub settles: bool,
    /// What external calls give; `None`: a run stops at them.
    pub externals: Option<&'a mut Externals>,
    /// Blocks to stop at, if any.
    pub cuts: Option<&'a FxHashSet<(FnId, BlockId)>>,
    /// Functions to stop at the calls of, if any.
    pub opaque: Option<&'a FxHashSet<FnId>>,
    /// In a recursion, a call whose outcome is only passed on replaces its caller: then the
    /// recursion is a loop.
    pub tail_calls: bool,
    /// Regions that become one state, if they may.
    pub summaries: Option<&'a mut Summaries>,
    /// Stop where one does.
    pub watches_merges: bool,
    /// Blocks to run without a decision.
    pub blocks_without_choice: u64,
    pub steps: &'a mut u64,
}

impl Frame {
    /// Its values, by number.
    pub fn values(&self) -> &[TermId] {
        &self.values
    }

    /// Goes to the start of the block with these values.
    pub(crate) fn arrive(&mut self, block: BlockId, values: impl Iterator<Item = (ValueId, TermId)>) {
        if self.code.loops.enters(self.block, block) {
            self.turns.retain(|(head, _)| *head != block);
        }
        (self.block, self.next) = (block, 0);
        for (value, term) in values {
            self.values[arena::Id::index(value)] = term;
        }
    }
}

impl Machine {
    pub fn new(cells: Vec<TermId>) -> Machine {
        Machine {
            frames: Vec::new(),
            cells,
            references: 0,
            choices: 0,
            at_call: None,
            trace: None,
            ending: None,
            leaving_cut: false,
            calls: None,
            handed: Rc::default(),
        }
    }

    /// How the top frame is about to end, if it is known.
    pub fn ending(&self) -> Option<&SymOutcome> {
        self.ending.as_ref()
    }

    /// Where it stands: each frame's function and block.
    pub fn location(&self) -> Vec<(FnId, BlockId)> {
        self.frames.iter().map(|frame| (frame.function, frame.block)).collect()
    }

    /// All terms of the state, in a fixed order for a fixed location.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        self.frames.iter().flat_map(|frame| frame.values.iter()).chain(&self.cells).copied()
    }

    pub fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        self.frames.iter_mut().flat_map(|frame| frame.values.iter_mut()).chain(&mut self.cells)
    }

    /// Replaces the values that will not be read again.
    pub fn clear_dead(&mut self, bodies: impl Fn(FnId) -> Arc<Function>, with: TermId) {
        let top = self.frames.len().saturating_sub(1);
        for (index, frame) in self.frames.iter_mut().enumerate() {
            let function = bodies(frame.function);
            let body = function.body().expect("a frame's function has a body");
            let live = ir::cfg::live(body, frame.block, index == top);
            for (value, term) in frame.values.iter_mut().enumerate() {
                if !live.contains(&arena::Id::new(value)) {
                    *term = with;
                }
            }
        }
    }

    /// The same state for the other version: same code, so only the functions' ids differ.
    pub fn with_functions(mut self, mut other: impl FnMut(FnId) -> (FnId, Rc<Code>)) -> Machine {
        for frame in &mut self.frames {
            (frame.function, frame.code) = other(frame.function);
        }
        self
    }
}

impl<'p> Runner<'_, 'p> {
    fn function(&self, id: FnId) -> &'p Function {
        &self.version.program.functions[id]
    }

    fn body(&self, frame: &Frame) -> &'p Body {
        self.function(frame.function).body().expect("only defined functions have frames")
    }

    pub(crate) fn slot(&self, cell: ir::CellId) -> usize {
        let CellSlot(slot) = self.version.slots[cell];
        slot
    }

    /// Pushes a frame for a defined function.
    pub fn enter(&mut self, machine: &mut Machine, callee: FnId, args: &[TermId]) {
        let function = self.function(callee);
        let body = function.body().expect("a defined function");
        self.note_call(machine, callee);
        let unset = self.pool.bool(false);
        let mut values = vec![unset; body.sorts.len()];
        for (param, arg) in body.blocks[Body::ENTRY].params.iter().zip(args) {
            values[arena::Id::index(*param)] = *arg;
        }
        let code = self.codes.code(callee);
        let (block, turns) = (Body::ENTRY, SmallVec::new());
        machine.frames.push(Frame { function: callee, block, next: 0, code, values, turns });
    }

    /// Runs until the stack is down to `floor` frames or something must be decided.
    pub fn run(&mut self, machine: &mut Machine, floor: usize) -> Event {
        for _ in 0..self.blocks_without_choice {
            if let Some(event) = self.block(machine, floor) {
                return event;
            }
        }
        Event::Spinning
    }

    fn block(&mut self, machine: &mut Machine, floor: usize) -> Option<Event> {
        if let Some(outcome) = machine.ending.take() {
            machine.frames.pop();
            return self.leave(machine, outcome, floor);
        }
        let top = machine.frames.len() - 1;
        let frame = &machine.frames[top];
        let (body, block_id, first) = (self.body(frame), frame.block, frame.next);
        // A state that may hold changed code is looked at once it has ended.
        if self.settles
            && !frame.code.reaches_change[block_id]
            && self.version.matching.is_none_or(|matching| matching.changed_code().is_empty())
            && !may_reach_change(machine)
        {
            return Some(Event::Settled);
        }
        if first == 0
            && !std::mem::replace(&mut machine.leaving_cut, false)
            && self.cuts.is_some_and(|cuts| cuts.contains(&(machine.frames[top].function, block_id)))
        {
            return Some(Event::Cut);
        }
        let block = &body.blocks[block_id];
        *self.steps += block.insts.len() as u64 + 1;
        for (index, inst) in block.insts.iter().enumerate().skip(first) {
            let mut store =
                Top { machine, top, slots: self.version.slots, path: self.path, choices: &mut *self.choices };
            if let Some(condition) = step::run(self.pool, &body.sorts, inst, &mut store)
                && self.path.decide(self.pool, condition) != Some(true)
            {
                machine.frames[top].next = index + 1;
                return Some(Event::Assume(condition));
            }
        }
        // A run that paused at the block's end comes here again.
        let ended = block.insts.len() + 1;
        let code = &machine.frames[top].code;
        if first < ended && !self.joint && code.is_source {
            for class in code.effects.in_block(block_id) {
                let trace = machine.trace.unwrap_or_else(|| self.pool.int(0));
                machine.trace = Some(after_effect(self.pool, trace, class));
            }
        }
        machine.frames[top].next = ended;
        self.end(machine, top, body, block_id, floor)
    }

    fn value(&self, machine: &Machine, top: usize, id: ValueId) -> TermId {
        machine.frames[top].values[arena::Id::index(id)]
    }

    fn end(
        &mut self,
        machine: &mut Machine,
        top: usize,
        body: &'p Body,
        block: BlockId,
        floor: usize,
    ) -> Option<Event> {
        match &body.blocks[block].end {
            Terminator::Jump(target) => {
                self.go(machine, target, &[]);
                None
            }
            end @ (Terminator::Branch { .. } | Terminator::Switch { .. }) => {
                let values = &machine.frames[top].values;
                let arms = step::arms(self.pool, end, |id| values[arena::Id::index(id)]);
                self.choose_target(machine, &arms)
            }
            Terminator::Call { callee, args, .. } => self.call(machine, top, *callee, args, body.span_of_end(block)),
            Terminator::Return(values) => {
                let values = values.iter().map(|id| self.value(machine, top, *id)).collect();
                machine.frames.pop();
                self.leave(machine, SymOutcome::Returned(values), floor)
            }
            Terminator::Raise(value) => {
                let value = self.value(machine, top, *value);
                machine.frames.pop();
                self.leave(machine, SymOutcome::Raised(value), floor)
            }
            Terminator::Trap(_) => {
                machine.frames.clear();
                Some(Event::Left(SymOutcome::Trapped))
            }
            Terminator::Unsupported(what) => {
                let at = self.source_span(machine, body.span_of_end(block));
                Some(Event::Stuck(Stuck::Unsupported(*what, at)))
            }
        }
    }

    /// Goes to the one target that is possible, or forks.
    fn choose_target(&mut self, machine: &mut Machine, arms: &[(TermId, &Target)]) -> Option<Event> {
        let mut open: SmallVec<[(TermId, &Target); 2]> = SmallVec::new();
        for (condition, target) in arms {
            match self.pool.as_bool(*condition).or_else(|| self.path.decide(self.pool, *condition)) {
                Some(true) => {
                    self.go(machine, target, &[]);
                    return None;
                }
                Some(false) => {}
                None => open.push((*condition, target)),
            }
        }
        if let [(_, only)] = open[..] {
            self.go(machine, only, &[]);
            return None;
        }
        if let Some(mut merged) = self.merged(machine) {
            if self.watches_merges {
                return Some(Event::Merged(Box::new(merged)));
            }
            return match merged.states.len() {
                1 => {
                    *machine = merged.states.remove(0).1;
                    None
                }
                _ => Some(Event::Fork(merged.states)),
            };
        }
        let forks = open.into_iter().map(|(condition, target)| {
            let mut fork = machine.clone();
            self.go(&mut fork, target, &[]);
            (condition, fork)
        });
        Some(Event::Fork(forks.collect()))
    }

    fn call(&mut self, machine: &mut Machine, top: usize, callee: FnId, args: &[ValueId], at: Span) -> Option<Event> {
        if self.joint && self.version.matching.is_none_or(|matching| !matching.has_same_code(callee)) {
            return Some(Event::ChangedCall(callee));
        }
        if self.opaque.is_some_and(|opaque| opaque.contains(&callee)) {
            return Some(Event::OpaqueCall(callee));
        }
        let args: SmallVec<[TermId; 4]> = args.iter().map(|arg| self.value(machine, top, *arg)).collect();
        let function = self.function(callee);
        match &function.kind {
            FunctionKind::Defined(_) => {
                let turns = if self.tail_calls { self.leave_by_tail_call(machine, callee) } else { None };
                self.enter(machine, callee, &args);
                machine.frames.last_mut().expect("just entered").turns.extend(turns);
                None
            }
            FunctionKind::Pure => {
                let results = step::pure(self.pool, function, &args);
                self.deliver(machine, SymOutcome::Returned(results));
                None
            }
            FunctionKind::External { reads, writes, reach } => {
                let at = self.source_span(machine, at);
                if self.externals.is_none() {
                    return Some(Event::Stuck(Stuck::External(function.name, at)));
                }
                if *reach == Reach::Cells {
                    return self.external(machine, function, &args, reads, writes);
                }
                match self.outside(machine, function, &args, [reads, writes], *reach) {
                    Some(outcome) => {
                        self.deliver(machine, outcome);
                        None
                    }
                    None => Some(Event::Stuck(Stuck::External(function.name, at))),
                }
            }
        }
    }

    /// If the top frame would only pass on what the callee does, and the callee may come back to it:
    /// removes the frame. The turns that the recursion has taken so far.
    fn leave_by_tail_call(&mut self, machine: &mut Machine, callee: FnId) -> Option<(BlockId, u32)> {
        let frame = machine.frames.last().expect("a caller");
        if !passes_on(self.body(frame), frame.block) || !self.codes.reaches(callee, frame.function) {
            return None;
        }
        let frame = machine.frames.pop()?;
        let known = frame.turns.iter().find(|(head, _)| *head == Body::ENTRY);
        Some((Body::ENTRY, known.map_or(0, |(_, count)| *count)))
    }

    /// The arguments of the call that the top frame waits at.
    pub fn pending_args(&self, machine: &Machine) -> SmallVec<[TermId; 4]> {
        self.pending(machine).1
    }

    fn pending(&self, machine: &Machine) -> (FnId, SmallVec<[TermId; 4]>) {
        let top = machine.frames.len() - 1;
        let body = self.body(&machine.frames[top]);
        let Terminator::Call { callee, args, .. } = &body.blocks[machine.frames[top].block].end else {
            panic!("a frame that waits at a call")
        };
        (*callee, args.iter().map(|arg| self.value(machine, top, *arg)).collect())
    }

    /// Hands an outcome to the frames above the floor that wait; what none of them handles is given back.
    pub fn deliver_to(&mut self, machine: &mut Machine, outcome: SymOutcome, floor: usize) -> Option<SymOutcome> {
        if let SymOutcome::Trapped = outcome {
            machine.frames.clear();
        }
        let mut outcome = outcome;
        while machine.frames.len() > floor {
            outcome = self.deliver(machine, outcome)?;
        }
        Some(outcome)
    }

    /// Remembers the state if it is the client that is called.
    pub fn note_call(&self, machine: &mut Machine, callee: FnId) {
        if self.version.client == Some(callee) && machine.at_call.is_none() {
            machine.at_call = Some(Rc::new(AtCall { cells: machine.cells.clone(), references: machine.references }));
        }
    }

    /// An external call: what it gives is unknown, but the same for both versions as long as they
    /// call it with the same arguments and state after the same external calls.
    fn external(
        &mut self,
        machine: &mut Machine,
        function: &Function,
        args: &[TermId],
        reads: &[CellId],
        writes: &[CellId],
    ) -> Option<Event> {
        let read: Vec<TermId> = reads.iter().map(|cell| machine.cells[self.slot(*cell)]).collect();
        let before = machine.calls.as_ref().map(|call| call.answer);
        let key = (function.name, args.to_vec(), read.clone(), before);
        let sort_of = |cell: &CellId| self.version.program.cells[*cell].sort;
        let sorts: Vec<Sort> = function.results.iter().copied().chain(writes.iter().map(sort_of)).collect();
        let externals = self.externals.as_deref_mut().expect("asked before");
        let answer = externals.answer(self.pool, key, &sorts, function.raises);
        let (unknowns, raises) = externals.answers[answer].clone();
        let (results, written) = unknowns.split_at(function.results.len());
        for (cell, term) in writes.iter().zip(written) {
            let slot = self.slot(*cell);
            machine.cells[slot] = *term;
        }
        let (before, name, args) = (machine.calls.take(), function.name, args.to_vec());
        let call = SymCall { before, name, args, read, answer };
        machine.calls = Some(Rc::new(call));
        let returned = SymOutcome::Returned(results.iter().copied().collect());
        let Some((is_raised, raised)) = raises else {
            self.deliver(machine, returned);
            return None;
        };
        let mut fails = machine.clone();
        // A caller that passes it on is left at once; the floor is looked at when it returns.
        if self.deliver(&mut fails, SymOutcome::Raised(raised)).is_some() {
            let at = self.source_span(machine, Span::none());
            return Some(Event::Stuck(Stuck::External(function.name, at)));
        }
        let mut succeeds = machine.clone();
        self.deliver(&mut succeeds, returned);
        let not_raised = self.pool.not(is_raised);
        Some(Event::Fork(vec![(not_raised, succeeds), (is_raised, fails)]))
    }

    /// Enters the callee of the call the top frame waits at.
    pub fn enter_pending(&mut self, machine: &mut Machine) {
        let (callee, args) = self.pending(machine);
        self.enter(machine, callee, &args);
    }

    /// Hands an outcome to the frames above the floor.
    fn leave(&mut self, machine: &mut Machine, outcome: SymOutcome, floor: usize) -> Option<Event> {
        self.deliver_to(machine, outcome, floor).map(Event::Left)
    }

    /// Hands an outcome to the top frame, which waits at its call. What that frame does not handle
    /// ends it and is passed on.
    pub fn deliver(&mut self, machine: &mut Machine, outcome: SymOutcome) -> Option<SymOutcome> {
        let frame = machine.frames.last().expect("someone waits for the outcome");
        let body = self.body(frame);
        let Terminator::Call { returned, raised, .. } = &body.blocks[frame.block].end else {
            panic!("a caller waits at its call")
        };
        match (outcome, raised) {
            (SymOutcome::Returned(values), _) => {
                self.go(machine, returned, &values);
                None
            }
            (SymOutcome::Raised(value), Some(raised)) => {
                self.go(machine, raised, &[value]);
                None
            }
            (outcome, _) => {
                machine.frames.pop();
                Some(outcome)
            }
        }
    }

    fn go(&mut self, machine: &mut Machine, target: &Target, first: &[TermId]) {
        let frame = machine.frames.last_mut().expect("a frame");
        let body = self.body(frame);
        if frame.code.loops.enters(frame.block, target.block) {
            frame.turns.retain(|(head, _)| *head != target.block);
        }
        let args: SmallVec<[TermId; 6]> =
            first.iter().copied().chain(target.args.iter().map(|arg| frame.values[arena::Id::index(*arg)])).collect();
        frame.block = target.block;
        frame.next = 0;
        for (param, arg) in body.blocks[target.block].params.iter().zip(args) {
            frame.values[arena::Id::index(*param)] = arg;
        }
    }

    /// Counts a choice for the innermost loop or recursion it was made in.
    pub fn count_turn(&mut self, machine: &mut Machine) -> Option<Turn> {
        let mut innermost: Option<Turn> = None;
        for index in (0..machine.frames.len()).rev() {
            let (function, block) = (machine.frames[index].function, machine.frames[index].block);
            let code = machine.frames[index].code.clone();
            if let Some(head) = code.loops.innermost(block).map(|each| each.head) {
                let frame = &mut machine.frames[index];
                let count = match frame.turns.iter_mut().find(|(known, _)| *known == head) {
                    Some((_, count)) => {
                        *count += 1;
                        *count
                    }
                    None => {
                        frame.turns.push((head, 1));
                        1
                    }
                };
                let span = self.loop_span(function, head);
                let at = self.source_span_below(machine, index, span);
                let turn = Turn { count, head: Some((function, head)), function, at };
                return Some(innermost.filter(|inner| inner.count >= count).unwrap_or(turn));
            }
            let below = machine.frames[..index].iter().filter(|frame| frame.function == function).count() as u32;
            let entered = machine.frames[index].turns.iter_mut().find(|(head, _)| *head == Body::ENTRY);
            // A recursion that is a loop; unless it was entered anew so often.
            if let Some((head, count)) = entered.filter(|(_, count)| below <= *count) {
                *count += 1;
                let (count, head) = (*count, Some((function, *head)));
                let at = self.source_span_below(machine, index, self.loop_span(function, Body::ENTRY));
                // A call passed on may come back and need not: what it was made in counts too.
                innermost = innermost.or(Some(Turn { count, head, function, at }));
                continue;
            }
            if below > 0 && code.is_source {
                let at = self.loop_span(function, Body::ENTRY);
                let turn = Turn { count: below, head: None, function, at };
                return Some(innermost.filter(|inner| inner.count >= below).unwrap_or(turn));
            }
        }
        innermost
    }

    fn loop_span(&self, function: FnId, block: BlockId) -> Span {
        self.function(function).body().expect("a body").first_span(block)
    }

    /// The place in the source where the machine is.
    pub fn source_span(&self, machine: &Machine, at: Span) -> Span {
        self.source_span_below(machine, machine.frames.len().saturating_sub(1), at)
    }

    /// `at`, or where the nearest caller with a place in the source is.
    fn source_span_below(&self, machine: &Machine, from: usize, at: Span) -> Span {
        if !at.is_none() {
            return at;
        }
        let callers = machine.frames[..from].iter().rev();
        let places = callers.map(|frame| self.body(frame).span_of_end(frame.block));
        places.into_iter().find(|span| !span.is_none()).unwrap_or(Span::none())
    }
}

/// The top frame of a machine, for an instruction.
struct Top<'m> {
    machine: &'m mut Machine,
    top: usize,
    slots: &'m IdVec<CellId, CellSlot>,
    path: &'m Path,
    choices: &'m mut Vec<(Sort, TermId)>,
}

impl Store for Top<'_> {
    fn value(&self, value: ValueId) -> TermId {
        self.machine.frames[self.top].values[arena::Id::index(value)]
    }

    fn define(&mut self, value: ValueId, term: TermId) {
        self.machine.frames[self.top].values[arena::Id::index(value)] = term;
    }

    fn cell(&mut self, cell: CellId) -> TermId {
        self.machine.cells[self.slots[cell].0]
    }

    fn write(&mut self, cell: CellId, term: TermId) {
        self.machine.cells[self.slots[cell].0] = term;
    }

    fn object(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        self.machine.references += 1;
        pool.constant(Value::Ref(self.machine.references), sort)
    }

    /// One unknown for both versions, as long as they choose from one sort.
    fn choice(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        let n = self.machine.choices;
        self.machine.choices += 1;
        while self.choices.len() <= n {
            let unknown = pool.fresh(&format!("choice{}", self.choices.len()), sort);
            self.choices.push((sort, unknown));
        }
        let (known, term) = self.choices[n];
        if known == sort { term } else { pool.fresh(&format!("choice{n}"), sort) }
    }

    fn resolved(&self, pool: &Pool, term: TermId) -> TermId {
        self.path.resolve(pool, term)
    }
}

/// Can any frame still reach a call of a changed function?
fn may_reach_change(machine: &Machine) -> bool {
    machine.frames.iter().any(|frame| frame.code.reaches_change[frame.block])
}

/// Does the block end in a call whose outcome, whatever it is, becomes the outcome of the caller?
fn passes_on(body: &Body, block: BlockId) -> bool {
    let Terminator::Call { returned, raised, .. } = &body.blocks[block].end else { return false };
    let results = |target: &Target| {
        let block = &body.blocks[target.block];
        block.params[..block.params.len() - target.args.len()].to_vec()
    };
    ends_in(body, returned, &results(returned), |end, values| match end {
        Terminator::Return(returned) => returned[..] == *values,
        _ => false,
    }) && raised.as_ref().is_none_or(|raised| {
        ends_in(body, raised, &results(raised), |end, values| match end {
            Terminator::Raise(value) => [*value] == *values,
            _ => false,
        })
    })
}

/// Follows jumps over empty blocks; `values` are what the call gave, as each block names them.
fn ends_in(body: &Body, target: &Target, values: &[ValueId], is_end: impl Fn(&Terminator, &[ValueId]) -> bool) -> bool {
    let mut block = target.block;
    let mut values = values.to_vec();
    for _ in 0..8 {
        if !body.blocks[block].insts.is_empty() {
            return false;
        }
        let end = &body.blocks[block].end;
        let Terminator::Jump(next) = end else { return is_end(end, &values) };
        let params = &body.blocks[next.block].params;
        let renamed = values.iter().map(|value| {
            let place = next.args.iter().position(|arg| arg == value)?;
            params.get(place).copied()
        });
        let Some(renamed) = renamed.collect::<Option<Vec<ValueId>>>() else { return false };
        (block, values) = (next.block, renamed);
    }
    false
}
