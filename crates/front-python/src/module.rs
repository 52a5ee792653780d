//! A parsed module, and what its global names can be.

use std::sync::{Arc, OnceLock};

use ir::entry::{Source, SourceError};
use ir::{FileId, Span};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::keys::Facts;
use crate::refused::Refusal;
use crate::scope::Scope;
use crate::settled::Row;

/// A module as source: where imports find it. It is parsed when first asked for, and copies share
/// the result.
#[derive(Clone)]
pub struct ModuleSource {
    /// The dotted path that imports use: `pkg.mod`; of a package the package's own path.
    pub path: String,
    pub is_package: bool,
    source: Arc<Source>,
    syntax: Arc<OnceLock<Result<Arc<Syntax>, SourceError>>>,
}

impl std::fmt::Debug for ModuleSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModuleSource").field("path", &self.path).field("source", &self.source).finish_non_exhaustive()
    }
}

impl ModuleSource {
    pub fn new(path: String, is_package: bool, source: Source) -> ModuleSource {
        ModuleSource { path, is_package, source: Arc::new(source), syntax: Arc::default() }
    }

    /// The same under another path.
    pub(crate) fn at(&self, path: String) -> ModuleSource {
        ModuleSource { path, ..self.clone() }
    }

    /// The file's name as the user wrote it.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    pub(crate) fn text(&self) -> &str {
        &self.source.text
    }

    pub(crate) fn syntax(&self) -> Result<Arc<Syntax>, SourceError> {
        self.syntax.get_or_init(|| Syntax::parse(&self.source).map(Arc::new)).clone()
    }
}

/// A module of a program: a parsed file under the name that the program has for it.
#[derive(Clone)]
pub(crate) struct Module {
    pub(crate) name: String,
    /// The file's name as the user wrote it.
    pub(crate) source_name: String,
    pub(crate) is_package: bool,
    pub(crate) file: FileId,
    /// A `from x import *`.
    pub(crate) has_star: bool,
    /// What is known of its statements; empty until they were looked at.
    pub(crate) rows: Vec<Row>,
    syntax: Arc<Syntax>,
}

impl std::ops::Deref for Module {
    type Target = Syntax;

    fn deref(&self) -> &Syntax {
        &self.syntax
    }
}

/// A parsed file.
pub(crate) struct Syntax {
    pub(crate) body: Vec<Stmt>,
    /// What CPython's compiler has against it.
    pub(crate) refusal: Option<Refusal>,
    pub(crate) scope: Scope,
    pub(crate) names: FxHashMap<String, Vec<Binding>>,
    /// Names that functions assign by `global`, or that are deleted.
    pub(crate) written: FxHashSet<String>,
    /// Names that functions assign by `global`.
    pub(crate) assigned: FxHashSet<String>,
    /// Attributes assigned on some name anywhere: `x.attr = …` might patch a module.
    pub(crate) patched: FxHashSet<String>,
    /// Those of them that are set of more than a variable of a function which only holds what a call by name gives; and
    /// the others, each with the name that is called.
    pub(crate) patched_elsewhere: FxHashSet<String>,
    /// Those that more than a plain statement of the top level sets: functions, branches, classes.
    pub(crate) patched_later: FxHashSet<String>,
    pub(crate) patched_of_made: FxHashSet<(String, String)>,
    /// It sets attributes or globals whose names it computes: `setattr(x, name, …)`, `globals()[name] = …`.
    pub(crate) patches_any: bool,
    /// It does so of more than itself and of what its methods are called of.
    pub(crate) patches_others: bool,
    /// Attributes that methods assign on what they are called of: `self.attr = …`.
    pub(crate) own_attributes: FxHashSet<String>,
    /// The modules of which everything is imported.
    stars: Vec<String>,
    /// What it imports, wherever the import stands.
    pub(crate) imports: Vec<Import>,
    /// The import behind a name that an import binds at the top level.
    pub(crate) imported: FxHashMap<String, Import>,
    /// What `from … import` binds to a name, anywhere in the module, functions included.
    pub(crate) from_imports: FxHashMap<String, Vec<Import>>,
    /// Does the top level call nothing? Then functions run only after all of it has run.
    pub(crate) is_quiet: bool,
    /// `from __future__ import annotations`: annotations are not evaluated.
    pub(crate) has_future_annotations: bool,
    lines: Vec<u32>,
    text: Arc<str>,
    facts: OnceLock<Facts>,
    bound: OnceLock<FxHashSet<String>>,
}

