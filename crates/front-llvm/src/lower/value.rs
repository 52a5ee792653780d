//! Operands: constants, and the values of locals.

use std::rc::Rc;

use ::value::{FloatFormat, Sort};
use ir::ValueId;

use super::emit::Emitted;
use super::function::Lower;
use super::pointer::Pointer;
use crate::analysis::address_terms;
use crate::join::Item;
use crate::layout::Scalar;
use crate::reader::syntax::{Constant, Gep, Operand, Type};

/// A value of the text as it is while lowering.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    One(ValueId),
    Pointer(Pointer),
    /// A pointer turned into a number.
    Address(Pointer),
    /// Of a structure, array or vector: its parts.
    Many(Rc<Vec<Val>>),
    /// Any value will do, each time another.
    Undef,
}

impl<'m> Lower<'_, 'm> {
    pub(crate) fn operand(&mut self, operand: &Operand<'m>, ty: &Type<'m>) -> Emitted<Val> {
        match operand {
            Operand::Local(name) => match self.locals.get(name) {
                Some(value) => Ok(value.clone()),
                None => self.emit.unsupported(&format!("the value %{name}")),
            },
            Operand::Constant(constant) => self.constant(constant, ty),
            Operand::Metadata(_) => self.emit.unsupported("metadata as a value"),
        }
    }

    pub(crate) fn constant(&mut self, constant: &Constant<'m>, ty: &Type<'m>) -> Emitted<Val> {
        let ty = self.types.resolve(ty);
        match constant {
            Constant::Int(value) => match &ty {
                Type::Int(width) if *width <= 128 => Ok(Val::One(self.emit.int(*width, *value))),
                _ => self.emit.unsupported("an integer of more than 128 bits"),
            },
            Constant::Float(bits) => {
                let format = if ty == Type::Float { FloatFormat::F32 } else { FloatFormat::F64 };
                match self.emit.sorts.float_value(format, *bits) {
                    Some(value) => Ok(Val::One(self.emit.constant(value, self.emit.sorts.float(format)))),
                    None => self.emit.unsupported("an infinity or NaN among the reals"),
                }
            }
            Constant::Null => Ok(Val::Pointer(Pointer::Dynamic(self.emit.null()))),
            Constant::Undef => Ok(Val::Undef),
            Constant::Zero => self.zero(&ty),
            Constant::Aggregate(parts) => {
                let parts: Emitted<Vec<Val>> = parts.iter().map(|(ty, part)| self.constant(part, ty)).collect();
                Ok(Val::Many(Rc::new(parts?)))
            }
            Constant::Bytes(bytes) => {
                let bytes = bytes.iter().map(|byte| Val::One(self.emit.int(8, i128::from(*byte)))).collect();
                Ok(Val::Many(Rc::new(bytes)))
            }
            Constant::Splat(value) => {
                let Type::Vector(count, element) = &ty else { return self.emit.unsupported("a splat") };
                let value = self.constant(value, element)?;
                Ok(Val::Many(Rc::new(vec![value; *count as usize])))
            }
            Constant::Global(name) => self.symbol(name),
            Constant::Gep(gep) => self.gep(gep),
            Constant::Cast { op, from, value, to } => {
                let value = self.constant(value, from)?;
                self.cast(op, from, value, to)
            }
            Constant::Binary { op, ty, a, b } => {
                let (a, b) = (self.constant(a, ty)?, self.constant(b, ty)?);
                self.binary(op, false, ty, a, b)
            }
            Constant::Compare { predicate, ty, a, b } => {
                let (a, b) = (self.constant(a, ty)?, self.constant(b, ty)?);
                self.icmp(predicate, ty, a, b).map(Val::One)
            }
            Constant::Other(what) => self.emit.unsupported(&format!("a constant `{what}`")),
        }
    }

    fn zero(&mut self, ty: &Type<'m>) -> Emitted<Val> {
        match ty {
            Type::Array(count, element) | Type::Vector(count, element) => {
                let zero = self.zero(&self.types.resolve(element))?;
                Ok(Val::Many(Rc::new(vec![zero; *count as usize])))
            }
            Type::Struct { fields, .. } => {
                let fields: Emitted<Vec<Val>> =
                    fields.iter().map(|field| self.zero(&self.types.resolve(field))).collect();
                Ok(Val::Many(Rc::new(fields?)))
            }
            Type::Ptr => Ok(Val::Pointer(Pointer::Dynamic(self.emit.null()))),
            ty => match Scalar::of(ty)
                .and_then(|scalar| self.emit.sorts.zero(scalar).zip(self.emit.sorts.scalar(scalar)))
            {
                Some((value, sort)) => Ok(Val::One(self.emit.constant(value, sort))),
                None => self.emit.unsupported("a zero of an unknown kind"),
            },
        }
    }

    /// The address of a function or variable.
    fn symbol(&mut self, name: &'m str) -> Emitted<Val> {
        match self.version.lookup(self.module, name) {
            Item::Function(key) => {
                let name = self.version.functions[key].name.clone();
                let value = self.emit.sorts.code_value(&name);
                let value = self.emit.constant(value, self.emit.sorts.pointer);
                Ok(Val::Pointer(Pointer::Dynamic(value)))
            }
            Item::Global(key) => self.emit.global(key).map(Val::Pointer),
            Item::External(name) => {
                let module = &self.version.modules[self.module];
                let is_function = module.declaration(name).is_some() || module.function(name).is_some();
                if !is_function {
                    return self.emit.unsupported(&format!("the variable {name}, which is defined elsewhere"));
                }
                if self.version.is_ambiguous(name) {
                    return self.emit.unsupported(&format!("the address of {name}, which is defined elsewhere"));
                }
                let value = self.emit.sorts.code_value(name);
                let mut value = self.emit.constant(value, self.emit.sorts.pointer);
                if module.may_be_missing(name) {
                    let (linked, null) = (self.emit.is_linked(name), self.emit.null());
                    value = self.emit.ite(linked, value, null);
                }
                Ok(Val::Pointer(Pointer::Dynamic(value)))
            }
        }
    }

    pub(crate) fn gep(&mut self, gep: &Gep<'m>) -> Emitted<Val> {
        let base = self.operand(&gep.base, &Type::Ptr)?;
        let base = self.pointer(base)?;
        let (constant, terms) = address_terms(self.types, gep);
        let mut words = Vec::new();
        for term in terms {
            let Type::Int(width) = term.ty else { return self.emit.unsupported("a vector of addresses") };
            let index = self.operand(term.index, term.ty)?;
            let index = self.one(index, term.ty)?;
            words.push((term.scale, self.emit.word_of(index, *width)));
        }
        Ok(Val::Pointer(self.emit.advance(&base, constant, &words)?))
    }

    /// The value as one of the IR.
    pub(crate) fn one(&mut self, value: Val, ty: &Type<'m>) -> Emitted<ValueId> {
        match value {
            Val::One(value) => Ok(value),
            Val::Pointer(pointer) => self.emit.pointer_value(&pointer),
            Val::Address(_) => self.emit.unsupported("a pointer as an integer"),
            Val::Many(_) => self.emit.unsupported("a structure as a scalar"),
            Val::Undef => match Scalar::of(&self.types.resolve(ty)).and_then(|scalar| self.emit.sorts.scalar(scalar)) {
                Some(sort) => Ok(self.emit.b.choose(sort)),
                None => self.emit.unsupported("an undefined value of an unknown kind"),
            },
        }
    }

    pub(crate) fn pointer(&mut self, value: Val) -> Emitted<Pointer> {
        match value {
            Val::Pointer(pointer) => Ok(pointer),
            Val::One(value) => Ok(self.emit.pointer_of(value)),
            Val::Undef => Ok(Pointer::Dynamic(self.emit.b.choose(self.emit.sorts.pointer))),
            Val::Address(_) | Val::Many(_) => self.emit.unsupported("an integer as a pointer"),
        }
    }

    /// The parts of a value of a structure, array or vector type.
    pub(crate) fn parts(&mut self, value: Val, ty: &Type<'m>) -> Emitted<Rc<Vec<Val>>> {
        match value {
            Val::Many(parts) => Ok(parts),
            Val::Undef => {
                let count = match self.types.resolve(ty) {
                    Type::Array(count, _) | Type::Vector(count, _) => count as usize,
                    Type::Struct { fields, .. } => fields.len(),
                    _ => 0,
                };
                Ok(Rc::new(vec![Val::Undef; count]))
            }
            _ => self.emit.unsupported("a scalar as a structure"),
        }
    }

    /// All scalars of the value, for parameters, results and joins.
    pub(crate) fn flatten(&mut self, value: Val, ty: &Type<'m>, into: &mut Vec<ValueId>) -> Emitted<()> {
        match self.types.resolve(ty) {
            Type::Void | Type::Meta => Ok(()),
            Type::Array(count, element) | Type::Vector(count, element) => {
                let parts = self.parts(value, ty)?;
                (0..count as usize).try_for_each(|index| self.flatten(parts[index].clone(), &element, into))
            }
            Type::Struct { fields, .. } => {
                let parts = self.parts(value, ty)?;
                fields.iter().zip(parts.iter()).try_for_each(|(field, part)| self.flatten(part.clone(), field, into))
            }
            ty => {
                into.push(self.one(value, &ty)?);
                Ok(())
            }
        }
    }

    /// The sorts of all scalars of a type. `None`: it has a part without meaning here.
    pub(crate) fn sorts_of(&self, ty: &Type<'m>) -> Option<Vec<Sort>> {
        sorts_of(self.types, &self.emit.sorts, ty)
    }

    /// A value put together again from its scalars.
    pub(crate) fn unflatten(&mut self, ty: &Type<'m>, values: &mut dyn Iterator<Item = ValueId>) -> Val {
        match self.types.resolve(ty) {
            Type::Array(count, element) | Type::Vector(count, element) => {
                Val::Many(Rc::new((0..count).map(|_| self.unflatten(&element, values)).collect()))
            }
            Type::Struct { fields, .. } => {
                Val::Many(Rc::new(fields.iter().map(|field| self.unflatten(field, values)).collect()))
            }
            Type::Ptr => match values.next() {
                Some(value) => Val::Pointer(self.emit.pointer_of(value)),
                None => Val::Undef,
            },
            _ => values.next().map_or(Val::Undef, Val::One),
        }
    }
}

pub(crate) fn sorts_of<'m>(
    types: crate::layout::Types<'m>,
    sorts: &crate::sorts::Sorts,
    ty: &Type<'m>,
) -> Option<Vec<Sort>> {
    match types.resolve(ty) {
        Type::Void | Type::Meta => Some(Vec::new()),
        Type::Array(count, element) | Type::Vector(count, element) => {
            let inner = sorts_of(types, sorts, &element)?;
            Some(inner.iter().copied().cycle().take(inner.len() * count as usize).collect())
        }
        Type::Struct { fields, .. } => {
            let fields: Option<Vec<Vec<Sort>>> = fields.iter().map(|field| sorts_of(types, sorts, field)).collect();
            Some(fields?.concat())
        }
        ty => Some(vec![sorts.scalar(Scalar::of(&ty)?)?]),
    }
}
