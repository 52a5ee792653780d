//! How C and Rust write values and conditions.

use ir::Program;
use ir::entry::{Notation, Shown, Words};
use ir::interp::State;
use value::{Int, Sort, SortKind, Value};

/// C's notation.
pub struct C;

/// Rust's notation.
pub struct Rust;

const C_WORDS: Words =
    Words { and: "&&", or: "||", not: "!", true_: "1", false_: "0", div: "/", modulo: "%", if_else: "{c} ? {a} : {b}" };

const RUST_WORDS: Words = Words { true_: "true", false_: "false", if_else: "if {c} { {a} } else { {b} }", ..C_WORDS };

fn show(value: &Value, sort: Sort) -> Shown {
    match (value, sort.kind()) {
        (Value::Bool(truth), _) => Shown::Bool(*truth),
        (Value::Int(int), _) => Shown::Int(int.clone()),
        (Value::Bv(bits), _) => Shown::Int(Int::from(bits.signed())),
        (Value::Float(float), _) => Shown::Float(float.to_f64()),
        (Value::Seq(items), SortKind::Seq(item)) => show_written(items, *item)
            .unwrap_or_else(|| Shown::List(items.iter().map(|value| show(value, *item)).collect())),
        (Value::Map(map), SortKind::Map(key, of)) => {
            let entries =
                map.entries().map(|(at, value)| format!("[{}] = {}", text(&show(at, *key)), text(&show(value, *of))));
            Shown::Repr(format!("{{{}}}", entries.collect::<Vec<_>>().join(", ")))
        }
        (Value::Data(ctor, fields), SortKind::Data(datatype)) => {
            let constructor = &datatype.ctors()[*ctor as usize];
            let part = |index: usize| text(&show(&fields[index], constructor.fields[index].1));
            Shown::Repr(match &*constructor.name {
                "Null" => "NULL".into(),
                "To" => format!("&{}[{}]+{}", part(0), part(1), part(2)),
                "Code" | "Outside" => part(0),
                name => name.to_string(),
            })
        }
        (Value::Atom(name), _) => Shown::Repr(name.to_string()),
        (Value::Ref(number), _) => Shown::Repr(format!("object{number}")),
        (value, _) => Shown::Repr(value.display(sort)),
    }
}

/// Output as text, with the numbers that were kept between the characters.
fn show_written(items: &[Value], item: Sort) -> Option<Shown> {
    let datatype = item.datatype().filter(|datatype| &*datatype.name == "Written")?;
    let mut written = String::new();
    for value in items {
        let Value::Data(ctor, fields) = value else { return None };
        match &*datatype.ctors()[*ctor as usize].name {
            "Char" => {
                let code = fields[0].as_int().and_then(Int::to_i64).and_then(|code| u32::try_from(code).ok());
                written.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
            }
            _ => written.push_str(&text(&show(&fields[1], datatype.ctors()[*ctor as usize].fields[1].1))),
        }
    }
    Some(Shown::Text(written))
}

fn text(shown: &Shown) -> String {
    match shown {
        Shown::None => "void".into(),
        Shown::Bool(truth) => if *truth { "1" } else { "0" }.into(),
        Shown::Int(int) => int.to_string(),
        Shown::Float(float) if float.is_nan() => "NAN".into(),
        Shown::Float(float) if float.is_infinite() => if *float > 0.0 { "INFINITY" } else { "-INFINITY" }.into(),
        Shown::Float(float) => format!("{float:?}"),
        Shown::Text(text) => format!("{text:?}"),
        Shown::List(items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            format!("{{{}}}", items.join(", "))
        }
        Shown::Repr(text) => text.clone(),
    }
}

impl Notation for C {
    fn show(&self, _program: &Program, value: &Value, sort: Sort, _state: &State) -> Shown {
        show(value, sort)
    }

    fn write(&self, shown: &Shown) -> String {
        text(shown)
    }

    fn words(&self) -> &Words {
        &C_WORDS
    }

    fn raised(&self, _program: &Program, value: &Value, _state: &State) -> String {
        match value {
            Value::Bv(status) => format!("exit({})", status.signed()),
            other => format!("exit({other:?})"),
        }
    }
}

impl Notation for Rust {
    fn show(&self, _program: &Program, value: &Value, sort: Sort, _state: &State) -> Shown {
        show(value, sort)
    }

    fn write(&self, shown: &Shown) -> String {
        match shown {
            Shown::Bool(truth) => truth.to_string(),
            Shown::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.write(item)).collect();
                format!("[{}]", items.join(", "))
            }
            other => text(other),
        }
    }

    fn words(&self) -> &Words {
        &RUST_WORDS
    }

    fn raised(&self, program: &Program, value: &Value, state: &State) -> String {
        C.raised(program, value, state)
    }
}
