//! A client against two versions of what it calls.

use ir::entry::{Assumption, Entry, Notation, Pair};
use ir::{FnId, Program};
use value::Sort;

use crate::matching::Matching;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Old,
    New,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Old, Side::New];
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::Old => "old",
            Side::New => "new",
        })
    }
}

/// What to make of inputs on which a version runs for ever.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Termination {
    /// Never returning is an outcome like others, where it is certain. A proof may assume that
    /// both versions return on the same inputs, once no input was found that shows otherwise.
    #[default]
    Report,
    /// Only inputs on which both versions return are compared.
    Ignore,
    /// A proof must show that both versions return on the same inputs.
    Prove,
}

pub struct Problem {
    /// The client as the user named it.
    pub client: String,
    /// The client's parameters, as the source names them.
    pub parameters: Vec<String>,
    pub old: Entry,
    pub new: Entry,
    pub matching: Matching,
    pub assumptions: Vec<Assumption>,
    pub notation: Box<dyn Notation>,
    pub termination: Termination,
}

/// Is it the function's name, or the last part of it?
pub fn is_name_of(name: &str, function: &str) -> bool {
    match function.strip_suffix(name) {
        Some(before) => before.is_empty() || before.ends_with('.') || before.ends_with("::"),
        None => false,
    }
}

impl Problem {
    pub fn new(pair: Pair) -> Problem {
        let matching = Matching::new(&pair.old.program, &pair.new.program, (pair.old.entry, pair.new.entry));
        Problem {
            client: pair.client,
            parameters: pair.parameters,
            old: pair.old,
            new: pair.new,
            matching,
            assumptions: pair.assumptions,
            notation: pair.notation,
            termination: Termination::default(),
        }
    }

    pub fn entry(&self, side: Side) -> &Entry {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    pub fn program(&self, side: Side) -> &Program {
        &self.entry(side).program
    }

    /// Names and sorts of the plain inputs, the same for both versions.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, Sort)> {
        let entry = &self.old.program.functions[self.old.entry];
        entry.params.iter().map(|param| (param.name.as_str(), param.sort))
    }

    /// Functions of these names are the library: the client meets the change where it calls one of
    /// them, not only where code differs. A name may leave out the module in front of it.
    pub fn name_library(&mut self, names: &[String]) {
        let is_named = |function: &str| names.iter().any(|name| is_name_of(name, function));
        let named: Vec<FnId> = self
            .old
            .program
            .functions
            .iter()
            .filter(|(_, row)| is_named(row.name.as_str()))
            .map(|(id, _)| id)
            .collect();
        named.into_iter().for_each(|id| self.matching.set_apart(id));
    }

    /// Does anything the entry can reach differ at all?
    pub fn is_identical(&self) -> bool {
        self.matching.is_unchanged(self.old.entry)
    }
}
