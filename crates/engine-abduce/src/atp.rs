//! ATP: the abductive prover. An obligation holds if some facts about the library do: which?
//!
//! The ways in which the obligation fails are enumerated as cubes over its atoms. Each one has to be ruled out
//! by a fact, the simplest first, that may be used beside the others. If one cannot be, there are none.

use equiv::Fact;
use rustc_hash::FxHashSet;
use smt::{Effort, Solver};
use term::{Node, Pool, TermId, VarId};
use value::{BvOp, IntOp, Op};

use crate::clause::{any_state, by_case, fact, generalised, is_truth_of_call, loosened, merged, opposites, tidied};
use crate::formula::{applications, atoms, eliminate, forget_beginning, is_about_raising, literal};
use crate::instances::instances;
use crate::sim_rel::{MILLIS, SimRel};

/// What has to be shown: the premises imply the goal.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub(crate) premises: Vec<TermId>,
    pub(crate) goal: TermId,
}

/// What the prover found.
pub(crate) struct Abduced {
    /// Does the obligation hold under the facts?
    pub(crate) is_met: bool,
    pub(crate) facts: Vec<Fact>,
    /// Where it does not: facts that would be needed and may not be used.
    pub(crate) wanted: Vec<Fact>,
}

/// Most atoms of an obligation, and most ways in which it may fail.
const ATOMS: usize = 11;
const WAYS: usize = 40;

/// Patience where nothing depends on the answer but how short something is.
pub(crate) const BRIEFLY: u64 = 15;

/// Nobody can answer a longer question.
const MOST_PREDICATES: usize = 6;

/// Facts with at most so many predicates are asked about in general.
const SIMPLE: usize = 2;

pub(crate) fn abduce(
    relation: &mut SimRel<'_, '_>,
    obligation: &Obligation,
    known: &[Fact],
    at_loop: bool,
    solver: &mut Solver,
) -> Abduced {
    let mut given = Abduced { is_met: false, facts: Vec::new(), wanted: Vec::new() };
    let pool = &mut relation.setting.pool;
    let (mut premises, mut goal) = (obligation.premises.clone(), obligation.goal);
    eliminate(pool, &mut premises, &mut goal);
    forget_beginning(pool, &mut premises, &mut goal);
    let all: Vec<TermId> = premises.iter().copied().chain([goal]).collect();
    let about = instances(pool, known, &all);
    let Some(cubes) = failing(pool, solver, &premises, goal, &about) else { return given };
    let tidy: Vec<Vec<TermId>> = cubes.iter().map(|cube| tidied(pool, cube)).collect();
    let cubes = merged(pool, tidy);
    let cubes = opposites(pool, cubes);
    // At the start both cases are about the same few values.
    let cubes = if at_loop { cubes } else { by_case(pool, cubes) };
    for cube in cubes {
        let mut facts: Vec<Fact> = known.to_vec();
        facts.extend(given.facts.iter().cloned());
        let pool = &mut relation.setting.pool;
        if cube.iter().all(|term| applications(pool, &[*term]).is_empty()) {
            return given;
        }
        // An earlier fact may rule it out.
        let mut here = cube.clone();
        here.extend(instances(pool, &facts, &cube));
        if solver.refutes(pool, &here, Effort::millis(MILLIS)) {
            continue;
        }
        let cube = without_known(pool, solver, cube, &facts);
        let guards: Vec<TermId> = if at_loop { guards(pool, &premises, &cube) } else { Vec::new() };
        let candidates = candidates(relation, &cube, &guards, at_loop);
        let candidates: Vec<Fact> = candidates
            .into_iter()
            .filter(|fact| fact.predicates() <= MOST_PREDICATES && relation.old_can_return(fact, solver))
            .collect();
        match relation.chooser.choose(&candidates, &facts) {
            Some(index) => given.facts.push(candidates[index].clone()),
            None => {
                given.wanted.extend(candidates.last().cloned());
                return given;
            }
        }
    }
    let mut facts: Vec<Fact> = known.to_vec();
    facts.extend(given.facts.iter().cloned());
    given.is_met = relation.is_proved(obligation, &facts, solver);
    given
}

/// The cube without what follows from the rest of it and the facts.
pub(crate) fn without_known(
    pool: &mut Pool,
    solver: &mut Solver,
    mut cube: Vec<TermId>,
    facts: &[Fact],
) -> Vec<TermId> {
    let about = instances(pool, facts, &cube);
    let mut index = 0;
    while cube.len() > 1 && index < cube.len() {
        let mut rest = cube.clone();
        let negated = pool.not(rest.remove(index));
        let all: Vec<TermId> = rest.iter().chain(&about).copied().chain([negated]).collect();
        match solver.refutes(pool, &all, Effort::millis(BRIEFLY)) {
            true => cube = rest,
            false => index += 1,
        }
    }
    cube
}

