//! Mathematical integers: a machine word while they fit, big otherwise.

use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};

/// How a quotient is rounded. The remainder is always `a - quotient * b`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// Towards minus infinity: Python's `//` and `%`.
    Floor,
    /// Towards zero: C's `/` and `%`.
    Trunc,
    /// So that the remainder is never negative: SMT-LIB's and Boogie's `div` and `mod`.
    Euclid,
}

/// An integer of any size.
///
/// Invariant: `Big` holds only what does not fit an `i64`, so equal integers are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

use Repr::{Big, Small};

impl Int {
    pub const ZERO: Int = Int(Small(0));
    pub const ONE: Int = Int(Small(1));

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(small) => Some(*small),
            Big(_) => None,
        }
    }

    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|small| usize::try_from(small).ok())
    }

    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(small) => BigInt::from(*small),
            Big(big) => (**big).clone(),
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(small) => *small < 0,
            Big(big) => big.sign() == Sign::Minus,
        }
    }

    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Number of bits of the absolute value.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Big(big) => big.bits(),
        }
    }

    /// `a / b` rounded as asked; 0 if `b` is 0.
    pub fn div(&self, b: &Int, rounding: Rounding) -> Int {
        self.div_rem(b, rounding).0
    }

    /// `a - (a / b) * b`; `a` if `b` is 0.
    pub fn rem(&self, b: &Int, rounding: Rounding) -> Int {
        self.div_rem(b, rounding).1
    }

    fn div_rem(&self, b: &Int, rounding: Rounding) -> (Int, Int) {
        if b.is_zero() {
            return (Int::ZERO, self.clone());
        }
        if let (Small(x), Small(y)) = (&self.0, &b.0)
            && !(*x == i64::MIN && *y == -1)
        {
            let (quotient, remainder) = (x / y, x % y);
            let adjust = match rounding {
                Rounding::Trunc => 0,
                Rounding::Floor => i64::from(remainder != 0 && (remainder < 0) != (*y < 0)),
                // Rounding down or up, whichever makes the remainder non-negative.
                Rounding::Euclid if remainder < 0 => y.signum(),
                Rounding::Euclid => 0,
            };
            // The remainder fits, though `-1 * i64::MIN` on the way to it may not.
            let remainder = remainder.wrapping_add(adjust.wrapping_mul(*y));
            return (Int::from(quotient - adjust), Int::from(remainder));
        }
        let (x, y) = (self.to_big(), b.to_big());
        let (quotient, remainder) = match rounding {
            Rounding::Trunc => x.div_rem(&y),
            Rounding::Floor => x.div_mod_floor(&y),
            Rounding::Euclid => {
                let (quotient, remainder) = x.div_rem(&y);
                if remainder.is_negative() {
                    let sign = y.signum();
                    (quotient - &sign, remainder + sign * y)
                } else {
                    (quotient, remainder)
                }
            }
        };
        (Int::from(quotient), Int::from(remainder))
    }

    /// `self` to the power of `exponent`; 0 if that is negative. `None`: over a gigabit.
    pub fn pow(&self, exponent: &Int) -> Option<Int> {
        let even = exponent.rem(&Int::from(2), Rounding::Euclid).is_zero();
        Some(match (self.to_i64(), exponent.to_usize()) {
            _ if exponent.is_negative() => Int::ZERO,
            _ if exponent.is_zero() => Int::ONE,
            (Some(0 | 1), _) => self.clone(),
            (Some(-1), _) => Int::from(if even { 1 } else { -1 }),
            (_, Some(exponent)) if (exponent as u64).saturating_mul(self.bits()) <= 1 << 30 => {
                Int::from(num_traits::pow(self.to_big(), exponent))
            }
            _ => return None,
        })
    }

    /// `self * 2^by`; 0 if `by` is negative. `None`: over a gigabit.
    pub fn shl(&self, by: &Int) -> Option<Int> {
        match by.to_usize() {
            _ if self.is_zero() || by.is_negative() => Some(Int::ZERO),
            Some(by) if (by as u64).saturating_add(self.bits()) <= 1 << 30 => Some(Int::from(self.to_big() << by)),
            _ => None,
        }
    }

    /// `self / 2^by` rounded down; 0 if `by` is negative.
    pub fn shr(&self, by: &Int) -> Int {
        match (&self.0, by.to_usize()) {
            (Small(small), Some(by)) => Int::from(small >> by.min(63)),
            (Big(big), Some(by)) => Int::from(&**big >> by),
            (_, None) if by.is_negative() => Int::ZERO,
            (_, None) => Int::from(if self.is_negative() { -1 } else { 0 }),
        }
    }

    pub fn bit_and(&self, b: &Int) -> Int {
        match (&self.0, &b.0) {
            (Small(x), Small(y)) => Int::from(x & y),
            _ => Int::from(self.to_big() & b.to_big()),
        }
    }

    pub fn bit_or(&self, b: &Int) -> Int {
        match (&self.0, &b.0) {
            (Small(x), Small(y)) => Int::from(x | y),
            _ => Int::from(self.to_big() | b.to_big()),
        }
    }

    pub fn bit_xor(&self, b: &Int) -> Int {
        match (&self.0, &b.0) {
            (Small(x), Small(y)) => Int::from(x ^ y),
            _ => Int::from(self.to_big() ^ b.to_big()),
        }
    }

    pub fn gcd(&self, b: &Int) -> Int {
        if let (Small(x), Small(y)) = (&self.0, &b.0) {
            return Int::from(u128::from(x.unsigned_abs().gcd(&y.unsigned_abs())));
        }
        Int::from(self.to_big().gcd(&b.to_big()))
    }

    /// The value modulo `2^width`, for `width` up to 128.
    pub fn low_bits(&self, width: u32) -> u128 {
        match &self.0 {
            Small(small) => i128::from(*small) as u128 & mask(width),
            Big(big) => {
                let modulus = BigInt::one() << width;
                big.mod_floor(&modulus).to_u128().expect("a value modulo 2^128 fits")
            }
        }
    }

    /// Reads a decimal number with an optional sign.
    pub fn parse(text: &str) -> Option<Int> {
        text.parse::<i64>().map(Int::from).ok().or_else(|| text.parse::<BigInt>().map(Int::from).ok())
    }
}

