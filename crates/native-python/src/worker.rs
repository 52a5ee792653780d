//! One version of a program, and the confined process that runs it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use confine::{Child, End, Limits, Policy, Seal, StartError, Trust, libraries, loader};
use serde_json::{Value, json};

/// Where one version's modules are, and which function is called.
#[derive(Clone, Debug)]
pub struct Layout {
    pub python: Python,
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

/// An interpreter, as the user names it: a program, or a name that the PATH leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Python(pub PathBuf);

impl Default for Python {
    /// What `SAFEBUMP_PYTHON` says, else the active one.
    fn default() -> Python {
        Python(std::env::var_os("SAFEBUMP_PYTHON").map_or_else(|| "python3".into(), PathBuf::from))
    }
}

macro_rules! script {
    ($($file:literal),*) => { concat!($(include_str!($file), "\n\n",)* "main()\n") };
}

const SCRIPT: &str = script!("host.py", "inputs.py", "objects.py", "setters.py", "many.py");
/// Without what it takes to make up inputs.
const PLAIN: &str = script!("host.py", "many.py");
/// With what it takes to look at all that loading leaves.
const LOOKING: &str = script!("host.py", "many.py", "heap.py", "standing.py", "loading.py");

/// Reads the script, which is too long to be an argument.
const READER: &str = "import os, sys\n\
    size, script = int(sys.argv[2]), b''\n\
    while len(script) < size:\n    \
        script += os.read(0, size - len(script)) or sys.exit(1)\n\
    exec(compile(script, '<string>', 'exec'))";

/// Why nothing was run.
#[derive(Clone, Debug)]
pub enum NotRun {
    /// It would have had to run unconfined, and nobody trusts it.
    Unconfined(&'static str),
    /// What went wrong, and what to do.
    Failed(String, &'static str),
    /// A version needs a module that this interpreter has not.
    Lacks { module: String, python: Python },
}

/// One version, and the process that runs it.
#[derive(Debug)]
pub struct Worker {
    pub layout: Layout,
    /// Files with the lines that are to be watched.
    pub changed: Vec<(PathBuf, Vec<usize>)>,
    pub exceptions: Exceptions,
    /// What the order of sets of texts depends on.
    pub hash_seed: u32,
    /// For one call that is made alone.
    pub seconds: f64,
    script: &'static str,
    child: Option<Child>,
}

/// What makes two exceptions the same.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Exceptions {
    #[default]
    Type,
    Message,
    Any,
}

const LOOK: Duration = Duration::from_millis(50);
const START: Duration = Duration::from_secs(20);

impl Worker {
    pub fn new(layout: Layout) -> Worker {
        Worker {
            layout,
            changed: Vec::new(),
            exceptions: Exceptions::Type,
            hash_seed: 0,
            seconds: 1.0,
            script: SCRIPT,
            child: None,
        }
    }

    /// One that can say what loading leaves behind.
    pub fn looking(layout: Layout) -> Worker {
        Worker { script: LOOKING, ..Worker::new(layout) }
    }

    /// One that is given the calls to make.
    pub fn plain(layout: Layout) -> Worker {
        Worker { script: PLAIN, ..Worker::new(layout) }
    }

    /// Ends the process: the next request meets a fresh one.
    pub fn rest(&mut self) {
        self.child = None;
    }

    pub fn is_running(&self) -> bool {
        self.child.is_some()
    }

    /// Starts the process, if it does not run.
    pub fn begin(&mut self, trust: Trust) -> Result<(), NotRun> {
        self.child = Some(self.taken(trust)?);
        Ok(())
    }

    /// Puts a request. A process that ends over it is gone.
    pub fn ask(&mut self, request: &Value, time: Duration, trust: Trust) -> Result<Result<Value, End>, NotRun> {
        let mut child = self.taken(trust)?;
        Ok(match child.ask(&request.to_string(), time) {
            Ok(line) => {
                self.child = Some(child);
                Ok(serde_json::from_str(&line).unwrap_or(Value::Null))
            }
            Err(end) => Err(end),
        })
    }

    /// Puts a request that makes calls, for as long as it gets on with them: one that takes longer than this hangs where
    /// no signal reaches it. The number of the call that it did not get over comes with the end.
    pub fn ask_many(
        &mut self,
        request: &Value,
        patience: Duration,
        trust: Trust,
    ) -> Result<Result<Value, (End, usize)>, NotRun> {
        let mut child = self.taken(trust)?;
        let (mut last, mut since) = ((0, 0), Instant::now());
        let goes_on = |folder: &Path| {
            let now = progress(folder);
            if now != last {
                (last, since) = (now, Instant::now());
            }
            since.elapsed() < patience
        };
        let answer = child.ask_while(&request.to_string(), LOOK, goes_on);
        Ok(match answer {
            Ok(line) => {
                self.child = Some(child);
                Ok(serde_json::from_str(&line).unwrap_or(Value::Null))
            }
            Err(end) => Err((end, progress(child.folder()).1)),
        })
    }

