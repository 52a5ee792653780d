//! What is not decided is run for real, and so is, for a moment, what is proved from objects that were seen.

use std::time::{Duration, Instant};

use equiv::{Method, Why};
use ir::entry::{Assumption, AssumptionKind};
use report::{Finding, Kind};

use crate::args::NativeRuns;
use crate::check::Settings;
use crate::native::{NotRun, Time};
use crate::question::{self, Front, Language, Question};

/// A search takes no longer than this.
const LONGEST: Duration = Duration::from_secs(3);
/// Nor a second look at a proof.
const SECOND_LOOK: Duration = Duration::from_millis(600);
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
    (finding.kind == Kind::Undecided || rests_on_loading(finding)) && is_on(settings)
}

/// Is it a proof by what loading was seen to leave? Objects may hide something.
fn rests_on_loading(finding: &Finding) -> bool {
    let is_loading = |assumption: &Assumption| assumption.kind == AssumptionKind::Loading;
    finding.kind == Kind::Equivalent && finding.assumptions.iter().any(is_loading)
}

/// The answer if nothing else is done, and so many inputs were run.
pub(crate) fn only_runs(client: &str, inputs: usize) -> Finding {
    Finding { method: Method::Native, ..Finding::undecided(client, Why::OnlyRuns(inputs as u64), Duration::ZERO) }
}

/// Looks for a difference by running both versions; what is found by then may be confirmed a little later.
pub(crate) fn search(front: &dyn Front, finding: Finding, settings: &Settings, until: Instant) -> Finding {
    let begun = Instant::now();
    let client = finding.client.clone();
    let Ok(Some(search)) = front.search(&client, settings.trust) else { return finding };
    let is_proved = rests_on_loading(&finding);
    // What is asked for alone has all of the time.
    let longest = match settings.native {
        NativeRuns::Only => settings.timeout,
        _ if is_proved => SECOND_LOOK,
        NativeRuns::Auto | NativeRuns::Off => LONGEST,
    };
    let searched = match search.search(Time { until, longest, runs: MOST_RUNS }) {
        Ok(searched) => searched,
        Err(NotRun::Unconfined(_) | NotRun::Failed(_)) => return finding,
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
            kind: Kind::Different,
            method: Method::Native,
            example: Some(example),
            gaps: Vec::new(),
            open_when: None,
            contexts: Vec::new(),
            elapsed,
            ..finding
        },
        None => Finding { runs: Some(searched.runs), elapsed, ..finding },
    }
}
