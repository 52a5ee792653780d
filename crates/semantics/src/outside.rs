//! Outside steps: code that is not modelled, and what it can get at.
//!
//! A step has a key, which says what the code means, and is handed values. Its outcome is unknown, but
//! the same for the same *question*: the key, the values, the contents of every object that they lead
//! to, and the steps before. Nothing else may be used in a proof.
//!
//! What a step was led to it may keep: `Machine::handed` lists these objects in the order in which code
//! outside came to know them, and every later step reads and may write them too. In a question an object
//! is known by its place in that list, so that the versions may number their objects differently. Objects
//! that never left the program are not in it: they are not read, and keep their contents.

use std::collections::VecDeque;
use std::rc::Rc;

use equiv::observe::has_references;
use ir::{CellId, CellRole, Function, Reach};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{Node, Pool, TermId};
use value::{MapValue, Op, Sort, SortKind, Symbol, Value};

use crate::compare::{collect_references, may_hold_atoms};
use crate::machine::{Machine, Runner, SymCall, SymOutcome};

/// An object: its kind and its number.
pub(crate) type Object = (Symbol, u32);

/// What a step is led to.
struct Reached {
    /// Those that code outside knew before come first.
    objects: Vec<Object>,
    /// Cells that are no heap and that it reads and writes.
    plain: Vec<CellId>,
    /// Code that is not the same in both versions is among it.
    holds_changed_code: bool,
}

impl Runner<'_, '_> {
    /// Runs a step: what it gives, and what it may have written, is unknown.
    pub(crate) fn outside(
        &mut self,
        machine: &mut Machine,
        function: &Function,
        args: &[TermId],
        [reads, writes]: [&[CellId]; 2],
        reach: Reach,
    ) -> Option<SymOutcome> {
        let reached = self.reached(machine, args, reads, reach)?;
        let places: FxHashMap<u32, u32> =
            reached.objects.iter().zip(1..).map(|((_, number), place)| (*number, place)).collect();
        let mut renaming = Renaming::new(&places);
        let asked: Vec<TermId> = args.iter().map(|arg| renaming.term(self.pool, *arg)).collect();
        let mut read = Vec::new();
        for cell in reads {
            let is_output = !self.is_heap(*cell) && self.role(*cell) == CellRole::Output;
            if reached.plain.contains(cell) || is_output {
                let term = machine.cells[self.slot(*cell)];
                read.push(renaming.term(self.pool, term));
            }
        }
        for (object, cell) in self.contents_of(&reached.objects, reads) {
            let term = self.select(machine, cell, object);
            read.push(renaming.term(self.pool, term));
        }
        if reached.holds_changed_code {
            // Nobody else asks this.
            read.push(self.pool.fresh("changed code", Sort::int()));
        }
        let before = machine.calls.as_ref().map(|call| call.answer);
        let question = (function.name, asked.clone(), read.clone(), before);
        let written: Vec<(Option<Object>, CellId)> = {
            let plain = writes.iter().filter(|cell| reached.plain.contains(cell)).map(|cell| (None, *cell));
            let contents = self.contents_of(&reached.objects, writes).into_iter();
            plain.chain(contents.map(|(object, cell)| (Some(object), cell))).collect()
        };
        let sorts: Vec<Sort> =
            written.iter().map(|(object, cell)| self.written_sort(object.is_some(), *cell)).collect();
        let sorts: Vec<Sort> = function.results.iter().copied().chain(sorts).collect();
        let ctor = self.version.program.from_outside;
        let externals = self.externals.as_deref_mut().expect("asked before");
        if !function.results.is_empty() {
            externals.names.insert(title(self.pool, &asked).unwrap_or_else(|| function.name.to_string()));
        }
        let answer = externals.answer_step(self.pool, question, &sorts, ctor);
        let unknowns = externals.unknowns(answer).to_vec();
        let (results, contents) = unknowns.split_at(function.results.len());
        for ((object, cell), term) in written.into_iter().zip(contents) {
            let slot = self.slot(cell);
            machine.cells[slot] = match object {
                None => *term,
                Some(object) => {
                    let reference = self.reference(machine, cell, object);
                    self.pool.app(Op::Store, &[machine.cells[slot], reference, *term])
                }
            };
        }
        machine.handed = Rc::new(reached.objects);
        let call = SymCall { before: machine.calls.take(), name: function.name, args: asked, read, answer };
        machine.calls = Some(Rc::new(call));
        Some(SymOutcome::Returned(results.iter().copied().collect::<SmallVec<[TermId; 2]>>()))
    }