/// Facts that would rule the cube out, the one to try first in front.
fn candidates(relation: &mut SimRel<'_, '_>, cube: &[TermId], guards: &[TermId], at_loop: bool) -> Vec<Fact> {
    let names = relation.names;
    let can_run = relation.chooser.can_run();
    let pool = &mut relation.setting.pool;
    let mut found: Vec<Fact> = Vec::new();
    let add = |found: &mut Vec<Fact>, fact: Option<Fact>| {
        if let Some(fact) = fact
            && !found.contains(&fact)
        {
            found.push(fact);
        }
    };
    let tight = any_state(pool, cube);
    // What there is at the start is no more than one of many things.
    let cube = &if at_loop || can_run { loosened(pool, &tight) } else { tight.clone() }[..];
    let general = generalised(pool, cube);
    let general = tidied_by_link(pool, &general);
    if can_run {
        // Runs of the library will tell which are true.
        for whole in [&general[..], cube] {
            for subset in subsets(whole) {
                let made = fact(pool, &subset, names);
                add(&mut found, made);
            }
        }
        found.sort_by_key(|fact| (fact.predicates(), fact.size()));
        // The weakest one last: it is about what is really handed on.
        let weakest = fact(pool, &tight, names);
        add(&mut found, weakest);
        return found;
    }
    let whole = fact(pool, cube, names).or_else(|| fact(pool, &tight, names));
    let is_long = whole.as_ref().is_some_and(|fact| fact.predicates() > SIMPLE + 1);
    if is_long {
        // A simple guess before a long question.
        for guard in guards {
            let any = any_arguments(pool, *guard);
            let made = fact(pool, &[any], names);
            add(&mut found, made);
        }
    }
    let simple = fact(pool, &general, names).filter(|fact| fact.predicates() <= SIMPLE);
    add(&mut found, simple);
    if is_long {
        let shorter = without_idle_comparisons(pool, cube);
        let made = fact(pool, &shorter, names);
        add(&mut found, made);
    }
    add(&mut found, whole);
    found
}

/// The cube without comparisons of numbers that the rest of it speaks of anyway: what they add is which of the program's
/// ways it is about, and the question is shorter without.
fn without_idle_comparisons(pool: &Pool, cube: &[TermId]) -> Vec<TermId> {
    let mut cube = cube.to_vec();
    let mut index = 0;
    while cube.len() > 1 && index < cube.len() {
        let mut rest = cube.clone();
        let literal = rest.remove(index);
        let spoken = applications(pool, &rest);
        match is_comparison(pool, literal) && applications(pool, &[literal]).iter().all(|app| spoken.contains(app)) {
            true => cube = rest,
            false => index += 1,
        }
    }
    cube
}

/// Does the literal compare numbers by their order?
fn is_comparison(pool: &Pool, term: TermId) -> bool {
    let Node::App(op, _) = pool.node(literal(pool, term).0) else { return false };
    matches!(op, Op::Int(IntOp::Le | IntOp::Lt) | Op::Bv(BvOp::ULt | BvOp::ULe | BvOp::SLt | BvOp::SLe))
}

/// Literals of the cube that say which way the program goes: a truth that a library function gives.
fn guards(pool: &Pool, premises: &[TermId], cube: &[TermId]) -> Vec<TermId> {
    let is_truth = |term: &TermId| is_truth_of_call(pool, literal(pool, *term).0);
    cube.iter().copied().filter(|term| premises.contains(term) && is_truth(term)).collect()
}

/// The literal about any arguments.
fn any_arguments(pool: &mut Pool, term: TermId) -> TermId {
    let (atom, holds) = literal(pool, term);
    let Node::App(op, args) = pool.node(atom).clone() else { return term };
    let is_comparison = op == Op::Eq;
    let args: Vec<TermId> = args
        .iter()
        .map(|arg| match pool.node(*arg) {
            Node::Var(_) => *arg,
            Node::Const(_) if is_comparison => *arg,
            _ if is_comparison => any_arguments(pool, *arg),
            _ => {
                let sort = pool.sort(*arg);
                pool.fresh("", sort)
            }
        })
        .collect();
    let atom = pool.app(op, &args);
    if holds { atom } else { pool.not(atom) }
}

