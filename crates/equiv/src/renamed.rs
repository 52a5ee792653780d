//! Global variables that go by another name in new.

use ir::entry::Pair;
use ir::{CellId, CellRole, Program};

use crate::Side;

/// Why a variable of old cannot stand for one of new.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NotRenamed {
    /// This version has no such variable.
    Missing(Side),
    /// They are not of one sort.
    Sorts,
}

/// Gives the variable of new the name that it has in old. Both are observed.
pub fn rename(pair: &mut Pair, old: &str, new: &str) -> Result<(), NotRenamed> {
    let before = global(&pair.old.program, old).ok_or(NotRenamed::Missing(Side::Old))?;
    let after = global(&pair.new.program, new).ok_or(NotRenamed::Missing(Side::New))?;
    let (old_cell, new_cell) = (&mut pair.old.program.cells[before], &mut pair.new.program.cells[after]);
    if old_cell.sort != new_cell.sort {
        return Err(NotRenamed::Sorts);
    }
    new_cell.name = old_cell.name;
    (old_cell.role, new_cell.role) = (CellRole::Global, CellRole::Global);
    Ok(())
}

/// The variable of that name, in whichever module it stands.
fn global(program: &Program, name: &str) -> Option<CellId> {
    let ending = format!(".{name}");
    let is_meant = |cell: &str| cell == name || cell.ends_with(&ending);
    program.cells.iter().find(|(_, cell)| is_meant(cell.name.as_str())).map(|(id, _)| id)
}
