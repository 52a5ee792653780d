//! Random programs about functions: generators that are driven in every way, calls with stars, decorators, managers of
//! `with`, and patterns.
//!
//! Generators are kept, since the end of their lives is not modelled. What runs is written to the output, so that it is seen in what order things happen, and what does not happen at all.

use std::fmt::Write;

pub(crate) fn program(seed: u64) -> String {
    let mut generator =
        Generator { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, out: String::new(), depth: 0, loops: 0 };
    for _ in 0..4 {
        generator.next();
    }
    generator.module();
    generator.out
}

const HEAD: &str = "\
import functools
from contextlib import contextmanager, suppress, nullcontext
KEPT = []
def keep(it):
    KEPT.append(it)
    return it
def kind(e):
    if isinstance(e, StopIteration):
        return 'StopIteration'
    if isinstance(e, TypeError):
        return 'TypeError'
    if isinstance(e, ValueError):
        return 'ValueError'
    if isinstance(e, RuntimeError):
        return 'RuntimeError'
    if isinstance(e, AttributeError):
        return 'AttributeError'
    if isinstance(e, IndexError):
        return 'IndexError'
    if isinstance(e, KeyError):
        return 'KeyError'
    if isinstance(e, NameError):
        return 'NameError'
    if isinstance(e, ZeroDivisionError):
        return 'ZeroDivisionError'
    return 'other'
def say(x):
    print(x)
    return x
class Manager:
    def __init__(self, name, swallows=False):
        self.name = name
        self.swallows = swallows
    def __enter__(self):
        print('enter', self.name)
        return self.name
    def __exit__(self, kind, value, trace):
        print('exit', self.name, kind is not None)
        return self.swallows
@contextmanager
def managed(name, kind=ValueError):
    print('begin', name)
    try:
        yield name
    except kind:
        print('swallowed', name)
    finally:
        print('end', name)
def traced(h):
    @functools.wraps(h)
    def inner(*args, **kwargs):
        print(len(args), len(kwargs))
        return h(*args, **kwargs)
    return inner
def doubled(n=2):
    def deco(h):
        def inner(*args, **kwargs):
            return [h(*args, **kwargs) for _ in range(n)]
        return inner
    return deco
";

struct Generator {
    state: u64,
    out: String,
    depth: usize,
    loops: usize,
}

