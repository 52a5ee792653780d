//! Makes a counterexample small.

use ir::interp::Limits;
use value::Value;

use crate::inputs::simpler;
use crate::replay::replay_given;
use crate::{Counterexample, Given, Problem, Replay};

/// Simpler inputs, and simpler choices where they count as inputs. `most`: runs to be tried.
pub fn shrink(problem: &Problem, found: Counterexample, limits: Limits, most: usize) -> Counterexample {
    let mut best = found;
    let mut tries = 0;
    loop {
        let mut improved = false;
        for position in 0..best.inputs().len() + best.choices().len() {
            let Some(value) = value_at(&best, position) else { break };
            for simpler in simpler(value) {
                if tries >= most {
                    return best;
                }
                tries += 1;
                let given = with(&best, position, simpler);
                if let Replay::Differs(smaller) = replay_given(problem, &given, limits) {
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

/// The inputs, then the choices that were read. A simpler run may read fewer.
fn value_at(found: &Counterexample, position: usize) -> Option<&Value> {
    let choice = |position: usize| found.choices().get(position).map(|(_, value)| value);
    found.inputs().get(position).or_else(|| choice(position - found.inputs().len()))
}

fn with(found: &Counterexample, position: usize, value: Value) -> Given {
    let mut given = Given { inputs: found.inputs().to_vec(), choices: found.choices().to_vec() };
    match position.checked_sub(given.inputs.len()) {
        None => given.inputs[position] = value,
        Some(choice) => given.choices[choice].1 = value,
    }
    given
}
