//! Types of the client's parameters, as the user, an annotation or a default says them.

use ruff_python_ast::{self as ast, Expr};

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
    Union(Vec<Type>),
    /// One that has no plain inputs, by its name.
    Other(String),
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
            Type::Union(types) => write!(f, "{}", list(types, " | ")),
            Type::Other(name) => write!(f, "{name}"),
        }
    }
}

/// A type, and whether somebody said so.
pub(crate) struct Choice {
    pub(crate) type_: Type,
    pub(crate) is_given: bool,
}

/// Reads a type as the user writes it on the command line.
pub(crate) fn parse(text: &str) -> Option<Type> {
    let parsed = ruff_python_parser::parse_expression(text).ok()?;
    Some(of_annotation(&parsed.into_syntax().body))
}

/// The type that an annotation means.
pub(crate) fn of_annotation(expr: &Expr) -> Type {
    match expr {
        Expr::NoneLiteral(_) => Type::None,
        Expr::StringLiteral(text) => {
            parse(text.value.to_str()).unwrap_or_else(|| Type::Other(text.value.to_str().to_string()))
        }
        Expr::Name(name) => of_name(&name.id),
        Expr::Attribute(attribute) => of_name(&attribute.attr),
        Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
            union(vec![of_annotation(&binary.left), of_annotation(&binary.right)])
        }
        Expr::Subscript(subscript) => of_generic(&subscript.value, &subscript.slice),
        _ => Type::Other("this annotation".to_string()),
    }
}

fn of_name(name: &str) -> Type {
    match name {
        "int" => Type::Int,
        "bool" => Type::Bool,
        "None" | "NoneType" => Type::None,
        "float" => Type::Float,
        "str" => Type::Str,
        "list" | "List" => union(vec![Type::List(Box::new(Type::Int)), Type::Other("list of anything".into())]),
        "Sequence" | "Iterable" | "MutableSequence" | "Collection" => {
            union(vec![Type::List(Box::new(Type::Int)), Type::Other(format!("{name} of anything"))])
        }
        "tuple" | "Tuple" => union(vec![Type::TupleOf(Box::new(Type::Int)), Type::Other("tuple of anything".into())]),
        other => Type::Other(other.to_string()),
    }
}

fn of_generic(value: &Expr, slice: &Expr) -> Type {
    let name = match value {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return Type::Other("this annotation".to_string()),
    };
    let parts: Vec<&Expr> = match slice {
        Expr::Tuple(tuple) => tuple.elts.iter().collect(),
        other => vec![other],
    };
    match (name, &parts[..]) {
        ("list" | "List" | "MutableSequence", [element]) => Type::List(Box::new(of_annotation(element))),
        ("Sequence" | "Collection", [element]) => {
            let element = Box::new(of_annotation(element));
            union(vec![Type::List(element.clone()), Type::TupleOf(element)])
        }
        // What is gone through only once is not a list.
        ("Iterable", [element]) => {
            union(vec![Type::List(Box::new(of_annotation(element))), Type::Other("Iterable that is no list".into())])
        }
        ("tuple" | "Tuple", [element, Expr::EllipsisLiteral(_)]) => Type::TupleOf(Box::new(of_annotation(element))),
        ("tuple" | "Tuple", elements) => Type::Tuple(elements.iter().map(|element| of_annotation(element)).collect()),
        ("Optional", [inner]) => union(vec![of_annotation(inner), Type::None]),
        ("Union", types) => union(types.iter().map(|type_| of_annotation(type_)).collect()),
        ("Annotated" | "Final", [inner, ..]) => of_annotation(inner),
        (name, _) => Type::Other(name.to_string()),
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

/// Does the annotation allow values that the type made of it has not?
pub(crate) fn is_narrowed(annotation: &Expr) -> bool {
    let mut names = crate::outside::names_in(crate::outside::Unknown::Expr(annotation)).into_iter();
    names.any(|name| ["Sequence", "MutableSequence", "Collection"].contains(&name.as_str()))
}

impl Type {
    /// Are values of other types left to say something about?
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Type::Other(_) => true,
            Type::Union(types) | Type::Tuple(types) => types.iter().any(Type::is_open),
            Type::List(element) | Type::TupleOf(element) => element.is_open(),
            Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => false,
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
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => of_default.as_ref() == Some(type_),
        Type::List(_) | Type::Tuple(_) | Type::TupleOf(_) | Type::Other(_) => false,
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
