//! The table of terms.

use std::hash::BuildHasher;

use arena::{IdVec, id_type};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use value::{Expr, Int, Op, Sort, Symbol, Value};

id_type!(TermId, "t", "A term of a pool. Equal terms have equal ids.");
id_type!(VarId, "x", "A variable of a pool.");

pub(crate) type Operands = SmallVec<[TermId; 3]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Var(VarId),
    Const(Value),
    App(Op, Operands),
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Symbol,
    pub sort: Sort,
    /// Its term.
    pub term: TermId,
}

/// Makes terms and keeps them. Belongs to one thread.
#[derive(Default)]
pub struct Pool {
    nodes: IdVec<TermId, Node>,
    sorts: IdVec<TermId, Sort>,
    /// Kept, as growing the table needs them all again.
    hashes: IdVec<TermId, u64>,
    table: HashTable<TermId>,
    variables: IdVec<VarId, Variable>,
    /// What became of operators on conditionals, which the rules push into the branches. Branches are shared: without
    /// this, a tower of them would be gone through once for each way through it.
    pushed: FxHashMap<(Op, Operands), TermId>,
    /// Only constant folding and the taking apart of data and sequences: for comparison.
    pub plain: bool,
}

/// Whoever makes terms can be told to stop.
const TERMS_BETWEEN_POINTS: usize = 1 << 10;

