//! Terms as Z3 nodes.
//!
//! A sequence is an array and a length; what Z3 sees of it is elements and lengths. A term that
//! Z3 has no operator for becomes an unknown of its sort, one for each term, and `facts` may say
//! something true about it.
//!
//! Names end in what they are, so that none is ever taken for another: variables in `!` and
//! their number, the others in `!unknown`, `!bound`, `!function` and `!operator`.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId};
use value::{
    Binder, BvOp, Ctor, Expr, Float, FloatOp, IntOp, Op, Quantifier, RealOp, RoundTo, Rounding, Sort, SortKind, Symbol,
    Value,
};

use crate::context::Context;
use crate::sorts::{data_sort, z3_sort};
use crate::z3::*;

pub(crate) struct Translator {
    pub(crate) context: Context,
    nodes: FxHashMap<TermId, Z3_ast>,
    /// The array behind a sequence that is not made of others.
    arrays: FxHashMap<TermId, Z3_ast>,
    atoms: FxHashMap<Symbol, i64>,
    atom_names: Vec<Symbol>,
    /// True statements about the unknowns made so far.
    pub(crate) facts: Vec<Z3_ast>,
    /// The elements of integer sequences that were asked for.
    elements: FxHashMap<TermId, Vec<Z3_ast>>,
    /// What says that a sequence is text.
    texts: FxHashMap<TermId, Z3_ast>,
    /// What was asked of keys.
    keys: Vec<Asked>,
    fresh: u32,
    /// Terms with an operator inside that needs a solver of its own.
    hard: FxHashMap<TermId, Hard>,
    /// How many of the fresh names are unknowns.
    unknowns: u32,
}

/// A question about a key of a sequence of keys: whether it is one, or what stands beside it.
pub(crate) struct Asked {
    pub(crate) keys: TermId,
    pub(crate) values: Option<TermId>,
    pub(crate) key: TermId,
    pub(crate) answer: Z3_ast,
}

/// What the incremental solver is bad at.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hard {
    /// Products and quotients of bit-vectors.
    Product,
    /// Floats. It takes them apart into bits as soon as they are stated, which no time limit ends.
    Float,
}

/// What a bound variable or captured argument of a quantifier stands for.
struct Scope {
    bound: Vec<Vec<(Z3_ast, Sort)>>,
    captured: Vec<(Z3_ast, Sort)>,
}

impl Translator {
    pub(crate) fn new() -> Translator {
        Translator {
            context: Context::new(),
            nodes: FxHashMap::default(),
            arrays: FxHashMap::default(),
            atoms: FxHashMap::default(),
            atom_names: Vec::new(),
            facts: Vec::new(),
            elements: FxHashMap::default(),
            texts: FxHashMap::default(),
            keys: Vec::new(),
            fresh: 0,
            hard: FxHashMap::default(),
            unknowns: 0,
        }
    }

