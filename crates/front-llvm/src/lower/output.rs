//! `printf`, `puts`, `putchar` and their like for `stdout` and `stderr`: what is written goes to the cell of the stream,
//! character by character. In what order two streams are written to is not seen.
//!
//! Integers, characters and strings become their exact text; the text of a float is a function of
//! it, which runs know. A real number is kept as its conversion and value. A format that is not a constant, or has a conversion not known here, is a gap.

use std::sync::Arc;

use ::value::{BvOp, IntOp, Op, Rounding, Sort, Symbol, Value};
use ir::build::FunctionBuilder;
use ir::{FnId, Param, Trap, ValueId};

use super::Context;
use super::access::Padding;
use super::emit::{Emit, Emitted, Fail};
use super::function::Lower;
use super::pointer::Pointer;
use super::value::Val;
use crate::join::{Item, Version};
use crate::layout::Scalar;
use crate::reader::syntax::{Call, Constant, Operand, Type};

/// A conversion of a format: `%-08lx`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    text: String,
    left: bool,
    zeros: bool,
    width: i64,
    /// Flags and precisions that only the exact text would show.
    special: bool,
    letter: char,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(Vec<u8>),
    Conversion(Conversion),
}

fn parse(format: &[u8]) -> Option<Vec<Part>> {
    let mut parts = vec![Part::Text(Vec::new())];
    let mut rest = format;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' || rest.first() == Some(&b'%') {
            if *first == b'%' {
                rest = &rest[1..];
            }
            match parts.last_mut() {
                Some(Part::Text(text)) => text.push(*first),
                _ => parts.push(Part::Text(vec![*first])),
            }
            continue;
        }
        let length = rest.iter().position(|byte| byte.is_ascii_alphabetic() && !b"hlLqjzt".contains(byte))?;
        let text = std::str::from_utf8(&rest[..=length]).ok()?;
        parts.push(Part::Conversion(conversion(text)));
        rest = &rest[length + 1..];
    }
    Some(parts)
}

/// Is it nothing but one text, and perhaps the end of the line?
fn is_one_text(parts: &[Part]) -> bool {
    let is_text = |part: &Part| matches!(part, Part::Conversion(conversion) if conversion.letter == 's');
    let is_end = |part: &Part| matches!(part, Part::Text(text) if text.is_empty() || text == b"\n");
    parts.iter().all(|part| is_text(part) || is_end(part)) && parts.iter().filter(|part| is_text(part)).count() == 1
}

fn conversion(text: &str) -> Conversion {
    let letter = text.chars().last().unwrap_or('?');
    let body = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let flags: &str = &body[..body.find(|c: char| !"-0+ #".contains(c)).unwrap_or(body.len())];
    let width = &body[flags.len()..];
    Conversion {
        text: text.to_string(),
        left: flags.contains('-'),
        zeros: flags.contains('0') && !flags.contains('-'),
        width: width.parse().unwrap_or(0),
        special: flags.contains(['+', ' ', '#']) || !width.chars().all(|c| c.is_ascii_digit()),
        letter,
    }
}

/// The bytes of a constant string, up to its zero, if the pointer names one.
pub(crate) fn constant_text<'m>(version: &Version<'m>, module: usize, operand: &Operand<'m>) -> Option<Vec<u8>> {
    let Operand::Constant(constant) = operand else { return None };
    let name = match constant {
        Constant::Global(name) => *name,
        Constant::Gep(gep) => {
            let zero = |(_, index): &(Type<'m>, Operand<'m>)| *index == Operand::Constant(Constant::Int(0));
            match &gep.base {
                Operand::Constant(Constant::Global(name)) if gep.indices.iter().all(zero) => *name,
                _ => return None,
            }
        }
        _ => return None,
    };
    let Item::Global(key) = version.lookup(module, name) else { return None };
    let global = &version.globals[key].global;
    match (&global.initial, global.constant) {
        (Some(Constant::Bytes(bytes)), true) => {
            let end = bytes.iter().position(|byte| *byte == 0)?;
            Some(bytes[..end].to_vec())
        }
        (Some(Constant::Zero), true) => Some(Vec::new()),
        _ => None,
    }
}

/// Is it a function that is told where to write?
pub(crate) fn names_its_stream(name: &str) -> bool {
    ["fprintf", "fputs", "fputc", "putc"].contains(&name)
}

