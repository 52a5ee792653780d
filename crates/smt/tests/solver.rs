//! Assumptions, retraction, effort, quantifiers, data: the solver as its callers use it.

#[path = "../../term/tests/random/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod random;

use std::sync::Arc;
use std::time::{Duration, Instant};

use random::{Generator, Random, Signatures, any, list, point};
use smt::{Answer, Effort, Logic, Solver};
use term::{Pool, TermId};
use value::{Binder, BvOp, Ctor, Expr, FloatFormat, FloatOp, FunctionSymbol, IntOp, Op, Quantifier, Sort, Value};

const EFFORT: Effort = Effort { time: Duration::from_secs(2) };

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat(_) => "sat",
        Answer::Unsat => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}

#[track_caller]
fn check(pool: &mut Pool, assumed: &[TermId], expected: &str) {
    let answer = Solver::default().check_with(pool, assumed, EFFORT);
    assert_eq!(word(&answer), expected);
}

/// One solver that assumes and retracts answers as fresh ones do.
#[test]
fn the_stack_gives_the_answers_of_fresh_solvers() {
    let sorts =
        [Sort::bool(), Sort::int(), Sort::string(), Sort::map(Sort::int(), Sort::int()), point(), list(), Sort::atom()];
    let mut signatures = Signatures::new(&sorts);
    signatures.retain(|op| !matches!(op, Op::Int(IntOp::Pow | IntOp::Mul)));
    let mut generator = Generator::new(31, &signatures, &sorts);
    let (mut pool, terms) = random::pool(&generator.variables);
    let mut solver = Solver::default();
    let mut random = Random(32);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..250 {
        if random.chance(40) {
            let depth = random.below(solver.depth() + 1);
            solver.retract_to(depth);
        }
        for _ in 0..random.below(3) {
            generator.forget();
            let tree = generator.tree(Sort::bool(), 3);
            let condition = random::term(&mut pool, &terms, &tree, random.chance(70));
            solver.assume(condition);
        }
        let effort = Effort::millis(200);
        let kept = solver.check(&mut pool, effort);
        let assumed = solver.assumed().to_vec();
        let fresh = Solver::default().check_with(&mut pool, &assumed, effort);
        match (&kept, &fresh) {
            (Answer::Sat(_), Answer::Sat(_)) => sat += 1,
            (Answer::Unsat, Answer::Unsat) => unsat += 1,
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {}
            _ => panic!("kept: {}, fresh: {}", word(&kept), word(&fresh)),
        }
        if matches!(kept, Answer::Unsat) {
            let depth = solver.depth() - 1;
            solver.retract_to(depth);
        }
    }
    assert!(sat > 60 && unsat > 20, "{sat} sat, {unsat} unsat");
}

/// What is known of an unknown is stated again after the level that stated it first is gone.
#[test]
fn facts_about_unknowns_survive_retraction() {
    let mut pool = Pool::new();
    let s = pool.fresh("s", Sort::string());
    let len = pool.seq_len(s);
    let (minus, five) = (pool.int(-1), pool.int(5));
    let long = pool.app(Op::Int(IntOp::Le), &[five, len]);
    let negative = pool.app(Op::Int(IntOp::Le), &[len, minus]);
    let mut solver = Solver::default();
    assert_eq!(word(&solver.check_with(&mut pool, &[long], EFFORT)), "sat");
    assert_eq!(word(&solver.check_with(&mut pool, &[negative], EFFORT)), "unsat");
    solver.assume(negative);
    assert_eq!(word(&solver.check(&mut pool, EFFORT)), "unsat");
}

fn bound(index: u32) -> Expr {
    Expr::Bound(0, index)
}

fn apply(op: Op, args: Vec<Expr>) -> Expr {
    Expr::Apply(op, args)
}

fn binder(binder: Binder, name: &str, captured: &[Sort], body: Expr, triggers: Vec<Vec<Expr>>) -> Op {
    let bound = vec![(name.into(), Sort::int())];
    Op::Quantifier(Arc::new(Quantifier { binder, bound, captured: captured.to_vec(), body, triggers }))
}

/// A bound variable is never one of the variables outside, whatever their names and numbers.
#[test]
fn bound_names_do_not_capture() {
    for before in 0..6 {
        let mut pool = Pool::new();
        let variables: Vec<TermId> = (0..8).map(|_| pool.fresh("x", Sort::int())).collect();
        let mut solver = Solver::default();
        // Uses up names.
        for variable in &variables[..before] {
            let text = pool.app(Op::Int(IntOp::ToText), &[*variable]);
            let len = pool.seq_len(text);
            let zero = pool.int(0);
            let positive = pool.app(Op::Int(IntOp::Lt), &[zero, len]);
            solver.check_with(&mut pool, &[positive], EFFORT);
        }
        for x in variables.iter().rev() {
            // exists x'. x' != x
            let different = apply(Op::Not, vec![apply(Op::Eq, vec![bound(0), Expr::Captured(0)])]);
            let exists = pool.app(binder(Binder::Exists, "x", &[Sort::int()], different, vec![]), &[*x]);
            let none = pool.not(exists);
            assert_eq!(word(&solver.check_with(&mut pool, &[none], EFFORT)), "unsat");
        }
    }
}

