//! Makes an input that tells the versions apart small.

use ir::interp::Limits;

use crate::inputs::simpler;
use crate::replay::replay;
use crate::{Counterexample, Problem, Replay};

/// `most`: inputs to be tried.
pub fn shrink(problem: &Problem, found: Counterexample, limits: Limits, most: usize) -> Counterexample {
    let mut best = found;
    let mut tries = 0;
    loop {
        let mut improved = false;
        for position in 0..best.inputs().len() {
            for simpler in simpler(&best.inputs()[position]) {
                if tries >= most {
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
