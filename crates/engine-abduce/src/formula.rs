//! What formulas are made of: atoms, literals, applications of library functions.

use equiv::library;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId, VarId};
use value::{IntOp, Op, Sort};

use crate::clause::replaced;

/// The atoms of a formula, in the order in which they are met.
pub(crate) fn atoms(pool: &Pool, formula: TermId, found: &mut Vec<TermId>) {
    match pool.node(formula) {
        Node::App(Op::And | Op::Or | Op::Not, args) => {
            args.clone().iter().for_each(|arg| atoms(pool, *arg, found));
        }
        Node::App(Op::Ite | Op::Eq, args) if args.iter().all(|arg| pool.sort(*arg) == Sort::bool()) => {
            args.clone().iter().for_each(|arg| atoms(pool, *arg, found));
        }
        Node::Const(_) => {}
        _ if found.contains(&formula) => {}
        _ => found.push(formula),
    }
}

/// The parts of a conjunction.
pub(crate) fn conjuncts(pool: &Pool, formula: TermId, found: &mut Vec<TermId>) {
    match pool.node(formula) {
        Node::App(Op::And, args) => args.clone().iter().for_each(|arg| conjuncts(pool, *arg, found)),
        _ if pool.as_bool(formula) == Some(true) || found.contains(&formula) => {}
        _ => found.push(formula),
    }
}

/// The atom of a literal, and whether the literal affirms it.
pub(crate) fn literal(pool: &Pool, term: TermId) -> (TermId, bool) {
    match pool.node(term) {
        Node::App(Op::Not, args) => (args[0], false),
        _ => (term, true),
    }
}

/// Every application of a library function in these terms, each once, inner ones first.
pub(crate) fn applications(pool: &Pool, terms: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    terms.iter().for_each(|term| collect(pool, *term, &mut seen, &mut found));
    found
}

fn collect(pool: &Pool, term: TermId, seen: &mut FxHashSet<TermId>, found: &mut Vec<TermId>) {
    if !seen.insert(term) {
        return;
    }
    if let Node::App(op, args) = pool.node(term) {
        args.iter().for_each(|arg| collect(pool, *arg, seen, found));
        if matches!(op, Op::Apply(_)) {
            found.push(term);
        }
    }
}

pub(crate) fn has_application(pool: &Pool, term: TermId) -> bool {
    !applications(pool, &[term]).is_empty()
}

/// Is it about whether a call raises?
pub(crate) fn is_about_raising(pool: &Pool, term: TermId) -> bool {
    applications(pool, &[term]).into_iter().any(|app| match pool.node(app) {
        Node::App(Op::Apply(symbol), _) => library::is_raises(symbol.name.as_str()),
        _ => false,
    })
}

/// Variables that stand within an argument of a library function.
pub(crate) fn argued_variables(pool: &Pool, terms: &[TermId]) -> FxHashSet<VarId> {
    pool.free_variables(applications(pool, terms)).into_iter().collect()
}

/// The premises and the goal with variables replaced that the premises call equal to something.
pub(crate) fn eliminate(pool: &mut Pool, premises: &mut Vec<TermId>, goal: &mut TermId) {
    loop {
        let mut parts = Vec::new();
        premises.iter().for_each(|premise| conjuncts(pool, *premise, &mut parts));
        let found = parts.iter().enumerate().find_map(|(index, part)| Some((index, solved(pool, *part)?)));
        let Some((index, (variable, instead))) = found else {
            *premises = parts;
            return;
        };
        parts.remove(index);
        let by = FxHashMap::from_iter([(variable, instead)]);
        parts.iter_mut().for_each(|part| *part = pool.substitute(*part, &by));
        *goal = pool.substitute(*goal, &by);
        *premises = parts;
    }
}

/// Terms about the state that the program began in, which a premise calls equal to others, replaced by these: what
/// was kept from the beginning is what it would be now.
pub(crate) fn forget_beginning(pool: &mut Pool, premises: &mut Vec<TermId>, goal: &mut TermId) {
    let mut index = 0;
    while index < premises.len() {
        let Some((from, to)) = from_beginning(pool, premises[index]) else {
            index += 1;
            continue;
        };
        premises.remove(index);
        premises.iter_mut().for_each(|premise| *premise = replaced(pool, *premise, from, to));
        *goal = replaced(pool, *goal, from, to);
    }
}

