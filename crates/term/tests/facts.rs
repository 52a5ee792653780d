//! Whatever the facts decide holds for every assignment that satisfies what was assumed.

#[expect(dead_code, reason = "shared with tests that need more of it")]
mod random;

use random::Random;
use term::eval::Evaluator;
use term::{Assignment, Facts, Node, Pool, TermId};
use value::{IntOp, Op, Rounding, Sort, Value};

/// Values of the integer variables.
const SMALL: std::ops::Range<i64> = -3..4;

struct World {
    pool: Pool,
    ints: Vec<TermId>,
    bools: Vec<TermId>,
    random: Random,
}

impl World {
    fn new(seed: u64) -> World {
        let mut pool = Pool::new();
        let ints = ["x", "y"].map(|name| pool.fresh(name, Sort::int())).to_vec();
        let bools = ["p", "q"].map(|name| pool.fresh(name, Sort::bool())).to_vec();
        World { pool, ints, bools, random: Random(seed) }
    }

    fn number(&mut self, depth: usize) -> TermId {
        let shapes = if depth == 0 { 2 } else { 9 };
        match self.random.below(shapes) {
            0 => *self.random.one_of(&self.ints.clone()),
            1 => {
                let number = self.random.below(9) as i64 - 4;
                self.pool.int(number)
            }
            2..=4 => self.binary(IntOp::Add, depth),
            5 => self.binary(IntOp::Sub, depth),
            6 => self.binary(IntOp::Mul, depth),
            7 => {
                let (a, divisor) = (self.number(depth - 1), self.random.below(7) as i64 - 3);
                let divisor = self.pool.int(divisor);
                let rounding = *self.random.one_of(&[Rounding::Floor, Rounding::Trunc, Rounding::Euclid]);
                let op = if self.random.chance(50) { IntOp::Div(rounding) } else { IntOp::Mod(rounding) };
                self.pool.app(Op::Int(op), &[a, divisor])
            }
            _ => {
                let (c, a, b) = (self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1));
                self.pool.ite(c, a, b)
            }
        }
    }

    fn binary(&mut self, op: IntOp, depth: usize) -> TermId {
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        self.pool.app(Op::Int(op), &[a, b])
    }

    fn condition(&mut self, depth: usize) -> TermId {
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 => *self.random.one_of(&self.bools.clone()),
            1 | 2 => {
                let op = if self.random.chance(50) { IntOp::Le } else { IntOp::Lt };
                let (a, b) = (self.number(depth), self.number(0));
                self.pool.app(Op::Int(op), &[a, b])
            }
            3 => {
                let (a, b) = (self.number(depth), self.number(0));
                self.pool.eq(a, b)
            }
            4 => {
                let a = self.condition(depth - 1);
                self.pool.not(a)
            }
            5 => {
                let (c, a, b) = (self.condition(0), self.condition(depth - 1), self.condition(depth - 1));
                self.pool.ite(c, a, b)
            }
            shape => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                if shape == 6 { self.pool.and(a, b) } else { self.pool.or(a, b) }
            }
        }
    }

    fn assignments(&self) -> Vec<Assignment> {
        let set = |assignment: &mut Assignment, term: TermId, value: Value| {
            if let Node::Var(variable) = self.pool.node(term) {
                assignment.set(*variable, value);
            }
        };
        let mut all = Vec::new();
        for (x, y) in SMALL.flat_map(|x| SMALL.map(move |y| (x, y))) {
            for bits in 0..4 {
                let mut assignment = Assignment::default();
                set(&mut assignment, self.ints[0], Value::int(x));
                set(&mut assignment, self.ints[1], Value::int(y));
                set(&mut assignment, self.bools[0], Value::Bool(bits & 1 == 1));
                set(&mut assignment, self.bools[1], Value::Bool(bits & 2 == 2));
                all.push(assignment);
            }
        }
        all
    }
}

#[test]
fn decisions_are_implied_and_undoing_restores() {
    let mut world = World::new(21);
    let mut decided = 0;
    for _ in 0..1500 {
        let mut facts = Facts::default();
        let mut satisfying: Vec<Evaluator> = world.assignments().into_iter().map(Evaluator::new).collect();
        let mut stack = Vec::new();
        for _ in 0..5 {
            if world.random.chance(25)
                && let Some((mark, before, known)) = stack.pop()
            {
                facts.undo_to(mark);
                assert_eq!(facts, before, "undoing restores");
                satisfying = known;
                continue;
            }
            stack.push((facts.mark(), facts.clone(), satisfying.clone()));
            let assumed = world.condition(2);
            facts.assume(&world.pool, assumed);
            satisfying.retain_mut(|evaluator| evaluator.holds(&world.pool, assumed));
            for evaluator in &mut satisfying {
                assert!(facts.hold_under(&world.pool, evaluator), "what was assumed holds");
            }
            let asked = world.condition(2);
            if let Some(holds) = facts.decide(&world.pool, asked) {
                decided += 1;
                for evaluator in &mut satisfying {
                    assert_eq!(evaluator.eval(&world.pool, asked), Some(Value::Bool(holds)), "decided wrongly");
                }
            }
            let term = world.number(2);
            let interval = facts.interval(&world.pool, term, 12);
            for evaluator in &mut satisfying {
                let Some(Value::Int(value)) = evaluator.eval(&world.pool, term) else { panic!("a number") };
                assert!(interval.low.as_ref().is_none_or(|low| *low <= value), "{value} below {interval:?}");
                assert!(interval.high.as_ref().is_none_or(|high| value <= *high), "{value} above {interval:?}");
            }
        }
    }
    assert!(decided > 1000, "only {decided} decisions");
}

/// What the facts do not satisfy is never said to satisfy them.
#[test]
fn only_assignments_that_satisfy_are_accepted() {
    let mut world = World::new(22);
    let all = world.assignments();
    for _ in 0..600 {
        let mut facts = Facts::default();
        let assumed: Vec<TermId> = (0..3).map(|_| world.condition(2)).collect();
        for term in &assumed {
            facts.assume(&world.pool, *term);
        }
        for assignment in &all {
            let mut evaluator = Evaluator::new(assignment.clone());
            let satisfies = assumed.iter().all(|term| evaluator.holds(&world.pool, *term));
            assert_eq!(facts.hold_under(&world.pool, &mut evaluator), satisfies);
        }
    }
}

/// Assuming the opposite of what is known and taking it back leaves what was known.
#[test]
fn a_contradiction_can_be_taken_back() {
    let mut pool = Pool::new();
    let p = pool.fresh("p", Sort::bool());
    let not_p = pool.not(p);
    let mut facts = Facts::default();
    facts.assume(&pool, p);
    let mark = facts.mark();
    facts.assume(&pool, not_p);
    facts.undo_to(mark);
    assert_eq!(facts.decide(&pool, p), Some(true));
}
