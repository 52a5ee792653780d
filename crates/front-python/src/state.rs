//! What the state of the modules may be when the client is called.
//!
//! Calls leave things behind: in globals that functions assign, in lists and dicts of the modules, in
//! defaults that are objects. The first call after loading finds what loading made; a later one finds
//! what calls made. A number, text or truth is then an input: any value that it could hold, the same in
//! both versions. Objects that change are not: what calls make of them is not known.

use ir::entry::Prior;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::lower::Shared;
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
        for module in &loaded.whole {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_used = || cells.find(&format!("{}.{name}", module.name)).is_some();
                let is_changed =
                    || module.assigned.contains(name) || loaded.whole.iter().any(|of| may_change(of, module, name));
                if !is_used() {
                    continue;
                }
                if is_set_from_outside(loaded, name) {
                    add(&mut rows, side, &module.name, name, None);
                } else if is_changed() {
                    add(&mut rows, side, &module.name, name, scalar_type(module, name));
                }
            }
            for stmt in &module.body {
                let Stmt::FunctionDef(def) = stmt else { continue };
                for parameter in def.parameters.iter() {
                    let Some(default) = parameter.default() else { continue };
                    let name = format!("{}.<default>.{}", def.name, parameter.name());
                    let is_used = cells.find(&format!("{}.{name}", module.name)).is_some();
                    let names = [parameter.name().to_string()];
                    let may_change = |stmt: &Stmt| match holds_plain(default) {
                        true => changes(stmt, &names),
                        false => {
                            let mut looks = Looks { names: &names, reads: 0, all: 0 };
                            looks.visit_stmt(stmt);
                            looks.all > 0
                        }
                    };
                    if is_used && !is_constant(module, default) && def.body.iter().any(may_change) {
                        add(&mut rows, side, &module.name, &name, None);
                    }
                }
            }
        }
    }
    rows
}

/// The decorated functions that calls can change, and that the lowered code looks at.
pub(crate) fn held_by_decorators(
    versions: [&Loaded; 2],
    cells: &Cells,
    is_read: &dyn Fn(ir::CellId) -> bool,
) -> Vec<Held> {
    let mut rows = Vec::new();
    for (side, loaded) in versions.iter().enumerate() {
        for module in &loaded.whole {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_used = cells.find(&format!("{}.{name}", module.name)).is_some_and(is_read);
                if is_used && crate::wrapped::remembers(&loaded.whole, module, name) {
                    add(&mut rows, side, &module.name, name, None);
                }
            }
        }
    }
    rows
}

/// Does code of the program, reached or not, set an attribute of that name, of a module perhaps?
fn is_set_from_outside(loaded: &Loaded, name: &str) -> bool {
    is_set_elsewhere(&loaded.others, name) || is_set_in(&loaded.whole, name)
}

/// The same of these modules.
pub(crate) fn is_set_in(modules: &[Module], name: &str) -> bool {
    modules.iter().any(|module| module.patches_any || is_set_by(modules, module, name))
}

/// The same of modules that the client does not load: what they do to their own names does not count.
pub(crate) fn is_set_elsewhere(others: &[Module], name: &str) -> bool {
    others.iter().any(|module| module.patches_others || is_set_by(others, module, name))
}

/// Does the module set the attribute by its name? Of an object that a function makes itself it is none of a class or module.
fn is_set_by(modules: &[Module], module: &Module, name: &str) -> bool {
    let is_of_others =
        |(attribute, maker): &(String, String)| attribute == name && !makes_objects(modules, module, maker);
    module.patched_elsewhere.contains(name) || module.patched_of_made.iter().any(is_of_others)
}

