//! Calls of methods: found by name, then by the type of the receiver.

use std::sync::LazyLock;

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Ctor, Op, Symbol, Value};

use crate::builtins::Builtin;
use crate::call::{Arguments, Target};
use crate::function::{Lowerer, Operand, message_about};
use crate::loops::Each;
use crate::object::Family;
use crate::runtime::ctors;

/// A method of a builtin type: the prelude's function, how many arguments it takes at least, what
/// stands for those left out, and whether it takes any number more. The first parameter is the receiver's
/// raw contents.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    pub(crate) function: &'static str,
    pub(crate) required: usize,
    pub(crate) optional: &'static [Missing],
    /// The names by which its arguments can be given.
    pub(crate) keywords: &'static [&'static str],
    /// All arguments are handed over as one sequence.
    pub(crate) takes_all: bool,
}

/// What a parameter gets if it is left out.
#[derive(Copy, Clone)]
pub(crate) enum Missing {
    MinusOne,
    Zero,
    One,
    None,
    Unbound,
}

pub(crate) const fn method(name: &'static str, function: &'static str, required: usize) -> Method {
    with(name, function, required, &[])
}

pub(crate) const fn with(
    name: &'static str,
    function: &'static str,
    required: usize,
    optional: &'static [Missing],
) -> Method {
    Method { name, function, required, optional, keywords: &[], takes_all: false }
}

const fn named(
    name: &'static str,
    function: &'static str,
    optional: &'static [Missing],
    keywords: &'static [&'static str],
) -> Method {
    Method { name, function, required: 0, optional, keywords, takes_all: false }
}

pub(crate) const fn all(name: &'static str, function: &'static str) -> Method {
    Method { name, function, required: 0, optional: &[], keywords: &[], takes_all: true }
}

const NO_BOUNDS: &[Missing] = &[Missing::None, Missing::None];

const LIST: &[Method] = &[
    method("append", "list_append", 1),
    method("extend", "list_extend", 1),
    method("insert", "list_insert", 2),
    with("pop", "list_pop", 0, &[Missing::MinusOne]),
    method("remove", "list_remove", 1),
    with("index", "list_index", 1, &[Missing::Unbound, Missing::Unbound]),
    method("count", "list_count", 1),
    method("reverse", "list_reverse", 0),
    method("clear", "list_clear", 0),
    method("copy", "list_copy", 0),
    method("sort", "list_sort", 0),
];

const TUPLE: &[Method] =
    &[with("index", "items_index", 1, &[Missing::Unbound, Missing::Unbound]), method("count", "items_count", 1)];

const STR: &[Method] = &[
    method("upper", "text_upper", 0),
    method("lower", "text_lower", 0),
    method("casefold", "text_casefold", 0),
    method("swapcase", "text_swapcase", 0),
    method("title", "text_title", 0),
    method("capitalize", "text_capitalize", 0),
    with("strip", "text_strip", 0, &[Missing::None]),
    with("lstrip", "text_lstrip", 0, &[Missing::None]),
    with("rstrip", "text_rstrip", 0, &[Missing::None]),
    with("startswith", "text_startswith", 1, NO_BOUNDS),
    with("endswith", "text_endswith", 1, NO_BOUNDS),
    with("find", "text_find", 1, NO_BOUNDS),
    with("rfind", "text_rfind", 1, NO_BOUNDS),
    with("index", "text_index", 1, NO_BOUNDS),
    with("rindex", "text_rindex", 1, NO_BOUNDS),
    with("count", "text_count", 1, NO_BOUNDS),
    with("replace", "text_replace", 2, &[Missing::MinusOne]),
    named("split", "text_split", &[Missing::None, Missing::MinusOne], &["sep", "maxsplit"]),
    named("rsplit", "text_rsplit", &[Missing::None, Missing::MinusOne], &["sep", "maxsplit"]),
    named("splitlines", "text_splitlines", &[Missing::Zero], &["keepends"]),
    named("expandtabs", "text_expandtabs", &[Missing::Unbound], &["tabsize"]),
    named("encode", "text_encode", &[Missing::Unbound, Missing::Unbound], &["encoding", "errors"]),
    method("join", "text_join", 1),
    method("isascii", "text_isascii", 0),
    method("isdigit", "text_isdigit", 0),
    method("isdecimal", "text_isdecimal", 0),
    method("isnumeric", "text_isnumeric", 0),
    method("isalpha", "text_isalpha", 0),
    method("isalnum", "text_isalnum", 0),
    method("isspace", "text_isspace", 0),
    method("isupper", "text_isupper", 0),
    method("islower", "text_islower", 0),
    method("istitle", "text_istitle", 0),
    method("isprintable", "text_isprintable", 0),
    method("isidentifier", "text_isidentifier", 0),
    method("partition", "text_partition", 1),
    method("rpartition", "text_rpartition", 1),
    with("rjust", "text_rjust", 1, &[Missing::Unbound]),
    with("ljust", "text_ljust", 1, &[Missing::Unbound]),
    with("center", "text_center", 1, &[Missing::Unbound]),
    method("zfill", "text_zfill", 1),
    method("removeprefix", "text_removeprefix", 1),
    method("removesuffix", "text_removesuffix", 1),
    method("translate", "text_translate", 1),
];

