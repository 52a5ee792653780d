//! The strongest inductive contracts among the candidates (Houdini), on one incremental solver.
//!
//! A contract says: of any two runs that end, if the precondition holds at their start and old did
//! not fail, then the postcondition holds at their end. It is proved by induction on the number of
//! calls made, assuming all contracts of the calls inside. That holds for whatever precondition
//! stands there; which of the candidates stay in it is decided by what holds at the aligned calls,
//! so that the contract can be used there.
//!
//! Every candidate has a literal. What the calls inside of a composed procedure contribute is stated
//! once, under these literals; only the literals change from question to question. What is left in
//! the end is proved again, without literals, by a fresh solver: [`certify`].

use std::time::{Duration, Instant};

use equiv::Clause;
use rustc_hash::FxHashMap;
use semantics::houdini::{Patience, surviving, until_stable};
use smt::{Answer, Effort, Logic, Solver};
use term::{Pool, TermId, VarId};
use value::Sort;

use crate::candidates::{self, Guess};
use crate::compose::{CallPair, Composed, Half, Role};

/// For a question about many candidates, and about one.
const PATIENCE: Duration = Duration::from_millis(1000);
const PATIENCE_FOR_ONE: Duration = Duration::from_millis(200);
const IN_THE_END: Effort = Effort { time: Duration::from_millis(4000) };

#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Over the formals.
    pub(crate) term: TermId,
    literal: TermId,
    pub(crate) is_alive: bool,
    pub(crate) clause: Clause,
    /// Dropped: at a call in that composed procedure, or at its own end.
    pub(crate) died: Option<Option<usize>>,
}

impl Candidate {
    fn new(pool: &mut Pool, Guess { term, clause }: Guess) -> Candidate {
        let literal = pool.fresh("candidate", Sort::bool());
        Candidate { term, literal, is_alive: true, clause, died: None }
    }

    fn drop_at(&mut self, caller: Option<usize>) {
        self.is_alive = false;
        self.died = Some(caller);
    }
}

/// Whenever the precondition holds, so does the postcondition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contract {
    /// Part of the precondition whatever happens.
    pub(crate) fixed: Vec<TermId>,
    pub(crate) pre: Vec<Candidate>,
    pub(crate) post: Vec<Candidate>,
    /// Holds because both run the same code.
    pub(crate) is_by_identity: bool,
}

/// The contracts of a composed procedure: for where it is called, and for equal inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contracts {
    pub(crate) called: Contract,
    pub(crate) of_equals: Contract,
}

impl Contracts {
    pub(crate) fn both(&self) -> [&Contract; 2] {
        [&self.called, &self.of_equals]
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Which {
    Called,
    OfEquals,
}

/// What is to be shown of a composed procedure: a postcondition, or the precondition of one of its
/// calls. For the latter only the contracts of calls before it count.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Purpose {
    Post(Which),
    PreOf(usize),
}

/// What is assumed of calls beyond their contracts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Extra {
    Nothing,
    /// Calls leave the flag alone and do not fail.
    CallsDoNotFail,
    /// And mapped calls with equal inputs give equal outputs.
    CallsAreEqual,
}

pub(crate) struct Houdini<'c> {
    pub(crate) pool: &'c mut Pool,
    pub(crate) composed: &'c [Composed],
    pub(crate) contracts: Vec<Contracts>,
    logic: &'c Logic,
    solver: Solver,
    /// What is stated of each composed procedure, made when first needed.
    stated: FxHashMap<(usize, Purpose), Stated>,
    /// The flag's place in the state of each version.
    pub(crate) flags: [Option<usize>; 2],
    pub(crate) deadline: Instant,
    queries: u64,
}

/// The bodies and the contracts of the calls inside.
#[derive(Clone)]
struct Stated {
    base: TermId,
    passes: TermId,
}

/// Something to be shown of a composed procedure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Goal {
    Post(Which, usize),
    /// The precondition of a callee at an aligned call.
    Pre {
        callee: usize,
        candidate: usize,
    },
}

