//! Is all that the client reaches the same code in both versions, understood or not?
//!
//! Told by the text of functions, variables and structures, without what only describes them. Names of registers say
//! nothing: a local variable may be called as one likes.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::join::Version;

/// Does the client reach the same in both, and is it declared the same?
pub(crate) fn is_same(old: &Version, new: &Version) -> bool {
    let declared = |version: &Version| {
        let client = version.functions.first()?;
        version.modules[client.module].source_signature(client.signature.subprogram?)
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
    let modules = version.modules;
    let functions = version.functions.iter().map(|function| {
        let module = &modules[function.module];
        let text = module.function_text(function.symbol).unwrap_or_default();
        let types: FxHashSet<&str> = module.structures().map(|(name, _)| name).collect();
        (function.name.clone(), with_numbers(&text, &types))
    });
    let globals = version
        .globals
        .iter()
        .map(|global| (global.name.clone(), modules[global.module].variable_text(global.symbol).unwrap_or_default()));
    let of_modules = version.functions.iter().flat_map(|function| modules[function.module].structures());
    let structures = of_modules.map(|(name, text)| (format!("%{name}"), text.to_owned()));
    functions.chain(globals).chain(structures).collect()
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
