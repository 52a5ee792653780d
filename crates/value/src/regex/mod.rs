//! Regular expressions as CPython 3.11 has them (`re` of texts): operators on a pattern, its flags and a text.
//!
//! A pattern is a text like any other, so an operator is given it with the flags that `re.compile` is given. What the
//! parser does not take ([`RegexOp::IsKnown`]) has no matches; a front end asks first.
//!
//! * [`parse`]: patterns. Every flag is resolved there. [`run`]: matching, in CPython's order of tries.
//! * [`template`]: what `sub` puts in. [`sample`]: texts that are worth trying on a pattern.
//!
//! A match is told by numbers: where the whole and each group begin and end, -1 for a group that has no part in it, and
//! last the number of the group that was closed last, 0 if none.

mod parse;
mod run;
mod sample;
mod template;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use sample::samples;

use crate::{Int, Sort, Value};
use parse::Pattern;
use run::Mode;
use template::Template;

/// First come the pattern and its flags; `text` is what is searched, from `from` up to `to`, which lie within it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RegexOp {
    /// Is the pattern taken?
    IsKnown,
    /// The flags as the compiled pattern has them: with those in the pattern.
    Flags,
    /// How many groups there are.
    Groups,
    /// `(pattern, flags, name)`: the number of the group of that name, or -1.
    Group,
    /// `(pattern, flags, group)`: the group's name, or nothing.
    Name,
    /// `(pattern, flags, group)`: has the group a part in every match?
    IsAlways,
    /// `(pattern, flags, text, from, to)`: the match at the start, of the whole, or the first one; nothing if there is none.
    Match,
    FullMatch,
    Search,
    /// `(pattern, flags, text, from, to, limit)`: all matches one after the other, at most so many. No limit: 0.
    All,
    /// `(pattern, flags, template)`: can `sub` use the template?
    Fits,
    /// `(pattern, flags, template, text, limit)`: what `sub` makes of the text.
    Replace,
    /// `(pattern, flags, text, from, to)`: the text of each match, or of its group if there is one.
    Texts,
    /// `(pattern, flags, text, limit)`: what is between the matches.
    Pieces,
    /// `(text)`: the pattern that matches the text.
    Escape,
}

impl RegexOp {
    /// The sorts of what it is applied to.
    pub fn operands(self) -> Vec<Sort> {
        let (text, int) = (Sort::string(), Sort::int());
        match self {
            RegexOp::IsKnown | RegexOp::Flags | RegexOp::Groups => vec![text, int],
            RegexOp::Group | RegexOp::Fits => vec![text, int, text],
            RegexOp::Name | RegexOp::IsAlways => vec![text, int, int],
            RegexOp::Match | RegexOp::FullMatch | RegexOp::Search | RegexOp::Texts => vec![text, int, text, int, int],
            RegexOp::All => vec![text, int, text, int, int, int],
            RegexOp::Replace => vec![text, int, text, text, int],
            RegexOp::Pieces => vec![text, int, text, int],
            RegexOp::Escape => vec![text],
        }
    }

    pub(crate) fn result(self) -> Sort {
        match self {
            RegexOp::IsKnown | RegexOp::IsAlways | RegexOp::Fits => Sort::bool(),
            RegexOp::Flags | RegexOp::Groups | RegexOp::Group => Sort::int(),
            RegexOp::Name | RegexOp::Replace | RegexOp::Escape => Sort::string(),
            RegexOp::Match | RegexOp::FullMatch | RegexOp::Search | RegexOp::All => Sort::string(),
            RegexOp::Texts | RegexOp::Pieces => Sort::seq(Sort::string()),
        }
    }

