//! One version of a program: which modules, functions and classes it has, and what is lowered.
//!
//! Only what the client can reach is lowered: a function when something refers to it. Calls of a
//! function that is known are direct. A call of a value goes through a *dispatcher*, one for each
//! shape of call, written last, when all functions that are ever used as values are known.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use arena::Id;
use ir::build::FunctionBuilder;
use ir::{FnId, Function, FunctionKind, Param, Reach, Terminator};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Sort, Symbol};

use crate::affected::Affected;
use crate::builtins::Builtin;
use crate::call::Target;
use crate::function::Lowerer;
use crate::generator::{Defs, Form};
use crate::library::Declarations;
use crate::module::{Module, Node};
use crate::object::Objects;
use crate::outside::{Step, Steps};
use crate::prelude::{Hook, Prelude};
use crate::recursion::Recursion;
use crate::runtime::{Cells, ctors};
use crate::scope::Scope;
use crate::spread;
use crate::{Exceptions, Fault, Options};

/// What the two versions of a program have in common.
pub(crate) struct Shared {
    pub(crate) cells: Cells,
    pub(crate) prelude: Prelude,
    pub(crate) fault: Option<Fault>,
    pub(crate) flag_assertions: bool,
    /// Was a place lowered where the language raises for want of a name or a module?
    pub(crate) has_name_errors: bool,
    /// Was a function of `os.path` looked into?
    pub(crate) has_paths: bool,
    /// The cells of defaults, with the version that has them.
    pub(crate) defaults: std::collections::BTreeSet<(ir::CellId, usize)>,
    /// What makes two exceptions the same, and whether types of parameters were guessed.
    pub(crate) exceptions: Exceptions,
    pub(crate) is_guessed: bool,
    /// Which version is being lowered.
    pub(crate) side: usize,
    /// Globals that what was lowered of either version may change after the top level has run.
    pub(crate) changed: FxHashSet<ir::CellId>,
    /// Modules that are used as values. Whoever gets hold of one sees all that is in it.
    pub(crate) modules: std::collections::BTreeSet<String>,
    /// May one of the versions write output?
    pub(crate) writes_output: bool,
    /// Is code that is not understood an outside step?
    pub(crate) outside: bool,
    /// Functions that are the same in both versions, with all they lead to, and not understood.
    pub(crate) shared_unknowns: FxHashSet<String>,
    /// Has either version handed code of its own to the outside in a way that cannot be seen in the
    /// values: does every step have the program at hand?
    pub(crate) program_is_out: bool,
    /// Members of classes that do not do the same in both versions.
    pub(crate) affected: Affected,
    /// What comes from outside and has a name.
    pub(crate) outside_values: std::collections::BTreeSet<String>,
    /// What functions of a library that is not read are taken to give: `length gives int`.
    pub(crate) given_by_library: std::collections::BTreeSet<String>,
    /// In each version, the client's module and where its definition stands there.
    pub(crate) apart: [Option<(usize, TextRange)>; 2],
    /// Functions that are called as they are declared.
    pub(crate) library: Declarations,
    /// Has either version a class at a top level?
    pub(crate) has_classes: bool,
    /// Does either version write of named tuples?
    pub(crate) has_named: bool,
    /// And of enumerations?
    pub(crate) has_members: bool,
    /// And, perhaps, exceptions with code of their own?
    pub(crate) has_errors: bool,
    /// May either version use regular expressions?
    pub(crate) has_regex: bool,
    /// The attributes that either version assigns.
    pub(crate) attributes: FxHashSet<String>,
    /// Cells of classes that calls can change, with the version that has them.
    pub(crate) class_state: std::collections::BTreeSet<(ir::CellId, usize)>,
    /// The modules of either version that the client does not load by itself.
    pub(crate) others: Vec<Module>,
}

