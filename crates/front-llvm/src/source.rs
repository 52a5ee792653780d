//! The client as its source declares it, and how its values lie in what the entry takes and gives.
//!
//! The compiler passes a small structure in one or two registers, so `f(struct pair p)` takes an
//! `i64`. Here the registers are put together again: a parameter of the source is a number of
//! *pieces*, each a plain input of the entry at some byte of the parameter.

use rustc_hash::FxHashMap;

use crate::analysis::Analysis;
use crate::join::ReachedFunction;
use crate::layout::{Layout, Scalar, Types};
use crate::reader::syntax::{Parameter, Type};
use crate::reader::{Module, SourceField, SourceKind, SourceType};

/// A scalar, and the byte it starts at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) offset: u64,
    /// In bytes.
    pub(crate) size: u64,
}

/// A reference of Rust's within a type.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// In bytes, from the start of the whole.
    pub(crate) offset: u64,
    /// What it leads to, or one element of that.
    pub(crate) to: SourceType,
    /// It leads to a slice or a text.
    pub(crate) has_length: bool,
    pub(crate) is_shared: bool,
    /// Whatever the whole is, nothing else stands in its place.
    pub(crate) is_alone: bool,
}

impl Reference {
    /// Can whoever has it only look at what it leads to, which leads nowhere else?
    pub(crate) fn is_read_only(&self) -> bool {
        self.is_shared && !self.to.holds_pointer() && !holds_cell(&self.to)
    }

    /// In bytes, with the length.
    fn width(&self) -> u64 {
        if self.has_length { 16 } else { 8 }
    }
}

/// Can a part of it be changed through a shared reference?
pub(crate) fn holds_cell(ty: &SourceType) -> bool {
    match &ty.kind {
        SourceKind::Struct(fields) => {
            ty.name.starts_with("core::cell::UnsafeCell<") || fields.iter().any(|field| holds_cell(&field.ty))
        }
        SourceKind::Array(of, _) => holds_cell(of),
        SourceKind::Variants { variants, .. } => variants.iter().any(|(_, variant)| holds_cell(&variant.ty)),
        _ => false,
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) ty: SourceType,
    /// The first of the compiled parameters that it is.
    pub(crate) register: usize,
    /// One for each plain input; none for a pointer, which is no input.
    pub(crate) pieces: Vec<Piece>,
    /// The array that it leads to is an input: three of the entry's.
    pub(crate) is_array: bool,
}

/// The client's parameters, result and globals. Without debug information there is none.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) arguments: Vec<Argument>,
    pub(crate) result: SourceType,
    pub(crate) result_pieces: Vec<Piece>,
    /// By name.
    pub(crate) globals: FxHashMap<String, SourceType>,
}

/// How the client lies in what the compiler made of it. `None`: not known.
pub(crate) fn shape(module: &Module, function: &ReachedFunction, analysis: &Analysis) -> Option<Shape> {
    let signature = module.source_signature(function.signature.subprogram?)?;
    let types = Types(module);
    let mut registers = function.signature.params.as_slice();
    let mut result_pieces = pieces(types, &function.signature.result, 0);
    if let Some((first, rest)) = registers.split_first()
        && let Some(result) = &first.sret
    {
        let (layout, count) = layout_of_result(module, function, result);
        let piece = |(offset, scalar): (u64, Scalar)| Piece { offset, size: scalar.size() };
        result_pieces = leaves(&layout, count).into_iter().map(piece).collect();
        registers = rest;
    }
    let is_rust = crate::demangle::is_mangled(function.symbol) && !module.is_c();
    let names = names(module, analysis);
    let mut arguments = Vec::new();
    for (index, ty) in signature.params.into_iter().enumerate() {
        let (mine, rest) = registers.split_at(registers_of(types, &ty, registers, is_rust)?);
        registers = rest;
        let of_register = mine.first().map_or("", |register| source_name(register.name));
        let name = names.get(&(index + 1)).map_or_else(|| of_register.to_owned(), |name| (*name).to_owned());
        let register = function.signature.params.len() - registers.len() - mine.len();
        arguments.push(Argument { name, register, pieces: pieces_of(types, mine), ty, is_array: false });
    }
    let is_all = registers.is_empty();
    is_all.then(|| Shape { arguments, result: signature.result, result_pieces, globals: FxHashMap::default() })
}

