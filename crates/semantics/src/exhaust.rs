//! Questions about few inputs, answered by trying them all.
//!
//! What a solver finds hard, as the text of a number or a rounded quotient, is easy to compute. Where
//! the path bounds every variable, computing it for each value is a proof. So it is where every variable comes in only
//! by something that has few values, such as `x & 63`: these values are tried.

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::Answer;
use term::eval::Evaluator;
use term::{Assignment, Facts, Node, Pool, TermId, VarId};
use value::{BvOp, Int, Op, Sort, Value};

use crate::integers::bounds::{Known, constant, full, known};
use crate::integers::postorder;

/// As many inputs as are tried before a solver is asked.
const FEW: usize = 500;

/// And after it was, without an answer.
const MANY: usize = 70_000;

/// Inputs between two looks at the clock.
const AT_ONCE: usize = 256;

/// Can the conditions hold together? `None` if there are too many inputs, or something cannot be
/// computed. The facts follow from the conditions.
pub(crate) fn try_all(pool: &Pool, facts: &Facts, conditions: &[TermId]) -> Option<Answer> {
    let mut domains: Vec<(VarId, Vec<Value>)> = Vec::new();
    let mut count = 1;
    for (term, variable) in variables(pool, conditions) {
        let domain = values(pool, facts, term)?;
        count *= domain.len();
        if count > FEW {
            return None;
        }
        domains.push((variable, domain));
    }
    try_each(pool, &domains, conditions, None)
}

/// The same for more inputs, and for what has few values although its variables have many.
pub(crate) fn try_many(pool: &mut Pool, facts: &Facts, conditions: &[TermId], until: Instant) -> Option<Answer> {
    let cuts = Cuts::of(pool, facts, conditions);
    // Without a condition more is possible.
    let told: Vec<TermId> = conditions.iter().copied().filter(|condition| cuts.covered.contains(condition)).collect();
    conditions.last().filter(|asked| cuts.covered.contains(asked))?;
    let mut domains: Vec<(VarId, Vec<Value>)> = Vec::new();
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut count = 1_usize;
    for cut in cuts.below(pool, &told) {
        let domain = cuts.few[&cut].clone();
        count = count.checked_mul(domain.len()).filter(|count| *count <= MANY)?;
        let variable = if matches!(pool.node(cut), Node::Var(_)) { cut } else { pool.fresh("few", pool.sort(cut)) };
        by.insert(cut, variable);
        let Node::Var(id) = pool.node(variable) else { return None };
        domains.push((*id, domain));
    }
    let is_exact = told.len() == conditions.len() && by.iter().all(|(cut, variable)| cut == variable);
    let replaced = replace(pool, &told, by);
    try_each(pool, &domains, &replaced, Some(until)).filter(|answer| is_exact || answer.is_unsat())
}

fn try_each(
    pool: &Pool,
    domains: &[(VarId, Vec<Value>)],
    conditions: &[TermId],
    until: Option<Instant>,
) -> Option<Answer> {
    let count: usize = domains.iter().map(|(_, domain)| domain.len()).product();
    for index in 0..count {
        if index % AT_ONCE == 0 && until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let mut assignment = Assignment::default();
        let mut rest = index;
        for (variable, domain) in domains {
            assignment.set(*variable, domain[rest % domain.len()].clone());
            rest /= domain.len();
        }
        let mut evaluator = Evaluator::new(assignment);
        let mut all = true;
        for condition in conditions {
            match evaluator.eval(pool, *condition)? {
                Value::Bool(true) => {}
                _ => {
                    all = false;
                    break;
                }
            }
        }
        if all {
            return Some(Answer::Sat(evaluator.into_assignment()));
        }
    }
    Some(Answer::Unsat)
}

/// Terms with few values, by which all variables come in.
struct Cuts {
    /// Of these the values are tried.
    few: FxHashMap<TermId, Vec<Value>>,
    /// What these give follows from the values of such terms.
    covered: FxHashSet<TermId>,
}

impl Cuts {
    fn of(pool: &Pool, facts: &Facts, conditions: &[TermId]) -> Cuts {
        let bounds = known(pool, conditions);
        let mut cuts = Cuts { few: FxHashMap::default(), covered: FxHashSet::default() };
        for term in postorder(pool, conditions) {
            let is_covered = match pool.node(term) {
                Node::Const(_) => true,
                Node::Var(_) => false,
                Node::App(_, args) => args.iter().all(|arg| cuts.covered.contains(arg)),
            };
            if is_covered {
                cuts.covered.insert(term);
            } else if let Some(values) = few_values(pool, facts, &bounds, term) {
                cuts.few.insert(term, values);
                cuts.covered.insert(term);
            }
        }
        cuts
    }

