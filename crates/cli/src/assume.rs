//! `--assume EXPR`: only the inputs of a client on which expressions over its parameters hold.
//!
//! Beside the client a function is written that ends at once where they do not hold, the same in both versions, and
//! calls the client elsewhere. It is asked about instead. Where an expression cannot be computed, it does not hold.
//! What holds for no input shows nothing: that is looked for, by comparing whether they hold with what never does.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Why;
use front_llvm::{Described, SourceKind};
use ir::entry::{Assumption, AssumptionKind, Source};
use report::{Finding, VerdictKind};

use crate::accept;
use crate::args::NativeRuns;
use crate::check::{self, Settings};
use crate::clock::{self, GRACE};
use crate::failure::{Failure, Result};
use crate::question::{Client, Front, Question, open};
use crate::read::{self, Named};

/// A question with the functions beside the client.
pub struct Assuming {
    pub front: Arc<dyn Front>,
    /// What is asked about instead of the client.
    pub client: String,
    /// Says in old whether the expressions hold, and in new that they never do.
    pub holds: (Arc<dyn Front>, String),
}

/// What is kept of the time to look for an input on which the expressions hold.
const KEPT: Duration = Duration::from_secs(2);

/// The answer for the inputs on which the settings' expressions hold.
pub(crate) fn one(question: &Question, client: String, settings: &Settings, start: Instant) -> Result<Finding> {
    if settings.native == NativeRuns::Only {
        return Err(Failure::new("runs of the real program know nothing of --assume", "leave out --native only"));
    }
    let (asked, name, conditions) = (question.clone(), client.clone(), settings.assume.clone());
    let chosen = Settings { native: NativeRuns::Off, assume: Vec::new(), ..settings.clone() };
    let limit = settings.whole();
    let work = move || {
        let front = open(&asked)?;
        check::library_exists(front.as_ref(), &chosen.library)?;
        let assuming = front.assuming(&name, &conditions)?;
        let kept = KEPT.min(limit / 4);
        let mut found = check::answered(
            assuming.front.as_ref(),
            &assuming.client,
            &chosen,
            start + limit - kept,
            &Default::default(),
        )?;
        told(&mut found, &name, &assuming.client);
        if asked.client.as_ref().is_none_or(|client| client.file.is_none()) {
            // They stand in what was written beside the client.
            found.contexts.clear();
        }
        let holds = (found.kind != VerdictKind::Different).then(|| {
            let (front, function) = &assuming.holds;
            check::row(front.as_ref(), function, &chosen, (start + limit).max(Instant::now() + kept)).kind
        });
        if holds == Some(VerdictKind::Equivalent) {
            return Ok(Finding::undecided(&name, Why::NothingAssumed(conditions.join(" and ")), start.elapsed()));
        }
        let doubt = if holds == Some(VerdictKind::Undecided) { " (no input was found on which it holds)" } else { "" };
        found.assumptions.extend(
            conditions.iter().map(|condition| Assumption {
                kind: AssumptionKind::Precondition,
                detail: format!("{condition}{doubt}"),
            }),
        );
        Ok(found)
    };
    clock::run(limit + GRACE, work).unwrap_or_else(|cut| Ok(check::cut_off(&client, cut, start.elapsed())))
}

/// What was found of the function beside the client, as said of the client.
fn told(found: &mut Finding, client: &str, beside: &str) {
    found.client = client.to_owned();
    // It is looked for again.
    found.place = None;
    if let Some(example) = &mut found.example {
        example.call = example.call.replace(beside, client);
    }
}

/// The names of the functions beside a client of C's.
pub(crate) fn names_in_c(client: &str) -> (String, String) {
    (format!("{client}_assumed"), format!("{client}_holds"))
}

/// The functions beside a client of C's or C++'s, in one version. The message says why there are none.
pub(crate) fn in_c(described: &Described, conditions: &[String], is_old: bool) -> std::result::Result<String, String> {
    let (client, signature) = (&described.function, &described.signature);
    if client.contains("::") || described.names.iter().any(|name| name == "this" || name.is_empty()) {
        return Err(format!("`{client}` is a method, or has parameters without names"));
    }
    let mut params = Vec::new();
    for (ty, name) in signature.params.iter().zip(&described.names) {
        let leads_to_function = matches!(&ty.kind, SourceKind::Pointer(to) if to.kind == SourceKind::Unknown);
        if ty.name.is_empty() || leads_to_function {
            return Err(format!("the type of `{name}` cannot be written"));
        }
        params.push(format!("{} {name}", ty.name));
    }
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let passed = described.names.join(", ");
    let mut text = String::new();
    let mut all = Vec::new();
    for (index, condition) in conditions.iter().enumerate() {
        only_looks(condition, &described.names)?;
        // An error in it is told by its place in it.
        let _ = writeln!(
            text,
            "static int safebump_condition_{index}({params}) {{ return (\n#line 1 \"--assume\"\n{condition}\n) ? 1 : 0; }}"
        );
        all.push(format!("safebump_condition_{index}({passed})"));
    }
    let (assumed, holds) = names_in_c(client);
    let (all, result) = (all.join(" && "), &signature.result);
    let back = if result.kind == SourceKind::Void { "" } else { "return " };
    let ends = if is_old { all.as_str() } else { "0" };
    let _ = writeln!(text, "int {holds}({params}) {{ return {ends}; }}");
    let _ = writeln!(
        text,
        "{} {assumed}({params}) {{ if (!({all})) __builtin_trap(); {back}{client}({passed}); }}",
        result.name
    );
    Ok(text)
}

