//! The exploration: figure 7 of the paper, with the work list made explicit.

use std::time::{Duration, Instant};

use equiv::gap::Asked;
use equiv::{Context, Counterexample, Coverage, Gap, GapKind, Place, Problem, Replay, Side, Status, Why};
use ir::interp::{Limits, Stop};
use ir::{FnId, FunctionKind, Trap};
use semantics::compare::{Heaps, observation, same_state};
use semantics::{CodeTable, Event, Externals, Feasible, Machine, Model, Path, Runner, Stuck, SymOutcome};
use smt::{Answer, Solver};
use term::{Assignment, Pool, TermId};
use value::{Expr, Sort, Value};

use crate::difference::{self, Cases};
use crate::start;

/// How far to go.
#[derive(Clone)]
pub struct Budget {
    pub deadline: Instant,
    /// It is given up at this time if no path has ended by then.
    pub first_path: Instant,
    /// Choices in one loop before a state is put aside; `None`: grown as the budget allows.
    pub unroll: Option<u32>,
    /// Forks in all.
    pub forks: u64,
    /// Steps of the machine in all.
    pub steps: u64,
    /// Blocks of code to run without a decision.
    pub patience: u64,
    /// Terms without simplification, for comparison.
    pub plain_terms: bool,
    /// Go on after the first difference, to say how the versions differ.
    pub characterises: bool,
}

impl Budget {
    pub fn new(time: Duration) -> Budget {
        let deadline = Instant::now() + time;
        Budget {
            deadline,
            first_path: deadline,
            unroll: None,
            forks: 30_000,
            steps: 30_000_000,
            patience: BLOCKS_WITHOUT_CHOICE,
            plain_terms: false,
            characterises: false,
        }
    }
}

/// Choices in one loop on the first round; each further round allows four times as many.
const FIRST_UNROLL: u32 = 48;
const LAST_UNROLL: u32 = 3072;

/// Inputs tried to make one small.
const SHRINKING: usize = 1_000;

/// Blocks of code to run without a decision, where there is no hurry.
const BLOCKS_WITHOUT_CHOICE: u64 = 2_000_000;

/// Explores the client against both versions.
pub fn explore(problem: &Problem, solver: Solver, budget: &Budget) -> Coverage {
    let mut explorer = Explorer::new(problem, solver, budget);
    explorer.start();
    let mut unroll = budget.unroll.unwrap_or(FIRST_UNROLL);
    loop {
        explorer.unroll = unroll;
        explorer.drain();
        let grow = budget.unroll.is_none() && unroll < LAST_UNROLL && explorer.is_worth_going_on();
        if explorer.parked.is_empty() || !grow {
            break;
        }
        unroll *= 4;
        explorer.resume_parked();
    }
    explorer.finish()
}

/// A state to go on with, under a path condition.
struct Work {
    /// The conditions of the path it forked from.
    depth: usize,
    /// What holds here besides.
    condition: Option<TermId>,
    model: Option<Model>,
    mode: Mode,
}

enum Mode {
    /// Both versions are in this state (with the old version's function ids).
    Joint(Machine),
    /// The versions parted.
    Parted(Box<Parted>),
}

#[derive(Clone)]
struct Parted {
    /// The depth of the stack at which they may meet again.
    floor: usize,
    /// Objects up to this number existed before they parted.
    shared: u32,
    /// The reason they parted; several after a failed meeting.
    contexts: Vec<usize>,
    old: Half,
    new: Half,
}

impl Parted {
    fn half(&mut self, side: Side) -> &mut Half {
        match side {
            Side::Old => &mut self.old,
            Side::New => &mut self.new,
        }
    }
}

#[derive(Clone)]
enum Half {
    Running(Machine),
    Left(Machine, SymOutcome),
}

/// A state that has turned a loop too often for this round.
struct Parked {
    path: Vec<TermId>,
    model: Option<Model>,
    mode: Mode,
    at: Place,
}

