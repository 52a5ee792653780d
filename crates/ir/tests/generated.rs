//! Random programs: well-formed, read back as printed, and the same in meaning after tidying.

mod random;

use std::sync::Arc;

use arena::Id;
use ir::interp::{ExternalCall, Interpreter, Limits, Outcome, State, Stop, World};
use ir::text::{parse, print, print_with_spans};
use ir::{FnId, Function, FunctionKind, Program, well_formed};
use random::{Random, constant, program};
use value::{Sort, Value};

const PROGRAMS: u64 = 3_000;

#[test]
fn generated_programs_round_trip() {
    for seed in 0..PROGRAMS {
        let program = program(seed);
        well_formed::assert(&program);
        let printed = print(&program);
        let read = parse(&printed).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{printed}"));
        assert!(read == program, "seed {seed}\n{printed}\nread back as\n{}", print(&read));
        let read = parse(&print_with_spans(&program)).expect("it was read without places");
        for (id, function) in program.functions.iter() {
            let spans = |function: &Function| function.body().map(|body| body.spans.clone());
            assert_eq!(spans(function), spans(&read.functions[id]), "seed {seed}");
        }
    }
}

/// Answers depend on nothing but their number.
struct Answers;

impl World for Answers {
    fn call(&mut self, function: &Function, args: &[Value], state: &mut State) -> Option<Outcome> {
        let mut random = Random(args.len() as u64 + state.calls.len() as u64);
        if function.raises.is_some() && random.below(3) == 0 {
            return Some(Outcome::Raised(constant(&mut random, Sort::int())));
        }
        Some(Outcome::Returned(function.results.iter().map(|sort| constant(&mut random, *sort)).collect()))
    }

    fn choose(&mut self, n: usize, sort: Sort) -> Option<Value> {
        Some(constant(&mut Random(n as u64), sort))
    }
}

type Run = (Result<Outcome, String>, Vec<Value>, u32, usize, Vec<ExternalCall>);

/// What there is to see of a run; `None` if it takes too long.
fn run(program: &Program, function: FnId, args: &[Value], fuel: u64) -> Option<Run> {
    let mut world = Answers;
    let mut machine = Interpreter::new(program, &mut world, Limits { fuel, stack: 100_000 });
    let outcome = match machine.run(function, args) {
        Err(Stop::OutOfFuel) => return None,
        // Where the stack ends depends on how the code is cut into blocks.
        Err(Stop::Unsupported { what, .. }) if what.as_str().starts_with("recursion that ends") => return None,
        Err(Stop::Unsupported { what, .. }) => Err(format!("unsupported {what}")),
        Err(stop) => Err(format!("{stop:?}")),
        Ok(outcome) => Ok(outcome),
    };
    let State { cells, references, calls, choices } = machine.state;
    Some((outcome, cells.rows().to_vec(), references, choices, calls))
}

fn tidied(program: &Program) -> Program {
    let mut tidied = program.clone();
    for (_, function) in tidied.functions.iter_mut() {
        if let FunctionKind::Defined(body) = &mut Arc::make_mut(function).kind {
            *body = ir::cfg::tidy(std::mem::take(body));
        }
    }
    tidied
}

#[test]
fn tidying_keeps_the_meaning() {
    let mut finished = 0;
    for seed in 0..PROGRAMS {
        let program = program(seed);
        let tidy = tidied(&program);
        well_formed::assert(&tidy);
        assert!(
            tidied(&tidy) == tidy,
            "seed {seed}: tidying twice tidies more\n{}\n{}",
            print(&tidy),
            print(&tidied(&tidy))
        );
        let mut random = Random(seed);
        let first = FnId::new(0);
        for _ in 0..4 {
            let params = program.functions[first].params.iter();
            let args: Vec<Value> = params.map(|param| constant(&mut random, param.sort)).collect();
            let Some(expected) = run(&program, first, &args, 3_000) else { continue };
            finished += 1;
            let given = run(&tidy, first, &args, 3_000);
            assert!(
                given.as_ref() == Some(&expected),
                "seed {seed}: {expected:?}\nbecomes {given:?}\n{}",
                print(&program)
            );
        }
    }
    assert!(finished > PROGRAMS, "only {finished} runs came to an end");
}

#[test]
fn tidying_is_no_slower_for_one_large_function() {
    // A line of loops and branches over many variables.
    let blocks = 20_000;
    let mut text = String::from("fn f(x: int, c: bool) -> int { jump b0(x, x)\n");
    for block in 0..blocks {
        text += &format!(
            "b{block}(i{block}: int, j{block}: int): y{block} = add(i{block}, x) branch c, b{}(y{block}, j{block}), b{block}(i{block}, j{block})\n",
            block + 1
        );
    }
    text += &format!("b{blocks}(i: int, j: int): return sub(i, j) }}");
    let program = parse(&text).expect("it is right");
    well_formed::assert(&program);
    let started = std::time::Instant::now();
    let tidy = tidied(&program);
    assert!(started.elapsed().as_secs() < 5, "tidying takes {:?}", started.elapsed());
    well_formed::assert(&tidy);
}
