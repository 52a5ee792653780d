//! What C and Rust functions mean after lowering: values, traps, output, and the options.

mod support;

use front_llvm::{Floats, Ints, Options};
use ir::entry::Pair;
use ir::interp::{Outcome, Stop};
use support::{Folder, clangs, llvm_ir, lower_one, run, written};
use value::{Float, Int, SortKind, Value};

/// Lowers a client of a C text, with another clang for each text, or with all if `CLANGS=all`.
fn with_each_clang(text: &str, client: &str, options: Options, check: impl Fn(&Pair)) {
    let mut clangs = clangs();
    if !clangs.is_empty() && std::env::var("CLANGS").is_err() {
        clangs = vec![clangs[text.len() % clangs.len()].clone()];
    }
    for clang in clangs {
        let folder = Folder::new();
        let source = folder.write("test.c", text);
        check(&lower_one(&llvm_ir(&clang, &source, &[]), client, options));
    }
}

fn arguments(pair: &Pair, numbers: &[f64]) -> Vec<Value> {
    let params = &pair.old.program.functions[pair.old.entry].params;
    assert_eq!(params.len(), numbers.len());
    params
        .iter()
        .zip(numbers)
        .map(|(param, number)| match param.sort.kind() {
            SortKind::Bv(width) => Value::bv(*width, *number as i128 as u128),
            SortKind::Int => Value::Int(Int::from(*number as i128)),
            SortKind::Bool => Value::Bool(*number != 0.0),
            SortKind::Float(format) => Value::Float(Float::of(*format, *number)),
            SortKind::Map(_, element) if element.bv_width().is_some() => {
                let value = Value::bv(element.bv_width().unwrap_or(0), *number as i128 as u128);
                Value::Map(std::sync::Arc::new(value::MapValue::constant(value)))
            }
            SortKind::Map(_, element) if matches!(element.kind(), SortKind::Float(_)) => {
                let SortKind::Float(format) = *element.kind() else { unreachable!("just seen") };
                let value = Value::Float(Float::of(format, *number));
                Value::Map(std::sync::Arc::new(value::MapValue::constant(value)))
            }
            SortKind::Map(_, element) if *element == value::Sort::bool() => {
                Value::Map(std::sync::Arc::new(value::MapValue::constant(Value::Bool(*number != 0.0))))
            }
            SortKind::Real => Value::Real(std::sync::Arc::new(Float::f64(*number).to_real())),
            other => panic!("a parameter of sort {other:?}"),
        })
        .collect()
}

/// The outcome as text: `7`, `trap: null pointer`, `gap: …`, `exit: 3`, `unwinds: panic`.
fn outcome(pair: &Pair, numbers: &[f64]) -> String {
    let (outcome, state) = run(pair, &arguments(pair, numbers), 1_000_000);
    match outcome {
        Ok(Outcome::Returned(values)) => {
            let show = |value: &Value| match value {
                Value::Bv(bits) => bits.signed().to_string(),
                Value::Float(float) => float.to_f64().to_string(),
                other => format!("{other:?}"),
            };
            values.iter().map(show).collect::<Vec<_>>().join(", ")
        }
        Ok(Outcome::Trapped(what)) => format!("trap: {what}"),
        Ok(Outcome::Endless) => "never returns".to_string(),
        Ok(Outcome::Raised(Value::Bv(status))) => format!("exit: {}", status.signed()),
        Ok(Outcome::Raised(Value::Data(0, fields))) if matches!(fields[0], Value::Bv(_)) => match &fields[0] {
            Value::Bv(status) => format!("exit: {}", status.signed()),
            other => format!("exit: {other:?}"),
        },
        Ok(Outcome::Raised(other)) => match pair.notation.stopped(&pair.old.program, &other, &state) {
            Some(panic) => format!("unwinds: {panic}"),
            None => format!("exit: {other:?}"),
        },
        Err(Stop::Unsupported { what, .. }) => format!("gap: {what}"),
        Err(other) => format!("stop: {other:?}"),
    }
}

fn check(text: &str, client: &str, rows: &[(&[f64], &str)]) {
    check_with(text, client, Options::default(), rows);
}

