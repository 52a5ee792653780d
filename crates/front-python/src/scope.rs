//! Which names a piece of code binds, and which it takes from outside.
//!
//! Python decides this for a whole function at once: a name that is assigned anywhere in a
//! function is local everywhere in it. Comprehensions have a scope of their own; their targets
//! are not counted here, the lowering gives them fresh variables.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, ExprContext, Parameters, Pattern, Stmt};
use rustc_hash::FxHashSet;

#[derive(Default, Debug)]
pub(crate) struct Scope {
    /// Names bound here, in order of appearance; parameters first.
    pub(crate) locals: Vec<String>,
    local_set: FxHashSet<String>,
    pub(crate) globals: FxHashSet<String>,
    pub(crate) nonlocals: FxHashSet<String>,
    /// Names that can lose their value again: by `del`, or at the end of `except … as`.
    pub(crate) unbindable: FxHashSet<String>,
    /// Names read here or in nested functions and not bound there, in order of appearance.
    pub(crate) free: Vec<String>,
    free_set: FxHashSet<String>,
    /// Names that nested functions take from outside themselves.
    pub(crate) used_by_nested: FxHashSet<String>,
    pub(crate) is_generator: bool,
    pub(crate) is_async: bool,
}

impl Scope {
    pub(crate) fn of_function(parameters: &Parameters, body: &[Stmt]) -> Scope {
        let mut scope = Scope::default();
        for parameter in parameters {
            scope.bind(parameter.name());
        }
        scope.collect(|collector| collector.visit_body(body));
        scope
    }

    pub(crate) fn of_lambda(lambda: &ast::ExprLambda) -> Scope {
        let mut scope = Scope::default();
        for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
            scope.bind(parameter.name());
        }
        scope.collect(|collector| collector.visit_expr(&lambda.body));
        scope
    }

    /// The names bound by a module's or a class's own statements.
    pub(crate) fn of_body(body: &[Stmt]) -> Scope {
        let mut scope = Scope::default();
        scope.collect(|collector| collector.visit_body(body));
        scope
    }

    fn collect(&mut self, walk: impl FnOnce(&mut Collector<'_>)) {
        let mut collector = Collector { scope: self, read: Vec::new(), hidden: Vec::new() };
        walk(&mut collector);
        let read = std::mem::take(&mut collector.read);
        for name in self.globals.iter().chain(&self.nonlocals) {
            self.local_set.remove(name);
        }
        let local_set = &self.local_set;
        self.locals.retain(|name| local_set.contains(name));
        for name in read {
            if !self.local_set.contains(&name) && !self.globals.contains(&name) && self.free_set.insert(name.clone()) {
                self.free.push(name);
            }
        }
    }

    fn bind(&mut self, name: &str) {
        if self.local_set.insert(name.to_string()) {
            self.locals.push(name.to_string());
        }
    }

    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.local_set.contains(name)
    }

    /// Is the local shared with nested functions, so that it must live in the heap?
    pub(crate) fn is_captured(&self, name: &str) -> bool {
        self.is_local(name) && self.used_by_nested.contains(name)
    }
}

struct Collector<'a> {
    scope: &'a mut Scope,
    read: Vec<String>,
    /// Targets of the comprehensions around.
    hidden: Vec<FxHashSet<String>>,
}

impl Collector<'_> {
    fn is_hidden(&self, name: &str) -> bool {
        self.hidden.iter().any(|names| names.contains(name))
    }

    /// Takes what a nested function needs from here.
    fn nested(&mut self, inner: Scope) {
        for name in inner.free.iter().chain(&inner.nonlocals) {
            if !self.is_hidden(name) {
                if inner.unbindable.contains(name) {
                    self.scope.unbindable.insert(name.clone());
                }
                self.scope.used_by_nested.insert(name.clone());
                self.read.push(name.clone());
            }
        }
    }

    fn comprehension(&mut self, generators: &[ast::Comprehension], parts: &[&Expr]) {
        // The first source is evaluated outside.
        self.visit_expr(&generators[0].iter);
        let mut names = FxHashSet::default();
        for generator in generators {
            target_names(&generator.target, &mut names);
        }
        self.hidden.push(names);
        for (index, generator) in generators.iter().enumerate() {
            if index > 0 {
                self.visit_expr(&generator.iter);
            }
            self.visit_expr(&generator.target);
            for condition in &generator.ifs {
                self.visit_expr(condition);
            }
        }
        for part in parts {
            self.visit_expr(part);
        }
        self.hidden.pop();
    }

    /// A generator expression that becomes an object is a function of its own.
    fn generator_object(&mut self, comp: &ast::ExprGenerator) {
        let before = self.read.len();
        self.comprehension(&comp.generators, &[&comp.elt]);
        self.scope.used_by_nested.extend(self.read[before..].iter().cloned());
    }

    fn outside_of_function(&mut self, def: &ast::StmtFunctionDef) {
        for decorator in &def.decorator_list {
            self.visit_expr(&decorator.expression);
        }
        for parameter in def.parameters.iter() {
            if let Some(default) = parameter.default() {
                self.visit_expr(default);
            }
        }
    }
}

