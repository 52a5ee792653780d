//! What sets a variable that the client finds, and is not the same in both versions.
//!
//! Both versions find the same in a variable that starts alike: they have seen the same calls so far. Where a function
//! that assigns it, or changes what it holds, does something else in new, that is taken for granted, so it is said.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ir::entry::{Assumption, AssumptionKind};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::Version;
use crate::aliases::{Aliases, Code, Words};
use crate::keys::{Digest, is_text};
use crate::looks::{self, Around, Known};
use crate::module::{BindingKind, Module};
use crate::program::Loaded;
use crate::scope::Scope;
use crate::state::{self, Held};

/// More are not named.
const MOST_NAMED: usize = 3;

/// What is taken for granted of these variables.
pub(crate) fn assumptions(versions: [&Loaded; 2], held: &[Held]) -> Vec<Assumption> {
    let found = set_by_changed(versions, held, true);
    found.iter().map(|(row, setters)| said(&row.name, setters)).collect()
}

/// The same of all variables by these names, which the client may lead to.
pub(crate) fn of_names(versions: [&Loaded; 2], names: &BTreeSet<String>) -> Vec<Assumption> {
    let [old, new] = versions;
    let mut held = Vec::new();
    for module in &old.modules {
        let Some(twin) = new.modules.iter().find(|twin| twin.name == module.name) else { continue };
        let is_variable = |name: &&String| {
            let is_code = matches!(
                module.only_binding(name),
                Some(BindingKind::Function(_) | BindingKind::Class(_) | BindingKind::Import)
            );
            !is_code && [module, twin].iter().all(|module| module.names.contains_key(*name))
        };
        let row =
            |name: &String| Held { module: module.name.clone(), name: name.clone(), type_: None, sides: [true; 2] };
        held.extend(names.iter().filter(is_variable).map(row));
    }
    let found = set_by_changed(versions, &held, false);
    if found.len() <= MOST_NAMED {
        return found.iter().map(|(row, setters)| said(&row.name, setters)).collect();
    }
    let named: Vec<&str> = found.iter().take(MOST_NAMED).map(|(row, _)| row.name.as_str()).collect();
    let detail = format!(
        "{} and {} others are the same in both versions before the call, though functions that can change them changed",
        named.join(", "),
        found.len() - MOST_NAMED
    );
    vec![Assumption { kind: AssumptionKind::InitialState, detail }]
}

/// The variables that changed functions set, and by which. `by_any_name`: also under names that other modules have for them.
fn set_by_changed<'h>(
    versions: [&Loaded; 2],
    held: &'h [Held],
    by_any_name: bool,
) -> Vec<(&'h Held, BTreeMap<String, Effect>)> {
    let shared: Vec<&Held> = held.iter().filter(|row| row.sides == [true, true]).collect();
    if shared.is_empty() {
        return Vec::new();
    }
    // What the client itself leaves there is compared.
    let client = (versions[0].modules[versions[0].client].name.as_str(), versions[0].function.name.as_str());
    let all = versions.map(modules_of);
    let mut changed = changed_functions(all.each_ref().map(|modules| bodies_of(modules)));
    changed.retain(|one| (one.module, one.def.name.as_str()) != client);
    if changed.is_empty() {
        return Vec::new();
    }
    let aliases = all.each_ref().map(|modules| Aliases::of(modules));
    let reached: Vec<[Code; 2]> =
        changed.iter().map(|one| aliases.each_ref().map(|aliases| aliases.reached(one.def))).collect();
    let found = shared.into_iter().filter_map(|row| {
        let sides: Vec<Effects> = all.iter().map(|modules| Effects::on(modules, row, by_any_name)).collect();
        let last = row.name.rsplit('.').next().unwrap_or(&row.name);
        let words = aliases.each_ref().map(|aliases| match sides.iter().all(|effects| effects.is_constant) {
            true => Words::only(last),
            false => aliases.words(last, sides.iter().any(|effects| effects.holds_objects)),
        });
        let is_inert = sides.iter().all(|effects| effects.is_inert) || row.name.contains('<');
        let mut setters: BTreeMap<String, Effect> = BTreeMap::new();
        for one in &changed {
            if let Some(effect) = sides.iter().filter_map(|effects| effects.of(one, row)).max() {
                let known = setters.entry(one.def.name.to_string()).or_insert(effect);
                *known = (*known).max(effect);
            }
        }
        // Who gets at it under another name, or by functions that did not change, is told where nobody else is.
        if setters.is_empty() && !is_inert {
            let gets_at =
                |reached: &[Code; 2]| words.iter().zip(reached).any(|(words, code)| words.are_changed_by(code));
            let indirect = changed.iter().zip(&reached).filter(|(_, reached)| gets_at(reached));
            setters.extend(indirect.map(|(one, _)| (one.def.name.to_string(), Effect::CanChange)));
        }
        (!setters.is_empty()).then_some((row, setters))
    });
    found.collect()
}

