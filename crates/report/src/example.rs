//! The counterexample as the source would write it.
//!
//! The arguments are those of the client's own call; what a run did is its outcome, then what it
//! left behind: arguments and globals it wrote, output, calls of the outside.

use std::collections::BTreeSet;

use equiv::observe::{Observer, Seen as Met};
use equiv::replay::Ended;
use equiv::{Counterexample, Goal, Place, Problem, Side};
use ir::entry::{Notation, Passing, Shown};
use ir::interp::{self, CallSeen, State};
use ir::{BLOCKED, Body, Cell, CellId, CellRole, Inst, Trap};
use value::{Sort, Value};

use crate::finding::{line, place_name};

/// A value, as data and as the language writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub shown: Shown,
    pub written: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// `client1(11)`, after what comes before it: `set(3); client1(11)`
    pub call: String,
    /// The steps that come before the client's call.
    pub before: Vec<String>,
    pub inputs: Vec<Input>,
    /// Are parts of them one and the same object, which no text says?
    pub has_shared_parts: bool,
    /// Globals that are inputs as well, as they were when the client was called.
    pub globals: Vec<(String, Word)>,
    pub old: Seen,
    pub new: Seen,
    pub replayed: Replayed,
    /// C: old had no defined behaviour on this input.
    pub undefined_in_old: bool,
    /// What else there is to say: what is undefined that a version does, and where; the build.
    pub notes: Vec<String>,
    /// What external functions gave was made up; the calls differ whatever they give.
    pub answers_made_up: bool,
    /// The choices that both versions read, in order.
    pub choices: Vec<Word>,
    /// Where only new fails, if that was the question.
    pub failure: Option<Failure>,
}

/// Where new fails, and the same line in old, which passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub new_at: String,
    pub quote: Option<String>,
    pub old_at: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    pub word: Word,
    /// The name of an earlier parameter that is the same object.
    pub same_as: Option<String>,
    /// Is it handed over by its name?
    pub by_keyword: bool,
    /// How many stars stand before it: what it holds is handed over one by one.
    pub stars: usize,
}

/// Who ran the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    Builtin,
    /// The real interpreter or compiled code as well.
    Native,
    /// The real interpreter or compiled code alone, in fresh processes.
    NativeAlone,
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
    Traps(Trap),
    NeverReturns,
}

impl Example {
    /// Does one of the versions run for ever?
    pub fn never_returns(&self) -> bool {
        [&self.old, &self.new].iter().any(|seen| seen.outcome == Outcome::NeverReturns)
    }

    /// Do the versions differ in nothing that is shown, so in memory or in which objects are one and the same?
    pub(crate) fn differs_in_identity(&self) -> bool {
        self.old == self.new
    }

    pub(crate) fn new(problem: &Problem, counterexample: &Counterexample) -> Example {
        let inputs = inputs(problem, counterexample);
        let before = problem.notation.before(counterexample.inputs());
        let steps = before.iter().cloned().chain([call(&problem.client, &inputs)]);
        let has_shared_parts = share_parts(problem, counterexample);
        let shared = has_shared_parts.then(|| "parts of what is handed over are one and the same object".to_owned());
        Example {
            call: steps.collect::<Vec<_>>().join("; "),
            before,
            inputs,
            has_shared_parts,
            globals: globals(problem, counterexample),
            old: seen(problem, Side::Old, counterexample.ended(Side::Old)),
            new: seen(problem, Side::New, counterexample.ended(Side::New)),
            replayed: Replayed::Builtin,
            undefined_in_old: false,
            notes: chosen(problem, counterexample).into_iter().chain(shared).collect(),
            answers_made_up: counterexample.answers_made_up,
            choices: choices(problem, counterexample),
            failure: match problem.goal {
                Goal::Same(_) | Goal::SameUnderFacts(_) => None,
                Goal::OnlyNewFails(_) => failure(problem, counterexample),
            },
        }
    }
}

