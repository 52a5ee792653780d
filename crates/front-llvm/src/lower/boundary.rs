//! What the entry passes to the client: a parameter as the compiler made it, out of plain inputs.
//!
//! Structures that the compiler passes by their address, or returns through one, are objects that
//! the entry makes; their scalars are its inputs and results. So are arrays that pointers lead to,
//! see `arrays`.

use ::value::{BvOp, IntOp, Op, Sort, Symbol, Value};
use ir::{Cell, CellId, CellRole, Param, ValueId};

use super::Context;
use super::access::Padding;
use super::arrays::Array;
use super::emit::{Emit, Emitted, Fail};
use super::pointer::{Known, Linear, Pointer, Storage};
use super::surroundings::Surroundings;
use super::valid::{Parts, is_limited};
use crate::join::Version;
use crate::layout::{Layout, Scalar, Types};
use crate::pointee::{Extent, Pointee};
use crate::reader::syntax::{Parameter, Type};
use crate::reader::{SourceField, SourceKind, SourceType};
use crate::sorts::Sorts;
use crate::source::{Piece, layout_of_result};

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
    /// The address of an object of any length, made of the inputs.
    Given(Given),
    /// The length of what the parameter before leads to.
    LengthOf(usize),
    /// The address of an array, or null.
    Array(Array),
    /// An address that nothing is known of.
    Outside(Symbol),
    /// The address that the input is.
    Handle,
    /// What lies at addresses from outside; no parameter.
    Surroundings,
    /// A structure that cannot be taken apart.
    Unsupported(&'static str),
}

/// What a pointer parameter leads to.
struct Given {
    extent: Extent,
    layout: usize,
    /// Holds the address when the client has run, for an observer.
    cell: CellId,
    /// Earlier arguments that it may be the same as.
    may_be: Vec<usize>,
    /// By column: does it hold addresses?
    addresses: Vec<bool>,
    /// What Rust says that each of its elements is, where not every number is one.
    limited: Option<SourceType>,
}

/// An object that the entry makes.
pub(crate) struct Object {
    layout: usize,
    count: u64,
    leaves: Vec<(u64, Scalar)>,
}

