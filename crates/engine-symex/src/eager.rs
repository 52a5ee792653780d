//! The eager twin of the lazy exploration (CLEVER-N, section 3 of the paper): summaries of the
//! client and of both libraries, each complete and without any context; then one assertion that
//! the client's effects agree, whatever its inputs, and one question to the solver.
//!
//! It is kept as a reference: slower where the client uses little of the library, and unable to
//! follow what has no placeholder (objects that the library gives back or writes to).
//!
//! The assertion. For partitions i and j of the client's summary, with the placeholders' unknowns
//! once as the old version gives them and once as the new one does:
//! `condition_i(x, old) and old = library_old(x) and condition_j(x, new) and new = library_new(x)`
//! implies that effect i in `old` and effect j in `new` look the same.

use std::time::{Duration, Instant};

use equiv::gap::Asked;
use equiv::{Condition, Context, Coverage, Gap, Place, Problem, Replay, Side, Status, Why};
use ir::Span;
use ir::interp::Limits;
use rustc_hash::FxHashMap;
use semantics::compare::{Heaps, observation};
use semantics::{Ending, Merge, Setting};
use smt::{Answer, Effort, Logic};
use term::{Assignment, TermId, VarId};

use crate::Budget;
use crate::summary::{Partition, Summariser};

/// Pairs of partitions in one assertion.
const MOST_PAIRS: usize = 100_000;

/// Partitions with which summaries are compared before paths are merged.
const FEW_FORKS: u64 = 500;

/// Compares complete summaries. Where paths may be merged and there are many, it begins again and merges them.
pub fn compare(problem: &Problem, logic: &Logic, budget: &Budget) -> Coverage {
    if budget.merge != Merge::Auto {
        return compare_merged(problem, logic, budget);
    }
    let part = |share: u32| Instant::now() + budget.deadline.saturating_duration_since(Instant::now()) / share;
    let few = Budget { forks: FEW_FORKS.min(budget.forks), merge_after: Some(part(3)), ..budget.clone() };
    let mut found = compare_merged(problem, logic, &few);
    let goes_on = |found: &Coverage| is_open(found) && Instant::now() < budget.deadline;
    if goes_on(&found) && found.statistics.mergeable > 0 {
        let merged = Budget { merge: Merge::Always, deadline: part(2), ..budget.clone() };
        found = compare_merged(problem, logic, &merged);
    }
    if goes_on(&found) {
        found = compare_merged(problem, logic, &Budget { merge: Merge::Never, ..budget.clone() });
    }
    found
}

fn is_open(found: &Coverage) -> bool {
    found.differs.is_empty() && !found.open.is_empty()
}

fn compare_merged(problem: &Problem, logic: &Logic, budget: &Budget) -> Coverage {
    let mut summariser = Summariser::new(problem, logic, budget);
    summariser.setting.merge(budget.merge);
    let mut coverage = Coverage::default();
    if let Err(gap) = decide(&mut summariser, &mut coverage) {
        coverage.open.push(gap);
    }
    coverage.statistics.solver_queries = summariser.setting.path.solver.statistics.queries;
    coverage.statistics.merged = summariser.setting.summaries.iter().map(|each| each.instances).sum();
    coverage.statistics.mergeable = summariser.setting.mergeable();
    coverage
}

fn decide(summariser: &mut Summariser<'_>, coverage: &mut Coverage) -> Result<(), Gap> {
    let problem = summariser.problem;
    if !problem.matching.changed_code().is_empty() {
        return Err(Gap::nowhere(Why::ChangedFunctionPassed));
    }
    let Summaries { old, new, is_client } = summaries(summariser)?;
    let library = summariser.placeholders.iter().map(|row| row.old.len() + row.new.len()).sum::<usize>();
    let statistics = &mut coverage.statistics;
    statistics.client_paths = if is_client { old.len() } else { old.len() + new.len() } as u64;
    statistics.library_path_pairs = library as u64;
    coverage.exercised = !is_client || !summariser.placeholders.is_empty();
    let (differ, is_exact) = assertion(summariser, &old, &new, is_client)?;
    let outcome = match ask(summariser, differ) {
        Answer::Unsat => Ok(Status::Active),
        Answer::Sat(assignment) => replay(summariser, coverage, &assignment, is_exact),
        Answer::Unknown(said) => {
            Err(Gap::nowhere(Why::Unanswered { asked: Asked::DoesAssertionHold, said: Some(said) }))
        }
    };
    if coverage.exercised {
        let call = Place { side: Side::Old, span: Span::none() };
        let status = *outcome.as_ref().unwrap_or(&Status::Open);
        coverage.contexts.push(Context { condition: Some(Condition::always()), call, status });
    }
    outcome.map(|_| ())
}

/// What both versions do; `is_client`: by the summary of a client that is the same in both.
struct Summaries {
    old: Vec<Partition>,
    new: Vec<Partition>,
    is_client: bool,
}

fn summaries(summariser: &mut Summariser<'_>) -> Result<Summaries, Gap> {
    let problem = summariser.problem;
    let same_start = summariser.setting.cells(Side::Old) == summariser.setting.cells(Side::New);
    let is_client = problem.matching.has_same_code(problem.old.entry) && same_start;
    let (old, new) = if is_client {
        let client = summariser.client()?;
        instances(summariser, &client)
    } else {
        (summariser.whole(Side::Old)?, summariser.whole(Side::New)?)
    };
    Ok(Summaries { old, new, is_client })
}

