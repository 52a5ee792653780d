//! `"…".format(…)` and `"…".format_map(…)` of a template that is written there: its fields become pieces of text as
//! those of an f-string do.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Op, Sort, Value};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};

/// A part of a template.
enum Piece {
    Text(String),
    Field(Field),
}

struct Field {
    first: First,
    then: Vec<Step>,
    conversion: ast::ConversionFlag,
    /// The format, which may have fields of its own.
    spec: Vec<Piece>,
}

/// Which argument a field starts from.
#[derive(Clone)]
enum First {
    Place(usize),
    Name(String),
}

/// What is taken of it.
enum Step {
    Attribute(String),
    Place(usize),
    Key(String),
}

/// How fields without a name are numbered: not mixed with numbers that are written.
#[derive(Default)]
struct Numbering {
    next: usize,
    is_written: bool,
}

impl<'a> Lowerer<'a, '_> {
    /// The text, if the call is one of a template that is written there.
    pub(crate) fn call_template(
        &mut self,
        call: &'a ast::ExprCall,
        attribute: &'a ast::ExprAttribute,
    ) -> Option<Operand> {
        let (Expr::StringLiteral(template), name @ ("format" | "format_map")) =
            (&*attribute.value, attribute.attr.as_str())
        else {
            return None;
        };
        let Some(arguments) = self.arguments(call) else { return Some(Operand::None) };
        self.at(call.range());
        let Some(pieces) = parse(template.value.to_str(), &mut Numbering::default(), 2) else {
            return Some(self.unsupported_value("a template that is not one"));
        };
        let is_map = name == "format_map";
        if is_map && (arguments.positional.len() != 1 || !arguments.keywords.is_empty()) {
            self.raise_about("TypeError", "format_map");
            return Some(Operand::None);
        }
        Some(Operand::Str(self.pieces(&pieces, &arguments, is_map)))
    }

    fn pieces(&mut self, pieces: &[Piece], arguments: &Arguments, is_map: bool) -> ValueId {
        let mut out = self.b.constant(Value::string(""), Sort::string());
        for piece in pieces {
            let text = match piece {
                Piece::Text(text) => self.piece(text),
                Piece::Field(field) => self.field_text(field, arguments, is_map),
            };
            out = self.b.apply(Op::SeqConcat, &[out, text]);
        }
        out
    }

    fn field_text(&mut self, field: &Field, arguments: &Arguments, is_map: bool) -> ValueId {
        let mut value = self.first(&field.first, arguments, is_map);
        for step in &field.then {
            value = match step {
                Step::Attribute(name) => self.get_attribute(value, name),
                Step::Place(place) => {
                    let place = self.int(*place);
                    self.py_value("getitem", &[value, place])
                }
                Step::Key(key) => {
                    let key = self.text(key);
                    self.py_value("getitem", &[value, key])
                }
            };
        }
        let spec = match &field.spec[..] {
            [] => None,
            spec => Some(self.pieces(spec, arguments, is_map)),
        };
        self.formatted(value, field.conversion, spec)
    }

    fn first(&mut self, first: &First, arguments: &Arguments, is_map: bool) -> Operand {
        match first {
            First::Name(name) if is_map => {
                let key = self.text(name);
                self.py_value("getitem", &[arguments.positional[0], key])
            }
            First::Place(_) if is_map => {
                self.raise("ValueError", "Format string contains positional fields");
                Operand::None
            }
            First::Place(place) => match arguments.positional.get(*place) {
                Some(value) => *value,
                None => {
                    self.raise_about("IndexError", "an argument of a template");
                    Operand::None
                }
            },
            First::Name(name) => match arguments.keywords.iter().find(|(known, _)| known == name) {
                Some((_, value)) => *value,
                None => {
                    self.raise("KeyError", name);
                    Operand::None
                }
            },
        }
    }
}

/// The pieces of a template; `None` if it is refused when it is used. Fields nest so deep.
fn parse(template: &str, numbering: &mut Numbering, depth: usize) -> Option<Vec<Piece>> {
    let chars: Vec<char> = template.chars().collect();
    let (mut pieces, mut text, mut at) = (Vec::new(), String::new(), 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('{', Some('{')) | ('}', Some('}')) => {
                text.push(chars[at]);
                at += 2;
            }
            ('}', _) => return None,
            ('{', _) => {
                let end = end_of_field(&chars, at + 1)?;
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                let inner: String = chars[at + 1..end].iter().collect();
                pieces.push(Piece::Field(field(&inner, numbering, depth.checked_sub(1)?)?));
                at = end + 1;
            }
            (c, _) => {
                text.push(c);
                at += 1;
            }
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

/// Where the brace stands that ends the field; those within count.
fn end_of_field(chars: &[char], from: usize) -> Option<usize> {
    let mut open = 1;
    for (at, c) in chars.iter().enumerate().skip(from) {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            // A bracket may hide braces from the one that looks for the end.
            '[' if open == 1 && chars[at..].iter().take_while(|c| **c != ']').any(|c| "{}".contains(*c)) => {
                return None;
            }
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

fn field(inner: &str, numbering: &mut Numbering, depth: usize) -> Option<Field> {
    let is_end = |c: char| c == '!' || c == ':';
    let end = match inner.find('[') {
        // What stands in brackets is no end.
        Some(open) if inner.find(is_end).is_none_or(|end| open < end) => {
            let close = inner.rfind(']')?;
            inner[close..].find(is_end).map_or(inner.len(), |at| close + at)
        }
        _ => inner.find(is_end).unwrap_or(inner.len()),
    };
    let (name, rest) = inner.split_at(end);
    let (conversion, rest) = match rest.strip_prefix('!') {
        None => (ast::ConversionFlag::None, rest),
        Some(rest) => {
            let mut chars = rest.chars();
            let conversion = match chars.next()? {
                's' => ast::ConversionFlag::Str,
                'r' => ast::ConversionFlag::Repr,
                'a' => ast::ConversionFlag::Ascii,
                _ => return None,
            };
            (conversion, chars.as_str())
        }
    };
    let spec = match rest.strip_prefix(':') {
        Some(spec) => spec,
        None if rest.is_empty() => "",
        None => return None,
    };
    let (first, then) = path(name, numbering)?;
    Some(Field { first, then, conversion, spec: parse(spec, numbering, depth)? })
}

/// `0.name[key]`
fn path(name: &str, numbering: &mut Numbering) -> Option<(First, Vec<Step>)> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let first = match first {
        "" => {
            numbering.next += 1;
            First::Place(numbering.next - 1)
        }
        number if is_number(number) => {
            numbering.is_written = true;
            First::Place(number.parse().ok()?)
        }
        name if name.contains(['{', '}', ']']) => return None,
        name => First::Name(name.to_string()),
    };
    if numbering.is_written && numbering.next > 0 {
        return None;
    }
    let mut then = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            then.push(Step::Attribute(after[..end].to_string()));
            rest = &after[end..];
            after.chars().next().filter(|c| *c != '.' && *c != '[')?;
        } else {
            let (key, after) = rest.strip_prefix('[')?.split_once(']')?;
            then.push(match key {
                "" => return None,
                key if is_number(key) => Step::Place(key.parse().ok()?),
                key => Step::Key(key.to_string()),
            });
            rest = after;
        }
    }
    Some((first, then))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}
