//! Two versions of a function that calls itself.
//!
//! Rule PROC-P-EQ of Godlin and Strichman: take the calls that both bodies make to give the same
//! where their arguments are the same, and show that then both bodies give the same. By induction
//! on the depth of the calls, they give the same wherever both return. For this, equations may be
//! unfolded only for calls that are made: those have less depth. The call itself has not, and
//! unfolding it would prove anything.

//!
//! Rule M-TERM of the same authors: if both bodies, given the same, make the same calls, then they
//! return on the same inputs. For if one of them did not return, it would be for a call that does
//! not return; the other makes that call, too, and so on without end.

use std::rc::Rc;
use std::time::{Duration, Instant};

use equiv::Side;
use equiv::inputs::Generator;
use rustc_hash::FxHashMap;
use smt::Effort;
use term::{Assignment, Pool, TermId, VarId};
use value::Value;

use crate::attempts::Task;
use crate::definitions::{Definition, Definitions};
use crate::houdini::Theory;
use crate::unchanged;
use crate::{Prover, assignment};
use cut_graph::Extracted;
use cut_graph::variable_of;
use cut_graph::{Call, CutPoint, Graph};
use cut_graph::{Opaque, Shared};

/// Time for one pair of functions, in milliseconds.
const SLICE: u64 = 2_500;

/// The functions that give the same in both versions wherever both return. `kept`: those that are
/// terms because they are the same code; what turns out not to be is removed.
pub(crate) fn same_functions(
    prover: &mut Prover<'_>,
    old: &Extracted,
    new: &Extracted,
    kept: &mut Vec<Shared>,
) -> Vec<Shared> {
    let matching = &prover.problem.matching;
    let mut shared: Vec<Shared> = kept.clone();
    for f in old.functions.iter().filter(|f| !f.is_kept) {
        let partner = new.functions.iter().find(|g| matching.new_of(f.function) == Some(g.function));
        if let Some(g) = partner.filter(|g| f.is_like(g, &prover.setting.pool)) {
            shared.push(Shared { old: f.function, new: g.function });
        }
    }
    // All are taken to be the same at once; where one is not, the others rest on less.
    while !shared.is_empty() {
        let Some(failed) = first_that_differs(prover, &shared, kept) else { return shared };
        let failed = shared.remove(failed);
        kept.retain(|known| *known != failed);
    }
    shared
}

fn first_that_differs(prover: &mut Prover<'_>, shared: &[Shared], kept: &[Shared]) -> Option<usize> {
    let (Ok(old), Ok(new)) = (prover.extract(Side::Old, shared, kept), prover.extract(Side::New, shared, kept)) else {
        return Some(0);
    };
    let definitions = Rc::new(Definitions::new(&mut prover.setting.pool, old.functions, new.functions));
    shared.iter().position(|pair| !is_same(prover, &definitions, pair))
}

/// Do both functions give the same, in whatever way they are called in both versions?
fn is_same(prover: &mut Prover<'_>, definitions: &Rc<Definitions>, pair: &Shared) -> bool {
    let (of_old, of_new) = (definitions.of(Side::Old), definitions.of(Side::New));
    let mut is_called = false;
    for (f, definition) in of_old.iter().enumerate().filter(|(_, row)| row.opaque.function == pair.old) {
        let is_partner =
            |row: &Definition| row.opaque.function == pair.new && row.opaque.is_one_with(&definition.opaque);
        let Some(g) = of_new.iter().position(is_partner) else { continue };
        is_called = true;
        if !unchanged::are_twins(&mut prover.setting.pool, of_old, of_new, (f, g))
            && (definition.opaque.is_kept || !gives_same(prover, definitions, &of_old[f].opaque, &of_new[g].opaque))
        {
            return false;
        }
    }
    is_called
}

/// Do both bodies give the same if their calls do?
fn gives_same(prover: &mut Prover<'_>, definitions: &Rc<Definitions>, f: &Opaque, g: &Opaque) -> bool {
    let (Some(old), Some(new)) = (&f.graph, &g.graph) else { return false };
    if !f.is_like(g, &prover.setting.pool) || old.stuck().is_some() || new.stuck().is_some() {
        return false;
    }
    // Both begin with the same arguments.
    let by = same_parameters(&prover.setting.pool, f, g);
    let mut new = new.clone();
    new.map_terms(|term| prover.setting.pool.substitute(term, &by));
    let inputs: Vec<_> = prover.setting.inputs.iter().chain(&f.parameters).copied().collect();
    let runs = runs(prover, &inputs);
    let slice = Instant::now() + std::time::Duration::from_millis(SLICE);
    let task = Task {
        old,
        new: &new,
        inputs,
        context: None,
        definitions,
        logic: &prover.setting.logic.clone(),
        trusted: false,
        runs: &runs,
        deadline: prover.budget.deadline.min(slice),
    };
    let mut goal = |pool: &mut Pool, x: &CutPoint, y: &CutPoint| same_end(pool, (f, x), (g, y));
    task.prove(&mut prover.setting.pool, &mut goal).is_ok()
}

