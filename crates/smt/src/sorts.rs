//! Which sorts Z3 is given, and as what.

use value::{FloatFormat, Sort, SortKind};
use z3_sys::*;

use crate::context::Context;

/// Z3's sort, or `None` for those that it never sees whole: sequences are seen through their
/// length and elements, algebraic data through its tests and fields.
pub(crate) fn z3_sort(context: &Context, sort: Sort) -> Option<Z3_sort> {
    // SAFETY: sorts are made in, and kept by, the context.
    unsafe {
        let raw = context.raw;
        let made = match sort.kind() {
            SortKind::Bool => Z3_mk_bool_sort(raw),
            // References and atoms are numbers that are only compared.
            SortKind::Int | SortKind::Ref(_) | SortKind::Atom => Z3_mk_int_sort(raw),
            SortKind::Real => Z3_mk_real_sort(raw),
            SortKind::Bv(width) => Z3_mk_bv_sort(raw, *width),
            SortKind::Float(FloatFormat::F32) => Z3_mk_fpa_sort_single(raw),
            SortKind::Float(FloatFormat::F64) => Z3_mk_fpa_sort_double(raw),
            SortKind::Map(key, value) => Z3_mk_array_sort(raw, z3_sort(context, *key)?, z3_sort(context, *value)?),
            SortKind::Opaque(name) => Z3_mk_uninterpreted_sort(raw, context.symbol(name)),
            SortKind::Seq(_) | SortKind::Data(_) => return None,
        };
        let made = made.expect("Z3 makes a sort");
        if let Some(node) = Z3_sort_to_ast(raw, made) {
            Z3_inc_ref(raw, node);
        }
        Some(made)
    }
}