impl Shared {
    pub(crate) fn new(options: &Options) -> Shared {
        let fault = match options.fault {
            Some(Fault::Prelude(sound, faulty)) => Some((sound, faulty)),
            _ => None,
        };
        Shared {
            cells: Cells::default(),
            prelude: Prelude::new(fault),
            fault: options.fault,
            flag_assertions: options.flag_assertions,
            has_name_errors: false,
            has_paths: false,
            defaults: Default::default(),
            exceptions: options.exceptions,
            is_guessed: false,
            side: 0,
            changed: FxHashSet::default(),
            modules: Default::default(),
            writes_output: false,
            outside: false,
            shared_unknowns: FxHashSet::default(),
            program_is_out: false,
            affected: Affected::default(),
            outside_values: Default::default(),
            given_by_library: Default::default(),
            apart: [None, None],
            library: Declarations::read(&options.library),
            has_classes: false,
            has_named: false,
            has_members: false,
            has_errors: false,
            has_regex: false,
            attributes: FxHashSet::default(),
            class_state: Default::default(),
            others: Vec::new(),
        }
    }

    /// What the versions have to do with classes.
    pub(crate) fn look_at_classes<'m>(&mut self, modules: impl Iterator<Item = &'m Module>) {
        let mut classes = Vec::new();
        for module in modules {
            self.has_classes |= module.body.iter().any(Stmt::is_class_def_stmt);
            let text = module.text();
            self.has_named |= text.contains("namedtuple") || text.contains("NamedTuple");
            self.has_members |= text.contains("Enum");
            self.writes_output |= text.contains("print");
            self.has_regex |= text.contains("import re") || text.contains(", re");
            classes.extend(module.body.iter().filter_map(Stmt::as_class_def_stmt));
            self.attributes.extend(module.patched.iter().chain(&module.own_attributes).cloned());
        }
        self.has_errors |= crate::object::has_errors(&classes);
    }

    /// Notes that what the cell holds can change.
    pub(crate) fn note_class_state(&mut self, cell: ir::CellId) {
        self.class_state.insert((cell, self.side));
        self.cells.can_change(cell);
    }
}

/// Ids of a program's own functions start here until it is known how many the prelude has.
const USER_FUNCTIONS: usize = 1 << 24;

/// A function or lambda of the source.
pub(crate) struct Code<'a> {
    pub(crate) module: usize,
    /// Unique: `module.f`, `module.f.g`, `module.C.m`, with `#2` for the second of that name.
    pub(crate) name: String,
    pub(crate) kind: CodeKind<'a>,
    pub(crate) scope: Rc<Scope>,
    /// The function around it.
    pub(crate) parent: Option<usize>,
    /// The variables of functions around it that it shares.
    pub(crate) captured: Vec<String>,
    pub(crate) signature: Rc<Signature<'a>>,
}

impl Code<'_> {
    /// What messages about calls of it are made of.
    pub(crate) fn shown(&self) -> String {
        let signature = &*self.signature;
        let parameters: Vec<String> = signature
            .parameters()
            .map(|row| format!("{}{}", row.name, if row.default.is_some() { "=" } else { "" }))
            .collect();
        let counts = [signature.positional.len(), signature.positional_only];
        format!("{}({}) {counts:?}", self.name, parameters.join(", "))
    }
}

#[derive(Copy, Clone)]
pub(crate) enum CodeKind<'a> {
    Def(&'a ast::StmtFunctionDef),
    Lambda(&'a ast::ExprLambda),
}

/// The parameters of a function.
#[derive(Default)]
pub(crate) struct Signature<'a> {
    pub(crate) positional: Vec<Parameter<'a>>,
    /// How many of the positional ones cannot be named.
    pub(crate) positional_only: usize,
    pub(crate) rest: Option<String>,
    pub(crate) keyword_only: Vec<Parameter<'a>>,
    pub(crate) keywords: Option<String>,
}

pub(crate) struct Parameter<'a> {
    pub(crate) name: String,
    pub(crate) default: Option<&'a Expr>,
    pub(crate) annotation: Option<&'a Expr>,
}

