//! Random Python programs: mostly well typed, sometimes not, and always ending.
//!
//! Every loop and function counts its rounds in a global list and raises when there are too many;
//! what is assigned in a loop is cut down by `clamp`, so that nothing grows without end.

use std::fmt::Write;

pub(crate) fn program(seed: u64) -> String {
    let mut generator = Generator {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        out: String::new(),
        depth: 0,
        loops: 0,
        names: 0,
        in_function: false,
        vars: Vec::new(),
        handlers: 0,
        in_finally: 0,
        may_assign_global: false,
    };
    for _ in 0..4 {
        generator.next();
    }
    generator.module();
    generator.out
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Int,
    Bool,
    Str,
    List,
    Tuple,
    Dict,
    Set,
    Float,
    None,
    Any,
}

const HEAD: &str = "\
import math
T = []
def tick():
    T.append(0)
    if len(T) > 60:
        raise MemoryError
def clamp(x):
    if isinstance(x, int) and abs(x) > 1000000:
        return x % 10007
    if isinstance(x, (list, str, tuple)):
        return x[:7]
    return x
";

struct Generator {
    state: u64,
    out: String,
    depth: usize,
    loops: usize,
    names: usize,
    in_function: bool,
    /// The variables in scope.
    vars: Vec<(String, Kind)>,
    handlers: usize,
    in_finally: usize,
    may_assign_global: bool,
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

