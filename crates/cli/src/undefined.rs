//! Where the language leaves open what happens and the machine goes on: signed overflow, reading
//! what was never written, the order of a null pointer and another.
//!
//! Answers are about what the machine does. A difference that only shows where old is undefined is
//! none that anybody may rely on: then another is looked for, and if there is none the answer is
//! open. A proof says what it takes the machine to do there, and where.

use std::collections::BTreeSet;

use equiv::{Problem, Side, replay};
use ir::entry::{Assumption, AssumptionKind};
use ir::interp::{Limits, Outcome};
use ir::{Program, Span, Terminator, Trap};
use value::Value;

use crate::failure::Result;
use crate::question::{Front, Stopping};

/// Something undefined that one version does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) side: Side,
    pub(crate) trap: Trap,
    /// `old.c:7`
    pub(crate) at: String,
}

impl Stop {
    pub(crate) fn note(&self) -> String {
        let version = if self.side == Side::Old { "old" } else { "new" };
        format!("{} in {version} at {}, which the language leaves undefined", self.trap, self.at)
    }
}

/// What both versions do on this input that is undefined.
pub(crate) fn on(front: &dyn Front, client: &str, inputs: &[Value]) -> Result<Vec<Stop>> {
    let Some(pair) = front.lower_stopping(client, Stopping::Both)? else { return Ok(Vec::new()) };
    let problem = Problem::new(pair);
    // An input with a state before the call, or calls, is another question's.
    if problem.inputs().count() != inputs.len() {
        return Ok(Vec::new());
    }
    let stop = |side: Side| {
        let ended = replay::run(&problem, side, inputs, Limits::default()).ok()?;
        match (ended.outcome, ended.failed_at) {
            (Outcome::Trapped(trap), Some(span)) if trap.is_stop() => {
                Some(Stop { side, trap, at: place(problem.program(side), span) })
            }
            _ => None,
        }
    };
    Ok([Side::Old, Side::New].into_iter().filter_map(stop).collect())
}

/// What a proof takes for granted about it.
pub(crate) fn assumptions(front: &dyn Front, client: &str) -> Result<Vec<Assumption>> {
    let mut found = Vec::new();
    if front.ignores_undefined() {
        let detail = "inputs on which old has no defined behaviour are left out".to_owned();
        found.push(Assumption { kind: AssumptionKind::DefinedInOld, detail });
    }
    let Some(pair) = front.lower_stopping(client, Stopping::Both)? else { return Ok(found) };
    let mut programs = vec![&pair.new.program];
    if !front.ignores_undefined() {
        programs.push(&pair.old.program);
    }
    for (trap, does) in GOES_ON {
        let places: BTreeSet<String> = programs.iter().flat_map(|program| ends_with(program, trap)).collect();
        if places.is_empty() {
            continue;
        }
        let shown: Vec<&str> = places.iter().take(3).map(String::as_str).collect();
        let more = if places.len() > shown.len() { ", …" } else { "" };
        let detail = format!("{does} ({}{more})", shown.join(", "));
        found.push(Assumption { kind: AssumptionKind::Wrapping, detail });
    }
    Ok(found)
}

/// What the machine does where the language leaves it open.
const GOES_ON: [(Trap, &str); 5] = [
    (Trap::SignedOverflow, "signed arithmetic that overflows wraps around"),
    (Trap::FloatTooLarge, "a float that fits no integer becomes what the machine makes of it"),
    (Trap::NullComparison, "a null pointer comes before every object"),
    (Trap::NullArithmetic, "a null pointer is the number 0 in a subtraction"),
    (Trap::NullText, "a null pointer is printed as (null)"),
];

/// Where the program may end so.
fn ends_with(program: &Program, trap: Trap) -> Vec<String> {
    let mut found = Vec::new();
    for (_, function) in program.functions.iter().filter(|(_, function)| function.is_source()) {
        let Some(body) = function.body() else { continue };
        for (id, block) in body.blocks.iter() {
            if block.end == Terminator::Trap(trap) {
                found.push(place(program, body.span_of_end(id)));
            }
        }
    }
    found
}

fn place(program: &Program, span: Span) -> String {
    let file = program.files.get(span.file).map_or("", |file| &file.name);
    format!("{file}:{}", span.line)
}
