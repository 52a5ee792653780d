//! Runs the compilers that a user has: from C or Rust source to textual LLVM IR, and to programs
//! that are run natively.
//!
//! * [`llvm_ir`] compiles one source. The result is cached under the hash of everything it depends
//!   on: the preprocessed text, the flags and the compiler's version. A changed header, macro or
//!   compiler therefore never gives an old answer; a changed comment does no work twice.
//! * [`native::run`] compiles C files to a program and runs it with a limit on time and memory.
//!
//! What the compiler says about a source it cannot compile is handed on verbatim.

mod cache;
mod compiler;
mod error;
pub mod native;

use std::path::Path;
use std::process::Command;

pub use cache::Cache;
pub use compiler::{Compiler, Language};
pub use error::CompileError;

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
    let compiler = Compiler::find(language)?;
    let key = match cache {
        Some(_) => Some(cache_key(&compiler, source, includes, flags)?),
        None => None,
    };
    if let (Some(cache), Some(key)) = (cache, &key)
        && let Some(text) = cache.get(key)
    {
        return Ok(Compiled { text, cached: true });
    }
    let mut command = compiler.to_llvm_ir(source, includes, flags);
    let text = String::from_utf8_lossy(&error::output(&mut command, source)?).into_owned();
    if let (Some(cache), Some(key)) = (cache, &key) {
        cache.put(key, &text);
    }
    Ok(Compiled { text, cached: false })
}

/// Everything the result depends on, hashed.
fn cache_key(compiler: &Compiler, source: &Path, includes: &[&Path], flags: &[String]) -> Result<String, CompileError> {
    let text = match compiler.preprocess(source, includes, flags) {
        Some(mut command) => error::output(&mut command, source)?,
        None => std::fs::read(source).map_err(|error| CompileError::Unreadable(source.to_path_buf(), error))?,
    };
    let mut hasher = cache::Hasher::new();
    hasher.add(compiler.version.as_bytes());
    compiler.arguments().iter().for_each(|argument| hasher.add(argument.as_bytes()));
    flags.iter().for_each(|flag| hasher.add(flag.as_bytes()));
    // The name stands in the debug information.
    hasher.add(source.to_string_lossy().as_bytes());
    hasher.add(&text);
    Ok(hasher.finish())
}

/// Is the command there and working?
fn works(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
