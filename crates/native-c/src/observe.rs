//! What a call did: what is shown of it, and what counts as another observation.

use compile_c::Language;
use engine_native::Seen;
use front_llvm::{SourceField, SourceKind, SourceType};

use crate::value::{bits_of, float_text, is_reference, literal, pointee};
use crate::wire::Wire;
use crate::worker::{Answer, Fault, Returned};
use compile_c::driver::{Callee, Watched};

/// All that a report shows of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub end: End,
    /// Objects and globals that are not as they were, by name.
    pub writes: Vec<(String, Written)>,
    pub output: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// `None`: no value at all.
    Returns(Option<Written>),
    /// An exception of that type.
    Throws(String),
    Panics,
    Exits(i32),
    Aborts,
    Signal(i32),
    /// The language leaves open what happens: why.
    Undefined(Undefined),
    Nothing,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    Division,
    NullPointer,
    Memory,
    /// A check of the compiler's found it.
    Other,
}

/// How a call ended, as far as it matters for what counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It came back, with objects of the caller freed, by their paths.
    Returns {
        leads: Leads,
        freed: Vec<String>,
    },
    Other,
}

/// Where a result leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leads {
    /// It is no address.
    Nowhere,
    Null,
    IntoWhatWasGiven,
    /// Elsewhere, to an object of so many bytes, if that is known.
    Elsewhere(Option<usize>),
}

/// A value, as data where it is plain.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    Int(i128),
    Float(f64),
    Repr(String),
}

impl Written {
    pub fn text(&self) -> String {
        match self {
            Written::Int(number) => number.to_string(),
            Written::Float(float) => float_text(*float),
            Written::Repr(text) => text.clone(),
        }
    }
}

/// Signals that say nothing of the code: out of time, a forbidden system call, a file too large.
const NO_OBSERVATION: [i32; 6] = [9, 14, 24, 25, 27, 31];
const ILL: i32 = 4;
const TRAP: i32 = 5;
const ABORT: i32 = 6;
const BUS: i32 = 7;
const FPE: i32 = 8;
const SEGV: i32 = 11;

/// Exit codes that are the server's own.
const OWN_CODES: std::ops::RangeInclusive<i32> = 121..=125;

/// What the glue says where a value has no text.
const NO_TEXT: &str = "\u{2}";

pub(crate) struct Observer<'v> {
    pub(crate) version: &'v Callee,
    pub(crate) globals: &'v [Watched],
    pub(crate) is_old: bool,
}

