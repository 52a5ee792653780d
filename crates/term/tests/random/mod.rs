//! Random well-sorted expressions over every operator, the same for the same seed.
//!
//! Biased towards the shapes that rules match: equal operands, constants around 0, powers of two,
//! masks, positions around the borders of sequences, few keys.

use std::rc::Rc;
use std::sync::Arc;

use term::{Assignment, Node, Pool, TermId};
use value::{
    BvOp, Ctor, DataDef, Datatype, Float, FloatFormat, FloatOp, Int, IntOp, MapValue, Op, Real, Sort, SortExpr,
    SortKind, Symbol, Table, Value,
};

/// Splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

#[derive(Debug)]
pub(crate) enum Tree {
    Var(usize),
    Const(Value, Sort),
    App(Op, Vec<Rc<Tree>>, Sort),
}

/// A datatype with a sequence inside, as a dynamic language has for its values.
pub(crate) fn any() -> Sort {
    let member = SortExpr::Member("Any".into());
    let ctors = vec![
        ("None".into(), vec![]),
        ("Int".into(), vec![("i".into(), SortExpr::Sort(Sort::int()))]),
        ("Text".into(), vec![("s".into(), SortExpr::Sort(Sort::string()))]),
        ("Pair".into(), vec![("a".into(), member.clone()), ("b".into(), SortExpr::Sort(Sort::bool()))]),
        ("List".into(), vec![("items".into(), SortExpr::Seq(Box::new(member)))]),
    ];
    Datatype::declare(&[DataDef { name: "Any".into(), ctors }])[0]
}

/// One constructor.
pub(crate) fn point() -> Sort {
    let field = |name: &str, sort| (Symbol::new(name), SortExpr::Sort(sort));
    let ctors = vec![("Point".into(), vec![field("x", Sort::int()), field("on", Sort::bool())])];
    Datatype::declare(&[DataDef { name: "Point".into(), ctors }])[0]
}

/// Recursive, every field of a sort that solvers have.
pub(crate) fn list() -> Sort {
    let ctors = vec![
        ("Nil".into(), vec![]),
        (
            "Cons".into(),
            vec![("head".into(), SortExpr::Sort(Sort::int())), ("tail".into(), SortExpr::Member("List".into()))],
        ),
    ];
    Datatype::declare(&[DataDef { name: "List".into(), ctors }])[0]
}

/// Three constants.
pub(crate) fn colour() -> Sort {
    let ctors = ["Red", "Green", "Blue"].iter().map(|name| (Symbol::new(name), vec![])).collect();
    Datatype::declare(&[DataDef { name: "Colour".into(), ctors }])[0]
}

pub(crate) fn ctors(sort: Sort) -> Vec<Ctor> {
    let datatype = sort.datatype().expect("data");
    (0..datatype.ctors().len()).map(|index| Ctor { datatype, index }).collect()
}

/// Every table of values of the sort.
fn tables(sort: Sort) -> Vec<Way> {
    let only = |ctor: &Ctor| match &ctor.definition().fields[..] {
        [(_, field)] => Some(*field),
        _ => None,
    };
    let with_field = || ctors(sort).into_iter().filter_map(|ctor| Some((ctor, only(&ctor)?)));
    let mut ways = Vec::new();
    for nothing in ctors(sort).into_iter().filter(|ctor| ctor.definition().fields.is_empty()) {
        for (key, of_key) in with_field() {
            let present = Sort::map(of_key, Sort::bool());
            ways.push((Op::MapChosen(nothing, key), vec![present]));
            for (entry, _) in with_field().filter(|(_, field)| *field == Sort::seq(sort)) {
                let table = |value| Op::MapTable(Arc::new(Table { nothing, key, entry, value }));
                ways.extend(with_field().map(|(value, of)| (table(value), vec![present, Sort::map(of_key, of)])));
            }
        }
    }
    ways
}

pub(crate) fn all_sorts() -> Vec<Sort> {
    let (int, bool) = (Sort::int(), Sort::bool());
    let mut sorts = solver_sorts();
    sorts.extend([
        Sort::string(),
        any(),
        Sort::seq(any()),
        Sort::seq(point()),
        Sort::seq(bool),
        Sort::seq(Sort::string()),
        Sort::seq(Sort::bv(4)),
        Sort::map(int, any()),
        Sort::map(Sort::string(), int),
        Sort::map(int, Sort::string()),
        Sort::map(int, bool),
        Sort::map(Sort::string(), bool),
        Sort::map(any(), any()),
    ]);
    sorts
}

