//! `--watch`: the same question again whenever a file that it is about changes.
//!
//! Each answer is a process of its own, so that nothing is left of the one before.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::failure::{self, Result};

const PAUSE: Duration = Duration::from_millis(200);

/// When each file was changed, and how long it is.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Asks, and asks again after each change of what is below the paths. Ends only if it cannot run.
pub fn watch(words: &[OsString], paths: &[PathBuf]) -> Result<std::convert::Infallible> {
    let own = std::env::current_exe().map_err(|error| failure::io(Path::new("safebump"), "run it again", &error))?;
    let words: Vec<&OsString> = words.iter().skip(1).filter(|word| *word != "--watch").collect();
    loop {
        // Before the answer: what changes meanwhile is asked about again.
        let seen = look(paths);
        if std::io::stdout().is_terminal() {
            let _ = std::io::stdout().write_all(b"\x1b[2J\x1b[H");
        }
        let asked = Command::new(&own).args(&words).status();
        asked.map_err(|error| failure::io(&own, "run it again", &error))?;
        let _ = writeln!(std::io::stderr(), "safebump: waiting for a change (Ctrl-C ends)");
        while look(paths) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The paths that a question is about, whether or not they are there yet: OLD, NEW and the files of clients.
pub fn paths<'a>(given: impl IntoIterator<Item = &'a Path>) -> Vec<PathBuf> {
    let file = |given: &Path| {
        let text = given.to_string_lossy();
        // `FILE:FUNC`
        match text.rsplit_once(':') {
            Some((file, _)) if !given.exists() => PathBuf::from(file),
            _ => given.to_path_buf(),
        }
    };
    given.into_iter().map(file).collect()
}

fn look(paths: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    let mut work: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = work.pop() {
        let Ok(data) = std::fs::metadata(&path) else { continue };
        if !data.is_dir() {
            seen.insert(path, (data.modified().ok(), data.len()));
            continue;
        }
        let is_hidden = |name: &OsString| name.as_encoded_bytes().starts_with(b".") || name == "__pycache__";
        let below = std::fs::read_dir(&path).into_iter().flatten().flatten();
        // A link may lead round in a circle.
        let below = below.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        work.extend(below.filter(|entry| !is_hidden(&entry.file_name())).map(|entry| entry.path()));
    }
    seen
}
