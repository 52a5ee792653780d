//! `safebump impact --plan`: the clients as pieces of work that can be answered anywhere, in any order.
//!
//! A plan is a file of lines, one for each client. A line stands for itself: what is asked, of which client, and a digest
//! of everything that the answer depends on. A result is the same line with the answer. Clients that reach no change are
//! told apart while the plan is made; their lines are results already. So any part of a plan is a plan, and results may
//! be put together from anywhere, in any order, some of them twice.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::{ArgAction, CommandFactory, Parser};
use report::{Finding, stored};
use serde_json::{Value, json};

use crate::args::{Cli, Command, Impact};
use crate::cache::{Keeper, Store};
use crate::check::{self, Settings};
use crate::command::{self, Done};
use crate::environment::Digest;
use crate::failure::{self, Failure, Result};
use crate::impact::{self, Row};
use crate::question::{self, Language, Question};
use crate::read::{self, Named};
use crate::temporary::write_whole;
use crate::{pool, python};

/// How lines are written: what another version of this would misread has another number.
const FORM: u64 = 1;

/// One client of a plan, maybe with its answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    pub(crate) asked: Arc<Asked>,
    /// Its place among all clients, and how many these are.
    pub(crate) index: usize,
    pub(crate) of: usize,
    /// As reports call it.
    pub(crate) file: String,
    pub(crate) function: String,
    pub(crate) digest: String,
    pub(crate) answer: Option<Value>,
    /// Would more time leave the answer as it is?
    pub(crate) is_final: bool,
}

/// What all pieces of one plan have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Asked {
    /// A digest of the whole plan.
    pub(crate) plan: String,
    pub(crate) old: String,
    pub(crate) new: Option<String>,
    /// The flags of `impact`, but for those that only show the answer.
    pub(crate) options: Vec<String>,
    /// Python: does the library answer to its own name alone? That follows from all clients.
    pub(crate) by_name: Option<bool>,
}

impl Piece {
    pub(crate) fn line(&self) -> String {
        let asked = &self.asked;
        let mut line = json!({
            "safebump": FORM,
            "plan": asked.plan,
            "piece": self.index,
            "of": self.of,
            "old": asked.old,
            "new": asked.new,
            "options": asked.options,
            "by_name": asked.by_name,
            "file": self.file,
            "client": self.function,
            "digest": self.digest,
        });
        if let Some(answer) = &self.answer {
            line["answer"] = answer.clone();
            line["final"] = self.is_final.into();
        }
        line.to_string()
    }

    /// `None`: it is no line of a plan, or only a part of one.
    fn read(line: &str) -> Option<Piece> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let number = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
        if value.get("safebump")?.as_u64()? != FORM {
            return None;
        }
        let options = value.get("options")?.as_array()?.iter();
        let asked = Asked {
            plan: text("plan")?,
            old: text("old")?,
            new: text("new"),
            options: options.map(|word| word.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            by_name: value.get("by_name")?.as_bool(),
        };
        Some(Piece {
            asked: Arc::new(asked),
            index: number("piece")?,
            of: number("of")?,
            file: text("file")?,
            function: text("client")?,
            digest: text("digest")?,
            answer: value.get("answer").cloned(),
            is_final: value.get("final").and_then(Value::as_bool).unwrap_or(false),
        })
    }

    pub(crate) fn finding(&self) -> Option<Finding> {
        stored::read(self.answer.as_ref()?)
    }

    /// The line with this answer. `None`: part of the answer cannot be written.
    pub(crate) fn answered(&self, finding: &Finding, is_final: bool) -> Option<Piece> {
        Some(Piece { answer: Some(stored::write(finding)?), is_final, ..self.clone() })
    }
}