/// Both ends are of one kind and give the same.
fn same_end(pool: &mut Pool, (f, x): (&Opaque, &CutPoint), (g, y): (&Opaque, &CutPoint)) -> TermId {
    let (Some((end, of_old)), Some((other, of_new))) = (f.end_of(x), g.end_of(y)) else { return pool.bool(false) };
    let mut same = pool.bool(end == other && of_old.len() == of_new.len());
    let pairs =
        of_old.into_iter().map(|place| x.variables[place]).zip(of_new.into_iter().map(|place| y.variables[place]));
    for (x, y) in pairs {
        let equal = if pool.sort(x) == pool.sort(y) { pool.eq(x, y) } else { pool.bool(false) };
        same = pool.and(same, equal);
    }
    same
}

/// Do both versions return on the same inputs, because they and all functions make the same calls?
/// The functions that have one name in both versions give the same wherever both return.
pub(crate) fn return_together(
    pool: &mut Pool,
    theory: &Theory<'_>,
    (old, new): (&Graph, &Graph),
    context: Option<TermId>,
) -> bool {
    let mut pairs = vec![(old.clone(), new.clone())];
    let (of_old, of_new) = (theory.definitions.of(Side::Old), theory.definitions.of(Side::New));
    for (index, definition) in of_old.iter().enumerate() {
        let f = &definition.opaque;
        // One without a partner must not be called by the others, unless it always returns.
        let Some(partner) = of_new.iter().position(|other| other.opaque.is_one_with(f)) else { continue };
        let is_settled = definition.is_total && of_new[partner].is_total;
        if is_settled || unchanged::are_twins(pool, of_old, of_new, (index, partner)) {
            continue;
        }
        let g = &of_new[partner].opaque;
        let (Some(old), Some(mut new)) = (f.graph.clone(), g.graph.clone()) else { return false };
        let by = same_parameters(pool, f, g);
        new.map_terms(|term| pool.substitute(term, &by));
        pairs.push((old, new));
    }
    let context: Vec<TermId> = context.into_iter().collect();
    pairs.iter().all(|(old, new)| {
        let (old, new) = ((Side::Old, old), (Side::New, new));
        makes_calls_of(pool, theory, old, new, &context) && makes_calls_of(pool, theory, new, old, &context)
    })
}

/// Does the first make every call that the second makes, as far as it may not return?
fn makes_calls_of(
    pool: &mut Pool,
    theory: &Theory<'_>,
    (side, graph): (Side, &Graph),
    (other_side, other): (Side, &Graph),
    context: &[TermId],
) -> bool {
    const PATIENCE: Duration = Duration::from_millis(500);
    if !graph.is_straight() || !other.is_straight() {
        return false;
    }
    let callee = |side: Side, call: &Call| &theory.definitions.of(side)[call.function].opaque;
    let mut solver = theory.logic.solver();
    other.calls.iter().all(|site| {
        if theory.definitions.of(other_side)[site.call.function].is_total {
            return true;
        }
        let mut is_made = pool.bool(false);
        for own in graph.calls.iter().filter(|own| callee(side, &own.call).is_one_with(callee(other_side, &site.call)))
        {
            let mut same = own.condition;
            for (a, b) in own.call.args.iter().zip(&site.call.args) {
                let equal = pool.eq(*a, *b);
                same = pool.and(same, equal);
            }
            is_made = pool.or(is_made, same);
        }
        let not_made = pool.not(is_made);
        let terms: Vec<TermId> = context.iter().copied().chain([site.condition, not_made]).collect();
        let (terms, facts) = theory.flatten(pool, &terms);
        solver.refutes(pool, &[terms, facts].concat(), Effort { time: PATIENCE })
    })
}

/// The parameters of the second function by those of the first.
pub(crate) fn same_parameters(pool: &Pool, f: &Opaque, g: &Opaque) -> FxHashMap<VarId, TermId> {
    g.parameters.iter().zip(&f.parameters).map(|(new, old)| (variable_of(pool, *new), *old)).collect()
}

fn runs(prover: &Prover<'_>, inputs: &[TermId]) -> Vec<Assignment> {
    let sorts = inputs.iter().map(|input| prover.setting.pool.sort(*input)).collect();
    let mut generator = Generator::of_sorts(prover.problem, sorts, prover.budget.seed ^ 0x5eed);
    let mut next = || -> Vec<Value> { generator.next_inputs() };
    (0..60).map(|_| assignment(&prover.setting.pool, inputs, next())).collect()
}
