//! Which kinds of scalars may be one place in the memory that addresses from outside lead to.
//!
//! What lies there is kept by the kind of scalar, as long as the types of the source tell the kinds apart. Members of a
//! union, fields of some bits, and what no type declares (a number read out of bytes) may be the same place: such kinds
//! are kept together, as bytes.

use std::collections::BTreeSet;

use crate::layout::Scalar;
use crate::reader::{SourceField, SourceKind, SourceType};

/// Kinds that may be one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixed {
    kinds: BTreeSet<Scalar>,
    /// Those that types declare, which stand where they are aligned.
    declared: BTreeSet<Scalar>,
}

impl Mixed {
    pub(crate) fn contains(&self, scalar: Scalar) -> bool {
        self.kinds.contains(&scalar)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = &Scalar> {
        self.kinds.iter()
    }

    /// May it stand anywhere?
    pub(crate) fn is_undeclared(&self, scalar: Scalar) -> bool {
        self.contains(scalar) && !self.declared.contains(&scalar)
    }
}

/// What types say of the memory that addresses in them lead to.
#[derive(Default)]
pub(crate) struct Outside {
    /// Kinds of scalars that stand there.
    declared: BTreeSet<Scalar>,
    /// Those of them that share their place with others.
    pub(crate) shared: BTreeSet<Scalar>,
}

impl Outside {
    /// Of these kinds, which either version accesses, those that may be one place.
    pub(crate) fn mixed(&self, accessed: &BTreeSet<Scalar>) -> Mixed {
        let is_declared = accessed.iter().all(|scalar| self.declared.contains(scalar));
        let kinds: BTreeSet<Scalar> = match is_declared {
            true => accessed.intersection(&self.shared).copied().collect(),
            false => accessed.clone(),
        };
        match kinds.len() {
            0 | 1 => Mixed::default(),
            _ => Mixed { kinds, declared: self.declared.clone() },
        }
    }

    /// What the addresses in a value of that type lead to.
    pub(crate) fn follow(&mut self, ty: &SourceType) {
        match &ty.kind {
            SourceKind::Pointer(to) => {
                let kinds = self.place(to);
                self.declared.extend(kinds);
                self.follow(to);
            }
            SourceKind::Array(of, _) => self.follow(of),
            SourceKind::Struct(fields) | SourceKind::Union(fields) => {
                fields.iter().for_each(|field| self.follow(&field.ty));
            }
            _ => {}
        }
    }

    /// The kinds of scalars in a place of that type.
    fn place(&mut self, ty: &SourceType) -> BTreeSet<Scalar> {
        match &ty.kind {
            SourceKind::Struct(fields) => fields.iter().flat_map(|field| self.field(field)).collect(),
            SourceKind::Union(fields) => {
                let kinds: BTreeSet<Scalar> = fields.iter().flat_map(|field| self.field(field)).collect();
                if kinds.len() > 1 {
                    self.shared.extend(&kinds);
                }
                kinds
            }
            SourceKind::Array(of, _) => self.place(of),
            _ => scalar(ty).into_iter().collect(),
        }
    }

    fn field(&mut self, field: &SourceField) -> BTreeSet<Scalar> {
        if field.bits == field.ty.size * 8 && field.offset.is_multiple_of(8) {
            return self.place(&field.ty);
        }
        // The compiler reads as many of the bits around it as it likes.
        self.shared.extend(INTS);
        INTS.into()
    }
}

const INTS: [Scalar; 4] = [Scalar::Int(8), Scalar::Int(16), Scalar::Int(32), Scalar::Int(64)];

pub(crate) fn scalar(ty: &SourceType) -> Option<Scalar> {
    match (&ty.kind, ty.size) {
        (SourceKind::Pointer(_), _) => Some(Scalar::Ptr),
        (SourceKind::Float, 4) => Some(Scalar::F32),
        (SourceKind::Float, 8) => Some(Scalar::F64),
        (
            SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. } | SourceKind::Bool,
            size @ (1 | 2 | 4 | 8),
        ) => Some(Scalar::Int(size as u32 * 8)),
        _ => None,
    }
}
