//! Do both versions run the same code while they are loaded?
//!
//! Statements of top levels are compared as `loading.py` tells them: all that runs of them. Those that only one version
//! has must do nothing but bind names, and nothing else that runs may mention these names, or look at names that it does
//! not mention. Functions that are called must be the same, called in the same order.
//!
//! A name is mentioned by itself in the module that binds it and in those that import it from there; as a member, or in a
//! text, anywhere.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde_json::Value;

/// What loading one version ran.
#[derive(Deserialize)]
struct Ran {
    /// In the order in which they were begun.
    modules: Vec<(String, Vec<Statement>)>,
    functions: Vec<Function>,
    /// The calls, by the places of functions in the list.
    order: Vec<usize>,
    /// Words of code that looks at names which it does not mention.
    around: Vec<String>,
}

/// Its text, whether it only binds names, these names, the names and the members that it mentions, and what it imports as
/// what.
type Statement = (String, bool, Vec<String>, Vec<String>, Vec<String>, Vec<(String, String)>);

/// Its file, its name, its text, its module, the globals and the members that it mentions.
type Function = (String, String, String, String, Vec<String>, Vec<String>);

/// Why it is not known that they do.
pub(crate) fn is_same(old: &Value, new: &Value) -> Result<(), String> {
    let read = |said: &Value| Ran::deserialize(said).map_err(|_| "what loading runs is not seen".to_owned());
    let (old, new) = (read(old)?, read(new)?);
    if !called(&old).eq(called(&new)) {
        return Err("loading calls functions that changed, or others".to_owned());
    }
    if !common(names(&old), &names(&new)).eq(&common(names(&new), &names(&old))) {
        return Err("modules are loaded in another order".to_owned());
    }
    let mut bound = Bound::default();
    let mut all_kept: Vec<(&str, &Statement)> = Vec::new();
    for (name, _) in old.modules.iter().chain(&new.modules) {
        let [old, new] = [statements(&old, name), statements(&new, name)];
        let [kept, kept_by_new] = [kept(old, new), kept(new, old)];
        if !texts(&kept).eq(texts(&kept_by_new)) {
            return Err(format!("{name} runs its statements in another order"));
        }
        for (own, kept) in [(old, &kept), (new, &kept_by_new)] {
            let places: FxHashSet<*const Statement> = kept.iter().map(|one| std::ptr::from_ref(*one)).collect();
            for changed in own.iter().filter(|one| !places.contains(&std::ptr::from_ref(*one))) {
                if !changed.1 {
                    return Err("loading runs a statement that changed and may do more than bind a name".to_owned());
                }
                bound.add(name, &changed.2);
            }
        }
        all_kept.extend(kept.into_iter().map(|one| (name.as_str(), one)));
    }
    let absent = |one: &Ran, other: &Ran| -> Vec<String> {
        let others = names(other);
        names(one).into_iter().filter(|name| !others.contains(name)).cloned().collect()
    };
    for module in absent(&old, &new).iter().chain(&absent(&new, &old)) {
        let parts: Vec<String> = module.split('.').map(str::to_owned).collect();
        bound.add(module.rsplit_once('.').map_or("", |(package, _)| package), &parts[parts.len() - 1..]);
        bound.everywhere.extend(parts);
    }
    bound.follow_imports(old.modules.iter().chain(&new.modules));
    let is_used = all_kept.iter().any(|(module, (_, _, _, names, members, _))| bound.is_met(module, names, members))
        || old.functions.iter().any(|(.., module, names, members)| bound.is_met(module, names, members));
    if is_used {
        return Err("code that loading runs uses a name that is bound to something else".to_owned());
    }
    let mentioned: FxHashSet<&String> = (all_kept.iter())
        .flat_map(|(_, (_, _, _, names, members, _))| names.iter().chain(members))
        .chain(old.functions.iter().flat_map(|(.., names, members)| names.iter().chain(members)))
        .collect();
    match !bound.everywhere.is_empty() && old.around.iter().any(|word| mentioned.contains(word)) {
        true => Err("code that loading runs may look at names that are bound to something else".to_owned()),
        false => Ok(()),
    }
}

/// Names that statements bind which only one version has.
#[derive(Default)]
struct Bound {
    by_module: FxHashMap<String, FxHashSet<String>>,
    everywhere: FxHashSet<String>,
}

impl Bound {
    fn add(&mut self, module: &str, names: &[String]) {
        self.by_module.entry(module.to_owned()).or_default().extend(names.iter().cloned());
        self.everywhere.extend(names.iter().cloned());
    }

    /// Whoever imports a name that may be one of these binds another thing too, and whoever imports all names any of them.
    fn follow_imports<'r>(&mut self, modules: impl Iterator<Item = &'r (String, Vec<Statement>)>) {
        let imports: Vec<(&String, &(String, String))> = modules
            .flat_map(|(name, rows)| rows.iter().flat_map(move |row| row.5.iter().map(move |one| (name, one))))
            .collect();
        loop {
            let before: usize = self.by_module.values().map(FxHashSet::len).sum();
            for (module, (name, known_as)) in &imports {
                let names: Vec<String> = match name.as_str() {
                    "*" => self.everywhere.iter().cloned().collect(),
                    name if self.everywhere.contains(name) => {
                        vec![known_as.split('.').next().unwrap_or(known_as).to_owned()]
                    }
                    _ => continue,
                };
                self.add(module, &names);
            }
            if before == self.by_module.values().map(FxHashSet::len).sum::<usize>() {
                return;
            }
        }
    }

    /// Does code of the module mention one of them?
    fn is_met(&self, module: &str, names: &[String], members: &[String]) -> bool {
        let own = self.by_module.get(module);
        names.iter().any(|name| own.is_some_and(|own| own.contains(name)))
            || members.iter().any(|name| self.everywhere.contains(name))
    }
}

fn called(ran: &Ran) -> impl Iterator<Item = Option<(&String, &String, &String)>> {
    ran.order.iter().map(|place| ran.functions.get(*place).map(|(file, name, text, ..)| (file, name, text)))
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