const DICT: &[Method] = &[
    with("get", "dict_get", 1, &[Missing::None]),
    with("setdefault", "dict_setdefault", 1, &[Missing::None]),
    with("pop", "dict_pop", 1, &[Missing::Unbound]),
    with("update", "dict_update", 0, &[Missing::Unbound]),
    method("popitem", "dict_popitem", 0),
    method("keys", "dict_keys", 0),
    method("values", "dict_values", 0),
    method("items", "dict_items", 0),
    method("clear", "dict_clear", 0),
    method("copy", "dict_copied", 0),
];

const SET: &[Method] = &[
    method("add", "set_add", 1),
    method("discard", "set_discard_", 1),
    method("remove", "set_remove", 1),
    method("pop", "set_pop", 0),
    method("clear", "set_clear", 0),
    method("copy", "set_copy", 0),
    all("union", "set_union_all"),
    all("update", "set_update"),
    all("intersection", "set_intersection_all"),
    all("intersection_update", "set_intersection_update"),
    all("difference", "set_difference_all"),
    all("difference_update", "set_difference_update"),
    method("symmetric_difference", "set_symmetric_difference", 1),
    method("symmetric_difference_update", "set_symmetric_update", 1),
    method("issubset", "set_issubset", 1),
    method("issuperset", "set_issuperset", 1),
    method("isdisjoint", "set_isdisjoint", 1),
];

const BYTES: &[Method] = &[
    named("decode", "bytes_decode", &[Missing::Unbound, Missing::Unbound], &["encoding", "errors"]),
    named("hex", "bytes_hex", &[Missing::Unbound, Missing::One], &["sep", "bytes_per_sep"]),
    with("find", "bytes_find", 1, NO_BOUNDS),
    with("rfind", "bytes_rfind", 1, NO_BOUNDS),
    with("index", "bytes_index", 1, NO_BOUNDS),
    with("rindex", "bytes_rindex", 1, NO_BOUNDS),
    with("count", "bytes_count", 1, NO_BOUNDS),
    with("startswith", "bytes_startswith", 1, NO_BOUNDS),
    with("endswith", "bytes_endswith", 1, NO_BOUNDS),
    with("replace", "bytes_replace", 2, &[Missing::MinusOne]),
    named("split", "bytes_split", &[Missing::None, Missing::MinusOne], &["sep", "maxsplit"]),
    named("rsplit", "bytes_rsplit", &[Missing::None, Missing::MinusOne], &["sep", "maxsplit"]),
    named("splitlines", "bytes_splitlines", &[Missing::Zero], &["keepends"]),
    method("join", "bytes_join", 1),
    method("partition", "bytes_partition", 1),
    method("rpartition", "bytes_rpartition", 1),
    method("removeprefix", "bytes_removeprefix", 1),
    method("removesuffix", "bytes_removesuffix", 1),
    with("strip", "bytes_strip", 0, &[Missing::None]),
    with("lstrip", "bytes_lstrip", 0, &[Missing::None]),
    with("rstrip", "bytes_rstrip", 0, &[Missing::None]),
    method("upper", "bytes_upper", 0),
    method("lower", "bytes_lower", 0),
    method("isascii", "bytes_isascii", 0),
    method("isdigit", "bytes_isdigit", 0),
    method("isalpha", "bytes_isalpha", 0),
    method("isalnum", "bytes_isalnum", 0),
    method("isspace", "bytes_isspace", 0),
    method("isupper", "bytes_isupper", 0),
    method("islower", "bytes_islower", 0),
    with("rjust", "bytes_rjust", 1, &[Missing::Unbound]),
    with("ljust", "bytes_ljust", 1, &[Missing::Unbound]),
    with("center", "bytes_center", 1, &[Missing::Unbound]),
    method("zfill", "bytes_zfill", 1),
];

