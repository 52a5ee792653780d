//! Programs that leave choices open, compared by what their runs may do.
//!
//! A version of such a program does one of several things on an input. Two versions are the same if each thing that one
//! may do the other may do as well; a run that an assumption stops does nothing. Where the versions make the same
//! choices in the same order, exploring them together shows that. Here, summaries of both are made, each over choices
//! of its own, and for every way through one version it is asked: does some way through the other end alike?
//!
//! That is a question with "for every" and "there is". It is shown by choices of the other version that are named
//! outright (the same ones, in another order), then put to the solver as it is. And a run is looked for that no choice
//! of the other version answers: on inputs and choices that are all given, that is a question without "for every".

use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::{Coverage, Gap, Given, Problem, Replay, Side, Why};
use ir::interp::Limits;
use rustc_hash::FxHashMap;
use semantics::compare::{Heaps, observation};
use smt::{Answer, Effort, Logic};
use term::{Assignment, Node, TermId, VarId};
use value::{Binder, Expr, Op, Quantifier, Sort, Symbol, Value};

use crate::Budget;
use crate::summary::{Partition, Summariser};

/// Pairs of ways that are compared.
const MOST_PAIRS: usize = 4_000;

/// Runs of one version that are looked at for each of its ways.
const MOST_RUNS: usize = 12;

/// Orders of choices that are tried.
const MOST_ORDERS: usize = 24;

/// Parts of a question with "for every".
const LONGEST: usize = 20_000;

const PATIENCE: Effort = Effort { time: Duration::from_millis(700) };

/// Are a version's choices free, so that it is known by what its runs may do?
pub fn is_about(problem: &Problem) -> bool {
    Side::BOTH.into_iter().all(|side| problem.program(side).cell(Symbol::new(ir::BLOCKED)).is_some())
}

/// Compares what the runs of both versions may do.
pub fn compare(problem: &Problem, logic: &Logic, budget: &Budget) -> Coverage {
    let mut summariser = Summariser::new(problem, logic, budget);
    let mut coverage = Coverage { exercised: true, ..Coverage::default() };
    if let Err(gap) = decide(&mut summariser, &mut coverage, budget.deadline) {
        coverage.open.push(gap);
    }
    coverage.statistics.solver_queries = summariser.setting.path.solver.statistics.queries;
    coverage
}

fn decide(summariser: &mut Summariser<'_>, coverage: &mut Coverage, deadline: Instant) -> Result<(), Gap> {
    let problem = summariser.problem;
    if !problem.matching.changed_code().is_empty() {
        return Err(Gap::nowhere(Why::ChangedFunctionPassed));
    }
    let [old, new] = [runs(summariser, Side::Old)?, runs(summariser, Side::New)?];
    if old.ways.len() * new.ways.len() > MOST_PAIRS {
        return Err(Gap::nowhere(Why::ManyPartitions(old.ways.len(), new.ways.len())));
    }
    coverage.statistics.client_paths = (old.ways.len() + new.ways.len()) as u64;
    for (own, other) in [(&old, &new), (&new, &old)] {
        for way in &own.ways {
            if Instant::now() >= deadline {
                return Err(Gap::nowhere(Why::SummariesNotComplete));
            }
            let mut question = Question::new(summariser, own, other, way);
            if question.is_answered() {
                continue;
            }
            let found = question.unanswered().ok_or_else(|| Gap::nowhere(Why::DependsOnChoices))?;
            coverage.differs.push(found);
            return Ok(());
        }
    }
    Ok(())
}

/// What the runs of one version may do.
struct Runs {
    side: Side,
    ways: Vec<Partition>,
    choices: Vec<(Sort, TermId)>,
}

fn runs(summariser: &mut Summariser<'_>, side: Side) -> Result<Runs, Gap> {
    summariser.setting.choices.clear();
    let mut ways = summariser.whole(side)?;
    let choices = std::mem::take(&mut summariser.setting.choices);
    let program = summariser.problem.program(side);
    let blocked = program.cell(Symbol::new(ir::BLOCKED)).map(|cell| summariser.problem.matching.slot(side, cell).0);
    let pool = &summariser.setting.pool;
    let is_stopped = |way: &Partition| blocked.map(|slot| pool.as_bool(way.machine.cells[slot]));
    if ways.iter().any(|way| is_stopped(way) == Some(None)) {
        return Err(Gap::nowhere(Why::DependsOnChoices));
    }
    ways.retain(|way| is_stopped(way) == Some(Some(false)));
    // A choice of another kind than the one at its place on another way has no place.
    let known: Vec<TermId> = choices.iter().map(|(_, term)| *term).chain(summariser.setting.inputs.clone()).collect();
    let terms = ways.iter().flat_map(|way| way.condition.iter().chain(&way.machine.cells).copied());
    let is_known = |variable: VarId| known.contains(&pool.variable(variable).term);
    if !pool.free_variables(terms).into_iter().all(is_known) {
        return Err(Gap::nowhere(Why::DependsOnChoices));
    }
    Ok(Runs { side, ways, choices })
}

