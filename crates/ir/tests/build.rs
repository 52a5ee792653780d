//! Source variables become SSA: built by hand, checked, and run.

use ir::build::{FunctionBuilder, VarId};
use ir::interp::{Closed, Interpreter, Limits, Outcome};
use ir::{Function, FunctionKind, Param, Program, well_formed};
use value::{IntOp, Sort, Symbol, Value};

fn builder(params: usize) -> FunctionBuilder {
    let params = (0..params).map(|index| Param { name: Symbol::new(&format!("p{index}")), sort: Sort::int() });
    FunctionBuilder::new("f", params.collect(), vec![Sort::int()], None)
}

fn run(function: &Function, args: &[i64]) -> i64 {
    let mut program = Program::default();
    let id = program.functions.push(function.clone().into());
    well_formed::assert(&program);
    let printed = ir::text::print(&program);
    assert!(ir::text::parse(&printed).expect("it was printed") == program, "{printed}");
    let mut world = Closed;
    let args: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    match Interpreter::new(&program, &mut world, Limits::default()).run(id, &args) {
        Ok(Outcome::Returned(values)) => values[0].as_int().and_then(|int| int.to_i64()).expect("a small integer"),
        other => panic!("{other:?}\n{printed}"),
    }
}

fn body(function: &Function) -> &ir::Body {
    function.body().expect("built with one")
}

fn int_variable(b: &mut FunctionBuilder, value: i64) -> VarId {
    let variable = b.variable(Sort::int());
    let value = b.int(value);
    b.define(variable, value);
    variable
}

/// `variable = op(variable, by)`
fn update(b: &mut FunctionBuilder, op: IntOp, variable: VarId, by: VarId) {
    let (x, y) = (b.read(variable), b.read(by));
    let value = b.int_op(op, &[x, y]);
    b.define(variable, value);
}

/// `while i < n { body }`
fn while_less(b: &mut FunctionBuilder, i: VarId, n: VarId, inside: impl FnOnce(&mut FunctionBuilder)) {
    let (head, again, done) = (b.block(), b.block(), b.block());
    b.jump(head, &[]);
    b.switch_to(head);
    let (x, y) = (b.read(i), b.read(n));
    let condition = b.int_op(IntOp::Lt, &[x, y]);
    b.branch(condition, again, done);
    b.seal(again);
    b.switch_to(again);
    inside(b);
    if !b.is_ended() {
        b.jump(head, &[]);
    }
    b.seal(head);
    b.seal(done);
    b.switch_to(done);
}

#[test]
fn nested_loops_keep_their_variables_apart() {
    let mut b = builder(1);
    let n = b.variable(Sort::int());
    let param = b.param(0);
    b.define(n, param);
    let (i, sum, one) = (int_variable(&mut b, 0), int_variable(&mut b, 0), int_variable(&mut b, 1));
    while_less(&mut b, i, n, |b| {
        let j = int_variable(b, 0);
        while_less(b, j, i, |b| {
            update(b, IntOp::Add, sum, j);
            update(b, IntOp::Add, j, one);
        });
        update(b, IntOp::Add, i, one);
    });
    let result = b.read(sum);
    b.return_(&[result]);
    let function = b.finish();
    assert_eq!(run(&function, &[5]), (0..5).map(|i| (0..i).sum::<i64>()).sum::<i64>());
    // Two loop heads: (i, sum) and (j, sum); `n` and `one` never change and take no parameter.
    let params: Vec<usize> = body(&function).blocks.iter().map(|(_, block)| block.params.len()).collect();
    assert_eq!(params.iter().sum::<usize>(), 1 + 2 + 2, "{params:?}");
}

#[test]
fn nested_ifs_meet() {
    let mut b = builder(2);
    let x = int_variable(&mut b, 0);
    let zero = b.int(0);
    let ends: Vec<_> = (0..2).map(|index| b.int_op(IntOp::Lt, &[zero, b.param(index)])).collect();
    let (inner, join) = (b.block(), b.block());
    let middle = b.block();
    b.branch(ends[0], inner, join);
    b.seal(inner);
    b.switch_to(inner);
    let one = b.int(1);
    b.define(x, one);
    b.branch(ends[1], middle, join);
    b.seal(middle);
    b.switch_to(middle);
    let two = b.int(2);
    b.define(x, two);
    b.jump(join, &[]);
    b.seal(join);
    b.switch_to(join);
    let result = b.read(x);
    b.return_(&[result]);
    let function = b.finish();
    assert_eq!([run(&function, &[0, 5]), run(&function, &[1, 0]), run(&function, &[1, 1])], [0, 1, 2]);
}

