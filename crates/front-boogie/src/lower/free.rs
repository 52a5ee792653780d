//! Constants and functions of which nothing general is known are inputs.
//!
//! A constant without definition, or a function that no quantified axiom speaks of, may be
//! anything that its ground axioms allow (`axiom MAX > 0`), and it is the same thing in both
//! versions. So it becomes a cell that the entry fills from an input of its own, the ground
//! axioms are assumed there, and a counterexample can say what the constant was and be run.
//! What quantified axioms speak of stays a symbol of the logic.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::entry::Entry;
use ir::{Args, Body, Cell, CellId, CellRole, Function, FunctionKind, Inst, Param, Program, Span, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Expr, FunctionSymbol, Op, Quantifier, Sort, Symbol, Value};

/// Symbols by name, each with what it maps to what.
type Symbols = BTreeMap<Symbol, Arc<FunctionSymbol>>;

/// Turns the symbols that can be inputs into inputs. `is_declared`: the source declares it, so a
/// reader knows what it is.
pub(super) fn make_inputs(old: &mut Entry, new: &mut Entry, is_declared: impl Fn(Symbol) -> bool) {
    let free = free_symbols([&old.program, &new.program], is_declared);
    if free.is_empty() {
        return;
    }
    for entry in [old, new] {
        Rewriting::new(entry, &free).run();
    }
}

fn free_symbols(programs: [&Program; 2], is_declared: impl Fn(Symbol) -> bool) -> Symbols {
    let mut used = Symbols::new();
    let mut bound: FxHashSet<Symbol> = FxHashSet::default();
    let mut note = |symbol: &Arc<FunctionSymbol>| {
        let known = used.entry(symbol.name).or_insert_with(|| symbol.clone());
        // One name at two types: left to the logic.
        if known != symbol || !is_declared(symbol.name) {
            bound.insert(symbol.name);
        }
    };
    for program in programs {
        for (_, function) in program.functions.iter() {
            let insts = function.body().into_iter().flat_map(|body| body.blocks.rows()).flat_map(|block| &block.insts);
            for inst in insts {
                if let Inst::Apply { op, .. } = inst {
                    for_each_symbol_of_op(op, &mut note);
                }
            }
        }
        for axiom in &program.axioms {
            for_each_symbol(&axiom.formula, &mut note);
        }
    }
    // Whatever shares an axiom with a symbol of the logic stays one as well.
    loop {
        let before = bound.len();
        for axiom in programs.iter().flat_map(|program| &program.axioms) {
            let mut symbols = Vec::new();
            for_each_symbol(&axiom.formula, &mut |symbol| symbols.push(symbol.name));
            if has_binder(&axiom.formula) || symbols.iter().any(|symbol| bound.contains(symbol)) {
                bound.extend(symbols);
            }
        }
        if bound.len() == before {
            break;
        }
    }
    used.retain(|name, _| !bound.contains(name));
    used
}

fn for_each_symbol_of_op(op: &Op, note: &mut impl FnMut(&Arc<FunctionSymbol>)) {
    match op {
        Op::Apply(symbol) => note(symbol),
        Op::Quantifier(quantifier) => for_each_symbol(&quantifier.body, note),
        _ => {}
    }
}

fn for_each_symbol(expr: &Expr, note: &mut impl FnMut(&Arc<FunctionSymbol>)) {
    match expr {
        Expr::Const(..) | Expr::Bound(..) | Expr::Captured(_) => {}
        Expr::Apply(op, args) => {
            for_each_symbol_of_op(op, note);
            args.iter().for_each(|arg| for_each_symbol(arg, note));
        }
        Expr::Binder(quantifier) => for_each_symbol(&quantifier.body, note),
    }
}

fn has_binder(expr: &Expr) -> bool {
    match expr {
        Expr::Const(..) | Expr::Bound(..) | Expr::Captured(_) => false,
        Expr::Apply(op, args) => matches!(op, Op::Quantifier(_)) || args.iter().any(has_binder),
        Expr::Binder(_) => true,
    }
}

