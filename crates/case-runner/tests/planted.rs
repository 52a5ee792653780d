//! Mistakes planted in the model: operators and constants, in the runtime of the language as in the programs. The audit
//! holds what the model says of its inputs against real runs, so it catches each that one of its inputs shows.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use case_runner::Case;
use case_runner::case::{self, Asked, Truth};
use cli::audit::{self, Prepared};
use cli::command;
use cli::native::Observed;
use confine::Trust;
use equiv::inputs::Random;
use equiv::{Problem, Side};
use ir::interp::{Closed, Interpreter, Limits};
use ir::{BlockId, FnId, Function, FunctionKind, Inst};
use report::VerdictKind;
use rustc_hash::{FxBuildHasher, FxHashSet};
use value::{Float, Int, IntOp, Op, Sort, SortKind, Value};

/// Of the cases with such a word one of so many is asked about, by its name; of all others one of the last number.
const EACH: [(&str, u64); 4] = [("print(", 1), ("global ", 7), (".append(", 7), ("", 31)];
const INPUTS: usize = 40;
/// So many mistakes that show are enough of one case, and so many are tried.
const SHOWN: usize = 7;
const TRIED: usize = 60;
const MOST_OPEN: usize = 3;

#[test]
fn every_planted_mistake_that_shows_is_caught() {
    if confine::left_out_of_tests() {
        return;
    }
    let (mut caught, mut missed) = (Vec::new(), Vec::new());
    for case in cases() {
        let Some(mut asked) = Audited::of(&case) else { continue };
        let wrong = (0..asked.observed.len()).find_map(|row| asked.contradiction(row, &asked.said(row)?));
        if let Some(wrong) = wrong {
            missed.push(format!("{}, as it is: {wrong}", case.name));
            continue;
        }
        let mut shown = 0;
        for place in asked.places().into_iter().take(TRIED) {
            let Some(planted) = asked.plant(&place) else { continue };
            match planted {
                Planted::Caught(what) => caught.push(what),
                Planted::Missed(what) => missed.push(format!("{}: {what}", case.name)),
                Planted::Unseen => continue,
            }
            shown += 1;
            if shown == SHOWN {
                break;
            }
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), caught.len() + missed.len(), missed.join("\n"));
    assert!(caught.len() >= 100, "only {} mistakes showed", caught.len());
    // By what is given back, raised, printed, and left behind.
    for by in ["CPython returns", "CPython raises", "CPython writes", "CPython leaves"] {
        assert!(caught.iter().any(|what| what.contains(by)), "none is caught where {by}");
    }
}

/// Python cases that both versions of can be run, a fixed share of them.
fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let root = root.canonicalize().expect("the folder of the cases");
    let headers: Vec<PathBuf> = case::all(&root, "case.txt");
    let cases = headers.iter().map(|header| Case::read(&root, header).expect("a header"));
    let is_chosen = |case: &Case| {
        let mut hasher = FxBuildHasher.build_hasher();
        hasher.write(case.name.as_bytes());
        let text = std::fs::read_to_string(case.folder.join(&case.old)).expect("a source");
        let each = EACH.iter().find(|(word, _)| text.contains(word));
        each.is_some_and(|(_, each)| hasher.finish().is_multiple_of(*each))
    };
    let is_plain = |case: &Case| {
        let is_decided = matches!(case.truth, Truth::Verdict(VerdictKind::Equivalent | VerdictKind::Different));
        case.command == Asked::Check && is_decided && case.runs_natively() && case.args.is_empty()
    };
    cases.filter(|case| case.old == "old.py" && is_plain(case) && is_chosen(case)).collect()
}

/// A pair with its inputs, and what both versions really did on them.
struct Audited {
    prepared: Prepared,
    /// By input; those that do not count are left out.
    observed: Vec<(usize, [Observed; 2])>,
}

enum Planted {
    Caught(String),
    Missed(String),
    /// What the model says of the inputs is the same with it.
    Unseen,
}

