//! Conditions that might always hold at a pair of cut points, guessed from runs.
//!
//! Guessed only: `houdini` keeps those that are proved.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use term::eval::Evaluator;
use term::{Pool, TermId};
use value::{Int, IntOp, Op, Sort, Value};

/// What may be related: the variables of both sides, the inputs, lengths of sequences, calls.
pub(crate) struct Features {
    pub(crate) ints: Vec<TermId>,
    /// Of other sorts.
    pub(crate) others: Vec<TermId>,
}

impl Features {
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
        let mut features = Features { ints: Vec::new(), others: Vec::new() };
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
    /// Bounds, also of the form "a variable still has its first value, or ...".
    Conditional,
}

/// Candidates that hold in all samples.
pub(crate) fn guess(pool: &mut Pool, features: &Features, evaluators: Vec<Evaluator>, stage: Stage) -> Vec<TermId> {
    let mut evaluators = evaluators;
    let columns = |pool: &Pool, terms: &[TermId], evaluators: &mut [Evaluator]| -> Vec<Option<Vec<Value>>> {
        terms.iter().map(|term| evaluators.iter_mut().map(|e| e.eval(pool, *term)).collect()).collect()
    };
    let mut found = Vec::new();
    let others = columns(pool, &features.others, &mut evaluators);
    equal_columns(pool, &features.others, &others, &mut found);
    let ints = columns(pool, &features.ints, &mut evaluators);
    let known: Vec<(TermId, Vec<Int>)> = features
        .ints
        .iter()
        .zip(ints)
        .filter_map(|(term, column)| {
            let column: Option<Vec<Int>> = column?.into_iter().map(|value| value.as_int().cloned()).collect();
            Some((*term, column?))
        })
        .collect();
    let known = moderate(known);
    linear_equalities(pool, &known, &mut found);
    if stage != Stage::Linear {
        bounds(pool, &known, &mut found);
    }
    if stage == Stage::Conditional {
        conditional(pool, &known, &mut found);
    }
    if matches!(stage, Stage::Quadratic | Stage::Cubic) {
        let products = products(pool, &known, stage == Stage::Cubic);
        linear_equalities(pool, &products, &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Leaves out samples with large numbers, which make fitting slow, as long as enough are left.
fn moderate(known: Vec<(TermId, Vec<Int>)>) -> Vec<(TermId, Vec<Int>)> {
    const ENOUGH: usize = 30;
    let count = known.first().map_or(0, |(_, column)| column.len());
    for bits in [40, 80, 200] {
        let limit = Int::from(BigInt::one() << bits);
        let small = |sample: &usize| known.iter().all(|(_, column)| column[*sample].abs() <= limit);
        let kept: Vec<usize> = (0..count).filter(small).collect();
        if kept.len() >= ENOUGH.min(count) || bits == 200 {
            let pick = |column: &[Int]| kept.iter().map(|sample| column[*sample].clone()).collect();
            return known.iter().map(|(term, column)| (*term, pick(column))).collect();
        }
    }
    known
}

fn equal_columns(pool: &mut Pool, terms: &[TermId], columns: &[Option<Vec<Value>>], found: &mut Vec<TermId>) {
    for (index, column) in columns.iter().enumerate() {
        let Some(column) = column else { continue };
        let twin = (0..index).find(|other| {
            pool.sort(terms[*other]) == pool.sort(terms[index]) && columns[*other].as_ref() == Some(column)
        });
        if let Some(twin) = twin {
            found.push(pool.eq(terms[twin], terms[index]));
        }
        if let Some(first) = column.first()
            && column.iter().all(|value| value == first)
            && pool.sort(terms[index]).element().is_none()
        {
            let constant = pool.constant(first.clone(), pool.sort(terms[index]));
            found.push(pool.eq(terms[index], constant));
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
            let of_rest: Vec<(TermId, Vec<Int>)> = known
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
fn products(pool: &mut Pool, known: &[(TermId, Vec<Int>)], cubic: bool) -> Vec<(TermId, Vec<Int>)> {
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
    let count = known.first().map_or(0, |(_, column)| column.len());
    if count == 0 {
        return;
    }
    // Columns: 1 and the features; rows: the samples. Eliminate to find the columns that depend
    // on those before them.
    let width = known.len() + 1;
    let mut rows: Vec<Vec<BigRational>> = (0..count)
        .map(|sample| {
            let mut row = vec![BigRational::one()];
            row.extend(known.iter().map(|(_, column)| BigRational::from_integer(column[sample].to_big())));
            row
        })
        .collect();
    let mut pivots: Vec<usize> = Vec::new();
    let mut rank = 0;
    for column in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|row| !rows[*row][column].is_zero()) else { continue };
        rows.swap(rank, pivot);
        let scale = rows[rank][column].clone();
        rows[rank].iter_mut().for_each(|entry| *entry /= &scale);
        let lead = rows[rank].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != rank && !row[column].is_zero() {
                let factor = row[column].clone();
                row.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry -= &factor * lead);
            }
        }
        pivots.push(column);
        rank += 1;
    }
    for column in (0..width).filter(|column| !pivots.contains(column)) {
        // feature = sum of pivot columns times the entries of this column.
        let entries: Vec<BigRational> = (0..rank).map(|row| rows[row][column].clone()).collect();
        let denominator = entries.iter().fold(BigInt::one(), |lcm, entry| lcm.lcm(entry.denom()));
        if denominator.abs() > BigInt::from(1000) {
            continue;
        }
        let scaled =
            |entry: &BigRational| Int::from((entry * BigRational::from_integer(denominator.clone())).to_integer());
        let mut left = pool.int(Int::from(denominator.clone()));
        left = pool.app(Op::Int(IntOp::Mul), &[left, known[column - 1].0]);
        let mut right = pool.int(0);
        let mut small = true;
        for (pivot, entry) in pivots.iter().zip(&entries) {
            if entry.is_zero() {
                continue;
            }
            let coefficient = scaled(entry);
            small &= coefficient.abs() <= Int::from(100_000);
            let mut term = pool.int(coefficient);
            if *pivot > 0 {
                term = pool.app(Op::Int(IntOp::Mul), &[term, known[pivot - 1].0]);
            }
            right = pool.app(Op::Int(IntOp::Add), &[right, term]);
        }
        if small {
            let equation = pool.eq(left, right);
            found.push(equation);
        }
    }
}
