//! Why something could not be told, as data. `report` has the words.

use std::fmt;

use ir::Trap;
use value::{Symbol, Value};

use crate::clause::BadContract;
use crate::coverage::{Method, Place};
use crate::replay::{Opaque, Unclear};
use crate::{Condition, Notion, Side};

/// Why something could not be told, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub why: Why,
    pub at: Option<Place>,
}

impl Gap {
    pub fn new(why: Why, at: Option<Place>) -> Gap {
        Gap { why, at }
    }

    /// One that has no place.
    pub fn nowhere(why: Why) -> Gap {
        Gap { why, at: None }
    }

    pub fn kind(&self) -> GapKind {
        self.why.kind()
    }
}

/// Why something could not be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A loop was followed for so many choices, and can go on.
    Unrolled(u32),
    /// The same, while code was summarised whatever it is called with.
    UnrolledInSummary(u32),
    /// So many blocks of code ran without a decision and without an end.
    Spinning(u64),
    /// Code ran on without a decision, one version's by itself.
    NothingDecided,
    /// The loops and recursions of a version could not be put into a finite form.
    NoFiniteForm,
    /// No function could be taken as one and the same in both versions.
    NothingKept,
    /// More ways through a loop than are followed.
    ManyWays,
    /// A recursion in which nothing changes from call to call.
    UnchangingRecursion,
    NoInvariantInTime,
    /// No relation between the loops was found that implies the same result.
    NoRelation {
        run: Alignment,
        known: Option<Condition>,
    },

    /// Nobody said whether this holds of the library.
    OpenFact {
        fact: String,
    },
    /// No facts about the library were found under which the versions are the same.
    NoFacts,

    /// The front end has no meaning for it.
    NotUnderstood(Symbol),
    /// The client is a generic function, and nothing says for which types.
    GenericClient,
    /// A loop with more than one entry.
    IrreducibleLoop,
    /// One version alone ends so, in a way that is in doubt.
    OneVersionGoes(Trap),
    /// What is given back is not written alike, and shows only to those who use it.
    OpaqueGivenBack(Opaque),
    /// Bits differ that have no name in the source.
    OnlyPaddingDiffers,
    /// A function that was changed is given back.
    ChangedFunctionGivenBack,
    /// A function that was changed is passed around.
    ChangedFunctionPassed,

    /// The solver did not answer.
    Unanswered {
        asked: Asked,
        said: Option<String>,
    },

    /// An input that should tell the versions apart did not when it was run.
    SameWhenRun,
    /// The same, when the language itself ran it.
    SameNatively {
        call: String,
        by: String,
    },

    TimeIsUp,
    EffortIsSpent,
    /// So many blocks of code ran without a decision, in a first look.
    SpinningAtFirst(u64),
    /// So many partitions of the versions are too many for one assertion.
    ManyPartitions(usize, usize),
    SummariesNotComplete,
    NoContractsInTime,
    NoAnswerWithin {
        seconds: u64,
    },
    /// The time was over before the check began.
    NotBegun,
    OutOfMemory {
        megabytes: u64,
    },

    /// An engine failed, with what it said.
    EngineFailed {
        method: Method,
        said: String,
    },
    /// The check failed, with what it said.
    CheckFailed(String),

    /// A function without code was reached that nothing is known of.
    NoCode(Symbol),
    NoBody {
        function: Symbol,
        side: Side,
    },
    /// The versions may differ, depending on what a function without code gives.
    DependsOnAnswer(Symbol),

    /// The versions may differ, depending on choices that the program leaves open.
    DependsOnChoices,
    ChoiceInRecursion,

    /// What a summary has no unknown for.
    NoPlaceholder {
        function: Symbol,
        does: Unplaced,
    },
    /// Objects of the summaries could not be told apart or compared.
    ObjectsNotCompared,
    /// A state at a loop has no form that can be followed.
    Shapeless(Shapeless),
    RecursionLeavesObjects,

    /// The versions write different things before they end, if they end.
    WritesBeforeEnd,
    /// The same where both return; that they return on the same inputs was not shown.
    MayNotReturnAlike,

    /// Every input gives the same, but only one version treats just these inputs in one way.
    OnlyOneSide {
        side: Side,
        notion: Notion,
        condition: Option<Condition>,
    },

    /// So many inputs were run, and none told the versions apart.
    OnlyRuns(u64),
    /// These functions may fail; `alone`: whatever old does.
    MayFail {
        functions: Vec<Symbol>,
        alone: bool,
    },

    /// A contract that a user wrote is not understood.
    BadContract(BadContract),
    /// The contracts that were found do not imply the goal.
    ContractsTooWeak,
    /// No warning is left, but the mode takes for granted what it does not show.
    NoWarningLeft,

    /// Both versions fail on every input, with this exception, and no statement of the program is the cause.
    FailsOnEveryInput {
        raised: Value,
    },

    /// What the user takes for granted of the parameters holds on no input.
    NothingAssumed(String),

    /// What a version says of its functions and constants contradicts itself.
    AxiomsContradict(Side),
    /// The difference needs things of which axioms say that they are not there.
    AxiomsExclude,

    /// The difference needs a state that no calls are known to lead to; with an example of it.
    UnreachedState(Option<String>),
    /// A call on which the versions differ, with a value that no function of the program was seen to make.
    NotMade {
        call: String,
    },
    /// In a state other than the first, this is open.
    OpenInOtherStates(Box<Why>),

    /// A run of the real program contradicts the model: on what, and where all of it is written.
    ModelDisagrees {
        call: String,
        what: String,
        file: String,
    },
    /// The versions differ on this call, where old is undefined, and were not seen to elsewhere.
    DiffersWhereUndefined {
        call: String,
        note: String,
    },
}

