//! Both versions of small C functions, compiled, run and searched.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use compile_c::Language;
use compile_c::driver::Callee;
use confine::{Trust, left_out_of_tests};
use engine_native::{Budget, Found, search};
use front_llvm::{SourceKind, SourceType};
use native_c::{Asked, Both, End, Shown, Written};

fn int() -> SourceType {
    SourceType { name: "int".to_owned(), size: 4, kind: SourceKind::Int { signed: true } }
}

fn pointer(to: SourceType) -> SourceType {
    SourceType { name: format!("{} *", to.name), size: 8, kind: SourceKind::Pointer(Box::new(to)) }
}

fn text() -> SourceType {
    let char = SourceType { name: "char".to_owned(), size: 1, kind: SourceKind::Char { signed: true } };
    SourceType { name: "const char *".to_owned(), ..pointer(char) }
}

/// The sources of a test, in a folder of their own.
struct Sources(PathBuf);

impl Drop for Sources {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Sources {
    fn new(name: &str, old: &str, new: &str) -> Sources {
        let folder = std::env::temp_dir().join(format!("safebump-search-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder of our own");
        for (file, text) in [("old.c", old), ("new.c", new)] {
            std::fs::write(folder.join(file), text).expect("a file of our own");
        }
        Sources(folder)
    }

    fn version(&self, file: &str, params: &[(&str, SourceType)], result: SourceType) -> Callee {
        Callee {
            language: Language::C,
            client: self.0.join(file),
            others: Vec::new(),
            includes: Vec::new(),
            flags: Vec::new(),
            function: "f".to_owned(),
            params: params.iter().map(|(_, ty)| ty.clone()).collect(),
            names: params.iter().map(|(name, _)| (*name).to_owned()).collect(),
            result,
            globals: Vec::new(),
            leaves_state: true,
        }
    }
}

/// What is found, and how many inputs told something. `None`: this machine cannot confine.
fn look(name: &str, [old, new]: [&str; 2], params: &[(&str, SourceType)]) -> Option<(Option<Found<Shown>>, usize)> {
    if left_out_of_tests() {
        return None;
    }
    let sources = Sources::new(name, old, new);
    let versions = ["old.c", "new.c"].map(|file| sources.version(file, params, int()));
    let mut both = Both::start(Asked { versions, seed: 1, trust: Trust::Strangers }).expect("they are compiled");
    let until = Instant::now() + Duration::from_secs(6);
    let budget = Budget { until, confirmed_by: until + Duration::from_secs(20), runs: 2000 };
    let searched = search(&mut both, &budget);
    Some((searched.found, searched.told))
}

#[test]
fn a_difference_is_found_and_small() {
    let both = ["int f(int x) { return x > 1234567 ? 1 : 0; }", "int f(int x) { return x >= 1234567 ? 1 : 0; }"];
    let Some((found, _)) = look("small", both, &[("x", int())]) else { return };
    let found = found.expect("they differ");
    assert_eq!(found.calls, ["1234567"]);
    assert_eq!(found.old.end, End::Returns(Some(Written::Int(0))));
    assert_eq!(found.new.end, End::Returns(Some(Written::Int(1))));
}

#[test]
fn what_is_undefined_in_old_is_no_difference() {
    let params = [("a", pointer(int())), ("i", int())];
    for (name, both) in [
        (
            "overflow",
            ["int f(int *a, int i) { return i + 1 > i; }", "int f(int *a, int i) { return i != 2147483647; }"],
        ),
        ("division", ["int f(int *a, int i) { return 100 / i; }", "int f(int *a, int i) { return i ? 100 / i : 5; }"]),
        ("null", ["int f(int *a, int i) { return *a; }", "int f(int *a, int i) { return a ? *a : 5; }"]),
        (
            "never_written",
            ["int f(int *a, int i) { int x; if (i > 0) x = 1; return x; }", "int f(int *a, int i) { return 1; }"],
        ),
        (
            "beyond_stack",
            [
                "int f(int *a, int i) { int x[4] = {1, 2, 3, 4}, *p = x; return p[i & 7]; }",
                "int f(int *a, int i) { int x[8] = {1, 2, 3, 4}; return x[i & 7]; }",
            ],
        ),
        (
            "beyond_heap",
            [
                "#include <stdlib.h>\nint f(int *a, int i) { int *p = calloc(4, 4), r = p[i & 7]; free(p); return r; }",
                "#include <stdlib.h>\nint f(int *a, int i) { return (i & 7) < 4 ? 0 : 9; }",
            ],
        ),
        (
            "freed",
            [
                "#include <stdlib.h>\nint f(int *a, int i) { int *p = calloc(4, 4); free(p); return *p; }",
                "int f(int *a, int i) { return 9; }",
            ],
        ),
        (
            "addresses",
            ["int f(int *a, int i) { return (int)(long)a & 0xff000; }", "int f(int *a, int i) { return 0; }"],
        ),
    ] {
        let Some((found, _)) = look(name, both, &params) else { return };
        assert!(found.is_none(), "{name}: {found:?}");
    }
}

#[test]
fn memory_text_and_output_are_looked_at() {
    let numbers = [("a", pointer(int())), ("n", int())];
    let write = [
        "int f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] / 2; return 0; }",
        "int f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] >> 1; return 0; }",
    ];
    let Some((found, _)) = look("memory", write, &numbers) else { return };
    let found = found.expect("odd negative numbers are rounded otherwise");
    assert_eq!(found.calls, ["(int[]){-1}, 1"]);
    assert_eq!(found.new.writes, []);
    assert_eq!(found.old.writes, [("a".to_owned(), Written::Repr("0".to_owned()))]);
    let output = [
        "#include <stdio.h>\nint f(const char *s) { printf(\"%s\", s); return 0; }",
        "#include <stdio.h>\nint f(const char *s) { printf(\"%.5s\", s); return 0; }",
    ];
    let Some((found, _)) = look("output", output, &[("s", text())]) else { return };
    let found = found.expect("long texts are cut");
    assert_eq!((found.calls.join(""), found.new.output), ("\"aaaaaa\"".to_owned(), b"aaaaa".to_vec()));
}

#[test]
fn calls_before_it_belong_to_it() {
    let both = [
        "static int n; int f(int x) { (void)x; return n++ > 3 ? 3 : 0; }",
        "static int n; int f(int x) { (void)x; return n++ > 3 ? 4 : 0; }",
    ];
    let Some((found, _)) = look("state", both, &[("x", int())]) else { return };
    assert_eq!(found.expect("the fifth call differs").calls.len(), 5);
}

#[test]
fn thousands_are_run_in_a_second_and_a_crash_costs_little() {
    let same = "#include <stdlib.h>\nint f(int x) { if (x % 7 == 3) abort(); return x; }";
    let Some((found, told)) = look("many", [same, same], &[("x", int())]) else { return };
    // Many more where the machine has nothing else to do.
    assert!(found.is_none() && told >= 500, "{told}");
}

#[test]
fn what_hangs_or_does_harm_shows_nothing() {
    let harm = "#include <signal.h>\n#include <unistd.h>\n#include <sys/socket.h>\n\
                int f(int x) {\n  switch (x) {\n    case 1: for (;;) {}\n    case 2: kill(getppid(), SIGKILL); break;\n\
                case 3: socket(2, 1, 0); break;\n    case 4: fork(); break;\n    case 5: return 7;\n\
                case 6: signal(SIGALRM, SIG_IGN); signal(SIGPROF, SIG_IGN); for (;;) pause();\n  }\n  return 0;\n}";
    let Some((found, told)) = look("harm", ["int f(int x) { return x == 5 ? 7 : 0; }", harm], &[("x", int())]) else {
        return;
    };
    assert!(found.is_none() && told > 0, "{told}: {found:?}");
}