/// A node of a parsed file, by its address: nodes stay where they are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node(usize);

impl Node {
    pub(crate) fn of<T>(node: &T) -> Node {
        Node(std::ptr::from_ref(node) as usize)
    }
}

/// `import path` or `from path import name`, with dots in front as the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) level: u32,
    pub(crate) path: String,
    pub(crate) name: Option<String>,
    /// Does `import a.b` bind the whole path, because it has an `as`?
    pub(crate) binds_leaf: bool,
}

/// One statement at the top level that binds a name.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) kind: BindingKind,
    /// Does it stand directly at the top level, so that it is surely executed, once?
    pub(crate) is_unconditional: bool,
}

/// What binds it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Function(Node),
    Class(Node),
    Import,
    /// Assigned a value that is evidently immutable.
    Constant,
    Other,
}

impl Module {
    pub(crate) fn parse(source: &ModuleSource, name: String, file: FileId) -> Result<Module, SourceError> {
        let (source_name, is_package) = (source.file().to_owned(), source.is_package);
        let syntax = source.syntax()?;
        // What a compiled twin would bind means the same as what it replaces.
        let has_star = syntax.stars.iter().any(|path| !is_accelerator(&name, path));
        Ok(Module { name, source_name, is_package, file, has_star, rows: Vec::new(), syntax })
    }

    /// The module with another top level. What functions may do to its names stays as it was.
    pub(crate) fn with_body(&self, body: Vec<Stmt>, rows: Vec<Row>) -> Module {
        let old = &self.syntax;
        let mut syntax = Syntax::of_body(body, old.refusal.clone(), old.lines.clone(), old.text.clone());
        syntax.written.extend(old.written.iter().cloned());
        syntax.assigned.extend(old.assigned.iter().cloned());
        syntax.patched.extend(old.patched.iter().cloned());
        syntax.patched_elsewhere.extend(old.patched_elsewhere.iter().cloned());
        syntax.patched_later.extend(old.patched_later.iter().cloned());
        syntax.patched_of_made.extend(old.patched_of_made.iter().cloned());
        syntax.patches_any |= old.patches_any;
        syntax.patches_others |= old.patches_others;
        syntax.own_attributes.extend(old.own_attributes.iter().cloned());
        syntax.has_future_annotations = old.has_future_annotations;
        let has_star = syntax.stars.iter().any(|path| !is_accelerator(&self.name, path));
        Module { has_star, rows, syntax: Arc::new(syntax), ..self.clone() }
    }

    /// May code of the module, in any scope, mean something of its own by the name of a builtin?
    pub(crate) fn rebinds(&self, name: &str) -> bool {
        self.has_star || self.syntax.bound.get_or_init(|| crate::looks::Bound::in_body(&self.body)).contains(name)
    }

    /// Is the statement of the top level known to do nothing but bind names?
    pub(crate) fn is_settled(&self, stmt: &Stmt) -> bool {
        let place = self.body.iter().position(|known| std::ptr::eq(known, stmt));
        place.and_then(|place| self.rows.get(place)).is_some_and(|row| row.is_settled)
    }

    /// The first line of a piece of the source, and where it stands.
    pub(crate) fn first_line(&self, range: TextRange) -> String {
        let start: usize = range.start().into();
        let text = self.text.get(start..range.end().into()).unwrap_or_default();
        let (line, _) = position(&self.lines, &self.text, range.start().into());
        format!("{} at {}:{line}", text.lines().next().unwrap_or_default().trim(), self.source_name)
    }

