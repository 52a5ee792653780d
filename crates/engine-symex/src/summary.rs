//! Summaries: what a piece of code does, as *partitions* of its inputs with the *effect* of each.
//!
//! A partition is a path condition, its effect the outcome and the state at the end of that path
//! (section 3 of the paper; `docs/notation.md` maps the symbols). A client's summary has a
//! *placeholder* for every call of a changed function: unknowns that stand for what the call
//! gives and writes, whichever version is called.

use std::rc::Rc;
use std::time::Instant;

use equiv::gap::Unplaced;
use equiv::{Gap, Place, Problem, Side, Why};
use ir::FnId;
use rustc_hash::FxHashMap;
use semantics::compare::{holds_no_reference, keeps_objects};
use semantics::{AtCall, CodeTable, Event, Feasible, Machine, Model, Path, Runner, SymOutcome};
use smt::Solver;
use term::{Pool, TermId};
use value::{Op, Sort, SortKind};

use crate::{Budget, start};

/// One way through a piece of code.
#[derive(Clone)]
pub(crate) struct Partition {
    pub(crate) condition: Vec<TermId>,
    pub(crate) machine: Machine,
    pub(crate) outcome: SymOutcome,
    /// The placeholders that this way met, in order.
    pub(crate) calls: Vec<Passed>,
}

/// A call on a client's path, and how it was taken to end there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    pub(crate) placeholder: usize,
    pub(crate) kind: Kind,
}

/// How a call ends.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Returned,
    Raised,
    Trapped,
}

impl Kind {
    pub(crate) fn of(outcome: &SymOutcome) -> Kind {
        match outcome {
            SymOutcome::Returned(_) => Kind::Returned,
            SymOutcome::Raised(_) => Kind::Raised,
            SymOutcome::Trapped => Kind::Trapped,
        }
    }
}

/// The outcome of a call of a changed function, for either version.
pub(crate) struct Placeholder {
    pub(crate) function: FnId,
    pub(crate) args: Vec<TermId>,
    /// Unknowns for the results, for what is raised, and for the cells that are written.
    pub(crate) returned: Vec<TermId>,
    pub(crate) raised: Option<TermId>,
    pub(crate) written: Vec<(usize, TermId)>,
    /// What holds of the unknowns in both versions.
    pub(crate) shapes: Vec<TermId>,
    pub(crate) old: Vec<Partition>,
    pub(crate) new: Vec<Partition>,
}

impl Placeholder {
    pub(crate) fn summary(&self, side: Side) -> &[Partition] {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// The unknowns that stand for an outcome of that kind.
    pub(crate) fn unknowns(&self, kind: Kind) -> Vec<TermId> {
        let outcome = match kind {
            Kind::Returned => self.returned.clone(),
            Kind::Raised => self.raised.into_iter().collect(),
            Kind::Trapped => Vec::new(),
        };
        outcome.into_iter().chain(self.written.iter().map(|(_, unknown)| *unknown)).collect()
    }

    /// What a partition of a summary gives for them.
    pub(crate) fn effect(&self, partition: &Partition) -> Vec<TermId> {
        let outcome = match &partition.outcome {
            SymOutcome::Returned(values) => values.to_vec(),
            SymOutcome::Raised(value) => vec![*value],
            SymOutcome::Trapped => Vec::new(),
        };
        outcome.into_iter().chain(self.written.iter().map(|(slot, _)| partition.machine.cells[*slot])).collect()
    }
}

/// What a placeholder depends on.
type Call = (FnId, Vec<TermId>, Vec<TermId>);

pub(crate) struct Summariser<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) pool: Pool,
    pub(crate) path: Path,
    pub(crate) inputs: Vec<TermId>,
    /// What every input satisfies by its sort.
    pub(crate) shapes: Vec<TermId>,
    pub(crate) placeholders: Vec<Placeholder>,
    known: FxHashMap<Call, usize>,
    old_codes: CodeTable<'p>,
    new_codes: CodeTable<'p>,
    choices: Vec<(Sort, TermId)>,
    budget: &'p Budget,
    /// Leave out what is the same in both versions whatever it does.
    pub(crate) skips_unchanged: bool,
    steps: u64,
    forks: u64,
}