/// Is the name in that module surely that of a class of the program, whose call makes an object?
fn makes_objects(modules: &[Module], module: &Module, name: &str) -> bool {
    use crate::module::BindingKind;
    let sites = module.names.get(name).map_or(&[][..], |sites| &sites[..]);
    let is_same_name = || {
        let imports = module.from_imports.get(name).map_or(&[][..], |imports| &imports[..]);
        !imports.is_empty() && imports.iter().all(|import| import.name.as_deref() == Some(name))
    };
    let is_class = !sites.is_empty()
        && sites.iter().all(|site| match site.kind {
            BindingKind::Class(_) => true,
            BindingKind::Import => is_same_name(),
            BindingKind::Function(_) | BindingKind::Constant | BindingKind::Other => false,
        });
    let mut classes = modules.iter().flat_map(|module| module.body.iter().filter_map(Stmt::as_class_def_stmt));
    let is_plain = |class: &ast::StmtClassDef| {
        let has_keywords = class.arguments.as_ref().is_some_and(|arguments| !arguments.keywords.is_empty());
        let has_new =
            class.body.iter().any(|stmt| matches!(stmt, Stmt::FunctionDef(def) if def.name.as_str() == "__new__"));
        class.name.as_str() == name && !has_keywords && !has_new
    };
    is_class && classes.any(is_plain)
}

/// Methods that code of the program may replace. What by is not known.
pub(crate) fn replaced_methods(versions: [&Loaded; 2]) -> Vec<Held> {
    let mut rows = Vec::new();
    for (side, loaded) in versions.iter().enumerate() {
        for module in &loaded.modules {
            for class in module.body.iter().filter_map(Stmt::as_class_def_stmt) {
                let methods = class.body.iter().filter_map(Stmt::as_function_def_stmt).map(|def| def.name.as_str());
                let is_patched = |name: &&str| {
                    let sets = |module: &Module| module.patched.contains(*name);
                    loaded.others.iter().any(|module| is_set_by(&loaded.others, module, name))
                        || (loaded.whole.iter().any(sets) && is_set_in(&loaded.whole, name))
                };
                for name in methods.filter(is_patched) {
                    add(&mut rows, side, &module.name, &format!("{}.{name}", class.name), None);
                }
            }
        }
    }
    rows
}

