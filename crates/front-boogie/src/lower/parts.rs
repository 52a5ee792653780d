//! Parts of values: fields of datatypes and elements of maps.

use value::{Op, Sort};

use crate::types::Ty;

use super::expr::{bool_const, is_opaque};
use super::sorts::instance_type;
use super::term::{Scope, Term};

impl<'a> Scope<'_, 'a> {
    pub(super) fn is_made_by(&mut self, datatype: u32, ctor: u32, value: Term) -> Term {
        let sort = self.sort(&value);
        match self.lowering.sorts.ctor(sort, datatype, ctor) {
            Some(_) if sort.datatype().is_some_and(|datatype| datatype.ctors().len() == 1) => bool_const(true),
            Some(ctor) => self.apply(Op::Is(ctor), vec![value]),
            None => self.uninterpreted(&format!("is {ctor} of {sort}"), vec![value], Sort::bool()),
        }
    }

    pub(super) fn field(&mut self, datatype: u32, ctors: &[(u32, u32)], value: Term, sort: Sort) -> Term {
        let whole = self.sort(&value);
        let Some(((ctor, position), rest)) = ctors.split_first() else {
            return self.uninterpreted(&format!("a field {sort} that {whole} lacks"), vec![value], sort);
        };
        let Some(known) = self.lowering.sorts.ctor(whole, datatype, *ctor) else {
            return self.uninterpreted(&format!("field {position} of {ctor} of {whole}"), vec![value], sort);
        };
        let is = self.is_made_by(datatype, *ctor, value.clone());
        let name = format!("{}.{} of another {whole}", known, known.definition().fields[*position as usize].0);
        let otherwise = value.clone();
        self.either(
            is,
            |scope| scope.apply(Op::Field(known, *position as usize), vec![value]),
            |scope| match rest {
                [] => scope.uninterpreted(&name, vec![otherwise], sort),
                _ => scope.field(datatype, rest, otherwise, sort),
            },
        )
    }

    pub(super) fn field_update(&mut self, datatype: u32, ctors: &[(u32, u32)], value: Term, to: Term) -> Term {
        let whole = self.sort(&value);
        let first = ctors.split_first().and_then(|((ctor, position), rest)| {
            Some((self.lowering.sorts.ctor(whole, datatype, *ctor)?, *ctor, *position as usize, rest))
        });
        let Some((known, ctor, position, rest)) = first else {
            return self.uninterpreted(&format!("a field update that {whole} lacks"), vec![value, to], whole);
        };
        let is = self.is_made_by(datatype, ctor, value.clone());
        let (other_value, other_to) = (value.clone(), to.clone());
        self.either(
            is,
            |scope| {
                let fields = known.definition().fields.len();
                let fields = (0..fields)
                    .map(|index| match index == position {
                        true => to.clone(),
                        false => scope.apply(Op::Field(known, index), vec![value.clone()]),
                    })
                    .collect();
                scope.apply(Op::Construct(known), fields)
            },
            |scope| scope.field_update(datatype, rest, other_value, other_to),
        )
    }

    /// The monomorphic map inside a polymorphic one, with its type; others as they are.
    fn instance(&mut self, ty: &Ty, types: &[Ty], map: Term) -> Option<(Ty, Term)> {
        let Ty::Map(map_type) = ty else { return Some((ty.clone(), map)) };
        if map_type.params == 0 {
            return Some((ty.clone(), map));
        }
        let types: Vec<Ty> = types.iter().map(|ty| self.ty(ty)).collect();
        let monomorphic = instance_type(map_type, &types);
        let (ctor, position) = self.lowering.instance(ty, &types)?;
        Some((monomorphic, self.apply(Op::Field(ctor, position), vec![map])))
    }

    pub(super) fn select(&mut self, ty: &Ty, types: &[Ty], map: Term, indices: Vec<Term>, sort: Sort) -> Term {
        let Some((ty, map)) = self.instance(ty, types, map) else {
            // Another round with this instance follows.
            return self.unsupported("instance of a polymorphic map", sort);
        };
        if is_opaque(self.lowering.sorts.sort(&ty)) {
            let args = [map].into_iter().chain(indices).collect();
            return self.uninterpreted(&format!("select of {ty}"), args, sort);
        }
        indices.into_iter().fold(map, |map, index| self.apply(Op::Select, vec![map, index]))
    }

    pub(super) fn update(&mut self, ty: &Ty, types: &[Ty], map: Term, indices: Vec<Term>, value: Term) -> Term {
        let whole = self.sort(&map);
        let Some((instance_type, part)) = self.instance(ty, types, map.clone()) else {
            return self.unsupported("instance of a polymorphic map", whole);
        };
        let part = self.update_instance(&instance_type, part, indices, value);
        if instance_type == *ty {
            return part;
        }
        let types: Vec<Ty> = types.iter().map(|ty| self.ty(ty)).collect();
        let (ctor, position) = self.lowering.instance(ty, &types).expect("it was there above");
        let fields = ctor.definition().fields.len();
        let fields = (0..fields)
            .map(|index| match index == position {
                true => part.clone(),
                false => self.apply(Op::Field(ctor, index), vec![map.clone()]),
            })
            .collect();
        self.apply(Op::Construct(ctor), fields)
    }

    fn update_instance(&mut self, ty: &Ty, map: Term, indices: Vec<Term>, value: Term) -> Term {
        let sort = self.lowering.sorts.sort(ty);
        if is_opaque(sort) {
            let args = [map].into_iter().chain(indices).chain([value]).collect();
            return self.uninterpreted(&format!("update of {ty}"), args, sort);
        }
        self.store(map, &indices, value)
    }

    fn store(&mut self, map: Term, indices: &[Term], value: Term) -> Term {
        let Some((index, rest)) = indices.split_first() else { return value };
        let value = if rest.is_empty() {
            value
        } else {
            let inner = self.apply(Op::Select, vec![map.clone(), index.clone()]);
            self.store(inner, rest, value)
        };
        self.apply(Op::Store, vec![map, index.clone(), value])
    }
}
