//! The inputs that no answer is about: those on which both versions slip, that is fail for want of a
//! name, a module or a fitting type and not by a statement of the program (`Problem::slips`).
//!
//! Each version is followed by itself, whatever engine found the proof, without asking a solver which
//! of its branches are possible: few ways end in a slip, and only those are looked at closely.

use std::time::Instant;

use equiv::coverage::Slip;
use equiv::replay::{Ended, run};
use equiv::{Condition, Problem, Side};
use ir::interp::Limits;
use semantics::{Event, Machine, Model, Setting};
use smt::{Answer, Logic};
use term::{Assignment, TermId};

use crate::Budget;
use crate::difference::{self, Cases};

/// Forks and steps in one version.
const FORKS: u32 = 150;
const STEPS: u64 = 30_000;
/// Slips looked at closely.
const MOST: usize = 12;

/// What is known of the inputs on which both versions slip.
#[derive(Default)]
pub struct Slips {
    pub found: Vec<Slip>,
    /// Was every way through both versions followed to its end, and every slip seen in a run?
    pub is_all: bool,
    /// Is there an input on which one of them ends in another way? `None`: not known.
    pub leaves_some: Option<bool>,
}

/// How one version ends.
#[derive(Default)]
struct Ends {
    slips: Cases,
    others: Cases,
    is_all: bool,
}

/// Finds the inputs on which both versions slip.
pub fn slips(problem: &Problem, logic: &Logic, budget: &Budget) -> Slips {
    if problem.slips.is_none() {
        return Slips { is_all: true, leaves_some: Some(true), ..Slips::default() };
    }
    let mut search = Search::new(problem, logic, budget);
    let (old, new) = (search.ends(Side::Old), search.ends(Side::New));
    let is_all = old.is_all && new.is_all;
    if is_all && (old.slips.is_empty() || new.slips.is_empty()) {
        return Slips { is_all, leaves_some: Some(true), ..Slips::default() };
    }
    let (found, are_all) = search.both(&old.slips, &new.slips);
    let is_all = is_all && are_all;
    let others: Cases = old.others.into_iter().chain(new.others).collect();
    let leaves_some = search.any_possible(&others, is_all);
    Slips { found, is_all, leaves_some }
}

struct Search<'p> {
    problem: &'p Problem,
    budget: &'p Budget,
    setting: Setting<'p>,
    /// What holds of every input.
    shapes: Vec<TermId>,
}

/// A state to go on with.
struct Work {
    depth: usize,
    condition: TermId,
    model: Option<Model>,
    machine: Machine,
}

