//! How many warnings each way of asking gives: the fewer, the more it takes for granted.
//!
//! Ten programs of a few procedures, four changed versions each. Of every version the warnings of
//! `single` include those of `sound`, these those of `unsound`, these those of `shallow`; and where
//! new fails alone on some input of the entry, `sound` warns.

use std::time::{Duration, Instant};

use engine_dac::{Mode, warnings};
use equiv::{Goal, Problem, Spec, Verdict};
use front_boogie::Assertions;
use ir::entry::Source;
use portfolio::{Options, check};

/// A program, whose entry is `main`, and changes: what is replaced by what.
struct Subject {
    text: &'static str,
    changes: [(&'static str, &'static str); 4],
}

const SUBJECTS: [Subject; 10] = [
    Subject {
        text: "var next: [int]int;
procedure get(prio: int, job: int) returns (status: int, found: int) modifies next; {
  found := 0;
  if (prio < 0) { status := 0 - 1; return; }
  assert job != 0;
  next[job] := prio;
  found := next[prio];
  if (found != 0) { status := 1; } else { status := 0; }
}
procedure main(prio: int, job: int) returns (status: int) modifies next; {
  var found: int;
  call status, found := get(prio, job);
  if (status <= 0) { return; }
  assert found != 0;
  next[found] := 1;
}",
        changes: [
            ("prio < 0", "prio <= 0"),
            ("status <= 0", "status < 0"),
            ("status := 1;", "status := 2;"),
            ("next[job] := prio;", "next[job] := prio + 1;"),
        ],
    },
    Subject {
        text: "var used: int;
procedure take(n: int) returns (ok0: bool) modifies used; {
  ok0 := used + n <= 10;
  if (ok0) { used := used + n; }
}
procedure main(a: int, b: int) modifies used; {
  var x, y: bool;
  call x := take(a);
  call y := take(b);
  assert used <= 10 || !x;
  assert x || a > 0;
}",
        changes: [("<= 10;", "< 10;"), ("used + n <= 10;", "n + used <= 10;"), ("assert x || a > 0;", "assert x;"), ("take(b)", "take(a)")],
    },
    Subject {
        text: "procedure abs(x: int) returns (r: int) { if (x < 0) { r := 0 - x; } else { r := x; } }
procedure main(x: int, y: int) returns (r: int) {
  var a, b: int;
  call a := abs(x);
  call b := abs(y);
  assert a >= 0;
  r := a - b;
  assert r <= a;
}",
        changes: [("x < 0", "x <= 0"), ("r := 0 - x;", "r := x;"), ("a - b", "a + b"), ("abs(y)", "abs(y - 1)")],
    },
    Subject {
        text: "var top: int; var stack: [int]int;
procedure push(v: int) modifies top, stack; { assert top < 5; stack[top] := v; top := top + 1; }
procedure pop() returns (v: int) modifies top; { assert top > 0; top := top - 1; v := stack[top]; }
procedure main(v: int) returns (r: int) modifies top, stack; { call push(v); call push(v + 1); call r := pop(); }",
        changes: [
            ("top < 5", "top < 6"),
            ("top < 5", "top < 4"),
            ("call push(v + 1);", ""),
            ("push(v + 1)", "push(1 + v)"),
        ],
    },
    Subject {
        text: "procedure clamp(x: int, lo: int, hi: int) returns (r: int) {
  r := x;
  if (r < lo) { r := lo; }
  if (r > hi) { r := hi; }
}
procedure index(i: int) returns (r: int) { call r := clamp(i, 0, 9); assert 0 <= r && r <= 9; }
procedure main(i: int) returns (r: int) { call r := index(i * 2); assert r < 10; }",
        changes: [("clamp(i, 0, 9)", "clamp(i, 0, 10)"), ("r < lo", "r <= lo"), ("i * 2", "i + i"), ("assert r < 10;", "assert r < 9;")],
    },
    Subject {
        text: "procedure down(n: int) returns (r: int) {
  assert n >= 0;
  if (n == 0) { r := 0; } else { call r := down(n - 1); r := r + 1; }
}
procedure main(n: int) returns (r: int) { if (n > 3) { call r := down(n); } else { r := 0; } }",
        changes: [("n > 3", "n > 4"), ("n > 3", "n > 0 - 2"), ("r + 1", "1 + r"), ("n - 1", "n - 2")],
    },
    Subject {
        text: "var open: bool;
procedure acquire() modifies open; { assert !open; open := true; }
procedure release() modifies open; { assert open; open := false; }
procedure main(twice: bool) modifies open; { call acquire(); if (twice) { call release(); call acquire(); } call release(); }",
        changes: [
            ("if (twice) { call release(); call acquire(); }", ""),
            ("if (twice) { call release(); call acquire(); }", "if (twice) { call acquire(); }"),
            ("assert open; open := false;", "assert open || true; open := false;"),
            ("assert !open; open := true;", "assert !open && true; open := true;"),
        ],
    },
    Subject {
        text: "const N: int; axiom N > 0; var a: [int]int;
procedure read(i: int) returns (v: int) { assert 0 <= i && i < N; v := a[i]; }
procedure main(i: int) returns (s: int) { var v: int; call v := read(i); s := v; call v := read(i + 1); s := s + v; }",
        changes: [("i + 1", "i"), ("i < N", "i <= N"), ("i + 1", "i + 2"), ("s + v", "v + s")],
    },
    Subject {
        text: "var total: int;
procedure add(x: int) modifies total; { if (x > 0) { total := total + x; } assert total >= 0; }
procedure main(x: int, n: int) modifies total; {
  var i: int;
  i := 0;
  while (i < n) { call add(x); i := i + 1; }
}",
        changes: [("x > 0", "x > 1"), ("i < n", "i < n - 1"), ("total + x", "total - x"), ("total >= 0", "total >= 1")],
    },
    Subject {
        text: "function valid(p: int) returns (bool); var mem: [int]int;
procedure load(p: int) returns (v: int) { assert valid(p); v := mem[p]; }
procedure store(p: int, v: int) modifies mem; { assert valid(p); mem[p] := v; }
procedure main(p: int, q: int) modifies mem; { var v: int; call v := load(p); if (v != 0) { call store(q, v); } }",
        changes: [("v != 0", "v > 0"), ("v != 0", "true"), ("store(q, v)", "store(p, v)"), ("store(q, v)", "store(q, v + 1)")],
    },
];

