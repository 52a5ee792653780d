//! Runs both versions on one input and compares what is seen.

use ir::entry::Notation;
use ir::interp::{CallSeen, Limits, Machine, Outcome, State, Stop, World};
use ir::{Function, FunctionKind};
use value::{Sort, Value};

use crate::observe::{Run, observe_both};
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

/// Runs both versions on these inputs.
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
    let run = |problem, side, inputs, limits| run_in(problem, side, inputs, limits, choices);
    let old = match run(problem, Side::Old, inputs, limits) {
        Ok(ended) => ended,
        Err(stop) => return Replay::NoObservation(Side::Old, stop),
    };
    let new = match run(problem, Side::New, inputs, limits) {
        Ok(ended) => ended,
        Err(stop) => return Replay::NoObservation(Side::New, stop),
    };
    let (seen_old, seen_new) = observe_both(&view(problem, Side::Old, &old), &view(problem, Side::New, &new));
    if seen_old == seen_new {
        Replay::Same
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
    run_in(problem, side, inputs, limits, Choices::Unknown)
}

fn run_in(problem: &Problem, side: Side, inputs: &[Value], limits: Limits, choices: Choices) -> Result<Ended, Stop> {
    let entry = problem.entry(side);
    let mut world = Library { notation: problem.notation.as_ref(), choices };
    let mut machine = Machine::new(&entry.program, &mut world, limits);
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
