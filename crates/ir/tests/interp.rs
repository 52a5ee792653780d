//! The interpreter on small programs in text form.

use ir::interp::{Closed, Interpreter, Limits, Outcome, State, Stop, World};
use ir::text::parse;
use ir::{Function, Program, well_formed};
use value::{Sort, Symbol, Value};

fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    well_formed::assert(&program);
    program
}

/// Runs the function `main` with whatever the world answers.
fn run_in(world: &mut dyn World, text: &str, args: &[Value]) -> (Result<Outcome, Stop>, State) {
    let program = program(text);
    let main = program.function(Symbol::new("main")).expect("there is a main");
    let mut machine = Interpreter::new(&program, world, Limits::default());
    let outcome = machine.run(main, args);
    (outcome, machine.state)
}

fn run(text: &str, args: &[i64]) -> Result<Outcome, Stop> {
    let args: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    run_in(&mut Closed, text, &args).0
}

fn returned(values: &[i64]) -> Result<Outcome, Stop> {
    Ok(Outcome::Returned(values.iter().map(|value| Value::int(*value)).collect()))
}

#[test]
fn a_loop_swaps_its_parameters() {
    let text = "fn main(n: int) -> (int, int) {
        jump head(n, 1, 2)
      head(i: int, a: int, b: int):
        branch lt(0, i), again, done
      again:
        jump head(sub(i, 1), b, a)
      done:
        return a, b
      }";
    assert_eq!(run(text, &[7]), returned(&[2, 1]));
    assert_eq!(run(text, &[8]), returned(&[1, 2]));
}

#[test]
fn fibonacci_is_big() {
    let text = "fn main(n: int) -> int {
        jump head(n, 0, 1)
      head(i: int, a: int, b: int):
        branch eq(i, 0), done, again
      again:
        jump head(sub(i, 1), b, add(a, b))
      done: return a
      }";
    let Ok(Outcome::Returned(values)) = run(text, &[200]) else { panic!("it returns") };
    assert_eq!(values[0].as_int().expect("an int").to_string(), "280571172992510140037611932413038677189525");
}

#[test]
fn recursion_goes_deep() {
    let text = "fn main(n: int) -> int {
        branch eq(n, 0), zero, more
      zero: return 0
      more:
        r = call main(sub(n, 1))
        return add(r, n)
      }";
    assert_eq!(run(text, &[100_000]), returned(&[5_000_050_000]));
}

#[test]
fn endless_recursion_and_loops_run_out() {
    assert_eq!(run("fn main() { call main() return }", &[]), Err(Stop::OutOfFuel));
    assert_eq!(run("fn main() { jump a a: jump a }", &[]), Err(Stop::OutOfFuel));
}

/// Runs `main`, watching for states that come back.
fn run_watched(text: &str, args: &[i64]) -> Result<Outcome, Stop> {
    let program = program(text);
    let main = program.function(Symbol::new("main")).expect("there is a main");
    let args: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    let mut world = Closed;
    let mut machine = Interpreter::new(&program, &mut world, Limits { fuel: 100_000, ..Limits::default() });
    machine.watch_for_repeats();
    machine.run(main, &args)
}

#[test]
fn a_state_that_comes_back_never_ends() {
    assert_eq!(run_watched("fn main() { call main() return }", &[]), Ok(Outcome::Endless));
    assert_eq!(run_watched("fn main() { jump a a: jump a }", &[]), Ok(Outcome::Endless));
    // Counts to n, then turns in a circle of three.
    let text = "fn main(n: int) -> int {
        jump head(0)
      head(i: int):
        branch lt(i, n), up, circle(0)
      up: jump head(add(i, 1))
      circle(k: int): jump circle(mod.euclid(add(k, 1), 3))
      }";
    assert_eq!(run_watched(text, &[1000]), Ok(Outcome::Endless));
    // f(a) calls f(b) calls f(a).
    let text = "fn main(n: int) -> int { r = call main(sub(5, n)) return add(r, 1) }";
    assert_eq!(run_watched(text, &[2]), Ok(Outcome::Endless));
}

#[test]
fn a_state_that_only_looks_the_same_is_none_that_comes_back() {
    // The cell counts, though every value of the loop stays as it is.
    let text = "cell global count: int = 0
      fn main(n: int) -> int {
        jump head
      head:
        c = get count
        set count, add(c, 1)
        branch lt(c, n), head, done
      done: return 7
      }";
    assert_eq!(run_watched(text, &[500]), returned(&[7]));
    // The same call again, but the one before has ended.
    let text = "fn main(n: int) -> int {
        jump head(n)
      head(i: int):
        call same(1)
        branch lt(0, i), more, done
      more: jump head(sub(i, 1))
      done: return 3
      }
      fn same(n: int) -> int { return n }";
    assert_eq!(run_watched(text, &[500]), returned(&[3]));
    // The arguments are the same; the state is not.
    let text = "cell global left: int = 40
      fn main(n: int) -> int {
        l = get left
        set left, sub(l, 1)
        branch lt(0, l), again, done
      again:
        r = call main(n)
        return add(r, 1)
      done: return n
      }";
    assert_eq!(run_watched(text, &[2]), returned(&[42]));
    // Grows for ever: that is not told by a state that comes back.
    let text = "fn main(n: int) -> int { jump head(n) head(i: int): jump head(add(i, 1)) }";
    assert_eq!(run_watched(text, &[0]), Err(Stop::OutOfFuel));
}

