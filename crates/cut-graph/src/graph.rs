//! One version, or one function of it, as a graph of cut points.
//!
//! The nodes are the start, the heads of loops that no unrolling exhausts, and the ends; each has
//! variables of plain sorts. An edge is a path between two of them: the condition under which it
//! is taken and the values it gives the next node's variables. Calls, dispatch, the heap and
//! everything else of the language has been executed away on the edges; what is left are calls of
//! functions that call themselves, as terms (see [`crate::function`]).

use arena::{IdVec, id_type};
use equiv::Gap;
use ir::{BlockId, FnId, Span};
use rustc_hash::FxHashMap;
use semantics::{Machine, SymOutcome};
use term::facts::Interval;
use term::{Pool, TermId, VarId};

use crate::shape::Shape;

id_type!(NodeId, "n", "A cut point of one version.");

#[derive(Clone)]
pub struct Graph {
    pub nodes: IdVec<NodeId, CutPoint>,
    pub edges: Vec<Edge>,
    /// Every call that a path makes, also of paths that never end.
    pub calls: Vec<CallSite>,
}

#[derive(Clone)]
pub struct CutPoint {
    pub variables: Vec<TermId>,
    /// The state, over the variables and the inputs.
    pub machine: Machine,
    /// How it ended, at an end.
    pub outcome: Option<SymOutcome>,
    /// Nothing can be said beyond this point.
    pub stuck: Option<Gap>,
    /// What holds of the variables at every arrival; the paths out of here were found under it.
    pub bounds: Vec<TermId>,
    pub place: Span,
    pub intervals: Vec<Interval>,
    pub location: Location,
    pub shapes: Vec<Shape>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Location {
    Start,
    /// The frames, which of several shapes the state has, whether the client was called, and how
    /// many choices were made.
    Head(Vec<(FnId, BlockId)>, usize, bool, usize),
    /// The kind of outcome, which of several shapes it has, and whether the client was called.
    End(u8, usize, bool),
    Stuck(usize),
}

#[derive(Clone)]
pub struct Edge {
    pub from: NodeId,
    pub condition: TermId,
    pub to: NodeId,
    /// For the variables of `to`, in order.
    pub values: Vec<TermId>,
    /// The calls made on the way, all of which returned.
    pub calls: Vec<Call>,
}

/// A call of a function that is kept as a term.
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    /// Which of the version's opaque functions.
    pub function: usize,
    pub args: Vec<TermId>,
}

#[derive(Clone)]
pub struct CallSite {
    pub from: NodeId,
    pub call: Call,
    /// When the path gets to the call; says nothing about what comes after it.
    pub condition: TermId,
}

impl Graph {
    pub const START: NodeId = NodeId::FIRST;

    pub fn edges_from(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == node)
    }

    pub fn is_end(&self, node: NodeId) -> bool {
        self.nodes[node].outcome.is_some() || self.nodes[node].stuck.is_some()
    }

    /// Does a way lead from one node to the other, or are they the same?
    pub fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(node) = seen.get(next).copied() {
            next += 1;
            for edge in self.edges_from(node) {
                if !seen.contains(&edge.to) {
                    seen.push(edge.to);
                }
            }
        }
        seen.contains(&to)
    }

    /// The node's place in the order in which the graph is run through.
    pub fn rank(&self, node: NodeId) -> usize {
        arena::Id::index(node)
    }

    /// Does it end after one step, without loops?
    pub fn is_straight(&self) -> bool {
        self.edges.iter().all(|edge| edge.from == Graph::START && self.is_end(edge.to))
    }

    /// The first thing met that nothing can be said about.
    pub fn stuck(&self) -> Option<&Gap> {
        self.nodes.rows().iter().find_map(|node| node.stuck.as_ref())
    }

    /// Replaces terms that stand outside of the nodes' variables: inputs, calls.
    pub fn map_terms(&mut self, mut map: impl FnMut(TermId) -> TermId) {
        for edge in &mut self.edges {
            edge.condition = map(edge.condition);
            edge.values.iter_mut().for_each(|value| *value = map(*value));
            edge.calls.iter_mut().flat_map(|call| &mut call.args).for_each(|arg| *arg = map(*arg));
        }
        for site in &mut self.calls {
            site.condition = map(site.condition);
            site.call.args.iter_mut().for_each(|arg| *arg = map(*arg));
        }
        for (_, node) in self.nodes.iter_mut() {
            node.machine.terms_mut().for_each(|term| *term = map(*term));
            node.outcome.iter_mut().flat_map(SymOutcome::terms_mut).for_each(|value| *value = map(*value));
        }
    }

    /// The values that an edge gives the variables of its end.
    pub fn updates(&self, pool: &Pool, edge: &Edge) -> FxHashMap<VarId, TermId> {
        let variables = self.nodes[edge.to].variables.iter();
        variables
            .zip(&edge.values)
            .map(|(variable, value)| (crate::product::variable_of(pool, *variable), *value))
            .collect()
    }
}

impl NodeId {
    pub const FIRST: NodeId = NodeId(0);
}
