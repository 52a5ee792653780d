//! What the client's pointer parameters lead to: objects that the entry makes, of any length and
//! with any contents.
//!
//! A pointer parameter is null, or leads to some element of an object of the type that the source
//! declares, or is the same as an earlier one. That objects do not overlap in other ways is the
//! assumption `no-alias`. How long the object is only the caller knows: what a run does beyond its
//! ends is the same trap in both versions, and alone no difference.
//!
//! Elements count from the one that the pointer leads to, so those before it have negative numbers.

mod addresses;

use std::ops::RangeInclusive;

use ir::entry::{Assumption, AssumptionKind};
use value::{Int, Value};

use crate::join::Version;
use crate::layout::{Column, Layout, Scalar, Types};
use crate::lower::boundary::MOST_LIMITED;
use crate::lower::valid::limits;
use crate::reader::syntax::{Parameter, Type};
use crate::reader::{SourceField, SourceKind, SourceType};
use crate::sorts::{Ints, Options};
use crate::source::{Argument, Piece, Shape, holds_cell, leaves};

/// A pointer parameter whose object the entry makes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pointee {
    /// Position among the compiled parameters.
    pub(crate) register: usize,
    pub(crate) name: String,
    /// What it leads to.
    pub(crate) ty: SourceType,
    pub(crate) layout: Layout,
    pub(crate) extent: Extent,
    /// Earlier ones that it may be the same as, by position in the list.
    pub(crate) may_be: Vec<usize>,
    /// Rust's `str`.
    pub(crate) is_text: bool,
    pub(crate) shared: Shared,
}

/// What tells a reference of Rust's that others share from one to an object of its own with the same contents.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// Nothing: it is the only one, or only what it leads to is looked at. Or it is a pointer of C's.
    Unseen,
    /// Its address is looked at.
    Address,
    /// What it leads to can be changed (a `Cell`, an atomic number).
    Contents,
}

/// What is known of the object's length.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Extent {
    /// C: nothing, not even that there is an object, or that it begins there.
    Any,
    /// C++: a reference, or `this`. There is an object, of which the pointer leads to some element.
    There,
    /// Rust: the next compiled parameter is its length.
    Slice,
    /// Rust: so many elements.
    Elements(u64),
}

impl Pointee {
    /// How many plain inputs it takes: whether it is null, its length, how much there is before it,
    /// whether it is an earlier one, its contents.
    pub(crate) fn inputs(&self) -> usize {
        self.lengths() + self.may_be.len() + self.layout.columns.len()
    }

    /// How many of them come before the others.
    pub(crate) fn lengths(&self) -> usize {
        match self.extent {
            Extent::Any => 3,
            Extent::There => 2,
            Extent::Slice => 1,
            Extent::Elements(_) => 0,
        }
    }

    /// Does it hold addresses?
    pub(crate) fn leads_on(&self) -> bool {
        self.layout.columns.iter().any(|column| column.scalar == Scalar::Ptr)
    }
}

/// The client's pointer parameters that both versions declare alike.
pub(crate) fn common(
    old: (&Version, Option<&Shape>),
    new: (&Version, Option<&Shape>),
    options: Options,
) -> Vec<Pointee> {
    let around = Around::of([old.0, new.0]);
    let (old, new) = (find(old.0, old.1, options, &around), find(new.0, new.1, options, &around));
    let is_same = |a: &Pointee, b: &Pointee| {
        a.register == b.register
            && a.layout == b.layout
            && a.extent == b.extent
            && a.may_be == b.may_be
            && a.shared == b.shared
            && a.name == b.name
    };
    // Which an object may be the same as is told by position: all of them, or none.
    if old.len() == new.len() && old.iter().zip(&new).all(|(a, b)| is_same(a, b)) { old } else { Vec::new() }
}

/// What there is in both versions beside what references lead to.
struct Around {
    /// Addresses are looked at.
    looks: bool,
    /// The variables that the source names, with whether they never change.
    variables: Vec<(SourceType, bool)>,
    /// The constants of which it takes the address where they stand, of which no more is known.
    constants: Vec<addresses::Unnamed>,
}

impl Around {
    fn of(versions: [&Version; 2]) -> Around {
        let variables = versions.iter().flat_map(|version| {
            version.globals.iter().filter_map(|global| {
                let ty = version.modules[global.module].source_global(global.symbol)?;
                Some((ty, global.global.constant))
            })
        });
        let constants = versions.iter().flat_map(|version| addresses::constants(version)).collect();
        let looks = versions.into_iter().any(addresses::are_looked_at);
        Around { looks, variables: variables.collect(), constants }
    }

