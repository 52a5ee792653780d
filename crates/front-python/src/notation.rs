//! How Python writes values and conditions.

use std::collections::BTreeSet;

use ir::Program;
use ir::entry::{Choice, Notation, Passing, Shown, Words};
use ir::interp::State;
use value::{Ctor, Op, Sort, SortKind, Symbol, TextOp, Value};

use crate::calling::Ways;
use crate::guess::UNTOLD;
use crate::runtime::{PLAIN_TUPLE, ctors};
use crate::types::Type;

pub(crate) struct Python {
    /// How the client is called.
    pub(crate) ways: Ways,
    /// How what goes beyond the named parameters is handed over.
    pub(crate) stars: Vec<Passing>,
    /// What is called before it.
    pub(crate) before: Before,
    pub(crate) words: Words,
    /// Library functions that give objects.
    pub(crate) makers: BTreeSet<String>,
}

/// The words for a client with these parameters.
pub(crate) fn words<'a>(parameters: impl Iterator<Item = (String, &'a Type)>) -> Words {
    let mut words = WORDS;
    parameters.for_each(|(name, type_)| choices(&name, type_, &mut words.choices));
    words
}

/// The inputs of [`plain_params`](crate::entry::plain_params) that choose among types.
fn choices(name: &str, type_: &Type, found: &mut Vec<Choice>) {
    match type_ {
        Type::Tuple(types) => {
            for (index, type_) in types.iter().enumerate() {
                choices(&format!("{name}[{index}]"), type_, found);
            }
        }
        Type::Union(types) => {
            let kinds = types.iter().map(kind).collect();
            found.push(Choice { input: format!("type of {name}"), of: name.to_owned(), kinds });
            types.iter().for_each(|type_| choices(name, type_, found));
        }
        Type::Member(class, names) => {
            let class = class.rsplit('.').next().unwrap_or(class);
            let kinds = names.iter().map(|member| format!("{class}.{member}")).collect();
            found.push(Choice { input: format!("member {name}"), of: name.to_owned(), kinds });
        }
        Type::Literal(values) => {
            let kinds = values.iter().map(literal_text).collect();
            found.push(Choice { input: format!("value {name}"), of: name.to_owned(), kinds });
        }
        _ => {}
    }
}

/// A text, a whole number or a truth value as it is written.
pub(crate) fn literal_text(value: &Value) -> String {
    let Value::Data(_, fields) = value else { return "...".to_owned() };
    match &fields[..] {
        [Value::Bool(true)] => "True".to_owned(),
        [Value::Bool(false)] => "False".to_owned(),
        [Value::Int(int)] => int.to_string(),
        [text] => quoted_codes(text),
        _ => "...".to_owned(),
    }
}

fn kind(type_: &Type) -> String {
    match type_ {
        Type::None => "None".to_owned(),
        Type::Other(name) if name == UNTOLD => "of another type".to_owned(),
        other => {
            let name = other.to_string();
            let article = if name.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {name}")
        }
    }
}

/// Calls that come before the one that counts, each with the types of its arguments; their inputs are the last ones.
pub(crate) struct Before {
    pub(crate) calls: Vec<(String, Vec<Type>)>,
}

impl Before {
    fn calls(&self, inputs: &[Value]) -> Vec<String> {
        let count = |(_, types): &(String, Vec<Type>)| -> usize {
            let mut lists = Vec::new();
            types.iter().map(|type_| plain_count(type_, &mut lists)).sum()
        };
        let first = inputs.len().saturating_sub(self.calls.iter().map(count).sum());
        let mut rest = inputs[first..].iter();
        let call = |(name, types): &(String, Vec<Type>)| {
            let mut lists = Vec::new();
            let args: Vec<String> = types.iter().map(|type_| written(type_, &mut rest, &mut lists)).collect();
            format!("{name}({})", args.join(", "))
        };
        self.calls.iter().map(call).collect()
    }
}

/// How many plain inputs an argument of the type is made of.
fn plain_count(type_: &Type, lists: &mut Vec<Type>) -> usize {
    let mut params = Vec::new();
    crate::entry::plain_params("", type_, lists, &mut params);
    params.len()
}

