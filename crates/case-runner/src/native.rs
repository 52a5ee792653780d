//! Holds verdicts and the interpreter against CPython and compiled code.

use cli::args::{Check, Exceptions, Floats};
use cli::native::{self, Observed};
use cli::question::{Front, open};
use cli::{clock, command};

use equiv::Side;
use equiv::inputs::Generator;
use ir::interp::Limits;
use report::example::{self, Seen};
use report::{Kind, Report};

use crate::case::{Case, Truth};
use crate::run::Outcome;

/// How many inputs an `equivalent` case runs on.
const INPUTS: usize = 1000;

/// A counterexample must differ natively too; a proof must hold on random inputs.
pub fn confirm(case: &Case, arguments: &Check, report: &Report, outcome: &mut Outcome) -> Result<(), String> {
    let Some(client) = report.findings.first().filter(|_| report.only_in.is_none()) else { return Ok(()) };
    // CPython would not come back either; and only single calls are run natively.
    if client.example.as_ref().is_some_and(|example| example.never_returns() || !example.before.is_empty()) {
        return Ok(());
    }
    let (question, _checkouts) = command::question(arguments, &case.folder).map_err(plain)?;
    let messages = arguments.how.exceptions == Exceptions::Message;
    let name = client.client.clone();
    let mut calls: Vec<String> = client.example.iter().map(|example| native::arguments(&example.call)).collect();
    let sampled = client.example.is_none();
    if arguments.how.floats == Floats::Real {
        // Compiled code rounds: it can neither confirm nor refute what holds for real numbers.
        return Ok(());
    }
    let work = move || {
        let front = open(&question).map_err(plain)?;
        let native = front.native(&name).map_err(plain)?;
        let samples = if sampled { samples(front.as_ref(), &name)? } else { Vec::new() };
        Ok::<_, String>((native, samples))
    };
    let (native, samples) =
        clock::run(std::time::Duration::from_secs(60), work).map_err(|cut| format!("native: {cut:?}"))??;
    calls.extend(samples.iter().map(|sample| sample.arguments.clone()));
    let (place, [old, new]) = (native.runs_in(), native.run(&calls).map_err(plain)?);
    for (index, call) in calls.iter().enumerate() {
        // Beyond what a pointer leads to anything may be found.
        if sampled && samples.get(index).is_some_and(|sample| sample.is_doubtful) {
            continue;
        }
        match native::same(&old[index], &new[index], messages) {
            Some(true) if client.kind == Kind::Different => {
                outcome.failures.push(format!("{place} does the same in both versions on {call}"));
            }
            None if client.kind == Kind::Different => {
                outcome.failures.push(format!("{place} gives no observation on {call}"));
            }
            Some(false) if case.truth == Truth::Verdict(Kind::Equivalent) => {
                outcome.failures.push(format!("{place} tells the versions apart on {call}"));
                return Ok(());
            }
            _ => {}
        }
    }
    for (index, sample) in samples.iter().enumerate() {
        for (side, observed, said) in [("old", &old[index], &sample.old), ("new", &new[index], &sample.new)] {
            if let Some(why) = disagreement(place, observed, said) {
                outcome.failures.push(format!("{side} on {}: {why}", sample.arguments));
                return Ok(());
            }
        }
    }
    Ok(())
}

fn plain(failure: cli::failure::Failure) -> String {
    failure.render(|_| None).trim_end().to_owned()
}

/// An input as the language writes it, and what the interpreter made of it.
struct Sample {
    arguments: String,
    old: Seen,
    new: Seen,
    /// A run ended by something that compiled code need not notice and a caller must not do.
    is_doubtful: bool,
}

fn samples(front: &dyn Front, client: &str) -> Result<Vec<Sample>, String> {
    let problem = cli::check::problem(front, client).map_err(plain)?;
    let mut generator = Generator::new(&problem, 1);
    // What takes long here would take long in CPython: such inputs are left out.
    let limits = Limits { fuel: 50_000, ..Limits::default() };
    let mut samples = Vec::new();
    for _ in 0..INPUTS {
        let inputs = generator.next_inputs();
        let run = |side: Side| equiv::replay::run(&problem, side, &inputs, limits).ok();
        let (Some(old), Some(new)) = (run(Side::Old), run(Side::New)) else { continue };
        let declared = || example::declared_inputs(&problem, &inputs);
        let at_call = || Some(example::inputs_at(&problem, Side::Old, old.at_call.as_ref()?));
        let Some(arguments) = declared().or_else(at_call) else { continue };
        let is_doubtful = [&old, &new].iter().any(|ended| match &ended.outcome {
            ir::interp::Outcome::Trapped(what) => problem.notation.is_doubtful(what.as_str()),
            _ => false,
        });
        samples.push(Sample {
            is_doubtful,
            arguments: native::arguments(&example::call("", &arguments)),
            old: example::seen(&problem, Side::Old, &old),
            new: example::seen(&problem, Side::New, &new),
        });
    }
    Ok(samples)
}

/// Was something else done natively than the interpreter said?
fn disagreement(place: &str, observed: &Observed, said: &Seen) -> Option<String> {
    let (kind, text) = observed.outcome()?;
    let kind_of = |raised: &str| raised.split([':', '(']).next().unwrap_or_default().to_owned();
    let text = if kind == "raises" { kind_of(text) } else { text.to_owned() };
    let (expected_kind, expected) = match &said.outcome {
        example::Outcome::Returns(Some(word)) => ("returns", word.written.clone()),
        // No value at all, or a language's word for none.
        example::Outcome::Returns(None) => ("returns", if place == "CPython" { "None" } else { "void" }.to_owned()),
        // The message is not compared.
        example::Outcome::Raises(what) => ("raises", kind_of(what)),
        // Compiled code need not notice that its behaviour is undefined.
        example::Outcome::Traps(_) | example::Outcome::NeverReturns => return None,
    };
    // Functions are written with their address.
    if kind == expected_kind && text.contains(" at 0x") {
        return None;
    }
    (kind != expected_kind || text != expected)
        .then(|| format!("{place} {kind} {text}, the interpreter says it {expected_kind} {expected}"))
}
