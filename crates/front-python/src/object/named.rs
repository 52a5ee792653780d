//! Named tuples: `class P(NamedTuple)`, `class P(namedtuple("P", "x y"))`, and `P = namedtuple("P", "x y")`, which a
//! module is read as if it said `class P(namedtuple("P", "x y")): __slots__ = ()`.
//!
//! A value of such a class is a tuple with that class, so that all that takes a tuple takes it as one. What
//! it has besides is written as the text of Python functions. Modelled are fields and defaults that are written as
//! literals, and classes whose only special methods are `__str__` and `__repr__`.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use super::dataclass::parsed;
use super::definition::Reader;
use super::{Class, Member, is_special};
use crate::call::Target;
use crate::expr::literal;
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;
use crate::runtime::ctors;
use crate::scope::Scope;
use crate::settled::fields_of;

/// A field, and its default as it is written.
pub(super) type Field = (String, Option<String>);

/// What a class of named tuples cannot bind anew, or what this model takes for granted.
const TAKEN: &str = "_fields _field_defaults _field_types _make _replace _asdict _source count index mro";

impl<'a> Lowering<'a> {
    /// The fields, if the class's base says that its values are named tuples; the inner `None`: they are not known.
    pub(super) fn named_fields(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<Option<Vec<Field>>> {
        let bases = def.bases();
        let is_it = bases.iter().any(|base| {
            let base = match base {
                Expr::Call(call) => &*call.func,
                base => base,
            };
            matches!(self.path_target(module, base), Target::External(path)
                if path == "typing.NamedTuple" || path == "collections.namedtuple")
        });
        if !is_it {
            return None;
        }
        let is_alone = def.arguments.as_deref().is_some_and(|arguments| arguments.keywords.is_empty());
        Some(match bases {
            [Expr::Call(call)] if is_alone => self.fields_of_call(module, call),
            [_] if is_alone => self.fields_of_body(module, def),
            _ => None,
        })
    }

    /// `namedtuple("P", "x y", defaults=[…])`
    fn fields_of_call(&mut self, module: usize, call: &'a ast::ExprCall) -> Option<Vec<Field>> {
        let Target::External(path) = self.path_target(module, &call.func) else { return None };
        let [Expr::StringLiteral(_), fields] = &*call.arguments.args else { return None };
        let names = fields_of(fields).filter(|_| path == "collections.namedtuple")?;
        let defaults = match &*call.arguments.keywords {
            [] => Vec::new(),
            [keyword] if keyword.arg.as_deref() == Some("defaults") => self.defaults_of(module, &keyword.value)?,
            _ => return None,
        };
        let bare = names.len().checked_sub(defaults.len())?;
        let defaults = std::iter::repeat_n(None, bare).chain(defaults.into_iter().map(Some));
        Some(names.into_iter().zip(defaults).collect())
    }

    /// `[1, None]`, `(None,) * 2`
    fn defaults_of(&mut self, module: usize, expr: &'a Expr) -> Option<Vec<String>> {
        match expr {
            Expr::List(ast::ExprList { elts, .. }) | Expr::Tuple(ast::ExprTuple { elts, .. }) => {
                elts.iter().map(|element| literal(element).and_then(|_| self.source(module, element))).collect()
            }
            Expr::BinOp(binary) if binary.op == ast::Operator::Mult => {
                let Expr::NumberLiteral(number) = &*binary.right else { return None };
                let ast::Number::Int(times) = &number.value else { return None };
                let once = self.defaults_of(module, &binary.left)?;
                let times = times.as_usize().filter(|times| *times < 256)?;
                Some(std::iter::repeat_n(once, times).flatten().collect())
            }
            _ => None,
        }
    }

    fn fields_of_body(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<Vec<Field>> {
        let mut fields: Vec<Field> = Vec::new();
        for stmt in def.body.iter().filter_map(Stmt::as_ann_assign_stmt) {
            let Expr::Name(name) = &*stmt.target else { return None };
            let default = match stmt.value.as_deref() {
                None => None,
                Some(value) => Some(literal(value).and_then(|_| self.source(module, value))?),
            };
            let is_ordered = default.is_some() || fields.last().is_none_or(|(_, default)| default.is_none());
            let is_new = fields.iter().all(|(known, _)| known != name.id.as_str());
            if !is_ordered || !is_new || name.id.starts_with('_') || !stmt.simple {
                return None;
            }
            fields.push((name.id.to_string(), default));
        }
        Some(fields)
    }

    pub(super) fn read_named(
        &mut self,
        module: usize,
        def: &'a ast::StmtClassDef,
        fields: Vec<Field>,
    ) -> Option<Class<'a>> {
        // Behind the class itself there are classes that nobody wrote.
        let is_plain = |stmt: &Stmt| !matches!(stmt, Stmt::FunctionDef(def) if MentionsClass::is_in(def));
        let is_only = self.global_target(module, &def.name) == Target::Class(module, crate::module::Node::of(def));
        if !is_only || !def.body.iter().all(is_plain) || def.type_params.is_some() || !def.decorator_list.is_empty() {
            return None;
        }
        let is_annotated = !def.bases().iter().any(Expr::is_call_expr);
        let bound = Scope::of_body(&def.body).locals;
        let mut reader = Reader { lowering: self, module, def, is_data: false, bound };
        let mut members = reader.members()?;
        let slots = reader.slots(&members)?;
        // Elements that the class of another kind of base binds anew are no elements any more.
        let is_hidden = |name: &String| !is_annotated && members.contains_key(name);
        let is_taken = |name: &String| {
            let is_field = is_annotated && fields.iter().any(|(field, _)| field == name);
            TAKEN.split_whitespace().any(|taken| taken == name)
                || is_annotated && name.starts_with('_') && !is_special(name)
                || (is_field && !matches!(members[name], Member::Variable))
        };
        if fields.iter().any(|(name, _)| is_hidden(name)) || members.keys().any(is_taken) {
            return None;
        }
        if slots.as_ref().is_some_and(|slots| is_annotated || !slots.is_empty()) {
            return None;
        }
        let name = format!("{}.{}", self.modules[module].name, def.name);
        let written = parsed(&name, &written(&fields))?;
        for stmt in written {
            if let Stmt::FunctionDef(function) = stmt
                && !members.contains_key(function.name.as_str())
            {
                let is_of_class = function.name.as_str() == "_make";
                let member = if is_of_class { Member::OfClass(function) } else { Member::Method(function) };
                members.insert(function.name.to_string(), member);
            }
        }
        for (place, (field, _)) in fields.iter().enumerate() {
            members.insert(field.clone(), Member::Field(place));
        }
        members.insert("_fields".to_string(), Member::Fields);
        let named = Some(fields.into_iter().map(|(name, _)| name).collect());
        // A class that says its fields itself has no room for more.
        let slots = if is_annotated { Some(Vec::new()) } else { slots };
        let (order, data, is_abstract, enumeration, error) = (Vec::new(), None, false, None, None);
        Some(Class { module, def, name, order, members, data, written, slots, is_abstract, named, enumeration, error })
    }

    /// Does the body of the class name the fields? It is then made anew, and its members are not told their names.
    pub(super) fn is_named_by_body(&self, class: usize) -> bool {
        let row = &self.objects.classes[class];
        row.named.is_some() && !row.def.bases().iter().any(Expr::is_call_expr)
    }

    /// Are its values named tuples?
    pub(crate) fn is_named(&self, class: usize) -> bool {
        let classes = &self.objects.classes;
        classes[class].order.iter().any(|of| classes[*of].named.is_some())
    }

    /// Do all classes in the order leave alone what tuples do?
    pub(super) fn is_sound_tuple(&self, class: usize) -> bool {
        let classes = &self.objects.classes;
        let order = &classes[class].order;
        let is_own = |of: usize, name: &str| match classes[of].members.get(name) {
            Some(Member::Method(def)) => {
                let is_it = |stmt: &Stmt| matches!(stmt, Stmt::FunctionDef(found) if std::ptr::eq(found, *def));
                classes[of].named.is_some() && classes[of].written.iter().any(is_it)
            }
            _ => false,
        };
        let is_sound = |of: &usize| {
            let row = &classes[*of];
            row.data.is_none()
                && row.slots.as_ref().is_none_or(Vec::is_empty)
                && row.members.keys().all(|name| match name.as_str() {
                    "__str__" | "__repr__" => true,
                    name if is_special(name) => is_own(*of, name),
                    name => row.named.is_some() || !TAKEN.split_whitespace().any(|taken| taken == name),
                })
        };
        let fields = order.iter().filter_map(|of| classes[*of].named.as_ref());
        let is_hidden = |name: &String| !matches!(self.resolve(class, name), Some((_, Member::Field(_))));
        order.iter().filter(|of| classes[**of].named.is_some()).count() == 1
            && order.iter().all(is_sound)
            && !fields.flatten().any(is_hidden)
    }
}

impl<'a> Lowerer<'a, '_> {
    /// A value of a class of named tuples, with these elements.
    pub(crate) fn named_tuple(&mut self, class: usize, items: &[Operand]) -> Operand {
        self.lowering.make(class);
        let name = self.lowering.objects.classes[class].name.clone();
        let (items, class) = (self.items(items), self.atom(&name));
        Operand::Value(self.b.construct(ctors().tuple, &[items, class]))
    }

