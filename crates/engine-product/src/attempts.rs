//! One thing to prove: two graphs, run side by side, end alike.

use std::rc::Rc;
use std::time::{Duration, Instant};

use equiv::{Place, Side};
use ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Logic;
use term::eval::Evaluator;
use term::{Assignment, Node, Pool, TermId};
use value::{BvOp, Int, IntOp, Op, Sort, Value};

use crate::candidates::{self, Features, Guessed, Stage};
use crate::definitions::{Definitions, Meaning};
use crate::entry_conditions;
use crate::houdini::{self, Invariants, Theory};
use crate::peel_unroll::Change;
use crate::recursion;
use crate::simulate::simulate;
use cut_graph::{CutPoint, Graph};
use cut_graph::{PairId, Product, Schedule};
use semantics::ranking;

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
    pub(crate) logic: &'a Logic,
    /// May equations be used for calls that are not made?
    pub(crate) trusted: bool,
    pub(crate) runs: &'a [Assignment],
    pub(crate) deadline: Instant,
}

/// Two graphs and how they are run side by side.
#[derive(Clone)]
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
    At(Box<Near>),
}

/// A proof that does not reach its end.
pub(crate) struct Near {
    pub(crate) pair: Aligned,
    pub(crate) at: PairId,
    /// The loops that both versions turn, and what holds there.
    pub(crate) loops: Option<(PairId, Vec<TermId>)>,
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
const LOOPS: [Attempt; 25] = [
    (Change::None, Change::None, Schedule::Lockstep, Stage::Linear, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Linear, 1),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Linear, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    // A loop that does not turn at all is then a case of its own.
    (Change::Peel, Change::Peel, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Bounds, 2),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Bounds, 2),
    (Change::None, Change::None, Schedule::Lowest, Stage::Bounds, 1),
    (Change::Double, Change::None, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::Double, Schedule::Lockstep, Stage::Bounds, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Conditional, 1),
    (Change::Peel, Change::None, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::Peel, Schedule::Lockstep, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lowest, Stage::Quadratic, 1),
    (Change::None, Change::None, Schedule::Lowest, Stage::Conditional, 1),
    (Change::None, Change::None, Schedule::Lockstep, Stage::Quotients, 1),
    (Change::Fourfold, Change::None, Schedule::Lockstep, Stage::Quotients, 1),
    (Change::None, Change::Fourfold, Schedule::Lockstep, Stage::Quotients, 1),
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
const SLICE: Duration = Duration::from_secs(6);

impl Task<'_> {
    /// Tries all attempts in turn.
    pub(crate) fn prove(&self, pool: &mut Pool, goal: Goal<'_>) -> Result<Proved, Failure> {
        let straight = self.old.is_straight() && self.new.is_straight();
        let attempts: &[Attempt] = if straight { &STRAIGHT } else { &LOOPS };
        let mut failure = Failure::Nothing;
        let mut is_told = false;
        for (change_old, change_new, schedule, stage, depth) in attempts {
            let now = Instant::now();
            if now >= self.deadline {
                break;
            }
            if *depth > 1 && self.definitions.is_empty() {
                continue;
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
                // The first that gets so far is the plainest.
                Err(found) if matches!(failure, Failure::Nothing) || *stage == Stage::Bounds && !is_told => {
                    is_told = *stage == Stage::Bounds;
                    failure = found;
                }
                Err(_) => {}
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
        let guessed = self.guess_all(pool, &pair, &product, &goals, stage);
        let theory = self.theory(pool, &pair, &product, depth);
        let mut result = Err(Failure::Nothing);
        for way in if guessed.has_products() { &[Way::OneByOne, Way::Together][..] } else { &[Way::Plain][..] } {
            let Some(invariants) = guessed.inductive(pool, *way, &product, &goals, &theory, deadline) else { continue };
            // The paths out of a node were found under its bounds.
            if !bounds_hold(pool, &pair, &product, &invariants) {
                continue;
            }
            match houdini::certify(pool, &product, &invariants, &goals, &theory) {
                Ok(()) => {
                    result = Ok(invariants);
                    break;
                }
                Err(at) => {
                    let both_turn = |pair_id: &&PairId| !pair.old.is_end(pair_id.0) && !pair.new.is_end(pair_id.1);
                    let loops = product.pairs[1..].iter().find(both_turn).map(|at| (*at, invariants[at].clone()));
                    result = Err(Failure::At(Box::new(Near { pair: pair.clone(), at, loops })));
                }
            }
        }
        result.map(|invariants| Proved { pair, product, invariants, depth })
    }

    /// What may hold at each pair of nodes.
    fn guess_all(
        &self,
        pool: &mut Pool,
        pair: &Aligned,
        product: &Product,
        goals: &[(PairId, TermId)],
        stage: Stage,
    ) -> Guesses {
        let mut samples = self.samples(pool, pair);
        let mut guesses = Guesses::default();
        guesses.plain.insert(product.pairs[0], Vec::new());
        for at in &product.pairs[1..] {
            let mut candidates: Vec<TermId> = pair.bounds(*at).collect();
            candidates.extend(goals.iter().filter(|(pair, _)| pair == at).map(|(_, goal)| *goal));
            match samples.remove(at) {
                // Never seen: perhaps never reached.
                None => candidates.push(pool.bool(false)),
                Some(samples) => {
                    let guessed = self.guess_at(pool, pair, *at, samples, stage, &mut candidates);
                    guesses.products.insert(*at, guessed.products);
                    candidates.extend(guessed.plain);
                }
            }
            candidates.sort_unstable();
            candidates.dedup();
            guesses.plain.insert(*at, candidates);
        }
        guesses
    }

    /// What holds in all samples; what held when a loop was entered goes to `candidates`.
    fn guess_at(
        &self,
        pool: &mut Pool,
        pair: &Aligned,
        at: PairId,
        mut samples: Vec<Evaluator>,
        stage: Stage,
        candidates: &mut Vec<TermId>,
    ) -> Guessed {
        let sides = [(&pair.old, at.0), (&pair.new, at.1)];
        for (graph, node) in sides.into_iter().filter(|_| stage != Stage::Linear) {
            let mut begun = entry_conditions::guess(pool, graph, node, &self.inputs);
            begun.retain(|term| samples.iter_mut().all(|s| s.eval(pool, *term) == Some(Value::Bool(true))));
            candidates.extend(begun);
        }
        let variables = self.variables(pair, at);
        let Mentioned { divisors, limits, widened } = mentioned(pool, pair);
        let divisors = if stage == Stage::Quotients { divisors } else { Vec::new() };
        let is_known = |term: &TermId| matches!(pool.node(*term), Node::App(_, args) if variables.contains(&args[0]));
        let mut widened: Vec<TermId> = widened.into_iter().filter(is_known).collect();
        add_widened(pool, &variables, &mut widened);
        let mut features = Features::of(pool, variables.iter().copied().chain(widened));
        features.add_quotients(pool, &divisors);
        features.limits = limits;
        let counters = counters(pool, pair, at);
        self.guess(pool, features, &counters, samples, stage)
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

    fn guess(
        &self,
        pool: &mut Pool,
        mut features: Features,
        counters: &[TermId],
        mut samples: Vec<Evaluator>,
        stage: Stage,
    ) -> Guessed {
        if stage != Stage::Linear {
            features.add_parts(pool, &self.inputs);
        }
        if self.trusted {
            let is_int = |term: &&TermId| pool.sort(**term) == Sort::int();
            let inputs: Vec<TermId> = self.inputs.iter().filter(is_int).copied().collect();
            let calls = self.definitions.calls_of(pool, &inputs, counters);
            let known: Vec<TermId> = calls
                .into_iter()
                .filter(|call| {
                    let known = samples.iter_mut().filter_map(|sample| sample.eval(pool, *call)).count();
                    2 * known >= samples.len()
                })
                .collect();
            samples.retain_mut(|sample| known.iter().all(|call| sample.eval(pool, *call).is_some()));
            features.calls.extend(known);
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
        Theory { background, logic: self.logic, definitions: self.definitions, depth, trusted: self.trusted }
    }

    /// Does the proof show that both sides return on the same inputs?
    pub(crate) fn shows_termination(&self, pool: &mut Pool, proved: &Proved) -> bool {
        let theory = self.theory(pool, &proved.pair, &proved.product, proved.depth);
        if !self.definitions.are_total() {
            return recursion::return_together(pool, &theory, (self.old, self.new), self.context);
        }
        let variables = |at: PairId| self.variables(&proved.pair, at);
        crate::one_sided_loops::always_end(pool, &proved.product, &proved.invariants, &theory, variables)
    }
}

/// Candidates at each pair of nodes.
#[derive(Default)]
struct Guesses {
    plain: Invariants,
    /// Those with products, which solvers find hard.
    products: Invariants,
}

/// How products are tried.
#[derive(Copy, Clone)]
enum Way {
    /// There are none.
    Plain,
    OneByOne,
    Together,
}

impl Guesses {
    fn has_products(&self) -> bool {
        self.products.values().any(|terms| !terms.is_empty())
    }

    /// Those that are inductive, if they are found in time.
    fn inductive(
        &self,
        pool: &mut Pool,
        way: Way,
        product: &Product,
        goals: &[(PairId, TermId)],
        theory: &Theory<'_>,
        deadline: Instant,
    ) -> Option<Invariants> {
        match way {
            Way::Plain => houdini::strengthen(pool, product, self.plain.clone(), theory, deadline),
            Way::OneByOne => one_by_one(pool, product, &self.plain, (&self.products, goals), theory, deadline),
            Way::Together => {
                let mut all = self.plain.clone();
                all.iter_mut().for_each(|(at, terms)| terms.extend(self.products.get(at).into_iter().flatten()));
                houdini::strengthen(pool, product, all, theory, deadline)
            }
        }
    }
}

/// Keeps what holds without products first, then adds the products that hold each by itself.
fn one_by_one(
    pool: &mut Pool,
    product: &Product,
    guessed: &Invariants,
    (products, goals): (&Invariants, &[(PairId, TermId)]),
    theory: &Theory<'_>,
    deadline: Instant,
) -> Option<Invariants> {
    let mut invariants = houdini::strengthen(pool, product, guessed.clone(), theory, deadline)?;
    houdini::add_each(pool, product, &mut invariants, products, theory, deadline);
    // What was dropped for lack of the products may hold with them.
    for (at, terms) in guessed.iter().filter(|(at, _)| goals.iter().any(|(pair, _)| pair == *at)) {
        invariants.insert(*at, terms.clone());
    }
    houdini::strengthen(pool, product, invariants, theory, deadline)
}

/// Were the bounds kept that the paths out of the nodes were found under?
fn bounds_hold(pool: &Pool, pair: &Aligned, product: &Product, invariants: &Invariants) -> bool {
    product.pairs[1..].iter().all(|at| {
        let is_false = |term: &TermId| pool.as_bool(*term) == Some(false);
        let invariants = &invariants[at];
        invariants.iter().any(is_false) || pair.bounds(*at).all(|bound| invariants.contains(&bound))
    })
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

/// What stands in the code of either side that variables may be related to.
#[derive(Default)]
struct Mentioned {
    /// Constants that it divides by.
    divisors: Vec<TermId>,
    /// Bit-vectors that it divides by or compares with.
    limits: Vec<TermId>,
    /// Variables made wider.
    widened: Vec<TermId>,
}

fn mentioned(pool: &Pool, pair: &Aligned) -> Mentioned {
    const LIMITS: usize = 6;
    let Mentioned { mut divisors, mut limits, mut widened } = Mentioned::default();
    let mut seen = FxHashSet::default();
    let edges = pair.old.edges.iter().chain(&pair.new.edges);
    let mut work: Vec<TermId> = edges.flat_map(|edge| edge.values.iter().copied().chain([edge.condition])).collect();
    while let Some(term) = work.pop() {
        let Node::App(op, args) = pool.node(term) else { continue };
        if !seen.insert(term) {
            continue;
        }
        if let (Op::Int(IntOp::Div(_)), Some(divisor)) = (op, args.get(1).copied())
            && pool.as_int(divisor).is_some_and(|int| *int > Int::ONE && *int < Int::from(100))
            && !divisors.contains(&divisor)
        {
            divisors.push(divisor);
        }
        if let Op::Bv(BvOp::URem | BvOp::ULe | BvOp::SLe) = op {
            let constants = args.iter().filter(|arg| pool.as_const(**arg).is_some());
            limits.extend(constants.filter(|arg| limits.len() < LIMITS && !limits.contains(*arg)).collect::<Vec<_>>());
        }
        if let Op::Bv(BvOp::ZeroExtend(_) | BvOp::SignExtend(_)) = op
            && let Node::Var(_) = pool.node(args[0])
            && widened.len() < LIMITS
        {
            widened.push(term);
        }
        work.extend_from_slice(args);
    }
    for terms in [&mut divisors, &mut limits, &mut widened] {
        terms.sort_unstable();
    }
    Mentioned { divisors, limits, widened }
}

/// Adds narrow counters as wide ones, where there are wide variables that they may be related to: one version may count
/// down what is left where the other moves a pointer.
fn add_widened(pool: &mut Pool, variables: &[TermId], widened: &mut Vec<TermId>) {
    const MOST: usize = 8;
    let widths: Vec<(TermId, u32)> =
        variables.iter().filter_map(|term| Some((*term, pool.sort(*term).bv_width()?))).collect();
    let Some(widest) = widths.iter().map(|(_, width)| *width).filter(|width| *width <= 64).max() else { return };
    let is_counter = |width: u32| matches!(width, 16 | 32) && width < widest;
    for (term, _) in widths.into_iter().filter(|(_, width)| is_counter(*width)) {
        let wide = pool.app(Op::Bv(BvOp::ZeroExtend(widest)), &[term]);
        if widened.len() < MOST && !widened.contains(&wide) {
            widened.push(wide);
        }
    }
}

/// The integers that a loop of either side counts up or down by a constant.
fn counters(pool: &mut Pool, pair: &Aligned, (o, n): PairId) -> Vec<TermId> {
    let mut found = Vec::new();
    for (graph, node) in [(&pair.old, o), (&pair.new, n)] {
        for edge in graph.edges_from(node).filter(|edge| edge.to == node) {
            for (variable, value) in graph.nodes[node].variables.iter().zip(&edge.values) {
                if pool.sort(*variable) != Sort::int() || found.contains(variable) {
                    continue;
                }
                let step = pool.app(Op::Int(IntOp::Sub), &[*value, *variable]);
                if pool.as_int(step).is_some_and(|step| !step.is_zero()) {
                    found.push(*variable);
                }
            }
        }
    }
    found
}
