//! Statements of a module's top level that are not understood: *outside steps*.
//!
//! Loading a module runs its top level, and every client depends on that. `R = re.compile("a")` may
//! fail, and what it gives is not modelled; but it does the same in both versions if it is the same
//! code with the same meaning of its names, after the same steps before it. So such a statement is a
//! step with a *key*: its syntax, and the syntax of everything that its names lead to. Where both
//! versions make the same steps in the same order, the steps are taken to return: if one fails, both
//! versions fail to load, and no call of a client is left to compare. A step that only one version
//! makes is `Unsupported`. The names that a step binds hold `Foreign`: using one is what gets stuck.
//!
//! A step may change what it can reach. If it is handed objects or functions of the program, every
//! global that can change holds `Foreign` from then on.

use std::collections::BTreeSet;
use std::hash::Hash;

use ir::build::FunctionBuilder;
use ir::{FnId, Function};
use ruff_python_ast::comparable::{ComparableExpr, ComparableStmt};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;

use crate::builtins::Builtin;
use crate::call::Target;
use crate::expr::literal;
use crate::function::Lowerer;
use crate::lower::Lowering;
use crate::module::{BindingKind, Module};
use crate::runtime::ctors;
use crate::scope::Scope;
use crate::standard;

/// A step of a module's top level.
pub(crate) struct Step {
    module: usize,
    made: Made,
    /// Two steps are the same if their keys are.
    key: Vec<u8>,
    /// What a report calls it.
    what: String,
}

/// What a step is.
enum Made {
    /// Code outside: the function that stands for it, with its name.
    Function(FnId, String),
    /// A module of the program is loaded, and makes its own steps here.
    Load(usize),
}

/// Does it put something else where the annotations of the top level go?
fn binds_annotations(stmt: &Stmt) -> bool {
    let targets = match stmt {
        Stmt::Assign(stmt) => &stmt.targets[..],
        Stmt::AnnAssign(stmt) => std::slice::from_ref(&*stmt.target),
        _ => return false,
    };
    targets.iter().any(|target| matches!(target, Expr::Name(name) if name.id.as_str() == "__annotations__"))
}

/// What is not understood.
#[derive(Copy, Clone)]
pub(crate) enum Unknown<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
}

