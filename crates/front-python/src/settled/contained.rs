//! Statements that do nothing but bind names, if they come to their end.
//!
//! The rest of [`crate::settled`] shows that a statement surely comes to its end. Where both versions were seen to
//! load, that is known, and only the second half is left: what else may the statement have done? It is *contained* if
//! no code that it may run writes to anything but what it makes itself. Which code that may be is told by words: a
//! function, a method or a class of the program may run if code that may run mentions its name, and the special
//! methods of a class if it mentions the class. Code outside may run if it is known to make values and nothing else.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Settler;
use crate::builtins::Builtin;
use crate::call::Target;
use crate::scope::Scope;
use crate::standard;

/// Builtin functions that write somewhere, or look at more than their arguments.
const LOUD: &[&str] = &[
    "exec",
    "eval",
    "compile",
    "setattr",
    "delattr",
    "open",
    "input",
    "print",
    "globals",
    "locals",
    "__import__",
    "breakpoint",
    "exit",
    "quit",
];

/// Methods of builtin values that change what they are called of.
const MUTATORS: &[&str] = &[
    "add",
    "add_note",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "extendleft",
    "insert",
    "intersection_update",
    "difference_update",
    "move_to_end",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "reverse",
    "rotate",
    "send",
    "setdefault",
    "sort",
    "subtract",
    "symmetric_difference_update",
    "throw",
    "update",
    "write",
];

/// Methods of values outside that change nothing.
const PURE: &[&str] = &[
    "as_posix",
    "bit_length",
    "capitalize",
    "casefold",
    "center",
    "copy",
    "count",
    "decode",
    "deleter",
    "difference",
    "encode",
    "end",
    "endswith",
    "expandtabs",
    "find",
    "finditer",
    "format",
    "format_map",
    "fromhex",
    "fromisoformat",
    "fromkeys",
    "from_iterable",
    "fullmatch",
    "get",
    "getter",
    "group",
    "groupdict",
    "groups",
    "hex",
    "index",
    "intersection",
    "isalnum",
    "isalpha",
    "isdigit",
    "isdisjoint",
    "isidentifier",
    "islower",
    "isnumeric",
    "isoformat",
    "isspace",
    "issubset",
    "issuperset",
    "isupper",
    "items",
    "join",
    "joinpath",
    "keys",
    "ljust",
    "lower",
    "lstrip",
    "maketrans",
    "match",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "search",
    "setter",
    "span",
    "split",
    "splitlines",
    "start",
    "startswith",
    "strip",
    "swapcase",
    "symmetric_difference",
    "title",
    "to_bytes",
    "total_seconds",
    "translate",
    "union",
    "upper",
    "utcoffset",
    "values",
    "with_suffix",
    "zfill",
];

/// Special methods by which values are changed: only who writes runs them.
const WRITES: &[&str] =
    &["__setitem__", "__delitem__", "__setattr__", "__delattr__", "__set__", "__delete__", "__del__"];

/// Special methods that are handed an object which nobody else has yet.
const MAKES: &[&str] = &["__init__", "__post_init__", "__set_name__"];

/// Special methods that run when a class is made of others.
const HOOKS: &[&str] = &["__init_subclass__", "__mro_entries__", "__class_getitem__", "__prepare__"];

/// Builtin functions that call what they are handed.
const CALLS_BACK: &[&str] = &["map", "filter", "sorted", "min", "max", "iter", "reduce"];

/// A piece of the program: a function, the body of a class, or a statement that binds a variable.
#[derive(Default, Clone)]
struct Piece<'a> {
    module: usize,
    /// The names that it mentions.
    names: BTreeSet<&'a str>,
    /// The attributes that it reads.
    attributes: BTreeSet<&'a str>,
    /// What it calls, by the last part of its path.
    called: BTreeSet<&'a str>,
    /// The classes that it is a class of.
    bases: BTreeSet<&'a str>,
    /// What it calls, and whether that is a local, or begins with one.
    calls: Vec<(&'a Expr, bool)>,
    /// It writes to something that it did not make.
    is_loud: bool,
    /// Reading it as an attribute runs it.
    is_property: bool,
}