impl<'p> Search<'p> {
    fn new(problem: &'p Problem, logic: &Logic, budget: &'p Budget) -> Search<'p> {
        let mut setting = Setting::new(problem, logic, budget.deadline);
        setting.answers_outside = true;
        let shapes = setting.shapes();
        for shape in &shapes {
            let model = setting.path.model.clone();
            setting.path.assume(&setting.pool, *shape, model);
        }
        Search { problem, budget, setting, shapes }
    }

    /// The conditions under which a version slips, and those under which it ends in another way.
    fn ends(&mut self, side: Side) -> Ends {
        let name = self.problem.slips.expect("asked before");
        let program = self.problem.program(side);
        let Some(cell) = program.cell(name) else { return Ends { is_all: true, ..Ends::default() } };
        let slot = self.problem.matching.slot(side, cell).0;
        let (mut forks, most_steps) = (0, self.setting.steps + STEPS);
        let mut ends = Ends { is_all: true, ..Ends::default() };
        let machine = self.setting.entered(side);
        let (depth, condition) = (self.setting.path.depth(), self.setting.pool.bool(true));
        let mut work = vec![Work { depth, condition, model: self.setting.path.model.clone(), machine }];
        while let Some(Work { depth, condition, model, mut machine }) = work.pop() {
            if forks >= FORKS || self.setting.steps >= most_steps || Instant::now() >= self.budget.deadline {
                ends.is_all = false;
                break;
            }
            self.setting.path.retract_to(depth);
            self.setting.path.assume(&self.setting.pool, condition, model);
            let depth = self.setting.path.depth();
            let mut runner = self.setting.runner(side);
            runner.blocks_without_choice = STEPS;
            match runner.run(&mut machine, 0) {
                Event::Left(_) => self.note_end(machine.cells[slot], &mut ends),
                Event::Fork(branches) => {
                    forks += 1;
                    work.extend(branches.into_iter().rev().filter_map(|(condition, machine)| {
                        let model = self.follow(condition)?;
                        Some(Work { depth, condition, model, machine })
                    }));
                }
                Event::Assume(condition) => {
                    if let Some(model) = self.follow(condition) {
                        work.push(Work { depth, condition, model, machine });
                    }
                }
                Event::Stuck(_) | Event::Spinning => ends.is_all = false,
                Event::Settled | Event::ChangedCall(_) | Event::Cut | Event::OpaqueCall(_) | Event::Merged(_) => {
                    panic!("one version looks for neither changes nor cuts")
                }
            }
        }
        self.setting.path.retract_to(self.shapes.len());
        ends
    }

    /// A model for the branch, where the path's own is one; `None`: nothing takes that branch.
    fn follow(&self, condition: TermId) -> Option<Option<Model>> {
        if self.setting.path.decide(&self.setting.pool, condition) == Some(false) {
            return None;
        }
        let own =
            self.setting.path.model.clone().filter(|model| model.borrow_mut().holds(&self.setting.pool, condition));
        Some(own)
    }

    fn note_end(&mut self, slipped: TermId, ends: &mut Ends) {
        let path = self.setting.path.conditions().to_vec();
        let not = self.setting.pool.not(slipped);
        for (condition, cases) in [(slipped, &mut ends.slips), (not, &mut ends.others)] {
            match self.setting.pool.as_bool(condition) {
                Some(false) => {}
                Some(true) => cases.push(path.clone()),
                None => cases.push(path.iter().copied().chain([condition]).collect()),
            }
        }
    }

    /// The slips of old that are slips of new, those at one place taken together; and whether that is all.
    fn both(&mut self, old: &Cases, new: &Cases) -> (Vec<Slip>, bool) {
        let of_new = difference::disjunction(&mut self.setting.pool, new);
        let mut places: Vec<(Ended, Cases)> = Vec::new();
        let mut are_all = old.len() <= MOST;
        for case in old.iter().take(MOST) {
            let case: Vec<TermId> = case.iter().copied().chain([of_new]).collect();
            let ended = match self.ask(&case) {
                Answer::Unsat => continue,
                Answer::Sat(assignment) => self.slipped_run(&assignment),
                Answer::Unknown(_) => None,
            };
            let Some(ended) = ended else {
                are_all = false;
                continue;
            };
            let is_there = |known: &Ended| known.failed_at == ended.failed_at && known.outcome == ended.outcome;
            match places.iter_mut().find(|(known, _)| is_there(known)) {
                Some((_, cases)) => cases.push(case),
                None => places.push((ended, vec![case])),
            }
        }
        let slip = |(ended, cases): (Ended, Cases)| Slip { condition: self.condition(cases), ended };
        (places.into_iter().map(slip).collect(), are_all)
    }

    fn condition(&mut self, cases: Cases) -> Option<Condition> {
        let Setting { logic, pool, inputs, .. } = &mut self.setting;
        difference::shortly(logic, pool, inputs, &self.shapes, cases)
    }

    /// How old ends on this input, if both versions slip when they are run.
    fn slipped_run(&self, assignment: &Assignment) -> Option<Ended> {
        let inputs = self.setting.values(assignment);
        let limits = Limits { fuel: 200_000, ..Limits::default() };
        let slipped = |side: Side| {
            let ended = run(self.problem, side, &inputs, limits).ok()?;
            self.problem.slipped(side, &ended).then_some(ended)
        };
        slipped(Side::New).and(slipped(Side::Old))
    }

    /// Does an input take one of these ways?
    fn any_possible(&mut self, cases: &Cases, is_all: bool) -> Option<bool> {
        let mut is_known = is_all;
        for case in cases {
            match self.ask(case) {
                Answer::Sat(_) => return Some(true),
                Answer::Unsat => {}
                Answer::Unknown(_) => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    fn ask(&mut self, case: &[TermId]) -> Answer {
        let all = self.setting.pool.conjunction(case.iter().copied());
        self.setting.path.ask(&mut self.setting.pool, all, 500)
    }
}
