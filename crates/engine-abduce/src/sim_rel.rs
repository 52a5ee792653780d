//! SimRel: a relation between the states of both versions that holds from the start to the end, and the
//! facts it rests on (algorithm 2 of the paper).
//!
//! `sym` gives every pair of cut points what holds there. At the ends that is that an observer sees no
//! difference; elsewhere nothing at first. An obligation is a step from one pair to another: what holds
//! before it and its condition must imply what holds after it. One that fails is met by facts about the
//! library that the abductive prover finds, or else what holds before the step is strengthened by what the
//! step needs, and the steps that lead there are looked at again.
//!
//! Invariant: a relation is given back only after every obligation was proved once more from it and the facts.

use std::time::Instant;

use cut_graph::{CutPoint, Graph, Move, NodeId, PairId, Product, Schedule, Step};
use equiv::library::STATE;
use equiv::{Fact, Gap, Place, Problem, Side, Why};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::Setting;
use semantics::compare::{Heaps, observation};
use semantics::houdini::{Patience, surviving};
use semantics::ranking::{self, Turn};
use smt::{Effort, Solver};
use std::time::Duration;
use term::{Node, Pool, TermId, VarId};
use value::{Sort, Symbol};

use crate::atp::{Abduced, Obligation};
use crate::clause::ParameterNames;
use crate::formula::{applications, atoms, conjuncts, eliminate, has_application};
use crate::instances::instances;

/// Which pairs of cut points correspond.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    /// Both versions take the same turns of the same loops, and end together.
    Together,
    /// One may go on after the other has ended.
    Apart,
}

pub(crate) const MILLIS: u64 = 400;

/// Times that what holds at a pair is strengthened, in all.
const STRENGTHENINGS: usize = 7;

/// A relation, and what it rests on.
pub(crate) struct Relation {
    pub(crate) plan: Plan,
    /// The facts that were found, besides those that are known.
    pub(crate) found: Vec<Fact>,
    /// The known facts without which it does not hold.
    pub(crate) used: Vec<Fact>,
}

/// Why there is none.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) gap: Option<Gap>,
    /// Where a step needs what nothing gives.
    pub(crate) at: [Option<Place>; 2],
    pub(crate) needs: Vec<Fact>,
}

/// Who says which facts may be used.
pub(crate) trait Chooser {
    /// The first of these that may be used beside the others, by its index.
    fn choose(&mut self, candidates: &[Fact], others: &[Fact]) -> Option<usize>;

    /// Can facts be held against runs of the library?
    fn can_run(&self) -> bool;
}

pub(crate) struct SimRel<'a, 'p> {
    pub(crate) setting: &'a mut Setting<'p>,
    pub(crate) old: &'a Graph,
    pub(crate) new: &'a Graph,
    pub(crate) plan: Plan,
    pub(crate) names: &'a ParameterNames,
    pub(crate) known: &'a [Fact],
    pub(crate) chooser: &'a mut dyn Chooser,
    pub(crate) deadline: Instant,
}

/// What holds at each pair.
pub(crate) type Sym = FxHashMap<PairId, Vec<TermId>>;

