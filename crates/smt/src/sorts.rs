//! Which sorts Z3 is given, and as what.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use value::{FloatFormat, Sort, SortKind};

use crate::context::Context;
use crate::z3::*;

/// The sorts made so far; `None` for one that Z3 is not given.
#[derive(Default)]
pub(crate) struct Sorts {
    known: RefCell<FxHashMap<Sort, Option<Z3_sort>>>,
    data: RefCell<FxHashMap<Sort, Rc<DataSort>>>,
}

/// A datatype in Z3: for each constructor the functions that make, test and take apart.
pub(crate) struct DataSort {
    pub(crate) ctors: Vec<DataCtor>,
}

pub(crate) struct DataCtor {
    pub(crate) make: Z3_func_decl,
    pub(crate) test: Z3_func_decl,
    pub(crate) fields: Vec<Z3_func_decl>,
}

/// Z3's sort, or `None` for those that it never sees whole: sequences are seen through their
/// length and elements, data with sequences inside through its tests and fields.
pub(crate) fn z3_sort(context: &Context, sort: Sort) -> Option<Z3_sort> {
    if let Some(known) = context.sorts.known.borrow().get(&sort) {
        return *known;
    }
    let made = match sort.kind() {
        SortKind::Data(_) => {
            declare(context, sort);
            return context.sorts.known.borrow().get(&sort).copied().flatten();
        }
        _ => make(context, sort),
    };
    context.sorts.known.borrow_mut().insert(sort, made);
    made
}

/// The functions of a datatype that Z3 has.
pub(crate) fn data_sort(context: &Context, sort: Sort) -> Option<Rc<DataSort>> {
    z3_sort(context, sort)?;
    context.sorts.data.borrow().get(&sort).cloned()
}

fn make(context: &Context, sort: Sort) -> Option<Z3_sort> {
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
        Some(keep(context, made.expect("Z3 makes a sort")))
    }
}

fn keep(context: &Context, sort: Z3_sort) -> Z3_sort {
    // SAFETY: the sort was made in this context.
    unsafe {
        if let Some(node) = Z3_sort_to_ast(context.raw, sort) {
            Z3_inc_ref(context.raw, node);
        }
    }
    sort
}

/// Where a field's sort comes from: Z3 has it already, or it is the n-th of the same group.
enum FieldSort {
    Known(Z3_sort),
    Member(u32),
}

/// Declares the datatype with all it was declared with, or notes that Z3 is not given them.
fn declare(context: &Context, sort: Sort) {
    let group = sort.datatype().expect("data").group();
    // While their fields are looked at they count as missing: data that contains itself inside
    // of another sort is not given to Z3.
    for member in group {
        context.sorts.known.borrow_mut().insert(*member, None);
    }
    let fields: Option<Vec<Vec<Vec<FieldSort>>>> =
        group.iter().map(|member| field_sorts(context, *member, group)).collect();
    let Some(fields) = fields else { return };
    // Two programs may declare different datatypes of one name.
    let number = context.sorts.data.borrow().len();
    let Some(sorts) = declare_group(context, group, &fields, number) else { return };
    for (member, z3) in group.iter().zip(sorts) {
        context.sorts.known.borrow_mut().insert(*member, Some(z3));
        let functions = Rc::new(functions(context, *member, z3));
        context.sorts.data.borrow_mut().insert(*member, functions);
    }
}

fn field_sorts(context: &Context, member: Sort, group: &[Sort]) -> Option<Vec<Vec<FieldSort>>> {
    let of_field = |sort: Sort| match group.iter().position(|other| *other == sort) {
        Some(index) => Some(FieldSort::Member(u32::try_from(index).ok()?)),
        None => z3_sort(context, sort).map(FieldSort::Known),
    };
    let ctors = member.datatype().expect("data").ctors().iter();
    ctors.map(|ctor| ctor.fields.iter().map(|(_, sort)| of_field(*sort)).collect()).collect()
}

fn declare_group(
    context: &Context,
    group: &[Sort],
    fields: &[Vec<Vec<FieldSort>>],
    number: usize,
) -> Option<Vec<Z3_sort>> {
    let raw = context.raw;
    let mut names = Vec::new();
    let mut lists = Vec::new();
    let mut constructors = Vec::new();
    for (member, ctors) in group.iter().zip(fields) {
        let datatype = member.datatype().expect("data");
        let name = format!("{}!{number}", datatype.name);
        let mut made = Vec::new();
        for (definition, fields) in datatype.ctors().iter().zip(ctors) {
            let symbol = |suffix: &str| context.symbol(&format!("{name}.{}{suffix}", definition.name));
            let field_names: Vec<Z3_symbol> =
                definition.fields.iter().map(|(field, _)| symbol(&format!(".{field}"))).collect();
            let sorts: Vec<Option<Z3_sort>> = fields
                .iter()
                .map(|field| match field {
                    FieldSort::Known(sort) => Some(*sort),
                    FieldSort::Member(_) => None,
                })
                .collect();
            let mut members: Vec<u32> = fields
                .iter()
                .map(|field| match field {
                    FieldSort::Known(_) => 0,
                    FieldSort::Member(index) => *index,
                })
                .collect();
            // SAFETY: the arrays have as many elements as the constructor has fields.
            made.push(unsafe {
                Z3_mk_constructor(
                    raw,
                    symbol(""),
                    symbol("?"),
                    fields.len() as u32,
                    field_names.as_ptr(),
                    sorts.as_ptr(),
                    members.as_mut_ptr(),
                )
            }?);
        }
        // SAFETY: the constructors were just made in this context.
        lists.push(unsafe { Z3_mk_constructor_list(raw, made.len() as u32, made.as_ptr()) }?);
        constructors.extend(made);
        names.push(context.symbol(&name));
    }
    // SAFETY: Z3 fills as many sorts as there are names; the placeholders are sorts of it.
    unsafe {
        let mut sorts = vec![Z3_mk_bool_sort(raw)?; names.len()];
        Z3_mk_datatypes(raw, names.len() as u32, names.as_ptr(), sorts.as_mut_ptr(), lists.as_mut_ptr());
        // Z3 rejects data without a finite value.
        let failed = Z3_get_error_code(raw) != ErrorCode::Ok;
        let sorts = (!failed).then(|| sorts.into_iter().map(|sort| keep(context, sort)).collect());
        for list in lists {
            Z3_del_constructor_list(raw, list);
        }
        for constructor in constructors {
            Z3_del_constructor(raw, constructor);
        }
        sorts
    }
}

fn functions(context: &Context, sort: Sort, z3: Z3_sort) -> DataSort {
    let raw = context.raw;
    let keep = |declaration: Option<Z3_func_decl>| {
        let declaration = declaration.expect("a datatype has the functions it was declared with");
        // SAFETY: the function belongs to the context.
        unsafe {
            if let Some(node) = Z3_func_decl_to_ast(raw, declaration) {
                Z3_inc_ref(raw, node);
            }
        }
        declaration
    };
    let ctors = sort.datatype().expect("data").ctors().iter().enumerate().map(|(index, ctor)| {
        let index = index as u32;
        // SAFETY: the sort is a datatype with that many constructors and fields.
        unsafe {
            DataCtor {
                make: keep(Z3_get_datatype_sort_constructor(raw, z3, index)),
                test: keep(Z3_get_datatype_sort_recognizer(raw, z3, index)),
                fields: (0..ctor.fields.len() as u32)
                    .map(|field| keep(Z3_get_datatype_sort_constructor_accessor(raw, z3, index, field)))
                    .collect(),
            }
        }
    });
    DataSort { ctors: ctors.collect() }
}
