//! Executes one version from cut point to cut point.
//!
//! Which loops need a cut point, which functions call themselves, and what shape the state has at
//! each is found out on the way: a walk that learns something of that kind is begun anew with it.
//! All of these only ever grow, so that ends.

use std::time::Instant;

use arena::IdVec;
use equiv::gap::Shapeless;
use equiv::matching::reachable;
use equiv::{Gap, Place, Problem, Side, Why};
use ir::{BlockId, Body, FnId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{CodeTable, Event, Feasible, Machine, Model, Path, Runner, Stuck, SymOutcome};
use smt::Solver;
use term::{Node, Pool, TermId, VarId};
use value::{IntOp, Op, Sort};

use crate::function::{Given, Opaque};
use crate::graph::{Call, CallSite, CutPoint, Edge, Graph, Location, NodeId};
use crate::heap;
use crate::product::variable_of;
use crate::recursion::Shared;
use crate::shape::Shaper;
use crate::unchanged;

/// Why there is no graph.
pub(crate) struct NoGraph(pub(crate) Gap);

/// Most paths out of one node, and most nodes.
const PATHS: usize = 400;
pub(crate) const NODES: usize = 24;
/// Choices in a loop before its head becomes a cut point.
const TURNS: u32 = 2;
/// Decisions with one way out, on one path, before a loop counts as one that needs a cut point.
const FORCED: u32 = 60;
/// Blocks of code without a choice before a loop counts as one that needs a cut point.
const BLOCKS_WITHOUT_CHOICE: u64 = 20_000;

pub(crate) struct Extraction<'a, 'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) side: Side,
    pub(crate) pool: &'a mut Pool,
    pub(crate) inputs: &'a [TermId],
    /// Functions that give the same in both versions.
    pub(crate) shared: &'a [Shared],
    /// Functions that are terms from the first, if they can be.
    pub(crate) kept: &'a [FnId],
    /// What the program leaves open, the same for both versions.
    pub(crate) choices: &'a mut Vec<(Sort, TermId)>,
    /// What is known of the inputs.
    pub(crate) context: Option<TermId>,
    pub(crate) solver: &'a mut Solver,
    pub(crate) deadline: Instant,
}

/// Something the walk found out that makes it start anew.
pub(crate) enum Stop {
    NewCut(FnId, BlockId),
    NewFunction(FnId),
    /// A function that was to be kept as a term cannot be.
    Open(FnId),
    /// A function, by its index, is called in more ways, or ends in more ways, than was known.
    Learned(usize),
    Gap(Gap),
}

/// One version: its graph and the functions that are terms in it.
pub(crate) struct Extracted {
    pub(crate) graph: Graph,
    pub(crate) functions: Vec<Opaque>,
}

