//! Types of the client's parameters: from the user, the annotation, the default, or use.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr};

use crate::module::Module;

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
            Type::Union(types) => write!(f, "{}", list(types, " | ")),
            Type::Other(name) => write!(f, "{name}"),
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
            Type::Any => false,
            Type::Union(types) | Type::Tuple(types) => types.iter().any(Type::is_open),
            Type::List(element) | Type::TupleOf(element) => element.is_open(),
            Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => false,
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
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => of_default.as_ref() == Some(type_),
        Type::List(_) | Type::Tuple(_) | Type::TupleOf(_) | Type::Other(_) | Type::Any => false,
    }
}

/// The type of a parameter that nobody gave one. Where nothing tells, it is an int or anything else.
pub(crate) fn guess(name: &str, default: Option<&Expr>, bodies: [&[ast::Stmt]; 2], modules: [&[Module]; 2]) -> Type {
    let mut uses = Uses::of(name);
    for (body, modules) in bodies.into_iter().zip(modules) {
        uses.follow(body, modules, DEPTH);
    }
    let used = match &uses {
        Uses { other: Some(other), .. } => Type::Other(other.clone()),
        Uses { is_str: true, .. } => Type::Str,
        Uses { is_list: true, .. } => Type::List(Box::new(Type::Int)),
        Uses { is_int: false, is_asked: true, .. } => {
            union(vec![Type::Int, Type::Other("type that nothing tells".into())])
        }
        _ => Type::Int,
    };
    let type_ = match default {
        Some(Expr::NoneLiteral(_)) => union(vec![used, Type::None]),
        Some(default) => of_default(default).unwrap_or(used),
        None => used,
    };
    if uses.may_be_none { union(vec![type_, Type::None]) } else { type_ }
}

/// Through how many calls a parameter's uses are followed.
const DEPTH: usize = 4;

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
    /// It stands where a number stands.
    is_int: bool,
    /// Something is asked of it that depends on its type, beyond being handed on.
    is_asked: bool,
    may_be_none: bool,
    other: Option<String>,
    /// Functions that it is handed to: the name, and the place or name of the argument.
    handed: Vec<(String, Result<usize, String>)>,
}

impl<'n> Uses<'n> {
    fn of(name: &'n str) -> Uses<'n> {
        Uses {
            name,
            is_list: false,
            is_str: false,
            is_int: false,
            is_asked: false,
            may_be_none: false,
            other: None,
            handed: Vec::new(),
        }
    }

    fn is_it(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(name) if name.id.as_str() == self.name)
    }

    /// Looks at the body, and at the functions that it hands the parameter to.
    fn follow(&mut self, body: &[ast::Stmt], modules: &[Module], depth: usize) {
        self.visit_body(body);
        for (function, place) in std::mem::take(&mut self.handed) {
            // The function may have been imported by another name.
            let imports = modules.iter().filter_map(|module| module.from_imports.get(&function)).flatten();
            let names = imports.filter_map(|import| import.name.clone()).chain([function.clone()]).collect();
            let mut defs = Defs { names, found: Vec::new() };
            modules.iter().filter(|_| depth > 0).for_each(|module| defs.visit_body(&module.body));
            let mut is_found = false;
            for def in defs.found {
                let named = |name: &String| def.parameters.iter().find(|row| row.name() == name.as_str());
                let parameter = match &place {
                    Ok(index) => {
                        def.parameters.iter_non_variadic_params().nth(*index).map(|row| row.name().to_string())
                    }
                    Err(name) => named(name).map(|row| row.name().to_string()),
                };
                let Some(parameter) = parameter else { continue };
                is_found = true;
                let mut uses = Uses::of(&parameter);
                uses.follow(&def.body, modules, depth - 1);
                self.is_list |= uses.is_list;
                self.is_str |= uses.is_str;
                self.is_int |= uses.is_int;
                self.is_asked |= uses.is_asked;
                self.other = self.other.take().or(uses.other);
            }
            self.is_asked |= !is_found;
        }
    }

