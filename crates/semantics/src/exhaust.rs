//! Questions about few inputs, answered by trying them all.
//!
//! What a solver finds hard, as the text of a number or a rounded quotient, is easy to compute. Where
//! the path bounds every variable, computing it for each value is a proof.

use smt::Answer;
use term::eval::Evaluator;
use term::{Assignment, Facts, Node, Pool, TermId, VarId};
use value::{Int, Sort, Value};

/// As many inputs as are tried.
const MOST: usize = 500;

/// Can the conditions hold together? `None` if there are too many inputs, or something cannot be
/// computed. The facts follow from the conditions.
pub(crate) fn try_all(pool: &Pool, facts: &Facts, conditions: &[TermId]) -> Option<Answer> {
    let mut domains: Vec<(VarId, Vec<Value>)> = Vec::new();
    let mut count = 1;
    for (term, variable) in variables(pool, conditions) {
        let domain = values(pool, facts, term)?;
        count *= domain.len();
        if count > MOST {
            return None;
        }
        domains.push((variable, domain));
    }
    for index in 0..count {
        let mut assignment = Assignment::default();
        let mut rest = index;
        for (variable, domain) in &domains {
            assignment.set(*variable, domain[rest % domain.len()].clone());
            rest /= domain.len();
        }
        let mut evaluator = Evaluator::new(assignment);
        let mut all = true;
        for condition in conditions {
            match evaluator.eval(pool, *condition)? {
                Value::Bool(true) => {}
                _ => {
                    all = false;
                    break;
                }
            }
        }
        if all {
            return Some(Answer::Sat(evaluator.into_assignment()));
        }
    }
    Some(Answer::Unsat)
}

/// The values that the variable can have.
fn values(pool: &Pool, facts: &Facts, variable: TermId) -> Option<Vec<Value>> {
    let sort = pool.sort(variable);
    if sort == Sort::bool() {
        return Some(vec![Value::Bool(false), Value::Bool(true)]);
    }
    if sort != Sort::int() {
        return None;
    }
    let interval = facts.interval(pool, variable, 0);
    let (mut at, high) = (interval.low?, interval.high?);
    if &high - &at > Int::from(MOST as i64) {
        return None;
    }
    let mut values = Vec::new();
    while at <= high {
        values.push(Value::Int(at.clone()));
        at = &at + &Int::from(1);
    }
    Some(values)
}

/// The variables in the terms, each once.
fn variables(pool: &Pool, terms: &[TermId]) -> Vec<(TermId, VarId)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut work = terms.to_vec();
    let mut found = Vec::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Var(variable) => found.push((term, *variable)),
            Node::Const(_) => {}
            Node::App(_, args) => work.extend(args.iter().copied()),
        }
    }
    found
}
