//! Random well-formed programs, the same for the same seed.

use std::sync::Arc;

use arena::{Id, IdVec};
use ir::dominators::Dominators;
use ir::{
    Args, Block, BlockId, Body, Cell, CellRole, FnId, Function, FunctionKind, Inst, Param, Program, Span, Target,
    Terminator, Trap, ValueId,
};
use value::{BvOp, DataDef, Datatype, IntOp, Op, Rounding, Sort, SortExpr, Symbol, Value};

/// Splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

pub(crate) fn data() -> Sort {
    let plain = |sort| SortExpr::Sort(sort);
    let member = SortExpr::Member("Any".into());
    let ctors = vec![
        ("None".into(), vec![]),
        ("Int".into(), vec![("i".into(), plain(Sort::int()))]),
        ("Pair".into(), vec![("a".into(), member.clone()), ("b".into(), plain(Sort::bool()))]),
        ("List".into(), vec![("items".into(), SortExpr::Seq(Box::new(member)))]),
    ];
    Datatype::declare(&[DataDef { name: "Any".into(), ctors }])[0]
}

fn sorts() -> Vec<Sort> {
    let (int, bool) = (Sort::int(), Sort::bool());
    vec![int, int, bool, Sort::bv(8), Sort::string(), Sort::map(int, bool), Sort::reference("list"), data()]
}

/// Operators with the sorts of their operands.
fn operators() -> Vec<(Op, Vec<Sort>)> {
    let (int, bool, bv, text) = (Sort::int(), Sort::bool(), Sort::bv(8), Sort::string());
    let (map, any) = (Sort::map(int, bool), data());
    let ctor = |name| any.datatype().and_then(|datatype| datatype.ctor(name)).expect("declared above");
    let (make, pair) = (ctor("Int"), ctor("Pair"));
    vec![
        (Op::Int(IntOp::Add), vec![int, int]),
        (Op::Int(IntOp::Sub), vec![int, int]),
        (Op::Int(IntOp::Mod(Rounding::Floor)), vec![int, int]),
        (Op::Int(IntOp::Lt), vec![int, int]),
        (Op::Int(IntOp::Le), vec![int, int]),
        (Op::Not, vec![bool]),
        (Op::And, vec![bool, bool]),
        (Op::Ite, vec![bool, int, int]),
        (Op::Ite, vec![bool, any, any]),
        (Op::Eq, vec![any, any]),
        (Op::Eq, vec![int, int]),
        (Op::Bv(BvOp::Add), vec![bv, bv]),
        (Op::Bv(BvOp::Extract { high: 7, low: 0 }), vec![bv]),
        (Op::Bv(BvOp::FromInt(8)), vec![int]),
        (Op::SeqOf(int), vec![int, int]),
        (Op::SeqLen, vec![text]),
        (Op::SeqNth, vec![text, int]),
        (Op::SeqSlice, vec![text, int, int]),
        (Op::SeqWrap(make), vec![text]),
        (Op::MapOf(map), vec![bool]),
        (Op::SeqMembers, vec![text]),
        (Op::SeqBeside, vec![text, text]),
        (Op::SeqIsDistinct, vec![text]),
        (Op::SeqDrop, vec![text, int]),
        (Op::Store, vec![map, int, bool]),
        (Op::Select, vec![map, int]),
        (Op::Construct(make), vec![int]),
        (Op::Construct(pair), vec![any, bool]),
        (Op::Is(pair), vec![any]),
        (Op::Field(pair, 0), vec![any]),
        (Op::Field(make, 0), vec![any]),
    ]
}

pub(crate) fn constant(random: &mut Random, sort: Sort) -> Value {
    match sort {
        sort if sort == Sort::int() => Value::int(random.below(7) as i64 - 3),
        sort if sort == Sort::bool() => Value::Bool(random.below(2) == 0),
        sort if sort == Sort::bv(8) => Value::bv(8, random.below(256) as u128),
        sort if sort == Sort::string() => Value::string(random.one_of(&["", "a", "\n", "abc"])),
        sort if sort == data() => {
            let ctor = |name| data().datatype().and_then(|datatype| datatype.ctor(name)).expect("declared");
            let int = Value::data(ctor("Int"), vec![constant(random, Sort::int())]);
            match random.below(3) {
                0 => int,
                1 => Value::data(ctor("List"), vec![Value::seq(vec![int.clone(), int])]),
                _ => Value::data(ctor("Pair"), vec![int, Value::Bool(true)]),
            }
        }
        sort => Value::default_of(sort),
    }
}

