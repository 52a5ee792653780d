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

use equiv::renamed::{self, NotRenamed};
use equiv::{Problem, Side};
use ir::entry::{Pair, Source, SourceError};
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
        renamed::rename(pair, old, new).map_err(|why| match why {
            NotRenamed::Missing(side) => {
                let name = if side == Side::Old { old } else { new };
                Failure::new(
                    format!("`{old}` is mapped to `{new}`, but {side} has no variable `{name}` here"),
                    "name variables that the entry reaches",
                )
            }
            NotRenamed::Sorts => {
                Failure::new(format!("`{old}` and `{new}` are not of one type"), "map variables of one type")
            }
        })?;
    }
    Ok(())
}
