//! One version as a graph of cut points.
//!
//! The nodes are the start, the heads of loops that no unrolling exhausts, and the ends; each has
//! variables of plain sorts. An edge is a path between two of them: the condition under which it
//! is taken and the values it gives the next node's variables. Calls, dispatch, the heap and
//! everything else of the language has been executed away on the edges.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use arena::{IdVec, id_type};
use equiv::{Gap, GapKind, Place, Problem, Side};
use ir::{BlockId, FnId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{AtCall, CodeTable, Event, Feasible, Machine, Path, Runner, Stuck, SymOutcome};
use smt::Solver;
use term::facts::Interval;
use term::{Node, Pool, TermId, VarId};
use value::{IntOp, Op, Sort, SortKind, Symbol, Value};

use crate::shape::{Shape, Shapeless, Shaper};

id_type!(NodeId, "n", "A cut point of one version.");

pub(crate) struct Graph {
    pub(crate) nodes: IdVec<NodeId, CutPoint>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone)]
pub(crate) struct CutPoint {
    pub(crate) variables: Vec<TermId>,
    /// The state, over the variables and the inputs.
    pub(crate) machine: Machine,
    /// How it ended, at an end.
    pub(crate) outcome: Option<SymOutcome>,
    /// Nothing can be said beyond this point.
    pub(crate) stuck: Option<Gap>,
    /// What holds of the variables at every arrival; the paths out of here were found under it.
    pub(crate) bounds: Vec<TermId>,
    pub(crate) place: Span,
    intervals: Vec<Interval>,
    location: Location,
    shapes: Vec<Shape>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Location {
    Start,
    /// The frames, and whether the client has been called.
    Head(Vec<(FnId, BlockId)>, bool),
    /// The kind of outcome, which of several shapes it has, and whether the client was called.
    End(u8, usize, bool),
    Stuck(usize),
}

#[derive(Clone)]
pub(crate) struct Edge {
    pub(crate) from: NodeId,
    pub(crate) condition: TermId,
    pub(crate) to: NodeId,
    /// For the variables of `to`, in order.
    pub(crate) values: Vec<TermId>,
}

/// Why there is no graph.
pub(crate) struct NoGraph(pub(crate) Gap);

/// Most paths out of one node, and most nodes.
const PATHS: usize = 400;
const NODES: usize = 24;
/// Choices in a loop before its head becomes a cut point.
const TURNS: u32 = 2;

pub(crate) struct Extraction<'a, 'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) side: Side,
    pub(crate) pool: &'a mut Pool,
    pub(crate) inputs: &'a [TermId],
    pub(crate) deadline: Instant,
}

/// Something the walk found out that makes it start anew.
enum Stop {
    NewCut(FnId, BlockId),
    Gap(Gap),
}

impl Graph {
    pub(crate) fn edges_from(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == node)
    }

    pub(crate) fn is_end(&self, node: NodeId) -> bool {
        self.nodes[node].outcome.is_some() || self.nodes[node].stuck.is_some()
    }

    /// The node's place in the order in which the graph is run through.
    pub(crate) fn rank(&self, node: NodeId) -> usize {
        arena::Id::index(node)
    }

    pub(crate) const START: NodeId = NodeId::FIRST;
}

impl NodeId {
    const FIRST: NodeId = NodeId(0);
}

