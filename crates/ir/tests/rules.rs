//! Every rule of `well_formed`, broken once and caught.

use std::sync::Arc;

use arena::Id;
use ir::text::parse;
use ir::{Body, CellId, FnId, FunctionKind, Inst, Program, Terminator, ValueId, well_formed};
use value::{Binder, Expr, FunctionSymbol, Op, Quantifier, Sort, Symbol, Value};

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The violations as text, one a line.
fn found(program: &Program) -> String {
    let violations = well_formed::check(program).expect_err("a rule is broken");
    violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn check(text: &str, expected: &str) {
    assert_eq!(found(&program(text)), expected, "{text}");
}

/// A well-formed program broken by hand, where text cannot say it.
fn broken(text: &str, change: impl FnOnce(&mut Program), expected: &str) {
    let mut program = program(text);
    well_formed::check(&program).expect("it is right before");
    change(&mut program);
    assert_eq!(found(&program), expected);
}

fn body(program: &mut Program, index: usize) -> &mut Body {
    match &mut Arc::make_mut(&mut program.functions[FnId::new(index)]).kind {
        FunctionKind::Defined(body) => body,
        FunctionKind::External { .. } | FunctionKind::Pure => panic!("a function with a body"),
    }
}

fn entry_inst(program: &mut Program) -> &mut Inst {
    &mut body(program, 0).blocks[Body::ENTRY].insts[0]
}

#[test]
fn declarations() {
    broken(
        "fn f() { return }",
        |program| {
            let twin = program.functions[FnId::new(0)].clone();
            program.functions.push(twin);
        },
        "program: two functions are named `f`",
    );
    broken(
        "cell global x: int = 1",
        |program| {
            let twin = program.cells[CellId::new(0)].clone();
            program.cells.push(twin);
        },
        "program: two cells are named `x`",
    );
    broken(
        "symbol p(int) -> bool axiom a: p(1)",
        |program| {
            let other = FunctionSymbol { name: Symbol::new("p"), params: vec![], result: Sort::bool() };
            let formula = Expr::Apply(Op::Apply(Arc::new(other)), vec![]);
            program.axioms.push(ir::Axiom { name: Symbol::new("b"), formula });
        },
        "program: two signatures of uninterpreted functions are named `p`",
    );
    broken(
        "data D { A } cell global x: D = D.A()",
        |program| {
            let other = parse("data D { B } cell global y: D = D.B()").unwrap();
            program.cells.push(other.cells.rows()[0].clone());
        },
        "program: two datatypes are named `D`",
    );
    broken(
        "data D { A(B: int) } cell global x: D = D.A(1)",
        |program| {
            let other = parse("data D.A { B } cell global y: D.A = `D.A.B`()").unwrap();
            program.cells.push(other.cells.rows()[0].clone());
        },
        "program: two operators of datatypes are named `D.A.B`",
    );
    check(
        "data D { A(m: map[int, E]); B } and E { C(d: D) } and F { G(s: seq[F]) } fn f(d: D, f: F) { return }",
        "datatype `D`: its default value is infinite: its first constructor contains itself
datatype `E`: its default value is infinite: its first constructor contains itself",
    );
    broken(
        "cell global x: int = 1",
        |program| program.cells[CellId::new(0)].initial = Value::Bool(true),
        "cell `x`: its initial value true is no int",
    );
    check(
        "cell heap x: map[int, int] = {else 0}:int",
        "cell `x`: a heap cell is a map keyed by references, not a map[int, int]",
    );
    check("axiom a: add(1, 2)", "axiom `a`: an axiom is boolean, not int");
    check("axiom a: lt(1, true)", "axiom `a`: `lt` does not take (int, bool)");
    check("axiom a: lt(1, captured[0])", "axiom `a`: there is no captured[0]");
    check("axiom a: forall(x: int): lt(bound[0, 0], bound[1, 0])", "axiom `a`: nothing binds bound[1, 0]");
    check("axiom a: forall(x: int): 5", "axiom `a`: the body of a quantifier is a int");
    check("axiom a: forall(x: int) on {not(x)}: true", "axiom `a`: `not` does not take (int)");
    broken(
        "extern fn f()",
        |program| {
            let function = Arc::make_mut(&mut program.functions[FnId::new(0)]);
            function.kind =
                FunctionKind::External { reads: vec![CellId::new(3)], writes: vec![], reach: ir::Reach::Cells };
        },
        "function `f`: there is no cell c3",
    );
}

#[test]
fn tables() {
    let text = "cell global x: int = 0 fn f(n: int) -> int { y = neg(n) return y }";
    broken(text, |program| *body(program, 0) = Body::default(), "function `f`: it has no block");
    broken(
        text,
        |program| body(program, 0).spans[Body::ENTRY].truncate(1),
        "function `f`, block b0: 1 spans where 2 belong",
    );
    broken(
        text,
        |program| body(program, 0).spans = [].into_iter().collect(),
        "function `f`: 1 blocks have 0 rows of spans",
    );
    broken(
        text,
        |program| {
            body(program, 0).blocks[Body::ENTRY].end = Terminator::Return([ValueId::new(7)].into_iter().collect())
        },
        "function `f`, block b0: there is no value v7",
    );
    broken(
        text,
        |program| *entry_inst(program) = Inst::Get { result: ValueId::new(1), cell: CellId::new(1) },
        "function `f`, block b0: there is no cell c1",
    );
    broken(
        text,
        |program| {
            let target = |block| ir::Target { block: Id::new(block), args: Default::default() };
            let end =
                Terminator::Call { callee: FnId::new(4), args: Default::default(), returned: target(2), raised: None };
            body(program, 0).blocks[Body::ENTRY].end = end;
        },
        "function `f`, block b0: there is no block b2\nfunction `f`, block b0: there is no function f4",
    );
    broken(
        text,
        |program| *entry_inst(program) = Inst::Const { result: ValueId::new(0), value: Value::int(0) },
        "function `f`, block b0: v0 is defined a second time\nfunction `f`: v1 is nowhere defined",
    );
}

#[test]
fn flow() {
    check("fn f() { entry: jump entry }", "function `f`, block b0: it leads to the entry");
    check(
        "fn f(n: int) { entry(n: bool): return }",
        "function `f`, block b0: the entry takes (bool), the function (int)",
    );
    check(
        "fn f(c: bool) -> int { branch c, a, b a: x = 1 jump b b: return x }",
        "function `f`, block b2: v1 is used, but some way here does not define it before",
    );
    check(
        "fn f(c: bool) -> int { y = x x = 1 return neg(x) z: x2 = neg(y2) y2 = 1 return x2 }
         fn g() { assume c c = true return }",
        "function `g`, block b0: v0 is used, but some way here does not define it before",
    );
    check(
        "fn f(n: int) { jump a(n) a(x: int, y: bool): return }",
        "function `f`, block b0: b1 is given (int) instead of (int, bool)",
    );
    check(
        "fn g() -> int raises bool { return 1 }
         fn f(n: int) { call g() -> a(n), raised b(n) a(x: int): return b(y: int, z: int): return }",
        "function `f`, block b0: b1 is given (int, int) instead of (int)
function `f`, block b0: b2 is given (bool, int) instead of (int, int)",
    );
    // Never taken, but of the right shape.
    check(
        "fn g() { return } fn f(n: int) { call g() -> a, raised b(n) a: return b(y: int): return }",
        "function `f`, block b0: b2 is given (int, int) instead of (int)",
    );
}

#[test]
fn sorts() {
    let text = "cell global x: int = 0 fn f(n: int, c: bool) -> int { y = neg(n) return y }";
    broken(
        text,
        |program| *entry_inst(program) = Inst::Const { result: ValueId::new(2), value: Value::Bool(true) },
        "function `f`, block b0: v2 is a int, its constant true is not",
    );
    let apply = |op: Op, arg: usize| Inst::Apply {
        result: ValueId::new(2),
        op,
        args: [ValueId::new(arg)].into_iter().collect(),
    };
    broken(
        text,
        |program| *entry_inst(program) = apply(Op::Not, 0),
        "function `f`, block b0: v2: `not` does not take (int)",
    );
    broken(
        text,
        |program| *entry_inst(program) = apply(Op::Not, 1),
        "function `f`, block b0: v2 is a int, but `not` gives a bool",
    );
    broken(
        text,
        |program| *entry_inst(program) = Inst::Alloc { result: ValueId::new(2) },
        "function `f`, block b0: v2 is allocated, but is a int and no reference",
    );
    broken(
        text,
        |program| {
            program.cells[CellId::new(0)] =
                ir::Cell { sort: Sort::bool(), initial: Value::Bool(true), ..program.cells[CellId::new(0)].clone() };
            *entry_inst(program) = Inst::Get { result: ValueId::new(2), cell: CellId::new(0) };
        },
        "function `f`, block b0: v2 is a int, the cell `x` it is read from holds a bool",
    );
    check(
        "cell global x: int = 0 fn f(c: bool) { set x, c return }",
        "function `f`, block b0: v0 is a bool, the cell `x` it is written to holds a int",
    );
    check("fn f(n: int) { assume n return }", "function `f`, block b0: v0 is assumed, but is a int and no bool");
    check(
        "fn f(n: int) { branch n, a, a a: return }",
        "function `f`, block b0: v0 is branched on, but is a int and no bool",
    );
    check(
        "fn f(n: int) { switch n { 1 -> a, true -> a, 1 -> a, else a } a: return }",
        "function `f`, block b0: a case true of a switch on a int\nfunction `f`, block b0: a second case 1",
    );
    check("fn f(n: int) -> bool { return n, n }", "function `f`, block b0: (int, int) is returned instead of (bool)");
    check("fn f(n: int) { raise n }", "function `f`, block b0: a int is raised, but the function never raises");
    check("fn f(n: int) raises bool { raise n }", "function `f`, block b0: a int is raised instead of a bool");
    check(
        "fn g(x: bool) raises int { return }
         fn f(n: int) raises bool { call g(n) -> a a: return }
         fn h() raises int { call g(true) return }",
        "function `f`, block b0: `g` is called with (int) instead of (bool)
function `f`, block b0: `g` may raise a int, which is neither caught nor declared",
    );
}

#[test]
fn quantifiers() {
    check(
        "fn f(n: int) { q = forall(x: int) with (n: int = n): lt(x, captured[1]) return }",
        "function `f`, block b0: in the quantifier of v1: there is no captured[1]",
    );
    let quantifier = |binder, bound: usize, captured: usize, body| Quantifier {
        binder,
        bound: (0..bound).map(|_| (Symbol::new("x"), Sort::int())).collect(),
        captured: vec![Sort::int(); captured],
        body,
        triggers: vec![],
    };
    let truth = || Expr::Const(Value::Bool(true), Sort::bool());
    let inside = |expr: Expr, expected: &str| {
        broken("axiom a: true", |program| program.axioms[0].formula = expr, &format!("axiom `a`: {expected}"));
    };
    let forall = |captured| quantifier(Binder::Forall, 1, captured, truth());
    inside(Expr::Binder(Arc::new(forall(1))), "a binder inside an expression captures something itself");
    inside(Expr::Apply(Op::Quantifier(Arc::new(forall(0))), vec![]), "a binder inside an expression is an operator");
    inside(Expr::Binder(Arc::new(quantifier(Binder::Lambda, 2, 0, truth()))), "a lambda binds 2 variables, not one");
    inside(Expr::Const(Value::int(1), Sort::bool()), "the constant 1 is no bool");
}
