//! Conditions and values for an answer, out of terms.

use equiv::{Condition, Values};
use term::{Pool, TermId};
use value::{Expr, Sort, Symbol};

/// More than anyone reads.
const LONGEST: usize = 1_000;

/// Any of the cases, as a condition over the inputs and whatever else they mention. `None`: it is too long
/// to be written down.
pub fn condition(pool: &Pool, inputs: &[TermId], cases: &[Vec<TermId>]) -> Option<Condition> {
    let mut writing = Writing::new(pool, inputs, cases.iter().flatten().copied());
    let mut written = |case: &Vec<TermId>| {
        let parts = case.iter().filter(|part| pool.as_bool(**part) != Some(true));
        parts.map(|part| writing.expr(*part)).collect::<Option<Vec<Expr>>>()
    };
    let cases = cases.iter().map(&mut written).collect::<Option<Vec<_>>>()?;
    Some(Condition { cases, others: writing.others })
}

/// These terms, over the inputs and whatever else they mention. `None`: they are too long to be written down.
pub fn values(pool: &Pool, inputs: &[TermId], terms: &[TermId]) -> Option<Values> {
    let mut writing = Writing::new(pool, inputs, terms.iter().copied());
    let exprs = terms.iter().map(|term| writing.expr(*term)).collect::<Option<Vec<Expr>>>()?;
    Some(Values { exprs, others: writing.others })
}

struct Writing<'a> {
    pool: &'a Pool,
    /// The inputs, then the others.
    variables: Vec<TermId>,
    others: Vec<(Symbol, Sort)>,
    room: usize,
}

impl<'a> Writing<'a> {
    fn new(pool: &'a Pool, inputs: &[TermId], terms: impl Iterator<Item = TermId>) -> Writing<'a> {
        let mut writing = Writing { pool, variables: inputs.to_vec(), others: Vec::new(), room: LONGEST };
        for variable in pool.free_variables(terms) {
            let known = pool.variable(variable);
            if !writing.variables.contains(&known.term) {
                writing.variables.push(known.term);
                writing.others.push((known.name, known.sort));
            }
        }
        writing
    }

    fn expr(&mut self, term: TermId) -> Option<Expr> {
        self.pool.to_expr(term, &self.variables, &mut self.room)
    }
}