impl<'m> Lower<'_, 'm> {
    pub(crate) fn output(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let stream = match name {
            "fprintf" => Some(0),
            "fputs" | "fputc" | "putc" => Some(1),
            _ => None,
        };
        let cell = match stream {
            Some(index) => self.stream(name, call, index)?,
            None => self.emit.context.output,
        };
        self.emit.context.writing = cell;
        let written = self.write_as(name, call);
        self.emit.context.writing = self.emit.context.output;
        written
    }

    /// The stream that the argument is.
    fn stream(&mut self, name: &str, call: &Call<'m>, index: usize) -> Emitted<ir::CellId> {
        let stream = self.argument(call, index)?;
        let (output, error) = (self.emit.context.output, self.emit.context.error_output);
        let of = |which: &str| Value::data(self.emit.sorts.outside, [Value::Atom(Symbol::new(which))]);
        match self.emit.known(stream) {
            Some(known) if *known == of("stdout") => Ok(output),
            Some(known) if *known == of("stderr") => Ok(error),
            _ => self.emit.unsupported(&format!("{name} to a stream that is not known here")),
        }
    }

    fn write_as(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let text = match name {
            "fputs" => self.text_argument(call, 0)?,
            "fprintf" => return self.formatted(call, 1),
            "putchar" | "fputc" | "putc" => {
                let character = self.character(call, 0)?;
                self.emit.write_text(character);
                // What was written, which is a byte.
                let given = self.argument(call, 0)?;
                let byte = self.emit.resize(given, 32, 8, false);
                return Ok(Val::One(self.emit.resize(byte, 8, 32, false)));
            }
            "puts" => {
                let text = self.text_argument(call, 0)?;
                let end = self.emit.literal(b"\n");
                self.emit.apply(Op::SeqConcat, &[text, end])
            }
            _ => return self.formatted(call, 0),
        };
        self.emit.write_text(text);
        Ok(Val::Undef)
    }

    /// The argument of that number is the format.
    fn formatted(&mut self, call: &Call<'m>, first: usize) -> Emitted<Val> {
        let format = call.args.get(first).and_then(|arg| constant_text(self.version, self.module, &arg.value));
        let Some(parts) = format.and_then(|format| parse(&format)) else {
            return self.emit.unsupported("printf with a format that is not a constant");
        };
        let is_alone = is_one_text(&parts);
        let mut next = first + 1;
        let mut length = Some(self.emit.constant(Value::int(0), Sort::int()));
        for part in parts {
            match part {
                Part::Text(text) if text.is_empty() => {}
                Part::Text(text) => {
                    let text = self.emit.literal(&text);
                    self.write_counted(text, &mut length);
                }
                Part::Conversion(conversion) => {
                    match self.converted(call, next, &conversion, is_alone)? {
                        Some(text) => self.write_counted(text, &mut length),
                        None => length = None,
                    }
                    next += 1;
                }
            }
        }
        Ok(match length {
            None => Val::Undef,
            Some(length) if self.emit.sorts.is_machine() => {
                Val::One(self.emit.apply(Op::Bv(BvOp::FromInt(32)), &[length]))
            }
            Some(length) => Val::One(length),
        })
    }

    fn write_counted(&mut self, text: ValueId, length: &mut Option<ValueId>) {
        self.emit.write_text(text);
        let more = self.emit.apply(Op::SeqLen, &[text]);
        *length = length.map(|length| self.emit.math(IntOp::Add, &[length, more]));
    }

    /// The text of a conversion; `None`: kept as a number.
    fn converted(
        &mut self,
        call: &Call<'m>,
        index: usize,
        conversion: &Conversion,
        is_alone: bool,
    ) -> Emitted<Option<ValueId>> {
        let Some(ty) = call.args.get(index).map(|arg| arg.ty.clone()) else {
            return self.emit.unsupported("printf with too few arguments");
        };
        match (conversion.letter, &ty) {
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', Type::Double) => {
                let value = self.argument(call, index)?;
                if let Some(text) = self.emit.float_text(&conversion.text, value) {
                    return Ok(Some(text));
                }
                let format = self.emit.constant(Value::Atom(Symbol::new(&conversion.text)), Sort::atom());
                let item = self.emit.apply(Op::Construct(self.emit.sorts.number), &[format, value]);
                let items = self.emit.apply(Op::SeqOf(self.emit.sorts.written), &[item]);
                self.emit.write_items(items);
                return Ok(None);
            }
            // `%ls` and `%lc` are wide characters; a long double is no double.
            ('s' | 'c', _) if conversion.text.contains('l') => {}
            _ if conversion.special => {}
            ('c', Type::Int(_)) => {
                let text = self.character(call, index)?;
                return self.padded(text, conversion, false).map(Some);
            }
            ('s', _) => {
                let text = match self.pointer_argument(call, index)? {
                    Pointer::Dynamic(pointer) => self.text_or_null(pointer, is_alone)?,
                    Pointer::Known(_) => self.text_argument(call, index)?,
                };
                return self.padded(text, conversion, false).map(Some);
            }
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', Type::Int(width)) => {
                return self.number(call, index, *width, conversion).map(Some);
            }
            _ => {}
        }
        self.emit.unsupported(&format!("printf with the conversion %{}", conversion.text))
    }

    /// The C library writes `(null)` for null; a compiler that makes `puts` of a format with nothing else does not.
    fn text_or_null(&mut self, pointer: ValueId, is_alone: bool) -> Emitted<ValueId> {
        let null = self.emit.apply(Op::Is(self.emit.sorts.null), &[pointer]);
        if is_alone {
            self.emit.refuse(null, Fail::Unsupported("a null pointer printed as text"))?;
        } else if self.emit.context.stops {
            self.emit.refuse(null, Fail::Trap(Trap::NullText))?;
        }
        let of_text = |emit: &mut Emit| {
            let function = emit.context.text();
            Ok(emit.b.call(function, &[pointer], &[Sort::string()], None))
        };
        Ok(self.emit.either(null, |emit| Ok(vec![emit.literal(b"(null)")]), of_text)?[0])
    }

    fn character(&mut self, call: &Call<'m>, index: usize) -> Emitted<ValueId> {
        let value = self.argument(call, index)?;
        let Type::Int(width) = call.args[index].ty else { return self.emit.unsupported("a character of another kind") };
        let byte = self.emit.resize(value, width, 8, false);
        let code = self.emit.number_of(byte, 8, false);
        Ok(self.emit.apply(Op::SeqOf(Sort::int()), &[code]))
    }

    fn number(&mut self, call: &Call<'m>, index: usize, width: u32, conversion: &Conversion) -> Emitted<ValueId> {
        let value = self.argument(call, index)?;
        let short = if conversion.text.contains("hh") {
            8
        } else if conversion.text.contains('h') {
            16
        } else if conversion.text.contains(['l', 'q', 'j', 'z', 't', 'L']) {
            width
        } else {
            width.min(32)
        };
        let value = if short < width { self.emit.resize(value, width, short, false) } else { value };
        let signed = matches!(conversion.letter, 'd' | 'i');
        let number = self.emit.number_of(value, short, signed);
        let base = match conversion.letter {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        };
        let text = if base == 10 {
            self.emit.apply(Op::Int(IntOp::ToText), &[number])
        } else {
            let function = self.emit.context.digits(base, conversion.letter == 'X');
            self.emit.b.call(function, &[number], &[Sort::string()], None)[0]
        };
        if signed && conversion.zeros && conversion.width > 1 {
            return self.zeros_after_sign(number, conversion);
        }
        self.padded(text, conversion, conversion.zeros)
    }

    /// The sign comes before the zeros that fill up a signed number.
    fn zeros_after_sign(&mut self, number: ValueId, conversion: &Conversion) -> Emitted<ValueId> {
        let [zero, one, width] =
            [0, 1, conversion.width].map(|value| self.emit.constant(Value::int(value), Sort::int()));
        let is_negative = self.emit.math(IntOp::Lt, &[number, zero]);
        let opposite = self.emit.math(IntOp::Sub, &[zero, number]);
        let magnitude = self.emit.ite(is_negative, opposite, number);
        let digits = self.emit.apply(Op::Int(IntOp::ToText), &[magnitude]);
        let less = self.emit.math(IntOp::Sub, &[width, one]);
        let width = self.emit.ite(is_negative, less, width);
        let function = self.emit.context.pad(false, '0');
        let filled = self.emit.b.call(function, &[digits, width], &[Sort::string()], None)[0];
        let (sign, nothing) = (self.emit.literal(b"-"), self.emit.literal(b""));
        let sign = self.emit.ite(is_negative, sign, nothing);
        Ok(self.emit.apply(Op::SeqConcat, &[sign, filled]))
    }

    fn padded(&mut self, text: ValueId, conversion: &Conversion, zeros: bool) -> Emitted<ValueId> {
        if conversion.width <= 1 {
            return Ok(text);
        }
        let function = self.emit.context.pad(conversion.left, if zeros { '0' } else { ' ' });
        let width = self.emit.constant(Value::int(conversion.width), Sort::int());
        Ok(self.emit.b.call(function, &[text, width], &[Sort::string()], None)[0])
    }

    /// A string argument as text.
    fn text_argument(&mut self, call: &Call<'m>, index: usize) -> Emitted<ValueId> {
        let Some(arg) = call.args.get(index) else { return self.emit.unsupported("a call with too few arguments") };
        if let Some(text) = constant_text(self.version, self.module, &arg.value) {
            return Ok(self.emit.literal(&text));
        }
        let pointer = self.pointer_argument(call, index)?;
        let pointer = self.emit.pointer_value(&pointer)?;
        let function = self.emit.context.text();
        Ok(self.emit.b.call(function, &[pointer], &[Sort::string()], None)[0])
    }
}

