//! How long the common steps take: `cargo run --release -p smt --example speed`.

#![expect(clippy::print_stdout, reason = "the figures are the point")]

use std::time::{Duration, Instant};

use smt::{Answer, Effort, Solver};
use term::eval::Evaluator;
use term::{Assignment, Facts, Pool, TermId};
use value::{BvOp, IntOp, Op, Rounding, Sort, Value};

fn report(what: &str, count: usize, time: Duration) {
    let each = time.as_nanos() as f64 / count as f64;
    println!("{what:<58} {count:>7} x {each:>10.0} ns = {:>8.2} ms", time.as_secs_f64() * 1e3);
}

fn timed<T>(what: &str, count: usize, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    report(what, count, start.elapsed());
    result
}

fn int(pool: &mut Pool, op: IntOp, a: TermId, b: TermId) -> TermId {
    pool.app(Op::Int(op), &[a, b])
}

fn ints(pool: &mut Pool, count: usize) -> Vec<TermId> {
    (0..count).map(|index| pool.fresh(&format!("x{index}"), Sort::int())).collect()
}

fn terms() {
    let mut pool = Pool::new();
    let x = ints(&mut pool, 2000);
    let one = pool.int(1);
    timed("x + 1 + 1 ...", 20_000, || (0..20_000).fold(x[0], |sum, _| int(&mut pool, IntOp::Add, sum, one)));
    timed("x0 + x1 + ... (2,000 different)", 2000, || x.iter().fold(one, |sum, x| int(&mut pool, IntOp::Add, sum, *x)));
    timed("comparison x < y", 20_000, || {
        for index in 0..20_000 {
            int(&mut pool, IntOp::Lt, x[index % 1999], x[index % 1998 + 1]);
        }
    });
    let literals: Vec<TermId> = x.iter().map(|x| int(&mut pool, IntOp::Lt, one, *x)).collect();
    let all = timed("and of 2,000", 2000, || pool.conjunction(literals.iter().copied()));
    let bits: Vec<TermId> = (0..50).map(|index| pool.fresh(&format!("b{index}"), Sort::bv(64))).collect();
    timed("bit-vector sums", 20_000, || {
        for index in 0..20_000 {
            pool.app(Op::Bv(BvOp::Add), &[bits[index % 50], bits[index % 49]]);
        }
    });
    let mut assignment = Assignment::default();
    for variable in pool.free_variables([all]) {
        assignment.set(variable, Value::int(5));
    }
    timed("evaluation of the and", 6000, || Evaluator::new(assignment).eval(&pool, all));
    let mut facts = Facts::default();
    timed("facts: assume 2,000", 2000, || literals.iter().for_each(|literal| facts.assume(&pool, *literal)));
    timed("facts: decide 2,000", 2000, || literals.iter().filter(|l| facts.decide(&pool, **l).is_some()).count());
    timed("facts: assume the and", 2000, || Facts::default().assume(&pool, all));
}

fn towers() {
    let mut pool = Pool::new();
    let x = ints(&mut pool, 40);
    let mut tower = x[0];
    for step in &x[1..] {
        let zero = pool.int(0);
        let small = int(&mut pool, IntOp::Le, tower, zero);
        let more = int(&mut pool, IntOp::Add, tower, *step);
        let less = int(&mut pool, IntOp::Sub, tower, *step);
        tower = pool.ite(small, more, less);
    }
    let zero = pool.int(0);
    let asked = int(&mut pool, IntOp::Le, tower, zero);
    timed("facts: a tower of 40 conditionals", 1, || Facts::default().decide(&pool, asked));
}

