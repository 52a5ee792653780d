//! Relative specifications to try (section 5.1): relations between mapped variables.
//!
//! Variables of the two versions are mapped by name and sort; what is left over is mapped to what is
//! left over of the same sort. For booleans the candidates are the two implications, for numbers the
//! two orders, for everything else equality. Beside these, of one version alone: a number is not
//! negative, is at most another one, has not gone down or up since the start. (The paper had to
//! write one such by hand.)

use rustc_hash::FxHashSet;
use term::{Pool, TermId};
use value::{IntOp, Op, RealOp, Sort, SortKind};

use crate::compose::{Composed, Formal, Half, Kind};

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
        let numbers = numbers(&half.ins);
        numbers.iter().for_each(|number| found.not_negative(pool, number));
        for a in &numbers {
            for b in &numbers {
                if a.term != b.term && numbers.len() <= FEW {
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
    found.guesses
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
    found.guesses
}

/// The same code on the same inputs: what it gives is the same.
pub(crate) fn of_same_code(pool: &mut Pool, composed: &Composed) -> Vec<Guess> {
    let mut found = Found::default();
    for (a, b) in namesakes(&composed.old.outs, &composed.new.outs) {
        found.relate(pool, a, b);
    }
    found.guesses
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
            if input.name == out.name || (ins.len() <= FEW && outs.len() <= FEW) {
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
        found.add(not, format!("!{}", out.text));
    }
}

fn numbers(formals: &[Formal]) -> Vec<&Formal> {
    formals.iter().filter(|formal| formal.sort == Sort::int()).collect()
}

/// By name and sort, then what is left over by sort.
fn mapped<'f>(old: &'f [Formal], new: &'f [Formal]) -> Vec<(&'f Formal, &'f Formal)> {
    let mut pairs = namesakes(old, new);
    let is_taken = |formal: &Formal| pairs.iter().any(|(a, b)| a.term == formal.term || b.term == formal.term);
    let plain = |formal: &&Formal| matches!(formal.kind, Kind::Param(_) | Kind::Result(_)) && !is_taken(formal);
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

/// A condition over the formals, and how it is written.
pub(crate) struct Guess {
    pub(crate) term: TermId,
    pub(crate) text: String,
}

#[derive(Default)]
struct Found {
    guesses: Vec<Guess>,
    seen: FxHashSet<TermId>,
}

impl Found {
    fn add(&mut self, term: TermId, text: String) {
        if self.seen.insert(term) {
            self.guesses.push(Guess { term, text });
        }
    }

    fn relate(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        match a.sort.kind() {
            SortKind::Bool => {
                self.implication(pool, a, b);
                self.implication(pool, b, a);
            }
            SortKind::Int => {
                self.at_most(pool, a, b);
                self.at_most(pool, b, a);
            }
            SortKind::Real => {
                for (a, b) in [(a, b), (b, a)] {
                    let term = pool.app(Op::Real(RealOp::Le), &[a.term, b.term]);
                    self.add(term, format!("{} <= {}", a.text, b.text));
                }
            }
            _ => {
                let equal = pool.eq(a.term, b.term);
                self.add(equal, format!("{} == {}", a.text, b.text));
            }
        }
    }

    fn implication(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        let not = pool.not(a.term);
        let term = pool.or(not, b.term);
        self.add(term, format!("{} ==> {}", a.text, b.text));
    }

    fn at_most(&mut self, pool: &mut Pool, a: &Formal, b: &Formal) {
        let term = pool.app(Op::Int(IntOp::Le), &[a.term, b.term]);
        self.add(term, format!("{} <= {}", a.text, b.text));
    }

    fn not_negative(&mut self, pool: &mut Pool, formal: &Formal) {
        let zero = pool.int(0);
        let term = pool.app(Op::Int(IntOp::Le), &[zero, formal.term]);
        self.add(term, format!("0 <= {}", formal.text));
    }
}
