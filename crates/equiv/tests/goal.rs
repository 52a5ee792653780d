//! What is a counterexample follows from the goal: replay, the shrinker and the inputs that are tried.

mod plain;

use equiv::equal_outputs::{self, HoldsObjects};
use equiv::inputs::Generator;
use equiv::renamed::{self, NotRenamed};
use equiv::replay::replay_given;
use equiv::shrink::shrink;
use equiv::{Given, Goal, Problem, Replay, Side, Spec, Traps};
use ir::interp::Limits;
use value::{Sort, Value};

use plain::{on, pair};

fn failing(old: &str, new: &str, spec: Spec) -> Problem {
    Problem::asking(pair(old, new), Goal::OnlyNewFails(spec))
}

/// Fails for inputs above the bound, and returns what it was given.
fn fails_above(bound: i64) -> String {
    format!(
        "cell hidden ok: bool = true
         fn main(x: int) -> int {{ set ok, and(get ok, le(x, {bound})) return x }}"
    )
}

#[test]
fn only_new_failing_is_a_counterexample() {
    let spec = || Spec::of_flag("ok");
    let problem = failing(&fails_above(9), &fails_above(5), spec());
    assert_eq!([3, 7, 12].map(|x| on(&problem, x)), ["same", "differs", "same"]);
    // What both give back is not asked for, and nor is what only old fails.
    let other = "cell hidden ok: bool = true fn main(x: int) -> int { return 1 }";
    assert_eq!(on(&failing(&fails_above(9), other, spec()), 3), "same");
    assert_eq!(on(&failing(&fails_above(5), &fails_above(9), spec()), 7), "same");
    // The same programs under the other goal.
    assert_eq!(on(&Problem::new(pair(&fails_above(9), &fails_above(5))), 7), "same");
    assert_eq!(on(&Problem::new(pair(&fails_above(9), other)), 3), "differs");
}

#[test]
fn traps_that_are_no_failures_end_runs_that_do_not_count() {
    let passes = "fn main(x: int) -> int { return x }";
    let traps = "fn main(x: int) -> int { trap \"null pointer\" }";
    let spec = |traps: Traps| Spec { traps, ..Spec::default() };
    assert_eq!(on(&failing(passes, traps, spec(Traps::All)), 0), "differs");
    assert_eq!(on(&failing(passes, traps, spec(Traps::Memory)), 0), "differs");
    assert_eq!(on(&failing(passes, traps, spec(Traps::Assertions)), 0), "blocked");
}

#[test]
fn choices_are_inputs_of_failures_and_are_made_small_too() {
    let source = |bound: i64| {
        format!(
            "cell hidden ok: bool = true
             fn main(x: int) {{ y = choose int z = choose int
               set ok, and(get ok, le(add(x, y), {bound})) return }}"
        )
    };
    let problem = failing(&source(1000), &source(10), Spec::of_flag("ok"));
    let choices = [40, 7, 3].map(|value| (Sort::int(), Value::int(value))).to_vec();
    let given = Given { inputs: vec![Value::int(60)], choices };
    let Replay::Differs(found) = replay_given(&problem, &given, Limits::default()) else { panic!("it fails") };
    // The third choice is never read.
    assert_eq!(found.choices().len(), 2);
    let small = shrink(&problem, *found, Limits::default(), 400);
    let sum = |value: &Value| value.as_int().expect("an integer").clone();
    assert_eq!(&sum(&small.inputs()[0]) + &sum(&small.choices()[0].1), value::Int::from(11));
    assert_eq!(small.choices()[1].1, Value::int(0));
    // Made-up inputs come with choices for this goal only.
    assert!(!Generator::new(&problem, 0).next_given().choices.is_empty());
    let same = Problem::new(pair(&source(1000), &source(10)));
    assert!(Generator::new(&same, 0).next_given().choices.is_empty());
}

#[test]
fn equal_outputs_are_an_assertion() {
    let gives = |value: &str| format!("fn main(x: int) -> int {{ return {value} }}");
    let ask = |old: &str, new: &str| {
        let mut pair = pair(&gives(old), &gives(new));
        let spec = equal_outputs::assert(&mut pair).expect("plain outputs");
        for entry in [&pair.old, &pair.new] {
            ir::well_formed::assert(&entry.program);
        }
        let problem = Problem::asking(pair, Goal::OnlyNewFails(spec));
        let mut generator = Generator::new(&problem, 0);
        (0..300)
            .any(|_| matches!(replay_given(&problem, &generator.next_given(), Limits::default()), Replay::Differs(_)))
    };
    assert!(ask("x", "add(x, 1)"));
    assert!(!ask("add(x, x)", "mul(2, x)"));
    let object =
        "cell heap list: map[ref[list], int] = {else 0}:ref[list] fn main() -> ref[list] { return alloc ref[list] }";
    assert_eq!(equal_outputs::assert(&mut pair(object, object)).unwrap_err(), HoldsObjects);
}

#[test]
fn a_renamed_global_is_the_same_one() {
    let sets = |name: &str, sort: &str, value: &str| {
        format!("cell hidden {name}: {sort} = {value} fn main(x: int) {{ set {name}, {value} return }}")
    };
    let (old, new) = (sets("`m.count`", "int", "7"), sets("total", "int", "8"));
    let mut renamed = pair(&old, &new);
    assert_eq!(renamed::rename(&mut renamed, "count", "total"), Ok(()));
    assert_eq!(renamed.new.program.cells.rows()[0].name, renamed.old.program.cells.rows()[0].name);
    assert_eq!(renamed::rename(&mut pair(&old, &new), "gone", "total"), Err(NotRenamed::Missing(Side::Old)));
    assert_eq!(renamed::rename(&mut pair(&old, &new), "count", "gone"), Err(NotRenamed::Missing(Side::New)));
    let other = sets("total", "bool", "true");
    assert_eq!(renamed::rename(&mut pair(&old, &other), "count", "total"), Err(NotRenamed::Sorts));
}
