//! The exploration: figure 7 of the paper, with the work list made explicit.

use std::time::{Duration, Instant};

use equiv::gap::Asked;
use equiv::{Context, Counterexample, Coverage, Gap, GapKind, Place, Problem, Replay, Side, Status, Why};
use ir::interp::{Limits, Stop};
use ir::{FnId, FunctionKind};
use rustc_hash::FxHashMap;
use semantics::compare::{Heaps, observation, same_state};
use semantics::{
    BLOCKS_WITHOUT_CHOICE, Event, Machine, Merge, Model, Next, Runner, Setting, SymOutcome, Visitor, Walk, Way,
    effects_on, holds_by_parts, same_effects,
};
use smt::{Answer, Logic};
use term::{Assignment, Node, TermId};
use value::{Expr, Value};

use crate::answered::{self, Ends};
use crate::difference::{self, Cases};

/// How a version ended.
type Ended<'a> = (&'a Machine, &'a SymOutcome);

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
    pub blocks_without_choice: u64,
    /// Go on after the first difference, to say how the versions differ.
    pub characterises: bool,
    /// Say on which inputs nothing was shown.
    pub tells_open: bool,
    /// Do branches that only choose values become one state?
    pub merge: Merge,
    /// From here on they do, if `auto` has not decided before.
    pub merge_after: Option<Instant>,
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
            blocks_without_choice: BLOCKS_WITHOUT_CHOICE,
            characterises: false,
            tells_open: true,
            merge: Merge::Never,
            merge_after: None,
        }
    }
}

/// Choices in one loop on the first round; each further round allows four times as many.
const FIRST_UNROLL: u32 = 48;
const LAST_UNROLL: u32 = 3072;

/// Inputs tried to make one small.
const SHRINKING: usize = 1_000;

/// Explores the client against both versions. Where paths may be merged and there are many, it begins again and
/// merges them.
pub fn explore(problem: &Problem, logic: &Logic, budget: &Budget) -> Coverage {
    if budget.merge == Merge::Auto {
        return follow(problem, logic, budget)
            .unwrap_or_else(|ManyForks| explore(problem, logic, &Budget { merge: Merge::Always, ..budget.clone() }));
    }
    follow(problem, logic, budget).unwrap_or_default()
}

/// There are many paths that could be one.
struct ManyForks;

/// Forks at regions that are followed sooner than merged.
const MANY_FORKS: u64 = 600;
/// After so many it is asked what merging would gain.
const SOME_FORKS: u64 = 60;
/// Paths for each merged one that are too many to follow.
const LARGE: f64 = 2_000.0;

/// How many paths one merged path would stand for, by those that came to an end: one that made `n` choices at regions
/// is one of 2^n.
#[derive(Default)]
struct Gain {
    paths: f64,
    merged: f64,
}

impl Gain {
    fn end(&mut self, choices: i32) {
        self.paths += 1.0;
        self.merged += 0.5_f64.powi(choices);
    }

    fn is_large(&self) -> bool {
        self.paths > LARGE * self.merged
    }
}

fn follow(problem: &Problem, logic: &Logic, budget: &Budget) -> Result<Coverage, ManyForks> {
    let mut explorer = Explorer::new(problem, logic, budget);
    let mode = explorer.start();
    let mut walk = Walk::from(&explorer.setting, Going { mode, choices: 0 });
    let mut unroll = budget.unroll.unwrap_or(FIRST_UNROLL);
    loop {
        explorer.unroll = unroll;
        let is_enough = walk.run(&mut explorer).is_err();
        if explorer.has_many_forks() {
            return Err(ManyForks);
        }
        let grow = budget.unroll.is_none() && unroll < LAST_UNROLL && explorer.is_worth_going_on();
        if is_enough || explorer.parked.is_empty() || !grow {
            break;
        }
        unroll *= 4;
        explorer.resume_parked(&mut walk);
    }
    Ok(explorer.finish())
}

/// A state, and how many choices at regions led to it.
struct Going {
    mode: Mode,
    choices: i32,
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
    state: Going,
    at: Place,
}

struct Explorer<'p> {
    problem: &'p Problem,
    budget: &'p Budget,
    setting: Setting<'p>,
    heaps: Heaps,
    parked: Vec<Parked>,
    unroll: u32,
    forks: u64,
    /// The version that made the last choice, and whether that was at a region.
    forked: Side,
    forked_at_region: bool,
    gain: Gain,
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
    doubt: Option<Why>,
    /// The contexts that something is open in; `None`: also outside of them.
    open_contexts: Option<Vec<usize>>,
}