    /// The node of a term whose sort Z3 has; for the others see [`z3_sort`].
    pub(crate) fn node(&mut self, pool: &mut Pool, term: TermId) -> Z3_ast {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if self.nodes.contains_key(&next) {
                work.pop();
                continue;
            }
            let before = work.len();
            if let Node::App(_, args) = pool.node(next) {
                // Operands of sorts that Z3 does not have are looked through by the operator.
                for arg in args {
                    if !self.nodes.contains_key(arg) && z3_sort(&self.context, pool.sort(*arg)).is_some() {
                        work.push(*arg);
                    }
                }
            }
            if work.len() > before {
                continue;
            }
            let node = self.make(pool, next);
            self.nodes.insert(next, node);
            if let Node::App(op, args) = pool.node(next) {
                let within = args.iter().filter_map(|arg| self.hard.get(arg).copied()).max();
                let by_power = args.get(1).and_then(|by| pool.as_const(*by)).is_some_and(is_power_of_two);
                let own = hardness(op).filter(|hard| *hard == Hard::Float || !by_power);
                if let Some(hard) = own.max(within) {
                    self.hard.insert(next, hard);
                }
            }
            work.pop();
        }
        self.nodes[&term]
    }

    fn make(&mut self, pool: &mut Pool, term: TermId) -> Z3_ast {
        let sort = pool.sort(term);
        match pool.node(term).clone() {
            Node::Var(variable) => {
                let name = format!("{}!{}", pool.variable(variable).name, arena::Id::index(variable));
                let sort = z3_sort(&self.context, sort).expect("only terms of Z3's sorts are translated");
                self.context.constant(&name, sort)
            }
            Node::Const(value) => self.value(&value, sort).unwrap_or_else(|| self.unknown(sort)),
            Node::App(op, args) => {
                let known = args.iter().all(|arg| self.nodes.contains_key(arg));
                match &op {
                    Op::SeqLen => self.length(),
                    Op::SeqNth => self.element(pool, args[0], args[1]),
                    Op::IsText => self.text(args[0]),
                    Op::Eq if pool.sort(args[0]).element().is_some() => self.same_seq(pool, args[0], args[1]),
                    Op::Eq if !known && let SortKind::Map(key, _) = pool.sort(args[0]).kind() => {
                        self.same_map(pool, args[0], args[1], *key)
                    }
                    Op::Select if let Some((of, keys)) = keyed(pool, args[0]) => {
                        let node = match known {
                            true => self.context.select(self.nodes[&args[0]], self.nodes[&args[1]]),
                            false => self.unknown(sort),
                        };
                        self.say_of_key(pool, &of, &keys, args[1], node);
                        node
                    }
                    _ if known => {
                        let nodes: Vec<Z3_ast> = args.iter().map(|arg| self.nodes[arg]).collect();
                        let sorts: Vec<Sort> = args.iter().map(|arg| pool.sort(*arg)).collect();
                        self.apply(&op, &nodes, &sorts, sort)
                    }
                    _ => self.unknown(sort),
                }
            }
        }
    }

    /// An unknown of that sort.
    fn unknown(&mut self, sort: Sort) -> Z3_ast {
        self.fresh += 1;
        self.unknowns += 1;
        let z3 = z3_sort(&self.context, sort).expect("only terms of Z3's sorts are translated");
        self.context.constant(&format!("{}!unknown", self.fresh), z3)
    }

    /// A constant, if Z3 can be given it.
    pub(crate) fn value(&mut self, value: &Value, sort: Sort) -> Option<Z3_ast> {
        let z3 = z3_sort(&self.context, sort)?;
        Some(match value {
            Value::Bool(b) => self.context.bool(*b),
            Value::Int(int) => self.context.numeral(&int.to_string(), z3),
            Value::Real(real) => self.context.numeral(&real.to_string(), z3),
            Value::Bv(bv) => self.context.numeral(&bv.bits().to_string(), z3),
            Value::Ref(number) => self.context.int(i64::from(*number)),
            Value::Atom(name) => {
                let next = self.atom_names.len() as i64;
                let number = *self.atoms.entry(*name).or_insert(next);
                if number == next {
                    self.atom_names.push(*name);
                }
                self.context.int(number)
            }
            Value::Float(float) => {
                let width = float.format.width();
                let bits = z3_sort(&self.context, Sort::bv(width))?;
                let bits = self.context.numeral(&float.bits().to_string(), bits);
                // SAFETY: node and sort belong to the context.
                self.context.keep(unsafe { Z3_mk_fpa_to_fp_bv(self.context.raw, bits, z3) })
            }
            Value::Map(map) => {
                let SortKind::Map(key, element) = sort.kind() else { return None };
                let default = self.value(map.default_value(), *element)?;
                let domain = z3_sort(&self.context, *key)?;
                // SAFETY: nodes and sort belong to the context.
                let mut array = self.context.keep(unsafe { Z3_mk_const_array(self.context.raw, domain, default) });
                for (k, v) in map.entries() {
                    let (k, v) = (self.value(k, *key)?, self.value(v, *element)?);
                    // SAFETY: nodes belong to the context.
                    array = self.context.keep(unsafe { Z3_mk_store(self.context.raw, array, k, v) });
                }
                array
            }
            Value::Data(index, fields) => {
                let functions = data_sort(&self.context, sort)?;
                let definition = sort.datatype()?.ctors().get(*index as usize)?;
                let fields: Option<Vec<Z3_ast>> = definition
                    .fields
                    .iter()
                    .zip(fields.iter())
                    .map(|((_, sort), field)| self.value(field, *sort))
                    .collect();
                self.context.apply(functions.ctors[*index as usize].make, &fields?)
            }
            Value::Opaque(_) | Value::Seq(_) => return None,
        })
    }

    /// What makes the term better asked of a fresh solver.
    pub(crate) fn hardness(&self, term: TermId) -> Option<Hard> {
        self.hard.get(&term).copied()
    }

    /// The atom that a number of Z3's stands for.
    pub(crate) fn atom_of(&self, number: i64) -> Symbol {
        let known = usize::try_from(number).ok().and_then(|index| self.atom_names.get(index).copied());
        known.unwrap_or_else(|| Symbol::new(&format!("atom!{number}")))
    }

    /// An unknown: the length of a sequence made of others was taken apart while the term was built.
    fn length(&mut self) -> Z3_ast {
        let length = self.unknown(Sort::int());
        let zero = self.context.int(0);
        let fact = self.context.le(zero, length);
        self.facts.push(fact);
        length
    }

    fn element(&mut self, pool: &mut Pool, s: TermId, i: TermId) -> Z3_ast {
        let sort = pool.sort(s).element().expect("a sequence");
        let index = self.node(pool, i);
        let Some(array) = self.array(pool, s, sort) else { return self.unknown(sort) };
        let element = self.context.select(array, index);
        if sort == Sort::int() {
            let whole = of_texts(pool, s);
            self.elements.entry(whole).or_default().push(element);
            if let Some(is_text) = self.texts.get(&whole) {
                let fact = self.code_point_if(*is_text, element);
                self.facts.push(fact);
            }
        }
        element
    }

    /// Whether each element, or each of each text in it, is a code point: an unknown, from which it follows for those that are asked for.
    /// Models are completed so that it holds for the others ([`is_text`](Translator::is_text)).
    fn text(&mut self, s: TermId) -> Z3_ast {
        let is_text = self.unknown(Sort::bool());
        self.texts.insert(s, is_text);
        for element in self.elements.get(&s).cloned().unwrap_or_default() {
            let fact = self.code_point_if(is_text, element);
            self.facts.push(fact);
        }
        is_text
    }

    fn code_point_if(&self, is_text: Z3_ast, element: Z3_ast) -> Z3_ast {
        let context = &self.context;
        let (first, last) = (context.int(0), context.int(value::LAST_CODE_POINT));
        let within = context.and(&[context.le(first, element), context.le(element, last)]);
        context.ite(is_text, within, context.bool(true))
    }

    /// What says that the sequence is text, if that was asked.
    pub(crate) fn is_text(&self, s: TermId) -> Option<Z3_ast> {
        self.texts.get(&s).copied()
    }

    /// What is known of a key: only a sequence with elements has one, each element is one, and where none occurs twice, its
    /// value stands beside it.
    fn say_of_key(&mut self, pool: &mut Pool, of: &Op, keys: &[TermId], key: TermId, node: Z3_ast) {
        let sequence = keys[0];
        self.keys.push(Asked { keys: sequence, values: keys.get(1).copied(), key, answer: node });
        if *of == Op::SeqMembers {
            let (one, length) = (pool.int(1), pool.seq_len(sequence));
            let has_one = pool.app(Op::Int(IntOp::Le), &[one, length]);
            let has_one = self.node(pool, has_one);
            let fact = self.context.ite(node, has_one, self.context.bool(true));
            self.facts.push(fact);
        }
        let Node::App(Op::SeqNth, place) = pool.node(key) else { return };
        if place[0] != sequence {
            return;
        }
        let place = place[1];
        let inside = pool.in_range(sequence, place);
        let (given, follows) = match keys {
            [_, values] => {
                let is_distinct = pool.app(Op::SeqIsDistinct, &[sequence]);
                let beside = pool.app(Op::SeqNth, &[*values, place]);
                let beside = self.node(pool, beside);
                // SAFETY: both belong to the context and are of one sort.
                let same = self.context.keep(unsafe { Z3_mk_eq(self.context.raw, node, beside) });
                (pool.and(inside, is_distinct), same)
            }
            _ => (inside, node),
        };
        let given = self.node(pool, given);
        let fact = self.context.ite(given, follows, self.context.bool(true));
        self.facts.push(fact);
    }

    /// The array that holds the elements.
    fn array(&mut self, pool: &mut Pool, s: TermId, element: Sort) -> Option<Z3_ast> {
        if let Some(array) = self.arrays.get(&s) {
            return Some(*array);
        }
        let sort = z3_sort(&self.context, Sort::map(Sort::int(), element))?;
        let array = match (pool.as_elements(s), pool.node(s).clone()) {
            (Some(elements), _) => {
                let default = self.value(&Value::default_of(element), element)?;
                let domain = z3_sort(&self.context, Sort::int())?;
                // SAFETY: nodes and sort belong to the context.
                let mut array = self.context.keep(unsafe { Z3_mk_const_array(self.context.raw, domain, default) });
                for (index, element) in elements.iter().enumerate() {
                    let (index, element) = (self.context.int(index as i64), self.node(pool, *element));
                    // SAFETY: nodes belong to the context.
                    array = self.context.keep(unsafe { Z3_mk_store(self.context.raw, array, index, element) });
                }
                array
            }
            (None, Node::Var(variable)) => {
                let name = format!("{}!{}", pool.variable(variable).name, arena::Id::index(variable));
                self.context.constant(&name, sort)
            }
            (None, _) => {
                self.fresh += 1;
                self.unknowns += 1;
                self.context.constant(&format!("{}!unknown", self.fresh), sort)
            }
        };
        self.arrays.insert(s, array);
        Some(array)
    }

    /// What was asked of keys so far.
    pub(crate) fn asked_of_keys(&self) -> &[Asked] {
        &self.keys
    }

    /// The array behind a sequence variable, if any element of it was asked for.
    pub(crate) fn known_array(&self, s: TermId) -> Option<Z3_ast> {
        self.arrays.get(&s).copied()
    }

    pub(crate) fn known_node(&self, term: TermId) -> Option<Z3_ast> {
        self.nodes.get(&term).copied()
    }

    /// Same length and the same element at every position.
    fn same_seq(&mut self, pool: &mut Pool, a: TermId, b: TermId) -> Z3_ast {
        let (len_a, len_b) = (pool.seq_len(a), pool.seq_len(b));
        let same_len = pool.eq(len_a, len_b);
        let same_len = self.node(pool, same_len);
        let position = pool.fresh("position", Sort::int());
        let (x, y) = (pool.app(Op::SeqNth, &[a, position]), pool.app(Op::SeqNth, &[b, position]));
        let same = pool.eq(x, y);
        let inside = pool.in_range(a, position);
        let outside = pool.not(inside);
        let body = pool.or(outside, same);
        match self.everywhere(pool, position, body) {
            Some(everywhere) => self.context.and(&[same_len, everywhere]),
            None => self.unknown(Sort::bool()),
        }
    }

    /// The same value at every key, for maps that Z3 does not have whole.
    fn same_map(&mut self, pool: &mut Pool, a: TermId, b: TermId, key: Sort) -> Z3_ast {
        if z3_sort(&self.context, key).is_none() {
            return self.unknown(Sort::bool());
        }
        let key = pool.fresh("key", key);
        let (x, y) = (pool.app(Op::Select, &[a, key]), pool.app(Op::Select, &[b, key]));
        let same = pool.eq(x, y);
        self.everywhere(pool, key, same).unwrap_or_else(|| self.unknown(Sort::bool()))
    }

    /// The formula for all values of the variable, if Z3 can be given it exactly.
    fn everywhere(&mut self, pool: &mut Pool, variable: TermId, body: TermId) -> Option<Z3_ast> {
        // What does not depend on the variable is translated first: of the rest no facts may be
        // stated, as they mention the variable, which means nothing outside.
        for term in independent_of(pool, variable, body) {
            if z3_sort(&self.context, pool.sort(term)).is_some() {
                self.node(pool, term);
            }
        }
        let (facts, unknowns) = (self.facts.len(), self.unknowns);
        let node = self.node(pool, body);
        self.facts.truncate(facts);
        // An unknown would be the same for all values, which says too much.
        if self.unknowns > unknowns {
            return None;
        }
        let variable = self.node(pool, variable);
        Some(self.context.forall(&[variable], &[], node))
    }

    fn apply(&mut self, op: &Op, args: &[Z3_ast], sorts: &[Sort], result: Sort) -> Z3_ast {
        let raw = self.context.raw;
        let count = args.len() as u32;
        // SAFETY (whole match): all nodes belong to the context and the operator's typing rule
        // says that they fit.
        let made = unsafe {
            match op {
                Op::Eq => Z3_mk_eq(raw, args[0], args[1]),
                Op::Ite => Z3_mk_ite(raw, args[0], args[1], args[2]),
                Op::Not => Z3_mk_not(raw, args[0]),
                Op::And => Z3_mk_and(raw, count, args.as_ptr()),
                Op::Or => Z3_mk_or(raw, count, args.as_ptr()),
                Op::Int(op) => return self.int(*op, args, result),
                Op::Real(op) => return self.real(*op, args),
                Op::Bv(op) => return self.bv(*op, args, result),
                Op::Float(op) => return self.float(*op, args, sorts, result),
                Op::Select => Z3_mk_select(raw, args[0], args[1]),
                Op::Store => Z3_mk_store(raw, args[0], args[1], args[2]),
                Op::MapOf(sort) => match sort.kind() {
                    SortKind::Map(key, _) => {
                        z3_sort(&self.context, *key).and_then(|domain| Z3_mk_const_array(raw, domain, args[0]))
                    }
                    _ => None,
                },
                Op::Apply(function) => {
                    let domain: Option<Vec<Z3_sort>> =
                        function.params.iter().map(|sort| z3_sort(&self.context, *sort)).collect();
                    let (Some(domain), Some(range)) = (domain, z3_sort(&self.context, function.result)) else {
                        return self.unknown(result);
                    };
                    let name = self.context.symbol(&format!("{}!function", function.name));
                    Z3_mk_func_decl(raw, name, count, domain.as_ptr(), range)
                        .and_then(|declaration| Z3_mk_app(raw, declaration, count, args.as_ptr()))
                }
                Op::Quantifier(quantifier) => {
                    let captured = args.iter().copied().zip(sorts.iter().copied()).collect();
                    let mut scope = Scope { bound: Vec::new(), captured };
                    let made = self.binder(quantifier, &mut scope);
                    return made.map_or_else(|| self.unknown(result), |(node, _)| node);
                }
                Op::SeqOf(_)
                | Op::SeqLen
                | Op::SeqNth
                | Op::SeqUpdate
                | Op::SeqConcat
                | Op::SeqSlice
                | Op::IsText
                // Of a text Z3 has neither the whole nor the tables.
                | Op::Text(_)
                | Op::Regex(_)
                | Op::SeqWrap(_)
                | Op::SeqIsDistinct
                | Op::SeqMembers
                | Op::SeqBeside
                | Op::SeqDrop
                | Op::MapTable(_)
                | Op::MapChosen(..)
                | Op::MapWrap(..) => return self.unknown(result),
                Op::Construct(ctor) | Op::Is(ctor) | Op::Field(ctor, _) => {
                    let ctor = *ctor;
                    return self.data(op, ctor, args).unwrap_or_else(|| self.unknown(result));
                }
            }
        };
        self.context.keep(made)
    }

    /// `None` for data that Z3 is not given.
    fn data(&mut self, op: &Op, ctor: Ctor, args: &[Z3_ast]) -> Option<Z3_ast> {
        let functions = data_sort(&self.context, ctor.sort())?;
        let functions = &functions.ctors[ctor.index];
        Some(match op {
            Op::Construct(_) => self.context.apply(functions.make, args),
            Op::Is(_) => self.context.apply(functions.test, args),
            Op::Field(_, index) => {
                let sort = ctor.definition().fields[*index].1;
                let field = self.context.apply(functions.fields[*index], args);
                // Z3 leaves open what a field of another constructor is.
                match self.value(&Value::default_of(sort), sort) {
                    Some(default) => {
                        let made_by = self.context.apply(functions.test, args);
                        self.context.ite(made_by, field, default)
                    }
                    None => field,
                }
            }
            _ => return None,
        })
    }

    fn int(&mut self, op: IntOp, args: &[Z3_ast], result: Sort) -> Z3_ast {
        let raw = self.context.raw;
        // SAFETY: as in `apply`.
        let made = unsafe {
            match op {
                IntOp::Neg => Z3_mk_unary_minus(raw, args[0]),
                IntOp::Add => Z3_mk_add(raw, 2, args.as_ptr()),
                IntOp::Sub => Z3_mk_sub(raw, 2, args.as_ptr()),
                IntOp::Mul => Z3_mk_mul(raw, 2, args.as_ptr()),
                IntOp::Lt => Z3_mk_lt(raw, args[0], args[1]),
                IntOp::Le => Z3_mk_le(raw, args[0], args[1]),
                IntOp::Div(rounding) => return self.division(rounding, args[0], args[1]).0,
                IntOp::Mod(rounding) => return self.division(rounding, args[0], args[1]).1,
                IntOp::And | IntOp::Or | IntOp::Xor => return self.bitwise(op, args[0], args[1]),
                IntOp::Pow | IntOp::Shl | IntOp::Shr => {
                    return self.function(&format!("int.{op:?}"), args, &[Sort::int(); 2], result);
                }
                IntOp::ToText | IntOp::ToTextIn(_) => panic!("text is a sequence, which Z3 is not given whole"),
            }
        };
        self.context.keep(made)
    }

    /// Quotient and remainder; Z3's own are undefined for the divisor 0 and round as Euclid.
    fn division(&mut self, rounding: Rounding, a: Z3_ast, b: Z3_ast) -> (Z3_ast, Z3_ast) {
        let context = &self.context;
        let zero = context.int(0);
        // SAFETY: as in `apply`.
        let div = |x, y| context.keep(unsafe { Z3_mk_div(context.raw, x, y) });
        // SAFETY: as in `apply`.
        let modulo = |x, y| context.keep(unsafe { Z3_mk_mod(context.raw, x, y) });
        let (quotient, remainder) = match rounding {
            Rounding::Euclid => (div(a, b), modulo(a, b)),
            Rounding::Floor => {
                // With a negative divisor, a / b is (-a) / (-b).
                let negative = context.lt(b, zero);
                let (x, y) = (context.ite(negative, context.neg(a), a), context.ite(negative, context.neg(b), b));
                let remainder = modulo(x, y);
                (div(x, y), context.ite(negative, context.neg(remainder), remainder))
            }
            Rounding::Trunc => {
                let negative = context.lt(a, zero);
                let x = context.ite(negative, context.neg(a), a);
                let (quotient, remainder) = (div(x, b), modulo(x, b));
                (
                    context.ite(negative, context.neg(quotient), quotient),
                    context.ite(negative, context.neg(remainder), remainder),
                )
            }
        };
        let by_zero = context.eq(b, zero);
        (context.ite(by_zero, zero, quotient), context.ite(by_zero, a, remainder))
    }

    /// An uninterpreted function with true facts about this application.
    fn bitwise(&mut self, op: IntOp, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        let r = self.function(&format!("int.{op:?}"), &[a, b], &[Sort::int(); 2], Sort::int());
        let context = &self.context;
        let zero = context.int(0);
        let (a_natural, b_natural) = (context.le(zero, a), context.le(zero, b));
        let natural = context.le(zero, r);
        if op == IntOp::And {
            let below_a = context.and(&[natural, context.le(r, a)]);
            let below_b = context.and(&[natural, context.le(r, b)]);
            let negative = context.or(&[a_natural, b_natural, context.not(natural)]);
            let facts = [context.implies(a_natural, below_a), context.implies(b_natural, below_b), negative];
            self.facts.extend(facts);
        } else {
            let both = context.and(&[a_natural, b_natural]);
            let fact = context.implies(both, natural);
            self.facts.push(fact);
        }
        r
    }

    fn function(&mut self, name: &str, args: &[Z3_ast], domain: &[Sort], range: Sort) -> Z3_ast {
        let domain: Vec<Z3_sort> = domain.iter().filter_map(|sort| z3_sort(&self.context, *sort)).collect();
        let range = z3_sort(&self.context, range).expect("only terms of Z3's sorts are translated");
        let name = self.context.symbol(&format!("{name}!operator"));
        // SAFETY: sorts and nodes belong to the context and fit.
        self.context.keep(unsafe {
            Z3_mk_func_decl(self.context.raw, name, domain.len() as u32, domain.as_ptr(), range)
                .and_then(|declaration| Z3_mk_app(self.context.raw, declaration, args.len() as u32, args.as_ptr()))
        })
    }

    fn real(&mut self, op: RealOp, args: &[Z3_ast]) -> Z3_ast {
        let raw = self.context.raw;
        // SAFETY: as in `apply`.
        let made = unsafe {
            match op {
                RealOp::Neg => Z3_mk_unary_minus(raw, args[0]),
                RealOp::Add => Z3_mk_add(raw, 2, args.as_ptr()),
                RealOp::Sub => Z3_mk_sub(raw, 2, args.as_ptr()),
                RealOp::Mul => Z3_mk_mul(raw, 2, args.as_ptr()),
                RealOp::Lt => Z3_mk_lt(raw, args[0], args[1]),
                RealOp::Le => Z3_mk_le(raw, args[0], args[1]),
                RealOp::FromInt => Z3_mk_int2real(raw, args[0]),
                RealOp::Floor => Z3_mk_real2int(raw, args[0]),
                RealOp::Div => {
                    let sort = z3_sort(&self.context, Sort::real()).expect("reals");
                    let zero = self.context.numeral("0", sort);
                    let quotient = self.context.keep(Z3_mk_div(raw, args[0], args[1]));
                    let by_zero = self.context.eq(args[1], zero);
                    return self.context.ite(by_zero, zero, quotient);
                }
            }
        };
        self.context.keep(made)
    }

    fn bv(&mut self, op: BvOp, args: &[Z3_ast], result: Sort) -> Z3_ast {
        let raw = self.context.raw;
        let extra = |to: u32, width: u32| to - width;
        // SAFETY: as in `apply`.
        let made = unsafe {
            let width = || Z3_get_sort(raw, args[0]).map_or(0, |sort| Z3_get_bv_sort_size(raw, sort));
            match op {
                BvOp::Not => Z3_mk_bvnot(raw, args[0]),
                BvOp::Neg => Z3_mk_bvneg(raw, args[0]),
                BvOp::Add => Z3_mk_bvadd(raw, args[0], args[1]),
                BvOp::Sub => Z3_mk_bvsub(raw, args[0], args[1]),
                BvOp::Mul => Z3_mk_bvmul(raw, args[0], args[1]),
                BvOp::UDiv => Z3_mk_bvudiv(raw, args[0], args[1]),
                BvOp::SDiv => Z3_mk_bvsdiv(raw, args[0], args[1]),
                BvOp::URem => Z3_mk_bvurem(raw, args[0], args[1]),
                BvOp::SRem => Z3_mk_bvsrem(raw, args[0], args[1]),
                BvOp::Shl => Z3_mk_bvshl(raw, args[0], args[1]),
                BvOp::LShr => Z3_mk_bvlshr(raw, args[0], args[1]),
                BvOp::AShr => Z3_mk_bvashr(raw, args[0], args[1]),
                BvOp::And => Z3_mk_bvand(raw, args[0], args[1]),
                BvOp::Or => Z3_mk_bvor(raw, args[0], args[1]),
                BvOp::Xor => Z3_mk_bvxor(raw, args[0], args[1]),
                BvOp::ULt => Z3_mk_bvult(raw, args[0], args[1]),
                BvOp::ULe => Z3_mk_bvule(raw, args[0], args[1]),
                BvOp::SLt => Z3_mk_bvslt(raw, args[0], args[1]),
                BvOp::SLe => Z3_mk_bvsle(raw, args[0], args[1]),
                BvOp::Concat => Z3_mk_concat(raw, args[0], args[1]),
                BvOp::Extract { high, low } => Z3_mk_extract(raw, high, low, args[0]),
                BvOp::ZeroExtend(to) => Z3_mk_zero_ext(raw, extra(to, width()), args[0]),
                BvOp::SignExtend(to) => Z3_mk_sign_ext(raw, extra(to, width()), args[0]),
                BvOp::ToInt => Z3_mk_bv2int(raw, args[0], false),
                BvOp::ToSigned => Z3_mk_bv2int(raw, args[0], true),
                BvOp::FromInt(_) => Z3_mk_int2bv(raw, result.bv_width().unwrap_or(1), args[0]),
            }
        };
        self.context.keep(made)
    }

    fn float(&mut self, op: FloatOp, args: &[Z3_ast], sorts: &[Sort], result: Sort) -> Z3_ast {
        let raw = self.context.raw;
        let z3 = z3_sort(&self.context, result);
        // SAFETY: as in `apply`.
        let made = unsafe {
            let nearest = self.context.keep(Z3_mk_fpa_rne(raw));
            match op {
                FloatOp::Neg => Z3_mk_fpa_neg(raw, args[0]),
                FloatOp::Abs => Z3_mk_fpa_abs(raw, args[0]),
                FloatOp::Add => Z3_mk_fpa_add(raw, nearest, args[0], args[1]),
                FloatOp::Sub => Z3_mk_fpa_sub(raw, nearest, args[0], args[1]),
                FloatOp::Mul => Z3_mk_fpa_mul(raw, nearest, args[0], args[1]),
                FloatOp::Div => Z3_mk_fpa_div(raw, nearest, args[0], args[1]),
                FloatOp::Sqrt => Z3_mk_fpa_sqrt(raw, nearest, args[0]),
                FloatOp::Fma => Z3_mk_fpa_fma(raw, nearest, args[0], args[1], args[2]),
                FloatOp::Lt => Z3_mk_fpa_lt(raw, args[0], args[1]),
                FloatOp::Le => Z3_mk_fpa_leq(raw, args[0], args[1]),
                FloatOp::Eq => Z3_mk_fpa_eq(raw, args[0], args[1]),
                FloatOp::IsNan => Z3_mk_fpa_is_nan(raw, args[0]),
                FloatOp::Round(to) => {
                    let mode = match to {
                        RoundTo::Zero => Z3_mk_fpa_rtz(raw),
                        RoundTo::Down => Z3_mk_fpa_rtn(raw),
                        RoundTo::Up => Z3_mk_fpa_rtp(raw),
                        RoundTo::NearestEven => Z3_mk_fpa_rne(raw),
                        RoundTo::NearestAway => Z3_mk_fpa_rna(raw),
                    };
                    Z3_mk_fpa_round_to_integral(raw, self.context.keep(mode), args[0])
                }
                FloatOp::Convert(_) => z3.and_then(|sort| Z3_mk_fpa_to_fp_float(raw, nearest, args[0], sort)),
                FloatOp::FromBits(_) => z3.and_then(|sort| Z3_mk_fpa_to_fp_bv(raw, args[0], sort)),
                FloatOp::FromReal(_) => z3.and_then(|sort| Z3_mk_fpa_to_fp_real(raw, nearest, args[0], sort)),
                FloatOp::FromSigned(_) => z3.and_then(|sort| Z3_mk_fpa_to_fp_signed(raw, nearest, args[0], sort)),
                FloatOp::FromUnsigned(_) => z3.and_then(|sort| Z3_mk_fpa_to_fp_unsigned(raw, nearest, args[0], sort)),
                FloatOp::ToText | FloatOp::Format(_) => panic!("text is a sequence, which Z3 is not given whole"),
                FloatOp::ToSigned(width) | FloatOp::ToUnsigned(width) => {
                    let signed = matches!(op, FloatOp::ToSigned(_));
                    return self.float_to_bits(args[0], sorts[0], width, signed);
                }
                // Z3's bits of NaN are not fixed and its remainder rounds to nearest; the others
                // mix theories it does not decide together.
                FloatOp::ToBits
                | FloatOp::Rem
                | FloatOp::FromInt(_)
                | FloatOp::ToInt
                | FloatOp::ToReal
                | FloatOp::Pow
                | FloatOp::Atan2
                | FloatOp::Math(_) => {
                    return self.function(&format!("float.{op:?}.{}", sorts[0]), args, sorts, result);
                }
            }
        };
        self.context.keep(made)
    }

    /// Truncated to a bit-vector; 0 where it does not fit, which Z3 leaves open.
    fn float_to_bits(&mut self, a: Z3_ast, sort: Sort, width: u32, signed: bool) -> Z3_ast {
        let raw = self.context.raw;
        // The least value that fits and the first that does not; both are powers of two, hence
        // exact, or infinite.
        let power = |exponent: u32| 2f64.powi(exponent as i32);
        let (low, beyond) = if signed { (-power(width - 1), power(width - 1)) } else { (0.0, power(width)) };
        let SortKind::Float(format) = sort.kind() else { panic!("{sort} is no float") };
        let mut number = |value: f64| {
            let value = Value::Float(Float::of(*format, value));
            self.value(&value, sort).expect("Z3 has floats")
        };
        let (low, beyond) = (number(low), number(beyond));
        let zero = self.value(&Value::bv(width, 0), Sort::bv(width)).expect("Z3 has bit-vectors");
        let context = &self.context;
        // SAFETY: as in `apply`.
        unsafe {
            let to_zero = context.keep(Z3_mk_fpa_rtz(raw));
            let whole = context.keep(Z3_mk_fpa_round_to_integral(raw, to_zero, a));
            let fits = context
                .and(&[context.keep(Z3_mk_fpa_leq(raw, low, whole)), context.keep(Z3_mk_fpa_lt(raw, whole, beyond))]);
            let bits = if signed {
                Z3_mk_fpa_to_sbv(raw, to_zero, a, width)
            } else {
                Z3_mk_fpa_to_ubv(raw, to_zero, a, width)
            };
            context.ite(fits, context.keep(bits), zero)
        }
    }

    /// A closed formula; `None` where Z3 cannot be given it.
    pub(crate) fn axiom(&mut self, formula: &Expr) -> Option<Z3_ast> {
        let mut scope = Scope { bound: Vec::new(), captured: Vec::new() };
        self.expr(formula, &mut scope).map(|(node, _)| node)
    }

    fn binder(&mut self, quantifier: &Quantifier, scope: &mut Scope) -> Option<(Z3_ast, Sort)> {
        let mut bound = Vec::new();
        for (name, sort) in &quantifier.bound {
            self.fresh += 1;
            let z3 = z3_sort(&self.context, *sort)?;
            bound.push((self.context.constant(&format!("{name}!{}!bound", self.fresh), z3), *sort));
        }
        let nodes: Vec<Z3_ast> = bound.iter().map(|(node, _)| *node).collect();
        scope.bound.push(bound.clone());
        let facts = self.facts.len();
        let body = self.expr(&quantifier.body, scope);
        let triggers: Option<Vec<Vec<Z3_ast>>> = quantifier
            .triggers
            .iter()
            .map(|terms| terms.iter().map(|term| self.expr(term, scope).map(|(node, _)| node)).collect())
            .collect();
        // Facts may mention the bound variables, which mean nothing outside.
        self.facts.truncate(facts);
        scope.bound.pop();
        let ((body, body_sort), triggers) = (body?, triggers?);
        match quantifier.binder {
            Binder::Forall => Some((self.context.quantifier(true, &nodes, &triggers, body), Sort::bool())),
            Binder::Exists => Some((self.context.quantifier(false, &nodes, &triggers, body), Sort::bool())),
            Binder::Lambda => {
                // SAFETY: the bound nodes are constants of the context, the body belongs to it.
                let made = unsafe {
                    let apps: Option<Vec<Z3_app>> =
                        nodes.iter().map(|node| Z3_to_app(self.context.raw, *node)).collect();
                    let apps = apps?;
                    Z3_mk_lambda_const(self.context.raw, apps.len() as u32, apps.as_ptr(), body)
                };
                Some((self.context.keep(made), Sort::map(bound.first()?.1, body_sort)))
            }
        }
    }

    /// `None` where Z3 cannot be given the expression: it is then left out as a whole.
    fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Option<(Z3_ast, Sort)> {
        match expr {
            Expr::Const(value, sort) => self.value(value, *sort).map(|node| (node, *sort)),
            Expr::Bound(depth, index) => {
                let level = scope.bound.len().checked_sub(1 + *depth as usize)?;
                scope.bound[level].get(*index as usize).copied()
            }
            Expr::Captured(index) => scope.captured.get(*index as usize).copied(),
            Expr::Binder(quantifier) => self.binder(quantifier, scope),
            Expr::Apply(op, args) => {
                let made: Option<Vec<(Z3_ast, Sort)>> = args.iter().map(|arg| self.expr(arg, scope)).collect();
                let (nodes, sorts): (Vec<Z3_ast>, Vec<Sort>) = made?.into_iter().unzip();
                let result = op.result(&sorts).ok()?;
                z3_sort(&self.context, result)?;
                let before = self.unknowns;
                let node = self.apply(op, &nodes, &sorts, result);
                // An unknown under a binder would be the same for all its instances.
                (self.unknowns == before).then_some((node, result))
            }
        }
    }
}

