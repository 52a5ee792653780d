//! Lowers one function: its variables, its ways to raise, and small building blocks.
//!
//! A local is an SSA variable of sort `Value` that starts `Unbound`; one that nested functions
//! share lives in the heap. What is known of a value while lowering (that it is an int, and which
//! raw term) is an [`Operand`], so that `i + 1` in a loop over a range needs no dispatch.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::build::{FunctionBuilder, VarId};
use ir::{BlockId, CellId, FnId, Function, Param, ValueId};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Ctor, Int, Op, Sort, Symbol, Value};

use crate::generator::Generator;
use crate::lower::{CodeKind, Lowering, contents_sort};
use crate::module::Module;
use crate::refused::Why;
use crate::runtime::{PLAIN_TUPLE, ctors, is_about_names, is_slip};
use crate::scope::Scope;

/// A value, with what is known of it.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Operand {
    /// Of sort `Value`.
    Value(ValueId),
    /// Raw terms of the sort of the constructor's field.
    Int(ValueId),
    Bool(ValueId),
    Str(ValueId),
    Tuple(ValueId),
    None,
}

/// Where a name of a function lives.
#[derive(Copy, Clone)]
enum Slot {
    Variable(VarId),
    /// In the heap; the reference.
    Cell(ValueId),
}

/// Something that a jump out of a statement passes, innermost last.
pub(crate) enum Frame {
    Loop {
        next: BlockId,
        exit: BlockId,
    },
    Finally(Finally),
    /// The name of an exception that is unbound when its handler is left.
    Unbind(String),
}

/// A `finally` that is not lowered yet. All ways into it are one block; `kind` says what to do
/// after it.
pub(crate) struct Finally {
    pub(crate) entry: BlockId,
    pub(crate) kind: VarId,
    pub(crate) value: VarId,
    pub(crate) exits: Vec<Exit>,
}

/// A way out of a `try` with a `finally`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Exit {
    Return,
    Break,
    Continue,
}

pub(crate) struct Lowerer<'a, 'l> {
    pub(crate) lowering: &'l mut Lowering<'a>,
    pub(crate) b: FunctionBuilder,
    pub(crate) module: usize,
    pub(crate) code: Option<usize>,
    /// What the names of nested functions start with.
    pub(crate) within: String,
    scope: Rc<Scope>,
    slots: FxHashMap<String, Slot>,
    /// Is it a function of the standard library that is modelled?
    pub(crate) is_model: bool,
    /// The generator that the code is of, where its body is lowered.
    pub(crate) generator: Option<Generator>,
    /// The captured variables and defaults of a nested function.
    pub(crate) contents: Option<ValueId>,
    /// The variables of the comprehensions around.
    pub(crate) comprehensions: Vec<FxHashMap<String, VarId>>,
    /// The block that takes what is raised here; `None`: the caller's.
    pub(crate) handler: Option<BlockId>,
    /// Could a RecursionError of a call here be caught in this function?
    pub(crate) is_guarded: bool,
    pub(crate) frames: Vec<Frame>,
    /// The exceptions being handled here; `None`: not known.
    pub(crate) handled: Vec<Option<VarId>>,
    known: FxHashMap<ValueId, Operand>,
    /// Names that surely have a value here.
    pub(crate) bound: FxHashSet<String>,
    /// Is the expression asked only for which class it is?
    pub(crate) names_class: bool,
    /// Is it lowered only to see whether it is understood?
    pub(crate) is_probe: bool,
    /// How often it got stuck for certain, not only for some values.
    pub(crate) stuck: usize,
    /// The statements of the top level around this one.
    pub(crate) around: Vec<&'a Stmt>,
    /// The names of the top level that hold something that is not modelled.
    pub(crate) foreign: FxHashSet<String>,
    /// The variables of the class whose body runs, by the names that mean them there.
    pub(crate) class_names: BTreeMap<String, CellId>,
    /// Where all of it is shown to stand.
    stands_at: Option<ruff_text_size::TextRange>,
}

/// A message that is not modelled; nobody reads it.
pub(crate) fn message_about(about: &str) -> Value {
    Value::data(ctors().foreign, [Value::Atom(Symbol::new(&format!("a message about {about}")))])
}

/// What CPython says of a variable of a function that has no value.
const UNBOUND: &str = "where it is not associated with a value";

