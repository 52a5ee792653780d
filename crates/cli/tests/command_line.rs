//! What scripts and other programs rely on: exit codes, the shape of the JSON, messages.

mod folder;

use std::process::Command;

use folder::Folder;

const OLD: &str = "def lib1(x):\n    return x\n";
const NEW: &str = "def lib1(x):\n    if x > 10:\n        return 9\n    return x\n";
const CLIENT: &str = "\n\ndef client1(x):\n    if x > 10:\n        return x\n    return lib1(x)\n";

fn figure1() -> Folder {
    let (old, new) = (format!("{OLD}{CLIENT}"), format!("{NEW}{CLIENT}"));
    Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())])
}

#[test]
fn a_proof_is_exit_0_with_all_fields() {
    let ran = figure1().run("check old.py new.py --client client1 --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    let fields = "schema command verdict reason engine client counterexample contexts gaps assumptions stats";
    for field in fields.split(' ') {
        assert!(json.get(field).is_some(), "{field}");
    }
    assert_eq!(
        (&json["schema"], &json["verdict"], &json["reason"]),
        (&"safebump/1".into(), &"equivalent".into(), &"inactive".into())
    );
    assert_eq!(json["contexts"][0]["condition"], "x <= 10");
}

#[test]
fn a_difference_is_exit_1_with_its_input() {
    let ran = figure1().run("check old.py new.py --client lib1 --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let example = &ran.json()["counterexample"];
    let x = example["inputs"]["x"].as_i64().expect("a small number");
    assert!(x > 10);
    assert_eq!(example["call"], format!("lib1({x})"));
    assert_eq!((&example["old"]["returns"], &example["new"]["returns"]), (&x.into(), &9.into()));
    assert_eq!(example["replayed"], "builtin");
}

#[test]
fn a_difference_of_identity_alone_is_said_in_json() {
    let folder = Folder::new(&[
        ("old.py", b"def f(xs: list[int]):\n    return xs\n"),
        ("new.py", b"def f(xs: list[int]):\n    return list(xs)\n"),
    ]);
    let ran = folder.run("check old.py new.py --client f --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let example = &ran.json()["counterexample"];
    assert_eq!(example["old"], example["new"]);
    assert_eq!(example["differ_in"], "what they leave in memory, or which of these objects are one and the same");
}

#[test]
fn without_a_client_there_is_a_table() {
    let ran = figure1().run("check old.py new.py --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    let clients: Vec<&str> =
        json["results"].as_array().expect("rows").iter().filter_map(|row| row["client"].as_str()).collect();
    assert_eq!(clients, ["lib1", "client1"]);
    assert_eq!(json["verdict"], "different");
}

#[test]
fn what_is_not_understood_is_exit_3_with_a_gap() {
    let folder = Folder::new(&[
        ("old.py", b"def f(x):\n    return eval(str(x))\n"),
        ("new.py", b"def f(x):\n    return eval(str(x) + '')\n"),
    ]);
    let ran = folder.run("check old.py new.py --client f --format json");
    assert_eq!(ran.code, 3, "{ran:?}");
    let gap = &ran.json()["gaps"][0];
    for field in ["kind", "at", "detail", "try"] {
        assert!(gap[field].is_string(), "{gap}");
    }
}

#[test]
fn every_format_is_written() {
    let folder = figure1();
    for (format, start) in
        [("sarif", "{"), ("github", "::error "), ("html", "<!doctype html>"), ("text", "lib1 is affected")]
    {
        let ran = folder.run(&format!("check old.py new.py --client lib1 --format {format}"));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.starts_with(start), "{ran:?}");
    }
    folder.run("check old.py new.py --client lib1 --report out.json");
    let report = std::fs::read_to_string(folder.0.join("out.json")).expect("a report");
    assert!(report.contains("\"different\""));
}

#[test]
fn colour_comes_only_when_asked_for() {
    let folder = figure1();
    let plain = folder.run("check old.py new.py --client lib1");
    assert!(!plain.out.contains('\u{1b}'), "{plain:?}");
    let painted = folder.run("check old.py new.py --client lib1 --color always");
    assert!(painted.out.contains('\u{1b}'), "{painted:?}");
}

/// Exit 2, one message that contains these words, and never a panic.
#[track_caller]
fn refused(folder: &Folder, args: &str, words: &[&str]) {
    let ran = folder.run(args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.is_empty() && !ran.err.contains("panicked"), "{ran:?}");
    for word in words {
        assert!(ran.err.contains(word), "no `{word}` in {ran:?}");
    }
}

#[test]
fn bad_input_is_one_clear_message() {
    let folder = Folder::new(&[
        ("ok.py", OLD.as_bytes()),
        ("empty.py", b""),
        ("syntax.py", b"def f(:\n"),
        ("binary.py", &[0, 159, 146, 150]),
        ("latin.py", b"def f(x):\n    return '\xe9'\n"),
        ("folder/readme.txt", b"no program"),
    ]);
    refused(&folder, "check nothing.py ok.py --client lib1", &["nothing.py", "no such file"]);
    refused(&folder, "check syntax.py ok.py --client f", &["syntax.py:1:", "def f(:", "^"]);
    refused(&folder, "check ok.py ok.py --client nope", &["nope", "lib1"]);
    refused(&folder, "check empty.py ok.py --client lib1", &["empty.py", "lib1"]);
    refused(&folder, "check binary.py ok.py --client lib1", &["binary.py", "binary"]);
    refused(&folder, "check latin.py ok.py --client f", &["latin.py", "line 2", "UTF-8"]);
    refused(&folder, "check folder folder", &["folder", "no program"]);
    refused(&folder, "check ok.py ok.py --client other.py:f", &["other.py"]);
    refused(&folder, "check ok.py ok.py --format xml", &["xml"]);
    refused(&folder, "check ok.py ok.py --report a.xyz", &["a.xyz"]);
    refused(&folder, "impact ok.py ok.py", &["--clients"]);
    let same = folder.run("check ok.py ok.py --client lib1");
    assert_eq!(same.code, 0, "{same:?}");
}

#[test]
fn long_and_deep_sources_are_answered() {
    let long = |seven: usize| -> String {
        (0..3400).map(|i| format!("def f{i}(x):\n    return x + {}\n\n", if i == 7 { seven } else { i })).collect()
    };
    let deep = |inner: &str| format!("def f(x):\n    return {}{inner}{}\n", "(".repeat(5000), ")".repeat(5000));
    let folder = Folder::new(&[
        ("long1.py", long(7).as_bytes()),
        ("long2.py", long(8).as_bytes()),
        ("deep1.py", deep("x").as_bytes()),
        ("deep2.py", deep("x + 1").as_bytes()),
        ("minus.py", format!("def f(x):\n    return {}x\n", "-".repeat(5000)).as_bytes()),
    ]);
    assert_eq!(folder.run("check long1.py long2.py --client f7").code, 1);
    assert_eq!(folder.run("check long1.py long2.py --client f8").code, 0);
    // CPython may refuse what is nested so deep.
    assert_eq!(folder.run("check deep1.py deep2.py --client f --native off").code, 3);
    assert_eq!(folder.run("check deep1.py minus.py --client f --native off").code, 3);
}

#[test]
fn the_time_limit_holds() {
    let hard = |result: u8| {
        format!(
            "def f(a, b, c):\n    if a > 2 and b > 2 and c > 2 and a*a*a + b*b*b == c*c*c:\n        return {result}\n    return 0\n"
        )
    };
    let folder = Folder::new(&[("old.py", hard(1).as_bytes()), ("new.py", hard(2).as_bytes())]);
    let start = std::time::Instant::now();
    let ran = folder.run("check old.py new.py --client f --timeout 2");
    assert!(matches!(ran.code, 0 | 3), "{ran:?}");
    assert!(start.elapsed().as_secs() < 10, "took {:?}", start.elapsed());
}

#[test]
fn a_counterexample_replays_in_python_and_as_a_test() {
    let folder = figure1();
    let ran = folder.run("check old.py new.py --client lib1 --replay native --emit-test test_it.py --format json");
    assert_eq!(ran.json()["counterexample"]["replayed"], "native", "{ran:?}");
    let test = "import test_it, sys\ntry:\n    test_it.test_lib1_does_the_same_with_both_versions()\nexcept AssertionError:\n    sys.exit(7)\n";
    let output = Command::new("python3").args(["-c", test]).current_dir(&folder.0).output().expect("python3 runs");
    assert_eq!(output.status.code(), Some(7), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_test_that_is_written_makes_the_calls_before() {
    let old = "level = 0\n\n\ndef set_level(value):\n    global level\n    level = value\n\n\n\
        def f(x: int):\n    return x + (level == 'high')\n";
    let new = old.replace("x + (", "x - (");
    let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --native off --emit-test test_it.py");
    assert_eq!(ran.code, 1, "{ran:?}");
    let test = "import test_it, sys\ntry:\n    test_it.test_f_does_the_same_with_both_versions()\nexcept AssertionError:\n    sys.exit(7)\n";
    let output = Command::new("python3").args(["-c", test]).current_dir(&folder.0).output().expect("python3 runs");
    assert_eq!(output.status.code(), Some(7), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_test_that_is_written_tells_what_cannot_be_compared_and_what_is_not_returned() {
    let nan = ("def f(x: float):\n    return x if x == x else float('inf')\n", "def f(x: float):\n    return x\n");
    let output = ("def f(x: int):\n    print('a')\n    return x\n", "def f(x: int):\n    print('b')\n    return x\n");
    let global = (
        "K = 0\n\n\ndef f(x: int):\n    global K\n    K = x\n",
        "K = 0\n\n\ndef f(x: int):\n    global K\n    K = x + 1\n",
    );
    for (old, new) in [nan, output, global] {
        let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
        let ran = folder.run("check old.py new.py --client f --native off --emit-test test_it.py");
        assert_eq!(ran.code, 1, "{ran:?}");
        let test = "import test_it, sys\ntry:\n    test_it.test_f_does_the_same_with_both_versions()\nexcept AssertionError:\n    sys.exit(7)\n";
        let output = Command::new("python3").args(["-c", test]).current_dir(&folder.0).output().expect("python3 runs");
        assert_eq!(output.status.code(), Some(7), "{old}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

const C_OLD: &str = "struct pair { unsigned low; unsigned char high; };\n\
    static unsigned mean(struct pair p) { return (p.low + p.high) / 2; }\n\
    unsigned client(struct pair p) { return p.low > 4294967000u ? mean(p) : 0; }\n";

#[test]
fn a_c_counterexample_replays_in_compiled_code_and_as_a_program() {
    let new = C_OLD.replace("(p.low + p.high) / 2", "p.low / 2 + p.high / 2");
    let folder = Folder::new(&[("old.c", C_OLD.as_bytes()), ("new.c", new.as_bytes())]);
    let ran = folder.run("check old.c new.c --client client --replay native --emit-test it.c --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let example = &ran.json()["counterexample"];
    assert_eq!(example["replayed"], "native");
    let shown = example["inputs"]["p"]["repr"].as_str().expect("a structure has no word in JSON");
    assert!(shown.starts_with("(struct pair){.low = 4294967"), "{shown}");
    for (flags, passes) in [("-DOLD", true), ("-DNEW", false)] {
        let compiled = Command::new("cc").current_dir(&folder.0).args(["-w", flags, "it.c", "-o", "it"]).status();
        assert!(compiled.is_ok_and(|status| status.success()));
        let ran = Command::new(folder.0.join("it")).output().expect("it starts");
        assert_eq!(ran.status.success(), passes, "{flags}");
    }
}

#[test]
fn a_rust_client_finds_the_library_under_the_name_it_uses() {
    let folder = Folder::new(&[
        ("old.rs", b"pub fn half(x: u32) -> u32 { x / 2 }\n"),
        ("new.rs", b"pub fn half(x: u32) -> u32 { x >> 1 }\n"),
        ("bad.rs", b"pub fn half(x: u32) -> u32 { (x + 1) / 2 }\n"),
        (
            "client.rs",
            b"//! Uses it.\nuse numbers::half;\npub fn client(x: u32) -> Option<u32> { half(x).checked_sub(3) }\n",
        ),
    ]);
    let ran = folder.run("check old.rs new.rs --client client.rs:client");
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = folder.run("check old.rs bad.rs --client client.rs:client --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn versions_come_out_of_git() {
    let folder = Folder::new(&[("lib.py", OLD.as_bytes())]);
    let git = |args: &str| {
        let words = args.split(' ').map(|word| word.replace('_', " "));
        let done = Command::new("git").arg("-C").arg(&folder.0).args(words).output().expect("git runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git("init -q");
    git("add lib.py");
    git("-c user.name=t -c user.email=t@example.org commit -q -m first");
    std::fs::write(folder.0.join("lib.py"), NEW).expect("a temporary file");
    git("-c user.name=t -c user.email=t@example.org commit -q -a -m second");
    let ran = folder.run("check --from HEAD~1 --to HEAD lib.py --client lib1");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("HEAD~1:lib.py"), "{ran:?}");
    refused(&folder, "check --from nowhere --to HEAD lib.py --client lib1", &["nowhere"]);
}

/// The headers of a build, and sources in several files, go along.
#[test]
fn a_c_test_that_is_written_stands_alone() {
    let library = |limit: u32| {
        format!(
            "#include <limits/limit.h>\n#include \"cut.h\"\nint cut(int x) {{ return x > {limit} * LIMIT * SCALE ? LIMIT : x; }}\n"
        )
    };
    let commands = r#"[{"directory": "/gone/build", "file": "../src/cut.c", "arguments":
        ["cc", "-I../include", "-DSCALE=2", "-c", "../src/cut.c"]}]"#;
    let app = "#include \"cut.h\"\nint client(int x) { return cut(x); }\n";
    let (old, new) = (library(1), library(2));
    let mut files: Vec<(String, &str)> = Vec::new();
    for (version, text) in [("old", &old), ("new", &new)] {
        files.push((format!("{version}/src/cut.c"), text));
        files.push((
            format!("{version}/src/cut.h"),
            "#ifndef CUT_H\n#define CUT_H\n#include \"cut.h\"\nint cut(int);\n#endif\n",
        ));
        files.push((format!("{version}/include/limits/limit.h"), "#pragma once\n#define LIMIT 10\n"));
        files.push((format!("{version}/compile_commands.json"), commands));
    }
    files.push(("app.c".to_owned(), app));
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = Folder::new(&files);
    let ran = folder.run("check old new --client app.c:client --cflags -Iold/src --emit-test it.c");
    assert_eq!(ran.code, 1, "{ran:?}");
    let text = std::fs::read_to_string(folder.0.join("it.c")).expect("a test");
    assert!(!text.contains(&std::env::temp_dir().display().to_string()), "{text}");
    let command =
        text.lines().find_map(|line| line.trim_start_matches([' ', '*']).strip_prefix("cc ")).expect("a command");
    let elsewhere = Folder::new(&[("it.c", text.as_bytes())]);
    for (flag, passes) in [("-DOLD", true), ("-DNEW", false)] {
        let words = command.split(" -DOLD").next().expect("flags").replace("THIS_FILE", "it.c");
        let compiled = Command::new("cc")
            .current_dir(&elsewhere.0)
            .args(words.split_whitespace())
            .args(["-w", flag, "-o", "it"])
            .output();
        let compiled = compiled.expect("cc runs");
        assert!(compiled.status.success(), "{text}\n{}", String::from_utf8_lossy(&compiled.stderr));
        let ran = Command::new(elsewhere.0.join("it")).output().expect("it starts");
        assert_eq!(ran.status.success(), passes, "{flag}");
    }
}

#[test]
fn a_missing_package_is_told_with_what_to_do() {
    if confine::cannot_confine().is_some() {
        return;
    }
    let text = |step: u32, module: &str| {
        format!("import {module}\n\n\ndef f(x: int):\n    return {module}.parse(str(x)) > {step} + x\n")
    };
    let asked = |module: &str| {
        let files = [text(3, module), text(4, module)];
        Folder::new(&[("old.py", files[0].as_bytes()), ("new.py", files[1].as_bytes())])
            .run("check old.py new.py --client f")
    };
    let ran = asked("no_such_package");
    let advice = "`no_such_package` is not installed for python3";
    assert!(ran.code == 3 && ran.out.contains(advice) && ran.out.contains("--python PATH"), "{ran:?}");
    let ran = asked("json");
    assert!(!ran.out.contains("not installed"), "{ran:?}");
}
