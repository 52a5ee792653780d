//! Which libraries move between two lock files.
//!
//! `requirements.txt`, `uv.lock`, `poetry.lock` and `pylock.toml`. What is pinned to a version of an index can be
//! followed; everything else that is not the same in both is told, and nothing is concluded about it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use report::upgrade::Moved;

use crate::failure::{Failure, Result};

/// What a lock file says of each library, by its normal name.
pub type Pins = BTreeMap<String, Pin>;

/// What a lock file says of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pin {
    pub version: Option<String>,
    /// Where it comes from, or which versions it may have. Nothing: the version of that number in an index.
    pub other: String,
    /// For which machines.
    pub only: String,
}

impl Pin {
    fn is_release(&self) -> bool {
        self.version.is_some() && self.other.is_empty()
    }
}

impl std::fmt::Display for Pin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let only = if self.only.is_empty() { String::new() } else { format!("; {}", self.only) };
        let parts = [self.version.as_deref().unwrap_or(""), &self.other, &only];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        f.write_str(if parts.is_empty() { "any version" } else { "" })?;
        f.write_str(&parts.join(" "))
    }
}

/// What moved, and what only one of the files names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// From one release to another: these are followed.
    pub moved: Vec<Moved>,
    /// What is not the same in both files, and no two releases.
    pub not_followed: Vec<Moved>,
    pub only_in: [Vec<String>; 2],
}

pub fn step(old: &Pins, new: &Pins) -> Step {
    let mut step = Step::default();
    for (name, pin) in old {
        match new.get(name) {
            Some(other) if other == pin => {}
            Some(other) => match (&pin.version, &other.version) {
                (Some(old), Some(new)) if old != new && pin.is_release() && other.is_release() => {
                    step.moved.push(Moved { name: name.clone(), old: old.clone(), new: new.clone() });
                }
                _ => {
                    step.not_followed.push(Moved { name: name.clone(), old: pin.to_string(), new: other.to_string() });
                }
            },
            None => step.only_in[0].push(format!("{name} {pin}")),
        }
    }
    let is_added = |(name, _): &(&String, &Pin)| !old.contains_key(*name);
    step.only_in[1] = new.iter().filter(is_added).map(|(name, pin)| format!("{name} {pin}")).collect();
    step
}

/// Reads a file beside a lock file: what it is called, and its text.
pub type Reader<'a> = &'a dyn Fn(&Path) -> Result<(String, String)>;

/// What a lock file says; its name tells the format. Files that it names are read as well.
pub fn pins(file: &Path, read: Reader<'_>) -> Result<Pins> {
    let (name, text) = read(file)?;
    let last = file.file_name().unwrap_or_default().to_string_lossy();
    let foreign = ["json", "yaml", "yml", "sum", "mod", "xml", "gradle"];
    if last == "Cargo.lock" {
        return Err(of_cargo(&name));
    }
    if file.extension().is_some_and(|ending| foreign.iter().any(|foreign| ending == *foreign)) {
        let message = "this is no lock file of Python";
        return Err(Failure::of(name, message, "pass uv.lock, poetry.lock, pylock.toml or requirements.txt"));
    }
    if last.ends_with(".toml") || last.ends_with(".lock") {
        return of_toml(&name, &text);
    }
    let mut requirements = Requirements { pins: Pins::new(), seen: BTreeSet::from([file.to_path_buf()]), read };
    requirements.take(file, &name, &text)?;
    Ok(requirements.pins)
}

fn of_cargo(file: &str) -> Failure {
    Failure::of(
        file,
        "this is Cargo's lock file, and only those of Python are followed",
        "pass two versions of the crate as folders: safebump upgrade NAME OLD NEW --clients src/",
    )
}

fn of_toml(file: &str, text: &str) -> Result<Pins> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        Failure::of(
            file,
            format!("this is no lock file: {}", error.message()),
            "pass uv.lock, poetry.lock or pylock.toml",
        )
    })?;
    let rows = table.get("package").or(table.get("packages")).and_then(toml::Value::as_array);
    let Some(rows) = rows else {
        let message = "it names no packages";
        return Err(Failure::of(file, message, "pass uv.lock, poetry.lock, pylock.toml or requirements.txt"));
    };
    let word = |row: &toml::Value, key: &str| row.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let mut pins = Pins::new();
    for row in rows {
        if row.get("source").is_some_and(toml::Value::is_str) {
            return Err(of_cargo(file));
        }
        let Some(name) = word(row, "name") else { continue };
        let Some(other) = origin(row) else { continue };
        add(&mut pins, file, &name, Pin { version: word(row, "version"), other, only: String::new() })?;
    }
    Ok(pins)
}