/// The argument of that type that the next plain inputs make, as one may type it.
fn written<'v>(type_: &Type, inputs: &mut impl Iterator<Item = &'v Value>, lists: &mut Vec<Type>) -> String {
    let count = plain_count(type_, lists);
    let own: Vec<&Value> = inputs.take(count).collect();
    let show = |value: &Value| match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(int) => int.to_string(),
        Value::Float(float) => float_text(float.to_f64()),
        other => other.as_text().map_or_else(|| "...".to_owned(), |text| quoted(&text)),
    };
    let items = |value: &Value| value.as_seq().unwrap_or_default().iter().map(show).collect::<Vec<_>>().join(", ");
    match (type_, &own[..]) {
        (Type::None, _) => "None".to_owned(),
        (Type::Int | Type::Bool | Type::Float | Type::Str, [value]) => show(value),
        (Type::Member(class, names), [value]) => {
            let place = value.as_int().and_then(value::Int::to_i64).and_then(|place| usize::try_from(place).ok());
            let class = class.rsplit('.').next().unwrap_or(class);
            match place.and_then(|place| names.get(place)) {
                Some(name) => format!("{class}.{name}"),
                None => "...".to_owned(),
            }
        }
        (Type::Union(types), [which, rest @ ..]) => {
            let which = which.as_int().and_then(value::Int::to_i64).and_then(|which| usize::try_from(which).ok());
            let mut rest = rest.iter().copied();
            let mut lists = Vec::new();
            let texts: Vec<String> = types.iter().map(|type_| written(type_, &mut rest, &mut lists)).collect();
            which.and_then(|which| texts.get(which).cloned()).unwrap_or_else(|| "...".to_owned())
        }
        (Type::Literal(values), [value]) => {
            let place = value.as_int().and_then(value::Int::to_i64).and_then(|place| usize::try_from(place).ok());
            place.and_then(|place| values.get(place)).map_or_else(|| "...".to_owned(), literal_text)
        }
        (Type::List(_), [value, ..]) => format!("[{}]", items(value)),
        (Type::TupleOf(_), [value]) => format!("tuple([{}])", items(value)),
        (Type::Set(_), [value, ..]) => format!("set([{}])", items(value)),
        (Type::Dict(_, value) | Type::Named(value), [keys, values, ..]) => {
            // Of what has no value beside it, it is the default one.
            let count = keys.as_seq().unwrap_or_default().len();
            let default = crate::entry::wrapper(value).map(|ctor| Value::default_of(ctor.definition().fields[0].1));
            let given = values.as_seq().unwrap_or_default().iter().cloned();
            let all: Vec<Value> = match type_ {
                Type::Dict(key, _) if !crate::entry::is_its_own_key(key) => given.collect(),
                _ => given.chain(std::iter::repeat_n(default, count).flatten()).take(count).collect(),
            };
            format!("dict(zip([{}], [{}]))", items(keys), items(&Value::seq(all)))
        }
        _ => "...".to_owned(),
    }
}

const WORDS: Words = Words {
    and: "and",
    or: "or",
    not: "not",
    true_: "True",
    false_: "False",
    div: "//",
    modulo: "%",
    if_else: "{a} if {c} else {b}",
    machine: None,
    choices: Vec::new(),
};

/// How deep values are shown: a list may contain itself.
const DEPTH: usize = 8;

impl Notation for Python {
    /// An iterator is seen by what it gives, which is drawn where the client gives it back.
    fn is_inner(&self, cell: Symbol, contents: &Value) -> bool {
        let drawn = |kind: &Value| matches!(kind, Value::Data(_, fields) if matches!(&fields[..], [Value::Atom(kind)] if kind.as_str() == "drawn"));
        cell.as_str() == "iterator" && !contents.as_seq().and_then(<[Value]>::first).is_some_and(drawn)
    }

    fn gives_object(&self, function: &str) -> bool {
        self.makers.contains(function)
    }

    fn show(&self, program: &Program, value: &Value, sort: Sort, state: &State) -> Shown {
        show(program, value, sort, state, DEPTH)
    }

    fn write(&self, shown: &Shown) -> String {
        write(shown)
    }

