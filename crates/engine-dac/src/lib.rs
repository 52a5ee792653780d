//! Does the new version fail where the old one does not? (Differential assertion checking.)
//!
//! Follows Lahiri, McMillan, Sharma, Hawblitzel, "Differential Assertion Checking" (FSE 2013). New
//! is *relatively correct* if there is no input, and no sequence of choices, on which old comes to
//! an end without failing and new comes to an end having failed.
//!
//! * [`outline_loops`]: loops become functions (section 9). [`summary`]: what a function does, as terms.
//! * [`compose`]: a composed procedure for every mapped pair (section 4). [`candidates`]: relations
//!   to try (section 5.1). [`fitted`]: more of them, fitted to runs. [`houdini`]: those that are inductive, and the proof.
//! * [`equivalence`]: equal results as an assertion (section 3.1).
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
pub mod contracts;
pub mod equivalence;
mod fitted;
mod houdini;
mod outline_loops;
mod prepared;
mod search;
mod summary;
pub mod traps;

use std::time::{Duration, Instant};

use arena::Id;
use equiv::replay::{Ended, Judgement};
use equiv::{Counterexample, Gap, GapKind, Problem};
use ir::interp::Outcome;
use ir::{FnId, Program};
use smt::Solver;
use term::{Pool, TermId};
use value::{Expr, Symbol, Value};

use compose::{Composed, Kind, Source};
use contracts::{BadContract, Shown, Written};
use houdini::{Certified, Extra, Houdini};
use prepared::{Opening, Prepared};
use search::Searched;
use summary::Shared;

/// What counts as a failure. A trap always does.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// A boolean cell that failures clear.
    pub flag: Option<Symbol>,
    /// Raising out of the entry is a failure.
    pub raises: bool,
}

impl Spec {
    pub fn judge(&self, ended: &Ended) -> Judgement {
        match (&ended.outcome, self.flag_at(ended)) {
            // Runs that do not end are not compared.
            (Outcome::Endless, _) => Judgement::Neither,
            (Outcome::Trapped(_), _) | (_, false) => Judgement::Fails,
            (Outcome::Raised(_), true) if self.raises => Judgement::Fails,
            (Outcome::Raised(_) | Outcome::Returned(_), true) => Judgement::Passes,
        }
    }

    fn flag_at(&self, ended: &Ended) -> bool {
        let (Some(_), Some(place)) = (self.flag, ended.flag) else { return true };
        ended.state.cells[place] != Value::Bool(false)
    }

    fn flag_of(&self, program: &Program) -> Option<usize> {
        self.flag.and_then(|flag| program.cell(flag)).map(|cell| cell.index())
    }
}

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

pub struct Options {
    pub mode: Mode,
    pub timeout: Duration,
    /// Conditions to try besides, as a user wrote them.
    pub contracts: Vec<Written>,
    /// Functions of old and the functions of new that they are mapped to, where names differ.
    pub mapped: Vec<(String, String)>,
}

pub enum Verdict {
    RelativelyCorrect,
    Fails(Box<Counterexample>),
    Undecided(Vec<Gap>),
}

pub struct Answer {
    pub verdict: Verdict,
    /// The inferred contracts that the proof rests on.
    pub contracts: Vec<Shown>,
    /// Pairs of functions for which equal inputs may make new fail and not old.
    pub warnings: Vec<Symbol>,
    pub numbers: Numbers,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    pub globals: usize,
    pub candidates: usize,
    pub inferred: usize,
    pub queries: u64,
}

/// Does new fail where old does not?
pub fn check(problem: &Problem, spec: &Spec, options: &Options) -> Result<Answer, BadContract> {
    let deadline = Instant::now() + options.timeout;
    let answers = matches!(options.mode, Mode::Sound | Mode::Nonmodular);
    if answers && options.contracts.is_empty() && problem.is_identical() {
        // The same code on the same inputs and choices fails alike.
        let (contracts, warnings, numbers) = (Vec::new(), Vec::new(), numbers_of(problem));
        return Ok(Answer { verdict: Verdict::RelativelyCorrect, contracts, warnings, numbers });
    }
    match options.mode {
        Mode::Nonmodular => Ok(nonmodular(problem, spec, deadline)),
        Mode::Sound => sound(problem, spec, options, deadline),
        Mode::Single | Mode::Unsound | Mode::Shallow => Ok(knob(problem, spec, options, deadline)),
    }
}

fn axioms(problem: &Problem) -> Vec<Expr> {
    let both = problem.old.program.axioms.iter().chain(&problem.new.program.axioms);
    both.map(|axiom| axiom.formula.clone()).collect()
}

fn nonmodular(problem: &Problem, spec: &Spec, deadline: Instant) -> Answer {
    let verdict = match search::try_inputs(problem, spec, 200, deadline) {
        Some(found) => Verdict::Fails(Box::new(found)),
        None => follow(problem, spec, deadline, &[40, 400]),
    };
    Answer { verdict, contracts: Vec::new(), warnings: Vec::new(), numbers: numbers_of(problem) }
}

