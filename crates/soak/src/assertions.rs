//! Random Boogie programs with assertions, in two versions.
//!
//! The entry takes small numbers only, so that all its inputs can be tried. Loops count up to small
//! numbers. The second version is the first with a few changes: a constant, a comparison, an
//! assertion more or less, two statements swapped, a call given something else.

use std::fmt::Write;

use equiv::inputs::Random;

/// Inputs and globals lie between 0 and this.
pub const LARGEST: i64 = 2;

#[derive(Clone, Debug)]
enum Stmt {
    Assign(usize, Expr),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// Runs that often; the counter is a variable of its own.
    Loop(usize, Expr, Vec<Stmt>),
    Assert(Cond),
    Call(usize, usize, Vec<Expr>),
    /// Chooses a boolean: 1 or 0.
    Choose(usize),
}

#[derive(Clone, Debug)]
enum Expr {
    Const(i64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Times(i64, Box<Expr>),
}

#[derive(Clone, Debug)]
struct Cond {
    sign: &'static str,
    left: Expr,
    right: Expr,
}

#[derive(Clone, Debug)]
struct Procedure {
    params: usize,
    body: Vec<Stmt>,
}

/// A program: the last procedure is the entry.
#[derive(Clone, Debug)]
pub struct Program {
    procedures: Vec<Procedure>,
}

/// Variables of a procedure: two globals, the parameters, the locals, the result.
const GLOBALS: [&str; 2] = ["g", "h"];
const LOCALS: usize = 2;
const SIGNS: [&str; 6] = ["<", "<=", "==", "!=", ">", ">="];

/// A program and a changed one.
pub fn pair(seed: u64) -> (Program, Program) {
    let mut random = Random::new(seed);
    let count = 1 + random.below(3);
    let mut made: Vec<Procedure> = Vec::new();
    for index in 0..count {
        let params = 1 + random.below(2);
        let mut generator = Generator { random: &mut random, callees: &made, params, counters: 0 };
        let body = generator.block(if index + 1 == count { 5 } else { 3 }, 0);
        made.push(Procedure { params, body });
    }
    let old = Program { procedures: made };
    let mut new = old.clone();
    for _ in 0..1 + random.below(3) {
        let which = random.below(new.procedures.len());
        let params = new.procedures[which].params;
        change(&mut random, &mut new.procedures[which].body, params);
    }
    (old, new)
}

struct Generator<'r> {
    random: &'r mut Random,
    callees: &'r [Procedure],
    params: usize,
    counters: usize,
}

impl Generator<'_> {
    fn block(&mut self, size: usize, depth: usize) -> Vec<Stmt> {
        (0..1 + self.random.below(size)).map(|_| self.stmt(depth)).collect()
    }

    /// Any variable that may be assigned.
    fn place(&mut self) -> usize {
        let place = self.random.below(2 + LOCALS + 1);
        if place < 2 { place } else { place + self.params }
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        match self.random.below(12) {
            0..=2 if depth < 2 => {
                let condition = cond(self.random, self.params);
                Stmt::If(condition, self.block(2, depth + 1), self.block(2, depth + 1))
            }
            3 | 4 if depth < 2 => {
                self.counters += 1;
                let (counter, bound) = (self.counters - 1, expr(self.random, self.params, 1));
                Stmt::Loop(counter, bound, self.block(2, depth + 1))
            }
            5..=7 => Stmt::Assert(cond(self.random, self.params)),
            8 | 9 if !self.callees.is_empty() => {
                let callee = self.random.below(self.callees.len());
                let args = (0..self.callees[callee].params).map(|_| expr(self.random, self.params, 1)).collect();
                Stmt::Call(self.place(), callee, args)
            }
            10 if depth == 0 => Stmt::Choose(self.place()),
            _ => Stmt::Assign(self.place(), expr(self.random, self.params, 2)),
        }
    }
}

fn expr(random: &mut Random, params: usize, depth: usize) -> Expr {
    let part = |random: &mut Random| Box::new(expr(random, params, depth - 1));
    match random.below(8) {
        0 | 1 => Expr::Const(random.below(4) as i64 - 1),
        2 if depth > 0 => Expr::Add(part(random), part(random)),
        3 if depth > 0 => Expr::Sub(part(random), part(random)),
        4 if depth > 0 => Expr::Times(2, part(random)),
        _ => Expr::Var(random.below(2 + params + LOCALS + 1)),
    }
}

fn cond(random: &mut Random, params: usize) -> Cond {
    let sign = SIGNS[random.below(SIGNS.len())];
    Cond { sign, left: expr(random, params, 1), right: expr(random, params, 1) }
}

