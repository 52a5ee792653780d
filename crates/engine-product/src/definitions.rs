//! What is known of functions that are terms.
//!
//! A body is an equation: where a call returns, it gives what the path that it takes gives. These
//! equations are stated for the calls that a question mentions, and for the calls that those
//! mention in turn, a few times over. A function that was not proved to return always has a
//! predicate *returns* that guards its equation: without it, `f(x) = f(x) + 1` would prove
//! anything.
//!
//! The two versions of a function may share one name for their results once they are proved to
//! give the same wherever both return. They still return each by itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use equiv::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use term::eval::{Evaluator, Interpretation};
use term::{Assignment, Node, Pool, TermId, VarId};
use value::{FunctionSymbol, IntOp, Op, Sort, Symbol, Value};

use crate::simulate::advance;
use cut_graph::Opaque;
use cut_graph::variable_of;
use cut_graph::{Call, Graph};

/// The functions of both versions.
#[derive(Default)]
pub(crate) struct Definitions {
    old: Vec<Definition>,
    new: Vec<Definition>,
    /// Which functions a name belongs to.
    owners: FxHashMap<Symbol, Vec<(Side, usize)>>,
}

pub(crate) struct Definition {
    pub(crate) opaque: Opaque,
    /// Proved to return always.
    pub(crate) is_total: bool,
}

/// A function and the arguments of a call of it.
type Instance = (Side, usize, Vec<TermId>);

impl Definitions {
    pub(crate) fn new(pool: &mut Pool, old: Vec<Opaque>, new: Vec<Opaque>) -> Definitions {
        let rows = |functions: Vec<Opaque>| {
            functions.into_iter().map(|opaque| Definition { opaque, is_total: false }).collect()
        };
        let mut definitions = Definitions { old: rows(old), new: rows(new), owners: FxHashMap::default() };
        for side in Side::BOTH {
            for index in 0..definitions.of(side).len() {
                for name in definitions.names(pool, side, index) {
                    definitions.owners.entry(name).or_default().push((side, index));
                }
            }
        }
        definitions
    }

    pub(crate) fn of(&self, side: Side) -> &[Definition] {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    pub(crate) fn set_total(&mut self, side: Side, index: usize) {
        match side {
            Side::Old => self.old[index].is_total = true,
            Side::New => self.new[index].is_total = true,
        }
    }

    /// Do all functions return always?
    pub(crate) fn are_total(&self) -> bool {
        self.old.iter().chain(&self.new).all(|definition| definition.is_total)
    }

    /// All names that stand for something a call of the function decides.
    fn names(&self, pool: &mut Pool, side: Side, index: usize) -> Vec<Symbol> {
        let opaque = &self.of(side)[index].opaque;
        let args = opaque.parameters.clone();
        let mut terms = vec![self.returns(pool, side, index, &args)];
        for end in 0..opaque.ends.len() {
            terms.extend(opaque.ends_tag(pool, &args));
            for leaf in 0..opaque.ends[end].sorts().len() {
                terms.push(opaque.result(pool, end, leaf, &args));
            }
        }
        terms.sort_unstable();
        terms.dedup();
        terms.into_iter().filter_map(|term| Some(applied(pool, term)?.0.name)).collect()
    }

    /// The predicate that the version's function returns.
    pub(crate) fn returns(&self, pool: &mut Pool, side: Side, index: usize, args: &[TermId]) -> TermId {
        let name = self.of(side)[index].opaque.symbol(&returns(side));
        let params = args.iter().map(|arg| pool.sort(*arg)).collect();
        let symbol = FunctionSymbol { name, params, result: Sort::bool() };
        pool.app(Op::Apply(Arc::new(symbol)), args)
    }

    /// That a call returned, where that says anything. `trusted`: total functions always do.
    fn returned(&self, pool: &mut Pool, side: Side, call: &Call, trusted: bool) -> Option<TermId> {
        let total = trusted && self.of(side)[call.function].is_total;
        (!total).then(|| self.returns(pool, side, call.function, &call.args))
    }

    /// Adds to every path that the calls on it returned.
    pub(crate) fn guard(&self, pool: &mut Pool, side: Side, graph: &mut Graph, trusted: bool) {
        for edge in &mut graph.edges {
            for call in &edge.calls {
                if let Some(returned) = self.returned(pool, side, call, trusted) {
                    edge.condition = pool.and(edge.condition, returned);
                }
            }
        }
    }

    /// What holds of the calls in these terms, and of the calls that their bodies make, so deep.
    ///
    /// `trusted`: also where a call is only known to return because its function always does.
    pub(crate) fn facts(&self, pool: &mut Pool, terms: &[TermId], depth: usize, trusted: bool) -> Vec<TermId> {
        const MOST: usize = 80;
        let mut facts = Vec::new();
        if self.is_empty() {
            return facts;
        }
        let mut known: FxHashSet<Instance> = FxHashSet::default();
        let mut next = self.instances(pool, terms);
        for _ in 0..depth {
            let begun = facts.len();
            for instance in std::mem::take(&mut next) {
                if known.len() < MOST && known.insert(instance.clone()) {
                    self.unfold(pool, &instance, trusted, &mut facts);
                }
            }
            next = self.instances(pool, &facts[begun..]);
        }
        facts
    }

    fn instances(&self, pool: &Pool, terms: &[TermId]) -> Vec<Instance> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = terms.to_vec();
        while let Some(term) = work.pop() {
            let Node::App(op, args) = pool.node(term) else { continue };
            if !seen.insert(term) {
                continue;
            }
            work.extend_from_slice(args);
            if let Op::Apply(symbol) = op {
                for (side, index) in self.owners.get(&symbol.name).into_iter().flatten() {
                    let instance = (*side, *index, args.to_vec());
                    if !found.contains(&instance) {
                        found.push(instance);
                    }
                }
            }
        }
        found
    }

