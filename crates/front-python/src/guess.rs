//! The type of a parameter that nobody gave one: what is done with it tells.
//!
//! Values have levels: the parameter, its elements, theirs. Names and expressions stand for a level (in
//! `for x in xs` the name `x` is an element of `xs`), and what is done with them is evidence of the level's type.
//! The functions of the program that a value is handed to are looked at too. Where evidence is missing or speaks
//! for several types, the type is left open: then nothing is proved of it, but differences are found for the types
//! that are known.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::module::Module;
use crate::outside::{self, Unknown};
use crate::types::{self, Type, union};

/// How many levels are told apart; what lies deeper counts as the last.
const LEVELS: usize = 3;

/// Through how many calls a parameter's uses are followed.
const DEPTH: usize = 4;

pub(crate) fn guess(name: &str, default: Option<&Expr>, bodies: [&[Stmt]; 2], modules: [&[Module]; 2]) -> Type {
    let mut levels = Levels::default();
    for (body, modules) in bodies.into_iter().zip(modules) {
        merge(&mut levels, &Uses::of(name, body, modules, DEPTH));
    }
    match default {
        Some(Expr::NoneLiteral(_)) => union(vec![type_of(&levels), Type::None]),
        Some(Expr::List(list)) if list.elts.is_empty() => {
            levels[0].is_list = true;
            type_of(&levels)
        }
        Some(Expr::Tuple(tuple)) if tuple.elts.is_empty() => match type_of(&levels[1..]) {
            Type::Int => Type::TupleOf(Box::new(Type::Int)),
            element => union(vec![Type::TupleOf(Box::new(Type::Int)), Type::Other(format!("tuple of {element}"))]),
        },
        Some(default) => {
            let type_ = types::of_default(default).unwrap_or_else(|| type_of(&levels));
            union([type_].into_iter().chain(levels[0].asked_types()).collect())
        }
        None => type_of(&levels),
    }
}

/// What is known of the values of one level.
#[derive(Default, Clone)]
struct Evidence {
    is_list: bool,
    is_str: bool,
    /// They stand where numbers stand.
    is_int: bool,
    /// Something is asked of them that depends on their type, beyond being handed on.
    is_asked: bool,
    /// Into how many values they are unpacked.
    unpacked: Option<usize>,
    /// What they must be, if it is nothing of the above.
    other: Option<String>,
    /// Types that the body reckons with, beside those that the uses need.
    tested: Vec<Type>,
}

impl Evidence {
    /// The types that they are asked to be of.
    fn asked_types(&self) -> impl Iterator<Item = Type> {
        self.tested.iter().cloned()
    }

    /// Somebody says what they are.
    fn tell(&mut self, type_: &Type) {
        match type_ {
            Type::Int | Type::Bool | Type::Float => self.is_int = true,
            Type::Str => self.is_str = true,
            Type::List(_) => self.is_list = true,
            other => self.other = Some(other.to_string()),
        }
    }
}

type Levels = [Evidence; LEVELS];

fn deeper(level: usize) -> usize {
    (level + 1).min(LEVELS - 1)
}

fn merge(levels: &mut [Evidence], more: &[Evidence]) {
    for (level, more) in levels.iter_mut().zip(more) {
        level.is_list |= more.is_list;
        level.is_str |= more.is_str;
        level.is_int |= more.is_int;
        level.is_asked |= more.is_asked;
        level.unpacked = level.unpacked.or(more.unpacked);
        level.other = level.other.take().or(more.other.clone());
        level.tested.extend(more.tested.iter().cloned());
    }
}

/// The type of a value that is used as any type may be.
pub(crate) const UNTOLD: &str = "type that nothing tells";

/// The type of the first level, by the evidence of it and of those below. Where nothing is asked of the values,
/// an int stands for any of them.
fn type_of(levels: &[Evidence]) -> Type {
    let Some((level, inner)) = levels.split_first() else { return Type::Int };
    let used = match level {
        Evidence { other: Some(other), .. } => Type::Other(other.clone()),
        Evidence { is_str: true, .. } => Type::Str,
        Evidence { is_list: true, .. } => list_of(inner),
        Evidence { unpacked: Some(count), .. } => tuple_of(*count, inner),
        Evidence { is_int: false, is_asked: true, .. } => union(vec![Type::Int, Type::Other(UNTOLD.into())]),
        _ => Type::Int,
    };
    union([used].into_iter().chain(level.asked_types()).collect())
}

