//! Proves two versions equal by invariants over both, for loops that no unrolling exhausts.
//!
//! Each version becomes a [`graph`] of cut points (start, loop heads, ends) with plain variables.
//! A [`product`] runs both side by side under a schedule. Conditions that may relate the two are
//! guessed from concrete runs ([`candidates`]), the inductive ones are kept ([`houdini`]), and what
//! is kept is proved once more by plain questions before it counts.
//!
//! Follows the composed programs of differential assertion checking (Lahiri, McMillan, Sharma,
//! Hawblitzel, FSE 2013) for the product and Houdini, with candidates fitted to runs.
//! Leaves out: recursion, loops that make and keep objects, non-deterministic choices; each is a gap.

mod candidates;
mod change;
mod graph;
mod houdini;
mod product;
mod shape;

use std::time::{Duration, Instant};

use equiv::coverage::{Invariant, Open};
use equiv::inputs::Generator;
use equiv::replay::replay;
use equiv::{Counterexample, Coverage, Gap, GapKind, Place, Problem, Replay, Side};
use ir::Span;
use ir::interp::Limits;
use rustc_hash::FxHashMap;
use semantics::compare::{Heaps, same_observation};
use term::{Assignment, Pool, TermId};
use value::Value;

use crate::candidates::{Features, Stage};
use crate::change::Change;
use crate::graph::{Extraction, Graph, NoGraph};
use crate::houdini::Invariants;
use crate::product::{Move, PairId, Product, Schedule, simulate, variable_of};

#[derive(Clone, Debug)]
pub struct Budget {
    pub deadline: Instant,
    pub seed: u64,
}

/// Tries to prove that both versions end alike on every input.
pub fn prove(problem: &Problem, budget: &Budget) -> Coverage {
    let mut coverage = Coverage::default();
    match Prover::new(problem, budget).and_then(|(mut prover, graphs)| prover.run(graphs)) {
        Ok(Found::Proof(proof)) => {
            coverage.exercised = true;
            coverage.invariants = proof.invariants;
            coverage.one_sided_loops = proof.one_sided_loops;
        }
        Ok(Found::Difference(counterexample)) => coverage.differs.push(*counterexample),
        Err(gap) => {
            let condition = problem.notation.words().true_.into();
            coverage.open.push(Open { condition, gap });
        }
    }
    coverage
}

enum Found {
    Proof(ProductProof),
    Difference(Box<Counterexample>),
}

struct ProductProof {
    invariants: Vec<Invariant>,
    /// Does one version turn a loop while the other waits? Then nothing is said of termination.
    one_sided_loops: bool,
}

/// Two graphs and how they are run side by side.
struct Aligned<'a> {
    old: &'a Graph,
    new: &'a Graph,
    schedule: Schedule,
}

impl Aligned<'_> {
    /// What both nodes take for granted.
    fn bounds(&self, (o, n): PairId) -> impl Iterator<Item = TermId> {
        self.old.nodes[o].bounds.iter().chain(&self.new.nodes[n].bounds).copied()
    }

    fn places(&self, (o, n): PairId) -> (Place, Place) {
        let old = Place { side: Side::Old, span: self.old.nodes[o].place };
        let new = Place { side: Side::New, span: self.new.nodes[n].place };
        (old, new)
    }
}

/// What is tried, the cheapest first: a change of each graph, a schedule, how much to guess.
const ATTEMPTS: [(Change, Change, Schedule, Stage); 15] = [
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Bounds),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Bounds),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Bounds),
    (Change::None, Change::None, Schedule::Lowest, Stage::Bounds),
    (Change::Double, Change::None, Schedule::Lockstep, Stage::Bounds),
    (Change::None, Change::Double, Schedule::Lockstep, Stage::Bounds),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Quadratic),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Conditional),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Quadratic),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Quadratic),
    (Change::None, Change::None, Schedule::Lowest, Stage::Quadratic),
    (Change::None, Change::None, Schedule::Lowest, Stage::Conditional),
    (Change::None, Change::None, Schedule::Sequential, Stage::Bounds),
    (Change::None, Change::None, Schedule::Sequential, Stage::Quadratic),
];

/// Time for one attempt.
const SLICE: Duration = Duration::from_secs(4);

struct Prover<'p> {
    problem: &'p Problem,
    pool: Pool,
    inputs: Vec<TermId>,
    heaps: Heaps,
    budget: Budget,
    /// The furthest any attempt came, for the report.
    obstacle: Option<Gap>,
}