fn is_power_of_two(value: &Value) -> bool {
    matches!(value, Value::Bv(bits) if bits.bits().is_power_of_two())
}

fn hardness(op: &Op) -> Option<Hard> {
    match op {
        Op::Float(op) => (!matches!(op, FloatOp::Neg | FloatOp::Abs | FloatOp::IsNan)).then_some(Hard::Float),
        Op::Bv(op) => {
            let product = matches!(op, BvOp::Mul | BvOp::UDiv | BvOp::SDiv | BvOp::URem | BvOp::SRem);
            product.then_some(Hard::Product)
        }
        _ => None,
    }
}

/// The operator and the operands of a map that follows from a sequence of keys.
fn keyed(pool: &Pool, map: TermId) -> Option<(Op, Vec<TermId>)> {
    match pool.node(map) {
        Node::App(op @ (Op::SeqMembers | Op::SeqBeside), args) => Some((op.clone(), args.to_vec())),
        _ => None,
    }
}

/// The sequence of texts that a text is an element of, or the text itself.
fn of_texts(pool: &Pool, s: TermId) -> TermId {
    match pool.node(s) {
        Node::App(Op::SeqNth, args) => args[0],
        _ => s,
    }
}

/// The largest subterms that do not depend on the variable.
fn independent_of(pool: &Pool, variable: TermId, term: TermId) -> Vec<TermId> {
    let mut depends: FxHashMap<TermId, bool> = FxHashMap::default();
    let mut work = vec![term];
    while let Some(&next) = work.last() {
        let before = work.len();
        let found = match pool.node(next) {
            Node::App(_, args) => {
                work.extend(args.iter().filter(|arg| !depends.contains_key(arg)));
                args.iter().any(|arg| depends.get(arg) == Some(&true))
            }
            Node::Var(_) | Node::Const(_) => next == variable,
        };
        if work.len() == before {
            depends.insert(next, found);
            work.pop();
        }
    }
    let mut largest = Vec::new();
    let mut work = vec![term];
    while let Some(next) = work.pop() {
        match (depends.remove(&next), pool.node(next)) {
            (Some(false), _) => largest.push(next),
            (Some(true), Node::App(_, args)) => work.extend_from_slice(args),
            _ => {}
        }
    }
    largest
}