impl<'p> Extraction<'_, 'p> {
    pub(crate) fn graph(&mut self) -> Result<Graph, NoGraph> {
        let mut cuts = FxHashSet::default();
        loop {
            match self.walk(&cuts) {
                Ok(graph) => return Ok(graph),
                Err(Stop::NewCut(function, block)) => {
                    cuts.insert((function, block));
                }
                Err(Stop::Gap(gap)) => return Err(NoGraph(gap)),
            }
        }
    }

    fn walk(&mut self, cuts: &FxHashSet<(FnId, BlockId)>) -> Result<Graph, Stop> {
        let program = self.problem.program(self.side);
        let changed = IdVec::filled(false, program.functions.len());
        let mut walk = Walk {
            problem: self.problem,
            side: self.side,
            pool: self.pool,
            input_variables: FxHashSet::default(),
            codes: CodeTable::new(program, changed),
            choices: Vec::new(),
            cuts,
            deadline: self.deadline,
            nodes: IdVec::new(),
            edges: FxHashMap::default(),
            pending: Vec::new(),
            steps: 0,
        };
        walk.input_variables = walk.variables_of(self.inputs);
        walk.start(self.inputs);
        while let Some(node) = walk.pending.pop() {
            walk.leave(node)?;
        }
        walk.graph()
    }
}

struct Walk<'a, 'p> {
    problem: &'p Problem,
    side: Side,
    pool: &'a mut Pool,
    input_variables: FxHashSet<VarId>,
    codes: CodeTable<'p>,
    choices: Vec<(Sort, TermId)>,
    cuts: &'a FxHashSet<(FnId, BlockId)>,
    deadline: Instant,
    nodes: IdVec<NodeId, CutPoint>,
    /// The paths out of each node, as arrivals: kept as states until all shapes are final.
    edges: FxHashMap<NodeId, Vec<Arrival>>,
    pending: Vec<NodeId>,
    steps: u64,
}

#[derive(Clone)]
struct Arrival {
    condition: TermId,
    to: NodeId,
    machine: Machine,
    outcome: Option<SymOutcome>,
}

