//! Expressions.

use crate::ast::{self, At, Binary, Binder, ExprKind, Name, Unary};
use crate::typed::{self, Quantified};
use crate::types::{Substitution, Ty};

use super::{Checker, FunctionName, State, TypeName, ValueName};

use typed::ExprKind as Typed;

/// A field of a datatype: the constructors that have it, with its position there, and its type.
pub(super) struct FieldOf {
    pub(super) datatype: u32,
    pub(super) ctors: Vec<(u32, u32)>,
    pub(super) ty: Ty,
}

impl<'a> Checker<'a> {
    /// Reports if the expression does not have that type.
    pub(super) fn expect(&mut self, expr: &typed::Expr, expected: &Ty) {
        if !self.unifier.unify(&expr.ty, expected) {
            let (found, expected) = (self.unifier.resolve(&expr.ty), self.unifier.resolve(expected));
            self.fail(expr.at, format!("type mismatch: expected `{expected}`, found `{found}`"));
        }
    }

    fn error(&mut self, at: At, text: String) -> (Typed, Ty) {
        self.fail(at, text);
        (Typed::Bool(false), Ty::Error)
    }

    pub(super) fn infer(&mut self, expr: &'a ast::Expr) -> typed::Expr {
        let (kind, ty) = self.infer_kind(expr);
        typed::Expr { kind, ty, at: expr.at }
    }

    fn infer_box(&mut self, expr: &'a ast::Expr) -> Box<typed::Expr> {
        Box::new(self.infer(expr))
    }

    /// The type as far as it is known.
    fn known(&self, expr: &typed::Expr) -> Ty {
        self.unifier.shallow(&expr.ty)
    }

