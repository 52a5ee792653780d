//! Writes the counterexample as a test that a person can run with pytest, anywhere: it holds the sources of both
//! versions, or fetches the releases that they are.

use std::fmt::Write;

use report::{Example, Outcome, Seen};

use super::arguments;
use super::sources::{Placed, Sources};
use crate::args::Exceptions;
use crate::question::Question;

/// The text of a test that fails as long as the two versions differ on this input.
pub(super) fn write(example: &Example, placed: &[Placed; 2], question: &Question, names: [&str; 2]) -> String {
    let [old, new] = placed;
    let test: String = old.function.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let shared = old.files.common(&new.files);
    format!(
        r#""""{call} does not behave the same with {old_name} and {new_name}.

    old {old_did}
    new {new_did}

The first two tests say whether that can be seen here; the third fails as long as the versions differ.
Run it with: pytest {{this file}}
"""
import contextlib
import functools
import importlib
import importlib.util
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import zipfile
from math import inf, nan

# What both versions have, by place.
SHARED = {shared_text}
OLD = {old_layout}
NEW = {new_layout}
# Calls that come before it.
STEPS = [{steps}]
# Globals as they are before it.
GLOBALS = {{{globals}}}
ARGUMENTS = {arguments}
# Globals that the call leaves different.
WRITTEN = {written}


class Finder:
    """Finds modules that stand in a file of another name."""

    def __init__(self, files):
        self.files = files

    def find_spec(self, name, path=None, target=None):
        file = self.files.get(name)
        return file and importlib.util.spec_from_file_location(name, file)


@functools.lru_cache(None)
def kept():
    """A folder that is there until the tests are over."""
    return tempfile.TemporaryDirectory()


@functools.lru_cache(None)
def fetched(pins):
    """The releases, as pip lays them."""
    folder = tempfile.mkdtemp(dir=kept().name)
    wheels, site = os.path.join(folder, "wheels"), os.path.join(folder, "site")
    quiet = ["--quiet", "--no-deps", "--only-binary=:all:"]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", *quiet]
    done = subprocess.run([*pip, "--dest", wheels, *pins], capture_output=True, text=True)
    if done.returncode and "No module named pip" in done.stderr:
        done = subprocess.run(["uv", "pip", "install", *quiet, "--target", site, *pins], capture_output=True, text=True)
    if done.returncode:
        raise NotLoaded(f"{{' '.join(pins)}} cannot be had: {{done.stderr.strip()}}")
    for wheel in os.listdir(wheels) if os.path.isdir(wheels) else []:
        zipfile.ZipFile(os.path.join(wheels, wheel)).extractall(site)
    data = [name for name in os.listdir(site) if name.endswith(".data")]
    return [site, *(os.path.join(site, name, lib) for name in data for lib in ("purelib", "platlib"))]


@functools.lru_cache(None)
def written(name):
    """The sources of a version, in files."""
    version = {{"old": OLD, "new": NEW}}[name]
    folder = os.path.join(tempfile.mkdtemp(dir=kept().name), "version")
    for place, text in {{**SHARED, **version["files"]}}.items():
        file = os.path.join(folder, place)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8", newline="") as out:
            out.write(text)
    return folder


class NotLoaded(AssertionError):
    """A version cannot be loaded here, so nothing is seen of it."""


class Late(BaseException):
    """It takes too long."""


@contextlib.contextmanager
def loaded(name):
    """The client's module and all others, with this version of the library, freshly loaded."""
    version = {{"old": OLD, "new": NEW}}[name]
    folder = written(name)
    path = [part for root in version["path"] for part in
            (fetched(tuple(version["pins"])) if root is None else [os.path.join(folder, root)])]
    named = {{module: os.path.join(folder, place) for module, place in version["named"].items()}}
    own = set(named)
    for root in filter(os.path.isdir, path):
        own.update(entry.split(".")[0] for entry in os.listdir(root))
    # What pytest itself has loaded under these names is not what is meant.
    before, finders, places = dict(sys.modules), sys.meta_path[:], sys.path[:]
    for module in before:
        if module.split(".")[0] in own and module != __name__:
            del sys.modules[module]
    there = set(sys.modules)
    sys.path[:0] = path
    sys.meta_path[:0] = [Finder(named)]
    importlib.invalidate_caches()
    try:
        try:
            client = importlib.import_module(version["client"])
        except Exception as error:
            # That may be what the version does; it is for the report to say so.
            if version["told"] == ("raises", type(error).__name__):
                raise
            raise NotLoaded(f"{{name}} cannot be loaded: {{type(error).__name__}}: {{error}}") from error
        yield client, [client, *(sys.modules[module] for module in sorted(set(sys.modules) - there))]
    finally:
        sys.path[:], sys.meta_path[:] = places, finders
        sys.modules.clear()
        sys.modules.update(before)


def late(*_):
    raise Late


@contextlib.contextmanager
def at_most(seconds):
    """Ends what runs for ever, where that can be done."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def same(values):
    """Which of these objects are one and the same."""
    values = [value for value in values if isinstance(value, (list, dict, set))]
    return [[a is b for b in values] for a in values]


def shown(value, depth=0):
    """The value as text, without addresses."""
    if depth < 50:
        inner = lambda part: shown(part, depth + 1)
        if type(value) in (list, tuple, set, frozenset):
            parts = [inner(part) for part in value]
            return f"{{type(value).__name__}}({{sorted(parts) if isinstance(value, (set, frozenset)) else parts}})"
        if type(value) is dict:
            return "dict(" + ", ".join(sorted(f"{{inner(key)}}: {{inner(part)}}" for key, part in value.items())) + ")"
        if type(value).__repr__ is object.__repr__:
            fields = sorted(getattr(value, "__dict__", {{}}).items())
            return f"{{type(value).__qualname__}}({{', '.join(f'{{name}}={{inner(part)}}' for name, part in fields)}})"
    return re.sub(" at 0x[0-9a-fA-F]+", "", repr(value))


def observe(name):
    """What the client does, writes, and leaves in its arguments and in globals; and what it returned."""
    told = {{"old": OLD, "new": NEW}}[name]["told"]
    arguments, keywords, left, result, names = (), {{}}, [], None, {{"inf": inf, "nan": nan}}
    output = io.StringIO()
    try:
        with at_most(5 if told == ("never returns",) else 60), contextlib.redirect_stdout(output):
            with loaded(name) as (module, modules):
                names = {{**vars(module), **{{m.__name__: m for m in modules}}, **names}}
                for step in STEPS:
                    with contextlib.suppress(Exception):
                        eval(step, names)
                for variable, text in GLOBALS.items():
                    for m in modules:
                        if hasattr(m, variable):
                            setattr(m, variable, eval(text, names))
                taken = "(lambda *arguments, **keywords: (arguments, keywords))" + ARGUMENTS
                try:
                    arguments, keywords = eval(taken, names)
                except Exception as error:
                    raise NotLoaded(f"the arguments cannot be made here: {{ARGUMENTS}}: {{error}}") from error
                try:
                    result = module.{function}(*arguments, **keywords)
                    outcome = "returns", shown(result)
                except Exception as error:
                    outcome = ("raises", type(error).__name__, {message})
                left = [next((getattr(m, name) for m in modules if hasattr(m, name)), None) for name in WRITTEN]
    except NotLoaded:
        raise
    except Late:
        outcome = ("never returns",)
    except Exception as error:
        outcome = ("raises", type(error).__name__, {message})
    parts = result if isinstance(result, (list, tuple)) else []
    objects = same([*arguments, *keywords.values(), result, *parts])
    seen = outcome, shown(arguments), shown(keywords), shown(left), output.getvalue(), objects
    return seen, result, names


def check_told(name):
    """Is what the report says of this version what is seen here?"""
    told = {{"old": OLD, "new": NEW}}[name]["told"]
    (outcome, *_), result, names = observe(name)
    if told is None:
        return
    assert outcome[0] == told[0], f"{{name}} does not do here what the report says: {{outcome}}, not {{told}}"
    if told[0] == "raises":
        assert outcome[1] == told[1], f"{{name}} raises {{outcome[1]}} here, not {{told[1]}}"
    if told[0] == "returns" and told[1] is not None:
        try:
            expected = eval(told[1], dict(names))
        except Exception:
            # What the report shows is not written as Python writes it.
            return
        is_same = shown(expected) == shown(result) or expected == result
        assert is_same, f"{{name}} returns {{shown(result)}} here, not {{told[1]}}"


def test_{test}_with_old_is_as_reported():
    check_told("old")


def test_{test}_with_new_is_as_reported():
    check_told("new")


def test_{test}_does_the_same_with_both_versions():
    (old, *_), (new, *_) = observe("old"), observe("new")
    assert new == old
"#,
        call = in_docstring(&example.call),
        old_name = names[0],
        new_name = names[1],
        old_did = did(&example.old),
        new_did = did(&example.new),
        shared_text = files_text(&shared, ""),
        old_layout = layout_text(old, &shared, &told(example, &example.old)),
        new_layout = layout_text(new, &shared, &told(example, &example.new)),
        written = written(example),
        steps = example.before.iter().map(|step| literal(step)).collect::<Vec<_>>().join(", "),
        globals = globals(example),
        arguments = literal(&format!("({})", arguments(last_call(example)))),
        function = old.function,
        message = if question.reading.exceptions == Exceptions::Message { "str(error)" } else { "\"\"" },
    )
}

/// The client's own call, without what comes before it.
fn last_call(example: &Example) -> &str {
    let before: usize = example.before.iter().map(|step| step.len() + "; ".len()).sum();
    example.call.get(before..).unwrap_or(&example.call)
}

fn in_docstring(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "'''")
}

fn literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("\"{escaped}\"")
}

/// A text of many lines, as it stands in the file.
fn long_literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"").replace('\r', "\\r");
    let escaped = match escaped.strip_suffix('"') {
        Some(rest) => format!("{rest}\\\""),
        None => escaped,
    };
    format!("\"\"\"\\\n{escaped}\"\"\"")
}

/// A name without its module.
fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The names of the globals that either version leaves, without their modules.
fn written(example: &Example) -> String {
    let names = example.old.writes.iter().chain(&example.new.writes).map(|(name, _)| name);
    let mut names: Vec<&str> = names.map(|name| last_name(name)).collect();
    names.retain(|name| is_name(name));
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}

fn globals(example: &Example) -> String {
    let named = example.globals.iter().map(|(name, word)| (last_name(name), &word.written));
    let rows = named.filter(|(name, _)| is_name(name)).map(|(name, text)| format!("\"{name}\": {}", literal(text)));
    rows.collect::<Vec<_>>().join(", ")
}

/// What the report says of a version, as far as a test can hold it against a run.
fn told(example: &Example, seen: &Seen) -> String {
    if example.answers_made_up {
        return "None".to_owned();
    }
    match &seen.outcome {
        // What is cut short is no value.
        Outcome::Returns(Some(word)) if !word.written.contains("...") => {
            format!("(\"returns\", {})", literal(&word.written))
        }
        Outcome::Returns(_) => "(\"returns\", None)".to_owned(),
        Outcome::Raises(what) => {
            let kind: String = what.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.')).collect();
            format!("(\"raises\", {})", literal(last_name(&kind)))
        }
        Outcome::NeverReturns => "(\"never returns\",)".to_owned(),
        Outcome::Traps(_) => "None".to_owned(),
    }
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
    in_docstring(&(outcome + &left))
}

fn layout_text(placed: &Placed, shared: &Sources, told: &str) -> String {
    let path: Vec<String> =
        placed.path.iter().map(|root| root.as_ref().map_or("None".to_owned(), |root| literal(root))).collect();
    let pins: Vec<String> = placed.pins.iter().map(|pin| literal(pin)).collect();
    let named: Vec<String> =
        placed.named.iter().map(|(name, place)| format!("{}: {}", literal(name), literal(place))).collect();
    format!(
        "{{\n    \"client\": {},\n    # Where imports look; None is where the releases are.\n    \"path\": [{}],\n    \
         \"named\": {{{}}},\n    \"pins\": [{}],\n    # What the report says it does.\n    \"told\": {told},\n    \"files\": {},\n}}",
        literal(&placed.client),
        path.join(", "),
        named.join(", "),
        pins.join(", "),
        files_text(&placed.files.without(shared), "    "),
    )
}

fn files_text(files: &Sources, margin: &str) -> String {
    let mut text = "{".to_owned();
    for (place, source) in &files.0 {
        let _ = write!(text, "\n{margin}    {}: {},", literal(place), long_literal(source));
    }
    if !files.0.is_empty() {
        let _ = write!(text, "\n{margin}");
    }
    text + "}"
}
