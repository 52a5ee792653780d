//! `safebump summaries`: is every summary of merged paths equal to the paths it replaces?

use std::path::Path;
use std::time::Instant;

use equiv::Problem;
use report::regions::{self, Compared, Report};

use crate::args::{PlainFormat, Summaries};
use crate::clock::{self, Cut, GRACE};
use crate::command::{Done, parameter_type};
use crate::failure::{Failure, Result};
use crate::question::{Question, Reading, open};
use crate::read::Named;

/// Runs the command; paths are relative to `base`.
pub fn summaries(arguments: &Summaries, base: &Path) -> Result<Done> {
    let report = report(arguments, base)?;
    let text = match arguments.format {
        PlainFormat::Text => regions::text(&report, arguments.quiet),
        PlainFormat::Json => regions::json(&report),
    };
    Ok(Done { text, notes: Vec::new(), exit_code: report.exit_code() })
}

/// Compares the summaries of every function that is asked about.
pub fn report(arguments: &Summaries, base: &Path) -> Result<Report> {
    let deadline = Instant::now() + arguments.timeout;
    let question = question(arguments, base)?;
    let asked = question.clone();
    let known = clock::run(arguments.timeout + GRACE, move || Ok(open(&asked)?.functions()?.0));
    let known: Vec<String> =
        known.unwrap_or_else(|cut| Err(Failure::new(format!("cannot read the file: {}", word(&cut)), "")))?;
    let functions = match &arguments.function {
        Some(function) => vec![function.clone()],
        None => known,
    };
    let mut compared = Vec::new();
    for function in functions {
        let (asked, name) = (question.clone(), function.clone());
        let left = deadline.saturating_duration_since(Instant::now());
        let is_named = arguments.function.is_some();
        let ended = clock::run(left + GRACE, move || compare(&asked, &name, deadline));
        compared.push(match ended {
            Ok(Ok(compared)) => compared,
            Ok(Err(failure)) if is_named => return Err(failure),
            // One that cannot be asked about must not hide the others.
            Ok(Err(failure)) => {
                let why = failure.render(|_| None);
                Compared::not_looked_at(&function, why.trim().trim_start_matches("safebump: ").to_owned())
            }
            Err(cut) => Compared::not_looked_at(&function, word(&cut)),
        });
    }
    Ok(Report { file: question.old.name, functions: compared, expected: arguments.expect })
}

fn compare(question: &Question, function: &str, deadline: Instant) -> Result<Compared> {
    let problem = Problem::new(open(question)?.lower(function)?);
    let proofs = portfolio::prove_summaries(&problem, deadline.saturating_duration_since(Instant::now()));
    Ok(Compared::new(&problem, &proofs))
}

fn question(arguments: &Summaries, base: &Path) -> Result<Question> {
    let reading = Reading {
        types: arguments.types.iter().map(|given| parameter_type(given)).collect::<Result<_>>()?,
        ints: arguments.ints,
        floats: arguments.floats,
        cflags: arguments.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect(),
        ..Reading::default()
    };
    let file = Named::new(base, &arguments.file);
    Ok(Question { old: file.clone(), new: file, client: None, pair: None, clients: Default::default(), reading })
}

fn word(cut: &Cut) -> String {
    match cut {
        Cut::OutOfTime | Cut::NotBegun => "the time is up; raise --timeout".to_owned(),
        Cut::OutOfMemory => "the memory is used up; raise --memory".to_owned(),
        Cut::Crashed(why) => format!("the check failed: {why}"),
    }
}
