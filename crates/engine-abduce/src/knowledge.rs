//! What is known of the library so far, and what may still be asked.

use equiv::{Claim, Fact, library};
use smt::{Effort, Logic, Solver};
use term::{Pool, TermId};
use value::{Binder, Expr, FunctionSymbol, Op, Quantifier, Sort, Value};

use crate::instances::instances;

/// A claim that does not hold, with the values that show it where they are known.
#[derive(Clone, Debug)]
pub struct Refuted {
    pub claim: Claim,
    pub shown_by: Vec<Option<Value>>,
}

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    pub accepted: Vec<Claim>,
    pub refuted: Vec<Refuted>,
}

const EFFORT: u64 = 150;

/// Literals of failing instances that a fact is held against.
const MOST_FAILING: usize = 60;

impl Knowledge {
    pub(crate) fn facts(&self) -> Vec<Fact> {
        let facts = self.accepted.iter().filter_map(|claim| match claim {
            Claim::Clause(fact) => Some(fact.clone()),
            Claim::Effect(..) => None,
        });
        facts.collect()
    }

    pub(crate) fn is_accepted(&self, claim: &Claim) -> bool {
        self.accepted.iter().any(|known| known.covers(claim))
    }

    pub(crate) fn is_refuted(&self, claim: &Claim) -> bool {
        self.refuted.iter().any(|known| {
            claim.covers(&known.claim) || stateless(&known.claim).is_some_and(|known| claim.covers(&known))
        })
    }

    /// Is the fact at odds with what is known? It is if it implies what was refuted, or if it and the others
    /// cannot hold together.
    pub(crate) fn excludes(&self, scratch: &mut Scratch, fact: &Fact, others: &[Fact]) -> bool {
        let claim = Claim::Clause(fact.clone());
        if self.is_refuted(&claim) {
            return true;
        }
        let facts: Vec<&Fact> = others.iter().chain([fact]).collect();
        let functions = fact.functions();
        let mut all = Vec::new();
        for refuted in self.refuted.iter().rev() {
            let Claim::Clause(known) = &refuted.claim else { continue };
            // Where it fails every part of it does, and that is about the same functions.
            if all.len() < MOST_FAILING && known.functions().is_subset(&functions) {
                all.extend(failing_instance(&mut scratch.pool, known, &refuted.shown_by));
            }
        }
        scratch.is_impossible(&facts, &all) || scratch.is_inconsistent(&facts)
    }

    /// Does it follow from these facts?
    pub(crate) fn is_implied(scratch: &mut Scratch, fact: &Fact, by: &[Fact]) -> bool {
        let failing = failing_instance(&mut scratch.pool, fact, &[]);
        scratch.is_impossible(&by.iter().collect::<Vec<_>>(), &failing)
    }
}

/// What the claim says of functions that depend on their arguments alone. `None`: calls change something in it.
fn stateless(claim: &Claim) -> Option<Claim> {
    let Claim::Clause(fact) = claim else { return None };
    let clause = fact.clause.iter().map(without_states).collect::<Option<_>>()?;
    Some(Claim::Clause(Fact { variables: fact.variables.clone(), clause }))
}

fn without_states(expr: &Expr) -> Option<Expr> {
    let Expr::Apply(op, args) = expr else { return Some(expr.clone()) };
    let Op::Apply(symbol) = op else {
        return Some(Expr::Apply(op.clone(), args.iter().map(without_states).collect::<Option<_>>()?));
    };
    if library::is_after(symbol.name.as_str()) {
        return None;
    }
    let state = symbol.params.iter().position(|sort| *sort == library::state_sort());
    let count = state.unwrap_or(args.len());
    let params = symbol.params[..count].to_vec();
    let plain = FunctionSymbol { name: symbol.name, params, result: symbol.result };
    Some(Expr::Apply(Op::Apply(plain.into()), args[..count].iter().map(without_states).collect::<Option<_>>()?))
}

