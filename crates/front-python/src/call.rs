//! Calls: what is called, how arguments meet parameters, and calls of values.

use ir::build::FunctionBuilder;
use ir::{Function, Param, ValueId};
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Op, Symbol, Value};

use crate::Fault;
use crate::builtins::{self, Builtin};
use crate::expr::literal;
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowering, Shape};
use crate::module::{BindingKind, Import, Node};
use crate::object::Family;
use crate::opaque::has_stars;
use crate::runtime::ctors;

/// What an expression refers to, as far as that is certain before running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A function defined once at the top level of its module.
    Code(usize),
    Builtin(Builtin),
    /// A module of the program.
    Module(usize),
    /// Something of a module that is not there: its dotted path.
    External(String),
    /// A class defined once at the top level: its module and place.
    Class(usize, Node),
    Unknown,
}

/// The arguments of a call.
#[derive(Clone, Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Operand>,
    pub(crate) keywords: Vec<(String, Operand)>,
}

impl Lowering<'_> {
    /// What a global of a module refers to.
    pub(crate) fn global_target(&mut self, module: usize, name: &str) -> Target {
        let row = &self.modules[module];
        if self.patched.contains(name) || row.has_star {
            return Target::Unknown;
        }
        if !row.binds(name) {
            return match builtins::find(name) {
                Some(builtin) if self.part_of(module, name).is_none() => Target::Builtin(builtin),
                _ => Target::Unknown,
            };
        }
        // A module within a package is an attribute of it as well.
        let is_part = row.is_package && self.module(&format!("{}.{name}", row.name)).is_some();
        match row.only_binding(name) {
            Some(kind) if is_part && kind != BindingKind::Import => Target::Unknown,
            Some(BindingKind::Function(def)) => match self.top_level_code(module, def) {
                Some(code) if !self.is_decorated(code) => Target::Code(code),
                Some(_) | None => Target::Unknown,
            },
            Some(BindingKind::Class(class)) => Target::Class(module, class),
            Some(BindingKind::Import) => match row.imported.get(name) {
                Some(import) => self.import_target(module, &import.clone()),
                None => Target::Unknown,
            },
            Some(BindingKind::Constant | BindingKind::Other) | None => Target::Unknown,
        }
    }

    /// Does code of the program, reached or not, set an attribute of that name of something that is not its own object?
    pub(crate) fn is_set_somewhere(&self, name: &str) -> bool {
        crate::state::is_set_elsewhere(&self.shared.others, name) || crate::state::is_set_in(self.modules, name)
    }

    /// The part of a package that is the only thing which a name of the package may stand for: loading it binds the name.
    pub(crate) fn part_of(&self, module: usize, name: &str) -> Option<usize> {
        let row = &self.modules[module];
        let may_be = row.is_package && !row.binds(name);
        may_be.then(|| self.module(&format!("{}.{name}", row.name))).flatten()
    }

    /// What a dotted name at the top level of a module refers to.
    pub(crate) fn path_target(&mut self, module: usize, expr: &Expr) -> Target {
        match expr {
            Expr::Name(name) => self.global_target(module, &name.id),
            Expr::Attribute(attribute) => {
                let value = self.path_target(module, &attribute.value);
                self.member_target(&value, &attribute.attr)
            }
            _ => Target::Unknown,
        }
    }

    fn member_target(&mut self, value: &Target, name: &str) -> Target {
        match value {
            Target::Module(module) => {
                if self.modules[*module].binds(name) {
                    return self.global_target(*module, name);
                }
                let path = format!("{}.{name}", self.modules[*module].name);
                self.module(&path).map_or(Target::Unknown, Target::Module)
            }
            Target::External(path) => {
                let path = format!("{path}.{name}");
                self.module(&path).map_or(Target::External(path), Target::Module)
            }
            _ => Target::Unknown,
        }
    }

    /// May the global hold something that is not modelled?
    pub(crate) fn global_may_be_foreign(&mut self, module: usize, name: &str) -> bool {
        let is_code = matches!(self.global_target(module, name), Target::Code(_) | Target::Module(_));
        !is_code && self.modules[module].binds(name)
    }

    /// May the name hold what was imported from a module that is not there?
    pub(crate) fn may_be_foreign(&mut self, module: usize, name: &str) -> bool {
        let modules = self.modules;
        let imports = modules[module].from_imports.get(name);
        let is_external = |import: &Import| matches!(self.import_target(module, import), Target::External(_));
        imports.is_some_and(|imports| imports.iter().any(is_external))
    }

    fn is_decorated(&self, code: usize) -> bool {
        match self.codes[code].kind {
            crate::lower::CodeKind::Def(def) => !def.decorator_list.is_empty(),
            crate::lower::CodeKind::Lambda(_) => false,
        }
    }

    pub(crate) fn import_target(&mut self, module: usize, import: &Import) -> Target {
        let row = (module, format!("{import:?}"));
        if self.resolving.contains(&row) {
            return Target::Unknown;
        }
        self.resolving.push(row);
        let target = self.resolve_import(module, import);
        self.resolving.pop();
        target
    }

    fn resolve_import(&mut self, module: usize, import: &Import) -> Target {
        let Some(path) = self.absolute(module, import) else { return Target::Unknown };
        let Some(name) = &import.name else {
            if let Some((package, leaf)) = self.attribute_meant(module, import) {
                return self.global_target(package, &leaf);
            }
            let path = if import.binds_leaf { path.as_str() } else { path.split('.').next().unwrap_or_default() };
            return self.module(path).map_or_else(|| Target::External(path.to_string()), Target::Module);
        };
        // A package that takes its own part from itself means the module.
        if let Some(found) = self.module(&path)
            && (self.modules[found].binds(name) || self.modules[found].has_star)
            && (found != module || self.module(&format!("{path}.{name}")).is_none())
        {
            return self.global_target(found, name);
        }
        let leaf = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match self.module(&leaf) {
            Some(module) => Target::Module(module),
            None if self.module(&path).is_some() => Target::Unknown,
            None => Target::External(leaf),
        }
    }

    /// `import a.b as c` takes what `a` has under the name `b`: the package and the name, if the package binds it itself.
    pub(crate) fn attribute_meant(&self, module: usize, import: &Import) -> Option<(usize, String)> {
        let path = self.absolute(module, import)?;
        let (package, leaf) = path.rsplit_once('.').filter(|_| import.binds_leaf && import.name.is_none())?;
        let package = self.module(package)?;
        let row = &self.modules[package];
        (row.binds(leaf) || row.has_star).then(|| (package, leaf.to_string()))
    }

    /// The dotted path that an import means, with the dots in front resolved.
    pub(crate) fn absolute(&self, module: usize, import: &Import) -> Option<String> {
        absolute_path(&self.modules[module].name, self.modules[module].is_package, import)
    }
}

