//! Runs calls in CPython.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use report::Example;
use serde_json::{Value, json};

use super::{Native, Observed, pytest};
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

const SCRIPT: &str = include_str!("run.py");

/// Both versions, run by CPython.
pub struct Python(pub [Layout; 2]);

impl Native for Python {
    fn run(&self, calls: &[String]) -> Result<[Vec<Observed>; 2]> {
        let calls: Vec<String> = calls.iter().map(|arguments| tuple(arguments)).collect();
        Ok([run(&self.0[0], &calls)?, run(&self.0[1], &calls)?])
    }

    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String> {
        Ok(pytest::write(example, &self.0, names))
    }

    fn runs_in(&self) -> &'static str {
        "CPython"
    }
}

/// Arguments as a Python tuple.
pub(super) fn tuple(arguments: &str) -> String {
    if arguments.is_empty() { "()".to_owned() } else { format!("({arguments},)") }
}

/// Runs every call, each in freshly loaded modules.
fn run(layout: &Layout, calls: &[String]) -> Result<Vec<Observed>> {
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
