//! Inputs as values of the parameters' types.

use compile_c::Language;
use front_llvm::{SourceField, SourceKind, SourceType};

use crate::rusty::{Rusty, is_of_the_library, rusty};

/// A value of a type of the source.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(i128),
    Float(f64),
    /// A pointer to nothing.
    Null,
    /// A pointer to the first of these.
    Object(Vec<Value>),
    /// The pointer that another parameter is, and so many elements on.
    Same(usize, usize),
    /// The fields of a structure, the first of a union, the elements of an array.
    Parts(Vec<Value>),
    /// A text of Rust's, wherever it stands.
    Text(String),
    /// The elements of a slice or a vector.
    List(Vec<Value>),
    /// One of the ways a Rust enum can be, and its fields.
    Variant(usize, Vec<Value>),
}

/// A parameter of the function.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: SourceType,
}

/// Can such values be made up?
pub(crate) fn can_make(ty: &SourceType, language: Language) -> bool {
    match language {
        Language::C => can_make_c(ty),
        // What a class holds that leads elsewhere is its own business.
        Language::Cpp => match &ty.kind {
            SourceKind::Pointer(to) => matches!(to.kind, SourceKind::Void) || (!to.holds_pointer() && is_plain(to)),
            _ => !ty.holds_pointer() && is_plain(ty),
        },
        Language::Rust => can_make_rust(ty, DEEPEST_TYPE),
    }
}

const DEEPEST_TYPE: u32 = 6;

/// Is it nothing but its fields? Classes of the standard library, with bases or virtual functions, are not.
fn is_plain(ty: &SourceType) -> bool {
    match &ty.kind {
        SourceKind::Struct(fields) => {
            let is_own = |field: &SourceField| !field.name.starts_with('_') && is_plain(&field.ty);
            fields.first().is_some_and(|first| first.offset == 0) && fields.iter().all(is_own)
        }
        SourceKind::Array(of, _) => is_plain(of),
        _ => can_make_c(ty),
    }
}

fn can_make_rust(ty: &SourceType, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    match (rusty(ty), &ty.kind) {
        (Some(Rusty::Str | Rusty::String(_)), _) => true,
        (Some(Rusty::Slice(of) | Rusty::Vec(of, _) | Rusty::One(of)), _) => can_make_rust(&of, depth - 1),
        (None, SourceKind::Struct(fields)) => {
            !is_of_the_library(&ty.name) && fields.iter().all(|field| can_make_rust(&field.ty, depth - 1))
        }
        (None, SourceKind::Variants { variants, .. }) => {
            let can = |field: &SourceField| match &field.ty.kind {
                SourceKind::Struct(fields) => fields.iter().all(|field| can_make_rust(&field.ty, depth - 1)),
                _ => false,
            };
            !is_of_the_library(&ty.name) && !variants.is_empty() && variants.iter().all(|(_, field)| can(field))
        }
        (None, SourceKind::Array(of, _)) => can_make_rust(of, depth - 1),
        (None, SourceKind::CodePoint) => true,
        (None, SourceKind::Bool | SourceKind::Int { .. } | SourceKind::Float | SourceKind::Enum { .. }) => {
            can_make_c(ty)
        }
        _ => false,
    }
}

fn can_make_c(ty: &SourceType) -> bool {
    match &ty.kind {
        SourceKind::Bool | SourceKind::Char { .. } => true,
        SourceKind::Int { .. } => matches!(ty.size, 1..=16),
        SourceKind::Enum { values, .. } => !values.is_empty(),
        SourceKind::Float => matches!(ty.size, 4 | 8),
        // What cannot be made can be left out: a null pointer.
        SourceKind::Pointer(_) => true,
        SourceKind::Struct(fields) => fields.iter().all(|field| can_make_c(&field.ty)),
        SourceKind::Union(fields) => fields.first().is_some_and(|field| can_make_c(&field.ty)),
        SourceKind::Array(of, _) => can_make_c(of),
        SourceKind::Void | SourceKind::CodePoint | SourceKind::Variants { .. } | SourceKind::Unknown => false,
    }
}

/// What a pointer leads to: bytes, where the type does not tell.
pub(crate) fn pointee(ty: &SourceType) -> Option<SourceType> {
    match &ty.kind {
        SourceKind::Pointer(to) if to.kind == SourceKind::Void => {
            Some(SourceType { name: "unsigned char".to_owned(), size: 1, kind: SourceKind::Char { signed: false } })
        }
        SourceKind::Pointer(to) => Some((**to).clone()),
        _ => None,
    }
}

