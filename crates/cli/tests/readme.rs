//! Every command of README is run, and what README shows is what it prints. The files it speaks of stand in
//! `docs/readme`. What needs the network is run with NETWORK=1.

mod folder;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use folder::Folder;

const README: &str = include_str!("../../../README.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with the files that README speaks of.
fn files() -> Folder {
    let folder = Folder::new(&[]);
    for entry in std::fs::read_dir(root().join("docs/readme")).expect("docs/readme").flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.0.join(entry.file_name())).expect("a copy");
        }
    }
    folder
}

/// The blocks of this kind, line by line.
fn blocks(kind: &str) -> Vec<Vec<&'static str>> {
    let mut blocks = Vec::new();
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{kind}") {
            blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
        }
    }
    blocks
}

fn run(folder: &Path, line: &str, typed: &str) -> (i32, String) {
    let words = line.split("  #").next().unwrap_or(line).split_whitespace().skip(1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_safebump"));
    command.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let folder = files();
    let has_network = std::env::var_os("NETWORK").is_some();
    let mut shown = 0;
    for block in blocks("console") {
        let commands: Vec<usize> = (0..block.len()).filter(|index| block[*index].starts_with("$ ")).collect();
        for (number, at) in commands.iter().enumerate() {
            let end = commands.get(number + 1).copied().unwrap_or(block.len());
            let (line, expected) = (&block[*at][2..], block[at + 1..end].join("\n"));
            if line.contains("humanize") && !has_network {
                continue;
            }
            if let Some(file) = line.strip_prefix("cat ") {
                let text = std::fs::read_to_string(folder.0.join(file)).expect("a file");
                assert_eq!(text.trim_end(), expected, "{line}");
                continue;
            }
            if line.contains("validate") {
                let own = root().join("cases/validate/srch_strm_asked");
                for name in ["old.py", "new.py", "strlib.pyi"] {
                    std::fs::copy(own.join(name), folder.0.join(name)).expect("a copy");
                }
                let (_, text) = run(&folder.0, line, "y\nc\nsb = \"\", s = \"a\"\ny\ny\ny\n");
                let first: Vec<&str> = expected.lines().take(3).collect();
                assert!(text.contains(&first.join("\n")), "{line}:\n{text}");
            } else {
                let (_, text) = run(&folder.0, line, "");
                assert_eq!(text.trim_end(), expected.trim_end(), "{line}");
            }
            shown += 1;
        }
    }
    assert!(shown >= 4, "{shown} commands");
}

/// What stands for the user's own names.
const NAMES: [(&str, &str); 9] = [
    ("--lock OLD NEW", "--lock before.txt after.txt"),
    ("OLD NEW --client FUNC", "pricing-1.4.py pricing-1.5.py --client discount"),
    ("OLD NEW --client FILE:FUNC", "pricing-1.4.py pricing-1.5.py --client shop.py:total"),
    ("dac OLD NEW", "dac strcpy-fixed.bpl strcpy-buggy.bpl"),
    ("OLD NEW", "pricing-1.4.py pricing-1.5.py"),
    ("FILE --pair f,g", "two.py --pair f,g"),
    ("summaries FILE", "summaries pricing-1.4.py"),
    ("explain WORD", "explain loading"),
    ("OLD NEW --clients src/", "pricing-1.4.py pricing-1.5.py --clients src/"),
];

#[test]
fn every_command_runs() {
    let folder = files();
    let write = |name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let source = |name: &str| std::fs::read_to_string(folder.0.join(name)).expect("a file");
    write("before.txt", "humanize==4.15.0\n");
    write("after.txt", "humanize==4.15.0\n");
    write("two.py", "def f(x: int):\n    return x + x\n\n\ndef g(x: int):\n    return 2 * x\n");
    // A repository with two releases.
    let git = |line: &str| {
        let own = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let done = Command::new("git").args(own).args(line.split(' ')).current_dir(&folder.0).output().expect("git");
        assert!(done.status.success(), "git {line}");
    };
    git("init -q .");
    for (version, tag) in [("pricing-1.4.py", "v1.4"), ("pricing-1.5.py", "v1.5")] {
        write("src/pricing.py", &source(version));
        git("add .");
        git(&format!("commit -qm {tag}"));
        git(&format!("tag {tag}"));
    }
    std::fs::remove_file(folder.0.join("src/pricing.py")).expect("remove");
    write("src/shop.py", &source("shop.py"));
    let mut ran = 0;
    for line in blocks("sh").into_iter().flatten().filter(|line| line.starts_with("safebump ")) {
        if line.contains("humanize") && std::env::var_os("NETWORK").is_none() {
            continue;
        }
        let name = NAMES.iter().filter(|(name, _)| line.contains(name)).max_by_key(|(name, _)| name.len());
        let line = name.map_or(line.to_owned(), |(name, own)| line.replacen(name, own, 1));
        let (code, text) = run(&folder.0, &line, "");
        assert!([0, 1, 3].contains(&code), "{line} ended with {code}:\n{text}");
        ran += 1;
    }
    assert!(ran >= 8, "{ran} commands");
}
