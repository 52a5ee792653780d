//! Files as the front ends want them: text, with the name that reports use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ir::entry::Source;

use crate::failure::{self, Failure, Result};

/// A file or folder, and what reports call it.
#[derive(Clone, Debug)]
pub struct Named {
    pub path: PathBuf,
    /// As the user wrote it, or `REV:path` out of git.
    pub name: String,
    /// Where it stands for the user: of a version out of git, its place in the working tree.
    pub home: PathBuf,
    /// Its text, where that is not what stands in the file.
    pub text: Option<Arc<str>>,
    /// Of releases of the package index: `name==version` of each.
    pub pins: Vec<String>,
}

impl Named {
    pub fn new(base: &Path, given: &Path) -> Named {
        Named {
            path: base.join(given),
            name: given.display().to_string(),
            home: base.join(given),
            text: None,
            pins: Vec::new(),
        }
    }

    /// The same file with another text.
    pub fn reading(self, text: String) -> Named {
        Named { text: Some(text.into()), ..self }
    }

    /// The same folder, where the names of what is below it are to begin with it.
    pub fn unnamed(self) -> Named {
        Named { name: String::new(), ..self }
    }

    /// The file below this folder.
    pub fn join(&self, below: &Path) -> Named {
        let separator = if self.name.ends_with(['/', ':']) { "" } else { "/" };
        let name = match self.name.is_empty() {
            true => below.display().to_string(),
            false => format!("{}{separator}{}", self.name, below.display()),
        };
        Named { path: self.path.join(below), name, home: self.home.join(below), text: None, pins: Vec::new() }
    }

    /// The folder it stands in.
    pub fn folder(&self) -> Named {
        let parent = |path: &Path| match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let name = match self.name.rfind('/') {
            Some(at) => self.name[..at].to_owned(),
            // `v1.4:lib.py`
            None if self.path != self.home => self.name[..=self.name.rfind(':').unwrap_or(0)].to_owned(),
            None => String::new(),
        };
        Named { path: parent(&self.path), name, home: parent(&self.home), text: None, pins: Vec::new() }
    }

    /// What stands in this version's tree where `other` stands in the working tree.
    pub fn counterpart(&self, other: &Path) -> Option<PathBuf> {
        let (taken, home) = self.trees()?;
        Some(taken.join(absolute(other).strip_prefix(&home).ok()?))
    }

    /// The whole tree of a version that was taken out of git.
    pub fn tree(&self) -> Option<PathBuf> {
        self.trees().map(|(taken, _)| taken)
    }

    /// That tree, and where it stands for the user.
    fn trees(&self) -> Option<(PathBuf, PathBuf)> {
        let (mut taken, mut home) = (self.path.as_path(), absolute(&self.home));
        if absolute(taken) == home {
            return None;
        }
        while taken.file_name().is_some() && taken.file_name() == home.file_name() {
            taken = taken.parent()?;
            home = home.parent()?.to_path_buf();
        }
        Some((taken.to_path_buf(), home))
    }

    pub fn ending(&self) -> &str {
        self.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
    }

    pub fn is_folder(&self) -> bool {
        self.path.is_dir()
    }
}

/// The path without links and dots, as far as it is there.
pub fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

/// The text of a file.
pub fn source(file: &Named) -> Result<Source> {
    if let Some(text) = &file.text {
        return Ok(Source { name: file.name.clone(), text: text.to_string() });
    }
    let named = || Path::new(&file.name).to_path_buf();
    let bytes = std::fs::read(&file.path).map_err(|error| failure::io(&named(), "read it", &error))?;
    if bytes.contains(&0) {
        return Err(Failure::of(&file.name, "this is a binary file, not a program's source", "pass the source file"));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // Each byte is a character, if the file says so.
        Err(error) if file.ending() == "py" && is_latin(error.as_bytes()) => {
            error.as_bytes().iter().map(|byte| char::from(*byte)).collect()
        }
        Err(error) => return Err(not_utf8(&file.name, &error)),
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Source { name: file.name.clone(), text })
}

/// Does one of the first two lines say `coding: latin-1`?
fn is_latin(bytes: &[u8]) -> bool {
    let is_said = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        let said = line.trim_start().strip_prefix('#').and_then(|comment| comment.split_once("coding"));
        let name = said.and_then(|(_, rest)| rest.strip_prefix([':', '='])).map(str::trim_start);
        let name: String =
            name.unwrap_or("").chars().take_while(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect();
        matches!(
            name.to_lowercase().replace('_', "-").as_str(),
            "latin-1" | "iso-8859-1" | "iso8859-1" | "latin1" | "l1"
        )
    };
    bytes.split(|byte| *byte == b'\n').take(2).any(is_said)
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Failure {
    let at = error.utf8_error().valid_up_to();
    let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let message = format!("line {line} is not UTF-8 text");
    Failure::of(name, message, "save the file as UTF-8, for example with: iconv -f latin1 -t utf-8")
}

/// The file or folder must be there.
pub fn exists(file: &Named) -> Result<()> {
    if file.text.is_some() {
        return Ok(());
    }
    match std::fs::metadata(&file.path) {
        Ok(_) => Ok(()),
        Err(error) => Err(failure::io(Path::new(&file.name), "read it", &error)),
    }
}

/// All files below a folder with that ending, relative to it, sorted; hidden folders, and those with what was
/// installed, are left out.
pub fn below(folder: &Named, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    // Each with the folders that it stands in, as they are: a link may lead round in circles.
    let mut open = vec![(PathBuf::new(), vec![absolute(&folder.path)])];
    while let Some((relative, around)) = open.pop() {
        let here = folder.path.join(&relative);
        let entries = std::fs::read_dir(&here)
            .map_err(|error| failure::io(Path::new(&folder.join(&relative).name), "list it", &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let hidden = name.to_string_lossy().starts_with('.') || name == "__pycache__";
            let path = relative.join(&name);
            let Ok(kind) = entry.file_type() else { continue };
            // A link that leads nowhere is nothing.
            let is_folder = match kind.is_symlink() {
                true => match std::fs::metadata(entry.path()) {
                    Ok(there) => there.is_dir(),
                    Err(_) => continue,
                },
                false => kind.is_dir(),
            };
            if !is_folder {
                if path.extension().is_some_and(|end| end == ending) {
                    found.push(path);
                }
                continue;
            }
            if hidden || is_installed(&entry.path()) {
                continue;
            }
            let real = absolute(&entry.path());
            if !around.contains(&real) {
                let around = around.iter().cloned().chain([real]).collect();
                open.push((path, around));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Does the folder hold what an installer put there?
fn is_installed(folder: &Path) -> bool {
    folder.ends_with("node_modules") || folder.join("pyvenv.cfg").is_file()
}
