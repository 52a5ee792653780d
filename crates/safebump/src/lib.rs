//! Does a client behave the same with two versions of what it calls, for every input? For programs that ask.
//!
//! ```
//! use safebump::{Check, Source, Verdict};
//!
//! let old = Source::text("lib.py", "def cut(x):\n    return x\n");
//! let new = Source::text("lib.py", "def cut(x):\n    return min(x, 10)\n");
//! let app = Source::text("app.py", "from lib import cut\n\ndef seen(x: int):\n    return cut(x)\n");
//!
//! let report = Check::new(old, new).client_in(app, "seen").run()?;
//! assert_eq!(report.verdict(), Verdict::Different);
//! assert_eq!(report.findings()[0].call.as_deref(), Some("seen(11)"));
//! # Ok::<(), safebump::Error>(())
//! ```
//!
//! A question is asked in the words of the command line, and answered by the same code: [`Check`] is
//! `safebump check`, [`Impact`] is `safebump impact`, [`Dac`] is `safebump dac`. Any of its flags can be given with
//! `flag`. A question runs on threads of its own with stacks that are large enough, and can be told to stop with a
//! [`Cancel`]. Nothing is printed, and the process does not end.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use cli::args::{Cli, Command};
use cli::failure::Failure;
use cli::temporary::{self, Folder};

/// What is read: a file, a folder, or a text that stands in no file.
#[derive(Clone, Debug)]
pub enum Source {
    Path(PathBuf),
    /// A file's name, whose ending tells the language, and its text.
    Text(String, String),
}

impl Source {
    pub fn path(path: impl Into<PathBuf>) -> Source {
        Source::Path(path.into())
    }

    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source::Text(name.into(), text.into())
    }
}

impl From<&str> for Source {
    fn from(path: &str) -> Source {
        Source::path(path)
    }
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Source {
        Source::path(path)
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::path(path)
    }
}

/// Ends a question from another thread.
#[derive(Clone, Default)]
pub struct Cancel(cancel::Token);

impl Cancel {
    pub fn new() -> Cancel {
        Cancel::default()
    }

    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// Why there is no report.
#[derive(Debug)]
pub struct Error {
    message: String,
    /// It was told to stop.
    pub is_cancelled: bool,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message.trim_end())
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        Error { message: failure.render(|name| std::fs::read_to_string(name).ok()), is_cancelled: false }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proved: the same for every input.
    Equivalent,
    /// An input was found and run.
    Different,
    Undecided,
}

impl From<report::VerdictKind> for Verdict {
    fn from(kind: report::VerdictKind) -> Verdict {
        match kind {
            report::VerdictKind::Equivalent => Verdict::Equivalent,
            report::VerdictKind::Different => Verdict::Different,
            report::VerdictKind::Undecided => Verdict::Undecided,
        }
    }
}

/// What was found about one client.
#[derive(Clone, Debug)]
pub struct Finding {
    pub client: String,
    /// Of [`Impact`]: the file that it stands in.
    pub file: Option<String>,
    pub verdict: Verdict,
    /// Of a difference: the call that shows it.
    pub call: Option<String>,
    /// On which inputs the versions differ, and whether these are all.
    pub condition: Option<(String, bool)>,
    /// Of what is open: why, and what to try.
    pub gaps: Vec<(String, String)>,
    /// What a proof takes for granted.
    pub assumptions: Vec<String>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Report(report::Report);

impl Report {
    /// Of several clients the worst: different, else undecided.
    pub fn verdict(&self) -> Verdict {
        self.0.kind().into()
    }

    pub fn findings(&self) -> Vec<Finding> {
        let finding = |finding: &report::Finding| Finding {
            client: finding.client.clone(),
            file: finding.file.clone(),
            verdict: finding.kind.into(),
            call: finding.example.as_ref().map(|example| example.call.clone()),
            condition: finding.difference.as_ref().map(|(condition, is_exact)| (condition.text.clone(), *is_exact)),
            gaps: finding.gaps.iter().map(|gap| (gap.means.clone(), gap.advice.clone())).collect(),
            assumptions: finding.assumptions.iter().map(|one| one.detail.clone()).collect(),
        };
        self.0.findings.iter().map(finding).collect()
    }

    /// As the command line prints it.
    pub fn to_text(&self) -> String {
        report::text::write(&self.0, report::text::Options::default())
    }

