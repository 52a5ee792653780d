//! Exceptions with code of their own: constructors that set attributes, methods, `__str__`.
//!
//! Such an exception is `Exception(class, [Object(r)], false)`: the object has the exception's class, its attributes
//! as all objects have them, and its `args` in a heap of their own. So it is raised and caught as any other, and is one thing
//! wherever it is held.
//!
//! Left out: bases whose constructors do more than to keep `args`, special methods other than `__init__`, `__str__` and
//! `__repr__`, causes and contexts.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use value::Op;

use super::definition::Reader;
use super::{Class, Member, is_special};
use crate::builtins::{self, Builtin};
use crate::call::{Arguments, Target};
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;
use crate::module::Node;
use crate::runtime::ctors;
use crate::scope::Scope;

/// Exceptions whose constructors look at what they are given, or that have attributes.
const OWN_WAY: [&str; 10] = [
    "OSError",
    "SyntaxError",
    "UnicodeError",
    "BaseExceptionGroup",
    "ImportError",
    "StopIteration",
    "StopAsyncIteration",
    "SystemExit",
    "NameError",
    "AttributeError",
];

/// What all exceptions have.
const TAKEN: [&str; 3] = ["args", "with_traceback", "add_note"];

impl<'a> Lowering<'a> {
    /// The exception that a class derives from, by name, and the class with code of its own that it is; `None`: it is no
    /// exception, or one that adds nothing.
    pub(super) fn error_base(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<(String, Option<usize>)> {
        let [base] = def.bases() else { return None };
        if self.adds_nothing(module, def) {
            return None;
        }
        match self.path_target(module, base) {
            Target::Builtin(Builtin::Exception(name)) => Some((name.to_string(), None)),
            Target::Class(of, class) => {
                let found = self.class_at(of, class)?;
                let name = format!("{}.{}", self.modules[of].name, found.name);
                if self.adds_nothing(of, found) {
                    return Some((name, None));
                }
                self.error_base(of, found)?;
                Some((name, Some(self.modelled(of, class)?)))
            }
            _ => None,
        }
    }

    /// Is it an exception, and are it and all that it derives from as the language has them?
    fn adds_nothing(&mut self, module: usize, def: &'a ast::StmtClassDef) -> bool {
        let [base] = def.bases() else { return false };
        if !def.body.iter().all(is_bare) || self.plain_exception(module, def).is_none() {
            return false;
        }
        match self.path_target(module, base) {
            Target::Class(of, class) => self.class_at(of, class).is_some_and(|base| self.adds_nothing(of, base)),
            _ => true,
        }
    }

    /// The class, if all of it is known.
    pub(super) fn read_error(
        &mut self,
        module: usize,
        def: &'a ast::StmtClassDef,
        base: (String, Option<usize>),
    ) -> Option<Class<'a>> {
        let is_only = self.global_target(module, &def.name) == Target::Class(module, Node::of(def));
        let has_keywords = def.arguments.as_deref().is_some_and(|arguments| !arguments.keywords.is_empty());
        let is_plain = is_only && !has_keywords && def.type_params.is_none() && def.decorator_list.is_empty();
        if !is_plain || self.has_own_way(&base.0) {
            return None;
        }
        let bound = Scope::of_body(&def.body).locals;
        let mut reader = Reader { lowering: self, module, def, is_data: false, bound };
        let members = reader.members()?;
        let is_sound = |(name, member): (&String, &Member<'_>)| match name.as_str() {
            "__init__" | "__str__" | "__repr__" => matches!(member, Member::Method(_)),
            name => {
                let is_kept = !matches!(member, Member::Cached(_) | Member::NoHash);
                is_kept && !is_special(name) && !TAKEN.contains(&name)
            }
        };
        if reader.slots(&members)?.is_some() || !members.iter().all(is_sound) {
            return None;
        }
        let name = format!("{}.{}", self.modules[module].name, def.name);
        let error = Some(base.0);
        let (order, data, slots, is_abstract, named, enumeration) = (Vec::new(), None, None, false, None, None);
        let written = &[];
        Some(Class { module, def, name, order, members, data, written, slots, is_abstract, named, enumeration, error })
    }

    /// Does the exception of that name, or one above it, do more than to keep what it is given?
    fn has_own_way(&mut self, name: &str) -> bool {
        let own = self.exception_classes();
        let mut at = name.to_string();
        loop {
            if OWN_WAY.contains(&at.as_str()) {
                return true;
            }
            let base = own.iter().find(|(known, _)| *known == at).map(|(_, base)| base.clone());
            match base.or_else(|| builtins::base_of_exception(&at).map(str::to_string)) {
                Some(base) => at = base,
                None => return false,
            }
        }
    }

