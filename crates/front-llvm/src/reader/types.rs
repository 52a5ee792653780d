//! Reading types and constants.

use std::sync::Arc;

use super::cursor::{Cursor, Read};
use super::syntax::{Constant, Gep, Operand, Type};

pub(crate) fn ty<'m>(cursor: &mut Cursor<'m>) -> Read<Type<'m>> {
    let mut found = plain_type(cursor)?;
    loop {
        if cursor.eat("*") {
            found = Type::Ptr;
        } else if cursor.eat_word("addrspace") {
            cursor.skip_group()?;
        } else if cursor.peek() == Some(b'(') {
            found = function_type(cursor, found)?;
        } else {
            return Ok(found);
        }
    }
}

fn plain_type<'m>(cursor: &mut Cursor<'m>) -> Read<Type<'m>> {
    match cursor.peek() {
        Some(b'%') => return Ok(Type::Named(cursor.name("%")?)),
        Some(b'[') => {
            cursor.expect("[")?;
            let count = cursor.number()?;
            cursor.expect("x")?;
            let element = ty(cursor)?;
            cursor.expect("]")?;
            return Ok(Type::Array(count, Arc::new(element)));
        }
        Some(b'{') => {
            cursor.expect("{")?;
            return Ok(Type::Struct { packed: false, fields: fields(cursor)? });
        }
        Some(b'<') => return angle_type(cursor),
        _ => {}
    }
    let word = cursor.word();
    Ok(match word {
        "void" => Type::Void,
        "float" => Type::Float,
        "double" => Type::Double,
        "ptr" => Type::Ptr,
        "half" | "bfloat" => Type::Other(word, 2),
        "x86_fp80" | "fp128" | "ppc_fp128" => Type::Other(word, 16),
        "x86_mmx" => Type::Other(word, 8),
        "label" | "metadata" | "token" => Type::Meta,
        "opaque" => Type::Other(word, 0),
        _ => match word.strip_prefix('i').and_then(|width| width.parse().ok()) {
            Some(width) => Type::Int(width),
            None => return Err(format!("expected a type, not `{word}{}`", cursor.near())),
        },
    })
}

fn fields<'m>(cursor: &mut Cursor<'m>) -> Read<Arc<[Type<'m>]>> {
    let mut fields = Vec::new();
    while !cursor.eat("}") {
        fields.push(ty(cursor)?);
        cursor.eat(",");
    }
    Ok(fields.into())
}

fn angle_type<'m>(cursor: &mut Cursor<'m>) -> Read<Type<'m>> {
    cursor.expect("<")?;
    if cursor.eat("{") {
        let fields = fields(cursor)?;
        cursor.expect(">")?;
        return Ok(Type::Struct { packed: true, fields });
    }
    if cursor.eat_word("vscale") {
        return Err("vectors of unknown length".into());
    }
    let count = cursor.number()?;
    cursor.expect("x")?;
    let element = ty(cursor)?;
    cursor.expect(">")?;
    Ok(Type::Vector(count, Arc::new(element)))
}

fn function_type<'m>(cursor: &mut Cursor<'m>, result: Type<'m>) -> Read<Type<'m>> {
    cursor.expect("(")?;
    let (mut params, mut variadic) = (Vec::new(), false);
    while !cursor.eat(")") {
        if cursor.eat("...") {
            variadic = true;
        } else {
            params.push(ty(cursor)?);
        }
        cursor.eat(",");
    }
    Ok(Type::Function(Arc::new((result, params, variadic))))
}

/// A value of that type.
pub(crate) fn operand<'m>(cursor: &mut Cursor<'m>, ty: &Type<'m>) -> Read<Operand<'m>> {
    match cursor.peek() {
        Some(b'%') => Ok(Operand::Local(cursor.name("%")?)),
        _ => Ok(Operand::Constant(constant(cursor, ty)?)),
    }
}

/// A type and a value of it.
pub(crate) fn typed<'m>(cursor: &mut Cursor<'m>) -> Read<(Type<'m>, Operand<'m>)> {
    let ty = ty(cursor)?;
    let operand = operand(cursor, &ty)?;
    Ok((ty, operand))
}

