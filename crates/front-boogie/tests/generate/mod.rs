//! Programs made up for tests: random ones, and large ones in the manner of a compiler from C.
#![allow(dead_code, reason = "each test uses some of it")]

use std::fmt::Write;

/// A small generator of numbers; the same seed gives the same numbers.
struct Random {
    state: u64,
    /// May the program make choices?
    choices: bool,
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// A random program that is well-formed: globals, functions, procedures with all statements.
pub(crate) fn program(seed: u64) -> String {
    program_with(seed, true)
}

/// The same without choices: it has one run for each input. Procedures call earlier ones.
pub(crate) fn deterministic(seed: u64) -> String {
    program_with(seed, false)
}

fn program_with(seed: u64, choices: bool) -> String {
    let mut random = Random { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, choices };
    for _ in 0..5 {
        random.below(2);
    }
    let mut text = String::from(
        "type Ref;\nconst unique null: Ref;\nvar g, h: int;\nvar m: [int]int;\nvar n: [int, int]bool;\n\
         function f(int) returns (int);\naxiom (forall i: int :: { f(i) } f(i) > i);\n\
         function twice(x: int): int { x + x }\n",
    );
    for index in 0..1 + random.below(3) {
        let _ = write!(
            text,
            "procedure P{index}(x: int, y: int, b: bool) returns (r: int, s: bool)\n  requires {};\n  modifies g, h, m, n;\n{{\n  var i: int, t: int;\n  i, t, r, s := x, y, 0, false;\n",
            random.pick(&["true", "b ==> x < y", "g == h || x <= 3"])
        );
        statements(&mut random, &mut text, 3, index);
        text.push_str("}\n");
    }
    text
}

fn statements(random: &mut Random, text: &mut String, depth: usize, procedures: usize) {
    for _ in 0..1 + random.below(4) {
        statement(random, text, depth, procedures);
    }
}

fn statement(random: &mut Random, text: &mut String, depth: usize, procedures: usize) {
    let kinds = if depth == 0 { 7 } else { 10 };
    match random.below(kinds) {
        0 | 1 => {
            let target = random.pick(&["r", "i", "t", "g", "h"]);
            let _ = writeln!(text, "  {target} := {};", integer(random, 3));
        }
        2 => {
            let _ = writeln!(text, "  s := {};", boolean(random, 3));
        }
        3 => {
            let _ = writeln!(text, "  m[{}] := {};", integer(random, 1), integer(random, 2));
        }
        4 => {
            let _ = writeln!(text, "  n[{}, i] := {};", integer(random, 1), boolean(random, 1));
        }
        5 => {
            let word = random.pick(&["assume", "assert"]);
            let _ = writeln!(text, "  {word} {} || i == i;", boolean(random, 0));
        }
        6 if procedures > 0 => {
            let callee = random.below(procedures);
            let _ = writeln!(text, "  call t, s := P{callee}({}, i, s);", integer(random, 1));
        }
        6 if random.choices => {
            let _ = writeln!(text, "  havoc {};", random.pick(&["i", "t, g", "s", "m"]));
        }
        6 => text.push_str("  i, t := t, i;\n"),
        7 => {
            let _ = writeln!(text, "  if ({}) {{", boolean(random, 2));
            statements(random, text, depth - 1, procedures);
            if random.below(2) == 0 {
                text.push_str("  } else {\n");
                statements(random, text, depth - 1, procedures);
            }
            text.push_str("  }\n");
        }
        8 => {
            let _ = writeln!(text, "  while ({}) invariant i <= i; {{", boolean(random, 1));
            statements(random, text, depth - 1, procedures);
            text.push_str("    i := i + 1;\n    if (i > 5) { break; }\n  }\n");
        }
        _ if !random.choices => text.push_str("  if (i > 3) { return; }\n"),
        _ => {
            text.push_str("  if (*) {\n");
            statements(random, text, depth - 1, procedures);
            text.push_str("  }\n");
        }
    }
}

fn integer(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(&["0", "1", "7", "x", "y", "i", "t", "g", "h"]).to_string();
    }
    let mut part = || integer(random, depth - 1);
    let (a, b) = (part(), part());
    match random.below(9) {
        0 => format!("({a} + {b})"),
        1 => format!("{a} - ({b})"),
        2 => format!("({a}) * ({b})"),
        3 => format!("({a}) div 3 mod 5"),
        4 => format!("(if {} then {a} else {b})", boolean(random, depth - 1)),
        5 => format!("m[{a}]"),
        6 => format!("m[{a} := {b}][i]"),
        7 => format!("twice({a})"),
        _ => format!("-({a})"),
    }
}

