//! What the state of the modules may be when the client is called.
//!
//! Calls leave things behind: in globals that functions assign, in lists and dicts of the modules, in
//! defaults that are objects. The first call after loading finds what loading made; a later one finds
//! what calls made. A number, text or truth is then an input: any value that it could hold, the same in
//! both versions. Objects that change are not: what calls make of them is not known.

use std::collections::BTreeSet;

use ir::entry::Prior;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::looks::{self, Around, Known};
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

/// What calls can change of the state that a client finds.
pub(crate) struct Changing {
    pub(crate) held: Vec<Held>,
    /// Public functions that may change it, beside the client: `pkg.mod.name`.
    pub(crate) setters: Vec<String>,
}

/// More functions are not tried.
const MOST_SETTERS: usize = 4;

impl Changing {
    pub(crate) fn of(versions: [&Loaded; 2], held: Vec<Held>) -> Changing {
        let setters = setters(versions, &held);
        Changing { held, setters }
    }

    /// Steps that may bring about a state in which the versions differ, the simplest first.
    pub(crate) fn sequences(&self) -> Vec<Vec<Prior>> {
        let setters: Vec<Prior> = self.setters.iter().cloned().map(Prior::Call).collect();
        let mut found = vec![vec![Prior::Client]];
        found.extend(setters.iter().map(|setter| vec![setter.clone()]));
        found.push(vec![Prior::Client; 2]);
        found.extend(setters.iter().map(|setter| vec![setter.clone(), Prior::Client]));
        found.push(vec![Prior::Client; 4]);
        for first in &setters {
            found.extend(setters.iter().map(|second| vec![first.clone(), second.clone()]));
        }
        found
    }
}

/// Functions that do the same in both versions, and mention what is held for more than to look at it. What changed ones
/// leave is taken to be the same before the call, which is said.
fn setters([old, new]: [&Loaded; 2], held: &[Held]) -> Vec<String> {
    let around = Around::of(&old.whole);
    let changed = crate::setters::changed([old, new]);
    let mut found = Vec::new();
    for (index, module) in old.whole.iter().enumerate() {
        for def in functions_of(&module.body) {
            let name = def.name.as_str();
            let is_client = index == old.client && old.function.class.is_none() && old.function.name == name;
            if is_client || name.starts_with('_') || changed.contains(&(module.name.as_str(), name)) {
                continue;
            }
            // A default belongs to its own function.
            let changes = |row: &Held| {
                if row.name.contains('<') {
                    return false;
                }
                let known = Known::local(row.name.rsplit('.').next().unwrap_or(&row.name));
                def.body.iter().any(|stmt| looks::changes(stmt, &known, module, &around))
            };
            let is_there = |loaded: &Loaded| {
                let defined = |found: &Module| functions_of(&found.body).iter().any(|def| def.name.as_str() == name);
                loaded.whole.iter().any(|found| found.name == module.name && defined(found))
            };
            if held.iter().any(changes) && is_there(new) {
                found.push(format!("{}.{name}", module.name));
            }
        }
    }
    found.dedup();
    found.truncate(MOST_SETTERS);
    found
}

/// The globals, and defaults, that calls can change and that the lowered code looks at.
pub(crate) fn held(versions: [&Loaded; 2], cells: &Cells) -> Vec<Held> {
    let mut rows: Vec<Held> = Vec::new();
    for (side, loaded) in versions.iter().enumerate() {
        let around = Around::of(&loaded.whole);
        for module in &loaded.whole {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_used = || cells.find(&format!("{}.{name}", module.name)).is_some();
                let is_changed = || module.assigned.contains(name) || may_change(&loaded.whole, module, name, &around);
                if !is_used() {
                    continue;
                }
                if is_set_from_outside(loaded, name) {
                    add(&mut rows, side, &module.name, name, None);
                } else if is_changed() {
                    add(&mut rows, side, &module.name, name, scalar_type(module, name));
                }
            }
            let functions = functions_of(&module.body);
            for def in &functions {
                for parameter in def.parameters.iter() {
                    let Some(default) = parameter.default() else { continue };
                    let known = Known::local(parameter.name());
                    let may_change = |stmt: &Stmt| match holds_plain(default) {
                        true => looks::changes(stmt, &known, module, &around),
                        false => looks::mentions(stmt, &known, module, &around),
                    };
                    if is_constant(module, default) || !def.body.iter().any(may_change) {
                        continue;
                    }
                    // Functions of one name are told apart by numbers, in the order in which they are met.
                    let count = functions.iter().filter(|other| other.name.as_str() == def.name.as_str()).count();
                    // Where it is one of several, it is a value that holds its defaults.
                    if count > 1 && cells.find(&format!("{}.{}", module.name, def.name)).is_some() {
                        add(&mut rows, side, &module.name, &def.name, None);
                    }
                    for number in 1..=count {
                        let number = if number > 1 { format!("#{number}") } else { String::new() };
                        let name = format!("{}{number}.<default>.{}", def.name, parameter.name());
                        if cells.find(&format!("{}.{name}", module.name)).is_some() {
                            add(&mut rows, side, &module.name, &name, None);
                        }
                    }
                }
            }
        }
    }
    rows
}

