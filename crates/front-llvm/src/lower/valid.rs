//! Values that a parameter can hold: a `char` of Rust is a code point, an `enum` one of its
//! variants, a `NonZero` not zero, a `_Bool` 0 or 1. Inputs beyond that are left out.

use std::ops::RangeInclusive;

use ir::ValueId;
use value::{Sort, Value};

use super::emit::{Emit, Emitted};
use crate::reader::{SourceKind, SourceType};
use crate::source::Piece;

/// The plain inputs that a parameter is made of.
pub(crate) struct Parts<'a> {
    pub(crate) pieces: &'a [Piece],
    pub(crate) values: &'a [ValueId],
    pub(crate) is_rust: bool,
}

impl Emit<'_> {
    /// Leaves out inputs that no program can pass.
    pub(crate) fn assume_valid(&mut self, ty: &SourceType, parts: &Parts) -> Emitted<()> {
        let valid = self.is_valid(ty, 0, parts)?;
        if self.known(valid) != Some(&Value::Bool(true)) {
            self.b.assume(valid);
        }
        Ok(())
    }

    /// May a value of the type, which starts at that bit, be there?
    fn is_valid(&mut self, ty: &SourceType, start: u64, parts: &Parts) -> Emitted<ValueId> {
        let mut valid = self.bool(true);
        match &ty.kind {
            SourceKind::Bool => {
                if let Some(bits) = self.bits(start, 8, parts) {
                    let two = self.unsigned_constant(8, 2);
                    valid = self.below(bits, two);
                }
            }
            SourceKind::CodePoint if parts.is_rust => {
                if let Some(bits) = self.bits(start, 32, parts) {
                    let ends = [0xd800, 0xe000, 0x11_0000].map(|end| self.unsigned_constant(32, end));
                    let [low, gap, all] = ends.map(|end| self.below(bits, end));
                    let above = self.not(gap);
                    let high = self.and(above, all);
                    valid = self.or(low, high);
                }
            }
            SourceKind::Enum { values, .. } if parts.is_rust => {
                let numbers = values.iter().map(|(_, number)| *number);
                if let Some(among) = self.is_among(start, ty.size * 8, numbers, parts) {
                    valid = among;
                }
            }
            SourceKind::Struct(fields) => {
                if parts.is_rust
                    && let Some(limits) = limits(&ty.name)
                {
                    let width = u32::try_from(ty.size * 8).unwrap_or(0);
                    if let Some(bits) = self.bits(start, width, parts) {
                        valid = self.is_within(bits, width, limits);
                    }
                    return Ok(valid);
                }
                for field in fields {
                    let one = self.is_valid(&field.ty, start + field.offset, parts)?;
                    valid = self.and(valid, one);
                }
            }
            SourceKind::Array(of, count) => {
                for index in 0..*count {
                    let one = self.is_valid(of, start + index * of.size * 8, parts)?;
                    valid = self.and(valid, one);
                }
            }
            SourceKind::Variants { tag: Some(tag), variants } if parts.is_rust => {
                let at = start + tag.offset;
                let listed = variants.iter().filter_map(|(number, _)| number.map(|number| number as i128));
                let Some(among) = self.is_among(at, tag.bits, listed, parts) else { return Ok(valid) };
                valid = self.bool(false);
                for (number, variant) in variants {
                    let is_this = match number {
                        Some(number) => self.is_among(at, tag.bits, [*number as i128].into_iter(), parts),
                        None => Some(self.not(among)),
                    };
                    let Some(is_this) = is_this else { return Ok(self.bool(true)) };
                    let inner = self.is_valid(&variant.ty, start + variant.offset, parts)?;
                    let both = self.and(is_this, inner);
                    valid = self.or(valid, both);
                }
            }
            _ => {}
        }
        Ok(valid)
    }

    /// Is what stands there one of the numbers? `None`: it is no input that can be looked at.
    fn is_among(
        &mut self,
        start: u64,
        size: u64,
        numbers: impl Iterator<Item = i128>,
        parts: &Parts,
    ) -> Option<ValueId> {
        let width = u32::try_from(size).ok().filter(|width| *width > 0)?;
        let bits = self.bits(start, width, parts)?;
        let mut among = self.bool(false);
        for number in numbers {
            let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
            let number = self.unsigned_constant(width, number as u128 & mask);
            let this = self.eq(bits, number);
            among = self.or(among, this);
        }
        Some(among)
    }

    /// The unsigned number that stands there.
    fn bits(&mut self, start: u64, width: u32, parts: &Parts) -> Option<ValueId> {
        let holds =
            |piece: &Piece| piece.offset * 8 <= start && start + u64::from(width) <= (piece.offset + piece.size) * 8;
        let at = parts.pieces.iter().position(holds)?;
        let (piece, value) = (parts.pieces[at], *parts.values.get(at)?);
        let whole = u32::try_from(piece.size * 8).ok()?;
        let sort = self.b.sort(value);
        // Bits of a register that the compiler made narrower than its bytes are nowhere.
        let of = if self.sorts.is_machine() { sort.bv_width()? } else { whole };
        let end = u32::try_from(start - piece.offset * 8).ok()? + width;
        if sort == Sort::bool() || sort != self.sorts.int(of) || of > whole || end > of {
            return None;
        }
        let all = self.unsigned(value, of);
        Some(self.take_bits(all, of, u32::try_from(start - piece.offset * 8).ok()?, width))
    }

    fn is_within(&mut self, bits: ValueId, width: u32, limits: RangeInclusive<u128>) -> ValueId {
        let least = self.unsigned_constant(width, *limits.start());
        let too_low = self.below(bits, least);
        let mut within = self.not(too_low);
        if width < 128 && *limits.end() < (1 << width) - 1 {
            let end = self.unsigned_constant(width, *limits.end() + 1);
            let low_enough = self.below(bits, end);
            within = self.and(within, low_enough);
        }
        within
    }

    fn below(&mut self, bits: ValueId, end: ValueId) -> ValueId {
        use value::{BvOp, IntOp, Op};
        let op = if self.sorts.is_machine() { Op::Bv(BvOp::ULt) } else { Op::Int(IntOp::Lt) };
        self.apply(op, &[bits, end])
    }
}

/// The numbers that a type of Rust's own library which is one number can hold, where not all.
pub(crate) fn limits(name: &str) -> Option<RangeInclusive<u128>> {
    match name {
        _ if name.starts_with("core::num::nonzero::NonZero<") => Some(1..=u128::MAX),
        "core::num::niche_types::Nanoseconds" => Some(0..=999_999_999),
        "core::num::niche_types::UsizeNoHighBit" => Some(0..=i64::MAX as u128),
        _ => None,
    }
}

/// Are there numbers in the place of a value of Rust's type that are none?
pub(crate) fn is_limited(ty: &SourceType) -> bool {
    match &ty.kind {
        SourceKind::Bool | SourceKind::CodePoint | SourceKind::Enum { .. } | SourceKind::Variants { .. } => true,
        SourceKind::Struct(fields) => limits(&ty.name).is_some() || fields.iter().any(|field| is_limited(&field.ty)),
        SourceKind::Array(of, _) => is_limited(of),
        _ => false,
    }
}
