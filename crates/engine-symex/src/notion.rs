//! Stronger notions than doing the same (Person et al., "Differential Symbolic Execution", FSE
//! 2008; the paper names them as future work): that both versions also do it in the same way.
//!
//! * *partition-effect*: the inputs with one effect in old are those with one effect in new.
//! * *path*: every path of old has a path of new for just its inputs, with its effect.
//!
//! Both are asked of the client as a whole, once per version.

use std::time::{Duration, Instant};

use equiv::gap::Asked;
use equiv::{Gap, Notion, Problem, Side, Why};
use semantics::SymOutcome;
use semantics::compare::{Heaps, same_observation};
use smt::{Answer, Effort, Logic};
use term::eval::Evaluator;
use term::{Pool, TermId};

use crate::Budget;
use crate::summary::{Partition, Summariser};

/// Inputs that one version treats alike.
struct Class {
    condition: TermId,
    part: Partition,
}

/// Does it hold by that notion, given that both do the same? Else the first place where it does not, or why that is not known.
pub fn holds(problem: &Problem, logic: &Logic, budget: &Budget, notion: Notion) -> Result<(), Gap> {
    if notion == Notion::Functional {
        return Ok(());
    }
    let mut summariser = Summariser::new(problem, logic, budget);
    let (old, new) = (summariser.whole(Side::Old)?, summariser.whole(Side::New)?);
    summariser.assume_only(&summariser.shapes.clone());
    let old = classes(&mut summariser.setting.pool, old, notion);
    let new = classes(&mut summariser.setting.pool, new, notion);
    let heaps = Heaps::new(problem);
    for (side, mine, others) in [(Side::Old, &old, &new), (Side::New, &new, &old)] {
        for class in mine {
            let partner = partner(&mut summariser, class, others)?;
            let same = match partner {
                None => false,
                Some(partner) => {
                    let pool = &mut summariser.setting.pool;
                    let observed = |class: &Class| (class.part.machine.clone(), class.part.outcome.clone());
                    let ((x, y), (u, v)) = match side {
                        Side::Old => (observed(class), observed(partner)),
                        Side::New => (observed(partner), observed(class)),
                    };
                    let same = same_observation(pool, &heaps, (&x, &y), (&u, &v));
                    implies(&mut summariser, class.condition, partner.condition)?
                        && implies(&mut summariser, partner.condition, class.condition)?
                        && implies(&mut summariser, class.condition, same)?
                }
            };
            if !same {
                return Err(broken(&summariser, side, class, notion));
            }
        }
    }
    Ok(())
}

fn classes(pool: &mut Pool, parts: Vec<Partition>, notion: Notion) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for part in parts {
        let condition = pool.conjunction(part.condition.iter().copied());
        let known = classes.iter_mut().find(|class| {
            notion == Notion::PartitionEffect
                && effect(&class.part.outcome) == effect(&part.outcome)
                && class.part.machine.cells == part.machine.cells
        });
        match known {
            Some(class) => class.condition = pool.or(class.condition, condition),
            None => classes.push(Class { condition, part }),
        }
    }
    classes
}

/// What tells outcomes apart, as they are written.
fn effect(outcome: &SymOutcome) -> (u8, &[TermId]) {
    match outcome {
        SymOutcome::Returned(values) => (0, values),
        SymOutcome::Raised(value) => (1, std::slice::from_ref(value)),
        SymOutcome::Trapped => (2, &[]),
    }
}

/// The class of the other version that some input of this one is in.
fn partner<'c>(summariser: &mut Summariser<'_>, class: &Class, others: &'c [Class]) -> Result<Option<&'c Class>, Gap> {
    match ask(summariser, &[class.condition]) {
        // No input at all: nothing to match.
        Answer::Unsat => Ok(others.first()),
        Answer::Sat(assignment) => {
            let mut evaluator = Evaluator::new(assignment);
            Ok(others.iter().find(|other| evaluator.holds(&summariser.setting.pool, other.condition)))
        }
        Answer::Unknown(why) => Err(unknown(&why)),
    }
}

fn implies(summariser: &mut Summariser<'_>, condition: TermId, conclusion: TermId) -> Result<bool, Gap> {
    let not = summariser.setting.pool.not(conclusion);
    match ask(summariser, &[condition, not]) {
        Answer::Unsat => Ok(true),
        Answer::Sat(_) => Ok(false),
        Answer::Unknown(why) => Err(unknown(&why)),
    }
}

fn ask(summariser: &mut Summariser<'_>, question: &[TermId]) -> Answer {
    let left = summariser.setting.path.deadline.saturating_duration_since(Instant::now());
    let effort = Effort { time: left.min(Duration::from_secs(5)) };
    summariser.setting.path.solver.check_with(&mut summariser.setting.pool, question, effort)
}

fn unknown(said: &str) -> Gap {
    Gap::nowhere(Why::Unanswered { asked: Asked::ArePartitionsAlike, said: Some(said.to_owned()) })
}

fn broken(summariser: &Summariser<'_>, side: Side, class: &Class, notion: Notion) -> Gap {
    let setting = &summariser.setting;
    let condition = semantics::condition(&setting.pool, &setting.inputs, &[vec![class.condition]]);
    Gap::nowhere(Why::OnlyOneSide { side, notion, condition })
}
