//! What a program mentions without a table for it: datatypes and uninterpreted functions.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use value::{Expr, FunctionSymbol, Op, Quantifier, Sort, SortKind};

use crate::{Body, Inst, Program};

/// What must be declared before the program: its datatypes and uninterpreted functions.
#[derive(Default)]
pub(crate) struct Mentioned {
    sorts: FxHashSet<Sort>,
    /// Each group after those it mentions.
    pub(crate) groups: Vec<&'static [Sort]>,
    pub(crate) symbols: Vec<Arc<FunctionSymbol>>,
    seen_symbols: FxHashSet<Arc<FunctionSymbol>>,
}

impl Mentioned {
    pub(crate) fn in_program(program: &Program) -> Mentioned {
        let mut mentioned = Mentioned::default();
        program.cells.iter().for_each(|(_, cell)| mentioned.sort(cell.sort));
        program.axioms.iter().for_each(|axiom| mentioned.expr(&axiom.formula));
        for (_, function) in program.functions.iter() {
            let params = function.params.iter().map(|param| param.sort);
            params.chain(function.results.iter().copied()).chain(function.raises).for_each(|sort| mentioned.sort(sort));
            if let Some(body) = function.body() {
                mentioned.body(body);
            }
        }
        mentioned
    }

    fn body(&mut self, body: &Body) {
        body.sorts.iter().for_each(|(_, sort)| self.sort(*sort));
        for inst in body.blocks.iter().flat_map(|(_, block)| &block.insts) {
            if let Inst::Apply { op, .. } = inst {
                self.op(op);
            }
        }
    }

    fn sort(&mut self, sort: Sort) {
        if !self.sorts.insert(sort) {
            return;
        }
        match sort.kind() {
            SortKind::Seq(element) => self.sort(*element),
            SortKind::Map(key, value) => {
                self.sort(*key);
                self.sort(*value);
            }
            SortKind::Data(datatype) => {
                self.sorts.extend(datatype.group());
                for member in datatype.group() {
                    let ctors = member.datatype().expect("groups are of datatypes").ctors();
                    ctors.iter().flat_map(|ctor| &ctor.fields).for_each(|(_, sort)| self.sort(*sort));
                }
                self.groups.push(datatype.group());
            }
            SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::Bv(_)
            | SortKind::Float(_)
            | SortKind::Atom
            | SortKind::Ref(_)
            | SortKind::Opaque(_) => {}
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::SeqOf(sort) | Op::MapOf(sort) => self.sort(*sort),
            Op::SeqWrap(ctor)
            | Op::MapWrap(ctor, _)
            | Op::MapChosen(ctor, _)
            | Op::Construct(ctor)
            | Op::Is(ctor)
            | Op::Field(ctor, _) => self.sort(ctor.sort()),
            Op::MapTable(table) => self.sort(table.key.sort()),
            Op::Apply(symbol) => {
                if self.seen_symbols.insert(symbol.clone()) {
                    symbol.params.iter().chain([&symbol.result]).for_each(|sort| self.sort(*sort));
                    self.symbols.push(symbol.clone());
                }
            }
            Op::Quantifier(quantifier) => self.quantifier(quantifier),
            Op::Eq
            | Op::Ite
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Int(_)
            | Op::Real(_)
            | Op::Bv(_)
            | Op::Float(_)
            | Op::Text(_)
            | Op::Regex(_)
            | Op::SeqLen
            | Op::SeqNth
            | Op::SeqUpdate
            | Op::SeqConcat
            | Op::SeqSlice
            | Op::IsText
            | Op::SeqIsDistinct
            | Op::SeqMembers
            | Op::SeqBeside
            | Op::SeqDrop
            | Op::Select
            | Op::Store => {}
        }
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        quantifier.bound.iter().for_each(|(_, sort)| self.sort(*sort));
        quantifier.triggers.iter().flatten().for_each(|expr| self.expr(expr));
        self.expr(&quantifier.body);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(_, sort) => self.sort(*sort),
            Expr::Bound(..) | Expr::Captured(_) => {}
            Expr::Apply(op, args) => {
                self.op(op);
                args.iter().for_each(|arg| self.expr(arg));
            }
            Expr::Binder(quantifier) => self.quantifier(quantifier),
        }
    }
}