/// Can this hold for any input?
fn ask(summariser: &mut Summariser<'_>, differ: TermId) -> Answer {
    summariser.assume_only(&summariser.shapes.clone());
    let left = summariser.setting.path.deadline.saturating_duration_since(Instant::now());
    let effort = Effort { time: left.min(Duration::from_secs(30)) };
    let Setting { pool, path, .. } = &mut summariser.setting;
    if pool.as_bool(differ) == Some(false) {
        return Answer::Unsat;
    }
    path.solver.check_with(pool, &[differ], effort)
}

/// Runs both versions on an input that breaks the assertion.
fn replay(
    summariser: &Summariser<'_>,
    coverage: &mut Coverage,
    assignment: &Assignment,
    is_exact: bool,
) -> Result<Status, Gap> {
    coverage.statistics.inputs_tried += 1;
    let inputs = summariser.setting.values(assignment);
    let why = match equiv::replay::replay(summariser.problem, &inputs, Limits::default()) {
        Replay::Differs(counterexample) => {
            coverage.differs.push(*counterexample);
            return Ok(Status::Differs);
        }
        Replay::Same if is_exact => Why::SameWhenRun,
        Replay::Same => Why::ObjectsNotCompared,
        Replay::Unclear(unclear) => unclear.into(),
        Replay::NoObservation(..) => Why::DependsOnChoices,
    };
    Err(Gap::nowhere(why))
}

/// The client's summary with the unknowns of each version, and what that version says of them.
fn instances(summariser: &mut Summariser<'_>, client: &[Partition]) -> (Vec<Partition>, Vec<Partition>) {
    let old = client.iter().map(|part| instance(summariser, part, Side::Old)).collect();
    let mut by: FxHashMap<VarId, TermId> = FxHashMap::default();
    for row in 0..summariser.placeholders.len() {
        let placeholder = &summariser.placeholders[row];
        let unknowns: Vec<TermId> = [Ending::Returned, Ending::Raised]
            .into_iter()
            .filter(|kind| *kind == Ending::Returned || placeholder.raised.is_some())
            .flat_map(|kind| placeholder.unknowns(kind))
            .collect();
        for variable in summariser.setting.pool.free_variables(unknowns) {
            by.entry(variable).or_insert_with(|| {
                let known = summariser.setting.pool.variable(variable);
                let (name, sort) = (format!("new {}", known.name), known.sort);
                summariser.setting.pool.fresh(&name, sort)
            });
        }
    }
    let new = client.iter().map(|part| {
        let part = instance(summariser, part, Side::New);
        summariser.replaced(&part, &by)
    });
    (old, new.collect())
}

/// The partition, with the condition that its calls end as that version's library has it.
fn instance(summariser: &mut Summariser<'_>, part: &Partition, side: Side) -> Partition {
    let mut part = part.clone();
    for passed in part.calls.clone() {
        let row = &summariser.placeholders[passed.placeholder];
        let unknowns = row.unknowns(passed.kind);
        let of_kind = row.summary(side).iter().filter(|partition| partition.outcome.ending() == passed.kind);
        let cases: Vec<(Vec<TermId>, Vec<TermId>)> =
            of_kind.map(|partition| (partition.condition.clone(), row.effect(partition))).collect();
        let pool = &mut summariser.setting.pool;
        let mut any = pool.bool(false);
        for (condition, effect) in cases {
            let mut all = pool.conjunction(condition);
            for (unknown, value) in unknowns.iter().zip(effect) {
                let same = pool.eq(*unknown, value);
                all = pool.and(all, same);
            }
            any = pool.or(any, all);
        }
        part.condition.push(any);
    }
    part
}

/// Some pair of partitions meets and does not look the same.
fn assertion(
    summariser: &mut Summariser<'_>,
    old: &[Partition],
    new: &[Partition],
    is_client: bool,
) -> Result<(TermId, bool), Gap> {
    let heaps = Heaps::new(summariser.problem);
    let mut differ = summariser.setting.pool.bool(false);
    let mut is_exact = true;
    // Partitions of one client that met no changed code exclude all others, and are the same.
    let counts = |part: &&Partition| !is_client || !part.calls.is_empty();
    let (old, new): (Vec<&Partition>, Vec<&Partition>) =
        (old.iter().filter(counts).collect(), new.iter().filter(counts).collect());
    if old.len() * new.len() > MOST_PAIRS {
        return Err(Gap::nowhere(Why::ManyPartitions(old.len(), new.len())));
    }
    for x in &old {
        for y in &new {
            let pool = &mut summariser.setting.pool;
            let together = pool.conjunction(x.condition.iter().chain(&y.condition).copied());
            if pool.as_bool(together) == Some(false) {
                continue;
            }
            let (same, is_exact_here) = observation(pool, &heaps, (&x.machine, &x.outcome), (&y.machine, &y.outcome));
            is_exact &= is_exact_here;
            let not_same = pool.not(same);
            let here = pool.and(together, not_same);
            differ = pool.or(differ, here);
        }
    }
    Ok((differ, is_exact))
}