/// How the object lies in memory that a function puts its result into. Rust's compiler says how long it is, and no more.
pub(crate) fn layout_of_result<'m>(module: &'m Module, function: &ReachedFunction<'m>, ty: &Type<'m>) -> (Layout, u64) {
    let types = Types(module);
    let compiled = types.layout(ty);
    let is_bytes = matches!(types.resolve(ty), Type::Array(_, of) if *of == Type::Int(8));
    if !is_bytes || module.is_c() || !crate::demangle::is_mangled(function.symbol) {
        return compiled;
    }
    let signature = function.signature.subprogram.and_then(|number| module.source_signature(number));
    let told = signature.filter(|signature| is_its_fields(&signature.result));
    let declared = told.and_then(|signature| crate::pointee::declared_layout(&signature.result));
    match declared.filter(|layout| layout.stride == types.size(ty) && !layout.columns.is_empty()) {
        Some(layout) => (layout, 1),
        None => compiled,
    }
}

/// Is a value of the type the same where its fields are? What a vector or a map of the library's works with is its own:
/// how much room it has nobody is told.
fn is_its_fields(ty: &SourceType) -> bool {
    const PLAIN: [&str; 5] =
        ["core::option::Option<", "core::result::Result<", "core::ops::range::", "core::cmp::", "core::num::"];
    let of_library = ["core::", "alloc::", "std::"].iter().any(|library| ty.name.starts_with(library));
    let is_plain = !of_library || PLAIN.iter().any(|plain| ty.name.starts_with(plain));
    match &ty.kind {
        SourceKind::Struct(_) if ty.is_fat() => true,
        SourceKind::Struct(fields) => is_plain && fields.iter().all(|field| is_its_fields(&field.ty)),
        SourceKind::Variants { variants, .. } => is_plain && variants.iter().all(|(_, one)| is_its_fields(&one.ty)),
        SourceKind::Array(of, _) => is_its_fields(of),
        SourceKind::Union(_) | SourceKind::Unknown => false,
        _ => true,
    }
}

/// The names of the parameters that the compiler keeps in a local.
fn names<'m>(module: &'m Module, analysis: &Analysis) -> FxHashMap<usize, &'m str> {
    let variables = analysis.allocas.iter().filter_map(|alloca| module.variable(alloca.variable?));
    variables.filter_map(|(name, position)| Some((position?, name))).collect()
}

/// How many of the compiled parameters the next one of the source takes.
fn registers_of(types: Types, ty: &SourceType, registers: &[Parameter], is_rust: bool) -> Option<usize> {
    if !ty.is_aggregate() || ty.size == 0 {
        return match ty.size {
            0 if ty.is_aggregate() => Some(0),
            _ => (!registers.is_empty()).then_some(1),
        };
    }
    let first = registers.first()?;
    // Registers without names: an address and a length.
    if ty.is_fat() && registers.get(1).is_some_and(|second| first.ty == Type::Ptr && second.ty == Type::Int(64)) {
        return Some(2);
    }
    // Nor have the two numbers that a value of Rust's is made of.
    let is_unnamed = |register: &Parameter| register.name.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |register: &Parameter| register.ty != Type::Ptr && register.byval.is_none();
    if is_rust
        && let [first, second, ..] = registers
        && [first, second].into_iter().all(|register| is_unnamed(register) && is_number(register))
        && types.size(&first.ty) < ty.size
    {
        return Some(2);
    }
    let base = source_name(first.name);
    let parts = registers.iter().take_while(|register| register.name != base && source_name(register.name) == base);
    Some(parts.count().max(1))
}

/// `p.coerce0` and `p.0` are parts of `p`.
fn source_name(register: &str) -> &str {
    let Some((base, part)) = register.rsplit_once('.') else { return register };
    let digits = part.strip_prefix("coerce").unwrap_or(part);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { base } else { register }
}

fn pieces_of(types: Types, registers: &[Parameter]) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    // No input, but it takes its place.
    let mut address_end = 0;
    for register in registers {
        // The second register starts where its kind of scalar may stand after the first.
        let end = found.last().map_or(0, |piece| piece.offset + piece.size).max(address_end);
        let start = if register.name.contains(".coerce") { end.next_multiple_of(8) } else { end };
        match (&register.byval, &register.ty) {
            (Some(copied), _) => found.extend(pieces(types, copied, 0)),
            (None, Type::Ptr) => address_end = end.next_multiple_of(8) + 8,
            (None, ty) => found.extend(pieces(types, ty, start.next_multiple_of(types.align(ty)))),
        }
    }
    found
}

/// The scalars of a type, in the order in which they are taken apart.
fn pieces(types: Types, ty: &Type, start: u64) -> Vec<Piece> {
    if *ty == Type::Void {
        return Vec::new();
    }
    let (layout, count) = types.layout(ty);
    leaves(&layout, count)
        .into_iter()
        .map(|(offset, scalar)| Piece { offset: start + offset, size: scalar.size() })
        .collect()
}