impl<'p> Explorer<'p> {
    fn new(problem: &'p Problem, logic: &Logic, budget: &'p Budget) -> Explorer<'p> {
        let mut setting = Setting::new(problem, logic, budget.first_path.min(budget.deadline));
        setting.answers_outside = true;
        setting.merge(budget.merge);
        Explorer {
            problem,
            budget,
            setting,
            heaps: Heaps::new(problem),
            parked: Vec::new(),
            unroll: FIRST_UNROLL,
            forks: 0,
            forked: Side::Old,
            forked_at_region: false,
            gain: Gain::default(),
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
        let mut runner = self.setting.runner(side);
        (runner.joint, runner.settles, runner.blocks_without_choice) =
            (joint, joint, self.budget.blocks_without_choice);
        runner
    }

    /// The initial state: the entry about to run, with unknown inputs.
    fn start(&mut self) -> Mode {
        self.shapes = self.setting.shapes();
        let model = self.setting.path.model.clone();
        for shape in &self.shapes {
            self.setting.path.assume(&self.setting.pool, *shape, model.clone());
        }
        let same_entry = self.problem.matching.has_same_code(self.problem.old.entry);
        if same_entry && self.setting.cells(Side::Old) == self.setting.cells(Side::New) {
            Mode::Joint(self.setting.entered(Side::Old))
        } else {
            let [old, new] = Side::BOTH.map(|side| Half::Running(self.setting.entered(side)));
            let context = self.context(Place { side: Side::Old, span: ir::Span::none() });
            Mode::Parted(Box::new(Parted { floor: 0, shared: 0, contexts: context.into_iter().collect(), old, new }))
        }
    }

    /// Is it time to begin again with merged paths?
    fn has_many_forks(&self) -> bool {
        if self.budget.merge != Merge::Auto || !self.coverage.differs.is_empty() {
            return false;
        }
        let forks = self.setting.mergeable();
        let is_late = || self.budget.merge_after.is_some_and(|time| Instant::now() >= time);
        forks > MANY_FORKS || forks > SOME_FORKS && self.gain.is_large() || forks > 0 && is_late()
    }

    fn is_worth_going_on(&self) -> bool {
        self.coverage.differs.is_empty()
            && !self.setting.path.is_out_of_time()
            && self.forks < self.budget.forks
            && self.setting.steps < self.budget.steps
            // Once something else is open, deeper loops cannot complete the proof.
            && self.coverage.open.is_empty()
    }

    fn resume_parked(&mut self, walk: &mut Walk<Going>) {
        // Newest first comes out as oldest first.
        for Parked { path, model, state, .. } in std::mem::take(&mut self.parked).into_iter().rev() {
            let condition = Some(self.setting.pool.conjunction(path));
            walk.begin(Way { condition, model, state });
        }
    }

    /// One state: run it until the versions may part.
    fn step_joint(&mut self, mut machine: Machine) -> Next<Mode> {
        match self.runner(Side::Old, true).run(&mut machine, 0) {
            Event::Settled => self.end_path(),
            Event::Left(_) if self.problem.matching.changed_code().is_empty() => self.end_path(),
            // One state, but what it gives away may be code that changed.
            Event::Left(outcome) => self.observe((machine.clone(), outcome.clone()), (machine, outcome), &[]),
            Event::Assume(condition) => return Next::Assume(condition, Mode::Joint(machine)),
            Event::ChangedCall(callee) => return self.part(machine, callee),
            Event::Stuck(stuck) => self.open_mode(&Mode::Joint(machine), stuck.gap(Side::Old)),
            Event::Cut | Event::OpaqueCall(_) | Event::Merged(_) => panic!("no cuts were asked for"),
            Event::Spinning => self.spinning(Side::Old, &Mode::Joint(machine)),
            Event::Fork(forks) => {
                self.forked = Side::Old;
                let forks = forks.into_iter().map(|(condition, machine)| (condition, Mode::Joint(machine)));
                return Next::Fork(forks.collect());
            }
        }
        Next::End
    }

    fn end_path(&mut self) {
        self.coverage.statistics.client_paths += 1;
        self.setting.path.deadline = self.budget.deadline;
    }

