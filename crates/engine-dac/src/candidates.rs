//! Relative specifications to try (section 5.1): relations between mapped variables.
//!
//! Variables of the two versions are mapped by name and sort; what is left over is mapped to what is
//! left over of the same sort. For booleans the candidates are the two implications, for numbers the
//! two orders, for everything else equality. Beside these, of one version alone: a number is not
//! negative, is at most another one, has not gone down or up since the start (the paper had to
//! write one such by hand); a value is not of one of its forms (a pointer is not null), a number in
//! it is 0.

use equiv::Clause;
use equiv::clause::Sign;
use rustc_hash::FxHashSet;
use term::{Pool, TermId};
use value::{BvOp, Datatype, IntOp, Op, RealOp, Sort, SortKind, Value};

use crate::compose::{Composed, Formal, Half, Role, variable};

/// Most numbers of one side that are compared with each other.
const FEW: usize = 7;
/// Most variables without namesake that are tried with each other.
const LEFT_OVER: usize = 4;

/// Conditions on what a pair of calls is given.
pub(crate) fn preconditions(pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
    let mut found = Found::default();
    for (a, b) in mapped(&composed.old.ins, &composed.new.ins) {
        found.relate(pool, a, b);
    }
    for half in [&composed.old, &composed.new] {
        half.ins.iter().for_each(|formal| found.form(pool, formal));
        let numbers = numbers(&half.ins);
        numbers.iter().for_each(|number| found.not_negative(pool, number));
        for a in &numbers {
            for b in &numbers {
                if a.term != b.term && a.sort == b.sort && numbers.len() <= FEW {
                    found.at_most(pool, a, b);
                }
            }
        }
    }
    found.guesses
}

/// Conditions on what a pair of calls gives back.
pub(crate) fn postconditions(pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
    let mut found = Found::default();
    for (a, b) in mapped(&composed.old.outs, &composed.new.outs) {
        found.relate(pool, a, b);
    }
    for half in [&composed.old, &composed.new] {
        one_side(pool, half, &mut found);
    }
    found.of_ends(pool, composed)
}

/// If everything mapped is the same at the start: what may be related at the end.
pub(crate) fn of_equal_inputs(pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
    let mut found = Found::default();
    for (a, b) in mapped(&composed.old.outs, &composed.new.outs) {
        found.relate(pool, a, b);
    }
    for half in [&composed.old, &composed.new] {
        ways(pool, half, &mut found);
    }
    found.of_ends(pool, composed)
}

/// The same code on the same inputs: what it gives is the same.
pub(crate) fn of_same_code(pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
    let mut found = Found::default();
    for (a, b) in namesakes(&composed.old.outs, &composed.new.outs) {
        found.relate(pool, a, b);
    }
    found.of_ends(pool, composed)
}

/// The condition where what it speaks of is there: results where both versions that it speaks of
/// return, the state where they return or raise.
pub(crate) fn where_given(pool: &mut Pool, composed: &Composed, term: TermId) -> TermId {
    let spoken = pool.free_variables([term]);
    let mut guarded = term;
    for half in [&composed.old, &composed.new] {
        let speaks_of = |kind: fn(Role) -> bool| {
            half.outs.iter().any(|out| kind(out.kind) && spoken.contains(&variable(pool, out.term)))
        };
        let of_result = speaks_of(|kind| matches!(kind, Role::Result(_)));
        let of_raised = speaks_of(|kind| kind == Role::RaisedValue);
        let of_state = speaks_of(|kind| matches!(kind, Role::State(_)));
        for way in half.outs.iter().filter(|out| out.kind.is_way()) {
            let way_term = way.term;
            match way.kind {
                Role::Raised if of_result => guarded = pool.or(way_term, guarded),
                Role::Raised if of_raised => {
                    let not = pool.not(way_term);
                    guarded = pool.or(not, guarded);
                }
                Role::Failed | Role::Stuck if of_result || of_raised || of_state => {
                    guarded = pool.or(way_term, guarded);
                }
                _ => {}
            }
        }
    }
    guarded
}

