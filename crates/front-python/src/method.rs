//! Calls of methods: found by name, then by the type of the receiver.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Ctor, Op};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand, message_about};
use crate::object::Family;
use crate::runtime::ctors;

/// A method of a builtin type: the prelude's function, how many arguments it takes at least, what
/// stands for those left out, and whether it gives a value. The first parameter is the receiver's
/// raw contents.
struct Method {
    name: &'static str,
    function: &'static str,
    required: usize,
    optional: &'static [Missing],
}

/// What a parameter gets if it is left out.
#[derive(Copy, Clone)]
enum Missing {
    MinusOne,
    None,
    Unbound,
}

const fn method(name: &'static str, function: &'static str, required: usize) -> Method {
    Method { name, function, required, optional: &[] }
}

const fn with(name: &'static str, function: &'static str, required: usize, optional: &'static [Missing]) -> Method {
    Method { name, function, required, optional }
}

const LIST: &[Method] = &[
    method("append", "list_append", 1),
    method("extend", "list_extend", 1),
    method("insert", "list_insert", 2),
    with("pop", "list_pop", 0, &[Missing::MinusOne]),
    method("remove", "list_remove", 1),
    method("index", "list_index", 1),
    method("count", "list_count", 1),
    method("reverse", "list_reverse", 0),
    method("clear", "list_clear", 0),
    method("copy", "list_copy", 0),
    method("sort", "list_sort", 0),
];

const TUPLE: &[Method] = &[method("index", "items_index", 1), method("count", "items_count", 1)];

const STR: &[Method] = &[
    method("upper", "text_upper", 0),
    method("lower", "text_lower", 0),
    with("strip", "text_strip", 0, &[Missing::None]),
    with("lstrip", "text_lstrip", 0, &[Missing::None]),
    with("rstrip", "text_rstrip", 0, &[Missing::None]),
    method("startswith", "text_startswith", 1),
    method("endswith", "text_endswith", 1),
    method("find", "text_find", 1),
    method("index", "text_index", 1),
    method("count", "text_count", 1),
    method("replace", "text_replace", 2),
    with("split", "text_split", 0, &[Missing::None]),
    method("join", "text_join", 1),
    method("isdigit", "text_isdigit", 0),
    method("isalpha", "text_isalpha", 0),
    method("isalnum", "text_isalnum", 0),
    method("isspace", "text_isspace", 0),
    method("isupper", "text_isupper", 0),
    method("islower", "text_islower", 0),
    method("rfind", "text_rfind", 1),
    method("partition", "text_partition", 1),
    method("capitalize", "text_capitalize", 0),
    with("rjust", "text_rjust", 1, &[Missing::Unbound]),
    with("ljust", "text_ljust", 1, &[Missing::Unbound]),
    method("zfill", "text_zfill", 1),
    method("removeprefix", "text_removeprefix", 1),
    method("removesuffix", "text_removesuffix", 1),
];

const DICT: &[Method] = &[
    with("get", "dict_get", 1, &[Missing::None]),
    with("setdefault", "dict_setdefault", 1, &[Missing::None]),
    with("pop", "dict_pop", 1, &[Missing::Unbound]),
    with("update", "dict_update", 0, &[Missing::Unbound]),
    method("clear", "dict_clear", 0),
    method("copy", "dict_copy", 0),
];

const SET: &[Method] =
    &[method("add", "set_add", 1), method("discard", "set_discard_", 1), method("remove", "set_remove", 1)];

const GENERATOR: &[Method] = &[
    method("send", "generator_send", 1),
    method("throw", "generator_throw", 1),
    method("close", "generator_close", 0),
    method("__next__", "generator_next", 0),
];

/// All methods of a builtin type by name, also those that are not modelled: a receiver without
/// the method raises, one with it gets stuck.
const OTHER_LIST: &[&str] = &[];
const OTHER_STR: &str = "casefold center encode expandtabs format format_map isascii isdecimal isidentifier \
    isnumeric isprintable istitle maketrans rindex rpartition rsplit splitlines swapcase title translate";
const OTHER_DICT: &str = "fromkeys items keys popitem values";
const OTHER_SET: &str = "clear copy difference difference_update intersection intersection_update isdisjoint \
    issubset issuperset pop symmetric_difference symmetric_difference_update union update";
const OTHER_NUMBER: &str = "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator \
    real to_bytes fromhex hex is_integer index count start stop step args with_traceback add_note";

