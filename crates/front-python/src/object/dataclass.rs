//! `@dataclass` and `@total_ordering`: the methods that they write, as the text of Python functions.
//!
//! CPython's `dataclasses` makes them in the same way. Modelled are the options `eq`, `order`, `repr`, `init`, `kw_only` and
//! `frozen`, and fields whose defaults are literals, or `field(…)` with a literal or a factory, with what else it says.

use std::sync::{LazyLock, Mutex};

use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashMap;

use super::is_private;
use crate::builtins::Builtin;
use crate::call::Target;
use crate::expr::literal;
use crate::lower::Lowering;

/// What a class is that `@dataclass` made.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) is_frozen: bool,
    /// All fields, inherited ones first.
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    default: Default,
    /// What `field(…)` says about it.
    pub(crate) init: bool,
    repr: bool,
    compare: bool,
    kw_only: bool,
}

impl Field {
    /// Is it given by its place?
    pub(crate) fn has_place(&self) -> bool {
        self.init && !self.kw_only
    }
}

/// The value that a field's default leaves in the class.
pub(super) fn class_value(value: &Expr) -> Option<&Expr> {
    match value {
        Expr::Call(call) => {
            let is_default = |keyword: &&ast::Keyword| keyword.arg.as_deref() == Some("default");
            call.arguments.keywords.iter().find(is_default).map(|keyword| &keyword.value)
        }
        value => Some(value),
    }
}

#[derive(Clone, Debug)]
enum Default {
    None,
    /// As it is written.
    Literal(String),
    /// What is made anew for each object, as it is written.
    Made(String),
}

#[derive(Copy, Clone)]
struct Options {
    init: bool,
    repr: bool,
    eq: bool,
    order: bool,
    frozen: bool,
    kw_only: bool,
}

/// The functions that were written, by the class and their text.
type Written = FxHashMap<(String, String), &'static [Stmt]>;

static WRITTEN: LazyLock<Mutex<Written>> = LazyLock::new(std::default::Default::default);

pub(super) fn parsed(class: &str, text: &str) -> Option<&'static [Stmt]> {
    let mut written = WRITTEN.lock().expect("no thread panics while it holds them");
    let key = (class.to_string(), text.to_string());
    if let Some(known) = written.get(&key) {
        return Some(known);
    }
    let body: Vec<Stmt> = ruff_python_parser::parse_module(text).ok()?.into_syntax().body.into_iter().collect();
    let body: &'static [Stmt] = Box::leak(body.into_boxed_slice());
    written.insert(key, body);
    Some(body)
}

impl<'a> Lowering<'a> {
    /// What `@dataclass` makes of the class and the functions that it adds; the outer `None`: that is not known.
    pub(super) fn read_data(
        &mut self,
        module: usize,
        def: &'a ast::StmtClassDef,
        bases: &[usize],
    ) -> Option<(Option<Data>, &'static [Stmt])> {
        let options = match &def.decorator_list[..] {
            [] => return Some((None, &[])),
            [decorator] if self.is_total_ordering(module, &decorator.expression) => {
                let text = self.ordering(def, bases)?;
                let name = format!("{}.{}", self.modules[module].name, def.name);
                return Some((None, parsed(&name, &text)?));
            }
            [decorator] => self.options(module, &decorator.expression)?,
            _ => return None,
        };
        // The fields of bases come first; several of them would have to be put in order.
        let ([] | [_]) = bases else { return None };
        let of_base = |base: &usize| {
            let order = self.objects.classes[*base].order.iter();
            order.into_iter().find_map(|class| self.objects.classes[*class].data.clone())
        };
        let base = bases.first().and_then(of_base);
        if base.as_ref().is_some_and(|base| base.is_frozen != options.frozen) {
            return None;
        }
        let mut fields = base.map(|base| base.fields).unwrap_or_default();
        for stmt in &def.body {
            let Stmt::AnnAssign(stmt) = stmt else { continue };
            let field = self.field(module, stmt, options.kw_only)?;
            // What the class body leaves there is the default.
            if def.body.iter().any(|other| other.as_ann_assign_stmt() != Some(stmt) && binds(other, &field.name)) {
                return None;
            }
            match fields.iter_mut().find(|known| known.name == field.name) {
                Some(known) => *known = field,
                None => fields.push(field),
            }
        }
        let is_bare = |field: &&Field| matches!(field.default, Default::None);
        let mut behind = fields.iter().filter(|field| field.has_place()).skip_while(is_bare);
        if behind.any(|field| is_bare(&field)) {
            return None;
        }
        // A factory is asked for by its name, which a parameter must not hide.
        let is_hidden = |name: &str| fields.iter().any(|field| field.name == name);
        if fields
            .iter()
            .any(|field| matches!(&field.default, Default::Made(text) if is_hidden(text.trim_end_matches("()"))))
        {
            return None;
        }
        let has = |name: &str| {
            def.body.iter().any(|stmt| matches!(stmt, Stmt::FunctionDef(own) if own.name.as_str() == name))
        };
        let has_post_init =
            has("__post_init__") || bases.iter().any(|base| self.resolve(*base, "__post_init__").is_some());
        let text = written(&fields, options, has_post_init, &has)?;
        let name = format!("{}.{}", self.modules[module].name, def.name);
        let functions = parsed(&name, &text)?;
        Some((Some(Data { is_frozen: options.frozen, fields }), functions))
    }