struct Explorer<'p> {
    problem: &'p Problem,
    budget: &'p Budget,
    pool: Pool,
    path: Path,
    inputs: Vec<TermId>,
    heaps: Heaps,
    old_codes: CodeTable<'p>,
    new_codes: CodeTable<'p>,
    choices: Vec<(Sort, TermId)>,
    externals: Externals,
    work: Vec<Work>,
    parked: Vec<Parked>,
    unroll: u32,
    steps: u64,
    forks: u64,
    coverage: Coverage,
    /// The path conditions of `coverage.contexts`.
    context_paths: Vec<Vec<TermId>>,
    /// What holds of every input.
    shapes: Vec<TermId>,
    /// The conditions under which the versions were found to differ, and whether they are exact.
    differences: Cases,
    /// The conditions under which nothing was shown.
    open_paths: Cases,
    is_exact: bool,
    /// Why the last input that was run shows nothing, where that is in doubt.
    doubt: Option<Trap>,
    /// The contexts that something is open in; `None`: also outside of them.
    open_contexts: Option<Vec<usize>>,
}

impl<'p> Explorer<'p> {
    fn new(problem: &'p Problem, solver: Solver, budget: &'p Budget) -> Explorer<'p> {
        let mut pool = Pool::new();
        pool.plain = budget.plain_terms;
        let inputs = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        let [old_codes, new_codes] = start::codes(problem);
        Explorer {
            problem,
            budget,
            pool,
            path: Path::new(solver, budget.first_path.min(budget.deadline)),
            inputs,
            heaps: Heaps::new(problem),
            old_codes,
            new_codes,
            choices: Vec::new(),
            externals: Externals::default(),
            work: Vec::new(),
            parked: Vec::new(),
            unroll: FIRST_UNROLL,
            steps: 0,
            forks: 0,
            coverage: Coverage::default(),
            context_paths: Vec::new(),
            shapes: Vec::new(),
            differences: Vec::new(),
            open_paths: Vec::new(),
            is_exact: true,
            doubt: None,
            open_contexts: Some(Vec::new()),
        }
    }

    fn runner(&mut self, side: Side, joint: bool) -> Runner<'_, 'p> {
        Runner {
            problem: self.problem,
            side,
            pool: &mut self.pool,
            path: &mut self.path,
            codes: match side {
                Side::Old => &mut self.old_codes,
                Side::New => &mut self.new_codes,
            },
            choices: &mut self.choices,
            joint,
            settles: joint,
            externals: Some(&mut self.externals),
            cuts: None,
            opaque: None,
            tail_calls: false,
            patience: self.budget.patience,
            steps: &mut self.steps,
        }
    }

    /// The initial state: the entry about to run, with unknown inputs.
    fn start(&mut self) {
        let cells = start::cells(self.problem, &mut self.pool, Side::Old);
        let of_new = start::cells(self.problem, &mut self.pool, Side::New);
        let inputs = self.inputs.clone();
        for input in &inputs {
            if let Some(shape) = start::shape(&mut self.pool, *input) {
                let model = self.path.model.clone();
                self.path.assume(&self.pool, shape, model);
                self.shapes.push(shape);
            }
        }
        let same_entry = self.problem.matching.has_same_code(self.problem.old.entry);
        let depth = self.path.depth();
        let mode = if same_entry && cells == of_new {
            let mut machine = Machine::new(cells);
            let entry = self.problem.old.entry;
            self.runner(Side::Old, true).enter(&mut machine, entry, &inputs);
            Mode::Joint(machine)
        } else {
            let old = self.entered(Side::Old, cells, &inputs);
            let new = self.entered(Side::New, of_new, &inputs);
            let context = self.context(Place { side: Side::Old, span: ir::Span::none() });
            let (old, new) = (Half::Running(old), Half::Running(new));
            Mode::Parted(Box::new(Parted { floor: 0, shared: 0, contexts: context.into_iter().collect(), old, new }))
        };
        self.work.push(Work { depth, condition: None, model: self.path.model.clone(), mode });
    }

    fn entered(&mut self, side: Side, cells: Vec<TermId>, inputs: &[TermId]) -> Machine {
        let mut machine = Machine::new(cells);
        let entry = self.problem.entry(side).entry;
        self.runner(side, false).enter(&mut machine, entry, inputs);
        machine
    }

    fn is_worth_going_on(&self) -> bool {
        self.coverage.differs.is_empty()
            && !self.path.is_out_of_time()
            && self.forks < self.budget.forks
            && self.steps < self.budget.steps
            // Once something else is open, deeper loops cannot complete the proof.
            && self.coverage.open.is_empty()
    }

    /// Works until nothing is left to do in this round.
    fn drain(&mut self) {
        while let Some(work) = self.work.pop() {
            self.path.retract_to(work.depth);
            self.path.model = work.model.clone();
            if let Some(condition) = work.condition {
                self.path.assume(&self.pool, condition, work.model);
            }
            if self.path.is_out_of_time() || self.forks >= self.budget.forks || self.steps >= self.budget.steps {
                let why = if self.path.is_out_of_time() { Why::TimeIsUp } else { Why::EffortIsSpent };
                self.open_mode(&work.mode, Gap::nowhere(why));
                continue;
            }
            match work.mode {
                Mode::Joint(machine) => self.step_joint(machine),
                Mode::Parted(parted) => self.step_parted(*parted),
            }
            if !self.coverage.differs.is_empty() && !self.budget.characterises {
                return;
            }
        }
    }

    fn resume_parked(&mut self) {
        self.path.retract_to(0);
        // Newest first comes out as oldest first.
        for parked in std::mem::take(&mut self.parked).into_iter().rev() {
            let condition = self.pool.conjunction(parked.path);
            self.work.push(Work { depth: 0, condition: Some(condition), model: parked.model, mode: parked.mode });
        }
    }

    /// One state: run it until the versions may part.
    fn step_joint(&mut self, mut machine: Machine) {
        match self.runner(Side::Old, true).run(&mut machine, 0) {
            Event::Settled => self.end_path(),
            Event::Left(_) if self.problem.matching.changed_code().is_empty() => self.end_path(),
            // One state, but what it gives away may be code that changed.
            Event::Left(outcome) => self.observe((machine.clone(), outcome.clone()), (machine, outcome), &[]),
            Event::Assume(condition) => self.assume(condition, Mode::Joint(machine)),
            Event::ChangedCall(callee) => self.part(machine, callee),
            Event::Stuck(stuck) => self.stuck(stuck, Side::Old, &Mode::Joint(machine)),
            Event::Cut | Event::OpaqueCall(_) => panic!("no cuts were asked for"),
            Event::Spinning => self.spinning(Side::Old, &Mode::Joint(machine)),
            Event::Fork(forks) => {
                let forks = forks.into_iter().map(|(condition, machine)| (condition, Mode::Joint(machine)));
                self.fork(Side::Old, forks.collect());
            }
        }
    }

    fn end_path(&mut self) {
        self.coverage.statistics.client_paths += 1;
        self.path.deadline = self.budget.deadline;
    }

    /// The state calls a changed function: each version enters its own.
    fn part(&mut self, machine: Machine, callee: FnId) {
        let at = {
            let span = self.call_span(&machine);
            let runner = self.runner(Side::Old, true);
            Place { side: Side::Old, span: runner.source_span(&machine, span) }
        };
        let context = self.context(at);
        let matching = &self.problem.matching;
        let codes = &mut self.new_codes;
        let mut new = machine.clone().with_functions(|old| {
            let new = matching.new_of(old).expect("code that is the same in both versions has a partner");
            (new, codes.code(new))
        });
        let mut old = machine;
        (old.trace, new.trace) = (0, 0);
        let (floor, shared) = (old.frames.len(), old.references);
        for (side, machine) in [(Side::Old, &mut old), (Side::New, &mut new)] {
            let function = match side {
                Side::Old => Some(callee),
                Side::New => matching.new_of(callee),
            };
            let defined = function.is_some_and(|id| self.problem.program(side).functions[id].body().is_some());
            if !defined {
                let function = self.problem.old.program.functions[callee].name;
                let mode = Mode::Joint(machine.clone());
                self.open_mode(&mode, Gap::new(Why::NoBody { function, side }, Some(at)));
                return;
            }
            self.runner(side, false).enter_pending(machine);
        }
        let (old, new) = (Half::Running(old), Half::Running(new));
        let contexts = context.into_iter().collect();
        self.push(Mode::Parted(Box::new(Parted { floor, shared, contexts, old, new })));
    }

    fn call_span(&self, machine: &Machine) -> ir::Span {
        let frame = machine.frames.last().expect("a caller");
        let body = self.problem.old.program.functions[frame.function].body().expect("a body");
        body.span_of_end(frame.block)
    }

    /// Runs each half as far as nothing has to be decided, then decides for one of them, or lets
    /// them meet. Running both before forking shares what they did so far between the branches.
    fn step_parted(&mut self, mut parted: Parted) {
        let mut undecided = None;
        for side in Side::BOTH {
            let Half::Running(machine) = parted.half(side) else { continue };
            let mut machine = std::mem::replace(machine, Machine::new(Vec::new()));
            let event = self.runner(side, false).run(&mut machine, parted.floor);
            if let Event::Left(outcome) = event {
                *parted.half(side) = Half::Left(machine, outcome);
                continue;
            }
            *parted.half(side) = Half::Running(machine);
            match event {
                Event::Fork(forks) if undecided.is_none() => undecided = Some((side, forks)),
                // It will ask again once the first choice is made, which may have decided it.
                Event::Fork(_) => {}
                Event::Assume(condition) => return self.assume(condition, Mode::Parted(Box::new(parted))),
                Event::Stuck(stuck) => return self.stuck(stuck, side, &Mode::Parted(Box::new(parted))),
                Event::Spinning => return self.spinning(side, &Mode::Parted(Box::new(parted))),
                Event::Left(_) => unreachable!("handled above"),
                Event::ChangedCall(_) | Event::Settled | Event::Cut | Event::OpaqueCall(_) => {
                    panic!("parted versions look for neither changes nor cuts")
                }
            }
        }
        let Some((side, forks)) = undecided else { return self.meet(parted) };
        let branch = |(condition, machine)| {
            let mut parted = parted.clone();
            *parted.half(side) = Half::Running(machine);
            (condition, Mode::Parted(Box::new(parted)))
        };
        self.fork(side, forks.into_iter().map(branch).collect());
    }

    /// Both halves left the code they parted in.
    fn meet(&mut self, parted: Parted) {
        let Parted { floor, shared, contexts, old, new } = parted;
        let (Half::Left(old, old_outcome), Half::Left(new, new_outcome)) = (old, new) else {
            panic!("both halves have left")
        };
        self.coverage.statistics.library_path_pairs += 1;
        let trapped = matches!((&old_outcome, &new_outcome), (SymOutcome::Trapped, _) | (_, SymOutcome::Trapped));
        if floor == 0 || (old.frames.is_empty() && new.frames.is_empty()) {
            return self.observe((old, old_outcome), (new, new_outcome), &contexts);
        }
        let inactive = old.trace == new.trace;
        if !trapped {
            let same = same_state(&mut self.pool, &self.heaps, (&old, &old_outcome), (&new, &new_outcome), shared);
            if self.is_valid(same) {
                let status = if inactive { Status::Inactive } else { Status::Active };
                self.mark(&contexts, status);
                return self.rejoin(old, old_outcome, &new);
            }
        }
        // They go on apart, in their callers.
        let old = self.go_on(Side::Old, old, old_outcome, floor - 1);
        let new = self.go_on(Side::New, new, new_outcome, floor - 1);
        self.push(Mode::Parted(Box::new(Parted { floor: floor - 1, shared, contexts, old, new })));
    }

    /// Goes on with this under the current path condition.
    fn push(&mut self, mode: Mode) {
        let (depth, model) = (self.path.depth(), self.path.model.clone());
        self.work.push(Work { depth, condition: None, model, mode });
    }

    fn go_on(&mut self, side: Side, mut machine: Machine, outcome: SymOutcome, floor: usize) -> Half {
        let mut outcome = outcome;
        while machine.frames.len() > floor {
            match self.runner(side, false).deliver(&mut machine, outcome) {
                None => return Half::Running(machine),
                Some(passed_on) => outcome = passed_on,
            }
        }
        Half::Left(machine, outcome)
    }

    /// The versions are in the same state again: they go on as one, in the old version's terms.
    fn rejoin(&mut self, mut machine: Machine, outcome: SymOutcome, new: &Machine) {
        for slot in &self.heaps.only_new {
            machine.cells[*slot] = new.cells[*slot];
        }
        // The new version may have made more objects; numbers above both stay unused.
        machine.references = machine.references.max(new.references);
        let mut outcome = outcome;
        loop {
            if machine.frames.is_empty() && !self.problem.matching.changed_code().is_empty() {
                return self.observe((machine.clone(), outcome.clone()), (machine, outcome), &[]);
            }
            if machine.frames.is_empty() {
                return self.end_path();
            }
            match self.runner(Side::Old, true).deliver(&mut machine, outcome) {
                None => return self.push(Mode::Joint(machine)),
                Some(passed_on) => outcome = passed_on,
            }
        }
    }

    /// Does the condition hold for all inputs on this path? Asked cheaply, then briefly.
    fn is_valid(&mut self, condition: TermId) -> bool {
        if let Some(decided) = self.pool.as_bool(condition).or_else(|| self.path.decide(&self.pool, condition)) {
            return decided;
        }
        if let Some(model) = &self.path.model
            && model.borrow_mut().eval(&self.pool, condition) == Some(Value::Bool(false))
        {
            return false;
        }
        let negated = self.pool.not(condition);
        matches!(self.path.ask(&mut self.pool, negated, 500), Answer::Unsat)
    }

    /// Both versions ended: is there an input on this path that tells them apart?
    fn observe(&mut self, old: (Machine, SymOutcome), new: (Machine, SymOutcome), contexts: &[usize]) {
        let inactive = old.0.trace == new.0.trace;
        let sides = ((&old.0, &old.1), (&new.0, &new.1));
        let (same, is_exact) = observation(&mut self.pool, &self.heaps, sides.0, sides.1);
        let status = if inactive { Status::Inactive } else { Status::Active };
        if self.pool.as_bool(same).or_else(|| self.path.decide(&self.pool, same)) == Some(true) {
            self.mark(contexts, status);
            return self.end_path();
        }
        let chosen = self.depends_on_choices(same, &old, &new);
        // A concrete input of this path first.
        let differ = self.pool.not(same);
        if let Some(model) = self.path.model.clone()
            && model.borrow_mut().eval(&self.pool, same) != Some(Value::Bool(true))
            && self.try_input(model.borrow().assignment(), contexts, chosen)
        {
            return self.note_difference(differ, is_exact);
        }
        match self.path.ask(&mut self.pool, differ, 10_000) {
            Answer::Unsat => {
                self.mark(contexts, status);
                self.end_path();
            }
            Answer::Sat(assignment) => {
                if self.try_input(&assignment, contexts, chosen) {
                    self.note_difference(differ, is_exact);
                } else {
                    let why = self.not_replayed(&old.0, &new.0);
                    self.open(contexts, Gap::nowhere(why));
                }
            }
            Answer::Unknown(said) => {
                let why = Why::Unanswered { asked: Asked::DoVersionsEndAlike, said: Some(said) };
                self.open(contexts, Gap::nowhere(why));
            }
        }
    }

    /// Keeps the condition, if it says no more than that the versions differ.
    fn note_difference(&mut self, differ: TermId, is_exact: bool) {
        if is_exact {
            let case = self.path.conditions().iter().copied().chain([differ]).collect();
            self.differences.push(case);
        }
        self.is_exact &= is_exact;
    }

    /// Do this path or what is seen at its end depend on a choice that no input decides?
    fn depends_on_choices(&self, same: TermId, old: &(Machine, SymOutcome), new: &(Machine, SymOutcome)) -> bool {
        let made = old.0.choices + new.0.choices > 0;
        let terms = self.path.conditions().iter().copied().chain([same]);
        let is_input = |variable: &term::VarId| {
            self.inputs
                .iter()
                .any(|input| matches!(self.pool.node(*input), term::Node::Var(known) if known == variable))
        };
        made && !self.pool.free_variables(terms).iter().all(is_input)
    }

    /// Runs both versions on an assignment of the inputs; true if that shows a difference.
    fn try_input(&mut self, assignment: &Assignment, contexts: &[usize], chosen: bool) -> bool {
        let values: Vec<Value> = self.inputs.iter().map(|input| start::value(&self.pool, assignment, *input)).collect();
        self.coverage.statistics.inputs_tried += 1;
        let replayed = match chosen {
            true => equiv::replay::replay(self.problem, &values, Limits::default()),
            false => equiv::replay::replay_whatever_is_chosen(self.problem, &values, Limits::default()),
        };
        match replayed {
            Replay::Differs(counterexample) => {
                self.mark(contexts, Status::Differs);
                let counterexample = self.readable(*counterexample);
                self.coverage.differs.push(counterexample);
                true
            }
            Replay::NoObservation(_, Stop::Doubtful(trap)) => {
                self.doubt = Some(trap);
                false
            }
            Replay::Same | Replay::NoObservation(..) => false,
        }
    }

    /// A solver's arrays are long and full of noise: the first of them that is reported is made small.
    fn readable(&self, found: Counterexample) -> Counterexample {
        let has_maps = found.inputs().iter().any(|input| matches!(input, Value::Map(_)));
        match has_maps && self.coverage.differs.is_empty() {
            true => equiv::shrink::shrink(self.problem, found, Limits::default(), SHRINKING),
            false => found,
        }
    }

    /// Goes on with every branch that some input takes.
    fn fork(&mut self, side: Side, forks: Vec<(TermId, Mode)>) {
        self.forks += 1;
        let depth = self.path.depth();
        let mut possible = Vec::new();
        for (condition, mode) in forks {
            match self.path.feasible(&mut self.pool, condition) {
                Feasible::No => {}
                Feasible::Maybe(model) => possible.push((condition, model, mode)),
            }
        }
        // A choice with one way out is none.
        let is_choice = possible.len() > 1;
        for (condition, model, mut mode) in possible.into_iter().rev() {
            let turn = if is_choice { self.count_turn(side, &mut mode) } else { None };
            match turn {
                Some((count, at)) if count > self.unroll => {
                    let mut path = self.path.conditions().to_vec();
                    path.push(condition);
                    self.parked.push(Parked { path, model, mode, at });
                }
                _ => self.work.push(Work { depth, condition: Some(condition), model, mode }),
            }
        }
    }

    fn count_turn(&mut self, side: Side, mode: &mut Mode) -> Option<(u32, Place)> {
        let (joint, machine) = match mode {
            Mode::Joint(machine) => (true, machine),
            Mode::Parted(parted) => match parted.half(side) {
                Half::Running(machine) => (false, machine),
                Half::Left(..) => return None,
            },
        };
        let turn = self.runner(side, joint).count_turn(machine)?;
        Some((turn.count, Place { side, span: turn.at }))
    }

    fn assume(&mut self, condition: TermId, mode: Mode) {
        match self.path.feasible(&mut self.pool, condition) {
            Feasible::No => {}
            Feasible::Maybe(model) => {
                let depth = self.path.depth();
                self.work.push(Work { depth, condition: Some(condition), model, mode });
            }
        }
    }

    fn stuck(&mut self, stuck: Stuck, side: Side, mode: &Mode) {
        self.open_mode(mode, stuck.gap(side));
    }

    /// A version goes round and round without a choice.
    fn spinning(&mut self, side: Side, mode: &Mode) {
        let machine = match mode {
            Mode::Joint(machine) => Some(machine),
            Mode::Parted(parted) => match (side, &parted.old, &parted.new) {
                (Side::Old, Half::Running(machine), _) | (Side::New, _, Half::Running(machine)) => Some(machine),
                _ => None,
            },
        };
        let at = machine.cloned().map(|machine| {
            let runner = self.runner(side, false);
            Place { side, span: runner.source_span(&machine, ir::Span::none()) }
        });
        let patience = self.budget.patience;
        let is_first = patience < BLOCKS_WITHOUT_CHOICE;
        let why = if is_first { Why::SpinningAtFirst(patience) } else { Why::Spinning(patience) };
        self.open_mode(mode, Gap::new(why, at));
    }

    fn open_mode(&mut self, mode: &Mode, gap: Gap) {
        let contexts = match mode {
            Mode::Joint(_) => Vec::new(),
            Mode::Parted(parted) => parted.contexts.clone(),
        };
        self.open(&contexts, gap);
    }

    /// Leaves the current path open, unless no input takes it.
    fn open(&mut self, contexts: &[usize], gap: Gap) {
        if self.path.model.is_none() && gap.kind() != GapKind::OutOfBudget {
            let always = self.pool.bool(true);
            match self.path.ask(&mut self.pool, always, 2_000) {
                Answer::Unsat => return,
                Answer::Sat(_) | Answer::Unknown(_) => {}
            }
        }
        self.note_open(contexts);
        self.open_paths.push(self.path.conditions().to_vec());
        self.coverage.open.push(gap);
    }

    /// A new context for the report; the first hundred are kept.
    fn context(&mut self, call: Place) -> Option<usize> {
        const KEPT: usize = 100;
        if self.coverage.contexts.len() >= KEPT {
            return None;
        }
        self.context_paths.push(self.path.conditions().to_vec());
        self.coverage.contexts.push(Context { condition: None, call, status: Status::Inactive });
        Some(self.coverage.contexts.len() - 1)
    }

    fn mark(&mut self, contexts: &[usize], status: Status) {
        for context in contexts {
            let context = &mut self.coverage.contexts[*context];
            context.status = context.status.max(status);
        }
        if status == Status::Active {
            self.coverage.exercised = true;
        }
    }

    /// Every path that is open in some contexts satisfies the condition of the first.
    fn note_open(&mut self, contexts: &[usize]) {
        self.mark(contexts, Status::Open);
        match (contexts.first(), &mut self.open_contexts) {
            (Some(context), Some(open)) if !open.contains(context) => open.push(*context),
            (None, open) => *open = None,
            _ => {}
        }
    }

    /// The inputs that something is open on.
    fn open_inputs(&mut self) -> Option<Expr> {
        let contexts = self.open_contexts.clone()?;
        let mut open = self.pool.bool(false);
        for context in contexts {
            let condition = self.pool.conjunction(self.context_paths[context].iter().copied());
            open = self.pool.or(open, condition);
        }
        let mut room = 400;
        self.pool.to_expr(open, &self.inputs, &mut room)
    }

    fn finish(mut self) -> Coverage {
        for parked in std::mem::take(&mut self.parked) {
            let contexts = match &parked.mode {
                Mode::Joint(_) => Vec::new(),
                Mode::Parted(parted) => parted.contexts.clone(),
            };
            self.note_open(&contexts);
            self.coverage.open.push(Gap::new(Why::Unrolled(self.unroll), Some(parked.at)));
            self.open_paths.push(parked.path);
        }
        self.coverage.open_inputs = self.open_inputs();
        let paths = std::mem::take(&mut self.context_paths);
        for (index, path) in paths.iter().enumerate() {
            let path = difference::literals(&self.pool, path, &self.shapes);
            self.coverage.contexts[index].condition = semantics::condition(&self.pool, &self.inputs, &[path]);
        }
        self.coverage.externals = self.externals.names.iter().map(|name| name.to_string()).collect();
        self.coverage.statistics.solver_queries = self.path.solver.statistics.queries;
        if self.coverage.differs.is_empty() && !self.open_paths.is_empty() {
            let (inputs, shapes, cases) = (self.inputs, self.shapes, self.open_paths);
            // Where nothing else was followed to its end, nothing is proved.
            if difference::leaves_some(&mut self.pool, &shapes, &cases) {
                self.coverage.open_when = difference::shortly(&mut self.pool, &inputs, &shapes, cases);
            }
            return self.coverage;
        }
        if self.budget.characterises && !self.differences.is_empty() {
            let is_exact = self.is_exact && self.coverage.open.is_empty();
            let (inputs, shapes, cases) = (self.inputs, self.shapes, self.differences);
            self.coverage.difference = difference::describe(&mut self.pool, &inputs, &shapes, cases, is_exact);
        }
        self.coverage
    }

    /// Why an input that should tell the versions apart need not do so when it is run.
    fn not_replayed(&mut self, old: &Machine, new: &Machine) -> Why {
        if let Some(trap) = self.doubt.take() {
            return Why::OneVersionGoes(trap);
        }
        if let Some(call) = old.calls.as_ref().or(new.calls.as_ref()) {
            return Why::DependsOnAnswer(call.name);
        }
        if old.choices + new.choices > 0 {
            return Why::DependsOnChoices;
        }
        let functions = Side::BOTH.into_iter().flat_map(|side| self.problem.program(side).functions.iter());
        if let Some((_, function)) = functions.into_iter().find(|(_, function)| function.kind == FunctionKind::Pure) {
            return Why::DependsOnAnswer(function.name);
        }
        if !self.problem.matching.changed_code().is_empty() {
            return Why::ChangedFunctionGivenBack;
        }
        Why::SameWhenRun
    }
}