/// The functions that the top level defines, also within its branches.
pub(crate) fn functions_of(body: &[Stmt]) -> Vec<&ast::StmtFunctionDef> {
    struct Finds<'a>(Vec<&'a ast::StmtFunctionDef>);
    impl<'a> Visitor<'a> for Finds<'a> {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            match stmt {
                Stmt::FunctionDef(def) => self.0.push(def),
                Stmt::ClassDef(_) => {}
                other => visitor::walk_stmt(self, other),
            }
        }
    }
    let mut finds = Finds(Vec::new());
    finds.visit_body(body);
    finds.0
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
            other => {
                self.is_plain &= !binds_otherwise(other, self.name);
                visitor::walk_stmt(self, other);
            }
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

/// Does the statement bind the name to something that stands in no expression: a function, a class, what is imported, an
/// exception, what a pattern matches?
fn binds_otherwise(stmt: &Stmt, name: &str) -> bool {
    match stmt {
        Stmt::FunctionDef(def) => def.name.as_str() == name,
        Stmt::ClassDef(class) => class.name.as_str() == name,
        Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::Try(_) | Stmt::Match(_) => {
            looks::Bound::in_body(std::slice::from_ref(stmt)).contains(name)
        }
        _ => false,
    }
}

/// May functions of these modules change the object that the global of that module holds?
fn may_change(modules: &[Module], module: &Module, name: &str, around: &Around<'_>) -> bool {
    let known = known_as(modules, module, name);
    let code = |is_it: &dyn Fn(&Stmt, &Known, &Module) -> bool| {
        modules
            .iter()
            .zip(&known)
            .any(|(of, known)| of.body.iter().any(|stmt| has_code(stmt) && is_it(stmt, known, of)))
    };
    let mentioned = || code(&|stmt, known, of| looks::mentions(stmt, known, of, around));
    let Some(value) = first_value(module, name) else {
        // Bound in some other way: by a loop, twice, by unpacking. Code and constants stay what they are.
        let is_plain = module
            .names
            .get(name)
            .is_some_and(|sites| sites.iter().all(|site| site.kind != crate::module::BindingKind::Other));
        return !is_plain && mentioned();
    };
    let is_plain = crate::module::is_immutable(value) || is_compiled(modules, module, name);
    if is_plain || is_alias_of_code(module, value) || gives_constant(module, value) {
        return false;
    }
    let is_first = |stmt: &Stmt| first_value_of(stmt).is_some_and(|(_, of)| std::ptr::eq(of, value));
    let is_filled_later = modules.iter().zip(&known).any(|(of, known)| {
        let fills = |stmt: &Stmt| !is_first(stmt) && looks::changes(stmt, known, of, around);
        at_load(&of.body).into_iter().any(fills)
    });
    match holds_plain(value) && !is_filled_later {
        true => code(&|stmt, known, of| looks::changes(stmt, known, of, around)),
        false => mentioned(),
    }
}

/// Does the name hold a compiled regular expression, unless the program has a module `re` of its own?
fn is_compiled(modules: &[Module], module: &Module, name: &str) -> bool {
    let is_constant = module.only_binding(name) == Some(crate::module::BindingKind::Constant);
    is_constant && !modules.iter().any(|module| module.name == "re")
}