fn check_with(text: &str, client: &str, options: Options, rows: &[(&[f64], &str)]) {
    with_each_clang(text, client, options, |pair| {
        for (numbers, expected) in rows {
            assert_eq!(outcome(pair, numbers), *expected, "{client}{numbers:?}");
        }
    });
}

#[test]
fn undefined_behaviour_is_a_trap() {
    let low = -2147483648.0;
    check(
        "int f(int a, int b) { return a / b; }",
        "f",
        &[
            (&[7.0, 2.0], "3"),
            (&[-7.0, 2.0], "-3"),
            (&[7.0, 0.0], "trap: division by zero"),
            (&[low, -1.0], "trap: overflow in division"),
        ],
    );
    check(
        "int f(int a, int b) { return a << b; }",
        "f",
        &[(&[1.0, 31.0], "-2147483648"), (&[1.0, 32.0], "trap: shift too far")],
    );
    check(
        "int a[4]; int f(int i) { return a[i]; }",
        "f",
        &[(&[3.0], "0"), (&[4.0], "trap: out of bounds"), (&[-1.0], "trap: out of bounds")],
    );
    check(
        "int f(int i) { int *p = 0; if (i) p = &i; return *p; }",
        "f",
        &[(&[5.0], "5"), (&[0.0], "trap: null pointer")],
    );
    check(
        "#include <assert.h>\nint f(int i) { assert(i > 2); return i; }",
        "f",
        &[(&[3.0], "3"), (&[2.0], "trap: assertion")],
    );
    check(
        "int *g(void) { int x = 3; int *p = &x; return p; } int f(void) { return *g(); }",
        "f",
        &[(&[], "trap: out of bounds")],
    );
    check(
        "#include <stdlib.h>\nint f(int n) { char *p = malloc(4); p[0] = 7; if (n) free(p); int r = p[0]; return r; }",
        "f",
        &[(&[0.0], "7"), (&[1.0], "trap: out of bounds")],
    );
}

#[test]
fn signed_overflow_wraps_or_is_mathematical() {
    let text = "int f(int x) { return x * 2 / 2; }";
    check(text, "f", &[(&[1073741824.0], "-1073741824")]);
    let unbounded = Options { ints: Ints::Unbounded, ..Options::default() };
    check_with(text, "f", unbounded, &[(&[1073741824.0], "1073741824")]);
    check_with("unsigned f(unsigned x) { return x + 1 > x; }", "f", unbounded, &[(&[-1.0], "0"), (&[5.0], "1")]);
    check_with(
        "int f(int x) { return (char)x + (x & 15) + (x >> 1) + (x << 2); }",
        "f",
        unbounded,
        &[(&[300.0], "1406")],
    );
    check_with("unsigned f(unsigned x) { return x / 3 + (x >> 28); }", "f", unbounded, &[(&[-1.0], "1431655780")]);
    let sum = "int f(int n) { int a[5]; int s = 0; for (int i = 0; i < 5; i++) a[i] = n * i; for (int i = 0; i < 5; i++) s += a[i]; return s; }";
    check_with(sum, "f", unbounded, &[(&[1e10], "100000000000")]);
}

#[test]
fn floats_are_ieee_or_real() {
    let text = "double f(double x) { return (x + 1e17) - 1e17; }";
    check(text, "f", &[(&[1.0], "0")]);
    let real = Options { floats: Floats::Real, ..Options::default() };
    check_with(text, "f", real, &[(&[1.0], "1")]);
    check_with("double f(double x) { return 1 / x; }", "f", real, &[(&[0.0], "gap: a real divided by zero")]);
    let math =
        "#include <math.h>\ndouble f(double x) { return floor(x) + ceil(x) * 10 + trunc(x) * 100 + fabs(x) * 1000; }";
    check(math, "f", &[(&[-1.5], "1388")]);
    check_with(math, "f", real, &[(&[-1.5], "1388")]);
    check("#include <math.h>\nfloat f(float x) { return sqrtf(x) + fmaxf(x, 1); }", "f", &[(&[4.0], "6")]);
    let stopping = Options { stops: front_llvm::Stops::Old, ..Options::default() };
    let cast = "int f(double x) { return x; }";
    check_with(cast, "f", stopping, &[(&[-3.9], "-3"), (&[3e9], "trap: float does not fit the integer")]);
    check("int f(double x) { return x != x; }", "f", &[(&[f64::NAN], "1"), (&[0.0], "0")]);
}

