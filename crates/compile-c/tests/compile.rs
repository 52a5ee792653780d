//! Compiling with the clang of this machine; without one there is nothing to check.

use std::path::PathBuf;
use std::time::Duration;

use compile_c::native::{End, Limits, run_text};
use compile_c::{Cache, CompileError, Compiler, Language, llvm_ir};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("compile-c-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a temporary folder can be made");
    path
}

fn has_clang() -> bool {
    Compiler::find(Language::C).is_ok()
}

#[test]
fn the_cache_answers_until_a_header_changes() {
    if !has_clang() {
        return;
    }
    let folder = folder("cache");
    let (source, header) = (folder.join("a.c"), folder.join("a.h"));
    std::fs::write(&header, "#define N 1\n").expect("written");
    std::fs::write(&source, "#include \"a.h\"\nint f(void) { return N; }\n").expect("written");
    let cache = Cache::in_folder(&folder.join("kept"));
    let compile = || llvm_ir(&source, &[], &[], Some(&cache)).expect("it compiles");
    assert!(!compile().cached);
    assert!(compile().cached);
    assert!(compile().text.contains("@f"));
    std::fs::write(&header, "#define N 2\n").expect("written");
    assert!(!compile().cached);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_compile_error_is_the_compilers() {
    if !has_clang() {
        return;
    }
    let folder = folder("error");
    let source = folder.join("bad.c");
    std::fs::write(&source, "int f(void) { return x; }\n").expect("written");
    match llvm_ir(&source, &[], &[], None) {
        Err(CompileError::Rejected { said, .. }) => assert!(said.contains("bad.c:1:22: error:"), "{said}"),
        other => panic!("{other:?}"),
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn native_runs_end_with_their_status_a_signal_or_the_limit() {
    if !has_clang() {
        return;
    }
    let limits = Limits { time: Duration::from_millis(500), ..Limits::default() };
    let run = |name: &str, text: &str| {
        let folder = folder(name);
        let ran = run_text(text, &[], &[], &[], &folder, limits).expect("it compiles");
        let _ = std::fs::remove_dir_all(folder);
        ran
    };
    let ran = run("status", "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 3; }");
    assert_eq!((ran.end, &*ran.stdout), (End::Exited(3), "hi\n"));
    assert_eq!(run("abort", "#include <stdlib.h>\nint main(void) { abort(); }").end, End::Killed(6));
    assert_eq!(run("loop", "int main(void) { for (volatile int i = 0;; i++); }").end, End::OutOfTime);
}

#[test]
fn rust_is_compiled_too() {
    if Compiler::find(Language::Rust).is_err() {
        return;
    }
    let folder = folder("rust");
    let source = folder.join("lib.rs");
    std::fs::write(&source, "pub fn twice(x: i32) -> i32 { x * 2 }\n").expect("written");
    let compiled = llvm_ir(&source, &[], &[], None).expect("it compiles");
    assert!(compiled.text.contains("define"), "{}", compiled.text);
    let _ = std::fs::remove_dir_all(folder);
}