/// The functions, each with its module, that may not do the same in both versions.
pub(crate) fn changed(versions: [&Loaded; 2]) -> BTreeSet<(&str, &str)> {
    let bodies =
        versions.map(|loaded| loaded.all().map(|module| (module.name.as_str(), module.body.as_slice())).collect());
    changed_functions(bodies).iter().map(|one| (one.module, one.def.name.as_str())).collect()
}

/// The modules of the version, with all of their top levels.
fn modules_of(loaded: &Loaded) -> Vec<Module> {
    let loads = if loaded.whole.is_empty() { &loaded.modules } else { &loaded.whole };
    loads.iter().chain(&loaded.others).cloned().collect()
}

fn bodies_of(modules: &[Module]) -> Bodies<'_> {
    modules.iter().map(|module| (module.name.as_str(), module.body.as_slice())).collect()
}

/// Does a function that assigns a variable of a module do something else in the new version?
pub(crate) fn has_changed(old: &Version, new: &Version) -> bool {
    // A file's own name is no part of it.
    let is_file = old.is_file && new.is_file;
    let parsed = [old, new].map(|version| {
        let modules = version.modules.iter().map(|module| (if is_file { "" } else { module.path.as_str() }, module));
        let beside = version.siblings.iter().map(|module| (module.path.as_str(), module));
        let parsed = modules.chain(beside).filter_map(|(path, module)| Some((path, module.syntax().ok()?)));
        parsed.collect::<Vec<_>>()
    });
    let bodies =
        parsed.each_ref().map(|all| all.iter().map(|(path, syntax)| (*path, syntax.body.as_slice())).collect());
    let variables: BTreeSet<&str> =
        parsed.iter().flatten().flat_map(|(_, syntax)| variables_of(&syntax.body)).collect();
    let touches =
        |one: &Defined| !assigned_by(one.def).is_empty() || mentions(one.def, &variables) || Code::of(one.def).writes;
    changed_functions(bodies).iter().any(touches)
}

/// What a top level, or the body of a class, assigns.
fn variables_of(body: &[Stmt]) -> Vec<&str> {
    let found = body.iter().flat_map(|stmt| match stmt {
        Stmt::FunctionDef(_) => Vec::new(),
        Stmt::ClassDef(class) => variables_of(&class.body),
        other => {
            let mut bound = Bound::default();
            bound.visit_stmt(other);
            bound.0
        }
    });
    found.collect()
}

fn said(name: &str, setters: &BTreeMap<String, Effect>) -> Assumption {
    let named: Vec<&str> = setters.keys().map(String::as_str).take(MOST_NAMED).collect();
    let others = match setters.len() - named.len() {
        0 => String::new(),
        1 => " and one other".to_owned(),
        more => format!(" and {more} others"),
    };
    let is_sure = setters.values().all(|effect| *effect == Effect::Assigns);
    let change = match (is_sure, setters.len()) {
        (true, 1) => "assigns",
        (true, _) => "assign",
        (false, _) => "can change",
    };
    let detail = format!(
        "{name} is the same in both versions before the call, though {}{others}, which {change} it, changed",
        named.join(", ")
    );
    Assumption { kind: AssumptionKind::InitialState, detail }
}

/// What a function may do to a variable.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    CanChange,
    Assigns,
}

/// What functions of a version may do to a variable.
struct Effects<'m> {
    modules: &'m [Module],
    around: Around<'m>,
    /// By module: what the variable is called there.
    known: Vec<Known>,
    /// Does nobody see changes of what it holds?
    is_inert: bool,
    /// What it holds cannot change: only the variable can.
    is_constant: bool,
    /// May it hold objects whose methods change it?
    holds_objects: bool,
}

