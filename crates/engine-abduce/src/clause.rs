//! From a way in which an obligation fails to facts that would rule it out.
//!
//! A *cube* is a set of literals that hold together where an obligation fails. The clause of their negations
//! rules it out; for all values of its variables, it is a fact about the library if every variable stands
//! in an argument of a library function.

use equiv::{Fact, library};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId, VarId};
use value::{BvOp, IntOp, Op, Symbol};

use crate::formula::{applications, argued_variables, at_most_zero, has_part, is_about_raising, literal, unit};

/// How parameters of library functions are called in the source.
pub(crate) type ParameterNames = FxHashMap<String, Vec<Symbol>>;

/// The cube without what says nothing about the library: variables that are bounded only, and literals
/// about variables that nothing else is about.
pub(crate) fn tidied(pool: &mut Pool, cube: &[TermId]) -> Vec<TermId> {
    let mut cube = cube.to_vec();
    while let Some(next) = eliminated(pool, &cube) {
        cube = next;
    }
    loop {
        let argued = argued_variables(pool, &cube);
        let is_idle = |pool: &Pool, index: usize| {
            let own = pool.free_variables([cube[index]]);
            let others: FxHashSet<VarId> = others(pool, &cube, index);
            applications(pool, &[cube[index]]).is_empty()
                && own.iter().any(|variable| !argued.contains(variable) && !others.contains(variable))
        };
        let Some(idle) = (0..cube.len()).find(|index| is_idle(pool, *index)) else { return cube };
        cube.remove(idle);
    }
}

fn others(pool: &Pool, cube: &[TermId], index: usize) -> FxHashSet<VarId> {
    let rest = cube.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, term)| *term);
    pool.free_variables(rest).into_iter().collect()
}

