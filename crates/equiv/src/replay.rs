//! Runs both versions on one input and compares what is seen.
//!
//! What external functions give is not known, so a run stops at the first call of one that gives
//! anything at all. But the call itself is seen: if the other version ends without any, or makes
//! another one first, then the two differ whatever is answered. That needs one answer under which
//! the run comes to an end (a contract might exclude all), and such an answer is looked for.

use std::collections::BTreeSet;

use ir::entry::Library;
use ir::interp::{CallSeen, ExternalCall, Interpreter, Limits, Outcome, State, Stop, World};
use ir::{CellId, CellRole, FnId, Function, FunctionKind, Span, Trap};
use rustc_hash::FxHashSet;
use value::{Sort, Symbol, Value};

use crate::goal::{Goal, Judgement, Spec};
use crate::inputs::Generator;
use crate::observe::{Observation, Run, has_references, observe_both, observe_without};
use crate::problem::Termination;
use crate::{Problem, Side};

/// What both versions are run on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The plain inputs of the entry.
    pub inputs: Vec<Value>,
    /// What both versions choose, in order, where choices count as inputs.
    pub choices: Vec<(Sort, Value)>,
}

impl Given {
    pub fn inputs(inputs: &[Value]) -> Given {
        Given { inputs: inputs.to_vec(), choices: Vec::new() }
    }
}

/// An input that answers the question with no. Only a replay can make one.
#[derive(Clone, Debug)]
pub struct Counterexample {
    given: Given,
    pub old: Ended,
    pub new: Ended,
    /// External functions gave what was made up; the calls differ whatever they give.
    pub answers_made_up: bool,
    /// The version that made the choices: it was shown that the other does not do the same, whatever it chooses.
    pub chosen_by: Option<Side>,
}

impl Counterexample {
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// The plain inputs of the entry.
    pub fn inputs(&self) -> &[Value] {
        &self.given.inputs
    }

    /// The choices that both versions read, where they count as inputs.
    pub fn choices(&self) -> &[(Sort, Value)] {
        let read = self.old.state.choices.max(self.new.state.choices);
        &self.given.choices[..read.min(self.given.choices.len())]
    }

    pub fn ended(&self, side: Side) -> &Ended {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }
}

/// How a run of one version ended.
#[derive(Clone, Debug)]
pub struct Ended {
    pub outcome: Outcome,
    pub state: State,
    pub at_call: Option<CallSeen>,
    /// Where it failed: cleared the flag that failures clear, trapped, or raised what ended it.
    pub failed_at: Option<Span>,
    /// The cell that failures clear, if there is one.
    pub flag: Option<CellId>,
}

/// What replaying an input showed.
#[derive(Clone, Debug)]
pub enum Replay {
    /// It is no counterexample.
    Same,
    Differs(Box<Counterexample>),
    /// One side gave no observation: nothing may be concluded.
    NoObservation(Side, Stop),
    /// They end in different ways, of which it cannot be told that anybody sees the difference.
    Unclear(Unclear),
}

/// Where two ends are not written alike and may be the same all the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// One version alone ends so, because of something that the caller alone knows.
    Trap(Trap),
    /// An observer would have to use what is given back.
    GivesBack(Opaque),
    /// Only bits differ that have no name in the source.
    Padding,
}

/// What shows only to those who use it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Opaque {
    /// Functions of different names may do the same.
    Function,
    /// What stands there may be the same.
    Address,
    Iterator,
}

/// Runs both versions on these inputs, without choices that would count as inputs.
pub fn replay(problem: &Problem, inputs: &[Value], limits: Limits) -> Replay {
    replay_given(problem, &Given::inputs(inputs), limits)
}

/// Runs both versions and asks the goal whether this is a counterexample. Where the observations are
/// compared, a choice has no observation.
pub fn replay_given(problem: &Problem, given: &Given, limits: Limits) -> Replay {
    if let Some(impossible) = impossible(problem, &given.inputs) {
        return impossible;
    }
    match &problem.goal {
        Goal::Same(_) | Goal::SameUnderFacts(_) => replay_in(problem, &given.inputs, limits, Choices::Unknown),
        Goal::OnlyNewFails(spec) => only_new_fails(problem, spec, given, limits),
    }
}

/// Inputs that no caller can pass show nothing.
fn impossible(problem: &Problem, inputs: &[Value]) -> Option<Replay> {
    (!problem.notation.is_possible(inputs)).then_some(Replay::NoObservation(Side::Old, Stop::Blocked))
}

