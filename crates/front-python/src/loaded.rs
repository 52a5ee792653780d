//! Modules as loading left them.
//!
//! A top level may do anything before its names stand for what they stand for in the end. Where both versions were
//! loaded, what counts is the end: each name is bound once, by the definition or the import that it holds, by a value
//! that can be written down, or as something of which it is only known whether it is the same in both versions. The
//! order of what stays is that of the source, so that modules that import each other find what they need.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::entry::{Assumption, AssumptionKind};
use ruff_python_ast::{self as ast, Expr, ExprContext, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::module::Module;
use crate::program::{Loaded, find_def};
use crate::scope::Scope;
use crate::settled::{Row, imports_of};

/// What loading both versions left behind.
#[derive(Clone, Debug)]
pub struct Loading {
    pub names: [Names; 2],
    pub graph: Arc<dyn Graph>,
}

/// The objects that loading made.
pub trait Graph: std::fmt::Debug + Send + Sync {
    /// If everything is the same that the member of a module leads to: all names that the program's code uses which it
    /// leads to.
    fn same(&self, module: &str, path: &str) -> Option<BTreeSet<String>>;

    /// What objects of the program's classes do that is not the same in both versions.
    fn affected(&self) -> &Affected;
}

/// What objects do that is not the same in both versions.
#[derive(Debug, Default)]
pub struct Affected {
    /// The members, apart from those that operators ask for.
    pub names: BTreeSet<String>,
    /// Is there one that operators ask for?
    pub operators: bool,
    /// Which classes an object is a case of.
    pub relations: bool,
}

/// What the names of each module hold.
pub type Names = BTreeMap<String, Vec<(String, Held)>>;

/// What a name holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// What its only import gives.
    Import,
    /// A value, as an expression.
    Literal(String),
    Module(String),
    /// What that module has under that name.
    From(String, String),
    /// What another name of this module holds.
    Alias(String),
    /// The function or class whose definition begins on that line, with its defaults where they can be written.
    Defined {
        line: u32,
        defaults: Vec<Option<String>>,
    },
    /// Something that is the same in both versions, with all it leads to.
    Same,
    /// Something of which that is not known.
    Other,
}

/// What stands for a value of which no more is known: no name that a program can write.
const MARK: &str = "<loaded>";

/// Is it a name that holds something of which no more is known?
pub(crate) fn is_mark(stmt: &Stmt) -> bool {
    let Stmt::Assign(assign) = stmt else { return false };
    let Expr::Call(call) = &*assign.value else { return false };
    matches!(&*call.func, Expr::Name(name) if name.id.as_str() == MARK)
}

/// Puts the modules that were loaded in place of their sources.
pub(crate) fn put_loaded(versions: &mut [Loaded; 2], loading: &Loading) {
    for (side, loaded) in versions.iter_mut().enumerate() {
        let names = &loading.names[side];
        let unknown = not_defined(loaded, names);
        for index in 0..loaded.modules.len() {
            let module = &loaded.modules[index];
            // Where the client is not what it says, nothing is known anyway, but it must be found.
            let Some(rows) = names.get(&module.name).filter(|_| unknown.is_none()) else { continue };
            let rewritten = Rewriting::new(module, rows, side).module();
            loaded.modules[index] = rewritten;
        }
        loaded.unknown = loaded.unknown.take().or(unknown);
    }
}

/// The client, if it is something else by now than its definition says.
pub(crate) fn not_defined(loaded: &Loaded, names: &Names) -> Option<String> {
    let is_defined = |module: usize, name: &str| {
        let rows = names.get(&loaded.modules[module].name);
        let held = rows.and_then(|rows| rows.iter().find(|(known, _)| known == name));
        held.is_some_and(|(_, held)| matches!(held, Held::Defined { .. }))
    };
    let definition = find_def(&loaded.modules, loaded.client, &loaded.function)?;
    let name = definition.class.map_or(loaded.function.name.as_str(), |class| class.name.as_str());
    let asked = loaded.function.class.as_deref().unwrap_or(name).split('.').next().unwrap_or(name);
    let is_heir = || {
        let rows = names.get(&loaded.modules[loaded.client].name);
        let held = rows.and_then(|rows| rows.iter().find(|(known, _)| known == asked));
        held.is_some_and(|(_, held)| matches!(held, Held::Import | Held::From(..)))
    };
    let is_sure = is_defined(definition.module, name) && (is_defined(loaded.client, asked) || is_heir());
    (!is_sure).then(|| format!("`{asked}` is not just what its definition says once it is loaded"))
}

