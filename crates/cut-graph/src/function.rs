//! Functions that call themselves, or that are the same in both versions, as terms.
//!
//! A call of such a function is not entered: what it gives, and what it makes of the state, is the
//! value of an uninterpreted function of the leaves of its arguments and of the state it can see.
//! Its body is a graph of its own, and so an equation that the uninterpreted function satisfies
//! wherever the call returns.
//!
//! Left out: functions that leave any number of objects behind; a gap.

use equiv::gap::Shapeless;
use std::sync::Arc;

use equiv::{Problem, Side};
use ir::FnId;
use rustc_hash::FxHashMap;
use semantics::{Ending, Machine, SymOutcome};
use term::{Pool, TermId};
use value::{FunctionSymbol, Op, Sort, Symbol};

use crate::graph::{CutPoint, Graph, Location};
use crate::heap;
use crate::shape::{Name, Shape, Shaper};

/// A function of each version that give the same.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Shared {
    pub old: FnId,
    pub new: FnId,
}

impl Shared {
    pub fn function(&self, side: Side) -> FnId {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }
}

/// One version's function.
#[derive(Clone)]
pub struct Opaque {
    pub function: FnId,
    /// The same in both versions, and a term from the first.
    pub is_kept: bool,
    /// How the arguments are made, where calls are told apart by that.
    key: Option<String>,
    owner: Owner,
    /// `old.fact`: what it is called in what is shown. Others may be called the same.
    pub label: String,
    /// Of the arguments, then of the cells; empty until it is called.
    shapes: Vec<Shape>,
    args: Vec<TermId>,
    start: Option<Machine>,
    /// The variables of the shapes.
    pub parameters: Vec<TermId>,
    /// The cells that a call may change, by slot.
    effects: Vec<usize>,
    /// The ways in which a call can end.
    pub ends: Vec<End>,
    pub graph: Option<Graph>,
}

/// Whose function it is, and so which one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Owner {
    One(Side, FnId),
    /// A function of the old version and one of the new that give the same.
    Both(FnId, FnId),
}

/// A way in which a call can end.
#[derive(Clone, PartialEq)]
pub struct End {
    kind: Ending,
    /// Tells apart ends of one kind and different shapes.
    variant: usize,
    /// Of the cells that may be changed, then of the outcome.
    shapes: Vec<Shape>,
    effects: usize,
    /// Objects that are left behind.
    made: u32,
}

impl Opaque {
    /// `shared`: the pair that it is part of.
    pub fn new(problem: &Problem, side: Side, function: FnId, is_kept: bool, shared: Option<&Shared>) -> Opaque {
        let name = problem.program(side).functions[function].name;
        // The module is of no interest to a reader.
        let name = name.as_str().rsplit('.').next().unwrap_or_default();
        let (owner, label) = match shared {
            None => (Owner::One(side, function), format!("{side}.{name}")),
            Some(pair) => (Owner::Both(pair.old, pair.new), name.to_owned()),
        };
        Opaque {
            function,
            is_kept,
            key: None,
            owner,
            label,
            shapes: Vec::new(),
            args: Vec::new(),
            start: None,
            parameters: Vec::new(),
            effects: Vec::new(),
            ends: Vec::new(),
            graph: None,
        }
    }

    /// The index of the one for calls whose arguments are made so; it is added if there is none.
    pub fn variant(functions: &mut Vec<Opaque>, function: FnId, key: String) -> usize {
        let is_it = |known: &Opaque| known.function == function && (!known.is_kept || known.key.as_ref() == Some(&key));
        if let Some(index) = functions.iter().position(is_it) {
            return index;
        }
        let first = functions.iter().position(|known| known.function == function).expect("it is opaque");
        if functions[first].key.is_none() {
            functions[first].key = Some(key);
            return first;
        }
        let mut other = functions[first].clone();
        other.forget();
        other.key = Some(key);
        functions.push(other);
        functions.len() - 1
    }

    /// Are both one function, called in the same way?
    pub fn is_one_with(&self, other: &Opaque) -> bool {
        self.symbol("") == other.symbol("")
    }

    /// The name of the uninterpreted function for a part of what it gives. What is in brackets
    /// tells it apart from all others, and cannot stand in a name of the source.
    pub fn symbol(&self, part: &str) -> Symbol {
        let key = self.key.as_deref().unwrap_or_default();
        Symbol::new(&format!("{}{part}\u{27e8}{:?} {key}\u{27e9}", self.label, self.owner))
    }

