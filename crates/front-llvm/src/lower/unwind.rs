//! Exceptions and panics: calls that may throw, landing pads, and what handlers see.
//!
//! What is thrown is known by a number only. Whether it is of a type, and what it holds, are
//! functions of that number. A panic of Rust's unwinds like an exception: destructors run, and whoever
//! catches it finds what was written before. All panics are alike; what one says to who catches it is
//! not known here.

use std::rc::Rc;

use ::value::{Op, Sort, Symbol, Value};
use ir::{BlockId, FnId, Trap, ValueId};

use super::Outside;
use super::emit::{Cut, Emit, Emitted};
use super::function::Lower;
use super::pointer::Pointer;
use super::value::Val;
use crate::layout::Scalar;
use crate::reader::syntax::{Call, Clause, Constant, Operand, Type};

impl<'m> Lower<'_, 'm> {
    /// Calls, and sends what is thrown where the call says. `always`: also if that is nowhere.
    pub(crate) fn call_or_unwind(
        &mut self,
        callee: FnId,
        args: &[ValueId],
        results: &[Sort],
        always: bool,
    ) -> Emitted<Vec<ValueId>> {
        if !always && self.unwind.is_none() {
            return Ok(self.emit.b.call(callee, args, results, None));
        }
        let handler = self.emit.b.block();
        let raised = self.emit.b.block_param(handler, self.emit.sorts.ended);
        let values = self.emit.b.call(callee, args, results, Some(handler));
        let next = self.emit.b.current();
        self.emit.b.seal(handler);
        self.emit.b.switch_to(handler);
        let _: Emitted<()> = self.handle(raised);
        self.emit.b.switch_to(next);
        Ok(values)
    }

    /// Goes to the landing pad with what was thrown; an exit goes on.
    fn handle(&mut self, raised: ValueId) -> Emitted<()> {
        let (Some((block, pad)), Some(exception)) = (self.unwind, self.exception) else {
            self.emit.b.raise(raised);
            return Ok(());
        };
        let is_thrown = self.emit.unwinds(raised);
        let (thrown, exits) = (self.emit.b.block(), self.emit.b.block());
        self.emit.b.branch(is_thrown, thrown, exits);
        for block in [thrown, exits] {
            self.emit.b.seal(block);
        }
        self.emit.b.switch_to(exits);
        self.emit.b.raise(raised);
        self.emit.b.switch_to(thrown);
        self.emit.b.define(exception, raised);
        self.jump_to_pad(block, pad)
    }

    /// A panic: what is about is for reports only.
    pub(crate) fn panic<T>(&mut self, about: Option<Symbol>) -> Emitted<T> {
        let module = &self.version.modules[self.module];
        let function = &self.version.functions[self.key];
        // Nothing gets out of a function that unwinds nothing: a build in which panics abort.
        if self.unwind.is_none() && module.has_attribute(function.signature.attributes, "nounwind") {
            return self.emit.trap(Trap::Panic(about));
        }
        if let Some(cell) = self.emit.context.panic {
            let about = Value::Atom(about.unwrap_or(Symbol::new("")));
            let about = self.emit.constant(about, Sort::atom());
            self.emit.b.set(cell, about);
        }
        let panic = self.emit.apply(Op::Construct(self.emit.sorts.panic), &[]);
        self.handle(panic)?;
        Err(Cut)
    }

    /// The exception's number, of what was caught last.
    fn exception_number(&mut self) -> Emitted<ValueId> {
        let Some(exception) = self.exception else { return self.emit.unsupported("a catch without a landing pad") };
        let exception = self.emit.b.read(exception);
        Ok(self.emit.field(self.emit.sorts.thrown, 0, exception))
    }

    pub(crate) fn landing_pad(&mut self, clauses: &[Clause<'m>], cleanup: bool) -> Emitted<Val> {
        let mut selector = self.emit.int(32, 0);
        let mut is_caught = self.emit.bool(cleanup);
        for clause in clauses.iter().rev() {
            let (matches, id) = match clause {
                Clause::Filter { is_empty: false } => {
                    return self.emit.unsupported("a list of exceptions that may be thrown");
                }
                Clause::Filter { is_empty: true } => (self.emit.bool(true), -1),
                Clause::Catch(None) => (self.emit.bool(true), type_number("")),
                Clause::Catch(Some(ty)) => {
                    let number = self.exception_number()?;
                    (self.is_of_type(number, ty), type_number(ty))
                }
            };
            let id = self.emit.int(32, id);
            selector = self.emit.ite(matches, id, selector);
            is_caught = self.emit.or(is_caught, matches);
        }
        if self.emit.known(is_caught) != Some(&Value::Bool(true)) {
            let (caught, passes) = (self.emit.b.block(), self.emit.b.block());
            self.emit.b.branch(is_caught, caught, passes);
            self.emit.b.seal(caught);
            self.emit.b.seal(passes);
            self.emit.b.switch_to(passes);
            if let Some(exception) = self.exception {
                let exception = self.emit.b.read(exception);
                self.emit.b.raise(exception);
            }
            self.emit.b.switch_to(caught);
        }
        Ok(Val::Many(Rc::new(vec![self.exception_address(), Val::One(selector)])))
    }

    fn is_of_type(&mut self, number: ValueId, ty: &str) -> ValueId {
        let name = format!("is {ty}");
        let function = self.emit.context.external(&name, &[Sort::int()], &[Sort::bool()], Outside::Pure);
        self.emit.b.call(function, &[number], &[Sort::bool()], None)[0]
    }

    fn exception_address(&mut self) -> Val {
        let outside = Value::data(self.emit.sorts.outside, [Value::Atom(Symbol::new("an exception"))]);
        Val::Pointer(Pointer::Dynamic(self.emit.constant(outside, self.emit.sorts.pointer)))
    }

    /// `llvm.eh.typeid.for`: what a landing pad gives for an exception of that type.
    pub(crate) fn type_id(&mut self, call: &Call<'m>) -> Emitted<Option<Val>> {
        match call.args.first().map(|arg| &arg.value) {
            Some(Operand::Constant(Constant::Global(name))) => Ok(Some(Val::One(self.emit.int(32, type_number(name))))),
            _ => self.emit.unsupported("the number of a type"),
        }
    }

    /// Functions of the C++ runtime. `None`: none of these.
    pub(crate) fn runtime(&mut self, name: &str) -> Option<Emitted<Option<Val>>> {
        Some(match name {
            "__cxa_begin_catch" if self.exception.is_some() => self.exception_number().map(|number| {
                if let Some(result) = self.result {
                    self.caught.insert(result, number);
                }
                Some(self.exception_address())
            }),
            "__cxa_begin_catch" => Ok(Some(self.exception_address())),
            "__cxa_end_catch" => Ok(None),
            "_ZSt9terminatev" => self.emit.trap(Trap::Terminate),
            // What is registered for the end of the program runs after everything that is observed.
            "__cxa_atexit" => Ok(Some(Val::One(self.emit.int(32, 0)))),
            "_ZNSt8ios_base4InitC1Ev" => Ok(None),
            // Whether a static variable was initialised before the call is not known.
            _ if name.starts_with("__cxa_guard_") => return None,
            _ if name.starts_with("__cxa_") => self.emit.unsupported(&format!("the runtime function {name}")),
            _ => return None,
        })
    }

    /// What an exception of a plain type holds.
    pub(crate) fn load_caught(&mut self, number: ValueId, ty: &Type<'m>) -> Emitted<Val> {
        let sort = Scalar::of(ty).filter(|scalar| *scalar != Scalar::Ptr);
        let Some(sort) = sort.and_then(|scalar| self.emit.sorts.scalar(scalar)) else {
            return self.emit.unsupported("an exception that is no number");
        };
        let name = format!("exception as {sort}");
        let function = self.emit.context.external(&name, &[Sort::int()], &[sort], Outside::Pure);
        Ok(Val::One(self.emit.b.call(function, &[number], &[sort], None)[0]))
    }

    fn jump_to_pad(&mut self, block: &crate::reader::syntax::Block<'m>, pad: &'m str) -> Emitted<()> {
        self.give_phis_of(block, vec![pad])?;
        let to: BlockId = self.target(pad);
        self.emit.b.jump(to, &[]);
        Ok(())
    }
}

impl Emit<'_> {
    /// Is it something that unwinds, and can be caught?
    pub(crate) fn unwinds(&mut self, raised: ValueId) -> ValueId {
        let is_thrown = self.apply(Op::Is(self.sorts.thrown), &[raised]);
        let is_panic = self.apply(Op::Is(self.sorts.panic), &[raised]);
        self.or(is_thrown, is_panic)
    }
}

/// The same for a type in both versions, and never 0, which no clause has.
fn type_number(name: &str) -> i128 {
    // FNV-1a.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    i128::from((hash >> 1) | 1)
}
