//! Runs calls in the real thing, the interpreter or compiled code, which shares nothing with the
//! rest of safebump.

pub mod compiled;
mod ctest;
mod pytest;
pub mod python;

use report::Example;
use serde_json::Value;

use crate::failure::Result;

/// Both versions of a client, to be called.
pub trait Native: Send {
    /// Runs every call with old and with new, each in a fresh state. A call is given by its
    /// arguments, as [`arguments`] makes them.
    fn run(&self, calls: &[String]) -> Result<[Vec<Observed>; 2]>;

    /// The text of a test that fails as long as the two versions differ on this input.
    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String>;

    /// What runs the calls, for messages.
    fn runs_in(&self) -> &'static str;
}

/// The arguments of a call, as the language writes them.
pub fn arguments(call: &str) -> String {
    let start = call.find('(').unwrap_or(0);
    let inside = call[start..].strip_prefix('(').unwrap_or(&call[start..]);
    inside.strip_suffix(')').unwrap_or(inside).to_owned()
}

/// What one call showed; an outcome of null is no observation.
#[derive(Clone, Debug)]
pub struct Observed(Value);

impl Observed {
    /// `returns` with the value as the language writes it, `raises` with the type, or `traps`;
    /// `None`: nothing that can be compared.
    pub fn outcome(&self) -> Option<(&str, &str)> {
        let kind = self.0["outcome"][0].as_str()?;
        let text = if kind == "returns" { self.0["text"].as_str()? } else { self.0["outcome"][1].as_str()? };
        Some((kind, text))
    }
}

/// Are the observations the same? `None` if one side gave none.
pub fn same(old: &Observed, new: &Observed, messages: bool) -> Option<bool> {
    let (old, new) = (&old.0, &new.0);
    if old["outcome"].is_null() || new["outcome"].is_null() {
        return None;
    }
    let outcome = |seen: &Value| {
        let parts = seen["outcome"].as_array().cloned().unwrap_or_default();
        let keep = if messages { 3 } else { 2 };
        parts.into_iter().take(keep).collect::<Vec<_>>()
    };
    let changed = [old, new].into_iter().filter_map(|seen| seen["changed"].as_array()).flatten();
    let globals_are_equal = changed.filter_map(Value::as_str).all(|name| {
        let (a, b) = (old["globals"].get(name), new["globals"].get(name));
        a.is_none() || b.is_none() || a == b
    });
    Some(
        outcome(old) == outcome(new)
            && old["args"] == new["args"]
            && old["output"] == new["output"]
            && globals_are_equal,
    )
}
