//! What stands for what: the file of `safebump dac --map`.
//!
//! ```text
//! // a procedure of old and the procedure of new that took its place
//! lookup find
//! // a global variable of old and the one of new
//! global table entries
//! ```
//!
//! Everything else is mapped by name.

use equiv::{Problem, Side};
use ir::entry::{Pair, Source, SourceError};
use ir::{CellRole, Program};
use value::Symbol;

use crate::failure::{Failure, Result};

/// Names of old, each with the name in new.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapping {
    pub(crate) functions: Vec<(String, String)>,
    pub(crate) globals: Vec<(String, String)>,
}

impl Mapping {
    pub(crate) fn read(source: &Source) -> Result<Mapping> {
        let mut mapping = Mapping::default();
        for (index, line) in source.text.lines().enumerate() {
            let words: Vec<&str> = line.split("//").next().unwrap_or_default().split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                [old, new] => mapping.functions.push(((*old).to_owned(), (*new).to_owned())),
                ["global", old, new] => mapping.globals.push(((*old).to_owned(), (*new).to_owned())),
                _ => {
                    let at = Some((index as u32 + 1, 1));
                    let message = "expected two names, the function of old and the function of new, \
                                   or `global` and the names of two variables";
                    return Err(SourceError::new(&source.name, at, message).into());
                }
            }
        }
        Ok(mapping)
    }
}

/// What a mapping names must be there.
pub(crate) fn known_functions(problem: &Problem, mapped: &[(String, String)]) -> Result<()> {
    for (old, new) in mapped {
        for (side, name) in [(Side::Old, old), (Side::New, new)] {
            let program = problem.program(side);
            if program.function(Symbol::new(name)).is_none() {
                let reached = program.functions.iter().filter(|(id, _)| *id != problem.entry(side).entry);
                let names: Vec<&str> = reached.map(|(_, function)| function.name.as_str()).collect();
                return Err(Failure::new(
                    format!("`{old}` is mapped to `{new}`, but {side} has no function `{name}` here"),
                    format!("what {side} reaches: {}", names.join(", ")),
                ));
            }
        }
    }
    Ok(())
}

/// Gives the variables of new that are mapped the names that they have in old.
pub(crate) fn rename_globals(pair: &mut Pair, mapped: &[(String, String)]) -> Result<()> {
    for (old, new) in mapped {
        let before = global(&pair.old.program, old);
        let after = global(&pair.new.program, new);
        for (side, found, name) in [("old", before, old), ("new", after, new)] {
            if found.is_none() {
                return Err(Failure::new(
                    format!("`{old}` is mapped to `{new}`, but {side} has no variable `{name}` here"),
                    "name variables that the entry reaches",
                ));
            }
        }
        let (Some(before), Some(after)) = (before, after) else { continue };
        let (old_cell, new_cell) = (&mut pair.old.program.cells[before], &mut pair.new.program.cells[after]);
        if old_cell.sort != new_cell.sort {
            return Err(Failure::new(format!("`{old}` and `{new}` are not of one type"), "map variables of one type"));
        }
        new_cell.name = old_cell.name;
        (old_cell.role, new_cell.role) = (CellRole::Global, CellRole::Global);
    }
    Ok(())
}

/// The variable of that name, in whichever module it stands.
fn global(program: &Program, name: &str) -> Option<ir::CellId> {
    let ending = format!(".{name}");
    let is_meant = |cell: &str| cell == name || cell.ends_with(&ending);
    program.cells.iter().find(|(_, cell)| is_meant(cell.name.as_str())).map(|(id, _)| id)
}