impl From<Unclear> for Why {
    fn from(unclear: Unclear) -> Why {
        match unclear {
            Unclear::Trap(trap) => Why::OneVersionGoes(trap),
            Unclear::GivesBack(what) => Why::OpaqueGivenBack(what),
            Unclear::Padding => Why::OnlyPaddingDiffers,
        }
    }
}

/// How both versions are run side by side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Alignment {
    TurnByTurn,
    LoopByLoop,
    OneAfterTheOther,
}

/// What the solver was asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    DoVersionsEndAlike,
    DoesAssertionHold,
    ArePartitionsAlike,
    CanNewFail,
    /// Is the contract of this function a proof, once more?
    DoesContractHold(Symbol),
}

/// What a function does that a summary has no unknown for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unplaced {
    Chooses,
    GivesBackObjects,
    WritesToObjects,
    KeepsObjects,
}

/// What has no form at a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapeless {
    ManyLoops,
    /// States of different shapes meet.
    StatesDiffer,
    /// A value that is sometimes made so and sometimes not.
    SometimesMade(value::Ctor),
    MixedElements,
    /// Objects that a loop makes and keeps.
    KeptObjects,
    /// A varying value of that sort.
    Varying(value::Sort),
}

/// The kinds of gaps, as `--format json` calls them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapKind {
    LoopBound,
    Unsupported,
    Solver,
    /// The solver's input gave equal observations, or none, when run.
    DidNotReplay,
    OutOfBudget,
    OutOfMemory,
    Crashed,
    External,
    Nondeterminism,
    /// Objects whose identity or contents could not be compared.
    Heap,
    /// It was not shown that both versions return on the same inputs.
    Termination,
    /// The same for every input, but not by the stronger notion that was asked for.
    Notion,
    /// Nothing was proved: the method only runs inputs, or something may fail.
    NoProof,
    /// No contracts were found that suffice.
    Contracts,
    /// The method takes for granted what it does not show.
    UnsoundMode,
    /// Both versions fail on every input, and no `raise` of the program is the cause.
    FailsOnEveryInput,
    /// What is assumed leaves no input.
    NoInput,
    /// The difference needs a state before the call that no calls are known to lead to.
    UnreachedState,
    /// A run of the real program contradicts the model.
    ModelDisagrees,
    /// The versions differ where old has no defined behaviour, and were not seen to elsewhere.
    Undefined,
    /// It depends on facts about a library.
    Facts,
    /// Axioms leave no world in which it could be seen.
    Axioms,
}

