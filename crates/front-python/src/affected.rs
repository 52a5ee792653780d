//! Objects that do not do the same in both versions, by the names of their members.
//!
//! A value from outside may be an object of a class of the program, and then its members run code of the program.
//! Where that code is not the same in both versions, or an attribute is set by such code, a step that asks an
//! object for such a member is another step in each version. Which members these are is told by their names: of
//! all classes wherever they stand, of what functions set on objects, and of what mentions any of these.
//!
//! The client itself does not count: that it does the same is what is to be shown, and where other code calls it,
//! that is one call deeper. Left out: classes of modules that the client does not load (an assumption says so).

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashSet;

use crate::call::Target;
use crate::keys::{Digest, Mentions, is_text};
use crate::lower::Lowering;
use crate::outside::Unknown;
use crate::reach::Reach;
use crate::scope::Scope;

/// Members that decide what all other members are.
const DECIDES_ALL: &[&str] = &[
    "__getattr__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__get__",
    "__set__",
    "__delete__",
    "__set_name__",
    "__new__",
    "__init_subclass__",
    "__class_getitem__",
    "__instancecheck__",
    "__subclasscheck__",
    "__subclasshook__",
    "__prepare__",
    "__mro_entries__",
    "__class__",
    "__slots__",
    "__dict__",
    "mro",
];

/// Members that no operator asks for.
const NO_OPERATORS: &[&str] = &["__init__", "__post_init__", "__doc__", "__module__", "__all__", "__version__"];

/// Functions that make classes.
const MAKES_CLASSES: &[&str] = &[
    "collections.namedtuple",
    "typing.NamedTuple",
    "typing.TypedDict",
    "typing.NewType",
    "enum.Enum",
    "enum.IntEnum",
    "enum.Flag",
    "enum.IntFlag",
    "enum.StrEnum",
    "dataclasses.make_dataclass",
    "types.new_class",
];

/// The names of members that do not do the same in both versions, or lead to such.
#[derive(Default)]
pub(crate) struct Affected {
    names: FxHashSet<String>,
    /// Every member of every object.
    all: bool,
}

impl Affected {
    pub(crate) fn is_empty(&self) -> bool {
        !self.all && self.names.is_empty()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.all || self.names.contains(name)
    }

    pub(crate) fn has_any(&self, words: &BTreeSet<String>) -> bool {
        self.all || words.iter().any(|word| self.names.contains(word))
    }

    /// Is there a member that an operator may ask for?
    pub(crate) fn has_operators(&self) -> bool {
        let is_operator = |name: &String| name.starts_with("__") && !NO_OPERATORS.contains(&name.as_str());
        self.all || self.names.iter().any(is_operator)
    }
}

/// A piece of a program that may make members of objects.
#[derive(Default)]
struct Piece {
    /// What it means; `None`: that cannot be told.
    meaning: Option<String>,
    /// The members that it is.
    members: BTreeSet<String>,
    /// The names that it binds.
    bound: BTreeSet<String>,
    /// The attributes that it sets, or whose contents it may change.
    touched: BTreeSet<String>,
    mentions: BTreeSet<String>,
    /// What depends on it is not known: all members of all objects may.
    is_wide: bool,
}

/// The pieces of one version.
#[derive(Default)]
pub(crate) struct Members {
    pieces: BTreeMap<String, Vec<Piece>>,
    classes: BTreeSet<String>,
}

impl Members {
    pub(crate) fn affected(&self, other: &Members) -> Affected {
        let mut affected = Affected::default();
        let changed: Vec<&Piece> = self.differ(other).chain(other.differ(self)).collect();
        changed.iter().for_each(|piece| affected.add(piece));
        let handed_on = self.called_by(&changed).chain(other.called_by(&changed));
        handed_on.for_each(|piece| affected.names.extend(piece.touched.iter().cloned()));
        loop {
            let before = affected.names.len();
            for piece in self.pieces.values().chain(other.pieces.values()).flatten() {
                if affected.has_any(&piece.mentions) {
                    affected.add(piece);
                }
            }
            if affected.all || affected.names.len() == before {
                return affected;
            }
        }
    }

    /// The pieces that the other version has not.
    fn differ<'s>(&'s self, other: &'s Members) -> impl Iterator<Item = &'s Piece> {
        let meanings = |pieces: &[Piece]| pieces.iter().map(|piece| piece.meaning.clone()).collect::<Vec<_>>();
        let is_other = move |(place, pieces): &(&String, &Vec<Piece>)| {
            // An object of a class that only one version has is no object of the other.
            let class = place.rsplit_once("::").map_or("", |(class, _)| class);
            if self.classes.contains(class) && !other.classes.contains(class) {
                return false;
            }
            let mine = meanings(pieces);
            mine.contains(&None) || other.pieces.get(*place).map(|twins| meanings(twins)) != Some(mine)
        };
        self.pieces.iter().filter(is_other).flat_map(|(_, pieces)| pieces)
    }

