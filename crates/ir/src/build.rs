//! Making functions: blocks, instructions, and source variables turned into SSA on the way.
//!
//! Variables follow Braun et al., "Simple and Efficient Construction of Static Single Assignment
//! Form" (CC 2013): a block is *sealed* once all its predecessors are known; until then a use of
//! a variable makes a block parameter whose arguments are filled in at sealing. A parameter that
//! gets only one value is removed when the function is finished.

use arena::{IdVec, id_type};
use rustc_hash::FxHashMap;
use value::{Ctor, Int, IntOp, Op, Sort, Symbol, Value};

use crate::{
    Args, Block, BlockId, Body, CellId, FnId, Function, FunctionKind, Inst, Origin, Param, Span, Target, Terminator,
    Trap, ValueId,
};

id_type!(VarId, "x", "A source variable, assigned any number of times.");

/// Builds one function. Instructions go to the *current* block.
pub struct FunctionBuilder {
    name: Symbol,
    params: Vec<Param>,
    results: Vec<Sort>,
    raises: Option<Sort>,
    body: Body,
    /// Blocks whose end has been set.
    ended: IdVec<BlockId, bool>,
    sealed: IdVec<BlockId, bool>,
    /// The edges into each block, as (block, which target of its end).
    predecessors: IdVec<BlockId, Vec<(BlockId, usize)>>,
    variables: IdVec<VarId, Sort>,
    variable_names: FxHashMap<VarId, Symbol>,
    definitions: FxHashMap<(VarId, BlockId), ValueId>,
    /// Parameters made for uses in blocks that are not sealed yet.
    incomplete: IdVec<BlockId, Vec<(VarId, ValueId)>>,
    current: BlockId,
    span: Span,
}

impl FunctionBuilder {
    /// Starts a function in its entry block, whose parameters are the function's.
    pub fn new(name: &str, params: Vec<Param>, results: Vec<Sort>, raises: Option<Sort>) -> FunctionBuilder {
        let mut builder = FunctionBuilder {
            name: Symbol::new(name),
            params: Vec::new(),
            results,
            raises,
            body: Body::default(),
            ended: IdVec::new(),
            sealed: IdVec::new(),
            predecessors: IdVec::new(),
            variables: IdVec::new(),
            variable_names: FxHashMap::default(),
            definitions: FxHashMap::default(),
            incomplete: IdVec::new(),
            current: BlockId::FIRST,
            span: Span::none(),
        };
        let entry = builder.block();
        for param in &params {
            builder.block_param(entry, param.sort);
        }
        builder.params = params;
        builder.seal(entry);
        builder
    }

    /// Says that the function is the front end's own.
    pub fn of_front_end(mut self) -> FunctionBuilder {
        self.body.origin = Origin::FrontEnd;
        self
    }

    /// The i-th parameter of the function.
    pub fn param(&self, index: usize) -> ValueId {
        self.body.blocks[Body::ENTRY].params[index]
    }

    /// A new, empty block. Give it its own parameters before anything jumps to it.
    pub fn block(&mut self) -> BlockId {
        let block = Block { params: Vec::new(), insts: Vec::new(), end: Terminator::Unsupported(Symbol::new("open")) };
        self.ended.push(false);
        self.sealed.push(false);
        self.predecessors.push(Vec::new());
        self.incomplete.push(Vec::new());
        self.body.spans.push(Vec::new());
        self.body.blocks.push(block)
    }

    pub fn block_param(&mut self, block: BlockId, sort: Sort) -> ValueId {
        let value = self.value(sort);
        self.body.blocks[block].params.push(value);
        value
    }