/// As gcc and clang have it.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_float_that_fits_no_integer_is_what_the_machine_makes_of_it() {
    check("int f(double x) { return x; }", "f", &[(&[3e9], "-2147483648"), (&[f64::NAN], "-2147483648")]);
    check("long f(double x) { return x; }", "f", &[(&[1e19], "-9223372036854775808")]);
    check("unsigned f(double x) { return x; }", "f", &[(&[5e9], "705032704"), (&[-1.0], "-1"), (&[1e19], "0")]);
    check("int f(double x) { return (unsigned char)x; }", "f", &[(&[300.0], "44"), (&[5e9], "0")]);
    check("int f(double x) { return (short)x; }", "f", &[(&[70000.5], "4464")]);
}

#[test]
fn output_is_the_text_written() {
    let text = r#"
        #include <stdio.h>
        const char *names[] = {"one", "two"};
        int f(int x) {
            int n = printf("%d|%5d|%-3d|%u|%x|%04X|%c|%s|%%\n", x, x, x, x, x, x, 'A' + x, names[x & 1]);
            puts("end");
            putchar('!');
            return n;
        }"#;
    with_each_clang(text, "f", Options::default(), |pair| {
        let (outcome, state) = run(pair, &arguments(pair, &[3.0]), 100_000);
        assert_eq!(written(pair, &state), "3|    3|3  |3|3|0003|D|two|%\nend\n!");
        assert_eq!(outcome, Ok(Outcome::Returned(vec![Value::bv(32, 29)])));
    });
}

#[test]
fn exit_raises_its_status() {
    let text = "#include <stdlib.h>\nstatic void g(int x) { if (x > 2) exit(x); } int f(int x) { g(x); return 1; }";
    check(text, "f", &[(&[2.0], "1"), (&[9.0], "exit: 9")]);
}

#[test]
fn objects_are_found_through_pointers() {
    check(
        "int f(int x) { int a[3] = {1, 2, 3}; int *p = a + 1; p[1] = x; return a[2] + *(p - 1) + (int)(p - a); }",
        "f",
        &[(&[5.0], "7")],
    );
    let list = r#"
        struct N { int v; struct N *next; };
        int f(int x) {
            struct N c = {3, 0}, b = {2, &c}, a = {x, &b};
            int s = 0;
            for (struct N *p = &a; p; p = p->next) s = s * 10 + p->v;
            return s;
        }"#;
    check(list, "f", &[(&[1.0], "123")]);
    let out = "static void g(int x, int *low, int *high) { *low = x & 15; *high = x >> 4; } int f(int x) { int l, h; g(x, &l, &h); return l * 100 + h; }";
    check(out, "f", &[(&[35.0], "302")]);
    let swap = "struct S { int a; double b; char c[3]; }; static void g(struct S *p, struct S *q) { struct S t = *p; *p = *q; *q = t; } int f(int x) { struct S a = {x, 1.5, {1,2,3}}, b = {7, 2.5, {4,5,6}}; g(&a, &b); return a.a * 100 + b.a * 10 + a.c[1] + (int)b.b; }";
    check(swap, "f", &[(&[2.0], "726")]);
    let table = "static int inc(int x) { return x + 1; } static int dec(int x) { return x - 1; } int f(int x) { int (*ops[2])(int) = {inc, dec}; return ops[x > 3](x); }";
    check(table, "f", &[(&[3.0], "4"), (&[4.0], "3")]);
    check(
        "int f(int i, int j) { static int m[3][4] = {{1,2,3,4},{5,6,7,8}}; return m[i][j]; }",
        "f",
        &[(&[1.0, 2.0], "7")],
    );
    check(
        "#include <string.h>\nint f(int n) { char a[8] = \"abcdefg\", b[8]; memcpy(b, a, 8); memset(a, 'x', 3); memmove(b + 1, b, 4); return b[n] * 1000 + a[n]; }",
        "f",
        &[(&[1.0], "97120"), (&[4.0], "100101")],
    );
}

