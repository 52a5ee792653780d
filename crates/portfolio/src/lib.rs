//! Which engine, in what order, for how long; and what their answers amount to.
//!
//! An engine says what it found out for which inputs. Here, and only here, that becomes a verdict:
//! `Different` as soon as one counterexample has replayed, `Equivalent` when an engine covered
//! every input and left nothing open, else `Undecided` with the gaps. A crash of an engine is a
//! gap; it never counts as an answer.
//!
//! Which engines are asked follows from the problem's goal: [`same`](Run::same) or
//! [`only_new_fails`](Run::only_new_fails).

mod failures;
pub mod validation;
mod world;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use equiv::coverage::{Slip, Summaries};
use equiv::inputs::Generator;
use equiv::regions::RegionProofs;
use equiv::{
    Coverage, Gap, GapKind, Goal, Method, Notion, Place, Problem, Proof, Reason, Side, Spec, Status, Termination,
    Verdict, Why,
};
use ir::entry::{Assumption, AssumptionKind};
use ir::interp::{Limits, Outcome, Stop};
use ir::{CellId, CellRole, FunctionKind};
use smt::Logic;
use value::Expr;

pub use engine_dac::{Mode, Options as Contracts};
pub use engine_symex::Merge;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    Auto,
    Lazy,
    Eager,
    Relational,
    Random,
}

pub use smt::QuerySink;

#[derive(Clone)]
pub struct Options {
    pub engine: Engine,
    pub timeout: Duration,
    pub unroll: Option<u32>,
    /// Answer at once if no reachable code differs.
    pub identical_shortcut: bool,
    /// Terms without simplification, for comparison.
    pub plain_terms: bool,
    /// Receives every solver question as SMT-LIB text.
    pub queries: Option<QuerySink>,
    pub seed: u64,
    /// How it is asked whether only new fails.
    pub mode: Mode,
    pub contracts: Contracts,
    /// Say how the versions differ, where they do.
    pub characterise: bool,
    /// Are branches that only choose values followed as one?
    pub merge: Merge,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            engine: Engine::Auto,
            timeout: Duration::from_secs(60),
            unroll: None,
            identical_shortcut: true,
            plain_terms: false,
            queries: None,
            seed: 0,
            mode: Mode::Sound,
            contracts: Contracts::default(),
            characterise: false,
            merge: Merge::Auto,
        }
    }
}

pub struct Answer {
    pub verdict: Verdict,
    /// What settled it, or was tried last.
    pub method: Method,
    pub coverage: Coverage,
    pub elapsed: Duration,
}

/// Answers the question within the time.
pub fn check(problem: &Problem, options: &Options) -> Answer {
    let start = Instant::now();
    let run = Run::new(problem, options, start + options.timeout);
    let (method, coverage, verdict) = match &problem.goal {
        Goal::Same(notion) => run.same(*notion),
        Goal::OnlyNewFails(spec) => run.only_new_fails(spec),
        // Facts are looked for by `validation`; what is proved without is proved.
        Goal::SameUnderFacts(_) => run.same(Notion::Functional),
    };
    Answer { verdict, method, coverage, elapsed: start.elapsed() }
}

/// Looks shortly for an input on which the versions differ. `deep`: along the paths too.
pub fn look_for_difference(problem: &Problem, options: &Options, deep: bool) -> Option<Answer> {
    let start = Instant::now();
    let run = Run::new(problem, options, start + options.timeout);
    let mut found = (Method::Random, run.random(200, 20_000, 400_000));
    if found.1.differs.is_empty() && deep {
        found = (Method::Lazy, run.lazy(Effort::Little, options.merge));
    }
    if found.1.differs.is_empty() {
        return None;
    }
    let (method, coverage, verdict) = run.conclude(found.0, found.1);
    if coverage.differs.is_empty() {
        return None;
    }
    Some(Answer { verdict, method, coverage, elapsed: start.elapsed() })
}

/// The summaries that the answer is about, as tables.
pub fn explain(problem: &Problem, options: &Options) -> Summaries {
    let run = Run::new(problem, options, Instant::now() + options.timeout);
    let mut budget = engine_symex::Budget::new(options.timeout);
    budget.unroll = options.unroll;
    catch_unwind(AssertUnwindSafe(|| engine_symex::explain(problem, &run.logic(), &budget))).unwrap_or_default()
}

