//! Summaries: what a piece of code does, as *partitions* of its inputs with the *effect* of each.
//!
//! A partition is a path condition, its effect the outcome and the state at the end of that path
//! (section 3 of the paper; `docs/notation.md` maps the symbols). A client's summary has a
//! *placeholder* for every call of a changed function: unknowns that stand for what the call
//! gives and writes, whichever version is called.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use equiv::gap::Unplaced;
use equiv::{Gap, Place, Problem, Side, Why};
use ir::FnId;
use rustc_hash::FxHashMap;
use semantics::compare::{holds_no_reference, keeps_objects};
use semantics::{AtCall, Ending, Event, Machine, Next, Runner, Setting, SymOutcome, Visitor, Walk, Way};
use smt::Logic;
use term::{Pool, TermId};
use value::{Op, Sort, SortKind, Symbol};

use crate::Budget;

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
    pub(crate) kind: Ending,
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
    pub(crate) fn unknowns(&self, kind: Ending) -> Vec<TermId> {
        let outcome = match kind {
            Ending::Returned => self.returned.clone(),
            Ending::Raised => self.raised.into_iter().collect(),
            Ending::Trapped => Vec::new(),
        };
        outcome.into_iter().chain(self.written.iter().map(|(_, unknown)| *unknown)).collect()
    }

    /// What a partition of a summary gives for them.
    pub(crate) fn effect(&self, partition: &Partition) -> Vec<TermId> {
        partition.outcome.terms().chain(self.written.iter().map(|(slot, _)| partition.machine.cells[*slot])).collect()
    }
}

/// How the unknowns of a placeholder are called.
pub(crate) struct Unknowns {
    pub(crate) gives: Symbol,
    pub(crate) raises: Symbol,
    pub(crate) writes: Symbol,
}

impl Unknowns {
    /// By the placeholder's place in the list.
    pub(crate) fn of(placeholder: usize) -> Unknowns {
        let [gives, raises, writes] =
            ["gives", "raises", "writes"].map(|what| Symbol::new(&format!("{placeholder} {what}")));
        Unknowns { gives, raises, writes }
    }
}

/// What a placeholder depends on.
type Call = (FnId, Vec<TermId>, Vec<TermId>);

pub(crate) struct Summariser<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) setting: Setting<'p>,
    /// What every input satisfies by its sort.
    pub(crate) shapes: Vec<TermId>,
    pub(crate) placeholders: Vec<Placeholder>,
    known: FxHashMap<Call, usize>,
    budget: &'p Budget,
    /// Leave out what is the same in both versions whatever it does.
    pub(crate) skips_unchanged: bool,
    forks: u64,
}

/// A way through a piece of code that has not come to its end.
struct Unfinished {
    machine: Machine,
    calls: Vec<Passed>,
}

/// Turns of one loop that a summary follows.
const UNROLL: u32 = 1_000;

