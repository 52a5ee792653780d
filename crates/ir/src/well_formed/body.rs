//! Rules about the body of a function.

use arena::IdVec;
use rustc_hash::FxHashSet;
use value::{Op, Sort, SortKind};

use super::{Violations, formula};
use crate::dominators::{Dominators, definitions};
use crate::{Block, BlockId, Body, Function, Inst, Program, Target, Terminator, ValueId};

pub(super) fn check(program: &Program, function: &Function, violations: &mut Violations) {
    let Some(body) = function.body() else { return };
    let before = violations.found.len();
    check_tables(program, function, body, violations);
    // The other rules are about programs whose tables can be looked up.
    if violations.found.len() > before {
        return;
    }
    let checker = Checker { program, function, body };
    checker.check_entry(violations);
    checker.check_uses(violations);
    for (id, block) in body.blocks.iter() {
        violations.at(place(function, id));
        for inst in &block.insts {
            checker.check_inst(inst, violations);
        }
        checker.check_end(&block.end, violations);
    }
}

fn place(function: &Function, block: BlockId) -> String {
    format!("function `{}`, block {block}", function.name)
}

fn check_tables(program: &Program, function: &Function, body: &Body, violations: &mut Violations) {
    violations.at(format!("function `{}`", function.name));
    violations.unless(!body.blocks.is_empty(), || "it has no block".into());
    let same = body.spans.len() == body.blocks.len();
    violations.unless(same, || format!("{} blocks have {} rows of spans", body.blocks.len(), body.spans.len()));
    let mut defined: IdVec<ValueId, bool> = IdVec::filled(false, body.sorts.len());
    for (id, block) in body.blocks.iter() {
        violations.at(place(function, id));
        if let Some(spans) = body.spans.get(id) {
            let wanted = block.insts.len() + 1;
            violations.unless(spans.len() == wanted, || format!("{} spans where {wanted} belong", spans.len()));
        }
        check_mentioned(program, body, block, violations);
        let results = block.insts.iter().filter_map(Inst::result);
        for value in block.params.iter().copied().chain(results) {
            if let Some(known) = defined.get(value).copied() {
                violations.unless(!known, || format!("{value} is defined a second time"));
                defined[value] = true;
            }
        }
    }
    violations.at(format!("function `{}`", function.name));
    for (value, defined) in defined.iter() {
        violations.unless(*defined, || format!("{value} is nowhere defined"));
    }
}

/// Everything the block mentions is in its table.
fn check_mentioned(program: &Program, body: &Body, block: &Block, violations: &mut Violations) {
    let insts = block.insts.iter();
    let values = insts.clone().flat_map(|inst| inst.result().into_iter().chain(inst.uses().iter().copied()));
    let targets = block.end.targets();
    let args = targets.iter().flat_map(|target| target.args.iter().copied());
    for value in block.params.iter().copied().chain(values).chain(block.end.uses().iter().copied()).chain(args) {
        violations.unless(body.sorts.get(value).is_some(), || format!("there is no value {value}"));
    }
    for target in &targets {
        violations.unless(body.blocks.get(target.block).is_some(), || format!("there is no block {}", target.block));
    }
    for inst in insts {
        if let Inst::Get { cell, .. } | Inst::Set { cell, .. } = inst {
            violations.unless(program.cells.get(*cell).is_some(), || format!("there is no cell {cell}"));
        }
    }
    if let Terminator::Call { callee, .. } = &block.end {
        violations.unless(program.functions.get(*callee).is_some(), || format!("there is no function {callee}"));
    }
}

struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
    body: &'p Body,
}