#[test]
fn code_that_no_way_leads_to_is_dropped() {
    let mut b = builder(1);
    let x = int_variable(&mut b, 7);
    let value = b.read(x);
    b.return_(&[value]);
    let (dead, later) = (b.block(), b.block());
    b.seal(dead);
    b.switch_to(dead);
    let read = b.read(x);
    let never = b.variable(Sort::string());
    let text = b.read(never);
    let length = b.apply(value::Op::SeqLen, &[text]);
    let sum = b.int_op(IntOp::Add, &[read, length]);
    b.define(x, sum);
    b.jump(later, &[]);
    b.switch_to(later);
    let value = b.read(x);
    b.return_(&[value]);
    b.block();
    let function = b.finish();
    assert_eq!(body(&function).blocks.len(), 1);
    assert_eq!(run(&function, &[0]), 7);
}

#[test]
fn a_branch_may_lead_to_one_block_twice() {
    let mut b = builder(1);
    let x = int_variable(&mut b, 3);
    let (zero, join) = (b.int(0), b.block());
    let param = b.param(0);
    let condition = b.eq(param, zero);
    b.branch(condition, join, join);
    b.seal(join);
    b.switch_to(join);
    let value = b.read(x);
    b.return_(&[value]);
    assert_eq!(run(&b.finish(), &[0]), 3);
}

#[test]
fn calls_carry_variables_to_both_ways_on() {
    let mut program = Program::default();
    let callee = {
        let mut b = FunctionBuilder::new(
            "odd",
            vec![Param { name: Symbol::new("n"), sort: Sort::int() }],
            vec![Sort::int()],
            Some(Sort::int()),
        );
        let (two, n) = (b.int(2), b.param(0));
        let rest = b.int_op(IntOp::Mod(value::Rounding::Floor), &[n, two]);
        let (even, odd) = (b.block(), b.block());
        b.switch(rest, vec![(Value::int(0), even)], odd);
        b.seal(even);
        b.seal(odd);
        b.switch_to(even);
        b.raise(n);
        b.switch_to(odd);
        b.return_(&[n]);
        program.functions.push(b.finish().into())
    };
    let mut b = builder(1);
    let (x, one) = (int_variable(&mut b, 100), int_variable(&mut b, 1));
    let handler = b.block();
    let why = b.block_param(handler, Sort::int());
    let param = b.param(0);
    let first = b.call(callee, &[param], &[Sort::int()], Some(handler))[0];
    b.define(x, first);
    update(&mut b, IntOp::Add, x, one);
    let argument = b.read(x);
    let second = b.call(callee, &[argument], &[Sort::int()], Some(handler))[0];
    b.return_(&[second]);
    b.seal(handler);
    b.switch_to(handler);
    let at_raise = b.read(x);
    let thousand = b.int(1000);
    let scaled = b.int_op(IntOp::Mul, &[why, thousand]);
    let result = b.int_op(IntOp::Add, &[scaled, at_raise]);
    b.return_(&[result]);
    let main = program.functions.push(b.finish().into());
    well_formed::assert(&program);
    let mut world = Closed;
    let mut run = |n: i64| Interpreter::new(&program, &mut world, Limits::default()).run(main, &[Value::int(n)]);
    assert_eq!(run(4), Ok(Outcome::Returned(vec![Value::int(4100)])));
    assert_eq!(run(5), Ok(Outcome::Returned(vec![Value::int(6006)])));
}

#[test]
fn many_variables_through_many_blocks() {
    let (variables, ifs) = (200, 500);
    let mut b = builder(1);
    let xs: Vec<VarId> = (0..variables).map(|value| int_variable(&mut b, value)).collect();
    for index in 0..ifs {
        let (then, join) = (b.block(), b.block());
        let (bound, param) = (b.int(index), b.param(0));
        let condition = b.int_op(IntOp::Lt, &[bound, param]);
        b.branch(condition, then, join);
        b.seal(then);
        b.switch_to(then);
        let x = xs[index as usize % xs.len()];
        update(&mut b, IntOp::Add, x, xs[0]);
        update(&mut b, IntOp::Add, x, x);
        b.jump(join, &[]);
        b.seal(join);
        b.switch_to(join);
    }
    let sum = int_variable(&mut b, 0);
    for x in &xs {
        update(&mut b, IntOp::Add, sum, *x);
    }
    let result = b.read(sum);
    b.return_(&[result]);
    let function = b.finish();
    let expected = |n: i64| {
        let mut xs: Vec<i64> = (0..variables).collect();
        for index in 0..ifs.min(n) {
            let place = index as usize % xs.len();
            xs[place] += xs[0];
            xs[place] *= 2;
        }
        xs.iter().sum::<i64>()
    };
    for n in [0, 1, 250, 1000] {
        assert_eq!(run(&function, &[n]), expected(n));
    }
}