    /// Are they one source, under one name?
    pub(crate) fn is_one_with(&self, other: &Module) -> bool {
        self.name == other.name && self.text == other.text
    }

    /// A piece of the source.
    pub(crate) fn text_of(&self, range: TextRange) -> &str {
        self.text.get(range.start().into()..range.end().into()).unwrap_or_default()
    }

    pub(crate) fn span(&self, range: TextRange) -> Span {
        let (line, column) = position(&self.lines, &self.text, range.start().into());
        let (end_line, end_column) = position(&self.lines, &self.text, range.end().into());
        Span { file: self.file, line, column, end_line, end_column }
    }
}

impl Syntax {
    fn parse(source: &Source) -> Result<Syntax, SourceError> {
        let text = &crate::text::normalised(&source.text);
        let lines: Vec<u32> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        let parsed = crate::refused::parse(text).map_err(|error| {
            let at = u32::from(error.location.start());
            let (line, column) = position(&lines, text, at);
            SourceError::new(&source.name, Some((line, column)), error.error.to_string())
        })?;
        let refusal = crate::refused::refusal(&parsed, text);
        let body: Vec<Stmt> = parsed.into_syntax().body.into_iter().collect();
        let syntax = Syntax::of_body(body, refusal, lines, text.as_str().into());
        Ok(match crate::tuples::as_classes(&syntax) {
            Some(body) => Syntax::of_body(body, syntax.refusal, syntax.lines, syntax.text),
            None => syntax,
        })
    }

    fn of_body(body: Vec<Stmt>, refusal: Option<Refusal>, lines: Vec<u32>, text: Arc<str>) -> Syntax {
        let scope = Scope::of_body(&body);
        let mut module = Syntax {
            body,
            refusal,
            scope,
            names: FxHashMap::default(),
            written: FxHashSet::default(),
            assigned: FxHashSet::default(),
            patched: FxHashSet::default(),
            patched_elsewhere: FxHashSet::default(),
            patched_later: FxHashSet::default(),
            patched_of_made: FxHashSet::default(),
            patches_any: false,
            patches_others: false,
            own_attributes: FxHashSet::default(),
            stars: Vec::new(),
            imports: Vec::new(),
            imported: FxHashMap::default(),
            from_imports: FxHashMap::default(),
            is_quiet: true,
            has_future_annotations: false,
            lines,
            text,
            facts: OnceLock::new(),
            bound: OnceLock::new(),
        };
        let body = std::mem::take(&mut module.body);
        let made = FxHashMap::default();
        let mut finder =
            Finder { module: &mut module, depth: 0, functions: 0, is_class_body: false, receiver: None, made };
        finder.visit_body(&body);
        module.body = body;
        crate::regex::mark(&mut module);
        module
    }

    pub(crate) fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(&self.body))
    }

    /// The modules of which everything is imported.
    pub(crate) fn stars(&self) -> &[String] {
        &self.stars
    }

    pub(crate) fn text(&self) -> Arc<str> {
        self.text.clone()
    }

    /// What is written there.
    pub(crate) fn source_of(&self, range: TextRange) -> &str {
        &self.text[usize::from(range.start())..usize::from(range.end())]
    }

    /// The name's only binding, if it is made once, surely, and never changed.
    pub(crate) fn only_binding(&self, name: &str) -> Option<BindingKind> {
        match self.names.get(name).map(Vec::as_slice) {
            Some([binding]) if binding.is_unconditional && !self.written.contains(name) => Some(binding.kind),
            _ => None,
        }
    }

    /// May the name, or what it holds, change after it was bound, or hold what is not modelled?
    pub(crate) fn can_change(&self, name: &str) -> bool {
        let is_plain = |binding: &Binding| match binding.kind {
            BindingKind::Function(_) | BindingKind::Class(_) | BindingKind::Import | BindingKind::Constant => true,
            BindingKind::Other => false,
        };
        self.written.contains(name) || self.names.get(name).is_some_and(|sites| !sites.iter().all(is_plain))
    }

    /// Is the name bound by one statement that surely runs?
    pub(crate) fn is_bound_once(&self, name: &str) -> bool {
        matches!(self.names.get(name).map(Vec::as_slice), Some([binding]) if binding.is_unconditional)
    }

    /// All names that the module may bind.
    pub(crate) fn scope_names(&self) -> impl Iterator<Item = &str> {
        let bound = self.names.keys().chain(&self.written).map(String::as_str);
        bound.chain(self.scope.locals.iter().map(String::as_str))
    }

    pub(crate) fn binds(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.written.contains(name) || self.scope.is_local(name)
    }
}

