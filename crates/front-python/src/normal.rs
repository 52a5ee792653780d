//! Code without what does not count for what it does.
//!
//! Annotations of functions, annotations of variables within functions, and docstrings of functions change nothing
//! unless somebody reads them. So where no code of the program mentions a way to read them, and neither a decorator nor
//! code outside gets hold of the function, they are left out before two versions are compared: it must be called
//! wherever it is mentioned, and a method's class may have no bases outside that could look for it. (When a function
//! is defined its annotations are evaluated: whether that may fail or do something is asked of the code as it is.)

use std::borrow::Cow;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use crate::module::Module;

/// Words of code that reads annotations.
const READ_ANNOTATIONS: &[&str] = &[
    "__annotations__",
    "__annotate__",
    "__signature__",
    "__type_params__",
    "__wrapped__",
    "get_annotations",
    "get_overloads",
    "get_type_hints",
    "getargspec",
    "getfullargspec",
    "signature",
    "Signature",
    "singledispatch",
    "singledispatchmethod",
];

/// Words of code that reads docstrings.
const READ_DOCUMENTATION: &[&str] = &["__doc__", "doctest", "getdoc", "getcomments", "pydoc"];

/// Decorators that do not look at the function.
const BLIND: &[&str] = &[
    "abstractmethod",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "deleter",
    "final",
    "getter",
    "lru_cache",
    "overload",
    "override",
    "property",
    "setter",
    "staticmethod",
    "wraps",
];

/// Bases outside that do not look at what their heirs define.
const PLAIN_BASES: &[&str] = &[
    "ABC",
    "BaseException",
    "Enum",
    "Exception",
    "Flag",
    "Generic",
    "IntEnum",
    "IntFlag",
    "Protocol",
    "StrEnum",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "object",
    "set",
    "str",
    "tuple",
];

/// What nobody reads.
#[derive(Clone)]
pub(crate) struct Unread {
    annotations: bool,
    documentation: bool,
    /// Functions and attributes that are used as values somewhere.
    values: FxHashSet<String>,
    /// The classes of the program.
    classes: FxHashSet<String>,
}

impl Unread {
    pub(crate) fn by<'m>(modules: impl Iterator<Item = &'m Module>) -> Unread {
        let mut unread = Unread {
            annotations: true,
            documentation: true,
            values: FxHashSet::default(),
            classes: FxHashSet::default(),
        };
        for module in modules {
            let mut words = Words { unread: &mut unread, callee: None };
            module.body.iter().for_each(|stmt| words.visit_stmt(stmt));
        }
        unread
    }

    /// The module without it.
    pub(crate) fn left_out(&self, module: &Module) -> Module {
        let mut is_changed = false;
        let body = module.body.iter().map(|stmt| {
            let stmt = self.stmt(stmt, Around::Module);
            is_changed |= matches!(stmt, Cow::Owned(_));
            stmt.into_owned()
        });
        let body: Vec<Stmt> = body.collect();
        if is_changed { module.with_body(body, module.rows.clone()) } else { module.clone() }
    }

    fn stmt<'s>(&self, stmt: &'s Stmt, around: Around) -> Cow<'s, Stmt> {
        match stmt {
            Stmt::FunctionDef(def) => Cow::Owned(Stmt::FunctionDef(self.function(def, around))),
            Stmt::AnnAssign(assign)
                if around == Around::Function && self.annotations && assign.target.is_name_expr() =>
            {
                let mut assign = assign.clone();
                // That it binds the name counts.
                *assign.annotation = Expr::NoneLiteral(ast::ExprNoneLiteral {
                    range: Default::default(),
                    node_index: ast::AtomicNodeIndex::default(),
                });
                Cow::Owned(match assign.value {
                    None => Stmt::AnnAssign(assign),
                    Some(value) => Stmt::Assign(ast::StmtAssign {
                        range: assign.range,
                        node_index: assign.node_index,
                        targets: vec![*assign.target],
                        value,
                    }),
                })
            }
            stmt => {
                let mut copy = stmt.clone();
                let mut is_changed = false;
                let around = match stmt {
                    Stmt::ClassDef(class) if self.is_plain(class) => Around::PlainClass,
                    Stmt::ClassDef(_) => Around::Class,
                    _ => around,
                };
                for block in blocks(&mut copy) {
                    for stmt in block.iter_mut() {
                        if let Cow::Owned(new) = self.stmt(stmt, around) {
                            *stmt = new;
                            is_changed = true;
                        }
                    }
                }
                if is_changed { Cow::Owned(copy) } else { Cow::Borrowed(stmt) }
            }
        }
    }

    /// Does nobody outside see what the class defines?
    fn is_plain(&self, class: &ast::StmtClassDef) -> bool {
        let is_known = |base: &Expr| {
            let base = match base {
                Expr::Subscript(subscript) => &*subscript.value,
                base => base,
            };
            last(base).is_some_and(|name| {
                let is_exception = name.ends_with("Error") || name.ends_with("Warning");
                is_exception || PLAIN_BASES.contains(&name) || self.classes.contains(name)
            })
        };
        let has_keywords = class.arguments.iter().any(|rest| !rest.keywords.is_empty());
        class.decorator_list.is_empty() && !has_keywords && class.bases().iter().all(is_known)
    }

    fn function(&self, def: &ast::StmtFunctionDef, around: Around) -> ast::StmtFunctionDef {
        let mut def = def.clone();
        let is_called = around != Around::Class && !self.values.contains(def.name.as_str());
        let is_blind = is_called
            && def.decorator_list.iter().all(|row| last(&row.expression).is_some_and(|name| BLIND.contains(&name)));
        if is_blind && self.annotations {
            def.returns = None;
            def.type_params = None;
            let parameters = &mut *def.parameters;
            let plain = parameters.posonlyargs.iter_mut().chain(&mut parameters.args).chain(&mut parameters.kwonlyargs);
            plain.for_each(|row| row.parameter.annotation = None);
            let rest = parameters.vararg.iter_mut().chain(parameters.kwarg.iter_mut());
            rest.for_each(|row| row.annotation = None);
        }
        if is_blind && self.documentation && def.body.len() > 1 && def.body.first().is_some_and(crate::keys::is_text) {
            def.body.remove(0);
        }
        for stmt in &mut def.body {
            if let Cow::Owned(new) = self.stmt(stmt, Around::Function) {
                *stmt = new;
            }
        }
        def
    }
}

