//! The client's parameters and result as both versions declare them.
//!
//! Where a type is declared otherwise, the same bits mean something else: 0 is `P::A` in old and `P::B`
//! in new. Variants without data and fields of a structure are compared by their names, and by their
//! place where only the name has changed; what else is declared otherwise cannot be compared.

use ::value::{Sort, Value};
use ir::ValueId;

use crate::lower::emit::{Emit, Emitted};
use crate::reader::{SourceField, SourceKind, SourceType};
use crate::sorts::Sorts;
use crate::source::{Piece, Shape};

/// What is to be made of the scalars of a version's result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reading {
    AsItIs,
    /// The result is one of these numbers; what is compared is the place of its name among all.
    ByName(Vec<(i128, usize)>),
    /// The scalars in another order.
    Reordered(Vec<usize>),
    /// The other version says the number in another width, or with another sign: what is compared is the number.
    Number(Number),
    /// It means nothing to the other version.
    Changed,
}

/// How a number is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// In bits, as it is declared; a truth has one.
    width: u32,
    signed: bool,
    /// In bits, signed: every number of either version has room.
    common: u32,
}

/// How both versions' declarations go together.
pub(crate) struct Declared {
    pub(crate) old: Reading,
    pub(crate) new: Reading,
    /// The names of all variants, if the result is compared by name.
    pub(crate) names: Option<Vec<String>>,
    /// The bytes of the number, if the result is compared as one.
    number: Option<u64>,
    /// What old calls the result's type.
    name: String,
    /// A parameter that means something else.
    pub(crate) parameter: Option<String>,
}

pub(crate) fn declared(old: Option<&Shape>, new: Option<&Shape>, is_rust: bool) -> Declared {
    let name = old.map(|shape| shape.result.name.clone()).unwrap_or_default();
    let same =
        Declared { old: Reading::AsItIs, new: Reading::AsItIs, names: None, number: None, name, parameter: None };
    let (Some(old), Some(new)) = (old, new) else { return same };
    let pairs = || old.arguments.iter().zip(&new.arguments);
    let changed = pairs().find(|(old, new)| !accepts(&old.ty, &new.ty, is_rust));
    let parameter = changed.map(|(old, _)| old.name.clone());
    let (a, b) = (&old.result, &new.result);
    if !is_rust && let Some([of_old, of_new]) = as_numbers(a, b) {
        let number = Some(u64::from(of_old.common / 8));
        return Declared { old: Reading::Number(of_old), new: Reading::Number(of_new), number, parameter, ..same };
    }
    if !is_rust && is_incomparable(a, b) {
        return Declared { old: Reading::Changed, new: Reading::Changed, parameter, ..same };
    }
    let is_number = !a.is_aggregate() && !is_named(a, is_rust) && !matches!(a.kind, SourceKind::Pointer(_));
    if is_number || means_same(a, b, is_rust) {
        return Declared { parameter, ..same };
    }
    if let (SourceKind::Enum { values: a, .. }, SourceKind::Enum { values: b, .. }) = (&a.kind, &b.kind) {
        let (old, new, names) = by_name(a, b);
        return Declared { old, new, names: Some(names), parameter, ..same };
    }
    match order(old, new, is_rust) {
        Some(order) => Declared { new: Reading::Reordered(order), parameter, ..same },
        None => Declared { old: Reading::Changed, new: Reading::Changed, parameter, ..same },
    }
}

impl Declared {
    /// What a result that is compared by name is, to a reader.
    pub(crate) fn result(&self) -> Option<(SourceType, Vec<Piece>)> {
        if let Some(size) = self.number {
            let ty = SourceType { name: self.name.clone(), size, kind: SourceKind::Int { signed: true } };
            return Some((ty, vec![Piece { offset: 0, size }]));
        }
        let values = self.names.as_ref()?.iter().enumerate().map(|(place, name)| (name.clone(), place as i128));
        let kind = SourceKind::Enum { signed: false, values: values.collect() };
        Some((SourceType { name: self.name.clone(), size: 4, kind }, vec![Piece { offset: 0, size: 4 }]))
    }
}