impl<'p> SimRel<'_, 'p> {
    pub(crate) fn run(mut self) -> Result<Relation, Box<Failure>> {
        let product = Product::new(&mut self.setting.pool, self.old, self.new, Schedule::Lockstep);
        let mut solver = self.setting.logic.solver();
        let mut sym = self.at_the_ends(&product);
        self.keep_what_is_inductive(&product, &mut sym, &mut solver);
        let mut found: Vec<Fact> = Vec::new();
        let mut left = STRENGTHENINGS;
        // Those nearest to the ends first.
        let mut work: Vec<PairId> = product.pairs.clone();
        while let Some(pair) = work.pop() {
            if !product.steps.iter().any(|step| step.from == pair) {
                continue;
            }
            let Some(needs) = self.settle(&product, pair, &sym, &mut found, &mut solver) else { continue };
            let is_start = pair == (Graph::START, Graph::START);
            if is_start || left == 0 || Instant::now() >= self.deadline {
                return Err(self.failure(pair, &needs));
            }
            left -= 1;
            sym.entry(pair).or_default().push(needs.strengthening);
            for step in product.steps.iter().filter(|step| step.to == pair) {
                work.retain(|other| *other != step.from);
                work.push(step.from);
            }
            work.retain(|other| *other != pair);
            work.push(pair);
        }
        self.proved(&product, &sym, found, &mut solver)
    }

    fn failure(&self, pair: PairId, needs: &Needs) -> Box<Failure> {
        let (old, new) = (&self.old.nodes[pair.0], &self.new.nodes[pair.1]);
        let place = |node: &CutPoint, side| (!node.place.is_none()).then_some(Place { side, span: node.place });
        let gap = needs.stuck.clone();
        Box::new(Failure { gap, at: [place(old, Side::Old), place(new, Side::New)], needs: needs.facts.clone() })
    }

    /// An observer sees no difference at the ends, nor in what the library was told before.
    pub(crate) fn at_the_ends(&mut self, product: &Product) -> Sym {
        let heaps = Heaps::new(self.setting.problem);
        let mut sym = Sym::default();
        for pair in &product.pairs {
            let (old, new) = (&self.old.nodes[pair.0], &self.new.nodes[pair.1]);
            let pool = &mut self.setting.pool;
            let mut parts = Vec::new();
            match (&old.outcome, &new.outcome) {
                (Some(x), Some(y)) => {
                    let (same, _) = observation(pool, &heaps, (&old.machine, x), (&new.machine, y));
                    conjuncts(pool, same, &mut parts);
                    if pool.as_bool(same) == Some(false) {
                        parts = vec![same];
                    }
                }
                _ if old.stuck.is_some() || new.stuck.is_some() => parts.push(pool.bool(false)),
                (None, None) if *pair != (Graph::START, Graph::START) => {
                    parts.extend(same_library(pool, self.setting.problem, old, new));
                }
                (Some(_), None) | (None, Some(_)) if self.plan == Plan::Together => parts.push(pool.bool(false)),
                _ => {}
            }
            sym.insert(*pair, parts);
        }
        sym
    }

    /// Adds what holds at the loops without any fact: variables that are equal, and conditions of the
    /// program that stay true.
    fn keep_what_is_inductive(&mut self, product: &Product, sym: &mut Sym, solver: &mut Solver) {
        let pairs: Vec<PairId> = product.pairs.iter().copied().filter(|pair| self.is_inner(*pair)).collect();
        let mut kept: FxHashMap<PairId, Vec<TermId>> = FxHashMap::default();
        for pair in &pairs {
            kept.insert(*pair, self.candidates(*pair));
        }
        let patience = Patience {
            together: Duration::from_millis(100),
            alone: Duration::from_millis(30),
            each: Duration::from_millis(400),
            deadline: self.deadline,
        };
        loop {
            let mut is_stable = true;
            for step in product.steps.iter().filter(|step| pairs.contains(&step.to)) {
                let mut premises = self.premises(step, sym);
                premises.extend(kept.get(&step.from).into_iter().flatten());
                let pool = &mut self.setting.pool;
                let candidates = kept[&step.to].clone();
                let mut goals = Vec::new();
                for candidate in &candidates {
                    let (mut premises, mut goal) = (premises.clone(), pool.substitute(*candidate, &step.updates));
                    eliminate(pool, &mut premises, &mut goal);
                    goals.push((*candidate, premises, goal));
                }
                solver.retract_to(0);
                // What follows from equalities alone needs no solver.
                let (plain, open): (Vec<_>, Vec<_>) =
                    goals.into_iter().partition(|(_, _, goal)| pool.as_bool(*goal) == Some(true));
                let mut survivors: Vec<TermId> = plain.into_iter().map(|(candidate, ..)| candidate).collect();
                if let Some((_, premises, _)) = open.first() {
                    premises.iter().for_each(|premise| solver.assume(*premise));
                }
                let open = open.into_iter().map(|(candidate, _, goal)| (candidate, goal)).collect();
                survivors.extend(surviving(pool, solver, open, &patience).into_iter().map(|(candidate, _)| candidate));
                let left: Vec<TermId> = candidates.iter().copied().filter(|term| survivors.contains(term)).collect();
                if left.len() < candidates.len() {
                    kept.insert(step.to, left);
                    is_stable = false;
                }
            }
            if is_stable {
                break;
            }
            if Instant::now() >= self.deadline {
                return;
            }
        }
        for pair in pairs {
            sym.entry(pair).or_default().extend(kept.remove(&pair).unwrap_or_default());
        }
    }

    /// Neither the start nor the end.
    fn is_inner(&self, (old, new): PairId) -> bool {
        let ended = (self.old.is_end(old), self.new.is_end(new));
        let is_start = old == Graph::START && new == Graph::START;
        !is_start
            && match self.plan {
                Plan::Together => ended == (false, false),
                Plan::Apart => ended != (true, true),
            }
    }

    fn candidates(&mut self, pair: PairId) -> Vec<TermId> {
        const MOST: usize = 40;
        let (old, new) = (self.old.nodes[pair.0].variables.clone(), self.new.nodes[pair.1].variables.clone());
        let pool = &mut self.setting.pool;
        let mut found = Vec::new();
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for a in &old {
            for b in new.iter().filter(|b| pool.sort(**b) == pool.sort(*a)) {
                pairs.push((*a, *b));
            }
        }
        // Those of one name first.
        pairs.sort_by_key(|(a, b)| base_name(pool, *a) != base_name(pool, *b));
        for (a, b) in pairs {
            found.push(pool.eq(a, b));
        }
        found.truncate(MOST);
        let here: FxHashMap<String, TermId> =
            old.iter().chain(&new).rev().map(|term| (base_name(pool, *term), *term)).collect();
        let own: FxHashSet<TermId> = old.iter().chain(&new).copied().collect();
        let conditions: Vec<TermId> = self.old.edges.iter().chain(&self.new.edges).map(|edge| edge.condition).collect();
        for condition in conditions {
            let mut parts = Vec::new();
            atoms(pool, condition, &mut parts);
            for atom in parts {
                let Some(moved) = moved(pool, atom, &here, &own) else { continue };
                let negated = pool.not(moved);
                for literal in [moved, negated] {
                    if pool.as_bool(literal).is_none() && !found.contains(&literal) && found.len() < 2 * MOST {
                        found.push(literal);
                    }
                }
            }
        }
        found
    }

    /// What holds before a step that is taken.
    fn premises(&mut self, step: &Step, sym: &Sym) -> Vec<TermId> {
        let (old, new) = (&self.old.nodes[step.from.0], &self.new.nodes[step.from.1]);
        let mut premises: Vec<TermId> = sym.get(&step.from).cloned().unwrap_or_default();
        premises.extend(old.bounds.iter().chain(&new.bounds));
        premises.push(step.condition);
        premises
    }

    fn obligation(&mut self, step: &Step, part: TermId, sym: &Sym) -> Obligation {
        let goal = self.setting.pool.substitute(part, &step.updates);
        let premises = self.premises(step, sym);
        Obligation { premises, goal }
    }

    /// Proves the obligations of all steps from a pair, with facts that are found for them. `Some`: what one
    /// of them needs besides.
    fn settle(
        &mut self,
        product: &Product,
        pair: PairId,
        sym: &Sym,
        found: &mut Vec<Fact>,
        solver: &mut Solver,
    ) -> Option<Needs> {
        if let Some(needs) = self.settle_partings(product, pair, sym, found, solver) {
            return Some(needs);
        }
        for step in product.steps.iter().filter(|step| step.from == pair) {
            for part in sym.get(&step.to).cloned().unwrap_or_default() {
                let obligation = self.obligation(step, part, sym);
                let facts: Vec<Fact> = self.known.iter().chain(found.iter()).cloned().collect();
                if self.is_proved(&obligation, &facts, solver) {
                    continue;
                }
                let at_loop = pair != (Graph::START, Graph::START);
                let mut abduced = self.abduce(&obligation, &facts, at_loop, solver);
                if abduced.is_met {
                    found.append(&mut abduced.facts);
                    continue;
                }
                let goal = {
                    // As short as what holds here makes it.
                    let (mut premises, mut goal) = (obligation.premises.clone(), obligation.goal);
                    eliminate(&mut self.setting.pool, &mut premises, &mut goal);
                    goal
                };
                let strengthening = self.needed(step, goal);
                let stuck = [(self.old, step.to.0), (self.new, step.to.1)].into_iter();
                let stuck = stuck.filter_map(|(graph, node): (&Graph, NodeId)| graph.nodes[node].stuck.clone()).next();
                return Some(Needs { strengthening, facts: abduced.wanted, stuck });
            }
        }
        None
    }

    /// The steps that must never be taken, as one obligation: that the versions do not part.
    fn settle_partings(
        &mut self,
        product: &Product,
        pair: PairId,
        sym: &Sym,
        found: &mut Vec<Fact>,
        solver: &mut Solver,
    ) -> Option<Needs> {
        let is_never = |step: &&Step| {
            let after = sym.get(&step.to).map(Vec::as_slice).unwrap_or_default();
            step.from == pair && after.iter().any(|part| self.setting.pool.as_bool(*part) == Some(false))
        };
        let steps: Vec<&Step> = product.steps.iter().filter(is_never).collect();
        let [first, ..] = &steps[..] else { return None };
        let mut premises = self.premises(first, sym);
        premises.pop();
        let pool = &mut self.setting.pool;
        let goal = pool.bool(false);
        let taken = steps.iter().fold(goal, |any, step| pool.or(any, step.condition));
        premises.push(taken);
        let obligation = Obligation { premises, goal };
        let facts: Vec<Fact> = self.known.iter().chain(found.iter()).cloned().collect();
        if self.is_proved(&obligation, &facts, solver) {
            return None;
        }
        let at_loop = pair != (Graph::START, Graph::START);
        let mut abduced = self.abduce(&obligation, &facts, at_loop, solver);
        if abduced.is_met {
            found.append(&mut abduced.facts);
            return None;
        }
        let strengthening = self.setting.pool.not(taken);
        let stuck = steps.iter().flat_map(|step| [(self.old, step.to.0), (self.new, step.to.1)]);
        let stuck = stuck.filter_map(|(graph, node): (&Graph, NodeId)| graph.nodes[node].stuck.clone()).next();
        Some(Needs { strengthening, facts: abduced.wanted, stuck })
    }

    /// What has to hold before the step so that the goal holds after it.
    fn needed(&mut self, step: &Step, goal: TermId) -> TermId {
        let pool = &mut self.setting.pool;
        let unconditional = pool.as_bool(goal).is_none()
            && (!has_application(pool, goal) || matches!(pool.node(goal), Node::App(value::Op::Eq, _)));
        match unconditional {
            true => goal,
            false => {
                let not_taken = pool.not(step.condition);
                pool.or(not_taken, goal)
            }
        }
    }

    pub(crate) fn is_proved(&mut self, obligation: &Obligation, facts: &[Fact], solver: &mut Solver) -> bool {
        let pool = &mut self.setting.pool;
        let (mut premises, mut goal) = (obligation.premises.clone(), obligation.goal);
        eliminate(pool, &mut premises, &mut goal);
        if pool.as_bool(goal) == Some(true) {
            return true;
        }
        let all: Vec<TermId> = premises.iter().copied().chain([goal]).collect();
        premises.extend(instances(pool, facts, &all));
        solver.proves(pool, &premises, goal, Effort::millis(MILLIS))
    }

    /// Every obligation once more, with as few facts as possible.
    fn proved(
        mut self,
        product: &Product,
        sym: &Sym,
        found: Vec<Fact>,
        solver: &mut Solver,
    ) -> Result<Relation, Box<Failure>> {
        let mut kept: Vec<Fact> = self.known.iter().chain(&found).cloned().collect();
        if let Some(pair) = self.first_open(product, sym, &kept, solver) {
            let nothing = Needs { strengthening: self.setting.pool.bool(false), facts: Vec::new(), stuck: None };
            return Err(self.failure(pair, &nothing));
        }
        if let Some(pair) = self.first_endless(product, sym, &kept) {
            let stuck = Some(Gap::nowhere(Why::MayNotReturnAlike));
            let endless = Needs { strengthening: self.setting.pool.bool(false), facts: Vec::new(), stuck };
            return Err(self.failure(pair, &endless));
        }
        // The last found go first: they were found where others were not enough.
        let mut index = 0;
        while index < kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(index);
            let is_enough = self.first_open(product, sym, &fewer, solver).is_none()
                && self.first_endless(product, sym, &fewer).is_none();
            match is_enough {
                true => kept = fewer,
                false => index += 1,
            }
        }
        let (used, found) = kept.into_iter().partition(|fact| self.known.contains(fact));
        Ok(Relation { plan: self.plan, found, used })
    }

    /// The first pair at which one version may go on for ever after the other has ended.
    fn first_endless(&mut self, product: &Product, sym: &Sym, facts: &[Fact]) -> Option<PairId> {
        let is_left = |step: &&Step| step.moved != Move::Both && !self.is_never(sym, step.from);
        let alone: Vec<&Step> = product.steps.iter().filter(is_left).collect();
        let reaches = |from: PairId, to: PairId| {
            let (mut seen, mut work) = (vec![from], vec![from]);
            while let Some(pair) = work.pop() {
                let next = alone.iter().filter(|step| step.from == pair).map(|step| step.to);
                let new: Vec<PairId> = next.filter(|pair| !seen.contains(pair)).collect();
                seen.extend(&new);
                work.extend(new);
            }
            seen.contains(&to)
        };
        let pairs: Vec<PairId> = product.pairs.iter().copied().filter(|pair| self.is_inner(*pair)).collect();
        pairs.into_iter().find(|at| {
            let turns: Vec<&Step> =
                alone.iter().filter(|step| step.from == *at && reaches(step.to, *at)).copied().collect();
            // A loop over several nodes has no simple measure.
            !turns.is_empty() && (turns.iter().any(|step| step.to != *at) || !self.ends(&turns, sym, facts))
        })
    }

    fn is_never(&self, sym: &Sym, pair: PairId) -> bool {
        let parts = sym.get(&pair).map(Vec::as_slice).unwrap_or_default();
        parts.iter().any(|part| self.setting.pool.as_bool(*part) == Some(false))
    }

    /// Does something get less with each of these turns of one loop?
    fn ends(&mut self, steps: &[&Step], sym: &Sym, facts: &[Fact]) -> bool {
        let mut turns = Vec::new();
        let mut terms: Vec<TermId> = Vec::new();
        for step in steps {
            let mut premises = self.premises(step, sym);
            let pool = &mut self.setting.pool;
            let calls = applications(pool, &[step.condition]).into_iter();
            terms.extend(calls.filter(|call| pool.sort(*call) == Sort::int()));
            let mut all = premises.clone();
            all.extend(step.updates.values());
            premises.extend(instances(pool, facts, &all));
            terms.extend(step.updates.keys().map(|variable| pool.variable(*variable).term));
            turns.push(Turn { premises, updates: step.updates.clone() });
        }
        terms.sort_unstable();
        terms.dedup();
        ranking::ends(&self.setting.logic, &mut self.setting.pool, &terms, &turns)
    }

    fn first_open(&mut self, product: &Product, sym: &Sym, facts: &[Fact], solver: &mut Solver) -> Option<PairId> {
        for step in &product.steps {
            for part in sym.get(&step.to).cloned().unwrap_or_default() {
                let obligation = self.obligation(step, part, sym);
                if !self.is_proved(&obligation, facts, solver) {
                    return Some(step.from);
                }
            }
        }
        None
    }

    /// Can the old version still return, if this fact holds?
    pub(crate) fn old_can_return(&mut self, fact: &Fact, solver: &mut Solver) -> bool {
        let returns = |node: NodeId| matches!(self.old.nodes[node].outcome, Some(semantics::SymOutcome::Returned(_)));
        let conditions: Vec<TermId> =
            self.old.edges.iter().filter(|edge| returns(edge.to)).map(|edge| edge.condition).collect();
        conditions.is_empty()
            || conditions.into_iter().any(|condition| {
                let pool = &mut self.setting.pool;
                let mut all = vec![condition];
                all.extend(instances(pool, [fact], &[condition]));
                !solver.refutes(pool, &all, Effort::millis(MILLIS))
            })
    }

    fn abduce(&mut self, obligation: &Obligation, facts: &[Fact], at_loop: bool, solver: &mut Solver) -> Abduced {
        crate::atp::abduce(self, obligation, facts, at_loop, solver)
    }
}

