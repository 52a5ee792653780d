//! Makes an input that tells the versions apart small.

use std::sync::Arc;

use equiv::replay::replay;
use equiv::{Counterexample, Problem, Replay};
use ir::interp::Limits;
use value::{Float, Int, MapValue, Rounding, Value};

/// Most inputs tried while shrinking.
const TRIES: usize = 400;

pub(crate) fn shrink(problem: &Problem, found: Counterexample, limits: Limits) -> Counterexample {
    let mut best = found;
    let mut tries = 0;
    loop {
        let mut improved = false;
        for position in 0..best.inputs().len() {
            for simpler in simpler(&best.inputs()[position]) {
                if tries >= TRIES {
                    return best;
                }
                tries += 1;
                let mut inputs = best.inputs().to_vec();
                inputs[position] = simpler;
                if let Replay::Differs(smaller) = replay(problem, &inputs, limits) {
                    best = *smaller;
                    improved = true;
                    break;
                }
            }
        }
        if !improved {
            return best;
        }
    }
}

/// Simpler values to try instead, the simplest first. Each is strictly simpler, so shrinking ends.
fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Int(int) => simpler_ints(int).into_iter().map(Value::Int).collect(),
        Value::Bv(bv) => {
            let signed = Int::from(bv.signed());
            simpler_ints(&signed).into_iter().map(|int| Value::bv(bv.width, int.low_bits(bv.width))).collect()
        }
        Value::Float(float) => {
            let value = float.to_f64();
            [0.0, 1.0, -1.0, value.trunc()]
                .into_iter()
                .filter(|candidate| candidate.abs() < value.abs() || (value.is_nan() && !candidate.is_nan()))
                .map(|candidate| Value::Float(Float::of(float.format, candidate)))
                .collect()
        }
        Value::Seq(elements) => {
            let without = (0..elements.len()).map(|skip| {
                let kept = elements.iter().enumerate().filter(|(index, _)| *index != skip);
                Value::seq(kept.map(|(_, element)| element.clone()).collect())
            });
            let halves = (elements.len() > 3).then(|| Value::seq(elements[..elements.len() / 2].to_vec()));
            let changed = elements
                .iter()
                .enumerate()
                .flat_map(|(index, element)| simpler(element).into_iter().take(3).map(move |simple| (index, simple)));
            let changed = changed.map(|(index, simple)| {
                let mut elements = (**elements).clone();
                elements[index] = simple;
                Value::seq(elements)
            });
            halves.into_iter().chain(without).chain(changed).collect()
        }
        Value::Map(map) => simpler_maps(map),
        _ => Vec::new(),
    }
}

/// A simpler value elsewhere, or one entry less.
fn simpler_maps(map: &MapValue) -> Vec<Value> {
    let rebuilt = |default: &Value, entries: &mut dyn Iterator<Item = (&Value, &Value)>| {
        let mut made = MapValue::constant(default.clone());
        for (key, value) in entries {
            made = made.store(key.clone(), value.clone());
        }
        Value::Map(Arc::new(made))
    };
    let count = map.entries().count();
    let default = map.default_value();
    let fewer = (0..count).map(|skip| {
        let mut kept = map.entries().enumerate().filter(|(index, _)| *index != skip).map(|(_, entry)| entry);
        rebuilt(default, &mut kept)
    });
    let elsewhere = simpler(default).into_iter().take(4).map(|default| rebuilt(&default, &mut map.entries()));
    let plain = (count > 0).then(|| rebuilt(default, &mut std::iter::empty()));
    plain.into_iter().chain(fewer).chain(elsewhere).collect()
}

fn simpler_ints(int: &Int) -> Vec<Int> {
    if int.is_zero() {
        return Vec::new();
    }
    let two = Int::from(2);
    let toward_zero = if int.is_negative() { int + &Int::ONE } else { int - &Int::ONE };
    let mut candidates = vec![Int::ZERO, Int::ONE];
    if int.is_negative() {
        candidates.push(-int);
    }
    candidates.push(int.div(&two, Rounding::Trunc));
    // Big steps towards zero first: the bound of a condition is found in few tries.
    let mut step = int.div(&Int::from(4), Rounding::Trunc);
    while !step.is_zero() {
        candidates.push(int - &step);
        step = step.div(&two, Rounding::Trunc);
    }
    candidates.push(toward_zero);
    let simpler = |candidate: &Int| {
        let (a, b) = (candidate.abs(), int.abs());
        a < b || (a == b && int.is_negative() && !candidate.is_negative())
    };
    candidates.retain(simpler);
    candidates
}
