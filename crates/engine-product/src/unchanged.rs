//! Functions that are the same in both versions, kept as terms.
//!
//! What such a function gives depends only on its arguments and on what it can reach. Where both
//! versions call it, its loops need not be gone through: equal arguments give equal results. It is
//! opened only where that does not suffice.

use std::collections::BTreeSet;

use equiv::{Problem, Side};
use ir::calls::{callers, reachable};
use ir::cfg::loop_heads;
use ir::{FnId, Function};
use term::Pool;

use crate::definitions::Definition;
use cut_graph::Call;
use cut_graph::Shared;
use cut_graph::variable_of;

use crate::recursion::same_parameters;

/// The functions with loops that are the same in both versions and that both can call.
pub(crate) fn candidates(problem: &Problem) -> Vec<Shared> {
    let program = problem.program(Side::Old);
    // Those that turn a loop, or call one that does.
    let looping = callers(program, |id| has_loop(&program.functions[id]));
    let called = [Side::Old, Side::New].map(|side| called(problem, side));
    let mut found: Vec<Shared> = Vec::new();
    for (old, function) in program.functions.iter() {
        let Some(new) = problem.matching.new_of(old) else { continue };
        let worth_it = if function.is_source() { looping[old] } else { has_loop(function) };
        let can_be = problem.matching.seems_unchanged(old) && called[0].contains(&old) && called[1].contains(&new);
        if worth_it && can_be {
            found.push(Shared { old, new });
        }
    }
    found
}

/// What a version can call, but for the code around the client and the client itself.
fn called(problem: &Problem, side: Side) -> BTreeSet<FnId> {
    let (program, entry) = (problem.program(side), problem.entry(side));
    let mut found = reachable(program, entry.entry);
    found.remove(&entry.entry);
    found.remove(&entry.client);
    found
}

fn has_loop(function: &Function) -> bool {
    function.body().is_some_and(|body| loop_heads(body).rows().contains(&true))
}

/// Are both bodies the same, path by path? Then both return on the same arguments, and the same.
pub(crate) fn are_twins(pool: &mut Pool, old: &[Definition], new: &[Definition], (f, g): (usize, usize)) -> bool {
    let (f, g) = (&old[f].opaque, &new[g].opaque);
    let (Some(x), Some(y)) = (&f.graph, &g.graph) else { return false };
    let alike = f.is_like(g, pool) && x.nodes.len() == y.nodes.len() && x.edges.len() == y.edges.len();
    if !alike || x.calls.len() != y.calls.len() {
        return false;
    }
    let mut by = same_parameters(pool, f, g);
    for (a, b) in x.nodes.rows().iter().zip(y.nodes.rows()) {
        if a.variables.len() != b.variables.len() || f.end_of(a).map(|end| end.0) != g.end_of(b).map(|end| end.0) {
            return false;
        }
        let pairs = b.variables.iter().zip(&a.variables);
        by.extend(pairs.map(|(of_new, of_old)| (variable_of(pool, *of_new), *of_old)));
    }
    let mut y = y.clone();
    y.map_terms(|term| pool.substitute(term, &by));
    let same_call =
        |a: &Call, b: &Call| old[a.function].opaque.is_one_with(&new[b.function].opaque) && a.args == b.args;
    let same_calls = |a: &[Call], b: &[Call]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_call(a, b));
    let same_edges = x.edges.iter().zip(&y.edges).all(|(a, b)| {
        (a.from, a.to, a.condition) == (b.from, b.to, b.condition)
            && a.values == b.values
            && same_calls(&a.calls, &b.calls)
    });
    let same_sites = x
        .calls
        .iter()
        .zip(&y.calls)
        .all(|(a, b)| (a.from, a.condition) == (b.from, b.condition) && same_call(&a.call, &b.call));
    same_edges && same_sites
}
