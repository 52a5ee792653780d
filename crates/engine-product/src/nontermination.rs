//! Inputs on which one version runs for ever.
//!
//! A run that goes on for long visits some nodes again and again. If there are conditions on the
//! variables of these nodes that hold on the run, that every step keeps, and under which no step
//! leads anywhere else, then the run never ends. Example: `while x != 0: x -= 1` from -5 on keeps
//! `x <= -5`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use smt::{Effort, Logic};
use term::eval::Evaluator;
use term::{Assignment, Pool, TermId, VarId};
use value::{BvOp, Int, IntOp, Op, Rounding, SortKind, Value};

use crate::simulate::advance;
use cut_graph::variable_of;
use cut_graph::{Edge, Graph, NodeId};

/// How far a run is followed, and from where on it is taken to go in circles.
const STEPS: usize = 60;
const PRELUDE: usize = 20;
/// Patience for one question.
const PATIENCE: Duration = Duration::from_millis(200);

/// Is it certain that the graph, begun with these inputs, never comes to an end?
pub(crate) fn is_endless(
    logic: &Logic,
    pool: &mut Pool,
    graph: &Graph,
    inputs: &Assignment,
    variables: &[TermId],
    deadline: Instant,
) -> bool {
    // Calls that may not return are another matter.
    if graph.edges.iter().any(|edge| !edge.calls.is_empty()) {
        return false;
    }
    let Some(states) = follow(pool, graph, inputs) else { return false };
    let mut by_node: BTreeMap<NodeId, Vec<Assignment>> = BTreeMap::new();
    for (node, assignment) in states.into_iter().skip(PRELUDE) {
        by_node.entry(node).or_default().push(assignment);
    }
    // The inputs are what they are: the claim is about this run only.
    let given: FxHashMap<VarId, TermId> = variables
        .iter()
        .map(|input| {
            let (variable, sort) = (variable_of(pool, *input), pool.sort(*input));
            let value = inputs.get(pool, variable);
            (variable, pool.constant(value, sort))
        })
        .collect();
    let mut kept: FxHashMap<NodeId, Vec<TermId>> = FxHashMap::default();
    for (node, states) in &by_node {
        kept.insert(*node, conditions(pool, &graph.nodes[*node].variables, states));
    }
    let circle: BTreeSet<NodeId> = by_node.keys().copied().collect();
    let mut edges: Vec<Edge> = graph.edges.iter().filter(|edge| circle.contains(&edge.from)).cloned().collect();
    for edge in &mut edges {
        edge.condition = pool.substitute(edge.condition, &given);
        edge.values.iter_mut().for_each(|value| *value = pool.substitute(*value, &given));
    }
    is_closed(logic, pool, graph, &edges, &circle, kept, deadline)
}

/// The states of the run, if it does not end soon.
fn follow(pool: &Pool, graph: &Graph, inputs: &Assignment) -> Option<Vec<(NodeId, Assignment)>> {
    let mut states = Vec::new();
    let (mut node, mut assignment) = (Graph::START, inputs.clone());
    while states.len() < STEPS {
        if graph.is_end(node) {
            return None;
        }
        let mut evaluator = Evaluator::new(assignment.clone());
        node = advance(pool, graph, node, &mut evaluator, &mut assignment)?;
        states.push((node, assignment.clone()));
    }
    Some(states)
}

/// Conditions on the variables that hold in all these states.
fn conditions(pool: &mut Pool, variables: &[TermId], states: &[Assignment]) -> Vec<TermId> {
    let mut found = Vec::new();
    let columns: Vec<(TermId, Vec<Value>)> = variables
        .iter()
        .map(|term| (*term, states.iter().map(|state| state.get(pool, variable_of(pool, *term))).collect()))
        .collect();
    for (index, (term, column)) in columns.iter().enumerate() {
        if column.iter().all(|value| *value == column[0]) {
            let constant = pool.constant(column[0].clone(), pool.sort(*term));
            found.push(pool.eq(*term, constant));
        }
        for (other, of_other) in &columns[..index] {
            if column == of_other && pool.sort(*other) == pool.sort(*term) {
                found.push(pool.eq(*other, *term));
            }
        }
        match pool.sort(*term).kind() {
            SortKind::Int => int_conditions(pool, *term, column, &mut found),
            SortKind::Bv(_) => bit_conditions(pool, *term, column, &mut found),
            _ => {}
        }
    }
    let ints: Vec<&(TermId, Vec<Value>)> = columns.iter().filter(|(_, column)| column[0].as_int().is_some()).collect();
    for (a, x) in &ints {
        for (b, y) in &ints {
            if a != b && x.iter().zip(y).all(|(x, y)| x.as_int() <= y.as_int()) {
                found.push(pool.app(Op::Int(IntOp::Le), &[*a, *b]));
            }
            if a != b && x.iter().zip(y).all(|(x, y)| x.as_int() < y.as_int()) {
                found.push(pool.app(Op::Int(IntOp::Lt), &[*a, *b]));
            }
        }
    }
    found
}

