//! Classes that surely come into being.

use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashSet;

use super::values::{Kind, is_identifier};
use super::{Place, Settler};
use crate::builtins::Builtin;
use crate::call::Target;
use crate::module::Node;
use crate::standard;

/// What stands for a property of that name among the names of a class body.
pub(super) fn property_named(name: &str) -> String {
    format!("property {name}")
}

/// Names in the body of a class that have a say in making it, or its heirs.
pub(crate) const HOOKS: [&str; 9] = [
    "__set_name__",
    "__class_getitem__",
    "__prepare__",
    "__init_subclass__",
    "__mro_entries__",
    "__qualname__",
    "__classcell__",
    "__annotations__",
    "__getnewargs__",
];

/// Methods that run while an enumeration is made, once for each member.
const RUN_FOR_MEMBERS: [&str; 4] = ["__init__", "__new__", "__setattr__", "__set_name__"];

/// What a class is made of besides its body.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Sort {
    Plain,
    /// Its metaclass is `ABCMeta`.
    Abstract,
    Enumeration,
    NamedTuple,
    TypedDict,
}

/// A base: a class of the program, or what is outside by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Base {
    Own(usize, Node),
    Outside(String),
}

impl<'a> Settler<'a, '_> {
    pub(super) fn class(&mut self, module: usize, class: &'a ast::StmtClassDef) -> bool {
        let Some(sort) = self.sort_of(module, class) else { return false };
        let mut names = FxHashSet::default();
        if !self.class_body(module, &class.body, &mut names) {
            return false;
        }
        let is_sound = match sort {
            Sort::Plain | Sort::Abstract => true,
            Sort::Enumeration => self.is_enumerated(module, class),
            Sort::NamedTuple => {
                // What a named tuple has of its own cannot be written over, and it takes no other base.
                let is_own = |name: &str| {
                    ["__new__", "__slots__"].contains(&name)
                        || name == "__init__"
                        || name.starts_with('_') && !name.starts_with("__")
                };
                are_ordered_fields(&class.body) && class.bases().len() == 1 && !names.iter().any(|name| is_own(name))
            }
            Sort::TypedDict => {
                let is_field = |stmt: &Stmt| match stmt {
                    Stmt::AnnAssign(stmt) => stmt.value.is_none(),
                    Stmt::Pass(_) => true,
                    Stmt::Expr(stmt) => stmt.value.is_string_literal_expr(),
                    _ => false,
                };
                class.bases().len() == 1 && class.body.iter().all(is_field)
            }
        };
        is_sound
            && !HOOKS.iter().any(|name| names.contains(*name))
            && self.are_protocols(module, class)
            && self.has_sound_slots(module, class, &names)
            && class.decorator_list.iter().all(|decorator| self.keeps_class(module, class, &decorator.expression))
    }

    /// Was the class found to be settled? It stands before what asks.
    pub(super) fn is_class_settled(&self, module: usize, class: &ast::StmtClassDef) -> bool {
        let place = self.modules[module].body.iter().position(|stmt| match stmt {
            Stmt::ClassDef(found) => std::ptr::eq(found, class),
            _ => false,
        });
        place.and_then(|place| self.rows[module].get(place)).is_some_and(|row| row.is_settled)
    }

    /// Is the expression the name of an enumeration?
    pub(super) fn is_enumeration(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        match self.lowering.path_target(place.module, expr) {
            Target::Class(module, class) => {
                let class = self.lowering.class_at(module, class);
                class.is_some_and(|class| self.sort_of(module, class) == Some(Sort::Enumeration))
            }
            _ => false,
        }
    }

    /// Is it a named tuple that takes so many values?
    pub(super) fn is_tuple_of(&mut self, module: usize, class: &'a ast::StmtClassDef, count: usize) -> bool {
        let is_plain = |stmt: &Stmt| match stmt {
            Stmt::FunctionDef(def) => !["__new__", "__init__", "__hash__", "__eq__"].contains(&def.name.as_str()),
            _ => true,
        };
        let fields = class.body.iter().filter_map(Stmt::as_ann_assign_stmt);
        let required = fields.clone().filter(|field| field.value.is_none()).count();
        self.sort_of(module, class) == Some(Sort::NamedTuple)
            && self.is_class_settled(module, class)
            && class.bases().len() == 1
            && class.body.iter().all(is_plain)
            && (required..=fields.count()).contains(&count)
    }

    fn class_body(&mut self, module: usize, body: &'a [Stmt], names: &mut FxHashSet<String>) -> bool {
        for stmt in body {
            let place = Place { module, class: Some(&*names) };
            let is_settled = match stmt {
                Stmt::Pass(_) => true,
                Stmt::Expr(stmt) => self.value(place, &stmt.value).is_some(),
                Stmt::FunctionDef(def) => self.def(place, def).is_some(),
                Stmt::AnnAssign(stmt) => {
                    stmt.target.is_name_expr()
                        && stmt.value.as_deref().is_none_or(|value| self.is_member(place, body, value))
                        && self.annotation(place, &stmt.annotation)
                }
                Stmt::Assign(stmt) => {
                    stmt.targets.iter().all(Expr::is_name_expr) && self.is_member(place, body, &stmt.value)
                }
                Stmt::If(stmt) if crate::slice::is_never_taken(&self.modules[module], stmt) => continue,
                _ => false,
            };
            if !is_settled {
                return false;
            }
            if let Stmt::FunctionDef(def) = stmt
                && def.decorator_list.iter().any(|row| self.makes_property(module, &row.expression))
            {
                names.insert(property_named(&def.name));
            }
            let binds = match stmt {
                Stmt::AnnAssign(stmt) => stmt.value.is_some(),
                _ => true,
            };
            if binds {
                names.extend(self.names_of(stmt));
            }
        }
        true
    }

    /// A value that a class may take for a member without being told so: an object that was made before may want to know
    /// its name (`__set_name__`).
    fn is_member(&mut self, place: Place<'_>, body: &'a [Stmt], value: &'a Expr) -> bool {
        let Some(kind) = self.value(place, value) else { return false };
        match value {
            Expr::Name(name) => {
                let is_function = |stmt: &Stmt| {
                    matches!(stmt, Stmt::FunctionDef(def)
                    if def.name.as_str() == name.id.as_str() && def.decorator_list.is_empty())
                };
                let is_other = |stmt: &Stmt| self.names_of(stmt).contains(&name.id.to_string()) && !is_function(stmt);
                kind != Kind::Object || (body.iter().any(is_function) && !body.iter().any(is_other))
            }
            Expr::Attribute(_) | Expr::If(_) | Expr::BoolOp(_) => kind != Kind::Object,
            _ => true,
        }
    }

    /// A protocol has protocols for bases; `@runtime_checkable` is for these only.
    fn are_protocols(&mut self, module: usize, class: &'a ast::StmtClassDef) -> bool {
        if !self.is_protocol(module, class) {
            return true;
        }
        class.bases().iter().all(|base| {
            let base = match base {
                Expr::Subscript(subscript) => &*subscript.value,
                base => base,
            };
            match self.lowering.path_target(module, base) {
                Target::External(path) => path == "typing.Generic" || path.ends_with(".Protocol"),
                Target::Class(of, node) => {
                    self.lowering.class_at(of, node).is_some_and(|class| self.is_protocol(of, class))
                }
                _ => false,
            }
        })
    }

    fn is_protocol(&mut self, module: usize, class: &'a ast::StmtClassDef) -> bool {
        class.bases().iter().any(|base| {
            let base = match base {
                Expr::Subscript(subscript) => &*subscript.value,
                base => base,
            };
            matches!(self.lowering.path_target(module, base), Target::External(path) if path.ends_with(".Protocol"))
        })
    }

    fn makes_property(&mut self, module: usize, decorator: &Expr) -> bool {
        match self.lowering.path_target(module, decorator) {
            Target::Builtin(Builtin::Type(name)) => name == "property",
            _ => matches!(decorator, Expr::Attribute(attribute)
                if ["setter", "getter", "deleter"].contains(&attribute.attr.as_str())),
        }
    }

    // Bases.

    /// What kind of class it will be; `None`: perhaps none at all.
    fn sort_of(&mut self, module: usize, class: &'a ast::StmtClassDef) -> Option<Sort> {
        let arguments = class.arguments.as_deref();
        let bases = arguments.map_or(&[][..], |arguments| &arguments.args);
        let keywords = arguments.map_or(&[][..], |arguments| &arguments.keywords);
        let mut sort = Sort::Plain;
        for base in bases {
            let found = self.sort_of_base(module, base)?;
            sort = match (sort, found) {
                (Sort::Plain, found) => found,
                (sort, Sort::Plain) => sort,
                (Sort::Abstract, Sort::Abstract) => Sort::Abstract,
                _ => return None,
            };
        }
        for keyword in keywords {
            let is_abstract = matches!(self.lowering.path_target(module, &keyword.value), Target::External(path)
                if path == "abc.ABCMeta");
            match keyword.arg.as_deref() {
                Some("metaclass") if is_abstract && matches!(sort, Sort::Plain | Sort::Abstract) => {
                    sort = Sort::Abstract;
                }
                Some("total") if sort == Sort::TypedDict && keyword.value.is_boolean_literal_expr() => {}
                _ => return None,
            }
        }
        self.order(module, class, 0).map(|_| sort)
    }

    fn sort_of_base(&mut self, module: usize, base: &'a Expr) -> Option<Sort> {
        if let Expr::Call(call) = base {
            let is_named = self.is_namedtuple(module, call) && self.value(Place::top(module), base).is_some();
            return is_named.then_some(Sort::Plain);
        }
        let base = match base {
            Expr::Subscript(subscript) => {
                let generic = self.lowering.path_target(module, &subscript.value);
                let is_generic = matches!(generic, Target::External(path)
                    if ["typing.Generic", "typing.Protocol", "typing_extensions.Protocol"].contains(&path.as_str()));
                if !is_generic || !self.are_variables(module, &subscript.slice) {
                    return None;
                }
                &*subscript.value
            }
            base => base,
        };
        self.value(Place::top(module), base)?;
        match self.lowering.path_target(module, base) {
            Target::Builtin(Builtin::Exception(_)) => Some(Sort::Plain),
            Target::Builtin(Builtin::Type(name)) => {
                let names =
                    ["object", "int", "float", "str", "bytes", "list", "tuple", "dict", "set", "frozenset", "property"];
                names.contains(&name).then_some(Sort::Plain)
            }
            Target::External(path) => sort_of_outside(&path),
            Target::Class(of, node) => {
                let class = self.lowering.class_at(of, node)?;
                let has_hook = class
                    .body
                    .iter()
                    .any(|stmt| matches!(stmt, Stmt::FunctionDef(def) if def.name.as_str() == "__init_subclass__"));
                let sort = self.sort_of(of, class)?;
                let is_closed = match sort {
                    // One with members has no heirs.
                    Sort::Enumeration => members(class).next().is_some(),
                    Sort::NamedTuple => true,
                    Sort::Plain | Sort::Abstract | Sort::TypedDict => false,
                };
                // An heir of a named tuple's heir is a plain class.
                let sort = if sort == Sort::NamedTuple { Sort::Plain } else { sort };
                let is_open = !is_closed || sort == Sort::Plain;
                (is_open && !has_hook && self.is_class_settled(of, class)).then_some(sort)
            }
            _ => None,
        }
    }

    /// `namedtuple(…)`
    fn is_namedtuple(&mut self, module: usize, call: &ast::ExprCall) -> bool {
        self.lowering.path_target(module, &call.func) == Target::External("collections.namedtuple".into())
    }

    /// Different variables for types.
    fn are_variables(&mut self, module: usize, slice: &'a Expr) -> bool {
        let elements = match slice {
            Expr::Tuple(tuple) => &tuple.elts[..],
            other => std::slice::from_ref(other),
        };
        let mut seen = FxHashSet::default();
        elements.iter().all(|element| match element {
            Expr::Name(name) => {
                self.name(Place::top(module), &name.id) == Some(Kind::TypeVariable) && seen.insert(name.id.to_string())
            }
            _ => false,
        })
    }

    /// The order in which bases are searched (C3); `None` where there is none, or it is not known.
    fn order(&mut self, module: usize, class: &'a ast::StmtClassDef, depth: usize) -> Option<Vec<Base>> {
        if depth > 20 {
            return None;
        }
        let mut lists = Vec::new();
        let mut direct = Vec::new();
        for base in class.bases() {
            let base = match base {
                Expr::Subscript(subscript) => &*subscript.value,
                Expr::Call(call) if self.is_namedtuple(module, call) => {
                    let own = Base::Outside(format!("a tuple at {:?}", call.arguments.range));
                    let order = [own.clone()].into_iter().chain(order_of_builtin("tuple")).collect();
                    direct.push(own);
                    lists.push(order);
                    continue;
                }
                base => base,
            };
            let (found, order) = match self.lowering.path_target(module, base) {
                Target::Class(of, node) => {
                    let class = self.lowering.class_at(of, node)?;
                    (Base::Own(of, node), self.order(of, class, depth + 1)?)
                }
                Target::Builtin(Builtin::Exception(name) | Builtin::Type(name)) => {
                    (Base::Outside(name.to_string()), order_of_builtin(name))
                }
                Target::External(path) => (Base::Outside(path.clone()), order_of_outside(&path)),
                _ => return None,
            };
            direct.push(found);
            lists.push(order);
        }
        // Classes with contents of their own, and those whose bases are not known, do not mix.
        let solid: FxHashSet<&str> = lists
            .iter()
            .flatten()
            .filter_map(|base| match base {
                Base::Outside(path) if !is_thin(path) => Some(layout(path)),
                _ => None,
            })
            .collect();
        let with_slots = lists.iter().flatten().any(|base| match base {
            Base::Own(of, node) => self.lowering.class_at(*of, *node).is_none_or(has_slots),
            Base::Outside(_) => false,
        });
        if direct.len() > 1 && (solid.len() > 1 || with_slots) {
            return None;
        }
        if direct.is_empty() {
            lists.push(vec![Base::Outside("object".to_string())]);
        }
        lists.push(direct);
        let mut order = vec![Base::Own(module, Node::of(class))];
        order.extend(merge(lists)?);
        Some(order)
    }

    // What the body must not do.

    fn has_sound_slots(&mut self, module: usize, class: &'a ast::StmtClassDef, names: &FxHashSet<String>) -> bool {
        let mut all = class.body.iter().filter_map(|stmt| match stmt {
            Stmt::Assign(stmt) => match &stmt.targets[..] {
                [Expr::Name(name)] if name.id.as_str() == "__slots__" => Some(&*stmt.value),
                _ => None,
            },
            _ => None,
        });
        let Some(slots) = all.next() else { return !names.contains("__slots__") };
        if all.next().is_some() {
            return false;
        }
        let elements = match slots {
            Expr::Tuple(tuple) => &tuple.elts[..],
            Expr::List(list) => &list.elts[..],
            text @ Expr::StringLiteral(_) => std::slice::from_ref(text),
            _ => return false,
        };
        let is_sized = class.bases().iter().any(|base| {
            matches!(self.lowering.path_target(module, base), Target::Builtin(Builtin::Type(name)) if name != "object")
                || matches!(self.lowering.path_target(module, base), Target::External(_))
        });
        // What is further up lays out objects as well.
        let is_sized = is_sized
            || self.order(module, class, 0).is_none_or(|order| {
                order.iter().any(|base| match base {
                    Base::Outside(path) => !is_thin(path) && crate::builtins::base_of_exception(path).is_none(),
                    Base::Own(..) => false,
                })
            });
        let is_sound = |element: &Expr| match element {
            Expr::StringLiteral(text) => {
                let name = text.value.to_str();
                is_identifier(name) && !name.starts_with("__") && !names.contains(name)
            }
            _ => false,
        };
        elements.is_empty() || (!is_sized && elements.iter().all(is_sound))
    }

    /// Members with names of their own and plain values.
    fn is_enumerated(&mut self, module: usize, class: &'a ast::StmtClassDef) -> bool {
        let mixed = class.bases().iter().find_map(|base| match self.lowering.path_target(module, base) {
            Target::Builtin(Builtin::Type(name)) => Some(name),
            _ => None,
        });
        let is_whole = class.bases().iter().any(|base| {
            matches!(self.lowering.path_target(module, base), Target::External(path)
                if ["enum.IntEnum", "enum.IntFlag", "enum.Flag"].contains(&path.as_str()))
        });
        let is_text = class.bases().iter().any(
            |base| matches!(self.lowering.path_target(module, base), Target::External(path) if path == "enum.StrEnum"),
        );
        if !self.is_made_quietly(module, class, 0) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let rows: Vec<(&str, &'a Expr)> = members(class).collect();
        rows.into_iter().all(|(name, value)| {
            let kind = self.value(Place::top(module), value);
            let is_auto = matches!(value, Expr::Call(_)) && mixed.is_none();
            let fits = match mixed {
                Some("str") => kind == Some(Kind::Text),
                Some("int") => super::values::whole(value).is_some(),
                Some(_) => false,
                None if is_whole => super::values::whole(value).is_some() || is_auto,
                None if is_text => kind == Some(Kind::Text) || is_auto,
                None => matches!(kind, Some(Kind::Text | Kind::Number | Kind::Tuple | Kind::Constant)) || is_auto,
            };
            fits && !name.starts_with('_') && name != "mro" && seen.insert(name.to_string())
        }) && class.body.iter().all(|stmt| match stmt {
            Stmt::FunctionDef(def) => !seen.contains(def.name.as_str()),
            _ => true,
        })
    }

    /// Does making the enumeration run no code of the program, and does its kind stand last among its bases?
    fn is_made_quietly(&mut self, module: usize, class: &'a ast::StmtClassDef, depth: usize) -> bool {
        let is_quiet = class.body.iter().all(|stmt| match stmt {
            Stmt::FunctionDef(def) => {
                let name = def.name.as_str();
                let is_reserved = name.starts_with('_') && name.ends_with('_') && !name.starts_with("__");
                !RUN_FOR_MEMBERS.contains(&name) && !is_reserved
            }
            _ => true,
        });
        let bases = class.bases();
        let last = bases.len().saturating_sub(1);
        is_quiet
            && depth < 20
            && bases.iter().enumerate().all(|(place, base)| match self.lowering.path_target(module, base) {
                Target::Builtin(Builtin::Type(_)) => place < last,
                Target::External(_) => place == last,
                Target::Class(of, node) => {
                    let base = self.lowering.class_at(of, node);
                    place == last && base.is_some_and(|base| self.is_made_quietly(of, base, depth + 1))
                }
                _ => false,
            })
    }

    fn keeps_class(&mut self, module: usize, class: &'a ast::StmtClassDef, decorator: &'a Expr) -> bool {
        let (function, keywords) = match decorator {
            Expr::Call(call) if call.arguments.args.is_empty() => (&*call.func, &*call.arguments.keywords),
            other => (other, &[][..]),
        };
        let Target::External(path) = self.lowering.path_target(module, function) else { return false };
        let is_plain = !decorator.is_call_expr();
        match path.as_str() {
            "typing.final" | "typing_extensions.final" => is_plain,
            "typing.runtime_checkable" => is_plain && self.is_protocol(module, class),
            "functools.total_ordering" => {
                let orders = ["__lt__", "__le__", "__gt__", "__ge__"];
                is_plain
                    && class
                        .body
                        .iter()
                        .any(|stmt| matches!(stmt, Stmt::FunctionDef(def) if orders.contains(&def.name.as_str())))
            }
            "dataclasses.dataclass" => {
                let is_option = |row: &ast::Keyword| {
                    let options = ["init", "repr", "eq", "unsafe_hash", "frozen"];
                    row.arg.as_deref().is_some_and(|name| options.contains(&name))
                        && row.value.is_boolean_literal_expr()
                };
                let has_own = |stmt: &Stmt| {
                    matches!(stmt, Stmt::FunctionDef(def)
                    if ["__hash__", "__setattr__", "__delattr__"].contains(&def.name.as_str()))
                };
                let is_asked = keywords.iter().any(|row| matches!(row.arg.as_deref(), Some("frozen" | "unsafe_hash")));
                keywords.iter().all(is_option)
                    && (!is_asked || !class.body.iter().any(has_own))
                    && self.has_sound_fields(module, class)
            }
            _ => false,
        }
    }

    /// Fields of a dataclass: none without a default behind one that has it, no default that can change.
    fn has_sound_fields(&mut self, module: usize, class: &'a ast::StmtClassDef) -> bool {
        let has_bases = class
            .bases()
            .iter()
            .any(|base| !matches!(self.lowering.path_target(module, base), Target::Builtin(Builtin::Type("object"))));
        let fields: Vec<&'a ast::StmtAnnAssign> = class.body.iter().filter_map(Stmt::as_ann_assign_stmt).collect();
        // What bases have comes first; and they may be frozen.
        let is_own =
            |settler: &mut Self, base: &Expr| matches!(settler.lowering.path_target(module, base), Target::Class(..));
        if has_bases && (!fields.is_empty() || class.bases().iter().any(|base| is_own(self, base))) {
            return false;
        }
        let has_marks =
            fields.iter().any(|field| crate::outside::words_in(&field.annotation).iter().any(|word| word == "KW_ONLY"));
        let place = Place::top(module);
        !has_marks
            && are_ordered_fields(&class.body)
            && fields.into_iter().filter_map(|field| field.value.as_deref()).all(|value| match value {
                Expr::Call(call) => {
                    let is_field = matches!(self.lowering.path_target(module, &call.func), Target::External(path)
                        if path == "dataclasses.field");
                    is_field && call.arguments.keywords.iter().all(|row| row.arg.as_deref() != Some("default"))
                }
                value => matches!(
                    self.value(place, value),
                    Some(Kind::Number | Kind::Text | Kind::Bytes | Kind::Constant | Kind::Tuple)
                ),
            })
    }
}

