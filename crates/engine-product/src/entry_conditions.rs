//! Conditions that hold because of how a loop was come to.
//!
//! Where the start leads to a loop in several ways, each has a condition on the inputs, and values
//! that the loop's variables begin with. What the loop does not touch stays as it was then.

use rustc_hash::FxHashSet;
use term::{Node, Pool, TermId, VarId};
use value::Op;

use cut_graph::variable_of;
use cut_graph::{Graph, NodeId};

/// Conditions guessed for the loop of one version.
const MOST: usize = 40;

/// The conditions under which the start leads to the node, and what the variables begin with then.
pub(crate) fn guess(pool: &mut Pool, graph: &Graph, node: NodeId, inputs: &[TermId]) -> Vec<TermId> {
    let inputs: FxHashSet<VarId> = inputs.iter().map(|input| variable_of(pool, *input)).collect();
    let is_known = |pool: &Pool, term: TermId| pool.free_variables([term]).iter().all(|v| inputs.contains(v));
    let ways: Vec<_> = graph.edges_from(Graph::START).filter(|edge| edge.to == node).collect();
    let mut found = Vec::new();
    for way in &ways {
        let mut condition = pool.bool(true);
        for part in conjuncts(pool, way.condition) {
            if is_known(pool, part) {
                found.push(part);
                condition = pool.and(condition, part);
            }
        }
        let is_otherwise = pool.not(condition);
        for (variable, value) in graph.nodes[node].variables.iter().zip(&way.values) {
            if ways.len() > 1 && is_known(pool, *value) && pool.sort(*variable) == pool.sort(*value) {
                let begins_so = pool.eq(*variable, *value);
                found.push(pool.or(is_otherwise, begins_so));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found
}

fn conjuncts(pool: &Pool, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match pool.node(term) {
            Node::App(Op::And, args) => work.extend_from_slice(args),
            _ => found.push(term),
        }
    }
    found
}