#[test]
fn unknowns_are_not_variables_of_that_name() {
    let mut pool = Pool::new();
    let s = pool.fresh("s", Sort::string());
    let len = pool.seq_len(s);
    let variables: Vec<TermId> = (0..6).map(|_| pool.fresh("unknown", Sort::int())).collect();
    for x in variables {
        let same = pool.eq(len, x);
        let other = pool.not(same);
        check(&mut pool, &[other], "sat");
    }
}

#[test]
fn quantifiers_with_triggers() {
    let mut pool = Pool::new();
    let f = Arc::new(FunctionSymbol { name: "f".into(), params: vec![Sort::int()], result: Sort::int() });
    let call = |arg: Expr| apply(Op::Apply(f.clone()), vec![arg]);
    // forall x {f(x)}. f(x) > x
    let body = apply(Op::Int(IntOp::Lt), vec![bound(0), call(bound(0))]);
    let all = pool.app(binder(Binder::Forall, "x", &[], body, vec![vec![call(bound(0))]]), &[]);
    let three = pool.int(3);
    let at_three = pool.app(Op::Apply(f.clone()), &[three]);
    let small = pool.app(Op::Int(IntOp::Le), &[at_three, three]);
    check(&mut pool, &[all, small], "unsat");
    // As an axiom.
    let axiom = Expr::Binder(Arc::new(Quantifier {
        binder: Binder::Forall,
        bound: vec![("x".into(), Sort::int())],
        captured: vec![],
        body: apply(Op::Int(IntOp::Lt), vec![bound(0), call(bound(0))]),
        triggers: vec![vec![call(bound(0))]],
    }));
    let answer = Logic::with_axioms([axiom]).solver().check_with(&mut pool, &[small], EFFORT);
    assert_eq!(word(&answer), "unsat");
}

#[test]
fn lambdas_are_maps() {
    let mut pool = Pool::new();
    let (y, k) = (pool.fresh("y", Sort::int()), pool.fresh("k", Sort::int()));
    // (lambda x. x + y)[k] = k + y
    let body = apply(Op::Int(IntOp::Add), vec![bound(0), Expr::Captured(0)]);
    let map = pool.app(binder(Binder::Lambda, "x", &[Sort::int()], body, vec![]), &[y]);
    let (found, sum) = (pool.app(Op::Select, &[map, k]), pool.app(Op::Int(IntOp::Add), &[k, y]));
    let same = pool.eq(found, sum);
    let other = pool.not(same);
    check(&mut pool, &[other], "unsat");
    let seven = pool.int(7);
    let wrong = pool.eq(found, seven);
    let not_seven = pool.eq(sum, seven);
    let not_seven = pool.not(not_seven);
    check(&mut pool, &[wrong, not_seven], "unsat");
}

#[test]
fn sequences_are_equal_by_elements() {
    let mut pool = Pool::new();
    let (s, t) = (pool.fresh("s", Sort::string()), pool.fresh("t", Sort::string()));
    let (i, c) = (pool.fresh("i", Sort::int()), pool.fresh("c", Sort::int()));
    let same = pool.eq(s, t);
    let other = pool.not(same);
    let (x, y) = (pool.app(Op::SeqNth, &[s, i]), pool.app(Op::SeqNth, &[t, i]));
    let same_at = pool.eq(x, y);
    let different_at = pool.not(same_at);
    let inside = pool.in_range(s, i);
    check(&mut pool, &[same, different_at, inside], "unsat");
    check(&mut pool, &[other], "sat");
    let st = pool.app(Op::SeqConcat, &[s, t]);
    let (ls, lst) = (pool.seq_len(s), pool.seq_len(st));
    let tail = pool.app(Op::SeqSlice, &[st, ls, lst]);
    let tail_is_t = pool.eq(tail, t);
    let wrong = pool.not(tail_is_t);
    check(&mut pool, &[wrong], "unsat");
    // Writing what stands there changes nothing.
    let at = pool.app(Op::SeqNth, &[s, i]);
    let written = pool.app(Op::SeqUpdate, &[s, i, at]);
    let unchanged = pool.eq(written, s);
    let changed = pool.not(unchanged);
    check(&mut pool, &[changed], "unsat");
    // Which branch, does not matter for what both have.
    let p = pool.fresh("p", Sort::bool());
    let one = pool.app(Op::SeqOf(Sort::int()), &[c]);
    let (sc, tc) = (pool.app(Op::SeqConcat, &[s, one]), pool.app(Op::SeqConcat, &[t, one]));
    let chosen = pool.ite(p, sc, tc);
    let either = pool.ite(p, s, t);
    let appended = pool.app(Op::SeqConcat, &[either, one]);
    let same = pool.eq(chosen, appended);
    let other = pool.not(same);
    check(&mut pool, &[other], "unsat");
}

