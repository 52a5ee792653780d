//! Under which facts about the library do two versions do the same?
//!
//! A programmer changes how a program calls a library whose code is not there. Both versions are the same only
//! if some facts hold of the library's functions, which the programmer knows and nobody wrote down. This
//! finds such facts, asks an [`Oracle`] about them, and goes on with the answers.
//!
//! Follows Harris, Jin, Lu and Jha, "Validating library usage interactively" (CAV 2013): [`validate`] is their
//! ChkAEQ with Interact, [`sim_rel`] their SimRel with ConsecSimRel, [`atp`] the abductive prover;
//! `docs/notation.md` has the symbols. Beyond it: order and linear arithmetic in facts, the state that library
//! functions touch (`equiv::library`), facts held against runs before anyone is asked, and an alignment in which
//! one version goes on after the other.
//!
//! Invariant: what is called the same is proved from the facts in [`Outcome::rests_on`] alone, each of which the
//! oracle accepted.
//! Leaves out: facts that need induction over the library's own data; whether a call raises is no subject of facts.

mod atp;
mod clause;
mod difference;
mod formula;
mod instances;
mod knowledge;
mod sim_rel;

use std::time::Instant;

use cut_graph::{Extraction, Graph, NoGraph};
use equiv::library::{self, Effect, Effects};
use equiv::{Claim, Fact, Gap, Goal, Place, Problem, Side, Why};
use ir::Terminator;
use ir::entry::Pair;
use semantics::{Setting, SymOutcome};
use smt::Logic;
use value::{Symbol, Value};

use crate::clause::ParameterNames;
use crate::knowledge::Scratch;
pub use crate::knowledge::{Knowledge, Refuted, for_all, is_inconsistent};
use crate::sim_rel::{Chooser, Failure, Plan, Relation, SimRel};

#[derive(Clone, Debug)]
pub struct Budget {
    pub deadline: Instant,
}

/// Knows the library.
pub trait Oracle {
    /// Can the library be run?
    fn can_run(&self) -> bool;

    /// For each claim, values for which it fails where runs of the library show some.
    fn try_out(&mut self, claims: &[Claim]) -> Vec<Option<Vec<Option<Value>>>>;

    /// For each claim, whether the library's own code proves it.
    fn prove(&mut self, claims: &[Claim]) -> Vec<bool>;

    /// Do all of these hold?
    fn ask(&mut self, question: &Question) -> Reply;
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Several only if they are about what functions do at all.
    pub claims: Vec<Claim>,
    /// Where the functions are called, in old and in new.
    pub places: [Vec<Place>; 2],
    /// The same for each claim alone.
    pub places_of: Vec<[Vec<Place>; 2]>,
    /// If it can fail, the versions surely differ.
    pub is_decisive: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Yes,
    No,
    /// No, as these values of the variables show.
    Counterexample(Vec<Option<Value>>),
    /// Nobody knows.
    Skip,
    /// No more questions.
    Stop,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    pub conclusion: Conclusion,
    /// The accepted claims that the proof needs, each with where its functions are called.
    pub rests_on: Vec<Question>,
    pub knowledge: Knowledge,
    /// How many questions were asked, and how many predicates they had at most.
    pub asked: usize,
    pub predicates: usize,
    /// If one of these can fail, the versions surely differ.
    pub different_unless: Vec<Difference>,
}

impl Outcome {
    /// What the proofs of both rest on, where the other began with what was known at the end of this one.
    pub fn join(&mut self, other: Outcome) {
        for row in other.rests_on {
            if !self.rests_on.iter().any(|known| known.claims == row.claims) {
                self.rests_on.push(row);
            }
        }
        self.knowledge = other.knowledge;
        self.asked += other.asked;
        self.predicates = self.predicates.max(other.predicates);
    }
}

/// A fact without which the versions differ.
#[derive(Clone, Debug)]
pub struct Difference {
    pub fact: Fact,
    /// What was refuted says that it can fail.
    pub is_said: bool,
}

