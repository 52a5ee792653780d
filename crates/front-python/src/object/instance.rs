//! Objects as arguments: of which attributes, and of what types, an object of a class consists.
//!
//! They are those that its constructors give it, with the types that annotations and literals say. Only where that
//! is all that any method gives it, and all of it is plain, an object can be made of inputs.

use std::collections::BTreeMap;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use super::{Member, mangled};
use crate::call::Target;
use crate::lower::{Lowering, Signature};
use crate::types::{self, Around, Type};

impl<'a> Lowering<'a> {
    /// The type of the objects of a class that an annotation names.
    pub(crate) fn instance_of_annotation(&mut self, module: usize, annotation: &Expr) -> Option<Type> {
        let parsed;
        let named = match annotation {
            Expr::StringLiteral(text) => {
                parsed = ruff_python_parser::parse_expression(text.value.to_str()).ok()?.into_syntax();
                &*parsed.body
            }
            other => other,
        };
        match self.path_target(module, named) {
            Target::Class(of, class) => {
                let class = self.modelled(of, class)?;
                self.instance_type(class)
            }
            _ => None,
        }
    }

    /// The class of that name, if it is modelled.
    pub(crate) fn class_named(&mut self, name: &str) -> Option<usize> {
        let modules = self.modules;
        for (index, module) in modules.iter().enumerate() {
            let Some(rest) = name.strip_prefix(module.name.as_str()).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let found = module.body.iter().find_map(|stmt| match stmt {
                Stmt::ClassDef(def) if def.name.as_str() == rest => Some(def),
                _ => None,
            });
            if let Some(def) = found {
                return self.modelled(index, crate::module::Node::of(def));
            }
        }
        None
    }

    /// What the class of that name, with all it derives from, means.
    pub(crate) fn meaning_of_class(&mut self, name: &str) -> Option<String> {
        let class = self.class_named(name)?;
        let (module, def) = (self.objects.classes[class].module, self.objects.classes[class].def);
        let modules = self.modules;
        let is_it = |stmt: &&Stmt| matches!(stmt, Stmt::ClassDef(found) if std::ptr::eq(found, def));
        let stmt = modules[module].body.iter().find(is_it)?;
        self.meaning(module, crate::outside::Unknown::Stmt(stmt))
    }

    /// Is the function one that is called of an object?
    pub(crate) fn is_method(&self, class: usize, def: &ast::StmtFunctionDef) -> bool {
        let members = self.objects.classes[class].members.values();
        members.into_iter().any(|member| match member {
            Member::Method(found) => std::ptr::eq(*found, def),
            Member::Property(property) => std::ptr::eq(property.get, def),
            _ => false,
        })
    }

    /// The type of named tuples whose fields have annotations.
    fn named_type(&mut self, class: usize) -> Option<Type> {
        let classes = &self.objects.classes;
        let owner = *classes[class].order.iter().find(|of| classes[**of].named.is_some())?;
        let (row, fields) = (&classes[owner], classes[owner].named.as_ref()?);
        let function = row.written.iter().find_map(Stmt::as_function_def_stmt)?;
        let scope = Around::new(&self.modules[row.module], self.modules, Some(row.def), function);
        let type_of = |name: &String| {
            let mut fields = row.def.body.iter().filter_map(Stmt::as_ann_assign_stmt);
            let field = fields.find(|field| matches!(&*field.target, Expr::Name(found) if found.id == *name))?;
            let type_ = types::of_annotation(&field.annotation, &scope).type_;
            is_plain(&type_).then(|| (name.clone(), type_))
        };
        let attributes = fields.iter().map(type_of).collect::<Option<_>>()?;
        Some(Type::Instance(classes[class].name.clone(), attributes))
    }