fn from_beginning(pool: &mut Pool, equality: TermId) -> Option<(TermId, TermId)> {
    let Node::App(Op::Eq, sides) = pool.node(equality) else { return None };
    let (a, b) = (sides[0], sides[1]);
    let state = pool.constant(value::Value::Opaque(0), library::state_sort());
    let is_from = |pool: &Pool, term: TermId| {
        matches!(pool.node(term), Node::App(Op::Apply(_), _)) && has_part(pool, term, state)
    };
    for (from, to) in [(a, b), (b, a)] {
        if is_from(pool, from) && !has_part(pool, to, state) {
            return Some((from, to));
        }
    }
    if pool.sort(a) != Sort::int() {
        return None;
    }
    let difference = pool.app(Op::Int(IntOp::Sub), &[a, b]);
    for (factor, coefficient) in pool.linear_factors(difference) {
        let Some(sign) = unit(&coefficient).filter(|_| is_from(pool, factor)) else { continue };
        let op = if sign { IntOp::Sub } else { IntOp::Add };
        let to = pool.app(Op::Int(op), &[factor, difference]);
        if !has_part(pool, to, state) {
            return Some((factor, to));
        }
    }
    None
}

pub(crate) fn has_part(pool: &Pool, term: TermId, part: TermId) -> bool {
    term == part
        || match pool.node(term) {
            Node::App(_, args) => args.iter().any(|arg| has_part(pool, *arg, part)),
            Node::Var(_) | Node::Const(_) => false,
        }
}

/// A variable that an equality says the value of.
fn solved(pool: &mut Pool, equality: TermId) -> Option<(VarId, TermId)> {
    match pool.node(equality) {
        Node::Var(variable) if pool.sort(equality) == Sort::bool() => {
            let variable = *variable;
            return Some((variable, pool.bool(true)));
        }
        Node::App(Op::Not, args) => {
            let Node::Var(variable) = pool.node(args[0]) else { return None };
            let variable = *variable;
            return Some((variable, pool.bool(false)));
        }
        _ => {}
    }
    let Node::App(Op::Eq, sides) = pool.node(equality) else { return None };
    let (a, b) = (sides[0], sides[1]);
    // Of two variables, the one that was made last goes.
    let mut ways = vec![(a, b), (b, a)];
    ways.sort_by_key(|(variable, _)| match pool.node(*variable) {
        Node::Var(variable) => std::cmp::Reverse(Some(*variable)),
        _ => std::cmp::Reverse(None),
    });
    for (variable, instead) in ways {
        if let Node::Var(variable) = pool.node(variable)
            && !pool.free_variables([instead]).contains(variable)
        {
            return Some((*variable, instead));
        }
    }
    isolated(pool, a, b)
}

/// `x + … == …` solved for an `x` that stands nowhere else.
fn isolated(pool: &mut Pool, a: TermId, b: TermId) -> Option<(VarId, TermId)> {
    if pool.sort(a) != Sort::int() {
        return None;
    }
    let difference = pool.app(Op::Int(IntOp::Sub), &[a, b]);
    for (factor, coefficient) in pool.linear_factors(difference) {
        let Node::Var(variable) = pool.node(factor).clone() else { continue };
        let Some(sign) = unit(&coefficient) else { continue };
        let op = if sign { IntOp::Sub } else { IntOp::Add };
        let instead = pool.app(Op::Int(op), &[factor, difference]);
        if !pool.free_variables([instead]).contains(&variable) {
            return Some((variable, instead));
        }
    }
    None
}

/// Is it 1 (true) or -1 (false)?
pub(crate) fn unit(coefficient: &value::Int) -> Option<bool> {
    let one = value::Int::ONE;
    if *coefficient == one {
        Some(true)
    } else if *coefficient == -&one {
        Some(false)
    } else {
        None
    }
}

/// What a literal about numbers says is at most 0; `None`: it says something else.
pub(crate) fn at_most_zero(pool: &mut Pool, term: TermId) -> Option<TermId> {
    let (atom, holds) = literal(pool, term);
    let (a, b, is_strict) = match pool.node(atom) {
        Node::App(Op::Int(IntOp::Le), args) => (args[0], args[1], false),
        Node::App(Op::Int(IntOp::Lt), args) => (args[0], args[1], true),
        _ => return None,
    };
    let (a, b) = if holds { (a, b) } else { (b, a) };
    let difference = pool.app(Op::Int(IntOp::Sub), &[a, b]);
    // `a < b` is `a - b + 1 <= 0`; a negation of `<=` is strict.
    if is_strict == holds {
        let one = pool.int(1);
        return Some(pool.app(Op::Int(IntOp::Add), &[difference, one]));
    }
    Some(difference)
}