/// Is it a reference of C++, or of Rust's?
pub(crate) fn is_reference(ty: &SourceType) -> bool {
    matches!(ty.kind, SourceKind::Pointer(_)) && (ty.name.ends_with('&') || matches!(rusty(ty), Some(Rusty::One(_))))
}

/// The numbers that the type holds.
pub(crate) fn range(ty: &SourceType, bits: u64) -> (i128, i128) {
    let bits = bits.clamp(1, 127) as u32;
    match &ty.kind {
        SourceKind::Bool => (0, 1),
        SourceKind::Int { signed: true }
        | SourceKind::Char { signed: true }
        | SourceKind::Enum { signed: true, .. } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ if bits == 127 => (0, i128::MAX),
        _ => (0, (1 << bits) - 1),
    }
}

/// How wide a field is: bit-fields are narrower than their types.
pub(crate) fn bits_of(field: &SourceField) -> u64 {
    if field.bits == 0 { field.ty.size * 8 } else { field.bits }
}

pub(crate) fn alignment(ty: &SourceType) -> u32 {
    let most = |fields: &[SourceField]| fields.iter().map(|field| alignment(&field.ty)).max().unwrap_or(1);
    match &ty.kind {
        SourceKind::Struct(fields) | SourceKind::Union(fields) => most(fields),
        SourceKind::Array(of, _) => alignment(of),
        _ => (ty.size.max(1) as u32).next_power_of_two().min(16),
    }
}

/// A value as the language writes it; `whole`: not within another.
pub(crate) fn write(language: Language, params: &[Param], ty: &SourceType, value: &Value) -> String {
    match language {
        Language::C | Language::Cpp => write_c(params, ty, value, true),
        Language::Rust => write_rust(ty, value),
    }
}

fn write_rust(ty: &SourceType, value: &Value) -> String {
    let all =
        |of: &SourceType, parts: &[Value]| parts.iter().map(|part| write_rust(of, part)).collect::<Vec<_>>().join(", ");
    match (&ty.kind, value) {
        (SourceKind::Bool, Value::Number(number)) => (*number != 0).to_string(),
        (SourceKind::CodePoint, Value::Number(number)) => {
            format!("{:?}", u32::try_from(*number).ok().and_then(char::from_u32).unwrap_or_default())
        }
        (SourceKind::Enum { values, .. }, Value::Number(number)) => {
            match values.iter().find(|(_, known)| known == number) {
                Some((name, _)) => format!("{}::{name}", last_name(&ty.name)),
                None => number.to_string(),
            }
        }
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Float(float)) if float.is_nan() => format!("{}::NAN", ty.name),
        (_, Value::Float(float)) if float.is_infinite() => {
            format!("{}{}::INFINITY", if *float < 0.0 { "-" } else { "" }, ty.name)
        }
        (_, Value::Float(float)) => format!("{float:?}"),
        (_, Value::Text(text)) if matches!(rusty(ty), Some(Rusty::Str)) => format!("{text:?}"),
        (_, Value::Text(text)) => format!("String::from({text:?})"),
        (_, Value::List(elements)) => match rusty(ty) {
            Some(Rusty::Vec(of, _)) => format!("vec![{}]", all(&of, elements)),
            Some(Rusty::Slice(of)) => format!("{}[{}]", sign(ty), all(&of, elements)),
            _ => "?".to_owned(),
        },
        (SourceKind::Pointer(to), Value::Object(elements)) if ty.name.starts_with('&') => {
            format!("{}{}", sign(ty), all(to, elements))
        }
        (SourceKind::Pointer(to), Value::Object(elements)) => format!("Box::new({})", all(to, elements)),
        (SourceKind::Array(of, _), Value::Parts(parts)) => format!("[{}]", all(of, parts)),
        (SourceKind::Struct(fields), Value::Parts(parts)) => write_fields(last_name(&ty.name), fields, parts),
        (SourceKind::Variants { variants, .. }, Value::Variant(at, parts)) => match variants.get(*at) {
            Some((_, variant)) => {
                let SourceKind::Struct(fields) = &variant.ty.kind else { return "?".to_owned() };
                let is_known = ty.name.starts_with("core::option::") || ty.name.starts_with("core::result::");
                let name = last_name(&variant.ty.name);
                let path = if is_known { name.to_owned() } else { format!("{}::{name}", last_name(&ty.name)) };
                write_fields(&path, fields, parts)
            }
            None => "?".to_owned(),
        },
        _ => "?".to_owned(),
    }
}

fn sign(ty: &SourceType) -> &'static str {
    if ty.name.starts_with("&mut ") { "&mut " } else { "&" }
}

