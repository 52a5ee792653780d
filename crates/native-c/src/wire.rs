//! A call as the bytes that the server is sent.
//!
//! A call is a list of objects: first the values of the arguments, then what their pointers lead to. Pointers
//! are written by the server, which knows where it laid out what.

use front_llvm::{SourceKind, SourceType};

use crate::rusty::{Rusty, rusty};
use crate::value::{Param, Value, alignment, bits_of, is_reference, pointee};

/// An object that a pointer leads to.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// How the source would name it: `list`, `list->next`.
    pub(crate) path: String,
    /// The type of its elements.
    pub(crate) of: SourceType,
    pub(crate) bytes: Vec<u8>,
    relocations: Vec<(u32, u32)>,
    alignment: u32,
}

impl Object {
    /// Where its pointers stand, and the objects they lead to.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.relocations.iter().map(|(offset, target)| (*offset as usize, *target as usize))
    }
}

/// A call, laid out.
#[derive(Clone, Debug)]
pub(crate) struct Wire {
    pub(crate) objects: Vec<Object>,
    /// How many of the objects are the arguments themselves.
    pub(crate) arguments: usize,
}

/// Objects are not laid out beyond this.
const MOST_OBJECTS: usize = 200;

impl Wire {
    pub(crate) fn of(params: &[Param], values: &[Value]) -> Wire {
        let mut wire = Wire { objects: Vec::new(), arguments: params.len() };
        for param in params {
            wire.push(&param.name, &param.ty, 1);
        }
        for (at, (param, value)) in params.iter().zip(values).enumerate() {
            wire.put(at, 0, &param.ty, param.ty.size * 8, value, &param.name);
        }
        // A pointer of another parameter is known once that parameter is.
        for (at, value) in values.iter().enumerate() {
            let Value::Same(other, on) = value else { continue };
            let target = wire.objects[*other].relocations.first().map(|(_, target)| *target);
            let Some(target) = target else { continue };
            let element = wire.objects[target as usize].of.size as u32;
            wire.objects[at].relocations.push((0, target));
            wire.objects[at].bytes[..8].copy_from_slice(&(u64::from(element) * *on as u64).to_le_bytes());
        }
        wire
    }

    fn push(&mut self, path: &str, of: &SourceType, count: usize) -> usize {
        let size = usize::try_from(of.size).unwrap_or(0) * count;
        self.objects.push(Object {
            path: path.to_owned(),
            of: of.clone(),
            bytes: vec![0; size],
            relocations: Vec::new(),
            alignment: alignment(of),
        });
        self.objects.len() - 1
    }

    /// Writes a value at a bit of an object.
    fn put(&mut self, object: usize, at: u64, ty: &SourceType, bits: u64, value: &Value, path: &str) {
        match (&ty.kind, value) {
            (_, Value::Null | Value::Same(..)) => {}
            (_, Value::Number(number)) => self.put_bits(object, at, bits, *number as u128),
            (_, Value::Float(float)) if ty.size == 4 => {
                self.put_bits(object, at, 32, u128::from((*float as f32).to_bits()));
            }
            (_, Value::Float(float)) => self.put_bits(object, at, 64, u128::from(float.to_bits())),
            (_, Value::Text(text)) => {
                let byte = SourceType { name: "u8".to_owned(), size: 1, kind: SourceKind::Int { signed: false } };
                let bytes: Vec<Value> = text.bytes().map(|byte| Value::Number(byte.into())).collect();
                self.put_list(object, at, ty, &byte, &bytes, path);
            }
            (_, Value::List(elements)) => {
                if let Some(Rusty::Slice(of) | Rusty::Vec(of, _)) = rusty(ty) {
                    self.put_list(object, at, ty, &of, elements, path);
                }
            }
            (SourceKind::Variants { tag, variants }, Value::Variant(chosen, parts)) => {
                let Some((discriminant, variant)) = variants.get(*chosen) else { return };
                let whole = Value::Parts(parts.clone());
                self.put(object, at + variant.offset, &variant.ty, variant.ty.size * 8, &whole, path);
                if let (Some(tag), Some(discriminant)) = (tag, discriminant) {
                    self.put_bits(object, at + tag.offset, bits_of(tag), *discriminant);
                }
            }
            (SourceKind::Pointer(_), Value::Object(elements)) => self.put_object(object, at, ty, elements, path),
            (SourceKind::Struct(fields) | SourceKind::Union(fields), Value::Parts(parts)) => {
                for (field, part) in fields.iter().zip(parts) {
                    let arrow = if path.ends_with(']') || object < self.arguments { "." } else { "->" };
                    let path = format!("{path}{arrow}{}", field.name);
                    self.put(object, at + field.offset, &field.ty, bits_of(field), part, &path);
                }
            }
            (SourceKind::Array(of, _), Value::Parts(parts)) => {
                for (index, part) in parts.iter().enumerate() {
                    let path = format!("{path}[{index}]");
                    self.put(object, at + index as u64 * of.size * 8, of, of.size * 8, part, &path);
                }
            }
            _ => {}
        }
    }

