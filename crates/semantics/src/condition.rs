//! Conditions for an answer, out of terms.

use equiv::Condition;
use term::{Pool, TermId};
use value::{Sort, Symbol};

/// More than anyone reads.
const LONGEST: usize = 1_000;

/// Any of the cases, as a condition over the inputs and whatever else they mention. `None`: it is too long
/// to be written down.
pub fn condition(pool: &Pool, inputs: &[TermId], cases: &[Vec<TermId>]) -> Option<Condition> {
    let mut variables = inputs.to_vec();
    let mut others: Vec<(Symbol, Sort)> = Vec::new();
    for variable in pool.free_variables(cases.iter().flatten().copied()) {
        let known = pool.variable(variable);
        let term = known.term;
        if !variables.contains(&term) {
            variables.push(term);
            others.push((known.name, known.sort));
        }
    }
    let mut room = LONGEST;
    let mut written = |case: &Vec<TermId>| {
        let parts = case.iter().filter(|part| pool.as_bool(**part) != Some(true));
        parts.map(|part| pool.to_expr(*part, &variables, &mut room)).collect::<Option<Vec<_>>>()
    };
    let cases = cases.iter().map(&mut written).collect::<Option<Vec<_>>>()?;
    Some(Condition { cases, others })
}