fn write_fields(name: &str, fields: &[SourceField], parts: &[Value]) -> String {
    let is_tuple = fields.iter().all(|field| field.name.starts_with("__"));
    let one = |(field, part): (&SourceField, &Value)| match is_tuple {
        true => write_rust(&field.ty, part),
        false => format!("{}: {}", field.name, write_rust(&field.ty, part)),
    };
    let parts = fields.iter().zip(parts).map(one).collect::<Vec<_>>().join(", ");
    match (name.starts_with('('), fields.is_empty(), is_tuple) {
        (true, ..) if fields.len() == 1 => format!("({parts},)"),
        (true, ..) => format!("({parts})"),
        (false, true, _) => name.to_owned(),
        (false, false, true) => format!("{name}({parts})"),
        (false, false, false) => format!("{name} {{ {parts} }}"),
    }
}

/// `Pair` of `lib::Pair<i32>`.
fn last_name(path: &str) -> &str {
    if path.starts_with('(') {
        return path;
    }
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain)
}

fn write_c(params: &[Param], ty: &SourceType, value: &Value, whole: bool) -> String {
    match (&ty.kind, value) {
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Float(float)) => float_text(*float),
        (_, Value::Null) => "NULL".to_owned(),
        (_, Value::Same(other, 0)) => params[*other].name.clone(),
        (_, Value::Same(other, on)) if is_reference(ty) => format!("{}[{on}]", params[*other].name),
        (_, Value::Same(other, on)) => format!("{} + {on}", params[*other].name),
        (SourceKind::Pointer(_), Value::Object(elements)) => object(params, ty, elements),
        (SourceKind::Struct(fields), Value::Parts(parts)) => {
            let parts: Vec<String> =
                fields.iter().zip(parts).map(|(field, part)| member(params, field, part)).collect();
            compound(ty, &parts.join(", "), whole)
        }
        (SourceKind::Union(fields), Value::Parts(parts)) => {
            let first: Vec<String> =
                fields.iter().take(1).zip(parts).map(|(field, part)| member(params, field, part)).collect();
            compound(ty, &first.join(", "), whole)
        }
        (SourceKind::Array(of, _), Value::Parts(parts)) => {
            let parts: Vec<String> = parts.iter().map(|part| write_c(params, of, part, false)).collect();
            format!("{{{}}}", parts.join(", "))
        }
        _ => "?".to_owned(),
    }
}

fn member(params: &[Param], field: &SourceField, part: &Value) -> String {
    let value = write_c(params, &field.ty, part, false);
    if field.name.is_empty() { value } else { format!(".{} = {value}", field.name) }
}

fn compound(ty: &SourceType, parts: &str, whole: bool) -> String {
    if whole { format!("({}){{{parts}}}", ty.name) } else { format!("{{{parts}}}") }
}

/// What a pointer leads to, so that it could be passed.
fn object(params: &[Param], ty: &SourceType, elements: &[Value]) -> String {
    let Some(to) = pointee(ty) else { return "?".to_owned() };
    if let Some(text) = text(&to, elements) {
        return text;
    }
    let parts: Vec<String> = elements.iter().map(|element| write_c(params, &to, element, false)).collect();
    let name = if to.name.is_empty() { "void *" } else { &to.name };
    if is_reference(ty) {
        return parts.concat();
    }
    match parts.is_empty() {
        true => format!("({name}[0]){{}}"),
        false => format!("({name}[]){{{}}}", parts.join(", ")),
    }
}

/// Characters up to a zero as a literal, with the room behind them.
fn text(to: &SourceType, elements: &[Value]) -> Option<String> {
    if !matches!(to.kind, SourceKind::Char { .. }) || to.name == "unsigned char" {
        return None;
    }
    let bytes: Vec<u8> = elements
        .iter()
        .map(|element| match element {
            Value::Number(number) => Some((*number & 0xff) as u8),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let length = bytes.iter().position(|byte| *byte == 0)?;
    if bytes[length..].iter().any(|byte| *byte != 0) {
        return None;
    }
    let literal = literal(&bytes[..length]);
    match bytes.len() - length {
        1 => Some(literal),
        _ => Some(format!("({}[{}]){{{literal}}}", to.name, bytes.len())),
    }
}

/// Bytes as C writes them in quotes.
pub fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', *byte as char]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(*byte as char),
            // Three digits end the number, whatever follows.
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

pub(crate) fn float_text(float: f64) -> String {
    match float {
        float if float.is_nan() => "NAN".to_owned(),
        float if float.is_infinite() => if float > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned(),
        float => format!("{float:?}"),
    }
}
