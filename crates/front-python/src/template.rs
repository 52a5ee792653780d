//! `"…".format(…)` and `"…".format_map(…)` of a template that is written there, or that a constant of the module holds:
//! its fields become pieces of text as those of an f-string do.

use ir::ValueId;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Op, Sort, Value};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::regex::Constants;
use crate::runtime::ctors;
use crate::spread::Spread;

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

/// What fields are taken from.
enum Given<'g> {
    Arguments(&'g Arguments),
    Map(Operand),
    Spread(Spread),
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
        let is_map = match attribute.attr.as_str() {
            "format" => false,
            "format_map" => true,
            _ => return None,
        };
        let template = self.template(&attribute.value)?;
        let has_stars = crate::opaque::has_stars(call);
        if has_stars && (is_map || self.steps_outside()) {
            return None;
        }
        let (spread, arguments) = match has_stars {
            true => (Some(self.spread(call)), Arguments::default()),
            false => match self.arguments(call) {
                Some(arguments) => (None, arguments),
                None => return Some(Operand::None),
            },
        };
        self.at(call.range());
        let Some(pieces) = parse(&template, &mut Numbering::default(), 2) else {
            return Some(self.unsupported_value("a template that is not one"));
        };
        let given = match (spread, is_map, &arguments.positional[..]) {
            (Some(spread), ..) => Given::Spread(spread),
            (None, false, _) => Given::Arguments(&arguments),
            (None, true, [map]) if arguments.keywords.is_empty() => Given::Map(*map),
            (None, true, _) => {
                self.raise_about("TypeError", "format_map");
                return Some(Operand::None);
            }
        };
        Some(Operand::Str(self.pieces(&pieces, &given)))
    }

    /// The text that the expression is, if that is certain before running.
    fn template(&mut self, expr: &'a Expr) -> Option<String> {
        match expr {
            Expr::StringLiteral(text) => Some(text.value.to_str().to_owned()),
            Expr::Name(name) if self.is_global(&name.id) && !self.is_model => {
                let is_patched = self.lowering.patched.contains(name.id.as_str());
                let text = Constants(self.this_module()).text(expr).filter(|_| !is_patched)?;
                self.check_global(expr);
                Some(text)
            }
            _ => None,
        }
    }

    fn pieces(&mut self, pieces: &[Piece], given: &Given<'_>) -> ValueId {
        let mut out = self.b.constant(Value::string(""), Sort::string());
        for piece in pieces {
            let text = match piece {
                Piece::Text(text) => self.piece(text),
                Piece::Field(field) => self.field_text(field, given),
            };
            out = self.b.apply(Op::SeqConcat, &[out, text]);
        }
        out
    }

    fn field_text(&mut self, field: &Field, given: &Given<'_>) -> ValueId {
        let mut value = self.first(&field.first, given);
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
            spec => Some(self.pieces(spec, given)),
        };
        self.formatted(value, field.conversion, spec)
    }

    fn first(&mut self, first: &First, given: &Given<'_>) -> Operand {
        let found = match (first, given) {
            (First::Name(name), Given::Map(map)) => {
                let key = self.text(name);
                return self.py_value("getitem", &[*map, key]);
            }
            (First::Place(_), Given::Map(_)) => {
                self.raise("ValueError", "Format string contains positional fields");
                return Operand::None;
            }
            (First::Place(place), Given::Arguments(arguments)) => arguments.positional.get(*place).copied(),
            (First::Name(name), Given::Arguments(arguments)) => {
                arguments.keywords.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
            }
            (First::Place(place), Given::Spread(spread)) => {
                let place = self.b.int(*place);
                Some(Operand::Value(self.py("spread_first", &[spread.items, place])[0]))
            }
            (First::Name(name), Given::Spread(spread)) => {
                let name = self.text(name);
                let name = self.boxed(name);
                Some(Operand::Value(self.py("spread_named", &[spread.named, name])[0]))
            }
        };
        let Some(found) = found else {
            self.raise_missing(first);
            return Operand::None;
        };
        if let (Operand::Value(value), Given::Spread(_)) = (found, given) {
            let is_missing = self.b.apply(Op::Is(ctors().unbound), &[value]);
            let is_given = self.b.not(is_missing);
            self.guard(is_given, |lowerer| lowerer.raise_missing(first));
        }
        found
    }

    /// What is raised for a field that nothing was handed over for.
    fn raise_missing(&mut self, first: &First) {
        match first {
            First::Place(_) => self.raise_about("IndexError", "an argument of a template"),
            First::Name(name) => self.raise("KeyError", name),
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
