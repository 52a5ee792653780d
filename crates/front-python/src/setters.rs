//! What sets a variable that the client finds, and is not the same in both versions.
//!
//! Both versions find the same in a variable that starts alike: they have seen the same calls so far. Where a function
//! that assigns it does something else in new, that is taken for granted, so it is said.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ir::entry::{Assumption, AssumptionKind};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::Version;
use crate::keys::{Digest, is_text};
use crate::program::Loaded;
use crate::state::Held;

/// More are not named.
const MOST_NAMED: usize = 3;

/// What is taken for granted of these variables.
pub(crate) fn assumptions(versions: [&Loaded; 2], held: &[Held]) -> Vec<Assumption> {
    let shared: Vec<&Held> = held.iter().filter(|row| row.sides == [true, true]).collect();
    if shared.is_empty() {
        return Vec::new();
    }
    // What the client itself leaves there is compared.
    let client = (versions[0].whole[versions[0].client].name.as_str(), versions[0].function.name.as_str());
    let mut changed = changed_functions(versions.map(bodies_of));
    changed.retain(|one| (one.module, one.def.name.as_str()) != client);
    let said = shared.into_iter().filter_map(|row| {
        let setters: BTreeSet<&str> =
            changed.iter().filter(|one| sets(one, row)).map(|one| one.def.name.as_str()).collect();
        (!setters.is_empty()).then(|| said(&row.name, &setters))
    });
    said.collect()
}

/// The functions, each with its module, that may not do the same in both versions.
pub(crate) fn changed(versions: [&Loaded; 2]) -> BTreeSet<(&str, &str)> {
    changed_functions(versions.map(bodies_of)).iter().map(|one| (one.module, one.def.name.as_str())).collect()
}

fn bodies_of(loaded: &Loaded) -> Bodies<'_> {
    loaded.all().map(|module| (module.name.as_str(), module.body.as_slice())).collect()
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
    changed_functions(bodies).iter().any(|one| !assigned_by(one.def).is_empty())
}

fn said(name: &str, setters: &BTreeSet<&str>) -> Assumption {
    let named: Vec<&str> = setters.iter().copied().take(MOST_NAMED).collect();
    let others = match setters.len() - named.len() {
        0 => String::new(),
        1 => " and one other".to_owned(),
        more => format!(" and {more} others"),
    };
    let assign = if setters.len() == 1 { "assigns" } else { "assign" };
    let detail = format!(
        "{name} is the same in both versions before the call, though {}{others}, which {assign} it, changed",
        named.join(", ")
    );
    Assumption { kind: AssumptionKind::InitialState, detail }
}

/// A function or method.
struct Defined<'m> {
    module: &'m str,
    def: &'m ast::StmtFunctionDef,
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
    struct Finds<'m>(Vec<&'m ast::StmtFunctionDef>);
    impl<'m> Visitor<'m> for Finds<'m> {
        fn visit_stmt(&mut self, stmt: &'m Stmt) {
            match stmt {
                Stmt::FunctionDef(def) => self.0.push(def),
                other => visitor::walk_stmt(self, other),
            }
        }
    }
    let mut finds = Finds(Vec::new());
    finds.visit_body(body);
    finds.0.into_iter().map(|def| Defined { module, def }).collect()
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

/// Does the function assign the variable: as a global of its module, or as an attribute of that name?
fn sets(one: &Defined, row: &Held) -> bool {
    assigned_by(one.def).into_iter().any(|assigned| match assigned {
        Assigned::Global(name) => name == row.name && one.module == row.module,
        Assigned::Attribute(name) => name == row.name,
    })
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
