//! Facts for all arguments, used on the terms at hand.
//!
//! A fact is put to use only as instances: its variables are bound by finding its applications of library
//! functions among those of a question. So the solver sees no quantifier, and what it refutes is refuted.

use equiv::Fact;
use rustc_hash::FxHashSet;
use term::{Node, Pool, TermId};
use value::{Expr, Op};

use crate::formula::applications;

/// Instances of one fact for one question, at most.
const MOST: usize = 120;

/// Instances of the facts whose applications are found among these terms, and among what they add.
pub(crate) fn instances<'f>(
    pool: &mut Pool,
    facts: impl IntoIterator<Item = &'f Fact> + Clone,
    terms: &[TermId],
) -> Vec<TermId> {
    const ROUNDS: usize = 2;
    let mut found: Vec<TermId> = Vec::new();
    let mut seen = FxHashSet::default();
    for _ in 0..ROUNDS {
        let all: Vec<TermId> = terms.iter().chain(&found).copied().collect();
        let ground = applications(pool, &all);
        for fact in facts.clone() {
            for instance in of_fact(pool, fact, &ground) {
                if pool.as_bool(instance) != Some(true) && seen.insert(instance) {
                    found.push(instance);
                }
            }
        }
    }
    found
}

fn of_fact(pool: &mut Pool, fact: &Fact, ground: &[TermId]) -> Vec<TermId> {
    let mut patterns: Vec<&Expr> = Vec::new();
    for part in &fact.clause {
        equiv::fact::visit(part, &mut |expr| {
            if matches!(expr, Expr::Apply(Op::Apply(_), _)) && !patterns.contains(&expr) {
                patterns.push(expr);
            }
        });
    }
    let mut search = Search { pool, fact, ground, patterns, bindings: Vec::new() };
    search.bind(0, &vec![None; fact.variables.len()]);
    let bindings = search.bindings;
    let mut made = Vec::new();
    for binding in bindings {
        let parts: Vec<TermId> = fact.clause.iter().map(|part| pool.from_expr(part, &binding)).collect();
        let none = pool.bool(false);
        made.push(parts.into_iter().fold(none, |all, part| pool.or(all, part)));
    }
    made
}

struct Search<'a> {
    pool: &'a Pool,
    fact: &'a Fact,
    ground: &'a [TermId],
    patterns: Vec<&'a Expr>,
    bindings: Vec<Vec<TermId>>,
}

impl Search<'_> {
    /// Binds what the patterns from there on leave open.
    fn bind(&mut self, from: usize, bound: &[Option<TermId>]) {
        if self.bindings.len() >= MOST {
            return;
        }
        let open = bound.iter().position(Option::is_none);
        if open.is_none() {
            let binding: Vec<TermId> = bound.iter().flatten().copied().collect();
            if !self.bindings.contains(&binding) {
                self.bindings.push(binding);
            }
            return;
        }
        if let Some(pattern) = self.patterns.get(from).copied() {
            if has_open(pattern, bound) {
                for term in self.ground {
                    let mut tried = bound.to_vec();
                    if self.fits(pattern, *term, &mut tried) {
                        self.bind(from + 1, &tried);
                    }
                }
            } else {
                self.bind(from + 1, bound);
            }
            return;
        }
        // What stands in no argument by itself is tried on whatever has its sort.
        let Some(open) = open else { return };
        let sort = self.fact.variables[open].1;
        let mut candidates: Vec<TermId> = Vec::new();
        for term in self.ground {
            let Node::App(_, args) = self.pool.node(*term) else { continue };
            candidates.extend(args.iter().filter(|arg| self.pool.sort(**arg) == sort));
        }
        candidates.sort_unstable();
        candidates.dedup();
        for candidate in candidates.into_iter().take(8) {
            let mut tried = bound.to_vec();
            tried[open] = Some(candidate);
            self.bind(from, &tried);
        }
    }

    fn fits(&self, pattern: &Expr, term: TermId, bound: &mut [Option<TermId>]) -> bool {
        match pattern {
            Expr::Captured(index) => {
                let (_, sort) = self.fact.variables[*index as usize];
                let place = &mut bound[*index as usize];
                match place {
                    Some(known) => *known == term,
                    None if self.pool.sort(term) == sort => {
                        *place = Some(term);
                        true
                    }
                    None => false,
                }
            }
            Expr::Const(value, _) => self.pool.as_const(term) == Some(value),
            Expr::Apply(Op::Apply(symbol), args) => match self.pool.node(term) {
                Node::App(Op::Apply(other), given) => {
                    symbol == other && args.iter().zip(given.iter()).all(|(arg, term)| self.fits(arg, *term, bound))
                }
                _ => false,
            },
            // Arithmetic is compared by the solver.
            Expr::Apply(..) => true,
            Expr::Bound(..) | Expr::Binder(_) => false,
        }
    }
}

fn has_open(pattern: &Expr, bound: &[Option<TermId>]) -> bool {
    let mut open = false;
    equiv::fact::visit(pattern, &mut |expr| {
        if let Expr::Captured(index) = expr {
            open |= bound[*index as usize].is_none();
        }
    });
    open
}
