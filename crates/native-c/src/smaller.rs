//! Simpler inputs than one.

use front_llvm::{SourceKind, SourceType};

use crate::rusty::{Rusty, rusty};
use crate::value::{Param, Value, is_reference, pointee};

/// At most this many are worth a look at a time.
const MOST: usize = 48;

/// Simpler inputs than this one, the simplest first.
pub(crate) fn smaller(params: &[Param], values: &[Value]) -> Vec<Vec<Value>> {
    let weigh =
        |values: &[Value]| params.iter().zip(values).map(|(param, value)| weight(&param.ty, value)).sum::<u64>();
    let own = weigh(values);
    let mut found = Vec::new();
    for (at, (param, value)) in params.iter().zip(values).enumerate() {
        let shared = values.iter().filter_map(|value| match value {
            Value::Same(other, on) if *other == at => Some(*on + 1),
            _ => None,
        });
        let least = shared.max().unwrap_or(0);
        for simpler in simpler(&param.ty, value, least) {
            let mut all = values.to_vec();
            all[at] = simpler;
            // A number that says how many there are goes with them.
            if let Some((from, to)) = count(value).zip(count(&all[at])).filter(|(from, to)| from != to) {
                let told = all
                    .iter()
                    .map(|value| if *value == Value::Number(from) { Value::Number(to) } else { value.clone() });
                let told: Vec<Value> = told.collect();
                found.push((weigh(&told), told));
            }
            found.push((weigh(&all), all));
        }
    }
    found.sort_by_key(|(weight, _)| *weight);
    found.into_iter().filter(|(weight, _)| *weight < own).map(|(_, values)| values).take(MOST).collect()
}

/// How many a pointer leads to.
fn count(value: &Value) -> Option<i128> {
    match value {
        Value::Object(elements) => Some(elements.len() as i128),
        _ => None,
    }
}

/// How much there is to read.
fn weight(ty: &SourceType, value: &Value) -> u64 {
    let all = |of: &SourceType, parts: &[Value]| 8 + parts.iter().map(|part| 2 + weight(of, part)).sum::<u64>();
    match (&ty.kind, value) {
        (_, Value::Null) => 1,
        (_, Value::Same(_, on)) => 1 + *on as u64,
        (SourceKind::Char { .. } | SourceKind::CodePoint, Value::Number(number)) => {
            u32::try_from(*number).ok().and_then(char::from_u32).map_or(12, letter)
        }
        (_, Value::Number(number)) => {
            let sign = u64::from(*number < 0);
            u64::from(128 - number.unsigned_abs().leading_zeros()) * 4 + number.unsigned_abs().min(3) as u64 + sign
        }
        (_, Value::Float(float)) if *float == 0.0 && float.is_sign_positive() => 0,
        (_, Value::Float(float)) if float.fract() == 0.0 && float.abs() < 1e6 => {
            1 + float.abs().log2().max(0.0) as u64 + u64::from(*float < 0.0)
        }
        (_, Value::Float(_)) => 80,
        (_, Value::Text(text)) => 8 + text.chars().map(|c| 2 + letter(c)).sum::<u64>(),
        (SourceKind::Struct(fields), Value::Parts(parts)) => {
            8 + fields.iter().zip(parts).map(|(field, part)| 2 + weight(&field.ty, part)).sum::<u64>()
        }
        (SourceKind::Variants { variants, .. }, Value::Variant(at, parts)) => match variants.get(*at) {
            Some((_, variant)) => 8 + *at as u64 + weight(&variant.ty, &Value::Parts(parts.clone())),
            None => 8,
        },
        (SourceKind::Array(of, _), Value::Parts(parts)) => all(of, parts),
        (_, Value::List(parts) | Value::Object(parts) | Value::Parts(parts)) => match element(ty) {
            Some(of) => all(&of, parts),
            None => 8 + 4 * parts.len() as u64,
        },
        (_, Value::Variant(..)) => 8,
    }
}

fn element(ty: &SourceType) -> Option<SourceType> {
    match rusty(ty) {
        Some(Rusty::Slice(of) | Rusty::Vec(of, _) | Rusty::One(of)) => Some(of),
        _ => pointee(ty),
    }
}

fn letter(c: char) -> u64 {
    match c {
        '\0' => 0,
        'a' => 1,
        '0' => 2,
        'a'..='z' => 3,
        '0'..='9' => 4,
        ' '..='~' => 5,
        _ if c.is_ascii() => 8,
        _ => 12,
    }
}