/// That a run is one of several.
fn chosen(problem: &Problem, counterexample: &Counterexample) -> Option<String> {
    let (own, other) = match counterexample.chosen_by? {
        Side::Old => ("old", "new"),
        Side::New => ("new", "old"),
    };
    let choices: Vec<String> = choices(problem, counterexample).into_iter().map(|word| word.written).collect();
    let by = if choices.is_empty() { String::new() } else { format!(" by its choices ({})", choices.join(", ")) };
    Some(format!("{own} may do this{by}; {other} never does, whatever it chooses"))
}

fn choices(problem: &Problem, counterexample: &Counterexample) -> Vec<Word> {
    let (notation, program) = (problem.notation.as_ref(), problem.program(Side::New));
    let state = &counterexample.new.state;
    let show = |(sort, value): &(Sort, Value)| word(notation, notation.show(program, value, *sort, state));
    counterexample.choices().iter().map(show).collect()
}

/// Where new failed, and where the same line stands in old.
fn failure(problem: &Problem, counterexample: &Counterexample) -> Option<Failure> {
    let span = counterexample.new.failed_at.filter(|span| !span.is_none())?;
    let place = Place { side: Side::New, span };
    let quote = line(problem, place);
    let same = quote.as_ref().and_then(|quote| {
        problem.program(Side::Old).files.iter().find_map(|(_, file)| {
            let number = file.text.lines().position(|text| text.trim() == quote)?;
            Some(format!("{}:{}", file.name, number + 1))
        })
    });
    Some(Failure { new_at: place_name(problem, place), quote, old_at: same })
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
        .map_or_else(Vec::new, |(side, at_call)| passed(problem, counterexample.inputs(), side, at_call))
}

/// Is an object within the arguments met there, or among them, once more?
fn share_parts(problem: &Problem, counterexample: &Counterexample) -> bool {
    let ended = |side: Side| Some((side, counterexample.ended(side).at_call.as_ref()?));
    let Some((side, at_call)) = ended(Side::Old).or_else(|| ended(Side::New)) else { return false };
    let entry = problem.entry(side);
    let mut observer = Observer::new(&entry.program, &at_call.state);
    let params = &entry.program.functions[entry.client].params;
    let seen: Vec<Met> =
        at_call.args.iter().zip(params).map(|(value, param)| observer.see(value, param.sort)).collect();
    let mut met = BTreeSet::new();
    let whole = seen.iter().filter_map(|seen| if let Met::Object(number, _) = seen { Some(*number) } else { None });
    let whole: BTreeSet<usize> = whole.collect();
    seen.iter().any(|seen| match seen {
        Met::Object(_, contents) => contents.iter().any(|(_, part)| meets_again(part, &whole, &mut met)),
        other => meets_again(other, &whole, &mut met),
    })
}

fn meets_again(seen: &Met, whole: &BTreeSet<usize>, met: &mut BTreeSet<usize>) -> bool {
    match seen {
        Met::Plain(_) | Met::Null => false,
        Met::Seq(parts) | Met::Data(_, parts) => parts.iter().any(|part| meets_again(part, whole, met)),
        Met::Object(number, contents) => {
            whole.contains(number)
                || !met.insert(*number)
                || contents.iter().any(|(_, part)| meets_again(part, whole, met))
        }
    }
}

/// The arguments that the caller hands over, each in its way, for these plain inputs of the entry.
pub fn passed(problem: &Problem, given: &[Value], side: Side, at_call: &CallSeen) -> Vec<Input> {
    let inputs = inputs_at(problem, side, at_call);
    let Some(passing) = problem.notation.passed(given) else { return inputs };
    let place = |name: &str| problem.parameters.iter().position(|parameter| parameter == name);
    let mut kept = Vec::new();
    for mut input in inputs {
        match place(&input.name).and_then(|place| passing.get(place)) {
            Some(Passing::LeftOut) => continue,
            Some(Passing::Keyword) => input.by_keyword = true,
            Some(Passing::Rest) => input.stars = 1,
            Some(Passing::Named) => input.stars = 2,
            Some(Passing::Position) | None => {}
        }
        kept.push(input);
    }
    kept
}