/// The cube without one number that no argument depends on: it is between its bounds, and there is one such
/// number if every lower bound is at most every upper bound.
fn eliminated(pool: &mut Pool, cube: &[TermId]) -> Option<Vec<TermId>> {
    let argued = argued_variables(pool, cube);
    for variable in pool.free_variables(cube.iter().copied()) {
        if argued.contains(&variable) {
            continue;
        }
        let (mut lower, mut upper, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_bounded = true;
        for term in cube {
            if !pool.free_variables([*term]).contains(&variable) {
                rest.push(*term);
                continue;
            }
            let this = pool.variable(variable).term;
            let Some(sum) = at_most_zero(pool, *term) else {
                is_bounded = false;
                break;
            };
            let factor = pool.linear_factors(sum).into_iter().find(|(factor, _)| *factor == this);
            let Some(sign) = factor.and_then(|(_, coefficient)| unit(&coefficient)) else {
                is_bounded = false;
                break;
            };
            let op = if sign { IntOp::Sub } else { IntOp::Add };
            let bound = pool.app(Op::Int(op), &[this, sum]);
            if pool.free_variables([bound]).contains(&variable) {
                is_bounded = false;
                break;
            }
            if sign { upper.push(bound) } else { lower.push(bound) }
        }
        if !is_bounded || (lower.is_empty() && upper.is_empty()) {
            continue;
        }
        for low in &lower {
            for high in &upper {
                let meets = pool.app(Op::Int(IntOp::Le), &[*low, *high]);
                match pool.as_bool(meets) {
                    Some(true) => {}
                    _ if rest.contains(&meets) => {}
                    _ => rest.push(meets),
                }
            }
        }
        return Some(rest);
    }
    None
}

/// The fact that rules the cube out; `None`: it would say something about the program, not the library.
pub(crate) fn fact(pool: &mut Pool, cube: &[TermId], names: &ParameterNames) -> Option<Fact> {
    if cube.is_empty() || cube.iter().any(|term| is_about_raising(pool, *term)) {
        return None;
    }
    let cube = any_state(pool, cube);
    if speaks_of_effects(pool, &cube) || cube.iter().any(|term| speaks_of_cells(pool, *term)) {
        return None;
    }
    let argued = argued_variables(pool, &cube);
    let variables = pool.free_variables(cube.iter().copied());
    if argued.is_empty() && applications(pool, &cube).is_empty() {
        return None;
    }
    if variables.iter().any(|variable| !argued.contains(variable)) {
        return None;
    }
    negation(pool, &cube, names)
}

/// The clause of the negated literals, for all values of the variables. `None`: it is too large, or about what a call
/// leaves in the program's own variables, for which there are no words.
pub(crate) fn negation(pool: &mut Pool, cube: &[TermId], names: &ParameterNames) -> Option<Fact> {
    let is_left = |app: TermId| match pool.node(app) {
        Node::App(Op::Apply(symbol), _) => library::is_left(symbol.name.as_str()),
        _ => false,
    };
    if applications(pool, cube).into_iter().any(is_left) {
        return None;
    }
    let cube: Vec<TermId> = any_state(pool, cube).into_iter().map(|term| cancelled(pool, term)).collect();
    let variables = pool.free_variables(cube.iter().copied());
    let terms: Vec<TermId> = variables.iter().map(|variable| pool.variable(*variable).term).collect();
    let mut clause = Vec::new();
    for term in &cube {
        let negated = pool.not(*term);
        clause.push(pool.to_expr(negated, &terms, &mut 400)?);
    }
    let named = distinct(pool, &cube, &variables, names);
    let variables = variables.iter().zip(named).map(|(variable, name)| (name, pool.variable(*variable).sort)).collect();
    Some(Fact { variables, clause })
}

/// An equality of machine integers without what is added on both sides.
fn cancelled(pool: &mut Pool, term: TermId) -> TermId {
    let (atom, holds) = literal(pool, term);
    let Node::App(Op::Eq, sides) = pool.node(atom).clone() else { return term };
    let added = |pool: &Pool, side: TermId| match pool.node(side) {
        Node::App(Op::Bv(BvOp::Add), args) => args.to_vec(),
        _ => Vec::new(),
    };
    let (old, new) = (added(pool, sides[0]), added(pool, sides[1]));
    let ([_, _], [_, _]) = (&old[..], &new[..]) else { return term };
    for (a, rest) in [(old[0], old[1]), (old[1], old[0])] {
        if let Some(place) = new.iter().position(|b| *b == a) {
            let same = pool.eq(rest, new[1 - place]);
            let same = cancelled(pool, same);
            return if holds { same } else { pool.not(same) };
        }
    }
    term
}

/// Would the fact be one about what functions do at all: about two states that have nothing to do with each other,
/// or a call that changes nothing? Those are asked as what they are.
fn speaks_of_effects(pool: &Pool, cube: &[TermId]) -> bool {
    let is_state = |variable: &VarId| pool.variable(*variable).sort == library::state_sort();
    let is_bare = |term: TermId| {
        let Node::App(Op::Eq, sides) = pool.node(literal(pool, term).0) else { return false };
        pool.sort(sides[0]) == library::state_sort()
            && (has_part(pool, sides[0], sides[1]) || has_part(pool, sides[1], sides[0]))
    };
    pool.free_variables(cube.iter().copied()).iter().filter(|variable| is_state(variable)).count() > 1
        || cube.iter().any(|term| is_bare(*term))
}

/// Is it about nothing but what a call may find in the program's own cells, as the output so far? Nobody can be asked
/// about that.
fn speaks_of_cells(pool: &mut Pool, term: TermId) -> bool {
    let Node::App(Op::Eq, sides) = pool.node(literal(pool, term).0).clone() else { return false };
    sides[0] != sides[1] && without_cells(pool, sides[0]) == without_cells(pool, sides[1])
}

/// The term with what follows on the state in calls replaced by the state.
fn without_cells(pool: &mut Pool, term: TermId) -> TermId {
    let Node::App(op, args) = pool.node(term).clone() else { return term };
    let mut plain: Vec<TermId> = args.iter().map(|arg| without_cells(pool, *arg)).collect();
    let state = plain.iter().position(|arg| pool.sort(*arg) == library::state_sort());
    if let (Op::Apply(symbol), Some(state)) = (&op, state) {
        for (arg, sort) in plain.iter_mut().zip(&symbol.params).skip(state + 1) {
            *arg = pool.constant(value::Value::default_of(*sort), *sort);
        }
    }
    pool.app(op, &plain)
}

/// Constants of the library's state are any state.
pub(crate) fn any_state(pool: &mut Pool, cube: &[TermId]) -> Vec<TermId> {
    let state = pool.constant(value::Value::Opaque(0), library::state_sort());
    let any = pool.fresh("state", library::state_sort());
    cube.iter().map(|term| replaced(pool, *term, state, any)).collect()
}

/// The term with every occurrence of a part replaced.
pub(crate) fn replaced(pool: &mut Pool, term: TermId, part: TermId, by: TermId) -> TermId {
    if term == part {
        return by;
    }
    match pool.node(term).clone() {
        Node::Var(_) | Node::Const(_) => term,
        Node::App(op, args) => {
            let new: Vec<TermId> = args.iter().map(|arg| replaced(pool, *arg, part, by)).collect();
            if new[..] == args[..] { term } else { pool.app(op, &new) }
        }
    }
}

/// The cube with arguments taken for anything that nothing else in it is about: what a call gives that is
/// handed to another one, and the state that it leaves.
pub(crate) fn loosened(pool: &mut Pool, cube: &[TermId]) -> Vec<TermId> {
    let mut cube = cube.to_vec();
    'again: loop {
        for app in applications(pool, &cube).into_iter().rev() {
            let Node::App(_, args) = pool.node(app).clone() else { continue };
            let calls = args.iter().copied().filter(|arg| matches!(pool.node(*arg), Node::App(Op::Apply(_), _)));
            let calls: Vec<TermId> = calls.collect();
            if calls.is_empty() {
                continue;
            }
            let mut loose = cube.clone();
            for call in &calls {
                let sort = pool.sort(*call);
                let any = pool.fresh("", sort);
                loose = loose.iter().map(|term| replaced(pool, *term, *call, any)).collect();
            }
            let left: FxHashSet<VarId> = pool.free_variables(loose.iter().copied()).into_iter().collect();
            let own = pool.free_variables(calls.iter().copied());
            let is_apart = !own.is_empty() && own.iter().all(|variable| !left.contains(variable));
            if is_apart && loose != cube {
                cube = loose;
                continue 'again;
            }
        }
        return cube;
    }
}

