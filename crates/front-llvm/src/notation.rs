//! How C and Rust write values and conditions.

use ir::Program;
use ir::entry::{Notation, Shown, Words};
use ir::interp::State;
use value::{Int, Sort, SortKind, Symbol, Value};

use crate::libm;
use crate::reader::SourceKind;
use crate::show::{self, Language, text as written};
use crate::source::{Argument, Piece, Shape};

/// C's or Rust's notation for one client.
pub(crate) struct Source {
    pub(crate) language: Language,
    pub(crate) shape: Option<Shape>,
}

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
                map.entries().map(|(at, value)| format!("[{}] = {}", plain(&show(at, *key)), plain(&show(value, *of))));
            Shown::Repr(format!("{{{}}}", entries.collect::<Vec<_>>().join(", ")))
        }
        (Value::Data(ctor, fields), SortKind::Data(datatype)) => {
            let constructor = &datatype.ctors()[*ctor as usize];
            let part = |index: usize| plain(&show(&fields[index], constructor.fields[index].1));
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
            _ => written.push_str(&plain(&show(&fields[1], datatype.ctors()[*ctor as usize].fields[1].1))),
        }
    }
    Some(Shown::Text(written))
}

fn plain(shown: &Shown) -> String {
    written(Language::C, shown)
}

/// The text that a pointer leads to, up to its end.
fn text_at(program: &Program, pointer: &Value, state: &State) -> Option<String> {
    let Value::Data(_, parts) = pointer else { return None };
    let [Value::Ref(object), index, offset] = &parts[..] else { return None };
    let number = |word: &Value| match word {
        Value::Bv(bits) => i64::try_from(bits.signed()).ok(),
        Value::Int(int) => int.to_i64(),
        _ => None,
    };
    let cell = program.cell(Symbol::new("mem:i8"))?;
    let Value::Map(objects) = &state.cells[cell] else { return None };
    let Value::Map(bytes) = objects.select(&Value::Ref(*object)) else { return None };
    let like = |at: i64| match index {
        Value::Bv(_) => Value::bv(64, at as u128),
        _ => Value::int(at),
    };
    let start = number(index)?.checked_add(number(offset)?)?;
    let byte = |at: i64| number(bytes.select(&like(at))).map(|byte| byte as u8);
    let text: Option<Vec<u8>> =
        (start..start.saturating_add(LONGEST)).map(byte).take_while(|byte| *byte != Some(0)).collect();
    Some(String::from_utf8_lossy(&text?).into_owned())
}

/// More of a text is not shown.
const LONGEST: i64 = 1000;

impl Notation for Source {
    fn show(&self, _program: &Program, value: &Value, sort: Sort, _state: &State) -> Shown {
        show(value, sort)
    }

    fn write(&self, shown: &Shown) -> String {
        written(self.language, shown)
    }

    fn words(&self) -> &Words {
        match self.language {
            Language::C => &C_WORDS,
            Language::Rust => &RUST_WORDS,
        }
    }

    fn arguments(&self, inputs: &[Value]) -> Option<Vec<(String, Shown)>> {
        let mut inputs = inputs;
        let mut shown = Vec::new();
        for Argument { name, ty, pieces, is_array } in &self.shape.as_ref()?.arguments {
            if *is_array {
                let ([is_null, length, contents], rest) = inputs.split_first_chunk()?;
                inputs = rest;
                shown.push((name.clone(), show::array(self.language, ty, is_null, length, contents)?));
                continue;
            }
            let (mine, rest) = inputs.split_at_checked(pieces.len())?;
            inputs = rest;
            // What a pointer leads to is no input.
            let value = match pieces.is_empty() {
                true => Shown::Repr(name.clone()),
                false => show::show(self.language, ty, pieces, mine)?,
            };
            shown.push((name.clone(), value));
        }
        inputs.is_empty().then_some(shown)
    }

    fn result(&self, program: &Program, values: &[Value], state: &State) -> Option<Shown> {
        let shape = self.shape.as_ref()?;
        if let (SourceKind::Pointer(to), [pointer]) = (&shape.result.kind, values)
            && matches!(to.kind, SourceKind::Char { .. })
        {
            return text_at(program, pointer, state).map(Shown::Text);
        }
        if values.is_empty() {
            return None;
        }
        show::show(self.language, &shape.result, &shape.result_pieces, values)
    }

    fn global(&self, name: &str, value: &Value) -> Option<Shown> {
        let ty = self.shape.as_ref()?.globals.get(name)?;
        let whole = [Piece { offset: 0, size: ty.size }];
        if ty.is_scalar() { show::show(self.language, ty, &whole, std::slice::from_ref(value)) } else { None }
    }

    fn known(&self, function: &str, args: &[Value]) -> Option<Value> {
        libm::call(function, args)
    }

    fn raised(&self, _program: &Program, value: &Value, _state: &State) -> String {
        match value {
            Value::Bv(status) => format!("exit({})", status.signed()),
            Value::Int(status) => format!("exit({status})"),
            other => format!("exit({other:?})"),
        }
    }
}
