//! Runs calls in CPython: the real thing, which shares no code with the rest of safebump.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use report::Example;
use serde_json::{Value, json};

use crate::failure::{Failure, Result};

/// Where one version's modules are, and which function is called.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Folders that imports look in, in order.
    pub path: Vec<PathBuf>,
    /// Modules that stand in a file of another name.
    pub named: Vec<(String, PathBuf)>,
    /// The file of a library that also answers to an import that nothing else resolves.
    pub library: Option<PathBuf>,
    /// The module the client stands in.
    pub client: String,
    pub function: String,
}

/// What one call showed; an outcome of null is no observation.
#[derive(Clone, Debug)]
pub struct Observed(Value);

impl Observed {
    /// `returns` with the value as Python writes it, or `raises` with the type; `None`: neither.
    pub fn outcome(&self) -> Option<(&str, &str)> {
        let kind = self.0["outcome"][0].as_str()?;
        let text = if kind == "returns" { self.0["text"].as_str()? } else { self.0["outcome"][1].as_str()? };
        Some((kind, text))
    }
}

const SCRIPT: &str = include_str!("native.py");

/// The arguments of a counterexample as a Python tuple.
pub fn arguments(example: &Example) -> String {
    tuple(&example.call)
}

/// The arguments of a call as a Python tuple.
pub fn tuple(call: &str) -> String {
    let start = call.find('(').unwrap_or(0);
    let inside = call[start..].strip_prefix('(').unwrap_or(&call[start..]);
    let inside = inside.strip_suffix(')').unwrap_or(inside);
    if inside.is_empty() { "()".to_owned() } else { format!("({inside},)") }
}

/// Runs every call, each in freshly loaded modules.
pub fn run(layout: &Layout, calls: &[String]) -> Result<Vec<Observed>> {
    let named: serde_json::Map<String, Value> =
        layout.named.iter().map(|(name, file)| (name.clone(), json!(file.display().to_string()))).collect();
    let path: Vec<String> = layout.path.iter().map(|folder| folder.display().to_string()).collect();
    let library = layout.library.as_ref().map(|file| file.display().to_string());
    let job = json!({ "path": path, "named": named, "library": library, "client": layout.client, "function": layout.function, "calls": calls });
    let python = std::env::var("SAFEBUMP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let failed =
        |why: String| Failure::new(format!("cannot run {python}: {why}"), "install Python 3, or use --replay builtin");
    let mut child = Command::new(&python)
        .args(["-I", "-B", "-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    let text = job.to_string();
    // Its own thread: a child that answers before it has read everything must not block us.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let _ = writer.join();
    let lines = String::from_utf8_lossy(&output.stdout);
    let observed: Vec<Observed> =
        lines.lines().filter_map(|line| serde_json::from_str(line).ok()).map(Observed).collect();
    if observed.len() != calls.len() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(failed(errors.lines().last().unwrap_or("it ended early").to_owned()));
    }
    Ok(observed)
}

/// Are the observations the same? `None` if one side gave none.
pub fn same(old: &Observed, new: &Observed, messages: bool) -> Option<bool> {
    let (old, new) = (&old.0, &new.0);
    if old["outcome"].is_null() || new["outcome"].is_null() {
        return None;
    }
    let outcome = |seen: &Value| {
        let parts = seen["outcome"].as_array().cloned().unwrap_or_default();
        let keep = if messages { 3 } else { 2 };
        parts.into_iter().take(keep).collect::<Vec<_>>()
    };
    let changed = [old, new].into_iter().filter_map(|seen| seen["changed"].as_array()).flatten();
    let globals_are_equal = changed.filter_map(Value::as_str).all(|name| {
        let (a, b) = (old["globals"].get(name), new["globals"].get(name));
        a.is_none() || b.is_none() || a == b
    });
    Some(
        outcome(old) == outcome(new)
            && old["args"] == new["args"]
            && old["output"] == new["output"]
            && globals_are_equal,
    )
}
