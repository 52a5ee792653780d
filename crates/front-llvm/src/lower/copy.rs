//! Block operations: `memcpy`, `memmove` and `memset`.
//!
//! A copy of a known number of bytes goes scalar by scalar, as the layout of a side whose object
//! is known has them, and keeps what was never written as such. All is read before anything is
//! written, so the regions may overlap.

use ::value::{Sort, Value};
use ir::ValueId;

use super::access::Padding;
use super::emit::{Emit, Emitted};
use super::function::Lower;
use super::pointer::{Count, Known, Pointer, Storage};
use crate::layout::Scalar;
use crate::reader::syntax::Call;

/// More scalars than this are not copied one by one.
const MOST_SCALARS: usize = 4096;

impl<'m> Lower<'_, 'm> {
    pub(crate) fn copy_call(&mut self, call: &Call<'m>) -> Emitted<()> {
        let (to, from) = (self.pointer_argument(call, 0)?, self.pointer_argument(call, 1)?);
        let length = self.argument(call, 2)?;
        match self.constant_length(length) {
            Some(bytes) => self.emit.copy(&to, &from, bytes),
            None => self.emit.copy_some(&to, &from, length),
        }
    }

    pub(crate) fn fill_call(&mut self, call: &Call<'m>) -> Emitted<()> {
        let to = self.pointer_argument(call, 0)?;
        let mut byte = self.argument(call, 1)?;
        if let crate::reader::syntax::Type::Int(width) = call.args[1].ty {
            byte = self.emit.resize(byte, width, 8, false);
        }
        let length = self.argument(call, 2)?;
        match self.constant_length(length) {
            Some(bytes) => self.emit.fill(&to, byte, bytes),
            None => self.emit.fill_some(&to, byte, length),
        }
    }

    fn constant_length(&self, length: ValueId) -> Option<u64> {
        match self.emit.known(length)? {
            Value::Bv(bits) => u64::try_from(bits.bits()).ok(),
            Value::Int(int) => int.to_i64().and_then(|int| u64::try_from(int).ok()),
            _ => None,
        }
    }
}

