//! What the entry passes to the client: a parameter as the compiler made it, out of plain inputs.
//!
//! Structures that the compiler passes by their address, or returns through one, are objects that
//! the entry makes; their scalars are its inputs and results. So are arrays that pointers lead to,
//! see `arrays`.

use ::value::{Sort, Symbol, Value};
use ir::{Param, ValueId};

use super::Context;
use super::access::Padding;
use super::arrays::Array;
use super::emit::{Emit, Emitted};
use super::pointer::{Known, Linear, Pointer};
use crate::join::Version;
use crate::layout::{Scalar, Types};
use crate::reader::syntax::{Parameter, Type};
use crate::reader::{SourceField, SourceKind, SourceType};
use crate::sorts::Sorts;
use crate::source::Piece;

/// A parameter as the compiler made it: the entry's plain inputs for it, and what it stands for.
pub(crate) struct Register {
    pub(crate) inputs: Vec<Param>,
    means: Means,
}

enum Means {
    /// The inputs are passed as they are.
    Itself,
    /// The address of an object made of the inputs.
    Copy(Object),
    /// The address of an object that the result is put into.
    Result(Object),
    /// The address of an array, or null.
    Array(Array),
    /// An address that nothing is known of.
    Outside(Symbol),
    /// A structure that cannot be taken apart.
    Unsupported(&'static str),
}

/// An object that the entry makes.
pub(crate) struct Object {
    layout: usize,
    count: u64,
    leaves: Vec<(u64, Scalar)>,
}

/// The client's parameters, in order. An object passed by its address becomes its scalars.
pub(crate) fn registers(context: &mut Context, version: &Version, elements: &[Option<Scalar>]) -> Vec<Register> {
    let function = &version.functions[0];
    let types = Types(&version.modules[function.module]);
    let sorts = context.sorts;
    let mut found = Vec::new();
    for (param, element) in function.signature.params.iter().zip(elements) {
        let object = param.byval.as_ref().or(param.sret.as_ref()).map(|ty| Object::new(context, types, ty));
        let named = |part: usize, sort: Sort| {
            let name = if part == 0 { param.name.to_string() } else { format!("{}.{part}", param.name) };
            Param { name: Symbol::new(&name), sort }
        };
        if let Some(scalar) = element {
            let (array, inputs) = Array::new(context, param.name, *scalar);
            found.push(Register { inputs, means: Means::Array(array) });
            continue;
        }
        found.push(match object {
            Some(Err(why)) => Register { inputs: Vec::new(), means: Means::Unsupported(why) },
            Some(Ok(object)) if param.sret.is_some() => Register { inputs: Vec::new(), means: Means::Result(object) },
            Some(Ok(object)) => {
                let plain = object.sorts(&sorts).into_iter().filter(|sort| *sort != sorts.pointer);
                let inputs = plain.enumerate().map(|(part, sort)| named(part, sort)).collect();
                Register { inputs, means: Means::Copy(object) }
            }
            None if param.ty == Type::Ptr => {
                Register { inputs: Vec::new(), means: Means::Outside(Symbol::new(param.name)) }
            }
            None => {
                let of = super::value::sorts_of(types, &sorts, &param.ty).unwrap_or_default();
                match of.contains(&sorts.pointer) {
                    true => Register { inputs: Vec::new(), means: Means::Unsupported("a structure with an address") },
                    false => {
                        let inputs = of.iter().enumerate().map(|(part, sort)| named(part, *sort)).collect();
                        Register { inputs, means: Means::Itself }
                    }
                }
            }
        });
    }
    found
}

impl Object {
    fn new<'m>(context: &mut Context, types: Types<'m>, ty: &Type<'m>) -> Result<Object, &'static str> {
        let (layout, count) = types.layout(ty);
        let leaves = crate::source::leaves(&layout, count);
        if leaves.len() > crate::source::MOST_LEAVES {
            return Err("a structure with very many parts");
        }
        if leaves.iter().any(|(_, scalar)| context.sorts.scalar(*scalar).is_none()) {
            return Err("a structure with a part of an unknown kind");
        }
        Ok(Object { layout: context.layout(&layout), count, leaves })
    }

    pub(crate) fn sorts(&self, sorts: &Sorts) -> Vec<Sort> {
        self.leaves.iter().filter_map(|(_, scalar)| sorts.scalar(*scalar)).collect()
    }

    fn make(&self, emit: &mut Emit) -> Known {
        let count = emit.word(self.count as i64);
        let place = emit.allocate(self.layout, count);
        Known { place, index: Linear::default(), offset: Linear::default() }
    }

    fn at(&self, emit: &mut Emit, known: &Known, offset: u64) -> Known {
        let stride = emit.context.layouts[self.layout].layout.stride;
        let index = Linear::constant((offset / stride) as i64);
        Known { place: known.place.clone(), index, offset: Linear::constant((offset % stride) as i64) }
    }

    pub(crate) fn read(&self, emit: &mut Emit, known: &Known) -> Emitted<Vec<ValueId>> {
        let mut values = Vec::new();
        for (offset, scalar) in &self.leaves {
            let at = self.at(emit, known, *offset);
            values.push(emit.load_known(&at, *scalar, Padding::Zero)?);
        }
        Ok(values)
    }
}

impl Register {
    pub(crate) fn returned(&self) -> Option<&Object> {
        match &self.means {
            Means::Result(object) => Some(object),
            Means::Itself | Means::Copy(_) | Means::Array(_) | Means::Outside(_) | Means::Unsupported(_) => None,
        }
    }

