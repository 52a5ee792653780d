//! Terms as they are on a path: a conditional whose test the path decides is its branch.

use rustc_hash::FxHashMap;
use semantics::{Feasible, Path};
use term::{Node, Pool, TermId};
use value::Op;

/// Rewrites terms under one path condition.
#[derive(Default)]
pub(crate) struct Resolver {
    known: FxHashMap<TermId, TermId>,
    decided: FxHashMap<TermId, Option<bool>>,
}

impl Resolver {
    pub(crate) fn term(&mut self, pool: &mut Pool, path: &mut Path, term: TermId) -> TermId {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if self.known.contains_key(&next) {
                work.pop();
                continue;
            }
            let resolved = match pool.node(next).clone() {
                Node::Var(_) | Node::Const(_) => next,
                Node::App(Op::Ite, args) if let Some(taken) = self.decide(pool, path, args[0]) => {
                    let branch = args[if taken { 1 } else { 2 }];
                    match self.known.get(&branch) {
                        Some(resolved) => *resolved,
                        None => {
                            work.push(branch);
                            continue;
                        }
                    }
                }
                Node::App(op, args) => {
                    let before = work.len();
                    work.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
                    if work.len() > before {
                        continue;
                    }
                    let new: Vec<TermId> = args.iter().map(|arg| self.known[arg]).collect();
                    if op == Op::Store && self.is_there(pool, path, &new) {
                        self.known.insert(next, new[0]);
                        work.pop();
                        continue;
                    }
                    if new[..] == args[..] { next } else { pool.app(op, &new) }
                }
            };
            self.known.insert(next, resolved);
            work.pop();
        }
        self.known[&term]
    }

    /// Does a write of a truth value surely write what is there?
    fn is_there(&mut self, pool: &mut Pool, path: &mut Path, write: &[TermId]) -> bool {
        let Some(written) = pool.as_bool(write[2]) else { return false };
        let there = pool.app(Op::Select, &write[..2]);
        path.decide(pool, there) == Some(written)
    }

    fn decide(&mut self, pool: &mut Pool, path: &mut Path, condition: TermId) -> Option<bool> {
        if let Some(known) = self.decided.get(&condition) {
            return *known;
        }
        let decided = path.decide(pool, condition).or_else(|| {
            if let Feasible::No = path.feasible(pool, condition) {
                return Some(false);
            }
            let negated = pool.not(condition);
            matches!(path.feasible(pool, negated), Feasible::No).then_some(true)
        });
        self.decided.insert(condition, decided);
        decided
    }
}