impl<'a> Lowerer<'a, '_> {
    /// A statement of the top level: as it is, or as a step.
    pub(crate) fn top_level_stmt(&mut self, stmt: &'a Stmt) {
        if binds_annotations(stmt) {
            self.outside_step(Unknown::Stmt(stmt));
        } else if self.is_probe || self.is_understood(stmt) {
            self.around.push(stmt);
            self.stmt(stmt);
            self.around.pop();
        } else if self.this_module().is_settled(stmt) || self.is_harmless_stmt(stmt) {
            self.bind_foreign(stmt);
        } else {
            self.outside_step(Unknown::Stmt(stmt));
        }
    }

    fn is_understood(&mut self, stmt: &'a Stmt) -> bool {
        match stmt {
            // These look at themselves.
            Stmt::Pass(_) | Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::ClassDef(_) | Stmt::FunctionDef(_) => true,
            Stmt::If(stmt) => {
                let tests = stmt.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref());
                let tests: Vec<&'a Expr> = std::iter::once(&*stmt.test).chain(tests).collect();
                self.is_lowered_whole(|lowerer| {
                    tests.iter().for_each(|test| {
                        if !crate::module::is_main_guard(test) {
                            lowerer.condition(test);
                        }
                    });
                })
            }
            stmt => self.is_lowered_whole(|lowerer| lowerer.stmt(stmt)),
        }
    }

    /// Would this be lowered without anything that gets stuck? It is lowered into a function that
    /// nobody calls, to see.
    pub(crate) fn is_lowered_whole(&mut self, lower: impl FnOnce(&mut Lowerer<'a, '_>)) -> bool {
        let builder = FunctionBuilder::new("<probe>", vec![], vec![], Some(ctors().value));
        let mut probe = Lowerer::new(self.lowering, self.module, builder);
        probe.within.clone_from(&self.within);
        probe.bound = self.bound.clone();
        probe.foreign = self.foreign.clone();
        probe.class_names = self.class_names.clone();
        probe.is_probe = true;
        lower(&mut probe);
        probe.stuck == 0
    }

    /// A step, and what follows from it.
    pub(crate) fn outside_step(&mut self, unknown: Unknown<'a>) {
        // What it writes would be missing from the output.
        let prints = names_in(unknown).contains("print") && !self.this_module().binds("print");
        if self.is_probe || self.code.is_some() || prints {
            return self.unsupported("code outside");
        }
        let rebinds = self.lowering.walk(self.module, unknown).rebinds();
        if rebinds || sets_globals(unknown) || self.may_set_member(unknown) {
            return self.unsupported("code outside that may change what names stand for");
        }
        let (module, around) = (self.module, self.around.clone());
        let what = self.lowering.modules[module].first_line(unknown.range());
        let key = self.lowering.step_key(module, unknown, &around);
        let id = self.lowering.step_function(module, key, what);
        self.call(id, &[], &[]);
        if self.is_handed_the_program(unknown) {
            self.lowering.shared.program_is_out = true;
            self.forget_what_can_change();
        }
        if let Unknown::Stmt(stmt) = unknown {
            self.bind_foreign(stmt);
        }
    }

    /// May it set an attribute of a class of the program? Of what is not modelled it sets none.
    fn may_set_member(&self, unknown: Unknown<'a>) -> bool {
        struct Roots(Vec<String>, bool);
        impl<'v> Visitor<'v> for Roots {
            fn visit_stmt(&mut self, stmt: &'v Stmt) {
                if !stmt.is_function_def_stmt() {
                    visitor::walk_stmt(self, stmt);
                }
            }

            fn visit_expr(&mut self, expr: &'v Expr) {
                if let Expr::Attribute(attribute) = expr
                    && !attribute.ctx.is_load()
                {
                    match crate::keys::root(expr) {
                        Some(name) => self.0.push(name.to_string()),
                        None => self.1 = true,
                    }
                }
                visitor::walk_expr(self, expr);
            }
        }
        let mut roots = Roots(Vec::new(), false);
        if let Unknown::Stmt(stmt) = unknown {
            roots.visit_stmt(stmt);
        }
        self.has_objects() && (roots.1 || roots.0.iter().any(|name| !self.foreign.contains(name)))
    }

    /// An import of a module that may be there or not, where nothing catches its failure.
    pub(crate) fn import_step(&mut self, what: &str) {
        let module = self.module;
        let key = what.to_string();
        let id = self.lowering.step_function(module, key.clone().into_bytes(), key);
        self.call(id, &[], &[]);
    }

    /// The names that the statement binds hold something that is not modelled.
    fn bind_foreign(&mut self, stmt: &'a Stmt) {
        for name in Scope::of_body(std::slice::from_ref(stmt)).locals {
            self.keep(&name, Some(Unknown::Stmt(stmt)));
        }
    }

    /// The name holds something that is not modelled, which that code made.
    pub(crate) fn keep(&mut self, name: &str, made_by: Option<Unknown<'a>>) {
        let path = format!("{}.{name}", self.this_module().name);
        let module = self.module;
        let meaning = match self.steps_outside() {
            true => made_by.and_then(|code| self.lowering.meaning(module, code)),
            false => None,
        };
        // Whoever uses it may run what it was made of.
        let is_code = |code: Unknown<'_>| matches!(code, Unknown::Stmt(Stmt::FunctionDef(_) | Stmt::ClassDef(_)));
        self.lowering.shared.program_is_out |= made_by.is_some_and(is_code);
        let value = match meaning {
            Some(key) => self.outside_constant(&format!("{path} = {key}"), ""),
            None => self.constant(ctors().foreign, &path),
        };
        self.assign_name(name, value);
        self.foreign.insert(name.to_string());
    }

    /// Does it mention objects of the program that can change, or code that could be called?
    fn is_handed_the_program(&mut self, unknown: Unknown<'a>) -> bool {
        names_in(unknown).into_iter().any(|name| match self.lowering.global_target(self.module, &name) {
            Target::Code(_) | Target::Class(..) | Target::Module(_) => true,
            Target::Builtin(_) | Target::External(_) => false,
            Target::Unknown => {
                let bindings = self.this_module().names.get(&name);
                bindings.is_some_and(|sites| sites.iter().any(|site| site.kind != BindingKind::Constant))
            }
        })
    }

    /// Every global that can change holds `Foreign` from here on.
    fn forget_what_can_change(&mut self) {
        let modules = self.lowering.modules;
        for (index, module) in modules.iter().enumerate() {
            let mut names: Vec<&String> = module.names.keys().filter(|name| module.can_change(name)).collect();
            names.sort();
            for name in names {
                let cell = self.global_cell(index, name);
                let value = self.constant(ctors().foreign, &format!("{}.{name}", module.name));
                let value = self.boxed(value);
                self.b.set(cell, value);
            }
            for stmt in &module.body {
                let Stmt::FunctionDef(def) = stmt else { continue };
                let code = self.lowering.code_of_def(index, None, &module.name, def);
                let signature = self.lowering.codes[code].signature.clone();
                let has_object = |default: &&Expr| literal(default).is_none();
                for parameter in signature.parameters().filter(|row| row.default.as_ref().is_some_and(has_object)) {
                    let cell = self.default_cell(code, &parameter.name);
                    let value = self.constant(ctors().foreign, "a default");
                    let value = self.boxed(value);
                    self.b.set(cell, value);
                }
            }
        }
    }

    /// Does the statement only keep something of the standard library that is surely there?
    fn is_harmless_stmt(&mut self, stmt: &'a Stmt) -> bool {
        let value = match stmt {
            Stmt::Assign(stmt) if stmt.targets.iter().all(Expr::is_name_expr) => &*stmt.value,
            Stmt::AnnAssign(stmt) if stmt.target.is_name_expr() && stmt.value.is_some() => {
                if !self.is_harmless_annotation(&stmt.annotation) {
                    return false;
                }
                stmt.value.as_deref().expect("checked above")
            }
            Stmt::Expr(stmt) => &*stmt.value,
            _ => return false,
        };
        self.is_kept(value)
    }

    /// Has the expression surely a value, and no effect, though the value is not modelled?
    pub(crate) fn is_kept(&mut self, expr: &'a Expr) -> bool {
        match expr {
            Expr::BytesLiteral(_) | Expr::EllipsisLiteral(_) => true,
            Expr::Name(_) | Expr::Attribute(_) => match self.target(expr) {
                Target::External(path) => standard::is_path(&path),
                _ => false,
            },
            Expr::Call(call) => {
                let Target::External(path) = self.target(&call.func) else { return false };
                let is_text = |arg: &Expr| {
                    arg.is_string_literal_expr() || matches!(arg, Expr::Name(name) if name.id == "__name__")
                };
                match (&*call.arguments.args, &*call.arguments.keywords) {
                    ([], []) => standard::takes_nothing(&path),
                    ([arg], []) if is_text(arg) => standard::takes_any_text(&path) || is_safe_pattern(&path, arg),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Is it `re.compile` of a text in which no character has a meaning of its own?
fn is_safe_pattern(path: &str, pattern: &Expr) -> bool {
    let Expr::StringLiteral(text) = pattern else { return false };
    path == "re.compile" && text.value.to_str().chars().all(|c| c.is_alphanumeric() || " _-:;,/=<>@!%&'\"".contains(c))
}

pub(crate) fn range_of(unknown: Unknown<'_>) -> ruff_text_size::TextRange {
    unknown.range()
}

impl<'a> Unknown<'a> {
    fn range(self) -> ruff_text_size::TextRange {
        match self {
            Unknown::Stmt(stmt) => stmt.range(),
            Unknown::Expr(expr) => expr.range(),
        }
    }
}

/// Is it a type as people write it, so that nothing happens where it is evaluated?
fn is_plain_type(expr: &Expr) -> bool {
    match expr {
        Expr::Name(_) | Expr::NoneLiteral(_) | Expr::StringLiteral(_) | Expr::EllipsisLiteral(_) => true,
        Expr::Attribute(attribute) => is_plain_type(&attribute.value),
        Expr::Subscript(subscript) => is_plain_type(&subscript.value) && is_plain_type(&subscript.slice),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_plain_type),
        Expr::List(list) => list.elts.iter().all(is_plain_type),
        Expr::BinOp(either) => {
            either.op == ast::Operator::BitOr && is_plain_type(&either.left) && is_plain_type(&either.right)
        }
        _ => false,
    }
}

/// All names that are read in it, whatever scope they belong to.
pub(crate) fn names_in(unknown: Unknown<'_>) -> BTreeSet<String> {
    struct Names(BTreeSet<String>);
    impl<'a> Visitor<'a> for Names {
        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Name(name) = expr {
                self.0.insert(name.id.to_string());
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut names = Names(BTreeSet::new());
    match unknown {
        Unknown::Stmt(stmt) => names.visit_stmt(stmt),
        Unknown::Expr(expr) => names.visit_expr(expr),
    }
    names.0
}

/// Is there a `global` in a class body?
fn sets_globals(unknown: Unknown<'_>) -> bool {
    struct Globals(bool);
    impl<'a> Visitor<'a> for Globals {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            match stmt {
                Stmt::FunctionDef(_) => {}
                Stmt::Global(_) => self.0 = true,
                _ => visitor::walk_stmt(self, stmt),
            }
        }
    }
    let mut globals = Globals(false);
    if let Unknown::Stmt(stmt) = unknown {
        globals.visit_stmt(stmt);
    }
    globals.0
}

/// All names and attributes in it.
pub(crate) fn words_in(expr: &Expr) -> BTreeSet<String> {
    struct Words(BTreeSet<String>);
    impl<'a> Visitor<'a> for Words {
        fn visit_expr(&mut self, expr: &'a Expr) {
            match expr {
                Expr::Name(name) => self.0.insert(name.id.to_string()),
                Expr::Attribute(attribute) => self.0.insert(attribute.attr.to_string()),
                _ => false,
            };
            visitor::walk_expr(self, expr);
        }
    }
    let mut words = Words(BTreeSet::new());
    words.visit_expr(expr);
    words.0
}

/// Keeps all that is fed to it: two pieces of syntax are the same if they feed the same.
#[derive(Default)]
struct Recorder(Vec<u8>);

impl std::hash::Hasher for Recorder {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend((bytes.len() as u64).to_le_bytes());
        self.0.extend(bytes);
    }
}

impl Recorder {
    fn unknown(&mut self, unknown: Unknown<'_>) {
        match unknown {
            Unknown::Stmt(stmt) => ComparableStmt::from(stmt).hash(self),
            Unknown::Expr(expr) => ComparableExpr::from(expr).hash(self),
        }
    }
}

impl<'a> Lowering<'a> {
    fn step_function(&mut self, module: usize, key: Vec<u8>, what: String) -> FnId {
        let is_here = |step: &&Step| step.module == module && matches!(step.made, Made::Function(..));
        let number = self.steps.iter().filter(is_here).count();
        let name = format!("{}.<step {number}>", self.modules[module].name);
        let id = self.declare(name.clone());
        self.steps.push(Step { module, made: Made::Function(id, name), key, what });
        id
    }

    /// Notes where among the steps of a module another one of the program is loaded.
    pub(crate) fn note_load(&mut self, module: usize, loaded: usize) {
        self.steps.push(Step { module, made: Made::Load(loaded), key: Vec::new(), what: String::new() });
    }

    /// What the code means: its syntax, and that of all its names lead to.
    fn step_key(&mut self, module: usize, unknown: Unknown<'a>, around: &[&'a Stmt]) -> Vec<u8> {
        let mut recorder = Recorder::default();
        recorder.unknown(unknown);
        // What is written before it stays before it.
        for stmt in self.modules[module].body.iter().filter(|stmt| stmt.range().end() <= unknown.range().start()) {
            if names_in(Unknown::Stmt(stmt)).contains("print") {
                recorder.unknown(Unknown::Stmt(stmt));
            }
        }
        self.walk(module, unknown).record(&mut recorder);
        // Whether it is reached depends on the conditions around it.
        for stmt in around {
            recorder.unknown(Unknown::Stmt(stmt));
            self.walk(module, Unknown::Stmt(stmt)).record(&mut recorder);
        }
        recorder.0
    }
}

/// Gives the steps of both versions their bodies: those that both make return, the rest gets stuck.
/// Gives back what the common ones are called.
pub(crate) fn join(old: &mut Steps, new: &mut Steps) -> Vec<String> {
    let mut common = BTreeSet::new();
    let modules: BTreeSet<String> = old.rows.iter().chain(&new.rows).map(|row| row.module.clone()).collect();
    for module in modules {
        let of = |steps: &Steps| -> Vec<usize> {
            let rows = steps.rows.iter().enumerate();
            rows.filter(|(_, row)| row.module == module).map(|(index, _)| index).collect()
        };
        let (old_rows, new_rows) = (of(old), of(new));
        let shared = old_rows.iter().zip(&new_rows).take_while(|(a, b)| old.rows[**a].key == new.rows[**b].key).count();
        for (steps, rows) in [(&mut *old, &old_rows), (&mut *new, &new_rows)] {
            for &index in rows.iter().take(shared) {
                steps.rows[index].is_common = true;
                common.insert(steps.rows[index].what.clone());
            }
        }
    }
    common.remove("");
    common.into_iter().collect()
}

/// The steps of one version.
pub(crate) struct Steps {
    rows: Vec<StepRow>,
}

struct StepRow {
    module: String,
    key: Vec<u8>,
    function: Option<(FnId, String)>,
    what: String,
    is_common: bool,
}

impl Steps {
    pub(crate) fn of(steps: Vec<Step>, modules: &[Module]) -> Steps {
        // Where modules that make no steps are loaded does not count.
        let mut stepping: BTreeSet<usize> = BTreeSet::new();
        loop {
            let before = stepping.len();
            let counts = |step: &&Step| match &step.made {
                Made::Function(..) => true,
                Made::Load(loaded) => stepping.contains(loaded),
            };
            let found: Vec<usize> = steps.iter().filter(counts).map(|step| step.module).collect();
            stepping.extend(found);
            if stepping.len() == before {
                break;
            }
        }
        let rows = steps.into_iter().filter_map(|step| {
            let module = modules[step.module].name.clone();
            let (function, key) = match step.made {
                Made::Function(id, name) => (Some((id, name)), step.key),
                Made::Load(loaded) if !stepping.contains(&loaded) => return None,
                Made::Load(loaded) => (None, format!("load {}", modules[loaded].name).into_bytes()),
            };
            Some(StepRow { module, key, function, what: step.what, is_common: false })
        });
        Steps { rows: rows.collect() }
    }

    /// The functions that stand for them.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (FnId, Function)> {
        self.rows.iter().filter_map(|row| {
            let (id, name) = row.function.as_ref()?;
            let mut builder = FunctionBuilder::new(name, vec![], vec![], Some(ctors().value));
            match row.is_common {
                true => builder.return_(&[]),
                false => builder.unsupported(&format!("code outside that only one version runs ({})", row.what)),
            }
            Some((*id, builder.finish()))
        })
    }
}

impl<'a> Lowerer<'a, '_> {
    // Annotations, which are evaluated where a function or a name is defined.

    /// The annotations of a function are evaluated when it is defined.
    pub(crate) fn annotations(&mut self, def: &'a ast::StmtFunctionDef) {
        let parameters = def.parameters.iter().filter_map(|parameter| parameter.annotation());
        let all: Vec<&'a Expr> = parameters.chain(def.returns.as_deref()).collect();
        for annotation in all {
            match self.code.is_some() {
                true if self.this_module().has_future_annotations => {}
                true if is_plain_type(annotation) => self.names_of_inner(annotation),
                true => {
                    self.expr(annotation);
                }
                false => self.annotation(annotation),
            }
        }
    }

    pub(crate) fn annotation(&mut self, annotation: &'a Expr) {
        // Those of a settled statement do nothing.
        let is_settled = self.around.first().is_some_and(|stmt| self.this_module().is_settled(stmt));
        if self.this_module().has_future_annotations || is_settled || self.code.is_some() || !self.is_alive() {
            return;
        }
        self.annotation_names(annotation);
        if self.is_alive() && !self.is_harmless_annotation(annotation) {
            self.outside_step(Unknown::Expr(annotation));
        }
    }

    /// Raises where a name of the annotation has no value.
    fn annotation_names(&mut self, annotation: &'a Expr) {
        for name in names_in(Unknown::Expr(annotation)) {
            let (binds, is_builtin) = (self.this_module().binds(&name), crate::builtins::find(&name).is_some());
            if is_builtin || self.bound.contains(&name) || !self.is_alive() {
                continue;
            }
            match binds {
                // What brings it, if anything does, is not known.
                _ if self.this_module().has_star => return self.outside_step(Unknown::Expr(annotation)),
                true => self.check_name(&name),
                false if name.starts_with("__") => {}
                false => self.raise("NameError", &format!("name '{name}' is not defined")),
            }
        }
    }

    /// The same of an annotation within a function.
    fn names_of_inner(&mut self, annotation: &'a Expr) {
        for name in names_in(Unknown::Expr(annotation)) {
            if !self.is_alive() {
                return;
            }
            if !self.is_global(&name) {
                self.read_name(&name);
                continue;
            }
            let row = self.this_module();
            let (binds, has_star) = (row.binds(&name), row.has_star);
            let is_given = crate::builtins::find(&name).is_some()
                || name.starts_with("__")
                || self.is_global_bound(self.module, &name)
                || self.lowering.part_of(self.module, &name).is_some();
            match is_given {
                true => {}
                false if has_star || self.lowering.patched.contains(&name) => {
                    return self.unsupported("a name that other code may bind");
                }
                false if binds => self.check_name(&name),
                false => self.raise("NameError", &format!("name '{name}' is not defined")),
            }
        }
    }

    /// Is the annotation surely evaluated without effect, once its names have values?
    pub(crate) fn is_harmless_annotation(&mut self, annotation: &'a Expr) -> bool {
        if self.this_module().has_future_annotations {
            return true;
        }
        match annotation {
            // Whatever a name holds, reading it does nothing.
            Expr::StringLiteral(_) | Expr::NoneLiteral(_) | Expr::Name(_) => true,
            Expr::Attribute(_) => match self.target(annotation) {
                Target::External(path) => standard::is_path(&path),
                _ => false,
            },
            Expr::Subscript(subscript) => match self.target(&subscript.value) {
                Target::External(path) if path == "typing.ClassVar" || path == "typing.Final" => {
                    self.is_type(&subscript.slice)
                }
                _ => self.is_type(annotation),
            },
            other => self.is_type(other),
        }
    }

    /// Is it a type that may stand in `X | Y` and in brackets?
    fn is_type(&mut self, expr: &'a Expr) -> bool {
        match expr {
            Expr::Name(_) | Expr::Attribute(_) => match self.target(expr) {
                Target::External(path) => is_standard_type(&path),
                Target::Builtin(builtin) => matches!(builtin, Builtin::Type(_) | Builtin::Exception(_)),
                Target::Class(module, class) => {
                    module == self.module && self.lowering.class_at(module, class).is_some()
                }
                Target::Code(_) | Target::Module(_) | Target::Unknown => false,
            },
            Expr::NoneLiteral(_) => true,
            Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
                // Two values of None have no union.
                let is_none = binary.left.is_none_literal_expr() && binary.right.is_none_literal_expr();
                !is_none && self.is_type(&binary.left) && self.is_type(&binary.right)
            }
            Expr::Subscript(subscript) => {
                let arguments = match &*subscript.slice {
                    Expr::Tuple(tuple) => &tuple.elts[..],
                    other => std::slice::from_ref(other),
                };
                self.is_generic(&subscript.value, arguments)
            }
            _ => false,
        }
    }

    fn is_type_argument(&mut self, expr: &'a Expr) -> bool {
        expr.is_string_literal_expr() || self.is_type(expr) || self.is_type_variable(expr)
    }

    /// Is it a name that holds what `TypeVar("T")` gives?
    fn is_type_variable(&mut self, expr: &'a Expr) -> bool {
        let Expr::Name(name) = expr else { return false };
        let body = &self.lowering.modules[self.module].body;
        let made = body.iter().find_map(|stmt| match stmt {
            Stmt::Assign(stmt) => match (&stmt.targets[..], &*stmt.value) {
                ([Expr::Name(target)], Expr::Call(call)) if target.id == name.id => Some(&call.func),
                _ => None,
            },
            _ => None,
        });
        let is_made = made.is_some_and(|func| self.target(func) == Target::External("typing.TypeVar".into()));
        is_made && self.foreign.contains(name.id.as_str())
    }

    /// Does it take these types in brackets?
    fn is_generic(&mut self, generic: &'a Expr, arguments: &'a [Expr]) -> bool {
        let count = match self.target(generic) {
            Target::Builtin(Builtin::Type("tuple")) => match arguments {
                [first, Expr::EllipsisLiteral(_)] => return self.is_type_argument(first),
                _ => arguments.len(),
            },
            Target::Builtin(Builtin::Type("list" | "set" | "frozenset" | "type")) => 1,
            Target::Builtin(Builtin::Type("dict")) => 2,
            Target::External(path) => match path.strip_prefix("typing.") {
                Some("Tuple") if matches!(arguments, [_, Expr::EllipsisLiteral(_)]) => {
                    return self.is_type_argument(&arguments[0]);
                }
                Some("Callable") => return self.is_callable(arguments),
                Some("Union" | "Tuple") => arguments.len(),
                Some(
                    "Optional" | "List" | "Set" | "FrozenSet" | "Iterable" | "Iterator" | "Sequence" | "Collection"
                    | "Type" | "Deque" | "MutableSequence" | "AbstractSet" | "MutableSet" | "Awaitable" | "Container",
                ) => 1,
                Some("Dict" | "Mapping" | "MutableMapping" | "DefaultDict") => 2,
                Some("Generator") => 3,
                _ => return false,
            },
            _ => return false,
        };
        count == arguments.len() && count > 0 && arguments.iter().all(|argument| self.is_type_argument(argument))
    }

    /// `Callable[[A, B], C]` or `Callable[..., C]`
    fn is_callable(&mut self, arguments: &'a [Expr]) -> bool {
        match arguments {
            [Expr::EllipsisLiteral(_), result] => self.is_type_argument(result),
            [Expr::List(list), result] => {
                list.elts.iter().all(|element| self.is_type_argument(element)) && self.is_type_argument(result)
            }
            _ => false,
        }
    }
}

/// Is the path surely a class, or something of `typing` that may stand for one?
pub(crate) fn is_standard_type(path: &str) -> bool {
    const SPECIAL: &[&str] = &[
        "Optional",
        "Union",
        "ClassVar",
        "Final",
        "Generic",
        "Protocol",
        "Literal",
        "Annotated",
        "Concatenate",
        "TypeGuard",
        "Required",
        "NotRequired",
        "Unpack",
        "TYPE_CHECKING",
    ];
    let Some((module, name)) = path.rsplit_once('.') else { return false };
    let is_class = match module {
        "typing" => !SPECIAL.contains(&name),
        "collections.abc" | "decimal" | "fractions" | "pathlib" | "enum" => true,
        "datetime" => ["date", "datetime", "time", "timedelta", "timezone", "tzinfo"].contains(&name),
        _ => false,
    };
    is_class && standard::has(module, name) && (module == "datetime" || name.starts_with(char::is_uppercase))
}
