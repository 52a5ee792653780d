//! Holds what a report says about inputs against runs: "When they differ", "What is proved … except
//! when", "Not part of this".
//!
//! A condition is a term. It is tried on generated inputs and on inputs that the solver finds inside and
//! outside of it; both versions are run on each, and must do there what the report says.

use std::sync::{Arc, Mutex, PoisonError};

use equiv::inputs::Generator;
use equiv::replay::{Replay, replay, replay_whatever_is_chosen, run};
use equiv::{Condition, Problem, Side};
use ir::interp::{Limits, Stop};
use portfolio::Answer;
use smt::{Effort, Logic};
use term::{Pool, TermId};
use value::{Op, Value};

/// Inputs that are generated for each condition.
const GENERATED: usize = 150;

/// What was found to be untrue, and how much was looked at.
#[derive(Clone, Default)]
pub struct Truth {
    found: Arc<Mutex<Found>>,
}

#[derive(Default)]
struct Found {
    untrue: Vec<String>,
    conditions: usize,
}

/// What a condition claims of an input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Claim {
    Differ,
    Same,
    /// Both versions end in a failure that the answer is not about.
    Slip,
    Nothing,
}

impl Truth {
    /// Looks at an answer before it becomes a report.
    pub fn watch(&self) -> cli::check::Watch {
        let truth = self.clone();
        cli::check::Watch::new(move |problem, answer| truth.look(problem, answer))
    }

    /// How many conditions were tried in runs; or what is untrue.
    pub fn told(&self) -> Result<usize, Vec<String>> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.untrue.is_empty() { Ok(found.conditions) } else { Err(std::mem::take(&mut found.untrue)) }
    }

    fn look(&self, problem: &Problem, answer: &Answer) {
        let coverage = &answer.coverage;
        if let (equiv::Verdict::Different(example), Some(difference)) = (&answer.verdict, &coverage.difference) {
            let outside = if difference.is_exact { Claim::Same } else { Claim::Nothing };
            let claims = [Claim::Differ, outside];
            self.hold(problem, "When they differ", &difference.condition, claims, Some(example.inputs()));
        }
        if let (equiv::Verdict::Undecided(_), Some(open)) = (&answer.verdict, &coverage.open_when) {
            self.hold(problem, "What is proved", open, [Claim::Nothing, Claim::Same], None);
        }
        for slip in coverage.slips.iter().filter_map(|slip| slip.condition.as_ref()) {
            self.hold(problem, "Not part of this", slip, [Claim::Slip, Claim::Nothing], None);
        }
    }

    /// `claims`: of inputs inside and outside of the condition. `example`: an input that is known to be inside.
    fn hold(
        &self,
        problem: &Problem,
        heading: &str,
        condition: &Condition,
        [inside, outside]: [Claim; 2],
        example: Option<&[Value]>,
    ) {
        let mut generator = Generator::new(problem, 11);
        let generated = (0..GENERATED).map(|_| generator.next_inputs());
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.conditions += 1;
        let mut runs = 0;
        let example = example.map(<[Value]>::to_vec);
        for inputs in example.into_iter().chain(solved(problem, condition)).chain(generated) {
            let claim = match condition.holds(&inputs) {
                Some(true) => inside,
                Some(false) => outside,
                None => continue,
            };
            if claim == Claim::Nothing {
                continue;
            }
            let Some(seen) = seen(problem, &inputs, claim) else { continue };
            runs += 1;
            if !seen {
                found.untrue.push(format!("\"{heading}\" is not true of {inputs:?}: it says {claim:?}"));
                return;
            }
        }
        if runs == 0 {
            found.untrue.push(format!("\"{heading}\" is said, and no run could be held against it"));
        }
    }
}

/// Do both versions do on this input what is claimed? `None`: they show nothing.
fn seen(problem: &Problem, inputs: &[Value], claim: Claim) -> Option<bool> {
    let limits = Limits { fuel: 200_000, ..Limits::default() };
    if claim == Claim::Slip {
        let slipped = |side: Side| Some(problem.slipped(side, &run(problem, side, inputs, limits).ok()?));
        return Some(slipped(Side::Old)? && slipped(Side::New)?);
    }
    let ran = match replay(problem, inputs, limits) {
        // What is said of inputs holds whatever is chosen.
        Replay::NoObservation(_, Stop::Unanswered { .. }) => replay_whatever_is_chosen(problem, inputs, limits),
        ran => ran,
    };
    match ran {
        Replay::Same => Some(claim != Claim::Differ),
        Replay::Differs(_) => Some(claim != Claim::Same),
        Replay::NoObservation(..) | Replay::Unclear(_) => None,
    }
}

/// An input inside of the condition and one outside, as far as the solver finds them.
fn solved(problem: &Problem, condition: &Condition) -> Vec<Vec<Value>> {
    if !condition.is_about_inputs() {
        return Vec::new();
    }
    let mut pool = Pool::new();
    let variables: Vec<TermId> = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
    let inside = pool.from_expr(&condition.to_expr(), &variables);
    let outside = pool.app(Op::Not, &[inside]);
    let mut found = Vec::new();
    for question in [inside, outside] {
        if let smt::Answer::Sat(assignment) =
            Logic::default().solver().check_with(&mut pool, &[question], Effort::millis(500))
        {
            let value = |term: &TermId| match pool.node(*term) {
                term::Node::Var(variable) => assignment.get(&pool, *variable),
                term::Node::Const(_) | term::Node::App(..) => unreachable!("inputs are variables"),
            };
            found.push(variables.iter().map(value).collect());
        }
    }
    found
}