fn simpler(ty: &SourceType, value: &Value, least: usize) -> Vec<Value> {
    match (&ty.kind, value) {
        (SourceKind::Enum { values, .. }, Value::Number(_)) => {
            values.iter().take(2).map(|(_, number)| Value::Number(*number)).collect()
        }
        (SourceKind::Char { .. } | SourceKind::CodePoint, Value::Number(0)) => Vec::new(),
        (SourceKind::Char { .. } | SourceKind::CodePoint, Value::Number(_)) => {
            [i128::from(b'a'), i128::from(b'0'), i128::from(b' ')].map(Value::Number).to_vec()
        }
        (_, Value::Number(number)) => {
            let some = [0, 1, *number / 2, *number / 10, -*number, *number - number.signum(), *number & 0xff];
            some.into_iter().filter(|it| it != number && fits(ty, *it)).map(Value::Number).collect()
        }
        (_, Value::Float(float)) => {
            let some = [0.0, 1.0, float.trunc(), float / 2.0, -float];
            some.into_iter().filter(|it| it.to_bits() != float.to_bits()).map(Value::Float).collect()
        }
        (_, Value::Text(text)) => {
            let characters: Vec<char> = text.chars().collect();
            let cut = shorter(&characters, 0).into_iter();
            let plain = characters.iter().enumerate().take(40).filter(|(_, c)| **c != 'a').map(|(at, _)| {
                let mut all = characters.clone();
                all[at] = 'a';
                all
            });
            cut.chain(plain).map(|all| Value::Text(all.into_iter().collect())).collect()
        }
        (_, Value::List(elements)) => {
            let Some(of) = element(ty) else { return Vec::new() };
            let cut = shorter(elements, 0).into_iter();
            cut.chain(each(elements, |part| simpler(&of, part, 0))).map(Value::List).collect()
        }
        (SourceKind::Pointer(_), Value::Object(elements)) => {
            let Some(to) = pointee(ty) else { return Vec::new() };
            let cut = if is_reference(ty) { Vec::new() } else { shorter(elements, least) };
            cut.into_iter().chain(each(elements, |element| simpler(&to, element, 0))).map(Value::Object).collect()
        }
        (SourceKind::Struct(fields) | SourceKind::Union(fields), Value::Parts(parts)) => {
            let mut found = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                for simpler in simpler(&fields[at].ty, part, 0) {
                    let mut parts = parts.clone();
                    parts[at] = simpler;
                    found.push(Value::Parts(parts));
                }
            }
            found
        }
        (SourceKind::Variants { variants, .. }, Value::Variant(at, parts)) => {
            let inner = variants.get(*at).map(|(_, variant)| simpler(&variant.ty, &Value::Parts(parts.clone()), 0));
            let with = |value: Value| match value {
                Value::Parts(parts) => Some(Value::Variant(*at, parts)),
                _ => None,
            };
            inner.into_iter().flatten().filter_map(with).collect()
        }
        (SourceKind::Array(of, _), Value::Parts(parts)) => {
            each(parts, |part| simpler(of, part, 0)).map(Value::Parts).collect()
        }
        _ => Vec::new(),
    }
}

/// The same with some of the parts left out.
fn shorter<T: Clone>(parts: &[T], least: usize) -> Vec<Vec<T>> {
    let count = parts.len();
    let without = |from: usize, part: usize| parts[..from].iter().chain(&parts[from + part..]).cloned().collect();
    let mut found = Vec::new();
    for part in [count, count / 2, count / 4].into_iter().filter(|part| *part > 1 && count - part >= least) {
        found.extend((0..count).step_by(part).filter(|from| from + part <= count).map(|from| without(from, part)));
    }
    if count > least {
        found.extend((0..count.min(24)).map(|from| without(from, 1)));
    }
    found
}

fn fits(ty: &SourceType, number: i128) -> bool {
    let (least, most) = crate::value::range(ty, ty.size * 8);
    (least..=most).contains(&number)
}

/// The same with one of the parts simpler.
fn each<'p>(parts: &'p [Value], simpler: impl Fn(&Value) -> Vec<Value> + 'p) -> impl Iterator<Item = Vec<Value>> + 'p {
    parts.iter().enumerate().take(40).flat_map(move |(at, part)| {
        simpler(part).into_iter().take(3).map(move |simpler| {
            let mut parts = parts.to_vec();
            parts[at] = simpler;
            parts
        })
    })
}