/// All pieces of a version, by the names that lead to them.
#[derive(Default)]
pub(super) struct Pieces<'a> {
    by_name: FxHashMap<&'a str, Vec<Piece<'a>>>,
    /// What runs when a class gets an heir, by the class.
    hooks: FxHashMap<&'a str, Vec<Piece<'a>>>,
}

impl<'a> Pieces<'a> {
    fn add_body(&mut self, module: usize, body: &'a [Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::FunctionDef(def) => self.add_def(module, def, None),
                Stmt::ClassDef(class) => self.add_class(module, class),
                stmt => {
                    self.add_stmt(module, stmt);
                    for inner in blocks(stmt) {
                        self.add_body(module, inner);
                    }
                }
            }
        }
    }

    /// A variable may hold whatever the statement speaks of.
    fn add_stmt(&mut self, module: usize, stmt: &'a Stmt) {
        let mut bound = Bound::default();
        bound.visit_stmt(stmt);
        if bound.0.is_empty() || !blocks(stmt).is_empty() {
            return;
        }
        let piece = Piece::of_stmt(module, stmt);
        for name in bound.0 {
            self.by_name.entry(name).or_default().push(piece.clone());
        }
    }

    fn add_def(&mut self, module: usize, def: &'a ast::StmtFunctionDef, class: Option<&'a str>) {
        let name = def.name.as_str();
        let is_special = class.is_some() && name.starts_with("__") && name.ends_with("__");
        if is_special && WRITES.contains(&name) {
            return;
        }
        let first = def.parameters.iter().next().map(|row| row.name().as_str());
        let own = first.filter(|_| is_special && MAKES.contains(&name));
        let mut piece = Piece::of_def(module, def, own);
        piece.is_property = !def.decorator_list.is_empty();
        if let Some(class) = class.filter(|_| HOOKS.contains(&name)) {
            self.hooks.entry(class).or_default().push(piece.clone());
        }
        // A special method may run wherever its class is spoken of.
        let name = if is_special { class.unwrap_or(name) } else { name };
        self.by_name.entry(name).or_default().push(piece);
        for row in &def.decorator_list {
            self.by_name.entry(name).or_default().push(Piece::of(module, |looker| looker.runs(&row.expression)));
        }
        inner_classes(&def.body).into_iter().for_each(|class| self.add_class(module, class));
    }

    fn add_class(&mut self, module: usize, class: &'a ast::StmtClassDef) {
        let name = class.name.as_str();
        self.by_name.entry(name).or_default().push(Piece::of_class(module, class));
        for stmt in &class.body {
            match stmt {
                Stmt::FunctionDef(def) => self.add_def(module, def, Some(name)),
                Stmt::ClassDef(inner) => self.add_class(module, inner),
                stmt => {
                    self.add_stmt(module, stmt);
                    for inner in blocks(stmt) {
                        for stmt in inner {
                            match stmt {
                                Stmt::FunctionDef(def) => self.add_def(module, def, Some(name)),
                                stmt => self.add_stmt(module, stmt),
                            }
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Piece<'a> {
    fn of(module: usize, look: impl FnOnce(&mut Looker<'a>)) -> Piece<'a> {
        let mut looker = Looker { function: None, piece: Piece { module, ..Piece::default() } };
        look(&mut looker);
        looker.piece
    }

    fn of_stmt(module: usize, stmt: &'a Stmt) -> Piece<'a> {
        Piece::of(module, |looker| looker.visit_stmt(stmt))
    }

    /// What a call of the function runs. `own`: a parameter that is new.
    fn of_def(module: usize, def: &'a ast::StmtFunctionDef, own: Option<&'a str>) -> Piece<'a> {
        let mut locals: FxHashSet<String> = Scope::of_body(&def.body).locals.into_iter().collect();
        locals.extend(def.parameters.iter().map(|row| row.name().to_string()));
        let function = Some(Around { own, made: made_here(def), locals });
        let mut looker = Looker { function, piece: Piece { module, ..Piece::default() } };
        def.body.iter().for_each(|stmt| looker.visit_stmt(stmt));
        looker.piece
    }

    /// What making the class runs: the bodies of its functions are pieces of their own.
    fn of_class(module: usize, class: &'a ast::StmtClassDef) -> Piece<'a> {
        let look = |looker: &mut Looker<'a>| {
            for base in class.arguments.iter().flat_map(|rest| &rest.args) {
                looker.visit_expr(base);
                let base = match base {
                    Expr::Subscript(subscript) => &*subscript.value,
                    base => base,
                };
                looker.piece.bases.extend(last(base));
            }
            for keyword in class.arguments.iter().flat_map(|rest| &rest.keywords) {
                looker.runs(&keyword.value);
            }
            class.decorator_list.iter().for_each(|row| looker.runs(&row.expression));
            class.body.iter().for_each(|stmt| looker.visit_stmt(stmt));
        };
        Piece::of(module, look)
    }
}

/// The function that code stands in.
struct Around<'a> {
    /// A parameter that is new.
    own: Option<&'a str>,
    /// Locals that only ever hold what the function itself made.
    made: FxHashSet<&'a str>,
    locals: FxHashSet<String>,
}

/// Looks at code that may run.
struct Looker<'a> {
    function: Option<Around<'a>>,
    piece: Piece<'a>,
}

impl<'a> Looker<'a> {
    /// A decorator is called with what it stands on.
    fn runs(&mut self, decorator: &'a Expr) {
        self.visit_expr(decorator);
        self.calls(decorator);
    }

    fn calls(&mut self, func: &'a Expr) {
        let is_local = match (&self.function, root(func)) {
            (Some(around), Some(name)) => around.locals.contains(name),
            _ => false,
        };
        self.piece.calls.push((func, is_local));
        self.piece.called.extend(last(func));
    }

    /// May this be written to?
    fn is_own(&self, target: &Expr) -> bool {
        match target {
            Expr::Attribute(attribute) => {
                matches!(&*attribute.value, Expr::Name(name)
                    if self.function.as_ref().and_then(|around| around.own) == Some(name.id.as_str()))
                    || self.is_made(&attribute.value)
            }
            Expr::Subscript(subscript) => self.is_made(&subscript.value),
            _ => true,
        }
    }

    fn is_made(&self, value: &Expr) -> bool {
        match value {
            Expr::Name(name) => self.function.as_ref().is_some_and(|around| around.made.contains(name.id.as_str())),
            Expr::List(_) | Expr::Dict(_) | Expr::Set(_) | Expr::ListComp(_) | Expr::DictComp(_) | Expr::SetComp(_) => {
                true
            }
            _ => false,
        }
    }
}

impl<'a> Visitor<'a> for Looker<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // What else the import loads is not looked at here.
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.piece.is_loud |= self.function.is_some(),
            Stmt::Global(_) => self.piece.is_loud = true,
            // Its name may be mentioned where it is called; what it needs to come into being runs here.
            Stmt::FunctionDef(def) => {
                def.decorator_list.iter().for_each(|row| self.runs(&row.expression));
                def.parameters.iter().filter_map(|row| row.default()).for_each(|default| self.visit_expr(default));
                let annotations = def.parameters.iter().filter_map(|row| row.annotation());
                annotations.chain(def.returns.as_deref()).for_each(|annotation| self.visit_expr(annotation));
                // One within a function is no piece of its own.
                if self.function.is_some() {
                    def.body.iter().for_each(|stmt| self.visit_stmt(stmt));
                }
                return;
            }
            Stmt::ClassDef(class) => {
                let bases = class.bases().iter().filter_map(|base| last(base));
                self.piece.bases.extend(bases);
            }
            Stmt::AugAssign(stmt) if stmt.target.is_name_expr() => {
                // `x += …` may change what others hold too; numbers and texts it does not.
                let is_plain = matches!(
                    &*stmt.value,
                    Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::FString(_) | Expr::BytesLiteral(_)
                );
                self.piece.is_loud |= !is_plain && !self.is_made(&stmt.target);
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if name.ctx.is_load() => {
                self.piece.names.insert(name.id.as_str());
            }
            Expr::Attribute(attribute) => {
                self.piece.attributes.insert(attribute.attr.as_str());
                self.piece.is_loud |= !attribute.ctx.is_load() && !self.is_own(expr);
            }
            Expr::Subscript(subscript) => {
                self.piece.is_loud |= !subscript.ctx.is_load() && !self.is_own(expr);
            }
            Expr::Call(call) => {
                self.calls(&call.func);
                if let Expr::Attribute(method) = &*call.func {
                    self.piece.is_loud |= MUTATORS.contains(&method.attr.as_str()) && !self.is_made(&method.value);
                }
            }
            Expr::StringLiteral(text) => {
                // Members may be asked for by their names.
                let text = text.value.to_str();
                if super::values::is_identifier(text) {
                    self.piece.attributes.insert(text);
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

impl<'a> Settler<'a, '_> {
    /// Does the statement bind names, and surely nothing else, if it comes to its end?
    pub(super) fn is_contained(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        let binds = match stmt {
            Stmt::Assign(stmt) => stmt.targets.iter().all(is_plain_target),
            Stmt::AnnAssign(stmt) => stmt.target.is_name_expr(),
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) | Stmt::Assert(_) => true,
            Stmt::If(_) | Stmt::Try(_) | Stmt::With(_) => {
                return self.loads && self.are_contained(module, stmt);
            }
            _ => false,
        };
        self.loads && binds && self.runs_contained(module, stmt)
    }

    /// All that stands in it is contained or settled.
    fn are_contained(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        let head = match stmt {
            Stmt::With(stmt) => stmt.items.iter().all(|item| {
                matches!(&item.context_expr, Expr::Call(call)
                    if matches!(self.lowering.path_target(module, &call.func),
                        Target::External(path) if path == "contextlib.suppress"))
            }),
            Stmt::If(found) => {
                let tests = found.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref());
                let tests: Vec<&'a Expr> = std::iter::once(&*found.test).chain(tests).collect();
                tests.into_iter().all(|test| {
                    let piece = Piece::of(module, |looker| looker.visit_expr(test));
                    self.is_piece_contained(piece)
                })
            }
            _ => true,
        };
        let mut parts = blocks(stmt).into_iter().flatten();
        head && parts.all(|stmt| match stmt {
            Stmt::Raise(_) | Stmt::Pass(_) => true,
            stmt => self.stmt(module, stmt),
        })
    }

    fn runs_contained(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        let piece = match stmt {
            Stmt::ClassDef(class) => Piece::of_class(module, class),
            stmt => Piece::of_stmt(module, stmt),
        };
        self.is_piece_contained(piece)
    }

    fn is_piece_contained(&mut self, first: Piece<'a>) -> bool {
        let modules = self.modules;
        if self.pieces.is_none() {
            let mut pieces = Pieces::default();
            modules.iter().enumerate().for_each(|(index, module)| pieces.add_body(index, &module.body));
            self.pieces = Some(pieces);
        }
        let mut seen: FxHashSet<(&'a str, bool)> = FxHashSet::default();
        let mut work: Vec<Piece<'a>> = vec![first];
        while let Some(piece) = work.pop() {
            if piece.is_loud
                || !piece.calls.iter().all(|(call, is_local)| self.is_call_contained(piece.module, call, *is_local))
            {
                return false;
            }
            // Functions that are only mentioned run if something is called that may call them.
            let hands = piece.calls.iter().any(|(call, is_local)| self.may_call_back(piece.module, call, *is_local));
            let pieces = self.pieces.as_ref().expect("made above");
            let mentioned = piece.names.iter().chain(&piece.attributes).filter(|_| hands);
            for word in piece.called.iter().chain(mentioned) {
                if seen.insert((word, true)) {
                    work.extend(pieces.by_name.get(word).into_iter().flatten().cloned());
                }
            }
            for word in &piece.attributes {
                if seen.insert((word, false)) {
                    let found = pieces.by_name.get(word).into_iter().flatten();
                    work.extend(found.filter(|piece| piece.is_property).cloned());
                }
            }
            work.extend(piece.bases.iter().flat_map(|base| pieces.hooks.get(base)).flatten().cloned());
        }
        true
    }

    /// May what is called call what it is handed?
    fn may_call_back(&mut self, module: usize, func: &'a Expr, is_local: bool) -> bool {
        let target = if is_local { Target::Unknown } else { self.lowering.path_target(module, func) };
        match (target, func) {
            (Target::External(_), _) => false,
            (Target::Builtin(builtin), _) => {
                matches!(builtin, Builtin::Function(name) | Builtin::Type(name) if CALLS_BACK.contains(&name))
            }
            (Target::Unknown, Expr::Attribute(method)) => !PURE.contains(&method.attr.as_str()),
            (Target::Unknown, Expr::Name(name)) => is_local || !self.is_made_outside(module, &name.id),
            _ => true,
        }
    }

    /// Is the global bound once, to a class that a function of the standard library made?
    fn is_made_outside(&mut self, module: usize, name: &str) -> bool {
        let row = &self.modules[module];
        let value = row.body.iter().find_map(|stmt| match stmt {
            Stmt::Assign(stmt) => {
                matches!(&stmt.targets[..], [Expr::Name(target)] if target.id == name).then_some(&*stmt.value)
            }
            _ => None,
        });
        let Some(Expr::Call(call)) = value.filter(|_| row.is_bound_once(name)) else { return false };
        matches!(self.lowering.path_target(module, &call.func), Target::External(path)
            if ["collections.namedtuple", "typing.NamedTuple", "typing.NewType"].contains(&path.as_str()))
    }

    /// May what is called run, as far as it is code outside?
    fn is_call_contained(&mut self, module: usize, func: &'a Expr, is_local: bool) -> bool {
        let target = if is_local { Target::Unknown } else { self.lowering.path_target(module, func) };
        match (target, func) {
            (Target::External(path), _) => {
                let is_pure = || {
                    path.rsplit_once('.').is_some_and(|(of, name)| {
                        standard::is_path(of) && !standard::is_module(of) && PURE.contains(&name)
                    })
                };
                standard::makes_values(&path) || is_pure()
            }
            (Target::Builtin(Builtin::Function(name)), _) => !LOUD.contains(&name),
            // A method of what nothing is known of: the program's own are told by words.
            (Target::Unknown, Expr::Attribute(method)) => {
                let name = method.attr.as_str();
                let is_known = PURE.contains(&name) || MUTATORS.contains(&name);
                is_known
                    || self.pieces.as_ref().is_some_and(|pieces| pieces.by_name.contains_key(name))
                    || is_special(name)
            }
            _ => true,
        }
    }
}

/// The last part of a path.
fn last(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(&name.id),
        Expr::Attribute(attribute) => Some(&attribute.attr),
        Expr::Call(call) => last(&call.func),
        Expr::Subscript(subscript) => last(&subscript.value),
        _ => None,
    }
}

fn is_special(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && !WRITES.contains(&name)
}

/// The name that a path of attributes, calls and subscripts begins with.
fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(&name.id),
        Expr::Attribute(attribute) => root(&attribute.value),
        Expr::Subscript(subscript) => root(&subscript.value),
        Expr::Call(call) => root(&call.func),
        _ => None,
    }
}

/// The names that a statement binds, apart from functions and classes.
#[derive(Default)]
struct Bound<'a>(Vec<&'a str>);

impl<'a> Visitor<'a> for Bound<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            Stmt::Import(_) | Stmt::ImportFrom(_) => {}
            stmt => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && !name.ctx.is_load()
        {
            self.0.push(name.id.as_str());
        }
        visitor::walk_expr(self, expr);
    }
}

