//! Writing IR with constants folded on the way, and checks that end a path.

use ir::CellId;
use ir::build::FunctionBuilder;
use ir::{BlockId, Span, Trap, ValueId};
use rustc_hash::FxHashMap;
use value::{BvOp, Ctor, IntOp, Op, Rounding, Sort, Value};

use super::Context;
use super::pointer::Known;
use crate::sorts::Sorts;

/// The current block has ended: nothing more can be written there.
#[derive(Debug)]
pub(crate) struct Cut;

pub(crate) type Emitted<T> = Result<T, Cut>;

/// How a path ends when a check fails.
#[derive(Copy, Clone)]
pub(crate) enum Fail<'a> {
    Trap(Trap),
    Unsupported(&'a str),
}

/// One function being written.
pub(crate) struct Emit<'c> {
    pub(crate) context: &'c mut Context,
    pub(crate) b: FunctionBuilder,
    pub(crate) sorts: Sorts,
    /// Nobody need mind if what is read now was never written.
    pub(crate) may_be_unwritten: bool,
    /// Values that are constants.
    constants: FxHashMap<ValueId, Value>,
    /// Integers made of a truth value, which are 1 and 0.
    pub(crate) truths: FxHashMap<ValueId, ValueId>,
    /// Pointers of which the object is known here.
    pub(crate) made: FxHashMap<ValueId, Known>,
    /// Pointers taken apart or put together: object, index, offset.
    pub(crate) parts: FxHashMap<ValueId, [ValueId; 3]>,
}

