//! Functions that always return, by what cannot go on for ever.

use equiv::Side;
use semantics::ranking::{PATIENCE, Turn, ends, lengths};
use smt::{Effort, Logic};
use term::Pool;

use crate::definitions::{Definitions, Flat};
use cut_graph::Graph;
use cut_graph::variable_of;

/// Finds the functions that always return: those whose calls of themselves make something less,
/// and that call nothing else that may not return.
pub(crate) fn find_total(logic: &Logic, pool: &mut Pool, definitions: &mut Definitions) {
    for side in Side::BOTH {
        let count = definitions.of(side).len();
        // A function may rest on one that is found later.
        for _ in 0..count {
            for index in 0..count {
                if !definitions.of(side)[index].is_total && is_total(logic, pool, definitions, side, index) {
                    definitions.set_total(side, index);
                }
            }
        }
    }
}

fn is_total(logic: &Logic, pool: &mut Pool, definitions: &Definitions, side: Side, index: usize) -> bool {
    let definition = &definitions.of(side)[index];
    let Some(graph) = &definition.opaque.graph else { return false };
    if graph.stuck().is_some() || !loops_end(logic, pool, definitions, graph) {
        return false;
    }
    let parameters = &definition.opaque.parameters;
    let mut turns = Vec::new();
    let mut flat = Flat::default();
    for site in &graph.calls {
        if site.call.function != index && definitions.of(side)[site.call.function].is_total {
            continue;
        }
        // What a loop has made of the parameters has no simple measure.
        if site.call.function != index || site.from != Graph::START {
            return false;
        }
        let mut terms = vec![site.condition];
        terms.extend(&site.call.args);
        let (terms, mut premises) = flat.flatten(pool, definitions, &terms);
        premises.push(terms[0]);
        premises.extend(lengths(pool, parameters));
        let updates = parameters.iter().zip(&terms[1..]).map(|(p, arg)| (variable_of(pool, *p), *arg)).collect();
        turns.push(Turn { premises, updates });
    }
    ends(logic, pool, parameters, &turns)
}

/// Does every loop of the graph end, whatever its variables are at first?
fn loops_end(logic: &Logic, pool: &mut Pool, definitions: &Definitions, graph: &Graph) -> bool {
    if graph.is_straight() {
        return true;
    }
    let mut flat = Flat::default();
    let mut solver = logic.solver();
    // The paths were found under the bounds.
    let keeps_bounds = graph.edges.iter().all(|edge| {
        let updates = graph.updates(pool, edge);
        graph.nodes[edge.to].bounds.iter().all(|bound| {
            let kept = pool.substitute(*bound, &updates);
            let mut terms = graph.nodes[edge.from].bounds.clone();
            terms.extend([edge.condition, pool.not(kept)]);
            let (terms, facts) = flat.flatten(pool, definitions, &terms);
            solver.refutes(pool, &[terms, facts].concat(), Effort { time: PATIENCE })
        })
    });
    keeps_bounds
        && graph.nodes.iter().all(|(node, point)| {
            let back: Vec<_> = graph.edges_from(node).filter(|edge| graph.reaches(edge.to, node)).collect();
            // A loop over several nodes has no simple measure.
            if back.iter().any(|edge| edge.to != node) {
                return false;
            }
            let mut turns = Vec::new();
            for edge in back {
                let mut terms = vec![edge.condition];
                terms.extend(&edge.values);
                let (terms, mut premises) = flat.flatten(pool, definitions, &terms);
                premises.push(terms[0]);
                premises.extend(lengths(pool, &point.variables));
                let updates = point.variables.iter().zip(&terms[1..]).map(|(v, term)| (variable_of(pool, *v), *term));
                turns.push(Turn { premises, updates: updates.collect() });
            }
            turns.is_empty() || ends(logic, pool, &point.variables, &turns)
        })
}