#[derive(Debug)]
pub enum Conclusion {
    Same,
    /// It would be, under these.
    Open(Vec<Question>),
    /// No facts were found that would do. What is missing, as far as it is known.
    Nothing {
        gap: Option<Gap>,
        at: [Option<Place>; 2],
        needs: Vec<Fact>,
    },
}

/// Every way to pair cut points, the simpler first.
const BOTH: [Plan; 2] = [Plan::Together, Plan::Apart];

/// Rounds of finding facts and asking.
const ROUNDS: usize = 24;

/// ChkAEQ: finds facts, asks, and tries again with what was refuted, until a set of facts is accepted or
/// there is none.
pub fn validate(
    lower: &dyn Fn() -> Pair,
    logic: &Logic,
    budget: &Budget,
    knowledge: Knowledge,
    oracle: &mut dyn Oracle,
) -> Outcome {
    let pair = lower();
    let mut functions = library::functions(&pair.old.program);
    functions.extend(library::functions(&pair.new.program));
    functions.sort();
    functions.dedup();
    let mut session = Session {
        lower,
        logic,
        functions,
        knowledge,
        skipped: Vec::new(),
        scratch: Scratch::new(logic),
        oracle,
        tried: Vec::new(),
        are_effects_tried: false,
        is_begun: false,
        chosen: None,
        asked: 0,
        predicates: 0,
        different_unless: Vec::new(),
        deadline: budget.deadline,
    };
    session.interact(&pair)
}

struct Session<'a> {
    lower: &'a dyn Fn() -> Pair,
    logic: &'a Logic,
    /// Moved by the time that answers take.
    deadline: Instant,
    functions: Vec<Symbol>,
    knowledge: Knowledge,
    /// What nobody could say.
    skipped: Vec<Claim>,
    scratch: Scratch,
    oracle: &'a mut dyn Oracle,
    /// Facts that runs did not refute.
    tried: Vec<Fact>,
    are_effects_tried: bool,
    /// Was something proposed yet?
    is_begun: bool,
    /// What functions were taken to do in the last round.
    chosen: Option<Effects>,
    asked: usize,
    predicates: usize,
    different_unless: Vec<Fact>,
}

/// Facts under which both versions are the same, still to be asked about.
struct Proposal {
    effects: Effects,
    relation: Relation,
}

