//! Concrete values of every sort.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use imbl::OrdMap;
use num_rational::BigRational;
use num_traits::Zero;

use crate::int::mask;
use crate::{Ctor, Float, Int, Sort, SortKind, Symbol};

pub type Real = BigRational;

/// A bit-vector; the bits above the width are zero.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bv {
    pub width: u32,
    /// Most significant word first. Not a `u128`, whose alignment would double the size of values.
    words: [u32; 4],
}

impl Bv {
    /// The lowest `width` bits of `bits`.
    pub fn new(width: u32, bits: u128) -> Bv {
        let bits = bits & mask(width);
        Bv { width, words: [96, 64, 32, 0].map(|shift| (bits >> shift) as u32) }
    }

    pub fn bits(self) -> u128 {
        self.words.iter().fold(0, |bits, word| bits << 32 | u128::from(*word))
    }

    /// The value read as two's complement.
    pub fn signed(self) -> i128 {
        let unused = 128 - self.width;
        ((self.bits() << unused) as i128) >> unused
    }
}

/// Every key has the value `default` except those in `entries`.
///
/// Invariant: no entry holds the default, and where there are few keys the default is the value
/// that most keys have (of several the smallest). So equal maps are equal values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapValue {
    default: Value,
    entries: OrdMap<Value, Value>,
}

impl MapValue {
    pub fn constant(default: Value) -> MapValue {
        MapValue { default, entries: OrdMap::new() }
    }

    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The keys whose value is not the default, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    pub fn select(&self, key: &Value) -> &Value {
        self.entries.get(key).unwrap_or(&self.default)
    }

    /// For keys that are not numbers, references or atoms [`MapValue::store_at`] is needed.
    #[must_use]
    pub fn store(&self, key: Value, value: Value) -> MapValue {
        let sort = match &key {
            Value::Bool(_) => Sort::bool(),
            Value::Bv(bv) => Sort::bv(bv.width),
            // Any sort with many values.
            _ => Sort::int(),
        };
        self.store_at(sort, key, value)
    }

    /// As [`MapValue::store`], for a key of that sort.
    #[must_use]
    pub fn store_at(&self, sort: Sort, key: Value, value: Value) -> MapValue {
        let entries = if value == self.default { self.entries.without(&key) } else { self.entries.update(key, value) };
        let map = MapValue { default: self.default.clone(), entries };
        match sort.few_values() {
            // With fewer entries the default is what most keys have.
            Some(count) if map.entries.len() * 2 >= count => map.with_usual_default(sort),
            _ => map,
        }
    }

    /// The same map with the default that most of its keys have.
    fn with_usual_default(self, sort: Sort) -> MapValue {
        let keys = Value::all_of(sort);
        let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
        for key in &keys {
            *counts.entry(self.select(key)).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let usual = counts.iter().find(|(_, count)| **count == most).map_or(&self.default, |(value, _)| *value).clone();
        let entries = keys.into_iter().map(|key| (key.clone(), self.select(&key).clone()));
        let entries = entries.filter(|(_, value)| *value != usual).collect();
        MapValue { default: usual, entries }
    }
}

/// A value. Cloning is cheap: the large ones are shared.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    Int(Int),
    Real(Arc<Real>),
    Bv(Bv),
    Float(Float),
    Atom(Symbol),
    /// A reference of some kind, by number; 0 is null.
    Ref(u32),
    Seq(Arc<Vec<Value>>),
    Map(Arc<MapValue>),
    Data(u32, Arc<[Value]>),
    /// The n-th element of an opaque sort.
    Opaque(u32),
}

// The interpreter copies values all the time.
const _: () = assert!(size_of::<Value>() == 24);

impl Value {
    pub fn int(value: i64) -> Value {
        Value::Int(Int::from(value))
    }

    pub fn seq(elements: Vec<Value>) -> Value {
        Value::Seq(Arc::new(elements))
    }

    /// Text as a sequence of code points.
    pub fn string(text: &str) -> Value {
        Value::seq(text.chars().map(|c| Value::int(i64::from(u32::from(c)))).collect())
    }

    pub fn data(ctor: Ctor, fields: impl Into<Arc<[Value]>>) -> Value {
        Value::Data(u32::try_from(ctor.index).expect("a datatype has few constructors"), fields.into())
    }

    pub fn bv(width: u32, bits: u128) -> Value {
        Value::Bv(Bv::new(width, bits))
    }

