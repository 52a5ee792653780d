//! Reading, printing and reading again gives the same program.

mod generate;

use front_boogie::{ast, parse, print};
use ir::entry::Source;

fn read(text: &str) -> ast::Program {
    let source = Source { name: "p.bpl".to_string(), text: text.to_string() };
    parse(&source).unwrap_or_else(|error| panic!("{error}\nin\n{text}"))
}

fn check(text: &str) {
    let program = read(text);
    let printed = print::program(&program);
    assert_eq!(read(&printed), program, "printed as\n{printed}");
}

/// What is generated also has types that fit, and its lowering keeps the rules, and does not
/// depend on the layout.
fn check_lowering(text: &str) {
    let source = |text: &str| vec![Source { name: "p.bpl".to_string(), text: text.to_string() }];
    let (old, new) = (source(text), source(&print::program(&read(text))));
    let pair = front_boogie::lower(&old, &new, "P0", None, &front_boogie::Options::default())
        .unwrap_or_else(|error| panic!("{error}\nin\n{text}"));
    ir::well_formed::check(&pair.old.program).unwrap_or_else(|violations| panic!("{violations:#?}"));
    assert!(pair.old.program == pair.new.program);
}

#[test]
fn declarations() {
    check("type T; type {:x} finite U a b; type S a = [int]U a (T); type A, B = int, C;");
    check("const a: int; const unique b, c: T extends unique a, d complete; const e: T extends;");
    check("function f(int, bool) returns (int); function g<T>(x: T, y: [int]T): bool { y[0] == x }");
    check("function {:bvbuiltin \"bvadd\"} {:a 1, b, \"x\\\"y\"} h(a, b: bv8, bv8) returns (r: bv8);");
    check("function k(): int uses { axiom k() == 1; axiom true; } axiom {:ctor} k() == 2;");
    check("var x: int where x > 0, y: bool; var {:layer 1} z: <T>[ref, Field T]T;");
    check("datatype List<T> { Cons(head: T, tail: List T), Nil() } datatype E { A(), B() }");
    check(
        "procedure {:inline 1} P<T>(x: T where true, y, z: int) returns (r: bool); free requires y > 0;
           requires {:msg \"m\"} z > y; modifies x, y; ensures old(x) == x; free ensures r;
           implementation {:v} P<U>(x: U, y: int, z: int) returns (r: bool) { r := true; }",
    );
    check("procedure P() modifies ; { }");
}

#[test]
fn statements() {
    check(
        "procedure P() { var a: int, b: int where b > 0; var {:x} c: bool;
        L: M: a := 1; a, b := b, a; m[1, 2][x] := 3; s->f := 1; s->f[2]->g := 3; D(x, y) := z;
        assert {:a} true; assume a == b; havoc a, b;
        call P(); call x := P(1, *); call {:q} x, y := P(a + 1); free call P(); async call P(); call forall P(*);
        par a := P() | Q(1); yield;
        if (*) { a := 1; } else if (a > 1) { } else { b := 2; }
        if (a == 1) { if (b == 1) { } }
        if (a == 1) { } else { if (b == 1) { } }
        while (*) { break; } while (a < b) invariant a > 0; free invariant {:x} b > 0; { break L; }
        goto L, M; return; N: }",
    );
}

#[test]
fn expressions() {
    for text in [
        "a + b - (c - d) - e * (f + g) div h mod i / j",
        "a ** b ** c == (a ** b) ** c",
        "-(-a) - -b == !c",
        "(a ==> b ==> c) && ((a ==> b) ==> c)",
        "a <== b <== c",
        "(a && b) || (c && (d || e))",
        "(a && b && c) && (d && e)",
        "a <==> b <==> (c <==> d)",
        "(a == b) == (c < d)",
        "x[1][2, 3] + x[i := 3][j] == y[8:0] ++ 5bv3[2:1]",
        "m[] == m[ := 4]",
        "(if a then b else c) + 1 == (if if p then q else r then 1 else 2)",
        "if a then b else c + 1 == 2",
        "(forall x: int, y, z: bool :: {:a} { f(x), g(y) } { h(z) } {:nopats f(x)} x > 0 ==> y)",
        "(exists<T> x: T :: x == x)",
        "(forall<T> :: f() == g())",
        "(lambda x: int :: x + 1)[3] == 4",
        "(var x, y := 1, 2; x + y) == 3",
        "(var x: int := 1; x) == 1",
        "old(x + old(y)) == int(1.5) + real(2)",
        "l->tail->head == 1 && l is Cons && !(l->(head := 2) is Nil)",
        "(x: int) + 1 == f(y)[(z: bv 3)]",
        "0.125 == 1.0e-3 && 2e3 == 10.00",
        "0x1.8e3f24e8 == 0NaN24e8 && a <: b",
        "a $b.c'd~e#f^g_h?i`j == \\old",
    ] {
        let text = text.replace("a $b", "$b").replace("bv 3", "bv3");
        check(&format!("axiom {text};"));
    }
}

#[test]
fn comments_nest_and_symbols_have_twins() {
    let ascii = read("axiom (forall x: int :: x >= 0 && x != 1 ==> !(x <= 3) || (exists y: int :: x < y <==> true));");
    let other = read(
        "axiom /* a /* b */ c */ (∀ x: int • x ≥ 0 ∧ x ≠ 1 ⇒ // line
        ¬(x ≤ 3) ∨ (∃ y: int • x < y ⇔ true));",
    );
    assert_eq!(ascii, other);
}

#[test]
fn generated_programs() {
    for seed in 0..300 {
        let text = generate::program(seed);
        check(&text);
        check_lowering(&text);
    }
}

#[test]
fn a_large_file() {
    check(&generate::smack(50, 200));
}

#[test]
fn every_case() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/boogie");
    let mut files = 0;
    for case in std::fs::read_dir(cases).expect("the cases are there") {
        for file in std::fs::read_dir(case.expect("readable").path()).expect("a case is a folder") {
            let path = file.expect("readable").path();
            if path.extension().is_some_and(|ending| ending == "bpl") {
                check(&std::fs::read_to_string(path).expect("readable"));
                files += 1;
            }
        }
    }
    assert!(files >= 100, "only {files} files");
}