/// The client's parameters, in order. An object passed by its address becomes its scalars.
pub(crate) fn registers(
    context: &mut Context,
    version: &Version,
    elements: &[Option<Scalar>],
    pointees: &[Pointee],
) -> Vec<Register> {
    let function = &version.functions[0];
    let types = Types(&version.modules[function.module]);
    let sorts = context.sorts;
    let mut found = Vec::new();
    for (register, (param, element)) in function.signature.params.iter().zip(elements).enumerate() {
        if let Some(pointee) = pointees.iter().find(|pointee| pointee.register == register) {
            found.push(given(context, pointee, pointees));
            continue;
        }
        let is_length = |pointee: &Pointee| pointee.extent == Extent::Slice && pointee.register + 1 == register;
        if pointees.iter().any(is_length) {
            found.push(Register { inputs: Vec::new(), means: Means::LengthOf(register - 1) });
            continue;
        }
        let layout = match (&param.byval, &param.sret) {
            (Some(ty), _) => Some(types.layout(ty)),
            (None, Some(ty)) => Some(layout_of_result(types.0, function, ty)),
            (None, None) => None,
        };
        let object = layout.map(|layout| Object::new(context, layout));
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
                let plain = object.leaves.iter().filter_map(|(_, scalar)| sorts.input(*scalar));
                let inputs = plain.enumerate().map(|(part, sort)| named(part, sort)).collect();
                Register { inputs, means: Means::Copy(object) }
            }
            None if param.ty == Type::Ptr && (context.handles || context.surroundings.is_some()) => {
                Register { inputs: vec![named(0, sorts.word)], means: Means::Handle }
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
    if context.surroundings.is_some() {
        found.push(Register { inputs: Surroundings::inputs(context), means: Means::Surroundings });
    }
    found
}

fn given(context: &mut Context, pointee: &Pointee, all: &[Pointee]) -> Register {
    let sorts = context.sorts;
    let param = |name: String, sort: Sort| Param { name: Symbol::new(&name), sort };
    let name = &pointee.name;
    let bits = if context.short { SHORT_BITS } else { ADDRESS_BITS };
    let length = if sorts.is_machine() { Sort::bv(bits) } else { sorts.word };
    let mut inputs = match pointee.extent {
        Extent::Any => vec![
            param(format!("is_null({name})"), Sort::bool()),
            param(format!("length_of({name})"), length),
            param(format!("length_before({name})"), length),
        ],
        Extent::There => {
            vec![param(format!("length_of({name})"), length), param(format!("length_before({name})"), length)]
        }
        Extent::Slice => vec![param(format!("{name}.len()"), length)],
        Extent::Elements(_) => Vec::new(),
    };
    inputs
        .extend(pointee.may_be.iter().map(|other| param(format!("same({}, {name})", all[*other].name), Sort::bool())));
    let is_one = pointee.layout.columns.len() == 1;
    inputs.extend(pointee.layout.columns.iter().map(|column| {
        let field = || crate::pointee::field_at(&pointee.ty, column.offset);
        let name = match is_one {
            true => name.clone(),
            false => format!("{name}{}", field().unwrap_or_else(|| format!(".{}", column.offset))),
        };
        param(name, Sort::map(sorts.word, sorts.input(column.scalar).unwrap_or(Sort::bool())))
    }));
    let cell = Cell {
        name: Symbol::new(&format!("*{name}")),
        sort: sorts.pointer,
        role: CellRole::Global,
        initial: Value::default_of(sorts.pointer),
    };
    let given = Given {
        extent: pointee.extent,
        layout: context.layout(&pointee.layout),
        cell: context.program.cells.push(cell),
        may_be: pointee.may_be.iter().map(|other| all[*other].register).collect(),
        addresses: pointee.layout.columns.iter().map(|column| column.scalar == Scalar::Ptr).collect(),
        limited: Some(&pointee.ty).filter(|ty| context.is_rust && is_limited(ty)).cloned(),
    };
    Register { inputs, means: Means::Given(given) }
}

/// No object is longer: addresses have so many bits.
pub(crate) const ADDRESS_BITS: u32 = 47;

/// As many as an `int` counts.
const SHORT_BITS: u32 = 31;

/// Of so many elements of a slice the entry says that they are possible; others are looked at in what is found.
pub(crate) const MOST_LIMITED: u64 = 8;

impl Given {
    /// Makes the object and gives its address, or that of an earlier one, or null.
    fn make(&self, emit: &mut Emit, inputs: &[ValueId], args: &[ValueId]) -> Emitted<ValueId> {
        let (is_null, length, before, rest) = match (self.extent, inputs) {
            (Extent::Any, [is_null, length, before, rest @ ..]) => (Some(*is_null), length, before, rest),
            (Extent::There, [length, before, rest @ ..]) => (None, length, before, rest),
            (Extent::Slice, [length, rest @ ..]) => {
                let length = emit.length(*length);
                return self.borrow(emit, (length, MOST_LIMITED), rest, args);
            }
            (Extent::Elements(count), rest) => {
                let length = emit.word(count as i64);
                return self.borrow(emit, (length, count.min(MOST_LIMITED)), rest, args);
            }
            _ => return emit.unsupported("a pointer parameter"),
        };
        let (is_earlier, contents) = rest.split_at(self.may_be.len());
        let lengths = [emit.length(*length), emit.length(*before)];
        let make = |emit: &mut Emit| self.object(emit, lengths, contents).map(|pointer| vec![pointer]);
        let pointer = match is_null {
            Some(is_null) => emit.either(is_null, |emit| Ok(vec![emit.null()]), make)?[0],
            None => {
                let zero = emit.word(0);
                let is_there = emit.word_below(zero, lengths[0]);
                emit.b.assume(is_there);
                make(emit)?[0]
            }
        };
        self.or_earlier(emit, pointer, is_earlier, args)
    }

    /// Makes what a reference of Rust's leads to: so many elements, of which the first are possible ones.
    fn borrow(
        &self,
        emit: &mut Emit,
        (length, first): (ValueId, u64),
        rest: &[ValueId],
        args: &[ValueId],
    ) -> Emitted<ValueId> {
        let (is_earlier, contents) = rest.split_at(self.may_be.len());
        let zero = emit.word(0);
        let pointer = self.object(emit, [length, zero], contents)?;
        if let Some(ty) = &self.limited {
            let (pieces, elements) = Pointee::places(&emit.context.layouts[self.layout].layout, first);
            for places in elements {
                let mut values = Vec::new();
                for (column, at) in places {
                    let at = emit.word(at as i64);
                    values.push(emit.select(contents[column], at));
                }
                emit.assume_valid(ty, &Parts { pieces: &pieces, values: &values, is_rust: true })?;
            }
        }
        self.or_earlier(emit, pointer, is_earlier, args)
    }

    /// The pointer, or one of the earlier that it may be.
    fn or_earlier(
        &self,
        emit: &mut Emit,
        mut pointer: ValueId,
        is_earlier: &[ValueId],
        args: &[ValueId],
    ) -> Emitted<ValueId> {
        for (is_this, earlier) in is_earlier.iter().zip(&self.may_be) {
            let earlier = args[*earlier];
            pointer = emit.either(*is_this, |_| Ok(vec![earlier]), |_| Ok(vec![pointer]))?[0];
        }
        emit.b.set(self.cell, pointer);
        Ok(pointer)
    }

    fn object(&self, emit: &mut Emit, [length, before]: [ValueId; 2], contents: &[ValueId]) -> Emitted<ValueId> {
        let place = emit.allocate(self.layout, length);
        let Storage::Memory(object) = place.storage else { return emit.unsupported("an object outside memory") };
        emit.lend(&place);
        let yes = emit.bool(true);
        for (cell, value) in [(emit.context.memory.given, yes), (emit.context.memory.before, before)] {
            let map = emit.get(cell);
            let map = emit.store_map(map, object, value);
            emit.b.set(cell, map);
        }
        for (column, (value, holds_addresses)) in contents.iter().zip(&self.addresses).enumerate() {
            let value = match holds_addresses {
                false => *value,
                true => emit.apply(Op::MapWrap(emit.sorts.null, emit.sorts.given), &[*value]),
            };
            emit.set_column(&place, column, value)?;
            if !emit.context.layouts[self.layout].unwritten.is_empty() {
                let all = emit.context.filled(Value::Bool(false));
                let all = emit.constant(all, Sort::map(emit.sorts.word, Sort::bool()));
                emit.set_unwritten(&place, column, all);
            }
        }
        let zero = emit.word(0);
        Ok(emit.pointer_to([object, zero, zero]))
    }
}

impl Emit<'_> {
    /// The pointer of that address, of which nothing more is known.
    pub(crate) fn address(&mut self, word: ValueId) -> ValueId {
        if self.context.handles {
            return self.apply(Op::Construct(self.sorts.given), &[word]);
        }
        let zero = self.word(0);
        let is_null = self.eq(word, zero);
        let (null, given) = (self.null(), self.apply(Op::Construct(self.sorts.given), &[word]));
        self.ite(is_null, null, given)
    }

    /// The address of a pointer that was handed out; ends the path at others.
    pub(crate) fn handle(&mut self, pointer: ValueId, callee: &str) -> Emitted<ValueId> {
        let [null, given] = [self.sorts.null, self.sorts.given].map(|ctor| self.apply(Op::Is(ctor), &[pointer]));
        let is_handle = self.or(null, given);
        let what = format!("the address of an object of the program, handed to {callee}");
        self.require(is_handle, Fail::Unsupported(&what))?;
        let (zero, address) = (self.word(0), self.field(self.sorts.given, 0, pointer));
        Ok(self.ite(null, zero, address))
    }

    /// A length as a word.
    fn length(&mut self, length: ValueId) -> ValueId {
        if self.sorts.is_machine() {
            return self.apply(Op::Bv(BvOp::ZeroExtend(64)), &[length]);
        }
        let (zero, limit) = (self.word(0), self.word(1 << ADDRESS_BITS));
        let fits = [self.apply(Op::Int(IntOp::Le), &[zero, length]), self.apply(Op::Int(IntOp::Lt), &[length, limit])];
        fits.into_iter().for_each(|fits| self.b.assume(fits));
        length
    }
}

