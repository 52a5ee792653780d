//! Proves two versions equal by invariants over both, for loops and recursions that no unrolling
//! exhausts.
//!
//! Each version becomes a graph of cut points (start, loop heads, ends) with plain variables,
//! found by executing it ([`cut_graph`]). Calls of functions that call themselves are terms
//! ([`cut_graph::function`]) with their bodies as equations ([`definitions`]). A product runs both graphs
//! side by side under a schedule. Conditions that may relate the two are guessed from concrete
//! runs ([`candidates`]), the inductive ones are kept ([`houdini`]), and what is kept is proved
//! once more by plain questions before it counts.
//!
//! Two versions of a recursive function are compared first ([`recursion`]): if they give the same
//! wherever both return, they are one function from then on.
//!
//! Follows the composed programs of differential assertion checking (Lahiri, McMillan, Sharma,
//! Hawblitzel, FSE 2013) for the product and Houdini, with candidates fitted to runs, and Godlin
//! and Strichman's regression verification for recursion.
//! Leaves out: recursions that change the state, loops that make and keep any number of objects,
//! non-deterministic choices; each is a gap.

mod attempts;
mod candidates;
mod definitions;
mod drop_redundant;
mod entry_conditions;
mod equalities;
mod houdini;
mod nontermination;
mod one_sided_loops;
mod peel_unroll;
mod ranking;
mod recursion;
mod simulate;
mod unchanged;

use std::rc::Rc;
use std::time::{Duration, Instant};

use equiv::coverage::Invariant;
use equiv::gap::Alignment;
use equiv::inputs::Generator;
use equiv::replay::{replay, replay_both_endless, replay_endless};
use equiv::shrink::shrink;
use equiv::{Counterexample, Coverage, Gap, Problem, Replay, Side, Termination, Why};
use ir::interp::{Limits, Stop};
use semantics::Setting;
use semantics::compare::{Heaps, same_observation};
use smt::{Effort, Logic};
use term::{Assignment, Pool, TermId};
use value::{Expr, Sort, Value};

use crate::attempts::{Aligned, Failure, Proved, Task};
use crate::definitions::Definitions;
use cut_graph::Shared;
use cut_graph::{CutPoint, Graph};
use cut_graph::{Extracted, Extraction, NoGraph};
use cut_graph::{Schedule, variable_of};

#[derive(Clone, Debug)]
pub struct Budget {
    pub deadline: Instant,
    pub seed: u64,
    /// The inputs to look at, as a condition over them in order; `None`: all.
    pub inputs: Option<Expr>,
}

/// Tries to prove that both versions end alike on every input that it is asked about.
pub fn prove(problem: &Problem, logic: &Logic, budget: &Budget) -> Coverage {
    let mut coverage = Coverage::default();
    match Prover::new(problem, logic, budget).run() {
        Ok(Found::Proof(proof)) => {
            coverage.exercised = true;
            coverage.invariants = proof.invariants;
            coverage.assumes_termination = !proof.shows_termination;
            coverage.by_recursion = proof.by_recursion;
        }
        Ok(Found::Difference(counterexample)) => coverage.differs.push(*counterexample),
        Err(gap) => coverage.open.push(gap),
    }
    coverage
}

enum Found {
    Proof(ProductProof),
    Difference(Box<Counterexample>),
}

struct ProductProof {
    invariants: Vec<Invariant>,
    /// Do both versions return on the same inputs, by this proof?
    shows_termination: bool,
    /// Does it rest on no invariant but on the recursion rule?
    by_recursion: bool,
}

impl ProductProof {
    /// The proof for the inputs of both.
    fn and(mut self, other: ProductProof) -> ProductProof {
        self.invariants.extend(other.invariants);
        ProductProof {
            invariants: self.invariants,
            shows_termination: self.shows_termination && other.shows_termination,
            by_recursion: self.by_recursion && other.by_recursion,
        }
    }
}

/// Time to tell whether there are inputs of a case.
const CASE: Duration = Duration::from_millis(500);

/// Conditions shown of a proof that fails.
const SHOWN: usize = 4;

/// Inputs tried to make one small.
const SHRINKING: usize = 1_000;

