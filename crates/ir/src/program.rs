//! The tables of a program.
//!
//! State is named, not threaded by hand: a [`Cell`] is read and written by instructions, and what
//! a function reads and writes follows from its code. So a call carries only its arguments, and a
//! function is still a function of its arguments and the cells it reads.

use std::collections::BTreeMap;

use arena::{IdVec, id_type};
use smallvec::SmallVec;
use std::sync::Arc;
use value::{Ctor, Expr, Op, Sort, Symbol, Value};

use crate::Trap;

id_type!(FnId, "f", "A function of a program.");
id_type!(BlockId, "b", "A block of a function.");
id_type!(ValueId, "v", "A value computed once in its function.");
id_type!(CellId, "c", "A cell of a program's state.");
id_type!(FileId, "file", "A source file of a program.");

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub files: IdVec<FileId, SourceFile>,
    pub cells: IdVec<CellId, Cell>,
    /// Shared, because two versions of a program share most of it, the prelude above all.
    pub functions: IdVec<FnId, Arc<Function>>,
    /// Closed formulas that hold of the uninterpreted functions.
    pub axioms: Vec<Axiom>,
    /// All that the source says of its functions and constants, whether or not code reaches them, as far as it can be put
    /// so: there is no run where this does not hold.
    pub world: Vec<Expr>,
    /// Atoms that stand for code where they are part of a value: functions that are passed around.
    pub code: Vec<(Symbol, FnId)>,
    /// How a value is made that comes from outside: a constructor with one number, which says which.
    pub from_outside: Option<Ctor>,
}

/// Programs are equal if their code and state are, whatever files they came from.
impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.cells == other.cells
            && self.functions == other.functions
            && self.axioms == other.axioms
            && self.code == other.code
            && self.from_outside == other.from_outside
    }
}

impl Eq for Program {}

#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user wrote it on the command line.
    pub name: String,
    pub text: Arc<str>,
}

/// A piece of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub name: Symbol,
    pub sort: Sort,
    pub role: CellRole,
    pub initial: Value,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CellRole {
    /// A map keyed by references: the contents of the objects of that kind. Observed where it
    /// can be reached from something observed.
    Heap,
    /// Observed at the end.
    Global,
    /// Observed at the end: what was written so far.
    Output,
    /// Not observed.
    Hidden,
}

/// The output cell that says that an `assume` of the source stopped the run.
pub const BLOCKED: &str = "blocked runs";

/// What is added to the name of a cell of the heap for the cell that says which parts of it were never written.
/// What is there is up to chance.
pub const UNWRITTEN: &str = ":unwritten";

/// The cell of the heap that says how many elements an object has. Whoever gets an object cannot tell that there are more
/// than he knows of.
pub const EXTENT: &str = "mem:count";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    pub name: Symbol,
    pub formula: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Unique in its program. Functions of two versions match by it.
    pub name: Symbol,
    pub params: Vec<Param>,
    pub results: Vec<Sort>,
    /// The sort of what it may raise; `None`: it never raises.
    pub raises: Option<Sort>,
    pub kind: FunctionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: Symbol,
    pub sort: Sort,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    Defined(Body),
    /// No body. What it returns depends on its arguments, the cells it reads and everything
    /// external that happened before; the call itself is observed.
    External {
        reads: Vec<CellId>,
        writes: Vec<CellId>,
        reach: Reach,
    },
    /// No body, but known to depend on its arguments only; calls are not observed.
    Pure,
}

/// What of the heap cells that it reads and writes code outside can get at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// All of them, whole.
    Cells,
    /// The objects that its arguments lead to, and those that code outside was led to before: what
    /// escaped stays escaped. Objects are the same if they were reached in the same way, whatever
    /// their numbers. If code of the program is among what it is led to, the other cells and what
    /// they lead to as well; output is always read. The first argument names the step: its *key*.
    Objects,
    /// The same, and the other cells in any case.
    Program,
}

#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The entry is block 0; its parameters are the function's.
    pub blocks: IdVec<BlockId, Block>,
    pub sorts: IdVec<ValueId, Sort>,
    /// Where each block's instructions and end come from: one span an instruction, then one for
    /// the end. Beside the code, so that functions that differ only in layout compare equal.
    pub spans: IdVec<BlockId, Vec<Span>>,
    pub origin: Origin,
    /// Which values are those of variables of the source, where the front end says so.
    pub names: BTreeMap<ValueId, Symbol>,
}

/// Whose code a body is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// It stands for code of the user's. What of it was not lowered may hide a change.
    #[default]
    Source,
    /// The front end wrote it: the runtime of the language. It is the same for every program, and
    /// what it cannot express is the same too.
    FrontEnd,
}

/// Bodies are equal if their code is, wherever it came from.
impl PartialEq for Body {
    fn eq(&self, other: &Body) -> bool {
        self.blocks == other.blocks && self.sorts == other.sorts && self.origin == other.origin
    }
}

impl Eq for Body {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub params: Vec<ValueId>,
    pub insts: Vec<Inst>,
    pub end: Terminator,
}

