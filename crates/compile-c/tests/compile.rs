//! Compiling with the clang of this machine; without one there is nothing to check.

use std::path::PathBuf;
use std::time::Duration;

use compile_c::driver::{Called, Callee, Outcome};
use compile_c::native::{End, Limits, compile, run};
use compile_c::{Cache, CompileError, Compiler, Language, llvm_ir};
use confine::Trust;
use front_llvm::{SourceKind, SourceType};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("compile-c-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a temporary folder can be made");
    path
}

fn needs_clang() {
    assert!(Compiler::find(Language::C).is_ok(), "clang is needed for the tests: scripts/setup installs it");
}

#[test]
fn the_cache_answers_until_a_header_changes() {
    needs_clang();
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
    needs_clang();
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
    needs_clang();
    if confine::left_out_of_tests() {
        return;
    }
    let limits = Limits { time: Duration::from_millis(900), ..Limits::default() };
    let run = |name: &str, text: &str| {
        let folder = folder(name);
        let (source, program) = (folder.join("a.c"), folder.join("a.out"));
        std::fs::write(&source, text).expect("written");
        compile(Language::C, &[&source], &[], &[], &program).expect("it compiles");
        let ran = run(&program, limits, Trust::Strangers).expect("it runs");
        let _ = std::fs::remove_dir_all(folder);
        ran
    };
    let ran = run("status", "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 3; }");
    assert_eq!((ran.end, &*ran.stdout), (End::Exited(3), "hi\n"));
    assert_eq!(run("abort", "#include <stdlib.h>\nint main(void) { abort(); }").end, End::Killed(6));
    assert_eq!(run("loop", "int main(void) { for (volatile int i = 0;; i++); }").end, End::OutOfTime);
}

/// The outcome of `f(x)` for each of these numbers.
fn called(name: &str, text: &str, calls: &[&str], leaves_state: bool) -> Vec<Called> {
    let folder = folder(name);
    let client = folder.join("a.c");
    std::fs::write(&client, text).expect("written");
    let int = SourceType { name: "int".to_owned(), size: 4, kind: SourceKind::Int { signed: true } };
    let driver = Callee {
        language: Language::C,
        client,
        others: Vec::new(),
        includes: Vec::new(),
        flags: Vec::new(),
        function: "f".to_owned(),
        params: vec![int.clone()],
        names: vec!["x".to_owned()],
        result: int,
        globals: Vec::new(),
        leaves_state,
    };
    let calls: Vec<String> = calls.iter().map(|call| (*call).to_owned()).collect();
    let called = driver.run(&calls, Trust::Strangers).expect("it runs");
    let _ = std::fs::remove_dir_all(folder);
    called
}

#[test]
fn calls_that_mean_harm_show_nothing_and_the_others_all() {
    needs_clang();
    if confine::left_out_of_tests() {
        return;
    }
    let text = "#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n\
        #include <sys/ptrace.h>\n#include <unistd.h>\n\
        int f(int x) {\n  switch (x) {\n\
        case 1: return socket(AF_INET, SOCK_STREAM, 0);\n\
        case 2: return open(\"/etc/passwd\", O_RDONLY);\n\
        case 3: return creat(\"/tmp/safebump-harm\", 0600);\n\
        case 4: return execl(\"/bin/sh\", \"sh\", \"-c\", \"echo harm\", (char *)0);\n\
        case 5: for (;;) fork();\n\
        case 6: return kill(getppid(), 9);\n\
        case 7: return ptrace(PTRACE_ATTACH, getppid(), 0, 0);\n\
        case 8: return system(\"echo harm\");\n\
        case 9: for (;;) sleep(100);\n\
        case 10: return malloc(10UL << 30) == NULL;\n\
        case 11: abort();\n\
        default: return x + 1;\n  }\n}\n";
    for leaves_state in [false, true] {
        let calls = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "41"];
        let outcomes: Vec<Outcome> =
            called("harm", text, &calls, leaves_state).into_iter().map(|called| called.outcome).collect();
        assert_eq!(outcomes[..9], vec![Outcome::None; 9]);
        let rest = [Outcome::Returned("1".to_owned()), Outcome::Killed(6), Outcome::Returned("42".to_owned())];
        assert_eq!(outcomes[9..], rest);
    }
    assert!(!std::path::Path::new("/tmp/safebump-harm").exists());
}

#[test]
fn initialisers_run_sealed_and_anew_for_each_call() {
    needs_clang();
    if confine::left_out_of_tests() {
        return;
    }
    let text = "static int n;\n__attribute__((constructor)) static void begin(void) { n = 7; }\n\
        int f(int x) { return x + n++; }\n";
    let outcomes: Vec<Outcome> =
        called("constructor", text, &["1", "1"], true).into_iter().map(|called| called.outcome).collect();
    assert_eq!(outcomes, vec![Outcome::Returned("8".to_owned()); 2]);
    let text = "#include <unistd.h>\n__attribute__((constructor)) static void begin(void) { for (;;) fork(); }\n\
        int f(int x) { return x; }\n";
    let outcomes: Vec<Outcome> =
        called("bomb", text, &["1", "2"], false).into_iter().map(|called| called.outcome).collect();
    assert_eq!(outcomes, vec![Outcome::None; 2]);
}

#[test]
fn a_call_that_writes_for_ever_is_ended() {
    needs_clang();
    if confine::left_out_of_tests() {
        return;
    }
    let text = "#include <stdio.h>\nint f(int x) { while (x) puts(\"harm\"); return 5; }\n";
    let outcomes: Vec<Outcome> =
        called("writes", text, &["0", "1"], true).into_iter().map(|called| called.outcome).collect();
    assert_eq!(outcomes, [Outcome::Returned("5".to_owned()), Outcome::None]);
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
