//! Lowers one function: its blocks in an order that meets definitions before uses, phi nodes and
//! promoted locals as variables, everything else instruction by instruction.

use std::rc::Rc;
use std::sync::Arc;

use ::value::{FloatFormat, MapValue, Op, Sort, Symbol, Value};
use ir::build::{FunctionBuilder, VarId};
use ir::{BlockId, Param, Span, Trap, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Context;
use super::access::Padding;
use super::call::called_name;
use super::emit::{Emit, Emitted};
use super::library::{Panic, panics};
use super::pointer::{Count, Known, Linear, Place, Pointer, Slot, Storage};
use super::poison::may_make_poison;
use super::value::Val;
use crate::analysis::{Analysis, scalars_of};
use crate::join::{FnKey, Item, Version};
use crate::layout::{Layout, Scalar, Types};
use crate::reader::syntax::{Block, Call, Constant, End, Inst, Kind, Operand, Type};

/// Of a larger object it is not told where it ends.
const MOST_TOLD_APART: u64 = 16;

pub(crate) struct Lower<'c, 'm> {
    pub(crate) emit: Emit<'c>,
    pub(crate) version: &'c Version<'m>,
    pub(crate) analysis: &'c Analysis<'m>,
    pub(crate) key: FnKey,
    pub(crate) module: usize,
    pub(crate) types: Types<'m>,
    pub(crate) locals: FxHashMap<&'m str, Val>,
    /// The name of what the current instruction gives.
    pub(crate) result: Option<&'m str>,
    /// Objects that are gone when the function returns.
    stack_objects: Vec<ValueId>,
    /// Loads that put a structure into registers: nobody looks at the padding.
    coerced: FxHashSet<&'m str>,
    /// Loads of which only some bits are looked at, as those of bit-fields.
    in_part: FxHashSet<&'m str>,
    blocks: FxHashMap<&'m str, BlockId>,
    phis: FxHashMap<&'m str, Vec<Phi<'m>>>,
    spans: FxHashMap<u32, Span>,
    /// Blocks from which every way leads into a panic.
    doomed: FxHashSet<&'m str>,
    /// The current block is one.
    pub(crate) is_doomed: bool,
    /// The block whose invoke is being written, and where it goes if something is thrown.
    pub(crate) unwind: Option<(&'c Block<'m>, &'m str)>,
    /// What was thrown last and caught by a landing pad.
    pub(crate) exception: Option<VarId>,
    /// Addresses of exceptions that were caught.
    pub(crate) caught: FxHashMap<&'m str, ValueId>,
    /// Where a value is poison: using it then is undefined.
    pub(crate) poison: FxHashMap<&'m str, ValueId>,
    /// Is there code that makes such values?
    makes_poison: bool,
}

struct Phi<'m> {
    name: &'m str,
    ty: Type<'m>,
    variables: Vec<VarId>,
    /// Is what it was given poison? Only where the function makes such values.
    poison: Option<VarId>,
    incoming: Vec<(Operand<'m>, &'m str)>,
}

pub(crate) fn lower_function<'m>(
    context: &mut Context,
    version: &Version<'m>,
    analysis: &Analysis<'m>,
    key: FnKey,
) -> ir::Function {
    let function = &version.functions[key];
    let types = Types(&version.modules[function.module]);
    let sorts = context.sorts;
    let mut params = Vec::new();
    for param in &function.signature.params {
        let of = super::value::sorts_of(types, &sorts, &param.ty).unwrap_or_default();
        let named = |(part, sort): (usize, &Sort)| {
            let name = if part == 0 { param.name.to_string() } else { format!("{}.{part}", param.name) };
            Param { name: Symbol::new(&name), sort: *sort }
        };
        params.extend(of.iter().enumerate().map(named));
    }
    let results = super::value::sorts_of(types, &sorts, &function.signature.result);
    let raises = context.raises[key].then_some(sorts.ended);
    let mut builder = FunctionBuilder::new(&function.name, params, results.clone().unwrap_or_default(), raises);
    if crate::prelude::is_library(&version.modules[function.module]) {
        builder = builder.of_front_end();
    }
    let mut lower = Lower {
        emit: Emit::new(context, builder),
        version,
        analysis,
        key,
        module: function.module,
        types,
        locals: FxHashMap::default(),
        result: None,
        stack_objects: Vec::new(),
        coerced: FxHashSet::default(),
        in_part: FxHashSet::default(),
        blocks: FxHashMap::default(),
        phis: FxHashMap::default(),
        spans: FxHashMap::default(),
        doomed: FxHashSet::default(),
        is_doomed: false,
        unwind: None,
        exception: None,
        caught: FxHashMap::default(),
        poison: FxHashMap::default(),
        makes_poison: false,
    };
    if results.is_none() {
        lower.emit.b.unsupported("a result of an unknown kind");
    } else if lower.parameters().is_ok() {
        lower.body();
    }
    lower.emit.b.finish()
}

impl<'c, 'm> Lower<'c, 'm> {
    fn parameters(&mut self) -> Emitted<()> {
        let version = self.version;
        let mut position = 0;
        for param in &version.functions[self.key].signature.params {
            let Some(sorts) = self.sorts_of(&param.ty) else {
                return self.emit.unsupported("a parameter of an unknown kind");
            };
            let values: Vec<ValueId> =
                (position..position + sorts.len()).map(|index| self.emit.b.param(index)).collect();
            position += sorts.len();
            let value = self.unflatten(&param.ty, &mut values.into_iter());
            self.locals.insert(param.name, value);
        }
        Ok(())
    }

