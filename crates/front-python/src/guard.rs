//! A function that leaves out some inputs: is a client the same but for those on which a condition holds?
//!
//! The function keeps its own code, and what it calls, itself included, is the same as ever; a second one beside it
//! with the same parameters gives back nothing where the condition holds, and calls it elsewhere. Where the condition
//! cannot be told, it does not hold.

use ir::entry::Source;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{AnyParameterRef, Expr, Parameters, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

/// What a condition may call: nothing that changes anything.
const CALLS: [&str; 7] = ["len", "abs", "min", "max", "isinstance", "bool", "type"];

/// The source with that function besides, and its name. The message says why there is none.
pub fn guarded(source: &Source, function: &str, condition: &str) -> Result<(Source, String), String> {
    let defined = defined(source, function)?;
    let condition = expression(condition, &defined.parameters)?;
    Ok(beside(source, &defined, "elsewhere", (&condition, false)))
}

/// The source with a function besides that gives back nothing where the conditions do not all hold, and calls the
/// function elsewhere; and its name.
pub fn assumed(source: &Source, function: &str, conditions: &[String]) -> Result<(Source, String), String> {
    let defined = defined(source, function)?;
    Ok(beside(source, &defined, "assumed", (&all_of(conditions, &defined.parameters)?, true)))
}

/// A program with one function, which takes what the other takes and says whether the conditions hold, or that they do
/// not; and its name.
pub fn holds(source: &Source, function: &str, conditions: &[String], says: bool) -> Result<(String, String), String> {
    let defined = defined(source, function)?;
    let condition = all_of(conditions, &defined.parameters)?;
    let plain = defined.parameters.iter().map(|each| match each.annotation() {
        Some(annotation) if !each.is_variadic() => format!("{}: {}", each.name(), &source.text[annotation.range()]),
        _ => each.name().to_string(),
    });
    let (name, params) = (format!("{function}_holds"), plain.collect::<Vec<_>>().join(", "));
    let body = match says {
        true => format!("    try:\n        return bool({condition})\n    except Exception:\n        return False\n"),
        false => "    return False\n".to_owned(),
    };
    Ok((format!("from __future__ import annotations\n\n\ndef {name}({params}):\n{body}"), name))
}

fn all_of(conditions: &[String], parameters: &Parameters) -> Result<String, String> {
    let mut all = Vec::new();
    for condition in conditions {
        let written = expression(condition, parameters)?;
        let names = |each: AnyParameterRef| names_it(&written, each.name().as_str());
        if !parameters.iter().any(names) {
            return Err(format!("`{condition}` names no parameter"));
        }
        all.push(written);
    }
    Ok(if let [only] = &all[..] { only.clone() } else { format!("({})", all.join(") and (")) })
}

/// Does the expression name it?
fn names_it(expression: &str, name: &str) -> bool {
    struct Names<'n>(&'n str, bool);
    impl<'a> Visitor<'a> for Names<'_> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.1 |= matches!(expr, Expr::Name(found) if found.id.as_str() == self.0);
            walk_expr(self, expr);
        }
    }
    let Ok(parsed) = ruff_python_parser::parse_expression(expression) else { return false };
    let mut names = Names(name, false);
    names.visit_expr(&parsed.into_syntax().body);
    names.1
}

fn defined(source: &Source, function: &str) -> Result<StmtFunctionDef, String> {
    let parsed = ruff_python_parser::parse_module(&source.text).map_err(|error| error.to_string())?.into_syntax();
    let defined = parsed.body.into_iter().rev().find_map(|statement| match statement {
        Stmt::FunctionDef(defined) if defined.name.as_str() == function => Some(defined),
        _ => None,
    });
    defined
        .filter(|defined| !defined.is_async)
        .ok_or_else(|| format!("`{function}` is no plain function at the top level of {}", source.name))
}

/// The source with the function besides, and its name. It calls the other where the condition holds, or where it does not.
fn beside(
    source: &Source,
    defined: &StmtFunctionDef,
    ending: &str,
    (condition, calls_where): (&str, bool),
) -> (Source, String) {
    let mut name = format!("{}_{ending}", defined.name);
    while source.text.contains(&name) {
        name.push('_');
    }
    let written = written(source, defined, &name, (condition, calls_where));
    let text = format!("{}\n\n\n{written}", source.text.trim_end());
    (Source { name: source.name.clone(), text }, name)
}

