//! Runs calls of Rust functions in compiled code.

use std::iter::Peekable;
use std::str::Chars;

use compile_c::driver::{Called, Outcome, arguments};
use compile_c::rust::{PANICKED, RustDriver};
use confine::Trust;
use report::Example;
use serde_json::json;

use super::compiled::failure;
use super::{Native, NotRun, Observed};
use crate::failure::{Failure, Result};

/// Both versions, compiled as a debug build.
pub struct Rust(pub [RustDriver; 2]);

impl Native for Rust {
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<[Vec<Observed>; 2], NotRun> {
        let [old, new] = &self.0;
        Ok([version(old, calls, trust)?, version(new, calls, trust)?])
    }

    fn test(&self, _example: &Example, _names: [&str; 2]) -> Result<String> {
        Err(Failure::new("no test is written for Rust yet", "leave out --emit-test"))
    }

    fn runs_in(&self) -> &'static str {
        "compiled code"
    }
}

fn version(driver: &RustDriver, calls: &[String], trust: Trust) -> std::result::Result<Vec<Observed>, NotRun> {
    let fits: Vec<bool> = calls.iter().map(|call| is_written(driver, call)).collect();
    let some: Vec<String> = calls.iter().zip(&fits).filter(|(_, fits)| **fits).map(|(call, _)| call.clone()).collect();
    let mut ran = driver.run(&some, trust).map_err(failure)?.into_iter();
    let one = |fits: &bool| if *fits { ran.next() } else { None };
    Ok(fits.iter().map(one).map(observed).collect())
}

/// Can the arguments stand in a source? Cut-off values and what a float cannot be written as cannot.
fn is_written(driver: &RustDriver, call: &str) -> bool {
    let args = arguments(call);
    let unwritable = ["...", "?", "NaN", "NAN", "inf", "INF", "NULL", "null"];
    let is_value = |(arg, ty): (&&str, &String)| {
        // Not every number is a character.
        !unwritable.iter().any(|word| arg.contains(word)) && (ty != "char" || arg.starts_with('\''))
    };
    args.len() == driver.params.len() && args.iter().zip(&driver.params).all(is_value)
}

/// What the harness says where a value has no text.
const NO_TEXT: &str = "\u{2}";

fn observed(called: Option<Called>) -> Observed {
    let Some(called) = called else { return Observed::nothing("the input cannot be written") };
    let (outcome, text) = match &called.outcome {
        Outcome::None => return Observed::nothing("it took too long, or did what a confined run may not do"),
        Outcome::Returned(value) if value == NO_TEXT => return Observed::nothing("its result cannot be written"),
        Outcome::Returned(value) if value == PANICKED => (json!(["traps", "panic"]), json!(null)),
        Outcome::Returned(value) if value == "()" => (json!(["returns", "void"]), json!("void")),
        Outcome::Returned(value) => {
            let value = with_fields_in_order(value);
            (json!(["returns", value]), json!(value))
        }
        Outcome::Killed(_) => (json!(["traps", "trap"]), json!(null)),
        Outcome::Exited(status) => (json!(["raises", format!("exit({status})")]), json!(null)),
    };
    Observed(json!({
        "outcome": outcome, "text": text, "args": called.globals, "output": called.output, "globals": {}, "changed": [],
    }))
}

/// A value as `Debug` writes it, with the fields of each structure in the order of their names: in which
/// order they are declared is not part of the value.
pub(crate) fn with_fields_in_order(text: &str) -> String {
    fields_in_order(&mut text.chars().peekable(), false).concat()
}

/// The parts between commas, up to the end or to the brace that ends a structure.
fn fields_in_order(rest: &mut Peekable<Chars>, is_structure: bool) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut depth = 0usize;
    while let Some(c) = rest.next() {
        part.push(c);
        match c {
            '"' => quoted(rest, &mut part),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '{' if rest.peek() == Some(&' ') => {
                let mut fields = fields_in_order(rest, true);
                fields.sort();
                part.push_str(&fields.join(","));
                part.push_str(" }");
            }
            '{' => depth += 1,
            '}' if is_structure && depth == 0 => {
                part.pop();
                parts.push(part.trim_end().to_owned());
                return parts;
            }
            '}' => depth = depth.saturating_sub(1),
            ',' if is_structure && depth == 0 => {
                part.pop();
                parts.push(std::mem::take(&mut part));
            }
            _ => {}
        }
    }
    parts.push(part);
    parts
}

fn quoted(rest: &mut Peekable<Chars>, part: &mut String) {
    while let Some(c) = rest.next() {
        part.push(c);
        match c {
            '"' => return,
            '\\' => part.extend(rest.next()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_fields_in_order;

    #[test]
    fn fields_stand_in_the_order_of_their_names() {
        let same =
            [("P { b: 1, a: Q { d: \", }\", c: (1, [2, 3]) } }", "P { a: Q { c: (1, [2, 3]), d: \", }\" }, b: 1 }")];
        for (a, b) in same {
            assert_eq!(with_fields_in_order(a), with_fields_in_order(b));
        }
        let other = [("P { b: 1, a: 2 }", "P { b: 2, a: 1 }"), ("[1, 2]", "[2, 1]"), ("(b, a)", "(a, b)")];
        for (a, b) in other {
            assert_ne!(with_fields_in_order(a), with_fields_in_order(b));
        }
    }
}
