//! Special methods: the hooks by which the prelude asks classes for them.

use ir::{Function, ValueId};
use value::{Op, Sort, Value};

use super::Member;
use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowering, hook_builder};
use crate::prelude::Hook;
use crate::runtime::ctors;

impl<'a> Lowering<'a> {
    /// The hook, if it is about classes that are modelled.
    pub(crate) fn supply_object_hook(&mut self, hook: &Hook) -> Option<Function> {
        if !self.shared.has_classes {
            return None;
        }
        let builder = hook_builder(hook);
        let mut lowerer = Lowerer::new(self, 0, builder);
        match hook.name.split_once('_') {
            Some(("own", rest)) => lowerer.write_own_hook(hook, &format!("__{rest}__")),
            Some(("has", rest)) if hook.name != "has_methods" => lowerer.write_has_hook(&format!("__{rest}__")),
            Some(("which", rest)) => lowerer.write_which_hook(&format!("__{rest}__")),
            _ if hook.name == "hash_kind" => lowerer.write_hash_kind(),
            _ if hook.name == "object_next" => lowerer.write_next(),
            Some(("object", rest)) if lowerer.lowering.shared.prelude.has(&format!("with_{rest}")) => {
                lowerer.write_object_hook(hook, &format!("with_{rest}"));
            }
            _ => return None,
        }
        Some(lowerer.b.finish())
    }
}

