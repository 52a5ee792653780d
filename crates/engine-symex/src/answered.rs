//! Differences that do not depend on what functions without code give.
//!
//! What such a function gives is unknown, so that an input alone does not show a difference. But
//! `ext(x) + 1` and `ext(x) + 2` are never the same, and `log(1)` is never `log(2)`: on inputs for which that is
//! proved of all answers, any answer shows it, and both versions are run with some.
//!
//! Two things are taken for a difference. The versions ask the same, in the same order, and what is seen
//! in the end is different for every answer; or the first question in which they part is asked of another function, or
//! with another plain argument, or in one version only. What memory held at a call is not looked at:
//! nobody knows how much of it the function looks at.

use std::rc::Rc;
use std::time::Duration;

use equiv::Counterexample;
use ir::{FunctionKind, Reach};
use rustc_hash::FxHashMap;
use semantics::compare::holds_no_reference;
use semantics::{Machine, Setting, SymCall, SymOutcome};
use smt::Effort;
use term::{Assignment, Node, TermId, VarId};

/// Patience for one question.
const PATIENCE: Effort = Effort { time: Duration::from_millis(700) };

/// How both versions ended on a path.
pub(crate) struct Ends<'a> {
    pub(crate) old: &'a (Machine, SymOutcome),
    pub(crate) new: &'a (Machine, SymOutcome),
    /// When an observer sees the same.
    pub(crate) same: TermId,
    /// Does an observer surely see a difference where that does not hold?
    pub(crate) is_exact: bool,
}

/// Both versions on these inputs, with made-up answers, if they differ whatever is answered.
pub(crate) fn differ(setting: &mut Setting<'_>, assignment: &Assignment, ends: &Ends<'_>) -> Option<Counterexample> {
    let (old, new) = (calls(&ends.old.0), calls(&ends.new.0));
    let chooses = ends.old.0.choices + ends.new.0.choices > 0;
    if chooses || old.is_empty() && new.is_empty() || !old.iter().chain(&new).all(|call| is_action(setting, call)) {
        return None;
    }
    let mut given = OnInputs::new(setting, assignment);
    let path = given.setting.path.conditions().to_vec();
    let parts = match (old.last(), new.last()) {
        (Some(x), Some(y)) if x.answer == y.answer => ends.is_exact && given.is_never(ends.same),
        _ => {
            let returns = [ends.old, ends.new].map(|(_, outcome)| matches!(outcome, SymOutcome::Returned(_)));
            asks_otherwise(&mut given, &old, &new, returns)
        }
    };
    if !parts || !path.into_iter().all(|condition| given.is_always(condition)) {
        return None;
    }
    let values = setting.values(assignment);
    equiv::replay::replay_whatever_is_answered(setting.problem, &values)
}

/// The calls of functions without code, in order.
pub(crate) fn calls(machine: &Machine) -> Vec<Rc<SymCall>> {
    let mut found = Vec::new();
    let mut next = machine.calls.clone();
    while let Some(call) = next {
        next = call.before.clone();
        found.push(call);
    }
    found.reverse();
    found
}

/// Is the call itself something that the program does?
fn is_action(setting: &Setting<'_>, call: &SymCall) -> bool {
    let of_program = |side| {
        let program = setting.problem.program(side);
        let kind = program.function(call.name).map(|function| &program.functions[function].kind);
        kind.is_none_or(|kind| matches!(kind, FunctionKind::External { reach: Reach::Cells, .. }))
    };
    (setting.problem.library.is_action)(call.name.as_str()) && equiv::Side::BOTH.into_iter().all(of_program)
}

/// Is the first question that is not the same one that surely another is asked?
fn asks_otherwise(
    given: &mut OnInputs<'_, '_>,
    old: &[Rc<SymCall>],
    new: &[Rc<SymCall>],
    [old_returns, new_returns]: [bool; 2],
) -> bool {
    let first = old.iter().zip(new).position(|(x, y)| x.answer != y.answer).unwrap_or(old.len().min(new.len()));
    match (old.get(first), new.get(first)) {
        (Some(x), Some(y)) if x.name != y.name || x.args.len() != y.args.len() => x.name != y.name,
        (Some(x), Some(y)) => x.args.iter().zip(&y.args).any(|(a, b)| given.are_never_equal(*a, *b)),
        (Some(_), None) => new_returns,
        (None, Some(_)) => old_returns,
        (None, None) => false,
    }
}

/// Terms on given inputs: what is left are answers.
struct OnInputs<'s, 'p> {
    setting: &'s mut Setting<'p>,
    by: FxHashMap<VarId, TermId>,
}

impl<'s, 'p> OnInputs<'s, 'p> {
    fn new(setting: &'s mut Setting<'p>, assignment: &Assignment) -> OnInputs<'s, 'p> {
        let values = setting.values(assignment);
        let mut by = FxHashMap::default();
        for (input, value) in setting.inputs.clone().into_iter().zip(values) {
            if let Node::Var(variable) = *setting.pool.node(input) {
                let sort = setting.pool.sort(input);
                by.insert(variable, setting.pool.constant(value, sort));
            }
        }
        OnInputs { setting, by }
    }

    /// Does it hold for no answer?
    fn is_never(&mut self, condition: TermId) -> bool {
        let pool = &mut self.setting.pool;
        let condition = pool.substitute(condition, &self.by);
        pool.as_bool(condition) == Some(false)
            || pool.as_bool(condition).is_none() && self.setting.logic.solver().refutes(pool, &[condition], PATIENCE)
    }

    fn is_always(&mut self, condition: TermId) -> bool {
        let negated = self.setting.pool.not(condition);
        self.is_never(negated)
    }

    /// Are two plain values different for every answer?
    fn are_never_equal(&mut self, a: TermId, b: TermId) -> bool {
        let pool = &mut self.setting.pool;
        let is_plain = holds_no_reference(pool, a) && holds_no_reference(pool, b) && pool.sort(a) == pool.sort(b);
        let equal = if is_plain { pool.eq(a, b) } else { pool.bool(true) };
        is_plain && self.is_never(equal)
    }
}
