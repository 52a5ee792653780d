//! Integer polynomials: the normal form of sums and products.
//!
//! `2*x + 3*x*y - 7` is kept as its monomials in order, each with its coefficient, and a
//! constant. As a term it is a left-leaning sum of `coefficient * (factor * (factor ...))`, the
//! constant last. Above a size the form costs more than it finds, and a sum is left as it is.

use std::collections::BTreeMap;

use smallvec::SmallVec;
use value::{Int, IntOp, Op};

use crate::{Node, Pool, TermId};

/// Factors in order; none for the constant.
type Monomial = SmallVec<[TermId; 2]>;

/// Most monomials a normal form may have.
const MONOMIALS: usize = 48;
/// Highest degree that products are multiplied out to.
const DEGREE: usize = 6;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Poly {
    /// No coefficient is zero.
    monomials: BTreeMap<Monomial, Int>,
}

impl Poly {
    pub(crate) fn constant(value: Int) -> Poly {
        let mut poly = Poly::default();
        poly.add(Monomial::new(), &value);
        poly
    }

    fn add(&mut self, monomial: Monomial, coefficient: &Int) {
        let sum = match self.monomials.get(&monomial) {
            Some(known) => known + coefficient,
            None => coefficient.clone(),
        };
        if sum.is_zero() {
            self.monomials.remove(&monomial);
        } else {
            self.monomials.insert(monomial, sum);
        }
    }

    pub(crate) fn plus(mut self, other: &Poly, factor: &Int) -> Poly {
        for (monomial, coefficient) in &other.monomials {
            self.add(monomial.clone(), &(coefficient * factor));
        }
        self
    }

    pub(crate) fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (x, a) in &self.monomials {
            for (y, b) in &other.monomials {
                let mut factors: Monomial = x.iter().chain(y).copied().collect();
                factors.sort_unstable();
                product.add(factors, &(a * b));
            }
        }
        product
    }

    pub(crate) fn as_constant(&self) -> Option<Int> {
        match self.monomials.len() {
            0 => Some(Int::ZERO),
            1 => self.monomials.get(&Monomial::new()).cloned(),
            _ => None,
        }
    }

    fn degree(&self) -> usize {
        self.monomials.keys().map(|factors| factors.len()).max().unwrap_or(0)
    }

    /// Takes the constant out.
    pub(crate) fn split_constant(mut self) -> (Poly, Int) {
        let constant = self.monomials.remove(&Monomial::new()).unwrap_or(Int::ZERO);
        (self, constant)
    }

    /// The coefficient of the first monomial.
    pub(crate) fn leading(&self) -> Option<&Int> {
        self.monomials.values().next()
    }

    /// The greatest common divisor of the coefficients.
    pub(crate) fn content(&self) -> Int {
        self.monomials.values().fold(
            Int::ZERO,
            |gcd, coefficient| {
                if gcd.is_one() { gcd } else { gcd.gcd(coefficient) }
            },
        )
    }

    pub(crate) fn divide(&mut self, by: &Int) {
        for coefficient in self.monomials.values_mut() {
            *coefficient = coefficient.div(by, value::Rounding::Trunc);
        }
    }

    pub(crate) fn monomials(&self) -> impl Iterator<Item = (&[TermId], &Int)> {
        self.monomials.iter().map(|(factors, coefficient)| (&factors[..], coefficient))
    }
}

impl Pool {
    /// The polynomial an integer term is. Terms above the size are taken as one factor.
    pub(crate) fn poly(&self, term: TermId) -> Poly {
        let mut poly = Poly::default();
        let mut work: SmallVec<[(TermId, Int); 8]> = SmallVec::from_iter([(term, Int::ONE)]);
        while let Some((term, factor)) = work.pop() {
            match self.node(term) {
                Node::App(Op::Int(IntOp::Add), args) if poly.monomials.len() + work.len() < MONOMIALS => {
                    work.push((args[0], factor.clone()));
                    work.push((args[1], factor));
                }
                Node::App(Op::Int(IntOp::Mul), args) if let Some(constant) = self.as_int(args[0]) => {
                    work.push((args[1], &factor * constant));
                }
                _ => match self.as_int(term) {
                    Some(constant) => poly.add(Monomial::new(), &(constant * &factor)),
                    None => poly.add(self.factors(term), &factor),
                },
            }
        }
        poly
    }

    fn factors(&self, term: TermId) -> Monomial {
        let mut factors = Monomial::new();
        let mut term = term;
        while let Node::App(Op::Int(IntOp::Mul), args) = self.node(term)
            && factors.len() < DEGREE
        {
            factors.push(args[0]);
            term = args[1];
        }
        factors.push(term);
        factors.sort_unstable();
        factors
    }

    /// The monomials of an integer term that are one factor, with their coefficients.
    pub fn linear_factors(&self, term: TermId) -> Vec<(TermId, Int)> {
        let poly = self.poly(term);
        let single = |(factors, coefficient): (&[TermId], &Int)| match factors {
            [only] => Some((*only, coefficient.clone())),
            _ => None,
        };
        poly.monomials().filter_map(single).collect()
    }

    pub(crate) fn from_poly(&mut self, poly: &Poly) -> TermId {
        let mut sum = None;
        let mut constant = None;
        for (factors, coefficient) in &poly.monomials {
            if factors.is_empty() {
                constant = Some(coefficient.clone());
                continue;
            }
            let mut product = None;
            for factor in factors.iter().rev() {
                product = Some(match product {
                    None => *factor,
                    Some(rest) => self.raw(Op::Int(IntOp::Mul), &[*factor, rest]),
                });
            }
            let mut term = product.expect("a monomial that is no constant has a factor");
            if !coefficient.is_one() {
                let coefficient = self.int(coefficient.clone());
                term = self.raw(Op::Int(IntOp::Mul), &[coefficient, term]);
            }
            sum = Some(match sum {
                None => term,
                Some(sum) => self.raw(Op::Int(IntOp::Add), &[sum, term]),
            });
        }
        match (sum, constant) {
            (None, constant) => self.int(constant.unwrap_or(Int::ZERO)),
            (Some(sum), None) => sum,
            (Some(sum), Some(constant)) => {
                let constant = self.int(constant);
                self.raw(Op::Int(IntOp::Add), &[sum, constant])
            }
        }
    }

    /// The normal form of a sum or product of two polynomials, if it is not too large.
    pub(crate) fn normal_product(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (p, q) = (self.poly(a), self.poly(b));
        if p.monomials.len() * q.monomials.len() > MONOMIALS || p.degree() + q.degree() > DEGREE {
            // Constants may always be multiplied in.
            p.as_constant().or_else(|| q.as_constant())?;
        }
        let product = p.times(&q);
        Some(self.from_poly(&product))
    }

    pub(crate) fn normal_sum(&mut self, a: TermId, b: TermId, factor: &Int) -> TermId {
        let sum = self.poly(a).plus(&self.poly(b), factor);
        self.from_poly(&sum)
    }
}