pub(crate) fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut program = Program::default();
    let roles = [CellRole::Global, CellRole::Output, CellRole::Hidden];
    for (index, sort) in sorts().into_iter().enumerate() {
        let (name, initial) = (Symbol::new(&format!("cell{index}")), constant(&mut random, sort));
        program.cells.push(Cell { name, sort, role: random.one_of(&roles), initial });
    }
    let signatures: Vec<Function> = (0..1 + random.below(4)).map(|index| signature(&mut random, index)).collect();
    for signature in &signatures {
        let mut function = signature.clone();
        if let FunctionKind::Defined(body) = &mut function.kind {
            *body = Maker::new(&mut random, &program, &signatures, signature).make();
        }
        program.functions.push(Arc::new(function));
    }
    program
}

fn some_sorts(random: &mut Random, most: usize) -> Vec<Sort> {
    (0..random.below(most + 1)).map(|_| random.one_of(&sorts())).collect()
}

fn signature(random: &mut Random, index: usize) -> Function {
    let params = some_sorts(random, 3).into_iter().enumerate();
    let params = params.map(|(index, sort)| Param { name: Symbol::new(&format!("p{index}")), sort }).collect();
    let kind = match random.below(8) {
        0 if index > 0 => FunctionKind::Pure,
        1 if index > 0 => FunctionKind::External {
            reads: vec![Id::new(0)],
            writes: vec![Id::new(0), Id::new(1)],
            reach: ir::Reach::Cells,
        },
        _ => FunctionKind::Defined(Body::default()),
    };
    let raises = (random.below(2) == 0).then(Sort::int);
    Function { name: Symbol::new(&format!("f{index}")), params, results: some_sorts(random, 2), raises, kind }
}

struct Maker<'a> {
    random: &'a mut Random,
    program: &'a Program,
    signatures: &'a [Function],
    function: &'a Function,
    body: Body,
    /// The values each block defines.
    defined: IdVec<BlockId, Vec<ValueId>>,
    operators: Vec<(Op, Vec<Sort>)>,
}

impl<'a> Maker<'a> {
    fn new(random: &'a mut Random, program: &'a Program, signatures: &'a [Function], function: &'a Function) -> Self {
        let (body, defined, operators) = (Body::default(), IdVec::new(), operators());
        Maker { random, program, signatures, function, body, defined, operators }
    }

    fn block(&mut self, params: &[Sort]) -> BlockId {
        let params: Vec<ValueId> = params.iter().map(|sort| self.body.sorts.push(*sort)).collect();
        self.defined.push(params.clone());
        self.body.blocks.push(Block {
            params,
            insts: Vec::new(),
            end: Terminator::Trap(ir::Trap::Other(Symbol::new("end"))),
        })
    }

    /// First the graph, then the code, which may use what dominates it.
    fn make(mut self) -> Body {
        let params: Vec<Sort> = self.function.params.iter().map(|param| param.sort).collect();
        self.block(&params);
        let plain = 1 + self.random.below(8);
        for _ in 1..plain {
            let params = some_sorts(self.random, 2);
            self.block(&params);
        }
        for index in 0..plain {
            self.body.blocks[Id::new(index)].end = self.end(plain);
        }
        // The blocks that calls go on in.
        for index in plain..self.body.blocks.len() {
            self.body.blocks[Id::new(index)].end = self.end_without_call(plain);
        }
        let dominators = Dominators::of(&self.body);
        let mut order = dominators.order.clone();
        order.extend(self.body.blocks.ids().filter(|block| !dominators.is_reachable(*block)));
        for block in order {
            self.fill(block, &dominators);
        }
        for (_, block) in self.body.blocks.iter() {
            let spans = (0..=block.insts.len()).map(|index| Span { line: index as u32, ..Span::none() });
            self.body.spans.push(spans.collect());
        }
        self.body
    }

    fn target(&mut self, plain: usize) -> Target {
        let block = if plain == 1 { self.block(&[]) } else { Id::new(1 + self.random.below(plain - 1)) };
        Target { block, args: Args::new() }
    }

    fn end(&mut self, plain: usize) -> Terminator {
        if self.random.below(3) > 0 {
            return self.end_without_call(plain);
        }
        let callee = self.random.below(self.signatures.len());
        let signature = &self.signatures[callee];
        let mut fresh = |first: &[Sort]| {
            let params = [first, &some_sorts(self.random, 2)].concat();
            Target { block: self.block(&params), args: Args::new() }
        };
        let returned = fresh(&signature.results);
        let raised = signature.raises.map(|sort| fresh(&[sort]));
        let may_pass_on = self.function.raises.is_some() && self.random.below(2) == 0;
        let raised = if may_pass_on { None } else { raised };
        Terminator::Call { callee: FnId::new(callee), args: Args::new(), returned, raised }
    }

