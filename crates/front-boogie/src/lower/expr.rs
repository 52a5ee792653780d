//! Expressions to terms.
//!
//! Boogie's operators are total. Where its definition leaves the value open (division by zero, a
//! field of another constructor, `**`, floats), an uninterpreted function gives it: any two uses
//! with the same operands agree, and nothing more is known.

use std::sync::Arc;

use value::{BvOp, Int, IntOp, Op, RealOp, Rounding, Sort, SortKind, Value};

use crate::ast::{Binary, Binder, Unary};
use crate::typed::{Expr, ExprKind, Quantified};
use crate::types::{Substitution, Ty};

use super::definitions::{Params, Sym};
use super::instance_name;
use super::term::{Frame, Scope, Slot, Term};

/// Definitions replaced in one function: more than this would fill the memory.
const MOST_REPLACED: u32 = 200_000;

pub(super) fn bool_const(value: bool) -> Term {
    Term::Const(Value::Bool(value), Sort::bool())
}

impl<'a> Scope<'_, 'a> {
    pub(super) fn ty(&self, ty: &Ty) -> Ty {
        ty.substitute(&self.frame.types)
    }

    pub(super) fn sort_of(&mut self, ty: &Ty) -> Sort {
        let ty = self.ty(ty);
        self.lowering.sorts.sort(&ty)
    }

    pub(super) fn term(&mut self, expr: &'a Expr) -> Term {
        match &expr.kind {
            ExprKind::Bool(value) => bool_const(*value),
            ExprKind::Int(value) => Term::Const(Value::Int(value.clone()), Sort::int()),
            ExprKind::Real(value) => Term::Const(Value::Real(Arc::new(value.clone())), Sort::real()),
            ExprKind::Bv(value, width) => self.bv_literal(value, *width),
            ExprKind::Float(text) => {
                let sort = self.sort_of(&expr.ty);
                self.uninterpreted(text, Vec::new(), sort)
            }
            ExprKind::Local(index) => match self.frame.locals[*index as usize].clone() {
                Slot::Term(term) => term,
                Slot::Variable(variable) => Term::Value(self.code().read(variable)),
            },
            ExprKind::Bound(number) => self.bound[number].clone(),
            ExprKind::Global(index) => self.global(*index),
            ExprKind::Const(index) => self.constant(*index),
            ExprKind::Call(function, type_args, args) => self.call_function(*function, type_args, args, expr),
            ExprKind::Construct(datatype, ctor, args) => {
                let args: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect();
                let sort = self.sort_of(&expr.ty);
                match self.lowering.sorts.ctor(sort, *datatype, *ctor) {
                    Some(ctor) => self.apply(Op::Construct(ctor), args),
                    None => self.uninterpreted(&format!("construct {ctor} of {sort}"), args, sort),
                }
            }
            ExprKind::Is(datatype, ctor, value) => {
                let value = self.term(value);
                self.is_made_by(*datatype, *ctor, value)
            }
            ExprKind::Field(datatype, ctors, value) => {
                let value = self.term(value);
                let sort = self.sort_of(&expr.ty);
                self.field(*datatype, ctors, value, sort)
            }
            ExprKind::FieldUpdate(datatype, ctors, parts) => {
                let (value, to) = (self.term(&parts.0), self.term(&parts.1));
                self.field_update(*datatype, ctors, value, to)
            }
            ExprKind::Unary(op, value) => self.unary(*op, value),
            ExprKind::Binary(op, operands) => self.binary(*op, &operands.0, &operands.1),
            ExprKind::Select(map, types, indices) => {
                let ty = self.ty(&map.ty);
                let map = self.term(map);
                let indices: Vec<Term> = indices.iter().map(|index| self.term(index)).collect();
                indices.iter().take(1).for_each(|index| self.check_access(index));
                let sort = self.sort_of(&expr.ty);
                self.select(&ty, types, map, indices, sort)
            }
            ExprKind::Update(map, types, indices, value) => {
                let ty = self.ty(&map.ty);
                let map = self.term(map);
                let indices: Vec<Term> = indices.iter().map(|index| self.term(index)).collect();
                let value = self.term(value);
                indices.iter().take(1).for_each(|index| self.check_access(index));
                self.update(&ty, types, map, indices, value)
            }
            ExprKind::Extract(value, high, low) => {
                let value = self.term(value);
                let sort = self.sort_of(&expr.ty);
                if high == low {
                    return Term::Const(Value::default_of(sort), sort);
                }
                if self.sort(&value).bv_width().is_some() && sort.bv_width().is_some() {
                    return self.apply(Op::Bv(BvOp::Extract { high: high - 1, low: *low }), vec![value]);
                }
                self.uninterpreted(&format!("{}[{high}:{low}]", self.sort(&value)), vec![value], sort)
            }
            ExprKind::If(parts) => {
                let condition = self.term(&parts.0);
                if self.waits(&parts.1) || self.waits(&parts.2) {
                    return self.either(condition, |scope| scope.term(&parts.1), |scope| scope.term(&parts.2));
                }
                let (then, otherwise) = (self.term(&parts.1), self.term(&parts.2));
                self.apply(Op::Ite, vec![condition, then, otherwise])
            }
            ExprKind::Old(value) => {
                let outer = std::mem::replace(&mut self.frame.in_old, true);
                let term = self.term(value);
                self.frame.in_old = outer;
                term
            }
            ExprKind::ToInt(value) => {
                let value = self.term(value);
                self.apply(Op::Real(RealOp::Floor), vec![value])
            }
            ExprKind::ToReal(value) => {
                let value = self.term(value);
                self.apply(Op::Real(RealOp::FromInt), vec![value])
            }
            ExprKind::Let(values, body) => {
                for (number, value) in values {
                    let value = self.term(value);
                    self.bound.insert(*number, value);
                }
                self.term(body)
            }
            ExprKind::Quantified(quantified) => self.quantified(quantified, &expr.ty),
            ExprKind::Code => self.unsupported("code expression", Sort::bool()),
        }
    }

    fn bv_literal(&mut self, value: &Int, width: u32) -> Term {
        let sort = self.sort_of(&Ty::Bv(width));
        match sort.kind() {
            SortKind::Bv(width) => Term::Const(Value::bv(*width, value.low_bits(*width)), sort),
            SortKind::Data(_) => Term::Const(Value::default_of(sort), sort),
            _ => self.uninterpreted(&format!("{value}bv{width}"), Vec::new(), sort),
        }
    }

    pub(super) fn global(&mut self, index: u32) -> Term {
        if self.frame.in_old
            && let Some(term) = self.frame.old.get(&index)
        {
            return term.clone();
        }
        let (cell, sort) = self.lowering.cell(index);
        Term::Value(self.code().get(cell, sort))
    }

    pub(super) fn constant(&mut self, index: u32) -> Term {
        let sym = Sym::Const(index);
        let definition = &self.lowering.program.consts[index as usize];
        if definition.unique {
            self.lowering.unique.insert(index);
        }
        if let Some(definition) = self.lowering.definitions.get(sym) {
            return self.replaced(Frame::default(), definition.body);
        }
        let sort = self.sort_of(&definition.ty);
        self.lowering.reach(sym, Vec::new());
        let name = self.lowering.constant_name(definition.name);
        self.uninterpreted(&name, Vec::new(), sort)
    }

    /// A definition's body in its own frame.
    fn replaced(&mut self, frame: Frame, body: &'a Expr) -> Term {
        self.replaced += 1;
        if self.replaced > MOST_REPLACED {
            let sort = self.sort_of(&body.ty);
            return self.unsupported("functions that grow too large when replaced by their bodies", sort);
        }
        let outer = std::mem::replace(&mut self.frame, frame);
        let term = self.term(body);
        self.frame = outer;
        term
    }

    fn call_function(&mut self, function: u32, type_args: &[Ty], args: &'a [Expr], call: &'a Expr) -> Term {
        let args: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect();
        let type_args: Vec<Ty> = type_args.iter().map(|ty| self.ty(ty)).collect();
        let sort = self.sort_of(&call.ty);
        let sym = Sym::Function(function);
        let definition = &self.lowering.program.functions[function as usize];
        if let Some(builtin) = &definition.builtin {
            return self.builtin(builtin, args, sort);
        }
        if let Some(found) = self.lowering.definitions.get(sym) {
            let type_params = definition.type_params.iter().map(|param| param.number);
            let types: Substitution = type_params.zip(type_args).collect();
            let mut frame = Frame { types, ..Frame::default() };
            match found.params {
                Params::Locals => frame.locals = args.into_iter().map(Slot::Term).collect(),
                Params::Bound(numbers) => self.bound.extend(numbers.into_iter().zip(args)),
            }
            return self.replaced(frame, found.body);
        }
        let name = instance_name(definition.name, &type_args);
        self.lowering.reach(sym, type_args);
        self.uninterpreted(&name, args, sort)
    }

    // Operators.

    fn unary(&mut self, op: Unary, value: &'a Expr) -> Term {
        let term = self.term(value);
        match (op, self.sort(&term).kind()) {
            (Unary::Not, _) => self.apply(Op::Not, vec![term]),
            (Unary::Neg, SortKind::Int) => self.apply(Op::Int(IntOp::Neg), vec![term]),
            (Unary::Neg, SortKind::Real) => self.apply(Op::Real(RealOp::Neg), vec![term]),
            (Unary::Neg, _) => {
                let sort = self.sort(&term);
                self.uninterpreted(&format!("- {sort}"), vec![term], sort)
            }
        }
    }

    fn binary(&mut self, op: Binary, left: &'a Expr, right: &'a Expr) -> Term {
        match op {
            Binary::And | Binary::Or | Binary::Implies => return self.connective(op, left, right),
            Binary::Explies => return self.connective(Binary::Implies, right, left),
            _ => {}
        }
        let (a, b) = (self.term(left), self.term(right));
        self.binary_terms(op, a, b)
    }

    /// `&&`, `||` and `==>`; the right side is not computed if the left decides and the right
    /// may have no concrete meaning.
    fn connective(&mut self, op: Binary, left: &'a Expr, right: &'a Expr) -> Term {
        let condition = self.term(left);
        if self.waits(right) {
            return match op {
                Binary::And => self.either(condition, |scope| scope.term(right), |_| bool_const(false)),
                Binary::Or => self.either(condition, |_| bool_const(true), |scope| scope.term(right)),
                _ => self.either(condition, |scope| scope.term(right), |_| bool_const(true)),
            };
        }
        let right = self.term(right);
        match op {
            Binary::And => self.apply(Op::And, vec![condition, right]),
            Binary::Or => self.apply(Op::Or, vec![condition, right]),
            _ => {
                let not = self.apply(Op::Not, vec![condition]);
                self.apply(Op::Or, vec![not, right])
            }
        }
    }

    pub(super) fn binary_terms(&mut self, op: Binary, a: Term, b: Term) -> Term {
        let sort = self.sort(&a);
        match op {
            Binary::Eq | Binary::Iff => self.equal(a, b),
            Binary::Ne => {
                let equal = self.equal(a, b);
                self.apply(Op::Not, vec![equal])
            }
            Binary::Lt => self.compare(IntOp::Lt, RealOp::Lt, a, b),
            Binary::Le => self.compare(IntOp::Le, RealOp::Le, a, b),
            Binary::Gt => self.compare(IntOp::Lt, RealOp::Lt, b, a),
            Binary::Ge => self.compare(IntOp::Le, RealOp::Le, b, a),
            Binary::Add => self.arithmetic(op, IntOp::Add, RealOp::Add, a, b),
            Binary::Sub => self.arithmetic(op, IntOp::Sub, RealOp::Sub, a, b),
            Binary::Mul => self.arithmetic(op, IntOp::Mul, RealOp::Mul, a, b),
            Binary::Div => self.divide("div by 0", Op::Int(IntOp::Div(Rounding::Euclid)), a, b),
            Binary::Mod => self.divide("mod by 0", Op::Int(IntOp::Mod(Rounding::Euclid)), a, b),
            Binary::RealDiv => {
                if !matches!(sort.kind(), SortKind::Int | SortKind::Real) {
                    return self.uninterpreted(&format!("/ {sort}"), vec![a, b], sort);
                }
                let (a, b) = (self.as_real(a), self.as_real(b));
                self.divide("/ by 0", Op::Real(RealOp::Div), a, b)
            }
            Binary::Pow => self.uninterpreted("**", vec![a, b], Sort::real()),
            Binary::Concat => self.concat(a, b),
            Binary::Extending => self.uninterpreted(&format!("<: {sort}"), vec![a, b], Sort::bool()),
            Binary::And => self.apply(Op::And, vec![a, b]),
            Binary::Or => self.apply(Op::Or, vec![a, b]),
            Binary::Implies | Binary::Explies => {
                let (from, to) = if op == Binary::Implies { (a, b) } else { (b, a) };
                let not = self.apply(Op::Not, vec![from]);
                self.apply(Op::Or, vec![not, to])
            }
        }
    }

    fn equal(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(&a);
        if is_float(sort) {
            return self.uninterpreted(&format!("== {sort}"), vec![a, b], Sort::bool());
        }
        self.apply(Op::Eq, vec![a, b])
    }

    fn compare(&mut self, int: IntOp, real: RealOp, a: Term, b: Term) -> Term {
        let sort = self.sort(&a);
        match sort.kind() {
            SortKind::Int => self.apply(Op::Int(int), vec![a, b]),
            SortKind::Real => self.apply(Op::Real(real), vec![a, b]),
            _ => self.uninterpreted(&format!("{int:?} {sort}"), vec![a, b], Sort::bool()),
        }
    }

    fn arithmetic(&mut self, op: Binary, int: IntOp, real: RealOp, a: Term, b: Term) -> Term {
        let sort = self.sort(&a);
        match sort.kind() {
            SortKind::Int => self.apply(Op::Int(int), vec![a, b]),
            SortKind::Real => self.apply(Op::Real(real), vec![a, b]),
            _ => self.uninterpreted(&format!("{} {sort}", op.text()), vec![a, b], sort),
        }
    }

    fn as_real(&mut self, term: Term) -> Term {
        match self.sort(&term).kind() {
            SortKind::Int => self.apply(Op::Real(RealOp::FromInt), vec![term]),
            _ => term,
        }
    }

    /// Division by zero gives some value that depends on the dividend only, as in SMT-LIB.
    fn divide(&mut self, by_zero: &str, op: Op, a: Term, b: Term) -> Term {
        let sort = self.sort(&b);
        let zero = Term::Const(Value::default_of(sort), sort);
        let is_zero = self.apply(Op::Eq, vec![b.clone(), zero]);
        let dividend = a.clone();
        self.either(
            is_zero,
            |scope| scope.uninterpreted(by_zero, vec![dividend], sort),
            |scope| scope.apply(op, vec![a, b]),
        )
    }

    fn concat(&mut self, a: Term, b: Term) -> Term {
        let (high, low) = (self.sort(&a), self.sort(&b));
        match (high.kind(), low.kind()) {
            (SortKind::Bv(x), SortKind::Bv(y)) if x + y <= 128 => self.apply(Op::Bv(BvOp::Concat), vec![a, b]),
            // A vector of no bits adds none.
            (SortKind::Data(_), _) => b,
            (_, SortKind::Data(_)) => a,
            _ => {
                let width = |sort: Sort| match sort.kind() {
                    SortKind::Bv(width) => *width,
                    SortKind::Opaque(name) => name.trim_start_matches("bv").parse().unwrap_or(0),
                    _ => 0,
                };
                let sort = self.sort_of(&Ty::Bv(width(high) + width(low)));
                self.uninterpreted(&format!("{high} ++ {low}"), vec![a, b], sort)
            }
        }
    }

    // Quantifiers.

    fn quantified(&mut self, quantified: &'a Quantified, ty: &Ty) -> Term {
        if !quantified.type_params.is_empty() {
            let sort = self.sort_of(ty);
            return self.unsupported("quantifier over types", sort);
        }
        if quantified.binder == Binder::Lambda && is_opaque(self.sort_of(ty)) {
            let sort = self.sort_of(ty);
            return self.unsupported("lambda with a small domain", sort);
        }
        let bound: Vec<(u32, value::Symbol, Sort)> =
            quantified.bound.iter().map(|(number, name, ty)| (*number, *name, self.sort_of(ty))).collect();
        match quantified.binder {
            Binder::Forall => self.quantifier(value::Binder::Forall, quantified, &bound),
            Binder::Exists => self.quantifier(value::Binder::Exists, quantified, &bound),
            Binder::Lambda => self.lambda(quantified, &bound),
        }
    }

    pub(super) fn quantifier(
        &mut self,
        binder: value::Binder,
        quantified: &'a Quantified,
        bound: &[(u32, value::Symbol, Sort)],
    ) -> Term {
        self.binder(binder, bound, |scope| {
            let triggers = quantified
                .triggers
                .iter()
                .map(|patterns| patterns.iter().map(|pattern| scope.term(pattern)).collect())
                .collect();
            (scope.term(&quantified.body), triggers)
        })
    }

    /// One binder for each variable: a map to maps.
    fn lambda(&mut self, quantified: &'a Quantified, bound: &[(u32, value::Symbol, Sort)]) -> Term {
        let Some((first, rest)) = bound.split_first() else { return self.term(&quantified.body) };
        self.binder(value::Binder::Lambda, std::slice::from_ref(first), |scope| {
            (scope.lambda(quantified, rest), Vec::new())
        })
    }
}

pub(super) fn is_opaque(sort: Sort) -> bool {
    matches!(sort.kind(), SortKind::Opaque(_))
}

fn is_float(sort: Sort) -> bool {
    match sort.kind() {
        SortKind::Opaque(name) => {
            let sizes = name.strip_prefix("float").and_then(|sizes| sizes.split_once('e'));
            sizes.is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok())
        }
        _ => false,
    }
}