impl<'a> Signature<'a> {
    pub(crate) fn of(parameters: &'a ast::Parameters) -> Signature<'a> {
        let parameter = |parameter: &'a ast::ParameterWithDefault| Parameter {
            name: parameter.parameter.name.to_string(),
            default: parameter.default.as_deref(),
            annotation: parameter.parameter.annotation.as_deref(),
        };
        Signature {
            positional: parameters.posonlyargs.iter().chain(&parameters.args).map(parameter).collect(),
            positional_only: parameters.posonlyargs.len(),
            rest: parameters.vararg.as_ref().map(|rest| rest.name.to_string()),
            keyword_only: parameters.kwonlyargs.iter().map(parameter).collect(),
            keywords: parameters.kwarg.as_ref().map(|keywords| keywords.name.to_string()),
        }
    }

    /// The names of the parameters in the order of the IR function's.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let positional = self.positional.iter().map(|parameter| parameter.name.as_str());
        let keyword_only = self.keyword_only.iter().map(|parameter| parameter.name.as_str());
        positional.chain(self.rest.as_deref()).chain(keyword_only).chain(self.keywords.as_deref())
    }

    pub(crate) fn parameters(&self) -> impl Iterator<Item = &Parameter<'a>> {
        self.positional.iter().chain(&self.keyword_only)
    }
}

/// The form of a call: how many positional arguments and which keywords.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    pub(crate) positional: usize,
    pub(crate) keywords: Vec<String>,
}

enum Task {
    Code(usize),
    Form(usize, Form),
    Init(usize),
}