    /// May a reference lead to a variable, and does it show?
    fn may_hold(&self, ty: &SourceType, shared: Shared) -> bool {
        let is_among_variables = self.variables.iter().any(|(variable, is_constant)| match shared {
            Shared::Unseen => false,
            Shared::Address => holds(variable, ty),
            Shared::Contents => (self.looks || !is_constant) && holds(variable, ty),
        });
        let is_seen = shared == Shared::Address || shared == Shared::Contents && self.looks;
        is_among_variables || is_seen && self.constants.iter().any(|constant| constant.may_hold(ty))
    }
}

/// Is a value of the second type, or of a type that looks the same, a part of one of the first?
fn holds(whole: &SourceType, part: &SourceType) -> bool {
    let any = |fields: &[SourceField]| fields.iter().any(|field| holds(&field.ty, part));
    let is_it = whole.name == part.name && whole.size == part.size;
    is_it
        || match &whole.kind {
            SourceKind::Struct(fields) | SourceKind::Union(fields) => any(fields),
            SourceKind::Array(of, _) => holds(of, part),
            SourceKind::Variants { variants, .. } => variants.iter().any(|(_, variant)| holds(&variant.ty, part)),
            SourceKind::Unknown => true,
            _ => false,
        }
}

fn find(version: &Version, shape: Option<&Shape>, options: Options, around: &Around) -> Vec<Pointee> {
    let function = &version.functions[0];
    let types = Types(&version.modules[function.module]);
    let Some(shape) = shape else { return Vec::new() };
    let is_rust = crate::demangle::is_mangled(function.symbol) && !types.0.is_c();
    // The strings of `main` are its own.
    if !is_rust && function.symbol == "main" {
        return Vec::new();
    }
    // Arguments are counted: each is one value.
    let is_one = |param: &Parameter| matches!(param.ty, Type::Int(_) | Type::Float | Type::Double | Type::Ptr);
    if !function.signature.params.iter().all(is_one) {
        return Vec::new();
    }
    let mut found: Vec<Pointee> = Vec::new();
    let mut constant: Vec<bool> = Vec::new();
    if is_rust {
        for argument in &shape.arguments {
            found.extend(borrowed(types, argument, options, around).map(|one| with_earlier(one, &found)));
        }
        return found;
    }
    for argument in &shape.arguments {
        let SourceKind::Pointer(to) = &argument.ty.kind else { continue };
        let param = &function.signature.params[argument.register];
        if options.handles && matches!(to.kind, SourceKind::Char { .. } | SourceKind::Void) {
            continue;
        }
        let layout = if types.0.is_c() { layout_of(types, to) } else { layout_in_cpp(types, to) };
        let Some(layout) = layout.filter(|layout| is_supported(to, layout, options)) else { continue };
        if param.byval.is_some() || param.sret.is_some() || !argument.pieces.is_empty() {
            continue;
        }
        // What is only read may be the same or not; what is `restrict` is not.
        let is_constant = argument.ty.name.starts_with("const ");
        let is_apart = argument.ty.name.ends_with("restrict");
        let alike = |(_, (known, other)): &(usize, (&Pointee, &bool))| {
            known.layout == layout && !(is_constant && **other) && !is_apart
        };
        let may_be = found.iter().zip(&constant).enumerate().filter(alike).map(|(index, _)| index).collect();
        let (register, name, ty) = (argument.register, argument.name.clone(), (**to).clone());
        found.push(Pointee {
            register,
            name,
            ty,
            layout,
            extent: if is_there(argument) { Extent::There } else { Extent::Any },
            may_be,
            is_text: false,
            shared: Shared::Unseen,
        });
        constant.push(is_constant);
    }
    found
}

/// C++: can the argument not be null?
pub(crate) fn is_there(argument: &Argument) -> bool {
    argument.ty.name.ends_with('&') || argument.name == "this"
}

/// The references before it that it may be the same as.
fn with_earlier(pointee: Pointee, found: &[Pointee]) -> Pointee {
    let alike = |(_, known): &(usize, &Pointee)| known.ty == pointee.ty && known.extent == pointee.extent;
    let is_seen = |known: &Pointee| known.shared != Shared::Unseen;
    let earlier = found.iter().enumerate().filter(|(_, known)| is_seen(known) && is_seen(&pointee)).filter(alike);
    let may_be = earlier.map(|(index, _)| index).collect();
    Pointee { may_be, ..pointee }
}

