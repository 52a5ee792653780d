//! What is the core of the language: numbers, texts, lists, tuples, and control, without what the library and classes bring.

use ir::calls::reachable;
use ir::entry::Entry;

use crate::prelude::is_basic;

/// Is all that the entry leads to core? Its own functions, and what the runtime needs for numbers and sequences.
pub fn is_core(entry: &Entry) -> bool {
    let functions = &entry.program.functions;
    reachable(&entry.program, entry.entry).into_iter().filter(|id| *id != entry.entry).all(|id| {
        let function = &functions[id];
        let name = function.name.as_str();
        // A model of the library stands in a module of its own.
        if function.is_source() { !name.starts_with('<') } else { is_basic(name) }
    })
}
