//! Why a source could not be compiled.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Runs a compiler; what it wrote, or its complaint.
pub(crate) fn output(command: &mut Command, source: &Path) -> Result<Vec<u8>, CompileError> {
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
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch, CompileError> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("safebump-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| CompileError::Unreadable(path.clone(), error))?;
        Ok(Scratch(path))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
