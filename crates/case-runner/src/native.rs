//! Holds verdicts and the interpreter against CPython.

use cli::args::{Check, Exceptions};
use cli::native::{self, Layout, Observed};
use cli::question::{Front, open};
use cli::{clock, command};

use equiv::inputs::Generator;
use equiv::{Problem, Side};
use ir::interp::Limits;
use report::example::{self, Seen};
use report::{Kind, Report};

use crate::case::{Case, Truth};
use crate::run::Outcome;

/// How many inputs an `equivalent` case runs on.
const INPUTS: usize = 1000;

/// A counterexample must differ in CPython too; a proof must hold on random inputs.
pub fn confirm(case: &Case, arguments: &Check, report: &Report, outcome: &mut Outcome) -> Result<(), String> {
    let Some(client) = report.findings.first().filter(|_| report.only_in.is_none()) else { return Ok(()) };
    let (question, _checkouts) = command::question(arguments, &case.folder).map_err(plain)?;
    let messages = arguments.how.exceptions == Exceptions::Message;
    let name = client.client.clone();
    let mut calls: Vec<String> = client.example.iter().map(native::arguments).collect();
    let sampled = client.example.is_none();
    let work = move || {
        let front = open(&question).map_err(plain)?;
        let layouts = front.native(&name).map_err(plain)?;
        let samples = if sampled { samples(front.as_ref(), &name)? } else { Vec::new() };
        Ok::<_, String>((layouts, samples))
    };
    let (layouts, samples) =
        clock::run(std::time::Duration::from_secs(60), work).map_err(|cut| format!("native: {cut:?}"))??;
    calls.extend(samples.iter().map(|sample| sample.arguments.clone()));
    let [old, new] = both(&layouts, &calls)?;
    for (index, call) in calls.iter().enumerate() {
        match native::same(&old[index], &new[index], messages) {
            Some(true) if client.kind == Kind::Different => {
                outcome.failures.push(format!("CPython does the same in both versions on {call}"));
            }
            None if client.kind == Kind::Different => {
                outcome.failures.push(format!("CPython gives no observation on {call}"));
            }
            Some(false) if case.truth == Truth::Verdict(Kind::Equivalent) => {
                outcome.failures.push(format!("CPython tells the versions apart on {call}"));
                return Ok(());
            }
            _ => {}
        }
    }
    for (index, sample) in samples.iter().enumerate() {
        for (side, observed, said) in [("old", &old[index], &sample.old), ("new", &new[index], &sample.new)] {
            if let Some(why) = disagreement(observed, said) {
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

fn both(layouts: &[Layout; 2], calls: &[String]) -> Result<[Vec<Observed>; 2], String> {
    Ok([native::run(&layouts[0], calls).map_err(plain)?, native::run(&layouts[1], calls).map_err(plain)?])
}

/// An input as Python writes it, and what the interpreter made of it.
struct Sample {
    arguments: String,
    old: Seen,
    new: Seen,
}

fn samples(front: &dyn Front, client: &str) -> Result<Vec<Sample>, String> {
    let problem = Problem::new(front.lower(client).map_err(plain)?);
    let mut generator = Generator::new(&problem, 1);
    // What takes long here would take long in CPython: such inputs are left out.
    let limits = Limits { fuel: 50_000, ..Limits::default() };
    let mut samples = Vec::new();
    for _ in 0..INPUTS {
        let inputs = generator.next_inputs();
        let run = |side: Side| equiv::replay::run(&problem, side, &inputs, limits).ok();
        let (Some(old), Some(new)) = (run(Side::Old), run(Side::New)) else { continue };
        let Some(at_call) = &old.at_call else { continue };
        samples.push(Sample {
            arguments: native::tuple(&example::call("", &example::inputs_at(&problem, Side::Old, at_call))),
            old: example::seen(&problem, Side::Old, &old),
            new: example::seen(&problem, Side::New, &new),
        });
    }
    Ok(samples)
}

/// Did CPython do something else than the interpreter said?
fn disagreement(observed: &Observed, said: &Seen) -> Option<String> {
    let (kind, text) = observed.outcome()?;
    let (expected_kind, expected) = match &said.outcome {
        example::Outcome::Returns(Some(word)) => ("returns", word.written.clone()),
        example::Outcome::Returns(None) => ("returns", "None".to_owned()),
        // The message is not compared.
        example::Outcome::Raises(what) => ("raises", what.split([':', '(']).next().unwrap_or(what).to_owned()),
        example::Outcome::Traps(_) | example::Outcome::NeverReturns => return None,
    };
    // Functions are written with their address.
    if kind == expected_kind && text.contains(" at 0x") {
        return None;
    }
    (kind != expected_kind || text != expected)
        .then(|| format!("CPython {kind} {text}, the interpreter says it {expected_kind} {expected}"))
}
