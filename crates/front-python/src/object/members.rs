//! Enumerations: `class Color(Enum)`, `IntEnum`, `StrEnum`, and `class Color(str, Enum)`.
//!
//! A member is a value of its own: its class and its name, so that it is one thing wherever it comes from, and a key
//! of dicts. Its value is known before the program runs: a literal, or what `auto()` makes of numbers that only go
//! up. What the members of an enumeration that are numbers or texts do as such is written as the text of Python
//! functions; where they are taken for one by anything else, that is left open.
//!
//! Left out: flags, members with constructors, `_missing_` and its like, members with attributes of their own.

use std::collections::BTreeMap;

use ir::Function;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use value::{Op, Sort, Symbol, Value};

use super::dataclass::parsed;
use super::definition::Reader;
use super::{Class, Member, is_special};
use crate::builtins::Builtin;
use crate::call::Target;
use crate::expr::literal;
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowering, hook_builder};
use crate::prelude::Hook;
use crate::runtime::ctors;
use crate::scope::Scope;

/// What the members are besides members.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mixed {
    Nothing,
    Int,
    Str,
}

#[derive(Clone, Debug)]
pub(crate) struct Enumeration {
    pub(crate) mixed: Mixed,
    /// Is a member written as its value?
    shows_value: bool,
    /// In order, each with its value.
    pub(crate) values: Vec<(String, Value)>,
}

/// The kind of an enumeration, and the class of the program that it derives from.
pub(super) struct Kind {
    mixed: Mixed,
    shows_value: bool,
    base: Option<usize>,
}

const FOREIGN_NAMES: [&str; 3] = ["mro", "name", "value"];

