//! Changes of a function: some keep its meaning, some do not.

use equiv::inputs::Random;

use crate::program::{Expr, Function, Stmt, binary};

/// A change that no caller can notice.
pub(crate) fn keep_meaning(random: &mut Random, function: &mut Function) {
    match random.below(4) {
        0 => {
            // Branches the other way round.
            let mut found = Vec::new();
            collect(&mut function.body, &mut |stmt| matches!(stmt, Stmt::If(..)), &mut found);
            if let Some(Stmt::If(condition, then, otherwise)) = choose(random, found) {
                *condition = Expr::Not(Box::new(condition.clone()));
                std::mem::swap(then, otherwise);
                if then.is_empty() {
                    then.push(Stmt::Assign("unused", Expr::Int(0)));
                }
            }
        }
        1 => {
            // Code that does nothing.
            let at = random.below(function.body.len());
            let dead = Stmt::If(Expr::Bool(false), vec![Stmt::Return(Expr::Int(99))], vec![]);
            function.body.insert(at, dead);
        }
        2 => {
            // A name for a result.
            if let Some(Stmt::Return(value)) = function.body.pop() {
                function.body.push(Stmt::Assign("result", value));
                function.body.push(Stmt::Return(Expr::Name("result")));
            }
        }
        _ => {
            // Adding nothing, to what is certainly a number.
            change_expr(random, function, &mut |expr| match expr {
                Expr::Int(value) => {
                    *expr = binary("+", Expr::Int(*value - 1), Expr::Int(1));
                    true
                }
                _ => false,
            });
        }
    }
}

/// A change that callers may notice.
pub(crate) fn change_something(random: &mut Random, function: &mut Function) {
    match random.below(4) {
        0 => {
            let by = if random.one_in(2) { 1 } else { -1 };
            change_expr(random, function, &mut |expr| match expr {
                Expr::Int(value) => {
                    *value += by;
                    true
                }
                _ => false,
            });
        }
        1 => change_expr(random, function, &mut |expr| match expr {
            Expr::Binary(op, _, _) => {
                let other = match *op {
                    "<" => "<=",
                    "<=" => "<",
                    ">" => ">=",
                    ">=" => ">",
                    "==" => "<=",
                    "!=" => "<",
                    "+" => "-",
                    "-" => "+",
                    "//" => "%",
                    _ => return false,
                };
                *op = other;
                true
            }
            _ => false,
        }),
        2 => {
            if function.body.len() > 5 {
                let at = 4 + random.below(function.body.len() - 5);
                function.body.remove(at);
            }
        }
        _ => change_expr(random, function, &mut |expr| match expr {
            Expr::Name(name) => {
                let other = match *name {
                    "a" => "b",
                    "b" => "a",
                    _ => return false,
                };
                *name = other;
                true
            }
            _ => false,
        }),
    }
}

fn choose<T>(random: &mut Random, mut from: Vec<T>) -> Option<T> {
    if from.is_empty() {
        return None;
    }
    let at = random.below(from.len());
    Some(from.swap_remove(at))
}

fn collect<'a>(block: &'a mut [Stmt], wanted: &mut impl FnMut(&Stmt) -> bool, found: &mut Vec<&'a mut Stmt>) {
    for stmt in block {
        if wanted(stmt) {
            found.push(stmt);
            continue;
        }
        match stmt {
            Stmt::If(_, a, b) | Stmt::Try(a, _, b) => {
                collect(a, wanted, found);
                collect(b, wanted, found);
            }
            Stmt::For(_, _, body) | Stmt::Count(_, body) => collect(body, wanted, found),
            Stmt::Each(_, _, a, b) | Stmt::Finally(a, b) => {
                collect(a, wanted, found);
                collect(b, wanted, found);
            }
            _ => {}
        }
    }
}

/// Offers expressions in random order until one is changed.
fn change_expr(random: &mut Random, function: &mut Function, change: &mut impl FnMut(&mut Expr) -> bool) {
    let mut exprs = Vec::new();
    exprs_of_block(&mut function.body, &mut exprs);
    // The expressions are visited from a random one on, round and round.
    let start = random.below(exprs.len().max(1));
    let count = exprs.len();
    for offset in 0..count {
        if change_within(exprs[(start + offset) % count], change) {
            return;
        }
    }
}

fn change_within(expr: &mut Expr, change: &mut impl FnMut(&mut Expr) -> bool) -> bool {
    if change(expr) {
        return true;
    }
    match expr {
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => false,
        Expr::Binary(_, a, b) => change_within(a, change) || change_within(b, change),
        Expr::Not(a) | Expr::Negative(a) | Expr::Index(_, a) => change_within(a, change),
        Expr::Either(c, a, b) => change_within(c, change) || change_within(a, change) || change_within(b, change),
        Expr::Call(_, args) | Expr::List(args) | Expr::Form(_, args) => {
            args.iter_mut().any(|arg| change_within(arg, change))
        }
    }
}

fn exprs_of_block<'a>(block: &'a mut [Stmt], found: &mut Vec<&'a mut Expr>) {
    for stmt in block {
        match stmt {
            Stmt::Assign(_, e) | Stmt::Augment(_, _, e) | Stmt::Append(_, e) | Stmt::Return(e) => found.push(e),
            Stmt::Store(_, i, e) => {
                found.push(i);
                found.push(e);
            }
            Stmt::If(c, a, b) => {
                found.push(c);
                exprs_of_block(a, found);
                exprs_of_block(b, found);
            }
            Stmt::For(_, count, body) => {
                found.push(count);
                exprs_of_block(body, found);
            }
            Stmt::Count(_, body) => exprs_of_block(body, found),
            Stmt::Try(a, _, b) => {
                exprs_of_block(a, found);
                exprs_of_block(b, found);
            }
            Stmt::Each(_, items, a, b) => {
                found.push(items);
                exprs_of_block(a, found);
                exprs_of_block(b, found);
            }
            Stmt::Finally(a, b) => {
                exprs_of_block(a, found);
                exprs_of_block(b, found);
            }
            Stmt::Line(_, parts) => found.extend(parts),
            Stmt::Raise(_) | Stmt::Break => {}
        }
    }
}