fn position(lines: &[u32], text: &str, at: u32) -> (u32, u32) {
    let line = lines.partition_point(|start| *start <= at).max(1);
    let start = lines[line - 1] as usize;
    let column = text.get(start..at as usize).map_or(0, |before| before.chars().count());
    (line as u32, column as u32 + 1)
}

/// Is it `if __name__ == "__main__"`, which is false in a module that a client uses?
pub(crate) fn is_main_guard(test: &Expr) -> bool {
    let Expr::Compare(compare) = test else { return false };
    let ([ast::CmpOp::Eq], [right]) = (&*compare.ops, &*compare.comparators) else { return false };
    let is_name = |expr: &Expr| matches!(expr, Expr::Name(name) if name.id == "__name__");
    let is_main = |expr: &Expr| matches!(expr, Expr::StringLiteral(text) if text.value.to_str() == "__main__");
    (is_name(&compare.left) && is_main(right)) || (is_main(&compare.left) && is_name(right))
}

/// Is the value of the expression, if it has one, evidently immutable through and through?
pub(crate) fn is_immutable(expr: &Expr) -> bool {
    match expr {
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => true,
        Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) | Expr::FString(_) => true,
        Expr::Compare(compare) => is_immutable(&compare.left) && compare.comparators.iter().all(is_immutable),
        Expr::UnaryOp(unary) => is_immutable(&unary.operand),
        Expr::BinOp(binary) => is_immutable(&binary.left) && is_immutable(&binary.right),
        Expr::BoolOp(bool_op) => bool_op.values.iter().all(is_immutable),
        Expr::If(conditional) => is_immutable(&conditional.body) && is_immutable(&conditional.orelse),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_immutable),
        _ => false,
    }
}

fn binding_of(value: &Expr) -> BindingKind {
    if is_immutable(value) { BindingKind::Constant } else { BindingKind::Other }
}

struct Finder<'m> {
    module: &'m mut Syntax,
    /// How many compound statements around, at the top level.
    depth: usize,
    functions: usize,
    is_class_body: bool,
    /// What the method around is called of.
    receiver: Option<String>,
    /// The variables of the function around that only hold what calling a name gives, with that name.
    made: FxHashMap<String, String>,
}

