//! Conditions as a person would write them.

use ir::entry::{Choice, Words};
use report::print::{print, print_all};
use term::{Pool, TermId};
use value::{IntOp, Op, Rounding, Sort};

const PYTHON: Words = Words {
    and: "and",
    or: "or",
    not: "not",
    true_: "True",
    false_: "False",
    div: "//",
    modulo: "%",
    if_else: "{a} if {c} else {b}",
    machine: None,
    choices: Vec::new(),
};

const C: Words = Words {
    and: "&&",
    or: "||",
    not: "!",
    true_: "1",
    false_: "0",
    div: "/",
    modulo: "%",
    if_else: "{c} ? {a} : {b}",
    machine: None,
    choices: Vec::new(),
};

struct Names {
    pool: Pool,
    x: TermId,
    y: TermId,
    a: TermId,
    b: TermId,
}

impl Names {
    fn new() -> Names {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.fresh(name, Sort::int()));
        let [a, b] = ["a", "b"].map(|name| pool.fresh(name, Sort::bool()));
        Names { pool, x, y, a, b }
    }

    fn int(&mut self, op: IntOp, a: TermId, b: TermId) -> TermId {
        self.pool.app(Op::Int(op), &[a, b])
    }

    #[track_caller]
    fn check(&self, term: TermId, python: &str, c: &str) {
        assert_eq!(print(&self.pool, term, &PYTHON), python);
        assert_eq!(print(&self.pool, term, &C), c);
    }
}

#[test]
fn comparisons() {
    let mut n = Names::new();
    let (x, y) = (n.x, n.y);
    let ten = n.pool.int(10);
    let above = n.int(IntOp::Lt, ten, x);
    n.check(above, "x > 10", "x > 10");
    let below = n.int(IntOp::Lt, x, y);
    n.check(below, "x < y", "x < y");
    let at_least = n.pool.not(below);
    n.check(at_least, "x >= y", "x >= y");
    let difference = n.int(IntOp::Sub, x, y);
    let three = n.pool.int(3);
    let close = n.int(IntOp::Le, difference, three);
    n.check(close, "x <= y + 3", "x <= y + 3");
    let same = n.pool.eq(x, y);
    n.check(same, "x == y", "x == y");
    let other = n.pool.not(same);
    n.check(other, "x != y", "x != y");
}

#[test]
fn of_many_bounds_the_tightest_is_printed() {
    let mut n = Names::new();
    let (x, y, a) = (n.x, n.y, n.a);
    let mut conditions = vec![a];
    for limit in [5, 0, 7, 3] {
        let limit = n.pool.int(limit);
        conditions.push(n.int(IntOp::Lt, limit, x));
    }
    let below = n.int(IntOp::Lt, x, y);
    conditions.push(below);
    for limit in [100, 20, 30] {
        let limit = n.pool.int(limit);
        conditions.push(n.int(IntOp::Le, x, limit));
    }
    assert_eq!(print_all(&n.pool, &conditions, &PYTHON), "a and x > 7 and x < y and x <= 20");
}

#[test]
fn logic() {
    let mut n = Names::new();
    let (x, a, b) = (n.x, n.a, n.b);
    let both = n.pool.and(a, b);
    n.check(both, "a and b", "a && b");
    let neither = n.pool.not(both);
    n.check(neither, "not a or not b", "!a || !b");
    let either = n.pool.or(a, b);
    n.check(either, "a or b", "a || b");
    let none = n.pool.not(either);
    n.check(none, "not a and not b", "!a && !b");
    let zero = n.pool.int(0);
    let positive = n.int(IntOp::Lt, zero, x);
    let guarded = n.pool.and(positive, either);
    assert!(["x > 0 and (a or b)", "(a or b) and x > 0"].contains(&&*print(&n.pool, guarded, &PYTHON)));
    assert_eq!(print_all(&n.pool, &[positive, either], &PYTHON), "x > 0 and (a or b)");
    let alternative = n.pool.or(both, positive);
    assert!(["a and b or x > 0", "x > 0 or a and b"].contains(&&*print(&n.pool, alternative, &PYTHON)));
}