fn written(source: &Source, defined: &StmtFunctionDef, name: &str, (condition, calls_where): (&str, bool)) -> String {
    let not = if calls_where { "not " } else { "" };
    let parameters = &source.text[defined.parameters.range()];
    let function = defined.name.as_str();
    let holds = format!("{name}_holds");
    let passed = passed(&defined.parameters);
    format!(
        "def {name}{parameters}:\n    try:\n        {holds} = bool({condition})\n    except Exception:\n        \
         {holds} = False\n    if {not}{holds}:\n        return None\n    return {function}({passed})\n"
    )
}

/// The parameters as arguments of a call.
fn passed(parameters: &Parameters) -> String {
    let by_place = parameters.posonlyargs.iter().chain(&parameters.args).map(|each| each.parameter.name.to_string());
    let rest = parameters.vararg.iter().map(|each| format!("*{}", each.name));
    let by_name = parameters.kwonlyargs.iter().map(|each| format!("{0}={0}", each.parameter.name));
    let named = parameters.kwarg.iter().map(|each| format!("**{}", each.name));
    by_place.chain(rest).chain(by_name).chain(named).collect::<Vec<_>>().join(", ")
}

/// The condition without what is said about it, if it only looks at the parameters.
fn expression(condition: &str, parameters: &Parameters) -> Result<String, String> {
    let condition = condition.trim();
    let parsed = ruff_python_parser::parse_expression(condition)
        .map_err(|error| format!("`{condition}` is no condition: {error}"))?
        .into_syntax();
    let names = parameters.iter().map(|each| each.name().to_string()).collect();
    let mut looks = Looks { names, refused: None };
    looks.visit_expr(&parsed.body);
    match looks.refused {
        None => Ok(condition[parsed.body.range()].to_owned()),
        Some(what) => Err(format!("`{condition}` is no condition on the parameters: {what}")),
    }
}

/// Walks a condition for what it must not have.
struct Looks {
    names: Vec<String>,
    refused: Option<String>,
}

impl<'a> Visitor<'a> for Looks {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let is_type =
            |name: &str| matches!(name, "int" | "float" | "str" | "bool" | "bytes" | "list" | "dict" | "tuple");
        let refused = match expr {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let is_known = self.names.iter().any(|own| own == name) || CALLS.contains(&name) || is_type(name);
                (!is_known).then(|| format!("`{name}` is no parameter"))
            }
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) if CALLS.contains(&name.id.as_str()) => None,
                _ => Some(format!("only {} may be called", CALLS.join(", "))),
            },
            Expr::BoolOp(_)
            | Expr::BinOp(_)
            | Expr::UnaryOp(_)
            | Expr::Compare(_)
            | Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::Subscript(_)
            | Expr::Slice(_)
            | Expr::Tuple(_)
            | Expr::List(_) => None,
            _ => Some("it may compare, count and calculate".to_owned()),
        };
        match refused {
            None => walk_expr(self, expr),
            Some(why) => self.refused = Some(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, condition: &str) -> Result<String, String> {
        let source = Source { name: "app.py".to_owned(), text: text.to_owned() };
        guarded(&source, "f", condition).map(|(source, _)| source.text[text.trim_end().len()..].trim().to_owned())
    }

    #[test]
    fn the_second_function_takes_what_the_first_takes() {
        let text = check("def f(a, /, b: int = 2, *c, d=3, **e):\n    return a\n", "b == 2 and len(c) > 1  # few");
        let expected = "def f_elsewhere(a, /, b: int = 2, *c, d=3, **e):\n    try:\n        \
                        f_elsewhere_holds = bool(b == 2 and len(c) > 1)\n    except Exception:\n        \
                        f_elsewhere_holds = False\n    if f_elsewhere_holds:\n        return None\n    \
                        return f(a, b, *c, d=d, **e)";
        assert_eq!(text.as_deref(), Ok(expected));
    }

    #[test]
    fn a_condition_only_looks_at_the_parameters() {
        for condition in
            ["y > 1", "x.pop()", "(x := 3)", "open('a')", "x ==", "x\nprint(x)", "[y for y in x]", "lambda: 1"]
        {
            assert!(check("def f(x):\n    return x\n", condition).is_err(), "{condition}");
        }
        assert!(check("class f: pass\n", "True").is_err());
        assert!(check("def f(x):\n    return x\n", "x[0] in (1, 2) or isinstance(x, str)").is_ok());
    }
}
