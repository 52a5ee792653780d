//! Summaries of regions: equal to their paths, and found out where they are not.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use engine_symex::harness;
use equiv::regions::{RegionProofs, Shown};
use equiv::{Problem, Side};
use ir::entry::{Entry, Pair};
use ir::interp::{Closed, Interpreter, Limits, Outcome};
use ir::plain::Plain;
use ir::{CellId, Program, text};
use semantics::{Event, Fault, Machine, Merge, Next, RegionId, Setting, Summary, SymOutcome, Visitor, Walk, Way};
use smt::Logic;
use term::eval::Evaluator;
use term::{Assignment, Node, Pool, TermId};
use value::{IntOp, Op, Sort, Symbol, Value};

/// Each takes two integers and leaves something in `seen`.
const PROGRAMS: [&str; 10] = [
    // A choice within a choice.
    "cell global seen: int = 0
    fn main(n: int, k: int) -> int {
        branch lt(n, k), less, more
      less:
        set seen, n
        branch lt(n, 0), negative, positive
      negative: jump join(sub(0, n))
      positive: jump join(n)
      more:
        set seen, 7
        jump join(add(n, k))
      join(d: int): return add(d, get seen)
      }",
    // Ways that return early, with different state.
    "cell global seen: int = 0
    fn main(n: int, k: int) -> int {
        branch lt(n, 0), below, next
      below:
        set seen, 1
        return k
      next: branch lt(k, n), above, last
      above:
        set seen, k
        return n
      last: return add(n, 5)
      }",
    // A way that traps and one that raises.
    "cell global seen: int = 0
    fn main(n: int, k: int) -> int raises int {
        set seen, k
        branch lt(n, 3), small, large
      small:
        branch eq(k, 0), bad, fine
      bad: trap \"division by zero\"
      fine: jump join(k)
      large:
        branch lt(k, 2), wrong, right
      wrong: raise n
      right:
        set seen, n
        jump join(mul(n, 2))
      join(d: int): return d
      }",
    // Objects: one is made on one way only.
    "cell global seen: int = 0
    cell heap box: map[ref[box], int] = {else 0}:ref[box]
    fn main(n: int, k: int) -> int {
        o = alloc ref[box]
        set box, store(get box, o, k)
        branch lt(n, k), less, more
      less:
        r = alloc ref[box]
        set box, store(get box, r, n)
        set seen, sub(k, select(get box, r))
        jump join(select(get box, r))
      more:
        set box, store(get box, o, add(n, 1))
        jump join(n)
      join(d: int): return add(d, select(get box, o))
      }",
    // An object that holds at first what all objects do, and is written on one way only.
    "cell global seen: int = 0
    cell heap box: map[ref[box], int] = {else 0}:ref[box]
    fn main(n: int, k: int) -> int {
        branch lt(n, k), less, more
      less:
        o = alloc ref[box]
        branch lt(k, 3), write, leave
      write:
        set box, store(get box, o, 5)
        jump both
      leave: jump both
      both:
        set seen, select(get box, o)
        jump join(add(n, select(get box, o)))
      more: jump join(n)
      join(d: int): return d
      }",
    // The same where a call makes it, and where the way leads through a loop.
    "cell global seen: int = 0
    cell heap box: map[ref[box], int] = {else 0}:ref[box]
    fn fresh(w: int) -> ref[box] {
        o = alloc ref[box]
        branch lt(w, 0), write, leave
      write:
        set box, store(get box, o, w)
        return o
      leave: return o
      }
    fn main(n: int, k: int) -> int {
        branch lt(n, 4), go, stay
      go: jump head(0, 0)
      head(i: int, s: int): branch lt(i, 2), body, out
      body:
        o = call fresh(k)
        branch eq(n, i), more, on
      more:
        set box, store(get box, o, 9)
        jump on
      on: jump head(add(i, 1), add(s, select(get box, o)))
      out:
        set seen, s
        jump join(s)
      stay: jump join(k)
      join(d: int): return d
      }",
    // Calls, and a switch.
    "cell global seen: int = 0
    fn larger(a: int, b: int) -> int { branch lt(a, b), second, first first: return a second: return b }
    fn main(n: int, k: int) -> int {
        switch n { 0 -> zero, 3 -> three, else other }
      zero:
        t = call larger(k, 2)
        jump join(t)
      three:
        set seen, k
        jump join(100)
      other:
        u = call larger(n, k)
        set seen, u
        jump join(sub(u, 1))
      join(d: int): return d
      }",
    // A loop that ends after three rounds, or before.
    "cell global seen: int = 0
    fn main(n: int, k: int) -> int {
        branch lt(0, n), go, stay
      go: jump head(0, 0)
      head(i: int, s: int): branch lt(i, 3), body, out
      body:
        branch lt(k, i), out, on
      on: jump head(add(i, 1), add(s, k))
      out:
        set seen, i
        jump join(s)
      stay: jump join(k)
      join(d: int): return d
      }",
    // Two choices in a row, each of which writes.
    "cell global seen: int = 0
    cell global other: int = 5
    fn main(n: int, k: int) -> int {
        branch lt(n, k), a, b
      a:
        set seen, n
        set other, k
        jump c(n, 1)
      b:
        set other, sub(n, k)
        jump c(k, n)
      c(x: int, y: int): branch lt(y, get other), d, e
      d:
        set seen, add(x, get other)
        jump f(y, x)
      e:
        set other, y
        jump f(x, add(get seen, 2))
      f(p: int, q: int): return add(add(p, mul(q, 3)), get other)
      }",
    // A loop whose rounds are cut short, with another loop inside, and that is left in two ways.
    "cell global seen: int = 0
    fn main(n: int, k: int) -> int {
        branch lt(0, n), go, stay
      go: jump head(0, 0)
      head(i: int, s: int):
        branch lt(i, 3), body, out(s)
      body:
        j = add(i, 1)
        x = add(n, mul(j, 10))
        branch lt(j, k), head(j, s), inner(0, s)
      inner(m: int, t: int):
        branch lt(m, 2), turn, rest
      turn:
        l = add(m, 1)
        y = mul(x, l)
        branch eq(k, l), inner(l, t), more
      more:
        set seen, add(get seen, y)
        branch lt(k, -2), out(y), inner(l, add(t, y))
      rest:
        branch lt(k, 0), out(x), head(j, add(t, x))
      out(r: int):
        jump join(r)
      stay: jump join(k)
      join(d: int): return add(d, get seen)
      }",
];

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