impl Audited {
    fn of(case: &Case) -> Option<Audited> {
        let arguments = case.arguments(&case.old, &case.new).expect("its command line");
        let (question, _checkouts) = command::question(&arguments, &case.folder).ok()?;
        let name = question.client.as_ref()?.function.clone();
        let mut prepared = audit::prepare(&question, &name, INPUTS).ok()?;
        let calls: Vec<String> = prepared.samples.rows.iter().map(|sample| sample.arguments.clone()).collect();
        let [old, new] = prepared.native.run(&calls, Trust::Strangers).ok()?;
        let pairs = old.into_iter().zip(new).map(|(old, new)| [old, new]).enumerate();
        let counts = |(row, [old, new]): &(usize, [Observed; 2])| {
            let sample = &prepared.samples.rows[*row];
            sample.said.is_some() && !sample.is_doubtful && audit::counts(old, new)
        };
        let observed = pairs.filter(counts).collect();
        Some(Audited { prepared, observed })
    }

    /// What the model says of one of the inputs.
    fn said(&self, row: usize) -> Option<[report::example::Seen; 2]> {
        let sample = &self.prepared.samples.rows[self.observed[row].0];
        audit::said(&self.prepared.problem, &sample.inputs)
    }

    fn contradiction(&self, row: usize, said: &[report::example::Seen; 2]) -> Option<String> {
        let (number, [old, new]) = &self.observed[row];
        let samples = &self.prepared.samples;
        let sample = &samples.rows[*number];
        let place = self.prepared.native.runs_in();
        let what = audit::told_otherwise(place, &samples.globals, sample, said, [old, new])?;
        Some(format!("({}): {what}", sample.arguments))
    }

    fn places(&self) -> Vec<Place> {
        let samples = self.observed.iter().map(|(row, _)| &self.prepared.samples.rows[*row]);
        places(&self.prepared.problem, samples.map(|sample| &sample.inputs[..]))
    }

    /// Makes the mistake in both versions, looks at what the model says then, and takes it back.
    fn plant(&mut self, place: &Place) -> Option<Planted> {
        let before = Side::BOTH.map(|side| program_of(&mut self.prepared.problem, side).functions.clone());
        let made = Side::BOTH.map(|side| place.plant(&mut self.prepared.problem, side));
        let made = made.into_iter().flatten().next();
        let planted = made.as_ref().map(|made| self.look(made));
        for (side, functions) in Side::BOTH.into_iter().zip(before) {
            program_of(&mut self.prepared.problem, side).functions = functions;
        }
        planted
    }

    fn look(&self, made: &str) -> Planted {
        let (mut unseen, mut open) = (None, 0);
        for row in 0..self.observed.len() {
            let sample = &self.prepared.samples.rows[self.observed[row].0];
            let Some(said) = self.said(row) else {
                // It never ends, or it is beyond the model.
                open += 1;
                if open == MOST_OPEN {
                    break;
                }
                continue;
            };
            if sample.said.as_ref() == Some(&said) {
                continue;
            }
            if let Some(what) = self.contradiction(row, &said) {
                return Planted::Caught(what);
            }
            unseen.get_or_insert_with(|| format!("{made}, on ({}): {:?} is {said:?}", sample.arguments, sample.said));
        }
        unseen.map_or(Planted::Unseen, Planted::Missed)
    }
}

fn program_of(problem: &mut Problem, side: Side) -> &mut ir::Program {
    match side {
        Side::Old => &mut problem.old.program,
        Side::New => &mut problem.new.program,
    }
}

/// An instruction of a function, and the number that says what is made of it.
struct Place {
    function: value::Symbol,
    block: BlockId,
    inst: usize,
    choice: u64,
}

