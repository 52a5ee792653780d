//! Z3, asked one question after the other.

use std::time::{Duration, Instant};

use term::{Pool, TermId};
use value::{Expr, Value};

use crate::context::text;
use crate::cost;
use crate::deadline;
use crate::model::extract;
use crate::solver::{Answer, Backend, Effort};
use crate::translate::{Hard, Translator};
use crate::z3::*;

/// A stack of Z3's own, kept as near to the last question as it can be.
pub(crate) struct Incremental {
    translator: Translator,
    solver: Z3_solver,
    axioms: Vec<Z3_ast>,
    /// The assumptions Z3 has, one a level.
    stated: Vec<TermId>,
    levels: Vec<Level>,
    facts_stated: usize,
    /// All that was put to Z3 since the axioms, as it was put.
    asserted: Vec<Z3_ast>,
    /// It was interrupted. What that leaves half done inside Z3 can make it deny what has an answer, so it is asked
    /// nothing more.
    is_spoiled: bool,
    /// What only a fresh solver gets to see.
    unstated: Vec<Z3_ast>,
}

/// What had been stated below a level.
struct Level {
    facts: usize,
    asserted: usize,
}

/// What became of one run of Z3.
enum Outcome {
    Answer(Answer),
    GaveUp(String),
}

/// Below this another run is not worth its start.
const SHORTEST: Duration = Duration::from_millis(5);

impl Incremental {
    pub(crate) fn new(axioms: &[Expr]) -> Incremental {
        let mut translator = Translator::new();
        let axioms: Vec<Z3_ast> = axioms.iter().filter_map(|axiom| translator.axiom(axiom)).collect();
        let solver = with_axioms(&translator, &axioms);
        Incremental {
            translator,
            solver,
            axioms,
            stated: Vec::new(),
            levels: Vec::new(),
            facts_stated: 0,
            asserted: Vec::new(),
            is_spoiled: false,
            unstated: Vec::new(),
        }
    }

    fn begin_anew(&mut self) {
        // SAFETY: the old one is not used again.
        unsafe { Z3_solver_dec_ref(self.translator.context.raw, self.solver) };
        self.solver = with_axioms(&self.translator, &self.axioms);
        self.stated.clear();
        self.levels.clear();
        self.asserted.clear();
        (self.facts_stated, self.is_spoiled) = (0, false);
    }

    /// Brings Z3's stack to these assumptions, keeping what it already has in common. From the first
    /// one about floats on, they are left to the fresh solvers.
    fn align(&mut self, pool: &mut Pool, assumed: &[TermId]) {
        if self.is_spoiled {
            self.begin_anew();
        }
        let raw = self.translator.context.raw;
        let nodes: Vec<Z3_ast> = assumed.iter().map(|term| self.translator.node(pool, *term)).collect();
        let is_float = |term: &TermId| self.translator.hardness(*term) == Some(Hard::Float);
        let (assumed, _) = assumed.split_at(assumed.iter().position(is_float).unwrap_or(assumed.len()));
        let mut common = 0;
        while common < self.levels.len() && common < assumed.len() && self.stated[common] == assumed[common] {
            common += 1;
        }
        if common < self.levels.len() {
            self.facts_stated = self.levels[common].facts;
            self.asserted.truncate(self.levels[common].asserted);
            // SAFETY: that many levels were pushed.
            unsafe { Z3_solver_pop(raw, self.solver, (self.levels.len() - common) as u32) };
            self.levels.truncate(common);
            self.stated.truncate(common);
        }
        for (term, node) in assumed.iter().zip(&nodes).skip(common) {
            self.levels.push(Level { facts: self.facts_stated, asserted: self.asserted.len() });
            self.stated.push(*term);
            self.asserted.push(*node);
            self.asserted.extend(&self.translator.facts[self.facts_stated..]);
            let added = &self.asserted[self.levels[self.levels.len() - 1].asserted..];
            // SAFETY: nodes and solver belong to the context.
            unsafe {
                Z3_solver_push(raw, self.solver);
                added.iter().for_each(|node| Z3_solver_assert(raw, self.solver, *node));
            }
            self.facts_stated = self.translator.facts.len();
        }
        self.unstated.clear();
        if assumed.len() < nodes.len() {
            self.unstated.extend(&nodes[assumed.len()..]);
            self.unstated.extend(&self.translator.facts[self.facts_stated..]);
        }
    }

    /// The incremental solver first: it keeps what it learned on the path. What it cannot answer
    /// goes to a fresh solver, which may choose its method by the whole question.
    fn answer(&mut self, pool: &Pool, assumed: &[TermId], effort: Effort) -> Answer {
        let start = Instant::now();
        let hard = assumed.iter().filter_map(|term| self.translator.hardness(*term)).max();
        let first = match hard {
            None => effort.time * 2 / 3,
            Some(Hard::Product) => effort.time / 8,
            Some(Hard::Float) if cost::of_floats(pool, assumed) > effort.time => {
                return Answer::Unknown("timeout".into());
            }
            Some(Hard::Float) => return self.run_afresh(pool, assumed, effort.time).into(),
        };
        let (outcome, is_over) = self.run(self.solver, pool, assumed, first);
        self.is_spoiled = is_over;
        let said = match outcome {
            Outcome::Answer(answer) => return answer,
            Outcome::GaveUp(said) => said,
        };
        let left = effort.time.saturating_sub(start.elapsed());
        if left < SHORTEST {
            return Answer::Unknown(said);
        }
        self.run_afresh(pool, assumed, left).into()
    }