/// Those without a sequence inside.
pub(crate) fn solver_sorts() -> Vec<Sort> {
    let (int, bool) = (Sort::int(), Sort::bool());
    vec![
        bool,
        int,
        Sort::real(),
        Sort::bv(1),
        Sort::bv(4),
        Sort::bv(8),
        Sort::float(FloatFormat::F32),
        Sort::float(FloatFormat::F64),
        Sort::bv(32),
        Sort::bv(64),
        Sort::atom(),
        Sort::reference("object"),
        point(),
        list(),
        colour(),
        Sort::map(int, int),
        Sort::map(bool, int),
        Sort::map(Sort::bv(1), bool),
        Sort::map(Sort::reference("object"), bool),
        Sort::map(int, Sort::map(int, int)),
        Sort::map(colour(), bool),
        Sort::map(point(), int),
    ]
}

/// An operator and the sorts of its operands.
type Way = (Op, Vec<Sort>);

/// Every operator with every way of fitting the sorts.
pub(crate) struct Signatures {
    by_result: Vec<(Sort, Vec<Way>)>,
}

impl Signatures {
    pub(crate) fn new(sorts: &[Sort]) -> Signatures {
        let mut all: Vec<(Op, Vec<Sort>)> = Vec::new();
        for (_, op) in Op::plain() {
            if let Op::Regex(of_pattern) = op {
                all.push((op.clone(), of_pattern.operands()));
                continue;
            }
            for a in sorts {
                all.push((op.clone(), vec![*a]));
                let firsts: &[Sort] = if matches!(op, Op::Ite) && *a != Sort::bool() { &[] } else { sorts };
                for b in firsts {
                    all.push((op.clone(), vec![*a, *b]));
                    let shape = matches!(op, Op::Ite | Op::SeqSlice | Op::SeqUpdate | Op::Store)
                        || matches!(op, Op::Float(FloatOp::Fma));
                    for c in if shape { sorts } else { &[] } {
                        all.push((op.clone(), vec![*a, *b, *c]));
                    }
                }
            }
        }
        for sort in sorts {
            match sort.kind() {
                SortKind::Seq(element) => {
                    for length in 0..4 {
                        all.push((Op::SeqOf(*element), vec![*element; length]));
                    }
                }
                SortKind::Map(_, value) => all.push((Op::MapOf(*sort), vec![*value])),
                SortKind::Data(_) => {
                    all.extend(tables(*sort));
                    for ctor in ctors(*sort) {
                        let fields: Vec<Sort> = ctor.definition().fields.iter().map(|(_, sort)| *sort).collect();
                        if let [only] = &fields[..] {
                            all.push((Op::SeqWrap(ctor), vec![Sort::seq(*only)]));
                            let nothing = ctors(*sort).into_iter().filter(|ctor| ctor.definition().fields.is_empty());
                            for nothing in nothing {
                                let maps = sorts
                                    .iter()
                                    .filter(|sort| matches!(sort.kind(), SortKind::Map(_, of) if of == only));
                                all.extend(maps.map(|map| (Op::MapWrap(nothing, ctor), vec![*map])));
                            }
                        }
                        for index in 0..fields.len() {
                            all.push((Op::Field(ctor, index), vec![*sort]));
                        }
                        all.push((Op::Construct(ctor), fields));
                        all.push((Op::Is(ctor), vec![*sort]));
                    }
                }
                SortKind::Bv(width) => {
                    for to in [1, 4, 8, 32, 64] {
                        all.push((Op::Bv(BvOp::ZeroExtend(to)), vec![*sort]));
                        all.push((Op::Bv(BvOp::SignExtend(to)), vec![*sort]));
                        for low in 0..width.saturating_sub(to - 1) {
                            all.push((Op::Bv(BvOp::Extract { high: low + to - 1, low }), vec![*sort]));
                        }
                    }
                    all.push((Op::Bv(BvOp::FromInt(*width)), vec![Sort::int()]));
                    for format in [FloatFormat::F32, FloatFormat::F64] {
                        all.push((Op::Float(FloatOp::ToSigned(*width)), vec![Sort::float(format)]));
                        all.push((Op::Float(FloatOp::ToUnsigned(*width)), vec![Sort::float(format)]));
                    }
                }
                _ => {}
            }
        }
        let mut by_result: Vec<(Sort, Vec<Way>)> = Vec::new();
        for (op, args) in all {
            if args.iter().all(|arg| sorts.contains(arg))
                && let Ok(result) = op.result(&args)
            {
                match by_result.iter_mut().find(|(sort, _)| *sort == result) {
                    Some((_, ways)) => ways.push((op, args)),
                    None => by_result.push((result, vec![(op, args)])),
                }
            }
        }
        Signatures { by_result }
    }

