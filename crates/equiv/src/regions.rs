//! Regions of a function that are followed as one, and what comparing them with their ways showed.

use ir::Span;
use value::{Symbol, Value};

/// Why the ways of a region are followed one by one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unmerged {
    /// It has as many ends as ways.
    SavesNothing,
    TooLarge,
    /// Values of different kinds would become one.
    MixesKinds,
    /// Something in it cannot be put into a summary, and may be reached.
    NotSummarised,
}

/// What an instance of a summary is, compared with the ways that it replaces.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    Equal,
    /// On these inputs of the function it is not.
    Different(Vec<Value>),
    Undecided,
}

/// A use of a region's summary.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The ways that it replaces, as they were followed.
    pub ways: u64,
    pub shown: Shown,
}

/// A region of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct RegionRow {
    pub function: Symbol,
    /// Where it begins, if any line of the source stands for it.
    pub at: Span,
    pub instances: Vec<Instance>,
    /// Why it was not used, where it was not.
    pub unmerged: Option<Unmerged>,
}

/// All regions of a function, and of what it calls.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegionProofs {
    pub regions: Vec<RegionRow>,
    /// There may be further uses that were not looked at: the time was up, or a loop goes round further.
    pub is_cut: bool,
    /// Some way leads to what is not understood. Nobody follows it further.
    pub is_stuck: bool,
}

impl RegionProofs {
    pub fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.regions.iter().flat_map(|region| &region.instances)
    }
}