pub(crate) struct Lowering<'a> {
    pub(crate) modules: &'a [Module],
    by_path: FxHashMap<&'a str, usize>,
    pub(crate) shared: &'a mut Shared,
    pub(crate) codes: Vec<Code<'a>>,
    code_at: FxHashMap<usize, usize>,
    names: FxHashMap<String, usize>,
    functions: Vec<Option<Function>>,
    ids: FxHashMap<String, FnId>,
    queue: VecDeque<Task>,
    /// Functions that are used as values.
    pub(crate) taken: Vec<usize>,
    /// Builtin functions and types that are used as values.
    pub(crate) taken_builtins: std::collections::BTreeSet<&'static str>,
    shapes: Vec<(Shape, FnId)>,
    /// Functions run only after the top level of every module has.
    pub(crate) is_quiet: bool,
    /// Attributes that some module assigns on something.
    pub(crate) patched: FxHashSet<String>,
    /// The steps of the modules' top levels, in order.
    pub(crate) steps: Vec<Step>,
    /// The imports that are being resolved: one may lead back to itself.
    pub(crate) resolving: Vec<(usize, String)>,
    /// Functions that are called where a RecursionError could be caught.
    pub(crate) guarded: Vec<FnId>,
    pub(crate) objects: Objects<'a>,
    hooks: FxHashMap<&'static str, Function>,
    /// Generator functions that are called, and generator expressions.
    pub(crate) generators: Vec<usize>,
    pub(crate) generator_defs: Defs<'a>,
    /// Functions of the standard library that are modelled.
    pub(crate) models: FxHashSet<usize>,
    /// Are there iterators that call functions?
    pub(crate) has_stepped: bool,
    /// What there was when functions were written that depend on all of it.
    written: FxHashMap<String, [usize; 7]>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(modules: &'a [Module], shared: &'a mut Shared) -> Lowering<'a> {
        let patched = modules.iter().flat_map(|module| module.patched.iter().cloned()).collect();
        Lowering {
            by_path: modules.iter().enumerate().map(|(index, module)| (module.name.as_str(), index)).collect(),
            is_quiet: modules.iter().all(|module| module.is_quiet),
            patched,
            modules,
            shared,
            codes: Vec::new(),
            code_at: FxHashMap::default(),
            names: FxHashMap::default(),
            functions: Vec::new(),
            ids: FxHashMap::default(),
            queue: VecDeque::new(),
            taken: Vec::new(),
            taken_builtins: Default::default(),
            shapes: Vec::new(),
            steps: Vec::new(),
            resolving: Vec::new(),
            guarded: Vec::new(),
            objects: Objects::default(),
            hooks: FxHashMap::default(),
            generators: Vec::new(),
            generator_defs: Defs::default(),
            models: FxHashSet::default(),
            has_stepped: false,
            written: FxHashMap::default(),
        }
    }

    pub(crate) fn module(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// A new function of that name, whose body is given later.
    pub(crate) fn declare(&mut self, name: String) -> FnId {
        let id = FnId::new(USER_FUNCTIONS + self.functions.len());
        self.functions.push(None);
        self.ids.insert(name, id);
        id
    }

    pub(crate) fn declared(&self, name: &str) -> Option<FnId> {
        self.ids.get(name).copied()
    }

    pub(crate) fn define(&mut self, id: FnId, function: Function) {
        self.functions[id.index() - USER_FUNCTIONS] = Some(function);
    }

    /// A function whose body follows at once.
    pub(crate) fn add(&mut self, function: Function) -> FnId {
        let id = self.declare(function.name.to_string());
        self.define(id, function);
        id
    }

    /// The function that stands for all outside steps. Its cells are given when all are known.
    pub(crate) fn outside_function(&mut self, reach: Reach) -> FnId {
        let name = if reach == Reach::Program { "py.step of the program" } else { "py.step" };
        if let Some(id) = self.declared(name) {
            return id;
        }
        let param = |name: &str, sort| Param { name: Symbol::new(name), sort };
        self.add(Function {
            name: Symbol::new(name),
            params: vec![param("key", Sort::atom()), param("args", contents_sort())],
            results: crate::hooks::step_results(),
            raises: None,
            kind: FunctionKind::External { reads: Vec::new(), writes: Vec::new(), reach },
        })
    }

    /// A step that is led to objects, and does nothing: others may have been led to them before.
    pub(crate) fn known_outside(&mut self) -> FnId {
        let name = "py.known outside";
        let param = |name: &str, sort| Param { name: Symbol::new(name), sort };
        self.declared(name).unwrap_or_else(|| {
            self.add(Function {
                name: Symbol::new(name),
                params: vec![param("key", Sort::atom()), param("args", contents_sort())],
                results: Vec::new(),
                raises: None,
                kind: FunctionKind::External { reads: Vec::new(), writes: Vec::new(), reach: Reach::Objects },
            })
        })
    }

    /// The IR function of a module's top level.
    pub(crate) fn init(&mut self, module: usize) -> FnId {
        let name = format!("{}.<init>", self.modules[module].name);
        if let Some(&id) = self.ids.get(&name) {
            return id;
        }
        self.queue.push_back(Task::Init(module));
        self.declare(name)
    }

    /// The IR function of a piece of code.
    pub(crate) fn function(&mut self, code: usize) -> FnId {
        let name = self.codes[code].name.clone();
        if let Some(&id) = self.ids.get(&name) {
            return id;
        }
        self.queue.push_back(Task::Code(code));
        self.declare(name)
    }

    /// One of the IR functions of a generator function.
    pub(crate) fn form(&mut self, code: usize, form: Form) -> FnId {
        let name = form.title(&self.codes[code].name);
        if let Some(&id) = self.ids.get(&name) {
            return id;
        }
        self.queue.push_back(Task::Form(code, form));
        self.declare(name)
    }

    /// Notes that there may be such a generator.
    pub(crate) fn note_generator(&mut self, code: usize) {
        if !self.generators.contains(&code) {
            self.generators.push(code);
        }
    }

    /// Notes that the function is used as a value.
    pub(crate) fn take(&mut self, code: usize) {
        if !self.taken.contains(&code) {
            self.taken.push(code);
        }
    }

    /// The function that calls a value with arguments of that shape.
    pub(crate) fn dispatcher(&mut self, shape: Shape) -> FnId {
        if let Some((_, id)) = self.shapes.iter().find(|(known, _)| *known == shape) {
            return *id;
        }
        let id = self.declare(dispatcher_name(&shape));
        self.shapes.push((shape, id));
        id
    }

    pub(crate) fn code_of_def(
        &mut self,
        module: usize,
        parent: Option<usize>,
        within: &str,
        def: &'a ast::StmtFunctionDef,
    ) -> usize {
        let key = std::ptr::from_ref(def) as usize;
        if let Some(&code) = self.code_at.get(&key) {
            return code;
        }
        let scope = Scope::of_function(&def.parameters, &def.body);
        let signature = Signature::of(&def.parameters);
        let name = format!("{within}.{}", def.name);
        self.add_code(key, module, parent, name, CodeKind::Def(def), scope, signature)
    }

    pub(crate) fn code_of_lambda(
        &mut self,
        module: usize,
        parent: Option<usize>,
        within: &str,
        lambda: &'a ast::ExprLambda,
    ) -> usize {
        let key = std::ptr::from_ref(lambda) as usize;
        if let Some(&code) = self.code_at.get(&key) {
            return code;
        }
        let scope = Scope::of_lambda(lambda);
        let signature = lambda.parameters.as_deref().map(Signature::of).unwrap_or_default();
        let name = format!("{within}.<lambda>");
        self.add_code(key, module, parent, name, CodeKind::Lambda(lambda), scope, signature)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one row")]
    fn add_code(
        &mut self,
        key: usize,
        module: usize,
        parent: Option<usize>,
        name: String,
        kind: CodeKind<'a>,
        scope: Scope,
        signature: Signature<'a>,
    ) -> usize {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count > 1 { format!("{name}#{count}") } else { name };
        let captured = scope.free.iter().chain(&scope.nonlocals).filter(|name| self.is_enclosed(parent, name));
        let mut captured: Vec<String> = captured.cloned().collect();
        captured.dedup();
        let code = self.codes.len();
        let (scope, signature) = (Rc::new(scope), Rc::new(signature));
        self.codes.push(Code { module, name, kind, scope, parent, captured, signature });
        self.code_at.insert(key, code);
        code
    }

    /// Does a function around bind the name?
    fn is_enclosed(&self, mut parent: Option<usize>, name: &str) -> bool {
        while let Some(code) = parent {
            let scope = &self.codes[code].scope;
            if scope.is_local(name) {
                return true;
            }
            if scope.globals.contains(name) {
                return false;
            }
            parent = self.codes[code].parent;
        }
        false
    }

    /// The definition at the top level of a module, by the address its binding has.
    pub(crate) fn top_level_code(&mut self, module: usize, def: Node) -> Option<usize> {
        let modules = self.modules;
        let found = modules[module].body.iter().find_map(|stmt| match stmt {
            Stmt::FunctionDef(found) if Node::of(found) == def => Some(found),
            _ => None,
        })?;
        Some(self.code_of_def(module, None, &modules[module].name, found))
    }

    /// The classes of exceptions that the program defines, those that add nothing to their base and those that are
    /// modelled: their names and their bases' names.
    pub(crate) fn exception_classes(&mut self) -> Vec<(String, String)> {
        let mut classes = Vec::new();
        for module in 0..self.modules.len() {
            let modules = self.modules;
            for stmt in &modules[module].body {
                let Stmt::ClassDef(class) = stmt else { continue };
                let base = self.base_of_error(module, class).or_else(|| self.plain_exception(module, class));
                if let Some(base) = base {
                    classes.push((format!("{}.{}", modules[module].name, class.name), base));
                }
            }
        }
        classes
    }

    /// The base of a class that is an exception and has no code of its own.
    pub(crate) fn plain_exception(&mut self, module: usize, class: &'a ast::StmtClassDef) -> Option<String> {
        let is_plain = |stmt: &Stmt| match stmt {
            Stmt::Pass(_) => true,
            Stmt::Expr(stmt) => stmt.value.is_string_literal_expr() || stmt.value.is_ellipsis_literal_expr(),
            // Whoever looks at an attribute, or calls a method, gets stuck.
            Stmt::FunctionDef(def) => {
                let mut defaults = def.parameters.iter().filter_map(|parameter| parameter.default());
                !crate::object::is_special(&def.name)
                    && def.decorator_list.is_empty()
                    && defaults.all(|default| crate::expr::literal(default).is_some())
                    && def.parameters.iter().all(|parameter| parameter.annotation().is_none())
                    && def.returns.is_none()
            }
            Stmt::Assign(stmt) => {
                let is_plain = |target: &Expr| matches!(target, Expr::Name(name) if !crate::object::is_special(&name.id) && name.id != "args");
                crate::expr::literal(&stmt.value).is_some() && stmt.targets.iter().all(is_plain)
            }
            _ => false,
        };
        let arguments = class.arguments.as_deref()?;
        let [base] = &*arguments.args else { return None };
        let is_only = self.global_target(module, &class.name) == Target::Class(module, Node::of(class));
        if !arguments.keywords.is_empty()
            || !class.decorator_list.is_empty()
            || !class.body.iter().all(is_plain)
            || !is_only
        {
            return None;
        }
        match self.path_target(module, base) {
            Target::Builtin(Builtin::Exception(name)) => Some(name.to_string()),
            Target::Class(of, found) => {
                let base = self.class_at(of, found)?;
                self.plain_exception(of, base)?;
                Some(format!("{}.{}", self.modules[of].name, base.name))
            }
            _ => None,
        }
    }

    /// The class at the top level of a module, by the address its binding has.
    pub(crate) fn class_at(&self, module: usize, class: Node) -> Option<&'a ast::StmtClassDef> {
        let modules = self.modules;
        modules[module].body.iter().find_map(|stmt| match stmt {
            Stmt::ClassDef(found) if Node::of(found) == class => Some(found),
            _ => None,
        })
    }

    /// Lowers everything that was asked for, and what that needs.
    pub(crate) fn run(&mut self) {
        loop {
            self.lower_what_waits();
            self.shared.prelude.compile(&mut self.shared.cells);
            let before = self.extent();
            self.write_what_depends();
            self.shared.prelude.compile(&mut self.shared.cells);
            if self.queue.is_empty() && self.extent() == before {
                break;
            }
        }
    }

    /// How much was asked for.
    fn extent(&self) -> [usize; 8] {
        let (made, families) = self.objects.extent();
        let (taken, builtins) = (self.taken.len(), self.taken_builtins.len());
        let (own, prelude) = (self.functions.len(), self.shared.prelude.len());
        [own, taken, builtins, prelude, made, families, self.shared.attributes.len(), self.generators.len()]
    }

    /// Writes the functions that depend on all others: those that call values, that choose by class, and hooks.
    fn write_what_depends(&mut self) {
        // A dispatcher may need others: `sorted` calls its key.
        let mut written = 0;
        while let Some((shape, id)) = self.shapes.get(written).cloned() {
            if self.is_outdated(dispatcher_name(&shape)) {
                let function = Lowerer::dispatcher(self, &shape, &dispatcher_name(&shape));
                self.define(id, function);
            }
            written += 1;
        }
        if let Some(id) = self.declared(spread::DISPATCHER)
            && self.is_outdated(spread::DISPATCHER.to_string())
        {
            let function = Lowerer::spread_dispatcher(self);
            self.define(id, function);
        }
        let mut written = 0;
        while let Some((family, id)) = self.objects.families().get(written).cloned() {
            if self.is_outdated(family.title()) {
                let function = Lowerer::family_function(self, &family);
                self.define(id, function);
            }
            written += 1;
        }
        let hooks: Vec<Hook> = self.shared.prelude.hooks().collect();
        for hook in hooks {
            if self.is_outdated(hook.name.to_string()) {
                let function = crate::hooks::supply(self, &hook);
                self.hooks.insert(hook.name, function);
            }
        }
    }

    /// Is there more that the function depends on than when it was last written? Then it is written again.
    fn is_outdated(&mut self, name: String) -> bool {
        let stamp = [
            self.taken.len(),
            self.taken_builtins.len(),
            self.objects.made.len(),
            self.objects.classes.len(),
            self.shared.attributes.len(),
            self.generators.len(),
            usize::from(self.has_stepped),
        ];
        self.written.insert(name, stamp) != Some(stamp)
    }

    fn lower_what_waits(&mut self) {
        loop {
            while let Some(task) = self.queue.pop_front() {
                match task {
                    Task::Code(code) => {
                        let id = self.ids[&self.codes[code].name];
                        let function = Lowerer::function(self, code);
                        self.define(id, function);
                    }
                    Task::Form(code, form) => {
                        let id = self.ids[&form.title(&self.codes[code].name)];
                        let function = Lowerer::generator_function(self, code, form);
                        self.define(id, function);
                    }
                    Task::Init(module) => {
                        let id = self.ids[&format!("{}.<init>", self.modules[module].name)];
                        let function = Lowerer::init(self, module);
                        self.define(id, function);
                    }
                }
            }
            // Whoever gets a function may call it, here or outside.
            for code in self.taken.clone() {
                self.function(code);
            }
            if self.queue.is_empty() {
                break;
            }
        }
    }

    /// Ends lowering. The functions keep their provisional ids until both versions are lowered.
    pub(crate) fn finish(mut self) -> Lowered {
        let hooks = std::mem::take(&mut self.hooks);
        let taken = self.taken.clone();
        let mut code: Vec<(Symbol, FnId)> =
            taken.into_iter().map(|code| (Symbol::new(&self.codes[code].name), self.passed(code))).collect();
        code.extend(self.generator_code());
        if self.shared.outside || !self.objects.made.is_empty() {
            code.extend(self.classes_as_code());
        }
        let steps = Steps::of(std::mem::take(&mut self.steps), self.modules);
        let (functions, guarded) = (&self.functions, &self.guarded);
        let recursion = Recursion::of(functions, USER_FUNCTIONS, &hooks, &self.shared.prelude, guarded);
        Lowered { functions: self.functions, hooks, code, steps, recursion }
    }

    /// A hook that has no meaning yet.
    pub(crate) fn unsupported_hook(hook: &Hook, what: &str) -> Function {
        let mut builder = hook_builder(hook);
        builder.unsupported(what);
        builder.finish()
    }
}