/// Is it a call of what goes through a generator expression at once, if its name means what it usually means?
fn consumes_at_once(call: &ast::ExprCall) -> bool {
    let is_consumer = match &*call.func {
        Expr::Name(name) => {
            ["list", "tuple", "sorted", "sum", "any", "all", "set", "min", "max"].contains(&name.id.as_str())
        }
        Expr::Attribute(attribute) => ["join", "extend"].contains(&attribute.attr.as_str()),
        _ => false,
    };
    is_consumer && call.arguments.keywords.is_empty() && matches!(&*call.arguments.args, [Expr::Generator(_)])
}

/// The names in a target of a comprehension.
pub(crate) fn target_names(target: &Expr, names: &mut FxHashSet<String>) {
    match target {
        Expr::Name(name) => {
            names.insert(name.id.to_string());
        }
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| target_names(element, names)),
        Expr::List(list) => list.elts.iter().for_each(|element| target_names(element, names)),
        Expr::Starred(starred) => target_names(&starred.value, names),
        _ => {}
    }
}

impl<'a> Visitor<'a> for Collector<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                self.outside_of_function(def);
                self.scope.bind(&def.name);
                self.nested(Scope::of_function(&def.parameters, &def.body));
            }
            Stmt::ClassDef(class) => {
                self.scope.bind(&class.name);
                for decorator in &class.decorator_list {
                    self.visit_expr(&decorator.expression);
                }
                if let Some(arguments) = &class.arguments {
                    self.visit_arguments(arguments);
                }
                // Methods do not see the names of the class body, only those around it.
                self.nested(Scope::of_body(&class.body));
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let bound = alias.asname.as_ref().map_or_else(
                        || alias.name.split('.').next().unwrap_or_default().to_string(),
                        ToString::to_string,
                    );
                    self.scope.bind(&bound);
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                    if bound.as_str() != "*" {
                        self.scope.bind(bound);
                    }
                }
            }
            Stmt::Global(global) => self.scope.globals.extend(global.names.iter().map(ToString::to_string)),
            Stmt::Nonlocal(nonlocal) => {
                self.scope.nonlocals.extend(nonlocal.names.iter().map(ToString::to_string));
            }
            Stmt::AnnAssign(assign) => {
                // The annotation of a local is not evaluated.
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                }
                self.visit_expr(&assign.target);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                if self.is_hidden(&name.id) {
                    return;
                }
                match name.ctx {
                    ExprContext::Load => self.read.push(name.id.to_string()),
                    ExprContext::Store => self.scope.bind(&name.id),
                    ExprContext::Del => {
                        self.scope.bind(&name.id);
                        self.scope.unbindable.insert(name.id.to_string());
                    }
                    ExprContext::Invalid => {}
                }
            }
            Expr::Named(named) => {
                // Binds in the function even from within a comprehension.
                self.visit_expr(&named.value);
                if let Expr::Name(name) = &*named.target {
                    self.scope.bind(&name.id);
                }
            }
            Expr::Lambda(lambda) => {
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    if let Some(default) = parameter.default() {
                        self.visit_expr(default);
                    }
                }
                self.nested(Scope::of_lambda(lambda));
            }
            Expr::ListComp(comp) => self.comprehension(&comp.generators, &[&comp.elt]),
            Expr::SetComp(comp) => self.comprehension(&comp.generators, &[&comp.elt]),
            Expr::Generator(comp) => self.generator_object(comp),
            Expr::Call(call) if consumes_at_once(call) => {
                self.visit_expr(&call.func);
                if let [Expr::Generator(comp)] = &*call.arguments.args {
                    self.comprehension(&comp.generators, &[&comp.elt]);
                }
            }
            Expr::DictComp(comp) => {
                let parts: Vec<&Expr> = comp.key.as_deref().into_iter().chain([&*comp.value]).collect();
                self.comprehension(&comp.generators, &parts);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.scope.is_generator = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Await(_) => {
                self.scope.is_async = true;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.scope.bind(name);
            self.scope.unbindable.insert(name.to_string());
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.scope.bind(name);
        }
        visitor::walk_pattern(self, pattern);
    }
}