fn only_new_fails(problem: &Problem, spec: &Spec, given: &Given, limits: Limits) -> Replay {
    let run = |side: Side| {
        let mut world = Answers::of(problem, Choices::These(&given.choices));
        attempt(problem, side, &given.inputs, limits, &mut world).ended()
    };
    let old = match run(Side::Old) {
        Ok(old) if spec.judge(&old) == Judgement::Passes => old,
        Ok(_) => return Replay::Same,
        Err(stop) => return Replay::NoObservation(Side::Old, stop),
    };
    match run(Side::New) {
        Ok(new) if spec.judge(&new) == Judgement::Fails => {
            let given = given.clone();
            Replay::Differs(Box::new(Counterexample { given, old, new, answers_made_up: false, chosen_by: None }))
        }
        Ok(_) => Replay::Same,
        Err(stop) => Replay::NoObservation(Side::New, stop),
    }
}

/// Runs both versions on inputs for which it was shown that no choice matters: each gets some value.
pub fn replay_whatever_is_chosen(problem: &Problem, inputs: &[Value], limits: Limits) -> Replay {
    if let Some(impossible) = impossible(problem, inputs) {
        return impossible;
    }
    replay_in(problem, inputs, limits, Choices::Any)
}

/// Runs both versions on inputs for which it was shown that they differ whatever functions without code answer:
/// each answer is made up, the same for the n-th call of either version.
pub fn replay_whatever_is_answered(problem: &Problem, inputs: &[Value]) -> Option<Counterexample> {
    if impossible(problem, inputs).is_some() {
        return None;
    }
    let run = |side: Side| with_some_answers(problem, side, inputs, Limits::default());
    match compare(problem, inputs, run(Side::Old)?, run(Side::New)?) {
        Replay::Differs(found) => Some(Counterexample { answers_made_up: true, ..*found }),
        Replay::Same | Replay::NoObservation(..) | Replay::Unclear(_) => None,
    }
}

/// Runs one version with choices of which it was shown that no run of the other does the same, and the other with some
/// choices of its own.
pub fn replay_possible(
    problem: &Problem,
    side: Side,
    given: &Given,
    others: &[(Sort, Value)],
    limits: Limits,
) -> Replay {
    if let Some(impossible) = impossible(problem, &given.inputs) {
        return impossible;
    }
    let run = |of: Side| {
        let choices = Choices::These(if of == side { &given.choices } else { others });
        attempt(problem, of, &given.inputs, limits, &mut Answers::of(problem, choices)).ended()
    };
    let (old, new) = match (run(Side::Old), run(Side::New)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(stop), _) => return Replay::NoObservation(Side::Old, stop),
        (_, Err(stop)) => return Replay::NoObservation(Side::New, stop),
    };
    match compare(problem, &given.inputs, old, new) {
        Replay::Differs(found) => {
            Replay::Differs(Box::new(Counterexample { given: given.clone(), chosen_by: Some(side), ..*found }))
        }
        other => other,
    }
}

/// If one ends and the other does not within the limits, the other is watched for a state that comes
/// back.
fn replay_in(problem: &Problem, inputs: &[Value], limits: Limits, choices: Choices<'_>) -> Replay {
    let run = |side: Side| attempt(problem, side, inputs, limits, &mut Answers::of(problem, choices));
    let run_watched = |side: Side| {
        let mut world = Answers::of(problem, choices);
        attempt_as(problem, side, inputs, limits, &mut world, Watch::Repeats).ended()
    };
    let old = run(Side::Old);
    if let (Err(stop), None) = (&old.outcome, old.asked())
        && *stop != Stop::OutOfFuel
    {
        return Replay::NoObservation(Side::Old, stop.clone());
    }
    let new = run(Side::New);
    if let Some(counterexample) = apart_by_calls(problem, inputs, limits, [&old, &new]) {
        return Replay::Differs(Box::new(counterexample));
    }
    let are_apart = is_written_apart(problem, &old.state, &new.state);
    match (old.ended(), new.ended()) {
        (Ok(old), Ok(new)) => compare(problem, inputs, old, new),
        (Err(Stop::OutOfFuel), Ok(new)) if may_be_endless(problem) => match run_watched(Side::Old) {
            Ok(old) => compare(problem, inputs, old, new),
            Err(stop) => Replay::NoObservation(Side::Old, stop),
        },
        (Ok(old), Err(Stop::OutOfFuel)) if may_be_endless(problem) => match run_watched(Side::New) {
            Ok(new) => compare(problem, inputs, old, new),
            Err(stop) => Replay::NoObservation(Side::New, stop),
        },
        (Err(Stop::OutOfFuel), Err(Stop::OutOfFuel)) if may_be_endless(problem) && are_apart => {
            match (run_watched(Side::Old), run_watched(Side::New)) {
                (Ok(old), Ok(new)) => compare(problem, inputs, old, new),
                _ => Replay::NoObservation(Side::Old, Stop::Unfinished),
            }
        }
        (Err(stop), _) => Replay::NoObservation(Side::Old, stop),
        (_, Err(stop)) => Replay::NoObservation(Side::New, stop),
    }
}