    pub fn switch_to(&mut self, block: BlockId) {
        assert!(!self.ended[block], "{block} of {} has ended", self.name);
        self.current = block;
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Has the current block ended? Code after that cannot be reached.
    pub fn is_ended(&self) -> bool {
        self.ended[self.current]
    }

    /// The place that the following instructions come from.
    pub fn set_span(&mut self, span: Span) {
        self.span = span;
    }

    pub fn span(&self) -> Span {
        self.span
    }

    pub fn sort(&self, value: ValueId) -> Sort {
        self.body.sorts[value]
    }

    fn value(&mut self, sort: Sort) -> ValueId {
        self.body.sorts.push(sort)
    }

    fn inst(&mut self, inst: Inst) {
        assert!(!self.ended[self.current], "an instruction after the end of {} in {}", self.current, self.name);
        self.body.blocks[self.current].insts.push(inst);
        self.body.spans[self.current].push(self.span);
    }

    pub fn constant(&mut self, value: Value, sort: Sort) -> ValueId {
        let result = self.value(sort);
        self.inst(Inst::Const { result, value });
        result
    }

    pub fn int(&mut self, value: impl Into<Int>) -> ValueId {
        self.constant(Value::Int(value.into()), Sort::int())
    }

    pub fn bool(&mut self, value: bool) -> ValueId {
        self.constant(Value::Bool(value), Sort::bool())
    }

    /// Applies an operator; panics if the operands do not fit it.
    pub fn apply(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        let sort = op.result(&sorts).unwrap_or_else(|why| panic!("in {}: {why}", self.name));
        let result = self.value(sort);
        self.inst(Inst::Apply { result, op, args: Args::from_slice(args) });
        result
    }

    pub fn int_op(&mut self, op: IntOp, args: &[ValueId]) -> ValueId {
        self.apply(Op::Int(op), args)
    }

    pub fn eq(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Op::Eq, &[a, b])
    }

    pub fn not(&mut self, a: ValueId) -> ValueId {
        self.apply(Op::Not, &[a])
    }

    pub fn construct(&mut self, ctor: Ctor, fields: &[ValueId]) -> ValueId {
        self.apply(Op::Construct(ctor), fields)
    }

    pub fn get(&mut self, cell: CellId, sort: Sort) -> ValueId {
        let result = self.value(sort);
        self.inst(Inst::Get { result, cell });
        result
    }

    pub fn set(&mut self, cell: CellId, value: ValueId) {
        self.inst(Inst::Set { cell, value });
    }

    /// A fresh reference of that sort.
    pub fn alloc(&mut self, sort: Sort) -> ValueId {
        let result = self.value(sort);
        self.inst(Inst::Alloc { result });
        result
    }

    pub fn choose(&mut self, sort: Sort) -> ValueId {
        let result = self.value(sort);
        self.inst(Inst::Choose { result });
        result
    }

    pub fn assume(&mut self, condition: ValueId) {
        self.inst(Inst::Assume { condition });
    }

    fn end(&mut self, end: Terminator) {
        let block = self.current;
        assert!(!self.ended[block], "{block} of {} ends twice", self.name);
        for (index, target) in end.targets().into_iter().enumerate() {
            assert!(!self.sealed[target.block], "a new edge to {} of {}, which is sealed", target.block, self.name);
            self.predecessors[target.block].push((block, index));
        }
        self.body.spans[block].push(self.span);
        self.body.blocks[block].end = end;
        self.ended[block] = true;
    }

    pub fn jump(&mut self, block: BlockId, args: &[ValueId]) {
        self.end(Terminator::Jump(target(block, args)));
    }

    pub fn branch(&mut self, condition: ValueId, then: BlockId, otherwise: BlockId) {
        let (then, otherwise) = (target(then, &[]), target(otherwise, &[]));
        self.end(Terminator::Branch { condition, then, otherwise });
    }

    pub fn branch_with(&mut self, condition: ValueId, then: Target, otherwise: Target) {
        self.end(Terminator::Branch { condition, then, otherwise });
    }

    pub fn switch(&mut self, on: ValueId, cases: Vec<(Value, BlockId)>, default: BlockId) {
        let cases = cases.into_iter().map(|(value, block)| (value, target(block, &[]))).collect();
        self.end(Terminator::Switch { on, cases, default: target(default, &[]) });
    }

    /// Calls and goes on in `returned`, whose own parameters must be just the results, and which
    /// nothing else may jump to. `raised` likewise with one parameter.
    pub fn call_to(&mut self, callee: FnId, args: &[ValueId], returned: BlockId, raised: Option<BlockId>) {
        let raised = raised.map(|block| target(block, &[]));
        self.end(Terminator::Call { callee, args: Args::from_slice(args), returned: target(returned, &[]), raised });
    }

    /// Calls and goes on in a new block, which becomes the current one; gives the results.
    /// What the callee raises goes to `raised`, a block that takes it as its first parameter.
    pub fn call(&mut self, callee: FnId, args: &[ValueId], results: &[Sort], raised: Option<BlockId>) -> Vec<ValueId> {
        let next = self.block();
        let values: Vec<ValueId> = results.iter().map(|sort| self.block_param(next, *sort)).collect();
        self.call_to(callee, args, next, raised);
        self.seal(next);
        self.switch_to(next);
        values
    }

    pub fn return_(&mut self, values: &[ValueId]) {
        self.end(Terminator::Return(Args::from_slice(values)));
    }

    pub fn raise(&mut self, value: ValueId) {
        self.end(Terminator::Raise(value));
    }