    /// `None` where an object cannot be told by its number.
    fn reached(&mut self, machine: &Machine, args: &[TermId], reads: &[CellId], reach: Reach) -> Option<Reached> {
        let others: Vec<CellId> =
            reads.iter().copied().filter(|cell| !self.is_heap(*cell) && self.role(*cell) != CellRole::Output).collect();
        let mut search = Search::new(machine.handed.to_vec());
        args.iter().for_each(|arg| search.look_at(*arg));
        let mut plain = Vec::new();
        if reach == Reach::Program {
            plain.clone_from(&others);
        }
        plain.iter().for_each(|cell| search.look_at(machine.cells[self.slot(*cell)]));
        let matching = self.version.matching;
        loop {
            search.terms(self.pool, |atom| matching.and_then(|matching| matching.code_of(atom)))?;
            if search.holds_code && plain.len() < others.len() {
                plain.clone_from(&others);
                plain.iter().for_each(|cell| search.look_at(machine.cells[self.slot(*cell)]));
                continue;
            }
            let Some(object) = search.next_object() else { break };
            for (object, cell) in self.contents_of(&[object], reads) {
                let term = self.select(machine, cell, object);
                search.look_at(term);
            }
        }
        Some(Reached { objects: search.objects, plain, holds_changed_code: search.holds_changed_code })
    }

    fn role(&self, cell: CellId) -> CellRole {
        self.version.program.cells[cell].role
    }

    /// The kind of object whose contents the cell holds, and their sort.
    fn heap_of(&self, cell: CellId) -> Option<(Symbol, Sort)> {
        let SortKind::Map(key, contents) = self.version.program.cells[cell].sort.kind() else { return None };
        match key.kind() {
            SortKind::Ref(kind) => Some((*kind, *contents)),
            _ => None,
        }
    }

    fn is_heap(&self, cell: CellId) -> bool {
        self.heap_of(cell).is_some()
    }

    /// Where the contents of the objects stand among these cells.
    fn contents_of(&self, objects: &[Object], cells: &[CellId]) -> Vec<(Object, CellId)> {
        let rows = objects.iter().flat_map(|object| cells.iter().map(|cell| (*object, *cell)));
        rows.filter(|((kind, _), cell)| self.heap_of(*cell).is_some_and(|(of, _)| of == *kind)).collect()
    }

    fn written_sort(&self, is_object: bool, cell: CellId) -> Sort {
        match self.heap_of(cell) {
            Some((_, contents)) if is_object => contents,
            _ => self.version.program.cells[cell].sort,
        }
    }

    fn reference(&mut self, machine: &Machine, cell: CellId, (_, number): Object) -> TermId {
        let SortKind::Map(key, _) = *self.pool.sort(machine.cells[self.slot(cell)]).kind() else {
            panic!("a heap is a map")
        };
        self.pool.constant(Value::Ref(number), key)
    }

    fn select(&mut self, machine: &Machine, cell: CellId, object: Object) -> TermId {
        let reference = self.reference(machine, cell, object);
        let contents = self.pool.app(Op::Select, &[machine.cells[self.slot(cell)], reference]);
        self.path.resolve(self.pool, contents)
    }
}

/// What a step is called: its key, which is its first argument, without the digest of what it means.
pub(crate) fn title(pool: &Pool, args: &[TermId]) -> Option<String> {
    match pool.as_const(*args.first()?)? {
        Value::Atom(key) => Some(key.rsplit_once(" [").map_or(key.as_str(), |(title, _)| title).to_string()),
        _ => None,
    }
}

/// Follows values to the objects that they lead to.
struct Search {
    objects: Vec<Object>,
    /// How many of the objects were looked into.
    looked: usize,
    known: FxHashSet<Object>,
    terms: VecDeque<TermId>,
    seen: FxHashSet<TermId>,
    holds_code: bool,
    holds_changed_code: bool,
}

impl Search {
    fn new(objects: Vec<Object>) -> Search {
        let known = objects.iter().copied().collect();
        let (terms, seen) = (VecDeque::new(), FxHashSet::default());
        Search { objects, looked: 0, known, terms, seen, holds_code: false, holds_changed_code: false }
    }

    fn look_at(&mut self, term: TermId) {
        self.terms.push_back(term);
    }