impl<'p> Summariser<'p> {
    pub(crate) fn new(problem: &'p Problem, logic: &Logic, budget: &'p Budget) -> Summariser<'p> {
        let mut setting = Setting::new(problem, logic, budget.deadline);
        Summariser {
            problem,
            shapes: setting.shapes(),
            setting,
            placeholders: Vec::new(),
            known: FxHashMap::default(),
            budget,
            skips_unchanged: true,
            forks: 0,
        }
    }

    /// The summary of one version, client and library together.
    pub(crate) fn whole(&mut self, side: Side) -> Result<Vec<Partition>, Gap> {
        let machine = self.setting.entered(side);
        self.summarise(side, false, machine, 0)
    }

    /// The summary of a client whose own code did not change, with placeholders.
    pub(crate) fn client(&mut self) -> Result<Vec<Partition>, Gap> {
        let machine = self.setting.entered(Side::Old);
        self.summarise(Side::Old, true, machine, 0)
    }

    /// Every way from here until the stack is down to the floor, whatever the context.
    fn summarise(&mut self, side: Side, joint: bool, from: Machine, floor: usize) -> Result<Vec<Partition>, Gap> {
        self.assume_only(&self.shapes.clone());
        let mut walk = Walk::from(&self.setting, Unfinished { machine: from, calls: Vec::new() });
        let mut summarising = Summarising { summariser: self, side, joint, floor, done: Vec::new() };
        walk.run(&mut summarising)?;
        Ok(summarising.done)
    }

    /// Makes these the path condition.
    pub(crate) fn assume_only(&mut self, conditions: &[TermId]) {
        self.setting.path.retract_to(0);
        for condition in conditions {
            self.setting.path.assume(&self.setting.pool, *condition, None);
        }
        self.setting.path.model = None;
    }

    fn check_budget(&self) -> Result<(), Gap> {
        let now = Instant::now();
        let is_over = now >= self.budget.deadline
            || self.budget.merge_after.is_some_and(|time| now >= time) && self.setting.mergeable() > 0
            || self.forks >= self.budget.forks
            || self.setting.steps >= self.budget.steps;
        if !is_over {
            return Ok(());
        }
        Err(Gap::nowhere(Why::SummariesNotComplete))
    }

    /// The ways in which the call can end, in either version.
    fn kinds(&self, placeholder: usize) -> Vec<Ending> {
        let row = &self.placeholders[placeholder];
        let mut kinds: Vec<Ending> = row.old.iter().chain(&row.new).map(|part| part.outcome.ending()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The state after a call that ended in that way; and the outcome, if that ends the client.
    fn passed(&mut self, at: &Machine, id: usize, kind: Ending, floor: usize) -> (Machine, Option<SymOutcome>) {
        let mut machine = at.clone();
        let row = &self.placeholders[id];
        for (slot, unknown) in &row.written {
            machine.cells[*slot] = *unknown;
        }
        let outcome = match kind {
            Ending::Returned => SymOutcome::Returned(row.returned.iter().copied().collect()),
            Ending::Raised => SymOutcome::Raised(row.raised.expect("some version raises")),
            Ending::Trapped => {
                machine.frames.clear();
                return (machine, Some(SymOutcome::Trapped));
            }
        };
        let left = self.joint_runner().deliver_to(&mut machine, outcome, floor);
        (machine, left)
    }

    fn joint_runner(&mut self) -> Runner<'_, 'p> {
        let mut runner = self.setting.runner(Side::Old);
        runner.joint = true;
        runner
    }

    /// The placeholder for the call that the machine waits at.
    fn placeholder(&mut self, machine: &Machine, callee: FnId) -> Result<usize, Gap> {
        let args = self.joint_runner().pending_args(machine).to_vec();
        let call = (callee, args.clone(), machine.cells.clone());
        if let Some(known) = self.known.get(&call) {
            return Ok(*known);
        }
        let path = self.setting.path.conditions().to_vec();
        let floor = machine.frames.len();
        let [of_old, of_new] = self.setting.part(machine, callee).map_err(|side| {
            let function = self.problem.old.program.functions[callee].name;
            Gap::nowhere(Why::NoBody { function, side })
        })?;
        let old = self.summarise(Side::Old, false, of_old, floor)?;
        let new = self.summarise(Side::New, false, of_new, floor)?;
        self.assume_only(&path);
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
        let written = self
            .written(before, old.iter().chain(&new))
            .map_err(|does| Gap::nowhere(Why::NoPlaceholder { function: row.name, does }))?;
        let unknowns = Unknowns::of(self.placeholders.len());
        let mut shapes = Vec::new();
        let effects = |index: usize| -> Vec<TermId> {
            let returned = old.iter().chain(&new).filter_map(|part| match &part.outcome {
                SymOutcome::Returned(values) => values.get(index).copied(),
                SymOutcome::Raised(_) | SymOutcome::Trapped => None,
            });
            returned.collect()
        };
        let results = row.results.iter().enumerate();
        let returned =
            results.map(|(index, sort)| self.like(unknowns.gives, *sort, &effects(index), &mut shapes)).collect();
        let raised = row.raises.map(|sort| {
            let raised = old.iter().chain(&new).filter_map(|part| match &part.outcome {
                SymOutcome::Raised(value) => Some(*value),
                SymOutcome::Returned(_) | SymOutcome::Trapped => None,
            });
            let raised: Vec<TermId> = raised.collect();
            // Only where it is raised: no condition on all that follows.
            self.like(unknowns.raises, sort, &raised, &mut Vec::new())
        });
        let cells = written.into_iter().map(|slot| {
            let values: Vec<TermId> = old.iter().chain(&new).map(|part| part.machine.cells[slot]).collect();
            let sort = self.setting.pool.sort(before.cells[slot]);
            (slot, self.like(unknowns.writes, sort, &values, &mut Vec::new()))
        });
        let written = cells.collect();
        Ok(Placeholder { function, args, returned, raised, written, shapes, old, new })
    }

    /// The cells that some way writes, if unknowns can stand for all that it does; else why not.
    fn written<'s>(
        &mut self,
        before: &Machine,
        parts: impl Iterator<Item = &'s Partition>,
    ) -> Result<BTreeSet<usize>, Unplaced> {
        let mut written = BTreeSet::new();
        for part in parts {
            if part.machine.choices != before.choices {
                return Err(Unplaced::Chooses);
            }
            if !part.outcome.terms().all(|value| holds_no_reference(&self.setting.pool, value)) {
                return Err(Unplaced::GivesBackObjects);
            }
            for (slot, (was, is)) in before.cells.iter().zip(&part.machine.cells).enumerate() {
                let is_heap = matches!(self.setting.pool.sort(*was).kind(),
                    SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)));
                if was == is {
                    continue;
                }
                if is_heap && keeps_objects(&mut self.setting.pool, *was, *is, before.references) {
                    continue;
                }
                if is_heap {
                    return Err(Unplaced::WritesToObjects);
                }
                if !holds_no_reference(&self.setting.pool, *is) {
                    return Err(Unplaced::KeepsObjects);
                }
                written.insert(slot);
            }
        }
        Ok(written)
    }

    /// An unknown of the form that all of these values have.
    fn like(&mut self, name: Symbol, sort: Sort, values: &[TermId], shapes: &mut Vec<TermId>) -> TermId {
        let Some(first) = values.first() else { return self.setting.pool.fresh(name.as_str(), sort) };
        if values.iter().all(|value| value == first) && self.setting.pool.as_const(*first).is_some() {
            return *first;
        }
        let constructed: Vec<_> = values.iter().filter_map(|value| self.setting.pool.as_construct(*value)).collect();
        if let Some((ctor, _)) = constructed.first().cloned().filter(|_| constructed.len() == values.len()) {
            if constructed.iter().all(|(other, _)| *other == ctor) {
                let fields = ctor.definition().fields.iter().enumerate().map(|(index, (_, sort))| {
                    let values: Vec<TermId> = constructed.iter().map(|(_, fields)| fields[index]).collect();
                    self.like(name, *sort, &values, shapes)
                });
                let fields: Vec<TermId> = fields.collect();
                return self.setting.pool.app(Op::Construct(ctor), &fields);
            }
            let unknown = self.setting.pool.fresh(name.as_str(), sort);
            let mut any = self.setting.pool.bool(false);
            for (ctor, _) in constructed {
                let is = self.setting.pool.app(Op::Is(ctor), &[unknown]);
                any = self.setting.pool.or(any, is);
            }
            shapes.push(any);
            return unknown;
        }
        let elements: Vec<_> = values.iter().filter_map(|value| self.setting.pool.as_elements(*value)).collect();
        if let (Some(element), Some(length)) = (sort.element(), elements.first().map(|first| first.len()))
            && elements.len() == values.len()
            && elements.iter().all(|row| row.len() == length)
        {
            let parts = (0..length).map(|index| {
                let values: Vec<TermId> = elements.iter().map(|row| row[index]).collect();
                self.like(name, element, &values, shapes)
            });
            let parts: Vec<TermId> = parts.collect();
            return self.setting.pool.app(Op::SeqOf(element), &parts);
        }
        self.setting.pool.fresh(name.as_str(), sort)
    }

    /// The partition with placeholders' unknowns replaced.
    pub(crate) fn replaced(&mut self, part: &Partition, by: &FxHashMap<term::VarId, TermId>) -> Partition {
        let replace = |pool: &mut Pool, term: TermId| pool.substitute(term, by);
        let pool = &mut self.setting.pool;
        let condition = part.condition.iter().map(|term| replace(pool, *term)).collect();
        let (mut machine, mut outcome) = (part.machine.clone(), part.outcome.clone());
        for term in machine.cells.iter_mut().chain(outcome.terms_mut()) {
            *term = replace(pool, *term);
        }
        machine.at_call = machine.at_call.map(|at| {
            let cells = at.cells.iter().map(|cell| replace(pool, *cell)).collect();
            Rc::new(AtCall { cells, references: at.references })
        });
        Partition { condition, machine, outcome, calls: part.calls.clone() }
    }
}