/// One version's own functions.
pub(crate) struct Lowered {
    /// Those of the steps are missing until both versions are lowered.
    functions: Vec<Option<Function>>,
    hooks: FxHashMap<&'static str, Function>,
    /// The functions that are used as values.
    code: Vec<(Symbol, FnId)>,
    pub(crate) steps: Steps,
    pub(crate) recursion: Recursion,
}

impl Lowered {
    /// Does its own code read the cell?
    pub(crate) fn reads(&self, cell: ir::CellId) -> bool {
        let mut functions = self.functions.iter().flatten().chain(self.hooks.values());
        functions.any(|function| ir::effects::Effects::own(function).reads.contains(&cell))
    }

    /// The functions of the source that are not understood, or lead to such.
    pub(crate) fn stuck(&self) -> Vec<String> {
        let own = self
            .functions
            .iter()
            .flatten()
            .filter(|function| function.is_source() && !function.name.starts_with("py."));
        let is_stuck = |function: &&Function| {
            let body = function.body().expect("a function of the source");
            body.blocks.rows().iter().any(|block| matches!(block.end, Terminator::Unsupported(_)))
        };
        let mut stuck: FxHashSet<FnId> = FxHashSet::default();
        let own: Vec<&Function> = own.collect();
        let id_of = |function: &Function| {
            let index = self.functions.iter().position(|row| row.as_ref().is_some_and(|row| row.name == function.name));
            FnId::new(USER_FUNCTIONS + index.expect("one of these"))
        };
        stuck.extend(own.iter().copied().filter(|function| is_stuck(function)).map(id_of));
        loop {
            let leads = |function: &&&Function| {
                let body = function.body().expect("a function of the source");
                let calls = |end: &Terminator| matches!(end, Terminator::Call { callee, .. } if stuck.contains(callee));
                !stuck.contains(&id_of(function)) && body.blocks.rows().iter().any(|block| calls(&block.end))
            };
            let more: Vec<FnId> = own.iter().filter(leads).map(|function| id_of(function)).collect();
            if more.is_empty() {
                break;
            }
            stuck.extend(more);
        }
        own.iter()
            .filter(|function| stuck.contains(&id_of(function)))
            .map(|function| function.name.to_string())
            .collect()
    }

