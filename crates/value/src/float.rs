//! IEEE 754 numbers of 32 and 64 bits, with one NaN.

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive, Zero};

use crate::{Int, Real};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatFormat {
    F32,
    F64,
}

/// Rounding to an integral value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundTo {
    Zero,
    Down,
    Up,
    /// Halves to the even neighbour.
    NearestEven,
    /// Halves away from zero.
    NearestAway,
}

/// How a number is written with a given number of digits. An infinity and NaN are written out.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatStyle {
    /// So many digits after the point: `12.50`.
    Fixed,
    /// So many digits after the point, with an exponent: `1.25e+01`.
    Scientific,
    /// So many digits in all, at least one, with an exponent if it is below -4 or not below that number, and no zeros at
    /// the end.
    General,
    /// The same with the zeros and the point.
    GeneralFull,
    /// The same with a digit after the point, or else an exponent.
    GeneralPoint,
}

/// Functions of one double, as the C library of this machine has them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MathFn {
    Exp,
    Expm1,
    Log,
    Log1p,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Cbrt,
}

impl MathFn {
    pub(crate) fn of(self, x: f64) -> f64 {
        match self {
            MathFn::Exp => x.exp(),
            MathFn::Expm1 => x.exp_m1(),
            MathFn::Log => x.ln(),
            MathFn::Log1p => x.ln_1p(),
            MathFn::Log2 => x.log2(),
            MathFn::Log10 => x.log10(),
            MathFn::Sin => x.sin(),
            MathFn::Cos => x.cos(),
            MathFn::Tan => x.tan(),
            MathFn::Asin => x.asin(),
            MathFn::Acos => x.acos(),
            MathFn::Atan => x.atan(),
            MathFn::Sinh => x.sinh(),
            MathFn::Cosh => x.cosh(),
            MathFn::Tanh => x.tanh(),
            MathFn::Cbrt => x.cbrt(),
        }
    }
}

/// A float. Equality and order are those of the bits (so NaN equals itself and the zeros
/// differ); IEEE comparison is an operator. Invariant: a NaN has the one canonical bit pattern.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    pub format: FloatFormat,
    bits: u64,
}

impl FloatFormat {
    pub fn width(self) -> u32 {
        match self {
            FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
        }
    }
}

impl Float {
    pub fn f64(value: f64) -> Float {
        let value = if value.is_nan() { f64::NAN } else { value };
        Float { format: FloatFormat::F64, bits: value.to_bits() }
    }

    pub fn f32(value: f32) -> Float {
        let value = if value.is_nan() { f32::NAN } else { value };
        Float { format: FloatFormat::F32, bits: u64::from(value.to_bits()) }
    }

    /// The value rounded to the format. Rounding twice is harmless only from exact `f64`s.
    pub fn of(format: FloatFormat, value: f64) -> Float {
        match format {
            FloatFormat::F32 => Float::f32(value as f32),
            FloatFormat::F64 => Float::f64(value),
        }
    }

    pub fn from_bits(format: FloatFormat, bits: u64) -> Float {
        match format {
            FloatFormat::F32 => Float::f32(f32::from_bits(bits as u32)),
            FloatFormat::F64 => Float::f64(f64::from_bits(bits)),
        }
    }

    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The value as a double; exact.
    pub fn to_f64(self) -> f64 {
        match self.format {
            FloatFormat::F32 => f64::from(f32::from_bits(self.bits as u32)),
            FloatFormat::F64 => f64::from_bits(self.bits),
        }
    }

    pub fn to_f32(self) -> f32 {
        match self.format {
            FloatFormat::F32 => f32::from_bits(self.bits as u32),
            FloatFormat::F64 => f64::from_bits(self.bits) as f32,
        }
    }

    /// The exact value; 0 for NaN and the infinities.
    pub fn to_real(self) -> Real {
        BigRational::from_f64(self.to_f64()).unwrap_or_else(BigRational::zero)
    }

    /// The value truncated to an integer; 0 for NaN and the infinities.
    pub fn to_int(self) -> Int {
        Int::from(BigInt::from_f64(self.to_f64().trunc()).unwrap_or_default())
    }

    /// The integer rounded to the nearest float, ties to even.
    pub fn from_int(format: FloatFormat, value: &Int) -> Float {
        match (format, value.to_i64()) {
            (FloatFormat::F64, Some(small)) => Float::f64(small as f64),
            (FloatFormat::F32, Some(small)) => Float::f32(small as f32),
            // Decimal parsing rounds to nearest even for any number of digits.
            (FloatFormat::F64, None) => Float::f64(value.to_string().parse().unwrap_or(f64::NAN)),
            (FloatFormat::F32, None) => Float::f32(value.to_string().parse().unwrap_or(f32::NAN)),
        }
    }

    /// The real rounded to the nearest float, ties to even.
    pub fn from_real(format: FloatFormat, value: &Real) -> Float {
        match format {
            // The conversion keeps enough bits and a sticky bit, so it rounds once.
            FloatFormat::F64 => Float::f64(value.to_f64().unwrap_or(f64::NAN)),
            FloatFormat::F32 => Float::f32(nearest_f32(value)),
        }
    }