    fn is_total_ordering(&mut self, module: usize, decorator: &'a Expr) -> bool {
        self.path_target(module, decorator) == Target::External("functools.total_ordering".into())
    }

    /// The comparisons that `functools.total_ordering` adds: they ask the first of these that is there.
    fn ordering(&self, def: &ast::StmtClassDef, bases: &[usize]) -> Option<String> {
        let own = |name: &str| {
            def.body.iter().any(|stmt| matches!(stmt, Stmt::FunctionDef(own) if own.name.as_str() == name))
        };
        let has = |name: &str| own(name) || bases.iter().any(|base| self.resolve(*base, name).is_some());
        let (root, rows) = ORDERINGS.iter().find(|(root, _)| has(root))?;
        let mut text = String::new();
        for (name, result) in rows.iter().filter(|(name, _)| !has(name)) {
            let ask =
                format!("    result = self.{root}(other)\n    if result is NotImplemented:\n        return result\n");
            text += &format!("def {name}(self, other):\n{ask}    return {result}\n");
        }
        Some(text)
    }

    fn options(&mut self, module: usize, decorator: &'a Expr) -> Option<Options> {
        let mut options = Options { init: true, repr: true, eq: true, order: false, frozen: false, kw_only: false };
        let name = match decorator {
            Expr::Call(call) => {
                if !call.arguments.args.is_empty() {
                    return None;
                }
                for keyword in &call.arguments.keywords {
                    let Expr::BooleanLiteral(value) = &keyword.value else { return None };
                    match keyword.arg.as_deref()? {
                        "init" => options.init = value.value,
                        "repr" => options.repr = value.value,
                        "eq" => options.eq = value.value,
                        "order" => options.order = value.value,
                        "frozen" => options.frozen = value.value,
                        "kw_only" => options.kw_only = value.value,
                        _ => return None,
                    }
                }
                &*call.func
            }
            name => name,
        };
        let is_it = self.path_target(module, name) == Target::External("dataclasses.dataclass".into());
        // An order without equality is an error.
        (is_it && (options.eq || !options.order)).then_some(options)
    }

    fn field(&mut self, module: usize, stmt: &'a ast::StmtAnnAssign, kw_only: bool) -> Option<Field> {
        let Expr::Name(name) = &*stmt.target else { return None };
        if !self.is_of_a_field(module, &stmt.annotation, 0) || is_private(&name.id) {
            return None;
        }
        let name = name.id.to_string();
        let mut field = Field { name, default: Default::None, init: true, repr: true, compare: true, kw_only };
        match stmt.value.as_deref() {
            None => {}
            Some(Expr::Call(call)) => self.field_call(module, call, &mut field)?,
            Some(value) => field.default = self.literal_default(module, value)?,
        }
        Some(field)
    }

    /// Is an annotation surely that of a field, and none of those that mean something else?
    fn is_of_a_field(&mut self, module: usize, annotation: &Expr, depth: usize) -> bool {
        let is_other = |text: &str| OTHER_FIELDS.iter().any(|word| text.contains(word));
        if depth > 4 || self.source(module, annotation).is_none_or(|text| depth == 0 && is_other(&text)) {
            return false;
        }
        match annotation {
            // What stands in brackets says of what, not which kind.
            Expr::Subscript(subscript) => self.is_of_a_field(module, &subscript.value, depth + 1),
            Expr::BinOp(_) | Expr::NoneLiteral(_) | Expr::NumberLiteral(_) | Expr::BooleanLiteral(_) => true,
            Expr::StringLiteral(text) => {
                // Only a name and a dot before the first bracket are looked at.
                let head = text.value.to_str().split('[').next().unwrap_or_default().trim();
                let (first, rest) = head.split_once('.').unwrap_or((head, ""));
                !is_other(head) && (!rest.is_empty() || self.is_name_of_a_field(module, first.trim(), depth))
            }
            Expr::Name(name) => self.is_name_of_a_field(module, &name.id, depth),
            other => match self.path_target(module, other) {
                Target::External(path) => is_known_external(&path),
                Target::Code(_) | Target::Builtin(_) | Target::Class(..) => true,
                Target::Module(_) | Target::Unknown => false,
            },
        }
    }

