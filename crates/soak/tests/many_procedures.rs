//! A pair of programs in the manner of what HAVOC emits for C files, checked as a whole.

use std::fmt::Write;
use std::time::Duration;

use equiv::{Goal, Problem, Spec, Verdict};
use front_boogie::Assertions;
use ir::entry::Source;
use portfolio::{Answer, Options, check};

/// Procedures in a chain, each with a loop over memory; every seventh loop ran one too far in old.
fn program(procedures: usize, is_new: bool) -> String {
    let mut text = String::from(
        "type name;\nvar Mem_T.INT4: [int]int;\nvar Mem_T.next_S: [int]int;\nvar alloc: int;\n\
         function PLUS(a: int, s: int, b: int) returns (int);\n\
         axiom (forall a: int, s: int, b: int :: {PLUS(a,s,b)} PLUS(a,s,b) == a + s * b);\n\
         const unique T.INT4: name;\n\n",
    );
    for k in 0..procedures {
        let too_far = !is_new && k % 7 == 3;
        let (on, off) = if too_far { ("<=", ">") } else { ("<", ">=") };
        let call = match k + 1 < procedures {
            true => format!("call $r := f{}(PLUS($p, 4, 1), $n);", k + 1),
            false => "$r := 0;".to_owned(),
        };
        let _ = write!(
            text,
            "procedure f{k}(p.__1: int, n.__1: int) returns (result.f$1: int)\n  modifies Mem_T.INT4, Mem_T.next_S, alloc;\n{{\n  \
             var havoc_stringTemp: int;\n  var condVal: int;\n  var $i: int;\n  var $n: int;\n  var $p: int;\n  var $r: int;\n  var $t: int;\n\
             start:\n  $p := p.__1;\n  $n := n.__1;\n  $i := 0;\n  goto label_1;\n\
             label_1:\n  goto label_1_true, label_1_false;\n\
             label_1_true:\n  assume ($i {on} $n);\n  assert $p != 0;\n  $t := Mem_T.INT4[PLUS($p, 4, $i)];\n  \
             Mem_T.next_S[PLUS($p, 4, $i)] := $t;\n  $i := $i + 1;\n  goto label_1;\n\
             label_1_false:\n  assume ($i {off} $n);\n  goto label_2;\n\
             label_2:\n  {call}\n  assert $r >= 0;\n  result.f$1 := $r;\n  return;\n}}\n\n",
        );
    }
    text
}

/// The answer, and what it took of the processor: what else the machine does is not measured.
fn prove(procedures: usize) -> (Answer, Duration) {
    let start = soak::processor_time();
    let source = |name: &str, is_new: bool| vec![Source { name: name.into(), text: program(procedures, is_new) }];
    let options = front_boogie::Options { assertions: Assertions::Flag, ..front_boogie::Options::default() };
    let pair = front_boogie::lower(&source("old.bpl", false), &source("new.bpl", true), "f0", None, &options);
    let goal = Goal::OnlyNewFails(Spec::of_flag("ok"));
    let problem = Problem::asking(pair.expect("the programs are well-formed"), goal);
    (check(&problem, &Options::default()), soak::processor_time() - start)
}

#[test]
fn two_hundred_candidates_over_ten_procedures() {
    // Five procedures and their five loops.
    let limit = Duration::from_secs(2);
    let (answer, elapsed) = prove(5);
    assert!(matches!(answer.verdict, Verdict::Equivalent(_)));
    let candidates = answer.coverage.relative.map_or(0, |relative| relative.candidates);
    assert!(candidates >= 200, "{candidates}");
    assert!(elapsed < limit, "{elapsed:?}");
}

#[test]
fn eight_hundred_lines() {
    assert!(program(25, false).lines().count() >= 800);
    let limit = Duration::from_secs(10);
    let (answer, elapsed) = prove(25);
    assert!(matches!(answer.verdict, Verdict::Equivalent(_)));
    assert!(elapsed < limit, "{elapsed:?}");
}