    /// Is it a class of exceptions with code of its own?
    pub(crate) fn is_error(&self, class: usize) -> bool {
        self.objects.classes[class].error.is_some()
    }

    /// What such a class derives from, by name.
    pub(crate) fn base_of_error(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<String> {
        self.error_base(module, def)?;
        let class = self.modelled(module, Node::of(def))?;
        self.objects.classes[class].error.clone()
    }
}

/// May one of the classes be an exception with code of its own? Told by the names of bases; where another name hides
/// one, its attributes are left open.
pub(crate) fn has_errors(classes: &[&ast::StmtClassDef]) -> bool {
    let mut known: Vec<&str> = builtins::exceptions().collect();
    loop {
        let is_known = |base: &Expr| match base {
            Expr::Name(name) => known.contains(&name.id.as_str()),
            Expr::Attribute(attribute) => known.contains(&attribute.attr.as_str()),
            _ => false,
        };
        let is_new =
            |class: &&&ast::StmtClassDef| !known.contains(&class.name.as_str()) && class.bases().iter().any(is_known);
        let more: Vec<&str> = classes.iter().filter(is_new).map(|class| class.name.as_str()).collect();
        if more.is_empty() {
            break;
        }
        known.extend(more);
    }
    let adds = |class: &&&ast::StmtClassDef| !class.body.iter().all(is_bare);
    classes.iter().filter(adds).any(|class| known.contains(&class.name.as_str()))
}

/// Does the statement of a body add nothing?
fn is_bare(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Pass(_) => true,
        Stmt::Expr(stmt) => stmt.value.is_string_literal_expr() || stmt.value.is_ellipsis_literal_expr(),
        _ => false,
    }
}

impl<'a> Lowerer<'a, '_> {
    /// What is raised: of a class with code of its own, an exception that it makes.
    pub(crate) fn raised(&mut self, expr: &'a Expr) -> Operand {
        if let Target::Class(module, class) = self.target(expr)
            && let Some(class) = self.lowering.modelled(module, class)
            && self.lowering.is_error(class)
        {
            self.check_global(expr);
            self.at(expr.range());
            return self.make_error(class, &Arguments::default());
        }
        self.expr(expr)
    }

    /// A new exception of the class, with these as its `args`.
    pub(crate) fn bare_error(&mut self, class: usize, args: ValueId) -> Operand {
        let object = self.bare_object(class);
        let object = self.boxed(object);
        let reference = self.b.apply(Op::Field(ctors().object, 0), &[object]);
        self.write_heap("ERROR_ARGS", reference, args);
        let name = self.lowering.objects.classes[class].name.clone();
        let (kind, slip) = (self.atom(&name), self.b.bool(false));
        let held = self.b.apply(Op::SeqOf(ctors().value), &[object]);
        Operand::Value(self.b.construct(ctors().exception, &[kind, held, slip]))
    }

    /// `E(…)`
    pub(super) fn make_error(&mut self, class: usize, arguments: &Arguments) -> Operand {
        let args = self.items(&arguments.positional);
        let error = self.bare_error(class, args);
        match self.lowering.resolve(class, "__init__") {
            Some((owner, Member::Method(def))) => {
                let code = self.lowering.method_code(owner, def);
                let made = self.call_code(code, None, &super::access::with_first(error, arguments));
                self.check_none(made);
            }
            Some(_) => return self.unsupported_value("a constructor of this kind"),
            None if arguments.keywords.is_empty() => {}
            None => self.raise_about("TypeError", "an exception with keywords"),
        }
        error
    }

    /// `super().__init__(…)` of such an exception: keeps what it is given.
    pub(super) fn init_error(&mut self, error: ValueId, arguments: &Arguments) {
        if !arguments.keywords.is_empty() {
            return self.raise_about("TypeError", "an exception with keywords");
        }
        let reference = self.reference_of(error);
        let args = self.items(&arguments.positional);
        self.write_heap("ERROR_ARGS", reference, args);
    }

    /// The reference under which attributes of an instance are kept.
    pub(crate) fn reference_of(&mut self, instance: ValueId) -> ValueId {
        let reference = self.b.apply(Op::Field(ctors().object, 0), &[instance]);
        if !self.lowering.shared.has_errors {
            return reference;
        }
        let held = self.b.apply(Op::Field(ctors().exception, 1), &[instance]);
        let held = self.nth(held, 0);
        let of_error = self.b.apply(Op::Field(ctors().object, 0), &[held]);
        let is_error = self.b.apply(Op::Is(ctors().exception), &[instance]);
        self.b.apply(Op::Ite, &[is_error, of_error, reference])
    }
}
