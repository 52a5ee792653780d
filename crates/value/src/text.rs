//! Operators on texts that need the Unicode tables: case, kinds of characters, digits, and quoting.
//!
//! A text is a sequence of code points; an element that is none has no property and stays as it is.

use crate::unicode::{self, Case, Property};
use crate::{Int, Sort, Value};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum TextOp {
    Upper,
    Lower,
    /// Each word with its first letter in title case, the rest in lower case.
    Title,
    /// The first character in title case, the rest in lower case.
    Capitalize,
    /// Upper case for lower case, and the other way round.
    Swap,
    /// For comparison without regard to case.
    Fold,
    /// Decimal digits of any script as those of ASCII, white space as blanks, all else beyond ASCII as `?`.
    Digits,
    /// Between quotes, with escapes for what does not print.
    Quote,
    /// Is each character such, and is there one?
    IsAlpha,
    IsDecimal,
    IsDigit,
    IsNumeric,
    IsAlnum,
    /// Is there one with a case, and none of another case?
    IsUpper,
    IsLower,
    IsTitle,
    /// Also of an empty text.
    IsPrintable,
    /// A name: a letter or underscore, then also digits.
    IsName,
}

impl TextOp {
    pub(crate) fn result(self) -> Sort {
        match self {
            TextOp::Upper
            | TextOp::Lower
            | TextOp::Title
            | TextOp::Capitalize
            | TextOp::Swap
            | TextOp::Fold
            | TextOp::Digits
            | TextOp::Quote => Sort::string(),
            TextOp::IsAlpha
            | TextOp::IsDecimal
            | TextOp::IsDigit
            | TextOp::IsNumeric
            | TextOp::IsAlnum
            | TextOp::IsUpper
            | TextOp::IsLower
            | TextOp::IsTitle
            | TextOp::IsPrintable
            | TextOp::IsName => Sort::bool(),
        }
    }

    pub(crate) fn eval(self, elements: &[Value]) -> Value {
        let codes: Vec<Code> = elements.iter().map(Code::of).collect();
        let all = |holds: fn(u32) -> bool| Value::Bool(!codes.is_empty() && codes.iter().all(|code| code.is(holds)));
        match self {
            TextOp::Upper => each(&codes, |code, out| unicode::map(Case::Upper, code, out)),
            TextOp::Fold => each(&codes, |code, out| unicode::map(Case::Fold, code, out)),
            TextOp::Lower => cased(&codes, |at, out| lower(&codes, at, out)),
            TextOp::Swap => cased(&codes, |at, out| match codes[at].known {
                code if unicode::is(Property::Upper, code) => lower(&codes, at, out),
                code if unicode::is(Property::Lower, code) => unicode::map(Case::Upper, code, out),
                code => out.push(code),
            }),
            TextOp::Capitalize => cased(&codes, |at, out| match at {
                0 => unicode::map(Case::Title, codes[0].known, out),
                _ => lower(&codes, at, out),
            }),
            TextOp::Title => cased(&codes, |at, out| match at > 0 && codes[at - 1].is(unicode::is_cased) {
                true => lower(&codes, at, out),
                false => unicode::map(Case::Title, codes[at].known, out),
            }),
            TextOp::Digits => each(&codes, |code, out| {
                out.push(match unicode::decimal(code) {
                    _ if code < 0x80 => code,
                    Some(digit) => u32::from(b'0') + digit,
                    None if unicode::is_space(code) => u32::from(b' '),
                    None => u32::from(b'?'),
                });
            }),
            TextOp::Quote => quote(&codes),
            TextOp::IsAlpha => all(|code| unicode::is(Property::Alpha, code)),
            TextOp::IsDecimal => all(|code| unicode::decimal(code).is_some()),
            TextOp::IsDigit => all(|code| unicode::is(Property::Digit, code)),
            TextOp::IsNumeric => all(|code| unicode::is(Property::Numeric, code)),
            TextOp::IsAlnum => all(|code| {
                unicode::is(Property::Alpha, code)
                    || unicode::decimal(code).is_some()
                    || unicode::is(Property::Digit, code)
                    || unicode::is(Property::Numeric, code)
            }),
            TextOp::IsUpper => one_case(&codes, Property::Upper, Property::Lower),
            TextOp::IsLower => one_case(&codes, Property::Lower, Property::Upper),
            TextOp::IsTitle => is_title(&codes),
            TextOp::IsPrintable => {
                Value::Bool(codes.iter().all(|code| code.is(|code| unicode::is(Property::Printable, code))))
            }
            TextOp::IsName => Value::Bool(match codes.split_first() {
                None => false,
                Some((first, rest)) => {
                    first.is(|code| unicode::is(Property::Start, code))
                        && rest.iter().all(|code| code.is(|code| unicode::is(Property::Continue, code)))
                }
            }),
        }
    }
}