impl Emit<'_> {
    pub(crate) fn copy(&mut self, to: &Pointer, from: &Pointer, bytes: u64) -> Emitted<()> {
        if bytes == 0 {
            return Ok(());
        }
        if let (Pointer::Known(to), Pointer::Known(from)) = (to, from)
            && self.is_whole(to, bytes)
            && self.is_whole(from, bytes)
            && self.context.layouts[to.place.layout].layout == self.context.layouts[from.place.layout].layout
        {
            return self.copy_whole(to, from);
        }
        let shapes = [to, from].into_iter().filter_map(|side| match side {
            Pointer::Known(known) if known.offset.is_constant() => Some(known),
            _ => None,
        });
        let mut shapes = shapes.peekable();
        if shapes.peek().is_none() {
            return self.copy_dynamic(to, from, bytes);
        }
        let Some(scalars) = shapes.find_map(|shape| self.scalars_in(shape, bytes)) else {
            let length = self.word(bytes as i64);
            return self.copy_some(to, from, length);
        };
        for side in [to, from] {
            if let Pointer::Known(known) = side
                && known.offset.is_constant()
            {
                self.check_region(known, bytes)?;
            }
        }
        let mut values = Vec::new();
        for (offset, scalar) in &scalars {
            let at = self.advance(from, *offset as i64, &[])?;
            let exact = match &at {
                Pointer::Known(known) => self.peek_scalar(known, *scalar),
                Pointer::Dynamic(_) => None,
            };
            values.push(match exact {
                Some(found) => found,
                None => {
                    let value = self.unminded(|emit| emit.load(&at, *scalar, Padding::Arbitrary));
                    (value?, None)
                }
            });
        }
        for ((offset, scalar), (value, defined)) in scalars.iter().zip(values) {
            let at = self.advance(to, *offset as i64, &[])?;
            match &at {
                Pointer::Known(known) if self.peek_scalar(known, *scalar).is_some() => {
                    self.poke_scalar(known, value, defined)?;
                }
                _ => {
                    let value = match defined {
                        Some(defined) => self.value_or_any(value, defined)?,
                        None => value,
                    };
                    self.store(&at, *scalar, value)?;
                }
            }
        }
        Ok(())
    }

    /// Both sides are found at run time: objects of the same layout, element by element.
    fn copy_dynamic(&mut self, to: &Pointer, from: &Pointer, bytes: u64) -> Emitted<()> {
        let (to, from) = (self.pointer_value(to)?, self.pointer_value(from)?);
        let candidates: Vec<usize> = (0..self.context.layouts.len())
            .filter(|id| {
                let row = &self.context.layouts[*id];
                row.in_memory && bytes.is_multiple_of(row.layout.stride) && bytes / row.layout.stride <= 16
            })
            .collect();
        let (target, source) = (self.parts_of(to)?, self.parts_of(from)?);
        let names = self.get(self.context.memory.layout);
        let (name, other) = (self.select(names, target[0]), self.select(names, source[0]));
        let same = self.eq(name, other);
        let why = "a copy between objects that are not laid out alike";
        self.require(same, super::emit::Fail::Unsupported(why))?;
        let zero = self.word(0);
        for offset in [target[2], source[2]] {
            let at_start = self.eq(offset, zero);
            self.require(at_start, super::emit::Fail::Unsupported(why))?;
        }
        let blocks: Vec<_> = candidates.iter().map(|id| (*id, self.b.block())).collect();
        let default = self.b.block();
        let cases = blocks.iter().map(|(id, block)| (self.context.layouts[*id].atom(), *block)).collect();
        self.b.switch(name, cases, default);
        self.b.seal(default);
        self.b.switch_to(default);
        let _: Emitted<()> = self.unsupported(why);
        let mut join = super::emit::Join::default();
        for (layout, block) in blocks {
            self.b.seal(block);
            self.b.switch_to(block);
            let known = |emit: &mut Self, parts: [ValueId; 3]| {
                let count = Count::Value(emit.count_of(parts[0]));
                let place = super::pointer::Place { layout, count, storage: Storage::Memory(parts[0]) };
                Known { place, index: super::pointer::Linear::of(parts[1]), offset: Default::default() }
            };
            let (to, from) = (known(self, target), known(self, source));
            let copied = self.copy(&Pointer::Known(to), &Pointer::Known(from), bytes);
            join.arrive(self, copied.map(|()| vec![]));
        }
        join.finish(self).map(|_| ())
    }

    /// A copy of a number of bytes found at run time.
    pub(crate) fn copy_some(&mut self, to: &Pointer, from: &Pointer, bytes: ValueId) -> Emitted<()> {
        let (to, from) = (self.pointer_value(to)?, self.pointer_value(from)?);
        let function = self.context.copier();
        self.b.call(function, &[to, from, bytes], &[], None);
        Ok(())
    }

    pub(crate) fn fill_some(&mut self, to: &Pointer, byte: ValueId, bytes: ValueId) -> Emitted<()> {
        let to = self.pointer_value(to)?;
        let function = self.context.filler();
        self.b.call(function, &[to, byte, bytes], &[], None);
        Ok(())
    }

    /// Writes the code for each layout that an object may have; `what` stands where none fits.
    fn by_layout(
        &mut self,
        object: ValueId,
        what: &str,
        each: impl Fn(&mut Self, usize) -> Emitted<()>,
    ) -> Emitted<()> {
        let names = self.get(self.context.memory.layout);
        let name = self.select(names, object);
        let layouts: Vec<usize> =
            (0..self.context.layouts.len()).filter(|id| self.context.layouts[*id].in_memory).collect();
        let blocks: Vec<_> = layouts.iter().map(|id| (*id, self.b.block())).collect();
        let default = self.b.block();
        let cases = blocks.iter().map(|(id, block)| (self.context.layouts[*id].atom(), *block)).collect();
        self.b.switch(name, cases, default);
        self.b.seal(default);
        self.b.switch_to(default);
        let _: Emitted<()> = self.unsupported(what);
        let mut join = super::emit::Join::default();
        for (layout, block) in blocks {
            self.b.seal(block);
            self.b.switch_to(block);
            let done = each(self, layout);
            join.arrive(self, done.map(|()| vec![]));
        }
        join.finish(self).map(|_| ())
    }

    /// Runs the body for 0, 1, … below the limit.
    pub(crate) fn repeat(
        &mut self,
        limit: ValueId,
        body: impl FnOnce(&mut Self, ValueId) -> Emitted<()>,
    ) -> Emitted<()> {
        let counter = self.b.variable(self.sorts.word);
        let zero = self.word(0);
        self.b.define(counter, zero);
        let (head, inside, end) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let here = self.b.read(counter);
        let more = self.word_below(here, limit);
        self.b.branch(more, inside, end);
        self.b.seal(inside);
        self.b.seal(end);
        self.b.switch_to(inside);
        if body(self, here).is_ok() {
            let one = self.word(1);
            let next = self.word_add(here, one);
            self.b.define(counter, next);
            self.b.jump(head, &[]);
        }
        self.b.seal(head);
        self.b.switch_to(end);
        Ok(())
    }

    /// The number of elements that so many bytes are, from the start of an element on.
    fn whole_elements(&mut self, layout: usize, offset: ValueId, bytes: ValueId, what: &str) -> Emitted<ValueId> {
        let zero = self.word(0);
        let at_start = self.eq(offset, zero);
        self.require(at_start, super::emit::Fail::Unsupported(what))?;
        let stride = self.context.layouts[layout].layout.stride;
        let stride = self.word(stride as i64);
        let (count, rest) = self.word_div_rem(bytes, stride);
        let whole = self.eq(rest, zero);
        self.require(whole, super::emit::Fail::Unsupported(what))?;
        Ok(count)
    }

    fn element(&mut self, layout: usize, object: ValueId, index: ValueId) -> Known {
        let count = Count::Value(self.count_of(object));
        let place = super::pointer::Place { layout, count, storage: Storage::Memory(object) };
        Known { place, index: super::pointer::Linear::of(index), offset: Default::default() }
    }

    fn copy_elements(&mut self, to: ValueId, from: ValueId, bytes: ValueId) -> Emitted<()> {
        let what = "a copy between objects that are not laid out alike";
        let (target, source) = (self.parts_of(to)?, self.parts_of(from)?);
        let names = self.get(self.context.memory.layout);
        let (name, other) = (self.select(names, target[0]), self.select(names, source[0]));
        let same = self.eq(name, other);
        self.require(same, super::emit::Fail::Unsupported(what))?;
        self.by_layout(target[0], what, |emit, layout| {
            let count = emit.whole_elements(layout, target[2], bytes, what)?;
            emit.whole_elements(layout, source[2], bytes, what)?;
            let stride = emit.context.layouts[layout].layout.stride;
            // Towards the end first where the target overlaps the source from above.
            let last = emit.word(-1);
            let last = emit.word_add(count, last);
            let above = emit.compare("sgt", 64, target[1], source[1])?;
            emit.repeat(count, |emit, step| {
                let down = emit.word_sub(last, step);
                let at = emit.ite(above, down, step);
                let (to, from) = (emit.word_add(target[1], at), emit.word_add(source[1], at));
                let (to, from) = (emit.element(layout, target[0], to), emit.element(layout, source[0], from));
                emit.copy(&Pointer::Known(to), &Pointer::Known(from), stride)
            })
        })
    }

    fn fill_elements(&mut self, to: ValueId, byte: ValueId, bytes: ValueId) -> Emitted<()> {
        let what = "a fill of an object that is not known here";
        let target = self.parts_of(to)?;
        self.by_layout(target[0], what, |emit, layout| {
            let count = emit.whole_elements(layout, target[2], bytes, what)?;
            let stride = emit.context.layouts[layout].layout.stride;
            emit.repeat(count, |emit, step| {
                let at = emit.word_add(target[1], step);
                let to = emit.element(layout, target[0], at);
                emit.fill(&Pointer::Known(to), byte, stride)
            })
        })
    }

    /// Is this all of the object?
    fn is_whole(&self, known: &Known, bytes: u64) -> bool {
        let stride = self.context.layouts[known.place.layout].layout.stride;
        let at_start = |linear: &super::pointer::Linear| linear.is_constant() && linear.constant == 0;
        known.place.count == Count::Constant(bytes / stride)
            && bytes.is_multiple_of(stride)
            && at_start(&known.index)
            && at_start(&known.offset)
    }

    fn copy_whole(&mut self, to: &Known, from: &Known) -> Emitted<()> {
        self.require_writable(&to.place)?;
        let columns = self.context.layouts[to.place.layout].layout.columns.len();
        for column in 0..columns {
            let (source, target) = (self.column_sort(&from.place, column), self.column_sort(&to.place, column));
            let value = self.column(&from.place, column);
            let value = self.reshape(value, source, target);
            let unwritten = self.unwritten(&from.place, column);
            let shape = |sort: Sort| match sort.kind() {
                ::value::SortKind::Map(key, _) => Sort::map(*key, Sort::bool()),
                _ => Sort::bool(),
            };
            let all = self.all_written(shape(target));
            let unwritten = unwritten.map(|unwritten| self.reshape(unwritten, shape(source), shape(target)));
            let value = match (self.unwritten(&to.place, column), unwritten) {
                (None, Some(unwritten)) if shape(target) == Sort::bool() => {
                    let defined = self.not(unwritten);
                    self.value_or_any(value, defined)?
                }
                (None, Some(unwritten)) => {
                    let is_whole = self.eq(unwritten, all);
                    let why = "a copy of what was never written";
                    self.require(is_whole, super::emit::Fail::Unsupported(why))?;
                    value
                }
                _ => value,
            };
            self.set_column(&to.place, column, value)?;
            self.set_unwritten(&to.place, column, unwritten.unwrap_or(all));
        }
        Ok(())
    }

    /// The one scalar of an array, or an array with that one scalar.
    fn reshape(&mut self, value: ValueId, from: Sort, to: Sort) -> ValueId {
        if from == to {
            return value;
        }
        let zero = self.word(0);
        match to.kind() {
            ::value::SortKind::Map(..) => {
                let empty = self.constant(Value::default_of(to), to);
                self.store_map(empty, zero, value)
            }
            _ => self.select(value, zero),
        }
    }

    /// Nothing is left that was never written.
    fn all_written(&mut self, sort: Sort) -> ValueId {
        if sort == Sort::bool() {
            return self.bool(false);
        }
        let all = self.context.filled(Value::Bool(false));
        self.constant(all, sort)
    }

    /// The whole scalars in a region, with their offsets from its start. `None`: too many, or the
    /// region cuts one in two.
    fn scalars_in(&self, known: &Known, bytes: u64) -> Option<Vec<(u64, Scalar)>> {
        let layout = &self.context.layouts[known.place.layout].layout;
        let start = known.offset.constant as u64;
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes {
            match layout.leaf_at((start + at) % layout.stride) {
                Some(leaf) => {
                    let scalar = layout.columns[leaf.column].scalar;
                    if leaf.byte != 0 || at + scalar.size() > bytes || found.len() >= MOST_SCALARS {
                        return None;
                    }
                    found.push((at, scalar));
                    at += scalar.size();
                }
                None => at += 1,
            }
        }
        Some(found)
    }

    pub(crate) fn fill(&mut self, to: &Pointer, byte: ValueId, bytes: u64) -> Emitted<()> {
        if bytes == 0 {
            return Ok(());
        }
        let Pointer::Known(known) = to else { return self.fill_dynamic(to, byte, bytes) };
        let zero = self.sorts.int_value(8, 0);
        if self.known(byte) == Some(&zero) && self.is_whole(known, bytes) {
            self.require_writable(&known.place)?;
            let columns = self.context.layouts[known.place.layout].layout.columns.len();
            for column in 0..columns {
                let sort = self.column_sort(&known.place, column);
                let value = self.constant(Value::default_of(sort), sort);
                self.set_column(&known.place, column, value)?;
                let shape = match sort.kind() {
                    ::value::SortKind::Map(key, _) => Sort::map(*key, Sort::bool()),
                    _ => Sort::bool(),
                };
                let all = self.all_written(shape);
                self.set_unwritten(&known.place, column, all);
            }
            return Ok(());
        }
        if !known.offset.is_constant() {
            return self.unsupported("a fill of part of an object");
        }
        let Some(scalars) = self.scalars_in(known, bytes) else {
            let length = self.word(bytes as i64);
            return self.fill_some(to, byte, length);
        };
        self.check_region(known, bytes)?;
        for (offset, scalar) in scalars {
            let at = self.advance(to, offset as i64, &[])?;
            let value = self.repeated(byte, scalar)?;
            self.store(&at, scalar, value)?;
        }
        Ok(())
    }

    /// A scalar all of whose bytes are the same.
    fn repeated(&mut self, byte: ValueId, scalar: Scalar) -> Emitted<ValueId> {
        let zero = self.sorts.int_value(8, 0);
        if self.known(byte) == Some(&zero)
            && let (Some(value), Some(sort)) = (self.sorts.zero(scalar), self.sorts.scalar(scalar))
        {
            return Ok(self.constant(value, sort));
        }
        if matches!(scalar, Scalar::Ptr | Scalar::Other(_)) {
            return self.unsupported("a pointer filled with bytes");
        }
        let single = self.unsigned(byte, 8);
        let mut bits = single;
        for position in 1..scalar.size() {
            bits = self.join_bits(single, bits, position * 8);
        }
        let width = u32::try_from(scalar.size() * 8).unwrap_or(8);
        let bits = self.of_unsigned(bits, width);
        self.convert(bits, Scalar::Int(width), scalar)
    }

    /// A fill of an object found at run time, element by element.
    fn fill_dynamic(&mut self, to: &Pointer, byte: ValueId, bytes: u64) -> Emitted<()> {
        let pointer = self.pointer_value(to)?;
        let [object, index, offset] = self.parts_of(pointer)?;
        let why = "a fill of an object that is not known here";
        let zero = self.word(0);
        let at_start = self.eq(offset, zero);
        self.require(at_start, super::emit::Fail::Unsupported(why))?;
        let names = self.get(self.context.memory.layout);
        let name = self.select(names, object);
        let fits = |row: &super::LayoutRow| {
            row.in_memory && bytes.is_multiple_of(row.layout.stride) && bytes / row.layout.stride <= 64
        };
        let candidates: Vec<usize> =
            (0..self.context.layouts.len()).filter(|id| fits(&self.context.layouts[*id])).collect();
        let blocks: Vec<_> = candidates.iter().map(|id| (*id, self.b.block())).collect();
        let default = self.b.block();
        let cases = blocks.iter().map(|(id, block)| (self.context.layouts[*id].atom(), *block)).collect();
        self.b.switch(name, cases, default);
        self.b.seal(default);
        self.b.switch_to(default);
        let _: Emitted<()> = self.unsupported(why);
        let mut join = super::emit::Join::default();
        for (layout, block) in blocks {
            self.b.seal(block);
            self.b.switch_to(block);
            let count = Count::Value(self.count_of(object));
            let place = super::pointer::Place { layout, count, storage: Storage::Memory(object) };
            let known = Known { place, index: super::pointer::Linear::of(index), offset: Default::default() };
            let filled = self.fill(&Pointer::Known(known), byte, bytes);
            join.arrive(self, filled.map(|()| vec![]));
        }
        join.finish(self).map(|_| ())
    }
}