const OTHER_GENERATOR: &str = "gi_frame gi_code gi_running gi_yieldfrom gi_suspended";

fn tables() -> [(Ctor, &'static [Method], Vec<&'static str>); 6] {
    let words = |text: &'static str| text.split_whitespace().collect();
    [
        (ctors().list, LIST, OTHER_LIST.to_vec()),
        (ctors().str, STR, words(OTHER_STR)),
        (ctors().tuple, TUPLE, vec![]),
        (ctors().dict, DICT, words(OTHER_DICT)),
        (ctors().set, SET, words(OTHER_SET)),
        (ctors().iterator, GENERATOR, words(OTHER_GENERATOR)),
    ]
}

/// Has a value of some builtin type an attribute of that name, modelled or not?
pub(crate) fn is_builtin_attribute(name: &str) -> bool {
    let is_method = |(_, methods, others): (Ctor, &[Method], Vec<&str>)| {
        methods.iter().any(|method| method.name == name) || others.contains(&name)
    };
    name.starts_with("__")
        || tables().into_iter().any(is_method)
        || OTHER_NUMBER.split_whitespace().any(|other| other == name)
}

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn call_method(&mut self, call: &'a ast::ExprCall, attribute: &'a ast::ExprAttribute) -> Operand {
        let name = attribute.attr.as_str();
        if let Some((class, object)) = self.super_of(&attribute.value) {
            let name = self.attribute_name(name);
            let found = self.by_class(Family::SuperFind(class, name.clone()), &[object]);
            let Some(arguments) = self.arguments(call) else { return Operand::None };
            self.at(call.range());
            return self.call_found(&name, found, object, &arguments, Some(class));
        }
        if let Some(done) = self.set_through(call, attribute) {
            return done;
        }
        let receiver = self.expr(&attribute.value);
        let receiver = self.boxed(receiver);
        self.at(call.range());
        let found: Vec<(Ctor, &Method)> = tables()
            .into_iter()
            .filter_map(|(ctor, methods, _)| methods.iter().find(|method| method.name == name).map(|m| (ctor, m)))
            .collect();
        if self.has_objects() {
            return self.call_any_method(call, receiver, name, &found);
        }
        if self.steps_outside() {
            return self.call_method_or_member(call, receiver, name, &found);
        }
        self.check_method(receiver, name, &found);
        self.call_known_method(call, receiver, name, &found)
    }

    /// `object.__setattr__(x, "name", value)`
    fn set_through(&mut self, call: &'a ast::ExprCall, attribute: &'a ast::ExprAttribute) -> Option<Operand> {
        let is_object = self.target(&attribute.value)
            == crate::call::Target::Builtin(crate::builtins::Builtin::Type("object"))
            && attribute.attr.as_str() == "__setattr__"
            && self.has_objects();
        let (true, [object, Expr::StringLiteral(name), value], []) =
            (is_object, &*call.arguments.args, &*call.arguments.keywords)
        else {
            return None;
        };
        let object = self.expr(object);
        let object = Operand::Value(self.boxed(object));
        let value = self.expr(value);
        self.at(call.range());
        let name = name.value.to_str().to_string();
        self.lowering.shared.attributes.insert(name.clone());
        Some(self.if_object(
            object,
            |lowerer| lowerer.by_class(Family::SetThrough(name), &[object, value]),
            |lowerer| lowerer.unsupported_value("an attribute"),
        ))
    }

    /// The receiver may be an object of the program, whose class says what is called.
    fn call_any_method(
        &mut self,
        call: &'a ast::ExprCall,
        receiver: ValueId,
        name: &str,
        found: &[(Ctor, &Method)],
    ) -> Operand {
        let object = Operand::Value(receiver);
        let own_name = self.attribute_name(name);
        let is_special = matches!(&*call.arguments.args, [Expr::Generator(_)]) && ["join", "extend"].contains(&name);
        if is_special {
            return self.if_object(
                object,
                |lowerer| {
                    let method = lowerer.by_class(Family::Find(own_name.clone()), &[object]);
                    let Some(arguments) = lowerer.arguments(call) else { return Operand::None };
                    lowerer.call_found(&own_name, method, object, &arguments, None)
                },
                |lowerer| match lowerer.steps_outside() {
                    true => lowerer.call_method_or_member(call, receiver, name, found),
                    false => {
                        lowerer.check_method(receiver, name, found);
                        lowerer.call_known_method(call, receiver, name, found)
                    }
                },
            );
        }
        // It is looked up before the arguments are evaluated.
        let method = self.if_object(
            object,
            |lowerer| lowerer.by_class(Family::Find(own_name.clone()), &[object]),
            |lowerer| {
                lowerer.if_outside(
                    object,
                    |lowerer| lowerer.member(object, name),
                    |lowerer| {
                        lowerer.check_method(receiver, name, found);
                        Operand::None
                    },
                )
            },
        );
        let Some(arguments) = self.arguments(call) else { return Operand::None };
        self.at(call.range());
        self.if_object(
            object,
            |lowerer| lowerer.call_found(&own_name, method, object, &arguments, None),
            |lowerer| {
                lowerer.if_outside(
                    object,
                    |lowerer| lowerer.call_member(name, method, &arguments),
                    |lowerer| lowerer.dispatch_method(receiver, name, found, &arguments),
                )
            },
        )
    }

    /// The receiver may come from outside: then the method is an attribute of it, and is called.
    fn call_method_or_member(
        &mut self,
        call: &'a ast::ExprCall,
        receiver: ValueId,
        name: &str,
        found: &[(Ctor, &Method)],
    ) -> Operand {
        let object = Operand::Value(receiver);
        let is_special = matches!(&*call.arguments.args, [Expr::Generator(_)]) && ["join", "extend"].contains(&name);
        if is_special {
            return self.if_outside(
                object,
                |lowerer| {
                    let method = lowerer.member(object, name);
                    let Some(arguments) = lowerer.arguments(call) else { return Operand::None };
                    lowerer.call_member(name, method, &arguments)
                },
                |lowerer| {
                    lowerer.check_method(receiver, name, found);
                    lowerer.call_known_method(call, receiver, name, found)
                },
            );
        }
        // It is looked up before the arguments are evaluated.
        let method = self.if_outside(
            object,
            |lowerer| lowerer.member(object, name),
            |lowerer| {
                lowerer.check_method(receiver, name, found);
                Operand::None
            },
        );
        let Some(arguments) = self.arguments(call) else { return Operand::None };
        self.at(call.range());
        self.if_outside(
            object,
            |lowerer| lowerer.call_member(name, method, &arguments),
            |lowerer| lowerer.dispatch_method(receiver, name, found, &arguments),
        )
    }

    fn call_known_method(
        &mut self,
        call: &'a ast::ExprCall,
        receiver: ValueId,
        name: &str,
        found: &[(Ctor, &Method)],
    ) -> Operand {
        if let (Some((ctor, method)), [Expr::Generator(generator)]) = (found.first(), &*call.arguments.args)
            && found.len() == 1
            && method.name == "extend"
        {
            return self.extend_by(receiver, *ctor, generator);
        }
        let arguments = match (name, &*call.arguments.args) {
            // Collects its argument into a list first.
            ("join", [Expr::Generator(generator)]) if call.arguments.keywords.is_empty() => {
                let items = self.collect_generator(generator);
                Arguments { positional: vec![Operand::Tuple(items)], keywords: vec![] }
            }
            _ => match self.arguments(call) {
                Some(arguments) => arguments,
                None => return Operand::None,
            },
        };
        self.at(call.range());
        self.dispatch_method(receiver, name, found, &arguments)
    }

    /// An AttributeError comes before the arguments are evaluated.
    fn check_method(&mut self, receiver: ValueId, name: &str, found: &[(Ctor, &Method)]) {
        let mut has = self.b.bool(false);
        for (ctor, _) in found {
            let is = self.b.apply(Op::Is(*ctor), &[receiver]);
            has = self.b.apply(Op::Or, &[has, is]);
        }
        let mut others: Vec<Ctor> =
            tables().into_iter().filter(|(_, _, other)| other.contains(&name)).map(|(ctor, _, _)| ctor).collect();
        if self.steps_outside() {
            for ctor in std::mem::take(&mut others) {
                let is = self.b.apply(Op::Is(ctor), &[receiver]);
                has = self.b.apply(Op::Or, &[has, is]);
            }
        }
        let name = name.to_string();
        self.guard(has, |lowerer| {
            for ctor in others {
                let is = lowerer.b.apply(Op::Is(ctor), &[receiver]);
                let not = lowerer.b.not(is);
                lowerer.guard(not, |lowerer| lowerer.unsupported(&format!("the method {name}")));
            }
            if OTHER_NUMBER.split_whitespace().any(|other| other == name) || name.starts_with("__") {
                return lowerer.unsupported(&format!("the method {name}"));
            }
            let about = lowerer.b.constant(message_about(&name), ctors().value);
            lowerer.py("no_attribute", &[receiver, about]);
            lowerer.unsupported("an attribute");
        });
    }

    fn dispatch_method(
        &mut self,
        receiver: ValueId,
        name: &str,
        found: &[(Ctor, &Method)],
        arguments: &Arguments,
    ) -> Operand {
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        for (index, (ctor, method)) in found.iter().enumerate() {
            let other = self.b.block();
            if index + 1 < found.len() || self.steps_outside() {
                let is = self.b.apply(Op::Is(*ctor), &[receiver]);
                let here = self.b.block();
                self.b.branch(is, here, other);
                self.b.seal(here);
                self.b.switch_to(here);
            }
            self.b.seal(other);
            let value = self.call_builtin_method(receiver, *ctor, method, arguments);
            let value = self.boxed(value);
            self.b.jump(end, &[value]);
            self.b.switch_to(other);
        }
        if self.is_alive() {
            let stuck = self.stuck;
            let what = format!("the method {name}");
            let value = match self.steps_outside() {
                true => self.call_outside_method(receiver, name, arguments, &what),
                false => self.unsupported_value(&what),
            };
            let value = self.boxed(value);
            self.b.jump(end, &[value]);
            if !found.is_empty() {
                self.stuck = stuck;
            }
        }
        self.b.seal(end);
        self.b.switch_to(end);
        self.operand(result)
    }

    fn call_builtin_method(
        &mut self,
        receiver: ValueId,
        ctor: Ctor,
        method: &Method,
        arguments: &Arguments,
    ) -> Operand {
        if method.function == "list_sort" {
            return self.sort_list(receiver, arguments);
        }
        if !arguments.keywords.is_empty() {
            let what = format!("the method {} with keywords", method.name);
            return self.call_outside_method(receiver, method.name, arguments, &what);
        }
        let given = arguments.positional.len();
        if given < method.required {
            self.raise_about("TypeError", &format!("{} and {given} arguments", method.name));
            return Operand::None;
        }
        if given > method.required + method.optional.len() {
            let takes_more =
                ["index", "count", "find", "rfind", "startswith", "endswith", "replace", "split", "update"];
            if takes_more.contains(&method.name) {
                let what = format!("the method {} with so many arguments", method.name);
                return self.call_outside_method(receiver, method.name, arguments, &what);
            }
            self.raise_about("TypeError", &format!("{} and {given} arguments", method.name));
            return Operand::None;
        }
        let mut args = vec![self.b.apply(Op::Field(ctor, 0), &[receiver])];
        for value in &arguments.positional {
            args.push(self.boxed(*value));
        }
        for missing in &method.optional[given - method.required..] {
            let value = match missing {
                Missing::MinusOne => self.int(-1),
                Missing::None => Operand::None,
                Missing::Unbound => Operand::Value(self.b.constant(ctors().unbound_value(), ctors().value)),
            };
            args.push(self.boxed(value));
        }
        match self.py(method.function, &args)[..] {
            [] => Operand::None,
            [result] => self.raw(result),
            _ => panic!("a method gives one value"),
        }
    }

    fn sort_list(&mut self, receiver: ValueId, arguments: &Arguments) -> Operand {
        let backwards = match (&arguments.positional[..], &arguments.keywords[..]) {
            ([], []) => self.b.bool(false),
            ([], [(name, Operand::Bool(raw))]) if name == "reverse" => *raw,
            ([_, ..], _) => {
                self.raise_about("TypeError", "sort");
                return Operand::None;
            }
            _ => return self.unsupported_value("list.sort with a key"),
        };
        let list = self.b.apply(Op::Field(ctors().list, 0), &[receiver]);
        self.py("list_sort", &[list, backwards]);
        Operand::None
    }

    /// `a.extend(…)` of a generator appends while it goes.
    fn extend_by(&mut self, receiver: ValueId, ctor: Ctor, generator: &'a ast::ExprGenerator) -> Operand {
        let list = self.b.apply(Op::Field(ctor, 0), &[receiver]);
        self.generator(generator, &mut |lowerer| {
            let item = lowerer.expr(&generator.elt);
            let item = lowerer.boxed(item);
            lowerer.py("list_append", &[list, item]);
        });
        Operand::None
    }
}