/// The cube with results of library functions that are handed to others taken for anything.
pub(crate) fn generalised(pool: &mut Pool, cube: &[TermId]) -> Vec<TermId> {
    let mut cube = cube.to_vec();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    while let Some(inner) = inner_application(pool, &cube, &seen) {
        seen.insert(inner);
        let sort = pool.sort(inner);
        let any = pool.fresh("", sort);
        cube = cube.iter().map(|term| replaced(pool, *term, inner, any)).collect();
    }
    cube
}

/// An application that is handed to several others: the cube would still say something if it were anything.
fn inner_application(pool: &Pool, cube: &[TermId], seen: &FxHashSet<TermId>) -> Option<TermId> {
    for app in applications(pool, cube).into_iter().rev() {
        let Node::App(_, args) = pool.node(app).clone() else { continue };
        for arg in args {
            let is_call = matches!(pool.node(arg), Node::App(Op::Apply(_), _));
            if is_call
                && pool.sort(arg) != library::state_sort()
                && !seen.contains(&arg)
                && parents(pool, cube, arg) > 1
            {
                return Some(arg);
            }
        }
    }
    None
}

/// How many applications and comparisons have the term as an operand.
fn parents(pool: &Pool, cube: &[TermId], term: TermId) -> usize {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut work = cube.to_vec();
    let mut count = 0;
    while let Some(next) = work.pop() {
        if seen.insert(next)
            && let Node::App(_, args) = pool.node(next)
        {
            count += usize::from(args.contains(&term));
            work.extend(args.iter().copied());
        }
    }
    count
}

/// Names after the source, each once.
fn distinct(pool: &Pool, cube: &[TermId], variables: &[VarId], names: &ParameterNames) -> Vec<Symbol> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut given = Vec::new();
    for variable in variables {
        let row = pool.variable(*variable);
        let own = row.name.as_str();
        let own = own.strip_prefix("old.").or_else(|| own.strip_prefix("new.")).unwrap_or(own);
        let is_plain = |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let name = match is_plain(own) {
            true => own.to_owned(),
            false => parameter_name(pool, cube, row.term, names).unwrap_or_else(|| "x".into()),
        };
        let mut unique = name.clone();
        let mut count = 1;
        while !taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}{count}");
        }
        given.push(Symbol::new(&unique));
    }
    given
}

/// What the first library function that is handed the variable calls it.
fn parameter_name(pool: &Pool, cube: &[TermId], variable: TermId, names: &ParameterNames) -> Option<String> {
    for app in applications(pool, cube) {
        let Node::App(Op::Apply(symbol), args) = pool.node(app) else { continue };
        let Some(place) = args.iter().position(|arg| *arg == variable) else { continue };
        let known = names.get(library::function_of(symbol.name.as_str()))?;
        // A declaration without names numbers them.
        let is_name = |name: &&Symbol| name.as_str().strip_prefix('x').is_none_or(|rest| rest.parse::<u32>().is_err());
        if let Some(name) = known.get(place).filter(is_name) {
            return Some(name.to_string());
        }
    }
    None
}

/// Is the atom a truth that a call gives, or a comparison of what it gives with a constant?
pub(crate) fn is_truth_of_call(pool: &Pool, atom: TermId) -> bool {
    let is_call = |term: TermId| matches!(pool.node(term), Node::App(Op::Apply(_), _));
    match pool.node(atom) {
        Node::App(Op::Eq, sides) => {
            let (a, b) = (sides[0], sides[1]);
            (is_call(a) && pool.as_const(b).is_some()) || (is_call(b) && pool.as_const(a).is_some())
        }
        _ => is_call(atom),
    }
}