impl Finder<'_> {
    fn bind(&mut self, name: &str, kind: BindingKind) {
        if self.functions == 0 {
            let binding = Binding { kind, is_unconditional: self.depth == 0 };
            self.module.names.entry(name.to_string()).or_default().push(binding);
        }
    }

    fn bind_import(&mut self, name: &str, import: Import) {
        self.bind(name, BindingKind::Import);
        if import.name.is_some() {
            self.module.from_imports.entry(name.to_string()).or_default().push(import.clone());
        }
        if self.functions == 0 {
            self.module.imported.insert(name.to_string(), import);
        }
    }

    fn bind_targets(&mut self, target: &Expr, kind: BindingKind) {
        match target {
            Expr::Name(name) => self.bind(&name.id, kind),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| self.bind_targets(element, kind)),
            Expr::List(list) => list.elts.iter().for_each(|element| self.bind_targets(element, kind)),
            Expr::Starred(starred) => self.bind_targets(&starred.value, BindingKind::Other),
            Expr::Attribute(attribute) => self.set_attribute(&attribute.value, &attribute.attr),
            Expr::Subscript(subscript) => self.change_names_of(&subscript.value),
            _ => {}
        }
    }

    fn set_attribute(&mut self, of: &Expr, name: &str) {
        if self.is_receiver(of) {
            self.module.own_attributes.insert(name.to_string());
            return;
        }
        self.module.patched.insert(name.to_string());
        if self.functions > 0 || self.depth > 0 || self.is_class_body {
            self.module.patched_later.insert(name.to_string());
        }
        let maker = match of {
            Expr::Name(of) => self.made.get(of.id.as_str()),
            _ => None,
        };
        match maker {
            Some(maker) => self.module.patched_of_made.insert((name.to_string(), maker.clone())),
            None => self.module.patched_elsewhere.insert(name.to_string()),
        };
    }

    fn is_receiver(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(name) if self.receiver.as_deref() == Some(name.id.as_str()))
    }

    /// `setattr(x, "name", …)`, and changes of all names of a module or class at once.
    fn look_at_call(&mut self, call: &ast::ExprCall) {
        match (&*call.func, &*call.arguments.args) {
            (Expr::Name(name), [of, attribute, ..]) if ["setattr", "delattr"].contains(&name.id.as_str()) => {
                match attribute {
                    Expr::StringLiteral(text) => self.set_attribute(of, text.value.to_str()),
                    _ if self.is_receiver(of) => {}
                    _ => (self.module.patches_any, self.module.patches_others) = (true, true),
                }
            }
            (Expr::Name(name), _) if name.id.as_str() == "exec" => {
                (self.module.patches_any, self.module.patches_others) = (true, true);
            }
            (Expr::Attribute(method), _) => {
                let is_change = ["update", "setdefault", "pop", "clear", "__setitem__"].contains(&method.attr.as_str());
                if is_change {
                    self.change_names_of(&method.value);
                }
            }
            _ => {}
        }
    }

    /// `globals()[name] = …`, `x.__dict__.update(…)`: names of a module, a class or an object, if it is one of these.
    fn change_names_of(&mut self, names: &Expr) {
        self.module.patches_any |= is_namespace(names);
        let of = match names {
            Expr::Call(call) => call.arguments.args.first(),
            Expr::Attribute(attribute) => Some(&*attribute.value),
            _ => None,
        };
        self.module.patches_others |= is_namespace(names) && of.is_some_and(|of| !self.is_receiver(of));
    }

    fn inside(&mut self, walk: impl FnOnce(&mut Self)) {
        self.depth += 1;
        walk(self);
        self.depth -= 1;
    }
}

/// The variables of a function that only ever hold what calling a name gives.
#[derive(Default)]
struct Made {
    made: FxHashMap<String, String>,
    others: FxHashSet<String>,
}

impl Made {
    fn of(def: &ast::StmtFunctionDef) -> FxHashMap<String, String> {
        let mut found = Made::default();
        found.others.extend(def.parameters.iter().map(|parameter| parameter.name().to_string()));
        found.visit_body(&def.body);
        found.made.retain(|name, _| !found.others.contains(name));
        found.made
    }
}

