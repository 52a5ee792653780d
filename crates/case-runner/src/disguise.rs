//! Old rewritten so that it looks different and does the same.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const SCRIPT: &str = include_str!("disguise.py");

/// A temporary file; gone when dropped.
pub struct Disguise {
    folder: PathBuf,
    file: PathBuf,
}

impl Disguise {
    pub fn path(&self) -> &Path {
        &self.file
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.file).unwrap_or_default()
    }
}

impl Drop for Disguise {
    fn drop(&mut self) {
        // It lies in the system's folder for temporary files; a leftover does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Writes the disguise of a Python file. `None` for a folder.
pub fn of(folder: &Path, old: &str) -> Result<Option<Disguise>, String> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let source = folder.join(old);
    if source.is_dir() {
        return Ok(None);
    }
    let output = Command::new("python3")
        .args(["-I", "-c", SCRIPT])
        .arg(&source)
        .output()
        .map_err(|error| format!("python3: {error}"))?;
    if !output.status.success() {
        return Err(format!("cannot disguise {old}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("safebump-disguise-{}-{number}", std::process::id()));
    // Another name, as two versions have: under one name the library would answer to that alone.
    let file = folder.join(format!("disguised_{old}"));
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&file, &output.stdout))
        .map_err(|error| error.to_string())?;
    Ok(Some(Disguise { folder, file }))
}