    /// The state calls a changed function: each version enters its own.
    fn part(&mut self, machine: Machine, callee: FnId) -> Next<Mode> {
        let at = {
            let span = self.call_span(&machine);
            let runner = self.runner(Side::Old, true);
            Place { side: Side::Old, span: runner.source_span(&machine, span) }
        };
        let context = self.context(at);
        let (floor, shared) = (machine.frames.len(), machine.references);
        let [mut old, mut new] = match self.setting.part(&machine, callee) {
            Ok(parted) => parted,
            Err(side) => {
                let function = self.problem.old.program.functions[callee].name;
                self.open_mode(&Mode::Joint(machine), Gap::new(Why::NoBody { function, side }, Some(at)));
                return Next::End;
            }
        };
        (old.trace, new.trace) = (None, None);
        let (old, new) = (Half::Running(old), Half::Running(new));
        let contexts = context.into_iter().collect();
        go(Mode::Parted(Box::new(Parted { floor, shared, contexts, old, new })))
    }

    fn call_span(&self, machine: &Machine) -> ir::Span {
        let frame = machine.frames.last().expect("a caller");
        let body = self.problem.old.program.functions[frame.function].body().expect("a body");
        body.span_of_end(frame.block)
    }

    /// Runs each half as far as nothing has to be decided, then decides for one of them, or lets
    /// them meet. Running both before forking shares what they did so far between the branches.
    fn step_parted(&mut self, mut parted: Parted) -> Next<Mode> {
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
                Event::Assume(condition) => return Next::Assume(condition, Mode::Parted(Box::new(parted))),
                Event::Stuck(stuck) => {
                    self.open_mode(&Mode::Parted(Box::new(parted)), stuck.gap(side));
                    return Next::End;
                }
                Event::Spinning => {
                    self.spinning(side, &Mode::Parted(Box::new(parted)));
                    return Next::End;
                }
                Event::Left(_) => unreachable!("handled above"),
                Event::ChangedCall(_) | Event::Settled | Event::Cut | Event::OpaqueCall(_) | Event::Merged(_) => {
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
        self.forked = side;
        Next::Fork(forks.into_iter().map(branch).collect())
    }

    /// Both halves left the code they parted in.
    fn meet(&mut self, parted: Parted) -> Next<Mode> {
        let Parted { floor, shared, contexts, old, new } = parted;
        let (Half::Left(old, old_outcome), Half::Left(new, new_outcome)) = (old, new) else {
            panic!("both halves have left")
        };
        self.coverage.statistics.library_path_pairs += 1;
        let trapped = matches!((&old_outcome, &new_outcome), (SymOutcome::Trapped, _) | (_, SymOutcome::Trapped));
        if floor == 0 || (old.frames.is_empty() && new.frames.is_empty()) {
            self.observe((old, old_outcome), (new, new_outcome), &contexts);
            return Next::End;
        }
        let inactive = self.ran_the_same(&old, &new);
        if !trapped {
            let same =
                same_state(&mut self.setting.pool, &self.heaps, (&old, &old_outcome), (&new, &new_outcome), shared);
            if self.is_valid(same) {
                let status = if inactive { Status::Inactive } else { Status::Active };
                self.mark(&contexts, status);
                return self.rejoin(old, old_outcome, &new);
            }
        }
        // They go on apart, in their callers.
        let old = self.go_on(Side::Old, old, old_outcome, floor - 1);
        let new = self.go_on(Side::New, new, new_outcome, floor - 1);
        go(Mode::Parted(Box::new(Parted { floor: floor - 1, shared, contexts, old, new })))
    }

    fn go_on(&mut self, side: Side, mut machine: Machine, outcome: SymOutcome, floor: usize) -> Half {
        match self.runner(side, false).deliver_to(&mut machine, outcome, floor) {
            None => Half::Running(machine),
            Some(outcome) => Half::Left(machine, outcome),
        }
    }

    /// The versions are in the same state again: they go on as one, in the old version's terms.
    fn rejoin(&mut self, mut machine: Machine, outcome: SymOutcome, new: &Machine) -> Next<Mode> {
        for slot in &self.heaps.only_new {
            machine.cells[*slot] = new.cells[*slot];
        }
        // The new version may have made more objects; numbers above both stay unused.
        machine.references = machine.references.max(new.references);
        match self.runner(Side::Old, true).deliver_to(&mut machine, outcome, 0) {
            None => return go(Mode::Joint(machine)),
            Some(outcome) if !self.problem.matching.changed_code().is_empty() => {
                self.observe((machine.clone(), outcome.clone()), (machine, outcome), &[]);
            }
            Some(_) => self.end_path(),
        }
        Next::End
    }

    /// Does the condition hold for all inputs on this path? Asked cheaply, then briefly.
    fn is_valid(&mut self, condition: TermId) -> bool {
        if let Some(decided) =
            self.setting.pool.as_bool(condition).or_else(|| self.setting.path.decide(&self.setting.pool, condition))
        {
            return decided;
        }
        if let Some(model) = &self.setting.path.model
            && model.borrow_mut().eval(&self.setting.pool, condition) == Some(Value::Bool(false))
        {
            return false;
        }
        if self.holds_by_parts(condition) {
            return true;
        }
        let negated = self.setting.pool.not(condition);
        matches!(self.setting.path.ask(&mut self.setting.pool, negated, 500), Answer::Unsat)
    }

    /// Does what merged paths left behind satisfy the condition, part by part?
    fn holds_by_parts(&mut self, condition: TermId) -> bool {
        let is_merged = self.setting.summaries.iter().any(|summaries| summaries.instances > 0);
        is_merged && holds_by_parts(&mut self.setting.pool, &mut self.setting.path, condition, 500)
    }

    /// Did both versions run the same effects in the same order, whichever of the merged ways was gone?
    fn ran_the_same(&mut self, old: &Machine, new: &Machine) -> bool {
        match same_effects(&mut self.setting.pool, old.trace, new.trace) {
            Ok(same) => same,
            Err(question) => {
                if let Some(model) = self.setting.path.model.clone() {
                    let (pool, mut input) = (&self.setting.pool, model.borrow_mut());
                    let mut effects = |machine: &Machine| effects_on(pool, machine.trace, &mut input);
                    if effects(old) != effects(new) {
                        return false;
                    }
                }
                self.is_valid(question)
            }
        }
    }

    /// Both versions ended: is there an input on this path that tells them apart?
    fn observe(&mut self, old: (Machine, SymOutcome), new: (Machine, SymOutcome), contexts: &[usize]) {
        let inactive = self.ran_the_same(&old.0, &new.0);
        let sides = ((&old.0, &old.1), (&new.0, &new.1));
        let (same, is_exact) = observation(&mut self.setting.pool, &self.heaps, sides.0, sides.1);
        let status = if inactive { Status::Inactive } else { Status::Active };
        if self.is_known(same) {
            self.mark(contexts, status);
            return self.end_path();
        }
        let chosen = self.depends_on_choices(sides);
        // A concrete input of this path first.
        let differ = self.setting.pool.not(same);
        if let Some(model) = self.setting.path.model.clone()
            && model.borrow_mut().eval(&self.setting.pool, same) != Some(Value::Bool(true))
            && self.try_input(model.borrow().assignment(), contexts, chosen)
        {
            return self.note_difference(differ, is_exact);
        }
        let answer = match self.holds_by_parts(same) {
            true => Answer::Unsat,
            false => self.setting.path.ask(&mut self.setting.pool, differ, 10_000),
        };
        match answer {
            Answer::Unsat => {
                self.mark(contexts, status);
                self.end_path();
            }
            Answer::Sat(assignment) => {
                let ends = Ends { old: &old, new: &new, same, is_exact };
                if self.try_input(&assignment, contexts, chosen) {
                    self.note_difference(differ, is_exact);
                } else if let Some(found) = answered::differ(&mut self.setting, &assignment, &ends) {
                    self.mark(contexts, Status::Differs);
                    self.coverage.differs.push(found);
                    self.is_exact = false;
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

    /// Does the condition hold here, as one sees without asking?
    fn is_known(&mut self, condition: TermId) -> bool {
        let Setting { pool, path, .. } = &mut self.setting;
        if pool.as_bool(condition).or_else(|| path.decide(pool, condition)) == Some(true) {
            return true;
        }
        let resolved = path.resolve_within(pool, condition, &mut FxHashMap::default());
        resolved != condition && pool.as_bool(resolved).or_else(|| path.decide(pool, resolved)) == Some(true)
    }

    /// Keeps the condition, if it says no more than that the versions differ.
    fn note_difference(&mut self, differ: TermId, is_exact: bool) {
        if is_exact {
            let case = self.setting.path.conditions().iter().copied().chain([differ]).collect();
            self.differences.push(case);
        }
        self.is_exact &= is_exact;
    }

    /// May other choices lead elsewhere, or to other observations? That the n-th choices of both versions are one unknown
    /// is enough to show them the same; but each may choose as it likes, and they differ only where that helps neither.
    fn depends_on_choices(&mut self, (old, new): (Ended<'_>, Ended<'_>)) -> bool {
        if old.0.choices + new.0.choices == 0 {
            return false;
        }
        let (machine, outcome) = self.choosing_apart(new);
        let (same, _) = observation(&mut self.setting.pool, &self.heaps, old, (&machine, &outcome));
        let mut terms = vec![same];
        terms.extend(self.setting.path.conditions());
        for ended in [old, new] {
            let calls = answered::calls(ended.0);
            terms.extend(calls.iter().flat_map(|call| call.args.iter().chain(&call.read)));
        }
        let is_input = |variable: &term::VarId| {
            self.setting
                .inputs
                .iter()
                .any(|input| matches!(self.setting.pool.node(*input), Node::Var(known) if known == variable))
        };
        !self.setting.pool.free_variables(terms).iter().all(is_input)
    }

    /// How a version ended, with choices of its own.
    fn choosing_apart(&mut self, (machine, outcome): Ended<'_>) -> (Machine, SymOutcome) {
        let Setting { pool, choices, .. } = &mut self.setting;
        let mut own = FxHashMap::default();
        for (sort, choice) in choices.iter() {
            if let Node::Var(variable) = *pool.node(*choice) {
                own.insert(variable, pool.fresh("another choice", *sort));
            }
        }
        let (mut machine, mut outcome) = (machine.clone(), outcome.clone());
        for term in machine.cells.iter_mut().chain(outcome.terms_mut()) {
            *term = pool.substitute(*term, &own);
        }
        (machine, outcome)
    }

    /// Runs both versions on an assignment of the inputs; true if that shows a difference.
    fn try_input(&mut self, assignment: &Assignment, contexts: &[usize], chosen: bool) -> bool {
        let values = self.setting.values(assignment);
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
            Replay::Unclear(unclear) => {
                self.doubt = Some(unclear.into());
                false
            }
            Replay::NoObservation(_, Stop::Unsupported { what, .. }) => {
                self.doubt = Some(Why::NotUnderstood(what));
                false
            }
            Replay::Same | Replay::NoObservation(..) => false,
        }
    }

    /// A solver's arrays and texts are long and full of noise: the first of them that is reported is made small.
    fn readable(&self, found: Counterexample) -> Counterexample {
        const LONG: usize = 12;
        let is_noisy = found.inputs().iter().any(|input| match input {
            Value::Map(_) => true,
            input => input.as_seq().is_some_and(|elements| elements.len() > LONG),
        });
        match is_noisy && self.coverage.differs.is_empty() {
            true => equiv::shrink::shrink(self.problem, found, Limits::default(), SHRINKING),
            false => found,
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
        let blocks = self.budget.blocks_without_choice;
        let why = if blocks < BLOCKS_WITHOUT_CHOICE { Why::SpinningAtFirst(blocks) } else { Why::Spinning(blocks) };
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
        if self.setting.path.model.is_none() && gap.kind() != GapKind::OutOfBudget {
            let always = self.setting.pool.bool(true);
            match self.setting.path.ask(&mut self.setting.pool, always, 2_000) {
                Answer::Unsat => return,
                Answer::Sat(_) | Answer::Unknown(_) => {}
            }
        }
        self.note_open(contexts);
        self.open_paths.push(self.setting.path.conditions().to_vec());
        self.coverage.open.push(gap);
    }

    /// A new context for the report; the first hundred are kept.
    fn context(&mut self, call: Place) -> Option<usize> {
        const KEPT: usize = 100;
        if self.coverage.contexts.len() >= KEPT {
            return None;
        }
        self.context_paths.push(self.setting.path.conditions().to_vec());
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
        let mut open = self.setting.pool.bool(false);
        for context in contexts {
            let condition = self.setting.pool.conjunction(self.context_paths[context].iter().copied());
            open = self.setting.pool.or(open, condition);
        }
        let mut room = 400;
        self.setting.pool.to_expr(open, &self.setting.inputs, &mut room)
    }

    fn finish(mut self) -> Coverage {
        for parked in std::mem::take(&mut self.parked) {
            let contexts = match &parked.state.mode {
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
            let path = difference::literals(&self.setting.pool, path, &self.shapes);
            let condition = semantics::condition(&self.setting.pool, &self.setting.inputs, &[path]);
            self.coverage.contexts[index].condition = condition;
        }
        self.coverage.externals = self.setting.externals.names.iter().map(|name| name.to_string()).collect();
        self.coverage.statistics.solver_queries = self.setting.path.solver.statistics.queries;
        self.coverage.statistics.merged = self.setting.summaries.iter().map(|each| each.instances).sum();
        self.coverage.statistics.mergeable = self.setting.mergeable();
        if self.coverage.differs.is_empty() && !self.open_paths.is_empty() {
            let (shapes, cases) = (self.shapes, self.open_paths);
            let Setting { logic, mut pool, inputs, .. } = self.setting;
            // Where nothing else was followed to its end, nothing is proved.
            if self.budget.tells_open && difference::leaves_some(&logic, &mut pool, &shapes, &cases) {
                self.coverage.open_when = difference::shortly(&logic, &mut pool, &inputs, &shapes, cases);
            }
            return self.coverage;
        }
        if self.budget.characterises && !self.differences.is_empty() {
            let is_exact = self.is_exact && self.coverage.open.is_empty();
            let (shapes, cases) = (self.shapes, self.differences);
            let Setting { logic, mut pool, inputs, .. } = self.setting;
            self.coverage.difference = difference::describe(&logic, &mut pool, &inputs, &shapes, cases, is_exact);
        }
        self.coverage
    }

    /// Why an input that should tell the versions apart need not do so when it is run.
    fn not_replayed(&mut self, old: &Machine, new: &Machine) -> Why {
        let doubt = self.doubt.take();
        if let Some(why @ Why::OneVersionGoes(_)) = doubt {
            return why;
        }
        if let Some(call) = old.calls.as_ref().or(new.calls.as_ref()) {
            return Why::DependsOnAnswer(value::Symbol::new(&call.title(&self.setting.pool)));
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
        doubt.unwrap_or(Why::SameWhenRun)
    }
}

/// Goes on with this under the current path condition.
fn go(mode: Mode) -> Next<Mode> {
    Next::Go(vec![(None, mode)])
}

/// A difference was found, and one is enough; or paths are to be merged.
struct Enough;

impl<'p> Visitor<'p> for Explorer<'p> {
    type State = Going;
    type Stop = Enough;

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.setting
    }

    fn visit(&mut self, Going { mode, choices }: Going) -> Result<Next<Going>, Enough> {
        let is_late = self.setting.path.is_out_of_time();
        if is_late || self.forks >= self.budget.forks || self.setting.steps >= self.budget.steps {
            let why = if is_late { Why::TimeIsUp } else { Why::EffortIsSpent };
            self.open_mode(&mode, Gap::nowhere(why));
            return Ok(Next::End);
        }
        let before = self.setting.mergeable();
        let next = match mode {
            Mode::Joint(machine) => self.step_joint(machine),
            Mode::Parted(parted) => self.step_parted(*parted),
        };
        self.forked_at_region = self.setting.mergeable() > before;
        if matches!(next, Next::End) {
            self.gain.end(choices);
        }
        self.forks += u64::from(matches!(next, Next::Fork(_)));
        if self.has_many_forks() {
            return Err(Enough);
        }
        if self.coverage.differs.is_empty() || self.budget.characterises {
            Ok(next.map(|mode| Going { mode, choices }))
        } else {
            Err(Enough)
        }
    }

    /// A state that has turned a loop too often is put aside.
    fn take(&mut self, mut way: Way<Going>, is_choice: bool) -> Result<Option<Way<Going>>, Enough> {
        let turn = if is_choice { self.count_turn(self.forked, &mut way.state.mode) } else { None };
        way.state.choices += i32::from(is_choice && self.forked_at_region);
        let Some((_, at)) = turn.filter(|(count, _)| *count > self.unroll) else { return Ok(Some(way)) };
        let path = self.setting.path.conditions().iter().copied().chain(way.condition).collect();
        self.gain.end(way.state.choices);
        self.parked.push(Parked { path, model: way.model, state: way.state, at });
        Ok(None)
    }
}
