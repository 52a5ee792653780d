//! How questions are put.

use std::sync::Arc;

use term::Pool;
use value::Expr;

use crate::incremental::Incremental;
use crate::solver::{MakeBackend, Solver};

/// Receives every question as a stand-alone SMT-LIB text.
pub type QuerySink = Arc<dyn Fn(&str) + Send + Sync>;

/// What every engine makes its terms and solvers of, so that what a user asked for holds in all of them.
#[derive(Clone)]
pub struct Logic {
    /// Formulas that hold of the uninterpreted functions, always.
    pub axioms: Arc<[Expr]>,
    /// Who hears of the questions.
    pub queries: Option<QuerySink>,
    /// Terms without simplification, for comparison.
    pub plain_terms: bool,
    /// Who answers.
    pub backend: MakeBackend,
}

impl Default for Logic {
    fn default() -> Logic {
        let backend: MakeBackend = |axioms| Box::new(Incremental::new(axioms));
        Logic { axioms: Arc::new([]), queries: None, plain_terms: false, backend }
    }
}

impl Logic {
    pub fn with_axioms(axioms: impl IntoIterator<Item = Expr>) -> Logic {
        Logic { axioms: axioms.into_iter().collect(), ..Logic::default() }
    }

    pub fn solver(&self) -> Solver {
        Solver::new(self.clone())
    }

    pub fn pool(&self) -> Pool {
        let mut pool = Pool::new();
        pool.plain = self.plain_terms;
        pool
    }
}