    /// Finds the objects and the code in the terms that wait; `None` where they cannot be told.
    fn terms(&mut self, pool: &Pool, code_of: impl Fn(Symbol) -> Option<bool>) -> Option<()> {
        while let Some(term) = self.terms.pop_front() {
            if !self.seen.insert(term) {
                continue;
            }
            let mut found = FxHashSet::default();
            if !collect_references(pool, term, &mut found) {
                return None;
            }
            let mut found: Vec<Object> = found.into_iter().filter(|(_, number)| *number != 0).collect();
            found.sort_unstable_by_key(|(_, number)| *number);
            for object in found {
                if self.known.insert(object) {
                    self.objects.push(object);
                }
            }
            self.code(pool, term, &code_of);
        }
        Some(())
    }

    fn code(&mut self, pool: &Pool, term: TermId, code_of: &impl Fn(Symbol) -> Option<bool>) {
        let mut work = vec![term];
        let mut seen = FxHashSet::default();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match pool.node(term) {
                Node::Var(_) => {
                    // It stands for whatever code it may hold.
                    let any = may_hold_atoms(pool.sort(term));
                    self.holds_code |= any;
                    self.holds_changed_code |= any;
                }
                Node::Const(value) => self.code_in(value, code_of),
                Node::App(_, args) => work.extend_from_slice(args),
            }
        }
    }

    fn code_in(&mut self, value: &Value, code_of: &impl Fn(Symbol) -> Option<bool>) {
        match value {
            Value::Atom(atom) => {
                if let Some(is_changed) = code_of(*atom) {
                    self.holds_code = true;
                    self.holds_changed_code |= is_changed;
                }
            }
            Value::Data(_, fields) => fields.iter().for_each(|field| self.code_in(field, code_of)),
            Value::Seq(elements) => elements.iter().for_each(|element| self.code_in(element, code_of)),
            Value::Map(map) => {
                self.code_in(map.default_value(), code_of);
                map.entries().for_each(|(_, value)| self.code_in(value, code_of));
            }
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Bv(_) | Value::Float(_) => {}
            Value::Ref(_) | Value::Opaque(_) => {}
        }
    }

    fn next_object(&mut self) -> Option<Object> {
        let object = *self.objects.get(self.looked)?;
        self.looked += 1;
        Some(object)
    }
}

/// Gives objects the numbers by which code outside knows them.
struct Renaming<'a> {
    places: &'a FxHashMap<u32, u32>,
    is_needed: bool,
    done: FxHashMap<TermId, TermId>,
}

impl<'a> Renaming<'a> {
    fn new(places: &'a FxHashMap<u32, u32>) -> Renaming<'a> {
        let is_needed = places.iter().any(|(number, place)| number != place);
        Renaming { places, is_needed, done: FxHashMap::default() }
    }

    fn term(&mut self, pool: &mut Pool, term: TermId) -> TermId {
        if !self.is_needed {
            return term;
        }
        if let Some(done) = self.done.get(&term) {
            return *done;
        }
        let sort = pool.sort(term);
        let renamed = match pool.node(term).clone() {
            Node::Var(_) => term,
            Node::Const(value) if has_references(sort) => {
                let place = |number: u32| self.places.get(&number).copied().unwrap_or(0);
                pool.constant(renumbered(&value, sort, &place), sort)
            }
            Node::Const(_) => term,
            Node::App(op, args) => {
                let args: Vec<TermId> = args.iter().map(|arg| self.term(pool, *arg)).collect();
                pool.app(op, &args)
            }
        };
        self.done.insert(term, renamed);
        renamed
    }
}

/// The value with other numbers for the objects that it refers to.
pub(crate) fn renumbered(value: &Value, sort: Sort, number: &dyn Fn(u32) -> u32) -> Value {
    match (value, sort.kind()) {
        (Value::Ref(known), _) => Value::Ref(number(*known)),
        (Value::Seq(elements), SortKind::Seq(element)) => {
            Value::seq(elements.iter().map(|value| renumbered(value, *element, number)).collect::<Vec<_>>())
        }
        (Value::Data(index, fields), SortKind::Data(datatype)) => {
            let sorts = datatype.ctors()[*index as usize].fields.iter();
            let fields = sorts.zip(fields.iter()).map(|((_, sort), value)| renumbered(value, *sort, number));
            Value::Data(*index, fields.collect())
        }
        (Value::Map(map), SortKind::Map(key, element)) => {
            let default = renumbered(map.default_value(), *element, number);
            let store = |map: MapValue, (k, v)| {
                map.store_at(*key, renumbered(k, *key, number), renumbered(v, *element, number))
            };
            Value::Map(map.entries().fold(MapValue::constant(default), store).into())
        }
        (other, _) => other.clone(),
    }
}