    fn pick<'t, T: ?Sized>(&mut self, from: &[&'t T]) -> &'t T {
        from[self.below(from.len())]
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth);
        writeln!(self.out, "{indent}{text}").expect("writing to a string");
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn kind(&mut self) -> Kind {
        match self.below(20) {
            0..=7 => Kind::Int,
            8..=9 => Kind::Bool,
            10..=11 => Kind::Str,
            12..=14 => Kind::List,
            15..=16 => Kind::Tuple,
            17 => Kind::Dict,
            18 => {
                if self.chance(50) {
                    Kind::Float
                } else {
                    Kind::Set
                }
            }
            _ => Kind::None,
        }
    }

    fn module(&mut self) {
        self.out += HEAD;
        self.line("G = 3");
        self.line("H = [1, 2]");
        let globals = vec![("G".to_string(), Kind::Int), ("H".to_string(), Kind::List)];
        self.vars = globals.clone();
        if self.chance(15) {
            let value = self.expr(Kind::Int, 2);
            self.line(&format!("K = {value}"));
        }
        self.def("g1", true);
        if self.chance(60) {
            self.def("g2", false);
        } else {
            self.line("g2 = g1");
        }
        self.vars = globals;
        self.line("def f():");
        self.depth += 1;
        self.in_function = true;
        self.may_assign_global = self.chance(30);
        if self.may_assign_global {
            self.line("global G");
        }
        let count = 2 + self.below(4);
        self.block(count);
        let mut parts: Vec<String> = self.vars.iter().rev().take(4).map(|(name, _)| name.clone()).collect();
        let value = self.expr(Kind::Any, 2);
        parts.push(value);
        self.line(&format!("return ({},)", parts.join(", ")));
        self.depth -= 1;
    }

    /// A function of two or three parameters that `f` calls.
    fn def(&mut self, name: &str, is_first: bool) {
        let saved = std::mem::replace(&mut self.vars, vec![("G".into(), Kind::Int), ("H".into(), Kind::List)]);
        let default = self.pick(&["5", "[]", "None", "'d'", "G", "-1", "(1, 2)", "[0]"]);
        let params = match self.below(4) {
            0 => format!("a, b={default}"),
            1 => format!("a, b, *, c={default}"),
            2 => format!("a, b=2, *rest, c={default}"),
            _ => format!("a, /, b={default}, **more"),
        };
        self.line(&format!("def {name}({params}):"));
        self.depth += 1;
        self.line("tick()");
        self.in_function = true;
        for param in ["a", "b"] {
            self.vars.push((param.into(), Kind::Any));
        }
        if params.contains("c=") {
            self.vars.push(("c".into(), Kind::Any));
        }
        if default.starts_with('[') && self.chance(70) {
            let param = if params.contains("c=") { "c" } else { "b" };
            self.line(&format!("if isinstance({param}, list):"));
            self.line(&format!("    {param}.append(a)"));
        }
        let count = 1 + self.below(3);
        self.block(count);
        let value = self.expr(Kind::Any, 3);
        self.line(&format!("return {value}"));
        self.depth -= 1;
        self.in_function = false;
        self.vars = saved;
        let _ = is_first;
    }

    fn block(&mut self, count: usize) {
        for _ in 0..count {
            self.stmt();
        }
    }

    /// A block of its own: variables it makes may not have a value afterwards.
    fn inner(&mut self, count: usize) {
        self.depth += 1;
        let (vars, written) = (self.vars.len(), self.out.len());
        self.block(count);
        if self.out.len() == written {
            self.line("pass");
        }
        if !self.chance(4) {
            self.vars.truncate(vars);
        }
        self.depth -= 1;
    }

    fn small(&mut self) -> usize {
        if self.depth > 4 { 1 } else { 1 + self.below(2) }
    }

    fn stmt(&mut self) {
        if self.depth > 5 {
            return self.assign();
        }
        if self.depth == 1 && self.chance(70) {
            return self.safe_stmt();
        }
        match self.below(40) {
            0..=11 => self.assign(),
            12..=14 => self.aug_assign(),
            15..=18 => self.if_stmt(),
            19..=21 => self.for_stmt(),
            22 => self.while_stmt(),
            23..=25 => self.try_stmt(),
            26..=28 => self.list_stmt(),
            29 => self.unpack(),
            30 => {
                let value = self.expr(Kind::Any, 2);
                self.line(&format!("print({value})"));
            }
            31 if self.chance(40) => self.match_stmt(),
            31 => self.nested_def(),
            32 => {
                let test = self.expr(Kind::Any, 2);
                self.line(&format!("assert {test} or True, 'a message'"));
                if self.chance(10) {
                    self.line("assert G == 3");
                }
            }
            33 if self.chance(16) => self.raise(),
            34 if self.chance(20) => {
                if let Some(name) = self.var(Kind::Any)
                    && name != "G"
                    && name != "H"
                {
                    self.line(&format!("del {name}"));
                    self.vars.retain(|(known, _)| *known != name);
                }
            }
            35 if self.chance(60) => self.dict_stmt(),
            35 => self.set_stmt(),
            36 if self.chance(15) => {
                let value = self.expr(Kind::Any, 2);
                self.line(&format!("return {value}"));
            }
            37 => {
                let value = self.call(2);
                self.line(&value);
            }
            38 if self.loops > 0 => {
                let test = self.expr(Kind::Bool, 1);
                let word = if self.in_finally > 0 { "pass" } else { self.pick(&["break", "continue"]) };
                self.line(&format!("if {test}:"));
                self.line(&format!("    {word}"));
            }
            39 => self.corner(),
            _ => self.assign(),
        }
    }

    /// Something that is seldom written, whose exceptions are told apart.
    fn corner(&mut self) {
        let (a, i) = (self.fresh("a"), self.fresh("i"));
        let (small, other) = (self.below(4), self.below(4));
        let lines = match self.below(14) {
            12 => {
                let op = self.pick(&["<", "<=", ">", ">=", "=="]);
                let by = self.pick(&["|", "&", "-", "^"]);
                vec![
                    format!("{a} = {{{small}, 1, 2}}"),
                    format!(
                        "print({a} {op} {{{other}, 2, 1}}, min({a}), max({a} | {{9}}), sorted({a} {by} {{2, {other}}}))"
                    ),
                    format!("{i} = {{{small}: 1, 7: 2}}"),
                    format!(
                        "print({i}.keys() {op} {{{other}, 7}}, sorted({i}.keys() {by} [7, {other}]), 1 in {i}.values())"
                    ),
                    format!(
                        "print({i}.items(), repr({a} - {{1, 2}}) if {small} in (1, 2) else 0, sum({a}), any({a}), all({a}))"
                    ),
                ]
            }
            13 => vec![
                format!("{a} = [5, 4, 3, 2, 1, 0]"),
                format!("{a}[{small}::2] = [7, 8]"),
                format!("del {a}[{other}::-2]"),
                format!("{a}.sort(key=lambda x: -x)"),
                format!(
                    "print({a}, {a}.index(7, {small}), list(reversed({{1: {small}, 2: 3}})), round({other}.25, 1))"
                ),
            ],
            0 => {
                let call = self.pick(&["list", "sum", "any", "tuple", "set", "max", "sorted"]);
                vec![
                    format!("print(max({i} - {small} for {i} in [{other}, 1, 2]), min({i} for {i} in [{other}, 1]))"),
                    format!("{i} = iter([3, 2])"),
                    format!("print({call}(next({i}) for _ in range({small})))"),
                ]
            }
            1 => {
                let name = self.pick(&["map", "filter"]);
                vec![
                    format!("{i} = iter([1, 0, 2])"),
                    format!("{a} = []"),
                    format!("for {i}2 in {name}(lambda x: next({i}), [7, 8, 9, 6][:{small} + 1]):"),
                    format!("    {a}.append({i}2)"),
                    format!("print({a}, list({i}))"),
                ]
            }
            2 => vec![
                format!("{a} = {{1: 1, 2: 2, 3: 3}}"),
                format!("{a}.pop({small}, None)"),
                format!("for {i} in {a}:"),
                format!("    {a}[{i} + {other} - 1] = {i}"),
                format!("print({a})"),
            ],
            3 => vec![
                format!("{a} = [1, 2]"),
                format!("{i} = iter({a})"),
                format!("for _ in range({small}): next({i}, None)"),
                format!("{a}.extend(zip({i}, [7, 8, 9]))"),
                format!("{a} += zip({a}, range({other}))"),
                format!("print({a})"),
            ],
            4 => {
                let texts = [r"\x1f5", r"\x0b5\n", "5_0", "_5", "+", r"\x1c\xe9", r"5\x00", r" 7\x1f", "12", "-3 "];
                let text = self.pick(&texts.each_ref().map(|text| &**text));
                vec![format!("print(int('{text}'))")]
            }
            5 => {
                let flag = self.pick(&["None", "2", "0", "True", "2 ** 40", "1.0", "-1"]);
                let key = self.pick(&["None", "abs", "H", "lambda x: -x"]);
                vec![format!("print(sorted([3, -1, 2], reverse={flag}, key={key}))")]
            }
            6 => {
                let items = self.pick(&[
                    "[1, 'a']",
                    "[2, 1]",
                    "[None, 1, 2]",
                    "['b', 'a', 'c']",
                    "[None, None]",
                    "[1, 2, 'a']",
                ]);
                vec![
                    format!("{a} = {items}"),
                    format!("try: {a}.sort()"),
                    format!("except TypeError: print({a})"),
                    format!("print({a})"),
                ]
            }
            7 => vec![
                format!("{a} = [{small}]"),
                format!("{i} = {{{other}: {a}}}"),
                format!("{a}.append({})", self.pick(&[&*a, &*i, "(1,)", "{}"])),
                format!("print(str({a}), repr({i}), f'{{{a}}}')"),
            ],
            8 => vec![
                format!("{a} = []"),
                format!("{i} = lambda x: [{a}.append(x), x][1]"),
                format!(
                    "try: print({{{i}([] if {small} == 0 else 1): {i}(2), {i}([] if {other} == 0 else 3): {i}(4)}})"
                ),
                format!("finally: print({a})"),
            ],
            9 => vec![format!("print([{i} for {a} in range({small}) for {i} in ([{i}] if {a} == {other} else [1])])")],
            10 => vec![
                format!("{a} = {{1: 2}}"),
                format!("{a}.update()"),
                format!("print(str(10 ** (4297 + {small} + {other}))[:3], {a})"),
            ],
            _ => vec![
                format!("def {a}():"),
                format!("    {i} = 1"),
                format!("    def k():"),
                format!("        nonlocal {i}"),
                format!("        if {small} == 1: del {i}"),
                format!("        else: {i} = 2"),
                format!("    k()"),
                format!("    return {i}"),
                format!("print({a}())"),
            ],
        };
        self.line("try:");
        for line in lines {
            self.line(&format!("    {line}"));
        }
        for class in ["UnboundLocalError", "NameError", "RuntimeError", "StopIteration", "TypeError"] {
            self.line(&format!("except {class}: print('{class}')"));
        }
        self.line("except (ValueError, OverflowError): print('V')");
    }

    /// A statement whose exceptions do not end the run, but are seen.
    fn safe_stmt(&mut self) {
        self.line("try:");
        self.inner(1);
        let name = self.fresh("x");
        self.line(&format!("except Exception as {name}:"));
        self.line(&format!(
            "    print(isinstance({name}, (TypeError, LookupError)), isinstance({name}, ArithmeticError))"
        ));
    }

    fn assign(&mut self) {
        let kind = self.kind();
        let value = self.expr(kind, 3);
        let value = if self.loops > 0 || value.contains("**") || value.contains("<<") || self.chance(5) {
            format!("clamp({value})")
        } else {
            value
        };
        let name = if self.chance(40) && self.var(kind).is_some() {
            self.var(kind).expect("checked")
        } else {
            self.fresh("v")
        };
        if name == "H" || (name == "G" && !self.may_assign_global) {
            return self.line("pass");
        }
        if self.chance(8) {
            let other = self.fresh("v");
            self.line(&format!("{name} = {other} = {value}"));
            self.vars.push((other, kind));
        } else {
            self.line(&format!("{name} = {value}"));
        }
        if !self.vars.iter().any(|(known, _)| *known == name) {
            self.vars.push((name, kind));
        }
    }

    fn aug_assign(&mut self) {
        let kind = match self.below(8) {
            0 => Kind::List,
            1 => Kind::Str,
            2 => Kind::Any,
            _ => Kind::Int,
        };
        let name = match (self.var(kind), kind) {
            (Some(name), _) if name != "H" => name,
            (_, Kind::List) => {
                let (name, value) = (self.fresh("v"), self.literal(Kind::List));
                self.line(&format!("{name} = {value}"));
                self.vars.push((name.clone(), Kind::List));
                name
            }
            (Some(name), _) => name,
            (None, _) => return self.assign(),
        };
        if name == "H" || name == "G" && !self.may_assign_global {
            return self.line("pass");
        }
        let (op, by) = match kind {
            Kind::List => (self.pick(&["+=", "+=", "*="]), Kind::List),
            Kind::Str => ("+=", Kind::Str),
            _ => (self.pick(&["+=", "-=", "*=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "/="]), Kind::Int),
        };
        // A second name for the list shows whether it was changed in place.
        let alias = (kind == Kind::List && self.chance(50)).then(|| self.fresh("v"));
        if let Some(alias) = &alias {
            self.line(&format!("{alias} = {name}"));
        }
        let by = if op == "*=" && kind == Kind::List { Kind::Bool } else { by };
        let value = match op {
            "<<=" | ">>=" | "**=" => (self.below(6) as i64 - i64::from(self.chance(5))).to_string(),
            _ => self.expr(by, 2),
        };
        match (kind, self.below(4)) {
            (Kind::List, 0) => {
                let index = self.index();
                let by = self.below(5);
                self.line(&format!("{name}[{index}] += {by}"));
            }
            _ => self.line(&format!("{name} {op} {value}")),
        }
        if let Some(alias) = alias {
            self.line(&format!("print({alias})"));
            self.vars.push((alias, Kind::List));
        }
        if kind == Kind::List {
            self.line(&format!("del {name}[7:]"));
        } else if self.loops > 0 || matches!(op, "**=" | "<<=" | "*=") {
            self.line(&format!("{name} = clamp({name})"));
        }
    }

    fn if_stmt(&mut self) {
        let test = self.test();
        self.line(&format!("if {test}:"));
        let count = self.small();
        self.inner(count);
        if self.chance(30) {
            let test = self.test();
            self.line(&format!("elif {test}:"));
            let count = self.small();
            self.inner(count);
        }
        if self.chance(50) {
            self.line("else:");
            let count = self.small();
            self.inner(count);
        }
    }

    fn match_stmt(&mut self) {
        let subject = self.expr(Kind::Any, 2);
        let name = self.fresh("m");
        self.line(&format!("match {subject}:"));
        self.depth += 1;
        for _ in 0..=self.below(3) {
            let pattern = match self.below(7) {
                0 => self.pick(&["0", "-1", "'a'", "2.5"]).to_string(),
                1 => self.pick(&["None", "True", "False"]).to_string(),
                2 => "1 | 2 | 3".to_string(),
                3 => format!("(0 | None) as {name}"),
                4 => format!("{name} if {name} == 2"),
                5 => "'b' | False".to_string(),
                _ => "_ if G".to_string(),
            };
            self.line(&format!("case {pattern}:"));
            let count = self.small();
            self.inner(count);
        }
        if self.chance(60) {
            let pattern = self.pick(&["_", name.as_str()]).to_string();
            self.line(&format!("case {pattern}:"));
            let count = self.small();
            self.inner(count);
        }
        self.depth -= 1;
    }

    fn test(&mut self) -> String {
        if self.chance(20) { self.expr(Kind::Any, 2) } else { self.expr(Kind::Bool, 2) }
    }

    fn loop_body(&mut self) {
        self.depth += 1;
        self.line("tick()");
        self.depth -= 1;
        self.loops += 1;
        let (finally, count) = (std::mem::take(&mut self.in_finally), self.small());
        self.inner(count);
        self.in_finally = finally;
        self.loops -= 1;
        if self.chance(20) {
            self.line("else:");
            self.inner(1);
        }
    }

    fn for_stmt(&mut self) {
        let item = self.fresh("i");
        let (target, source, kind) = match self.below(12) {
            0..=3 => {
                let stop = self.below(5);
                let source = match self.below(5) {
                    0 => format!("range({stop})"),
                    1 => format!("range({}, {stop})", self.below(4)),
                    2 => format!("range({}, -1, -{})", self.below(5), 1 + self.below(2)),
                    3 => {
                        let (a, b, c) = (self.expr(Kind::Int, 1), self.below(9), self.below(4) as i64 - 1);
                        format!("range(clamp({a}) % 7, {b}, {c})")
                    }
                    _ => {
                        let bool = self.expr(Kind::Bool, 1);
                        format!("range({bool})")
                    }
                };
                (item.clone(), source, Kind::Int)
            }
            4..=6 => (item.clone(), self.expr(Kind::List, 2), Kind::Any),
            7 => (item.clone(), self.expr(Kind::Str, 1), Kind::Str),
            8 => {
                let list = self.expr(Kind::List, 1);
                (format!("{item}, j"), format!("enumerate({list})"), Kind::Int)
            }
            9 => {
                let (a, b) = (self.expr(Kind::List, 1), self.expr(Kind::Tuple, 1));
                (format!("{item}, j"), format!("zip({a}, {b})"), Kind::Any)
            }
            10 => {
                let dict = self.expr(Kind::Dict, 1);
                let view = self.pick(&["", ".keys()", ".values()"]);
                (item.clone(), format!("{dict}{view}"), Kind::Any)
            }
            _ => {
                let list = self.expr(Kind::Any, 1);
                (item.clone(), format!("reversed({list})"), Kind::Any)
            }
        };
        self.line(&format!("for {target} in {source}:"));
        let vars = self.vars.len();
        self.vars.push((item, kind));
        self.loop_body();
        self.vars.truncate(vars);
    }

    fn while_stmt(&mut self) {
        let counter = self.fresh("n");
        let start = self.below(4);
        self.line(&format!("{counter} = {start}"));
        let test = self.test();
        self.line(&format!("while {counter} < 4 and ({test}):"));
        self.depth += 1;
        self.line(&format!("{counter} += 1"));
        self.depth -= 1;
        let vars = self.vars.len();
        self.loop_body();
        self.vars.truncate(vars);
    }

    fn try_stmt(&mut self) {
        let has_handlers = self.chance(85);
        let has_finally = !has_handlers || self.chance(30);
        self.line("try:");
        let count = 1 + self.below(2);
        self.depth += 1;
        let vars = self.vars.len();
        self.block(count);
        if self.chance(50) {
            let value = self.pick(&["1 // 0", "[][1]", "{}['k']", "int('x')", "None + 1", "T.missing", "undefined"]);
            let test = self.expr(Kind::Bool, 1);
            self.line(&format!("if {test}:"));
            self.line(&format!("    {value}"));
        }
        self.vars.truncate(vars);
        self.depth -= 1;
        if has_handlers {
            let classes = [
                "ArithmeticError",
                "LookupError",
                "(TypeError, ValueError)",
                "Exception",
                "ZeroDivisionError",
                "KeyError",
                "NameError",
                "TypeError",
                "AttributeError",
            ];
            for _ in 0..1 + self.below(2) {
                let class = self.pick(&classes);
                if self.chance(40) {
                    let name = self.fresh("e");
                    self.line(&format!("except {class} as {name}:"));
                    if self.chance(30) {
                        self.line(&format!("    print(isinstance({name}, LookupError))"));
                    }
                } else {
                    self.line(&format!("except {class}:"));
                }
                self.handlers += 1;
                let count = self.small();
                self.inner(count);
                if self.chance(6) {
                    self.line("    raise");
                }
                self.handlers -= 1;
            }
            if self.chance(25) {
                self.line("else:");
                self.inner(1);
            }
        }
        if has_finally {
            self.line("finally:");
            self.in_finally += 1;
            let loops = std::mem::take(&mut self.loops);
            self.inner(1);
            self.loops = loops;
            self.in_finally -= 1;
        }
    }

    fn raise(&mut self) {
        let value = self.expr(Kind::Any, 1);
        let text = match self.below(6) {
            0 => format!("raise ValueError({value})"),
            1 => "raise KeyError".to_string(),
            2 => format!("raise IndexError({value}, 1)"),
            3 => format!("raise ValueError('a') from {}", self.pick(&["None", "KeyError()", "TypeError", "5"])),
            4 => format!("raise {value}"),
            _ => "raise ZeroDivisionError('z')".to_string(),
        };
        self.line(&text);
    }

    fn list_stmt(&mut self) {
        let name = if self.chance(95) { self.var(Kind::List) } else { self.var(Kind::Any) };
        let Some(name) = name else { return self.assign() };
        let value = self.expr(Kind::Any, 2);
        let (index, other) = (self.index(), self.index());
        let text = match self.below(14) {
            0..=2 => format!("{name}.append({value})"),
            3 => format!("{name}.insert({index}, {value})"),
            4 => {
                let list = self.expr(Kind::List, 1);
                format!("{name}.extend({list})")
            }
            5 => format!("{name}.pop()"),
            6 => format!("{name}.remove({value})"),
            7 => format!("{name}.reverse()"),
            8 => format!("{name}[{index}] = {value}"),
            9 => {
                let list = self.expr(Kind::List, 1);
                format!("{name}[{index}:{other}] = {list}")
            }
            10 => format!("del {name}[{index}]"),
            11 => format!("del {name}[{index}:{other}]"),
            12 => format!("{name}.{}", self.pick(&["sort()", "clear()", "sort(reverse=True)"])),
            _ => format!("print({name}.{})", self.pick(&["pop(0)", "index(1)", "count(1)", "copy()", "pop(-2)"])),
        };
        self.line(&text);
        self.line(&format!("del {name}[7:]"));
    }

    fn dict_stmt(&mut self) {
        let name = self.var(Kind::Dict).unwrap_or_else(|| {
            let (name, value) = (self.fresh("d"), self.literal(Kind::Dict));
            self.line(&format!("{name} = {value}"));
            self.vars.push((name.clone(), Kind::Dict));
            name
        });
        let key = match self.chance(50) {
            true => self.pick(&["1", "'a'", "2", "True"]).to_string(),
            false => self.expr(Kind::Any, 1),
        };
        let value = self.expr(Kind::Any, 1);
        let text = match self.below(8) {
            0..=2 => format!("{name}[{key}] = {value}"),
            3 => format!("del {name}[{key}]"),
            4 | 5 => format!("{name}.setdefault({key}, {value})"),
            6 => format!("print({name}.pop({key}, None))"),
            _ => format!("{name}.{}", self.pick(&["update({1: 2})", "clear()"])),
        };
        self.line(&text);
    }

    fn set_stmt(&mut self) {
        let name = self.var(Kind::Set).unwrap_or_else(|| {
            let (name, value) = (self.fresh("s"), self.literal(Kind::Set));
            self.line(&format!("{name} = {value}"));
            self.vars.push((name.clone(), Kind::Set));
            name
        });
        let member = match self.chance(70) {
            true => self.pick(&["1", "2", "3", "'a'"]).to_string(),
            false => self.expr(Kind::Any, 1),
        };
        let method = self.pick(&["add", "discard", "remove"]);
        self.line(&format!("{name}.{method}({member})"));
    }

    fn unpack(&mut self) {
        let (a, b) = (self.fresh("v"), self.fresh("v"));
        let (value, x, y) = (self.expr(Kind::Tuple, 1), self.expr(Kind::Any, 1), self.expr(Kind::Any, 1));
        match self.below(8) {
            0 => self.line(&format!("*{a}, {b} = {value}")),
            1 => self.line(&format!("{a}, *{b} = {value}")),
            2 => self.line(&format!("{a}, {b} = {value}")),
            3 => self.line(&format!("[{a}, {b}] = [{x}, {y}]")),
            _ => self.line(&format!("{a}, {b} = {x}, {y}")),
        }
        self.vars.push((a, Kind::Any));
        self.vars.push((b, Kind::Any));
    }

    fn nested_def(&mut self) {
        if !self.in_function || self.loops > 0 {
            return self.assign();
        }
        let name = self.fresh("h");
        let value = self.expr(Kind::Any, 2);
        let captured = self.vars.iter().rev().find(|(known, kind)| *kind == Kind::Int && known != "G").cloned();
        self.line(&format!("def {name}(p, q={value}):"));
        self.line("    tick()");
        match captured {
            Some((captured, _)) if self.chance(50) => {
                self.line(&format!("    nonlocal {captured}"));
                self.line(&format!("    {captured} = p"));
                self.line(&format!("    return {captured}, q"));
            }
            _ => {
                let vars = self.vars.len();
                self.vars.push(("p".into(), Kind::Any));
                let value = self.expr(Kind::Any, 2);
                self.vars.truncate(vars);
                self.line(&format!("    return {value}, q"));
            }
        }
        let arg = self.expr(Kind::Int, 1);
        let result = self.fresh("v");
        self.line(&format!("{result} = {name}({arg})"));
        self.vars.push((result, Kind::Tuple));
        if self.chance(30) {
            let (result, k) = (self.fresh("v"), self.expr(Kind::Int, 1));
            self.line(&format!("{result} = (lambda x, y=2: x + y + {k})({arg})"));
            self.vars.push((result, Kind::Any));
        }
    }

    fn var(&mut self, kind: Kind) -> Option<String> {
        let fitting: Vec<String> = self
            .vars
            .iter()
            .filter(|(_, known)| kind == Kind::Any || *known == kind)
            .map(|(name, _)| name.clone())
            .collect();
        if fitting.is_empty() { None } else { Some(fitting[self.below(fitting.len())].clone()) }
    }

    fn index(&mut self) -> String {
        if self.chance(15) {
            return self.expr(Kind::Int, 1);
        }
        (self.below(6) as i64 - 2).to_string()
    }

    fn call(&mut self, depth: usize) -> String {
        let name = self.pick(&["g1", "g1", "g2"]);
        let (a, b) = (self.expr(Kind::Any, depth), self.expr(Kind::Any, depth));
        match self.below(8) {
            0 => format!("{name}({a})"),
            1 => format!("{name}({a}, b={b})"),
            2 => format!("{name}({a}, {b}, c={b})"),
            3 => format!("{name}(b={b}, a={a})"),
            _ => format!("{name}({a}, {b})"),
        }
    }

    fn expr(&mut self, kind: Kind, depth: usize) -> String {
        // Now and then the wrong type.
        let kind = if self.chance(1) { self.kind() } else { kind };
        if self.chance(35)
            && let Some(name) = self.var(kind)
        {
            return name;
        }
        if depth == 0 {
            return self.literal(kind);
        }
        let d = depth - 1;
        if self.chance(8) {
            let (test, a, b) = (self.expr(Kind::Bool, d), self.expr(kind, d), self.expr(kind, d));
            return format!("({a} if {test} else {b})");
        }
        if self.chance(6) {
            let (a, b) = (self.expr(kind, d), self.expr(kind, d));
            return format!("({a} {} {b})", self.pick(&["and", "or"]));
        }
        match kind {
            Kind::Int => self.int_expr(d),
            Kind::Bool => self.bool_expr(d),
            Kind::Str => self.str_expr(d),
            Kind::List => self.list_expr(d),
            Kind::Tuple => self.tuple_expr(d),
            Kind::Dict => self.dict_expr(d),
            Kind::Set => {
                let (a, b) = (self.expr(Kind::Int, d), self.expr(Kind::Set, d));
                match self.below(5) {
                    0 => format!("{{{a}, 2}}"),
                    3 => self.literal(Kind::Set),
                    1 => format!("({b} {} {{1, 2}})", self.pick(&["|", "&", "-", "^"])),
                    2 => format!("set([{a}, 1])"),
                    _ => format!("{{x % 3 for x in range(clamp({a}) % 5)}}"),
                }
            }
            Kind::Float => {
                let (a, b) = (self.expr(Kind::Float, d), self.expr(Kind::Int, d));
                match self.below(8) {
                    6 => format!("float({b})"),
                    7 => format!(
                        "float({})",
                        self.pick(&["2.5", "True", "a", "7", "'1.5e1'", "' -.5e-3'", "'1_0'", "'x'"])
                    ),
                    0 => format!("({a} + {b})"),
                    1 => format!("({a} * {b})"),
                    2 => format!("({b} / {})", 1 + self.below(4)),
                    3 => format!("({a} // {})", self.pick(&["2", "-3", "1.5"])),
                    4 => format!("({a} % {})", self.pick(&["2", "-3", "1.5"])),
                    _ => format!("(-{a})"),
                }
            }
            Kind::None => "None".into(),
            Kind::Any => {
                if self.chance(15) {
                    return self.call(d);
                }
                let kind = self.kind();
                self.expr(kind, depth)
            }
        }
    }

    fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int => match self.below(12) {
                0 => self.pick(&["1000000007", "-99999999999999999999", "0x1f", "1_000", "2147483648"]).to_string(),
                n => (n as i64 - 4).to_string(),
            },
            Kind::Bool => self.pick(&["True", "False"]).to_string(),
            Kind::Str => self.pick(&["''", "'a'", "'ab'", "'b c'", "'xyz'", "'12'", "'A-b'"]).to_string(),
            Kind::List => self.pick(&["[]", "[1]", "[1, 2, 3]", "['a', None]", "[[1], 2]", "[3, 1, 2]"]).to_string(),
            Kind::Tuple => self.pick(&["()", "(1,)", "(1, 2)", "('a', 3)", "(2, 1)"]).to_string(),
            Kind::Dict => self.pick(&["{}", "{'a': 1}", "{1: 'x', 2: 'y'}", "{'a': [], (1, 2): 3}"]).to_string(),
            Kind::Set => self.pick(&["set()", "{1}", "{1, 2}", "{3, 'a'}"]).to_string(),
            Kind::Float => self.pick(&["0.5", "-1.5", "2.0", "1e300", "0.1", "-0.0"]).to_string(),
            Kind::None => "None".into(),
            Kind::Any => {
                let kind = self.kind();
                self.literal(kind)
            }
        }
    }

    fn int_expr(&mut self, d: usize) -> String {
        let (a, b) = (self.expr(Kind::Int, d), self.expr(Kind::Int, d));
        match self.below(35) {
            32 => {
                let (x, y) = (self.pick(&["7", "-2.5", "2.5", "True", "'x'", "-0.0"]), self.pick(&["4", "2", "0.3"]));
                match self.below(4) {
                    0 => format!("math.floor({x})"),
                    1 => format!("math.ceil({x})"),
                    2 => format!("math.gcd({a}, {b})"),
                    _ => format!("int(math.{}({}) * 8)", self.pick(&["sqrt", "fabs"]), self.pick(&[x, y, "-1"])),
                }
            }
            33 => {
                let list = self.pick(&["[2, -3, 1]", "[]", "(1, 2)", "[1, 'a']"]);
                let key = self.pick(&["key=abs", "key=lambda v: -v", "key=None", "key=abs, default=7"]);
                format!("{}({list}, {key})", self.pick(&["min", "max"]))
            }
            34 => {
                let dict = self.expr(Kind::Dict, d);
                format!("{}({dict}.{}())", self.pick(&["sum", "min", "max"]), self.pick(&["values", "keys"]))
            }
            0..=3 => format!("({a} + {b})"),
            4..=5 => format!("({a} - {b})"),
            6 => format!("({a} * {b})"),
            7 => format!("({a} // {b})"),
            8 => format!("({a} % {b})"),
            9 => format!("({a} // {})", self.pick(&["2", "-2", "3"])),
            10 => format!("({a} % {})", self.pick(&["2", "-3", "5"])),
            11 => format!("({a} {} {b})", self.pick(&["&", "|", "^"])),
            12 => format!("({a} {} {})", self.pick(&["<<", ">>"]), self.below(5)),
            13 => format!("({a} ** {})", self.below(4)),
            14 => format!("{}{a}", self.pick(&["-", "+", "~"])),
            15 => format!("abs({a})"),
            16 => {
                let seq = self.sequence(d);
                format!("len({seq})")
            }
            17 => format!("{}({a}, {b})", self.pick(&["min", "max"])),
            18 => format!("{}([{a}, {b}, 3])", self.pick(&["min", "max", "sum"])),
            19 => {
                let bool = self.expr(Kind::Bool, d);
                format!("({bool} + {a})")
            }
            20 => {
                let list = self.expr(Kind::List, d);
                let index = self.index();
                format!("{list}[{index}]")
            }
            21 => format!("int({})", self.pick(&["True", "'7'", "' -12 '", "3.9", "'1_0'"])),
            22 => format!("divmod({a}, {})[{}]", self.pick(&["2", "-3", "True"]), self.below(2)),
            23 => format!("sum(x * 2 for x in range(clamp({a}) % 5))"),
            24 => format!("pow({a}, {}, {})", self.below(5) as i64 - 1, 1 + self.below(9)),
            25 => {
                let bool = self.expr(Kind::Bool, d);
                format!("({bool} {} {bool})", self.pick(&["+", "-", "*"]))
            }
            26 => format!("ord({})", self.pick(&["'a'", "'Z'", "chr(97)", "'ab'"])),
            27 => format!("round({})", self.pick(&["2.5", "3", "-0.5", "True"])),
            28 => format!("(w := {a})"),
            29 => {
                let tuple = self.expr(Kind::Tuple, d);
                format!("{tuple}.{}", self.pick(&["count(1)", "index(1)"]))
            }
            30 => {
                let text = self.expr(Kind::Str, d);
                format!("{text}.{}", self.pick(&["count('a')", "find('b')", "index('a')"]))
            }
            _ => format!("({a} - {})", self.below(10)),
        }
    }

    fn sequence(&mut self, d: usize) -> String {
        let kind = [Kind::List, Kind::Str, Kind::Tuple, Kind::Dict, Kind::Set][self.below(5)];
        self.expr(kind, d)
    }

    fn bool_expr(&mut self, d: usize) -> String {
        let compare = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.below(16) {
            0..=4 => {
                let (a, b) = (self.expr(Kind::Int, d), self.expr(Kind::Int, d));
                format!("({a} {compare} {b})")
            }
            5 if self.chance(20) => {
                let ranges = ["range(3)", "range(0, 3)", "range(0, 5, 2)", "range(0, 6, 2)", "range(1, 1)", "range(0)"];
                format!("({} {} {})", self.pick(&ranges), self.pick(&["==", "!="]), self.pick(&ranges))
            }
            5 => {
                let kind = if self.chance(15) { Kind::Set } else { self.kind() };
                let (a, b) = (self.expr(kind, d), self.expr(kind, d));
                format!("({a} {} {b})", self.pick(&["==", "!="]))
            }
            6 => {
                let kind = [Kind::Str, Kind::List, Kind::Tuple, Kind::Float][self.below(4)];
                let other = if kind == Kind::Float && self.chance(50) { Kind::Int } else { kind };
                let (a, b) = (self.expr(kind, d), self.expr(other, d));
                let (a, b) = if self.chance(50) { (a, b) } else { (b, a) };
                format!("({a} {compare} {b})")
            }
            7 => {
                let a = self.expr(Kind::Any, d);
                format!("(not {a})")
            }
            8 => {
                let (a, b) = (self.expr(Kind::Any, d), self.sequence(d));
                format!("({a} {} {b})", self.pick(&["in", "not in"]))
            }
            9 => {
                let a = self.expr(Kind::Any, d);
                format!("({a} {})", self.pick(&["is None", "is not None", "== None"]))
            }
            10 => {
                let (a, b, c) = (self.expr(Kind::Int, d), self.expr(Kind::Int, d), self.expr(Kind::Int, d));
                format!("({a} {compare} {b} {} {c})", self.pick(&["<", "<=", "==", "!="]))
            }
            11 => {
                let a = self.expr(Kind::Any, d);
                format!(
                    "isinstance({a}, {})",
                    self.pick(&["int", "bool", "(str, list)", "tuple", "object", "float", "dict", "set"])
                )
            }
            12 => {
                let list = self.expr(Kind::List, d);
                match self.below(3) {
                    0 => format!("{}(x for x in {list})", self.pick(&["any", "all"])),
                    1 => format!("{}({list})", self.pick(&["any", "all"])),
                    _ => format!("bool({list})"),
                }
            }
            13 => {
                let (a, b) = (self.expr(Kind::List, d), self.expr(Kind::List, d));
                format!("({a} {} {b})", self.pick(&["is", "is not"]))
            }
            14 => {
                let text = self.expr(Kind::Str, d);
                let method = self.pick(&[
                    "isdigit()",
                    "isalpha()",
                    "isalnum()",
                    "isspace()",
                    "isupper()",
                    "islower()",
                    "startswith('a')",
                    "endswith('b')",
                    "startswith(('a', 'x'))",
                    "endswith(('b', 'c'))",
                ]);
                format!("{text}.{method}")
            }
            _ => {
                let (a, b, c) = (self.call(0), self.expr(Kind::Int, d), self.expr(Kind::Int, d));
                match self.below(3) {
                    0 => format!("({b} < {c} < {a})"),
                    1 => format!("({b} < {a} < {c})"),
                    // Evaluating the middle twice would show in the list.
                    _ => format!("(-9 < [H.append(1), 5][1] < {c})"),
                }
            }
        }
    }

    fn str_expr(&mut self, d: usize) -> String {
        let (a, b) = (self.expr(Kind::Str, d), self.expr(Kind::Str, d));
        match self.below(16) {
            14 => {
                let with = self.pick(&["rjust(4)", "ljust(5)", "rjust(3, '*')", "ljust(3, 'ab')", "zfill(4)"]);
                let of = self.pick(&["", "'-1'", "'+x'"]);
                format!("{}.{with}", if of.is_empty() { a } else { of.to_string() })
            }
            15 => match self.below(3) {
                0 => format!("{a}.capitalize()"),
                1 => format!("str({a}.rfind({b}))"),
                _ => format!("{a}.partition({})[{}]", self.pick(&["'a'", "'b'", "''", "'q'"]), self.below(3)),
            },
            0..=1 => format!("({a} + {b})"),
            2 => format!("({a} * {})", self.below(4)),
            3 => {
                let index = self.index();
                format!("{a}[{index}]")
            }
            4 => {
                let slice = self.slice();
                format!("{a}[{slice}]")
            }
            5 => {
                let value = self.expr(Kind::Any, d);
                format!("str({value})")
            }
            6 => {
                let value = self.expr(Kind::Int, d);
                format!("f'x{{{value}}}{{1}}'").replace("'x", "\"x").replace("{1}'", "{1}\"")
            }
            7 => format!("{a}.{}", self.pick(&["upper()", "lower()", "strip()", "lstrip()", "rstrip()"])),
            8 => format!("{a}.{}", self.pick(&["strip('a')", "removeprefix('a')", "removesuffix('b')"])),
            9 => format!("{a}.replace({b}, 'z')"),
            10 => format!("{a}.join({})", self.pick(&["['p', 'q']", "'xy'", "(c for c in 'mn')", "[1]"])),
            11 => format!("chr({})", self.pick(&["97", "98", "50", "-1", "2**31"])),
            12 => {
                let value = self.expr(Kind::Any, d);
                match self.below(4) {
                    0 => format!("repr({}({value}))", self.pick(&["ValueError", "KeyError", "TypeError"])),
                    _ => format!("repr({value})"),
                }
            }
            _ => format!("({a} + 'q')"),
        }
    }

    fn slice(&mut self) -> String {
        let mut part = |percent: usize| if self.chance(percent) { self.index() } else { String::new() };
        let (lower, upper) = (part(60), part(60));
        match self.below(5) {
            0 => format!("{lower}:{upper}:{}", self.pick(&["-1", "2", "-2", "1", "None", "0"])),
            _ => format!("{lower}:{upper}"),
        }
    }

    fn list_expr(&mut self, d: usize) -> String {
        let (a, b) = (self.expr(Kind::List, d), self.expr(Kind::Any, d));
        match self.below(20) {
            18 => format!("list(map({}, {a}))", self.pick(&["abs", "str", "lambda v: v", "len"])),
            19 => format!("list(filter({}, {a}))", self.pick(&["None", "lambda v: v == 1", "bool"])),
            0..=2 => format!("[{b}, {}]", self.below(5)),
            3 => format!("({a} + [{b}])"),
            4 => format!("({a} * {})", self.below(3)),
            5 => {
                let slice = self.slice();
                format!("{a}[{slice}]")
            }
            6 => format!("[*{a}, {b}]"),
            7 => {
                let test = self.expr(Kind::Bool, 0);
                format!("[x for x in {a} if {test} or x]")
            }
            8 => "[x + y for x in range(3) for y in range(x)]".to_string(),
            9 => {
                let seq = self.sequence(d);
                format!("list({seq})")
            }
            10 => format!("list(range({}, {}, {}))", self.below(3), self.below(9), 1 + self.below(3)),
            11 => format!("sorted({a}{})", self.pick(&["", ", reverse=True"])),
            12 => {
                let slice = self.slice();
                format!("list(range(6)[{slice}])")
            }
            13 => format!("list(enumerate({a}, {}))", self.below(3)),
            14 => format!("list(zip({a}, 'ab'))"),
            15 => {
                let text = self.expr(Kind::Str, d);
                format!("{text}.split({})", self.pick(&["", "'-'", "'b'"]))
            }
            16 => format!("sorted([2, -3, 1], key={})", self.pick(&["lambda x: x * x", "abs", "None"])),
            _ => format!("list(reversed({a}))"),
        }
    }

    fn tuple_expr(&mut self, d: usize) -> String {
        let (a, b) = (self.expr(Kind::Any, d), self.expr(Kind::Any, d));
        match self.below(9) {
            0..=2 => format!("({a}, {b})"),
            3 => format!("({a},)"),
            4 => {
                let tuple = self.expr(Kind::Tuple, d);
                format!("({tuple} + ({a},))")
            }
            5 => {
                let (tuple, slice) = (self.expr(Kind::Tuple, d), self.slice());
                format!("{tuple}[{slice}]")
            }
            6 => {
                let list = self.expr(Kind::List, d);
                format!("tuple({list})")
            }
            7 => {
                let a = self.expr(Kind::Int, d);
                format!("divmod({a}, 3)")
            }
            _ => format!("tuple(x for x in ({a}, {b}))"),
        }
    }

    fn dict_expr(&mut self, d: usize) -> String {
        let (a, b) = (self.expr(Kind::Any, d), self.expr(Kind::Int, d));
        match self.below(8) {
            0..=1 => format!("{{{b}: {a}}}"),
            2 => format!("{{'k': {a}, {b}: 1}}"),
            3 => "{x: x * x for x in range(3)}".to_string(),
            4 => format!("dict({})", self.pick(&["[(1, 2), ('a', 3)]", "[]", "{1: 2}", "zip('ab', [1, 2])", "[1]"])),
            5 => {
                let dict = self.expr(Kind::Dict, d);
                format!("dict({dict})")
            }
            6 => {
                let dict = self.expr(Kind::Dict, d);
                format!("{dict}.copy()")
            }
            _ => {
                let dict = self.expr(Kind::Dict, d);
                format!("{{**{dict}, 'z': {b}}}")
            }
        }
    }
}
