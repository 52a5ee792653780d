//! The entry: sets the globals, assumes what the client requires, and calls it.
//!
//! Its parameters are the client's in-parameters, then the globals that either version reaches.
//! It returns the client's out-parameters; globals are observed as cells.

use std::sync::Arc;

use ir::build::FunctionBuilder;
use ir::{FnId, Param};
use rustc_hash::{FxHashMap, FxHashSet};
use value::Symbol;

use crate::types::Ty;

use super::Lowering;
use super::code::Code;
use super::term::{Frame, Scope, Slot, Term};

impl<'a> Lowering<'a> {
    pub(super) fn entry(&mut self, client: u32, function: FnId, type_args: &[Ty]) -> FnId {
        let procedure = &self.program.procedures[client as usize];
        let (mut params, results) = self.signature(procedure, type_args);
        let ins = params.len();
        let cells: Vec<_> = self.ir.cells.iter().map(|(id, cell)| (id, cell.clone())).collect();
        let cells: Vec<_> = cells.into_iter().filter(|(id, _)| !self.is_own(*id)).collect();
        for (_, cell) in &cells {
            // A parameter may hide a global of the same name.
            let taken = params[..ins].iter().any(|param| param.name == cell.name);
            let name = if taken { Symbol::new(&format!("{} (global)", cell.name)) } else { cell.name };
            params.push(Param { name, sort: cell.sort });
        }
        let builder =
            FunctionBuilder::new(&format!("entry of {}", procedure.name), params, results.clone(), None).of_front_end();
        let types = procedure.type_params.iter().map(|param| param.number).zip(type_args.iter().cloned()).collect();
        let locals = (0..ins).map(|index| Slot::Term(Term::Value(builder.param(index)))).collect();
        let frame = Frame { types, locals, old: FxHashMap::default(), in_old: false };
        let globals = &self.program.globals;
        let known: FxHashSet<Symbol> = cells.iter().map(|(_, cell)| cell.name).collect();
        let mut code = Code::new(Scope::new(self, Some(builder), frame), procedure);
        for (position, (id, _)) in cells.iter().enumerate() {
            let builder = code.scope.code();
            let value = builder.param(ins + position);
            builder.set(*id, value);
        }
        let reached = globals.iter().filter(|global| known.contains(&global.name));
        reached.filter_map(|global| global.where_.as_ref()).for_each(|where_| code.assume(where_));
        procedure.requires.iter().for_each(|requires| code.assume(&requires.condition));
        let mut builder = code.scope.builder.take().expect("the entry is lowered with a builder");
        let args: Vec<_> = (0..ins).map(|index| builder.param(index)).collect();
        let returned = builder.call(function, &args, &results, None);
        builder.return_(&returned);
        self.ir.functions.push(Arc::new(builder.finish()))
    }
}