/// What code stands in.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Around {
    Module,
    Function,
    /// A class that nobody outside looks at.
    PlainClass,
    Class,
}

/// The last part of the path of a decorator, called or not.
fn last(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(&name.id),
        Expr::Attribute(attribute) => Some(&attribute.attr),
        Expr::Call(call) => last(&call.func),
        _ => None,
    }
}

/// The blocks of a statement that is no function.
fn blocks(stmt: &mut Stmt) -> Vec<&mut [Stmt]> {
    match stmt {
        Stmt::ClassDef(stmt) => vec![&mut *stmt.body],
        Stmt::If(stmt) => {
            let rest = stmt.elif_else_clauses.iter_mut().map(|clause| &mut *clause.body);
            std::iter::once(&mut *stmt.body).chain(rest).collect()
        }
        Stmt::For(stmt) => vec![&mut *stmt.body, &mut *stmt.orelse],
        Stmt::While(stmt) => vec![&mut *stmt.body, &mut *stmt.orelse],
        Stmt::With(stmt) => vec![&mut *stmt.body],
        Stmt::Try(stmt) => {
            let handlers = stmt.handlers.iter_mut().map(|handler| {
                let ast::ExceptHandler::ExceptHandler(handler) = handler;
                &mut *handler.body
            });
            let parts = [&mut *stmt.body, &mut *stmt.orelse, &mut *stmt.finalbody];
            parts.into_iter().chain(handlers).collect()
        }
        Stmt::Match(stmt) => stmt.cases.iter_mut().map(|case| &mut *case.body).collect(),
        _ => Vec::new(),
    }
}

struct Words<'u> {
    unread: &'u mut Unread,
    /// What is called by the call that is being looked at.
    callee: Option<TextRange>,
}

impl Words<'_> {
    fn word(&mut self, word: &str) {
        self.unread.annotations &= !READ_ANNOTATIONS.contains(&word);
        self.unread.documentation &= !READ_DOCUMENTATION.contains(&word);
    }

    fn mention(&mut self, word: &str, range: TextRange) {
        self.word(word);
        if self.callee != Some(range) {
            self.unread.values.insert(word.to_string());
        }
    }
}

impl<'a> Visitor<'a> for Words<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::ImportFrom(ast::StmtImportFrom { names, .. }) | Stmt::Import(ast::StmtImport { names, .. }) => {
                names.iter().for_each(|alias| self.word(&alias.name));
            }
            Stmt::ClassDef(class) => {
                self.unread.classes.insert(class.name.to_string());
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Call(call) => self.callee = Some(call.func.range()),
            Expr::Name(name) => self.mention(&name.id, name.range),
            Expr::Attribute(attribute) => self.mention(&attribute.attr, attribute.range),
            Expr::StringLiteral(text) => self.word(text.value.to_str()),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
