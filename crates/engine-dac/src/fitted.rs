//! Linear equations between the numbers of both versions, fitted to runs.
//!
//! Both versions are run on a few inputs; the n-th call of a function in old is put beside the n-th
//! call of its partner in new. What holds of the numbers at all these pairs of calls is worth trying
//! as a precondition: `j.new == i.old + 1`, where new counts from 1. (The relational engine fits its
//! invariants in the same way, with the same [`linear`].)
//!
//! Guessed only: Houdini keeps what is proved.

use arena::Id;
use equiv::clause::Sign;
use equiv::inputs::Generator;
use equiv::{Clause, Problem, Side};
use ir::FnId;
use ir::interp::{CallSeen, Interpreter, Limits, World};
use term::{Pool, TermId};
use value::linear::{self, Equation};
use value::{BvOp, Int, IntOp, Op, Sort, SortKind, Value};

use crate::candidates::{Guess, number};
use crate::compose::{Composed, Formal, Half, Role, Source};

/// How many inputs are tried, and how many calls of each run are kept.
const RUNS: usize = 12;
const CALLS: usize = 80;
/// Most numbers that are related at once.
const COLUMNS: usize = 16;

/// Equations for the preconditions of composed procedures, by their places.
pub(crate) fn preconditions(
    pool: &mut Pool,
    problem: &Problem,
    sources: [&Source<'_>; 2],
    composed: &[Composed],
) -> Vec<(usize, Guess)> {
    let mut found = Vec::new();
    if crate::has_prelude(problem) || composed.iter().skip(1).all(|each| each.is_closed) {
        return found;
    }
    let runs = runs(problem, sources);
    for (index, each) in composed.iter().enumerate().skip(1).filter(|(_, each)| !each.is_closed) {
        let pairs: Vec<(&CallSeen, &CallSeen)> = runs
            .iter()
            .flat_map(|[old, new]| {
                let of = |calls: &'_ [(FnId, CallSeen)], function: FnId| -> Vec<usize> {
                    (0..calls.len()).filter(|at| calls[*at].0 == function).collect()
                };
                let (old_calls, new_calls) = (of(old, each.old.function), of(new, each.new.function));
                old_calls.into_iter().zip(new_calls).map(|(o, n)| (&old[o].1, &new[n].1)).collect::<Vec<_>>()
            })
            .collect();
        for sort in sorts(each) {
            found.extend(equations(pool, each, sort, &pairs).into_iter().map(|guess| (index, guess)));
        }
    }
    found
}

/// The calls that both versions make on some inputs.
fn runs(problem: &Problem, sources: [&Source<'_>; 2]) -> Vec<[Vec<(FnId, CallSeen)>; 2]> {
    let mut generator = Generator::new(problem, 0xf17);
    let run = |side: Side, source: &Source<'_>, inputs: &[Value]| {
        let mut world = Chosen;
        let limits = Limits { fuel: 20_000, ..Limits::default() };
        let mut machine = Interpreter::new(source.version.program, &mut world, limits);
        machine.trace_room = CALLS;
        // However it ends: the calls are what is wanted.
        let _ = machine.run(problem.entry(side).entry, inputs);
        machine.trace
    };
    (0..RUNS)
        .map(|_| {
            let inputs = generator.next_inputs();
            [run(Side::Old, sources[0], &inputs), run(Side::New, sources[1], &inputs)]
        })
        .collect()
}

/// The n-th choice is the same for both versions.
struct Chosen;

impl World for Chosen {
    fn choose(&mut self, n: usize, sort: Sort) -> Option<Value> {
        let small = (n as i64 * 5) % 7 - 2;
        Some(match sort.kind() {
            SortKind::Int => Value::int(small),
            SortKind::Bool => Value::Bool(n.is_multiple_of(3)),
            SortKind::Bv(width) => Value::bv(*width, small as i128 as u128),
            _ => Value::default_of(sort),
        })
    }
}

/// The sorts of integers that a composed procedure takes.
fn sorts(composed: &Composed) -> Vec<Sort> {
    let mut found: Vec<Sort> = Vec::new();
    for formal in composed.old.ins.iter().chain(&composed.new.ins) {
        if matches!(formal.sort.kind(), SortKind::Int | SortKind::Bv(_)) && !found.contains(&formal.sort) {
            found.push(formal.sort);
        }
    }
    found
}

