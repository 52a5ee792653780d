//! Questions about machine arithmetic, put as questions about integers.
//!
//! A solver takes products and quotients of bit-vectors apart into bits; over the integers those by constants are
//! linear. A bit-vector becomes an integer that is congruent to it, with bounds, and is reduced only where an operator
//! needs its value and the bounds say that it may have wrapped. What has no such form becomes a variable of its own.
//! So more may be possible than in truth: only that nothing is possible may be concluded.

pub(crate) mod bounds;
mod number;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId};
use value::{BvOp, Int, IntOp, Op, Sort, Value};

use bounds::{Bounds, Known, constant, full, power};
use number::Number;

/// The conditions over integers. `None`: there is nothing in them that is easier so.
pub(crate) fn over_integers(pool: &mut Pool, conditions: &[TermId]) -> Option<Vec<TermId>> {
    let order = postorder(pool, conditions);
    if order.len() > MOST_TERMS || !order.iter().any(|term| is_hard(pool, *term)) {
        return None;
    }
    let known = bounds::known(pool, conditions);
    let mut translation = Translation { known, ..Translation::default() };
    translation.find_signed(pool, &order);
    for term in order {
        translation.add(pool, term);
        if translation.has_lost {
            return None;
        }
    }
    let conditions = conditions.iter().map(|condition| translation.plain[condition]);
    Some(conditions.chain(translation.ranges.iter().copied()).collect())
}

const MOST_TERMS: usize = 4000;

/// Entries of a table that are told apart.
const MOST_ENTRIES: usize = 64;

/// A product or quotient, but for those by a power of two.
fn is_hard(pool: &Pool, term: TermId) -> bool {
    let Node::App(Op::Bv(BvOp::Mul | BvOp::UDiv | BvOp::SDiv | BvOp::URem | BvOp::SRem), args) = pool.node(term) else {
        return false;
    };
    let is_power = |value: Int| value.bit_and(&(&value - &Int::ONE)).is_zero();
    !args.iter().any(|arg| constant(pool, *arg, false).is_some_and(is_power))
}

/// All terms below these, operands first.
pub(crate) fn postorder(pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut order = Vec::new();
    let mut work: Vec<(TermId, bool)> = roots.iter().map(|root| (*root, false)).collect();
    while let Some((term, is_done)) = work.pop() {
        if is_done {
            order.push(term);
        } else if seen.insert(term) {
            work.push((term, true));
            if let Node::App(_, args) = pool.node(term) {
                work.extend(args.iter().map(|arg| (*arg, false)));
            }
        }
    }
    order
}

#[derive(Default)]
struct Translation {
    known: Known,
    /// Bit-vectors that are read as signed numbers somewhere.
    signed: FxHashSet<TermId>,
    numbers: FxHashMap<TermId, Number>,
    /// Truth values and integers.
    plain: FxHashMap<TermId, TermId>,
    /// An operation on bits has no form here: then a solver of bits is the better one.
    has_lost: bool,
    /// Bounds of the variables, and of products.
    ranges: Vec<TermId>,
}

impl Translation {
    fn find_signed(&mut self, pool: &Pool, order: &[TermId]) {
        let reads_signed = |op: &BvOp| {
            matches!(
                op,
                BvOp::SLt | BvOp::SLe | BvOp::SDiv | BvOp::SRem | BvOp::AShr | BvOp::SignExtend(_) | BvOp::ToSigned
            )
        };
        for term in order {
            if let Node::App(Op::Bv(op), args) = pool.node(*term)
                && reads_signed(op)
            {
                self.signed.extend(args.iter().copied());
            }
        }
    }

    fn add(&mut self, pool: &mut Pool, term: TermId) {
        let sort = pool.sort(term);
        if let Some(width) = sort.bv_width() {
            let number = self.number(pool, term, width);
            self.has_lost |= number.is_none() && matches!(pool.node(term), Node::App(Op::Bv(_), _));
            let number = number.unwrap_or_else(|| self.variable(pool, term, width));
            self.numbers.insert(term, number);
        } else if sort == Sort::bool() || sort == Sort::int() {
            let found = self.truth_or_integer(pool, term).unwrap_or_else(|| pool.fresh("unknown", sort));
            self.plain.insert(term, found);
        }
    }

