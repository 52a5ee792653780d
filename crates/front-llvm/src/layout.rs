//! How objects are laid out: as columns of scalars.
//!
//! An object is a number of equal *elements*, `stride` bytes apart. A *column* holds one scalar of
//! every element (or several, where an element contains arrays), as one array. So
//! `struct { int n; double a[3]; } s[5]` has the stride 32 and the columns `n`, with 5 scalars, and
//! `a`, with 15. Columns do not depend on the number of elements: `int x` and `int x[9]` share a
//! layout. Bytes that belong to no column are padding.

use std::fmt;

use crate::reader::Module;
use crate::reader::syntax::Type;

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Scalar {
    /// Of that many bits.
    Int(u32),
    F32,
    F64,
    Ptr,
    /// Of that many bytes, without meaning here (long double).
    Other(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Column {
    /// Bytes from the start of the element.
    pub(crate) offset: u64,
    pub(crate) scalar: Scalar,
    /// Arrays within the element, the outermost first: number and distance in bytes.
    pub(crate) dims: Vec<(u64, u64)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Layout {
    pub(crate) stride: u64,
    pub(crate) columns: Vec<Column>,
}

/// One scalar of an element.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub(crate) column: usize,
    /// Among the column's scalars of one element.
    pub(crate) inner: u64,
    /// The byte asked for, from the start of the scalar.
    pub(crate) byte: u64,
}

impl Scalar {
    /// In bytes.
    pub(crate) fn size(self) -> u64 {
        match self {
            Scalar::Int(bits) => u64::from(bits).div_ceil(8),
            Scalar::F32 => 4,
            Scalar::F64 | Scalar::Ptr => 8,
            Scalar::Other(size) => u64::from(size),
        }
    }

    /// The scalar a first-class type that is none of these is made of.
    pub(crate) fn of(ty: &Type) -> Option<Scalar> {
        match ty {
            Type::Int(bits) if *bits <= 128 => Some(Scalar::Int(*bits)),
            Type::Float => Some(Scalar::F32),
            Type::Double => Some(Scalar::F64),
            Type::Ptr => Some(Scalar::Ptr),
            Type::Other(_, size) => Some(Scalar::Other(u32::try_from(*size).ok()?)),
            _ => None,
        }
    }
}

impl Column {
    /// Scalars in one element.
    pub(crate) fn inner_count(&self) -> u64 {
        self.dims.iter().map(|(count, _)| count).product()
    }
}

impl Layout {
    /// Scalars of one kind, one after the other.
    pub(crate) fn uniform(scalar: Scalar) -> Layout {
        Layout { stride: scalar.size(), columns: vec![Column { offset: 0, scalar, dims: Vec::new() }] }
    }

    /// The scalar that the byte of an element belongs to; `None`: padding.
    pub(crate) fn leaf_at(&self, byte: u64) -> Option<Leaf> {
        self.columns.iter().enumerate().find_map(|(index, column)| {
            let mut rest = byte.checked_sub(column.offset)?;
            let mut inner = 0;
            for (count, step) in &column.dims {
                let position = rest / step;
                if position >= *count {
                    return None;
                }
                inner = inner * count + position;
                rest %= step;
            }
            (rest < column.scalar.size()).then_some(Leaf { column: index, inner, byte: rest })
        })
    }
}

/// Sizes and layouts of a module's types.
#[derive(Copy, Clone)]
pub(crate) struct Types<'m>(pub(crate) &'m Module);

impl<'m> Types<'m> {
    pub(crate) fn resolve(self, ty: &Type<'m>) -> Type<'m> {
        match ty {
            Type::Named(name) => self.0.named_type(name).unwrap_or(Type::Other("opaque", 0)),
            other => other.clone(),
        }
    }

    pub(crate) fn align(self, ty: &Type<'m>) -> u64 {
        match ty {
            Type::Int(bits) => u64::from(*bits).div_ceil(8).next_power_of_two().min(16),
            Type::Float => 4,
            Type::Double | Type::Ptr => 8,
            Type::Other(_, size) => (*size).max(1),
            Type::Array(_, element) => self.align(element),
            Type::Vector(..) => self.size(ty).next_power_of_two(),
            Type::Struct { packed: true, .. } => 1,
            Type::Struct { fields, .. } => fields.iter().map(|field| self.align(field)).max().unwrap_or(1),
            Type::Named(_) => self.align(&self.resolve(ty)),
            Type::Void | Type::Function(_) | Type::Meta => 1,
        }
    }

    /// Bytes from one element of an array to the next.
    pub(crate) fn size(self, ty: &Type<'m>) -> u64 {
        match ty {
            Type::Int(bits) => u64::from(*bits).div_ceil(8).next_power_of_two(),
            Type::Float => 4,
            Type::Double | Type::Ptr => 8,
            Type::Other(_, size) => *size,
            Type::Array(count, element) => count * self.size(element),
            Type::Vector(count, element) => (count * self.size(element)).next_power_of_two(),
            Type::Struct { .. } => self.fields(ty).1,
            Type::Named(_) => self.size(&self.resolve(ty)),
            Type::Void | Type::Function(_) | Type::Meta => 0,
        }
    }

    /// The offsets and types of a structure's fields, and its size.
    pub(crate) fn fields(self, ty: &Type<'m>) -> (Vec<(u64, Type<'m>)>, u64) {
        let Type::Struct { packed, fields } = self.resolve(ty) else { return (Vec::new(), self.size(ty)) };
        let (mut at, mut most) = (0u64, 1);
        let mut placed = Vec::with_capacity(fields.len());
        for field in fields.iter() {
            let align = if packed { 1 } else { self.align(field) };
            most = most.max(align);
            at = at.next_multiple_of(align);
            placed.push((at, field.clone()));
            at += self.size(field);
        }
        (placed, at.next_multiple_of(most))
    }

    /// The layout of an object of that type and its number of elements.
    pub(crate) fn layout(self, ty: &Type<'m>) -> (Layout, u64) {
        match ty {
            Type::Array(count, element) => {
                let (layout, inner) = self.layout(element);
                (layout, inner * count)
            }
            Type::Named(_) if matches!(self.resolve(ty), Type::Array(..)) => self.layout(&self.resolve(ty)),
            // rustc writes constants as bytes, in one piece or several.
            Type::Struct { fields, .. } if !fields.is_empty() && fields.iter().all(is_bytes) => {
                (Layout::uniform(Scalar::Int(8)), self.size(ty))
            }
            _ => {
                let mut columns = Vec::new();
                self.columns(ty, 0, &[], false, &mut columns);
                (Layout { stride: self.size(ty).max(1), columns }, 1)
            }
        }
    }

    fn columns(self, ty: &Type<'m>, offset: u64, dims: &[(u64, u64)], bits: bool, into: &mut Vec<Column>) {
        match ty {
            // A union's members share bytes: floats among them are kept as their bits.
            Type::Named(name) => {
                self.columns(&self.resolve(ty), offset, dims, bits || name.starts_with("union."), into)
            }
            Type::Array(count, element) | Type::Vector(count, element) => {
                if *count > 0 {
                    let (mut dims, step) = (dims.to_vec(), self.size(element));
                    match dims.last_mut() {
                        // Rows without gaps are one array.
                        Some(outer) if outer.1 == count * step => *outer = (outer.0 * count, step),
                        _ if *count > 1 => dims.push((*count, step)),
                        _ => {}
                    }
                    self.columns(element, offset, &dims, bits, into);
                }
            }
            Type::Struct { .. } => {
                for (at, field) in self.fields(ty).0 {
                    self.columns(&field, offset + at, dims, bits, into);
                }
            }
            _ => {
                let scalar = match Scalar::of(ty) {
                    Some(Scalar::F32) if bits => Scalar::Int(32),
                    Some(Scalar::F64) if bits => Scalar::Int(64),
                    Some(Scalar::Int(width)) => Scalar::Int(u32::try_from(self.size(ty) * 8).unwrap_or(width)),
                    Some(scalar) => scalar,
                    None => return,
                };
                into.push(Column { offset, scalar, dims: dims.to_vec() });
            }
        }
    }
}

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Array(_, of) if **of == Type::Int(8))
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(bits) => write!(f, "i{bits}"),
            Scalar::F32 => write!(f, "float"),
            Scalar::F64 => write!(f, "double"),
            Scalar::Ptr => write!(f, "ptr"),
            Scalar::Other(size) => write!(f, "b{size}"),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.offset, self.scalar)?;
        self.dims.iter().try_for_each(|(count, step)| write!(f, "x{count}/{step}"))
    }
}

/// `i32`, or `24{0.i32,8.double}`: the same text for the same layout.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.columns[..] {
            [only] if only.dims.is_empty() && only.offset == 0 && only.scalar.size() == self.stride => {
                write!(f, "{}", only.scalar)
            }
            columns => {
                let columns: Vec<String> = columns.iter().map(Column::to_string).collect();
                write!(f, "{}{{{}}}", self.stride, columns.join(","))
            }
        }
    }
}