/// The operators and constants that old runs on these inputs, in an order that is always the same.
fn places<'a>(problem: &Problem, inputs: impl Iterator<Item = &'a [Value]>) -> Vec<Place> {
    let program = &problem.old.program;
    let mut ran: BTreeSet<(FnId, BlockId)> = BTreeSet::new();
    for inputs in inputs {
        let mut closed = Closed;
        let mut interpreter = Interpreter::new(program, &mut closed, Limits { fuel: 50_000, ..Limits::default() });
        interpreter.visited = Some(FxHashSet::default());
        // Where it stops does not matter.
        let _ = interpreter.run(problem.old.entry, inputs);
        ran.extend(interpreter.visited.into_iter().flatten());
    }
    let mut random = Random::new(1);
    let mut places = Vec::new();
    for (id, block) in ran {
        let function = &program.functions[id];
        let count = function.body().map_or(0, |body| body.blocks[block].insts.len());
        let place = |inst| Place { function: function.name, block, inst, choice: random.bits() };
        places.extend((0..count).map(place));
    }
    places.sort_by_key(|place| place.choice);
    places
}

impl Place {
    /// Exchanges what stands there; what was made of it.
    fn plant(&self, problem: &mut Problem, side: Side) -> Option<String> {
        let program = program_of(problem, side);
        let id = program.function(self.function)?;
        let function: &mut Function = Arc::make_mut(&mut program.functions[id]);
        let FunctionKind::Defined(body) = &mut function.kind else { return None };
        let sorts = &body.sorts;
        body.blocks.get(self.block)?;
        let inst = body.blocks[self.block].insts.get_mut(self.inst)?;
        let before = inst.clone();
        match inst {
            Inst::Apply { result, op, args } => {
                let args: Vec<Sort> = args.iter().map(|arg| sorts[*arg]).collect();
                let others = others(op, &args, sorts[*result]);
                *op = others.get(self.choice as usize % others.len().max(1))?.clone();
            }
            Inst::Const { result, value } => *value = other_value(value, sorts[*result], self.choice)?,
            Inst::Get { .. } | Inst::Set { .. } | Inst::Alloc { .. } | Inst::Choose { .. } | Inst::Assume { .. } => {
                return None;
            }
        }
        Some(format!("{}: {before:?} as {inst:?}", self.function))
    }
}

/// Operators of the same sorts. None that makes large numbers of others.
fn others(op: &Op, args: &[Sort], result: Sort) -> Vec<Op> {
    let grows = |op: &Op| matches!(op, Op::Int(IntOp::Mul | IntOp::Pow | IntOp::Shl) | Op::SeqConcat);
    let plain = Op::plain().map(|(_, op)| op).filter(|other| *other != op && !grows(other));
    let mut found: Vec<Op> = plain.filter(|other| other.result(args) == Ok(result)).cloned().collect();
    if let Op::Is(ctor) = op {
        let count = ctor.datatype.ctors().len();
        let others = (0..count).filter(|index| *index != ctor.index);
        found.extend(others.map(|index| Op::Is(value::Ctor { index, ..*ctor })));
    }
    found
}

fn other_value(value: &Value, sort: Sort, choice: u64) -> Option<Value> {
    Some(match (value, sort.kind()) {
        (Value::Bool(bool), _) => Value::Bool(!bool),
        (Value::Int(int), _) if choice.is_multiple_of(2) => Value::Int(int + &Int::ONE),
        (Value::Int(int), _) => Value::Int(int - &Int::ONE),
        (Value::Float(float), _) => Value::Float(Float::of(float.format, float.to_f64() + 1.0)),
        (Value::Seq(elements), SortKind::Seq(element)) => match elements.split_last() {
            Some((_, rest)) if choice.is_multiple_of(2) => Value::seq(rest.to_vec()),
            Some((last, _)) => {
                Value::seq(elements.iter().cloned().chain([other_value(last, *element, choice)?]).collect())
            }
            None if *element == Sort::int() => Value::string("a"),
            None => return None,
        },
        (Value::Data(index, fields), SortKind::Data(datatype)) => {
            let sorts = datatype.ctors()[*index as usize].fields.iter().map(|(_, sort)| *sort);
            let mut others = fields.iter().zip(sorts).enumerate();
            let (at, other) = others.find_map(|(at, (field, sort))| Some((at, other_value(field, sort, choice)?)))?;
            let mut fields = fields.to_vec();
            fields[at] = other;
            Value::Data(*index, fields.into())
        }
        _ => return None,
    })
}
