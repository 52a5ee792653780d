//! Conditionals whose branches share their parts are gone through once, not once for each way through them.

use std::time::{Duration, Instant};

use term::Pool;
use value::{IntOp, Op, Sort};

#[test]
fn a_tower_of_shared_conditionals_is_compared_quickly() {
    let start = Instant::now();
    let mut pool = Pool::new();
    let (x, y) = (pool.fresh("x", Sort::int()), pool.fresh("y", Sort::int()));
    let (mut low, mut high) = (x, y);
    for level in 0..60 {
        let (c, d) = (pool.fresh("c", Sort::bool()), pool.fresh("d", Sort::bool()));
        let one = pool.int(level % 3);
        let up = pool.app(Op::Int(IntOp::Add), &[low, one]);
        (low, high) = (pool.ite(c, up, high), pool.ite(d, high, low));
    }
    let seven = pool.int(7);
    let same = pool.eq(low, seven);
    assert!(pool.as_bool(same).is_none());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
