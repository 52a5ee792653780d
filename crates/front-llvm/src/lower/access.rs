//! Loads and stores of scalars.
//!
//! An access that meets one scalar of its own kind reads or writes that. Any other goes through
//! the bits: it reads all scalars it overlaps, and puts together or replaces their bits. What was
//! never written reads as an arbitrary value.

use ir::{CellId, Trap, ValueId};
use value::{Op, Sort, Value};

use super::emit::{Emit, Emitted, Fail, Join};
use super::pointer::{Count, Known, Linear, Place, Pointer, Storage};
use crate::layout::{Layout, Scalar};

/// What an access found for some of its bytes.
#[derive(Clone, Debug)]
struct Piece {
    /// `None`: padding.
    scalar: Option<ScalarSlot>,
    /// First byte, from the start of the access.
    at: u64,
    bytes: u64,
}

/// A scalar of an object: column and index in it, and the first byte that is meant.
#[derive(Clone, Debug)]
struct ScalarSlot {
    column: usize,
    index: Linear,
    byte: u64,
}

/// Whether bits of padding may be taken as zero, because nobody looks at them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Padding {
    Arbitrary,
    Zero,
}

impl Emit<'_> {
    fn layout(&self, place: &Place) -> Layout {
        self.context.layouts[place.layout].layout.clone()
    }

    pub(crate) fn count(&mut self, place: &Place) -> ValueId {
        match place.count {
            Count::Constant(count) => self.word(count as i64),
            Count::Value(count) => count,
        }
    }

    // Columns.

    fn memory_column(&mut self, cell: CellId, object: ValueId) -> ValueId {
        let columns = self.get(cell);
        self.select(columns, object)
    }

    fn set_memory_column(&mut self, cell: CellId, object: ValueId, column: ValueId) {
        let columns = self.get(cell);
        let columns = self.store_map(columns, object, column);
        self.b.set(cell, columns);
    }

    /// The column as a whole: a scalar if it is plain, else an array.
    pub(crate) fn column(&mut self, place: &Place, column: usize) -> ValueId {
        match &place.storage {
            Storage::Variables(slots) => self.b.read(slots[column].value),
            Storage::Cells(cells) => self.get(cells[column]),
            Storage::Constants(values) => {
                let sort = self.column_sort(place, column);
                self.constant(values[column].clone(), sort)
            }
            Storage::Memory(object) => {
                let cell = self.context.layouts[place.layout].columns[column];
                self.memory_column(cell, *object)
            }
        }
    }

    pub(crate) fn column_sort(&self, place: &Place, column: usize) -> Sort {
        let layout = &self.context.layouts[place.layout].layout;
        let scalar = self.sorts.scalar(layout.columns[column].scalar).unwrap_or(Sort::bool());
        if place.is_plain(&layout.columns[column]) { scalar } else { Sort::map(self.sorts.word, scalar) }
    }

    pub(crate) fn set_column(&mut self, place: &Place, column: usize, value: ValueId) -> Emitted<()> {
        match &place.storage {
            Storage::Variables(slots) => self.b.define(slots[column].value, value),
            Storage::Cells(cells) => self.b.set(cells[column], value),
            Storage::Constants(_) => return self.trap(Trap::WriteToConstant),
            Storage::Memory(object) => {
                let cell = self.context.layouts[place.layout].columns[column];
                self.set_memory_column(cell, *object, value);
            }
        }
        Ok(())
    }

    /// Which parts of the column were never written; `None`: none that matters.
    pub(crate) fn unwritten(&mut self, place: &Place, column: usize) -> Option<ValueId> {
        match &place.storage {
            Storage::Variables(slots) => slots[column].unwritten.map(|unwritten| self.b.read(unwritten)),
            Storage::Cells(_) | Storage::Constants(_) => None,
            Storage::Memory(object) => {
                let cell = *self.context.layouts[place.layout].unwritten.get(column)?;
                Some(self.memory_column(cell, *object))
            }
        }
    }

    pub(crate) fn set_unwritten(&mut self, place: &Place, column: usize, unwritten: ValueId) {
        match &place.storage {
            Storage::Variables(slots) => {
                if let Some(variable) = slots[column].unwritten {
                    self.b.define(variable, unwritten);
                }
            }
            Storage::Cells(_) | Storage::Constants(_) => {}
            Storage::Memory(object) => {
                if let Some(cell) = self.context.layouts[place.layout].unwritten.get(column).copied() {
                    self.set_memory_column(cell, *object, unwritten);
                }
            }
        }
    }

    fn is_plain(&self, place: &Place, column: usize) -> bool {
        place.is_plain(&self.context.layouts[place.layout].layout.columns[column])
    }

    /// A scalar and whether it was written.
    fn scalar_and_defined(&mut self, place: &Place, at: &ScalarSlot) -> (ValueId, Option<ValueId>) {
        let whole = self.column(place, at.column);
        let unwritten = self.unwritten(place, at.column);
        if self.is_plain(place, at.column) {
            return (whole, unwritten.map(|unwritten| self.not(unwritten)));
        }
        let index = self.linear(&at.index);
        let value = self.select(whole, index);
        let unwritten = unwritten.map(|unwritten| self.select(unwritten, index));
        (value, unwritten.map(|unwritten| self.not(unwritten)))
    }

    /// Ends the path where the scalar was never written, unless nobody need mind.
    fn require_written(&mut self, place: &Place, at: &ScalarSlot) -> Emitted<()> {
        match self.scalar_and_defined(place, at).1 {
            Some(defined) if !self.may_be_unwritten => self.require(defined, Fail::Trap(Trap::Unwritten)),
            _ => Ok(()),
        }
    }

    /// The scalar; an arbitrary value if it was never written.
    fn read_scalar(&mut self, place: &Place, at: &ScalarSlot) -> Emitted<ValueId> {
        let (value, defined) = self.scalar_and_defined(place, at);
        let Some(defined) = defined else { return Ok(value) };
        // A structure is passed on whole, with what it does not hold.
        let is_variable = matches!(&place.storage, Storage::Variables(slots) if slots.len() == 1);
        let stops = self.context.stops && !self.may_be_unwritten;
        if stops && is_variable && self.is_plain(place, at.column) && !self.context.is_rust {
            self.require(defined, Fail::Trap(Trap::NeverWritten))?;
            return Ok(value);
        }
        self.value_or_any(value, defined)
    }

    /// Reads what may never have been written: it is only put elsewhere, or only some of its bits are looked at.
    pub(crate) fn unminded<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.may_be_unwritten, true);
        let value = read(self);
        self.may_be_unwritten = before;
        value
    }

    /// The value if it was written, else an arbitrary one.
    pub(crate) fn value_or_any(&mut self, value: ValueId, defined: ValueId) -> Emitted<ValueId> {
        let sort = self.b.sort(value);
        let read = self.either(defined, |_| Ok(vec![value]), |emit| Ok(vec![emit.b.choose(sort)]))?;
        Ok(read[0])
    }

    /// Ends the path where code outside may have freed the object.
    pub(crate) fn require_not_freed(&mut self, object: ValueId) -> Emitted<()> {
        if !self.context.frees_outside {
            return Ok(());
        }
        let [lent, freed] = [self.context.memory.lent, self.context.memory.freed].map(|cell| {
            let map = self.get(cell);
            self.select(map, object)
        });
        let gone = self.and(lent, freed);
        self.refuse(gone, Fail::Trap(Trap::OutOfBounds))
    }

    /// The object came from outside, or from the heap.
    pub(crate) fn lend(&mut self, place: &Place) {
        if let (true, Storage::Memory(object)) = (self.context.frees_outside, &place.storage) {
            let (lent, yes) = (self.get(self.context.memory.lent), self.bool(true));
            let lent = self.store_map(lent, *object, yes);
            self.b.set(self.context.memory.lent, lent);
        }
    }

    /// Ends the path where the object must not be written.
    pub(crate) fn require_writable(&mut self, place: &Place) -> Emitted<()> {
        let Storage::Memory(object) = place.storage else { return Ok(()) };
        if !self.context.has_constants || self.context.is_setting_up {
            return Ok(());
        }
        let constant = self.get(self.context.memory.constant);
        let constant = self.select(constant, object);
        self.refuse(constant, Fail::Trap(Trap::WriteToConstant))
    }

    fn write_scalar(
        &mut self,
        place: &Place,
        at: &ScalarSlot,
        value: ValueId,
        defined: Option<ValueId>,
    ) -> Emitted<()> {
        self.require_writable(place)?;
        let before = self.unwritten(place, at.column);
        let value = match (before, defined) {
            // Where nobody knows what was written, something is there.
            (None, Some(defined)) => self.value_or_any(value, defined)?,
            _ => value,
        };
        let unwritten = match defined {
            Some(defined) => self.not(defined),
            None => self.bool(false),
        };
        if self.is_plain(place, at.column) {
            self.set_column(place, at.column, value)?;
            self.set_unwritten(place, at.column, unwritten);
            return Ok(());
        }
        let index = self.linear(&at.index);
        let whole = self.column(place, at.column);
        let whole = self.store_map(whole, index, value);
        self.set_column(place, at.column, whole)?;
        if let Some(before) = before {
            let after = self.store_map(before, index, unwritten);
            self.set_unwritten(place, at.column, after);
        }
        Ok(())
    }

    // Where an access lands.

    /// Ends the path unless `elements` elements from the index on are there.
    fn check_bounds(&mut self, place: &Place, index: &Linear, elements: u64) -> Emitted<()> {
        if let (Count::Constant(count), true) = (place.count, index.is_constant()) {
            let end = u64::try_from(index.constant).ok().map(|first| first + elements);
            return if end.is_some_and(|end| end <= count) { Ok(()) } else { self.trap(Trap::OutOfBounds) };
        }
        let (first, count) = (self.linear(index), self.count(place));
        self.require_below(place, first, count)?;
        if elements > 1 {
            let last = self.linear(&index.plus(elements as i64 - 1));
            self.require_below(place, last, count)?;
        }
        Ok(())
    }

    fn require_below(&mut self, place: &Place, index: ValueId, count: ValueId) -> Emitted<()> {
        let within = self.word_below(index, count);
        let Storage::Memory(object) = place.storage else {
            return self.require(within, Fail::Trap(Trap::OutOfBounds));
        };
        if !self.context.has_given {
            return self.require(within, Fail::Trap(Trap::OutOfBounds));
        }
        let zero = self.word(0);
        let before = self.get(self.context.memory.before);
        let before = self.select(before, object);
        let first = self.word_sub(zero, before);
        let (is_before, is_there) = (self.compare("slt", 64, index, zero)?, self.compare("sle", 64, first, index)?);
        let earlier = self.and(is_before, is_there);
        let within = self.or(within, earlier);
        let outside = |emit: &mut Self| -> Emitted<Vec<ValueId>> {
            let given = emit.get(emit.context.memory.given);
            let is_given = emit.select(given, object);
            emit.require(is_given, Fail::Trap(Trap::OutOfBounds))?;
            emit.trap(Trap::BeyondGiven)
        };
        self.either(within, |_| Ok(vec![]), outside)?;
        Ok(())
    }

    /// The scalars an access of that many bytes meets, after the bounds have been checked.
    fn resolve(&mut self, known: &Known, bytes: u64) -> Emitted<Vec<Piece>> {
        let layout = self.layout(&known.place);
        if !known.offset.is_constant() {
            return self.resolve_inner(known, &layout, bytes);
        }
        let offset = known.offset.constant as u64;
        let elements = (offset + bytes).div_ceil(layout.stride).max(1);
        self.check_bounds(&known.place, &known.index, elements)?;
        Ok(pieces(&layout, &known.index, offset, bytes))
    }

    /// An offset that varies: into an array within the element.
    fn resolve_inner(&mut self, known: &Known, layout: &Layout, bytes: u64) -> Emitted<Vec<Piece>> {
        // Arrays may stand one after the other: first the one that the constant part points into.
        let start = u64::try_from(known.offset.constant).ok().and_then(|byte| layout.leaf_at(byte));
        let first = start.map(|leaf| leaf.column).into_iter();
        let found = first.chain(0..layout.columns.len()).find_map(|column| {
            let shape = &layout.columns[column];
            (shape.scalar.size() == bytes).then(|| absorb(shape, &known.offset))?.map(|indices| (column, indices))
        });
        let Some((column, indices)) = found else {
            return self.unsupported("an access that does not follow the object's type");
        };
        self.check_bounds(&known.place, &known.index, 1)?;
        let shape = &layout.columns[column];
        let mut flat = known.index.clone();
        for ((count, _), index) in shape.dims.iter().zip(&indices) {
            let (at, limit) = (self.linear(index), self.word(*count as i64));
            let within = self.word_below(at, limit);
            self.require(within, Fail::Unsupported("an access beyond an array within an object"))?;
            flat = flat.times(*count as i64);
            flat.constant += index.constant;
            flat.terms.extend(index.terms.iter().copied());
        }
        Ok(vec![Piece { scalar: Some(ScalarSlot { column, index: flat, byte: 0 }), at: 0, bytes }])
    }

    // Loads.

    pub(crate) fn load(&mut self, pointer: &Pointer, scalar: Scalar, padding: Padding) -> Emitted<ValueId> {
        let value = self.load_as_it_is(pointer, scalar, padding)?;
        Ok(if scalar == Scalar::Ptr { self.with_null_as_handle(value) } else { value })
    }

    fn load_as_it_is(&mut self, pointer: &Pointer, scalar: Scalar, padding: Padding) -> Emitted<ValueId> {
        match pointer {
            Pointer::Known(known) if self.follows_type(known, scalar) => self.load_known(known, scalar, padding),
            Pointer::Known(known) => {
                let parts = self.known_parts(known)?;
                self.access_by_offset(&known.place.clone(), parts, scalar, None)?.ok_or(super::emit::Cut)
            }
            Pointer::Dynamic(value) => self.load_dynamic(*value, scalar),
        }
    }

    /// Can the access be resolved while lowering?
    fn follows_type(&self, known: &Known, scalar: Scalar) -> bool {
        let columns = &self.context.layouts[known.place.layout].layout.columns;
        let absorbs = |column: &crate::layout::Column| {
            column.scalar.size() == scalar.size() && absorb(column, &known.offset).is_some()
        };
        known.offset.is_constant() || columns.iter().any(absorbs)
    }

    /// Index and offset with the offset brought into the element.
    fn known_parts(&mut self, known: &Known) -> Emitted<[ValueId; 2]> {
        let index = self.linear(&known.index);
        let offset = self.linear(&known.offset);
        let stride = self.context.layouts[known.place.layout].layout.stride;
        let stride = self.word(stride as i64);
        let (quotient, remainder) = self.word_div_rem(offset, stride);
        Ok([self.word_add(index, quotient), remainder])
    }

    pub(crate) fn load_known(&mut self, known: &Known, scalar: Scalar, padding: Padding) -> Emitted<ValueId> {
        let pieces = self.resolve(known, scalar.size())?;
        if let [Piece { scalar: Some(at), .. }] = &pieces[..]
            && at.byte == 0
        {
            let stored = self.layout(&known.place).columns[at.column].scalar;
            if stored.size() == scalar.size() {
                if matches!(stored, Scalar::Other(_)) {
                    return self.unsupported("a number of a kind that is not known here");
                }
                if self.context.traps_unwritten && padding == Padding::Arbitrary {
                    self.require_written(&known.place, at)?;
                }
                let value = self.read_scalar(&known.place, at)?;
                return self.convert(value, stored, scalar);
            }
        }
        if matches!(scalar, Scalar::Ptr | Scalar::Other(_)) {
            return self.unsupported("a pointer read from bytes");
        }
        let mut bits = None;
        for piece in &pieces {
            let part = self.piece_bits(&known.place, piece, padding)?;
            bits = Some(match bits {
                None => part,
                Some(low) => self.join_bits(part, low, piece.at * 8),
            });
        }
        let Some(bits) = bits else { return self.unsupported("an access of no bytes") };
        let bits = self.of_unsigned(bits, u32::try_from(scalar.size() * 8).unwrap_or(8));
        self.convert(bits, Scalar::Int(u32::try_from(scalar.size() * 8).unwrap_or(8)), scalar)
    }

    /// The bits of the piece as an unsigned number.
    fn piece_bits(&mut self, place: &Place, piece: &Piece, padding: Padding) -> Emitted<ValueId> {
        let width = u32::try_from(piece.bytes * 8).unwrap_or(8);
        let Some(at) = &piece.scalar else {
            return Ok(match padding {
                Padding::Zero => self.unsigned_constant(width, 0),
                Padding::Arbitrary => {
                    let chosen = self.b.choose(self.sorts.int(width));
                    self.unsigned(chosen, width)
                }
            });
        };
        let stored = self.layout(place).columns[at.column].scalar;
        let whole = self.read_scalar(place, at)?;
        let stored_width = u32::try_from(stored.size() * 8).unwrap_or(8);
        let whole = self.convert(whole, stored, Scalar::Int(stored_width))?;
        let whole = self.unsigned(whole, stored_width);
        Ok(self.take_bits(whole, stored_width, u32::try_from(at.byte * 8).unwrap_or(0), width))
    }

    // Stores.

    pub(crate) fn store(&mut self, pointer: &Pointer, scalar: Scalar, value: ValueId) -> Emitted<()> {
        match pointer {
            Pointer::Known(known) if self.follows_type(known, scalar) => self.store_known(known, scalar, value),
            Pointer::Known(known) => {
                let parts = self.known_parts(known)?;
                self.access_by_offset(&known.place.clone(), parts, scalar, Some(value)).map(|_| ())
            }
            Pointer::Dynamic(pointer) => self.store_dynamic(*pointer, scalar, value),
        }
    }

    pub(crate) fn store_known(&mut self, known: &Known, scalar: Scalar, value: ValueId) -> Emitted<()> {
        let pieces = self.resolve(known, scalar.size())?;
        let layout = self.layout(&known.place);
        if let [Piece { scalar: Some(at), .. }] = &pieces[..]
            && at.byte == 0
        {
            let stored = layout.columns[at.column].scalar;
            if stored.size() == scalar.size() {
                let value = self.convert(value, scalar, stored)?;
                return self.write_scalar(&known.place, at, value, None);
            }
        }
        if matches!(scalar, Scalar::Ptr | Scalar::Other(_)) {
            return self.unsupported("a pointer written as bytes");
        }
        let width = u32::try_from(scalar.size() * 8).unwrap_or(8);
        let bits = self.convert(value, scalar, Scalar::Int(width))?;
        let bits = self.unsigned(bits, width);
        for piece in &pieces {
            let Some(at) = &piece.scalar else { continue };
            let part_width = u32::try_from(piece.bytes * 8).unwrap_or(8);
            let part = self.take_bits(bits, width, u32::try_from(piece.at * 8).unwrap_or(0), part_width);
            self.write_bits(&known.place, at, layout.columns[at.column].scalar, part, part_width)?;
        }
        Ok(())
    }

    /// Replaces some bits of a scalar by an unsigned number.
    fn write_bits(&mut self, place: &Place, at: &ScalarSlot, stored: Scalar, part: ValueId, width: u32) -> Emitted<()> {
        let stored_width = u32::try_from(stored.size() * 8).unwrap_or(8);
        let whole = if width == stored_width {
            part
        } else {
            // What is around the bits that are written need not have been.
            let old = self.unminded(|emit| emit.read_scalar(place, at))?;
            let old = self.convert(old, stored, Scalar::Int(stored_width))?;
            let old = self.unsigned(old, stored_width);
            self.replace_bits(old, stored_width, part, width, u32::try_from(at.byte * 8).unwrap_or(0))
        };
        let whole = self.of_unsigned(whole, stored_width);
        let value = self.convert(whole, Scalar::Int(stored_width), stored)?;
        self.write_scalar(place, at, value, None)
    }

    // Whole scalars, for copying.

    /// The scalar of exactly that kind at a constant place, unchecked, with whether it was written.
    pub(crate) fn peek_scalar(&mut self, known: &Known, scalar: Scalar) -> Option<(ValueId, Option<ValueId>)> {
        let layout = self.layout(&known.place);
        if !known.offset.is_constant() {
            return None;
        }
        let pieces = pieces(&layout, &known.index, known.offset.constant as u64, scalar.size());
        match &pieces[..] {
            [Piece { scalar: Some(at), .. }] if at.byte == 0 && layout.columns[at.column].scalar == scalar => {
                Some(self.scalar_and_defined(&known.place, at))
            }
            _ => None,
        }
    }

    pub(crate) fn poke_scalar(&mut self, known: &Known, value: ValueId, defined: Option<ValueId>) -> Emitted<()> {
        let layout = self.layout(&known.place);
        let leaf = layout.leaf_at(known.offset.constant as u64);
        let Some(leaf) = leaf else { return Ok(()) };
        let inner = layout.columns[leaf.column].inner_count();
        let index = known.index.times(inner as i64).plus(leaf.inner as i64);
        self.write_scalar(&known.place, &ScalarSlot { column: leaf.column, index, byte: 0 }, value, defined)
    }

    pub(crate) fn check_region(&mut self, known: &Known, bytes: u64) -> Emitted<()> {
        let stride = self.context.layouts[known.place.layout].layout.stride;
        let offset = known.offset.constant as u64;
        self.check_bounds(&known.place, &known.index, (offset + bytes).div_ceil(stride).max(1))
    }

    // Pointers whose object is found at run time.

    fn load_dynamic(&mut self, pointer: ValueId, scalar: Scalar) -> Emitted<ValueId> {
        if self.candidates(scalar).len() > INLINE_LAYOUTS && !self.context.in_accessor {
            let Some(sort) = self.sorts.scalar(scalar) else { return self.unsupported("a load of an unknown kind") };
            let accessor = self.context.accessor(scalar, false);
            return Ok(self.b.call(accessor, &[pointer], &[sort], None)[0]);
        }
        self.access_dynamic(pointer, scalar, None)?.ok_or(super::emit::Cut)
    }

    fn store_dynamic(&mut self, pointer: ValueId, scalar: Scalar, value: ValueId) -> Emitted<()> {
        if self.candidates(scalar).len() > INLINE_LAYOUTS && !self.context.in_accessor {
            let accessor = self.context.accessor(scalar, true);
            self.b.call(accessor, &[pointer, value], &[], None);
            return Ok(());
        }
        self.access_dynamic(pointer, scalar, Some(value)).map(|_| ())
    }

    /// Layouts of objects in memory that an access of that kind can meet.
    fn candidates(&self, scalar: Scalar) -> Vec<usize> {
        let layouts = self.context.layouts.iter().enumerate();
        layouts.filter(|(_, row)| row.in_memory && !offsets(&row.layout, scalar).is_empty()).map(|(id, _)| id).collect()
    }

    /// An object of the program, or what lies at an address from outside.
    pub(crate) fn access_dynamic(
        &mut self,
        pointer: ValueId,
        scalar: Scalar,
        store: Option<ValueId>,
    ) -> Emitted<Option<ValueId>> {
        let Some(is_outside) = self.is_surrounding(pointer) else { return self.access_object(pointer, scalar, store) };
        let found = self.either(
            is_outside,
            |emit| Ok(emit.access_surroundings(pointer, scalar, store)?.into_iter().collect()),
            |emit| Ok(emit.access_object(pointer, scalar, store)?.into_iter().collect()),
        )?;
        Ok(found.first().copied())
    }

    /// Finds the object's layout, then the place in its element.
    fn access_object(&mut self, pointer: ValueId, scalar: Scalar, store: Option<ValueId>) -> Emitted<Option<ValueId>> {
        let is_known = self.parts.contains_key(&pointer);
        let [object, index, offset] = self.parts_of(pointer)?;
        if self.context.has_nullable && !is_known {
            let nothing = self.constant(Value::Ref(0), self.sorts.reference);
            let is_nowhere = self.eq(object, nothing);
            self.refuse(is_nowhere, Fail::Trap(Trap::NullPointer))?;
        }
        self.require_not_freed(object)?;
        let count = Count::Value(self.count_of(object));
        let candidates = self.candidates(scalar);
        let place = |layout: usize| Place { layout, count, storage: Storage::Memory(object) };
        let all = self.context.layouts.iter().filter(|row| row.in_memory).count();
        if let ([only], 1) = (&candidates[..], all) {
            return self.access_by_offset(&place(*only), [index, offset], scalar, store);
        }
        let names = self.get(self.context.memory.layout);
        let name = self.select(names, object);
        let blocks: Vec<_> = candidates.iter().map(|layout| (*layout, self.b.block())).collect();
        let other = self.b.block();
        let case = |(layout, block): &(usize, ir::BlockId)| (self.context.layouts[*layout].atom(), *block);
        let cases: Vec<(Value, ir::BlockId)> = blocks.iter().map(case).collect();
        self.b.switch(name, cases, other);
        self.b.seal(other);
        self.b.switch_to(other);
        let _: Emitted<()> = self.unsupported("an access that does not follow the object's type");
        let mut join = Join::default();
        for (layout, block) in blocks {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = self.access_by_offset(&place(layout), [index, offset], scalar, store);
            join.arrive(self, result.map(|value| value.into_iter().collect()));
        }
        Ok(join.finish(self)?.first().copied())
    }

    /// Finds the place in the element by comparing the offset with each that fits.
    fn access_by_offset(
        &mut self,
        place: &Place,
        [index, offset]: [ValueId; 2],
        scalar: Scalar,
        store: Option<ValueId>,
    ) -> Emitted<Option<ValueId>> {
        let layout = self.layout(place);
        let mut join = Join::default();
        for fitting in offsets(&layout, scalar) {
            let here = self.fits(offset, &fitting);
            let next = match self.known(here) {
                Some(Value::Bool(false)) => continue,
                Some(_) => None,
                None => {
                    let (then, otherwise) = (self.b.block(), self.b.block());
                    self.b.branch(here, then, otherwise);
                    self.b.seal(then);
                    self.b.seal(otherwise);
                    self.b.switch_to(then);
                    Some(otherwise)
                }
            };
            let offset = self.offset_linear(offset, &fitting);
            let known = Known { place: place.clone(), index: Linear::of(index), offset };
            let result = match store {
                None => self.load_known(&known, scalar, Padding::Arbitrary).map(|value| vec![value]),
                Some(value) => self.store_known(&known, scalar, value).map(|()| vec![]),
            };
            join.arrive(self, result);
            match next {
                Some(next) => self.b.switch_to(next),
                None => return Ok(join.finish(self)?.first().copied()),
            }
        }
        let _: Emitted<()> = self.unsupported("an access that does not follow the object's type");
        Ok(join.finish(self)?.first().copied())
    }

    fn fits(&mut self, offset: ValueId, fitting: &Fitting) -> ValueId {
        match fitting {
            Fitting::At(at) => {
                let at = self.word(*at as i64);
                self.eq(offset, at)
            }
            Fitting::Array { from, count, step, .. } => {
                let from = self.word(*from as i64);
                let inner = self.word_sub(offset, from);
                let size = self.word((count * step) as i64);
                let within = self.word_below(inner, size);
                let step = self.word(*step as i64);
                let (_, rest) = self.word_div_rem_unsigned(inner, step);
                let zero = self.word(0);
                let aligned = self.eq(rest, zero);
                self.and(within, aligned)
            }
        }
    }

    /// The offset as a constant or a multiple of the array's distance.
    fn offset_linear(&mut self, offset: ValueId, fitting: &Fitting) -> Linear {
        match fitting {
            Fitting::At(at) => Linear::constant(*at as i64),
            Fitting::Array { from, step, .. } => {
                let start = self.word(*from as i64);
                let inner = self.word_sub(offset, start);
                let distance = self.word(*step as i64);
                let (index, _) = self.word_div_rem_unsigned(inner, distance);
                Linear { constant: *from as i64, terms: vec![(*step as i64, index)] }
            }
        }
    }

    /// For a dividend that is not negative.
    fn word_div_rem_unsigned(&mut self, a: ValueId, b: ValueId) -> (ValueId, ValueId) {
        use value::{BvOp, IntOp, Rounding};
        let (div, rem) = if self.sorts.is_machine() {
            (Op::Bv(BvOp::UDiv), Op::Bv(BvOp::URem))
        } else {
            (Op::Int(IntOp::Div(Rounding::Floor)), Op::Int(IntOp::Mod(Rounding::Floor)))
        };
        (self.apply(div, &[a, b]), self.apply(rem, &[a, b]))
    }
}

