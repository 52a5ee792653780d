//! Conditions that might always hold at a pair of cut points, guessed from runs.
//!
//! Guessed only: `houdini` keeps those that are proved.

use term::eval::Evaluator;
use term::{Node, Pool, TermId};
use value::{BvOp, Int, IntOp, Op, Rounding, Sort, Value, linear};

/// What may be related: the variables of both sides, the inputs, lengths of sequences, calls.
pub(crate) struct Features {
    pub(crate) ints: Vec<TermId>,
    /// Calls that give integers: these are related by equations only.
    pub(crate) calls: Vec<TermId>,
    /// Of other sorts.
    pub(crate) others: Vec<TermId>,
    /// Bit-vectors in the code that others may stay below.
    pub(crate) limits: Vec<TermId>,
}

impl Features {
    /// Quotients of the variables by constants.
    pub(crate) fn add_quotients(&mut self, pool: &mut Pool, divisors: &[TermId]) {
        const MOST: usize = 30;
        for term in self.ints.clone() {
            for divisor in divisors {
                if self.ints.len() < MOST {
                    self.ints.push(pool.app(Op::Int(IntOp::Div(Rounding::Floor)), &[term, *divisor]));
                }
            }
        }
    }

    /// Parts of the sequences that a loop goes through: what it has seen of them, the first element.
    pub(crate) fn add_parts(&mut self, pool: &mut Pool, inputs: &[TermId]) {
        const MOST: usize = 24;
        let zero = pool.int(0);
        let ends: Vec<TermId> = self.ints.iter().copied().filter(|term| !inputs.contains(term)).collect();
        for input in inputs.iter().copied() {
            if pool.sort(input).element().is_none() {
                continue;
            }
            let whole = pool.seq_len(input);
            for end in ends.iter().filter(|end| **end != whole) {
                if self.others.len() < MOST {
                    self.others.push(pool.app(Op::SeqSlice, &[input, zero, *end]));
                }
            }
            if pool.sort(input).element() == Some(Sort::int()) {
                self.ints.push(pool.app(Op::SeqNth, &[input, zero]));
            }
        }
    }

    pub(crate) fn of(pool: &mut Pool, terms: impl Iterator<Item = TermId>) -> Features {
        let mut features = Features { ints: Vec::new(), calls: Vec::new(), others: Vec::new(), limits: Vec::new() };
        for term in terms {
            if pool.sort(term) == Sort::int() {
                features.ints.push(term);
            } else {
                features.others.push(term);
                if pool.sort(term).element().is_some() {
                    let length = pool.seq_len(term);
                    features.ints.push(length);
                }
            }
        }
        features
    }
}

/// How much to guess.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Equalities, linear ones among them.
    Linear,
    /// And bounds and differences.
    Bounds,
    /// And equalities of degree two.
    Quadratic,
    /// And equalities of degree three.
    Cubic,
    /// Bounds, and equalities with quotients by the divisors in the code.
    Quotients,
    /// Bounds, also of the form "a variable still has its first value, or ...".
    Conditional,
}

/// Candidates that hold in all samples.
pub(crate) struct Guessed {
    pub(crate) plain: Vec<TermId>,
    /// Equations with products of variables, the shortest first: a solver has a hard time with
    /// many of them at once.
    pub(crate) products: Vec<TermId>,
}