impl Emit<'_> {
    /// What a conversion makes of a float, as a function of it. `None`: of a real number.
    fn float_text(&mut self, conversion: &str, value: ValueId) -> Option<ValueId> {
        if let Some(text) = self.known(value).and_then(|value| crate::format::text(conversion, value)) {
            return Some(self.constant(text, Sort::string()));
        }
        let sort = self.b.sort(value);
        if self.sorts.floats == crate::sorts::Floats::Real {
            return None;
        }
        let name = format!("printf %{conversion}");
        let function = self.context.external(&name, &[sort], &[Sort::string()], super::Outside::Pure);
        Some(self.b.call(function, &[value], &[Sort::string()], None)[0])
    }

    pub(crate) fn literal(&mut self, bytes: &[u8]) -> ValueId {
        let codes = bytes.iter().map(|byte| Value::int(i64::from(*byte))).collect();
        self.constant(Value::seq(codes), Sort::string())
    }

    fn write_text(&mut self, text: ValueId) {
        let items = self.apply(Op::SeqWrap(self.sorts.character), &[text]);
        self.write_items(items);
    }

    fn write_items(&mut self, items: ValueId) {
        let cell = self.context.writing;
        let before = self.get(cell);
        let after = self.apply(Op::SeqConcat, &[before, items]);
        self.b.set(cell, after);
    }

    /// An integer as a mathematical one.
    fn number_of(&mut self, value: ValueId, width: u32, signed: bool) -> ValueId {
        match (self.sorts.is_machine(), signed) {
            (true, true) => self.apply(Op::Bv(BvOp::ToSigned), &[value]),
            (true, false) => self.apply(Op::Bv(BvOp::ToInt), &[value]),
            (false, true) => value,
            (false, false) => self.unsigned(value, width),
        }
    }
}

