//! Is every summary equal to the ways that it replaces?
//!
//! Java Ranger's test harness, for every region of a function at once: the function runs from unknown inputs with
//! all regions merged. Wherever a summary is used, the state at the region's head is also run in the plain
//! manner, way by way, until the region is left; and on each way the summary must say the same. Everything that
//! a region leaves behind is compared: the values that are read later, all cells and objects, how it ended, what
//! it gave back or raised, the calls it made and the effects it ran.

use std::collections::BTreeMap;
use std::time::Instant;

use equiv::regions::{Instance, RegionProofs, RegionRow, Shown};
use equiv::{Problem, Side};
use ir::calls::reachable;
use ir::{BlockId, FnId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::compare::{Heaps, same_state};
use semantics::{
    Event, Fault, Machine, Merge, Merged, Next, RegionId, Setting, SymOutcome, Visitor, Walk, Way, effects_on,
    same_effects,
};
use smt::{Answer, Logic};
use term::eval::Evaluator;
use term::{Assignment, TermId};
use value::Value;

/// Choices in one loop that are followed.
const TURNS: u32 = 6;
/// Ways of one region that are followed.
const MOST_WAYS: u64 = 5_000;
/// Time for one question, in milliseconds.
const MILLISECONDS: u64 = 5_000;

/// Compares every summary that the client uses with its ways. `fault`: spoils summaries, for tests.
pub fn prove(problem: &Problem, logic: &Logic, deadline: Instant, fault: Option<Box<dyn Fault>>) -> RegionProofs {
    let mut setting = Setting::new(problem, logic, deadline);
    setting.answers_outside = true;
    setting.merge(Merge::Always);
    setting.summaries[Side::Old as usize].fault = fault;
    let shapes = setting.shapes();
    let model = setting.path.model.clone();
    for shape in shapes {
        setting.path.assume(&setting.pool, shape, model.clone());
    }
    let machine = setting.entered(Side::Old);
    let mut walk = Walk::from(&setting, machine);
    let heaps = Heaps::new(problem);
    let mut harness = Harness { problem, setting, heaps, used: BTreeMap::new(), is_cut: false, is_stuck: false };
    if walk.run(&mut harness).is_err() {
        harness.is_cut = true;
    }
    harness.finish()
}

struct Harness<'p> {
    problem: &'p Problem,
    setting: Setting<'p>,
    heaps: Heaps,
    used: BTreeMap<RegionId, (Span, Vec<Instance>)>,
    is_cut: bool,
    is_stuck: bool,
}

/// The time is up.
struct OutOfTime;

impl Harness<'_> {
    /// Follows the ways of a region from the state at its head, and compares each with the summary.
    fn check(&mut self, merged: &Merged) {
        let (depth, model) = (self.setting.path.depth(), self.setting.path.model.clone());
        let cuts: FxHashSet<(FnId, BlockId)> =
            merged.exit.map(|exit| (merged.region.function, exit)).into_iter().collect();
        let mut walk = Walk::from(&self.setting, merged.before.clone());
        let mut plain = Plain { harness: self, merged, cuts, ways: 0, shown: Shown::Equal };
        let ended = walk.run(&mut plain);
        let Plain { ways, mut shown, .. } = plain;
        if ended.is_err() && shown == Shown::Equal {
            shown = Shown::Undecided;
        }
        self.setting.path.retract_to(depth);
        self.setting.path.model = model;
        let at = self.place(merged);
        self.used.entry(merged.region).or_insert_with(|| (at, Vec::new())).1.push(Instance { ways, shown });
    }

    fn place(&mut self, merged: &Merged) -> Span {
        let body = self.problem.old.program.functions[merged.region.function].body().expect("a region is in a body");
        let at = body.span_of_end(merged.region.head);
        self.setting.runner(Side::Old).source_span(&merged.before, at)
    }

    fn finish(mut self) -> RegionProofs {
        let program = &self.problem.old.program;
        let reached = reachable(program, self.problem.old.client);
        let own: Vec<FnId> = reached.into_iter().filter(|id| program.functions[*id].is_source()).collect();
        let summaries = &mut self.setting.summaries[Side::Old as usize];
        let mut rows: BTreeMap<(FnId, BlockId), RegionRow> = BTreeMap::new();
        let regions: Vec<RegionId> =
            own.into_iter().flat_map(|function| summaries.regions(program, function)).collect();
        for region in regions {
            let function = &program.functions[region.function];
            let body = function.body().expect("a region is in a body");
            let at = body.span_of_end(region.head);
            let unmerged = summaries.unmerged.get(&region).copied();
            // Of several at one head, the best is the one that counts.
            let row = || RegionRow { function: function.name, at, instances: Vec::new(), unmerged };
            rows.entry((region.function, region.head)).or_insert_with(row);
        }
        for (region, (at, instances)) in self.used {
            let function = program.functions[region.function].name;
            let row = || RegionRow { function, at, instances: Vec::new(), unmerged: None };
            rows.entry((region.function, region.head)).or_insert_with(row).instances.extend(instances);
        }
        RegionProofs { regions: rows.into_values().collect(), is_cut: self.is_cut, is_stuck: self.is_stuck }
    }
}

