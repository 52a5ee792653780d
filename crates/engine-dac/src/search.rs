//! Without contracts: every way through both versions, calls and loops opened as they come.
//!
//! Old is run first; where it passes, new is run on the same inputs and choices. A way on which new
//! can fail is an input to be replayed. If every way was followed to its end and none fails, new is
//! relatively correct. This is the paper's `nonmodular`, and how `sound` looks for counterexamples.

use std::time::Instant;

use arena::IdVec;
use equiv::gap::Asked;
use equiv::replay::replay_given;
use equiv::shrink::shrink;
use equiv::{Counterexample, Coverage, Gap, GapKind, Given, Place, Problem, Replay, Side, Spec, Why};
use ir::FnId;
use ir::interp::Limits;
use semantics::{CodeTable, Event, Feasible, Machine, Model, Path, Runner, Stuck, SymOutcome};
use smt::Solver;
use term::{Assignment, Node, Pool, TermId};
use value::{Sort, Value};

/// Blocks that may run without anything to decide.
const BLOCKS_WITHOUT_CHOICE: u64 = 200_000;

/// Follows every way, until the time is up or loops and recursions go deeper than allowed. `unroll`: how
/// deep, in rounds.
pub fn follow(problem: &Problem, spec: &Spec, deadline: Instant, unroll: &[u32], solver: Solver) -> Coverage {
    const TRIES: usize = 300;
    let mut explorer = Explorer::new(problem, spec, deadline, solver);
    let mut coverage = crate::open(problem, []);
    for turns in unroll {
        explorer.turns = *turns;
        explorer.gaps.clear();
        let found = explorer.run();
        coverage = crate::open(problem, explorer.gaps.clone());
        coverage.statistics.solver_queries = explorer.path.solver.statistics.queries;
        if let Some(found) = found {
            coverage.differs.push(shrink(problem, found, Limits::default(), TRIES));
            break;
        }
        if Instant::now() >= deadline || explorer.gaps.iter().all(|gap| gap.kind() != GapKind::LoopBound) {
            break;
        }
    }
    coverage
}

struct Explorer<'p> {
    problem: &'p Problem,
    spec: &'p Spec,
    pool: Pool,
    path: Path,
    inputs: Vec<TermId>,
    codes: [CodeTable<'p>; 2],
    choices: Vec<(Sort, TermId)>,
    /// No code of old sets the flag again once it is cleared.
    is_only_cleared: bool,
    turns: u32,
    steps: u64,
    deadline: Instant,
    gaps: Vec<Gap>,
}

struct Work {
    depth: usize,
    condition: Option<TermId>,
    model: Option<Model>,
    side: Side,
    machine: Machine,
}

