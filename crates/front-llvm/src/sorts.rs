//! The sorts that C's types become, as the options choose.

use value::{Ctor, DataDef, Datatype, Float, FloatFormat, Int, Sort, SortExpr, Symbol, Value};

use crate::layout::Scalar;

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Ints {
    /// Integers wrap at their width.
    #[default]
    Machine,
    /// Signed arithmetic is mathematical.
    Unbounded,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Floats {
    #[default]
    Ieee,
    Real,
}

/// How undefined behaviour of old counts. The programs are the same either way: a trap is an
/// outcome, and dropping inputs on which old traps is the engines' part.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    #[default]
    Report,
    Ignore,
}

/// What the client's pointer parameters lead to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Pointers {
    /// Nothing is known of it: an access is a gap.
    #[default]
    Outside,
    /// An array of unknown length, an input like others, or null. No two parameters lead to the
    /// same array, and each leads to the start of its own.
    Arrays,
}

/// Which versions stop where C leaves open what happens though the machine goes on: signed
/// overflow, reading what was never written, the order of a null pointer and another.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Stops {
    #[default]
    Neither,
    Old,
    Both,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub ints: Ints,
    pub floats: Floats,
    pub undefined: Undefined,
    pub pointers: Pointers,
    pub stops: Stops,
    /// The client stands in the last module, a file of its own.
    pub client_is_last: bool,
    /// Code that both versions share is a step of which nothing is known but that. For proofs only.
    pub steps: bool,
    /// Texts, and what only functions without code know, are *handles*: addresses that such functions are handed
    /// and give, and that the program does not follow.
    pub handles: bool,
    /// What a panic says counts.
    pub messages: bool,
    /// Only objects with no more elements than an `int` counts are handed over. For proofs only.
    pub short: bool,
}

/// A pointer is null, an element and a byte within it of an object, a function, something of that
/// name outside, or an address that was there before the client was called.
#[derive(Copy, Clone)]
pub(crate) struct Sorts {
    pub(crate) ints: Ints,
    pub(crate) floats: Floats,
    /// Sizes and indices.
    pub(crate) word: Sort,
    pub(crate) reference: Sort,
    pub(crate) pointer: Sort,
    pub(crate) null: Ctor,
    pub(crate) to: Ctor,
    pub(crate) code: Ctor,
    pub(crate) outside: Ctor,
    pub(crate) given: Ctor,
    /// What was written to the standard output, item by item.
    pub(crate) written: Sort,
    pub(crate) character: Ctor,
    pub(crate) number: Ctor,
    /// How a function ends that does not return: the program exits, or something is thrown.
    pub(crate) ended: Sort,
    pub(crate) exit: Ctor,
    /// Without running what is registered for the end, or writing what is buffered.
    pub(crate) quick_exit: Ctor,
    pub(crate) thrown: Ctor,
    /// Rust: what it is about is not seen.
    pub(crate) panic: Ctor,
}

impl Sorts {
    pub(crate) fn new(options: Options) -> Sorts {
        let word = match options.ints {
            Ints::Machine => Sort::bv(64),
            Ints::Unbounded => Sort::int(),
        };
        let double = match options.floats {
            Floats::Ieee => Sort::float(FloatFormat::F64),
            Floats::Real => Sort::real(),
        };
        let reference = Sort::reference("mem");
        let pointer = declare(
            "Ptr",
            &[
                ("Null", &[]),
                ("To", &[("object", reference), ("index", word), ("offset", word)]),
                ("Code", &[("function", Sort::atom())]),
                ("Outside", &[("name", Sort::atom())]),
                // Not 0, which is null.
                ("Given", &[("address", word)]),
            ],
        );
        let written = declare(
            "Written",
            &[("Char", &[("code", Sort::int())]), ("Number", &[("format", Sort::atom()), ("value", double)])],
        );
        let status: &[(&str, Sort)] = &[("status", word)];
        let thrown: &[(&str, Sort)] = &[("exception", Sort::int())];
        let ended = declare("Ended", &[("Exit", status), ("QuickExit", status), ("Thrown", thrown), ("Panic", &[])]);
        let ctor = |sort: Sort, name: &str| {
            sort.datatype().and_then(|datatype| datatype.ctor(name)).expect("declared above with that constructor")
        };
        Sorts {
            ints: options.ints,
            floats: options.floats,
            word,
            reference,
            pointer,
            null: ctor(pointer, "Null"),
            to: ctor(pointer, "To"),
            code: ctor(pointer, "Code"),
            outside: ctor(pointer, "Outside"),
            given: ctor(pointer, "Given"),
            written,
            character: ctor(written, "Char"),
            number: ctor(written, "Number"),
            ended,
            exit: ctor(ended, "Exit"),
            quick_exit: ctor(ended, "QuickExit"),
            thrown: ctor(ended, "Thrown"),
            panic: ctor(ended, "Panic"),
        }
    }