/// `int, bool` to `real` is a map of maps; without arguments it is the result itself.
fn sort_of(symbol: &FunctionSymbol) -> Sort {
    symbol.params.iter().rev().fold(symbol.result, |result, param| Sort::map(*param, result))
}

/// One version while its symbols become cells.
struct Rewriting<'e> {
    entry: &'e mut Entry,
    free: &'e Symbols,
    cells: FxHashMap<Symbol, (CellId, Sort)>,
}

impl<'e> Rewriting<'e> {
    fn new(entry: &'e mut Entry, free: &'e Symbols) -> Rewriting<'e> {
        let mut cells = FxHashMap::default();
        for (name, symbol) in free {
            let sort = sort_of(symbol);
            let cell = Cell { name: *name, sort, role: CellRole::Hidden, initial: Value::default_of(sort) };
            cells.insert(*name, (entry.program.cells.push(cell), sort));
        }
        Rewriting { entry, free, cells }
    }

    fn run(mut self) {
        let ids: Vec<ir::FnId> = self.entry.program.functions.ids().collect();
        for id in ids {
            if uses_symbol(&self.entry.program.functions[id], &self.cells) {
                let mut function = (*self.entry.program.functions[id]).clone();
                self.function(&mut function);
                self.entry.program.functions[id] = Arc::new(function);
            }
        }
        self.start();
    }

    /// Fills the cells at the start of the entry and assumes the ground axioms.
    fn start(&mut self) {
        let id = self.entry.entry;
        let mut function = (*self.entry.program.functions[id]).clone();
        let taken: Vec<Symbol> = function.params.iter().map(|param| param.name).collect();
        let mut insts = Vec::new();
        if let FunctionKind::Defined(body) = &mut function.kind {
            for name in self.free.keys() {
                let (cell, sort) = self.cells[name];
                let value = body.sorts.push(sort);
                body.blocks[Body::ENTRY].params.push(value);
                let shown = if taken.contains(name) { Symbol::new(&format!("{name} (constant)")) } else { *name };
                function.params.push(Param { name: shown, sort });
                insts.push(Inst::Set { cell, value });
            }
            let axioms = std::mem::take(&mut self.entry.program.axioms);
            let (ground, kept) = axioms.into_iter().partition(|axiom| self.is_ground(&axiom.formula));
            self.entry.program.axioms = kept;
            for axiom in ground {
                let condition = self.emit(&axiom.formula, body, &mut insts);
                insts.push(Inst::Assume { condition });
            }
            let spans = &mut body.spans[Body::ENTRY];
            spans.splice(0..0, insts.iter().map(|_| Span::none()));
            body.blocks[Body::ENTRY].insts.splice(0..0, insts);
        }
        self.entry.program.functions[id] = Arc::new(function);
    }

    /// Does it speak of symbols that are inputs now?
    fn is_ground(&self, formula: &Expr) -> bool {
        let mut found = false;
        for_each_symbol(formula, &mut |symbol| found |= self.cells.contains_key(&symbol.name));
        found
    }

    /// Code that computes a formula without binders.
    fn emit(&self, expr: &Expr, body: &mut Body, insts: &mut Vec<Inst>) -> ValueId {
        match expr {
            Expr::Const(value, sort) => {
                let result = body.sorts.push(*sort);
                insts.push(Inst::Const { result, value: value.clone() });
                result
            }
            Expr::Apply(op, args) => {
                let args: Args = args.iter().map(|arg| self.emit(arg, body, insts)).collect();
                let inst = |result: ValueId| Inst::Apply { result, op: op.clone(), args: args.clone() };
                let sorts: Vec<Sort> = args.iter().map(|arg| body.sorts[*arg]).collect();
                let sort = op.result(&sorts).unwrap_or_else(|why| panic!("an ill-sorted axiom: {why}"));
                let result = body.sorts.push(sort);
                self.inst(inst(result), body, insts);
                result
            }
            Expr::Bound(..) | Expr::Captured(_) | Expr::Binder(_) => panic!("a ground axiom binds nothing"),
        }
    }

    fn function(&self, function: &mut Function) {
        let FunctionKind::Defined(body) = &mut function.kind else { return };
        let blocks: Vec<ir::BlockId> = body.blocks.ids().collect();
        for block in blocks {
            let (insts, spans) =
                (std::mem::take(&mut body.blocks[block].insts), std::mem::take(&mut body.spans[block]));
            let (mut new_insts, mut new_spans) = (Vec::new(), Vec::new());
            let end = spans.last().copied();
            for (inst, span) in insts.into_iter().zip(spans) {
                self.inst(inst, body, &mut new_insts);
                new_spans.resize(new_insts.len(), span);
            }
            new_spans.extend(end);
            body.blocks[block].insts = new_insts;
            body.spans[block] = new_spans;
        }
    }

    /// The instruction, with reads of cells instead of symbols.
    fn inst(&self, inst: Inst, body: &mut Body, insts: &mut Vec<Inst>) {
        match inst {
            Inst::Apply { result, op: Op::Apply(symbol), args } if self.cells.contains_key(&symbol.name) => {
                let (cell, sort) = self.cells[&symbol.name];
                let Some((last, first)) = args.split_last() else {
                    return insts.push(Inst::Get { result, cell });
                };
                let mut map = body.sorts.push(sort);
                insts.push(Inst::Get { result: map, cell });
                for key in first {
                    let value::SortKind::Map(_, element) = body.sorts[map].kind() else { panic!("a map of maps") };
                    let next = body.sorts.push(*element);
                    insts.push(Inst::Apply { result: next, op: Op::Select, args: Args::from_slice(&[map, *key]) });
                    map = next;
                }
                insts.push(Inst::Apply { result, op: Op::Select, args: Args::from_slice(&[map, *last]) });
            }
            Inst::Apply { result, op: Op::Quantifier(quantifier), mut args } if self.is_ground(&quantifier.body) => {
                let mut quantifier = (*quantifier).clone();
                let mut captured: FxHashMap<Symbol, u32> = FxHashMap::default();
                let mut found: Vec<Symbol> = Vec::new();
                for_each_symbol(&quantifier.body, &mut |symbol| found.push(symbol.name));
                for name in found {
                    if let Some((cell, sort)) = self.cells.get(&name)
                        && !captured.contains_key(&name)
                    {
                        captured.insert(name, quantifier.captured.len() as u32);
                        quantifier.captured.push(*sort);
                        let value = body.sorts.push(*sort);
                        insts.push(Inst::Get { result: value, cell: *cell });
                        args.push(value);
                    }
                }
                replace_in_binder(&mut quantifier, &captured);
                insts.push(Inst::Apply { result, op: Op::Quantifier(quantifier.into()), args });
            }
            other => insts.push(other),
        }
    }
}