impl Session<'_> {
    /// Interact: with each refusal the search begins again, and knows more.
    fn interact(&mut self, pair: &Pair) -> Outcome {
        self.try_effects();
        let hopeful = self.most_hopeful(pair);
        self.find_differences(&hopeful);
        for _ in 0..ROUNDS {
            let proposal = match self.propose(pair) {
                Ok(proposal) => proposal,
                Err(failure) => {
                    let Failure { gap, at, needs } = *failure;
                    return self.outcome(Conclusion::Nothing { gap, at, needs }, Vec::new());
                }
            };
            let questions = self.questions(pair, &proposal);
            let known = self.knowledge.facts();
            let all: Vec<&Fact> = proposal.relation.found.iter().chain(&known).collect();
            if is_inconsistent(self.logic, &all) {
                self.skipped.extend(proposal.relation.found.iter().cloned().map(Claim::Clause));
                continue;
            }
            let mut open = Vec::new();
            let mut is_refused = false;
            for question in &questions {
                match self.ask(pair, question) {
                    Reply::Yes => {}
                    Reply::No | Reply::Counterexample(_) => {
                        is_refused = true;
                        break;
                    }
                    Reply::Skip | Reply::Stop => open.push(question.clone()),
                }
            }
            if !is_refused && open.is_empty() {
                let used = self.used(pair, &proposal);
                return self.outcome(Conclusion::Same, used);
            }
            if !is_refused {
                return self.outcome(Conclusion::Open(open), Vec::new());
            }
        }
        let nothing = Conclusion::Nothing { gap: None, at: [None, None], needs: Vec::new() };
        self.outcome(nothing, Vec::new())
    }

    fn outcome(&mut self, conclusion: Conclusion, rests_on: Vec<Question>) -> Outcome {
        let (knowledge, asked, predicates) = (self.knowledge.clone(), self.asked, self.predicates);
        let different_unless = match conclusion {
            Conclusion::Same => Vec::new(),
            Conclusion::Open(_) | Conclusion::Nothing { .. } => self.still_different(),
        };
        Outcome { conclusion, rests_on, knowledge, asked, predicates, different_unless }
    }

    /// Facts that would do, about functions that may do as much as possible.
    fn propose(&mut self, pair: &Pair) -> Result<Proposal, Box<Failure>> {
        if !std::mem::replace(&mut self.is_begun, true)
            && let Some(proposal) = self.known_is_enough()
        {
            return Ok(proposal);
        }
        let hopeful = self.most_hopeful(pair);
        if let Some(effects) = self.chosen.take().filter(|chosen| chosen.iter().all(|(f, does)| *does <= hopeful[f]))
            && let Ok(relation) = self.attempt(&effects, &BOTH)
        {
            self.chosen = Some(effects.clone());
            return Ok(Proposal { effects, relation });
        }
        let mut effects = hopeful;
        let mut relation = self.attempt(&effects, &BOTH)?;
        for function in self.functions.clone() {
            // Between the others nobody is asked to choose: what only computes is easily told.
            let known = self.accepted_effect(function);
            if known < effects[&function] {
                let mut weaker = effects.clone();
                weaker.insert(function, known);
                if let Some(other) = self.attempt_weaker(pair, function, &weaker, &relation)
                    && other.found.len() + other.used.len() <= relation.found.len() + relation.used.len()
                {
                    (effects, relation) = (weaker, other);
                }
            }
        }
        self.chosen = Some(effects.clone());
        Ok(Proposal { effects, relation })
    }

    /// The proof by what was accepted before, and nothing else: no function does less than was said. What is hoped of
    /// functions would put other facts in the place of these.
    fn known_is_enough(&mut self) -> Option<Proposal> {
        if self.knowledge.accepted.is_empty() {
            return None;
        }
        let facts = self.knowledge.facts();
        let effects: Effects =
            self.functions.iter().map(|function| (*function, self.accepted_effect(*function))).collect();
        let relation = BOTH.iter().find_map(|plan| self.attempt_with(&effects, *plan, &facts))?;
        if !relation.found.is_empty() {
            return None;
        }
        let mut proposal = Proposal { effects, relation };
        for function in self.functions.clone() {
            self.rest_on_less(&mut proposal, function);
        }
        Some(proposal)
    }

    /// The same proof without what is known of a function's effects, if that is not needed.
    fn rest_on_less(&mut self, proposal: &mut Proposal, function: Symbol) {
        let is_named = proposal.relation.used.iter().any(|fact| fact.functions().contains(&function));
        if is_named || proposal.effects[&function] == Effect::Acts {
            return;
        }
        let mut effects = proposal.effects.clone();
        effects.insert(function, Effect::Acts);
        let facts = proposal.relation.used.clone();
        if let Some(relation) = self.attempt_with(&effects, proposal.relation.plan, &facts)
            && relation.found.is_empty()
        {
            *proposal = Proposal { effects, relation };
        }
    }

    /// The same with less known of a function. Facts that speak of it are others then, and have to be found again.
    fn attempt_weaker(
        &mut self,
        pair: &Pair,
        function: Symbol,
        effects: &Effects,
        relation: &Relation,
    ) -> Option<Relation> {
        let facts: Vec<Fact> = relation.found.iter().chain(&relation.used).cloned().collect();
        if !facts.iter().any(|fact| fact.functions().contains(&function)) {
            return self.attempt_with(effects, relation.plan, &facts);
        }
        // What only one version calls, and is of use, has to change nothing.
        let is_alone = [&pair.old, &pair.new].iter().any(|entry| !calls(&entry.program, function));
        if is_alone { None } else { self.attempt(effects, &[relation.plan]).ok() }
    }

    fn accepted_effect(&self, function: Symbol) -> Effect {
        let of = |claim: &Claim| match claim {
            Claim::Effect(known, effect) if *known == function => Some(*effect),
            _ => None,
        };
        self.knowledge.accepted.iter().filter_map(of).max().unwrap_or_default()
    }

    /// Runs of the library may show that a function does more than is hoped.
    fn try_effects(&mut self) {
        if !self.oracle.can_run() || self.are_effects_tried {
            return;
        }
        self.are_effects_tried = true;
        let effects = [Effect::Computes, Effect::Looks, Effect::Returns];
        let claims = self.functions.iter().flat_map(|function| effects.map(|effect| Claim::Effect(*function, effect)));
        let claims: Vec<Claim> = claims.filter(|claim| !self.knowledge.is_accepted(claim)).collect();
        let results = self.oracle.try_out(&claims);
        for (claim, result) in claims.into_iter().zip(results) {
            if let Some(shown_by) = result {
                self.knowledge.refuted.push(Refuted { claim, shown_by });
            }
        }
    }

    /// Holds facts against runs of the library, each once.
    fn try_out(&mut self, facts: &[Fact]) {
        if !self.oracle.can_run() {
            return;
        }
        let knowledge = &mut self.knowledge;
        let new: Vec<Claim> = facts
            .iter()
            .filter(|fact| !self.tried.contains(fact))
            .map(|fact| Claim::Clause(fact.clone()))
            .filter(|claim| !knowledge.is_refuted(claim) && !knowledge.is_accepted(claim))
            .collect();
        let results = if new.is_empty() { Vec::new() } else { self.oracle.try_out(&new) };
        for (claim, result) in new.into_iter().zip(results) {
            match (result, claim) {
                (Some(shown_by), claim) => knowledge.refuted.push(Refuted { claim, shown_by }),
                (None, Claim::Clause(fact)) => self.tried.push(fact),
                (None, Claim::Effect(..)) => {}
            }
        }
    }

    /// Each function does as little as nothing speaks against.
    fn most_hopeful(&self, pair: &Pair) -> Effects {
        let of = |function: Symbol| {
            let known = self.accepted_effect(function);
            let rows = [&pair.old, &pair.new].into_iter().flat_map(|entry| entry.program.functions.rows());
            let row = rows.into_iter().find(|row| row.name == function);
            let gives_nothing = row.is_some_and(|row| row.results.is_empty());
            let takes_nothing = row.is_some_and(|row| row.params.is_empty());
            let hoped = match (gives_nothing, takes_nothing) {
                // It would be called for nothing if it changed nothing.
                (true, _) => Effect::Returns,
                (_, true) => Effect::Looks,
                _ => Effect::Computes,
            };
            let may = |effect: Effect| {
                let claim = Claim::Effect(function, effect);
                !self.knowledge.is_refuted(&claim) && !self.skipped.contains(&claim)
            };
            let effects = [Effect::Computes, Effect::Looks, Effect::Returns];
            let hoped = effects.into_iter().find(|effect| *effect <= hoped && may(*effect));
            hoped.unwrap_or_default().max(known)
        };
        self.functions.iter().map(|function| (*function, of(*function))).collect()
    }

    /// Facts without which the versions surely differ, as far as the answers leave that open.
    fn still_different(&mut self) -> Vec<Difference> {
        let known = self.knowledge.facts();
        let mut left = Vec::new();
        for fact in self.different_unless.clone() {
            if !Knowledge::is_implied(&mut self.scratch, &fact, &known) {
                let claim = Claim::Clause(fact.clone());
                let is_said = self.knowledge.refuted.iter().any(|refuted| claim.covers(&refuted.claim));
                left.push(Difference { fact, is_said });
            }
        }
        left
    }

    /// Looks for what makes the versions surely differ, for functions with these effects.
    fn find_differences(&mut self, effects: &Effects) {
        let problem = Problem::asking((self.lower)(), Goal::SameUnderFacts(effects.clone()));
        let mut setting = Setting::new(&problem, self.logic, self.deadline);
        let Ok(graphs) = self.graphs(&mut setting) else { return };
        let (names, deadline) = (parameter_names(&problem), self.deadline);
        let mut chooser = Choosing { session: self, is_settled: true };
        let mut sim_rel = SimRel {
            setting: &mut setting,
            old: &graphs[0],
            new: &graphs[1],
            plan: Plan::Together,
            names: &names,
            known: &[],
            chooser: &mut chooser,
            deadline,
        };
        let found = sim_rel.differences();
        self.different_unless = found;
    }

    /// The graphs of both versions.
    fn graphs(&self, setting: &mut Setting<'_>) -> Result<Vec<Graph>, Box<Failure>> {
        let mut graphs = Vec::new();
        for side in Side::BOTH {
            let (shared, kept): (&[_], &[_]) = (&[], &[]);
            let deadline = self.deadline;
            let mut extraction = Extraction { setting, side, shared, kept, context: None, deadline };
            match extraction.run() {
                Ok(extracted) => graphs.push(extracted.graph),
                Err(NoGraph(gap)) => {
                    return Err(Box::new(Failure { gap: Some(gap), at: [None, None], needs: Vec::new() }));
                }
            }
        }
        match never_returns(setting, &graphs) {
            Some(gap) => Err(Box::new(Failure { gap: Some(gap), at: [None, None], needs: Vec::new() })),
            None => Ok(graphs),
        }
    }

    /// SimRel for functions with these effects.
    fn attempt(&mut self, effects: &Effects, plans: &[Plan]) -> Result<Relation, Box<Failure>> {
        let problem = Problem::asking((self.lower)(), Goal::SameUnderFacts(effects.clone()));
        let mut setting = Setting::new(&problem, self.logic, self.deadline);
        let graphs = self.graphs(&mut setting)?;
        let known = self.knowledge.facts();
        let mut failure = None;
        // What the known facts are enough for needs no others.
        let known_only = plans.iter().map(|plan| (*plan, true)).filter(|_| !known.is_empty());
        for (plan, is_settled) in known_only.chain(plans.iter().map(|plan| (*plan, false))) {
            match self.relate(&mut setting, &graphs, (plan, is_settled), &known) {
                Ok(relation) => return Ok(relation),
                // What is known to be in the way says more than that there are no facts.
                Err(why) if failure.as_deref().is_none_or(|known: &Failure| known.gap.is_none()) => {
                    failure = Some(why);
                }
                Err(_) => {}
            }
        }
        Err(failure.expect("every plan failed"))
    }

    /// The same by these facts alone.
    fn attempt_with(&mut self, effects: &Effects, plan: Plan, facts: &[Fact]) -> Option<Relation> {
        let problem = Problem::asking((self.lower)(), Goal::SameUnderFacts(effects.clone()));
        let mut setting = Setting::new(&problem, self.logic, self.deadline);
        let graphs = self.graphs(&mut setting).ok()?;
        let Relation { plan, used, .. } = self.relate(&mut setting, &graphs, (plan, true), facts).ok()?;
        let known = self.knowledge.facts();
        let (used, found) = used.into_iter().partition(|fact| known.contains(fact));
        Some(Relation { plan, found, used })
    }

    fn relate(
        &mut self,
        setting: &mut Setting<'_>,
        graphs: &[Graph],
        (plan, is_settled): (Plan, bool),
        known: &[Fact],
    ) -> Result<Relation, Box<Failure>> {
        let (names, deadline) = (parameter_names(setting.problem), self.deadline);
        let chooser = &mut Choosing { session: self, is_settled };
        let (old, new) = (&graphs[0], &graphs[1]);
        SimRel { setting, old, new, plan, names: &names, known, chooser, deadline }.run()
    }

    /// What has to be asked for the proposal: what functions do at all first.
    fn questions(&self, pair: &Pair, proposal: &Proposal) -> Vec<Question> {
        let mut questions = Vec::new();
        for effect in [Effect::Computes, Effect::Looks, Effect::Returns] {
            let claims = proposal.effects.iter().filter(|(_, does)| **does == effect);
            let claims = claims.map(|(function, _)| Claim::Effect(*function, effect));
            let claims: Vec<Claim> = claims.filter(|claim| !self.knowledge.is_accepted(claim)).collect();
            if !claims.is_empty() {
                questions.push(self.question(pair, claims));
            }
        }
        for fact in &proposal.relation.found {
            questions.push(self.question(pair, vec![Claim::Clause(fact.clone())]));
        }
        questions
    }

    fn question(&self, pair: &Pair, claims: Vec<Claim>) -> Question {
        let places = |claims: &[Claim]| {
            let functions: Vec<Symbol> = claims.iter().flat_map(Claim::functions).collect();
            [(Side::Old, &pair.old), (Side::New, &pair.new)]
                .map(|(side, entry)| calls_of(&entry.program, side, &functions))
        };
        let places_of = claims.iter().map(|claim| places(std::slice::from_ref(claim))).collect();
        let places = places(&claims);
        let decides = |fact: &Fact, claim: &Claim| Claim::Clause(fact.clone()).covers(claim);
        let is_decisive =
            matches!(&claims[..], [claim] if self.different_unless.iter().any(|fact| decides(fact, claim)));
        Question { claims, places, places_of, is_decisive }
    }

    /// Everything accepted that the proof needs.
    fn used(&self, pair: &Pair, proposal: &Proposal) -> Vec<Question> {
        let effects = proposal.effects.iter().filter(|(_, effect)| **effect > Effect::Acts);
        let effects = effects.map(|(function, effect)| Claim::Effect(*function, *effect));
        let facts = proposal.relation.used.iter().chain(&proposal.relation.found).cloned().map(Claim::Clause);
        effects.chain(facts).map(|claim| self.question(pair, vec![claim])).collect()
    }

    fn ask(&mut self, pair: &Pair, question: &Question) -> Reply {
        if let [Claim::Clause(fact)] = &question.claims[..]
            && Knowledge::is_implied(&mut self.scratch, fact, &self.knowledge.facts())
        {
            self.knowledge.accepted.push(Claim::Clause(fact.clone()));
            return Reply::Yes;
        }
        let Some(question) = &self.unproved(pair, question) else { return Reply::Yes };
        let reply = self.put(question);
        // Of several, which one is it?
        if reply == Reply::No && question.claims.len() > 1 {
            for claim in &question.claims {
                let one = self.question(pair, vec![claim.clone()]);
                self.put(&one);
            }
        }
        reply
    }

    /// What is left of the question when what the library's own code proves is known.
    fn unproved(&mut self, pair: &Pair, question: &Question) -> Option<Question> {
        let proved = self.oracle.prove(&question.claims);
        let (known, open): (Vec<_>, Vec<_>) =
            question.claims.iter().cloned().zip(proved).partition(|(_, is_proved)| *is_proved);
        self.knowledge.accepted.extend(known.into_iter().map(|(claim, _)| claim));
        let claims: Vec<Claim> = open.into_iter().map(|(claim, _)| claim).collect();
        (!claims.is_empty()).then(|| self.question(pair, claims))
    }

    /// Asks once, and keeps what is answered.
    fn put(&mut self, question: &Question) -> Reply {
        let predicates = question.claims.iter().map(|claim| match claim {
            Claim::Clause(fact) => fact.predicates(),
            Claim::Effect(..) => 1,
        });
        self.predicates = self.predicates.max(predicates.sum());
        let start = Instant::now();
        let reply = self.oracle.ask(question);
        self.deadline += start.elapsed();
        if !matches!(reply, Reply::Skip | Reply::Stop) {
            self.asked += 1;
        }
        match &reply {
            Reply::Yes => self.knowledge.accepted.extend(question.claims.iter().cloned()),
            Reply::No | Reply::Counterexample(_) => {
                let shown_by = match &reply {
                    Reply::Counterexample(values) => values.clone(),
                    _ => Vec::new(),
                };
                if let [claim] = &question.claims[..] {
                    self.knowledge.refuted.push(Refuted { claim: claim.clone(), shown_by });
                }
            }
            Reply::Skip | Reply::Stop => self.skipped.extend(question.claims.iter().cloned()),
        }
        reply
    }
}