/// A reference of Rust's to numbers: one, an array or a slice. It is never null, and what is changed
/// through `&mut` is nobody else's.
fn borrowed(types: Types, argument: &Argument, options: Options, around: &Around) -> Option<Pointee> {
    if !argument.ty.name.starts_with('&') {
        return None;
    }
    let is_text = argument.ty.name == "&str" || argument.ty.name == "&mut str";
    let (to, extent) = match &argument.ty.kind {
        SourceKind::Pointer(to) => match &to.kind {
            SourceKind::Array(of, count) => (&**of, Extent::Elements(*count)),
            _ => (&**to, Extent::Elements(1)),
        },
        SourceKind::Struct(fields) => match &fields[..] {
            [SourceField { ty: SourceType { kind: SourceKind::Pointer(to), .. }, .. }, length]
                if length.name == "length" && (argument.ty.name.ends_with(']') || is_text) =>
            {
                (&**to, Extent::Slice)
            }
            _ => return None,
        },
        _ => return None,
    };
    // What no element may hold is ruled out element by element, and what a variant leaves in the place of another is
    // nobody's business.
    let is_one = matches!(extent, Extent::Elements(count) if count <= MOST_LIMITED);
    let is_shared = !argument.ty.name.starts_with("&mut ");
    let layout = match &to.kind {
        SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Float | SourceKind::Bool => layout_of(types, to),
        SourceKind::CodePoint | SourceKind::Enum { .. } | SourceKind::Struct(_) | SourceKind::Variants { .. }
            if is_plain(to, is_one, is_one && is_shared) =>
        {
            declared_layout(to)
        }
        _ => None,
    };
    let layout = layout.filter(|layout| is_supported(to, layout, options))?;
    let shared = match argument.ty.name.starts_with("&mut ") {
        true => Shared::Unseen,
        false if holds_cell(to) => Shared::Contents,
        false if around.looks => Shared::Address,
        false => Shared::Unseen,
    };
    if around.may_hold(to, shared) {
        return None;
    }
    let (register, name, ty) = (argument.register, argument.name.clone(), to.clone());
    Some(Pointee { register, name, ty, layout, extent, may_be: Vec::new(), is_text, shared })
}

/// Is every value of the type one of numbers and truth values? `names`: or of characters and names of an `enum`;
/// `variants`: or of an `enum` with data.
fn is_plain(ty: &SourceType, names: bool, variants: bool) -> bool {
    let of_field = |field: &SourceField| is_plain(&field.ty, names, variants);
    match &ty.kind {
        SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Float | SourceKind::Bool => true,
        SourceKind::CodePoint | SourceKind::Enum { .. } => names,
        SourceKind::Struct(fields) => fields.iter().all(of_field),
        SourceKind::Array(of, _) => is_plain(of, names, variants),
        SourceKind::Variants { tag: Some(tag), variants: all } => {
            variants && of_field(tag) && all.iter().all(|(_, variant)| of_field(variant))
        }
        _ => false,
    }
}

/// With unbounded integers the contents cannot be kept within a narrower range.
fn is_supported(ty: &SourceType, layout: &Layout, options: Options) -> bool {
    let is_unbounded = match &ty.kind {
        SourceKind::Int { signed: true } => ty.size >= 4,
        kind => *kind == SourceKind::Float,
    };
    if options.ints == Ints::Unbounded && !is_unbounded {
        return false;
    }
    let fits = |column: &Column| !matches!(column.scalar, Scalar::Other(_));
    !layout.columns.is_empty() && layout.columns.len() <= MOST_COLUMNS && layout.columns.iter().all(fits)
}

/// More parts of an element are not made.
const MOST_COLUMNS: usize = 32;

/// How an object of the type lies in memory.
pub(crate) fn layout_of(types: Types, ty: &SourceType) -> Option<Layout> {
    let int = |bytes: u64| matches!(bytes, 1 | 2 | 4 | 8).then(|| Scalar::Int(bytes as u32 * 8));
    match &ty.kind {
        SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. } | SourceKind::Bool => {
            Some(Layout::uniform(int(ty.size)?))
        }
        SourceKind::Float => match ty.size {
            4 => Some(Layout::uniform(Scalar::F32)),
            8 => Some(Layout::uniform(Scalar::F64)),
            _ => None,
        },
        // Any object can be looked at as bytes.
        SourceKind::Void => Some(Layout::uniform(Scalar::Int(8))),
        SourceKind::Pointer(_) => Some(Layout::uniform(Scalar::Ptr)),
        SourceKind::Array(of, _) => layout_of(types, of),
        SourceKind::Struct(_) => {
            let name = ty.name.strip_prefix("struct ").unwrap_or(&ty.name);
            // A type that nothing uses is not in the compiled file.
            let Some(compiled) = types.0.named_type(&format!("struct.{name}")) else { return declared_layout(ty) };
            let (layout, count) = types.layout(&compiled);
            (count == 1 && layout.stride == ty.size).then_some(layout)
        }
        SourceKind::CodePoint | SourceKind::Union(_) | SourceKind::Variants { .. } | SourceKind::Unknown => None,
    }
}

