//! Small Python programs as trees.

use std::fmt;

use equiv::inputs::Random;

#[derive(Clone, Debug)]
pub enum Expr {
    Int(i64),
    Bool(bool),
    Name(&'static str),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Either(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(&'static str, Vec<Expr>),
    List(Vec<Expr>),
    Index(&'static str, Box<Expr>),
    /// Any other syntax: `{}` stands for the next part.
    Form(&'static str, Vec<Expr>),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(&'static str, Expr),
    Augment(&'static str, &'static str, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop that counts to a number.
    For(&'static str, Expr, Vec<Stmt>),
    /// `while 0 < n: n = n - 1; body`
    Count(&'static str, Vec<Stmt>),
    Append(&'static str, Expr),
    Store(&'static str, Expr, Expr),
    Try(Vec<Stmt>, &'static str, Vec<Stmt>),
    Raise(&'static str),
    Return(Expr),
    Break,
    /// A loop over the items of a sequence, and its `else`.
    Each(&'static str, Expr, Vec<Stmt>, Vec<Stmt>),
    Finally(Vec<Stmt>, Vec<Stmt>),
    /// Any other statement of one line: `{}` stands for the next part.
    Line(&'static str, Vec<Expr>),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: &'static str,
    pub params: &'static [&'static str],
    pub body: Vec<Stmt>,
}

const LOCALS: [&str; 3] = ["p", "q", "r"];
const LIST: &str = "items";

/// How much of the language a program uses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Width {
    /// Numbers, branches, loops that count, lists.
    Slice,
    /// All of the core.
    Core,
}

/// Expressions of the core, each with the number of its parts.
const FORMS: [(&str, usize); 40] = [
    ("({} ** 2)", 1),
    ("(2 ** ({} % 5))", 1),
    ("pow({}, 3)", 1),
    ("pow({}, 3, 5)", 1),
    ("({} << 2)", 1),
    ("({} >> 1)", 1),
    ("(1 << ({} & 3))", 1),
    ("(~{})", 1),
    ("({} & 3)", 1),
    ("({} | 4)", 1),
    ("({} ^ 5)", 1),
    ("divmod({}, -2)[0]", 1),
    ("divmod({}, 3)[1]", 1),
    ("sum([{}, {}])", 2),
    ("sum(items)", 0),
    ("min([{}, {}, 1])", 2),
    ("max(items + [0])", 0),
    ("int({} < {})", 2),
    ("bool({})", 1),
    ("({} < {} <= {})", 3),
    ("({} in items)", 1),
    ("({} not in [{}, 2])", 2),
    ("isinstance({}, int)", 1),
    ("isinstance({}, bool)", 1),
    ("({}, {})[{} > 0]", 3),
    ("(items or [4])[-1]", 0),
    ("len(items[{}:])", 1),
    ("len(items[:{}])", 1),
    ("sum(items[::2])", 0),
    ("[{}, {}, {}][1:][0]", 3),
    ("len(range({}, {}))", 2),
    ("sum(range({} % 4))", 1),
    ("sum([k * v for k, v in enumerate([{}, {}])])", 2),
    ("sum([k * v for k, v in zip(items, [{}, {}])])", 2),
    ("list(reversed([{}, {}]))[0]", 2),
    ("({} is None)", 1),
    ("({} == ({}, {})[1])", 3),
    ("({} or {})", 2),
    ("len([v for v in items if v > {}])", 1),
    ("(lambda v: v - {})({})", 2),
];

/// Results that are no number.
const RESULTS: [(&str, usize); 8] = [
    ("({}, {})", 2),
    ("items[::-1]", 0),
    ("items[{}:{}]", 2),
    ("[*items, {}]", 1),
    ("tuple(items)", 0),
    ("(items, items + [{}])", 1),
    ("sorted([{}, {}, 0])", 2),
    ("list(zip(items, ({}, {})))", 2),
];

/// Statements of one line.
const LINES: [(&str, usize); 12] = [
    ("assert {} != 7, 'three'", 1),
    ("p, q = q, p", 0),
    ("p, r = {}, {}", 2),
    ("p = r = {}", 1),
    ("items.extend([{}, {}])", 2),
    ("items.insert({}, {})", 2),
    ("items and items.pop()", 0),
    ("items.reverse()", 0),
    ("items += [{}]", 1),
    ("items[:1] = [{}, {}]", 2),
    ("del items[2:]", 0),
    ("p, *items = [{}, {}, 7]", 2),
];

/// What the generator may use at a place.
struct Place<'a> {
    random: &'a mut Random,
    width: Width,
    params: &'static [&'static str],
    calls: &'static [&'static str],
    in_loop: bool,
}

impl Function {
    pub fn library(random: &mut Random, width: Width) -> Function {
        let params = &["a", "b"];
        let body = body(&mut Place { random, width, params, calls: &["helper"], in_loop: false });
        Function { name: "lib", params, body }
    }

    pub fn helper(random: &mut Random, width: Width) -> Function {
        let params = &["a", "b"];
        let body = body(&mut Place { random, width, params, calls: &[], in_loop: false });
        Function { name: "helper", params, body }
    }

    /// Confines its inputs, then uses the library.
    pub fn client(random: &mut Random, width: Width) -> Function {
        let params = &["x", "y"];
        let (low, high) = (Expr::Int(*crate::DOMAIN.start()), Expr::Int(*crate::DOMAIN.end()));
        let outside = |name: &'static str| {
            let below = binary("<", Expr::Name(name), low.clone());
            let above = binary(">", Expr::Name(name), high.clone());
            binary("or", below, above)
        };
        let guard = Stmt::If(binary("or", outside("x"), outside("y")), vec![Stmt::Return(Expr::Int(0))], vec![]);
        let mut stmts = vec![guard];
        let mut place = Place { random, width, params, calls: &["lib", "lib", "helper"], in_loop: false };
        let first = Expr::Call("lib", vec![place.expr(1), place.expr(1)]);
        stmts.push(Stmt::Assign("s", first));
        stmts.extend(body(&mut place));
        // Mostly the client shows what it got; otherwise it may digest it.
        if place.random.below(4) > 0
            && let Some(Stmt::Return(value)) = stmts.pop()
        {
            stmts.push(Stmt::Return(Expr::List(vec![Expr::Name("s"), value])));
        }
        Function { name: "client", params, body: stmts }
    }
}

fn body(place: &mut Place<'_>) -> Vec<Stmt> {
    let mut stmts = vec![
        Stmt::Assign("p", place.expr(1)),
        Stmt::Assign("q", Expr::Int(place.small())),
        Stmt::Assign("r", place.expr(1)),
        Stmt::Assign(LIST, Expr::List((0..place.random.below(3)).map(|_| place.expr(1)).collect())),
    ];
    for _ in 0..1 + place.random.below(4) {
        stmts.push(place.stmt(2));
    }
    stmts.push(Stmt::Return(place.result()));
    stmts
}

pub(crate) fn binary(op: &'static str, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

impl Place<'_> {
    fn small(&mut self) -> i64 {
        self.random.below(8) as i64 - 3
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())]
    }

    fn name(&mut self) -> &'static str {
        if self.random.one_in(2) { self.pick(self.params) } else { self.pick(&LOCALS) }
    }

    fn form(&mut self, forms: &[(&'static str, usize)], depth: u32) -> (&'static str, Vec<Expr>) {
        let (form, parts) = self.pick(forms);
        (form, (0..parts).map(|_| self.expr(depth)).collect())
    }

    /// Now and then something that only the whole core has.
    fn is_core(&mut self, one_in: usize) -> bool {
        self.width == Width::Core && self.random.one_in(one_in)
    }

    fn result(&mut self) -> Expr {
        if self.is_core(3) {
            let (form, parts) = self.form(&RESULTS, 1);
            return Expr::Form(form, parts);
        }
        match self.random.below(6) {
            0 => Expr::Name(LIST),
            1 => self.condition(1),
            _ => self.expr(2),
        }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            let params_only = Expr::Name(self.pick(self.params));
            return if self.random.one_in(3) { Expr::Int(self.small()) } else { params_only };
        }
        if self.is_core(3) {
            let (form, parts) = self.form(&FORMS, depth - 1);
            return Expr::Form(form, parts);
        }
        match self.random.below(14) {
            0 => Expr::Int(self.small()),
            1 | 2 => Expr::Name(self.pick(self.params)),
            3..=6 => {
                let op = self.pick(&["+", "-", "*", "+", "-"]);
                binary(op, self.expr(depth - 1), self.expr(depth - 1))
            }
            7 => {
                let op = self.pick(&["//", "%", "&", "|", "^", "//", "%"]);
                binary(op, self.expr(depth - 1), self.expr(depth - 1))
            }
            8 => Expr::Negative(Box::new(self.expr(depth - 1))),
            9 => {
                let condition = self.condition(depth - 1);
                Expr::Either(Box::new(condition), Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            10 => {
                let name = self.pick(&["abs", "min", "max"]);
                let count = if name == "abs" { 1 } else { 2 };
                Expr::Call(name, (0..count).map(|_| self.expr(depth - 1)).collect())
            }
            11 if !self.calls.is_empty() => {
                let name = self.pick(self.calls);
                Expr::Call(name, vec![self.expr(depth - 1), self.expr(depth - 1)])
            }
            12 => Expr::Bool(self.random.one_in(2)),
            _ => binary("and", self.expr(depth - 1), self.expr(depth - 1)),
        }
    }

    fn local(&mut self, depth: u32) -> Expr {
        match self.random.below(8) {
            0 => Expr::Index(LIST, Box::new(self.expr(1))),
            1 => Expr::Call("len", vec![Expr::Name(LIST)]),
            2..=4 => Expr::Name(self.name()),
            _ => self.expr(depth),
        }
    }

    fn condition(&mut self, depth: u32) -> Expr {
        match self.random.below(8) {
            0 if depth > 0 => Expr::Not(Box::new(self.condition(depth - 1))),
            1 if depth > 0 => binary("and", self.condition(depth - 1), self.condition(depth - 1)),
            2 if depth > 0 => binary("or", self.condition(depth - 1), self.condition(depth - 1)),
            _ => {
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                binary(op, self.expr(1), self.expr(1))
            }
        }
    }

    fn block(&mut self, depth: u32) -> Vec<Stmt> {
        (0..1 + self.random.below(2)).map(|_| self.stmt(depth)).collect()
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let nested = depth > 0;
        if self.is_core(3) {
            return self.core_stmt(depth);
        }
        match self.random.below(16) {
            0..=2 => Stmt::Assign(self.pick(&LOCALS), self.local(2)),
            3 | 4 => Stmt::Augment(self.pick(&LOCALS), self.pick(&["+", "-", "*"]), self.local(1)),
            5..=7 if nested => Stmt::If(self.condition(1), self.block(depth - 1), self.maybe_block(depth - 1)),
            8 | 9 if nested => {
                let outer = std::mem::replace(&mut self.in_loop, true);
                let count = Expr::Int(self.random.below(4) as i64);
                let stmt = Stmt::For(self.pick(&["i", "j"]), count, self.block(depth - 1));
                self.in_loop = outer;
                stmt
            }
            10 if nested => {
                let outer = std::mem::replace(&mut self.in_loop, true);
                let stmt = Stmt::Count(self.pick(self.params), self.block(depth - 1));
                self.in_loop = outer;
                stmt
            }
            11 => Stmt::Append(LIST, self.local(1)),
            12 => Stmt::Store(LIST, self.expr(1), self.local(1)),
            13 if nested => {
                let kind = self.pick(&["ZeroDivisionError", "IndexError", "Exception", "ValueError"]);
                Stmt::Try(self.block(depth - 1), kind, self.block(depth - 1))
            }
            14 if nested => Stmt::If(self.condition(1), vec![self.exit()], vec![]),
            _ => Stmt::Assign(self.pick(&LOCALS), self.expr(2)),
        }
    }

    fn core_stmt(&mut self, depth: u32) -> Stmt {
        match self.random.below(6) {
            0 | 1 if depth > 0 => {
                let outer = std::mem::replace(&mut self.in_loop, true);
                let sequences = [("items[:3]", 0), ("({}, {})", 2), ("[{}, 1]", 1), ("range({} % 3)", 1)];
                let (form, parts) = self.form(&sequences, 1);
                let body = self.block(depth - 1);
                self.in_loop = outer;
                let otherwise = if self.random.one_in(3) { self.block(depth - 1) } else { vec![] };
                Stmt::Each(self.pick(&["i", "j"]), Expr::Form(form, parts), body, otherwise)
            }
            2 if depth > 0 => Stmt::Finally(self.block(depth - 1), self.block(0)),
            3 if self.in_loop => Stmt::Line("continue", vec![]),
            _ => {
                let (form, parts) = self.form(&LINES, 1);
                Stmt::Line(form, parts)
            }
        }
    }

    fn maybe_block(&mut self, depth: u32) -> Vec<Stmt> {
        if self.random.one_in(2) { self.block(depth) } else { vec![] }
    }

    fn exit(&mut self) -> Stmt {
        match self.random.below(4) {
            0 => Stmt::Raise(self.pick(&["ValueError", "KeyError"])),
            1 if self.in_loop => Stmt::Break,
            _ => Stmt::Return(self.local(1)),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &[Expr]| items.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Expr::Int(value) if *value < 0 => write!(f, "({value})"),
            Expr::Int(value) => write!(f, "{value}"),
            Expr::Bool(value) => f.write_str(if *value { "True" } else { "False" }),
            Expr::Name(name) => f.write_str(name),
            Expr::Binary(op, a, b) => write!(f, "({a} {op} {b})"),
            Expr::Not(a) => write!(f, "(not {a})"),
            Expr::Negative(a) => write!(f, "(-{a})"),
            Expr::Either(c, a, b) => write!(f, "({a} if {c} else {b})"),
            Expr::Call(name, args) => write!(f, "{name}({})", list(args)),
            Expr::List(items) => write!(f, "[{}]", list(items)),
            Expr::Index(name, index) => write!(f, "{name}[{index}]"),
            Expr::Form(form, parts) => f.write_str(&filled(form, parts)),
        }
    }
}

/// The form with its parts in place.
fn filled(form: &str, parts: &[Expr]) -> String {
    let mut pieces = form.split("{}");
    let mut text = pieces.next().unwrap_or_default().to_string();
    for (piece, part) in pieces.zip(parts) {
        text += &part.to_string();
        text += piece;
    }
    text
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "def {}({}):", self.name, self.params.join(", "))?;
        write_block(f, &self.body, 1)
    }
}

fn write_block(f: &mut fmt::Formatter<'_>, block: &[Stmt], depth: usize) -> fmt::Result {
    let pad = "    ".repeat(depth);
    if block.is_empty() {
        return writeln!(f, "{pad}pass");
    }
    for stmt in block {
        match stmt {
            Stmt::Assign(name, value) => writeln!(f, "{pad}{name} = {value}")?,
            Stmt::Augment(name, op, value) => writeln!(f, "{pad}{name} {op}= {value}")?,
            Stmt::If(condition, then, otherwise) => {
                writeln!(f, "{pad}if {condition}:")?;
                write_block(f, then, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{pad}else:")?;
                    write_block(f, otherwise, depth + 1)?;
                }
            }
            Stmt::For(name, count, body) => {
                writeln!(f, "{pad}for {name} in range({count}):")?;
                write_block(f, body, depth + 1)?;
            }
            Stmt::Count(name, body) => {
                writeln!(f, "{pad}while 0 < {name}:")?;
                writeln!(f, "{pad}    {name} = {name} - 1")?;
                write_block(f, body, depth + 1)?;
            }
            Stmt::Append(name, value) => writeln!(f, "{pad}{name}.append({value})")?,
            Stmt::Store(name, index, value) => writeln!(f, "{pad}{name}[{index}] = {value}")?,
            Stmt::Try(body, kind, handler) => {
                writeln!(f, "{pad}try:")?;
                write_block(f, body, depth + 1)?;
                writeln!(f, "{pad}except {kind}:")?;
                write_block(f, handler, depth + 1)?;
            }
            Stmt::Raise(kind) => writeln!(f, "{pad}raise {kind}(1)")?,
            Stmt::Return(value) => writeln!(f, "{pad}return {value}")?,
            Stmt::Break => writeln!(f, "{pad}break")?,
            Stmt::Each(name, items, body, otherwise) => {
                writeln!(f, "{pad}for {name} in {items}:")?;
                write_block(f, body, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{pad}else:")?;
                    write_block(f, otherwise, depth + 1)?;
                }
            }
            Stmt::Finally(body, last) => {
                writeln!(f, "{pad}try:")?;
                write_block(f, body, depth + 1)?;
                writeln!(f, "{pad}finally:")?;
                write_block(f, last, depth + 1)?;
            }
            Stmt::Line(form, parts) => writeln!(f, "{pad}{}", filled(form, parts))?,
        }
    }
    Ok(())
}