/// One summary while it is made.
struct Summarising<'s, 'p> {
    summariser: &'s mut Summariser<'p>,
    side: Side,
    /// Both versions are in one state: calls of changed functions are placeholders.
    joint: bool,
    floor: usize,
    done: Vec<Partition>,
}

impl Summarising<'_, '_> {
    fn end(&mut self, machine: Machine, outcome: SymOutcome, calls: Vec<Passed>) {
        let condition = self.summariser.setting.path.conditions().to_vec();
        self.done.push(Partition { condition, machine, outcome, calls });
    }

    /// The ways in which a call of a changed function may end, each with unknowns for what it gives.
    fn pass(&mut self, machine: &Machine, callee: FnId, calls: &[Passed]) -> Result<Next<Unfinished>, Gap> {
        let placeholder = self.summariser.placeholder(machine, callee)?;
        let shapes = self.summariser.placeholders[placeholder].shapes.clone();
        let shape = self.summariser.setting.pool.conjunction(shapes);
        let mut states = Vec::new();
        for kind in self.summariser.kinds(placeholder).into_iter().rev() {
            let mut calls = calls.to_vec();
            calls.push(Passed { placeholder, kind });
            let (machine, left) = self.summariser.passed(machine, placeholder, kind, self.floor);
            match left {
                Some(outcome) => self.end(machine, outcome, calls),
                None => states.push((Some(shape), Unfinished { machine, calls })),
            }
        }
        states.reverse();
        Ok(Next::Go(states))
    }
}

