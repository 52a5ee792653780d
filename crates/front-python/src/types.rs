//! Types of the client's parameters, as the user, an annotation or a default says them.

use ruff_python_ast::{self as ast, Expr};
use rustc_hash::FxHashSet;

use crate::module::{BindingKind, Import, Module};
use crate::scope::Scope;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Bool,
    None,
    Float,
    Str,
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// `tuple[T, ...]`
    TupleOf(Box<Type>),
    /// Of plain keys and values.
    Dict(Box<Type>, Box<Type>),
    /// Of plain members.
    Set(Box<Type>),
    /// Keyword arguments of plain values: a dict that nobody else has.
    Named(Box<Type>),
    Union(Vec<Type>),
    /// A value that only a library knows, by the name of its type.
    Handle(String),
    /// The same, or None.
    MaybeHandle(String),
    /// One that has no plain inputs, by its name.
    Other(String),
    /// An object of a class of the program, which is called so, with these attributes.
    Instance(String, Vec<(String, Type)>),
    /// A member of an enumeration of the program, which is called so, by the names of its members.
    Member(String, Vec<String>),
    /// One of these texts, whole numbers and truth values.
    Literal(Vec<value::Value>),
    /// Anything: its operations are outside steps.
    Any,
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |types: &[Type], by: &str| types.iter().map(Type::to_string).collect::<Vec<_>>().join(by);
        match self {
            Type::Int => write!(f, "int"),
            Type::Bool => write!(f, "bool"),
            Type::None => write!(f, "None"),
            Type::Float => write!(f, "float"),
            Type::Str => write!(f, "str"),
            Type::List(element) => write!(f, "list[{element}]"),
            Type::Tuple(elements) if elements.is_empty() => write!(f, "tuple[()]"),
            Type::Tuple(elements) => write!(f, "tuple[{}]", list(elements, ", ")),
            Type::TupleOf(element) => write!(f, "tuple[{element}, ...]"),
            Type::Dict(key, value) => write!(f, "dict[{key}, {value}]"),
            Type::Set(member) => write!(f, "set[{member}]"),
            Type::Named(value) => write!(f, "dict[str, {value}]"),
            Type::Union(types) => write!(f, "{}", list(types, " | ")),
            Type::Other(name) | Type::Handle(name) => write!(f, "{name}"),
            Type::MaybeHandle(name) => write!(f, "{name} | None"),
            Type::Instance(class, attributes) => {
                let class = class.rsplit('.').next().unwrap_or(class);
                let attributes: Vec<String> =
                    attributes.iter().map(|(name, type_)| format!("{name}: {type_}")).collect();
                write!(f, "{class}({})", attributes.join(", "))
            }
            Type::Member(class, _) => write!(f, "{}", class.rsplit('.').next().unwrap_or(class)),
            Type::Literal(values) => {
                let values: Vec<String> = values.iter().map(crate::notation::literal_text).collect();
                write!(f, "Literal[{}]", values.join(", "))
            }
            Type::Any => write!(f, "anything"),
        }
    }
}

/// A type, and whether somebody said so.
pub(crate) struct Choice {
    pub(crate) type_: Type,
    pub(crate) is_given: bool,
    /// It comes from how the parameter is used, or from its default.
    pub(crate) is_guessed: bool,
}

/// Reads a type as the user writes it on the command line.
pub(crate) fn parse(text: &str) -> Option<Type> {
    let parsed = ruff_python_parser::parse_expression(text).ok()?;
    Some(as_spelled(&parsed.into_syntax().body))
}

/// The type that an annotation means if its names have the meanings that they mostly have.
pub(crate) fn as_spelled(expr: &Expr) -> Type {
    Reader { scope: None, is_narrowed: false }.read(expr)
}

/// The type that an annotation means where it stands.
pub(crate) fn of_annotation(expr: &Expr, scope: &Around<'_>) -> Choice {
    let mut reader = Reader { scope: Some(scope), is_narrowed: false };
    let type_ = reader.read(expr);
    Choice { type_, is_given: !reader.is_narrowed, is_guessed: false }
}

