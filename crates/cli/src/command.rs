//! `safebump check` and `safebump impact`: from arguments to what is printed and the exit code.

use std::path::Path;
use std::sync::Arc;

use equiv::Why;
use report::{Finding, Report, VerdictKind, text};

use crate::args::{self, Check, Exceptions, Format, How, Impact, Replay};
use crate::audit::{self, Audited};
use crate::cache::{Keeper, Store};
use crate::check::{self, Settings};
use crate::failure::{self, Failure, Result};
use native_python::Python;

use crate::native::NotRun;
use crate::progress::Line;
use crate::question::{Client, Question, Reading};
use crate::read::Named;
use crate::release::{self, Given, Unpacked};
use crate::temporary::{Folder, write_whole};
use crate::validate::facts_file::{self, FactsFile};
use crate::{accept, confirm, impact, locate, pair, revisions};

/// What to print, and how to exit.
pub struct Done {
    pub text: String,
    /// What could not be done besides, for standard error.
    pub notes: Vec<String>,
    pub exit_code: u8,
}

/// Runs `check`; paths are relative to `base`.
pub fn check(arguments: &Check, base: &Path, color: bool) -> Result<Done> {
    let how = &arguments.how;
    let format = how.report.as_deref().map(format_of).transpose()?;
    let (question, _checkouts) = question(arguments, base)?;
    let report = checked(arguments, &question, base)?;
    finish(report, &question, how, format, base, color)
}

/// The answer of `check`, for who does not print it.
pub fn check_report(arguments: &Check, base: &Path) -> Result<Report> {
    let (question, _checkouts) = question(arguments, base)?;
    checked(arguments, &question, base)
}

fn checked(arguments: &Check, question: &Question, base: &Path) -> Result<Report> {
    let facts = facts(&arguments.how, base)?;
    let ask = |settings: &Settings| {
        check::check(question, &Settings { assume: arguments.assume.clone(), ..settings.clone() })
    };
    watched(&arguments.how, facts, ask)
}

/// Runs `impact`; paths are relative to `base`.
pub fn impact(arguments: &Impact, base: &Path, color: bool) -> Result<Done> {
    let how = &arguments.how;
    let format = how.report.as_deref().map(format_of).transpose()?;
    let (question, _checkouts) = impact_question(arguments, base)?;
    let (report, note) = touched(arguments, &question, base)?;
    let mut done = finish(report, &question, how, format, base, color)?;
    done.notes.extend(note);
    Ok(done)
}

/// The answer of `impact`, for who does not print it.
pub fn impact_report(arguments: &Impact, base: &Path) -> Result<Report> {
    let (question, _checkouts) = impact_question(arguments, base)?;
    Ok(touched(arguments, &question, base)?.0)
}

pub(crate) fn impact_question(arguments: &Impact, base: &Path) -> Result<(Question, Vec<Kept>)> {
    let (mut question, checkouts) = question_of_versions(arguments, base)?;
    question.clients = Arc::new(impact::client_files(&question, base, &arguments.clients)?);
    Ok((question, checkouts))
}

/// The question of `impact` before the clients are looked for.
pub(crate) fn question_of_versions(arguments: &Impact, base: &Path) -> Result<(Question, Vec<Kept>)> {
    let revisions = (arguments.from.as_deref(), arguments.to.as_deref());
    let (old, new, checkouts) =
        versions(base, &arguments.old, arguments.new.as_deref(), revisions, &python(&arguments.how))?;
    let reading = reading(&arguments.how)?;
    Ok((Question { old, new, client: None, pair: None, clients: Arc::default(), reading }, checkouts))
}

