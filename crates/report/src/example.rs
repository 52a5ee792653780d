//! The counterexample as the source would write it.
//!
//! The arguments are those of the client's own call; what a run did is its outcome, then what it
//! left behind: arguments and globals it wrote, output, calls of the outside.

use equiv::replay::Ended;
use equiv::{Counterexample, Problem, Side};
use ir::CellRole;
use ir::entry::{Notation, Shown};
use ir::interp::{self, CallSeen, State};
use value::{Sort, Value};

/// A value, as data and as the language writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub shown: Shown,
    pub written: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// `client1(11)`
    pub call: String,
    pub inputs: Vec<Input>,
    pub old: Seen,
    pub new: Seen,
    pub replayed: Replayed,
    /// C: old had no defined behaviour on this input.
    pub undefined_in_old: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    pub word: Word,
    /// The name of an earlier parameter that is the same object.
    pub same_as: Option<String>,
}

/// Who ran the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    Builtin,
    /// The real interpreter or compiled code as well.
    Native,
}

/// What one version did.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub outcome: Outcome,
    /// Arguments and globals that are not as they were, by name.
    pub writes: Vec<(String, Word)>,
    pub output: Vec<Word>,
    /// Calls of functions outside the program, in order.
    pub calls: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// `None`: it returns no value at all.
    Returns(Option<Word>),
    Raises(String),
    Traps(String),
    NeverReturns,
}

impl Example {
    /// Does one of the versions run for ever?
    pub fn never_returns(&self) -> bool {
        [&self.old, &self.new].iter().any(|seen| seen.outcome == Outcome::NeverReturns)
    }

    pub(crate) fn new(problem: &Problem, counterexample: &Counterexample) -> Example {
        let inputs = inputs(problem, counterexample);
        Example {
            call: call(&problem.client, &inputs),
            inputs,
            old: seen(problem, Side::Old, counterexample.ended(Side::Old)),
            new: seen(problem, Side::New, counterexample.ended(Side::New)),
            replayed: Replayed::Builtin,
            undefined_in_old: false,
        }
    }
}

/// The client's arguments when it was called. Both versions get the same; if one failed before
/// the call, the other's are shown.
fn inputs(problem: &Problem, counterexample: &Counterexample) -> Vec<Input> {
    if let Some(inputs) = declared_inputs(problem, counterexample.inputs()) {
        return inputs;
    }
    let ended = |side: Side| Some((side, counterexample.ended(side).at_call.as_ref()?));
    ended(Side::Old)
        .or_else(|| ended(Side::New))
        .map_or_else(Vec::new, |(side, at_call)| inputs_at(problem, side, at_call))
}

/// The arguments for these plain inputs of the entry, where the language tells them from those.
pub fn declared_inputs(problem: &Problem, inputs: &[Value]) -> Option<Vec<Input>> {
    let notation = problem.notation.as_ref();
    let arguments = notation.arguments(inputs)?;
    let input = |(name, shown)| Input { name, word: word(notation, shown), same_as: None };
    Some(arguments.into_iter().map(input).collect())
}

/// The client's arguments at a call of it.
pub fn inputs_at(problem: &Problem, side: Side, at_call: &CallSeen) -> Vec<Input> {
    let entry = problem.entry(side);
    let params = &entry.program.functions[entry.client].params;
    let mut inputs: Vec<Input> = Vec::new();
    for (index, (name, param)) in problem.parameters.iter().zip(params).enumerate() {
        let value = &at_call.args[index];
        let shown = problem.notation.show(&entry.program, value, param.sort, &at_call.state);
        let earlier = at_call.args[..index].iter().position(|other| other == value && holds_reference(value));
        inputs.push(Input {
            name: name.clone(),
            word: word(problem.notation.as_ref(), shown),
            same_as: earlier.map(|earlier| problem.parameters[earlier].clone()),
        });
    }
    inputs
}

/// Is an object part of the value? Only then can two equal values be one object.
fn holds_reference(value: &Value) -> bool {
    match value {
        Value::Ref(number) => *number != 0,
        Value::Data(_, fields) => fields.iter().any(holds_reference),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Real(_)
        | Value::Bv(_)
        | Value::Float(_)
        | Value::Atom(_)
        | Value::Seq(_)
        | Value::Map(_)
        | Value::Opaque(_) => false,
    }
}

