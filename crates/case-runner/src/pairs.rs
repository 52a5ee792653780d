//! Random pairs of a client and two versions of a library, held against exhaustive runs.
//!
//! New is made from old by a rewrite that keeps the meaning or by a fault. The client refuses
//! inputs outside a small range, so running every input in it is the whole truth; some clients
//! hide a part of what the library returns.

use std::fmt::Write;
use std::time::Duration;

use equiv::inputs::Random;
use equiv::replay::{Replay, replay};
use equiv::{Problem, Verdict};
use front_python::{Client, Options, Version};
use ir::entry::Source;
use ir::interp::Limits;
use value::Value;

/// Inputs go from `-RANGE` to `RANGE`.
const RANGE: i64 = 3;

/// How many pairs had which answer.
#[derive(Default, Debug)]
pub struct Tally {
    pub equivalent: usize,
    pub different: usize,
    pub undecided: usize,
    /// Pairs with a wrong verdict, as text.
    pub wrong: Vec<String>,
}

#[derive(Clone)]
enum Expr {
    Const(i64),
    Name(&'static str),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Call(&'static str, Vec<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Item(Box<Expr>),
}

#[derive(Clone)]
enum Stmt {
    Assign(&'static str, Expr),
    Append(Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    For(Expr, Vec<Stmt>),
    Raise(Expr, &'static str),
    Return(Expr),
}

/// Checks one pair after the other.
pub fn soak(count: usize, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..count {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let library = body(&mut random, 2);
        let mut changed = library.clone();
        for _ in 0..=random.below(2) {
            change_block(&mut random, &mut changed);
        }
        let client = client(&mut random);
        let (old, new) = (program(&library, &client), program(&changed, &client));
        one(&old, &new, &mut tally);
    }
    tally
}

fn one(old: &str, new: &str, tally: &mut Tally) {
    let version = |name: &str, text: &str| Version::file(Source { name: name.into(), text: text.into() });
    let client = Client { function: "client".into(), file: None };
    let lowered = front_python::lower(&version("old.py", old), &version("new.py", new), &client, &Options::default());
    let problem = match lowered {
        Ok(pair) => Problem::new(pair),
        Err(error) => return tally.wrong.push(format!("does not lower: {error}\n{old}\n{new}")),
    };
    let options = portfolio::Options {
        timeout: Duration::from_secs(10),
        identical_shortcut: false,
        ..portfolio::Options::default()
    };
    let answer = portfolio::check(&problem, &options);
    let differs = first_difference(&problem);
    let says = match (&answer.verdict, &differs) {
        (Verdict::Equivalent(_), Some(input)) => Some(format!("equivalent, but {input} shows a difference")),
        (Verdict::Different(_), None) => Some("different, but no input shows a difference".to_owned()),
        _ => None,
    };
    match answer.verdict {
        Verdict::Equivalent(_) => tally.equivalent += 1,
        Verdict::Different(_) => tally.different += 1,
        Verdict::Undecided(_) => tally.undecided += 1,
    }
    tally.wrong.extend(says.map(|says| format!("{says}\n--- old\n{old}--- new\n{new}")));
}

fn first_difference(problem: &Problem) -> Option<String> {
    for a in -RANGE..=RANGE {
        for b in -RANGE..=RANGE {
            let inputs = [Value::int(a), Value::int(b)];
            if let Replay::Differs(_) = replay(problem, &inputs, Limits::default()) {
                return Some(format!("client({a}, {b})"));
            }
        }
    }
    None
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];
const ARITHMETIC: [&str; 6] = ["+", "-", "*", "//", "%", "+"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

fn expr(random: &mut Random, depth: usize) -> Expr {
    let inner = |random: &mut Random| Box::new(expr(random, depth.saturating_sub(1)));
    match if depth == 0 { random.below(2) } else { random.below(9) } {
        0 => Expr::Const(random.below(9) as i64 - 4),
        1 => Expr::Name(NAMES[random.below(NAMES.len())]),
        2..=4 => Expr::Binary(ARITHMETIC[random.below(ARITHMETIC.len())], inner(random), inner(random)),
        5 => Expr::Call("abs", vec![*inner(random)]),
        6 => Expr::Call(["min", "max"][random.below(2)], vec![*inner(random), *inner(random)]),
        7 => Expr::Choice(Box::new(condition(random, depth - 1)), inner(random), inner(random)),
        _ => Expr::Item(inner(random)),
    }
}

fn condition(random: &mut Random, depth: usize) -> Expr {
    if depth > 0 && random.one_in(4) {
        let (left, right) = (condition(random, depth - 1), condition(random, depth - 1));
        return Expr::Binary(["and", "or"][random.below(2)], Box::new(left), Box::new(right));
    }
    let (left, right) = (expr(random, depth.min(1)), expr(random, depth.min(1)));
    Expr::Binary(COMPARISONS[random.below(COMPARISONS.len())], Box::new(left), Box::new(right))
}

fn body(random: &mut Random, depth: usize) -> Vec<Stmt> {
    let mut stmts: Vec<Stmt> = (0..=random.below(3)).map(|_| stmt(random, depth)).collect();
    if depth == 2 || random.one_in(3) {
        stmts.push(Stmt::Return(expr(random, 2)));
    }
    stmts
}

fn stmt(random: &mut Random, depth: usize) -> Stmt {
    match if depth == 0 { random.below(4) } else { random.below(7) } {
        0 | 1 => Stmt::Assign(["c", "d"][random.below(2)], expr(random, 2)),
        2 => Stmt::Append(expr(random, 1)),
        3 => Stmt::Raise(condition(random, 1), ["ValueError", "KeyError"][random.below(2)]),
        4 | 5 => {
            let otherwise = if random.one_in(2) { body(random, depth - 1) } else { Vec::new() };
            Stmt::If(condition(random, 1), body(random, depth - 1), otherwise)
        }
        _ => Stmt::For(Expr::Binary("%", Box::new(expr(random, 1)), Box::new(Expr::Const(3))), body(random, depth - 1)),
    }
}

/// One change somewhere: a fault, or a rewrite that keeps the meaning.
fn change_block(random: &mut Random, stmts: &mut [Stmt]) {
    let index = random.below(stmts.len());
    match &mut stmts[index] {
        Stmt::Assign(_, value) | Stmt::Append(value) | Stmt::Return(value) | Stmt::Raise(value, _) => {
            change(random, value);
        }
        Stmt::For(count, inner) if random.one_in(3) || inner.is_empty() => change(random, count),
        Stmt::For(_, inner) => change_block(random, inner),
        Stmt::If(test, then, otherwise) => match random.below(4) {
            0 => change(random, test),
            1 => {
                let flipped = Expr::Call("not ", vec![test.clone()]);
                *test = flipped;
                if otherwise.is_empty() {
                    otherwise.push(Stmt::Assign("unused", Expr::Const(0)));
                }
                std::mem::swap(then, otherwise);
            }
            _ if otherwise.is_empty() || random.one_in(2) => change_block(random, then),
            _ => change_block(random, otherwise),
        },
    }
}

fn change(random: &mut Random, expr: &mut Expr) {
    match expr {
        Expr::Const(value) => *value += [0, 1, -1][random.below(3)],
        Expr::Name(_) => {
            let same = Box::new(expr.clone());
            *expr = Expr::Binary(["+", "-"][random.below(2)], same, Box::new(Expr::Const(i64::from(random.one_in(3)))));
        }
        Expr::Binary(op, left, right) => match random.below(4) {
            0 if matches!(*op, "+" | "*") => std::mem::swap(left, right),
            1 if COMPARISONS.contains(op) => *op = COMPARISONS[random.below(COMPARISONS.len())],
            2 => change(random, right),
            _ => change(random, left),
        },
        Expr::Call(_, args) => {
            let index = random.below(args.len());
            change(random, &mut args[index]);
        }
        Expr::Choice(test, then, otherwise) => match random.below(3) {
            0 => change(random, test),
            1 => change(random, then),
            _ => change(random, otherwise),
        },
        Expr::Item(index) => change(random, index),
    }
}

fn client(random: &mut Random) -> String {
    let guard = format!("    if not (-{RANGE} <= a <= {RANGE} and -{RANGE} <= b <= {RANGE}):\n        return None\n");
    let args = ["a, b", "min(a, 0), b", "b, a", "abs(a), abs(b)", "a, 2"][random.below(5)];
    let used = ["r", "r > 0", "abs(r)", "r % 2", "min(r, 1)", "(r, xs)"][random.below(6)];
    let call = if random.one_in(2) {
        format!("    try:\n        r = lib({args}, xs)\n    except ValueError:\n        return -1\n")
    } else {
        format!("    r = lib({args}, xs)\n")
    };
    format!("def client(a: int, b: int):\n{guard}    xs = [a, b]\n{call}    return {used}\n")
}

fn program(library: &[Stmt], client: &str) -> String {
    let mut text = String::from("def lib(a, b, xs):\n    c = 0\n    d = 1\n");
    write_block(&mut text, library, 1);
    text + "\n\n" + client
}

fn write_block(text: &mut String, stmts: &[Stmt], depth: usize) {
    let pad = "    ".repeat(depth);
    for stmt in stmts {
        let _ = match stmt {
            Stmt::Assign(name, value) => writeln!(text, "{pad}{name} = {}", written(value)),
            Stmt::Append(value) => writeln!(text, "{pad}xs.append({})", written(value)),
            Stmt::Return(value) => writeln!(text, "{pad}return {}", written(value)),
            Stmt::Raise(test, what) => writeln!(text, "{pad}if {}:\n{pad}    raise {what}(a)", written(test)),
            Stmt::For(count, inner) => {
                let _ = writeln!(text, "{pad}for i in range({}):", written(count));
                write_block(text, inner, depth + 1);
                Ok(())
            }
            Stmt::If(test, then, otherwise) => {
                let _ = writeln!(text, "{pad}if {}:", written(test));
                write_block(text, then, depth + 1);
                if !otherwise.is_empty() {
                    let _ = writeln!(text, "{pad}else:");
                    write_block(text, otherwise, depth + 1);
                }
                Ok(())
            }
        };
    }
}

fn written(expr: &Expr) -> String {
    match expr {
        Expr::Const(value) if *value < 0 => format!("({value})"),
        Expr::Const(value) => value.to_string(),
        Expr::Name(name) => (*name).to_owned(),
        Expr::Binary(op, left, right) => format!("({} {op} {})", written(left), written(right)),
        Expr::Call(name, args) => format!("{name}({})", args.iter().map(written).collect::<Vec<_>>().join(", ")),
        Expr::Choice(test, then, otherwise) => {
            format!("({} if {} else {})", written(then), written(test), written(otherwise))
        }
        Expr::Item(index) => format!("xs[{}]", written(index)),
    }
}
