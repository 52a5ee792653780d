//! Compiling C with whatever clang there is, and running it natively and in the interpreter.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use front_llvm::{Module, Options};
use ir::entry::Pair;
use ir::interp::{Interpreter, Limits, Outcome, State, Stop, World};
use value::{Sort, SortKind, Value};

/// A folder of its own for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("front-llvm-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Every clang on this machine; the tests cannot do without one.
pub(crate) fn clangs() -> Vec<String> {
    let names = ["clang-19", "clang-16", "clang-15", "clang-14", "clang"].map(String::from);
    let works =
        |name: &String| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let found: Vec<String> = names.into_iter().filter(works).collect();
    assert!(!found.is_empty(), "clang is needed for the tests: scripts/setup installs it");
    found
}

/// The text of the LLVM IR of a C file.
pub(crate) fn llvm_ir(clang: &str, source: &Path, flags: &[&str]) -> String {
    let output = Command::new(clang)
        .args(front_llvm::CLANG_ARGUMENTS)
        .args(["-w", "-o", "-"])
        .args(flags)
        .arg(source)
        .output()
        .expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("LLVM IR is text")
}

/// Compiles and runs; what it printed.
pub(crate) fn run_native(clang: &str, sources: &[&Path], flags: &[&str], into: &Path) -> String {
    let output = Command::new(clang).args(["-w", "-O0", "-o"]).arg(into).args(flags).args(sources).arg("-lm").output();
    let output = output.expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new("timeout").arg("1").arg(into).output().expect("the program starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn module(text: &str) -> Module {
    front_llvm::read(text, "test.ll").expect("what clang writes can be read")
}

pub(crate) fn lower_one(text: &str, client: &str, options: Options) -> Pair {
    lower_modules(&[module(text)], client, options)
}

/// Lowers a client against itself; the programs keep the rules of the IR.
pub(crate) fn lower_modules(modules: &[Module], client: &str, options: Options) -> Pair {
    let pair = front_llvm::lower(modules, modules, client, options).unwrap_or_else(|error| panic!("{client}: {error}"));
    if let Err(violations) = ir::well_formed::check(&pair.old.program) {
        panic!("{client}: {}", violations[0]);
    }
    pair
}

/// A world where every choice is some value that stands out.
pub(crate) struct Arbitrary;

impl World for Arbitrary {
    fn choose(&mut self, n: usize, sort: Sort) -> Option<Value> {
        match sort.kind() {
            SortKind::Bv(width) => Some(Value::bv(*width, 0xa5a5_5a5a_dead_beef ^ n as u128)),
            _ => Some(Value::default_of(sort)),
        }
    }
}

/// Runs the old side.
pub(crate) fn run(pair: &Pair, args: &[Value], fuel: u64) -> (Result<Outcome, Stop>, State) {
    let mut world = Arbitrary;
    let mut machine = Interpreter::new(&pair.old.program, &mut world, Limits { fuel, ..Limits::default() });
    let outcome = machine.run(pair.old.entry, args);
    (outcome, machine.state.clone())
}

/// What was written to the output.
pub(crate) fn written(pair: &Pair, state: &State) -> String {
    let cell = pair.old.program.cell(value::Symbol::new("standard output")).expect("every program has it");
    let sort = pair.old.program.cells[cell].sort;
    match pair.notation.show(&pair.old.program, &state.cells[cell], sort, state) {
        ir::entry::Shown::Text(text) => text,
        other => format!("{other:?}"),
    }
}
