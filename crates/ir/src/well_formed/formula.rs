//! Sorts of expressions under binders.

use value::{Binder, Expr, Op, Quantifier, Sort};

/// The sort of an expression outside of all binders, or why it has none.
pub(super) fn sort_of(expr: &Expr, captured: &[Sort]) -> Result<Sort, String> {
    expr_sort(expr, &mut Vec::new(), captured)
}

/// What is wrong with a quantifier that is an operator.
pub(super) fn check_quantifier(quantifier: &Quantifier) -> Result<(), String> {
    binder_sort(quantifier, &mut Vec::new(), &quantifier.captured).map(|_| ())
}

fn expr_sort<'a>(expr: &'a Expr, scopes: &mut Vec<&'a Quantifier>, captured: &[Sort]) -> Result<Sort, String> {
    match expr {
        Expr::Const(value, sort) if value.is_of(*sort) => Ok(*sort),
        Expr::Const(value, sort) => Err(format!("the constant {value:?} is no {sort}")),
        Expr::Bound(depth, index) => {
            let scope = scopes.iter().rev().nth(*depth as usize);
            let variable = scope.and_then(|binder| binder.bound.get(*index as usize));
            variable.map(|(_, sort)| *sort).ok_or_else(|| format!("nothing binds bound[{depth}, {index}]"))
        }
        Expr::Captured(index) => {
            captured.get(*index as usize).copied().ok_or_else(|| format!("there is no captured[{index}]"))
        }
        Expr::Apply(Op::Quantifier(_), _) => Err("a binder inside an expression is an operator".into()),
        Expr::Apply(op, args) => {
            let args: Result<Vec<Sort>, String> = args.iter().map(|arg| expr_sort(arg, scopes, captured)).collect();
            op.result(&args?).map_err(|why| why.to_string())
        }
        Expr::Binder(inner) if inner.captured.is_empty() => binder_sort(inner, scopes, captured),
        Expr::Binder(_) => Err("a binder inside an expression captures something itself".into()),
    }
}

fn binder_sort<'a>(
    quantifier: &'a Quantifier,
    scopes: &mut Vec<&'a Quantifier>,
    captured: &[Sort],
) -> Result<Sort, String> {
    scopes.push(quantifier);
    let body = expr_sort(&quantifier.body, scopes, captured);
    let trigger = quantifier.triggers.iter().flatten().find_map(|expr| expr_sort(expr, scopes, captured).err());
    scopes.pop();
    let (body, trigger) = (body?, trigger);
    if let Some(why) = trigger {
        return Err(why);
    }
    match (quantifier.binder, &quantifier.bound[..]) {
        (Binder::Forall | Binder::Exists, _) if body == Sort::bool() => Ok(body),
        (Binder::Forall | Binder::Exists, _) => Err(format!("the body of a quantifier is a {body}")),
        (Binder::Lambda, [(_, key)]) => Ok(Sort::map(*key, body)),
        (Binder::Lambda, bound) => Err(format!("a lambda binds {} variables, not one", bound.len())),
    }
}
