//! Equality of results as a failure (Lahiri et al., FSE 2013, section 3.1): `assert valideq(outputs)` at
//! the end.
//!
//! `valideq` is any predicate, the same for both versions: an input. If new never fails it where old
//! does not, then no predicate tells their outputs apart, so they are equal whenever both end.

use std::sync::Arc;

use ir::entry::{Entry, Pair};
use ir::{Args, Body, Cell, CellId, CellRole, FunctionKind, Inst, Param, Terminator, ValueId};
use value::{Op, Sort, SortKind, Symbol, Value};

use crate::Spec;
use crate::observe::has_references;

/// The outputs hold objects, which no predicate over values can compare.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HoldsObjects;

/// Adds the assertion to both entries. Globals of both versions count as outputs.
pub fn assert(pair: &mut Pair) -> Result<Spec, HoldsObjects> {
    let new_names: Vec<Symbol> = pair.new.program.cells.iter().map(|(_, cell)| cell.name).collect();
    let mut shared: Vec<Symbol> = pair
        .old
        .program
        .cells
        .iter()
        .filter(|(_, cell)| matches!(cell.role, CellRole::Global | CellRole::Output) && new_names.contains(&cell.name))
        .map(|(_, cell)| cell.name)
        .collect();
    shared.retain(|name| name.as_str() != FLAG);
    for entry in [&mut pair.old, &mut pair.new] {
        add(entry, &shared)?;
    }
    Ok(Spec::of_flag(FLAG))
}

const FLAG: &str = "ok";

fn add(entry: &mut Entry, globals: &[Symbol]) -> Result<(), HoldsObjects> {
    let program = &mut entry.program;
    let cells: Vec<(CellId, Sort)> =
        globals.iter().filter_map(|name| program.cell(*name)).map(|cell| (cell, program.cells[cell].sort)).collect();
    let mut function = (*program.functions[entry.entry]).clone();
    let outputs: Vec<Sort> = function.results.iter().copied().chain(cells.iter().map(|(_, sort)| *sort)).collect();
    if outputs.iter().any(|sort| has_references(*sort)) {
        return Err(HoldsObjects);
    }
    let predicate = outputs.iter().rev().fold(Sort::bool(), |result, sort| Sort::map(*sort, result));
    let mut cell = |name: &str, sort: Sort, initial: Value| {
        let known = program.cell(Symbol::new(name));
        known.unwrap_or_else(|| {
            program.cells.push(Cell { name: Symbol::new(name), sort, role: CellRole::Hidden, initial })
        })
    };
    let flag = cell(FLAG, Sort::bool(), Value::Bool(true));
    let valid = cell("valideq", predicate, Value::default_of(predicate));
    function.params.push(Param { name: Symbol::new("valideq"), sort: predicate });
    if let FunctionKind::Defined(body) = &mut function.kind {
        let param = body.sorts.push(predicate);
        body.blocks[Body::ENTRY].params.push(param);
        body.blocks[Body::ENTRY].insts.insert(0, Inst::Set { cell: valid, value: param });
        body.spans[Body::ENTRY].insert(0, ir::Span::none());
        let blocks: Vec<ir::BlockId> = body.blocks.ids().collect();
        for block in blocks {
            if let Terminator::Return(values) = body.blocks[block].end.clone() {
                assert_at(body, block, &values, &cells, (flag, valid, predicate));
            }
        }
    }
    program.functions[entry.entry] = Arc::new(function);
    Ok(())
}

fn assert_at(
    body: &mut Body,
    block: ir::BlockId,
    values: &[ValueId],
    cells: &[(CellId, Sort)],
    (flag, valid, predicate): (CellId, CellId, Sort),
) {
    let mut insts = Vec::new();
    let mut outputs: Vec<ValueId> = values.to_vec();
    for (cell, sort) in cells {
        let result = body.sorts.push(*sort);
        insts.push(Inst::Get { result, cell: *cell });
        outputs.push(result);
    }
    let mut holds = body.sorts.push(predicate);
    insts.push(Inst::Get { result: holds, cell: valid });
    for output in outputs {
        let SortKind::Map(_, next) = body.sorts[holds].kind() else { panic!("a predicate of all outputs") };
        let result = body.sorts.push(*next);
        insts.push(Inst::Apply { result, op: Op::Select, args: Args::from_slice(&[holds, output]) });
        holds = result;
    }
    let (so_far, both) = (body.sorts.push(Sort::bool()), body.sorts.push(Sort::bool()));
    insts.push(Inst::Get { result: so_far, cell: flag });
    insts.push(Inst::Apply { result: both, op: Op::And, args: Args::from_slice(&[so_far, holds]) });
    insts.push(Inst::Set { cell: flag, value: both });
    let end = body.span_of_end(block);
    let spans = &mut body.spans[block];
    spans.pop();
    spans.extend(insts.iter().map(|_| end));
    spans.push(end);
    body.blocks[block].insts.extend(insts);
}
