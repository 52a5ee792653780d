//! Makes up inputs by type, out of what the sources speak of and of what led somewhere new.

use std::collections::VecDeque;

use compile_c::Language;
use front_llvm::{SourceKind, SourceType};

use crate::mine::Mined;
use crate::rusty::{Rusty, rusty};
use crate::value::{Param, Value, bits_of, can_make, is_reference, pointee, range};

/// Makes up inputs.
#[derive(Debug)]
pub(crate) struct Maker {
    language: Language,
    params: Vec<Param>,
    mined: Mined,
    random: Random,
    /// Inputs that led somewhere new.
    kept: Vec<Vec<Value>>,
    /// Numbers that the code compared with others.
    compared: VecDeque<i128>,
    /// How many elements most objects of the input at hand have.
    length: usize,
}

const MOST_KEPT: usize = 400;
const MOST_COMPARED: usize = 300;
/// Lists and trees are no deeper.
const DEEPEST: u32 = 5;
/// So many of a hundred inputs have pointers to one object, where there are two that could lead there.
const ALIASED: usize = 30;
const LENGTHS: [usize; 12] = [0, 1, 1, 2, 2, 3, 3, 4, 5, 8, 16, 33];
const CHARACTERS: &[u8] =
    b"0123456789abcxyzABCXYZ  \t\n\r,.;:-+_/\\%$#@!?&|=<>()[]{}'\"\x0b\x0c\x01\x7f\x80\xff\xc3\xa9";

impl Maker {
    pub(crate) fn new(language: Language, params: Vec<Param>, mined: Mined, seed: u64) -> Maker {
        Maker { language, params, mined, random: Random(seed), kept: Vec::new(), compared: VecDeque::new(), length: 0 }
    }

    /// The next input.
    pub(crate) fn next(&mut self) -> Vec<Value> {
        self.length = self.random.one_of(&LENGTHS);
        if !self.kept.is_empty() && self.random.chance(55) {
            let chosen = self.random.below(self.kept.len());
            let mut values = self.kept[chosen].clone();
            for _ in 0..1 + self.random.below(3) {
                self.change(&mut values);
            }
            return values;
        }
        let mut values: Vec<Value> = (0..self.params.len()).map(|at| self.argument(at)).collect();
        if self.random.chance(ALIASED) {
            self.alias(&mut values);
        }
        values
    }

