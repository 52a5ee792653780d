//! `safebump check FILE --pair f,g`: two functions of one program, from one input.
//!
//! Old is the program with the first function as the client, new the same program with the second: so everything
//! that is known of two versions holds of two functions.

use std::sync::Arc;

use ir::entry::{Assumption, AssumptionKind, Entry, Later, Pair, Prior};

use crate::failure::{Failure, Result};
use crate::native::Native;
use crate::question::{Front, Stopping};
use crate::read::Named;

/// The two functions that `--pair` names.
pub fn parse(given: &str) -> Result<(String, String)> {
    match given.split_once(',') {
        Some((f, g)) if !f.trim().is_empty() && !g.trim().is_empty() && !g.contains(',') => {
            Ok((f.trim().to_owned(), g.trim().to_owned()))
        }
        _ => Err(Failure::new(format!("`--pair {given}` does not name two functions"), "write it as --pair f,g")),
    }
}

/// A program whose second function stands for the new version of the first.
pub(crate) struct Paired {
    pub(crate) front: Box<dyn Front>,
    pub(crate) first: String,
    pub(crate) second: String,
}

impl Paired {
    /// The first function as old, the second as new.
    fn joined(&self, first: Pair, second: Pair) -> Result<Pair> {
        if let Some(why) = tell_apart(&first.old, &second.new) {
            let (f, g) = (&self.first, &self.second);
            return Err(Failure::new(
                format!("`{f}` and `{g}` cannot be given the same input: {why}"),
                "compare functions that take the same parameters; --type NAME=TYPE says the type of one",
            ));
        }
        let mut assumptions = first.assumptions;
        for assumption in second.assumptions {
            if !assumptions.contains(&assumption) {
                assumptions.push(assumption);
            }
        }
        // What is known of the versions of each is not known of the two.
        Ok(Pair { new: second.new, assumptions, slips: first.slips.or(second.slips), is_same_code: false, ..first })
    }

    /// Both in any state. `None`: what they do does not depend on it. `Some(None)`: they look at different state.
    fn in_any_state(&self) -> Result<Option<Option<Later>>> {
        let (first, second) = (self.front.lower_later(&self.first)?, self.front.lower_later(&self.second)?);
        let (first, second) = match (first, second) {
            (None, None) => return Ok(None),
            (Some(first), Some(second)) if has_same_inputs(&first.any_state.old, &second.any_state.new) => {
                (first, second)
            }
            _ => return Ok(Some(None)),
        };
        let sequences = first.sequences.into_iter().filter(|steps| second.sequences.contains(steps)).collect();
        let any_state = self.joined(first.any_state, second.any_state)?;
        Ok(Some(Some(Later { any_state, sequences, all: None, afterwards: Vec::new() })))
    }
}

/// Why the entries do not take the same inputs, if they do not.
fn tell_apart(first: &Entry, second: &Entry) -> Option<String> {
    let params = |entry: &Entry| entry.program.functions[entry.entry].params.clone();
    let (first, second) = (params(first), params(second));
    if first.len() != second.len() {
        let word = if first.len() == 1 { "input" } else { "inputs" };
        return Some(format!("one takes {} {word}, the other {}", first.len(), second.len()));
    }
    let differs = first.iter().zip(&second).find(|(a, b)| a.sort != b.sort)?;
    Some(format!("{} is not of the type of {}", differs.0.name, differs.1.name))
}

/// Do the entries take the same inputs beside their own parameters, by name?
fn has_same_inputs(first: &Entry, second: &Entry) -> bool {
    let inputs = |entry: &Entry| {
        let own = &entry.program.functions[entry.client].params;
        let all = entry.program.functions[entry.entry].params.clone();
        all.into_iter().filter(|param| own.iter().all(|own| own.name != param.name)).collect::<Vec<_>>()
    };
    inputs(first) == inputs(second)
}

impl Front for Paired {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        self.front.functions()
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        self.front.beside(file)
    }

    fn each_part(&self, add: &mut dyn FnMut(&str)) {
        self.front.each_part(add);
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        self.front.own_functions()
    }

    fn lower(&self, _: &str) -> Result<Pair> {
        let mut pair = self.joined(self.front.lower(&self.first)?, self.front.lower(&self.second)?)?;
        if let Some(None) = self.in_any_state()? {
            let detail = format!("{} and {} are compared as they are called first", self.first, self.second);
            pair.assumptions.push(Assumption { kind: AssumptionKind::InitialState, detail });
        }
        Ok(pair)
    }

    fn lower_later(&self, _: &str) -> Result<Option<Later>> {
        Ok(self.in_any_state()?.flatten())
    }

    fn on_state(&self, _: &str) -> Result<Vec<Assumption>> {
        let mut assumptions = self.front.on_state(&self.first)?;
        assumptions.extend(self.front.on_state(&self.second)?);
        Ok(assumptions)
    }

    fn lower_after(&self, _: &str, steps: &[Prior]) -> Result<Pair> {
        self.joined(self.front.lower_after(&self.first, steps)?, self.front.lower_after(&self.second, steps)?)
    }

    fn native(&self, _: &str) -> Result<Box<dyn Native>> {
        Err(Failure::new(
            "a pair of functions is not run natively",
            "leave out --replay native, --audit and --emit-test",
        ))
    }

    fn build(&self) -> Option<String> {
        self.front.build()
    }

    fn lower_stopping(&self, _: &str, which: Stopping) -> Result<Option<Pair>> {
        let lowered = |name: &str| self.front.lower_stopping(name, which);
        match (lowered(&self.first)?, lowered(&self.second)?) {
            (Some(first), Some(second)) => self.joined(first, second).map(Some),
            _ => Ok(None),
        }
    }

    fn ignores_undefined(&self) -> bool {
        self.front.ignores_undefined()
    }
}