/// Everything mapped is the same at the start.
pub(crate) fn equal_inputs(pool: &mut Pool, composed: &Composed) -> Vec<TermId> {
    let pairs = namesakes(&composed.old.ins, &composed.new.ins);
    pairs.into_iter().map(|(a, b)| pool.eq(a.term, b.term)).collect()
}

fn one_side(pool: &mut Pool, half: &Half, found: &mut Found) {
    ways(pool, half, found);
    let (ins, outs) = (numbers(&half.ins), numbers(&half.outs));
    for out in &outs {
        found.not_negative(pool, out);
        for input in &ins {
            let is_few = ins.len() <= FEW && outs.len() <= FEW;
            if input.sort == out.sort && (input.name == out.name || is_few) {
                found.at_most(pool, input, out);
                found.at_most(pool, out, input);
            }
        }
    }
    for out in half.outs.iter().filter(|out| out.sort == Sort::bool()) {
        if let Some(input) = half.ins.iter().find(|input| input.kind == out.kind) {
            found.implication(pool, out, input);
        }
    }
}

/// It is not stuck, does not raise, does not fail.
fn ways(pool: &mut Pool, half: &Half, found: &mut Found) {
    for out in half.outs.iter().filter(|out| out.kind.is_way()) {
        let not = pool.not(out.term);
        found.add(not, out.clause.clone().negated());
    }
}

fn numbers(formals: &[Formal]) -> Vec<&Formal> {
    formals.iter().filter(|formal| matches!(formal.sort.kind(), SortKind::Int | SortKind::Bv(_))).collect()
}

/// By name and sort, then what is left over by sort.
fn mapped<'f>(old: &'f [Formal], new: &'f [Formal]) -> Vec<(&'f Formal, &'f Formal)> {
    let mut pairs = namesakes(old, new);
    let is_taken = |formal: &Formal| pairs.iter().any(|(a, b)| a.term == formal.term || b.term == formal.term);
    let plain = |formal: &&Formal| matches!(formal.kind, Role::Param(_) | Role::Result(_)) && !is_taken(formal);
    let left: Vec<&Formal> = old.iter().filter(plain).take(LEFT_OVER).collect();
    let right: Vec<&Formal> = new.iter().filter(plain).take(LEFT_OVER).collect();
    for a in &left {
        pairs.extend(right.iter().filter(|b| b.sort == a.sort).map(|b| (*a, *b)));
    }
    pairs
}

pub(crate) fn namesakes<'f>(old: &'f [Formal], new: &'f [Formal]) -> Vec<(&'f Formal, &'f Formal)> {
    let mut taken: FxHashSet<TermId> = FxHashSet::default();
    let mut pairs = Vec::new();
    for a in old {
        let is_same = |b: &&Formal| {
            b.name == a.name && b.sort == a.sort && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
        };
        if let Some(b) = new.iter().filter(is_same).find(|b| !taken.contains(&b.term)) {
            taken.insert(b.term);
            pairs.push((a, b));
        }
    }
    pairs
}

/// A condition over the formals, and what it says.
pub(crate) struct Guess {
    pub(crate) term: TermId,
    pub(crate) clause: Clause,
}

#[derive(Default)]
struct Found {
    guesses: Vec<Guess>,
    seen: FxHashSet<TermId>,
}

impl Found {
    /// The guesses, as conditions on what calls give back.
    fn of_ends(self, pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
        let guard = |guess: Guess| Guess { term: where_given(pool, composed, guess.term), ..guess };
        self.guesses.into_iter().map(guard).collect()
    }

    fn add(&mut self, term: TermId, clause: Clause) {
        if self.seen.insert(term) {
            self.guesses.push(Guess { term, clause });
        }
    }

