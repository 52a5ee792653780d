//! What a front end delivers: a client lowered against both versions, ready to be compared.
//!
//! The *entry* is a function the front end writes around the client. Its parameters are the
//! client's inputs taken apart into plain sorts (an `int`, a `seq[int]`, a `bool` that says
//! whether two lists are the same object, an `int` that says which type of a union). It builds the
//! client's arguments in the heap, runs the module's top level where the language has one, calls
//! the client, and returns or raises what the client did, reduced to what counts as observed.
//! What the client can change through its arguments, the entry stores into an observed cell.
//! So an engine needs to know nothing of source types: it explores one function of plain inputs.

use std::fmt;

pub use crate::words::{Casts, Choice, MachineInput, MachineInts, MachinePart, Words};
use value::{Int, Sort, Symbol, Value};

use crate::interp::State;
use crate::{FnId, Program, Trap};

/// One version, with the client lowered against it.
#[derive(Clone)]
pub struct Entry {
    pub program: Program,
    /// Takes plain inputs and calls the client. Both versions' entries have the same parameters.
    pub entry: FnId,
    /// The client as the user named it; its arguments are what reports show.
    pub client: FnId,
}

/// Both versions.
pub struct Pair {
    /// As the user named it.
    pub client: String,
    /// The names of the client's parameters, in order.
    pub parameters: Vec<String>,
    pub old: Entry,
    pub new: Entry,
    pub assumptions: Vec<Assumption>,
    /// The hidden boolean cell that is true where a run ended in a failure that no statement of the program
    /// is the cause of: a name or a module that is not there, a value of a type that was guessed. No answer is
    /// about inputs on which both versions end so. `None`: no run can.
    pub slips: Option<Symbol>,
    /// All that the client reaches is the same code in both versions, whether it is understood or not. `false`: not
    /// known other than by comparing the programs.
    pub is_same_code: bool,
    pub library: Library,
    pub notation: Box<dyn Notation>,
}

/// What is known of functions without code, by the language's own library.
#[derive(Copy, Clone)]
pub struct Library {
    /// What a function gives for these arguments, where the library says so: `log(1.0)`.
    pub known: fn(&str, &[Value]) -> Option<Value>,
    /// Is it something that the program does, and an observer sees, to call that function? A function
    /// of the library need not be.
    pub is_action: fn(&str) -> bool,
    /// Functions without code are taken to read no more than they are declared to read.
    pub reads_as_declared: bool,
}

impl Default for Library {
    fn default() -> Library {
        Library { known: |_, _| None, is_action: |_| true, reads_as_declared: false }
    }
}

/// A function without a body that says whether the call of another one raises: the other's name, then this.
pub const RAISES: &str = " raises";

/// A client whose behaviour depends on what happened before it is called.
pub struct Later {
    /// The client called in any state: whatever other code can change is an input. What is the same
    /// here stays so after any calls.
    pub any_state: Pair,
    /// Steps that may bring about a state in which the versions differ, the simplest first.
    pub sequences: Vec<Vec<Prior>>,
    /// All that can happen before the call, where it can be said in steps.
    pub all: Option<Vec<Prior>>,
    /// Calls that may show what the client leaves behind: of which function, after which steps.
    pub afterwards: Vec<(String, Vec<Prior>)>,
}

/// A step before the client's call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prior {
    /// A call of the client.
    Client,
    /// A call of another function.
    Call(String),
    /// Other code sets the variable.
    Assign(String),
    /// Any number of calls of the client and of these functions, in any order.
    Any(Vec<String>),
}

/// Something a proof rests on that the user should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    pub kind: AssumptionKind,
    pub detail: String,
}

/// What kind of thing a proof takes for granted. `docs/assumptions.md` has a row for each.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssumptionKind {
    ParameterType,
    /// The user said that it holds of the client's parameters.
    Precondition,
    NoAlias,
    External,
    /// Code outside gives the same for the same question.
    DeterministicOutside,
    /// Shown for the first call after loading only, or for a state that code which changed has left behind.
    InitialState,
    /// Debug or release, the target, the compiler's switches.
    Build,
    Termination,
    IdealMachine,
    RealFloats,
    UnboundedInts,
    /// What is undefined is taken to wrap around.
    Wrapping,
    /// Inputs on which old is undefined were left out.
    DefinedInOld,
    Axioms,
    /// Runs that an `assume` of one version blocks were left out.
    BlockedRuns,
    UnobservedOutput,
    /// There are no threads.
    Sequential,
    /// Code outside reaches the program only through what it is handed.
    ClosedOutside,
    /// Somebody said that it holds of the library.
    Fact,
    /// Loading does what it was seen to do.
    Loading,
}