pub type Args = SmallVec<[ValueId; 3]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    Const {
        result: ValueId,
        value: Value,
    },
    Apply {
        result: ValueId,
        op: Op,
        args: Args,
    },
    Get {
        result: ValueId,
        cell: CellId,
    },
    Set {
        cell: CellId,
        value: ValueId,
    },
    /// A reference that nothing else refers to; the kind is that of the result's sort.
    Alloc {
        result: ValueId,
    },
    /// The next non-deterministic choice, of the result's sort. Both versions read one sequence.
    Choose {
        result: ValueId,
    },
    /// Runs on which this is false do not count.
    Assume {
        condition: ValueId,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    Jump(Target),
    Branch {
        condition: ValueId,
        then: Target,
        otherwise: Target,
    },
    /// To the first case whose value is equal. Cases differ from each other.
    Switch {
        on: ValueId,
        cases: Vec<(Value, Target)>,
        default: Target,
    },
    /// `returned` gets the results before its own arguments; `raised` what was raised. Without
    /// `raised` the caller raises the same. A trap in the callee ends the caller.
    Call {
        callee: FnId,
        args: Args,
        returned: Target,
        raised: Option<Target>,
    },
    Return(Args),
    Raise(ValueId),
    /// Ends the program: division by zero in C, an assertion in Boogie.
    Trap(Trap),
    /// The front end met something it cannot express. Unreached it is harmless.
    Unsupported(Symbol),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub block: BlockId,
    pub args: Args,
}

/// A place in a source file. Lines and columns count from 1; line 0: made by the front end.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

impl Span {
    /// For code that no line of the source stands for.
    pub fn none() -> Span {
        Span { file: arena::Id::new(0), line: 0, column: 0, end_line: 0, end_column: 0 }
    }

    pub fn is_none(self) -> bool {
        self.line == 0
    }
}

impl Program {
    pub fn function(&self, name: Symbol) -> Option<FnId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    pub fn cell(&self, name: Symbol) -> Option<CellId> {
        self.cells.iter().find(|(_, cell)| cell.name == name).map(|(id, _)| id)
    }
}

impl Function {
    /// Does it stand for code of the user's?
    pub fn is_source(&self) -> bool {
        self.body().is_some_and(|body| body.origin == Origin::Source)
    }

    /// Does it hold code that is not understood?
    pub fn gets_stuck(&self) -> bool {
        let is_stuck = |end: &Terminator| matches!(end, Terminator::Unsupported(_));
        self.body().is_some_and(|body| body.blocks.rows().iter().any(|block| is_stuck(&block.end)))
    }

    pub fn body(&self) -> Option<&Body> {
        match &self.kind {
            FunctionKind::Defined(body) => Some(body),
            FunctionKind::External { .. } | FunctionKind::Pure => None,
        }
    }
}

impl Body {
    pub const ENTRY: BlockId = BlockId::FIRST;

    /// Where a block begins in the source, as far as its code says.
    pub fn first_span(&self, block: BlockId) -> Span {
        self.spans[block].iter().copied().find(|span| !span.is_none()).unwrap_or(Span::none())
    }

    pub fn span_of_end(&self, block: BlockId) -> Span {
        self.spans[block].last().copied().unwrap_or(Span::none())
    }
}

impl Inst {
    pub fn result(&self) -> Option<ValueId> {
        match self {
            Inst::Const { result, .. }
            | Inst::Apply { result, .. }
            | Inst::Get { result, .. }
            | Inst::Alloc { result }
            | Inst::Choose { result } => Some(*result),
            Inst::Set { .. } | Inst::Assume { .. } => None,
        }
    }

    /// The values it uses.
    pub fn uses(&self) -> &[ValueId] {
        match self {
            Inst::Const { .. } | Inst::Get { .. } | Inst::Alloc { .. } | Inst::Choose { .. } => &[],
            Inst::Apply { args, .. } => args,
            Inst::Set { value, .. } => std::slice::from_ref(value),
            Inst::Assume { condition } => std::slice::from_ref(condition),
        }
    }
}

impl Terminator {
    /// Where it may go within the function.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| target).chain([default]).collect()
            }
            Terminator::Call { returned, raised, .. } => [returned].into_iter().chain(raised).collect(),
            Terminator::Return(_) | Terminator::Raise(_) | Terminator::Trap(_) | Terminator::Unsupported(_) => vec![],
        }
    }

    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, target)| target).chain([default]).collect()
            }
            Terminator::Call { returned, raised, .. } => [returned].into_iter().chain(raised).collect(),
            Terminator::Return(_) | Terminator::Raise(_) | Terminator::Trap(_) | Terminator::Unsupported(_) => vec![],
        }
    }

    /// The values it uses itself, without the targets' arguments.
    pub fn uses(&self) -> &[ValueId] {
        match self {
            Terminator::Jump(_) | Terminator::Trap(_) | Terminator::Unsupported(_) => &[],
            Terminator::Branch { condition, .. } => std::slice::from_ref(condition),
            Terminator::Switch { on, .. } => std::slice::from_ref(on),
            Terminator::Call { args, .. } | Terminator::Return(args) => args,
            Terminator::Raise(value) => std::slice::from_ref(value),
        }
    }
}

impl BlockId {
    pub const FIRST: BlockId = BlockId(0);
}