    fn before(&self, inputs: &[Value]) -> Vec<String> {
        self.before.calls(inputs)
    }

    fn passed(&self, inputs: &[Value]) -> Option<Vec<Passing>> {
        let mut passed = self.ways.passed(inputs)?;
        passed.extend(&self.stars);
        Some(passed)
    }

    fn words(&self) -> &Words {
        &self.words
    }

    fn raised(&self, program: &Program, value: &Value, state: &State) -> String {
        match self.show(program, value, ctors().value, state) {
            Shown::Repr(text) => text.strip_suffix("()").map(str::to_string).unwrap_or(text),
            other => self.write(&other),
        }
    }
}

fn write(shown: &Shown) -> String {
    match shown {
        Shown::None => "None".into(),
        Shown::Bool(true) => "True".into(),
        Shown::Bool(false) => "False".into(),
        Shown::Int(int) => int_text(&int.to_string()),
        Shown::Float(float) => float_text(*float),
        Shown::Text(text) => quoted(text),
        Shown::List(items) => format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(", ")),
        Shown::Repr(text) => text.clone(),
    }
}

/// Python takes no decimal literal of more than 4,300 digits, and a reader takes fewer.
fn int_text(decimal: &str) -> String {
    let (sign, digits) = match decimal.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", decimal),
    };
    if digits.len() <= 60 {
        return decimal.to_string();
    }
    if let Some(zeros) = digits.strip_prefix('1').filter(|rest| rest.bytes().all(|digit| digit == b'0')) {
        return format!("{sign}10**{}", zeros.len());
    }
    if digits.bytes().all(|digit| digit == b'9') {
        let by = if sign.is_empty() { "- 1" } else { "+ 1" };
        return format!("{sign}10**{} {by}", digits.len());
    }
    match num_bigint::BigInt::parse_bytes(digits.as_bytes(), 10) {
        Some(int) if digits.len() > 4300 => format!("{sign}0x{}", int.to_str_radix(16)),
        _ => decimal.to_string(),
    }
}

