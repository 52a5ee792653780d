//! Which statements of top levels are *settled*: they surely come to their end, and do nothing but bind names.
//!
//! Loading a module runs its top level, so every client depends on all of it. A settled statement counts
//! only through the names that it binds: where nobody needs these, it may change or go away unseen. What
//! is said here is never a guess: a statement that may raise, call code of which nothing is known, or
//! change something, is not settled.
//!
//! Modules are gone through in the order in which they are loaded. A name that is taken from a module that
//! is still being loaded (modules that import each other) is not settled: what it holds depends on who was
//! first.

mod classes;
mod pattern;
mod types;
mod values;

use std::collections::BTreeSet;

use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::builtins::Builtin;
use crate::call::Target;
use crate::lower::Lowering;
use crate::module::{BindingKind, Import, Module};
use crate::standard;

pub(crate) use classes::HOOKS;
pub(crate) use values::{Kind, fields_of, is_identifier, whole};

/// What is known of each statement of each module, by its place in the body.
pub(crate) type Rows = Vec<Vec<Row>>;

#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) is_settled: bool,
    /// Of an import: which of its names surely get a value, whatever loading the module does besides.
    pub(crate) sure: Vec<bool>,
}

/// Goes through the modules in the order in which a client of that module loads them.
/// `elsewhere`: what the other version imports from outside. Also gives the modules that are taken to be there because
/// of that.
pub(crate) fn settled(
    lowering: &mut Lowering<'_>,
    client: usize,
    elsewhere: &FxHashSet<String>,
) -> (Rows, BTreeSet<String>) {
    let modules = lowering.modules;
    let mut settler = Settler {
        lowering,
        modules,
        elsewhere,
        loads: modules.iter().map(|_| Load::New).collect(),
        rows: modules.iter().map(|module| Vec::with_capacity(module.body.len())).collect(),
        bound: modules.iter().map(|_| FxHashSet::default()).collect(),
        kinds: modules.iter().map(|_| FxHashMap::default()).collect(),
        makers: Vec::new(),
        outside: BTreeSet::new(),
    };
    settler.load_path(&modules[client].name);
    // What is imported later, inside functions.
    (0..modules.len()).for_each(|module| settler.load(module));
    (settler.rows, settler.outside)
}

/// All that a version imports from outside the standard library, where it surely does: the module, and the
/// name that is taken from it.
pub(crate) fn outside_imports(lowering: &Lowering<'_>) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for (index, module) in lowering.modules.iter().enumerate() {
        for stmt in &module.body {
            for import in imports_of(stmt) {
                if let Some(path) = lowering.absolute(index, &import) {
                    let name = import.name.map(|name| format!("{path} {name}"));
                    found.extend([path].into_iter().chain(name));
                }
            }
        }
    }
    found
}

/// The imports that the statement is.
pub(crate) fn imports_of(stmt: &Stmt) -> Vec<Import> {
    match stmt {
        Stmt::Import(stmt) => stmt
            .names
            .iter()
            .map(|alias| {
                let (path, binds_leaf) = (alias.name.to_string(), alias.asname.is_some());
                Import { level: 0, path, name: None, binds_leaf }
            })
            .collect(),
        Stmt::ImportFrom(stmt) => {
            let path = stmt.module.as_ref().map(ToString::to_string).unwrap_or_default();
            let import = |alias: &ast::Alias| Import {
                level: stmt.level,
                path: path.clone(),
                name: Some(alias.name.to_string()),
                binds_leaf: true,
            };
            stmt.names.iter().map(import).collect()
        }
        _ => Vec::new(),
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Load {
    New,
    Started,
    Done,
}

struct Settler<'a, 's> {
    lowering: &'s mut Lowering<'a>,
    modules: &'a [Module],
    elsewhere: &'s FxHashSet<String>,
    loads: Vec<Load>,
    rows: Rows,
    /// The names of each module that surely have a value by now.
    bound: Vec<FxHashSet<String>>,
    /// What is known of what they hold.
    kinds: Vec<FxHashMap<String, Kind>>,
    /// Functions whose calls are being looked at.
    makers: Vec<usize>,
    /// The modules from outside that are taken to be there.
    outside: BTreeSet<String>,
}

/// Where an expression stands.
#[derive(Copy, Clone)]
struct Place<'p> {
    module: usize,
    /// The names that the class body around has bound so far.
    class: Option<&'p FxHashSet<String>>,
}

impl<'p> Place<'p> {
    fn top(module: usize) -> Place<'p> {
        Place { module, class: None }
    }
}

