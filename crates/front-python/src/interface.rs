//! What the users of a library can name: its public functions, classes and methods, with their parameters.
//!
//! A name is public if no part of its path begins with an underscore, or if its module's `__all__` lists it. Nothing
//! is run: a name that is bound in another way (by `setattr`, by a loop) is not seen. So this says what an interface
//! gained and lost for a person to read; no proof rests on it.

use std::collections::BTreeMap;

use arena::Id;
use ir::FileId;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;

use crate::Version;
use crate::module::{Module, ModuleSource};

/// What of an interface is not the same in both versions, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterfaceChange {
    pub gained: Vec<String>,
    pub lost: Vec<String>,
    /// Old name, new name: the same code.
    pub renamed: Vec<(String, String)>,
    /// A function with its parameters in old and in new: `f`, `a, b=1`, `a, *, b=2`.
    pub parameters: Vec<(String, String, String)>,
}

/// A public name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// Its parameters, and the text of all of it behind its name.
    Function { parameters: String, text: String },
    /// A class, or whatever else `__all__` lists.
    Other,
}

pub fn interface_change(old: &Version, new: &Version) -> InterfaceChange {
    let (old, new) = (items(old), items(new));
    let missing = |from: &BTreeMap<String, Item>, other: &BTreeMap<String, Item>| -> Vec<String> {
        let is_new = |name: &&String| !other.contains_key(*name) && !within_one_of(name, other, from);
        from.keys().filter(is_new).cloned().collect()
    };
    let mut change = InterfaceChange { gained: missing(&new, &old), lost: missing(&old, &new), ..Default::default() };
    let lost = std::mem::take(&mut change.lost);
    for name in lost {
        let is_it = |other: &&String| has_one_text(&old[&name], &new[*other]) && module_of(other) == module_of(&name);
        match change.gained.iter().find(is_it).cloned() {
            Some(other) => {
                change.gained.retain(|gained| *gained != other);
                change.renamed.push((name, other));
            }
            None => change.lost.push(name),
        }
    }
    for (name, item) in &old {
        if let (Item::Function { parameters: old, .. }, Some(Item::Function { parameters: new, .. })) =
            (item, new.get(name))
            && old != new
        {
            change.parameters.push((name.clone(), old.clone(), new.clone()));
        }
    }
    change
}

/// Does a class or module that the other version has not hold it? Then that is what is told.
fn within_one_of(name: &str, other: &BTreeMap<String, Item>, own: &BTreeMap<String, Item>) -> bool {
    let owner = name.rsplit_once('.').map(|(owner, _)| owner);
    owner.is_some_and(|owner| own.contains_key(owner) && !other.contains_key(owner))
}

fn has_one_text(old: &Item, new: &Item) -> bool {
    matches!((old, new), (Item::Function { text: old, .. }, Item::Function { text: new, .. }) if old == new)
}

fn module_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(module, _)| module)
}

fn items(version: &Version) -> BTreeMap<String, Item> {
    let mut found = BTreeMap::new();
    for source in &version.modules {
        if source.path.split('.').all(is_public) {
            // A file that does not parse has no interface; the check says what is wrong with it.
            let _ = of_module(source, version.is_file, &mut found);
        }
    }
    found
}

fn is_public(name: &str) -> bool {
    !name.starts_with('_')
}

fn of_module(
    source: &ModuleSource,
    is_file: bool,
    found: &mut BTreeMap<String, Item>,
) -> Result<(), ir::entry::SourceError> {
    let module = Module::parse(source, source.path.clone(), FileId::new(0))?;
    let prefix = if is_file { String::new() } else { format!("{}.", source.path) };
    let listed = listed(&module);
    let counts = |name: &str| match &listed {
        Some(listed) => listed.iter().any(|known| known == name),
        None => is_public(name),
    };
    for name in listed.iter().flatten() {
        found.insert(format!("{prefix}{name}"), Item::Other);
    }
    definitions(&module.body, &mut |stmt| match stmt {
        Stmt::FunctionDef(def) if counts(&def.name) => {
            found.insert(format!("{prefix}{}", def.name), function(&module, def));
        }
        Stmt::ClassDef(class) if counts(&class.name) => {
            let path = format!("{prefix}{}", class.name);
            found.insert(path.clone(), Item::Other);
            definitions(&class.body, &mut |stmt| {
                if let Stmt::FunctionDef(def) = stmt
                    && (is_public(&def.name) || def.name.as_str() == "__init__")
                {
                    found.insert(format!("{path}.{}", def.name), function(&module, def));
                }
            });
        }
        _ => {}
    });
    Ok(())
}