impl<'a, 'l> Lowerer<'a, 'l> {
    pub(crate) fn new(lowering: &'l mut Lowering<'a>, module: usize, builder: FunctionBuilder) -> Lowerer<'a, 'l> {
        Lowerer {
            within: lowering.modules[module].name.clone(),
            lowering,
            b: builder,
            module,
            code: None,
            scope: Rc::default(),
            slots: FxHashMap::default(),
            is_model: false,
            generator: None,
            contents: None,
            comprehensions: Vec::new(),
            handler: None,
            is_guarded: false,
            frames: Vec::new(),
            handled: Vec::new(),
            known: FxHashMap::default(),
            bound: FxHashSet::default(),
            names_class: false,
            is_probe: false,
            stuck: 0,
            around: Vec::new(),
            foreign: FxHashSet::default(),
            class_names: BTreeMap::new(),
            stands_at: None,
        }
    }

    /// The top level of a module.
    pub(crate) fn init(lowering: &'l mut Lowering<'a>, module: usize) -> Function {
        let modules = lowering.modules;
        let name = format!("{}.<init>", modules[module].name);
        let builder = FunctionBuilder::new(&name, vec![], vec![], Some(ctors().value));
        let mut lowerer = Lowerer::new(lowering, module, builder);
        if let Some(refusal) = &modules[module].refusal {
            lowerer.at(refusal.range);
            match refusal.why {
                Why::Syntax(why) => lowerer.raise_about("SyntaxError", why),
                Why::Unknown(what) => lowerer.unsupported(what),
            }
            return lowerer.b.finish();
        }
        lowerer.block(&modules[module].body);
        lowerer.b.return_(&[]);
        lowerer.b.finish()
    }

    /// A function of the source.
    pub(crate) fn function(lowering: &'l mut Lowering<'a>, code: usize) -> Function {
        let value = ctors().value;
        let row = &lowering.codes[code];
        let (kind, scope, signature, is_nested) =
            (row.kind, row.scope.clone(), row.signature.clone(), row.parent.is_some());
        let mut params = Vec::new();
        if is_nested {
            params.push(Param { name: Symbol::new("<closure>"), sort: contents_sort() });
        }
        params.extend(signature.names().map(|name| Param { name: Symbol::new(name), sort: value }));
        let builder = FunctionBuilder::new(&row.name, params, vec![value], Some(value));
        let mut lowerer = Lowerer::of_code(lowering, code, builder);
        lowerer.declare_names(code);
        if lowerer.lowering.is_generator(code) {
            lowerer.make_generator(code);
            return lowerer.b.finish();
        }
        let is_async = scope.is_async || matches!(kind, CodeKind::Def(def) if def.is_async);
        if scope.is_generator || is_async {
            lowerer.unsupported(if is_async { "async" } else { "a generator" });
            return lowerer.b.finish();
        }
        match kind {
            CodeKind::Def(def) => {
                lowerer.block(&def.body);
                let none = lowerer.boxed(Operand::None);
                lowerer.b.return_(&[none]);
            }
            CodeKind::Lambda(lambda) => {
                let value = lowerer.expr(&lambda.body);
                let value = lowerer.boxed(value);
                lowerer.b.return_(&[value]);
            }
        }
        lowerer.b.finish()
    }

    /// A lowerer for the code, without its variables.
    pub(crate) fn of_code(lowering: &'l mut Lowering<'a>, code: usize, builder: FunctionBuilder) -> Lowerer<'a, 'l> {
        let row = &lowering.codes[code];
        let (kind, scope, module, name) = (row.kind, row.scope.clone(), row.module, row.name.clone());
        let is_model = lowering.is_model(Some(code));
        // A model stands nowhere.
        let stands_at = if is_model { Some(Default::default()) } else { lowering.stands_at(code) };
        let mut lowerer = Lowerer::new(lowering, module, builder);
        lowerer.is_model = is_model;
        lowerer.stands_at = stands_at;
        lowerer.within = name;
        lowerer.code = Some(code);
        lowerer.scope = scope;
        lowerer.at(match kind {
            CodeKind::Def(def) => def.range(),
            CodeKind::Lambda(lambda) => lambda.range(),
        });
        lowerer
    }

