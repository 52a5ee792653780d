//! What Z3 is given means what the evaluator says: an expression equals its value, and Z3 never
//! finds that contradictory.

#[path = "../../term/tests/random/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod random;

use std::collections::BTreeMap;
use std::rc::Rc;

use random::{Generator, Signatures, Tree, all_sorts, meaning, pool, term};
use smt::{Answer, Effort, Solver};
use term::{Pool, TermId};
use value::{FloatOp, IntOp, Op, Value};

/// The expression with the values in place of the variables.
fn ground(tree: &Tree, variables: &[value::Sort], values: &[Value]) -> Rc<Tree> {
    Rc::new(match tree {
        Tree::Var(index) => Tree::Const(values[*index].clone(), variables[*index]),
        Tree::Const(value, sort) => Tree::Const(value.clone(), *sort),
        Tree::App(op, args, sort) => {
            let args = args.iter().map(|arg| ground(arg, variables, values)).collect();
            Tree::App(op.clone(), args, *sort)
        }
    })
}

#[derive(Default)]
struct Tally(BTreeMap<String, (u32, u32)>);

impl Tally {
    fn count(&mut self, op: &Op, decided: bool) {
        let (all, known) = self.0.entry(op.to_string()).or_default();
        *all += 1;
        *known += u32::from(decided);
    }

    /// Z3 decides these, at least where their operands are easy.
    fn assert_decided(&self, names: &[&str]) {
        for name in names {
            assert!(self.0[*name].1 > 0, "`{name}` was never decided");
        }
    }
}

/// `t = value` must not be refuted, and its negation must not be satisfied.
fn agrees(
    solver: &mut Solver,
    pool: &mut Pool,
    pins: &[TermId],
    made: TermId,
    expected: &Value,
    describe: impl Fn() -> String,
) -> bool {
    let sort = pool.sort(made);
    let expected = pool.constant(expected.clone(), sort);
    let same = pool.unsimplified(Op::Eq, &[made, expected]);
    let other = pool.unsimplified(Op::Not, &[same]);
    for pin in pins {
        solver.assume(*pin);
    }
    let effort = Effort::millis(400);
    let refuted = match solver.check_with(pool, &[same], effort) {
        Answer::Unsat => panic!("refuted: {}", describe()),
        Answer::Sat(_) => true,
        Answer::Unknown(_) => false,
    };
    let proved = match solver.check_with(pool, &[other], effort) {
        Answer::Sat(_) => panic!("two values: {}", describe()),
        Answer::Unsat => true,
        Answer::Unknown(_) => false,
    };
    solver.retract_to(0);
    refuted && proved
}

fn is_slow(op: &Op) -> bool {
    matches!(op, Op::Float(FloatOp::Fma | FloatOp::Div | FloatOp::Sqrt | FloatOp::Rem | FloatOp::FromReal(_)))
}

/// Values in place of variables, no rules: each operator's translation by itself.
#[test]
fn ground_expressions_have_their_value() {
    let sorts = all_sorts();
    let signatures = Signatures::new(&sorts);
    let mut generator = Generator::new(7, &signatures, &sorts);
    let variables = generator.variables.clone();
    let (mut pool, terms) = pool(&variables);
    let mut solver = Solver::default();
    let mut tally = Tally::default();
    for (op, args, result) in signatures.all() {
        let rounds = match op {
            Op::Int(_) | Op::Real(_) => 12,
            Op::Float(_) => 6,
            Op::Bv(value::BvOp::Extract { .. }) => 1,
            _ => 3,
        };
        for round in 0..rounds {
            generator.forget();
            let tree = generator.app(op.clone(), &args, result, 1 + usize::from(round % 3 == 2));
            let values = generator.assignment();
            let Some(expected) = meaning(&tree, &values) else { continue };
            let tree = ground(&tree, &variables, &values);
            let made = term(&mut pool, &terms, &tree, false);
            let describe = || format!("{tree:?} = {expected:?}");
            let decided = agrees(&mut solver, &mut pool, &[], made, &expected, describe);
            tally.count(&op, decided);
        }
    }
    tally.assert_decided(&["add", "div.floor", "mod.trunc", "real.div", "bv.sdiv", "bv.shl", "select", "store"]);
    tally.assert_decided(&["List.Cons", "List.Cons.head", "Colour.Red?", "Point.Point", "seq.nth", "f.add", "f.lt"]);
}