/// Will what they write be different however they go on?
fn is_written_apart(problem: &Problem, old: &State, new: &State) -> bool {
    let outputs = |side: Side| {
        let cells = problem.program(side).cells.iter().filter(|(_, cell)| cell.role == CellRole::Output);
        cells.map(|(id, cell)| (id, cell.name)).collect::<Vec<_>>()
    };
    let others = outputs(Side::New);
    outputs(Side::Old).into_iter().any(|(id, name)| {
        let Some((other, _)) = others.iter().find(|(_, other)| *other == name) else { return false };
        match (&old.cells[id], &new.cells[*other]) {
            (Value::Seq(old), Value::Seq(new)) => old.iter().zip(new.iter()).any(|(old, new)| old != new),
            _ => false,
        }
    })
}

/// Runs both versions on an input on which both were proved to run for ever, to see whether they
/// write the same.
pub fn replay_both_endless(problem: &Problem, inputs: &[Value], limits: Limits) -> Replay {
    if let Some(impossible) = impossible(problem, inputs) {
        return impossible;
    }
    let run = |side: Side| attempt(problem, side, inputs, limits, &mut Answers::of(problem, Choices::Unknown));
    let (old, new) = (run(Side::Old), run(Side::New));
    let is_out = |attempt: &Attempt| matches!(attempt.outcome, Err(Stop::OutOfFuel));
    if !may_be_endless(problem) || !is_out(&old) || !is_out(&new) || !is_written_apart(problem, &old.state, &new.state)
    {
        return Replay::NoObservation(Side::Old, Stop::OutOfFuel);
    }
    let forever = |attempt: Attempt| Ended {
        outcome: Outcome::Endless,
        state: attempt.state,
        at_call: attempt.at_call,
        failed_at: None,
        flag: None,
    };
    let (given, old, new) = (Given::inputs(inputs), forever(old), forever(new));
    Replay::Differs(Box::new(Counterexample { given, old, new, answers_made_up: false, chosen_by: None }))
}

/// Runs both versions on an input on which one of them was proved to run for ever. The other must
/// end, and the one must not end as far as it is run.
pub fn replay_endless(problem: &Problem, inputs: &[Value], limits: Limits, endless: Side) -> Replay {
    if let Some(impossible) = impossible(problem, inputs) {
        return impossible;
    }
    let old = run(problem, Side::Old, inputs, limits);
    let new = run(problem, Side::New, inputs, limits);
    let state = State::initial(problem.program(endless));
    let forever = Ended { outcome: Outcome::Endless, state, at_call: None, failed_at: None, flag: None };
    match (endless, old, new) {
        _ if !may_be_endless(problem) => Replay::Same,
        (Side::Old, Err(Stop::OutOfFuel), Ok(new)) => compare(problem, inputs, forever, new),
        (Side::New, Ok(old), Err(Stop::OutOfFuel)) => compare(problem, inputs, old, forever),
        (_, Err(stop), _) => Replay::NoObservation(Side::Old, stop),
        (_, _, Err(stop)) => Replay::NoObservation(Side::New, stop),
        (_, Ok(old), Ok(new)) => compare(problem, inputs, old, new),
    }
}

fn may_be_endless(problem: &Problem) -> bool {
    problem.termination != Termination::Ignore
}