impl<'m> Effects<'m> {
    fn on(modules: &'m [Module], row: &Held, by_any_name: bool) -> Effects<'m> {
        let last = row.name.rsplit('.').next().unwrap_or(&row.name);
        let is_global = last == row.name;
        let module = modules.iter().find(|module| module.name == row.module);
        let by_name = |of: &Module| {
            let names = if is_global && of.name == row.module { vec![last.to_owned()] } else { Vec::new() };
            Known { names, attributes: vec![last.to_owned()] }
        };
        let known = match module {
            Some(module) if is_global && by_any_name => state::known_as(modules, module, last),
            _ => modules.iter().map(by_name).collect(),
        };
        let value = module.and_then(|module| Some((module, state::first_value(module, &row.name)?)));
        let is_plain = |value: &Expr| crate::module::is_immutable(value) || state::holds_plain(value);
        let is_inert = value.is_some_and(|(module, value)| is_inert(modules, module, value));
        let is_constant = value.is_some_and(|(_, value)| crate::module::is_immutable(value));
        let holds_objects = row.type_.is_none() && !value.is_some_and(|(_, value)| is_plain(value));
        Effects { modules, around: Around::of(modules), known, is_inert, is_constant, holds_objects }
    }

    fn of(&self, one: &Defined, row: &Held) -> Option<Effect> {
        // A default belongs to its own function.
        if row.name.contains('<') {
            return None;
        }
        let is_assigned = |assigned: Assigned<'_>| match assigned {
            Assigned::Global(name) => name == row.name && one.module == row.module,
            Assigned::Attribute(name) => name == row.name,
        };
        if assigned_by(one.def).into_iter().any(is_assigned) {
            return Some(Effect::Assigns);
        }
        if self.is_inert {
            return None;
        }
        let (module, known) = self.modules.iter().zip(&self.known).find(|(module, _)| module.name == one.module)?;
        let scope = Scope::of_function(&one.def.parameters, &one.def.body);
        let is_meant = |name: &&String| !scope.is_local(name) || imports(one.def, name);
        let known = Known {
            names: known.names.iter().filter(is_meant).cloned().collect(),
            attributes: known.attributes.clone(),
        };
        let changes = one.def.body.iter().any(|stmt| looks::changes(stmt, &known, module, &self.around));
        let is_changed = changes || self.holds_objects && one.is_method && writes(one.def);
        is_changed.then_some(Effect::CanChange)
    }
}

/// Is it something of the standard library that nobody sees changes of: a logger, a pattern, a type?
fn is_inert(modules: &[Module], module: &Module, value: &Expr) -> bool {
    const INERT: [&str; 6] = ["getLogger", "compile", "TypeVar", "ParamSpec", "NewType", "namedtuple"];
    let Expr::Call(call) = value else { return false };
    let (last, path) = match &*call.func {
        Expr::Attribute(attribute) => match &*attribute.value {
            Expr::Name(root) => (attribute.attr.as_str(), root.id.as_str()),
            _ => return false,
        },
        Expr::Name(name) => (name.id.as_str(), name.id.as_str()),
        _ => return false,
    };
    let is_told = module.only_binding(path) == Some(BindingKind::Import);
    let is_own = |name: &str| modules.iter().any(|known| known.name == name);
    is_told && INERT.contains(&last) && !["logging", "re", "typing", "collections"].into_iter().any(is_own)
}

/// Does the function import something by that name?
fn imports(def: &ast::StmtFunctionDef, name: &str) -> bool {
    def.body.iter().any(|stmt| match stmt {
        Stmt::ImportFrom(import) => {
            import.names.iter().any(|alias| alias.asname.as_ref().unwrap_or(&alias.name).as_str() == name)
        }
        _ => false,
    })
}

/// Does the function set attributes or elements, or call methods of what an object has?
fn writes(def: &ast::StmtFunctionDef) -> bool {
    struct Finds(bool);
    impl<'m> Visitor<'m> for Finds {
        fn visit_expr(&mut self, expr: &'m Expr) {
            self.0 |= match expr {
                Expr::Attribute(ast::ExprAttribute { ctx, .. }) | Expr::Subscript(ast::ExprSubscript { ctx, .. }) => {
                    !ctx.is_load()
                }
                Expr::Call(call) => {
                    matches!(&*call.func, Expr::Attribute(attribute) if attribute.value.is_attribute_expr())
                }
                _ => false,
            };
            visitor::walk_expr(self, expr);
        }
    }
    let mut finds = Finds(false);
    finds.visit_body(&def.body);
    finds.0
}

/// A function or method.
struct Defined<'m> {
    module: &'m str,
    def: &'m ast::StmtFunctionDef,
    is_method: bool,
}

/// The modules of a version, each with its path.
type Bodies<'m> = BTreeMap<&'m str, &'m [Stmt]>;