    /// Calls of functions that always return, with inputs and counters (or what is next to them)
    /// as arguments.
    pub(crate) fn calls_of(&self, pool: &mut Pool, inputs: &[TermId], counters: &[TermId]) -> Vec<TermId> {
        const MOST: usize = 16;
        let ints: Vec<TermId> = inputs.iter().chain(counters).copied().collect();
        let mut found = Vec::new();
        for side in Side::BOTH {
            for definition in self.of(side).iter().filter(|definition| definition.is_total) {
                let opaque = &definition.opaque;
                let is_int = |sort: Sort| sort == Sort::int();
                let parameters = opaque.parameters.iter().map(|parameter| pool.sort(*parameter));
                let (arity, plain) = (opaque.parameters.len(), parameters.into_iter().all(is_int));
                let results = opaque.ends.iter().flat_map(|end| end.sorts());
                if !plain || opaque.ends.len() != 1 || !results.into_iter().all(is_int) {
                    continue;
                }
                let args: Vec<Vec<TermId>> = match arity {
                    1 => {
                        let shift = |pool: &mut Pool, term: TermId, by: i64| {
                            let by = pool.int(by);
                            vec![pool.app(Op::Int(IntOp::Add), &[term, by])]
                        };
                        let mut args: Vec<Vec<TermId>> = ints.iter().map(|term| vec![*term]).collect();
                        for by in [-1, 1] {
                            args.extend(counters.iter().map(|term| shift(pool, *term, by)));
                        }
                        args
                    }
                    2 => ints.iter().flat_map(|a| ints.iter().map(|b| vec![*a, *b])).collect(),
                    _ => Vec::new(),
                };
                for args in args {
                    for leaf in 0..opaque.ends[0].sorts().len() {
                        let call = opaque.result(pool, 0, leaf, &args);
                        if found.len() < MOST && !found.contains(&call) {
                            found.push(call);
                        }
                    }
                }
            }
        }
        found
    }

    /// The equation of one call: a fact for each path through the body.
    fn unfold(&self, pool: &mut Pool, (side, index, args): &Instance, trusted: bool, facts: &mut Vec<TermId>) {
        let definition = &self.of(*side)[*index];
        let opaque = &definition.opaque;
        let Some(graph) = opaque.graph.as_ref().filter(|graph| graph.is_straight()) else { return };
        let by: FxHashMap<VarId, TermId> =
            opaque.parameters.iter().zip(args).map(|(parameter, arg)| (variable_of(pool, *parameter), *arg)).collect();
        let call = Call { function: *index, args: args.clone() };
        let guard = self.returned(pool, *side, &call, trusted);
        for edge in &graph.edges {
            let Some((end, places)) = opaque.end_of(&graph.nodes[edge.to]) else { continue };
            let mut given = pool.bool(true);
            if let Some(ends_so) = opaque.ends_in(pool, end, args) {
                given = pool.and(given, ends_so);
            }
            for (leaf, place) in places.into_iter().enumerate() {
                let value = edge.values[place];
                let (result, value) = (opaque.result(pool, end, leaf, args), pool.substitute(value, &by));
                let equal = pool.eq(result, value);
                given = pool.and(given, equal);
            }
            for call in &edge.calls {
                let args = call.args.iter().map(|arg| pool.substitute(*arg, &by)).collect();
                let call = Call { function: call.function, args };
                if let Some(returned) = self.returned(pool, *side, &call, trusted) {
                    given = pool.and(given, returned);
                }
            }
            let mut taken = pool.substitute(edge.condition, &by);
            if let Some(guard) = guard {
                taken = pool.and(taken, guard);
            }
            let not_taken = pool.not(taken);
            facts.push(pool.or(not_taken, given));
        }
    }