impl<'p> Walk<'_, 'p> {
    fn variables_of(&self, terms: &[TermId]) -> FxHashSet<VarId> {
        self.pool.free_variables(terms.iter().copied()).into_iter().collect()
    }

    fn start(&mut self, inputs: &[TermId]) {
        let program = self.problem.program(self.side);
        let unset = self.pool.bool(false);
        let mut cells = vec![unset; self.problem.matching.slots()];
        for (id, cell) in program.cells.iter() {
            cells[self.problem.matching.slot(self.side, id).0] = self.pool.constant(cell.initial.clone(), cell.sort);
        }
        let mut machine = Machine::new(cells);
        let entry = self.problem.entry(self.side).entry;
        let mut path = Path::new(Solver::new(), self.deadline);
        self.runner(&mut path).enter(&mut machine, entry, inputs);
        let node = self.nodes.push(CutPoint {
            variables: Vec::new(),
            machine,
            outcome: None,
            stuck: None,
            bounds: Vec::new(),
            place: Span::none(),
            intervals: Vec::new(),
            location: Location::Start,
            shapes: Vec::new(),
        });
        self.pending.push(node);
    }

    fn runner<'b>(&'b mut self, path: &'b mut Path) -> Runner<'b, 'p> {
        Runner {
            problem: self.problem,
            side: self.side,
            pool: self.pool,
            path,
            codes: &mut self.codes,
            choices: &mut self.choices,
            joint: false,
            externals: None,
            cuts: Some(self.cuts),
            steps: &mut self.steps,
        }
    }

    fn gap(&self, kind: GapKind, span: Option<Span>, detail: impl Into<String>) -> Stop {
        let at = span.map(|span| Place { side: self.side, span });
        Stop::Gap(Gap { kind, at, detail: detail.into() })
    }

    /// Explores all paths from a node to the next ones.
    fn leave(&mut self, node: NodeId) -> Result<(), Stop> {
        self.edges.insert(node, Vec::new());
        if self.nodes[node].outcome.is_some() || self.nodes[node].stuck.is_some() {
            return Ok(());
        }
        let mut path = Path::new(Solver::new(), self.deadline);
        for variable in self.nodes[node].variables.clone() {
            assume_shape(self.pool, &mut path, variable);
        }
        for bound in self.nodes[node].bounds.clone() {
            // The model need not satisfy it; it is found anew when it is needed.
            path.assume(self.pool, bound, None);
        }
        let base = path.depth();
        let mut first = self.nodes[node].machine.clone();
        first.leaving_cut = self.nodes[node].location != Location::Start;
        let mut work = vec![(base, None, path.model.clone(), first)];
        let mut paths = 0;
        while let Some((depth, condition, model, mut machine)) = work.pop() {
            path.retract_to(depth);
            path.model = model.clone();
            if let Some(condition) = condition {
                path.assume(self.pool, condition, model);
            }
            if Instant::now() >= self.deadline || self.steps > 20_000_000 {
                return Err(self.gap(GapKind::OutOfBudget, None, "the time is up"));
            }
            match self.runner(&mut path).run(&mut machine, 0) {
                Event::Left(outcome) => {
                    paths += 1;
                    self.arrive(node, &path, base, machine, Some(outcome))?;
                }
                Event::Cut => {
                    paths += 1;
                    self.arrive(node, &path, base, machine, None)?;
                }
                Event::Assume(condition) => {
                    if let Feasible::Maybe(model) = path.feasible(self.pool, condition) {
                        work.push((path.depth(), Some(condition), model, machine));
                    }
                }
                Event::Fork(forks) => {
                    let mut possible = Vec::new();
                    for (condition, machine) in forks {
                        if let Feasible::Maybe(model) = path.feasible(self.pool, condition) {
                            possible.push((condition, model, machine));
                        }
                    }
                    let is_choice = possible.len() > 1;
                    for (condition, model, mut machine) in possible {
                        if is_choice {
                            self.count(&mut path, &mut machine)?;
                        }
                        work.push((path.depth(), Some(condition), model, machine));
                    }
                }
                Event::Stuck(stuck) => {
                    paths += 1;
                    self.arrive_stuck(node, &path, base, stuck);
                }
                Event::ChangedCall(_) | Event::Settled => panic!("one version alone has no changes"),
            }
            if paths > PATHS {
                let place = self.nodes[node].place;
                return Err(self.gap(GapKind::LoopBound, Some(place), "too many paths through this loop"));
            }
        }
        Ok(())
    }

    /// Counts a choice in a loop; a loop that makes too many becomes a cut point.
    fn count(&mut self, path: &mut Path, machine: &mut Machine) -> Result<(), Stop> {
        let Some(turn) = self.runner(path).count_turn(machine) else { return Ok(()) };
        if turn.count <= TURNS {
            return Ok(());
        }
        match turn.head {
            Some((function, head)) if !self.cuts.contains(&(function, head)) => Err(Stop::NewCut(function, head)),
            Some(_) => Ok(()),
            None => Err(self.gap(
                GapKind::LoopBound,
                Some(turn.at),
                "a recursion without a fixed depth; only loops are followed by invariants so far",
            )),
        }
    }

    /// A path ended where nothing can be said; the proof has to show that it is never taken.
    fn arrive_stuck(&mut self, from: NodeId, path: &Path, base: usize, stuck: Stuck) {
        let (kind, what, span) = match stuck {
            Stuck::Unsupported(what, span) => (GapKind::Unsupported, what, span),
            Stuck::External(what, span) => (GapKind::External, what, span),
        };
        let condition = self.pool.conjunction(path.conditions()[base..].iter().copied());
        let gap = Gap { kind, at: Some(Place { side: self.side, span }), detail: what.to_string() };
        let to = self.nodes.push(CutPoint {
            variables: Vec::new(),
            machine: Machine::new(Vec::new()),
            outcome: None,
            stuck: Some(gap),
            bounds: Vec::new(),
            place: span,
            intervals: Vec::new(),
            location: Location::Stuck(self.nodes.len()),
            shapes: Vec::new(),
        });
        let arrival = Arrival { condition, to, machine: Machine::new(Vec::new()), outcome: None };
        self.edges.get_mut(&from).expect("made when the node was left").push(arrival);
    }

    /// A path ended at a cut point or at the end of the program.
    fn arrive(
        &mut self,
        from: NodeId,
        path: &Path,
        base: usize,
        mut machine: Machine,
        outcome: Option<SymOutcome>,
    ) -> Result<(), Stop> {
        if machine.choices > 0 {
            return Err(self.gap(GapKind::Nondeterminism, None, "a choice inside code that loops"));
        }
        let condition = self.pool.conjunction(path.conditions()[base..].iter().copied());
        let program = self.problem.program(self.side);
        let unset = self.pool.bool(false);
        machine.clear_dead(|function| Arc::clone(&program.functions[function]), unset);
        self.drop_garbage(&mut machine, outcome.as_ref());
        let called = machine.at_call.is_some();
        let mut variant = 0;
        loop {
            let location = match &outcome {
                None => Location::Head(machine.location(), called),
                Some(SymOutcome::Returned(_)) => Location::End(0, variant, called),
                Some(SymOutcome::Raised(_)) => Location::End(1, variant, called),
                Some(SymOutcome::Trapped) => Location::End(2, variant, called),
            };
            match self.join(&location, &machine, outcome.as_ref(), path) {
                Ok(to) => {
                    let arrival = Arrival { condition, to, machine, outcome };
                    self.edges.get_mut(&from).expect("made when the node was left").push(arrival);
                    return Ok(());
                }
                Err(_) if outcome.is_some() && variant < 8 => variant += 1,
                Err(Shapeless(what)) => {
                    return Err(self.gap(GapKind::Heap, Some(self.nodes[from].place), what));
                }
            }
        }
    }

    /// Finds or makes the node, made general enough for this state.
    fn join(
        &mut self,
        location: &Location,
        machine: &Machine,
        outcome: Option<&SymOutcome>,
        path: &Path,
    ) -> Result<NodeId, Shapeless> {
        let terms = state_terms(machine, outcome);
        let known = self.nodes.iter().find(|(_, node)| node.location == *location).map(|(id, _)| id);
        let inputs = self.input_variables.clone();
        let mut shaper = Shaper { pool: self.pool, inputs: &inputs };
        let shapes = match known {
            None => terms.iter().map(|term| shaper.shape(*term)).collect::<Result<Vec<Shape>, Shapeless>>()?,
            Some(id) => {
                let old = self.nodes[id].shapes.clone();
                old.iter().zip(&terms).map(|(shape, term)| shaper.join(shape, *term)).collect::<Result<_, _>>()?
            }
        };
        let same_shapes = known.is_some_and(|id| self.nodes[id].shapes == shapes);
        let intervals = arrival_intervals(&mut shaper, &shapes, &terms, path)?;
        let intervals = match known {
            None => intervals,
            Some(id) => {
                // The state as it was known so far counts as one more arrival.
                let node = &self.nodes[id];
                let before = state_terms(&node.machine, node.outcome.as_ref());
                let mut path = Path::new(Solver::new(), self.deadline);
                node.bounds.iter().for_each(|bound| path.assume(shaper.pool, *bound, None));
                let so_far = arrival_intervals(&mut shaper, &shapes, &before, &path)?;
                let widened: Vec<Interval> = so_far.iter().zip(&intervals).map(|(old, new)| widen(old, new)).collect();
                if same_shapes && widened == node.intervals {
                    return Ok(id);
                }
                widened
            }
        };
        if known.is_none() && self.nodes.len() >= NODES {
            return Err(Shapeless("too many loops".into()));
        }
        let prefix = match self.side {
            Side::Old => "old.",
            Side::New => "new.",
        };
        let mut variables = Vec::new();
        let terms: Vec<TermId> = shapes.iter().map(|shape| shaper.instance(shape, prefix, &mut variables)).collect();
        let (machine, outcome) = with_terms(machine, outcome, &terms);
        let bounds = bound_conditions(self.pool, &variables, &intervals);
        let place = self.place(&machine);
        let location = location.clone();
        let node = CutPoint { variables, machine, outcome, stuck: None, bounds, place, intervals, location, shapes };
        let id = match known {
            None => self.nodes.push(node),
            Some(id) => {
                self.nodes[id] = node;
                id
            }
        };
        self.pending.push(id);
        Ok(id)
    }

    fn place(&self, machine: &Machine) -> Span {
        let program = self.problem.program(self.side);
        let spans = machine.frames.iter().rev().filter_map(|frame| {
            let body = program.functions[frame.function].body()?;
            body.spans[frame.block].iter().copied().find(|span| !span.is_none())
        });
        spans.into_iter().next().unwrap_or(Span::none())
    }

    /// Removes what no live value refers to from the heap.
    fn drop_garbage(&mut self, machine: &mut Machine, outcome: Option<&SymOutcome>) {
        let heap_slots: Vec<(usize, Symbol)> = self
            .problem
            .program(self.side)
            .cells
            .iter()
            .filter_map(|(id, cell)| {
                let SortKind::Map(key, _) = cell.sort.kind() else { return None };
                let SortKind::Ref(kind) = key.kind() else { return None };
                let is_heap = cell.role == ir::CellRole::Heap;
                is_heap.then(|| (self.problem.matching.slot(self.side, id).0, *kind))
            })
            .collect();
        let is_heap = |slot: usize| heap_slots.iter().any(|(heap, _)| *heap == slot);
        let values = machine.terms().count() - machine.cells.len();
        let mut work: Vec<TermId> = machine.terms().take(values).collect();
        work.extend(machine.cells.iter().enumerate().filter(|(slot, _)| !is_heap(*slot)).map(|(_, term)| *term));
        match outcome {
            Some(SymOutcome::Returned(values)) => work.extend(values.iter().copied()),
            Some(SymOutcome::Raised(value)) => work.push(*value),
            Some(SymOutcome::Trapped) | None => {}
        }
        let mut reached: FxHashSet<(Symbol, u32)> = FxHashSet::default();
        while let Some(term) = work.pop() {
            let mut found = FxHashSet::default();
            semantics::compare::collect_references(self.pool, term, &mut found);
            let mut found: Vec<(Symbol, u32)> = found.into_iter().collect();
            found.sort_unstable();
            for (kind, number) in found {
                if !reached.insert((kind, number)) {
                    continue;
                }
                for (slot, _) in heap_slots.iter().filter(|(_, heap)| *heap == kind) {
                    let (_, writes) = self.pool.constant_writes(machine.cells[*slot]);
                    work.extend(writes.get(&Value::Ref(number)));
                }
            }
        }
        for (slot, kind) in heap_slots {
            let SortKind::Map(key_sort, _) = *self.pool.sort(machine.cells[slot]).kind() else { continue };
            let (base, writes) = self.pool.constant_writes(machine.cells[slot]);
            let mut map = base;
            for (key, value) in writes {
                let Value::Ref(number) = key else { continue };
                if reached.contains(&(kind, number)) {
                    let key = self.pool.constant(Value::Ref(number), key_sort);
                    map = self.pool.app(Op::Store, &[map, key, value]);
                }
            }
            machine.cells[slot] = map;
        }
    }

    /// The finished graph: arrivals as values for the variables of final shapes.
    fn graph(self) -> Result<Graph, Stop> {
        let inputs = self.input_variables.clone();
        let mut edges = Vec::new();
        let mut sources: Vec<NodeId> = self.edges.keys().copied().collect();
        sources.sort_unstable();
        for from in sources {
            for arrival in self.edges[&from].clone() {
                let terms = state_terms(&arrival.machine, arrival.outcome.as_ref());
                let shapes = self.nodes[arrival.to].shapes.clone();
                let mut shaper = Shaper { pool: self.pool, inputs: &inputs };
                let mut values = Vec::new();
                let fits = shapes
                    .iter()
                    .zip(&terms)
                    .try_for_each(|(shape, term)| shaper.leaves(shape, *term, &mut values))
                    .is_some();
                if !fits {
                    return Err(self.gap(GapKind::Heap, None, "states of different shapes meet"));
                }
                edges.push(Edge { from, condition: arrival.condition, to: arrival.to, values });
            }
        }
        Ok(Graph { nodes: self.nodes, edges })
    }
}

