//! A region that became a function does what it did before.

use std::collections::BTreeSet;

use arena::Id;
use ir::interp::{Closed, Interpreter, Limits, Outcome, Stop};
use ir::loops::Loops;
use ir::outline::{Region, outline};
use ir::text::parse;
use ir::{BlockId, FnId, Program, well_formed};
use value::{Symbol, Value};

fn program(text: &str) -> (Program, FnId) {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    well_formed::assert(&program);
    let main = program.function(Symbol::new("main")).expect("there is a main");
    (program, main)
}

fn run(program: &Program, main: FnId, args: &[i64]) -> Result<Outcome, Stop> {
    let args: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    Interpreter::new(program, &mut Closed, Limits::default()).run(main, &args)
}

/// Moves the region into a function; on these inputs nothing else changes. The function's loops, then
/// the names of its results.
fn moved(text: &str, region: impl Fn(&ir::Body) -> Region, inputs: &[[i64; 2]]) -> (usize, Vec<Symbol>) {
    let (before, main) = program(text);
    let mut after = before.clone();
    let body = before.functions[main].body().expect("it has one");
    let outlined = outline(&mut after, main, &region(body), Symbol::new("part"));
    well_formed::assert(&after);
    for args in inputs {
        assert_eq!(run(&before, main, args), run(&after, main, args), "{args:?}");
    }
    let part = after.functions[outlined.function].body().expect("it has one");
    assert!(!part.sorts.is_empty(), "it computes something");
    (Loops::of(part).all.len(), outlined.results)
}

fn first_loop(body: &ir::Body) -> Region {
    let loops = Loops::of(body);
    let first = loops.all.first().expect("there is a loop");
    Region::new(body, first.head, first.members().collect())
}

const INPUTS: [[i64; 2]; 6] = [[0, 0], [1, 5], [3, 1], [7, 2], [-4, 3], [12, -1]];

#[test]
fn a_loop_becomes_a_function_that_calls_itself() {
    let text = "fn main(n: int, k: int) -> int {
        jump head(0, 0)
      head(i: int, sum: int):
        branch lt(i, n), turn, done
      turn:
        jump head(add(i, 1), add(sum, k))
      done:
        return add(sum, i)
      }";
    let (loops, results) = moved(text, first_loop, &INPUTS);
    assert_eq!((loops, results.len()), (0, 2), "what is read after the loop is given back");
}

#[test]
fn a_loop_with_two_ways_out_says_which() {
    let text = "fn main(n: int, k: int) -> int {
        jump head(0)
      head(i: int):
        branch lt(i, n), turn, done
      turn:
        branch eq(i, k), found(mul(i, 100)), next
      next:
        jump head(add(i, 1))
      found(at: int):
        return at
      done:
        return i
      }";
    let (loops, results) = moved(text, first_loop, &INPUTS);
    assert_eq!(loops, 0);
    assert_eq!(results[0].as_str(), "way out");
}

#[test]
fn what_fails_in_the_loop_fails_in_its_function() {
    let text = "fn main(n: int, k: int) -> int {
        jump head(0)
      head(i: int):
        branch lt(i, n), turn, done
      turn:
        branch eq(i, k), bad, next
      next:
        jump head(add(i, 1))
      bad:
        trap \"assertion\"
      done:
        return i
      }";
    let (_, results) = moved(text, first_loop, &INPUTS);
    assert_eq!(results.len(), 1, "there is one way out: {results:?}");
}

#[test]
fn a_region_without_a_loop_calls_nobody() {
    let text = "fn main(n: int, k: int) -> int {
        branch lt(n, k), less, more
      less:
        jump join(sub(k, n))
      more:
        jump join(add(n, k))
      join(d: int):
        jump last(mul(d, 2), d)
      last(twice: int, once: int):
        return add(twice, once)
      }";
    let block = BlockId::new;
    let region = |body: &ir::Body| Region::new(body, block(1), BTreeSet::from([block(1)]));
    let (loops, results) = moved(text, region, &INPUTS);
    assert_eq!((loops, results.len()), (0, 1));
}
