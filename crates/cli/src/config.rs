//! `safebump.toml`, or `[tool.safebump]` in `pyproject.toml`: what a project always says.
//!
//! A key is the name of a flag and stands for it wherever a command has that flag and the user does not give it.
//! `[[accept]]` lists differences that are known ([`crate::accept`]). The nearest file counts, from the current folder
//! up to the repository's.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::Value;

use crate::failure::{self, Failure, Result};

pub struct Config {
    /// As messages call it.
    name: String,
    /// The folder that its paths begin at, from the current one.
    folder: PathBuf,
    table: toml::Table,
}

/// What would let a stranger's file run code or write files, or never come to an end.
const ONLY_BY_HAND: [&str; 11] = [
    "trust",
    "cflags",
    "report",
    "emit-test",
    "keep-queries",
    "python",
    "plan",
    "results",
    "store",
    "store-key",
    "watch",
];

impl Config {
    /// The configuration of whoever works in this folder.
    pub fn find(base: &Path) -> Result<Option<Config>> {
        let base = if base.as_os_str().is_empty() { Path::new(".") } else { base };
        let Ok(absolute) = base.canonicalize() else { return Ok(None) };
        let mut folder = if base == Path::new(".") { PathBuf::new() } else { base.to_path_buf() };
        for above in absolute.ancestors() {
            let own = folder.join("safebump.toml");
            if own.is_file() {
                let table = read(&own)?;
                return Ok(Some(Config { name: own.display().to_string(), folder, table }));
            }
            let project = folder.join("pyproject.toml");
            if project.is_file() {
                let found = read(&project)?;
                let tool = found.get("tool").and_then(|tool| tool.get("safebump")).and_then(Value::as_table);
                if let Some(table) = tool {
                    return Ok(Some(Config { name: project.display().to_string(), folder, table: table.clone() }));
                }
            }
            if above.join(".git").exists() {
                break;
            }
            folder = folder.join("..");
        }
        Ok(None)
    }

    /// The rows of `[[accept]]`.
    pub fn accepts(&self) -> Result<Vec<toml::Table>> {
        let rows = match self.table.get("accept") {
            None => return Ok(Vec::new()),
            Some(Value::Array(rows)) => rows.iter().map(|row| row.as_table().cloned()).collect::<Option<Vec<_>>>(),
            Some(_) => None,
        };
        rows.ok_or_else(|| self.failure("`accept` is no list", "write [[accept]] before each entry"))
    }

    /// The words with which the user's own would begin, if they said what the file says.
    pub fn arguments(&self, all: &Command, given: &[OsString]) -> Result<Vec<OsString>> {
        let Some(command) = given.get(1).and_then(|word| all.find_subcommand(word)) else { return Ok(Vec::new()) };
        let mut words = Vec::new();
        for (key, value) in self.table.iter().filter(|(key, _)| *key != "accept") {
            let flag = |command: &Command| command.get_arguments().find(|arg| arg.get_long() == Some(key)).cloned();
            if ONLY_BY_HAND.contains(&key.as_str()) {
                let message = format!("`{key}` stands only on the command line");
                return Err(self.failure(message, "a file that comes with the code cannot say it"));
            }
            if !all.get_subcommands().any(|command| flag(command).is_some()) {
                let advice = "keys are names of flags, as timeout, clients or fail-on; see: safebump check --help";
                return Err(self.failure(format!("`{key}` is no option"), advice));
            }
            let Some(arg) = flag(command).filter(|_| !is_given(given, key)) else { continue };
            words.extend(self.words(key, value, &arg)?);
        }
        Ok(words)
    }

    fn words(&self, key: &str, value: &Value, arg: &Arg) -> Result<Vec<OsString>> {
        let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
        let is_path = arg.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>();
        let one = |value: &Value| -> Option<OsString> {
            let text = match value {
                Value::String(text) if is_path => self.folder.join(text).display().to_string(),
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                _ => return None,
            };
            Some(format!("--{key}={text}").into())
        };
        let words = match (value, is_switch) {
            (Value::Boolean(true), true) => Some(vec![format!("--{key}").into()]),
            (Value::Boolean(false), true) => Some(Vec::new()),
            (Value::Array(values), false) => values.iter().map(one).collect(),
            (value, false) => one(value).map(|word| vec![word]),
            (_, true) => None,
        };
        words
            .ok_or_else(|| self.failure(format!("`{key}` has a value that fits no flag"), "write it as after the flag"))
    }

    pub fn failure(&self, message: impl Into<String>, advice: impl Into<String>) -> Failure {
        Failure::of(self.name.clone(), message, advice)
    }
}

fn is_given(given: &[OsString], key: &str) -> bool {
    let long = format!("--{key}");
    let is_flag = |word: &OsString| {
        let word = word.to_string_lossy();
        word.strip_prefix(&long).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    given.iter().take_while(|word| *word != "--").any(is_flag)
}

fn read(file: &Path) -> Result<toml::Table> {
    let text = std::fs::read_to_string(file).map_err(|error| failure::io(file, "read it", &error))?;
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        let message = format!("line {line}: {}", error.message());
        Failure::of(file.display().to_string(), message, "mend the file, or run it from another folder")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn words(text: &str, given: &str) -> std::result::Result<Vec<String>, String> {
        let config =
            Config { name: "safebump.toml".into(), folder: PathBuf::from(".."), table: text.parse().expect("TOML") };
        let given: Vec<OsString> = given.split(' ').map(OsString::from).collect();
        let found = config.arguments(&crate::args::Cli::command(), &given);
        let text = |words: Vec<OsString>| words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        found.map(text).map_err(|failure| failure.first_line().to_owned())
    }

    #[test]
    fn keys_are_flags_that_the_user_did_not_give() {
        let file = "timeout = 5\nclients = ['src', 'app']\nquiet = true\nverbose = false\n";
        let expected = ["--timeout=5", "--clients=../src", "--clients=../app", "--quiet"];
        let mut found = words(file, "safebump impact a b").expect("words");
        found.sort();
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        assert_eq!(found, expected);
        let found = words(file, "safebump impact a b --clients x --timeout=3 --quiet").expect("words");
        assert!(found.is_empty(), "{found:?}");
        assert_eq!(words("clients = ['src']", "safebump check a b"), Ok(Vec::new()), "check has no such flag");
    }

    #[test]
    fn what_is_no_flag_or_not_for_files_is_said() {
        for file in ["tiemout = 5", "trust = true", "timeout = [[1]]", "quiet = 3", "report = 'x.json'"] {
            assert!(words(file, "safebump check a b").is_err(), "{file}");
        }
    }
}
