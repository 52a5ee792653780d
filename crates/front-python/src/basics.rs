//! What is the core of the language: numbers, lists, tuples, loops and control, without what the library and classes bring.

use ir::Function;

use crate::prelude::is_basic;

/// Is the function core? So are the program's own, and what the runtime needs for numbers and sequences.
pub fn is_core(function: &Function) -> bool {
    let name = function.name.as_str();
    // A model of the library stands in a module of its own.
    if function.is_source() { !name.starts_with('<') } else { is_basic(name) }
}