/// The place of each number's name among those of old, then those that only new has.
fn by_name(old: &[(String, i128)], new: &[(String, i128)]) -> (Reading, Reading, Vec<String>) {
    let mut names: Vec<String> = old.iter().map(|(name, _)| name.clone()).collect();
    let is_of = |values: &[(String, i128)], name: &String| values.iter().any(|(other, _)| other == name);
    let mut numbers = Vec::new();
    for (name, number) in new {
        let renamed = |(other, value): &(String, i128)| value == number && !is_of(new, other) && !is_of(old, name);
        let known = names.iter().position(|known| known == name).or_else(|| old.iter().position(renamed));
        numbers.push((*number, known.unwrap_or(names.len())));
        if known.is_none() {
            names.push(name.clone());
        }
    }
    let of_old = old.iter().enumerate().map(|(place, (_, number))| (*number, place)).collect();
    (Reading::ByName(of_old), Reading::ByName(numbers), names)
}

/// Is it a whole number? Its width and sign.
fn whole(ty: &SourceType) -> Option<(u32, bool)> {
    let bits = u32::try_from(ty.size * 8).ok()?;
    match &ty.kind {
        SourceKind::Bool => Some((1, false)),
        SourceKind::Int { signed } | SourceKind::Char { signed } | SourceKind::Enum { signed, .. } => {
            (bits > 0 && bits <= 64).then_some((bits, *signed))
        }
        _ => None,
    }
}

/// How both are read, if they are whole numbers that are not declared alike.
fn as_numbers(a: &SourceType, b: &SourceType) -> Option<[Number; 2]> {
    let both = [whole(a)?, whole(b)?];
    if both[0] == both[1] {
        return None;
    }
    let signed = |(width, signed): (u32, bool)| if signed { width } else { width + 1 };
    let most = both.into_iter().map(signed).max().unwrap_or(64);
    let common = [32, 64].into_iter().find(|width| most <= *width).unwrap_or(128);
    Some(both.map(|(width, signed)| Number { width, signed, common }))
}

/// Is one of them a number of another kind than the other, an address, or nothing?
fn is_incomparable(a: &SourceType, b: &SourceType) -> bool {
    let kind = |ty: &SourceType| match &ty.kind {
        SourceKind::Void => Some((0, 0)),
        SourceKind::Float => Some((1, ty.size)),
        SourceKind::Pointer(_) => Some((2, 0)),
        SourceKind::Unknown => None,
        _ if ty.is_aggregate() => None,
        _ => Some((3, 0)),
    };
    matches!((kind(a), kind(b)), (Some(a), Some(b)) if a != b)
}

fn is_named(ty: &SourceType, is_rust: bool) -> bool {
    is_rust && matches!(ty.kind, SourceKind::Enum { .. })
}

/// Does every value that old can be given mean the same to new?
fn accepts(old: &SourceType, new: &SourceType, is_rust: bool) -> bool {
    match (&old.kind, &new.kind) {
        (SourceKind::Enum { values: a, .. }, SourceKind::Enum { values: b, .. }) if is_rust => {
            old.size == new.size && a.iter().all(|value| b.contains(value))
        }
        (SourceKind::Pointer(a), SourceKind::Pointer(b)) => accepts(a, b, is_rust),
        _ if old.is_aggregate() || new.is_aggregate() => means_same(old, new, is_rust),
        // Whether numbers fit is seen from their sorts.
        _ => true,
    }
}

/// Do the same bits mean the same in both types?
fn means_same(a: &SourceType, b: &SourceType, is_rust: bool) -> bool {
    let fields = |a: &[SourceField], b: &[SourceField]| {
        let names = |fields: &[SourceField]| fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        let (of_a, of_b) = (names(a), names(b));
        let is_twin = |field: &SourceField, other: &SourceField| {
            other.offset == field.offset
                && other.bits == field.bits
                && is_renamed((&of_a, &field.name), (&of_b, &other.name))
        };
        let is_same = |field: &SourceField| {
            b.iter().any(|other| is_twin(field, other) && means_same(&field.ty, &other.ty, is_rust))
        };
        a.len() == b.len() && a.iter().all(is_same)
    };
    match (&a.kind, &b.kind) {
        (SourceKind::Struct(a), SourceKind::Struct(b)) | (SourceKind::Union(a), SourceKind::Union(b)) => fields(a, b),
        (SourceKind::Variants { tag: s, variants: a }, SourceKind::Variants { tag: t, variants: b }) => {
            let place = |tag: &Option<Box<SourceField>>| tag.as_ref().map(|tag| (tag.offset, tag.bits));
            let names = |variants: &[(Option<u128>, SourceField)]| {
                variants.iter().map(|(_, variant)| variant.name.clone()).collect::<Vec<_>>()
            };
            let (of_a, of_b) = (names(a), names(b));
            let is_same = |(number, one): &(Option<u128>, SourceField)| {
                let twin = b.iter().find(|(other, _)| other == number).map(|(_, two)| two);
                twin.is_some_and(|two| {
                    let is_named_so = is_renamed((&of_a, &one.name), (&of_b, &two.name));
                    is_named_so && two.offset == one.offset && means_same(&one.ty, &two.ty, is_rust)
                })
            };
            place(s) == place(t) && a.len() == b.len() && a.iter().all(is_same)
        }
        (SourceKind::Enum { values: a, .. }, SourceKind::Enum { values: b, .. }) if is_rust => {
            a.len() == b.len() && a.iter().all(|value| b.contains(value))
        }
        (SourceKind::Array(a, n), SourceKind::Array(b, m)) => n == m && means_same(a, b, is_rust),
        (SourceKind::Pointer(a), SourceKind::Pointer(b)) => means_same(a, b, is_rust),
        _ => !a.is_aggregate() && !b.is_aggregate() && (!is_rust || is_named(a, true) == is_named(b, true)),
    }
}