    pub(crate) fn keep(&mut self, values: Vec<Value>) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(values);
        }
    }

    pub(crate) fn saw_compared(&mut self, number: i128) {
        if !self.compared.contains(&number) {
            self.compared.push_back(number);
            if self.compared.len() > MOST_COMPARED {
                self.compared.pop_front();
            }
        }
    }

    fn argument(&mut self, at: usize) -> Value {
        let ty = self.params[at].ty.clone();
        self.value(&ty, ty.size * 8, 0)
    }

    fn value(&mut self, ty: &SourceType, bits: u64, depth: u32) -> Value {
        match rusty(ty) {
            Some(Rusty::Str | Rusty::String(_)) => return Value::Text(self.rust_text()),
            Some(Rusty::Slice(of) | Rusty::Vec(of, _)) => {
                let count = if self.random.chance(70) { self.length } else { self.random.one_of(&LENGTHS) };
                return Value::List((0..count).map(|_| self.value(&of, of.size * 8, depth + 1)).collect());
            }
            Some(Rusty::One(_)) | None => {}
        }
        match &ty.kind {
            SourceKind::CodePoint => Value::Number(i128::from(u32::from(self.character()))),
            SourceKind::Variants { variants, .. } => {
                let at = self.random.below(variants.len());
                let SourceKind::Struct(fields) = &variants[at].1.ty.kind else { return Value::Variant(at, Vec::new()) };
                let parts = fields.iter().map(|field| self.value(&field.ty, bits_of(field), depth)).collect();
                Value::Variant(at, parts)
            }
            SourceKind::Enum { values, .. } => Value::Number(values[self.random.below(values.len())].1),
            SourceKind::Float => Value::Float(self.float(ty.size == 4)),
            SourceKind::Pointer(_) => self.pointer(ty, depth),
            SourceKind::Struct(fields) => {
                Value::Parts(fields.iter().map(|field| self.value(&field.ty, bits_of(field), depth)).collect())
            }
            SourceKind::Union(fields) => {
                Value::Parts(fields.iter().take(1).map(|field| self.value(&field.ty, bits_of(field), depth)).collect())
            }
            SourceKind::Array(of, count) => {
                Value::Parts((0..(*count).min(64)).map(|_| self.value(of, of.size * 8, depth)).collect())
            }
            _ => Value::Number(self.number(range(ty, bits))),
        }
    }

    fn pointer(&mut self, ty: &SourceType, depth: u32) -> Value {
        let language = self.language;
        let Some(to) = pointee(ty).filter(|to| can_make(to, language) && (to.size > 0 || language == Language::Rust))
        else {
            return Value::Null;
        };
        if is_reference(ty) {
            return Value::Object(vec![self.value(&to, to.size * 8, depth + 1)]);
        }
        let null = if depth == 0 { 4 } else { 25 + 15 * depth };
        if depth > DEEPEST || self.random.chance(null as usize) {
            return Value::Null;
        }
        let is_const = ty.name.starts_with("const");
        if matches!(to.kind, SourceKind::Char { .. }) && (is_const || self.random.chance(75)) {
            return self.text(&to, is_const);
        }
        let count = match depth {
            0 if self.random.chance(80) => self.length,
            0 => self.random.one_of(&LENGTHS),
            _ => 1,
        };
        // A single object is what most pointers to structures lead to.
        let count = if to.is_aggregate() && self.random.chance(50) { 1 } else { count };
        Value::Object((0..count).map(|_| self.value(&to, to.size * 8, depth + 1)).collect())
    }

    /// A number as a text has it: short or too long for any type, with what may stand before it.
    fn digits(&mut self) -> String {
        let before = self.random.one_of(&["", "", "", "", "0", "0x", "-", "+", " "]);
        let range = if self.random.chance(80) { (-1000, 100_000) } else { (0, 1 << 100) };
        format!("{before}{}", self.number(range))
    }

    /// A number of the source that is a byte.
    fn mined_byte(&mut self) -> Option<u8> {
        let bytes: Vec<u8> = self.mined.numbers.iter().filter_map(|number| u8::try_from(*number).ok()).collect();
        if bytes.is_empty() {
            None
        } else {
            Some(self.random.one_of(&bytes).wrapping_add(self.random.one_of(&[0, 0, 1])))
        }
    }

    fn character(&mut self) -> char {
        const RARE: [char; 10] = ['é', 'ß', 'İ', 'σ', '\u{301}', '中', '🦀', '\u{0}', '\u{7f}', '\u{10ffff}'];
        match self.random.below(8) {
            0 => self.random.one_of(&RARE),
            1 if !self.mined.texts.is_empty() => {
                let text = &self.mined.texts[self.random.below(self.mined.texts.len())];
                String::from_utf8_lossy(text).chars().next().unwrap_or('a')
            }
            _ => char::from(CHARACTERS[self.random.below(CHARACTERS.len() - 4)] & 0x7f),
        }
    }

    fn rust_text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(4) {
            match self.random.below(3) {
                0 if !self.mined.texts.is_empty() => {
                    let mined = &self.mined.texts[self.random.below(self.mined.texts.len())];
                    text.push_str(&String::from_utf8_lossy(mined));
                }
                1 => text.push_str(&self.digits()),
                _ => {
                    for _ in 0..=self.random.below(6) {
                        text.push(self.character());
                    }
                }
            }
        }
        text
    }

    fn text(&mut self, to: &SourceType, is_const: bool) -> Value {
        let mut text = Vec::new();
        let plain = self.random.chance(40);
        for _ in 0..self.random.below(4) {
            match self.random.below(3) {
                0 if !self.mined.texts.is_empty() => {
                    text.extend(self.mined.texts[self.random.below(self.mined.texts.len())].clone());
                }
                1 => text.extend(self.digits().bytes()),
                _ if self.random.chance(20) => text.extend(self.mined_byte()),
                _ => {
                    let few = if plain { &CHARACTERS[..24] } else { CHARACTERS };
                    for _ in 0..=self.random.below(6) {
                        text.push(few[self.random.below(few.len())]);
                    }
                }
            }
        }
        text.retain(|byte| *byte != 0);
        text.push(0);
        // Whoever writes to it wants room.
        if !is_const && self.random.chance(60) {
            let room = self.random.one_of(&[16, 64, 256]).max(self.length);
            text.resize(room.max(text.len()), 0);
        }
        let (least, _) = range(to, 8);
        let number = |byte: u8| if least < 0 { i128::from(byte as i8) } else { i128::from(byte) };
        Value::Object(text.into_iter().map(|byte| Value::Number(number(byte))).collect())
    }

    fn number(&mut self, (least, most): (i128, i128)) -> i128 {
        let number = match self.random.below(20) {
            0..5 => self.random.below(14) as i128 - 3,
            5..9 if !self.mined.numbers.is_empty() => {
                let number = self.mined.numbers[self.random.below(self.mined.numbers.len())];
                let near = self.random.below(3) as i128 - 1;
                if self.random.chance(15) { near - number } else { number + near }
            }
            9..12 => {
                let power = 1i128 << self.random.below(126).min(self.random.below(126));
                let near = self.random.below(3) as i128 - 1;
                if self.random.chance(30) { near - power } else { power + near }
            }
            12..14 => self.random.one_of(&[least, most, least + 1, most - 1, 0, most / 2]),
            14..17 => self.length as i128,
            17 if !self.compared.is_empty() => {
                let near = self.random.below(3) as i128 - 1;
                self.compared[self.random.below(self.compared.len())] + near
            }
            _ => {
                let width = 1 + self.random.below(64);
                i128::from(self.random.next() >> (64 - width))
            }
        };
        within(number, least, most)
    }

    fn float(&mut self, is_single: bool) -> f64 {
        const SOME: [f64; 14] =
            [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 1e-9, 1e9, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324];
        let float = match self.random.below(6) {
            0 => self.random.one_of(&SOME),
            1 if !self.mined.floats.is_empty() => {
                let float = self.mined.floats[self.random.below(self.mined.floats.len())];
                self.random.one_of(&[float, -float, float + 1.0, float * 2.0, float.next_up(), float.next_down()])
            }
            2 => f64::from_bits(self.random.next()),
            3 => self.number((-1 << 60, 1 << 60)) as f64,
            4 => self.random.below(2001) as f64 / 8.0 - 100.0,
            _ => (self.random.next() as f64 / u64::MAX as f64) * 20.0 - 10.0,
        };
        if is_single { f64::from(float as f32) } else { float }
    }

    /// Two pointers to the same.
    fn alias(&mut self, values: &mut [Value]) {
        // In Rust what is written to is nobody else's.
        if self.language == Language::Rust {
            return;
        }
        let can = |at: usize| {
            let ty = &self.params[at].ty;
            !ty.name.contains("restrict") && matches!(&values[at], Value::Object(elements) if !elements.is_empty())
        };
        let some: Vec<usize> = (0..values.len()).filter(|at| can(*at)).collect();
        if some.len() < 2 {
            return;
        }
        let first = self.random.below(some.len() - 1);
        let second = first + 1 + self.random.below(some.len() - first - 1);
        // Either may come later in memory.
        let (to, from) = if self.random.chance(50) { (some[first], some[second]) } else { (some[second], some[first]) };
        let of = |at: usize| pointee(&self.params[at].ty);
        let (Value::Object(elements), Some(whole), Some(part)) = (&values[to], of(to), of(from)) else { return };
        if is_alike(&whole, &part) {
            let on = if self.random.chance(30) { 0 } else { self.random.below(elements.len().min(4)) };
            values[from] = Value::Same(to, on);
        } else if begins_with(&whole, &part) {
            values[from] = Value::Same(to, 0);
        }
    }

    /// Changes one thing.
    fn change(&mut self, values: &mut [Value]) {
        if values.is_empty() {
            return;
        }
        let at = self.random.below(values.len());
        if self.random.chance(25) {
            // Whoever is the same as this one may have nowhere to lead any more.
            if !values.iter().any(|value| matches!(value, Value::Same(other, _) if *other == at)) {
                values[at] = self.argument(at);
            }
            return;
        }
        let ty = self.params[at].ty.clone();
        let mut value = values[at].clone();
        let is_shared = values.iter().any(|value| matches!(value, Value::Same(other, _) if *other == at));
        self.change_value(&ty, ty.size * 8, &mut value, is_shared, 0);
        values[at] = value;
    }

    fn change_value(&mut self, ty: &SourceType, bits: u64, value: &mut Value, is_shared: bool, depth: u32) {
        match (&ty.kind, value) {
            (_, Value::List(elements)) => {
                let Some(Rusty::Slice(of) | Rusty::Vec(of, _)) = rusty(ty) else { return };
                let at = self.random.below(elements.len() + 1);
                match self.random.below(3) {
                    0 if at < elements.len() => {
                        elements.remove(at);
                    }
                    1 if at < elements.len() => {
                        self.change_value(&of, of.size * 8, &mut elements[at], false, depth + 1)
                    }
                    _ => elements.insert(at, self.value(&of, of.size * 8, depth + 1)),
                }
            }
            (_, Value::Text(text)) => {
                let mut characters: Vec<char> = text.chars().collect();
                let at = self.random.below(characters.len() + 1);
                match self.random.below(3) {
                    0 if at < characters.len() => {
                        characters.remove(at);
                    }
                    1 if at < characters.len() => characters[at] = self.character(),
                    _ => characters.insert(at, self.character()),
                }
                *text = characters.into_iter().collect();
            }
            (SourceKind::CodePoint, value) | (_, value @ Value::Variant(..)) => *value = self.value(ty, bits, depth),
            (SourceKind::Pointer(_), Value::Object(elements)) => {
                let Some(to) = pointee(ty) else { return };
                if elements.is_empty() {
                    return;
                }
                let at = self.random.below(elements.len());
                let is_fixed = is_shared || is_reference(ty);
                match self.random.below(4) {
                    0 if !is_fixed => {
                        elements.remove(at);
                    }
                    1 if !is_fixed && elements.len() < 64 => {
                        elements.insert(at, self.value(&to, to.size * 8, depth + 1));
                    }
                    2 => elements[at] = self.value(&to, to.size * 8, depth + 1),
                    _ => self.change_value(&to, to.size * 8, &mut elements[at], false, depth + 1),
                }
            }
            (SourceKind::Struct(fields) | SourceKind::Union(fields), Value::Parts(parts)) if !parts.is_empty() => {
                let at = self.random.below(parts.len());
                let field = &fields[at];
                self.change_value(&field.ty, bits_of(field), &mut parts[at], false, depth);
            }
            (SourceKind::Array(of, _), Value::Parts(parts)) if !parts.is_empty() => {
                let at = self.random.below(parts.len());
                self.change_value(of, of.size * 8, &mut parts[at], false, depth);
            }
            (SourceKind::Enum { .. }, value) => *value = self.value(ty, bits, depth),
            (_, Value::Number(number)) => {
                let (least, most) = range(ty, bits);
                let changed = match self.random.below(5) {
                    0 => *number + 1,
                    1 => *number - 1,
                    2 => *number ^ (1 << self.random.below(bits.clamp(1, 126) as usize)),
                    3 => -*number,
                    _ => self.number((least, most)),
                };
                *number = within(changed, least, most);
            }
            (SourceKind::Float, value) => *value = Value::Float(self.float(ty.size == 4)),
            (SourceKind::Pointer(_), value @ Value::Null) => *value = self.pointer(ty, depth),
            _ => {}
        }
    }
}