    /// The pieces that these may call, which get other values then.
    fn called_by<'s>(&'s self, changed: &[&Piece]) -> impl Iterator<Item = &'s Piece> {
        let mut words: BTreeSet<&str> =
            changed.iter().flat_map(|piece| piece.mentions.iter().map(String::as_str)).collect();
        let mut found: Vec<&'s Piece> = Vec::new();
        let mut rest: Vec<&'s Piece> = self.pieces.values().flatten().collect();
        loop {
            let is_called =
                |piece: &&Piece| piece.members.iter().chain(&piece.bound).any(|name| words.contains(name.as_str()));
            let (called, others): (Vec<&Piece>, Vec<&Piece>) = rest.into_iter().partition(is_called);
            if called.is_empty() {
                return found.into_iter();
            }
            words.extend(called.iter().flat_map(|piece| piece.mentions.iter().map(String::as_str)));
            found.extend(called);
            rest = others;
        }
    }
}

impl Affected {
    fn add(&mut self, piece: &Piece) {
        let mut names = piece.members.iter().chain(&piece.touched);
        self.all |= piece.is_wide || names.any(|name| DECIDES_ALL.contains(&name.as_str()));
        self.names.extend(piece.members.iter().chain(&piece.touched).cloned());
    }
}

impl<'a> Lowering<'a> {
    /// What may make members of objects, with what it means.
    pub(crate) fn members(&mut self) -> Members {
        let reach = &self.reach();
        let mut members = Members::default();
        let modules = self.modules;
        for (index, module) in modules.iter().enumerate() {
            for stmt in &module.body {
                match stmt {
                    Stmt::ClassDef(class) => {
                        let name = format!("{}.{}", module.name, class.name);
                        self.class_members(reach, index, class, &name, &mut members);
                    }
                    Stmt::Import(_) | Stmt::ImportFrom(_) => {}
                    stmt => self.other_members(reach, index, stmt, &mut members),
                }
            }
        }
        members
    }

    fn class_members(
        &mut self,
        reach: &Reach,
        module: usize,
        class: &'a ast::StmtClassDef,
        name: &str,
        members: &mut Members,
    ) {
        members.classes.insert(name.to_string());
        let frame = Piece { meaning: self.frame(reach, module, class), is_wide: true, ..Piece::default() };
        members.pieces.entry(format!("{name}::")).or_default().push(frame);
        for stmt in &class.body {
            if let Stmt::ClassDef(inner) = stmt {
                self.class_members(reach, module, inner, &format!("{name}.{}", inner.name), members);
                continue;
            }
            let bound = Scope::of_body(std::slice::from_ref(stmt)).locals;
            let mut piece = self.piece(reach, module, Unknown::Stmt(stmt));
            piece.members = match is_text(stmt) {
                true => BTreeSet::from(["__doc__".to_string()]),
                false => bound.into_iter().chain(nested_members(stmt)).collect(),
            };
            // It binds nothing, and may do anything to the class.
            piece.is_wide |= piece.members.is_empty() && !stmt.is_pass_stmt();
            let place: Vec<&str> = piece.members.iter().map(String::as_str).collect();
            members.pieces.entry(format!("{name}::{}", place.join(" "))).or_default().push(piece);
        }
    }

    /// A statement of a top level that is no class.
    fn other_members(&mut self, reach: &Reach, module: usize, stmt: &'a Stmt, members: &mut Members) {
        let mut piece = self.piece(reach, module, Unknown::Stmt(stmt));
        piece.members = nested_members(stmt);
        piece.is_wide |= self.makes_a_class(module, stmt);
        let mut bound: Vec<String> = Scope::of_body(std::slice::from_ref(stmt)).locals.into_iter().collect();
        bound.sort();
        let place = format!("{} {}", self.modules[module].name, bound.join(" "));
        piece.bound = bound.into_iter().collect();
        members.pieces.entry(place).or_default().push(piece);
    }

    fn piece(&mut self, reach: &Reach, module: usize, code: Unknown<'a>) -> Piece {
        let apart = self.shared.apart[self.shared.side].filter(|(of, _)| *of == module).map(|(_, range)| range);
        let found = Mentions::without(code, apart);
        let is_wide = found.words.iter().any(|word| match word.as_str() {
            "__dict__" | "vars" => true,
            "setattr" => found.asks_any,
            _ => false,
        });
        Piece {
            meaning: self.meaning_by(reach, module, code),
            members: BTreeSet::new(),
            bound: BTreeSet::new(),
            mentions: found.words.iter().chain(&found.texts).cloned().collect(),
            touched: found.touched,
            is_wide,
        }
    }

