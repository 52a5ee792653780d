//! Each rule of proof, on a pair that it would wrongly prove without one of its conditions.
//!
//! Where only new fails, it does so on one large number whose square stands in the code: no run comes across
//! it, so that only a proof could be wrong.

use std::time::{Duration, Instant};

use engine_dac::{Opening, Options, prove};
use equiv::clause::{BadContract, Clause, Meaningless, Sign, Variable, Written};
use equiv::{Coverage, Goal, Problem, Side, Spec, Why};
use ir::entry::{Entry, Pair};
use ir::plain::Plain;
use ir::text;
use smt::Logic;
use value::Symbol;

/// The square of a number that no run comes across.
const SQUARE: &str = "2541865828329000000";

fn entry(source: &str) -> Entry {
    let source = source.replace("SQUARE", SQUARE);
    let program = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    ir::well_formed::assert(&program);
    let main = program.function(Symbol::new("main")).expect("there is a main");
    Entry { entry: main, client: main, program }
}

fn ask(old: &str, new: &str, spec: &Spec) -> Coverage {
    ask_with(old, new, spec, &Options::default())
}

fn ask_with(old: &str, new: &str, spec: &Spec, options: &Options) -> Coverage {
    let pair = Pair {
        client: "main".into(),
        parameters: vec!["n".into()],
        old: entry(old),
        new: entry(new),
        assumptions: Vec::new(),
        slips: None,
        is_same_code: false,
        library: Default::default(),
        notation: Box::new(Plain),
    };
    let problem = Problem::asking(pair, Goal::OnlyNewFails(spec.clone()));
    let deadline = Instant::now() + Duration::from_secs(20);
    prove(&problem, spec, &Logic::default(), options, Opening::Unmapped, deadline)
}

fn proves(old: &str, new: &str) -> bool {
    let coverage = ask(old, new, &Spec::default());
    coverage.open.is_empty() && coverage.differs.is_empty()
}

/// Fails where `n` is not what it was, after a helper has counted.
const LOOP: &str = "fn main(n: int) -> int {
    jump head(0, 0)
  head(i: int, sum: int):
    branch lt(i, n), turn, done
  turn:
    branch lt(sum, i), bad, next
  next:
    jump head(add(i, 1), add(sum, add(i, 1)))
  bad: trap \"assertion\"
  done: return sum
  }";

#[test]
fn what_fails_nowhere_that_old_passes_is_proved() {
    assert!(proves(LOOP, &LOOP.replace("add(sum, add(i, 1))", "add(add(i, 1), sum)")));
}

#[test]
fn a_failure_in_one_round_is_not_ruled_out_by_the_contract_of_the_loop() {
    let fails = LOOP.replace("branch lt(sum, i), bad, next", "branch eq(mul(i, i), SQUARE), bad, next");
    assert!(!proves(LOOP, &fails));
}

#[test]
fn old_that_fails_as_well_is_no_difference() {
    let fails = LOOP.replace("branch lt(sum, i), bad, next", "branch eq(mul(i, i), SQUARE), bad, next");
    assert!(proves(&fails, &fails.replace("add(i, 1))\n", "add(1, i))\n").replace("lt(i, n)", "not(le(n, i))")));
}

/// A helper that is called with what the caller has checked.
const HELPER: &str = "fn half(x: int) -> int {
    branch lt(x, 0), bad, good
  bad: trap \"assertion\"
  good: return x
  }
  fn main(n: int) -> int {
    branch lt(n, 0), negative, other
  negative: return 0
  other:
    r = call half(n)
    return r
  }";

#[test]
fn a_precondition_must_hold_where_it_is_called() {
    assert!(proves(HELPER, &HELPER.replace("return x", "return add(x, 0)")));
    let shifted = HELPER.replace("call half(n)", "call half(sub(n, 1))");
    assert!(!proves(HELPER, &shifted));
}

#[test]
fn ways_that_meet_are_told_apart_by_their_conditions() {
    let old = "cell global seen: int = 0
        fn main(n: int) -> int {
            branch eq(mul(n, n), SQUARE), one, two
          one:
            set seen, 1
            jump join(1)
          two:
            set seen, 2
            jump join(2)
          join(d: int):
            branch eq(d, get seen), good, bad
          good: return d
          bad: trap \"assertion\"
          }";
    assert!(proves(old, &old.replace("branch eq(d, get seen), good, bad", "branch eq(get seen, d), good, bad")));
    assert!(!proves(old, &old.replace("set seen, 1", "set seen, 2")));
}

