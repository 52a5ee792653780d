//! Runs a program here and in CPython, and compares what it did.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use front_python::{Client, Fault, Options, Version};
use ir::Program;
use ir::entry::Source;
use ir::interp::{Closed, Interpreter, Limits, Outcome, State, Stop};
use rustc_hash::FxHashSet;
use value::{Ctor, Sort, Symbol, Value};

/// What a run did, as text: `return`, `raise` or `stop` with the details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) kind: Kind,
    /// The value, or the type of the exception.
    pub(crate) what: String,
    /// The exception with its arguments; `None`: not modelled.
    pub(crate) exception: Option<String>,
    pub(crate) output: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Returned,
    Raised,
    /// No observation, for a reason.
    Stopped,
}

/// Runs `f()` of each program in CPython, in one process.
pub(crate) fn in_cpython(programs: &[String]) -> Vec<Seen> {
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cpython/driver.py");
    let mut child = Command::new("python3")
        .args(["-I", "-W", "ignore", driver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is on the path");
    let input = programs.join("\0");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).expect("python3 reads its input"));
    let output = child.wait_with_output().expect("python3 runs");
    writer.join().expect("the writer ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen: Vec<Seen> = text.split('\0').map(parse).collect();
    assert_eq!(seen.len(), programs.len(), "one answer for each program");
    seen
}

fn parse(text: &str) -> Seen {
    let parts: Vec<&str> = text.split('\x01').collect();
    match parts[..] {
        ["return", what, output] => {
            Seen { kind: Kind::Returned, what: what.into(), exception: None, output: output.into() }
        }
        ["raise", what, exception, output] => {
            Seen { kind: Kind::Raised, what: what.into(), exception: Some(exception.into()), output: output.into() }
        }
        _ => Seen { kind: Kind::Stopped, what: text.into(), exception: None, output: String::new() },
    }
}

pub(crate) fn lower(program: &str, fault: Option<Fault>) -> ir::entry::Pair {
    let version = Version::file(Source { name: "library.py".into(), text: program.into() });
    let client = Client { function: "f".into(), file: None };
    let options = Options { exceptions: front_python::Exceptions::Type, fault, ..Options::default() };
    front_python::lower(&version, &version, &client, &options).unwrap_or_else(|error| panic!("{error}\n{program}"))
}

/// Runs `f()` of the program in the interpreter.
pub(crate) fn here(program: &str, fault: Option<Fault>) -> Seen {
    let pair = lower(program, fault);
    ir::well_formed::assert(&pair.old.program);
    run(&pair.old.program, pair.old.entry)
}

pub(crate) fn run(program: &Program, entry: ir::FnId) -> Seen {
    run_and_visit(program, entry).0
}

/// The blocks that ran, by function.
pub(crate) type Visited = BTreeSet<(ir::FnId, ir::BlockId)>;

pub(crate) fn run_and_visit(program: &Program, entry: ir::FnId) -> (Seen, Visited) {
    let mut world = Closed;
    let mut machine = Interpreter::new(program, &mut world, Limits { fuel: 200_000, stack: 2_000_000 });
    machine.visited = Some(FxHashSet::default());
    let outcome = machine.run(entry, &[]);
    let visited = machine.visited.take().unwrap_or_default().into_iter().collect();
    (seen(program, entry, &machine, outcome), visited)
}

fn seen(program: &Program, entry: ir::FnId, machine: &Interpreter<'_, '_>, outcome: Result<Outcome, Stop>) -> Seen {
    let output = program.cell(Symbol::new("output")).and_then(|cell| machine.state.cells[cell].as_text());
    let output = output.unwrap_or_default();
    let value = program.functions[entry].results[0];
    match outcome {
        Ok(Outcome::Returned(values)) => {
            let what = canon(program, &machine.state, value, &values[0], 0);
            Seen { kind: Kind::Returned, what, exception: None, output }
        }
        Ok(Outcome::Raised(raised)) => {
            let Value::Data(_, fields) = &raised else { panic!("exceptions are data") };
            let Value::Atom(name) = &fields[0] else { panic!("a class is an atom") };
            // A class of the program stands with its bases.
            let name = name.split('(').next().unwrap_or(name);
            let what = name.rsplit('.').next().unwrap_or(name).to_string();
            Seen { kind: Kind::Raised, what, exception: None, output }
        }
        Ok(Outcome::Trapped(what)) => panic!("Python does not trap: {what}"),
        Ok(Outcome::Endless) => panic!("repeated states were not looked for"),
        Err(Stop::Unsupported { what, .. }) => {
            Seen { kind: Kind::Stopped, what: what.to_string(), exception: None, output }
        }
        Err(stop) => Seen { kind: Kind::Stopped, what: format!("{stop:?}"), exception: None, output },
    }
}

/// The value as the driver writes it.
fn canon(program: &Program, state: &State, sort: Sort, value: &Value, depth: usize) -> String {
    if depth > 3 {
        return "...".into();
    }
    let Value::Data(index, fields) = value else { panic!("{value:?} is no Python value") };
    let ctor = Ctor { datatype: sort.datatype().expect("Value is data"), index: *index as usize };
    let inner = |value: &Value| canon(program, state, sort, value, depth + 1);
    let join = |values: &[Value]| values.iter().map(inner).collect::<Vec<_>>().join(", ");
    let contents = |cell: &str, reference: &Value| match &state.cells[program.cell(Symbol::new(cell)).expect(cell)] {
        Value::Map(map) => map.select(reference).clone(),
        _ => panic!("a heap cell is a map"),
    };
    let sorted = |mut entries: Vec<String>| {
        entries.sort();
        entries.join(", ")
    };
    let atom = |value: &Value| match value {
        Value::Atom(name) => name.rsplit('.').next().unwrap_or(name).to_string(),
        other => panic!("{other:?} is no atom"),
    };
    match &*ctor.definition().name {
        "List" => format!("[{}]", join(contents("list", &fields[0]).as_seq().expect("items"))),
        "Tuple" => {
            let class = atom(&fields[1]);
            let class = if class == "tuple" { "" } else { &class };
            format!("{class}({})", join(fields[0].as_seq().expect("items")))
        }
        "Dict" => {
            let Value::Map(map) = contents("dict", &fields[0]) else { panic!("a dict is a map") };
            let entries = map.entries().map(|(_, entry)| {
                let Value::Data(_, pair) = entry else { panic!("an entry is a pair") };
                let pair = pair[0].as_seq().expect("a pair");
                format!("{}: {}", inner(&pair[0]), inner(&pair[1]))
            });
            format!("{{{}}}", sorted(entries.collect()))
        }
        "Set" => {
            let Value::Map(map) = contents("set", &fields[0]) else { panic!("a set is a map") };
            format!("set{{{}}}", sorted(map.entries().map(|(_, member)| inner(member)).collect()))
        }
        "Exception" => format!("{}({})", atom(&fields[0]), join(fields[1].as_seq().expect("args"))),
        "Class" => format!("<class {}>", atom(&fields[0])),
        "Member" => format!("<member {}.{}>", atom(&fields[0]), atom(&fields[1])),
        "Function" | "Closure" => "<function>".into(),
        "Builtin" => "<builtin_function_or_method>".into(),
        "Module" => "<module>".into(),
        "Method" => "<method>".into(),
        "Object" => {
            let class = atom(&contents("class", &fields[0]));
            let mut attributes = Vec::new();
            for (_, cell) in program.cells.iter() {
                if let Some(name) = cell.name.strip_prefix("attribute.") {
                    let held = contents(&cell.name, &fields[0]);
                    if !matches!(held, Value::Data(0, _)) {
                        attributes.push(format!("{name}={}", inner(&held)));
                    }
                }
            }
            format!("<{class} {}>", sorted(attributes))
        }
        "Unbound" => "<unbound>".into(),
        _ => {
            thread_local! {
                static PAIR: ir::entry::Pair = lower("def f():\n    pass\n", None);
            }
            PAIR.with(|pair| pair.notation.write(&pair.notation.show(program, value, sort, state)))
        }
    }
}

/// Do the two agree? A run without an observation here agrees with everything.
pub(crate) fn agrees(here: &Seen, there: &Seen) -> bool {
    if here.kind == Kind::Stopped || there.kind == Kind::Stopped {
        return true;
    }
    here.kind == there.kind && here.what == there.what && here.output == there.output
}
