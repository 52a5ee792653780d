//! Which code of a changed function has a twin in its other version.
//!
//! Twins are found on the lowered form, so layout, comments and names of locals do not count: the
//! same operation on twin operands. Instructions of both versions are put into classes by
//! partition refinement: all of one shape start in one class, and are told apart as long as their
//! operands are. A class that only one version has is changed code.

use std::hash::{BuildHasher, Hash};

use arena::IdVec;
use ir::effects::acting;
use ir::{BlockId, Body, FnId, Function, Inst, Program, Terminator, ValueId};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// The class of each effect (write, call, return, raise, trap) of a function: effects with equal
/// classes do the same with the same expressions. Tests have no class of their own.
pub struct Classes {
    /// One for each instruction that is an effect, then one for the block's end; 0: no effect.
    effects: IdVec<BlockId, Vec<u64>>,
}

/// What the classes of a program's functions depend on.
pub struct Effects<'a> {
    program: &'a Program,
    acting: IdVec<FnId, bool>,
}

impl<'a> Effects<'a> {
    pub fn new(program: &'a Program) -> Effects<'a> {
        Effects { program, acting: acting(program) }
    }

    /// A call is an effect unless it only computes and no line of the source stands for it: a
    /// test such as `x > 10` may be a call of the front end's own functions.
    fn is_effect(&self, callee: FnId) -> bool {
        self.acting[callee] || self.program.functions[callee].is_source()
    }
}

impl Classes {
    pub fn of(program: &Effects<'_>, function: &Function) -> Classes {
        let Some(body) = function.body() else { return Classes { effects: IdVec::new() } };
        let values = value_classes(program, body);
        let effects = body
            .blocks
            .iter()
            .map(|(_, block)| {
                let mut row: Vec<u64> = block.insts.iter().map(|inst| effect_of_inst(program, inst, &values)).collect();
                row.push(effect_of_end(program, &block.end, &values));
                row
            })
            .collect();
        Classes { effects }
    }

    /// The effects of running a block, in order.
    pub fn in_block(&self, block: BlockId) -> impl Iterator<Item = u64> {
        self.effects.get(block).into_iter().flatten().copied().filter(|class| *class != 0)
    }

    /// All effects of the function.
    pub fn all(&self) -> FxHashSet<u64> {
        self.effects.rows().iter().flatten().copied().filter(|class| *class != 0).collect()
    }

    /// The effect an instruction (or, past the last, the block's end) is; 0: none.
    pub fn effect(&self, block: BlockId, index: usize) -> u64 {
        self.effects[block][index]
    }
}

fn hash(value: impl Hash) -> u64 {
    // 0 stands for "no effect".
    FxBuildHasher.hash_one(value) | 1
}

/// Rounds of refinement: enough for expressions this deep; what is deeper is told apart less.
const ROUNDS: usize = 8;

fn value_classes(program: &Effects<'_>, body: &Body) -> IdVec<ValueId, u64> {
    let mut classes: IdVec<ValueId, u64> = body.sorts.iter().map(|(_, sort)| hash(sort.to_string())).collect();
    for (index, param) in body.blocks[Body::ENTRY].params.iter().enumerate() {
        classes[*param] = hash(("param", index));
    }
    for _ in 0..ROUNDS {
        let mut next = classes.clone();
        let mut incoming: IdVec<ValueId, Vec<u64>> = IdVec::filled(Vec::new(), body.sorts.len());
        for (_, block) in body.blocks.iter() {
            for inst in &block.insts {
                if let Some(result) = inst.result() {
                    next[result] = value_class(program, inst, &classes);
                }
            }
            for (which, target) in block.end.targets().into_iter().enumerate() {
                let params = &body.blocks[target.block].params;
                let given = params.len() - target.args.len();
                for (index, param) in params.iter().take(given).enumerate() {
                    let call = call_class(program, &block.end, &classes);
                    incoming[*param].push(hash((call, which, index)));
                }
                for (param, arg) in params[given..].iter().zip(&target.args) {
                    incoming[*param].push(classes[*arg]);
                }
            }
        }
        for (value, mut args) in incoming.iter().map(|(value, args)| (value, args.clone())) {
            if !args.is_empty() {
                args.sort_unstable();
                args.dedup();
                next[value] = if let [only] = args[..] { only } else { hash(("join", args)) };
            }
        }
        classes = next;
    }
    classes
}

fn value_class(program: &Effects<'_>, inst: &Inst, classes: &IdVec<ValueId, u64>) -> u64 {
    match inst {
        Inst::Const { value, .. } => hash(("const", value)),
        Inst::Apply { op, args, .. } => {
            let args: Vec<u64> = args.iter().map(|arg| classes[*arg]).collect();
            hash((op, args))
        }
        Inst::Get { cell, .. } => hash(("get", program.program.cells[*cell].name)),
        Inst::Alloc { .. } => hash("alloc"),
        Inst::Choose { .. } => hash("choose"),
        Inst::Set { .. } | Inst::Assume { .. } => 0,
    }
}

fn effect_of_inst(program: &Effects<'_>, inst: &Inst, classes: &IdVec<ValueId, u64>) -> u64 {
    match inst {
        Inst::Set { cell, value } => hash(("set", program.program.cells[*cell].name, classes[*value])),
        Inst::Assume { condition } => hash(("assume", classes[*condition])),
        Inst::Alloc { .. } => hash("alloc"),
        Inst::Choose { .. } => hash("choose"),
        Inst::Const { .. } | Inst::Apply { .. } | Inst::Get { .. } => 0,
    }
}

fn effect_of_end(program: &Effects<'_>, end: &Terminator, classes: &IdVec<ValueId, u64>) -> u64 {
    let of = |args: &[ValueId]| args.iter().map(|arg| classes[*arg]).collect::<Vec<u64>>();
    match end {
        Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => 0,
        Terminator::Call { callee, .. } if program.is_effect(*callee) => call_class(program, end, classes),
        Terminator::Call { .. } => 0,
        Terminator::Return(args) => hash(("return", of(args))),
        Terminator::Raise(value) => hash(("raise", classes[*value])),
        Terminator::Trap(what) => hash(("trap", what)),
        Terminator::Unsupported(what) => hash(("unsupported", what)),
    }
}

fn call_class(program: &Effects<'_>, end: &Terminator, classes: &IdVec<ValueId, u64>) -> u64 {
    let Terminator::Call { callee, args, .. } = end else { return 0 };
    let args: Vec<u64> = args.iter().map(|arg| classes[*arg]).collect();
    hash(("call", program.program.functions[*callee].name, args))
}
