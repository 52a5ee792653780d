//! Runs calls in CPython, in one confined process for each version.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use confine::{Child, End, Limits, Policy, Seal, Trust, libraries, loader};
use report::Example;
use serde_json::{Value, json};

use super::{Native, NotRun, Observed, not_started, pytest};
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
pub struct Python([Worker; 2]);

impl Python {
    pub fn new(layouts: [Layout; 2]) -> Python {
        Python(layouts.map(|layout| Worker { layout, changed: Vec::new(), child: None }))
    }
}

impl Native for Python {
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<[Vec<Observed>; 2], NotRun> {
        let [old, new] = &mut self.0;
        Ok([old.run(calls, trust)?, new.run(calls, trust)?])
    }

    fn watch(&mut self, changed: [Vec<(PathBuf, Vec<usize>)>; 2]) {
        for (worker, changed) in self.0.iter_mut().zip(changed) {
            worker.changed = changed;
        }
        self.rest();
    }

    fn rest(&mut self) {
        for worker in &mut self.0 {
            worker.child = None;
        }
    }

    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String> {
        let [old, new] = &self.0;
        Ok(pytest::write(example, &[old.layout.clone(), new.layout.clone()], names))
    }

    fn runs_in(&self) -> &'static str {
        "CPython"
    }
}

/// One program alone.
pub struct One(Worker);

impl One {
    pub fn new(layout: Layout) -> One {
        One(Worker { layout, changed: Vec::new(), child: None })
    }

    pub fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<Vec<Observed>, NotRun> {
        self.0.run(calls, trust)
    }
}

/// One version, and the process that runs it.
struct Worker {
    layout: Layout,
    changed: Vec<(PathBuf, Vec<usize>)>,
    child: Option<Child>,
}

/// The child itself gives up after one second; this is for code that does not let it.
const ONE_CALL: Duration = Duration::from_secs(4);
const START: Duration = Duration::from_secs(20);
/// A version that ends its process more often than this is left alone.
const MOST_CHILDREN: usize = 12;

impl Worker {
    /// Runs every call, each in freshly loaded modules.
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<Vec<Observed>, NotRun> {
        let (mut observed, mut started) = (Vec::new(), 0);
        for call in calls {
            if started > MOST_CHILDREN {
                observed.push(Observed::nothing("its process was ended too often"));
                continue;
            }
            let mut child = match self.child.take() {
                Some(child) => child,
                None => {
                    started += 1;
                    self.start(trust)?
                }
            };
            match child.ask(&json!(call).to_string(), ONE_CALL) {
                Ok(line) => {
                    observed.push(Observed(serde_json::from_str(&line).unwrap_or(Value::Null)));
                    self.child = Some(child);
                }
                Err(end) => observed.push(Observed::nothing(&end.to_string())),
            }
        }
        Ok(observed)
    }

    fn start(&self, trust: Trust) -> std::result::Result<Child, NotRun> {
        let interpreter = interpreter()?;
        let layout = &self.layout;
        let own = layout.path.iter().chain(layout.named.iter().map(|(_, file)| file)).chain(&layout.library);
        let own: Vec<PathBuf> = own.map(|path| absolute(path)).collect();
        let mut reads = interpreter.reads.clone();
        reads.extend(libraries());
        let said: Vec<String> = reads.iter().map(|path| path.display().to_string()).collect();
        reads.extend(own);
        let policy = Policy {
            reads,
            programs: std::iter::once(interpreter.program.clone()).chain(loader()).collect(),
            forks: false,
            seal: Seal::Files,
            limits: Limits { memory: 2 << 30, answer: 16 << 20, ..Limits::default() },
        };
        let is_confined = confine::cannot_confine().is_none();
        let seal = if is_confined { policy.seal() } else { String::new() };
        let args = ["-I", "-B", "-c", SCRIPT, &seal].map(OsString::from);
        let advice = "install Python 3, or use --replay builtin";
        let mut child = Child::start(&interpreter.program, &args, &policy, trust)
            .map_err(|why| not_started("CPython", why, advice))?;
        let named: serde_json::Map<String, Value> =
            layout.named.iter().map(|(name, file)| (name.clone(), json!(shown(file)))).collect();
        let changed: serde_json::Map<String, Value> =
            self.changed.iter().map(|(file, lines)| (shown(file), json!(lines))).collect();
        let job = json!({
            "path": layout.path.iter().map(|folder| shown(folder)).collect::<Vec<_>>(),
            "named": named,
            "library": layout.library.as_deref().map(shown),
            "client": layout.client,
            "function": layout.function,
            "reads": said,
            "changed": changed,
        });
        match child.ask(&job.to_string(), START) {
            Ok(line) if line == "\"ready\"" => Ok(child),
            Ok(line) => Err(failed(&line)),
            Err(end) => Err(failed(&complaint(&child, end))),
        }
    }
}

fn complaint(child: &Child, end: End) -> String {
    let said = child.complaints();
    said.lines().last().map_or_else(|| end.to_string(), str::to_owned)
}

fn failed(why: &str) -> NotRun {
    NotRun::Failed(Failure::new(format!("cannot run CPython: {why}"), "use --replay builtin"))
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// The interpreter itself, however it is found, and what belongs to it.
struct Interpreter {
    program: PathBuf,
    reads: Vec<PathBuf>,
}

const ASK: &str = "import sys, json\n\
    print(json.dumps([sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]))";

/// Asked once: what the PATH leads to may be a script that looks for the interpreter.
fn interpreter() -> Result<&'static Interpreter> {
    static FOUND: OnceLock<Result<Interpreter>> = OnceLock::new();
    FOUND.get_or_init(find).as_ref().map_err(Clone::clone)
}

fn find() -> Result<Interpreter> {
    let python = std::env::var("SAFEBUMP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let failed =
        |why: String| Failure::new(format!("cannot run {python}: {why}"), "install Python 3, or use --replay builtin");
    let output = confine::output(Command::new(&python).args(["-I", "-B", "-c", ASK]))
        .map_err(|error| failed(error.to_string()))?;
    let said: Vec<String> = serde_json::from_slice(&output.stdout).map_err(|_| {
        failed(String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("it ended early").to_owned())
    })?;
    let mut paths = said.into_iter().map(PathBuf::from);
    let program = paths.next().ok_or_else(|| failed("it does not say where it is".to_owned()))?;
    // A prefix such as /usr holds more than the interpreter.
    let reads = paths.filter(|path| path.is_absolute()).flat_map(|path| match path.join("lib").is_dir() {
        true => vec![path.join("lib"), path.join("pyvenv.cfg")],
        false => vec![path],
    });
    Ok(Interpreter { program, reads: reads.collect() })
}