    /// As `--format json`; `docs/schema` describes it.
    pub fn to_json(&self) -> String {
        report::json::write(&self.0)
    }
}

/// What all questions have.
#[derive(Clone, Default)]
struct Question {
    old: Option<Source>,
    new: Option<Source>,
    flags: Vec<String>,
    cancel: Cancel,
}

macro_rules! common {
    ($name:ident) => {
        impl $name {
            /// For each client; without it 60 seconds.
            #[must_use]
            pub fn timeout(self, limit: Duration) -> Self {
                let seconds = limit.as_secs_f64().to_string();
                self.flag("--timeout", Some(&seconds))
            }

            /// Another flag of the command, as `safebump --help` has it.
            #[must_use]
            pub fn flag(mut self, name: &str, value: Option<&str>) -> Self {
                self.question.flags.push(match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.to_owned(),
                });
                self
            }

            /// Who may end it.
            #[must_use]
            pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
                self.question.cancel = cancel.clone();
                self
            }
        }
    };
}

/// Does a client do the same with both versions? Without a client: every function that both have.
#[derive(Clone)]
pub struct Check {
    question: Question,
    client: Option<(Option<Source>, String)>,
}

common!(Check);

impl Check {
    pub fn new(old: impl Into<Source>, new: impl Into<Source>) -> Check {
        Check { question: Question::new(old, new), client: None }
    }

    /// A function that stands in both versions.
    #[must_use]
    pub fn client(mut self, function: &str) -> Check {
        self.client = Some((None, function.to_owned()));
        self
    }

    /// A function of another file, which calls the library.
    #[must_use]
    pub fn client_in(mut self, file: impl Into<Source>, function: &str) -> Check {
        self.client = Some((Some(file.into()), function.to_owned()));
        self
    }

    pub fn run(self) -> Result<Report, Error> {
        let files = self.question.files()?;
        let mut words = files.words("check");
        if let Some((file, function)) = &self.client {
            let client = match file {
                Some(file) => format!("{}:{function}", files.place("client", file)?.display()),
                None => function.clone(),
            };
            words.push(format!("--client={client}").into());
        }
        self.question.ask(words)
    }
}

/// Which functions of these files does the step touch?
#[derive(Clone)]
pub struct Impact {
    question: Question,
    clients: Vec<Source>,
}

common!(Impact);

impl Impact {
    pub fn new(old: impl Into<Source>, new: impl Into<Source>) -> Impact {
        Impact { question: Question::new(old, new), clients: Vec::new() }
    }

    /// A file, or a folder with files.
    #[must_use]
    pub fn clients(mut self, file: impl Into<Source>) -> Impact {
        self.clients.push(file.into());
        self
    }

    pub fn run(self) -> Result<Report, Error> {
        let files = self.question.files()?;
        let mut words = files.words("impact");
        for source in &self.clients {
            words.push(format!("--clients={}", files.place("client", source)?.display()).into());
        }
        self.question.ask(words)
    }
}

/// Does new fail an assertion that old does not?
#[derive(Clone)]
pub struct Dac {
    question: Question,
}

common!(Dac);

impl Dac {
    pub fn new(old: impl Into<Source>, new: impl Into<Source>) -> Dac {
        Dac { question: Question::new(old, new) }
    }

    /// Where to begin; without it, every function that no other one calls.
    #[must_use]
    pub fn entry(self, function: &str) -> Dac {
        self.flag("--entry", Some(function))
    }

    pub fn run(self) -> Result<Report, Error> {
        let files = self.question.files()?;
        self.question.ask(files.words("dac"))
    }
}

/// Where the sources of a question stand, texts for its time.
struct Files {
    folder: Folder,
    old: PathBuf,
    new: PathBuf,
}

impl Files {
    fn words(&self, command: &str) -> Vec<OsString> {
        vec!["safebump".into(), command.into(), self.old.clone().into(), self.new.clone().into()]
    }

    /// Texts of one version stand in a folder of their own.
    fn place(&self, version: &str, source: &Source) -> Result<PathBuf, Error> {
        place(&self.folder, version, source)
    }
}

fn place(folder: &Folder, version: &str, source: &Source) -> Result<PathBuf, Error> {
    match source {
        Source::Path(path) => Ok(path.clone()),
        Source::Text(name, text) => {
            let file = folder.path().join(version).join(name);
            let is_inside = Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
            let written =
                file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&file, text));
            match written {
                Ok(()) if is_inside => Ok(file),
                _ => Err(Error { message: format!("`{name}` is no name for a text"), is_cancelled: false }),
            }
        }
    }
}