pub(crate) fn constant<'m>(cursor: &mut Cursor<'m>, of: &Type<'m>) -> Read<Constant<'m>> {
    match cursor.peek() {
        Some(b'@') => return Ok(Constant::Global(cursor.name("@")?)),
        Some(b'[') => {
            cursor.expect("[")?;
            return Ok(Constant::Aggregate(elements(cursor, "]")?));
        }
        Some(b'{') => {
            cursor.expect("{")?;
            return Ok(Constant::Aggregate(elements(cursor, "}")?));
        }
        Some(b'<') => {
            cursor.expect("<")?;
            let packed = cursor.eat("{");
            let parts = elements(cursor, if packed { "}" } else { ">" })?;
            if packed {
                cursor.expect(">")?;
            }
            return Ok(Constant::Aggregate(parts));
        }
        Some(b'!') => return Err("metadata as a value".into()),
        _ => {}
    }
    let word = cursor.word();
    match word {
        "true" => Ok(Constant::Int(1)),
        "false" => Ok(Constant::Int(0)),
        "null" => Ok(Constant::Null),
        "undef" | "poison" => Ok(Constant::Undef),
        "zeroinitializer" => Ok(Constant::Zero),
        "none" => Ok(Constant::Other("none")),
        "c" => Ok(Constant::Bytes(unescape(cursor.quoted()?))),
        "getelementptr" => constant_gep(cursor),
        "bitcast" | "ptrtoint" | "inttoptr" | "addrspacecast" | "trunc" | "zext" | "sext" | "ptrtoaddr" => {
            constant_cast(cursor, word)
        }
        "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr" | "sdiv" | "udiv" | "srem" | "urem" => {
            while matches!(cursor.peek_word(), "nsw" | "nuw" | "exact") {
                cursor.word();
            }
            cursor.expect("(")?;
            let ty_a = ty(cursor)?;
            let a = constant(cursor, &ty_a)?;
            cursor.expect(",")?;
            let ty_b = ty(cursor)?;
            let b = constant(cursor, &ty_b)?;
            cursor.expect(")")?;
            Ok(Constant::Binary { op: word, ty: ty_a, a: Box::new(a), b: Box::new(b) })
        }
        "icmp" => {
            let predicate = cursor.word();
            cursor.expect("(")?;
            let ty_a = ty(cursor)?;
            let a = constant(cursor, &ty_a)?;
            cursor.expect(",")?;
            let ty_b = ty(cursor)?;
            let b = constant(cursor, &ty_b)?;
            cursor.expect(")")?;
            Ok(Constant::Compare { predicate, ty: ty_a, a: Box::new(a), b: Box::new(b) })
        }
        "splat" => {
            cursor.expect("(")?;
            let element = ty(cursor)?;
            let value = constant(cursor, &element)?;
            cursor.expect(")")?;
            Ok(Constant::Splat(Box::new(value)))
        }
        "dso_local_equivalent" | "no_cfi" => Ok(Constant::Global(cursor.name("@")?)),
        "blockaddress" | "fcmp" | "select" | "ptrauth" | "extractelement" | "insertelement" | "shufflevector" => {
            while !cursor.skip_group()? {
                cursor.word();
            }
            Ok(Constant::Other(word))
        }
        "asm" => Err("inline assembly".into()),
        _ => number(word, of),
    }
}

fn number<'m>(word: &'m str, of: &Type<'m>) -> Read<Constant<'m>> {
    let wrong = || format!("expected a value, not `{word}`");
    match of {
        Type::Float | Type::Double => {
            let hex = word.strip_prefix("0x").or_else(|| word.strip_prefix("f0x"));
            let bits = match hex {
                Some(hex) => u64::from_str_radix(hex, 16).map_err(|_| wrong())?,
                None => match word {
                    "+inf" | "inf" => f64::INFINITY.to_bits(),
                    "-inf" => f64::NEG_INFINITY.to_bits(),
                    "nan" | "+nan" | "-nan" | "+qnan" | "-qnan" => f64::NAN.to_bits(),
                    _ => word.parse::<f64>().map_err(|_| wrong())?.to_bits(),
                },
            };
            Ok(Constant::Float(bits))
        }
        Type::Other(..) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Ok(Constant::Other("number")),
        _ => {
            let hex = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"));
            let value = match hex {
                Some(hex) => u128::from_str_radix(hex, 16).map(|bits| bits as i128).ok(),
                None => word.parse::<i128>().ok().or_else(|| word.parse::<u128>().map(|bits| bits as i128).ok()),
            };
            Ok(Constant::Int(value.ok_or_else(wrong)?))
        }
    }
}

fn elements<'m>(cursor: &mut Cursor<'m>, close: &str) -> Read<Vec<(Type<'m>, Constant<'m>)>> {
    let mut parts = Vec::new();
    while !cursor.eat(close) {
        let element = ty(cursor)?;
        let value = constant(cursor, &element)?;
        parts.push((element, value));
        cursor.eat(",");
    }
    Ok(parts)
}

fn constant_cast<'m>(cursor: &mut Cursor<'m>, op: &'m str) -> Read<Constant<'m>> {
    while matches!(cursor.peek_word(), "nsw" | "nuw" | "nneg") {
        cursor.word();
    }
    cursor.expect("(")?;
    let from = ty(cursor)?;
    let value = constant(cursor, &from)?;
    if !cursor.eat_word("to") {
        return Err("expected `to`".into());
    }
    let to = ty(cursor)?;
    cursor.expect(")")?;
    Ok(Constant::Cast { op, from, value: Box::new(value), to })
}

fn constant_gep<'m>(cursor: &mut Cursor<'m>) -> Read<Constant<'m>> {
    skip_gep_flags(cursor)?;
    cursor.expect("(")?;
    let gep = gep_parts(cursor)?;
    cursor.expect(")")?;
    Ok(Constant::Gep(Box::new(gep)))
}

fn skip_gep_flags(cursor: &mut Cursor) -> Read<()> {
    while matches!(cursor.peek_word(), "inbounds" | "nuw" | "nusw" | "inrange") {
        cursor.word();
        if cursor.rest().starts_with('(') && cursor.rest().starts_with("(-") {
            cursor.skip_group()?;
        }
    }
    Ok(())
}

/// `[flags] T, ptr base, i64 i, ...`
pub(crate) fn gep_parts<'m>(cursor: &mut Cursor<'m>) -> Read<Gep<'m>> {
    skip_gep_flags(cursor)?;
    let element = ty(cursor)?;
    cursor.expect(",")?;
    let (_, base) = typed(cursor)?;
    let mut indices = Vec::new();
    while cursor.peek() == Some(b',') {
        let mut ahead = *cursor;
        ahead.expect(",")?;
        if ahead.peek() == Some(b'!') {
            break;
        }
        ahead.eat_word("inrange");
        indices.push(typed(&mut ahead)?);
        *cursor = ahead;
    }
    Ok(Gep { element, base, indices })
}

/// The bytes of a string constant: `\0A` is a byte by its hexadecimal number.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = more.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match (first, code.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'\\', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            (byte, _) => {
                bytes.push(*byte);
                rest = more;
                if *byte == b'\\' && rest.first() == Some(&b'\\') {
                    rest = &rest[1..];
                }
            }
        }
    }
    bytes
}