    /// The type of the objects of the class, if all of their attributes are plain.
    pub(crate) fn instance_type(&mut self, class: usize) -> Option<Type> {
        if self.is_named(class) {
            return self.named_type(class);
        }
        if let Some(row) = self.enumeration(class) {
            let names: Vec<String> = row.values.iter().map(|(name, _)| name.clone()).collect();
            return (!names.is_empty()).then(|| Type::Member(self.objects.classes[class].name.clone(), names));
        }
        let order = self.objects.classes[class].order.clone();
        // What `__new__` makes, or `__getattr__` makes up, is not known.
        let is_made_up = ["__new__", "__getattr__"].iter().any(|name| self.resolve(class, name).is_some());
        if is_made_up {
            return None;
        }
        // What an object has cached before is not known.
        let is_cached = |of: &usize| {
            let members = self.objects.classes[*of].members.values();
            members.into_iter().any(|member| matches!(member, Member::Cached(_)))
        };
        if order.iter().any(is_cached) {
            return None;
        }
        let mut attributes: BTreeMap<String, Attribute> = BTreeMap::new();
        for owner in order {
            let row = &self.objects.classes[owner];
            let (module, def, written) = (row.module, row.def, row.written);
            let is_data = row.data.is_some();
            // What the constructor does not set may not be there.
            if row.data.as_ref().is_some_and(|data| data.fields.iter().any(|field| !field.init)) {
                return None;
            }
            for stmt in &def.body {
                match stmt {
                    Stmt::AnnAssign(stmt) if is_data => {
                        let function = written.iter().find_map(Stmt::as_function_def_stmt)?;
                        let scope = Around::new(&self.modules[module], self.modules, Some(def), function);
                        let Expr::Name(name) = &*stmt.target else { continue };
                        let row = attributes.entry(name.id.to_string()).or_default();
                        row.said.get_or_insert(types::of_annotation(&stmt.annotation, &scope).type_);
                        row.is_constructed = true;
                    }
                    Stmt::FunctionDef(method) => {
                        let scope = Around::new(&self.modules[module], self.modules, Some(def), method);
                        let receiver = method.parameters.posonlyargs.iter().chain(&method.parameters.args).next();
                        let Some(receiver) = receiver else { continue };
                        let mut given = Given {
                            class: &def.name,
                            receiver: &receiver.parameter.name,
                            signature: Signature::of(&method.parameters),
                            scope: &scope,
                            is_constructor: method.name.as_str() == "__init__",
                            attributes: &mut attributes,
                        };
                        given.visit_body(&method.body);
                        given.constructed(&method.body);
                    }
                    Stmt::AnnAssign(stmt) if stmt.value.is_none() => return None,
                    _ => {}
                }
            }
        }
        let rows = attributes.into_iter().map(|(name, row)| Some((name, row.type_()?)));
        let attributes: Vec<(String, Type)> = rows.collect::<Option<_>>()?;
        // A field's default is in the class, and every object has its own value.
        let is_hidden = |name: &String| match self.resolve(class, name) {
            Some((owner, Member::Variable)) => self.objects.classes[owner].data.is_none(),
            found => found.is_some(),
        };
        let is_plain = attributes.iter().all(|(name, type_)| is_plain(type_) && !is_hidden(name));
        is_plain.then(|| Type::Instance(self.objects.classes[class].name.clone(), attributes))
    }
}

fn is_plain(type_: &Type) -> bool {
    match type_ {
        Type::Int | Type::Bool | Type::Float | Type::Str | Type::None | Type::Dict(..) | Type::Set(_) => true,
        Type::List(element) | Type::TupleOf(element) => crate::entry::wrapper(element).is_some(),
        Type::Tuple(types) | Type::Union(types) => types.iter().all(is_plain),
        Type::Handle(_) | Type::MaybeHandle(_) | Type::Other(_) | Type::Any => false,
        Type::Instance(..) | Type::Member(..) | Type::Literal(_) | Type::Named(_) => false,
    }
}

/// What is known of an attribute.
#[derive(Default)]
struct Attribute {
    /// What annotations say.
    said: Option<Type>,
    /// What is put there; `None`: of a type that is not known.
    held: Vec<Option<Type>>,
    /// Has every object it, once it is made?
    is_constructed: bool,
}

