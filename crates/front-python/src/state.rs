//! What the state of the modules may be when the client is called.
//!
//! Calls leave things behind: in globals that functions assign, in lists and dicts of the modules, in
//! defaults that are objects. The first call after loading finds what loading made; a later one finds
//! what calls made. A number, text or truth is then an input: any value that it could hold, the same in
//! both versions. Objects that change are not: what calls make of them is not known.

use ir::entry::Prior;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::module::Module;
use crate::program::Loaded;
use crate::runtime::Cells;
use crate::types::{self, Type};

/// What has happened when the client is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// The modules were loaded.
    Loaded,
    /// Anything: what can change is an input.
    AnyState,
    /// These steps, each with inputs of its own.
    After(Vec<Prior>),
}

/// A global that calls can change.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) module: String,
    pub(crate) name: String,
    /// The type of all that it can hold; `None`: not known.
    pub(crate) type_: Option<Type>,
    /// Which versions have it.
    pub(crate) sides: [bool; 2],
}

/// The globals, and defaults, that calls can change and that the lowered code looks at.
pub(crate) fn held(versions: [&Loaded; 2], cells: &Cells) -> Vec<Held> {
    let mut rows: Vec<Held> = Vec::new();
    for (side, loaded) in versions.iter().enumerate() {
        for module in &loaded.modules {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_used = cells.find(&format!("{}.{name}", module.name)).is_some();
                let is_changed =
                    module.assigned.contains(name) || loaded.modules.iter().any(|of| may_change(of, module, name));
                if is_used && is_changed {
                    add(&mut rows, side, &module.name, name, scalar_type(module, name));
                }
            }
            for stmt in &module.body {
                let Stmt::FunctionDef(def) = stmt else { continue };
                for parameter in def.parameters.iter() {
                    let Some(default) = parameter.default() else { continue };
                    let name = format!("{}.<default>.{}", def.name, parameter.name());
                    let is_used = cells.find(&format!("{}.{name}", module.name)).is_some();
                    if is_used && !crate::module::is_immutable(default) && changes(&def.body, parameter.name()) {
                        add(&mut rows, side, &module.name, &name, None);
                    }
                }
            }
        }
    }
    rows
}

fn add(rows: &mut Vec<Held>, side: usize, module: &str, name: &str, type_: Option<Type>) {
    match rows.iter_mut().find(|row| row.module == module && row.name == name) {
        Some(row) => {
            // Where the versions start differently, or hold different kinds, there is no one input.
            if row.type_ != type_ {
                row.type_ = None;
            }
            row.sides[side] = true;
        }
        None => {
            let mut sides = [false; 2];
            sides[side] = true;
            rows.push(Held { module: module.to_owned(), name: name.to_owned(), type_, sides });
        }
    }
}

/// Does the variable start with the same value in both versions?
pub(crate) fn starts_alike(versions: [&Loaded; 2], row: &Held) -> bool {
    fn value<'m>(loaded: &'m Loaded, row: &Held) -> Option<&'m Expr> {
        let module = loaded.modules.iter().find(|module| module.name == row.module)?;
        first_value(module, &row.name).filter(|value| crate::keys::is_literal(value))
    }
    let same =
        |a: &Expr, b: &Expr| ast::comparable::ComparableExpr::from(a) == ast::comparable::ComparableExpr::from(b);
    let alike = match (value(versions[0], row), value(versions[1], row)) {
        (Some(old), Some(new)) => same(old, new),
        _ => false,
    };
    !row.sides.iter().all(|has| *has) || alike
}

/// The value that the top level gives the name, if it does so once.
pub(crate) fn first_value<'m>(module: &'m Module, name: &str) -> Option<&'m Expr> {
    let mut found = module.body.iter().filter_map(|stmt| match stmt {
        Stmt::Assign(stmt) => match &stmt.targets[..] {
            [Expr::Name(target)] if target.id.as_str() == name => Some(&*stmt.value),
            _ => None,
        },
        Stmt::AnnAssign(stmt) => match &*stmt.target {
            Expr::Name(target) if target.id.as_str() == name => stmt.value.as_deref(),
            _ => None,
        },
        _ => None,
    });
    let first = found.next()?;
    (found.next().is_none() && module.names.get(name).is_some_and(|sites| sites.len() == 1)).then_some(first)
}

/// The one type of all values that the global is ever given, if it is a plain one.
fn scalar_type(module: &Module, name: &str) -> Option<Type> {
    let type_ = types::of_literal(first_value(module, name)?)?;
    let mut assigned = Assigned { name, values: Vec::new(), is_plain: true };
    assigned.visit_body(&module.body);
    let is_same = |value: &Given<'_>| match value {
        Given::Value(value) => {
            types::of_literal(value).as_ref() == Some(&type_) || (type_ == Type::Int && is_count(value, name))
        }
        Given::Augmented(by) => type_ == Type::Int && types::of_literal(by) == Some(Type::Int),
    };
    (assigned.is_plain && assigned.values.iter().all(is_same)).then_some(type_)
}