impl<'p> Visitor<'p> for Summarising<'_, 'p> {
    type State = Unfinished;
    type Stop = Gap;

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.summariser.setting
    }

    fn visit(&mut self, Unfinished { mut machine, calls }: Unfinished) -> Result<Next<Unfinished>, Gap> {
        self.summariser.check_budget()?;
        let mut runner = self.summariser.setting.runner(self.side);
        runner.joint = self.joint;
        // Until a placeholder was met, both versions are in this one state.
        runner.settles = self.joint && self.summariser.skips_unchanged && calls.is_empty();
        match runner.run(&mut machine, self.floor) {
            Event::Left(outcome) => self.end(machine, outcome, calls),
            // Nothing that changed lies ahead: whatever the outcome, it is the same.
            Event::Settled => {
                machine.frames.clear();
                self.end(machine, SymOutcome::Returned(Default::default()), calls);
            }
            Event::Assume(condition) => return Ok(Next::Assume(condition, Unfinished { machine, calls })),
            Event::Fork(forks) => {
                self.summariser.forks += 1;
                let ways = forks.into_iter().map(|(condition, machine)| {
                    let calls = calls.clone();
                    (condition, Unfinished { machine, calls })
                });
                return Ok(Next::Fork(ways.collect()));
            }
            Event::ChangedCall(callee) => return self.pass(&machine, callee, &calls),
            Event::Stuck(stuck) => return Err(stuck.gap(self.side)),
            Event::Spinning => return Err(Gap::nowhere(Why::NothingDecided)),
            Event::Cut | Event::OpaqueCall(_) | Event::Merged(_) => {
                panic!("neither cuts nor opaque calls were asked for")
            }
        }
        Ok(Next::End)
    }

    fn take(&mut self, mut way: Way<Unfinished>, _: bool) -> Result<Option<Way<Unfinished>>, Gap> {
        let turn = self.summariser.setting.runner(self.side).count_turn(&mut way.state.machine);
        let most = self.summariser.budget.unroll.unwrap_or(UNROLL);
        let Some(turn) = turn.filter(|turn| turn.count > most) else { return Ok(Some(way)) };
        let at = Some(Place { side: self.side, span: turn.at });
        Err(Gap::new(Why::UnrolledInSummary(turn.count - 1), at))
    }
}