    fn body(&mut self) {
        let version = self.version;
        let blocks = &version.functions[self.key].body.blocks;
        let Some(first) = blocks.first() else {
            self.emit.b.unsupported("a function without code");
            return;
        };
        self.find_coerced(blocks);
        self.find_in_part(blocks);
        self.doomed = doomed(blocks);
        let lands = |inst: &Inst| matches!(inst.kind, Kind::LandingPad { .. });
        if blocks.iter().flat_map(|block| &block.insts).any(lands) {
            self.exception = Some(self.variable(self.emit.sorts.ended));
        }
        let index_of: FxHashMap<&str, usize> =
            blocks.iter().enumerate().map(|(index, block)| (block.name, index)).collect();
        let order = reverse_postorder(blocks, &index_of);
        // Edges into each block that have not been written yet.
        let mut open: FxHashMap<&str, usize> = FxHashMap::default();
        for index in &order {
            for successor in blocks[*index].end.successors() {
                *open.entry(successor).or_default() += 1;
            }
        }
        self.makes_poison = blocks.iter().flat_map(|block| &block.insts).any(may_make_poison);
        for index in &order {
            let block = &blocks[*index];
            let id = if block.name == first.name { self.emit.b.current() } else { self.emit.b.block() };
            self.blocks.insert(block.name, id);
            self.declare_phis(block);
        }
        for index in &order {
            let block = &blocks[*index];
            let id = self.blocks[block.name];
            if self.emit.b.is_reached(id) {
                if id != BlockId::FIRST {
                    self.emit.b.switch_to(id);
                }
                // A path that was cut has its end; what follows cannot be reached.
                let _: Emitted<()> = self.block(block);
            }
            for successor in block.end.successors() {
                let left = open.entry(successor).or_default();
                *left = left.saturating_sub(1);
                if let (0, Some(id)) = (*left, self.blocks.get(successor)) {
                    self.emit.b.seal(*id);
                }
            }
        }
    }

    fn declare_phis(&mut self, block: &Block<'m>) {
        let mut phis = Vec::new();
        for inst in &block.insts {
            let (Some(name), Kind::Phi { ty, incoming }) = (inst.result, &inst.kind) else { continue };
            let sorts = self.sorts_of(ty).unwrap_or_default();
            let variables = sorts.iter().map(|sort| self.emit.b.variable(*sort)).collect();
            let poison = self.makes_poison.then(|| self.emit.b.variable(Sort::bool()));
            phis.push(Phi { name, ty: ty.clone(), variables, poison, incoming: incoming.clone() });
        }
        if !phis.is_empty() {
            self.phis.insert(block.name, phis);
        }
    }

    fn block(&mut self, block: &'c Block<'m>) -> Emitted<()> {
        self.is_doomed = self.doomed.contains(block.name);
        if let Some(phis) = self.phis.remove(block.name) {
            for phi in &phis {
                let values: Vec<ValueId> = phi.variables.iter().map(|variable| self.emit.b.read(*variable)).collect();
                let value = self.unflatten(&phi.ty, &mut values.into_iter());
                self.locals.insert(phi.name, value);
                if let Some(poison) = phi.poison {
                    let poison = self.emit.b.read(poison);
                    self.poison.insert(phi.name, poison);
                }
            }
            self.phis.insert(block.name, phis);
        }
        for inst in &block.insts {
            self.at(inst.location);
            self.result = inst.result;
            self.watch_poison(inst)?;
            let value = self.inst(inst)?;
            if let (Some(name), Some(value)) = (inst.result, value) {
                self.locals.insert(name, value);
            }
        }
        self.at(block.end_location);
        self.end(block)
    }

    fn at(&mut self, location: Option<u32>) {
        let span = location.map_or(Span::none(), |number| self.span(number));
        if !span.is_none() {
            self.emit.at(span);
        } else if self.emit.b.span().is_none() {
            // Code without debug information is the user's all the same: it gets a place, because
            // code without any is taken for this front end's own.
            let file = self.emit.context.file(self.version.modules[self.module].name());
            self.emit.at(Span { file, line: 1, column: 1, end_line: 1, end_column: 1 });
        }
    }

    fn span(&mut self, number: u32) -> Span {
        if let Some(span) = self.spans.get(&number) {
            return *span;
        }
        let span = match self.version.modules[self.module].location(number) {
            Some(found) => {
                let file = self.emit.context.file(found.file);
                let (line, column) = (found.line, found.column);
                Span { file, line, column, end_line: line, end_column: column }
            }
            None => Span::none(),
        };
        self.spans.insert(number, span);
        span
    }

    // Ends of blocks.

    /// Gives the successors' phi nodes their values along the edges from here.
    fn give_phis(&mut self, from: &Block<'m>) -> Emitted<()> {
        self.give_phis_of(from, from.end.successors())
    }

    pub(crate) fn give_phis_of(&mut self, from: &Block<'m>, successors: Vec<&'m str>) -> Emitted<()> {
        let mut given = Vec::new();
        for successor in successors {
            let Some(phis) = self.phis.remove(successor) else { continue };
            let result = phis.iter().try_for_each(|phi| -> Emitted<()> {
                let Some((value, _)) = phi.incoming.iter().find(|(_, block)| *block == from.name) else {
                    return Ok(());
                };
                if let Some(poison) = phi.poison {
                    let is_poison = self.poison_of(value).unwrap_or_else(|| self.emit.bool(false));
                    given.push((poison, is_poison));
                }
                let value = self.operand(value, &phi.ty)?;
                let mut values = Vec::new();
                self.flatten(value, &phi.ty, &mut values)?;
                given.extend(phi.variables.iter().copied().zip(values));
                Ok(())
            });
            self.phis.insert(successor, phis);
            result?;
        }
        for (variable, value) in given {
            self.emit.b.define(variable, value);
        }
        Ok(())
    }

    /// The block of that name; text that leads nowhere is not LLVM IR, and unsupported.
    pub(crate) fn target(&mut self, name: &str) -> BlockId {
        match self.blocks.get(name) {
            Some(block) => *block,
            None => {
                let (from, nowhere) = (self.emit.b.current(), self.emit.b.block());
                self.emit.b.switch_to(nowhere);
                self.emit.b.unsupported("a jump to a block that is not there");
                self.emit.b.switch_to(from);
                nowhere
            }
        }
    }

