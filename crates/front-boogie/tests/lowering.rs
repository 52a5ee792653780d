//! Procedures lowered and run: what they give, concretely.

use front_boogie::{Options, lower};
use ir::entry::{Entry, Pair, Source};
use ir::interp::{Interpreter, Limits, Outcome, Stop, World};
use value::{Sort, Symbol, Value};

fn source(name: &str, text: &str) -> Source {
    Source { name: name.to_string(), text: text.to_string() }
}

fn pair(old: &str, new: &str, client: &str) -> Pair {
    let (old, new) = (vec![source("old.bpl", old)], vec![source("new.bpl", new)]);
    let pair = lower(&old, &new, client, None, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    for entry in [&pair.old, &pair.new] {
        ir::well_formed::check(&entry.program).unwrap_or_else(|violations| panic!("{violations:#?}"));
    }
    pair
}

/// Choices are given in order.
struct Choices(Vec<Value>);

impl World for Choices {
    fn choose(&mut self, n: usize, _: Sort) -> Option<Value> {
        self.0.get(n).cloned()
    }
}

fn run_with(entry: &Entry, args: &[Value], choices: Vec<Value>) -> (Result<Outcome, Stop>, Vec<(Symbol, Value)>) {
    let mut world = Choices(choices);
    let mut machine = Interpreter::new(&entry.program, &mut world, Limits::default());
    let outcome = machine.run(entry.entry, args);
    // Whether a run was blocked is told by its outcome.
    let own = entry.program.cells.iter().filter(|(_, cell)| cell.name.as_str() != ir::BLOCKED);
    let cells = own.map(|(id, cell)| (cell.name, machine.state.cells[id].clone())).collect();
    (outcome, cells)
}

/// Runs the client on integers; gives `2, 3 | g = 4`: the results and the globals.
fn check(text: &str, client: &str, args: &[i64], expected: &str) {
    let values: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    check_values(text, client, &values, expected);
}

fn check_values(text: &str, client: &str, args: &[Value], expected: &str) {
    let pair = pair(text, text, client);
    let (outcome, cells) = run_with(&pair.new, args, Vec::new());
    assert_eq!(show(outcome, &cells), expected, "{client}{args:?} of\n{text}");
}

fn show(outcome: Result<Outcome, Stop>, cells: &[(Symbol, Value)]) -> String {
    let mut text = match outcome {
        Ok(Outcome::Returned(values)) => values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(", "),
        Ok(Outcome::Trapped(ir::Trap::Assumption)) => "blocked".to_string(),
        Ok(Outcome::Trapped(what)) => format!("trap {what}"),
        Ok(Outcome::Endless) => "never returns".to_string(),
        Ok(Outcome::Raised(_)) => "raised".to_string(),
        Err(Stop::Blocked) => "blocked".to_string(),
        Err(Stop::Unsupported { what, .. }) => format!("unsupported {what}"),
        Err(Stop::NoMeaning { what, .. }) => format!("no meaning {what}"),
        Err(Stop::Unanswered { what, .. }) => format!("unanswered {what}"),
        Err(Stop::OutOfFuel | Stop::Unfinished) => "out of fuel".to_string(),
    };
    for (name, value) in cells {
        text += &format!(" | {name} = {value:?}");
    }
    text
}

#[test]
fn arithmetic_is_euclidean() {
    let text = "procedure P(x: int, y: int) returns (q: int, r: int) { q := x div y; r := x mod y; }";
    check(text, "P", &[7, 2], "3, 1");
    check(text, "P", &[-7, 2], "-4, 1");
    check(text, "P", &[7, -2], "-3, 1");
    check(text, "P", &[-7, -2], "4, 1");
    check(text, "P", &[7, 0], "no meaning apply[`div by 0`]");
}

#[test]
fn reals_and_conversions() {
    let text = "procedure P(x: int) returns (f: int, b: bool) {
        var r: real; r := real(x) / 2.0; f := int(r); b := r == x / 2 && 0.5e1 == 5.0; }";
    check(text, "P", &[7], "3, true");
    check(text, "P", &[-7], "-4, true");
}