/// C++: an object of a class is nothing but its fields and those of its bases, unless it has virtual functions: then it
/// may be of another class. Nor is one made that holds a reference, which is never null.
fn layout_in_cpp(types: Types, ty: &SourceType) -> Option<Layout> {
    match &ty.kind {
        SourceKind::Struct(_) if is_special(ty) => None,
        SourceKind::Struct(_) => declared_layout(ty),
        SourceKind::Array(of, _) => layout_in_cpp(types, of),
        _ => layout_of(types, ty),
    }
}

/// Does the class, or one that it is made of, have virtual functions, or a reference?
fn is_special(ty: &SourceType) -> bool {
    match &ty.kind {
        SourceKind::Struct(fields) => {
            fields.iter().any(|field| field.name.starts_with("_vptr") || is_special(&field.ty))
        }
        SourceKind::Array(of, _) => is_special(of),
        SourceKind::Pointer(_) => ty.name.ends_with('&'),
        _ => false,
    }
}

/// How an object lies in memory, as its declaration alone says.
pub(crate) fn declared_layout(ty: &SourceType) -> Option<Layout> {
    let mut columns = Vec::new();
    add_columns(ty, 0, &[], &mut columns)?;
    columns.sort_by_key(|column| column.offset);
    Some(Layout { stride: ty.size, columns })
}

fn add_columns(ty: &SourceType, offset: u64, dims: &[(u64, u64)], columns: &mut Vec<Column>) -> Option<()> {
    let scalar = match (&ty.kind, ty.size) {
        (SourceKind::CodePoint, 4) => Scalar::Int(32),
        (
            SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. } | SourceKind::Bool,
            1 | 2 | 4 | 8,
        ) => Scalar::Int(ty.size as u32 * 8),
        (SourceKind::Float, 4) => Scalar::F32,
        (SourceKind::Float, 8) => Scalar::F64,
        (SourceKind::Pointer(_), _) => Scalar::Ptr,
        (SourceKind::Array(of, count), _) => {
            let dims: Vec<(u64, u64)> = dims.iter().copied().chain([(*count, of.size)]).collect();
            return add_columns(of, offset, &dims, columns);
        }
        (SourceKind::Struct(fields), _) => {
            return fields.iter().try_for_each(|field| {
                let is_whole = field.bits == field.ty.size * 8 && field.offset.is_multiple_of(8);
                is_whole.then(|| add_columns(&field.ty, offset + field.offset / 8, dims, columns))?
            });
        }
        (SourceKind::Variants { tag: Some(tag), variants }, _) => {
            let mut all = Vec::new();
            for field in std::iter::once(&**tag).chain(variants.iter().map(|(_, variant)| variant)) {
                let mut own = Vec::new();
                let at = offset.checked_add(field.offset / 8).filter(|_| field.offset.is_multiple_of(8))?;
                add_columns(&field.ty, at, dims, &mut own)?;
                add_beside(own, &mut all)?;
            }
            columns.extend(all);
            return Some(());
        }
        _ => return None,
    };
    columns.push(Column { offset, scalar, dims: dims.to_vec() });
    Some(())
}

/// What one variant holds beside what others hold: the same in the same place, or in a place of its own.
fn add_beside(own: Vec<Column>, all: &mut Vec<Column>) -> Option<()> {
    let is_simple = |column: &Column| column.dims.is_empty();
    for column in own {
        let meets = |other: &&Column| {
            other.offset < column.offset + column.scalar.size() && column.offset < other.offset + other.scalar.size()
        };
        match all.iter().find(meets) {
            Some(other) if *other == column => {}
            Some(_) => return None,
            None if is_simple(&column) => all.push(column),
            None => return None,
        }
    }
    Some(())
}

