//! Each rule of proof, on a pair that it would wrongly prove without one of its conditions.
//!
//! Where the versions of such a pair differ, they do so on one large number whose square stands in
//! the code: no run comes across it, so that only a proof could be wrong.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine_product::{Budget, prove};
use equiv::{Coverage, Problem, Termination};
use ir::entry::{Entry, Pair};
use ir::plain::Plain;
use ir::{FunctionKind, Span, text};
use smt::Logic;
use value::{Expr, IntOp, Op, Sort, Symbol, Value};

/// The square of a number that no run comes across.
const SQUARE: &str = "2541865828329000000";

fn entry(source: &str) -> Entry {
    let source = source.replace("SQUARE", SQUARE);
    let mut program = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    for (_, function) in program.functions.iter_mut() {
        if let FunctionKind::Defined(body) = &mut Arc::make_mut(function).kind {
            let spans = body.spans.iter_mut().flat_map(|(_, row)| row.iter_mut());
            spans.for_each(|span| *span = Span { line: 1, ..Span::none() });
        }
    }
    ir::well_formed::assert(&program);
    let client = program.function(Symbol::new("main")).expect("there is a main");
    Entry { entry: client, client, program }
}

fn ask(old: &str, new: &str, termination: Termination, inputs: Option<Expr>) -> Coverage {
    let mut problem = Problem::new(Pair {
        client: "main".into(),
        parameters: vec!["n".into()],
        old: entry(old),
        new: entry(new),
        assumptions: Vec::new(),
        slips: None,
        is_same_code: false,
        library: Default::default(),
        notation: Box::new(Plain),
    });
    problem.termination = termination;
    let deadline = Instant::now() + Duration::from_secs(10);
    prove(&problem, &Logic::default(), &Budget { deadline, seed: 0, inputs })
}

fn is_proved(coverage: &Coverage) -> bool {
    coverage.open.is_empty() && coverage.differs.is_empty()
}

fn proves(old: &str, new: &str) -> bool {
    is_proved(&ask(old, new, Termination::Report, None))
}

const FACTORIAL: &str = "fn main(n: int) -> int {
    branch lt(0, n), more, done
  done: return 1
  more:
    r = call main(sub(n, 1))
    return mul(n, r)
  }";

#[test]
fn a_recursion_is_not_equal_to_itself_by_its_own_equation() {
    assert!(proves(FACTORIAL, &FACTORIAL.replace("mul(n, r)", "mul(r, n)")));
    let changed = "fn main(n: int) -> int {
        branch eq(mul(n, n), SQUARE), other, same
      other: return 5
      same:
        branch lt(0, n), more, done
      done: return 1
      more:
        r = call main(sub(n, 1))
        return mul(n, r)
      }";
    assert!(!proves(FACTORIAL, changed));
}

#[test]
fn calls_with_other_arguments_may_give_other_results() {
    let by_two = "fn main(n: int) -> int {
        branch lt(0, n), more, done
      done: return 1
      more:
        branch eq(mul(n, n), SQUARE), skip, step
      skip:
        r = call main(sub(n, 2))
        return mul(n, r)
      step:
        s = call main(sub(n, 1))
        return mul(n, s)
      }";
    assert!(!proves(FACTORIAL, by_two));
}

#[test]
fn only_a_call_that_is_passed_on_is_a_loop() {
    let plus_one = |test: &str| {
        format!(
            "fn main(n: int) -> int {{
                branch lt(0, n), more, done
              done: return 0
              more:
                r = call main(sub(n, 1))
                branch {test}
              odd: return add(r, 1)
              even: return r
              }}"
        )
    };
    assert!(proves(&plus_one("lt(0, n), odd, even"), &plus_one("lt(n, 0), even, odd")));
    assert!(!proves(&plus_one("lt(0, n), odd, even"), &plus_one("eq(mul(n, n), SQUARE), even, odd")));
    let tail = "fn main(n: int) -> int { r = call go(n, 0) return r }
      fn go(n: int, acc: int) -> int {
        branch lt(0, n), more, done
      done: return acc
      more:
        r = call go(sub(n, 1), add(acc, n))
        return r
      }";
    let looped = "fn main(n: int) -> int {
        jump head(n, 0)
      head(i: int, s: int):
        branch lt(0, i), more, done
      more: jump head(sub(i, 1), add(s, i))
      done: return s
      }";
    assert!(proves(tail, looped));
}