impl Why {
    pub fn kind(&self) -> GapKind {
        match self {
            Why::Unrolled(_)
            | Why::UnrolledInSummary(_)
            | Why::Spinning(_)
            | Why::NothingDecided
            | Why::NoFiniteForm
            | Why::NothingKept
            | Why::ManyWays
            | Why::UnchangingRecursion
            | Why::NoInvariantInTime
            | Why::NoRelation { .. } => GapKind::LoopBound,
            Why::NotUnderstood(_)
            | Why::GenericClient
            | Why::IrreducibleLoop
            | Why::OneVersionGoes(_)
            | Why::ChangedFunctionGivenBack
            | Why::ChangedFunctionPassed => GapKind::Unsupported,
            Why::OpenFact { .. } | Why::NoFacts => GapKind::Facts,
            Why::Unanswered { .. } => GapKind::Solver,
            Why::SameWhenRun | Why::SameNatively { .. } => GapKind::DidNotReplay,
            Why::TimeIsUp
            | Why::EffortIsSpent
            | Why::SpinningAtFirst(_)
            | Why::ManyPartitions(..)
            | Why::SummariesNotComplete
            | Why::NoContractsInTime
            | Why::NoAnswerWithin { .. }
            | Why::NotBegun => GapKind::OutOfBudget,
            Why::OutOfMemory { .. } => GapKind::OutOfMemory,
            Why::EngineFailed { .. } | Why::CheckFailed(_) => GapKind::Crashed,
            Why::NoCode(_) | Why::NoBody { .. } | Why::DependsOnAnswer(_) => GapKind::External,
            Why::DependsOnChoices | Why::ChoiceInRecursion | Why::NoPlaceholder { does: Unplaced::Chooses, .. } => {
                GapKind::Nondeterminism
            }
            Why::OpaqueGivenBack(_)
            | Why::OnlyPaddingDiffers
            | Why::NoPlaceholder { .. }
            | Why::ObjectsNotCompared
            | Why::Shapeless(_)
            | Why::RecursionLeavesObjects => GapKind::Heap,
            Why::WritesBeforeEnd | Why::MayNotReturnAlike => GapKind::Termination,
            Why::OnlyOneSide { .. } => GapKind::Notion,
            Why::OnlyRuns(_) | Why::MayFail { .. } => GapKind::NoProof,
            Why::BadContract(_) | Why::ContractsTooWeak => GapKind::Contracts,
            Why::NoWarningLeft => GapKind::UnsoundMode,
            Why::FailsOnEveryInput { .. } => GapKind::FailsOnEveryInput,
            Why::NothingAssumed(_) => GapKind::NoInput,
            Why::AxiomsContradict(_) | Why::AxiomsExclude => GapKind::Axioms,
            Why::UnreachedState(_) | Why::NotMade { .. } | Why::OpenInOtherStates(_) => GapKind::UnreachedState,
            Why::ModelDisagrees { .. } => GapKind::ModelDisagrees,
            Why::DiffersWhereUndefined { .. } => GapKind::Undefined,
        }
    }
}

impl GapKind {
    pub const ALL: [GapKind; 22] = [
        GapKind::LoopBound,
        GapKind::Unsupported,
        GapKind::Solver,
        GapKind::DidNotReplay,
        GapKind::OutOfBudget,
        GapKind::OutOfMemory,
        GapKind::Crashed,
        GapKind::External,
        GapKind::Nondeterminism,
        GapKind::Heap,
        GapKind::Termination,
        GapKind::Notion,
        GapKind::NoProof,
        GapKind::Contracts,
        GapKind::UnsoundMode,
        GapKind::FailsOnEveryInput,
        GapKind::NoInput,
        GapKind::UnreachedState,
        GapKind::ModelDisagrees,
        GapKind::Undefined,
        GapKind::Facts,
        GapKind::Axioms,
    ];
}

impl fmt::Display for GapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GapKind::LoopBound => "loop-bound",
            GapKind::Unsupported => "unsupported",
            GapKind::Solver => "solver",
            GapKind::DidNotReplay => "did-not-replay",
            GapKind::OutOfBudget => "out-of-budget",
            GapKind::OutOfMemory => "out-of-memory",
            GapKind::Crashed => "crashed",
            GapKind::External => "external",
            GapKind::Nondeterminism => "nondeterminism",
            GapKind::Heap => "heap",
            GapKind::Termination => "termination",
            GapKind::Notion => "notion",
            GapKind::NoProof => "no-proof",
            GapKind::Contracts => "contracts",
            GapKind::UnsoundMode => "unsound-mode",
            GapKind::FailsOnEveryInput => "fails-on-every-input",
            GapKind::NoInput => "no-input",
            GapKind::UnreachedState => "unreached-state",
            GapKind::ModelDisagrees => "model-disagrees",
            GapKind::Undefined => "undefined",
            GapKind::Facts => "facts",
            GapKind::Axioms => "axioms",
        })
    }
}
