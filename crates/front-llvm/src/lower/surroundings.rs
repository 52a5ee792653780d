//! Memory that addresses from outside lead to: lists and trees that a caller hands in, strings in structures, what a
//! function without code gives.
//!
//! What a pointer parameter leads to is an object of its own (`pointee`). The addresses in it, and those that come from
//! outside while the client runs, are numbers: `Given`. What lies there is kept by the kind of scalar, each an array by
//! address, which both versions find alike and whose end state is compared; kinds that may be one place (`mixed`) are
//! bytes together. So two addresses may be the same, and lists may go round in circles.
//!
//! What a parameter leads to, a variable, or what was handed outside may lie at such an address as well. That makes no
//! difference as long as nothing of that kind is written; else it is a gap.
//!
//! Assumptions, which are listed: what is there is of the type that the source says, and overlaps with no object that the
//! program makes or was given otherwise. Addresses are aligned. Which addresses may be accessed only the caller knows: as beyond the ends of an
//! object, what one version alone does elsewhere is no difference, and no proof either.

use ::value::{Op, Sort, Symbol, Value};
use ir::{Cell, CellId, CellRole, Param, Trap, ValueId};

use super::Context;
use super::emit::{Emit, Emitted, Fail};
use crate::layout::Scalar;

/// The kinds of scalars that are kept apart.
const SCALARS: [Scalar; 7] =
    [Scalar::Int(8), Scalar::Int(16), Scalar::Int(32), Scalar::Int(64), Scalar::F32, Scalar::F64, Scalar::Ptr];

/// The cells that hold it.
#[derive(Copy, Clone)]
pub(crate) struct Surroundings {
    /// Which addresses may be accessed.
    there: CellId,
    /// By kind.
    contents: [CellId; SCALARS.len()],
}

/// How many inputs say what lies there.
pub(crate) const INPUTS: usize = 1 + SCALARS.len();

impl Surroundings {
    pub(crate) fn new(context: &mut Context) -> Surroundings {
        let sorts = context.sorts;
        let mut cell = |name: &str, of: Sort, role: CellRole| {
            let sort = Sort::map(sorts.word, of);
            context.program.cells.push(Cell { name: Symbol::new(name), sort, role, initial: Value::default_of(sort) })
        };
        let there = cell("outside:there", Sort::bool(), CellRole::Hidden);
        let contents = SCALARS.map(|scalar| {
            let of = sorts.scalar(scalar).unwrap_or(Sort::bool());
            cell(&format!("outside:{scalar}"), of, CellRole::Global)
        });
        Surroundings { there, contents }
    }

    /// What code outside may read and write.
    pub(crate) fn cells(&self) -> [CellId; SCALARS.len()] {
        self.contents
    }

    /// Which addresses may be accessed.
    pub(crate) fn there(&self) -> CellId {
        self.there
    }

    fn of(&self, scalar: Scalar) -> Option<CellId> {
        SCALARS.iter().position(|known| *known == scalar).map(|index| self.contents[index])
    }

    /// The entry's inputs for it.
    pub(crate) fn inputs(context: &Context) -> Vec<Param> {
        let sorts = context.sorts;
        let param = |name: String, of: Sort| Param { name: Symbol::new(&name), sort: Sort::map(sorts.word, of) };
        let there = param("memory that is there".into(), Sort::bool());
        let contents = SCALARS
            .iter()
            .map(|scalar| param(format!("memory of {scalar}"), sorts.input(*scalar).unwrap_or(Sort::bool())));
        [there].into_iter().chain(contents).collect()
    }

    /// Puts the inputs there.
    pub(crate) fn set(&self, emit: &mut Emit, inputs: &[ValueId]) {
        let [there, contents @ ..] = inputs else { return };
        emit.b.set(self.there, *there);
        for ((scalar, cell), value) in SCALARS.iter().zip(self.contents).zip(contents) {
            let value = match scalar {
                Scalar::Ptr => emit.apply(Op::MapWrap(emit.sorts.null, emit.sorts.given), &[*value]),
                _ => *value,
            };
            emit.b.set(cell, value);
        }
    }
}

