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
