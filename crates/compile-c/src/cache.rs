//! Compiled files on disk.
//!
//! For each question (compiler, flags, source) the cache keeps which files the compiler read; the
//! result is kept under the hash of the question and the contents of those files. A header that
//! would now be found elsewhere, in a folder searched before, is noticed by its name.

use std::path::{Path, PathBuf};

use crate::Compiler;

/// A folder of results. A missing or unwritable folder only costs time.
pub struct Cache {
    folder: PathBuf,
}

/// Another one, and everything is compiled anew: for when the way compilers are called changes.
const GENERATION: &[u8] = b"4";

/// What is to be compiled, and how.
pub(crate) struct Question {
    hash: String,
    /// Folders of which a new header could come.
    folders: Vec<PathBuf>,
}

impl Question {
    pub(crate) fn new(compiler: &Compiler, source: &Path, includes: &[&Path], flags: &[String]) -> Question {
        let mut hasher = Hasher::new();
        hasher.add(GENERATION);
        hasher.add(compiler.identity.as_bytes());
        compiler.arguments().iter().for_each(|argument| hasher.add(argument.as_bytes()));
        flags.iter().for_each(|flag| hasher.add(flag.as_bytes()));
        includes.iter().for_each(|include| hasher.add(include.to_string_lossy().as_bytes()));
        for variable in ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"] {
            hasher.add(std::env::var(variable).unwrap_or_default().as_bytes());
        }
        // The name stands in the debug information, and relative names depend on the folder.
        hasher.add(source.to_string_lossy().as_bytes());
        hasher.add(std::env::current_dir().unwrap_or_default().to_string_lossy().as_bytes());
        let mut folders: Vec<PathBuf> = includes.iter().map(|include| include.to_path_buf()).collect();
        folders.extend(source.parent().map(Path::to_path_buf));
        Question { hash: hasher.finish(), folders }
    }

    /// The hash of the question and the files' contents; `None`: a file is gone, or another one
    /// might be taken in its place.
    fn answer(&self, files: &[PathBuf]) -> Option<String> {
        let mut hasher = Hasher::new();
        hasher.add(self.hash.as_bytes());
        for file in files {
            let shadowed = self.folders.iter().any(|folder| {
                let other = folder.join(file.file_name().unwrap_or_default());
                here(file.parent()) != here(Some(folder)) && other.exists() && !files.contains(&other)
            });
            if shadowed {
                return None;
            }
            hasher.add(file.to_string_lossy().as_bytes());
            hasher.add(&std::fs::read(file).ok()?);
        }
        Some(hasher.finish())
    }
}

/// A name without a folder stands in this one.
fn here(folder: Option<&Path>) -> &Path {
    folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn get(&self, question: &Question) -> Option<String> {
        let list = std::fs::read_to_string(self.folder.join(format!("{}.files", question.hash))).ok()?;
        let files: Vec<PathBuf> = list.lines().map(PathBuf::from).collect();
        std::fs::read_to_string(self.folder.join(format!("{}.ll", question.answer(&files)?))).ok()
    }

    pub(crate) fn put(&self, question: &Question, files: &[PathBuf], text: &str) {
        let Some(answer) = question.answer(files) else { return };
        let list: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        self.write(&format!("{answer}.ll"), text);
        self.write(&format!("{}.files", question.hash), &list.join("\n"));
    }

    /// Writes beside and renames, so that nobody reads half a file.
    fn write(&self, name: &str, text: &str) {
        let temporary = self.folder.join(format!("{name}.{}.tmp", std::process::id()));
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&temporary, text))
            .and_then(|()| std::fs::rename(&temporary, self.folder.join(name)));
        if written.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
    }
}

/// The files that a make rule names after the colon.
pub(crate) fn files_of_rule(rule: &str) -> Vec<PathBuf> {
    let joined = rule.replace("\\\n", " ");
    let Some((_, files)) = joined.lines().next().and_then(|line| line.split_once(": ")) else { return Vec::new() };
    // A space within a name is written with a backslash.
    let files = files.replace("\\ ", "\u{0}");
    files.split_whitespace().map(|file| PathBuf::from(file.replace('\u{0}', " "))).collect()
}

/// FNV-1a with 128 bits; each part is preceded by its length, so that parts cannot run into each
/// other.
struct Hasher {
    state: u128,
}

impl Hasher {
    fn new() -> Hasher {
        Hasher { state: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d }
    }

    fn add(&mut self, part: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for byte in part.len().to_le_bytes().iter().chain(part) {
            self.state = (self.state ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    }

    fn finish(self) -> String {
        format!("{:032x}", self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_stands_in_the_folder_it_is_looked_for_in() {
        assert_eq!(here(Path::new("a.c").parent()), here(Some(Path::new("."))));
        assert_ne!(here(Path::new("b/a.c").parent()), here(Some(Path::new("."))));
    }
}
