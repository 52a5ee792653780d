//! The programs that run a version.

use std::path::{Path, PathBuf};

use compile_c::{Cache, CompileError, Language, Scratch, native};

use compile_c::driver::{Callee, Watched};

use crate::glue;

const SERVER: &str = include_str!("serve.c");

/// How a program is built.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// For the search: it tells what it reaches.
    Search,
    /// To see whether what was found depends on how the stack is laid out, and on what was never written.
    Control,
}

/// Old is ended where the language leaves open what happens.
const OLD: &[&str] = &[
    "-fno-wrapv",
    "-fsanitize=bounds,shift-exponent,null,unreachable,return,vla-bound,pointer-overflow,signed-integer-overflow,\
     integer-divide-by-zero,float-cast-overflow,builtin,nonnull-attribute,returns-nonnull-attribute",
];
/// New is ended where the model ends it as well.
const NEW: &[&str] = &["-fsanitize=bounds,shift-exponent,unreachable,return,vla-bound,integer-divide-by-zero"];
const EITHER: &[&str] =
    &["-fsanitize-trap=all", "-fno-sanitize-link-runtime", "-fno-strict-aliasing", "-Dmain=safebump_main"];
const SEARCH: &[&str] = &["-fsanitize-coverage=trace-pc-guard,trace-cmp", "-ftrivial-auto-var-init=pattern"];
const CONTROL: &[&str] = &["-O1", "-ftrivial-auto-var-init=zero"];

/// Compiles a version into the folder.
pub(crate) fn make(
    version: &Callee,
    globals: &[Watched],
    is_old: bool,
    build: Build,
    server: &Path,
    folder: &Scratch,
) -> Result<PathBuf, CompileError> {
    if version.language == Language::Rust {
        return make_in_rust(version, is_old, build, server, folder);
    }
    let ending = if version.language == Language::Cpp { "cpp" } else { "c" };
    let name = format!("{}-{build:?}", if is_old { "old" } else { "new" });
    let (glue, program) = (folder.path(&format!("{name}.{ending}")), folder.path(&name));
    write(&glue, &glue::text(version, globals))?;
    let mut sources = vec![glue.as_path()];
    sources.extend(version.others.iter().map(PathBuf::as_path));
    sources.push(server);
    let includes: Vec<&Path> = version.includes.iter().map(PathBuf::as_path).collect();
    let parts: [&[&str]; 3] = [
        EITHER,
        if is_old { OLD } else { NEW },
        match build {
            Build::Search => SEARCH,
            Build::Control => CONTROL,
        },
    ];
    let mut flags: Vec<String> = version.flags.clone();
    flags.extend(parts.concat().into_iter().map(str::to_owned));
    native::compile(version.language, &sources, &includes, &flags, &program)?;
    Ok(program)
}

const RUST: &[&str] =
    &["--crate-type=staticlib", "-Awarnings", "-Coverflow-checks=on", "-Cdebug-assertions=on", "-Ccodegen-units=1"];
const RUST_SEARCH: &[&str] = &[
    "-Copt-level=0",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
const RUST_CONTROL: &[&str] = &["-Copt-level=1"];

fn make_in_rust(
    version: &Callee,
    is_old: bool,
    build: Build,
    server: &Path,
    folder: &Scratch,
) -> Result<PathBuf, CompileError> {
    let name = format!("{}-{build:?}", if is_old { "old" } else { "new" });
    let (glue, library) = (folder.path(&format!("{name}.rs")), folder.path(&format!("lib{name}.a")));
    write(&glue, &glue::text(version, &[]))?;
    let mut flags: Vec<String> = RUST.iter().map(|flag| (*flag).to_owned()).collect();
    let build = match build {
        Build::Search => RUST_SEARCH,
        Build::Control => RUST_CONTROL,
    };
    flags.extend(build.iter().map(|flag| (*flag).to_owned()));
    flags.extend(version.flags.iter().cloned());
    let program = folder.path(&name);
    compile_c::rust::compile(&glue, &flags, &library)?;
    compile_c::rust::link(server, &library, &program)?;
    Ok(program)
}

/// The server, compiled: once for all versions and all runs.
pub(crate) fn server(folder: &Scratch) -> Result<PathBuf, CompileError> {
    let compiler = compile_c::Compiler::find(Language::C)?;
    let hash = (SERVER.bytes().chain(compiler.identity.bytes()))
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let kept = Cache::of_user().map(|cache| cache.folder().join("native").join(format!("{hash:016x}.o")));
    if let Some(kept) = kept.as_ref().filter(|kept| kept.is_file()) {
        return Ok(kept.clone());
    }
    let (source, object) = (folder.path("serve.c"), folder.path("serve.o"));
    write(&source, SERVER)?;
    let flags = ["-c", "-O1", "-fno-builtin-malloc"].map(str::to_owned);
    native::compile(Language::C, &[&source], &[], &flags, &object)?;
    // Whoever comes later need not; that it cannot be kept does no harm.
    if let Some(kept) = kept {
        let beside = kept.with_extension(std::process::id().to_string());
        let _ = kept.parent().map(std::fs::create_dir_all);
        let _ = std::fs::copy(&object, &beside).and_then(|_| std::fs::rename(&beside, &kept));
    }
    Ok(object)
}

fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    std::fs::write(path, text).map_err(|error| CompileError::Unreadable(path.to_path_buf(), error))
}