/// Where a row's library comes from; nothing for an index. `None`: it is the project itself.
fn origin(row: &toml::Value) -> Option<String> {
    let said = |value: &toml::Value| match value {
        toml::Value::Table(table) => {
            let words = table.iter().map(|(key, value)| format!("{key} {}", value.as_str().unwrap_or_default()));
            words.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    // pylock.toml
    if let Some((key, value)) = ["vcs", "directory", "archive"].iter().find_map(|key| Some((key, row.get(key)?))) {
        return Some(format!("{key} {}", said(value)));
    }
    let Some(source) = row.get("source") else { return Some(String::new()) };
    let is_own = ["editable", "virtual", "directory"]
        .iter()
        .any(|kind| source.get(kind).and_then(toml::Value::as_str).is_some_and(|path| matches!(path, "." | "")));
    if is_own {
        return None;
    }
    // uv.lock, poetry.lock
    let is_index =
        source.get("registry").is_some() || source.get("type").is_some_and(|kind| kind.as_str() == Some("legacy"));
    Some(if is_index { String::new() } else { said(source) })
}

/// `requirements.txt`, with the files that it names.
struct Requirements<'a> {
    pins: Pins,
    seen: BTreeSet<PathBuf>,
    read: Reader<'a>,
}

impl Requirements<'_> {
    fn take(&mut self, file: &Path, name: &str, text: &str) -> Result<()> {
        for line in text.replace("\\\r\n", " ").replace("\\\n", " ").lines() {
            let line = line.split(" #").next().unwrap_or_default().split("\t#").next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(other) = option(line, &["-r", "--requirement", "-c", "--constraint"]) {
                if other.contains("://") {
                    let advice = "pass a copy of that file, or one that pins everything (pip freeze, pip-compile)";
                    return Err(Failure::of(
                        name,
                        format!("`{line}` names a file on the net, which is not read"),
                        advice,
                    ));
                }
                let other = file.parent().unwrap_or(Path::new("")).join(other);
                if self.seen.insert(other.clone()) {
                    let (name, text) = (self.read)(&other)?;
                    self.take(&other, &name, &text)?;
                }
                continue;
            }
            let found = match option(line, &["-e", "--editable"]) {
                Some(place) => Some(elsewhere(place)),
                // Where to look for all of them, for one.
                None if line.starts_with("--") || option(line, &["-i", "-f"]).is_some() => {
                    Some((line.to_owned(), Pin::default()))
                }
                None => requirement(line),
            };
            let Some((library, pin)) = found else {
                let advice = "pass a requirements.txt, or uv.lock, poetry.lock, pylock.toml";
                return Err(Failure::of(name, format!("`{line}` is no requirement"), advice));
            };
            add(&mut self.pins, name, &library, pin)?;
        }
        Ok(())
    }
}

/// What stands behind one of these options.
fn option<'l>(line: &'l str, names: &[&str]) -> Option<&'l str> {
    names.iter().find_map(|name| {
        let rest = line.strip_prefix(name)?;
        let is_whole = rest.starts_with([' ', '\t', '=']) || !name.starts_with("--");
        let value = rest.trim_start_matches(['=', ' ', '\t']).trim();
        (is_whole && !value.is_empty() && !rest.starts_with('-')).then_some(value)
    })
}

/// A library by its place, and what it is called as far as that says it.
fn elsewhere(place: &str) -> (String, Pin) {
    let (plain, fragment) = place.split_once('#').unwrap_or((place, ""));
    let egg = fragment.split('&').find_map(|part| part.strip_prefix("egg="));
    let last = plain.trim_end_matches('/').rsplit('/').next().unwrap_or(plain);
    let file = last.split('@').next().unwrap_or(last);
    let is_archive = [".whl", ".tar.gz", ".zip"].iter().any(|ending| file.ends_with(ending));
    let name =
        egg.unwrap_or(if is_archive { file.split('-').next().unwrap_or(file) } else { file.trim_end_matches(".git") });
    let name = if name.trim_matches('.').is_empty() { place } else { name.split('[').next().unwrap_or(name) };
    (name.to_owned(), Pin { other: place.to_owned(), ..Pin::default() })
}