impl Context {
    /// Makes a function of the program once.
    pub(crate) fn made_once(
        &mut self,
        name: &str,
        params: &[(&str, Sort)],
        results: &[Sort],
        body: impl FnOnce(&mut Emit) -> Emitted<()>,
    ) -> FnId {
        if let Some(id) = self.program.function(Symbol::new(name)) {
            return id;
        }
        let id = self.reserve(name);
        let params = params.iter().map(|(name, sort)| Param { name: Symbol::new(name), sort: *sort }).collect();
        let mut emit = Emit::new(self, FunctionBuilder::new(name, params, results.to_vec(), None).of_front_end());
        let _: Emitted<()> = body(&mut emit);
        let function = emit.b.finish();
        self.program.functions[id] = Arc::new(function);
        id
    }

    /// The text that a pointer to characters leads to.
    fn text(&mut self) -> FnId {
        let pointer = self.sorts.pointer;
        self.made_once("text of", &[("pointer", pointer)], &[Sort::string()], |emit| {
            let (at, text) = (emit.b.variable(pointer), emit.b.variable(Sort::string()));
            let start = emit.b.param(0);
            emit.b.define(at, start);
            let empty = emit.literal(b"");
            emit.b.define(text, empty);
            let head = emit.b.block();
            emit.b.jump(head, &[]);
            emit.b.switch_to(head);
            let here = emit.b.read(at);
            let byte = emit.load(&Pointer::Dynamic(here), Scalar::Int(8), Padding::Arbitrary)?;
            let zero = emit.int(8, 0);
            let done = emit.eq(byte, zero);
            let (end, more) = (emit.b.block(), emit.b.block());
            emit.b.branch(done, end, more);
            emit.b.seal(end);
            emit.b.seal(more);
            emit.b.switch_to(more);
            let code = emit.number_of(byte, 8, false);
            let one = emit.apply(Op::SeqOf(Sort::int()), &[code]);
            let so_far = emit.b.read(text);
            let longer = emit.apply(Op::SeqConcat, &[so_far, one]);
            emit.b.define(text, longer);
            let next = emit.advance(&Pointer::Dynamic(here), 1, &[])?;
            let next = emit.pointer_value(&next)?;
            emit.b.define(at, next);
            emit.b.jump(head, &[]);
            emit.b.seal(head);
            emit.b.switch_to(end);
            let text = emit.b.read(text);
            emit.b.return_(&[text]);
            Ok(())
        })
    }

