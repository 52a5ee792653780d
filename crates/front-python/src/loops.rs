//! Iteration, of `for` and of comprehensions.
//!
//! A loop holds its source and a position, no iterator object: `range`, `enumerate` and `zip`
//! written in the loop itself never become objects at all. A list's length is read in each round.

use ir::build::VarId;
use ir::{BlockId, ValueId};
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{IntOp, Op, Sort};

use crate::builtins::Builtin;
use crate::call::{Arguments, Target};
use crate::function::{Lowerer, Operand};
use crate::generator::Place;
use crate::object::Family;
use crate::runtime::ctors;

/// What a loop goes over.
pub(crate) enum Source {
    /// `goes_up`: the sign of the step, where it is a literal.
    Range {
        stop: Place,
        step: Place,
        goes_up: Option<bool>,
        at: VarId,
    },
    Any {
        source: Place,
        at: VarId,
    },
    Enumerate {
        source: Place,
        start: Place,
        at: VarId,
    },
    Zip {
        sources: Vec<Place>,
        at: VarId,
    },
    /// `map(function, source)`
    Mapped {
        function: Place,
        source: Place,
        at: VarId,
    },
    /// `filter(function, source)`; `None` keeps what is true.
    Filtered {
        function: Option<Place>,
        source: Place,
        at: VarId,
    },
}

/// What a round gives its target.
pub(crate) enum Item {
    One(Operand),
    /// The elements of a tuple.
    Several(Vec<Operand>),
}