    pub fn trap(&mut self, trap: Trap) {
        self.end(Terminator::Trap(trap));
    }

    pub fn unsupported(&mut self, what: &str) {
        self.end(Terminator::Unsupported(Symbol::new(what)));
    }

    // Variables.

    pub fn variable(&mut self, sort: Sort) -> VarId {
        self.variables.push(sort)
    }

    pub fn variable_sort(&self, variable: VarId) -> Sort {
        self.variables[variable]
    }

    /// What the source calls the variable.
    pub fn name_variable(&mut self, variable: VarId, name: &str) {
        self.variable_names.insert(variable, Symbol::new(name));
    }

    /// Assigns the variable in the current block.
    pub fn define(&mut self, variable: VarId, value: ValueId) {
        assert_eq!(self.variables[variable], self.sort(value), "a variable of {} changes its sort", self.name);
        self.name_value(variable, value);
        self.definitions.insert((variable, self.current), value);
        if let Some(name) = self.variable_names.get(&variable)
            && !self.body.blocks[Body::ENTRY].params.contains(&value)
        {
            self.body.names.entry(value).or_insert(*name);
        }
    }

    fn name_value(&mut self, variable: VarId, value: ValueId) {
        if let Some(name) = self.variable_names.get(&variable) {
            self.body.names.entry(value).or_insert(*name);
        }
    }

    /// The variable's value here. Every path to here must have assigned it.
    pub fn read(&mut self, variable: VarId) -> ValueId {
        self.read_in(variable, self.current)
    }

    fn read_in(&mut self, variable: VarId, block: BlockId) -> ValueId {
        // Walks up chains of single predecessors without recursion: source files make long ones.
        let mut chain = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.definitions.get(&(variable, at)) {
                break value;
            }
            match (self.sealed[at], &self.predecessors[at][..]) {
                // A longer chain is a circle that no way leads into.
                (true, [(predecessor, _)]) if chain.len() <= self.body.blocks.len() => {
                    chain.push(at);
                    at = *predecessor;
                }
                (true, [] | [_]) => {
                    // No way leads here, or none assigned it: any value will do, well_formed
                    // code never reaches it.
                    let result = self.value(self.variables[variable]);
                    let value = Value::default_of(self.variables[variable]);
                    self.body.blocks[at].insts.insert(0, Inst::Const { result, value });
                    self.body.spans[at].insert(0, Span::none());
                    break result;
                }
                (sealed, _) => {
                    let param = self.block_param(at, self.variables[variable]);
                    self.name_value(variable, param);
                    self.definitions.insert((variable, at), param);
                    if sealed {
                        self.fill(variable, at);
                    } else {
                        self.incomplete[at].push((variable, param));
                    }
                    break param;
                }
            }
        };
        for passed in chain.into_iter().chain([at]) {
            self.definitions.insert((variable, passed), value);
        }
        value
    }

    /// Gives every edge into the block the variable's value as its next argument.
    fn fill(&mut self, variable: VarId, block: BlockId) {
        for (predecessor, index) in self.predecessors[block].clone() {
            let value = self.read_in(variable, predecessor);
            self.body.blocks[predecessor].end.targets_mut()[index].args.push(value);
        }
    }

    /// Says that all edges into the block are there.
    pub fn seal(&mut self, block: BlockId) {
        assert!(!self.sealed[block], "{block} of {} is sealed twice", self.name);
        self.sealed[block] = true;
        for (variable, _) in std::mem::take(&mut self.incomplete[block]) {
            self.fill(variable, block);
        }
    }

    /// Has any edge into the block been made?
    pub fn is_reached(&self, block: BlockId) -> bool {
        block == Body::ENTRY || !self.predecessors[block].is_empty()
    }

    /// Seals what is open, drops unreachable blocks and superfluous parameters.
    pub fn finish(mut self) -> Function {
        let blocks: Vec<BlockId> = self.body.blocks.ids().collect();
        for block in blocks {
            if !self.sealed[block] {
                self.seal(block);
            }
            if !self.ended[block] {
                assert!(!self.is_reached(block), "{block} of {} has no end", self.name);
                self.body.spans[block].push(Span::none());
            }
        }
        let body = crate::cfg::tidy(self.body);
        Function {
            name: self.name,
            params: self.params,
            results: self.results,
            raises: self.raises,
            kind: FunctionKind::Defined(body),
        }
    }
}

fn target(block: BlockId, args: &[ValueId]) -> Target {
    Target { block, args: Args::from_slice(args) }
}