/// Does the class say which attributes its objects have?
fn has_slots(class: &ast::StmtClassDef) -> bool {
    class.body.iter().any(|stmt| match stmt {
        Stmt::Assign(stmt) => {
            stmt.targets.iter().any(|target| matches!(target, Expr::Name(name) if name.id.as_str() == "__slots__"))
        }
        _ => false,
    })
}

/// The members of an enumeration.
fn members<'a>(class: &'a ast::StmtClassDef) -> impl Iterator<Item = (&'a str, &'a Expr)> {
    class.body.iter().flat_map(|stmt| -> Vec<(&'a str, &'a Expr)> {
        match stmt {
            Stmt::Assign(stmt) => stmt
                .targets
                .iter()
                .filter_map(|target| target.as_name_expr().map(|name| (name.id.as_str(), &*stmt.value)))
                .collect(),
            Stmt::AnnAssign(stmt) => match (&*stmt.target, stmt.value.as_deref()) {
                (Expr::Name(name), Some(value)) => vec![(name.id.as_str(), value)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    })
}

/// Does no field without a default stand behind one that has it?
fn are_ordered_fields(body: &[Stmt]) -> bool {
    let mut has_default = false;
    body.iter().filter_map(Stmt::as_ann_assign_stmt).all(|field| {
        let Expr::Name(name) = &*field.target else { return false };
        let gives = match field.value.as_deref() {
            None => false,
            Some(Expr::Call(call)) => call
                .arguments
                .keywords
                .iter()
                .any(|row| matches!(row.arg.as_deref(), Some("default" | "default_factory"))),
            Some(_) => true,
        };
        let is_ordered = gives || !has_default;
        has_default |= gives;
        is_ordered && !name.id.starts_with('_')
    })
}

fn sort_of_outside(path: &str) -> Option<Sort> {
    match path {
        "abc.ABC" | "typing.Protocol" | "typing_extensions.Protocol" => Some(Sort::Abstract),
        "typing.Generic" => Some(Sort::Plain),
        "enum.Enum" | "enum.IntEnum" | "enum.StrEnum" | "enum.Flag" | "enum.IntFlag" => Some(Sort::Enumeration),
        "typing.NamedTuple" => Some(Sort::NamedTuple),
        "typing.TypedDict" => Some(Sort::TypedDict),
        _ => {
            let (module, name) = path.rsplit_once('.')?;
            let is_class = standard::has(module, name) && name.starts_with(|first: char| first.is_ascii_uppercase());
            match module {
                "collections.abc" => is_class.then_some(Sort::Abstract),
                "collections" => {
                    let plain = ["OrderedDict", "Counter", "UserDict", "UserList", "UserString"].contains(&name);
                    let sort = if name.starts_with("User") { Sort::Abstract } else { Sort::Plain };
                    (plain || name == "defaultdict" || name == "deque").then_some(sort)
                }
                "threading" => ["Thread", "local"].contains(&name).then_some(Sort::Plain),
                "json" | "json.encoder" | "json.decoder" | "argparse" | "logging" | "html.parser" | "configparser"
                | "unittest" | "cmd" | "contextlib" | "socketserver" | "http.server" | "queue" | "ast" => {
                    let is_plain = !path.starts_with("contextlib.Abstract") && path != "configparser.RawConfigParser";
                    (is_class && is_plain && module != "configparser").then_some(Sort::Plain)
                }
                _ => None,
            }
        }
    }
}

/// Does it bring no contents of its own, and no bases but those that are known here?
fn is_thin(path: &str) -> bool {
    ["object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "enum.Enum"]
        .contains(&path)
}

/// Exceptions whose objects are laid out alike go by one name.
fn layout(name: &str) -> &str {
    let own =
        ["OSError", "SyntaxError", "UnicodeError", "StopIteration", "SystemExit", "ImportError", "AttributeError"];
    let mut at = name;
    loop {
        if own.contains(&at) || at == "NameError" {
            return at;
        }
        match crate::builtins::base_of_exception(at) {
            Some("object") => return "BaseException",
            Some(base) => at = base,
            None => return name,
        }
    }
}

fn order_of_builtin(name: &str) -> Vec<Base> {
    let mut order = vec![Base::Outside(name.to_string())];
    let mut at = name;
    while let Some(base) = crate::builtins::base_of_exception(at) {
        order.push(Base::Outside(base.to_string()));
        at = base;
    }
    if order.last() != Some(&Base::Outside("object".to_string())) {
        order.push(Base::Outside("object".to_string()));
    }
    order
}

fn order_of_outside(path: &str) -> Vec<Base> {
    let mut order = vec![Base::Outside(path.to_string())];
    if path.ends_with(".Protocol") {
        order.push(Base::Outside("typing.Generic".to_string()));
    }
    order.push(Base::Outside("object".to_string()));
    order
}

/// Merges orders so that each is kept.
fn merge(mut lists: Vec<Vec<Base>>) -> Option<Vec<Base>> {
    let mut order = Vec::new();
    loop {
        lists.retain(|list| !list.is_empty());
        if lists.is_empty() {
            return Some(order);
        }
        let is_later = |base: &Base| lists.iter().any(|list| list[1..].contains(base));
        let next = lists.iter().map(|list| &list[0]).find(|base| !is_later(base))?.clone();
        for list in &mut lists {
            if list[0] == next {
                list.remove(0);
            }
        }
        order.push(next);
    }
}
