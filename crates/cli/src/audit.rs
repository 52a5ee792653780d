//! Holds a proof against the language itself: both versions are run natively on generated inputs, and
//! each run is also held against what the model says of it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use confine::Trust;
use equiv::inputs::Generator;
use equiv::{Problem, Side};
use ir::interp::Limits;
use report::Finding;
use report::example::{self, Seen};
use report::finding::Audit;

use crate::failure::{Failure, Result};
use crate::native::rust::with_fields_in_order;
use crate::native::{self, Native, NotRun, Observed};
use crate::question::{Front, Question, open};
use crate::read::{self, Named};
use crate::{check, clock};

/// An input as the language writes it, and what the model makes of it.
pub struct Sample {
    pub arguments: String,
    /// What old and new do. `None`: the model leaves that open.
    pub said: Option<[Seen; 2]>,
    /// A run ended by something that compiled code need not notice and a caller must not do.
    pub is_doubtful: bool,
}

/// What an audit showed.
pub enum Audited {
    Holds(Audit),
    Contradicted(Box<Contradiction>),
}

/// A run that is not as it was proved to be, or not as the model has it.
pub struct Contradiction {
    pub arguments: String,
    pub what: String,
    pub observed: [Observed; 2],
    pub said: Option<[Seen; 2]>,
}

/// Inputs for the client, the same ones each time.
pub fn samples(problem: &Problem, count: usize) -> Vec<Sample> {
    let mut generator = Generator::new(problem, 1);
    // What takes long here would take long natively: such inputs are left out.
    let limits = Limits { fuel: 50_000, ..Limits::default() };
    let begins_anywhere = example::has_global_inputs(problem);
    let mut samples = Vec::new();
    for _ in 0..count {
        let inputs = generator.next_inputs();
        if !problem.notation.is_possible(&inputs) {
            continue;
        }
        let run = |side: Side| equiv::replay::run(problem, side, &inputs, limits);
        let (old, new) = (run(Side::Old), run(Side::New));
        let is_long = |ended: &std::result::Result<_, _>| matches!(ended, Err(ir::interp::Stop::OutOfFuel));
        if is_long(&old) || is_long(&new) {
            continue;
        }
        let at_call = || {
            let seen = old.as_ref().ok().and_then(|ended| ended.at_call.clone());
            let seen = seen.or_else(|| equiv::replay::called(problem, Side::Old, &inputs, limits))?;
            Some(example::passed(problem, &inputs, Side::Old, &seen))
        };
        let Some(arguments) = example::declared_inputs(problem, &inputs).or_else(at_call) else { continue };
        let ends = [&old, &new].map(|ended| ended.as_ref().ok());
        let is_doubtful = ends.iter().flatten().any(|ended| match &ended.outcome {
            ir::interp::Outcome::Trapped(trap) => trap.is_doubtful(),
            _ => false,
        });
        let said = match ends {
            [Some(old), Some(new)] if !begins_anywhere => {
                Some([example::seen(problem, Side::Old, old), example::seen(problem, Side::New, new)])
            }
            _ => None,
        };
        samples.push(Sample { is_doubtful, arguments: native::arguments(&example::call("", &arguments)), said });
    }
    samples
}

/// Runs the client on this many inputs in both versions.
pub fn audit(
    question: &Question,
    client: &str,
    inputs: usize,
    trust: Trust,
    messages: bool,
) -> std::result::Result<Audited, NotRun> {
    let (asked, name) = (question.clone(), client.to_owned());
    let work = move || {
        let front = open(&asked)?;
        let problem = check::problem(front.as_ref(), &name)?;
        let changed =
            [(Side::Old, &asked.old), (Side::New, &asked.new)].map(|(side, version)| changed(&problem, side, version));
        let native = native_of(front.as_ref(), &name, changed)?;
        Ok::<_, Failure>((native, samples(&problem, inputs)))
    };
    // Reading may recurse deeply: a thread of its own.
    let found = clock::run(Duration::from_secs(60), work);
    let (mut native, samples) =
        found.unwrap_or_else(|_| Err(Failure::new("the inputs of the audit cannot be made", "")))?;
    let calls: Vec<String> = samples.iter().map(|sample| sample.arguments.clone()).collect();
    let [old, new] = native.run(&calls, trust)?;
    let mut audit = Audit { runs: 0, counted: 0 };
    for (sample, (old, new)) in samples.iter().zip(old.iter().zip(&new)) {
        let Some(same) = native::same(old, new, messages) else { continue };
        audit.runs += 1;
        // Beyond what a pointer leads to anything may be found.
        if sample.is_doubtful || !counts(old, new) {
            continue;
        }
        audit.counted += 1;
        let what = if same {
            told_otherwise(native.as_ref(), sample, [old, new])
        } else {
            Some("the versions differ".to_owned())
        };
        let Some(what) = what else { continue };
        // Nothing is concluded from a run that is not the same twice, in fresh processes.
        if let Some(observed) = again(native.as_mut(), sample, [old, new], trust, messages)? {
            let (arguments, said) = (sample.arguments.clone(), sample.said.clone());
            return Ok(Audited::Contradicted(Box::new(Contradiction { arguments, what, observed, said })));
        }
    }
    Ok(Audited::Holds(audit))
}

fn native_of(front: &dyn Front, client: &str, changed: [Vec<(PathBuf, Vec<usize>)>; 2]) -> Result<Box<dyn Native>> {
    let mut native = front.native(client)?;
    native.watch(changed);
    Ok(native)
}