    /// The shortest decimal text that reads back as this number, with an exponent if it is below -4 or above 15.
    pub fn to_shortest_text(self) -> String {
        let value = self.to_f64();
        if !value.is_finite() {
            let sign = if value < 0.0 { "-" } else { "" };
            return if value.is_nan() { "nan".into() } else { format!("{sign}inf") };
        }
        let written = match self.format {
            FloatFormat::F32 => format!("{:e}", self.to_f32()),
            FloatFormat::F64 => format!("{value:e}"),
        };
        let (mantissa, exponent) = written.split_once('e').expect("an exponent was asked for");
        let exponent: i32 = exponent.parse().expect("an exponent is a number");
        if (-4..16).contains(&exponent) {
            return format!("{value:?}");
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{mantissa}e{sign}{:02}", exponent.abs())
    }

    /// The text with so many digits, rounded to nearest, ties to even.
    pub fn to_styled_text(self, style: FloatStyle, digits: usize) -> String {
        let value = self.to_f64();
        if !value.is_finite() {
            return self.to_shortest_text();
        }
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let size = self.to_real();
        let size = if size < BigRational::zero() { -size } else { size };
        let text = match style {
            FloatStyle::Fixed => with_point(&nearest_int(&(size * power(digits as i64))).to_string(), digits),
            FloatStyle::Scientific => {
                let (text, exponent) = significant(&size, digits + 1);
                with_exponent(&text, exponent)
            }
            FloatStyle::General | FloatStyle::GeneralFull | FloatStyle::GeneralPoint => {
                general(style, &size, digits.max(1))
            }
        };
        format!("{sign}{text}")
    }

    pub fn round_to_integral(self, to: RoundTo) -> Float {
        let value = self.to_f64();
        let rounded = match to {
            RoundTo::Zero => value.trunc(),
            RoundTo::Down => value.floor(),
            RoundTo::Up => value.ceil(),
            RoundTo::NearestEven => value.round_ties_even(),
            RoundTo::NearestAway => value.round(),
        };
        Float::of(self.format, rounded)
    }
}

fn power(exponent: i64) -> BigRational {
    let size = BigRational::from_integer(BigInt::from(10).pow(exponent.unsigned_abs() as u32));
    if exponent < 0 { size.recip() } else { size }
}

/// The nearest integer, ties to even; of what is not negative.
fn nearest_int(value: &BigRational) -> BigInt {
    let floor = value.floor().to_integer();
    let rest = value - BigRational::from_integer(floor.clone());
    let half = BigRational::new(1.into(), 2.into());
    let is_odd = (&floor % BigInt::from(2)) == BigInt::from(1);
    if rest > half || (rest == half && is_odd) { floor + 1 } else { floor }
}

/// So many digits of a number, and the exponent of the first.
fn significant(value: &BigRational, digits: usize) -> (String, i64) {
    if value.is_zero() {
        return ("0".repeat(digits), 0);
    }
    // The lengths of both parts tell the exponent up to one.
    let length = |int: &BigInt| int.to_string().len() as i64;
    let mut exponent = length(value.numer()) - length(value.denom());
    if *value < power(exponent) {
        exponent -= 1;
    }
    let text = nearest_int(&(value * power(digits as i64 - 1 - exponent))).to_string();
    match text.len() > digits {
        // It was rounded up to a power of ten.
        true => (text[..digits].to_string(), exponent + 1),
        false => (text, exponent),
    }
}

/// With so many of the digits after the point.
fn with_point(text: &str, after: usize) -> String {
    if after == 0 {
        return text.to_string();
    }
    let text = format!("{text:0>width$}", width = after + 1);
    let (before, after) = text.split_at(text.len() - after);
    format!("{before}.{after}")
}

fn with_exponent(digits: &str, exponent: i64) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", with_point(digits, digits.len() - 1), exponent.abs())
}

fn general(style: FloatStyle, value: &BigRational, digits: usize) -> String {
    let (text, exponent) = significant(value, digits);
    let limit = digits as i64 - i64::from(style == FloatStyle::GeneralPoint);
    let is_full = style == FloatStyle::GeneralFull;
    if exponent < -4 || exponent >= limit {
        let kept = if is_full { &text } else { text.trim_end_matches('0') };
        let kept = if kept.is_empty() { "0" } else { kept };
        let written = with_exponent(kept, exponent);
        // A single digit has its point, too.
        return if is_full && kept.len() == 1 { written.replacen('e', ".e", 1) } else { written };
    }
    let after = (digits as i64 - 1 - exponent) as usize;
    let written = with_point(&text, after);
    match style {
        FloatStyle::GeneralFull if after == 0 => written + ".",
        FloatStyle::GeneralFull => written,
        _ if after == 0 && style == FloatStyle::GeneralPoint => written + ".0",
        _ if after == 0 => written,
        FloatStyle::GeneralPoint => {
            let kept = written.trim_end_matches('0');
            if kept.ends_with('.') { format!("{kept}0") } else { kept.to_string() }
        }
        _ => written.trim_end_matches('0').trim_end_matches('.').to_string(),
    }
}

/// Rounds once, where going through a double would round twice.
fn nearest_f32(value: &Real) -> f32 {
    let guess = value.to_f64().unwrap_or(f64::NAN) as f32;
    if !guess.is_finite() {
        return guess;
    }
    let distance = |candidate: f32| {
        let exact = BigRational::from_f32(candidate).unwrap_or_else(BigRational::zero);
        let difference = exact - value;
        if difference < BigRational::zero() { -difference } else { difference }
    };
    let mut best = guess;
    for candidate in [guess.next_down(), guess.next_up()] {
        if !candidate.is_finite() {
            continue;
        }
        let order = distance(candidate).cmp(&distance(best));
        let tie_to_even = order.is_eq() && candidate.to_bits() & 1 == 0 && best.to_bits() & 1 == 1;
        if order.is_lt() || tie_to_even {
            best = candidate;
        }
    }
    best
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.width())
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            FloatFormat::F32 => write!(f, "{:?}", self.to_f32()),
            FloatFormat::F64 => write!(f, "{:?}", self.to_f64()),
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.format)
    }
}