    /// Operands are filled in later; until then they are value 0, which may not even exist.
    fn end_without_call(&mut self, plain: usize) -> Terminator {
        let open = ValueId::new(0);
        match self.random.below(12) {
            0..=3 if plain > 1 => Terminator::Jump(self.target(plain)),
            4..=6 if plain > 1 => {
                let (then, otherwise) = (self.target(plain), self.target(plain));
                Terminator::Branch { condition: open, then, otherwise }
            }
            7 if plain > 1 => {
                let cases =
                    (0..self.random.below(4)).map(|case| (Value::int(case as i64), self.target(plain))).collect();
                Terminator::Switch { on: open, cases, default: self.target(plain) }
            }
            8 if self.function.raises.is_some() => Terminator::Raise(open),
            9 => Terminator::Trap(Trap::named("a \"trap\"")),
            10 => Terminator::Unsupported(Symbol::new("unknown")),
            _ => Terminator::Return(Args::new()),
        }
    }

    fn fill(&mut self, block: BlockId, dominators: &Dominators) {
        let mut visible = Vec::new();
        let mut above = dominators.immediate(block);
        while let Some(dominator) = above {
            visible.extend_from_slice(&self.defined[dominator]);
            above = dominators.immediate(dominator);
        }
        visible.extend_from_slice(&self.defined[block]);
        let own = visible.len();
        for _ in 0..self.random.below(7) {
            self.inst(block, &mut visible);
        }
        let mut end = self.body.blocks[block].end.clone();
        match &mut end {
            Terminator::Branch { condition, .. } => *condition = self.operand(block, Sort::bool(), &mut visible),
            Terminator::Switch { on, .. } => *on = self.operand(block, Sort::int(), &mut visible),
            Terminator::Raise(value) => *value = self.operand(block, Sort::int(), &mut visible),
            Terminator::Return(values) => *values = self.operands(block, &self.function.results.clone(), &mut visible),
            Terminator::Call { callee, args, .. } => {
                let params: Vec<Sort> = self.signatures[callee.index()].params.iter().map(|param| param.sort).collect();
                *args = self.operands(block, &params, &mut visible);
            }
            Terminator::Jump(_) | Terminator::Trap(_) | Terminator::Unsupported(_) => {}
        }
        let skips: Vec<usize> = match &end {
            Terminator::Call { callee, .. } => vec![self.signatures[callee.index()].results.len(), 1],
            _ => vec![0; end.targets().len()],
        };
        for (target, skip) in end.targets_mut().into_iter().zip(skips) {
            let params = self.body.blocks[target.block].params.iter().skip(skip);
            let sorts: Vec<Sort> = params.map(|param| self.body.sorts[*param]).collect();
            target.args = self.operands(block, &sorts, &mut visible);
        }
        self.body.blocks[block].end = end;
        self.defined[block].extend_from_slice(&visible[own..]);
    }

    fn operands(&mut self, block: BlockId, sorts: &[Sort], visible: &mut Vec<ValueId>) -> Args {
        sorts.iter().map(|sort| self.operand(block, *sort, visible)).collect()
    }

    /// A visible value of that sort, or a new constant.
    fn operand(&mut self, block: BlockId, sort: Sort, visible: &mut Vec<ValueId>) -> ValueId {
        let fitting: Vec<ValueId> = visible.iter().copied().filter(|value| self.body.sorts[*value] == sort).collect();
        if !fitting.is_empty() && self.random.below(8) > 0 {
            return self.random.one_of(&fitting);
        }
        let result = self.result(sort, visible);
        let value = constant(self.random, sort);
        self.body.blocks[block].insts.push(Inst::Const { result, value });
        result
    }

    fn result(&mut self, sort: Sort, visible: &mut Vec<ValueId>) -> ValueId {
        let result = self.body.sorts.push(sort);
        visible.push(result);
        result
    }

    fn inst(&mut self, block: BlockId, visible: &mut Vec<ValueId>) {
        let cell = Id::new(self.random.below(self.program.cells.len()));
        let cell_sort = self.program.cells[cell].sort;
        let inst = match self.random.below(20) {
            0 | 1 => Inst::Get { result: self.result(cell_sort, visible), cell },
            2 | 3 => Inst::Set { cell, value: self.operand(block, cell_sort, visible) },
            4 => Inst::Alloc { result: self.result(Sort::reference("list"), visible) },
            5 => {
                let sort = self.random.one_of(&sorts());
                Inst::Choose { result: self.result(sort, visible) }
            }
            6 if self.random.below(4) == 0 => Inst::Assume { condition: self.operand(block, Sort::bool(), visible) },
            _ => {
                let (op, operands) = self.random.one_of(&self.operators);
                let args = self.operands(block, &operands, visible);
                let sort = op.result(&operands).expect("the table is right");
                Inst::Apply { result: self.result(sort, visible), op, args }
            }
        };
        self.body.blocks[block].insts.push(inst);
    }
}