/// Every summary that the client's run uses, compared with the paths that it replaces.
pub fn prove_summaries(problem: &Problem, time: Duration) -> RegionProofs {
    let options = Options { timeout: time, ..Options::default() };
    let deadline = Instant::now() + time;
    let run = Run::new(problem, &options, deadline);
    engine_symex::harness::prove(problem, &run.logic(), deadline, None)
}

struct Run<'a> {
    problem: &'a Problem,
    options: &'a Options,
    deadline: Instant,
    /// The version whose axioms contradict each other, once that was asked.
    contradicts: OnceCell<Option<Side>>,
}

/// What settled it, what was found out, and what that amounts to.
type Concluded = (Method, Coverage, Verdict);

impl<'a> Run<'a> {
    fn new(problem: &'a Problem, options: &'a Options, deadline: Instant) -> Run<'a> {
        Run { problem, options, deadline, contradicts: OnceCell::new() }
    }
}

impl Run<'_> {
    /// Are the observations the same, by this notion?
    fn same(&self, notion: Notion) -> Concluded {
        let (method, mut coverage, mut verdict) = self.functional();
        if let Verdict::Equivalent(proof) = &verdict
            && proof.reason != Reason::Identical
            && let Err(gap) = self.holds_by(notion)
        {
            verdict = Verdict::Undecided(vec![gap]);
        }
        if (matches!(verdict, Verdict::Equivalent(_)) || coverage.open_when.is_some())
            && let Some(gap) = self.take_out_slips(&mut coverage)
        {
            verdict = Verdict::Undecided(vec![gap]);
        }
        if self.options.characterise && matches!(verdict, Verdict::Different(_)) {
            self.characterise(&mut coverage);
        }
        (method, coverage, verdict)
    }

    fn functional(&self) -> Concluded {
        if self.options.identical_shortcut && self.problem.is_identical() {
            let verdict = self.equivalent(Reason::Identical);
            return (Method::Identical, Coverage::default(), verdict);
        }
        match self.options.engine {
            Engine::Random => self.conclude(Method::Random, self.random(20_000, 1_000_000, 100_000_000)),
            Engine::Lazy => self.conclude(Method::Lazy, self.lazy(Effort::All, self.options.merge)),
            Engine::Relational => self.conclude(Method::Relational, self.relational(self.deadline, None)),
            Engine::Auto => self.auto(),
            Engine::Eager => self.conclude(Method::Eager, self.eager()),
        }
    }

    /// Cheap first: most differences show on a few inputs, most proofs need no invariant. Where a
    /// first look at the paths does not do, an invariant is looked for before more time is spent on
    /// paths.
    fn auto(&self) -> Concluded {
        let quick = self.random(120, 20_000, 400_000);
        if !quick.differs.is_empty() || self.is_contradiction(&quick) {
            return self.conclude(Method::Random, quick);
        }
        let mut tried = quick.statistics;
        let mut coverage = Coverage::default();
        let mut invariants = Invariants::default();
        for effort in [Effort::Little, Effort::Some, Effort::Half, Effort::All] {
            if effort == Effort::Half && (self.options.merge != Merge::Auto || coverage.statistics.merged == 0) {
                continue;
            }
            coverage = self.lazy(effort, self.merge_of(effort, &coverage));
            tried.add(&coverage.statistics);
            let first = effort == Effort::Little && self.ran_out(&coverage);
            if is_open(&coverage)
                && self.loops_only(&coverage)
                && let Some(mut proof) = self.look_for_invariants(first, &coverage, &mut invariants)
            {
                proof.statistics = tried;
                join_contexts(&mut proof, &coverage);
                return self.conclude(Method::Relational, proof);
            }
            if !is_open(&coverage) || !self.ran_out(&coverage) {
                break;
            }
        }
        if is_open(&coverage)
            && let Some(found) = self.by_what_is_possible(&coverage)
        {
            return self.conclude(Method::Lazy, found);
        }
        if is_open(&coverage) {
            // Why no invariant was found belongs to the answer.
            coverage.open.extend(invariants.reasons);
        }
        if is_open(&coverage) {
            let long = self.random(5_000, 200_000, 20_000_000);
            if !long.differs.is_empty() {
                return self.conclude(Method::Random, long);
            }
            tried.add(&long.statistics);
        }
        coverage.statistics = tried;
        self.conclude(Method::Lazy, coverage)
    }

    /// Where choices that a program leaves open are in the way: an answer about what its runs may do.
    fn by_what_is_possible(&self, left: &Coverage) -> Option<Coverage> {
        let is_about_choices = |gap: &Gap| gap.kind() == GapKind::Nondeterminism;
        if !engine_symex::possible::is_about(self.problem) || !left.open.iter().any(is_about_choices) {
            return None;
        }
        let mut budget = engine_symex::Budget::new(self.deadline.saturating_duration_since(Instant::now()));
        budget.unroll = self.options.unroll;
        (budget.forks, budget.steps) = (600, 4_000_000);
        let compare = || engine_symex::possible::compare(self.problem, &self.logic(), &budget);
        Some(guarded(Method::Lazy, compare)).filter(|found| !is_open(found))
    }

    /// A proof by invariants, unless an earlier search already ended without one. `first`: there is
    /// more to try, so it is not given all of the time.
    fn look_for_invariants(&self, first: bool, left: &Coverage, invariants: &mut Invariants) -> Option<Coverage> {
        if invariants.exhausted {
            return None;
        }
        let first = first && !invariants.tried;
        let limit = if first { self.deadline.min(Instant::now() + FIRST_SEARCH) } else { self.deadline };
        let found = self.relational(limit, left.open_inputs.clone());
        if !is_open(&found) {
            return Some(found);
        }
        invariants.tried = true;
        invariants.exhausted = !first || Instant::now() < limit;
        invariants.reasons = found.open;
        None
    }

    fn loops_only(&self, coverage: &Coverage) -> bool {
        // What was too hard on one path of a loop may be easy for all of them together.
        let about_loops = |kind: GapKind| matches!(kind, GapKind::LoopBound | GapKind::OutOfBudget | GapKind::Solver);
        coverage.open.iter().all(|gap| about_loops(gap.kind())) && Instant::now() < self.deadline
    }

    fn ran_out(&self, coverage: &Coverage) -> bool {
        coverage.open.iter().any(|gap| gap.kind() == GapKind::OutOfBudget) && Instant::now() < self.deadline
    }

    /// `inputs`: what is left to show, if not everything.
    fn relational(&self, deadline: Instant, inputs: Option<Expr>) -> Coverage {
        let budget = engine_product::Budget { deadline, seed: self.options.seed, inputs };
        guarded(Method::Relational, || engine_product::prove(self.problem, &self.logic(), &budget))
    }

    fn random(&self, inputs: u64, fuel: u64, total_fuel: u64) -> Coverage {
        let budget =
            engine_random::Budget { deadline: self.deadline, inputs, fuel, total_fuel, seed: self.options.seed };
        self.in_some_world(guarded(Method::Random, || engine_random::search(self.problem, &budget)))
    }

    /// Does more than doing the same hold?
    fn holds_by(&self, notion: Notion) -> Result<(), Gap> {
        let mut budget = engine_symex::Budget::new(self.deadline.saturating_duration_since(Instant::now()));
        budget.unroll = self.options.unroll;
        let holds = || engine_symex::notion::holds(self.problem, &self.logic(), &budget, notion);
        catch_unwind(AssertUnwindSafe(holds)).unwrap_or_else(|_| {
            let said = "comparing the partitions failed".into();
            Err(Gap::nowhere(Why::CheckFailed(said)))
        })
    }

    /// Inputs on which both versions slip are not part of an answer. If no others are left, that is the answer.
    fn take_out_slips(&self, coverage: &mut Coverage) -> Option<Gap> {
        self.problem.slips?;
        let left = self.deadline.saturating_duration_since(Instant::now());
        let budget = engine_symex::Budget::new(left.min(SLIPS));
        let search = || engine_symex::slips::slips(self.problem, &self.logic(), &budget);
        let mut slips = catch_unwind(AssertUnwindSafe(search)).unwrap_or_default();
        if !slips.is_all {
            let (seen, is_every) = self.seen_slips();
            if slips.found.is_empty() {
                slips.found.extend(seen);
            }
            slips.leaves_some = slips.leaves_some.or(Some(!is_every));
        }
        if let (Some(false), Some(slip)) = (slips.leaves_some, slips.found.first()) {
            let Outcome::Raised(value) = &slip.ended.outcome else { return None };
            let at = slip.ended.failed_at.map(|span| Place { side: Side::Old, span });
            return Some(Gap::new(Why::FailsOnEveryInput { raised: value.clone() }, at));
        }
        coverage.slips = slips.found;
        None
    }

    /// A slip that a run shows, and whether every run ends in one.
    fn seen_slips(&self) -> (Option<Slip>, bool) {
        const TRIED: usize = 60;
        let limits = Limits { fuel: 20_000, ..Limits::default() };
        let mut generator = Generator::new(self.problem, self.options.seed);
        let (mut seen, mut is_every) = (None, true);
        for _ in 0..TRIED {
            let inputs = generator.next_inputs();
            let run = |side: Side| equiv::replay::run(self.problem, side, &inputs, limits);
            match (run(Side::Old), run(Side::New)) {
                (Err(Stop::Blocked), _) => {}
                (Ok(old), Ok(new))
                    if self.problem.slipped(Side::Old, &old) && self.problem.slipped(Side::New, &new) =>
                {
                    seen.get_or_insert(Slip { condition: None, ended: old });
                }
                _ => is_every = false,
            }
        }
        (seen, is_every)
    }

    /// How the versions differ, as far as that is quickly found.
    fn characterise(&self, coverage: &mut Coverage) {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut budget = engine_symex::Budget::new(left.min(Duration::from_millis(500)));
        (budget.forks, budget.steps, budget.blocks_without_choice) = (600, 1_000_000, 20_000);
        budget.characterises = true;
        budget.unroll = self.options.unroll.or(Some(16));
        let found = guarded(Method::Lazy, || engine_symex::explore(self.problem, &self.logic(), &budget));
        coverage.difference = found.difference;
        if !found.contexts.is_empty() {
            coverage.contexts = found.contexts;
        }
    }

    fn eager(&self) -> Coverage {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut budget = engine_symex::Budget::new(left);
        budget.unroll = self.options.unroll;
        budget.merge = self.options.merge;
        guarded(Method::Eager, || engine_symex::eager::compare(self.problem, &self.logic(), &budget))
    }

    /// What all engines make their terms and solvers of.
    fn logic(&self) -> Logic {
        let axioms = self.problem.old.program.axioms.iter().chain(&self.problem.new.program.axioms);
        let (queries, plain_terms) = (self.options.queries.clone(), self.options.plain_terms);
        Logic { queries, plain_terms, ..Logic::with_axioms(axioms.map(|axiom| axiom.formula.clone())) }
    }

    /// Where merged paths take long, half of the time that is left is for each by itself; and where the first look was
    /// too long on paths that could be merged, they are.
    fn merge_of(&self, effort: Effort, before: &Coverage) -> Merge {
        match (effort, self.options.merge) {
            (Effort::Half, _) => Merge::Never,
            (Effort::Some, Merge::Auto) if before.statistics.mergeable > 0 => Merge::Always,
            (_, merge) => merge,
        }
    }

    fn lazy(&self, effort: Effort, merge: Merge) -> Coverage {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let (time, forks) = match effort {
            Effort::Little => (left.min(Duration::from_secs(1)), Some(1_500)),
            Effort::Some => (left.min(Duration::from_secs(4)), Some(6_000)),
            Effort::Half => (left / 2, None),
            Effort::All => (left, None),
        };
        let mut budget = engine_symex::Budget::new(time);
        budget.unroll = self.options.unroll;
        budget.merge = merge;
        if effort == Effort::Little {
            budget.first_path = Instant::now() + FIRST_PATH;
            budget.blocks_without_choice = FIRST_BLOCKS;
        }
        if effort == Effort::All {
            budget.merge_after = Some(Instant::now() + time / 3);
        }
        if let Some(forks) = forks {
            (budget.forks, budget.steps) = (forks, 4_000_000);
        }
        let explore = |budget: &_| guarded(Method::Lazy, || engine_symex::explore(self.problem, &self.logic(), budget));
        let mut found = explore(&budget);
        if found.statistics.merged == 0 {
            return found;
        }
        let is_out_of_time = Instant::now() >= budget.deadline;
        if self.options.merge == Merge::Auto && is_open(&found) && !is_out_of_time && !self.ran_out(&found) {
            // What is hard for all paths together may be easy for each.
            budget.merge = Merge::Never;
            let apart = explore(&budget);
            if !is_open(&apart) {
                found = apart;
            }
        } else if merge == Merge::Always && !is_open(&found) {
            self.tell_contexts_apart(&mut found);
        }
        found
    }

    /// Where the client meets the change is said path by path, as far as there are not too many.
    fn tell_contexts_apart(&self, found: &mut Coverage) {
        if found.contexts.is_empty() || !found.differs.is_empty() {
            return;
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut budget = engine_symex::Budget::new(left.min(Duration::from_millis(200)));
        (budget.forks, budget.steps, budget.tells_open) = (FEW_FORKS, 400_000, false);
        let apart = guarded(Method::Lazy, || engine_symex::explore(self.problem, &self.logic(), &budget));
        if apart.open.is_empty() && apart.differs.is_empty() {
            (found.contexts, found.exercised) = (apart.contexts, apart.exercised);
        }
    }

    fn conclude(&self, method: Method, coverage: Coverage) -> Concluded {
        let coverage = self.in_some_world(coverage);
        if let Some(found) = coverage.differs.first() {
            let verdict = Verdict::Different(Box::new(found.clone()));
            return (method, coverage, verdict);
        }
        if coverage.open.is_empty() {
            let verdict = match (&self.problem.goal, method) {
                (Goal::OnlyNewFails(spec), _) => self.relatively_correct(spec, &coverage),
                (Goal::Same(_) | Goal::SameUnderFacts(_), Method::Relational) => self.by_relations(&coverage),
                (Goal::Same(_) | Goal::SameUnderFacts(_), _) => self.by_paths(&coverage),
            };
            return (method, coverage, verdict);
        }
        let mut gaps: Vec<Gap> = Vec::new();
        for gap in &coverage.open {
            if !gaps.contains(gap) {
                gaps.push(gap.clone());
            }
        }
        // A deadline is reported after what could be named.
        gaps.sort_by_key(|gap| gap.kind() == GapKind::OutOfBudget);
        (method, coverage, Verdict::Undecided(gaps))
    }

    /// What a proof along every path amounts to.
    fn by_paths(&self, coverage: &Coverage) -> Verdict {
        let active = coverage.exercised || coverage.contexts.iter().any(|c| c.status == Status::Active);
        let mut verdict = self.equivalent(if active { Reason::Active } else { Reason::Inactive });
        if let Verdict::Equivalent(proof) = &mut verdict {
            proof.assumptions.extend(externals(self.problem, coverage));
        }
        verdict
    }

    /// What a proof that new fails nothing that old does not amounts to.
    fn relatively_correct(&self, spec: &Spec, coverage: &Coverage) -> Verdict {
        let mut assumptions = self.problem.assumptions.clone();
        if coverage.relative.as_ref().is_some_and(|relative| relative.candidates > 0) {
            let detail = "runs that do not end are not compared".to_owned();
            assumptions.push(Assumption { kind: AssumptionKind::Termination, detail });
        }
        if spec.may_block && self.problem.has_changed_assumes() {
            let detail = "runs that an `assume` of one version stops are left out".to_owned();
            assumptions.push(Assumption { kind: AssumptionKind::BlockedRuns, detail });
        }
        assumptions.extend(self.reached_outside());
        assumptions.sort();
        assumptions.dedup();
        Verdict::Equivalent(Proof { reason: Reason::RelativelyCorrect, assumptions })
    }

    /// Functions without a body that either version may call do the same in both.
    fn reached_outside(&self) -> Vec<Assumption> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        for entry in [&self.problem.old, &self.problem.new] {
            for id in ir::calls::reachable(&entry.program, entry.entry) {
                let function = &entry.program.functions[id];
                if matches!(function.kind, FunctionKind::External { .. }) {
                    names.insert(function.name.to_string());
                }
            }
        }
        names.iter().map(|name| does_the_same(name)).collect()
    }

    /// What a proof by relations between the versions amounts to.
    fn by_relations(&self, coverage: &Coverage) -> Verdict {
        let reason = if coverage.by_recursion { Reason::Summary } else { Reason::Relational };
        let mut verdict = self.equivalent(reason);
        if let Verdict::Equivalent(proof) = &mut verdict {
            proof.assumptions.extend(externals(self.problem, coverage));
        }
        match (&mut verdict, self.problem.termination) {
            (Verdict::Equivalent(proof), Termination::Report) if coverage.assumes_termination => {
                let detail = "both versions end on the same inputs".into();
                proof.assumptions.push(Assumption { kind: AssumptionKind::Termination, detail });
            }
            (_, Termination::Prove) if coverage.assumes_termination => {
                return Verdict::Undecided(vec![Gap::nowhere(Why::MayNotReturnAlike)]);
            }
            _ => {}
        }
        verdict
    }

    fn equivalent(&self, reason: Reason) -> Verdict {
        let mut assumptions = self.problem.assumptions.clone();
        // Code that is the same in both versions is too deep in both.
        if reason != Reason::Identical && self.problem.recurses() {
            let detail = "no recursion is too deep for the machine".into();
            assumptions.push(Assumption { kind: AssumptionKind::IdealMachine, detail });
        }
        assumptions.sort();
        assumptions.dedup();
        Verdict::Equivalent(Proof { reason, assumptions })
    }
}