/// Bounds of the values that an arrival gives the variables.
fn arrival_intervals(
    shaper: &mut Shaper<'_>,
    shapes: &[Shape],
    terms: &[TermId],
    path: &Path,
) -> Result<Vec<Interval>, Shapeless> {
    let mut values = Vec::new();
    let fits = shapes.iter().zip(terms).try_for_each(|(shape, term)| shaper.leaves(shape, *term, &mut values));
    fits.ok_or_else(|| Shapeless("states of different shapes meet".into()))?;
    let interval = |value: &TermId| match shaper.pool.sort(*value) == Sort::int() {
        true => path.interval(shaper.pool, *value),
        false => Interval::default(),
    };
    Ok(values.iter().map(interval).collect())
}

/// Keeps the bounds that the new arrival respects.
fn widen(old: &Interval, new: &Interval) -> Interval {
    let low = old.low.clone().filter(|low| new.low.as_ref().is_some_and(|new| new >= low));
    let high = old.high.clone().filter(|high| new.high.as_ref().is_some_and(|new| new <= high));
    Interval { low, high }
}

fn bound_conditions(pool: &mut Pool, variables: &[TermId], intervals: &[Interval]) -> Vec<TermId> {
    let mut bounds = Vec::new();
    for (variable, interval) in variables.iter().zip(intervals) {
        if let Some(low) = &interval.low {
            let low = pool.int(low.clone());
            bounds.push(pool.app(Op::Int(IntOp::Le), &[low, *variable]));
        }
        if let Some(high) = &interval.high {
            let high = pool.int(high.clone());
            bounds.push(pool.app(Op::Int(IntOp::Le), &[*variable, high]));
        }
    }
    bounds
}