/// The blocks of statements within a statement that are no functions or classes.
fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::If(stmt) => {
            std::iter::once(&stmt.body[..]).chain(stmt.elif_else_clauses.iter().map(|row| &row.body[..])).collect()
        }
        Stmt::For(stmt) => vec![&stmt.body, &stmt.orelse],
        Stmt::While(stmt) => vec![&stmt.body, &stmt.orelse],
        Stmt::With(stmt) => vec![&stmt.body],
        Stmt::Try(stmt) => {
            let handlers = stmt.handlers.iter().map(|handler| {
                let ast::ExceptHandler::ExceptHandler(handler) = handler;
                &handler.body[..]
            });
            [&stmt.body[..], &stmt.orelse, &stmt.finalbody].into_iter().chain(handlers).collect()
        }
        Stmt::Match(stmt) => stmt.cases.iter().map(|case| &case.body[..]).collect(),
        _ => Vec::new(),
    }
}

/// The classes that a function defines.
fn inner_classes(body: &[Stmt]) -> Vec<&ast::StmtClassDef> {
    let mut found = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::ClassDef(class) => found.push(class),
            Stmt::FunctionDef(def) => found.extend(inner_classes(&def.body)),
            stmt => blocks(stmt).into_iter().for_each(|inner| found.extend(inner_classes(inner))),
        }
    }
    found
}