    /// As if it had not been called yet.
    pub fn forget(&mut self) {
        (self.shapes, self.args, self.parameters) = (Vec::new(), Vec::new(), Vec::new());
        (self.effects, self.ends, self.start, self.graph) = (Vec::new(), Vec::new(), None, None);
    }

    pub fn is_called(&self) -> bool {
        self.start.is_some()
    }

    /// Does its body, as far as it is known, call the function with that index?
    pub fn calls(&self, index: usize) -> bool {
        self.graph.as_ref().is_some_and(|graph| graph.calls.iter().any(|site| site.call.function == index))
    }

    /// The state it starts in, over its parameters.
    pub fn start(&self) -> Machine {
        self.start.clone().expect("it was called")
    }

    pub fn args(&self) -> Vec<TermId> {
        self.args.clone()
    }

    /// Can both be one uninterpreted function: the same sorts of parameters and of results?
    pub fn is_like(&self, other: &Opaque, pool: &Pool) -> bool {
        let sorts = |function: &Opaque| function.parameters.iter().map(|term| pool.sort(*term)).collect::<Vec<_>>();
        let ends = |function: &Opaque| function.ends.iter().map(|end| (end.kind, end.sorts())).collect::<Vec<_>>();
        sorts(self) == sorts(other) && ends(self) == ends(other) && self.effects == other.effects
    }

    /// Which of its ends a node of its body is, and where the variables stand for what it gives.
    pub fn end_of(&self, node: &CutPoint) -> Option<(usize, Vec<usize>)> {
        let (Location::End(_, variant, _), Some(outcome)) = (&node.location, &node.outcome) else { return None };
        let kind = outcome.ending();
        let end = self.ends.iter().position(|end| (end.kind, end.variant) == (kind, *variant))?;
        let mut places = Vec::new();
        let mut next = 0;
        let given = self.given(node);
        for (index, shape) in node.shapes.iter().enumerate() {
            let mut sorts = Vec::new();
            shape.leaf_sorts(&mut sorts);
            if given.contains(&index) {
                places.extend(next..next + sorts.len());
            }
            next += sorts.len();
        }
        Some((end, places))
    }

    /// Which parts of the state at an end belong to what a call gives, in order.
    fn given(&self, node: &CutPoint) -> Vec<usize> {
        let outcome = node.outcome.iter().flat_map(SymOutcome::terms).count();
        let frames = node.machine.terms().count() - node.machine.cells.len();
        let effects = self.effects.iter().map(|slot| frames + slot);
        effects.chain(node.shapes.len() - outcome..node.shapes.len()).collect()
    }

    /// Notes that a call may change the cell. Was that not known?
    pub fn add_effect(&mut self, slot: usize) -> bool {
        let is_new = !self.effects.contains(&slot);
        if is_new {
            self.effects.push(slot);
            self.effects.sort_unstable();
            self.ends.clear();
            self.graph = None;
        }
        is_new
    }

    pub fn effects(&self) -> &[usize] {
        &self.effects
    }

    /// The values that a call gives the parameters. `None`: they had to be made more general.
    pub fn fit(
        &mut self,
        shaper: &mut Shaper<'_>,
        args: &[TermId],
        machine: &Machine,
    ) -> Result<Option<Vec<TermId>>, Shapeless> {
        let terms: Vec<TermId> = args.iter().chain(&machine.cells).copied().collect();
        let known = self.is_called();
        let shapes: Vec<Shape> = match known {
            false => terms.iter().map(|term| shaper.shape(*term)).collect::<Result<_, _>>()?,
            true => {
                let pairs = self.shapes.iter().zip(&terms);
                pairs.map(|(shape, term)| shaper.join(shape, *term)).collect::<Result<_, _>>()?
            }
        };
        if !known || shapes != self.shapes {
            self.parameters.clear();
            let name = Name { text: "parameter", objects: &FxHashMap::default() };
            let terms: Vec<TermId> =
                shapes.iter().map(|shape| shaper.instance(shape, &name, &mut self.parameters)).collect();
            self.args = terms[..args.len()].to_vec();
            let mut start = Machine::new(terms[args.len()..].to_vec());
            start.references = machine.references;
            start.at_call = machine.at_call.clone();
            (self.shapes, self.start) = (shapes, Some(start));
            self.ends.clear();
            self.graph = None;
            return Ok(None);
        }
        let mut values = Vec::new();
        let fits =
            self.shapes.iter().zip(&terms).try_for_each(|(shape, term)| shaper.leaves(shape, *term, &mut values));
        fits.ok_or(Shapeless::StatesDiffer)?;
        Ok(Some(values))
    }