/// Facts that are held against runs together: the first one that may be used is often among the first.
const AT_ONCE: usize = 6;

struct Choosing<'s, 'a> {
    session: &'s mut Session<'a>,
    /// No more facts are looked for.
    is_settled: bool,
}

impl Chooser for Choosing<'_, '_> {
    fn can_run(&self) -> bool {
        self.session.oracle.can_run()
    }

    fn choose(&mut self, candidates: &[Fact], others: &[Fact]) -> Option<usize> {
        if self.is_settled {
            return None;
        }
        for (batch, few) in candidates.chunks(AT_ONCE).enumerate() {
            self.session.try_out(few);
            let Session { scratch, knowledge, skipped, .. } = &mut *self.session;
            let may = |fact: &Fact| {
                let claim = Claim::Clause(fact.clone());
                !skipped.contains(&claim)
                    && (knowledge.is_accepted(&claim) || !knowledge.excludes(scratch, fact, others))
            };
            if let Some(index) = few.iter().position(may) {
                return Some(batch * AT_ONCE + index);
            }
        }
        None
    }
}

/// Where every way through both versions raises, there is nothing to compare: a name may be missing, or a type.
fn never_returns(setting: &Setting<'_>, graphs: &[Graph]) -> Option<Gap> {
    let nodes = || graphs.iter().flat_map(|graph| graph.nodes.rows());
    let mut raised = None;
    for node in nodes() {
        match &node.outcome {
            Some(SymOutcome::Raised(value)) => raised = raised.or(setting.pool.as_const(*value).cloned()),
            Some(SymOutcome::Returned(_)) => return None,
            _ if node.stuck.is_some() => return None,
            _ => {}
        }
    }
    Some(Gap::nowhere(Why::FailsOnEveryInput { raised: raised? }))
}