    /// Runs the function's graph.
    fn run(
        &self,
        pool: &Pool,
        meaning: &Meaning,
        side: Side,
        index: usize,
        args: &[&Value],
    ) -> Option<(usize, Vec<Value>)> {
        const STEPS: usize = 100;
        let opaque = &self.of(side)[index].opaque;
        let graph = opaque.graph.as_ref()?;
        let mut assignment = meaning.0.inputs.clone();
        for (parameter, arg) in opaque.parameters.iter().zip(args) {
            assignment.set(variable_of(pool, *parameter), (*arg).clone());
        }
        let mut node = Graph::START;
        for _ in 0..STEPS {
            if let Some((end, places)) = opaque.end_of(&graph.nodes[node]) {
                let variables = &graph.nodes[node].variables;
                let value = |place: &usize| assignment.get(pool, variable_of(pool, variables[*place]));
                return Some((end, places.iter().map(value).collect()));
            }
            let mut evaluator = meaning.evaluator(assignment.clone());
            node = advance(pool, graph, node, &mut evaluator, &mut assignment)?;
        }
        None
    }
}

/// The function and the arguments, if the term is a call.
pub(crate) fn applied(pool: &Pool, term: TermId) -> Option<(&Arc<FunctionSymbol>, &[TermId])> {
    match pool.node(term) {
        Node::App(Op::Apply(symbol), args) => Some((symbol, args)),
        _ => None,
    }
}

/// What calls give on one input of the program, found by running them.
#[derive(Clone)]
pub(crate) struct Meaning(Rc<Inner>);

/// A name and the arguments it is applied to.
type ConcreteCall = (Symbol, Vec<Value>);

struct Inner {
    definitions: Rc<Definitions>,
    inputs: Assignment,
    known: RefCell<FxHashMap<ConcreteCall, Option<Value>>>,
    depth: Cell<u32>,
    fuel: Cell<u32>,
}

impl Meaning {
    pub(crate) fn new(definitions: &Rc<Definitions>, inputs: &Assignment) -> Meaning {
        const FUEL: u32 = 2_000;
        Meaning(Rc::new(Inner {
            definitions: Rc::clone(definitions),
            inputs: inputs.clone(),
            known: RefCell::default(),
            depth: Cell::new(0),
            fuel: Cell::new(FUEL),
        }))
    }

    pub(crate) fn evaluator(&self, assignment: Assignment) -> Evaluator {
        if self.0.definitions.is_empty() {
            return Evaluator::new(assignment);
        }
        Evaluator::with_functions(assignment, Rc::new(self.clone()))
    }
}

impl Interpretation for Meaning {
    fn apply(&self, pool: &Pool, function: &FunctionSymbol, args: &[&Value]) -> Option<Value> {
        const DEPTH: u32 = 60;
        let key = (function.name, args.iter().map(|arg| (*arg).clone()).collect::<Vec<Value>>());
        if let Some(known) = self.0.known.borrow().get(&key) {
            return known.clone();
        }
        let (depth, fuel) = (self.0.depth.get(), self.0.fuel.get());
        if depth >= DEPTH || fuel == 0 {
            return None;
        }
        let (side, index) = *self.0.definitions.owners.get(&function.name)?.first()?;
        self.0.depth.set(depth + 1);
        self.0.fuel.set(fuel - 1);
        let ended = self.0.definitions.run(pool, self, side, index, args);
        self.0.depth.set(depth);
        let value = ended.and_then(|(end, values)| self.0.definitions.part(side, index, function.name, end, &values));
        self.0.known.borrow_mut().insert(key, value.clone());
        value
    }
}

