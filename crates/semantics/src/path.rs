//! The path condition: what is known of the inputs, asked cheaply before a solver is.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smt::{Answer, Effort, Solver};
use term::eval::Evaluator;
use term::facts::Interval;
use term::{Assignment, Facts, Node, Pool, TermId};
use value::{Int, IntOp, Op, Rounding, Value};

use crate::{exhaust, integers};

/// Milliseconds of a solver before a question is put in other ways.
const AT_ONCE: u64 = 300;

/// Milliseconds for a question over integers.
const OVER_INTEGERS: u64 = 2000;

/// For trying inputs one by one.
const TRYING: Duration = Duration::from_secs(2);

/// An assignment known to satisfy a path condition.
pub type Model = Rc<RefCell<Evaluator>>;

/// The conjunction along the current path, in three forms that agree.
pub struct Path {
    pub solver: Solver,
    /// For questions put over integers, which bit-vectors in the same solver would slow down.
    integers: Option<Solver>,
    facts: Facts,
    marks: Vec<usize>,
    /// Satisfies the path, if known.
    pub model: Option<Model>,
    pub deadline: Instant,
}

/// Can a condition hold on the current path?
pub enum Feasible {
    No,
    /// With a model where one is known; without, it may or may not.
    Maybe(Option<Model>),
}

impl Path {
    pub fn new(solver: Solver, deadline: Instant) -> Path {
        let empty = Rc::new(RefCell::new(Evaluator::new(Assignment::default())));
        Path { solver, integers: None, facts: Facts::default(), marks: Vec::new(), model: Some(empty), deadline }
    }

    /// Forgets all conditions; the solver keeps what it has learned.
    pub fn restart(&mut self, deadline: Instant) {
        self.retract_to(0);
        self.model = Some(Rc::new(RefCell::new(Evaluator::new(Assignment::default()))));
        self.deadline = deadline;
    }

    pub fn conditions(&self) -> &[TermId] {
        self.solver.assumed()
    }

    pub fn depth(&self) -> usize {
        self.solver.depth()
    }

    /// Adds a condition. `model` must satisfy the path with it.
    pub fn assume(&mut self, pool: &Pool, condition: TermId, model: Option<Model>) {
        self.model = model;
        if pool.as_bool(condition) == Some(true) {
            return;
        }
        self.marks.push(self.facts.mark());
        self.facts.assume(pool, condition);
        self.solver.assume(condition);
    }

    pub fn retract_to(&mut self, depth: usize) {
        if depth < self.marks.len() {
            self.facts.undo_to(self.marks[depth]);
            self.marks.truncate(depth);
        }
        self.solver.retract_to(depth);
    }

    pub fn decide(&self, pool: &Pool, condition: TermId) -> Option<bool> {
        self.facts.decide(pool, condition)
    }

    /// A conditional whose test the path decides is its branch.
    pub fn resolve(&self, pool: &Pool, term: TermId) -> TermId {
        branch(pool, term, &|pool, test| self.decide(pool, test))
    }

    /// The term with every conditional in it resolved whose test the path decides.
    pub fn resolve_within(&self, pool: &mut Pool, term: TermId, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        resolve_within(pool, term, &|pool, test| self.decide(pool, test), done)
    }

    /// Bounds of an integer term that follow from the path.
    pub fn interval(&self, pool: &Pool, term: TermId) -> Interval {
        self.facts.interval(pool, term, 8)
    }

    pub fn is_out_of_time(&self) -> bool {
        Instant::now() >= self.deadline
    }

    fn effort(&self, millis: u64) -> Effort {
        let left = self.deadline.saturating_duration_since(Instant::now());
        Effort { time: left.min(Duration::from_millis(millis)) }
    }

