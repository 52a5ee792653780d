//! Do both versions run the same code while they are loaded?
//!
//! Statements of top levels are compared as `loading.py` tells them: all that runs of them. Those that only one version
//! has must do nothing but bind names, and nothing else that runs may mention these names, or look at names that it does
//! not mention. Functions that are called must be the same, called in the same order.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

/// What loading one version ran.
struct Ran {
    /// In the order in which they were begun.
    modules: Vec<(String, Vec<Statement>)>,
    functions: Vec<(String, String, String, Vec<String>)>,
    /// The calls, by the places of functions in the list.
    order: Vec<usize>,
    /// Words of code that looks at names which it does not mention.
    around: Vec<String>,
}

/// Its text, whether it only binds names, these names, and the names that it mentions.
type Statement = (String, bool, Vec<String>, Vec<String>);

impl Ran {
    fn read(said: &Value) -> Option<Ran> {
        Some(Ran {
            modules: serde_json::from_value(said["modules"].clone()).ok()?,
            functions: serde_json::from_value(said["functions"].clone()).ok()?,
            order: serde_json::from_value(said["order"].clone()).ok()?,
            around: serde_json::from_value(said["around"].clone()).ok()?,
        })
    }
}

/// Why it is not known that they do.
pub(crate) fn is_same(old: &Value, new: &Value) -> Result<(), String> {
    let read = |said: &Value| Ran::read(said).ok_or("what loading runs is not seen".to_owned());
    let (old, new) = (read(old)?, read(new)?);
    if !called(&old).eq(called(&new)) {
        return Err("loading calls functions that changed, or others".to_owned());
    }
    if !common(names(&old), &names(&new)).eq(&common(names(&new), &names(&old))) {
        return Err("modules are loaded in another order".to_owned());
    }
    let mut changed: Vec<&Statement> = Vec::new();
    let mut mentioned: FxHashSet<&str> = FxHashSet::default();
    for (name, _) in old.modules.iter().chain(&new.modules) {
        let [old, new] = [statements(&old, name), statements(&new, name)];
        let [kept, kept_by_new] = [kept(old, new), kept(new, old)];
        if !texts(&kept).eq(texts(&kept_by_new)) {
            return Err(format!("{name} runs its statements in another order"));
        }
        for (own, kept) in [(old, &kept), (new, &kept_by_new)] {
            let places: FxHashSet<*const Statement> = kept.iter().map(|one| std::ptr::from_ref(*one)).collect();
            changed.extend(own.iter().filter(|one| !places.contains(&std::ptr::from_ref(*one))));
        }
        mentioned.extend(kept.iter().flat_map(|one| &one.3).map(String::as_str));
    }
    if changed.iter().any(|(_, is_harmless, ..)| !is_harmless) {
        return Err("loading runs a statement that changed and may do more than bind a name".to_owned());
    }
    mentioned.extend(old.functions.iter().flat_map(|(.., words)| words).map(String::as_str));
    let is_mentioned = |name: &String| mentioned.contains(name.as_str());
    if changed.iter().any(|(_, _, bound, _)| bound.iter().any(is_mentioned)) {
        return Err("code that loading runs uses a name that is bound to something else".to_owned());
    }
    match !changed.is_empty() && old.around.iter().any(is_mentioned) {
        true => Err("code that loading runs may look at names that are bound to something else".to_owned()),
        false => Ok(()),
    }
}

fn called(ran: &Ran) -> impl Iterator<Item = Option<(&String, &String, &String)>> {
    ran.order.iter().map(|place| ran.functions.get(*place).map(|(file, name, text, _)| (file, name, text)))
}

fn names(ran: &Ran) -> Vec<&String> {
    ran.modules.iter().map(|(name, _)| name).collect()
}

fn common<'a>(these: Vec<&'a String>, those: &[&String]) -> Vec<&'a String> {
    these.into_iter().filter(|name| those.contains(name)).collect()
}

fn statements<'r>(ran: &'r Ran, module: &str) -> &'r [Statement] {
    ran.modules.iter().find(|(name, _)| name == module).map_or(&[], |(_, statements)| statements)
}

/// Those that the other has as well, as often as it has them.
fn kept<'s>(these: &'s [Statement], those: &[Statement]) -> Vec<&'s Statement> {
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    those.iter().for_each(|(text, ..)| *left.entry(text).or_default() += 1);
    let mut is_kept = |statement: &&Statement| match left.get_mut(statement.0.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    these.iter().filter(|statement| is_kept(statement)).collect()
}

fn texts<'s>(statements: &'s [&Statement]) -> impl Iterator<Item = &'s String> {
    statements.iter().map(|(text, ..)| text)
}