fn compare(problem: &Problem, inputs: &[Value], old: Ended, new: Ended) -> Replay {
    let (seen_old, seen_new) = observe_both(&view(problem, Side::Old, &old), &view(problem, Side::New, &new));
    let doubt = |ended: &Ended| match &ended.outcome {
        Outcome::Trapped(trap) if trap.is_doubtful() => Some(*trap),
        _ => None,
    };
    let named = |seen: &Observation| seen.in_named_bits(problem.notation.as_ref());
    let both_stopped = is_stopped(problem, Side::Old, &old) && is_stopped(problem, Side::New, &new);
    if seen_old == seen_new || both_stopped {
        Replay::Same
    } else if let Some(trap) = doubt(&old).or(doubt(&new)) {
        Replay::Unclear(Unclear::Trap(trap))
    } else if seen_old.is_same_where_written(&seen_new) {
        Replay::Unclear(Unclear::Trap(Trap::Unwritten))
    } else if named(&seen_old).is_same_where_written(&named(&seen_new)) {
        Replay::Unclear(Unclear::Padding)
    } else if seen_old.without_code(problem.program(Side::Old)) == seen_new.without_code(problem.program(Side::New)) {
        Replay::Unclear(Unclear::GivesBack(Opaque::Function))
    } else if may_differ_by_addresses_alone(problem, &old, &new) {
        Replay::Unclear(Unclear::GivesBack(Opaque::Address))
    } else if differs_within(problem, &old, &new) {
        Replay::Unclear(Unclear::GivesBack(Opaque::Iterator))
    } else {
        let given = Given::inputs(inputs);
        Replay::Differs(Box::new(Counterexample { given, old, new, answers_made_up: false, chosen_by: None }))
    }
}

/// Did an assumption stop the run? Such a run does nothing, whatever it did before.
fn is_stopped(problem: &Problem, side: Side, ended: &Ended) -> bool {
    let blocked = problem.program(side).cell(Symbol::new(ir::BLOCKED));
    blocked.is_some_and(|cell| ended.state.cells[cell] == Value::Bool(true))
}

/// Could the difference be in addresses that nobody can look at, and in nothing that stands there?
fn may_differ_by_addresses_alone(problem: &Problem, old: &Ended, new: &Ended) -> bool {
    let without = |side: Side, ended: &Ended| {
        let Outcome::Returned(values) = &ended.outcome else { return None };
        let (values, contents) = problem.notation.without_addresses(problem.program(side), values, &ended.state)?;
        Some((Ended { outcome: Outcome::Returned(values), ..ended.clone() }, contents))
    };
    let (Some((old, at_old)), Some((new, at_new))) = (without(Side::Old, old), without(Side::New, new)) else {
        return false;
    };
    let is_told_apart =
        at_old.len() != at_new.len() || at_old.iter().zip(&at_new).any(|(a, b)| a.is_some() && b.is_some() && a != b);
    let (seen_old, seen_new) = observe_both(&view(problem, Side::Old, &old), &view(problem, Side::New, &new));
    !is_told_apart && seen_old == seen_new
}

/// Is the difference only in what objects work with?
fn differs_within(problem: &Problem, old: &Ended, new: &Ended) -> bool {
    let hides = |cell: Symbol, contents: &Value| problem.notation.is_inner(cell, contents);
    let views = (view(problem, Side::Old, old), view(problem, Side::New, new));
    let (old, new) = observe_without(&views.0, &views.1, Some(&hides));
    old == new
}

/// Runs one version.
pub fn run(problem: &Problem, side: Side, inputs: &[Value], limits: Limits) -> Result<Ended, Stop> {
    attempt(problem, side, inputs, limits, &mut Answers::of(problem, Choices::Unknown)).ended()
}

/// The client's arguments in a run of one version, whether or not it comes to an end.
pub fn called(problem: &Problem, side: Side, inputs: &[Value], limits: Limits) -> Option<CallSeen> {
    let run = attempt(problem, side, inputs, limits, &mut Answers::of(problem, Choices::Unknown));
    run.at_call.or_else(|| with_some_answers(problem, side, inputs, limits)?.at_call)
}

/// The functions whose code runs, whether or not the run comes to an end.
pub fn entered(problem: &Problem, side: Side, inputs: &[Value], limits: Limits) -> BTreeSet<FnId> {
    let mut world = Answers::of(problem, Choices::Any);
    let entry = problem.entry(side);
    let mut machine = Interpreter::new(&entry.program, &mut world, limits);
    machine.visited = Some(FxHashSet::default());
    let _ = machine.run(entry.entry, inputs);
    machine.visited.into_iter().flatten().map(|(function, _)| function).collect()
}

/// What a non-deterministic choice gives.
#[derive(Copy, Clone)]
enum Choices<'a> {
    /// The run ends there.
    Unknown,
    Any,
    These(&'a [(Sort, Value)]),
}

/// Does a state that comes back end a run?
#[derive(Copy, Clone, PartialEq, Eq)]
enum Watch {
    No,
    Repeats,
}