impl Emit<'_> {
    /// May the pointer be an address from outside whose memory is followed? Says whether it is one.
    pub(crate) fn is_surrounding(&mut self, pointer: ValueId) -> Option<ValueId> {
        if self.context.surroundings.is_none() || self.parts.contains_key(&pointer) {
            return None;
        }
        Some(self.apply(Op::Is(self.sorts.given), &[pointer]))
    }

    pub(crate) fn address_of(&mut self, pointer: ValueId) -> ValueId {
        self.field(self.sorts.given, 0, pointer)
    }

    /// A load or store at an address from outside.
    pub(crate) fn access_surroundings(
        &mut self,
        pointer: ValueId,
        scalar: Scalar,
        store: Option<ValueId>,
    ) -> Emitted<Option<ValueId>> {
        let Some((cell, there)) = self.context.surroundings.and_then(|around| Some((around.of(scalar)?, around.there)))
        else {
            return self.unsupported("an access of an unknown kind to memory from outside");
        };
        self.context.met.insert(scalar);
        let is_mixed = self.context.mixed.contains(scalar);
        if self.context.is_shadowed(scalar) {
            return self.unsupported("memory from outside that may be an object known otherwise");
        }
        if is_mixed && scalar == Scalar::Ptr {
            return self.unsupported("memory from outside that is an address and a number");
        }
        let address = self.address_of(pointer);
        let there = self.get(there);
        let mut is_there = self.select(there, address);
        // Of what is kept as bytes each may be there or not.
        let alone = if is_mixed { scalar.size() } else { 1 };
        for byte in 1..alone {
            let at = self.byte_after(address, byte);
            let is_next = self.select(there, at);
            is_there = self.and(is_there, is_next);
        }
        let most = self.word((1 << super::ADDRESS_BITS) - (alone as i64 - 1));
        let is_address = self.word_below(address, most);
        is_there = self.and(is_there, is_address);
        if !self.context.mixed.is_undeclared(scalar) {
            let is_aligned = self.is_multiple(address, scalar.size());
            is_there = self.and(is_there, is_aligned);
        }
        self.require(is_there, Fail::Trap(Trap::BeyondGiven))?;
        if is_mixed {
            return self.access_bytes(address, scalar, store);
        }
        let contents = self.get(cell);
        let Some(value) = store else { return Ok(Some(self.select(contents, address))) };
        let contents = self.store_map(contents, address, value);
        self.b.set(cell, contents);
        Ok(None)
    }

    /// A load or store of a scalar that is kept as bytes, the lowest first.
    fn access_bytes(&mut self, address: ValueId, scalar: Scalar, store: Option<ValueId>) -> Emitted<Option<ValueId>> {
        let Some(cell) = self.context.surroundings.and_then(|around| around.of(Scalar::Int(8))) else {
            return self.unsupported("an access of an unknown kind to memory from outside");
        };
        let size = u32::try_from(scalar.size()).unwrap_or(1);
        let bits = Scalar::Int(size * 8);
        let mut contents = self.get(cell);
        if let Some(value) = store {
            let whole = self.convert(value, scalar, bits)?;
            for byte in 0..size {
                let at = self.byte_after(address, u64::from(byte));
                let part = self.take_bits(whole, size * 8, byte * 8, 8);
                contents = self.store_map(contents, at, part);
            }
            self.b.set(cell, contents);
            return Ok(None);
        }
        let mut whole = self.select(contents, address);
        for byte in 1..size {
            let at = self.byte_after(address, u64::from(byte));
            let part = self.select(contents, at);
            whole = self.join_bits(part, whole, u64::from(byte * 8));
        }
        self.convert(whole, bits, scalar).map(Some)
    }

    fn byte_after(&mut self, address: ValueId, byte: u64) -> ValueId {
        let byte = self.word(byte as i64);
        self.word_add(address, byte)
    }

    /// Is the address one of a scalar of that size?
    fn is_multiple(&mut self, address: ValueId, size: u64) -> ValueId {
        let Some(bits) = u32::try_from(size).ok().map(u32::trailing_zeros).filter(|bits| *bits > 0) else {
            return self.bool(true);
        };
        let low = self.take_bits(address, 64, 0, bits);
        let zero = self.unsigned_constant(bits, 0);
        self.eq(low, zero)
    }

    /// An address from outside, moved on.
    pub(crate) fn advance_surrounding(&mut self, pointer: ValueId, constant: i64, terms: &[(u64, ValueId)]) -> ValueId {
        let mut address = self.address_of(pointer);
        for (scale, value) in terms {
            let term = self.word_mul(*value, *scale as i64);
            address = self.word_add(address, term);
        }
        let constant = self.word(constant);
        let address = self.word_add(address, constant);
        self.apply(Op::Construct(self.sorts.given), &[address])
    }
}
