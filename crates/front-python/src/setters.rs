//! What sets a variable that the client finds, and is not the same in both versions.
//!
//! Both versions find the same in a variable that starts alike: they have seen the same calls so far. Where a function
//! that assigns it does something else in new, that is taken for granted, so it is said.

use std::collections::BTreeSet;

use ir::entry::{Assumption, AssumptionKind};
use ruff_python_ast::comparable::ComparableStmt;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::keys::is_text;
use crate::module::Module;
use crate::program::Loaded;
use crate::state::Held;

/// More are not named.
const MOST_NAMED: usize = 3;

/// What is taken for granted of these variables.
pub(crate) fn assumptions(versions: [&Loaded; 2], held: &[Held]) -> Vec<Assumption> {
    let changed = changed_functions(versions);
    let shared = held.iter().filter(|row| row.sides == [true, true]);
    let said = shared.filter_map(|row| {
        let setters: BTreeSet<&str> =
            changed.iter().filter(|one| sets(one, row)).map(|one| one.def.name.as_str()).collect();
        (!setters.is_empty()).then(|| said(&row.name, &setters))
    });
    said.collect()
}

/// Does a function that assigns a variable of a module do something else in the new version?
pub(crate) fn has_changed(versions: [&Loaded; 2]) -> bool {
    changed_functions(versions).iter().any(|one| !assigned_by(one.def).is_empty())
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

/// The functions that are not the same in both versions, or lead to something that is not, by name.
fn changed_functions(versions: [&Loaded; 2]) -> Vec<Defined<'_>> {
    let [old, new] = versions.map(|loaded| loaded.whole.iter().chain(&loaded.others).collect::<Vec<&Module>>());
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for module in &old {
        if let Some(twin) = new.iter().find(|twin| twin.name == module.name) {
            changed_names(&module.body, &twin.body, &mut names);
        }
    }
    if names.is_empty() {
        return Vec::new();
    }
    let mut rest: Vec<Defined> = old.iter().chain(&new).flat_map(|module| functions_in(module)).collect();
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
        for stmt in body.iter().filter(|stmt| !is_text(stmt)) {
            if other.iter().any(|twin| is_same(stmt, twin)) {
                continue;
            }
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
fn is_same(stmt: &Stmt, twin: &Stmt) -> bool {
    let alike = |a: &Stmt, b: &Stmt| ComparableStmt::from(a) == ComparableStmt::from(b);
    match (stmt, twin) {
        (Stmt::FunctionDef(a), Stmt::FunctionDef(b)) if a.name == b.name => {
            let [mut a, mut b] = [a, b].map(|def| def.body.iter().filter(|stmt| !is_text(stmt)));
            let heads = [stmt, twin].map(|stmt| Stmt::FunctionDef(bare(stmt)));
            let is_same_body = loop {
                match (a.next(), b.next()) {
                    (None, None) => break true,
                    (Some(a), Some(b)) if alike(a, b) => {}
                    _ => break false,
                }
            };
            is_same_body && alike(&heads[0], &heads[1])
        }
        _ => alike(stmt, twin),
    }
}

/// The function without its body.
fn bare(stmt: &Stmt) -> ast::StmtFunctionDef {
    let Stmt::FunctionDef(def) = stmt else { unreachable!("asked of functions alone") };
    ast::StmtFunctionDef { body: Default::default(), ..def.clone() }
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

fn functions_in(module: &Module) -> Vec<Defined<'_>> {
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
    finds.visit_body(&module.body);
    finds.0.into_iter().map(|def| Defined { module: &module.name, def }).collect()
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