/// A world in which the pure functions of the language's library are what they are. Of other calls
/// it answers only those that have but one answer: nothing.
struct Answers<'a> {
    library: Library,
    choices: Choices<'a>,
}

impl<'a> Answers<'a> {
    fn of(problem: &'a Problem, choices: Choices<'a>) -> Answers<'a> {
        Answers { library: problem.library, choices }
    }
}

impl World for Answers<'_> {
    fn call(&mut self, function: &Function, args: &[Value], _state: &mut State) -> Option<Outcome> {
        match &function.kind {
            FunctionKind::Pure => Some(Outcome::Returned(vec![(self.library.known)(function.name.as_str(), args)?])),
            FunctionKind::External { writes, .. } => {
                // It may also raise; but to return is one thing that every function can do.
                let gives_nothing = writes.is_empty() && function.results.is_empty();
                gives_nothing.then(|| Outcome::Returned(Vec::new()))
            }
            FunctionKind::Defined(_) => None,
        }
    }

    fn choose(&mut self, n: usize, sort: Sort) -> Option<Value> {
        match self.choices {
            Choices::Unknown => None,
            Choices::Any => Some(Value::default_of(sort)),
            Choices::These(known) => known.get(n).filter(|(of, _)| *of == sort).map(|(_, value)| value.clone()),
        }
    }
}

/// A run that ended, or stopped.
#[derive(Clone)]
struct Attempt {
    outcome: Result<Outcome, Stop>,
    state: State,
    at_call: Option<CallSeen>,
    failed_at: Option<Span>,
    flag: Option<CellId>,
}

impl Attempt {
    fn ended(self) -> Result<Ended, Stop> {
        self.outcome.map(|outcome| Ended {
            outcome,
            state: self.state,
            at_call: self.at_call,
            failed_at: self.failed_at,
            flag: self.flag,
        })
    }

    /// The external calls, if the run stopped at the last of them for want of an answer.
    fn asked(&self) -> Option<&[ExternalCall]> {
        match &self.outcome {
            Err(Stop::Unanswered { what, .. }) if self.state.calls.last().is_some_and(|call| call.name == *what) => {
                Some(&self.state.calls)
            }
            _ => None,
        }
    }
}

fn attempt(problem: &Problem, side: Side, inputs: &[Value], limits: Limits, world: &mut dyn World) -> Attempt {
    attempt_as(problem, side, inputs, limits, world, Watch::No)
}

fn attempt_as(
    problem: &Problem,
    side: Side,
    inputs: &[Value],
    limits: Limits,
    world: &mut dyn World,
    watch: Watch,
) -> Attempt {
    let entry = problem.entry(side);
    let mut machine = Interpreter::new(&entry.program, world, limits);
    if watch == Watch::Repeats {
        machine.watch_for_repeats();
    }
    machine.watch = Some(entry.client);
    machine.flag = match &problem.goal {
        Goal::Same(_) | Goal::SameUnderFacts(_) => None,
        Goal::OnlyNewFails(spec) => spec.flag.and_then(|flag| entry.program.cell(flag)),
    };
    let outcome = machine.run(entry.entry, inputs);
    let ended = (!machine.ended.is_none() && !matches!(outcome, Ok(Outcome::Returned(_)))).then_some(machine.ended);
    let failed_at = machine.cleared.or(ended);
    Attempt { outcome, state: machine.state, at_call: machine.seen, failed_at, flag: machine.flag }
}

/// The versions differ in the external calls they make before an answer is wanted.
fn apart_by_calls(
    problem: &Problem,
    inputs: &[Value],
    limits: Limits,
    [old, new]: [&Attempt; 2],
) -> Option<Counterexample> {
    let ends = |run: &Attempt| match &run.outcome {
        Ok(Outcome::Trapped(trap)) => !trap.is_doubtful(),
        outcome => outcome.is_ok(),
    };
    let differ = |a: &[ExternalCall], b: &[ExternalCall]| {
        a.iter().zip(b).any(|(a, b)| a.name != b.name || plain_arguments_differ(problem, a, b))
    };
    // A call may want an answer in one version only, where it may write more.
    let apart = match (old.asked(), new.asked()) {
        (Some(a), Some(b)) => differ(a, b),
        (Some(a), None) => ends(new) && (new.state.calls.len() < a.len() || differ(a, &new.state.calls)),
        (None, Some(b)) => ends(old) && (old.state.calls.len() < b.len() || differ(&old.state.calls, b)),
        (None, None) => false,
    };
    let is_action = |call: &ExternalCall| (problem.library.is_action)(call.name.as_str());
    if !apart || !old.state.calls.iter().chain(&new.state.calls).all(is_action) {
        return None;
    }
    let answered = |side: Side, run: &Attempt| match run.asked() {
        Some(_) => with_some_answers(problem, side, inputs, limits),
        None => run.clone().ended().ok(),
    };
    let (old, new) = (answered(Side::Old, old)?, answered(Side::New, new)?);
    if is_stopped(problem, Side::Old, &old) && is_stopped(problem, Side::New, &new) {
        return None;
    }
    Some(Counterexample { given: Given::inputs(inputs), old, new, answers_made_up: true, chosen_by: None })
}