/// Every scalar of an object, by its place in it.
pub(crate) fn leaves(layout: &Layout, count: u64) -> Vec<(u64, Scalar)> {
    let mut found = Vec::new();
    for element in 0..count {
        for column in &layout.columns {
            let mut offsets = vec![element * layout.stride + column.offset];
            for (number, step) in &column.dims {
                offsets = offsets.iter().flat_map(|offset| (0..*number).map(move |at| offset + at * step)).collect();
            }
            found.extend(offsets.into_iter().map(|offset| (offset, column.scalar)));
        }
    }
    found.sort_by_key(|(offset, _)| *offset);
    found
}

/// How many plain inputs an object may become.
pub(crate) const MOST_LEAVES: usize = 64;

impl Shape {
    /// The names of the parameters.
    pub(crate) fn names(&self) -> Vec<String> {
        self.arguments.iter().map(|argument| argument.name.clone()).collect()
    }

    /// Notes which parameters lead to arrays; gives their names and the types of the elements.
    pub(crate) fn mark_arrays(&mut self, elements: &[Option<Scalar>]) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (argument, element) in self.arguments.iter_mut().zip(elements) {
            if let (SourceKind::Pointer(to), true) = (&argument.ty.kind, element.is_some()) {
                argument.is_array = true;
                found.push((argument.name.clone(), to.name.clone()));
            }
        }
        found
    }
}

impl SourceType {
    pub(crate) fn is_truth(&self) -> bool {
        self.kind == SourceKind::Bool
    }

    /// Is it a reference of Rust's with a length, to a slice or a text?
    pub(crate) fn is_fat(&self) -> bool {
        let SourceKind::Struct(fields) = &self.kind else { return false };
        self.name.starts_with('&') && matches!(&fields[..], [_, length] if length.name == "length")
    }

    /// The size of what a slice or a text is made of; `None`: its elements have none, and there may be any number.
    pub(crate) fn element_size(&self) -> Option<u64> {
        let SourceKind::Struct(fields) = &self.kind else { return None };
        match &fields.first()?.ty.kind {
            // A type that is not described may be of any size, but has one.
            SourceKind::Pointer(to) if to.kind == SourceKind::Unknown => Some(1),
            SourceKind::Pointer(to) => Some(to.size).filter(|size| *size > 0),
            _ => None,
        }
    }

    /// The references of Rust's in it.
    pub(crate) fn references(&self) -> Vec<Reference> {
        let mut found = Vec::new();
        self.find_references(0, &mut found);
        found
    }

    fn find_references(&self, offset: u64, found: &mut Vec<Reference>) {
        let is_shared = !self.name.starts_with("&mut ");
        let of = |to: &SourceType, has_length: bool| Reference {
            offset,
            to: to.clone(),
            has_length,
            is_shared,
            is_alone: true,
        };
        match &self.kind {
            SourceKind::Pointer(to) if self.name.starts_with('&') => found.push(of(to, false)),
            SourceKind::Struct(fields) if self.is_fat() => {
                let SourceKind::Pointer(element) = &fields[0].ty.kind else { return };
                found.push(of(element, true));
            }
            SourceKind::Struct(fields) => {
                fields.iter().for_each(|field| field.ty.find_references(offset + field.offset / 8, found));
            }
            SourceKind::Union(fields) => {
                for field in fields {
                    let mut own = Vec::new();
                    field.ty.find_references(offset + field.offset / 8, &mut own);
                    found.extend(own.into_iter().map(|reference| Reference { is_alone: false, ..reference }));
                }
            }
            SourceKind::Variants { variants, .. } => {
                for (at, (_, field)) in variants.iter().enumerate() {
                    let mut own = Vec::new();
                    field.ty.find_references(offset + field.offset / 8, &mut own);
                    for mut reference in own {
                        let place = reference.offset - offset..reference.offset - offset + reference.width();
                        let others = variants.iter().enumerate().filter(|(other, _)| *other != at);
                        reference.is_alone &= !others.into_iter().any(|(_, (_, field))| field.has_data_in(&place));
                        found.push(reference);
                    }
                }
            }
            SourceKind::Array(of, count) => (0..*count).for_each(|at| of.find_references(offset + at * of.size, found)),
            _ => {}
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        !self.is_aggregate() && !matches!(self.kind, SourceKind::Unknown | SourceKind::Void)
    }
}

impl SourceField {
    /// Does some part of it lie among these bytes, counted as its own place is?
    fn has_data_in(&self, place: &std::ops::Range<u64>) -> bool {
        let start = self.offset / 8;
        match &self.ty.kind {
            SourceKind::Struct(fields) => {
                let own = place.start.saturating_sub(start)..place.end.saturating_sub(start);
                fields.iter().any(|field| field.has_data_in(&own))
            }
            _ => self.ty.size > 0 && start < place.end && place.start < start + self.ty.size,
        }
    }
}