impl<'p> Prover<'p> {
    fn new(problem: &'p Problem, budget: &Budget) -> Result<(Prover<'p>, (Graph, Graph)), Gap> {
        let mut pool = Pool::new();
        let inputs: Vec<TermId> = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        let mut graph = |side: Side| {
            let deadline = budget.deadline;
            let mut extraction = Extraction { problem, side, pool: &mut pool, inputs: &inputs, deadline };
            extraction.graph().map_err(|NoGraph(gap)| gap)
        };
        let graphs = (graph(Side::Old)?, graph(Side::New)?);
        let heaps = Heaps::new(problem);
        Ok((Prover { problem, pool, inputs, heaps, budget: budget.clone(), obstacle: None }, graphs))
    }

    fn run(&mut self, (old, new): (Graph, Graph)) -> Result<Found, Gap> {
        let runs = self.inputs_to_run();
        if let Some(counterexample) = self.difference(&runs) {
            return Ok(Found::Difference(counterexample));
        }
        for (change_old, change_new, schedule, stage) in ATTEMPTS {
            let now = Instant::now();
            if now >= self.budget.deadline {
                break;
            }
            let changed_old = change_old.apply(&mut self.pool, &old);
            let changed_new = change_new.apply(&mut self.pool, &new);
            let (Some(old), Some(new)) = (changed_old, changed_new) else { continue };
            let deadline = self.budget.deadline.min(now + SLICE);
            let pair = Aligned { old: &old, new: &new, schedule };
            if let Some(proof) = self.attempt(&pair, stage, &runs, deadline) {
                return Ok(Found::Proof(proof));
            }
        }
        Err(self.failure())
    }

    fn failure(&mut self) -> Gap {
        self.obstacle.take().unwrap_or(Gap {
            kind: GapKind::LoopBound,
            at: None,
            detail: "no invariant over both versions was found in the time".into(),
        })
    }

    /// An input among these that tells the versions apart: then there is nothing to prove.
    fn difference(&self, runs: &[Assignment]) -> Option<Box<Counterexample>> {
        let limits = Limits { fuel: 50_000, ..Limits::default() };
        runs.iter().find_map(|run| {
            let values: Vec<Value> =
                self.inputs.iter().map(|input| run.get(&self.pool, variable_of(&self.pool, *input))).collect();
            match replay(self.problem, &values, limits) {
                Replay::Differs(counterexample) => Some(counterexample),
                Replay::Same | Replay::NoObservation(..) => None,
            }
        })
    }

    /// Inputs for the runs that candidates are fitted to.
    fn inputs_to_run(&mut self) -> Vec<Assignment> {
        let mut generator = Generator::new(self.problem, self.budget.seed ^ 0x5eed);
        (0..160)
            .map(|_| {
                let mut assignment = Assignment::default();
                for (input, value) in self.inputs.iter().zip(generator.next_inputs()) {
                    assignment.set(variable_of(&self.pool, *input), value);
                }
                assignment
            })
            .collect()
    }

    fn attempt(
        &mut self,
        pair: &Aligned<'_>,
        stage: Stage,
        runs: &[Assignment],
        deadline: Instant,
    ) -> Option<ProductProof> {
        const STATES_OF_A_RUN: usize = 24;
        const SAMPLES: usize = 220;
        let product = Product::new(&mut self.pool, pair.old, pair.new, pair.schedule);
        let mut samples: FxHashMap<PairId, Vec<Assignment>> = FxHashMap::default();
        for inputs in runs {
            for sample in simulate(&self.pool, pair.old, pair.new, pair.schedule, inputs, STATES_OF_A_RUN) {
                let known = samples.entry(sample.pair).or_default();
                if known.len() < SAMPLES {
                    known.push(sample.assignment);
                }
            }
        }
        let mut guessed: Invariants = FxHashMap::default();
        for at in &product.pairs {
            let candidates = if *at == product.pairs[0] {
                Vec::new()
            } else {
                match samples.get(at) {
                    // Never seen: perhaps never reached.
                    None => vec![self.pool.bool(false)],
                    Some(samples) => {
                        let variables = self.variables(pair, *at);
                        let features = Features::of(&mut self.pool, variables.into_iter());
                        let mut candidates = candidates::guess(&mut self.pool, &features, samples, stage);
                        candidates.extend(pair.bounds(*at));
                        candidates
                    }
                }
            };
            guessed.insert(*at, candidates);
        }
        let background = self.background(pair, &product);
        let invariants = houdini::strengthen(&mut self.pool, &product, guessed, &background, deadline)?;
        let kept = |at: &PairId| {
            let is_false = |term: &TermId| self.pool.as_bool(*term) == Some(false);
            let invariants = &invariants[at];
            invariants.iter().any(is_false) || pair.bounds(*at).all(|bound| invariants.contains(&bound))
        };
        // The paths out of a node were found under its bounds.
        if !product.pairs[1..].iter().all(kept) {
            return None;
        }
        let goals = self.goals(pair, &product);
        match houdini::certify(&mut self.pool, &product, &invariants, &goals, &background) {
            Ok(()) => Some(self.proof(pair, &product, &invariants)),
            Err(at) => {
                self.note_obstacle(pair, at);
                None
            }
        }
    }