/// How the library's functions call their parameters.
fn parameter_names(problem: &Problem) -> ParameterNames {
    let mut names = ParameterNames::default();
    for side in Side::BOTH {
        for function in problem.program(side).functions.rows() {
            if let Some(name) = function.name.as_str().strip_prefix("call of ") {
                names.insert(name.to_owned(), function.params.iter().map(|param| param.name).collect());
            }
        }
    }
    names
}

/// Is there a call of the function?
fn calls(program: &ir::Program, function: Symbol) -> bool {
    let bodies = program.functions.rows().iter().filter_map(|row| row.body());
    let mut ends = bodies.flat_map(|body| body.blocks.iter().map(|(_, block)| &block.end));
    ends.any(|end| matches!(end, Terminator::Call { callee, .. } if program.functions[*callee].name == function))
}

/// Where these functions are called.
fn calls_of(program: &ir::Program, side: Side, functions: &[Symbol]) -> Vec<Place> {
    let mut places = Vec::new();
    for function in program.functions.rows().iter().filter(|row| row.is_source()) {
        let Some(body) = function.body() else { continue };
        for (id, block) in body.blocks.iter() {
            if let Terminator::Call { callee, .. } = &block.end
                && functions.contains(&program.functions[*callee].name)
                && !body.span_of_end(id).is_none()
            {
                let place = Place { side, span: body.span_of_end(id) };
                if !places.iter().any(|known: &Place| known.span.line == place.span.line) {
                    places.push(place);
                }
            }
        }
    }
    places.sort_by_key(|place| place.span.line);
    places
}
