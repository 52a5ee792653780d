//! Runs the compilers that a user has: from C or Rust source to textual LLVM IR, and to programs
//! that are run natively.
//!
//! * [`llvm_ir`] compiles one source. The result is cached under the hash of everything it depends
//!   on: the contents of the source and of every file it includes, the flags and the compiler.
//!   A cached result costs no process.
//! * [`native::run`] runs a program with a limit on time and memory; [`native::compile`] makes one.
//! * [`driver`] calls one function of a C source many times, [`rust`] one of a crate.
//!
//! What the compiler says about a source it cannot compile is handed on verbatim.

mod cache;
mod compiler;
pub mod driver;
mod error;
pub mod native;
pub mod rust;

use std::path::Path;

pub use cache::Cache;
use compiler::Generics;
pub use compiler::{Compiler, Language};
pub use error::{CompileError, Scratch};

/// A source as LLVM IR.
#[derive(Debug)]
pub struct Compiled {
    pub text: String,
    /// It was found in the cache.
    pub cached: bool,
}

/// Compiles a source file to LLVM IR, or finds it in the cache. `flags` are the user's, `includes`
/// folders where headers are looked for.
pub fn llvm_ir(
    source: &Path,
    includes: &[&Path],
    flags: &[String],
    cache: Option<&Cache>,
) -> Result<Compiled, CompileError> {
    let language = Language::of(source).ok_or_else(|| CompileError::UnknownLanguage(source.to_path_buf()))?;
    std::fs::metadata(source).map_err(|error| CompileError::Unreadable(source.to_path_buf(), error))?;
    let compiler = Compiler::find(language)?;
    let question = cache::Question::new(&compiler, source, includes, flags);
    if let Some(text) = cache.and_then(|cache| cache.get(&question)) {
        return Ok(Compiled { text, cached: true });
    }
    let folder = error::Scratch::new()?;
    let (output, depends) = (folder.path("module.ll"), folder.path("module.d"));
    let run = |generics: Generics| {
        let mut command = compiler.to_llvm_ir(source, includes, flags, &output, &depends, generics);
        error::output(&mut command, source, &output)
    };
    // Not every rustc has the switch.
    match (run(Generics::WrittenOut), language) {
        (Err(_), Language::Rust) => run(Generics::Shared)?,
        (other, _) => other?,
    };
    let text = std::fs::read_to_string(&output).map_err(|error| CompileError::Unreadable(output, error))?;
    if let (Some(cache), Ok(rule)) = (cache, std::fs::read_to_string(&depends)) {
        cache.put(&question, &cache::files_of_rule(&rule), &text);
    }
    Ok(Compiled { text, cached: false })
}
