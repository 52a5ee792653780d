//! Generators: functions that are suspended at `yield`, and generator expressions that become objects.
//!
//! Calling a generator function makes an iterator whose state is the function's variables and the place where it goes
//! on (`prelude/generator.py`). Its code is a function of its own, `f.<resume>`, that begins by choosing that place:
//!
//! ```text
//! def f(n):                      f.<resume>(it, sent, raised):
//!     i = 0                          n, i = ITERATORS[it]; choose the place
//!     while i < n:                   0: i = 0; while i < n:
//!         yield i                        ITERATORS[it] = n, i, place 1; return True, i
//!         i += 1                     1:  i += 1
//!                                    ITERATORS[it] = ended; return False, None
//! ```
//!
//! So whatever is needed after a `yield` must be a variable: what loops go over, the managers of `with`, how a
//! `finally` was entered ([`Place`]). Where all elements are asked for at once, nothing is suspended: `f.<collect>` runs to
//! the end and gives the elements, and how it ended. `f.<observed>` does the same for who observes the client, with what
//! mutable elements hold when they are given.
//!
//! A generator expression is such a function with one parameter, its first source.
//!
//! Left out: `yield` within a larger expression that is suspended; what elements hold that are themselves held by elements,
//! and what else can be seen of the heap between two elements, for who observes the client.

use ir::build::{FunctionBuilder, VarId};
use ir::{BlockId, FnId, Function, Param, ValueId};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use value::{Op, Sort, Symbol, Value};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::lower::{CodeKind, Lowering, contents_sort};
use crate::object::Family;
use crate::runtime::ctors;

/// What is lowered of a generator function.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// Goes on to the next `yield`.
    Resume,
    /// Runs to the end.
    Collect,
    /// The same for who observes the client.
    Observed,
}

impl Form {
    pub(crate) fn title(self, name: &str) -> String {
        let form = match self {
            Form::Resume => "resume",
            Form::Collect => "collect",
            Form::Observed => "observed",
        };
        format!("{name}.<{form}>")
    }
}

/// The generator whose code is being lowered.
pub(crate) struct Generator {
    kind: Kind,
    /// The variables that are needed after a `yield` here, beyond the function's own.
    live: Vec<VarId>,
    /// Where it goes on after each `yield`, and how many of these were met.
    places: Vec<BlockId>,
    met: usize,
}

#[derive(Copy, Clone)]
enum Kind {
    Resumed { it: ValueId, state: ValueId, sent: ValueId, raised: ValueId },
    Collected { items: VarId, between: VarId, is_observed: bool },
}

/// A value that is needed later, perhaps after a `yield`.
#[derive(Copy, Clone)]
pub(crate) enum Place {
    Value(ValueId),
    Variable(VarId),
}

/// The first entries of the state: the kind, the code, where it goes on, the closure's contents.
const GOES_ON: usize = 2;
const CONTENTS: usize = 3;
const FIRST_VARIABLE: usize = 4;
const ENDED: i64 = -1;
const RUNNING: i64 = -2;

impl<'a> Lowering<'a> {
    /// Is the code that of a generator that is understood as one?
    pub(crate) fn is_generator(&self, code: usize) -> bool {
        let row = &self.codes[code];
        let CodeKind::Def(def) = row.kind else { return false };
        row.scope.is_generator && !row.scope.is_async && !def.is_async
    }

    /// The generator as a function with one parameter.
    pub(crate) fn code_of_generator(
        &mut self,
        module: usize,
        parent: Option<usize>,
        within: &str,
        generator: &'a ast::ExprGenerator,
    ) -> Option<usize> {
        let key = std::ptr::from_ref(generator) as usize;
        if let Some(def) = self.generator_defs.get(&key) {
            let def: &'a ast::StmtFunctionDef = def;
            return Some(self.code_of_def(module, parent, within, def));
        }
        let def: &'a ast::StmtFunctionDef = Box::leak(Box::new(as_function(generator)?));
        self.generator_defs.insert(key, def);
        Some(self.code_of_def(module, parent, within, def))
    }

    /// Which code of generators there is, with the atoms that stand for it.
    pub(crate) fn generator_code(&mut self) -> Vec<(Symbol, FnId)> {
        let codes = self.generators.clone();
        let row = |code: usize| {
            let name = Form::Resume.title(&self.codes[code].name);
            (Symbol::new(&name), self.form(code, Form::Resume))
        };
        codes.into_iter().map(row).collect()
    }
}

