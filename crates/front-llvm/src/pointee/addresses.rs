//! Whether a program looks at addresses themselves, not only at what they lead to.

use crate::join::{ReachedFunction, Version};
use crate::reader::syntax::{Constant, Inst, Kind, Operand, Type};

/// Can the version tell two objects with the same contents apart?
pub(super) fn are_looked_at(version: &Version) -> bool {
    version.functions.iter().filter(|function| !is_harmless(function.symbol)).any(looks)
}

/// Functions of Rust's library that compare addresses within one slice, or to check that they may be used.
fn is_harmless(symbol: &str) -> bool {
    let path = crate::demangle::demangle(symbol);
    let of_library = ["core::slice::iter::", "core..slice..iter..", "core::ub_checks::", "precondition_check"];
    of_library.iter().any(|words| path.contains(words))
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