/// What became of the search for invariants.
#[derive(Default)]
struct Invariants {
    tried: bool,
    /// It ended by itself.
    exhausted: bool,
    reasons: Vec<Gap>,
}

/// A first look that has ended no path by then is not going well.
const FIRST_PATH: Duration = Duration::from_millis(600);
/// Nor is one in which a path has run that many blocks of code without a decision.
const FIRST_BLOCKS: u64 = 200_000;
/// The first search for invariants.
const FIRST_SEARCH: Duration = Duration::from_secs(4);

/// Forks within which contexts are told path by path after paths were merged.
const FEW_FORKS: u64 = 300;

/// For finding the inputs that an answer is not about.
const SLIPS: Duration = Duration::from_millis(500);

/// How far an exploration goes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Effort {
    Little,
    Some,
    /// Only where paths were merged.
    Half,
    All,
}

/// What a proof takes for granted of functions without a body, and of steps outside.
fn externals(problem: &Problem, coverage: &Coverage) -> Vec<Assumption> {
    if problem.old.program.from_outside.is_some() {
        return steps(&coverage.externals);
    }
    let mut assumptions: Vec<Assumption> = coverage.externals.iter().map(|name| does_the_same(name)).collect();
    assumptions.extend(coverage.externals.iter().filter_map(|name| reads_as_declared(problem, name)));
    assumptions
}