impl Checker<'_> {
    fn sort(&self, value: ValueId) -> Sort {
        self.body.sorts[value]
    }

    fn sorts(&self, values: &[ValueId]) -> Vec<Sort> {
        values.iter().map(|value| self.sort(*value)).collect()
    }

    fn check_entry(&self, violations: &mut Violations) {
        let entry = self.sorts(&self.body.blocks[Body::ENTRY].params);
        let params: Vec<Sort> = self.function.params.iter().map(|param| param.sort).collect();
        violations.at(place(self.function, Body::ENTRY));
        violations.unless(entry == params, || {
            format!("the entry takes {}, the function {}", listed(&entry), listed(&params))
        });
        for (id, block) in self.body.blocks.iter() {
            violations.at(place(self.function, id));
            let to_entry = block.end.targets().iter().any(|target| target.block == Body::ENTRY);
            violations.unless(!to_entry, || "it leads to the entry".into());
        }
    }

    fn check_uses(&self, violations: &mut Violations) {
        let dominators = Dominators::of(self.body);
        let definitions = definitions(self.body);
        for (id, block) in self.body.blocks.iter() {
            if !dominators.is_reachable(id) {
                continue;
            }
            violations.at(place(self.function, id));
            let mut check = |used: ValueId, index: usize| {
                let (at, position) = definitions[used].expect("the tables were checked");
                let before = if at == id { position <= index } else { dominators.dominates(at, id) };
                violations.unless(before, || format!("{used} is used, but some way here does not define it before"));
            };
            for (index, inst) in block.insts.iter().enumerate() {
                inst.uses().iter().for_each(|used| check(*used, index));
            }
            let end = block.insts.len();
            block.end.uses().iter().for_each(|used| check(*used, end));
            for target in block.end.targets() {
                target.args.iter().for_each(|used| check(*used, end));
            }
        }
    }

    fn check_inst(&self, inst: &Inst, violations: &mut Violations) {
        match inst {
            Inst::Const { result, value } => {
                let sort = self.sort(*result);
                violations.unless(value.is_of(sort), || format!("{result} is a {sort}, its constant {value:?} is not"));
            }
            Inst::Apply { result, op, args } => self.check_apply(*result, op, args, violations),
            Inst::Get { result, cell } => {
                let (cell, sort) = (&self.program.cells[*cell], self.sort(*result));
                violations.unless(cell.sort == sort, || {
                    format!("{result} is a {sort}, the cell `{}` it is read from holds a {}", cell.name, cell.sort)
                });
            }
            Inst::Set { cell, value } => {
                let (cell, sort) = (&self.program.cells[*cell], self.sort(*value));
                violations.unless(cell.sort == sort, || {
                    format!("{value} is a {sort}, the cell `{}` it is written to holds a {}", cell.name, cell.sort)
                });
            }
            Inst::Alloc { result } => {
                let sort = self.sort(*result);
                let reference = matches!(sort.kind(), SortKind::Ref(_));
                violations.unless(reference, || format!("{result} is allocated, but is a {sort} and no reference"));
            }
            Inst::Choose { .. } => {}
            Inst::Assume { condition } => self.check_condition("assumed", *condition, violations),
        }
    }

    fn check_apply(&self, result: ValueId, op: &Op, args: &[ValueId], violations: &mut Violations) {
        if let Op::Quantifier(quantifier) = op
            && let Err(why) = formula::check_quantifier(quantifier)
        {
            return violations.add(format!("in the quantifier of {result}: {why}"));
        }
        match op.result(&self.sorts(args)) {
            Ok(sort) => violations.unless(sort == self.sort(result), || {
                format!("{result} is a {}, but `{op}` gives a {sort}", self.sort(result))
            }),
            Err(why) => violations.add(format!("{result}: {why}")),
        }
    }

    fn check_condition(&self, what: &str, condition: ValueId, violations: &mut Violations) {
        let sort = self.sort(condition);
        violations.unless(sort == Sort::bool(), || format!("{condition} is {what}, but is a {sort} and no bool"));
    }

    fn check_end(&self, end: &Terminator, violations: &mut Violations) {
        match end {
            Terminator::Jump(target) => self.check_target(target, &[], violations),
            Terminator::Branch { condition, then, otherwise } => {
                self.check_condition("branched on", *condition, violations);
                self.check_target(then, &[], violations);
                self.check_target(otherwise, &[], violations);
            }
            Terminator::Switch { on, cases, default } => {
                let (sort, mut seen) = (self.sort(*on), FxHashSet::default());
                for (case, target) in cases {
                    violations.unless(case.is_of(sort), || format!("a case {case:?} of a switch on a {sort}"));
                    violations.unless(seen.insert(case), || format!("a second case {case:?}"));
                    self.check_target(target, &[], violations);
                }
                self.check_target(default, &[], violations);
            }
            Terminator::Call { .. } => self.check_call(end, violations),
            Terminator::Return(values) => {
                let (given, wanted) = (self.sorts(values), &self.function.results);
                violations.unless(given == *wanted, || {
                    format!("{} is returned instead of {}", listed(&given), listed(wanted))
                });
            }
            Terminator::Raise(value) => {
                let sort = self.sort(*value);
                match self.function.raises {
                    Some(raises) => {
                        violations.unless(raises == sort, || format!("a {sort} is raised instead of a {raises}"))
                    }
                    None => violations.add(format!("a {sort} is raised, but the function never raises")),
                }
            }
            Terminator::Trap(_) | Terminator::Unsupported(_) => {}
        }
    }

    fn check_call(&self, end: &Terminator, violations: &mut Violations) {
        let Terminator::Call { callee, args, returned, raised } = end else { return };
        let callee = &self.program.functions[*callee];
        let given = self.sorts(args);
        let wanted: Vec<Sort> = callee.params.iter().map(|param| param.sort).collect();
        violations.unless(given == wanted, || {
            format!("`{}` is called with {} instead of {}", callee.name, listed(&given), listed(&wanted))
        });
        self.check_target(returned, &callee.results, violations);
        match (raised, callee.raises) {
            (Some(target), Some(raises)) => self.check_target(target, &[raises], violations),
            // Never taken; its first parameter may have any sort.
            (Some(target), None) => {
                let first = self.body.blocks[target.block].params.first().map(|param| self.sort(*param));
                self.check_target(target, &[first.unwrap_or(Sort::bool())], violations);
            }
            (None, Some(raises)) => violations.unless(self.function.raises == Some(raises), || {
                format!("`{}` may raise a {raises}, which is neither caught nor declared", callee.name)
            }),
            (None, None) => {}
        }
    }

    /// `first`: the sorts of what comes before the target's own arguments.
    fn check_target(&self, target: &Target, first: &[Sort], violations: &mut Violations) {
        let given = [first, &self.sorts(&target.args)].concat();
        let wanted = self.sorts(&self.body.blocks[target.block].params);
        violations.unless(given == wanted, || {
            format!("{} is given {} instead of {}", target.block, listed(&given), listed(&wanted))
        });
    }
}

fn listed(sorts: &[Sort]) -> String {
    let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
    format!("({})", sorts.join(", "))
}