impl Observer<'_> {
    /// What was seen, to be compared, and what of it is shown.
    pub(crate) fn observe(&self, wire: &Wire, answer: &Answer, before: Option<&Returned>) -> (Seen<Ending>, Shown) {
        let shown = |end: End, output: &[u8]| Shown { end, writes: Vec::new(), output: output.to_vec() };
        match answer {
            Answer::Returned(returned) if self.version.language == Language::Rust => self.returned_in_rust(returned),
            Answer::Returned(returned) => self.returned(wire, returned, before),
            Answer::Nothing => (nothing(), shown(End::Nothing, &[])),
            Answer::Ended { status, fault, output } => {
                let end = self.ended(*status, *fault);
                let seen = match &end {
                    // It took too long, or cannot be seen.
                    End::Nothing => nothing(),
                    // Nobody may rely on what old does there.
                    End::Undefined(_) if self.is_old => nothing(),
                    End::Undefined(_) => Seen { digest: Some("undefined".to_owned()), ending: Ending::Other },
                    end => {
                        let digest = format!("{end:?} {output:?}");
                        Seen { digest: Some(digest), ending: Ending::Other }
                    }
                };
                (seen, shown(end, output))
            }
        }
    }

    fn ended(&self, status: i32, fault: Fault) -> End {
        let (signal, code) = (status & 0x7f, (status >> 8) & 0xff);
        match (fault, signal) {
            (Fault::BeyondGiven | Fault::StackUsedUp | Fault::NotStarted, _) => End::Nothing,
            (_, signal) if NO_OBSERVATION.contains(&signal) => End::Nothing,
            (_, 0) if OWN_CODES.contains(&code) => End::Nothing,
            (_, 0) => End::Exits(code),
            (_, ABORT) => End::Aborts,
            (_, FPE) => End::Undefined(Undefined::Division),
            (Fault::Null, _) => End::Undefined(Undefined::NullPointer),
            (_, SEGV | BUS) => End::Undefined(Undefined::Memory),
            (_, ILL | TRAP) => End::Undefined(Undefined::Other),
            (_, signal) => End::Signal(signal),
        }
    }

    /// Rust says itself what values are.
    fn returned_in_rust(&self, returned: &Returned) -> (Seen<Ending>, Shown) {
        let value = String::from_utf8_lossy(&returned.value).into_owned();
        let end = match &returned.thrown {
            Some(_) => End::Panics,
            None if value == NO_TEXT => End::Nothing,
            None if self.version.result.kind == SourceKind::Void => End::Returns(None),
            None => End::Returns(Some(Written::Repr(value))),
        };
        let params = self.version.params.iter().zip(&self.version.names).filter(|(ty, _)| ty.name.starts_with("&mut "));
        let marks = params.zip(&returned.marks).filter(|(_, text)| *text != NO_TEXT);
        let writes: Vec<(String, Written)> =
            marks.map(|((_, name), text)| (format!("*{name}"), Written::Repr(text.clone()))).collect();
        let seen = match end {
            End::Nothing => nothing(),
            _ => {
                let digest = format!("{end:?} {writes:?} {:?}", returned.output);
                let ending = Ending::Returns { leads: Leads::Nowhere, freed: Vec::new() };
                Seen { digest: Some(digest), ending }
            }
        };
        (seen, Shown { end, writes, output: returned.output.clone() })
    }

    fn returned(&self, wire: &Wire, returned: &Returned, before: Option<&Returned>) -> (Seen<Ending>, Shown) {
        let places = Places { wire, returned };
        let end = match &returned.thrown {
            Some(thrown) if thrown == "i" => End::Throws(format!("int {}", number(&returned.value, 0, 32) as i32)),
            Some(thrown) => End::Throws(exception(thrown)),
            None if self.version.result.kind == SourceKind::Void => End::Returns(None),
            None => End::Returns(Some(self.result(&places, returned))),
        };
        let mut freed = Vec::new();
        let mut digest = format!("{end:?} {:?}", returned.output);
        let mut writes = Vec::new();
        for (object, (_, held)) in wire.objects[wire.arguments..].iter().zip(&returned.objects) {
            let Some(held) = held else {
                freed.push(object.path.clone());
                continue;
            };
            let text = places.elements(&object.of, held);
            let given = places.elements(&object.of, &places.given(object));
            if text != given {
                digest.push_str(&format!(" {}={text}", object.path));
                writes.push((object.path.clone(), Written::Repr(text)));
            }
        }
        for (index, (global, held)) in self.globals.iter().zip(&returned.globals).enumerate() {
            // What does not begin alike is not compared.
            if global.ty.size == 0 {
                continue;
            }
            let written = places.value(&global.ty, held, 0, global.ty.size * 8);
            let was = before.and_then(|before| before.globals.get(index));
            digest.push_str(&format!(" {}={}", global.name, written.text()));
            if was.is_none_or(|was| was != held) {
                writes.push((global.name.clone(), written));
            }
        }
        let ending = Ending::Returns { leads: self.leads(&places, returned), freed };
        (Seen { digest: Some(digest), ending }, Shown { end, writes, output: returned.output.clone() })
    }

    /// Does the result lead into what was given, or elsewhere? How large an object is there is nobody's business:
    /// such are compared only if they are of one size.
    fn leads(&self, places: &Places, returned: &Returned) -> Leads {
        let SourceKind::Pointer(to) = &self.version.result.kind else { return Leads::Nowhere };
        if returned.thrown.is_some() {
            return Leads::Nowhere;
        }
        match number(&returned.value, 0, 64) {
            0 => Leads::Null,
            address if places.find(address as u64).is_some() => Leads::IntoWhatWasGiven,
            _ => {
                let is_text = matches!(to.kind, SourceKind::Char { .. });
                Leads::Elsewhere(returned.followed.as_ref().filter(|_| !is_text).map(|(_, held)| held.len()))
            }
        }
    }

    fn result(&self, places: &Places, returned: &Returned) -> Written {
        let ty = &self.version.result;
        let (SourceKind::Pointer(to), Some((_, held))) = (&ty.kind, &returned.followed) else {
            return places.value(ty, &returned.value, 0, ty.size * 8);
        };
        match &to.kind {
            SourceKind::Char { .. } => Written::Repr(literal(held)),
            _ if is_reference(ty) => places.value(to, held, 0, to.size * 8),
            SourceKind::Unknown => Written::Repr("an address".to_owned()),
            _ => match pointee(ty) {
                Some(to) => Written::Repr(format!("&{}", places.elements(&to, held))),
                None => Written::Repr("an address".to_owned()),
            },
        }
    }
}

