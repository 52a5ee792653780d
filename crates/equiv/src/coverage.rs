//! What an engine found out, and what the user is told.

use std::fmt;

use ir::Span;
use ir::entry::Assumption;
use value::{Expr, Symbol};

use crate::gap::Gap;
use crate::replay::Ended;
use crate::{Clause, Condition, Counterexample, Side, Values};

/// For which inputs the observations were found equal, differing, or neither.
///
/// Soundness rests on this: on every input that is neither in `differs` nor in `open` the engine
/// has shown the observations equal. An engine that skips anything says so in `open`.
#[derive(Default)]
pub struct Coverage {
    pub differs: Vec<Counterexample>,
    /// Why nothing was shown about the other inputs.
    pub open: Vec<Gap>,
    pub contexts: Vec<Context>,
    /// Was changed code run anywhere?
    pub exercised: bool,
    /// Inputs that the answer is not about.
    pub slips: Vec<Slip>,
    /// The relations between the two versions' loops that a proof rests on.
    pub invariants: Vec<Invariant>,
    /// Does a proof leave open whether both versions return on the same inputs?
    pub assumes_termination: bool,
    /// Does a proof rest on the recursion rule alone?
    pub by_recursion: bool,
    /// The inputs on which the versions differ, if that was asked for.
    pub difference: Option<Difference>,
    /// The inputs that `open` is about, put shortly.
    pub open_when: Option<Condition>,
    /// On which inputs something is open, over the inputs in order; `None`: perhaps on all.
    pub open_inputs: Option<Expr>,
    /// Functions without a body that were called, taken to do the same in both versions.
    pub externals: Vec<String>,
    /// Of the question whether only new fails.
    pub relative: Option<Relative>,
    pub statistics: Statistics,
}

/// Inputs on which both versions fail, and no statement of the program is the cause.
#[derive(Clone, Debug)]
pub struct Slip {
    /// `None`: on some inputs, and it was not found out on which.
    pub condition: Option<Condition>,
    /// How old ends on one of them.
    pub ended: Ended,
}

/// The inputs on which the versions differ.
#[derive(Clone, Debug)]
pub struct Difference {
    pub condition: Condition,
    /// These and no others; else some of them.
    pub is_exact: bool,
}

/// A way in which the client reaches changed code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// `None`: it takes too long to say.
    pub condition: Option<Condition>,
    pub call: Place,
    pub status: Status,
}

/// What the question whether only new fails brought to light besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relative {
    /// What is known to hold of pairs of functions.
    pub contracts: Vec<Contract>,
    /// Pairs of functions for which equal inputs may make new fail and not old.
    pub warnings: Vec<Symbol>,
    pub globals: usize,
    /// Conditions that were tried, and those of them that hold.
    pub candidates: usize,
    pub inferred: usize,
}

/// What was found out about a pair of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    pub function: Symbol,
    pub pre: Vec<Clause>,
    pub post: Vec<Clause>,
    /// What was tried and does not hold: at a call in that function, or at the end.
    pub died: Vec<(Clause, Option<Symbol>)>,
}

/// What the client and the changed functions that it calls do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summaries {
    /// Calls that unknowns stand for.
    pub calls: Vec<SummaryCall>,
    pub tables: Vec<SummaryTable>,
}

/// A call of a changed function. Its arguments may mention the unknowns of calls before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryCall {
    pub function: Symbol,
    pub args: Option<Values>,
    /// How what it gives, raises and writes is called where it is mentioned.
    pub gives: Symbol,
    pub raises: Symbol,
    pub writes: Symbol,
}

/// What a piece of code does: conditions on its inputs, and the effect under each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryTable {
    pub of: Summarised,
    pub rows: Vec<SummaryRow>,
    /// Why there are no rows, if there are none.
    pub gap: Option<Gap>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Summarised {
    /// The client; of one version, if the two are not the same.
    Client(Option<Side>),
    /// A call, by its place in the list, in one version.
    Call(usize, Side),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// `None`: it takes too long to say.
    pub condition: Option<Condition>,
    /// Calls, by their places in the list, that do not return.
    pub failing: Vec<(usize, Failing)>,
    pub effect: Effect,
}

/// How a call ends that does not return.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Failing {
    Raises,
    Traps,
}

/// How a way through a piece of code ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Returns(Option<Values>),
    Raises(Option<Values>),
    Traps,
}

/// A condition that holds whenever the two versions are at these places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub old: Place,
    pub new: Place,
    /// Over the inputs and the variables of both loops. `None`: it takes too long to say.
    pub condition: Option<Condition>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Inactive,
    Active,
    Differs,
    Open,
}

/// A place in one version's source.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub side: Side,
    pub span: Span,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub client_paths: u64,
    pub library_path_pairs: u64,
    pub solver_queries: u64,
    pub inputs_tried: u64,
    /// Regions of which all ways were followed as one.
    pub merged: u64,
    /// Forks at regions that could have been merged.
    pub mergeable: u64,
}

impl Statistics {
    pub fn add(&mut self, other: &Statistics) {
        self.client_paths += other.client_paths;
        self.library_path_pairs += other.library_path_pairs;
        self.solver_queries += other.solver_queries;
        self.inputs_tried += other.inputs_tried;
        self.merged += other.merged;
        self.mergeable += other.mergeable;
    }
}

/// How the answer was come by.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// None: the check was cut off.
    Auto,
    /// No reachable code differs.
    Identical,
    Random,
    Lazy,
    Eager,
    Relational,
    /// Facts about library functions.
    Facts,
    /// Runs of the real program.
    Native,
    /// The ways to ask whether only new fails.
    Sound,
    Single,
    Unsound,
    Shallow,
    Nonmodular,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Auto => "auto",
            Method::Identical => "identical",
            Method::Random => "random",
            Method::Lazy => "lazy",
            Method::Eager => "eager",
            Method::Relational => "relational",
            Method::Sound => "sound",
            Method::Facts => "facts",
            Method::Native => "native",
            Method::Single => "single",
            Method::Unsound => "unsound",
            Method::Shallow => "shallow",
            Method::Nonmodular => "nonmodular",
        })
    }
}

pub enum Verdict {
    /// Every input the client can supply gives the same observations, or whatever the goal asks.
    Equivalent(Proof),
    /// This input does not.
    Different(Box<Counterexample>),
    /// Neither was shown. Never empty.
    Undecided(Vec<Gap>),
}

#[derive(Clone, Debug)]
pub struct Proof {
    pub reason: Reason,
    pub assumptions: Vec<Assumption>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No reachable change.
    Identical,
    /// Changes never exercised.
    Inactive,
    /// Exercised and digested.
    Active,
    /// Invariants over both versions.
    Relational,
    /// The recursion rule.
    Summary,
    /// New fails nothing that old does not.
    RelativelyCorrect,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Identical => "identical",
            Reason::Inactive => "inactive",
            Reason::Active => "active",
            Reason::Relational => "relational",
            Reason::Summary => "summary",
            Reason::RelativelyCorrect => "relatively-correct",
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Inactive => "inactive",
            Status::Active => "active",
            Status::Differs => "differs",
            Status::Open => "open",
        })
    }
}
