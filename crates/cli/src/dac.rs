//! `safebump dac`: does new fail what old does not?

use std::path::Path;
use std::time::{Duration, Instant};

use equiv::equal_outputs::{self, HoldsObjects};
use equiv::{Gap, Goal, Problem, Verdict, Why};
use front_boogie::Choices;
use report::{Finding, Report, contracts, text};

use crate::args::{self, Axiom, Dac, Format};
use crate::check::cut_off;
use crate::clock::{self, Cut, GRACE};
use crate::command::{Done, format_of, parameter_type, render, versions};
use crate::failure::{self, Failure, Result};
use crate::mapping::{Mapping, known_functions};
use crate::question::{Failures, Question, Reading, open};
use crate::read::{self, Named};
use crate::temporary::write_whole;

/// Runs the command; paths are relative to `base`.
pub fn dac(arguments: &Dac, base: &Path, color: bool) -> Result<Done> {
    // What cannot be written is said before anything is checked.
    arguments.report.as_deref().map(format_of).transpose()?;
    finish(&report(arguments, base)?, arguments, base, color)
}

/// Writes down what was found.
pub fn finish(report: &Report, arguments: &Dac, base: &Path, color: bool) -> Result<Done> {
    let format = arguments.report.as_deref().map(format_of).transpose()?;
    if let Some(file) = &arguments.save_contracts {
        save(report, &base.join(file))?;
    }
    if let (Some(file), Some(format)) = (&arguments.report, format) {
        let text = render(report, format, text::Options::default());
        write_whole(&base.join(file), &text).map_err(|error| failure::io(file, "write the report", &error))?;
    }
    let options = text::Options { color, quiet: arguments.quiet, verbose: arguments.verbose };
    let mut text = render(report, arguments.format, options);
    if arguments.format == Format::Github {
        text += &text::write(report, text::Options { color: false, ..options });
    }
    Ok(Done { text, notes: Vec::new(), exit_code: report.kind().exit_code() })
}

/// What is asked, with all files read.
#[derive(Clone)]
struct Asked {
    question: Question,
    failures: Failures,
    mode: portfolio::Mode,
    contracts: portfolio::Contracts,
    /// As messages call the file of contracts.
    contracts_file: String,
    queries: Option<portfolio::QuerySink>,
    plain_terms: bool,
    deadline: Instant,
}

/// Checks every entry.
pub fn report(arguments: &Dac, base: &Path) -> Result<Report> {
    let deadline = Instant::now() + arguments.timeout;
    let revisions = (arguments.from.as_deref(), arguments.to.as_deref());
    let (old, new, _checkouts) =
        versions(base, &arguments.old, arguments.new.as_deref(), revisions, &native_python::Python::default())?;
    let asked = asked(arguments, (old, new), base, deadline)?;
    let entries = match &arguments.entry {
        Some(entry) => vec![entry.clone()],
        None => {
            let asked = asked.clone();
            within(arguments.timeout, move || open(&asked.question)?.entries())??
        }
    };
    if entries.is_empty() {
        let (old, new) = (&asked.question.old.name, &asked.question.new.name);
        return Err(Failure::new(
            format!("no function is in both {old} and {new}"),
            "give the files of two versions of one program, or say where to begin with --entry FUNC",
        ));
    }
    let mut findings = Vec::new();
    for entry in entries {
        let (asked, name) = (asked.clone(), entry.clone());
        let left = deadline.saturating_duration_since(Instant::now());
        let begun = Instant::now();
        let ended = match left.is_zero() {
            true => Err(Cut::NotBegun),
            false => clock::run(left + GRACE, move || answer(&asked, &name)),
        };
        match ended {
            Ok(finding) => findings.push(finding?),
            Err(cut) => findings.push(cut_off(&entry, cut, begun.elapsed())),
        }
    }
    let only_in = (findings.len() > 1).then(report::OnlyIn::default);
    let (old, new) = (asked.question.old.name, asked.question.new.name);
    Ok(Report { command: "dac", old, new, findings, only_in, ..Report::default() })
}

fn within<T: Send + 'static>(time: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    clock::run(time + GRACE, work).map_err(|cut| match cut {
        Cut::OutOfTime | Cut::NotBegun => Failure::new("reading the files took too long", "raise --timeout"),
        Cut::OutOfMemory => Failure::new("reading the files took too much memory", "raise --memory"),
        Cut::Crashed(why) => Failure::new(format!("cannot read the files: {why}"), ""),
    })
}

