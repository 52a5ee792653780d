//! Why a source could not be compiled.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use confine::Folder;

#[derive(Debug)]
pub enum CompileError {
    UnknownLanguage(PathBuf),
    /// No compiler for the language on the PATH: what to install.
    NoCompiler {
        tried: Vec<String>,
        advice: &'static str,
    },
    Unreadable(PathBuf, std::io::Error),
    /// The compiler's own words.
    Rejected {
        source: PathBuf,
        said: String,
    },
    CannotRun {
        program: String,
        error: std::io::Error,
    },
    /// Strangers' code would have run unconfined: why.
    CannotConfine(&'static str),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::UnknownLanguage(path) => {
                write!(f, "{}: neither C, C++ nor Rust by its ending", path.display())
            }
            CompileError::NoCompiler { tried, advice } => {
                write!(f, "no compiler found; tried {}\n  {advice}", tried.join(", "))
            }
            CompileError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            CompileError::Rejected { said, .. } => f.write_str(said.trim_end()),
            CompileError::CannotRun { program, error } => write!(f, "cannot run `{program}`: {error}"),
            CompileError::CannotConfine(why) => write!(f, "this machine cannot confine it: {why}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Runs a compiler; what it wrote, or its complaint. What it needs meanwhile goes where its result goes: one that is
/// stopped leaves it behind.
pub(crate) fn output(command: &mut Command, source: &Path, result: &Path) -> Result<Vec<u8>, CompileError> {
    command.env("TMPDIR", result.parent().unwrap_or(Path::new(".")));
    let program = command.get_program().to_string_lossy().into_owned();
    let output = confine::output(command).map_err(|error| CompileError::CannotRun { program, error })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(CompileError::Rejected { source: source.to_path_buf(), said });
    }
    Ok(output.stdout)
}

/// A folder for the files of one compilation, removed afterwards.
#[derive(Debug)]
pub struct Scratch(Folder);

impl Scratch {
    pub fn new() -> Result<Scratch, CompileError> {
        Folder::new().map(Scratch).map_err(|error| CompileError::Unreadable(std::env::temp_dir(), error))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}
