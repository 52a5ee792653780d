//! Without contracts: every way through both versions, calls and loops opened as they come.
//!
//! Old is run first; where it passes, new is run on the same inputs and choices. A way on which new
//! can fail is an input to be replayed. If every way was followed to its end and none fails, new is
//! relatively correct. This is the paper's `nonmodular`, and how `sound` looks for counterexamples.

use std::time::Instant;

use equiv::gap::Asked;
use equiv::replay::replay_given;
use equiv::shrink::shrink;
use equiv::{Counterexample, Coverage, Gap, GapKind, Place, Problem, Replay, Side, Spec, Why};
use ir::interp::Limits;
use semantics::{Event, Feasible, Machine, Next, Setting, SymOutcome, Visitor, Walk, Way};
use smt::Logic;
use term::{Assignment, TermId};

/// Blocks that may run without anything to decide.
const BLOCKS_WITHOUT_CHOICE: u64 = 200_000;

/// Follows every way, until the time is up or loops and recursions go deeper than allowed. `unroll`: how
/// deep, in rounds.
pub fn follow(problem: &Problem, spec: &Spec, logic: &Logic, deadline: Instant, unroll: &[u32]) -> Coverage {
    const TRIES: usize = 300;
    let mut explorer = Explorer::new(problem, spec, logic, deadline);
    let mut coverage = crate::open(problem, []);
    for turns in unroll {
        explorer.turns = *turns;
        let found = explorer.run();
        coverage = crate::open(problem, explorer.gaps.clone());
        coverage.statistics.solver_queries = explorer.setting.path.solver.statistics.queries;
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
    setting: Setting<'p>,
    /// No code of old sets the flag again once it is cleared.
    is_only_cleared: bool,
    turns: u32,
    ways: usize,
    deadline: Instant,
    gaps: Vec<Gap>,
}

/// A version on its way; new runs where old has passed.
struct Running {
    side: Side,
    machine: Machine,
}

/// Why the ways are not followed to their end.
enum Stop {
    Found(Box<Counterexample>),
    OutOfBudget,
}

impl<'p> Explorer<'p> {
    fn new(problem: &'p Problem, spec: &'p Spec, logic: &Logic, deadline: Instant) -> Explorer<'p> {
        let old = &problem.old.program;
        let is_only_cleared = spec.flag_of(old).is_some_and(|flag| crate::prepared::is_only_cleared(old, flag));
        let setting = Setting::new(problem, logic, deadline);
        Explorer { problem, spec, setting, is_only_cleared, turns: 0, ways: 0, deadline, gaps: Vec::new() }
    }

    fn run(&mut self) -> Option<Counterexample> {
        self.gaps.clear();
        self.ways = 0;
        self.setting.path.retract_to(0);
        let machine = self.setting.entered(Side::Old);
        match Walk::from(&self.setting, Running { side: Side::Old, machine }).run(self) {
            Ok(()) => None,
            Err(Stop::Found(found)) => Some(*found),
            Err(Stop::OutOfBudget) => {
                self.gap(Gap::nowhere(Why::TimeIsUp));
                None
            }
        }
    }

    fn flag(&mut self, side: Side, machine: &Machine) -> TermId {
        match self.spec.flag.and_then(|flag| self.problem.program(side).cell(flag)) {
            Some(cell) => machine.cells[self.problem.matching.slot(side, cell).0],
            None => self.setting.pool.bool(true),
        }
    }

    /// Has old failed already, whatever comes after?
    fn has_failed(&mut self, machine: &Machine) -> bool {
        let flag = self.flag(Side::Old, machine);
        self.is_only_cleared && matches!(self.setting.path.feasible(&mut self.setting.pool, flag), Feasible::No)
    }

    /// Where old passes, new is next.
    fn old_ended(&mut self, machine: &Machine, outcome: &SymOutcome) -> Next<Running> {
        let passes = match outcome {
            SymOutcome::Returned(_) => true,
            SymOutcome::Raised(_) => !self.spec.raises,
            SymOutcome::Trapped => false,
        };
        if !passes {
            return Next::End;
        }
        let flag = self.flag(Side::Old, machine);
        Next::Assume(flag, Running { side: Side::New, machine: self.setting.entered(Side::New) })
    }

    fn new_ended(&mut self, machine: &Machine, outcome: &SymOutcome) -> Option<Counterexample> {
        let fails = match outcome {
            SymOutcome::Returned(_) => {
                let flag = self.flag(Side::New, machine);
                self.setting.pool.not(flag)
            }
            SymOutcome::Raised(_) if !self.spec.raises => {
                let flag = self.flag(Side::New, machine);
                self.setting.pool.not(flag)
            }
            SymOutcome::Raised(_) | SymOutcome::Trapped => self.setting.pool.bool(true),
        };
        match self.setting.path.feasible(&mut self.setting.pool, fails) {
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
        match replay_given(self.problem, &self.setting.given(assignment), Limits::default()) {
            Replay::Differs(found) => Some(*found),
            Replay::Same | Replay::NoObservation(..) | Replay::Unclear(_) => None,
        }
    }

    fn gap(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }
}

impl<'p> Visitor<'p> for Explorer<'p> {
    type State = Running;
    type Stop = Stop;

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.setting
    }

    fn visit(&mut self, Running { side, mut machine }: Running) -> Result<Next<Running>, Stop> {
        const MOST_WAYS: usize = 20_000;
        self.ways += 1;
        if Instant::now() >= self.deadline || self.ways > MOST_WAYS {
            return Err(Stop::OutOfBudget);
        }
        let mut runner = self.setting.runner(side);
        runner.blocks_without_choice = BLOCKS_WITHOUT_CHOICE;
        match runner.run(&mut machine, 0) {
            Event::Left(outcome) if side == Side::Old => return Ok(self.old_ended(&machine, &outcome)),
            Event::Left(outcome) => {
                if let Some(found) = self.new_ended(&machine, &outcome) {
                    return Err(Stop::Found(Box::new(found)));
                }
            }
            Event::Assume(condition) => return Ok(Next::Assume(condition, Running { side, machine })),
            Event::Fork(forks) => {
                let ways = forks.into_iter().map(|(condition, machine)| (condition, Running { side, machine }));
                // The last way first.
                return Ok(Next::Fork(ways.rev().collect()));
            }
            // What has failed before need not be understood.
            Event::Stuck(_) if side == Side::Old && self.has_failed(&machine) => {}
            Event::Stuck(stuck) => self.gap(stuck.gap(side)),
            Event::Spinning => {
                self.gap(Gap::nowhere(Why::NothingDecided));
            }
            Event::OpaqueCall(_) | Event::Cut | Event::ChangedCall(_) | Event::Settled | Event::Merged(_) => {
                panic!("one version alone has no changes")
            }
        }
        Ok(Next::End)
    }

    fn take(&mut self, mut way: Way<Running>, is_choice: bool) -> Result<Option<Way<Running>>, Stop> {
        let Running { side, machine } = &mut way.state;
        if is_choice
            && let Some(turn) = self.setting.runner(*side).count_turn(machine)
            && turn.count > self.turns
        {
            let at = Place { side: *side, span: turn.at };
            self.gap(Gap::new(Why::Unrolled(self.turns), Some(at)));
            return Ok(None);
        }
        Ok(Some(way))
    }
}