/// Does some run of the other version end as those of this way do?
struct Question<'q, 's, 'p> {
    summariser: &'q mut Summariser<'p>,
    own: &'s Runs,
    other: &'s Runs,
    /// Holds of the inputs and choices that lead this way.
    condition: Vec<TermId>,
    /// What the other version may choose the same: what this one chooses, and what it gives.
    named: Vec<(Sort, TermId)>,
    /// Some way of the other version, with its choices, ends alike.
    alike: TermId,
    /// Some way of the other version comes to its end.
    ends: TermId,
    is_exact: bool,
}

impl<'q, 's, 'p> Question<'q, 's, 'p> {
    fn new(
        summariser: &'q mut Summariser<'p>,
        own: &'s Runs,
        other: &'s Runs,
        way: &Partition,
    ) -> Question<'q, 's, 'p> {
        let heaps = Heaps::new(summariser.problem);
        let pool = &mut summariser.setting.pool;
        let (mut alike, mut ends, mut is_exact) = (pool.bool(false), pool.bool(false), true);
        for answer in &other.ways {
            let (old, new) = if own.side == Side::Old { (way, answer) } else { (answer, way) };
            let (same, exact) = observation(pool, &heaps, (&old.machine, &old.outcome), (&new.machine, &new.outcome));
            is_exact &= exact;
            let taken = pool.conjunction(answer.condition.iter().copied());
            let both = pool.and(taken, same);
            alike = pool.or(alike, both);
            ends = pool.or(ends, taken);
        }
        let condition = summariser.shapes.iter().chain(&way.condition).copied().collect();
        let mut named = own.choices.clone();
        for given in way.outcome.terms() {
            let sort = summariser.setting.pool.sort(given);
            if !named.contains(&(sort, given)) {
                named.push((sort, given));
            }
        }
        Question { summariser, own, other, condition, named, alike, ends, is_exact }
    }

    /// Is that so for all inputs and choices that lead this way?
    fn is_answered(&mut self) -> bool {
        let mut asked = self.condition.clone();
        for order in self.orders() {
            let instance = self.summariser.setting.pool.substitute(self.alike, &order);
            asked.push(self.summariser.setting.pool.not(instance));
        }
        self.refutes(&asked)
            || self.for_every_choice().is_some_and(|never| {
                let mut asked = self.condition.clone();
                asked.push(never);
                self.refutes(&asked)
            })
    }

    fn refutes(&mut self, terms: &[TermId]) -> bool {
        let setting = &mut self.summariser.setting;
        terms.iter().any(|term| setting.pool.as_bool(*term) == Some(false))
            || setting.logic.solver().refutes(&mut setting.pool, terms, PATIENCE)
    }

    /// The other version's choices by what this one chooses and gives: each by one of its kind, in different orders.
    fn orders(&self) -> Vec<FxHashMap<VarId, TermId>> {
        let mut orders: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for (sort, _) in &self.other.choices {
            let mut longer = Vec::new();
            for order in &orders {
                let fits = |at: &usize| self.named[*at].0 == *sort && !order.contains(&Some(*at));
                let before = longer.len();
                longer.extend((0..self.named.len()).filter(fits).map(|at| with(order, Some(at))));
                if longer.len() == before {
                    longer.push(with(order, None));
                }
            }
            longer.truncate(MOST_ORDERS);
            orders = longer;
        }
        let pool = &self.summariser.setting.pool;
        let named = |order: Vec<Option<usize>>| {
            let pairs = self.other.choices.iter().zip(order);
            let named = pairs.filter_map(|((_, choice), at)| match pool.node(*choice) {
                Node::Var(variable) => Some((*variable, self.named[at?].1)),
                _ => None,
            });
            named.collect()
        };
        orders.into_iter().map(named).collect()
    }

    /// Whatever the other version chooses, it does not end alike. `None`: that is too long to say.
    fn for_every_choice(&mut self) -> Option<TermId> {
        let setting = &mut self.summariser.setting;
        let choices: Vec<TermId> = self.other.choices.iter().map(|(_, choice)| *choice).collect();
        let free = setting.pool.free_variables([self.alike]);
        let terms: Vec<TermId> = free.iter().map(|variable| setting.pool.variable(*variable).term).collect();
        let (bound, captured): (Vec<TermId>, Vec<TermId>) = terms.iter().partition(|term| choices.contains(term));
        let never = setting.pool.not(self.alike);
        if bound.is_empty() {
            return Some(never);
        }
        let all: Vec<TermId> = captured.iter().chain(&bound).copied().collect();
        let mut room = LONGEST;
        let body = bind(setting.pool.to_expr(never, &all, &mut room)?, captured.len() as u32)?;
        let name = |index: usize| Symbol::new(&format!("choice{index}"));
        let quantifier = Quantifier {
            binder: Binder::Forall,
            bound: bound.iter().enumerate().map(|(index, term)| (name(index), setting.pool.sort(*term))).collect(),
            captured: captured.iter().map(|term| setting.pool.sort(*term)).collect(),
            body,
            triggers: Vec::new(),
        };
        Some(setting.pool.app(Op::Quantifier(Arc::new(quantifier)), &captured))
    }

    /// A run that no run of the other version ends alike, and one of those.
    fn unanswered(&mut self) -> Option<equiv::Counterexample> {
        if !self.is_exact {
            return None;
        }
        let mut asked = self.condition.clone();
        for order in self.orders() {
            let instance = self.summariser.setting.pool.substitute(self.alike, &order);
            asked.push(self.summariser.setting.pool.not(instance));
        }
        for _ in 0..MOST_RUNS {
            let Answer::Sat(run) = self.ask(&asked) else { return None };
            let given = self.given(&run);
            let alike = self.summariser.setting.pool.substitute(self.alike, &given);
            match self.ask(&[alike]) {
                Answer::Unsat => return self.replay(&run, &given),
                // Runs that these choices answer are not looked at again.
                Answer::Sat(answer) => {
                    let by = self.values_of(&self.other.choices, &answer);
                    let answered = self.summariser.setting.pool.substitute(self.alike, &by);
                    asked.push(self.summariser.setting.pool.not(answered));
                }
                Answer::Unknown(_) => return None,
            }
        }
        None
    }

    fn ask(&mut self, terms: &[TermId]) -> Answer {
        let setting = &mut self.summariser.setting;
        match terms.iter().any(|term| setting.pool.as_bool(*term) == Some(false)) {
            true => Answer::Unsat,
            false => setting.logic.solver().check_with(&mut setting.pool, terms, PATIENCE),
        }
    }

    /// The inputs and this version's choices, as constants.
    fn given(&mut self, run: &Assignment) -> FxHashMap<VarId, TermId> {
        let inputs = self.summariser.setting.inputs.clone();
        let pool = &self.summariser.setting.pool;
        let inputs = inputs.into_iter().map(|input| (pool.sort(input), input));
        let all: Vec<(Sort, TermId)> = inputs.chain(self.own.choices.iter().copied()).collect();
        self.values_of(&all, run)
    }

    fn values_of(&mut self, of: &[(Sort, TermId)], run: &Assignment) -> FxHashMap<VarId, TermId> {
        let pool = &mut self.summariser.setting.pool;
        let mut by = FxHashMap::default();
        for (sort, term) in of {
            if let Node::Var(variable) = *pool.node(*term) {
                let value = run.get(pool, variable);
                by.insert(variable, pool.constant(value, *sort));
            }
        }
        by
    }

    /// Runs this version as it was found, and the other with some choices with which it comes to its end.
    fn replay(&mut self, run: &Assignment, given: &FxHashMap<VarId, TermId>) -> Option<equiv::Counterexample> {
        let ends = self.summariser.setting.pool.substitute(self.ends, given);
        let other = match self.ask(&[ends]) {
            Answer::Sat(other) => other,
            // Every run of it is stopped.
            Answer::Unsat => Assignment::default(),
            Answer::Unknown(_) => return None,
        };
        let setting = &self.summariser.setting;
        let values = |choices: &[(Sort, TermId)], run: &Assignment| -> Vec<(Sort, Value)> {
            let value = |term: TermId| match setting.pool.node(term) {
                Node::Var(variable) => run.get(&setting.pool, *variable),
                _ => unreachable!("choices are variables"),
            };
            choices.iter().map(|(sort, term)| (*sort, value(*term))).collect()
        };
        let inputs = setting.values(run);
        let given = Given { inputs, choices: values(&self.own.choices, run) };
        let others = values(&self.other.choices, &other);
        let replayed =
            equiv::replay::replay_possible(self.summariser.problem, self.own.side, &given, &others, Limits::default());
        match replayed {
            Replay::Differs(found) => Some(*found),
            Replay::Same | Replay::NoObservation(..) | Replay::Unclear(_) => None,
        }
    }
}

fn with(order: &[Option<usize>], at: Option<usize>) -> Vec<Option<usize>> {
    order.iter().copied().chain([at]).collect()
}

/// The expression in which those from that number on are bound. `None`: it binds something itself.
fn bind(expr: Expr, first: u32) -> Option<Expr> {
    Some(match expr {
        Expr::Captured(index) if index >= first => Expr::Bound(0, index - first),
        Expr::Apply(Op::Quantifier(_), _) | Expr::Binder(_) => return None,
        Expr::Apply(op, args) => {
            Expr::Apply(op, args.into_iter().map(|arg| bind(arg, first)).collect::<Option<Vec<Expr>>>()?)
        }
        plain => plain,
    })
}