/// The command that shows one of the clients in full, up to `--client`: these words, and the flags that say what is asked.
pub(crate) fn again(words: &[String], how: &How, question: &Question) -> String {
    let mut words = [&["safebump".to_owned()], words].concat();
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    flag("--module", question.reading.module.clone());
    flag("--python", how.python.as_ref().map(|python| python.display().to_string()));
    flag("--cflags", how.cflags.clone());
    flag("--facts", how.facts.as_ref().map(|facts| facts.display().to_string()));
    how.lib.iter().for_each(|name| flag("--lib", Some(name.clone())));
    how.types.iter().for_each(|given| flag("--type", Some(given.clone())));
    flag("--ints", (how.ints == args::Ints::Unbounded).then(|| "unbounded".to_owned()));
    flag("--floats", (how.floats == args::Floats::Real).then(|| "real".to_owned()));
    flag("--undefined", (how.undefined == args::Undefined::Ignore).then(|| "ignore".to_owned()));
    let exceptions = match how.exceptions {
        Exceptions::Type => None,
        Exceptions::Message => Some("message".to_owned()),
        Exceptions::Any => Some("any".to_owned()),
    };
    flag("--exceptions", exceptions);
    words.iter().map(|word| in_shell(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
pub(crate) fn in_shell(word: &str) -> String {
    match !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_=.,/+:@%^~".contains(c)) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The command for one client of `impact`.
pub(crate) fn again_of(arguments: &Impact, question: &Question) -> String {
    let mut words = vec!["check".to_owned()];
    for (flag, revision) in [("--from", &arguments.from), ("--to", &arguments.to)] {
        words.extend(revision.iter().flat_map(|revision| [flag.to_owned(), revision.clone()]));
    }
    words.extend(
        [Some(&arguments.old), arguments.new.as_ref()].into_iter().flatten().map(|path| path.display().to_string()),
    );
    again(&words, &arguments.how, question)
}

/// The report, and what there is to say about the store.
fn touched(arguments: &Impact, question: &Question, base: &Path) -> Result<(Report, Option<String>)> {
    let how = &arguments.how;
    let keeper = Keeper::new(Store::given(&arguments.kept, base)?, question, how, base)?;
    let report = watched(how, facts(how, base)?, |settings| impact::impact(question, settings, &keeper));
    let note = keeper.finish();
    Ok((Report { again: Some(again_of(arguments, question)), ..report? }, note))
}

/// What is known about libraries, if the user says where that stands.
pub(crate) fn facts(how: &How, base: &Path) -> Result<Option<Arc<FactsFile>>> {
    let Some(file) = &how.facts else { return Ok(None) };
    let path = base.join(file);
    if !path.exists() {
        return Err(facts_file::missing(file));
    }
    Ok(Some(Arc::new(FactsFile::read(&path)?)))
}

/// Runs with a line on the terminal that says how far it is.
pub(crate) fn watched<T>(
    how: &How,
    facts: Option<Arc<FactsFile>>,
    run: impl FnOnce(&Settings) -> Result<T>,
) -> Result<T> {
    let settings = Settings { facts, ..settings(how) };
    let _line = (!how.quiet).then(|| Line::show(&settings.progress));
    run(&settings)
}

/// Replays, then shows.
pub fn finish(
    mut report: Report,
    question: &Question,
    how: &How,
    format: Option<Format>,
    base: &Path,
    color: bool,
) -> Result<Done> {
    let mut notes = Vec::new();
    settle(&mut report, question, how, base, &mut notes)?;
    shown(report, question, how, format, base, color, notes)
}

/// What is done about each finding by itself: replays, audits, where its client stands.
fn settle(report: &mut Report, question: &Question, how: &How, base: &Path, notes: &mut Vec<String>) -> Result<()> {
    confirm::all(report, question, how, notes)?;
    if how.audit > 0 {
        audit_proofs(report, question, how, base, notes)?;
    }
    locate::fill(report, question);
    Ok(())
}

/// One finding of a table that others will show.
pub(crate) fn settled(
    finding: Finding,
    question: &Question,
    how: &How,
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<Finding> {
    let mut report = impact::of(question, vec![finding]);
    settle(&mut report, question, how, base, notes)?;
    Ok(report.findings.remove(0))
}

/// Marks what is accepted, writes what files are asked for, and says what to print.
pub(crate) fn shown(
    mut report: Report,
    question: &Question,
    how: &How,
    format: Option<Format>,
    base: &Path,
    color: bool,
    mut notes: Vec<String>,
) -> Result<Done> {
    accept::apply(&mut report, question, how, base, &mut notes)?;
    if let Some(file) = &how.emit_test {
        emit_test(&report, question, &base.join(file))?;
    }
    if let (Some(file), Some(format)) = (&how.report, format) {
        let text = render(&report, format, text::Options::default());
        write_whole(&base.join(file), &text).map_err(|error| failure::io(file, "write the report", &error))?;
    }
    let options = text::Options { color, quiet: how.quiet, verbose: how.verbose };
    let mut text = render(&report, how.format, options);
    if how.format == Format::Github {
        // GitHub reads the annotations among other lines.
        text += &text::write(&report, text::Options { color: false, ..options });
    }
    Ok(Done { text, notes, exit_code: report.exit_code(how.fails_on()) })
}

pub(crate) fn render(report: &Report, format: Format, options: text::Options) -> String {
    match format {
        Format::Text => text::write(report, options),
        Format::Json => report::json::write(report),
        Format::Sarif => report::sarif::write(report),
        Format::Github => report::github::write(report),
        Format::Html => report::html::write(report),
        Format::Markdown => report::markdown::write(report),
        Format::Junit => report::junit::write(report),
    }
}

pub(crate) fn format_of(file: &Path) -> Result<Format> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(Format::Json),
        Some("sarif") => Ok(Format::Sarif),
        Some("html" | "htm") => Ok(Format::Html),
        Some("md" | "markdown") => Ok(Format::Markdown),
        Some("xml") => Ok(Format::Junit),
        Some("txt" | "text" | "log") => Ok(Format::Text),
        _ => Err(Failure::new(
            format!("the ending of {} tells no report format", file.display()),
            "end it in .txt, .json, .sarif, .html, .md or .xml (JUnit)",
        )),
    }
}

/// How to look for the answer.
pub fn settings(how: &How) -> Settings {
    let engine = match how.engine {
        args::Engine::Auto => portfolio::Engine::Auto,
        args::Engine::Lazy => portfolio::Engine::Lazy,
        args::Engine::Eager => portfolio::Engine::Eager,
        args::Engine::Relational => portfolio::Engine::Relational,
        args::Engine::Random => portfolio::Engine::Random,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Settings {
        engine,
        timeout: how.timeout,
        total: how.total,
        unroll: how.unroll,
        identical_shortcut: !how.no_identical,
        plain_terms: how.no_simplify,
        keep_queries: how.keep_queries.clone(),
        seed: how.seed,
        notion: match how.equivalence {
            args::Equivalence::Functional => equiv::Notion::Functional,
            args::Equivalence::PartitionEffect => equiv::Notion::PartitionEffect,
            args::Equivalence::Path => equiv::Notion::Path,
        },
        characterise: true,
        merge: match how.merge {
            args::Merge::Auto => portfolio::Merge::Auto,
            args::Merge::Always => portfolio::Merge::Always,
            args::Merge::Never => portfolio::Merge::Never,
        },
        explain: how.explain,
        termination: match how.termination {
            args::Termination::Report => equiv::Termination::Report,
            args::Termination::Ignore => equiv::Termination::Ignore,
            args::Termination::Prove => equiv::Termination::Prove,
        },
        native: how.native,
        confirms: how.replay.is_none_or(|replay| replay == Replay::Native),
        messages: how.exceptions == Exceptions::Message,
        trust: how.trust(),
        jobs: how.jobs.unwrap_or(cores).max(1),
        library: how.lib.clone(),
        assume: Vec::new(),
        facts: None,
        progress: Arc::default(),
        watch: None,
    }
}

/// What is asked; versions out of git live as long as the checkouts.
pub fn question(arguments: &Check, base: &Path) -> Result<(Question, Vec<Kept>)> {
    if let Some(pair) = &arguments.pair {
        let (first, second) = pair::parse(pair)?;
        let (file, reading) = (Named::new(base, &arguments.old), reading(&arguments.how)?);
        let client = Some(Client { file: None, function: first });
        let question =
            Question { old: file.clone(), new: file, client, pair: Some(second), clients: Arc::default(), reading };
        return Ok((question, Vec::new()));
    }
    let client = arguments.client.as_deref().map(|client| Client::parse(base, client)).transpose()?;
    let revisions = (arguments.from.as_deref(), arguments.to.as_deref());
    let (old, new, checkouts) =
        versions(base, &arguments.old, arguments.new.as_deref(), revisions, &python(&arguments.how))?;
    Ok((
        Question { old, new, client, pair: None, clients: Arc::default(), reading: reading(&arguments.how)? },
        checkouts,
    ))
}

/// What is there for the time of one command: trees out of git, unpacked releases.
pub enum Kept {
    Checkout(Folder),
    Release(Unpacked),
}

/// Old and new: two paths or releases, or one path at two revisions.
pub(crate) fn versions(
    base: &Path,
    old: &Path,
    new: Option<&Path>,
    revisions: (Option<&str>, Option<&str>),
    python: &Python,
) -> Result<(Named, Named, Vec<Kept>)> {
    match (revisions, new) {
        ((Some(from), to), _) => {
            let (old_checkout, old_version) = revisions::check_out(base, old, from, to)?;
            let mut kept = vec![Kept::Checkout(old_checkout)];
            let new_version = match to {
                Some(to) => {
                    let (new_checkout, new_version) = revisions::check_out(base, old, to, Some(from))?;
                    kept.push(Kept::Checkout(new_checkout));
                    new_version
                }
                None => revisions::in_working_tree(base, old, from)?,
            };
            Ok((old_version, new_version, kept))
        }
        (_, Some(new)) => {
            let open = |given: &Path| release::open(base, &Given::parse(base, given), python);
            let (old, new) = (open(old)?, open(new)?);
            Ok((old.root.clone(), new.root.clone(), vec![Kept::Release(old), Kept::Release(new)]))
        }
        (_, None) => Err(Failure::new("NEW is missing", "write: safebump check OLD NEW --client FUNC")),
    }
}

/// The interpreter whose library and packages count.
pub(crate) fn python(how: &How) -> Python {
    how.python.clone().map_or_else(Python::default, Python)
}

pub(crate) fn reading(how: &How) -> Result<Reading> {
    Ok(Reading {
        module: how.module.clone(),
        python: python(how),
        types: how.types.iter().map(|given| parameter_type(given)).collect::<Result<_>>()?,
        ints: how.ints,
        floats: how.floats,
        undefined: how.undefined,
        exceptions: how.exceptions,
        opaque: how.opaque,
        externals: how.externals,
        share_axioms: how.share_axioms,
        library: None,
        cflags: how.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect(),
        by_name: None,
        namespace: None,
    })
}

pub(crate) fn parameter_type(given: &str) -> Result<(String, String)> {
    match given.split_once('=') {
        Some((name, wanted)) if !name.trim().is_empty() && !wanted.trim().is_empty() => {
            Ok((name.trim().to_owned(), wanted.trim().to_owned()))
        }
        _ => Err(Failure::new(
            format!("`--type {given}` names no parameter and type"),
            "write it as --type xs=list[int]",
        )),
    }
}

/// With `--audit`, a proof stands only if no run of the language itself contradicts it.
fn audit_proofs(
    report: &mut Report,
    question: &Question,
    how: &How,
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<()> {
    for finding in report.findings.iter_mut().filter(|finding| finding.kind == VerdictKind::Equivalent) {
        let about = question.about(finding.file.as_deref());
        let messages = question.reading.exceptions == Exceptions::Message;
        match audit::audit(&about, &finding.client, how.audit, how.trust(), messages) {
            Ok(Audited::Holds(audit)) => finding.audit = Some(audit),
            Ok(Audited::Contradicted(contradiction)) => {
                let name: String = finding.client.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
                let file = format!("safebump-disagrees-{name}.txt");
                let text = audit::record(&about, finding, &contradiction);
                std::fs::write(base.join(&file), text)
                    .map_err(|error| failure::io(Path::new(&file), "write what is needed to report it", &error))?;
                let call = format!("{}({})", finding.client, contradiction.arguments);
                let why = Why::ModelDisagrees { call, what: contradiction.what.to_string(), file };
                *finding = Finding {
                    method: finding.method,
                    file: finding.file.clone(),
                    assumptions: finding.assumptions.clone(),
                    ..Finding::undecided(&finding.client, why, finding.elapsed)
                };
            }
            // One that cannot be run leaves the others to be audited.
            Err(NotRun::Unconfined(why)) => {
                notes.push(why);
                return Ok(());
            }
            Err(not_run @ (NotRun::Failed(_) | NotRun::Lacks { .. })) => {
                let why = not_run.failure().render(|_| None);
                notes.push(format!(
                    "{} was not audited: {}",
                    finding.client,
                    why.trim().trim_start_matches("safebump: ")
                ));
            }
        }
    }
    Ok(())
}

fn emit_test(report: &Report, question: &Question, file: &Path) -> Result<()> {
    let Some(finding) = report.findings.iter().find(|finding| finding.kind == VerdictKind::Different) else {
        return Ok(());
    };
    let Some(example) = &finding.example else { return Ok(()) };
    let runner = confirm::native(&question.about(finding.file.as_deref()), &finding.client)?;
    let text = runner.test(example, [&report.old, &report.new])?;
    write_whole(file, &text).map_err(|error| failure::io(file, "write the test", &error))
}
