//! `P = namedtuple("P", "x y")` at the top level, read as `class P(namedtuple("P", "x y")): __slots__ = ()`.
//!
//! It makes the same class but for one more in its order, which only code that looks at orders could tell; such code
//! is not followed. So a class of named tuples is one kind of statement, however it is written.

use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::module::{BindingKind, Syntax};

/// The body with such assignments as classes; `None`: there are none.
pub(crate) fn as_classes(syntax: &Syntax) -> Option<Vec<Stmt>> {
    let is_one = |stmt: &Stmt| class_of(syntax, stmt).is_some();
    if !syntax.body.iter().any(is_one) {
        return None;
    }
    let each = |stmt: &Stmt| class_of(syntax, stmt).unwrap_or_else(|| stmt.clone());
    Some(syntax.body.iter().map(each).collect())
}

fn class_of(syntax: &Syntax, stmt: &Stmt) -> Option<Stmt> {
    let Stmt::Assign(assign) = stmt else { return None };
    let ([Expr::Name(target)], Expr::Call(call)) = (&assign.targets[..], &*assign.value) else { return None };
    let Some(Expr::StringLiteral(name)) = call.arguments.args.first() else { return None };
    let is_own = name.value.to_str() == target.id.as_str() && syntax.is_bound_once(&target.id);
    if !is_own || !is_namedtuple(syntax, &call.func) {
        return None;
    }
    let range = assign.range();
    let arguments = ast::Arguments {
        args: Box::new([Expr::Call(call.clone())]),
        keywords: Default::default(),
        range,
        node_index: Default::default(),
    };
    Some(Stmt::ClassDef(ast::StmtClassDef {
        decorator_list: Default::default(),
        name: ast::Identifier::new(target.id.clone(), target.range()),
        type_params: None,
        arguments: Some(Box::new(arguments)),
        body: vec![no_slots(range)].into(),
        range,
        node_index: Default::default(),
    }))
}

/// `__slots__ = ()`
fn no_slots(range: TextRange) -> Stmt {
    let name =
        ast::ExprName { id: "__slots__".into(), ctx: ast::ExprContext::Store, range, node_index: Default::default() };
    let none = ast::ExprTuple {
        elts: Vec::new(),
        ctx: ast::ExprContext::Load,
        parenthesized: true,
        range,
        node_index: Default::default(),
    };
    Stmt::Assign(ast::StmtAssign {
        targets: vec![Expr::Name(name)],
        value: Box::new(Expr::Tuple(none)),
        range,
        node_index: Default::default(),
    })
}

/// Is it the function of `collections`, imported under a name that means nothing else?
fn is_namedtuple(syntax: &Syntax, func: &Expr) -> bool {
    let (name, imported) = match func {
        Expr::Name(name) => (name, Some("namedtuple")),
        Expr::Attribute(attribute) if attribute.attr.as_str() == "namedtuple" => match &*attribute.value {
            Expr::Name(name) => (name, None),
            _ => return false,
        },
        _ => return false,
    };
    let is_import = syntax.only_binding(&name.id) == Some(BindingKind::Import);
    is_import
        && syntax.imported.get(name.id.as_str()).is_some_and(|import| {
            import.level == 0 && import.path == "collections" && import.name.as_deref() == imported
        })
}