    /// Can the condition hold here?
    pub fn feasible(&mut self, pool: &mut Pool, condition: TermId) -> Feasible {
        match self.decide(pool, condition) {
            Some(false) => return Feasible::No,
            Some(true) => return Feasible::Maybe(self.model.clone()),
            None => {}
        }
        if let Some(model) = &self.model
            && model.borrow_mut().holds(pool, condition)
        {
            return Feasible::Maybe(Some(model.clone()));
        }
        if let Some(model) = self.nearby_model(pool, condition) {
            return Feasible::Maybe(Some(model));
        }
        match self.ask(pool, condition, 1000) {
            Answer::Unsat => Feasible::No,
            Answer::Sat(assignment) => Feasible::Maybe(Some(Rc::new(RefCell::new(Evaluator::new(assignment))))),
            Answer::Unknown(_) => Feasible::Maybe(None),
        }
    }

    /// Can the condition hold here? Few inputs are tried, else the solver is asked. What it does not answer at once is
    /// put over integers, and more inputs are tried, before it is given more time.
    pub fn ask(&mut self, pool: &mut Pool, condition: TermId, millis: u64) -> Answer {
        let all: Vec<TermId> = self.conditions().iter().copied().chain([condition]).collect();
        if let Some(answer) = exhaust::try_all(pool, &self.facts, &all) {
            return answer;
        }
        let start = Instant::now();
        let effort = self.effort(millis.min(AT_ONCE));
        let answer = self.solver.check_with(pool, &[condition], effort);
        if !matches!(answer, Answer::Unknown(_)) {
            return answer;
        }
        if self.is_impossible_over_integers(pool, &all) {
            return Answer::Unsat;
        }
        let until = self.deadline.min(Instant::now() + TRYING);
        if let Some(answer) = exhaust::try_many(pool, &self.facts, &all, until) {
            return answer;
        }
        // One that gave up before its time is not asked again.
        if start.elapsed() < effort.time || millis <= AT_ONCE {
            return answer;
        }
        let effort = self.effort(millis);
        self.solver.check_with(pool, &[condition], effort)
    }

    fn is_impossible_over_integers(&mut self, pool: &mut Pool, conditions: &[TermId]) -> bool {
        let Some(conditions) = integers::over_integers(pool, conditions) else { return false };
        let effort = self.effort(OVER_INTEGERS);
        let solver = self.integers.get_or_insert_with(|| self.solver.another());
        solver.check_with(pool, &conditions, effort).is_unsat()
    }

    /// A model found by moving one variable of the known one so that the condition holds.
    fn nearby_model(&mut self, pool: &mut Pool, condition: TermId) -> Option<Model> {
        let model = self.model.clone()?;
        let candidates = candidates(pool, condition, &mut model.borrow_mut());
        for assignment in candidates {
            let mut evaluator = Evaluator::new(assignment);
            if evaluator.holds(pool, condition) && self.facts.hold_under(pool, &mut evaluator) {
                return Some(Rc::new(RefCell::new(evaluator)));
            }
        }
        None
    }
}

/// Assignments that differ from the model in one variable and should make the condition true.
fn candidates(pool: &Pool, condition: TermId, model: &mut Evaluator) -> Vec<Assignment> {
    let (literal, holds) = match pool.node(condition) {
        Node::App(Op::Not, args) => (args[0], false),
        _ => (condition, true),
    };
    let mut found = Vec::new();
    match pool.node(literal) {
        Node::Var(variable) => {
            let mut assignment = model.assignment().clone();
            assignment.set(*variable, Value::Bool(holds));
            found.push(assignment);
        }
        Node::App(Op::Int(IntOp::Le), args) if let Some(bound) = pool.as_int(args[1]) => {
            let target = if holds { bound.clone() } else { bound + &Int::ONE };
            solve(pool, args[0], &target, model, &mut found);
        }
        Node::App(Op::Eq, args) if let Some(value) = pool.as_int(args[1]) => {
            let targets = if holds { vec![value.clone()] } else { vec![value + &Int::ONE, value - &Int::ONE] };
            for target in targets {
                solve(pool, args[0], &target, model, &mut found);
            }
        }
        Node::App(Op::And, args) => {
            // One conjunct is moved; the other may follow.
            for arg in args {
                let part = if holds { *arg } else { return found };
                found.extend(candidates(pool, part, model));
            }
        }
        _ => {}
    }
    found
}

