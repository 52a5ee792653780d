//! What Unicode says of characters. The tables (`unicode.txt`) are those of CPython 3.11, Unicode 14, and hold
//! what is beyond ASCII; they are read when the first such character is asked about.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A property of a character.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    Alpha,
    Digit,
    Numeric,
    Upper,
    Lower,
    Title,
    Printable,
    /// May a name start with it?
    Start,
    /// May a name go on with it?
    Continue,
    /// Is it passed over where the case of what is around it counts?
    Ignored,
}

/// What a character becomes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    Upper,
    Lower,
    Title,
    Fold,
}

struct Tables {
    /// By [`Property`]: ranges of code points, both ends included, in order.
    properties: Vec<Vec<(u32, u32)>>,
    /// By [`Case`].
    cases: Vec<FxHashMap<u32, Vec<u32>>>,
    /// The zeros of the sets of ten digits, in order.
    zeros: Vec<u32>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

impl Tables {
    fn read() -> Tables {
        let rows: FxHashMap<&str, &str> =
            include_str!("unicode.txt").lines().filter_map(|line| line.split_once(": ")).collect();
        let properties =
            ["alpha", "digit", "numeric", "upper", "lower", "title", "printable", "start", "continue", "ignored"];
        Tables {
            properties: properties.map(|name| rows[name].split(' ').map(range).collect()).to_vec(),
            cases: ["to_upper", "to_lower", "to_title", "to_fold"].map(|name| mapping(rows[name])).to_vec(),
            zeros: rows["decimal"].split(' ').map(hex).collect(),
        }
    }
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(text, 16).expect("the table has hexadecimal numbers")
}

fn range(entry: &str) -> (u32, u32) {
    match entry.split_once('+') {
        Some((first, more)) => (hex(first), hex(first) + hex(more)),
        None => (hex(entry), hex(entry)),
    }
}

fn mapping(entries: &str) -> FxHashMap<u32, Vec<u32>> {
    let mut map = FxHashMap::default();
    for entry in entries.split(' ') {
        let (from, to) = entry.split_once('=').expect("an entry says what becomes what");
        match from.split_once('*') {
            Some((run, step)) => {
                let ((first, last), step, target) = (range(run), hex(step), hex(to));
                for at in 0..=last - first {
                    map.insert(first + at * step, vec![target + at * step]);
                }
            }
            None => {
                map.insert(hex(from), to.split(',').map(hex).collect());
            }
        }
    }
    map
}

pub(crate) fn is(property: Property, code: u32) -> bool {
    let Some(ascii) = char::from_u32(code).filter(char::is_ascii) else {
        let ranges = &TABLES.properties[property as usize];
        let after = ranges.partition_point(|(first, _)| *first <= code);
        return after > 0 && code <= ranges[after - 1].1;
    };
    match property {
        Property::Alpha => ascii.is_ascii_alphabetic(),
        Property::Digit | Property::Numeric => ascii.is_ascii_digit(),
        Property::Upper => ascii.is_ascii_uppercase(),
        Property::Lower => ascii.is_ascii_lowercase(),
        Property::Title => false,
        Property::Printable => (' '..='~').contains(&ascii),
        Property::Start => ascii.is_ascii_alphabetic() || ascii == '_',
        Property::Continue => ascii.is_ascii_alphanumeric() || ascii == '_',
        Property::Ignored => "'.:^`".contains(ascii),
    }
}

/// Has the character a case?
pub(crate) fn is_cased(code: u32) -> bool {
    [Property::Upper, Property::Lower, Property::Title].into_iter().any(|property| is(property, code))
}

/// Appends what the character becomes.
pub(crate) fn map(case: Case, code: u32, out: &mut Vec<u32>) {
    match char::from_u32(code).filter(char::is_ascii) {
        Some(ascii) => out.push(u32::from(match case {
            Case::Upper | Case::Title => ascii.to_ascii_uppercase(),
            Case::Lower | Case::Fold => ascii.to_ascii_lowercase(),
        })),
        None => match TABLES.cases[case as usize].get(&code) {
            Some(mapped) => out.extend(mapped),
            None => out.push(code),
        },
    }
}

/// The value of a decimal digit.
pub(crate) fn decimal(code: u32) -> Option<u32> {
    if let Some(ascii) = char::from_u32(code).filter(char::is_ascii) {
        return ascii.to_digit(10);
    }
    let zeros = &TABLES.zeros;
    let zero = zeros[zeros.partition_point(|zero| *zero <= code).checked_sub(1)?];
    Some(code - zero).filter(|digit| *digit < 10)
}

/// White space, of which there is little.
pub(crate) fn is_space(code: u32) -> bool {
    matches!(
        code,
        0x9..=0xd | 0x1c..=0x20 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000
    )
}