#[test]
fn data_in_z3() {
    let mut pool = Pool::new();
    let datatype = list().datatype().expect("data");
    let (nil, cons) = (Ctor { datatype, index: 0 }, Ctor { datatype, index: 1 });
    let (l, m) = (pool.fresh("l", list()), pool.fresh("m", list()));
    let x = pool.fresh("x", Sort::int());
    let longer = pool.app(Op::Construct(cons), &[x, l]);
    let cyclic = pool.eq(longer, l);
    check(&mut pool, &[cyclic], "unsat");
    let is_cons = pool.app(Op::Is(cons), &[l]);
    let is_nil = pool.app(Op::Is(nil), &[l]);
    let (not_cons, not_nil) = (pool.not(is_cons), pool.not(is_nil));
    check(&mut pool, &[not_cons, not_nil], "unsat");
    // The head of nil is the default.
    let head = pool.app(Op::Field(cons, 0), &[l]);
    let zero = pool.int(0);
    let default = pool.eq(head, zero);
    let other = pool.not(default);
    check(&mut pool, &[is_nil, other], "unsat");
    // Models are read back.
    let same = pool.eq(l, m);
    let different = pool.not(same);
    let second = pool.app(Op::Field(cons, 1), &[m]);
    let second_is_cons = pool.app(Op::Is(cons), &[second]);
    check(&mut pool, &[is_cons, different, second_is_cons], "sat");
    // Inside of maps, as keys and as values.
    let map = pool.fresh("map", Sort::map(list(), point()));
    let written = {
        let p = pool.fresh("p", point());
        pool.app(Op::Store, &[map, l, p])
    };
    let (a, b) = (pool.app(Op::Select, &[written, m]), pool.app(Op::Select, &[map, m]));
    let kept = pool.eq(a, b);
    let not_kept = pool.not(kept);
    check(&mut pool, &[different, not_kept], "unsat");
    check(&mut pool, &[not_kept], "sat");
}

/// Data with sequences inside is compared by constructor and fields.
#[test]
fn data_outside_of_z3() {
    let mut pool = Pool::new();
    let datatype = any().datatype().expect("data");
    let (make_int, make_text) = (datatype.ctor("Int").expect("there"), datatype.ctor("Text").expect("there"));
    let (x, s, p) = (pool.fresh("x", Sort::int()), pool.fresh("s", Sort::string()), pool.fresh("p", Sort::bool()));
    let (a, b) = (pool.app(Op::Construct(make_int), &[x]), pool.app(Op::Construct(make_text), &[s]));
    let value = pool.ite(p, a, b);
    let not_p = pool.not(p);
    let other_way = pool.ite(not_p, b, a);
    let same = pool.eq(value, other_way);
    let other = pool.not(same);
    check(&mut pool, &[other], "unsat");
    let v = pool.fresh("v", any());
    let is_v = pool.eq(value, v);
    let not_int = pool.app(Op::Is(make_int), &[v]);
    let not_int = pool.not(not_int);
    check(&mut pool, &[is_v, p, not_int], "unsat");
    // Maps of such data, written in two orders.
    let map = pool.fresh("map", Sort::map(Sort::int(), any()));
    let (i, j) = (pool.fresh("i", Sort::int()), pool.fresh("j", Sort::int()));
    let ij = pool.app(Op::Store, &[map, i, a]);
    let ij = pool.app(Op::Store, &[ij, j, b]);
    let ji = pool.app(Op::Store, &[map, j, b]);
    let ji = pool.app(Op::Store, &[ji, i, a]);
    let same = pool.eq(ij, ji);
    let other = pool.not(same);
    let aliased = pool.eq(i, j);
    let apart = pool.not(aliased);
    check(&mut pool, &[apart, other], "unsat");
}

