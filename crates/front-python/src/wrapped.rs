//! Functions that decorators wrap into something that remembers: what a call leaves behind in a variable of the decorator
//! counts as state, as what a global holds does.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::module::{Module, is_immutable};
use crate::state::changes;

/// May calls of the decorated function of that name change what it does later?
pub(crate) fn remembers(modules: &[Module], module: &Module, name: &str) -> bool {
    let is_it = |def: &&ast::StmtFunctionDef| def.name.as_str() == name && !def.decorator_list.is_empty();
    let decorated = module.body.iter().filter_map(Stmt::as_function_def_stmt).filter(is_it);
    let mut decorators = decorated.flat_map(|def| &def.decorator_list);
    decorators.any(|decorator| may_remember(modules, &decorator.expression))
}

fn may_remember(modules: &[Module], decorator: &Expr) -> bool {
    let (function, is_handed_objects) = match decorator {
        Expr::Call(call) => {
            let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
            let mut values = call.arguments.args.iter().chain(keywords);
            (&*call.func, values.any(|value| !is_immutable(value)))
        }
        other => (other, false),
    };
    let name = match function {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return true,
    };
    let functions = modules.iter().flat_map(|module| &module.body).filter_map(Stmt::as_function_def_stmt);
    let found: Vec<&ast::StmtFunctionDef> = functions.filter(|def| def.name.as_str() == name).collect();
    let is_class = modules.iter().flat_map(|module| &module.body).any(|stmt| match stmt {
        Stmt::ClassDef(class) => class.name.as_str() == name,
        _ => false,
    });
    let is_cache = found.is_empty() && matches!(name, "cache" | "lru_cache");
    is_class || is_cache || !found.is_empty() && is_handed_objects || found.into_iter().any(has_state)
}

/// Has the function a variable that functions within it change?
fn has_state(def: &ast::StmtFunctionDef) -> bool {
    let mut inner = Inner::default();
    inner.visit_body(&def.body);
    let names: Vec<String> = inner.held;
    inner.has_nonlocal
        || names.iter().any(|name| inner.functions.iter().any(|stmt| changes(stmt, std::slice::from_ref(name))))
        || inner.functions.iter().any(|stmt| stmt.as_function_def_stmt().is_some_and(has_state))
}

/// The functions within a function, and the variables that hold more than numbers, texts and functions.
#[derive(Default)]
struct Inner<'a> {
    functions: Vec<&'a Stmt>,
    held: Vec<String>,
    has_nonlocal: bool,
}

impl<'a> Visitor<'a> for Inner<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                self.functions.push(stmt);
                let mut nonlocal = Nonlocal(false);
                nonlocal.visit_body(&def.body);
                self.has_nonlocal |= nonlocal.0;
                return;
            }
            Stmt::Assign(assign) if is_immutable(&assign.value) => return,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && !name.ctx.is_load()
        {
            self.held.push(name.id.to_string());
        }
        visitor::walk_expr(self, expr);
    }
}

struct Nonlocal(bool);

impl<'a> Visitor<'a> for Nonlocal {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.0 |= stmt.is_nonlocal_stmt();
        visitor::walk_stmt(self, stmt);
    }
}