/// The lowest `width` bits set.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl From<i64> for Int {
    fn from(small: i64) -> Int {
        Int(Small(small))
    }
}

impl From<i32> for Int {
    fn from(small: i32) -> Int {
        Int(Small(i64::from(small)))
    }
}

impl From<BigInt> for Int {
    fn from(big: BigInt) -> Int {
        match big.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(Box::new(big))),
        }
    }
}

impl From<u128> for Int {
    fn from(value: u128) -> Int {
        match i64::try_from(value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int::from(BigInt::from(value)),
        }
    }
}

impl From<i128> for Int {
    fn from(value: i128) -> Int {
        match i64::try_from(value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int::from(BigInt::from(value)),
        }
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Int {
        Int::from(value as u128)
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Small(x), Small(y)) => x.cmp(y),
            (Small(_), Big(y)) => Sign::NoSign.cmp(&y.sign()),
            (Big(x), Small(_)) => x.sign().cmp(&Sign::NoSign),
            (Big(x), Big(y)) => x.cmp(y),
        }
    }
}

macro_rules! arithmetic {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl std::ops::$trait<&Int> for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Small(x), Small(y)) = (&self.0, &other.0)
                    && let Some(result) = x.$checked(*y)
                {
                    return Int(Small(result));
                }
                Int::from(std::ops::$trait::$method(self.to_big(), other.to_big()))
            }
        }
    };
}

arithmetic!(Add, add, checked_add);
arithmetic!(Sub, sub, checked_sub);
arithmetic!(Mul, mul, checked_mul);

impl std::ops::Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Small(small) if *small != i64::MIN => Int(Small(-small)),
            _ => Int::from(-self.to_big()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => fmt::Display::fmt(small, f),
            Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const _: () = assert!(size_of::<Int>() == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_round_as_named() {
        let rows = [(7, 2, 3, 3, 3), (-7, 2, -4, -3, -4), (7, -2, -4, -3, -3), (-7, -2, 3, 3, 4), (6, -3, -2, -2, -2)];
        for (a, b, floor, trunc, euclid) in rows {
            let (a, b) = (Int::from(a), Int::from(b));
            for (rounding, expected) in [(Rounding::Floor, floor), (Rounding::Trunc, trunc), (Rounding::Euclid, euclid)]
            {
                let quotient = a.div(&b, rounding);
                assert_eq!(quotient, Int::from(expected), "{a} / {b} {rounding:?}");
                assert_eq!(&(&quotient * &b) + &a.rem(&b, rounding), a);
                // The same through the big path.
                let scale = Int::ONE.shl(&Int::from(80)).expect("small");
                assert_eq!((&a * &scale).div(&(&b * &scale), rounding), quotient);
            }
        }
    }

    #[test]
    fn small_and_big_meet_at_the_border() {
        let min = Int::from(i64::MIN);
        assert_eq!(-&-&min, min);
        assert_eq!(min.div(&Int::from(-1), Rounding::Floor).to_string(), "9223372036854775808");
        assert_eq!(&(&min - &Int::ONE) + &Int::ONE, min);
        assert_eq!(Int::from(-1).rem(&min, Rounding::Euclid), Int::from(i64::MAX));
        assert_eq!(Int::from(-1).div(&min, Rounding::Euclid), Int::ONE);
        assert_eq!(Int::from(-5).shr(&Int::from(1)), Int::from(-3));
        assert_eq!(Int::from(-1).low_bits(8), 255);
    }
}