/// Does the annotation surely rule None out?
pub(crate) fn rules_none_out(expr: &Expr, scope: &Around<'_>) -> bool {
    match expr {
        Expr::StringLiteral(text) => ruff_python_parser::parse_expression(text.value.to_str())
            .is_ok_and(|parsed| rules_none_out(&parsed.into_syntax().body, scope)),
        Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
            rules_none_out(&binary.left, scope) && rules_none_out(&binary.right, scope)
        }
        Expr::Subscript(subscript) => rules_none_out(&subscript.value, scope),
        Expr::Name(_) | Expr::Attribute(_) => {
            let Some(written) = dotted(expr) else { return false };
            let (first, rest) = written.split_at(written.find('.').unwrap_or(written.len()));
            match scope.path_of(first) {
                Some(path) => is_class_without_none(&format!("{path}{rest}")),
                None => rest.is_empty() && scope.is_own_class(first),
            }
        }
        _ => false,
    }
}

/// Is the path a class of the language or its library that None is no object of?
fn is_class_without_none(path: &str) -> bool {
    const CONTAINERS: &str = "Dict List Set FrozenSet Tuple Mapping MutableMapping Sequence MutableSequence Iterable \
        Iterator Collection Callable Generator Deque DefaultDict OrderedDict Counter Pattern Match IO TextIO BinaryIO \
        Type ByteString Sized Container";
    match path.rsplit_once('.') {
        None => {
            let is_type = matches!(crate::builtins::find(path), Some(crate::builtins::Builtin::Type(_)));
            is_type && path != "object"
        }
        Some(("typing" | "collections.abc" | "typing_extensions", name)) => {
            CONTAINERS.split_whitespace().any(|known| known == name)
        }
        Some(("decimal" | "fractions" | "pathlib" | "collections" | "re", name)) => {
            name.starts_with(char::is_uppercase) && crate::standard::is_path(path)
        }
        Some(("datetime", _)) => crate::outside::is_standard_type(path),
        Some(_) => false,
    }
}

/// What is around an annotation: there its names are looked up.
pub(crate) struct Around<'m> {
    module: &'m Module,
    modules: &'m [Module],
    /// Names of the class around and of the function's own type parameters.
    nearer: FxHashSet<String>,
}

impl<'m> Around<'m> {
    pub(crate) fn new(
        module: &'m Module,
        modules: &'m [Module],
        class: Option<&ast::StmtClassDef>,
        def: &ast::StmtFunctionDef,
    ) -> Around<'m> {
        let of_class = class.map(|class| Scope::of_body(&class.body).locals).unwrap_or_default();
        let type_params = [def.type_params.as_deref(), class.and_then(|class| class.type_params.as_deref())];
        let type_params = type_params.into_iter().flatten().flat_map(|params| params.iter());
        let nearer = of_class.into_iter().chain(type_params.map(|param| param.name().to_string())).collect();
        Around { module, modules, nearer }
    }

    /// The path of what the name means: `int` for the builtin, `typing.List`.
    fn path_of(&self, name: &str) -> Option<String> {
        if self.nearer.contains(name) {
            return None;
        }
        if self.module.binds(name) {
            return self.imported_path(name);
        }
        let (mut of_typing, mut is_hidden) = (false, false);
        for star in self.module.stars() {
            let of_program = self.modules.iter().find(|module| module.name == *star);
            is_hidden |= match of_program {
                Some(module) => module.binds(name) || module.has_star,
                None => !crate::builtins::is_standard_module(star),
            };
            of_typing |= of_program.is_none() && star == "typing";
        }
        match crate::builtins::find(name) {
            _ if is_hidden => None,
            Some(_) => Some(name.to_string()),
            None => of_typing.then(|| format!("typing.{name}")),
        }
    }

    /// Is it a class of this module, and no protocol?
    fn is_own_class(&self, name: &str) -> bool {
        let Some(BindingKind::Class(_)) = self.module.only_binding(name) else { return false };
        let mut classes = self.module.body.iter().filter_map(ast::Stmt::as_class_def_stmt);
        let Some(class) = classes.find(|class| class.name.as_str() == name) else { return false };
        let is_plain = |base: &Expr| matches!(base, Expr::Name(base) if self.is_own_class(&base.id));
        let has_arguments = class.arguments.as_ref().is_some_and(|rest| !rest.keywords.is_empty());
        !self.nearer.contains(name) && !has_arguments && class.bases().iter().all(is_plain)
    }

    /// The path that all imports of the name agree on, if nothing else binds it.
    fn imported_path(&self, name: &str) -> Option<String> {
        let bindings = self.module.names.get(name)?;
        let is_import = bindings.iter().all(|binding| binding.kind == BindingKind::Import);
        if !is_import || self.module.written.contains(name) {
            return None;
        }
        let path = |import: &Import| match &import.name {
            Some(name) => format!("{}.{name}", import.path),
            None if import.binds_leaf => import.path.clone(),
            None => import.path.split('.').next().unwrap_or_default().to_string(),
        };
        let is_outside =
            |import: &&Import| import.level == 0 && !self.modules.iter().any(|module| module.name == import.path);
        let imports = self.module.from_imports.get(name).into_iter().flatten().chain(self.module.imported.get(name));
        let mut paths = imports.map(|import| Some(import).filter(is_outside).map(path));
        let first = paths.next()??;
        paths.all(|path| path.as_ref() == Some(&first)).then_some(first)
    }
}

