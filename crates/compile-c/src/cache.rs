//! Compiled files on disk, each named by the hash of what it was made from.

use std::path::{Path, PathBuf};

/// A folder of results. A missing or unwritable folder only costs time.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn in_folder(folder: &Path) -> Cache {
        Cache { folder: folder.to_path_buf() }
    }

    /// `$XDG_CACHE_HOME/safebump`, else `~/.cache/safebump`.
    pub fn of_user() -> Option<Cache> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
        Some(Cache { folder: base.join("safebump") })
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.ll"))
    }

    pub(crate) fn get(&self, key: &str) -> Option<String> {
        std::fs::read_to_string(self.path(key)).ok()
    }

    /// Writes beside and renames, so that nobody reads half a file.
    pub(crate) fn put(&self, key: &str, text: &str) {
        let temporary = self.folder.join(format!("{key}.{}.tmp", std::process::id()));
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&temporary, text))
            .and_then(|()| std::fs::rename(&temporary, self.path(key)));
        if written.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
    }
}

/// FNV-1a with 128 bits; each part is preceded by its length, so
/// that parts cannot run into each other.
pub(crate) struct Hasher {
    state: u128,
}

impl Hasher {
    pub(crate) fn new() -> Hasher {
        Hasher { state: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d }
    }

    pub(crate) fn add(&mut self, part: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for byte in part.len().to_le_bytes().iter().chain(part) {
            self.state = (self.state ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    }

    pub(crate) fn finish(self) -> String {
        format!("{:032x}", self.state)
    }
}
