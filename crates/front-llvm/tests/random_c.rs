//! Random C functions give the same results here as compiled.
//!
//! `RANDOM_C=10000 cargo test --release -p front-llvm --test random_c` checks that many functions.

mod support;

use std::fmt::Write;

use front_llvm::Options;
use ir::interp::{Outcome, Stop};
use support::{Folder, clangs, llvm_ir, module, run, run_native};
use value::{Float, Value};

const FUNCTIONS: u64 = 10;
const INTS: [&str; 9] =
    ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool"];

/// Writes C programs without undefined behaviour other than signed overflow, which wraps.
struct Writer {
    state: u64,
    text: String,
    /// Integer variables in scope that can be assigned.
    ints: Vec<String>,
    doubles: Vec<String>,
    /// Loop counters: read only.
    counters: Vec<String>,
    function: u64,
    next: u32,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        // xorshift64*
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn any_int(&mut self) -> String {
        let index = self.below(self.ints.len() as u64) as usize;
        self.ints[index].clone()
    }

    fn any_double(&mut self) -> String {
        let index = self.below(self.doubles.len() as u64) as usize;
        self.doubles[index].clone()
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    fn constant(&mut self) -> String {
        match self.below(6) {
            0 => {
                ["0", "1", "-1", "2", "7", "255", "256", "-128", "32767", "65536"][self.below(10) as usize].to_string()
            }
            1 => "2147483647".into(),
            2 => "(-2147483647-1)".into(),
            3 => format!("{}u", self.below(4_000_000_000)),
            4 => format!("{}l", self.below(1 << 31) * 40_000),
            _ => format!("{}", self.below(100)),
        }
    }

    fn variable(&mut self) -> String {
        let all: Vec<String> = self.ints.iter().chain(&self.counters).cloned().collect();
        all[self.below(all.len() as u64) as usize].clone()
    }

    fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.below(3) == 0 { self.constant() } else { self.variable() };
        }
        let kind = self.below(16);
        let a = self.int(depth - 1);
        match kind {
            0..=4 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]);
                format!("({a} {op} {})", self.int(depth - 1))
            }
            5 => {
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {})", self.int(depth - 1))
            }
            6 => {
                let op = self.pick(&["&&", "||"]);
                format!("({a} {op} {})", self.int(depth - 1))
            }
            7 => {
                let op = self.pick(&["/", "%"]);
                let ty = self.pick(&["int", "unsigned", "long", "unsigned long"]);
                let b = self.int(depth - 1);
                format!("safe_{}_{}(({ty}){a}, ({ty}){b})", if op == "/" { "div" } else { "mod" }, ty.replace(' ', "_"))
            }
            8 => {
                let op = self.pick(&["<<", ">>"]);
                let ty = self.pick(&["unsigned", "unsigned long", "int", "long"]);
                format!(
                    "((({ty}){a}) {op} (({}) & {}))",
                    self.int(depth - 1),
                    if ty.contains("long") { 63 } else { 31 }
                )
            }
            9 => format!("(({}){a})", self.pick(&INTS)),
            10 => format!("({}({a}))", self.pick(&["-", "~", "!", "+"])),
            11 => format!("({a} ? {} : {})", self.int(depth - 1), self.int(depth - 1)),
            12 if self.function > 0 => {
                let callee = self.below(self.function);
                format!("f{callee}({a}, {}, {})", self.int(depth - 1), self.double(1))
            }
            13 => format!("to_int({})", self.double(depth - 1)),
            14 => format!("table[({a}) & 15]"),
            15 => format!("ops[({a}) & 3]({}, {})", self.int(depth - 1), self.int(0)),
            _ => a,
        }
    }

    fn double(&mut self, depth: u32) -> String {
        if depth == 0 {
            let numbers = ["0.5", "1.0", "-2.25", "3e10", "1e-3", "0.1"];
            if self.below(3) == 0 {
                return self.pick(&numbers).to_string();
            }
            return self.any_double();
        }
        let a = self.double(depth - 1);
        match self.below(9) {
            0..=3 => {
                let op = self.pick(&["+", "-", "*", "/"]);
                format!("({a} {op} {})", self.double(depth - 1))
            }
            4 => format!("(double)({})", self.int(depth - 1)),
            5 => format!("({} ? {a} : {})", self.int(depth - 1), self.double(depth - 1)),
            6 => format!("(-({a}))"),
            7 => {
                let name = self.pick(&["fabs", "floor", "ceil", "sqrt", "trunc"]);
                format!("{name}({a})")
            }
            _ => format!("(double)(float){a}"),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(indent));
    }

    fn statement(&mut self, indent: usize, depth: u32) {
        match self.below(14) {
            0..=2 => {
                let target = self.any_int();
                let op = self.pick(&["=", "=", "+=", "-=", "^=", "*=", "|="]);
                let value = self.int(3);
                self.line(indent, &format!("{target} {op} {value};"));
            }
            3 => {
                let target = self.any_double();
                let value = self.double(2);
                self.line(indent, &format!("{target} = {value};"));
            }
            4 => {
                let (index, value) = (self.int(2), self.int(2));
                let array = self.pick(&["local", "shared", "grid[1]"]);
                self.line(indent, &format!("{array}[({index}) & 7] = {value};"));
            }
            5 => {
                let (index, array) = (self.int(2), self.pick(&["local", "shared", "grid[0]", "s.bytes"]));
                let target = self.any_int();
                self.line(indent, &format!("{target} ^= {array}[({index}) & 7];"));
            }
            6 if depth > 0 => {
                let condition = self.int(2);
                self.line(indent, &format!("if ({condition}) {{"));
                self.block(indent + 1, depth - 1);
                self.line(indent, "} else {");
                self.block(indent + 1, depth - 1);
                self.line(indent, "}");
            }
            7 if depth > 0 => {
                let counter = self.fresh("i");
                let limit = self.below(6);
                self.line(indent, &format!("for (int {counter} = 0; {counter} < {limit}; {counter}++) {{"));
                self.counters.push(counter);
                self.block(indent + 1, depth - 1);
                if self.below(3) == 0 {
                    let condition = self.int(1);
                    let jump = self.pick(&["break", "continue"]);
                    self.line(indent + 1, &format!("if ({condition}) {jump};"));
                }
                self.counters.pop();
                self.line(indent, "}");
            }
            8 if depth > 0 => {
                let on = self.int(2);
                self.line(indent, &format!("switch (({on}) % 5) {{"));
                for case in 0..3 {
                    self.line(indent, &format!("case {case}:;"));
                    self.block(indent + 1, depth - 1);
                    if self.below(4) > 0 {
                        self.line(indent + 1, "break;");
                    }
                }
                self.line(indent, "default:;");
                self.block(indent + 1, depth - 1);
                self.line(indent, "}");
            }
            9 => {
                let field =
                    self.pick(&["s.a", "s.b", "s.low", "s.high", "s.in.x", "gs.a", "gs.in.y", "gs.low", "u.word"]);
                let value = self.int(2);
                self.line(indent, &format!("{field} = {value};"));
            }
            10 => {
                let field = self.pick(&[
                    "s.a",
                    "s.b",
                    "s.low",
                    "s.high",
                    "s.in.x",
                    "gs.a",
                    "gs.in.y",
                    "gs.high",
                    "u.bytes[2]",
                    "u.half",
                ]);
                let target = self.any_int();
                self.line(indent, &format!("{target} += {field};"));
            }
            11 => {
                let call = match self.below(6) {
                    0 => "swap(&x, &y);".to_string(),
                    1 => format!("bump(&x, {});", self.int(1)),
                    2 => "s = twice(s);".to_string(),
                    3 => format!("fill(local, {});", self.int(1)),
                    4 => "gs = s;".to_string(),
                    _ => format!("s.in = make({}, {});", self.int(1), self.int(1)),
                };
                self.line(indent, &call);
            }
            12 => {
                let index = self.int(1);
                self.line(
                    indent,
                    &format!(
                        "{{ int *p = &shared[({index}) & 7]; *p += 3; if (p > shared) p[-1]++; z += p - shared; }}"
                    ),
                );
            }
            _ => {
                let (name, ty) = (self.fresh("v"), self.pick(&INTS));
                let value = self.int(2);
                self.line(indent, &format!("{ty} {name} = {value}; x ^= {name};"));
            }
        }
    }

    fn block(&mut self, indent: usize, depth: u32) {
        for _ in 0..1 + self.below(3) {
            self.statement(indent, depth);
        }
    }

    fn function(&mut self, number: u64) {
        self.function = number;
        let (a, b, result) = (self.pick(&INTS), self.pick(&INTS), self.pick(&INTS));
        self.line(0, &format!("static {result} f{number}({a} a, {b} b, double d) {{"));
        self.line(
            1,
            "int x = 3; int y = a; long z = b; double e = d; int local[8] = {1, 2, 3}; union U u; u.word = 0x01020304;",
        );
        self.line(1, "struct S s; memset(&s, 0, sizeof s); s.a = 5;");
        self.ints = ["a", "b", "x", "y", "z", "g0", "g1", "g2"].map(String::from).to_vec();
        self.doubles = ["d", "e", "gd"].map(String::from).to_vec();
        self.counters.clear();
        for _ in 0..3 + self.below(5) {
            self.statement(1, 2);
        }
        let value = self.int(2);
        self.line(1, &format!("return {value} + x + y + z + local[2] + s.a + s.low + (int)u.half + to_int(e);"));
        self.line(0, "}");
        self.line(0, &format!("long t{number}(long a, long b, double d) {{"));
        self.line(1, "reset();");
        self.line(1, &format!("long r = f{number}(a, b, d);"));
        self.line(1, "r = r * 31 + g0; r = r * 31 + g1; r = r * 31 + g2; r = r * 31 + gs.a + gs.in.y + gs.high; r = r * 31 + to_int(gd);");
        self.line(1, "for (int i = 0; i < 8; i++) r = r * 7 + shared[i] + grid[1][i];");
        self.line(1, "return r;");
        self.line(0, "}");
    }
}

