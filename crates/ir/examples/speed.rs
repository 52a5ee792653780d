//! Measures the interpreter and the reader: `cargo run --release -p ir --example speed`.
#![expect(clippy::print_stdout, reason = "an example says what it found")]

use std::time::Instant;

use arena::Id;
use ir::interp::{Closed, Interpreter, Limits};
use ir::{FnId, Program};
use value::Value;

const TEXT: &str = "
fn loop(n: int) -> int {
  jump head(0, 0)
head(i: int, sum: int):
  branch lt(i, n), more, done
more:
  next = call step(sum, i)
  jump head(add(i, 1), next)
done: return sum
}
fn step(a: int, b: int) -> int {
  branch le(0, b), up, down
up: return add(a, b)
down: return sub(a, b)
}
fn main(n: int) -> int { x = call step(n, 1) return x }
";

fn main() {
    let program = ir::text::parse(TEXT).expect("it is right");
    println!("{:.2} million calls a second", millions(3_000_000, |calls| in_a_loop(&program, calls)));
    println!("{:.2} million runs of a fresh machine a second", millions(1_000_000, |runs| afresh(&program, runs)));
    let text = many_functions(&program, 100);
    let lines = text.lines().count();
    let rate = millions(lines, |_| drop(ir::text::parse(&text).expect("it is right")));
    println!("{rate:.2} million lines read a second");
}

fn millions(count: usize, work: impl FnOnce(usize)) -> f64 {
    let started = Instant::now();
    work(count);
    count as f64 / started.elapsed().as_secs_f64() / 1e6
}

const LIMITS: Limits = Limits { fuel: u64::MAX, stack: 1_000_000 };

fn in_a_loop(program: &Program, calls: usize) {
    let mut world = Closed;
    let mut machine = Interpreter::new(program, &mut world, LIMITS);
    machine.run(FnId::new(0), &[Value::int(calls as i64)]).expect("it returns");
}

fn afresh(program: &Program, runs: usize) {
    for n in 0..runs {
        let mut world = Closed;
        let mut machine = Interpreter::new(program, &mut world, LIMITS);
        machine.run(FnId::new(2), &[Value::int(n as i64)]).expect("it returns");
    }
}

fn many_functions(program: &Program, copies: usize) -> String {
    let text = ir::text::print(program);
    let copy = |i| text.replace("fn ", &format!("fn x{i}.")).replace("call ", &format!("call x{i}."));
    (0..copies).map(copy).collect()
}