pub(crate) fn guess(pool: &mut Pool, features: &Features, evaluators: Vec<Evaluator>, stage: Stage) -> Guessed {
    let mut evaluators = evaluators;
    let columns = |pool: &Pool, terms: &[TermId], evaluators: &mut [Evaluator]| -> Vec<Option<Vec<Value>>> {
        terms.iter().map(|term| evaluators.iter_mut().map(|e| e.eval(pool, *term)).collect()).collect()
    };
    let mut found = Vec::new();
    let others = columns(pool, &features.others, &mut evaluators);
    equal_columns(pool, &features.others, &others, &mut found);
    bit_equations(pool, &features.others, &others, &mut found);
    if stage != Stage::Linear {
        bit_bounds(pool, &features.others, &others, &mut found);
        constant_bounds(pool, &features.others, &others, &features.limits, &mut found);
    }
    let terms: Vec<TermId> = features.ints.iter().chain(&features.calls).copied().collect();
    let ints = columns(pool, &terms, &mut evaluators);
    let known: Columns = terms
        .iter()
        .zip(ints)
        .filter_map(|(term, column)| {
            let column: Option<Vec<Int>> = column?.into_iter().map(|value| value.as_int().cloned()).collect();
            Some((*term, column?))
        })
        .collect();
    let known = moderate(known);
    linear_equalities(pool, &known, &mut found);
    let plain: Columns = known.iter().filter(|(term, _)| !features.calls.contains(term)).cloned().collect();
    if stage != Stage::Linear {
        bounds(pool, &plain, &mut found);
    }
    if stage == Stage::Conditional {
        conditional(pool, &plain, &mut found);
    }
    let mut equations = Vec::new();
    if matches!(stage, Stage::Quadratic | Stage::Cubic) {
        let all = products(pool, &known, stage == Stage::Cubic);
        linear_equalities(pool, &all, &mut equations);
    }
    found.sort_unstable();
    found.dedup();
    equations.retain(|term| !found.contains(term));
    equations.sort_by_cached_key(|term| (size(pool, *term), *term));
    equations.dedup();
    Guessed { plain: found, products: equations }
}

/// How many operators the term has.
fn size(pool: &Pool, term: TermId) -> usize {
    match pool.node(term) {
        Node::App(_, args) => 1 + args.iter().map(|arg| size(pool, *arg)).sum::<usize>(),
        Node::Var(_) | Node::Const(_) => 0,
    }
}

/// Leaves out samples with large numbers, which make fitting slow, as long as enough are left.
fn moderate(known: Columns) -> Columns {
    const ENOUGH: usize = 30;
    let count = known.first().map_or(0, |(_, column)| column.len());
    for bits in [20, 40, 60] {
        let limit = Int::from(1i64 << bits);
        let small = |sample: &usize| known.iter().all(|(_, column)| column[*sample].abs() <= limit);
        let kept: Vec<usize> = (0..count).filter(small).collect();
        if kept.len() >= ENOUGH.min(count) {
            let pick = |column: &[Int]| kept.iter().map(|sample| column[*sample].clone()).collect();
            return known.iter().map(|(term, column)| (*term, pick(column))).collect();
        }
    }
    known
}

/// Most terms that one is compared with for having the same values.
const TWINS: usize = 5;

fn equal_columns(pool: &mut Pool, terms: &[TermId], columns: &[Option<Vec<Value>>], found: &mut Vec<TermId>) {
    for (index, column) in columns.iter().enumerate() {
        let Some(column) = column else { continue };
        // With several: what is equal by chance, as long as nothing is written, is no link between the others.
        let is_twin = |other: &usize| {
            pool.sort(terms[*other]) == pool.sort(terms[index]) && columns[*other].as_ref() == Some(column)
        };
        let twins: Vec<usize> = (0..index).filter(is_twin).take(TWINS).collect();
        found.extend(twins.into_iter().map(|twin| pool.eq(terms[twin], terms[index])));
        if let Some(first) = column.first()
            && column.iter().all(|value| value == first)
            && pool.sort(terms[index]).element().is_none()
        {
            let constant = pool.constant(first.clone(), pool.sort(terms[index]));
            found.push(pool.eq(terms[index], constant));
        }
    }
}

/// Terms, each with its values in the samples.
type Columns = Vec<(TermId, Vec<Int>)>;

/// Most bit-vectors that are related to each other.
const BITS: usize = 16;