#[test]
fn what_is_raised_is_caught_by_the_nearest() {
    let text = "fn main(n: int) -> int raises int {
        r = call outer(n) raised handler(1000)
        return r
      handler(why: int, extra: int):
        branch eq(why, 2), again, done
      again: raise 77
      done: return add(why, extra)
      }
      fn outer(n: int) -> int raises int { r = call inner(n) return add(r, 1) }
      fn inner(n: int) -> int raises int {
        branch eq(n, 0), fine, wrong
      fine: return 10
      wrong: raise n
      }";
    assert_eq!(run(text, &[0]), returned(&[11]));
    assert_eq!(run(text, &[5]), returned(&[1005]));
    assert_eq!(run(text, &[2]), Ok(Outcome::Raised(Value::int(77))));
}

#[test]
fn a_trap_ends_everything() {
    let text = "fn main() -> int { call bad() -> done, raised done done(n: int): return n }
      fn bad() -> int raises int { trap \"division by zero\" }";
    assert_eq!(run(text, &[]), Ok(Outcome::Trapped(ir::Trap::DivisionByZero)));
}

#[test]
fn some_runs_give_no_observation() {
    let text = "fn main(n: int) -> int {
        assume lt(n, 10)
        switch n { 1 -> one, 2 -> two, -3 -> three, else other }
      one: return choose int
      two: unsupported \"magic\" @4:2
      three: call unknown() -> got
      got(x: int): return x
      other: return pow(n, pow(n, pow(n, pow(n, n))))
      }
      pure fn unknown() -> int";
    assert_eq!(run(text, &[11]), Err(Stop::Blocked));
    assert!(matches!(run(text, &[1]), Err(Stop::Unanswered { .. })));
    assert!(matches!(run(text, &[2]), Err(Stop::Unsupported { at, .. }) if at.line == 4));
    assert!(matches!(run(text, &[-3]), Err(Stop::Unanswered { what, .. }) if &*what == "unknown"));
    assert!(matches!(run(text, &[9]), Err(Stop::NoMeaning { .. })));
    assert_eq!(run(text, &[0]), returned(&[0]));
}

const LISTS: &str = "
    data Value { None; Int(i: int); List(r: ref[list]) }
    cell heap list: map[ref[list], seq[Value]] = {else []:Value}:ref[list]
    fn new() -> ref[list] {
      r = alloc ref[list]
      set list, store(get list, r, seq.of[Value]())
      return r
    }
    fn append(r: ref[list], v: Value) {
      items = select(get list, r)
      set list, store(get list, r, seq.concat(items, seq.of[Value](v)))
      return
    }
";

#[test]
fn lists_live_in_the_heap() {
    let text = format!(
        "{LISTS}
      fn main(n: int) -> (int, int, bool) {{
        a = call new()
        b = call new()
        call append(b, Value.List(a))
        jump head(0)
      head(i: int):
        branch lt(i, n), more, done
      more:
        call append(a, Value.Int(i))
        jump head(add(i, 1))
      done:
        inner = Value.List.r(seq.nth(select(get list, b), 0))
        items = select(get list, inner)
        return seq.len(items), Value.Int.i(seq.nth(items, sub(n, 1))), eq(a, b)
      }}"
    );
    let (outcome, state) = run_in(&mut Closed, &text, &[Value::int(9)]);
    assert_eq!(outcome, Ok(Outcome::Returned(vec![Value::int(9), Value::int(8), Value::Bool(false)])));
    assert_eq!(state.references, 2);
}

#[test]
fn the_world_answers_and_is_recorded() {
    struct Clock(i64);
    impl World for Clock {
        fn call(&mut self, function: &Function, args: &[Value], state: &mut State) -> Option<Outcome> {
            self.0 += 1;
            match &*function.name {
                "clock" => {
                    state.cells[arena::Id::new(0)] = args[0].clone();
                    Some(Outcome::Returned(vec![Value::int(self.0)]))
                }
                _ => Some(Outcome::Raised(Value::int(-self.0))),
            }
        }

        fn choose(&mut self, n: usize, sort: Sort) -> Option<Value> {
            assert_eq!(sort, Sort::int());
            Some(Value::int(10 * n as i64))
        }
    }
    let text = "cell global last: int = 0
      extern fn clock(x: int) -> int writes (last)
      pure fn fails() -> int raises int
      fn main() -> (int, int, int) {
        a = call clock(5)
        b = call clock(choose int)
        c = choose int
        call fails() -> never, raised handler
      never(x: int): return x, x, x
      handler(why: int): return add(a, b), add(c, why), get last
      }";
    let (outcome, state) = run_in(&mut Clock(0), text, &[]);
    assert_eq!(outcome, returned(&[3, 7, 0]));
    assert_eq!((state.calls.len(), state.choices), (2, 2));
    assert_eq!(state.calls[1].args, [Value::int(0)]);
}

#[test]
fn the_first_call_of_a_watched_function_is_kept() {
    let program = program(
        "cell global x: int = 0
        fn main() { set x, 1 call f(5) set x, 2 call f(6) return }
        fn f(n: int) { return }",
    );
    let mut world = Closed;
    let mut machine = Interpreter::new(&program, &mut world, Limits::default());
    machine.watch = program.function(Symbol::new("f"));
    machine.run(arena::Id::new(0), &[]).expect("it returns");
    let seen = machine.seen.expect("it was called");
    assert_eq!((seen.args, seen.state.cells.rows().to_vec()), (vec![Value::int(5)], vec![Value::int(1)]));
}