    /// The functions that are used as values, by the atoms that stand for them.
    pub(crate) fn code(&self, prelude: &Prelude) -> Vec<(Symbol, FnId)> {
        self.code.iter().map(|(name, id)| (*name, final_id(*id, prelude.len()))).collect()
    }

    /// The functions of the program, with the prelude's first.
    pub(crate) fn assemble(mut self, shared: &Shared) -> Vec<Arc<Function>> {
        let prelude = &shared.prelude;
        let count = prelude.len();
        for (id, function) in self.steps.functions() {
            self.functions[id.index() - USER_FUNCTIONS] = Some(function);
        }
        let mut functions = Vec::with_capacity(count + self.functions.len());
        for row in prelude.functions() {
            functions.push(row.unwrap_or_else(|hook| {
                // A hook that only the other version asked for is not reached in this one.
                let supplied = self.hooks.remove(hook.name);
                let supplied = supplied.unwrap_or_else(|| Lowering::unsupported_hook(&hook, "unreached"));
                Arc::new(renumber(supplied, count))
            }));
        }
        let own = self.functions.into_iter().map(|row| row.expect("everything asked for was lowered"));
        functions.extend(own.map(|function| Arc::new(reaching(renumber(function, count), shared))));
        functions
    }
}

pub(crate) fn hook_builder(hook: &Hook) -> FunctionBuilder {
    let params = hook.params.iter().enumerate();
    let params = params.map(|(index, sort)| Param { name: Symbol::new(&format!("a{index}")), sort: *sort });
    FunctionBuilder::new(&format!("py.{}", hook.name), params.collect(), hook.results.clone(), Some(ctors().value))
        .of_front_end()
}

