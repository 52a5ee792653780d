//! Values as their type in the source says: signed or not, structures by field.

use ir::entry::Shown;
use value::{Float, FloatFormat, Int, Real, Value};

use crate::reader::{SourceField, SourceKind, SourceType};
use crate::source::Piece;

/// How a language writes what is made of parts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    Rust,
}

/// The value put together from its pieces. `None`: they do not make up such a value.
pub(crate) fn show(language: Language, ty: &SourceType, pieces: &[Piece], values: &[Value]) -> Option<Shown> {
    if pieces.len() != values.len() {
        return None;
    }
    match (&ty.kind, values) {
        (SourceKind::Void, []) => Some(Shown::None),
        (_, [value]) if ty.is_scalar() => scalar(language, ty, value),
        _ if ty.is_aggregate() => {
            let bytes = Bytes::of(ty.size, pieces, values)?;
            Some(aggregate(language, ty, &bytes, 0, true))
        }
        _ => None,
    }
}

/// What a pointer to an array leads to: `NULL`, or the elements.
pub(crate) fn array(
    language: Language,
    ty: &SourceType,
    is_null: &Value,
    length: &Value,
    contents: &Value,
) -> Option<Shown> {
    const MOST: u128 = 16;
    let (SourceKind::Pointer(element), Value::Map(contents)) = (&ty.kind, contents) else { return None };
    if *is_null == Value::Bool(true) {
        return Some(Shown::Repr("NULL".into()));
    }
    let (count, is_machine) = match length {
        Value::Bv(bits) => (bits.bits(), true),
        Value::Int(int) => (u128::try_from(int.to_i64()?).ok()?, false),
        _ => return None,
    };
    let mut elements = Vec::new();
    for at in 0..count.min(MOST) {
        let index = if is_machine { Value::bv(64, at) } else { Value::int(at as i64) };
        elements.push(text(language, &scalar(language, element, contents.select(&index))?));
    }
    if count > MOST {
        elements.push(format!("… {count} in all"));
    }
    Some(Shown::Repr(format!("{{{}}}", elements.join(", "))))
}

fn scalar(language: Language, ty: &SourceType, value: &Value) -> Option<Shown> {
    let number = match value {
        Value::Float(float) => return Some(Shown::Float(float.to_f64())),
        Value::Real(real) => return Some(of_real(real)),
        Value::Bool(truth) => Int::from(i64::from(*truth)),
        Value::Bv(bits) => of_bits(ty, bits.bits(), bits.width),
        Value::Int(int) => match &ty.kind {
            // Mathematical integers stand for the signed value.
            kind if is_unsigned(kind) && int.is_negative() => big(int.low_bits(ty.size as u32 * 8)),
            _ => int.clone(),
        },
        _ => return None,
    };
    Some(of_number(language, ty, number))
}

/// A real number that is a float is written as one, any other as a quotient.
fn of_real(real: &Real) -> Shown {
    let float = Float::from_real(FloatFormat::F64, real);
    match float.to_f64().is_finite() && float.to_real() == *real {
        true => Shown::Float(float.to_f64()),
        false => Shown::Repr(format!("{}.0 / {}.0", real.numer(), real.denom())),
    }
}

fn of_number(language: Language, ty: &SourceType, number: Int) -> Shown {
    match &ty.kind {
        SourceKind::Bool => Shown::Bool(!number.is_zero()),
        SourceKind::CodePoint => {
            let code = number.to_i64().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32);
            code.map_or(Shown::Int(number), |code| Shown::Repr(format!("{code:?}")))
        }
        SourceKind::Enum { values, .. } if language == Language::Rust => {
            let named = values.iter().find(|(_, value)| Int::from(*value) == number);
            named.map_or(Shown::Int(number), |(name, _)| Shown::Repr(format!("{}::{name}", last_name(&ty.name))))
        }
        SourceKind::Pointer(_) if language == Language::C => address(ty, &number.to_string()),
        _ => Shown::Int(number),
    }
}