/// The names of the arguments and of the function that a generator expression is.
const SOURCE: &str = ".0";
const NAME: &str = "<genexpr>";

/// `def <genexpr>(.0): for x in .0: if …: yield …`; `None`: it is asynchronous, or binds names around it.
fn as_function(generator: &ast::ExprGenerator) -> Option<ast::StmtFunctionDef> {
    struct Names(bool);
    impl<'v> Visitor<'v> for Names {
        fn visit_expr(&mut self, expr: &'v Expr) {
            self.0 |= matches!(expr, Expr::Named(_));
            visitor::walk_expr(self, expr);
        }
    }
    let mut names = Names(false);
    names.visit_expr(&Expr::Generator(generator.clone()));
    if names.0 || generator.generators.iter().any(|clause| clause.is_async) {
        return None;
    }
    let text = format!("def f(p):\n    yield {NOTHING}\n");
    let Stmt::FunctionDef(mut def) =
        ruff_python_parser::parse_module(&text).ok()?.into_syntax().body.into_iter().next()?
    else {
        return None;
    };
    let range = generator.range();
    let Some(Stmt::Expr(mut yielded)) = def.body.pop() else { return None };
    let Expr::Yield(inner) = &mut *yielded.value else { return None };
    inner.value = Some(generator.elt.clone());
    inner.range = range;
    yielded.range = range;
    let mut body = Stmt::Expr(yielded);
    for (index, clause) in generator.generators.iter().enumerate().rev() {
        for condition in clause.ifs.iter().rev() {
            body = Stmt::If(ast::StmtIf {
                node_index: Default::default(),
                range,
                test: Box::new(condition.clone()),
                body: vec![body].into(),
                elif_else_clauses: Vec::new(),
            });
        }
        let source = match index {
            0 => Expr::Name(ast::ExprName {
                node_index: Default::default(),
                range: clause.iter.range(),
                id: SOURCE.into(),
                ctx: ast::ExprContext::Load,
            }),
            _ => clause.iter.clone(),
        };
        body = Stmt::For(ast::StmtFor {
            node_index: Default::default(),
            range,
            is_async: false,
            target: Box::new(clause.target.clone()),
            iter: Box::new(source),
            body: vec![body].into(),
            orelse: Default::default(),
        });
    }
    def.body = vec![body].into();
    def.range = range;
    def.name.id = NAME.into();
    def.parameters.args[0].parameter.name.id = SOURCE.into();
    Some(def)
}

/// Stands for the element until it is put there.
const NOTHING: &str = "None";

/// How many `yield`s a function has.
fn count_yields(body: &[Stmt]) -> usize {
    let mut yields = Yields(0);
    yields.visit_body(body);
    yields.0
}

/// Finds `yield` outside of nested functions.
struct Yields(usize);