    fn variable(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Number {
        let is_signed = self.signed.contains(&term);
        let Bounds { low, high } =
            self.known.get(&(term, is_signed)).cloned().unwrap_or_else(|| full(width, is_signed));
        let variable = Number { term: pool.fresh("number", Sort::int()), low, high, zeros: 0 };
        self.ranges.extend(variable.range(pool));
        variable
    }

    fn truth_or_integer(&mut self, pool: &mut Pool, term: TermId) -> Option<TermId> {
        let (op, args) = match pool.node(term).clone() {
            Node::Const(_) | Node::Var(_) => return Some(term),
            Node::App(op, args) => (op, args),
        };
        match &op {
            Op::Eq if self.numbers.contains_key(&args[0]) => Some(self.same(pool, args[0], args[1])),
            Op::Bv(BvOp::ULt | BvOp::ULe | BvOp::SLt | BvOp::SLe) => {
                let is_signed = matches!(op, Op::Bv(BvOp::SLt | BvOp::SLe));
                let sides = [args[0], args[1]].map(|arg| self.value(pool, arg, is_signed).term);
                let is_strict = matches!(op, Op::Bv(BvOp::ULt | BvOp::SLt));
                Some(pool.app(Op::Int(if is_strict { IntOp::Lt } else { IntOp::Le }), &sides))
            }
            Op::Bv(BvOp::ToInt) => Some(self.value(pool, args[0], false).term),
            Op::Bv(BvOp::ToSigned) => Some(self.value(pool, args[0], true).term),
            Op::Eq | Op::Ite | Op::Not | Op::And | Op::Or | Op::Int(_) => {
                let args: Option<Vec<TermId>> = args.iter().map(|arg| self.plain.get(arg).copied()).collect();
                Some(pool.app(op, &args?))
            }
            _ => None,
        }
    }

    /// Are the bit-vectors equal?
    fn same(&mut self, pool: &mut Pool, a: TermId, b: TermId) -> TermId {
        let width = pool.sort(a).bv_width().expect("numbers come from bit-vectors");
        let fit = |is_signed: bool| [a, b].iter().all(|side| self.numbers[side].within(&full(width, is_signed)));
        let is_signed = !fit(false) && fit(true);
        let [a, b] = [a, b].map(|side| self.value(pool, side, is_signed).term);
        pool.eq(a, b)
    }

    /// The number that the bit-vector stands for.
    fn value(&self, pool: &mut Pool, term: TermId, is_signed: bool) -> Number {
        let width = pool.sort(term).bv_width().expect("numbers come from bit-vectors");
        self.numbers[&term].reduced(pool, width, is_signed)
    }

    fn number(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Option<Number> {
        if let Some(value) = constant(pool, term, self.signed.contains(&term)) {
            return Some(Number::constant(pool, value));
        }
        let Node::App(op, args) = pool.node(term).clone() else { return None };
        let found = match op {
            Op::Ite => {
                let (a, b) = (&self.numbers[&args[1]], &self.numbers[&args[2]]);
                let term = pool.ite(self.plain[&args[0]], a.term, b.term);
                let (low, high) = (a.low.clone().min(b.low.clone()), a.high.clone().max(b.high.clone()));
                Number { term, low, high, zeros: a.zeros.min(b.zeros) }
            }
            Op::Select => self.entry(pool, args[0], args[1])?,
            Op::Bv(op) => self.operation(pool, op, &args, width)?,
            _ => return None,
        };
        // Far more than the bits hold is of no use.
        let is_large = &found.high - &found.low > power(width + 16);
        Some(if is_large { found.reduced(pool, width, false) } else { found })
    }

    /// An entry of a table that is known.
    fn entry(&self, pool: &mut Pool, table: TermId, at: TermId) -> Option<Number> {
        let Value::Map(map) = pool.as_const(table)?.clone() else { return None };
        if map.entries().count() > MOST_ENTRIES || !self.numbers.contains_key(&at) {
            return None;
        }
        let of = |value: &Value| match value {
            Value::Bv(bits) => Some(Int::from(bits.bits())),
            _ => None,
        };
        let mut found = Number::constant(pool, of(map.default_value())?);
        let index = self.value(pool, at, false);
        for (key, value) in map.entries() {
            let (key, value) = (pool.int(of(key)?), Number::constant(pool, of(value)?));
            let is_here = pool.eq(index.term, key);
            let term = pool.ite(is_here, value.term, found.term);
            let (low, high) = (found.low.min(value.low), found.high.max(value.high));
            found = Number { term, low, high, zeros: 0 };
        }
        Some(found)
    }

    fn operation(&mut self, pool: &mut Pool, op: BvOp, args: &[TermId], width: u32) -> Option<Number> {
        if let BvOp::FromInt(_) = op {
            let term = *self.plain.get(&args[0])?;
            let modulus = pool.int(power(width));
            let term = pool.app(Op::Int(IntOp::Mod(value::Rounding::Euclid)), &[term, modulus]);
            let Bounds { low, high } = full(width, false);
            return Some(Number { term, low, high, zeros: 0 });
        }
        let a = self.numbers[&args[0]].clone();
        let second = args.get(1).map(|arg| self.numbers[arg].clone());
        Some(match (op, second) {
            (BvOp::Neg, _) => a.negated(pool),
            (BvOp::Not, _) => {
                let minus_one = Number::constant(pool, Int::from(-1));
                a.negated(pool).plus(pool, &minus_one)
            }
            (BvOp::Add, Some(b)) => a.plus(pool, &b),
            (BvOp::Sub, Some(b)) => {
                let b = b.negated(pool);
                a.plus(pool, &b)
            }
            (BvOp::Mul, Some(b)) => {
                let product = a.times(pool, &b);
                // A solver would not find the bounds of what is not linear by itself.
                if a.low != a.high && b.low != b.high {
                    self.ranges.extend(product.range(pool));
                }
                product
            }
            (BvOp::Concat, Some(_)) => {
                let low = self.value(pool, args[1], false);
                let bits = pool.sort(args[1]).bv_width()?;
                a.scaled(pool, &power(bits)).plus(pool, &low)
            }
            (BvOp::ZeroExtend(_), _) => self.value(pool, args[0], false),
            (BvOp::SignExtend(_), _) => self.value(pool, args[0], true),
            // What is congruent stays so where upper bits are left away.
            (BvOp::Extract { low: 0, .. }, _) => a,
            (BvOp::Extract { low, .. }, _) => self.value(pool, args[0], false).divided(pool, &power(low)),
            (op, Some(b)) => return self.by_constant(pool, op, args, &b, width),
            _ => return None,
        })
    }

    /// Operators that have a form over the integers where the second operand is a constant.
    fn by_constant(&self, pool: &mut Pool, op: BvOp, args: &[TermId], b: &Number, width: u32) -> Option<Number> {
        let unsigned = constant(pool, args[1], false);
        let signed = constant(pool, args[1], true);
        let distance = unsigned.as_ref().and_then(|by| u32::try_from(by.to_i64()?).ok()).filter(|by| *by < width);
        match op {
            BvOp::Shl => Some(self.numbers[&args[0]].scaled(pool, &power(distance?))),
            BvOp::LShr => Some(self.value(pool, args[0], false).divided(pool, &power(distance?))),
            BvOp::AShr => Some(self.value(pool, args[0], true).divided(pool, &power(distance?))),
            BvOp::UDiv | BvOp::URem => {
                let by = unsigned.filter(|by| !by.is_zero())?;
                let a = self.value(pool, args[0], false);
                Some(if op == BvOp::UDiv { a.divided(pool, &by) } else { a.modulo(pool, &by) })
            }
            BvOp::SDiv | BvOp::SRem => {
                let by = signed.filter(|by| !by.is_zero())?;
                let (quotient, rest) = self.value(pool, args[0], true).truncated(pool, &by.abs());
                Some(match op {
                    BvOp::SRem => rest,
                    _ if by.is_negative() => quotient.negated(pool),
                    _ => quotient,
                })
            }
            BvOp::And | BvOp::Or | BvOp::Xor => self.bitwise(pool, op, args, b, width),
            _ => None,
        }
    }

    fn bitwise(&self, pool: &mut Pool, op: BvOp, args: &[TermId], b: &Number, width: u32) -> Option<Number> {
        let mask = args.iter().position(|arg| constant(pool, *arg, false).is_some());
        if let (BvOp::And, Some(position)) = (op, mask) {
            return self.masked(pool, args[1 - position], &constant(pool, args[position], false)?);
        }
        // Of numbers without a common bit it is the sum.
        let (x, y) = (self.value(pool, args[0], false), b.reduced(pool, width, false));
        let are_apart = |high: &Number, low: &Number| !low.low.is_negative() && low.high < power(high.zeros.min(width));
        (op != BvOp::And && (are_apart(&x, &y) || are_apart(&y, &x))).then(|| x.plus(pool, &y))
    }

    /// The bits of one stretch.
    fn masked(&self, pool: &mut Pool, term: TermId, mask: &Int) -> Option<Number> {
        if mask.is_zero() {
            return Some(Number::constant(pool, Int::ZERO));
        }
        let first = (0..128).find(|bit| !mask.shr(&Int::from(i64::from(*bit))).bit_and(&Int::ONE).is_zero())?;
        let stretch = &mask.shr(&Int::from(i64::from(first))) + &Int::ONE;
        // Ones without a gap are one less than a power of two.
        if !stretch.bit_and(&(&stretch - &Int::ONE)).is_zero() {
            return None;
        }
        let number = match first {
            0 => self.numbers[&term].clone(),
            _ => self.value(pool, term, false).divided(pool, &power(first)),
        };
        Some(number.modulo(pool, &stretch).scaled(pool, &power(first)))
    }
}

#[cfg(test)]
mod tests {
    use smt::{Effort, Logic};
    use term::eval::Evaluator;
    use term::{Assignment, Node, Pool, TermId};
    use value::{BvOp, Op, Sort, Value};

    use super::over_integers;

    /// Numbers without a pattern, the same each time.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % bound
        }
    }