impl<'a> Visitor<'a> for Made {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) => {
                if let ([Expr::Name(target)], Expr::Call(call)) = (&assign.targets[..], &*assign.value)
                    && let Expr::Name(maker) = &*call.func
                {
                    let (target, maker) = (target.id.to_string(), maker.id.to_string());
                    let known = self.made.entry(target.clone()).or_insert_with(|| maker.clone());
                    if *known != maker {
                        self.others.insert(target);
                    }
                    return self.visit_expr(&assign.value);
                }
            }
            Stmt::Global(global) => self.others.extend(global.names.iter().map(ToString::to_string)),
            Stmt::Nonlocal(outer) => self.others.extend(outer.names.iter().map(ToString::to_string)),
            // What is bound there is another variable, or the same in another way.
            Stmt::FunctionDef(def) => _ = self.others.insert(def.name.to_string()),
            Stmt::ClassDef(class) => _ = self.others.insert(class.name.to_string()),
            Stmt::Import(import) => {
                let names = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
                self.others.extend(names.map(|name| name.split('.').next().unwrap_or_default().to_string()));
            }
            Stmt::ImportFrom(import) => {
                let names = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
                self.others.extend(names.map(ToString::to_string));
            }
            // Names that patterns and handlers bind are not told by their contexts.
            Stmt::Match(_) | Stmt::Try(_) => {
                self.others.extend(Scope::of_body(std::slice::from_ref(stmt)).locals);
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && !matches!(name.ctx, ast::ExprContext::Load)
        {
            self.others.insert(name.id.to_string());
        }
        visitor::walk_expr(self, expr);
    }
}

/// Is it called of the class, not of an object?
fn is_of_class(def: &ast::StmtFunctionDef) -> bool {
    let is_decorator =
        |row: &ast::Decorator| matches!(&row.expression, Expr::Name(name) if name.id.as_str() == "classmethod");
    ["__new__", "__init_subclass__", "__class_getitem__"].contains(&def.name.as_str())
        || def.decorator_list.iter().any(is_decorator)
}

