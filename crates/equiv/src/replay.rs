//! Runs both versions on one input and compares what is seen.

use ir::entry::Notation;
use ir::interp::{CallSeen, Limits, Machine, Outcome, State, Stop, World};
use ir::{Function, FunctionKind};
use value::{Sort, Value};

use crate::observe::{Run, observe_both};
use crate::problem::Termination;
use crate::{Problem, Side};

/// An input on which the observations differ. Only a replay can make one.
#[derive(Clone, Debug)]
pub struct Counterexample {
    inputs: Vec<Value>,
    pub old: Ended,
    pub new: Ended,
}

impl Counterexample {
    /// The plain inputs of the entry.
    pub fn inputs(&self) -> &[Value] {
        &self.inputs
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
}

/// What replaying an input showed.
#[derive(Clone, Debug)]
pub enum Replay {
    Same,
    Differs(Box<Counterexample>),
    /// One side gave no observation: nothing may be concluded.
    NoObservation(Side, Stop),
}

/// Runs both versions on these inputs. If one ends and the other does not within the limits, the
/// other is watched for a state that comes back.
pub fn replay(problem: &Problem, inputs: &[Value], limits: Limits) -> Replay {
    replay_in(problem, inputs, limits, Choices::Unknown)
}

/// Runs both versions on inputs for which it was shown that no choice matters: each gets some value.
pub fn replay_whatever_is_chosen(problem: &Problem, inputs: &[Value], limits: Limits) -> Replay {
    replay_in(problem, inputs, limits, Choices::Any)
}

/// What a non-deterministic choice gives.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Choices {
    /// The run ends there.
    Unknown,
    Any,
}

fn replay_in(problem: &Problem, inputs: &[Value], limits: Limits, choices: Choices) -> Replay {
    let run = |problem, side, inputs, limits| run_as(problem, side, inputs, limits, Watch::No, choices);
    let run_watched = |problem, side, inputs, limits| run_as(problem, side, inputs, limits, Watch::Repeats, choices);
    let old = run(problem, Side::Old, inputs, limits);
    if let Err(stop) = &old
        && *stop != Stop::OutOfFuel
    {
        return Replay::NoObservation(Side::Old, stop.clone());
    }
    let new = run(problem, Side::New, inputs, limits);
    match (old, new) {
        (Ok(old), Ok(new)) => compare(problem, inputs, old, new),
        (Err(Stop::OutOfFuel), Ok(new)) if may_be_endless(problem) => {
            match run_watched(problem, Side::Old, inputs, limits) {
                Ok(old) => compare(problem, inputs, old, new),
                Err(stop) => Replay::NoObservation(Side::Old, stop),
            }
        }
        (Ok(old), Err(Stop::OutOfFuel)) if may_be_endless(problem) => {
            match run_watched(problem, Side::New, inputs, limits) {
                Ok(new) => compare(problem, inputs, old, new),
                Err(stop) => Replay::NoObservation(Side::New, stop),
            }
        }
        (Err(stop), _) => Replay::NoObservation(Side::Old, stop),
        (_, Err(stop)) => Replay::NoObservation(Side::New, stop),
    }
}

/// Runs both versions on an input on which one of them was proved to run for ever. The other must
/// end, and the one must not end as far as it is run.
pub fn replay_endless(problem: &Problem, inputs: &[Value], limits: Limits, endless: Side) -> Replay {
    let old = run(problem, Side::Old, inputs, limits);
    let new = run(problem, Side::New, inputs, limits);
    let forever = Ended { outcome: Outcome::Endless, state: State::initial(problem.program(endless)), at_call: None };
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
    if seen_old == seen_new {
        Replay::Same
    } else if seen_old.holds_code(problem.program(Side::Old)) || seen_new.holds_code(problem.program(Side::New)) {
        // Functions of different names may do the same: an observer would have to call them.
        let what = value::Symbol::new("a function that is given back");
        Replay::NoObservation(Side::New, Stop::Unsupported { what, at: ir::Span::none() })
    } else {
        Replay::Differs(Box::new(Counterexample { inputs: inputs.to_vec(), old, new }))
    }
}

/// A world in which the pure functions of the language's library are what they are.
struct Library<'a> {
    notation: &'a dyn Notation,
    choices: Choices,
}

impl World for Library<'_> {
    fn call(&mut self, function: &Function, args: &[Value], _state: &mut State) -> Option<Outcome> {
        match function.kind {
            FunctionKind::Pure => Some(Outcome::Returned(vec![self.notation.known(function.name.as_str(), args)?])),
            FunctionKind::External { .. } | FunctionKind::Defined(_) => None,
        }
    }

    fn choose(&mut self, _n: usize, sort: Sort) -> Option<Value> {
        (self.choices == Choices::Any).then(|| Value::default_of(sort))
    }
}

/// Runs one version.
pub fn run(problem: &Problem, side: Side, inputs: &[Value], limits: Limits) -> Result<Ended, Stop> {
    run_as(problem, side, inputs, limits, Watch::No, Choices::Unknown)
}

/// Does a state that comes back end a run?
#[derive(Copy, Clone, PartialEq, Eq)]
enum Watch {
    No,
    Repeats,
}

fn run_as(
    problem: &Problem,
    side: Side,
    inputs: &[Value],
    limits: Limits,
    watch: Watch,
    choices: Choices,
) -> Result<Ended, Stop> {
    let entry = problem.entry(side);
    let mut world = Library { notation: problem.notation.as_ref(), choices };
    let mut machine = Machine::new(&entry.program, &mut world, limits);
    if watch == Watch::Repeats {
        machine.watch_for_repeats();
    }
    machine.watch = Some(entry.client);
    let outcome = machine.run(entry.entry, inputs)?;
    Ok(Ended { outcome, state: machine.state, at_call: machine.seen })
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
