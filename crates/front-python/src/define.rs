//! Definitions: statements that bind functions and classes to names.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use value::{Op, Sort};

use crate::builtins::Builtin;
use crate::call::{Arguments, Target};
use crate::expr::literal;
use crate::function::{Frame, Lowerer, Operand, message_about};
use crate::method::is_builtin_attribute;
use crate::module::Node;
use crate::object::Family;
use crate::outside::Unknown;
use crate::runtime::ctors;
use crate::settled::HOOKS;
use crate::standard;

/// What is certain of a class before its statement runs.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Made {
    /// It comes into being, and only its bases' order decides what is an instance of it.
    Plain,
    /// It comes into being; what it is is not modelled.
    Kept,
    Unknown,
}

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn def_stmt(&mut self, def: &'a ast::StmtFunctionDef) {
        let within = self.within.clone();
        let code = self.lowering.code_of_def(self.module, self.code, &within, def);
        if def.decorator_list.is_empty() {
            let function = self.make_function(code);
            self.annotations(def);
            let is_known = matches!(self.lowering.global_target(self.module, &def.name), Target::Code(_));
            if self.code.is_none() && !is_known {
                self.lowering.take(code);
            }
            return self.assign_name(&def.name, function);
        }
        if self.is_probe || self.code.is_some() {
            return self.decorated(def, code);
        }
        if self.is_lowered_whole(|probe| probe.decorated(def, code)) {
            self.decorated(def, code);
        } else {
            self.kept_def(def, code);
        }
    }

    /// Decorators are evaluated from the top, and applied from the bottom.
    fn decorated(&mut self, def: &'a ast::StmtFunctionDef, code: usize) {
        let decorators: Vec<Operand> =
            def.decorator_list.iter().map(|decorator| self.expr(&decorator.expression)).collect();
        let mut value = self.make_function(code);
        self.annotations(def);
        self.lowering.take(code);
        for (decorator, callee) in def.decorator_list.iter().zip(decorators).rev() {
            self.at(decorator.range());
            value = self.call_value(callee, &Arguments { positional: vec![value], keywords: vec![] });
        }
        self.assign_name(&def.name, value);
    }

    /// A function with decorators that are not modelled: they only keep it, or are a step.
    fn kept_def(&mut self, def: &'a ast::StmtFunctionDef, code: usize) {
        let is_settled = self.around.last().is_some_and(|stmt| self.this_module().is_settled(stmt));
        if is_settled && let Some(stmt) = self.around.last().copied() {
            return self.keep(&def.name, Some(Unknown::Stmt(stmt)));
        }
        let is_kept = def.decorator_list.iter().all(|decorator| self.is_keeper(&decorator.expression))
            && self.is_lowered_whole(|probe| {
                probe.make_function(code);
            });
        let Some(stmt) = self.around.last().copied().filter(|_| !is_kept) else {
            self.make_function(code);
            self.annotations(def);
            let stmt = self.around.last().copied();
            return self.keep(&def.name, stmt.map(Unknown::Stmt));
        };
        self.outside_step(Unknown::Stmt(stmt));
    }

    /// Is the decorator one that surely only keeps the function?
    fn is_keeper(&mut self, decorator: &'a Expr) -> bool {
        let path_of = |lowerer: &mut Self, expr: &Expr| match lowerer.target(expr) {
            Target::External(path) => Some(path),
            Target::Builtin(Builtin::Type(name)) => Some(name.to_string()),
            _ => None,
        };
        match decorator {
            Expr::Call(call) => {
                let is_plain = |keyword: &ast::Keyword| match keyword.arg.as_deref() {
                    Some("maxsize") => match &keyword.value {
                        Expr::NoneLiteral(_) => true,
                        Expr::NumberLiteral(number) => number.value.is_int(),
                        _ => false,
                    },
                    Some("typed") => keyword.value.is_boolean_literal_expr(),
                    _ => false,
                };
                path_of(self, &call.func).as_deref() == Some("functools.lru_cache")
                    && call.arguments.args.is_empty()
                    && call.arguments.keywords.iter().all(is_plain)
            }
            other => path_of(self, other).is_some_and(|path| standard::keeps_its_arguments(&path)),
        }
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
    pub(crate) fn make_function(&mut self, code: usize) -> Operand {
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

    /// A class that surely comes into being is known by its name; what it can do is asked when it is
    /// called. Any other is a step.
    pub(crate) fn class_stmt(&mut self, class: &'a ast::StmtClassDef) {
        if self.code.is_some() || self.is_in_loop() {
            return self.unsupported("a class inside a function");
        }
        let node = Node::of(class);
        if let Some(class) =
            self.lowering.modelled(self.module, node).or_else(|| self.lowering.refused(self.module, node))
        {
            return self.modelled_class_stmt(class);
        }
        let made = self.is_made(class);
        let name = format!("{}.{}", self.this_module().name, class.name);
        let value = match made {
            Made::Plain => self.constant(ctors().class, &name),
            Made::Kept => {
                let stmt = self.around.last().copied();
                return self.keep(&class.name, stmt.map(Unknown::Stmt));
            }
            Made::Unknown => {
                let stmt = self.around.last().copied().filter(|stmt| matches!(stmt, Stmt::ClassDef(_)));
                return match stmt {
                    Some(stmt) if self.this_module().is_settled(stmt) => {
                        self.keep(&class.name, Some(Unknown::Stmt(stmt)));
                    }
                    Some(stmt) => self.outside_step(Unknown::Stmt(stmt)),
                    None => self.unsupported("the body of this class"),
                };
            }
        };
        self.assign_name(&class.name, value);
    }

    /// What is certain of a class before it is made?
    fn is_made(&mut self, class: &'a ast::StmtClassDef) -> Made {
        let arguments = class.arguments.as_deref();
        let bases = arguments.map_or(&[][..], |arguments| &arguments.args);
        let keywords = arguments.map_or(&[][..], |arguments| &arguments.keywords);
        let mut bound = Vec::new();
        let is_certain = class.decorator_list.iter().all(|decorator| self.is_class_keeper(&decorator.expression))
            && class.body.iter().all(|stmt| self.is_harmless_in_class(stmt, &mut bound))
            && !bound.iter().any(|name| name == "__slots__" || HOOKS.contains(&name.as_str()))
            && !takes_decorated(&class.body);
        let is_abstract = match keywords {
            [] => false,
            [keyword] if keyword.arg.as_deref() == Some("metaclass") && bases.is_empty() => {
                if !matches!(self.target(&keyword.value), Target::External(path) if path == "abc.ABCMeta") {
                    return Made::Unknown;
                }
                true
            }
            _ => return Made::Unknown,
        };
        let base = match bases {
            [] => Some(is_abstract),
            [base] => self.base_is_abstract(base).map(|base| base || is_abstract),
            [base, last] if matches!(self.target(last), Target::Builtin(Builtin::Type("object"))) => {
                let is_object = matches!(self.target(base), Target::Builtin(Builtin::Type("object")));
                self.base_is_abstract(base).filter(|_| !is_object)
            }
            _ => None,
        };
        match base {
            Some(is_abstract) if is_certain => match is_abstract || !class.decorator_list.is_empty() {
                true => Made::Kept,
                false => Made::Plain,
            },
            _ => Made::Unknown,
        }
    }

    /// Can a class surely derive from it, and may it then answer `isinstance` in its own way?
    fn base_is_abstract(&mut self, base: &'a Expr) -> Option<bool> {
        match self.target(base) {
            Target::Builtin(Builtin::Exception(_)) => Some(false),
            Target::Builtin(Builtin::Type(name)) => {
                ["object", "int", "float", "str", "list", "tuple", "dict", "set", "frozenset"]
                    .contains(&name)
                    .then_some(false)
            }
            Target::External(path) if path == "abc.ABC" => Some(true),
            Target::Class(module, class) => {
                let Expr::Name(name) = base else { return None };
                if module != self.module || !self.bound.contains(name.id.as_str()) {
                    return None;
                }
                let class = self.lowering.class_at(module, class)?;
                let has_hook = class
                    .body
                    .iter()
                    .any(|stmt| matches!(stmt, Stmt::FunctionDef(def) if def.name.as_str() == "__init_subclass__"));
                match self.is_made(class) {
                    Made::Plain if !has_hook => Some(false),
                    Made::Kept if !has_hook => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_class_keeper(&mut self, decorator: &'a Expr) -> bool {
        matches!(self.target(decorator), Target::External(path) if path == "typing.final")
    }

    /// Does the statement of a class body bind names and do nothing else?
    fn is_harmless_in_class(&mut self, stmt: &'a Stmt, bound: &mut Vec<String>) -> bool {
        match stmt {
            Stmt::Pass(_) => true,
            Stmt::Expr(stmt) => self.is_harmless(&stmt.value, bound),
            Stmt::FunctionDef(def) => {
                let defaults: Vec<&'a Expr> =
                    def.parameters.iter().filter_map(|parameter| parameter.default()).collect();
                let annotations: Vec<&'a Expr> = def
                    .parameters
                    .iter()
                    .filter_map(|parameter| parameter.annotation())
                    .chain(def.returns.as_deref())
                    .collect();
                let is_harmless = def.decorator_list.iter().all(|decorator| {
                    // `@x.setter` of a property of this class.
                    let own = matches!(&decorator.expression, Expr::Attribute(attribute)
                        if ["setter", "getter", "deleter"].contains(&attribute.attr.as_str())
                            && matches!(&*attribute.value, Expr::Name(name)
                                if bound.contains(&format!("property {}", name.id))));
                    own || self.is_keeper(&decorator.expression)
                }) && defaults.into_iter().all(|default| self.is_harmless(default, bound))
                    && annotations.into_iter().all(|annotation| self.is_settled_annotation(annotation, bound));
                let is_property = def.decorator_list.iter().any(|decorator| match &decorator.expression {
                    Expr::Name(name) => name.id == "property" && !self.this_module().binds("property"),
                    Expr::Attribute(attribute) => ["setter", "getter", "deleter"].contains(&attribute.attr.as_str()),
                    _ => false,
                });
                bound.push(def.name.to_string());
                if is_property {
                    bound.push(format!("property {}", def.name));
                }
                is_harmless
            }
            Stmt::AnnAssign(stmt) => {
                let is_harmless = stmt.value.as_deref().is_none_or(|value| self.is_harmless(value, bound))
                    && self.is_settled_annotation(&stmt.annotation, bound);
                // An annotation alone binds nothing.
                let Expr::Name(name) = &*stmt.target else { return false };
                if stmt.value.is_some() {
                    bound.push(name.id.to_string());
                }
                is_harmless
            }
            Stmt::Assign(stmt) => {
                self.is_harmless(&stmt.value, bound)
                    && stmt.targets.iter().all(|target| self.is_harmless_target(target, bound))
            }
            _ => false,
        }
    }

    /// An annotation in a class body, whose names all have values here.
    fn is_settled_annotation(&mut self, annotation: &'a Expr, bound: &[String]) -> bool {
        if self.this_module().has_future_annotations {
            return true;
        }
        let is_known = crate::outside::names_in(Unknown::Expr(annotation)).into_iter().all(|name| {
            let is_builtin = crate::builtins::find(&name).is_some() && !self.this_module().binds(&name);
            is_builtin || self.bound.contains(&name) || bound.contains(&name)
        });
        is_known && self.is_harmless_annotation(annotation)
    }

    fn is_harmless_target(&mut self, target: &Expr, bound: &mut Vec<String>) -> bool {
        let Expr::Name(name) = target else { return false };
        bound.push(name.id.to_string());
        true
    }

    /// Has the expression of a class body surely a value, and no effect?
    fn is_harmless(&mut self, expr: &'a Expr, bound: &[String]) -> bool {
        match expr {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let is_builtin = crate::builtins::find(name).is_some() && !self.this_module().binds(name);
                // The name of the class itself is not bound yet, whatever held it before.
                bound.iter().any(|known| known == name) || self.bound.contains(name) || is_builtin
            }
            Expr::Attribute(_) | Expr::Call(_) => self.is_kept(expr),
            Expr::Tuple(tuple) => tuple.elts.iter().all(|element| self.is_harmless(element, bound)),
            Expr::List(list) => list.elts.iter().all(|element| self.is_harmless(element, bound)),
            Expr::Dict(dict) => dict.items.iter().all(|item| {
                item.key.as_ref().is_some_and(|key| literal(key).is_some()) && self.is_harmless(&item.value, bound)
            }),
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.iter().flat_map(|parameters| parameters.iter());
                parameters.filter_map(|parameter| parameter.default()).all(|default| self.is_harmless(default, bound))
            }
            other => literal(other).is_some() || other.is_ellipsis_literal_expr() || other.is_bytes_literal_expr(),
        }
    }

    pub(crate) fn call_class(&mut self, module: usize, class: Node, arguments: &Arguments) -> Operand {
        if let Some(class) = self.lowering.modelled(module, class) {
            return self.instantiate(class, arguments);
        }
        let class = self.lowering.class_at(module, class);
        let plain = class.filter(|class| self.lowering.plain_exception(module, class).is_some());
        let Some(class) = plain.filter(|_| arguments.keywords.is_empty()) else {
            return self.make_outside(module, class, arguments);
        };
        let name = format!("{}.{}", self.lowering.modules[module].name, class.name);
        let (name, args) = (self.atom(&name), self.items(&arguments.positional));
        Operand::Value(self.py("make_exception", &[name, args])[0])
    }

    pub(crate) fn get_attribute(&mut self, object: Operand, name: &str) -> Operand {
        let attribute = self.attribute_name(name);
        self.get_as(object, name, attribute)
    }

    /// An attribute whose name is given as a text: it stands for itself.
    pub(crate) fn get_named(&mut self, object: Operand, name: &str) -> Operand {
        self.get_as(object, name, name.to_string())
    }

    fn get_as(&mut self, object: Operand, name: &str, attribute: String) -> Operand {
        let object = self.boxed(object);
        self.if_object(
            Operand::Value(object),
            |lowerer| lowerer.by_class(Family::Get(attribute), &[Operand::Value(object)]),
            |lowerer| lowerer.get_other_attribute(object, name),
        )
    }

    /// An attribute of what is no object of a class of the program.
    fn get_other_attribute(&mut self, object: ValueId, name: &str) -> Operand {
        if name == "args" {
            let plain = |lowerer: &mut Self| lowerer.py_value("exception_args", &[Operand::Value(object)]);
            return self.if_outside(
                Operand::Value(object),
                |lowerer| lowerer.member(Operand::Value(object), name),
                plain,
            );
        }
        let otherwise = |lowerer: &mut Self| {
            lowerer.regex_attribute(object, name, |lowerer| {
                if let Some(bound) = lowerer.method_as_value(object, name) {
                    return bound;
                }
                if !is_builtin_attribute(name) {
                    let about = lowerer.b.constant(message_about(name), ctors().value);
                    lowerer.py("no_attribute", &[object, about]);
                }
                lowerer.unsupported_value("an attribute")
            })
        };
        self.if_outside(Operand::Value(object), |lowerer| lowerer.member(Operand::Value(object), name), otherwise)
    }

    pub(crate) fn set_attribute(&mut self, of: &'a Expr, object: Operand, name: &str, value: Operand) {
        let attribute = self.attribute_name(name);
        self.set_as(of, object, name, attribute, value);
    }

    /// The same with a name that is given as a text.
    pub(crate) fn set_named(&mut self, of: &'a Expr, object: Operand, name: &str, value: Operand) {
        self.set_as(of, object, name, name.to_string(), value);
    }

    fn set_as(&mut self, of: &'a Expr, object: Operand, name: &str, attribute: String, value: Operand) {
        let what = "assignment to an attribute";
        let object = Operand::Value(self.boxed(object));
        if let Target::Code(_) | Target::External(_) | Target::Module(_) | Target::Builtin(_) = self.target(of) {
            let step = |lowerer: &mut Self| {
                let key = lowerer.member_key(name, " =");
                lowerer.step(&key, &[object, value], what)
            };
            self.if_outside(object, step, |lowerer| lowerer.unsupported_value(what));
            return;
        }
        if self.give_to_class(of, &attribute, value) {
            return;
        }
        let other = |lowerer: &mut Self| {
            lowerer.if_outside(
                object,
                |lowerer| {
                    let key = lowerer.member_key(name, " =");
                    lowerer.step(&key, &[object, value], what)
                },
                |lowerer| {
                    let about = lowerer.b.constant(message_about(name), ctors().value);
                    lowerer.py_value("closed_attribute", &[object, Operand::Value(about)])
                },
            )
        };
        let may_be_class = self.has_objects() && self.may_be_class(of);
        self.if_object(
            object,
            |lowerer| {
                lowerer.lowering.shared.attributes.insert(attribute.clone());
                let family = if may_be_class { Family::SetAny(attribute) } else { Family::Set(attribute) };
                lowerer.by_class(family, &[object, value])
            },
            other,
        );
    }
}

/// Does the body give another name to something that a decorator made, which may want to know its name?
fn takes_decorated(body: &[Stmt]) -> bool {
    let is_decorated = |name: &str| {
        let is_it = |stmt: &Stmt| matches!(stmt, Stmt::FunctionDef(def) if def.name.as_str() == name && !def.decorator_list.is_empty());
        body.iter().any(is_it)
    };
    body.iter().any(|stmt| match stmt {
        Stmt::Assign(stmt) => matches!(&*stmt.value, Expr::Name(name) if is_decorated(&name.id)),
        _ => false,
    })
}
