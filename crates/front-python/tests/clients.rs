//! The entry around a client: parameters, clients in their own files, and what is reported.

mod cpython;

use front_python::{Client, ClientSource, Options, Version, functions, lower};
use ir::CellRole;
use ir::entry::{Pair, Source};
use ir::interp::{Closed, Interpreter, Limits, Outcome};
use value::{Sort, Value};

fn source(name: &str, text: &str) -> Source {
    Source { name: name.into(), text: text.into() }
}

fn pair(old: &str, new: &str, function: &str, options: &Options) -> Pair {
    let (old, new) = (Version::file(source("old.py", old)), Version::file(source("new.py", new)));
    let client = Client { function: function.into(), file: None };
    let pair = lower(&old, &new, &client, options).unwrap_or_else(|error| panic!("{error}"));
    ir::well_formed::assert(&pair.old.program);
    ir::well_formed::assert(&pair.new.program);
    pair
}

fn alone(text: &str) -> Pair {
    pair(text, text, "f", &Options::default())
}

/// The entry's parameters, as `name: sort`.
fn inputs(pair: &Pair) -> String {
    let params = |entry: &ir::entry::Entry| {
        let params = entry.program.functions[entry.entry].params.iter();
        params.map(|param| format!("{}: {}", param.name, param.sort)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(params(&pair.old), params(&pair.new), "both entries take the same");
    params(&pair.old)
}

/// Runs an entry; gives the outcome and the observed cells, as the source would write them.
fn run(pair: &Pair, is_new: bool, args: &[Value]) -> String {
    let entry = if is_new { &pair.new } else { &pair.old };
    let mut world = Closed;
    let mut machine = Interpreter::new(&entry.program, &mut world, Limits::default());
    let outcome = machine.run(entry.entry, args);
    let value = entry.program.functions[entry.entry].results[0];
    let show = |value: &Value, sort: Sort| {
        pair.notation.write(&pair.notation.show(&entry.program, value, sort, &machine.state))
    };
    let mut text = match outcome {
        Ok(Outcome::Returned(values)) => show(&values[0], value),
        Ok(Outcome::Raised(raised)) => {
            format!("raises {}", pair.notation.raised(&entry.program, &raised, &machine.state))
        }
        other => format!("{other:?}"),
    };
    for (id, cell) in entry.program.cells.iter() {
        if cell.role == CellRole::Global {
            text += &format!("; {} = {}", cell.name, show(&machine.state.cells[id], cell.sort));
        }
    }
    text
}

fn ints(ints: &[i64]) -> Value {
    Value::seq(ints.iter().map(|int| Value::int(*int)).collect())
}

#[test]
fn parameters_get_their_types() {
    let of = |text: &str| inputs(&alone(text));
    assert_eq!(of("def f(x): return x"), "x: int");
    assert_eq!(of("def f(x: bool, y=1.5, *, z='a'): return x"), "x: bool, y: f64, z: seq[int]");
    assert_eq!(of("def f(x): return len(x)"), "x: seq[int]");
    assert_eq!(of("def f(x: list[int], y: list[int]): return x"), "x: seq[int], y: seq[int], y is list 1: bool");
    assert_eq!(of("def f(x: int | None): return x"), "type of x: int, x: int");
    assert_eq!(of("def f(x=None): return x"), "type of x: int, x: int");
    assert_eq!(of("def f(x: tuple[int, bool]): return x"), "x[0]: int, x[1]: bool");
    let assumptions = alone("def f(x, y: int, z=True): return x").assumptions;
    let details: Vec<&str> = assumptions.iter().map(|assumption| assumption.detail.as_str()).collect();
    assert_eq!(details, ["x taken as int", "z taken as bool"]);
}

#[test]
fn arguments_are_built_and_observed() {
    let pair = alone("def f(x, y: list[int], z: list[int]):\n    y.append(x)\n    return z");
    let args = |same: bool| [Value::int(7), ints(&[1, 2]), ints(&[3]), Value::Bool(same)];
    assert_eq!(run(&pair, false, &args(false)), "[3]; <arguments> = [7, [1, 2, 7], [3]]");
    assert_eq!(run(&pair, false, &args(true)), "[1, 2, 7]; <arguments> = [7, [1, 2, 7], [1, 2, 7]]");
    let pair = alone("def f(x: int | None): return x is None");
    assert_eq!(run(&pair, false, &[Value::int(0), Value::int(5)]), "False");
    assert_eq!(run(&pair, false, &[Value::int(1), Value::int(5)]), "True");
}

#[test]
fn exceptions_are_reduced() {
    let pair = alone("def f(x: int): raise ValueError('no', x)");
    assert_eq!(run(&pair, false, &[Value::int(1)]), "raises ValueError");
}

#[test]
fn only_globals_that_can_change_are_observed() {
    let text = "LIMIT = 10\nCOUNT = 0\nSEEN = []\ndef g(): pass\ndef f(x):\n    global COUNT\n    COUNT += x\n    SEEN.append(x)\n    return LIMIT";
    let pair = alone(text);
    assert_eq!(run(&pair, false, &[Value::int(2)]), "10; library.COUNT = 2; library.SEEN = [2]");
}

#[test]
fn parameters_may_differ_where_there_are_defaults() {
    let old = "def f(a, b): return (a, b)";
    let new = "def f(b, a, c=3): return (a, b, c)";
    let pair = pair(old, new, "f", &Options::default());
    assert_eq!(inputs(&pair), "a: int, b: int, way of calling: int");
    let ways = |pair: &Pair, way: i64| {
        let args = [Value::int(1), Value::int(2), Value::int(way)];
        (run(pair, false, &args), run(pair, true, &args))
    };
    // By name, by name after one by position, by position.
    assert_eq!(ways(&pair, 0), ("(1, 2)".into(), "(1, 2, 3)".into()));
    assert_eq!(ways(&pair, 1), ("(1, 2)".into(), "raises TypeError".into()));
    assert_eq!(ways(&pair, 2), ("(1, 2)".into(), "(2, 1, 3)".into()));
    // A call that new refuses.
    let refused = self::pair(old, "def f(a, b, c): return (a, b)", "f", &Options::default());
    assert_eq!(ways(&refused, 2), ("(1, 2)".into(), "raises TypeError".into()));
}

fn with_client(client: &str, siblings: &[(&str, &str)], options: &Options) -> Result<Pair, String> {
    let old = Version::file(source("v1/old.py", "def g(x): return x + 1"));
    let new = Version::file(source("v2/new.py", "def g(x): return x + 2"));
    let siblings = siblings.iter().map(|(path, text)| (path.to_string(), source(path, text))).collect();
    let file = ClientSource::new(source("client.py", client), siblings);
    let client = Client { function: "f".into(), file: Some(file) };
    lower(&old, &new, &client, options).map_err(|error| error.to_string())
}

#[test]
fn a_client_finds_the_library() {
    let both = |pair: &Pair| (run(pair, false, &[Value::int(1)]), run(pair, true, &[Value::int(1)]));
    let expected = ("2".to_string(), "3".to_string());
    for client in [
        "import lib\ndef f(x): return lib.g(x)",
        "import math, os.path\nimport lib as l\ndef f(x): return l.g(x)",
        "from lib import g as h\ndef f(x): return h(x)",
        "import pkg.lib\ndef f(x): return pkg.lib.g(x)",
        "def f(x):\n    from lib import g\n    return g(x)",
    ] {
        let pair = with_client(client, &[], &Options::default()).unwrap_or_else(|error| panic!("{client}\n{error}"));
        assert_eq!(both(&pair), expected, "{client}");
    }
    let siblings = [("beside.py", "from lib import g\ndef h(x): return g(x)")];
    let pair = with_client("from beside import h\ndef f(x): return h(x)", &siblings, &Options::default());
    assert_eq!(both(&pair.expect("resolves")), expected);
    let two = "import lib, other\ndef f(x): return lib.g(x)";
    let error = with_client(two, &[], &Options::default()).err().expect("two unknown imports");
    assert!(error.contains("lib, other"), "{error}");
    let options = Options { module: Some("lib".into()), ..Options::default() };
    let pair = with_client(two, &[], &options).expect("--module says which");
    assert_eq!(both(&pair), expected);
    // The type of x, and what importing `other` does.
    assert_eq!(pair.assumptions.len(), 2, "{:?}", pair.assumptions);
}

#[test]
fn a_folder_is_an_import_root() {
    let folder = |text: &str| {
        Version::folder(vec![
            ("pkg/__init__.py".into(), source("pkg/__init__.py", "from .a import g\nX = 5")),
            ("pkg/a.py".into(), source("pkg/a.py", text)),
            ("main.py".into(), source("main.py", "import pkg\ndef f(x): return pkg.g(x) + pkg.X")),
        ])
    };
    let (old, new) = (folder("def g(x): return x"), folder("from . import X2\ndef g(x): return x"));
    let client = Client { function: "f".into(), file: None };
    let pair = lower(&old, &new, &client, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run(&pair, false, &[Value::int(1)]), "6");
    assert_eq!(run(&pair, true, &[Value::int(1)]), "raises ImportError");
    assert_eq!(functions(&old).expect("parses"), ["pkg.a.g", "main.f"]);
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str, function: &str| {
        let version = Version::file(source("lib.py", text));
        let client = Client { function: function.into(), file: None };
        lower(&version, &version, &client, &Options::default()).err().expect("an error").to_string()
    };
    assert_eq!(
        error("def g(): pass\nclass C:\n  def m(self): pass", "f"),
        "lib.py: no function `f`; defined here: g, C.m"
    );
    assert!(error("def f(:\n  pass", "f").starts_with("lib.py:1:7: "), "{}", error("def f(:\n  pass", "f"));
    assert_eq!(error("", "f"), "lib.py: no function `f`; defined here: nothing");
}

#[test]
fn deep_expressions_do_not_crash() {
    let run = || {
        let seen = |text: &str| run(&alone(text), false, &[Value::int(3)]);
        assert_eq!(seen(&format!("def f(x): return {}x{}", "(".repeat(100), ")".repeat(100))), "3");
        assert_eq!(seen(&format!("def f(x): return {}x", "- ".repeat(1000))), "3");
        assert_eq!(seen(&format!("def f(x): return x{}", " + 1".repeat(1000))), "1003");
        // CPython's compiler gives up somewhere.
        for deep in [
            format!("def f(x): return {}x{}", "(".repeat(5000), ")".repeat(5000)),
            format!("def f(x): return {}x", "- ".repeat(5000)),
            format!("def f(x): return x{}", " + 1".repeat(5000)),
        ] {
            assert!(seen(&deep).contains("nested this deeply"), "{}", seen(&deep));
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    thread.join().expect("no crash");
}

#[test]
fn layout_and_names_of_locals_do_not_count() {
    let old =
        "def g(a, n):\n    t = 0\n    for i in range(n):\n        t = t + a\n    return t\ndef f(x): return g(x, 3)";
    let new = "def g(a, n):\n\n    total = 0   # a comment\n    for k in range(n):\n        total = total + a\n    return total\ndef f(x): return g(x, 3)";
    let pair = pair(old, new, "f", &Options::default());
    for (a, b) in pair.old.program.functions.iter().zip(pair.new.program.functions.iter()) {
        assert_eq!(a.1, b.1, "{}", a.1.name);
    }
}
