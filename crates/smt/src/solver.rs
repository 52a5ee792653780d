//! A stack of assumptions and questions about them.

use std::time::{Duration, Instant};

use term::{Assignment, Pool, TermId};
use value::Expr;

use crate::logic::Logic;

pub enum Answer {
    /// The assumptions hold together under this assignment; checked by our own evaluator.
    Sat(Assignment),
    Unsat,
    Unknown(String),
}

impl Answer {
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// How long one question may take.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    pub time: Duration,
}

impl Effort {
    pub fn millis(time: u64) -> Effort {
        Effort { time: Duration::from_millis(time) }
    }
}

#[derive(Copy, Clone, Debug, Default)]
pub struct Statistics {
    pub queries: u64,
    pub time: Duration,
}

/// What answers questions.
pub trait Backend {
    /// Can these hold together?
    fn check(&mut self, pool: &mut Pool, assumed: &[TermId], effort: Effort) -> Answer;

    /// The question as a stand-alone SMT-LIB text.
    fn script(&mut self, pool: &mut Pool, assumed: &[TermId]) -> String;
}

/// Makes one, in which these hold always.
pub type MakeBackend = fn(&[Expr]) -> Box<dyn Backend>;

/// One incremental solver.
#[derive(Default)]
pub struct Solver {
    /// What is assumed, level by level.
    assumed: Vec<TermId>,
    logic: Logic,
    backend: Option<Box<dyn Backend>>,
    pub statistics: Statistics,
}

impl Solver {
    pub fn new(logic: Logic) -> Solver {
        Solver { logic, ..Solver::default() }
    }

    /// Another one of the same logic, without assumptions.
    pub fn another(&self) -> Solver {
        Solver::new(self.logic.clone())
    }

    /// How many assumptions there are.
    pub fn depth(&self) -> usize {
        self.assumed.len()
    }

    pub fn assumed(&self) -> &[TermId] {
        &self.assumed
    }

    pub fn assume(&mut self, condition: TermId) {
        self.assumed.push(condition);
    }

    /// Takes back all assumptions but the first `depth`.
    pub fn retract_to(&mut self, depth: usize) {
        self.assumed.truncate(depth);
    }

    /// Can the assumptions hold together with these?
    pub fn check_with(&mut self, pool: &mut Pool, more: &[TermId], effort: Effort) -> Answer {
        let depth = self.depth();
        self.assumed.extend_from_slice(more);
        let answer = self.check(pool, effort);
        self.retract_to(depth);
        answer
    }

    /// Is it shown that these cannot hold together? Other assumptions are taken back.
    pub fn refutes(&mut self, pool: &mut Pool, terms: &[TermId], effort: Effort) -> bool {
        self.retract_to(0);
        self.check_with(pool, terms, effort).is_unsat()
    }

    /// Is it shown that the goal follows from these premises? Other assumptions are taken back.
    pub fn proves(&mut self, pool: &mut Pool, premises: &[TermId], goal: TermId, effort: Effort) -> bool {
        if pool.as_bool(goal) == Some(true) {
            return true;
        }
        self.retract_to(0);
        self.assumed.extend_from_slice(premises);
        let negated = pool.not(goal);
        self.check_with(pool, &[negated], effort).is_unsat()
    }

    /// Can the assumptions hold together?
    pub fn check(&mut self, pool: &mut Pool, effort: Effort) -> Answer {
        if self.assumed.iter().any(|term| pool.as_bool(*term) == Some(false)) {
            return Answer::Unsat;
        }
        let start = Instant::now();
        self.statistics.queries += 1;
        let backend = self.backend.get_or_insert_with(|| (self.logic.backend)(&self.logic.axioms));
        if let Some(log) = &self.logic.queries {
            log(&backend.script(pool, &self.assumed));
        }
        let answer = backend.check(pool, &self.assumed, effort);
        self.statistics.time += start.elapsed();
        answer
    }
}
