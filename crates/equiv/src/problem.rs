//! A client against two versions of what it calls.

use ir::Program;
use ir::entry::{Assumption, Entry, Notation, Pair};
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

    /// Does anything the entry can reach differ at all?
    pub fn is_identical(&self) -> bool {
        self.matching.is_unchanged(self.old.entry)
    }
}
