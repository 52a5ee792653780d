//! Attributes and methods: what a name leads to, by the class of the object.

use ir::build::FunctionBuilder;
use ir::{CellId, CellRole, Function, Param, ValueId};
use ruff_python_ast as ast;
use value::{Op, Sort, Symbol, Value};

use super::{Member, is_special, mangled};
use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowering, Shape};
use crate::runtime::{PLAIN_TUPLE, ctors};

/// A function that chooses by the class of an object, or by a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// The attribute of that name; `Unbound` if it is a function of the class, which [`Family::Call`] finds again.
    Find(String),
    /// The attribute of that name.
    Get(String),
    Set(String),
    /// The same where it may be a class that is given the attribute.
    SetAny(String),
    /// `object.__setattr__`, to which frozen objects are as others.
    SetThrough(String),
    Delete(String),
    /// Calls what was found: the finding, the object, the arguments.
    Call(String, Shape),
    /// The same behind a class in the order of the object's class.
    SuperFind(usize, String),
    SuperGet(usize, String),
    SuperCall(usize, String, Shape),
    /// A new object of the class, without attributes: `object.__new__`.
    Bare,
    /// All attributes that an object has, with their names.
    Attributes,
}

impl Family {
    pub(crate) fn title(&self) -> String {
        let shape = |shape: &Shape| format!("({}; {})", shape.positional, shape.keywords.join(", "));
        match self {
            Family::Find(name) => format!("py.find .{name}"),
            Family::Get(name) => format!("py.get .{name}"),
            Family::Set(name) => format!("py.set .{name}"),
            Family::SetAny(name) => format!("py.set any .{name}"),
            Family::SetThrough(name) => format!("py.set through .{name}"),
            Family::Delete(name) => format!("py.delete .{name}"),
            Family::Call(name, of) => format!("py.call .{name}{}", shape(of)),
            Family::SuperFind(class, name) => format!("py.find super {class}.{name}"),
            Family::SuperGet(class, name) => format!("py.get super {class}.{name}"),
            Family::Attributes => "py.attributes".to_string(),
            Family::Bare => "py.bare".to_string(),
            Family::SuperCall(class, name, of) => format!("py.call super {class}.{name}{}", shape(of)),
        }
    }

    fn params(&self) -> usize {
        match self {
            Family::Find(_) | Family::Get(_) | Family::Delete(_) | Family::SuperFind(..) | Family::SuperGet(..) => 1,
            Family::Attributes | Family::Bare => 1,
            Family::Set(_) | Family::SetAny(_) | Family::SetThrough(_) => 2,
            Family::Call(_, shape) | Family::SuperCall(_, _, shape) => 2 + shape.positional + shape.keywords.len(),
        }
    }
}

/// What is looked up: a name, from the beginning or behind a class.
struct Lookup<'f> {
    name: &'f str,
    after: Option<usize>,
}

/// Through what an attribute is looked up.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Through {
    Object,
    Class,
}