    fn relate(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        match a.sort.kind() {
            SortKind::Bool => {
                self.implication(pool, a, b);
                self.implication(pool, b, a);
            }
            SortKind::Int | SortKind::Real => {
                self.at_most(pool, a, b);
                self.at_most(pool, b, a);
            }
            SortKind::Bv(_) => {
                // Two orders of bits are not seen to be an equality.
                self.equal(pool, a, b);
                self.at_most(pool, a, b);
                self.at_most(pool, b, a);
            }
            _ => {
                self.equal(pool, a, b);
                for (a, b) in fields(pool, a).into_iter().zip(fields(pool, b)) {
                    self.relate(pool, &a, &b);
                }
            }
        }
    }

    fn equal(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        let equal = pool.eq(a.term, b.term);
        self.add(equal, two(Sign::Equal, a, b));
    }

    fn implication(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        let not = pool.not(a.term);
        let term = pool.or(not, b.term);
        self.add(term, two(Sign::Implies, a, b));
    }

    fn at_most(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        let term = pool.app(at_most_of(a.sort), &[a.term, b.term]);
        self.add(term, two(Sign::AtMost, a, b));
    }

    /// It is not of one of the few forms that there are; a number in it is 0.
    fn form(&mut self, pool: &mut Pool, formal: &Formal) {
        let Some(datatype) = few_forms(formal.sort) else { return };
        for form in datatype.ctors() {
            let Some(ctor) = datatype.ctor(&form.name) else { continue };
            let is = pool.app(Op::Is(ctor), &[formal.term]);
            let not = pool.not(is);
            self.add(not, Clause::Is(Box::new(formal.clause.clone()), form.name).negated());
        }
        for field in fields(pool, formal) {
            let zero = number(pool, field.sort, 0);
            let is_zero = pool.eq(field.term, zero);
            self.add(is_zero, Clause::two(Sign::Equal, field.clause, Clause::Number(0)));
        }
    }

    fn not_negative(&mut self, pool: &mut Pool, formal: &Formal) {
        let zero = number(pool, formal.sort, 0);
        let term = pool.app(at_most_of(formal.sort), &[zero, formal.term]);
        self.add(term, Clause::two(Sign::AtMost, Clause::Number(0), formal.clause.clone()));
    }
}

/// A sort of values of several forms, but not of many.
fn few_forms(sort: Sort) -> Option<&'static Datatype> {
    sort.datatype().filter(|datatype| (2..=5).contains(&datatype.ctors().len()))
}

/// The numbers in a value of several forms.
fn fields(pool: &mut Pool, formal: &Formal) -> Vec<Formal> {
    let mut found = Vec::new();
    let Some(datatype) = few_forms(formal.sort) else { return found };
    for form in datatype.ctors() {
        let Some(ctor) = datatype.ctor(&form.name) else { continue };
        for (position, (name, sort)) in form.fields.iter().enumerate() {
            if matches!(sort.kind(), SortKind::Int | SortKind::Bv(_)) {
                let term = pool.app(Op::Field(ctor, position), &[formal.term]);
                let clause = Clause::Part(*name, Box::new(formal.clause.clone()));
                found.push(Formal { sort: *sort, term, clause, ..formal.clone() });
            }
        }
    }
    found
}

fn two(sign: Sign, a: &Formal, b: &Formal) -> Clause {
    Clause::two(sign, a.clause.clone(), b.clause.clone())
}

/// The order of numbers, of machine integers with a sign.
pub(crate) fn at_most_of(sort: Sort) -> Op {
    match sort.kind() {
        SortKind::Bv(_) => Op::Bv(BvOp::SLe),
        SortKind::Real => Op::Real(RealOp::Le),
        _ => Op::Int(IntOp::Le),
    }
}

/// A number of a sort of integers.
pub(crate) fn number(pool: &mut Pool, sort: Sort, value: i64) -> TermId {
    match sort.kind() {
        SortKind::Bv(width) => pool.constant(Value::bv(*width, value as i128 as u128), sort),
        _ => pool.int(value),
    }
}
