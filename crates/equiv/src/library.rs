//! Library functions whose code is not there, as functions of logic.
//!
//! A function without a body is called with arguments and finds the library in some *state*. What it gives
//! depends on both, and it may leave the library in another state: `size(x, s)` is what `size(x)` gives in
//! state `s`, `draw after(x, s)` the state after `draw(x)`. The state is a cell that an observer sees, so two
//! versions that end in one state made the same calls, as far as nothing else is known of the functions.
//!
//! What is known of a function is its [`Effect`]. By the weakest, it may do anything; a function that
//! looks changes nothing and always returns; one that computes depends on its arguments alone besides.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::build::FunctionBuilder;
use ir::entry::RAISES;
use ir::{Cell, CellId, CellRole, FnId, Function, FunctionKind, Param, Program, Reach};
use value::{Sort, Symbol, Value};

/// What a call may do, from the most to the least.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Effect {
    /// Anything: change the library's state, depend on it, raise.
    #[default]
    Acts,
    /// Anything but raise: it always returns.
    Returns,
    /// It changes nothing and always returns; what it gives may depend on the library's state.
    Looks,
    /// And what it gives depends on its arguments alone.
    Computes,
}

/// By function; those that are not named act.
pub type Effects = BTreeMap<Symbol, Effect>;

/// The cell of the library's state, and its sort.
pub const STATE: &str = "library state";

/// What the functions of logic are called that give the state after a call.
pub const AFTER: &str = " after";

/// Stands between a function and a variable of the program in the names of the functions of logic that give what a call
/// leaves there.
const LEAVES: &str = " leaves ";

pub fn state_sort() -> Sort {
    Sort::opaque(STATE)
}

/// The library function that a function of logic stands for, or for a part of what it does.
pub fn function_of(symbol: &str) -> &str {
    let name = symbol
        .rsplit_once('.')
        .filter(|(_, rest)| rest.bytes().all(|c| c.is_ascii_digit()))
        .map_or(symbol, |(name, _)| name);
    name.split_once(' ').map_or(name, |(name, _)| name)
}

/// Does the function of logic say whether a call raises?
pub fn is_raises(symbol: &str) -> bool {
    symbol.ends_with(&format!("{RAISES}.0"))
}

/// Does the function of logic give the state after a call?
pub fn is_after(symbol: &str) -> bool {
    symbol.ends_with(&format!("{AFTER}.0"))
}

/// Does the function of logic give what a call leaves in a variable of the program?
pub fn is_left(symbol: &str) -> bool {
    symbol.contains(LEAVES)
}

/// The functions that have no body and may do anything: the library.
pub fn functions(program: &Program) -> Vec<Symbol> {
    let rows = program.functions.rows().iter();
    let names = rows.filter(|row| is_library(row)).map(|row| row.name);
    names.filter(|name| !name.as_str().ends_with(RAISES)).collect()
}

fn is_library(function: &Function) -> bool {
    matches!(function.kind, FunctionKind::External { reach: Reach::Cells, .. })
}

/// Gives the library's functions bodies over functions of logic. A program that calls none has the library's state as
/// well: it leaves it as it was, which the other version need not.
pub fn open(program: &mut Program, effects: &Effects) {
    let library: Vec<FnId> = program.functions.iter().filter(|(_, row)| is_library(row)).map(|(id, _)| id).collect();
    // A call may write too, and an observer sees in what order.
    let is_output = |(_, cell): &(CellId, &Cell)| cell.role == CellRole::Output;
    let outputs: Vec<CellId> = program.cells.iter().filter(is_output).map(|(id, _)| id).collect();
    let (sort, initial) = (state_sort(), Value::Opaque(0));
    let state = program.cells.push(Cell { name: Symbol::new(STATE), sort, role: CellRole::Output, initial });
    for id in library {
        let function = Arc::clone(&program.functions[id]);
        let name = function.name.as_str();
        let base = Symbol::new(name.strip_suffix(RAISES).unwrap_or(name));
        let effect = effects.get(&base).copied().unwrap_or_default();
        let mut opened = Opened { program, function: &function, state, outputs: &outputs, effect };
        let body = if name.ends_with(RAISES) { opened.raises() } else { opened.body() };
        program.functions[id] = Arc::new(body);
    }
}

struct Opened<'a> {
    program: &'a mut Program,
    function: &'a Function,
    state: CellId,
    outputs: &'a [CellId],
    effect: Effect,
}

impl Opened<'_> {
    fn builder(&self) -> FunctionBuilder {
        let Function { name, params, results, .. } = self.function;
        FunctionBuilder::new(&format!("call of {name}"), params.clone(), results.clone(), None).of_front_end()
    }

    /// Whether a call raises. It changes nothing by itself.
    fn raises(&mut self) -> Function {
        let mut b = self.builder();
        let raised = match self.effect {
            Effect::Acts => self.given(&mut b, self.function.name.as_str(), Sort::bool()),
            Effect::Returns | Effect::Looks | Effect::Computes => b.bool(false),
        };
        b.return_(&[raised]);
        b.finish()
    }

    fn body(&mut self) -> Function {
        let mut b = self.builder();
        let name = self.function.name.as_str();
        let mut results = Vec::new();
        for (index, sort) in self.function.results.iter().enumerate() {
            let name = if index == 0 { name.to_owned() } else { format!("{name} {index}") };
            results.push(self.given(&mut b, &name, *sort));
        }
        if self.effect <= Effect::Returns {
            let after = self.given_besides(&mut b, &format!("{name}{AFTER}"), state_sort(), self.outputs);
            let FunctionKind::External { writes, .. } = &self.function.kind else { unreachable!("it has no body") };
            let mut written = vec![(self.state, after)];
            for cell in writes {
                let Cell { name: of, sort, .. } = self.program.cells[*cell].clone();
                written.push((*cell, self.given(&mut b, &format!("{name}{LEAVES}{of}"), sort)));
            }
            written.into_iter().for_each(|(cell, value)| b.set(cell, value));
        }
        b.return_(&results);
        b.finish()
    }

    /// What a function of logic of that name gives for the arguments and the state that counts.
    fn given(&mut self, b: &mut FunctionBuilder, name: &str, sort: Sort) -> ir::ValueId {
        self.given_besides(b, name, sort, &[])
    }

    /// The same where other cells count besides.
    fn given_besides(&mut self, b: &mut FunctionBuilder, name: &str, sort: Sort, others: &[CellId]) -> ir::ValueId {
        let FunctionKind::External { reads, .. } = &self.function.kind else { unreachable!("it has no body") };
        let cells: Vec<CellId> = match self.effect {
            Effect::Computes => Vec::new(),
            Effect::Acts | Effect::Returns | Effect::Looks => {
                let others = others.iter().filter(|cell| !reads.contains(cell));
                std::iter::once(&self.state).chain(reads).chain(others).copied().collect()
            }
        };
        let mut params = self.function.params.clone();
        let mut args: Vec<ir::ValueId> = (0..params.len()).map(|index| b.param(index)).collect();
        for cell in cells {
            let Cell { name, sort, .. } = self.program.cells[cell].clone();
            params.push(Param { name, sort });
            args.push(b.get(cell, sort));
        }
        let name = Symbol::new(name);
        let known = self.program.functions.iter().find(|(_, row)| row.name == name && row.kind == FunctionKind::Pure);
        let id = known.map(|(id, _)| id).unwrap_or_else(|| {
            let kind = FunctionKind::Pure;
            self.program.functions.push(Arc::new(Function { name, params, results: vec![sort], raises: None, kind }))
        });
        b.call(id, &args, &[sort], None)[0]
    }
}