fn does_the_same(name: &str) -> Assumption {
    let detail = format!("`{name}` does the same in both versions when it is called in the same way");
    Assumption { kind: AssumptionKind::External, detail }
}

/// That a function without a body looks at nothing but what it is declared to look at, where there is more to look at.
fn reads_as_declared(problem: &Problem, name: &str) -> Option<Assumption> {
    let program = &problem.old.program;
    let named = program.functions.rows().iter().find(|function| function.name.as_str() == name);
    let function = named.filter(|_| problem.library.reads_as_declared)?;
    let FunctionKind::External { reads, .. } = &function.kind else { return None };
    let is_left_out = |id: &CellId| program.cells[*id].role == CellRole::Global && !reads.contains(id);
    program.cells.ids().find(is_left_out)?;
    let read: Vec<String> = reads.iter().map(|cell| format!("`{}`", program.cells[*cell].name)).collect();
    let what = match &read[..] {
        [] => "no variables".to_owned(),
        read => format!("no other variables than {}", read.join(", ")),
    };
    let detail = format!("`{name}` depends on {what}, as it is declared (`--externals all`: on all)");
    Some(Assumption { kind: AssumptionKind::External, detail })
}

/// Code outside gives the same to the same question, and gets at the program only through what it is handed.
fn steps(names: &[String]) -> Vec<Assumption> {
    const SHOWN: usize = 4;
    if names.is_empty() {
        return Vec::new();
    }
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = format!("{}{more}", shown.join("; "));
    vec![
        Assumption {
            kind: AssumptionKind::DeterministicOutside,
            detail: format!("code outside does the same whenever it is asked the same: {named}"),
        },
        Assumption {
            kind: AssumptionKind::ClosedOutside,
            detail: "code outside reaches the library only through what it is handed, and nobody patches it".into(),
        },
    ]
}

/// What path exploration found out about the client's contexts, with those settled that it left
/// open.
fn join_contexts(relational: &mut Coverage, explored: &Coverage) {
    relational.contexts.clone_from(&explored.contexts);
    relational.externals.clone_from(&explored.externals);
    for context in relational.contexts.iter_mut().filter(|context| context.status == Status::Open) {
        context.status = if relational.differs.is_empty() { Status::Active } else { Status::Open };
    }
}

fn is_open(coverage: &Coverage) -> bool {
    coverage.differs.is_empty() && !coverage.open.is_empty()
}

/// Runs an engine; if it panics, everything is open.
fn guarded(method: Method, run: impl FnOnce() -> Coverage) -> Coverage {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(coverage) => coverage,
        Err(panic) if panic.is::<cancel::Cancelled>() => resume_unwind(panic),
        Err(panic) => {
            let gap = Gap::nowhere(Why::EngineFailed { method, said: said(&*panic) });
            Coverage { open: vec![gap], ..Coverage::default() }
        }
    }
}

/// What a crash says.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_string()));
    text.unwrap_or_else(|| "no message".into())
}