    /// The value that stands for "none" where an operator has nothing better to give.
    pub fn default_of(sort: Sort) -> Value {
        match sort.kind() {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int => Value::Int(Int::ZERO),
            SortKind::Real => Value::Real(Arc::new(Real::zero())),
            SortKind::Bv(width) => Value::bv(*width, 0),
            SortKind::Float(format) => Value::Float(Float::of(*format, 0.0)),
            SortKind::Atom => Value::Atom(Symbol::new("")),
            SortKind::Ref(_) => Value::Ref(0),
            SortKind::Seq(_) => Value::seq(Vec::new()),
            SortKind::Map(_, value) => Value::Map(Arc::new(MapValue::constant(Value::default_of(*value)))),
            SortKind::Data(datatype) => {
                // The first constructor: front ends put one first that does not contain itself.
                let fields = datatype.ctors()[0].fields.iter();
                Value::Data(0, fields.map(|(_, sort)| Value::default_of(*sort)).collect())
            }
            SortKind::Opaque(_) => Value::Opaque(0),
        }
    }

    /// Every value of a sort that has few.
    pub(crate) fn all_of(sort: Sort) -> Vec<Value> {
        let products = |sorts: &mut dyn Iterator<Item = Sort>| {
            let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
            for sort in sorts {
                let values = Value::all_of(sort);
                let longer = |row: &Vec<Value>, value: &Value| row.iter().chain([value]).cloned().collect();
                rows = rows.iter().flat_map(|row| values.iter().map(move |value| longer(row, value))).collect();
            }
            rows
        };
        match sort.kind() {
            SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            SortKind::Bv(width) => (0..1u128 << width).map(|bits| Value::bv(*width, bits)).collect(),
            SortKind::Data(datatype) => {
                let ctors = (0..datatype.ctors().len()).map(|index| Ctor { datatype, index });
                let of = |ctor: Ctor| {
                    let rows = products(&mut ctor.definition().fields.iter().map(|(_, sort)| *sort));
                    rows.into_iter().map(move |fields| Value::data(ctor, fields))
                };
                ctors.flat_map(of).collect()
            }
            SortKind::Map(key, value) => {
                let (keys, first) = (Value::all_of(*key), Value::all_of(*value)[0].clone());
                let rows = products(&mut keys.iter().map(|_| *value));
                let map = |row: Vec<Value>| {
                    let empty = MapValue::constant(first.clone());
                    let writes = keys.iter().cloned().zip(row);
                    writes.fold(empty, |map, (k, v)| map.store_at(*key, k, v))
                };
                rows.into_iter().map(|row| Value::Map(Arc::new(map(row)))).collect()
            }
            _ => panic!("{sort} has many values"),
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }

    pub fn as_seq(&self) -> Option<&[Value]> {
        match self {
            Value::Seq(elements) => Some(elements),
            _ => None,
        }
    }

    /// A sequence of code points as text; what is no character is shown as U+FFFD.
    pub fn as_text(&self) -> Option<String> {
        let code = |value: &Value| value.as_int().and_then(Int::to_i64).and_then(|code| u32::try_from(code).ok());
        let elements = self.as_seq()?.iter();
        elements.map(|value| Some(char::from_u32(code(value)?).unwrap_or('\u{fffd}'))).collect()
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<Int> for Value {
    fn from(value: Int) -> Value {
        Value::Int(value)
    }
}

/// Values do not know their sort: this form is for debugging. [`Value::display`] is the text form.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Real(real) => write!(f, "{real}"),
            Value::Bv(bv) => write!(f, "{}:bv{}", bv.bits(), bv.width),
            Value::Float(float) => write!(f, "{float:?}"),
            Value::Atom(name) => write!(f, "'{name}"),
            Value::Ref(number) => write!(f, "#{number}"),
            Value::Seq(elements) => f.debug_list().entries(elements.iter()).finish(),
            Value::Map(map) => f.debug_map().entries(map.entries()).entry(&"default", &map.default).finish(),
            Value::Data(ctor, fields) => {
                write!(f, "@{ctor}")?;
                f.debug_list().entries(fields.iter()).finish()
            }
            Value::Opaque(number) => write!(f, "?{number}"),
        }
    }
}

impl Value {
    /// Is it a sequence of printable ASCII characters, and not empty?
    fn is_plain_text(&self) -> bool {
        let printable =
            |value: &Value| value.as_int().and_then(Int::to_i64).is_some_and(|code| (32..127).contains(&code));
        self.as_seq().is_some_and(|elements| !elements.is_empty() && elements.iter().all(printable))
    }