/// Which modules of a version stand as they were loaded.
pub(crate) fn is_loaded(loading: Option<&Loading>, side: usize, module: &Module) -> bool {
    loading.is_some_and(|loading| loading.names[side].contains_key(&module.name))
}

/// All statements of such a module bind names, and nothing else.
pub(crate) fn rows(module: &Module) -> Vec<Row> {
    let row = |stmt: &Stmt| Row { is_settled: true, sure: vec![true; imports_of(stmt).len()] };
    module.body.iter().map(row).collect()
}

struct Rewriting<'m> {
    module: &'m Module,
    held: FxHashMap<&'m str, &'m Held>,
    side: usize,
    /// The last statement that binds a name, by its place.
    last: FxHashMap<String, usize>,
    body: Vec<Stmt>,
    done: FxHashSet<String>,
}

impl Loading {
    pub(crate) fn assumption(&self) -> Assumption {
        let detail = "both versions load as they were seen to do here".to_owned();
        Assumption { kind: AssumptionKind::Loading, detail }
    }
}

impl<'m> Rewriting<'m> {
    fn new(module: &'m Module, rows: &'m [(String, Held)], side: usize) -> Rewriting<'m> {
        let mut last = FxHashMap::default();
        for (place, stmt) in module.body.iter().enumerate() {
            for name in Scope::of_body(std::slice::from_ref(stmt)).locals {
                last.insert(name, place);
            }
        }
        let held = rows.iter().map(|(name, held)| (name.as_str(), held)).collect();
        Rewriting { module, held, side, last, body: Vec::new(), done: FxHashSet::default() }
    }

    fn module(mut self) -> Module {
        let module = self.module;
        for (place, stmt) in module.body.iter().enumerate() {
            match stmt {
                Stmt::ImportFrom(import) if import.module.as_deref() == Some("__future__") => {
                    self.body.push(stmt.clone());
                }
                Stmt::ImportFrom(import) if import.names.iter().any(|alias| alias.name.as_str() == "*") => {
                    self.rest(stmt, |held| matches!(held, Held::From(..) | Held::Module(_)));
                }
                Stmt::Import(_) | Stmt::ImportFrom(_) => self.import(stmt),
                _ => {}
            }
            let mut names: Vec<String> = Scope::of_body(std::slice::from_ref(stmt)).locals.into_iter().collect();
            names.retain(|name| self.last[name] == place);
            names.sort();
            names.iter().for_each(|name| self.emit(name, stmt));
        }
        if let Some(end) = module.body.last() {
            self.rest(end, |_| true);
        }
        let mut loaded = module.with_body(self.body, Vec::new());
        loaded.is_loaded = true;
        loaded
    }

    /// The names that no statement binds by itself.
    fn rest(&mut self, at: &Stmt, is_asked: impl Fn(&Held) -> bool) {
        let mut names: Vec<&str> = self.held.iter().filter(|(_, held)| is_asked(held)).map(|(name, _)| *name).collect();
        names.sort_unstable();
        for name in names {
            if !self.last.contains_key(name) {
                self.emit(name, at);
            }
        }
    }

    /// An import with those of its names that hold what it gives.
    fn import(&mut self, stmt: &Stmt) {
        let mut stmt = stmt.clone();
        let is_from = stmt.is_import_from_stmt();
        let names = match &mut stmt {
            Stmt::Import(stmt) => &mut stmt.names,
            Stmt::ImportFrom(stmt) => &mut stmt.names,
            _ => return,
        };
        names.retain(|alias| {
            let name = match &alias.asname {
                Some(name) => name.as_str(),
                None if is_from => alias.name.as_str(),
                None => alias.name.split('.').next().unwrap_or_default(),
            };
            let is_kept = matches!(self.held.get(name), Some(Held::Import));
            if is_kept {
                self.done.insert(name.to_string());
            }
            // `import a.b` also loads a part of `a`.
            is_kept || (!is_from && alias.asname.is_none() && alias.name.contains('.') && self.held.contains_key(name))
        });
        if !names.is_empty() {
            self.body.push(stmt);
        }
    }

    /// Binds the name to what it holds.
    fn emit(&mut self, name: &str, at: &Stmt) {
        let Some(held) = self.held.get(name).copied() else { return };
        if !self.done.insert(name.to_string()) {
            return;
        }
        let range = at.range();
        if let Held::Alias(other) = held {
            self.emit(other, at);
        }
        let stmt = match held {
            Held::Import => None,
            Held::Literal(text) => expression(text, range).map(|value| assign(name, value, range)),
            Held::Module(path) => import(&format!("import {path} as {name}"), range),
            Held::From(path, member) => import(&format!("from {path} import {member} as {name}"), range),
            Held::Alias(other) => Some(assign(name, variable(other, ExprContext::Load, range), range)),
            Held::Defined { line, defaults } => self.definition(name, *line, defaults),
            Held::Same => Some(assign(name, mark("same", range), range)),
            Held::Other => None,
        };
        let side = if self.side == 0 { "old" } else { "new" };
        self.body.push(stmt.unwrap_or_else(|| assign(name, mark(side, range), range)));
    }

    /// The definition that begins on that line, without what was made of it.
    fn definition(&self, name: &str, line: u32, defaults: &[Option<String>]) -> Option<Stmt> {
        let is_it = |stmt: &Stmt| self.module.span(stmt.range()).line == line;
        let mut stmt = find(&self.module.body, name, &is_it)?.clone();
        if let Stmt::FunctionDef(def) = &mut stmt {
            def.decorator_list.clear();
            let parameters = &mut *def.parameters;
            let named = parameters.posonlyargs.iter_mut().chain(&mut parameters.args).chain(&mut parameters.kwonlyargs);
            let places = named.filter_map(|parameter| parameter.default.as_deref_mut());
            for (place, text) in places.zip(defaults) {
                let Some(text) = text else { continue };
                *place = expression(text, place.range())?;
            }
        }
        Some(stmt)
    }
}