    /// Takes over the ends of its body. Were there others than known?
    pub fn learn_ends(&mut self, graph: &Graph) -> bool {
        let mut ends: Vec<End> = Vec::new();
        for (_, node) in graph.nodes.iter() {
            let (Location::End(_, variant, _), Some(outcome)) = (&node.location, &node.outcome) else { continue };
            let kind = outcome.ending();
            let shapes = self.given(node).into_iter().map(|index| node.shapes[index].clone()).collect();
            let made = node.machine.references - self.start().references;
            ends.push(End { kind, variant: *variant, shapes, effects: self.effects.len(), made });
        }
        ends.sort_by_key(|end| (end.kind as u8, end.variant));
        let changed = ends != self.ends;
        self.ends = ends;
        changed
    }

    fn apply(&self, pool: &mut Pool, name: Symbol, args: &[TermId], result: Sort) -> TermId {
        let params = args.iter().map(|arg| pool.sort(*arg)).collect();
        let symbol = FunctionSymbol { name, params, result };
        pool.app(Op::Apply(Arc::new(symbol)), args)
    }

    /// What a call that ends so gives, leaf by leaf.
    pub fn result(&self, pool: &mut Pool, end: usize, leaf: usize, args: &[TermId]) -> TermId {
        let sort = self.ends[end].sorts()[leaf];
        self.apply(pool, self.result_name(end, leaf), args, sort)
    }

    pub fn result_name(&self, end: usize, leaf: usize) -> Symbol {
        let only = self.ends.len() == 1 && self.ends[end].sorts().len() == 1;
        self.symbol(&if only { String::new() } else { format!(".{end}.{leaf}") })
    }

    pub fn end_name(&self) -> Symbol {
        self.symbol(".end")
    }

    /// Which way a call ends; `None` if there is only one.
    pub fn ends_tag(&self, pool: &mut Pool, args: &[TermId]) -> Option<TermId> {
        (self.ends.len() > 1).then(|| self.apply(pool, self.end_name(), args, Sort::int()))
    }

    /// The condition that a call ends so; `None` if there is no other way.
    pub fn ends_in(&self, pool: &mut Pool, end: usize, args: &[TermId]) -> Option<TermId> {
        let tag = self.ends_tag(pool, args)?;
        let end = pool.int(end as i64);
        Some(pool.eq(tag, end))
    }
}

/// What a call gives.
pub struct Given {
    pub outcome: SymOutcome,
    /// What became of the cells that it may change.
    pub cells: Vec<TermId>,
    /// Those at the leaves.
    pub variables: Vec<TermId>,
    /// Objects that it leaves behind, with the numbers after those that there were at its start.
    made: u32,
}

impl Given {
    /// Gives the objects that were made the numbers after those that there are.
    pub fn number(&mut self, pool: &mut Pool, before: u32, machine: &mut Machine) -> bool {
        let after = machine.references;
        let next = |number: u32| if number > before { number - before + after } else { number };
        let mut is_possible = true;
        for term in self.outcome.terms_mut().chain(&mut self.cells) {
            let renumbered = heap::renumber(pool, *term, &next);
            is_possible &= renumbered.is_some();
            *term = renumbered.unwrap_or(*term);
        }
        machine.references += self.made;
        is_possible
    }
}

impl End {
    /// What a call gives, with new variables at the leaves.
    pub fn instance(&self, shaper: &mut Shaper<'_>) -> Given {
        let mut variables = Vec::new();
        let name = Name { text: "result", objects: &FxHashMap::default() };
        let mut cells: Vec<TermId> =
            self.shapes.iter().map(|shape| shaper.instance(shape, &name, &mut variables)).collect();
        let mut terms = cells.split_off(self.effects);
        let outcome = match self.kind {
            Ending::Returned => SymOutcome::Returned(terms.into()),
            Ending::Raised => SymOutcome::Raised(terms.pop().expect("one value is raised")),
            Ending::Trapped => SymOutcome::Trapped,
        };
        Given { outcome, cells, variables, made: self.made }
    }

    /// The sorts of the leaves.
    pub fn sorts(&self) -> Vec<Sort> {
        let mut sorts = Vec::new();
        self.shapes.iter().for_each(|shape| shape.leaf_sorts(&mut sorts));
        sorts
    }
}