impl Question {
    fn new(old: impl Into<Source>, new: impl Into<Source>) -> Question {
        Question { old: Some(old.into()), new: Some(new.into()), ..Question::default() }
    }

    fn files(&self) -> Result<Files, Error> {
        let folder = temporary::folder()?;
        let version = |name: &str, source: &Option<Source>| match source {
            Some(source) => place(&folder, name, source),
            None => Ok(PathBuf::new()),
        };
        let (old, new) = (version("old", &self.old)?, version("new", &self.new)?);
        Ok(Files { folder, old, new })
    }

    fn ask(&self, mut words: Vec<OsString>) -> Result<Report, Error> {
        words.extend(self.flags.iter().map(OsString::from));
        let command = Cli::try_parse_from(words)
            .map_err(|error| Error { message: error.to_string(), is_cancelled: false })?
            .command;
        let token = self.cancel.0.clone();
        // What is cancelled unwinds up to here.
        let asked = catch_unwind(AssertUnwindSafe(|| token.within(|| answer(&command))));
        match asked {
            _ if token.is_cancelled() => Err(Error { message: "it was told to stop".to_owned(), is_cancelled: true }),
            Ok(answer) => Ok(Report(answer?)),
            Err(_) => Err(Error { message: "the check failed".to_owned(), is_cancelled: false }),
        }
    }
}

fn answer(command: &Command) -> Result<report::Report, Failure> {
    let here = Path::new("");
    match command {
        Command::Check(arguments) => cli::command::check_report(arguments, here),
        Command::Impact(arguments) => cli::command::impact_report(arguments, here),
        Command::Dac(arguments) => cli::dac::report(arguments, here),
        _ => Err(Failure::new("this is no question", "ask with Check, Impact or Dac")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "def cut(x: int):\n    return x\n";
    const NEW: &str = "def cut(x: int):\n    return x if x < 10 else 10\n";

    #[test]
    fn files_and_texts_are_asked_about() {
        let (old, new) = (Source::text("lib.py", OLD), Source::text("lib.py", NEW));
        let report = Check::new(old.clone(), new.clone()).client("cut").run().expect("a report");
        assert_eq!(report.verdict(), Verdict::Different);
        let finding = &report.findings()[0];
        assert_eq!(finding.condition, Some(("x > 10".to_owned(), true)));
        assert!(report.to_text().contains("cut is affected") && report.to_json().contains("safebump/1"));
        let app = Source::text("app.py", "import lib\n\n\ndef f(x: int):\n    return lib.cut(min(x, 3))\n");
        let report = Impact::new(old.clone(), new).clients(app).flag("--no-cache", None).run().expect("a report");
        assert_eq!(report.verdict(), Verdict::Equivalent);
        let missing = Check::new("no/such/old.py", "no/such/new.py").client("f").run().expect_err("no files");
        assert!(missing.to_string().contains("no/such/old.py") && !missing.is_cancelled, "{missing}");
        assert!(Check::new(old, Source::text("../lib.py", NEW)).run().is_err());
    }

    #[test]
    fn assertions_are_asked_about() {
        let old = Source::text("a.bpl", "procedure P(x: int) { assert x != 3 || x == 3; }\n");
        let new = Source::text("a.bpl", "procedure P(x: int) { assert x != 3; }\n");
        let report = Dac::new(old, new).entry("P").run().expect("a report");
        assert_eq!(report.verdict(), Verdict::Different);
    }

    #[test]
    fn a_question_can_be_told_to_stop() {
        let loops = "def cut(x: int):\n    n = 0\n    while x > 1:\n        x = x // 2 if x % 2 == 0 else 3 * x + 1\n        n += 1\n    return n\n";
        let other = loops.replace("n += 1", "n = 1 + n").replace("return n", "return (n * n * n) // (n * n or 1)");
        let cancel = Cancel::new();
        let stop = cancel.clone();
        let start = std::time::Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.cancel();
        });
        let asked = Check::new(Source::text("lib.py", loops), Source::text("lib.py", other));
        let asked = asked.client("cut").flag("--native", Some("off")).timeout(Duration::from_secs(60));
        let error = asked.cancelled_by(&cancel).run().expect_err("it was told to stop");
        assert!(error.is_cancelled && start.elapsed() < Duration::from_secs(20), "{error} {:?}", start.elapsed());
    }
}
