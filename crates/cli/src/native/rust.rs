//! Runs calls of Rust functions in compiled code.

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
        Outcome::Returned(value) => (json!(["returns", value]), json!(value)),
        Outcome::Killed(_) => (json!(["traps", "trap"]), json!(null)),
        Outcome::Exited(status) => (json!(["raises", format!("exit({status})")]), json!(null)),
    };
    Observed(json!({
        "outcome": outcome, "text": text, "args": called.globals, "output": called.output, "globals": {}, "changed": [],
    }))
}
