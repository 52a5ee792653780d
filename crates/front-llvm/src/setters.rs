//! What sets a variable that the client finds, and is not the same in both versions.
//!
//! Both versions find the same in a variable that starts alike: they have seen the same calls so far. Where a function
//! that may set it is not the same in new, that is taken for granted, so it is said.

use std::collections::BTreeMap;

use ir::entry::{Assumption, AssumptionKind, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::join::Version;
use crate::lower::entry::Analysed;
use crate::reader::Module;
use crate::state::{Held, HeldBy};
use crate::{demangle, prelude, same, within_crate};

/// More functions are not looked at one by one.
const MOST_LOOKS: usize = 100;

/// More are not named.
const MOST_NAMED: usize = 3;

/// A function or a variable, by file and symbol.
type Place<'m> = (usize, &'m str);

/// What is taken for granted of the variables that are inputs.
pub(crate) fn assumptions(old: &Version, new: &Version, held: &[Held]) -> Result<Vec<Assumption>, SourceError> {
    let shared = held.iter().filter(|held| held.side == HeldBy::Both);
    let shared: Vec<&str> = shared.map(|held| held.name.as_str()).collect();
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut named: FxHashSet<&str> = FxHashSet::default();
    for (looks, (a, b)) in changed_users(old, new, &shared).into_iter().enumerate() {
        let (old, new) = (Version::reach(old.modules, &[a])?, Version::reach(new.modules, &[b])?);
        let name = old.functions[0].name.clone();
        if looks >= MOST_LOOKS {
            // Where none of the first is known to set a variable, any of the others may.
            let unset: Vec<&&str> = shared.iter().filter(|variable| !named.contains(**variable)).collect();
            unset.into_iter().for_each(|variable| found.entry(variable).or_default().push(name.clone()));
        } else if !same::is_same(&old, &new) {
            let sides = [Analysed::new(old), Analysed::new(new)];
            for variable in shared.iter().filter(|variable| sides.iter().any(|side| side.may_write(variable))) {
                found.entry(variable).or_default().push(name.clone());
                named.insert(*variable);
            }
        }
    }
    let mut by_setters: BTreeMap<Vec<String>, Vec<&str>> = BTreeMap::new();
    for (variable, functions) in found {
        by_setters.entry(functions).or_default().push(variable);
    }
    Ok(by_setters.into_iter().map(|(functions, variables)| said(&variables, &functions)).collect())
}

/// The functions beside the client, in both versions, whose code leads to one of the variables and to something that is
/// not the same. Nobody calls a function that only one version has.
fn changed_users<'m>(old: &Version<'m>, new: &Version<'m>, variables: &[&str]) -> Vec<(Place<'m>, Place<'m>)> {
    let changed = changed(old.modules, new.modules);
    if variables.is_empty() || changed.is_empty() {
        return Vec::new();
    }
    let (olds, news) = (setters(old, variables, &changed), setters(new, variables, &changed));
    olds.iter().filter_map(|a| Some((*a, *news.iter().find(|b| b.1 == a.1)?))).collect()
}

/// Of these variables of files' own, those that a function beside the client reaches that is not the same in both
/// versions: what they hold means what such functions make of it.
pub(crate) fn told_otherwise(old: &Version, new: &Version, own: &[&str]) -> Result<FxHashSet<String>, SourceError> {
    let mut found = FxHashSet::default();
    for (looks, (a, b)) in changed_users(old, new, own).into_iter().enumerate() {
        let (old, new) = (Version::reach(old.modules, &[a])?, Version::reach(new.modules, &[b])?);
        if looks < MOST_LOOKS && same::is_same(&old, &new) {
            continue;
        }
        let reached = [&old, &new].into_iter().flat_map(|version| &version.globals);
        found.extend(reached.map(|global| global.name.clone()).filter(|name| own.contains(&name.as_str())));
    }
    Ok(found)
}

fn said(variables: &[&str], functions: &[String]) -> Assumption {
    let (are, them) = if variables.len() == 1 { ("is", "it") } else { ("are", "them") };
    let write = if functions.len() == 1 { "writes" } else { "write" };
    let variables: Vec<String> = variables.iter().map(|name| shown(name)).collect();
    let named: Vec<String> = functions.iter().take(MOST_NAMED).map(|name| shown(name)).collect();
    let others = match functions.len() - named.len() {
        0 => String::new(),
        1 => " and one other".to_owned(),
        more => format!(" and {more} others"),
    };
    let detail = format!(
        "{} {are} the same in both versions before the call, though {}{others}, which {write} {them}, changed",
        variables.join(", "),
        named.join(", ")
    );
    Assumption { kind: AssumptionKind::InitialState, detail }
}