/// Moves each variable, element or length that occurs linearly so that the term gets the target
/// value.
fn solve(pool: &Pool, term: TermId, target: &Int, model: &mut Evaluator, found: &mut Vec<Assignment>) {
    let Some(Value::Int(now)) = model.eval(pool, term) else { return };
    let missing = target - &now;
    for (factor, coefficient) in pool.linear_factors(term) {
        let Some(Value::Int(old)) = model.eval(pool, factor) else { continue };
        let step = missing.div(&coefficient, Rounding::Floor);
        for step in [step.clone(), &step + &Int::ONE] {
            found.extend(with_value(pool, factor, &(&old + &step), model));
        }
    }
}

/// The model with one variable, element or length set.
fn with_value(pool: &Pool, term: TermId, value: &Int, model: &mut Evaluator) -> Option<Assignment> {
    const LONGEST: usize = 5_000;
    let mut assignment = model.assignment().clone();
    match pool.node(term) {
        Node::Var(variable) => assignment.set(*variable, Value::Int(value.clone())),
        Node::App(Op::SeqLen, args) => {
            let Node::Var(variable) = pool.node(args[0]) else { return None };
            let length = value.to_usize().filter(|length| *length <= LONGEST)?;
            let Value::Seq(old) = assignment.get(pool, *variable) else { return None };
            let mut elements = (*old).clone();
            elements.resize(length, Value::default_of(pool.sort(args[0]).element()?));
            assignment.set(*variable, Value::seq(elements));
        }
        Node::App(Op::SeqNth, args) => {
            let Node::Var(variable) = pool.node(args[0]) else { return None };
            let Some(Value::Int(index)) = model.eval(pool, args[1]) else { return None };
            let Value::Seq(old) = assignment.get(pool, *variable) else { return None };
            let mut elements = (*old).clone();
            *elements.get_mut(index.to_usize()?)? = Value::Int(value.clone());
            assignment.set(*variable, Value::seq(elements));
        }
        _ => return None,
    }
    Some(assignment)
}

/// What is known of a test.
type Decide<'d> = &'d dyn Fn(&Pool, TermId) -> Option<bool>;

fn branch(pool: &Pool, term: TermId, decide: Decide<'_>) -> TermId {
    let mut term = term;
    while let Node::App(Op::Ite, args) = pool.node(term) {
        match decide(pool, args[0]) {
            Some(taken) => term = args[if taken { 1 } else { 2 }],
            None => break,
        }
    }
    term
}

/// The term with every conditional in it resolved whose test is decided.
pub(crate) fn resolve_within(
    pool: &mut Pool,
    term: TermId,
    decide: Decide<'_>,
    done: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    let mut work = vec![term];
    while let Some(&next) = work.last() {
        if done.contains_key(&next) {
            work.pop();
            continue;
        }
        let taken = branch(pool, next, decide);
        let parts: SmallVec<[TermId; 4]> = match pool.node(taken) {
            _ if taken != next => SmallVec::from_slice(&[taken]),
            Node::App(_, args) => args.iter().copied().collect(),
            Node::Var(_) | Node::Const(_) => SmallVec::new(),
        };
        let before = work.len();
        work.extend(parts.iter().filter(|part| !done.contains_key(part)));
        if work.len() > before {
            continue;
        }
        let new: SmallVec<[TermId; 4]> = parts.iter().map(|part| done[part]).collect();
        let resolved = match pool.node(next).clone() {
            _ if taken != next => new[0],
            Node::App(op, _) if new != parts => pool.app(op, &new),
            Node::App(..) | Node::Var(_) | Node::Const(_) => next,
        };
        done.insert(next, resolved);
        work.pop();
    }
    done[&term]
}