fn sequences() {
    let mut pool = Pool::new();
    let x = ints(&mut pool, 2000);
    let empty = pool.app(Op::SeqOf(Sort::int()), &[]);
    let known = timed("append to a list of known length", 2000, || {
        x.iter().fold(empty, |list, x| {
            let one = pool.app(Op::SeqOf(Sort::int()), &[*x]);
            pool.app(Op::SeqConcat, &[list, one])
        })
    });
    timed("every element of it", 2000, || {
        for index in 0..2000 {
            let index = pool.int(index);
            pool.app(Op::SeqNth, &[known, index]);
        }
    });
    timed("update every element", 1000, || {
        (0..1000).fold(known, |list, index| {
            let index = pool.int(index);
            pool.app(Op::SeqUpdate, &[list, index, x[7]])
        })
    });
    let s = pool.fresh("s", Sort::string());
    let open = timed("append to a list of unknown length", 1000, || {
        x[..1000].iter().fold(s, |list, x| {
            let one = pool.app(Op::SeqOf(Sort::int()), &[*x]);
            pool.app(Op::SeqConcat, &[list, one])
        })
    });
    timed("every element of it", 1000, || {
        for index in 0..1000 {
            let index = pool.int(index);
            pool.app(Op::SeqNth, &[open, index]);
        }
    });
    let texts: Vec<TermId> = (0..300).map(|index| pool.fresh(&format!("s{index}"), Sort::string())).collect();
    let joined = timed("300 unknown texts joined", 300, || {
        texts.iter().fold(empty, |joined, text| pool.app(Op::SeqConcat, &[joined, *text]))
    });
    timed("its length", 1, || pool.seq_len(joined));
    timed("one element of it", 1, || pool.app(Op::SeqNth, &[joined, x[0]]));
}

fn maps() {
    let mut pool = Pool::new();
    let x = ints(&mut pool, 1000);
    let sort = Sort::map(Sort::int(), Sort::int());
    let base = pool.fresh("m", sort);
    let fill = |pool: &mut Pool, keys: &mut dyn Iterator<Item = usize>| {
        keys.fold(base, |map, index| {
            let key = pool.int(index);
            pool.app(Op::Store, &[map, key, x[index]])
        })
    };
    let up = timed("1,000 writes, keys ascending", 1000, || fill(&mut pool, &mut (0..1000)));
    let down = timed("1,000 writes, keys descending", 1000, || fill(&mut pool, &mut (0..1000).rev()));
    assert_eq!(up, down);
    timed("1,000 reads", 1000, || {
        for index in 0..1000 {
            let key = pool.int(index);
            pool.app(Op::Select, &[up, key]);
        }
    });
    let (key, value) = (pool.int(500), pool.int(7));
    let other = pool.app(Op::Store, &[up, key, value]);
    timed("equality of two such", 1, || pool.eq(up, other));
}

fn solver() {
    let mut pool = Pool::new();
    let x = ints(&mut pool, 300);
    let effort = Effort::millis(1000);
    let mut solver = Solver::default();
    timed("first question (makes Z3's context)", 1, || solver.check(&mut pool, effort));
    let literals: Vec<TermId> = (0..299).map(|index| int(&mut pool, IntOp::Lt, x[index], x[index + 1])).collect();
    timed("assume and check along a path", 299, || {
        for literal in &literals {
            solver.assume(*literal);
            assert!(matches!(solver.check(&mut pool, effort), Answer::Sat(_)));
        }
    });
    let back = int(&mut pool, IntOp::Lt, x[299], x[0]);
    timed("questions at its end (unsat)", 100, || {
        for _ in 0..100 {
            assert!(matches!(solver.check_with(&mut pool, &[back], effort), Answer::Unsat));
        }
    });
    solver.retract_to(0);
    let (hour, minute) = (pool.int(3600), pool.int(60));
    timed("hours, minutes, seconds recomposed", 20, || {
        for x in &x[..20] {
            let h = int(&mut pool, IntOp::Div(Rounding::Floor), *x, hour);
            let r = int(&mut pool, IntOp::Mod(Rounding::Floor), *x, hour);
            let m = int(&mut pool, IntOp::Div(Rounding::Floor), r, minute);
            let s = int(&mut pool, IntOp::Mod(Rounding::Floor), r, minute);
            let (h, m) = (int(&mut pool, IntOp::Mul, h, hour), int(&mut pool, IntOp::Mul, m, minute));
            let sum = int(&mut pool, IntOp::Add, h, m);
            let sum = int(&mut pool, IntOp::Add, sum, s);
            let same = pool.eq(sum, *x);
            let other = pool.not(same);
            assert!(matches!(solver.check_with(&mut pool, &[other], effort), Answer::Unsat));
        }
    });
}

fn main() {
    let run = || {
        terms();
        towers();
        sequences();
        maps();
        solver();
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}