impl<'c> Houdini<'c> {
    /// `starts`: what holds where the entry is called.
    pub(crate) fn new(
        pool: &'c mut Pool,
        composed: &'c [Composed],
        logic: &'c Logic,
        starts: &[TermId],
        flags: [Option<usize>; 2],
        deadline: Instant,
    ) -> Houdini<'c> {
        let mut contracts = Vec::new();
        for (index, each) in composed.iter().enumerate() {
            let equal = candidates::equal_inputs(pool, each);
            if index == 0 {
                let fixed = equal.into_iter().chain(starts.iter().copied()).collect();
                let called = Contract { fixed, ..Contract::default() };
                contracts.push(Contracts { called, of_equals: Contract::default() });
                continue;
            }
            let (mut pre, mut post) = (Vec::new(), Vec::new());
            if !each.is_closed {
                pre = candidates::preconditions(pool, each);
                post = candidates::postconditions(pool, each);
            }
            let of_equals = match each.is_unchanged {
                true => candidates::of_same_code(pool, each),
                false => candidates::of_equal_inputs(pool, each),
            };
            let mut make = |guesses: Vec<Guess>| -> Vec<Candidate> {
                guesses.into_iter().map(|guess| Candidate::new(pool, guess)).collect()
            };
            let called = Contract { pre: make(pre), post: make(post), ..Contract::default() };
            let of_equals = Contract {
                fixed: equal,
                post: make(of_equals),
                is_by_identity: each.is_unchanged,
                ..Contract::default()
            };
            contracts.push(Contracts { called, of_equals });
        }
        let solver = logic.solver();
        let stated = FxHashMap::default();
        Houdini { pool, composed, contracts, logic, solver, stated, flags, deadline, queries: 0 }
    }

    /// Adds a condition that a user gave: it is a candidate like the others.
    pub(crate) fn add(&mut self, index: usize, is_pre: bool, guess: Guess) {
        let candidate = Candidate::new(self.pool, guess);
        let called = &mut self.contracts[index].called;
        if is_pre { called.pre.push(candidate) } else { called.post.push(candidate) }
    }

    /// Questions that were put.
    pub(crate) fn queries(&self) -> u64 {
        self.queries + self.solver.statistics.queries
    }

    /// Drops candidates until those left are inductive. False: out of time.
    pub(crate) fn infer(&mut self) -> bool {
        let count = self.composed.len();
        // Callees were found after their callers: begin with them.
        let items: Vec<(usize, Which)> =
            (0..count).flat_map(|index| [(index, Which::OfEquals), (index, Which::Called)]).collect();
        until_stable(items, self.deadline, |(index, which)| {
            let dropped = self.check(*index, *which);
            dropped.into_iter().flat_map(|goal| self.rests_on(*index, goal)).collect()
        })
    }

    /// What is to be checked again without a goal of that composed procedure.
    fn rests_on(&self, index: usize, goal: Goal) -> Vec<(usize, Which)> {
        match goal {
            Goal::Pre { callee, .. } => vec![(callee, Which::Called)],
            Goal::Post(..) => {
                let calls_it = |composed: &Composed| composed.calls.iter().any(|call| call.callee == index);
                let callers = self.composed.iter().enumerate().filter(|(_, composed)| calls_it(composed));
                callers.flat_map(|(caller, _)| [(caller, Which::Called), (caller, Which::OfEquals)]).collect()
            }
        }
    }

    fn contract(&self, index: usize, which: Which) -> &Contract {
        match which {
            Which::Called => &self.contracts[index].called,
            Which::OfEquals => &self.contracts[index].of_equals,
        }
    }

    /// Drops what does not follow for one contract; what was dropped.
    fn check(&mut self, index: usize, which: Which) -> Vec<Goal> {
        let contract = self.contract(index, which).clone();
        if contract.is_by_identity || self.composed[index].is_closed {
            return Vec::new();
        }
        let mut dropped = Vec::new();
        if which == Which::Called {
            let composed = &self.composed[index];
            for position in (0..composed.calls.len()).filter(|position| composed.calls[*position].is_aligned) {
                let goals = self.precondition_of_call(index, position);
                dropped.extend(self.drop_what_fails(index, &contract, Purpose::PreOf(position), goals));
            }
        }
        let outputs = self.composed[index].own_outputs(self.pool);
        let alive = contract.post.iter().enumerate().filter(|(_, each)| each.is_alive);
        let goals = alive
            .map(|(position, candidate)| (Goal::Post(which, position), self.pool.substitute(candidate.term, &outputs)));
        let goals: Vec<(Goal, TermId)> = goals.collect();
        dropped.extend(self.drop_what_fails(index, &contract, Purpose::Post(which), goals));
        dropped
    }

    fn drop_what_fails(
        &mut self,
        index: usize,
        contract: &Contract,
        purpose: Purpose,
        goals: Vec<(Goal, TermId)>,
    ) -> Vec<Goal> {
        if goals.is_empty() {
            return Vec::new();
        }
        let stated = self.stated(index, purpose);
        let mut premises = vec![stated.base, self.literals(index)];
        let pre = contract.pre.iter().filter(|each| each.is_alive).map(|each| each.term);
        premises.push(self.pool.conjunction(contract.fixed.iter().copied().chain(pre)));
        premises.push(stated.passes);
        let kept = self.hold(&premises, &goals);
        let dropped: Vec<Goal> = goals.iter().map(|(goal, _)| *goal).filter(|goal| !kept.contains(goal)).collect();
        for goal in &dropped {
            match goal {
                Goal::Post(Which::Called, position) => self.contracts[index].called.post[*position].drop_at(None),
                Goal::Post(Which::OfEquals, position) => {
                    self.contracts[index].of_equals.post[*position].drop_at(None);
                }
                Goal::Pre { callee, candidate } => {
                    self.contracts[*callee].called.pre[*candidate].drop_at(Some(index));
                }
            }
        }
        dropped
    }

    /// The callee's precondition at an aligned call.
    fn precondition_of_call(&mut self, index: usize, position: usize) -> Vec<(Goal, TermId)> {
        let composed = &self.composed[index];
        let call = &composed.calls[position];
        let by = self.formals_at(composed, call);
        let witness = self.both_made(composed, call);
        let not_made = self.pool.not(witness);
        let mut goals = Vec::new();
        for candidate in 0..self.contracts[call.callee].called.pre.len() {
            let pre = &self.contracts[call.callee].called.pre[candidate];
            if pre.is_alive {
                let here = self.pool.substitute(pre.term, &by);
                goals.push((Goal::Pre { callee: call.callee, candidate }, self.pool.or(not_made, here)));
            }
        }
        goals
    }

    fn formals_at(&self, composed: &Composed, call: &CallPair) -> FxHashMap<VarId, TermId> {
        let (old, new) = (&composed.old.summary.sites[call.old], &composed.new.summary.sites[call.new]);
        self.composed[call.callee].at_calls(self.pool, old, new)
    }

    fn both_made(&mut self, composed: &Composed, call: &CallPair) -> TermId {
        let (old, new) = (&composed.old.summary.sites[call.old], &composed.new.summary.sites[call.new]);
        self.pool.and(old.witness, new.witness)
    }

    /// Which literals of the callees' candidates are on.
    fn literals(&mut self, index: usize) -> TermId {
        let mut callees: Vec<usize> = self.composed[index].calls.iter().map(|call| call.callee).collect();
        callees.sort_unstable();
        callees.dedup();
        let mut all = Vec::new();
        for callee in callees {
            for contract in self.contracts[callee].both() {
                for candidate in contract.pre.iter().chain(&contract.post) {
                    all.push((candidate.literal, candidate.is_alive));
                }
            }
        }
        let terms: Vec<TermId> =
            all.into_iter().map(|(literal, on)| if on { literal } else { self.pool.not(literal) }).collect();
        self.pool.conjunction(terms)
    }

    /// What is stated of a composed procedure, with literals for the candidates of its callees.
    fn stated(&mut self, index: usize, purpose: Purpose) -> Stated {
        if let Some(stated) = self.stated.get(&(index, purpose)) {
            return stated.clone();
        }
        let composed = &self.composed[index];
        let mut terms = self.bodies(composed);
        for call in &composed.calls {
            let counts = match purpose {
                Purpose::Post(_) => true,
                Purpose::PreOf(position) => {
                    let of = &composed.calls[position];
                    call.old < of.old && call.new < of.new
                }
            };
            if counts {
                // The precondition of an aligned call is shown by itself.
                let is_shown = purpose != Purpose::Post(Which::OfEquals) && call.is_aligned;
                terms.extend(self.facts_with_literals(composed, call, is_shown));
            }
        }
        let base = self.pool.conjunction(terms);
        let outputs = composed.own_outputs(self.pool);
        let passes = self.pool.substitute(composed.passes, &outputs);
        let stated = Stated { base, passes };
        self.stated.insert((index, purpose), stated.clone());
        stated
    }

    fn facts_with_literals(&mut self, composed: &Composed, call: &CallPair, pre_is_shown: bool) -> Vec<TermId> {
        let by = self.formals_at(composed, call);
        let witness = self.both_made(composed, call);
        let passes = self.pool.substitute(self.composed[call.callee].passes, &by);
        let contracts = self.contracts[call.callee].clone();
        let mut facts = Vec::new();
        for contract in contracts.both() {
            let mut holds = self.pool.and(witness, passes);
            for fixed in &contract.fixed {
                let here = self.pool.substitute(*fixed, &by);
                holds = self.pool.and(holds, here);
            }
            for pre in contract.pre.iter().filter(|_| !pre_is_shown) {
                let here = self.pool.substitute(pre.term, &by);
                let off = self.pool.not(pre.literal);
                let needed = self.pool.or(off, here);
                holds = self.pool.and(holds, needed);
            }
            let fails = self.pool.not(holds);
            for post in &contract.post {
                let here = self.pool.substitute(post.term, &by);
                let off = self.pool.not(post.literal);
                let either = self.pool.or(off, here);
                facts.push(self.pool.or(fails, either));
            }
        }
        facts
    }

    /// What both bodies say, and that no call sets the flag again once it is cleared.
    fn bodies(&mut self, composed: &Composed) -> Vec<TermId> {
        let mut terms = Vec::new();
        for (half, flag) in [(&composed.old, self.flags[0]), (&composed.new, self.flags[1])] {
            terms.extend(&half.summary.constraints);
            for site in &half.summary.sites {
                if let Some(flag) = flag {
                    let not = self.pool.not(site.end.state[flag]);
                    terms.push(self.pool.or(not, site.state[flag]));
                }
            }
        }
        terms
    }

    /// Which of the goals follow from the premises.
    fn hold(&mut self, premises: &[TermId], goals: &[(Goal, TermId)]) -> Vec<Goal> {
        self.solver.retract_to(0);
        premises.iter().for_each(|premise| self.solver.assume(*premise));
        let deadline = self.deadline;
        let patience = Patience { together: PATIENCE, alone: PATIENCE_FOR_ONE, each: PATIENCE, deadline };
        let kept = surviving(self.pool, &mut self.solver, goals.to_vec(), &patience);
        kept.into_iter().map(|(goal, _)| goal).collect()
    }

    /// Proves every contract once more, and the goal at the entry, with a fresh solver and plain
    /// formulas.
    pub(crate) fn certify(&mut self, goal: TermId) -> Certified {
        let mut solver = self.logic.solver();
        for index in (1..self.composed.len()).rev() {
            for which in [Which::Called, Which::OfEquals] {
                let contract = self.contract(index, which).clone();
                if contract.is_by_identity {
                    continue;
                }
                let posts: Vec<TermId> =
                    contract.post.iter().filter(|each| each.is_alive).map(|each| each.term).collect();
                if !posts.is_empty() && !self.proves(&mut solver, index, &contract, &posts, Extra::Nothing) {
                    return Certified::NotInductive(index);
                }
            }
        }
        let entry = self.contracts[0].called.clone();
        if self.proves(&mut solver, 0, &entry, &[goal], Extra::Nothing) {
            Certified::Yes
        } else {
            Certified::NotTheGoal
        }
    }

    /// Does the goal, over the formals, hold of a procedure whose inputs are equal?
    pub(crate) fn proves_for_equals(&mut self, index: usize, goal: TermId, extra: Extra) -> bool {
        let mut solver = self.logic.solver();
        let mut fixed = candidates::equal_inputs(self.pool, &self.composed[index]);
        fixed.extend(self.flags_up(index));
        let contract = Contract { fixed, ..Contract::default() };
        self.proves(&mut solver, index, &contract, &[goal], extra)
    }

    /// Nothing has failed before.
    fn flags_up(&self, index: usize) -> Vec<TermId> {
        let composed = &self.composed[index];
        let halves = [(&composed.old, self.flags[0]), (&composed.new, self.flags[1])];
        let flag = |(half, flag): (&Half, Option<usize>)| {
            let flag = Role::State(flag?);
            half.ins.iter().find(|formal| formal.kind == flag).map(|formal| formal.term)
        };
        halves.into_iter().filter_map(flag).collect()
    }

    /// Can the new function not fail at all, whatever it is given and its calls do?
    pub(crate) fn new_alone_passes(&mut self, index: usize, goal: TermId) -> bool {
        let composed = &self.composed[index];
        let mut premises: Vec<TermId> = composed.new.summary.constraints.clone();
        premises.extend(self.flags_up(index));
        let outputs = composed.own_outputs(self.pool);
        let goal = self.pool.substitute(goal, &outputs);
        self.queries += 1;
        self.logic.solver().proves(self.pool, &premises, goal, IN_THE_END)
    }

    fn proves(
        &mut self,
        solver: &mut Solver,
        index: usize,
        contract: &Contract,
        goals: &[TermId],
        extra: Extra,
    ) -> bool {
        let composed = &self.composed[index];
        let mut premises = self.bodies(composed);
        for call in &composed.calls {
            let facts = self.plain_facts(composed, call, extra);
            premises.extend(facts);
        }
        if extra != Extra::Nothing {
            premises.extend(self.calls_do_not_fail(composed));
        }
        let outputs = composed.own_outputs(self.pool);
        premises.extend(contract.fixed.iter().copied());
        premises.extend(contract.pre.iter().filter(|each| each.is_alive).map(|each| each.term));
        premises.push(self.pool.substitute(composed.passes, &outputs));
        let goals: Vec<TermId> = goals.iter().map(|goal| self.pool.substitute(*goal, &outputs)).collect();
        solver.retract_to(0);
        let premise = self.pool.conjunction(premises);
        solver.assume(premise);
        let all = self.pool.conjunction(goals.iter().copied());
        let negated = self.pool.not(all);
        self.queries += 1;
        match solver.check_with(self.pool, &[negated], IN_THE_END) {
            Answer::Unsat => true,
            Answer::Sat(_) => false,
            Answer::Unknown(_) => {
                goals.len() > 1
                    && goals.iter().all(|goal| {
                        let negated = self.pool.not(*goal);
                        solver.check_with(self.pool, &[negated], IN_THE_END).is_unsat()
                    })
            }
        }
    }

    /// What the contracts that are left say of two calls.
    fn plain_facts(&mut self, composed: &Composed, call: &CallPair, extra: Extra) -> Vec<TermId> {
        let by = self.formals_at(composed, call);
        let witness = self.both_made(composed, call);
        let passes = self.pool.substitute(self.composed[call.callee].passes, &by);
        let contracts = self.contracts[call.callee].clone();
        let mut facts = Vec::new();
        for contract in contracts.both() {
            let mut holds = self.pool.and(witness, passes);
            let pre = contract.pre.iter().filter(|each| each.is_alive).map(|each| each.term);
            for condition in contract.fixed.iter().copied().chain(pre) {
                let here = self.pool.substitute(condition, &by);
                holds = self.pool.and(holds, here);
            }
            let fails = self.pool.not(holds);
            for post in contract.post.iter().filter(|each| each.is_alive) {
                let here = self.pool.substitute(post.term, &by);
                facts.push(self.pool.or(fails, here));
            }
        }
        if extra == Extra::CallsAreEqual {
            let callee = &self.composed[call.callee];
            let mut holds = witness;
            for condition in candidates::equal_inputs(self.pool, callee) {
                let here = self.pool.substitute(condition, &by);
                holds = self.pool.and(holds, here);
            }
            let fails = self.pool.not(holds);
            for (a, b) in candidates::namesakes(&callee.old.outs, &callee.new.outs) {
                let equal = self.pool.eq(a.term, b.term);
                let here = self.pool.substitute(equal, &by);
                facts.push(self.pool.or(fails, here));
            }
        }
        facts
    }

    fn calls_do_not_fail(&mut self, composed: &Composed) -> Vec<TermId> {
        let mut terms = Vec::new();
        for (half, flag) in [(&composed.old, self.flags[0]), (&composed.new, self.flags[1])] {
            for site in &half.summary.sites {
                terms.push(self.pool.not(site.end.failed));
                if let Some(flag) = flag {
                    terms.push(self.pool.eq(site.end.state[flag], site.state[flag]));
                }
            }
        }
        terms
    }
}

pub(crate) enum Certified {
    Yes,
    /// The contract of this composed procedure was not proved a second time.
    NotInductive(usize),
    NotTheGoal,
}