#[test]
fn arithmetic() {
    let mut n = Names::new();
    let (x, y, a) = (n.x, n.y, n.a);
    let (two, seven) = (n.pool.int(2), n.pool.int(7));
    let sum = n.int(IntOp::Add, x, y);
    let product = n.int(IntOp::Mul, sum, two);
    n.check(product, "2*x + 2*y", "2*x + 2*y");
    let half = n.int(IntOp::Div(Rounding::Floor), sum, two);
    n.check(half, "(x + y) // 2", "(x + y) / 2");
    let odd = n.int(IntOp::Mod(Rounding::Floor), x, two);
    let one = n.pool.int(1);
    let is_odd = n.pool.eq(odd, one);
    n.check(is_odd, "x % 2 == 1", "x % 2 == 1");
    let choice = n.pool.ite(a, x, seven);
    let more = n.int(IntOp::Add, choice, y);
    let text = print(&n.pool, more, &PYTHON);
    assert!(text.contains("(x if a else 7)"), "{text}");
    let minus = n.int(IntOp::Sub, x, y);
    n.check(minus, "x - y", "x - y");
    let less = n.int(IntOp::Sub, minus, seven);
    n.check(less, "x - y - 7", "x - y - 7");
    let flipped = n.pool.app(Op::Int(IntOp::Neg), &[odd]);
    n.check(flipped, "-(x % 2)", "-(x % 2)");
    let rest = n.int(IntOp::Sub, y, odd);
    n.check(rest, "y - x % 2", "y - x % 2");
    let power = n.int(IntOp::Pow, sum, y);
    n.check(power, "(x + y) ** y", "(x + y) ** y");
    let bits = n.int(IntOp::And, x, y);
    let zero = n.pool.int(0);
    let clear = n.pool.eq(bits, zero);
    n.check(clear, "(x & y) == 0", "(x & y) == 0");
    let twice = n.int(IntOp::Mul, sum, sum);
    n.check(twice, "x*x + 2*x*y + y*y", "x*x + 2*x*y + y*y");
}

/// The text of a term of sixty nodes could have 2^60 parts.
#[test]
fn shared_parts_are_not_written_without_end() {
    let mut n = Names::new();
    let mut term = n.x;
    for _ in 0..60 {
        // Nothing is known of division by a variable: it stays as it is.
        term = n.int(IntOp::Div(Rounding::Floor), term, term);
    }
    let text = print(&n.pool, term, &PYTHON);
    assert!(text.contains("...") && text.len() < 20_000, "{} characters", text.len());
}

#[test]
fn kinds_of_an_argument() {
    let kinds = ["an int", "a str", "None"].map(String::from).to_vec();
    let choice = Choice { input: "type of x".into(), of: "x".into(), kinds };
    let words = Words { choices: vec![choice], ..PYTHON };
    let mut pool = Pool::new();
    let which = pool.fresh("type of x", Sort::int());
    let number = |pool: &mut Pool, n: i64| pool.int(n);
    let (zero, one, two) = (number(&mut pool, 0), number(&mut pool, 1), number(&mut pool, 2));
    let from = pool.app(Op::Int(IntOp::Le), &[zero, which]);
    let to = pool.app(Op::Int(IntOp::Le), &[which, one]);
    assert_eq!(print_all(&pool, &[from], &words), "True");
    assert_eq!(print_all(&pool, &[from, to], &words), "(x is an int or a str)");
    let later = pool.app(Op::Int(IntOp::Le), &[one, which]);
    assert_eq!(print_all(&pool, &[later, to], &words), "x is a str");
    let last = pool.app(Op::Eq, &[which, two]);
    assert_eq!(print(&pool, last, &words), "x is None");
    assert_eq!(print_all(&pool, &[last, to], &words), "False");
}