/// Is it the same name, or has only the name changed?
fn is_renamed((old, a): (&[String], &String), (new, b): (&[String], &String)) -> bool {
    a == b || (!new.contains(a) && !old.contains(b))
}

/// Where new has each scalar of old's result, if both are structures of the same fields.
fn order(old: &Shape, new: &Shape, is_rust: bool) -> Option<Vec<usize>> {
    let (SourceKind::Struct(a), SourceKind::Struct(b)) = (&old.result.kind, &new.result.kind) else { return None };
    if a.len() != b.len() || old.result_pieces.len() != new.result_pieces.len() {
        return None;
    }
    let place = |piece: &Piece| {
        let bits = piece.offset * 8;
        let within = |field: &&SourceField| field.offset <= bits && bits + piece.size * 8 <= field.offset + field.bits;
        let field = a.iter().find(within)?;
        let twin = b.iter().find(|other| other.name == field.name && other.bits == field.bits)?;
        if !means_same(&field.ty, &twin.ty, is_rust) {
            return None;
        }
        let moved = Piece { offset: (bits - field.offset + twin.offset) / 8, size: piece.size };
        new.result_pieces.iter().position(|piece| *piece == moved)
    };
    old.result_pieces.iter().map(place).collect()
}

impl Reading {
    /// The sorts of what is compared, given those of the result.
    pub(crate) fn sorts(&self, given: Vec<Sort>, sorts: &Sorts) -> Vec<Sort> {
        match self {
            Reading::ByName(_) => vec![Sort::int()],
            Reading::Reordered(order) => order.iter().map(|at| given[*at]).collect(),
            Reading::Number(number) => vec![sorts.int(number.common)],
            Reading::AsItIs | Reading::Changed => given,
        }
    }

    pub(crate) fn apply(&self, emit: &mut Emit, values: Vec<ValueId>) -> Emitted<Vec<ValueId>> {
        match (self, &values[..]) {
            (Reading::AsItIs, _) => Ok(values),
            (Reading::Reordered(order), _) => Ok(order.iter().map(|at| values[*at]).collect()),
            (Reading::ByName(numbers), [value]) => Ok(vec![place_of(emit, *value, numbers)]),
            (Reading::Number(number), [value]) => {
                let Number { width, signed, common } = *number;
                Ok(vec![emit.resize(*value, width, common, signed)])
            }
            (Reading::ByName(_) | Reading::Number(_) | Reading::Changed, _) => {
                emit.unsupported("the result, whose type has changed")
            }
        }
    }
}

fn place_of(emit: &mut Emit, value: ValueId, numbers: &[(i128, usize)]) -> ValueId {
    let sort = emit.b.sort(value);
    let width = sort.bv_width().unwrap_or(if sort == Sort::bool() { 1 } else { 64 });
    let mut place = emit.constant(Value::int(-1), Sort::int());
    for (number, at) in numbers {
        let number = emit.sorts.int_value(width, *number);
        let number = emit.constant(number, sort);
        let is_this = emit.eq(value, number);
        let at = emit.constant(Value::int(*at as i64), Sort::int());
        place = emit.ite(is_this, at, place);
    }
    place
}
