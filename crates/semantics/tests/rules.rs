//! States, walks and merges, against the interpreter.

use equiv::{Problem, Side};
use ir::entry::{Entry, Pair};
use ir::interp::{Closed, Interpreter, Limits, Outcome};
use ir::plain::Plain;
use ir::text;
use semantics::{Event, Machine, Merge, Next, Setting, SymOutcome, Visitor, Walk, Way};
use smt::Logic;
use std::time::{Duration, Instant};
use term::eval::eval;
use term::{Assignment, Node, TermId};
use value::{Symbol, Value};

fn problem(source: &str) -> Problem {
    let entry = || {
        let program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        ir::well_formed::assert(&program);
        let main = program.function(Symbol::new("main")).expect("there is a main");
        Entry { entry: main, client: main, program }
    };
    Problem::new(Pair {
        client: "main".into(),
        parameters: vec!["n".into(), "k".into()],
        old: entry(),
        new: entry(),
        assumptions: Vec::new(),
        slips: None,
        is_same_code: false,
        library: Default::default(),
        notation: Box::new(Plain),
    })
}

fn setting(problem: &Problem) -> Setting<'_> {
    Setting::new(problem, &Logic::default(), Instant::now() + Duration::from_secs(20))
}

const INPUTS: [[i64; 2]; 7] = [[0, 0], [1, 5], [3, 1], [7, 2], [-4, 3], [12, -1], [5, 5]];

fn assignment(setting: &Setting<'_>, inputs: [i64; 2]) -> Assignment {
    let mut assignment = Assignment::default();
    for (term, value) in setting.inputs.iter().zip(inputs) {
        let Node::Var(variable) = setting.pool.node(*term) else { panic!("inputs are variables") };
        assignment.set(*variable, Value::int(value));
    }
    assignment
}

fn value_of(setting: &Setting<'_>, inputs: [i64; 2], term: TermId) -> Value {
    eval(&setting.pool, &assignment(setting, inputs), term).expect("it has a value")
}

/// What the interpreter gives.
fn run(problem: &Problem, inputs: [i64; 2]) -> Outcome {
    let args: Vec<Value> = inputs.iter().map(|input| Value::int(*input)).collect();
    let mut world = Closed;
    let mut machine = Interpreter::new(&problem.old.program, &mut world, Limits::default());
    machine.run(problem.old.entry, &args).expect("it ends")
}

/// A cell and a value that depend on the way, an object that only one way makes, and a call behind the join.
const JOIN: &str = "cell global seen: int = 0
    cell heap box: map[ref[box], int] = {else 0}:ref[box]
    fn twice(x: int) -> int { return mul(x, 2) }
    fn main(n: int, k: int) -> int {
        branch lt(n, k), less, more
      less:
        r = alloc ref[box]
        set box, store(get box, r, n)
        set seen, sub(k, n)
        jump join(select(get box, r))
      more:
        set seen, 7
        jump join(add(n, k))
      join(d: int):
        t = call twice(d)
        return add(t, get seen)
      }";

#[test]
fn a_merged_state_does_what_both_did() {
    let problem = problem(JOIN);
    let mut setting = setting(&problem);
    setting.merge(Merge::Always);
    let mut machine = setting.entered(Side::Old);
    let Event::Left(SymOutcome::Returned(values)) = setting.runner(Side::Old).run(&mut machine, 0) else {
        panic!("it returns, and nothing has to be decided")
    };
    assert_eq!(setting.summaries[Side::Old as usize].instances, 1);
    for inputs in INPUTS {
        let expected = Outcome::Returned(vec![value_of(&setting, inputs, values[0])]);
        assert_eq!(run(&problem, inputs), expected, "{inputs:?}");
    }
}

#[test]
fn a_summary_is_made_once_for_a_shape() {
    let source = "fn main(n: int, k: int) -> int {
        jump head(0, n)
      head(i: int, v: int): branch lt(i, 5), body, out
      body: branch lt(v, k), less, more
      less: jump next(add(v, 2))
      more: jump next(sub(v, 1))
      next(w: int): jump head(add(i, 1), w)
      out: return v
      }";
    let problem = problem(source);
    let mut setting = setting(&problem);
    setting.merge(Merge::Always);
    let mut machine = setting.entered(Side::Old);
    let Event::Left(SymOutcome::Returned(values)) = setting.runner(Side::Old).run(&mut machine, 0) else {
        panic!("it returns, and nothing has to be decided")
    };
    let summaries = &setting.summaries[Side::Old as usize];
    assert_eq!((summaries.instances, summaries.ways, summaries.made()), (5, 10, 1));
    for inputs in INPUTS {
        let expected = Outcome::Returned(vec![value_of(&setting, inputs, values[0])]);
        assert_eq!(run(&problem, inputs), expected, "{inputs:?}");
    }
}

/// Follows every way, and keeps its condition and what it returns.
struct Ends<'p> {
    setting: Setting<'p>,
    found: Vec<(Vec<TermId>, TermId)>,
}

impl<'p> Visitor<'p> for Ends<'p> {
    type State = Machine;
    type Stop = ();

    fn setting(&mut self) -> &mut Setting<'p> {
        &mut self.setting
    }

    fn visit(&mut self, mut machine: Machine) -> Result<Next<Machine>, ()> {
        Ok(match self.setting.runner(Side::Old).run(&mut machine, 0) {
            Event::Fork(forks) => Next::Fork(forks),
            Event::Assume(condition) => Next::Assume(condition, machine),
            Event::Left(SymOutcome::Returned(values)) => {
                self.found.push((self.setting.path.conditions().to_vec(), values[0]));
                Next::End
            }
            _ => panic!("it only decides and returns"),
        })
    }

    fn take(&mut self, way: Way<Machine>, _: bool) -> Result<Option<Way<Machine>>, ()> {
        Ok(Some(way))
    }
}

#[test]
fn a_walk_comes_to_every_input_once() {
    let source = "fn main(n: int, k: int) -> int {
        switch n { 0 -> zero, 3 -> three, else other }
      zero: return k
      three: branch lt(k, 2), small, zero
      small: return 100
      other:
        branch lt(n, k), less, more
      less:
        # No input gets there.
        branch lt(k, n), never, right
      never: return 1
      right: return sub(k, n)
      more: return add(n, k)
      }";
    let problem = problem(source);
    let mut setting = setting(&problem);
    let machine = setting.entered(Side::Old);
    let mut walk = Walk::from(&setting, machine);
    let mut ends = Ends { setting, found: Vec::new() };
    walk.run(&mut ends).expect("nothing stops it");
    assert_eq!(ends.found.len(), 5, "and to nothing that no input gets to");
    for inputs in INPUTS {
        let holds = |conditions: &[TermId]| {
            conditions.iter().all(|term| value_of(&ends.setting, inputs, *term) == Value::Bool(true))
        };
        let taken: Vec<&(Vec<TermId>, TermId)> = ends.found.iter().filter(|(way, _)| holds(way)).collect();
        let [(_, result)] = taken[..] else { panic!("{inputs:?} takes {} ways", taken.len()) };
        assert_eq!(run(&problem, inputs), Outcome::Returned(vec![value_of(&ends.setting, inputs, *result)]));
    }
}
