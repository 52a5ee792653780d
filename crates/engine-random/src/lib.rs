//! Looks for a counterexample by running both versions.
//!
//! Inputs are boundary values, constants mined from the code (and their neighbours), and random
//! ones; a difference is shrunk. Takes milliseconds, finds most differences, proves nothing: what
//! it returns always has a gap.

use std::time::Instant;

use equiv::inputs::Generator;
use equiv::replay::replay_given;
use equiv::shrink::shrink;
use equiv::{Coverage, Gap, Problem, Replay, Why};
use ir::interp::Limits;

/// Most inputs tried while shrinking.
const TRIES: usize = 400;

#[derive(Clone, Debug)]
pub struct Budget {
    pub deadline: Instant,
    pub inputs: u64,
    /// Steps of one run.
    pub fuel: u64,
    /// Steps of all runs together.
    pub total_fuel: u64,
    pub seed: u64,
}

/// Runs both versions on many inputs until one tells them apart.
pub fn search(problem: &Problem, budget: &Budget) -> Coverage {
    let mut coverage = Coverage::default();
    let mut generator = Generator::new(problem, budget.seed);
    let limits = Limits { fuel: budget.fuel, ..Limits::default() };
    let mut tried = 0;
    // A run that gives no observation may have used all its fuel.
    let mut fuel_left = budget.total_fuel;
    while tried < budget.inputs && fuel_left > 0 && Instant::now() < budget.deadline {
        let given = generator.next_given();
        tried += 1;
        match replay_given(problem, &given, limits) {
            Replay::Same => fuel_left = fuel_left.saturating_sub(1_000),
            Replay::NoObservation(..) | Replay::Unclear(_) => fuel_left = fuel_left.saturating_sub(budget.fuel),
            Replay::Differs(found) => {
                coverage.differs.push(shrink(problem, *found, limits, TRIES));
                break;
            }
        }
    }
    coverage.statistics.inputs_tried = tried;
    if coverage.differs.is_empty() {
        coverage.open.push(Gap::nowhere(Why::OnlyRuns(tried)));
    }
    coverage
}