#[test]
fn arrays_within_structures() {
    let text = "struct M { int n; int rows[3][4]; struct { char c; short v[2]; } in[2]; }; static int at(struct M *m, int i, int j) { return m->rows[i][j] * 10 + m->in[j & 1].v[i & 1]; } int f(int i, int j) { struct M m[2]; for (int k = 0; k < 12; k++) m[1].rows[k / 4][k % 4] = k; for (int k = 0; k < 4; k++) m[1].in[k / 2].v[k % 2] = k + 1; return at(&m[1], i, j) + m[1].rows[j][i]; }";
    check(text, "f", &[(&[1.0, 2.0], "71"), (&[0.0, 1.0], "17")]);
}

#[test]
fn functions_are_values() {
    let pick = "static int inc(int x) { return x + 1; } static int (*pick(int k))(int) { return inc; } int f(int x) { return pick(x)(x); }";
    let variadic =
        "static int first(int n, ...) { return n; } int f(int x) { int (*g)(int, ...) = first; return g(x, 1, 2.5); }";
    let label = "int f(int x) { int s = 0; cleanup: s++; if (s < x) goto cleanup; catch: return s; }";
    for clang in clangs() {
        for (text, expected) in [(pick, "6"), (variadic, "5"), (label, "5")] {
            let folder = Folder::new();
            let source = folder.write("test.c", text);
            assert_eq!(outcome(&lower_one(&llvm_ir(&clang, &source, &[]), "f", Options::default()), &[5.0]), expected);
        }
    }
}

#[test]
fn blocks_of_memory_are_copied_and_allocated() {
    let heap = "#include <stdlib.h>\nint f(int n) { int *p = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) p[i] = i * i; int s = 0; for (int i = 0; i < n; i++) s += p[i]; free(p); return s; }";
    // Before `n`: do allocations of more memory than there is succeed?
    check(heap, "f", &[(&[0.0, 5.0], "30"), (&[0.0, 0.0], "0"), (&[0.0, -1.0], "0")]);
    let large = "#include <stdlib.h>\nint f(long n) { char *p = malloc(n); int r = p != 0; free(p); return r; }";
    check(large, "f", &[(&[0.0, 0.0], "1"), (&[0.0, -1.0], "0"), (&[1.0, -1.0], "1")]);
    let list = "#include <stdlib.h>\nstruct N { int v; struct N *next; }; int f(int n) { struct N *head = 0; for (int i = 0; i < n; i++) { struct N *p = malloc(sizeof *p); p->v = i; p->next = head; head = p; } int s = 0; while (head) { struct N *t = head->next; s = s * 10 + head->v; free(head); head = t; } return s; }";
    check(list, "f", &[(&[4.0], "3210"), (&[0.0], "0")]);
    let copy = "#include <string.h>\nint f(int n, int k) { int a[6] = {1, 2, 3, 4, 5, 6}; memmove(a + k, a, n * sizeof(int)); int s = 0; for (int i = 0; i < 6; i++) s = s * 10 + a[i]; return s; }";
    check(copy, "f", &[(&[3.0, 1.0], "112356"), (&[0.0, 1.0], "123456"), (&[6.0, 1.0], "trap: out of bounds")]);
    let fill = "#include <string.h>\nint f(int n) { int a[4] = {1, 2, 3, 4}; memset(a, -1, n * sizeof(int)); return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3]; }";
    check(fill, "f", &[(&[2.0], "-1066"), (&[0.0], "1234")]);
}

#[test]
fn what_was_never_written_is_arbitrary() {
    check("int f(int x) { int y; if (x) y = 3; return x ? y : 1; }", "f", &[(&[1.0], "3"), (&[0.0], "1")]);
    // The choice of the test's world shows.
    check("int f(int x) { int y; if (x) y = 3; return y; }", "f", &[(&[1.0], "3"), (&[0.0], "-559038737")]);
    check(
        "struct B { unsigned a : 3; unsigned b : 5; }; int f(int x) { struct B s; s.a = x; s.b = 9; return s.a * 100 + s.b; }",
        "f",
        &[(&[5.0], "509")],
    );
}