#[test]
fn precedence_and_connectives() {
    let text = "procedure P(x: int, y: int) returns (a: bool, b: int, c: bool) {
        a := x < y ==> y < x ==> false;
        b := -x + y * 2 - (if x > y then x else y);
        c := (x == 1 <==> y == 2) && !(x != x); }";
    check(text, "P", &[1, 2], "true, 1, true");
    check(text, "P", &[1, 3], "true, 2, false");
}

#[test]
fn structured_loops_and_breaks() {
    let text = "procedure P(n: int) returns (s: int) {
        var i: int, j: int;
        s := 0; i := 0;
        outer: while (i < n)
          invariant i >= 0;
        {
          j := 0;
          while (true) {
            if (j == 3) { break; }
            if (s > 10) { break outer; }
            s := s + j; j := j + 1;
          }
          i := i + 1;
        }
    }";
    check(text, "P", &[2], "6");
    check(text, "P", &[100], "12");
    check(text, "P", &[-1], "0");
}

#[test]
fn a_failing_invariant_traps() {
    let text = "procedure P(n: int) returns (i: int) {
        i := 0; while (i < n) invariant i < 3; { i := i + 1; } }";
    check(text, "P", &[2], "2");
    check(text, "P", &[5], "trap invariant");
}

#[test]
fn breaks_leave_labelled_ifs() {
    let text = "procedure P(n: int) returns (r: int) {
        r := 0;
        L: if (n > 0) { r := 1; if (n > 5) { break L; } r := 2; } else { r := 3; }
        r := r * 10; }";
    check(text, "P", &[1], "20");
    check(text, "P", &[6], "10");
    check(text, "P", &[0], "30");
}

#[test]
fn gotos_with_guards_make_no_choice() {
    let text = "procedure P(x: int) returns (r: int) {
        entry: goto neg, pos;
        neg: assume x < 0; r := -x; goto done;
        pos: assume {:partition} !(x < 0); r := x; goto more, done;
        more: assume r > 10; r := 10; goto done;
        done: return; }";
    check(text, "P", &[-4], "4");
    // At `pos` both ways on are open when r > 10: that is a choice.
    check(text, "P", &[4], "4");
    check(text, "P", &[40], "unanswered choice");
}

#[test]
fn three_way_gotos_follow_their_guards() {
    let text = "procedure P(x: int) returns (r: int) {
        goto A, B, C;
        A: assume x == 1; r := 10; return;
        B: assume x == 2; r := 20; return;
        C: assume x != 1 && x != 2; r := 30; return; }";
    check(text, "P", &[1], "10");
    check(text, "P", &[2], "20");
    check(text, "P", &[3], "30");
}

#[test]
fn no_open_way_blocks() {
    let text = "procedure P(x: int) returns (r: int) {
        goto A, B; A: assume x == 1; r := 1; return; B: assume x == 2; r := 2; return; }";
    check(text, "P", &[5], "blocked");
}

#[test]
fn open_choices_are_read_in_order() {
    let text = "procedure P() returns (r: int, s: int) {
        if (*) { r := 1; } else { r := 2; }
        goto A, B, C;
        A: s := 10; return; B: s := 20; return; C: s := 30; return; }";
    let pair = pair(text, text, "P");
    for (first, second, expected) in [(true, 0, "1, 10"), (false, 1, "2, 20"), (true, 7, "1, 30")] {
        let (outcome, cells) = run_with(&pair.old, &[], vec![Value::Bool(first), Value::int(second)]);
        assert_eq!(show(outcome, &cells), expected);
    }
}

#[test]
fn havoc_assumes_where() {
    let text = "var g: int where g > 0;
      procedure P() returns (r: int) modifies g; { havoc g, r; r := r + g; }";
    let pair = pair(text, text, "P");
    let run = |g: i64, chosen: i64| {
        let (outcome, cells) = run_with(&pair.old, &[Value::int(g)], vec![Value::int(chosen), Value::int(1)]);
        show(outcome, &cells)
    };
    assert_eq!(run(5, 7), "8 | g = 7");
    assert!(run(5, 0).starts_with("blocked"));
    assert!(run(0, 7).starts_with("blocked"));
}