impl<'a> Lowerer<'a, '_> {
    /// Calls the class's method of that name, or gives `Unbound`.
    fn write_own_hook(&mut self, hook: &Hook, name: &str) {
        let params: Vec<ValueId> = (0..hook.params.len()).map(|index| self.b.param(index)).collect();
        self.for_each_class(params[0], name, |lowerer, class| {
            let value = match lowerer.lowering.resolve(class, name) {
                Some((owner, Member::Method(def))) => {
                    let code = lowerer.lowering.method_code(owner, def);
                    let positional = params.iter().map(|param| Operand::Value(*param)).collect();
                    let value = lowerer.call_code(code, None, &Arguments { positional, keywords: vec![] });
                    lowerer.boxed(value)
                }
                Some(_) => return lowerer.unsupported("a special method of this kind"),
                None => lowerer.b.constant(ctors().unbound_value(), ctors().value),
            };
            if lowerer.is_alive() {
                lowerer.b.return_(&[value]);
                lowerer.dead();
            }
        });
    }

    fn write_has_hook(&mut self, name: &str) {
        let object = self.b.param(0);
        self.for_each_class(object, name, |lowerer, class| {
            let has = lowerer.lowering.resolve(class, name).is_some();
            let has = lowerer.b.bool(has);
            lowerer.b.return_(&[has]);
            lowerer.dead();
        });
    }

    /// Which function it is, without calling it.
    fn write_which_hook(&mut self, name: &str) {
        let object = self.b.param(0);
        self.for_each_class(object, name, |lowerer, class| {
            let which = match lowerer.lowering.resolve(class, name) {
                Some((owner, _)) => Value::data(ctors().int, [Value::int(owner as i64)]),
                None => ctors().unbound_value(),
            };
            let which = lowerer.b.constant(which, ctors().value);
            lowerer.b.return_(&[which]);
            lowerer.dead();
        });
    }

    /// A class that says what is equal has no hash, unless it says that as well.
    fn write_hash_kind(&mut self) {
        let object = self.b.param(0);
        // What is equal decides about the hash, and is looked for in the whole order.
        self.for_each_class(object, "", |lowerer, class| {
            if let Some(row) = lowerer.lowering.enumeration(class) {
                // By identity; as the value; or in a way of its own.
                let mixed = row.mixed;
                let is_own = |name| match lowerer.lowering.resolve(class, name) {
                    Some((_, Member::Method(def))) => !lowerer.lowering.is_written(class, def),
                    found => found.is_some(),
                };
                let kind = match (is_own("__eq__") || is_own("__hash__"), mixed) {
                    (true, _) => 2,
                    (false, super::members::Mixed::Nothing) => 0,
                    (false, _) => 3,
                };
                let kind = lowerer.b.int(kind);
                lowerer.b.return_(&[kind]);
                return lowerer.dead();
            }
            let order = lowerer.lowering.objects.classes[class].order.clone();
            let kind = order.iter().find_map(|owner| {
                let members = &lowerer.lowering.objects.classes[*owner].members;
                match (members.get("__hash__"), members.contains_key("__eq__")) {
                    (Some(Member::NoHash), _) | (None, true) => Some(1),
                    (Some(_), _) => Some(2),
                    (None, false) => None,
                }
            });
            // By identity, if that is what equality is.
            let has_eq = lowerer.lowering.resolve(class, "__eq__").is_some();
            let kind = kind.unwrap_or(if has_eq { 2 } else { 0 });
            let kind = lowerer.b.int(kind);
            lowerer.b.return_(&[kind]);
            lowerer.dead();
        });
    }

    /// The next element, or that there is none.
    fn write_next(&mut self) {
        let object = self.b.param(0);
        self.step_outside_first("next", &[object], &[Sort::bool(), ctors().value]);
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        self.handler = Some(caught);
        let item = self.py("own_next", &[object])[0];
        self.handler = None;
        let unbound = self.b.apply(Op::Is(ctors().unbound), &[item]);
        let is_there = self.b.not(unbound);
        self.guard(is_there, |lowerer| lowerer.unsupported("an object that is no iterator"));
        let more = self.b.bool(true);
        self.b.return_(&[more, item]);
        self.dead();
        self.b.seal(caught);
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            self.end_of_iteration(exception);
        }
    }

    fn end_of_iteration(&mut self, exception: ValueId) {
        let is_own = self.b.apply(Op::Is(ctors().exception), &[exception]);
        self.guard(is_own, |lowerer| lowerer.unsupported("an exception that comes from outside"));
        let kind = self.b.apply(Op::Field(ctors().exception, 0), &[exception]);
        let stop = self.atom("StopIteration");
        let is_stop = self.py("is_subclass", &[kind, stop])[0];
        let goes_on = self.b.not(is_stop);
        self.guard(goes_on, |lowerer| {
            let more = lowerer.b.bool(false);
            let none = lowerer.boxed(Operand::None);
            lowerer.b.return_(&[more, none]);
            lowerer.dead();
        });
        self.raise_value(exception);
    }

    /// What the prelude makes of an object; what comes from outside is a step.
    fn write_object_hook(&mut self, hook: &Hook, function: &str) {
        let params: Vec<ValueId> = (0..hook.params.len()).map(|index| self.b.param(index)).collect();
        self.step_outside_first(hook.name.trim_start_matches("object_"), &params, &hook.results);
        let results = self.py(function, &params);
        self.b.return_(&results);
        self.dead();
    }

    /// Where one of the values comes from outside, the operator is a step.
    fn step_outside_first(&mut self, key: &str, params: &[ValueId], results: &[Sort]) {
        if !self.lowering.shared.outside {
            return;
        }
        for param in params {
            let is_outside = self.b.apply(Op::Is(ctors().outside), &[*param]);
            let is_inside = self.b.not(is_outside);
            self.guard(is_inside, |lowerer| {
                let given = crate::hooks::object_step_within(lowerer.lowering, &mut lowerer.b, key, params, results);
                lowerer.b.return_(&given);
                lowerer.dead();
            });
        }
    }

    /// One block for each class that an object may be of.
    pub(crate) fn for_each_class(&mut self, object: ValueId, name: &str, each: impl FnMut(&mut Self, usize)) {
        let is_instance = self.is_instance(object);
        self.guard(is_instance, |lowerer| lowerer.unsupported("a special method of this value"));
        let class = self.class_of_instance(object);
        let alike = |lowering: &Lowering<'a>, class: usize| match name {
            "" => Some(class),
            name => lowering.resolve(class, name).map(|(owner, _)| owner),
        };
        self.switch_class(class, alike, |lowerer| lowerer.unsupported("an object of this class"), each);
    }

    /// Calls an object.
    pub(crate) fn dispatch_objects(&mut self, callee: ValueId, arguments: &Arguments) {
        let is = self.is_instance(callee);
        let not = self.b.not(is);
        self.guard(not, |lowerer| {
            lowerer.for_each_class(callee, "__call__", |lowerer, class| {
                match lowerer.lowering.resolve(class, "__call__") {
                    Some((owner, Member::Method(def))) => {
                        let code = lowerer.lowering.method_code(owner, def);
                        let arguments = super::access::with_first(Operand::Value(callee), arguments);
                        let value = lowerer.call_code(code, None, &arguments);
                        if lowerer.is_alive() {
                            let value = lowerer.boxed(value);
                            lowerer.b.return_(&[value]);
                            lowerer.dead();
                        }
                    }
                    Some(_) => lowerer.unsupported("a special method of this kind"),
                    None => lowerer.raise_about("TypeError", "a call"),
                }
            });
        });
    }

    /// Makes an object of a class that is held in a variable.
    pub(crate) fn dispatch_classes(&mut self, callee: ValueId, arguments: &Arguments) {
        let is = self.b.apply(Op::Is(ctors().class), &[callee]);
        let not = self.b.not(is);
        let (class, other) = (self.b.block(), self.b.block());
        self.b.branch(not, other, class);
        self.b.seal(class);
        self.b.switch_to(class);
        let name = self.b.apply(Op::Field(ctors().class, 0), &[callee]);
        self.switch_class(
            name,
            |_, class| class,
            |lowerer| lowerer.b.jump(other, &[]),
            |lowerer, class| {
                let object = lowerer.instantiate(class, arguments);
                if lowerer.is_alive() {
                    let object = lowerer.boxed(object);
                    lowerer.b.return_(&[object]);
                    lowerer.dead();
                }
            },
        );
        self.b.seal(other);
        self.b.switch_to(other);
    }

    /// Calls a method that is held in a variable.
    pub(crate) fn dispatch_methods(&mut self, callee: ValueId, taken: &[usize], arguments: &Arguments) {
        let is = self.b.apply(Op::Is(ctors().method), &[callee]);
        let not = self.b.not(is);
        self.guard(not, |lowerer| {
            let code = lowerer.b.apply(Op::Field(ctors().method, 0), &[callee]);
            let receiver = lowerer.b.apply(Op::Field(ctors().method, 1), &[callee]);
            let methods = taken.iter().copied();
            let methods: Vec<usize> = methods.filter(|code| lowerer.lowering.codes[*code].parent.is_none()).collect();
            let arguments = super::access::with_first(Operand::Value(receiver), arguments);
            lowerer.dispatch(code, &methods, None, &arguments);
        });
    }
}