/// Some arguments for which every part of the fact is false.
fn failing_instance(pool: &mut Pool, fact: &Fact, shown_by: &[Option<Value>]) -> Vec<TermId> {
    let mut arguments = Vec::new();
    for (index, (name, sort)) in fact.variables.iter().enumerate() {
        let value = shown_by.get(index).cloned().flatten();
        arguments.push(match value {
            Some(value) => pool.constant(value, *sort),
            None => pool.fresh(name.as_str(), *sort),
        });
    }
    fact.clause
        .iter()
        .map(|part| {
            let part = pool.from_expr(part, &arguments);
            pool.not(part)
        })
        .collect()
}

/// Terms and a solver for questions about facts alone.
pub(crate) struct Scratch {
    pool: Pool,
    solver: Solver,
}

impl Scratch {
    pub(crate) fn new(logic: &Logic) -> Scratch {
        Scratch { pool: logic.pool(), solver: logic.solver() }
    }

    fn is_impossible(&mut self, facts: &[&Fact], terms: &[TermId]) -> bool {
        if terms.is_empty() {
            return false;
        }
        let mut all = terms.to_vec();
        all.extend(instances(&mut self.pool, facts.iter().copied(), terms));
        self.solver.refutes(&mut self.pool, &all, Effort::millis(EFFORT))
    }

    /// Can the facts not even hold for the arguments that they are about themselves?
    fn is_inconsistent(&mut self, facts: &[&Fact]) -> bool {
        let mut some = Vec::new();
        for fact in facts {
            let arguments: Vec<TermId> =
                fact.variables.iter().map(|(name, sort)| self.pool.fresh(name.as_str(), *sort)).collect();
            some.extend(fact.clause.iter().map(|part| self.pool.from_expr(part, &arguments)));
        }
        let held = instances(&mut self.pool, facts.iter().copied(), &some);
        self.solver.refutes(&mut self.pool, &held, Effort::millis(EFFORT))
    }
}

/// Is there no library at all that has these facts, as far as a solver can tell?
pub fn is_inconsistent(logic: &Logic, facts: &[&Fact]) -> bool {
    Scratch::new(logic).is_inconsistent(facts) || are_refuted(logic, facts)
}

/// The same, with the facts as formulas about everything.
fn are_refuted(logic: &Logic, facts: &[&Fact]) -> bool {
    let axioms: Vec<Expr> = facts.iter().map(|fact| for_all(fact)).collect();
    let axioms = logic.axioms.iter().cloned().chain(axioms).collect::<Vec<_>>();
    let logic = Logic { axioms: axioms.into(), ..logic.clone() };
    let (mut pool, mut solver) = (logic.pool(), logic.solver());
    // Something has to be asked for the axioms to be looked at.
    let nothing = pool.fresh("nothing", Sort::bool());
    solver.check_with(&mut pool, &[nothing], Effort::millis(EFFORT)).is_unsat()
}

/// The fact as one closed formula.
pub fn for_all(fact: &Fact) -> Expr {
    let parts = fact.clause.iter().map(bound);
    let body =
        parts.reduce(|a, b| Expr::Apply(Op::Or, vec![a, b])).unwrap_or(Expr::Const(Value::Bool(false), Sort::bool()));
    if fact.variables.is_empty() {
        return body;
    }
    let quantifier = Quantifier {
        binder: Binder::Forall,
        bound: fact.variables.clone(),
        captured: Vec::new(),
        body,
        triggers: Vec::new(),
    };
    Expr::Binder(quantifier.into())
}

fn bound(expr: &Expr) -> Expr {
    match expr {
        Expr::Captured(index) => Expr::Bound(0, *index),
        Expr::Apply(op, args) => Expr::Apply(op.clone(), args.iter().map(bound).collect()),
        Expr::Const(..) | Expr::Bound(..) | Expr::Binder(_) => expr.clone(),
    }
}