impl<'a> Lowerer<'a, '_> {
    /// The body of a function that chooses by class.
    pub(crate) fn family_function(lowering: &mut Lowering<'a>, family: &Family) -> Function {
        let value = ctors().value;
        let params = (0..family.params()).map(|index| Param { name: Symbol::new(&format!("a{index}")), sort: value });
        let builder = FunctionBuilder::new(&family.title(), params.collect(), vec![value], Some(value)).of_front_end();
        let mut lowerer = Lowerer::new(lowering, 0, builder);
        match family {
            Family::Find(name) => lowerer.write_get(&Lookup { name, after: None }, false),
            Family::Get(name) => lowerer.write_get(&Lookup { name, after: None }, true),
            Family::SuperFind(class, name) => lowerer.write_get(&Lookup { name, after: Some(*class) }, false),
            Family::SuperGet(class, name) => lowerer.write_get(&Lookup { name, after: Some(*class) }, true),
            Family::Set(name) => lowerer.write_set(name, false, false),
            Family::SetAny(name) => lowerer.write_set(name, true, false),
            Family::SetThrough(name) => lowerer.write_set(name, false, true),
            Family::Delete(name) => lowerer.write_delete(name),
            Family::Attributes => lowerer.write_attributes(),
            Family::Bare => lowerer.write_bare(),
            Family::Call(name, shape) => lowerer.write_call(&Lookup { name, after: None }, shape),
            Family::SuperCall(class, name, shape) => lowerer.write_call(&Lookup { name, after: Some(*class) }, shape),
        }
        lowerer.b.finish()
    }

    // What the rest of the lowering asks for.

    /// Can there be objects of classes that are modelled?
    pub(crate) fn has_objects(&self) -> bool {
        self.lowering.shared.has_classes
    }

    /// `branch` where the value is an object or a class, else `otherwise`.
    pub(crate) fn if_object(
        &mut self,
        value: Operand,
        branch: impl FnOnce(&mut Self) -> Operand,
        otherwise: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let Operand::Value(id) = value else { return otherwise(self) };
        if !self.has_objects() {
            return otherwise(self);
        }
        let is_instance = self.is_instance(id);
        let is_class = self.b.apply(Op::Is(ctors().class), &[id]);
        let is = self.b.apply(Op::Or, &[is_instance, is_class]);
        let (yes, no, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        self.b.branch(is, yes, no);
        self.b.seal(yes);
        self.b.seal(no);
        let (bound, stuck) = (self.bound.clone(), self.stuck);
        self.b.switch_to(yes);
        let value = branch(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.bound = bound;
        // Of an object alone it is not known whether it gets stuck.
        self.stuck = stuck;
        self.b.switch_to(no);
        let value = otherwise(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    /// Is it an instance of a class of the program?
    pub(crate) fn is_instance(&mut self, value: ValueId) -> ValueId {
        let mut is = self.b.apply(Op::Is(ctors().object), &[value]);
        if self.lowering.shared.has_named {
            let is_named = self.is_named_tuple(value);
            is = self.b.apply(Op::Or, &[is, is_named]);
        }
        if self.lowering.shared.has_members {
            let is_member = self.b.apply(Op::Is(ctors().member), &[value]);
            is = self.b.apply(Op::Or, &[is, is_member]);
        }
        if self.lowering.shared.has_errors {
            let is_error = self.py("is_own_error", &[value])[0];
            is = self.b.apply(Op::Or, &[is, is_error]);
        }
        is
    }

    /// Is it a tuple of another class than `tuple`?
    fn is_named_tuple(&mut self, value: ValueId) -> ValueId {
        let is_tuple = self.b.apply(Op::Is(ctors().tuple), &[value]);
        let class = self.b.apply(Op::Field(ctors().tuple, 1), &[value]);
        let plain = self.atom(PLAIN_TUPLE);
        let is_plain = self.b.eq(class, plain);
        let is_other = self.b.not(is_plain);
        self.b.apply(Op::And, &[is_tuple, is_other])
    }

    /// The class of an instance.
    pub(crate) fn class_of_instance(&mut self, value: ValueId) -> ValueId {
        let reference = self.b.apply(Op::Field(ctors().object, 0), &[value]);
        let mut class = self.read_heap("CLASSES", reference);
        if self.lowering.shared.has_named {
            let is_tuple = self.b.apply(Op::Is(ctors().tuple), &[value]);
            let of_tuple = self.b.apply(Op::Field(ctors().tuple, 1), &[value]);
            class = self.b.apply(Op::Ite, &[is_tuple, of_tuple, class]);
        }
        if self.lowering.shared.has_members {
            let is_member = self.b.apply(Op::Is(ctors().member), &[value]);
            let of_member = self.b.apply(Op::Field(ctors().member, 0), &[value]);
            class = self.b.apply(Op::Ite, &[is_member, of_member, class]);
        }
        if self.lowering.shared.has_errors {
            let is_error = self.b.apply(Op::Is(ctors().exception), &[value]);
            let of_error = self.b.apply(Op::Field(ctors().exception, 0), &[value]);
            class = self.b.apply(Op::Ite, &[is_error, of_error, class]);
        }
        class
    }

    /// Calls a function that chooses by class.
    pub(crate) fn by_class(&mut self, family: Family, args: &[Operand]) -> Operand {
        let id = self.lowering.family(family);
        let args: Vec<ValueId> = args.iter().map(|arg| self.boxed(*arg)).collect();
        let result = self.call(id, &args, &[ctors().value])[0];
        self.operand(result)
    }

    /// The name of an attribute as it is looked up: in the body of a class, some stand for others.
    pub(crate) fn attribute_name(&self, name: &str) -> String {
        match self.lowering.class_around(self.code) {
            Some(class) => mangled(&self.lowering.objects.classes[class].def.name, name),
            None => name.to_string(),
        }
    }

    /// Calls what was found of an object.
    pub(crate) fn call_found(
        &mut self,
        name: &str,
        found: Operand,
        receiver: Operand,
        arguments: &Arguments,
        after: Option<usize>,
    ) -> Operand {
        let shape = Shape {
            positional: arguments.positional.len(),
            keywords: arguments.keywords.iter().map(|(name, _)| name.clone()).collect(),
        };
        let mut args = vec![found, receiver];
        args.extend(arguments.positional.iter().copied());
        args.extend(arguments.keywords.iter().map(|(_, value)| *value));
        match after {
            Some(class) => self.by_class(Family::SuperCall(class, name.to_string(), shape), &args),
            None => self.by_class(Family::Call(name.to_string(), shape), &args),
        }
    }

    /// `super()` in a method: its class, and the object.
    pub(crate) fn super_of(&mut self, expr: &'a ast::Expr) -> Option<(usize, Operand)> {
        let ast::Expr::Call(call) = expr else { return None };
        let is_super = self.target(&call.func) == crate::call::Target::Builtin(crate::builtins::Builtin::Type("super"))
            && call.arguments.is_empty()
            && self.comprehensions.is_empty();
        let code = self.code.filter(|code| is_super && self.lowering.codes[*code].parent.is_none())?;
        let class = self.lowering.class_around(Some(code))?;
        let signature = self.lowering.codes[code].signature.clone();
        let first = signature.positional.first()?.name.clone();
        Some((class, self.read_name(&first)))
    }

    /// The cell of an attribute of objects.
    pub(crate) fn attribute_cell(&mut self, name: &str) -> (CellId, Sort) {
        let cells = &mut self.lowering.shared.cells;
        let cell = cells.heap(&format!("attribute.{name}"), "object", ctors().value, CellRole::Heap);
        (cell, cells.sort(cell))
    }

    /// The variable of a class.
    pub(crate) fn class_cell(&mut self, class: usize, name: &str) -> CellId {
        let name = format!("{}.{name}", self.lowering.objects.classes[class].name);
        let cell = self.lowering.shared.cells.global(&name);
        self.lowering.shared.cells.can_change(cell);
        cell
    }

    /// A new object of the class.
    pub(crate) fn instantiate(&mut self, class: usize, arguments: &Arguments) -> Operand {
        let is_made_by_new = matches!(self.lowering.resolve(class, "__new__"), Some((_, Member::Static(_))));
        if self.lowering.lacks_methods(class) && !is_made_by_new {
            return self.raise_type_error("an object of an abstract class");
        }
        if let Some((code, of)) = self.tuple_maker(class) {
            return self.call_code(code, None, &with_first(of, arguments));
        }
        if self.lowering.enumeration(class).is_some() {
            return self.looked_up_member(class, arguments);
        }
        if self.lowering.is_error(class) {
            return self.make_error(class, arguments);
        }
        if let Some((owner, Member::Static(def))) = self.lowering.resolve(class, "__new__") {
            return self.made_by_new(class, owner, def, arguments);
        }
        let object = self.bare_object(class);
        match self.lowering.resolve(class, "__init__") {
            Some((owner, Member::Method(def))) => {
                let code = self.lowering.method_code(owner, def);
                let made = self.call_code(code, None, &with_first(object, arguments));
                self.check_none(made);
            }
            Some(_) => return self.unsupported_value("a constructor of this kind"),
            None if arguments.positional.is_empty() && arguments.keywords.is_empty() => {}
            None => {
                let name = self.lowering.objects.classes[class].name.clone();
                self.raise_about("TypeError", &name);
            }
        }
        object
    }

    /// What `__new__` gives; if it is an object of the class, its constructor is run as well.
    fn made_by_new(
        &mut self,
        class: usize,
        owner: usize,
        def: &'a ast::StmtFunctionDef,
        arguments: &Arguments,
    ) -> Operand {
        self.lowering.make(class);
        let code = self.lowering.method_code(owner, def);
        let of = self.class_of_receiver(class);
        let made = self.call_code(code, None, &with_first(of, arguments));
        if !self.is_alive() {
            return made;
        }
        let init = match self.lowering.resolve(class, "__init__") {
            Some((owner, Member::Method(def))) => Some((owner, def)),
            Some(_) => return self.unsupported_value("a constructor of this kind"),
            None => None,
        };
        let made = self.boxed(made);
        let is_object = self.b.apply(Op::Is(ctors().object), &[made]);
        let (object, end) = (self.b.block(), self.b.block());
        self.b.branch(is_object, object, end);
        self.b.seal(object);
        self.b.switch_to(object);
        let reference = self.b.apply(Op::Field(ctors().object, 0), &[made]);
        let found = self.read_heap("CLASSES", reference);
        let own = self.atom(&self.lowering.objects.classes[class].name.clone());
        let is_own = self.b.eq(found, own);
        let is_derived = self.py("is_subclass", &[found, own])[0];
        let is_other = self.b.not(is_derived);
        let is_clear = self.b.apply(Op::Or, &[is_own, is_other]);
        self.guard(is_clear, |lowerer| lowerer.unsupported("an object of a derived class that __new__ gives"));
        let constructed = self.b.block();
        self.b.branch(is_own, constructed, end);
        self.b.seal(constructed);
        self.b.switch_to(constructed);
        if let Some((owner, def)) = init {
            let code = self.lowering.method_code(owner, def);
            let given = self.call_code(code, None, &with_first(Operand::Value(made), arguments));
            self.check_none(given);
        }
        self.b.jump(end, &[]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(made)
    }

    /// `object.__new__` of a class.
    fn write_bare(&mut self) {
        let class = self.b.param(0);
        let is_class = self.b.apply(Op::Is(ctors().class), &[class]);
        self.guard(is_class, |lowerer| lowerer.unsupported("a new object of something that is no class"));
        let of = self.b.apply(Op::Field(ctors().class, 0), &[class]);
        self.switch_class(
            of,
            |_, class| class,
            |lowerer| lowerer.unsupported("a new object of this class"),
            |lowerer, class| {
                if !lowerer.lowering.makes_plain_objects(class) {
                    return lowerer.unsupported("a new object of this class");
                }
                if lowerer.lowering.lacks_methods(class) {
                    return lowerer.raise_about("TypeError", "an object of an abstract class");
                }
                let object = lowerer.bare_object(class);
                lowerer.give(object);
            },
        );
    }

    /// What makes values of a class of named tuples, and the class that it is told.
    pub(crate) fn tuple_maker(&mut self, class: usize) -> Option<(usize, Operand)> {
        if !self.lowering.is_named(class) {
            return None;
        }
        let Some((owner, Member::Method(def))) = self.lowering.resolve(class, "__new__") else { return None };
        self.lowering.make(class);
        let code = self.lowering.method_code(owner, def);
        Some((code, self.class_of_receiver(class)))
    }

    /// A new object of the class without attributes.
    pub(crate) fn bare_object(&mut self, class: usize) -> Operand {
        self.lowering.make(class);
        let name = self.lowering.objects.classes[class].name.clone();
        let reference = self.b.alloc(Sort::reference("object"));
        let atom = self.atom(&name);
        self.write_heap("CLASSES", reference, atom);
        Operand::Value(self.b.construct(ctors().object, &[reference]))
    }

    /// An object with these attributes, that no constructor made.
    pub(crate) fn object_with<'n>(
        &mut self,
        class: usize,
        attributes: impl Iterator<Item = (&'n str, Operand)>,
    ) -> Operand {
        if self.lowering.is_named(class) {
            let items: Vec<Operand> = attributes.map(|(_, value)| value).collect();
            return self.named_tuple(class, &items);
        }
        let object = self.bare_object(class);
        let object = self.boxed(object);
        for (name, value) in attributes {
            self.lowering.shared.attributes.insert(name.to_string());
            let value = self.boxed(value);
            self.write_own(name, object, value);
        }
        Operand::Value(object)
    }

    /// What a constructor returns.
    pub(crate) fn check_none(&mut self, made: Operand) {
        if let Operand::Value(value) = made
            && self.is_alive()
        {
            let is_none = self.is_none(value);
            self.guard(is_none, |lowerer| lowerer.raise_about("TypeError", "what __init__ gives"));
        } else if !matches!(made, Operand::None) {
            self.raise_about("TypeError", "what __init__ gives");
        }
    }

    /// May the attribute that is assigned be one of a class? Where it does not look like it, that is not modelled.
    pub(crate) fn may_be_class(&mut self, expr: &ast::Expr) -> bool {
        match expr {
            ast::Expr::Name(name) => {
                let code = self.code.map(|code| &self.lowering.codes[code]);
                let is_first = code.is_some_and(|code| {
                    code.signature.positional.first().is_some_and(|first| first.name == name.id.as_str())
                });
                let is_decorated = code.is_some_and(|code| match code.kind {
                    crate::lower::CodeKind::Def(def) => {
                        !def.decorator_list.is_empty() || def.name.as_str() == "__new__"
                    }
                    crate::lower::CodeKind::Lambda(_) => false,
                });
                (is_first && is_decorated) || matches!(self.target(expr), crate::call::Target::Class(..))
            }
            ast::Expr::Attribute(attribute) if attribute.attr.as_str() == "__class__" => true,
            ast::Expr::Attribute(_) => matches!(self.target(expr), crate::call::Target::Class(..)),
            ast::Expr::Call(call) => {
                self.target(&call.func) == crate::call::Target::Builtin(crate::builtins::Builtin::Type("type"))
            }
            _ => false,
        }
    }

    /// `C.x = …` at the top level, where the class has the variable from there on. Is it that?
    pub(crate) fn give_to_class(&mut self, of: &'a ast::Expr, name: &str, value: Operand) -> bool {
        let crate::call::Target::Class(module, node) = self.target(of) else { return false };
        if self.code.is_some() {
            return false;
        }
        let Some(class) = self.lowering.modelled(module, node) else { return false };
        let row = &self.lowering.objects.classes[class];
        let is_variable = matches!(row.members.get(name), Some(Member::Variable));
        let is_plain = self.lowering.makes_plain_objects(class);
        if !is_variable || !is_plain || !self.lowering.given_later(module, row.def).contains(&name) {
            return false;
        }
        let cell = self.class_cell(class, name);
        let is_constant = matches!(value, Operand::Int(_) | Operand::Bool(_) | Operand::Str(_) | Operand::None);
        if !is_constant || !self.lowering.is_given_at_top_level_only(name) {
            self.lowering.shared.note_class_state(cell);
        }
        let value = self.boxed(value);
        self.b.set(cell, value);
        true
    }

    /// The traceback of an exception: nothing is known of it, not even that it is the same in both versions.
    pub(crate) fn traceback(&mut self) -> Operand {
        const NAME: &str = "<traceback>";
        self.lowering.shared.modules.insert(NAME.to_string());
        self.constant(ctors().foreign, NAME)
    }

    // How they are written.

    /// One block for each class that is used, or for several of which the same is true; each ends what it begins.
    pub(crate) fn switch_class<K: PartialEq>(
        &mut self,
        class: ValueId,
        alike: impl Fn(&Lowering<'a>, usize) -> K,
        otherwise: impl FnOnce(&mut Self),
        mut each: impl FnMut(&mut Self, usize),
    ) {
        let mut groups: Vec<(K, usize, ir::BlockId)> = Vec::new();
        let mut cases = Vec::new();
        for of in self.lowering.objects.made.clone() {
            let name = Value::Atom(Symbol::new(&self.lowering.objects.classes[of].name));
            let key = alike(self.lowering, of);
            let block = match groups.iter().find(|(known, ..)| *known == key) {
                Some((_, _, block)) => *block,
                None => {
                    let block = self.b.block();
                    groups.push((key, of, block));
                    block
                }
            };
            cases.push((name, block));
        }
        let other = self.b.block();
        self.b.switch(class, cases, other);
        self.b.seal(other);
        for (_, class, block) in groups {
            self.b.seal(block);
            self.b.switch_to(block);
            each(self, class);
            assert!(!self.is_alive(), "what is done for a class ends");
        }
        self.b.switch_to(other);
        otherwise(self);
    }

    /// Branches by whether the first parameter is an object or a class.
    fn switch_receiver(
        &mut self,
        receiver: ValueId,
        lookup: &Lookup<'_>,
        is_read: bool,
        mut each: impl FnMut(&mut Self, usize, Through),
    ) {
        let is_instance = self.is_instance(receiver);
        let (object, class) = (self.b.block(), self.b.block());
        self.b.branch(is_instance, object, class);
        self.b.seal(object);
        self.b.seal(class);
        self.b.switch_to(object);
        let of = self.class_of_instance(receiver);
        let alike = |lowering: &Lowering<'a>, class: usize| {
            let found = looked_up(lowering, class, lookup);
            // A class's own method is told which class it is of, and variables are looked for in its order.
            let is_own = match found {
                _ if lowering.is_frozen(class) || !lowering.has_slot(class, lookup.name) => true,
                _ if lowering.resolve(class, "__getattr__").is_some() => true,
                Some(Some((_, Member::Method(_) | Member::Static(_) | Member::Property(_)))) => false,
                Some(Some(_)) | Some(None) | None => true,
            };
            let owner = found.map(|found| found.map(|(owner, _)| owner));
            (owner, is_own.then_some(class))
        };
        self.switch_class(
            of,
            alike,
            |lowerer| lowerer.unsupported("an object of this class"),
            |lowerer, class| each(lowerer, class, Through::Object),
        );
        self.b.switch_to(class);
        let is_class = self.b.apply(Op::Is(ctors().class), &[receiver]);
        self.guard(is_class, |lowerer| lowerer.unsupported("an attribute of this value"));
        let of = self.b.apply(Op::Field(ctors().class, 0), &[receiver]);
        self.switch_class(
            of,
            alike,
            |lowerer| match is_read {
                true => lowerer.get_of_other_class(of, lookup),
                false => lowerer.unsupported("an attribute of this class"),
            },
            |lowerer, class| each(lowerer, class, Through::Class),
        );
    }

    /// An attribute of a class that the language has.
    fn get_of_other_class(&mut self, class: ValueId, lookup: &Lookup<'_>) {
        if lookup.name == "__name__" {
            let text = self.py("class_text", &[class])[0];
            return self.give(Operand::Str(text));
        }
        if !crate::method::is_builtin_attribute(lookup.name) && lookup.name != "mro" {
            for name in ["int", "bool", "str", "float", "list", "tuple", "dict", "set", "range", "object"] {
                let name = self.atom(name);
                let is = self.b.eq(class, name);
                let is_other = self.b.not(is);
                self.guard(is_other, |lowerer| lowerer.raise_about("AttributeError", lookup.name));
            }
        }
        self.unsupported("an attribute of this class");
    }

    fn write_get(&mut self, lookup: &Lookup<'_>, is_whole: bool) {
        let receiver = self.b.param(0);
        self.switch_receiver(receiver, lookup, true, |lowerer, class, through| {
            match looked_up(lowerer.lowering, class, lookup) {
                Some(found) => lowerer.get_of_class(lookup, receiver, class, through, found, is_whole),
                None => lowerer.unsupported("super of an object of another class"),
            }
        });
    }

    fn get_of_class(
        &mut self,
        lookup: &Lookup<'_>,
        receiver: ValueId,
        class: usize,
        through: Through,
        found: Option<(usize, Member<'a>)>,
        is_whole: bool,
    ) {
        let is_object = through == Through::Object;
        if self.lowering.enumeration(class).is_some() && found.is_none() {
            return self.get_of_enumeration(lookup, receiver, class, through);
        }
        match found {
            Some((_, Member::Of(place))) if !is_object => {
                let member = self.enum_member(class, place);
                return self.give(member);
            }
            Some((_, Member::Of(_))) => return self.unsupported("a member of an enumeration of another one"),
            Some((owner, Member::Property(property))) if is_object => {
                let value = self.call_getter(class, owner, property.get, receiver);
                return self.give(value);
            }
            Some((owner, Member::Cached(_))) if is_object && self.lowering.is_named_by_body(owner) => {
                let message = "Cannot use cached_property instance without calling __set_name__ on it.";
                return self.raise("TypeError", message);
            }
            Some((_, Member::Cached(_))) if is_object && !self.lowering.has_dict(class) => {
                if self.lowering.resolve(class, "__getattr__").is_some() {
                    return self.unsupported("a cached property of an object that makes up its attributes");
                }
                let of = self.lowering.objects.classes[class].def.name.to_string();
                let name = lookup.name;
                let message = format!("No '__dict__' attribute on '{of}' instance to cache '{name}' property.");
                return self.raise("TypeError", &message);
            }
            Some((_, Member::Cached(_))) if is_object && !self.lowering.keeps_attributes(class) => {
                return self.unsupported("a cached property of a value that is no plain object");
            }
            Some((owner, Member::Cached(def))) if is_object => {
                self.give_own(lookup.name, receiver);
                let value = self.call_getter(class, owner, def, receiver);
                if self.is_alive() {
                    let value = self.boxed(value);
                    self.lowering.shared.attributes.insert(lookup.name.to_string());
                    self.write_own(lookup.name, receiver, value);
                    self.give(Operand::Value(value));
                }
                return;
            }
            Some((_, Member::Field(place))) if is_object => {
                let items = self.b.apply(Op::Field(ctors().tuple, 0), &[receiver]);
                let item = self.nth(items, place);
                return self.give(Operand::Value(item));
            }
            Some((owner, Member::Fields)) => {
                let names = self.field_names(owner);
                return self.give(names);
            }
            Some((_, Member::Property(_) | Member::Cached(_) | Member::NoHash | Member::Field(_))) => {
                return self.unsupported("a property as a value");
            }
            _ => {}
        }
        if is_object && lookup.after.is_none() && self.lowering.keeps_attributes(class) {
            self.give_own(lookup.name, receiver);
        }
        let Some((owner, member)) = found else {
            // A method of the language as a value, which nothing here stands for.
            if is_whole && lookup.name == "__init__" && self.lowering.is_error(class) {
                return self.unsupported("a method of an exception as a value");
            }
            self.give_variable(lookup, receiver, class, is_object);
            return self.give_missing(lookup, receiver, class, through);
        };
        if !is_whole && !matches!(member, Member::Variable) {
            let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
            return self.give(Operand::Value(unbound));
        }
        let value = match member {
            Member::Method(def) if is_object => self.bound_method(owner, def, Operand::Value(receiver)),
            Member::Method(def) | Member::Static(def) => self.taken_function(owner, def),
            Member::OfClass(def) => {
                let of = self.class_of_receiver(class);
                self.bound_method(owner, def, of)
            }
            Member::Variable => {
                self.give_variable(lookup, receiver, class, is_object);
                return self.unsupported("a variable of a class that has no value");
            }
            Member::Property(_)
            | Member::Cached(_)
            | Member::NoHash
            | Member::Field(_)
            | Member::Fields
            | Member::Of(_) => unreachable!("answered above"),
        };
        self.give(value);
    }

    /// What an enumeration has besides what its class says.
    fn get_of_enumeration(&mut self, lookup: &Lookup<'_>, receiver: ValueId, class: usize, through: Through) {
        let is_mixed = self.lowering.enumeration(class).is_some_and(|row| row.mixed != super::members::Mixed::Nothing);
        match (lookup.name, through) {
            _ if lookup.after.is_some() => self.unsupported("super in an enumeration"),
            ("value" | "_value_", Through::Object) => {
                let value = self.py_value("member_value", &[Operand::Value(receiver)]);
                self.give(value);
            }
            ("name" | "_name_", Through::Object) => {
                let name = self.py_value("member_name", &[Operand::Value(receiver)]);
                self.give(name);
            }
            ("__class__" | "__name__", _) => self.give_missing(lookup, receiver, class, through),
            // Somebody may set it.
            (name, _) if self.lowering.shared.attributes.contains(name) => {
                self.unsupported("an attribute of an enumeration");
            }
            (name, _) if is_mixed || name.starts_with('_') || ["name", "value", "mro"].contains(&name) => {
                self.unsupported("an attribute of an enumeration");
            }
            _ => self.give_missing(lookup, receiver, class, through),
        }
    }

    /// `Color(value)`
    fn looked_up_member(&mut self, class: usize, arguments: &Arguments) -> Operand {
        let has_members = self.lowering.enumeration(class).is_some_and(|row| !row.values.is_empty());
        match (&arguments.positional[..], &arguments.keywords[..], self.lowering.resolve(class, "__lookup__")) {
            ([_], [], Some((owner, Member::Method(def)))) if has_members => {
                self.lowering.make(class);
                let code = self.lowering.method_code(owner, def);
                let of = self.class_of_receiver(class);
                self.call_code(code, None, &with_first(of, arguments))
            }
            _ => self.unsupported_value("such a call of an enumeration"),
        }
    }

    fn class_of_receiver(&mut self, class: usize) -> Operand {
        let name = self.lowering.objects.classes[class].name.clone();
        self.constant(ctors().class, &name)
    }

    fn taken_function(&mut self, class: usize, def: &'a ast::StmtFunctionDef) -> Operand {
        let code = self.lowering.method_code(class, def);
        self.lowering.take(code);
        let name = self.lowering.codes[code].name.clone();
        self.constant(ctors().function, &name)
    }

    fn bound_method(&mut self, class: usize, def: &'a ast::StmtFunctionDef, receiver: Operand) -> Operand {
        let code = self.lowering.method_code(class, def);
        self.lowering.take(code);
        let name = self.lowering.codes[code].name.clone();
        let (atom, receiver) = (self.atom(&name), self.boxed(receiver));
        Operand::Value(self.b.construct(ctors().method, &[atom, receiver]))
    }

    fn give(&mut self, value: Operand) {
        if self.is_alive() {
            let value = self.boxed(value);
            self.b.return_(&[value]);
            self.dead();
        }
    }

    /// Returns the object's own attribute, if it has one.
    fn give_own(&mut self, name: &str, receiver: ValueId) {
        if !self.lowering.shared.attributes.contains(name) {
            return;
        }
        let held = self.own_attribute(name, receiver);
        let is_unbound = self.b.apply(Op::Is(ctors().unbound), &[held]);
        self.guard(is_unbound, |lowerer| lowerer.give(Operand::Value(held)));
    }

    fn own_attribute(&mut self, name: &str, receiver: ValueId) -> ValueId {
        let (cell, sort) = self.attribute_cell(name);
        let reference = self.reference_of(receiver);
        let heap = self.b.get(cell, sort);
        self.b.apply(Op::Select, &[heap, reference])
    }

    /// Returns the first variable of that name in the order of the class, if there is one.
    fn give_variable(&mut self, lookup: &Lookup<'_>, receiver: ValueId, class: usize, is_object: bool) {
        let is_set = |(family, _): &(Family, _)| *family == Family::SetAny(lookup.name.to_string());
        let is_settable = self.lowering.is_settable(lookup.name) && self.lowering.objects.families().iter().any(is_set);
        let order = self.lowering.objects.classes[class].order.clone();
        let from = lookup.after.and_then(|after| order.iter().position(|known| *known == after)).map_or(0, |at| at + 1);
        for owner in &order[from..] {
            let is_there = self.lowering.objects.classes[*owner].members.contains_key(lookup.name);
            if !is_there && !is_settable {
                continue;
            }
            let cell = self.class_cell(*owner, lookup.name);
            let held = self.b.get(cell, ctors().value);
            let is_unbound = self.b.apply(Op::Is(ctors().unbound), &[held]);
            self.guard(is_unbound, |lowerer| {
                let is_foreign = lowerer.b.apply(Op::Is(ctors().foreign), &[held]);
                let is_known = lowerer.b.not(is_foreign);
                lowerer.guard(is_known, |lowerer| lowerer.unsupported("something that a class keeps"));
                if is_object {
                    lowerer.give_bound(held, receiver);
                }
                // It may have a say in what an attribute is.
                let is_outside = lowerer.b.apply(Op::Is(ctors().outside), &[held]);
                let is_inside = lowerer.b.not(is_outside);
                lowerer.guard(is_inside, |lowerer| lowerer.unsupported("something that a class keeps"));
                lowerer.give(Operand::Value(held));
            });
            if is_there && !is_settable {
                return;
            }
        }
    }

    /// A function that a class keeps becomes a method.
    fn give_bound(&mut self, held: ValueId, receiver: ValueId) {
        let is_function = self.b.apply(Op::Is(ctors().function), &[held]);
        let is_other = self.b.not(is_function);
        self.guard(is_other, |lowerer| {
            let code = lowerer.b.apply(Op::Field(ctors().function, 0), &[held]);
            let method = lowerer.b.construct(ctors().method, &[code, receiver]);
            lowerer.give(Operand::Value(method));
        });
        let is_closure = self.b.apply(Op::Is(ctors().closure), &[held]);
        let is_other = self.b.not(is_closure);
        self.guard(is_other, |lowerer| lowerer.unsupported("a function that a class keeps"));
    }

    /// An attribute that is not there.
    fn give_missing(&mut self, lookup: &Lookup<'_>, receiver: ValueId, class: usize, through: Through) {
        match (lookup.name, through) {
            ("__class__", Through::Object) if lookup.after.is_none() => {
                let of = self.class_of_receiver(class);
                self.give(of);
            }
            ("__name__", Through::Class) if lookup.after.is_none() => {
                let name = self.lowering.objects.classes[class].def.name.to_string();
                let name = self.text(&name);
                self.give(name);
            }
            ("__new__", Through::Class) if lookup.after.is_some() && self.lowering.makes_plain_objects(class) => {
                // `object.__new__`, which [`Family::SuperCall`] knows.
                let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
                self.give(Operand::Value(unbound));
            }
            ("__init__", Through::Object) if lookup.after.is_some() && !self.lowering.is_named(class) => {
                // `object.__init__`, which [`Family::SuperCall`] knows.
                let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
                self.give(Operand::Value(unbound));
            }
            ("args", Through::Object) if lookup.after.is_none() && self.lowering.is_error(class) => {
                let args = self.py_value("exception_args", &[Operand::Value(receiver)]);
                self.give(args);
            }
            ("args" | "with_traceback" | "add_note", _) if self.lowering.is_error(class) => {
                self.unsupported("an attribute of an exception");
            }
            (name, _) if is_special(name) || name == "mro" || name == "_field_defaults" => {
                self.unsupported(&format!("the attribute {name}"))
            }
            (name, Through::Object) if lookup.after.is_none() && self.makes_attributes_up(class) => {
                let Some((owner, Member::Method(def))) = self.lowering.resolve(class, "__getattr__") else {
                    return self.unsupported("a hook into attributes of this kind");
                };
                let code = self.lowering.method_code(owner, def);
                let name = self.text(name);
                let arguments = Arguments { positional: vec![Operand::Value(receiver), name], keywords: vec![] };
                let value = self.call_code(code, None, &arguments);
                self.give(value);
            }
            (name, _) => {
                let about = format!("{name} of {}", self.lowering.objects.classes[class].name);
                self.raise_about("AttributeError", &about);
            }
        }
    }

    /// Is there something that is asked for attributes that are not there?
    fn makes_attributes_up(&self, class: usize) -> bool {
        self.lowering.resolve(class, "__getattr__").is_some()
    }

    /// Calls the function of a property. Where that fails for want of an attribute, `__getattr__` would be asked.
    fn call_getter(&mut self, class: usize, owner: usize, def: &'a ast::StmtFunctionDef, receiver: ValueId) -> Operand {
        let code = self.lowering.method_code(owner, def);
        let arguments = Arguments { positional: vec![Operand::Value(receiver)], keywords: vec![] };
        if !self.makes_attributes_up(class) {
            return self.call_code(code, None, &arguments);
        }
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        let value = self.call_code(code, None, &arguments);
        self.handler = outer;
        self.b.seal(caught);
        if !self.b.is_reached(caught) {
            return value;
        }
        let value = self.is_alive().then(|| self.boxed(value));
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        if let Some(value) = value {
            self.b.jump(end, &[value]);
        }
        self.b.switch_to(caught);
        let missing = self.constant(ctors().class, "AttributeError");
        let missing = self.boxed(missing);
        let is_missing = self.py("isinstance_", &[exception, missing])[0];
        let is_other = self.b.not(is_missing);
        self.guard(is_other, |lowerer| lowerer.unsupported("a property without a value where attributes are made up"));
        self.raise_value(exception);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    fn write_set(&mut self, name: &str, may_be_class: bool, is_through: bool) {
        let (receiver, value) = (self.b.param(0), self.b.param(1));
        self.switch_receiver(receiver, &Lookup { name, after: None }, false, |lowerer, class, through| {
            let is_taken = lowerer.lowering.is_error(class) && ["args", "with_traceback", "add_note"].contains(&name);
            if is_special(name) || is_taken || lowerer.lowering.enumeration(class).is_some() {
                return lowerer.unsupported(&format!("the attribute {name}"));
            }
            if through == Through::Object && !is_through && lowerer.lowering.is_frozen(class) {
                return lowerer.unsupported("assignment to an attribute of a frozen object");
            }
            match (through, lowerer.lowering.resolve(class, name)) {
                (Through::Object, Some((owner, Member::Property(property)))) => match property.set {
                    Some(set) => {
                        let code = lowerer.lowering.method_code(owner, set);
                        let positional = vec![Operand::Value(receiver), Operand::Value(value)];
                        lowerer.call_code(code, None, &Arguments { positional, keywords: vec![] });
                        lowerer.give(Operand::None);
                    }
                    None => lowerer.raise_about("AttributeError", name),
                },
                (Through::Object, Some((_, Member::Field(_)))) => lowerer.raise_about("AttributeError", name),
                (Through::Object, _) if !lowerer.lowering.has_slot(class, name) => {
                    lowerer.raise_about("AttributeError", name);
                }
                (Through::Object, _) if lowerer.lowering.is_named(class) => {
                    lowerer.unsupported("an attribute of a named tuple's own");
                }
                (Through::Object, _) => {
                    lowerer.write_own(name, receiver, value);
                    lowerer.give(Operand::None);
                }
                (Through::Class, _) if may_be_class && lowerer.lowering.is_settable(name) => {
                    let cell = lowerer.class_cell(class, name);
                    lowerer.lowering.shared.note_class_state(cell);
                    lowerer.b.set(cell, value);
                    lowerer.give(Operand::None);
                }
                (Through::Class, _) => lowerer.unsupported("assignment to an attribute of a class"),
            }
        });
    }

    fn write_attributes(&mut self) {
        let object = self.b.param(0);
        if self.lowering.shared.has_named {
            let is_tuple = self.b.apply(Op::Is(ctors().tuple), &[object]);
            let is_other = self.b.not(is_tuple);
            self.guard(is_other, |lowerer| {
                let items = lowerer.b.apply(Op::Field(ctors().tuple, 0), &[object]);
                lowerer.give(Operand::Tuple(items));
            });
        }
        let mut names: Vec<String> = self.lowering.shared.attributes.iter().cloned().collect();
        names.sort();
        let mut all = self.items(&[]);
        for name in names {
            let held = self.own_attribute(&name, object);
            let is_unbound = self.b.apply(Op::Is(ctors().unbound), &[held]);
            let name = self.text(&name);
            let pair = self.items(&[name, Operand::Value(held)]);
            let pair = self.items(&[Operand::Tuple(pair)]);
            let more = self.b.apply(Op::SeqConcat, &[all, pair]);
            all = self.b.apply(Op::Ite, &[is_unbound, all, more]);
        }
        self.give(Operand::Tuple(all));
    }

    fn write_own(&mut self, name: &str, receiver: ValueId, value: ValueId) {
        let (cell, sort) = self.attribute_cell(name);
        let reference = self.reference_of(receiver);
        let heap = self.b.get(cell, sort);
        let heap = self.b.apply(Op::Store, &[heap, reference, value]);
        self.b.set(cell, heap);
    }

    fn write_delete(&mut self, name: &str) {
        let receiver = self.b.param(0);
        self.switch_receiver(receiver, &Lookup { name, after: None }, false, |lowerer, class, through| {
            let is_other = lowerer.lowering.enumeration(class).is_some() || lowerer.lowering.is_error(class);
            if is_special(name) || is_other || through == Through::Class || lowerer.lowering.is_frozen(class) {
                return lowerer.unsupported(&format!("deletion of the attribute {name}"));
            }
            match lowerer.lowering.resolve(class, name) {
                Some((_, Member::Field(_))) => lowerer.raise_about("AttributeError", name),
                _ if lowerer.lowering.is_named(class) => lowerer.raise_about("AttributeError", name),
                Some((owner, Member::Property(property))) => match property.delete {
                    Some(delete) => {
                        let code = lowerer.lowering.method_code(owner, delete);
                        let positional = vec![Operand::Value(receiver)];
                        lowerer.call_code(code, None, &Arguments { positional, keywords: vec![] });
                        lowerer.give(Operand::None);
                    }
                    None => lowerer.raise_about("AttributeError", name),
                },
                _ => {
                    let held = lowerer.own_attribute(name, receiver);
                    let is_unbound = lowerer.b.apply(Op::Is(ctors().unbound), &[held]);
                    let is_there = lowerer.b.not(is_unbound);
                    lowerer.guard(is_there, |lowerer| lowerer.raise_about("AttributeError", name));
                    let unbound = lowerer.b.constant(ctors().unbound_value(), ctors().value);
                    lowerer.write_own(name, receiver, unbound);
                    lowerer.give(Operand::None);
                }
            }
        });
    }

    fn write_call(&mut self, lookup: &Lookup<'_>, shape: &Shape) {
        let (found, receiver) = (self.b.param(0), self.b.param(1));
        let arguments = Arguments {
            positional: (0..shape.positional).map(|index| Operand::Value(self.b.param(2 + index))).collect(),
            keywords: shape
                .keywords
                .iter()
                .enumerate()
                .map(|(index, name)| (name.clone(), Operand::Value(self.b.param(2 + shape.positional + index))))
                .collect(),
        };
        if self.may_be_value(lookup) {
            let is_method = self.b.apply(Op::Is(ctors().unbound), &[found]);
            self.guard(is_method, |lowerer| {
                let value = lowerer.call_value(Operand::Value(found), &arguments);
                lowerer.give(value);
            });
        }
        self.switch_receiver(receiver, lookup, false, |lowerer, class, through| {
            let is_object = through == Through::Object;
            let first = match looked_up(lowerer.lowering, class, lookup).flatten() {
                Some((owner, Member::Method(def))) if is_object => Some((owner, def, Some(Operand::Value(receiver)))),
                Some((owner, Member::Method(def) | Member::Static(def))) => Some((owner, def, None)),
                Some((owner, Member::OfClass(def))) => Some((owner, def, Some(lowerer.class_of_receiver(class)))),
                _ => None,
            };
            let Some((owner, def, first)) = first else {
                if lookup.name == "__new__" && lookup.after.is_some() && !is_object {
                    return match (&arguments.positional[..], &arguments.keywords[..]) {
                        ([of], []) => {
                            let object = lowerer.by_class(Family::Bare, &[*of]);
                            lowerer.give(object);
                        }
                        ([_, ..], _) => lowerer.raise_about("TypeError", "object.__new__"),
                        _ => lowerer.unsupported("object.__new__ of no class"),
                    };
                }
                let is_init = lookup.name == "__init__" && lookup.after.is_some() && is_object;
                if is_init && lowerer.lowering.is_error(class) {
                    lowerer.init_error(receiver, &arguments);
                    return lowerer.give(Operand::None);
                }
                return match is_init && arguments.positional.is_empty() && arguments.keywords.is_empty() {
                    true => lowerer.give(Operand::None),
                    false if is_init => lowerer.raise_about("TypeError", "object.__init__"),
                    false => lowerer.unsupported("a method that is a value"),
                };
            };
            let code = lowerer.lowering.method_code(owner, def);
            let value = match first {
                Some(first) => lowerer.call_code(code, None, &with_first(first, &arguments)),
                None => lowerer.call_code(code, None, &arguments),
            };
            lowerer.give(value);
        });
    }

    /// May the name lead to anything but a function of a class?
    fn may_be_value(&self, lookup: &Lookup<'_>) -> bool {
        let classes = self.lowering.objects.made.iter();
        let is_value = |found: Option<(usize, Member<'a>)>| {
            !matches!(found, None | Some((_, Member::Method(_) | Member::Static(_) | Member::OfClass(_))))
        };
        self.lowering.shared.attributes.contains(lookup.name)
            || is_special(lookup.name)
            || self.lowering.objects.made.iter().any(|class| self.makes_attributes_up(*class))
            || classes.into_iter().any(|class| looked_up(self.lowering, *class, lookup).is_some_and(is_value))
    }
}

/// What the name leads to in a class; `None`: the lookup itself makes no sense there.
fn looked_up<'a>(lowering: &Lowering<'a>, class: usize, lookup: &Lookup<'_>) -> Option<Option<(usize, Member<'a>)>> {
    match lookup.after {
        Some(after) => lowering.resolve_after(class, after, lookup.name),
        None => Some(lowering.resolve(class, lookup.name)),
    }
}

/// The arguments with one more in front.
pub(crate) fn with_first(first: Operand, arguments: &Arguments) -> Arguments {
    let positional = std::iter::once(first).chain(arguments.positional.iter().copied()).collect();
    Arguments { positional, keywords: arguments.keywords.clone() }
}