    fn infer_kind(&mut self, expr: &'a ast::Expr) -> (Typed, Ty) {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Bool(value) => (Typed::Bool(*value), Ty::Bool),
            ExprKind::Int(value) => (Typed::Int(value.clone()), Ty::Int),
            ExprKind::Real(value) => (Typed::Real(value.clone()), Ty::Real),
            ExprKind::Bv(value, width) => (Typed::Bv(value.clone(), *width), Ty::Bv(*width)),
            ExprKind::Float(text) => (Typed::Float(*text), float_type(text)),
            ExprKind::Name(name) => self.infer_name(Name { symbol: *name, at }),
            ExprKind::Apply(name, args) => self.infer_apply(*name, args),
            ExprKind::Unary(op, value) => {
                let value = self.infer_box(value);
                let ty = match (op, self.known(&value)) {
                    (Unary::Not, _) => {
                        self.expect(&value, &Ty::Bool);
                        Ty::Bool
                    }
                    (Unary::Neg, ty @ (Ty::Int | Ty::Real | Ty::Float(..) | Ty::Error)) => ty,
                    (Unary::Neg, ty) => return self.error(at, format!("`-` does not take `{ty}`")),
                };
                (Typed::Unary(*op, value), ty)
            }
            ExprKind::Binary(op, operands) => {
                let (left, right) = (self.infer(&operands.0), self.infer(&operands.1));
                let ty = self.binary_type(*op, &left, &right, at);
                (Typed::Binary(*op, Box::new((left, right))), ty)
            }
            ExprKind::Select(map, indices) => {
                let map = self.infer_box(map);
                let indices: Vec<typed::Expr> = indices.iter().map(|index| self.infer(index)).collect();
                let (types, value) = self.index_map(&map, &indices, at);
                (Typed::Select(map, types, indices), value)
            }
            ExprKind::Update(map, indices, value) => {
                let map = self.infer_box(map);
                let indices: Vec<typed::Expr> = indices.iter().map(|index| self.infer(index)).collect();
                let (types, value_type) = self.index_map(&map, &indices, at);
                let value = self.infer_box(value);
                self.expect(&value, &value_type);
                let ty = map.ty.clone();
                (Typed::Update(map, types, indices, value), ty)
            }
            ExprKind::Extract(value, high, low) => {
                let value = self.infer_box(value);
                match self.known(&value) {
                    Ty::Bv(width) if low <= high && *high <= width => {
                        (Typed::Extract(value, *high, *low), Ty::Bv(high - low))
                    }
                    Ty::Bv(width) => self.error(at, format!("bits [{high}:{low}] are not within `bv{width}`")),
                    Ty::Error => (Typed::Bool(false), Ty::Error),
                    ty => self.error(at, format!("bits can be taken of a bit-vector, not of `{ty}`")),
                }
            }
            ExprKind::Field(value, field) => {
                let value = self.infer_box(value);
                match self.field(&value, *field) {
                    Some(FieldOf { datatype, ctors, ty }) => (Typed::Field(datatype, ctors, value), ty),
                    None => (Typed::Bool(false), Ty::Error),
                }
            }
            ExprKind::FieldUpdate(value, field, to) => {
                let (value, to) = (self.infer(value), self.infer(to));
                match self.field(&value, *field) {
                    Some(FieldOf { datatype, ctors, ty }) => {
                        self.expect(&to, &ty);
                        let ty = value.ty.clone();
                        (Typed::FieldUpdate(datatype, ctors, Box::new((value, to))), ty)
                    }
                    None => (Typed::Bool(false), Ty::Error),
                }
            }
            ExprKind::Is(value, ctor) => {
                let value = self.infer_box(value);
                match self.functions.get(&ctor.symbol).copied() {
                    Some(FunctionName::Ctor(datatype, index)) => {
                        let (ty, _) = self.fresh_datatype(datatype);
                        self.expect(&value, &ty);
                        (Typed::Is(datatype, index, value), Ty::Bool)
                    }
                    _ => self.error(ctor.at, format!("undeclared constructor `{}`", ctor.symbol)),
                }
            }
            ExprKind::If(parts) => {
                let (condition, then, otherwise) = (self.infer(&parts.0), self.infer(&parts.1), self.infer(&parts.2));
                self.expect(&condition, &Ty::Bool);
                self.expect(&otherwise, &then.ty.clone());
                let ty = then.ty.clone();
                (Typed::If(Box::new((condition, then, otherwise))), ty)
            }
            ExprKind::Old(value) => {
                if self.state != State::Two {
                    self.fail(at, "`old` has no meaning here: there is only one state");
                }
                let value = self.infer_box(value);
                let ty = value.ty.clone();
                (Typed::Old(value), ty)
            }
            ExprKind::ToInt(value) => {
                let value = self.infer_box(value);
                self.expect(&value, &Ty::Real);
                (Typed::ToInt(value), Ty::Int)
            }
            ExprKind::ToReal(value) => {
                let value = self.infer_box(value);
                self.expect(&value, &Ty::Int);
                (Typed::ToReal(value), Ty::Real)
            }
            ExprKind::Coerce(value, ty) => {
                let value = self.infer(value);
                let ty = self.ty(ty);
                self.expect(&value, &ty);
                (value.kind, ty)
            }
            ExprKind::Let(let_) => self.infer_let(let_, at),
            ExprKind::Quantified(quantified) => self.infer_quantified(quantified),
            ExprKind::Code(_) => (Typed::Code, Ty::Bool),
        }
    }

    fn infer_name(&mut self, name: Name) -> (Typed, Ty) {
        if let Some((_, number, ty)) = self.bound.iter().rev().find(|(known, _, _)| *known == name.symbol) {
            return (Typed::Bound(*number), ty.clone());
        }
        if let Some(local) = self.locals.get(&name.symbol) {
            return (Typed::Local(*local), self.local_types[*local as usize].clone());
        }
        match self.values.get(&name.symbol).copied() {
            Some(ValueName::Const(index)) => {
                self.mentions.consts.push(index);
                (Typed::Const(index), self.program.consts[index as usize].ty.clone())
            }
            Some(ValueName::Global(index)) => {
                if self.state == State::None {
                    let text = format!("`{}` is a variable: axioms and functions cannot depend on it", name.symbol);
                    return self.error(name.at, text);
                }
                (Typed::Global(index), self.program.globals[index as usize].ty.clone())
            }
            None if self.functions.contains_key(&name.symbol) => {
                self.error(name.at, format!("`{}` is a function: it needs arguments", name.symbol))
            }
            None => self.error(name.at, format!("undeclared identifier `{}`", name.symbol)),
        }
    }

    fn infer_apply(&mut self, name: Name, args: &'a [ast::Expr]) -> (Typed, Ty) {
        let mut args: Vec<typed::Expr> = args.iter().map(|arg| self.infer(arg)).collect();
        match self.functions.get(&name.symbol).copied() {
            None => self.error(name.at, format!("undeclared function `{}`", name.symbol)),
            Some(FunctionName::Function(index)) => {
                self.mentions.functions.push(index);
                let function = &self.program.functions[index as usize];
                let (params, result) = (function.params.clone(), function.result.clone());
                let type_params: Vec<u32> = function.type_params.iter().map(|param| param.number).collect();
                let type_args: Vec<Ty> = type_params.iter().map(|_| self.unifier.fresh()).collect();
                let with: Substitution = type_params.into_iter().zip(type_args.clone()).collect();
                self.expect_args(name, &args, &params, &with);
                (Typed::Call(index, type_args, args), result.substitute(&with))
            }
            Some(FunctionName::Ctor(datatype, ctor)) => {
                let (ty, with) = self.fresh_datatype(datatype);
                let fields = &self.program.datatypes[datatype as usize].ctors[ctor as usize].fields;
                let params: Vec<Ty> = fields.iter().map(|(_, ty)| ty.clone()).collect();
                self.expect_args(name, &args, &params, &with);
                (Typed::Construct(datatype, ctor, args), ty)
            }
            Some(FunctionName::Selector(datatype, ctor, field)) => {
                let (ty, with) = self.fresh_datatype(datatype);
                let fields = &self.program.datatypes[datatype as usize].ctors[ctor as usize].fields;
                let result = fields[field as usize].1.substitute(&with);
                if !self.expect_args(name, &args, &[ty], &Substitution::default()) {
                    return (Typed::Bool(false), Ty::Error);
                }
                (Typed::Field(datatype, vec![(ctor, field)], Box::new(args.remove(0))), result)
            }
            Some(FunctionName::Tester(datatype, ctor)) => {
                let (ty, _) = self.fresh_datatype(datatype);
                if !self.expect_args(name, &args, &[ty], &Substitution::default()) {
                    return (Typed::Bool(false), Ty::Error);
                }
                (Typed::Is(datatype, ctor, Box::new(args.remove(0))), Ty::Bool)
            }
        }
    }

    /// Reports arguments that do not fit. Says whether their number does.
    fn expect_args(&mut self, name: Name, args: &[typed::Expr], params: &[Ty], with: &Substitution) -> bool {
        if args.len() != params.len() {
            let text = format!("`{}` takes {} arguments, not {}", name.symbol, params.len(), args.len());
            self.fail(name.at, text);
            return false;
        }
        for (index, (arg, param)) in args.iter().zip(params).enumerate() {
            let param = param.substitute(with);
            if !self.unifier.unify(&arg.ty, &param) {
                let (found, expected) = (self.unifier.resolve(&arg.ty), self.unifier.resolve(&param));
                let which = format!("argument {} of `{}`", index + 1, name.symbol);
                self.fail(arg.at, format!("{which}: expected `{expected}`, found `{found}`"));
            }
        }
        true
    }

    /// The datatype with its parameters still open.
    fn fresh_datatype(&mut self, datatype: u32) -> (Ty, Substitution) {
        let datatype = &self.program.datatypes[datatype as usize];
        let with: Vec<(u32, Ty)> = datatype.params.iter().map(|param| (param.number, self.unifier.fresh())).collect();
        let args = with.iter().map(|(_, ty)| ty.clone()).collect();
        (Ty::Con(datatype.name, args), with.into_iter().collect())
    }

    /// The constructors that have the field, and its type.
    pub(super) fn field(&mut self, value: &typed::Expr, field: Name) -> Option<FieldOf> {
        let ty = self.known(value);
        let Ty::Con(name, args) = &ty else {
            if ty != Ty::Error {
                self.fail(field.at, format!("`{ty}` has no fields"));
            }
            return None;
        };
        let Some(TypeName::Datatype(index)) = self.types.get(name).copied() else {
            self.fail(field.at, format!("`{ty}` has no fields: it is not a datatype"));
            return None;
        };
        let datatype = &self.program.datatypes[index as usize];
        let with: Substitution = datatype.params.iter().map(|param| param.number).zip(args.iter().cloned()).collect();
        let mut found = Vec::new();
        let mut field_type = None;
        for (ctor, definition) in datatype.ctors.iter().enumerate() {
            for (position, (known, ty)) in definition.fields.iter().enumerate() {
                if *known == field.symbol {
                    found.push((ctor as u32, position as u32));
                    field_type = Some(ty.substitute(&with));
                }
            }
        }
        match field_type {
            Some(ty) => Some(FieldOf { datatype: index, ctors: found, ty }),
            None => {
                self.fail(field.at, format!("datatype `{name}` has no field `{}`", field.symbol));
                None
            }
        }
    }

    /// Checks the indices; gives the arguments of the map's type parameters and the value's type.
    pub(super) fn index_map(&mut self, map: &typed::Expr, indices: &[typed::Expr], at: At) -> (Vec<Ty>, Ty) {
        let ty = self.known(map);
        let Ty::Map(map_type) = &ty else {
            if ty != Ty::Error {
                let ty = self.unifier.resolve(&ty);
                self.fail(at, format!("`{ty}` is not a map"));
            }
            return (Vec::new(), Ty::Error);
        };
        if map_type.keys.len() != indices.len() {
            let text = format!("a map of type `{ty}` takes {} indices, not {}", map_type.keys.len(), indices.len());
            self.fail(at, text);
            return (Vec::new(), Ty::Error);
        }
        let args: Vec<Ty> = (0..map_type.params).map(|_| self.unifier.fresh()).collect();
        for (index, key) in indices.iter().zip(&map_type.keys) {
            let key = if args.is_empty() { key.clone() } else { key.instantiate(&args) };
            if !self.unifier.unify(&index.ty, &key) {
                let (found, expected) = (self.unifier.resolve(&index.ty), self.unifier.resolve(&key));
                self.fail(index.at, format!("index of the map: expected `{expected}`, found `{found}`"));
            }
        }
        let value = if args.is_empty() { map_type.value.clone() } else { map_type.value.instantiate(&args) };
        (args, value)
    }

    fn binary_type(&mut self, op: Binary, left: &typed::Expr, right: &typed::Expr, at: At) -> Ty {
        let mut same = || self.unifier.unify(&left.ty, &right.ty);
        let result = match op {
            Binary::Iff | Binary::Implies | Binary::Explies | Binary::And | Binary::Or => {
                self.expect(left, &Ty::Bool);
                self.expect(right, &Ty::Bool);
                return Ty::Bool;
            }
            Binary::Eq | Binary::Ne | Binary::Extending => same().then_some(Ty::Bool),
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                (same() && is_number(&self.known(left))).then_some(Ty::Bool)
            }
            Binary::Add | Binary::Sub | Binary::Mul => {
                (same() && is_number(&self.known(left))).then(|| self.known(left))
            }
            Binary::Div | Binary::Mod => (same() && matches!(self.known(left), Ty::Int | Ty::Error)).then_some(Ty::Int),
            Binary::RealDiv => match (self.known(left), self.known(right)) {
                (Ty::Int | Ty::Real | Ty::Error, Ty::Int | Ty::Real | Ty::Error) => Some(Ty::Real),
                (float @ Ty::Float(..), other) if float == other => Some(float),
                _ => None,
            },
            Binary::Pow => (same() && matches!(self.known(left), Ty::Real | Ty::Error)).then_some(Ty::Real),
            Binary::Concat => match (self.known(left), self.known(right)) {
                (Ty::Bv(high), Ty::Bv(low)) => high.checked_add(low).map(Ty::Bv),
                (Ty::Error, _) | (_, Ty::Error) => Some(Ty::Error),
                _ => None,
            },
        };
        result.unwrap_or_else(|| {
            let (left, right) = (self.unifier.resolve(&left.ty), self.unifier.resolve(&right.ty));
            self.fail(at, format!("`{}` does not take `{left}` and `{right}`", op.text()));
            Ty::Error
        })
    }

    fn infer_let(&mut self, let_: &'a ast::Let, at: At) -> (Typed, Ty) {
        if let_.names.len() != let_.values.len() {
            let (names, values) = (let_.names.len(), let_.values.len());
            return self.error(at, format!("{names} names are given {values} values"));
        }
        let values: Vec<typed::Expr> = let_.values.iter().map(|value| self.infer(value)).collect();
        let outer = self.bound.len();
        let mut bindings = Vec::new();
        for ((name, ty), value) in let_.names.iter().zip(values) {
            if let Some(ty) = ty {
                let ty = self.ty(ty);
                self.expect(&value, &ty);
            }
            let number = self.number();
            self.bound.push((name.symbol, number, value.ty.clone()));
            bindings.push((number, value));
        }
        let body = self.infer_box(&let_.body);
        self.bound.truncate(outer);
        let ty = body.ty.clone();
        (Typed::Let(bindings, body), ty)
    }

    fn infer_quantified(&mut self, quantified: &'a ast::Quantified) -> (Typed, Ty) {
        let (outer_types, outer) = (self.type_scope.len(), self.bound.len());
        let type_params = self.open_type_params(&quantified.type_params);
        let mut bound = Vec::new();
        for variable in &quantified.bound {
            let name = variable.name.symbol;
            if bound.iter().any(|(_, known, _)| *known == name) {
                self.fail(variable.name.at, format!("`{name}` is bound twice"));
            }
            bound.push((self.number(), name, self.ty(&variable.ty)));
        }
        self.bound.extend(bound.iter().map(|(number, name, ty)| (*name, *number, ty.clone())));
        let mut triggers = Vec::new();
        for trigger in &quantified.triggers {
            let patterns: Vec<typed::Expr> = trigger.patterns.iter().map(|pattern| self.infer(pattern)).collect();
            if trigger.positive {
                triggers.push(patterns);
            }
        }
        let body = self.infer(&quantified.body);
        self.bound.truncate(outer);
        self.type_scope.truncate(outer_types);
        let ty = match quantified.binder {
            Binder::Forall | Binder::Exists => {
                self.expect(&body, &Ty::Bool);
                Ty::Bool
            }
            Binder::Lambda => {
                let keys = bound.iter().map(|(_, _, ty)| ty.close_over(&type_params)).collect();
                let value = self.unifier.resolve(&body.ty).close_over(&type_params);
                Ty::Map(std::sync::Arc::new(crate::types::MapTy { params: type_params.len() as u32, keys, value }))
            }
        };
        let binder = quantified.binder;
        (Typed::Quantified(Box::new(Quantified { binder, type_params, bound, triggers, body })), ty)
    }
}

fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Int | Ty::Real | Ty::Float(..) | Ty::Error)
}

/// The sizes stand at the end: `0x1.0e0f24e8`, `0NaN24e8`.
fn float_type(text: &str) -> Ty {
    let sizes = text.rsplit(|c: char| !c.is_ascii_digit() && c != 'e').next().unwrap_or("");
    let sizes = sizes
        .split_once('e')
        .and_then(|(significand, exponent)| Some(Ty::Float(significand.parse().ok()?, exponent.parse().ok()?)));
    sizes.unwrap_or(Ty::Error)
}
