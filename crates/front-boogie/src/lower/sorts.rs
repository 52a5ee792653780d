//! Which sort stands for a type.
//!
//! * `[a, b]c` is a map to maps: equality is extensional on both levels, as it should be.
//! * A map whose keys are few (`bool`, small bit-vectors) is opaque, with uninterpreted select and
//!   update: a concrete map tells its default from its entries, and with few keys two maps could
//!   then agree everywhere and differ. Floats and bit-vectors over 128 bits are opaque too.
//! * A polymorphic map is a record with one map for each instance that the programs use and one
//!   opaque field for the rest. Which instances there are is found out by lowering: see
//!   [`Instances`].
//! * A type with arguments is opaque by its full name: `Field int` and `Field bool` differ.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use value::{Ctor, DataDef, Datatype, Sort, SortExpr, Symbol};

use crate::typed;
use crate::types::{MapTy, Substitution, Ty};

/// The instances of polymorphic maps, by the map's type: the same for both versions.
#[derive(Default, Clone, PartialEq)]
pub(super) struct Instances {
    known: BTreeMap<Ty, BTreeSet<Vec<Ty>>>,
}

impl Instances {
    /// Notes the instance; says whether it is new.
    pub(super) fn note(&mut self, map: &Ty, args: &[Ty]) -> bool {
        self.known.entry(map.clone()).or_default().insert(args.to_vec())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Ty, &Vec<Ty>)> {
        self.known.iter().flat_map(|(map, instances)| instances.iter().map(move |args| (map, args)))
    }

    fn of(&self, map: &Ty) -> Vec<Vec<Ty>> {
        self.known.get(map).map(|instances| instances.iter().cloned().collect()).unwrap_or_default()
    }
}

/// Types to sorts.
pub(super) struct Sorts<'a> {
    program: &'a typed::Program,
    datatypes: FxHashMap<Symbol, u32>,
    /// For each datatype the constructor of its default value.
    grounded: Vec<Option<usize>>,
    instances: Instances,
    known: FxHashMap<Ty, Sort>,
}

/// More than this many instances of datatypes reached from one: it never ends.
const MOST_INSTANCES: usize = 200;

