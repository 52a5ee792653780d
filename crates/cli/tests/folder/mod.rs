//! The binary, run in a folder of its own.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// A folder with files, gone at the end of the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = Folder(std::env::temp_dir().join(format!("safebump-test-{}-{number}", std::process::id())));
        std::fs::create_dir_all(&folder.0).expect("a temporary folder");
        for (name, bytes) in files {
            let path = folder.0.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a temporary folder");
            std::fs::write(path, bytes).expect("a temporary file");
        }
        folder
    }

    pub(crate) fn run(&self, args: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_safebump"))
            .args(args.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the binary runs");
        Ran {
            code: output.status.code().expect("it ends by itself"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Runs the tests of a file that was written, in a place of its own, with these variables: which fail, and how.
pub(crate) fn tests_that_fail(file: &Path, variables: &[(&str, &str)]) -> Vec<String> {
    const RUN: &str = "import importlib.util, sys\n\
        spec = importlib.util.spec_from_file_location('written', sys.argv[1])\n\
        written = sys.modules['written'] = importlib.util.module_from_spec(spec)\n\
        spec.loader.exec_module(written)\n\
        for name, test in list(vars(written).items()):\n\
        \x20   if name.startswith('test_'):\n\
        \x20       try:\n\
        \x20           test()\n\
        \x20       except Exception as error:\n\
        \x20           print(name, type(error).__name__, ' '.join(str(error).split()))\n";
    let text = std::fs::read_to_string(file).expect("a test was written");
    let places = [std::env::temp_dir().display().to_string(), file.parent().expect("a folder").display().to_string()];
    assert!(!places.iter().any(|place| text.contains(place)), "it knows this machine: {text}");
    let elsewhere = Folder::new(&[("test_it.py", text.as_bytes())]);
    let output = Command::new("python3")
        .args(["-c", RUN, "test_it.py"])
        .current_dir(&elsewhere.0)
        .envs(variables.iter().copied())
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The command of the line that says how to see one in full.
pub(crate) fn advised(said: &str) -> String {
    let line = said.lines().find_map(|line| line.strip_prefix("To see one in full: safebump "));
    line.unwrap_or_else(|| panic!("no advice: {said}")).to_owned()
}
