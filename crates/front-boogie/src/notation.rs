//! How Boogie writes values.

use ir::Program;
use ir::entry::{Notation, Shown, Words};
use ir::interp::State;
use value::{Ctor, Sort, SortKind, Value};

pub(crate) struct Boogie;

static WORDS: Words = Words {
    and: "&&",
    or: "||",
    not: "!",
    true_: "true",
    false_: "false",
    div: "div",
    modulo: "mod",
    if_else: "(if {c} then {a} else {b})",
    machine: None,
    choices: Vec::new(),
};

impl Notation for Boogie {
    fn show(&self, _: &Program, value: &Value, sort: Sort, _: &State) -> Shown {
        match value {
            Value::Bool(value) => Shown::Bool(*value),
            Value::Int(value) => Shown::Int(value.clone()),
            _ => Shown::Repr(text(value, sort)),
        }
    }

    fn write(&self, shown: &Shown) -> String {
        match shown {
            Shown::None => "()".to_string(),
            Shown::Bool(value) => value.to_string(),
            Shown::Int(value) => value.to_string(),
            Shown::Float(value) => format!("{value:?}"),
            Shown::Text(text) => format!("{text:?}"),
            Shown::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.write(item)).collect();
                format!("({})", items.join(", "))
            }
            Shown::Repr(text) => text.clone(),
        }
    }

    fn words(&self) -> &Words {
        &WORDS
    }

    fn is_name(&self, name: &str) -> bool {
        !name.contains(char::is_whitespace)
    }

    fn raised(&self, _: &Program, _: &Value, _: &State) -> String {
        "exception".to_string()
    }
}

/// `[3 := 5, else 0]` for a map; an element of a type without structure is `T#2`.
fn text(value: &Value, sort: Sort) -> String {
    match (value, sort.kind()) {
        (Value::Bool(value), _) => value.to_string(),
        (Value::Int(value), _) => value.to_string(),
        (Value::Bv(bv), _) => format!("{}bv{}", bv.bits(), bv.width),
        (Value::Real(real), _) => real_text(real),
        (Value::Map(map), SortKind::Map(key, element)) => {
            let mut parts: Vec<String> =
                map.entries().map(|(k, v)| format!("{} := {}", text(k, *key), text(v, *element))).collect();
            parts.push(format!("else {}", text(map.default_value(), *element)));
            format!("[{}]", parts.join(", "))
        }
        (Value::Data(index, fields), SortKind::Data(datatype)) => {
            let ctor = Ctor { datatype, index: *index as usize };
            let sorts = ctor.definition().fields.iter();
            let fields: Vec<String> = sorts.zip(fields.iter()).map(|((_, sort), field)| text(field, *sort)).collect();
            format!("{}({})", ctor.definition().name, fields.join(", "))
        }
        (Value::Opaque(number), SortKind::Opaque(name)) => format!("{name}#{number}"),
        (value, sort) => value.display(Sort::new(*sort)),
    }
}

/// A decimal if there is one, else a quotient.
fn real_text(real: &value::Real) -> String {
    let mut rest = real.denom().clone();
    for factor in [2, 5] {
        let factor = num_bigint::BigInt::from(factor);
        while &rest % &factor == num_bigint::BigInt::ZERO {
            rest /= &factor;
        }
    }
    if rest == num_bigint::BigInt::from(1) {
        crate::print::decimal(real)
    } else {
        format!("{}.0 / {}.0", real.numer(), real.denom())
    }
}
