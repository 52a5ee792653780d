//! Random client and library pairs with known truth.
//!
//! [`pair`] makes a library, a new version of it that is either a rewriting or a fault, and a
//! client that confines its inputs to a small domain. Running every input of that domain tells the
//! truth, which no verdict may contradict. [`assertions`] does the same for programs that can fail.

pub mod assertions;
mod program;
mod rewrite;
mod unbounded;

use std::time::Duration;

use equiv::inputs::Random;

pub use program::{Expr, Function, Stmt, Width};
pub use unbounded::{LoopPair, loop_pair};

/// Inputs the client lets through lie between these, both included.
pub const DOMAIN: std::ops::RangeInclusive<i64> = -2..=2;

/// What this thread has had of a processor so far, as Linux tells it.
pub fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the system tells the time of a thread"))
}

/// Two versions of a program with a function `client(x, y)`.
#[derive(Clone, Debug)]
pub struct Pair {
    pub old: String,
    pub new: String,
}

/// The pair with that number.
pub fn pair(seed: u64, width: Width) -> Pair {
    let mut random = Random::new(seed);
    let library = Function::library(&mut random, width);
    let helper = Function::helper(&mut random, width);
    let client = Function::client(&mut random, width);
    let mut changed = library.clone();
    for _ in 0..1 + random.below(3) {
        rewrite::keep_meaning(&mut random, &mut changed);
    }
    // What a wider program computes is seen less often.
    let changes = match width {
        Width::Slice => random.below(4),
        Width::Core => random.below(7),
    };
    for _ in 0..changes {
        rewrite::change_something(&mut random, &mut changed);
    }
    let rest = format!("{helper}\n{client}");
    Pair { old: format!("{library}\n{rest}"), new: format!("{changed}\n{rest}") }
}