const PRELUDE: &str = r#"
#include <string.h>
#include <math.h>
struct In { short x; int y; };
struct S { int a; unsigned char b; unsigned low : 3; unsigned high : 7; struct In in; char bytes[8]; };
union U { unsigned word; unsigned short half; unsigned char bytes[4]; };
int g0; static unsigned char g1; long g2; double gd; struct S gs; int shared[8]; static short grid[2][8];
static const int table[16] = {1, -1, 2, -2, 3, 5, 8, 13, 21, 34, 55, 89, 1000000, -7, 0, 42};
static void reset(void) {
    g0 = 1; g1 = 250; g2 = -3; gd = 0.75; memset(&gs, 0, sizeof gs);
    for (int i = 0; i < 8; i++) { shared[i] = i * i; grid[0][i] = -i; grid[1][i] = 100 - i; }
}
#define SAFE(NAME, T, LOW) \
    static T safe_div_##NAME(T a, T b) { return b == 0 || (LOW && a == (T)(1ul << (sizeof(T) * 8 - 1)) && b == (T)-1) ? a : a / b; } \
    static T safe_mod_##NAME(T a, T b) { return b == 0 || (LOW && a == (T)(1ul << (sizeof(T) * 8 - 1)) && b == (T)-1) ? a : a % b; }
