//! Programs that are wrong, each with all its messages.

use ir::entry::Source;

fn check(text: &str, expected: &[&str]) {
    let source = Source { name: "p.bpl".to_string(), text: text.to_string() };
    let error = front_boogie::functions(std::slice::from_ref(&source)).expect_err(text);
    let found = error.to_string();
    let found: Vec<&str> = found.lines().map(|line| line.strip_prefix("p.bpl:").unwrap_or(line)).collect();
    assert_eq!(found, expected, "in\n{text}");
}

#[test]
fn syntax_names_what_was_expected() {
    check("procedure P() { x := ; }", &["1:22: expected an expression, found `;`"]);
    check("var x int;", &["1:7: expected `:`, found `int`"]);
    check("procedure P() { assert true }", &["1:29: expected `;`, found `}`"]);
    check("procedure P() { assert true; ", &["1:30: expected `}`, found the end of the file"]);
    check("const c: ;", &["1:10: expected a type, found `;`"]);
    check("axiom @ true;", &["1:7: expected an expression, found `@`"]);
    check(
        "/* axiom true;",
        &["1:1: expected a declaration (`type`, `const`, `function`, `axiom`, `var`, `procedure`, …), \
         found a comment that does not end"],
    );
    check("function f(x: int) { x }", &["1:20: expected `returns` or `:` and the type of the result, found `{`"]);
}

#[test]
fn operators_that_need_parentheses() {
    check("axiom true && false || true;", &["1:21: `||` beside `&&` needs parentheses"]);
    check("axiom 1 < 2 < 3;", &["1:13: comparisons do not chain: use `&&`, or parentheses"]);
    check("axiom true <== false ==> true;", &["1:22: `==>` beside `<==` needs parentheses"]);
}

#[test]
fn several_syntax_errors_in_one_run() {
    check(
        "var x: int\nprocedure P() {\n  x := 1 +;\n  y = 2;\n  z := 3;\n}\nprocedure Q( { }\nconst k int;",
        &[
            "2:1: expected `;`, found `procedure`",
            "3:11: expected an expression, found `;`",
            "4:5: expected `:=`, found `=`",
            "7:14: expected a name, found `{`",
            "8:9: expected `:`, found `int`",
        ],
    );
}

#[test]
fn undeclared_names() {
    check("procedure P() { x := 1; }", &["1:17: undeclared variable `x`"]);
    check(
        "procedure P() returns (r: int) { r := y + f(1); call Q(); }",
        &["1:39: undeclared identifier `y`", "1:43: undeclared function `f`", "1:54: undeclared procedure `Q`"],
    );
    check("procedure P(x: Foo) { }", &["1:16: unknown type `Foo`"]);
    check("procedure P() modifies g; { }", &["1:24: undeclared global variable `g`"]);
    check("implementation P() { }", &["1:16: implementation of `P`, which is not declared as a procedure"]);
}

#[test]
fn duplicates() {
    check("var x: int; const x: bool;", &["1:19: `x` is declared twice"]);
    check("type T; type T = int;", &["1:14: type `T` is declared twice"]);
    check("function f(int) returns (int); function f(int) returns (int);", &["1:41: function `f` is declared twice"]);
    check("procedure P(x: int) { var x: bool; }", &["1:27: `x` is declared twice"]);
    check("procedure P() { L: goto L; L: return; }", &["1:28: label `L` is declared twice"]);
    check("procedure P(); procedure P();", &["1:26: procedure `P` is declared twice"]);
}

#[test]
fn wrong_numbers_of_things() {
    let function = "function f(int, bool) returns (int);";
    check(&format!("{function} axiom f(1) == 1;"), &["1:44: `f` takes 2 arguments, not 1"]);
    check(
        "procedure Q(x: int) returns (y: int); procedure P() { call Q(); }",
        &["1:60: `Q` takes 1 arguments, not 0", "1:60: `Q` has 1 results, not 0"],
    );
    check("type C a; var x: C;", &["1:18: type `C` takes 1 arguments, not 0"]);
    check("procedure P() { var a, b: int; a, b := 1; }", &["1:32: 2 variables are assigned 1 values"]);
    check(
        "procedure P() { var m: [int,int]int; m[1] := 2; }",
        &["1:38: a map of type `[int, int]int` takes 2 indices, not 1"],
    );
}