impl<'p> Extraction<'_, 'p> {
    pub(crate) fn run(&mut self) -> Result<Extracted, NoGraph> {
        const ROUNDS: usize = 200;
        let mut cuts: FxHashSet<(FnId, BlockId)> = FxHashSet::default();
        let mut functions: Vec<Opaque> = Vec::new();
        for function in self.kept {
            functions.push(self.opaque(*function));
        }
        for _ in 0..ROUNDS {
            match self.round(&cuts, &mut functions) {
                Ok(graph) => return Ok(Extracted { graph, functions }),
                Err(Stop::NewCut(function, block)) => {
                    cuts.insert((function, block));
                    self.forget_graphs(&mut functions, function);
                }
                Err(Stop::NewFunction(function)) => {
                    self.forget_graphs(&mut functions, function);
                    functions.push(self.opaque(function));
                    // It was taken for a loop before: its calls of itself that end it.
                    cuts.remove(&(function, Body::ENTRY));
                }
                Err(Stop::Open(function)) => {
                    functions.retain(|known| known.function != function);
                    functions.iter_mut().for_each(Opaque::forget);
                }
                Err(Stop::Learned(index)) => {
                    // Whoever calls it may go on in more ways.
                    functions.iter_mut().filter(|function| function.calls(index)).for_each(|f| f.graph = None);
                }
                Err(Stop::Gap(gap)) => return Err(NoGraph(gap)),
            }
        }
        Err(NoGraph(Gap::nowhere(Why::NoFiniteForm)))
    }

    /// Forgets the graphs that the function's code may be part of.
    fn forget_graphs(&self, functions: &mut [Opaque], part: FnId) {
        let program = self.problem.program(self.side);
        let is_part_of = |function: &&mut Opaque| reachable(program, function.function).contains(&part);
        functions.iter_mut().filter(is_part_of).for_each(|function| function.graph = None);
    }

    fn opaque(&self, function: FnId) -> Opaque {
        let shared = self.shared.iter().find(|pair| pair.function(self.side) == function);
        Opaque::new(self.problem, self.side, function, self.kept.contains(&function), shared)
    }

    /// The graphs of all functions called so far, then that of the whole.
    fn round(&mut self, cuts: &FxHashSet<(FnId, BlockId)>, functions: &mut Vec<Opaque>) -> Result<Graph, Stop> {
        while let Some(index) = functions.iter().position(|function| function.is_called() && function.graph.is_none()) {
            let start = functions[index].start();
            let graph = match self.walk(cuts, functions, start, Some(index)) {
                Err(Stop::Gap(_)) if functions[index].is_kept => return Err(Stop::Open(functions[index].function)),
                walked => walked?,
            };
            if let Some(stuck) = graph.stuck() {
                // Whoever calls it may come to that.
                let kept = functions[index].is_kept.then_some(functions[index].function);
                return Err(kept.map_or(Stop::Gap(stuck.clone()), Stop::Open));
            }
            let is_news = functions[index].learn_ends(&graph);
            functions[index].graph = Some(graph);
            if is_news {
                return Err(Stop::Learned(index));
            }
        }
        let machine = self.initial();
        self.walk(cuts, functions, machine, None)
    }

    /// The state before anything has run.
    fn initial(&mut self) -> Machine {
        let program = self.problem.program(self.side);
        let unset = self.pool.bool(false);
        let mut cells = vec![unset; self.problem.matching.slots()];
        for (id, cell) in program.cells.iter() {
            cells[self.problem.matching.slot(self.side, id).0] = self.pool.constant(cell.initial.clone(), cell.sort);
        }
        Machine::new(cells)
    }

    fn walk(
        &mut self,
        cuts: &FxHashSet<(FnId, BlockId)>,
        functions: &mut Vec<Opaque>,
        start: Machine,
        body_of: Option<usize>,
    ) -> Result<Graph, Stop> {
        let program = self.problem.program(self.side);
        let changed = IdVec::filled(false, program.functions.len());
        let opaque = functions.iter().map(|function| function.function).collect();
        let mut walk = Walk {
            problem: self.problem,
            side: self.side,
            pool: self.pool,
            input_variables: FxHashSet::default(),
            codes: CodeTable::new(program, changed),
            choices: self.choices,
            cuts,
            opaque,
            functions,
            body_of,
            results: FxHashMap::default(),
            calls: Vec::new(),
            context: self.context,
            solver: self.solver,
            deadline: self.deadline,
            nodes: IdVec::new(),
            edges: FxHashMap::default(),
            pending: Vec::new(),
            steps: 0,
        };
        walk.input_variables = self.inputs.iter().map(|input| variable_of(walk.pool, *input)).collect();
        walk.start(start, self.inputs);
        while let Some(node) = walk.pending.pop() {
            walk.leave(node)?;
        }
        walk.graph()
    }
}

pub(crate) struct Walk<'a, 'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) side: Side,
    pub(crate) pool: &'a mut Pool,
    pub(crate) input_variables: FxHashSet<VarId>,
    codes: CodeTable<'p>,
    choices: &'a mut Vec<(Sort, TermId)>,
    cuts: &'a FxHashSet<(FnId, BlockId)>,
    opaque: FxHashSet<FnId>,
    functions: &'a mut Vec<Opaque>,
    /// Which function's body this is; `None`: the whole program.
    pub(crate) body_of: Option<usize>,
    /// What stands for the result of a call while a path is followed, and the call as a term.
    results: FxHashMap<VarId, TermId>,
    calls: Vec<CallSite>,
    context: Option<TermId>,
    /// One for all paths: making one takes longer than most of its answers.
    solver: &'a mut Solver,
    pub(crate) deadline: Instant,
    pub(crate) nodes: IdVec<NodeId, CutPoint>,
    /// The paths out of each node, as arrivals: kept as states until all shapes are final.
    pub(crate) edges: FxHashMap<NodeId, Vec<Arrival>>,
    pub(crate) pending: Vec<NodeId>,
    steps: u64,
}