/// Is it `name + 1` or the like?
fn is_count(value: &Expr, name: &str) -> bool {
    let Expr::BinOp(binary) = value else { return false };
    let is_it = |expr: &Expr| matches!(expr, Expr::Name(found) if found.id.as_str() == name);
    let is_int = |expr: &Expr| types::of_literal(expr) == Some(Type::Int);
    let is_whole = matches!(binary.op, ast::Operator::Add | ast::Operator::Sub | ast::Operator::Mult);
    is_whole && (is_it(&binary.left) && is_int(&binary.right) || is_int(&binary.left) && is_it(&binary.right))
}

enum Given<'a> {
    Value(&'a Expr),
    Augmented(&'a Expr),
}

/// What a name is assigned anywhere in a module, whatever scope it belongs to.
struct Assigned<'n, 'a> {
    name: &'n str,
    values: Vec<Given<'a>>,
    is_plain: bool,
}

impl Assigned<'_, '_> {
    fn is_it(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(name) if name.id.as_str() == self.name)
    }
}

impl<'a> Visitor<'a> for Assigned<'_, 'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) if assign.targets.iter().all(|target| self.is_it(target)) => {
                self.values.push(Given::Value(&assign.value));
                self.visit_expr(&assign.value);
            }
            Stmt::AnnAssign(assign) if self.is_it(&assign.target) => {
                if let Some(value) = &assign.value {
                    self.values.push(Given::Value(value));
                }
            }
            Stmt::AugAssign(assign) if self.is_it(&assign.target) => {
                self.is_plain &= matches!(assign.op, ast::Operator::Add | ast::Operator::Sub | ast::Operator::Mult);
                self.values.push(Given::Augmented(&assign.value));
            }
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.id.as_str() == self.name
            && !name.ctx.is_load()
        {
            self.is_plain = false;
        }
        visitor::walk_expr(self, expr);
    }
}

/// May functions of this module change the object that the global of that module holds?
fn may_change(of: &Module, module: &Module, name: &str) -> bool {
    let Some(value) = first_value(module, name) else {
        // Bound in some other way: by a loop, twice, by unpacking. Code and constants stay what they are.
        let is_plain = module
            .names
            .get(name)
            .is_some_and(|sites| sites.iter().all(|site| site.kind != crate::module::BindingKind::Other));
        return !is_plain && mentions(of, name);
    };
    if crate::module::is_immutable(value) || is_alias_of_code(module, value) {
        return false;
    }
    let holds_plain = match value {
        Expr::List(list) => list.elts.iter().all(crate::module::is_immutable),
        Expr::Set(set) => set.elts.iter().all(crate::module::is_immutable),
        Expr::Tuple(tuple) => tuple.elts.iter().all(crate::module::is_immutable),
        Expr::Dict(dict) => dict.items.iter().all(|item| crate::module::is_immutable(&item.value)),
        Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Call(_) => true,
        _ => false,
    };
    match holds_plain {
        true => of.body.iter().any(|stmt| match stmt {
            Stmt::FunctionDef(def) => changes(&def.body, name),
            Stmt::ClassDef(class) => changes(&class.body, name),
            _ => false,
        }),
        false => mentions(of, name),
    }
}

/// Is it another name of a function or class of the module?
fn is_alias_of_code(module: &Module, value: &Expr) -> bool {
    use crate::module::BindingKind;
    let Expr::Name(name) = value else { return false };
    matches!(module.only_binding(&name.id), Some(BindingKind::Function(_) | BindingKind::Class(_)))
}

/// Do functions of the module mention the name?
fn mentions(module: &Module, name: &str) -> bool {
    module.body.iter().any(|stmt| {
        let is_code = matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
        is_code && crate::outside::names_in(crate::outside::Unknown::Stmt(stmt)).contains(name)
    })
}

/// May this code change the object that the name holds, or give it away?
fn changes(body: &[Stmt], name: &str) -> bool {
    let mut looks = Looks { name, reads: 0, all: 0 };
    looks.visit_body(body);
    looks.reads < looks.all
}

/// Counts how often a name is mentioned, and how often only to look at what it holds.
struct Looks<'n> {
    name: &'n str,
    reads: usize,
    all: usize,
}

impl Looks<'_> {
    fn look(&mut self, expr: &Expr) {
        self.reads += usize::from(matches!(expr, Expr::Name(name) if name.id.as_str() == self.name));
    }
}

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
        const LOOKING: &[&str] = &[
            "len",
            "sum",
            "sorted",
            "min",
            "max",
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
            "print",
            "range",
            "type",
        ];
        const METHODS: &[&str] =
            &["get", "items", "keys", "values", "index", "count", "copy", "issubset", "issuperset", "union"];
        match expr {
            Expr::Name(name) if name.id.as_str() == self.name => self.all += 1,
            Expr::Subscript(subscript) if subscript.ctx.is_load() => self.look(&subscript.value),
            Expr::Compare(compare) => {
                self.look(&compare.left);
                compare.comparators.iter().for_each(|side| self.look(side));
            }
            Expr::UnaryOp(unary) => self.look(&unary.operand),
            Expr::BinOp(binary) => {
                self.look(&binary.left);
                self.look(&binary.right);
            }
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) if LOOKING.contains(&name.id.as_str()) => {
                    call.arguments.args.iter().for_each(|arg| self.look(arg));
                }
                Expr::Attribute(attribute) if METHODS.contains(&attribute.attr.as_str()) => self.look(&attribute.value),
                _ => {}
            },
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
