//! When are both versions surely not the same?
//!
//! The ways from the start to both ends, some turns of loops long, are followed exactly. Where the ends differ, what
//! the library gives on the way is a condition under which the versions differ, if it can be at all.
//!
//! Calls that may change something are seen: versions that make other calls, or in another order, are not the same.

use std::time::{Duration, Instant};

use cut_graph::{Graph, PairId, Product, Schedule};
use equiv::{Fact, library};
use rustc_hash::FxHashMap;
use smt::Solver;
use term::{Node, Pool, TermId, VarId};
use value::Op;

use crate::atp::{BRIEFLY, Enumeration, without_known};
use crate::clause::{merged, negation, tidied};
use crate::formula::{applications, atoms, conjuncts, eliminate, is_about_raising};
use crate::sim_rel::SimRel;

/// Steps of a way, ways that are looked at, and predicates of a condition.
const STEPS: usize = 3;
const WAYS: usize = 24;
const PREDICATES: usize = 6;
const ATOMS: usize = 8;
/// Questions to the solver, so that what is found does not depend on how busy the machine is; and a limit for when one
/// of them takes long.
const QUESTIONS: usize = 250;
const PATIENCE: Duration = Duration::from_secs(2);

/// A way from the start: where it is, what its steps ask for, and what the variables are.
struct Way {
    at: PairId,
    steps: usize,
    conditions: Vec<TermId>,
    values: FxHashMap<VarId, TermId>,
}

impl SimRel<'_, '_> {
    /// Facts without which the versions surely differ: if one can fail, they do. The shortest first.
    pub(crate) fn differences(&mut self) -> Vec<Fact> {
        let product = Product::new(&mut self.setting.pool, self.old, self.new, Schedule::Lockstep);
        let sym = self.at_the_ends(&product);
        let mut solver = self.setting.logic.solver();
        let mut found: Vec<Fact> = Vec::new();
        let start =
            Way { at: (Graph::START, Graph::START), steps: 0, conditions: Vec::new(), values: FxHashMap::default() };
        let mut ways = std::collections::VecDeque::from([start]);
        let (mut left, until) = (WAYS, self.deadline.min(Instant::now() + PATIENCE));
        let mut questions = QUESTIONS;
        while let Some(way) = ways.pop_front() {
            if left == 0 || questions == 0 || Instant::now() >= until {
                break;
            }
            left -= 1;
            if self.old.is_end(way.at.0) && self.new.is_end(way.at.1) {
                let same = sym.get(&way.at).cloned().unwrap_or_default();
                self.ends_of(way, &same, &mut found, &mut solver, &mut questions);
                continue;
            }
            for step in product.steps.iter().filter(|step| step.from == way.at && way.steps < STEPS) {
                let is_stuck = self.old.nodes[step.to.0].stuck.is_some() || self.new.nodes[step.to.1].stuck.is_some();
                if is_stuck {
                    continue;
                }
                let pool = &mut self.setting.pool;
                let mut conditions = way.conditions.clone();
                let taken = pool.substitute(step.condition, &way.values);
                conjuncts(pool, taken, &mut conditions);
                if conditions.iter().any(|part| pool.as_bool(*part) == Some(false)) {
                    continue;
                }
                let mut values = way.values.clone();
                values.extend(step.updates.iter().map(|(v, term)| (*v, pool.substitute(*term, &way.values))));
                ways.push_back(Way { at: step.to, steps: way.steps + 1, conditions, values });
            }
        }
        shortest(found)
    }

    /// What makes the ends of a way differ.
    fn ends_of(&mut self, way: Way, same: &[TermId], found: &mut Vec<Fact>, solver: &mut Solver, left: &mut usize) {
        let names = self.names;
        let pool = &mut self.setting.pool;
        let mut goal = pool.bool(true);
        for part in same {
            let part = pool.substitute(*part, &way.values);
            let part = as_seen(pool, part);
            goal = pool.and(goal, part);
        }
        let mut premises = way.conditions;
        eliminate(pool, &mut premises, &mut goal);
        let mut all = Vec::new();
        premises.iter().chain([&goal]).for_each(|term| atoms(pool, *term, &mut all));
        all.retain(|atom| !matches!(pool.node(*atom), Node::App(Op::IsText | Op::SeqIsDistinct, _)));
        if all.len() > ATOMS || all.iter().any(|atom| is_about_raising(pool, *atom)) {
            return;
        }
        let differ = pool.not(goal);
        let base = premises.into_iter().chain([differ]).collect();
        let search = Enumeration { pool, solver, base, atoms: all, cubes: Vec::new(), millis: BRIEFLY, left };
        let cubes = search.all();
        let cubes = cubes.iter().map(|cube| tidied(pool, cube)).collect();
        for cube in merged(pool, cubes) {
            let cube = without_known(pool, solver, cube, &[]);
            if !applications(pool, &cube).is_empty()
                && let Some(fact) = negation(pool, &cube, names)
                && fact.predicates() <= PREDICATES
            {
                found.push(fact);
            }
        }
    }
}

/// An equality of states as an observer of the calls sees it: the same calls, with the same arguments.
fn as_seen(pool: &mut Pool, part: TermId) -> TermId {
    let Node::App(Op::Eq, sides) = pool.node(part).clone() else { return part };
    if pool.sort(sides[0]) == library::state_sort() { same_calls(pool, sides[0], sides[1]) } else { part }
}

fn same_calls(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    if a == b {
        return pool.bool(true);
    }
    match (pool.node(a).clone(), pool.node(b).clone()) {
        (Node::App(Op::Apply(f), x), Node::App(Op::Apply(g), y)) if f == g && x.len() == y.len() => {
            let mut all = pool.bool(true);
            for (x, y) in x.iter().zip(y.iter()) {
                let same = match pool.sort(*x) == library::state_sort() {
                    true => same_calls(pool, *x, *y),
                    false => pool.eq(*x, *y),
                };
                all = pool.and(all, same);
            }
            all
        }
        (Node::App(Op::Ite, args), _) => choice(pool, &args, b),
        (_, Node::App(Op::Ite, args)) => choice(pool, &args, a),
        _ => pool.bool(false),
    }
}

fn choice(pool: &mut Pool, args: &[TermId], other: TermId) -> TermId {
    let (then, else_) = (same_calls(pool, args[1], other), same_calls(pool, args[2], other));
    pool.app(Op::Ite, &[args[0], then, else_])
}

/// Each once, without those that say less than another.
fn shortest(mut found: Vec<Fact>) -> Vec<Fact> {
    const MOST: usize = 3;
    found.sort_by_key(|fact| (fact.predicates(), fact.size()));
    let mut kept: Vec<Fact> = Vec::new();
    for fact in found {
        // What fails where another one fails says nothing new.
        if kept.len() < MOST && !kept.iter().any(|known| known.subsumes(&fact)) {
            kept.push(fact);
        }
    }
    kept
}
