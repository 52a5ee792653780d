//! What a class statement defines, and what it does when it runs.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use super::dataclass::class_value;
use super::slots::BESIDE_SLOTS;
use super::{Class, Member, Property, is_private, is_special, mangled};
use crate::builtins::Builtin;
use crate::call::Target;
use crate::expr::literal;
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;
use crate::module::{BindingKind, is_immutable};
use crate::outside::{Unknown, names_in};
use crate::runtime::ctors;
use crate::scope::Scope;
use crate::settled::is_identifier;

/// Special methods that are called as the language says.
const SPECIAL: &str = "__init__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __len__ __bool__ __getitem__ \
    __setitem__ __delitem__ __contains__ __iter__ __next__ __call__ __str__ __repr__ __format__ __enter__ __exit__ \
    __neg__ __pos__ __invert__ __abs__ \
    __add__ __radd__ __iadd__ __sub__ __rsub__ __isub__ __mul__ __rmul__ __imul__ __truediv__ __rtruediv__ \
    __itruediv__ __floordiv__ __rfloordiv__ __ifloordiv__ __mod__ __rmod__ __imod__ __pow__ __rpow__ __ipow__ \
    __lshift__ __rlshift__ __ilshift__ __rshift__ __rrshift__ __irshift__ __and__ __rand__ __iand__ __or__ __ror__ \
    __ior__ __xor__ __rxor__ __ixor__ __matmul__ __rmatmul__ __imatmul__";

/// Special methods that only what is not modelled calls.
const NEVER_CALLED: &str = "__copy__ __deepcopy__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __sizeof__ __dir__ \
    __post_init__ __fspath__ __bytes__ __reversed__ __int__ __float__ __index__ __round__ __getattr__ __getnewargs_ex__ \
    __missing__ __divmod__ __rdivmod__ __floor__ __ceil__ __trunc__ __complex__";

impl<'a> Lowering<'a> {
    /// The class, without its order, if all of it is known.
    pub(super) fn read_class(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<Class<'a>> {
        let is_only = self.global_target(module, &def.name) == Target::Class(module, crate::module::Node::of(def));
        let is_abstract = self.is_abstract_by_keyword(module, def)? || self.is_abstract_by_base(module, def);
        // A class that is registered with an abstract one counts as derived from it.
        let registers = || self.modules.iter().any(|module| module.text().contains(".register"));
        if !is_only || def.type_params.is_some() || is_abstract && registers() {
            return None;
        }
        if let Some(fields) = self.named_fields(module, def) {
            return self.read_named(module, def, fields?);
        }
        if let Some(kind) = self.enumeration_kind(module, def) {
            return self.read_enumeration(module, def, kind?);
        }
        if let Some(base) = self.error_base(module, def) {
            return self.read_error(module, def, base);
        }
        let bases = self.bases(module, def)?;
        let (data, written) = self.read_data(module, def, &bases)?;
        let bound = Scope::of_body(&def.body).locals;
        let mut reader = Reader { lowering: self, module, def, is_data: data.is_some(), bound };
        let mut members = reader.members()?;
        let slots = reader.slots(&members)?;
        for stmt in written {
            if let Stmt::FunctionDef(function) = stmt {
                members.insert(function.name.to_string(), Member::Method(function));
            }
        }
        let name = format!("{}.{}", self.modules[module].name, def.name);
        for attribute in self.given_later(module, def) {
            let name = attribute.to_string();
            if !is_special(&name) && !members.contains_key(&name) && !slots.iter().flatten().any(|slot| *slot == name) {
                members.insert(name, Member::Variable);
            }
        }
        let (order, named, enumeration, error) = (Vec::new(), None, None, None);
        Some(Class { module, def, name, order, members, data, written, slots, is_abstract, named, enumeration, error })
    }

