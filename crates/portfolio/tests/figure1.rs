//! The paper's figure 1, written in the intermediate language.

use std::sync::Arc;
use std::time::Duration;

use equiv::{Problem, Reason, Verdict};
use ir::entry::{Entry, Pair};
use ir::plain::Plain;
use ir::{FunctionKind, Span, text};
use portfolio::{Answer, Engine, Options, check};
use value::{Symbol, Value};

fn entry(source: &str, client: &str) -> Entry {
    let mut program = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    for (_, function) in program.functions.iter_mut() {
        // As if a line of some source stood for all of it.
        if let FunctionKind::Defined(body) = &mut Arc::make_mut(function).kind {
            let spans = body.spans.iter_mut().flat_map(|(_, row)| row.iter_mut());
            spans.for_each(|span| *span = Span { line: 1, ..Span::none() });
        }
    }
    ir::well_formed::assert(&program);
    let client = program.function(Symbol::new(client)).expect("the client is there");
    Entry { entry: client, client, program }
}

fn run(old: &str, new: &str, client: &str, engine: Engine) -> Answer {
    let pair = Pair {
        client: client.into(),
        parameters: vec!["x".into()],
        old: entry(old, client),
        new: entry(new, client),
        assumptions: Vec::new(),
        slips: None,
        is_same_code: false,
        library: Default::default(),
        notation: Box::new(Plain),
    };
    // Each takes a second at most, where nothing else runs.
    let options = Options { engine, timeout: Duration::from_secs(60), ..Options::default() };
    check(&Problem::new(pair), &options)
}

fn verdict(answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Equivalent(proof) => format!("equivalent {}", proof.reason),
        Verdict::Different(found) => format!("different {:?}", found.inputs()),
        Verdict::Undecided(gaps) => format!("undecided {}", gaps[0].kind()),
    }
}

const CLIENT1: &str = "
fn client1(x: int) -> (int) {
    branch lt(10, x), far, near
far:
    return x
near:
    r = call lib1(x)
    return r
}
";
const CLIENT2: &str = "
fn client2(x: int) -> (int) {
    r = call lib2(x)
    branch lt(r, x), above, below
above:
    return x
below:
    s = call lib2(x)
    return s
}
";
const LIB1_OLD: &str = "fn lib1(x: int) -> (int) { return x }\n";
const LIB1_NEW: &str = "
fn lib1(x: int) -> (int) {
    branch lt(10, x), far, near
far:
    return 9
near:
    return x
}
";
const LIB2_OLD: &str = "fn lib2(x: int) -> (int) { return sub(x, 1) }\n";
const LIB2_NEW: &str = "fn lib2(x: int) -> (int) { return x }\n";

#[test]
fn client1_never_exercises_the_change() {
    let answer = run(&(LIB1_OLD.to_owned() + CLIENT1), &(LIB1_NEW.to_owned() + CLIENT1), "client1", Engine::Lazy);
    assert_eq!(verdict(&answer), "equivalent inactive");
    assert_eq!(answer.coverage.contexts.len(), 1);
    let condition = answer.coverage.contexts[0].condition.as_ref().expect("it is short");
    assert_eq!([10, 11].map(|x| condition.holds(&[Value::int(x)])), [Some(true), Some(false)]);
    assert_eq!(answer.coverage.statistics.solver_queries, 0);
}

#[test]
fn client2_digests_the_change() {
    let answer = run(&(LIB2_OLD.to_owned() + CLIENT2), &(LIB2_NEW.to_owned() + CLIENT2), "client2", Engine::Lazy);
    assert_eq!(verdict(&answer), "equivalent active");
}

#[test]
fn a_client_that_reaches_the_change_is_affected() {
    let client = CLIENT1.replace("lt(10, x)", "lt(20, x)");
    for engine in [Engine::Lazy, Engine::Random, Engine::Auto] {
        let answer = run(&(LIB1_OLD.to_owned() + &client), &(LIB1_NEW.to_owned() + &client), "client1", engine);
        let Verdict::Different(found) = &answer.verdict else { panic!("{}", verdict(&answer)) };
        let Value::Int(x) = &found.inputs()[0] else { panic!("an integer") };
        assert!((11..=20).contains(&x.to_i64().unwrap_or(0)), "{x}");
    }
}

#[test]
fn nothing_changed_is_identical() {
    let answer = run(&(LIB1_OLD.to_owned() + CLIENT1), &(LIB1_OLD.to_owned() + CLIENT1), "client1", Engine::Auto);
    assert!(matches!(&answer.verdict, Verdict::Equivalent(proof) if proof.reason == Reason::Identical));
}

const SUM: &str = "
fn sum(n: int) -> (int) {
    jump head(0, 0)
head(i: int, s: int):
    branch lt(i, n), body, done
body:
    jump head(add(i, 1), add(s, i))
done:
    return s
}
";

#[test]
fn an_unbounded_loop_is_named() {
    let new = SUM.replace("add(s, i)", "add(i, add(s, 0))").replace("jump head(0, 0)", "jump head(1, 0)");
    let answer = run(SUM, &new, "sum", Engine::Lazy);
    assert_eq!(verdict(&answer), "undecided loop-bound");
}

