//! Finding a compiler and telling it what to do.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};

use crate::{CompileError, works};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cpp,
    Rust,
}

impl Language {
    /// By the ending of the name.
    pub fn of(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "c" | "h" | "i" => Some(Language::C),
            "cc" | "cpp" | "cxx" | "hpp" => Some(Language::Cpp),
            "rs" => Some(Language::Rust),
            _ => None,
        }
    }
}

/// A compiler on the PATH.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub language: Language,
    pub program: String,
    /// As it describes itself; part of the key of the cache.
    pub version: String,
}

static FOUND: LazyLock<Mutex<Vec<Compiler>>> = LazyLock::new(Default::default);

impl Compiler {
    /// The newest clang that we know, else any; rustc for Rust. Looked for once a process.
    pub fn find(language: Language) -> Result<Compiler, CompileError> {
        let mut found = FOUND.lock().expect("no thread panics while it looks for compilers");
        if let Some(known) = found.iter().find(|known| known.language == language) {
            return Ok(known.clone());
        }
        let tried: Vec<String> = match language {
            Language::C => clangs("clang"),
            Language::Cpp => clangs("clang++"),
            Language::Rust => vec!["rustc".into()],
        };
        for program in &tried {
            if let Some(version) = works(program) {
                let compiler = Compiler { language, program: program.clone(), version };
                found.push(compiler.clone());
                return Ok(compiler);
            }
        }
        let advice = match language {
            Language::C | Language::Cpp => "install one: apt-get install clang-19 (or clang)",
            Language::Rust => "install Rust: https://rustup.rs",
        };
        Err(CompileError::NoCompiler { tried, advice })
    }

    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match self.language {
            Language::C | Language::Cpp => front_llvm::CLANG_ARGUMENTS,
            Language::Rust => front_llvm::RUSTC_ARGUMENTS,
        }
    }

    /// The command that writes LLVM IR to its standard output.
    pub(crate) fn to_llvm_ir(&self, source: &Path, includes: &[&Path], flags: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments());
        if self.language == Language::Rust {
            command.args(flags).arg(source).arg("-o").arg("-");
        } else {
            add_includes(&mut command, includes);
            command.args(flags).arg(source).arg("-o").arg("-");
        }
        command
    }

    /// The command that writes the preprocessed text; `None`: the source is all there is.
    pub(crate) fn preprocess(&self, source: &Path, includes: &[&Path], flags: &[String]) -> Option<Command> {
        if self.language == Language::Rust {
            return None;
        }
        let mut command = Command::new(&self.program);
        command.arg("-E");
        add_includes(&mut command, includes);
        command.args(flags).arg(source);
        Some(command)
    }
}

fn clangs(base: &str) -> Vec<String> {
    let versions = (14..=19).rev().map(|version| format!("{base}-{version}"));
    versions.chain([base.to_string()]).collect()
}

pub(crate) fn add_includes(command: &mut Command, includes: &[&Path]) {
    for include in includes {
        let mut argument = std::ffi::OsString::from("-I");
        argument.push(PathBuf::from(include));
        command.arg(argument);
    }
}