fn list_of(inner: &[Evidence]) -> Type {
    match type_of(inner) {
        Type::Int => Type::List(Box::new(Type::Int)),
        // A text is made of texts.
        Type::Str => union(vec![Type::Str, Type::List(Box::new(Type::Str))]),
        element => {
            let name = if element.is_open() { "list of anything".into() } else { format!("list of {element}") };
            union(vec![Type::List(Box::new(Type::Int)), Type::Other(name)])
        }
    }
}

fn tuple_of(count: usize, inner: &[Evidence]) -> Type {
    let element = type_of(inner);
    let is_known = inner.first().is_some_and(|level| level.is_int || level.is_str);
    match element {
        Type::Int | Type::Str if is_known => Type::Tuple(vec![element; count]),
        _ => union(vec![Type::Tuple(vec![Type::Int; count]), Type::Other("something that is unpacked".into())]),
    }
}

/// What the names of a body stand for.
#[derive(Default)]
struct Names {
    levels: FxHashMap<String, usize>,
    kinds: FxHashMap<String, Kind>,
    /// What binding the names tells.
    evidence: Levels,
}

/// What a value evidently is that has nothing to do with the parameter.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Text,
    List,
    Dict,
    Pattern,
}

/// Is it the module of regular expressions, by its usual name?
fn is_re(expr: &Expr) -> bool {
    matches!(expr, Expr::Name(name) if name.id.as_str() == "re")
}

impl Names {
    fn of(parameter: &str, body: &[Stmt], modules: &[Module]) -> Names {
        let mut names = Names::default();
        for stmt in modules.iter().flat_map(|module| &module.body) {
            if let Stmt::Assign(assign) = stmt {
                assign.targets.iter().for_each(|target| names.bind_value(target, &assign.value));
            }
        }
        names.levels.insert(parameter.to_string(), 0);
        names.kinds.remove(parameter);
        loop {
            let known = names.levels.len() + names.kinds.len();
            names.visit_body(body);
            if names.levels.len() + names.kinds.len() == known {
                return names;
            }
        }
    }