fn equations(pool: &mut Pool, composed: &Composed, sort: Sort, pairs: &[(&CallSeen, &CallSeen)]) -> Vec<Guess> {
    let mut formals: Vec<&Formal> = Vec::new();
    let mut columns: Vec<Vec<Int>> = Vec::new();
    let mut add = |half: &'_ Half, calls: &[&CallSeen], formals: &mut Vec<_>| {
        for (position, formal) in half.ins.iter().enumerate().filter(|(_, formal)| formal.sort == sort) {
            let column: Option<Vec<Int>> = calls.iter().map(|call| value_of(call, formal)).collect();
            if let Some(column) = column.filter(|_| formals.len() < COLUMNS) {
                formals.push(position);
                columns.push(column);
            }
        }
    };
    let (mut of_old, mut of_new) = (Vec::new(), Vec::new());
    add(&composed.old, &pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), &mut of_old);
    add(&composed.new, &pairs.iter().map(|pair| pair.1).collect::<Vec<_>>(), &mut of_new);
    formals.extend(of_old.iter().map(|position| &composed.old.ins[*position]));
    formals.extend(of_new.iter().map(|position| &composed.new.ins[*position]));
    // With few samples everything fits.
    if pairs.len() < formals.len() + 4 {
        return Vec::new();
    }
    let views: Vec<&[Int]> = columns.iter().map(Vec::as_slice).collect();
    linear::equations(&views).iter().filter_map(|equation| guess(pool, &formals, equation)).collect()
}

/// What the function was given for a formal; `None` if it is no cell of the program.
fn value_of(call: &CallSeen, formal: &Formal) -> Option<Int> {
    let value = match formal.kind {
        Role::Param(index) => call.args.get(index)?,
        Role::State(index) => call.state.cells.get(Id::new(index))?,
        _ => return None,
    };
    match value {
        Value::Int(int) => Some(int.clone()),
        Value::Bv(bits) => Some(Int::from(bits.signed())),
        _ => None,
    }
}

fn guess(pool: &mut Pool, formals: &[&Formal], equation: &Equation) -> Option<Guess> {
    const LARGEST: i64 = 1000;
    let numbers = equation.terms.iter().map(|(_, factor)| *factor).chain([equation.scale, equation.constant]);
    let left = formals[equation.column];
    if let ([(only, 1)], 1, 0) = (equation.terms.as_slice(), equation.scale, equation.constant)
        && formals[*only].name == left.name
    {
        // Tried anyway.
        return None;
    }
    if numbers.into_iter().any(|number| number.abs() > LARGEST) {
        return None;
    }
    let (mut sum, mut said) = (number(pool, left.sort, equation.constant), Clause::Number(equation.constant));
    for (column, factor) in &equation.terms {
        let part = times(pool, *factor, formals[*column]);
        sum = pool.app(plus(left.sort), &[sum, part]);
        let product = product(factor.abs(), formals[*column]);
        said = match said {
            Clause::Number(0) if *factor > 0 => product,
            said if *factor > 0 => Clause::two(Sign::Plus, said, product),
            said => Clause::two(Sign::Minus, said, product),
        };
    }
    let scaled = times(pool, equation.scale, left);
    let clause = Clause::two(Sign::Equal, product(equation.scale, left), said);
    Some(Guess { term: pool.eq(scaled, sum), clause })
}

fn product(factor: i64, formal: &Formal) -> Clause {
    let value = formal.clause.clone();
    if factor == 1 { value } else { Clause::two(Sign::Times, Clause::Number(factor), value) }
}

fn times(pool: &mut Pool, factor: i64, formal: &Formal) -> TermId {
    if factor == 1 {
        return formal.term;
    }
    let factor = number(pool, formal.sort, factor);
    let op = if formal.sort == Sort::int() { Op::Int(IntOp::Mul) } else { Op::Bv(BvOp::Mul) };
    pool.app(op, &[factor, formal.term])
}

fn plus(sort: Sort) -> Op {
    if sort == Sort::int() { Op::Int(IntOp::Add) } else { Op::Bv(BvOp::Add) }
}