/// Adds linear equations between bit-vectors of one width, fitted to their values with sign. What holds of
/// the numbers holds when they wrap.
fn bit_equations(pool: &mut Pool, terms: &[TermId], columns: &[Option<Vec<Value>>], found: &mut Vec<TermId>) {
    const LARGEST: i64 = 1000;
    let signed = |value: &Value| match value {
        Value::Bv(bits) => Some(Int::from(bits.signed())),
        _ => None,
    };
    let mut by_width: Vec<(u32, Columns)> = Vec::new();
    for (term, column) in terms.iter().zip(columns) {
        let (Some(width), Some(column)) = (pool.sort(*term).bv_width(), column) else { continue };
        let Some(column) = column.iter().map(signed).collect::<Option<Vec<Int>>>() else { continue };
        match by_width.iter_mut().find(|(known, _)| *known == width) {
            Some((_, known)) => known.push((*term, column)),
            None => by_width.push((width, vec![(*term, column)])),
        }
    }
    for (width, known) in by_width {
        if known.len() < 2 || known.len() > BITS {
            continue;
        }
        let known = moderate(known);
        let columns: Vec<&[Int]> = known.iter().map(|(_, column)| &column[..]).collect();
        for equation in linear::equations(&columns) {
            let factors = equation.terms.iter().map(|(_, factor)| *factor);
            if factors.chain([equation.scale, equation.constant]).any(|factor| factor.abs() > LARGEST) {
                continue;
            }
            let number =
                |pool: &mut Pool, number: i64| pool.constant(Value::bv(width, number as u128), Sort::bv(width));
            let scaled = |pool: &mut Pool, factor: i64, column: usize| {
                let factor = number(pool, factor);
                pool.app(Op::Bv(BvOp::Mul), &[known[column].0, factor])
            };
            let left = scaled(pool, equation.scale, equation.column);
            let mut right = number(pool, equation.constant);
            for (column, factor) in equation.terms {
                let term = scaled(pool, factor, column);
                right = pool.app(Op::Bv(BvOp::Add), &[right, term]);
            }
            found.push(pool.eq(left, right));
        }
    }
}

/// Adds that a bit-vector is below one of the limits in the code.
fn constant_bounds(
    pool: &mut Pool,
    terms: &[TermId],
    columns: &[Option<Vec<Value>>],
    limits: &[TermId],
    found: &mut Vec<TermId>,
) {
    for (term, column) in terms.iter().zip(columns) {
        let Some(column) = column else { continue };
        for limit in limits {
            let Some(most) = pool.as_const(*limit).cloned() else { continue };
            if pool.sort(*limit) != pool.sort(*term) {
                continue;
            }
            for op in [BvOp::ULt, BvOp::ULe] {
                let holds = |value: &Value| {
                    Op::Bv(op).eval(&[value.clone(), most.clone()], Sort::bool()) == Some(Value::Bool(true))
                };
                if column.iter().all(holds) {
                    found.push(pool.app(Op::Bv(op), &[*term, *limit]));
                }
            }
        }
    }
}

/// Adds comparisons of bit-vectors, in both orders of numbers.
fn bit_bounds(pool: &mut Pool, terms: &[TermId], columns: &[Option<Vec<Value>>], found: &mut Vec<TermId>) {
    let known: Vec<(TermId, &Vec<Value>)> = terms
        .iter()
        .zip(columns)
        .filter_map(|(term, column)| pool.sort(*term).bv_width().and(column.as_ref()).map(|column| (*term, column)))
        .collect();
    if known.len() > BITS {
        return;
    }
    for (a, x) in &known {
        for (b, y) in &known {
            if a == b || pool.sort(*a) != pool.sort(*b) {
                continue;
            }
            for op in [BvOp::ULe, BvOp::SLe] {
                let holds = |(x, y): (&Value, &Value)| {
                    Op::Bv(op).eval(&[x.clone(), y.clone()], Sort::bool()) == Some(Value::Bool(true))
                };
                if x.iter().zip(y.iter()).all(holds) {
                    found.push(pool.app(Op::Bv(op), &[*a, *b]));
                }
            }
        }
    }
}