/// Reads annotations.
struct Reader<'a> {
    /// `None`: names mean what they mostly mean.
    scope: Option<&'a Around<'a>>,
    /// Does an annotation allow values that the type made of it has not?
    is_narrowed: bool,
}

impl Reader<'_> {
    fn read(&mut self, expr: &Expr) -> Type {
        match expr {
            Expr::NoneLiteral(_) => Type::None,
            Expr::StringLiteral(text) => match ruff_python_parser::parse_expression(text.value.to_str()) {
                Ok(parsed) => self.read(&parsed.into_syntax().body),
                Err(_) => Type::Other(text.value.to_str().to_string()),
            },
            Expr::Name(_) | Expr::Attribute(_) => match self.known(expr) {
                Ok(name) => self.of_name(&name),
                Err(other) => Type::Other(other),
            },
            Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
                union(vec![self.read(&binary.left), self.read(&binary.right)])
            }
            Expr::Subscript(subscript) => match self.known(&subscript.value) {
                Ok(name) => self.of_generic(&name, &subscript.slice),
                Err(other) => Type::Other(other),
            },
            _ => Type::Other("this annotation".to_string()),
        }
    }

    /// The name of a builtin type or of typing's own; else what is written there.
    fn known(&self, expr: &Expr) -> Result<String, String> {
        let Some(written) = dotted(expr) else { return Err("this annotation".to_string()) };
        let last = written.rsplit('.').next().unwrap_or_default().to_string();
        let Some(scope) = self.scope else { return Ok(last) };
        let (first, rest) = written.split_at(written.find('.').unwrap_or(written.len()));
        let path = scope.path_of(first).map(|path| format!("{path}{rest}"));
        let is_known = path.as_deref().is_some_and(|path| match path.rsplit_once('.') {
            None => true,
            Some((module, _)) => {
                ["typing", "typing_extensions", "collections.abc", "types", "builtins"].contains(&module)
            }
        });
        let meant = path.as_deref().and_then(|path| path.rsplit('.').next()).map(str::to_string);
        meant.filter(|_| is_known).ok_or_else(|| match crate::builtins::find(&last) {
            Some(_) => format!("{last}, which is not the builtin here,"),
            None => last,
        })
    }

    fn of_name(&mut self, name: &str) -> Type {
        match name {
            "int" => Type::Int,
            "bool" => Type::Bool,
            "None" | "NoneType" => Type::None,
            "float" => Type::Float,
            "str" | "Text" => Type::Str,
            "list" | "List" => union(vec![Type::List(Box::new(Type::Int)), Type::Other("list of anything".into())]),
            "Sequence" | "Iterable" | "MutableSequence" | "Collection" => {
                union(vec![Type::List(Box::new(Type::Int)), Type::Other(format!("{name} of anything"))])
            }
            "tuple" | "Tuple" => {
                union(vec![Type::TupleOf(Box::new(Type::Int)), Type::Other("tuple of anything".into())])
            }
            "dict" | "Dict" => union(vec![
                Type::Dict(Box::new(Type::Str), Box::new(Type::Int)),
                Type::Other("dict of anything".into()),
            ]),
            "set" | "Set" => union(vec![Type::Set(Box::new(Type::Str)), Type::Other("set of anything".into())]),
            other => Type::Other(other.to_string()),
        }
    }

    fn of_generic(&mut self, name: &str, slice: &Expr) -> Type {
        let parts: Vec<&Expr> = match slice {
            Expr::Tuple(tuple) => tuple.elts.iter().collect(),
            other => vec![other],
        };
        self.is_narrowed |= ["Sequence", "MutableSequence", "Collection", "Mapping", "MutableMapping"].contains(&name);
        match (name, &parts[..]) {
            ("list" | "List" | "MutableSequence", [element]) => Type::List(Box::new(self.read(element))),
            ("Sequence" | "Collection", [element]) => {
                let element = Box::new(self.read(element));
                union(vec![Type::List(element.clone()), Type::TupleOf(element)])
            }
            // What is gone through only once is not a list.
            ("Iterable", [element]) => {
                union(vec![Type::List(Box::new(self.read(element))), Type::Other("Iterable that is no list".into())])
            }
            ("tuple" | "Tuple", [element, Expr::EllipsisLiteral(_)]) => Type::TupleOf(Box::new(self.read(element))),
            ("tuple" | "Tuple", elements) => Type::Tuple(elements.iter().map(|element| self.read(element)).collect()),
            ("dict" | "Dict" | "Mapping" | "MutableMapping", [key, value]) => {
                let (key, value) = (self.read(key), self.read(value));
                match is_plain_key(&key) && crate::entry::wrapper(&value).is_some() {
                    true => Type::Dict(Box::new(key), Box::new(value)),
                    false => Type::Other(format!("dict[{key}, {value}]")),
                }
            }
            ("set" | "Set", [member]) => match self.read(member) {
                member if is_plain_key(&member) => Type::Set(Box::new(member)),
                member => Type::Other(format!("set[{member}]")),
            },
            ("Optional", [inner]) => union(vec![self.read(inner), Type::None]),
            ("Union", types) => union(types.iter().map(|type_| self.read(type_)).collect()),
            ("Annotated" | "Final", [inner, ..]) => self.read(inner),
            ("Literal", values) => literals(values).unwrap_or_else(|| Type::Other(name.to_string())),
            (name, _) => Type::Other(name.to_string()),
        }
    }
}

