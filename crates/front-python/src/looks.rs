//! Does code only look at an object, or may it change it or give it away?
//!
//! Told by the syntax: every mention of the object counts, and those that surely only look at what it holds count as
//! looks. Where another thing could stand behind a word (a builtin's name that the program binds, an operator that an object
//! of the program hooks into), a mention is no look.

use std::cell::OnceCell;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashSet;

use crate::module::Module;

/// The program around the code.
pub(crate) struct Around<'m> {
    modules: &'m [Module],
    has_operators: OnceCell<bool>,
}

impl<'m> Around<'m> {
    pub(crate) fn of(modules: &'m [Module]) -> Around<'m> {
        Around { modules, has_operators: OnceCell::new() }
    }

    /// Has the program classes whose objects are handed what they are compared or reckoned with?
    fn has_operators(&self) -> bool {
        const COMPARISONS: &[&str] =
            &["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__instancecheck__"];
        let has = |module: &Module| {
            let text = module.text();
            COMPARISONS.iter().any(|name| text.contains(name)) || text.contains("__r")
        };
        *self.has_operators.get_or_init(|| self.modules.iter().any(has))
    }
}

/// An object, by the names that it goes by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// In the code that is looked at.
    pub(crate) names: Vec<String>,
    /// As attributes of modules that have it.
    pub(crate) attributes: Vec<String>,
}

impl Known {
    /// A variable of a function, or a parameter.
    pub(crate) fn local(name: &str) -> Known {
        Known { names: vec![name.to_owned()], attributes: vec![name.to_owned()] }
    }

    fn is(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => self.names.iter().any(|known| known == name.id.as_str()),
            Expr::Attribute(attribute) => self.attributes.iter().any(|known| known == attribute.attr.as_str()),
            _ => false,
        }
    }
}

/// May this code of the module change the object, or give it away?
pub(crate) fn changes(stmt: &Stmt, known: &Known, of: &Module, around: &Around<'_>) -> bool {
    let looks = Looks::at(stmt, known, of, around);
    looks.reads < looks.all
}

/// Does this code of the module mention the object, or look names up while it runs?
pub(crate) fn mentions(stmt: &Stmt, known: &Known, of: &Module, around: &Around<'_>) -> bool {
    Looks::at(stmt, known, of, around).all > 0
}

/// Counts how often an object is mentioned, and how often only to look at what it holds.
struct Looks<'n> {
    known: &'n Known,
    of: &'n Module,
    around: &'n Around<'n>,
    reads: usize,
    all: usize,
}

/// Builtins that only look at what they are handed first, and do not give it back.
const LOOKING: &[&str] = &[
    "len",
    "sum",
    "sorted",
    "any",
    "all",
    "list",
    "tuple",
    "set",
    "frozenset",
    "dict",
    "str",
    "repr",
    "bool",
    "isinstance",
    "range",
    "type",
    "enumerate",
    "reversed",
    "iter",
];
/// These look at all that they are handed.
const LOOKING_AT_ALL: &[&str] = &["print", "zip"];
/// Of these, one that is handed several things may give one of them back.
const CHOOSING: &[&str] = &["min", "max"];
const TYPES: &[&str] = &[
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
    "str",
    "bytes",
    "int",
    "float",
    "bool",
    "complex",
    "bytearray",
    "object",
];

