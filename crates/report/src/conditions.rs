//! Conditions in the words of the source.

use equiv::{Condition, Problem, Side};
use ir::interp::State;
use term::{Pool, TermId};
use value::Value;

/// A condition as the source language writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// It holds of every input.
    pub is_always: bool,
}

pub(crate) fn write(problem: &Problem, condition: &Condition) -> Written {
    Written { text: text(problem, condition), is_always: condition.is_always() }
}

fn text(problem: &Problem, condition: &Condition) -> String {
    let words = problem.notation.words();
    let mut pool = Pool::new();
    let inputs = problem.inputs();
    let others = condition.others.iter().map(|(name, sort)| (name.as_str(), *sort));
    let variables: Vec<TermId> = inputs.chain(others).map(|(name, sort)| pool.fresh(name, sort)).collect();
    let mut parts: Vec<String> = Vec::new();
    for case in &condition.cases {
        let terms: Vec<TermId> = case.iter().map(|part| pool.from_expr(part, &variables)).collect();
        parts.push(term::print::print_all(&pool, &terms, words));
    }
    parts.dedup();
    match parts.is_empty() {
        true => words.false_.to_owned(),
        false => parts.join(&format!(", {} ", words.or)),
    }
}

/// What a raised value is called.
pub(crate) fn raised(problem: &Problem, value: &Value) -> String {
    let program = problem.program(Side::Old);
    problem.notation.raised(program, value, &State::initial(program))
}
