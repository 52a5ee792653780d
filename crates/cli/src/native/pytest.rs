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
import importlib
import importlib.util
import sys

OLD = {old_layout}
NEW = {new_layout}


class Finder:
    """Finds the library under the name that the client imports it by."""

    def __init__(self, files, other):
        self.files, self.other = files, other

    def find_spec(self, name, path=None, target=None):
        file = self.files.get(name, None if "." in name else self.other)
        return file and importlib.util.spec_from_file_location(name, file)


def load(version):
    """The client's module, with this version of the library, both freshly loaded."""
    before, path, finders = set(sys.modules), sys.path[:], sys.meta_path[:]
    sys.path[:0] = version["path"]
    sys.meta_path[:] = [Finder(version["named"], None), *finders, Finder({{}}, version["library"])]
    try:
        return importlib.import_module(version["client"])
    finally:
        sys.path[:], sys.meta_path[:] = path, finders
        for name in set(sys.modules) - before:
            del sys.modules[name]


def observe(version):
    """What the client does, and what it leaves in its arguments."""
    module = load(version)
    arguments, keywords = (lambda *arguments, **keywords: (arguments, keywords))({arguments})
    try:
        outcome = "returns", module.{function}(*arguments, **keywords)
    except Exception as error:
        outcome = "raises", type(error).__name__
    return outcome, arguments, keywords


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
        arguments = arguments(&example.call),
        function = old.function,
    )
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
    format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}
