//! Integer polynomials: the normal form of sums and products.
//!
//! `2*x + 3*x*y - 7` is kept as its monomials in order, each with its coefficient, and a
//! constant. As a term it is a left-leaning sum of `coefficient * (factor * (factor ...))`, the
//! constant last. Above a size the form costs more than it finds, and a sum is left as it is.

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
    /// In order; no coefficient is zero.
    monomials: SmallVec<[(Monomial, Int); 4]>,
}

impl Poly {
    pub(crate) fn constant(value: Int) -> Poly {
        let mut poly = Poly::default();
        poly.add(Monomial::new(), value);
        poly
    }

    fn add(&mut self, monomial: Monomial, coefficient: Int) {
        match self.monomials.binary_search_by(|(known, _)| known.cmp(&monomial)) {
            Ok(index) => {
                let sum = &self.monomials[index].1 + &coefficient;
                if sum.is_zero() {
                    self.monomials.remove(index);
                } else {
                    self.monomials[index].1 = sum;
                }
            }
            Err(_) if coefficient.is_zero() => {}
            Err(index) => self.monomials.insert(index, (monomial, coefficient)),
        }
    }

    pub(crate) fn plus(mut self, other: &Poly, factor: &Int) -> Poly {
        for (monomial, coefficient) in &other.monomials {
            self.add(monomial.clone(), coefficient * factor);
        }
        self
    }

    pub(crate) fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (x, a) in &self.monomials {
            for (y, b) in &other.monomials {
                let mut factors: Monomial = x.iter().chain(y).copied().collect();
                factors.sort_unstable();
                product.add(factors, a * b);
            }
        }
        product
    }

    pub(crate) fn as_constant(&self) -> Option<Int> {
        match &self.monomials[..] {
            [] => Some(Int::ZERO),
            [(factors, constant)] if factors.is_empty() => Some(constant.clone()),
            _ => None,
        }
    }

    fn degree(&self) -> usize {
        self.monomials.iter().map(|(factors, _)| factors.len()).max().unwrap_or(0)
    }

    /// Takes the constant out.
    pub(crate) fn split_constant(mut self) -> (Poly, Int) {
        // Without factors it is the first.
        let is_constant = self.monomials.first().is_some_and(|(factors, _)| factors.is_empty());
        let constant = if is_constant { self.monomials.remove(0).1 } else { Int::ZERO };
        (self, constant)
    }

    /// The coefficient of the first monomial.
    pub(crate) fn leading(&self) -> Option<&Int> {
        self.monomials.first().map(|(_, coefficient)| coefficient)
    }

    /// The greatest common divisor of the coefficients.
    pub(crate) fn content(&self) -> Int {
        self.monomials.iter().fold(
            Int::ZERO,
            |gcd, (_, coefficient)| {
                if gcd.is_one() { gcd } else { gcd.gcd(coefficient) }
            },
        )
    }

    pub(crate) fn divide(&mut self, by: &Int) {
        for (_, coefficient) in &mut self.monomials {
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
                    Some(constant) => poly.add(Monomial::new(), constant * &factor),
                    None => poly.add(self.factors(term), factor),
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

    /// An integer as a sum: factors, and the coefficient of their product.
    pub fn monomials(&self, term: TermId) -> Vec<(Vec<TermId>, Int)> {
        self.poly(term).monomials().map(|(factors, coefficient)| (factors.to_vec(), coefficient.clone())).collect()
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

    pub(crate) fn poly_term(&mut self, poly: &Poly) -> TermId {
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
        Some(self.poly_term(&product))
    }

    pub(crate) fn normal_sum(&mut self, a: TermId, b: TermId, factor: &Int) -> TermId {
        if factor.is_one()
            && let Some(sum) = self.appended(a, b)
        {
            return sum;
        }
        let sum = self.poly(a).plus(&self.poly(b), factor);
        self.poly_term(&sum)
    }

    /// `a + b` in normal form where `b` is a constant or comes after all of `a`: the usual way of
    /// a growing sum, in constant time.
    fn appended(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.as_int(a).is_some() {
            return None;
        }
        let (sum, constant) = match self.node(a) {
            Node::App(Op::Int(IntOp::Add), args) => match self.as_int(args[1]) {
                Some(constant) => (args[0], constant.clone()),
                None => (a, Int::ZERO),
            },
            _ => (a, Int::ZERO),
        };
        let (sum, constant) = match self.as_int(b) {
            Some(more) => (sum, &constant + more),
            None => {
                let last = match self.node(sum) {
                    Node::App(Op::Int(IntOp::Add), args) => args[1],
                    _ => sum,
                };
                if self.monomial(last)? >= self.monomial(b)? {
                    return None;
                }
                (self.raw(Op::Int(IntOp::Add), &[sum, b]), constant)
            }
        };
        if constant.is_zero() {
            return Some(sum);
        }
        let constant = self.int(constant);
        Some(self.raw(Op::Int(IntOp::Add), &[sum, constant]))
    }

    /// The factors of a term that is one monomial with a coefficient other than zero.
    fn monomial(&self, term: TermId) -> Option<Monomial> {
        match self.node(term) {
            Node::Const(_) | Node::App(Op::Int(IntOp::Add), _) => None,
            Node::App(Op::Int(IntOp::Mul), args) => match self.as_int(args[0]) {
                Some(coefficient) if coefficient.is_zero() => None,
                Some(_) => self.monomial_factors(args[1]),
                None => self.monomial_factors(term),
            },
            _ => self.monomial_factors(term),
        }
    }

    fn monomial_factors(&self, term: TermId) -> Option<Monomial> {
        let factors = self.factors(term);
        // A constant or a sum among the factors is no normal form.
        let plain = |factor: &TermId| !matches!(self.node(*factor), Node::Const(_) | Node::App(Op::Int(IntOp::Add), _));
        factors.iter().all(plain).then_some(factors)
    }
}