/// All terms of a state, in a fixed order.
fn state_terms(machine: &Machine, outcome: Option<&SymOutcome>) -> Vec<TermId> {
    let mut terms: Vec<TermId> = machine.terms().collect();
    terms.extend(machine.at_call.iter().flat_map(|at_call| at_call.cells.iter().copied()));
    match outcome {
        Some(SymOutcome::Returned(values)) => terms.extend(values.iter().copied()),
        Some(SymOutcome::Raised(value)) => terms.push(*value),
        Some(SymOutcome::Trapped) | None => {}
    }
    terms
}

fn with_terms(machine: &Machine, outcome: Option<&SymOutcome>, terms: &[TermId]) -> (Machine, Option<SymOutcome>) {
    let mut machine = machine.clone();
    let mut terms = terms.iter().copied();
    for slot in machine.terms_mut() {
        *slot = terms.next().expect("as many terms as before");
    }
    if let Some(at_call) = &machine.at_call {
        let cells = terms.by_ref().take(at_call.cells.len()).collect();
        machine.at_call = Some(Rc::new(AtCall { cells, references: at_call.references }));
    }
    let outcome = outcome.map(|outcome| match outcome {
        SymOutcome::Returned(values) => SymOutcome::Returned(terms.by_ref().take(values.len()).collect()),
        SymOutcome::Raised(_) => SymOutcome::Raised(terms.next().expect("as many terms as before")),
        SymOutcome::Trapped => SymOutcome::Trapped,
    });
    (machine, outcome)
}

/// What every value of a sort satisfies and the solver would not know.
pub(crate) fn assume_shape(pool: &mut Pool, path: &mut Path, variable: TermId) {
    if pool.sort(variable).element().is_some() && matches!(pool.node(variable), Node::Var(_)) {
        let (zero, length) = (pool.int(0), pool.seq_len(variable));
        let natural = pool.app(Op::Int(IntOp::Le), &[zero, length]);
        let model = path.model.clone();
        path.assume(pool, natural, model);
    }
}
