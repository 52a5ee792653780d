//! Whether a program looks at addresses themselves, not only at what they lead to.

use crate::join::{ReachedFunction, Version};
use crate::layout::Types;
use crate::reader::syntax::{Constant, Inst, Kind, Operand, Type};
use crate::reader::{SourceKind, SourceType};

/// Can the version tell two objects with the same contents apart?
pub(super) fn are_looked_at(version: &Version) -> bool {
    version.functions.iter().filter(|function| !is_harmless(function.symbol)).any(looks)
}

/// Functions of Rust's library that compare addresses within one slice, or to check that they may be used.
fn is_harmless(symbol: &str) -> bool {
    let path = crate::demangle::demangle(symbol);
    let of_library = ["core::slice::iter::", "core..slice..iter..", "core::ub_checks::", "precondition_check"];
    // A method in the newer scheme is known by the names in it.
    let names = crate::demangle::library_path(symbol).unwrap_or_default();
    let is_iterator = matches!(&names[..], [_, slice, iter, ..] if slice == "slice" && iter == "iter");
    is_iterator || of_library.iter().any(|words| path.contains(words))
}

fn looks(function: &ReachedFunction) -> bool {
    let insts = || function.body.blocks.iter().flat_map(|block| &block.insts);
    insts().any(|inst| match &inst.kind {
        Kind::ICmp { ty: Type::Ptr, a, b, .. } => !is_zero(a) && !is_zero(b),
        // Whether it is null is asked of its number too.
        Kind::Cast { op: "ptrtoint", .. } => {
            inst.result.is_none_or(|number| insts().any(|user| uses(user, number) && !asks_for_zero(user)))
        }
        _ => false,
    })
}

fn uses(inst: &Inst, name: &str) -> bool {
    let mut found = false;
    inst.kind.for_each_operand(&mut |operand| found |= matches!(operand, Operand::Local(local) if *local == name));
    found
}

fn asks_for_zero(inst: &Inst) -> bool {
    matches!(&inst.kind, Kind::ICmp { a, b, predicate: "eq" | "ne", .. } if is_zero(a) || is_zero(b))
}

fn is_zero(operand: &Operand) -> bool {
    matches!(operand, Operand::Constant(Constant::Null | Constant::Zero | Constant::Int(0)))
}

/// A constant whose address the program's own code takes where the constant stands: `&5`.
pub(super) struct Unnamed {
    size: u64,
    align: u64,
}

impl Unnamed {
    /// May a reference to that type lead to it?
    pub(super) fn may_hold(&self, ty: &SourceType) -> bool {
        ty.size <= self.size && alignment(ty) <= self.align
    }
}

/// The constants without a name that functions of the program's own crate mention, but for the places that panics tell.
pub(super) fn constants<'v>(version: &'v Version) -> impl Iterator<Item = Unnamed> + 'v {
    let home = |function: &ReachedFunction| {
        let module = &version.modules[function.module];
        module.source_path(function.signature.subprogram?)?.into_iter().next()
    };
    let client = home(&version.functions[0]);
    let own = version.functions.iter().filter(move |function| home(function) == client);
    let own: Vec<&ReachedFunction> = own.collect();
    version.globals.iter().filter_map(move |global| {
        let module = &version.modules[global.module];
        let is_unnamed = global.global.constant && module.source_global(global.symbol).is_none();
        let initial = global.global.initial.as_ref().filter(|initial| is_unnamed && !is_place(initial))?;
        let mentions = |function: &&ReachedFunction| {
            let text = module.function(function.symbol).filter(|_| function.module == global.module);
            text.is_some_and(|text| module.mentions(text, global.symbol))
        };
        let is_empty = matches!(initial, Constant::Undef);
        let text = module.variable_text(global.symbol)?;
        let align = text.rsplit("align ").next()?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let size = Types(module).size(&global.global.ty);
        (!is_empty && own.iter().any(mentions)).then_some(Unnamed { size, align })
    })
}

/// Is it a place in a source file, as calls that may panic hand it on: an address, and sixteen bytes of numbers?
fn is_place(constant: &Constant) -> bool {
    let Constant::Aggregate(parts) = constant else { return false };
    let is_bytes = |ty: &Type| matches!(ty, Type::Array(16, of) if **of == Type::Int(8));
    matches!(&parts[..], [(Type::Ptr, _), (numbers, _)] if is_bytes(numbers))
}

fn alignment(ty: &SourceType) -> u64 {
    match &ty.kind {
        SourceKind::Struct(fields) | SourceKind::Union(fields) => {
            fields.iter().map(|field| alignment(&field.ty)).max().unwrap_or(1)
        }
        SourceKind::Variants { tag, variants } => {
            let all = tag.iter().map(|tag| &**tag).chain(variants.iter().map(|(_, variant)| variant));
            all.map(|field| alignment(&field.ty)).max().unwrap_or(1)
        }
        SourceKind::Array(of, _) => alignment(of),
        SourceKind::Unknown | SourceKind::Void => 1,
        _ => ty.size.clamp(1, 8),
    }
}