/// Definitions, also those that stand in an `if` or a `try`.
fn definitions<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => visit(stmt),
            Stmt::If(branch) => {
                definitions(&branch.body, visit);
                branch.elif_else_clauses.iter().for_each(|clause| definitions(&clause.body, visit));
            }
            Stmt::Try(branch) => {
                definitions(&branch.body, visit);
                definitions(&branch.orelse, visit);
            }
            _ => {}
        }
    }
}

/// The names that a module's `__all__` lists, where it is written down.
fn listed(module: &Module) -> Option<Vec<String>> {
    module.body.iter().rev().find_map(|stmt| {
        let (target, value) = match stmt {
            Stmt::Assign(assign) => (assign.targets.first()?, &*assign.value),
            Stmt::AnnAssign(assign) => (&*assign.target, assign.value.as_deref()?),
            _ => return None,
        };
        let is_it = target.as_name_expr().is_some_and(|name| name.id.as_str() == "__all__");
        let elements = match value {
            Expr::List(list) => &list.elts,
            Expr::Tuple(tuple) => &tuple.elts,
            _ => return None,
        };
        let word = |expr: &Expr| expr.as_string_literal_expr().map(|text| text.value.to_str().to_owned());
        is_it.then(|| elements.iter().filter_map(word).collect())
    })
}

fn function(module: &Module, def: &ast::StmtFunctionDef) -> Item {
    let text = module.text_of(def.parameters.range()).to_owned()
        + &def.body.iter().map(|stmt| module.text_of(stmt.range())).collect::<Vec<_>>().join("\n");
    Item::Function { parameters: parameters(module, &def.parameters), text }
}

/// As they are written, without annotations.
fn parameters(module: &Module, params: &ast::Parameters) -> String {
    let with_default = |param: &ast::ParameterWithDefault| match &param.default {
        Some(default) => {
            let value: Vec<&str> = module.text_of(default.range()).split_whitespace().collect();
            format!("{}={}", param.parameter.name, value.join(" "))
        }
        None => param.parameter.name.to_string(),
    };
    let mut words: Vec<String> = params.posonlyargs.iter().map(with_default).collect();
    if !words.is_empty() {
        words.push("/".to_owned());
    }
    words.extend(params.args.iter().map(with_default));
    match &params.vararg {
        Some(param) => words.push(format!("*{}", param.name)),
        None if !params.kwonlyargs.is_empty() => words.push("*".to_owned()),
        None => {}
    }
    words.extend(params.kwonlyargs.iter().map(with_default));
    words.extend(params.kwarg.iter().map(|param| format!("**{}", param.name)));
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::entry::Source;

    fn change(old: &str, new: &str) -> InterfaceChange {
        let version = |text: &str| {
            let source = Source { name: "lib/m.py".to_owned(), text: text.to_owned() };
            Version::folder(vec![("lib/m.py".to_owned(), source)])
        };
        interface_change(&version(old), &version(new))
    }

    #[test]
    fn names_come_and_go_and_parameters_change() {
        let old = "def f(a, b=1): return a\ndef g(): pass\ndef _h(x): pass\ndef again(x): return x * 2\n";
        let new = "def f(a, *, b = 2): return a\ndef k(): return 1\ndef _h(): pass\ndef once_more(x): return x * 2\n";
        let expected = InterfaceChange {
            gained: vec!["lib.m.k".into()],
            lost: vec!["lib.m.g".into()],
            renamed: vec![("lib.m.again".into(), "lib.m.once_more".into())],
            parameters: vec![("lib.m.f".into(), "a, b=1".into(), "a, *, b=2".into())],
        };
        assert_eq!(change(old, new), expected);
    }

    #[test]
    fn a_lost_class_is_told_without_its_methods() {
        let old = "class C:\n    def m(self): pass\n    def n(self, a): pass\n";
        assert_eq!(change(old, "").lost, ["lib.m.C"]);
        let new = "class C:\n    def m(self): pass\n    def n(self, a, b=None): pass\n";
        let changed = ("lib.m.C.n".to_owned(), "self, a".to_owned(), "self, a, b=None".to_owned());
        assert_eq!(change(old, new).parameters, [changed]);
    }

    #[test]
    fn a_list_of_names_says_what_is_public() {
        let old = "__all__ = ['f']\ndef f(): pass\ndef g(): pass\n";
        let new = "__all__ = ('f', 'h')\nfrom .n import h\ndef f(): pass\n";
        let found = change(old, new);
        assert_eq!((found.gained, found.lost), (vec!["lib.m.h".to_owned()], Vec::new()));
    }

    #[test]
    fn annotations_and_layout_are_no_change() {
        assert_eq!(
            change("def f(a: int, b: str = 'x'): pass\n", "def f(a, b='x'): pass\n"),
            InterfaceChange::default()
        );
    }
}