impl<'a> Sorts<'a> {
    pub(super) fn new(program: &'a typed::Program, instances: Instances) -> Sorts<'a> {
        let datatypes = program.datatypes.iter().enumerate().map(|(index, each)| (each.name, index as u32)).collect();
        let grounded = crate::check::grounded(program);
        Sorts { program, datatypes, grounded, instances, known: FxHashMap::default() }
    }

    pub(super) fn sort(&mut self, ty: &Ty) -> Sort {
        if let Some(sort) = self.known.get(ty) {
            return *sort;
        }
        let sort = self.new_sort(ty);
        self.known.insert(ty.clone(), sort);
        sort
    }

    fn new_sort(&mut self, ty: &Ty) -> Sort {
        match ty {
            Ty::Bool => Sort::bool(),
            Ty::Int => Sort::int(),
            Ty::Real => Sort::real(),
            Ty::Bv(0) => unit(),
            Ty::Bv(width) if *width <= 128 => Sort::bv(*width),
            Ty::Con(name, _) if self.datatypes.contains_key(name) => self.datatype(ty),
            Ty::Map(map) if map.params > 0 => self.polymorphic_map(ty, map),
            Ty::Map(map) if !map.keys.iter().any(|key| self.has_few_values(key, 0)) => {
                let value = self.sort(&map.value);
                map.keys.iter().rev().fold(value, |value, key| Sort::map(self.sort(key), value))
            }
            Ty::Bv(_)
            | Ty::Float(..)
            | Ty::Con(..)
            | Ty::Map(_)
            | Ty::Param(_)
            | Ty::Bound { .. }
            | Ty::Meta(_)
            | Ty::Error => Sort::opaque(&ty.to_string()),
        }
    }

    /// Could a program write every value of the type as a key of one map?
    fn has_few_values(&self, ty: &Ty, depth: u32) -> bool {
        match ty {
            Ty::Bool => true,
            Ty::Bv(width) => *width <= 16,
            Ty::Con(name, args) => match self.datatypes.get(name) {
                // A datatype that deep in itself is recursive, so it has many values.
                Some(_) if depth > 20 => false,
                Some(index) => {
                    let datatype = &self.program.datatypes[*index as usize];
                    let with = substitution(datatype, args);
                    let mut fields = datatype.ctors.iter().flat_map(|ctor| &ctor.fields);
                    fields.all(|(_, field)| self.has_few_values(&field.substitute(&with), depth + 1))
                }
                None => false,
            },
            Ty::Map(map) => map.keys.iter().chain([&map.value]).all(|part| self.has_few_values(part, depth + 1)),
            Ty::Int | Ty::Real | Ty::Float(..) | Ty::Param(_) | Ty::Bound { .. } | Ty::Meta(_) | Ty::Error => false,
        }
    }

    /// Declares the datatype together with those that need it as it needs them: always the same
    /// group, whichever of them is asked for first.
    fn datatype(&mut self, ty: &Ty) -> Sort {
        let Some(reached) = self.reached_datatypes(ty) else { return Sort::opaque(&ty.to_string()) };
        let mut group: Vec<Ty> = reached
            .into_iter()
            .filter(|other| self.reached_datatypes(other).is_some_and(|back| back.contains(ty)))
            .collect();
        group.sort_by_key(Ty::to_string);
        let defs: Vec<DataDef> = group.iter().map(|member| self.definition(member, &group)).collect();
        let sorts = Datatype::declare(&defs);
        self.known.extend(group.iter().cloned().zip(sorts));
        self.known[ty]
    }

    /// The datatype and those its fields lead to; `None` if they never end.
    fn reached_datatypes(&self, ty: &Ty) -> Option<Vec<Ty>> {
        let mut reached = vec![ty.clone()];
        let mut next = 0;
        while next < reached.len() {
            if reached.len() > MOST_INSTANCES {
                return None;
            }
            for (_, fields) in self.ctors(&reached[next]) {
                fields.iter().for_each(|(_, field)| self.add_datatypes(field, &mut reached));
            }
            next += 1;
        }
        Some(reached)
    }

    fn add_datatypes(&self, ty: &Ty, reached: &mut Vec<Ty>) {
        match ty {
            Ty::Con(name, _) if self.datatypes.contains_key(name) && !reached.contains(ty) => {
                reached.push(ty.clone());
            }
            Ty::Map(map) if map.params == 0 => {
                map.keys.iter().chain([&map.value]).for_each(|part| self.add_datatypes(part, reached));
            }
            _ => {}
        }
    }

    /// The constructors of an instance of a datatype, that of its default value first.
    fn ctors(&self, ty: &Ty) -> Vec<(Symbol, Vec<(Symbol, Ty)>)> {
        let Ty::Con(name, args) = ty else { return Vec::new() };
        let index = self.datatypes[name] as usize;
        let datatype = &self.program.datatypes[index];
        let with = substitution(datatype, args);
        let fields = |ctor: &typed::Ctor| ctor.fields.iter().map(|(name, ty)| (*name, ty.substitute(&with))).collect();
        let mut ctors: Vec<_> = datatype.ctors.iter().map(|ctor| (ctor.name, fields(ctor))).collect();
        ctors.swap(0, self.grounded[index].unwrap_or(0));
        ctors
    }

    fn definition(&mut self, ty: &Ty, group: &[Ty]) -> DataDef {
        let mut ctors: Vec<(Symbol, Vec<(Symbol, SortExpr)>)> = Vec::new();
        for (name, fields) in self.ctors(ty) {
            let fields = fields.iter().map(|(field, ty)| (*field, self.field_sort(ty, group)));
            ctors.push((name, fields.collect()));
        }
        DataDef { name: Symbol::new(&ty.to_string()), ctors }
    }

    fn field_sort(&mut self, ty: &Ty, group: &[Ty]) -> SortExpr {
        match ty {
            _ if group.contains(ty) => SortExpr::Member(Symbol::new(&ty.to_string())),
            Ty::Map(map) if map.params == 0 && !map.keys.iter().any(|key| self.has_few_values(key, 0)) => {
                let value = self.field_sort(&map.value, group);
                map.keys
                    .iter()
                    .rev()
                    .fold(value, |value, key| SortExpr::Map(Box::new(self.field_sort(key, group)), Box::new(value)))
            }
            // A map with few keys, or a polymorphic one, that holds the datatype itself.
            Ty::Map(_) if ty.any(&|part| group.contains(part)) => SortExpr::Sort(Sort::opaque(&ty.to_string())),
            _ => SortExpr::Sort(self.sort(ty)),
        }
    }

    fn polymorphic_map(&mut self, ty: &Ty, map: &MapTy) -> Sort {
        let mut fields: Vec<(Symbol, SortExpr)> = Vec::new();
        for instance in self.instances.of(ty) {
            let monomorphic = instance_type(map, &instance);
            fields.push((Symbol::new(&monomorphic.to_string()), SortExpr::Sort(self.sort(&monomorphic))));
        }
        let rest = Sort::opaque(&format!("rest of {ty}"));
        fields.push((Symbol::new("rest"), SortExpr::Sort(rest)));
        let name = Symbol::new(&ty.to_string());
        Datatype::declare(&[DataDef { name, ctors: vec![(Symbol::new("instances"), fields)] }])[0]
    }

    /// The record of a polymorphic map and the field for that instance. The field is not there
    /// while the instances are still being found.
    pub(super) fn instance(&mut self, ty: &Ty, args: &[Ty]) -> Option<(Ctor, usize)> {
        let ctor = Ctor { datatype: self.sort(ty).datatype()?, index: 0 };
        let position = self.instances.of(ty).iter().position(|instance| instance == args)?;
        Some((ctor, position))
    }

    /// The constructor, for a value of that sort.
    pub(super) fn ctor(&self, sort: Sort, datatype: u32, ctor: u32) -> Option<Ctor> {
        let name = self.program.datatypes[datatype as usize].ctors[ctor as usize].name;
        sort.datatype()?.ctor(&name)
    }
}

pub(super) fn instance_type(map: &MapTy, args: &[Ty]) -> Ty {
    Ty::map(map.keys.iter().map(|key| key.instantiate(args)).collect(), map.value.instantiate(args))
}

/// The sort with one value.
fn unit() -> Sort {
    Datatype::declare(&[DataDef { name: Symbol::new("bv0"), ctors: vec![(Symbol::new("0bv0"), Vec::new())] }])[0]
}

fn substitution(datatype: &typed::Datatype, args: &[Ty]) -> Substitution {
    datatype.params.iter().map(|param| param.number).zip(args.iter().cloned()).collect()
}
