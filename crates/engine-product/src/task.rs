//! One thing to prove: two graphs, run side by side, end alike.

use std::rc::Rc;
use std::time::{Duration, Instant};

use equiv::{Place, Side};
use ir::Span;
use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{Assignment, Pool, TermId};

use crate::candidates::{self, Features, Stage};
use crate::change::Change;
use crate::definitions::{Definitions, Meaning};
use crate::graph::{CutPoint, Graph};
use crate::houdini::{self, Invariants, Theory};
use crate::product::{PairId, Product, Schedule, simulate};
use crate::ranking;

/// What two ends must have in common.
pub(crate) type Goal<'a> = &'a mut dyn FnMut(&mut Pool, &CutPoint, &CutPoint) -> TermId;

pub(crate) struct Task<'a> {
    pub(crate) old: &'a Graph,
    pub(crate) new: &'a Graph,
    /// What both start from.
    pub(crate) inputs: Vec<TermId>,
    /// What is known of the inputs.
    pub(crate) context: Option<TermId>,
    pub(crate) definitions: &'a Rc<Definitions>,
    /// May equations be used for calls that are not made?
    pub(crate) trusted: bool,
    pub(crate) runs: &'a [Assignment],
    pub(crate) deadline: Instant,
}

/// Two graphs and how they are run side by side.
pub(crate) struct Aligned {
    pub(crate) old: Graph,
    pub(crate) new: Graph,
    pub(crate) schedule: Schedule,
}

pub(crate) struct Proved {
    pub(crate) pair: Aligned,
    pub(crate) product: Product,
    pub(crate) invariants: Invariants,
    depth: usize,
}

/// How far an attempt came.
pub(crate) enum Failure {
    /// There was nothing to try, or no time.
    Nothing,
    /// The conditions found do not imply what must hold at this pair of nodes.
    At(Box<Aligned>, PairId),
}

impl Aligned {
    /// What both nodes take for granted.
    fn bounds(&self, (o, n): PairId) -> impl Iterator<Item = TermId> {
        self.old.nodes[o].bounds.iter().chain(&self.new.nodes[n].bounds).copied()
    }

    pub(crate) fn places(&self, (o, n): PairId) -> (Place, Place) {
        let old = Place { side: Side::Old, span: self.old.nodes[o].place };
        let new = Place { side: Side::New, span: self.new.nodes[n].place };
        (old, new)
    }

    pub(crate) fn place(&self, at: PairId) -> Option<Place> {
        let (old, new) = self.places(at);
        [old, new].into_iter().find(|place| place.span != Span::none())
    }
}

type Attempt = (Change, Change, Schedule, Stage, usize);

/// What is tried, the cheapest first: a change of each graph, a schedule, how much to guess, how
/// often to unfold calls.
const LOOPS: [Attempt; 17] = [
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::None, Schedule::Lowest, Stage::Bounds, 1),
    (Change::Double, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::Double, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Conditional, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lowest, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lowest, Stage::Conditional, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Cubic, 1),
    (Change::None, Change::None, Schedule::Sequential, Stage::Bounds, 1),
    (Change::None, Change::None, Schedule::Sequential, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Bounds, 2),
];

/// Where neither side loops.
const STRAIGHT: [Attempt; 4] = [
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear, 2),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear, 3),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Bounds, 2),
];

/// Time for one attempt.
const SLICE: Duration = Duration::from_secs(4);

