//! A case as its folder describes it.
//!
//! `case.txt` has one `key: value` a line. Other questions about the same files stand beside it, as
//! `case-machine.txt` with `report-machine.txt`.
//!
//! ```text
//! verdict:    equivalent          the truth; `error`: it cannot run, and report.txt is the message
//! command:    summaries           of the one file `code.*`; the client is the function
//! command:    dac                 instead of `check`; then the modes are the engines; or `validate`
//! answers:    y n y               of `validate`: what is answered, in order
//! client:     client.py:safe      as for --client; without it, a table
//! settled-by: lazy relational     engines that must reach the verdict
//! reason:     inactive            of a proof; optional
//! loops:      unbounded           some loop has no bound; optional
//! values:     any                 which input shows it is up to the solver's time; optional
//! args:       --exceptions any    more flags; optional
//! note:       Why it is so.
//! ```

use std::path::{Path, PathBuf};

use clap::Parser;
use cli::args::{Check, Cli, Command, Dac, Summaries, Validate};
use portfolio::Engine;
use report::VerdictKind;

pub const ENGINES: [(&str, Engine); 5] = [
    ("auto", Engine::Auto),
    ("lazy", Engine::Lazy),
    ("eager", Engine::Eager),
    ("relational", Engine::Relational),
    ("random", Engine::Random),
];

/// The ways of asking `dac` that answer; the others only warn.
pub const MODES: [&str; 2] = ["sound", "nonmodular"];

/// The command that a case runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    Check,
    Dac,
    Summaries,
    Validate,
}

/// What is true of a case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    Verdict(VerdictKind),
    /// The question cannot be put: exit code 2 and a message.
    Error,
}

pub struct Case {
    /// `figure1/client1_keeps_below_the_change`, with ` (machine)` for `case-machine.txt`.
    pub name: String,
    /// `report.txt`, or `report-machine.txt`.
    pub report: String,
    pub folder: PathBuf,
    pub truth: Truth,
    pub command: Asked,
    pub client: Option<String>,
    pub settled_by: Vec<String>,
    pub reason: Option<String>,
    pub is_bounded: bool,
    pub has_one_input: bool,
    /// `native: no`: it gives away addresses, or needs code that is not there.
    pub has_native: bool,
    pub args: Vec<String>,
    pub answers: Vec<String>,
    /// `old.py` or `old`.
    pub old: String,
    pub new: String,
}

impl Case {
    /// Reads the header in that file.
    pub fn read(root: &Path, file: &Path) -> Result<Case, String> {
        let header = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let folder = file.parent().unwrap_or(root);
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let question = stem.strip_prefix("case-").map(|question| format!(" ({question})")).unwrap_or_default();
        let is_about_one = header.lines().any(|line| line.starts_with("command:") && line.contains("summaries"));
        let is_pair = header.lines().any(|line| line.starts_with("args:") && line.contains("--pair"));
        let stems = if is_about_one || is_pair { ["code", "code"] } else { ["old", "new"] };
        let mut case = Case {
            name: format!("{}{question}", folder.strip_prefix(root).unwrap_or(folder).display()),
            report: format!("{}.txt", stem.replacen("case", "report", 1)),
            folder: folder.to_path_buf(),
            truth: Truth::Error,
            command: Asked::Check,
            client: None,
            settled_by: Vec::new(),
            reason: None,
            is_bounded: true,
            has_one_input: true,
            has_native: true,
            args: Vec::new(),
            answers: Vec::new(),
            old: version(folder, stems[0])?,
            new: version(folder, stems[1])?,
        };
        let mut has_verdict = false;
        for line in header.lines().filter(|line| !line.trim().is_empty()) {
            let (key, value) = line.split_once(':').ok_or_else(|| format!("case.txt: no key in `{line}`"))?;
            let value = value.trim();
            let words = || value.split_whitespace().map(str::to_owned);
            match key.trim() {
                "verdict" => {
                    has_verdict = true;
                    case.truth = truth(value)?;
                }
                "command" if value == "dac" => case.command = Asked::Dac,
                "command" if value == "summaries" => case.command = Asked::Summaries,
                "command" if value == "validate" => case.command = Asked::Validate,
                "answers" => {
                    let answers = value.split(';').map(str::trim).filter(|answer| !answer.is_empty());
                    case.answers = answers.map(str::to_owned).collect();
                }
                "client" => case.client = Some(value.to_owned()),
                "settled-by" => case.settled_by = words().collect(),
                "reason" => case.reason = Some(value.to_owned()),
                "loops" => case.is_bounded = value != "unbounded",
                "values" => case.has_one_input = value != "any",
                "native" => case.has_native = value != "no",
                "args" => case.args = words().collect(),
                "note" => {}
                other => return Err(format!("case.txt: unknown key `{other}`")),
            }
        }
        let is_known = |name: &&String| match case.command {
            Asked::Check => ENGINES.iter().any(|(engine, _)| engine == name),
            Asked::Dac => MODES.contains(&name.as_str()),
            Asked::Summaries => false,
            Asked::Validate => false,
        };
        let unknown = case.settled_by.iter().find(|name| !is_known(name));
        match unknown {
            Some(name) => Err(format!("case.txt: unknown engine `{name}`")),
            None if !has_verdict => Err("case.txt: no verdict".to_owned()),
            None => Ok(case),
        }
    }

