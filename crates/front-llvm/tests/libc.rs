//! The functions of the C library that are written out agree with those of this machine.

mod support;

use std::path::Path;
use std::process::Command;

use support::{Folder, clangs};

/// How many random calls of each function.
const CALLS: &str = "100000";

#[test]
fn the_models_do_what_the_machines_library_does() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libc.c");
    let folder = Folder::new();
    let program = folder.0.join("libc");
    let compiled = Command::new(&clangs()[0])
        .args(["-O1", "-w", "-fno-builtin", "-o"])
        .arg(&program)
        .arg(&source)
        .output()
        .expect("clang starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).arg(CALLS).output().expect("the program starts");
    assert!(run.status.success(), "they disagree on {}", String::from_utf8_lossy(&run.stdout));
}
