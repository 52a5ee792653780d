//! `safebump upgrade` as a user runs it: wheels are made here and found by pip without an index.

mod folder;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use folder::{advised, tests_that_fail};
use serde_json::Value;

struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// A project in a folder of its own.
struct Project(PathBuf);

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const OLD: &str = "__all__ = ['cut', 'same']\n\n\ndef cut(x, most=10):\n    return min(x, most)\n\n\ndef same(x):\n    return x + 1\n";
const NEW: &str = "__all__ = ['cut', 'same', 'more']\n\n\ndef cut(x, most=9):\n    return min(x, most)\n\n\ndef same(x):\n    return 1 + x\n\n\ndef more(x):\n    return x\n";
const APP: &str = "from tinylib import cut, same\n\n\ndef seen(x: int):\n    return cut(x)\n\n\ndef hidden(x: int):\n    return cut(min(x, 3))\n\n\ndef apart(x: int):\n    return x * 2\n";
const STRANGER: &str = "def stranger(x: int):\n    return x\n";

impl Project {
    fn new(name: &str) -> Project {
        let folder = std::env::temp_dir().join(format!("safebump-upgrade-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("wheels")).expect("folder");
        let project = Project(folder);
        for (version, text) in [("1.0", OLD), ("2.0", NEW)] {
            wheel(&project.0.join("wheels"), "tinylib", version, text);
        }
        project.write("app.py", APP);
        project.write("stranger.py", STRANGER);
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("folder")).expect("folder");
        std::fs::write(path, text).expect("write");
    }

    fn run(&self, words: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_safebump"))
            .args(words.split_whitespace())
            .current_dir(&self.0)
            .env("PIP_NO_INDEX", "1")
            .env("PIP_FIND_LINKS", self.0.join("wheels"))
            .output()
            .expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code().expect("an exit code"), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// A wheel with one module.
fn wheel(folder: &Path, name: &str, version: &str, text: &str) {
    const MAKE: &str = "import sys, zipfile\n\
        path, name, version, text = sys.argv[1:]\n\
        info = f'{name}-{version}.dist-info'\n\
        with zipfile.ZipFile(path, 'w') as wheel:\n\
        \x20   wheel.writestr(f'{name}/__init__.py', text)\n\
        \x20   wheel.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n')\n\
        \x20   wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n\
        \x20   wheel.writestr(f'{info}/RECORD', '')\n";
    let path = folder.join(format!("{name}-{version}-py3-none-any.whl"));
    let made = Command::new("python3").args(["-c", MAKE]).arg(path).args([name, version, text]).status();
    assert!(made.expect("python3").success());
}

fn verdicts(json: &Value) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = json["results"].as_array().expect("rows").iter();
    let mut rows: Vec<(String, String)> = rows.map(|row| (word(&row["client"]), word(&row["verdict"]))).collect();
    rows.sort();
    rows
}

const EXPECTED: [(&str, &str); 3] = [("apart", "equivalent"), ("hidden", "equivalent"), ("seen", "different")];

fn check(ran: &Ran) -> Value {
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    let expected: Vec<(String, String)> = EXPECTED.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(verdicts(&json), expected);
    json
}

#[test]
fn a_library_and_two_versions() {
    let project = Project::new("versions");
    let json = check(&project.run("upgrade tinylib 1.0 2.0 --format json"));
    let upgrade = &json["upgrade"];
    assert_eq!(upgrade["interface"]["gained"], serde_json::json!(["tinylib.more"]));
    assert_eq!(upgrade["interface"]["parameters"][0]["new"], "x, most=9");
    assert_eq!((&upgrade["files"], &upgrade["files_that_import"]), (&2.into(), &1.into()));
    let ran = project.run("upgrade tinylib 1.0 2.0");
    assert!(
        ran.out.starts_with("tinylib 1.0 → 2.0: of your 3 functions, 1 is affected, 0 not decided."),
        "{}",
        ran.out
    );
    let advice = "safebump check tinylib==1.0 tinylib==2.0 --client app.py:seen";
    assert!(ran.out.contains(advice), "{}", ran.out);
    // The advice can be followed.
    let ran = project.run(advice.strip_prefix("safebump ").expect("a command"));
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
}

#[test]
fn wheels_folders_and_lock_files_say_the_same() {
    let project = Project::new("locks");
    project.write("old/tinylib/__init__.py", OLD);
    project.write("new/tinylib/__init__.py", NEW);
    for (file, text) in [("a.txt", "tinylib==1.0\n"), ("b.txt", "tinylib==2.0\nother==1\n")] {
        project.write(file, text);
    }
    project.write("a/uv.lock", "[[package]]\nname = \"tinylib\"\nversion = \"1.0\"\n");
    project.write("b/uv.lock", "[[package]]\nname = \"tinylib\"\nversion = \"2.0\"\n");
    let wheel = |version: &str| format!("wheels/tinylib-{version}-py3-none-any.whl");
    for words in [
        format!("tinylib {} {}", wheel("1.0"), wheel("2.0")),
        "tinylib old new".to_owned(),
        "--lock a.txt b.txt".to_owned(),
        "--lock a/uv.lock b/uv.lock".to_owned(),
    ] {
        check(&project.run(&format!("upgrade {words} --clients app.py stranger.py --format json")));
    }
}

#[test]
fn nothing_to_do_is_said() {
    let project = Project::new("nothing");
    project.write("a.txt", "tinylib==1.0\n");
    let ran = project.run("upgrade --lock a.txt a.txt");
    assert_eq!((ran.code, ran.out.as_str()), (0, "No library moves: nothing can be affected.\n"), "{}", ran.err);
    let ran = project.run("upgrade tinylib 1.0 2.0 --clients stranger.py");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("none of the 1 files"), "{}", ran.out);
}

#[test]
fn what_cannot_be_had_is_said() {
    let project = Project::new("missing");
    for (words, says) in [
        ("upgrade tinylib 1.0 3.0", "there is no wheel of tinylib==3.0"),
        ("upgrade tinylib", "an upgrade has a library and two versions"),
        ("upgrade tinylib 1.0 'x", "is no version of tinylib"),
        ("upgrade --lock app.py", "--lock takes two lock files"),
    ] {
        let ran = project.run(words);
        assert_eq!(ran.code, 2, "{words}: {}", ran.out);
        assert!(ran.err.contains(says), "{words}: {}", ran.err);
    }
}

#[test]
fn nothing_is_left_behind_when_it_is_interrupted() {
    let project = Project::new("interrupted");
    let temporary = project.0.join("tmp");
    std::fs::create_dir_all(&temporary).expect("folder");
    // An interpreter that says it is at work, and takes for ever.
    let slow = project.0.join("slow");
    let mut script = std::fs::File::create(&slow).expect("script");
    script.write_all(b"#!/bin/sh\ntouch \"$TMPDIR/../begun\"\nexec sleep 60\n").expect("script");
    drop(script);
    Command::new("chmod").arg("+x").arg(&slow).status().expect("chmod");
    let mut child = Command::new(env!("CARGO_BIN_EXE_safebump"))
        .args(["upgrade", "tinylib", "1.0", "2.0"])
        .current_dir(&project.0)
        .env("SAFEBUMP_PYTHON", &slow)
        .env("TMPDIR", &temporary)
        .spawn()
        .expect("it starts");
    let has_begun = || project.0.join("begun").exists();
    for _ in 0..600 {
        if has_begun() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(has_begun() && std::fs::read_dir(&temporary).expect("folder").next().is_some());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(std::fs::read_dir(&temporary).expect("folder").count(), 0);
}

const C_OLD: &str = "int cut(int x) { return x > 10 ? 10 : x; }\n";
const C_NEW: &str = "int cut(int x) { return x > 9 ? 9 : x; }\n";
const C_APP: &str = "int cut(int);\nint seen(int x) { return cut(x); }\nint hidden(int x) { return cut(x & 7); }\n\
    int apart(int x) { return x ^ 1; }\n";
const RUST_OLD: &str = "pub fn cut(x: i32) -> i32 { if x > 10 { 10 } else { x } }\n";
const RUST_NEW: &str = "pub fn cut(x: i32) -> i32 { if x > 9 { 9 } else { x } }\n";
const RUST_APP: &str = "use lib::cut;\npub fn seen(x: i32) -> i32 { cut(x) }\n\
    pub fn hidden(x: i32) -> i32 { cut(x & 7) }\npub fn apart(x: i32) -> i32 { x ^ 1 }\n";

#[test]
fn a_library_in_c_or_rust_may_meet_every_file() {
    let project = Project::new("languages");
    for (name, text) in [
        ("c/old/lib.c", C_OLD),
        ("c/new/lib.c", C_NEW),
        ("c/app/app.c", C_APP),
        ("rust/old/Cargo.toml", "[package]\nname = \"lib\"\n"),
        ("rust/new/Cargo.toml", "[package]\nname = \"lib\"\n"),
        ("rust/old/src/lib.rs", RUST_OLD),
        ("rust/new/src/lib.rs", RUST_NEW),
        // What else lies in a crate does not make it another language.
        ("rust/old/scripts/make.py", "print()\n"),
        ("rust/new/scripts/make.py", "print()\n"),
        ("rust/app/app.rs", RUST_APP),
        ("plain/old/lib.rs", RUST_OLD),
        ("plain/new/lib.rs", RUST_NEW),
    ] {
        project.write(name, text);
    }
    for words in [
        "c/old c/new --clients c/app",
        "rust/old rust/new --clients rust/app",
        "plain/old plain/new --clients rust/app",
    ] {
        check(&project.run(&format!("upgrade lib {words} --format json")));
        check(&project.run(&format!("impact {words} --format json")));
    }
    for (words, says) in [
        ("lib rust/old rust/new --clients c/app", "there is no .rs file in this folder, and the library is in Rust"),
        (
            "lib rust/old rust/new --clients c/app/app.c",
            "this file is in C, C++ or LLVM IR, and the library is in Rust",
        ),
        ("lib c/old c/new --clients rust/app/app.rs", "this file is in Rust, and the library is in C, C++ or LLVM IR"),
        ("tinylib 1.0 2.0 --clients c/app/app.c", "this file is in C, C++ or LLVM IR, and the library is in Python"),
    ] {
        let ran = project.run(&format!("upgrade {words}"));
        assert_eq!(ran.code, 2, "{words}: {}", ran.out);
        assert!(ran.err.contains(says), "{words}: {}", ran.err);
    }
}

/// A folder with a script beside C is what its clients are.
#[test]
fn a_folder_of_two_languages_is_read_in_that_of_its_clients() {
    let project = Project::new("mixed");
    for (name, text) in [
        ("old/lib.c", C_OLD),
        ("new/lib.c", C_NEW),
        ("old/make.py", "def make(x: int):\n    return x\n"),
        ("new/make.py", "def make(x: int):\n    return x\n"),
        ("app/app.c", C_APP),
        ("py/app.py", "from make import make\n\n\ndef own(x: int):\n    return make(x)\n"),
    ] {
        project.write(name, text);
    }
    check(&project.run("upgrade lib old new --clients app --format json"));
    assert_eq!(project.run("impact old new --clients py").code, 0);
    // Nobody asked for one of the languages: what was not looked at is not proved.
    let ran = project.run("check old new");
    assert_eq!(ran.code, 3, "{}", ran.out);
    assert!(ran.out.contains("what changed in another language (lib.c)"), "{}", ran.out);
    project.write("new/lib.c", C_OLD);
    assert_eq!(project.run("check old new").code, 0);
}

#[test]
fn a_library_is_met_by_its_name_wherever_it_begins() {
    let project = Project::new("names");
    for (version, text) in [("one", OLD), ("two", NEW)] {
        project.write(&format!("file/{version}.py"), text);
        project.write(&format!("package/{version}/tinylib/__init__.py"), "from .core import cut, same\n");
        project.write(&format!("package/{version}/tinylib/core.py"), text);
        project.write(&format!("source/{version}/src/tinylib/__init__.py"), text);
    }
    project.write("lines.py", &APP.replace("from tinylib import", "from \\\n    tinylib import"));
    for words in [
        "file/one.py file/two.py --clients app.py",
        "package/one/tinylib package/two/tinylib --clients app.py",
        "source/one source/two --clients app.py",
        "1.0 2.0 --clients lines.py",
    ] {
        check(&project.run(&format!("upgrade tinylib {words} --format json")));
        let ran = project.run(&format!("upgrade tinylib {words}"));
        let advised = project.run(&advised(&ran.out));
        assert_eq!(advised.code, 1, "{words}: {}{}", advised.out, advised.err);
    }
    let ran = project.run("upgrade tinylib source/one source/two --clients stranger.py");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn files_that_the_user_names_are_the_users() {
    let project = Project::new("build");
    project.write("build/app.py", APP);
    check(&project.run("upgrade tinylib 1.0 2.0 --clients build --format json"));
    project.write("other/build/app.py", APP);
    let ran = project.run("upgrade tinylib 1.0 2.0 --clients other");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("no file of yours was found"), "{}", ran.err);
}

#[test]
fn what_moves_and_is_no_release_is_told() {
    let project = Project::new("moves");
    let row = |source: &str| format!("[[package]]\nname = \"m\"\nversion = \"1\"\nsource = {{ {source} }}\n");
    for (old, new, says) in [
        ("tinylib>=1.0\n", "tinylib>=2.0\n", "tinylib: >=1.0 → >=2.0"),
        ("m @ https://x/1.zip\n", "m @ https://x/2.zip\n", "m: @ https://x/1.zip → @ https://x/2.zip"),
        ("m==1\n", "m==1\nmore==2\n", "more 2: added"),
        ("m==1\nless==2\n", "m==1\n", "less 2: gone"),
    ] {
        project.write("a.txt", old);
        project.write("b.txt", new);
        let ran = project.run("upgrade --lock a.txt b.txt");
        assert_eq!(ran.code, 3, "{old}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(says), "{old}: {}", ran.out);
    }
    project.write("a/uv.lock", &row("git = \"https://x?rev=1#a\""));
    project.write("b/uv.lock", &row("git = \"https://x?rev=1#b\""));
    let ran = project.run("upgrade --lock a/uv.lock b/uv.lock --format json");
    assert_eq!(ran.code, 3, "{}", ran.err);
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&json["verdict"], &json["upgrade"]["not_followed"][0]["name"]), (&"undecided".into(), &"m".into()));
    let ran = project.run("upgrade --lock a/uv.lock b/uv.lock --format junit");
    assert!(ran.out.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{}", ran.out);
    assert_eq!(project.run("upgrade --lock a/uv.lock a/uv.lock").code, 0);
    // What is followed does not make up for what is not.
    project.write("a.txt", "tinylib==1.0\nm>=1\n");
    project.write("b.txt", "tinylib==2.0\nm>=2\n");
    let ran = project.run("upgrade --lock a.txt b.txt --clients stranger.py");
    assert_eq!(ran.code, 3, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("m: >=1 → >=2"), "{}", ran.out);
    let one = |function: &str| project.run(&format!("upgrade --lock a.txt b.txt --client app.py:{function}")).code;
    assert_eq!((one("hidden"), one("seen")), (3, 1));
}

#[test]
fn files_that_a_lock_file_names_are_read() {
    let project = Project::new("named");
    for (version, number) in [("a", "1.0"), ("b", "2.0")] {
        project.write(&format!("{version}/all.txt"), "-r sub/base.txt\n");
        project.write(&format!("{version}/sub/base.txt"), &format!("tinylib=={number}\n"));
    }
    check(&project.run("upgrade --lock a/all.txt b/all.txt --clients app.py --format json"));
    project.write("Cargo.lock", "version = 3\n\n[[package]]\nname = \"tinylib\"\nversion = \"1.0\"\n");
    project.write("new/Cargo.lock", "version = 3\n\n[[package]]\nname = \"tinylib\"\nversion = \"2.0\"\n");
    let ran = project.run("upgrade --lock Cargo.lock new/Cargo.lock");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("this is Cargo's lock file"), "{}", ran.err);
}

#[test]
fn advice_about_several_libraries_can_be_followed() {
    let project = Project::new("several");
    for version in ["1.0", "2.0"] {
        wheel(&project.0.join("wheels"), "second", version, &format!("def two(x: int):\n    return x + {version}\n"));
    }
    project.write("a.txt", "tinylib==1.0\nsecond==1.0\n");
    project.write("b.txt", "tinylib==2.0\nsecond==2.0\n");
    let ran = project.run("upgrade --lock a.txt b.txt --clients app.py");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let words = advised(&ran.out);
    assert_eq!(words, "upgrade --lock a.txt b.txt --client app.py:seen");
    let ran = project.run(&words);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("seen is affected"), "{}", ran.out);
    assert_eq!(project.run("upgrade --lock a.txt b.txt --client app.py:hidden").code, 0);
}

#[test]
fn a_test_of_releases_fetches_them() {
    let project = Project::new("emitted");
    let ran = project.run("upgrade tinylib 1.0 2.0 --emit-test test_it.py");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let test = project.0.join("test_it.py");
    let wheels = project.0.join("wheels").display().to_string();
    let failed = tests_that_fail(&test, &[("PIP_NO_INDEX", "1"), ("PIP_FIND_LINKS", &wheels)]);
    assert!(failed.len() == 1 && failed[0].starts_with("test_seen_does_the_same_with_both_versions"), "{failed:?}");
    let failed = tests_that_fail(&test, &[("PIP_NO_INDEX", "1"), ("PIP_FIND_LINKS", "/nowhere")]);
    assert!(failed.len() == 3 && failed[0].contains("tinylib==1.0 cannot be had"), "{failed:?}");
    // What was handed over as a file goes along.
    let ran = project.run("upgrade tinylib wheels/tinylib-1.0-py3-none-any.whl wheels/tinylib-2.0-py3-none-any.whl --emit-test test_it.py");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let failed = tests_that_fail(&test, &[]);
    assert!(failed.len() == 1 && failed[0].starts_with("test_seen_does_the_same_with_both_versions"), "{failed:?}");
}
