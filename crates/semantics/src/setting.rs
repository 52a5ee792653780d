//! What all runs of a problem's two versions share.

use std::time::Instant;

use arena::IdVec;
use equiv::{CellSlot, Given, Matching, Problem, Side};
use ir::{CellId, FnId, Program};
use smt::Logic;
use term::{Assignment, Node, Pool, TermId};
use value::{IntOp, Op, Sort, SortKind, Value};

use crate::code::CodeTable;
use crate::machine::{Externals, Machine, Runner};
use crate::path::Path;
use crate::summary::{Merge, Summaries};

/// The program that is run, and where its cells stand in a state.
#[derive(Copy, Clone)]
pub struct Version<'p> {
    pub program: &'p Program,
    pub slots: &'p IdVec<CellId, CellSlot>,
    /// The state in which it is called is remembered.
    pub client: Option<FnId>,
    /// Which code is the same in the other version.
    pub matching: Option<&'p Matching>,
}

impl<'p> Version<'p> {
    pub fn of(problem: &'p Problem, side: Side) -> Version<'p> {
        let entry = problem.entry(side);
        Version {
            program: &entry.program,
            slots: problem.matching.slots_of(side),
            client: Some(entry.client),
            matching: Some(&problem.matching),
        }
    }
}

/// The terms, the inputs, the path condition that both versions are under, and their code.
pub struct Setting<'p> {
    pub problem: &'p Problem,
    pub logic: Logic,
    pub pool: Pool,
    pub path: Path,
    pub inputs: Vec<TermId>,
    codes: [CodeTable<'p>; 2],
    /// Of regions, for each version.
    pub summaries: [Summaries; 2],
    /// What the program leaves open, the same for both versions.
    pub choices: Vec<(Sort, TermId)>,
    pub externals: Externals,
    /// Are calls of the outside answered by unknowns? Else a run stops at them.
    pub answers_outside: bool,
    /// Instructions run so far.
    pub steps: u64,
}

impl<'p> Setting<'p> {
    pub fn new(problem: &'p Problem, logic: &Logic, deadline: Instant) -> Setting<'p> {
        let mut pool = logic.pool();
        let inputs = problem.inputs().map(|(name, sort)| pool.fresh(name, sort)).collect();
        Setting {
            problem,
            logic: logic.clone(),
            pool,
            path: Path::new(logic.solver(), deadline),
            inputs,
            codes: Side::BOTH.map(|side| code_table(problem, side)),
            summaries: Default::default(),
            choices: Vec::new(),
            externals: Externals::default(),
            answers_outside: false,
            steps: 0,
        }
    }

    /// Forks at regions that were not merged, where that is for `auto` to decide.
    pub fn mergeable(&self) -> u64 {
        self.summaries.iter().map(|each| each.forks).sum()
    }

    /// Branches that only choose values become one state from now on, or do not.
    pub fn merge(&mut self, merge: Merge) {
        self.summaries.iter_mut().for_each(|summaries| summaries.merge = merge);
    }

    /// Runs one version: it enters every function that has a body.
    pub fn runner(&mut self, side: Side) -> Runner<'_, 'p> {
        Runner {
            version: Version::of(self.problem, side),
            pool: &mut self.pool,
            path: &mut self.path,
            codes: &mut self.codes[side as usize],
            choices: &mut self.choices,
            joint: false,
            settles: false,
            externals: self.answers_outside.then_some(&mut self.externals),
            cuts: None,
            opaque: None,
            tail_calls: false,
            summaries: Some(&mut self.summaries[side as usize]),
            watches_merges: false,
            blocks_without_choice: BLOCKS_WITHOUT_CHOICE,
            steps: &mut self.steps,
        }
    }

    /// The state is about to call a function that is not the same in both versions: each enters its own.
    /// `Err`: the version in which it has no body.
    pub fn part(&mut self, machine: &Machine, callee: FnId) -> Result<[Machine; 2], Side> {
        let matching = &self.problem.matching;
        for (side, function) in Side::BOTH.into_iter().zip([Some(callee), matching.new_of(callee)]) {
            let functions = &self.problem.program(side).functions;
            if function.is_none_or(|id| functions[id].body().is_none()) {
                return Err(side);
            }
        }
        let codes = &mut self.codes[Side::New as usize];
        let new = machine.clone().with_functions(|old| {
            let new = matching.new_of(old).expect("code that is the same in both versions has a partner");
            (new, codes.code(new))
        });
        let mut parted = [machine.clone(), new];
        for (side, machine) in Side::BOTH.into_iter().zip(&mut parted) {
            self.runner(side).enter_pending(machine);
        }
        Ok(parted)
    }

    /// The cells of both versions before anything ran; where they disagree, this side's.
    pub fn cells(&mut self, side: Side) -> Vec<TermId> {
        let mut cells = vec![None; self.problem.matching.slots()];
        let other = if side == Side::Old { Side::New } else { Side::Old };
        for side in [other, side] {
            for (id, cell) in self.problem.program(side).cells.iter() {
                let slot = self.problem.matching.slot(side, id).0;
                cells[slot] = Some(self.pool.constant(cell.initial.clone(), cell.sort));
            }
        }
        cells.into_iter().map(|cell| cell.expect("every slot is some cell's")).collect()
    }

    /// A version about to run, on the inputs.
    pub fn entered(&mut self, side: Side) -> Machine {
        let mut machine = Machine::new(self.cells(side));
        let (entry, inputs) = (self.problem.entry(side).entry, self.inputs.clone());
        self.runner(side).enter(&mut machine, entry, &inputs);
        machine
    }

    /// What every input satisfies by its sort and the solver would not know.
    pub fn shapes(&mut self) -> Vec<TermId> {
        let pool = &mut self.pool;
        self.inputs.iter().filter_map(|input| shape(pool, *input)).collect()
    }

    /// What an assignment makes of the inputs.
    pub fn values(&self, assignment: &Assignment) -> Vec<Value> {
        self.inputs.iter().map(|input| self.value(assignment, *input)).collect()
    }

    /// The inputs and the choices.
    pub fn given(&self, assignment: &Assignment) -> Given {
        let choices = self.choices.iter().map(|(sort, term)| (*sort, self.value(assignment, *term)));
        Given { inputs: self.values(assignment), choices: choices.collect() }
    }

    fn value(&self, assignment: &Assignment, variable: TermId) -> Value {
        match self.pool.node(variable) {
            Node::Var(variable) => assignment.get(&self.pool, *variable),
            _ => unreachable!("inputs and choices are variables"),
        }
    }
}

/// Blocks of code to run without a decision, where there is no hurry.
pub const BLOCKS_WITHOUT_CHOICE: u64 = 2_000_000;

/// What every value of a sort satisfies and the solver would not know.
pub fn shape(pool: &mut Pool, input: TermId) -> Option<TermId> {
    matches!(pool.sort(input).kind(), SortKind::Seq(_)).then(|| {
        let (zero, length) = (pool.int(0), pool.seq_len(input));
        pool.app(Op::Int(IntOp::Le), &[zero, length])
    })
}

fn code_table(problem: &Problem, side: Side) -> CodeTable<'_> {
    let matching = &problem.matching;
    let is_unchanged = |id: FnId| match side {
        Side::Old => matching.is_unchanged(id),
        Side::New => matching.old_of(id).is_some_and(|old| matching.is_unchanged(old)),
    };
    let program = problem.program(side);
    CodeTable::new(program, program.functions.ids().map(|id| !is_unchanged(id)).collect())
}