    fn taken(&mut self, trust: Trust) -> Result<Child, NotRun> {
        match self.child.take() {
            Some(child) => Ok(child),
            None => self.start(trust),
        }
    }

    fn start(&self, trust: Trust) -> Result<Child, NotRun> {
        let layout = &self.layout;
        let interpreter = interpreter(&layout.python)?;
        let own = layout.path.iter().chain(layout.named.iter().map(|(_, file)| file)).chain(&layout.library);
        let own: Vec<PathBuf> = own.map(|path| absolute(path)).collect();
        let mut reads = interpreter.reads.clone();
        reads.extend(libraries());
        // Some look at the interpreter itself, to know what machine it is made for.
        reads.extend([interpreter.program.clone(), absolute(&interpreter.program)]);
        let said: Vec<String> = reads.iter().map(|path| path.display().to_string()).collect();
        reads.extend(own);
        let policy = Policy {
            reads,
            programs: std::iter::once(interpreter.program.clone()).chain(loader()).collect(),
            forks: false,
            seal: Seal::Files,
            limits: Limits { memory: 2 << 30, answer: 64 << 20, ..Limits::default() },
            environment: vec![("PYTHONHASHSEED", self.hash_seed.to_string())],
        };
        let is_confined = confine::cannot_confine().is_none();
        let seal = if is_confined { policy.seal() } else { String::new() };
        let script = format!("{}\n", self.script);
        let args = ["-s", "-B", "-c", READER, &seal, &script.len().to_string()].map(OsString::from);
        let mut child = Child::start(&interpreter.program, &args, &policy, trust).map_err(|error| match error {
            StartError::CannotConfine(why) => NotRun::Unconfined(why),
            StartError::Failed(error) => {
                NotRun::Failed(format!("cannot run CPython: {error}"), "install Python 3, or use --replay builtin")
            }
        })?;
        match child.ask(&format!("{script}{}", self.job(said)), START) {
            Ok(line) if line == "\"ready\"" => Ok(child),
            Ok(line) => Err(failed(&line)),
            Err(end) => Err(failed(&complaint(&child, end))),
        }
    }

    fn job(&self, reads: Vec<String>) -> Value {
        let layout = &self.layout;
        let named: serde_json::Map<String, Value> =
            layout.named.iter().map(|(name, file)| (name.clone(), json!(shown(file)))).collect();
        let changed: serde_json::Map<String, Value> =
            self.changed.iter().map(|(file, lines)| (shown(file), json!(lines))).collect();
        json!({
            "path": layout.path.iter().map(|folder| shown(folder)).collect::<Vec<_>>(),
            "named": named,
            "library": layout.library.as_deref().map(shown),
            "client": layout.client,
            "function": layout.function,
            "reads": reads,
            "changed": changed,
            "seconds": self.seconds,
            "messages": self.exceptions == Exceptions::Message,
            "any_raise": self.exceptions == Exceptions::Any,
        })
    }
}

/// How many calls the process began, and the number of the last of them in its request.
fn progress(folder: &Path) -> (u64, usize) {
    let bytes = std::fs::read(folder.join("progress")).unwrap_or_default();
    let number =
        |from: usize| bytes.get(from..from + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes);
    (number(0), usize::try_from(number(8)).unwrap_or(0))
}

fn complaint(child: &Child, end: End) -> String {
    let said = child.complaints();
    said.lines().last().map_or_else(|| end.to_string(), str::to_owned)
}

fn failed(why: &str) -> NotRun {
    NotRun::Failed(format!("cannot run CPython: {why}"), "use --replay builtin")
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// The interpreter itself, however it is found, and what belongs to it.
#[derive(Debug)]
struct Interpreter {
    program: PathBuf,
    reads: Vec<PathBuf>,
}

const ASK: &str = "import sys, json\n\
    print(json.dumps([sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]))";

/// Each is asked once: what the PATH leads to may be a script that looks for the interpreter.
fn interpreter(python: &Python) -> Result<Arc<Interpreter>, NotRun> {
    static FOUND: Mutex<BTreeMap<Python, Result<Arc<Interpreter>, NotRun>>> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.entry(python.clone()).or_insert_with(|| find(python).map(Arc::new)).clone()
}

fn find(Python(python): &Python) -> Result<Interpreter, NotRun> {
    let failed = |why: String| {
        let advice = "install Python 3, name one with --python, or use --replay builtin";
        NotRun::Failed(format!("cannot run {}: {why}", python.display()), advice)
    };
    let output = confine::output(Command::new(python).args(["-I", "-B", "-c", ASK]))
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