fn int_conditions(pool: &mut Pool, term: TermId, column: &[Value], found: &mut Vec<TermId>) {
    let ints: Vec<&Int> = column.iter().filter_map(Value::as_int).collect();
    let (Some(low), Some(high)) = (ints.iter().min(), ints.iter().max()) else { return };
    let (low, high) = (pool.int((*low).clone()), pool.int((*high).clone()));
    found.push(pool.app(Op::Int(IntOp::Le), &[low, term]));
    found.push(pool.app(Op::Int(IntOp::Le), &[term, high]));
    for modulus in [2i64, 3, 4, 5, 7, 10] {
        let rest = |int: &&Int| int.rem(&Int::from(modulus), Rounding::Euclid);
        let first = rest(&ints[0]);
        if ints.iter().all(|int| rest(int) == first) {
            let (by, first) = (pool.int(modulus), pool.int(first));
            let modulo = pool.app(Op::Int(IntOp::Mod(Rounding::Euclid)), &[term, by]);
            found.push(pool.eq(modulo, first));
        }
    }
}

fn bit_conditions(pool: &mut Pool, term: TermId, column: &[Value], found: &mut Vec<TermId>) {
    let bits: Vec<&Value> = column.iter().collect();
    let signed = |value: &&Value| if let Value::Bv(bits) = value { bits.signed() } else { 0 };
    let (Some(low), Some(high)) = (bits.iter().min_by_key(|v| signed(v)), bits.iter().max_by_key(|v| signed(v))) else {
        return;
    };
    let sort = pool.sort(term);
    let (low, high) = (pool.constant((*low).clone(), sort), pool.constant((*high).clone(), sort));
    found.push(pool.app(Op::Bv(BvOp::SLe), &[low, term]));
    found.push(pool.app(Op::Bv(BvOp::SLe), &[term, high]));
}

/// Keeps the conditions that every step within the circle keeps, then asks whether some step, and
/// none that leads out of it, is always possible.
fn is_closed(
    logic: &Logic,
    pool: &mut Pool,
    graph: &Graph,
    edges: &[Edge],
    circle: &BTreeSet<NodeId>,
    mut kept: FxHashMap<NodeId, Vec<TermId>>,
    deadline: Instant,
) -> bool {
    let mut solver = logic.solver();
    let mut follows = |pool: &mut Pool, premises: &[TermId], goal: TermId| {
        Instant::now() < deadline && solver.proves(pool, premises, goal, Effort { time: PATIENCE })
    };
    loop {
        let mut changed = false;
        for edge in edges.iter().filter(|edge| circle.contains(&edge.to)) {
            let mut premises = kept[&edge.from].clone();
            premises.push(edge.condition);
            let updates = graph.updates(pool, edge);
            let before = kept[&edge.to].clone();
            let mut after = Vec::new();
            for term in &before {
                let goal = pool.substitute(*term, &updates);
                if follows(pool, &premises, goal) {
                    after.push(*term);
                }
            }
            changed |= after.len() < before.len();
            kept.insert(edge.to, after);
        }
        if !changed {
            break;
        }
    }
    circle.iter().all(|node| {
        let within = edges.iter().filter(|edge| edge.from == *node && circle.contains(&edge.to));
        let conditions: Vec<TermId> = within.map(|edge| edge.condition).collect();
        let mut stays = pool.bool(false);
        for condition in conditions {
            stays = pool.or(stays, condition);
        }
        follows(pool, &kept[node], stays)
            && edges.iter().filter(|edge| edge.from == *node && !circle.contains(&edge.to)).all(|edge| {
                let avoided = pool.not(edge.condition);
                follows(pool, &kept[node], avoided)
            })
    })
}