fn problem(old: &str, new: &str) -> Problem {
    let source = |name: &str, text: &str| vec![Source { name: name.into(), text: text.into() }];
    let options = front_boogie::Options { assertions: Assertions::Flag, ..front_boogie::Options::default() };
    let pair = front_boogie::lower(&source("old.bpl", old), &source("new.bpl", new), "main", None, &options);
    let pair = pair.unwrap_or_else(|error| panic!("{error}\n{new}"));
    Problem::asking(pair, Goal::OnlyNewFails(Spec::of_flag("ok")))
}

#[test]
fn what_is_taken_for_granted_costs_warnings() {
    let spec = Spec::of_flag("ok");
    let modes = [Mode::Single, Mode::Sound, Mode::Unsound, Mode::Shallow];
    let (mut versions, mut procedures, mut failing) = ([0; 4], [0; 4], 0);
    let mut log = Vec::new();
    // `KNOB=1` asks about all ten.
    let few = if std::env::var_os("KNOB").is_some() { SUBJECTS.len() } else { 3 };
    for subject in SUBJECTS.iter().take(few) {
        for (from, to) in subject.changes {
            let start = Instant::now();
            assert!(subject.text.contains(from), "`{from}` is not in\n{}", subject.text);
            let new = subject.text.replacen(from, to, 1);
            let problem = problem(subject.text, &new);
            let found = modes.map(|mode| {
                let deadline = Instant::now() + Duration::from_secs(20);
                let found =
                    warnings(&problem, &spec, &smt::Logic::default(), &engine_dac::Options::default(), mode, deadline);
                found.unwrap_or_else(|gap| panic!("{gap:?}\n{new}"))
            });
            for (index, (more, fewer)) in found.iter().zip(&found[1..]).enumerate() {
                let is_part = fewer.iter().all(|name| more.contains(name));
                assert!(is_part, "{:?} warns of {fewer:?}, {:?} of {more:?}:\n{new}", modes[index + 1], modes[index]);
            }
            let timeout = Duration::from_secs(2);
            let truth = check(&problem, &Options { mode: Mode::Nonmodular, timeout, ..Options::default() });
            if matches!(truth.verdict, Verdict::Different(_)) {
                failing += 1;
                assert!(!found[1].is_empty(), "new fails alone, and `sound` is silent:\n{new}");
            }
            log.push(format!("{from} -> {to}: {found:?} {:.1} s", start.elapsed().as_secs_f64()));
            for (mode, warned) in found.iter().enumerate() {
                versions[mode] += usize::from(!warned.is_empty());
                procedures[mode] += warned.len();
            }
        }
    }
    // single, sound, unsound, shallow: versions with warnings, and procedures warned of.
    assert!(versions[1] >= failing && versions[0] >= versions[1], "{versions:?} {procedures:?} {failing}");
    if std::env::var_os("NOTES").is_some() {
        let log = log.join("\n");
        panic!("as asked for: versions {versions:?}, procedures {procedures:?}, failing {failing}\n{log}");
    }
}