/// Variables pinned to values by equations, with the rules.
#[test]
fn pinned_expressions_have_their_value() {
    let sorts = all_sorts();
    let mut signatures = Signatures::new(&sorts);
    signatures.retain(|op| !is_slow(op) && !matches!(op, Op::Float(FloatOp::Mul)));
    let mut generator = Generator::new(8, &signatures, &sorts);
    let (mut pool, terms) = pool(&generator.variables);
    let mut tally = Tally::default();
    let mut solver = Solver::default();
    for (index, (op, args, result)) in signatures.all().into_iter().enumerate() {
        if index % 200 == 0 {
            solver = Solver::default();
        }
        let rounds = match op {
            Op::Bv(value::BvOp::Extract { .. }) => 1,
            // Some have powers and products inside.
            Op::Int(_) => 8,
            _ => 2,
        };
        for round in 0..rounds {
            generator.forget();
            let tree = generator.app(op.clone(), &args, result, 2);
            let values = generator.assignment();
            let Some(expected) = meaning(&tree, &values) else { continue };
            let made = term(&mut pool, &terms, &tree, round == 0);
            let mut pins = Vec::new();
            for variable in pool.free_variables([made]) {
                let (variable, sort) = (pool.variable(variable).term, pool.variable(variable).sort);
                let position = terms.iter().position(|term| *term == variable).expect("one of ours");
                let value = pool.constant(values[position].clone(), sort);
                pins.push(pool.eq(variable, value));
            }
            let describe = || format!("{tree:?} = {expected:?} under {values:?}");
            let decided = agrees(&mut solver, &mut pool, &pins, made, &expected, describe);
            tally.count(&op, decided);
        }
    }
    tally.assert_decided(&["add", "div.floor", "mod.trunc", "real.div", "bv.sdiv", "bv.shl", "select", "store"]);
    tally.assert_decided(&["List.Cons", "List.Cons.head", "Colour.Red?", "Point.Point", "seq.nth", "f.add", "f.lt"]);
}

#[test]
fn division_by_every_sign() {
    let mut pool = Pool::new();
    let (x, y) = (pool.fresh("x", value::Sort::int()), pool.fresh("y", value::Sort::int()));
    let mut solver = Solver::default();
    for (name, op) in Op::plain().filter(|(_, op)| matches!(op, Op::Int(IntOp::Div(_) | IntOp::Mod(_)))) {
        for (a, b) in (-4..5).flat_map(|a| (-3..4).map(move |b| (a, b))) {
            let expected = op.eval(&[Value::int(a), Value::int(b)], value::Sort::int()).expect("total");
            let made = pool.unsimplified(op.clone(), &[x, y]);
            let (a_term, b_term) = (pool.int(a), pool.int(b));
            let pins = [pool.eq(x, a_term), pool.eq(y, b_term)];
            let describe = || format!("{name}({a}, {b}) = {expected:?}");
            assert!(agrees(&mut solver, &mut pool, &pins, made, &expected, describe), "{name}({a}, {b}) undecided");
        }
    }
}

/// Conversions at and beyond the borders of what fits.
#[test]
fn floats_to_bits_beyond_the_width() {
    let mut pool = Pool::new();
    let mut solver = Solver::default();
    let edge = |power: i32| [2f64.powi(power), -2f64.powi(power), 2f64.powi(power) - 0.5, -2f64.powi(power) - 0.5];
    let mut numbers = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, -0.9, 0.9, 1e300];
    numbers.extend([7, 8, 31, 32, 63, 64, 127].into_iter().flat_map(edge));
    for format in [value::FloatFormat::F32, value::FloatFormat::F64] {
        for width in [1, 8, 32, 64, 128] {
            for op in [FloatOp::ToSigned(width), FloatOp::ToUnsigned(width)] {
                for number in &numbers {
                    let number = Value::Float(value::Float::of(format, *number));
                    let result = value::Sort::bv(width);
                    let expected = Op::Float(op).eval(std::slice::from_ref(&number), result).expect("total");
                    let argument = pool.constant(number.clone(), value::Sort::float(format));
                    let made = pool.unsimplified(Op::Float(op), &[argument]);
                    let describe = || format!("{op:?}({number:?}) = {expected:?}");
                    assert!(agrees(&mut solver, &mut pool, &[], made, &expected, describe), "{op:?}({number:?})");
                }
            }
        }
    }
}