    /// The digits of a number that is not negative, to a base.
    fn digits(&mut self, base: i64, capitals: bool) -> FnId {
        let name = format!("digits to base {base}{}", if capitals { " in capitals" } else { "" });
        self.made_once(&name, &[("number", Sort::int())], &[Sort::string()], |emit| {
            let (rest, text) = (emit.b.variable(Sort::int()), emit.b.variable(Sort::string()));
            let start = emit.b.param(0);
            emit.b.define(rest, start);
            let empty = emit.literal(b"");
            emit.b.define(text, empty);
            let (head, end) = (emit.b.block(), emit.b.block());
            emit.b.jump(head, &[]);
            emit.b.switch_to(head);
            let number = |emit: &mut Emit, value: i64| emit.constant(Value::int(value), Sort::int());
            let (here, base) = (emit.b.read(rest), number(emit, base));
            let digit = emit.math(IntOp::Mod(Rounding::Floor), &[here, base]);
            let ten = number(emit, 10);
            let small = emit.math(IntOp::Lt, &[digit, ten]);
            let (zero, letter) = (number(emit, 48), number(emit, if capitals { 55 } else { 87 }));
            let from = emit.ite(small, zero, letter);
            let code = emit.math(IntOp::Add, &[digit, from]);
            let one = emit.apply(Op::SeqOf(Sort::int()), &[code]);
            let so_far = emit.b.read(text);
            let longer = emit.apply(Op::SeqConcat, &[one, so_far]);
            emit.b.define(text, longer);
            let left = emit.math(IntOp::Div(Rounding::Floor), &[here, base]);
            emit.b.define(rest, left);
            let nothing = number(emit, 0);
            let done = emit.eq(left, nothing);
            emit.b.branch(done, end, head);
            emit.b.seal(head);
            emit.b.seal(end);
            emit.b.switch_to(end);
            let text = emit.b.read(text);
            emit.b.return_(&[text]);
            Ok(())
        })
    }

    /// The text filled up to a width, on the right if it stands left.
    fn pad(&mut self, left: bool, fill: char) -> FnId {
        let name = format!("pad {} with '{fill}'", if left { "right" } else { "left" });
        self.made_once(&name, &[("text", Sort::string()), ("width", Sort::int())], &[Sort::string()], |emit| {
            let text = emit.b.variable(Sort::string());
            let (start, width) = (emit.b.param(0), emit.b.param(1));
            emit.b.define(text, start);
            let (head, more, end) = (emit.b.block(), emit.b.block(), emit.b.block());
            emit.b.jump(head, &[]);
            emit.b.switch_to(head);
            let here = emit.b.read(text);
            let length = emit.apply(Op::SeqLen, &[here]);
            let short = emit.math(IntOp::Lt, &[length, width]);
            emit.b.branch(short, more, end);
            emit.b.seal(more);
            emit.b.seal(end);
            emit.b.switch_to(more);
            let fill = emit.literal(fill.to_string().as_bytes());
            let operands = if left { [here, fill] } else { [fill, here] };
            let longer = emit.apply(Op::SeqConcat, &operands);
            emit.b.define(text, longer);
            emit.b.jump(head, &[]);
            emit.b.seal(head);
            emit.b.switch_to(end);
            emit.b.return_(&[here]);
            Ok(())
        })
    }
}