/// Concrete runs that candidates are fitted to.
const RUNS: usize = 160;

struct Prover<'p> {
    problem: &'p Problem,
    setting: Setting<'p>,
    /// What is known of the inputs.
    context: Option<TermId>,
    budget: Budget,
}

impl<'p> Prover<'p> {
    fn new(problem: &'p Problem, logic: &Logic, budget: &Budget) -> Prover<'p> {
        let mut setting = Setting::new(problem, logic, budget.deadline);
        let context = budget.inputs.as_ref().map(|asked| setting.pool.from_expr(asked, &setting.inputs));
        Prover { problem, setting, context, budget: budget.clone() }
    }

    fn run(&mut self) -> Result<Found, Gap> {
        let runs = self.inputs_to_run();
        let mut endless = Vec::new();
        let mut unfinished = Vec::new();
        if let Some(counterexample) = self.difference(&runs, &mut endless, &mut unfinished) {
            return Ok(Found::Difference(counterexample));
        }
        if !unfinished.is_empty() {
            return self.unfinished(&unfinished).map(Found::Difference);
        }
        if self.problem.termination != Termination::Ignore
            && !endless.is_empty()
            && let (Ok(old), Ok(new)) = (self.extract(Side::Old, &[], &[]), self.extract(Side::New, &[], &[]))
            && let Some(counterexample) = self.endless_difference(&old.graph, &new.graph, &endless)
        {
            return Ok(Found::Difference(counterexample));
        }
        let kept = unchanged::candidates(self.problem);
        if !kept.is_empty() {
            let now = Instant::now();
            let all = std::mem::replace(&mut self.budget.deadline, now);
            self.budget.deadline = now + all.saturating_duration_since(now) / 3;
            let found = self.prove_with(kept, &runs);
            self.budget.deadline = all;
            if let Ok(proof) = found {
                return Ok(Found::Proof(proof));
            }
        }
        let choices = self.choices();
        self.prove_by_cases(&choices, &runs).map(Found::Proof)
    }

    /// The inputs that are true or false, such as whether a pointer is null, or the same as another.
    fn choices(&self) -> Vec<TermId> {
        const MOST: usize = 8;
        let inputs = self.setting.inputs.iter().copied();
        inputs.filter(|input| self.setting.pool.sort(*input) == Sort::bool()).take(MOST).collect()
    }

    /// A proof for all inputs at once or, where the states have too many shapes for that, one for each of
    /// the values of the first of these inputs.
    fn prove_by_cases(&mut self, choices: &[TermId], runs: &[Assignment]) -> Result<ProductProof, Gap> {
        let gap = match (self.prove_with(Vec::new(), runs), choices) {
            (Err(gap), [_, ..]) if matches!(gap.why, Why::Shapeless(_) | Why::ManyWays) => gap,
            (proved, _) => return proved,
        };
        let before = self.context;
        let mut whole: Option<ProductProof> = None;
        for is_so in [true, false] {
            let case = if is_so { choices[0] } else { self.setting.pool.not(choices[0]) };
            let context = before.map_or(case, |known| self.setting.pool.and(known, case));
            if self.setting.logic.solver().refutes(&mut self.setting.pool, &[context], Effort { time: CASE }) {
                continue;
            }
            self.context = Some(context);
            let runs = self.inputs_to_run();
            let proved = self.prove_by_cases(&choices[1..], &runs);
            self.context = before;
            whole = Some(match whole {
                Some(whole) => whole.and(proved?),
                None => proved?,
            });
        }
        whole.ok_or(gap)
    }

    /// A proof in which calls of these functions are terms, and those of functions that call
    /// themselves.
    fn prove_with(&mut self, mut kept: Vec<Shared>, runs: &[Assignment]) -> Result<ProductProof, Gap> {
        let is_asked_for = !kept.is_empty();
        let (mut old, mut new) = self.extract_both(&mut kept)?;
        let shared = recursion::same_functions(self, &old, &new, &mut kept);
        if is_asked_for && kept.is_empty() {
            return Err(Gap::nowhere(Why::NothingKept));
        }
        if !shared.is_empty() {
            (old, new) = (self.extract(Side::Old, &shared, &kept)?, self.extract(Side::New, &shared, &kept)?);
        }
        let mut definitions = Definitions::new(&mut self.setting.pool, old.functions, new.functions);
        ranking::find_total(&self.setting.logic, &mut self.setting.pool, &mut definitions);
        let definitions = Rc::new(definitions);
        let task = Task {
            old: &old.graph,
            new: &new.graph,
            inputs: self.setting.inputs.clone(),
            context: self.context,
            definitions: &definitions,
            logic: &self.setting.logic.clone(),
            trusted: true,
            runs,
            deadline: self.budget.deadline,
        };
        let heaps = Heaps::new(self.problem);
        let mut goal = |pool: &mut Pool, old: &CutPoint, new: &CutPoint| match (&old.outcome, &new.outcome) {
            (Some(x), Some(y)) => same_observation(pool, &heaps, (&old.machine, x), (&new.machine, y)),
            _ => pool.bool(false),
        };
        match task.prove(&mut self.setting.pool, &mut goal) {
            Ok(proved) => {
                let shows_termination = task.shows_termination(&mut self.setting.pool, &proved);
                Ok(self.proof(&proved, shows_termination, !definitions.is_empty()))
            }
            Err(failure) => Err(self.failure(&failure)),
        }
    }

    /// Both graphs with these functions as terms; those that both versions do not call are removed.
    fn extract_both(&mut self, kept: &mut Vec<Shared>) -> Result<(Extracted, Extracted), Gap> {
        loop {
            let (old, new) = (self.extract(Side::Old, kept, kept)?, self.extract(Side::New, kept, kept)?);
            let is_called = |extracted: &Extracted, function: ir::FnId| {
                extracted.functions.iter().any(|opaque| opaque.function == function && opaque.is_called())
            };
            let before = kept.len();
            kept.retain(|pair| is_called(&old, pair.old) && is_called(&new, pair.new));
            if kept.len() == before {
                return Ok((old, new));
            }
        }
    }

    /// The graph of one version. `shared`: functions whose results have the same names in both.
    fn extract(&mut self, side: Side, shared: &[Shared], kept: &[Shared]) -> Result<Extracted, Gap> {
        let kept: Vec<_> = kept.iter().map(|pair| pair.function(side)).collect();
        let mut extraction = Extraction {
            setting: &mut self.setting,
            side,
            shared,
            kept: &kept,
            context: self.context,
            deadline: self.budget.deadline,
        };
        extraction.run().map_err(|NoGraph(gap)| gap)
    }

    fn failure(&mut self, failure: &Failure) -> Gap {
        let near = match failure {
            Failure::Nothing => return Gap::nowhere(Why::NoInvariantInTime),
            Failure::At(near) => near,
        };
        let (o, n) = near.at;
        if let Some(stuck) = near.pair.old.nodes[o].stuck.clone().or_else(|| near.pair.new.nodes[n].stuck.clone()) {
            return stuck;
        }
        let run = match near.pair.schedule {
            Schedule::Lockstep => Alignment::TurnByTurn,
            Schedule::Lowest => Alignment::LoopByLoop,
            Schedule::Sequential => Alignment::OneAfterTheOther,
        };
        let (at, known) = match &near.loops {
            Some((at, terms)) => {
                let terms: Vec<TermId> = drop_redundant::essential(&self.setting.logic, &mut self.setting.pool, terms)
                    .into_iter()
                    .take(SHOWN)
                    .collect();
                let known = semantics::condition(&self.setting.pool, &self.setting.inputs, &[terms]);
                (near.pair.place(*at), known.filter(|known| !known.is_always()))
            }
            None => (near.pair.place(near.at), None),
        };
        Gap::new(Why::NoRelation { run, known }, at)
    }

    /// An input among these that tells the versions apart: then there is nothing to prove. Inputs
    /// on which one version ends and the other was not seen to are put aside.
    fn difference(
        &self,
        runs: &[Assignment],
        endless: &mut Vec<(Side, Assignment)>,
        unfinished: &mut Vec<Assignment>,
    ) -> Option<Box<Counterexample>> {
        const LONG_RUNS: usize = 8;
        let limits = Limits { fuel: 20_000, ..Limits::default() };
        for run in runs {
            match replay(self.problem, &self.setting.values(run), limits) {
                Replay::Differs(found) => return Some(Box::new(shrink(self.problem, *found, limits, SHRINKING))),
                Replay::NoObservation(side, Stop::OutOfFuel) => endless.push((side, run.clone())),
                Replay::NoObservation(_, Stop::Unfinished) => unfinished.push(run.clone()),
                Replay::Same | Replay::NoObservation(..) | Replay::Unclear(_) => {}
            }
            if endless.len() + unfinished.len() >= LONG_RUNS {
                break;
            }
        }
        None
    }

    /// An input among these, on which the versions were seen to write different things, on which both
    /// are proved to run for ever. That they end alike, where they end, would prove nothing.
    fn unfinished(&mut self, runs: &[Assignment]) -> Result<Box<Counterexample>, Gap> {
        let limits = Limits { fuel: 20_000, ..Limits::default() };
        if let (Ok(old), Ok(new)) = (self.extract(Side::Old, &[], &[]), self.extract(Side::New, &[], &[])) {
            for run in runs {
                if self.is_endless(&old.graph, run)
                    && self.is_endless(&new.graph, run)
                    && let Replay::Differs(found) = replay_both_endless(self.problem, &self.setting.values(run), limits)
                {
                    return Ok(found);
                }
            }
        }
        Err(Gap::nowhere(Why::WritesBeforeEnd))
    }

    /// An input on which one version ends and the other is proved to run for ever.
    fn endless_difference(
        &mut self,
        old: &Graph,
        new: &Graph,
        candidates: &[(Side, Assignment)],
    ) -> Option<Box<Counterexample>> {
        const MOST: usize = 6;
        let limits = Limits { fuel: 200_000, ..Limits::default() };
        for (side, run) in candidates.iter().take(MOST) {
            let graph = match side {
                Side::Old => old,
                Side::New => new,
            };
            if self.is_endless(graph, run)
                && let Replay::Differs(found) = replay_endless(self.problem, &self.setting.values(run), limits, *side)
            {
                return Some(found);
            }
        }
        None
    }

    fn is_endless(&mut self, graph: &Graph, run: &Assignment) -> bool {
        let Setting { logic, pool, inputs, .. } = &mut self.setting;
        nontermination::is_endless(logic, pool, graph, run, inputs, self.budget.deadline)
    }

    /// Inputs for the runs that candidates are fitted to.
    fn inputs_to_run(&self) -> Vec<Assignment> {
        let mut generator = Generator::new(self.problem, self.budget.seed ^ 0x5eed);
        let is_asked_about = |run: &Assignment| match self.context {
            None => true,
            Some(context) => term::eval::eval(&self.setting.pool, run, context) == Some(Value::Bool(true)),
        };
        (0..RUNS * 8)
            .map(|_| assignment(&self.setting.pool, &self.setting.inputs, generator.next_inputs()))
            .filter(|run| is_asked_about(run))
            .take(RUNS)
            .collect()
    }

    fn proof(&mut self, proved: &Proved, shows_termination: bool, has_functions: bool) -> ProductProof {
        let mut invariants = Vec::new();
        for at in &proved.product.pairs[1..] {
            let terms = &proved.invariants[at];
            let unreachable = terms.iter().any(|term| self.setting.pool.as_bool(*term) == Some(false));
            let Aligned { old, new, .. } = &proved.pair;
            let ended = old.is_end(at.0) && new.is_end(at.1);
            if !unreachable && !ended {
                let terms = drop_redundant::essential(&self.setting.logic, &mut self.setting.pool, terms);
                let condition = semantics::condition(&self.setting.pool, &self.setting.inputs, &[terms]);
                let (old, new) = proved.pair.places(*at);
                invariants.push(Invariant { old, new, condition });
            }
        }
        ProductProof { by_recursion: has_functions && invariants.is_empty(), invariants, shows_termination }
    }
}

/// The variables with these values.
pub(crate) fn assignment(pool: &Pool, variables: &[TermId], values: Vec<Value>) -> Assignment {
    let mut assignment = Assignment::default();
    for (variable, value) in variables.iter().zip(values) {
        assignment.set(variable_of(pool, *variable), value);
    }
    assignment
}
