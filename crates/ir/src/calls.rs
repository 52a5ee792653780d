//! Who calls whom, who reaches whom, and who comes back to itself.

use std::collections::BTreeSet;

use arena::IdVec;

use crate::{FnId, Function, Program, Terminator};

/// The functions that a function's code calls, call by call.
pub fn callees(function: &Function) -> impl Iterator<Item = FnId> {
    let blocks = function.body().into_iter().flat_map(|body| body.blocks.rows());
    blocks.filter_map(|block| match &block.end {
        Terminator::Call { callee, .. } => Some(*callee),
        _ => None,
    })
}

/// The function and all that it can call, and these in turn.
pub fn reachable(program: &Program, function: FnId) -> BTreeSet<FnId> {
    reached(program, vec![function])
}

fn reached(program: &Program, mut work: Vec<FnId>) -> BTreeSet<FnId> {
    let mut found = BTreeSet::new();
    while let Some(function) = work.pop() {
        if found.insert(function) {
            work.extend(callees(&program.functions[function]));
        }
    }
    found
}

/// The functions that can come back to themselves.
pub fn recursive(program: &Program) -> BTreeSet<FnId> {
    program.functions.ids().filter(|id| comes_back(program, *id)).collect()
}

/// Can a call of the function lead to another call of it?
pub fn comes_back(program: &Program, function: FnId) -> bool {
    reached(program, callees(&program.functions[function]).collect()).contains(&function)
}

/// Those that are marked, and all that can call one of them.
pub fn callers(program: &Program, is_marked: impl Fn(FnId) -> bool) -> IdVec<FnId, bool> {
    let mut callers: IdVec<FnId, Vec<FnId>> = IdVec::filled(Vec::new(), program.functions.len());
    for (id, function) in program.functions.iter() {
        callees(function).for_each(|callee| callers[callee].push(id));
    }
    spread(&callers, is_marked)
}

/// Those that are marked, and all that the arrows lead to from one of them.
pub fn spread<I: arena::Id>(arrows: &IdVec<I, Vec<I>>, is_marked: impl Fn(I) -> bool) -> IdVec<I, bool> {
    let mut marked: IdVec<I, bool> = arrows.ids().map(is_marked).collect();
    let mut work: Vec<I> = marked.iter().filter(|(_, is_marked)| **is_marked).map(|(id, _)| id).collect();
    while let Some(id) = work.pop() {
        for next in &arrows[id] {
            if !std::mem::replace(&mut marked[*next], true) {
                work.push(*next);
            }
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Symbol;

    /// `a` and `b` call each other, `c` calls `a`, `d` nobody; `e` calls itself.
    fn program() -> Program {
        let text = "fn a() { call b() -> done done: return } fn b() { call a() -> done done: return }
            fn c() { call a() -> more more: call d() -> done done: return } fn d() { return }
            fn e() { call e() -> done done: return }";
        crate::text::parse(text).expect("it is right")
    }

    fn names(program: &Program, ids: impl IntoIterator<Item = FnId>) -> String {
        ids.into_iter().map(|id| program.functions[id].name.as_str()).collect()
    }

    #[test]
    fn what_is_called_is_reached_with_what_that_calls() {
        let program = program();
        let id = |name: &str| program.function(Symbol::new(name)).expect("it is there");
        assert_eq!(names(&program, callees(&program.functions[id("c")])), "ad");
        assert_eq!(names(&program, reachable(&program, id("c"))), "abcd");
        assert_eq!(names(&program, reachable(&program, id("d"))), "d");
    }

    #[test]
    fn a_cycle_of_calls_is_recursive_and_who_only_calls_one_is_not() {
        let program = program();
        assert_eq!(names(&program, recursive(&program)), "abe");
    }

    #[test]
    fn a_mark_spreads_to_callers() {
        let program = program();
        let marked = callers(&program, |id| program.functions[id].name.as_str() == "b");
        assert_eq!(names(&program, program.functions.ids().filter(|id| marked[*id])), "abc");
    }
}