/// The number that the type makes of it.
fn within(number: i128, least: i128, most: i128) -> i128 {
    if (least..=most).contains(&number) {
        return number;
    }
    match most.checked_sub(least).and_then(|span| span.checked_add(1)) {
        Some(span) => least + (number.wrapping_sub(least)).rem_euclid(span),
        None => most,
    }
}

/// Numbers that look like chance and are the same every time.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn one_of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len())]
    }
}

/// May one object be both?
fn is_alike(a: &SourceType, b: &SourceType) -> bool {
    a.size == b.size && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
}

/// Is the first part of it, or of that, such an object?
fn begins_with(whole: &SourceType, part: &SourceType) -> bool {
    let first = match &whole.kind {
        SourceKind::Struct(fields) => fields.iter().find(|field| field.offset == 0).map(|field| &field.ty),
        SourceKind::Array(of, _) => Some(&**of),
        _ => None,
    };
    first.is_some_and(|first| is_alike(first, part) || begins_with(first, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_type() {
        assert_eq!(within(300, 0, 255), 44);
        assert_eq!(within(-1, 0, 255), 255);
        assert_eq!(within(128, -128, 127), -128);
        let mut maker = Maker::new(Language::C, Vec::new(), Mined::default(), 7);
        for _ in 0..10_000 {
            assert!((-128..=127).contains(&maker.number((-128, 127))));
            assert!((0..=u64::MAX.into()).contains(&maker.number((0, u64::MAX.into()))));
        }
    }
}