/// Variables of classes that calls can change, and defaults of methods, where lowered code looks at them.
pub(crate) fn held_by_classes(
    versions: [&Loaded; 2],
    shared: &Shared,
    is_read: &dyn Fn(ir::CellId) -> bool,
) -> Vec<Held> {
    let mut rows = Vec::new();
    for (cell, side) in shared.class_state.iter().filter(|(cell, _)| is_read(*cell)) {
        let name = shared.cells.table[*cell].name;
        // The module with the longest name that it begins with.
        let modules = versions[*side].modules.iter().map(|module| module.name.as_str());
        let rest = |module: &str| name.strip_prefix(module)?.strip_prefix('.').map(str::to_string);
        let found = modules.filter_map(|module| Some((module, rest(module)?))).max_by_key(|(module, _)| module.len());
        if let Some((module, rest)) = found {
            add(&mut rows, *side, module, &rest, None);
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
        let module = loaded.whole.iter().find(|module| module.name == row.module)?;
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

/// `name = value`
fn first_value_of(stmt: &Stmt) -> Option<(&str, &Expr)> {
    match stmt {
        Stmt::Assign(stmt) => match &stmt.targets[..] {
            [Expr::Name(target)] => Some((target.id.as_str(), &*stmt.value)),
            _ => None,
        },
        Stmt::AnnAssign(stmt) => match &*stmt.target {
            Expr::Name(target) => Some((target.id.as_str(), stmt.value.as_deref()?)),
            _ => None,
        },
        _ => None,
    }
}

/// The value that the top level gives the name, if it does so once.
pub(crate) fn first_value<'m>(module: &'m Module, name: &str) -> Option<&'m Expr> {
    let mut found =
        module.body.iter().filter_map(first_value_of).filter(|(bound, _)| *bound == name).map(|(_, value)| value);
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
    let names = names_for(of, module, name);
    let Some(value) = first_value(module, name) else {
        // Bound in some other way: by a loop, twice, by unpacking. Code and constants stay what they are.
        let is_plain = module
            .names
            .get(name)
            .is_some_and(|sites| sites.iter().all(|site| site.kind != crate::module::BindingKind::Other));
        return !is_plain && mentions(of, &names);
    };
    if crate::module::is_immutable(value) || is_alias_of_code(module, value) || gives_constant(module, value) {
        return false;
    }
    let is_filled_later = module.body.iter().any(|stmt| {
        !has_code(stmt)
            && first_value_of(stmt).is_none_or(|(bound, _)| bound != name)
            && changes(stmt, &[name.to_string()])
    });
    match holds_plain(value) && !is_filled_later {
        true => of.body.iter().any(|stmt| has_code(stmt) && changes(stmt, &names)),
        false => mentions(of, &names),
    }
}

/// The names that a module has for a global of another, the attribute of that name among them.
fn names_for(of: &Module, module: &Module, name: &str) -> Vec<String> {
    let mut names = vec![name.to_string()];
    let mut rows: Vec<(&String, &Vec<crate::module::Import>)> = of.from_imports.iter().collect();
    rows.sort_by_key(|(bound, _)| *bound);
    for (bound, imports) in rows {
        let is_it = |import: &crate::module::Import| {
            let path = crate::call::absolute_path(&of.name, of.is_package, import);
            import.name.as_deref() == Some(name) && path.as_deref() == Some(module.name.as_str())
        };
        if imports.iter().any(is_it) {
            names.push(bound.clone());
        }
    }
    names
}

/// Is it a value that cannot change, or the name of one?
fn is_constant(module: &Module, expr: &Expr) -> bool {
    let of_name = |name: &ast::ExprName| first_value(module, &name.id).is_some_and(crate::module::is_immutable);
    crate::module::is_immutable(expr) || expr.as_name_expr().is_some_and(of_name)
}

/// Is it a call of a builtin that gives a number, a text or the like?
fn gives_constant(module: &Module, value: &Expr) -> bool {
    const CONSTANT: &[&str] = &[
        "len", "int", "str", "float", "bool", "abs", "round", "ord", "chr", "hex", "bin", "oct", "repr", "bytes",
        "range",
    ];
    let Expr::Call(call) = value else { return false };
    matches!(&*call.func, Expr::Name(name) if CONSTANT.contains(&name.id.as_str()) && !module.binds(&name.id))
}

/// Does the value hold, if anything, values that cannot change?
fn holds_plain(value: &Expr) -> bool {
    let all = |elements: &[Expr]| elements.iter().all(crate::module::is_immutable);
    match value {
        Expr::List(list) => all(&list.elts),
        Expr::Set(_) | Expr::SetComp(_) => true,
        Expr::Tuple(tuple) => all(&tuple.elts),
        Expr::Dict(dict) => {
            dict.items.iter().all(|item| item.key.is_some() && crate::module::is_immutable(&item.value))
        }
        Expr::ListComp(comp) => Elements::of(&comp.generators).is_some_and(|names| names.is_plain(&comp.elt)),
        Expr::DictComp(comp) => Elements::of(&comp.generators).is_some_and(|names| names.is_plain(&comp.value)),
        Expr::Call(call) => makes_plain(call),
        _ => false,
    }
}

/// Containers that are made empty, or of values that cannot change.
fn makes_plain(call: &ast::ExprCall) -> bool {
    let Expr::Name(name) = &*call.func else { return false };
    let is_given =
        call.arguments.keywords.iter().all(|row| row.arg.is_some() && crate::module::is_immutable(&row.value));
    match (name.id.as_str(), &*call.arguments.args) {
        ("dict" | "list" | "set" | "deque" | "OrderedDict" | "Counter" | "bytearray", []) => is_given,
        ("list" | "sorted" | "deque", [items]) => is_given && gives_plain(items),
        ("set" | "frozenset" | "Counter", [_]) => is_given,
        ("defaultdict", [Expr::Name(factory)]) => {
            is_given && ["int", "str", "float", "bool", "tuple"].contains(&factory.id.as_str())
        }
        _ => false,
    }
}

/// Does going through it give values that cannot change?
fn gives_plain(items: &Expr) -> bool {
    match items {
        Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::Set(_) => true,
        Expr::List(_) | Expr::Tuple(_) | Expr::ListComp(_) => holds_plain(items),
        Expr::Generator(comp) => Elements::of(&comp.generators).is_some_and(|names| names.is_plain(&comp.elt)),
        // The keys.
        Expr::Dict(_) | Expr::DictComp(_) => true,
        Expr::Call(call) => match &*call.func {
            Expr::Name(name) => match name.id.as_str() {
                "range" => true,
                "enumerate" | "zip" | "sorted" | "list" | "tuple" | "reversed" => {
                    call.arguments.args.iter().all(gives_plain) && call.arguments.keywords.is_empty()
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

/// The variables of a comprehension, all of which hold values that cannot change.
struct Elements(rustc_hash::FxHashSet<String>);

impl Elements {
    fn of(generators: &[ast::Comprehension]) -> Option<Elements> {
        let mut names = rustc_hash::FxHashSet::default();
        for generator in generators {
            if !gives_plain(&generator.iter) || generator.is_async {
                return None;
            }
            crate::scope::target_names(&generator.target, &mut names);
        }
        Some(Elements(names))
    }

    /// Is the value of the expression, if it has one, one that cannot change?
    fn is_plain(&self, expr: &Expr) -> bool {
        let all = |exprs: &[Expr]| exprs.iter().all(|expr| self.is_plain(expr));
        match expr {
            Expr::Name(name) => self.0.contains(name.id.as_str()),
            Expr::BinOp(binary) => self.is_plain(&binary.left) && self.is_plain(&binary.right),
            Expr::UnaryOp(unary) => self.is_plain(&unary.operand),
            Expr::BoolOp(bool_op) => all(&bool_op.values),
            Expr::If(conditional) => self.is_plain(&conditional.body) && self.is_plain(&conditional.orelse),
            Expr::Compare(compare) => self.is_plain(&compare.left) && all(&compare.comparators),
            Expr::Tuple(tuple) => all(&tuple.elts),
            Expr::FString(_) => true,
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) => {
                    let plain =
                        ["str", "int", "float", "bool", "len", "chr", "ord", "abs", "round", "hex", "bin", "repr"];
                    plain.contains(&name.id.as_str()) && all(&call.arguments.args)
                }
                _ => false,
            },
            other => crate::module::is_immutable(other),
        }
    }
}

/// Is there a function, a class or a lambda in the statement?
fn has_code(stmt: &Stmt) -> bool {
    struct Finds(bool);
    impl<'a> Visitor<'a> for Finds {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            self.0 |= matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
            visitor::walk_stmt(self, stmt);
        }
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 |= matches!(expr, Expr::Lambda(_) | Expr::Generator(_));
            visitor::walk_expr(self, expr);
        }
    }
    let mut finds = Finds(false);
    finds.visit_stmt(stmt);
    finds.0
}

/// Is it another name of a function or class of the module?
fn is_alias_of_code(module: &Module, value: &Expr) -> bool {
    use crate::module::BindingKind;
    let Expr::Name(name) = value else { return false };
    matches!(module.only_binding(&name.id), Some(BindingKind::Function(_) | BindingKind::Class(_)))
}

/// Does code of the module mention one of the names, or look names up while it runs?
fn mentions(module: &Module, names: &[String]) -> bool {
    module.body.iter().filter(|stmt| has_code(stmt)).any(|stmt| {
        let mut looks = Looks { names, reads: 0, all: 0 };
        looks.visit_stmt(stmt);
        looks.all > 0
    })
}

/// May this code change the object that the names hold, or give it away?
pub(crate) fn changes(stmt: &Stmt, names: &[String]) -> bool {
    let mut looks = Looks { names, reads: 0, all: 0 };
    looks.visit_stmt(stmt);
    looks.reads < looks.all
}

/// Counts how often an object is mentioned, and how often only to look at what it holds.
struct Looks<'n> {
    /// The names that it goes by. As attributes they may belong to a module that has it.
    names: &'n [String],
    reads: usize,
    all: usize,
}

impl Looks<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => self.names.iter().any(|known| known == name.id.as_str()),
            Expr::Attribute(attribute) => self.names[0] == attribute.attr.as_str(),
            _ => false,
        }
    }

    fn look(&mut self, expr: &Expr) {
        self.reads += usize::from(self.is_it(expr));
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
        const DYNAMIC: &[&str] = &["globals", "vars", "locals", "exec", "eval", "__dict__", "__import__"];
        const METHODS: &[&str] =
            &["get", "items", "keys", "values", "index", "count", "copy", "issubset", "issuperset", "union"];
        match expr {
            // Names that are looked up while it runs may be this one.
            Expr::Name(name) if DYNAMIC.contains(&name.id.as_str()) => self.all += 1,
            Expr::StringLiteral(text) => self.all += usize::from(text.value.to_str() == self.names[0]),
            expr if self.is_it(expr) => self.all += 1,
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