impl<'p> Explorer<'p> {
    fn new(problem: &'p Problem, spec: &'p Spec, deadline: Instant, solver: Solver) -> Explorer<'p> {
        let mut pool = Pool::new();
        let inputs = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        let table = |side: Side| {
            let program = problem.program(side);
            let unchanged: IdVec<FnId, bool> = program.functions.iter().map(|_| false).collect();
            CodeTable::new(program, unchanged)
        };
        Explorer {
            problem,
            spec,
            pool,
            path: Path::new(solver, deadline),
            inputs,
            codes: [table(Side::Old), table(Side::New)],
            choices: Vec::new(),
            is_only_cleared: spec
                .flag_of(&problem.old.program)
                .is_some_and(|flag| crate::prepared::is_only_cleared(&problem.old.program, flag)),
            turns: 0,
            steps: 0,
            deadline,
            gaps: Vec::new(),
        }
    }

    fn runner(&mut self, side: Side) -> Runner<'_, 'p> {
        Runner {
            problem: self.problem,
            side,
            pool: &mut self.pool,
            path: &mut self.path,
            codes: &mut self.codes[side as usize],
            choices: &mut self.choices,
            joint: false,
            settles: false,
            externals: None,
            cuts: None,
            opaque: None,
            tail_calls: false,
            patience: BLOCKS_WITHOUT_CHOICE,
            steps: &mut self.steps,
        }
    }

    fn start(&mut self, side: Side) -> Machine {
        let unset = self.pool.bool(false);
        let mut cells = vec![unset; self.problem.matching.slots()];
        for (id, cell) in self.problem.program(side).cells.iter() {
            cells[self.problem.matching.slot(side, id).0] = self.pool.constant(cell.initial.clone(), cell.sort);
        }
        let mut machine = Machine::new(cells);
        let (entry, inputs) = (self.problem.entry(side).entry, self.inputs.clone());
        self.runner(side).enter(&mut machine, entry, &inputs);
        machine
    }

    fn run(&mut self) -> Option<Counterexample> {
        const MOST_WAYS: usize = 20_000;
        self.path.retract_to(0);
        let machine = self.start(Side::Old);
        let mut work =
            vec![Work { depth: 0, condition: None, model: self.path.model.clone(), side: Side::Old, machine }];
        let mut ways = 0;
        while let Some(Work { depth, condition, model, side, mut machine }) = work.pop() {
            self.path.retract_to(depth);
            self.path.model = model.clone();
            if let Some(condition) = condition {
                self.path.assume(&self.pool, condition, model);
            }
            ways += 1;
            if Instant::now() >= self.deadline || ways > MOST_WAYS {
                self.gap(Gap::nowhere(Why::TimeIsUp));
                return None;
            }
            match self.runner(side).run(&mut machine, 0) {
                Event::Left(outcome) if side == Side::Old => self.old_ended(&machine, &outcome, &mut work),
                Event::Left(outcome) => {
                    if let Some(found) = self.new_ended(&machine, &outcome) {
                        return Some(found);
                    }
                }
                Event::Assume(condition) => self.go_on(condition, side, machine, &mut work),
                Event::Fork(forks) => self.fork(side, forks, &mut work),
                // What has failed before need not be understood.
                Event::Stuck(_) if side == Side::Old && self.has_failed(&machine) => {}
                Event::Stuck(stuck) => self.stuck(stuck, side),
                Event::Spinning => {
                    self.gap(Gap::nowhere(Why::NothingDecided));
                }
                Event::OpaqueCall(_) | Event::Cut | Event::ChangedCall(_) | Event::Settled => {
                    panic!("one version alone has no changes")
                }
            }
        }
        None
    }

    fn go_on(&mut self, condition: TermId, side: Side, machine: Machine, work: &mut Vec<Work>) {
        if let Feasible::Maybe(model) = self.path.feasible(&mut self.pool, condition) {
            work.push(Work { depth: self.path.depth(), condition: Some(condition), model, side, machine });
        }
    }

    fn fork(&mut self, side: Side, forks: Vec<(TermId, Machine)>, work: &mut Vec<Work>) {
        let mut possible = Vec::new();
        for (condition, machine) in forks {
            if let Feasible::Maybe(model) = self.path.feasible(&mut self.pool, condition) {
                possible.push((condition, model, machine));
            }
        }
        let is_choice = possible.len() > 1;
        for (condition, model, mut machine) in possible {
            if is_choice
                && let Some(turn) = self.runner(side).count_turn(&mut machine)
                && turn.count > self.turns
            {
                let at = Place { side, span: turn.at };
                self.gap(Gap::new(Why::Unrolled(self.turns), Some(at)));
                continue;
            }
            work.push(Work { depth: self.path.depth(), condition: Some(condition), model, side, machine });
        }
    }

    fn flag(&mut self, side: Side, machine: &Machine) -> TermId {
        match self.spec.flag.and_then(|flag| self.problem.program(side).cell(flag)) {
            Some(cell) => machine.cells[self.problem.matching.slot(side, cell).0],
            None => self.pool.bool(true),
        }
    }

    /// Has old failed already, whatever comes after?
    fn has_failed(&mut self, machine: &Machine) -> bool {
        let flag = self.flag(Side::Old, machine);
        self.is_only_cleared && matches!(self.path.feasible(&mut self.pool, flag), Feasible::No)
    }

    /// Where old passes, new is next.
    fn old_ended(&mut self, machine: &Machine, outcome: &SymOutcome, work: &mut Vec<Work>) {
        let passes = match outcome {
            SymOutcome::Returned(_) => true,
            SymOutcome::Raised(_) => !self.spec.raises,
            SymOutcome::Trapped => false,
        };
        if passes {
            let flag = self.flag(Side::Old, machine);
            let machine = self.start(Side::New);
            self.go_on(flag, Side::New, machine, work);
        }
    }

    fn new_ended(&mut self, machine: &Machine, outcome: &SymOutcome) -> Option<Counterexample> {
        let fails = match outcome {
            SymOutcome::Returned(_) => {
                let flag = self.flag(Side::New, machine);
                self.pool.not(flag)
            }
            SymOutcome::Raised(_) if !self.spec.raises => {
                let flag = self.flag(Side::New, machine);
                self.pool.not(flag)
            }
            SymOutcome::Raised(_) | SymOutcome::Trapped => self.pool.bool(true),
        };
        match self.path.feasible(&mut self.pool, fails) {
            Feasible::No => None,
            Feasible::Maybe(Some(model)) => {
                let assignment = model.borrow().assignment().clone();
                let found = self.replay(&assignment);
                if found.is_none() {
                    self.gap(Gap::nowhere(Why::SameWhenRun));
                }
                found
            }
            Feasible::Maybe(None) => {
                self.gap(Gap::nowhere(Why::Unanswered { asked: Asked::CanNewFail, said: None }));
                None
            }
        }
    }

    fn replay(&self, assignment: &Assignment) -> Option<Counterexample> {
        let value = |term: &TermId| match self.pool.node(*term) {
            Node::Var(variable) => assignment.get(&self.pool, *variable),
            _ => panic!("inputs are variables"),
        };
        let inputs: Vec<Value> = self.inputs.iter().map(value).collect();
        let choices: Vec<(Sort, Value)> = self.choices.iter().map(|(sort, term)| (*sort, value(term))).collect();
        match replay_given(self.problem, &Given { inputs, choices }, Limits::default()) {
            Replay::Differs(found) => Some(*found),
            Replay::Same | Replay::NoObservation(..) => None,
        }
    }

    fn stuck(&mut self, stuck: Stuck, side: Side) {
        self.gap(stuck.gap(side));
    }

    fn gap(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }
}