/// Where the changed lines of a version are.
fn changed(problem: &Problem, side: Side, version: &Named) -> Vec<(PathBuf, Vec<usize>)> {
    let place = |name: &str| match name.strip_prefix(&version.name).map(|rest| rest.trim_start_matches('/')) {
        Some("") => Some(version.path.clone()),
        Some(rest) => Some(version.path.join(rest)),
        None => None,
    };
    let lines = report::changes::changed_lines(problem, side).into_iter();
    lines.filter_map(|(name, lines)| Some((place(&name)?, lines))).collect()
}

/// Does the pair of runs show anything? It has run a changed line, where that can be seen, and has not
/// stumbled over a value of the wrong type in both versions.
fn counts(old: &Observed, new: &Observed) -> bool {
    let reached = [old, new].map(Observed::reached);
    let has_reached = reached.contains(&Some(true)) || reached == [None, None];
    let stumbles = |seen: &Observed| matches!(seen.outcome(), Some(("raises", "TypeError" | "AttributeError")));
    has_reached && !(stumbles(old) && stumbles(new))
}

/// What a version does otherwise than the model says.
fn told_otherwise(native: &dyn Native, sample: &Sample, observed: [&Observed; 2]) -> Option<String> {
    let said = sample.said.as_ref()?;
    let mut sides = ["old", "new"].into_iter().zip(observed).zip(said);
    sides.find_map(|((side, observed), said)| {
        Some(format!("{side}: {}", disagreement(native.runs_in(), observed, said)?))
    })
}

/// The same call once more in fresh processes, if it shows the same.
fn again(
    native: &mut dyn Native,
    sample: &Sample,
    before: [&Observed; 2],
    trust: Trust,
    messages: bool,
) -> std::result::Result<Option<[Observed; 2]>, NotRun> {
    native.rest();
    let [old, new] = native.run(std::slice::from_ref(&sample.arguments), trust)?;
    let is_same = |a: &Observed, b: &Observed| native::same(a, b, messages) == Some(true);
    Ok((is_same(&old[0], before[0]) && is_same(&new[0], before[1])).then(|| [old[0].clone(), new[0].clone()]))
}

/// Was something else done natively than the model says?
pub fn disagreement(place: &str, observed: &Observed, said: &Seen) -> Option<String> {
    let (kind, text) = observed.outcome()?;
    let kind_of = |raised: &str| raised.split([':', '(']).next().unwrap_or_default().to_owned();
    let text = if kind == "raises" { kind_of(text) } else { text.to_owned() };
    let (expected_kind, expected) = match &said.outcome {
        example::Outcome::Returns(Some(word)) => ("returns", word.written.clone()),
        // No value at all, or a language's word for none.
        example::Outcome::Returns(None) => ("returns", if place == "CPython" { "None" } else { "void" }.to_owned()),
        // The message is not compared.
        example::Outcome::Raises(what) => ("raises", kind_of(what)),
        example::Outcome::Traps(ir::Trap::Panic(_)) => ("traps", text.clone()),
        // Compiled code need not notice that its behaviour is undefined.
        example::Outcome::Traps(_) | example::Outcome::NeverReturns => return None,
    };
    // Functions are written with their address, and the model has addresses of its own.
    if kind == expected_kind && (text.contains(" at 0x") || expected.contains("&object")) {
        return None;
    }
    // Only structures of Rust's are written with names of fields after a space.
    (kind != expected_kind || (text != expected && text != with_fields_in_order(&expected)))
        .then(|| format!("{place} {kind} {text}, the model says it {expected_kind} {expected}"))
}

/// Everything that is needed to look into a contradiction, as a file.
pub fn record(question: &Question, finding: &Finding, contradiction: &Contradiction) -> String {
    let mut text = format!(
        "safebump {} said `equivalent` ({}, by {}), and a run says otherwise.\n\n{}({})\n  {}\n\n",
        env!("CARGO_PKG_VERSION"),
        finding.reason.map(|reason| reason.to_string()).unwrap_or_default(),
        finding.method,
        finding.client,
        contradiction.arguments,
        contradiction.what,
    );
    let command: Vec<String> = std::env::args().collect();
    let _ = writeln!(text, "command: {}\n\nassumptions:", command.join(" "));
    for assumption in &finding.assumptions {
        let _ = writeln!(text, "  {}: {}", assumption.kind, assumption.detail);
    }
    for (side, observed) in ["old", "new"].into_iter().zip(&contradiction.observed) {
        let _ = writeln!(text, "\n{side}, run natively:\n{}", observed.text());
    }
    for (side, said) in ["old", "new"].into_iter().zip(contradiction.said.iter().flatten()) {
        let _ = writeln!(text, "\n{side}, by the model:\n{said:#?}");
    }
    let client = question.client.as_ref().and_then(|client| client.file.as_ref());
    for file in [Some(&question.old), Some(&question.new), client].into_iter().flatten() {
        for source in sources(file) {
            let _ = writeln!(text, "\n==== {}\n{}", source.name, source.text);
        }
    }
    text
}

fn sources(given: &Named) -> Vec<ir::entry::Source> {
    let files = match given.is_folder() {
        false => vec![given.clone()],
        true => {
            let endings = ["py", "c", "h", "cpp", "hpp", "rs", "ll", "bpl"];
            let below = endings.iter().flat_map(|ending| read::below(given, ending).unwrap_or_default());
            below.map(|path: PathBuf| given.join(Path::new(&path))).collect()
        }
    };
    files.iter().filter_map(|file| read::source(file).ok()).collect()
}
