//! How long Z3 takes to take floats apart into bits, which no time limit ends.

use std::time::Duration;

use rustc_hash::FxHashSet;
use term::{Node, Pool, TermId};
use value::{FloatFormat, FloatOp, Op, Sort, SortKind};

/// The least time that a question about these terms takes.
pub(crate) fn of_floats(pool: &Pool, terms: &[TermId]) -> Duration {
    let mut micros = 0;
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut work = terms.to_vec();
    while let Some(next) = work.pop() {
        let Node::App(op, args) = pool.node(next) else { continue };
        if !seen.insert(next) {
            continue;
        }
        if let (Op::Float(op), Some(first)) = (op, args.first()) {
            micros += of(op, pool.sort(*first));
        }
        work.extend(args);
    }
    Duration::from_micros(micros)
}

/// Measured on one operation of each kind, in microseconds, and halved for faster machines.
fn of(op: &FloatOp, sort: Sort) -> u64 {
    let single = matches!(sort.kind(), SortKind::Float(FloatFormat::F32));
    let (in_single, in_double) = match op {
        FloatOp::Sqrt => (50_000, 500_000),
        FloatOp::Rem => (500_000, 5_000_000),
        FloatOp::Div => (20_000, 100_000),
        FloatOp::Fma => (15_000, 50_000),
        FloatOp::Mul => (6_000, 25_000),
        FloatOp::Add | FloatOp::Sub | FloatOp::Round(_) => (4_000, 7_000),
        _ => (0, 0),
    };
    if single { in_single } else { in_double }
}