    fn constant(pool: &mut Pool, numbers: &mut Numbers) -> TermId {
        pool.constant(Value::bv(WIDTH, u128::from(numbers.below(1 << WIDTH))), Sort::bv(WIDTH))
    }

    const WIDTH: u32 = 4;

    fn number(pool: &mut Pool, numbers: &mut Numbers, variables: &[TermId], depth: u32) -> TermId {
        if depth == 0 || numbers.below(6) == 0 {
            return match numbers.below(4) {
                0 => constant(pool, numbers),
                _ => variables[numbers.below(2) as usize],
            };
        }
        let a = number(pool, numbers, variables, depth - 1);
        let two = [BvOp::Add, BvOp::Sub, BvOp::Mul, BvOp::Or, BvOp::Xor, BvOp::And];
        let by_constant =
            [BvOp::UDiv, BvOp::SDiv, BvOp::URem, BvOp::SRem, BvOp::Shl, BvOp::LShr, BvOp::AShr, BvOp::And, BvOp::Mul];
        match numbers.below(5) {
            0 => pool.app(Op::Bv([BvOp::Not, BvOp::Neg][numbers.below(2) as usize]), &[a]),
            1 => {
                let b = number(pool, numbers, variables, depth - 1);
                pool.app(Op::Bv(two[numbers.below(6) as usize]), &[a, b])
            }
            2 => {
                let b = constant(pool, numbers);
                pool.app(Op::Bv(by_constant[numbers.below(9) as usize]), &[a, b])
            }
            3 => {
                let b = number(pool, numbers, variables, depth - 1);
                let c = condition(pool, numbers, variables, depth - 1);
                pool.ite(c, a, b)
            }
            _ => {
                let widen = [BvOp::ZeroExtend(2 * WIDTH), BvOp::SignExtend(2 * WIDTH)][numbers.below(2) as usize];
                let wide = match numbers.below(3) {
                    0 => pool.app(Op::Bv(BvOp::Concat), &[a, variables[0]]),
                    _ => pool.app(Op::Bv(widen), &[a]),
                };
                let other = pool.app(Op::Bv(BvOp::ZeroExtend(2 * WIDTH)), &[variables[1]]);
                let product = pool.app(Op::Bv(BvOp::Mul), &[wide, other]);
                let low = numbers.below(5) as u32;
                pool.app(Op::Bv(BvOp::Extract { high: low + WIDTH - 1, low }), &[product])
            }
        }
    }