#[test]
fn types_that_do_not_fit_name_both() {
    check("procedure P() { var x: int; x := true; }", &["1:34: type mismatch: expected `int`, found `bool`"]);
    check("axiom 1 + true == 2;", &["1:7: `+` does not take `int` and `bool`"]);
    check("axiom 1;", &["1:7: type mismatch: expected `bool`, found `int`"]);
    check(
        "procedure P(m: [int]bool) returns (r: int) { r := m[true]; }",
        &["1:51: type mismatch: expected `int`, found `bool`", "1:53: index of the map: expected `int`, found `bool`"],
    );
    check(
        "function f(int) returns (int); axiom f(2.5) == 1;",
        &["1:40: argument 1 of `f`: expected `int`, found `real`"],
    );
    check("procedure P(x: bv8) returns (y: bv4) { y := x[12:8]; }", &["1:45: bits [12:8] are not within `bv8`"]);
    check("axiom 300bv8 == 0bv8;", &["1:7: 300 does not fit into 8 bits"]);
    check(
        "procedure P(x: int) { if (x) { } while (x + 1) { } }",
        &["1:27: type mismatch: expected `bool`, found `int`", "1:41: type mismatch: expected `bool`, found `int`"],
    );
    check("procedure P(x: int) returns (r: int) { r := x[0]; }", &["1:45: `int` is not a map"]);
    check(
        "procedure P(x: int); implementation P(x: bool) { }",
        &["1:39: `x` has type `bool` here and `int` in procedure `P`"],
    );
}

#[test]
fn what_may_not_be_assigned() {
    check("var g, h: int; procedure P() modifies h; { g := 1; }", &["1:44: `g` is not in the modifies clause of `P`"]);
    check("procedure P(x: int) { x := 1; }", &["1:23: `x` is an in-parameter, which cannot be assigned"]);
    check("const c: int; procedure P() { havoc c; }", &["1:37: `c` is a constant, which cannot be assigned"]);
    check(
        "var g, h: int; procedure Q(); modifies g; procedure P() modifies h; { call Q(); }",
        &["1:76: `Q` modifies `g`, which is not in the modifies clause of `P`"],
    );
    check("procedure P() { var x: int; x, x := 1, 2; }", &["1:32: `x` is assigned twice at once"]);
}

#[test]
fn control() {
    check("procedure P() { goto L; }", &["1:22: label `L` is undeclared or out of reach"]);
    check("procedure P() { if (*) { L: } goto L; }", &["1:36: label `L` is undeclared or out of reach"]);
    check("procedure P() { break; }", &["1:17: `break` outside of a loop"]);
    check("procedure P() { while (*) { break M; } }", &["1:35: no statement labelled `M` is around this `break`"]);
}

#[test]
fn states() {
    check("var g: int; axiom g > 0;", &["1:19: `g` is a variable: axioms and functions cannot depend on it"]);
    check(
        "var g: int; procedure P(); requires old(g) == 1;",
        &["1:37: `old` has no meaning here: there is only one state"],
    );
    check("procedure P() returns (r: int); requires r > 0;", &["1:42: undeclared identifier `r`"]);
}

#[test]
fn types_and_datatypes() {
    check("type A = B; type B = A;", &["1:10: type `B` is defined by itself", "1:22: type `A` is defined by itself"]);
    check("datatype D { C(x: D) }", &["1:10: datatype `D` has no finite value"]);
    check("datatype D { C(x: int) } axiom C(1)->y == 1;", &["1:38: datatype `D` has no field `y`"]);
    check("datatype D { C(x: int) } axiom 1 is C;", &["1:32: type mismatch: expected `D`, found `int`"]);
}

#[test]
fn a_client_that_is_not_there() {
    let source = |text: &str| vec![Source { name: "p.bpl".to_string(), text: text.to_string() }];
    let old = source("procedure P() { } procedure Q() { } procedure R();");
    let fail = |new: &str, client: &str| {
        let options = front_boogie::Options::default();
        let result = front_boogie::lower(&old, &source(new), client, None, &options);
        result.err().expect("the client cannot be compared").to_string()
    };
    let same = "procedure P() { } procedure Q() { } procedure R();";
    assert_eq!(fail(same, "X"), "p.bpl: no procedure `X`; implemented here: P, Q");
    assert_eq!(fail(same, "R"), "p.bpl: procedure without implementation `R`; implemented here: P, Q");
    let changed = "procedure P(x: int) { }";
    assert_eq!(fail(changed, "P"), "p.bpl:1:11: `P` has 0 in- and 0 out-parameters in old, 1 and 0 in new");
}