impl<'n> Looks<'n> {
    fn at(stmt: &Stmt, known: &'n Known, of: &'n Module, around: &'n Around<'n>) -> Looks<'n> {
        let mut looks = Looks { known, of, around, reads: 0, all: 0 };
        looks.visit_stmt(stmt);
        looks
    }

    fn look(&mut self, expr: &Expr) {
        self.reads += usize::from(self.known.is(expr));
    }

    fn is_builtin(&self, name: &str, among: &[&str]) -> bool {
        among.contains(&name) && !self.of.rebinds(name)
    }

    /// Nothing that an object of the program could hook into.
    fn is_harmless(&self, expr: &Expr) -> bool {
        let is_display =
            matches!(expr, Expr::List(_) | Expr::Tuple(_) | Expr::Dict(_) | Expr::Set(_) | Expr::FString(_));
        is_display || crate::module::is_immutable(expr) || self.known.is(expr) || !self.around.has_operators()
    }

    fn look_at_call(&mut self, call: &ast::ExprCall) {
        let arguments = &*call.arguments.args;
        match &*call.func {
            Expr::Name(name) if self.is_builtin(&name.id, LOOKING_AT_ALL) => {
                arguments.iter().for_each(|arg| self.look(arg))
            }
            Expr::Name(name) if self.is_builtin(&name.id, CHOOSING) => {
                if let [one] = arguments {
                    self.look(one);
                }
            }
            Expr::Name(name) if self.is_builtin(&name.id, LOOKING) => {
                let types_only = || arguments.iter().skip(1).all(|type_| self.is_type(type_));
                if let Some(first) = arguments.first()
                    && (name.id.as_str() != "isinstance" || types_only())
                {
                    self.look(first);
                }
            }
            Expr::Attribute(attribute) if METHODS.contains(&attribute.attr.as_str()) => self.look(&attribute.value),
            // A text that joins what it holds.
            Expr::Attribute(attribute) if attribute.value.is_string_literal_expr() && attribute.attr == *"join" => {
                arguments.iter().for_each(|arg| self.look(arg));
            }
            _ => {}
        }
        // `**d` hands over a dict of its own.
        for keyword in call.arguments.keywords.iter().filter(|keyword| keyword.arg.is_none()) {
            self.look(&keyword.value);
        }
    }

    fn is_type(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => self.is_builtin(&name.id, TYPES) || !self.around.has_operators(),
            Expr::Tuple(tuple) => tuple.elts.iter().all(|element| self.is_type(element)),
            _ => !self.around.has_operators(),
        }
    }

    fn look_at_comparison(&mut self, compare: &ast::ExprCompare) {
        let sides: Vec<&Expr> = std::iter::once(&*compare.left).chain(&compare.comparators).collect();
        for (op, pair) in compare.ops.iter().zip(sides.windows(2)) {
            let is_in = matches!(op, ast::CmpOp::In | ast::CmpOp::NotIn);
            let is_same = matches!(op, ast::CmpOp::Is | ast::CmpOp::IsNot);
            // Each side of a chain is mentioned once.
            let is_chain = sides.len() > 2;
            if is_chain && !pair.iter().all(|side| self.is_harmless(side)) {
                return;
            }
            if !is_chain && (is_same || self.is_harmless(pair[1])) {
                self.look(pair[0]);
            }
            // What is looked for in it is handed its elements, not the object itself.
            if !is_chain && (is_same || is_in || self.is_harmless(pair[0])) {
                self.look(pair[1]);
            }
        }
        if sides.len() > 2 {
            sides.iter().for_each(|side| self.look(side));
        }
    }
}

const METHODS: &[&str] =
    &["get", "items", "keys", "values", "index", "count", "copy", "issubset", "issuperset", "union"];

impl<'a> Visitor<'a> for Looks<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::For(for_) => self.look(&for_.iter),
            Stmt::If(if_) => {
                self.look(&if_.test);
                if_.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref()).for_each(|test| self.look(test));
            }
            Stmt::While(while_) => self.look(&while_.test),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, comprehension: &'a ast::Comprehension) {
        self.look(&comprehension.iter);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const DYNAMIC: &[&str] = &["globals", "vars", "locals", "exec", "eval", "__dict__", "__import__"];
        match expr {
            // Names that are looked up while it runs may be this one.
            Expr::Name(name) if DYNAMIC.contains(&name.id.as_str()) => self.all += 1,
            Expr::StringLiteral(text) => {
                let is_name = self.known.attributes.iter().any(|name| text.value.to_str() == name);
                self.all += usize::from(is_name);
            }
            expr if self.known.is(expr) => self.all += 1,
            Expr::Subscript(subscript) if subscript.ctx.is_load() => self.look(&subscript.value),
            Expr::Compare(compare) => self.look_at_comparison(compare),
            Expr::UnaryOp(unary) => self.look(&unary.operand),
            Expr::BinOp(binary) => {
                if self.is_harmless(&binary.right) {
                    self.look(&binary.left);
                }
                if self.is_harmless(&binary.left) {
                    self.look(&binary.right);
                }
            }
            Expr::Call(call) => self.look_at_call(call),
            // `*items` and `{**d}` take what it holds.
            Expr::Starred(starred) if starred.ctx.is_load() => self.look(&starred.value),
            Expr::Dict(dict) => {
                dict.items.iter().filter(|item| item.key.is_none()).for_each(|item| self.look(&item.value));
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// The names that code binds anywhere, in any scope.
#[derive(Default)]
pub(crate) struct Bound(FxHashSet<String>);

impl Bound {
    pub(crate) fn in_body(body: &[Stmt]) -> FxHashSet<String> {
        let mut bound = Bound::default();
        bound.visit_body(body);
        bound.0
    }

    fn add(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }
}

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.add(&def.name),
            Stmt::ClassDef(class) => self.add(&class.name),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let first = alias.name.split('.').next().unwrap_or_default();
                    self.add(alias.asname.as_ref().map_or(first, |name| name.as_str()));
                }
            }
            Stmt::ImportFrom(import) => {
                import.names.iter().for_each(|alias| self.add(alias.asname.as_ref().unwrap_or(&alias.name)));
            }
            Stmt::Global(global) => global.names.iter().for_each(|name| self.add(name)),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && !name.ctx.is_load()
        {
            self.add(&name.id);
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_parameter(&mut self, parameter: &'a ast::Parameter) {
        self.add(&parameter.name);
        visitor::walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(inner) = handler;
        inner.name.iter().for_each(|name| self.add(name));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a ast::Pattern) {
        let name = match pattern {
            ast::Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        name.into_iter().for_each(|name| self.add(name));
        visitor::walk_pattern(self, pattern);
    }
}
