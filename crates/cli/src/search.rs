//! What is not decided is run for real, and so is, for a moment, what is proved from objects that were seen, or
//! under the assumption that objects do not overlap.

use std::time::{Duration, Instant};

use equiv::{Method, Reason, Why};
use ir::entry::{Assumption, AssumptionKind};
use report::{Finding, Runs, VerdictKind};

use crate::args::NativeRuns;
use crate::check::Settings;
use crate::looks::Looks;
use crate::native::{NotRun, Time};
use crate::question::{self, Front, Language, Question};

/// A search takes no longer than this.
const LONGEST: Duration = Duration::from_secs(3);
/// Nor a first look at what is large.
const FIRST_LOOK: Duration = Duration::from_secs(5);
/// Nor a look beside the engines.
const BESIDE: Duration = Duration::from_secs(1);
/// Nor a second look at a proof.
const SECOND_LOOK: Duration = Duration::from_millis(900);
/// So much of the time limit is kept for it where all else takes longer.
const KEPT: Duration = Duration::from_millis(2500);
const MOST_RUNS: usize = 30_000;

/// How much of the time limit is kept for running both versions.
pub(crate) fn kept(question: &Question, settings: &Settings) -> Duration {
    let is_run = is_on(settings) && question::language(question).is_ok_and(|language| language != Language::Boogie);
    if is_run { KEPT.min(settings.whole() / 4) } else { Duration::ZERO }
}

pub(crate) fn is_on(settings: &Settings) -> bool {
    let may_run = confine::cannot_confine().is_none() || settings.trust == confine::Trust::Trusted;
    settings.native != NativeRuns::Off && may_run
}

/// Is it worth running?
pub(crate) fn is_for(finding: &Finding, settings: &Settings) -> bool {
    (finding.kind == VerdictKind::Undecided || is_doubtful(finding)) && is_on(settings)
}

/// Is it a proof that runs may speak against? By what loading was seen to leave, where objects may hide
/// something; or of changed code whose pointers lead to objects that are taken not to overlap.
fn is_doubtful(finding: &Finding) -> bool {
    let is_doubtful = |assumption: &Assumption| match assumption.kind {
        AssumptionKind::Loading => true,
        AssumptionKind::NoAlias => finding.reason != Some(Reason::Identical),
        _ => false,
    };
    finding.kind == VerdictKind::Equivalent && finding.assumptions.iter().any(is_doubtful)
}

/// The same of a client that is asked for alone. Functions of Python are called one after another, so that runs also speak
/// against what changed functions are taken to leave.
pub(crate) fn is_for_alone(question: &Question, finding: &Finding, settings: &Settings) -> bool {
    let rests_on_state = finding.assumptions.iter().any(|one| one.kind == AssumptionKind::InitialState);
    let is_python = || question::language(question).is_ok_and(|language| language == Language::Python);
    let is_proof = finding.kind == VerdictKind::Equivalent;
    is_for(finding, settings) || (is_proof && rests_on_state && is_on(settings) && is_python())
}

/// The answer if nothing else is done, and so many inputs were run.
pub(crate) fn only_runs(client: &str, inputs: usize) -> Finding {
    Finding { method: Method::Native, ..Finding::undecided(client, Why::OnlyRuns(inputs as u64), Duration::ZERO) }
}

/// A first look at code that is large, before anything is understood of it. `None`: it is not looked at so.
pub(crate) fn first(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
    looks: &Looks,
) -> Option<Finding> {
    let left = deadline.saturating_duration_since(Instant::now());
    // What is large is seldom understood in what is left then.
    let look = Look { until: Instant::now() + left * 3 / 4, longest: FIRST_LOOK, seed: 1 };
    is_first_asked(settings).then(|| searched(front, only_runs(client, 0), settings, look, looks))
}

/// A look beside engines that take their time. `None`: nothing was run.
pub(crate) fn beside(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
    looks: &Looks,
) -> Option<Finding> {
    let look = Look { until: deadline, longest: BESIDE, seed: 1 };
    let found = searched(front, only_runs(client, 0), settings, look, looks);
    Some(found).filter(|found| found.runs.is_some() || found.kind == VerdictKind::Different)
}

/// Is it worth running before it is known what the engines say?
pub(crate) fn is_first_asked(settings: &Settings) -> bool {
    let is_asked = settings.native == NativeRuns::Auto && settings.engine == portfolio::Engine::Auto;
    is_asked && !settings.explain && is_on(settings)
}

/// The finding, with what was run before besides.
pub(crate) fn with_runs_of(finding: Finding, tried: Option<Finding>) -> Finding {
    let Some(tried) = tried else { return finding };
    let runs = match (finding.runs, tried.runs) {
        (Some(runs), Some(before)) => Some(runs.and(before)),
        (runs, before) => runs.or(before),
    };
    let runs = if finding.kind == VerdictKind::Undecided { runs } else { None };
    Finding { runs, elapsed: finding.elapsed + tried.elapsed, ..finding }
}

/// How a difference is looked for.
struct Look {
    until: Instant,
    longest: Duration,
    seed: u64,
}

/// Looks for a difference by running both versions; what is found by then may be confirmed a little later.
pub(crate) fn search(
    front: &dyn Front,
    finding: Finding,
    settings: &Settings,
    until: Instant,
    looks: &Looks,
) -> Finding {
    // What is asked for alone has all of the time.
    let longest = match settings.native {
        NativeRuns::Only => settings.timeout,
        _ if finding.kind == VerdictKind::Equivalent => SECOND_LOOK,
        NativeRuns::Auto | NativeRuns::Off => LONGEST,
    };
    // What was tried before is not tried again.
    let seed = if finding.runs.is_some() { 2 } else { 1 };
    searched(front, finding, settings, Look { until, longest, seed }, looks)
}

fn searched(front: &dyn Front, finding: Finding, settings: &Settings, look: Look, looks: &Looks) -> Finding {
    let begun = Instant::now();
    let client = finding.client.clone();
    let is_proved = finding.kind == VerdictKind::Equivalent;
    let time = Time { until: look.until, longest: look.longest, runs: MOST_RUNS, seed: look.seed };
    let made = || front.search(&client, settings.trust).ok().flatten();
    let Some(searched) = looks.look(made, time) else { return finding };
    let searched = match searched {
        Ok(searched) => searched,
        Err(NotRun::Failed(why)) if !is_proved && finding.runs.is_none() => {
            return Finding { runs: Some(Runs::none(why.first_line())), ..finding };
        }
        Err(NotRun::Lacks { module, python }) if !is_proved && finding.runs.is_none() => {
            return finding.lacking(&module, &python);
        }
        Err(NotRun::Unconfined(_) | NotRun::Failed(_) | NotRun::Lacks { .. }) => return finding,
    };
    let elapsed = finding.elapsed + begun.elapsed();
    let finding = match searched.example {
        None if is_proved => return Finding { elapsed, ..finding },
        Some(_) if is_proved => only_runs(&client, 0),
        None if settings.native == NativeRuns::Only => only_runs(&client, searched.runs.inputs),
        _ => finding,
    };
    match searched.example {
        Some(example) => Finding {
            kind: VerdictKind::Different,
            method: Method::Native,
            example: Some(example),
            gaps: Vec::new(),
            open_when: None,
            contexts: Vec::new(),
            elapsed,
            runs: None,
            ..finding
        },
        None => {
            let runs = match finding.runs {
                Some(before) => searched.runs.and(before),
                None => searched.runs,
            };
            Finding { runs: Some(runs), elapsed, ..finding }
        }
    }
}