/// After the address: which memory is there, and what lies in it by kind (i8, i16, i32, i64, float, double, addresses).
#[test]
fn functions_from_outside_are_called_only_when_used() {
    check(
        "int f(int x, int (*p)(void)) { return x > 0 ? x : p(); }",
        "f",
        &[
            (&[3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "3"),
            (&[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "trap: null pointer"),
        ],
    );
}

/// Whether `p` is null, its length, how much there is before it, the addresses in it; then the memory.
#[test]
fn addresses_from_outside_lead_on() {
    check(
        "struct s { int v; struct s *next; }; int f(struct s **p) { return (*p)->next->v; }",
        "f",
        &[
            (&[0.0, 1.0, 0.0, 64.0, 1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 128.0], "7"),
            (&[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 128.0], "trap: null pointer"),
            (&[0.0, 1.0, 0.0, 64.0, 1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0], "trap: null pointer"),
            (
                &[0.0, 1.0, 0.0, 64.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 128.0],
                "trap: beyond the end of what was given",
            ),
            (
                &[0.0, 1.0, 0.0, 63.0, 1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 128.0],
                "trap: beyond the end of what was given",
            ),
        ],
    );
}

/// After `x`: whether it is null, its length, how much there is before it, what is in it.
#[test]
fn pointers_from_outside_lead_to_objects_of_any_length() {
    check(
        "int f(int x, int *p) { return x > 0 ? x : p[x]; }",
        "f",
        &[
            (&[3.0, 1.0, 0.0, 0.0, 0.0], "3"),
            (&[0.0, 1.0, 0.0, 0.0, 0.0], "trap: null pointer"),
            (&[0.0, 0.0, 0.0, 0.0, 7.0], "trap: beyond the end of what was given"),
            (&[0.0, 0.0, 1.0, 0.0, 7.0], "7"),
            (&[-2.0, 0.0, 1.0, 1.0, 7.0], "trap: beyond the end of what was given"),
            (&[-2.0, 0.0, 1.0, 2.0, 7.0], "7"),
        ],
    );
}

#[test]
fn null_and_nothing_is_null() {
    check(
        "int f(int n) { int *p = 0; int *q = p + n; return q == p ? 1 : q - n == p ? 2 : 3; }",
        "f",
        &[(&[0.0], "1"), (&[5.0], "2")],
    );
}

#[test]
fn globals_start_with_their_initial_values_and_are_observed() {
    let text = "int a = 3; static long b[3] = {1, 2, 3}; const int c = 5; struct { short x; double y; } s = {7, 1.5}; int f(int i) { a += c; b[i] = s.x; s.y *= 2; return a; }";
    with_each_clang(text, "f", Options::default(), |pair| {
        let (outcome, state) = run(pair, &arguments(pair, &[1.0]), 10_000);
        assert_eq!(outcome, Ok(Outcome::Returned(vec![Value::bv(32, 8)])));
        let cells = pair.old.program.cells.iter();
        let mut globals: Vec<String> = cells
            .filter(|(_, cell)| cell.role == ir::CellRole::Global || &*cell.name == "b")
            .map(|(id, cell)| format!("{} {:?}", cell.name, state.cells[id]))
            .collect();
        globals.sort();
        assert_eq!(globals.len(), 4, "{globals:?}");
        // What no other code can see counts where later calls show it.
        let hidden = pair.old.program.cells.iter().filter(|(_, cell)| cell.role == ir::CellRole::Hidden);
        assert!(hidden.map(|(_, cell)| &*cell.name).any(|name| name == "b"));
        assert_eq!(globals[0], "a 8:bv32");
        assert!(globals[1].starts_with("b {") && globals[1].contains("7:bv64"), "{}", globals[1]);
        assert_eq!(&globals[2..], ["s.0 7:bv16", "s.8 3.0:f64"]);
    });
}

#[test]
fn integer_intrinsics() {
    let text =
        "int f(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x) * 100 + __builtin_ctz(x) * 10000; }";
    check(text, "f", &[(&[40.0], "32602")]);
    check("unsigned f(unsigned x) { return __builtin_bswap32(x); }", "f", &[(&[1.0], "16777216")]);
    check(
        "int f(int x) { int r; return __builtin_add_overflow(x, 1, &r) ? -5 : r; }",
        "f",
        &[(&[1.0], "2"), (&[2147483647.0], "-5")],
    );
    check("unsigned f(unsigned x) { return __builtin_rotateleft32(x, 8); }", "f", &[(&[257.0], "65792")]);
}

#[test]
fn externals_are_called_in_order_and_pure_ones_are_not_observed() {
    let text = "#include <math.h>\nint other(int); double f(double x) { return sin(x) + other(3); }";
    with_each_clang(text, "f", Options::default(), |pair| {
        let kind = |name: &str| {
            let id = pair.old.program.function(value::Symbol::new(name)).expect("it is there");
            pair.old.program.functions[id].kind.clone()
        };
        assert_eq!(kind("sin"), ir::FunctionKind::Pure);
        assert!(matches!(kind("other"), ir::FunctionKind::External { .. }));
    });
}

#[test]
fn code_comes_from_lines_of_the_source() {
    with_each_clang("int f(int a) {\n  int b = 2;\n  return b / a;\n}\n", "f", Options::default(), |pair| {
        let program = &pair.old.program;
        let body = program.functions[pair.old.client].body().expect("f has code");
        let traps = body.blocks.iter().filter(|(_, block)| matches!(block.end, ir::Terminator::Trap(_)));
        for (id, _) in traps {
            let span = body.span_of_end(id);
            assert_eq!((span.line, span.column), (3, 12));
            assert!(program.files[span.file].name.ends_with("test.c"));
        }
        assert_eq!(pair.parameters, ["a"]);
    });
}

#[test]
fn errors_name_what_is_wrong() {
    let clang = clangs().remove(0);
    let folder = Folder::new();
    let text = llvm_ir(&clang, &folder.write("a.c", "int f(int x) { return x; }"), &[]);
    let other = llvm_ir(&clang, &folder.write("b.c", "int f(long x) { return x; }"), &[]);
    let (a, b) = ([support::module(&text)], [support::module(&other)]);
    let message = |result: Result<Pair, ir::entry::SourceError>| result.err().expect("an error").to_string();
    assert!(message(front_llvm::lower(&a, &a, "g", Options::default())).contains("no function `g`; defined here: f"));
    assert!(message(front_llvm::lower(&a, &b, "f", Options::default())).contains("the parameters of `f` differ"));
    let both = [support::module(&text), support::module(&other)];
    assert!(message(front_llvm::lower(&both, &both, "f", Options::default())).contains("`f` is defined here and in"));
    assert!(message(front_llvm::read("hello\n", "x.ll").map(|_| unreachable!())).contains("this is not LLVM IR"));
}

#[test]
fn rust_functions() {
    let text = r#"
        pub fn gcd(mut a: u32, mut b: u32) -> u32 { while b != 0 { let t = a % b; a = b; b = t; } a }
        pub fn table(i: usize) -> i32 { let v = [1, 2, 3, 4]; v[i] }
        fn half(x: i32) -> Option<i32> { if x % 2 == 0 { Some(x / 2) } else { None } }
        pub mod m { pub fn f(x: i32) -> i32 { match super::half(x) { Some(y) => y + 1, None => -1 } } }
        pub fn sum(n: i32) -> i32 { let mut s = 0; let mut i = 0; while i < n { s += i; i += 1; } s }
    "#;
    let folder = Folder::new();
    let source = folder.write("lib.rs", text);
    let output = folder.0.join("lib.ll");
    let rustc = std::process::Command::new("rustc")
        .args(front_llvm::RUSTC_ARGUMENTS)
        .arg(&source)
        .arg("-o")
        .arg(&output)
        .status();
    assert!(rustc.is_ok_and(|status| status.success()), "rustc is needed for the tests");
    let text = std::fs::read_to_string(output).expect("rustc wrote it");
    let result = |client: &str, numbers: &[f64]| outcome(&lower_one(&text, client, Options::default()), numbers);
    assert_eq!(result("gcd", &[48.0, 36.0]), "12");
    assert_eq!(result("lib::m::f", &[8.0]), "5");
    assert_eq!(result("m::f", &[7.0]), "-1");
    assert_eq!(result("table", &[2.0]), "3");
    assert_eq!(result("table", &[4.0]), "unwinds: panic: index out of bounds");
    assert_eq!(result("sum", &[5.0]), "10");
    assert_eq!(result("sum", &[2147483647.0]), "stop: OutOfFuel");
}
