//! Finding a compiler and telling it what to do.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::CompileError;

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
    pub program: PathBuf,
    /// Which program this is: where it stands, its size and time. Changes when it is updated.
    pub identity: String,
}

impl Compiler {
    /// The newest clang that we know, else any; rustc for Rust.
    pub fn find(language: Language) -> Result<Compiler, CompileError> {
        let tried: Vec<String> = match language {
            Language::C => clangs("clang"),
            Language::Cpp => clangs("clang++"),
            Language::Rust => vec!["rustc".into()],
        };
        if let Some((program, identity)) = tried.iter().find_map(|name| on_path(name)) {
            return Ok(Compiler { language, program, identity });
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

    /// The command that writes LLVM IR, and a make rule with the files it read.
    pub(crate) fn to_llvm_ir(
        &self,
        source: &Path,
        includes: &[&Path],
        flags: &[String],
        output: &Path,
        depends: &Path,
        generics: Generics,
    ) -> Command {
        let mut command = Command::new(&self.program);
        match self.language {
            Language::Rust => {
                if generics == Generics::WrittenOut {
                    // The switch is one that compilers for everyday use do not show.
                    command.env("RUSTC_BOOTSTRAP", "1").arg("-Zshare-generics=no");
                }
                let emit = format!("--emit=llvm-ir={},dep-info={}", output.display(), depends.display());
                command.args(self.arguments().iter().filter(|argument| !argument.starts_with("--emit")));
                // Files on the way to the result go where it goes.
                let folder = output.parent().unwrap_or(Path::new("."));
                command.arg(emit).arg("--out-dir").arg(folder).args(flags).arg(source);
            }
            Language::C | Language::Cpp => {
                command.args(self.arguments());
                add_includes(&mut command, includes);
                command.arg("-MD").arg("-MF").arg(depends).args(flags).arg(source).arg("-o").arg(output);
            }
        }
        command
    }
}

/// Whether Rust's generic functions that the library was compiled with have a body in what uses them.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Generics {
    WrittenOut,
    Shared,
}

/// The program of that name on the PATH, and which one it is.
fn on_path(name: &str) -> Option<(PathBuf, String)> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| {
        let program = folder.join(name);
        let facts = std::fs::metadata(&program).ok().filter(std::fs::Metadata::is_file)?;
        let target = std::fs::canonicalize(&program).ok()?;
        let identity = format!("{} {} {:?}", target.display(), facts.len(), facts.modified().ok());
        Some((program, identity))
    })
}

fn clangs(base: &str) -> Vec<String> {
    let versions = (14..=19).rev().map(|version| format!("{base}-{version}"));
    versions.chain([base.to_string()]).collect()
}

pub(crate) fn add_includes(command: &mut Command, includes: &[&Path]) {
    for include in includes {
        let mut argument = std::ffi::OsString::from("-I");
        argument.push(include);
        command.arg(argument);
    }
}