fn boolean(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(&["true", "b", "x < y", "g == h", "i != t", "n[x, y]"]).to_string();
    }
    let (a, b) = (boolean(random, depth - 1), boolean(random, depth - 1));
    match random.below(7) {
        0 => format!("(({a}) && ({b}))"),
        1 => format!("(({a}) || ({b}))"),
        2 => format!("(({a}) ==> {b})"),
        3 => format!("!({a})"),
        4 => format!("({} <= {})", integer(random, depth - 1), integer(random, depth - 1)),
        5 => format!("(({a}) <==> ({b}))"),
        _ => format!("(forall k: int :: 0 <= k && k < 3 ==> m[k] > {})", integer(random, depth - 1)),
    }
}

/// A file in the manner of what a compiler from C to Boogie emits: a prelude of types, operators,
/// constants and axioms, and procedures of blocks that end in gotos.
pub(crate) fn smack(procedures: usize, axioms: usize) -> String {
    let mut text = String::from(
        "// generated\ntype ref = int;\ntype i1 = int; type i8 = int; type i32 = int; type i64 = int;\n\
         const $0: i32; axiom $0 == 0;\nconst $1: i32; axiom $1 == 1;\nconst $0.ref: ref; axiom $0.ref == 0;\n\
         var $M.0: [ref]i32;\nvar $M.1: [ref]i8;\nvar $CurrAddr: ref;\nvar $exn: bool;\n",
    );
    for (name, body) in [
        ("add", "i1 + i2"),
        ("sub", "i1 - i2"),
        ("mul", "i1 * i2"),
        ("smin", "if i1 < i2 then i1 else i2"),
        ("sdiv", "i1 div i2"),
    ] {
        for width in ["i8", "i32", "i64", "ref"] {
            let _ = writeln!(
                text,
                "function {{:inline}} ${name}.{width}(i1: {width}, i2: {width}) returns ({width}) {{ {body} }}"
            );
        }
    }
    for (name, op) in [("slt", "<"), ("sle", "<="), ("eq", "=="), ("ne", "!=")] {
        let _ = writeln!(
            text,
            "function {{:inline}} ${name}.i32.bool(i1: i32, i2: i32) returns (bool) {{ i1 {op} i2 }}\n\
             function {{:inline}} ${name}.i32(i1: i32, i2: i32) returns (i1) {{ if ${name}.i32.bool(i1, i2) then 1 else 0 }}"
        );
    }
    for index in 0..axioms {
        let _ = writeln!(
            text,
            "function $u{index}(i: i32, j: i32) returns (i32);\n\
             axiom (forall i, j: i32 :: {{ $u{index}(i, j) }} $u{index}(i, j) >= i + {index} && $u{index}(i, j) != j);"
        );
    }
    for index in 0..procedures {
        smack_procedure(&mut text, index, axioms);
    }
    text
}

fn smack_procedure(text: &mut String, index: usize, axioms: usize) {
    let _ = writeln!(
        text,
        "procedure {{:entrypoint}} proc{index}($i0: i32, $p1: ref) returns ($r: i32)\n  modifies $M.0, $CurrAddr;\n{{"
    );
    for local in 0..12 {
        let _ = writeln!(text, "  var $i{}: i32;", local + 2);
    }
    text.push_str("$bb0:\n  assume {:sourceloc \"a.c\", 1, 2} true;\n  $i2 := $slt.i32($i0, 10);\n");
    text.push_str("  goto $bb1, $bb2;\n$bb1:\n  assume ($i2 == 1);\n  $i3 := $add.i32($i0, 1);\n");
    for line in 0..20 {
        let _ = writeln!(
            text,
            "  assume {{:sourceloc \"a.c\", {line}, 3}} true;\n  $M.0[$add.ref($p1, {line})] := $add.i32($i3, $M.0[$p1]);"
        );
    }
    let _ = writeln!(text, "  $i4 := $u{}($i3, $0);\n  goto $bb3;", index % axioms.max(1));
    text.push_str("$bb2:\n  assume !($i2 == 1);\n  $i4 := $sub.i32($i0, $1);\n  goto $bb3;\n$bb3:\n");
    if index > 0 && index.is_multiple_of(5) {
        let _ = writeln!(text, "  call $i5 := proc{}($i4, $p1);\n  $i4 := $i5;", index - 1);
    }
    text.push_str("  $r := $i4;\n  return;\n}\n");
}