#[test]
fn choices_are_the_same_by_their_number() {
    let old = "fn main(n: int) -> int {
        a = choose int
        b = choose int
        branch eq(a, b), bad, good
      bad: trap \"assertion\"
      good: return n
      }";
    assert!(proves(old, &old.replace("eq(a, b)", "eq(b, a)")));
    assert!(!proves(
        old,
        &old.replace("b = choose int", "b = choose int\n        c = choose int").replace("eq(a, b)", "eq(a, c)")
    ));
}

#[test]
fn what_is_not_understood_is_not_passed() {
    let old = "fn main(n: int) -> int {
        branch eq(mul(n, n), SQUARE), odd, plain
      odd: return 1
      plain: return 2
      }";
    assert!(proves(old, &old.replace("return 1", "return 3")));
    assert!(!proves(old, &old.replace("odd: return 1", "odd: unsupported \"something\"")));
}

#[test]
fn raising_is_a_failure_only_where_it_is_said_to_be() {
    let old = "fn main(n: int) -> int raises int {
        branch eq(mul(n, n), SQUARE), odd, plain
      odd: return 1
      plain: return 2
      }";
    let new = old.replace("odd: return 1", "odd: raise n");
    assert!(proves(old, &new));
    let strict = Spec { raises: true, ..Spec::default() };
    assert!(!ask(old, &new, &strict).open.is_empty());
}

/// Is tried with the contract of a helper: `None` where it has a meaning.
fn refusal(function: &str, is_pre: bool, clause: Clause) -> Option<Meaningless> {
    const SORTS: &str = "data Box { Empty; Full(number: int) }
        fn helper(x: int, b: Box, small: bv8, wide: bv16, is_on: bool) -> int { return x }
        fn main(n: int) -> int {
            r = call helper(n, Box.Full(n), 1:bv8, 1:bv16, true)
            return r
        }";
    let contracts = vec![Written { function: Symbol::new(function), is_pre, clause, line: 7 }];
    let options = Options { contracts, ..Options::default() };
    let coverage = ask_with(SORTS, &SORTS.replace("return x", "return add(x, 0)"), &Spec::default(), &options);
    coverage.open.into_iter().find_map(|gap| match gap.why {
        Why::BadContract(BadContract { line: 7, why }) => Some(why),
        _ => None,
    })
}

#[test]
fn what_a_user_says_needs_a_meaning() {
    let name = Symbol::new;
    let before = |word: &str| Clause::Variable(Variable::new(name(word), Side::Old, false));
    let result = || Clause::Variable(Variable::new(name("result"), Side::New, true));
    let two = Clause::two;
    let of = |clause: Clause| refusal("helper", true, clause);
    let equal = |a: Clause, b: Clause| two(Sign::Equal, a, b);
    let part = |word: &str, whole: Clause| Clause::Part(name(word), Box::new(whole));
    let is = |value: Clause, form: &str| Clause::Is(Box::new(value), name(form));

    assert_eq!(of(two(Sign::AtMost, Clause::Number(3), two(Sign::Plus, before("small"), Clause::Number(1)))), None);
    assert_eq!(of(two(Sign::Implies, is(before("b"), "Full"), equal(part("number", before("b")), before("x")))), None);
    assert_eq!(refusal("helper", false, two(Sign::Less, before("x"), result())), None);

    let known = vec![name("helper")];
    assert_eq!(refusal("gone", true, Clause::Bool(true)), Some(Meaningless::NoFunction { name: name("gone"), known }));
    assert!(matches!(of(two(Sign::Less, before("x"), result())), Some(Meaningless::NoVariable { .. })));
    assert!(matches!(of(Clause::Word(name("x"))), Some(Meaningless::NoVariable { .. })));
    let known = vec![name("Empty"), name("Full")];
    assert_eq!(of(is(before("b"), "Half")), Some(Meaningless::NoForm { name: name("Half"), known }));
    assert_eq!(of(is(before("x"), "Full")), Some(Meaningless::FormOfPlain));
    assert_eq!(of(part("weight", before("b"))), Some(Meaningless::NoPart(name("weight"))));
    assert_eq!(of(part("number", before("x"))), Some(Meaningless::PartOfPlain(name("number"))));
    assert_eq!(of(equal(before("x"), before("b"))), Some(Meaningless::TypesDiffer(Sign::Equal)));
    assert_eq!(of(two(Sign::Times, before("small"), before("wide"))), Some(Meaningless::WidthsDiffer));
    assert_eq!(of(before("x").negated()), Some(Meaningless::NotABool));
    assert_eq!(of(two(Sign::Less, before("b"), before("b"))), Some(Meaningless::NotAnInteger));
    assert_eq!(of(two(Sign::Plus, before("x"), before("is_on"))), Some(Meaningless::NotAnInteger));
    assert_eq!(of(Clause::Minus(Box::new(before("x")))), Some(Meaningless::NotACondition));
}