pub(crate) fn absolute_path(module: &str, is_package: bool, import: &Import) -> Option<String> {
    if import.level == 0 {
        return Some(import.path.clone());
    }
    let mut parts: Vec<&str> = module.split('.').collect();
    let up = import.level as usize - usize::from(is_package);
    if up > parts.len() {
        return None;
    }
    parts.truncate(parts.len() - up);
    if parts.is_empty() {
        return None;
    }
    if !import.path.is_empty() {
        parts.push(&import.path);
    }
    Some(parts.join("."))
}

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn target(&mut self, expr: &Expr) -> Target {
        match expr {
            Expr::Name(name) if self.is_model && self.is_global(&name.id) => self.model_target(&name.id),
            Expr::Name(name) if self.is_global(&name.id) => self.lowering.global_target(self.module, &name.id),
            Expr::Attribute(attribute) => {
                let value = self.target(&attribute.value);
                self.lowering.member_target(&value, &attribute.attr)
            }
            _ => Target::Unknown,
        }
    }

    /// A name as a value.
    pub(crate) fn name(&mut self, expr: &'a Expr, name: &str) -> Operand {
        match self.target(expr) {
            Target::External(path) => {
                self.check_global(expr);
                self.external_constant(&path)
            }
            Target::Code(code) => {
                self.check_global(expr);
                self.lowering.take(code);
                let name = self.lowering.codes[code].name.clone();
                self.constant(ctors().function, &name)
            }
            Target::Class(module, class) if self.lowering.modelled(module, class).is_some() => {
                self.modelled_class(expr, module, class)
            }
            Target::Class(module, class) if self.is_passed_on(module, class) => self.class_value(module, class),
            Target::Module(module) => {
                self.take_module(module);
                self.read_name(name)
            }
            _ => self.read_name(name),
        }
    }

    /// Notes that the module is used as a value.
    pub(crate) fn take_module(&mut self, module: usize) {
        let name = self.lowering.modules[module].name.clone();
        self.lowering.shared.modules.insert(name);
    }

    /// Where a class with code of its own goes on as a value, its code goes with it.
    fn is_passed_on(&mut self, module: usize, class: Node) -> bool {
        let class = self.lowering.class_at(module, class);
        (!self.names_class || self.steps_outside())
            && class.is_none_or(|class| self.lowering.plain_exception(module, class).is_none())
    }

    /// An expression that is asked only for which class it is.
    pub(crate) fn class_expr(&mut self, expr: &'a Expr) -> Operand {
        let is_name = |expr: &Expr| matches!(expr, Expr::Name(_) | Expr::Attribute(_));
        self.names_class = match expr {
            Expr::Tuple(tuple) => tuple.elts.iter().all(is_name),
            expr => is_name(expr),
        };
        let class = self.expr(expr);
        self.names_class = false;
        class
    }

    /// Raises if the decorator has no value yet.
    pub(crate) fn check_decorator(&mut self, decorator: &Expr) {
        match decorator {
            Expr::Call(call) => self.check_global(&call.func),
            name => self.check_global(name),
        }
    }

    /// Raises if the global that the expression names has no value yet.
    pub(crate) fn check_global(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(name) if !self.is_global_bound(self.module, &name.id) && self.this_module().binds(&name.id) => {
                self.check_name(&name.id);
            }
            Expr::Attribute(attribute) => {
                self.check_global(&attribute.value);
                if let Target::Module(module) = self.target(&attribute.value)
                    && !self.is_global_bound(module, &attribute.attr)
                {
                    let cell = self.global_cell(module, &attribute.attr);
                    let value = self.b.get(cell, ctors().value);
                    let unbound = self.b.apply(Op::Is(ctors().unbound), &[value]);
                    let bound = self.b.not(unbound);
                    self.guard(bound, |lowerer| lowerer.raise_about("AttributeError", &attribute.attr));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn attribute(&mut self, expr: &'a Expr, attribute: &'a ast::ExprAttribute) -> Operand {
        match self.target(expr) {
            Target::External(path) => {
                self.check_global(expr);
                return self.external_constant(&path);
            }
            Target::Code(code) => {
                self.check_global(expr);
                self.lowering.take(code);
                let name = self.lowering.codes[code].name.clone();
                return self.constant(ctors().function, &name);
            }
            Target::Class(module, class) if self.lowering.modelled(module, class).is_some() => {
                return self.modelled_class(expr, module, class);
            }
            Target::Class(module, class) if self.is_passed_on(module, class) => {
                return self.class_value(module, class);
            }
            Target::Module(module) => self.take_module(module),
            _ => {}
        }
        if let Some(known) = self.known_member(attribute) {
            return known;
        }
        if let Target::Builtin(Builtin::Type(type_)) = self.target(&attribute.value)
            && let Some(full) = crate::method::qualified(type_, &attribute.attr)
        {
            self.lowering.taken_builtins.insert(full);
            return self.constant(ctors().builtin, full);
        }
        if let Target::Module(module) = self.target(&attribute.value) {
            if !self.lowering.modules[module].binds(&attribute.attr) {
                return self.unsupported_value("an attribute of a module");
            }
            self.check_global(expr);
            return self.read_global(module, &attribute.attr);
        }
        if let Some((class, object)) = self.super_of(&attribute.value) {
            let name = self.attribute_name(&attribute.attr);
            return self.by_class(Family::SuperGet(class, name), &[object]);
        }
        let object = self.expr(&attribute.value);
        self.at(attribute.range());
        self.get_attribute(object, &attribute.attr)
    }

    /// A class whose behaviour is known, as a value.
    fn modelled_class(&mut self, expr: &Expr, module: usize, class: Node) -> Operand {
        self.check_global(expr);
        let class = self.lowering.modelled(module, class).expect("checked by the caller");
        self.lowering.make(class);
        let name = self.lowering.objects.classes[class].name.clone();
        self.constant(ctors().class, &name)
    }

    pub(crate) fn call_expr(&mut self, call: &'a ast::ExprCall) -> Operand {
        if let Some(result) = self.call_prelude(call) {
            return result;
        }
        let target = self.target(&call.func);
        if has_stars(call) {
            if self.steps_outside() && !self.is_model {
                return self.call_with_stars(call);
            }
            if let Expr::Attribute(attribute) = &*call.func
                && let Some(text) = self.call_template(call, attribute)
            {
                return text;
            }
            if let Some(result) = self.call_spread(call, &target) {
                return result;
            }
        }
        match target {
            Target::Code(code) => {
                self.check_global(&call.func);
                let Some(arguments) = self.arguments(call) else { return Operand::None };
                self.at(call.range());
                self.call_code(code, None, &arguments)
            }
            Target::Builtin(builtin) => self.call_builtin(builtin, call),
            Target::Class(module, class) => {
                self.check_global(&call.func);
                let Some(arguments) = self.arguments(call) else { return Operand::None };
                self.at(call.range());
                self.call_class(module, class, &arguments)
            }
            Target::External(path) => {
                if let Some(done) = self.call_regex(&path, call) {
                    return done;
                }
                self.check_global(&call.func);
                // The arguments are evaluated first, and may raise.
                let Some(arguments) = self.arguments(call) else { return Operand::None };
                self.at(call.range());
                self.call_external(&path, &arguments)
            }
            Target::Module(_) => self.raise_type_error("'module' object is not callable"),
            Target::Unknown => {
                if let Expr::Attribute(attribute) = &*call.func
                    && !matches!(self.target(&attribute.value), Target::Module(_))
                {
                    return self.call_method(call, attribute);
                }
                let callee = self.expr(&call.func);
                let Some(arguments) = self.arguments(call) else { return Operand::None };
                self.at(call.range());
                self.call_value(callee, &arguments)
            }
        }
    }

    /// Evaluates the arguments; `None` if there are stars among them, which ends here.
    pub(crate) fn arguments(&mut self, call: &'a ast::ExprCall) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        let target = self.target(&call.func);
        let is_class_test = matches!(target, Target::Builtin(Builtin::Function("isinstance" | "issubclass")));
        let consumes = matches!(target, Target::Builtin(builtin) if builtin.consumes());
        for arg in &call.arguments.args {
            if arg.is_starred_expr() {
                self.unsupported("a starred argument");
                return None;
            }
            let view = if consumes { self.view(arg) } else { None };
            let value = match view {
                Some(view) => view,
                None if is_class_test => self.class_expr(arg),
                None => self.expr(arg),
            };
            arguments.positional.push(value);
        }
        for keyword in &call.arguments.keywords {
            let Some(name) = &keyword.arg else {
                self.unsupported("a double-starred argument");
                return None;
            };
            let value = self.expr(&keyword.value);
            arguments.keywords.push((name.to_string(), value));
        }
        Some(arguments)
    }

    /// Calls a known function; `contents` are those of its closure if it is a nested one.
    pub(crate) fn call_code(&mut self, code: usize, contents: Option<ValueId>, arguments: &Arguments) -> Operand {
        let Some(args) = self.bind(code, contents, arguments) else { return Operand::None };
        if let Some(key) = self.shared_unknown(code) {
            let args: Vec<Operand> = args.into_iter().map(Operand::Value).collect();
            return self.program_step(&key, &args);
        }
        let id = self.lowering.function(code);
        let result = self.call(id, &args, &[ctors().value])[0];
        self.operand(result)
    }

    /// One argument for each parameter, or a TypeError.
    pub(crate) fn bind(
        &mut self,
        code: usize,
        contents: Option<ValueId>,
        arguments: &Arguments,
    ) -> Option<Vec<ValueId>> {
        let signature = self.lowering.codes[code].signature.clone();
        let given = arguments.positional.len();
        let positional = signature.positional.len();
        let mut problem = given > positional && signature.rest.is_none();
        let mut extra = Vec::new();
        for (name, value) in &arguments.keywords {
            let place = signature.positional.iter().position(|parameter| parameter.name == *name);
            let is_known = match place {
                Some(place) if place >= signature.positional_only => {
                    problem |= place < given;
                    true
                }
                _ => signature.keyword_only.iter().any(|parameter| parameter.name == *name),
            };
            if !is_known {
                problem |= signature.keywords.is_none();
                extra.push((name.clone(), *value));
            }
        }
        let mut args: Vec<ValueId> = contents.into_iter().collect();
        let keyword = |name: &str| arguments.keywords.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let mut missing = false;
        let mut bound = Vec::new();
        for (index, parameter) in signature.parameters().enumerate() {
            let value = match arguments.positional.get(index).filter(|_| index < positional) {
                Some(value) => Some(*value),
                None if index < signature.positional_only => None,
                None => keyword(&parameter.name),
            };
            missing |= value.is_none() && parameter.default.is_none();
            bound.push(value);
        }
        if problem || missing {
            let names: Vec<&str> = arguments.keywords.iter().map(|(name, _)| name.as_str()).collect();
            let shown = self.lowering.codes[code].shown();
            self.raise_about("TypeError", &format!("{shown} given {given} {}", names.join(", ")));
            return None;
        }
        for (index, value) in bound.into_iter().enumerate() {
            if index == positional {
                self.bind_rest(&signature, arguments, &mut args);
            }
            let value = value.unwrap_or_else(|| self.default(code, index, contents));
            args.push(self.boxed(value));
        }
        if signature.keyword_only.is_empty() {
            self.bind_rest(&signature, arguments, &mut args);
        }
        if signature.keywords.is_some() {
            args.push(self.keyword_dict(&extra));
        }
        Some(args)
    }

    fn bind_rest(&mut self, signature: &crate::lower::Signature<'_>, arguments: &Arguments, args: &mut Vec<ValueId>) {
        if signature.rest.is_some() {
            let rest = arguments.positional.get(signature.positional.len()..).unwrap_or_default();
            let rest = self.items(rest);
            let rest = self.boxed(Operand::Tuple(rest));
            args.push(rest);
        }
    }

    fn keyword_dict(&mut self, extra: &[(String, Operand)]) -> ValueId {
        let dict = self.py("new_dict", &[])[0];
        let reference = self.b.apply(Op::Field(ctors().dict, 0), &[dict]);
        for (name, value) in extra {
            let name = self.text(name);
            let (name, value) = (self.boxed(name), self.boxed(*value));
            self.py("dict_set", &[reference, name, value]);
        }
        dict
    }

    /// The default of a parameter: evaluated when the function was defined.
    pub(crate) fn default(&mut self, code: usize, index: usize, contents: Option<ValueId>) -> Operand {
        let signature = self.lowering.codes[code].signature.clone();
        let parameter = signature.parameters().nth(index).expect("a parameter of this function");
        let default = parameter.default.expect("checked by the caller");
        if let Some(value) = literal(default) {
            return Operand::Value(self.b.constant(value, ctors().value));
        }
        if self.lowering.shared.fault == Some(Fault::DefaultRecreated) && default.is_list_expr() {
            let items = self.items(&[]);
            return self.new_list(items);
        }
        if let Some(contents) = contents {
            let before = 1 + self.lowering.codes[code].captured.len();
            let stored = signature.parameters().take(index);
            let stored = stored.filter(|parameter| parameter.default.is_some_and(|default| literal(default).is_none()));
            let place = before + stored.count();
            return Operand::Value(self.nth(contents, place));
        }
        let cell = self.default_cell(code, &parameter.name);
        let value = self.b.get(cell, ctors().value);
        let foreign = self.b.apply(Op::Is(ctors().foreign), &[value]);
        let known = self.b.not(foreign);
        self.guard(known, |lowerer| lowerer.unsupported("a default that code outside may have changed"));
        self.operand(value)
    }

    pub(crate) fn default_cell(&mut self, code: usize, parameter: &str) -> ir::CellId {
        let name = format!("{}.<default>.{parameter}", self.lowering.codes[code].name);
        let cell = self.lowering.shared.cells.global(&name);
        let shared = &mut *self.lowering.shared;
        shared.defaults.insert((cell, shared.side));
        shared.cells.can_change(cell);
        cell
    }

    /// Calls a value through the dispatcher of the call's shape.
    pub(crate) fn call_value(&mut self, callee: Operand, arguments: &Arguments) -> Operand {
        let shape = Shape {
            positional: arguments.positional.len(),
            keywords: arguments.keywords.iter().map(|(name, _)| name.clone()).collect(),
        };
        let mut args = vec![self.boxed(callee)];
        let keywords = arguments.keywords.iter().map(|(_, value)| value);
        for value in arguments.positional.iter().chain(keywords) {
            args.push(self.boxed(*value));
        }
        let id = self.lowering.dispatcher(shape);
        let result = self.call(id, &args, &[ctors().value])[0];
        self.operand(result)
    }

    /// The function that calls whatever it is given, with arguments of that shape.
    pub(crate) fn dispatcher(lowering: &mut Lowering<'a>, shape: &Shape, name: &str) -> Function {
        let value = ctors().value;
        let count = 1 + shape.positional + shape.keywords.len();
        let params = (0..count).map(|index| Param { name: Symbol::new(&format!("a{index}")), sort: value });
        let builder = FunctionBuilder::new(name, params.collect(), vec![value], Some(value));
        let taken = lowering.taken.clone();
        let mut lowerer = Lowerer::new(lowering, 0, builder);
        let callee = lowerer.b.param(0);
        let arguments = Arguments {
            positional: (0..shape.positional).map(|index| Operand::Value(lowerer.b.param(1 + index))).collect(),
            keywords: shape
                .keywords
                .iter()
                .enumerate()
                .map(|(index, name)| (name.clone(), Operand::Value(lowerer.b.param(1 + shape.positional + index))))
                .collect(),
        };
        lowerer.dispatch_functions(callee, &taken, &arguments);
        lowerer.dispatch_closures(callee, &taken, &arguments);
        lowerer.dispatch_bound(callee, &arguments);
        if lowerer.has_objects() {
            lowerer.dispatch_classes(callee, &arguments);
            lowerer.dispatch_objects(callee, &arguments);
            lowerer.dispatch_methods(callee, &taken, &arguments);
        }
        lowerer.dispatch_exceptions(callee, &arguments);
        for ctor in [ctors().class, ctors().builtin] {
            lowerer.dispatch_builtins(callee, ctor, &arguments);
        }
        if lowerer.steps_outside() {
            let is = lowerer.b.apply(Op::Is(ctors().outside), &[callee]);
            let not = lowerer.b.not(is);
            lowerer.guard(not, |lowerer| {
                let result = lowerer.call_outside_value(Operand::Value(callee), &arguments);
                let result = lowerer.boxed(result);
                lowerer.b.return_(&[result]);
                lowerer.dead();
            });
        }
        for ctor in [ctors().method, ctors().object] {
            let is = lowerer.b.apply(Op::Is(ctor), &[callee]);
            let not = lowerer.b.not(is);
            lowerer.guard(not, |lowerer| lowerer.unsupported("a call of this value"));
        }
        let text = lowerer.py("type_name", &[callee])[0];
        let quote = lowerer.b.constant(Value::string("'"), value::Sort::string());
        let rest = lowerer.b.constant(Value::string("' object is not callable"), value::Sort::string());
        let text = lowerer.b.apply(Op::SeqConcat, &[quote, text]);
        let text = lowerer.b.apply(Op::SeqConcat, &[text, rest]);
        let args = lowerer.items(&[Operand::Str(text)]);
        let class = lowerer.atom("TypeError");
        let slip = lowerer.b.bool(true);
        let exception = lowerer.b.construct(ctors().exception, &[class, args, slip]);
        lowerer.raise_value(exception);
        lowerer.b.finish()
    }

    fn dispatch_functions(&mut self, callee: ValueId, taken: &[usize], arguments: &Arguments) {
        let is = self.b.apply(Op::Is(ctors().function), &[callee]);
        let not = self.b.not(is);
        self.guard(not, |lowerer| {
            let code = lowerer.b.apply(Op::Field(ctors().function, 0), &[callee]);
            let codes = taken.iter().copied().filter(|code| lowerer.lowering.codes[*code].parent.is_none());
            let codes: Vec<usize> = codes.collect();
            lowerer.dispatch(code, &codes, None, arguments);
        });
    }

    fn dispatch_closures(&mut self, callee: ValueId, taken: &[usize], arguments: &Arguments) {
        let is = self.b.apply(Op::Is(ctors().closure), &[callee]);
        let not = self.b.not(is);
        self.guard(not, |lowerer| {
            let closure = lowerer.b.apply(Op::Field(ctors().closure, 0), &[callee]);
            let contents = lowerer.read_heap("CLOSURES", closure);
            let function = lowerer.nth(contents, 0);
            let code = lowerer.b.apply(Op::Field(ctors().function, 0), &[function]);
            let codes = taken.iter().copied().filter(|code| lowerer.lowering.codes[*code].parent.is_some());
            let codes: Vec<usize> = codes.collect();
            lowerer.dispatch(code, &codes, Some(contents), arguments);
        });
    }

    pub(crate) fn dispatch(
        &mut self,
        code: ValueId,
        codes: &[usize],
        contents: Option<ValueId>,
        arguments: &Arguments,
    ) {
        let mut cases = Vec::new();
        for code in codes {
            let name = Value::Atom(Symbol::new(&self.lowering.codes[*code].name));
            cases.push((name, self.b.block()));
        }
        let other = self.b.block();
        self.b.switch(code, cases.clone(), other);
        self.b.seal(other);
        for ((_, block), code) in cases.into_iter().zip(codes) {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = self.call_code(*code, contents, arguments);
            if self.is_alive() {
                let result = self.boxed(result);
                self.b.return_(&[result]);
            }
        }
        self.b.switch_to(other);
        self.unsupported("a call of an unknown function");
    }

    /// A builtin function or type held in a variable.
    fn dispatch_builtins(&mut self, callee: ValueId, ctor: value::Ctor, arguments: &Arguments) {
        let names: Vec<&'static str> = self.lowering.taken_builtins.iter().copied().collect();
        let is = self.b.apply(Op::Is(ctor), &[callee]);
        let not = self.b.not(is);
        let is_class = |name: &str| matches!(builtins::find(name), Some(Builtin::Type(_)));
        let names: Vec<&str> = names.into_iter().filter(|name| is_class(name) == (ctor == ctors().class)).collect();
        self.guard(not, |lowerer| {
            let name = lowerer.b.apply(Op::Field(ctor, 0), &[callee]);
            let cases = names.iter().map(|name| (Value::Atom(Symbol::new(name)), lowerer.b.block()));
            let cases: Vec<_> = cases.collect();
            let other = lowerer.b.block();
            lowerer.b.switch(name, cases.clone(), other);
            lowerer.b.seal(other);
            for ((_, block), name) in cases.into_iter().zip(&names) {
                lowerer.b.seal(block);
                lowerer.b.switch_to(block);
                let result = lowerer.call_taken(name, arguments);
                if lowerer.is_alive() {
                    let result = lowerer.boxed(result);
                    lowerer.b.return_(&[result]);
                }
            }
            lowerer.b.switch_to(other);
            lowerer.unsupported("a call of this value");
        });
    }

    /// An exception class held in a variable.
    fn dispatch_exceptions(&mut self, callee: ValueId, arguments: &Arguments) {
        let is = self.py("is_exception_class", &[callee])[0];
        let not = self.b.not(is);
        self.guard(not, |lowerer| {
            if !arguments.keywords.is_empty() {
                return lowerer.unsupported("an exception with keyword arguments");
            }
            let class = lowerer.b.apply(Op::Field(ctors().class, 0), &[callee]);
            let args = lowerer.items(&arguments.positional);
            let exception = lowerer.py("make_exception", &[class, args])[0];
            lowerer.b.return_(&[exception]);
            lowerer.dead();
        });
    }
}