fn follow(problem: &Problem, spec: &Spec, deadline: Instant, unroll: &[u32]) -> Verdict {
    let time = deadline.saturating_duration_since(Instant::now());
    match search::follow(problem, spec, time, unroll, Solver::with_axioms(axioms(problem))) {
        Searched::NoFailure => Verdict::RelativelyCorrect,
        Searched::Fails(found) => Verdict::Fails(found),
        Searched::Open(gaps) => Verdict::Undecided(gaps),
    }
}

fn numbers_of(problem: &Problem) -> Numbers {
    let globals = |program: &Program| program.cells.len();
    Numbers { globals: globals(&problem.old.program).max(globals(&problem.new.program)), ..Numbers::default() }
}

fn sound(problem: &Problem, spec: &Spec, options: &Options, deadline: Instant) -> Result<Answer, BadContract> {
    if let Some(found) = search::try_inputs(problem, spec, 300, deadline) {
        let verdict = Verdict::Fails(Box::new(found));
        let numbers = numbers_of(problem);
        return Ok(Answer { verdict, contracts: Vec::new(), warnings: Vec::new(), numbers });
    }
    if has_prelude(problem) {
        // Calls of a language's own functions are many, and each is soon followed to its end.
        let time = deadline.saturating_duration_since(Instant::now()).min(Duration::from_secs(3));
        match follow(problem, spec, Instant::now() + time, &[6]) {
            Verdict::Undecided(_) => {}
            verdict => {
                let (contracts, warnings, numbers) = (Vec::new(), Vec::new(), numbers_of(problem));
                return Ok(Answer { verdict, contracts, warnings, numbers });
            }
        }
    }
    let mut answer = modular(problem, spec, options, deadline, Opening::Unmapped)?;
    if matches!(answer.verdict, Verdict::Undecided(_)) && Instant::now() < deadline {
        // What contracts cannot say, the code of the callees may.
        let without = Options { contracts: Vec::new(), mapped: options.mapped.clone(), ..*options };
        let opened = modular(problem, spec, &without, deadline, Opening::AllButRecursive)?;
        if matches!(opened.verdict, Verdict::RelativelyCorrect) {
            answer = opened;
        }
    }
    if let Verdict::Undecided(gaps) = &answer.verdict {
        let left = deadline.saturating_duration_since(Instant::now());
        let until = Instant::now() + left.min(Duration::from_secs(10));
        match follow(problem, spec, until, &[4, 12, 60]) {
            Verdict::Undecided(more) => {
                let mut gaps = gaps.clone();
                // Loops that were not followed to their end say nothing new.
                gaps.extend(more.into_iter().filter(|gap| gap.kind != GapKind::LoopBound));
                answer.verdict = Verdict::Undecided(gaps);
            }
            verdict => answer.verdict = verdict,
        }
    }
    Ok(answer)
}

/// Does the program call functions that stand for no code of the user's?
fn has_prelude(problem: &Problem) -> bool {
    let entry = &problem.old;
    let called = equiv::matching::callees(&entry.program.functions[entry.client]);
    let is_own = |id: &FnId| {
        let function = &entry.program.functions[*id];
        function.body().is_some() && !function.is_source()
    };
    called.iter().any(is_own)
}