    /// `_fields`
    pub(super) fn field_names(&mut self, class: usize) -> Operand {
        let names = self.lowering.objects.classes[class].named.clone().unwrap_or_default();
        let names: Vec<Operand> = names.iter().map(|name| self.text(name)).collect();
        Operand::Tuple(self.items(&names))
    }
}

/// What a class of these fields has besides the methods of tuples. `py_named` makes a tuple of a class, `py_plain` one
/// without.
fn written(fields: &[Field]) -> String {
    let each = |write: &dyn Fn(usize, &str) -> String| {
        fields.iter().enumerate().map(|(place, (name, _))| write(place, name)).collect::<String>()
    };
    let params: String = fields
        .iter()
        .map(|(name, default)| default.as_ref().map_or(format!(", {name}"), |default| format!(", {name}={default}")))
        .collect();
    let tuple = format!("({})", each(&|_, name| format!("{name}, ")));
    let shown: Vec<String> =
        fields.iter().enumerate().map(|(place, (name, _))| format!("{name}={{t[{place}]!r}}")).collect();
    let count = fields.len();
    let dict = each(&|place, name| format!("\"{name}\": t[{place}], "));
    let replaced = each(&|place, name| format!("kwds.pop(\"{name}\", t[{place}]), "));
    format!(
        "def __new__(_cls{params}):\n    return py_named(_cls, {tuple})\n\
         def __repr__(self):\n    t = py_plain(self)\n    return f\"{{type(self).__name__}}({})\"\n\
         def _asdict(self):\n    t = py_plain(self)\n    return {{{dict}}}\n\
         def _replace(self, /, **kwds):\n    t = py_plain(self)\n    items = ({replaced})\n    if kwds:\n        \
         raise ValueError(f\"Got unexpected field names: {{list(kwds)!r}}\")\n    return py_named(type(self), items)\n\
         def _make(cls, iterable):\n    items = tuple(iterable)\n    if len(items) != {count}:\n        \
         raise TypeError(f\"Expected {count} arguments, got {{len(items)}}\")\n    return py_named(cls, items)\n\
         def count(self, value, /):\n    return py_plain(self).count(value)\n\
         def index(self, value, start=0, stop=9223372036854775807, /):\n    \
         return py_plain(self).index(value, start, stop)\n",
        shown.join(", ")
    )
}

/// Does a function ask for its class without naming it?
struct MentionsClass(bool);

impl MentionsClass {
    fn is_in(def: &ast::StmtFunctionDef) -> bool {
        let mut found = MentionsClass(false);
        found.visit_body(&def.body);
        found.0
    }
}

impl<'v> Visitor<'v> for MentionsClass {
    fn visit_expr(&mut self, expr: &'v Expr) {
        self.0 |= matches!(expr, Expr::Name(name) if name.id == "super" || name.id == "__class__");
        visitor::walk_expr(self, expr);
    }
}
