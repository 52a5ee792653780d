//! The interpreter and the packages that runs of Python depend on, as a digest: it changes when any of them may have.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use native_python::Python;

/// Two hashes with different beginnings: 128 bits, of which none is chosen by anybody.
#[derive(Clone)]
pub struct Digest(DefaultHasher, DefaultHasher);

impl Default for Digest {
    fn default() -> Digest {
        let mut digest = Digest(DefaultHasher::new(), DefaultHasher::new());
        1_u8.hash(&mut digest.1);
        digest
    }
}

impl Digest {
    /// A part; where it ends counts.
    pub fn add(&mut self, bytes: &[u8]) {
        bytes.hash(&mut self.0);
        bytes.hash(&mut self.1);
    }

    pub fn text(&mut self, text: &str) {
        self.add(text.as_bytes());
    }

    pub fn finish(&self) -> String {
        format!("{:016x}{:016x}", self.0.finish(), self.1.finish())
    }
}

/// More files than these are not looked at.
const MOST_FILES: usize = 60_000;

/// Where this interpreter finds modules, and which one it is.
const PATHS: &str = "import sys; print(sys.version); print(sys.executable); print(*sys.path, sep='\\n')";

/// The interpreter that runs use, and every file that it can import. `None`: that cannot be told.
pub fn python(Python(python): &Python) -> Option<String> {
    // As runs start it.
    let output = confine::output(Command::new(python).args(["-s", "-B", "-c", PATHS])).ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let mut digest = Digest::default();
    digest.text(&text);
    let mut left = MOST_FILES;
    let (mut lines, mut paths) = (text.lines().skip(1), Vec::new());
    stamp(Path::new(lines.next()?), &mut digest)?;
    paths.extend(lines.filter(|line| !line.is_empty()).map(PathBuf::from));
    // A folder may be part of another one.
    let is_inner = |path: &PathBuf| paths.iter().any(|other| path != other && path.starts_with(other));
    for path in paths.iter().filter(|path| !is_inner(path)) {
        digest.text(&path.display().to_string());
        if path.is_dir() {
            stamps(path, &mut digest, &mut left)?;
        } else if path.exists() {
            stamp(path, &mut digest)?;
        }
    }
    Some(digest.finish())
}

/// Every file below: its name, its size and when it was written.
fn stamps(folder: &Path, digest: &mut Digest, left: &mut usize) -> Option<()> {
    let mut entries: Vec<std::fs::DirEntry> = std::fs::read_dir(folder).ok()?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name() == "__pycache__" {
            continue;
        }
        *left = left.checked_sub(1)?;
        digest.text(&entry.file_name().to_string_lossy());
        match entry.file_type().ok()? {
            kind if kind.is_dir() => stamps(&entry.path(), digest, left)?,
            _ => stamp(&entry.path(), digest)?,
        }
    }
    digest.text("end of a folder");
    Some(())
}

fn stamp(file: &Path, digest: &mut Digest) -> Option<()> {
    let Ok(found) = std::fs::metadata(file) else {
        // A link to nothing.
        digest.text("gone");
        return Some(());
    };
    let written = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    digest.text(&format!("{} {written}", found.len()));
    Some(())
}
