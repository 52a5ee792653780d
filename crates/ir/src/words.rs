//! How a language writes the operators of conditions.

/// The operators of conditions, as the language writes them.
#[derive(Clone, Debug)]
pub struct Words {
    pub and: &'static str,
    pub or: &'static str,
    pub not: &'static str,
    pub true_: &'static str,
    pub false_: &'static str,
    /// Division that rounds down, or the nearest the language has.
    pub div: &'static str,
    pub modulo: &'static str,
    /// `c ? a : b`, with `{c}`, `{a}` and `{b}` for its parts.
    pub if_else: &'static str,
    /// How integers of a width are written; `None`: the language has none.
    pub machine: Option<MachineInts>,
    /// Plain inputs that say of what kind an argument is.
    pub choices: Vec<Choice>,
}

/// The input's number, from 0, is the place of the kind.
#[derive(Clone, Debug)]
pub struct Choice {
    pub input: String,
    /// What is of that kind, in the source.
    pub of: String,
    /// As they follow on `is`: `an int`, `None`.
    pub kinds: Vec<String>,
}

/// MachineInts integers in a language that has them.
#[derive(Clone, Debug)]
pub struct MachineInts {
    pub casts: Casts,
    /// What the plain inputs are in the source.
    pub inputs: Vec<MachineInput>,
}

/// How a change of type is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Casts {
    /// `(unsigned char) x`; what is narrower than an `int` is computed as one.
    C,
    /// `x as u8`
    Rust,
}

/// A plain input, and the bits of it that have a name.
#[derive(Clone, Debug)]
pub struct MachineInput {
    pub name: String,
    pub parts: Vec<MachinePart>,
}

#[derive(Clone, Debug)]
pub struct MachinePart {
    /// In bits.
    pub low: u32,
    pub width: u32,
    pub text: String,
    pub is_signed: bool,
}