SAFE(int, int, 1) SAFE(unsigned, unsigned, 0) SAFE(long, long, 1) SAFE(unsigned_long, unsigned long, 0)
static int to_int(double d) { return d > -1e9 && d < 1e9 ? (int)d : 77; }
static int op_add(int a, int b) { return a + b; }
static int op_sub(int a, int b) { return a - b; }
static int op_and(int a, int b) { return a & b; }
static int op_max(int a, int b) { return a > b ? a : b; }
static int (*const ops[4])(int, int) = {op_add, op_sub, op_and, op_max};
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void bump(int *a, int by) { *a += by; }
static struct S twice(struct S s) { s.a *= 2; s.b *= 2; s.low++; return s; }
static struct In make(int x, int y) { struct In in = {x, y}; return in; }
static void fill(int *to, int value) { for (int i = 0; i < 8; i++) to[i] = value + i; }
"#;

fn program(seed: u64) -> String {
    let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let text = PRELUDE.to_string();
    let mut writer = Writer { state, text, ints: vec![], doubles: vec![], counters: vec![], function: 0, next: 0 };
    (0..FUNCTIONS).for_each(|number| writer.function(number));
    writer.text
}

const INPUTS: [(i64, i64, f64); 6] = [
    (0, 0, 0.0),
    (1, -1, 1.5),
    (-128, 255, -2.75),
    (2_147_483_647, -2_147_483_648, 1e300),
    (123_456_789_012, 77, 0.1),
    (-9_223_372_036_854_775_808, 40_000, 1e9),
];

