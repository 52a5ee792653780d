//! `safebump upgrade` as a user runs it: wheels are made here and found by pip without an index.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

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
