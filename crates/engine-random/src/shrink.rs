//! Makes an input that tells the versions apart small.

use equiv::inputs::simpler;
use equiv::replay::replay;
use equiv::{Counterexample, Problem, Replay};
use ir::interp::Limits;

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