fn prove(problem: &Problem, fault: Option<Box<dyn Fault>>) -> RegionProofs {
    harness::prove(problem, &Logic::default(), Instant::now() + Duration::from_secs(20), fault)
}

#[test]
fn every_summary_is_equal_to_its_paths() {
    for source in PROGRAMS {
        let proofs = prove(&problem(source), None);
        assert!(proofs.instances().count() > 0, "{source}");
        for instance in proofs.instances() {
            assert_eq!(instance.shown, Shown::Equal, "{source}");
            assert!(instance.ways > 1, "{source}");
        }
    }
}

#[test]
fn a_loop_that_is_jumped_into_is_not_merged() {
    let source = "cell global seen: int = 0
    fn main(n: int, k: int) -> int {
        branch lt(n, 0), apart, near
      apart: branch lt(n, k), first(0), second(n)
      first(i: int):
        x = add(i, 1)
        branch lt(x, 3), second(x), out(x)
      second(j: int):
        y = add(j, 2)
        branch lt(y, 2), first(y), out(y)
      out(r: int): jump join(r)
      near: jump join(k)
      join(d: int): return d
      }";
    let proofs = prove(&problem(source), None);
    assert!(proofs.instances().all(|instance| instance.shown == Shown::Equal), "{source}");
}

/// Spoils one term of one summary.
struct Spoiled {
    term: usize,
    how: usize,
    /// Was there such a term, and is it another now?
    done: Rc<Cell<bool>>,
}

impl Fault for Spoiled {
    fn spoil(&mut self, pool: &mut Pool, _: RegionId, summary: &mut Summary) {
        let mut rest = self.term;
        for exit in &mut summary.exits {
            let mut terms = exit.terms_mut();
            if rest >= terms.len() {
                rest -= terms.len();
                continue;
            }
            let others: Vec<TermId> = terms.iter().map(|term| **term).collect();
            let term = &mut *terms[rest];
            let other = spoiled(pool, *term, self.how, &others);
            self.done.set(other != *term);
            *term = other;
            return;
        }
    }
}

fn spoiled(pool: &mut Pool, term: TermId, how: usize, others: &[TermId]) -> TermId {
    let sort = pool.sort(term);
    match how {
        0 if sort == Sort::bool() => pool.not(term),
        0 if sort == Sort::int() => {
            let one = pool.int(1);
            pool.app(Op::Int(IntOp::Add), &[term, one])
        }
        0 | 1 => match pool.node(term).clone() {
            Node::App(Op::Ite, args) => pool.ite(args[0], args[2], args[1]),
            Node::App(Op::Store, args) => args[0],
            _ => pool.constant(Value::default_of(sort), sort),
        },
        // One branch alone.
        2 => match pool.node(term) {
            Node::App(Op::Ite, args) => args[1],
            _ => term,
        },
        3 if sort == Sort::int() => pool.int(3),
        4 if sort == Sort::int() => {
            let two = pool.int(2);
            pool.app(Op::Int(IntOp::Mul), &[term, two])
        }
        // The other branch alone.
        3 | 4 => match pool.node(term) {
            Node::App(Op::Ite, args) => args[2],
            _ => term,
        },
        5 if sort == Sort::int() => {
            let (zero, minus) = (pool.int(0), pool.int(-1));
            let is_zero = pool.eq(term, zero);
            pool.ite(is_zero, minus, term)
        }
        // Another value of that sort.
        _ => others.iter().copied().find(|other| *other != term && pool.sort(*other) == sort).unwrap_or(term),
    }
}