    /// The parts of a slice, a text or a vector, and what they lead to.
    fn put_list(&mut self, object: usize, at: u64, ty: &SourceType, of: &SourceType, elements: &[Value], path: &str) {
        let count = elements.len() as u128;
        let pointer = match rusty(ty) {
            Some(Rusty::String(heap) | Rusty::Vec(_, heap)) => {
                self.put_bits(object, at + heap.capacity, 64, count);
                self.put_bits(object, at + heap.length, 64, count);
                // What holds nothing leads nowhere, and nothing is given back.
                if elements.is_empty() {
                    self.put_bits(object, at + heap.pointer, 64, of.size.max(1).into());
                    return;
                }
                heap.pointer
            }
            _ => {
                self.put_bits(object, at + 64, 64, count);
                0
            }
        };
        let to = SourceType { name: String::new(), size: 8, kind: SourceKind::Pointer(Box::new(of.clone())) };
        self.put_object(object, at + pointer, &to, elements, path);
    }

    fn put_object(&mut self, object: usize, at: u64, ty: &SourceType, elements: &[Value], path: &str) {
        let Some(to) = pointee(ty) else { return };
        if self.objects.len() >= MOST_OBJECTS {
            return;
        }
        let target = self.push(path, &to, elements.len());
        self.objects[object].relocations.push(((at / 8) as u32, target as u32));
        for (index, element) in elements.iter().enumerate() {
            let path =
                if elements.len() == 1 || is_reference(ty) { path.to_owned() } else { format!("{path}[{index}]") };
            self.put(target, index as u64 * to.size * 8, &to, to.size * 8, element, &path);
        }
    }

    fn put_bits(&mut self, object: usize, at: u64, bits: u64, value: u128) {
        let bytes = &mut self.objects[object].bytes;
        for bit in 0..bits.min(128) {
            let (byte, shift) = (((at + bit) / 8) as usize, (at + bit) % 8);
            if let Some(byte) = bytes.get_mut(byte) {
                *byte = *byte & !(1 << shift) | (((value >> bit) & 1) as u8) << shift;
            }
        }
    }

    /// What the server reads; `traced`: what is compared is told.
    pub(crate) fn request(&self, traced: bool) -> Vec<u8> {
        let mut body = vec![if traced { b'T' } else { b'C' }];
        let number = |body: &mut Vec<u8>, number: u32| body.extend(number.to_le_bytes());
        number(&mut body, self.objects.len() as u32);
        for object in &self.objects {
            number(&mut body, object.bytes.len() as u32);
            number(&mut body, object.alignment);
            number(&mut body, object.relocations.len() as u32);
            body.extend(&object.bytes);
            for (offset, target) in &object.relocations {
                number(&mut body, *offset);
                number(&mut body, *target);
            }
        }
        framed(&body)
    }
}

/// Asks for a fresh state.
pub(crate) fn fresh() -> Vec<u8> {
    framed(b"F")
}

/// Asks what the globals hold.
pub(crate) fn globals() -> Vec<u8> {
    framed(b"G")
}

fn framed(body: &[u8]) -> Vec<u8> {
    let mut request = (body.len() as u32).to_le_bytes().to_vec();
    request.extend(body);
    request
}