impl AssumptionKind {
    pub const ALL: [AssumptionKind; 20] = [
        AssumptionKind::ParameterType,
        AssumptionKind::Precondition,
        AssumptionKind::NoAlias,
        AssumptionKind::External,
        AssumptionKind::DeterministicOutside,
        AssumptionKind::InitialState,
        AssumptionKind::Build,
        AssumptionKind::Termination,
        AssumptionKind::IdealMachine,
        AssumptionKind::RealFloats,
        AssumptionKind::UnboundedInts,
        AssumptionKind::Wrapping,
        AssumptionKind::DefinedInOld,
        AssumptionKind::Axioms,
        AssumptionKind::BlockedRuns,
        AssumptionKind::UnobservedOutput,
        AssumptionKind::Sequential,
        AssumptionKind::ClosedOutside,
        AssumptionKind::Fact,
        AssumptionKind::Loading,
    ];
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AssumptionKind::ParameterType => "parameter-type",
            AssumptionKind::Precondition => "precondition",
            AssumptionKind::NoAlias => "no-alias",
            AssumptionKind::External => "external",
            AssumptionKind::DeterministicOutside => "deterministic-outside",
            AssumptionKind::InitialState => "initial-state",
            AssumptionKind::Build => "build",
            AssumptionKind::Termination => "termination",
            AssumptionKind::IdealMachine => "ideal-machine",
            AssumptionKind::RealFloats => "real-floats",
            AssumptionKind::UnboundedInts => "unbounded-ints",
            AssumptionKind::Wrapping => "wrapping",
            AssumptionKind::DefinedInOld => "defined-in-old",
            AssumptionKind::Axioms => "axioms",
            AssumptionKind::BlockedRuns => "blocked-runs",
            AssumptionKind::UnobservedOutput => "unobserved-output",
            AssumptionKind::Sequential => "sequential",
            AssumptionKind::ClosedOutside => "closed-outside",
            AssumptionKind::Fact => "fact",
            AssumptionKind::Loading => "loading",
        })
    }
}

/// How an argument is handed over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    Position,
    Keyword,
    /// Not at all: the default is taken.
    LeftOut,
    /// One by one: a sequence of arguments beyond the named parameters.
    Rest,
    /// One by one by their names: a map of such arguments.
    Named,
}

/// How a language writes values and conditions.
pub trait Notation: Send + Sync {
    /// The value, as a reader of the source would think of it.
    fn show(&self, program: &Program, value: &Value, sort: Sort, state: &State) -> Shown;

    /// As the language writes it: `[1, None]`.
    fn write(&self, shown: &Shown) -> String;

    fn words(&self) -> &Words;

    /// The client's arguments, by name, as its source declares them, out of the entry's plain
    /// inputs. `None`: they are the client's parameters one by one.
    fn arguments(&self, _inputs: &[Value]) -> Option<Vec<(String, Shown)>> {
        None
    }

    /// How each of the client's arguments is handed over for these plain inputs. `None`: by position.
    fn passed(&self, _inputs: &[Value]) -> Option<Vec<Passing>> {
        None
    }

    /// Can a caller pass these plain inputs? Proofs are about all there are; a difference needs one that can be passed.
    fn is_possible(&self, _inputs: &[Value]) -> bool {
        true
    }

    /// The bits that have a name in the source of a number that objects hold in that cell: nobody sees the others. `None`: all
    /// have.
    fn named_bits(&self, _cell: Symbol) -> Option<u128> {
        None
    }

    /// Is what an object holds in that cell only what it works with? Others see it by what the object does.
    fn is_inner(&self, _cell: Symbol, _contents: &Value) -> bool {
        false
    }

    /// What the entry returned, with one address in the place of all that nobody can look at, and what stands at these,
    /// where that can be told. `None`: all addresses count.
    fn without_addresses(&self, _program: &Program, _values: &[Value], _state: &State) -> Option<Unaddressed> {
        None
    }

    /// The steps that come before the client's call, as one may type them; `...` for one that cannot be
    /// written.
    fn before(&self, _inputs: &[Value]) -> Vec<String> {
        Vec::new()
    }

    /// What the entry returned, as the source declares it. `None`: one value for each result.
    fn result(&self, _program: &Program, _values: &[Value], _state: &State) -> Option<Shown> {
        None
    }

    /// The contents of a global variable, if the source says more of its type than the sort does.
    fn global(&self, _name: &str, _value: &Value) -> Option<Shown> {
        None
    }

    /// Can it be a name in the source? Cells that front ends make for themselves have other names.
    fn is_name(&self, name: &str) -> bool {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// Does the library function give an object, of which number 0 stands for none?
    fn gives_object(&self, _function: &str) -> bool {
        false
    }

    /// The trap that a report makes of a raised value, where the language has no word for raising.
    fn stopped(&self, _program: &Program, _value: &Value, _state: &State) -> Option<Trap> {
        None
    }

    /// What a raised value is called in a report: `ValueError`.
    fn raised(&self, program: &Program, value: &Value, state: &State) -> String;
}

/// Values whose addresses do not count, and what stands there.
pub type Unaddressed = (Vec<Value>, Vec<Option<Vec<u8>>>);

/// A value without references, for text and JSON alike.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    None,
    Bool(bool),
    Int(Int),
    Float(f64),
    Text(String),
    List(Vec<Shown>),
    /// Everything else, as the language writes it.
    Repr(String),
}

/// Why a source could not be lowered at all: unreadable, ill-formed, or no such function.
/// Anything that parses but has no counterpart in the IR is not one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// Several, where the front end can go on after the first.
    pub messages: Vec<SourceMessage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMessage {
    pub file: String,
    /// Line and column from 1; `None` where the file as a whole is meant.
    pub at: Option<(u32, u32)>,
    pub message: String,
    /// What to do about it.
    pub advice: Option<String>,
}

impl SourceError {
    pub fn new(file: &str, at: Option<(u32, u32)>, message: impl Into<String>) -> SourceError {
        SourceError { messages: vec![SourceMessage { file: file.into(), at, message: message.into(), advice: None }] }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, message) in self.messages.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            match message.at {
                Some((line, column)) => write!(f, "{}:{line}:{column}: {}", message.file, message.message)?,
                None => write!(f, "{}: {}", message.file, message.message)?,
            }
            if let Some(advice) = &message.advice {
                write!(f, "\n  {advice}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for SourceError {}

/// A source file as the command line read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As reports should call it.
    pub name: String,
    pub text: String,
}