fn main_function() -> String {
    let mut text = "#include <stdio.h>\n".to_string();
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "long t{number}(long, long, double);");
    }
    text += "int main(void) {\n";
    for number in 0..FUNCTIONS {
        for (a, b, d) in INPUTS {
            let a = if a == i64::MIN { "(-9223372036854775807l-1)".to_string() } else { format!("{a}l") };
            let _ = writeln!(text, "    printf(\"%ld\\n\", t{number}({a}, {b}l, {d:?}));");
        }
    }
    text + "}\n"
}

/// Gaps met in the functions of one program.
fn compare(clang: &str, seed: u64) -> Vec<String> {
    let folder = Folder::new();
    let source = folder.write("random.c", &program(seed));
    let main = folder.write("main.c", &main_function());
    let printed = run_native(clang, &[&source, &main], &["-fwrapv"], &folder.0.join("native"));
    let expected: Vec<i64> = printed.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(expected.len(), INPUTS.len() * FUNCTIONS as usize, "seed {seed} ran natively");
    let modules = [module(&llvm_ir(clang, &source, &[]))];
    let mut gaps = Vec::new();
    for number in 0..FUNCTIONS {
        let client = format!("t{number}");
        let pair = support::lower_modules(&modules, &client, Options::default());
        for (index, (a, b, d)) in INPUTS.iter().enumerate() {
            let args = [Value::bv(64, *a as u128), Value::bv(64, *b as u128), Value::Float(Float::f64(*d))];
            let expected = Value::bv(64, expected[number as usize * INPUTS.len() + index] as u128);
            match run(&pair, &args, 20_000_000).0 {
                Ok(outcome) => {
                    if outcome != Outcome::Returned(vec![expected.clone()]) {
                        let kept = std::env::temp_dir().join("random_c_failure.c");
                        std::fs::copy(&source, kept).expect("the failing program can be kept");
                    }
                    assert_eq!(outcome, Outcome::Returned(vec![expected]), "seed {seed}, {client}({a}, {b}, {d:?})");
                }
                Err(Stop::Unsupported { what, .. }) => gaps.push(what.to_string()),
                Err(other) => gaps.push(format!("{other:?}")),
            }
        }
    }
    gaps
}

#[test]
fn results_are_those_of_the_compiled_functions() {
    let count: u64 = std::env::var("RANDOM_C").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let first: u64 = std::env::var("RANDOM_C_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let clangs = clangs();
    let mut gaps: std::collections::BTreeMap<String, usize> = Default::default();
    let programs = count.div_ceil(FUNCTIONS);
    for seed in first..first + programs {
        for gap in compare(&clangs[seed as usize % clangs.len()], seed) {
            *gaps.entry(gap).or_default() += 1;
        }
    }
    let runs = programs as usize * FUNCTIONS as usize * INPUTS.len();
    let missed: usize = gaps.values().sum();
    assert!(runs > 0 && missed * 20 <= runs, "{missed} of {runs} runs met a gap: {gaps:#?}");
}