/// Is it all names of a module, class or object by name: `globals()`, `vars(x)`, `x.__dict__`?
fn is_namespace(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => matches!(&*call.func, Expr::Name(name) if ["globals", "vars"].contains(&name.id.as_str())),
        Expr::Attribute(attribute) => attribute.attr.as_str() == "__dict__",
        _ => false,
    }
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                self.bind(&def.name, BindingKind::Function(Node::of(def)));
                if self.functions == 0 {
                    for decorator in &def.decorator_list {
                        self.visit_expr(&decorator.expression);
                        self.module.is_quiet = false;
                    }
                    for parameter in def.parameters.iter() {
                        if let Some(default) = parameter.default() {
                            self.visit_expr(default);
                        }
                    }
                }
                let first = def.parameters.posonlyargs.iter().chain(&def.parameters.args).next();
                let is_method = self.is_class_body && !is_of_class(def);
                let receiver = first.filter(|_| is_method).map(|first| first.parameter.name.to_string());
                let receiver = std::mem::replace(&mut self.receiver, receiver);
                let is_class_body = std::mem::replace(&mut self.is_class_body, false);
                let made = std::mem::replace(&mut self.made, Made::of(def));
                self.functions += 1;
                self.visit_body(&def.body);
                self.functions -= 1;
                self.made = made;
                (self.receiver, self.is_class_body) = (receiver, is_class_body);
                return;
            }
            Stmt::ClassDef(class) => {
                self.bind(&class.name, BindingKind::Class(Node::of(class)));
                if self.functions == 0 && (!class.decorator_list.is_empty() || has_keywords(class)) {
                    self.module.is_quiet = false;
                }
                // The names a class body binds are not the module's.
                let names = std::mem::take(&mut self.module.names);
                let is_class_body = std::mem::replace(&mut self.is_class_body, true);
                self.inside(|finder| finder.visit_body(&class.body));
                self.is_class_body = is_class_body;
                self.module.names = names;
                return;
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let import = Import {
                        level: 0,
                        path: alias.name.to_string(),
                        name: None,
                        binds_leaf: alias.asname.is_some(),
                    };
                    self.module.imports.push(import.clone());
                    let bound = match &alias.asname {
                        Some(name) => name.as_str(),
                        None => alias.name.split('.').next().unwrap_or_default(),
                    };
                    self.bind_import(bound, import);
                }
                return;
            }
            Stmt::ImportFrom(import) => {
                let path = import.module.as_ref().map(ToString::to_string).unwrap_or_default();
                for alias in &import.names {
                    if path == "__future__" && import.level == 0 && alias.name.as_str() == "annotations" {
                        self.module.has_future_annotations = true;
                    }
                    let from = Import {
                        level: import.level,
                        path: path.clone(),
                        name: Some(alias.name.to_string()),
                        binds_leaf: true,
                    };
                    self.module.imports.push(from.clone());
                    if alias.name.as_str() == "*" {
                        self.module.stars.push(path.clone());
                    } else {
                        self.bind_import(alias.asname.as_ref().unwrap_or(&alias.name), from);
                    }
                }
                return;
            }
            Stmt::Global(global) => {
                self.module.written.extend(global.names.iter().map(ToString::to_string));
                self.module.assigned.extend(global.names.iter().map(ToString::to_string));
                return;
            }
            Stmt::Delete(delete) => {
                for target in &delete.targets {
                    if let (Expr::Name(name), 0) = (target, self.functions) {
                        self.module.written.insert(name.id.to_string());
                    }
                }
            }
            Stmt::Assign(assign) => {
                let kind = binding_of(&assign.value);
                for target in &assign.targets {
                    let kind = if target.is_name_expr() { kind } else { BindingKind::Other };
                    self.bind_targets(target, kind);
                }
            }
            Stmt::AugAssign(assign) => self.bind_targets(&assign.target, BindingKind::Other),
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let kind = binding_of(value);
                    self.bind_targets(&assign.target, kind);
                    self.visit_expr(value);
                }
                return;
            }
            Stmt::For(for_) => self.inside(|finder| finder.bind_targets(&for_.target, BindingKind::Other)),
            Stmt::With(with) => {
                if self.functions == 0 {
                    self.module.is_quiet = false;
                }
                for item in &with.items {
                    if let Some(target) = &item.optional_vars {
                        self.inside(|finder| finder.bind_targets(target, BindingKind::Other));
                    }
                }
            }
            Stmt::Match(_) if self.functions == 0 => {
                self.module.is_quiet = false;
            }
            Stmt::If(if_) if is_main_guard(&if_.test) => {
                for clause in &if_.elif_else_clauses {
                    self.inside(|finder| finder.visit_body(&clause.body));
                }
                return;
            }
            _ => {}
        }
        let is_compound =
            matches!(stmt, Stmt::If(_) | Stmt::For(_) | Stmt::While(_) | Stmt::Try(_) | Stmt::With(_) | Stmt::Match(_));
        if is_compound {
            self.inside(|finder| visitor::walk_stmt(finder, stmt));
        } else {
            visitor::walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            self.look_at_call(call);
        }
        match expr {
            Expr::Call(_) | Expr::Await(_) if self.functions == 0 => self.module.is_quiet = false,
            Expr::Named(named) => self.inside(|finder| finder.bind_targets(&named.target, BindingKind::Other)),
            Expr::Lambda(lambda) => {
                self.functions += 1;
                visitor::walk_expr(self, &lambda.body);
                self.functions -= 1;
                return;
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_annotation(&mut self, _: &'a Expr) {}

    fn visit_pattern(&mut self, pattern: &'a ast::Pattern) {
        let name = match pattern {
            ast::Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.inside(|finder| finder.bind(name, BindingKind::Other));
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(inner) = handler;
        if let (Some(name), 0) = (&inner.name, self.functions) {
            self.bind(name, BindingKind::Other);
            self.module.written.insert(name.to_string());
        }
        visitor::walk_except_handler(self, handler);
    }
}

/// Is it the compiled twin of a module of the standard library, as `_heapq` is of `heapq`? The
/// module works alike without it, so it is taken to be absent.
pub(crate) fn is_accelerator(module: &str, path: &str) -> bool {
    let own = module.rsplit('.').next().unwrap_or(module);
    path.strip_prefix('_') == Some(own) && crate::builtins::is_standard_module(path)
}

fn has_keywords(class: &ast::StmtClassDef) -> bool {
    class.arguments.as_ref().is_some_and(|arguments| !arguments.keywords.is_empty())
}