impl<'a> Settler<'a, '_> {
    /// Loads a module and the packages around it.
    fn load_path(&mut self, path: &str) {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        for end in ends.collect::<Vec<_>>() {
            if let Some(module) = self.lowering.module(&path[..end]) {
                self.load(module);
            }
        }
    }

    fn load(&mut self, module: usize) {
        if self.loads[module] != Load::New {
            return;
        }
        self.loads[module] = Load::Started;
        let is_refused = self.modules[module].refusal.is_some();
        for stmt in &self.modules[module].body {
            let is_settled = !is_refused && self.stmt(module, stmt);
            let sure = imports_of(stmt).iter().map(|import| self.is_surely_there(module, import)).collect();
            self.rows[module].push(Row { is_settled, sure });
        }
        self.loads[module] = Load::Done;
    }

    fn is_settled_whole(&self, module: usize) -> bool {
        self.loads[module] == Load::Done && self.rows[module].iter().all(|row| row.is_settled)
    }

    fn bind(&mut self, module: usize, name: &str, kind: Kind) {
        self.bound[module].insert(name.to_string());
        self.kinds[module].insert(name.to_string(), kind);
    }

    fn stmts(&mut self, module: usize, stmts: &'a [Stmt]) -> bool {
        // Each is looked at: what it binds counts even where another is not settled.
        let rows: Vec<bool> = stmts.iter().map(|stmt| self.stmt(module, stmt)).collect();
        rows.into_iter().all(|is_settled| is_settled)
    }

    fn stmt(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        let place = Place::top(module);
        match stmt {
            Stmt::Pass(_) => true,
            Stmt::Expr(stmt) => self.value(place, &stmt.value).is_some(),
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.import(module, stmt),
            Stmt::FunctionDef(def) => {
                let kind = self.def(place, def);
                self.bind(module, &def.name, kind.unwrap_or(Kind::Object));
                kind.is_some()
            }
            Stmt::ClassDef(class) => {
                let is_settled = self.class(module, class);
                self.bind(module, &class.name, if is_settled { Kind::Class } else { Kind::Object });
                is_settled
            }
            Stmt::Assign(stmt) => {
                let value = self.value(place, &stmt.value);
                let targets = stmt.targets.iter();
                targets.fold(value.is_some(), |all, target| self.target(module, target, &stmt.value, value) && all)
            }
            Stmt::AnnAssign(stmt) => {
                let value = stmt.value.as_deref().map(|value| (value, self.value(place, value)));
                let is_annotated = self.annotation(place, &stmt.annotation);
                let is_assigned = value.is_none_or(|(value, kind)| self.target(module, &stmt.target, value, kind));
                is_annotated && is_assigned && value.is_none_or(|(_, kind)| kind.is_some())
            }
            Stmt::AugAssign(stmt) => self.grown(module, stmt),
            Stmt::If(stmt) => self.choice(module, stmt),
            Stmt::Try(stmt) => self.attempt(module, stmt),
            Stmt::Delete(stmt) => stmt.targets.iter().all(|target| match target {
                Expr::Name(name) => {
                    self.kinds[module].remove(name.id.as_str());
                    self.bound[module].remove(name.id.as_str())
                }
                _ => false,
            }),
            _ => false,
        }
    }

    /// Binds a target; `kind` is what is known of the value.
    fn target(&mut self, module: usize, target: &Expr, value: &'a Expr, kind: Option<Kind>) -> bool {
        match (target, value) {
            (Expr::Name(name), _) => {
                self.bind(module, &name.id, kind.unwrap_or(Kind::Object));
                // Annotations of the top level are put there.
                name.id.as_str() != "__annotations__"
            }
            (Expr::Tuple(targets), Expr::Tuple(values)) if targets.elts.len() == values.elts.len() => {
                let pairs = targets.elts.iter().zip(&values.elts);
                pairs.fold(true, |all, (target, value)| {
                    let kind = self.value(Place::top(module), value);
                    !target.is_starred_expr() && self.target(module, target, value, kind) && all
                })
            }
            (Expr::Attribute(attribute), _) => kind.is_some() && self.takes_docstring(module, attribute),
            _ => false,
        }
    }

    /// `f.__doc__ = …`: is it a function or a class of the module, or a field of its named tuple? Who asks for a docstring
    /// is told by that word.
    fn takes_docstring(&mut self, module: usize, attribute: &ast::ExprAttribute) -> bool {
        let is_it = match &*attribute.value {
            Expr::Name(name) => self.is_defined_here(module, &name.id),
            Expr::Attribute(field) => {
                let Expr::Name(name) = &*field.value else { return false };
                self.is_defined_here(module, &name.id) && self.has_field(module, &name.id, &field.attr)
            }
            _ => false,
        };
        is_it && attribute.attr.as_str() == "__doc__"
    }

    /// Is the name that of a function or class that surely came into being here, and of nothing else?
    fn is_defined_here(&mut self, module: usize, name: &str) -> bool {
        let row = &self.modules[module];
        let is_known = self.kinds[module].get(name).is_some_and(|kind| [Kind::Function, Kind::Class].contains(kind));
        let is_definition = matches!(row.only_binding(name), Some(BindingKind::Function(_) | BindingKind::Class(_)));
        is_known && (is_definition || row.is_bound_once(name) && self.fields_of_tuple(module, name).is_some())
    }

    /// The fields, if the name is bound to what `namedtuple(…)` gives.
    fn fields_of_tuple(&mut self, module: usize, name: &str) -> Option<Vec<String>> {
        let modules = self.modules;
        let Some(Expr::Call(call)) = crate::state::first_value(&modules[module], name) else { return None };
        let [_, fields, ..] = &*call.arguments.args else { return None };
        let is_it = self.lowering.path_target(module, &call.func) == Target::External("collections.namedtuple".into());
        fields_of(fields).filter(|_| is_it)
    }

    fn has_field(&mut self, module: usize, class: &str, field: &str) -> bool {
        let modules = self.modules;
        let found =
            modules[module].body.iter().filter_map(Stmt::as_class_def_stmt).find(|def| def.name.as_str() == class);
        let fields = match found.map(|def| def.bases()) {
            // As such an assignment is read.
            Some([Expr::Call(call)]) => call.arguments.args.get(1).and_then(fields_of),
            Some(_) => None,
            None => self.fields_of_tuple(module, class),
        };
        fields.is_some_and(|fields| fields.iter().any(|known| known == field))
    }

    /// `__all__ += […]` and the like: what is added is of the kind that is there.
    fn grown(&mut self, module: usize, stmt: &'a ast::StmtAugAssign) -> bool {
        let Expr::Name(name) = &*stmt.target else { return false };
        let known = self.kinds[module].get(name.id.as_str()).copied();
        let value = self.value(Place::top(module), &stmt.value);
        let is_sequence = match known {
            Some(Kind::Tuple | Kind::Text) => true,
            Some(Kind::List) => self.is_known_by_one_name(module, &name.id),
            _ => false,
        };
        stmt.op == ast::Operator::Add && is_sequence && known == value
    }

    /// Was the list written down for this name, and did the top level give it to nobody else? Then adding to it only
    /// binds the name.
    fn is_known_by_one_name(&self, module: usize, name: &str) -> bool {
        let row = &self.modules[module];
        row.body.iter().enumerate().all(|(place, stmt)| match stmt {
            Stmt::Assign(stmt) if matches!(&stmt.targets[..], [Expr::Name(target)] if target.id.as_str() == name) => {
                stmt.value.is_list_expr()
            }
            Stmt::AugAssign(stmt) if matches!(&*stmt.target, Expr::Name(target) if target.id.as_str() == name) => true,
            Stmt::FunctionDef(def) => def.decorator_list.is_empty(),
            _ => !row.mentions(place).names.contains(name),
        })
    }

    /// All branches are settled, whichever is taken.
    fn choice(&mut self, module: usize, stmt: &'a ast::StmtIf) -> bool {
        let mut is_settled = true;
        let mut is_complete = false;
        let before = self.bound[module].clone();
        let mut after: Option<FxHashSet<String>> = None;
        let first = (Some(&*stmt.test), &stmt.body[..]);
        let rest = stmt.elif_else_clauses.iter().map(|clause| (clause.test.as_ref(), &clause.body[..]));
        for (test, body) in std::iter::once(first).chain(rest) {
            self.bound[module].clone_from(&before);
            is_settled &= test.is_none_or(|test| self.value(Place::top(module), test).is_some());
            is_settled &= self.stmts(module, body);
            is_complete |= test.is_none();
            let bound = &self.bound[module];
            after = Some(after.map_or_else(|| bound.clone(), |after| after.intersection(bound).cloned().collect()));
        }
        self.bound[module] = after.filter(|_| is_complete).unwrap_or(before);
        // What branches bind is of no one kind.
        self.names_of_if(stmt).iter().for_each(|name| {
            self.kinds[module].remove(name);
        });
        is_settled
    }

    fn names_of_if(&self, stmt: &ast::StmtIf) -> Vec<String> {
        let mut names = crate::scope::Scope::of_body(&stmt.body).locals;
        for clause in &stmt.elif_else_clauses {
            names.extend(crate::scope::Scope::of_body(&clause.body).locals);
        }
        names
    }

    /// `try: import x` with a handler for its failure.
    fn attempt(&mut self, module: usize, stmt: &'a ast::StmtTry) -> bool {
        if stmt.is_star || !stmt.finalbody.is_empty() {
            return false;
        }
        let before = self.bound[module].clone();
        let mut is_settled = true;
        for stmt in &stmt.body {
            // Whether a module is there is nobody's guess, but the handler is ready for both.
            let may_fail = !imports_of(stmt).is_empty() && self.is_from_outside(module, stmt);
            let (binds, is_sure) = (self.names_of(stmt), !may_fail && self.stmt(module, stmt));
            is_settled &= is_sure || may_fail;
            if may_fail {
                binds.iter().for_each(|name| self.bind(module, name, Kind::Object));
            }
        }
        is_settled &= self.stmts(module, &stmt.orelse);
        let mut after = self.bound[module].clone();
        let mut catches = false;
        for handler in &stmt.handlers {
            let ast::ExceptHandler::ExceptHandler(handler) = handler;
            self.bound[module].clone_from(&before);
            is_settled &= handler.name.is_none();
            catches |= match handler.type_.as_deref() {
                None => true,
                Some(class) => self.catches_imports(module, class, &mut is_settled),
            };
            is_settled &= self.stmts(module, &handler.body);
            after = after.intersection(&self.bound[module]).cloned().collect();
        }
        self.bound[module] = after;
        for stmt in stmt.body.iter().chain(&stmt.orelse) {
            self.names_of(stmt).iter().for_each(|name| {
                self.kinds[module].remove(name);
            });
        }
        is_settled && catches
    }

    fn catches_imports(&mut self, module: usize, class: &'a Expr, is_settled: &mut bool) -> bool {
        let classes = match class {
            Expr::Tuple(tuple) => &tuple.elts[..],
            class => std::slice::from_ref(class),
        };
        let mut catches = false;
        for class in classes {
            match self.lowering.path_target(module, class) {
                Target::Builtin(Builtin::Exception(name)) => {
                    catches |= ["ImportError", "Exception", "BaseException"].contains(&name);
                }
                _ => *is_settled = false,
            }
        }
        catches
    }

    fn is_from_outside(&self, module: usize, stmt: &Stmt) -> bool {
        imports_of(stmt).iter().all(|import| {
            let path = self.lowering.absolute(module, import);
            path.is_some_and(|path| {
                let root = path.split('.').next().unwrap_or_default();
                self.lowering.module(root).is_none()
            })
        })
    }

    fn names_of(&self, stmt: &Stmt) -> Vec<String> {
        crate::scope::Scope::of_body(std::slice::from_ref(stmt)).locals
    }

    // Imports.

    fn import(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        let mut is_settled = true;
        let names = match stmt {
            Stmt::Import(stmt) => &stmt.names,
            Stmt::ImportFrom(stmt) => &stmt.names,
            _ => unreachable!("an import"),
        };
        for (import, alias) in imports_of(stmt).into_iter().zip(names) {
            is_settled &= self.is_imported(module, &import);
            let bound = match (&alias.asname, &import.name) {
                (Some(name), _) => name.as_str(),
                (None, Some(name)) => name,
                (None, None) => alias.name.split('.').next().unwrap_or_default(),
            };
            let kind = self.kind_of_import(module, &import);
            self.bind(module, bound, kind);
        }
        is_settled
    }

    fn kind_of_import(&mut self, module: usize, import: &Import) -> Kind {
        let Some(name) = &import.name else { return Kind::Module };
        let path = self.lowering.absolute(module, import);
        let found = path.and_then(|path| self.lowering.module(&path));
        found.and_then(|found| self.kinds[found].get(name).copied()).unwrap_or(Kind::Object)
    }

    /// Does the import surely succeed, and do nothing that counts?
    pub(crate) fn is_imported(&mut self, module: usize, import: &Import) -> bool {
        let Some(path) = self.lowering.absolute(module, import) else { return false };
        if path == "__future__" {
            return true;
        }
        self.load_path(&path);
        let Some(found) = self.lowering.module(&path) else { return self.is_there(&path, import.name.as_deref()) };
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        let is_whole = ends.collect::<Vec<_>>().into_iter().all(|end| {
            let part = self.lowering.module(&path[..end]);
            part.is_none_or(|part| self.is_settled_whole(part) || self.loads[part] == Load::Started)
        });
        let Some(name) = &import.name else { return is_whole };
        let leaf = self.lowering.module(&format!("{path}.{name}"));
        match leaf {
            Some(leaf) if !self.modules[found].binds(name) => {
                self.load(leaf);
                is_whole && (self.is_settled_whole(leaf) || self.loads[leaf] == Load::Started)
            }
            _ => is_whole && self.loads[found] == Load::Done && self.bound[found].contains(name),
        }
    }

    /// Is what the import binds surely there once the module is loaded?
    fn is_surely_there(&mut self, module: usize, import: &Import) -> bool {
        let Some(path) = self.lowering.absolute(module, import) else { return false };
        match (self.lowering.module(&path), &import.name) {
            (None, name) => self.is_there(&path, name.as_deref()) || path == "__future__",
            (Some(_), None) => true,
            (Some(found), Some(name)) => self.loads[found] == Load::Done && self.bound[found].contains(name),
        }
    }

    /// Is the module, and what is taken from it, surely outside the program?
    fn is_there(&mut self, path: &str, name: Option<&str>) -> bool {
        let is_namespace = self.modules.iter().any(|module| module.name.starts_with(&format!("{path}.")));
        if is_namespace || name == Some("*") {
            return false;
        }
        if standard::is_module(path) {
            return name.is_none_or(|name| standard::is_path(&format!("{path}.{name}")));
        }
        // What both versions import is there for both or for neither.
        let is_standard = standard::is_module(path.split('.').next().unwrap_or(path));
        let key = name.map_or_else(|| path.to_string(), |name| format!("{path} {name}"));
        let is_shared = !is_standard && self.elsewhere.contains(&key);
        if is_shared {
            self.outside.insert(path.to_string());
        }
        is_shared
    }
}