/// What an expression may call: nothing that changes anything, or is the program's own.
const CALLS: [&str; 10] =
    ["strlen", "strcmp", "strncmp", "memcmp", "abs", "labs", "isnan", "isinf", "isfinite", "sizeof"];

/// Does the expression only look, and at a parameter?
fn only_looks(condition: &str, names: &[String]) -> std::result::Result<(), String> {
    let refuse = |why: &str| Err(format!("`{condition}` {why}"));
    let (mut depth, mut names_one, mut is_member) = (0i32, false, false);
    let mut rest = condition;
    while let Some(first) = rest.chars().next() {
        let length = token(rest);
        let Some((token, after)) = length.and_then(|length| rest.split_at_checked(length)) else {
            return refuse("has a text without an end");
        };
        match token {
            "=" | "++" | "--" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                return refuse("changes something; `==` compares");
            }
            "//" | "/*" | ";" | "{" | "}" | "#" | "\\" | "\n" => return refuse("is no expression"),
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            word if first.is_alphabetic() || first == '_' => {
                names_one |= !is_member && names.iter().any(|name| name == word);
                if after.trim_start().starts_with('(') && !CALLS.contains(&word) {
                    return refuse(&format!("calls `{word}`; only {} may be called", CALLS.join(", ")));
                }
            }
            _ => {}
        }
        if depth < 0 {
            return refuse("has brackets that do not match");
        }
        if !first.is_whitespace() {
            is_member = matches!(token, "." | "->");
        }
        rest = after;
    }
    match (depth, names_one) {
        (0, true) => Ok(()),
        (0, false) => refuse(&format!("names no parameter; there are: {}", names.join(", "))),
        _ => refuse("has brackets that do not match"),
    }
}

/// How long what begins there is: a word, a text, an operator or a single character. `None`: a text without an end.
fn token(text: &str) -> Option<usize> {
    const OPERATORS: [&str; 23] = [
        "<<=", ">>=", "==", "!=", "<=", ">=", "->", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=",
        "&=", "|=", "^=", "//", "/*",
    ];
    let first = text.chars().next()?;
    if first.is_alphanumeric() || first == '_' {
        return Some(text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len()));
    }
    if first == '"' || first == '\'' {
        return literal(text, first);
    }
    let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
    Some(operator.map_or(first.len_utf8(), |operator| operator.len()))
}

/// How long the text or character is that begins there.
fn literal(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The question in Python, with the functions beside the client.
pub(crate) fn in_python(question: &Question, client: &str, conditions: &[String]) -> Result<Assuming> {
    let cannot =
        |why: String| Failure::new(format!("--assume: {why}"), "give an expression over the client's parameters");
    let beside = |source: &Source| front_python::assumed(source, client, conditions);
    let (asked, function) = accept::beside(question, beside).map_err(cannot)?;
    let file = question.client.as_ref().and_then(|client| client.file.clone()).unwrap_or_else(|| question.old.clone());
    let source = read::source(&file)?;
    let alone = |is_old: bool| -> Result<(Named, String)> {
        let (text, name) = front_python::holds(&source, client, conditions, is_old).map_err(cannot)?;
        Ok((file.clone().reading(text), name))
    };
    let ((old, name), (new, _)) = (alone(true)?, alone(false)?);
    let client = Some(Client { file: None, function: name.clone() });
    let whether = Question { old, new, client, ..question.clone() };
    Ok(Assuming { front: Arc::from(open(&asked)?), client: function, holds: (Arc::from(open(&whether)?), name) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_only_look_at_parameters() {
        let names = ["n".to_owned(), "s".to_owned(), "p".to_owned()];
        for fine in ["n >= 0", "s && strlen(s) < 8", "p->len <= 4 && n != -1", "s[0] == '='", "(n << 2) > 3", "n>0"] {
            assert_eq!(only_looks(fine, &names), Ok(()), "{fine}");
        }
        for not in [
            "n = 5",
            "n++ > 3",
            "n -= 1",
            "n <<= 1",
            "1",
            "m > 0",
            "next(n)",
            "n) || (n",
            "n; n",
            "(n",
            "p->m.q // n",
            "x.n == 1",
            "x->n",
            "(*f)(n), g (n)",
            "s == \"a",
        ] {
            assert!(only_looks(not, &names).is_err(), "{not}");
        }
    }
}
