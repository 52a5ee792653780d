//! `safebump check`: from arguments to what is printed and the exit code.

use std::path::Path;

use equiv::GapKind;
use report::{Finding, Kind, Replayed, Report, text};

use crate::args::{self, Check, Exceptions, Format, Replay};
use crate::check::{self, Settings};
use crate::failure::{self, Failure, Result};
use crate::native;
use crate::question::{self, Client, Question, Reading};
use crate::read::Named;
use crate::revisions::{self, Checkout};
use crate::{clock, emit};

/// What to print, and how to exit.
pub struct Done {
    pub text: String,
    pub exit_code: u8,
}

/// Runs the command; paths are relative to `base`.
pub fn check(arguments: &Check, base: &Path, color: bool) -> Result<Done> {
    let format = arguments.report.as_deref().map(format_of).transpose()?;
    let (question, _checkouts) = question(arguments, base)?;
    let settings = settings(arguments);
    exists(settings.engine)?;
    let mut report = check::check(&question, &settings)?;
    confirm(&mut report, &question, arguments.replay)?;
    if let Some(file) = &arguments.emit_test {
        emit_test(&report, &question, &base.join(file))?;
    }
    if let (Some(file), Some(format)) = (&arguments.report, format) {
        let text = render(&report, format, text::Options::default());
        std::fs::write(base.join(file), text).map_err(|error| failure::io(file, "write the report", &error))?;
    }
    let options = text::Options { color, quiet: arguments.quiet, verbose: arguments.verbose };
    let mut text = render(&report, arguments.format, options);
    if arguments.format == Format::Github {
        // GitHub reads the annotations among other lines.
        text += &text::write(&report, text::Options { color: false, ..options });
    }
    Ok(Done { text, exit_code: report.kind().exit_code() })
}

pub(crate) fn render(report: &Report, format: Format, options: text::Options) -> String {
    match format {
        Format::Text => text::write(report, options),
        Format::Json => report::json::write(report),
        Format::Sarif => report::sarif::write(report),
        Format::Github => report::github::write(report),
        Format::Html => report::html::write(report),
    }
}

pub(crate) fn format_of(file: &Path) -> Result<Format> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(Format::Json),
        Some("sarif") => Ok(Format::Sarif),
        Some("html" | "htm") => Ok(Format::Html),
        Some("txt" | "text" | "md" | "log") => Ok(Format::Text),
        _ => Err(Failure::new(
            format!("the ending of {} tells no report format", file.display()),
            "end it in .txt, .json, .sarif or .html",
        )),
    }
}

/// How to look for the answer.
pub fn settings(arguments: &Check) -> Settings {
    let engine = match arguments.engine {
        args::Engine::Auto => portfolio::Engine::Auto,
        args::Engine::Lazy => portfolio::Engine::Lazy,
        args::Engine::Eager => portfolio::Engine::Eager,
        args::Engine::Relational => portfolio::Engine::Relational,
        args::Engine::Random => portfolio::Engine::Random,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Settings {
        engine,
        timeout: arguments.timeout,
        unroll: arguments.unroll,
        identical_shortcut: !arguments.no_identical,
        plain_terms: arguments.no_simplify,
        keep_queries: arguments.keep_queries.clone(),
        seed: arguments.seed,
        jobs: arguments.jobs.unwrap_or(cores).max(1),
    }
}

/// The engine that is promised and not there yet.
fn exists(engine: portfolio::Engine) -> Result<()> {
    if engine == portfolio::Engine::Eager {
        let advice = "use --engine auto, lazy, relational or random";
        return Err(Failure::new("the engine `eager` does not exist yet", advice));
    }
    Ok(())
}

/// What is asked; versions out of git live as long as the checkouts.
pub fn question(arguments: &Check, base: &Path) -> Result<(Question, Vec<Checkout>)> {
    let client = arguments.client.as_deref().map(|client| Client::parse(base, client)).transpose()?;
    let mut checkouts = Vec::new();
    let (old, new) = match (&arguments.from, &arguments.to, &arguments.new) {
        (Some(from), Some(to), _) => {
            let (old_checkout, old) = revisions::check_out(base, &arguments.old, from, "old")?;
            let (new_checkout, new) = revisions::check_out(base, &arguments.old, to, "new")?;
            checkouts.extend([old_checkout, new_checkout]);
            (old, new)
        }
        (_, _, Some(new)) => (Named::new(base, &arguments.old), Named::new(base, new)),
        (_, _, None) => return Err(Failure::new("NEW is missing", "write: safebump check OLD NEW --client FUNC")),
    };
    let reading = Reading {
        module: arguments.module.clone(),
        types: arguments.types.iter().map(|given| parameter_type(given)).collect::<Result<_>>()?,
        ints: arguments.ints,
        floats: arguments.floats,
        termination: arguments.termination,
        undefined: arguments.undefined,
        exceptions: arguments.exceptions,
        cflags: arguments.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect(),
    };
    Ok((Question { old, new, client, reading }, checkouts))
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

/// With `--replay native`, `different` stands only if the language itself shows the difference.
fn confirm(report: &mut Report, question: &Question, replay: Replay) -> Result<()> {
    if replay != Replay::Native {
        return Ok(());
    }
    for finding in report.findings.iter_mut().filter(|finding| finding.kind == Kind::Different) {
        let Some(example) = &mut finding.example else { continue };
        let layouts = layouts(question, &finding.client)?;
        let calls = [native::arguments(example)];
        let seen: Vec<_> = layouts.iter().map(|layout| native::run(layout, &calls)).collect::<Result<_>>()?;
        let messages = question.reading.exceptions == Exceptions::Message;
        match native::same(&seen[0][0], &seen[1][0], messages) {
            Some(false) => example.replayed = Replayed::Native,
            Some(true) | None => {
                let detail = format!("{} does the same in Python itself", example.call);
                *finding = Finding {
                    engine: finding.engine.clone(),
                    ..Finding::undecided(&finding.client, GapKind::DidNotReplay, &detail, finding.elapsed)
                };
            }
        }
    }
    Ok(())
}

/// Where the files are, for running them natively. Reading may recurse deeply: a thread of its own.
fn layouts(question: &Question, client: &str) -> Result<[native::Layout; 2]> {
    let (asked, name) = (question.clone(), client.to_owned());
    let found = clock::run(std::time::Duration::from_secs(60), move || question::open(&asked)?.native(&name));
    found.unwrap_or_else(|_| Err(Failure::new("cannot read the files again", "")))
}

fn emit_test(report: &Report, question: &Question, file: &Path) -> Result<()> {
    let Some(finding) = report.findings.iter().find(|finding| finding.kind == Kind::Different) else { return Ok(()) };
    let Some(example) = &finding.example else { return Ok(()) };
    let layouts = layouts(question, &finding.client)?;
    let text = emit::pytest(example, &layouts, [&report.old, &report.new]);
    std::fs::write(file, text).map_err(|error| failure::io(file, "write the test", &error))
}