fn uses_symbol(function: &Function, cells: &FxHashMap<Symbol, (CellId, Sort)>) -> bool {
    let mut found = false;
    let insts = function.body().into_iter().flat_map(|body| body.blocks.rows()).flat_map(|block| &block.insts);
    for inst in insts {
        if let Inst::Apply { op, .. } = inst {
            for_each_symbol_of_op(op, &mut |symbol| found |= cells.contains_key(&symbol.name));
        }
    }
    found
}

fn replace_in_binder(quantifier: &mut Quantifier, captured: &FxHashMap<Symbol, u32>) {
    replace(&mut quantifier.body, captured);
    quantifier.triggers.iter_mut().flatten().for_each(|pattern| replace(pattern, captured));
}

/// Symbols become captured maps.
fn replace(expr: &mut Expr, captured: &FxHashMap<Symbol, u32>) {
    match expr {
        Expr::Const(..) | Expr::Bound(..) | Expr::Captured(_) => {}
        Expr::Binder(inner) => replace_in_binder(Arc::make_mut(inner), captured),
        Expr::Apply(op, args) => {
            args.iter_mut().for_each(|arg| replace(arg, captured));
            if let Op::Apply(symbol) = op
                && let Some(index) = captured.get(&symbol.name)
            {
                let map = Expr::Captured(*index);
                let args = std::mem::take(args);
                *expr = args.into_iter().fold(map, |map, key| Expr::Apply(Op::Select, vec![map, key]));
            }
        }
    }
}