impl Object {
    fn new(context: &mut Context, (layout, count): (Layout, u64)) -> Result<Object, &'static str> {
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
            Means::Itself
            | Means::Copy(_)
            | Means::Array(_)
            | Means::Given(_)
            | Means::LengthOf(_)
            | Means::Outside(_)
            | Means::Handle
            | Means::Surroundings
            | Means::Unsupported(_) => None,
        }
    }

    /// Are its inputs the scalars of a value?
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.means, Means::Itself | Means::Copy(_))
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
            Means::Handle => {
                let pointer = emit.address(inputs[0]);
                args.push(pointer);
            }
            Means::Surroundings => {
                if let Some(surroundings) = emit.context.surroundings {
                    surroundings.set(emit, inputs);
                }
            }
            Means::LengthOf(register) => {
                let [object, ..] = emit.parts_of(args[*register])?;
                let length = emit.count_of(object);
                args.push(length);
            }
            Means::Given(given) => {
                let pointer = given.make(emit, inputs, args)?;
                args.push(pointer);
            }
            Means::Result(object) => {
                let known = object.make(emit);
                args.push(emit.pointer_value(&Pointer::Known(known.clone()))?);
                return Ok(Some(known));
            }
            Means::Copy(object) => {
                let known = object.make(emit);
                let mut inputs = inputs.iter();
                for (offset, scalar) in &object.leaves {
                    let value = *inputs.next().expect("one input for each scalar");
                    let value = if *scalar == Scalar::Ptr { emit.address(value) } else { value };
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
pub(crate) fn outside(version: &Version, elements: &[Option<Scalar>], pointees: &[Pointee]) -> Vec<String> {
    let function = &version.functions[0];
    let types = Types(&version.modules[function.module]);
    let name = |(register, (param, element)): (usize, (&Parameter, &Option<Scalar>))| match (&param.byval, &param.sret)
    {
        _ if pointees.iter().any(|pointee| pointee.register == register) => {
            let leads_on = |pointee: &&Pointee| pointee.register == register && pointee.leads_on();
            pointees.iter().find(leads_on).map(|_| param.name.to_string())
        }
        (Some(copied), _) => {
            let has_address = types.layout(copied).0.columns.iter().any(|column| column.scalar == Scalar::Ptr);
            has_address.then(|| param.name.to_string())
        }
        (None, Some(_)) => None,
        (None, None) => (param.ty == Type::Ptr && element.is_none()).then(|| param.name.to_string()),
    };
    function.signature.params.iter().zip(elements).enumerate().filter_map(name).collect()
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
            // An address stands for a variant too: null for the one without.
            if emit.b.sort(values[at]) == emit.sorts.pointer {
                if number != 0 {
                    return emit.unsupported("an address that stands for a variant");
                }
                let null = emit.apply(Op::Is(emit.sorts.null), &[values[at]]);
                among = emit.or(among, null);
                continue;
            }
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
