//! Releases of a Python library: `name==version` by the user's own installer, or a wheel or an sdist as a file.
//!
//! Nothing of a release is run here: wheels are unpacked, and a release without one is not built.

use std::path::{Path, PathBuf};
use std::process::Command;

use native_python::Python;

use crate::failure::{Failure, Result};
use crate::read::Named;
use crate::temporary::{self, Folder};

/// A release, unpacked: an import root that is there as long as this is.
#[derive(Debug)]
pub struct Unpacked {
    pub root: Named,
    _folder: Option<Folder>,
}

/// A release as the user writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Name and version.
    Pinned(String, String),
    Archive(PathBuf),
    /// A file or a folder with the code itself.
    Code(PathBuf),
}

impl Given {
    /// What is there is what is meant; then `name==version`.
    pub fn parse(base: &Path, given: &Path) -> Given {
        let path = base.join(given);
        let name = given.file_name().unwrap_or_default().to_string_lossy();
        let is_archive = [".whl", ".tar.gz", ".tgz", ".zip"].iter().any(|ending| name.ends_with(ending));
        if path.is_file() && is_archive {
            return Given::Archive(given.to_path_buf());
        }
        match given.to_str().and_then(pinned) {
            Some((name, version)) if !path.exists() => Given::Pinned(name, version),
            _ => Given::Code(given.to_path_buf()),
        }
    }

    pub fn is_release(&self) -> bool {
        !matches!(self, Given::Code(_))
    }
}

/// `name==version`.
fn pinned(word: &str) -> Option<(String, String)> {
    let (name, version) = word.split_once("==")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_version = |c: char| is_name(c) || matches!(c, '+' | '!');
    let fits = !name.is_empty()
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(is_name)
        && !version.is_empty()
        && version.chars().all(is_version);
    fits.then(|| (name.to_owned(), version.to_owned()))
}

/// The release, ready to be read. What reports call it is what the user wrote.
pub fn open(base: &Path, given: &Given, python: &Python) -> Result<Unpacked> {
    match given {
        Given::Pinned(name, version) => {
            installed(&[(name.clone(), version.clone())], &format!("{name}=={version}"), python)
        }
        Given::Archive(file) => archive(base, file, python),
        Given::Code(path) => Ok(Unpacked { root: Named::new(base, path), _folder: None }),
    }
}

/// These releases together in one folder, as an installer lays them.
pub fn installed(releases: &[(String, String)], called: &str, python: &Python) -> Result<Unpacked> {
    let folder = temporary::folder()?;
    let target = folder.path().join("site");
    let words: Vec<String> = releases.iter().map(|(name, version)| format!("{name}=={version}")).collect();
    let wheels = folder.path().join("wheels");
    let mut pip = Command::new(&python.0);
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps"]);
    // Only wheels: making one would run the release's own code.
    pip.args(["--only-binary=:all:", "--dest"]).arg(&wheels).args(&words);
    match run(&mut pip) {
        Ok(()) => {
            for wheel in std::fs::read_dir(&wheels).into_iter().flatten().flatten() {
                unpack(&wheel.path(), &target, python).map_err(|why| not_fetched(&words, &why))?;
            }
        }
        Err(why) if why.contains("No module named pip") => {
            let mut uv = Command::new("uv");
            uv.args(["pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--target"]);
            run(uv.arg(&target).args(&words)).map_err(|why| not_fetched(&words, &why))?;
        }
        Err(why) => return Err(not_fetched(&words, &why)),
    }
    let root = Named { path: target.clone(), name: called.to_owned(), home: target, text: None, pins: words };
    Ok(Unpacked { root, _folder: Some(folder) })
}