/// The cube without literals about variables that nothing else is about any more, once results became
/// variables.
fn tidied_by_link(pool: &Pool, cube: &[TermId]) -> Vec<TermId> {
    let mut cube = cube.to_vec();
    while cube.len() > 1 {
        let is_alone = |index: &usize| {
            let rest = cube.iter().enumerate().filter(|(other, _)| other != index).map(|(_, term)| *term);
            let others: FxHashSet<VarId> = pool.free_variables(rest).into_iter().collect();
            pool.free_variables([cube[*index]]).iter().any(|variable| !others.contains(variable))
        };
        // Where each is about something of its own, all belong together.
        let alone: Vec<usize> = (0..cube.len()).filter(is_alone).collect();
        if alone.is_empty() || alone.len() == cube.len() {
            break;
        }
        cube.remove(alone[0]);
    }
    cube
}

/// All subsets but the empty one, of at most five literals.
fn subsets(cube: &[TermId]) -> Vec<Vec<TermId>> {
    const MOST: usize = 5;
    let cube = &cube[..cube.len().min(MOST)];
    let of = |bits: usize| cube.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, term)| *term).collect();
    (1..1usize << cube.len()).map(of).collect()
}

/// The ways in which the goal may fail, as cubes over what the goal and the premises about the same
/// variables are made of. `None`: too many to look at.
fn failing(
    pool: &mut Pool,
    solver: &mut Solver,
    premises: &[TermId],
    goal: TermId,
    about: &[TermId],
) -> Option<Vec<Vec<TermId>>> {
    if premises.iter().any(|premise| literal(pool, *premise).1 && is_about_raising(pool, *premise)) {
        return None;
    }
    let mut of_goal = Vec::new();
    atoms(pool, goal, &mut of_goal);
    let mut of_premises = Vec::new();
    premises.iter().for_each(|premise| atoms(pool, *premise, &mut of_premises));
    if of_goal.is_empty() {
        of_goal = of_premises.clone();
    }
    let core: FxHashSet<VarId> = pool.free_variables(of_goal.iter().copied()).into_iter().collect();
    let is_linked = |pool: &Pool, atom: TermId| {
        let own = pool.free_variables([atom]);
        !own.is_empty() && own.iter().all(|variable| core.contains(variable))
    };
    let mut chosen = of_goal;
    for atom in of_premises {
        if !chosen.contains(&atom) && is_linked(pool, atom) {
            chosen.push(atom);
        }
    }
    chosen.retain(|atom| {
        !is_about_raising(pool, *atom) && !matches!(pool.node(*atom), Node::App(Op::IsText | Op::SeqIsDistinct, _))
    });
    if chosen.len() > ATOMS {
        return None;
    }
    let negated = pool.not(goal);
    let base: Vec<TermId> = premises.iter().chain(about).copied().chain([negated]).collect();
    let mut unlimited = usize::MAX;
    let left = &mut unlimited;
    let cubes = Enumeration { pool, solver, base, atoms: chosen, cubes: Vec::new(), millis: MILLIS, left }.all();
    (cubes.len() < WAYS).then_some(cubes)
}

pub(crate) struct Enumeration<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) solver: &'a mut Solver,
    pub(crate) base: Vec<TermId>,
    pub(crate) atoms: Vec<TermId>,
    pub(crate) cubes: Vec<Vec<TermId>>,
    /// For one question.
    pub(crate) millis: u64,
    /// Questions that may be asked. What is found with them is all.
    pub(crate) left: &'a mut usize,
}

impl Enumeration<'_> {
    /// The ways in which the atoms can be true and false beside the base, up to a number.
    pub(crate) fn all(mut self) -> Vec<Vec<TermId>> {
        self.go(&mut Vec::new());
        self.cubes
    }

    fn go(&mut self, cube: &mut Vec<TermId>) {
        if self.cubes.len() >= WAYS || *self.left == 0 {
            return;
        }
        *self.left -= 1;
        let all: Vec<TermId> = self.base.iter().chain(cube.iter()).copied().collect();
        if self.solver.refutes(self.pool, &all, Effort::millis(self.millis)) {
            return;
        }
        let Some(atom) = self.atoms.get(cube.len()).copied() else {
            self.cubes.push(cube.clone());
            return;
        };
        let negated = self.pool.not(atom);
        for literal in [atom, negated] {
            cube.push(literal);
            self.go(cube);
            cube.pop();
        }
    }
}
