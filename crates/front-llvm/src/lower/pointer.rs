//! Pointers: objects whose place is known while lowering, and pointers taken apart at run time.

use std::rc::Rc;

use ir::build::VarId;
use ir::{CellId, Trap, ValueId};
use value::{Op, Value};

use super::Home;
use super::emit::{Emit, Emitted, Fail};
use crate::layout::Column;

/// A sum of a constant and multiples of words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) terms: Vec<(i64, ValueId)>,
}

impl Linear {
    pub(crate) fn of(value: ValueId) -> Linear {
        Linear { constant: 0, terms: vec![(1, value)] }
    }

    pub(crate) fn constant(constant: i64) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    pub(crate) fn plus(&self, constant: i64) -> Linear {
        Linear { constant: self.constant.wrapping_add(constant), terms: self.terms.clone() }
    }

    pub(crate) fn times(&self, factor: i64) -> Linear {
        Linear {
            constant: self.constant.wrapping_mul(factor),
            terms: self.terms.iter().map(|(scale, value)| (scale * factor, *value)).collect(),
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Count {
    Constant(u64),
    Value(ValueId),
}

/// The variables of one column of a promoted local.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) value: VarId,
    /// Says what was never written; `None`: nothing that is read.
    pub(crate) unwritten: Option<VarId>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Storage {
    /// A promoted local: variables, by column.
    Variables(Rc<Vec<Slot>>),
    /// A promoted global: cells, by column.
    Cells(Rc<Vec<CellId>>),
    /// A constant table: values, by column.
    Constants(Rc<Vec<Value>>),
    Memory(ValueId),
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// Row of the context's table of layouts.
    pub(crate) layout: usize,
    pub(crate) count: Count,
    pub(crate) storage: Storage,
}

impl Place {
    /// Is the column a single scalar, not an array?
    pub(crate) fn is_plain(&self, column: &Column) -> bool {
        !matches!(self.storage, Storage::Memory(_)) && self.count == Count::Constant(1) && column.dims.is_empty()
    }
}

/// A pointer to a known object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) place: Place,
    pub(crate) index: Linear,
    pub(crate) offset: Linear,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pointer {
    Known(Known),
    /// A value of the pointer sort.
    Dynamic(ValueId),
}

impl Emit<'_> {
    pub(crate) fn linear(&mut self, linear: &Linear) -> ValueId {
        let mut sum = self.word(linear.constant);
        for (scale, value) in &linear.terms {
            let term = self.word_mul(*value, *scale);
            sum = self.word_add(sum, term);
        }
        sum
    }

    /// The address of a global.
    pub(crate) fn global(&mut self, key: usize) -> Emitted<Pointer> {
        let row = &self.context.globals[key];
        let (layout, count) = (row.layout, Count::Constant(row.count));
        let storage = match row.home.clone() {
            Home::Cells(cells) => Storage::Cells(cells),
            Home::Constants(values) => Storage::Constants(values),
            Home::Memory(cell) => Storage::Memory(self.get(cell)),
            Home::Unsupported(what) => return self.unsupported(&what),
        };
        let place = Place { layout, count, storage };
        Ok(Pointer::Known(Known { place, index: Linear::default(), offset: Linear::default() }))
    }

    pub(crate) fn null(&mut self) -> ValueId {
        match self.context.handles {
            true => self.apply_to_zero(),
            false => self.constant(self.sorts.null_value(), self.sorts.pointer),
        }
    }

    /// The handle 0, which is null where there are handles.
    fn apply_to_zero(&mut self) -> ValueId {
        let zero = self.word(0);
        self.apply(Op::Construct(self.sorts.given), &[zero])
    }

    /// Where there are handles, null is the handle 0, however it came about.
    pub(crate) fn with_null_as_handle(&mut self, pointer: ValueId) -> ValueId {
        if !self.context.handles || self.parts.contains_key(&pointer) {
            return pointer;
        }
        let (is_null, zero) = (self.apply(Op::Is(self.sorts.null), &[pointer]), self.apply_to_zero());
        self.ite(is_null, zero, pointer)
    }

    /// The pointer as a value, which only objects in memory have.
    pub(crate) fn pointer_value(&mut self, pointer: &Pointer) -> Emitted<ValueId> {
        let known = match pointer {
            Pointer::Dynamic(value) => return Ok(*value),
            Pointer::Known(known) => known,
        };
        let Storage::Memory(object) = known.place.storage else {
            return self.unsupported("the address of an object outside memory");
        };
        let index = self.linear(&known.index);
        let offset = self.linear(&known.offset);
        let (index, offset) =
            if known.offset.is_constant() { (index, offset) } else { self.normalise(object, index, offset)? };
        let value = self.pointer_to([object, index, offset]);
        if known.offset.is_constant() {
            self.made.insert(value, known.clone());
        }
        Ok(value)
    }

    pub(crate) fn pointer_to(&mut self, parts: [ValueId; 3]) -> ValueId {
        let value = self.apply(Op::Construct(self.sorts.to), &parts);
        self.parts.insert(value, parts);
        value
    }

    /// A value as a pointer; its object may be known.
    pub(crate) fn pointer_of(&self, value: ValueId) -> Pointer {
        match self.made.get(&value) {
            Some(known) => Pointer::Known(known.clone()),
            None => Pointer::Dynamic(value),
        }
    }

    /// Object, index and offset; ends the path where the pointer leads to no object.
    pub(crate) fn parts_of(&mut self, pointer: ValueId) -> Emitted<[ValueId; 3]> {
        if let Some(parts) = self.parts.get(&pointer) {
            return Ok(*parts);
        }
        let is_object = self.apply(Op::Is(self.sorts.to), &[pointer]);
        let fail_block = |emit: &mut Self| -> Emitted<Vec<ValueId>> {
            let is_null = emit.apply(Op::Is(emit.sorts.null), &[pointer]);
            emit.refuse(is_null, Fail::Trap(Trap::NullPointer))?;
            let what = emit.context.outside_word();
            emit.unsupported(&what)
        };
        self.either(is_object, |_| Ok(vec![]), fail_block)?;
        let [object, index, offset] = [0, 1, 2].map(|index| self.field(self.sorts.to, index, pointer));
        // Elements of one byte have no other offset.
        let offset = if self.only_stride() == Some(1) { self.word(0) } else { offset };
        Ok([object, index, offset])
    }

    /// The size of the elements, where all objects in memory have elements of one size.
    fn only_stride(&self) -> Option<i64> {
        let mut all = self.context.layouts.iter().filter(|row| row.in_memory).map(|row| row.layout.stride);
        let stride = all.next()?;
        all.all(|other| other == stride).then_some(stride as i64)
    }

    /// Brings the offset into the element: `0 <= offset < stride`. So equal addresses are equal values.
    pub(crate) fn normalise(
        &mut self,
        object: ValueId,
        index: ValueId,
        offset: ValueId,
    ) -> Emitted<(ValueId, ValueId)> {
        let stride = self.stride_of(object);
        let within = self.word_below(offset, stride);
        let normal = self.either(
            within,
            |_| Ok(vec![index, offset]),
            |emit| {
                let (quotient, remainder) = emit.word_div_rem(offset, stride);
                Ok(vec![emit.word_add(index, quotient), remainder])
            },
        )?;
        Ok((normal[0], normal[1]))
    }

    pub(crate) fn stride_of(&mut self, object: ValueId) -> ValueId {
        if let Some(stride) = self.only_stride() {
            return self.word(stride);
        }
        let strides = self.get(self.context.memory.stride);
        self.select(strides, object)
    }

    pub(crate) fn count_of(&mut self, object: ValueId) -> ValueId {
        let counts = self.get(self.context.memory.count);
        self.select(counts, object)
    }

    /// Moves a pointer by a constant and by multiples of words, all in bytes.
    pub(crate) fn advance(&mut self, pointer: &Pointer, constant: i64, terms: &[(u64, ValueId)]) -> Emitted<Pointer> {
        if constant == 0 && terms.is_empty() {
            return Ok(pointer.clone());
        }
        match pointer {
            Pointer::Known(known) => Ok(Pointer::Known(self.advance_known(known, constant, terms))),
            Pointer::Dynamic(value) => self.advance_dynamic(*value, constant, terms).map(Pointer::Dynamic),
        }
    }

    fn advance_known(&mut self, known: &Known, constant: i64, terms: &[(u64, ValueId)]) -> Known {
        let stride = self.context.layouts[known.place.layout].layout.stride as i64;
        let mut moved = known.clone();
        for (scale, value) in terms {
            let scale = *scale as i64;
            if scale % stride == 0 {
                moved.index.terms.push((scale / stride, *value));
            } else {
                moved.offset.terms.push((scale, *value));
            }
        }
        moved.offset.constant += constant;
        // With variable parts the constant alone says nothing about the element.
        if moved.offset.is_constant() {
            moved.index.constant += moved.offset.constant.div_euclid(stride);
            moved.offset.constant = moved.offset.constant.rem_euclid(stride);
        }
        moved
    }

    fn advance_dynamic(&mut self, pointer: ValueId, constant: i64, terms: &[(u64, ValueId)]) -> Emitted<ValueId> {
        if self.parts.contains_key(&pointer) {
            return self.advance_within(pointer, constant, terms);
        }
        let Some(is_outside) = self.is_surrounding(pointer) else {
            return self.advance_object(pointer, constant, terms);
        };
        let moved = self.either(
            is_outside,
            |emit| Ok(vec![emit.advance_surrounding(pointer, constant, terms)]),
            |emit| emit.advance_object(pointer, constant, terms).map(|moved| vec![moved]),
        )?;
        Ok(moved[0])
    }

    /// A pointer to an object, or null.
    fn advance_object(&mut self, pointer: ValueId, constant: i64, terms: &[(u64, ValueId)]) -> Emitted<ValueId> {
        let is_null = self.apply(Op::Is(self.sorts.null), &[pointer]);
        let from_object = |emit: &mut Self| -> Emitted<Vec<ValueId>> {
            let [object, index, offset] = emit.parts_of(pointer)?;
            let is_nowhere = emit.is_nothing(object);
            let so_far = emit.word_add(index, offset);
            let terms_and: Vec<(u64, ValueId)> = terms.iter().copied().chain([(1, so_far)]).collect();
            emit.either(
                is_nowhere,
                |emit| emit.advance_null(constant, &terms_and).map(|moved| vec![moved]),
                |emit| emit.advance_within(pointer, constant, terms).map(|moved| vec![moved]),
            )
        };
        let moved =
            self.either(is_null, |emit| emit.advance_null(constant, terms).map(|moved| vec![moved]), from_object)?;
        Ok(moved[0])
    }

    /// Null and nothing is null. Anything else leads nowhere, which is noticed where it is followed: the
    /// object that is none, and the bytes.
    pub(crate) fn advance_null(&mut self, constant: i64, terms: &[(u64, ValueId)]) -> Emitted<ValueId> {
        let mut bytes = self.word(constant);
        for (scale, value) in terms {
            let term = self.word_mul(*value, *scale as i64);
            bytes = self.word_add(bytes, term);
        }
        let zero = self.word(0);
        let stays = self.eq(bytes, zero);
        let nothing = self.constant(Value::Ref(0), self.sorts.reference);
        // Where all elements are of one byte there is no other offset.
        let (index, offset) = if self.only_stride() == Some(1) { (bytes, zero) } else { (zero, bytes) };
        let (null, nowhere) = (self.null(), self.apply(Op::Construct(self.sorts.to), &[nothing, index, offset]));
        Ok(self.ite(stays, null, nowhere))
    }

    fn advance_within(&mut self, pointer: ValueId, constant: i64, terms: &[(u64, ValueId)]) -> Emitted<ValueId> {
        let [object, mut index, mut offset] = self.parts_of(pointer)?;
        if let Some(stride) = self.only_stride()
            && constant % stride == 0
            && terms.iter().all(|(scale, _)| *scale as i64 % stride == 0)
        {
            let terms = terms.iter().map(|(scale, value)| (*scale as i64 / stride, *value)).collect();
            let by = self.linear(&Linear { constant: constant / stride, terms });
            let index = self.word_add(index, by);
            return Ok(self.pointer_to([object, index, offset]));
        }
        let stride = self.stride_of(object);
        let mut parts: Vec<(i64, ValueId)> = terms.iter().map(|(scale, value)| (*scale as i64, *value)).collect();
        if constant != 0 {
            parts.push((constant, self.word(1)));
        }
        for (scale, value) in parts {
            // Whole elements go to the index, so that indices stay as the source has them.
            let bytes = self.word(scale);
            let (elements, rest) = self.word_div_rem(bytes, stride);
            let zero = self.word(0);
            let whole = self.eq(rest, zero);
            let by = self.multiply(value, elements);
            let next_index = self.word_add(index, by);
            let bytes = self.word_mul(value, scale);
            let next_offset = self.word_add(offset, bytes);
            index = self.ite(whole, next_index, index);
            offset = self.ite(whole, offset, next_offset);
        }
        let (index, offset) = self.normalise(object, index, offset)?;
        Ok(self.pointer_to([object, index, offset]))
    }

    fn multiply(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = if self.sorts.is_machine() { Op::Bv(value::BvOp::Mul) } else { Op::Int(value::IntOp::Mul) };
        self.apply(op, &[a, b])
    }

    /// The lowest bits of an address, as alignment is asked for.
    pub(crate) fn low_bits(&mut self, pointer: &Pointer, mask: ValueId) -> Emitted<ValueId> {
        if !self.sorts.is_machine() {
            return self.unsupported("a pointer as an integer");
        }
        let pointer = self.pointer_value(pointer)?;
        let is_null = self.apply(Op::Is(self.sorts.null), &[pointer]);
        let of_object = |emit: &mut Self| {
            let [object, index, offset] = emit.parts_of(pointer)?;
            let alignment = emit.alignment_of(object);
            let fits = emit.word_below(mask, alignment);
            emit.require(fits, Fail::Unsupported("a pointer as an integer"))?;
            let stride = emit.stride_of(object);
            let elements = emit.multiply(index, stride);
            let bytes = emit.word_add(elements, offset);
            Ok(vec![emit.binary("and", false, 64, bytes, mask)?])
        };
        // Null has none of them.
        Ok(self.either(is_null, |emit| Ok(vec![emit.word(0)]), of_object)?[0])
    }

    /// What the object's address is surely a multiple of: the size of its largest scalar, 16 for memory from the heap.
    fn alignment_of(&mut self, object: ValueId) -> ValueId {
        let in_memory = self.context.layouts.iter().filter(|row| row.in_memory);
        let largest = |row: &super::LayoutRow| row.layout.columns.iter().map(|column| column.scalar.size()).max();
        let rows: Vec<(Value, i64)> =
            in_memory.map(|row| (row.atom(), largest(row).map_or(1, |size| size.min(8)) as i64)).collect();
        let names = self.get(self.context.memory.layout);
        let name = self.select(names, object);
        let mut alignment = self.word(1);
        for (atom, size) in rows.into_iter().filter(|(_, size)| *size > 1) {
            let atom = self.constant(atom, value::Sort::atom());
            let (is_this, size) = (self.eq(name, atom), self.word(size));
            alignment = self.ite(is_this, size, alignment);
        }
        let freeable = self.get(self.context.memory.freeable);
        let (on_heap, sixteen) = (self.select(freeable, object), self.word(16));
        let alignment = self.ite(on_heap, sixteen, alignment);
        // Of what is nowhere the address is known.
        let (is_nowhere, any) = (self.is_nothing(object), self.word(1 << super::ADDRESS_BITS));
        self.ite(is_nowhere, any, alignment)
    }

    /// Do so many bytes from the two pointers on share none?
    pub(crate) fn are_apart(&mut self, a: &Pointer, b: &Pointer, bytes: ValueId) -> Emitted<ValueId> {
        let (a, b) = (self.pointer_value(a)?, self.pointer_value(b)?);
        let (a, b) = (self.parts_of(a)?, self.parts_of(b)?);
        let (same, distance, zero) = (self.eq(a[0], b[0]), self.distance_inside(a, b), self.word(0));
        let is_negative = self.compare("slt", 64, distance, zero)?;
        let opposite = self.word_sub(zero, distance);
        let distance = self.ite(is_negative, opposite, distance);
        let (close, other) = (self.word_below(distance, bytes), self.not(same));
        let far = self.not(close);
        Ok(self.or(other, far))
    }

    /// The distance in bytes between two pointers into one object, or between what is counted from null.
    pub(crate) fn distance(&mut self, a: &Pointer, b: &Pointer) -> Emitted<ValueId> {
        let (a, b) = (self.pointer_value(a)?, self.pointer_value(b)?);
        let stops = self.context.stops && !self.context.is_rust;
        self.by_place(
            [a, b],
            |emit| {
                emit.by_address(
                    [a, b],
                    |emit, [a, b]| emit.word_sub(a, b),
                    |emit| {
                        let (a, b) = (emit.parts_of(a)?, emit.parts_of(b)?);
                        if stops {
                            let nowhere = emit.is_nothing(a[0]);
                            emit.refuse(nowhere, Fail::Trap(Trap::NullArithmetic))?;
                        }
                        let same = emit.eq(a[0], b[0]);
                        emit.require(same, Fail::Unsupported("the distance between different objects"))?;
                        Ok(emit.distance_inside(a, b))
                    },
                )
            },
            |emit, [a_is_null, b_is_null]| {
                if stops {
                    let both = emit.and(a_is_null, b_is_null);
                    emit.require(both, Fail::Trap(Trap::NullArithmetic))?;
                }
                let (a, b) = (emit.bytes_from_null(a, a_is_null)?, emit.bytes_from_null(b, b_is_null)?);
                Ok(emit.word_sub(a, b))
            },
        )
    }

    /// Less than, equal to or greater than 0, as the first address is below, at or above the second. Null
    /// is below everything else: so the machine has it. `is_undefined`: the language leaves that open.
    pub(crate) fn order(&mut self, a: ValueId, b: ValueId, is_undefined: bool) -> Emitted<ValueId> {
        let stops = self.context.stops && is_undefined;
        self.by_place(
            [a, b],
            |emit| {
                emit.by_address([a, b], Self::order_of_words, |emit| {
                    let (a, b) = (emit.parts_of(a)?, emit.parts_of(b)?);
                    let nowhere = emit.is_nothing(a[0]);
                    if stops {
                        emit.refuse(nowhere, Fail::Trap(Trap::NullComparison))?;
                    }
                    let (same, somewhere) = (emit.eq(a[0], b[0]), emit.not(nowhere));
                    let comparable = emit.and(same, somewhere);
                    emit.require(comparable, Fail::Unsupported("which of different objects comes first"))?;
                    Ok(emit.distance_inside(a, b))
                })
            },
            |emit, [a_is_null, b_is_null]| {
                let both = emit.and(a_is_null, b_is_null);
                if stops {
                    emit.require(both, Fail::Trap(Trap::NullComparison))?;
                }
                for (pointer, is_null) in [(a, a_is_null), (b, b_is_null)] {
                    let is_outside = emit.is_surrounding(pointer);
                    let is_known = is_outside.map_or(is_null, |is_outside| emit.or(is_null, is_outside));
                    emit.either(is_known, |_| Ok(vec![]), |emit| emit.parts_of(pointer).map(|_| vec![]))?;
                }
                let [below, at, above] = [-1, 0, 1].map(|sign| emit.word(sign));
                let apart = emit.ite(a_is_null, below, above);
                Ok(emit.ite(both, at, apart))
            },
        )
    }

    /// What holds for two addresses from outside, or for pointers to objects.
    fn by_address(
        &mut self,
        [a, b]: [ValueId; 2],
        outside: impl FnOnce(&mut Self, [ValueId; 2]) -> ValueId,
        inside: impl FnOnce(&mut Self) -> Emitted<ValueId>,
    ) -> Emitted<ValueId> {
        let (Some(is_a), Some(is_b)) = (self.is_surrounding(a), self.is_surrounding(b)) else { return inside(self) };
        let both = self.and(is_a, is_b);
        let found = self.either(
            both,
            |emit| {
                let addresses = [emit.address_of(a), emit.address_of(b)];
                Ok(vec![outside(emit, addresses)])
            },
            |emit| inside(emit).map(|found| vec![found]),
        )?;
        Ok(found[0])
    }

    /// Less than, equal to or greater than 0, as the first is.
    fn order_of_words(&mut self, [a, b]: [ValueId; 2]) -> ValueId {
        let (is_below, is_same) = (self.word_below(a, b), self.eq(a, b));
        let [below, at, above] = [-1, 0, 1].map(|sign| self.word(sign));
        let other = self.ite(is_same, at, above);
        self.ite(is_below, below, other)
    }

    /// What holds for two pointers that both lead to objects, or where one of them is null: which is
    /// told. The other may lead anywhere then.
    fn by_place(
        &mut self,
        pointers: [ValueId; 2],
        inside: impl FnOnce(&mut Self) -> Emitted<ValueId>,
        with_null: impl FnOnce(&mut Self, [ValueId; 2]) -> Emitted<ValueId>,
    ) -> Emitted<ValueId> {
        let are_null = pointers.map(|pointer| match self.parts.contains_key(&pointer) {
            true => self.bool(false),
            false => self.apply(Op::Is(self.sorts.null), &[pointer]),
        });
        let any = self.or(are_null[0], are_null[1]);
        let found = self.either(any, |emit| Ok(vec![with_null(emit, are_null)?]), |emit| Ok(vec![inside(emit)?]))?;
        Ok(found[0])
    }

    /// The bytes from null to a pointer that is null, was counted from it, or is an address from outside.
    fn bytes_from_null(&mut self, pointer: ValueId, is_null: ValueId) -> Emitted<ValueId> {
        let counted = |emit: &mut Self| {
            let [object, index, offset] = emit.parts_of(pointer)?;
            let nowhere = emit.is_nothing(object);
            emit.require(nowhere, Fail::Unsupported("the address of an object as a number"))?;
            Ok(vec![emit.word_add(index, offset)])
        };
        let elsewhere = |emit: &mut Self| match emit.is_surrounding(pointer) {
            Some(is_outside) => emit.either(is_outside, |emit| Ok(vec![emit.address_of(pointer)]), counted),
            None => counted(emit),
        };
        let found = self.either(is_null, |emit| Ok(vec![emit.word(0)]), elsewhere)?;
        Ok(found[0])
    }

    fn is_nothing(&mut self, object: ValueId) -> ValueId {
        let nothing = self.constant(Value::Ref(0), self.sorts.reference);
        self.eq(object, nothing)
    }

    fn distance_inside(&mut self, a: [ValueId; 3], b: [ValueId; 3]) -> ValueId {
        let stride = self.stride_of(a[0]);
        let elements = self.word_sub(a[1], b[1]);
        let (elements, rest) = (self.multiply(elements, stride), self.word_sub(a[2], b[2]));
        self.word_add(elements, rest)
    }

    /// Ends the path where an address that was there before is compared with that of an object or a
    /// function: it may be the same.
    pub(crate) fn require_comparable(&mut self, a: ValueId, b: ValueId) -> Emitted<()> {
        if !self.context.has_addresses {
            return Ok(());
        }
        for (one, other) in [(a, b), (b, a)] {
            if self.parts.contains_key(&one) || self.known(other) == Some(&self.sorts.null_value()) {
                continue;
            }
            let is_given = self.apply(Op::Is(self.sorts.given), &[one]);
            let [given, null] = [self.sorts.given, self.sorts.null].map(|ctor| self.apply(Op::Is(ctor), &[other]));
            let is_address = self.or(given, null);
            let is_object = self.not(is_address);
            let unclear = self.and(is_given, is_object);
            let what = self.context.outside_word();
            self.refuse(unclear, Fail::Unsupported(&what))?;
        }
        Ok(())
    }

    /// Ends the path where the address of something from outside would decide.
    pub(crate) fn require_inside(&mut self, pointer: ValueId) -> Emitted<()> {
        if self.context.outside.is_empty() || self.parts.contains_key(&pointer) {
            return Ok(());
        }
        let outside = self.apply(Op::Is(self.sorts.outside), &[pointer]);
        let what = self.context.outside_word();
        self.refuse(outside, Fail::Unsupported(&what))
    }
}
