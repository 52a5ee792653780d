//! Changes of a graph that keep its meaning, so that two of them run in step.

use term::Pool;

use crate::graph::{Call, Edge, Graph, NodeId};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    None,
    /// The first turn of each loop is taken before it.
    Peel,
    /// Each loop takes two turns at once.
    Double,
    /// Each loop takes four turns at once.
    Fourfold,
}

impl Change {
    /// The changed graph; `None` if there is nothing to change.
    pub(crate) fn apply(self, pool: &mut Pool, graph: &Graph) -> Option<Graph> {
        if self == Change::Fourfold {
            let doubled = Change::Double.apply(pool, graph)?;
            return Change::Double.apply(pool, &doubled);
        }
        let edges = match self {
            Change::None => graph.edges.clone(),
            Change::Peel => compose(pool, graph, |edge| edge.from != edge.to && turns(graph, edge.to))?,
            Change::Double | Change::Fourfold => compose(pool, graph, |edge| edge.from == edge.to)?,
        };
        Some(Graph { nodes: graph.nodes.clone(), edges, calls: graph.calls.clone() })
    }
}

/// Can the node be left and come back to at once?
fn turns(graph: &Graph, node: NodeId) -> bool {
    graph.edges_from(node).any(|edge| edge.to == node)
}

/// Replaces the chosen edges by their compositions with every edge that follows.
fn compose(pool: &mut Pool, graph: &Graph, chosen: impl Fn(&Edge) -> bool) -> Option<Vec<Edge>> {
    let mut edges = Vec::new();
    let mut changed = false;
    for edge in &graph.edges {
        if !chosen(edge) {
            edges.push(edge.clone());
            continue;
        }
        changed = true;
        let values = graph.updates(pool, edge);
        for next in graph.edges_from(edge.to) {
            let after = pool.substitute(next.condition, &values);
            let condition = pool.and(edge.condition, after);
            if pool.as_bool(condition) == Some(false) {
                continue;
            }
            let mut calls = edge.calls.clone();
            for call in &next.calls {
                let args = call.args.iter().map(|arg| pool.substitute(*arg, &values)).collect();
                calls.push(Call { function: call.function, args });
            }
            let values = next.values.iter().map(|value| pool.substitute(*value, &values)).collect();
            edges.push(Edge { from: edge.from, condition, to: next.to, values, calls });
        }
    }
    changed.then_some(edges)
}