/// What is gone through at once.
#[derive(Copy, Clone)]
pub(crate) enum Each<'a> {
    Generator(&'a ast::ExprGenerator),
    /// A call of `map` or `filter`.
    Mapped(&'a ast::ExprCall),
}

#[derive(Copy, Clone)]
pub(crate) enum Element<'a> {
    /// As it is written, to be evaluated.
    Written(&'a Expr),
    Given(Operand),
}

/// A loop whose head is lowered and whose body is the current block.
pub(crate) struct OpenLoop {
    head: BlockId,
    /// Where `continue` goes.
    pub(crate) next: BlockId,
    /// Where the end of the source leads.
    pub(crate) otherwise: BlockId,
    pub(crate) item: Item,
}

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn for_stmt(&mut self, stmt: &'a ast::StmtFor) {
        let source = self.loop_source(&stmt.iter);
        let kept = self.kept_alive();
        let source = if self.is_suspended_in(&stmt.body) { self.placed_source(source) } else { source };
        let end = self.b.block();
        let before = self.bound.clone();
        self.at(stmt.range());
        let open = self.open_loop(&source);
        self.assign_item(&stmt.target, &open.item);
        self.loop_body(&stmt.body, open.next, end);
        self.close_loop(&source, &open);
        self.let_go(kept);
        self.bound = before;
        self.after_loop(open.otherwise, &stmt.orelse, end);
    }

    /// Evaluates what is iterated over, once.
    pub(crate) fn loop_source(&mut self, iter: &'a Expr) -> Source {
        if let Expr::Call(call) = iter
            && call.arguments.keywords.is_empty()
            && !call.arguments.args.iter().any(Expr::is_starred_expr)
            && let Some(source) = self.known_source(call)
        {
            return source;
        }
        let value = self.expr(iter);
        self.at(iter.range());
        self.source_of(value)
    }

    fn known_source(&mut self, call: &'a ast::ExprCall) -> Option<Source> {
        let args = &call.arguments.args;
        match (self.target(&call.func), args.len()) {
            (Target::Builtin(Builtin::Type("range")), 1..=3) => Some(self.range_source(args)),
            (Target::Builtin(Builtin::Type("enumerate")), 1 | 2) => {
                let value = self.expr(&args[0]);
                let start = match args.get(1) {
                    Some(start) => self.expr(start),
                    None => self.int(0),
                };
                let start = Place::Value(self.index(start));
                let source = self.iter_source(value);
                Some(Source::Enumerate { source, start, at: self.counter() })
            }
            (Target::Builtin(Builtin::Type("zip")), 1..) => {
                let values = self.exprs(args);
                let sources = values.into_iter().map(|value| self.iter_source(value)).collect();
                Some(Source::Zip { sources, at: self.counter() })
            }
            (Target::Builtin(Builtin::Type(name @ ("map" | "filter"))), 2) => {
                let function = self.expr(&args[0]);
                let value = self.expr(&args[1]);
                self.at(call.range());
                if name == "filter" {
                    self.check_function(function);
                }
                let (source, at) = (self.iter_source(value), self.counter());
                let is_none = matches!(function, Operand::None);
                let function = Place::Value(self.boxed(function));
                Some(match name {
                    "map" => Source::Mapped { function, source, at },
                    _ => Source::Filtered { function: (!is_none).then_some(function), source, at },
                })
            }
            (Target::Unknown, 0) => {
                let view = self.view_of(call)?;
                Some(Source::Any { source: Place::Value(self.boxed(view)), at: self.counter() })
            }
            _ => None,
        }
    }

    /// None in place of a function has a meaning of its own, which is modelled where it is written.
    pub(crate) fn check_function(&mut self, function: Operand) {
        if let Operand::Value(value) = function {
            let none = self.b.apply(Op::Is(ctors().none), &[value]);
            let is_function = self.b.not(none);
            self.guard(is_function, |lowerer| lowerer.unsupported("a function that is None"));
        }
    }

    /// `d.keys()`, `d.values()` or `d.items()` where it is gone through at once.
    pub(crate) fn view(&mut self, expr: &'a Expr) -> Option<Operand> {
        match expr {
            Expr::Call(call) if call.arguments.is_empty() && self.target(&call.func) == Target::Unknown => {
                self.view_of(call)
            }
            _ => None,
        }
    }

    fn view_of(&mut self, call: &'a ast::ExprCall) -> Option<Operand> {
        let Expr::Attribute(attribute) = &*call.func else { return None };
        let what = ["keys", "values", "items"].iter().position(|name| attribute.attr.as_str() == *name)?;
        let value = self.expr(&attribute.value);
        let value = self.boxed(value);
        let object = Operand::Value(value);
        self.at(call.range());
        let name = self.attribute_name(&attribute.attr);
        Some(self.if_object(
            object,
            |lowerer| {
                let method = lowerer.by_class(Family::Find(name.clone()), &[object]);
                lowerer.call_found(&name, method, object, &Arguments::default(), None)
            },
            |lowerer| {
                let what = lowerer.b.int(what);
                Operand::Value(lowerer.py("view", &[value, what])[0])
            },
        ))
    }

    /// What gives its elements to whoever goes through it at once: a generator expression, or `map(…)`, `filter(…)`.
    pub(crate) fn each(&mut self, expr: &'a Expr) -> Option<Each<'a>> {
        match expr {
            Expr::Generator(generator) => Some(Each::Generator(generator)),
            Expr::Call(call) if self.is_mapped(call) => Some(Each::Mapped(call)),
            _ => None,
        }
    }

    fn is_mapped(&mut self, call: &ast::ExprCall) -> bool {
        let is_plain = call.arguments.keywords.is_empty() && !call.arguments.args.iter().any(Expr::is_starred_expr);
        is_plain
            && call.arguments.args.len() == 2
            && matches!(self.target(&call.func), Target::Builtin(Builtin::Type("map" | "filter")))
    }

    /// Does something with each of the elements.
    pub(crate) fn for_each(&mut self, each: Each<'a>, act: &mut dyn FnMut(&mut Self, Element<'a>)) {
        match each {
            Each::Generator(generator) => {
                let outer = self.handler;
                // What the elements are given to is no part of the generator: a StopIteration there is none of it.
                let is_written = !self.has_objects() && !self.steps_outside();
                self.generator(generator, &mut |lowerer| {
                    if is_written {
                        return act(lowerer, Element::Written(&generator.elt));
                    }
                    let element = lowerer.expr(&generator.elt);
                    let inner = std::mem::replace(&mut lowerer.handler, outer);
                    act(lowerer, Element::Given(element));
                    lowerer.handler = inner;
                });
            }
            Each::Mapped(call) => self.for_each_mapped(call, None, act),
        }
    }

    /// `limit`: no more elements than one above it are asked for.
    fn for_each_mapped(
        &mut self,
        call: &'a ast::ExprCall,
        limit: Option<usize>,
        act: &mut dyn FnMut(&mut Self, Element<'a>),
    ) {
        let source = self.known_source(call).expect("a call of map or filter is one");
        let asked = self.counter();
        let open = self.open_loop(&source);
        if let Item::One(item) = open.item {
            act(self, Element::Given(item));
        }
        self.advance(asked);
        match limit {
            None => self.b.jump(open.next, &[]),
            Some(limit) => {
                let (asked, limit) = (self.b.read(asked), self.b.int(limit));
                let is_enough = self.b.int_op(IntOp::Lt, &[limit, asked]);
                self.b.branch(is_enough, open.otherwise, open.next);
            }
        }
        self.close_loop(&source, &open);
        self.b.switch_to(open.otherwise);
    }

    pub(crate) fn element(&mut self, element: Element<'a>) -> Operand {
        match element {
            Element::Written(expr) => self.expr(expr),
            Element::Given(value) => value,
        }
    }

    /// All of the elements.
    pub(crate) fn collect_each(&mut self, each: Each<'a>) -> ValueId {
        let items = self.no_items();
        self.for_each(each, &mut |lowerer, element| lowerer.collect_one(element, items));
        self.b.read(items)
    }

    /// What `map(…)` or `filter(…)` gives to so many targets: if there is one more element, that is too many.
    pub(crate) fn collect_for(&mut self, targets: &'a [Expr], value: &'a Expr) -> Option<Operand> {
        let Expr::Call(call) = value else { return None };
        if !self.is_mapped(call) {
            return None;
        }
        let limit = (!targets.iter().any(Expr::is_starred_expr)).then_some(targets.len());
        let items = self.no_items();
        self.for_each_mapped(call, limit, &mut |lowerer, element| lowerer.collect_one(element, items));
        Some(Operand::Tuple(self.b.read(items)))
    }

    /// What a loop over the value goes through.
    pub(crate) fn source_of(&mut self, value: Operand) -> Source {
        let source = self.iter_source(value);
        Source::Any { source, at: self.counter() }
    }

    fn iter_source(&mut self, value: Operand) -> Place {
        let source = self.py_value("iter_source", &[value]);
        Place::Value(self.boxed(source))
    }

    /// The same with all that it needs in variables, which a `yield` in the loop keeps.
    fn placed_source(&mut self, source: Source) -> Source {
        let mut placed = |place: Place| {
            let value = self.at_place(place);
            self.placed(value)
        };
        let (source, at) = match source {
            Source::Range { stop, step, goes_up, at } => {
                (Source::Range { stop: placed(stop), step: placed(step), goes_up, at }, at)
            }
            Source::Any { source, at } => (Source::Any { source: placed(source), at }, at),
            Source::Enumerate { source, start, at } => {
                (Source::Enumerate { source: placed(source), start: placed(start), at }, at)
            }
            Source::Zip { sources, at } => (Source::Zip { sources: sources.into_iter().map(placed).collect(), at }, at),
            Source::Mapped { function, source, at } => {
                (Source::Mapped { function: placed(function), source: placed(source), at }, at)
            }
            Source::Filtered { function, source, at } => {
                (Source::Filtered { function: function.map(&mut placed), source: placed(source), at }, at)
            }
        };
        self.keep_alive(at);
        source
    }

    fn counter(&mut self) -> VarId {
        let at = self.b.variable(Sort::int());
        self.b.name_variable(at, "position");
        let zero = self.b.int(0);
        self.b.define(at, zero);
        at
    }

    fn range_source(&mut self, args: &'a [Expr]) -> Source {
        let values = self.exprs(args);
        let values: Vec<ValueId> = values.into_iter().map(|value| self.index(value)).collect();
        let goes_up = args.get(2).map_or(Some(true), literal_sign);
        let (start, stop, step) = match values[..] {
            [stop] => (self.b.int(0), stop, self.b.int(1)),
            [start, stop] => (start, stop, self.b.int(1)),
            [start, stop, step] => (start, stop, step),
            _ => unreachable!("one to three arguments"),
        };
        if goes_up.is_none() {
            let zero = self.b.int(0);
            let is_zero = self.b.eq(step, zero);
            let good = self.b.not(is_zero);
            self.guard(good, |lowerer| lowerer.raise("ValueError", "range() arg 3 must not be zero"));
        }
        let at = self.b.variable(Sort::int());
        self.b.name_variable(at, "position");
        self.b.define(at, start);
        Source::Range { stop: Place::Value(stop), step: Place::Value(step), goes_up, at }
    }

    /// The int behind a value, as `__index__` gives it.
    pub(crate) fn index(&mut self, value: Operand) -> ValueId {
        match value {
            Operand::Int(raw) => raw,
            value => {
                let value = self.boxed(value);
                self.py("index_of", &[value])[0]
            }
        }
    }

    pub(crate) fn open_loop(&mut self, source: &Source) -> OpenLoop {
        let (head, otherwise) = (self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        match source {
            Source::Range { stop, step, goes_up, at } => {
                let at = self.b.read(*at);
                let (stop, step) = (self.at_place(*stop), self.at_place(*step));
                let more = self.range_goes_on(at, stop, step, *goes_up);
                let body = self.b.block();
                self.b.branch(more, body, otherwise);
                self.b.seal(body);
                self.b.switch_to(body);
                let next = self.b.block();
                OpenLoop { head, next, otherwise, item: Item::One(Operand::Int(at)) }
            }
            Source::Any { source, at } => {
                let index = self.b.read(*at);
                let item = self.next_item(*source, index, otherwise);
                self.advance(*at);
                OpenLoop { head, next: head, otherwise, item: Item::One(item) }
            }
            Source::Enumerate { source, start, at } => {
                let index = self.b.read(*at);
                let item = self.next_item(*source, index, otherwise);
                let start = self.at_place(*start);
                let count = self.b.int_op(IntOp::Add, &[start, index]);
                self.advance(*at);
                OpenLoop { head, next: head, otherwise, item: Item::Several(vec![Operand::Int(count), item]) }
            }
            Source::Mapped { function, source, at } => {
                let index = self.b.read(*at);
                let item = self.next_item(*source, index, otherwise);
                self.advance(*at);
                let function = Operand::Value(self.at_place(*function));
                let item = self.step_of(function, item, otherwise);
                OpenLoop { head, next: head, otherwise, item: Item::One(item) }
            }
            Source::Filtered { function, source, at } => {
                let index = self.b.read(*at);
                let item = self.next_item(*source, index, otherwise);
                self.advance(*at);
                let fits = match function {
                    None => item,
                    Some(function) => {
                        let function = Operand::Value(self.at_place(*function));
                        self.step_of(function, item, otherwise)
                    }
                };
                let fits = self.truth(fits);
                let body = self.b.block();
                self.b.branch(fits, body, head);
                self.b.seal(body);
                self.b.switch_to(body);
                OpenLoop { head, next: head, otherwise, item: Item::One(item) }
            }
            Source::Zip { sources, at } => {
                let index = self.b.read(*at);
                let items = sources.iter().map(|source| self.next_item(*source, index, otherwise)).collect();
                self.advance(*at);
                OpenLoop { head, next: head, otherwise, item: Item::Several(items) }
            }
        }
    }

    /// What the function of `map` or `filter` gives; a StopIteration that it raises is the end.
    fn step_of(&mut self, function: Operand, item: Operand, otherwise: BlockId) -> Operand {
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        let made = self.call_value(function, &Arguments { positional: vec![item], keywords: vec![] });
        self.handler = outer;
        self.on_stop_iteration(caught, exception, |lowerer| {
            lowerer.b.jump(otherwise, &[]);
            lowerer.dead();
        });
        made
    }

    fn range_goes_on(&mut self, at: ValueId, stop: ValueId, step: ValueId, goes_up: Option<bool>) -> ValueId {
        match goes_up {
            Some(true) => self.b.int_op(IntOp::Lt, &[at, stop]),
            Some(false) => self.b.int_op(IntOp::Lt, &[stop, at]),
            None => {
                let zero = self.b.int(0);
                let is_up = self.b.int_op(IntOp::Lt, &[zero, step]);
                let up = self.b.int_op(IntOp::Lt, &[at, stop]);
                let down = self.b.int_op(IntOp::Lt, &[stop, at]);
                self.b.apply(Op::Ite, &[is_up, up, down])
            }
        }
    }

    /// The element at that place; where there is none, goes to `otherwise`.
    fn next_item(&mut self, source: Place, index: ValueId, otherwise: BlockId) -> Operand {
        let source = self.at_place(source);
        let results = self.py("iter_next", &[source, index]);
        let more = self.b.block();
        self.b.branch(results[0], more, otherwise);
        self.b.seal(more);
        self.b.switch_to(more);
        self.operand(results[1])
    }

    fn advance(&mut self, at: VarId) {
        let (index, one) = (self.b.read(at), self.b.int(1));
        let next = self.b.int_op(IntOp::Add, &[index, one]);
        self.b.define(at, next);
    }

    /// After the body: the way back.
    pub(crate) fn close_loop(&mut self, source: &Source, open: &OpenLoop) {
        if let Source::Range { step, at, .. } = source {
            self.b.seal(open.next);
            self.b.switch_to(open.next);
            let (index, step) = (self.b.read(*at), self.at_place(*step));
            let index = self.b.int_op(IntOp::Add, &[index, step]);
            self.b.define(*at, index);
            self.b.jump(open.head, &[]);
        }
        self.b.seal(open.head);
        self.b.seal(open.otherwise);
    }

    /// Assigns what a round gives.
    pub(crate) fn assign_item(&mut self, target: &'a Expr, item: &Item) {
        match item {
            Item::One(value) => self.assign(target, *value),
            Item::Several(items) => match target {
                Expr::Tuple(tuple) if is_plain(&tuple.elts, items.len()) => {
                    for (target, item) in tuple.elts.iter().zip(items) {
                        self.assign(target, *item);
                    }
                }
                _ => {
                    let items = self.items(items);
                    self.assign(target, Operand::Tuple(items));
                }
            },
        }
    }
}

/// Are the targets as many as the items, none of them starred?
pub(crate) fn is_plain(targets: &[Expr], items: usize) -> bool {
    targets.len() == items && !targets.iter().any(Expr::is_starred_expr)
}

/// Does a step that is a literal go up? `None`: not known, or zero.
fn literal_sign(step: &Expr) -> Option<bool> {
    match step {
        Expr::NumberLiteral(number) => match &number.value {
            ast::Number::Int(int) if *int != ast::Int::ZERO => Some(true),
            _ => None,
        },
        Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::USub => literal_sign(&unary.operand).map(|up| !up),
        _ => None,
    }
}
