//! A program whose names are resolved and whose types fit.

use value::{Int, Real, Symbol};

use crate::ast::{At, Binary, Binder, CallPrefix, Unary};
use crate::types::{Ty, TypeParam};

#[derive(Default)]
pub(crate) struct Program {
    pub(crate) datatypes: Vec<Datatype>,
    pub(crate) consts: Vec<Const>,
    pub(crate) functions: Vec<Function>,
    pub(crate) axioms: Vec<Axiom>,
    pub(crate) globals: Vec<Variable>,
    pub(crate) procedures: Vec<Procedure>,
}

pub(crate) struct Datatype {
    pub(crate) name: Symbol,
    pub(crate) params: Vec<TypeParam>,
    pub(crate) ctors: Vec<Ctor>,
}

pub(crate) struct Ctor {
    pub(crate) name: Symbol,
    pub(crate) fields: Vec<(Symbol, Ty)>,
}

pub(crate) struct Const {
    pub(crate) name: Symbol,
    pub(crate) ty: Ty,
    pub(crate) unique: bool,
}

pub(crate) struct Function {
    pub(crate) name: Symbol,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) params: Vec<Ty>,
    pub(crate) result: Ty,
    /// Its parameters are `Local(0)` and so on.
    pub(crate) body: Option<Expr>,
    /// The solver's name for it: `bvadd`.
    pub(crate) builtin: Option<String>,
}

pub(crate) struct Axiom {
    pub(crate) formula: Expr,
    /// The functions and constants it mentions.
    pub(crate) mentions: Mentions,
}

#[derive(Default, Clone)]
pub(crate) struct Mentions {
    pub(crate) functions: Vec<u32>,
    pub(crate) consts: Vec<u32>,
}

/// A global, parameter or local.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: Symbol,
    pub(crate) ty: Ty,
    pub(crate) where_: Option<Expr>,
    pub(crate) at: At,
}

pub(crate) struct Procedure {
    pub(crate) name: Symbol,
    pub(crate) type_params: Vec<TypeParam>,
    /// In-parameters, then out-parameters: `Local(0)` and so on in the contract.
    pub(crate) formals: Vec<Variable>,
    pub(crate) ins: usize,
    pub(crate) requires: Vec<Condition>,
    pub(crate) ensures: Vec<Condition>,
    pub(crate) modifies: Vec<u32>,
    /// It has no modifies clause; what it modifies was found in its bodies.
    pub(crate) lacks_clause: bool,
    pub(crate) bodies: Vec<Body>,
    pub(crate) at: At,
}

pub(crate) struct Condition {
    pub(crate) free: bool,
    pub(crate) condition: Expr,
}

pub(crate) struct Body {
    /// Formals as the implementation names them, then locals: `Local(0)` and so on.
    pub(crate) variables: Vec<Variable>,
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) end: At,
}

pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) at: At,
}

pub(crate) enum StmtKind {
    Label(Symbol),
    Assert(Expr),
    Assume(Expr),
    Havoc(Vec<Place>),
    /// All values are computed before any is assigned.
    Assign(Vec<(Place, Expr)>),
    Call(Call),
    /// The number is what a `break` names.
    If(u32, Option<Expr>, Vec<Stmt>, Vec<Stmt>),
    While(u32, Option<Expr>, Vec<Condition>, Vec<Stmt>),
    Break(u32),
    Return,
    Goto(Vec<Symbol>),
    Unsupported(&'static str),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    Local(u32),
    Global(u32),
}

pub(crate) struct Call {
    pub(crate) prefix: CallPrefix,
    pub(crate) procedure: u32,
    pub(crate) type_args: Vec<Ty>,
    pub(crate) outs: Vec<Place>,
    /// `None`: any value.
    pub(crate) args: Vec<Option<Expr>>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Ty,
    pub(crate) at: At,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    Bool(bool),
    Int(Int),
    Real(Real),
    Bv(Int, u32),
    Float(Symbol),
    Local(u32),
    /// A variable of a quantifier, lambda or let; each has its own number.
    Bound(u32),
    Global(u32),
    Const(u32),
    Call(u32, Vec<Ty>, Vec<Expr>),
    /// Datatype and constructor.
    Construct(u32, u32, Vec<Expr>),
    Is(u32, u32, Box<Expr>),
    /// The constructors that have the field, with its position.
    Field(u32, Vec<(u32, u32)>, Box<Expr>),
    FieldUpdate(u32, Vec<(u32, u32)>, Box<(Expr, Expr)>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    /// The types are those of a polymorphic map's parameters.
    Select(Box<Expr>, Vec<Ty>, Vec<Expr>),
    Update(Box<Expr>, Vec<Ty>, Vec<Expr>, Box<Expr>),
    /// Bits from `high`, not included, down to `low`.
    Extract(Box<Expr>, u32, u32),
    If(Box<(Expr, Expr, Expr)>),
    Old(Box<Expr>),
    ToInt(Box<Expr>),
    ToReal(Box<Expr>),
    Let(Vec<(u32, Expr)>, Box<Expr>),
    Quantified(Box<Quantified>),
    Code,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Quantified {
    pub(crate) binder: Binder,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) bound: Vec<(u32, Symbol, Ty)>,
    pub(crate) triggers: Vec<Vec<Expr>>,
    pub(crate) body: Expr,
}

/// Calls `visit` on every statement, also inside others.
pub(crate) fn for_each_stmt<'a>(stmts: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in stmts {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If(_, _, then, otherwise) => {
                for_each_stmt(then, visit);
                for_each_stmt(otherwise, visit);
            }
            StmtKind::While(_, _, _, body) => for_each_stmt(body, visit),
            _ => {}
        }
    }
}