    /// Is it handed to a function of the program, or asked by a builtin?
    fn call(&mut self, call: &ast::ExprCall) {
        const NUMERIC: &[&str] =
            &["range", "abs", "int", "round", "divmod", "pow", "chr", "bin", "hex", "oct", "float"];
        let mut places: Vec<Result<usize, String>> = Vec::new();
        places.extend(
            call.arguments.args.iter().enumerate().filter(|(_, arg)| self.is_it(arg)).map(|(index, _)| Ok(index)),
        );
        for keyword in call.arguments.keywords.iter().filter(|keyword| self.is_it(&keyword.value)) {
            places.push(Err(keyword.arg.as_ref().map(ToString::to_string).unwrap_or_default()));
        }
        let name = match &*call.func {
            Expr::Name(name) => name.id.to_string(),
            Expr::Attribute(attribute) => attribute.attr.to_string(),
            _ => String::new(),
        };
        self.is_asked |= self.is_it(&call.func);
        match name.as_str() {
            _ if places.is_empty() => {}
            name if NUMERIC.contains(&name) => self.is_int = true,
            "min" | "max" if call.arguments.args.len() > 1 => self.is_int = true,
            "isinstance" | "print" | "str" | "repr" | "type" | "id" | "bool" | "callable" | "hash" => {
                self.is_asked = true;
            }
            // Kept as it is.
            "append" | "add" | "insert" => {}
            _ => self.handed.extend(places.into_iter().map(|place| (name.clone(), place))),
        }
    }
}

/// The functions of these names that modules define.
struct Defs<'a> {
    names: Vec<String>,
    found: Vec<&'a ast::StmtFunctionDef>,
}

impl<'a> Visitor<'a> for Defs<'a> {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        match stmt {
            ast::Stmt::FunctionDef(def) if self.names.iter().any(|name| name == def.name.as_str()) => {
                self.found.push(def);
            }
            ast::Stmt::FunctionDef(_) | ast::Stmt::ClassDef(_) => {}
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::StringLiteral(_) | Expr::FString(_))
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        match stmt {
            ast::Stmt::For(for_) => self.is_list |= self.is_it(&for_.iter),
            ast::Stmt::If(if_) => {
                let tests = if_.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref());
                self.is_asked |= std::iter::once(&*if_.test).chain(tests).any(|test| self.is_it(test));
            }
            ast::Stmt::While(while_) => self.is_asked |= self.is_it(&while_.test),
            ast::Stmt::Match(match_) => self.is_asked |= self.is_it(&match_.subject),
            ast::Stmt::With(with) => self.is_asked |= with.items.iter().any(|item| self.is_it(&item.context_expr)),
            ast::Stmt::Raise(raise) => self.is_asked |= raise.exc.as_deref().is_some_and(|exc| self.is_it(exc)),
            ast::Stmt::AugAssign(assign) => self.is_int |= self.is_it(&assign.value) || self.is_it(&assign.target),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, comprehension: &'a ast::Comprehension) {
        self.is_list |= self.is_it(&comprehension.iter);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Subscript(subscript) if self.is_it(&subscript.slice) => self.is_int = true,
            Expr::Subscript(subscript) if self.is_it(&subscript.value) => {
                self.is_list = true;
                if is_text(&subscript.slice) {
                    self.other = Some("dict".into());
                }
            }
            Expr::Call(call) => {
                self.call(call);
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
            Expr::UnaryOp(unary) if self.is_it(&unary.operand) => match unary.op {
                ast::UnaryOp::Not => self.is_asked = true,
                ast::UnaryOp::Invert | ast::UnaryOp::UAdd | ast::UnaryOp::USub => self.is_int = true,
            },
            Expr::Attribute(attribute) if self.is_it(&attribute.value) => self.is_asked = true,
            Expr::BoolOp(bool_op) => self.is_asked |= bool_op.values.iter().any(|value| self.is_it(value)),
            Expr::If(conditional) => self.is_asked |= self.is_it(&conditional.test),
            Expr::Starred(starred) => self.is_asked |= self.is_it(&starred.value),
            Expr::FString(text) => {
                let mut asks = |part: &ast::InterpolatedElement| self.is_asked |= self.is_it(&part.expression);
                text.value.elements().filter_map(|element| element.as_interpolation()).for_each(&mut asks);
            }
            Expr::Compare(compare) => {
                let sides: Vec<&Expr> = std::iter::once(&*compare.left).chain(&*compare.comparators).collect();
                for (pair, op) in sides.windows(2).zip(&*compare.ops) {
                    for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                        let is_number = b.is_number_literal_expr();
                        match op {
                            ast::CmpOp::Is | ast::CmpOp::IsNot => {}
                            ast::CmpOp::Lt | ast::CmpOp::LtE | ast::CmpOp::Gt | ast::CmpOp::GtE => {
                                self.is_int |= self.is_it(a);
                            }
                            _ if is_number => self.is_int |= self.is_it(a),
                            _ => self.is_asked |= self.is_it(a),
                        }
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
            Expr::BinOp(binary) if self.is_it(&binary.left) || self.is_it(&binary.right) => {
                self.is_int = true;
                let sides = [(&binary.left, &binary.right), (&binary.right, &binary.left)];
                for (a, b) in sides.into_iter().filter(|_| binary.op == ast::Operator::Add) {
                    self.is_str |= self.is_it(a) && is_text(b);
                    self.is_list |= self.is_it(a) && b.is_list_expr();
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
