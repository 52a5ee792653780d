//! Linear equations that hold in all samples.
//!
//! Elimination is done modulo a large prime, where numbers stay small; the coefficients are read
//! back as fractions, and an equation counts only if it holds in all samples as it stands.

use crate::Int;

const PRIME: u64 = (1 << 61) - 1;

/// `scale * column = constant + sum of coefficient * column`, by the places of the columns.
pub struct Equation {
    pub column: usize,
    pub scale: i64,
    pub constant: i64,
    pub terms: Vec<(usize, i64)>,
}

/// A basis of the equations between the columns, each with one column expressed by earlier ones.
pub fn equations(columns: &[&[Int]]) -> Vec<Equation> {
    let count = columns.first().map_or(0, |column| column.len());
    if count == 0 {
        return Vec::new();
    }
    let width = columns.len() + 1;
    let mut rows: Vec<Vec<u64>> = (0..count)
        .map(|sample| [1].into_iter().chain(columns.iter().map(|column| residue(&column[sample]))).collect())
        .collect();
    let pivots = eliminate(&mut rows, width);
    let mut found = Vec::new();
    for column in (1..width).filter(|column| !pivots.contains(column)) {
        let entries: Vec<u64> = (0..pivots.len()).map(|row| rows[row][column]).collect();
        if let Some(equation) = read_back(column, &pivots, &entries)
            && holds(&equation, columns, count)
        {
            found.push(equation);
        }
    }
    found
}

/// Brings the rows to reduced form; the columns that are not expressed by earlier ones.
fn eliminate(rows: &mut [Vec<u64>], width: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    for column in 0..width {
        let rank = pivots.len();
        let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let inverse = power(rows[rank][column], PRIME - 2);
        rows[rank].iter_mut().for_each(|entry| *entry = times(*entry, inverse));
        let lead = rows[rank].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != rank && factor != 0 {
                for (entry, lead) in row.iter_mut().zip(&lead).skip(column) {
                    *entry = (*entry + PRIME - times(factor, *lead)) % PRIME;
                }
            }
        }
        pivots.push(column);
    }
    pivots
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut base, mut result) = (base, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

fn residue(value: &Int) -> u64 {
    let rest = value.rem(&Int::from(PRIME as i64), crate::Rounding::Euclid);
    rest.to_usize().map_or(0, |rest| rest as u64)
}

/// The entries as fractions with one small denominator.
fn read_back(column: usize, pivots: &[usize], entries: &[u64]) -> Option<Equation> {
    const LARGEST: i64 = 100_000;
    let fractions: Vec<(i64, i64)> = entries.iter().map(|entry| fraction(*entry)).collect::<Option<_>>()?;
    let scale = fractions.iter().try_fold(1i64, |lcm, (_, denominator)| {
        let lcm = num_integer::lcm(lcm, *denominator);
        (lcm <= 1000).then_some(lcm)
    })?;
    let mut equation = Equation { column: column - 1, scale, constant: 0, terms: Vec::new() };
    for (pivot, (numerator, denominator)) in pivots.iter().zip(fractions) {
        let coefficient = numerator.checked_mul(scale / denominator)?;
        if coefficient.abs() > LARGEST {
            return None;
        }
        match (*pivot, coefficient) {
            (_, 0) => {}
            (0, constant) => equation.constant = constant,
            (pivot, coefficient) => equation.terms.push((pivot - 1, coefficient)),
        }
    }
    Some(equation)
}

/// The fraction with a small denominator that has this residue.
fn fraction(residue: u64) -> Option<(i64, i64)> {
    const LARGEST: i128 = 1 << 29;
    let (mut r, mut next_r) = (i128::from(PRIME), i128::from(residue));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r > LARGEST {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    let (numerator, denominator) = if next_t < 0 { (-next_r, -next_t) } else { (next_r, next_t) };
    (denominator > 0 && denominator <= 1000).then_some((numerator as i64, denominator as i64))
}

fn holds(equation: &Equation, columns: &[&[Int]], count: usize) -> bool {
    (0..count).all(|sample| {
        let mut sum = Int::from(equation.constant);
        for (column, coefficient) in &equation.terms {
            sum = &sum + &(&Int::from(*coefficient) * &columns[*column][sample]);
        }
        &Int::from(equation.scale) * &columns[equation.column][sample] == sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_those_that_hold() {
        let column = |values: &[i64]| values.iter().map(|value| Int::from(*value)).collect::<Vec<Int>>();
        let n = column(&[0, 1, 2, 3, 4, 5, -3]);
        let square = column(&[0, 1, 4, 9, 16, 25, 9]);
        let sum = column(&[0, 1, 3, 6, 10, 15, 3]);
        let other = column(&[5, 1, 3, 6, 10, 15, 3]);
        let found = equations(&[&n, &square, &sum, &other]);
        assert_eq!(found.len(), 1, "2 * sum = n * n + n, and nothing about the last column");
        assert_eq!((found[0].column, found[0].scale, found[0].constant), (2, 2, 0));
        assert_eq!(found[0].terms, [(0, 1), (1, 1)]);
    }
}