fn is_plain_target(target: &Expr) -> bool {
    match target {
        Expr::Name(_) => true,
        Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
            elts.iter().all(is_plain_target)
        }
        Expr::Starred(starred) => is_plain_target(&starred.value),
        _ => false,
    }
}

/// The locals of a function that are only ever bound to displays and comprehensions, which are new each time.
fn made_here(def: &ast::StmtFunctionDef) -> FxHashSet<&str> {
    #[derive(Default)]
    struct Bindings<'a> {
        made: FxHashSet<&'a str>,
        other: FxHashSet<&'a str>,
    }
    impl<'a> Visitor<'a> for Bindings<'a> {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            let (target, value) = match stmt {
                Stmt::Assign(stmt) => match &stmt.targets[..] {
                    [Expr::Name(name)] => (Some(name.id.as_str()), Some(&*stmt.value)),
                    _ => (None, None),
                },
                Stmt::AnnAssign(stmt) => {
                    (stmt.target.as_name_expr().map(|name| name.id.as_str()), stmt.value.as_deref())
                }
                Stmt::AugAssign(stmt) if stmt.target.is_name_expr() => return self.visit_expr(&stmt.value),
                Stmt::Global(stmt) => {
                    self.other.extend(stmt.names.iter().map(|name| name.as_str()));
                    return;
                }
                Stmt::Nonlocal(stmt) => {
                    self.other.extend(stmt.names.iter().map(|name| name.as_str()));
                    return;
                }
                _ => (None, None),
            };
            let is_made = |value: &Expr| {
                // `super().__new__(cls)` is new.
                let is_new = matches!(value, Expr::Call(call)
                    if matches!(&*call.func, Expr::Attribute(method) if method.attr.as_str() == "__new__"));
                is_new
                    || matches!(
                        value,
                        Expr::List(_)
                            | Expr::Dict(_)
                            | Expr::Set(_)
                            | Expr::ListComp(_)
                            | Expr::DictComp(_)
                            | Expr::SetComp(_)
                    )
            };
            match (target, value) {
                (Some(target), Some(value)) if is_made(value) => {
                    self.made.insert(target);
                    self.visit_expr(value);
                }
                _ => visitor::walk_stmt(self, stmt),
            }
        }

        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Name(name) = expr
                && !name.ctx.is_load()
            {
                self.other.insert(name.id.as_str());
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut bindings = Bindings::default();
    def.body.iter().for_each(|stmt| bindings.visit_stmt(stmt));
    bindings.other.extend(def.parameters.iter().map(|row| row.name().as_str()));
    bindings.made.retain(|name| !bindings.other.contains(name));
    bindings.made
}