/// What a reference stands for at a call is not compared here.
fn plain_arguments_differ(problem: &Problem, old: &ExternalCall, new: &ExternalCall) -> bool {
    let program = problem.program(Side::Old);
    let Some(function) = program.function(old.name) else { return false };
    let sorts = program.functions[function].params.iter().map(|param| param.sort);
    let args = sorts.zip(old.args.iter().zip(&new.args));
    // Of a function its name says nothing.
    let is_code = |name: Symbol| {
        Side::BOTH.iter().any(|side| {
            let program = problem.program(*side);
            program.function(name).is_some() || program.code.iter().any(|(code, _)| *code == name)
        })
    };
    let is_plain = |sort: Sort, value: &Value| !has_references(sort) || !holds_reference(value, &is_code);
    let differ = |(sort, (a, b)): (Sort, (&Value, &Value))| is_plain(sort, a) && is_plain(sort, b) && a != b;
    old.args.len() == new.args.len() && (args.into_iter().any(differ) || old.written != new.written)
}

/// Is a reference, or code, part of the value?
fn holds_reference(value: &Value, is_code: &dyn Fn(Symbol) -> bool) -> bool {
    let holds = |value: &Value| holds_reference(value, is_code);
    match value {
        Value::Ref(_) => true,
        Value::Atom(name) => is_code(*name),
        Value::Data(_, fields) => fields.iter().any(holds),
        Value::Seq(elements) => elements.iter().any(holds),
        Value::Map(map) => holds(map.default_value()) || map.entries().any(|(_, value)| holds(value)),
        Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Bv(_) | Value::Float(_) | Value::Opaque(_) => false,
    }
}

/// A run in which external functions give something that lets it come to an end. What an assumption stops is none: to
/// a contract that such an answer breaks the run never happens.
fn with_some_answers(problem: &Problem, side: Side, inputs: &[Value], limits: Limits) -> Option<Ended> {
    const ROUNDS: usize = 24;
    const FUEL: u64 = 100_000;
    let limits = Limits { fuel: limits.fuel.min(FUEL), ..limits };
    let mut generator = Generator::new(problem, 0);
    (0..ROUNDS).find_map(|round| {
        let mut world = Guess { problem, side, generator: &mut generator, round };
        let ended = attempt(problem, side, inputs, limits, &mut world).ended().ok();
        ended.filter(|ended| ended.outcome != Outcome::Trapped(Trap::Assumption))
    })
}

struct Guess<'a> {
    problem: &'a Problem,
    side: Side,
    generator: &'a mut Generator,
    round: usize,
}

impl World for Guess<'_> {
    fn call(&mut self, function: &Function, args: &[Value], state: &mut State) -> Option<Outcome> {
        let FunctionKind::External { writes, .. } = &function.kind else {
            return Answers::of(self.problem, Choices::Unknown).call(function, args, state);
        };
        let sort_of = |cell: &CellId| self.problem.program(self.side).cells[*cell].sort;
        if function.results.iter().any(|sort| has_references(*sort)) {
            return None;
        }
        // Where there may be objects, nothing is written.
        for cell in writes.iter().filter(|cell| !has_references(sort_of(cell))) {
            state.cells[*cell] = self.generator.value_of(sort_of(cell), self.round);
        }
        Some(Outcome::Returned(
            function.results.iter().map(|sort| self.generator.value_of(*sort, self.round)).collect(),
        ))
    }
}

fn view<'a>(problem: &'a Problem, side: Side, ended: &'a Ended) -> Run<'a> {
    let entry = problem.entry(side);
    Run {
        program: &entry.program,
        entry: &entry.program.functions[entry.entry],
        outcome: &ended.outcome,
        state: &ended.state,
        at_call: ended.at_call.as_ref(),
    }
}
