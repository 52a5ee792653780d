//! Weak functions: another file may define them, and then what stands here does not run.
//!
//! What the weak function does is left outside where both versions have the same one: whoever defines it, it is called
//! the same. Where the versions have different ones, or only one of them is weak, theirs are followed, and that nothing
//! takes their place is taken for granted.

use std::collections::BTreeSet;

use ir::entry::{Assumption, AssumptionKind, SourceError};
use rustc_hash::FxHashMap;

use crate::join::Version;
use crate::reader::Module;
use crate::same;

/// Both versions' modules, in which the weak functions that are not the same stand for themselves.
pub(crate) fn with_changed(old: Vec<Module>, new: Vec<Module>) -> Result<[Vec<Module>; 2], SourceError> {
    let weak = [&old, &new].map(|modules| weak(modules));
    let is_weak_once = |name: &String| !weak.iter().all(|names| names.contains(name));
    let names: BTreeSet<String> = weak.iter().flatten().cloned().collect();
    let names: BTreeSet<String> =
        names.into_iter().filter(|name| [&old, &new].iter().all(|modules| defines(modules, name))).collect();
    if names.is_empty() {
        return Ok([old, new]);
    }
    let all = [&old, &new].map(|modules| keeping(modules, &names));
    let mut changed = BTreeSet::new();
    for name in names {
        if is_weak_once(&name) || reached(&all[0], &name)? != reached(&all[1], &name)? {
            changed.insert(name);
        }
    }
    Ok([keeping(&old, &changed), keeping(&new, &changed)])
}

fn keeping(modules: &[Module], names: &BTreeSet<String>) -> Vec<Module> {
    modules.iter().map(|module| module.keeping(names)).collect()
}

fn weak(modules: &[Module]) -> BTreeSet<String> {
    let user = modules.iter().filter(|module| !crate::prelude::is_library(module));
    let weak = user.flat_map(|module| module.functions.iter().filter(|function| function.overridable));
    weak.map(|function| function.name.to_string()).collect()
}

/// Does a file of the program define the function, weak or not, for the others?
fn defines(modules: &[Module], name: &str) -> bool {
    let mut user = modules.iter().filter(|module| !crate::prelude::is_library(module));
    user.any(|module| module.function(name).is_some_and(|function| !function.internal))
}

/// The text of all that the function reaches, by name.
fn reached(modules: &[Module], name: &str) -> Result<FxHashMap<String, String>, SourceError> {
    let root = modules.iter().enumerate().find_map(|(index, module)| {
        let function = module.function(name).filter(|function| function.overridable)?;
        Some((index, &*function.name))
    });
    Ok(same::texts(&Version::reach(modules, root.as_slice())?))
}

/// That nothing takes the place of the weak functions that are followed.
pub(crate) fn assumption(versions: [&Version; 2]) -> Option<Assumption> {
    let followed = versions.iter().flat_map(|version| {
        version.functions.iter().skip(1).filter(|function| {
            let module = &version.modules[function.module];
            module.is_kept(function.symbol)
        })
    });
    let names: BTreeSet<String> =
        followed.map(|function| format!("`{}`", crate::demangle::demangle(function.symbol))).collect();
    let names: Vec<String> = names.into_iter().collect();
    let detail = format!("no other file defines the weak {}", names.join(", "));
    (!names.is_empty()).then_some(Assumption { kind: AssumptionKind::External, detail })
}