/// The arguments for these plain inputs of the entry, where the language tells them from those.
pub fn declared_inputs(problem: &Problem, inputs: &[Value]) -> Option<Vec<Input>> {
    let notation = problem.notation.as_ref();
    let arguments = notation.arguments(inputs)?;
    let input = |(name, shown)| Input { name, word: word(notation, shown), same_as: None, by_keyword: false, stars: 0 };
    Some(arguments.into_iter().map(input).collect())
}

/// The globals that the entry takes as inputs and that some code reads.
fn globals(problem: &Problem, counterexample: &Counterexample) -> Vec<(String, Word)> {
    let mut found: Vec<(String, Word)> = Vec::new();
    for side in Side::BOTH {
        let Some(at_call) = &counterexample.ended(side).at_call else { continue };
        let program = problem.program(side);
        let read = cells_read(problem, side);
        for cell in input_cells(problem, side).into_iter().filter(|cell| read.contains(cell)) {
            let name = program.cells[cell].name.to_string();
            if found.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let (value, sort) = (&at_call.state.cells[cell], program.cells[cell].sort);
            let shown = problem.notation.show(program, value, sort, &at_call.state);
            found.push((name, word(problem.notation.as_ref(), shown)));
        }
    }
    // A parameter may hide a global of the same name.
    for (name, _) in &mut found {
        if problem.parameters.contains(name) {
            name.push_str(" (global)");
        }
    }
    found
}

/// Are globals of the program inputs? Nobody but the model can begin with any contents of them.
pub fn has_global_inputs(problem: &Problem) -> bool {
    Side::BOTH.iter().any(|side| !input_cells(problem, *side).is_empty())
}

/// The cells that the entry sets to one of its own parameters, as they stand.
fn input_cells(problem: &Problem, side: Side) -> Vec<CellId> {
    let program = problem.program(side);
    let Some(body) = program.functions[problem.entry(side).entry].body() else { return Vec::new() };
    let first = &body.blocks[Body::ENTRY];
    let set = |inst: &Inst| match inst {
        Inst::Set { cell, value } if first.params.contains(value) => Some(*cell),
        _ => None,
    };
    let cells = first.insts.iter().filter_map(set);
    cells.filter(|cell| problem.notation.is_name(program.cells[*cell].name.as_str())).collect()
}

fn cells_read(problem: &Problem, side: Side) -> BTreeSet<CellId> {
    let functions = problem.program(side).functions.iter();
    let bodies = functions.filter(|(id, _)| *id != problem.entry(side).entry).filter_map(|(_, each)| each.body());
    let insts = bodies.flat_map(|body| body.blocks.rows()).flat_map(|block| &block.insts);
    let read = |inst: &Inst| if let Inst::Get { cell, .. } = inst { Some(*cell) } else { None };
    insts.filter_map(read).collect()
}