impl Pool {
    pub fn new() -> Pool {
        Pool::default()
    }

    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term]
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn variable(&self, variable: VarId) -> &Variable {
        &self.variables[variable]
    }

    pub fn variables(&self) -> impl Iterator<Item = (VarId, &Variable)> {
        self.variables.iter()
    }

    /// The constant a term is, if it is one.
    pub fn as_const(&self, term: TermId) -> Option<&Value> {
        match &self.nodes[term] {
            Node::Const(value) => Some(value),
            Node::Var(_) | Node::App(..) => None,
        }
    }

    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        self.as_const(term).and_then(Value::as_bool)
    }

    pub fn as_int(&self, term: TermId) -> Option<&Int> {
        self.as_const(term).and_then(Value::as_int)
    }

    /// A new variable, different from all others whatever its name.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        let variable = self.variables.next_id();
        let term = self.intern(Node::Var(variable), sort);
        self.variables.push(Variable { name: Symbol::new(name), sort, term });
        term
    }

    pub fn constant(&mut self, value: Value, sort: Sort) -> TermId {
        self.intern(Node::Const(value), sort)
    }

    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(Value::Bool(value), Sort::bool())
    }

    pub fn int(&mut self, value: impl Into<Int>) -> TermId {
        self.constant(Value::Int(value.into()), Sort::int())
    }

    /// The node as it is, without any rule.
    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        // The sort is part of the key: `Value::Ref(1)` is a constant of many sorts.
        let hash = FxBuildHasher.hash_one((&node, sort));
        let same = |id: &TermId| self.hashes[*id] == hash && self.sorts[*id] == sort && self.nodes[*id] == node;
        if let Some(id) = self.table.find(hash, same) {
            return *id;
        }
        if self.nodes.len().is_multiple_of(TERMS_BETWEEN_POINTS) {
            cancel::point();
        }
        let id = self.nodes.push(node);
        self.sorts.push(sort);
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.table.insert_unique(hash, id, |id| hashes[*id]);
        id
    }

    /// The application, if a term of that form was made before.
    pub fn existing(&self, op: &Op, args: &[TermId], sort: Sort) -> Option<TermId> {
        let node = Node::App(op.clone(), Operands::from_slice(args));
        let key = FxBuildHasher.hash_one((&node, sort));
        self.table.find(key, |id| self.sorts[*id] == sort && self.nodes[*id] == node).copied()
    }

    /// The constant, if it stands somewhere.
    pub fn existing_const(&self, value: &Value, sort: Sort) -> Option<TermId> {
        let node = Node::Const(value.clone());
        let key = FxBuildHasher.hash_one((&node, sort));
        self.table.find(key, |id| self.sorts[*id] == sort && self.nodes[*id] == node).copied()
    }

    /// The application as it is, without any rule. The operands must fit.
    pub(crate) fn raw(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.result(&op, args);
        self.intern(Node::App(op, Operands::from_slice(args)), sort)
    }

    /// The application without any rule, not even on constants: what the rules are compared with.
    pub fn unsimplified(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.raw(op, args)
    }

    fn result(&self, op: &Op, args: &[TermId]) -> Sort {
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|arg| self.sorts[*arg]).collect();
        op.result(&sorts).unwrap_or_else(|why| panic!("an ill-sorted term: {why}"))
    }

    /// The operator applied to terms that fit it, simplified.
    pub fn app(&mut self, op: Op, args: &[TermId]) -> TermId {
        if args.iter().all(|arg| self.as_const(*arg).is_some()) {
            let values: SmallVec<[Value; 4]> = args.iter().filter_map(|arg| self.as_const(*arg)).cloned().collect();
            let sort = self.result(&op, args);
            if let Some(value) = op.eval(&values, sort) {
                return self.constant(value, sort);
            }
        }
        if !args.iter().any(|arg| matches!(self.nodes[*arg], Node::App(Op::Ite, _))) {
            return self.simplified(op, args);
        }
        let key = (op, Operands::from_slice(args));
        if let Some(term) = self.pushed.get(&key) {
            return *term;
        }
        let term = self.simplified(key.0.clone(), args);
        self.pushed.insert(key, term);
        term
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        self.app(Op::Not, &[a])
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.app(Op::And, &[a, b])
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.app(Op::Or, &[a, b])
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.app(Op::Eq, &[a, b])
    }

    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        self.app(Op::Ite, &[c, a, b])
    }

    pub fn conjunction(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut result = self.bool(true);
        for term in terms {
            result = self.and(result, term);
        }
        result
    }

    /// The term of an expression whose captured arguments are `captured`. Binders stay operators.
    pub fn from_expr(&mut self, expr: &Expr, captured: &[TermId]) -> TermId {
        match expr {
            Expr::Const(value, sort) => self.constant(value.clone(), *sort),
            Expr::Captured(index) => captured[*index as usize],
            Expr::Bound(..) => panic!("a bound variable outside of its binder"),
            Expr::Apply(op, args) => {
                let args: Operands = args.iter().map(|arg| self.from_expr(arg, captured)).collect();
                self.app(op.clone(), &args)
            }
            Expr::Binder(quantifier) => self.app(Op::Quantifier(quantifier.clone()), captured),
        }
    }

    /// The term as an expression over these variables, unless it has others, or more parts than
    /// there is room for.
    pub fn to_expr(&self, term: TermId, variables: &[TermId], room: &mut usize) -> Option<Expr> {
        *room = room.checked_sub(1)?;
        match &self.nodes[term] {
            Node::Var(_) => {
                let place = variables.iter().position(|variable| *variable == term)?;
                Some(Expr::Captured(place as u32))
            }
            Node::Const(value) => Some(Expr::Const(value.clone(), self.sorts[term])),
            Node::App(op, args) => {
                let args = args.iter().map(|arg| self.to_expr(*arg, variables, room));
                Some(Expr::Apply(op.clone(), args.collect::<Option<Vec<Expr>>>()?))
            }
        }
    }

    /// The term with variables replaced.
    pub fn substitute(&mut self, term: TermId, by: &FxHashMap<VarId, TermId>) -> TermId {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if known.contains_key(&next) {
                work.pop();
                continue;
            }
            let replaced = match self.nodes[next].clone() {
                Node::Var(variable) => by.get(&variable).copied().unwrap_or(next),
                Node::Const(_) => next,
                Node::App(op, args) => {
                    let before = work.len();
                    work.extend(args.iter().filter(|arg| !known.contains_key(arg)));
                    if work.len() > before {
                        continue;
                    }
                    let new: Operands = args.iter().map(|arg| known[arg]).collect();
                    if new == args { next } else { self.app(op, &new) }
                }
            };
            known.insert(next, replaced);
            work.pop();
        }
        known[&term]
    }

    /// The variables a term depends on, in order of creation.
    pub fn free_variables(&self, terms: impl IntoIterator<Item = TermId>) -> Vec<VarId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work: Vec<TermId> = terms.into_iter().collect();
        let mut found = Vec::new();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match &self.nodes[term] {
                Node::Var(variable) => found.push(*variable),
                Node::Const(_) => {}
                Node::App(_, args) => work.extend_from_slice(args),
            }
        }
        found.sort_unstable();
        found
    }
}

impl Node {
    /// Operator and operands, if it is an application.
    pub fn app(&self) -> Option<(&Op, &[TermId])> {
        match self {
            Node::App(op, args) => Some((op, args)),
            Node::Var(_) | Node::Const(_) => None,
        }
    }
}
