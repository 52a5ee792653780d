//! Executes one version from cut point to cut point.
//!
//! Which loops need a cut point, which functions call themselves, and what shape the state has at
//! each is found out on the way: a walk that learns something of that kind is begun anew with it.
//! All of these only ever grow, so that ends.

use std::time::Instant;

use arena::IdVec;
use equiv::gap::Shapeless;
use equiv::{Gap, Place, Problem, Side, Why};
use ir::calls::reachable;
use ir::effects::Effects;
use ir::{BlockId, Body, CellId, FnId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{Event, Machine, Next, Runner, Setting, Stuck, SymOutcome, Visitor, Walk, Way, shape};
use term::{Node, TermId, VarId};
use value::Sort;

use crate::function::{Given, Opaque, Shared};
use crate::graph::{Call, CallSite, CutPoint, Edge, Graph, Location, NodeId};
use crate::heap;
use crate::product::variable_of;
use crate::shape::Shaper;

/// Why there is no graph.
pub struct NoGraph(pub Gap);

/// Most paths out of one node, and most nodes.
const PATHS: usize = 400;
pub(crate) const NODES: usize = 24;
/// Choices in a loop before its head becomes a cut point.
const TURNS: u32 = 2;
/// Decisions with one way out, on one path, before a loop counts as one that needs a cut point.
const FORCED: u32 = 60;
/// Blocks of code without a choice before a loop counts as one that needs a cut point.
const BLOCKS_WITHOUT_CHOICE: u64 = 20_000;

pub struct Extraction<'a, 'p> {
    pub setting: &'a mut Setting<'p>,
    pub side: Side,
    /// Functions that give the same in both versions.
    pub shared: &'a [Shared],
    /// Functions that are terms from the first, if they can be.
    pub kept: &'a [FnId],
    /// What is known of the inputs.
    pub context: Option<TermId>,
    pub deadline: Instant,
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
pub struct Extracted {
    pub graph: Graph,
    pub functions: Vec<Opaque>,
}

impl<'p> Extraction<'_, 'p> {
    pub fn run(&mut self) -> Result<Extracted, NoGraph> {
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
        let program = self.setting.problem.program(self.side);
        let is_part_of = |function: &&mut Opaque| reachable(program, function.function).contains(&part);
        functions.iter_mut().filter(is_part_of).for_each(|function| function.graph = None);
    }

    fn opaque(&self, function: FnId) -> Opaque {
        let shared = self.shared.iter().find(|pair| pair.function(self.side) == function);
        Opaque::new(self.setting.problem, self.side, function, self.kept.contains(&function), shared)
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
        let machine = Machine::new(self.setting.cells(self.side));
        self.walk(cuts, functions, machine, None)
    }

    fn walk(
        &mut self,
        cuts: &FxHashSet<(FnId, BlockId)>,
        functions: &mut Vec<Opaque>,
        start: Machine,
        body_of: Option<usize>,
    ) -> Result<Graph, Stop> {
        let opaque = functions.iter().map(|function| function.function).collect();
        let Setting { pool, inputs, .. } = &*self.setting;
        let mut cutting = Cutting {
            problem: self.setting.problem,
            side: self.side,
            input_variables: inputs.iter().map(|input| variable_of(pool, *input)).collect(),
            cuts,
            opaque,
            functions,
            body_of,
            results: FxHashMap::default(),
            calls: Vec::new(),
            context: self.context,
            deadline: self.deadline,
            nodes: IdVec::new(),
            edges: FxHashMap::default(),
            pending: Vec::new(),
            steps: self.setting.steps,
            setting: &mut *self.setting,
        };
        cutting.start(start);
        while let Some(node) = cutting.pending.pop() {
            cutting.leave(node)?;
        }
        cutting.graph()
    }
}

/// A graph while it is made.
pub(crate) struct Cutting<'a, 'p> {
    pub problem: &'p Problem,
    pub setting: &'a mut Setting<'p>,
    pub side: Side,
    pub input_variables: FxHashSet<VarId>,
    cuts: &'a FxHashSet<(FnId, BlockId)>,
    opaque: FxHashSet<FnId>,
    functions: &'a mut Vec<Opaque>,
    /// Which function's body this is; `None`: the whole program.
    pub body_of: Option<usize>,
    /// What stands for the result of a call while a path is followed, and the call as a term.
    results: FxHashMap<VarId, TermId>,
    calls: Vec<CallSite>,
    context: Option<TermId>,
    pub deadline: Instant,
    pub nodes: IdVec<NodeId, CutPoint>,
    /// The paths out of each node, as arrivals: kept as states until all shapes are final.
    pub edges: FxHashMap<NodeId, Vec<Arrival>>,
    pub pending: Vec<NodeId>,
    /// Steps that were made before.
    steps: u64,
}

#[derive(Clone)]
pub(crate) struct Arrival {
    pub condition: TermId,
    pub to: NodeId,
    pub machine: Machine,
    pub outcome: Option<SymOutcome>,
    pub calls: Vec<Call>,
}

/// A state on its way to the next cut point.
struct Stepping {
    machine: Machine,
    calls: Vec<Call>,
    /// How often there was one way out only.
    forced: u32,
}

impl<'p> Cutting<'_, 'p> {
    /// Choices made so far are as fixed as the inputs.
    pub(crate) fn fix_choices(&mut self) {
        for (_, choice) in self.setting.choices.iter() {
            self.input_variables.insert(variable_of(&self.setting.pool, *choice));
        }
    }

    /// What does not change from the start to the end.
    pub(crate) fn fixed_variables(&self) -> FxHashSet<VarId> {
        let parameters = self.body_of.map(|index| &self.functions[index].parameters).into_iter().flatten();
        let parameters = parameters.map(|parameter| variable_of(&self.setting.pool, *parameter));
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
    fn start(&mut self, mut machine: Machine) {
        let (function, args) = match self.body_of {
            None => (self.problem.entry(self.side).entry, self.setting.inputs.clone()),
            Some(index) => (self.functions[index].function, self.functions[index].args()),
        };
        self.runner().enter(&mut machine, function, &args);
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

    fn runner(&mut self) -> Runner<'_, 'p> {
        let mut runner = self.setting.runner(self.side);
        (runner.cuts, runner.opaque) = (Some(self.cuts), Some(&self.opaque));
        (runner.tail_calls, runner.blocks_without_choice) = (true, BLOCKS_WITHOUT_CHOICE);
        runner
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
        self.setting.path.restart(self.deadline);
        let base = self.assume_known(node);
        let mut machine = self.nodes[node].machine.clone();
        machine.leaving_cut = self.nodes[node].location != Location::Start;
        let mut walk = Walk::from(self.setting, Stepping { machine, calls: Vec::new(), forced: 0 });
        walk.run(&mut Leaving { cutting: self, node, base, paths: 0 })
    }

    /// What holds at the node without being a condition of a path; how many conditions that are.
    fn assume_known(&mut self, node: NodeId) -> usize {
        let inputs: Vec<TermId> =
            self.input_variables.iter().map(|input| self.setting.pool.variable(*input).term).collect();
        let parameters = self.body_of.map(|index| self.functions[index].parameters.clone()).unwrap_or_default();
        for variable in self.nodes[node].variables.clone().into_iter().chain(inputs).chain(parameters) {
            if let Node::Var(_) = self.setting.pool.node(variable)
                && let Some(shape) = shape(&mut self.setting.pool, variable)
            {
                let model = self.setting.path.model.clone();
                self.setting.path.assume(&self.setting.pool, shape, model);
            }
        }
        let context = self.context.filter(|_| self.body_of.is_none());
        for bound in self.nodes[node].bounds.clone().into_iter().chain(context) {
            // The model need not satisfy it; it is found anew when it is needed.
            self.setting.path.assume(&self.setting.pool, bound, None);
        }
        self.setting.path.depth()
    }

    /// Counts a choice in a loop; a loop that makes too many becomes a cut point, a recursion a term.
    fn count(&mut self, machine: &mut Machine) -> Result<(), Stop> {
        let Some(turn) = self.runner().count_turn(machine) else { return Ok(()) };
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
    fn cut_spinning(&mut self, machine: &mut Machine) -> Stop {
        match self.runner().count_turn(machine) {
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
        base: usize,
        Stepping { mut machine, mut calls, .. }: Stepping,
        callee: FnId,
    ) -> Result<Next<Stepping>, Stop> {
        let args = self.runner().pending_args(&machine);
        self.runner().note_call(&mut machine, callee);
        let made = |arg: &TermId| self.setting.pool.as_construct(*arg).map_or("_".into(), |(ctor, _)| ctor.to_string());
        let key = args.iter().map(made).collect::<Vec<String>>().join(" ");
        let index = Opaque::variant(self.functions, callee, key);
        let is_kept = self.functions[index].is_kept;
        let (seen, inputs) = match is_kept {
            // What it gives depends on what it can reach, in the same way wherever it is called.
            true => (self.reachable(&machine, callee, &args).ok_or(Stop::Open(callee))?, FxHashSet::default()),
            false => (machine.clone(), self.input_variables.clone()),
        };
        let mut shaper = Shaper { pool: &mut self.setting.pool, inputs: &inputs };
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
        let condition = self.condition(base);
        let call = Call { function: index, args };
        self.calls.push(CallSite { from, call: call.clone(), condition });
        calls.push(call.clone());
        let mut states = Vec::new();
        for end in 0..self.functions[index].ends.len() {
            let (mut given, condition) = self.given(index, end, &call.args);
            let mut machine = machine.clone();
            let before = self.functions[index].start().references;
            if !given.number(&mut self.setting.pool, before, &mut machine) {
                return Err(self.gap(Why::RecursionLeavesObjects, None));
            }
            for (slot, made) in self.functions[index].effects().iter().zip(&given.cells) {
                machine.cells[*slot] =
                    heap::update(&mut self.setting.pool, machine.cells[*slot], seen.cells[*slot], *made);
            }
            match self.runner().deliver_to(&mut machine, given.outcome, 0) {
                None => states.push((condition, Stepping { machine, calls: calls.clone(), forced: 0 })),
                // It ends the whole: an exception that nobody catches, a trap.
                Some(outcome) => {
                    let conditions = self.setting.path.conditions()[base..].iter().copied().chain(condition);
                    let condition = self.setting.pool.conjunction(conditions.collect::<Vec<_>>());
                    self.arrive_under(from, condition, machine, Some(outcome), calls.clone())?;
                }
            }
        }
        states.reverse();
        Ok(Next::Go(states))
    }

    /// The part of the state that a call can see; `None`: that is not known.
    fn reachable(&mut self, machine: &Machine, callee: FnId, args: &[TermId]) -> Option<Machine> {
        let program = self.problem.program(self.side);
        let mut seen = machine.clone();
        (seen.frames, seen.at_call) = (Vec::new(), None);
        let effects = Effects::of(program, callee);
        let touches = |cell: &CellId| effects.reads.contains(cell) || effects.writes.contains(cell);
        let unseen = self.setting.pool.bool(false);
        for (cell, _) in program.cells.iter().filter(|(cell, _)| !touches(cell)) {
            seen.cells[self.problem.matching.slot(self.side, cell).0] = unseen;
        }
        let given = SymOutcome::Returned(args.iter().copied().collect());
        heap::drop_garbage(self.problem, self.side, &mut self.setting.pool, &mut seen, Some(&given), 0).then_some(seen)
    }

    /// A way in which a call ends, with variables for what it gives, and the condition that it
    /// ends so if there are several.
    fn given(&mut self, index: usize, end: usize, args: &[TermId]) -> (Given, Option<TermId>) {
        let function = &self.functions[index];
        let mut shaper = Shaper { pool: &mut self.setting.pool, inputs: &self.input_variables };
        let given = function.ends[end].instance(&mut shaper);
        for (leaf, result) in given.variables.iter().enumerate() {
            let app = function.result(&mut self.setting.pool, end, leaf, args);
            self.results.insert(variable_of(&self.setting.pool, *result), app);
        }
        let condition = function.ends_in(&mut self.setting.pool, end, args).map(|tag| {
            let ends_so = self.setting.pool.fresh("ends", Sort::bool());
            self.results.insert(variable_of(&self.setting.pool, ends_so), tag);
            ends_so
        });
        (given, condition)
    }

    /// The term with the results of calls as terms over the calls.
    pub(crate) fn closed(&mut self, term: TermId) -> TermId {
        if self.results.is_empty() { term } else { self.setting.pool.substitute(term, &self.results) }
    }

    /// The condition of the path since its start at a node.
    fn condition(&mut self, base: usize) -> TermId {
        let condition = self.setting.pool.conjunction(self.setting.path.conditions()[base..].iter().copied());
        self.closed(condition)
    }

    /// A path ended where nothing can be said; the proof has to show that it is never taken.
    fn arrive_stuck(&mut self, from: NodeId, base: usize, stuck: Stuck) {
        let condition = self.condition(base);
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
        base: usize,
        Stepping { machine, calls, .. }: Stepping,
        outcome: Option<SymOutcome>,
    ) -> Result<(), Stop> {
        let condition = self.setting.pool.conjunction(self.setting.path.conditions()[base..].iter().copied());
        self.arrive_under(from, condition, machine, outcome, calls)
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
                let mut shaper = Shaper { pool: &mut self.setting.pool, inputs: &inputs };
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

/// All paths from one node to the next ones.
struct Leaving<'w, 'a, 'p> {
    cutting: &'w mut Cutting<'a, 'p>,
    node: NodeId,
    /// How many conditions hold at the node without being part of a path.
    base: usize,
    paths: usize,
}

impl<'p> Visitor<'p> for Leaving<'_, '_, 'p> {
    type State = Stepping;
    type Stop = Stop;

    fn setting(&mut self) -> &mut Setting<'p> {
        self.cutting.setting
    }

    fn visit(&mut self, mut state: Stepping) -> Result<Next<Stepping>, Stop> {
        const STEPS: u64 = 20_000_000;
        let Leaving { cutting, node, base, .. } = self;
        if Instant::now() >= cutting.deadline || cutting.setting.steps - cutting.steps > STEPS {
            return Err(cutting.gap(Why::TimeIsUp, None));
        }
        match cutting.runner().run(&mut state.machine, 0) {
            Event::Left(outcome) => cutting.arrive(*node, *base, state, Some(outcome))?,
            Event::Cut => cutting.arrive(*node, *base, state, None)?,
            Event::Stuck(stuck) => cutting.arrive_stuck(*node, *base, stuck),
            Event::Assume(condition) => return Ok(Next::Assume(condition, state)),
            Event::Fork(forks) => {
                let Stepping { calls, forced, .. } = state;
                let ways = forks.into_iter().map(|(condition, machine)| {
                    let calls = calls.clone();
                    (condition, Stepping { machine, calls, forced })
                });
                // The last way first.
                return Ok(Next::Fork(ways.rev().collect()));
            }
            Event::OpaqueCall(callee) => return cutting.call(*node, *base, state, callee),
            Event::Spinning => return Err(cutting.cut_spinning(&mut state.machine)),
            Event::ChangedCall(_) | Event::Settled | Event::Merged(_) => panic!("one version alone has no changes"),
        }
        self.paths += 1;
        if self.paths > PATHS {
            let place = self.cutting.nodes[self.node].place;
            return Err(self.cutting.gap(Why::ManyWays, Some(place)));
        }
        Ok(Next::End)
    }

    fn take(&mut self, mut way: Way<Stepping>, is_choice: bool) -> Result<Option<Way<Stepping>>, Stop> {
        let Stepping { machine, forced, .. } = &mut way.state;
        *forced = if is_choice { 0 } else { *forced + 1 };
        if is_choice {
            self.cutting.count(machine)?;
        } else if *forced > FORCED
            && let stop @ Stop::NewCut(..) = self.cutting.cut_spinning(machine)
        {
            return Err(stop);
        }
        Ok(Some(way))
    }
}