/// More layouts than this are told apart in a function of their own.
const INLINE_LAYOUTS: usize = 3;

/// Offsets within an element at which an access makes sense.
enum Fitting {
    At(u64),
    Array { from: u64, count: u64, step: u64 },
}

/// Where an access of that kind can land: first on scalars of its size, then, in small elements,
/// anywhere its bits can be put together.
fn offsets(layout: &Layout, scalar: Scalar) -> Vec<Fitting> {
    let size = scalar.size();
    let mut found = Vec::new();
    let mut taken = Vec::new();
    for column in &layout.columns {
        if column.scalar.size() != size || !converts(column.scalar, scalar) {
            continue;
        }
        match &column.dims[..] {
            [] => {
                taken.push(column.offset);
                found.push(Fitting::At(column.offset));
            }
            [outer @ .., (count, step)] => {
                // The places of the outer arrays one by one, as long as they are few.
                let mut starts = vec![column.offset];
                for (number, distance) in outer {
                    if starts.len() as u64 * number > 64 {
                        starts.clear();
                    }
                    let inner = |start: &u64| (0..*number).map(|index| start + index * distance).collect::<Vec<_>>();
                    starts = starts.iter().flat_map(inner).collect();
                }
                found.extend(starts.into_iter().map(|from| Fitting::Array { from, count: *count, step: *step }));
            }
        }
    }
    let plain_bits = |leaf: Option<crate::layout::Leaf>| {
        leaf.is_none_or(|leaf| !matches!(layout.columns[leaf.column].scalar, Scalar::Ptr | Scalar::Other(_)))
    };
    if layout.stride <= 16 && !matches!(scalar, Scalar::Ptr | Scalar::Other(_)) {
        for at in (0..layout.stride).filter(|at| !taken.contains(at)) {
            let bytes = (at..at + size).map(|byte| layout.leaf_at(byte % layout.stride));
            let inner = layout.columns.iter().any(|column| !column.dims.is_empty());
            if !inner && layout.leaf_at(at).is_some() && bytes.into_iter().all(plain_bits) {
                found.push(Fitting::At(at));
            }
        }
    }
    found
}