    /// Is it a value of that sort?
    pub fn is_of(&self, sort: Sort) -> bool {
        match (self, sort.kind()) {
            (Value::Bool(_), SortKind::Bool)
            | (Value::Int(_), SortKind::Int)
            | (Value::Real(_), SortKind::Real)
            | (Value::Atom(_), SortKind::Atom)
            | (Value::Ref(_), SortKind::Ref(_))
            | (Value::Opaque(_), SortKind::Opaque(_)) => true,
            (Value::Bv(bv), SortKind::Bv(width)) => bv.width == *width,
            (Value::Float(float), SortKind::Float(format)) => float.format == *format,
            (Value::Seq(elements), SortKind::Seq(element)) => elements.iter().all(|value| value.is_of(*element)),
            (Value::Map(map), SortKind::Map(key, value)) => {
                map.default.is_of(*value) && map.entries().all(|(k, v)| k.is_of(*key) && v.is_of(*value))
            }
            (Value::Data(index, fields), SortKind::Data(datatype)) => {
                let ctor = datatype.ctors().get(*index as usize);
                ctor.is_some_and(|ctor| {
                    let sorts = ctor.fields.iter().map(|(_, sort)| *sort);
                    ctor.fields.len() == fields.len() && sorts.zip(fields.iter()).all(|(sort, field)| field.is_of(sort))
                })
            }
            _ => false,
        }
    }

    /// The text form of a value of that sort, as the IR's text reads and writes it.
    pub fn display(&self, sort: Sort) -> String {
        match (self, sort.kind()) {
            (Value::Bv(bv), _) => format!("{}:bv{}", bv.bits(), bv.width),
            (Value::Float(float), SortKind::Float(format)) => format!("0x{:x}:{format}", float.bits()),
            (Value::Atom(name), _) => format!("'{}'", name.escape_default()),
            (Value::Ref(number), _) => format!("{number}:{sort}"),
            (Value::Opaque(number), _) => format!("{number}:{sort}"),
            (Value::Real(real), _) => format!("{real}:real"),
            (Value::Seq(_), SortKind::Seq(_)) if self.is_plain_text() => {
                format!("{:?}", self.as_text().unwrap_or_default())
            }
            (Value::Seq(elements), SortKind::Seq(element)) => {
                let elements: Vec<String> = elements.iter().map(|value| value.display(*element)).collect();
                format!("[{}]:{element}", elements.join(", "))
            }
            (Value::Map(map), SortKind::Map(key, value)) => {
                let mut text = format!("{{else {}", map.default.display(*value));
                for (k, v) in map.entries() {
                    text += &format!(", {} -> {}", k.display(*key), v.display(*value));
                }
                text + &format!("}}:{key}")
            }
            (Value::Data(index, fields), SortKind::Data(datatype)) => {
                let ctor = Ctor { datatype, index: *index as usize };
                let sorts = ctor.definition().fields.iter();
                let fields: Vec<String> = sorts.zip(fields.iter()).map(|((_, sort), v)| v.display(*sort)).collect();
                format!("{ctor}({})", fields.join(", "))
            }
            (value, _) => format!("{value:?}"),
        }
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:bv{}", self.bits(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataDef, Datatype};

    /// Every map over the keys, made in two ways, is one value.
    fn check(key: Sort) {
        let keys = Value::all_of(key);
        assert_eq!(Some(keys.len()), key.few_values());
        for bits in 0..1u32 << keys.len() {
            let made = |default: bool| {
                let mut map = MapValue::constant(Value::Bool(default));
                for (index, key_value) in keys.iter().enumerate() {
                    map = map.store_at(key, key_value.clone(), Value::Bool(bits >> index & 1 == 1));
                }
                map
            };
            assert!(made(false) == made(true), "{key} {bits:b}");
        }
    }

    #[test]
    fn equal_maps_over_few_keys_are_equal_values() {
        let ctors = ["Red", "Green", "Blue"].map(|name| (Symbol::new(name), vec![])).to_vec();
        let colour = Datatype::declare(&[DataDef { name: "Colour".into(), ctors }])[0];
        for key in [Sort::bool(), Sort::bv(1), Sort::bv(3), colour, Sort::map(Sort::bool(), Sort::bool())] {
            check(key);
        }
    }
}