struct Work {
    condition: Vec<TermId>,
    model: Option<Model>,
    machine: Machine,
    calls: Vec<Passed>,
}

/// Turns of one loop that a summary follows.
const UNROLL: u32 = 1_000;

/// Blocks of code to run without a decision.
const BLOCKS_WITHOUT_CHOICE: u64 = 2_000_000;

impl<'p> Summariser<'p> {
    pub(crate) fn new(problem: &'p Problem, solver: Solver, budget: &'p Budget) -> Summariser<'p> {
        let mut pool = Pool::new();
        pool.plain = budget.plain_terms;
        let inputs: Vec<TermId> = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        let shapes = inputs.iter().filter_map(|input| start::shape(&mut pool, *input)).collect();
        let [old_codes, new_codes] = start::codes(problem);
        let path = Path::new(solver, budget.deadline);
        Summariser {
            problem,
            pool,
            path,
            inputs,
            shapes,
            placeholders: Vec::new(),
            known: FxHashMap::default(),
            old_codes,
            new_codes,
            choices: Vec::new(),
            budget,
            skips_unchanged: true,
            steps: 0,
            forks: 0,
        }
    }

    /// The summary of one version, client and library together.
    pub(crate) fn whole(&mut self, side: Side) -> Result<Vec<Partition>, Gap> {
        let cells = start::cells(self.problem, &mut self.pool, side);
        let machine = self.entered(side, cells, false);
        self.summarise(side, false, machine, 0)
    }

    /// The summary of a client whose own code did not change, with placeholders.
    pub(crate) fn client(&mut self) -> Result<Vec<Partition>, Gap> {
        let cells = start::cells(self.problem, &mut self.pool, Side::Old);
        let machine = self.entered(Side::Old, cells, true);
        self.summarise(Side::Old, true, machine, 0)
    }

    fn entered(&mut self, side: Side, cells: Vec<TermId>, joint: bool) -> Machine {
        let mut machine = Machine::new(cells);
        let (entry, inputs) = (self.problem.entry(side).entry, self.inputs.clone());
        self.runner(side, joint).enter(&mut machine, entry, &inputs);
        machine
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
            settles: false,
            externals: None,
            cuts: None,
            opaque: None,
            tail_calls: false,
            patience: BLOCKS_WITHOUT_CHOICE,
            steps: &mut self.steps,
        }
    }

    /// The name of the function that a placeholder stands for, and its arguments.
    pub(crate) fn call(&self, function: FnId, args: &[TermId]) -> String {
        let name = self.problem.old.program.functions[function].name;
        let short = name.as_str().rsplit(['.', ':']).next().unwrap_or(name.as_str());
        let words = self.problem.notation.words();
        let args = args.iter().map(|arg| term::print::print(&self.pool, *arg, words));
        format!("{short}({})", args.collect::<Vec<_>>().join(", "))
    }

    /// Every way from here until the stack is down to the floor, whatever the context.
    fn summarise(&mut self, side: Side, joint: bool, from: Machine, floor: usize) -> Result<Vec<Partition>, Gap> {
        let mut done = Vec::new();
        let mut work = vec![Work { condition: self.shapes.clone(), model: None, machine: from, calls: Vec::new() }];
        while let Some(Work { condition, model, mut machine, calls }) = work.pop() {
            self.check_budget()?;
            self.path.retract_to(0);
            for part in &condition {
                self.path.assume(&self.pool, *part, None);
            }
            self.path.model = model;
            let go_on = |more: Option<TermId>, model: Option<Model>, machine: Machine, calls: Vec<Passed>| {
                let condition = condition.iter().copied().chain(more).collect();
                Work { condition, model, machine, calls }
            };
            let settles = joint && self.skips_unchanged;
            let mut runner = self.runner(side, joint);
            // Until a placeholder was met, both versions are in this one state.
            runner.settles = settles && calls.is_empty();
            match runner.run(&mut machine, floor) {
                Event::Left(outcome) => done.push(Partition { condition, machine, outcome, calls }),
                // Nothing that changed lies ahead: whatever the outcome, it is the same.
                Event::Settled => {
                    let outcome = SymOutcome::Returned(Default::default());
                    machine.frames.clear();
                    done.push(Partition { condition, machine, outcome, calls });
                }
                Event::Assume(assumed) => {
                    if let Feasible::Maybe(model) = self.path.feasible(&mut self.pool, assumed) {
                        work.push(go_on(Some(assumed), model, machine, calls));
                    }
                }
                Event::Fork(forks) => {
                    self.forks += 1;
                    for (branch, mut fork) in forks.into_iter().rev() {
                        let Feasible::Maybe(model) = self.path.feasible(&mut self.pool, branch) else { continue };
                        let turn = self.runner(side, joint).count_turn(&mut fork);
                        if let Some(turn) = turn.filter(|turn| turn.count > self.budget.unroll.unwrap_or(UNROLL)) {
                            let at = Some(Place { side, span: turn.at });
                            return Err(Gap::new(Why::UnrolledInSummary(turn.count - 1), at));
                        }
                        work.push(go_on(Some(branch), model, fork, calls.clone()));
                    }
                }
                Event::ChangedCall(callee) => {
                    let placeholder = self.placeholder(&machine, callee)?;
                    self.path.retract_to(0);
                    for kind in self.kinds(placeholder).into_iter().rev() {
                        let mut calls = calls.clone();
                        calls.push(Passed { placeholder, kind });
                        let (machine, left) = self.passed(&machine, placeholder, kind, floor);
                        match left {
                            Some(outcome) => {
                                let condition = condition.clone();
                                done.push(Partition { condition, machine, outcome, calls });
                            }
                            None => {
                                let shape = self.pool.conjunction(self.placeholders[placeholder].shapes.clone());
                                work.push(go_on(Some(shape), None, machine, calls));
                            }
                        }
                    }
                }
                Event::Stuck(stuck) => return Err(stuck.gap(side)),
                Event::Spinning => return Err(Gap::nowhere(Why::NothingDecided)),
                Event::Cut | Event::OpaqueCall(_) => panic!("neither cuts nor opaque calls were asked for"),
            }
        }
        Ok(done)
    }

    fn check_budget(&self) -> Result<(), Gap> {
        let is_over = Instant::now() >= self.budget.deadline
            || self.forks >= self.budget.forks
            || self.steps >= self.budget.steps;
        if !is_over {
            return Ok(());
        }
        Err(Gap::nowhere(Why::SummariesNotComplete))
    }

    /// The ways in which the call can end, in either version.
    fn kinds(&self, placeholder: usize) -> Vec<Kind> {
        let row = &self.placeholders[placeholder];
        let mut kinds: Vec<Kind> = row.old.iter().chain(&row.new).map(|part| Kind::of(&part.outcome)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The state after a call that ended in that way; and the outcome, if that ends the client.
    fn passed(&mut self, at: &Machine, id: usize, kind: Kind, floor: usize) -> (Machine, Option<SymOutcome>) {
        let mut machine = at.clone();
        let row = &self.placeholders[id];
        for (slot, unknown) in &row.written {
            machine.cells[*slot] = *unknown;
        }
        let mut outcome = match kind {
            Kind::Returned => SymOutcome::Returned(row.returned.iter().copied().collect()),
            Kind::Raised => SymOutcome::Raised(row.raised.expect("some version raises")),
            Kind::Trapped => {
                machine.frames.clear();
                return (machine, Some(SymOutcome::Trapped));
            }
        };
        loop {
            if machine.frames.len() <= floor {
                return (machine, Some(outcome));
            }
            match self.runner(Side::Old, true).deliver(&mut machine, outcome) {
                None => return (machine, None),
                Some(passed_on) => outcome = passed_on,
            }
        }
    }

    /// The placeholder for the call that the machine waits at.
    fn placeholder(&mut self, machine: &Machine, callee: FnId) -> Result<usize, Gap> {
        let args = self.runner(Side::Old, true).pending_args(machine).to_vec();
        let call = (callee, args.clone(), machine.cells.clone());
        if let Some(known) = self.known.get(&call) {
            return Ok(*known);
        }
        let matching = &self.problem.matching;
        let floor = machine.frames.len();
        let codes = &mut self.new_codes;
        let mut of_new = machine.clone().with_functions(|old| {
            let new = matching.new_of(old).expect("code that is the same in both versions has a partner");
            (new, codes.code(new))
        });
        let mut of_old = machine.clone();
        let mut summaries = Vec::new();
        for (side, machine) in [(Side::Old, &mut of_old), (Side::New, &mut of_new)] {
            let function = match side {
                Side::Old => Some(callee),
                Side::New => matching.new_of(callee),
            };
            let is_defined = function.is_some_and(|id| self.problem.program(side).functions[id].body().is_some());
            if !is_defined {
                let function = self.problem.old.program.functions[callee].name;
                return Err(Gap::nowhere(Why::NoBody { function, side }));
            }
            self.runner(side, false).enter_pending(machine);
            summaries.push(self.summarise(side, false, machine.clone(), floor)?);
        }
        let [old, new] = <[_; 2]>::try_from(summaries).unwrap_or_else(|_| panic!("two sides"));
        let row = self.stands_for(callee, args, machine, old, new)?;
        self.placeholders.push(row);
        self.known.insert(call, self.placeholders.len() - 1);
        Ok(self.placeholders.len() - 1)
    }

    /// Unknowns for the effects, if they can be expressed by unknowns.
    fn stands_for(
        &mut self,
        function: FnId,
        args: Vec<TermId>,
        before: &Machine,
        old: Vec<Partition>,
        new: Vec<Partition>,
    ) -> Result<Placeholder, Gap> {
        let row = &self.problem.old.program.functions[function];
        let name = row.name;
        let refuse = |does: Unplaced| Err(Gap::nowhere(Why::NoPlaceholder { function: name, does }));
        let mut written: Vec<usize> = Vec::new();
        for part in old.iter().chain(&new) {
            if part.machine.choices != before.choices {
                return refuse(Unplaced::Chooses);
            }
            let values: Vec<TermId> = match &part.outcome {
                SymOutcome::Returned(values) => values.to_vec(),
                SymOutcome::Raised(value) => vec![*value],
                SymOutcome::Trapped => Vec::new(),
            };
            if !values.iter().all(|value| holds_no_reference(&self.pool, *value)) {
                return refuse(Unplaced::GivesBackObjects);
            }
            for slot in 0..before.cells.len() {
                let (was, is) = (before.cells[slot], part.machine.cells[slot]);
                let is_heap = matches!(self.pool.sort(was).kind(),
                    SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)));
                if was == is {
                    continue;
                }
                if is_heap {
                    if !keeps_objects(&mut self.pool, was, is, before.references) {
                        return refuse(Unplaced::WritesToObjects);
                    }
                    continue;
                }
                if !holds_no_reference(&self.pool, is) {
                    return refuse(Unplaced::KeepsObjects);
                }
                written.push(slot);
            }
        }
        written.sort_unstable();
        written.dedup();
        let call = self.call(function, &args);
        let mut shapes = Vec::new();
        let effects = |index: usize| -> Vec<TermId> {
            let returned = old.iter().chain(&new).filter_map(|part| match &part.outcome {
                SymOutcome::Returned(values) => values.get(index).copied(),
                SymOutcome::Raised(_) | SymOutcome::Trapped => None,
            });
            returned.collect()
        };
        let results = row.results.iter().enumerate();
        let returned = results.map(|(index, sort)| self.like(&call, *sort, &effects(index), &mut shapes)).collect();
        let raised = row.raises.map(|sort| {
            let raised = old.iter().chain(&new).filter_map(|part| match &part.outcome {
                SymOutcome::Raised(value) => Some(*value),
                SymOutcome::Returned(_) | SymOutcome::Trapped => None,
            });
            let raised: Vec<TermId> = raised.collect();
            // Only where it is raised: no condition on all that follows.
            self.like(&format!("what {call} raises"), sort, &raised, &mut Vec::new())
        });
        let cells = written.into_iter().map(|slot| {
            let values: Vec<TermId> = old.iter().chain(&new).map(|part| part.machine.cells[slot]).collect();
            let sort = self.pool.sort(before.cells[slot]);
            (slot, self.like(&format!("what {call} writes"), sort, &values, &mut Vec::new()))
        });
        let written = cells.collect();
        Ok(Placeholder { function, args, returned, raised, written, shapes, old, new })
    }

    /// An unknown of the form that all of these values have.
    fn like(&mut self, name: &str, sort: Sort, values: &[TermId], shapes: &mut Vec<TermId>) -> TermId {
        let Some(first) = values.first() else { return self.pool.fresh(name, sort) };
        if values.iter().all(|value| value == first) && self.pool.as_const(*first).is_some() {
            return *first;
        }
        let constructed: Vec<_> = values.iter().filter_map(|value| self.pool.as_construct(*value)).collect();
        if let Some((ctor, _)) = constructed.first().cloned().filter(|_| constructed.len() == values.len()) {
            if constructed.iter().all(|(other, _)| *other == ctor) {
                let fields = ctor.definition().fields.iter().enumerate().map(|(index, (_, sort))| {
                    let values: Vec<TermId> = constructed.iter().map(|(_, fields)| fields[index]).collect();
                    self.like(name, *sort, &values, shapes)
                });
                let fields: Vec<TermId> = fields.collect();
                return self.pool.app(Op::Construct(ctor), &fields);
            }
            let unknown = self.pool.fresh(name, sort);
            let mut any = self.pool.bool(false);
            for (ctor, _) in constructed {
                let is = self.pool.app(Op::Is(ctor), &[unknown]);
                any = self.pool.or(any, is);
            }
            shapes.push(any);
            return unknown;
        }
        let elements: Vec<_> = values.iter().filter_map(|value| self.pool.as_elements(*value)).collect();
        if let (Some(element), Some(length)) = (sort.element(), elements.first().map(|first| first.len()))
            && elements.len() == values.len()
            && elements.iter().all(|row| row.len() == length)
        {
            let parts = (0..length).map(|index| {
                let values: Vec<TermId> = elements.iter().map(|row| row[index]).collect();
                self.like(name, element, &values, shapes)
            });
            let parts: Vec<TermId> = parts.collect();
            return self.pool.app(Op::SeqOf(element), &parts);
        }
        self.pool.fresh(name, sort)
    }

    /// The partition with placeholders' unknowns replaced.
    pub(crate) fn replaced(&mut self, part: &Partition, by: &FxHashMap<term::VarId, TermId>) -> Partition {
        let replace = |pool: &mut Pool, term: TermId| pool.substitute(term, by);
        let pool = &mut self.pool;
        let condition = part.condition.iter().map(|term| replace(pool, *term)).collect();
        let mut machine = part.machine.clone();
        for cell in &mut machine.cells {
            *cell = replace(pool, *cell);
        }
        machine.at_call = machine.at_call.map(|at| {
            let cells = at.cells.iter().map(|cell| replace(pool, *cell)).collect();
            Rc::new(AtCall { cells, references: at.references })
        });
        let outcome = match &part.outcome {
            SymOutcome::Returned(values) => {
                SymOutcome::Returned(values.iter().map(|value| replace(pool, *value)).collect())
            }
            SymOutcome::Raised(value) => SymOutcome::Raised(replace(pool, *value)),
            SymOutcome::Trapped => SymOutcome::Trapped,
        };
        Partition { condition, machine, outcome, calls: part.calls.clone() }
    }
}
