//! Changes of a graph that keep its meaning, so that two of them run in step.

use term::Pool;

use cut_graph::{Call, Edge, Graph, NodeId};

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
            Change::Peel => peel(pool, graph)?,
            Change::Double | Change::Fourfold => double(pool, graph)?,
        };
        Some(Graph { nodes: graph.nodes.clone(), edges, calls: graph.calls.clone() })
    }
}

/// Can the node be left and come back to at once?
fn turns(graph: &Graph, node: NodeId) -> bool {
    graph.edges_from(node).any(|edge| edge.to == node)
}

/// Every way into a loop takes a turn, or leaves it again. A way that leaves one loop for another
/// takes a turn of that one, too.
fn peel(pool: &mut Pool, graph: &Graph) -> Option<Vec<Edge>> {
    let mut peeled = Vec::new();
    // With the loops that the way has come through.
    let mut work: Vec<(Edge, Vec<NodeId>)> = graph.edges.iter().rev().map(|edge| (edge.clone(), Vec::new())).collect();
    let mut changed = false;
    while let Some((edge, through)) = work.pop() {
        let comes_back = edge.from == edge.to || through.contains(&edge.to);
        if comes_back || !turns(graph, edge.to) {
            peeled.push(edge);
            continue;
        }
        changed = true;
        let mut through = through;
        through.push(edge.to);
        let longer = followed(pool, graph, &edge);
        work.extend(longer.into_iter().rev().map(|edge| (edge, through.clone())));
    }
    changed.then_some(peeled)
}

/// Every turn of a loop takes what follows, too.
fn double(pool: &mut Pool, graph: &Graph) -> Option<Vec<Edge>> {
    let mut edges = Vec::new();
    let mut changed = false;
    for edge in &graph.edges {
        if edge.from == edge.to {
            changed = true;
            edges.extend(followed(pool, graph, edge));
        } else {
            edges.push(edge.clone());
        }
    }
    changed.then_some(edges)
}

/// The edge composed with every edge that can follow.
fn followed(pool: &mut Pool, graph: &Graph, edge: &Edge) -> Vec<Edge> {
    let mut edges = Vec::new();
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
    edges
}