    /// The level that the expression's value is of.
    fn level(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Name(name) => self.levels.get(name.id.as_str()).copied(),
            Expr::Subscript(subscript) if subscript.slice.is_slice_expr() => self.level(&subscript.value),
            Expr::Subscript(subscript) => self.level(&subscript.value).map(deeper),
            Expr::Starred(starred) => self.level(&starred.value),
            Expr::Named(named) => self.level(&named.value),
            Expr::BoolOp(bool_op) => bool_op.values.iter().find_map(|value| self.level(value)),
            Expr::If(conditional) => self.level(&conditional.body).or_else(|| self.level(&conditional.orelse)),
            Expr::ListComp(comprehension) => self.level(&comprehension.elt)?.checked_sub(1),
            Expr::Generator(comprehension) => self.level(&comprehension.elt)?.checked_sub(1),
            Expr::Call(call) => self.level_of_call(call),
            _ => None,
        }
    }

    fn level_of_call(&self, call: &ast::ExprCall) -> Option<usize> {
        match &*call.func {
            Expr::Name(name) => {
                let first = self.level(call.arguments.args.first()?);
                match name.id.as_str() {
                    "list" | "tuple" | "sorted" | "reversed" | "iter" | "set" | "frozenset" => first,
                    "filter" => self.level(call.arguments.args.get(1)?),
                    "next" => first.map(deeper),
                    "min" | "max" if call.arguments.args.len() == 1 => first.map(deeper),
                    _ => None,
                }
            }
            Expr::Attribute(attribute) => match attribute.attr.as_str() {
                "copy" => self.level(&attribute.value),
                "pop" | "popleft" => self.level(&attribute.value).map(deeper),
                _ => None,
            },
            _ => None,
        }
    }

    fn kind(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::StringLiteral(_) | Expr::FString(_) => Some(Kind::Text),
            Expr::List(_) | Expr::ListComp(_) => Some(Kind::List),
            Expr::Dict(_) | Expr::DictComp(_) => Some(Kind::Dict),
            Expr::Name(name) => self.kinds.get(name.id.as_str()).copied(),
            Expr::BinOp(binary) => match self.kind(&binary.left).or(self.kind(&binary.right)) {
                kind @ Some(Kind::Text | Kind::List) => kind,
                Some(Kind::Dict | Kind::Pattern) | None => None,
            },
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) if ["str", "repr"].contains(&name.id.as_str()) => Some(Kind::Text),
                Expr::Name(name) if name.id.as_str() == "list" => Some(Kind::List),
                Expr::Name(name) if ["dict", "defaultdict", "Counter"].contains(&name.id.as_str()) => Some(Kind::Dict),
                Expr::Attribute(attribute) if attribute.attr.as_str() == "join" => Some(Kind::Text),
                Expr::Attribute(attribute) if attribute.attr.as_str() == "compile" && is_re(&attribute.value) => {
                    Some(Kind::Pattern)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn bind_value(&mut self, target: &Expr, value: &Expr) {
        if let (Expr::Tuple(targets), Expr::Tuple(values)) = (target, value)
            && targets.elts.len() == values.elts.len()
            && !targets.elts.iter().any(Expr::is_starred_expr)
        {
            return targets.elts.iter().zip(&values.elts).for_each(|(target, value)| self.bind_value(target, value));
        }
        if let Some(level) = self.level(value) {
            self.bind(target, level);
        } else if let (Expr::Name(name), Some(kind)) = (target, self.kind(value)) {
            self.kinds.entry(name.id.to_string()).or_insert(kind);
        }
    }

    fn bind(&mut self, target: &Expr, level: usize) {
        let elements = match target {
            Expr::Name(name) => {
                self.levels.entry(name.id.to_string()).or_insert(level);
                return;
            }
            Expr::Tuple(tuple) => &tuple.elts,
            Expr::List(list) => &list.elts,
            _ => return,
        };
        match elements.iter().any(Expr::is_starred_expr) {
            true => self.evidence[level].is_list = true,
            false => self.evidence[level].unpacked = Some(elements.len()),
        }
        for element in elements {
            match element {
                Expr::Starred(starred) => self.bind(&starred.value, level),
                other => self.bind(other, deeper(level)),
            }
        }
    }

    /// Binds the target of a loop.
    fn bind_elements(&mut self, target: &Expr, iter: &Expr) {
        if let Expr::Call(call) = iter
            && let Expr::Name(function) = &*call.func
            && let Expr::Tuple(targets) = target
        {
            let sources = &call.arguments.args;
            match function.id.as_str() {
                "enumerate" if targets.elts.len() == 2 && !sources.is_empty() => {
                    return self.bind_elements(&targets.elts[1], &sources[0]);
                }
                "zip" => {
                    let pairs = targets.elts.iter().zip(sources);
                    return pairs.for_each(|(target, source)| self.bind_elements(target, source));
                }
                _ => {}
            }
        }
        if let Some(level) = self.level(iter) {
            self.evidence[level].is_list = true;
            self.bind(target, deeper(level));
        }
    }

    /// Functions that a builtin calls with elements: the function, the argument's place and its level.
    fn applied<'e>(&self, call: &'e ast::ExprCall) -> Vec<(&'e Expr, usize, usize)> {
        let args = &call.arguments.args;
        let key = call.arguments.keywords.iter().find(|row| row.arg.as_deref() == Some("key")).map(|row| &row.value);
        let elements = |source: &Expr| self.level(source).map(deeper);
        match (&*call.func, &args[..]) {
            (Expr::Name(name), [source]) if ["sorted", "min", "max"].contains(&name.id.as_str()) => {
                key.zip(elements(source)).map(|(key, level)| (key, 0, level)).into_iter().collect()
            }
            (Expr::Attribute(attribute), _) if attribute.attr.as_str() == "sort" => {
                key.zip(elements(&attribute.value)).map(|(key, level)| (key, 0, level)).into_iter().collect()
            }
            (Expr::Name(name), [function, sources @ ..]) if ["map", "filter"].contains(&name.id.as_str()) => {
                let levels = sources.iter().enumerate().filter_map(|(place, source)| Some((place, elements(source)?)));
                levels.map(|(place, level)| (function, place, level)).collect()
            }
            (Expr::Name(name), [function, source, ..]) if name.id.as_str() == "reduce" => {
                elements(source).map(|level| (function, 1, level)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.bind_value(target, &assign.value)),
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.bind_value(&assign.target, value);
                }
            }
            Stmt::For(for_) => self.bind_elements(&for_.target, &for_.iter),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, comprehension: &'a ast::Comprehension) {
        self.bind_elements(&comprehension.target, &comprehension.iter);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Named(named) => self.bind_value(&named.target, &named.value),
            Expr::Call(call) => {
                for (function, place, level) in self.applied(call) {
                    let Expr::Lambda(lambda) = function else { continue };
                    let parameter = lambda.parameters.iter().flat_map(|row| row.iter_non_variadic_params()).nth(place);
                    if let Some(parameter) = parameter {
                        self.levels.entry(parameter.name().to_string()).or_insert(level);
                    }
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// Which argument of a call.
enum Place {
    Index(usize),
    Name(String),
}

/// How a parameter is used in the function's body.
struct Uses {
    names: Names,
    levels: Levels,
    /// Functions that values are handed to, the argument, and the values' level.
    handed: Vec<(String, Place, usize)>,
}

impl Uses {
    /// Looks at the body, and at the functions that it hands the parameter to.
    fn of(parameter: &str, body: &[Stmt], modules: &[Module], depth: usize) -> Levels {
        let names = Names::of(parameter, body, modules);
        let mut uses = Uses { levels: names.evidence.clone(), names, handed: Vec::new() };
        uses.visit_body(body);
        for (function, place, level) in std::mem::take(&mut uses.handed) {
            // The function may have been imported by another name.
            let imports = modules.iter().filter_map(|module| module.from_imports.get(&function)).flatten();
            let names = imports.filter_map(|import| import.name.clone()).chain([function.clone()]).collect();
            let mut defs = Defs { names, found: Vec::new() };
            if depth > 0 {
                defs.visit_body(body);
                modules.iter().for_each(|module| defs.visit_body(&module.body));
            }
            let mut is_found = false;
            for def in defs.found {
                let parameter = match &place {
                    Place::Index(index) => def.parameters.iter_non_variadic_params().nth(*index),
                    Place::Name(name) => {
                        def.parameters.iter_non_variadic_params().find(|row| row.name() == name.as_str())
                    }
                };
                let Some(parameter) = parameter else { continue };
                is_found = true;
                merge(&mut uses.levels[level..], &Uses::of(parameter.name(), &def.body, modules, depth - 1));
                if let Some(annotation) = parameter.annotation() {
                    uses.levels[level].tell(&types::as_spelled(annotation));
                }
            }
            uses.levels[level].is_asked |= !is_found;
        }
        uses.levels
    }

    /// Notes something about the values that the expression stands for.
    fn note(&mut self, expr: &Expr, tell: impl FnOnce(&mut Evidence)) {
        if let Some(level) = self.names.level(expr) {
            tell(&mut self.levels[level]);
        }
    }

    /// The same about their elements.
    fn note_elements(&mut self, expr: &Expr, tell: impl FnOnce(&mut Evidence)) {
        if let Some(level) = self.names.level(expr) {
            self.levels[level].is_list = true;
            tell(&mut self.levels[deeper(level)]);
        }
    }

    fn is_text(&self, expr: &Expr) -> bool {
        self.names.kind(expr) == Some(Kind::Text)
    }

    fn call(&mut self, call: &ast::ExprCall) {
        self.note(&call.func, |level| level.other = Some("something that is called".into()));
        match &*call.func {
            Expr::Name(name) => self.call_of_name(&name.id, call),
            Expr::Attribute(attribute) => match (attribute.attr.as_str(), &*call.arguments.args) {
                // Kept as it is.
                ("append" | "add" | "insert", _) => {}
                ("join", [texts]) => self.note_elements(texts, |level| level.is_str = true),
                ("pop", [_, _]) => self.note(&attribute.value, |level| level.other = Some("dict".into())),
                (name, args) => match self.searched(&attribute.value, name, args) {
                    Some(text) => self.note(text, |level| level.is_str = true),
                    None => self.hand(name, &call.arguments),
                },
            },
            _ => self.hand("", &call.arguments),
        }
        for (function, place, level) in self.names.applied(call) {
            self.apply(function, place, level);
        }
        for keyword in call.arguments.keywords.iter().filter(|keyword| keyword.arg.is_none()) {
            self.note(&keyword.value, |level| level.other = Some("dict".into()));
        }
    }

    /// What a function of `re`, or a method of a compiled pattern, looks for matches in.
    fn searched<'e>(&self, of: &Expr, name: &str, args: &'e [Expr]) -> Option<&'e Expr> {
        let place = match name {
            "match" | "fullmatch" | "search" | "findall" | "finditer" | "split" => 0,
            "sub" | "subn" => 1,
            _ => return None,
        };
        let before = if is_re(of) { 1 } else { 0 };
        (before == 1 || self.names.kind(of) == Some(Kind::Pattern)).then(|| args.get(place + before))?
    }

    fn call_of_name(&mut self, name: &str, call: &ast::ExprCall) {
        let args = &call.arguments.args[..];
        match (name, args) {
            ("range" | "abs" | "int" | "round" | "divmod" | "pow" | "chr" | "bin" | "hex" | "oct" | "float", _) => {
                args.iter().for_each(|arg| self.note(arg, |level| level.is_int = true));
            }
            ("ord", [arg]) => self.note(arg, |level| level.is_str = true),
            ("sum", [arg]) => self.note_elements(arg, |level| level.is_int = true),
            ("sorted" | "min" | "max", [arg]) => {
                let has_key = call.arguments.keywords.iter().any(|keyword| keyword.arg.as_deref() == Some("key"));
                self.note_elements(arg, |level| level.is_int |= !has_key);
            }
            ("min" | "max", _) => args.iter().for_each(|arg| self.note(arg, |level| level.is_int = true)),
            ("any" | "all", _) => args.iter().for_each(|arg| self.note_elements(arg, |level| level.is_asked = true)),
            ("len" | "enumerate" | "reversed" | "zip" | "list" | "tuple" | "iter" | "sum", _) => {
                args.iter().for_each(|arg| self.note(arg, |level| level.is_list = true));
            }
            ("map" | "filter" | "reduce", [_, sources @ ..]) => {
                sources.iter().for_each(|arg| self.note(arg, |level| level.is_list = true));
            }
            ("isinstance", [arg, class]) => self.test(arg, class),
            ("callable", [arg]) => self.note(arg, |level| {
                level.is_asked = true;
                level.tested.push(Type::Other("something that is called".into()));
            }),
            ("print" | "str" | "repr" | "type" | "id" | "bool" | "hash", _) => {
                args.iter().for_each(|arg| self.note(arg, |level| level.is_asked = true));
            }
            (name, _) => self.hand(name, &call.arguments),
        }
    }

    /// Is it asked for the class? It may be of that one, then, too.
    fn test(&mut self, value: &Expr, class: &Expr) {
        let types = match class {
            Expr::Tuple(classes) => classes.elts.iter().map(types::as_spelled).collect(),
            class => vec![types::as_spelled(class)],
        };
        self.note(value, |level| {
            level.is_asked = true;
            level.tested.extend(types);
        });
    }

    /// Is it handed to a function?
    fn hand(&mut self, function: &str, arguments: &ast::Arguments) {
        for (index, arg) in arguments.args.iter().enumerate() {
            if let Some(level) = self.names.level(arg) {
                self.handed.push((function.to_string(), Place::Index(index), level));
            }
        }
        for keyword in &arguments.keywords {
            if let (Some(name), Some(level)) = (&keyword.arg, self.names.level(&keyword.value)) {
                self.handed.push((function.to_string(), Place::Name(name.to_string()), level));
            }
        }
    }

    /// A function is called with values of the level.
    fn apply(&mut self, function: &Expr, place: usize, level: usize) {
        let evidence = &mut self.levels[level];
        match function {
            // Its parameter is a name of the level.
            Expr::Lambda(_) => {}
            Expr::Name(name) => match name.id.as_str() {
                "len" | "sum" | "list" | "tuple" | "sorted" | "max" | "min" => evidence.is_list = true,
                "abs" | "int" | "float" | "round" | "chr" => evidence.is_int = true,
                "ord" => evidence.is_str = true,
                name => self.handed.push((name.to_string(), Place::Index(place), level)),
            },
            Expr::Attribute(attribute) if matches!(&*attribute.value, Expr::Name(name) if name.id.as_str() == "str") => {
                evidence.is_str = true;
            }
            _ => evidence.is_asked = true,
        }
    }

    /// An attribute: a method tells the type, whether it is called or not.
    fn attribute(&mut self, attribute: &ast::ExprAttribute) {
        self.note(&attribute.value, |level| match attribute.attr.as_str() {
            "append" | "extend" | "insert" | "remove" | "sort" | "reverse" | "clear" | "copy" | "index" | "count"
            | "pop" => level.is_list = true,
            "upper" | "lower" | "strip" | "lstrip" | "rstrip" | "startswith" | "endswith" | "find" | "replace"
            | "split" | "join" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper" | "islower"
            | "removeprefix" | "removesuffix" | "encode" | "format" | "title" | "zfill" | "rfind" | "splitlines"
            | "partition" | "rpartition" | "casefold" | "capitalize" => level.is_str = true,
            "get" | "items" | "keys" | "values" | "setdefault" | "update" => level.other = Some("dict".into()),
            "add" | "discard" => level.other = Some("set".into()),
            "bit_length" | "bit_count" | "real" | "imag" | "numerator" | "denominator" => level.is_int = true,
            other => level.other = Some(format!("something with the attribute {other}")),
        });
    }

    fn compare(&mut self, left: &Expr, op: ast::CmpOp, right: &Expr) {
        match op {
            ast::CmpOp::In | ast::CmpOp::NotIn => return self.contains(left, right),
            ast::CmpOp::Lt | ast::CmpOp::LtE | ast::CmpOp::Gt | ast::CmpOp::GtE => {
                [left, right].into_iter().for_each(|side| self.note(side, |level| level.is_int = true));
            }
            ast::CmpOp::Eq | ast::CmpOp::NotEq | ast::CmpOp::Is | ast::CmpOp::IsNot => {}
        }
        for (a, b) in [(left, right), (right, left)] {
            let is_identity = matches!(op, ast::CmpOp::Is | ast::CmpOp::IsNot);
            match b {
                Expr::NoneLiteral(_) => self.note(a, |level| {
                    level.tested.push(Type::None);
                    level.is_asked |= !is_identity;
                }),
                Expr::NumberLiteral(_) if !is_identity => self.note(a, |level| level.is_int = true),
                Expr::BytesLiteral(_) => self.note(a, |level| level.other = Some("bytes".into())),
                b if self.is_text(b) => self.note(a, |level| level.is_str = true),
                _ if !is_identity => self.note(a, |level| level.is_asked = true),
                _ => {}
            }
            if let Expr::Call(call) = a
                && matches!(&*call.func, Expr::Name(name) if name.id.as_str() == "type")
                && let [value] = &*call.arguments.args
            {
                self.test(value, b);
            }
        }
    }

    fn contains(&mut self, element: &Expr, container: &Expr) {
        let is_text = self.is_text(element);
        self.note_elements(container, |level| {
            level.is_str |= is_text;
            level.is_asked = true;
        });
        let among = match container {
            Expr::Tuple(tuple) => &tuple.elts[..],
            Expr::List(list) => &list.elts,
            Expr::Set(set) => &set.elts,
            _ => &[],
        };
        let is_text = self.is_text(container) || among.iter().any(|one| self.is_text(one));
        let is_number = among.iter().any(Expr::is_number_literal_expr);
        self.note(element, |level| {
            level.is_str |= is_text;
            level.is_int |= is_number;
            level.is_asked = true;
        });
    }

    fn arithmetic(&mut self, left: &Expr, op: ast::Operator, right: &Expr) {
        for (a, b) in [(left, right), (right, left)] {
            let kind = self.names.kind(b);
            self.note(a, |level| match (op, kind) {
                (ast::Operator::Add, Some(Kind::Text)) => level.is_str = true,
                (ast::Operator::Add, Some(Kind::List)) => level.is_list = true,
                (ast::Operator::Mod, Some(Kind::Text)) => level.is_asked = true,
                _ => level.is_int = true,
            });
        }
    }

    /// Where an error of type is caught, other types are reckoned with.
    fn try_(&mut self, stmt: &ast::StmtTry) {
        let names_type_error = |ast::ExceptHandler::ExceptHandler(handler): &ast::ExceptHandler| {
            let names = handler.type_.as_deref().map(|class| outside::names_in(Unknown::Expr(class)));
            names.is_some_and(|names| names.contains("TypeError") || names.contains("AttributeError"))
        };
        if !stmt.handlers.iter().any(names_type_error) {
            return;
        }
        let names: FxHashSet<String> =
            stmt.body.iter().flat_map(|stmt| outside::names_in(Unknown::Stmt(stmt))).collect();
        let levels: FxHashSet<usize> = names.iter().filter_map(|name| self.names.levels.get(name).copied()).collect();
        for (index, level) in self.levels.iter_mut().enumerate() {
            if levels.contains(&index) {
                level.tested.push(Type::Other(UNTOLD.into()));
            }
        }
    }
}

impl<'a> Visitor<'a> for Uses {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let ask = |level: &mut Evidence| level.is_asked = true;
        match stmt {
            Stmt::If(if_) => {
                self.note(&if_.test, ask);
                let tests = if_.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref());
                tests.for_each(|test| self.note(test, ask));
            }
            Stmt::While(while_) => self.note(&while_.test, ask),
            Stmt::Match(match_) => {
                self.note(&match_.subject, |level| {
                    level.tested.push(Type::Other(UNTOLD.into()));
                });
            }
            Stmt::With(with) => {
                for item in &with.items {
                    self.note(&item.context_expr, |level| level.other = Some("context manager".into()));
                }
            }
            Stmt::Raise(raise) => {
                if let Some(exception) = &raise.exc {
                    self.note(exception, ask);
                }
            }
            Stmt::AugAssign(assign) => self.arithmetic(&assign.target, assign.op, &assign.value),
            Stmt::Try(try_) => self.try_(try_),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, comprehension: &'a ast::Comprehension) {
        for condition in &comprehension.ifs {
            self.note(condition, |level| level.is_asked = true);
        }
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        let ask = |level: &mut Evidence| level.is_asked = true;
        match expr {
            Expr::Subscript(subscript) => {
                let is_dict = self.names.kind(&subscript.value) == Some(Kind::Dict);
                self.note(&subscript.slice, |level| match is_dict {
                    true => level.is_asked = true,
                    false => level.is_int = true,
                });
                let is_key = self.is_text(&subscript.slice);
                self.note(&subscript.value, |level| match is_key {
                    true => level.other = Some("dict".into()),
                    false => level.is_list = true,
                });
            }
            Expr::Call(call) => self.call(call),
            Expr::UnaryOp(unary) => self.note(&unary.operand, |level| match unary.op {
                ast::UnaryOp::Not => level.is_asked = true,
                ast::UnaryOp::Invert | ast::UnaryOp::UAdd | ast::UnaryOp::USub => level.is_int = true,
            }),
            Expr::Attribute(attribute) => self.attribute(attribute),
            Expr::BoolOp(bool_op) => bool_op.values.iter().for_each(|value| self.note(value, ask)),
            Expr::If(conditional) => self.note(&conditional.test, ask),
            Expr::Starred(starred) => self.note(&starred.value, |level| level.is_list = true),
            Expr::YieldFrom(yield_) => self.note(&yield_.value, |level| level.is_list = true),
            Expr::Await(await_) => self.note(&await_.value, |level| level.other = Some("awaitable".into())),
            Expr::FString(text) => {
                let parts = text.value.elements().filter_map(|element| element.as_interpolation());
                parts.for_each(|part| self.note(&part.expression, ask));
            }
            Expr::Compare(compare) => {
                let sides: Vec<&Expr> = std::iter::once(&*compare.left).chain(&*compare.comparators).collect();
                for (pair, op) in sides.windows(2).zip(&*compare.ops) {
                    self.compare(pair[0], *op, pair[1]);
                }
            }
            Expr::BinOp(binary) => self.arithmetic(&binary.left, binary.op, &binary.right),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// The functions of these names that modules define.
struct Defs<'a> {
    names: Vec<String>,
    found: Vec<&'a ast::StmtFunctionDef>,
}

impl<'a> Visitor<'a> for Defs<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) if self.names.iter().any(|name| name == def.name.as_str()) => {
                self.found.push(def);
            }
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}
