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
    instances: Instances,
    known: FxHashMap<Ty, Sort>,
}

/// More than this many instances of datatypes reached from one: it never ends.
const MOST_INSTANCES: usize = 200;

impl<'a> Sorts<'a> {
    pub(super) fn new(program: &'a typed::Program, instances: Instances) -> Sorts<'a> {
        let datatypes = program.datatypes.iter().enumerate().map(|(index, each)| (each.name, index as u32)).collect();
        Sorts { program, datatypes, instances, known: FxHashMap::default() }
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
            Ty::Con(name, args) if self.datatypes.contains_key(name) => self.datatype(ty, *name, args),
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

    /// Declares the datatype with all that it reaches, as one group.
    fn datatype(&mut self, ty: &Ty, name: Symbol, args: &[Ty]) -> Sort {
        let mut group: Vec<(Symbol, Vec<Ty>)> = vec![(name, args.to_vec())];
        let mut defs: Vec<DataDef> = Vec::new();
        while defs.len() < group.len() {
            if group.len() > MOST_INSTANCES {
                return Sort::opaque(&ty.to_string());
            }
            let (name, args) = group[defs.len()].clone();
            let index = self.datatypes[&name] as usize;
            let program = self.program;
            let datatype = &program.datatypes[index];
            let with = substitution(datatype, &args);
            let mut ctors: Vec<(Symbol, Vec<(Symbol, SortExpr)>)> = Vec::new();
            for ctor in &datatype.ctors {
                let fields = ctor.fields.iter();
                let fields = fields.map(|(field, ty)| (*field, self.field_sort(&ty.substitute(&with), &mut group)));
                ctors.push((ctor.name, fields.collect()));
            }
            ctors.swap(0, grounded_ctor(program, index));
            defs.push(DataDef { name: Symbol::new(&Ty::Con(name, args.into()).to_string()), ctors });
        }
        Datatype::declare(&defs)[0]
    }

    fn field_sort(&mut self, ty: &Ty, group: &mut Vec<(Symbol, Vec<Ty>)>) -> SortExpr {
        match ty {
            Ty::Con(name, args) if self.datatypes.contains_key(name) => {
                let instance = (*name, args.to_vec());
                if !group.contains(&instance) {
                    group.push(instance);
                }
                SortExpr::Member(Symbol::new(&ty.to_string()))
            }
            Ty::Map(map) if map.params == 0 && !map.keys.iter().any(|key| self.has_few_values(key, 0)) => {
                let value = self.field_sort(&map.value, group);
                map.keys
                    .iter()
                    .rev()
                    .fold(value, |value, key| SortExpr::Map(Box::new(self.field_sort(key, group)), Box::new(value)))
            }
            _ if mentions_datatype(ty, &self.datatypes) => SortExpr::Sort(Sort::opaque(&ty.to_string())),
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

fn mentions_datatype(ty: &Ty, datatypes: &FxHashMap<Symbol, u32>) -> bool {
    ty.any(&|part| matches!(part, Ty::Con(name, _) if datatypes.contains_key(name)))
}

/// A constructor whose fields do not lead back to the datatype: it goes first, because the first
/// one makes the default value. Checked programs have one.
fn grounded_ctor(program: &typed::Program, datatype: usize) -> usize {
    crate::check::grounded(program)[datatype].unwrap_or(0)
}
