//! Two graphs run side by side.
//!
//! An alignment is a total schedule of both sides: at every pair of nodes it says who moves. That
//! the two versions' conditions agree with it is never assumed: where one side leaves its loop and
//! the other does not, that is one more pair of nodes, and the proof has to deal with it.

use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{Assignment, Node, Pool, TermId, VarId};
use value::Value;

use crate::definitions::Meaning;
use crate::graph::{Edge, Graph, NodeId};

/// A pair of cut points.
pub(crate) type PairId = (NodeId, NodeId);

/// Who moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Both,
    Old,
    New,
}

/// A way to run both sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Schedule {
    /// Both, as long as neither has ended.
    Lockstep,
    /// The side whose node comes first in its own graph; both if they are level.
    Lowest,
    /// The old version to its end, then the new one.
    Sequential,
}

impl Schedule {
    pub(crate) fn moves(self, old: &Graph, new: &Graph, pair: PairId) -> Option<Move> {
        let (o, n) = pair;
        match (old.is_end(o), new.is_end(n)) {
            (true, true) => None,
            (true, false) => Some(Move::New),
            (false, true) => Some(Move::Old),
            (false, false) => Some(match self {
                Schedule::Lockstep => Move::Both,
                Schedule::Sequential => Move::Old,
                Schedule::Lowest => match old.rank(o).cmp(&new.rank(n)) {
                    std::cmp::Ordering::Less => Move::Old,
                    std::cmp::Ordering::Equal => Move::Both,
                    std::cmp::Ordering::Greater => Move::New,
                },
            }),
        }
    }
}

/// One step of the pair.
pub(crate) struct Step {
    pub(crate) from: PairId,
    pub(crate) to: PairId,
    pub(crate) condition: TermId,
    /// The next values of the variables of the side(s) that move.
    pub(crate) updates: FxHashMap<VarId, TermId>,
    pub(crate) moved: Move,
}

/// Everything reachable from the two starts under a schedule.
pub(crate) struct Product {
    pub(crate) pairs: Vec<PairId>,
    pub(crate) steps: Vec<Step>,
}

impl Product {
    pub(crate) fn new(pool: &mut Pool, old: &Graph, new: &Graph, schedule: Schedule) -> Product {
        let start = (Graph::START, Graph::START);
        let mut product = Product { pairs: vec![start], steps: Vec::new() };
        let mut next = 0;
        while next < product.pairs.len() {
            let pair = product.pairs[next];
            next += 1;
            let Some(moved) = schedule.moves(old, new, pair) else { continue };
            for step in steps_from(pool, old, new, pair, moved) {
                if !product.pairs.contains(&step.to) {
                    product.pairs.push(step.to);
                }
                product.steps.push(step);
            }
        }
        product
    }
}

fn steps_from(pool: &mut Pool, old: &Graph, new: &Graph, pair: PairId, moved: Move) -> Vec<Step> {
    let (o, n) = pair;
    let old_edges: Vec<Option<&Edge>> = match moved {
        Move::Both | Move::Old => old.edges_from(o).map(Some).collect(),
        Move::New => vec![None],
    };
    let new_edges: Vec<Option<&Edge>> = match moved {
        Move::Both | Move::New => new.edges_from(n).map(Some).collect(),
        Move::Old => vec![None],
    };
    let mut steps = Vec::new();
    for old_edge in &old_edges {
        for new_edge in &new_edges {
            let conditions = old_edge.iter().chain(new_edge.iter()).map(|edge| edge.condition);
            let condition = pool.conjunction(conditions.collect::<Vec<_>>());
            if pool.as_bool(condition) == Some(false) {
                continue;
            }
            let to = (old_edge.map_or(o, |edge| edge.to), new_edge.map_or(n, |edge| edge.to));
            let mut updates = FxHashMap::default();
            for (graph, edge) in [(old, old_edge), (new, new_edge)] {
                let Some(edge) = edge else { continue };
                updates.extend(graph.updates(pool, edge));
            }
            steps.push(Step { from: pair, to, condition, updates, moved });
        }
    }
    steps
}

pub(crate) fn variable_of(pool: &Pool, term: TermId) -> VarId {
    match pool.node(term) {
        Node::Var(variable) => *variable,
        _ => unreachable!("a cut point's variables are variables"),
    }
}

/// A concrete state of the pair: where it is, and the values of all variables and inputs.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) pair: PairId,
    pub(crate) assignment: Assignment,
}

/// Runs the pair on concrete inputs; the states on the way, at most `limit`.
pub(crate) fn simulate(
    pool: &Pool,
    (old, new): (&Graph, &Graph),
    schedule: Schedule,
    inputs: &Assignment,
    meaning: &Meaning,
    limit: usize,
) -> Vec<Sample> {
    let mut sample = Sample { pair: (Graph::START, Graph::START), assignment: inputs.clone() };
    let mut samples = Vec::new();
    while samples.len() < limit {
        let Some(moved) = schedule.moves(old, new, sample.pair) else { break };
        let mut evaluator = meaning.evaluator(sample.assignment.clone());
        let mut next = sample.clone();
        if moved != Move::New {
            match advance(pool, old, sample.pair.0, &mut evaluator, &mut next.assignment) {
                Some(to) => next.pair.0 = to,
                None => break,
            }
        }
        if moved != Move::Old {
            match advance(pool, new, sample.pair.1, &mut evaluator, &mut next.assignment) {
                Some(to) => next.pair.1 = to,
                None => break,
            }
        }
        sample = next;
        samples.push(sample.clone());
    }
    samples
}

/// One step of one side: where it goes, with the variables there set.
pub(crate) fn advance(
    pool: &Pool,
    graph: &Graph,
    node: NodeId,
    evaluator: &mut Evaluator,
    assignment: &mut Assignment,
) -> Option<NodeId> {
    let edge = graph.edges_from(node).find(|edge| evaluator.holds(pool, edge.condition))?;
    let values: Option<Vec<Value>> = edge.values.iter().map(|term| evaluator.eval(pool, *term)).collect();
    for (variable, value) in graph.nodes[edge.to].variables.iter().zip(values?) {
        assignment.set(variable_of(pool, *variable), value);
    }
    Some(edge.to)
}
