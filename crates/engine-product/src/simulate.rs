//! Both graphs run on concrete inputs.

use cut_graph::{Graph, Move, NodeId, PairId, Schedule, variable_of};
use term::eval::Evaluator;
use term::{Assignment, Pool};
use value::Value;

use crate::definitions::Meaning;

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