    /// What stands around the body of a class, and in which order its data stands there if that may count.
    fn frame(&mut self, reach: &Reach, module: usize, class: &'a ast::StmtClassDef) -> Option<String> {
        let mut frame = Digest::default();
        for base in class.arguments.iter().flat_map(|rest| &rest.args) {
            self.frame_part(reach, module, base, &mut frame)?;
        }
        for keyword in class.arguments.iter().flat_map(|rest| &rest.keywords) {
            frame.write(keyword.arg.as_ref().map_or(&b"**"[..], |name| name.as_bytes()));
            self.frame_part(reach, module, &keyword.value, &mut frame)?;
        }
        for decorator in &class.decorator_list {
            self.frame_part(reach, module, &decorator.expression, &mut frame)?;
        }
        if class.arguments.is_some() || !class.decorator_list.is_empty() {
            let data = class.body.iter().filter(|stmt| !stmt.is_function_def_stmt() && !is_text(stmt));
            let mut names = data.map(|stmt| {
                let mut names: Vec<String> = Scope::of_body(std::slice::from_ref(stmt)).locals.into_iter().collect();
                names.sort();
                names.join(" ")
            });
            names.by_ref().for_each(|name| frame.write(name.as_bytes()));
        }
        Some(frame.text())
    }

    /// A class of the program is known by its name: what its members are stands with them.
    fn frame_part(&mut self, reach: &Reach, module: usize, expr: &'a Expr, frame: &mut Digest) -> Option<()> {
        frame.expr(expr);
        let is_class = |target: &Target| matches!(target, Target::Class(..) | Target::External(_) | Target::Builtin(_));
        match expr {
            Expr::Name(name) if is_class(&self.global_target(module, &name.id)) => {
                frame.write(format!("{:?}", self.class_path(module, &name.id)).as_bytes());
            }
            expr => frame.write(self.meaning_by(reach, module, Unknown::Expr(expr))?.as_bytes()),
        }
        Some(())
    }

    fn class_path(&mut self, module: usize, name: &str) -> String {
        match self.global_target(module, name) {
            Target::External(path) => path,
            Target::Class(of, class) => {
                let body = &self.modules[of].body;
                let found = body.iter().find_map(|stmt| match stmt {
                    Stmt::ClassDef(found) if crate::module::Node::of(found) == class => Some(found.name.as_str()),
                    _ => None,
                });
                format!("{}.{}", self.modules[of].name, found.unwrap_or_default())
            }
            _ => name.to_string(),
        }
    }

    /// May the statement make a class by a call?
    fn makes_a_class(&mut self, module: usize, stmt: &'a Stmt) -> bool {
        if matches!(stmt, Stmt::FunctionDef(_)) {
            return false;
        }
        let mut calls = Calls::default();
        calls.visit_stmt(stmt);
        calls.0.into_iter().any(|func| match root(func) {
            None => true,
            Some(name) => match self.global_target(module, name) {
                Target::External(path) => {
                    let path = written(func).map_or(path.clone(), |rest| format!("{path}{rest}"));
                    !crate::standard::is_path(&path) || MAKES_CLASSES.contains(&path.as_str())
                }
                Target::Builtin(_) => ["type", "setattr", "exec", "eval", "globals", "vars"].contains(&name),
                Target::Code(_) | Target::Class(..) | Target::Module(_) | Target::Unknown => true,
            },
        })
    }
}

/// The members of classes that stand within the statement.
fn nested_members(stmt: &Stmt) -> BTreeSet<String> {
    struct Nested(BTreeSet<String>);
    impl<'a> Visitor<'a> for Nested {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if let Stmt::ClassDef(class) = stmt {
                self.0.extend(Scope::of_body(&class.body).locals);
            }
            visitor::walk_stmt(self, stmt);
        }
    }
    let mut nested = Nested(BTreeSet::new());
    nested.visit_stmt(stmt);
    nested.0
}

/// What is called, apart from the bodies of functions.
#[derive(Default)]
struct Calls<'a>(Vec<&'a Expr>);

impl<'a> Visitor<'a> for Calls<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if !stmt.is_function_def_stmt() {
            visitor::walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Lambda(_) => return,
            Expr::Call(call) => self.0.push(&call.func),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// The name that a path of attributes begins with.
fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(&name.id),
        Expr::Attribute(attribute) => root(&attribute.value),
        _ => None,
    }
}

/// The attributes behind it.
fn written(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Name(_) => Some(String::new()),
        Expr::Attribute(attribute) => Some(format!("{}.{}", written(&attribute.value)?, attribute.attr)),
        _ => None,
    }
}