/// Of numbers; these are handed the number as a value.
const INT: &[Method] = &[
    method("bit_length", "int_bit_length", 0),
    method("bit_count", "int_bit_count", 0),
    method("conjugate", "pos", 0),
    named(
        "to_bytes",
        "int_to_bytes",
        &[Missing::Unbound, Missing::Unbound, Missing::Unbound],
        &["length", "byteorder", "signed"],
    ),
];

const FLOAT: &[Method] = &[method("is_integer", "float_is_integer", 0), method("conjugate", "pos", 0)];

const GENERATOR: &[Method] = &[
    method("send", "generator_send", 1),
    with("throw", "generator_thrown", 1, &[Missing::Unbound, Missing::Unbound]),
    method("close", "generator_close", 0),
    method("__next__", "generator_next", 0),
];

const BOUNDS: &[Missing] = &[Missing::Unbound, Missing::Unbound];

const fn keyed(
    name: &'static str,
    function: &'static str,
    required: usize,
    optional: &'static [Missing],
    keywords: &'static [&'static str],
) -> Method {
    Method { name, function, required, optional, keywords, takes_all: false }
}

/// Of compiled patterns; these and those of matches are handed the whole value.
const PATTERN: &[Method] = &[
    keyed("match", "pattern_match", 1, BOUNDS, &["string", "pos", "endpos"]),
    keyed("fullmatch", "pattern_fullmatch", 1, BOUNDS, &["string", "pos", "endpos"]),
    keyed("search", "pattern_search", 1, BOUNDS, &["string", "pos", "endpos"]),
    keyed("findall", "pattern_findall", 1, BOUNDS, &["string", "pos", "endpos"]),
    keyed("finditer", "pattern_finditer", 1, BOUNDS, &["string", "pos", "endpos"]),
    keyed("split", "pattern_split", 1, &[Missing::Zero], &["string", "maxsplit"]),
    keyed("sub", "pattern_sub", 2, &[Missing::Zero], &["repl", "string", "count"]),
    keyed("subn", "pattern_subn", 2, &[Missing::Zero], &["repl", "string", "count"]),
];

const MATCH: &[Method] = &[
    all("group", "match_group"),
    named("groups", "match_groups", &[Missing::None], &["default"]),
    named("groupdict", "match_groupdict", &[Missing::None], &["default"]),
    with("start", "match_start", 0, &[Missing::Zero]),
    with("end", "match_end", 0, &[Missing::Zero]),
    with("span", "match_span", 0, &[Missing::Zero]),
];

const OTHER_PATTERN: &str = "scanner flags groups groupindex pattern";
const OTHER_MATCH: &str = "expand regs re string pos endpos lastindex lastgroup";

/// The method of compiled patterns of that name.
pub(crate) fn of_pattern(name: &str) -> Option<&'static Method> {
    PATTERN.iter().find(|method| method.name == name)
}

