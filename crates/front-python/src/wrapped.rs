//! Functions that decorators wrap into something that remembers: what a call leaves behind in a variable of the decorator
//! counts as state, as what a global holds does.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::looks::{Around, Known, changes};
use crate::module::{Module, is_immutable};
use crate::state::functions_of;

/// May calls of the decorated function of that name change what it does later?
pub(crate) fn remembers(modules: &[Module], module: &Module, name: &str) -> bool {
    let around = Around::of(modules);
    let is_it = |def: &&&ast::StmtFunctionDef| def.name.as_str() == name;
    let functions = functions_of(&module.body);
    let mut decorators = functions.iter().filter(is_it).flat_map(|def| &def.decorator_list);
    decorators.any(|decorator| may_remember(modules, module, &decorator.expression, &around))
}

/// Decorators of others that keep nothing.
const PLAIN: &[&str] = &[
    "property",
    "staticmethod",
    "classmethod",
    "wraps",
    "contextmanager",
    "abstractmethod",
    "overload",
    "override",
    "final",
    "no_type_check",
];

fn may_remember(modules: &[Module], module: &Module, decorator: &Expr, around: &Around<'_>) -> bool {
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
    // Under the name that it has where it is defined.
    let imports = module.from_imports.get(name).map_or(&[][..], |imports| &imports[..]);
    let name = imports.iter().find_map(|import| import.name.as_deref()).unwrap_or(name);
    let of_module = modules.iter().flat_map(|of| functions_of(&of.body).into_iter().map(move |def| (of, def)));
    let found: Vec<(&Module, &ast::StmtFunctionDef)> = of_module.filter(|(_, def)| def.name.as_str() == name).collect();
    if found.is_empty() {
        return !PLAIN.contains(&name);
    }
    is_handed_objects || found.into_iter().any(|(of, def)| !def.decorator_list.is_empty() || has_state(of, def, around))
}

/// Has the function a variable that functions within it change?
fn has_state(of: &Module, def: &ast::StmtFunctionDef, around: &Around<'_>) -> bool {
    let mut inner = Inner::default();
    inner.visit_body(&def.body);
    let changed = |name: &String| inner.functions.iter().any(|stmt| changes(stmt, &Known::local(name), of, around));
    inner.has_nonlocal
        || inner.held.iter().any(changed)
        || inner.functions.iter().any(|stmt| stmt.as_function_def_stmt().is_some_and(|def| has_state(of, def, around)))
}

/// The functions within a function, and the variables that hold more than numbers, texts and functions.
#[derive(Default)]
struct Inner<'a> {
    functions: Vec<&'a Stmt>,
    held: Vec<String>,
    /// A function assigns a variable of another, or a class stands there.
    has_nonlocal: bool,
}

impl<'a> Visitor<'a> for Inner<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // Attributes of a function are variables, too. An object of a class is one that remembers.
            Stmt::ClassDef(_) => self.has_nonlocal = true,
            Stmt::FunctionDef(def) => {
                self.functions.push(stmt);
                self.held.push(def.name.to_string());
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