/// What a step needs that is not given.
struct Needs {
    /// Of what holds before it.
    strengthening: TermId,
    /// Facts that would do, but may not be used.
    facts: Vec<Fact>,
    /// Nothing can be said beyond.
    stuck: Option<Gap>,
}

/// The library is in the same state in both versions.
fn same_library(pool: &mut Pool, problem: &Problem, old: &CutPoint, new: &CutPoint) -> Option<TermId> {
    let state = |side: Side, node: &CutPoint| {
        let cell = problem.program(side).cell(Symbol::new(STATE))?;
        node.machine.cells.get(problem.matching.slot(side, cell).0).copied()
    };
    let (a, b) = (state(Side::Old, old)?, state(Side::New, new)?);
    let same = pool.eq(a, b);
    (pool.as_bool(same) != Some(true)).then_some(same)
}

pub(crate) fn base_name(pool: &Pool, term: TermId) -> String {
    match pool.node(term) {
        Node::Var(variable) => {
            let name = pool.variable(*variable).name.as_str();
            name.strip_prefix("old.").or_else(|| name.strip_prefix("new.")).unwrap_or(name).to_owned()
        }
        _ => String::new(),
    }
}

/// The atom about the variables here of the same names; `None`: it has others.
fn moved(pool: &mut Pool, atom: TermId, here: &FxHashMap<String, TermId>, own: &FxHashSet<TermId>) -> Option<TermId> {
    let mut by: FxHashMap<VarId, TermId> = FxHashMap::default();
    for variable in pool.free_variables([atom]) {
        let row = pool.variable(variable);
        let (term, sort) = (row.term, row.sort);
        let name = row.name.as_str();
        if own.contains(&term) || !(name.starts_with("old.") || name.starts_with("new.")) {
            continue;
        }
        let found = here.get(&base_name(pool, term)).copied().filter(|found| pool.sort(*found) == sort)?;
        by.insert(variable, found);
    }
    Some(pool.substitute(atom, &by))
}
