//! The rules by which two versions are matched and observed, one program each.

mod plain;

use equiv::replay::run;
use equiv::{Problem, Side, Termination};
use ir::Trap;
use ir::interp::Limits;
use value::{Symbol, Value};

use plain::{on, pair};

fn problem(old: &str, new: &str) -> Problem {
    Problem::new(pair(old, new))
}

#[test]
fn a_function_is_unchanged_if_all_it_calls_is() {
    let source = |inner: &str| {
        format!(
            "fn main(x: int) -> int {{ r = call outer(x) s = call aside(r) return s }}
             fn outer(x: int) -> int {{ r = call inner(x) return r }}
             fn inner(x: int) -> int {{ return {inner} }}
             fn aside(x: int) -> int {{ return x }}"
        )
    };
    let asked = problem(&source("add(x, 1)"), &source("add(x, 2)"));
    let id = |name: &str| asked.old.program.function(Symbol::new(name)).expect("it is there");
    let seen = |name: &str| (asked.matching.has_same_code(id(name)), asked.matching.is_unchanged(id(name)));
    assert_eq!(["outer", "inner", "aside"].map(seen), [(true, false), (false, false), (true, true)]);
    assert!(!asked.is_identical());
    assert!(problem(&source("x"), &source("x")).is_identical());
}

#[test]
fn only_what_both_versions_have_is_observed_of_globals() {
    let sets = |cell: &str| format!("cell global {cell}: int = 0 fn main(x: int) -> int {{ set {cell}, x return x }}");
    assert_eq!(on(&problem(&sets("count"), &sets("total")), 3), "same");
    let other = sets("count").replace("set count, x", "set count, add(x, 1)");
    assert_eq!(on(&problem(&sets("count"), &other), 3), "differs");
    let hidden = |text: &str| text.replace("global", "hidden");
    assert_eq!(on(&problem(&hidden(&sets("count")), &hidden(&other)), 3), "same");
}

#[test]
fn objects_are_seen_by_what_they_hold_and_by_being_one() {
    let source = |body: &str| {
        format!(
            "cell heap box: map[ref[box], int] = {{else 0}}:ref[box]
             fn main(x: int) -> (ref[box], ref[box]) {{ a = alloc ref[box] b = alloc ref[box] {body} }}"
        )
    };
    let filled = |x: &str, y: &str| {
        source(&format!("set box, store(get box, a, {x}) set box, store(get box, b, {y}) return a, b"))
    };
    // Which of two objects was made first is nothing that is seen.
    let turned = source("set box, store(get box, b, x) set box, store(get box, a, 7) return b, a");
    assert_eq!(on(&problem(&filled("x", "7"), &turned), 3), "same");
    assert_eq!(on(&problem(&filled("x", "7"), &filled("x", "8")), 3), "differs");
    let one = source("set box, store(get box, a, 7) return a, a");
    assert_eq!(on(&problem(&filled("7", "7"), &one), 3), "differs");
}

#[test]
fn of_two_runs_that_trap_only_what_went_out_is_seen() {
    let source = |writes: &str| {
        format!(
            "cell global count: int = 0
             cell output out: seq[int] = []:int
             fn main(x: int) {{ {writes} trap \"null pointer\" }}"
        )
    };
    let (plain, counted) = (source(""), source("set count, x"));
    assert_eq!(on(&problem(&plain, &counted), 3), "same");
    let written = source("set out, seq.concat(get out, [1]:int)");
    assert_eq!(on(&problem(&plain, &written), 3), "differs");
}

const RETURNS: &str = "fn main(x: int) -> int { return x }";

#[test]
fn a_run_that_never_ends_is_an_outcome_unless_it_is_ignored() {
    let endless = "fn main(x: int) -> int { branch lt(x, 5), round, done round: jump round done: return x }";
    let mut asked = problem(RETURNS, endless);
    assert_eq!([3, 7].map(|x| on(&asked, x)), ["differs", "same"]);
    asked.termination = Termination::Ignore;
    assert_eq!([3, 7].map(|x| on(&asked, x)), ["nothing", "same"]);
}

#[test]
fn calls_outside_are_seen_in_their_order() {
    let source = |calls: &str| {
        format!(
            "extern fn beep(x: int) extern fn buzz(x: int)
             fn main(x: int) -> int {{ {calls} return x }}"
        )
    };
    let both = source("call beep(x) -> a a: call buzz(x) -> b b:");
    let turned = source("call buzz(x) -> a a: call beep(x) -> b b:");
    assert_eq!(on(&problem(&both, &both), 3), "same");
    assert_eq!(on(&problem(&both, &turned), 3), "differs");
    assert_eq!(on(&problem(&both, &source("call beep(x) -> a a:")), 3), "differs");
}

#[test]
fn inputs_on_which_old_is_undefined_can_be_dropped() {
    let traps = |bound: i64| {
        format!(
            "fn main(x: int) -> int {{ branch lt(x, {bound}), bad, good bad: trap \"null pointer\" good: return x }}"
        )
    };
    let mut asked = problem(&traps(5), &traps(0));
    assert_eq!([-1, 3, 7].map(|x| on(&asked, x)), ["same", "differs", "same"]);
    asked.ignore_old_traps(Trap::is_undefined);
    assert_eq!([-1, 3, 7].map(|x| on(&asked, x)), ["blocked", "blocked", "same"]);
}

#[test]
fn a_run_slips_where_the_cell_says_so() {
    let source = "cell hidden slipped: bool = false
        fn main(x: int) -> int raises int { branch lt(x, 5), bad, good bad: set slipped, lt(x, 3) raise 1 good: return x }";
    let mut asked = problem(source, source);
    let slips = |asked: &Problem, x: i64| {
        let ended = run(asked, Side::Old, &[Value::int(x)], Limits::default()).expect("it ends");
        asked.slipped(Side::Old, &ended)
    };
    assert_eq!([2, 4, 9].map(|x| slips(&asked, x)), [false; 3], "nobody said which cell it is");
    asked.slips = Some(Symbol::new("slipped"));
    assert_eq!([2, 4, 9].map(|x| slips(&asked, x)), [true, false, false]);
}

#[test]
fn a_function_recurses_if_it_leads_back_to_itself() {
    let source = |callee: &str| {
        format!(
            "fn main(x: int) -> int {{ r = call even(x) return r }}
             fn even(x: int) -> int {{ r = call odd(x) return r }}
             fn odd(x: int) -> int {{ r = call {callee}(x) return r }}
             fn last(x: int) -> int {{ return x }}"
        )
    };
    let (straight, round) = (source("last"), source("even"));
    assert!(!problem(&straight, &straight).recurses());
    assert!(problem(&straight, &round).recurses() && problem(&round, &straight).recurses());
    // What the front end wrote is no recursion of the program.
    let own = |text: &str| text.replace("fn even", "own fn even").replace("fn odd", "own fn odd");
    assert!(!problem(&own(&round), &own(&round)).recurses());
}