    fn end(&mut self, block: &'c Block<'m>) -> Emitted<()> {
        let used: &[&Operand<'m>] = match &block.end {
            End::Return(Some((_, value))) | End::Branch { condition: value, .. } => &[value],
            End::Switch { on, .. } => &[on],
            _ => &[],
        };
        used.iter().try_for_each(|operand| self.refuse_poison(operand))?;
        match &block.end {
            End::Return(value) => self.return_(value.as_ref()),
            End::Jump(to) => {
                self.give_phis(block)?;
                let to = self.target(to);
                self.emit.b.jump(to, &[]);
                Ok(())
            }
            End::Branch { condition, then, otherwise } => {
                let condition = self.operand(condition, &Type::Int(1))?;
                let condition = self.one(condition, &Type::Int(1))?;
                self.give_phis(block)?;
                let (then, otherwise) = (self.target(then), self.target(otherwise));
                match self.emit.known(condition) {
                    Some(Value::Bool(true)) => self.emit.b.jump(then, &[]),
                    Some(Value::Bool(false)) => self.emit.b.jump(otherwise, &[]),
                    _ => self.emit.b.branch(condition, then, otherwise),
                }
                Ok(())
            }
            End::Switch { ty, on, cases, default } => self.switch(block, ty, on, cases, default),
            End::Unreachable => self.emit.trap(Trap::UnreachableCode),
            End::Invoke { result, call, normal, pad } => {
                (self.unwind, self.result) = (Some((block, *pad)), *result);
                let value = self.call(call);
                self.unwind = None;
                if let (Some(name), Some(value)) = (result, value?) {
                    self.locals.insert(name, value);
                }
                self.give_phis_of(block, vec![normal])?;
                let normal = self.target(normal);
                self.emit.b.jump(normal, &[]);
                Ok(())
            }
            End::Resume => {
                let Some(exception) = self.exception else { return self.emit.unsupported("resume without a catch") };
                let exception = self.emit.b.read(exception);
                self.emit.b.raise(exception);
                Ok(())
            }
            End::Unknown(what) => self.emit.unsupported(&format!("the instruction `{what}`")),
        }
    }