    pub(crate) fn eval(self, args: &[&Value]) -> Option<Value> {
        let text = |place: usize| args[place].as_seq().map(codes);
        let int = |place: usize| args[place].as_int().cloned();
        if self == RegexOp::Escape {
            return Some(text_value(&template::escape(&text(0)?)));
        }
        let pattern = known(&text(0)?, &int(1)?);
        let pattern = pattern.as_deref();
        let place = |place: usize| Some(int(place)?.to_usize().unwrap_or(0));
        let found = |mode: Mode| {
            let text = text(2)?;
            let found = pattern.and_then(|pattern| run::first(pattern, &text, place(3)?, place(4)?, mode));
            Some(numbers(found.as_deref().unwrap_or_default()))
        };
        let group = |place: usize| int(place)?.to_usize();
        Some(match self {
            RegexOp::IsKnown => Value::Bool(pattern.is_some()),
            RegexOp::Flags => Value::Int(Int::from(pattern.map_or(0, |pattern| i64::from(pattern.flags)))),
            RegexOp::Groups => Value::Int(Int::from(pattern.map_or(0, |pattern| pattern.groups))),
            RegexOp::Group => {
                let name = text(2)?;
                let found = pattern.and_then(|pattern| {
                    pattern.names.iter().find(|(known, _)| known.chars().map(u32::from).eq(name.iter().copied()))
                });
                Value::Int(found.map_or(Int::from(-1), |(_, group)| Int::from(*group)))
            }
            RegexOp::Name => {
                let named = pattern
                    .zip(group(2))
                    .and_then(|(pattern, group)| pattern.names.iter().find(|(_, known)| *known == group));
                Value::string(named.map_or("", |(name, _)| name))
            }
            RegexOp::IsAlways => {
                Value::Bool(pattern.zip(group(2)).is_some_and(|(pattern, group)| pattern.always.contains(&group)))
            }
            RegexOp::Match => found(Mode::Match)?,
            RegexOp::FullMatch => found(Mode::Full)?,
            RegexOp::Search => found(Mode::Search)?,
            RegexOp::All => {
                let text = text(2)?;
                let all = pattern.map(|pattern| {
                    run::all(
                        pattern,
                        &text,
                        place(3).unwrap_or(0),
                        place(4).unwrap_or(0),
                        &int(5).unwrap_or(Int::from(0)),
                    )
                });
                numbers(&all.unwrap_or_default().concat())
            }
            RegexOp::Fits => {
                let template = text(2)?;
                Value::Bool(pattern.is_some_and(|pattern| Template::read(&template, pattern).is_some()))
            }
            RegexOp::Replace => {
                let (template, text, limit) = (text(2)?, text(3)?, int(4)?);
                match pattern.and_then(|pattern| Some((pattern, Template::read(&template, pattern)?))) {
                    Some((pattern, template)) => text_value(&replaced(pattern, &template, &text, &limit)),
                    None => text_value(&text),
                }
            }
            RegexOp::Texts => {
                let text = text(2)?;
                let all = pattern.map(|pattern| {
                    run::all(pattern, &text, place(3).unwrap_or(0), place(4).unwrap_or(0), &Int::from(0))
                });
                let group = if pattern.is_some_and(|pattern| pattern.groups == 1) { 2 } else { 0 };
                texts(all.unwrap_or_default().iter().map(|found| slice(&text, found[group], found[group + 1])))
            }
            RegexOp::Pieces => {
                let (text, limit) = (text(2)?, int(3)?);
                let all = pattern.map(|pattern| run::all(pattern, &text, 0, text.len(), &limit)).unwrap_or_default();
                let mut pieces = Vec::new();
                let mut at = 0;
                for found in all {
                    pieces.push(slice(&text, at, found[0]));
                    at = found[1];
                }
                pieces.push(slice(&text, at, text.len() as i64));
                texts(pieces.into_iter())
            }
            RegexOp::Escape => return None,
        })
    }
}

fn replaced(pattern: &Pattern, template: &Template, text: &[u32], limit: &Int) -> Vec<u32> {
    let mut out = Vec::new();
    let mut at = 0;
    for found in run::all(pattern, text, 0, text.len(), limit) {
        out.extend(slice(text, at, found[0]));
        template.fill(text, &found, &mut out);
        at = found[1];
    }
    out.extend(slice(text, at, text.len() as i64));
    out
}

/// Nothing for a group that has no part in the match.
fn slice(text: &[u32], from: i64, to: i64) -> &[u32] {
    let place = |at: i64| usize::try_from(at).unwrap_or(0);
    text.get(place(from)..place(to)).unwrap_or_default()
}

/// A number beyond all code points stands for what is none.
const NO_CODE_POINT: u32 = u32::MAX;

fn codes(elements: &[Value]) -> Vec<u32> {
    let code = |element: &Value| element.as_int().and_then(Int::to_i64).and_then(|code| u32::try_from(code).ok());
    elements.iter().map(|element| code(element).unwrap_or(NO_CODE_POINT)).collect()
}

fn text_value(codes: &[u32]) -> Value {
    Value::seq(codes.iter().map(|code| Value::Int(Int::from(i64::from(*code)))).collect())
}

fn texts<'t>(texts: impl Iterator<Item = &'t [u32]>) -> Value {
    Value::seq(texts.map(text_value).collect())
}

fn numbers(numbers: &[i64]) -> Value {
    Value::seq(numbers.iter().map(|number| Value::Int(Int::from(*number))).collect())
}

type Kept = FxHashMap<(Vec<u32>, i64), Option<Rc<Pattern>>>;

thread_local! {
    /// Patterns are few, and asked for often.
    static KNOWN: RefCell<Kept> = RefCell::default();
}

/// More patterns than any program has.
const MOST_KEPT: usize = 1_000;

fn known(pattern: &[u32], flags: &Int) -> Option<Rc<Pattern>> {
    let key = (pattern.to_vec(), flags.to_i64()?);
    KNOWN.with_borrow_mut(|kept| {
        if kept.len() > MOST_KEPT {
            kept.clear();
        }
        kept.entry(key).or_insert_with_key(|(pattern, flags)| parse::parse(pattern, *flags).map(Rc::new)).clone()
    })
}
