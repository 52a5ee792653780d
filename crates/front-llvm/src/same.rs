//! Is all that the client reaches the same code in both versions, understood or not?
//!
//! Told by the text of functions, variables and structures, without what only describes them. Names of registers say
//! nothing: a local variable may be called as one likes.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::join::{FnKey, GlobalKey, Item, Version};

/// Does the client reach the same in both, and is it declared the same?
pub(crate) fn is_same(old: &Version, new: &Version) -> bool {
    // Who may write through a pointer is said by the code.
    let declared = |version: &Version| {
        let client = version.functions.first()?;
        let module = &version.modules[client.module];
        let signature = module.source_signature(client.signature.subprogram?)?;
        Some(if module.is_c() { signature.unqualified() } else { signature })
    };
    let constructors = |version: &Version| -> Vec<String> {
        version.constructors.iter().map(|key| version.functions[*key].name.clone()).collect()
    };
    declared(old).is_some()
        && declared(old) == declared(new)
        && old.functions[0].name == new.functions[0].name
        && constructors(old) == constructors(new)
        && texts(old) == texts(new)
}

/// The text of all that is reached, by name.
pub(crate) fn texts(version: &Version) -> FxHashMap<String, String> {
    let functions =
        version.functions.iter().enumerate().map(|(key, function)| (function.name.clone(), own_text(version, key)));
    let globals = version.globals.iter().enumerate().filter(|(key, _)| contents(version, *key).is_none());
    let globals = globals.map(|(key, global)| (global.name.clone(), own_text_of_variable(version, key)));
    functions.chain(globals).collect()
}

/// What a constant holds that the compiler has named, and that nobody knows by its address: a text, a table.
pub(crate) fn contents(version: &Version, key: GlobalKey) -> Option<String> {
    let global = &version.globals[key];
    let text = version.modules[global.module].variable_text(global.symbol)?;
    let constant = text.trim_start().strip_prefix("private unnamed_addr constant ")?;
    let leads_on = global.global.initial.is_none() || !version.names_in_variable(key).is_empty();
    (!leads_on).then(|| constant.to_owned())
}

/// The text of a function, with that of the structures that it mentions. Two files may have functions of one name:
/// which of them is meant is said as well.
pub(crate) fn own_text(version: &Version, key: FnKey) -> String {
    let function = &version.functions[key];
    let module = &version.modules[function.module];
    let text = module.function_text(function.symbol).unwrap_or_default();
    let structures: FxHashMap<&str, &str> = module.structures().collect();
    let types: FxHashSet<&str> = structures.keys().copied().collect();
    let names = version.names_in(key);
    let numbered = with_contents(&with_numbers(&text, &types), version, function.module, &names);
    with_structures(numbered, &text, &structures) + &meant(version, function.module, names)
}

/// The same of a variable.
pub(crate) fn own_text_of_variable(version: &Version, key: GlobalKey) -> String {
    let global = &version.globals[key];
    let module = &version.modules[global.module];
    let text = module.variable_text(global.symbol).unwrap_or_default();
    let structures: FxHashMap<&str, &str> = module.structures().collect();
    let names = version.names_in_variable(key);
    let written = with_contents(&text, version, global.module, &names);
    with_structures(written, &text, &structures) + &meant(version, global.module, names)
}

/// The text with what such constants hold in the place of their names, and with the names that both versions have.
fn with_contents(text: &str, version: &Version, module: usize, names: &[&str]) -> String {
    let held: FxHashMap<&str, String> = names
        .iter()
        .filter_map(|name| match version.lookup(module, name) {
            Item::Global(key) => {
                let held = contents(version, key).map(|contents| format!("{{{contents}}}"));
                let called = version.modules[module].called(name);
                Some((*name, held.or_else(|| (called != *name).then(|| called.to_owned()))?))
            }
            Item::Function(_) | Item::External(_) => None,
        })
        .collect();
    if held.is_empty() {
        return text.to_owned();
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let name = name_at(&rest[at + 1..]);
        written.push_str(&rest[..=at]);
        match held.get(name) {
            Some(contents) => written.push_str(contents),
            None => written.push_str(name),
        }
        rest = &rest[at + 1 + name.len()..];
    }
    written + rest
}

fn meant(version: &Version, module: usize, names: Vec<&str>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        let found = match version.lookup(module, name) {
            Item::Function(key) => &version.functions[key].name,
            Item::Global(key) if contents(version, key).is_some() => continue,
            Item::Global(key) => &version.globals[key].name,
            Item::External(_) => continue,
        };
        if found != version.modules[module].called(name) {
            lines.push(format!("\n@{name}: {found}"));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines.concat()
}

/// What is written, and then the structures that the text mentions, and that these mention.
fn with_structures(written: String, text: &str, structures: &FxHashMap<&str, &str>) -> String {
    let (mut seen, mut work) = (BTreeSet::new(), vec![text]);
    while let Some(text) = work.pop() {
        for name in names_in(text) {
            if let Some((name, definition)) = structures.get_key_value(name)
                && seen.insert(*name)
            {
                work.push(definition);
            }
        }
    }
    seen.into_iter().fold(written, |written, name| written + "\n%" + name + structures[name])
}

/// The text of a function with numbers for the names of its parameters and registers, in the order in which they
/// come. A name that a structure has as well stays, and so do those of blocks.
fn with_numbers(text: &str, types: &FxHashSet<&str>) -> String {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let results = body.lines().filter_map(|line| line.trim_start().strip_prefix('%')?.split_once(" = "));
    for name in names_in(head).chain(results.map(|(name, _)| name)).filter(|name| !types.contains(name)) {
        let next = numbers.len();
        numbers.entry(name).or_insert(next);
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let name = name_at(&rest[at + 1..]);
        written.push_str(&rest[..=at]);
        match numbers.get(name) {
            Some(number) => written.push_str(&format!("#{number}")),
            None => written.push_str(name),
        }
        rest = &rest[at + 1 + name.len()..];
    }
    written + rest
}

/// What follows the percent signs of a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| name_at(&text[at + 1..]))
}

/// The name that a text begins with.
fn name_at(text: &str) -> &str {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.find('"').map_or(text, |end| &text[..end + 2]);
    }
    let end =
        text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.' | '$' | '-')).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_registers_say_nothing_and_those_of_types_do() {
        let types: FxHashSet<&str> = ["struct.s"].into_iter().collect();
        let of = |x: &str, t: &str| {
            let text =
                format!("define i32 @f(ptr %{x}) {{\nentry:\n  %{x}.a = load %{t}, ptr %{x}\n  ret i32 %{x}.a\n}}\n");
            with_numbers(&text, &types)
        };
        assert_eq!(of("p", "struct.s"), of("q", "struct.s"));
        assert_ne!(of("p", "struct.s"), of("p", "struct.t"));
        let swapped = |a: &str, b: &str| {
            with_numbers(
                &format!("define i32 @f(i32 %a, i32 %b) {{\n  %c = sub i32 %{a}, %{b}\n  ret i32 %c\n}}\n"),
                &types,
            )
        };
        assert_ne!(swapped("a", "b"), swapped("b", "a"));
    }
}
