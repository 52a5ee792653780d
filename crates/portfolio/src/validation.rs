//! Are both versions the same under facts about the library?

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use equiv::library::{self, Effect};
use equiv::{Claim, Fact, Gap, Method, Proof, Reason, Verdict, Why};
use ir::entry::{Assumption, AssumptionKind, Notation, Pair};
pub use smt::Logic;

pub use engine_abduce::{
    Budget, Conclusion, Difference, Knowledge, Oracle, Outcome, Question, Refuted, Reply, for_all, is_inconsistent,
};

/// What came of it, and what that amounts to.
pub struct Validation {
    pub verdict: Verdict,
    pub outcome: Option<Outcome>,
    pub elapsed: Duration,
}

/// Who writes a claim down, for a list of what is taken for granted.
pub type Writer<'w> = &'w dyn Fn(&Claim, &dyn Notation) -> String;

/// With what holds of the program's own functions.
pub fn logic(pair: &Pair, asked: &Logic) -> Logic {
    let axioms = pair.old.program.axioms.iter().chain(&pair.new.program.axioms);
    Logic { axioms: axioms.map(|axiom| axiom.formula.clone()).collect(), ..asked.clone() }
}

/// Is there no library at all for which everything accepted is true, as far as a solver can tell?
pub fn is_impossible(knowledge: &Knowledge) -> bool {
    let facts: Vec<&Fact> = knowledge
        .accepted
        .iter()
        .filter_map(|claim| match claim {
            Claim::Clause(fact) => Some(fact),
            Claim::Effect(..) => None,
        })
        .collect();
    !facts.is_empty() && is_inconsistent(&Logic::with_axioms([]), &facts)
}

/// Do the facts say of every library function that it depends on its arguments alone?
fn only_computes(pair: &Pair, facts: &[Question]) -> bool {
    let functions = [&pair.old, &pair.new].into_iter().flat_map(|entry| library::functions(&entry.program));
    let claims: Vec<&Claim> = facts.iter().flat_map(|row| &row.claims).collect();
    functions.into_iter().all(|function| claims.contains(&&Claim::Effect(function, Effect::Computes)))
}

/// Finds the facts that the oracle accepts, if there are such.
pub fn validate(
    lower: &dyn Fn() -> Pair,
    logic: &Logic,
    timeout: Duration,
    knowledge: Knowledge,
    oracle: &mut dyn Oracle,
    write: Writer<'_>,
) -> Validation {
    let start = Instant::now();
    let budget = Budget { deadline: start + timeout };
    let run = || engine_abduce::validate(lower, logic, &budget, knowledge, oracle);
    let outcome = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(outcome) => outcome,
        Err(panic) if panic.is::<cancel::Cancelled>() => resume_unwind(panic),
        Err(panic) => {
            let why = Why::EngineFailed { method: Method::Facts, said: crate::said(&*panic) };
            let verdict = Verdict::Undecided(vec![Gap::nowhere(why)]);
            return Validation { verdict, outcome: None, elapsed: start.elapsed() };
        }
    };
    let pair = lower();
    let verdict = match &outcome.conclusion {
        Conclusion::Same => {
            let mut assumptions = pair.assumptions.clone();
            for row in &outcome.rests_on {
                let details = row.claims.iter().map(|claim| write(claim, pair.notation.as_ref()));
                assumptions.extend(details.map(|detail| Assumption { kind: AssumptionKind::Fact, detail }));
            }
            if !only_computes(&pair, &outcome.rests_on) {
                let detail = "a call of the library does the same when it is made again after the same calls".into();
                assumptions.push(Assumption { kind: AssumptionKind::DeterministicOutside, detail });
            }
            let detail = "the library reaches the program only through what it is handed".into();
            assumptions.push(Assumption { kind: AssumptionKind::ClosedOutside, detail });
            assumptions.sort();
            assumptions.dedup();
            Verdict::Equivalent(Proof { reason: Reason::Relational, assumptions })
        }
        Conclusion::Open(questions) => {
            let open = questions.iter().flat_map(|question| &question.claims);
            let gaps = open.map(|claim| Gap::nowhere(Why::OpenFact { fact: write(claim, pair.notation.as_ref()) }));
            Verdict::Undecided(gaps.collect())
        }
        Conclusion::Nothing { gap: Some(gap), .. } => Verdict::Undecided(vec![gap.clone()]),
        Conclusion::Nothing { at, .. } => Verdict::Undecided(vec![Gap::new(Why::NoFacts, at[1].or(at[0]))]),
    };
    Validation { verdict, outcome: Some(outcome), elapsed: start.elapsed() }
}