#[derive(Clone)]
pub(crate) struct Arrival {
    pub(crate) condition: TermId,
    pub(crate) to: NodeId,
    pub(crate) machine: Machine,
    pub(crate) outcome: Option<SymOutcome>,
    pub(crate) calls: Vec<Call>,
}

/// A state to go on with, under a path condition.
struct Work {
    depth: usize,
    condition: Option<TermId>,
    model: Option<Model>,
    machine: Machine,
    calls: Vec<Call>,
    /// How often there was one way out only.
    forced: u32,
}

impl<'p> Walk<'_, 'p> {
    /// Choices made so far are as fixed as the inputs.
    pub(crate) fn fix_choices(&mut self) {
        for (_, choice) in self.choices.iter() {
            self.input_variables.insert(variable_of(self.pool, *choice));
        }
    }

    /// What does not change from the start to the end.
    pub(crate) fn fixed_variables(&self) -> FxHashSet<VarId> {
        let parameters = self.body_of.map(|index| &self.functions[index].parameters).into_iter().flatten();
        let parameters = parameters.map(|parameter| variable_of(self.pool, *parameter));
        self.input_variables.iter().copied().chain(parameters).collect()
    }

    /// Notes what a function changes. Was that not known?
    pub(crate) fn add_effect(&mut self, index: usize, slot: usize) -> bool {
        self.functions[index].add_effect(slot)
    }

    pub(crate) fn functions(&self) -> &[Opaque] {
        self.functions
    }

    /// The first node: the program about to run, or a function about to be called.
    fn start(&mut self, mut machine: Machine, inputs: &[TermId]) {
        let mut path = Path::new(Solver::new(), self.deadline);
        match self.body_of {
            None => {
                let entry = self.problem.entry(self.side).entry;
                self.runner(&mut path).enter(&mut machine, entry, inputs);
            }
            Some(index) => {
                let (function, args) = (self.functions[index].function, self.functions[index].args());
                self.runner(&mut path).enter(&mut machine, function, &args);
            }
        }
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
            choices: self.choices,
            joint: false,
            settles: false,
            externals: None,
            cuts: Some(self.cuts),
            opaque: Some(&self.opaque),
            tail_calls: true,
            patience: BLOCKS_WITHOUT_CHOICE,
            steps: &mut self.steps,
        }
    }

    pub(crate) fn gap(&self, why: Why, span: Option<Span>) -> Stop {
        Stop::Gap(Gap::new(why, span.map(|span| Place { side: self.side, span })))
    }

    /// Explores all paths from a node to the next ones.
    fn leave(&mut self, node: NodeId) -> Result<(), Stop> {
        self.edges.insert(node, Vec::new());
        self.calls.retain(|site| site.from != node);
        if self.nodes[node].outcome.is_some() || self.nodes[node].stuck.is_some() {
            return Ok(());
        }
        self.solver.retract_to(0);
        let mut path = Path::new(std::mem::take(self.solver), self.deadline);
        let left = self.leave_along(node, &mut path);
        *self.solver = path.solver;
        left
    }

    fn leave_along(&mut self, node: NodeId, path: &mut Path) -> Result<(), Stop> {
        let base = self.assume_known(path, node);
        let mut first = self.nodes[node].machine.clone();
        first.leaving_cut = self.nodes[node].location != Location::Start;
        let model = path.model.clone();
        let mut work = vec![Work { depth: base, condition: None, model, machine: first, calls: Vec::new(), forced: 0 }];
        let mut paths = 0;
        while let Some(Work { depth, condition, model, mut machine, calls, forced }) = work.pop() {
            path.retract_to(depth);
            path.model = model.clone();
            if let Some(condition) = condition {
                path.assume(self.pool, condition, model);
            }
            if Instant::now() >= self.deadline || self.steps > 20_000_000 {
                return Err(self.gap(Why::TimeIsUp, None));
            }
            match self.runner(path).run(&mut machine, 0) {
                Event::Left(outcome) => {
                    paths += 1;
                    self.arrive(node, path, base, machine, Some(outcome), calls)?;
                }
                Event::Cut => {
                    paths += 1;
                    self.arrive(node, path, base, machine, None, calls)?;
                }
                Event::Assume(condition) => {
                    if let Feasible::Maybe(model) = path.feasible(self.pool, condition) {
                        let (depth, condition) = (path.depth(), Some(condition));
                        work.push(Work { depth, condition, model, machine, calls, forced });
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
                    let forced = if is_choice { 0 } else { forced + 1 };
                    for (condition, model, mut machine) in possible {
                        if is_choice {
                            self.count(path, &mut machine)?;
                        } else if forced > FORCED
                            && let stop @ Stop::NewCut(..) = self.cut_spinning(path, &mut machine)
                        {
                            return Err(stop);
                        }
                        let (depth, condition, calls) = (path.depth(), Some(condition), calls.clone());
                        work.push(Work { depth, condition, model, machine, calls, forced });
                    }
                }
                Event::OpaqueCall(callee) => {
                    work.extend(self.call(node, path, base, machine, callee, calls)?);
                }
                Event::Spinning => return Err(self.cut_spinning(path, &mut machine)),
                Event::Stuck(stuck) => {
                    paths += 1;
                    self.arrive_stuck(node, path, base, stuck);
                }
                Event::ChangedCall(_) | Event::Settled => panic!("one version alone has no changes"),
            }
            if paths > PATHS {
                let place = self.nodes[node].place;
                return Err(self.gap(Why::ManyWays, Some(place)));
            }
        }
        Ok(())
    }

    /// What holds at the node without being a condition of a path; how many conditions that are.
    fn assume_known(&mut self, path: &mut Path, node: NodeId) -> usize {
        let inputs: Vec<TermId> = self.input_variables.iter().map(|input| self.pool.variable(*input).term).collect();
        let parameters = self.body_of.map(|index| self.functions[index].parameters.clone()).unwrap_or_default();
        for variable in self.nodes[node].variables.clone().into_iter().chain(inputs).chain(parameters) {
            assume_shape(self.pool, path, variable);
        }
        let context = self.context.filter(|_| self.body_of.is_none());
        for bound in self.nodes[node].bounds.clone().into_iter().chain(context) {
            // The model need not satisfy it; it is found anew when it is needed.
            path.assume(self.pool, bound, None);
        }
        path.depth()
    }

    /// Counts a choice in a loop; a loop that makes too many becomes a cut point, a recursion a term.
    fn count(&mut self, path: &mut Path, machine: &mut Machine) -> Result<(), Stop> {
        let Some(turn) = self.runner(path).count_turn(machine) else { return Ok(()) };
        if turn.count <= TURNS {
            return Ok(());
        }
        match turn.head {
            Some((function, head)) if !self.cuts.contains(&(function, head)) => Err(Stop::NewCut(function, head)),
            Some(_) => Ok(()),
            None => Err(Stop::NewFunction(turn.function)),
        }
    }

    /// A loop, or a recursion, that turns without a choice.
    fn cut_spinning(&mut self, path: &mut Path, machine: &mut Machine) -> Stop {
        match self.runner(path).count_turn(machine) {
            Some(turn) => match turn.head {
                Some((function, head)) if !self.cuts.contains(&(function, head)) => Stop::NewCut(function, head),
                Some(_) => self.gap(Why::NothingDecided, Some(turn.at)),
                None => Stop::NewFunction(turn.function),
            },
            None => self.gap(Why::NothingDecided, None),
        }
    }

    /// A call of a function that is a term: one state for each way in which it can end.
    fn call(
        &mut self,
        from: NodeId,
        path: &mut Path,
        base: usize,
        mut machine: Machine,
        callee: FnId,
        mut calls: Vec<Call>,
    ) -> Result<Vec<Work>, Stop> {
        let args = self.runner(path).pending_args(&machine);
        self.runner(path).note_call(&mut machine, callee);
        let made = |arg: &TermId| self.pool.as_construct(*arg).map_or("_".into(), |(ctor, _)| ctor.to_string());
        let key = args.iter().map(made).collect::<Vec<String>>().join(" ");
        let index = Opaque::variant(self.functions, callee, key);
        let is_kept = self.functions[index].is_kept;
        let (seen, inputs) = match is_kept {
            // What it gives depends on what it can reach, in the same way wherever it is called.
            true => (self.reachable(&machine, callee, &args).ok_or(Stop::Open(callee))?, FxHashSet::default()),
            false => (machine.clone(), self.input_variables.clone()),
        };
        let mut shaper = Shaper { pool: self.pool, inputs: &inputs };
        let args = match self.functions[index].fit(&mut shaper, &args, &seen) {
            Ok(Some(args)) => args,
            Ok(None) => return Err(Stop::Learned(index)),
            Err(_) if is_kept => return Err(Stop::Open(callee)),
            Err(what) => return Err(self.gap(Why::Shapeless(what), None)),
        };
        let args: Vec<TermId> = args.iter().map(|arg| self.closed(*arg)).collect();
        if args.is_empty() && is_kept {
            return Err(Stop::Open(callee));
        }
        if args.is_empty() {
            return Err(self.gap(Why::UnchangingRecursion, None));
        }
        let condition = self.condition(path, base);
        let call = Call { function: index, args };
        self.calls.push(CallSite { from, call: call.clone(), condition });
        calls.push(call.clone());
        let mut states = Vec::new();
        for end in 0..self.functions[index].ends.len() {
            let (mut given, condition) = self.given(index, end, &call.args);
            let mut machine = machine.clone();
            let before = self.functions[index].start().references;
            if !given.number(self.pool, before, &mut machine) {
                return Err(self.gap(Why::RecursionLeavesObjects, None));
            }
            for (slot, made) in self.functions[index].effects().iter().zip(&given.cells) {
                machine.cells[*slot] = heap::update(self.pool, machine.cells[*slot], seen.cells[*slot], *made);
            }
            match self.deliver(path, &mut machine, given.outcome) {
                None => {
                    let (depth, model, calls) = (path.depth(), path.model.clone(), calls.clone());
                    let model = if condition.is_some() { None } else { model };
                    states.push(Work { depth, condition, model, machine, calls, forced: 0 });
                }
                // It ends the whole: an exception that nobody catches, a trap.
                Some(outcome) => {
                    let conditions = path.conditions()[base..].iter().copied().chain(condition);
                    let condition = self.pool.conjunction(conditions.collect::<Vec<_>>());
                    self.arrive_under(from, path, condition, machine, Some(outcome), calls.clone())?;
                }
            }
        }
        Ok(states)
    }

    /// The part of the state that a call can see; `None`: that is not known.
    fn reachable(&mut self, machine: &Machine, callee: FnId, args: &[TermId]) -> Option<Machine> {
        let program = self.problem.program(self.side);
        let mut seen = machine.clone();
        (seen.frames, seen.at_call) = (Vec::new(), None);
        let touched = unchanged::touches(program, callee);
        let unseen = self.pool.bool(false);
        for (cell, _) in program.cells.iter().filter(|(cell, _)| !touched.contains(cell)) {
            seen.cells[self.problem.matching.slot(self.side, cell).0] = unseen;
        }
        let given = SymOutcome::Returned(args.iter().copied().collect());
        heap::drop_garbage(self.problem, self.side, self.pool, &mut seen, Some(&given), 0).then_some(seen)
    }

    /// A way in which a call ends, with variables for what it gives, and the condition that it
    /// ends so if there are several.
    fn given(&mut self, index: usize, end: usize, args: &[TermId]) -> (Given, Option<TermId>) {
        let function = &self.functions[index];
        let mut shaper = Shaper { pool: self.pool, inputs: &self.input_variables };
        let given = function.ends[end].instance(&mut shaper);
        for (leaf, result) in given.variables.iter().enumerate() {
            let app = function.result(self.pool, end, leaf, args);
            self.results.insert(variable_of(self.pool, *result), app);
        }
        let condition = function.ends_in(self.pool, end, args).map(|tag| {
            let ends_so = self.pool.fresh("ends", Sort::bool());
            self.results.insert(variable_of(self.pool, ends_so), tag);
            ends_so
        });
        (given, condition)
    }

    /// Hands an outcome to the frames that wait; what none of them handles is given back.
    fn deliver(&mut self, path: &mut Path, machine: &mut Machine, outcome: SymOutcome) -> Option<SymOutcome> {
        if let SymOutcome::Trapped = outcome {
            machine.frames.clear();
        }
        let mut outcome = outcome;
        while !machine.frames.is_empty() {
            outcome = self.runner(path).deliver(machine, outcome)?;
        }
        Some(outcome)
    }

    /// The term with the results of calls as terms over the calls.
    pub(crate) fn closed(&mut self, term: TermId) -> TermId {
        if self.results.is_empty() { term } else { self.pool.substitute(term, &self.results) }
    }

    /// The condition of the path since its start at a node.
    fn condition(&mut self, path: &Path, base: usize) -> TermId {
        let condition = self.pool.conjunction(path.conditions()[base..].iter().copied());
        self.closed(condition)
    }

    /// A path ended where nothing can be said; the proof has to show that it is never taken.
    fn arrive_stuck(&mut self, from: NodeId, path: &Path, base: usize, stuck: Stuck) {
        let condition = self.condition(path, base);
        let gap = stuck.gap(self.side);
        let place = gap.at.map_or(Span::none(), |at| at.span);
        let to = self.nodes.push(CutPoint {
            variables: Vec::new(),
            machine: Machine::new(Vec::new()),
            outcome: None,
            stuck: Some(gap),
            bounds: Vec::new(),
            place,
            intervals: Vec::new(),
            location: Location::Stuck(self.nodes.len()),
            shapes: Vec::new(),
        });
        let (machine, outcome, calls) = (Machine::new(Vec::new()), None, Vec::new());
        let arrival = Arrival { condition, to, machine, outcome, calls };
        self.edges.get_mut(&from).expect("made when the node was left").push(arrival);
    }

    fn arrive(
        &mut self,
        from: NodeId,
        path: &mut Path,
        base: usize,
        machine: Machine,
        outcome: Option<SymOutcome>,
        calls: Vec<Call>,
    ) -> Result<(), Stop> {
        let condition = self.pool.conjunction(path.conditions()[base..].iter().copied());
        self.arrive_under(from, path, condition, machine, outcome, calls)
    }

    /// The finished graph: arrivals as values for the variables of final shapes.
    fn graph(mut self) -> Result<Graph, Stop> {
        let inputs = self.input_variables.clone();
        let mut edges = Vec::new();
        let mut sources: Vec<NodeId> = self.edges.keys().copied().collect();
        sources.sort_unstable();
        for from in sources {
            for arrival in self.edges[&from].clone() {
                let terms = crate::cut_point::state_terms(&arrival.machine, arrival.outcome.as_ref());
                let shapes = self.nodes[arrival.to].shapes.clone();
                let mut shaper = Shaper { pool: self.pool, inputs: &inputs };
                let mut values = Vec::new();
                let fits = shapes
                    .iter()
                    .zip(&terms)
                    .try_for_each(|(shape, term)| shaper.leaves(shape, *term, &mut values))
                    .is_some();
                if !fits {
                    return Err(self.gap(Why::Shapeless(Shapeless::StatesDiffer), None));
                }
                let condition = self.closed(arrival.condition);
                let values = values.into_iter().map(|value| self.closed(value)).collect();
                edges.push(Edge { from, condition, to: arrival.to, values, calls: arrival.calls });
            }
        }
        Ok(Graph { nodes: self.nodes, edges, calls: self.calls })
    }
}

/// What every value of a sort satisfies and the solver would not know.
fn assume_shape(pool: &mut Pool, path: &mut Path, variable: TermId) {
    if pool.sort(variable).element().is_some() && matches!(pool.node(variable), Node::Var(_)) {
        let (zero, length) = (pool.int(0), pool.seq_len(variable));
        let natural = pool.app(Op::Int(IntOp::Le), &[zero, length]);
        let model = path.model.clone();
        path.assume(pool, natural, model);
    }
}