/// All methods of a builtin type by name, also those that are not modelled: a receiver without
/// the method raises, one with it gets stuck.
const OTHER_STR: &str = "format format_map maketrans";
const OTHER_DICT: &str = "fromkeys";
const OTHER_VIEW: &str = "isdisjoint mapping";
const OTHER_BYTES: &str = "capitalize expandtabs fromhex istitle maketrans swapcase title translate";
const OTHER_NUMBER: &str = "as_integer_ratio denominator from_bytes imag numerator real fromhex hex index count start stop step args with_traceback add_note";

const OTHER_GENERATOR: &str = "gi_frame gi_code gi_running gi_yieldfrom gi_suspended";

fn tables() -> [(Ctor, &'static [Method], Vec<&'static str>); 13] {
    let words = |text: &'static str| text.split_whitespace().collect();
    [
        (ctors().list, LIST, vec![]),
        (ctors().str, STR, words(OTHER_STR)),
        (ctors().tuple, TUPLE, vec![]),
        (ctors().dict, DICT, words(OTHER_DICT)),
        (ctors().set, SET, vec![]),
        (ctors().view, &[], words(OTHER_VIEW)),
        (ctors().int, INT, vec![]),
        (ctors().bool, INT, vec![]),
        (ctors().float, FLOAT, vec![]),
        (ctors().bytes, BYTES, words(OTHER_BYTES)),
        (ctors().iterator, GENERATOR, words(OTHER_GENERATOR)),
        (ctors().pattern, PATTERN, words(OTHER_PATTERN)),
        (ctors().match_, MATCH, words(OTHER_MATCH)),
    ]
}

/// Is it a type that only regular expressions have?
fn is_of_regex(ctor: Ctor) -> bool {
    [ctors().pattern, ctors().match_].contains(&ctor)
}

/// What `operator.itemgetter(…)` gives is held as a method of the keys.
pub(crate) const GETTER: &str = "operator.itemgetter";

/// Is it a method of a builtin type, by the name that it has there?
pub(crate) fn is_full_name(name: &str) -> bool {
    FULL_NAMES.iter().any(|(_, _, full)| full == name)
}

/// The types whose methods can be taken as values, by name.
fn types() -> [(&'static str, Ctor); 8] {
    let c = ctors();
    [
        ("list", c.list),
        ("str", c.str),
        ("tuple", c.tuple),
        ("dict", c.dict),
        ("set", c.set),
        ("bytes", c.bytes),
        ("re.Pattern", c.pattern),
        ("re.Match", c.match_),
    ]
}

/// All methods that are modelled, with the names by which their types have them: `str.lower`.
static FULL_NAMES: LazyLock<Vec<(Ctor, &'static Method, String)>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for (ctor, methods, _) in tables() {
        let Some((type_, _)) = types().into_iter().find(|(_, known)| *known == ctor) else { continue };
        rows.extend(methods.iter().map(|method| (ctor, method, format!("{type_}.{}", method.name))));
    }
    rows
});

/// The name of a method of a type that is modelled.
pub(crate) fn qualified(type_: &str, name: &str) -> Option<&'static str> {
    let full = format!("{type_}.{name}");
    FULL_NAMES.iter().find(|(_, _, known)| *known == full).map(|(_, _, known)| known.as_str())
}

fn by_full_name(full: &str) -> (Ctor, &'static Method) {
    let found = FULL_NAMES.iter().find(|(_, _, known)| known == full);
    found.map(|(ctor, method, _)| (*ctor, *method)).expect("only names of methods are taken")
}

/// Functions of types that are called of no object.
fn type_function(type_: &str, name: &str) -> Option<&'static str> {
    match (type_, name) {
        ("str", "maketrans") => Some("maketrans"),
        ("dict", "fromkeys") => Some("dict_fromkeys"),
        ("bytes", "maketrans") => Some("bytes_maketrans"),
        ("bytes", "fromhex") => Some("bytes_fromhex"),
        ("int", "from_bytes") => Some("int_from_bytes"),
        _ => None,
    }
}

