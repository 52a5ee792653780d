//! Two graphs run side by side.
//!
//! An alignment is a total schedule of both sides: at every pair of nodes it says who moves. That
//! the two versions' conditions agree with it is never assumed: where one side leaves its loop and
//! the other does not, that is one more pair of nodes, and the proof has to deal with it.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId, VarId};

use crate::graph::{Edge, Graph, NodeId};

/// A pair of cut points.
pub type PairId = (NodeId, NodeId);

/// Who moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Move {
    Both,
    Old,
    New,
}

/// A way to run both sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Both, as long as neither has ended.
    Lockstep,
    /// The side whose node comes first in its own graph; both if they are level.
    Lowest,
    /// The old version to its end, then the new one.
    Sequential,
}

impl Schedule {
    pub fn moves(self, old: &Graph, new: &Graph, pair: PairId) -> Option<Move> {
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
pub struct Step {
    pub from: PairId,
    pub to: PairId,
    pub condition: TermId,
    /// The next values of the variables of the side(s) that move.
    pub updates: FxHashMap<VarId, TermId>,
    pub moved: Move,
}

/// Everything reachable from the two starts under a schedule.
pub struct Product {
    pub pairs: Vec<PairId>,
    pub steps: Vec<Step>,
}

impl Product {
    pub fn new(pool: &mut Pool, old: &Graph, new: &Graph, schedule: Schedule) -> Product {
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

pub fn variable_of(pool: &Pool, term: TermId) -> VarId {
    match pool.node(term) {
        Node::Var(variable) => *variable,
        _ => unreachable!("a cut point's variables are variables"),
    }
}