    /// Those that the terms rest on.
    fn below(&self, pool: &Pool, terms: &[TermId]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut work = terms.to_vec();
        let mut found = Vec::new();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match pool.node(term) {
                _ if self.few.contains_key(&term) => found.push(term),
                Node::App(_, args) => work.extend(args.iter().copied()),
                Node::Const(_) | Node::Var(_) => {}
            }
        }
        found
    }
}

/// The terms, with these in place of those.
fn replace(pool: &mut Pool, terms: &[TermId], mut by: FxHashMap<TermId, TermId>) -> Vec<TermId> {
    for term in postorder(pool, terms) {
        if by.contains_key(&term) {
            continue;
        }
        let new = match pool.node(term).clone() {
            Node::App(op, args) => {
                let new: Vec<TermId> = args.iter().map(|arg| by[arg]).collect();
                if new[..] == args[..] { term } else { pool.app(op, &new) }
            }
            Node::Const(_) | Node::Var(_) => term,
        };
        by.insert(term, new);
    }
    terms.iter().map(|term| by[term]).collect()
}

/// The values that the term can have, and perhaps more; if they are few.
fn few_values(pool: &Pool, facts: &Facts, bounds: &Known, term: TermId) -> Option<Vec<Value>> {
    let sort = pool.sort(term);
    let is_part = sort == Sort::bool() && !matches!(pool.node(term), Node::Var(_));
    let Some(width) = sort.bv_width() else { return if is_part { None } else { values(pool, facts, term) } };
    let bits = |value: &Int| Value::bv(width, value.low_bits(width));
    let range = |low: &Int, high: &Int| {
        let count = (high - low).to_usize().filter(|count| *count < MANY)?;
        Some((0..=count).map(|at| bits(&(low + &Int::from(at)))).collect())
    };
    let stated = [false, true].into_iter().filter_map(|is_signed| bounds.get(&(term, is_signed)));
    if let Some(found) = stated.filter_map(|bounds| range(&bounds.low, &bounds.high)).min_by_key(Vec::len) {
        return Some(found);
    }
    if let Node::App(Op::Bv(op @ (BvOp::And | BvOp::URem)), args) = pool.node(term) {
        let known = args.iter().find_map(|arg| constant(pool, *arg, false));
        match (op, known, constant(pool, args[1], false)) {
            (BvOp::And, Some(mask), _) => return within(&mask).map(|found| found.iter().map(bits).collect()),
            (BvOp::URem, _, Some(by)) if !by.is_zero() => return range(&Int::ZERO, &(&by - &Int::ONE)),
            _ => {}
        }
    }
    let whole = full(width, false);
    range(&whole.low, &whole.high)
}

/// The numbers whose bits are all bits of the mask.
fn within(mask: &Int) -> Option<Vec<Int>> {
    const MOST_BITS: usize = 16;
    let of = |bit: i64| Int::ONE.shl(&Int::from(bit)).filter(|bit| !mask.bit_and(bit).is_zero());
    let bits: Vec<Int> = (0..128).filter_map(of).collect();
    (bits.len() <= MOST_BITS).then(|| {
        let sum = |chosen: usize| {
            let parts = bits.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
            parts.fold(Int::ZERO, |sum, (_, bit)| &sum + bit)
        };
        (0..1 << bits.len()).map(sum).collect()
    })
}

/// The values that the term can have by the facts.
fn values(pool: &Pool, facts: &Facts, term: TermId) -> Option<Vec<Value>> {
    let sort = pool.sort(term);
    if sort == Sort::bool() {
        return Some(vec![Value::Bool(false), Value::Bool(true)]);
    }
    if sort != Sort::int() {
        return None;
    }
    let interval = facts.interval(pool, term, 0);
    let (mut at, high) = (interval.low?, interval.high?);
    if &high - &at > Int::from(FEW as i64) {
        return None;
    }
    let mut values = Vec::new();
    while at <= high {
        values.push(Value::Int(at.clone()));
        at = &at + &Int::from(1);
    }
    Some(values)
}

/// The variables in the terms, each once.
fn variables(pool: &Pool, terms: &[TermId]) -> Vec<(TermId, VarId)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut work = terms.to_vec();
    let mut found = Vec::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Var(variable) => found.push((term, *variable)),
            Node::Const(_) => {}
            Node::App(_, args) => work.extend(args.iter().copied()),
        }
    }
    found
}