#[test]
fn a_loop_over_variables_that_rotate() {
    let mut b = builder(1);
    let n = b.variable(Sort::int());
    let param = b.param(0);
    b.define(n, param);
    let (i, one) = (int_variable(&mut b, 0), int_variable(&mut b, 1));
    let xs: Vec<VarId> = (0..5).map(|value| int_variable(&mut b, value)).collect();
    while_less(&mut b, i, n, |b| {
        let values: Vec<_> = xs.iter().map(|x| b.read(*x)).collect();
        for (x, value) in xs.iter().zip(values.iter().cycle().skip(1)) {
            b.define(*x, *value);
        }
        update(b, IntOp::Add, i, one);
    });
    let result = b.read(xs[0]);
    b.return_(&[result]);
    let function = b.finish();
    assert_eq!([0, 1, 4, 7].map(|n| run(&function, &[n])), [0, 1, 4, 2]);
}

#[test]
fn what_is_computed_for_nobody_is_dropped() {
    let mut b = builder(1);
    let n = b.variable(Sort::int());
    let param = b.param(0);
    b.define(n, param);
    let (i, one, idle) = (int_variable(&mut b, 0), int_variable(&mut b, 1), int_variable(&mut b, 5));
    while_less(&mut b, i, n, |b| {
        update(b, IntOp::Mul, idle, i);
        update(b, IntOp::Add, i, one);
    });
    let result = b.read(i);
    b.return_(&[result]);
    let function = b.finish();
    assert_eq!(run(&function, &[4]), 4);
    assert!(matches!(function.kind, FunctionKind::Defined(_)));
    let params: usize = body(&function).blocks.iter().map(|(_, block)| block.params.len()).sum();
    assert_eq!(params, 2, "the loop carries what nobody reads");
}

#[test]
fn a_long_chain_of_else_ifs_is_quick() {
    let depth = 20_000;
    let mut b = builder(1);
    let x = int_variable(&mut b, 7);
    let mut joins = Vec::new();
    for index in 0..depth {
        let (then, otherwise, join) = (b.block(), b.block(), b.block());
        let (bound, param) = (b.int(index), b.param(0));
        let condition = b.eq(bound, param);
        b.branch(condition, then, otherwise);
        b.seal(then);
        b.seal(otherwise);
        b.switch_to(then);
        b.jump(join, &[]);
        b.switch_to(otherwise);
        joins.push(join);
    }
    for join in joins.into_iter().rev() {
        b.jump(join, &[]);
        b.seal(join);
        b.switch_to(join);
        let value = b.read(x);
        b.define(x, value);
    }
    let result = b.read(x);
    b.return_(&[result]);
    let started = std::time::Instant::now();
    let function = b.finish();
    assert!(started.elapsed().as_secs() < 2, "it takes {:?}", started.elapsed());
    assert_eq!(run(&function, &[depth - 1]), 7);
    let params: usize = body(&function).blocks.iter().map(|(_, block)| block.params.len()).sum();
    assert_eq!(params, 1);
}

#[test]
fn a_loop_that_nothing_leads_into_is_dropped() {
    let mut b = builder(1);
    let (x, y) = (int_variable(&mut b, 7), int_variable(&mut b, 8));
    let value = b.read(x);
    b.return_(&[value]);
    let (head, again, done) = (b.block(), b.block(), b.block());
    b.switch_to(head);
    let condition = b.bool(true);
    b.branch(condition, again, done);
    b.seal(again);
    b.switch_to(again);
    b.jump(head, &[]);
    b.seal(head);
    b.seal(done);
    b.switch_to(done);
    let value = b.read(y);
    b.return_(&[value]);
    assert_eq!(run(&b.finish(), &[0]), 7);
}