    fn switch(
        &mut self,
        block: &Block<'m>,
        ty: &Type<'m>,
        on: &Operand<'m>,
        cases: &[(i128, &'m str)],
        default: &'m str,
    ) -> Emitted<()> {
        let Type::Int(width @ 1..=128) = ty else { return self.emit.unsupported("a switch on something else") };
        let on = self.operand(on, ty)?;
        let on = self.one(on, ty)?;
        self.give_phis(block)?;
        let case = |(value, to): &(i128, &'m str)| (self.emit.sorts.int_value(*width, *value), self.target(to));
        let cases: Vec<(Value, BlockId)> = cases.iter().map(case).collect();
        let default = self.target(default);
        if let Some(known) = self.emit.known(on).cloned() {
            let to = cases.iter().find(|(value, _)| *value == known).map_or(default, |(_, to)| *to);
            self.emit.b.jump(to, &[]);
        } else if cases.is_empty() {
            self.emit.b.jump(default, &[]);
        } else {
            self.emit.b.switch(on, cases, default);
        }
        Ok(())
    }

    fn return_(&mut self, value: Option<&(Type<'m>, Operand<'m>)>) -> Emitted<()> {
        let mut values = Vec::new();
        if let Some((ty, value)) = value {
            let value = self.operand(value, ty)?;
            self.flatten(value, ty, &mut values)?;
        }
        for object in std::mem::take(&mut self.stack_objects) {
            self.emit.end_object(object);
            self.stack_objects.push(object);
        }
        self.emit.b.return_(&values);
        Ok(())
    }

    // Instructions.

    fn inst(&mut self, inst: &Inst<'m>) -> Emitted<Option<Val>> {
        match &inst.kind {
            Kind::Binary { op, nsw, ty, a, b } => {
                let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
                self.binary(op, *nsw, ty, a, b).map(Some)
            }
            Kind::FNeg { ty, a } => {
                let a = self.operand(a, ty)?;
                self.lanes(ty, vec![a], |lower, ty, args| {
                    let a = lower.one(args[0].clone(), ty)?;
                    lower.require_float(ty)?;
                    Ok(Val::One(lower.emit.float_negate(a)))
                })
                .map(Some)
            }
            Kind::Cast { op, from, value, to } => {
                let value = self.operand(value, from)?;
                self.cast(op, from, value, to).map(Some)
            }
            Kind::ICmp { predicate, ty, a, b } => {
                let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
                self.lanes(ty, vec![a, b], |lower, ty, args| {
                    lower.icmp(predicate, ty, args[0].clone(), args[1].clone()).map(Val::One)
                })
                .map(Some)
            }
            Kind::FCmp { predicate, ty, a, b } => {
                let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
                self.lanes(ty, vec![a, b], |lower, ty, args| {
                    lower.require_float(ty)?;
                    let (a, b) = (lower.one(args[0].clone(), ty)?, lower.one(args[1].clone(), ty)?);
                    lower.emit.float_compare(predicate, a, b).map(Val::One)
                })
                .map(Some)
            }
            Kind::Alloca { count, ty } => self.alloca(inst.result.unwrap_or(""), ty, count.as_ref()).map(Some),
            Kind::Load { ty, pointer: Operand::Local(name), .. } if self.caught.contains_key(name) => {
                self.load_caught(self.caught[name], ty).map(Some)
            }
            Kind::Load { ty: Type::Ptr, pointer: Operand::Constant(Constant::Global(name)), .. }
                if ["stdin", "stdout", "stderr"].contains(name)
                    && matches!(self.version.lookup(self.module, name), Item::External(_)) =>
            {
                let stream = Value::data(self.emit.sorts.outside, [Value::Atom(Symbol::new(name))]);
                let stream = self.emit.constant(stream, self.emit.sorts.pointer);
                Ok(Some(Val::Pointer(Pointer::Dynamic(stream))))
            }
            Kind::Load { ty, pointer, volatile: true } if !self.is_own(pointer) => {
                self.load_volatile(ty, pointer).map(Some)
            }
            Kind::Load { ty, pointer, .. } => {
                let pointer = self.operand(pointer, &Type::Ptr)?;
                let pointer = self.pointer(pointer)?;
                let is_among = |names: &FxHashSet<&str>| inst.result.is_some_and(|name| names.contains(name));
                let padding = if is_among(&self.coerced) { Padding::Zero } else { Padding::Arbitrary };
                let before = self.emit.may_be_unwritten;
                self.emit.may_be_unwritten |= padding == Padding::Zero || is_among(&self.in_part);
                let loaded = self.load(&pointer, ty, padding);
                self.emit.may_be_unwritten = before;
                loaded.map(Some)
            }
            Kind::Store { ty, value, pointer, volatile } => {
                if *volatile && !self.is_own(pointer) {
                    self.store_volatile(ty, value, pointer)?;
                }
                let value = self.operand(value, ty)?;
                let pointer = self.operand(pointer, &Type::Ptr)?;
                let pointer = self.pointer(pointer)?;
                self.store(&pointer, ty, value)?;
                Ok(None)
            }
            Kind::Gep(gep) => self.gep(gep).map(Some),
            // Read at the start of the block.
            Kind::Phi { .. } => Ok(None),
            Kind::Select { condition, ty, a, b } => self.select(condition, ty, a, b).map(Some),
            Kind::Call(call) => self.call(call),
            Kind::ExtractValue { ty, aggregate, path } => {
                let mut value = self.operand(aggregate, ty)?;
                let mut ty = ty.clone();
                for step in path {
                    let parts = self.parts(value, &ty)?;
                    ty = self.part_type(&ty, *step);
                    value = parts.get(*step).cloned().unwrap_or(Val::Undef);
                }
                Ok(Some(value))
            }
            Kind::InsertValue { ty, aggregate, element, path } => {
                let aggregate = self.operand(aggregate, ty)?;
                let element = self.operand(&element.1, &element.0)?;
                self.insert(aggregate, ty, path, element).map(Some)
            }
            Kind::ExtractElement { ty, vector, index } => {
                let vector = self.operand(vector, ty)?;
                let (parts, index) = (self.parts(vector, ty)?, self.lane(index)?);
                Ok(Some(parts.get(index).cloned().unwrap_or(Val::Undef)))
            }
            Kind::InsertElement { ty, vector, element, index } => {
                let vector = self.operand(vector, ty)?;
                let index = self.lane(index)?;
                let inner = self.part_type(ty, 0);
                let element = self.operand(element, &inner)?;
                self.insert(vector, ty, &[index], element).map(Some)
            }
            Kind::Shuffle { ty, a, b, mask } => {
                let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
                let (a, b) = (self.parts(a, ty)?, self.parts(b, ty)?);
                let lane = |lane: &Option<usize>| lane.and_then(|lane| a.iter().chain(b.iter()).nth(lane).cloned());
                Ok(Some(Val::Many(Rc::new(mask.iter().map(|at| lane(at).unwrap_or(Val::Undef)).collect()))))
            }
            Kind::Freeze { ty, value } => {
                let value = self.operand(value, ty)?;
                match value {
                    Val::Undef if Scalar::of(ty).is_some() => self.one(value, ty).map(|value| Some(Val::One(value))),
                    value => Ok(Some(value)),
                }
            }
            Kind::AtomicRmw { op, ty, pointer, value } => self.atomic(op, ty, pointer, value).map(Some),
            Kind::CmpXchg { ty, pointer, expected, new } => self.exchange(ty, pointer, expected, new).map(Some),
            Kind::LandingPad { clauses, cleanup } => self.landing_pad(clauses, *cleanup).map(Some),
            Kind::NoEffect | Kind::Declare { .. } => Ok(None),
            Kind::Unknown(what) => self.emit.unsupported(&format!("the instruction `{what}`")),
        }
    }

    /// Applies an operation to a scalar, or to each lane of vectors.
    pub(crate) fn lanes(
        &mut self,
        ty: &Type<'m>,
        args: Vec<Val>,
        each: impl Fn(&mut Self, &Type<'m>, &[Val]) -> Emitted<Val>,
    ) -> Emitted<Val> {
        let Type::Vector(count, element) = self.types.resolve(ty) else { return each(self, ty, &args) };
        let args: Emitted<Vec<Rc<Vec<Val>>>> = args.into_iter().map(|arg| self.parts(arg, ty)).collect();
        let args = args?;
        let lanes: Emitted<Vec<Val>> = (0..count as usize)
            .map(|lane| {
                let args: Vec<Val> = args.iter().map(|arg| arg[lane].clone()).collect();
                each(self, &element, &args)
            })
            .collect();
        Ok(Val::Many(Rc::new(lanes?)))
    }

    fn require_float(&mut self, ty: &Type<'m>) -> Emitted<()> {
        match ty {
            Type::Float | Type::Double => Ok(()),
            _ => self.emit.unsupported("a number of a kind that is not known here"),
        }
    }

    pub(crate) fn binary(&mut self, op: &str, nsw: bool, ty: &Type<'m>, a: Val, b: Val) -> Emitted<Val> {
        if let ("sub", Val::Address(p), Val::Address(q)) = (op, &a, &b) {
            return self.emit.distance(p, q).map(Val::One);
        }
        if let ("and", Val::Address(pointer), mask) = (op, &a, &b) {
            let (pointer, mask) = (pointer.clone(), self.one(mask.clone(), ty)?);
            return self.emit.low_bits(&pointer, mask).map(Val::One);
        }
        self.lanes(ty, vec![a, b], |lower, ty, args| {
            let (a, b) = (lower.one(args[0].clone(), ty)?, lower.one(args[1].clone(), ty)?);
            match ty {
                Type::Int(width) if *width <= 128 => lower.emit.binary(op, nsw, *width, a, b).map(Val::One),
                _ => {
                    lower.require_float(ty)?;
                    lower.emit.float_binary(op, a, b).map(Val::One)
                }
            }
        })
    }

    pub(crate) fn cast(&mut self, op: &str, from: &Type<'m>, value: Val, to: &Type<'m>) -> Emitted<Val> {
        let (source, target) = (self.types.resolve(from), self.types.resolve(to));
        if let (Type::Vector(count, a), Type::Vector(other, b)) = (&source, &target)
            && count == other
        {
            let parts = self.parts(value, from)?;
            let lanes: Emitted<Vec<Val>> = parts.iter().map(|part| self.cast(op, a, part.clone(), b)).collect();
            return Ok(Val::Many(Rc::new(lanes?)));
        }
        match (op, &source, &target) {
            ("bitcast" | "addrspacecast", Type::Ptr, Type::Ptr) => Ok(value),
            ("ptrtoint" | "ptrtoaddr", _, Type::Int(64)) => Ok(Val::Address(self.pointer(value)?)),
            ("inttoptr", _, _) => match value {
                Val::Address(pointer) => Ok(Val::Pointer(pointer)),
                value => {
                    let value = self.one(value, from)?;
                    let Type::Int(width) = source else { return self.emit.unsupported("an integer as a pointer") };
                    let pointer = self.emit.convert(value, Scalar::Int(width), Scalar::Ptr)?;
                    Ok(Val::One(pointer))
                }
            },
            _ => {
                let value = self.one(value, from)?;
                self.cast_scalar(op, &source, value, &target).map(Val::One)
            }
        }
    }

    fn cast_scalar(&mut self, op: &str, from: &Type<'m>, value: ValueId, to: &Type<'m>) -> Emitted<ValueId> {
        let format = |ty: &Type| match ty {
            Type::Float => Some(FloatFormat::F32),
            Type::Double => Some(FloatFormat::F64),
            _ => None,
        };
        match (op, from, to) {
            ("trunc" | "zext", Type::Int(from), Type::Int(to)) if *from <= 128 && *to <= 128 => {
                Ok(self.emit.resize(value, *from, *to, false))
            }
            ("sext", Type::Int(from), Type::Int(to)) if *from <= 128 && *to <= 128 => {
                Ok(self.emit.resize(value, *from, *to, true))
            }
            ("fpext" | "fptrunc", from, to) => match (format(from), format(to)) {
                (Some(_), Some(to)) => Ok(self.emit.float_resize(value, to)),
                _ => self.emit.unsupported("a number of a kind that is not known here"),
            },
            ("sitofp" | "uitofp", Type::Int(width), to) => match format(to) {
                Some(to) => Ok(self.emit.float_from_int(value, *width, op == "sitofp", to)),
                None => self.emit.unsupported("a number of a kind that is not known here"),
            },
            ("fptosi" | "fptoui", from, Type::Int(width)) if format(from).is_some() => {
                self.emit.float_to_int(value, *width, op == "fptosi")
            }
            ("bitcast", from, to) => match (Scalar::of(from), Scalar::of(to)) {
                (Some(from), Some(to)) if from.size() == to.size() => self.emit.convert(value, from, to),
                _ => self.emit.unsupported("a bitcast"),
            },
            _ => self.emit.unsupported(&format!("the instruction `{op}`")),
        }
    }

    pub(crate) fn icmp(&mut self, predicate: &str, ty: &Type<'m>, a: Val, b: Val) -> Emitted<ValueId> {
        match (self.types.resolve(ty), &a, &b) {
            (Type::Ptr, _, _) | (_, Val::Address(_), Val::Address(_)) => {
                let pointer = |val: Val| match val {
                    Val::Address(pointer) => Val::Pointer(pointer),
                    other => other,
                };
                let are_numbers = matches!((&a, &b), (Val::Address(_), Val::Address(_)));
                let (a, b) = (self.pointer(pointer(a))?, self.pointer(pointer(b))?);
                self.compare_pointers(predicate, &a, &b, are_numbers)
            }
            (Type::Int(width), Val::Address(p), other) | (Type::Int(width), other, Val::Address(p)) => {
                let (pointer, other) = (p.clone(), other.clone());
                let address_is_first = matches!(a, Val::Address(_));
                let other = self.one(other, ty)?;
                let zero = Pointer::Dynamic(self.emit.convert(other, Scalar::Int(width), Scalar::Ptr)?);
                let (a, b) = if address_is_first { (pointer, zero) } else { (zero, pointer) };
                self.compare_pointers(predicate, &a, &b, true)
            }
            (Type::Int(width), _, _) if width <= 128 => {
                let (a, b) = (self.one(a, ty)?, self.one(b, ty)?);
                self.emit.compare(predicate, width, a, b)
            }
            _ => self.emit.unsupported("a comparison of an unknown kind"),
        }
    }

    /// `are_numbers`: the source compares them as integers, which is defined.
    fn compare_pointers(&mut self, predicate: &str, a: &Pointer, b: &Pointer, are_numbers: bool) -> Emitted<ValueId> {
        let (a, b) = (self.emit.pointer_value(a)?, self.emit.pointer_value(b)?);
        self.emit.require_inside(a)?;
        self.emit.require_inside(b)?;
        self.emit.require_comparable(a, b)?;
        match predicate {
            "eq" | "ne" => {
                let same = self.pointers_equal(a, b);
                Ok(if predicate == "eq" { same } else { self.emit.not(same) })
            }
            _ => {
                // C++ and Rust only leave open which of them comes first.
                let order = self.emit.order(a, b, !are_numbers && self.types.0.is_c())?;
                let zero = self.emit.word(0);
                let signed = format!("s{}", &predicate[1..]);
                self.emit.compare(&signed, 64, order, zero)
            }
        }
    }

    fn pointers_equal(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let [a, b] = [a, b].map(|pointer| self.emit.with_null_as_handle(pointer));
        let null = self.emit.sorts.null_value();
        for (one, other) in [(a, b), (b, a)] {
            if self.emit.known(one) == Some(&null) {
                if self.emit.parts.contains_key(&other) {
                    return self.emit.bool(false);
                }
                return self.emit.apply(Op::Is(self.emit.sorts.null), &[other]);
            }
        }
        self.emit.eq(a, b)
    }

    fn select(
        &mut self,
        condition: &(Type<'m>, Operand<'m>),
        ty: &Type<'m>,
        a: &Operand<'m>,
        b: &Operand<'m>,
    ) -> Emitted<Val> {
        if condition.0 != Type::Int(1) {
            return self.emit.unsupported("a select by lanes");
        }
        let on = self.operand(&condition.1, &condition.0)?;
        let on = self.one(on, &condition.0)?;
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.flatten(a, ty, &mut left)?;
        self.flatten(b, ty, &mut right)?;
        let pointer = self.emit.sorts.pointer;
        let chosen = match left != right && left.iter().any(|value| self.emit.b.sort(*value) == pointer) {
            // A way for each, on which it is known where the pointer leads.
            true => self.emit.either(on, |_| Ok(left), |_| Ok(right))?,
            false => left.iter().zip(&right).map(|(a, b)| self.emit.ite(on, *a, *b)).collect(),
        };
        Ok(self.unflatten(ty, &mut chosen.into_iter()))
    }

    fn part_type(&self, ty: &Type<'m>, index: usize) -> Type<'m> {
        match self.types.resolve(ty) {
            Type::Array(_, element) | Type::Vector(_, element) => (*element).clone(),
            Type::Struct { fields, .. } => fields.get(index).cloned().unwrap_or(Type::Void),
            other => other,
        }
    }

    fn insert(&mut self, aggregate: Val, ty: &Type<'m>, path: &[usize], element: Val) -> Emitted<Val> {
        let Some((first, rest)) = path.split_first() else { return Ok(element) };
        let mut parts = (*self.parts(aggregate, ty)?).clone();
        let inner = self.part_type(ty, *first);
        let Some(part) = parts.get(*first).cloned() else { return self.emit.unsupported("an index out of range") };
        parts[*first] = self.insert(part, &inner, rest, element)?;
        Ok(Val::Many(Rc::new(parts)))
    }

    fn lane(&mut self, index: &Operand<'m>) -> Emitted<usize> {
        match index {
            Operand::Constant(crate::reader::syntax::Constant::Int(index)) => Ok(*index as usize),
            _ => self.emit.unsupported("a lane chosen at run time"),
        }
    }

    // Memory.

    /// Loads each scalar of the type.
    pub(crate) fn load(&mut self, pointer: &Pointer, ty: &Type<'m>, padding: Padding) -> Emitted<Val> {
        let mut scalars = Vec::new();
        scalars_of(self.types, ty, 0, &mut scalars);
        let mut values = Vec::new();
        for (offset, scalar) in scalars {
            let at = self.emit.advance(pointer, offset as i64, &[])?;
            values.push(self.emit.load(&at, scalar, padding)?);
        }
        Ok(self.unflatten(ty, &mut values.into_iter()))
    }

    pub(crate) fn store(&mut self, pointer: &Pointer, ty: &Type<'m>, value: Val) -> Emitted<()> {
        let mut scalars = Vec::new();
        scalars_of(self.types, ty, 0, &mut scalars);
        if let (Val::Address(address), [(0, _)]) = (&value, &scalars[..]) {
            // A pointer kept in an integer stays a pointer where the object has one.
            let address = self.emit.pointer_value(address)?;
            return self.emit.store(pointer, Scalar::Ptr, address);
        }
        let mut values = Vec::new();
        self.flatten(value, ty, &mut values)?;
        for ((offset, scalar), value) in scalars.into_iter().zip(values) {
            let at = self.emit.advance(pointer, offset as i64, &[])?;
            self.emit.store(&at, scalar, value)?;
        }
        Ok(())
    }

    fn alloca(&mut self, name: &'m str, ty: &Type<'m>, count: Option<&Operand<'m>>) -> Emitted<Val> {
        let Some(alloca) = self.analysis.by_name.get(name).map(|index| &self.analysis.allocas[*index]) else {
            return self.emit.unsupported("an allocation without name");
        };
        let place = match (alloca.escapes, alloca.count) {
            (false, Some(count)) => {
                let module = &self.version.modules[self.module];
                let name = alloca.variable.and_then(|number| module.variable(number)).map(|(name, _)| name.to_owned());
                let place = self.promoted(&alloca.layout, count, &alloca.unsure);
                if let (Some(name), Storage::Variables(slots)) = (name, &place.storage) {
                    slots.iter().for_each(|slot| self.emit.b.name_variable(slot.value, &name));
                }
                place
            }
            (_, Some(count)) => {
                let region = self.emit.context.region(self.key, name);
                let layout = self.emit.context.layout_in(&alloca.layout, region);
                let count = self.emit.word(count as i64);
                let place = self.emit.allocate(layout, count);
                self.remember(&place);
                place
            }
            (_, None) => {
                let Some(count) = count else { return self.emit.unsupported("an allocation without size") };
                let count = self.operand(count, &Type::Int(64))?;
                let count = self.one(count, &Type::Int(64))?;
                let count = self.emit.word_mul(count, self.types.layout(ty).1 as i64);
                let region = self.emit.context.region(self.key, name);
                let layout = self.emit.context.layout_in(&alloca.layout, region);
                self.emit.allocate(layout, count)
            }
        };
        let place = match (alloca.escapes, alloca.count) {
            (true, Some(count)) => Place { count: Count::Constant(count), ..place },
            _ => place,
        };
        Ok(Val::Pointer(Pointer::Known(Known { place, index: Linear::default(), offset: Linear::default() })))
    }

    pub(crate) fn remember(&mut self, place: &Place) {
        if let Storage::Memory(object) = place.storage {
            self.stack_objects.push(object);
        }
    }

    /// Variables for a local whose address nobody has.
    fn promoted(&mut self, layout: &Layout, count: u64, unsure: &FxHashSet<usize>) -> Place {
        let id = self.emit.context.layout(layout);
        let word = self.emit.sorts.word;
        let mut slots = Vec::new();
        for (index, column) in layout.columns.iter().enumerate() {
            let plain = count == 1 && column.dims.is_empty();
            let shape = |sort: Sort| if plain { sort } else { Sort::map(word, sort) };
            let sort = shape(self.emit.sorts.scalar(column.scalar).unwrap_or(Sort::bool()));
            let value = self.variable(sort);
            let is_tracked = !plain || unsure.contains(&index);
            let unwritten = is_tracked.then(|| {
                // Nobody else sees it: where it ends need not be told.
                let scalars = (!plain).then_some(u64::MAX);
                let variable = self.emit.b.variable(shape(Sort::bool()));
                let initial = self.emit.nothing_written(scalars);
                self.emit.b.define(variable, initial);
                variable
            });
            slots.push(Slot { value, unwritten });
        }
        Place { layout: id, count: Count::Constant(count), storage: Storage::Variables(Rc::new(slots)) }
    }

    /// A variable that starts as the sort's default.
    fn variable(&mut self, sort: Sort) -> VarId {
        let variable = self.emit.b.variable(sort);
        let initial = self.emit.constant(Value::default_of(sort), sort);
        self.emit.b.define(variable, initial);
        variable
    }

    fn atomic(&mut self, op: &str, ty: &Type<'m>, pointer: &Operand<'m>, value: &Operand<'m>) -> Emitted<Val> {
        let pointer = self.operand(pointer, &Type::Ptr)?;
        let pointer = self.pointer(pointer)?;
        let value = self.operand(value, ty)?;
        let old = self.load(&pointer, ty, Padding::Arbitrary)?;
        let new = match op {
            "xchg" => value,
            "add" | "sub" | "and" | "or" | "xor" => self.binary(op, false, ty, old.clone(), value)?,
            "max" | "min" | "umax" | "umin" => self.extreme(op, ty, old.clone(), value)?,
            _ => return self.emit.unsupported(&format!("the atomic operation `{op}`")),
        };
        self.store(&pointer, ty, new)?;
        Ok(old)
    }

    /// The larger or smaller of two integers.
    fn extreme(&mut self, op: &str, ty: &Type<'m>, a: Val, b: Val) -> Emitted<Val> {
        let Type::Int(width) = *ty else { return self.emit.unsupported(&format!("the atomic operation `{op}`")) };
        let predicate = match op {
            "max" => "sgt",
            "min" => "slt",
            "umax" => "ugt",
            _ => "ult",
        };
        let (a, b) = (self.one(a, ty)?, self.one(b, ty)?);
        let is_first = self.emit.compare(predicate, width, a, b)?;
        Ok(Val::One(self.emit.ite(is_first, a, b)))
    }

    fn exchange(
        &mut self,
        ty: &Type<'m>,
        pointer: &Operand<'m>,
        expected: &Operand<'m>,
        new: &Operand<'m>,
    ) -> Emitted<Val> {
        let pointer = self.operand(pointer, &Type::Ptr)?;
        let pointer = self.pointer(pointer)?;
        let (expected, new) = (self.operand(expected, ty)?, self.operand(new, ty)?);
        let old = self.load(&pointer, ty, Padding::Arbitrary)?;
        let same = self.icmp("eq", ty, old.clone(), expected)?;
        let (new, before) = (self.one(new, ty)?, self.one(old.clone(), ty)?);
        let stored = self.emit.ite(same, new, before);
        self.store(&pointer, ty, Val::One(stored))?;
        Ok(Val::Many(Rc::new(vec![old, Val::One(same)])))
    }

    /// Finds loads whose result only serves to pass or return a structure.
    fn find_coerced(&mut self, blocks: &[Block<'m>]) {
        let mut uses: FxHashMap<&str, (u32, u32)> = FxHashMap::default();
        let mut count = |operand: &Operand<'m>, harmless: bool| {
            if let Operand::Local(name) = operand {
                let entry = uses.entry(*name).or_default();
                entry.0 += 1;
                entry.1 += u32::from(harmless);
            }
        };
        let module = &self.version.modules[self.module];
        let signature = &self.version.functions[self.key].signature;
        let returns = signature.subprogram.is_some_and(|number| module.aggregates(number).first() == Some(&true));
        for block in blocks {
            for inst in &block.insts {
                match &inst.kind {
                    Kind::Call(call) => {
                        let harmless = self.takes_structures(&call.callee);
                        call.args.iter().for_each(|arg| count(&arg.value, harmless));
                    }
                    kind => kind.for_each_operand(&mut |operand| count(operand, false)),
                }
            }
            match &block.end {
                End::Return(Some((_, value))) => count(value, returns),
                End::Branch { condition, .. } => count(condition, false),
                End::Switch { on, .. } => count(on, false),
                End::Invoke { call, .. } => call.args.iter().for_each(|arg| count(&arg.value, false)),
                End::Return(None) | End::Jump(_) | End::Unreachable | End::Resume | End::Unknown(_) => {}
            }
        }
        let loads = blocks.iter().flat_map(|block| &block.insts).filter(|inst| matches!(inst.kind, Kind::Load { .. }));
        for name in loads.filter_map(|inst| inst.result) {
            if uses.get(name).is_some_and(|(all, harmless)| all == harmless) {
                self.coerced.insert(name);
            }
        }
    }

    /// Finds loads that only serve to look at some of the bits, or to put others beside them.
    fn find_in_part(&mut self, blocks: &[Block<'m>]) {
        const OF_BITS: [&str; 5] = ["and", "or", "shl", "lshr", "ashr"];
        let mut whole: FxHashSet<&str> = FxHashSet::default();
        let mut note = |operand: &Operand<'m>| {
            if let Operand::Local(name) = operand {
                whole.insert(*name);
            }
        };
        for block in blocks {
            for inst in &block.insts {
                match &inst.kind {
                    Kind::Binary { op, b: Operand::Constant(_), .. } if OF_BITS.contains(op) => {}
                    Kind::Call(call) => call.args.iter().for_each(|arg| note(&arg.value)),
                    kind => kind.for_each_operand(&mut note),
                }
            }
            match &block.end {
                End::Return(Some((_, value))) => note(value),
                End::Branch { condition, .. } => note(condition),
                End::Switch { on, .. } => note(on),
                End::Invoke { call, .. } => call.args.iter().for_each(|arg| note(&arg.value)),
                End::Return(None) | End::Jump(_) | End::Unreachable | End::Resume | End::Unknown(_) => {}
            }
        }
        let insts = blocks.iter().flat_map(|block| &block.insts);
        let loads = insts.filter(|inst| matches!(inst.kind, Kind::Load { .. })).filter_map(|inst| inst.result);
        self.in_part = loads.filter(|name| !whole.contains(name)).collect();
    }

    /// Does the callee take a structure by value, as its source says?
    fn takes_structures(&self, callee: &Operand<'m>) -> bool {
        let Operand::Constant(crate::reader::syntax::Constant::Global(name)) = callee else { return false };
        let crate::join::Item::Function(key) = self.version.lookup(self.module, name) else { return false };
        let function = &self.version.functions[key];
        let module = &self.version.modules[function.module];
        function.signature.subprogram.is_some_and(|number| module.aggregates(number).iter().skip(1).any(|one| *one))
    }
}

/// The blocks from which every way, but for what unwinds on it, leads into a panic.
fn doomed<'m>(blocks: &[Block<'m>]) -> FxHashSet<&'m str> {
    let panics = |call: &Call| called_name(&call.callee).and_then(panics).is_some_and(|panic| panic != Panic::Caught);
    let panics_here = |block: &Block| {
        let is_panic = |inst: &Inst| matches!(&inst.kind, Kind::Call(call) if panics(call));
        block.insts.iter().any(is_panic) || matches!(&block.end, End::Invoke { call, .. } if panics(call))
    };
    let mut doomed: FxHashSet<&str> = FxHashSet::default();
    loop {
        let before = doomed.len();
        for block in blocks {
            let next = match &block.end {
                End::Invoke { normal, .. } => vec![*normal],
                end => end.successors(),
            };
            let leads_there = !next.is_empty() && next.iter().all(|to| doomed.contains(to));
            if leads_there || panics_here(block) {
                doomed.insert(block.name);
            }
        }
        if doomed.len() == before {
            return doomed;
        }
    }
}

fn reverse_postorder<'m>(blocks: &[Block<'m>], index_of: &FxHashMap<&str, usize>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; blocks.len()];
    let mut stack = vec![(0, blocks[0].end.successors())];
    seen[0] = true;
    while let Some((block, mut left)) = stack.pop() {
        match left.pop() {
            None => order.push(block),
            Some(next) => {
                stack.push((block, left));
                if let Some(&next) = index_of.get(next)
                    && !seen[next]
                {
                    seen[next] = true;
                    stack.push((next, blocks[next].end.successors()));
                }
            }
        }
    }
    order.reverse();
    order
}