impl Stmt {
    /// Calls `visit` on the expressions of the statement itself.
    pub(crate) fn for_each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            StmtKind::Assert(condition) | StmtKind::Assume(condition) => visit(condition),
            StmtKind::Assign(assignments) => assignments.iter().for_each(|(_, value)| visit(value)),
            StmtKind::Call(call) => call.args.iter().flatten().for_each(visit),
            StmtKind::If(_, guard, _, _) => guard.iter().for_each(visit),
            StmtKind::While(_, guard, invariants, _) => {
                guard.iter().for_each(&mut *visit);
                invariants.iter().for_each(|invariant| visit(&invariant.condition));
            }
            StmtKind::Label(_)
            | StmtKind::Havoc(_)
            | StmtKind::Break(_)
            | StmtKind::Return
            | StmtKind::Goto(_)
            | StmtKind::Unsupported(_) => {}
        }
    }
}

impl Expr {
    /// Calls `visit` on the expression and all its parts.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        self.for_each_part(&mut |part| part.walk(visit));
    }

    /// Calls `visit` on the parts, not on the expression itself. Triggers are not parts.
    pub(crate) fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bv(..)
            | ExprKind::Float(_)
            | ExprKind::Local(_)
            | ExprKind::Bound(_)
            | ExprKind::Global(_)
            | ExprKind::Const(_)
            | ExprKind::Code => {}
            ExprKind::Call(_, _, args) | ExprKind::Construct(_, _, args) => args.iter().for_each(visit),
            ExprKind::Is(_, _, value)
            | ExprKind::Field(_, _, value)
            | ExprKind::Unary(_, value)
            | ExprKind::Extract(value, _, _)
            | ExprKind::Old(value)
            | ExprKind::ToInt(value)
            | ExprKind::ToReal(value) => visit(value),
            ExprKind::FieldUpdate(_, _, parts) | ExprKind::Binary(_, parts) => {
                visit(&parts.0);
                visit(&parts.1);
            }
            ExprKind::Select(map, _, indices) => {
                visit(map);
                indices.iter().for_each(visit);
            }
            ExprKind::Update(map, _, indices, value) => {
                visit(map);
                indices.iter().for_each(&mut *visit);
                visit(value);
            }
            ExprKind::If(parts) => {
                visit(&parts.0);
                visit(&parts.1);
                visit(&parts.2);
            }
            ExprKind::Let(values, body) => {
                values.iter().for_each(|(_, value)| visit(value));
                visit(body);
            }
            ExprKind::Quantified(quantified) => visit(&quantified.body),
        }
    }

    /// Calls `visit` on every type in the expression.
    pub(crate) fn for_each_type_mut(&mut self, visit: &mut dyn FnMut(&mut Ty)) {
        visit(&mut self.ty);
        match &mut self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bv(..)
            | ExprKind::Float(_)
            | ExprKind::Local(_)
            | ExprKind::Bound(_)
            | ExprKind::Global(_)
            | ExprKind::Const(_)
            | ExprKind::Code => {}
            ExprKind::Call(_, types, args) => {
                types.iter_mut().for_each(&mut *visit);
                args.iter_mut().for_each(|arg| arg.for_each_type_mut(visit));
            }
            ExprKind::Construct(_, _, args) => args.iter_mut().for_each(|arg| arg.for_each_type_mut(visit)),
            ExprKind::Is(_, _, value)
            | ExprKind::Field(_, _, value)
            | ExprKind::Unary(_, value)
            | ExprKind::Extract(value, _, _)
            | ExprKind::Old(value)
            | ExprKind::ToInt(value)
            | ExprKind::ToReal(value) => value.for_each_type_mut(visit),
            ExprKind::FieldUpdate(_, _, parts) | ExprKind::Binary(_, parts) => {
                parts.0.for_each_type_mut(visit);
                parts.1.for_each_type_mut(visit);
            }
            ExprKind::Select(map, types, indices) => {
                map.for_each_type_mut(visit);
                types.iter_mut().for_each(&mut *visit);
                indices.iter_mut().for_each(|index| index.for_each_type_mut(visit));
            }
            ExprKind::Update(map, types, indices, value) => {
                map.for_each_type_mut(visit);
                types.iter_mut().for_each(&mut *visit);
                indices.iter_mut().for_each(|index| index.for_each_type_mut(visit));
                value.for_each_type_mut(visit);
            }
            ExprKind::If(parts) => {
                parts.0.for_each_type_mut(visit);
                parts.1.for_each_type_mut(visit);
                parts.2.for_each_type_mut(visit);
            }
            ExprKind::Let(values, body) => {
                values.iter_mut().for_each(|(_, value)| value.for_each_type_mut(visit));
                body.for_each_type_mut(visit);
            }
            ExprKind::Quantified(quantified) => {
                quantified.bound.iter_mut().for_each(|(_, _, ty)| visit(ty));
                quantified.triggers.iter_mut().flatten().for_each(|pattern| pattern.for_each_type_mut(visit));
                quantified.body.for_each_type_mut(visit);
            }
        }
    }
}
