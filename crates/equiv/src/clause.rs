//! What contracts between two functions say, as expressions over their variables. `report` writes and reads them.

use value::Symbol;

use crate::Side;

/// A variable of a function's interface, in one version.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: Symbol,
    pub side: Side,
    /// When the function comes back, rather than when it is called.
    pub is_after: bool,
}

impl Variable {
    /// What has a name of several words is one word in a contract.
    pub fn new(name: Symbol, side: Side, is_after: bool) -> Variable {
        Variable { name: Symbol::new(&name.replace(' ', "_")), side, is_after }
    }
}

/// A condition of a contract, or a value in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    Variable(Variable),
    /// A word of the user's that is no variable of either version.
    Word(Symbol),
    Number(i64),
    Bool(bool),
    Not(Box<Clause>),
    Minus(Box<Clause>),
    /// A part of a value that has several forms.
    Part(Symbol, Box<Clause>),
    /// A value has this form.
    Is(Box<Clause>, Symbol),
    Two(Sign, Box<[Clause; 2]>),
}

/// What stands between two values or conditions. Machine integers are compared with their sign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    Implies,
    Or,
    And,
    Equal,
    Unequal,
    AtMost,
    AtLeast,
    Less,
    More,
    Plus,
    Minus,
    Times,
}

impl Clause {
    pub fn two(sign: Sign, left: Clause, right: Clause) -> Clause {
        Clause::Two(sign, Box::new([left, right]))
    }

    pub fn negated(self) -> Clause {
        Clause::Not(Box::new(self))
    }
}

/// A condition as a user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub function: Symbol,
    pub is_pre: bool,
    pub clause: Clause,
    pub line: u32,
}

/// A condition that a user gave has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadContract {
    pub line: u32,
    pub why: Meaningless,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaningless {
    NoFunction {
        name: Symbol,
        known: Vec<Symbol>,
    },
    NoVariable {
        written: Clause,
        known: Vec<Clause>,
    },
    NoForm {
        name: Symbol,
        known: Vec<Symbol>,
    },
    NoPart(Symbol),
    /// The form of a value that has no several ones.
    FormOfPlain,
    PartOfPlain(Symbol),
    TypesDiffer(Sign),
    WidthsDiffer,
    /// A value stands where a condition is wanted.
    NotABool,
    NotAnInteger,
    /// The whole is a value.
    NotACondition,
}