/// One change somewhere in the statements.
fn change(random: &mut Random, stmts: &mut Vec<Stmt>, params: usize) {
    if stmts.is_empty() || random.one_in(6) {
        let at = random.below(stmts.len() + 1);
        let more = cond(random, params);
        return stmts.insert(at, Stmt::Assert(more));
    }
    let at = random.below(stmts.len());
    if random.one_in(8) {
        stmts.remove(at);
        return;
    }
    if random.one_in(8) && at > 0 {
        return stmts.swap(at - 1, at);
    }
    match &mut stmts[at] {
        Stmt::Assign(_, value) => *value = expr(random, params, 2),
        Stmt::If(condition, then, otherwise) => match random.below(3) {
            0 => condition.sign = SIGNS[random.below(SIGNS.len())],
            1 => change(random, then, params),
            _ => change(random, otherwise, params),
        },
        Stmt::Loop(_, bound, body) => match random.below(3) {
            0 => *bound = expr(random, params, 1),
            _ => change(random, body, params),
        },
        Stmt::Assert(condition) => match random.below(2) {
            0 => condition.sign = SIGNS[random.below(SIGNS.len())],
            _ => condition.right = expr(random, params, 1),
        },
        Stmt::Call(_, _, args) => {
            if let Some(last) = args.last_mut() {
                *last = expr(random, params, 1);
            }
        }
        Stmt::Choose(_) => {}
    }
}

impl Program {
    /// The procedure to begin with.
    pub fn entry(&self) -> String {
        format!("p{}", self.procedures.len() - 1)
    }

    pub fn write(&self) -> String {
        let mut text = String::from("var g, h: int;\n");
        for (index, procedure) in self.procedures.iter().enumerate() {
            let params: Vec<String> = (0..procedure.params).map(|param| format!("a{param}: int")).collect();
            let _ = writeln!(text, "procedure p{index}({}) returns (r: int)\n  modifies g, h;", params.join(", "));
            if index + 1 == self.procedures.len() {
                let names = GLOBALS.iter().map(|name| (*name).to_owned());
                for name in names.chain((0..procedure.params).map(|param| format!("a{param}"))) {
                    let _ = writeln!(text, "  requires 0 <= {name} && {name} <= {LARGEST};");
                }
            }
            text += "{\n  var b: bool;\n  var x0, x1: int;\n";
            for counter in 0..counters(&procedure.body) {
                let _ = writeln!(text, "  var i{counter}: int;\n  var n{counter}: int;");
            }
            text += "  x0 := 0;\n  x1 := 0;\n  r := 0;\n";
            write_block(&mut text, &procedure.body, procedure.params, 1);
            text += "}\n\n";
        }
        text
    }
}

fn counters(stmts: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Loop(counter, _, body) => counters(body).max(counter + 1),
        Stmt::If(_, then, otherwise) => counters(then).max(counters(otherwise)),
        Stmt::Assign(..) | Stmt::Assert(_) | Stmt::Call(..) | Stmt::Choose(_) => 0,
    };
    stmts.iter().map(of).max().unwrap_or(0)
}

fn name(variable: usize, params: usize) -> String {
    match variable {
        0 | 1 => GLOBALS[variable].to_owned(),
        _ if variable < 2 + params => format!("a{}", variable - 2),
        _ if variable < 2 + params + LOCALS => format!("x{}", variable - 2 - params),
        _ => "r".to_owned(),
    }
}

fn write_expr(expr: &Expr, params: usize) -> String {
    match expr {
        Expr::Const(value) => format!("({value})"),
        Expr::Var(variable) => name(*variable, params),
        Expr::Add(a, b) => format!("({} + {})", write_expr(a, params), write_expr(b, params)),
        Expr::Sub(a, b) => format!("({} - {})", write_expr(a, params), write_expr(b, params)),
        Expr::Times(factor, a) => format!("({factor} * {})", write_expr(a, params)),
    }
}

fn write_cond(cond: &Cond, params: usize) -> String {
    format!("{} {} {}", write_expr(&cond.left, params), cond.sign, write_expr(&cond.right, params))
}

fn write_block(text: &mut String, stmts: &[Stmt], params: usize, depth: usize) {
    let indent = "  ".repeat(depth);
    for stmt in stmts {
        match stmt {
            Stmt::Assign(place, value) => {
                let _ = writeln!(text, "{indent}{} := {};", name(*place, params), write_expr(value, params));
            }
            Stmt::If(condition, then, otherwise) => {
                let _ = writeln!(text, "{indent}if ({}) {{", write_cond(condition, params));
                write_block(text, then, params, depth + 1);
                let _ = writeln!(text, "{indent}}} else {{");
                write_block(text, otherwise, params, depth + 1);
                let _ = writeln!(text, "{indent}}}");
            }
            Stmt::Loop(counter, bound, body) => {
                let _ = writeln!(text, "{indent}i{counter} := 0;");
                let _ = writeln!(text, "{indent}n{counter} := {};", write_expr(bound, params));
                let _ = writeln!(text, "{indent}while (i{counter} < n{counter} && i{counter} < 4) {{");
                write_block(text, body, params, depth + 1);
                let _ = writeln!(text, "{indent}  i{counter} := i{counter} + 1;\n{indent}}}");
            }
            Stmt::Assert(condition) => {
                let _ = writeln!(text, "{indent}assert {};", write_cond(condition, params));
            }
            Stmt::Call(place, callee, args) => {
                let args: Vec<String> = args.iter().map(|arg| write_expr(arg, params)).collect();
                let _ = writeln!(text, "{indent}call {} := p{callee}({});", name(*place, params), args.join(", "));
            }
            Stmt::Choose(place) => {
                let place = name(*place, params);
                let _ = writeln!(text, "{indent}havoc b;\n{indent}if (b) {{ {place} := 1; }} else {{ {place} := 0; }}");
            }
        }
    }
}