/// What is to be shown of a pair of functions: if old passes (as far as it is understood), new does
/// not fail, and reaches nothing that is not understood.
fn goal(pool: &mut Pool, composed: &Composed, spec: &Spec, flag: Option<usize>, is_entry: bool) -> TermId {
    let mut goal = goal_of_new(pool, composed, flag);
    if spec.raises
        && is_entry
        && let Some(raised) = composed.new.out(Kind::Raised)
    {
        let not_raised = pool.not(raised.term);
        // Old passes only if it does not raise either.
        let allowed = match composed.old.out(Kind::Raised) {
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
    for kind in [Kind::Stuck, Kind::Failed] {
        if let Some(way) = composed.new.out(kind) {
            let not = pool.not(way.term);
            goal = pool.and(goal, not);
        }
    }
    match flag.and_then(|flag| composed.new.out(Kind::State(flag))) {
        Some(formal) => pool.and(goal, formal.term),
        None => goal,
    }
}

fn modular(
    problem: &Problem,
    spec: &Spec,
    options: &Options,
    deadline: Instant,
    opening: Opening,
) -> Result<Answer, BadContract> {
    let undecided = |gaps: Vec<Gap>| {
        let (contracts, warnings, numbers) = (Vec::new(), Vec::new(), numbers_of(problem));
        Ok(Answer { verdict: Verdict::Undecided(gaps), contracts, warnings, numbers })
    };
    let prepared = match Prepared::new(problem, spec, &options.mapped) {
        Ok(prepared) => prepared,
        Err(gap) => return undecided(vec![gap]),
    };
    let mut pool = Pool::new();
    let (old, new, params) = prepared.sources(&mut pool, opening);
    let composed = composed(&mut pool, &prepared, &old, &new);
    let flags = monotone_flags(&old, &new);
    let goal = goal(&mut pool, &composed[0], spec, new.version.flag, true);
    let starts = starts(&mut pool, &composed[0], [&old, &new], &params);
    let fitted = fitted::preconditions(&mut pool, problem, [&old, &new], &composed);
    let mut houdini = Houdini::new(&mut pool, &composed, axioms(problem), &starts, flags, deadline);
    for (index, guess) in fitted {
        houdini.add(index, true, guess.term, guess.text);
    }
    contracts::add(&mut houdini, &options.contracts)?;
    if !houdini.infer() {
        let gap = Gap { kind: GapKind::OutOfBudget, at: None, detail: "no contracts were found in the time".into() };
        return undecided(vec![gap]);
    }
    let certified = houdini.certify(goal);
    let mut numbers = numbers_of(problem);
    contracts::count(&houdini, &mut numbers);
    let verdict = match certified {
        Certified::Yes => Verdict::RelativelyCorrect,
        Certified::NotInductive(index) => {
            let detail = format!("the contract of `{}` was not proved a second time", composed[index].name);
            Verdict::Undecided(vec![Gap { kind: GapKind::Solver, at: None, detail }])
        }
        Certified::NotTheGoal => {
            let detail = "the contracts that were found do not rule out that new fails where old does not".into();
            Verdict::Undecided(vec![Gap { kind: GapKind::Contracts, at: None, detail }])
        }
    };
    Ok(Answer { verdict, contracts: contracts::shown(&houdini), warnings: Vec::new(), numbers })
}

/// The state in which the entry is called: every cell has its first value, nothing has happened; and
/// what stays as it was given is what was given.
fn starts(pool: &mut Pool, entry: &Composed, sources: [&Source<'_>; 2], params: &[(usize, TermId)]) -> Vec<TermId> {
    let mut terms = Vec::new();
    for (half, source) in [&entry.old, &entry.new].into_iter().zip(sources) {
        for formal in &half.ins {
            let index = match formal.kind {
                Kind::State(index) => index,
                Kind::Param(index) => {
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

/// The modes that give warnings, a function each, rather than an answer.
fn knob(problem: &Problem, spec: &Spec, options: &Options, deadline: Instant) -> Answer {
    let warnings = match warnings(problem, spec, options, options.mode, deadline) {
        Ok(warnings) => warnings,
        Err(gap) => {
            let (contracts, warnings, numbers) = (Vec::new(), Vec::new(), numbers_of(problem));
            return Answer { verdict: Verdict::Undecided(vec![gap]), contracts, warnings, numbers };
        }
    };
    let verdict = if options.mode == Mode::Single && warnings.is_empty() {
        // Nothing in new can fail at all.
        Verdict::RelativelyCorrect
    } else if let Some(found) = search::try_inputs(problem, spec, 300, deadline) {
        Verdict::Fails(Box::new(found))
    } else {
        Verdict::Undecided(vec![knob_gap(options.mode, &warnings)])
    };
    Answer { verdict, contracts: Vec::new(), warnings, numbers: numbers_of(problem) }
}

fn knob_gap(mode: Mode, warnings: &[Symbol]) -> Gap {
    let (kind, detail) = if warnings.is_empty() {
        (GapKind::UnsoundMode, "no warning is left, but this mode takes for granted what it does not show".to_owned())
    } else {
        let names: Vec<&str> = warnings.iter().map(|name| name.as_str()).collect();
        let what = if mode == Mode::Single { "may fail" } else { "may fail where old does not" };
        (GapKind::NoProof, format!("{what}: {}", names.join(", ")))
    };
    Gap { kind, at: None, detail }
}

/// The functions for which the mode warns.
pub fn warnings(
    problem: &Problem,
    spec: &Spec,
    options: &Options,
    mode: Mode,
    deadline: Instant,
) -> Result<Vec<Symbol>, Gap> {
    let prepared = Prepared::new(problem, spec, &options.mapped)?;
    let opening = Opening::Unmapped;
    let mut pool = Pool::new();
    let (old, new, params) = prepared.sources(&mut pool, opening);
    let composed = composed(&mut pool, &prepared, &old, &new);
    let flags = monotone_flags(&old, &new);
    let goals: Vec<TermId> = composed.iter().map(|each| goal(&mut pool, each, spec, new.version.flag, false)).collect();
    let of_new: Vec<TermId> = composed.iter().map(|each| goal_of_new(&mut pool, each, new.version.flag)).collect();
    let starts = starts(&mut pool, &composed[0], [&old, &new], &params);
    let mut houdini = Houdini::new(&mut pool, &composed, axioms(problem), &starts, flags, deadline);
    let out_of_time =
        || Gap { kind: GapKind::OutOfBudget, at: None, detail: "no contracts were found in the time".into() };
    if mode != Mode::Single && !houdini.infer() {
        return Err(out_of_time());
    }
    let mut warned = Vec::new();
    for (index, each) in composed.iter().enumerate().skip(1) {
        if each.is_closed || (each.is_unchanged && mode != Mode::Single) {
            continue;
        }
        if Instant::now() >= deadline {
            return Err(out_of_time());
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