impl Generator {
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth);
        writeln!(self.out, "{indent}{text}").expect("writing to a string");
    }

    fn module(&mut self) {
        self.out += HEAD;
        for name in ["g1", "g2"] {
            self.line(&format!("def {name}(a, b=2, *rest, c=3, **more):"));
            self.body(true);
        }
        let decorator =
            self.pick(&["@traced", "@doubled()", "@doubled(n=1)", "@traced\n@doubled(2)", "@functools.cache", ""]);
        if !decorator.is_empty() {
            self.line(decorator);
        }
        let parameters = self.pick(&["a, b=1", "*args, **kwargs", "a, /, b, *, c=4", "a, *rest, c=0, **more"]);
        self.line(&format!("def h({parameters}):"));
        self.depth += 1;
        self.line("print('h')");
        let result = match parameters {
            "a, b=1" => "a, b",
            "*args, **kwargs" => "args, kwargs",
            "a, /, b, *, c=4" => "a, b, c",
            _ => "a, rest, c, more",
        };
        self.line(&format!("return {result}"));
        self.depth -= 1;
        self.line("def f():");
        self.depth += 1;
        self.line("out = []");
        let it = self.iterator();
        self.line(&format!("it = {it}"));
        for _ in 0..2 + self.below(4) {
            self.drive();
        }
        self.line("return out");
    }

    /// The body of a generator, or of a part of it.
    fn body(&mut self, is_whole: bool) {
        self.depth += 1;
        if is_whole && self.chance(20) {
            self.line("x = a");
            self.line("def shared():");
            self.line("    nonlocal x");
            self.line("    x += 10");
            self.line("    return x");
            self.line("yield shared()");
        } else if is_whole {
            self.line("x = 0");
        }
        for _ in 0..1 + self.below(3) {
            self.stmt();
        }
        self.depth -= 1;
    }

    fn stmt(&mut self) {
        if self.depth > 4 {
            let value = self.value();
            return self.line(&format!("yield {value}"));
        }
        let value = self.value();
        match self.below(18) {
            0..=4 => self.line(&format!("yield {value}")),
            5 => self.line(&format!("x = yield {value}")),
            6 => self.line("print('x', x)"),
            7 => {
                let source =
                    self.pick(&["range(3)", "[a, b]", "'ab'", "zip([1, 2], 'xy')", "enumerate([a], 1)", "rest"]);
                self.line(&format!("for x in {source}:"));
                self.in_loop();
            }
            8 => {
                self.line("x = 0");
                self.line("while isinstance(x, int) and x < 3:");
                self.depth += 1;
                self.line("x += 1");
                self.depth -= 1;
                self.in_loop();
            }
            9 => {
                let test = self.pick(&["a == 1", "x is None", "rest", "b > 1", "c"]);
                self.line(&format!("if {test}:"));
                self.body(false);
                if self.chance(40) {
                    self.line("else:");
                    self.body(false);
                }
            }
            10 | 11 => self.try_stmt(),
            12 => {
                let source =
                    self.pick(&["[1, 2]", "(x for x in range(2))", "(a + n for n in (1, 2) if n != b)", "more"]);
                self.line(&format!("x = yield from {source}"));
            }
            13 => {
                let manager = self.manager();
                self.line(&format!("with {manager} as x:"));
                self.body(false);
            }
            14 => {
                let raised = self.pick(&["ValueError('v')", "KeyError(1)", "StopIteration", "StopIteration(3)"]);
                self.line(&format!("raise {raised}"));
            }
            15 => self.line("return x"),
            16 => {
                self.line("match x:");
                self.depth += 1;
                let case = self.pick(&[
                    "case [p, *q]:",
                    "case int(p):",
                    "case (1, p) | [p]:",
                    "case {'k': p}:",
                    "case str(p) if p:",
                ]);
                self.line(case);
                self.line("    yield p");
                self.line("case _:");
                self.body(false);
                self.depth -= 1;
            }
            _ => self.line(&format!("x = {value}")),
        }
    }

    fn in_loop(&mut self) {
        self.loops += 1;
        self.body(false);
        self.depth += 1;
        if self.chance(30) {
            let way = self.pick(&["continue", "break"]);
            self.line(way);
        }
        self.depth -= 1;
        self.loops -= 1;
        if self.chance(20) {
            self.line("else:");
            self.body(false);
        }
    }

    fn try_stmt(&mut self) {
        self.line("try:");
        self.body(false);
        let is_caught = self.chance(60);
        if is_caught {
            let class = self.pick(&["ValueError", "(KeyError, ValueError)", "GeneratorExit", "Exception as e"]);
            self.line(&format!("except {class}:"));
            self.body(false);
            if self.chance(30) {
                self.depth += 1;
                self.line("raise");
                self.depth -= 1;
            }
        }
        if !is_caught || self.chance(50) {
            self.line("finally:");
            self.depth += 1;
            self.line("print('finally')");
            self.depth -= 1;
            if self.chance(20) {
                self.body(false);
            }
        }
    }

    fn value(&mut self) -> String {
        self.pick(&["a", "b", "x", "1", "'s'", "[x]", "(a, b)", "rest", "c", "say(5)", "None", "a + b"]).to_string()
    }

    fn manager(&mut self) -> String {
        let name = self.below(9);
        match self.below(6) {
            0 | 1 => format!("Manager({name})"),
            2 => format!("Manager({name}, True)"),
            3 => format!("managed({name})"),
            4 => "suppress(KeyError, ZeroDivisionError)".to_string(),
            _ => format!("nullcontext({name})"),
        }
    }

    fn arguments(&mut self) -> String {
        self.pick(&[
            "1",
            "1, 2",
            "*[1, 2, 3]",
            "*(4,), **{'b': 5}",
            "1, *'xy', c=7",
            "a=1, b=2",
            "**{'a': 1, 'z': 2}",
            "*[1], *[2], d=3, **{'e': 4}",
            "1, **{'a': 2}",
            "*[]",
        ])
        .to_string()
    }

    fn iterator(&mut self) -> String {
        let arguments = self.arguments();
        match self.below(8) {
            0..=3 => format!("keep(g1({arguments}))"),
            4 | 5 => format!("keep(g2({arguments}))"),
            6 => "(say(n) * 2 for n in range(3) if n != 1)".to_string(),
            _ => "keep(p for q in [1, 2] for p in keep(g1(q)))".to_string(),
        }
    }

    /// One thing that is done with a generator, or a call.
    fn drive(&mut self) {
        let it = self.iterator();
        let value = self.pick(&["None", "5", "'s'"]);
        let text = match self.below(24) {
            0..=2 => "out.append(next(it))".to_string(),
            3 => "out.append(next(it, 'none'))".to_string(),
            4 => format!("out.append(it.send({value}))"),
            5 => {
                let raised = self.pick(&["ValueError", "KeyError(2)", "GeneratorExit"]);
                format!("out.append(it.throw({raised}))")
            }
            6 => "it.close()".to_string(),
            7 => "out.append(list(it))".to_string(),
            8 => {
                let arguments = self.arguments();
                format!("out.append(list(g1({arguments})))")
            }
            9 => format!("out.append(tuple({it}))"),
            10 => format!("out.append([*{it}])"),
            11 => format!("out.append(any({it}))"),
            12 => format!("out.append('s' in {it})"),
            13 => format!("out.append(list(zip({it}, keep(g2(1)))))"),
            14 => "out.append(list(enumerate(it)))".to_string(),
            15 => "p, *q = it\n    out.append((p, q))".to_string(),
            16..=18 => {
                let arguments = self.arguments();
                format!("out.append(h({arguments}))")
            }
            19 => {
                let arguments = self.arguments();
                format!("out.append(functools.partial(h, {arguments})(*[9]))")
            }
            20 => "out.append(functools.reduce(lambda p, q: (p, q), it))".to_string(),
            21 => {
                let manager = self.manager();
                format!("with {manager} as m:\n        out.append(m)\n        next(it)")
            }
            22 => format!("for v in {it}:\n        out.append(v)\n        if len(out) > 3:\n            break"),
            _ => "out.append(max((say(n) for n in (2, 7, 1)), default=0))".to_string(),
        };
        if self.chance(70) {
            self.line("try:");
            let text = text.replace('\n', "\n    ");
            self.line(&format!("    {text}"));
            self.line("except Exception as e:");
            self.line("    out.append(kind(e))");
        } else {
            self.line(&text);
        }
    }
}
