//! Conditions on inputs that say of what kind an argument is: `x is an int or None`.

use ir::entry::{Choice, Words};
use term::{Node, Pool, TermId};
use value::{Int, IntOp, Op, Value};

use super::{Level, Printed, Printer, atom, wrap};

/// The kinds for which the condition holds, if it is one on the number of a kind.
pub(super) fn allowed<'a>(pool: &Pool, words: &'a Words, term: TermId) -> Option<(&'a Choice, Vec<bool>)> {
    if words.choices.is_empty() {
        return None;
    }
    let Node::App(op, args) = pool.node(term) else { return None };
    match (op, &args[..]) {
        (Op::Not, [negated]) => {
            let (choice, kinds) = allowed(pool, words, *negated)?;
            Some((choice, kinds.into_iter().map(|holds| !holds).collect()))
        }
        (Op::Eq | Op::Int(IntOp::Le | IntOp::Lt), [a, b]) => {
            let choice = [*a, *b].into_iter().find_map(|side| chosen(pool, words, side))?;
            let number = |side: TermId, kind: usize| match pool.as_const(side) {
                Some(Value::Int(number)) => Some(number.clone()),
                _ => chosen(pool, words, side).map(|_| Int::from(kind as i128)),
            };
            let holds = |kind: usize| {
                let (a, b) = (number(*a, kind)?, number(*b, kind)?);
                Some(match op {
                    Op::Eq => a == b,
                    Op::Int(IntOp::Le) => a <= b,
                    _ => a < b,
                })
            };
            Some((choice, (0..choice.kinds.len()).map(holds).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

fn chosen<'a>(pool: &Pool, words: &'a Words, term: TermId) -> Option<&'a Choice> {
    let Node::Var(variable) = pool.node(term) else { return None };
    let name = &pool.variable(*variable).name;
    words.choices.iter().find(|choice| choice.input == **name)
}

pub(super) fn said(choice: &Choice, kinds: &[bool], words: &Words) -> Printed {
    let names: Vec<&str> =
        choice.kinds.iter().zip(kinds).filter(|(_, holds)| **holds).map(|(name, _)| name.as_str()).collect();
    match &names[..] {
        [] => atom(words.false_.into()),
        _ if names.len() == kinds.len() => atom(words.true_.into()),
        [name] => Printed { text: format!("{} is {name}", choice.of), level: Level::Compare },
        _ => Printed { text: format!("{} is {}", choice.of, names.join(" or ")), level: Level::Or },
    }
}

impl Printer<'_> {
    /// Takes the conditions on kinds out, and says what they come to for each argument.
    pub(super) fn take_choices(&self, conjuncts: &mut Vec<TermId>) -> Vec<String> {
        let mut found: Vec<(&Choice, Vec<bool>)> = Vec::new();
        conjuncts.retain(|term| {
            let Some((choice, kinds)) = allowed(self.pool, self.words, *term) else { return true };
            match found.iter_mut().find(|(known, _)| known.input == choice.input) {
                Some((_, known)) => known.iter_mut().zip(kinds).for_each(|(known, holds)| *known &= holds),
                None => found.push((choice, kinds)),
            }
            false
        });
        let says_something = found.iter().filter(|(_, kinds)| !kinds.iter().all(|holds| *holds));
        says_something.map(|(choice, kinds)| wrap(said(choice, kinds, self.words), Level::Not)).collect()
    }
}