/// The statements that run while the module is loaded: all but what stands in functions.
fn at_load(body: &[Stmt]) -> Vec<&Stmt> {
    fn of(stmt: &Stmt) -> Vec<&Stmt> {
        match stmt {
            Stmt::FunctionDef(_) => Vec::new(),
            Stmt::ClassDef(class) => at_load(&class.body),
            // What only gives a name to what another module has.
            Stmt::Import(_) | Stmt::ImportFrom(_) => Vec::new(),
            other => vec![other],
        }
    }
    body.iter().flat_map(of).collect()
}

/// What each module may call a global of that one: by imports, through however many modules, and by other names that
/// top levels give it.
pub(crate) fn known_as(modules: &[Module], module: &Module, name: &str) -> Vec<Known> {
    let mut held: BTreeSet<(String, String)> = [(module.name.clone(), name.to_owned())].into();
    loop {
        let mut more = BTreeSet::new();
        for of in modules {
            let is_held = |path: &Option<String>, name: &str| {
                path.as_ref().is_some_and(|path| held.contains(&(path.clone(), name.to_owned())))
            };
            let path_of = |import: &crate::module::Import| crate::call::absolute_path(&of.name, of.is_package, import);
            let is_it = |import: &crate::module::Import| {
                import.name.as_deref().is_some_and(|name| is_held(&path_of(import), name))
            };
            let imported = of.from_imports.iter().filter(|(_, imports)| imports.iter().any(is_it));
            more.extend(imported.map(|(bound, _)| (of.name.clone(), bound.clone())));
            for import in of.imports.iter().filter(|import| import.name.as_deref() == Some("*")) {
                let path = path_of(import);
                let all = held.iter().filter(|(module, _)| Some(module) == path.as_ref());
                more.extend(all.map(|(_, name)| (of.name.clone(), name.clone())));
            }
            let is_it = |value: &Expr| match value {
                Expr::Name(name) => held.contains(&(of.name.clone(), name.id.to_string())),
                Expr::Attribute(attribute) => held.iter().any(|(_, name)| *name == attribute.attr.as_str()),
                _ => false,
            };
            let aliases = of.body.iter().filter_map(first_value_of).filter(|(_, value)| is_it(value));
            more.extend(aliases.map(|(bound, _)| (of.name.clone(), bound.to_owned())));
        }
        let before = held.len();
        held.extend(more);
        if held.len() == before {
            break;
        }
    }
    let attributes: BTreeSet<String> = held.iter().map(|(_, name)| name.clone()).collect();
    let of = |of: &Module| {
        let own = held.iter().filter(|(module, _)| *module == of.name).map(|(_, name)| name.clone());
        // A function may bind it to its own name.
        let names = own.chain([name.to_owned()]).collect::<BTreeSet<String>>();
        Known { names: names.into_iter().collect(), attributes: attributes.iter().cloned().collect() }
    };
    modules.iter().map(of).collect()
}

/// Is it a value that cannot change, or the name of one?
fn is_constant(module: &Module, expr: &Expr) -> bool {
    let is_plain = |value: &Expr| crate::module::is_immutable(value) || gives_constant(module, value);
    let of_name = |name: &ast::ExprName| first_value(module, &name.id).is_some_and(is_plain);
    crate::module::is_immutable(expr) || expr.as_name_expr().is_some_and(of_name)
}

/// Is it a call of a builtin that gives a number, a text or the like?
fn gives_constant(module: &Module, value: &Expr) -> bool {
    const CONSTANT: &[&str] = &[
        "len", "int", "str", "float", "bool", "abs", "round", "ord", "chr", "hex", "bin", "oct", "repr", "bytes",
        "range", "object",
    ];
    let Expr::Call(call) = value else { return false };
    matches!(&*call.func, Expr::Name(name) if CONSTANT.contains(&name.id.as_str()) && !module.binds(&name.id))
}

/// Does the value hold, if anything, values that cannot change?
pub(crate) fn holds_plain(value: &Expr) -> bool {
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

/// Is it another name of a function or class of the module, which nothing is wrapped around?
fn is_alias_of_code(module: &Module, value: &Expr) -> bool {
    use crate::module::BindingKind;
    let Expr::Name(name) = value else { return false };
    let is_wrapped = |def: &&ast::StmtFunctionDef| *def.name == *name.id && !def.decorator_list.is_empty();
    let is_code = matches!(module.only_binding(&name.id), Some(BindingKind::Function(_) | BindingKind::Class(_)));
    is_code && !functions_of(&module.body).iter().any(is_wrapped)
}