/// A line that asks for a library. `None`: it is something else.
fn requirement(line: &str) -> Option<(String, Pin)> {
    // Options of this one: `--hash=...`.
    let line = line.split(" --").next().unwrap_or(line).trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = line.find(|c| !is_name(c)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let rest = rest.trim_start();
    let (extras, rest) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((extras, rest)) => (format!("[{}]", extras.trim()), rest.trim()),
        None => (String::new(), rest),
    };
    let is_archive = [".whl", ".tar.gz", ".zip"].iter().any(|ending| name.ends_with(ending));
    let is_place = line.starts_with(['.', '/', '~']) || rest.starts_with([':', '/', '+']) || is_archive;
    if is_place && (line.contains('/') || is_archive) {
        return Some(elsewhere(line));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    if let Some(place) = rest.strip_prefix('@') {
        let place = place.trim();
        return Some((name.to_owned(), Pin { other: format!("{extras}@ {place}"), ..Pin::default() }));
    }
    let (asked, only) = rest.split_once(';').unwrap_or((rest, ""));
    let asked: String = asked.chars().filter(|c| !c.is_whitespace()).collect();
    if !asked.is_empty() && !asked.starts_with(['=', '<', '>', '!', '~', '(']) {
        return None;
    }
    let only = [extras.as_str(), only.trim()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let version = asked.strip_prefix("===").or(asked.strip_prefix("=="));
    let pin = match version.filter(|version| !version.is_empty() && !version.contains(['*', ',', '='])) {
        Some(version) => Pin { version: Some(version.to_owned()), only, ..Pin::default() },
        None => Pin { other: asked, only, ..Pin::default() },
    };
    Some((name.to_owned(), pin))
}

/// A library with two versions (for two platforms) cannot be followed.
fn add(pins: &mut Pins, file: &str, name: &str, pin: Pin) -> Result<()> {
    let name = if name.starts_with('-') { name.to_owned() } else { normal(name) };
    let Some(known) = pins.get_mut(&name) else {
        pins.insert(name, pin);
        return Ok(());
    };
    match (&known.version, &pin.version) {
        (Some(one), Some(other)) if one != other => {
            let message = format!("it has {name} twice, {one} and {other}");
            return Err(Failure::of(file, message, "name the library: safebump upgrade NAME OLD NEW"));
        }
        // A constraint pins what is asked for elsewhere.
        (Some(_), None) if pin.other.starts_with(['<', '>', '!', '~', '=']) || pin.other.is_empty() => {}
        (None, Some(_)) if known.other.starts_with(['<', '>', '!', '~', '=']) || known.other.is_empty() => *known = pin,
        _ if *known == pin => {}
        _ => *known = Pin { version: None, other: format!("{known}, {pin}"), only: String::new() },
    }
    Ok(())
}

/// Names that an index does not tell apart: `Foo._Bar` is `foo-bar`.
fn normal(name: &str) -> String {
    let parts = name.trim().split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What these files say, the first of them with the others beside it.
    fn said(files: &[(&str, &str)]) -> Result<Pins> {
        let read = |file: &Path| -> Result<(String, String)> {
            let name = file.display().to_string();
            let found = files.iter().find(|(other, _)| *other == name);
            let (_, text) = found.ok_or_else(|| Failure::of(&name, "there is no such file", ""))?;
            Ok((name, (*text).to_owned()))
        };
        pins(Path::new(files[0].0), &read)
    }

    fn check(file: &str, text: &str, expected: &[(&str, &str)]) {
        let pins = said(&[(file, text)]).map_err(|failure| failure.render(|_| None)).expect("pins");
        let pins: Vec<(String, String)> = pins.into_iter().map(|(name, pin)| (name, pin.to_string())).collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(pins, expected, "{file}");
    }

    #[test]
    fn every_format_pins() {
        let requirements = "# by hand\nSix==1.16.0 \\\n    --hash=sha256:00\nFoo_Bar[x] == 2 ; python_version > '3'\n\
            loose>=1\nstar==1.*\nbare\n";
        let expected = [
            ("bare", "any version"),
            ("foo-bar", "2 ; [x] python_version > '3'"),
            ("loose", ">=1"),
            ("six", "1.16.0"),
            ("star", "==1.*"),
        ];
        check("requirements.txt", requirements, &expected);
        let places = "a @ https://x/a.zip\n-e git+https://x/b@v1#egg=b\n./libs/c\nhttps://x/d-1.0-py3-none-any.whl\n";
        let expected = [
            ("a", "@ https://x/a.zip"),
            ("b", "git+https://x/b@v1#egg=b"),
            ("c", "./libs/c"),
            ("d", "https://x/d-1.0-py3-none-any.whl"),
        ];
        check("requirements.txt", places, &expected);
        let uv = "version = 1\n[[package]]\nname = \"app\"\nversion = \"0.1\"\nsource = { editable = \".\" }\n\
                  [[package]]\nname = \"six\"\nversion = \"1.17.0\"\nsource = { registry = \"r\" }\n\
                  [[package]]\nname = \"m\"\nversion = \"1\"\nsource = { git = \"https://x?rev=1#abc\" }\n";
        check("uv.lock", uv, &[("m", "1 git https://x?rev=1#abc"), ("six", "1.17.0")]);
        check("poetry.lock", "[[package]]\nname = \"six\"\nversion = \"1.17.0\"\n", &[("six", "1.17.0")]);
        check(
            "pylock.toml",
            "lock-version = \"1.0\"\n[[packages]]\nname = \"six\"\nversion = \"1.17.0\"\n",
            &[("six", "1.17.0")],
        );
    }

    #[test]
    fn files_that_are_named_are_read() {
        let files = [
            ("in/all.txt", "-r base.txt\n-c pins.txt\nb\n"),
            ("in/base.txt", "-r all.txt\na==1\n"),
            ("in/pins.txt", "b==2\n"),
        ];
        let pins = said(&files).map_err(|failure| failure.render(|_| None)).expect("pins");
        let pins: Vec<(&str, Option<&str>)> = pins.iter().map(|(a, b)| (a.as_str(), b.version.as_deref())).collect();
        assert_eq!(pins, [("a", Some("1")), ("b", Some("2"))]);
    }

    #[test]
    fn what_cannot_be_followed_is_said() {
        for (file, text) in [
            ("requirements.txt", "-r base.txt\n"),
            ("requirements.txt", "-r https://x/base.txt\n"),
            ("requirements.txt", "a==1\nA==2\n"),
            ("requirements.txt", "- a\n"),
            ("requirements.txt", "a: 1\n"),
            ("uv.lock", "not toml"),
            ("uv.lock", "version = 1\n"),
            ("Cargo.lock", "version = 3\n[[package]]\nname = \"six\"\nversion = \"1.17.0\"\n"),
            ("other.lock", "[[package]]\nname = \"six\"\nversion = \"1\"\nsource = \"registry+https://x\"\n"),
            ("package-lock.json", "{}"),
        ] {
            assert!(said(&[(file, text)]).is_err(), "{text}");
        }
    }

    #[test]
    fn a_step_is_what_moved() {
        let of = |text: &str| said(&[("requirements.txt", text)]).unwrap_or_default();
        let row = |name: &str, old: &str, new: &str| Moved { name: name.into(), old: old.into(), new: new.into() };
        let step_of = |old: &str, new: &str| step(&of(old), &of(new));
        let moved = Step { moved: vec![row("b", "1", "2")], ..Step::default() };
        let only_in = [vec!["c 1".into()], vec!["d 1".into()]];
        assert_eq!(step_of("a==1\nb==1\nc==1\n", "a==1\nb==2\nd==1\n"), Step { only_in, ..moved });
        let not_followed =
            |name: &str, old: &str, new: &str| Step { not_followed: vec![row(name, old, new)], ..Step::default() };
        assert_eq!(step_of("a>=1\n", "a>=2\n"), not_followed("a", ">=1", ">=2"));
        assert_eq!(step_of("a>=1\n", "a==2\n"), not_followed("a", ">=1", "2"));
        assert_eq!(
            step_of("a @ https://x/1\n", "a @ https://x/2\n"),
            not_followed("a", "@ https://x/1", "@ https://x/2")
        );
        assert_eq!(step_of("a==1\n", "a==1; os_name == 'nt'\n"), not_followed("a", "1", "1 ; os_name == 'nt'"));
        assert_eq!(step_of("a==1 --hash=sha256:0\nb>=1\n", "a==1\nb >= 1\n"), Step::default());
    }
}