/// `Literal["a", 1, None]`; `None`: something else stands there.
fn literals(values: &[&Expr]) -> Option<Type> {
    let is_none = |expr: &&&Expr| expr.is_none_literal_expr();
    let is_plain = |expr: &Expr| match expr {
        Expr::UnaryOp(unary) => unary.operand.as_number_literal_expr().is_some_and(|number| number.value.is_int()),
        Expr::NumberLiteral(number) => number.value.is_int(),
        Expr::StringLiteral(_) | Expr::BooleanLiteral(_) => true,
        _ => false,
    };
    let plain = values.iter().filter(|expr| !is_none(expr));
    let mut rows: Vec<value::Value> = Vec::new();
    for expr in plain {
        let value = crate::expr::literal(expr).filter(|_| is_plain(expr))?;
        if !rows.contains(&value) {
            rows.push(value);
        }
    }
    let mut types = Vec::new();
    if !rows.is_empty() {
        types.push(Type::Literal(rows));
    }
    if values.iter().any(|expr| is_none(&expr)) {
        types.push(Type::None);
    }
    (!types.is_empty()).then(|| union(types))
}

/// Is it a type of keys that are told apart by what they are?
fn is_plain_key(type_: &Type) -> bool {
    matches!(type_, Type::Int | Type::Bool | Type::Str)
}