    /// After the call: shows what the array holds that the client was given.
    pub(crate) fn show(&self, emit: &mut Emit, known: &Known) {
        if let Means::Array(array) = &self.means {
            array.show(emit, known);
        }
    }

    /// Adds what the client is called with; gives the object whose address that is.
    pub(crate) fn pass(&self, emit: &mut Emit, inputs: &[ValueId], args: &mut Vec<ValueId>) -> Emitted<Option<Known>> {
        let outside = |emit: &mut Emit, name: Symbol| {
            let outside = Value::data(emit.sorts.outside, [Value::Atom(name)]);
            emit.constant(outside, emit.sorts.pointer)
        };
        match &self.means {
            Means::Itself => args.extend(inputs),
            Means::Unsupported(why) => return emit.unsupported(why),
            Means::Array(array) => {
                let (known, pointer) = array.make(emit, inputs)?;
                args.push(pointer);
                return Ok(Some(known));
            }
            Means::Outside(name) => args.push(outside(emit, *name)),
            Means::Result(object) => {
                let known = object.make(emit);
                args.push(emit.pointer_value(&Pointer::Known(known.clone()))?);
                return Ok(Some(known));
            }
            Means::Copy(object) => {
                let known = object.make(emit);
                let mut inputs = inputs.iter();
                for (offset, scalar) in &object.leaves {
                    let value = match scalar {
                        Scalar::Ptr => outside(emit, Symbol::new("an address in a parameter")),
                        _ => *inputs.next().expect("one input for each scalar that is no pointer"),
                    };
                    let at = object.at(emit, &known, *offset);
                    emit.store_known(&at, *scalar, value)?;
                }
                args.push(emit.pointer_value(&Pointer::Known(known.clone()))?);
                return Ok(Some(known));
            }
        }
        Ok(None)
    }
}

/// What reports call the addresses that come from outside.
pub(crate) fn outside(version: &Version, elements: &[Option<Scalar>]) -> Vec<String> {
    let function = &version.functions[0];
    let types = Types(&version.modules[function.module]);
    let name = |(param, element): (&Parameter, &Option<Scalar>)| match (&param.byval, &param.sret) {
        (Some(copied), _) => {
            let has_address = types.layout(copied).0.columns.iter().any(|column| column.scalar == Scalar::Ptr);
            has_address.then(|| param.name.to_string())
        }
        (None, Some(_)) => None,
        (None, None) => (param.ty == Type::Ptr && element.is_none()).then(|| param.name.to_string()),
    };
    function.signature.params.iter().zip(elements).filter_map(name).collect()
}

/// The result's scalars with those set to zero that the variant at hand does not have: what Rust
/// leaves in them is nobody's business.
pub(crate) fn without_unused(
    emit: &mut Emit,
    ty: &SourceType,
    pieces: &[Piece],
    values: Vec<ValueId>,
) -> Emitted<Vec<ValueId>> {
    let SourceKind::Variants { tag: Some(tag), variants } = &ty.kind else { return Ok(values) };
    let is_tag = |piece: &Piece| piece.offset * 8 == tag.offset && piece.size * 8 == tag.bits;
    let Some(at) = pieces.iter().position(is_tag).filter(|_| pieces.len() == values.len()) else { return Ok(values) };
    let mut kept = Vec::new();
    for (index, (piece, value)) in pieces.iter().zip(&values).enumerate() {
        let (with, without): (Vec<_>, Vec<_>) =
            variants.iter().partition(|(_, variant)| covers(&variant.ty, variant.offset, piece));
        if index == at || without.is_empty() {
            kept.push(*value);
            continue;
        }
        // The variant without a number of its own is the one that no number stands for.
        let has_rest = with.iter().any(|(number, _)| number.is_none());
        let listed = if has_rest { &without } else { &with };
        let mut among = emit.bool(false);
        for number in listed.iter().filter_map(|(number, _)| *number) {
            let is_bool = emit.b.sort(values[at]) == Sort::bool();
            let width = if is_bool { 1 } else { tag.bits as u32 };
            let number = emit.sorts.int_value(width, number as i128);
            let number = emit.constant(number, emit.sorts.int(width));
            let this = emit.eq(values[at], number);
            among = emit.or(among, this);
        }
        let sort = emit.b.sort(*value);
        let zero = emit.constant(Value::default_of(sort), sort);
        let (then, otherwise) = if has_rest { (zero, *value) } else { (*value, zero) };
        kept.push(emit.ite(among, then, otherwise));
    }
    Ok(kept)
}

/// Has the type, which starts at the bit, anything where the piece is?
fn covers(ty: &SourceType, start: u64, piece: &Piece) -> bool {
    let any = |fields: &[SourceField]| fields.iter().any(|field| covers(&field.ty, start + field.offset, piece));
    match &ty.kind {
        SourceKind::Struct(fields) => any(fields),
        SourceKind::Variants { tag, variants } => {
            tag.iter().any(|tag| covers(&tag.ty, start + tag.offset, piece))
                || variants.iter().any(|(_, variant)| covers(&variant.ty, start + variant.offset, piece))
        }
        _ => start < (piece.offset + piece.size) * 8 && piece.offset * 8 < start + ty.size * 8,
    }
}