    fn is_name_of_a_field(&mut self, module: usize, name: &str, depth: usize) -> bool {
        match self.global_target(module, name) {
            Target::External(path) => is_known_external(&path),
            Target::Code(_) | Target::Builtin(_) | Target::Class(..) => true,
            Target::Module(_) => false,
            Target::Unknown => {
                let known = &self.modules[module];
                // A class that is being defined, or a variable.
                let is_class = |stmt: &Stmt| stmt.as_class_def_stmt().is_some_and(|class| class.name.as_str() == name);
                if known.body.iter().any(is_class) {
                    return true;
                }
                match crate::state::first_value(known, name) {
                    // `NewType(…)`, `TypeVar(…)`.
                    Some(Expr::Call(call)) => self.is_of_a_field(module, &call.func, depth + 1),
                    Some(value) => self.is_of_a_field(module, value, depth + 1),
                    None => false,
                }
            }
        }
    }

    fn literal_default(&self, module: usize, value: &Expr) -> Option<Default> {
        Some(Default::Literal(literal(value).and_then(|_| self.source(module, value))?))
    }

    /// What `field(…)` says.
    fn field_call(&mut self, module: usize, call: &'a ast::ExprCall, field: &mut Field) -> Option<()> {
        let is_field = self.path_target(module, &call.func) == Target::External("dataclasses.field".into());
        let (true, []) = (is_field, &*call.arguments.args) else { return None };
        for keyword in &call.arguments.keywords {
            let said = keyword.value.as_boolean_literal_expr().map(|value| value.value);
            match keyword.arg.as_deref()? {
                "default" | "default_factory" if !matches!(field.default, Default::None) => return None,
                "default" => field.default = self.literal_default(module, &keyword.value)?,
                "default_factory" => field.default = Default::Made(self.made_by(module, &keyword.value)?),
                "init" => field.init = said?,
                "repr" => field.repr = said?,
                "compare" => field.compare = said?,
                "kw_only" => field.kw_only = said?,
                // It is hashed if it is compared.
                "hash" if keyword.value.is_none_literal_expr() => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// What a factory makes, as it could be written.
    fn made_by(&mut self, module: usize, factory: &'a Expr) -> Option<String> {
        if let Expr::Lambda(lambda) = factory {
            let is_plain = lambda.parameters.is_none() && is_display(&lambda.body);
            return is_plain.then(|| self.source(module, &lambda.body)).flatten().map(|text| format!("({text})"));
        }
        let text = match self.path_target(module, factory) {
            Target::Builtin(Builtin::Type("list")) => "[]",
            Target::Builtin(Builtin::Type("dict")) => "{}",
            Target::Builtin(Builtin::Type("set")) => "set()",
            Target::Builtin(Builtin::Type("tuple")) => "()",
            Target::Builtin(Builtin::Type("str")) => "''",
            Target::Builtin(Builtin::Type("int")) => "0",
            Target::Code(_) | Target::Class(..) if let Expr::Name(name) = factory => {
                return Some(format!("{}()", name.id));
            }
            _ => return None,
        };
        Some(text.to_string())
    }

    pub(super) fn source(&self, module: usize, expr: &Expr) -> Option<String> {
        let text = self.modules[module].text();
        text.get(expr.range().start().into()..expr.range().end().into()).map(str::to_string)
    }
}

/// Annotations that make no field, or another kind of field.
const OTHER_FIELDS: &[&str] = &["ClassVar", "InitVar", "KW_ONLY"];

/// Is it something of the standard library that makes a field what it is?
fn is_known_external(path: &str) -> bool {
    let first = path.split('.').next().unwrap_or_default();
    let is_typing = first == "typing_extensions" || crate::builtins::is_standard_module(first);
    is_typing && !OTHER_FIELDS.iter().any(|word| path.contains(word))
}

/// Does a statement of a class's body bind the name?
fn binds(stmt: &Stmt, name: &str) -> bool {
    match stmt {
        Stmt::FunctionDef(def) => def.name.as_str() == name,
        Stmt::ClassDef(class) => class.name.as_str() == name,
        other => crate::looks::Bound::in_body(std::slice::from_ref(other)).contains(name),
    }
}

/// A literal, or a list, dict or tuple of such: it means the same wherever it stands.
fn is_display(expr: &Expr) -> bool {
    match expr {
        Expr::List(list) => list.elts.iter().all(is_display),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_display),
        Expr::Dict(dict) => {
            dict.items.iter().all(|item| item.key.as_ref().is_some_and(is_display) && is_display(&item.value))
        }
        expr => literal(expr).is_some(),
    }
}

/// What each comparison is in terms of another.
type Ordering = (&'static str, [(&'static str, &'static str); 3]);

const ORDERINGS: [Ordering; 4] = [
    (
        "__lt__",
        [("__gt__", "not result and self != other"), ("__le__", "result or self == other"), ("__ge__", "not result")],
    ),
    (
        "__le__",
        [("__ge__", "not result or self == other"), ("__lt__", "result and self != other"), ("__gt__", "not result")],
    ),
    (
        "__gt__",
        [("__lt__", "not result and self != other"), ("__ge__", "result or self == other"), ("__le__", "not result")],
    ),
    (
        "__ge__",
        [("__le__", "not result or self == other"), ("__gt__", "result and self != other"), ("__lt__", "not result")],
    ),
];

/// The text of the functions that the class does not have itself.
fn written(fields: &[Field], options: Options, has_post_init: bool, has: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut text = String::new();
    if options.init && !has("__init__") {
        text += &constructor(fields, options, has_post_init);
    }
    let compared = fields.iter().filter(|field| field.compare);
    let each = |of: &str| compared.clone().map(|field| format!("{of}.{}, ", field.name)).collect::<String>();
    let (own, other) = (format!("({})", each("self")), format!("({})", each("other")));
    if options.repr && !has("__repr__") {
        let shown = fields.iter().filter(|field| field.repr);
        let parts: Vec<String> = shown.map(|field| format!("{0}={{self.{0}!r}}", field.name)).collect();
        text += &format!("def __repr__(self):\n    return f\"{{type(self).__name__}}({})\"\n", parts.join(", "));
    }
    let compared = |name: &str, sign: &str| {
        let test = format!("    if type(other) is type(self):\n        return {own} {sign} {other}\n");
        format!("def {name}(self, other):\n{test}    return NotImplemented\n")
    };
    if options.eq && !has("__eq__") {
        text += &compared("__eq__", "==");
    }
    if options.order {
        for (name, sign) in [("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")] {
            if has(name) {
                return None;
            }
            text += &compared(name, sign);
        }
    }
    if options.eq && options.frozen && !has("__hash__") {
        text += &format!("def __hash__(self):\n    return hash({own})\n");
    }
    text += &replaced(fields);
    text += &format!("def {VALUES}(self):\n    return ({})\n", fields.iter().map(of_self).collect::<String>());
    text += &format!("def {NAMES}(self):\n    return ({})\n", fields.iter().map(quoted).collect::<String>());
    Some(text)
}

// What the models of `dataclasses` ask an object for.
const REPLACED: &str = "__dataclass_replaced__";
const VALUES: &str = "__dataclass_values__";
const NAMES: &str = "__dataclass_names__";

fn of_self(field: &Field) -> String {
    format!("self.{}, ", field.name)
}

fn quoted(field: &Field) -> String {
    format!("'{}', ", field.name)
}

/// `dataclasses.replace`: what is not given comes from the object.
fn replaced(fields: &[Field]) -> String {
    let (mut params, mut checks, mut args) = (String::new(), String::new(), String::new());
    for Field { name, init, .. } in fields {
        params += &format!(", {name}=NotImplemented");
        match init {
            true => args += &format!("{name}=self.{name} if {name} is NotImplemented else {name}, "),
            false => checks += &format!("    if {name} is not NotImplemented:\n        raise ValueError\n"),
        }
    }
    let star = if params.is_empty() { "" } else { ", *" };
    format!("def {REPLACED}(self{star}{params}):\n{checks}    return type(self)({args})\n")
}

fn constructor(fields: &[Field], options: Options, has_post_init: bool) -> String {
    let mut params = String::from("self");
    let mut body = String::new();
    let (named, placed): (Vec<&Field>, Vec<&Field>) =
        fields.iter().filter(|field| field.init).partition(|field| field.kw_only);
    for (index, Field { name, default, .. }) in placed.iter().chain(&named).enumerate() {
        if index == placed.len() {
            params += ", *";
        }
        params += &match default {
            Default::None => format!(", {name}"),
            Default::Literal(text) => format!(", {name}={text}"),
            Default::Made(_) => format!(", {name}=NotImplemented"),
        };
    }
    for Field { name, default, init, .. } in fields {
        let value = match default {
            // Whoever leaves it out gets a new one.
            Default::Made(text) if *init => format!("{text} if {name} is NotImplemented else {name}"),
            Default::Made(text) => text.clone(),
            _ if *init => name.clone(),
            // It is found in the class, or made later.
            _ => continue,
        };
        body += &match options.frozen {
            true => format!("    object.__setattr__(self, \"{name}\", {value})\n"),
            false => format!("    self.{name} = {value}\n"),
        };
    }
    if has_post_init {
        body += "    self.__post_init__()\n";
    }
    if body.is_empty() {
        body += "    pass\n";
    }
    format!("def __init__({params}):\n{body}")
}
