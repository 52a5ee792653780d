//! Random programs with classes: attributes, methods and variables of a few names that get in each other's way,
//! inheritance, `super`, special methods, and a function that tries what one can do with objects.
//!
//! Every function counts in a global list and raises when there are too many calls, so that all of them end.

use std::fmt::Write;

pub(crate) fn program(seed: u64) -> String {
    let mut generator = Generator {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        out: HEAD.to_string(),
        depth: 0,
        classes: Vec::new(),
        has_self: false,
        in_method: false,
        locals: Vec::new(),
    };
    for _ in 0..4 {
        generator.next();
    }
    let count = 1 + generator.below(4);
    for _ in 0..count {
        generator.class();
    }
    generator.client();
    generator.out
}

const HEAD: &str = "\
T = []
def tick():
    T.append(0)
    if len(T) > 40:
        raise MemoryError
def free(x=3, *rest):
    tick()
    return x
";

const NAMES: &[&str] = &["a", "b", "c", "m", "n", "p", "__q", "_r"];
const BINARY: &[(&str, &str)] = &[
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("//", "floordiv"),
    ("%", "mod"),
    ("&", "and"),
    ("|", "or"),
    ("^", "xor"),
    ("<<", "lshift"),
    ("/", "truediv"),
    ("**", "pow"),
    ("@", "matmul"),
    (">>", "rshift"),
];
const COMPARED: &[(&str, &str)] = &[("==", "eq"), ("!=", "ne"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge")];

struct Generator {
    state: u64,
    out: String,
    depth: usize,
    classes: Vec<String>,
    has_self: bool,
    in_method: bool,
    locals: Vec<String>,
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

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth);
        writeln!(self.out, "{indent}{text}").expect("writing to a string");
    }

    fn name(&mut self) -> &'static str {
        let count = if self.in_method { NAMES.len() } else { 6 };
        NAMES[self.below(count)]
    }

    fn class(&mut self) {
        let name = format!("C{}", self.classes.len());
        let mut bases: Vec<String> = Vec::new();
        for _ in 0..self.below(3) {
            if !self.classes.is_empty() {
                let base = self.below(self.classes.len());
                bases.push(self.classes[base].clone());
            }
        }
        // Later classes first, which mostly has an order.
        bases.sort();
        bases.dedup();
        bases.reverse();
        if self.chance(10) {
            bases.push("object".into());
        }
        let bases = if bases.is_empty() { String::new() } else { format!("({})", bases.join(", ")) };
        self.line(&format!("class {name}{bases}:"));
        self.depth += 1;
        self.line("'''A class.'''");
        // Its methods can name it.
        self.classes.push(name);
        let mut names = NAMES.to_vec();
        for _ in 0..2 + self.below(4) {
            let place = self.below(names.len());
            let member = names.remove(place);
            self.member(member);
        }
        if self.chance(60) {
            self.constructor();
        }
        if self.chance(12) {
            self.maker();
        }
        if self.chance(10) {
            self.hook();
        }
        let free: Vec<&str> = names.iter().copied().filter(|name| !name.starts_with('_')).collect();
        if self.chance(15) && !free.is_empty() {
            let name = free[self.below(free.len())];
            let first = self.pick(&["3", "'t'", "[2]"]);
            self.line(&format!("k = {first}"));
            let value = self.pick(&["k", "(k, 1)", "[k, k]", "{'k': k}"]);
            self.line(&format!("{name} = {value}"));
        }
        self.specials();
        self.depth -= 1;
        if self.chance(10) && !free.is_empty() {
            let name = free[self.below(free.len())];
            let class = self.classes[self.classes.len() - 1].clone();
            let value = self.pick(&["4", "None", "[5]", "free", "'w'"]);
            self.line(&format!("{class}.{name} = {value}"));
        }
    }

    /// `__new__`, which mostly makes an object.
    fn maker(&mut self) {
        self.line("def __new__(cls, *args):");
        self.depth += 1;
        self.line("tick()");
        let made = self.pick(&[
            "super().__new__(cls)",
            "super().__new__(cls)",
            "object.__new__(cls)",
            "super().__new__(cls, 1)",
        ]);
        match self.below(5) {
            0 => self.line("return 5"),
            1 => self.line(&format!("return {made}")),
            _ => {
                self.line(&format!("o = {made}"));
                let name = self.name();
                let value = self.pick(&["1", "args", "len(args)", "cls"]);
                self.line(&format!("o.{name} = {value}"));
                self.line("return o");
            }
        }
        self.depth -= 1;
    }

    /// `__getattr__`, which mostly gives something.
    fn hook(&mut self) {
        self.line("def __getattr__(self, x):");
        self.depth += 1;
        self.line("tick()");
        if self.chance(60) {
            let name = self.pick(&["a", "b", "m", "n"]);
            self.line(&format!("if x == '{name}': raise AttributeError(x)"));
        }
        let value = self.pick(&["x", "len(x)", "self.p", "free", "lambda *args: x"]);
        self.line(&format!("return {value}"));
        self.depth -= 1;
    }

    fn member(&mut self, name: &str) {
        match self.below(10) {
            0..=4 => self.method(name, "self", "", 2),
            5 => self.method(name, "cls", "@classmethod", 2),
            6 => self.method(name, "", "@staticmethod", 2),
            7 => {
                self.method(name, "self", "@property", 0);
                if self.chance(50) {
                    self.method(name, "self", &format!("@{name}.setter"), 1);
                }
                if self.chance(30) {
                    self.method(name, "self", &format!("@{name}.deleter"), 0);
                }
            }
            8 => {
                let value = self.pick(&["0", "5", "None", "'s'", "(1, 2)", "True", "free", "len"]);
                self.line(&format!("{name} = {value}"));
            }
            _ => {
                let value = self.pick(&["[]", "[1]", "{}", "{'k': 1}"]);
                self.line(&format!("{name} = {value}"));
            }
        }
    }

    fn constructor(&mut self) {
        self.method("__init__", "self", "", 2);
    }

    /// A method with at most that many parameters.
    fn method(&mut self, name: &str, receiver: &str, decorator: &str, most: usize) {
        if !decorator.is_empty() {
            self.line(decorator);
        }
        let count = if decorator.ends_with("setter") || name.starts_with("__") && name != "__init__" && name != "__q" {
            most
        } else {
            self.below(most + 1)
        };
        let mut params: Vec<String> = if receiver.is_empty() { vec![] } else { vec![receiver.into()] };
        let names = ["x", "y", "z"];
        self.locals = names[..count].iter().map(ToString::to_string).collect();
        let is_free = decorator.is_empty() && !is_special(name) || name == "__init__";
        for (index, param) in names[..count].iter().enumerate() {
            let has_default = is_free && self.chance(50) && (index + 1 == count);
            params.push(if has_default { format!("{param}=7") } else { (*param).to_string() });
        }
        self.line(&format!("def {name}({}):", params.join(", ")));
        self.depth += 1;
        self.line("tick()");
        self.has_self = receiver == "self" || receiver == "cls";
        self.in_method = true;
        let receiver = receiver.to_string();
        for _ in 0..1 + self.below(3) {
            self.stmt(&receiver);
        }
        self.returned(name, &receiver);
        self.in_method = false;
        self.has_self = false;
        self.locals.clear();
        self.depth -= 1;
    }

    fn returned(&mut self, name: &str, receiver: &str) {
        let value = match name {
            "__init__" if self.chance(95) => return,
            "__len__" => self.pick(&["2", "0", "-1", "True", "self.a"]).to_string(),
            "__bool__" => self.pick(&["True", "False", "1", "self.b"]).to_string(),
            "__str__" | "__repr__" | "__format__" => self.pick(&["'t'", "''", "5", "self.a"]).to_string(),
            "__iter__" => self.pick(&["self", "iter([1, 2])", "iter('ab')", "[1]", "self.c"]).to_string(),
            "__next__" => {
                self.line("if len(T) % 3 == 0:");
                self.depth += 1;
                self.line("raise StopIteration");
                self.depth -= 1;
                "len(T)".into()
            }
            name if is_special(name) && self.chance(25) => "NotImplemented".into(),
            _ if self.chance(10) => return,
            _ => self.expr(receiver, 2),
        };
        self.line(&format!("return {value}"));
    }

    /// A few special methods, so that classes have them in many combinations.
    fn specials(&mut self) {
        let mut names: Vec<(String, usize)> = Vec::new();
        for _ in 0..self.below(7) {
            let (name, most) = match self.below(4) {
                0 => (COMPARED[self.below(COMPARED.len())].1.to_string(), 1),
                1 => {
                    let prefix = self.pick(&["", "r", "i"]);
                    (format!("{prefix}{}", BINARY[self.below(BINARY.len())].1), 1)
                }
                2 => {
                    let plain =
                        ["len", "bool", "str", "repr", "iter", "next", "neg", "abs", "invert", "pos", "call", "enter"];
                    (self.pick(&plain).to_string(), 0)
                }
                _ => match self.below(6) {
                    0 => ("setitem".to_string(), 2),
                    1 => ("exit".to_string(), 3),
                    _ => (self.pick(&["getitem", "delitem", "contains", "format"]).to_string(), 1),
                },
            };
            if !names.iter().any(|(known, _)| *known == name) {
                names.push((name, most));
            }
        }
        let known: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        let is_operator = |name: &str| BINARY.iter().any(|(_, word)| *word == name);
        let aliased = names.iter().find(|(name, _)| is_operator(name)).cloned();
        for (name, most) in names {
            self.method(&format!("__{name}__"), "self", "", most);
        }
        if self.chance(5) {
            self.line("__hash__ = None");
        }
        // A second name for what is there.
        if let Some((name, _)) = aliased.filter(|_| self.chance(30)) {
            let other = match self.below(3) {
                0 => format!("__r{name}__"),
                1 => "__radd__".to_string(),
                _ => "alias".to_string(),
            };
            let is_there = other == format!("__{name}__") || known.contains(&other.trim_matches('_').to_string());
            if !is_there {
                self.line(&format!("{other} = __{name}__"));
            }
        }
    }

    fn stmt(&mut self, receiver: &str) {
        let target = self.object(receiver);
        let value = self.expr(receiver, 2);
        match self.below(14) {
            0..=3 if self.has_self => {
                let name = self.name();
                self.line(&format!("{receiver}.{name} = {value}"));
            }
            4 => {
                let (name, op) = (self.name(), self.pick(&["+", "-", "*", "|", "&"]));
                self.line(&format!("{target}.{name} {op}= {value}"));
            }
            5 => {
                let name = self.name();
                self.line(&format!("{target}.{name} = {value}"));
            }
            6 => {
                let name = self.name();
                self.line(&format!("del {target}.{name}"));
            }
            7 => {
                let test = self.expr(receiver, 1);
                self.line(&format!("if {test}:"));
                self.depth += 1;
                let error = self.pick(&["ValueError", "KeyError(1)", "StopIteration", "IndexError()"]);
                match self.chance(50) {
                    true => self.line(&format!("raise {error}")),
                    false => self.line(&format!("return {value}")),
                }
                self.depth -= 1;
            }
            8 => {
                self.line("try:");
                self.depth += 1;
                self.line(&value);
                self.depth -= 1;
                let error = self.pick(&["AttributeError", "TypeError", "(ValueError, KeyError)"]);
                self.line(&format!("except {error}:"));
                self.depth += 1;
                let other = self.expr(receiver, 1);
                self.line(&other);
                self.depth -= 1;
            }
            9 => {
                self.line(&format!("{target}[{value}] = 1"));
            }
            10 => {
                self.line(&format!("for i in {target}:"));
                self.depth += 1;
                self.line("tick()");
                self.line("if len(T) % 2: break");
                self.depth -= 1;
            }
            11 => {
                self.line(&format!("with {target} as w:"));
                self.depth += 1;
                self.line(&value);
                self.depth -= 1;
            }
            _ => self.line(&value),
        }
    }

    /// Something that is probably an object.
    fn object(&mut self, receiver: &str) -> String {
        match self.below(10) {
            0..=3 if self.has_self => receiver.to_string(),
            4..=5 => self.made(receiver),
            6 => {
                let class = self.below(self.classes.len());
                self.classes[class].clone()
            }
            _ if !self.locals.is_empty() => {
                let place = self.below(self.locals.len());
                self.locals[place].clone()
            }
            _ => self.made(receiver),
        }
    }

    fn made(&mut self, receiver: &str) -> String {
        let class = self.below(self.classes.len());
        let arguments = self.arguments(receiver);
        format!("{}({arguments})", self.classes[class])
    }

    fn arguments(&mut self, receiver: &str) -> String {
        let count = self.below(3);
        let mut arguments: Vec<String> = (0..count).map(|_| self.expr(receiver, 0)).collect();
        if self.chance(10) {
            arguments.push("x=1".into());
        }
        arguments.join(", ")
    }

    fn expr(&mut self, receiver: &str, depth: usize) -> String {
        if depth == 0 {
            return match self.below(8) {
                0 | 1 => {
                    self.pick(&["0", "1", "2", "-3", "True", "1.5", "None", "'st'", "[1, 2]", "(1,)", "{}"]).into()
                }
                2 if self.has_self => format!("{receiver}.{}", self.name()),
                3 if self.has_self => receiver.to_string(),
                4 => self.pick(&["free", "len", "T[:2]"]).into(),
                _ => self.object(receiver),
            };
        }
        let (a, b) = (self.expr(receiver, depth - 1), self.expr(receiver, depth - 1));
        let object = self.object(receiver);
        let class = self.below(self.classes.len());
        let class = self.classes[class].clone();
        let name = self.name();
        match self.below(24) {
            0..=2 => format!("{object}.{name}"),
            3..=6 => {
                let arguments = self.arguments(receiver);
                format!("{object}.{name}({arguments})")
            }
            7 if self.has_self => {
                let arguments = self.arguments(receiver);
                match self.below(4) {
                    0 => format!("super().__init__({arguments})"),
                    1 => format!("super().{name}"),
                    _ => format!("super().{name}({arguments})"),
                }
            }
            8 | 9 => {
                let op = BINARY[self.below(BINARY.len())].0;
                // Powers of powers take their time.
                let op = if op == "**" || op == "<<" { "+" } else { op };
                format!("({object} {op} {b})")
            }
            10 => {
                let op = BINARY[self.below(BINARY.len())].0;
                let op = if op == "**" || op == "<<" { "-" } else { op };
                format!("({a} {op} {object})")
            }
            11 | 12 => {
                let op = COMPARED[self.below(COMPARED.len())].0;
                format!("({a} {op} {object})")
            }
            13 => {
                let op = COMPARED[self.below(COMPARED.len())].0;
                format!("({object} {op} {b})")
            }
            14 => format!("isinstance({a}, {class})"),
            15 => format!("(type({object}) is {class})"),
            16 => {
                let function = self.pick(&["len", "bool", "abs", "list", "next", "iter", "callable", "str", "repr"]);
                format!("{function}({object})")
            }
            17 => format!("({object} in [{a}, {b}])"),
            18 => format!("({a} in {object})"),
            19 => format!("{object}[{a}]"),
            20 => self.pick(&["(not OBJ)", "(-OBJ)", "(~OBJ)", "(+OBJ)", "f'{OBJ}'"]).replace("OBJ", &object),
            21 => {
                let arguments = self.arguments(receiver);
                format!("{object}({arguments})")
            }
            22 => format!("[{a}, {b}]"),
            _ => match self.below(4) {
                0 => format!("({object} is {b})"),
                1 => format!("{object}.__class__"),
                2 => format!("type({object}).__name__"),
                _ => format!("({a} if {object} else {b})"),
            },
        }
    }

    fn client(&mut self) {
        self.line("def f():");
        self.depth += 1;
        self.line("L = []");
        for (index, name) in ["u", "v", "w"].iter().enumerate() {
            self.line("try:");
            self.depth += 1;
            let made = self.made("");
            self.line(&format!("{name} = {made}"));
            self.depth -= 1;
            self.line("except Exception:");
            self.depth += 1;
            self.line(&format!("{name} = {index}"));
            self.depth -= 1;
            self.locals.push((*name).to_string());
        }
        for _ in 0..5 + self.below(6) {
            self.line("try:");
            self.depth += 1;
            match self.chance(50) {
                true => {
                    let value = self.expr("", 3);
                    self.line(&format!("L.append({value})"));
                }
                false => self.stmt(""),
            }
            self.depth -= 1;
            for error in ["AttributeError", "TypeError", "ValueError", "KeyError", "IndexError", "StopIteration"] {
                self.line(&format!("except {error}:"));
                self.depth += 1;
                self.line(&format!("L.append('{error}')"));
                self.depth -= 1;
            }
            self.line("except ArithmeticError:");
            self.depth += 1;
            self.line("L.append('number')");
            self.depth -= 1;
        }
        self.line("return L, u, v, w, len(T)");
        self.depth -= 1;
    }
}

fn is_special(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}