#[test]
fn a_local_assigned_before_use_makes_no_choice() {
    let text = "procedure P(x: int) returns (r: int) { var t, u: int; t := x; u := t; r := u + t; }";
    check(text, "P", &[4], "8");
}

#[test]
fn maps_and_aliasing() {
    let text = "var M: [int]int; var N: [int, int]int; var K: [int][int]bool;
      procedure P(p: int, q: int) returns (r: int, e: bool) modifies M, N, K; {
        M[p] := 1; M[q] := 2; r := M[p];
        N[p, q] := 5; N[q, p] := 6; r := r * 10 + N[p, q];
        K[p][q] := true;
        e := K[q][p];
        e := e || M[p := 7][p] != 7; }";
    let zero = || Value::default_of(Sort::map(Sort::int(), Sort::int()));
    let nested = Value::default_of(Sort::map(Sort::int(), Sort::map(Sort::int(), Sort::int())));
    let bools = Value::default_of(Sort::map(Sort::int(), Sort::map(Sort::int(), Sort::bool())));
    let run = |p: i64, q: i64| {
        let pair = pair(text, text, "P");
        let args = [Value::int(p), Value::int(q), zero(), nested.clone(), bools.clone()];
        let (outcome, _) = run_with(&pair.old, &args, Vec::new());
        show(outcome, &[])
    };
    assert_eq!(run(1, 2), "15, false");
    assert_eq!(run(3, 3), "26, true");
}

#[test]
fn parallel_assignment_swaps() {
    let text = "procedure P(x: int, y: int) returns (a: int, b: int) { a, b := x, y; a, b := b, a; }";
    check(text, "P", &[1, 2], "2, 1");
}

#[test]
fn old_is_the_start_of_the_procedure() {
    let text = "var g: int;
      procedure Q() returns (d: int) modifies g; { g := g + 1; d := g - old(g); }
      procedure P() returns (a: int, b: int) modifies g; {
        var d: int; g := g * 2; call d := Q(); a := d; b := old(g); }";
    check(text, "P", &[10], "1, 10 | g = 21");
}

#[test]
fn contracts_of_calls() {
    let text = "procedure Q(x: int) returns (y: int); requires x > 0; ensures y > x;
      implementation Q(a: int) returns (b: int) { b := a + 1; }
      procedure P(x: int) returns (r: int) requires x < 100; { call r := Q(x); }";
    check(text, "P", &[1], "2");
    check(text, "P", &[0], "trap precondition");
    check(text, "P", &[100], "blocked");
}

/// Answers external calls with a constant.
struct Answers(i64);

impl World for Answers {
    fn call(&mut self, function: &ir::Function, _: &[Value], state: &mut ir::interp::State) -> Option<Outcome> {
        if let ir::FunctionKind::External { writes, .. } = &function.kind {
            for cell in writes {
                state.cells[*cell] = Value::int(99);
            }
        }
        Some(Outcome::Returned(vec![Value::int(self.0)]))
    }
}

#[test]
fn procedures_without_implementation_are_external() {
    let text = "var g: int;
      procedure Q(x: int) returns (y: int); requires x != 0; modifies g; ensures y > x && g > old(g);
      procedure P(x: int) returns (r: int) modifies g; { call r := Q(x); }";
    let pair = pair(text, text, "P");
    let run = |x: i64, g: i64, answer: i64| {
        let mut world = Answers(answer);
        let mut machine = Interpreter::new(&pair.old.program, &mut world, Limits::default());
        let outcome = machine.run(pair.old.entry, &[Value::int(x), Value::int(g)]);
        show(outcome, &[])
    };
    assert_eq!(run(3, 0, 4), "4");
    assert_eq!(run(3, 0, 3), "blocked");
    assert_eq!(run(3, 99, 4), "blocked");
    assert_eq!(run(0, 0, 4), "trap precondition");
}