    /// Asks a solver of its own that sees the whole question at once.
    fn run_afresh(&self, pool: &Pool, assumed: &[TermId], time: Duration) -> Outcome {
        let solver = self.fresh();
        let (outcome, _) = self.run(solver, pool, assumed, time);
        // SAFETY: made above, and not used again.
        unsafe { Z3_solver_dec_ref(self.translator.context.raw, solver) };
        outcome
    }

    /// A solver with all assumptions. The caller releases it.
    fn fresh(&self) -> Z3_solver {
        let raw = self.translator.context.raw;
        // SAFETY: all belongs to the context.
        unsafe {
            let solver = Z3_mk_solver(raw).expect("Z3 makes a solver");
            Z3_solver_inc_ref(raw, solver);
            let all = self.axioms.iter().chain(&self.asserted).chain(&self.unstated);
            all.for_each(|node| Z3_solver_assert(raw, solver, *node));
            solver
        }
    }

    /// What came of it, and whether it was interrupted.
    fn run(&self, solver: Z3_solver, pool: &Pool, assumed: &[TermId], time: Duration) -> (Outcome, bool) {
        let raw = self.translator.context.raw;
        let (answer, is_over) = self.check_until(solver, time);
        let outcome = match answer {
            Z3_L_FALSE if !is_over => Outcome::Answer(Answer::Unsat),
            Z3_L_TRUE => Outcome::Answer(self.checked_model(solver, pool, assumed)),
            // What Z3 tried last may be a model all the same.
            _ => match self.checked_model(solver, pool, assumed) {
                Answer::Sat(model) => Outcome::Answer(Answer::Sat(model)),
                Answer::Unsat | Answer::Unknown(_) if is_over => Outcome::GaveUp("timeout".to_owned()),
                // SAFETY: the solver belongs to the context.
                Answer::Unsat | Answer::Unknown(_) => {
                    Outcome::GaveUp(unsafe { text(Z3_solver_get_reason_unknown(raw, solver)) })
                }
            },
        };
        (outcome, is_over)
    }

    /// A question that takes longer is interrupted; and one whose asker is told to stop, with the asker. Whether its
    /// time was over is said beside the answer.
    fn check_until(&self, solver: Z3_solver, time: Duration) -> (Z3_lbool, bool) {
        #[derive(Clone, Copy)]
        struct Interrupted(Z3_context);
        // SAFETY: Z3 allows this one call from another thread.
        unsafe impl Send for Interrupted {}
        impl Interrupted {
            fn interrupt(&self) {
                // SAFETY: the context outlives the guards below.
                unsafe { Z3_interrupt(self.0) };
            }
        }
        let raw = self.translator.context.raw;
        cancel::point();
        let context = Interrupted(raw);
        let guard = cancel::on_cancel(move || context.interrupt());
        let deadline = deadline::after(time, move || context.interrupt());
        // SAFETY: the solver belongs to the context.
        let answer = unsafe { Z3_solver_check(raw, solver) };
        let is_over = deadline.is_over();
        drop(deadline);
        drop(guard);
        cancel::point();
        (answer, is_over)
    }

    /// Z3's model, if our own evaluator agrees that it satisfies everything.
    fn checked_model(&self, solver: Z3_solver, pool: &Pool, assumed: &[TermId]) -> Answer {
        let Some(assignment) = extract(&self.translator, solver, pool, assumed) else {
            return Answer::Unknown("a model that cannot be read back".into());
        };
        let mut evaluator = term::eval::Evaluator::new(assignment);
        let holds = |term: &TermId| evaluator.eval(pool, *term) == Some(Value::Bool(true));
        if assumed.iter().all(holds) {
            Answer::Sat(evaluator.into_assignment())
        } else {
            Answer::Unknown("a model that does not satisfy the question when evaluated".into())
        }
    }

    fn question(&self) -> String {
        let raw = self.translator.context.raw;
        let solver = self.fresh();
        // SAFETY: the string is valid until the next call into Z3; the solver is not used again.
        let body = unsafe {
            let body = text(Z3_solver_to_string(raw, solver));
            Z3_solver_dec_ref(raw, solver);
            body
        };
        format!("{body}(check-sat)\n")
    }
}

/// A solver that has the axioms. The caller releases it.
fn with_axioms(translator: &Translator, axioms: &[Z3_ast]) -> Z3_solver {
    let raw = translator.context.raw;
    // SAFETY: the axioms belong to the context.
    unsafe {
        let solver = Z3_mk_simple_solver(raw).expect("Z3 makes a solver");
        Z3_solver_inc_ref(raw, solver);
        axioms.iter().for_each(|axiom| Z3_solver_assert(raw, solver, *axiom));
        solver
    }
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Answer {
        match outcome {
            Outcome::Answer(answer) => answer,
            Outcome::GaveUp(said) => Answer::Unknown(said),
        }
    }
}

impl Drop for Incremental {
    fn drop(&mut self) {
        // SAFETY: released once, before the context.
        unsafe { Z3_solver_dec_ref(self.translator.context.raw, self.solver) };
    }
}

impl Backend for Incremental {
    fn check(&mut self, pool: &mut Pool, assumed: &[TermId], effort: Effort) -> Answer {
        self.align(pool, assumed);
        self.answer(pool, assumed, effort)
    }

    fn script(&mut self, pool: &mut Pool, assumed: &[TermId]) -> String {
        self.align(pool, assumed);
        self.question()
    }
}