/// Adds `a <= b`, `a < b` for pairs and comparisons with small numbers.
fn bounds(pool: &mut Pool, known: &[(TermId, Vec<Int>)], found: &mut Vec<TermId>) {
    let le = |pool: &mut Pool, a: TermId, b: TermId| pool.app(Op::Int(IntOp::Le), &[a, b]);
    for (term, column) in known {
        for border in [-1, 0, 1, 2] {
            let constant = pool.int(border);
            if column.iter().all(|value| *value >= Int::from(border)) {
                found.push(le(pool, constant, *term));
            }
            if column.iter().all(|value| *value <= Int::from(border)) {
                found.push(le(pool, *term, constant));
            }
        }
    }
    if known.len() > 16 {
        return;
    }
    for (a, x) in known {
        for (b, y) in known {
            if a == b {
                continue;
            }
            let mut pairs = x.iter().zip(y);
            if pairs.all(|(x, y)| x <= y) {
                found.push(le(pool, *a, *b));
            }
            if x.iter().zip(y).all(|(x, y)| x < y) {
                found.push(pool.app(Op::Int(IntOp::Lt), &[*a, *b]));
            }
            if x.iter().zip(y).all(|(x, y)| *x <= y + &Int::ONE) {
                let one = pool.int(1);
                let above = pool.app(Op::Int(IntOp::Add), &[*b, one]);
                found.push(le(pool, *a, above));
            }
        }
    }
}

/// "A feature has its most frequent value, or the others are related": loops whose first turn is
/// special.
fn conditional(pool: &mut Pool, known: &[(TermId, Vec<Int>)], found: &mut Vec<TermId>) {
    for (term, column) in known.iter().take(10) {
        for special in frequent(column) {
            let rest: Vec<usize> = (0..column.len()).filter(|sample| column[*sample] != special).collect();
            if rest.is_empty() || rest.len() == column.len() {
                continue;
            }
            let of_rest: Columns = known
                .iter()
                .map(|(term, column)| (*term, rest.iter().map(|sample| column[*sample].clone()).collect()))
                .collect();
            let mut related = Vec::new();
            linear_equalities(pool, &of_rest, &mut related);
            bounds(pool, &of_rest, &mut related);
            let special = pool.int(special);
            let is_special = pool.eq(*term, special);
            found.extend(related.into_iter().map(|relation| pool.or(is_special, relation)));
        }
    }
}

/// The values that occur in at least a quarter of the samples.
fn frequent(column: &[Int]) -> Vec<Int> {
    let mut sorted = column.to_vec();
    sorted.sort();
    let mut found = Vec::new();
    for run in sorted.chunk_by(|a, b| a == b) {
        if run.len() * 4 >= column.len() {
            found.push(run[0].clone());
        }
    }
    found
}

/// The features and their products by two, or by three.
fn products(pool: &mut Pool, known: &[(TermId, Vec<Int>)], cubic: bool) -> Columns {
    let few = &known[..known.len().min(if cubic { 5 } else { 9 })];
    let mut all = known.to_vec();
    let times = |pool: &mut Pool, (a, x): &(TermId, Vec<Int>), (b, y): &(TermId, Vec<Int>)| {
        let term = pool.app(Op::Int(IntOp::Mul), &[*a, *b]);
        (term, x.iter().zip(y).map(|(x, y)| x * y).collect::<Vec<Int>>())
    };
    for (index, a) in few.iter().enumerate() {
        for (second, b) in few.iter().enumerate().skip(index) {
            let product = times(pool, a, b);
            if cubic {
                for c in &few[second..] {
                    all.push(times(pool, &product, c));
                }
            }
            all.push(product);
        }
    }
    all
}

/// The linear equations that hold in all samples: a basis of them, each with one feature expressed
/// by earlier ones.
fn linear_equalities(pool: &mut Pool, known: &[(TermId, Vec<Int>)], found: &mut Vec<TermId>) {
    let columns: Vec<&[Int]> = known.iter().map(|(_, column)| &column[..]).collect();
    for equation in linear::equations(&columns) {
        let scaled = |pool: &mut Pool, coefficient: i64, column: usize| {
            let coefficient = pool.int(coefficient);
            pool.app(Op::Int(IntOp::Mul), &[coefficient, known[column].0])
        };
        let left = scaled(pool, equation.scale, equation.column);
        let mut right = pool.int(equation.constant);
        for (column, coefficient) in equation.terms {
            let term = scaled(pool, coefficient, column);
            right = pool.app(Op::Int(IntOp::Add), &[right, term]);
        }
        found.push(pool.eq(left, right));
    }
}