/// As CPython's repr writes floats.
fn float_text(float: f64) -> String {
    if float.is_nan() {
        return "nan".into();
    }
    if float.is_infinite() {
        return if float < 0.0 { "-inf" } else { "inf" }.into();
    }
    let exponent = format!("{float:e}");
    let exponent: i32 = exponent.split('e').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    if float != 0.0 && !(-4..16).contains(&exponent) {
        let text = format!("{float:e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let power: i32 = power.parse().unwrap_or(0);
        return format!("{digits}e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs());
    }
    format!("{float:?}")
}

/// Bytes as Python writes them.
fn bytes_text(bytes: &Value) -> String {
    let codes = bytes.as_seq().unwrap_or_default().iter().map(|code| code.as_int().and_then(value::Int::to_i64));
    let codes: Vec<u8> = codes.map(|code| code.and_then(|code| u8::try_from(code).ok()).unwrap_or_default()).collect();
    let quote = if codes.contains(&b'\'') && !codes.contains(&b'"') { b'"' } else { b'\'' };
    let mut out = format!("b{}", char::from(quote));
    for code in codes {
        match code {
            b'\\' => out += "\\\\",
            b'\n' => out += "\\n",
            b'\r' => out += "\\r",
            b'\t' => out += "\\t",
            code if code == quote => out += &format!("\\{}", char::from(code)),
            b' '..=b'~' => out.push(char::from(code)),
            code => out += &format!("\\x{code:02x}"),
        }
    }
    out.push(char::from(quote));
    out
}

fn quoted(text: &str) -> String {
    quoted_codes(&Value::string(text))
}

fn quoted_codes(text: &Value) -> String {
    let quoted = Op::Text(TextOp::Quote).eval(std::slice::from_ref(text), Sort::string());
    quoted.and_then(|text| text.as_text()).unwrap_or_default()
}

fn has_surrogate(text: &Value) -> bool {
    let codes = text.as_seq().unwrap_or_default().iter();
    codes.filter_map(|code| code.as_int()?.to_i64()).any(|code| (0xd800..=0xdfff).contains(&code))
}

fn show(program: &Program, value: &Value, sort: Sort, state: &State, depth: usize) -> Shown {
    if sort == ctors().value {
        return show_value(program, value, state, depth);
    }
    match (value, sort.kind()) {
        (Value::Bool(bool), _) => Shown::Bool(*bool),
        (Value::Int(int), _) => Shown::Int(int.clone()),
        (Value::Float(float), _) => Shown::Float(float.to_f64()),
        (Value::Seq(items), SortKind::Seq(element)) => {
            Shown::List(items.iter().map(|item| show(program, item, *element, state, depth)).collect())
        }
        (value, _) => Shown::Repr(value.display(sort)),
    }
}

/// The contents of a reference in the heap cell of that name.
fn contents(program: &Program, state: &State, cell: &str, reference: &Value) -> Option<Value> {
    let cell = program.cell(Symbol::new(cell))?;
    match &state.cells[cell] {
        Value::Map(map) => Some(map.select(reference).clone()),
        _ => None,
    }
}

fn show_value(program: &Program, value: &Value, state: &State, depth: usize) -> Shown {
    let Value::Data(index, fields) = value else { return Shown::Repr(format!("{value:?}")) };
    let datatype = ctors().value.datatype().expect("Value is data");
    let ctor = Ctor { datatype, index: *index as usize };
    let written = |value: &Value| write(&show_value(program, value, state, depth.saturating_sub(1)));
    let listed = |items: &Value| items.as_seq().unwrap_or_default().iter().map(written).collect::<Vec<_>>();
    let repr = |text: String| Shown::Repr(text);
    if depth == 0 {
        return repr("...".into());
    }
    match &*ctor.definition().name {
        "Unbound" => repr("<unbound>".into()),
        "None" => Shown::None,
        "Bool" => Shown::Bool(fields[0].as_bool().unwrap_or_default()),
        "Int" => Shown::Int(fields[0].as_int().cloned().unwrap_or(value::Int::ZERO)),
        "Float" => match fields[0] {
            Value::Float(float) => Shown::Float(float.to_f64()),
            _ => repr("<float>".into()),
        },
        // Half of a surrogate pair is no text elsewhere.
        "Str" if has_surrogate(&fields[0]) => repr(quoted_codes(&fields[0])),
        "Str" => Shown::Text(fields[0].as_text().unwrap_or_default()),
        "Bytes" => repr(bytes_text(&fields[0])),
        "View" => match contents(program, state, "dict", &fields[0]) {
            Some(Value::Map(map)) => repr(format!("<a view of a dict with {} entries>", map.entries().count())),
            _ => repr("<view>".into()),
        },
        "Tuple" => {
            let items = listed(&fields[0]);
            let class = match fields.get(1) {
                Some(Value::Atom(class)) if class.as_str() != PLAIN_TUPLE => Some(short(class)),
                _ => None,
            };
            if let Some(class) = class {
                return repr(format!("{class}({})", items.join(", ")));
            }
            repr(if items.len() == 1 { format!("({},)", items[0]) } else { format!("({})", items.join(", ")) })
        }
        "List" => match contents(program, state, "list", &fields[0]) {
            Some(items) => {
                let items = items.as_seq().unwrap_or_default().to_vec();
                Shown::List(items.iter().map(|item| show_value(program, item, state, depth - 1)).collect())
            }
            None => repr("[...]".into()),
        },
        "Range" => {
            let parts: Vec<String> = fields.iter().map(|field| format!("{field:?}")).collect();
            repr(match parts[2].as_str() {
                "1" => format!("range({}, {})", parts[0], parts[1]),
                step => format!("range({}, {}, {step})", parts[0], parts[1]),
            })
        }
        "Exception" => {
            let Value::Atom(class) = &fields[0] else { return repr("<exception>".into()) };
            // A message that is not modelled.
            let is_foreign =
                |arg: &Value| matches!(arg, Value::Data(index, _) if *index as usize == ctors().foreign.index);
            let is_unknown =
                matches!(fields[1].as_seq(), Some([arg]) if *arg == ctors().unbound_value() || is_foreign(arg));
            let args = if is_unknown { vec![] } else { listed(&fields[1]) };
            repr(format!("{}({})", short(class), args.join(", ")))
        }
        "Class" | "Function" | "Module" | "Builtin" => match &fields[0] {
            Value::Atom(name) => repr(format!("<{} {}>", ctor.definition().name.to_lowercase(), short(name))),
            _ => repr("<value>".into()),
        },
        "Dict" => match contents(program, state, "dict", &fields[0]) {
            Some(Value::Map(map)) => {
                // In the order of insertion, where it is known.
                let order = contents(program, state, "dict.order", &fields[0]);
                let keys: Vec<Value> = order.as_ref().and_then(Value::as_seq).unwrap_or_default().to_vec();
                let entries: Vec<Value> = match keys.is_empty() {
                    true => map.entries().map(|(_, entry)| entry.clone()).collect(),
                    false => keys.iter().map(|key| map.select(key).clone()).collect(),
                };
                let entries = entries.iter().filter_map(|entry| match entry {
                    Value::Data(_, fields) => {
                        fields.first()?.as_seq().map(|pair| (written(&pair[0]), written(&pair[1])))
                    }
                    _ => None,
                });
                let entries: Vec<String> = entries.map(|(key, value)| format!("{key}: {value}")).collect();
                repr(format!("{{{}}}", entries.join(", ")))
            }
            _ => repr("{...}".into()),
        },
        "Set" => match contents(program, state, "set", &fields[0]) {
            Some(Value::Map(map)) => {
                let members: Vec<String> = map.entries().map(|(_, member)| written(member)).collect();
                repr(if members.is_empty() { "set()".into() } else { format!("{{{}}}", members.join(", ")) })
            }
            _ => repr("{...}".into()),
        },
        "Object" => match contents(program, state, "class", &fields[0]) {
            Some(Value::Atom(class)) => {
                let attributes = program.cells.iter().filter_map(|(_, cell)| {
                    let name = cell.name.strip_prefix("attribute.")?;
                    let held = contents(program, state, &cell.name, &fields[0])?;
                    (held != ctors().unbound_value()).then(|| format!("{name}={}", written(&held)))
                });
                let mut attributes: Vec<String> = attributes.collect();
                attributes.sort();
                repr(format!("{}({})", short(&class), attributes.join(", ")))
            }
            _ => repr("<object>".into()),
        },
        "Member" => match &fields[1] {
            Value::Atom(name) => {
                let parts: Vec<&str> = name.rsplitn(3, '.').collect();
                repr(parts.iter().take(2).rev().copied().collect::<Vec<_>>().join("."))
            }
            _ => repr("<member>".into()),
        },
        "Iterator" => match contents(program, state, "iterator", &fields[0]).as_ref().and_then(Value::as_seq) {
            // A generator, or another iterator, as what was drawn from it.
            Some([Value::Data(_, kind), Value::Data(_, items), outcome, _, of @ ..]) if matches!(&kind[..], [Value::Atom(kind)] if kind.as_str() == "drawn") =>
            {
                let mut shown = listed(&items[0]);
                if *outcome != ctors().unbound_value() {
                    shown.push(format!("then {}", written(outcome).trim_end_matches("()")));
                }
                let word = if of.is_empty() { "generator" } else { "iterator" };
                repr(format!("<{word} of {}>", if shown.is_empty() { "nothing".into() } else { shown.join(", ") }))
            }
            _ => repr("<iterator>".into()),
        },
        "Pattern" => repr(format!("re.compile({})", quoted_codes(&fields[0]))),
        "Match" => {
            let spans: Vec<i64> =
                fields[4].as_seq().unwrap_or_default().iter().filter_map(|span| span.as_int()?.to_i64()).collect();
            let (from, to) = (spans.first().copied().unwrap_or(0), spans.get(1).copied().unwrap_or(0));
            let place = |at: i64| usize::try_from(at).unwrap_or(0);
            let found = fields[1].as_seq().unwrap_or_default().get(place(from)..place(to)).unwrap_or_default();
            repr(format!("<re.Match object; span=({from}, {to}), match={}>", quoted_codes(&Value::seq(found.to_vec()))))
        }
        other => repr(format!("<{}>", other.to_lowercase())),
    }
}

/// A name without its module, a class without its bases.
fn short(name: &str) -> &str {
    let name = name.split('(').next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}
