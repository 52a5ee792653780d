//! What happens when a path comes to a cut point: the state there is made general enough for it.

use std::rc::Rc;
use std::sync::Arc;

use equiv::Why;
use equiv::gap::Shapeless;
use ir::Span;
use semantics::{AtCall, Machine, Path, Setting, SymOutcome};
use term::facts::Interval;
use term::{Pool, TermId};
use value::{IntOp, Op, Sort};

use crate::extract::{Arrival, Cutting, NODES, Stop};
use crate::graph::{Call, CutPoint, Location, NodeId};
use crate::heap;
use crate::names;
use crate::resolve::Resolver;
use crate::shape::{Name, Shape, Shaper};

/// Different shapes of state at one loop, and of one kind of end.
const SHAPES_OF_HEADS: usize = 6;
const SHAPES_OF_ENDS: usize = 8;

impl Cutting<'_, '_> {
    /// A path ended at a cut point or at the end of the program.
    pub(crate) fn arrive_under(
        &mut self,
        from: NodeId,
        condition: TermId,
        mut machine: Machine,
        mut outcome: Option<SymOutcome>,
        calls: Vec<Call>,
    ) -> Result<(), Stop> {
        if self.body_of.is_some() && machine.choices > 0 {
            return Err(self.gap(Why::ChoiceInRecursion, None));
        }
        self.fix_choices();
        let program = self.problem.program(self.side);
        let Setting { pool, path, .. } = &mut *self.setting;
        let unset = pool.bool(false);
        machine.clear_dead(|function| Arc::clone(&program.functions[function]), unset);
        let mut resolver = Resolver::default();
        let given = outcome.iter_mut().flat_map(SymOutcome::terms_mut);
        machine.terms_mut().chain(given).for_each(|term| *term = resolver.term(pool, path, *term));
        match self.body_of {
            None => {
                heap::drop_garbage(self.problem, self.side, pool, &mut machine, outcome.as_ref(), 0);
            }
            // Whoever called it may know objects that it does not.
            Some(index) => self.end_call(index, &mut machine, outcome.as_mut())?,
        }
        let called = machine.at_call.is_some();
        let most = if outcome.is_some() { SHAPES_OF_ENDS } else { SHAPES_OF_HEADS };
        let mut variant = 0;
        loop {
            let location = match &outcome {
                None => Location::Head(machine.location(), variant, called, machine.choices),
                Some(SymOutcome::Returned(_)) => Location::End(0, variant, called),
                Some(SymOutcome::Raised(_)) => Location::End(1, variant, called),
                Some(SymOutcome::Trapped) => Location::End(2, variant, called),
            };
            match self.join(&location, &machine, outcome.as_ref()) {
                Ok(to) => {
                    let arrival = Arrival { condition, to, machine, outcome, calls };
                    self.edges.get_mut(&from).expect("made when the node was left").push(arrival);
                    return Ok(());
                }
                Err(_) if variant + 1 < most => variant += 1,
                Err(what) => return Err(self.gap(Why::Shapeless(what), Some(self.nodes[from].place))),
            }
        }
    }

    /// What a function that is a term changes must be known; the objects that it leaves behind are
    /// numbered in the same way on every path.
    fn end_call(&mut self, index: usize, machine: &mut Machine, outcome: Option<&mut SymOutcome>) -> Result<(), Stop> {
        let start = self.functions()[index].start();
        let is_known = heap::drop_garbage(
            self.problem,
            self.side,
            &mut self.setting.pool,
            machine,
            outcome.as_deref(),
            start.references,
        );
        let Some(outcome) = outcome else { return Ok(()) };
        if !is_known || !heap::number_newer(&mut self.setting.pool, machine, outcome, start.references) {
            return Err(self.gap(Why::RecursionLeavesObjects, None));
        }
        let changed = (0..machine.cells.len()).filter(|slot| machine.cells[*slot] != start.cells[*slot]);
        let mut is_news = false;
        for slot in changed {
            is_news |= self.add_effect(index, slot);
        }
        if is_news { Err(Stop::Learned(index)) } else { Ok(()) }
    }

    /// Finds or makes the node, made general enough for this state.
    fn join(
        &mut self,
        location: &Location,
        machine: &Machine,
        outcome: Option<&SymOutcome>,
    ) -> Result<NodeId, Shapeless> {
        let terms = state_terms(machine, outcome);
        let known = self.nodes.iter().find(|(_, node)| node.location == *location).map(|(id, _)| id);
        // What a function gives is told by its results alone; on the way its arguments stay as they are.
        let inputs = if outcome.is_some() { self.input_variables.clone() } else { self.fixed_variables() };
        let Setting { pool, path, logic, .. } = &mut *self.setting;
        let mut shaper = Shaper { pool, inputs: &inputs };
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
                let mut path = Path::new(logic.solver(), self.deadline);
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
            return Err(Shapeless::ManyLoops);
        }
        let names =
            names::of_state(self.problem.program(self.side), &self.problem.matching, self.side, shaper.pool, machine);
        let mut variables = Vec::new();
        let mut next = names.terms.iter();
        let terms: Vec<TermId> = shapes
            .iter()
            .map(|shape| {
                // What is not part of the state is part of the outcome.
                let text = next.next().unwrap_or(&names.result);
                shaper.instance(shape, &Name { text, objects: &names.objects }, &mut variables)
            })
            .collect();
        let (machine, outcome) = with_terms(machine, outcome, &terms);
        let bounds = bound_conditions(&mut self.setting.pool, &variables, &intervals);
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
            Some(body.first_span(frame.block)).filter(|span| !span.is_none())
        });
        spans.into_iter().next().unwrap_or(Span::none())
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
    fits.ok_or(Shapeless::StatesDiffer)?;
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
pub(crate) fn state_terms(machine: &Machine, outcome: Option<&SymOutcome>) -> Vec<TermId> {
    let mut terms: Vec<TermId> = machine.terms().collect();
    terms.extend(machine.at_call.iter().flat_map(|at_call| at_call.cells.iter().copied()));
    terms.extend(outcome.into_iter().flat_map(SymOutcome::terms));
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
