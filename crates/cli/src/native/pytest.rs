//! Writes the counterexample as a test that a person can run with pytest.

use std::path::Path;

use report::{Example, Outcome, Seen};

use super::arguments;
use super::python::Layout;

/// The text of a test that fails as long as the two versions differ on this input.
pub(super) fn write(example: &Example, layouts: &[Layout; 2], names: [&str; 2]) -> String {
    let [old, new] = layouts;
    let test: String = old.function.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!(
        r#""""{call} does not behave the same with {old_name} and {new_name}.

    old {old_did}
    new {new_did}

Run it with: pytest {{this file}}
"""
import contextlib
import importlib
import importlib.util
import io
import sys
from math import inf, nan

OLD = {old_layout}
NEW = {new_layout}
# Calls that come before it.
STEPS = [{steps}]
# Globals that the call leaves different.
WRITTEN = {written}


class Finder:
    """Finds the library under the name that the client imports it by."""

    def __init__(self, files, other):
        self.files, self.other = files, other

    def find_spec(self, name, path=None, target=None):
        file = self.files.get(name, None if "." in name else self.other)
        return file and importlib.util.spec_from_file_location(name, file)


def load(version):
    """The client's module and all others, with this version of the library, freshly loaded."""
    before, path, finders = set(sys.modules), sys.path[:], sys.meta_path[:]
    sys.path[:0] = version["path"]
    sys.meta_path[:] = [Finder(version["named"], None), *finders, Finder({{}}, version["library"])]
    try:
        client = importlib.import_module(version["client"])
        return client, [client, *(sys.modules[name] for name in sorted(set(sys.modules) - before))]
    finally:
        sys.path[:], sys.meta_path[:] = path, finders
        for name in set(sys.modules) - before:
            del sys.modules[name]


def same(values):
    """Which of these objects are one and the same."""
    values = [value for value in values if isinstance(value, (list, dict, set))]
    return [[a is b for b in values] for a in values]


def observe(version):
    """What the client does, writes, and leaves in its arguments and in globals."""
    arguments, keywords = (lambda *arguments, **keywords: (arguments, keywords))({arguments})
    result, output, modules = None, io.StringIO(), []
    try:
        with contextlib.redirect_stdout(output):
            module, modules = load(version)
            names = {{**vars(module), **{{m.__name__: m for m in modules}}, "inf": inf, "nan": nan}}
            for step in STEPS:
                with contextlib.suppress(Exception):
                    eval(step, names)
            result = module.{function}(*arguments, **keywords)
        outcome = "returns", result
    except Exception as error:
        outcome = "raises", type(error).__name__
    parts = result if isinstance(result, (list, tuple)) else []
    left = [next((getattr(m, name) for m in modules if hasattr(m, name)), None) for name in WRITTEN]
    objects = same([*arguments, *keywords.values(), result, *parts])
    return outcome, arguments, keywords, left, output.getvalue(), objects


def test_{test}_does_the_same_with_both_versions():
    old, new = observe(OLD), observe(NEW)
    assert repr(new) == repr(old)
"#,
        call = example.call.replace('\\', "\\\\").replace("\"\"\"", "'''"),
        old_name = names[0],
        new_name = names[1],
        old_did = did(&example.old),
        new_did = did(&example.new),
        old_layout = layout_text(old),
        new_layout = layout_text(new),
        written = written(example),
        steps = example.before.iter().map(|step| literal(step)).collect::<Vec<_>>().join(", "),
        arguments = arguments(last_call(example)),
        function = old.function,
    )
}

/// The client's own call, without what comes before it.
fn last_call(example: &Example) -> &str {
    let before: usize = example.before.iter().map(|step| step.len() + "; ".len()).sum();
    example.call.get(before..).unwrap_or(&example.call)
}

fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The names of the globals that either version leaves, without their modules.
fn written(example: &Example) -> String {
    let names = example.old.writes.iter().chain(&example.new.writes).map(|(name, _)| name);
    let mut names: Vec<&str> = names.map(|name| name.rsplit('.').next().unwrap_or(name)).collect();
    names.retain(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}

fn did(seen: &Seen) -> String {
    let outcome = match &seen.outcome {
        Outcome::Returns(Some(word)) => format!("returns {}", word.written),
        Outcome::Returns(None) => "returns".to_owned(),
        Outcome::Raises(what) => format!("raises {what}"),
        Outcome::Traps(what) => format!("stops with {what}"),
        Outcome::NeverReturns => "never returns".to_owned(),
    };
    let left: String = seen.writes.iter().map(|(name, word)| format!(", leaves {name} = {}", word.written)).collect();
    (outcome + &left).replace('\\', "\\\\").replace("\"\"\"", "'''")
}

fn layout_text(layout: &Layout) -> String {
    let path: Vec<String> = layout.path.iter().map(|folder| quoted(folder)).collect();
    let named: Vec<String> = layout.named.iter().map(|(name, file)| format!("\"{name}\": {}", quoted(file))).collect();
    format!(
        "{{\n    \"client\": \"{}\",\n    \"path\": [{}],\n    \"named\": {{{}}},\n    \"library\": {},\n}}",
        layout.client,
        path.join(", "),
        named.join(", "),
        layout.library.as_ref().map_or("None".to_owned(), |file| quoted(file)),
    )
}

fn quoted(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    literal(&path.display().to_string())
}
