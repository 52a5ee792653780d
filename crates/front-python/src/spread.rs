//! Calls with `*` and `**`: how many arguments there are, and what the keywords are, is known only when they are made.
//!
//! All positional arguments become one sequence, all others one dict (`prelude/spread.py`), and each parameter takes its
//! own out of these. A call of a value goes through one dispatcher for all such calls.

use ir::build::FunctionBuilder;
use ir::{BlockId, Function, Param, ValueId};
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{Op, Sort, Symbol, Value};

use crate::builtins::{self, Builtin};
use crate::call::{Arguments, Target};
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowering, contents_sort};
use crate::object::Member;
use crate::runtime::ctors;

/// The arguments of a call with stars.
#[derive(Copy, Clone)]
pub(crate) struct Spread {
    /// A sequence.
    pub(crate) items: ValueId,
    /// A reference to a dict.
    pub(crate) named: ValueId,
}

pub(crate) const DISPATCHER: &str = "py.call(*, **)";

impl Lowering<'_> {
    fn spread_dispatcher(&mut self) -> ir::FnId {
        self.declared(DISPATCHER).unwrap_or_else(|| self.declare(DISPATCHER.to_string()))
    }
}

impl<'a> Lowerer<'a, '_> {
    /// A call with stars; `None`: what is called is not one of the things that are known here.
    pub(crate) fn call_spread(&mut self, call: &'a ast::ExprCall, target: &Target) -> Option<Operand> {
        if let Some((class, error)) = self.error_behind(&call.func) {
            let spread = self.spread(call);
            return Some(self.init_error_spread(class, error, spread));
        }
        match target {
            Target::Code(code) => {
                let code = *code;
                self.check_global(&call.func);
                let spread = self.spread(call);
                Some(self.call_code_spread(code, None, spread))
            }
            Target::Builtin(Builtin::Exception(class)) => {
                let spread = self.spread(call);
                self.check_unnamed(spread);
                let class = self.atom(class);
                Some(Operand::Value(self.py("make_exception", &[class, spread.items])[0]))
            }
            Target::Builtin(Builtin::Type(name) | Builtin::Function(name)) => {
                let name = *name;
                let spread = self.spread(call);
                self.check_unnamed(spread);
                Some(self.call_builtin_spread(name, spread))
            }
            Target::Class(module, class) => {
                let class = self.lowering.modelled(*module, *class)?;
                self.check_global(&call.func);
                let spread = self.spread(call);
                Some(self.instantiate_spread(class, spread))
            }
            Target::Unknown => {
                let callee = self.callee(&call.func)?;
                let spread = self.spread(call);
                Some(self.call_value_spread(callee, spread))
            }
            Target::External(path) => {
                let code = self.makes_model(path).then(|| self.lowering.model(self.module, path))??;
                self.check_global(&call.func);
                let spread = self.spread(call);
                Some(self.call_code_spread(code, None, spread))
            }
            Target::Module(_) | Target::Builtin(_) => None,
        }
    }

    /// `super().__init__` in an exception with code of its own: the class that it stands in, and the exception.
    fn error_behind(&mut self, func: &'a Expr) -> Option<(usize, Operand)> {
        let Expr::Attribute(attribute) = func else { return None };
        let (class, error) = self.super_of(&attribute.value).filter(|_| attribute.attr.as_str() == "__init__")?;
        self.lowering.is_error(class).then_some((class, error))
    }

    /// Such classes have one base each, so that what stands behind one is known.
    fn init_error_spread(&mut self, class: usize, error: Operand, spread: Spread) -> Operand {
        match self.lowering.resolve_after(class, class, "__init__").flatten() {
            Some((owner, Member::Method(def))) => {
                let code = self.lowering.method_code(owner, def);
                let spread = self.with_first_spread(error, spread);
                self.call_code_spread(code, None, spread)
            }
            Some(_) => self.unsupported_value("a constructor of this kind"),
            None => {
                self.check_unnamed(spread);
                let error = self.boxed(error);
                let is_error = self.py("is_own_error", &[error])[0];
                self.guard(is_error, |lowerer| lowerer.unsupported("super of another value"));
                let reference = self.reference_of(error);
                self.write_heap("ERROR_ARGS", reference, spread.items);
                Operand::None
            }
        }
    }

    /// What is called: a value, or a method of an object.
    fn callee(&mut self, func: &'a Expr) -> Option<Operand> {
        match func {
            Expr::Attribute(attribute) if !matches!(self.target(&attribute.value), Target::Module(_)) => {
                self.has_objects().then(|| self.expr(func))
            }
            _ => Some(self.expr(func)),
        }
    }

    /// Evaluates the arguments.
    pub(crate) fn spread(&mut self, call: &'a ast::ExprCall) -> Spread {
        let arguments = &call.arguments;
        // What is starred alone is gone through when all else was evaluated.
        let positional = match &*arguments.args {
            [Expr::Starred(starred)] if !arguments.keywords.is_empty() => {
                let value = self.expr(&starred.value);
                Err(self.boxed(value))
            }
            args => Ok(self.display(args)),
        };
        let dict = self.py("new_dict", &[])[0];
        let named = self.b.apply(Op::Field(ctors().dict, 0), &[dict]);
        for (index, keyword) in arguments.keywords.iter().enumerate() {
            let value = self.expr(&keyword.value);
            let value = self.boxed(value);
            match &keyword.arg {
                Some(name) => {
                    let name = self.text(name);
                    let name = self.boxed(name);
                    self.py("spread_add", &[named, name, value]);
                }
                None => {
                    let is_last = self.b.bool(index + 1 == arguments.keywords.len() && positional.is_ok());
                    self.py("spread_into", &[named, value, is_last]);
                }
            }
        }
        self.at(call.range());
        let items = positional.unwrap_or_else(|alone| self.py("to_items", &[alone])[0]);
        Spread { items, named }
    }

    /// Gets stuck if there are keyword arguments.
    fn check_unnamed(&mut self, spread: Spread) {
        let order = self.read_heap("ORDERS", spread.named);
        let is_empty = self.has_len(order, 0);
        self.guard(is_empty, |lowerer| lowerer.unsupported("a double-starred argument"));
    }

    fn has_len(&mut self, items: ValueId, len: usize) -> ValueId {
        let (count, len) = (self.b.apply(Op::SeqLen, &[items]), self.b.int(len));
        self.b.eq(count, len)
    }

    pub(crate) fn call_code_spread(&mut self, code: usize, contents: Option<ValueId>, spread: Spread) -> Operand {
        let args = self.bind_spread(code, contents, spread);
        self.call_bound(code, args)
    }

    /// Calls the code with one argument for each parameter.
    pub(crate) fn call_bound(&mut self, code: usize, args: Vec<ValueId>) -> Operand {
        if let Some(key) = self.shared_unknown(code) {
            let args: Vec<Operand> = args.into_iter().map(Operand::Value).collect();
            return self.program_step(&key, &args);
        }
        let id = self.lowering.function(code);
        let result = self.call(id, &args, &[ctors().value])[0];
        self.operand(result)
    }

    /// One argument for each parameter, or a TypeError.
    fn bind_spread(&mut self, code: usize, contents: Option<ValueId>, spread: Spread) -> Vec<ValueId> {
        let signature = self.lowering.codes[code].signature.clone();
        let positional = signature.positional.len();
        let mut args: Vec<ValueId> = contents.into_iter().collect();
        let mut names = Vec::new();
        if signature.rest.is_none() {
            let (count, most) = (self.b.apply(Op::SeqLen, &[spread.items]), self.b.int(positional));
            let fits = self.b.int_op(value::IntOp::Le, &[count, most]);
            self.guard(fits, |lowerer| lowerer.raise_about("TypeError", "the number of arguments"));
        }
        for (index, parameter) in signature.parameters().enumerate() {
            if index == positional {
                self.bind_behind(&signature, spread, &mut args);
            }
            let name = self.text(&parameter.name);
            let name = self.boxed(name);
            let at = self.b.int(index);
            let given = if index < signature.positional_only {
                self.py("spread_first", &[spread.items, at])[0]
            } else {
                names.push(name);
                match index < positional {
                    true => self.py("spread_at", &[spread.items, at, spread.named, name])[0],
                    false => self.py("spread_named", &[spread.named, name])[0],
                }
            };
            args.push(self.given_or_default(code, index, contents, given, parameter.default.is_some()));
        }
        if signature.keyword_only.is_empty() {
            self.bind_behind(&signature, spread, &mut args);
        }
        let names = self.b.apply(Op::SeqOf(ctors().value), &names);
        match signature.keywords {
            Some(_) => args.push(self.py("spread_rest", &[spread.named, names])[0]),
            None => {
                self.py("spread_check", &[spread.named, names]);
            }
        }
        args
    }

    fn bind_behind(&mut self, signature: &crate::lower::Signature<'_>, spread: Spread, args: &mut Vec<ValueId>) {
        if signature.rest.is_some() {
            let count = self.b.int(signature.positional.len());
            let rest = match signature.positional.is_empty() {
                true => spread.items,
                false => self.py("spread_behind", &[spread.items, count])[0],
            };
            args.push(self.boxed(Operand::Tuple(rest)));
        }
    }

    fn given_or_default(
        &mut self,
        code: usize,
        index: usize,
        contents: Option<ValueId>,
        given: ValueId,
        has_default: bool,
    ) -> ValueId {
        let is_missing = self.b.apply(Op::Is(ctors().unbound), &[given]);
        if !has_default {
            let is_given = self.b.not(is_missing);
            self.guard(is_given, |lowerer| lowerer.raise_about("TypeError", "a missing argument"));
            return given;
        }
        let (missing, end) = (self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        let there = ir::Target { block: end, args: [given].into_iter().collect() };
        self.b.branch_with(is_missing, ir::Target { block: missing, args: ir::Args::new() }, there);
        self.b.seal(missing);
        self.b.switch_to(missing);
        let default = self.default(code, index, contents);
        let default = self.boxed(default);
        self.b.jump(end, &[default]);
        self.b.seal(end);
        self.b.switch_to(end);
        result
    }

    /// A builtin that is called with few arguments, or one that takes any number.
    fn call_builtin_spread(&mut self, name: &str, spread: Spread) -> Operand {
        match name {
            "zip" => return Operand::Value(self.py("spread_zip", &[spread.items])[0]),
            "min" => return Operand::Value(self.py("spread_min", &[spread.items])[0]),
            "max" => return Operand::Value(self.py("spread_max", &[spread.items])[0]),
            "print" => return self.print_spread(spread),
            _ => {}
        }
        const MOST: usize = 3;
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        for count in 0..=MOST {
            let (here, other) = (self.b.block(), self.b.block());
            let is = self.has_len(spread.items, count);
            self.b.branch(is, here, other);
            self.b.seal(here);
            self.b.seal(other);
            self.b.switch_to(here);
            let positional = (0..count).map(|index| Operand::Value(self.nth(spread.items, index))).collect();
            let (stuck, arguments) = (self.stuck, Arguments { positional, keywords: vec![] });
            let value = self.call_known_builtin(name, &arguments);
            let value = self.boxed(value);
            self.b.jump(end, &[value]);
            self.stuck = stuck;
            self.b.switch_to(other);
        }
        let stuck = self.stuck;
        self.unsupported(&format!("a call of {name} with so many arguments"));
        self.stuck = stuck;
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    fn print_spread(&mut self, spread: Spread) -> Operand {
        let space = self.b.constant(Value::string(" "), Sort::string());
        let text = self.py("spread_texts", &[spread.items, space])[0];
        self.py("print_text", &[text]);
        let end = self.b.constant(Value::string("\n"), Sort::string());
        self.py("print_text", &[end]);
        Operand::None
    }

    fn instantiate_spread(&mut self, class: usize, spread: Spread) -> Operand {
        if self.lowering.lacks_methods(class) {
            return self.raise_type_error("an object of an abstract class");
        }
        if self.lowering.enumeration(class).is_some() {
            return self.unsupported_value("such a call of an enumeration");
        }
        if self.lowering.is_error(class) {
            return self.make_error_spread(class, spread);
        }
        if let Some((code, of)) = self.tuple_maker(class) {
            let spread = self.with_first_spread(of, spread);
            return self.call_code_spread(code, None, spread);
        }
        let object = self.bare_object(class);
        match self.lowering.resolve(class, "__init__") {
            Some((owner, Member::Method(def))) => {
                let code = self.lowering.method_code(owner, def);
                let spread = self.with_first_spread(object, spread);
                let made = self.call_code_spread(code, None, spread);
                self.check_none(made);
            }
            Some(_) => return self.unsupported_value("a constructor of this kind"),
            None => self.check_no_arguments(spread),
        }
        object
    }

    fn make_error_spread(&mut self, class: usize, spread: Spread) -> Operand {
        let error = self.bare_error(class, spread.items);
        match self.lowering.resolve(class, "__init__") {
            Some((owner, Member::Method(def))) => {
                let code = self.lowering.method_code(owner, def);
                let spread = self.with_first_spread(error, spread);
                let made = self.call_code_spread(code, None, spread);
                self.check_none(made);
            }
            Some(_) => return self.unsupported_value("a constructor of this kind"),
            None => self.check_unnamed(spread),
        }
        error
    }

    /// `object.__init__` takes none.
    fn check_no_arguments(&mut self, spread: Spread) {
        let order = self.read_heap("ORDERS", spread.named);
        let (no_items, no_names) = (self.has_len(spread.items, 0), self.has_len(order, 0));
        let none = self.b.apply(Op::And, &[no_items, no_names]);
        self.guard(none, |lowerer| lowerer.raise_about("TypeError", "object.__init__"));
    }

    fn with_first_spread(&mut self, first: Operand, spread: Spread) -> Spread {
        let first = self.items(&[first]);
        Spread { items: self.b.apply(Op::SeqConcat, &[first, spread.items]), ..spread }
    }

    fn call_value_spread(&mut self, callee: Operand, spread: Spread) -> Operand {
        let callee = self.boxed(callee);
        let id = self.lowering.spread_dispatcher();
        let result = self.call(id, &[callee, spread.items, spread.named], &[ctors().value])[0];
        self.operand(result)
    }

    /// The function that calls whatever it is given with such arguments.
    pub(crate) fn spread_dispatcher(lowering: &mut Lowering<'a>) -> Function {
        let value = ctors().value;
        let param = |name: &str, sort| Param { name: Symbol::new(name), sort };
        let params =
            vec![param("callee", value), param("items", contents_sort()), param("named", Sort::reference("dict"))];
        let builder = FunctionBuilder::new(DISPATCHER, params, vec![value], Some(value));
        let is_nested = |code: &usize| lowering.codes[*code].parent.is_some();
        let (nested, plain): (Vec<usize>, Vec<usize>) = lowering.taken.iter().partition(|code| is_nested(code));
        let mut lowerer = Lowerer::new(lowering, 0, builder);
        let callee = lowerer.b.param(0);
        let spread = Spread { items: lowerer.b.param(1), named: lowerer.b.param(2) };
        lowerer.when(ctors().function, callee, |lowerer| {
            let code = lowerer.b.apply(Op::Field(ctors().function, 0), &[callee]);
            lowerer.dispatch_spread(code, &plain, None, spread);
        });
        lowerer.when(ctors().closure, callee, |lowerer| {
            let closure = lowerer.b.apply(Op::Field(ctors().closure, 0), &[callee]);
            let contents = lowerer.read_heap("CLOSURES", closure);
            let function = lowerer.nth(contents, 0);
            let code = lowerer.b.apply(Op::Field(ctors().function, 0), &[function]);
            lowerer.dispatch_spread(code, &nested, Some(contents), spread);
        });
        if lowerer.has_objects() {
            lowerer.when(ctors().method, callee, |lowerer| {
                let code = lowerer.b.apply(Op::Field(ctors().method, 0), &[callee]);
                let receiver = lowerer.b.apply(Op::Field(ctors().method, 1), &[callee]);
                let spread = lowerer.with_first_spread(Operand::Value(receiver), spread);
                lowerer.dispatch_spread(code, &plain, None, spread);
            });
            // `object.__init__`, found behind a class.
            lowerer.when(ctors().unbound, callee, |lowerer| {
                lowerer.check_no_arguments(spread);
                lowerer.end_with(Operand::None);
            });
            lowerer.when(ctors().object, callee, |lowerer| lowerer.objects_spread(callee, spread));
            lowerer.classes_spread(callee, spread);
        }
        let is_exception = lowerer.py("is_exception_class", &[callee])[0];
        let other = lowerer.b.not(is_exception);
        lowerer.guard(other, |lowerer| {
            lowerer.check_unnamed(spread);
            let class = lowerer.b.apply(Op::Field(ctors().class, 0), &[callee]);
            let exception = lowerer.py("make_exception", &[class, spread.items])[0];
            lowerer.end_with(Operand::Value(exception));
        });
        for ctor in [ctors().class, ctors().builtin] {
            lowerer.when(ctor, callee, |lowerer| lowerer.builtins_spread(callee, ctor, spread));
        }
        for plain in [ctors().int, ctors().str, ctors().none, ctors().bool, ctors().list, ctors().tuple, ctors().dict] {
            lowerer.when(plain, callee, |lowerer| lowerer.raise_about("TypeError", "a call of what cannot be called"));
        }
        lowerer.unsupported("a call of this value with stars");
        lowerer.b.finish()
    }

    /// Where the value is of that kind, does as said, which must end.
    fn when(&mut self, ctor: value::Ctor, value: ValueId, branch: impl FnOnce(&mut Self)) {
        let is = self.b.apply(Op::Is(ctor), &[value]);
        let not = self.b.not(is);
        self.guard(not, branch);
    }

    fn end_with(&mut self, value: Operand) {
        if self.is_alive() {
            let value = self.boxed(value);
            self.b.return_(&[value]);
            self.dead();
        }
    }

    fn dispatch_spread(&mut self, code: ValueId, codes: &[usize], contents: Option<ValueId>, spread: Spread) {
        let cases: Vec<(Value, BlockId)> = codes
            .iter()
            .map(|code| (Value::Atom(Symbol::new(&self.lowering.codes[*code].name)), self.b.block()))
            .collect();
        let other = self.b.block();
        self.b.switch(code, cases.clone(), other);
        self.b.seal(other);
        for ((_, block), code) in cases.into_iter().zip(codes) {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = self.call_code_spread(*code, contents, spread);
            self.end_with(result);
        }
        self.b.switch_to(other);
        self.unsupported("a call of an unknown function");
    }

    /// A builtin function or type held in a variable.
    fn builtins_spread(&mut self, callee: ValueId, ctor: value::Ctor, spread: Spread) {
        let is_class = |name: &str| matches!(builtins::find(name), Some(Builtin::Type(_)));
        let names = self.lowering.taken_builtins.iter().copied();
        let names: Vec<&str> = names.filter(|name| is_class(name) == (ctor == ctors().class)).collect();
        self.check_unnamed(spread);
        let name = self.b.apply(Op::Field(ctor, 0), &[callee]);
        let cases: Vec<(Value, BlockId)> =
            names.iter().map(|name| (Value::Atom(Symbol::new(name)), self.b.block())).collect();
        let other = self.b.block();
        self.b.switch(name, cases.clone(), other);
        self.b.seal(other);
        for ((_, block), name) in cases.into_iter().zip(names) {
            self.b.seal(block);
            self.b.switch_to(block);
            let result = self.call_builtin_spread(name, spread);
            self.end_with(result);
        }
        self.b.switch_to(other);
        self.unsupported("a call of this value with stars");
    }

    fn objects_spread(&mut self, callee: ValueId, spread: Spread) {
        self.for_each_class(callee, "__call__", |lowerer, class| match lowerer.lowering.resolve(class, "__call__") {
            Some((owner, Member::Method(def))) => {
                let code = lowerer.lowering.method_code(owner, def);
                let spread = lowerer.with_first_spread(Operand::Value(callee), spread);
                let value = lowerer.call_code_spread(code, None, spread);
                lowerer.end_with(value);
            }
            Some(_) => lowerer.unsupported("a special method of this kind"),
            None => lowerer.raise_about("TypeError", "a call"),
        });
    }

    fn classes_spread(&mut self, callee: ValueId, spread: Spread) {
        let is = self.b.apply(Op::Is(ctors().class), &[callee]);
        let (class, other) = (self.b.block(), self.b.block());
        self.b.branch(is, class, other);
        self.b.seal(class);
        self.b.switch_to(class);
        let name = self.b.apply(Op::Field(ctors().class, 0), &[callee]);
        self.switch_class(
            name,
            |_, class| class,
            |lowerer| lowerer.b.jump(other, &[]),
            |lowerer, class| {
                let object = lowerer.instantiate_spread(class, spread);
                lowerer.end_with(object);
            },
        );
        self.b.seal(other);
        self.b.switch_to(other);
    }
}
