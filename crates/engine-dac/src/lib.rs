//! Does the new version fail where the old one does not? (Differential assertion checking.)
//!
//! Follows Lahiri, McMillan, Sharma, Hawblitzel, "Differential Assertion Checking" (FSE 2013). New
//! is *relatively correct* if there is no input, and no sequence of choices, on which old comes to
//! an end without failing and new comes to an end having failed.
//!
//! * [`outline_loops`]: loops become functions (section 9). [`summary`]: what a function does, as terms.
//! * [`compose`]: a composed procedure for every mapped pair (section 4). [`candidates`]: relations
//!   to try (section 5.1). [`fitted`]: more of them, fitted to runs. [`houdini`]: those that are inductive, and the proof.
//! * [`search`]: the same question by following every way (`nonmodular`), and counterexamples.
//!
//! Departures from the paper. A contract is used wherever its precondition holds, and need not hold
//! at every pair of calls: so several calls of one procedure do not weaken it. It is only claimed of
//! runs in which old does not fail, which is all that matters in the end. A loop's procedure says
//! which way it was left instead of running its last round twice.
//!
//! Invariant: nothing is called relatively correct unless a fresh solver proved every contract used.

mod candidates;
mod compose;
mod contracts;
mod fitted;
mod houdini;
mod outline_loops;
mod prepared;
mod search;
mod summary;

use std::time::Instant;

use arena::Id;
use equiv::clause::Written;
use equiv::coverage::Relative;
use equiv::gap::Asked;
use equiv::{Coverage, Gap, Problem, Spec, Why};
use ir::{FnId, Program};
use smt::Logic;
use term::{Pool, TermId};
use value::{Symbol, Value};

use compose::{Composed, Role, Source};
use houdini::{Certified, Extra, Houdini};
use prepared::Prepared;
use summary::Shared;

pub use prepared::Opening;
pub use search::follow;

/// How to ask (section 6.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Modular, with inferred contracts.
    Sound,
    /// New alone: can anything in it fail?
    Single,
    /// As `Sound`, but calls are taken not to fail.
    Unsound,
    /// And to do the same in both versions.
    Shallow,
    /// Everything opened, no contracts.
    Nonmodular,
}

/// How contracts are looked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Conditions to try besides, as a user wrote them.
    pub contracts: Vec<Written>,
    /// Functions of old and the functions of new that they are mapped to, where names differ.
    pub mapped: Vec<(String, String)>,
}

/// What is known before anything is tried.
pub fn untried(problem: &Problem) -> Relative {
    let globals = |program: &Program| program.cells.len();
    Relative { globals: globals(&problem.old.program).max(globals(&problem.new.program)), ..Relative::default() }
}

fn open(problem: &Problem, gaps: impl IntoIterator<Item = Gap>) -> Coverage {
    Coverage { open: gaps.into_iter().collect(), relative: Some(untried(problem)), ..Coverage::default() }
}

/// Does the program call functions that stand for no code of the user's? Such calls are many, and each
/// is soon followed to its end.
pub fn has_prelude(problem: &Problem) -> bool {
    let entry = &problem.old;
    let mut called = ir::calls::callees(&entry.program.functions[entry.client]);
    let is_own = |id: &FnId| {
        let function = &entry.program.functions[*id];
        function.body().is_some() && !function.is_source()
    };
    called.any(|id| is_own(&id))
}

/// What is to be shown of a pair of functions: if old passes (as far as it is understood), new does
/// not fail, and reaches nothing that is not understood.
fn goal(pool: &mut Pool, composed: &Composed, spec: &Spec, flag: Option<usize>, is_entry: bool) -> TermId {
    let mut goal = goal_of_new(pool, composed, flag);
    if spec.raises
        && is_entry
        && let Some(raised) = composed.new.out(Role::Raised)
    {
        let not_raised = pool.not(raised.term);
        // Old passes only if it does not raise either.
        let allowed = match composed.old.out(Role::Raised) {
            Some(old) => pool.or(not_raised, old.term),
            None => not_raised,
        };
        goal = pool.and(goal, allowed);
    }
    goal
}

/// New does not fail, and does not reach what is not understood.
fn goal_of_new(pool: &mut Pool, composed: &Composed, flag: Option<usize>) -> TermId {
    let mut goal = pool.bool(true);
    for kind in [Role::Stuck, Role::Failed] {
        if let Some(way) = composed.new.out(kind) {
            let not = pool.not(way.term);
            goal = pool.and(goal, not);
        }
    }
    match flag.and_then(|flag| composed.new.out(Role::State(flag))) {
        Some(formal) => pool.and(goal, formal.term),
        None => goal,
    }
}

/// A proof by contracts between pairs of functions, which are inferred.
pub fn prove(
    problem: &Problem,
    spec: &Spec,
    logic: &Logic,
    options: &Options,
    opening: Opening,
    deadline: Instant,
) -> Coverage {
    let prepared = match Prepared::new(problem, spec, &options.mapped) {
        Ok(prepared) => prepared,
        Err(gap) => return open(problem, [gap]),
    };
    let mut pool = logic.pool();
    let (old, new, params) = prepared.sources(&mut pool, opening);
    let composed = composed(&mut pool, &prepared, &old, &new);
    let flags = monotone_flags(&old, &new);
    let goal = goal(&mut pool, &composed[0], spec, new.version.flag, true);
    let starts = starts(&mut pool, &composed[0], [&old, &new], &params);
    let fitted = fitted::preconditions(&mut pool, problem, [&old, &new], &composed);
    let mut houdini = Houdini::new(&mut pool, &composed, logic, &starts, flags, deadline);
    for (index, guess) in fitted {
        houdini.add(index, true, guess);
    }
    if let Err(bad) = contracts::add(&mut houdini, &options.contracts) {
        return open(problem, [Gap::nowhere(Why::BadContract(bad))]);
    }
    if !houdini.infer() {
        return open(problem, [no_time()]);
    }
    let mut coverage = match houdini.certify(goal) {
        Certified::Yes => open(problem, []),
        Certified::NotInductive(index) => {
            let asked = Asked::DoesContractHold(composed[index].name);
            open(problem, [Gap::nowhere(Why::Unanswered { asked, said: None })])
        }
        Certified::NotTheGoal => open(problem, [Gap::nowhere(Why::ContractsTooWeak)]),
    };
    coverage.statistics.solver_queries = houdini.queries();
    let (candidates, inferred) = contracts::count(&houdini);
    let contracts = contracts::found(&houdini);
    coverage.relative = Some(Relative { contracts, candidates, inferred, ..untried(problem) });
    coverage
}

