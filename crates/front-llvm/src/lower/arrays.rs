//! Pointer parameters of the client that lead to arrays, where that is asked for.
//!
//! `f(char *dst)` gets three inputs for `dst`: is it null, how many elements has the array, what do
//! they hold. The entry makes the array. What it holds in the end is put into a variable `*dst`, so
//! that it is seen like a global.

use ::value::{Sort, Symbol, Value};
use ir::{Cell, CellId, CellRole, Param, ValueId};

use super::Context;
use super::emit::{Emit, Emitted};
use super::pointer::{Known, Linear, Place, Pointer};
use crate::join::Version;
use crate::layout::{Layout, Scalar};
use crate::reader::syntax::{Parameter, Type};
use crate::reader::{SourceKind, SourceType};
use crate::sorts::{Options, Pointers};

/// No array has so many elements: more than memory can hold.
const LONGEST: i64 = 1 << 47;

/// An array that a parameter leads to.
pub(crate) struct Array {
    layout: usize,
    /// What it holds in the end.
    after: CellId,
}

/// What each compiled parameter of the client leads to: the elements of an array, or nothing known.
pub(crate) fn elements(version: &Version, options: Options) -> Vec<Option<Scalar>> {
    let function = &version.functions[0];
    let module = &version.modules[function.module];
    let compiled = &function.signature.params;
    let described = function.signature.subprogram.and_then(|number| module.source_signature(number));
    let described = described
        .map(|signature| signature.params)
        .filter(|params| options.pointers == Pointers::Arrays && module.is_c() && params.len() == compiled.len());
    let Some(described) = described else { return vec![None; compiled.len()] };
    compiled.iter().zip(&described).map(|(param, ty)| element(param, ty)).collect()
}

fn element(param: &Parameter, ty: &SourceType) -> Option<Scalar> {
    let SourceKind::Pointer(to) = &ty.kind else { return None };
    if param.ty != Type::Ptr || param.byval.is_some() || param.sret.is_some() {
        return None;
    }
    match (&to.kind, to.size) {
        (SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. }, 1 | 2 | 4 | 8) => {
            Some(Scalar::Int(to.size as u32 * 8))
        }
        (SourceKind::Float, 4) => Some(Scalar::F32),
        (SourceKind::Float, 8) => Some(Scalar::F64),
        _ => None,
    }
}

/// The layouts of the arrays are known before any code that has to tell objects apart.
pub(crate) fn lay_out(context: &mut Context, elements: &[Option<Scalar>]) {
    for scalar in elements.iter().flatten() {
        let id = context.layout(&Layout::uniform(*scalar));
        context.put_in_memory(id, false);
    }
}

impl Array {
    /// The array, and the entry's inputs for it.
    pub(crate) fn new(context: &mut Context, name: &str, scalar: Scalar) -> (Array, Vec<Param>) {
        let layout = context.layout(&Layout::uniform(scalar));
        let sorts = context.sorts;
        let contents = Sort::map(sorts.word, sorts.scalar(scalar).unwrap_or(Sort::bool()));
        let (role, initial) = (CellRole::Global, Value::default_of(contents));
        let cell = Cell { name: Symbol::new(&format!("*{name}")), sort: contents, role, initial };
        let after = context.program.cells.push(cell);
        let input = |what: &str, sort: Sort| Param { name: Symbol::new(&format!("{name}.{what}")), sort };
        let inputs = vec![input("null", Sort::bool()), input("length", sorts.word), input("contents", contents)];
        (Array { layout, after }, inputs)
    }

    /// Makes the array; gives it and the pointer that is passed.
    pub(crate) fn make(&self, emit: &mut Emit, inputs: &[ValueId]) -> Emitted<(Known, ValueId)> {
        let &[is_null, length, contents] = inputs else { panic!("an array has three inputs") };
        let longest = emit.word(LONGEST);
        let fits = emit.word_below(length, longest);
        emit.b.assume(fits);
        let place: Place = emit.allocate(self.layout, length);
        emit.lend(&place);
        emit.set_column(&place, 0, contents)?;
        if !emit.context.layouts[self.layout].unwritten.is_empty() {
            let all = emit.context.filled(Value::Bool(false));
            let all = emit.constant(all, Sort::map(emit.sorts.word, Sort::bool()));
            emit.set_unwritten(&place, 0, all);
        }
        let known = Known { place, index: Linear::default(), offset: Linear::default() };
        let to = emit.pointer_value(&Pointer::Known(known.clone()))?;
        let null = emit.null();
        let pointer = emit.ite(is_null, null, to);
        Ok((known, pointer))
    }

    /// Shows what the array holds.
    pub(crate) fn show(&self, emit: &mut Emit, known: &Known) {
        let contents = emit.column(&known.place, 0);
        emit.b.set(self.after, contents);
    }
}
