//! Writes the counterexample as a test that a person can run with pytest.

use std::path::Path;

use report::{Example, Outcome, Seen};

use crate::native::{Layout, arguments};

/// The text of a test that fails as long as the two versions differ on this input.
pub fn pytest(example: &Example, layouts: &[Layout; 2], names: [&str; 2]) -> String {
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


def load(version):
    """The client's module, with this version of the library."""
    for name in [version["client"], *version["named"]]:
        sys.modules.pop(name, None)
    sys.path[:0] = version["path"]
    try:
        for name, file in version["named"].items():
            spec = importlib.util.spec_from_file_location(name, file)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            if name != version["client"]:
                spec.loader.exec_module(module)
        if version["client"] in version["named"]:
            spec = sys.modules[version["client"]].__spec__
            spec.loader.exec_module(sys.modules[version["client"]])
        return importlib.import_module(version["client"])
    finally:
        del sys.path[: len(version["path"])]


def observe(version):
    """What the client does, and what it leaves in its arguments."""
    module = load(version)
    arguments = {arguments}
    try:
        outcome = "returns", module.{function}(*arguments)
    except Exception as error:
        outcome = "raises", type(error).__name__
    return outcome, arguments


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
        arguments = arguments(example),
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
        "{{\"path\": [{}], \"named\": {{{}}}, \"client\": \"{}\"}}",
        path.join(", "),
        named.join(", "),
        layout.client
    )
}

fn quoted(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}
