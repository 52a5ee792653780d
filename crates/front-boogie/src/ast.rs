//! A Boogie program as written.
//!
//! Two trees are equal if they are the same program, wherever it stands in the file: places
//! ([`At`]) compare equal always. Parentheses are not kept; the printer puts them where needed.

use value::{Int, Real, Symbol};

/// A place in the sources: file, first and last byte. All places are equal.
#[derive(Copy, Clone, Debug, Default)]
pub struct At {
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl At {
    /// From the start of this to the end of the other.
    pub fn to(self, end: At) -> At {
        At { file: self.file, start: self.start, end: end.end.max(self.start) }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub symbol: Symbol,
    pub at: At,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub decls: Vec<Decl>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decl {
    Type(TypeDecl),
    Datatype(DatatypeDecl),
    Const(ConstDecl),
    Function(FunctionDecl),
    Axiom(AxiomDecl),
    Var(VarDecl),
    Procedure(ProcedureDecl),
    Implementation(ImplementationDecl),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: Symbol,
    pub args: Vec<AttributeArg>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttributeArg {
    /// With the escapes as written.
    Text(String),
    Expr(Expr),
}

pub type Attributes = Vec<Attribute>;

/// The text of the attribute of that name: `{:bvbuiltin "bvadd"}`.
pub fn attribute_text<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().filter(|attribute| &*attribute.name == name).find_map(|attribute| match &attribute.args[..] {
        [AttributeArg::Text(text), ..] => Some(text.as_str()),
        _ => None,
    })
}

pub fn has_attribute(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| &*attribute.name == name)
}

#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Bool,
    Int,
    Real,
    Map(Box<MapType>),
    /// Also `bv32` and `float24e8`, which a program may not redeclare.
    Named {
        name: Name,
        args: Vec<Type>,
    },
}

/// `<T>[ref, Field T]T`.
#[derive(Clone, Debug, PartialEq)]
pub struct MapType {
    pub type_params: Vec<Name>,
    pub keys: Vec<Type>,
    pub value: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    pub attributes: Attributes,
    pub finite: bool,
    pub name: Name,
    pub params: Vec<Name>,
    /// The type it is a synonym of.
    pub synonym: Option<Type>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DatatypeDecl {
    pub attributes: Attributes,
    pub name: Name,
    pub params: Vec<Name>,
    pub ctors: Vec<(Name, Vec<(Name, Type)>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConstDecl {
    pub attributes: Attributes,
    pub unique: bool,
    pub names: Vec<Name>,
    pub ty: Type,
    pub extends: Option<Extends>,
}

/// `extends unique a, b complete`: an order among constants.
#[derive(Clone, Debug, PartialEq)]
pub struct Extends {
    pub parents: Vec<(bool, Name)>,
    pub complete: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDecl {
    pub attributes: Attributes,
    pub name: Name,
    pub type_params: Vec<Name>,
    pub params: Vec<(Option<Name>, Type)>,
    pub result: Type,
    pub body: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AxiomDecl {
    pub attributes: Attributes,
    pub formula: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct VarDecl {
    pub attributes: Attributes,
    pub vars: Vec<Variable>,
}

/// A variable or parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub attributes: Attributes,
    pub name: Name,
    pub ty: Type,
    pub where_: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub type_params: Vec<Name>,
    pub ins: Vec<Variable>,
    pub outs: Vec<Variable>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureDecl {
    pub attributes: Attributes,
    pub name: Name,
    pub signature: Signature,
    pub specs: Vec<Spec>,
    pub body: Option<Body>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ImplementationDecl {
    pub attributes: Attributes,
    pub name: Name,
    pub signature: Signature,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    Requires(Condition),
    Ensures(Condition),
    Modifies(Vec<Name>),
}

/// A requires, ensures or invariant clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub free: bool,
    pub attributes: Attributes,
    pub condition: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub locals: Vec<VarDecl>,
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: At,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Label(Symbol),
    Assert(Attributes, Expr),
    Assume(Attributes, Expr),
    Havoc(Vec<Name>),
    Assign(Vec<Target>, Vec<Expr>),
    /// `C(x, y) := e`.
    Unpack(Name, Vec<Name>, Expr),
    Call(Call),
    /// `None`: `*`.
    If(Option<Expr>, Vec<Stmt>, Option<Vec<Stmt>>),
    While(Option<Expr>, Vec<Condition>, Vec<Stmt>),
    Break(Option<Name>),
    Return,
    Goto(Vec<Name>),
    /// A statement of concurrent programs.
    Concurrent(&'static str, Vec<Call>),
}

/// `m[i][j] := …`, `x->f := …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub name: Name,
    pub path: Vec<Access>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    Index(Vec<Expr>),
    Field(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub attributes: Attributes,
    pub prefix: CallPrefix,
    pub outs: Vec<Name>,
    pub procedure: Name,
    /// `None`: `*`.
    pub args: Vec<Option<Expr>>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CallPrefix {
    None,
    Free,
    Async,
    Forall,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Bool(bool),
    Int(Int),
    Real(Real),
    /// Value and width.
    Bv(Int, u32),
    /// As written.
    Float(Symbol),
    Name(Symbol),
    Apply(Name, Vec<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    Select(Box<Expr>, Vec<Expr>),
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    /// Bits from `high`, not included, down to `low`.
    Extract(Box<Expr>, u32, u32),
    Field(Box<Expr>, Name),
    FieldUpdate(Box<Expr>, Name, Box<Expr>),
    Is(Box<Expr>, Name),
    If(Box<(Expr, Expr, Expr)>),
    Old(Box<Expr>),
    ToInt(Box<Expr>),
    ToReal(Box<Expr>),
    Coerce(Box<Expr>, Type),
    Let(Box<Let>),
    Quantified(Box<Quantified>),
    /// `|{ … }|`, kept as its text.
    Code(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    pub names: Vec<(Name, Option<Type>)>,
    pub values: Vec<Expr>,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    pub binder: Binder,
    pub type_params: Vec<Name>,
    pub bound: Vec<Variable>,
    pub attributes: Attributes,
    pub triggers: Vec<Trigger>,
    pub body: Expr,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Binder {
    Forall,
    Exists,
    Lambda,
}

/// A set of patterns; or, with `positive` false, `{:nopats e}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    pub positive: bool,
    pub patterns: Vec<Expr>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    Neg,
    Not,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Iff,
    Implies,
    Explies,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Extending,
    Concat,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    RealDiv,
    Pow,
}

impl Binary {
    pub fn text(self) -> &'static str {
        match self {
            Binary::Iff => "<==>",
            Binary::Implies => "==>",
            Binary::Explies => "<==",
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
            Binary::Extending => "<:",
            Binary::Concat => "++",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "div",
            Binary::Mod => "mod",
            Binary::RealDiv => "/",
            Binary::Pow => "**",
        }
    }
}