#[test]
fn both_loops_must_end_together() {
    let count = |stop: &str| {
        format!(
            "fn main(n: int) -> int {{
                jump head(0)
              head(i: int):
                branch lt(i, n), more, done
              more:
                branch {stop}, done, again
              again: jump head(add(i, 1))
              done: return i
              }}"
        )
    };
    assert!(proves(&count("lt(i, 0)"), &count("lt(n, 0)")));
    assert!(!proves(&count("lt(i, 0)"), &count("eq(mul(i, i), SQUARE)")));
}

#[test]
fn a_version_that_never_returns_is_told_apart_and_one_that_only_takes_long_is_not() {
    let zero = "fn main(n: int) -> int { return 0 }";
    let until_zero = "fn main(n: int) -> int {
        jump head(n)
      head(i: int):
        branch eq(i, 0), done, more
      more: jump head(sub(i, 1))
      done: return i
      }";
    let found = ask(zero, until_zero, Termination::Report, None);
    assert_eq!(found.differs.len(), 1, "below zero it never returns");
    let ignored = ask(zero, until_zero, Termination::Ignore, None);
    assert!(is_proved(&ignored) && ignored.assumes_termination);
    // Down to zero takes long from a large number, and ends.
    let while_positive = until_zero
        .replace("branch eq(i, 0), done, more", "branch lt(0, i), more, out")
        .replace("done: return i", "out: return 0");
    let long = ask(zero, &while_positive, Termination::Report, None);
    assert!(is_proved(&long) && !long.assumes_termination);
    // Ends on one number only, far away: that it never ends from below must not be said of it.
    let far = until_zero.replace("eq(i, 0)", "eq(mul(i, i), SQUARE)").replace("sub(i, 1)", "add(i, 1)");
    let far = far.replace("done: return i", "done: return 0");
    for counterexample in ask(zero, &far, Termination::Report, None).differs {
        let value = counterexample.inputs()[0].as_int().cloned().expect("an integer");
        assert!(value > value::Int::from(1_594_323_000i64), "{value} comes to the number in the end");
    }
}

#[test]
fn a_proof_for_some_inputs_is_one_for_no_others() {
    let same = "fn main(n: int) -> int { jump head(n) head(i: int): branch lt(0, i), more, done
      more: jump head(sub(i, 1)) done: return 0 }";
    let other = "fn main(n: int) -> int { jump head(n) head(i: int): branch lt(0, i), more, done
      more: jump head(sub(i, 1)) done: branch lt(n, 0), odd, even odd: return 1 even: return 0 }";
    let zero = Expr::Const(Value::int(0), Sort::int());
    let not_negative = Expr::Apply(Op::Int(IntOp::Le), vec![zero, Expr::Captured(0)]);
    assert!(is_proved(&ask(same, other, Termination::Report, Some(not_negative))));
    assert!(!proves(same, other));
}

#[test]
fn what_a_recursion_reads_is_part_of_it() {
    let with_limit = |limit: &str| {
        format!(
            "cell hidden limit: int = {limit}
              fn main(n: int) -> int {{
                l = get limit
                branch eq(mul(n, n), l), found, other
              found: return 1
              other:
                branch lt(0, n), more, done
              done: return 0
              more:
                r = call main(sub(n, 1))
                return add(r, 0)
              }}"
        )
    };
    assert!(proves(&with_limit("SQUARE"), &with_limit("SQUARE").replace("add(r, 0)", "add(0, r)")));
    assert!(!proves(&with_limit("SQUARE"), &with_limit("7")));
}

#[test]
fn a_recursion_that_changes_the_state_is_no_term() {
    let counting = |step: &str| {
        format!(
            "cell global count: int = 0
              fn main(n: int) -> int {{
                c = get count
                set count, add(c, {step})
                branch lt(0, n), more, done
              done: return 0
              more:
                r = call main(sub(n, 1))
                return add(r, 1)
              }}"
        )
    };
    assert!(!proves(&counting("1"), &counting("2")));
}