fn nothing() -> Seen<Ending> {
    Seen { digest: None, ending: Ending::Other }
}

/// Does a pair of observations that are not the same count?
pub(crate) fn counts(old: &Ending, new: &Ending) -> bool {
    let (Ending::Returns { leads: old, freed: old_freed }, Ending::Returns { leads: new, freed: new_freed }) =
        (old, new)
    else {
        return true;
    };
    // Whether memory is handed back, and whose it is, is between the function and its callers.
    old_freed == new_freed && (old == new || [old, new].contains(&&Leads::Null))
}

/// Where things are in a process.
struct Places<'p> {
    wire: &'p Wire,
    returned: &'p Returned,
}

impl Places<'_> {
    /// The object that an address lies in, or right behind, and how far.
    fn find(&self, address: u64) -> Option<(usize, u64)> {
        let objects = &self.wire.objects[self.wire.arguments..];
        self.returned.objects.iter().zip(objects).enumerate().find_map(|(at, ((start, _), object))| {
            let on = address.checked_sub(*start)?;
            (on <= object.bytes.len() as u64).then_some((at, on))
        })
    }

    /// What an object held before the call, with the addresses of this process.
    fn given(&self, object: &crate::wire::Object) -> Vec<u8> {
        let mut bytes = object.bytes.clone();
        for (offset, target) in object.pointers() {
            let place = self.returned.objects.get(target - self.wire.arguments).map_or(0, |(start, _)| *start);
            if let Some(into) = bytes.get_mut(offset..offset + 8) {
                into.copy_from_slice(&place.to_le_bytes());
            }
        }
        bytes
    }

    fn elements(&self, of: &SourceType, held: &[u8]) -> String {
        let size = usize::try_from(of.size).unwrap_or(0).max(1);
        if matches!(of.kind, SourceKind::Char { .. }) && of.name != "unsigned char" {
            let end = held.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            if !held[..end].contains(&0) && held.len() > end {
                return literal(&held[..end]);
            }
        }
        let count = held.len() / size;
        let parts: Vec<String> =
            (0..count).map(|at| self.value(of, held, at as u64 * of.size * 8, of.size * 8).text()).collect();
        if count == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
    }

    fn value(&self, ty: &SourceType, held: &[u8], at: u64, bits: u64) -> Written {
        let raw = number(held, at, bits);
        match &ty.kind {
            SourceKind::Float if ty.size == 4 => Written::Float(f64::from(f32::from_bits(raw as u32))),
            SourceKind::Float if ty.size == 8 => Written::Float(f64::from_bits(raw as u64)),
            SourceKind::Pointer(to) => Written::Repr(self.pointer(to, raw as u64)),
            SourceKind::Struct(fields) => Written::Repr(self.structure(fields, held, at)),
            SourceKind::Array(of, count) => {
                let one = |index: u64| self.value(of, held, at + index * of.size * 8, of.size * 8).text();
                Written::Repr(format!("{{{}}}", (0..*count).map(one).collect::<Vec<_>>().join(", ")))
            }
            SourceKind::Int { signed: true }
            | SourceKind::Char { signed: true }
            | SourceKind::Enum { signed: true, .. } => {
                let unused = 128 - bits.clamp(1, 128);
                Written::Int(((raw << unused) as i128) >> unused)
            }
            SourceKind::Bool | SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. } => {
                i128::try_from(raw).map_or_else(|_| Written::Repr(raw.to_string()), Written::Int)
            }
            // A union, a long double: the bytes.
            _ => {
                let (from, to) = ((at / 8) as usize, (at / 8 + bits.div_ceil(8)) as usize);
                let bytes = held.get(from..to.min(held.len())).unwrap_or_default();
                Written::Repr(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            }
        }
    }

    fn structure(&self, fields: &[SourceField], held: &[u8], at: u64) -> String {
        let shown = |field: &SourceField| {
            let value = self.value(&field.ty, held, at + field.offset, bits_of(field)).text();
            if field.name.is_empty() { value } else { format!(".{} = {value}", field.name) }
        };
        format!("{{{}}}", fields.iter().map(shown).collect::<Vec<_>>().join(", "))
    }

    /// An address is shown by what was given that it leads to; what lies elsewhere is not told apart.
    fn pointer(&self, to: &SourceType, address: u64) -> String {
        if address == 0 {
            return "NULL".to_owned();
        }
        let Some((at, on)) = self.find(address) else { return "an address".to_owned() };
        let path = &self.wire.objects[self.wire.arguments + at].path;
        match on / to.size.max(1) {
            0 => path.clone(),
            on => format!("{path} + {on}"),
        }
    }
}

