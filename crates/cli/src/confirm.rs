//! Runs counterexamples of the model in the language itself, before they are shown.

use std::time::{Duration, Instant};

use confine::Trust;
use equiv::{Counterexample, Problem, Side, Why};
use ir::entry::AssumptionKind;
use ir::interp::Limits;
use report::{Example, Finding, Replayed, Report, VerdictKind};
use value::Value;

use crate::args::{Exceptions, How, Replay};
use crate::check::Settings;
use crate::failure::Result;
use crate::native::{self, Native, NotRun};
use crate::question::{Front, Question};
use crate::{clock, question, search};

/// What the language itself shows of an input on which the model differs.
enum Shows {
    Differs,
    Same,
    Nothing(String),
}

/// Runs the example, if that can be done at all.
fn run(
    native: &mut dyn Native,
    example: &Example,
    trust: Trust,
    messages: bool,
) -> std::result::Result<Option<Shows>, NotRun> {
    // The language itself would not come back; single calls are run there, in the state that loading leaves; and
    // what it ran alone it need not run again.
    let is_alone = example.replayed != Replayed::Builtin;
    if example.never_returns() || !example.before.is_empty() || is_alone {
        return Ok(None);
    }
    let [old, new] = native.run(&[native::arguments(&example.call)], trust)?;
    Ok(Some(match native::same(&old[0], &new[0], messages) {
        Some(false) => Shows::Differs,
        // Only the model can begin with any contents of globals, and with parts that are one object.
        Some(true) if !example.globals.is_empty() => Shows::Nothing("the globals cannot be set".to_owned()),
        Some(true) if example.has_shared_parts => Shows::Nothing("its arguments share parts".to_owned()),
        Some(true) => Shows::Same,
        None => {
            let why = old[0].why_nothing().or(new[0].why_nothing()).unwrap_or("no reason is known");
            Shows::Nothing(why.to_owned())
        }
    }))
}

/// Who has less time than this left shows what the model says.
const LEAST: Duration = Duration::from_millis(1200);

/// Do the runs on these inputs stay within the core of the language, whose model is held against it all the time?
fn is_within_core(front: &dyn Front, problem: &Problem, inputs: &[Value]) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let (entry, run) = (problem.entry(side), equiv::entered(problem, side, inputs, Limits::default()));
        let mut others = run.into_iter().filter(|id| *id != entry.entry);
        others.all(|id| front.is_core(&entry.program.functions[id]))
    })
}

/// The finding, if the language itself does not show the opposite: asked where the runs meet more than the core of the
/// language. Where it shows nothing, the finding stands.
pub(crate) fn confirmed(
    front: &dyn Front,
    problem: &Problem,
    shown: &Counterexample,
    mut finding: Finding,
    settings: &Settings,
    (begun, deadline): (Instant, Instant),
) -> Finding {
    let Some(example) = finding.example.as_mut().filter(|_| finding.kind == VerdictKind::Different) else {
        return finding;
    };
    let left = deadline.saturating_duration_since(Instant::now());
    let is_asked = settings.confirms && search::is_on(settings) && left >= LEAST;
    if !is_asked || is_within_core(front, problem, shown.inputs()) {
        return finding;
    }
    let Ok(mut native) = front.native(&finding.client) else { return finding };
    native.hurry((left.as_secs_f64() / 4.0).min(1.0));
    match run(native.as_mut(), example, settings.trust, settings.messages) {
        Ok(Some(Shows::Differs)) => {
            example.replayed = Replayed::Native;
            finding
        }
        Ok(Some(Shows::Same)) => {
            let call = example.call.clone();
            taken_back(&finding, call, native.as_ref(), begun.elapsed())
        }
        Ok(Some(Shows::Nothing(_)) | None) | Err(_) => finding,
    }
}

fn taken_back(finding: &Finding, call: String, native: &dyn Native, elapsed: Duration) -> Finding {
    let why = Why::SameNatively { call, by: native.runs_in().to_string() };
    Finding { method: finding.method, file: finding.file.clone(), ..Finding::undecided(&finding.client, why, elapsed) }
}

/// With `--replay native`, and where what loading does was only seen, `different` stands only if the language itself does
/// not show the opposite. Where it shows nothing (it does not start, the input cannot be written, it is refused) the answer
/// stands as it is, with a note.
pub(crate) fn all(report: &mut Report, question: &Question, how: &How, notes: &mut Vec<String>) -> Result<()> {
    for finding in report.findings.iter_mut().filter(|finding| finding.kind == VerdictKind::Different) {
        let was_loaded = finding.assumptions.iter().any(|assumption| assumption.kind == AssumptionKind::Loading);
        let Some(example) = &mut finding.example else { continue };
        if how.replay != Some(Replay::Native) && !was_loaded {
            continue;
        }
        let mut native = native(&question.about(finding.file.as_deref()), &finding.client)?;
        let messages = question.reading.exceptions == Exceptions::Message;
        match run(native.as_mut(), example, how.trust(), messages) {
            Ok(Some(Shows::Differs)) => example.replayed = Replayed::Native,
            Ok(Some(Shows::Same)) => {
                let call = example.call.clone();
                *finding = taken_back(finding, call, native.as_ref(), finding.elapsed);
            }
            Ok(Some(Shows::Nothing(why))) => {
                notes.push(format!("{} shows nothing in {}: {why}", example.call, native.runs_in()));
            }
            Ok(None) => {}
            Err(NotRun::Unconfined(why)) => {
                notes.push(why);
                return Ok(());
            }
            Err(why @ (NotRun::Failed(_) | NotRun::Lacks { .. })) => return Err(why.failure()),
        }
    }
    Ok(())
}

/// Both versions to be run natively. Reading may recurse deeply: a thread of its own.
pub(crate) fn native(question: &Question, client: &str) -> Result<Box<dyn Native>> {
    let (asked, name) = (question.clone(), client.to_owned());
    let found = clock::run(Duration::from_secs(60), move || question::open(&asked)?.native(&name));
    found.unwrap_or_else(|_| Err(crate::failure::Failure::new("cannot read the files again", "")))
}