/// A name with dots, as it is written.
fn dotted(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) => Some(format!("{}.{}", dotted(&attribute.value)?, attribute.attr)),
        _ => None,
    }
}

pub(crate) fn union(types: Vec<Type>) -> Type {
    let mut flat = Vec::new();
    for type_ in types {
        let parts = match type_ {
            Type::Union(parts) => parts,
            other => vec![other],
        };
        for part in parts {
            if !flat.contains(&part) {
                flat.push(part);
            }
        }
    }
    match flat.len() {
        1 => flat.remove(0),
        _ => Type::Union(flat),
    }
}

impl Type {
    /// Are values of other types left to say something about?
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Type::Other(_) => true,
            Type::Any => false,
            Type::Union(types) | Type::Tuple(types) => types.iter().any(Type::is_open),
            Type::List(element) | Type::TupleOf(element) | Type::Named(element) => element.is_open(),
            Type::Int | Type::Bool | Type::None | Type::Float | Type::Str | Type::Handle(_) | Type::MaybeHandle(_) => {
                false
            }
            Type::Instance(..) | Type::Member(..) | Type::Dict(..) | Type::Set(_) | Type::Literal(_) => false,
        }
    }
}

impl Type {
    /// What has no plain inputs is anything.
    pub(crate) fn opened(self) -> Type {
        let all = |types: Vec<Type>| types.into_iter().map(Type::opened).collect::<Vec<Type>>();
        match self {
            Type::Other(_) => Type::Any,
            Type::List(element) | Type::TupleOf(element) if crate::entry::wrapper(&element).is_none() => Type::Any,
            Type::Union(types) => union(all(types)),
            Type::Tuple(types) => Type::Tuple(all(types)),
            plain => plain,
        }
    }
}

/// The type of a literal that is no object.
pub(crate) fn of_literal(expr: &Expr) -> Option<Type> {
    of_default(expr).filter(|type_| matches!(type_, Type::Int | Type::Bool | Type::Float | Type::Str))
}

/// Is the default one of the values of the type?
pub(crate) fn covers(type_: &Type, default: &Expr) -> bool {
    let of_default = match default {
        Expr::NoneLiteral(_) => Some(Type::None),
        other => of_default(other),
    };
    match type_ {
        Type::Union(types) => types.iter().any(|type_| covers(type_, default)),
        Type::Literal(values) => crate::expr::literal(default).is_some_and(|default| values.contains(&default)),
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => of_default.as_ref() == Some(type_),
        Type::List(_)
        | Type::Tuple(_)
        | Type::TupleOf(_)
        | Type::Named(_)
        | Type::Dict(..)
        | Type::Set(_)
        | Type::Other(_)
        | Type::Handle(_)
        | Type::MaybeHandle(_)
        | Type::Instance(..)
        | Type::Member(..)
        | Type::Any => false,
    }
}

/// The type of the values like a default.
pub(crate) fn of_default(default: &Expr) -> Option<Type> {
    Some(match default {
        Expr::NumberLiteral(number) => match number.value {
            ast::Number::Int(_) => Type::Int,
            ast::Number::Float(_) => Type::Float,
            ast::Number::Complex { .. } => Type::Other("complex".into()),
        },
        Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::Not => Type::Bool,
        Expr::UnaryOp(unary) => of_default(&unary.operand)?,
        Expr::BooleanLiteral(_) => Type::Bool,
        Expr::StringLiteral(_) => Type::Str,
        // What an empty one is made for it does not say.
        Expr::Tuple(tuple) if tuple.elts.is_empty() => return None,
        Expr::List(list) if list.elts.is_empty() => return None,
        Expr::Tuple(tuple) => Type::Tuple(tuple.elts.iter().map(of_default).collect::<Option<_>>()?),
        Expr::List(list) => Type::List(Box::new(union(list.elts.iter().map(of_default).collect::<Option<_>>()?))),
        Expr::Dict(_) => Type::Other("dict".into()),
        Expr::Set(_) => Type::Other("set".into()),
        _ => return None,
    })
}