/// The functions that are not the same in both versions, or lead to something that is not, by name.
fn changed_functions([old, new]: [Bodies<'_>; 2]) -> Vec<Defined<'_>> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for (path, body) in &old {
        if let Some(twin) = new.get(path) {
            changed_names(body, twin, &mut names);
        }
    }
    if names.is_empty() {
        return Vec::new();
    }
    let mut rest: Vec<Defined> = old.iter().chain(&new).flat_map(|(path, body)| functions_in(path, body)).collect();
    let mut found = Vec::new();
    loop {
        let leads = |one: &Defined| names.contains(one.def.name.as_str()) || mentions(one.def, &names);
        let (more, others): (Vec<Defined>, Vec<Defined>) = rest.into_iter().partition(leads);
        if more.is_empty() {
            return found;
        }
        names.extend(more.iter().map(|one| one.def.name.as_str()));
        found.extend(more);
        rest = others;
    }
}

/// The names that statements of only one of the bodies bind; of classes those of their members.
fn changed_names<'m>(old: &'m [Stmt], new: &'m [Stmt], names: &mut BTreeSet<&'m str>) {
    for (body, other) in [(old, new), (new, old)] {
        let twins: HashSet<[u64; 2]> = other.iter().map(meaning).collect();
        for stmt in body.iter().filter(|stmt| !is_text(stmt) && !twins.contains(&meaning(stmt))) {
            if let Stmt::ClassDef(class) = stmt {
                let twins = other.iter().filter_map(Stmt::as_class_def_stmt);
                let twin = twins.filter(|twin| twin.name == class.name).last();
                changed_names(&class.body, twin.map_or(&[], |twin| &twin.body), names);
            }
            let mut bound = Bound::default();
            bound.visit_stmt(stmt);
            names.extend(bound.0);
        }
    }
}

/// What is said about a function is no part of it here.
fn meaning(stmt: &Stmt) -> [u64; 2] {
    let mut digest = Digest::default();
    match stmt {
        Stmt::FunctionDef(def) => {
            digest.undocumented_head(def);
            def.body.iter().filter(|stmt| !is_text(stmt)).for_each(|stmt| digest.stmt(stmt));
        }
        other => digest.stmt(other),
    }
    digest.words()
}

/// The names that a statement binds outside of functions.
#[derive(Default)]
struct Bound<'m>(Vec<&'m str>);

impl<'m> Visitor<'m> for Bound<'m> {
    fn visit_stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.0.push(def.name.as_str()),
            Stmt::ClassDef(class) => self.0.push(class.name.as_str()),
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'m Expr) {
        if let Expr::Name(name) = expr
            && name.ctx == ast::ExprContext::Store
        {
            self.0.push(name.id.as_str());
        }
        visitor::walk_expr(self, expr);
    }
}

fn functions_in<'m>(module: &'m str, body: &'m [Stmt]) -> Vec<Defined<'m>> {
    struct Finds<'m> {
        module: &'m str,
        found: Vec<Defined<'m>>,
        is_in_class: bool,
    }
    impl<'m> Visitor<'m> for Finds<'m> {
        fn visit_stmt(&mut self, stmt: &'m Stmt) {
            match stmt {
                Stmt::FunctionDef(def) => {
                    self.found.push(Defined { module: self.module, def, is_method: self.is_in_class });
                }
                Stmt::ClassDef(class) => {
                    let outer = std::mem::replace(&mut self.is_in_class, true);
                    self.visit_body(&class.body);
                    self.is_in_class = outer;
                }
                other => visitor::walk_stmt(self, other),
            }
        }
    }
    let mut finds = Finds { module, found: Vec::new(), is_in_class: false };
    finds.visit_body(body);
    finds.found
}

fn mentions(def: &ast::StmtFunctionDef, names: &BTreeSet<&str>) -> bool {
    struct Looks<'n>(&'n BTreeSet<&'n str>, bool);
    impl<'m> Visitor<'m> for Looks<'_> {
        fn visit_expr(&mut self, expr: &'m Expr) {
            self.1 |= match expr {
                Expr::Name(name) => self.0.contains(name.id.as_str()),
                Expr::Attribute(attribute) => self.0.contains(attribute.attr.as_str()),
                _ => false,
            };
            visitor::walk_expr(self, expr);
        }
    }
    let mut looks = Looks(names, false);
    looks.visit_body(&def.body);
    looks.1
}

#[derive(Copy, Clone)]
enum Assigned<'m> {
    Global(&'m str),
    Attribute(&'m str),
}

fn assigned_by(def: &ast::StmtFunctionDef) -> Vec<Assigned<'_>> {
    struct Finds<'m>(Vec<Assigned<'m>>);
    impl<'m> Visitor<'m> for Finds<'m> {
        fn visit_stmt(&mut self, stmt: &'m Stmt) {
            if let Stmt::Global(global) = stmt {
                self.0.extend(global.names.iter().map(|name| Assigned::Global(name.as_str())));
            }
            visitor::walk_stmt(self, stmt);
        }

        fn visit_expr(&mut self, expr: &'m Expr) {
            if let Expr::Attribute(attribute) = expr
                && attribute.ctx == ast::ExprContext::Store
            {
                self.0.push(Assigned::Attribute(attribute.attr.as_str()));
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut finds = Finds(Vec::new());
    finds.visit_body(&def.body);
    finds.0
}
