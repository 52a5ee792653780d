//! Variables of a file's own that are called otherwise in the new version.
//!
//! What such a variable is called nobody can tell. One that only old has and one that only new has are taken for one
//! variable if they are of one type, begin alike and are named by the same functions, and no others are. If that is
//! mistaken, a proof fails that holds for no other reason: nothing that is said of them hangs on their names.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::prelude;
use crate::reader::syntax::Global;
use crate::reader::{GlobalOrAlias, Module};

/// A variable that only one version has, by file and symbol.
struct Own<'m> {
    module: usize,
    symbol: &'m str,
    global: Global<'m>,
    /// The functions that name it.
    users: BTreeSet<&'m str>,
}

impl Own<'_> {
    fn is_like(&self, other: &Own<'_>) -> bool {
        self.global.ty == other.global.ty && self.global.initial == other.global.initial && self.users == other.users
    }
}

/// The modules of new, in which such variables are called as they are in old.
pub(crate) fn with_names_of(old: &[Module], new: Vec<Module>) -> Vec<Module> {
    let (olds, news) = (own(old, &new), own(&new, old));
    let mut called: FxHashMap<usize, FxHashMap<String, String>> = FxHashMap::default();
    for a in &olds {
        let mut same = news.iter().filter(|b| a.is_like(b));
        let (Some(b), None) = (same.next(), same.next()) else { continue };
        if olds.iter().filter(|other| other.is_like(b)).count() == 1 {
            called.entry(b.module).or_default().insert(b.symbol.to_owned(), a.symbol.to_owned());
        }
    }
    if called.is_empty() {
        return new;
    }
    let module = |(index, module): (usize, &Module)| match called.remove(&index) {
        Some(names) => module.calling(names),
        None => module.clone(),
    };
    new.iter().enumerate().map(module).collect()
}

/// The variables of files of `modules` that no file of `others` has.
fn own<'m>(modules: &'m [Module], others: &[Module]) -> Vec<Own<'m>> {
    let is_known = |name: &str| others.iter().any(|module| module.global(name).is_some());
    let mut found = Vec::new();
    for (index, module) in modules.iter().enumerate().filter(|(_, module)| !prelude::is_library(module)) {
        for symbol in module.global_names().filter(|name| !is_known(name)) {
            let Some(Ok(GlobalOrAlias::Global(global))) = module.global(symbol) else { continue };
            if !global.internal || global.constant || global.initial.is_none() {
                continue;
            }
            let users = module.functions.iter().filter(|function| module.mentions(function, symbol));
            let users = users.map(|function| &*function.name).collect();
            found.push(Own { module: index, symbol, global, users });
        }
    }
    found
}