fn asked(arguments: &Dac, (old, new): (Named, Named), base: &Path, deadline: Instant) -> Result<Asked> {
    let reading = Reading {
        types: arguments.types.iter().map(|given| parameter_type(given)).collect::<Result<_>>()?,
        ints: arguments.ints,
        floats: arguments.floats,
        externals: arguments.externals,
        share_axioms: arguments.share_axioms,
        cflags: arguments.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect(),
        ..Reading::default()
    };
    let question = Question { old, new, client: None, pair: None, clients: Default::default(), reading };
    let mapping = match &arguments.map {
        Some(file) => Mapping::read(&read::source(&Named::new(base, file))?)?,
        None => Mapping::default(),
    };
    let contracts_file = arguments.contracts.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
    Ok(Asked {
        failures: Failures {
            spec: arguments.spec,
            all_but_null: arguments.axiom.contains(&Axiom::Null),
            downward: arguments.axiom.contains(&Axiom::Monotone),
            globals: mapping.globals,
            choices: Choices::Written,
        },
        mode: match arguments.mode {
            args::Mode::Sound => portfolio::Mode::Sound,
            args::Mode::Single => portfolio::Mode::Single,
            args::Mode::Unsound => portfolio::Mode::Unsound,
            args::Mode::Shallow => portfolio::Mode::Shallow,
            args::Mode::Nonmodular => portfolio::Mode::Nonmodular,
        },
        contracts: portfolio::Contracts {
            contracts: match &arguments.contracts {
                Some(file) => {
                    let source = read::source(&Named::new(base, file))?;
                    contracts::read(&source.text).map_err(|bad| bad_contract(&contracts_file, bad.line, bad.message))?
                }
                None => Vec::new(),
            },
            mapped: mapping.functions,
        },
        contracts_file,
        queries: arguments.keep_queries.as_ref().map(crate::check::keep).transpose()?,
        plain_terms: arguments.no_simplify,
        question,
        deadline,
    })
}

fn bad_contract(file: &str, line: u32, message: String) -> Failure {
    ir::entry::SourceError::new(file, Some((line, 1)), message).into()
}

/// What is found with the choices that the programs write down. Which choice of one version stands beside which of the other
/// is a matter of counting them: a difference that is none once unread choices are not counted is not told.
fn answer(asked: &Asked, entry: &str) -> Result<Finding> {
    let begun = Instant::now();
    let (problem, mut answer) = ask(asked, entry, Choices::Written)?;
    if let Verdict::Different(example) = &answer.verdict
        && !example.choices().is_empty()
        && let (_, aligned) = ask(asked, entry, Choices::Read)?
        && matches!(aligned.verdict, Verdict::Equivalent(_))
    {
        let open = Gap::nowhere(Why::DependsOnChoices);
        answer.verdict = Verdict::Undecided(vec![open.clone()]);
        answer.coverage.differs.clear();
        answer.coverage.open.push(open);
    }
    Ok(Finding::new(&problem, &answer.verdict, answer.method, &answer.coverage, begun.elapsed()))
}

fn ask(asked: &Asked, entry: &str, choices: Choices) -> Result<(Problem, portfolio::Answer)> {
    let failures = Failures { choices, ..asked.failures.clone() };
    let (mut pair, mut spec) = open(&asked.question)?.lower_with_failures(entry, &failures)?;
    if failures.spec == args::Spec::Equivalence {
        spec = equal_outputs::assert(&mut pair).map_err(|HoldsObjects| {
            let advice = format!("ask instead: safebump check OLD NEW --client {entry}");
            Failure::new(format!("`{entry}` gives back objects, which --spec equivalence cannot compare"), advice)
        })?;
    }
    let problem = Problem::asking(pair, Goal::OnlyNewFails(spec));
    known_functions(&problem, &asked.contracts.mapped)?;
    let options = portfolio::Options {
        timeout: asked.deadline.saturating_duration_since(Instant::now()),
        mode: asked.mode,
        contracts: asked.contracts.clone(),
        queries: asked.queries.clone(),
        plain_terms: asked.plain_terms,
        ..portfolio::Options::default()
    };
    let answer = portfolio::check(&problem, &options);
    for gap in &answer.coverage.open {
        if let Why::BadContract(bad) = &gap.why {
            return Err(bad_contract(&asked.contracts_file, bad.line, contracts::meaningless(&bad.why)));
        }
    }
    Ok((problem, answer))
}

/// The contracts of all findings, in a file that can be given to `--contracts`.
fn save(report: &Report, file: &Path) -> Result<()> {
    write_whole(file, &contracts::file(report)).map_err(|error| failure::io(file, "write the contracts", &error))
}
