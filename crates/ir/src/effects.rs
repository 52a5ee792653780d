//! What running a function may do besides computing its results: with everything it calls.

use std::collections::BTreeSet;

use arena::IdVec;

use crate::calls::{callees, callers, reachable};
use crate::{CellId, FnId, Function, FunctionKind, Inst, Program, Terminator};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    pub reads: BTreeSet<CellId>,
    pub writes: BTreeSet<CellId>,
    /// It makes objects.
    pub allocates: bool,
    pub chooses: bool,
    pub assumes: bool,
    /// It calls functions outside.
    pub is_outside: bool,
    pub raises: bool,
    pub traps: bool,
    /// It may come to what the front end could not express.
    pub is_stuck: bool,
}

impl Effects {
    /// Of the function's own code.
    pub fn own(function: &Function) -> Effects {
        let mut effects = Effects::default();
        match &function.kind {
            FunctionKind::Pure => {}
            FunctionKind::External { reads, writes, .. } => {
                effects.is_outside = true;
                effects.reads.extend(reads);
                effects.writes.extend(writes);
                effects.raises = function.raises.is_some();
            }
            FunctionKind::Defined(body) => {
                for block in body.blocks.rows() {
                    block.insts.iter().for_each(|inst| effects.add_inst(inst));
                    effects.add_end(&block.end);
                }
            }
        }
        effects
    }

    /// Of the function and all that it can call.
    pub fn of(program: &Program, function: FnId) -> Effects {
        let mut effects = Effects::default();
        for function in reachable(program, function) {
            effects.absorb(&Effects::own(&program.functions[function]));
        }
        effects
    }

    fn add_inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Get { cell, .. } => _ = self.reads.insert(*cell),
            Inst::Set { cell, .. } => _ = self.writes.insert(*cell),
            Inst::Alloc { .. } => self.allocates = true,
            Inst::Choose { .. } => self.chooses = true,
            Inst::Assume { .. } => self.assumes = true,
            Inst::Const { .. } | Inst::Apply { .. } => {}
        }
    }

    fn add_end(&mut self, end: &Terminator) {
        match end {
            Terminator::Raise(_) => self.raises = true,
            Terminator::Trap(_) => self.traps = true,
            Terminator::Unsupported(_) => self.is_stuck = true,
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Call { .. }
            | Terminator::Return(_) => {}
        }
    }

    fn absorb(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.allocates |= other.allocates;
        self.chooses |= other.chooses;
        self.assumes |= other.assumes;
        self.is_outside |= other.is_outside;
        self.raises |= other.raises;
        self.traps |= other.traps;
        self.is_stuck |= other.is_stuck;
    }

    /// Does it do anything but compute: write, make objects, choose, assume, call the outside?
    pub fn acts(&self) -> bool {
        !self.writes.is_empty() || self.allocates || self.chooses || self.assumes || self.is_outside
    }
}

/// The effects of every function, each with all that it can call.
pub fn effects(program: &Program) -> IdVec<FnId, Effects> {
    let mut all: IdVec<FnId, Effects> = program.functions.iter().map(|(_, function)| Effects::own(function)).collect();
    loop {
        let mut grown = false;
        for (id, function) in program.functions.iter() {
            let mut together = all[id].clone();
            callees(function).for_each(|callee| together.absorb(&all[callee]));
            if together != all[id] {
                all[id] = together;
                grown = true;
            }
        }
        if !grown {
            return all;
        }
    }
}

/// Which functions do anything but compute, themselves or by what they call.
pub fn acting(program: &Program) -> IdVec<FnId, bool> {
    callers(program, |id| Effects::own(&program.functions[id]).acts())
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Symbol;

    fn program() -> Program {
        let text = "cell global x: int = 0
            cell global y: int = 0
            extern fn log(v: int) reads (x) writes (y)
            fn reads() -> int { return get x }
            fn writes(v: int) { set x, v return }
            fn both() -> int { call writes(1) -> next next: call reads() -> done done(r: int): return r }
            fn outside() { call log(1) -> done done: return }
            fn computes(v: int) -> int { branch lt(v, 0), bad, good bad: trap \"assertion\" good: return v }";
        crate::text::parse(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn of(name: &str) -> (Effects, Program) {
        let program = program();
        let id = program.function(Symbol::new(name)).expect("it is there");
        assert_eq!(Effects::of(&program, id), effects(&program)[id]);
        assert_eq!(acting(&program)[id], effects(&program)[id].acts());
        (Effects::of(&program, id), program)
    }

    fn cells(program: &Program, cells: &BTreeSet<CellId>) -> String {
        cells.iter().map(|cell| program.cells[*cell].name.as_str()).collect()
    }

    #[test]
    fn a_caller_has_the_effects_of_its_callees() {
        let (both, program) = of("both");
        assert_eq!((cells(&program, &both.reads), cells(&program, &both.writes)), ("x".into(), "x".into()));
        let (reads, program) = of("reads");
        assert_eq!((cells(&program, &reads.reads), reads.acts()), ("x".into(), false));
    }

    #[test]
    fn what_is_outside_reads_and_writes_what_it_says() {
        let (outside, program) = of("outside");
        assert_eq!((cells(&program, &outside.reads), cells(&program, &outside.writes)), ("x".into(), "y".into()));
        assert!(outside.is_outside && outside.acts());
    }

    #[test]
    fn a_trap_is_no_act() {
        let (computes, _) = of("computes");
        assert!(computes.traps && !computes.acts() && !computes.raises && !computes.is_stuck);
    }
}