/// So many bits from the bit on, the lowest first.
fn number(bytes: &[u8], at: u64, bits: u64) -> u128 {
    let bit = |at: u64| bytes.get((at / 8) as usize).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
    (0..bits.min(128)).fold(0, |number, index| number | u128::from(bit(at + index)) << index)
}

/// The name of a type out of its mangled one, where it is plain.
fn exception(mangled: &str) -> String {
    let known =
        [("i", "int"), ("PKc", "const char *"), ("d", "double"), ("j", "unsigned int"), ("b", "bool"), ("l", "long")];
    if let Some((_, name)) = known.iter().find(|(short, _)| *short == mangled) {
        return (*name).to_owned();
    }
    let (is_standard, mut rest) = match mangled.strip_prefix("St") {
        Some(rest) => (true, rest),
        None => (false, mangled.trim_start_matches('N').trim_end_matches('E')),
    };
    let mut names = Vec::new();
    while let Some(length) = rest.find(|c: char| !c.is_ascii_digit()).filter(|length| *length > 0) {
        let Some(name) = rest[..length].parse().ok().and_then(|size: usize| rest[length..].get(..size)) else { break };
        names.push(name);
        rest = &rest[length + name.len()..];
    }
    match (names.is_empty(), is_standard) {
        (true, _) => mangled.to_owned(),
        (false, true) => format!("std::{}", names.join("::")),
        (false, false) => names.join("::"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_back_counts_only_where_it_can_be_compared() {
        let returns = |leads, freed: &[&str]| Ending::Returns {
            leads,
            freed: freed.iter().map(|path| (*path).to_owned()).collect(),
        };
        let (given, elsewhere) = (Leads::IntoWhatWasGiven, Leads::Elsewhere(Some(8)));
        // No address, or one that is null, is compared with any other.
        assert!(counts(&returns(Leads::Nowhere, &[]), &returns(Leads::Nowhere, &[])));
        assert!(counts(&returns(given, &[]), &returns(Leads::Null, &[])));
        // Whose memory it is, and of which size, is nobody's business.
        assert!(!counts(&returns(given, &[]), &returns(elsewhere, &[])));
        assert!(!counts(&returns(elsewhere, &[]), &returns(Leads::Elsewhere(Some(16)), &[])));
        // Neither is what was freed.
        assert!(!counts(&returns(given, &["*p"]), &returns(given, &[])));
        // Another kind of end always counts.
        assert!(counts(&returns(given, &["*p"]), &Ending::Other));
    }
}