#[test]
fn recursion() {
    let text = "procedure F(n: int) returns (r: int) {
      if (n <= 1) { r := 1; } else { call r := F(n - 1); r := r * n; } }";
    check(text, "F", &[5], "120");
}

#[test]
fn bit_vectors() {
    let text = "function {:bvbuiltin \"bvadd\"} add(bv8, bv8) returns (bv8);
      function {:bvbuiltin \"bvugt\"} ugt(bv8, bv8) returns (bool);
      function {:bvbuiltin \"(_ sign_extend 8)\"} sext(bv8) returns (bv16);
      procedure P(x: bv8) returns (a: bv8, b: bool, c: bv16, d: bv4, e: bv16) {
        a := add(x, 200bv8); b := ugt(x, 3bv8); c := sext(a); d := a[6:2]; e := a ++ x; }";
    let out = "202:bv8, false, 65482:bv16, 2:bv4, 51714:bv16";
    check_values(text, "P", &[Value::bv(8, 2)], out);
}

#[test]
fn functions_and_defined_constants_are_computed() {
    let text = "const N: int; axiom N == 10;
      const M: int; axiom M == twice(N) + 1;
      function twice(x: int) returns (int) { x + x }
      function sq(int) returns (int); axiom (forall i: int :: { sq(i) } sq(i) == i * i);
      function {:inline} id<T>(x: T) returns (T) { x }
      procedure P(x: int) returns (r: int) { r := (var y := sq(x); y + M + id(y)); }";
    check(text, "P", &[3], "39");
}

#[test]
fn uninterpreted_functions_bring_their_axioms_only() {
    let text = "function f(int) returns (int); axiom (forall i: int :: { f(i) } f(i) > i);
      function g(int) returns (int); axiom (forall i: int :: { g(i) } g(i) < i);
      function h(int) returns (int); axiom (forall i: int :: { f(h(i)) } f(h(i)) == 0);
      const unique A, B, C: int;
      procedure P(x: int) returns (r: int) { r := f(x) + A + B; }";
    let pair = pair(text, text, "P");
    let names: Vec<&str> = pair.old.program.axioms.iter().map(|axiom| axiom.name.as_str()).collect();
    // An axiom says what it says of `f` whatever its trigger. That A and B differ is assumed at the start: they are inputs.
    assert_eq!(names, ["axiom of line 1", "axiom of line 3"]);
    let inputs: Vec<&str> =
        pair.old.program.functions[pair.old.entry].params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(inputs, ["x", "A", "B"]);
}

#[test]
fn recursive_functions_are_axioms() {
    let text = "function fac(n: int) returns (int) { if n <= 0 then 1 else n * fac(n - 1) }
      procedure P(x: int) returns (r: int) { r := fac(x); }";
    let pair = pair(text, text, "P");
    assert_eq!(pair.old.program.axioms.len(), 1);
    check(text, "P", &[3], "no meaning apply[fac]");
}

#[test]
fn versions_that_disagree_share_no_symbol() {
    let program = |bound: &str, extra: &str| {
        format!(
            "function f(int) returns (int); axiom f(0) == 1 + f({bound}); {extra}
          procedure P(x: int) returns (r: int) {{ r := f(x); }}"
        )
    };
    let same = pair(&program("5", ""), &program("5", "function h(int) returns (int); axiom h(f(1)) > 2;"), "P");
    let differ = pair(&program("5", ""), &program("6", ""), "P");
    let one_sided = pair(&program("5", ""), &program("5", "axiom f(1) > 2;"), "P");
    let symbol = |entry: &Entry| {
        let mut names = Vec::new();
        let function = &entry.program.functions[entry.client];
        for (_, block) in function.body().into_iter().flat_map(|body| body.blocks.iter()) {
            names.extend(block.insts.iter().filter_map(|inst| match inst {
                ir::Inst::Apply { op, .. } => Some(op.to_string()),
                _ => None,
            }));
        }
        names
    };
    assert_eq!(symbol(&same.old), symbol(&same.new));
    assert_ne!(symbol(&differ.old), symbol(&differ.new));
    assert_ne!(symbol(&one_sided.old), symbol(&one_sided.new));
}

#[test]
fn datatypes() {
    let text = "datatype List { Cons(head: int, tail: List), Nil() }
      procedure P(x: int) returns (r: int, b: bool, l: List) {
        l := Cons(x, Cons(x + 1, Nil()));
        r := l->tail->head; b := l is Cons && !(l is Nil);
        l := l->tail->(head := 7); }";
    let pair = pair(text, text, "P");
    let list = pair.old.program.functions[pair.old.entry].results[2];
    let (outcome, _) = run_with(&pair.old, &[Value::int(4)], Vec::new());
    let Ok(Outcome::Returned(values)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((&values[0], &values[1]), (&Value::int(5), &Value::Bool(true)));
    assert_eq!(values[2].display(list), "List.Cons(7, List.Nil())");
    let wrong = "datatype List { Cons(head: int, tail: List), Nil() }
      procedure P() returns (r: int) { r := Nil()->head; }";
    check(wrong, "P", &[], "no meaning apply[`List.Cons.head of another List`]");
}

#[test]
fn datatypes_by_attributes() {
    let text = "type {:datatype} Pair; function {:constructor} Pair(a: int, b: int) returns (Pair);
      procedure P(x: int) returns (r: int, t: bool) {
        var p: Pair; p := Pair(x, 2); r := a#Pair(p) + b#Pair(p); t := is#Pair(p); }";
    check(text, "P", &[3], "5, true");
}

#[test]
fn polymorphic_maps_hold_every_type() {
    let text = "type Field _; type Ref; type Heap = <T>[Ref, Field T]T;
      var H: Heap; const unique fi: Field int; const unique fb: Field bool;
      procedure P(o: Ref, i: Field int, b: Field bool) returns (r: int, s: bool) modifies H; {
        H[o, i] := 5; H[o, b] := true; r := H[o, i]; s := H[o, b]; }";
    let pair = pair(text, text, "P");
    let params = &pair.old.program.functions[pair.old.entry].params;
    let args: Vec<Value> = params.iter().map(|param| Value::default_of(param.sort)).collect();
    let (outcome, _) = run_with(&pair.old, &args, Vec::new());
    assert_eq!(show(outcome, &[]), "5, true");
}

#[test]
fn polymorphic_procedures() {
    let text = "procedure Id<T>(x: T) returns (y: T) { y := x; }
      procedure P(x: int, m: [int]bool) returns (r: int, b: bool) {
        var n: [int]bool; call r := Id(x); call n := Id(m); b := n == m; }";
    let map = Value::default_of(Sort::map(Sort::int(), Sort::bool()));
    check_values(text, "P", &[Value::int(3), map], "3, true");
}

#[test]
fn assertions_trap_or_clear_a_flag() {
    let text = "procedure P(x: int) returns (r: int) { assert x > 0 && x < 9; r := x; }";
    check(text, "P", &[3], "3");
    check(text, "P", &[0], "trap assertion");
    let sources = vec![source("p.bpl", text)];
    let options = Options { assertions: front_boogie::Assertions::Flag, ..Options::default() };
    let pair = lower(&sources, &sources, "P", None, &options).unwrap();
    for (x, expected) in [(3, "3 | ok = true"), (0, "0 | ok = false")] {
        let (outcome, cells) = run_with(&pair.old, &[Value::int(x)], Vec::new());
        assert_eq!(show(outcome, &cells), expected);
    }
}

#[test]
fn a_client_in_its_own_file() {
    let old = [source("old.bpl", "procedure Lib(x: int) returns (y: int) { y := x + 1; }")];
    let new = [source("new.bpl", "procedure Lib(x: int) returns (y: int) { y := x + 2; }")];
    let client = source(
        "client.bpl",
        "procedure Lib(x: int) returns (y: int);
      procedure C(x: int) returns (y: int) { call y := Lib(x); call y := Lib(y); }",
    );
    let pair = lower(&old, &new, "C", Some(&client), &Options::default()).unwrap();
    assert_eq!(show(run_with(&pair.old, &[Value::int(1)], vec![]).0, &[]), "3");
    assert_eq!(show(run_with(&pair.new, &[Value::int(1)], vec![]).0, &[]), "5");
}

#[test]
fn both_entries_take_the_globals_of_both() {
    let old = "var a: int; var b: int; procedure P(x: int) modifies a; { a := x; }";
    let new = "var b: int; var c: int; var a: int; procedure P(x: int) modifies a, b; { b := c; a := x; }";
    let pair = pair(old, new, "P");
    let params = |entry: &Entry| {
        let params = entry.program.functions[entry.entry].params.iter();
        params.map(|param| param.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(params(&pair.old), "x a b c");
    assert_eq!(params(&pair.new), "x a b c");
    let own = pair.new.program.cells.iter().filter(|(_, cell)| cell.name.as_str() != ir::BLOCKED);
    let roles: Vec<_> = own.map(|(_, cell)| cell.role).collect();
    assert_eq!(roles, [ir::CellRole::Global, ir::CellRole::Global, ir::CellRole::Hidden]);
}

#[test]
fn unsupported_only_where_it_is_reached() {
    let text = "procedure Q(); procedure P(x: int) returns (r: int) { r := 1; if (x > 5) { async call Q(); } }";
    check(text, "P", &[1], "1");
    check(text, "P", &[6], "unsupported async call");
}

#[test]
fn deep_nesting_does_not_overflow() {
    let run = || {
        let depth = 5_000;
        let expr = format!("{}x{}", "(1 + ".repeat(depth), ")".repeat(depth));
        let text = format!("procedure P(x: int) returns (r: int) {{ r := {expr}; }}");
        check(&text, "P", &[1], "5001");
        let nots = format!("procedure P(x: int) returns (r: bool) {{ r := {}(x > 0); }}", "!".repeat(depth));
        check(&nots, "P", &[1], "true");
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn datatypes_that_need_each_other() {
    let text = "datatype Tree { Leaf(), Node(kids: Forest, label: Pair int bool) }
      datatype Forest { Empty(), Grow(first: Tree, rest: Forest) }
      datatype Pair<A, B> { Both(a: A, b: B) }
      procedure P(x: int, f: Forest) returns (r: int, p: Pair int bool, t: Tree) {
        p := Both(x, true); t := Node(Grow(Leaf(), f), p); r := t->label->a; Both(r, _) := t->label; }";
    let text = text.replace("Both(r, _) := t->label;", "r := (var q := t->label; q->a + 1);");
    let pair = pair(&text, &text, "P");
    let forest = pair.old.program.functions[pair.old.entry].params[1].sort;
    let (outcome, _) = run_with(&pair.old, &[Value::int(4), Value::default_of(forest)], Vec::new());
    assert!(show(outcome, &[]).starts_with("5, "));
}

#[test]
fn a_constant_and_a_function_of_one_name() {
    let text = "const f: int; function f(int) returns (int); procedure P() returns (r: int) { r := f(f); }";
    let map = Value::Map(std::sync::Arc::new(value::MapValue::constant(Value::int(8))));
    check_values(text, "P", &[map, Value::int(3)], "8 | f = {\"default\": 8} | f (constant) = 3");
}

#[test]
fn quantifiers_over_small_ranges_are_computed() {
    let text = "procedure P(n: int, m: [int]int) returns (b: bool, c: bool) {
        b := (forall i: int :: 0 <= i && i < n ==> m[i] == 0);
        c := (exists i, j: int :: 0 <= i && i < n && i < j && j < n && m[i] != m[j]); }";
    let zero = Value::default_of(Sort::map(Sort::int(), Sort::int()));
    check_values(text, "P", &[Value::int(5), zero.clone()], "true, false");
    let Value::Map(map) = zero else { panic!("a map") };
    let one = Value::Map(std::sync::Arc::new(map.store(Value::int(3), Value::int(1))));
    check_values(text, "P", &[Value::int(5), one.clone()], "false, true");
    check_values(text, "P", &[Value::int(3), one], "true, false");
}

#[test]
fn free_contracts() {
    let implemented = "procedure Q(x: int) returns (y: int); free requires x > 0; free ensures y < 10;
      implementation Q(x: int) returns (y: int) { y := x * 2; }
      procedure P(x: int) returns (r: int) { call r := Q(x); }";
    check(implemented, "P", &[3], "6");
    check(implemented, "P", &[0], "blocked");
    check(implemented, "P", &[5], "blocked");
    let unchecked = "procedure Q(x: int); requires x > 0; implementation Q(x: int) { }
      procedure P(x: int) { free call Q(x); }";
    check(unchecked, "P", &[0], "");
}

#[test]
fn several_implementations_are_unsupported() {
    let text = "procedure P() returns (r: int); implementation P() returns (r: int) { r := 1; }
      implementation P() returns (r: int) { r := 2; }";
    check(text, "P", &[], "unsupported procedure with several implementations");
}

#[test]
fn globals_hidden_by_locals() {
    let text = "var x: int; procedure Q() returns (r: int) { r := x; }
      procedure P(x: int) returns (r: int, s: int) { r := x; call s := Q(); }";
    check(text, "P", &[1, 2], "1, 2 | x = 2");
}

#[test]
fn wide_and_empty_bit_vectors() {
    let text = "procedure P(x: bv8, w: bv200, e: bv0) returns (a: bv8, b: bool, c: bv0, d: bool) {
        a := x ++ e; b := w == w; c := x[3:3]; d := c == 0bv0; }";
    let pair = pair(text, text, "P");
    let params = pair.old.program.functions[pair.old.entry].params.iter();
    let args: Vec<Value> = params.map(|param| Value::default_of(param.sort)).collect();
    let (outcome, _) = run_with(&pair.old, &args, Vec::new());
    assert_eq!(show(outcome, &[]), "0:bv8, true, @0[], true");
}

#[test]
fn maps_with_few_keys_are_opaque() {
    let text = "procedure P(m: [bool]int, n: [bv64]int) returns (r: int, s: int) { s := n[5bv64]; r := m[true]; }";
    let pair = pair(text, text, "P");
    let params = pair.old.program.functions[pair.old.entry].params.iter();
    let args: Vec<Value> = params.map(|param| Value::default_of(param.sort)).collect();
    let (outcome, _) = run_with(&pair.old, &args, Vec::new());
    assert_eq!(show(outcome, &[]), "no meaning apply[`select of [bool]int`]");
}

#[test]
fn lambdas() {
    let text = "procedure P(n: int) returns (m: [int, int]int, b: bool) {
        m := (lambda i, j: int :: n); b := m[1, 2] == n && m == (lambda x: int, y: int :: n); }";
    let pair = pair(text, text, "P");
    let (outcome, _) = run_with(&pair.old, &[Value::int(4)], Vec::new());
    let Ok(Outcome::Returned(values)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(values[1], Value::Bool(true));
}

#[test]
fn types_quantified_in_axioms_become_instances() {
    let text = "type Seq _; function len<T>(s: Seq T) returns (int); function empty<T>() returns (Seq T);
      axiom (forall<T> s: Seq T :: { len(s) } 0 <= len(s));
      axiom (forall<T> :: len(empty(): Seq T) == 0);
      procedure P(s: Seq int, t: Seq bool) returns (r: int) { r := len(s) + len(t); }";
    let pair = pair(text, text, "P");
    assert_eq!(pair.old.program.axioms.len(), 4);
}

#[test]
fn old_in_a_contract_is_the_state_before_the_call() {
    let text = "var g: int;
      procedure Q(); modifies g; free ensures g == old(g) + 1;
      implementation Q() { g := g + 1; }
      procedure P() modifies g; { g := 10; call Q(); call Q(); }";
    check(text, "P", &[0], " | g = 12");
}