impl super::Context {
    /// The function that copies a number of bytes found at run time.
    fn copier(&mut self) -> ir::FnId {
        let (pointer, word) = (self.sorts.pointer, self.sorts.word);
        let params = [("to", pointer), ("from", pointer), ("bytes", word)];
        self.made_once("copy bytes", &params, &[], |emit| {
            let [to, from, bytes] = [0, 1, 2].map(|index| emit.b.param(index));
            emit.unless_empty(bytes, |emit| emit.copy_elements(to, from, bytes))
        })
    }

    fn filler(&mut self) -> ir::FnId {
        let (pointer, word, byte) = (self.sorts.pointer, self.sorts.word, self.sorts.int(8));
        let params = [("to", pointer), ("byte", byte), ("bytes", word)];
        self.made_once("fill bytes", &params, &[], |emit| {
            let [to, byte, bytes] = [0, 1, 2].map(|index| emit.b.param(index));
            emit.unless_empty(bytes, |emit| emit.fill_elements(to, byte, bytes))
        })
    }
}

impl Emit<'_> {
    /// The body of a function that does nothing for no bytes.
    fn unless_empty(&mut self, bytes: ValueId, body: impl FnOnce(&mut Self) -> Emitted<()>) -> Emitted<()> {
        let zero = self.word(0);
        let empty = self.eq(bytes, zero);
        self.either(empty, |_| Ok(vec![]), |emit| body(emit).map(|()| vec![]))?;
        self.b.return_(&[]);
        Ok(())
    }
}
