//! Compiles C to a program and runs it in a confined process of its own.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub use confine::End;
use confine::{Child, Policy, Seal, StartError, Trust, libraries, loader};

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
    error::output(&mut command, source, into).map(|_| ())
}

/// What is kept of all that a program writes.
const MOST_OUTPUT: usize = 32 << 20;

/// Runs a program, confined, and waits for its end, or ends it at the limit. Its one argument is the
/// seal ([`Policy::seal`]) that it has to put on itself before it runs strangers' code; until then it
/// may fork.
pub fn run(program: &Path, limits: Limits, trust: Trust) -> Result<Ran, CompileError> {
    let policy = Policy {
        reads: libraries().into_iter().chain([program.to_path_buf()]).collect(),
        programs: std::iter::once(program.to_path_buf()).chain(loader()).collect(),
        forks: true,
        seal: Seal::Computing,
        limits: confine::Limits { memory: limits.memory, ..confine::Limits::default() },
        environment: Vec::new(),
    };
    let seal = if confine::cannot_confine().is_none() { policy.seal() } else { String::new() };
    let mut child = Child::start(program, &[seal.into()], &policy, trust).map_err(|error| match error {
        StartError::CannotConfine(why) => CompileError::CannotConfine(why),
        StartError::Failed(error) => CompileError::CannotRun { program: program.to_string_lossy().into_owned(), error },
    })?;
    let (stdout, end) = child.finish(limits.time, MOST_OUTPUT);
    Ok(Ran { end, stdout, stderr: child.complaints() })
}