/// As the source calls it.
fn shown(name: &str) -> String {
    let path = demangle::demangle(name);
    match demangle::is_mangled(name) {
        true => within_crate(&path).unwrap_or(&path).to_owned(),
        false => path,
    }
}

/// The functions beside the client that can be called from elsewhere and whose code leads to one of the variables, and
/// to something that is not the same in both versions; those that are not the same themselves, and the nearest, first.
fn setters<'m>(version: &Version<'m>, variables: &[&str], changed: &FxHashSet<&str>) -> Vec<Place<'m>> {
    let modules: &'m [Module] = version.modules;
    let users = Users::of(modules);
    let variables = version.globals.iter().filter(|global| variables.contains(&&*global.name));
    let mut found = users.lead_to(variables.map(|global| (global.module, global.symbol)).collect());
    let places = users.places.iter().copied().filter(|(_, symbol)| changed.contains(symbol));
    let mut to_changed: FxHashSet<Place> = places.clone().collect();
    to_changed.extend(users.lead_to(places.collect()));
    let client = (version.functions[0].module, version.functions[0].symbol);
    let is_open = |place: &Place<'m>| {
        let function = modules[place.0].function(place.1);
        function.is_some_and(|function| !function.internal || users.stand_in_variable(*place))
    };
    found.retain(|place| *place != client && to_changed.contains(place) && is_open(place));
    found.sort_by_key(|place| !changed.contains(place.1));
    found
}

/// The symbols whose text is not the same in both programs.
fn changed<'m>(old: &'m [Module], new: &'m [Module]) -> FxHashSet<&'m str> {
    let (old, new) = (texts(old), texts(new));
    let differs = |symbol: &&&str| old.get(*symbol) != new.get(*symbol);
    old.keys().chain(new.keys()).filter(differs).copied().collect()
}

/// The text of all functions and variables, by symbol; of several files, where it is no name for other files.
fn texts(modules: &[Module]) -> FxHashMap<&str, Vec<String>> {
    let mut texts: FxHashMap<&str, Vec<String>> = FxHashMap::default();
    for module in modules.iter().filter(|module| !prelude::is_library(module)) {
        for function in &module.functions {
            texts.entry(&function.name).or_default().extend(module.function_text(&function.name));
        }
        for global in module.global_names() {
            texts.entry(global).or_default().extend(module.variable_text(global));
        }
    }
    texts
}

/// Who names whom in the files that are not the library's.
#[derive(Default)]
struct Users<'m> {
    places: Vec<Place<'m>>,
    /// Those whose text names the symbol.
    named_in: FxHashMap<&'m str, Vec<Place<'m>>>,
    variables: FxHashSet<Place<'m>>,
    /// Functions that other files cannot name.
    internal: FxHashSet<Place<'m>>,
}

impl<'m> Users<'m> {
    fn of(modules: &'m [Module]) -> Users<'m> {
        let mut users = Users::default();
        for (index, module) in modules.iter().enumerate().filter(|(_, module)| !prelude::is_library(module)) {
            for function in &module.functions {
                let place = (index, &*function.name);
                if function.internal {
                    users.internal.insert(place);
                }
                users.add(place, module.names_in_function(function));
            }
            for global in module.global_names() {
                users.variables.insert((index, global));
                users.add((index, global), module.names_in_global(global));
            }
        }
        users
    }

    fn add(&mut self, place: Place<'m>, names: impl Iterator<Item = &'m str>) {
        self.places.push(place);
        for name in names {
            self.named_in.entry(name).or_default().push(place);
        }
    }

    /// Does the text of a variable name it: a table of functions, or that of what runs at first?
    fn stand_in_variable(&self, place: Place) -> bool {
        let mut users = self.named_in.get(place.1).into_iter().flatten();
        users.any(|user| user.0 == place.0 && self.variables.contains(user))
    }

    /// All whose text leads to one of them, themselves left out; the nearest first.
    fn lead_to(&self, mut found: Vec<Place<'m>>) -> Vec<Place<'m>> {
        let given = found.len();
        let mut seen: FxHashSet<Place> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(place) = found.get(next).copied() {
            next += 1;
            for user in self.named_in.get(place.1).into_iter().flatten() {
                if (user.0 == place.0 || !self.internal.contains(&place)) && seen.insert(*user) {
                    found.push(*user);
                }
            }
        }
        found.split_off(given)
    }
}
