//! Types of the client's parameters: from the user, the annotation, the default, or use.

use ruff_python_ast::visitor::{self, Visitor};
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
        "list" | "List" | "Sequence" | "Iterable" | "MutableSequence" | "Collection" => Type::List(Box::new(Type::Int)),
        "tuple" | "Tuple" => Type::TupleOf(Box::new(Type::Int)),
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
        ("list" | "List" | "Sequence" | "Iterable" | "MutableSequence" | "Collection", [element]) => {
            Type::List(Box::new(of_annotation(element)))
        }
        ("tuple" | "Tuple", [element, Expr::EllipsisLiteral(_)]) => Type::TupleOf(Box::new(of_annotation(element))),
        ("tuple" | "Tuple", elements) => Type::Tuple(elements.iter().map(|element| of_annotation(element)).collect()),
        ("Optional", [inner]) => union(vec![of_annotation(inner), Type::None]),
        ("Union", types) => union(types.iter().map(|type_| of_annotation(type_)).collect()),
        ("Annotated" | "Final", [inner, ..]) => of_annotation(inner),
        (name, _) => Type::Other(name.to_string()),
    }
}

fn union(types: Vec<Type>) -> Type {
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

/// The type of a parameter that nobody gave one.
pub(crate) fn guess(name: &str, default: Option<&Expr>, body: &[ast::Stmt]) -> Type {
    let mut uses = Uses { name, is_list: false, is_str: false, may_be_none: false, other: None };
    uses.visit_body(body);
    let used = match &uses {
        Uses { other: Some(other), .. } => Type::Other(other.clone()),
        Uses { is_str: true, .. } => Type::Str,
        Uses { is_list: true, .. } => Type::List(Box::new(Type::Int)),
        _ => Type::Int,
    };
    let type_ = match default {
        Some(Expr::NoneLiteral(_)) => union(vec![used, Type::None]),
        Some(default) => of_default(default).unwrap_or(used),
        None => used,
    };
    if uses.may_be_none { union(vec![type_, Type::None]) } else { type_ }
}

fn of_default(default: &Expr) -> Option<Type> {
    Some(match default {
        Expr::NumberLiteral(number) => match number.value {
            ast::Number::Int(_) => Type::Int,
            ast::Number::Float(_) => Type::Float,
            ast::Number::Complex { .. } => Type::Other("complex".into()),
        },
        Expr::UnaryOp(unary) => of_default(&unary.operand)?,
        Expr::BooleanLiteral(_) => Type::Bool,
        Expr::StringLiteral(_) => Type::Str,
        Expr::Tuple(tuple) if tuple.elts.is_empty() => Type::TupleOf(Box::new(Type::Int)),
        Expr::Tuple(tuple) => Type::Tuple(tuple.elts.iter().map(of_default).collect::<Option<_>>()?),
        Expr::List(_) => Type::List(Box::new(Type::Int)),
        Expr::Dict(_) => Type::Other("dict".into()),
        Expr::Set(_) => Type::Other("set".into()),
        _ => return None,
    })
}

/// How a parameter is used in the function's body.
struct Uses<'n> {
    name: &'n str,
    is_list: bool,
    is_str: bool,
    may_be_none: bool,
    other: Option<String>,
}

impl Uses<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(name) if name.id.as_str() == self.name)
    }
}

fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::StringLiteral(_) | Expr::FString(_))
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        if let ast::Stmt::For(for_) = stmt
            && self.is_it(&for_.iter)
        {
            self.is_list = true;
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, comprehension: &'a ast::Comprehension) {
        self.is_list |= self.is_it(&comprehension.iter);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Subscript(subscript) if self.is_it(&subscript.value) => {
                self.is_list = true;
                if is_text(&subscript.slice) {
                    self.other = Some("dict".into());
                }
            }
            Expr::Call(call) => {
                let first = call.arguments.args.first();
                match &*call.func {
                    Expr::Name(name)
                        if ["len", "sum", "sorted", "enumerate", "reversed", "zip", "any", "all"]
                            .contains(&name.id.as_str())
                            && call.arguments.args.iter().any(|arg| self.is_it(arg)) =>
                    {
                        self.is_list = true;
                    }
                    Expr::Name(name) if ["min", "max", "list", "tuple"].contains(&name.id.as_str()) => {
                        self.is_list |= call.arguments.args.len() == 1 && first.is_some_and(|arg| self.is_it(arg));
                    }
                    Expr::Name(name) if name.id.as_str() == "ord" => {
                        self.is_str |= first.is_some_and(|arg| self.is_it(arg));
                    }
                    Expr::Attribute(attribute) if self.is_it(&attribute.value) => match attribute.attr.as_str() {
                        "append" | "extend" | "insert" | "pop" | "remove" | "sort" | "reverse" | "clear" | "copy"
                        | "index" | "count" => self.is_list = true,
                        "upper" | "lower" | "strip" | "lstrip" | "rstrip" | "startswith" | "endswith" | "find"
                        | "replace" | "split" | "join" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper"
                        | "islower" | "removeprefix" | "removesuffix" | "encode" | "format" | "title" | "zfill"
                        | "rfind" | "splitlines" | "partition" | "rpartition" | "casefold" | "capitalize" => {
                            self.is_str = true;
                        }
                        "get" | "items" | "keys" | "values" | "setdefault" | "update" => {
                            self.other = Some("dict".into());
                        }
                        "add" | "discard" => self.other = Some("set".into()),
                        other => self.other = Some(format!("something with the method {other}")),
                    },
                    _ => {}
                }
            }
            Expr::Compare(compare) => {
                let sides: Vec<&Expr> = std::iter::once(&*compare.left).chain(&*compare.comparators).collect();
                for (pair, op) in sides.windows(2).zip(&*compare.ops) {
                    for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                        self.may_be_none |= self.is_it(a) && b.is_none_literal_expr();
                        self.is_str |= self.is_it(a) && is_text(b) && !matches!(op, ast::CmpOp::In | ast::CmpOp::NotIn);
                    }
                    if matches!(op, ast::CmpOp::In | ast::CmpOp::NotIn) {
                        self.is_str |= self.is_it(pair[1]) && is_text(pair[0]);
                        self.is_str |= self.is_it(pair[0]) && is_text(pair[1]);
                        self.is_list |= self.is_it(pair[1]);
                    }
                }
            }
            Expr::BinOp(binary) if binary.op == ast::Operator::Add => {
                for (a, b) in [(&binary.left, &binary.right), (&binary.right, &binary.left)] {
                    self.is_str |= self.is_it(a) && is_text(b);
                    self.is_list |= self.is_it(a) && b.is_list_expr();
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