    fn condition(pool: &mut Pool, numbers: &mut Numbers, variables: &[TermId], depth: u32) -> TermId {
        let a = number(pool, numbers, variables, depth);
        let b = number(pool, numbers, variables, depth);
        let ops = [Op::Eq, Op::Bv(BvOp::ULt), Op::Bv(BvOp::ULe), Op::Bv(BvOp::SLt), Op::Bv(BvOp::SLe)];
        let found = pool.app(ops[numbers.below(5) as usize].clone(), &[a, b]);
        if numbers.below(2) == 0 { pool.not(found) } else { found }
    }

    fn can_hold(pool: &Pool, variables: &[TermId], conditions: &[TermId]) -> bool {
        (0..1_u128 << (2 * WIDTH)).any(|both| {
            let mut assignment = Assignment::default();
            for (variable, bits) in variables.iter().zip([both, both >> WIDTH]) {
                let Node::Var(id) = pool.node(*variable) else { panic!("a variable") };
                assignment.set(*id, Value::bv(WIDTH, bits));
            }
            let mut evaluator = Evaluator::new(assignment);
            conditions.iter().all(|condition| evaluator.eval(pool, *condition) == Some(Value::Bool(true)))
        })
    }

    #[test]
    fn what_can_hold_can_hold_over_integers() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let (mut asked, mut refuted) = (0, 0);
        for _ in 0..400 {
            let mut pool = Pool::new();
            let variables = [pool.fresh("x", Sort::bv(WIDTH)), pool.fresh("y", Sort::bv(WIDTH))];
            let conditions: Vec<TermId> =
                (0..3).map(|depth| condition(&mut pool, &mut numbers, &variables, depth)).collect();
            let Some(integers) = over_integers(&mut pool, &conditions) else { continue };
            let answer = Logic::default().solver().check_with(&mut pool, &integers, Effort::millis(50));
            asked += 1;
            refuted += u32::from(answer.is_unsat());
            assert!(!answer.is_unsat() || !can_hold(&pool, &variables, &conditions), "{conditions:?} can hold");
        }
        assert!(asked > 40 && refuted > 5, "{asked} were asked, {refuted} cannot hold");
    }
}