    /// Makes the variables of the function, whose parameters are those of the builder.
    pub(crate) fn declare_names(&mut self, code: usize) {
        let row = &self.lowering.codes[code];
        let (is_nested, signature, scope) = (row.parent.is_some(), row.signature.clone(), row.scope.clone());
        if is_nested {
            let contents = self.b.param(0);
            self.tie_in(code, contents);
        }
        let first = usize::from(is_nested);
        for (index, name) in signature.names().enumerate() {
            let value = self.b.param(first + index);
            self.declare(name, Some(value));
        }
        for name in scope.locals.iter().skip(signature.names().count()) {
            self.declare(name, None);
        }
    }

    /// The variables of functions around, out of the closure.
    fn tie_in(&mut self, code: usize, contents: ValueId) {
        self.contents = Some(contents);
        for (index, name) in self.lowering.codes[code].captured.clone().into_iter().enumerate() {
            let cell = self.nth(contents, 1 + index);
            let cell = self.b.apply(Op::Field(ctors().cell, 0), &[cell]);
            self.slots.insert(name, Slot::Cell(cell));
        }
    }

    /// The values of the function's own variables, and those that live in the heap.
    pub(crate) fn variables(&mut self) -> Vec<ValueId> {
        let names = self.scope.locals.clone();
        let value = |name: &String| match self.slots[name] {
            Slot::Variable(variable) => self.b.read(variable),
            Slot::Cell(cell) => self.b.construct(ctors().cell, &[cell]),
        };
        names.iter().map(value).collect()
    }

    /// Makes the function's variables anew for a generator in that state: what lives in the heap is found there.
    pub(crate) fn restore_names(&mut self, state: ValueId, contents: usize, first: usize) {
        let Some(code) = self.code else { return };
        if self.lowering.codes[code].parent.is_some() {
            let contents = self.nth(state, contents);
            let contents = self.b.apply(Op::Field(ctors().tuple, 0), &[contents]);
            self.tie_in(code, contents);
        }
        let parameters: Vec<String> = self.lowering.codes[code].signature.names().map(str::to_string).collect();
        for (index, name) in self.scope.locals.clone().into_iter().enumerate() {
            if parameters.contains(&name) && !self.scope.unbindable.contains(&name) {
                self.bound.insert(name.clone());
            }
            let slot = match self.scope.is_captured(&name) {
                true => {
                    let cell = self.nth(state, first + index);
                    Slot::Cell(self.b.apply(Op::Field(ctors().cell, 0), &[cell]))
                }
                false => {
                    let variable = self.b.variable(ctors().value);
                    self.b.name_variable(variable, &name);
                    Slot::Variable(variable)
                }
            };
            self.slots.insert(name, slot);
        }
    }

    /// Gives the variables the values of that state; how many entries of it these are.
    pub(crate) fn restore(&mut self, state: ValueId, first: usize) -> usize {
        let names = self.scope.locals.clone();
        for (index, name) in names.iter().enumerate() {
            if let Slot::Variable(variable) = self.slots[name] {
                let value = self.nth(state, first + index);
                self.b.define(variable, value);
            }
        }
        names.len()
    }

    fn declare(&mut self, name: &str, value: Option<ValueId>) {
        let initial = value.unwrap_or_else(|| self.b.constant(ctors().unbound_value(), ctors().value));
        if value.is_some() && !self.scope.unbindable.contains(name) {
            self.bound.insert(name.to_string());
        }
        if self.scope.is_captured(name) {
            let cell = self.b.alloc(Sort::reference("cell"));
            self.write_heap("CELLS", cell, initial);
            self.slots.insert(name.to_string(), Slot::Cell(cell));
        } else {
            let variable = self.b.variable(ctors().value);
            self.b.name_variable(variable, name);
            self.b.define(variable, initial);
            self.slots.insert(name.to_string(), Slot::Variable(variable));
        }
    }