fn address(ty: &SourceType, number: &str) -> Shown {
    Shown::Repr(if number == "0" { "NULL".into() } else { format!("({}){number}", ty.name) })
}

fn is_unsigned(kind: &SourceKind) -> bool {
    match kind {
        SourceKind::Int { signed } | SourceKind::Char { signed } | SourceKind::Enum { signed, .. } => !signed,
        SourceKind::Bool | SourceKind::CodePoint | SourceKind::Pointer(_) => true,
        _ => false,
    }
}

fn of_bits(ty: &SourceType, bits: u128, width: u32) -> Int {
    let unused = 128 - width.clamp(1, 128);
    if is_unsigned(&ty.kind) { big(bits << unused >> unused) } else { Int::from(((bits << unused) as i128) >> unused) }
}

fn big(bits: u128) -> Int {
    match i128::try_from(bits) {
        Ok(small) => Int::from(small),
        Err(_) => {
            let half = &Int::from((bits >> 1) as i128) * &Int::from(2i64);
            &half + &Int::from((bits & 1) as i64)
        }
    }
}

/// The bytes of an object.
struct Bytes(Vec<u8>);

impl Bytes {
    fn of(size: u64, pieces: &[Piece], values: &[Value]) -> Option<Bytes> {
        let end = pieces.iter().map(|piece| piece.offset + piece.size).max().unwrap_or(0).max(size);
        let mut bytes = vec![0; usize::try_from(end).ok()?];
        for (piece, value) in pieces.iter().zip(values) {
            let bits = match value {
                Value::Bool(truth) => u128::from(*truth),
                Value::Bv(bits) => bits.bits(),
                Value::Int(int) => int.low_bits(piece.size as u32 * 8),
                Value::Float(float) => u128::from(float.bits()),
                _ => return None,
            };
            let (start, length) = (piece.offset as usize, (piece.size as usize).min(16));
            bytes[start..start + length].copy_from_slice(&bits.to_le_bytes()[..length]);
        }
        Some(Bytes(bytes))
    }

    /// So many bits from the bit on, the lowest first.
    fn bits(&self, start: u64, count: u64) -> u128 {
        let bit = |at: u64| self.0.get((at / 8) as usize).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
        (0..count.min(128)).fold(0, |bits, at| bits | u128::from(bit(start + at)) << at)
    }
}

/// What stands at the bit; `whole`: not within another structure.
fn aggregate(language: Language, ty: &SourceType, bytes: &Bytes, at: u64, whole: bool) -> Shown {
    let part = |field: &SourceField| aggregate(language, &field.ty, bytes, at + field.offset, false);
    match &ty.kind {
        SourceKind::Struct(fields) => Shown::Repr(structure(language, ty, fields, bytes, at, whole)),
        SourceKind::Union(fields) => match fields.first() {
            Some(first) if language == Language::C => {
                let name = if whole { format!("({})", ty.name) } else { String::new() };
                Shown::Repr(format!("{name}{{.{} = {}}}", first.name, text(language, &part(first))))
            }
            _ => Shown::Repr("union".into()),
        },
        SourceKind::Variants { tag, variants } => variant(language, tag.as_deref(), variants, bytes, at),
        SourceKind::Array(of, count) => {
            let one = |index: u64| aggregate(language, of, bytes, at + index * of.size * 8, false);
            Shown::List((0..*count).map(one).collect())
        }
        SourceKind::Float => {
            let bits = bytes.bits(at, ty.size * 8) as u64;
            let format = if ty.size == 4 { FloatFormat::F32 } else { FloatFormat::F64 };
            Shown::Float(Float::from_bits(format, bits).to_f64())
        }
        SourceKind::Void => Shown::None,
        SourceKind::Pointer(_) if language == Language::C => address(ty, &bytes.bits(at, ty.size * 8).to_string()),
        SourceKind::Pointer(_) | SourceKind::Unknown => Shown::Repr("?".into()),
        SourceKind::Bool
        | SourceKind::Int { .. }
        | SourceKind::Char { .. }
        | SourceKind::CodePoint
        | SourceKind::Enum { .. } => {
            let width = ty.size * 8;
            of_number(language, ty, of_bits(ty, bytes.bits(at, width), width as u32))
        }
    }
}