    /// The attributes that the top level gives the class after its statement: `C.x = …`.
    pub(super) fn given_later(&self, module: usize, def: &ast::StmtClassDef) -> Vec<&'a str> {
        let targets = self.modules[module].body.iter().filter_map(Stmt::as_assign_stmt).flat_map(|stmt| &stmt.targets);
        let found = targets.filter_map(|target| match target {
            Expr::Attribute(attribute) => match &*attribute.value {
                Expr::Name(name) if name.id == *def.name => Some(attribute.attr.as_str()),
                _ => None,
            },
            _ => None,
        });
        found.collect()
    }

    /// Does nothing but assignments of top levels set an attribute of that name?
    pub(super) fn is_given_at_top_level_only(&self, name: &str) -> bool {
        let mut modules = self.modules.iter().chain(&self.shared.others);
        modules.all(|module| !module.patched_later.contains(name) && !module.patches_any && !module.patches_others)
    }

    /// `metaclass=ABCMeta`; `None`: another keyword.
    fn is_abstract_by_keyword(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<bool> {
        let keywords = def.arguments.as_deref().map_or(&[][..], |arguments| &arguments.keywords);
        match keywords {
            [] => Some(false),
            [keyword] if keyword.arg.as_deref() == Some("metaclass") => {
                let is_it = self.path_target(module, &keyword.value) == Target::External("abc.ABCMeta".into());
                is_it.then_some(true)
            }
            _ => None,
        }
    }

    fn is_abstract_by_base(&mut self, module: usize, def: &'a ast::StmtClassDef) -> bool {
        let bases = def.arguments.as_deref().map_or(&[][..], |arguments| &arguments.args);
        bases.iter().any(|base| self.path_target(module, base) == Target::External("abc.ABC".into()))
    }

    /// A base that only says something about types or abstract methods.
    pub(super) fn is_mark(&mut self, module: usize, base: &'a Expr) -> bool {
        match base {
            Expr::Subscript(subscript) => {
                self.path_target(module, &subscript.value) == Target::External("typing.Generic".into())
                    && self.are_type_variables(module, &subscript.slice)
            }
            base => self.path_target(module, base) == Target::External("abc.ABC".into()),
        }
    }

    /// Are they different type variables of the module? Nothing else may stand there.
    fn are_type_variables(&mut self, module: usize, slice: &'a Expr) -> bool {
        let elements = match slice {
            Expr::Tuple(tuple) => &tuple.elts[..],
            other => std::slice::from_ref(other),
        };
        let mut seen = std::collections::BTreeSet::new();
        let modules = self.modules;
        elements.iter().all(|element| {
            let Expr::Name(name) = element else { return false };
            let made = crate::state::first_value(&modules[module], &name.id);
            let Some(Expr::Call(call)) = made else { return false };
            let is_variable = self.path_target(module, &call.func) == Target::External("typing.TypeVar".into());
            is_variable && seen.insert(name.id.as_str())
        })
    }

    /// The bases without `object`, if all are modelled.
    pub(super) fn bases(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<Vec<usize>> {
        if self.named_fields(module, def).is_some() {
            return Some(Vec::new());
        }
        if let Some(kind) = self.enumeration_kind(module, def) {
            return Lowering::bases_of_enumeration(kind);
        }
        if let Some((_, base)) = self.error_base(module, def) {
            return Some(base.into_iter().collect());
        }
        let written = def.arguments.as_deref().map_or(&[][..], |arguments| &arguments.args);
        let (mut bases, mut marks) = (Vec::new(), 0);
        for (place, base) in written.iter().enumerate() {
            match self.path_target(module, base) {
                Target::Builtin(Builtin::Type("object")) if place + 1 == written.len() => {}
                // What is marked must have an order with the mark: it stands last, and alone.
                Target::Class(of, class) if marks == 0 => bases.push(self.modelled(of, class)?),
                _ if marks == 0 && self.is_mark(module, base) => marks += 1,
                _ => return None,
            }
        }
        let is_twice = |base: &usize| bases.iter().filter(|known| *known == base).count() > 1;
        (!bases.iter().any(is_twice)).then_some(bases)
    }
}

pub(super) struct Reader<'r, 'a> {
    pub(super) lowering: &'r mut Lowering<'a>,
    pub(super) module: usize,
    pub(super) def: &'a ast::StmtClassDef,
    pub(super) is_data: bool,
    /// All names that the body binds.
    pub(super) bound: Vec<String>,
}

impl<'a> Reader<'_, 'a> {
    pub(super) fn members(&mut self) -> Option<BTreeMap<String, Member<'a>>> {
        let mut members = BTreeMap::new();
        for stmt in &self.def.body {
            self.stmt(stmt, &mut members)?;
        }
        Some(members)
    }

    /// What `__slots__` says; the outer `None`: that is not known.
    pub(super) fn slots(&mut self, members: &BTreeMap<String, Member<'a>>) -> Option<Option<Vec<String>>> {
        let mut found = None;
        for stmt in &self.def.body {
            if let Some(value) = slots_of(stmt) {
                let elements = match value {
                    Expr::Tuple(tuple) => &tuple.elts[..],
                    Expr::List(list) => &list.elts[..],
                    Expr::StringLiteral(_) => std::slice::from_ref(value),
                    _ => return None,
                };
                let name = |element: &Expr| match element {
                    Expr::StringLiteral(text) if is_identifier(text.value.to_str()) => {
                        Some(mangled(&self.def.name, text.value.to_str()))
                    }
                    _ => None,
                };
                let names: Vec<String> = elements.iter().map(name).collect::<Option<_>>()?;
                // A name that the class binds as well is an error; and what classes have anyway may be one.
                let is_sound = |name: &String| {
                    !members.contains_key(name) && (!is_special(name) || BESIDE_SLOTS.contains(&name.as_str()))
                };
                if found.is_some() || self.is_data || !names.iter().all(is_sound) {
                    return None;
                }
                found = Some(names);
            }
        }
        Some(found)
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt, members: &mut BTreeMap<String, Member<'a>>) -> Option<()> {
        if slots_of(stmt).is_some() {
            return Some(());
        }
        match stmt {
            Stmt::Pass(_) => {}
            Stmt::Expr(stmt) if stmt.value.is_string_literal_expr() || stmt.value.is_ellipsis_literal_expr() => {}
            Stmt::FunctionDef(def) => {
                self.function(def, members)?;
                let name = mangled(&self.def.name, &def.name);
                let member = self.decorated(def, members.get(&name).copied())?;
                members.insert(name, member);
            }
            Stmt::Assign(stmt) => {
                for target in &stmt.targets {
                    self.variable(target, Some(&stmt.value), members)?;
                }
            }
            Stmt::AnnAssign(stmt) => {
                if !self.has_own_names(&stmt.annotation) {
                    return None;
                }
                let Expr::Name(_) = &*stmt.target else { return None };
                // Of a field, its default stays in the class.
                let of_field = |value: &'a Expr| if self.is_data { class_value(value) } else { Some(value) };
                if let Some(value) = stmt.value.as_deref().and_then(of_field) {
                    self.variable(&stmt.target, Some(value), members)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn variable(
        &mut self,
        target: &'a Expr,
        value: Option<&'a Expr>,
        members: &mut BTreeMap<String, Member<'a>>,
    ) -> Option<()> {
        let Expr::Name(target) = target else { return None };
        if let Some(member) = value.and_then(|value| self.alias(value, members)) {
            let words = SPECIAL.split_whitespace().chain(NEVER_CALLED.split_whitespace());
            let is_known = !is_special(&target.id) || words.into_iter().any(|known| known == target.id.as_str());
            let name = mangled(&self.def.name, &target.id);
            return (is_known && members.insert(name, member).is_none()).then_some(());
        }
        let is_none = value.is_some_and(Expr::is_none_literal_expr);
        let member = match target.id.as_str() {
            "__hash__" if is_none => Member::NoHash,
            name if is_special(name) => return None,
            _ => Member::Variable,
        };
        let is_known = value.is_none_or(|value| self.is_known(value, members));
        let name = mangled(&self.def.name, &target.id);
        (is_known && members.insert(name, member).is_none()).then_some(())
    }

    /// `__radd__ = __add__`: the method that the body bound by that name, and nothing else by it.
    fn alias(&self, value: &Expr, members: &BTreeMap<String, Member<'a>>) -> Option<Member<'a>> {
        let Expr::Name(name) = value else { return None };
        let bindings = self.def.body.iter().flat_map(|stmt| Scope::of_body(std::slice::from_ref(stmt)).locals);
        let is_once = bindings.filter(|bound| *bound == name.id.as_str()).count() == 1;
        match members.get(&mangled(&self.def.name, &name.id)) {
            Some(Member::Method(def)) if is_once && def.decorator_list.is_empty() && !is_private(&name.id) => {
                Some(Member::Method(def))
            }
            _ => None,
        }
    }

    /// Has the expression a value that is modelled, or one that is only kept?
    fn is_known(&mut self, value: &'a Expr, members: &BTreeMap<String, Member<'a>>) -> bool {
        let names = names_in(Unknown::Expr(value));
        if names.iter().any(|name| is_private(name)) {
            return false;
        }
        let own: BTreeSet<String> = names.into_iter().filter(|name| self.bound.contains(name)).collect();
        // A name that only the body binds, and has bound by then.
        let row = &self.lowering.modules[self.module];
        let is_bound = |name: &String| {
            matches!(members.get(name), Some(Member::Variable))
                && !row.binds(name)
                && crate::builtins::find(name).is_none()
                && !row.has_star
        };
        if !own.iter().all(is_bound) {
            return false;
        }
        self.lowering.is_simple(self.module, value, &own) || own.is_empty() && self.is_settled()
    }

    fn is_settled(&self) -> bool {
        let body = &self.lowering.modules[self.module].body;
        let is_it = |stmt: &&Stmt| matches!(stmt, Stmt::ClassDef(def) if std::ptr::eq(def, self.def));
        body.iter().find(is_it).is_some_and(|stmt| self.lowering.modules[self.module].is_settled(stmt))
    }

    /// Does an annotation leave the names of the body alone?
    fn has_own_names(&self, annotation: &Expr) -> bool {
        self.lowering.modules[self.module].has_future_annotations
            || !names_in(Unknown::Expr(annotation)).iter().any(|name| self.bound.contains(name) || is_private(name))
    }

    /// Is the function one whose definition and names are as they are written?
    fn function(&mut self, def: &'a ast::StmtFunctionDef, members: &BTreeMap<String, Member<'a>>) -> Option<()> {
        let mut defaults = def.parameters.iter().filter_map(|parameter| parameter.default());
        let annotations = def.parameters.iter().filter_map(|parameter| parameter.annotation());
        let mut annotations = annotations.chain(def.returns.as_deref());
        let is_plain = def.type_params.is_none()
            && defaults.all(|default| self.is_known(default, members))
            && annotations.all(|annotation| self.has_own_names(annotation))
            && !Private::is_in(def);
        is_plain.then_some(())
    }

    fn decorated(&mut self, def: &'a ast::StmtFunctionDef, before: Option<Member<'a>>) -> Option<Member<'a>> {
        let name = def.name.as_str();
        let decorator = match &def.decorator_list[..] {
            // It is called of a class, decorated or not.
            [] if name == "__new__" => return before.is_none().then_some(Member::Static(def)),
            [] => {
                let words = SPECIAL.split_whitespace().chain(NEVER_CALLED.split_whitespace());
                let is_known = !is_special(name) || words.into_iter().any(|known| known == name);
                return (is_known && before.is_none()).then_some(Member::Method(def));
            }
            [decorator] if self.is_abstract_mark(&decorator.expression) => {
                let words = SPECIAL.split_whitespace().chain(NEVER_CALLED.split_whitespace());
                let is_known = !is_special(name) || words.into_iter().any(|known| known == name);
                return (is_known && before.is_none()).then_some(Member::Method(def));
            }
            [decorator] => &decorator.expression,
            [decorator, last] if self.is_abstract_mark(&last.expression) => &decorator.expression,
            _ => return None,
        };
        if is_special(name) {
            return None;
        }
        if before.is_none() && self.lowering.path_target(self.module, decorator) == cached() {
            return Some(Member::Cached(def));
        }
        match (decorator, before) {
            (Expr::Name(decorator), None) if !self.bound.contains(&decorator.id.to_string()) => {
                match self.lowering.global_target(self.module, &decorator.id) {
                    Target::Builtin(Builtin::Type("staticmethod")) => Some(Member::Static(def)),
                    Target::Builtin(Builtin::Type("classmethod")) => Some(Member::OfClass(def)),
                    Target::Builtin(Builtin::Type("property")) => {
                        Some(Member::Property(Property { get: def, set: None, delete: None }))
                    }
                    _ => None,
                }
            }
            (Expr::Attribute(decorator), Some(Member::Property(known))) => {
                let is_own = matches!(&*decorator.value, Expr::Name(own) if own.id.as_str() == def.name.as_str());
                match decorator.attr.as_str() {
                    "setter" if is_own => Some(Member::Property(Property { set: Some(def), ..known })),
                    "deleter" if is_own => Some(Member::Property(Property { delete: Some(def), ..known })),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// `functools.cached_property`
fn cached() -> Target {
    Target::External("functools.cached_property".into())
}

/// `__slots__ = …`
fn slots_of(stmt: &Stmt) -> Option<&Expr> {
    match stmt {
        Stmt::Assign(stmt) => match &stmt.targets[..] {
            [Expr::Name(name)] if name.id == "__slots__" => Some(&stmt.value),
            _ => None,
        },
        _ => None,
    }
}

/// Is the function decorated as an abstract one? Only that of `abc` is taken where a class is modelled.
pub(super) fn is_abstract(def: &ast::StmtFunctionDef) -> bool {
    def.decorator_list.last().is_some_and(|decorator| match &decorator.expression {
        Expr::Name(name) => name.id == "abstractmethod",
        Expr::Attribute(attribute) => attribute.attr.as_str() == "abstractmethod",
        _ => false,
    })
}

impl<'a> Reader<'_, 'a> {
    fn is_abstract_mark(&mut self, decorator: &'a Expr) -> bool {
        let is_name = match decorator {
            Expr::Name(name) => name.id == "abstractmethod",
            Expr::Attribute(attribute) => attribute.attr.as_str() == "abstractmethod",
            _ => false,
        };
        is_name && self.lowering.path_target(self.module, decorator) == Target::External("abc.abstractmethod".into())
    }
}

impl<'a> Lowering<'a> {
    /// Is the expression of a class body modelled, with names that surely are? `own`: names that the body has bound.
    fn is_simple(&mut self, module: usize, expr: &'a Expr, own: &BTreeSet<String>) -> bool {
        match expr {
            Expr::Name(name) if own.contains(name.id.as_str()) => true,
            Expr::BinOp(binary) => {
                let is_part = |part: &Expr| match part {
                    Expr::Name(name) => own.contains(name.id.as_str()),
                    other => literal(other).is_some(),
                };
                let is_plain = matches!(binary.op, ast::Operator::Add | ast::Operator::Sub | ast::Operator::Mult);
                is_plain && is_part(&binary.left) && is_part(&binary.right)
            }
            Expr::Name(name) => match self.global_target(module, &name.id) {
                Target::Code(_) => true,
                Target::Builtin(Builtin::Type(_) | Builtin::Exception(_) | Builtin::Function(_)) => true,
                Target::Builtin(Builtin::Constant(name)) => name == "NotImplemented",
                Target::Class(of, class) => self.modelled(of, class).is_some(),
                Target::Unknown => self.modules[module].only_binding(&name.id) == Some(BindingKind::Constant),
                _ => false,
            },
            Expr::Tuple(tuple) => tuple.elts.iter().all(|element| self.is_simple(module, element, own)),
            Expr::List(list) => list.elts.iter().all(|element| self.is_simple(module, element, own)),
            Expr::Dict(dict) => dict.items.iter().all(|item| {
                item.key.as_ref().is_some_and(|key| literal(key).is_some()) && self.is_simple(module, &item.value, own)
            }),
            other => literal(other).is_some(),
        }
    }
}

/// Does a function use names that mean others in a class?
struct Private(bool);

impl Private {
    fn is_in(def: &ast::StmtFunctionDef) -> bool {
        let mut private = Private(false);
        def.parameters.iter().for_each(|parameter| private.name(parameter.name()));
        def.parameters
            .iter()
            .filter_map(|parameter| parameter.default())
            .for_each(|default| private.visit_expr(default));
        private.visit_body(&def.body);
        private.0
    }

    fn name(&mut self, name: &str) {
        self.0 |= is_private(name);
    }
}

impl<'a> Visitor<'a> for Private {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // In a class within, they mean yet others.
            Stmt::ClassDef(_) => self.0 = true,
            Stmt::FunctionDef(def) => self.name(&def.name),
            Stmt::Global(global) => global.names.iter().for_each(|name| self.name(name)),
            Stmt::Nonlocal(names) => names.names.iter().for_each(|name| self.name(name)),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr {
            self.name(&name.id);
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_keyword(&mut self, keyword: &'a ast::Keyword) {
        keyword.arg.iter().for_each(|name| self.name(name));
        visitor::walk_keyword(self, keyword);
    }

    fn visit_alias(&mut self, alias: &'a ast::Alias) {
        self.0 |= alias.name.split('.').any(is_private);
        alias.asname.iter().for_each(|name| self.name(name));
    }

    fn visit_parameter(&mut self, parameter: &'a ast::Parameter) {
        self.name(&parameter.name);
        visitor::walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(inner) = handler;
        inner.name.iter().for_each(|name| self.name(name));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a ast::Pattern) {
        match pattern {
            ast::Pattern::MatchAs(pattern) => pattern.name.iter().for_each(|name| self.name(name)),
            ast::Pattern::MatchStar(pattern) => pattern.name.iter().for_each(|name| self.name(name)),
            ast::Pattern::MatchMapping(pattern) => pattern.rest.iter().for_each(|name| self.name(name)),
            ast::Pattern::MatchClass(pattern) => {
                pattern.arguments.keywords.iter().for_each(|keyword| self.name(&keyword.attr));
            }
            _ => {}
        }
        visitor::walk_pattern(self, pattern);
    }
}

impl<'a> Lowerer<'a, '_> {
    /// The statement of a class that is modelled.
    pub(crate) fn modelled_class_stmt(&mut self, class: usize) {
        let def = self.lowering.objects.classes[class].def;
        for base in def.arguments.iter().flat_map(|arguments| &arguments.args) {
            match self.lowering.is_mark(self.module, base) {
                true => {}
                false if self.lowering.is_of_kind(class) => self.check_decorator(base),
                false => {
                    self.expr(base);
                }
            }
        }
        for decorator in &def.decorator_list {
            self.check_decorator(&decorator.expression);
        }
        let written = self.lowering.objects.classes[class].written;
        let outer = std::mem::take(&mut self.class_names);
        for name in Scope::of_body(&def.body).locals {
            let is_variable = matches!(self.lowering.objects.classes[class].members.get(&name), Some(Member::Variable));
            if is_variable && !self.this_module().binds(&name) && crate::builtins::find(&name).is_none() {
                let cell = self.class_cell(class, &name);
                self.class_names.insert(name, cell);
            }
        }
        for stmt in def.body.iter().chain(written) {
            match stmt {
                Stmt::FunctionDef(method) => self.method_stmt(class, method),
                Stmt::Assign(stmt) => self.set_members(class, &stmt.targets, &stmt.value),
                Stmt::AnnAssign(stmt) => {
                    let is_data = self.lowering.objects.classes[class].data.is_some();
                    let of_field = |value: &'a Expr| if is_data { class_value(value) } else { Some(value) };
                    if let Some(value) = stmt.value.as_deref().and_then(of_field) {
                        self.set_members(class, std::slice::from_ref(&*stmt.target), value);
                    }
                    self.annotation(&stmt.annotation);
                }
                _ => {}
            }
        }
        self.class_names = outer;
        if self.lowering.is_refused(class) {
            return self.raise("TypeError", "multiple bases have instance lay-out conflict");
        }
        let name = self.lowering.objects.classes[class].name.clone();
        let value = self.constant(ctors().class, &name);
        self.assign_name(&def.name, value);
    }

    /// Evaluates the defaults.
    fn method_stmt(&mut self, class: usize, def: &'a ast::StmtFunctionDef) {
        let code = self.lowering.method_code(class, def);
        let signature = self.lowering.codes[code].signature.clone();
        for parameter in signature.parameters() {
            if let Some(default) = parameter.default.filter(|default| literal(default).is_none()) {
                let path = format!("{}.<default>.{}", self.lowering.codes[code].name, parameter.name);
                let value = self.member_value(default, &path);
                let value = self.boxed(value);
                let cell = self.default_cell(code, &parameter.name);
                self.b.set(cell, value);
                let is_constant = matches!(default, Expr::Name(name) if name.id == "NotImplemented");
                if !is_immutable(default) && !is_constant {
                    self.lowering.shared.note_class_state(cell);
                }
            }
        }
        self.annotations(def);
    }

    /// What an expression of a class body gives, if only to be kept under that path.
    fn member_value(&mut self, expr: &'a Expr, path: &str) -> Operand {
        let module = self.module;
        let own: BTreeSet<String> = self.class_names.keys().cloned().collect();
        let is_known = self.lowering.is_simple(module, expr, &own)
            || self.is_lowered_whole(|lowerer| {
                lowerer.expr(expr);
            });
        if is_known {
            return self.expr(expr);
        }
        let meaning = match self.steps_outside() {
            true => self.lowering.meaning(module, Unknown::Expr(expr)),
            false => None,
        };
        // Whoever uses it may run what it was made of.
        self.lowering.shared.program_is_out = true;
        match meaning {
            Some(key) => self.outside_constant(&format!("{path} = {key}"), ""),
            None => self.constant(ctors().foreign, path),
        }
    }

    fn set_members(&mut self, class: usize, targets: &[Expr], expr: &'a Expr) {
        let mut names = Vec::new();
        for target in targets {
            let Expr::Name(target) = target else { continue };
            let row = &self.lowering.objects.classes[class];
            let name = mangled(&row.def.name, &target.id);
            if let Some(Member::Variable) = row.members.get(&name) {
                names.push(name);
            }
        }
        let Some(first) = names.first() else { return };
        let path = format!("{}.{first}", self.lowering.objects.classes[class].name);
        let value = self.member_value(expr, &path);
        let def = self.lowering.objects.classes[class].def;
        let is_fixed = self.is_fixed(def, expr);
        for name in names {
            let cell = self.class_cell(class, &name);
            let value = self.boxed(value);
            self.b.set(cell, value);
            if !is_fixed || self.lowering.is_set_somewhere(&name) {
                self.lowering.shared.note_class_state(cell);
            }
        }
    }

    /// Does the expression of a class body give something that cannot change, whoever has it?
    fn is_fixed(&mut self, def: &'a ast::StmtClassDef, expr: &'a Expr) -> bool {
        match expr {
            Expr::Name(name) if self.class_names.contains_key(name.id.as_str()) => {
                let is_it = |target: &Expr| matches!(target, Expr::Name(target) if target.id == name.id);
                let mut values = def.body.iter().filter_map(|stmt| match stmt {
                    Stmt::Assign(stmt) if stmt.targets.iter().any(is_it) => Some(&*stmt.value),
                    Stmt::AnnAssign(stmt) if is_it(&stmt.target) => stmt.value.as_deref(),
                    _ => None,
                });
                // A name that is bound to another one was followed there already.
                values.all(is_immutable)
            }
            Expr::Tuple(tuple) => tuple.elts.iter().all(|element| self.is_fixed(def, element)),
            Expr::BinOp(binary) => self.is_fixed(def, &binary.left) && self.is_fixed(def, &binary.right),
            Expr::Call(call) => {
                self.lowering.path_target(self.module, &call.func) == Target::External("re.compile".into())
            }
            other => is_immutable(other),
        }
    }
}