#[test]
fn loops_in_step_are_proved_for_all_inputs() {
    let new = SUM.replace("add(s, i)", "sub(s, neg(i))").replace("lt(i, n)", "not(le(n, i))");
    let answer = run(SUM, &new, "sum", Engine::Auto);
    assert_eq!(verdict(&answer), "equivalent relational");
    let peeled = SUM.replace("jump head(0, 0)", "jump head(1, 0)");
    let answer = run(SUM, &peeled, "sum", Engine::Relational);
    assert_eq!(verdict(&answer), "equivalent relational");
    let down = "
fn sum(n: int) -> (int) {
    branch le(n, 0), none, some
none:
    return 0
some:
    jump head(sub(n, 1), 0)
head(i: int, s: int):
    branch lt(0, i), body, done
body:
    jump head(sub(i, 1), add(s, i))
done:
    return s
}
";
    let answer = run(SUM, down, "sum", Engine::Relational);
    assert_eq!(verdict(&answer), "equivalent relational");
}

#[test]
fn a_wrong_loop_is_never_proved() {
    for (from, to) in
        [("add(s, i)", "add(s, add(i, 1))"), ("lt(i, n)", "le(i, n)"), ("jump head(0, 0)", "jump head(0, 1)")]
    {
        let new = SUM.replace(from, to);
        let answer = run(SUM, &new, "sum", Engine::Relational);
        assert!(!verdict(&answer).starts_with("equivalent"), "{}", verdict(&answer));
        let answer = run(SUM, &new, "sum", Engine::Auto);
        assert!(verdict(&answer).starts_with("different"), "{}", verdict(&answer));
    }
}

#[test]
fn a_loop_the_client_bounds_is_explored_to_the_end() {
    let client = "
fn client(n: int) -> (int) {
    branch le(n, 30), small, large
small:
    r = call sum(n)
    return r
large:
    return 0
}
";
    let new = SUM.replace("jump head(0, 0)", "jump head(1, 0)");
    let answer = run(&(SUM.to_owned() + client), &(new + client), "client", Engine::Lazy);
    assert_eq!(verdict(&answer), "equivalent active");
}

const HEAP: &str = "
cell heap list: map[ref[list], seq[int]] = {else []:int}:ref[list]
cell global arg: ref[list] = 0:ref[list]
";

#[test]
fn writes_through_an_argument_are_observed() {
    let client = "
fn client(x: int) -> (int) {
    a = alloc ref[list]
    set list, store(get list, a, seq.of[int](x))
    set arg, a
    call touch(a)
    return 0
}
";
    let touch = "
fn touch(a: ref[list]) -> () {
    s = select(get list, a)
    set list, store(get list, a, seq.concat(s, seq.of[int](1)))
    return
}
";
    let twice = "
fn touch(a: ref[list]) -> () {
    b = alloc ref[list]
    set list, store(get list, b, seq.of[int](1))
    s = select(get list, a)
    t = select(get list, b)
    set list, store(get list, a, seq.concat(s, t))
    return
}
";
    let wrong = touch.replace("seq.of[int](1)", "seq.of[int](2)");
    let with = |touch: &str| format!("{HEAP}{touch}{client}");
    let same = run(&with(touch), &with(twice), "client", Engine::Lazy);
    assert_eq!(verdict(&same), "equivalent active");
    let other = run(&with(touch), &with(&wrong), "client", Engine::Lazy);
    assert!(verdict(&other).starts_with("different"), "{}", verdict(&other));
}

#[test]
fn external_calls_are_one_unknown_in_both_versions() {
    let world = "extern fn ask(x: int) -> (int)\n";
    let client = "
fn client(x: int) -> (int) {
    r = call ask(x)
    s = call lib(r)
    return s
}
";
    let old = format!("{world}fn lib(r: int) -> (int) {{ return add(r, r) }}\n{client}");
    let same = format!("{world}fn lib(r: int) -> (int) {{ return mul(2, r) }}\n{client}");
    let other = format!("{world}fn lib(r: int) -> (int) {{ return mul(3, r) }}\n{client}");
    let twice = format!("{world}fn lib(r: int) -> (int) {{ q = call ask(r) return add(r, r) }}\n{client}");
    let answer = run(&old, &same, "client", Engine::Auto);
    assert_eq!(verdict(&answer), "equivalent active");
    let Verdict::Equivalent(proof) = &answer.verdict else { panic!("equivalent") };
    assert_eq!(proof.assumptions.len(), 1);
    // What needs an answer of the outside that nobody knows is never called different; one question more, whatever is
    // answered, is a difference.
    let answer = run(&old, &other, "client", Engine::Auto);
    assert!(verdict(&answer).starts_with("undecided"), "{}", verdict(&answer));
    let answer = run(&old, &twice, "client", Engine::Auto);
    assert!(verdict(&answer).starts_with("different"), "{}", verdict(&answer));
}