fn no_time() -> Gap {
    Gap::nowhere(Why::NoContractsInTime)
}

/// The state in which the entry is called: every cell has its first value, nothing has happened; and
/// what stays as it was given is what was given.
fn starts(pool: &mut Pool, entry: &Composed, sources: [&Source<'_>; 2], params: &[(usize, TermId)]) -> Vec<TermId> {
    let mut terms = Vec::new();
    for (half, source) in [&entry.old, &entry.new].into_iter().zip(sources) {
        for formal in &half.ins {
            let index = match formal.kind {
                Role::State(index) => index,
                Role::Param(index) => {
                    let unknown = params.iter().find(|(param, _)| *param == index);
                    terms.extend(unknown.map(|(_, unknown)| pool.eq(formal.term, *unknown)));
                    continue;
                }
                _ => continue,
            };
            let first = match source.version.layout.is_counter(index) {
                true => Value::int(0),
                false => source.version.program.cells[Id::new(index)].initial.clone(),
            };
            let first = pool.constant(first, formal.sort);
            terms.push(pool.eq(formal.term, first));
        }
    }
    terms
}

fn composed(pool: &mut Pool, prepared: &Prepared<'_>, old: &Source<'_>, new: &Source<'_>) -> Vec<Composed> {
    let entries = (prepared.problem.old.entry, prepared.problem.new.entry);
    let mut shared = Shared::default();
    compose::compose(pool, &mut shared, old, new, entries, &|function| prepared.partner(function), &|function| {
        prepared.is_unchanged(function)
    })
}

fn monotone_flags(old: &Source<'_>, new: &Source<'_>) -> [Option<usize>; 2] {
    [old, new].map(|source| source.version.flag.filter(|_| source.version.is_only_cleared))
}

/// Warnings, a function each, rather than an answer.
pub fn warn(
    problem: &Problem,
    spec: &Spec,
    logic: &Logic,
    options: &Options,
    mode: Mode,
    deadline: Instant,
) -> Coverage {
    let warnings = match warnings(problem, spec, logic, options, mode, deadline) {
        Ok(warnings) => warnings,
        Err(gap) => return open(problem, [gap]),
    };
    // Where nothing in new can fail at all, that is an answer.
    let is_proof = mode == Mode::Single && warnings.is_empty();
    let mut coverage = open(problem, (!is_proof).then(|| knob_gap(mode, &warnings)));
    coverage.relative = Some(Relative { warnings, ..untried(problem) });
    coverage
}

fn knob_gap(mode: Mode, warnings: &[Symbol]) -> Gap {
    Gap::nowhere(match warnings.is_empty() {
        true => Why::NoWarningLeft,
        false => Why::MayFail { functions: warnings.to_vec(), alone: mode == Mode::Single },
    })
}

/// The functions for which the mode warns.
pub fn warnings(
    problem: &Problem,
    spec: &Spec,
    logic: &Logic,
    options: &Options,
    mode: Mode,
    deadline: Instant,
) -> Result<Vec<Symbol>, Gap> {
    let prepared = Prepared::new(problem, spec, &options.mapped)?;
    let opening = Opening::Unmapped;
    let mut pool = logic.pool();
    let (old, new, params) = prepared.sources(&mut pool, opening);
    let composed = composed(&mut pool, &prepared, &old, &new);
    let flags = monotone_flags(&old, &new);
    let goals: Vec<TermId> = composed.iter().map(|each| goal(&mut pool, each, spec, new.version.flag, false)).collect();
    let of_new: Vec<TermId> = composed.iter().map(|each| goal_of_new(&mut pool, each, new.version.flag)).collect();
    let starts = starts(&mut pool, &composed[0], [&old, &new], &params);
    let mut houdini = Houdini::new(&mut pool, &composed, logic, &starts, flags, deadline);
    if mode != Mode::Single && !houdini.infer() {
        return Err(no_time());
    }
    let mut warned = Vec::new();
    for (index, each) in composed.iter().enumerate().skip(1) {
        if each.is_closed || (each.is_unchanged && mode != Mode::Single) {
            continue;
        }
        if Instant::now() >= deadline {
            return Err(no_time());
        }
        let holds = match mode {
            Mode::Single => houdini.new_alone_passes(index, of_new[index]),
            Mode::Unsound => houdini.proves_for_equals(index, goals[index], Extra::CallsDoNotFail),
            Mode::Shallow => houdini.proves_for_equals(index, goals[index], Extra::CallsAreEqual),
            Mode::Sound | Mode::Nonmodular => houdini.proves_for_equals(index, goals[index], Extra::Nothing),
        };
        if !holds {
            warned.push(each.name);
        }
    }
    Ok(warned)
}