impl<'p> Visitor<'p> for Harness<'p> {
    type State = Machine;
    type Stop = OutOfTime;

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.setting
    }

    fn visit(&mut self, mut machine: Machine) -> Result<Next<Machine>, OutOfTime> {
        if self.setting.path.is_out_of_time() {
            return Err(OutOfTime);
        }
        let mut runner = self.setting.runner(Side::Old);
        runner.watches_merges = true;
        match runner.run(&mut machine, 0) {
            Event::Merged(merged) => {
                self.check(&merged);
                Ok(Next::Fork(merged.states))
            }
            Event::Fork(forks) => Ok(Next::Fork(forks)),
            Event::Assume(condition) => Ok(Next::Assume(condition, machine)),
            Event::Left(_) => Ok(Next::End),
            Event::Stuck(_) => {
                self.is_stuck = true;
                Ok(Next::End)
            }
            Event::Spinning => {
                self.is_cut = true;
                Ok(Next::End)
            }
            Event::ChangedCall(_) | Event::Settled | Event::Cut | Event::OpaqueCall(_) => {
                panic!("one version alone has no changes")
            }
        }
    }

    fn take(&mut self, mut way: Way<Machine>, is_choice: bool) -> Result<Option<Way<Machine>>, OutOfTime> {
        let turn = if is_choice { self.setting.runner(Side::Old).count_turn(&mut way.state) } else { None };
        if turn.is_some_and(|turn| turn.count > TURNS) {
            self.is_cut = true;
            return Ok(None);
        }
        Ok(Some(way))
    }
}

/// One region in the plain manner.
struct Plain<'h, 'p> {
    harness: &'h mut Harness<'p>,
    merged: &'h Merged,
    cuts: FxHashSet<(FnId, BlockId)>,
    ways: u64,
    shown: Shown,
}

/// Nothing more is to be learned.
struct Enough;

impl Plain<'_, '_> {
    /// What is looked at behind the exit.
    fn outputs(&self, machine: &Machine) -> SymOutcome {
        let values = machine.frames.last().expect("a frame").values();
        SymOutcome::Returned(self.merged.outputs.iter().map(|value| values[arena::Id::index(*value)]).collect())
    }

    /// A way has left the region: does the summary say the same? `None`: at the exit.
    fn compare(&mut self, machine: &Machine, outcome: Option<SymOutcome>) -> Result<(), Enough> {
        self.ways += 1;
        let ended = outcome.clone().unwrap_or_else(|| self.outputs(machine));
        let (machine, ended) = &self.on_this_way(machine, ended);
        let shared = self.merged.before.references;
        let mut says = self.harness.setting.pool.bool(false);
        let mut compared = Vec::new();
        for (guard, state) in &self.merged.states {
            let of_summary = match (&outcome, state.ending()) {
                (None, None) => self.outputs(state),
                (Some(_), Some(ending)) => ending.clone(),
                _ => continue,
            };
            let (state, of_summary) = self.on_this_way(state, of_summary);
            let Setting { pool, .. } = &mut self.harness.setting;
            let same = same_state(pool, &self.harness.heaps, (machine, ended), (&state, &of_summary), shared);
            let effects =
                same_effects(pool, machine.trace, state.trace).map_or_else(|term| term, |same| pool.bool(same));
            let same = pool.and(same, effects);
            let here = pool.and(*guard, same);
            says = pool.or(says, here);
            compared.push((*guard, state, of_summary));
        }
        let Setting { pool, path, .. } = &mut self.harness.setting;
        if path.decide(pool, says) == Some(true) {
            return Ok(());
        }
        let differs = pool.not(says);
        match path.ask(pool, differs, MILLISECONDS) {
            Answer::Unsat => Ok(()),
            Answer::Sat(assignment) => {
                let is_seen = self.is_seen(&assignment, machine, ended, &compared);
                let values = self.harness.setting.values(&assignment);
                self.shown = if is_seen { Shown::Different(values) } else { Shown::Undecided };
                Err(Enough)
            }
            Answer::Unknown(_) => {
                self.shown = Shown::Undecided;
                Ok(())
            }
        }
    }