fn structure(
    language: Language,
    ty: &SourceType,
    fields: &[SourceField],
    bytes: &Bytes,
    at: u64,
    whole: bool,
) -> String {
    let shown = |field: &SourceField| -> String {
        let is_whole_number = field.bits == field.ty.size * 8 || field.ty.is_aggregate();
        let value = if is_whole_number {
            aggregate(language, &field.ty, bytes, at + field.offset, false)
        } else {
            // A bit-field.
            let bits = bytes.bits(at + field.offset, field.bits);
            of_number(language, &field.ty, of_bits(&field.ty, bits, field.bits as u32))
        };
        text(language, &value)
    };
    let name = last_name(&ty.name);
    let is_tuple = !fields.is_empty() && fields.iter().all(|field| field.name.starts_with("__"));
    let parts: Vec<String> = fields
        .iter()
        .map(|field| match language {
            Language::C if field.name.is_empty() => shown(field),
            Language::C => format!(".{} = {}", field.name, shown(field)),
            Language::Rust if is_tuple => shown(field),
            Language::Rust => format!("{}: {}", field.name, shown(field)),
        })
        .collect();
    let parts = parts.join(", ");
    match language {
        Language::C if whole => format!("({}){{{parts}}}", ty.name),
        Language::C => format!("{{{parts}}}"),
        Language::Rust if name.starts_with('(') => format!("({parts})"),
        Language::Rust if is_tuple => format!("{name}({parts})"),
        Language::Rust if parts.is_empty() => name.to_owned(),
        Language::Rust => format!("{name} {{ {parts} }}"),
    }
}

fn variant(
    language: Language,
    tag: Option<&SourceField>,
    variants: &[(Option<u128>, SourceField)],
    bytes: &Bytes,
    at: u64,
) -> Shown {
    let found = tag.map(|tag| {
        let mask = u128::MAX >> (128 - tag.bits.clamp(1, 128));
        (bytes.bits(at + tag.offset, tag.bits), mask)
    });
    let is = |discriminant: &Option<u128>| {
        found.is_none_or(|(found, mask)| discriminant.is_some_and(|wanted| wanted & mask == found))
    };
    let chosen = variants.iter().find(|(discriminant, _)| is(discriminant));
    let chosen = chosen.or_else(|| variants.iter().find(|(discriminant, _)| discriminant.is_none()));
    match chosen {
        Some((_, variant)) => aggregate(language, &variant.ty, bytes, at + variant.offset, false),
        None => Shown::Repr("?".into()),
    }
}

/// `Pair<i32>` of `lib::Pair<i32>`, without its parameters.
fn last_name(path: &str) -> &str {
    if path.starts_with('(') {
        return path;
    }
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain)
}

/// As the language writes it.
pub(crate) fn text(language: Language, shown: &Shown) -> String {
    let list = |items: &[Shown]| items.iter().map(|item| text(language, item)).collect::<Vec<_>>().join(", ");
    match (language, shown) {
        (Language::C, Shown::None) => "void".into(),
        (Language::Rust, Shown::None) => "()".into(),
        (Language::C, Shown::Bool(truth)) => if *truth { "1" } else { "0" }.into(),
        (Language::Rust, Shown::Bool(truth)) => truth.to_string(),
        (_, Shown::Int(int)) => int.to_string(),
        (Language::C, Shown::Float(float)) if float.is_nan() => "NAN".into(),
        (Language::C, Shown::Float(float)) if float.is_infinite() => {
            if *float > 0.0 { "INFINITY" } else { "-INFINITY" }.into()
        }
        (_, Shown::Float(float)) => format!("{float:?}"),
        (_, Shown::Text(text)) => format!("{text:?}"),
        (Language::C, Shown::List(items)) => format!("{{{}}}", list(items)),
        (Language::Rust, Shown::List(items)) => format!("[{}]", list(items)),
        (_, Shown::Repr(text)) => text.clone(),
    }
}
