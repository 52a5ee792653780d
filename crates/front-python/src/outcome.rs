//! What counts of how a client ends: of an exception its class, as far as that is asked for, and whether it is a slip.

use ir::{CellRole, ValueId};
use value::{Op, Sort, Value};

use crate::Exceptions;
use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::generator::Form;
use crate::runtime::ctors;

/// The cell that says that a run ended for want of a name, a module or a fitting type.
pub(crate) const SLIPPED: &str = "<slipped>";

impl<'a> Lowerer<'a, '_> {
    /// Calls the client. Of a generator, all that it gives is seen.
    pub(crate) fn call_observed(&mut self, code: usize, arguments: &Arguments) -> Operand {
        if !self.is_observed_generator(code) {
            return self.call_code(code, None, arguments);
        }
        let begun = self.begun();
        match self.collect_code(code, arguments, Form::Observed) {
            Some([items, between, outcome]) => {
                let between = self.b.apply(Op::SeqConcat, &[begun, between]);
                Operand::Value(self.drawn(items, between, outcome))
            }
            None => Operand::None,
        }
    }

    /// The same by a call of another kind; a generator is not followed.
    pub(crate) fn observed_by(&mut self, code: usize, call: impl FnOnce(&mut Self) -> Operand) -> Operand {
        match self.is_observed_generator(code) {
            true => self.unsupported_value("a generator that takes any arguments"),
            false => call(self),
        }
    }

    pub(crate) fn is_observed_generator(&mut self, code: usize) -> bool {
        self.lowering.is_generator(code) && self.shared_unknown(code).is_none()
    }

    /// Keeps whether the client ended by a slip. That a type does not fit is one only if it was guessed.
    pub(crate) fn note_slip(&mut self, exception: ValueId) {
        let mut slipped = self.b.apply(Op::Field(ctors().exception, 2), &[exception]);
        if !self.lowering.shared.is_guessed {
            let kind = self.b.apply(Op::Field(ctors().exception, 0), &[exception]);
            for class in ["TypeError", "AttributeError"] {
                let class = self.atom(class);
                let is = self.b.eq(kind, class);
                let is_other = self.b.not(is);
                slipped = self.b.apply(Op::And, &[slipped, is_other]);
            }
        }
        let cells = &mut self.lowering.shared.cells;
        let cell = cells.get(SLIPPED, Sort::bool(), CellRole::Hidden, Value::Bool(false));
        self.b.set(cell, slipped);
    }

    /// What counts of an exception.
    pub(crate) fn reduced(&mut self, exception: ValueId) -> ValueId {
        if !self.steps_outside() {
            return self.reduced_own(exception);
        }
        // One that comes from outside is what it is.
        let (own, end) = (self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        let is_outside = self.b.apply(Op::Is(ctors().outside), &[exception]);
        let outside = ir::Target { block: end, args: [exception].into_iter().collect() };
        self.b.branch_with(is_outside, outside, ir::Target { block: own, args: ir::Args::new() });
        self.b.seal(own);
        self.b.switch_to(own);
        let reduced = self.reduced_own(exception);
        self.b.jump(end, &[reduced]);
        self.b.seal(end);
        self.b.switch_to(end);
        result
    }

    fn reduced_own(&mut self, exception: ValueId) -> ValueId {
        let kind = self.b.apply(Op::Field(ctors().exception, 0), &[exception]);
        let kind = self.known_class(kind);
        let args = self.b.apply(Op::Field(ctors().exception, 1), &[exception]);
        let slip = self.b.bool(false);
        let none = self.b.apply(Op::SeqOf(ctors().value), &[]);
        match self.lowering.shared.exceptions {
            Exceptions::Type => self.b.construct(ctors().exception, &[kind, none, slip]),
            Exceptions::Any => {
                let any = self.atom("Exception");
                self.b.construct(ctors().exception, &[any, none, slip])
            }
            Exceptions::Message => {
                if self.lowering.shared.has_errors {
                    let is_own = self.py("is_own_error", &[exception])[0];
                    let is_plain = self.b.not(is_own);
                    self.guard(is_plain, |lowerer| lowerer.unsupported("the message of this exception"));
                }
                let exception = self.b.construct(ctors().exception, &[kind, args, slip]);
                self.py("observed", &[exception])[0]
            }
        }
    }

    /// A class of the program is known by its name and its bases, in whatever module it stands:
    /// `E(ValueError)`.
    fn known_class(&mut self, kind: ValueId) -> ValueId {
        let classes = self.lowering.exception_classes();
        let short = |name: &str| name.rsplit('.').next().unwrap_or(name).to_string();
        let mut known = kind;
        for (class, _) in &classes {
            let mut written = String::new();
            let mut at = class;
            let mut depth = 0;
            while let Some((_, base)) = classes.iter().find(|(name, _)| name == at) {
                written += &format!("{}(", short(at));
                depth += 1;
                at = base;
            }
            written += at;
            written += &")".repeat(depth);
            let (class, written) = (self.atom(class), self.atom(&written));
            let is = self.b.eq(kind, class);
            known = self.b.apply(Op::Ite, &[is, written, known]);
        }
        known
    }
}