impl Definitions {
    /// What a name stands for, of a call that ended so.
    fn part(&self, side: Side, index: usize, name: Symbol, end: usize, values: &[Value]) -> Option<Value> {
        let opaque = &self.of(side)[index].opaque;
        if name == opaque.symbol(&returns(side)) {
            return Some(Value::Bool(true));
        }
        if name == opaque.end_name() {
            return Some(Value::int(end as i64));
        }
        let leaf = (0..values.len()).find(|leaf| opaque.result_name(end, *leaf) == name)?;
        Some(values[leaf].clone())
    }
}

/// The part of a function's name for that it returns. Each version returns by itself.
fn returns(side: Side) -> String {
    format!(".returns.{side}")
}

/// Replaces calls by variables, so that a solver's model can be evaluated.
#[derive(Default)]
pub(crate) struct Flat {
    /// The variable of each call with flat arguments.
    variables: FxHashMap<TermId, TermId>,
    known: FxHashMap<TermId, TermId>,
}

impl Flat {
    /// The terms without calls. What holds of the variables that stand for them is added.
    pub(crate) fn flatten(
        &mut self,
        pool: &mut Pool,
        definitions: &Definitions,
        terms: &[TermId],
    ) -> (Vec<TermId>, Vec<TermId>) {
        if definitions.is_empty() {
            return (terms.to_vec(), Vec::new());
        }
        let flat: Vec<TermId> = terms.iter().map(|term| self.term(pool, definitions, *term)).collect();
        let mut used: Vec<(TermId, TermId)> = Vec::new();
        let mut seen: FxHashSet<VarId> = FxHashSet::default();
        let mut open: Vec<TermId> = flat.clone();
        while let Some(term) = open.pop() {
            for variable in pool.free_variables([term]) {
                let stands_for = self.variables.iter().find(|(_, known)| **known == pool.variable(variable).term);
                if let Some((call, known)) = stands_for.filter(|_| seen.insert(variable)) {
                    used.push((*call, *known));
                    open.extend(applied(pool, *call).map(|(_, args)| args.to_vec()).unwrap_or_default());
                }
            }
        }
        used.sort_unstable();
        (flat, congruence(pool, &used))
    }

    fn term(&mut self, pool: &mut Pool, definitions: &Definitions, term: TermId) -> TermId {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if self.known.contains_key(&next) {
                work.pop();
                continue;
            }
            let flat = match pool.node(next).clone() {
                Node::Var(_) | Node::Const(_) => next,
                Node::App(op, args) => {
                    let before = work.len();
                    work.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
                    if work.len() > before {
                        continue;
                    }
                    let new: Vec<TermId> = args.iter().map(|arg| self.known[arg]).collect();
                    let made = if new[..] == args[..] { next } else { pool.app(op.clone(), &new) };
                    match applied(pool, made) {
                        Some((symbol, _)) if definitions.owners.contains_key(&symbol.name) => {
                            let (name, sort) = (symbol.name, symbol.result);
                            *self.variables.entry(made).or_insert_with(|| pool.fresh(name.as_str(), sort))
                        }
                        _ => made,
                    }
                }
            };
            self.known.insert(next, flat);
            work.pop();
        }
        self.known[&term]
    }
}

/// Equal arguments give equal results; lengths are not negative.
fn congruence(pool: &mut Pool, used: &[(TermId, TermId)]) -> Vec<TermId> {
    let mut facts = Vec::new();
    for (index, (call, variable)) in used.iter().enumerate() {
        if pool.sort(*variable).element().is_some() {
            let (zero, length) = (pool.int(0), pool.seq_len(*variable));
            facts.push(pool.app(Op::Int(IntOp::Le), &[zero, length]));
        }
        for (other, of_other) in &used[..index] {
            let (Some((f, a)), Some((g, b))) = (applied(pool, *call), applied(pool, *other)) else { continue };
            if f != g {
                continue;
            }
            let pairs: Vec<(TermId, TermId)> = a.iter().copied().zip(b.iter().copied()).collect();
            let mut same = pool.bool(true);
            for (x, y) in pairs {
                let equal = pool.eq(x, y);
                same = pool.and(same, equal);
            }
            let (differ, equal) = (pool.not(same), pool.eq(*variable, *of_other));
            facts.push(pool.or(differ, equal));
        }
    }
    facts
}