impl Task<'_> {
    /// Tries all attempts in turn.
    pub(crate) fn prove(&self, pool: &mut Pool, goal: Goal<'_>) -> Result<Proved, Failure> {
        let straight = self.old.is_straight() && self.new.is_straight();
        let attempts: &[Attempt] = if straight { &STRAIGHT } else { &LOOPS };
        let mut failure = Failure::Nothing;
        for (change_old, change_new, schedule, stage, depth) in attempts {
            let now = Instant::now();
            if now >= self.deadline {
                break;
            }
            let changed_old = change_old.apply(pool, self.old);
            let changed_new = change_new.apply(pool, self.new);
            let (Some(mut old), Some(mut new)) = (changed_old, changed_new) else { continue };
            self.definitions.guard(pool, Side::Old, &mut old, self.trusted);
            self.definitions.guard(pool, Side::New, &mut new, self.trusted);
            let deadline = self.deadline.min(now + SLICE);
            let pair = Aligned { old, new, schedule: *schedule };
            match self.attempt(pool, pair, (*stage, *depth), deadline, goal) {
                Ok(proved) => return Ok(proved),
                Err(Failure::Nothing) => {}
                Err(found) => failure = found,
            }
        }
        Err(failure)
    }

    fn attempt(
        &self,
        pool: &mut Pool,
        pair: Aligned,
        (stage, depth): (Stage, usize),
        deadline: Instant,
        goal: Goal<'_>,
    ) -> Result<Proved, Failure> {
        let product = Product::new(pool, &pair.old, &pair.new, pair.schedule);
        let goals = goals(pool, &pair, &product, goal);
        let mut samples = self.samples(pool, &pair);
        let mut guessed: Invariants = FxHashMap::default();
        guessed.insert(product.pairs[0], Vec::new());
        for at in &product.pairs[1..] {
            let mut candidates: Vec<TermId> = pair.bounds(*at).collect();
            candidates.extend(goals.iter().filter(|(pair, _)| pair == at).map(|(_, goal)| *goal));
            match samples.remove(at) {
                // Never seen: perhaps never reached.
                None => candidates.push(pool.bool(false)),
                Some(samples) => {
                    let variables = self.variables(&pair, *at);
                    candidates.extend(self.guess(pool, &variables, samples, stage));
                }
            }
            candidates.sort_unstable();
            candidates.dedup();
            guessed.insert(*at, candidates);
        }
        let theory = self.theory(pool, &pair, &product, depth);
        let Some(invariants) = houdini::strengthen(pool, &product, guessed, &theory, deadline) else {
            return Err(Failure::Nothing);
        };
        let kept = |at: &PairId| {
            let is_false = |term: &TermId| pool.as_bool(*term) == Some(false);
            let invariants = &invariants[at];
            invariants.iter().any(is_false) || pair.bounds(*at).all(|bound| invariants.contains(&bound))
        };
        // The paths out of a node were found under its bounds.
        if !product.pairs[1..].iter().all(kept) {
            return Err(Failure::Nothing);
        }
        match houdini::certify(pool, &product, &invariants, &goals, &theory) {
            Ok(()) => Ok(Proved { pair, product, invariants, depth }),
            Err(at) => Err(Failure::At(Box::new(pair), at)),
        }
    }

    /// States of the pair on concrete runs, ready to evaluate terms.
    fn samples(&self, pool: &Pool, pair: &Aligned) -> FxHashMap<PairId, Vec<Evaluator>> {
        const STATES_OF_A_RUN: usize = 24;
        const SAMPLES: usize = 220;
        let mut samples: FxHashMap<PairId, Vec<Evaluator>> = FxHashMap::default();
        for inputs in self.runs {
            let meaning = Meaning::new(self.definitions, inputs);
            let graphs = (&pair.old, &pair.new);
            for sample in simulate(pool, graphs, pair.schedule, inputs, &meaning, STATES_OF_A_RUN) {
                let known = samples.entry(sample.pair).or_default();
                if known.len() < SAMPLES {
                    known.push(meaning.evaluator(sample.assignment));
                }
            }
        }
        samples
    }

    /// The inputs, then the variables of both sides.
    fn variables(&self, pair: &Aligned, (o, n): PairId) -> Vec<TermId> {
        let (old, new) = (&pair.old.nodes[o].variables, &pair.new.nodes[n].variables);
        // Inputs first: a variable is then expressed by inputs where it can be.
        self.inputs.iter().chain(old).chain(new).copied().collect()
    }

    fn guess(&self, pool: &mut Pool, variables: &[TermId], mut samples: Vec<Evaluator>, stage: Stage) -> Vec<TermId> {
        let mut features = Features::of(pool, variables.iter().copied());
        if stage != Stage::Linear {
            features.add_parts(pool, &self.inputs);
        }
        if self.trusted {
            let calls = self.definitions.calls_of(pool, &features.ints);
            let known: Vec<TermId> = calls
                .into_iter()
                .filter(|call| {
                    let known = samples.iter_mut().filter_map(|sample| sample.eval(pool, *call)).count();
                    2 * known >= samples.len()
                })
                .collect();
            samples.retain_mut(|sample| known.iter().all(|call| sample.eval(pool, *call).is_some()));
            features.ints.extend(known);
        }
        candidates::guess(pool, &features, samples, stage)
    }

    fn theory(&self, pool: &mut Pool, pair: &Aligned, product: &Product, depth: usize) -> Theory<'_> {
        let mut terms: Vec<TermId> = self.inputs.clone();
        for (o, n) in &product.pairs {
            terms.extend(&pair.old.nodes[*o].variables);
            terms.extend(&pair.new.nodes[*n].variables);
        }
        terms.sort_unstable();
        terms.dedup();
        let mut background = ranking::lengths(pool, &terms);
        background.extend(self.context);
        Theory { background, definitions: self.definitions, depth, trusted: self.trusted }
    }

    /// Does the proof show that both sides return on the same inputs?
    pub(crate) fn shows_termination(&self, pool: &mut Pool, proved: &Proved) -> bool {
        if !self.definitions.are_total() {
            return false;
        }
        let theory = self.theory(pool, &proved.pair, &proved.product, proved.depth);
        let variables = |at: PairId| self.variables(&proved.pair, at);
        crate::alone::always_end(pool, &proved.product, &proved.invariants, &theory, variables)
    }
}

/// At every pair of ends: what must hold there.
fn goals(pool: &mut Pool, pair: &Aligned, product: &Product, goal: Goal<'_>) -> Vec<(PairId, TermId)> {
    let mut goals = Vec::new();
    for at in &product.pairs {
        let (old, new) = (&pair.old.nodes[at.0], &pair.new.nodes[at.1]);
        if old.stuck.is_some() || new.stuck.is_some() {
            goals.push((*at, pool.bool(false)));
        } else if old.outcome.is_some() && new.outcome.is_some() {
            goals.push((*at, goal(pool, old, new)));
        }
    }
    goals
}