/// The lines of a file, and how many of them could not be read.
pub(crate) fn read(file: &Named) -> Result<(Vec<Piece>, usize)> {
    let bytes = std::fs::read(&file.path).map_err(|error| failure::io(Path::new(&file.name), "read it", &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let (mut pieces, mut broken) = (Vec::new(), 0);
    // What is the same in all of them is held once.
    let mut known: BTreeMap<Arc<Asked>, Arc<Asked>> = BTreeMap::new();
    for line in lines {
        match Piece::read(line) {
            Some(mut piece) => {
                piece.asked = known.entry(piece.asked.clone()).or_insert(piece.asked).clone();
                pieces.push(piece);
            }
            None => broken += 1,
        }
    }
    Ok((pieces, broken))
}

impl Asked {
    /// The arguments of `impact` that the plan was made of, but for the clients.
    pub(crate) fn arguments(&self) -> Result<Impact> {
        let words = ["safebump", "impact", &self.old].map(str::to_owned).into_iter();
        let words = words.chain(self.new.clone()).chain(["--clients=.".to_owned()]).chain(self.options.clone());
        match Cli::try_parse_from(words).map(|cli| cli.command) {
            Ok(Command::Impact(arguments)) => Ok(*arguments),
            _ => Err(Failure::new("the plan has options that this version does not know", "make the plan anew")),
        }
    }
}

/// Flags that do not change an answer, or are said elsewhere.
const NOT_ASKED: [&str; 14] = [
    "old",
    "new",
    "clients",
    "plan",
    "no_cache",
    "store",
    "store_key",
    "jobs",
    "format",
    "report",
    "fail_on",
    "quiet",
    "verbose",
    "color",
];

/// The flags of `impact` as the user gave them.
fn options(words: &[OsString]) -> Vec<String> {
    let all = Cli::command();
    let Ok(matches) = all.clone().try_get_matches_from(words) else { return Vec::new() };
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let Some(command) = all.find_subcommand(name) else { return Vec::new() };
    let mut options = Vec::new();
    for arg in command.get_arguments().filter(|arg| !NOT_ASKED.contains(&arg.get_id().as_str())) {
        let id = arg.get_id().as_str();
        let Some(long) = arg.get_long() else { continue };
        let is_given = matches.try_contains_id(id).is_ok()
            && matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
        if !is_given {
            continue;
        }
        match arg.get_action() {
            ArgAction::SetTrue => options.push(format!("--{long}")),
            _ => {
                let values = matches.get_raw(id).into_iter().flatten();
                options.extend(values.map(|value| format!("--{long}={}", value.to_string_lossy())));
            }
        }
    }
    options
}

/// Runs `impact --plan FILE`; `words` are the whole command line.
pub fn plan(arguments: &Impact, words: &[OsString], file: &Path, base: &Path) -> Result<Done> {
    let how = &arguments.how;
    let (question, _checkouts) = command::impact_question(arguments, base)?;
    let keeper = Keeper::new(Store::given(&arguments.kept, base)?, &question, how, base)?;
    let facts = command::facts(how, base)?;
    let mut notes = Vec::new();
    let mut pieces = Vec::new();
    let unread = command::watched(how, facts, |settings| {
        impact::in_batches(&question, settings, &keeper, |rows| {
            for (row, finding) in unchanged(rows, settings) {
                let finding = finding.map(|finding| command::settled(finding, &question, how, base, &mut notes));
                pieces.push((row.file.name, row.function, row.digest, finding.transpose()?));
            }
            Ok(())
        })
    })?;
    for finding in unread {
        let finding = command::settled(finding, &question, how, base, &mut notes)?;
        let file = finding.file.clone().unwrap_or_default();
        let mut digest = Digest::default();
        digest.text(&file);
        finding.gaps.iter().for_each(|gap| digest.text(&gap.detail));
        pieces.push((file, finding.client.clone(), digest.finish(), Some(finding)));
    }
    let mut digest = Digest::default();
    pieces.iter().for_each(|(file, function, of, _)| [file, function, of].iter().for_each(|part| digest.text(part)));
    let asked = Arc::new(Asked {
        plan: digest.finish(),
        old: arguments.old.display().to_string(),
        new: arguments.new.as_ref().map(|new| new.display().to_string()),
        options: options(words),
        by_name: by_name(&question)?,
    });
    let (of, mut text, mut open) = (pieces.len(), String::new(), 0);
    for (index, (file, function, digest, finding)) in pieces.into_iter().enumerate() {
        let answer = finding.as_ref().and_then(stored::write);
        open += usize::from(answer.is_none());
        let (asked, is_final) = (asked.clone(), answer.is_some());
        text += &Piece { asked, index, of, file, function, digest, answer, is_final }.line();
        text.push('\n');
    }
    write_whole(&base.join(file), &text).map_err(|error| failure::io(file, "write the plan", &error))?;
    let text = format!("{}: {open} of {of} clients reach a change\n", file.display());
    Ok(Done { text, notes, exit_code: 0 })
}

fn by_name(question: &Question) -> Result<Option<bool>> {
    match question::language(question)? {
        Language::Python => python::is_imported_by_name(question).map(Some),
        Language::Boogie | Language::Llvm => Ok(None),
    }
}

/// The clients, with the answer for those that reach no change.
fn unchanged(rows: Vec<Row>, settings: &Settings) -> Vec<(Row, Option<Finding>)> {
    let rows = Arc::new(rows);
    settings.progress.expect(rows.len());
    let (theirs, limit) = (rows.clone(), settings.timeout);
    let chosen = Settings { characterise: false, ..settings.clone() };
    let work = move |index: usize, limit| {
        let row: &Row = &theirs[index];
        let found = check::unchanged(row.front.as_ref(), &row.function, &chosen, Instant::now() + limit);
        found.map(|finding| Finding { file: Some(row.file.name.clone()), ..finding })
    };
    let count = |_, _: &pool::Ended<Option<Finding>>| settings.progress.count(false);
    let ended = pool::each(settings.jobs, rows.len(), move |_| limit, work, count);
    let found = ended.into_iter().map(|ended| ended.result.unwrap_or(None));
    rows.iter().cloned().zip(found).collect()
}

/// What the pieces ask, about these files; what was taken out of git or unpacked lives as long as the rest.
pub(crate) fn question(
    asked: &Asked,
    files: Vec<Named>,
    base: &Path,
) -> Result<(Question, Impact, Vec<command::Kept>)> {
    let arguments = asked.arguments()?;
    let (mut question, kept) = command::question_of_versions(&arguments, base)?;
    question.reading.by_name = asked.by_name;
    question.clients = Arc::new(files);
    Ok((question, arguments, kept))
}

/// Is there nothing to read any more?
pub(crate) fn is_gone(file: &Named) -> bool {
    read::exists(file).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_are_those_that_change_answers() {
        let line = "safebump impact a.py b.py --clients x.py y.py --timeout 5 --type n=int --type m=str -q \
                    --opaque --format json --no-cache --plan p --trust --jobs 3";
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = ["--opaque=on", "--timeout=5", "--trust", "--type=m=str", "--type=n=int"];
        let mut found = options(&words(&line));
        found.sort();
        assert_eq!(found, expected);
    }

    /// What `docs/scale` runs, with variables replaced.
    #[test]
    fn the_examples_are_commands() {
        let github = include_str!("../../../docs/scale/github.yml");
        let slurm = include_str!("../../../docs/scale/slurm.sh");
        let kubernetes = include_str!("../../../docs/scale/kubernetes.yml");
        for (text, count) in [(github, 3), (slurm, 3), (kubernetes, 3)] {
            let commands =
                text.lines().filter_map(|line| line.trim_start_matches(['#', ' ', '-']).split_once("safebump "));
            let commands = commands.filter(|(before, _)| matches!(before.trim(), "" | "run:"));
            let commands: Vec<String> = commands.map(|(_, words)| format!("safebump {words}")).collect();
            assert_eq!(commands.len(), count, "{commands:?}");
            for command in commands {
                let variables = [
                    ("${{ matrix.shard }}", "3"),
                    ("$SLURM_ARRAY_TASK_ID", "3"),
                    ("$SLURM_ARRAY_TASK_COUNT", "8"),
                    ("$SLURM_CPUS_PER_TASK", "4"),
                    ("$((JOB_COMPLETION_INDEX + 1))", "64"),
                    ("\"", ""),
                ];
                let plain = variables.iter().fold(command, |text, (name, value)| text.replace(name, value));
                assert!(!plain.contains('$'), "{plain}");
                Cli::try_parse_from(plain.split_whitespace()).unwrap_or_else(|error| panic!("{plain}: {error}"));
            }
        }
    }

    #[test]
    fn a_line_is_read_as_it_was_written_or_not_at_all() {
        let asked = Asked {
            plan: "p".into(),
            old: "a.py".into(),
            new: None,
            options: vec!["--from=v1".into(), "--timeout=5".into()],
            by_name: Some(true),
        };
        let piece = Piece {
            asked: Arc::new(asked),
            index: 3,
            of: 7,
            file: "app/ü.py".into(),
            function: "C.m".into(),
            digest: "d".into(),
            answer: None,
            is_final: false,
        };
        let line = piece.line();
        assert_eq!(Piece::read(&line), Some(piece.clone()));
        let finding = Finding::undecided("C.m", equiv::Why::NotBegun, std::time::Duration::ZERO);
        let answered = piece.answered(&finding, false).expect("it can be written");
        assert_eq!(Piece::read(&answered.line()), Some(answered.clone()));
        assert!(answered.finding().is_some_and(|found| found.client == "C.m"));
        let line = answered.line();
        let ends = (0..line.len()).filter(|at| line.is_char_boundary(*at));
        assert!(ends.into_iter().all(|end| Piece::read(&line[..end]).is_none()), "a part is nothing");
        assert_eq!(answered.asked.arguments().expect("arguments").from.as_deref(), Some("v1"));
    }
}
