//! Does a proof for the first call after loading hold for later calls too?
//!
//! The client is called in any state that other code can bring about, the same in both versions. What
//! is the same there, state after the call included, is the same after any calls. Where it is not, a
//! few steps before the call are tried: only a state that steps lead to makes a difference. So are calls
//! of other functions afterwards, which may show what the client leaves behind. Last, where calls are all
//! that can happen before, a proof about any number of them is looked for.

use std::time::{Duration, Instant};

use equiv::{Gap, Problem, Verdict, Why};
use ir::entry::{Assumption, Later, Pair};
use portfolio::{Answer, Engine, Options};
use report::Finding;

use crate::failure::Result;
use crate::question::Front;

/// What later calls show.
pub(crate) enum Shown {
    /// The same in every state; what that rests on.
    Same(Vec<Assumption>),
    /// These steps lead to a difference.
    Differs(Box<(Problem, Answer)>),
    Open(Vec<Gap>),
}

/// All steps together take no longer than this.
const LONGEST: Duration = Duration::from_secs(8);

/// One sequence of steps takes no longer than this.
const ONE: Duration = Duration::from_millis(1500);

pub(crate) fn look(
    front: &dyn Front,
    client: &str,
    later: Later,
    problem_of: &dyn Fn(Pair) -> Problem,
    options: &Options,
    deadline: Instant,
) -> Result<Shown> {
    let left = || deadline.saturating_duration_since(Instant::now());
    let any = problem_of(later.any_state);
    // Some of the time is kept for the steps.
    let limit = left().saturating_sub(LONGEST.min(left() / 3)).min(left() / 2);
    let answer = portfolio::check(&any, &within(options, limit));
    let gaps = match &answer.verdict {
        Verdict::Equivalent(proof) => return Ok(Shown::Same(proof.assumptions.clone())),
        // The first call is proved: what is open is the state that later ones find.
        Verdict::Undecided(gaps) => {
            gaps.iter().map(|gap| Gap::new(Why::OpenInOtherStates(Box::new(gap.why.clone())), gap.at)).collect()
        }
        Verdict::Different(_) => vec![unreached(&any, &answer)],
    };
    let end = Instant::now() + LONGEST.min(left());
    for steps in later.sequences {
        let limit = end.saturating_duration_since(Instant::now()).min(ONE);
        if limit.is_zero() {
            break;
        }
        let problem = problem_of(front.lower_after(client, &steps)?);
        if let Some(found) = portfolio::look_for_difference(&problem, &within(options, limit), steps.len() < 3) {
            return Ok(Shown::Differs(Box::new((problem, found))));
        }
    }
    for (function, steps) in later.afterwards {
        let limit = end.saturating_duration_since(Instant::now()).min(ONE);
        if limit.is_zero() {
            break;
        }
        let problem = problem_of(front.lower_after(&function, &steps)?);
        if let Some(found) = portfolio::look_for_difference(&problem, &within(options, limit), true) {
            return Ok(Shown::Differs(Box::new((problem, found))));
        }
    }
    if let Some(all) = later.all {
        let problem = problem_of(front.lower_after(client, &all)?);
        let options = Options { engine: Engine::Auto, ..within(options, left() * 3 / 4) };
        let answer = portfolio::check(&problem, &options);
        if let Verdict::Equivalent(proof) = answer.verdict {
            return Ok(Shown::Same(proof.assumptions));
        }
    }
    Ok(Shown::Open(gaps))
}

fn within(options: &Options, timeout: Duration) -> Options {
    Options { timeout, ..options.clone() }
}

/// The versions differ in a state that no steps are known to lead to.
fn unreached(any: &Problem, answer: &Answer) -> Gap {
    let finding = Finding::new(any, &answer.verdict, answer.method, &answer.coverage, answer.elapsed);
    let state = finding.example.map(|example| {
        let held: Vec<String> =
            example.globals.iter().map(|(name, word)| format!("{name} = {}", word.written)).collect();
        let call = example.call.rsplit("; ").next().unwrap_or_default().to_owned();
        match held.is_empty() {
            true => format!("the versions differ on {call} in another state than the first"),
            false => format!("the versions differ on {call} with {}", held.join(", ")),
        }
    });
    Gap::nowhere(Why::UnreachedState(state))
}
