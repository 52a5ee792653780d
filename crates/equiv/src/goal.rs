//! What is asked about the two versions.
//!
//! The goal decides what makes an input a counterexample: for [`Goal::Same`] that the observations
//! differ, for [`Goal::OnlyNewFails`] that old passes and new fails. Replay, the shrinker and the search
//! over inputs ask the goal; the engines that prove something are chosen by it.

use arena::Id;
use ir::interp::Outcome;
use ir::{Program, Trap};
use value::{Symbol, Value};

use crate::library::Effects;
use crate::replay::Ended;

#[derive(Clone, Debug)]
pub enum Goal {
    /// Are the observations the same on every input?
    Same(Notion),
    /// Is there no input on which only new fails?
    OnlyNewFails(Spec),
    /// Are the observations the same on every input, by facts about library functions that are to be found,
    /// if the functions do no more than this?
    SameUnderFacts(Effects),
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::Same(Notion::Functional)
    }
}

/// What it is to do the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Notion {
    /// Every input gives the same observations.
    Functional,
    /// And the inputs with one effect in old are those with one effect in new.
    PartitionEffect,
    /// And every path of old has a path of new for just its inputs, with its effect.
    Path,
}

/// What counts as a failure.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// A boolean cell that failures clear.
    pub flag: Option<Symbol>,
    /// Raising out of the entry is a failure.
    pub raises: bool,
    /// Which traps are failures. Runs that end in another neither pass nor fail.
    pub traps: Traps,
    /// The source can stop a run that does not count (`assume`).
    pub may_block: bool,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Traps {
    #[default]
    All,
    Assertions,
    /// Accesses to memory that is not there.
    Memory,
}

impl Traps {
    pub fn count(self, trap: Trap) -> bool {
        match self {
            Traps::All => true,
            Traps::Assertions => trap == Trap::Assertion,
            Traps::Memory => trap.is_of_memory(),
        }
    }
}

/// What a run of one version means for the question whether new fails where old does not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    Passes,
    Fails,
    Neither,
}

impl Spec {
    /// Failures clear a flag, and nothing else is one but traps.
    pub fn of_flag(flag: &str) -> Spec {
        Spec { flag: Some(Symbol::new(flag)), ..Spec::default() }
    }

    pub fn judge(&self, ended: &Ended) -> Judgement {
        match (&ended.outcome, self.flag_at(ended)) {
            // Runs that do not end are not compared.
            (Outcome::Endless, _) => Judgement::Neither,
            (Outcome::Trapped(trap), _) if !self.traps.count(*trap) => Judgement::Neither,
            (Outcome::Trapped(_), _) | (_, false) => Judgement::Fails,
            (Outcome::Raised(_), true) if self.raises => Judgement::Fails,
            (Outcome::Raised(_) | Outcome::Returned(_), true) => Judgement::Passes,
        }
    }

    fn flag_at(&self, ended: &Ended) -> bool {
        let (Some(_), Some(place)) = (self.flag, ended.flag) else { return true };
        ended.state.cells[place] != Value::Bool(false)
    }

    /// The index of the flag's cell.
    pub fn flag_of(&self, program: &Program) -> Option<usize> {
        self.flag.and_then(|flag| program.cell(flag)).map(|cell| cell.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::interp::State;

    fn judge(text: &str, spec: &Spec, outcome: Outcome) -> Judgement {
        let program = ir::text::parse(text).expect("a program");
        let state = State::initial(&program);
        let flag = spec.flag.and_then(|flag| program.cell(flag));
        spec.judge(&Ended { outcome, state, at_call: None, failed_at: None, flag })
    }

    #[test]
    fn a_failure_is_what_the_spec_says() {
        let returned = Outcome::Returned(Vec::new());
        let raised = Outcome::Raised(Value::int(1));
        let trapped = Outcome::Trapped(Trap::NullPointer);
        let (ok, cleared) = ("cell hidden ok: bool = true", "cell hidden ok: bool = false");
        let flag = Spec::of_flag("ok");
        assert_eq!(judge(ok, &flag, returned.clone()), Judgement::Passes);
        assert_eq!(judge(cleared, &flag, returned.clone()), Judgement::Fails);
        assert_eq!(judge(ok, &flag, Outcome::Endless), Judgement::Neither);
        assert_eq!(judge(ok, &flag, raised.clone()), Judgement::Passes);
        assert_eq!(judge(ok, &Spec { raises: true, ..Spec::default() }, raised), Judgement::Fails);
        assert_eq!(judge(ok, &Spec::default(), trapped.clone()), Judgement::Fails);
        let asserts = Spec { traps: Traps::Assertions, ..Spec::default() };
        assert_eq!(judge(ok, &asserts, trapped.clone()), Judgement::Neither);
        assert_eq!(judge(ok, &asserts, Outcome::Trapped(Trap::Assertion)), Judgement::Fails);
        assert_eq!(judge(ok, &Spec { traps: Traps::Memory, ..Spec::default() }, trapped), Judgement::Fails);
    }
}