#[test]
fn maps_are_equal_by_values() {
    let mut pool = Pool::new();
    let nested = Sort::map(Sort::int(), Sort::map(Sort::int(), Sort::int()));
    let (m, n) = (pool.fresh("m", nested), pool.fresh("n", nested));
    let (i, j) = (pool.fresh("i", Sort::int()), pool.fresh("j", Sort::int()));
    let same = pool.eq(m, n);
    let (a, b) = (pool.app(Op::Select, &[m, i]), pool.app(Op::Select, &[n, i]));
    let (x, y) = (pool.app(Op::Select, &[a, j]), pool.app(Op::Select, &[b, j]));
    let same_at = pool.eq(x, y);
    let different_at = pool.not(same_at);
    check(&mut pool, &[same, different_at], "unsat");
    let other = pool.not(same);
    check(&mut pool, &[other], "sat");
    // A map over truth values is known by two of them.
    let flags = Sort::map(Sort::bool(), Sort::int());
    let (f, g) = (pool.fresh("f", flags), pool.fresh("g", flags));
    let mut assumed = Vec::new();
    for key in [false, true] {
        let key = pool.bool(key);
        let (x, y) = (pool.app(Op::Select, &[f, key]), pool.app(Op::Select, &[g, key]));
        assumed.push(pool.eq(x, y));
    }
    let same = pool.eq(f, g);
    assumed.push(pool.not(same));
    check(&mut pool, &assumed, "unsat");
}

#[test]
fn floats_and_products_are_decided_by_a_fresh_solver() {
    let mut pool = Pool::new();
    let float = Sort::float(FloatFormat::F32);
    let x = pool.fresh("x", float);
    let number =
        |pool: &mut Pool, value: f64| pool.constant(Value::Float(value::Float::of(FloatFormat::F32, value)), float);
    let (half, two) = (number(&mut pool, 0.5), number(&mut pool, 2.0));
    let times = pool.app(Op::Float(FloatOp::Mul), &[x, half]);
    let over = pool.app(Op::Float(FloatOp::Div), &[x, two]);
    let same = pool.eq(times, over);
    let other = pool.not(same);
    let answer = Solver::default().check_with(&mut pool, &[other], Effort { time: Duration::from_secs(20) });
    assert_eq!(word(&answer), "unsat");
}

#[test]
fn effort_holds() {
    let mut pool = Pool::new();
    let bits = Sort::bv(64);
    let (x, y) = (pool.fresh("x", bits), pool.fresh("y", bits));
    let product = pool.app(Op::Bv(BvOp::Mul), &[x, y]);
    let semiprime = pool.constant(Value::bv(64, 4_294_967_291 * 4_294_967_279), bits);
    let limit = pool.constant(Value::bv(64, 1 << 32), bits);
    let one = pool.constant(Value::bv(64, 1), bits);
    let assumed = [
        pool.eq(product, semiprime),
        pool.app(Op::Bv(BvOp::ULt), &[x, limit]),
        pool.app(Op::Bv(BvOp::ULt), &[y, limit]),
        pool.app(Op::Bv(BvOp::ULt), &[one, x]),
        pool.app(Op::Bv(BvOp::ULt), &[one, y]),
    ];
    let start = Instant::now();
    let answer = Solver::default().check_with(&mut pool, &assumed, Effort::millis(300));
    assert_ne!(word(&answer), "unsat");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

/// What was cut off in the middle leaves nothing behind: all these questions have an answer, and none is denied.
#[test]
fn a_question_that_was_cut_off_does_not_spoil_the_next() {
    let word = Sort::bv(32);
    let mut pool = Pool::new();
    let year = pool.fresh("year", word);
    let variable = pool.free_variables([year]).into_iter().next().expect("the year");
    let mut random = Random(7);
    let number = |pool: &mut Pool, number: u128| pool.constant(Value::bv(32, number), word);
    let mut literals = Vec::new();
    for divisor in [4, 100, 400, 7, 1461, 36_524] {
        let by = number(&mut pool, divisor);
        let rest = pool.app(Op::Bv(BvOp::URem), &[year, by]);
        let zero = number(&mut pool, 0);
        literals.push(pool.eq(rest, zero));
    }
    for (factor, mask, limit) in [(1_073_750_999, 3_221_352_463, 126_976), (2_654_435_769, 0xffff_0000, 77_000)] {
        let [factor, mask, limit] = [factor, mask, limit].map(|value| number(&mut pool, value));
        let product = pool.app(Op::Bv(BvOp::Mul), &[year, factor]);
        let masked = pool.app(Op::Bv(BvOp::And), &[product, mask]);
        literals.push(pool.app(Op::Bv(BvOp::ULe), &[masked, limit]));
    }
    for _ in 0..4 {
        let mut solver = Solver::default();
        for _ in 0..40 {
            let chosen = Value::bv(32, u128::from(random.next() & 0xffff_ffff));
            let mut assignment = term::eval::Assignment::default();
            assignment.set(variable, chosen.clone());
            let mut question = Vec::new();
            for literal in literals.iter().filter(|_| random.chance(60)) {
                let holds = term::eval::eval(&pool, &assignment, *literal) == Some(Value::Bool(true));
                question.push(if holds { *literal } else { pool.not(*literal) });
            }
            let effort = Effort { time: Duration::from_micros(200 + random.below(20_000) as u64) };
            assert!(!solver.check_with(&mut pool, &question, effort).is_unsat(), "{chosen:?}");
        }
    }
}