/// The bytes of an element at which a number stands that must be within limits.
fn limited(ty: &SourceType, offset: u64, found: &mut Vec<(u64, RangeInclusive<u128>)>) {
    match &ty.kind {
        SourceKind::Bool => found.push((offset, 0..=1)),
        SourceKind::Struct(fields) => match limits(&ty.name) {
            Some(limits) => found.push((offset, limits)),
            None => fields.iter().for_each(|field| limited(&field.ty, offset + field.offset / 8, found)),
        },
        SourceKind::Array(of, count) => (0..*count).for_each(|at| limited(of, offset + at * of.size, found)),
        _ => {}
    }
}

impl Pointee {
    /// Can a caller have such contents? Truth values are 0 or 1, a `NonZero` is not 0, and a `str` is UTF-8.
    pub(crate) fn is_possible(&self, inputs: &[Value]) -> bool {
        let (lengths, rest) = inputs.split_at(self.lengths());
        let (is_earlier, contents) = rest.split_at(self.may_be.len());
        if is_earlier.contains(&Value::Bool(true)) {
            return true;
        }
        let mut all = Vec::new();
        limited(&self.ty, 0, &mut all);
        let are_within = all.iter().all(|(offset, limits)| self.is_within(*offset, limits, lengths, contents));
        are_within && (!self.is_text || is_utf8(lengths, contents))
    }

    /// Is what stands at that byte of each element within the limits?
    fn is_within(&self, offset: u64, limits: &RangeInclusive<u128>, lengths: &[Value], contents: &[Value]) -> bool {
        let Some(leaf) = self.layout.leaf_at(offset) else { return true };
        let Some(Value::Map(map)) = contents.get(leaf.column) else { return true };
        let fits = |value: &Value| small_number(value).is_some_and(|number| limits.contains(&u128::from(number)));
        let count = match (self.extent, lengths) {
            (Extent::Elements(count), _) => Some(count),
            (Extent::Slice, [length]) => small_number(length),
            _ => None,
        };
        match count.filter(|count| *count <= LONGEST_TEXT) {
            Some(count) => {
                let per_element = self.layout.columns[leaf.column].inner_count();
                let is_machine = map.entries().next().is_none_or(|(key, _)| length_like(key));
                let key = |at: u64| match is_machine {
                    true => Value::bv(64, u128::from(at)),
                    false => Value::Int(Int::from(at as i64)),
                };
                (0..count).all(|element| fits(map.select(&key(element * per_element + leaf.inner))))
            }
            None => map.entries().map(|(_, value)| value).chain([map.default_value()]).all(fits),
        }
    }

    /// Its elements in order, as values of the source's type: the places of their scalars, and for each the column
    /// and the number within it.
    pub(crate) fn places(layout: &Layout, count: u64) -> (Vec<Piece>, Vec<Vec<(usize, u64)>>) {
        let found = leaves(layout, 1);
        let pieces = found.iter().map(|(offset, scalar)| Piece { offset: *offset, size: scalar.size() }).collect();
        let place = |element: u64, offset: u64| {
            let leaf = layout.leaf_at(offset)?;
            Some((leaf.column, element * layout.columns[leaf.column].inner_count() + leaf.inner))
        };
        let of = |element: u64| found.iter().filter_map(|(offset, _)| place(element, *offset)).collect();
        (pieces, (0..count).map(of).collect())
    }
}

fn small_number(value: &Value) -> Option<u64> {
    match value {
        Value::Bv(bits) => u64::try_from(bits.bits()).ok(),
        Value::Int(int) => int.to_i64().and_then(|number| u64::try_from(number).ok()),
        _ => None,
    }
}

fn is_utf8(lengths: &[Value], contents: &[Value]) -> bool {
    let ([length], [Value::Map(bytes)]) = (lengths, contents) else { return false };
    let Some(length) = small_number(length) else { return false };
    if length > LONGEST_TEXT {
        // What is not told apart is one byte throughout.
        return false;
    }
    let key = |at: u64| match length_like(&lengths[0]) {
        true => Value::bv(64, u128::from(at)),
        false => Value::Int(Int::from(at as i64)),
    };
    let text: Option<Vec<u8>> =
        (0..length).map(|at| small_number(bytes.select(&key(at))).map(|byte| byte as u8)).collect();
    text.is_some_and(|text| std::str::from_utf8(&text).is_ok())
}

/// Is it a machine's number?
fn length_like(length: &Value) -> bool {
    matches!(length, Value::Bv(_))
}

/// A longer text is not looked through.
const LONGEST_TEXT: u64 = 1 << 16;