fn dispatcher_name(shape: &Shape) -> String {
    format!(
        "py.call({}{})",
        shape.positional,
        shape.keywords.iter().map(|name| format!(", {name}")).collect::<String>()
    )
}

pub(crate) fn final_id(id: FnId, prelude: usize) -> FnId {
    match id.index().checked_sub(USER_FUNCTIONS) {
        Some(index) => FnId::new(prelude + index),
        None => id,
    }
}

/// Gives a step outside the cells that it may get at.
fn reaching(mut function: Function, shared: &Shared) -> Function {
    if let FunctionKind::External { reads, writes, reach } = &mut function.kind
        && *reach != Reach::Cells
    {
        *reads = shared.cells.readable();
        if !function.results.is_empty() {
            *writes = shared.cells.writable();
        }
        if shared.program_is_out {
            *reach = Reach::Program;
        }
    }
    function
}

fn renumber(mut function: Function, prelude: usize) -> Function {
    if let ir::FunctionKind::Defined(body) = &mut function.kind {
        for (_, block) in body.blocks.iter_mut() {
            if let Terminator::Call { callee, .. } = &mut block.end {
                *callee = final_id(*callee, prelude);
            }
        }
    }
    function
}

/// The sort of what the closure's contents are.
pub(crate) fn contents_sort() -> Sort {
    Sort::seq(ctors().value)
}