    /// Without the operators that are not wanted.
    pub(crate) fn retain(&mut self, wanted: impl Fn(&Op) -> bool) {
        for (_, ways) in &mut self.by_result {
            ways.retain(|(op, _)| wanted(op));
        }
    }

    pub(crate) fn all(&self) -> Vec<(Op, Vec<Sort>, Sort)> {
        let mut all: Vec<(Op, Vec<Sort>, Sort)> = Vec::new();
        for (result, ways) in &self.by_result {
            all.extend(ways.iter().map(|(op, args)| (op.clone(), args.clone(), *result)));
        }
        all.sort_by_cached_key(|(op, args, _)| format!("{op} {args:?}"));
        all
    }
}

pub(crate) struct Generator<'a> {
    pub(crate) random: Random,
    pub(crate) signatures: &'a Signatures,
    /// Sorts of the variables.
    pub(crate) variables: Vec<Sort>,
    /// What was made for the current expression, to be used again.
    recent: Vec<(Sort, Rc<Tree>)>,
}

impl<'a> Generator<'a> {
    /// Two variables of each sort.
    pub(crate) fn new(seed: u64, signatures: &'a Signatures, sorts: &[Sort]) -> Generator<'a> {
        let variables = sorts.iter().flat_map(|sort| [*sort, *sort]).collect();
        Generator { random: Random(seed), signatures, variables, recent: Vec::new() }
    }

    pub(crate) fn forget(&mut self) {
        self.recent.clear();
    }

    pub(crate) fn tree(&mut self, sort: Sort, depth: usize) -> Rc<Tree> {
        let same: Vec<usize> = (0..self.recent.len()).filter(|index| self.recent[*index].0 == sort).collect();
        if !same.is_empty() && self.random.chance(30) {
            let index = *self.random.one_of(&same);
            return self.recent[index].1.clone();
        }
        let tree = match self.signatures.by_result.iter().find(|(result, _)| *result == sort) {
            Some((_, ways)) if depth > 0 && !ways.is_empty() => {
                // Each operator equally often, however many ways it fits.
                let mut names: Vec<std::mem::Discriminant<Op>> = Vec::new();
                for (op, _) in ways {
                    let name = std::mem::discriminant(op);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                let name = *self.random.one_of(&names);
                let ways: Vec<&(Op, Vec<Sort>)> =
                    ways.iter().filter(|(op, _)| std::mem::discriminant(op) == name).collect();
                let (op, args) = (*self.random.one_of(&ways)).clone();
                return self.app(op, &args, sort, depth);
            }
            _ => self.leaf(sort),
        };
        let tree = Rc::new(tree);
        self.recent.push((sort, tree.clone()));
        tree
    }

    pub(crate) fn app(&mut self, op: Op, args: &[Sort], sort: Sort, depth: usize) -> Rc<Tree> {
        let mut made: Vec<Rc<Tree>> = Vec::new();
        for arg in args {
            let below = if self.random.chance(50) { 0 } else { depth - 1 };
            made.push(match (&op, made.len()) {
                (Op::SeqNth | Op::SeqUpdate, 1) | (Op::SeqSlice, 1 | 2) if self.random.chance(60) => self.position(),
                (Op::Int(IntOp::Pow | IntOp::Shl | IntOp::Shr), 1) => self.position(),
                _ => self.tree(*arg, below),
            });
        }
        let tree = Rc::new(Tree::App(op, made, sort));
        self.recent.push((sort, tree.clone()));
        tree
    }

    fn position(&mut self) -> Rc<Tree> {
        Rc::new(Tree::Const(Value::int(self.random.below(6) as i64 - 1), Sort::int()))
    }

    fn leaf(&mut self, sort: Sort) -> Tree {
        let named: Vec<usize> = (0..self.variables.len()).filter(|index| self.variables[*index] == sort).collect();
        if !named.is_empty() && self.random.chance(55) {
            return Tree::Var(*self.random.one_of(&named));
        }
        Tree::Const(self.value(sort, 2), sort)
    }

    pub(crate) fn int(&mut self) -> Int {
        const USUAL: &[i64] = &[0, 0, 1, 1, -1, 2, -2, 3, -3, 4, -4, 5, 6, 7, 8, -8, 12, 15, 16, 255, 240, -16, 100];
        match self.random.below(12) {
            0 => Int::from(self.random.next() as i64),
            1 => {
                let bits = 60 + self.random.below(10);
                let power = Int::ONE.shl(&Int::from(bits)).expect("small");
                if self.random.chance(50) { power } else { -&power }
            }
            2 => Int::from(self.random.below(40) as i64 - 20),
            _ => Int::from(*self.random.one_of(USUAL)),
        }
    }

    fn float(&mut self, format: FloatFormat) -> Float {
        const USUAL: &[f64] = &[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            -0.5,
            2.5,
            3.0,
            -1.5,
            0.1,
            255.0,
            7.75,
            -8.0,
            -8.5,
            15.5,
            16.0,
            1e300,
            5e-324,
            1e-40,
            16_777_217.0,
            4_294_967_296.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        if self.random.chance(15) {
            return Float::from_bits(format, self.random.next());
        }
        Float::of(format, *self.random.one_of(USUAL))
    }

    pub(crate) fn value(&mut self, sort: Sort, depth: usize) -> Value {
        match sort.kind() {
            SortKind::Bool => Value::Bool(self.random.chance(50)),
            SortKind::Int => Value::Int(self.int()),
            SortKind::Real => {
                let below = *self.random.one_of(&[1, 1, 2, 3, 7]);
                let above = self.random.below(21) as i64 - 10;
                Value::Real(Real::new(above.into(), below.into()).into())
            }
            SortKind::Bv(width) => {
                let bits = match self.random.below(6) {
                    0 => self.random.next().into(),
                    1 => u128::MAX,
                    2 => 1u128 << self.random.below(*width as usize),
                    3 => (1u128 << (width - 1)) - u128::from(self.random.chance(50)),
                    _ => self.random.below(4) as u128,
                };
                Value::bv(*width, bits)
            }
            SortKind::Float(format) => Value::Float(self.float(*format)),
            SortKind::Atom => Value::Atom(Symbol::new(["", "a", "b"][self.random.below(3)])),
            SortKind::Ref(_) => Value::Ref(self.random.below(3) as u32),
            SortKind::Seq(element) => {
                let length = if depth == 0 { 0 } else { self.random.below(4) };
                Value::seq((0..length).map(|_| self.value(*element, depth - 1)).collect())
            }
            SortKind::Map(key, value) => {
                let default = if self.random.chance(70) {
                    Value::default_of(*value)
                } else {
                    self.value(*value, depth.saturating_sub(1))
                };
                let mut map = MapValue::constant(default);
                for _ in 0..self.random.below(3) {
                    let (k, v) =
                        (self.value(*key, depth.saturating_sub(1)), self.value(*value, depth.saturating_sub(1)));
                    map = map.store_at(*key, k, v);
                }
                Value::Map(map.into())
            }
            SortKind::Data(_) => {
                let ctors = ctors(sort);
                let ctor = if depth == 0 { ctors[0] } else { *self.random.one_of(&ctors) };
                let fields = ctor.definition().fields.iter();
                let fields: Vec<Value> = fields.map(|(_, sort)| self.value(*sort, depth.saturating_sub(1))).collect();
                Value::data(ctor, fields)
            }
            SortKind::Opaque(_) => Value::Opaque(self.random.below(3) as u32),
        }
    }

    /// A value for each variable.
    pub(crate) fn assignment(&mut self) -> Vec<Value> {
        (0..self.variables.len()).map(|index| self.value(self.variables[index], 2)).collect()
    }
}

/// The meaning, operator by operator.
pub(crate) fn meaning(tree: &Tree, values: &[Value]) -> Option<Value> {
    match tree {
        Tree::Var(index) => Some(values[*index].clone()),
        Tree::Const(value, _) => Some(value.clone()),
        Tree::App(op, args, sort) => {
            let args: Option<Vec<Value>> = args.iter().map(|arg| meaning(arg, values)).collect();
            op.eval(&args?, *sort)
        }
    }
}

/// A pool with the variables in it.
pub(crate) fn pool(variables: &[Sort]) -> (Pool, Vec<TermId>) {
    let mut pool = Pool::new();
    let terms = variables.iter().enumerate().map(|(index, sort)| pool.fresh(&format!("v{index}"), *sort)).collect();
    (pool, terms)
}

/// The term, simplified or as it is.
pub(crate) fn term(pool: &mut Pool, variables: &[TermId], tree: &Tree, simplified: bool) -> TermId {
    match tree {
        Tree::Var(index) => variables[*index],
        Tree::Const(value, sort) => pool.constant(value.clone(), *sort),
        Tree::App(op, args, _) => {
            let args: Vec<TermId> = args.iter().map(|arg| term(pool, variables, arg, simplified)).collect();
            if simplified { pool.app(op.clone(), &args) } else { pool.unsimplified(op.clone(), &args) }
        }
    }
}

pub(crate) fn assignment(pool: &Pool, variables: &[TermId], values: &[Value]) -> Assignment {
    let mut assignment = Assignment::default();
    for (variable, value) in variables.iter().zip(values) {
        if let Node::Var(variable) = pool.node(*variable) {
            assignment.set(*variable, value.clone());
        }
    }
    assignment
}