pub(crate) fn assumption(pointees: &[Pointee], has_globals: bool) -> Option<Assumption> {
    if pointees.iter().any(|pointee| pointee.shared != Shared::Unseen) {
        return shared_assumption(pointees);
    }
    let is_free = |pointee: &&Pointee| matches!(pointee.extent, Extent::Any | Extent::There);
    let names: Vec<&str> = pointees.iter().filter(is_free).map(|pointee| pointee.name.as_str()).collect();
    let all_tried = pointees.iter().enumerate().all(|(index, pointee)| pointee.may_be.len() == index);
    let apart = if all_tried { "is the same or does not overlap" } else { "does not overlap" };
    let detail = match (&names[..], has_globals) {
        ([], _) | ([_], false) => return None,
        ([only], true) => format!("what {only} points to overlaps with no global variable"),
        (names, false) => format!("what {} point to {apart}", names.join(", ")),
        (names, true) => format!("what {} point to {apart}, also not with global variables", names.join(", ")),
    };
    Some(Assumption { kind: AssumptionKind::NoAlias, detail })
}

/// Two references to one type lead to one object or to two, but parts of a slice may overlap in other ways, and so may
/// a part and the whole.
fn shared_assumption(pointees: &[Pointee]) -> Option<Assumption> {
    let seen: Vec<&Pointee> = pointees.iter().filter(|pointee| pointee.shared != Shared::Unseen).collect();
    let is_tried = |a: &Pointee, b: &Pointee| a.ty == b.ty && a.extent == Extent::Elements(1) && a.extent == b.extent;
    if seen.len() < 2 || seen.iter().all(|a| seen.iter().all(|b| is_tried(a, b))) {
        return None;
    }
    let names = seen.iter().map(|pointee| pointee.name.as_str()).collect::<Vec<_>>().join(", ");
    let detail = format!("what {names} point to is the same or does not overlap");
    Some(Assumption { kind: AssumptionKind::NoAlias, detail })
}

/// What the source calls the part of an element at that byte: `.x`, `.at.y`.
pub(crate) fn field_at(ty: &SourceType, offset: u64) -> Option<String> {
    match &ty.kind {
        SourceKind::Struct(fields) => {
            let within = |bits: u64, size: u64| bits <= offset * 8 && offset * 8 < bits + size;
            let field = fields.iter().find(|field| within(field.offset, field.bits))?;
            let inner = field_at(&field.ty, offset - field.offset / 8)?;
            // What a base has, or a part without a name, is called as if it were the whole's own.
            Some(if field.name.is_empty() { inner } else { format!(".{}{inner}", field.name) })
        }
        SourceKind::Array(of, _) => field_at(of, offset.checked_rem(of.size)?),
        _ => (offset == 0).then(String::new),
    }
}

/// Stands for an address that cannot be written down.
pub(crate) const UNKNOWN_ADDRESS: u64 = u64::MAX;

/// The elements of an object as values of the source's type: pieces of one, and the values of each.
pub(crate) struct Elements {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) values: Vec<Vec<Value>>,
}

/// Reads so many elements from the first on; `column` gives a column's array, `None` for what is not known.
pub(crate) fn elements<'v>(
    layout: &Layout,
    first: i64,
    count: u64,
    is_machine: bool,
    column: impl Fn(usize) -> Option<&'v Value>,
) -> Elements {
    let found = leaves(layout, 1);
    let pieces = found.iter().map(|(offset, scalar)| Piece { offset: *offset, size: scalar.size() }).collect();
    let key = |at: i64| if is_machine { Value::bv(64, at as u128) } else { Value::Int(Int::from(at)) };
    let value = |element: i64, offset: u64| -> Value {
        let unknown = Value::bv(64, 0);
        let Some(leaf) = layout.leaf_at(offset) else { return unknown };
        let at = element * layout.columns[leaf.column].inner_count() as i64 + leaf.inner as i64;
        match column(leaf.column) {
            Some(Value::Map(map)) => match map.select(&key(at)) {
                // An address that was there before.
                Value::Data(_, parts) => match &parts[..] {
                    [] => unknown,
                    [address @ (Value::Bv(_) | Value::Int(_))] => address.clone(),
                    _ => Value::bv(64, u128::from(UNKNOWN_ADDRESS)),
                },
                plain => plain.clone(),
            },
            _ => unknown,
        }
    };
    let values = (first..first + count as i64)
        .map(|element| found.iter().map(|(offset, _)| value(element, *offset)).collect())
        .collect();
    Elements { pieces, values }
}
