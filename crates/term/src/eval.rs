//! The value of a term under an assignment of its variables.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use value::{FunctionSymbol, Op, Sort, Value};

use crate::{Node, Pool, TermId, VarId};

/// Values for variables. What is not assigned has its sort's default value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: FxHashMap<VarId, Value>,
}

impl Assignment {
    pub fn set(&mut self, variable: VarId, value: Value) {
        self.values.insert(variable, value);
    }

    pub fn get(&self, pool: &Pool, variable: VarId) -> Value {
        match self.values.get(&variable) {
            Some(value) => value.clone(),
            None => Value::default_of(pool.variable(variable).sort),
        }
    }
}

/// What uninterpreted functions mean to whoever uses them.
pub trait Interpretation {
    /// `None` if that is not known.
    fn apply(&self, pool: &Pool, function: &FunctionSymbol, args: &[&Value]) -> Option<Value>;
}

/// Evaluates terms of one pool under one assignment, each subterm once.
#[derive(Clone, Default)]
pub struct Evaluator {
    assignment: Assignment,
    functions: Option<Rc<dyn Interpretation>>,
    known: FxHashMap<TermId, Option<Value>>,
}

impl Evaluator {
    pub fn new(assignment: Assignment) -> Evaluator {
        Evaluator { assignment, functions: None, known: FxHashMap::default() }
    }

    pub fn with_functions(assignment: Assignment, functions: Rc<dyn Interpretation>) -> Evaluator {
        Evaluator { assignment, functions: Some(functions), known: FxHashMap::default() }
    }

    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    pub fn into_assignment(self) -> Assignment {
        self.assignment
    }

    /// `None` if it depends on an operator without concrete meaning.
    pub fn eval(&mut self, pool: &Pool, term: TermId) -> Option<Value> {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if self.known.contains_key(&next) {
                work.pop();
                continue;
            }
            let value = match pool.node(next) {
                Node::Var(variable) => Some(self.assignment.get(pool, *variable)),
                Node::Const(value) => Some(value.clone()),
                Node::App(op, args) => match self.pending(op, args, &mut work) {
                    true => continue,
                    false => self.apply(pool, op, args, pool.sort(next)),
                },
            };
            self.known.insert(next, value);
            work.pop();
        }
        self.known[&term].clone()
    }

    pub fn holds(&mut self, pool: &Pool, term: TermId) -> bool {
        self.eval(pool, term) == Some(Value::Bool(true))
    }

    /// Schedules what must be known first. Of a conditional only the branch taken: the other one
    /// may have no meaning, and may be large.
    fn pending(&self, op: &Op, args: &[TermId], work: &mut Vec<TermId>) -> bool {
        let before = work.len();
        let mut need = |term: TermId| {
            if !self.known.contains_key(&term) {
                work.push(term);
            }
        };
        match (op, args) {
            (Op::Ite, [condition, a, b]) => match self.known.get(condition) {
                None => need(*condition),
                Some(Some(Value::Bool(true))) => need(*a),
                Some(Some(_)) => need(*b),
                Some(None) => {}
            },
            _ => args.iter().for_each(|arg| need(*arg)),
        }
        work.len() > before
    }

    fn apply(&self, pool: &Pool, op: &Op, args: &[TermId], sort: Sort) -> Option<Value> {
        let value = |term: &TermId| self.known.get(term).and_then(Option::as_ref);
        match (op, args) {
            (Op::Ite, [condition, a, b]) => match value(condition)? {
                Value::Bool(true) => value(a).cloned(),
                _ => value(b).cloned(),
            },
            // One false operand decides, whatever the other means.
            (Op::And, [a, b]) => match (value(a), value(b)) {
                (Some(Value::Bool(false)), _) | (_, Some(Value::Bool(false))) => Some(Value::Bool(false)),
                (Some(_), other) => other.cloned(),
                (None, _) => None,
            },
            (Op::Or, [a, b]) => match (value(a), value(b)) {
                (Some(Value::Bool(true)), _) | (_, Some(Value::Bool(true))) => Some(Value::Bool(true)),
                (Some(_), other) => other.cloned(),
                (None, _) => None,
            },
            _ => {
                let values: Option<SmallVec<[&Value; 4]>> = args.iter().map(value).collect();
                match (op, &self.functions) {
                    (Op::Apply(function), Some(functions)) => functions.apply(pool, function, &values?),
                    _ => op.eval_refs(&values?, sort),
                }
            }
        }
    }
}

/// The value of one term.
pub fn eval(pool: &Pool, assignment: &Assignment, term: TermId) -> Option<Value> {
    Evaluator::new(assignment.clone()).eval(pool, term)
}