/// Has a value of some builtin type an attribute of that name, modelled or not?
pub(crate) fn is_builtin_attribute(name: &str) -> bool {
    let is_method = |(ctor, methods, others): (Ctor, &[Method], Vec<&str>)| {
        !is_of_regex(ctor) && (methods.iter().any(|method| method.name == name) || others.contains(&name))
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
        if let Some(done) = self.set_through(call, attribute).or_else(|| self.new_object(call, attribute)) {
            return done;
        }
        if let Some(done) = self.call_template(call, attribute).or_else(|| self.call_of_type(call, attribute)) {
            return done;
        }
        let receiver = self.expr(&attribute.value);
        let receiver = self.boxed(receiver);
        self.at(call.range());
        let has_regex = self.lowering.shared.has_regex;
        let found: Vec<(Ctor, &Method)> = tables()
            .into_iter()
            .filter(|(ctor, ..)| has_regex || !is_of_regex(*ctor))
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
        let is_object = self.target(&attribute.value) == Target::Builtin(Builtin::Type("object"))
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

    /// `object.__new__(C)`
    fn new_object(&mut self, call: &'a ast::ExprCall, attribute: &'a ast::ExprAttribute) -> Option<Operand> {
        let is_object = self.target(&attribute.value) == Target::Builtin(Builtin::Type("object"))
            && attribute.attr.as_str() == "__new__"
            && self.has_objects();
        let (true, [class], []) = (is_object, &*call.arguments.args, &*call.arguments.keywords) else { return None };
        if class.is_starred_expr() {
            return None;
        }
        let class = self.expr(class);
        self.at(call.range());
        Some(self.by_class(Family::Bare, &[class]))
    }

    /// `str.lower(x)`, `dict.fromkeys(…)`: a method of a builtin type, called through the type.
    fn call_of_type(&mut self, call: &'a ast::ExprCall, attribute: &'a ast::ExprAttribute) -> Option<Operand> {
        let name = attribute.attr.as_str();
        let Target::Builtin(Builtin::Type(type_)) = self.target(&attribute.value) else { return None };
        if let Some(function) = type_function(type_, name) {
            let Some(arguments) = self.arguments(call) else { return Some(Operand::None) };
            self.at(call.range());
            return Some(self.call_type_function(function, &arguments));
        }
        let full = qualified(type_, name)?;
        let Some(arguments) = self.arguments(call) else { return Some(Operand::None) };
        self.at(call.range());
        Some(self.call_unbound(full, &arguments))
    }

    fn call_type_function(&mut self, function: &str, arguments: &Arguments) -> Operand {
        let (least, most, missing, keywords): (_, _, _, &[&str]) = match function {
            "maketrans" => (1, 3, Missing::Unbound, &[]),
            "bytes_maketrans" => (2, 2, Missing::None, &[]),
            "bytes_fromhex" => (1, 1, Missing::None, &[]),
            "int_from_bytes" => (1, 3, Missing::Unbound, &["bytes", "byteorder", "signed"]),
            _ => (1, 2, Missing::None, &[]),
        };
        let given = arguments.positional.len();
        // The last one of these goes by name alone.
        let by_position = if function == "int_from_bytes" { 2 } else { most };
        let place = |name: &String| keywords.iter().position(|known| known == name).filter(|place| *place >= given);
        let places: Option<Vec<usize>> = arguments.keywords.iter().map(|(name, _)| place(name)).collect();
        let Some(places) = places.filter(|_| (least..=by_position).contains(&given)) else {
            return self.unsupported_value("such arguments of a function of a type");
        };
        let mut args = arguments.positional.clone();
        while args.len() < most {
            let missing = self.missing(missing);
            args.push(missing);
        }
        for (place, (_, value)) in places.into_iter().zip(&arguments.keywords) {
            args[place] = *value;
        }
        self.py_value(function, &args)
    }

    /// A method of a builtin type as a function, whose first argument is what it is called of.
    pub(crate) fn call_unbound(&mut self, full: &str, arguments: &Arguments) -> Operand {
        let (ctor, method) = by_full_name(full);
        let Some((receiver, rest)) = arguments.positional.split_first() else {
            self.raise_about("TypeError", full);
            return Operand::None;
        };
        let rest = Arguments { positional: rest.to_vec(), keywords: arguments.keywords.clone() };
        let receiver = self.boxed(*receiver);
        if self.steps_outside() {
            let is_outside = self.b.apply(Op::Is(ctors().outside), &[receiver]);
            let is_known = self.b.not(is_outside);
            self.guard(is_known, |lowerer| lowerer.unsupported("a method of something from outside"));
        }
        if self.lowering.shared.has_members {
            let is_member = self.b.apply(Op::Is(ctors().member), &[receiver]);
            let is_known = self.b.not(is_member);
            self.guard(is_known, |lowerer| lowerer.unsupported("a method of a member of an enumeration"));
        }
        let is = self.b.apply(Op::Is(ctor), &[receiver]);
        let full = full.to_string();
        self.guard(is, |lowerer| lowerer.raise_about("TypeError", &full));
        self.call_builtin_method(receiver, ctor, method, &rest)
    }

    /// A method with what it is called of, as a value; `None` if no builtin type has it.
    pub(crate) fn method_as_value(&mut self, object: ValueId, name: &str) -> Option<Operand> {
        let found: Vec<(Ctor, &'static str)> = FULL_NAMES
            .iter()
            .filter(|(_, method, _)| method.name == name)
            .filter(|(ctor, ..)| self.lowering.shared.has_regex || !is_of_regex(*ctor))
            .map(|(ctor, _, full)| (*ctor, full.as_str()))
            .collect();
        if found.is_empty() {
            return None;
        }
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        for (ctor, full) in found {
            self.lowering.taken_builtins.insert(full);
            let is = self.b.apply(Op::Is(ctor), &[object]);
            let (here, other) = (self.b.block(), self.b.block());
            self.b.branch(is, here, other);
            self.b.seal(here);
            self.b.seal(other);
            self.b.switch_to(here);
            let full = self.atom(full);
            let bound = self.b.construct(ctors().method, &[full, object]);
            self.b.jump(end, &[bound]);
            self.b.switch_to(other);
        }
        let stuck = self.stuck;
        self.unsupported("an attribute");
        self.stuck = stuck;
        self.b.seal(end);
        self.b.switch_to(end);
        Some(Operand::Value(result))
    }

    /// Calls a method of a builtin type that was taken as a value, if it is one.
    pub(crate) fn dispatch_bound(&mut self, callee: ValueId, arguments: &Arguments) {
        let taken = self.lowering.taken_builtins.iter().copied();
        let is_bound = |name: &&str| *name == GETTER || FULL_NAMES.iter().any(|(_, _, full)| full == name);
        let names: Vec<&'static str> = taken.filter(is_bound).collect();
        if names.is_empty() {
            return;
        }
        let is = self.b.apply(Op::Is(ctors().method), &[callee]);
        let (bound, other) = (self.b.block(), self.b.block());
        self.b.branch(is, bound, other);
        self.b.seal(bound);
        self.b.switch_to(bound);
        let full = self.b.apply(Op::Field(ctors().method, 0), &[callee]);
        let receiver = self.b.apply(Op::Field(ctors().method, 1), &[callee]);
        let cases: Vec<_> = names.iter().map(|name| (Value::Atom(Symbol::new(name)), self.b.block())).collect();
        self.b.switch(full, cases.clone(), other);
        for ((_, block), name) in cases.into_iter().zip(names) {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = match (name, &arguments.positional[..], &arguments.keywords[..]) {
                (GETTER, [of], []) => self.py_value("get_items", &[Operand::Value(receiver), *of]),
                (GETTER, ..) => {
                    self.raise_about("TypeError", GETTER);
                    Operand::None
                }
                _ => {
                    let (ctor, method) = by_full_name(name);
                    self.call_builtin_method(receiver, ctor, method, arguments)
                }
            };
            if self.is_alive() {
                let result = self.boxed(result);
                self.b.return_(&[result]);
            }
        }
        self.b.seal(other);
        self.b.switch_to(other);
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
        let is_special = self.goes_through(call, name).is_some();
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
        let is_special = self.goes_through(call, name).is_some();
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
        let each = self.goes_through(call, name);
        if let (Some(each), [(ctor, method)]) = (each, found)
            && method.name == "extend"
        {
            return self.extend_by(receiver, *ctor, each);
        }
        let arguments = match (name, each) {
            // Collects its argument into a list first.
            ("join", Some(each)) => {
                let items = self.collect_each(each);
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
        if !self.lowering.shared.has_regex {
            others.retain(|ctor| !is_of_regex(*ctor));
        }
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

    pub(crate) fn call_builtin_method(
        &mut self,
        receiver: ValueId,
        ctor: Ctor,
        method: &Method,
        arguments: &Arguments,
    ) -> Operand {
        if method.function == "list_sort" {
            return self.sort_list(receiver, arguments);
        }
        let is_number = [ctors().int, ctors().bool, ctors().float].contains(&ctor);
        let is_whole = is_number || is_of_regex(ctor);
        let mut args = vec![if is_whole { receiver } else { self.b.apply(Op::Field(ctor, 0), &[receiver]) }];
        if method.takes_all && arguments.keywords.is_empty() {
            args.push(self.items(&arguments.positional));
            return self.method_result(method.function, &args);
        }
        if method.function == "dict_update" && arguments.positional.len() < 2 && !arguments.keywords.is_empty() {
            return self.update_by_names(args[0], arguments);
        }
        if method.function == "int_to_bytes" && arguments.positional.len() > 2 {
            self.raise_about("TypeError", "to_bytes and more than 2 arguments");
            return Operand::None;
        }
        let Some(given) = self.in_order(method, arguments) else {
            let what = format!("the method {} with keywords", method.name);
            return self.call_outside_method(receiver, method.name, arguments, &what);
        };
        let count = given.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let is_missing = given.iter().take(method.required).any(Option::is_none);
        if is_missing || count > method.required + method.optional.len() {
            let given = arguments.positional.len();
            self.raise_about("TypeError", &format!("{} and {given} arguments", method.name));
            return Operand::None;
        }
        let is_text_template = matches!(given.first(), Some(Some(Operand::Str(_))));
        for (index, value) in given.into_iter().enumerate() {
            let value = value.unwrap_or_else(|| self.missing(method.optional[index - method.required]));
            args.push(self.boxed(value));
        }
        // A text asks what it is handed of which type it is, which nobody knows of what comes from outside.
        if self.steps_outside() && (ctor == ctors().str || is_of_regex(ctor)) && args.len() > 1 && method.name != "join"
        {
            let is_outside = self.any_outside(&args[1..]);
            return self.if_else(
                is_outside,
                |lowerer| lowerer.call_outside_method(receiver, method.name, arguments, "a method"),
                |lowerer| lowerer.text_or_pattern_result(method, is_text_template, &args),
            );
        }
        self.text_or_pattern_result(method, is_text_template, &args)
    }

    fn text_or_pattern_result(&mut self, method: &Method, is_text_template: bool, args: &[ValueId]) -> Operand {
        if ["pattern_sub", "pattern_subn"].contains(&method.function) && !is_text_template {
            return self.substitute_by(method.function, args);
        }
        self.method_result(method.function, args)
    }

    /// Does one of the values come from outside?
    fn any_outside(&mut self, values: &[ValueId]) -> ValueId {
        let mut any = self.b.bool(false);
        for value in values {
            let is = self.b.apply(Op::Is(ctors().outside), &[*value]);
            any = self.b.apply(Op::Or, &[any, is]);
        }
        any
    }

    /// `d.update(…, name=value)`
    fn update_by_names(&mut self, dict: ValueId, arguments: &Arguments) -> Operand {
        let unbound = Operand::Value(self.b.constant(ctors().unbound_value(), ctors().value));
        let others = self.boxed(arguments.positional.first().copied().unwrap_or(unbound));
        self.py("dict_update", &[dict, others]);
        for (name, value) in &arguments.keywords {
            let name = self.text(name);
            let (name, value) = (self.boxed(name), self.boxed(*value));
            self.py("dict_set", &[dict, name, value]);
        }
        Operand::None
    }

    /// The arguments by place; `None` if one is given by a name that the method does not have, or twice.
    pub(crate) fn in_order(&mut self, method: &Method, arguments: &Arguments) -> Option<Vec<Option<Operand>>> {
        let mut given: Vec<Option<Operand>> = arguments.positional.iter().copied().map(Some).collect();
        let most = method.required + method.optional.len();
        given.resize(given.len().max(most), None);
        for (name, value) in &arguments.keywords {
            let place = method.keywords.iter().position(|known| known == name)?;
            if given[place].is_some() {
                return None;
            }
            given[place] = Some(*value);
        }
        Some(given)
    }

    pub(crate) fn missing(&mut self, missing: Missing) -> Operand {
        match missing {
            Missing::MinusOne => self.int(-1),
            Missing::Zero => self.int(0),
            Missing::One => self.int(1),
            Missing::None => Operand::None,
            Missing::Unbound => Operand::Value(self.b.constant(ctors().unbound_value(), ctors().value)),
        }
    }

    pub(crate) fn method_result(&mut self, function: &str, args: &[ValueId]) -> Operand {
        match self.py(function, args)[..] {
            [] => Operand::None,
            [result] => self.raw(result),
            _ => panic!("a method gives one value"),
        }
    }

    fn sort_list(&mut self, receiver: ValueId, arguments: &Arguments) -> Operand {
        let keyword =
            |wanted: &str| arguments.keywords.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        let is_known = |(name, _): &(String, Operand)| ["key", "reverse"].contains(&name.as_str());
        if !arguments.positional.is_empty() || !arguments.keywords.iter().all(is_known) {
            self.raise_about("TypeError", "sort");
            return Operand::None;
        }
        let backwards = match keyword("reverse") {
            Some(reverse) => self.reverse_flag(reverse),
            None => self.b.bool(false),
        };
        let list = self.b.apply(Op::Field(ctors().list, 0), &[receiver]);
        match keyword("key") {
            None | Some(Operand::None) => {
                self.py("list_sort", &[list, backwards]);
            }
            Some(key) => self.sort_list_by(list, key, backwards),
        }
        Operand::None
    }

    /// While keys are computed, the list is empty to whoever looks at it.
    fn sort_list_by(&mut self, list: ValueId, key: Operand, backwards: ValueId) {
        let items = self.read_heap("LISTS", list);
        let nothing = self.items(&[]);
        self.write_heap("LISTS", list, nothing);
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        let keys = self.keys(items, key);
        self.handler = outer;
        self.py("list_sort_by", &[list, items, keys, backwards]);
        let here = self.b.current();
        self.b.seal(caught);
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            self.write_heap("LISTS", list, items);
            self.raise_value(exception);
        }
        self.b.switch_to(here);
    }

    /// What `join` and `extend` go through where it never becomes an object.
    fn goes_through(&mut self, call: &'a ast::ExprCall, name: &str) -> Option<Each<'a>> {
        let [argument] = &*call.arguments.args else { return None };
        let is_special = ["join", "extend"].contains(&name) && call.arguments.keywords.is_empty();
        if is_special { self.each(argument) } else { None }
    }

    /// `a.extend(…)` of a generator appends while it goes.
    fn extend_by(&mut self, receiver: ValueId, ctor: Ctor, each: Each<'a>) -> Operand {
        let list = self.b.apply(Op::Field(ctor, 0), &[receiver]);
        self.for_each(each, &mut |lowerer, element| {
            let item = lowerer.element(element);
            let item = lowerer.boxed(item);
            lowerer.py("list_append", &[list, item]);
        });
        Operand::None
    }
}