impl<'c> Emit<'c> {
    pub(crate) fn new(context: &'c mut Context, b: FunctionBuilder) -> Emit<'c> {
        let sorts = context.sorts;
        Emit {
            context,
            b,
            sorts,
            may_be_unwritten: false,
            constants: FxHashMap::default(),
            truths: FxHashMap::default(),
            made: FxHashMap::default(),
            parts: FxHashMap::default(),
        }
    }

    pub(crate) fn known(&self, value: ValueId) -> Option<&Value> {
        self.constants.get(&value)
    }

    pub(crate) fn constant(&mut self, value: Value, sort: Sort) -> ValueId {
        let id = self.b.constant(value.clone(), sort);
        self.constants.insert(id, value);
        id
    }

    pub(crate) fn apply(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        if let Some(folded) = self.fold(&op, args) {
            return folded;
        }
        self.b.apply(op, args)
    }

    fn fold(&mut self, op: &Op, args: &[ValueId]) -> Option<ValueId> {
        match (op, args) {
            (Op::Ite, [condition, a, b]) => match self.known(*condition) {
                Some(Value::Bool(true)) => return Some(*a),
                Some(Value::Bool(false)) => return Some(*b),
                _ => {}
            },
            (Op::And, [a, b]) => match (self.known(*a), self.known(*b)) {
                (Some(Value::Bool(true)), _) => return Some(*b),
                (_, Some(Value::Bool(true))) => return Some(*a),
                _ => {}
            },
            // Folding in a large map at every store would copy nothing, but hide the store.
            (Op::Store, _) => return None,
            _ => {}
        }
        let values: Option<Vec<Value>> = args.iter().map(|arg| self.known(*arg).cloned()).collect();
        let sorts: Vec<Sort> = args.iter().map(|arg| self.b.sort(*arg)).collect();
        let sort = op.result(&sorts).ok()?;
        let value = op.eval(&values?, sort)?;
        Some(self.constant(value, sort))
    }

    pub(crate) fn bool(&mut self, value: bool) -> ValueId {
        self.constant(Value::Bool(value), Sort::bool())
    }

    pub(crate) fn word(&mut self, value: i64) -> ValueId {
        self.constant(self.sorts.word_value(value), self.sorts.word)
    }

    pub(crate) fn not(&mut self, a: ValueId) -> ValueId {
        self.apply(Op::Not, &[a])
    }

    pub(crate) fn and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Op::And, &[a, b])
    }

    pub(crate) fn or(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Op::Or, &[a, b])
    }

    pub(crate) fn eq(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Op::Eq, &[a, b])
    }

    pub(crate) fn ite(&mut self, condition: ValueId, a: ValueId, b: ValueId) -> ValueId {
        if a == b { a } else { self.apply(Op::Ite, &[condition, a, b]) }
    }

    pub(crate) fn field(&mut self, ctor: Ctor, index: usize, of: ValueId) -> ValueId {
        self.apply(Op::Field(ctor, index), &[of])
    }

    pub(crate) fn select(&mut self, map: ValueId, key: ValueId) -> ValueId {
        self.apply(Op::Select, &[map, key])
    }

    pub(crate) fn store_map(&mut self, map: ValueId, key: ValueId, value: ValueId) -> ValueId {
        self.apply(Op::Store, &[map, key, value])
    }

    pub(crate) fn get(&mut self, cell: CellId) -> ValueId {
        let sort = self.context.program.cells[cell].sort;
        self.b.get(cell, sort)
    }

    // Words: sizes and indices.

    pub(crate) fn word_add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let zero = self.sorts.word_value(0);
        match (self.known(a), self.known(b)) {
            (Some(value), _) if *value == zero => return b,
            (_, Some(value)) if *value == zero => return a,
            _ => {}
        }
        let op = if self.sorts.is_machine() { Op::Bv(BvOp::Add) } else { Op::Int(IntOp::Add) };
        self.apply(op, &[a, b])
    }

    pub(crate) fn word_sub(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = if self.sorts.is_machine() { Op::Bv(BvOp::Sub) } else { Op::Int(IntOp::Sub) };
        self.apply(op, &[a, b])
    }

    pub(crate) fn word_mul(&mut self, a: ValueId, factor: i64) -> ValueId {
        if factor == 1 {
            return a;
        }
        let factor = self.word(factor);
        let op = if self.sorts.is_machine() { Op::Bv(BvOp::Mul) } else { Op::Int(IntOp::Mul) };
        self.apply(op, &[a, factor])
    }

    /// Quotient and remainder, rounded down; the divisor is positive.
    pub(crate) fn word_div_rem(&mut self, a: ValueId, b: ValueId) -> (ValueId, ValueId) {
        if !self.sorts.is_machine() {
            let quotient = self.apply(Op::Int(IntOp::Div(Rounding::Floor)), &[a, b]);
            return (quotient, self.apply(Op::Int(IntOp::Mod(Rounding::Floor)), &[a, b]));
        }
        let quotient = self.apply(Op::Bv(BvOp::SDiv), &[a, b]);
        let remainder = self.apply(Op::Bv(BvOp::SRem), &[a, b]);
        let (zero, one) = (self.word(0), self.word(1));
        let negative = self.apply(Op::Bv(BvOp::SLt), &[remainder, zero]);
        let (lower, shifted) = (self.word_sub(quotient, one), self.word_add(remainder, b));
        (self.ite(negative, lower, quotient), self.ite(negative, shifted, remainder))
    }

    /// `0 <= a < b`, for a `b` that is not negative.
    pub(crate) fn word_below(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if self.sorts.is_machine() {
            return self.apply(Op::Bv(BvOp::ULt), &[a, b]);
        }
        let zero = self.word(0);
        let not_negative = self.apply(Op::Int(IntOp::Le), &[zero, a]);
        let less = self.apply(Op::Int(IntOp::Lt), &[a, b]);
        self.and(not_negative, less)
    }

    /// Is the product below the limit, without wrapping around?
    pub(crate) fn product_below(&mut self, a: ValueId, b: ValueId, limit: ValueId) -> ValueId {
        if !self.sorts.is_machine() {
            let product = self.apply(Op::Int(IntOp::Mul), &[a, b]);
            return self.word_below(product, limit);
        }
        let [a, b, limit] = [a, b, limit].map(|word| self.apply(Op::Bv(BvOp::ZeroExtend(128)), &[word]));
        let product = self.apply(Op::Bv(BvOp::Mul), &[a, b]);
        self.apply(Op::Bv(BvOp::ULt), &[product, limit])
    }

    // Control.

    pub(crate) fn unsupported<T>(&mut self, what: &str) -> Emitted<T> {
        self.b.unsupported(what);
        Err(Cut)
    }

    pub(crate) fn trap<T>(&mut self, trap: Trap) -> Emitted<T> {
        if !trap.is_undefined() {
            let (cell, yes) = (self.context.stopped, self.bool(true));
            self.b.set(cell, yes);
        }
        self.b.trap(trap);
        Err(Cut)
    }

    pub(crate) fn fail<T>(&mut self, fail: Fail) -> Emitted<T> {
        match fail {
            Fail::Trap(trap) => self.trap(trap),
            Fail::Unsupported(what) => self.unsupported(what),
        }
    }

    /// A new block, sealed and current, reached from here when the condition has that value.
    fn split(&mut self, condition: ValueId) -> (BlockId, BlockId) {
        let (then, otherwise) = (self.b.block(), self.b.block());
        self.b.branch(condition, then, otherwise);
        self.b.seal(then);
        self.b.seal(otherwise);
        (then, otherwise)
    }

    /// Goes on only where the condition holds.
    pub(crate) fn require(&mut self, condition: ValueId, fail: Fail) -> Emitted<()> {
        match self.known(condition) {
            Some(Value::Bool(true)) => Ok(()),
            Some(_) => self.fail(fail),
            None => {
                let (holds, fails) = self.split(condition);
                self.b.switch_to(fails);
                let _: Emitted<()> = self.fail(fail);
                self.b.switch_to(holds);
                Ok(())
            }
        }
    }

    pub(crate) fn refuse(&mut self, condition: ValueId, fail: Fail) -> Emitted<()> {
        let holds = self.not(condition);
        self.require(holds, fail)
    }

    /// Values computed in one of two ways; a way may end the path.
    pub(crate) fn either(
        &mut self,
        condition: ValueId,
        then: impl FnOnce(&mut Self) -> Emitted<Vec<ValueId>>,
        otherwise: impl FnOnce(&mut Self) -> Emitted<Vec<ValueId>>,
    ) -> Emitted<Vec<ValueId>> {
        match self.known(condition) {
            Some(Value::Bool(true)) => return then(self),
            Some(_) => return otherwise(self),
            None => {}
        }
        let (yes, no) = self.split(condition);
        let mut join = Join::default();
        self.b.switch_to(yes);
        let values = then(self);
        join.arrive(self, values);
        self.b.switch_to(no);
        let values = otherwise(self);
        join.arrive(self, values);
        join.finish(self)
    }

    /// Does another file define the function, which may be missing?
    pub(crate) fn is_linked(&mut self, name: &str) -> ValueId {
        let function = self.context.external(&format!("is linked {name}"), &[], &[Sort::bool()], super::Outside::Pure);
        self.b.call(function, &[], &[Sort::bool()], None)[0]
    }

    pub(crate) fn at(&mut self, span: Span) {
        self.b.set_span(span);
    }
}

/// Several ways that meet in one block, each with values for its parameters.
#[derive(Default)]
pub(crate) struct Join {
    block: Option<(BlockId, Vec<ValueId>)>,
}

impl Join {
    /// The current block goes to the join, unless it has ended.
    pub(crate) fn arrive(&mut self, emit: &mut Emit, values: Emitted<Vec<ValueId>>) {
        let Ok(values) = values else { return };
        let (block, _) = self.block.get_or_insert_with(|| {
            let block = emit.b.block();
            let params = values.iter().map(|value| emit.b.block_param(block, emit.b.sort(*value))).collect();
            (block, params)
        });
        let block = *block;
        emit.b.jump(block, &values);
    }

    /// Goes on in the join.
    pub(crate) fn finish(self, emit: &mut Emit) -> Emitted<Vec<ValueId>> {
        let (block, params) = self.block.ok_or(Cut)?;
        emit.b.seal(block);
        emit.b.switch_to(block);
        Ok(params)
    }
}
