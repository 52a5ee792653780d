//! Conditions in the words of the source.

use equiv::{Condition, Problem, Side};
use ir::interp::State;
use rustc_hash::FxHashMap;
use term::{Pool, TermId};
use value::{Expr, Sort, Symbol, Value};

use crate::print;

/// A condition as the source language writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// It holds of every input.
    pub is_always: bool,
}

pub(crate) fn write(problem: &Problem, condition: &Condition) -> Written {
    let text = text(problem, condition, &Names::default());
    // What always holds may be all that it says.
    let is_always = condition.is_always() || text == problem.notation.words().true_;
    Written { text, is_always }
}

/// What unknowns are called that have no name of the source.
#[derive(Default)]
pub(crate) struct Names(FxHashMap<Symbol, String>);

impl Names {
    pub(crate) fn add(&mut self, unknown: Symbol, name: String) {
        self.0.insert(unknown, name);
    }

    /// The expressions as terms.
    pub(crate) fn terms(&self, problem: &Problem, exprs: &[Expr], others: &[(Symbol, Sort)]) -> (Pool, Vec<TermId>) {
        let mut pool = Pool::new();
        let mut variables: Vec<TermId> = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        for (name, sort) in others {
            let name = self.0.get(name).map_or(name.as_str(), String::as_str);
            variables.push(pool.fresh(name, *sort));
        }
        let terms = exprs.iter().map(|expr| pool.from_expr(expr, &variables)).collect();
        (pool, terms)
    }
}

pub(crate) fn text(problem: &Problem, condition: &Condition, names: &Names) -> String {
    let words = problem.notation.words();
    let case = |case: &Vec<Expr>| {
        let (pool, terms) = names.terms(problem, case, &condition.others);
        print::print_all(&pool, &terms, words)
    };
    let mut parts: Vec<String> = condition.cases.iter().map(case).collect();
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