    pub(crate) fn is_machine(&self) -> bool {
        self.ints == Ints::Machine
    }

    pub(crate) fn int(&self, width: u32) -> Sort {
        match self.ints {
            _ if width == 1 => Sort::bool(),
            Ints::Machine => Sort::bv(width),
            Ints::Unbounded => Sort::int(),
        }
    }

    pub(crate) fn float(&self, format: FloatFormat) -> Sort {
        match self.floats {
            Floats::Ieee => Sort::float(format),
            Floats::Real => Sort::real(),
        }
    }

    /// `None` for what has no meaning here.
    pub(crate) fn scalar(&self, scalar: Scalar) -> Option<Sort> {
        match scalar {
            Scalar::Int(width) => Some(self.int(width)),
            Scalar::F32 => Some(self.float(FloatFormat::F32)),
            Scalar::F64 => Some(self.float(FloatFormat::F64)),
            Scalar::Ptr => Some(self.pointer),
            Scalar::Other(_) => None,
        }
    }

    /// The sort of an input for it: an address is a number.
    pub(crate) fn input(&self, scalar: Scalar) -> Option<Sort> {
        if scalar == Scalar::Ptr { Some(self.word) } else { self.scalar(scalar) }
    }

    /// An integer constant of that width. Unbounded ones stand for their signed value.
    pub(crate) fn int_value(&self, width: u32, value: i128) -> Value {
        match self.ints {
            _ if width == 1 => Value::Bool(value & 1 == 1),
            Ints::Machine => Value::bv(width, value as u128),
            Ints::Unbounded => {
                let unused = 128 - width;
                Value::Int(Int::from((value << unused) >> unused))
            }
        }
    }

    pub(crate) fn word_value(&self, value: i64) -> Value {
        self.int_value(64, i128::from(value))
    }

    /// A float constant given by the bits of a double. `None`: no real number.
    pub(crate) fn float_value(&self, format: FloatFormat, bits: u64) -> Option<Value> {
        let float = Float::of(format, f64::from_bits(bits));
        match self.floats {
            Floats::Ieee => Some(Value::Float(float)),
            Floats::Real if float.to_f64().is_finite() => Some(Value::Real(std::sync::Arc::new(float.to_real()))),
            Floats::Real => None,
        }
    }

    pub(crate) fn null_value(&self) -> Value {
        Value::data(self.null, [])
    }

    pub(crate) fn code_value(&self, function: &str) -> Value {
        Value::data(self.code, [Value::Atom(Symbol::new(function))])
    }

    /// Every byte zero.
    pub(crate) fn zero(&self, scalar: Scalar) -> Option<Value> {
        self.scalar(scalar).map(Value::default_of)
    }
}

fn declare(name: &str, ctors: &[(&str, &[(&str, Sort)])]) -> Sort {
    let fields = |fields: &[(&str, Sort)]| -> Vec<(Symbol, SortExpr)> {
        fields.iter().map(|(field, sort)| (Symbol::new(field), SortExpr::Sort(*sort))).collect()
    };
    let ctors = ctors.iter().map(|(ctor, of)| (Symbol::new(ctor), fields(of))).collect();
    Datatype::declare(&[DataDef { name: Symbol::new(name), ctors }])[0]
}
