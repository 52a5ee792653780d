//! Holds a proof against the language itself: both versions are run natively on generated inputs, and
//! each run is also held against what the model says of it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use confine::Trust;
use equiv::inputs::Generator;
use equiv::replay::Ended;
use equiv::{Problem, Side};
use ir::interp::{Limits, Stop};
use report::Finding;
use report::example::{self, Seen};
use report::finding::Audit;
use value::Value;

use crate::disagreement::{About, disagreement};
use crate::failure::{Failure, Result};
use crate::native::{self, Native, NotRun, Observed};
use crate::question::{Front, Question, open};
use crate::read::{self, Named};
use crate::{check, clock};

/// An input as the language writes it, and what the model makes of it.
pub struct Sample {
    /// The plain inputs of the entry.
    pub inputs: Vec<Value>,
    pub arguments: String,
    /// The parameters that the arguments are for, where each stands for itself.
    pub names: Option<Vec<String>>,
    /// What old and new do. `None`: the model leaves that open.
    pub said: Option<[Seen; 2]>,
    /// A run ended by something that compiled code need not notice and a caller must not do.
    pub is_doubtful: bool,
}

/// Inputs for a client, and the globals by which a caller sees what each version does.
pub struct Samples {
    pub rows: Vec<Sample>,
    pub globals: [Vec<String>; 2],
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

/// What takes long here would take long natively: such inputs are left out.
fn limits() -> Limits {
    Limits { fuel: 50_000, ..Limits::default() }
}

fn runs(problem: &Problem, inputs: &[Value]) -> [std::result::Result<Ended, Stop>; 2] {
    Side::BOTH.map(|side| equiv::replay::run(problem, side, inputs, limits()))
}

/// What the model says that old and new do. `None`: it leaves that open.
pub fn said(problem: &Problem, inputs: &[Value]) -> Option<[Seen; 2]> {
    said_of(problem, &runs(problem, inputs))
}

fn said_of(problem: &Problem, runs: &[std::result::Result<Ended, Stop>; 2]) -> Option<[Seen; 2]> {
    match runs {
        [Ok(old), Ok(new)] if !example::has_global_inputs(problem) => {
            Some([example::seen(problem, Side::Old, old), example::seen(problem, Side::New, new)])
        }
        _ => None,
    }
}

/// Inputs for the client, the same ones each time.
pub fn samples(problem: &Problem, count: usize) -> Samples {
    let mut generator = Generator::new(problem, 1);
    let mut rows = Vec::new();
    for _ in 0..count {
        let inputs = generator.next_inputs();
        if !problem.notation.is_possible(&inputs) {
            continue;
        }
        let runs = runs(problem, &inputs);
        // Nor do runs count that an assumption stops.
        if runs.iter().any(|ended| matches!(ended, Err(Stop::OutOfFuel | Stop::Blocked))) {
            continue;
        }
        let at_call = || {
            let seen = runs[0].as_ref().ok().and_then(|ended| ended.at_call.clone());
            let seen = seen.or_else(|| equiv::replay::called(problem, Side::Old, &inputs, limits()))?;
            Some(example::passed(problem, &inputs, Side::Old, &seen))
        };
        let Some(arguments) = example::declared_inputs(problem, &inputs).or_else(at_call) else { continue };
        let is_doubtful = runs.iter().flatten().any(|ended| match &ended.outcome {
            ir::interp::Outcome::Trapped(trap) => trap.is_doubtful(),
            _ => false,
        });
        let is_plain = arguments.iter().all(|input| input.stars == 0);
        rows.push(Sample {
            is_doubtful,
            arguments: native::arguments(&example::call("", &arguments)),
            names: is_plain.then(|| arguments.iter().map(|input| input.name.clone()).collect()),
            said: said_of(problem, &runs),
            inputs,
        });
    }
    let globals = Side::BOTH.map(|side| example::observed_globals(problem, side));
    Samples { rows, globals }
}

/// A client, ready to be run, and inputs for it.
pub struct Prepared {
    pub problem: Problem,
    pub native: Box<dyn Native>,
    pub samples: Samples,
}

/// Makes up this many inputs for the client.
pub fn prepare(question: &Question, client: &str, inputs: usize) -> Result<Prepared> {
    let (asked, name) = (question.clone(), client.to_owned());
    let work = move || {
        let front = open(&asked)?;
        let problem = check::problem(front.as_ref(), &name)?;
        let changed =
            [(Side::Old, &asked.old), (Side::New, &asked.new)].map(|(side, version)| changed(&problem, side, version));
        let native = native_of(front.as_ref(), &name, changed)?;
        let samples = samples(&problem, inputs);
        Ok::<_, Failure>(Prepared { problem, native, samples })
    };
    // Reading may recurse deeply: a thread of its own.
    let found = clock::run(Duration::from_secs(60), work);
    found.unwrap_or_else(|_| Err(Failure::new("the inputs of the audit cannot be made", "")))
}

/// Runs a client that is proved to do the same in both versions on this many inputs.
pub fn audit(
    question: &Question,
    client: &str,
    inputs: usize,
    trust: Trust,
    messages: bool,
) -> std::result::Result<Audited, NotRun> {
    held(question, client, inputs, trust, messages, true)
}

/// Runs any client on this many inputs and holds what the model says of each version against it.
pub fn audit_model(
    question: &Question,
    client: &str,
    inputs: usize,
    trust: Trust,
) -> std::result::Result<Audited, NotRun> {
    held(question, client, inputs, trust, false, false)
}

fn held(
    question: &Question,
    client: &str,
    inputs: usize,
    trust: Trust,
    messages: bool,
    is_proved: bool,
) -> std::result::Result<Audited, NotRun> {
    let Prepared { mut native, samples, .. } = prepare(question, client, inputs)?;
    let calls: Vec<String> = samples.rows.iter().map(|sample| sample.arguments.clone()).collect();
    let [old, new] = native.run(&calls, trust)?;
    let mut audit = Audit { runs: 0, counted: 0 };
    for (sample, (old, new)) in samples.rows.iter().zip(old.iter().zip(&new)) {
        let Some(same) = native::same(old, new, messages) else { continue };
        audit.runs += 1;
        // Beyond what a pointer leads to anything may be found.
        if sample.is_doubtful || !counts(old, new) {
            continue;
        }
        audit.counted += 1;
        let what = if same || !is_proved {
            sample
                .said
                .as_ref()
                .and_then(|said| told_otherwise(native.runs_in(), &samples.globals, sample, said, [old, new]))
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
pub fn counts(old: &Observed, new: &Observed) -> bool {
    let reached = [old, new].map(Observed::reached);
    let has_reached = reached.contains(&Some(true)) || reached == [None, None];
    let stumbles = |seen: &Observed| matches!(seen.outcome(), Some(("raises", "TypeError" | "AttributeError")));
    has_reached && !(stumbles(old) && stumbles(new))
}

/// What a version does otherwise than the model says.
pub fn told_otherwise(
    place: &str,
    globals: &[Vec<String>; 2],
    sample: &Sample,
    said: &[Seen; 2],
    observed: [&Observed; 2],
) -> Option<String> {
    let mut sides = ["old", "new"].into_iter().zip(observed).zip(said.iter().zip(globals));
    sides.find_map(|((side, observed), (said, globals))| {
        let about = About { names: sample.names.as_deref(), globals };
        Some(format!("{side}: {}", disagreement(place, observed, said, &about)?))
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