impl Attribute {
    fn type_(self) -> Option<Type> {
        let held: Option<Vec<Type>> = self.held.into_iter().collect();
        let type_ = match (self.said, held) {
            (Some(said), _) => said,
            (None, Some(held)) if !held.is_empty() => types::union(held),
            _ => return None,
        };
        self.is_constructed.then_some(type_)
    }
}

/// Finds what a method gives its object.
struct Given<'g, 's> {
    class: &'g str,
    receiver: &'g str,
    signature: Signature<'g>,
    scope: &'g Around<'s>,
    is_constructor: bool,
    attributes: &'g mut BTreeMap<String, Attribute>,
}

impl Given<'_, '_> {
    fn name_of(&self, target: &Expr) -> Option<String> {
        let Expr::Attribute(attribute) = target else { return None };
        let is_own = matches!(&*attribute.value, Expr::Name(name) if name.id.as_str() == self.receiver);
        is_own.then(|| mangled(self.class, &attribute.attr))
    }

    /// What the constructor surely gives it: the statements of its body, before anything can leave it.
    fn constructed(&mut self, body: &[Stmt]) {
        if !self.is_constructor {
            return;
        }
        for stmt in body {
            let targets: Vec<&Expr> = match stmt {
                Stmt::Assign(stmt) => stmt.targets.iter().collect(),
                Stmt::AnnAssign(stmt) if stmt.value.is_some() => vec![&stmt.target],
                Stmt::Return(_) => return,
                _ => continue,
            };
            let names: Vec<String> = targets.into_iter().filter_map(|target| self.name_of(target)).collect();
            for name in names {
                self.attributes.entry(name).or_default().is_constructed = true;
            }
        }
    }

    fn type_of(&self, value: &Expr) -> Option<Type> {
        match value {
            Expr::Name(name) => {
                let parameter = self.signature.parameters().find(|parameter| parameter.name == name.id.as_str())?;
                let choice = types::of_annotation(parameter.annotation?, self.scope);
                (choice.is_given && !choice.type_.is_open()).then_some(choice.type_)
            }
            Expr::NoneLiteral(_) => Some(Type::None),
            other => types::of_literal(other),
        }
    }

    fn give(&mut self, target: &Expr, type_: Option<Type>) {
        if let Some(name) = self.name_of(target) {
            self.attributes.entry(name).or_default().held.push(type_);
        }
    }
}

impl<'v> Visitor<'v> for Given<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'v Stmt) {
        match stmt {
            Stmt::Assign(stmt) => {
                let type_ = self.type_of(&stmt.value);
                for target in &stmt.targets {
                    match self.name_of(target) {
                        Some(_) => self.give(target, type_.clone()),
                        None => self.visit_expr(target),
                    }
                }
                self.visit_expr(&stmt.value);
            }
            Stmt::AnnAssign(stmt) => {
                if let Some(name) = self.name_of(&stmt.target) {
                    let choice = types::of_annotation(&stmt.annotation, self.scope);
                    self.attributes.entry(name).or_default().said = Some(choice.type_);
                }
                stmt.value.iter().for_each(|value| self.visit_expr(value));
            }
            Stmt::AugAssign(stmt) => {
                // A number that is counted up or down stays one.
                let is_count = matches!(stmt.op, ast::Operator::Add | ast::Operator::Sub | ast::Operator::Mult)
                    && self.type_of(&stmt.value) == Some(Type::Int);
                self.give(&stmt.target, is_count.then_some(Type::Int));
                self.visit_expr(&stmt.value);
            }
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'v Expr) {
        // Assigned in another way: by a loop, by unpacking, by `with`, or deleted.
        if let Expr::Attribute(attribute) = expr
            && !attribute.ctx.is_load()
        {
            self.give(expr, None);
        }
        visitor::walk_expr(self, expr);
    }
}
