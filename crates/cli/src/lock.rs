//! Which libraries move between two lock files.
//!
//! `requirements.txt` with pins, `uv.lock`, `poetry.lock` and `pylock.toml`. Only what is pinned to a version can move.

use std::collections::BTreeMap;

use report::upgrade::Moved;

use crate::failure::{Failure, Result};

/// The version of each library, by its normal name.
pub type Pins = BTreeMap<String, String>;

/// What moved, and what only one of the files names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub moved: Vec<Moved>,
    pub only_in: [Vec<String>; 2],
}

pub fn step(old: &Pins, new: &Pins) -> Step {
    let mut step = Step::default();
    for (name, version) in old {
        match new.get(name) {
            Some(other) if other != version => {
                step.moved.push(Moved { name: name.clone(), old: version.clone(), new: other.clone() });
            }
            Some(_) => {}
            None => step.only_in[0].push(format!("{name} {version}")),
        }
    }
    let is_added = |(name, _): &(&String, &String)| !old.contains_key(*name);
    step.only_in[1] = new.iter().filter(is_added).map(|(name, version)| format!("{name} {version}")).collect();
    step
}

/// The pins of a lock file; its name says the format.
pub fn pins(file: &str, text: &str) -> Result<Pins> {
    let last = file.rsplit(['/', ':']).next().unwrap_or(file);
    if last.ends_with(".toml") || last.ends_with(".lock") {
        return of_toml(file, text);
    }
    of_requirements(file, text)
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
        // The project itself has a row without a version, or one that is not from an index.
        let is_own = row
            .get("source")
            .is_some_and(|source| ["editable", "virtual", "directory"].iter().any(|kind| source.get(kind).is_some()));
        if let (Some(name), Some(version), false) = (word(row, "name"), word(row, "version"), is_own) {
            add(&mut pins, file, &name, version)?;
        }
    }
    Ok(pins)
}

fn of_requirements(file: &str, text: &str) -> Result<Pins> {
    let mut pins = Pins::new();
    for line in text.replace("\\\n", " ").lines() {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with("-r") || line.starts_with("-c") || line.starts_with("--requirement") {
            let advice = "pass the file that pins everything (pip freeze, pip-compile)";
            return Err(Failure::of(file, format!("`{line}` names another file, which is not read"), advice));
        }
        let requirement = line.split([';', ' ']).next().unwrap_or_default();
        if let Some((name, version)) = requirement.split_once("==")
            && !version.contains('*')
        {
            let name = name.split('[').next().unwrap_or(name);
            add(&mut pins, file, name, version.trim_start_matches('=').to_owned())?;
        }
    }
    Ok(pins)
}

/// A library with two versions (for two platforms) cannot be followed.
fn add(pins: &mut Pins, file: &str, name: &str, version: String) -> Result<()> {
    let name = normal(name);
    match pins.insert(name.clone(), version.clone()) {
        Some(other) if other != version => {
            let message = format!("it has {name} twice, {other} and {version}");
            Err(Failure::of(file, message, "name the library: safebump upgrade NAME OLD NEW"))
        }
        _ => Ok(()),
    }
}

/// Names that an index does not tell apart: `Foo._Bar` is `foo-bar`.
fn normal(name: &str) -> String {
    let parts = name.trim().split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, text: &str, expected: &[(&str, &str)]) {
        let pins = pins(file, text).map_err(|failure| failure.render(|_| None)).expect("pins");
        let pins: Vec<(&str, &str)> = pins.iter().map(|(name, version)| (name.as_str(), version.as_str())).collect();
        assert_eq!(pins, expected, "{file}");
    }

    #[test]
    fn every_format_pins() {
        let requirements = "# by hand\nSix==1.16.0 \\\n    --hash=sha256:00\nFoo_Bar[x]==2 ; python_version > '3'\nloose>=1\nstar==1.*\n";
        check("requirements.txt", requirements, &[("foo-bar", "2"), ("six", "1.16.0")]);
        let uv = "version = 1\n[[package]]\nname = \"app\"\nversion = \"0.1\"\nsource = { editable = \".\" }\n\
                  [[package]]\nname = \"six\"\nversion = \"1.17.0\"\nsource = { registry = \"r\" }\n";
        check("uv.lock", uv, &[("six", "1.17.0")]);
        check("poetry.lock", "[[package]]\nname = \"six\"\nversion = \"1.17.0\"\n", &[("six", "1.17.0")]);
        check(
            "pylock.toml",
            "lock-version = \"1.0\"\n[[packages]]\nname = \"six\"\nversion = \"1.17.0\"\n",
            &[("six", "1.17.0")],
        );
    }

    #[test]
    fn what_cannot_be_followed_is_said() {
        for (file, text) in [
            ("requirements.txt", "-r base.txt\n"),
            ("requirements.txt", "a==1\nA==2\n"),
            ("uv.lock", "not toml"),
            ("uv.lock", "version = 1\n"),
        ] {
            assert!(pins(file, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_step_is_what_moved() {
        let of = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Pins>();
        let step = step(&of(&[("a", "1"), ("b", "1"), ("c", "1")]), &of(&[("a", "1"), ("b", "2"), ("d", "1")]));
        let moved = Moved { name: "b".into(), old: "1".into(), new: "2".into() };
        assert_eq!(step, Step { moved: vec![moved], only_in: [vec!["c 1".into()], vec!["d 1".into()]] });
    }
}