/// The client's arguments at a call of it.
fn inputs_at(problem: &Problem, side: Side, at_call: &CallSeen) -> Vec<Input> {
    let entry = problem.entry(side);
    let params = &entry.program.functions[entry.client].params;
    let mut inputs: Vec<Input> = Vec::new();
    // Where the versions order their parameters differently, the names tell which is which.
    let place = |index: usize, name: &str| {
        let named = params.iter().position(|param| param.name.as_str() == name);
        named.unwrap_or(index)
    };
    for (index, name) in problem.parameters.iter().enumerate() {
        let index = place(index, name);
        let (Some(param), Some(value)) = (params.get(index), at_call.args.get(index)) else { continue };
        let shown = problem.notation.show(&entry.program, value, param.sort, &at_call.state);
        let earlier = inputs.iter().position(|input| {
            let other = params.iter().position(|param| param.name.as_str() == input.name);
            other.is_some_and(|other| at_call.args[other] == *value) && holds_reference(value)
        });
        inputs.push(Input {
            name: name.clone(),
            word: word(problem.notation.as_ref(), shown),
            same_as: earlier.map(|earlier| inputs[earlier].name.clone()),
            by_keyword: false,
            stars: 0,
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
        .map(|input| {
            let value = match &input.same_as {
                Some(earlier) => earlier.clone(),
                None if is_shared(&input.name) && input.by_keyword => {
                    format!("({} := {})", input.name, input.word.written)
                }
                None if is_shared(&input.name) => format!("{} := {}", input.name, input.word.written),
                None => input.word.written.clone(),
            };
            let stars = "*".repeat(input.stars);
            if input.by_keyword { format!("{}={value}", input.name) } else { format!("{stars}{value}") }
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
        interp::Outcome::Raised(value) => match notation.stopped(program, value, &ended.state) {
            Some(trap) => Outcome::Traps(trap),
            None => Outcome::Raises(notation.raised(program, value, &ended.state)),
        },
        interp::Outcome::Trapped(trap) => Outcome::Traps(*trap),
        // Of what it had done so far when it was left, only what it wrote can be seen.
        interp::Outcome::Endless => {
            let (writes, output, calls) = (Vec::new(), output(problem, side, ended), Vec::new());
            return Seen { outcome: Outcome::NeverReturns, writes, output, calls };
        }
    };
    Seen {
        outcome,
        writes: writes(problem, side, ended),
        output: output(problem, side, ended),
        calls: calls(problem, side, ended),
    }
}

/// The globals of a version that what it did is told by, where they change.
pub fn observed_globals(problem: &Problem, side: Side) -> Vec<String> {
    let cells = problem.program(side).cells.iter().filter(|(_, cell)| cell.role == CellRole::Global);
    let names = cells.map(|(_, cell)| cell.name.as_str()).filter(|name| problem.notation.is_name(name));
    names.map(str::to_owned).collect()
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
        if notation.is_name(cell.name.as_str()) {
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

/// As much as is shown of what a run writes that never ends.
const ENDLESS: usize = 60;

fn output(problem: &Problem, side: Side, ended: &Ended) -> Vec<Word> {
    let program = problem.program(side);
    // What is no text says how the run ended, which is shown as that.
    let is_output =
        |cell: &Cell| cell.role == CellRole::Output && cell.name.as_str() != BLOCKED && cell.sort != Sort::bool();
    let cells = program.cells.iter().filter(|(_, cell)| is_output(cell));
    let written = |id: CellId| match &ended.state.cells[id] {
        // What has no end is shown as far as it helps.
        Value::Seq(elements) if ended.outcome == interp::Outcome::Endless => {
            Value::seq(elements.iter().take(ENDLESS).cloned().collect())
        }
        value => value.clone(),
    };
    cells
        .filter(|(id, cell)| ended.state.cells[*id] != cell.initial)
        .map(|(id, cell)| printed(problem, side, ended, cell, &written(id)))
        .collect()
}

/// What was written to an output: text, in languages that have no other kind of it.
fn printed(problem: &Problem, side: Side, ended: &Ended, cell: &Cell, written: &Value) -> Word {
    let notation = problem.notation.as_ref();
    let text = if cell.sort == Sort::string() { written.as_text() } else { None };
    let shown = || notation.show(problem.program(side), written, cell.sort, &ended.state);
    word(notation, text.map_or_else(shown, Shown::Text))
}

fn calls(problem: &Problem, side: Side, ended: &Ended) -> Vec<String> {
    let program = problem.program(side);
    let output = program.cells.iter().find(|(_, cell)| cell.role == CellRole::Output).map(|(_, cell)| cell);
    let call = |call: &interp::ExternalCall| {
        let args: Vec<String> = call.args.iter().map(|arg| format!("{arg:?}")).collect();
        let written: Vec<String> = output
            .into_iter()
            .flat_map(|cell| call.written.iter().filter(|text| **text != cell.initial).map(move |text| (cell, text)))
            .map(|(cell, text)| printed(problem, side, ended, cell, text).written)
            .collect();
        let after = if written.is_empty() { String::new() } else { format!(" after {}", written.join(", ")) };
        format!("{}({}){after}", call.name, args.join(", "))
    };
    ended.state.calls.iter().map(call).collect()
}