/// An element of a text.
struct Code {
    /// A number beyond all code points stands for what is none.
    known: u32,
    element: Int,
}

const NO_CODE_POINT: u32 = u32::MAX;

impl Code {
    fn of(element: &Value) -> Code {
        let element = element.as_int().expect("a text is made of ints").clone();
        let last = crate::LAST_CODE_POINT as u32;
        let known = element.to_i64().and_then(|code| u32::try_from(code).ok()).filter(|code| *code <= last);
        Code { known: known.unwrap_or(NO_CODE_POINT), element }
    }

    fn is(&self, holds: impl Fn(u32) -> bool) -> bool {
        self.known != NO_CODE_POINT && holds(self.known)
    }
}

fn each(codes: &[Code], map: impl Fn(u32, &mut Vec<u32>)) -> Value {
    cased(codes, |at, out| map(codes[at].known, out))
}

/// What each character becomes, by its place.
fn cased(codes: &[Code], map: impl Fn(usize, &mut Vec<u32>)) -> Value {
    let (mut out, mut mapped) = (Vec::new(), Vec::new());
    for (at, code) in codes.iter().enumerate() {
        if code.known == NO_CODE_POINT {
            out.push(Value::Int(code.element.clone()));
            continue;
        }
        mapped.clear();
        map(at, &mut mapped);
        out.extend(mapped.iter().map(|code| Value::Int(Int::from(*code as usize))));
    }
    Value::seq(out)
}

const CAPITAL_SIGMA: u32 = 0x3a3;
const FINAL_SIGMA: u32 = 0x3c2;

/// A sigma at the end of a word has a form of its own.
fn lower(codes: &[Code], at: usize, out: &mut Vec<u32>) {
    let code = codes[at].known;
    if code != CAPITAL_SIGMA {
        return unicode::map(Case::Lower, code, out);
    }
    let is_ignored = |code: &&Code| code.is(|code| unicode::is(Property::Ignored, code));
    let has_case = |code: Option<&Code>| code.is_some_and(|code| code.is(unicode::is_cased));
    let before = has_case(codes[..at].iter().rev().find(|code| !is_ignored(code)));
    let after = has_case(codes[at + 1..].iter().find(|code| !is_ignored(code)));
    match before && !after {
        true => out.push(FINAL_SIGMA),
        false => unicode::map(Case::Lower, code, out),
    }
}

fn one_case(codes: &[Code], wanted: Property, other: Property) -> Value {
    let is = |code: &Code, property: Property| code.is(|code| unicode::is(property, code));
    let mixed = codes.iter().any(|code| is(code, other) || is(code, Property::Title));
    Value::Bool(!mixed && codes.iter().any(|code| is(code, wanted)))
}

/// Words start with a capital, and have no other.
fn is_title(codes: &[Code]) -> Value {
    let (mut found, mut within) = (false, false);
    for code in codes {
        let is = |property: Property| code.is(|code| unicode::is(property, code));
        let starts = is(Property::Upper) || is(Property::Title);
        let goes_on = is(Property::Lower);
        if (starts && within) || (!starts && goes_on && !within) {
            return Value::Bool(false);
        }
        within = starts || goes_on;
        found |= within;
    }
    Value::Bool(found)
}

fn quote(codes: &[Code]) -> Value {
    let has = |wanted: char| codes.iter().any(|code| code.known == u32::from(wanted));
    let mark = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut out = vec![mark.to_string()];
    for code in codes {
        out.push(match char::from_u32(code.known) {
            Some('\\') => "\\\\".into(),
            Some('\n') => "\\n".into(),
            Some('\r') => "\\r".into(),
            Some('\t') => "\\t".into(),
            Some(c) if c == mark => format!("\\{c}"),
            Some(c) if unicode::is(Property::Printable, code.known) => c.to_string(),
            _ => match code.known {
                0..=0xff => format!("\\x{:02x}", code.known),
                0x100..=0xffff => format!("\\u{:04x}", code.known),
                _ => format!("\\U{:08x}", code.known),
            },
        });
    }
    out.push(mark.to_string());
    Value::string(&out.concat())
}