/// Cubes that differ in one literal are one without it; two that differ in two are one that says whether
/// those two are the same.
pub(crate) fn merged(pool: &mut Pool, cubes: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    let mut cubes = without_covered(cubes);
    // Two calls that differ say more than either, so they are joined first.
    for count in [2, 1, 2] {
        'again: loop {
            for i in 0..cubes.len() {
                for j in i + 1..cubes.len() {
                    if let Some(one) = joined(pool, &cubes[i], &cubes[j], count) {
                        cubes.remove(j);
                        cubes[i] = one;
                        cubes = without_covered(cubes);
                        continue 'again;
                    }
                }
            }
            break;
        }
    }
    cubes
}

/// Two cubes that are all there is to say, as one where they say the opposite of each other: a call is true just
/// where a comparison holds.
pub(crate) fn opposites(pool: &mut Pool, cubes: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    let [a, b] = &cubes[..] else { return cubes };
    let ([x, y], [_, _]) = (&a[..], &b[..]) else { return cubes };
    let negated = [*x, *y].map(|term| pool.not(term));
    let ((x, is_x), (y, is_y)) = (literal(pool, *x), literal(pool, *y));
    if !negated.iter().all(|term| b.contains(term)) || !(is_truth_of_call(pool, x) || is_truth_of_call(pool, y)) {
        return cubes;
    }
    let (call, other) = if is_truth_of_call(pool, x) { (x, y) } else { (y, x) };
    let other = if is_x == is_y { pool.not(other) } else { other };
    let same = pool.eq(call, other);
    vec![vec![pool.not(same)]]
}

/// Two cubes of one condition, one for each way it goes, are one: `p` and `f`, or not `p` and `f` other than `g`, is
/// that `f` is other than not `p` and `g`.
pub(crate) fn by_case(pool: &mut Pool, cubes: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    if let [a, b] = &cubes[..] {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(both) = both_cases(pool, one, other) {
                return vec![both];
            }
        }
    }
    cubes
}

fn both_cases(pool: &mut Pool, one: &[TermId], other: &[TermId]) -> Option<Vec<TermId>> {
    let ([_, _], [_, _]) = (one, other) else { return None };
    for (case, says) in [(one[0], one[1]), (one[1], one[0])] {
        let otherwise = pool.not(case);
        let Some(differ) = other.iter().copied().find(|term| *term != otherwise) else { continue };
        let Node::App(Op::Eq, sides) = pool.node(literal(pool, differ).0).clone() else { continue };
        let (atom, holds) = literal(pool, says);
        if !other.contains(&otherwise) || literal(pool, differ).1 || !sides.contains(&atom) {
            continue;
        }
        let instead = if sides[0] == atom { sides[1] } else { sides[0] };
        let must = if holds { pool.and(otherwise, instead) } else { pool.or(case, instead) };
        let same = pool.eq(atom, must);
        return Some(vec![pool.not(same)]);
    }
    None
}

/// Without those that are part of what another says.
fn without_covered(cubes: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    let mut kept: Vec<Vec<TermId>> = Vec::new();
    for cube in &cubes {
        let is_covered = |other: &Vec<TermId>| other.iter().all(|term| cube.contains(term));
        let by_less = cubes.iter().any(|other| other.len() < cube.len() && is_covered(other));
        if !by_less && !kept.iter().any(|known| known.len() == cube.len() && is_covered(known)) {
            kept.push(cube.clone());
        }
    }
    kept
}

/// `count`: in how many literals they differ.
fn joined(pool: &mut Pool, a: &[TermId], b: &[TermId], count: usize) -> Option<Vec<TermId>> {
    if a.len() != b.len() {
        return None;
    }
    let common: Vec<TermId> = a.iter().copied().filter(|term| b.contains(term)).collect();
    let of_a: Vec<TermId> = a.iter().copied().filter(|term| !b.contains(term)).collect();
    if !of_a.iter().all(|term| {
        let negated = pool.not(*term);
        b.contains(&negated)
    }) {
        return None;
    }
    match of_a[..] {
        [_] if count == 1 => Some(common),
        [x, y] if count == 2 => {
            let ((x, is_x), (y, is_y)) = (literal(pool, x), literal(pool, y));
            if !is_truth_of_call(pool, x) || !is_truth_of_call(pool, y) {
                return None;
            }
            let same = pool.eq(x, y);
            let differ = pool.not(same);
            Some(common.into_iter().chain([if is_x == is_y { same } else { differ }]).collect())
        }
        _ => None,
    }
}