    /// The command line of the case, comparing `old` with `new`.
    pub fn arguments(&self, old: &str, new: &str) -> Result<Check, String> {
        let mut words = vec!["safebump".to_owned(), "check".to_owned(), old.to_owned()];
        words.extend((!self.is_pair()).then(|| new.to_owned()));
        words.extend(self.client.iter().flat_map(|client| ["--client".to_owned(), client.clone()]));
        words.extend(self.args.iter().cloned());
        // How many inputs are run in a second is nothing to compare reports by.
        if !self.args.iter().any(|arg| arg == "--native") {
            words.extend(["--native".to_owned(), "off".to_owned()]);
        }
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Check(check) => Ok(*check),
            _ => Err("not a check".to_owned()),
        }
    }

    /// The command line of a case of `dac`.
    pub fn dac_arguments(&self, more: &[&str]) -> Result<Dac, String> {
        let mut words = vec!["safebump".to_owned(), "dac".to_owned(), self.old.clone(), self.new.clone()];
        words.extend(self.client.iter().flat_map(|entry| ["--entry".to_owned(), entry.clone()]));
        words.extend(self.args.iter().cloned());
        words.extend(more.iter().map(|word| (*word).to_owned()));
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Dac(dac) => Ok(*dac),
            _ => Err("not a dac".to_owned()),
        }
    }

    /// The command line of a case of `summaries`.
    pub fn summaries_arguments(&self) -> Result<Summaries, String> {
        let mut words = vec!["safebump".to_owned(), "summaries".to_owned(), self.old.clone()];
        words.extend(self.client.iter().flat_map(|function| ["--function".to_owned(), function.clone()]));
        words.extend(self.args.iter().cloned());
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Summaries(summaries) => Ok(*summaries),
            _ => Err("not about summaries".to_owned()),
        }
    }

    /// Are two functions of one file compared?
    pub fn is_pair(&self) -> bool {
        self.args.iter().any(|word| word == "--pair")
    }

    /// The command line of a case of `validate`, with its own file of facts.
    pub fn validate_arguments(&self, facts: &Path) -> Result<Validate, String> {
        let mut words = vec!["safebump".to_owned(), "validate".to_owned(), self.old.clone(), self.new.clone()];
        words.extend(self.client.iter().flat_map(|client| ["--client".to_owned(), client.clone()]));
        words.extend(self.args.iter().cloned());
        words.extend(["--facts".to_owned(), facts.display().to_string()]);
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Validate(validate) => Ok(*validate),
            _ => Err("not a validate".to_owned()),
        }
    }

    pub fn is_python(&self) -> bool {
        self.old.ends_with(".py") || self.folder.join(&self.old).is_dir()
    }

    /// Can it be run by what its users run it by?
    pub fn runs_natively(&self) -> bool {
        self.has_native
            && !self.is_pair()
            && (self.is_python() || [".c", ".cpp", ".rs"].iter().any(|ending| self.old.ends_with(ending)))
    }
}

fn truth(word: &str) -> Result<Truth, String> {
    if word == "error" {
        return Ok(Truth::Error);
    }
    [VerdictKind::Equivalent, VerdictKind::Different, VerdictKind::Undecided]
        .into_iter()
        .find(|kind| kind.word() == word)
        .map(Truth::Verdict)
        .ok_or_else(|| format!("case.txt: no such verdict `{word}`"))
}

/// `old.py`, `old.c`, …, or the folder `old`.
fn version(folder: &Path, stem: &str) -> Result<String, String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name == stem || name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.')))
        .collect();
    names.sort();
    names.into_iter().next().ok_or_else(|| format!("there is no {stem}.py (or another language) in the folder"))
}

/// The headers of all cases below the folder whose path contains the word.
pub fn all(root: &Path, word: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        let paths: Vec<PathBuf> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        let headers = paths.iter().filter(|path| is_header(path));
        found.extend(headers.cloned());
        if !folder.join("case.txt").exists() {
            open.extend(paths.into_iter().filter(|path| path.is_dir()));
        }
    }
    found.retain(|file| file.display().to_string().contains(word));
    found.sort();
    found
}

/// `case.txt`, `case-machine.txt`.
fn is_header(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name == "case.txt" || (name.starts_with("case-") && name.ends_with(".txt"))
}