    /// A state and an end as they are where the way's choices are made.
    fn on_this_way(&mut self, state: &Machine, mut outcome: SymOutcome) -> (Machine, SymOutcome) {
        let Setting { pool, path, .. } = &mut self.harness.setting;
        let mut done = FxHashMap::default();
        let mut state = state.clone();
        let terms = state.cells.iter_mut().chain(&mut state.trace).chain(outcome.terms_mut());
        terms.for_each(|term| *term = path.resolve_within(pool, *term, &mut done));
        (state, outcome)
    }

    /// Is the difference there when everything is computed? The condition may ask too much of objects.
    fn is_seen(
        &mut self,
        assignment: &Assignment,
        machine: &Machine,
        ended: &SymOutcome,
        compared: &[(TermId, Machine, SymOutcome)],
    ) -> bool {
        let pool = &self.harness.setting.pool;
        let mut evaluator = Evaluator::new(assignment.clone());
        let Some((_, state, of_summary)) = compared.iter().find(|(guard, _, _)| evaluator.holds(pool, *guard)) else {
            return true;
        };
        if std::mem::discriminant(ended) != std::mem::discriminant(of_summary) {
            return true;
        }
        let (ran, says) = [machine, state].map(|each| effects_on(pool, each.trace, &mut evaluator)).into();
        if ran != says {
            return true;
        }
        let pairs = ended.terms().zip(of_summary.terms());
        let cells = machine.cells.iter().copied().zip(state.cells.iter().copied());
        // The numbers of objects that are made need not be the same, and what cannot be computed shows nothing.
        let makes_objects = state.references > self.merged.before.references;
        pairs.chain(cells).any(|(a, b)| {
            let (Some(a), Some(b)) = (evaluator.eval(pool, a), evaluator.eval(pool, b)) else { return false };
            a != b && !(makes_objects && (holds_reference(&a) || holds_reference(&b)))
        })
    }
}

fn holds_reference(value: &Value) -> bool {
    match value {
        Value::Ref(_) => true,
        Value::Seq(elements) => elements.iter().any(holds_reference),
        Value::Data(_, fields) => fields.iter().any(holds_reference),
        Value::Map(map) => {
            let entries = map.entries().any(|(key, value)| holds_reference(key) || holds_reference(value));
            entries || holds_reference(map.default_value())
        }
        _ => false,
    }
}

impl<'p> Visitor<'p> for Plain<'_, 'p> {
    type State = Machine;
    type Stop = Enough;

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.harness.setting
    }

    fn visit(&mut self, mut machine: Machine) -> Result<Next<Machine>, Enough> {
        if self.ways >= MOST_WAYS || self.harness.setting.path.is_out_of_time() {
            return Err(Enough);
        }
        let depth = self.merged.before.frames.len();
        let mut runner = self.harness.setting.runner(Side::Old);
        runner.summaries = None;
        runner.cuts = Some(&self.cuts);
        match runner.run(&mut machine, depth - 1) {
            // The same function, called again within.
            Event::Cut if machine.frames.len() > depth => {
                machine.leaving_cut = true;
                return Ok(Next::Go(vec![(None, machine)]));
            }
            Event::Cut => self.compare(&machine, None)?,
            Event::Left(outcome) => self.compare(&machine, Some(outcome))?,
            Event::Fork(forks) => return Ok(Next::Fork(forks)),
            Event::Assume(condition) => return Ok(Next::Assume(condition, machine)),
            Event::Stuck(_) | Event::Spinning => {
                // A summary says nothing of what is not understood.
                self.ways += 1;
                self.shown = Shown::Undecided;
            }
            Event::ChangedCall(_) | Event::Settled | Event::OpaqueCall(_) | Event::Merged(_) => {
                panic!("one version alone has no changes")
            }
        }
        Ok(Next::End)
    }

    fn take(&mut self, way: Way<Machine>, _: bool) -> Result<Option<Way<Machine>>, Enough> {
        Ok(Some(way))
    }
}