/// A definition of that name, wherever it stands in blocks.
fn find<'a>(body: &'a [Stmt], name: &str, is_it: &dyn Fn(&Stmt) -> bool) -> Option<&'a Stmt> {
    body.iter().find_map(|stmt| match stmt {
        Stmt::FunctionDef(def) => (def.name.as_str() == name && is_it(stmt)).then_some(stmt),
        Stmt::ClassDef(class) => (class.name.as_str() == name && is_it(stmt)).then_some(stmt),
        Stmt::If(choice) => {
            let rest = choice.elif_else_clauses.iter().map(|clause| &clause.body[..]);
            std::iter::once(&choice.body[..]).chain(rest).find_map(|body| find(body, name, is_it))
        }
        Stmt::Try(attempt) => {
            let handlers = attempt.handlers.iter().map(|handler| {
                let ast::ExceptHandler::ExceptHandler(handler) = handler;
                &handler.body[..]
            });
            let bodies = [&attempt.body[..], &attempt.orelse[..], &attempt.finalbody[..]].into_iter();
            bodies.chain(handlers).find_map(|body| find(body, name, is_it))
        }
        Stmt::With(with) => find(&with.body, name, is_it),
        Stmt::For(repeat) => find(&repeat.body, name, is_it),
        Stmt::While(repeat) => find(&repeat.body, name, is_it),
        _ => None,
    })
}

fn expression(text: &str, range: TextRange) -> Option<Expr> {
    let mut expr = *ruff_python_parser::parse_expression(text).ok()?.into_syntax().body;
    ast::relocate::relocate_expr(&mut expr, range);
    Some(expr)
}

fn import(text: &str, range: TextRange) -> Option<Stmt> {
    let mut stmt = ruff_python_parser::parse_module(text).ok()?.into_syntax().body.into_iter().next()?;
    let names = match &mut stmt {
        Stmt::Import(stmt) => {
            stmt.range = range;
            &mut stmt.names
        }
        Stmt::ImportFrom(stmt) => {
            stmt.range = range;
            &mut stmt.names
        }
        _ => return None,
    };
    names.iter_mut().for_each(|alias| alias.range = range);
    Some(stmt)
}

fn variable(name: &str, ctx: ExprContext, range: TextRange) -> Expr {
    Expr::Name(ast::ExprName { range, node_index: Default::default(), id: name.into(), ctx })
}

fn assign(name: &str, value: Expr, range: TextRange) -> Stmt {
    let targets = vec![variable(name, ExprContext::Store, range)];
    Stmt::Assign(ast::StmtAssign { range, node_index: Default::default(), targets, value: Box::new(value) })
}

fn mark(text: &str, range: TextRange) -> Expr {
    let mut expr = expression(&format!("loaded({text:?})"), range).expect("a call");
    if let Expr::Call(call) = &mut expr {
        *call.func = variable(MARK, ExprContext::Load, range);
    }
    expr
}