/// How runs end: the path, the end, and what is left in [`globals`].
struct Ends<'p> {
    setting: Setting<'p>,
    found: Vec<(Vec<TermId>, SymOutcome, Vec<TermId>)>,
}

/// The cells that hold no object.
fn globals(program: &Program) -> Vec<CellId> {
    ["seen", "other"].iter().filter_map(|name| program.cell(Symbol::new(name))).collect()
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
            Event::Left(outcome) => {
                let Problem { old, matching, .. } = self.setting.problem;
                let left =
                    globals(&old.program).into_iter().map(|cell| machine.cells[matching.slot(Side::Old, cell).0]);
                self.found.push((self.setting.path.conditions().to_vec(), outcome, left.collect()));
                Next::End
            }
            _ => panic!("it only decides and ends"),
        })
    }

    fn take(&mut self, way: Way<Machine>, _: bool) -> Result<Option<Way<Machine>>, ()> {
        Ok(Some(way))
    }
}

/// Is there an input on which the merged run does not do what the program does?
fn changes_meaning(problem: &Problem, fault: Box<dyn Fault>) -> bool {
    let mut setting = Setting::new(problem, &Logic::default(), Instant::now() + Duration::from_secs(20));
    setting.merge(Merge::Always);
    setting.summaries[Side::Old as usize].fault = Some(fault);
    let machine = setting.entered(Side::Old);
    let mut walk = Walk::from(&setting, machine);
    let mut ends = Ends { setting, found: Vec::new() };
    walk.run(&mut ends).expect("nothing stops it");
    (-4..=5).any(|n| (-4..=5).any(|k| !says_the_same(problem, &ends, [n, k])))
}

fn says_the_same(problem: &Problem, ends: &Ends<'_>, inputs: [i64; 2]) -> bool {
    let args: Vec<Value> = inputs.iter().map(|input| Value::int(*input)).collect();
    let mut world = Closed;
    let mut machine = Interpreter::new(&problem.old.program, &mut world, Limits::default());
    let outcome = machine.run(problem.old.entry, &args).expect("it ends");
    let globals = globals(&problem.old.program).into_iter();
    let expected: Vec<Option<Value>> = globals.map(|cell| Some(machine.state.cells[cell].clone())).collect();
    let pool = &ends.setting.pool;
    let mut assignment = Assignment::default();
    for (term, value) in ends.setting.inputs.iter().zip(args) {
        let Node::Var(variable) = pool.node(*term) else { panic!("inputs are variables") };
        assignment.set(*variable, value);
    }
    let mut evaluator = Evaluator::new(assignment);
    let mut taken = Vec::new();
    for (path, outcome, left) in &ends.found {
        if path.iter().all(|term| evaluator.holds(pool, *term)) {
            let left: Vec<Option<Value>> = left.iter().map(|term| evaluator.eval(pool, *term)).collect();
            taken.push((outcome, left));
        }
    }
    let [(symbolic, left)] = &taken[..] else { return false };
    let mut values = symbolic.terms().map(|term| evaluator.eval(pool, term));
    let is_same = match (&outcome, symbolic) {
        (Outcome::Returned(expected), SymOutcome::Returned(_)) => {
            values.by_ref().eq(expected.iter().map(|value| Some(value.clone())))
        }
        (Outcome::Raised(expected), SymOutcome::Raised(_)) => values.next() == Some(Some(expected.clone())),
        (Outcome::Trapped(_), SymOutcome::Trapped) => true,
        _ => false,
    };
    is_same && (matches!(outcome, Outcome::Trapped(_)) || *left == expected)
}

#[test]
fn every_fault_that_changes_meaning_is_caught() {
    let (mut tried, mut changed, mut caught) = (0, 0, 0);
    for source in PROGRAMS {
        let problem = problem(source);
        for how in 0..7 {
            for term in 0..24 {
                let done = Rc::new(Cell::new(false));
                let fault = || Box::new(Spoiled { term, how, done: done.clone() });
                let is_changed = changes_meaning(&problem, fault());
                if !done.get() {
                    continue;
                }
                tried += 1;
                let proofs = prove(&problem, Some(fault()));
                let is_caught = proofs.instances().any(|instance| matches!(instance.shown, Shown::Different(_)));
                changed += usize::from(is_changed);
                caught += usize::from(is_caught);
                assert!(is_caught || !is_changed, "fault {how} of term {term} is not seen in\n{source}");
            }
        }
    }
    assert!(tried >= 200, "{tried} faults");
    assert!(changed >= 120 && caught >= changed, "{changed} of {tried} change what is done, {caught} are caught");
}
