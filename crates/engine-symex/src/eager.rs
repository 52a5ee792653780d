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

use std::time::Duration;

use equiv::gap::Asked;
use equiv::{Condition, Context, Coverage, Gap, Place, Problem, Replay, Side, Status, Why};
use ir::Span;
use ir::interp::Limits;
use rustc_hash::FxHashMap;
use semantics::compare::{Heaps, observation};
use smt::{Answer, Effort, Solver};
use term::{Assignment, TermId, VarId};
use value::Value;

use crate::Budget;
use crate::summary::{Kind, Partition, Summariser};

/// Pairs of partitions in one assertion.
const MOST_PAIRS: usize = 100_000;

/// Compares complete summaries.
pub fn compare(problem: &Problem, solver: Solver, budget: &Budget) -> Coverage {
    let mut summariser = Summariser::new(problem, solver, budget);
    let mut coverage = Coverage::default();
    if let Err(gap) = decide(&mut summariser, &mut coverage) {
        coverage.open.push(gap);
    }
    coverage.statistics.solver_queries = summariser.path.solver.statistics.queries;
    coverage
}

fn decide(summariser: &mut Summariser<'_>, coverage: &mut Coverage) -> Result<(), Gap> {
    let problem = summariser.problem;
    if !problem.matching.changed_code().is_empty() {
        return Err(Gap::nowhere(Why::ChangedFunctionPassed));
    }
    let same_start = {
        use crate::start::cells;
        cells(problem, &mut summariser.pool, Side::Old) == cells(problem, &mut summariser.pool, Side::New)
    };
    let (old, new) = if problem.matching.has_same_code(problem.old.entry) && same_start {
        let client = summariser.client()?;
        let (old, new) = instances(summariser, &client);
        (old, Some(new))
    } else {
        (summariser.whole(Side::Old)?, None)
    };
    let is_client = new.is_some();
    let new = match new {
        Some(new) => new,
        None => summariser.whole(Side::New)?,
    };
    let library = summariser.placeholders.iter().map(|row| row.old.len() + row.new.len()).sum::<usize>();
    let statistics = &mut coverage.statistics;
    statistics.client_paths = if is_client { old.len() } else { old.len() + new.len() } as u64;
    statistics.library_path_pairs = library as u64;
    coverage.exercised = !is_client || !summariser.placeholders.is_empty();
    let (differ, is_exact) = assertion(summariser, &old, &new, is_client)?;
    let place = Place { side: Side::Old, span: Span::none() };
    let mut context = Context { condition: Some(Condition::always()), call: place, status: Status::Active };
    summariser.path.retract_to(0);
    for shape in summariser.shapes.clone() {
        summariser.path.assume(&summariser.pool, shape, None);
    }
    let left = summariser.path.deadline.saturating_duration_since(std::time::Instant::now());
    let effort = Effort { time: left.min(Duration::from_secs(30)) };
    let pool = &mut summariser.pool;
    let answer = if pool.as_bool(differ) == Some(false) {
        Answer::Unsat
    } else {
        summariser.path.solver.check_with(pool, &[differ], effort)
    };
    let outcome = match answer {
        Answer::Unsat => Ok(()),
        Answer::Sat(assignment) => {
            coverage.statistics.inputs_tried += 1;
            match equiv::replay::replay(problem, &values(summariser, &assignment), Limits::default()) {
                Replay::Differs(counterexample) => {
                    context.status = Status::Differs;
                    coverage.differs.push(*counterexample);
                    Ok(())
                }
                Replay::Same if is_exact => Err(Gap::nowhere(Why::SameWhenRun)),
                Replay::Same => Err(Gap::nowhere(Why::ObjectsNotCompared)),
                Replay::NoObservation(..) => Err(Gap::nowhere(Why::DependsOnChoices)),
            }
        }
        Answer::Unknown(said) => {
            Err(Gap::nowhere(Why::Unanswered { asked: Asked::DoesAssertionHold, said: Some(said) }))
        }
    };
    if outcome.is_err() {
        context.status = Status::Open;
    }
    if coverage.exercised {
        coverage.contexts.push(context);
    }
    outcome
}

/// The client's summary with the unknowns of each version, and what that version says of them.
fn instances(summariser: &mut Summariser<'_>, client: &[Partition]) -> (Vec<Partition>, Vec<Partition>) {
    let old = client.iter().map(|part| instance(summariser, part, Side::Old)).collect();
    let mut by: FxHashMap<VarId, TermId> = FxHashMap::default();
    for row in 0..summariser.placeholders.len() {
        let placeholder = &summariser.placeholders[row];
        let unknowns: Vec<TermId> = [Kind::Returned, Kind::Raised]
            .into_iter()
            .filter(|kind| *kind == Kind::Returned || placeholder.raised.is_some())
            .flat_map(|kind| placeholder.unknowns(kind))
            .collect();
        for variable in summariser.pool.free_variables(unknowns) {
            by.entry(variable).or_insert_with(|| {
                let known = summariser.pool.variable(variable);
                let (name, sort) = (format!("new {}", known.name), known.sort);
                summariser.pool.fresh(&name, sort)
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
        let of_kind = row.summary(side).iter().filter(|partition| Kind::of(&partition.outcome) == passed.kind);
        let cases: Vec<(Vec<TermId>, Vec<TermId>)> =
            of_kind.map(|partition| (partition.condition.clone(), row.effect(partition))).collect();
        let pool = &mut summariser.pool;
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
    let mut differ = summariser.pool.bool(false);
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
            let pool = &mut summariser.pool;
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

fn values(summariser: &Summariser<'_>, assignment: &Assignment) -> Vec<Value> {
    summariser.inputs.iter().map(|input| crate::start::value(&summariser.pool, assignment, *input)).collect()
}
