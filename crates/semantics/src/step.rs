//! What instructions mean in logic: the one place.
//!
//! States differ in where values and cells are kept, and in how objects and choices are numbered: that is
//! a [`Store`]'s. What an instruction makes of them is not.

use arena::IdVec;
use ir::{CellId, Function, Inst, Target, Terminator, ValueId};
use smallvec::{SmallVec, smallvec};
use term::{Pool, TermId};
use value::{FunctionSymbol, Op, Sort, Symbol};

/// What instructions act on.
pub trait Store {
    fn value(&self, value: ValueId) -> TermId;

    fn define(&mut self, value: ValueId, term: TermId);

    fn cell(&mut self, cell: CellId) -> TermId;

    fn write(&mut self, cell: CellId, term: TermId);

    /// A reference that nothing else refers to.
    fn object(&mut self, pool: &mut Pool, sort: Sort) -> TermId;

    /// The next choice.
    fn choice(&mut self, pool: &mut Pool, sort: Sort) -> TermId;

    /// What is known here of a term that was computed, put more simply.
    fn resolved(&self, _: &Pool, term: TermId) -> TermId {
        term
    }
}

/// Runs an instruction. What it assumes, if it does, is for the caller.
pub fn run(pool: &mut Pool, sorts: &IdVec<ValueId, Sort>, inst: &Inst, store: &mut impl Store) -> Option<TermId> {
    let (result, term) = match inst {
        Inst::Const { result, value } => (*result, pool.constant(value.clone(), sorts[*result])),
        Inst::Apply { result, op, args } => {
            let args: SmallVec<[TermId; 4]> = args.iter().map(|arg| store.value(*arg)).collect();
            let term = pool.app(op.clone(), &args);
            (*result, store.resolved(pool, term))
        }
        Inst::Get { result, cell } => (*result, store.cell(*cell)),
        Inst::Set { cell, value } => {
            store.write(*cell, store.value(*value));
            return None;
        }
        Inst::Alloc { result } => (*result, store.object(pool, sorts[*result])),
        Inst::Choose { result } => (*result, store.choice(pool, sorts[*result])),
        Inst::Assume { condition } => return Some(store.value(*condition)),
    };
    store.define(result, term);
    None
}

/// Where a block goes on by itself, and under which condition: the conditions exclude each other, and one of
/// them holds. Empty: it ends in a call, or ends its function.
pub fn arms<'b>(
    pool: &mut Pool,
    end: &'b Terminator,
    value: impl Fn(ValueId) -> TermId,
) -> SmallVec<[(TermId, &'b Target); 2]> {
    match end {
        Terminator::Jump(target) => smallvec![(pool.bool(true), target)],
        Terminator::Branch { condition, then, otherwise } => {
            let condition = value(*condition);
            let negated = pool.not(condition);
            smallvec![(condition, then), (negated, otherwise)]
        }
        Terminator::Switch { on, cases, default } => {
            let on = value(*on);
            let sort = pool.sort(on);
            let mut arms = SmallVec::new();
            let mut none = pool.bool(true);
            for (value, target) in cases {
                let value = pool.constant(value.clone(), sort);
                let here = pool.eq(on, value);
                match pool.as_bool(here) {
                    Some(true) => return smallvec![(here, target)],
                    Some(false) => {}
                    None => {
                        arms.push((here, target));
                        let not_here = pool.not(here);
                        none = pool.and(none, not_here);
                    }
                }
            }
            arms.push((none, default));
            arms
        }
        Terminator::Call { .. }
        | Terminator::Return(_)
        | Terminator::Raise(_)
        | Terminator::Trap(_)
        | Terminator::Unsupported(_) => SmallVec::new(),
    }
}

/// The results of a function that depends on its arguments only.
pub fn pure(pool: &mut Pool, function: &Function, args: &[TermId]) -> SmallVec<[TermId; 2]> {
    let params: Vec<Sort> = function.params.iter().map(|param| param.sort).collect();
    let results = function.results.iter().enumerate();
    results
        .map(|(index, result)| {
            let name = Symbol::new(&format!("{}.{index}", function.name));
            let symbol = FunctionSymbol { name, params: params.clone(), result: *result };
            pool.app(Op::Apply(symbol.into()), args)
        })
        .collect()
}