/// The call as one may type it. An object passed twice is named at its first place.
pub fn call(client: &str, inputs: &[Input]) -> String {
    let is_shared = |name: &str| inputs.iter().any(|input| input.same_as.as_deref() == Some(name));
    let args: Vec<String> = inputs
        .iter()
        .map(|input| match &input.same_as {
            Some(earlier) => earlier.clone(),
            None if is_shared(&input.name) => format!("{} := {}", input.name, input.word.written),
            None => input.word.written.clone(),
        })
        .collect();
    format!("{client}({})", args.join(", "))
}

fn word(notation: &dyn Notation, shown: Shown) -> Word {
    Word { written: notation.write(&shown), shown }
}

/// What a finished run did.
pub fn seen(problem: &Problem, side: Side, ended: &Ended) -> Seen {
    let program = problem.program(side);
    let notation = problem.notation.as_ref();
    let show = |value: &Value, sort: Sort, state: &State| notation.show(program, value, sort, state);
    let entry = &program.functions[problem.entry(side).entry];
    let outcome = match &ended.outcome {
        interp::Outcome::Returned(values) => {
            let each = || values.iter().zip(&entry.results).map(|(value, sort)| show(value, *sort, &ended.state));
            let mut words: Vec<Shown> = notation
                .result(program, values, &ended.state)
                .map_or_else(|| each().collect(), |declared| vec![declared]);
            Outcome::Returns(match words.len() {
                0 => None,
                1 => words.pop().map(|shown| word(notation, shown)),
                _ => Some(word(notation, Shown::List(words))),
            })
        }
        interp::Outcome::Raised(value) => Outcome::Raises(notation.raised(program, value, &ended.state)),
        interp::Outcome::Trapped(what) => Outcome::Traps(what.as_str().to_owned()),
        // What it had done so far when it was left is of no interest.
        interp::Outcome::Endless => {
            let (writes, output, calls) = (Vec::new(), Vec::new(), Vec::new());
            return Seen { outcome: Outcome::NeverReturns, writes, output, calls };
        }
    };
    Seen { outcome, writes: writes(problem, side, ended), output: output(problem, side, ended), calls: calls(ended) }
}

/// Arguments, then globals, whose contents are not what they were at the client's call.
fn writes(problem: &Problem, side: Side, ended: &Ended) -> Vec<(String, Word)> {
    let Some(at_call) = &ended.at_call else { return Vec::new() };
    let entry = problem.entry(side);
    let program = &entry.program;
    let notation = problem.notation.as_ref();
    let mut writes = Vec::new();
    let mut note = |name: &str, before: (&Value, &State), after: (&Value, &State), sort: Sort| {
        let shown = |value: &Value, state: &State| {
            notation.global(name, value).unwrap_or_else(|| notation.show(program, value, sort, state))
        };
        let (before, after) = (shown(before.0, before.1), shown(after.0, after.1));
        if before != after {
            writes.push((name.to_owned(), word(notation, after)));
        }
    };
    let params = &program.functions[entry.client].params;
    for ((name, param), arg) in problem.parameters.iter().zip(params).zip(&at_call.args) {
        note(name, (arg, &at_call.state), (arg, &ended.state), param.sort);
    }
    for (id, cell) in program.cells.iter().filter(|(_, cell)| cell.role == CellRole::Global) {
        if is_source_name(cell.name.as_str()) {
            note(
                cell.name.as_str(),
                (&at_call.state.cells[id], &at_call.state),
                (&ended.state.cells[id], &ended.state),
                cell.sort,
            );
        }
    }
    writes
}

/// Cells that front ends make for themselves have names that no source can have.
fn is_source_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn output(problem: &Problem, side: Side, ended: &Ended) -> Vec<Word> {
    let program = problem.program(side);
    let notation = problem.notation.as_ref();
    let cells = program.cells.iter().filter(|(_, cell)| cell.role == CellRole::Output);
    cells
        .filter(|(id, cell)| ended.state.cells[*id] != cell.initial)
        .map(|(id, cell)| word(notation, notation.show(program, &ended.state.cells[id], cell.sort, &ended.state)))
        .collect()
}

fn calls(ended: &Ended) -> Vec<String> {
    let call = |call: &interp::ExternalCall| {
        let args: Vec<String> = call.args.iter().map(|arg| format!("{arg:?}")).collect();
        format!("{}({})", call.name, args.join(", "))
    };
    ended.state.calls.iter().map(call).collect()
}