fn not_fetched(words: &[String], why: &str) -> Failure {
    let (what, first) = (words.join(", "), words.first().map_or("", |word| word.split("==").next().unwrap_or("")));
    if why.contains("No matching distribution") || why.contains("no versions of") || why.contains("No solution found") {
        let missing = words.iter().find(|word| why.contains(&format!("for {word}"))).unwrap_or(&words[0]);
        let name = missing.split("==").next().unwrap_or(missing);
        return Failure::new(
            format!("there is no wheel of {missing} for this Python to be had"),
            format!(
                "see what there is with: pip index versions {name}; of a release without a wheel pass the unpacked folder"
            ),
        );
    }
    let line = why.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no reason was given").trim();
    Failure::new(
        format!("{what} could not be fetched: {line}"),
        format!("try it yourself: pip download --no-deps {first}"),
    )
}

/// Python's own tools keep every file inside the folder.
fn unpack(file: &Path, into: &Path, python: &Python) -> std::result::Result<(), String> {
    run(Command::new(&python.0).args(["-I", "-c", UNPACK]).arg(file).arg(into))
}

/// What a wheel keeps in `name.data/purelib` belongs beside the rest.
const UNPACK: &str = "\
import pathlib, shutil, sys, tarfile, zipfile
name, into = sys.argv[1:]
if zipfile.is_zipfile(name):
    zipfile.ZipFile(name).extractall(into)
    for lib in pathlib.Path(into).glob('*.data/*lib'):
        shutil.copytree(lib, into, dirs_exist_ok=True)
        shutil.rmtree(lib)
else:
    tarfile.open(name).extractall(into, filter='data')
";

/// A wheel or an sdist.
fn archive(base: &Path, file: &Path, python: &Python) -> Result<Unpacked> {
    let folder = temporary::folder()?;
    let target = folder.path().join("site");
    let path = base.join(file);
    unpack(&path, &target, python).map_err(|why| {
        let line = why.lines().last().unwrap_or_default().trim().to_owned();
        Failure::of(
            file.display().to_string(),
            format!("it cannot be unpacked: {line}"),
            "pass a wheel, or an unpacked folder",
        )
    })?;
    let root = Named {
        name: file.display().to_string(),
        path: import_root(&target),
        home: path,
        text: None,
        pins: Vec::new(),
    };
    Ok(Unpacked { root, _folder: Some(folder) })
}

/// Of an sdist, the folder that its packages stand in.
fn import_root(folder: &Path) -> PathBuf {
    let mut root = folder.to_path_buf();
    let entries: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    if let [only] = entries.as_slice()
        && only.join("PKG-INFO").is_file()
    {
        root = only.clone();
    }
    let source = root.join("src");
    if source.is_dir() { source } else { root }
}

/// The names that imports have for what stands in an import root.
pub fn top_level(root: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let module = match is_folder {
            true => Some(name.clone()),
            // A compiled module: `_fast.cpython-311-x86_64-linux-gnu.so`.
            false if name.ends_with(".py") || name.ends_with(".so") => name.split('.').next().map(str::to_owned),
            false => None,
        };
        let is_identifier = |name: &String| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        names.extend(module.filter(is_identifier));
    }
    names.retain(|name| !matches!(name.as_str(), "setup" | "conftest" | "__pycache__" | "bin"));
    names.sort();
    names.dedup();
    names
}

/// What the program said on its way to failing.
fn run(command: &mut Command) -> std::result::Result<(), String> {
    match confine::output(command) {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("{}: {error}", command.get_program().to_string_lossy())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_has_a_name_and_a_version() {
        let parse = |word: &str| Given::parse(Path::new("/nowhere"), Path::new(word));
        assert_eq!(parse("six==1.16.0"), Given::Pinned("six".into(), "1.16.0".into()));
        assert_eq!(parse("ruamel.yaml==0.18.6"), Given::Pinned("ruamel.yaml".into(), "0.18.6".into()));
        for word in ["six", "six==", "==1", "-r==1", "six==1 --index=x", "lib/old.py", "a b==1"] {
            assert_eq!(parse(word), Given::Code(word.into()), "{word}");
        }
    }
}
