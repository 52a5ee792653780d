//! Types, constants and instructions as the text has them. Names borrow from the module's text.

use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type<'m> {
    Void,
    Int(u32),
    Float,
    Double,
    /// half, bfloat, x86_fp80, fp128, ppc_fp128, x86_amx: by name and size in bytes.
    Other(&'m str, u64),
    /// Of any address space; what it points to is said where it is used.
    Ptr,
    Array(u64, Arc<Type<'m>>),
    Vector(u64, Arc<Type<'m>>),
    Struct {
        packed: bool,
        fields: Arc<[Type<'m>]>,
    },
    Named(&'m str),
    /// Result, parameters, and whether there may be more.
    Function(Arc<(Type<'m>, Vec<Type<'m>>, bool)>),
    /// label, metadata, token.
    Meta,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant<'m> {
    /// The low 128 bits in two's complement.
    Int(i128),
    /// The bits of a double, also for the type float.
    Float(u64),
    Null,
    /// undef or poison.
    Undef,
    /// Every bit zero.
    Zero,
    Aggregate(Vec<(Type<'m>, Constant<'m>)>),
    Bytes(Vec<u8>),
    /// Every lane of a vector.
    Splat(Box<Constant<'m>>),
    Global(&'m str),
    Gep(Box<Gep<'m>>),
    Cast {
        op: &'m str,
        from: Type<'m>,
        value: Box<Constant<'m>>,
        to: Type<'m>,
    },
    Binary {
        op: &'m str,
        ty: Type<'m>,
        a: Box<Constant<'m>>,
        b: Box<Constant<'m>>,
    },
    Compare {
        predicate: &'m str,
        ty: Type<'m>,
        a: Box<Constant<'m>>,
        b: Box<Constant<'m>>,
    },
    /// Something without counterpart here, by its first word.
    Other(&'m str),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand<'m> {
    Local(&'m str),
    Constant(Constant<'m>),
    /// An argument of type metadata.
    Metadata(&'m str),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Gep<'m> {
    pub(crate) element: Type<'m>,
    pub(crate) base: Operand<'m>,
    pub(crate) indices: Vec<(Type<'m>, Operand<'m>)>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Argument<'m> {
    pub(crate) ty: Type<'m>,
    pub(crate) value: Operand<'m>,
    /// The callee gets a copy of what the pointer leads to, of this type.
    pub(crate) byval: Option<Type<'m>>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Call<'m> {
    pub(crate) result: Type<'m>,
    pub(crate) callee: Operand<'m>,
    pub(crate) args: Vec<Argument<'m>>,
    /// The group of attributes of this call.
    pub(crate) attributes: Option<u32>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind<'m> {
    Binary {
        op: &'m str,
        nsw: bool,
        ty: Type<'m>,
        a: Operand<'m>,
        b: Operand<'m>,
    },
    FNeg {
        ty: Type<'m>,
        a: Operand<'m>,
    },
    Cast {
        op: &'m str,
        from: Type<'m>,
        value: Operand<'m>,
        to: Type<'m>,
    },
    ICmp {
        predicate: &'m str,
        ty: Type<'m>,
        a: Operand<'m>,
        b: Operand<'m>,
    },
    FCmp {
        predicate: &'m str,
        ty: Type<'m>,
        a: Operand<'m>,
        b: Operand<'m>,
    },
    Alloca {
        ty: Type<'m>,
        count: Option<Operand<'m>>,
    },
    Load {
        ty: Type<'m>,
        pointer: Operand<'m>,
        volatile: bool,
    },
    Store {
        ty: Type<'m>,
        value: Operand<'m>,
        pointer: Operand<'m>,
        volatile: bool,
    },
    Gep(Gep<'m>),
    Phi {
        ty: Type<'m>,
        incoming: Vec<(Operand<'m>, &'m str)>,
    },
    Select {
        condition: (Type<'m>, Operand<'m>),
        ty: Type<'m>,
        a: Operand<'m>,
        b: Operand<'m>,
    },
    Call(Call<'m>),
    ExtractValue {
        ty: Type<'m>,
        aggregate: Operand<'m>,
        path: Vec<usize>,
    },
    InsertValue {
        ty: Type<'m>,
        aggregate: Operand<'m>,
        element: (Type<'m>, Operand<'m>),
        path: Vec<usize>,
    },
    ExtractElement {
        ty: Type<'m>,
        vector: Operand<'m>,
        index: Operand<'m>,
    },
    InsertElement {
        ty: Type<'m>,
        vector: Operand<'m>,
        element: Operand<'m>,
        index: Operand<'m>,
    },
    Shuffle {
        ty: Type<'m>,
        a: Operand<'m>,
        b: Operand<'m>,
        mask: Vec<Option<usize>>,
    },
    Freeze {
        ty: Type<'m>,
        value: Operand<'m>,
    },
    AtomicRmw {
        op: &'m str,
        ty: Type<'m>,
        pointer: Operand<'m>,
        value: Operand<'m>,
    },
    CmpXchg {
        ty: Type<'m>,
        pointer: Operand<'m>,
        expected: Operand<'m>,
        new: Operand<'m>,
    },
    /// A fence, or a record for debuggers: nothing that a single thread could see.
    NoEffect,
    LandingPad {
        clauses: Vec<Clause<'m>>,
        /// Entered also by what no clause waits for.
        cleanup: bool,
    },
    /// A variable of the source lives in this alloca; the number of its description.
    Declare {
        slot: Operand<'m>,
        variable: u32,
    },
    /// Something that is no instruction of the list above.
    Unknown(&'m str),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Inst<'m> {
    pub(crate) result: Option<&'m str>,
    pub(crate) kind: Kind<'m>,
    pub(crate) location: Option<u32>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End<'m> {
    Return(Option<(Type<'m>, Operand<'m>)>),
    Jump(&'m str),
    Branch {
        condition: Operand<'m>,
        then: &'m str,
        otherwise: &'m str,
    },
    Switch {
        ty: Type<'m>,
        on: Operand<'m>,
        cases: Vec<(i128, &'m str)>,
        default: &'m str,
    },
    Unreachable,
    /// A call that goes on in `normal`, or, where something is thrown, in `pad`.
    Invoke {
        result: Option<&'m str>,
        call: Call<'m>,
        normal: &'m str,
        pad: &'m str,
    },
    /// Goes on throwing what a landing pad caught.
    Resume,
    Unknown(&'m str),
}

/// What a landing pad waits for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Clause<'m> {
    /// Exceptions of the type that this describes; `None`: all.
    Catch(Option<&'m str>),
    /// Exceptions that are not in a list.
    Filter {
        /// So all are meant.
        is_empty: bool,
    },
}

impl<'m> End<'m> {
    pub(crate) fn successors(&self) -> Vec<&'m str> {
        match self {
            End::Return(_) | End::Unreachable | End::Resume | End::Unknown(_) => vec![],
            End::Jump(to) => vec![to],
            End::Invoke { normal, pad, .. } => vec![normal, pad],
            End::Branch { then, otherwise, .. } => vec![then, otherwise],
            End::Switch { cases, default, .. } => cases.iter().map(|(_, to)| *to).chain([*default]).collect(),
        }
    }
}

pub(crate) struct Block<'m> {
    pub(crate) name: &'m str,
    pub(crate) insts: Vec<Inst<'m>>,
    pub(crate) end: End<'m>,
    pub(crate) end_location: Option<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter<'m> {
    pub(crate) ty: Type<'m>,
    pub(crate) name: &'m str,
    /// The caller passes a copy of an object of this type by its address.
    pub(crate) byval: Option<Type<'m>>,
    /// The function puts its result, of this type, where the pointer leads.
    pub(crate) sret: Option<Type<'m>>,
}

/// The first line of a function.
#[derive(Clone, Debug)]
pub(crate) struct Signature<'m> {
    pub(crate) result: Type<'m>,
    pub(crate) params: Vec<Parameter<'m>>,
    pub(crate) variadic: bool,
    /// Number of its DISubprogram.
    pub(crate) subprogram: Option<u32>,
    /// The group of its attributes.
    pub(crate) attributes: Option<u32>,
}

pub(crate) struct Body<'m> {
    pub(crate) blocks: Vec<Block<'m>>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub(crate) struct Global<'m> {
    pub(crate) ty: Type<'m>,
    pub(crate) constant: bool,
    /// internal or private: no other module can name it.
    pub(crate) internal: bool,
    /// Other modules may define it too; a definition that is not such wins.
    pub(crate) mergeable: bool,
    /// `None`: defined elsewhere.
    pub(crate) initial: Option<Constant<'m>>,
}