impl Emit<'_> {
    /// A fresh object in memory with that many elements, nothing of it written.
    pub(crate) fn allocate(&mut self, layout: usize, count: ValueId) -> Place {
        let object = self.b.alloc(self.sorts.reference);
        let stride = self.context.layouts[layout].layout.stride;
        let stride = self.word(stride as i64);
        let name = self.context.layouts[layout].atom();
        let name = self.constant(name, Sort::atom());
        let memory = self.context.memory;
        for (cell, value) in [(memory.count, count), (memory.stride, stride), (memory.layout, name)] {
            let map = self.get(cell);
            let map = self.store_map(map, object, value);
            self.b.set(cell, map);
        }
        let place = Place { layout, count: Count::Value(count), storage: Storage::Memory(object) };
        let elements = match self.known(count) {
            Some(Value::Bv(bits)) => u64::try_from(bits.bits()).ok(),
            Some(Value::Int(int)) => int.to_i64().and_then(|count| u64::try_from(count).ok()),
            _ => None,
        };
        for column in 0..self.context.layouts[layout].unwritten.len() {
            let inner = self.context.layouts[layout].layout.columns[column].inner_count();
            let all = self.nothing_written(Some(elements.map_or(u64::MAX, |count| count.saturating_mul(inner))));
            self.set_unwritten(&place, column, all);
        }
        place
    }

    /// So many scalars, none of which was written yet; `None`: a single one by itself.
    pub(crate) fn nothing_written(&mut self, scalars: Option<u64>) -> ValueId {
        let Some(scalars) = scalars else { return self.bool(true) };
        let sort = Sort::map(self.sorts.word, Sort::bool());
        // Where an object ends, there is nothing to be written; beyond a few scalars that is not told apart.
        if scalars > MOST_TOLD_APART {
            let all = self.context.filled(Value::Bool(true));
            return self.constant(all, sort);
        }
        let mut none = MapValue::constant(Value::Bool(false));
        for at in 0..scalars {
            none = none.store(self.sorts.word_value(at as i64), Value::Bool(true));
        }
        self.constant(Value::Map(Arc::new(none)), sort)
    }

    /// The object is gone: no access is within its bounds any more.
    pub(crate) fn end_object(&mut self, object: ValueId) {
        let zero = self.word(0);
        let counts = self.get(self.context.memory.count);
        let counts = self.store_map(counts, object, zero);
        self.b.set(self.context.memory.count, counts);
    }
}
