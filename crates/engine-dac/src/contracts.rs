//! Contracts that a user wrote, understood, and those that were found.
//!
//! What a user writes is tried like every other candidate: it cannot make a proof wrong.

use equiv::clause::{BadContract, Clause, Meaningless, Sign, Written};
use equiv::coverage::Contract;
use term::{Pool, TermId};
use value::{BvOp, Ctor, IntOp, Op, Sort, SortKind, Symbol, Value};

use crate::candidates::{self, Guess, at_most_of};
use crate::compose::{Composed, Formal};
use crate::houdini::{Candidate, Houdini};

/// Adds what the user wrote to the candidates.
pub(crate) fn add(houdini: &mut Houdini<'_>, written: &[Written]) -> Result<(), BadContract> {
    for each in written {
        let (index, term) = understood(houdini, each).map_err(|why| BadContract { line: each.line, why })?;
        houdini.add(index, each.is_pre, Guess { term, clause: each.clause.clone() });
    }
    Ok(())
}

/// The composed procedure that it is about, and what it says of that.
fn understood(houdini: &mut Houdini<'_>, written: &Written) -> Result<(usize, TermId), Meaningless> {
    let composed = houdini.composed;
    let called = || composed.iter().enumerate().skip(1);
    let Some((index, of)) = called().find(|(_, known)| known.name == written.function) else {
        let known = called().map(|(_, known)| known.name).collect();
        return Err(Meaningless::NoFunction { name: written.function, known });
    };
    let pool = &mut *houdini.pool;
    let term = Meaning { pool, composed: of, is_pre: written.is_pre }.of(&written.clause)?;
    match pool.sort(term) == Sort::bool() {
        false => Err(Meaningless::NotACondition),
        true if written.is_pre => Ok((index, term)),
        true => Ok((index, candidates::where_given(pool, of, term))),
    }
}

/// The conditions that were tried, and those of them that hold.
pub(crate) fn count(houdini: &Houdini<'_>) -> (usize, usize) {
    let called = houdini.contracts.iter().map(|contracts| &contracts.called);
    let all: Vec<&Candidate> = called.flat_map(|called| called.pre.iter().chain(&called.post)).collect();
    (all.len(), all.iter().filter(|candidate| candidate.is_alive).count())
}

pub(crate) fn found(houdini: &Houdini<'_>) -> Vec<Contract> {
    let alive = |candidates: &[Candidate]| -> Vec<Clause> {
        candidates.iter().filter(|each| each.is_alive).map(|each| each.clause.clone()).collect()
    };
    let pairs = houdini.composed.iter().zip(&houdini.contracts).skip(1);
    pairs
        .filter(|(composed, _)| !composed.is_closed)
        .map(|(composed, contracts)| {
            let called = &contracts.called;
            let name = |caller: usize| houdini.composed[caller].name;
            let died = |each: &Candidate| Some((each.clause.clone(), each.died?.map(name)));
            let died = called.pre.iter().chain(&called.post).filter_map(died).collect();
            Contract { function: composed.name, pre: alive(&called.pre), post: alive(&called.post), died }
        })
        .collect()
}

/// What a clause means of a pair of calls. Machine integers are compared with their sign.
struct Meaning<'p> {
    pool: &'p mut Pool,
    composed: &'p Composed,
    is_pre: bool,
}

type Meant = Result<TermId, Meaningless>;