impl<'v> Visitor<'v> for Yields {
    fn visit_stmt(&mut self, stmt: &'v Stmt) {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'v Expr) {
        match expr {
            Expr::Lambda(_) => return,
            Expr::Yield(_) | Expr::YieldFrom(_) => self.0 += 1,
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

impl<'a, 'l> Lowerer<'a, 'l> {
    /// The body of a generator function: it makes the generator.
    pub(crate) fn make_generator(&mut self, code: usize) {
        self.lowering.note_generator(code);
        let name = Form::Resume.title(&self.lowering.codes[code].name);
        let kind = self.constant(ctors().builtin, "generator");
        let resumed = self.constant(ctors().function, &name);
        let start = self.int(0);
        let contents = match self.contents {
            Some(contents) => contents,
            None => self.items(&[]),
        };
        let mut state = vec![kind, resumed, start, Operand::Tuple(contents)];
        let variables = self.variables();
        state.extend(variables.into_iter().map(Operand::Value));
        let state = self.items(&state);
        let it = self.b.alloc(Sort::reference("iterator"));
        self.write_heap("ITERATORS", it, state);
        let generator = self.b.construct(ctors().iterator, &[it]);
        self.b.return_(&[generator]);
    }

    /// One of the functions that are made of a generator function.
    pub(crate) fn generator_function(lowering: &'l mut Lowering<'a>, code: usize, form: Form) -> Function {
        let value = ctors().value;
        let row = &lowering.codes[code];
        let (name, is_nested) = (row.name.clone(), row.parent.is_some());
        let param = |name: &str, sort| Param { name: Symbol::new(name), sort };
        let (params, results) = match form {
            Form::Resume => {
                let it = param("<iterator>", Sort::reference("iterator"));
                (vec![it, param("<sent>", value), param("<raised>", value)], vec![Sort::bool(), value])
            }
            Form::Collect | Form::Observed => {
                let closure = is_nested.then(|| param("<closure>", contents_sort()));
                let own = row.signature.names().map(|name| param(name, value));
                let items = contents_sort();
                (closure.into_iter().chain(own).collect(), vec![items, items, value])
            }
        };
        let builder = FunctionBuilder::new(&form.title(&name), params, results, Some(value));
        let CodeKind::Def(def) = row.kind else { unreachable!("a lambda is no generator here") };
        let mut lowerer = Lowerer::of_code(lowering, code, builder);
        match form {
            Form::Resume => lowerer.resumed(def),
            Form::Collect | Form::Observed => lowerer.collected(code, def, form == Form::Observed),
        }
        lowerer.b.finish()
    }

    fn resumed(&mut self, def: &'a ast::StmtFunctionDef) {
        let (it, sent, raised) = (self.b.param(0), self.b.param(1), self.b.param(2));
        let state = self.read_heap("ITERATORS", it);
        let place = self.nth(state, GOES_ON);
        let place = self.b.apply(Op::Field(ctors().int, 0), &[place]);
        let (ended, running) = (self.b.int(ENDED), self.b.int(RUNNING));
        let is_ended = self.b.eq(place, ended);
        let goes_on = self.b.not(is_ended);
        self.guard(goes_on, |lowerer| {
            lowerer.raise_if_any(raised);
            let (no, none) = (lowerer.b.bool(false), lowerer.boxed(Operand::None));
            lowerer.b.return_(&[no, none]);
            lowerer.dead();
        });
        let is_running = self.b.eq(place, running);
        let rests = self.b.not(is_running);
        self.guard(rests, |lowerer| lowerer.raise("ValueError", "generator already executing"));
        self.go_to(it, state, RUNNING);
        self.restore_names(state, CONTENTS, FIRST_VARIABLE);
        let count = count_yields(&def.body);
        let start = self.b.block();
        let places: Vec<BlockId> = (0..count).map(|_| self.b.block()).collect();
        let cases = places.iter().enumerate().map(|(index, block)| (Value::int(index as i64 + 1), *block));
        self.b.switch(place, cases.collect(), start);
        self.b.seal(start);
        places.iter().for_each(|place| self.b.seal(*place));
        self.b.switch_to(start);
        let failed = self.b.block();
        let exception = self.b.block_param(failed, ctors().value);
        self.handler = Some(failed);
        let kind = Kind::Resumed { it, state, sent, raised };
        self.generator = Some(Generator { kind, live: Vec::new(), places: places.clone(), met: 0 });
        self.restore(state, FIRST_VARIABLE);
        self.raise_if_any(raised);
        self.block(&def.body);
        self.return_from(Operand::None);
        self.handler = None;
        let met = self.generator.as_ref().map_or(0, |generator| generator.met);
        for place in &places[met..] {
            self.b.switch_to(*place);
            self.b.unsupported("a place that is not reached");
        }
        self.b.seal(failed);
        if self.b.is_reached(failed) {
            self.b.switch_to(failed);
            let state = self.read_heap("ITERATORS", it);
            self.go_to(it, state, ENDED);
            self.raise_from_generator(exception);
        }
    }

    fn collected(&mut self, code: usize, def: &'a ast::StmtFunctionDef, is_observed: bool) {
        self.declare_names(code);
        let (items, between) = (self.b.variable(contents_sort()), self.b.variable(contents_sort()));
        let none = self.items(&[]);
        self.b.define(items, none);
        self.b.define(between, none);
        let (failed, stopped) = (self.b.block(), self.b.block());
        let exception = self.b.block_param(failed, ctors().value);
        let error = self.b.block_param(stopped, ctors().value);
        self.handler = Some(failed);
        let kind = Kind::Collected { items, between, is_observed };
        self.generator = Some(Generator { kind, live: Vec::new(), places: Vec::new(), met: 0 });
        self.block(&def.body);
        self.return_from(Operand::None);
        self.b.seal(failed);
        self.handler = Some(stopped);
        if self.b.is_reached(failed) {
            self.b.switch_to(failed);
            self.raise_from_generator(exception);
        }
        self.handler = None;
        self.b.seal(stopped);
        if self.b.is_reached(stopped) {
            self.b.switch_to(stopped);
            let (items, between) = (self.b.read(items), self.b.read(between));
            self.b.return_(&[items, between, error]);
        }
    }

    /// What leaves a generator: a StopIteration is an error there.
    fn raise_from_generator(&mut self, exception: ValueId) {
        let stop = self.constant(ctors().class, "StopIteration");
        let stop = self.boxed(stop);
        let is_stop = self.py("catches", &[exception, stop])[0];
        let goes_on = self.b.not(is_stop);
        self.guard(goes_on, |lowerer| lowerer.raise("RuntimeError", "generator raised StopIteration"));
        self.raise_value(exception);
    }

    /// Raises the exception, unless it is `Unbound`.
    fn raise_if_any(&mut self, raised: ValueId) {
        let is_none = self.b.apply(Op::Is(ctors().unbound), &[raised]);
        self.guard(is_none, |lowerer| lowerer.raise_value(raised));
    }

    /// Writes where the generator goes on.
    fn go_to(&mut self, it: ValueId, state: ValueId, place: i64) {
        let (at, place) = (self.b.int(GOES_ON), self.int(place));
        let place = self.boxed(place);
        let state = self.b.apply(Op::SeqUpdate, &[state, at, place]);
        self.write_heap("ITERATORS", it, state);
    }

    /// Is this code suspended at `yield`?
    pub(crate) fn is_resumed(&self) -> bool {
        matches!(&self.generator, Some(Generator { kind: Kind::Resumed { .. }, .. }))
    }

    /// May the statements be left by a `yield`?
    pub(crate) fn is_suspended_in(&self, body: &[Stmt]) -> bool {
        self.is_resumed() && count_yields(body) > 0
    }

    /// Returns from the function that is lowered.
    pub(crate) fn return_from(&mut self, value: Operand) {
        if !self.is_alive() {
            return;
        }
        let value = self.boxed(value);
        match self.generator.as_ref().map(|generator| generator.kind) {
            None => self.b.return_(&[value]),
            Some(Kind::Resumed { it, state, .. }) => {
                self.go_to(it, state, ENDED);
                let no = self.b.bool(false);
                self.b.return_(&[no, value]);
            }
            Some(Kind::Collected { items, between, .. }) => {
                let (items, between) = (self.b.read(items), self.b.read(between));
                let fine = self.b.constant(ctors().unbound_value(), ctors().value);
                self.b.return_(&[items, between, fine]);
            }
        }
    }

    // Variables across a `yield`.

    /// Remembers the value, so that it is there after a `yield`.
    pub(crate) fn placed(&mut self, value: ValueId) -> Place {
        let variable = self.b.variable(self.b.sort(value));
        self.b.define(variable, value);
        self.keep_alive(variable);
        Place::Variable(variable)
    }

    /// The same where these statements may be left by a `yield`.
    pub(crate) fn placed_in(&mut self, value: Operand, body: &[Stmt]) -> Place {
        let value = self.boxed(value);
        if self.is_suspended_in(body) { self.placed(value) } else { Place::Value(value) }
    }

    pub(crate) fn at_place(&mut self, place: Place) -> ValueId {
        match place {
            Place::Value(value) => value,
            Place::Variable(variable) => self.b.read(variable),
        }
    }

    /// The variable is needed after every `yield` until [`Lowerer::let_go`].
    pub(crate) fn keep_alive(&mut self, variable: VarId) {
        if let Some(generator) = &mut self.generator {
            generator.live.push(variable);
        }
    }

    /// How many variables are kept.
    pub(crate) fn kept_alive(&self) -> usize {
        self.generator.as_ref().map_or(0, |generator| generator.live.len())
    }

    pub(crate) fn let_go(&mut self, count: usize) {
        if let Some(generator) = &mut self.generator {
            generator.live.truncate(count);
        }
    }

    /// Suspends here with that element. What is sent is there when it goes on.
    fn suspend(&mut self, it: ValueId, state: ValueId, item: ValueId) {
        let Some(generator) = &mut self.generator else { unreachable!("only generators are suspended") };
        let live = generator.live.clone();
        let place = generator.met;
        let Some(&block) = generator.places.get(place) else { unreachable!("all places are counted") };
        generator.met += 1;
        let heads = [0, 1, CONTENTS].map(|index| self.nth(state, index));
        let goes_on = self.int(place + 1);
        let goes_on = self.boxed(goes_on);
        let mut saved = vec![heads[0], heads[1], goes_on, heads[2]];
        saved.extend(self.variables());
        for variable in &live {
            let value = self.b.read(*variable);
            let value = self.raw(value);
            saved.push(self.boxed(value));
        }
        let saved = self.b.apply(Op::SeqOf(ctors().value), &saved);
        self.write_heap("ITERATORS", it, saved);
        let yes = self.b.bool(true);
        self.b.return_(&[yes, item]);
        self.b.switch_to(block);
        let next = FIRST_VARIABLE + self.restore(state, FIRST_VARIABLE);
        for (index, variable) in live.iter().enumerate() {
            let value = self.nth(state, next + index);
            let value = self.unboxed(value, self.b.variable_sort(*variable));
            self.b.define(*variable, value);
        }
    }

    /// The contents of a value of which it is known what it is.
    fn unboxed(&mut self, value: ValueId, sort: Sort) -> ValueId {
        let ctor = match sort {
            sort if sort == ctors().value => return value,
            sort if sort == Sort::int() => ctors().int,
            sort if sort == Sort::bool() => ctors().bool,
            sort if sort == Sort::string() => ctors().str,
            _ => ctors().tuple,
        };
        self.b.apply(Op::Field(ctor, 0), &[value])
    }

    // What yields.

    /// The value of a statement, which may be a `yield` that is suspended. `is_used`: it goes anywhere.
    pub(crate) fn statement_value(&mut self, expr: &'a Expr, is_used: bool) -> Operand {
        match expr {
            Expr::Yield(yielded) if self.generator.is_some() => {
                let value = yielded.value.as_deref().map_or(Operand::None, |value| self.expr(value));
                self.at(expr.range());
                self.yield_one(value)
            }
            Expr::YieldFrom(yielded) if self.generator.is_some() => {
                if !is_used && self.yield_collected(&yielded.value) {
                    return Operand::None;
                }
                let value = self.expr(&yielded.value);
                self.at(expr.range());
                self.yield_from(value)
            }
            other => self.expr(other),
        }
    }

    /// A `yield` within a larger expression.
    pub(crate) fn yield_within(&mut self, expr: &'a Expr) -> Operand {
        match &self.generator {
            Some(Generator { kind: Kind::Collected { .. }, .. }) => self.statement_value(expr, true),
            _ => self.unsupported_value("yield within an expression"),
        }
    }

    fn yield_one(&mut self, value: Operand) -> Operand {
        let value = self.boxed(value);
        match self.generator.as_ref().map(|generator| generator.kind) {
            Some(Kind::Resumed { it, state, sent, raised }) => {
                self.suspend(it, state, value);
                self.raise_if_any(raised);
                Operand::Value(sent)
            }
            Some(Kind::Collected { items, between, is_observed }) => {
                self.collect_yielded(items, between, is_observed, value);
                Operand::None
            }
            None => unreachable!("only generators yield"),
        }
    }

    fn collect_yielded(&mut self, items: VarId, between: VarId, is_observed: bool, value: ValueId) {
        self.append(items, value);
        if is_observed {
            let before = self.b.read(between);
            let after = self.look_at(before, value);
            self.b.define(between, after);
        }
    }

    fn append(&mut self, items: VarId, value: ValueId) {
        let (before, one) = (self.b.read(items), self.b.apply(Op::SeqOf(ctors().value), &[value]));
        let after = self.b.apply(Op::SeqConcat, &[before, one]);
        self.b.define(items, after);
    }

    /// What can be seen of a mutable element now, and of what was written so far.
    fn look_at(&mut self, before: ValueId, value: ValueId) -> ValueId {
        let mut seen = self.py("looked_at", &[before, value])[0];
        if self.lowering.shared.writes_output {
            seen = self.py("written_so_far", &[seen])[0];
        }
        if !self.has_objects() {
            return seen;
        }
        let (object, end) = (self.b.block(), self.b.block());
        let result = self.b.block_param(end, contents_sort());
        let is_object = self.b.apply(Op::Is(ctors().object), &[value]);
        let other = ir::Target { block: end, args: [seen].into_iter().collect() };
        self.b.branch_with(is_object, ir::Target { block: object, args: ir::Args::new() }, other);
        self.b.seal(object);
        self.b.switch_to(object);
        let attributes = self.by_class(Family::Attributes, &[Operand::Value(value)]);
        let one = self.items(&[attributes]);
        let more = self.b.apply(Op::SeqConcat, &[seen, one]);
        self.b.jump(end, &[more]);
        self.b.seal(end);
        self.b.switch_to(end);
        result
    }

    /// `yield from`: gives what another iterator gives, and is what that returns.
    fn yield_from(&mut self, value: Operand) -> Operand {
        let source = self.py_value("iter_", &[value]);
        let source = self.boxed(source);
        match self.generator.as_ref().map(|generator| generator.kind) {
            Some(Kind::Resumed { it, state, sent, raised }) => self.delegate(it, state, sent, raised, source),
            Some(Kind::Collected { items, between, is_observed }) => {
                let (head, more, end) = (self.b.block(), self.b.block(), self.b.block());
                self.b.jump(head, &[]);
                self.b.switch_to(head);
                let (none, fine) = (self.boxed(Operand::None), self.unbound());
                let given = self.py("delegate", &[source, none, fine]);
                self.b.branch(given[0], more, end);
                self.b.seal(more);
                self.b.seal(end);
                self.b.switch_to(more);
                self.collect_yielded(items, between, is_observed, given[1]);
                self.b.jump(head, &[]);
                self.b.seal(head);
                self.b.switch_to(end);
                Operand::Value(given[1])
            }
            None => unreachable!("only generators yield"),
        }
    }

    fn delegate(&mut self, it: ValueId, state: ValueId, sent: ValueId, raised: ValueId, source: ValueId) -> Operand {
        let kept = self.kept_alive();
        let source = self.placed(source);
        let (passed, thrown) = (self.b.variable(ctors().value), self.b.variable(ctors().value));
        let (none, fine) = (self.boxed(Operand::None), self.unbound());
        self.b.define(passed, none);
        self.b.define(thrown, fine);
        let (head, more, end) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let inner = self.at_place(source);
        let (to_pass, to_throw) = (self.b.read(passed), self.b.read(thrown));
        let given = self.py("delegate", &[inner, to_pass, to_throw]);
        self.b.branch(given[0], more, end);
        self.b.seal(more);
        self.b.seal(end);
        self.b.switch_to(more);
        self.suspend(it, state, given[1]);
        self.b.define(passed, sent);
        self.b.define(thrown, raised);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.b.switch_to(end);
        self.let_go(kept);
        Operand::Value(given[1])
    }

    fn unbound(&mut self) -> ValueId {
        self.b.constant(ctors().unbound_value(), ctors().value)
    }

    /// Gives elements that were collected.
    fn give_all(&mut self, more: ValueId, more_between: ValueId) {
        let Some(Kind::Collected { items, between, .. }) = self.generator.as_ref().map(|generator| generator.kind)
        else {
            unreachable!("asked only where all is collected")
        };
        for (variable, more) in [(items, more), (between, more_between)] {
            let before = self.b.read(variable);
            let after = self.b.apply(Op::SeqConcat, &[before, more]);
            self.b.define(variable, after);
        }
    }

    // Generators that are asked for all elements at once.

    /// `yield from f(…)` of a generator, where all is collected: that is collected too.
    fn yield_collected(&mut self, expr: &'a Expr) -> bool {
        let form = match self.generator.as_ref().map(|generator| generator.kind) {
            Some(Kind::Collected { is_observed: true, .. }) => Form::Observed,
            Some(Kind::Collected { .. }) => Form::Collect,
            _ => return false,
        };
        let Expr::Call(call) = expr else { return false };
        let Some(code) = self.known_generator(call) else { return false };
        if let Some([items, between, outcome]) = self.collect_call(call, code, form) {
            self.give_all(items, between);
            self.raise_if_any(outcome);
        }
        true
    }

    /// The generator function that is called, if that is certain.
    fn known_generator(&mut self, call: &'a ast::ExprCall) -> Option<usize> {
        let crate::call::Target::Code(code) = self.target(&call.func) else { return None };
        let is_plain = !crate::opaque::has_stars(call) && self.lowering.is_generator(code);
        (is_plain && self.shared_unknown(code).is_none()).then_some(code)
    }

    fn collect_call(&mut self, call: &'a ast::ExprCall, code: usize, form: Form) -> Option<[ValueId; 3]> {
        self.check_global(&call.func);
        let arguments = self.arguments(call)?;
        self.at(call.range());
        self.collect_code(code, &arguments, form)
    }

    /// All that a call of the generator function gives, what was seen of it, and the exception that ended it or
    /// `Unbound`.
    pub(crate) fn collect_code(&mut self, code: usize, arguments: &Arguments, form: Form) -> Option<[ValueId; 3]> {
        let args = self.bind(code, None, arguments)?;
        let id = self.lowering.form(code, form);
        let items = contents_sort();
        let results = self.call(id, &args, &[items, items, ctors().value]);
        Some([results[0], results[1], results[2]])
    }

    /// The elements of a generator that is called and gone through at once.
    pub(crate) fn collect_called(&mut self, call: &'a ast::ExprCall) -> Option<ValueId> {
        let code = self.known_generator(call)?;
        let Some([items, _, outcome]) = self.collect_call(call, code, Form::Collect) else {
            return Some(self.items(&[]));
        };
        self.raise_if_any(outcome);
        Some(items)
    }

    /// A generator expression that becomes an object.
    pub(crate) fn generator_object(&mut self, expr: &'a Expr, generator: &'a ast::ExprGenerator) -> Operand {
        const WHAT: &str = "a generator expression";
        if self.steps_outside() || self.code.is_none() || !self.comprehensions.is_empty() {
            return self.opaque_expr(expr, WHAT);
        }
        let within = self.within.clone();
        let code = self.lowering.code_of_generator(self.module, self.code, &within, generator);
        let Some(code) = code else { return self.unsupported_value(WHAT) };
        let source = self.expr(&generator.generators[0].iter);
        self.at(expr.range());
        let source = self.py_value("iter_", &[source]);
        let function = self.make_function(code);
        if !self.is_alive() {
            return Operand::None;
        }
        let function = self.boxed(function);
        let closure = self.b.apply(Op::Field(ctors().closure, 0), &[function]);
        let contents = self.read_heap("CLOSURES", closure);
        self.call_code(code, Some(contents), &Arguments { positional: vec![source], keywords: vec![] })
    }

    // Hooks.

    /// Goes on with whichever generator it is.
    pub(crate) fn write_generator_step(&mut self) {
        let [it, code, sent, raised] = [0, 1, 2, 3].map(|index| self.b.param(index));
        let codes = self.lowering.generators.clone();
        if codes.is_empty() {
            return self.b.unsupported("a generator");
        }
        let atom = |lowering: &Lowering<'_>, code: &usize| {
            Value::Atom(Symbol::new(&Form::Resume.title(&lowering.codes[*code].name)))
        };
        let cases: Vec<(Value, BlockId)> = codes.iter().map(|of| (atom(self.lowering, of), self.b.block())).collect();
        let other = self.b.block();
        self.b.switch(code, cases.clone(), other);
        self.b.seal(other);
        for ((_, block), of) in cases.into_iter().zip(codes) {
            self.b.seal(block);
            self.b.switch_to(block);
            let id = self.lowering.form(of, Form::Resume);
            let results = self.call(id, &[it, sent, raised], &[Sort::bool(), ctors().value]);
            self.b.return_(&results);
        }
        self.b.switch_to(other);
        self.unsupported("a generator");
    }

    /// Ends a generator that is suspended.
    pub(crate) fn write_generator_end(&mut self) {
        let (it, code) = (self.b.param(0), self.b.param(1));
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let exit = Value::data(
            ctors().exception,
            [Value::Atom(Symbol::new("GeneratorExit")), Value::seq(Vec::new()), Value::Bool(false)],
        );
        let exit = self.b.constant(exit, ctors().value);
        self.handler = Some(caught);
        let none = self.boxed(Operand::None);
        let more = self.py("generator_step", &[it, code, none, exit])[0];
        self.handler = None;
        let is_ended = self.b.not(more);
        self.guard(is_ended, |lowerer| lowerer.raise("RuntimeError", "generator ignored GeneratorExit"));
        self.b.return_(&[none]);
        self.b.seal(caught);
        self.b.switch_to(caught);
        let class = self.constant(ctors().class, "GeneratorExit");
        let class = self.boxed(class);
        let is_exit = self.py("catches", &[exception, class])[0];
        self.guard(is_exit, |lowerer| lowerer.raise_value(exception));
        let none = self.boxed(Operand::None);
        self.b.return_(&[none]);
    }

    /// What an iterator gives that calls a function for each element: a StopIteration is its end.
    pub(crate) fn write_stepped_next(&mut self) {
        if !self.lowering.has_stepped {
            return self.b.unsupported("an iterator that calls functions");
        }
        let it = self.b.param(0);
        let state = self.read_heap("ITERATORS", it);
        let function = Operand::Value(self.nth(state, 1));
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        self.handler = Some(caught);
        let made = self.call_value(function, &Arguments::default());
        self.handler = None;
        let (more, made) = (self.b.bool(true), self.boxed(made));
        self.b.return_(&[more, made]);
        self.b.seal(caught);
        self.b.switch_to(caught);
        let is_end = self.py("is_plain_end", &[exception])[0];
        self.guard(is_end, |lowerer| lowerer.raise_value(exception));
        let (no_more, nothing) = (self.b.bool(false), self.boxed(Operand::None));
        self.b.return_(&[no_more, nothing]);
    }

    /// Is there no iterator that is seen by its elements?
    fn has_plain_iterators_only(&self) -> bool {
        let words = ["zip", "enumerate", "itertools"];
        let is_plain = |module: &crate::module::Module| !words.iter().any(|word| module.text().contains(word));
        self.lowering.generators.is_empty() && !self.lowering.has_stepped && self.lowering.modules.iter().all(is_plain)
    }

    /// What is seen of an iterator that the client gives back: all that it gives, of a generator and of those that
    /// are made of others.
    pub(crate) fn write_observed_iterator(&mut self) {
        let a = self.b.param(0);
        if self.has_plain_iterators_only() {
            return self.b.return_(&[a]);
        }
        let is_drawn = self.py("is_drawn", &[a])[0];
        self.guard(is_drawn, |lowerer| {
            lowerer.b.return_(&[a]);
            lowerer.dead();
        });
        let (items, between) = (self.b.variable(contents_sort()), self.b.variable(contents_sort()));
        let none = self.items(&[]);
        self.b.define(items, none);
        let begun = self.begun();
        self.b.define(between, begun);
        let (head, more, end, failed) = (self.b.block(), self.b.block(), self.b.block(), self.b.block());
        let exception = self.b.block_param(failed, ctors().value);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let zero = self.b.int(0);
        self.handler = Some(failed);
        let given = self.py("iter_next", &[a, zero]);
        self.handler = None;
        self.b.branch(given[0], more, end);
        self.b.seal(more);
        self.b.seal(end);
        self.b.switch_to(more);
        self.collect_yielded(items, between, true, given[1]);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.b.switch_to(end);
        let fine = self.unbound();
        self.give_drawn(a, items, between, fine);
        self.b.seal(failed);
        self.b.switch_to(failed);
        self.give_drawn(a, items, between, exception);
    }

    /// What is seen before the first element is asked for: what was written by then.
    pub(crate) fn begun(&mut self) -> ValueId {
        let nothing = self.items(&[]);
        match self.lowering.shared.writes_output {
            true => self.py("written_so_far", &[nothing])[0],
            false => nothing,
        }
    }

    fn give_drawn(&mut self, of: ValueId, items: VarId, between: VarId, outcome: ValueId) {
        let (items, between) = (self.b.read(items), self.b.read(between));
        let drawn = self.drawn(items, between, outcome);
        let drawn = self.py("drawn_of", &[drawn, of])[0];
        self.b.return_(&[drawn]);
    }

    /// What is seen of a generator.
    pub(crate) fn drawn(&mut self, items: ValueId, between: ValueId, outcome: ValueId) -> ValueId {
        let (raised, end) = (self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        let is_fine = self.b.apply(Op::Is(ctors().unbound), &[outcome]);
        let fine = ir::Target { block: end, args: [outcome].into_iter().collect() };
        self.b.branch_with(is_fine, fine, ir::Target { block: raised, args: ir::Args::new() });
        self.b.seal(raised);
        self.b.switch_to(raised);
        self.note_slip(outcome);
        let reduced = self.reduced(outcome);
        self.b.jump(end, &[reduced]);
        self.b.seal(end);
        self.b.switch_to(end);
        self.py("drawn", &[items, between, result])[0]
    }
}

/// The functions of generator expressions, by where these stand.
pub(crate) type Defs<'a> = rustc_hash::FxHashMap<usize, &'a ast::StmtFunctionDef>;