    /// The variables of both sides, then the inputs.
    fn variables(&self, pair: &Aligned<'_>, (o, n): PairId) -> Vec<TermId> {
        let (old, new) = (&pair.old.nodes[o].variables, &pair.new.nodes[n].variables);
        // Inputs first: a variable is then expressed by inputs where it can be.
        self.inputs.iter().chain(old).chain(new).copied().collect()
    }

    /// What holds of all values: lengths are not negative.
    fn background(&mut self, pair: &Aligned<'_>, product: &Product) -> Vec<TermId> {
        let mut terms: Vec<TermId> = self.inputs.clone();
        for (o, n) in &product.pairs {
            terms.extend(&pair.old.nodes[*o].variables);
            terms.extend(&pair.new.nodes[*n].variables);
        }
        terms.sort_unstable();
        terms.dedup();
        let sequences = terms.into_iter().filter(|term| self.pool.sort(*term).element().is_some());
        let sequences: Vec<TermId> = sequences.collect();
        sequences
            .into_iter()
            .map(|term| {
                let (zero, length) = (self.pool.int(0), self.pool.seq_len(term));
                self.pool.app(value::Op::Int(value::IntOp::Le), &[zero, length])
            })
            .collect()
    }

    /// At every pair of ends: an observer sees no difference.
    fn goals(&mut self, pair: &Aligned<'_>, product: &Product) -> Vec<(PairId, TermId)> {
        let mut goals = Vec::new();
        for at in &product.pairs {
            let (old, new) = (&pair.old.nodes[at.0], &pair.new.nodes[at.1]);
            if old.stuck.is_some() || new.stuck.is_some() {
                goals.push((*at, self.pool.bool(false)));
            } else if let (Some(x), Some(y)) = (&old.outcome, &new.outcome) {
                let (old, new) = ((&old.machine, x), (&new.machine, y));
                goals.push((*at, same_observation(&mut self.pool, &self.heaps, old, new)));
            }
        }
        goals
    }

    fn note_obstacle(&mut self, pair: &Aligned<'_>, at: PairId) {
        let (old, new) = pair.places(at);
        let place = [old, new].into_iter().find(|place| place.span != Span::none());
        if let Some(stuck) = pair.old.nodes[at.0].stuck.clone().or_else(|| pair.new.nodes[at.1].stuck.clone()) {
            self.obstacle = Some(stuck);
            return;
        }
        let detail = "no relation between the two versions' variables was found that implies the same result";
        self.obstacle = Some(Gap { kind: GapKind::LoopBound, at: place, detail: detail.into() });
    }

    fn proof(&self, pair: &Aligned<'_>, product: &Product, invariants: &Invariants) -> ProductProof {
        let mut shown = Vec::new();
        let mut one_sided_loops = false;
        for at in &product.pairs {
            let terms = &invariants[at];
            let unreachable = terms.iter().any(|term| self.pool.as_bool(*term) == Some(false));
            let both_loops = !pair.old.is_end(at.0) && !pair.new.is_end(at.1);
            if !unreachable && both_loops && *at != product.pairs[0] {
                let text = term::print::print_all(&self.pool, terms, self.problem.notation.words());
                let (old, new) = pair.places(*at);
                shown.push(Invariant { old, new, text });
            }
            one_sided_loops |= !unreachable
                && product.steps.iter().any(|step| {
                    step.from == *at && step.moved != Move::Both && {
                        // A step of one side that can come back here without the other moving.
                        reaches_alone(product, step.to, *at, step.moved, invariants, &self.pool)
                    }
                });
        }
        ProductProof { invariants: shown, one_sided_loops }
    }
}

/// Can the pair be reached again by steps of one side alone?
fn reaches_alone(
    product: &Product,
    from: PairId,
    to: PairId,
    moved: Move,
    invariants: &Invariants,
    pool: &Pool,
) -> bool {
    let mut seen = vec![from];
    let mut work = vec![from];
    while let Some(pair) = work.pop() {
        if invariants[&pair].iter().any(|term| pool.as_bool(*term) == Some(false)) {
            continue;
        }
        if pair == to {
            return true;
        }
        for step in product.steps.iter().filter(|step| step.from == pair && step.moved == moved) {
            if !seen.contains(&step.to) {
                seen.push(step.to);
                work.push(step.to);
            }
        }
    }
    false
}