impl Meaning<'_> {
    fn of(&mut self, clause: &Clause) -> Meant {
        match clause {
            Clause::Variable(_) | Clause::Word(_) => self.variable(clause),
            Clause::Number(number) => Ok(self.pool.int(*number)),
            Clause::Bool(is_true) => Ok(self.pool.bool(*is_true)),
            Clause::Not(inner) => {
                let inner = self.of(inner)?;
                self.bools(&[inner])?;
                Ok(self.pool.not(inner))
            }
            Clause::Minus(inner) => {
                let inner = self.of(inner)?;
                let zero = self.pool.int(0);
                self.calculate(IntOp::Sub, BvOp::Sub, zero, inner)
            }
            Clause::Part(name, whole) => {
                let whole = self.of(whole)?;
                self.part(*name, whole)
            }
            Clause::Is(value, form) => {
                let value = self.of(value)?;
                self.form(value, *form)
            }
            Clause::Two(sign, sides) => {
                let (left, right) = (self.of(&sides[0])?, self.of(&sides[1])?);
                self.two(*sign, left, right)
            }
        }
    }

    fn variable(&self, written: &Clause) -> Meant {
        let halves = [&self.composed.old, &self.composed.new];
        let formals = || {
            halves.into_iter().flat_map(|half| {
                let outs: &[Formal] = if self.is_pre { &[] } else { &half.outs };
                half.ins.iter().chain(outs)
            })
        };
        let found = formals().find(|formal| formal.clause == *written);
        found.map(|formal| formal.term).ok_or_else(|| Meaningless::NoVariable {
            written: written.clone(),
            known: formals().map(|formal| formal.clause.clone()).collect(),
        })
    }

    /// The form that a value has.
    fn form(&mut self, value: TermId, name: Symbol) -> Meant {
        let datatype = self.pool.sort(value).datatype().ok_or(Meaningless::FormOfPlain)?;
        let known = || datatype.ctors().iter().map(|form| form.name).collect();
        let ctor = datatype.ctor(&name).ok_or_else(|| Meaningless::NoForm { name, known: known() })?;
        Ok(self.pool.app(Op::Is(ctor), &[value]))
    }

    /// A part of a value that has several forms.
    fn part(&mut self, name: Symbol, value: TermId) -> Meant {
        let datatype = self.pool.sort(value).datatype().ok_or(Meaningless::PartOfPlain(name))?;
        let place = datatype.ctors().iter().enumerate().find_map(|(index, form)| {
            let position = form.fields.iter().position(|(known, _)| *known == name)?;
            Some(Op::Field(Ctor { datatype, index }, position))
        });
        Ok(self.pool.app(place.ok_or(Meaningless::NoPart(name))?, &[value]))
    }

    fn two(&mut self, sign: Sign, left: TermId, right: TermId) -> Meant {
        match sign {
            Sign::Implies | Sign::Or | Sign::And => {
                self.bools(&[left, right])?;
                let left = if sign == Sign::Implies { self.pool.not(left) } else { left };
                Ok(if sign == Sign::And { self.pool.and(left, right) } else { self.pool.or(left, right) })
            }
            Sign::Plus => self.calculate(IntOp::Add, BvOp::Add, left, right),
            Sign::Minus => self.calculate(IntOp::Sub, BvOp::Sub, left, right),
            Sign::Times => self.calculate(IntOp::Mul, BvOp::Mul, left, right),
            Sign::Equal | Sign::Unequal | Sign::AtMost | Sign::AtLeast | Sign::Less | Sign::More => {
                self.compare(sign, left, right)
            }
        }
    }

    fn compare(&mut self, sign: Sign, left: TermId, right: TermId) -> Meant {
        let (left, right) = self.of_one_sort(left, right);
        let sort = self.pool.sort(left);
        if sort != self.pool.sort(right) {
            return Err(Meaningless::TypesDiffer(sign));
        }
        let (holds, is_denied) = match sign {
            Sign::Equal | Sign::Unequal => (self.pool.eq(left, right), sign == Sign::Unequal),
            _ => {
                self.ints(&[left, right])?;
                // What is less is not at least as large.
                let (a, b) = if matches!(sign, Sign::AtMost | Sign::More) { (left, right) } else { (right, left) };
                (self.pool.app(at_most_of(sort), &[a, b]), matches!(sign, Sign::Less | Sign::More))
            }
        };
        Ok(if is_denied { self.pool.not(holds) } else { holds })
    }

    /// A number that stands beside a machine integer is one of its width.
    fn of_one_sort(&mut self, left: TermId, right: TermId) -> (TermId, TermId) {
        let (left_sort, right_sort) = (self.pool.sort(left), self.pool.sort(right));
        (self.of_sort(left, right_sort), self.of_sort(right, left_sort))
    }

    fn of_sort(&mut self, term: TermId, sort: Sort) -> TermId {
        let SortKind::Bv(width) = sort.kind() else { return term };
        match self.pool.as_const(term).and_then(|value| value.as_int().cloned()) {
            Some(number) => self.pool.constant(Value::bv(*width, number.low_bits(*width)), sort),
            None => term,
        }
    }

    fn calculate(&mut self, int: IntOp, machine: BvOp, left: TermId, right: TermId) -> Meant {
        let (left, right) = self.of_one_sort(left, right);
        self.ints(&[left, right])?;
        let sort = self.pool.sort(left);
        if sort != self.pool.sort(right) {
            return Err(Meaningless::WidthsDiffer);
        }
        let op = if sort == Sort::int() { Op::Int(int) } else { Op::Bv(machine) };
        Ok(self.pool.app(op, &[left, right]))
    }

    fn bools(&self, terms: &[TermId]) -> Result<(), Meaningless> {
        let is_bool = |term: &TermId| self.pool.sort(*term) == Sort::bool();
        terms.iter().all(is_bool).then_some(()).ok_or(Meaningless::NotABool)
    }

    fn ints(&self, terms: &[TermId]) -> Result<(), Meaningless> {
        let is_number = |term: &TermId| matches!(self.pool.sort(*term).kind(), SortKind::Int | SortKind::Bv(_));
        terms.iter().all(is_number).then_some(()).ok_or(Meaningless::NotAnInteger)
    }
}