    pub(crate) fn this_module(&self) -> &'a Module {
        &self.lowering.modules[self.module]
    }

    /// Says where the following code comes from.
    pub(crate) fn at(&mut self, range: ruff_text_size::TextRange) {
        let span = self.this_module().span(self.stands_at.unwrap_or(range));
        self.b.set_span(span);
    }

    // Ends and reachability.

    /// Can this place be reached? After `return` and the like lowering goes on in a block that
    /// nothing jumps to, and which is dropped.
    pub(crate) fn is_alive(&self) -> bool {
        self.b.is_reached(self.b.current())
    }

    pub(crate) fn dead(&mut self) {
        let block = self.b.block();
        self.b.seal(block);
        self.b.switch_to(block);
    }

    pub(crate) fn unsupported(&mut self, what: &str) {
        self.stuck += 1;
        self.b.unsupported(what);
        self.dead();
    }

    /// A value that is not expressible.
    pub(crate) fn unsupported_value(&mut self, what: &str) -> Operand {
        self.unsupported(what);
        Operand::None
    }

    pub(crate) fn raise_value(&mut self, value: ValueId) {
        match self.handler {
            Some(handler) => self.b.jump(handler, &[value]),
            None => self.b.raise(value),
        }
        self.dead();
    }

    /// Raises a builtin exception with that message.
    pub(crate) fn raise(&mut self, class: &str, message: &str) {
        self.raise_with(class, Value::data(ctors().str, [Value::string(message)]));
    }

    /// Raises a builtin exception with a message that is not modelled, but for what it is about: where that is
    /// another in each version, so is the message.
    pub(crate) fn raise_about(&mut self, class: &str, about: &str) {
        self.raise_with(class, message_about(about));
    }

    fn raise_with(&mut self, class: &str, arg: Value) {
        let args = Value::seq(vec![arg]);
        self.lowering.shared.has_name_errors |= is_about_names(class);
        let slip = Value::Bool(is_slip(class));
        let exception = Value::data(ctors().exception, [Value::Atom(Symbol::new(class)), args, slip]);
        let exception = self.b.constant(exception, ctors().value);
        self.raise_value(exception);
    }

    pub(crate) fn raise_type_error(&mut self, message: &str) -> Operand {
        self.raise("TypeError", message);
        Operand::None
    }

    /// Goes on where the condition holds; elsewhere `otherwise` is lowered, and must end.
    pub(crate) fn guard(&mut self, condition: ValueId, otherwise: impl FnOnce(&mut Self)) {
        let (good, bad) = (self.b.block(), self.b.block());
        self.b.branch(condition, good, bad);
        self.b.seal(good);
        self.b.seal(bad);
        self.b.switch_to(bad);
        let stuck = self.stuck;
        otherwise(self);
        self.stuck = stuck;
        assert!(!self.is_alive(), "a guard's other branch ends");
        self.b.switch_to(good);
    }

    // Calls.

    pub(crate) fn call(&mut self, callee: FnId, args: &[ValueId], results: &[Sort]) -> Vec<ValueId> {
        if self.is_guarded {
            self.lowering.guarded.push(callee);
        }
        self.b.call(callee, args, results, self.handler)
    }

    /// Calls a function of the prelude.
    pub(crate) fn py(&mut self, name: &str, args: &[ValueId]) -> Vec<ValueId> {
        let signature = self.lowering.shared.prelude.function(name);
        self.call(signature.id, args, &signature.results)
    }

    /// Calls a function of the prelude that gives a value.
    pub(crate) fn py_value(&mut self, name: &str, args: &[Operand]) -> Operand {
        let args: Vec<ValueId> = args.iter().map(|arg| self.boxed(*arg)).collect();
        let result = self.py(name, &args)[0];
        self.raw(result)
    }

    /// A result of the prelude as an operand.
    pub(crate) fn raw(&mut self, result: ValueId) -> Operand {
        match self.b.sort(result) {
            sort if sort == ctors().value => self.operand(result),
            sort if sort == Sort::int() => Operand::Int(result),
            sort if sort == Sort::bool() => Operand::Bool(result),
            sort if sort == Sort::string() => Operand::Str(result),
            sort if sort == contents_sort() => Operand::Tuple(result),
            sort => panic!("{sort} is no Python value"),
        }
    }

    // Operands.

    pub(crate) fn operand(&self, value: ValueId) -> Operand {
        self.known.get(&value).copied().unwrap_or(Operand::Value(value))
    }

    /// The operand as a term of sort `Value`.
    pub(crate) fn boxed(&mut self, operand: Operand) -> ValueId {
        let (ctor, raw) = match operand {
            Operand::Value(value) => return value,
            Operand::None => {
                let value = self.b.constant(ctors().none_value(), ctors().value);
                self.known.insert(value, operand);
                return value;
            }
            Operand::Int(raw) => (ctors().int, raw),
            Operand::Bool(raw) => (ctors().bool, raw),
            Operand::Str(raw) => (ctors().str, raw),
            Operand::Tuple(raw) => (ctors().tuple, raw),
        };
        let value = match ctor == ctors().tuple {
            true => {
                let class = self.atom(PLAIN_TUPLE);
                self.b.construct(ctor, &[raw, class])
            }
            false => self.b.construct(ctor, &[raw]),
        };
        self.known.insert(value, operand);
        value
    }

    pub(crate) fn int(&mut self, int: impl Into<Int>) -> Operand {
        Operand::Int(self.b.int(int))
    }

    pub(crate) fn bool(&mut self, bool: bool) -> Operand {
        Operand::Bool(self.b.bool(bool))
    }

    pub(crate) fn text(&mut self, text: &str) -> Operand {
        Operand::Str(self.b.constant(Value::string(text), Sort::string()))
    }

    pub(crate) fn constant(&mut self, ctor: Ctor, atom: &str) -> Operand {
        // What a function imports is a value of its own from the start.
        if ctor == ctors().module
            && self.code.is_some()
            && let Some(module) = self.lowering.module(atom)
        {
            self.take_module(module);
        }
        let value = Value::data(ctor, [Value::Atom(Symbol::new(atom))]);
        Operand::Value(self.b.constant(value, ctors().value))
    }

    pub(crate) fn atom(&mut self, name: &str) -> ValueId {
        self.b.constant(Value::Atom(Symbol::new(name)), Sort::atom())
    }

    pub(crate) fn is(&mut self, ctor: Ctor, operand: Operand) -> ValueId {
        let known = match operand {
            Operand::Value(value) => return self.b.apply(Op::Is(ctor), &[value]),
            Operand::Int(_) => ctors().int,
            Operand::Bool(_) => ctors().bool,
            Operand::Str(_) => ctors().str,
            Operand::Tuple(_) => ctors().tuple,
            Operand::None => ctors().none,
        };
        self.b.bool(known == ctor)
    }

    pub(crate) fn nth(&mut self, seq: ValueId, index: usize) -> ValueId {
        let index = self.b.int(index);
        self.b.apply(Op::SeqNth, &[seq, index])
    }

    pub(crate) fn items(&mut self, items: &[Operand]) -> ValueId {
        let items: Vec<ValueId> = items.iter().map(|item| self.boxed(*item)).collect();
        self.b.apply(Op::SeqOf(ctors().value), &items)
    }

    /// The operand's truth, as a raw bool.
    pub(crate) fn truth(&mut self, operand: Operand) -> ValueId {
        match operand {
            Operand::Bool(raw) => raw,
            Operand::Int(raw) => {
                let zero = self.b.int(0);
                let is_zero = self.b.eq(raw, zero);
                self.b.not(is_zero)
            }
            Operand::None => self.b.bool(false),
            Operand::Str(raw) | Operand::Tuple(raw) => {
                let (len, zero) = (self.b.apply(Op::SeqLen, &[raw]), self.b.int(0));
                let is_empty = self.b.eq(len, zero);
                self.b.not(is_empty)
            }
            Operand::Value(value) => self.py("truth", &[value])[0],
        }
    }

    pub(crate) fn new_list(&mut self, items: ValueId) -> Operand {
        let list = self.b.alloc(Sort::reference("list"));
        self.write_heap("LISTS", list, items);
        Operand::Value(self.b.construct(ctors().list, &[list]))
    }

    // The heap.

    fn heap_cell(&mut self, name: &str) -> (CellId, Sort) {
        let cells = &mut self.lowering.shared.cells;
        let cell = cells.runtime(name).expect("a runtime cell");
        (cell, cells.sort(cell))
    }

    pub(crate) fn read_heap(&mut self, name: &str, reference: ValueId) -> ValueId {
        let (cell, sort) = self.heap_cell(name);
        let map = self.b.get(cell, sort);
        self.b.apply(Op::Select, &[map, reference])
    }

    pub(crate) fn write_heap(&mut self, name: &str, reference: ValueId, contents: ValueId) {
        let (cell, sort) = self.heap_cell(name);
        let map = self.b.get(cell, sort);
        let map = self.b.apply(Op::Store, &[map, reference, contents]);
        self.b.set(cell, map);
    }

    // Names.

    pub(crate) fn global_cell(&mut self, module: usize, name: &str) -> CellId {
        let name = format!("{}.{name}", self.lowering.modules[module].name);
        self.lowering.shared.cells.global(&name)
    }

    /// The variable of a name, if it is not a global here.
    fn slot(&self, name: &str) -> Option<Slot> {
        for scope in self.comprehensions.iter().rev() {
            if let Some(&variable) = scope.get(name) {
                return Some(Slot::Variable(variable));
            }
        }
        self.slots.get(name).copied()
    }

    pub(crate) fn is_global(&self, name: &str) -> bool {
        self.slot(name).is_none()
    }

    pub(crate) fn assign_name(&mut self, name: &str, value: Operand) {
        let value = self.boxed(value);
        self.store_name(name, value);
        self.bound.insert(name.to_string());
        self.foreign.remove(name);
    }

    /// Takes a name's value away.
    pub(crate) fn unbind_name(&mut self, name: &str) {
        let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
        self.store_name(name, unbound);
        self.bound.remove(name);
    }

    fn store_name(&mut self, name: &str, value: ValueId) {
        match self.slot(name) {
            Some(Slot::Variable(variable)) => self.b.define(variable, value),
            Some(Slot::Cell(cell)) => self.write_heap("CELLS", cell, value),
            None => {
                let cell = self.global_cell(self.module, name);
                if self.code.is_some() {
                    self.lowering.shared.changed.insert(cell);
                }
                self.b.set(cell, value);
            }
        }
    }

    /// The value of a name, or the exception that it has none.
    pub(crate) fn read_name(&mut self, name: &str) -> Operand {
        let (value, is_local) = match self.slot(name) {
            Some(Slot::Variable(variable)) => (self.b.read(variable), true),
            Some(Slot::Cell(cell)) => (self.read_heap("CELLS", cell), self.scope.is_local(name)),
            None if self.is_model => return self.read_builtin(name),
            None if self.class_names.contains_key(name) => return self.read_class_name(name),
            None => return self.read_global(self.module, name),
        };
        // Others may take away the value of what is shared, and of what is not local here.
        let is_fresh = self.comprehensions.iter().any(|scope| scope.contains_key(name));
        let is_bound = self.bound.contains(name) && (is_fresh || is_local && !self.scope.unbindable.contains(name));
        // To a comprehension the variables around are those of a function around it.
        let is_own = match self.comprehensions.last() {
            Some(scope) => scope.contains_key(name),
            None => is_local,
        };
        if !is_bound {
            let (error, message) = match is_own {
                true => ("UnboundLocalError", format!("cannot access local variable '{name}' {UNBOUND}")),
                false => ("NameError", format!("cannot access free variable '{name}' {UNBOUND} in enclosing scope")),
            };
            self.check_bound(value, error, &message);
        }
        self.check_known(self.module, name, value);
        self.operand(value)
    }

    /// A name in the body of a class that the body has bound.
    fn read_class_name(&mut self, name: &str) -> Operand {
        let value = self.b.get(self.class_names[name], ctors().value);
        let is_unbound = self.b.apply(Op::Is(ctors().unbound), &[value]);
        let is_foreign = self.b.apply(Op::Is(ctors().foreign), &[value]);
        let is_unknown = self.b.apply(Op::Or, &[is_unbound, is_foreign]);
        let is_known = self.b.not(is_unknown);
        self.guard(is_known, |lowerer| lowerer.unsupported("something that a class keeps"));
        self.operand(value)
    }

    /// Gets stuck if the name holds what was imported from a module that is not there.
    pub(crate) fn check_known(&mut self, module: usize, name: &str, value: ValueId) {
        let may_be_foreign = match self.is_global(name) || module != self.module {
            true => self.lowering.global_may_be_foreign(module, name),
            false => self.lowering.may_be_foreign(module, name),
        };
        if self.known.contains_key(&value) || !may_be_foreign {
            return;
        }
        let stuck = self.stuck + usize::from(self.code.is_none() && self.foreign.contains(name));
        let foreign = self.b.apply(Op::Is(ctors().foreign), &[value]);
        let known = self.b.not(foreign);
        self.guard(known, |lowerer| lowerer.unsupported("something of a module that is not modelled"));
        self.stuck = stuck;
    }

    /// Raises if the name has no value here, without looking at the builtins.
    pub(crate) fn check_name(&mut self, name: &str) {
        if !self.is_global(name) {
            self.read_name(name);
            return;
        }
        let cell = self.global_cell(self.module, name);
        let value = self.b.get(cell, ctors().value);
        self.check_bound(value, "NameError", &format!("name '{name}' is not defined"));
    }

    fn check_bound(&mut self, value: ValueId, error: &str, message: &str) {
        if self.known.contains_key(&value) {
            return;
        }
        let unbound = self.b.apply(Op::Is(ctors().unbound), &[value]);
        let bound = self.b.not(unbound);
        self.guard(bound, |lowerer| lowerer.raise(error, message));
    }

    /// Has the global surely a value whenever this code runs?
    pub(crate) fn is_global_bound(&self, module: usize, name: &str) -> bool {
        let row = &self.lowering.modules[module];
        if row.written.contains(name) || self.lowering.patched.contains(name) {
            return false;
        }
        if self.code.is_none() && module == self.module {
            return self.bound.contains(name);
        }
        let is_made = row.names.get(name).is_some_and(|sites| sites.iter().any(|site| site.is_unconditional));
        self.lowering.is_quiet && self.code.is_some() && is_made
    }

    /// A global of a module; names that the module does not bind are builtins.
    pub(crate) fn read_global(&mut self, module: usize, name: &str) -> Operand {
        let row = &self.lowering.modules[module];
        if name == "__name__" && !row.binds(name) {
            return self.text(&row.name);
        }
        if row.has_star {
            return self.unsupported_value("a name that a star import may bind");
        }
        let is_part = self.lowering.part_of(module, name).is_some();
        if !row.binds(name) && !self.lowering.patched.contains(name) && !is_part {
            return self.read_builtin(name);
        }
        let cell = self.global_cell(module, name);
        let value = self.b.get(cell, ctors().value);
        self.check_known(module, name, value);
        if self.is_global_bound(module, name) {
            return self.operand(value);
        }
        let is_builtin = crate::builtins::find(name).is_some();
        if !is_builtin {
            self.check_bound(value, "NameError", &format!("name '{name}' is not defined"));
            return self.operand(value);
        }
        let (bound, unbound, end) = (self.b.block(), self.b.block(), self.b.block());
        let is_unbound = self.b.apply(Op::Is(ctors().unbound), &[value]);
        self.b.branch(is_unbound, unbound, bound);
        self.b.seal(bound);
        self.b.seal(unbound);
        let result = self.b.block_param(end, ctors().value);
        self.b.switch_to(bound);
        self.b.jump(end, &[value]);
        self.b.switch_to(unbound);
        let builtin = self.read_builtin(name);
        let builtin = self.boxed(builtin);
        self.b.jump(end, &[builtin]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    fn read_builtin(&mut self, name: &str) -> Operand {
        use crate::builtins::Builtin;
        match crate::builtins::find(name) {
            Some(Builtin::Exception(class)) => self.constant(ctors().class, class),
            Some(Builtin::Type(class)) => {
                self.lowering.taken_builtins.insert(class);
                self.constant(ctors().class, class)
            }
            Some(Builtin::Function(function)) => {
                self.lowering.taken_builtins.insert(function);
                self.constant(ctors().builtin, function)
            }
            Some(Builtin::Constant("__debug__")) => self.bool(true),
            Some(Builtin::Constant("NotImplemented")) => self.constant(ctors().builtin, "NotImplemented"),
            Some(Builtin::Constant(_)) => self.unsupported_value("Ellipsis or NotImplemented"),
            None if name.starts_with("__") && name.ends_with("__") => {
                self.unsupported_value("an attribute of the module")
            }
            None => {
                self.raise("NameError", &format!("name '{name}' is not defined"));
                Operand::None
            }
        }
    }

    /// The slot's reference, for a nested function that shares the variable.
    pub(crate) fn shared_cell(&self, name: &str) -> Option<ValueId> {
        match self.slots.get(name) {
            Some(Slot::Cell(cell)) => Some(*cell),
            _ => None,
        }
    }

    pub(crate) fn exprs(&mut self, exprs: &'a [Expr]) -> Vec<Operand> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }
}
