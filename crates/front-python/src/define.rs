//! Definitions and imports: statements that bind functions, classes and modules to names.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr, Stmt};
use value::{Op, Sort};

use crate::call::Target;
use crate::expr::literal;
use crate::function::{Frame, Lowerer, Operand};
use crate::module::{Import, Node, is_accelerator};
use crate::runtime::ctors;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn def_stmt(&mut self, def: &'a ast::StmtFunctionDef) {
        if !def.decorator_list.is_empty() {
            return self.decorated(&def.name, &def.decorator_list);
        }
        let within = self.within.clone();
        let code = self.lowering.code_of_def(self.module, self.code, &within, def);
        let function = self.make_function(code);
        if self.code.is_none() && !matches!(self.lowering.global_target(self.module, &def.name), Target::Code(_)) {
            self.lowering.take(code);
        }
        self.assign_name(&def.name, function);
    }

    /// A name at the top level whose value is not modelled: using it is what gets stuck.
    fn decorated(&mut self, name: &str, decorators: &'a [ast::Decorator]) {
        let is_external = matches!(self.lowering.global_target(self.module, name), Target::External(_));
        if !is_external || self.code.is_some() || !decorators.iter().all(|decorator| self.is_foreign(decorator)) {
            self.unsupported("a decorator");
        }
    }

    /// Is the decorator one of another module or a builtin, which does nothing to this program?
    fn is_foreign(&mut self, decorator: &ast::Decorator) -> bool {
        let function = match &decorator.expression {
            Expr::Call(call) => &*call.func,
            other => other,
        };
        matches!(self.target(function), Target::External(_) | Target::Builtin(_))
    }

    pub(crate) fn lambda(&mut self, lambda: &'a ast::ExprLambda) -> Operand {
        if !self.comprehensions.is_empty() {
            return self.unsupported_value("a lambda in a comprehension");
        }
        let within = self.within.clone();
        let code = self.lowering.code_of_lambda(self.module, self.code, &within, lambda);
        let function = self.make_function(code);
        self.lowering.take(code);
        function
    }

    /// The function object: defaults are evaluated here, captured variables tied in.
    fn make_function(&mut self, code: usize) -> Operand {
        if !self.comprehensions.is_empty() || (self.code.is_none() && self.is_in_loop()) {
            return self.unsupported_value("a function made in a loop of the module");
        }
        let signature = self.lowering.codes[code].signature.clone();
        let name = self.lowering.codes[code].name.clone();
        let mut defaults = Vec::new();
        for parameter in signature.parameters() {
            if let Some(default) = parameter.default.filter(|default| literal(default).is_none()) {
                let value = self.expr(default);
                defaults.push((parameter.name.clone(), self.boxed(value)));
            }
        }
        let function = self.constant(ctors().function, &name);
        if self.code.is_none() {
            for (parameter, value) in defaults {
                let cell = self.default_cell(code, &parameter);
                self.b.set(cell, value);
            }
            return function;
        }
        self.lowering.take(code);
        let mut contents = vec![self.boxed(function)];
        for name in self.lowering.codes[code].captured.clone() {
            let Some(cell) = self.shared_cell(&name) else {
                return self.unsupported_value("a variable of a function around");
            };
            contents.push(self.b.construct(ctors().cell, &[cell]));
        }
        contents.extend(defaults.into_iter().map(|(_, value)| value));
        let contents: ValueId = self.b.apply(Op::SeqOf(ctors().value), &contents);
        let closure = self.b.alloc(Sort::reference("closure"));
        self.write_heap("CLOSURES", closure, contents);
        Operand::Value(self.b.construct(ctors().closure, &[closure]))
    }

    fn is_in_loop(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame, Frame::Loop { .. }))
    }

    /// A class is known by its name; what it can do is asked when it is called.
    pub(crate) fn class_stmt(&mut self, class: &'a ast::StmtClassDef) {
        if self.code.is_some() || self.is_in_loop() {
            return self.unsupported("a class inside a function");
        }
        let mut bound = Vec::new();
        let arguments = class.arguments.as_deref();
        let bases = arguments.map_or(&[][..], |arguments| &arguments.args);
        let keywords = arguments.map_or(&[][..], |arguments| &arguments.keywords);
        let is_harmless = class.decorator_list.iter().all(|decorator| self.is_foreign(decorator))
            && bases
                .iter()
                .chain(keywords.iter().map(|keyword| &keyword.value))
                .all(|base| self.is_harmless(base, &[]))
            && class.body.iter().all(|stmt| self.is_harmless_stmt(stmt, &mut bound));
        if !is_harmless {
            return self.unsupported("the body of this class");
        }
        let name = format!("{}.{}", self.this_module().name, class.name);
        let value = self.constant(ctors().class, &name);
        self.assign_name(&class.name, value);
    }

    /// Does the statement of a class body bind names and do nothing else?
    fn is_harmless_stmt(&mut self, stmt: &'a Stmt, bound: &mut Vec<String>) -> bool {
        match stmt {
            Stmt::Pass(_) => true,
            Stmt::Expr(stmt) => self.is_harmless(&stmt.value, bound),
            Stmt::FunctionDef(def) => {
                let defaults: Vec<&Expr> = def.parameters.iter().filter_map(|parameter| parameter.default()).collect();
                let is_foreign = |lowerer: &mut Self, decorator: &ast::Decorator| {
                    // `@x.setter` of a property of this class.
                    let own = matches!(&decorator.expression, Expr::Attribute(attribute)
                        if matches!(&*attribute.value, Expr::Name(name) if bound.contains(&name.id.to_string())));
                    own || lowerer.is_foreign(decorator)
                };
                let is_harmless = def.decorator_list.iter().all(|decorator| is_foreign(self, decorator))
                    && defaults.into_iter().all(|default| self.is_harmless(default, bound));
                bound.push(def.name.to_string());
                is_harmless
            }
            Stmt::AnnAssign(stmt) => {
                let is_harmless = stmt.value.as_deref().is_none_or(|value| self.is_harmless(value, bound));
                self.is_harmless_target(&stmt.target, bound) && is_harmless
            }
            Stmt::Assign(stmt) => {
                self.is_harmless(&stmt.value, bound)
                    && stmt.targets.iter().all(|target| self.is_harmless_target(target, bound))
            }
            _ => false,
        }
    }

    fn is_harmless_target(&mut self, target: &Expr, bound: &mut Vec<String>) -> bool {
        let Expr::Name(name) = target else { return false };
        bound.push(name.id.to_string());
        true
    }

    /// Has the expression surely a value, and no effect?
    fn is_harmless(&mut self, expr: &'a Expr, bound: &[String]) -> bool {
        match expr {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let is_known = self.is_global_bound(self.module, name) || !matches!(self.target(expr), Target::Unknown);
                bound.iter().any(|known| known == name) || is_known
            }
            Expr::Attribute(_) => matches!(self.target(expr), Target::External(_) | Target::Code(_)),
            Expr::Call(call) => {
                let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
                matches!(self.target(&call.func), Target::External(_))
                    && call.arguments.args.iter().chain(keywords).all(|arg| self.is_harmless(arg, bound))
            }
            Expr::Subscript(subscript) => matches!(self.target(&subscript.value), Target::External(_)),
            Expr::Tuple(tuple) => tuple.elts.iter().all(|element| self.is_harmless(element, bound)),
            Expr::List(list) => list.elts.iter().all(|element| self.is_harmless(element, bound)),
            Expr::Lambda(_) => true,
            other => literal(other).is_some() || other.is_ellipsis_literal_expr() || other.is_bytes_literal_expr(),
        }
    }

    pub(crate) fn call_class(&mut self, module: usize, class: Node, arguments: &crate::call::Arguments) -> Operand {
        let class = self.lowering.class_at(module, class);
        let plain = class.filter(|class| self.lowering.plain_exception(module, class).is_some());
        let Some(class) = plain.filter(|_| arguments.keywords.is_empty()) else {
            return self.unsupported_value("a call of a class");
        };
        let name = format!("{}.{}", self.lowering.modules[module].name, class.name);
        let (name, args) = (self.atom(&name), self.items(&arguments.positional));
        Operand::Value(self.py("make_exception", &[name, args])[0])
    }

    pub(crate) fn get_attribute(&mut self, object: Operand, name: &str) -> Operand {
        let object = self.boxed(object);
        if name == "args" {
            return self.py_value("exception_args", &[Operand::Value(object)]);
        }
        self.unsupported_value("an attribute")
    }

    pub(crate) fn set_attribute(&mut self, _: Operand, _: &str, _: Operand) {
        self.unsupported("assignment to an attribute");
    }

    // Imports.

    pub(crate) fn import_stmt(&mut self, stmt: &'a ast::StmtImport) {
        for alias in &stmt.names {
            let import =
                Import { level: 0, path: alias.name.to_string(), name: None, binds_leaf: alias.asname.is_some() };
            self.load_path(&alias.name);
            let bound = match &alias.asname {
                Some(name) => name.to_string(),
                None => alias.name.split('.').next().unwrap_or_default().to_string(),
            };
            let target = self.lowering.import_target(self.module, &import);
            self.bind_import(&bound, &target);
        }
    }

    pub(crate) fn import_from_stmt(&mut self, stmt: &'a ast::StmtImportFrom) {
        let path = stmt.module.as_ref().map(ToString::to_string).unwrap_or_default();
        if path == "__future__" && stmt.level == 0 {
            return;
        }
        for alias in &stmt.names {
            let import =
                Import { level: stmt.level, path: path.clone(), name: Some(alias.name.to_string()), binds_leaf: true };
            let Some(absolute) = self.lowering.absolute(self.module, &import) else {
                return self.raise("ImportError", None);
            };
            if is_accelerator(&self.this_module().name, &absolute) && self.lowering.module(&absolute).is_none() {
                return self.raise("ModuleNotFoundError", None);
            }
            self.load_path(&absolute);
            if alias.name.as_str() == "*" {
                if self.lowering.module(&absolute).is_some() {
                    self.unsupported("a star import");
                }
                continue;
            }
            let bound = alias.asname.as_ref().unwrap_or(&alias.name).to_string();
            self.import_name(&absolute, &alias.name, &bound, &import);
        }
    }

    /// `from path import name as bound`.
    fn import_name(&mut self, path: &str, name: &str, bound: &str, import: &Import) {
        let target = self.lowering.import_target(self.module, import);
        if let Some(module) = self.lowering.module(path)
            && !matches!(target, Target::Module(_))
        {
            if !self.lowering.modules[module].binds(name) {
                if self.lowering.modules[module].has_star {
                    return self.unsupported("a name that a star import may bind");
                }
                return self.raise("ImportError", None);
            }
            if let Target::External(_) = target {
                return;
            }
            let cell = self.global_cell(module, name);
            let value = self.b.get(cell, ctors().value);
            self.check_known(module, name, value);
            if !(self.lowering.is_quiet && self.lowering.modules[module].only_binding(name).is_some()) {
                let unbound = self.b.apply(Op::Is(ctors().unbound), &[value]);
                let is_bound = self.b.not(unbound);
                self.guard(is_bound, |lowerer| lowerer.raise("ImportError", None));
            }
            if let Target::Code(code) = target
                && (self.code.is_some() || self.lowering.global_target(self.module, bound) != target)
            {
                self.lowering.take(code);
            }
            let value = self.operand(value);
            return self.assign_name(bound, value);
        }
        self.load_path(&format!("{path}.{name}"));
        match target {
            Target::External(path) => {
                self.lowering.note_external(&path);
                let value = self.constant(ctors().foreign, &path);
                self.assign_name(bound, value);
            }
            target => self.bind_import(bound, &target),
        }
    }

    fn bind_import(&mut self, name: &str, target: &Target) {
        let value = match target {
            Target::Module(module) => {
                let name = self.lowering.modules[*module].name.clone();
                self.constant(ctors().module, &name)
            }
            Target::External(path) => {
                self.lowering.note_external(path);
                self.constant(ctors().module, path)
            }
            _ => return self.unsupported("this import"),
        };
        self.assign_name(name, value);
    }

    /// Runs the top level of a module of the program, and of the packages around it, once.
    fn load_path(&mut self, path: &str) {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        for end in ends.collect::<Vec<_>>() {
            if let Some(module) = self.lowering.module(&path[..end])
                && module != self.module
            {
                self.load(module);
            }
        }
    }

    pub(crate) fn load(&mut self, module: usize) {
        let name = format!("{}.<loaded>", self.lowering.modules[module].name);
        let cell = self.lowering.shared.cells.global(&name);
        let state = self.b.get(cell, ctors().value);
        let (run, end) = (self.b.block(), self.b.block());
        let fresh = self.b.apply(Op::Is(ctors().unbound), &[state]);
        self.b.branch(fresh, run, end);
        self.b.seal(run);
        self.b.switch_to(run);
        let loaded = self.boxed(Operand::None);
        self.b.set(cell, loaded);
        let init = self.lowering.init(module);
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        self.call(init, &[], &[]);
        self.handler = outer;
        self.b.jump(end, &[]);
        // A module whose top level raises is not kept.
        self.b.seal(caught);
        self.b.switch_to(caught);
        let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
        self.b.set(cell, unbound);
        self.raise_value(exception);
        self.b.seal(end);
        self.b.switch_to(end);
    }
}