impl<'a> Lowering<'a> {
    /// What kind of enumeration the bases make of a class; the inner `None`: one that is not modelled.
    pub(super) fn enumeration_kind(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<Option<Kind>> {
        let mut found = None;
        let mut bases = Vec::new();
        for base in def.bases() {
            let target = self.path_target(module, base);
            match &target {
                Target::External(path) if path.starts_with("enum.") => found = Some(None),
                Target::Class(of, class) => {
                    let known = self.modelled(*of, *class).filter(|known| self.enumeration(*known).is_some());
                    found = found.or(known.map(Some));
                }
                _ => {}
            }
            bases.push(target);
        }
        let base = found?;
        // A step outside may change what it gets hold of.
        let is_plain = def.arguments.as_deref().is_none_or(|arguments| arguments.keywords.is_empty())
            && !self.shared.outside
            && !self.modules[module].text_of(def.range()).contains("__setattr__");
        let kind = |mixed, shows_value| Some(Kind { mixed, shows_value, base: None });
        Some(match (&bases[..], base) {
            _ if !is_plain => None,
            ([_], Some(base)) => {
                let row = self.enumeration(base)?;
                let (mixed, shows_value) = (row.mixed, row.shows_value);
                row.values.is_empty().then_some(Kind { mixed, shows_value, base: Some(base) })
            }
            ([Target::External(path)], None) => match path.as_str() {
                "enum.Enum" => kind(Mixed::Nothing, false),
                "enum.IntEnum" => kind(Mixed::Int, true),
                "enum.StrEnum" => kind(Mixed::Str, true),
                _ => None,
            },
            ([Target::Builtin(Builtin::Type(name)), Target::External(path)], None) if path == "enum.Enum" => {
                match *name {
                    "int" => kind(Mixed::Int, false),
                    "str" => kind(Mixed::Str, false),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    pub(super) fn bases_of_enumeration(kind: Option<Kind>) -> Option<Vec<usize>> {
        kind.map(|kind| kind.base.into_iter().collect())
    }

    /// What the class says of its members, itself or by what it derives from.
    pub(crate) fn enumeration(&self, class: usize) -> Option<&Enumeration> {
        self.objects.classes[class].enumeration.as_ref()
    }

    pub(super) fn read_enumeration(
        &mut self,
        module: usize,
        def: &'a ast::StmtClassDef,
        kind: Kind,
    ) -> Option<Class<'a>> {
        let is_only = self.global_target(module, &def.name) == Target::Class(module, crate::module::Node::of(def));
        let is_unique = self.is_unique(module, def)?;
        if !is_only || def.type_params.is_some() {
            return None;
        }
        let mut members = BTreeMap::new();
        let mut values: Vec<(String, Value)> = Vec::new();
        let bound = Scope::of_body(&def.body).locals;
        for stmt in &def.body {
            let (name, value) = match stmt {
                Stmt::Assign(stmt) => match &stmt.targets[..] {
                    [Expr::Name(name)] => (name, &*stmt.value),
                    _ => return None,
                },
                Stmt::AnnAssign(ast::StmtAnnAssign { target, value: Some(value), .. }) => match &**target {
                    Expr::Name(name) => (name, &**value),
                    _ => return None,
                },
                other => {
                    let bound = bound.clone();
                    Reader { lowering: self, module, def, is_data: false, bound }.stmt(other, &mut members)?;
                    continue;
                }
            };
            let name = name.id.to_string();
            let value = self.member_value(module, value, &values, kind.mixed, kind.shows_value, &name)?;
            let is_name = !name.starts_with('_') && !FOREIGN_NAMES.contains(&name.as_str());
            let known = values.iter().position(|(_, known)| *known == value);
            let place = known.unwrap_or(values.len());
            if !is_name || is_unique && known.is_some() || members.insert(name.clone(), Member::Of(place)).is_some() {
                return None;
            }
            if known.is_none() {
                values.push((name, value));
            }
        }
        if !members.iter().all(|(name, member)| is_sound(name, member, kind.mixed)) || !are_apart(&values) {
            return None;
        }
        let name = format!("{}.{}", self.modules[module].name, def.name);
        let written = parsed(&name, &written(&def.name, &kind))?;
        // What a class further up says of its own stays.
        for stmt in written.iter().filter_map(Stmt::as_function_def_stmt) {
            let is_known = |base: usize| match self.resolve(base, &stmt.name) {
                Some((_, Member::Method(known))) => !self.is_written(base, known),
                found => found.is_some(),
            };
            if !members.contains_key(stmt.name.as_str()) && !kind.base.is_some_and(is_known) {
                members.insert(stmt.name.to_string(), Member::Method(stmt));
            }
        }
        let enumeration = Some(Enumeration { mixed: kind.mixed, shows_value: kind.shows_value, values });
        let (order, data, slots, is_abstract, named, error) = (Vec::new(), None, None, false, None, None);
        Some(Class { module, def, name, order, members, data, written, slots, is_abstract, named, enumeration, error })
    }

    /// The builtin type that members of an enumeration are of.
    pub(crate) fn mixed_in(&self, class: usize) -> Option<&'static str> {
        match self.enumeration(class)?.mixed {
            Mixed::Nothing => None,
            Mixed::Int => Some("int"),
            Mixed::Str => Some("str"),
        }
    }

    /// Is it a class of named tuples, or an enumeration?
    pub(super) fn is_of_kind(&self, class: usize) -> bool {
        let row = &self.objects.classes[class];
        row.named.is_some() || row.enumeration.is_some()
    }

    pub(super) fn is_written(&self, class: usize, def: &ast::StmtFunctionDef) -> bool {
        let classes = &self.objects.classes;
        let is_it = |stmt: &Stmt| matches!(stmt, Stmt::FunctionDef(found) if std::ptr::eq(found, def));
        classes[class].order.iter().any(|of| classes[*of].written.iter().any(is_it))
    }

    /// `@unique`; `None`: another decorator.
    fn is_unique(&mut self, module: usize, def: &'a ast::StmtClassDef) -> Option<bool> {
        match &def.decorator_list[..] {
            [] => Some(false),
            [decorator] => {
                let target = self.path_target(module, &decorator.expression);
                (target == Target::External("enum.unique".into())).then_some(true)
            }
            _ => None,
        }
    }

    /// The value of a member behind these; `None`: that is not known.
    fn member_value(
        &mut self,
        module: usize,
        expr: &'a Expr,
        before: &[(String, Value)],
        mixed: Mixed,
        shows_value: bool,
        name: &str,
    ) -> Option<Value> {
        let int = |int: i64| Value::data(ctors().int, [Value::int(int)]);
        let value = match expr {
            Expr::Call(call) => {
                let is_auto = self.path_target(module, &call.func) == Target::External("enum.auto".into());
                if !is_auto || !call.arguments.is_empty() {
                    return None;
                }
                match mixed {
                    Mixed::Str if shows_value => {
                        let is_ascii = name.is_ascii();
                        is_ascii.then(|| Value::data(ctors().str, [Value::string(&name.to_lowercase())]))?
                    }
                    Mixed::Str => return None,
                    Mixed::Nothing | Mixed::Int => {
                        let numbers: Vec<i64> = before.iter().map(|(_, value)| number(value)).collect::<Option<_>>()?;
                        // The next one counts from the last: only where that is the highest is it surely so.
                        let last = numbers.last().copied().unwrap_or(0);
                        int(numbers.iter().all(|number| *number <= last).then(|| last.checked_add(1))??)
                    }
                }
            }
            other => literal(other)?,
        };
        let Value::Data(index, _) = &value else { return None };
        let index = *index as usize;
        let fits = match mixed {
            Mixed::Int => index == ctors().int.index,
            Mixed::Str => index == ctors().str.index,
            Mixed::Nothing => is_plain(&value),
        };
        fits.then_some(value)
    }

    /// The hooks that know the members.
    pub(crate) fn supply_member_hook(&mut self, hook: &Hook) -> Option<Function> {
        let builder = hook_builder(hook);
        let made: Vec<usize> = self.objects.made.iter().copied().collect();
        let enums: Vec<usize> = made.into_iter().filter(|class| self.enumeration(*class).is_some()).collect();
        let mut lowerer = Lowerer::new(self, 0, builder);
        match hook.name {
            "member_value" | "member_name" => lowerer.write_of_member(&enums, hook.name == "member_value"),
            "enum_members" | "is_enum_class" => lowerer.write_of_enumeration(&enums, hook.name == "enum_members"),
            "enum_named" => lowerer.write_named_member(&enums),
            "is_mixed" => lowerer.write_is_mixed(&enums),
            _ => return None,
        }
        Some(lowerer.b.finish())
    }
}

impl<'a> Lowerer<'a, '_> {
    /// `Color.RED`, and its name or value, where it is certain what is meant.
    pub(crate) fn known_member(&mut self, attribute: &'a ast::ExprAttribute) -> Option<Operand> {
        if let Some((class, place)) = self.named_member(attribute) {
            self.check_global(&attribute.value);
            return Some(self.enum_member(class, place));
        }
        let Expr::Attribute(inner) = &*attribute.value else { return None };
        let (class, place) = self.named_member(inner)?;
        let (name, value) = self.lowering.enumeration(class)?.values.get(place)?.clone();
        let is_own = self.lowering.resolve(class, &attribute.attr).is_some();
        match attribute.attr.as_str() {
            _ if is_own => None,
            "value" | "_value_" => {
                self.check_global(&inner.value);
                Some(Operand::Value(self.b.constant(value, ctors().value)))
            }
            "name" | "_name_" => {
                self.check_global(&inner.value);
                Some(self.text(&name))
            }
            _ => None,
        }
    }

    /// The enumeration and the place of a member that is written with its class.
    fn named_member(&mut self, attribute: &'a ast::ExprAttribute) -> Option<(usize, usize)> {
        let Target::Class(module, class) = self.target(&attribute.value) else { return None };
        let class = self.lowering.modelled(module, class)?;
        self.lowering.enumeration(class)?;
        match self.lowering.resolve(class, &attribute.attr)? {
            (_, Member::Of(place)) => Some((class, place)),
            _ => None,
        }
    }

    /// A member of an enumeration.
    pub(crate) fn enum_member(&mut self, class: usize, place: usize) -> Operand {
        self.lowering.make(class);
        Operand::Value(self.member_constant(class, place))
    }

    fn member_constant(&mut self, class: usize, place: usize) -> ir::ValueId {
        let row = &self.lowering.objects.classes[class];
        let name = row.enumeration.as_ref().map(|row| row.values[place].0.clone()).unwrap_or_default();
        let atoms = [row.name.clone(), format!("{}.{name}", row.name)];
        let value = Value::data(ctors().member, atoms.map(|atom| Value::Atom(Symbol::new(&atom))));
        self.b.constant(value, ctors().value)
    }

    /// The value or the name of a member.
    fn write_of_member(&mut self, enums: &[usize], is_value: bool) {
        let member = self.b.param(0);
        let atom = self.b.apply(Op::Field(ctors().member, 1), &[member]);
        let mut cases = Vec::new();
        for class in enums {
            let row = &self.lowering.objects.classes[*class];
            let values = row.enumeration.as_ref().map(|row| row.values.clone()).unwrap_or_default();
            let class = row.name.clone();
            for (name, value) in values {
                let atom = Value::Atom(Symbol::new(&format!("{class}.{name}")));
                cases.push((atom, self.b.block(), name, value));
            }
        }
        let other = self.b.block();
        self.b.switch(atom, cases.iter().map(|(atom, block, ..)| (atom.clone(), *block)).collect(), other);
        self.b.seal(other);
        for (_, block, name, value) in cases {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = match is_value {
                true => self.b.constant(value, ctors().value),
                false => self.b.constant(Value::string(&name), Sort::string()),
            };
            self.b.return_(&[result]);
        }
        self.b.switch_to(other);
        self.unsupported("a member of this enumeration");
    }

    /// All members of a class, or whether it is an enumeration.
    fn write_of_enumeration(&mut self, enums: &[usize], is_members: bool) {
        let class = self.b.param(0);
        self.for_each_enumeration(class, enums, |lowerer, class| {
            let result = match is_members {
                true => {
                    let count = lowerer.lowering.enumeration(class).map_or(0, |row| row.values.len());
                    let members: Vec<Operand> =
                        (0..count).map(|place| Operand::Value(lowerer.member_constant(class, place))).collect();
                    lowerer.items(&members)
                }
                false => lowerer.b.bool(true),
            };
            lowerer.b.return_(&[result]);
        });
        let nothing = if is_members { self.items(&[]) } else { self.b.bool(false) };
        self.b.return_(&[nothing]);
        self.dead();
    }

    /// The member of that name, aliases included; Unbound if there is none.
    fn write_named_member(&mut self, enums: &[usize]) {
        let (class, name) = (self.b.param(0), self.b.param(1));
        self.for_each_enumeration(class, enums, |lowerer, class| {
            let members = &lowerer.lowering.objects.classes[class].members;
            let rows: Vec<(String, usize)> = members
                .iter()
                .filter_map(|(name, member)| match member {
                    Member::Of(place) => Some((name.clone(), *place)),
                    _ => None,
                })
                .collect();
            let mut found = lowerer.b.constant(ctors().unbound_value(), ctors().value);
            for (known, place) in rows {
                let text = lowerer.b.constant(Value::string(&known), Sort::string());
                let is_it = lowerer.b.eq(name, text);
                let member = lowerer.member_constant(class, place);
                found = lowerer.b.apply(Op::Ite, &[is_it, member, found]);
            }
            lowerer.b.return_(&[found]);
        });
        self.unsupported("a member of this enumeration");
    }

    /// Is the member a number or a text as well?
    fn write_is_mixed(&mut self, enums: &[usize]) {
        let member = self.b.param(0);
        let class = self.b.apply(Op::Field(ctors().member, 0), &[member]);
        self.for_each_enumeration(class, enums, |lowerer, class| {
            let is_mixed = lowerer.lowering.enumeration(class).is_some_and(|row| row.mixed != Mixed::Nothing);
            let is_mixed = lowerer.b.bool(is_mixed);
            lowerer.b.return_(&[is_mixed]);
        });
        self.unsupported("a member of this enumeration");
    }

    /// One block for each enumeration; goes on where it is none.
    fn for_each_enumeration(&mut self, class: ir::ValueId, enums: &[usize], mut each: impl FnMut(&mut Self, usize)) {
        let mut cases = Vec::new();
        for of in enums {
            let name = Value::Atom(Symbol::new(&self.lowering.objects.classes[*of].name));
            cases.push((name, self.b.block()));
        }
        let other = self.b.block();
        self.b.switch(class, cases.clone(), other);
        self.b.seal(other);
        for ((_, block), of) in cases.into_iter().zip(enums) {
            self.b.seal(block);
            self.b.switch_to(block);
            each(self, *of);
        }
        self.b.switch_to(other);
    }
}

/// Is it a value that is equal to another only where both are written alike?
fn is_plain(value: &Value) -> bool {
    let Value::Data(index, fields) = value else { return false };
    match *index as usize {
        index if [ctors().int.index, ctors().str.index, ctors().none.index].contains(&index) => true,
        index if index == ctors().tuple.index => {
            let items = fields[0].as_seq().unwrap_or_default();
            items.iter().all(is_plain)
        }
        _ => false,
    }
}

/// Are all values told apart by what they are?
fn are_apart(values: &[(String, Value)]) -> bool {
    values.iter().enumerate().all(|(place, (_, value))| values[..place].iter().all(|(_, known)| known != value))
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Data(index, fields) if *index as usize == ctors().int.index => fields[0].as_int()?.to_i64(),
        _ => None,
    }
}

/// What a class of members may bind besides them.
fn is_sound(name: &str, member: &Member<'_>, mixed: Mixed) -> bool {
    match member {
        Member::Of(_) => true,
        Member::Method(_) if is_special(name) => {
            let runs = ["__init__", "__getitem__", "__setitem__", "__delitem__"];
            match mixed {
                Mixed::Nothing => !runs.contains(&name),
                Mixed::Int | Mixed::Str => ["__str__", "__repr__"].contains(&name),
            }
        }
        Member::Method(_) | Member::Static(_) | Member::OfClass(_) | Member::Property(_) => {
            !name.starts_with('_') && !FOREIGN_NAMES.contains(&name)
        }
        _ => false,
    }
}

/// What enumerations do. `py_member_value` is the value of a member, `py_unmixed` that of a member that is a
/// number or a text as well, or what it is given.
fn written(name: &str, kind: &Kind) -> String {
    let mut text = String::from("def __repr__(self):\n    name, value = py_member_name(self), py_member_value(self)\n");
    text += "    return f\"<{type(self).__name__}.{name}: {value!r}>\"\n";
    text += match kind.shows_value {
        true => "def __str__(self):\n    return str(py_member_value(self))\n",
        false => "def __str__(self):\n    return f\"{type(self).__name__}.{py_member_name(self)}\"\n",
    };
    text += "def __lookup__(cls, value):\n    py_check_value(value)\n";
    text += "    for member in cls:\n        if value is member:\n            return member\n";
    text +=
        "    for member in cls:\n        if py_member_value(member) == py_unmixed(value):\n            return member\n";
    text += &format!("    return py_no_member(value, \"{name}\")\n");
    let mut add = |method: &str, result: &str| {
        text += &format!(
            "def __{method}__(self, other):\n    a = py_member_value(self)\n    b = py_unmixed(other)\n    \
             if py_is_alike(a, b):\n        return {result}\n    return NotImplemented\n"
        );
    };
    if kind.mixed != Mixed::Nothing {
        for (method, sign) in [("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")] {
            add(method, &format!("a {sign} b"));
        }
        add("add", "a + b");
        add("radd", "b + a");
    }
    if kind.mixed == Mixed::Int {
        let signs = [("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**")];
        for (method, sign) in signs {
            add(method, &format!("a {sign} b"));
            add(&format!("r{method}"), &format!("b {sign} a"));
        }
        text += "def __neg__(self):\n    return -py_member_value(self)\ndef __pos__(self):\n    return py_member_value(self)\n";
        text += "def __abs__(self):\n    return abs(py_member_value(self))\n";
    }
    if kind.mixed != Mixed::Nothing {
        text += "def __bool__(self):\n    return bool(py_member_value(self))\n";
    }
    text
}
