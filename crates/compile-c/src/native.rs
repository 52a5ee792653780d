//! Compiles C to a program and runs it in a process of its own, with limits.

use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::compiler::add_includes;
use crate::{CompileError, Compiler, Language, error};

#[derive(Copy, Clone, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Bytes of address space.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(10), memory: 1 << 30 }
    }
}

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Exited(i32),
    /// By a signal: a trap, an abort, a segmentation fault.
    Killed(i32),
    OutOfTime,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
}

/// Compiles the sources into the program `into`.
pub fn compile(
    language: Language,
    sources: &[&Path],
    includes: &[&Path],
    flags: &[String],
    into: &Path,
) -> Result<(), CompileError> {
    let compiler = Compiler::find(language)?;
    let mut command = Command::new(&compiler.program);
    // As the compared IR: unoptimised, signed overflow wraps.
    command.args(["-O0", "-w", "-fwrapv"]);
    add_includes(&mut command, includes);
    command.args(flags).args(sources).arg("-lm").arg("-o").arg(into);
    let source = sources.first().copied().unwrap_or(Path::new("source"));
    error::output(&mut command, source).map(|_| ())
}

/// Writes the text as a C file into the folder, compiles it with the other sources and runs it.
pub fn run_text(
    text: &str,
    sources: &[&Path],
    includes: &[&Path],
    flags: &[String],
    folder: &Path,
    limits: Limits,
) -> Result<Ran, CompileError> {
    let harness = folder.join("harness.c");
    std::fs::write(&harness, text).map_err(|error| CompileError::Unreadable(harness.clone(), error))?;
    let program = folder.join("harness");
    let all: Vec<&Path> = std::iter::once(&*harness).chain(sources.iter().copied()).collect();
    compile(Language::C, &all, includes, flags, &program)?;
    run(&program, &[], limits)
}

/// Runs a program and waits for its end, or ends it at the limit.
pub fn run(program: &Path, args: &[String], limits: Limits) -> Result<Ran, CompileError> {
    let name = program.to_string_lossy().into_owned();
    let cannot = |error: std::io::Error| CompileError::CannotRun { program: name.clone(), error };
    // The shell sets the memory limit and becomes the program.
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {} && ulimit -c 0 && exec \"$0\" \"$@\"", limits.memory / 1024);
    command.arg("-c").arg(script).arg(program).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(&cannot)?;
    let stdout = child.stdout.take().map(read_all);
    let stderr = child.stderr.take().map(read_all);
    let end_by = Instant::now() + limits.time;
    let end = loop {
        match child.try_wait().map_err(&cannot)? {
            Some(status) => break end_of(status),
            None if Instant::now() >= end_by => {
                let _ = child.kill();
                let _ = child.wait();
                break End::OutOfTime;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |reader: Option<std::thread::JoinHandle<String>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    Ok(Ran { end, stdout: text(stdout), stderr: text(stderr) })
}

/// More output than this is not kept.
const MOST_OUTPUT: u64 = 1 << 20;

/// Reads in a thread: a full pipe would stop the program.
fn read_all(from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut from = from;
        let _ = from.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
        let _ = std::io::copy(&mut from, &mut std::io::sink());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn end_of(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Killed(signal.unwrap_or(0)),
    }
}
