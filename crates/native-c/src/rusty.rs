//! Types of Rust's that are more than their fields: slices, texts, vectors, references.

use front_llvm::{SourceField, SourceKind, SourceType};

/// What a type of Rust's stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rusty {
    /// `&str`
    Str,
    /// `&[T]`, `&mut [T]`
    Slice(SourceType),
    /// `String`, by where its parts stand.
    String(Heap),
    /// `Vec<T>`
    Vec(SourceType, Heap),
    /// `&T`, `&mut T`, `Box<T>`
    One(SourceType),
}

/// Where the parts of a vector stand, in bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heap {
    pub(crate) pointer: u64,
    pub(crate) capacity: u64,
    pub(crate) length: u64,
}

/// What the type stands for, if it is more than its fields.
pub(crate) fn rusty(ty: &SourceType) -> Option<Rusty> {
    match &ty.kind {
        SourceKind::Struct(fields) if ty.name.starts_with('&') => match fields.as_slice() {
            [data, length] if data.name == "data_ptr" && length.name == "length" => {
                let SourceKind::Pointer(of) = &data.ty.kind else { return None };
                Some(if ty.name.ends_with("str") { Rusty::Str } else { Rusty::Slice((**of).clone()) })
            }
            _ => None,
        },
        SourceKind::Struct(_) if ty.name == "alloc::string::String" => heap(ty).map(Rusty::String),
        SourceKind::Struct(_) => {
            let of = ty.name.strip_prefix("alloc::vec::Vec<")?.split(['<', ',', '>']).next()?;
            Some(Rusty::Vec(plain(of)?, heap(ty)?))
        }
        SourceKind::Pointer(to) if ty.name.starts_with('&') || ty.name.starts_with("alloc::boxed::Box<") => {
            Some(Rusty::One((**to).clone()))
        }
        _ => None,
    }
}

/// A number or a truth value by its name.
fn plain(name: &str) -> Option<SourceType> {
    let (size, kind) = match name {
        "bool" => (1, SourceKind::Bool),
        "char" => (4, SourceKind::CodePoint),
        "f32" => (4, SourceKind::Float),
        "f64" => (8, SourceKind::Float),
        "isize" => (8, SourceKind::Int { signed: true }),
        "usize" => (8, SourceKind::Int { signed: false }),
        _ => {
            let signed = name.starts_with('i');
            let bits: u64 =
                name.strip_prefix(['i', 'u'])?.parse().ok().filter(|bits| [8, 16, 32, 64, 128].contains(bits))?;
            (bits / 8, SourceKind::Int { signed })
        }
    };
    Some(SourceType { name: name.to_owned(), size, kind })
}

fn heap(ty: &SourceType) -> Option<Heap> {
    let mut leaves = Vec::new();
    flatten(ty, 0, "", &mut leaves);
    let only = |is: &dyn Fn(&str, &SourceType) -> bool| {
        let mut found = leaves.iter().filter(|(path, ty, _)| is(path, ty)).map(|(_, _, at)| *at);
        found.next().filter(|_| found.next().is_none())
    };
    Some(Heap {
        pointer: only(&|_, ty| matches!(ty.kind, SourceKind::Pointer(_)))?,
        capacity: only(&|path, ty| path.contains(".cap") && matches!(ty.kind, SourceKind::Int { .. }))?,
        length: only(&|path, ty| path.ends_with(".len") && matches!(ty.kind, SourceKind::Int { .. }))?,
    })
}

fn flatten(ty: &SourceType, at: u64, path: &str, into: &mut Vec<(String, SourceType, u64)>) {
    match &ty.kind {
        SourceKind::Struct(fields) => {
            for SourceField { name, offset, ty, .. } in fields {
                flatten(ty, at + offset, &format!("{path}.{name}"), into);
            }
        }
        _ => into.push((path.to_owned(), ty.clone(), at)),
    }
}

/// Does every combination of its fields' values make a value of this structure? Those of the standard library have
/// rules of their own.
pub(crate) fn is_of_the_library(name: &str) -> bool {
    let known =
        ["core::option::Option<", "core::result::Result<", "core::cmp::Ordering", "core::num::wrapping::Wrapping<"];
    ["core::", "alloc::", "std::"].iter().any(|root| name.starts_with(root))
        && !known.iter().any(|known| name.starts_with(known))
}
