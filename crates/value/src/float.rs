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