/// Can a scalar be read as one of another kind and the same size?
fn converts(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Other(_), _) | (_, Scalar::Other(_)) => false,
        (Scalar::Ptr, to) => to == Scalar::Ptr,
        (from, Scalar::Ptr) => from == Scalar::Ptr,
        _ => true,
    }
}

/// The scalars that bytes of an element, and of the elements after it, belong to.
fn pieces(layout: &Layout, index: &Linear, offset: u64, bytes: u64) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < bytes {
        let (element, byte) = ((offset + at) / layout.stride, (offset + at) % layout.stride);
        match layout.leaf_at(byte) {
            Some(leaf) => {
                let column = &layout.columns[leaf.column];
                let taken = (column.scalar.size() - leaf.byte).min(bytes - at);
                let flat = index.plus(element as i64).times(column.inner_count() as i64).plus(leaf.inner as i64);
                let scalar = Some(ScalarSlot { column: leaf.column, index: flat, byte: leaf.byte });
                found.push(Piece { scalar, at, bytes: taken });
                at += taken;
            }
            None => {
                match found.last_mut() {
                    Some(last) if last.scalar.is_none() => last.bytes += 1,
                    _ => found.push(Piece { scalar: None, at, bytes: 1 }),
                }
                at += 1;
            }
        }
    }
    found
}

/// The indices in a column's arrays that an offset stands for, if it follows them.
fn absorb(column: &crate::layout::Column, offset: &Linear) -> Option<Vec<Linear>> {
    let mut indices = vec![Linear::default(); column.dims.len()];
    for (scale, value) in &offset.terms {
        // The outermost array whose distance divides the scale.
        let fits = |(_, (_, step)): &(usize, &(u64, u64))| scale % (*step as i64) == 0;
        let (dim, (_, step)) = column.dims.iter().enumerate().find(fits)?;
        indices[dim].terms.push((scale / *step as i64, *value));
    }
    let mut rest = offset.constant - column.offset as i64;
    for (index, (_, step)) in indices.iter_mut().zip(&column.dims) {
        index.constant = rest / *step as i64;
        rest %= *step as i64;
    }
    (rest == 0 && !column.dims.is_empty()).then_some(indices)
}
