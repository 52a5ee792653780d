//! The text form: what is printed is read back as it was, and what is wrong is said where it is.

use ir::text::{parse, parse_into, print, print_with_spans};
use ir::{Body, Inst, Program, Terminator};
use value::{Binder, Datatype, Expr, Op, Sort, SortExpr, Value};

/// Reads, prints, reads again: the same program, and the same text from then on.
fn round_trip(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let printed = print(&program);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert!(program == again, "{printed}\nread back as\n{}", print(&again));
    assert_eq!(printed, print(&again));
    program
}

fn body(program: &Program) -> &Body {
    program.functions.rows().last().and_then(|function| function.body()).expect("the last function has a body")
}

/// One function with that body.
fn function(params: &str, results: &str, text: &str) -> Program {
    round_trip(&format!("fn f({params}) -> ({results}) {{ {text} }}"))
}

fn error(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

const LISTS: &str = "
data Value { None; Bool(b: bool); Int(i: int); Tuple(items: seq[Value]); List(r: ref[list]) }
cell heap list: map[ref[list], seq[Value]] = {else []:Value}:ref[list]
cell global counter: Value = Value.None()
cell output printed: seq[int] = []:int
cell hidden seen: map[atom, Value] = {else Value.None(), 'a\\n\\'b' -> Value.Int(-3), 'z' -> Value.Bool(true)}:atom
symbol hash(int, Value) -> int
axiom small: forall(x: int, v: Value) on {hash(x, v)} on {hash(x, v), le(0, x)}: lt(apply[hash](x, v), 5)
axiom nested: exists(x: int): forall(y: int): and(le(x, y), exists(x: int): eq(x, bound[2, 0]))
extern fn clock(x: Value) -> Value raises Value reads (list) writes (list, counter)
extern fn beep()
unknown Value.Int
outside fn step(key: atom, x: Value) -> Value reads (list) writes (list)
outside program fn whole(key: atom)
pure fn sin(x: f64) -> f64
";

#[test]
fn every_kind_of_code_round_trips() {
    let program = round_trip(&format!(
        "{LISTS}
fn all(a: Value, b: Value, n: int) -> (Value, int) raises Value {{
  i = Value.Int?(a)                       # a comment
  branch and(i, Value.Int?(b)), both(add(n, 1)), other
both(m: int):
  r = Value.Int(add(Value.Int.i(a), Value.Int.i(b)))
  ref = alloc ref[list]
  set list, store(get list, ref, seq.of[Value](r, a))
  assume lt(seq.len(select(get list, ref)), m)
  c = choose map[int, bool]
  switch m {{ 1 -> one(c), -2 -> other, else ends(a, const Value.Tuple([Value.Int(2)]:Value)) }}
one(map: map[int, bool]):
  q = forall(k: int) with (map: map[int, bool] = map, low: int = sub(n, 1)) on {{select(map, k)}}:
    ite(lt(low, k), select(map, k), true)
  l = lambda(k: int) with (x: int = n): add(k, x)
  assume q
  set counter, Value.Int(select(l, 3))
  return r, n
other:
  call all(a, b, 5) -> returned(n), raised handler(n)
returned(x: Value, y: int, z: int):
  call beep() -> after
after:
  call clock(x) -> last
last(u: Value):
  return u, add(y, z)
handler(why: Value, code: int):
  raise why
ends(v: Value, w: Value):
  branch eq(v, w), trapped, unknown
trapped:
  trap \"division by zero\"
unknown:
  unsupported \"say \\\"what\\\"\"
}}
fn nothing() {{ return }}
fn forever() {{ b: jump b2 b2: jump b2 }}
"
    ));
    let ends: Vec<&Terminator> = program.functions.iter().filter_map(|(_, f)| f.body()).flat_map(ends).collect();
    assert_eq!(ends.len(), 14);
}

fn ends(body: &Body) -> impl Iterator<Item = &Terminator> {
    body.blocks.iter().map(|(_, block)| &block.end)
}

#[test]
fn every_plain_operator_round_trips() {
    let sorts = [
        Sort::bool(),
        Sort::int(),
        Sort::real(),
        Sort::bv(32),
        Sort::bv(64),
        Sort::float(value::FloatFormat::F32),
        Sort::float(value::FloatFormat::F64),
        Sort::string(),
        Sort::map(Sort::int(), Sort::bool()),
    ];
    // Operands that fit, found by trying.
    let fitting = |op: &Op| {
        if let Op::Regex(op) = op {
            return op.operands();
        }
        let mut tuples: Vec<Vec<Sort>> = vec![vec![]];
        for _ in 0..3 {
            let longer = tuples.iter().flat_map(|tuple| sorts.iter().map(|sort| [&tuple[..], &[*sort]].concat()));
            tuples = longer.collect();
            if let Some(tuple) = tuples.iter().find(|tuple| op.result(tuple).is_ok()) {
                return tuple.clone();
            }
        }
        panic!("nothing fits `{op}`")
    };
    for (name, op) in Op::plain() {
        let operands = fitting(op);
        let params: Vec<String> = operands.iter().enumerate().map(|(i, sort)| format!("x{i}: {sort}")).collect();
        let names: Vec<String> = (0..operands.len()).map(|i| format!("x{i}")).collect();
        let result = op.result(&operands).expect("it fits");
        let program =
            function(&params.join(", "), &result.to_string(), &format!("return {name}({})", names.join(", ")));
        assert!(matches!(&body(&program).blocks[Body::ENTRY].insts[..], [Inst::Apply { op: read, .. }] if read == op));
    }
}

#[test]
fn operators_with_parameters_round_trip() {
    let rows = [
        ("bv.extract[7:0](x)", "bv8"),
        ("bv.zext[64](x)", "bv64"),
        ("bv.sext[128](x)", "bv128"),
        ("bv.from_int[3](bv.to_int(x))", "bv3"),
        ("f.to_signed[5](f64.from_bits(bv.zext[64](x)))", "bv5"),
        ("f.to_unsigned[5](f64.from_bits(bv.zext[64](x)))", "bv5"),
        ("seq.of[bv32](x, x)", "seq[bv32]"),
        ("seq.of[seq[bv32]]()", "seq[seq[bv32]]"),
        ("map.of[map[int, bv32]](x)", "map[int, bv32]"),
    ];
    for (expr, sort) in rows {
        function("x: bv32", sort, &format!("return {expr}"));
    }
    round_trip("data A { Box(x: int) } fn f(s: seq[int]) -> seq[A] { return seq.wrap[A.Box](s) }");
}

#[test]
fn constants_round_trip() {
    let rows = [
        ("true", "bool"),
        ("-170141183460469231731687303715884105728000", "int"),
        ("0xff", "int"),
        ("255:bv8", "bv8"),
        ("-1:bv128", "bv128"),
        ("0x7ff8000000000000:f64", "f64"),
        ("0xff800000:f32", "f32"),
        ("1.5", "f64"),
        ("-0.0:f32", "f32"),
        ("1e300", "f64"),
        ("-1/3:real", "real"),
        ("4:real", "real"),
        ("''", "atom"),
        ("'\\u{1f600} \\\\ \\' \\\" \\r\\t'", "atom"),
        ("\"text with \\\"quotes\\\" and # signs\"", "seq[int]"),
        ("[1, 2]:int", "seq[int]"),
        ("[]:seq[bool]", "seq[seq[bool]]"),
        ("[[]:bool, [true, false]:bool]:seq[bool]", "seq[seq[bool]]"),
        ("7:ref[list]", "ref[list]"),
        ("0:ref[`a list`]", "ref[`a list`]"),
        ("3:opaque[T]", "opaque[T]"),
        ("{else {else 0}:int, 1 -> {else 0, 2 -> 3, 4 -> 5}:int}:int", "map[int, map[int, int]]"),
    ];
    for (constant, sort) in rows {
        function("", sort, &format!("return {constant}"));
    }
    let program = function("", "seq[int]", "return \"ab\"");
    let block = &body(&program).blocks[Body::ENTRY];
    assert!(matches!(&block.insts[..], [Inst::Const { value, .. }] if *value == Value::string("ab")));
}

#[test]
fn strange_names_are_quoted() {
    round_trip(
        "data `int` { `a b`(`x'y`: int); `\\u{60}` } and seq.x { neg(n: `int`) }
        data bv { add; f(x: real.neg) } and real.neg { One }
        cell global `<module>`: `int` = `int.a b`(5)
        symbol `f#1`(int) -> bool
        axiom `1`: forall(true: int, `a b`: int, `a b`: int): and(eq(`a b`, bound[0, 2]), `f#1`(bound[0, 0]))
        fn `a.<locals>.b`(`first one`: bv) -> (bv, int) {
          call `a.<locals>.b`(const `bv.add`()) -> done
        done(x: bv, n: int):
          branch `bv.f?`(x), other, failed
        other:
          set `<module>`, `int.a b`(`int.a b.x'y`(get `<module>`))
          return `bv.add`(), n
        failed: trap \"\"
        }",
    );
}

#[test]
fn nested_expressions_become_instructions_left_to_right() {
    let program = round_trip(
        "cell global x: int = 0
        fn f(a: int) -> int { y = add(mul(a, 2), get x) set x, sub(y, 1) return get x }",
    );
    let printed = print(&program);
    let expected = "\
b0(v0: int):
  v1 = 2
  v2 = mul(v0, v1)
  v3 = get x
  v4 = add(v2, v3)
  v5 = 1
  v6 = sub(v4, v5)
  set x, v6
  v7 = get x
  return v7
";
    assert!(printed.contains(expected), "{printed}");
}

#[test]
fn a_call_may_go_on_in_the_next_line() {
    let program = round_trip(
        "fn two(x: int) -> (int, int) raises int { return x, x }
        fn f(a: int) -> int raises int {
          x, y = call two(a) raised handler(a)
          call two(x) raised handler(y)
          z = add(x, y)
          return z
        handler(why: int, n: int):
          return add(why, n)
        }",
    );
    assert_eq!(body(&program).blocks.len(), 4);
    ir::well_formed::check(&program).expect("well-formed");
}

#[test]
fn values_may_be_used_above_their_definition() {
    let text = "fn f(a: int) -> int {
        jump first
      last:
        q = forall(x: int) with (n: int = c): lt(x, n)
        d = add(c, b)
        return d
      first:
        b = neg(a)
        c = neg(b)
        jump last
      }";
    let program = round_trip(text);
    assert_eq!(body(&program).sorts.len(), 5);
    ir::well_formed::check(&program).expect("well-formed");
}

#[test]
fn numbers_of_values_are_kept_in_any_order() {
    let text = "fn f(x: int) -> (int) {\nb0(v3: int):\n  v1 = neg(v3)\n  jump b2\nb1:\n  return v0\nb2:\n  v0 = neg(v2)\n  v2 = neg(v1)\n  jump b1\n}\n";
    assert_eq!(print(&parse(text).expect("it is right")), text);
    let circular = text.replace("neg(v2)", "neg(v0)");
    assert!(error(&circular).contains("not defined before this"), "{}", error(&circular));
}

#[test]
fn spans_are_kept_where_asked_for() {
    let text = "fn f(x: int) -> (int) {\nb0(v0: int):\n  v1 = neg(v0) @3:5-3:9\n  v2 = -3 @2/7:1\n  assume v3\n  v3 = true\n  return v1 @4:2\n}\n";
    let program = parse(text).expect("it is right");
    assert_eq!(print_with_spans(&program), text);
    assert_eq!(print(&program), text.replace(" @3:5-3:9", "").replace(" @2/7:1", "").replace(" @4:2", ""));
}

#[test]
fn texts_can_build_on_each_other() {
    let mut program = parse("data V { N; I(i: int) } cell global x: V = V.N() fn f() -> V { return get x }").unwrap();
    let v = program.cells.rows()[0].sort;
    let known = parse_into(&mut program, "data W { M(v: V) } fn g(w: W) -> V { r = call f() return W.M.v(w) }", &[v]);
    assert_eq!(known.expect("it is right")[0], v);
    round_trip(&print(&program));
    // The same text names the same types.
    let again = parse("data V { N; I(i: int) } cell global x: V = V.N()").unwrap();
    assert_eq!(again.cells.rows()[0].sort, v);
    assert!(parse_into(&mut program, "data V { N }", &[v]).is_err());
    assert!(parse_into(&mut program, "fn f() {}", &[]).is_err());
}

#[test]
fn a_group_is_one_however_it_is_spelled() {
    let def = |expr| value::DataDef { name: "Spelled".into(), ctors: vec![("C".into(), vec![("x".into(), expr)])] };
    let sort = SortExpr::Sort(Sort::string());
    let built = SortExpr::Seq(Box::new(SortExpr::Sort(Sort::int())));
    assert_eq!(Datatype::declare(&[def(sort)]), Datatype::declare(&[def(built)]));
}

#[test]
fn quantifiers_are_read_as_they_are_scoped() {
    let program = round_trip("axiom a: forall(x: int): exists(y: int): and(lt(x, y), eq(bound[1, 0], x))");
    let Expr::Binder(outer) = &program.axioms[0].formula else { panic!("a binder") };
    let Expr::Binder(inner) = &outer.body else { panic!("a binder") };
    assert_eq!((outer.binder, inner.binder), (Binder::Forall, Binder::Exists));
    let Expr::Apply(_, args) = &inner.body else { panic!("an operator") };
    let Expr::Apply(_, args) = &args[1] else { panic!("an operator") };
    assert_eq!(args[0], args[1]);
}

#[test]
fn errors_say_where_and_what() {
    let rows = [
        ("fn f() {\n  x = add(1, true)\n  return\n}", "2:7: `add` does not take (int, bool)"),
        ("fn f() {\n  jump b\n}", "2:8: no block `b`"),
        ("fn f() { return x }", "1:17: no value `x`"),
        ("fn f() { x = 1 x = 2 return }", "1:16: a second value `x`"),
        ("fn f() { x = 1 }", "1:16: expected an instruction or the end of the block"),
        ("fn f() { a: a: return }", "1:13: expected an instruction or the end of the block"),
        ("fn f() { a: return a: return }", "1:20: a second block `a`"),
        ("fn f() {", "1:8: this brace is never closed"),
        ("fn f(x: list) { return }", "1:9: no sort `list` is declared above"),
        ("fn f() { call g() -> b }", "1:15: no function `g`"),
        ("fn f() { set g, 1 return }", "1:14: no cell `g` is declared above"),
        ("fn f() { x = nope(1) return }", "1:14: no operator `nope`"),
        ("fn f() {} fn f() {}", "1:14: a second function `f`"),
        ("cell global x: int = true", "1:22: a cell of sort int starts with a bool"),
        ("cell global x: real = 1/0:real", "1:23: this number does not fit its sort"),
        ("cell x: int = 3", "1:6: expected `heap`, `global`, `output` or `hidden`, not `x`"),
        ("data D { }", "1:1: `D` has no constructor"),
        ("cell global x: atom = 'abc", "1:23: this quote is never closed"),
        ("# é\n é", "2:2: this character means nothing here"),
        ("axiom a: lt(x, 1)", "1:13: no variable `x` here"),
        ("fn f() { x, y = 3 return }", "1:10: only a call gives several values"),
        ("fn f() { x = f.to_signed[0](1.5) return }", "1:14: `f.to_signed[0]` does not take (f64)"),
        ("fn f() { b: }", "1:8: the last block of this function has no end"),
    ];
    for (text, expected) in rows {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    // Every prefix, and every text with one byte gone.
    let text = format!(
        "{LISTS} fn f(a: Value) -> int {{ x = add(1, 2) switch x {{ 1 -> b, else c }} b: return x @1:2 c: return }}"
    );
    for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        let _ = parse(&text[..cut]);
        let _ = parse(&format!("{}{}", &text[..cut], &text[(cut + 1).min(text.len())..]));
    }
}

#[test]
fn the_example_of_the_manual_is_right() {
    let manual = include_str!("../src/text.rs");
    let lines = manual.lines().skip_while(|line| !line.contains("```text")).skip(1);
    let example: Vec<&str> =
        lines.take_while(|line| !line.contains("```")).map(|line| line.trim_start_matches("//!")).collect();
    let program = round_trip(&format!("{}\nextern fn complain(v: Value) -> int raises Value", example.join("\n")));
    ir::well_formed::assert(&program);
}
